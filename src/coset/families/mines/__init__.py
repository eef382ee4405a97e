"""Mines: what follows by logic on a board of hints, how hard it is, and new boards.

>>> from coset import mines
>>> mines.rate("lock:6x6:.*...*.*****?*.*..**..?..?.?....?***").steps
[1, 3, 3, 1, 1, 1, 1, 1]
"""

from importlib import import_module
from typing import Any

_VERBS = {
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

__all__ = list(_VERBS)  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _VERBS:
        raise AttributeError(f"mines has no verb {name!r}")
    return getattr(import_module(f"coset.families.mines.{_VERBS[name]}"), name)
