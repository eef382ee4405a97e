"""The game of placing pieces, last to place loses: who wins, and by which move.

>>> from coset import nim
>>> nim.solve("4x4")
<nim:4x4: N, 1 of 113 moves win>
"""

from coset.families import verbs

_ROOMS = {
    "solve": "solve",
    "sets_of": "solve",
    "product": "solve",
    "defence": "lines",
    "line": "lines",
    "generate": "lines",
    "choose": "play",
    "Game": "play",
    "draw": "picture",
    "Move": "rules",
    "Position": "rules",
    "parse": "rules",
    "format": "rules",
}
__all__ = list(_ROOMS)
__getattr__ = verbs(__name__, _ROOMS)
