"""hold: which queues of pieces clear a field, with hold and without.

    from coset import hold

    hold.percent("XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X", "*p4")

The verbs are imported when they are first used.
"""

from importlib import import_module
from typing import Any

_ROOMS = {
    "percent": "solve",
    "gain": "solve",
    "path": "paths",
    "implies": "orders",
    "implied_by": "orders",
    "digits": "orders",
    "apply": "orders",
    "position": "rules",
    "draw": "picture",
}
__all__ = list(_ROOMS)


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return getattr(import_module(f"coset.families.hold.{_ROOMS[name]}"), name)
    raise AttributeError(f"module 'coset.families.hold' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
