"""Mines: what follows by logic on a board of hints, how hard it is, and new boards.

>>> from coset import mines
>>> mines.rate("lock:6x6:.*...*.*****?*.*..**..?..?.?....?***").steps
[1, 3, 3, 1, 1, 1, 1, 1]
"""

from coset.families import verbs

_ROOMS = {
    "solve": "solve",
    "hint": "solve",
    "rate": "solve",
    "unique": "solve",
    "smooth": "solve",
    "board": "solve",
    "odds": "odds",
    "generate": "generate",
    "explain": "explain",
    "draw": "picture",
    "parse": "rules",
    "format": "rules",
}
__all__ = list(_ROOMS)
__getattr__ = verbs(__name__, _ROOMS)
