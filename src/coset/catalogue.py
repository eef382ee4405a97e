"""The families, each imported when it is first used."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from coset.errors import BadInput

FAMILIES = {
    "figures": "numbers in lines: how many ways to fill a figure so that every line has the same sum",
    "mines": "what follows by logic on a board of hints, how hard it is, and new boards",
    "nim": "the game of placing pieces, last to place loses: who wins, and by which move",
    "hold": "which queues of pieces clear a field, with hold and without",
    "combo": "the 4-wide well: which drop keeps the combo longest",
}


def room(family: str, name: str) -> ModuleType:
    """A room of a family, such as `room("nim", "rules")`.

    >>> room("chess", "rules")
    Traceback (most recent call last):
    coset.errors.BadInput: there is no such family: 'chess' (figures, mines, nim, hold or combo)
    """
    if family not in FAMILIES:
        raise BadInput("there is no such family", family, "figures, mines, nim, hold or combo")
    return import_module(f"coset.families.{family}.{name}")


def has_room(family: str, name: str) -> bool:
    """Whether the family has a use for this room."""
    return family in FAMILIES and find_spec(f"coset.families.{family}.{name}") is not None


def family_of(text: str) -> str:
    """The family that a text ID names.

    >>> family_of("nim:6x6")
    'nim'
    """
    name = text.split(":", 1)[0]
    if name not in FAMILIES or ":" not in text:
        raise BadInput("this is no position's ID", text, "such as nim:6x6 or figures:hexagon:3")
    return name
