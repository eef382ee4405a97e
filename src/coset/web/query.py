"""A question as it stands in the address: named values, each read with what would be right."""

from collections.abc import Mapping, Sequence

from coset.errors import BadInput
from coset.web.html import address


class Query:
    """The path of a page and the values after the '?'; an address means the same whoever opens it, and whenever.

    >>> query = Query("/nim", {"board": "4x4", "level": "3"})
    >>> query.text("board"), query.number("level", 5, 1, 5), query.to(level=4)
    ('4x4', 3, '/nim?board=4x4&level=4')
    >>> query.number("board", 1, 1, 9)
    Traceback (most recent call last):
    coset.errors.BadInput: 'board' is no number: '4x4' (a whole number from 1 to 9)
    """

    def __init__(self, path: str, values: Mapping[str, str]) -> None:
        self.path, self.values = path, dict(values)

    def __contains__(self, name: str) -> bool:
        return bool(self.values.get(name))

    def text(self, name: str, usual: str = "", longest: int = 4000) -> str:
        """A text of at most `longest` characters."""
        given = self.values.get(name, "").strip() or usual
        if len(given) > longest:
            raise BadInput(f"{name!r} has {len(given)} characters", given[:30], f"at most {longest}")
        if any(ord(sign) < 32 and sign not in "\r\n\t" for sign in given):
            raise BadInput(f"{name!r} has signs that can't be seen", given, "plain text")
        return given

    def number(self, name: str, usual: int, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        given = self.text(name, longest=20)
        right = f"a whole number from {low} to {high}"
        if not given:
            return usual
        if not (given.removeprefix("-").isascii() and given.removeprefix("-").isdigit()):
            raise BadInput(f"{name!r} is no number", given, right)
        if not low <= int(given) <= high:
            raise BadInput(f"{name!r} is out of range", given, right)
        return int(given)

    def choice(self, name: str, options: Sequence[str], usual: str | None = None) -> str:
        """One of some words; the first is the usual one."""
        given = self.text(name, longest=40) or (options[0] if usual is None else usual)
        if given not in options:
            raise BadInput(f"{name!r} can't be this", given, "one of " + ", ".join(options))
        return given

    def yes(self, name: str) -> bool:
        """Whether a box is ticked."""
        return self.choice(name, ("", "0", "1")) == "1"

    def to(self, path: str | None = None, /, **changes: str | int | None) -> str:
        """The address with some values changed; None and the empty text take a value away."""
        return address(path or self.path, **{**self.values, **changes})
