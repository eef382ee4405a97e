"""Boards of rows: text to cells and back.

Rows are joined by newlines or '/'; row 0 is the top one, column 0 the left one.
"""

from coset.errors import BadInput


def rows_of(text: str) -> list[str]:
    """The rows of a text, split at '/' and newlines, without blanks around them and without empty ones.

    >>> rows_of("..#/#..")
    ['..#', '#..']
    """
    return [row.strip() for row in text.replace("/", "\n").splitlines() if row.strip()]


def same_width(rows: list[str], pad: str) -> int:
    """The width of all rows, or BadInput that names the first row of another width.

    >>> same_width(["..#", "#.."], pad=".")
    3
    >>> same_width(["XXXX______", "XXXX____X"], pad="_")
    Traceback (most recent call last):
    coset.errors.BadInput: row 2 has 9 cells, the others 10: 'XXXX____X' (pad it with '_' or fix the width)
    """
    if not rows:
        raise BadInput("the board is empty", "", f"give at least one row, such as '{pad * 4}'")
    widths = [len(row) for row in rows]
    usual = max(set(widths), key=lambda width: (widths.count(width), width == widths[0]))
    for number, row in enumerate(rows, 1):
        if len(row) != usual:
            raise BadInput(
                f"row {number} has {len(row)} cells, the others {usual}", row, f"pad it with '{pad}' or fix the width"
            )
    return usual


def only(rows: list[str], allowed: str, meaning: str) -> None:
    """BadInput that names row and column of the first character not in `allowed`.

    >>> only(["..", ".x"], ".#", "'.' free, '#' blocked")
    Traceback (most recent call last):
    coset.errors.BadInput: row 2, column 2 has an unknown sign: 'x' ('.' free, '#' blocked)
    """
    for y, row in enumerate(rows, 1):
        for x, sign in enumerate(row, 1):
            if sign not in allowed:
                raise BadInput(f"row {y}, column {x} has an unknown sign", sign, meaning)


def mask_where(rows: list[str], signs: str) -> int:
    """The cells whose sign is one of `signs`.

    >>> bin(mask_where(["#.", ".#"], "#"))
    '0b1001'
    """
    mask, cell = 0, 0
    for row in rows:
        for sign in row:
            if sign in signs:
                mask |= 1 << cell
            cell += 1
    return mask


def rows_from(mask: int, width: int, height: int, on: str, off: str) -> list[str]:
    """The text rows of a set of cells.

    >>> rows_from(0b1001, 2, 2, on="#", off=".")
    ['#.', '.#']
    """
    return ["".join(on if mask >> (y * width + x) & 1 else off for x in range(width)) for y in range(height)]
