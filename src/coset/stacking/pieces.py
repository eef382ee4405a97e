"""The seven pieces in their four rotations, around the centre that turns with them.

A rotation is a letter: N as the piece appears, E a quarter turn to the right, S a half turn, W a quarter
turn to the left.
A piece stands at (x, y) when its centre does; the centre is always one of its own cells.
"""

from coset.cells.pieces import PIECES

Offset = tuple[int, int]

ROTATIONS = "NESW"

UPRIGHT: dict[str, tuple[Offset, ...]] = {
    "I": ((-1, 0), (0, 0), (1, 0), (2, 0)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "T": ((-1, 0), (0, 0), (1, 0), (0, 1)),
    "S": ((-1, 0), (0, 0), (0, 1), (1, 1)),
    "Z": ((-1, 1), (0, 1), (0, 0), (1, 0)),
    "J": ((-1, 1), (-1, 0), (0, 0), (1, 0)),
    "L": ((1, 1), (-1, 0), (0, 0), (1, 0)),
}
"""Cells of rotation N as (to the right, upwards) of the centre."""


def turned(cells: tuple[Offset, ...], quarters: int) -> tuple[Offset, ...]:
    """The cells after some quarter turns to the right about the centre.

    >>> turned(((0, 0), (1, 0), (2, 0)), 1)
    ((0, 0), (0, -1), (0, -2))
    """
    for _ in range(quarters):
        cells = tuple((y, -x) for x, y in cells)
    return cells


SHAPES: dict[tuple[str, str], tuple[Offset, ...]] = {
    (piece, rotation): turned(UPRIGHT[piece], quarters)
    for piece in PIECES
    for quarters, rotation in enumerate(ROTATIONS)
}
"""(piece, rotation) to the cells around the centre."""


def cells_at(piece: str, rotation: str, x: int, y: int, width: int = 10) -> int:
    """The cells of a piece that stands at (x, y); the caller knows that it is inside.

    >>> bin(cells_at("O", "N", 0, 0, width=4))
    '0b110011'
    """
    cells = 0
    for dx, dy in SHAPES[piece, rotation]:
        cells |= 1 << ((y + dy) * width + x + dx)
    return cells
