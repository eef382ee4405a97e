"""The 4-wide well: which drop keeps the combo longest.

>>> from coset import combo
>>> combo.solve(preview=1, hold=True)
<Solution of 1,960 states: best 22.6250693, mean 7.99602733>
"""

from coset.families import verbs

_ROOMS = {
    "solve": "solve",
    "question": "question",
    "advise": "solve",
    "answer": "solve",
    "explain": "explain",
    "chain": "chain",
    "deadly": "deadly",
    "reach": "reach",
    "simulate": "games",
    "closure": "fields",
    "export": "export",
    "open_policy": "policy",
    "draw": "picture",
    "parse": "rules",
    "format": "rules",
}
__all__ = list(_ROOMS)
__getattr__ = verbs(__name__, _ROOMS)
