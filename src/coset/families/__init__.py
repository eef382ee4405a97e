"""The five families, each with the same rooms; see docs/design.md."""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any


class _Family(ModuleType):
    """A package whose verb `solve` stays the function, though its room `solve` is a module of the same name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("__all__", ())):
            super().__setattr__(name, value)


def verbs(package: str, rooms: dict[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a family: each verb is fetched from its room when it is first used.

    `__all__` of the family must list the verbs: importing the room `solve` then leaves the verb `solve` what it is.

    >>> from coset import nim
    >>> import coset.families.nim.solve
    >>> callable(nim.solve)
    True
    """
    sys.modules[package].__class__ = _Family

    def fetch(name: str) -> Any:
        if name not in rooms:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{rooms[name]}"), name)

    return fetch
