"""Shape sets: which pieces may be placed, and every way each may lie.

A set is written as letters (`IOLJTSZ`, `D` for the domino), as the name of all polyominoes of one size
(`pentominoes`), or as
pictures with `x` for a cell, rows joined by `-` and pieces by `,` (`xxx-x..,xx`). Pieces turn and are never mirrored:
J and L are two pieces.
"""

import re
from dataclasses import dataclass
from functools import cache

from coset.cells.pieces import FLAT
from coset.cells.symmetry import Cells, cornered, orientations, turned
from coset.errors import BadInput

LETTERS = "IOLJTSZD"
SEED_SET = "IOLJTSZ"
SIZES = {"dominoes": 2, "trominoes": 3, "pentominoes": 5}
RIGHT = "letters of IOLJTSZD, pentominoes, or pictures such as xxx-x..,xx"
LARGEST = 8


@dataclass(frozen=True, slots=True)
class Shape:
    """One way a piece may lie: its name and its cells, in the corner."""

    name: str
    cells: Cells


@cache
def normal_set(text: str) -> str:
    """A shape set as it is written in an ID: each piece once, in a fixed order.

    >>> normal_set("zio"), normal_set("xx/x,XX"), normal_set("tetrominoes")
    ('IOZ', 'xx,xx-x.', 'IOLJTSZ')
    """
    word = text.strip()
    if word.lower() == "tetrominoes":
        return SEED_SET
    if word.lower() in SIZES:
        return word.lower()
    if word and set(word.upper()) <= set(LETTERS):
        return "".join(letter for letter in LETTERS if letter in word.upper())
    if re.fullmatch(r"[xX#.\-/,\s]+", word) and re.search("[xX#]", word):
        return ",".join(sorted({_picture(cells) for cells in map(_cells_of, re.split(r"[,\s]+", word))}, key=_by_size))
    raise BadInput("this is no set of shapes", text, RIGHT)


@cache
def shapes_of(text: str) -> tuple[Shape, ...]:
    """Every way that the pieces of a set may lie, each once.

    >>> len(shapes_of("IOLJTSZ")), len(shapes_of("D")), len(shapes_of("pentominoes"))
    (19, 2, 63)
    """
    found: dict[Cells, str] = {}
    for name, piece in _pieces(text):
        for cells in orientations(piece):
            found.setdefault(cells, name)
    return tuple(Shape(name, cells) for cells, name in found.items())


@cache
def piece_of(text: str) -> dict[Cells, str]:
    """The name of the piece that lies so, for each way of lying."""
    return {shape.cells: shape.name for shape in shapes_of(text)}


@cache
def mirrored(text: str) -> bool:
    """Whether the mirror image of every piece is in the set too, so that mirrored boards are the same game.

    >>> mirrored("JL"), mirrored("J")
    (True, False)
    """
    cells = set(piece_of(text))
    return {turned(shape, 4) for shape in cells} == cells


@cache
def least_alive(text: str) -> int:
    """The number n where a connected area has no dead cell as soon as it has n cells; 0 if there is none such.

    If the set has every polyomino of n cells, each cell of an area of n cells or more is in one of them.

    >>> least_alive("IOLJTSZ"), least_alive("D"), least_alive("IO")
    (4, 2, 0)
    """
    cells = set(piece_of(text))
    for size in sorted({len(shape) for shape in cells}):
        if polyominoes(size) <= cells:
            return size
    return 0


@cache
def polyominoes(size: int) -> frozenset[Cells]:
    """All connected shapes of `size` cells, each way of lying counted apart.

    >>> [len(polyominoes(size)) for size in range(1, 6)]
    [1, 2, 6, 19, 63]
    """
    if size == 1:
        return frozenset({frozenset({(0, 0)})})
    wider = set()
    for shape in polyominoes(size - 1):
        for x, y in shape:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                wider.add(cornered(shape | {(x + dx, y + dy)}))
    return frozenset(cells for cells in wider if len(cells) == size)


def _pieces(text: str) -> list[tuple[str, Cells]]:
    """The pieces of a set in its own order, with their names."""
    if text in SIZES:
        turns = {frozenset(orientations(cells)) for cells in polyominoes(SIZES[text])}
        pictures = sorted(min(_picture(cells) for cells in way) for way in turns)
        return [(picture, _cells_of(picture)) for picture in pictures]
    if set(text) <= set(LETTERS):
        domino = frozenset({(0, 0), (1, 0)})
        return [(letter, FLAT.get(letter, domino)) for letter in text]
    return [(picture, _cells_of(picture)) for picture in text.split(",")]


def _cells_of(picture: str) -> Cells:
    """The cells of a picture, or BadInput."""
    rows = [row for row in re.split("[-/]", picture) if row]
    cells = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in "xX#"]
    if not 1 < len(cells) <= LARGEST:
        raise BadInput(f"a piece has 2 to {LARGEST} cells, this one {len(cells)}", picture, "such as xxx-x..")
    joined = {cells[0]}
    for _ in cells:
        joined |= {(x, y) for x, y in cells if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & joined}
    if len(joined) < len(cells):
        raise BadInput("the cells of a piece must hang together", picture, "such as xxx-x..")
    return cornered(cells)


def _picture(cells: Cells) -> str:
    """The picture of a piece as it lies.

    >>> _picture(frozenset({(0, 0), (1, 0), (0, 1)}))
    'xx-x.'
    """
    wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return "-".join("".join("x" if (x, y) in cells else "." for x in range(wide)) for y in range(high))


def _by_size(picture: str) -> tuple[int, str]:
    return picture.count("x"), picture
