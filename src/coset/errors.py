"""What can go wrong, and how it is said.

    CosetError
    ├── BadInput       the input is wrong: says what, quotes it, says what would be right
    ├── TooBig         the question is right, but too big to be answered: says what would be small enough
    ├── Interrupted    stopped on request: says how to go on
    └── StoreError     a store of runs, or a file of our own, can't be read or written

The command line prints one line and exits with 2 for BadInput and TooBig, 130 for Interrupted, 1 for the rest.
"""


class CosetError(Exception):
    """All that Coset raises on purpose."""


class BadInput(CosetError):
    """The input is wrong.

    >>> raise BadInput("row 3 has 9 cells, the others 10", "XXXX____X", "pad it with '_' or fix the width")
    Traceback (most recent call last):
    coset.errors.BadInput: row 3 has 9 cells, the others 10: 'XXXX____X' (pad it with '_' or fix the width)
    """

    def __init__(self, what: str, given: object = None, right: str = "") -> None:
        self.what, self.given, self.right = what, given, right
        quoted = "" if given is None else f": {quote(given)}"
        super().__init__(f"{what}{quoted}" + (f" ({right})" if right else ""))


class TooBig(BadInput):
    """The question is well put, but its answer is out of reach here."""


class Interrupted(CosetError):
    """Stopped by the user; the message says how to go on."""


class StoreError(CosetError):
    """A store or a file of our own that can't be read or written; nothing in it was changed."""


def quote(given: object, longest: int = 60) -> str:
    """The input as a message quotes it: on one line, and not too long.

    >>> quote("a\\nb"), quote("x" * 100, longest=8)
    ("'a\\\\nb'", "'xxxxxxxx'...")
    """
    text = str(given)
    return repr(text) if len(text) <= longest else repr(text[:longest]) + "..."
