"""Coset: exact answers for placement puzzles and games.

    from coset import combo, figures, hold, mines, nim

Each family is imported when it is first used, and its kernels when they are first needed.
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"
__all__ = ["combo", "figures", "hold", "mines", "nim"]


def __getattr__(name: str) -> ModuleType:
    if name in __all__:
        return import_module(f"coset.families.{name}")
    raise AttributeError(f"module 'coset' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
