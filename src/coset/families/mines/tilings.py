"""Tilings: which cells a board has, which are neighbours, which lines carry a hint, and where all that lies.

Bit ``i`` of a set is cell ``i``. On a grid that is ``y * width + x``, column x from the left, row y from the top.
Neighbours are what the tiling says and nothing else. Places are in the units of `.puz` files: ten a cell on a grid.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from coset.cells.bits import mask_of

Point = tuple[float, float]

PITCH = 10.0
SQUARE: tuple[Point, ...] = ((-4.8, -4.8), (4.8, -4.8), (4.8, 4.8), (-4.8, 4.8))
HEXAGON: tuple[Point, ...] = tuple(
    (round(5.5 * sin(turn * pi / 3), 3), round(-5.5 * cos(turn * pi / 3), 3)) for turn in range(6)
)


@dataclass(frozen=True, slots=True)
class Line:
    """A set of cells whose number of mines is written beside the board."""

    name: str
    cells: int
    at: Point


@dataclass(frozen=True, slots=True)
class Tiling:
    """The cells of a board; `name` is how an ID names it, or '' for a tiling that only a file can tell."""

    name: str
    around: tuple[int, ...]
    lines: tuple[Line, ...]
    at: tuple[Point, ...]
    corners: tuple[tuple[Point, ...], ...]
    names: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.around)


def _line(name: str, cells: Iterable[int], at: Point) -> Line:
    return Line(name, mask_of(cells), at)


def _grid(
    name: str, width: int, height: int, steps: Callable[[int], list[Point]], place: Callable[[int, int], Point]
) -> Tiling:
    inside = {(x, y): y * width + x for y in range(height) for x in range(width)}
    around = tuple(
        mask_of(inside[there] for dx, dy in steps(y) if (there := (x + int(dx), y + int(dy))) in inside)
        for x, y in inside
    )
    corners = HEXAGON if name.startswith("hex") else SQUARE
    return Tiling(
        name,
        around,
        (),
        tuple(place(x, y) for x, y in inside),
        (corners,) * len(inside),
        tuple(f"r{y + 1}c{x + 1}" for x, y in inside),
    )


@lru_cache(64)
def sweep(width: int, height: int) -> Tiling:
    """Squares with eight neighbours, as in minesweeper.

    >>> sweep(3, 2).around[0] == 0b011_010
    True
    """
    steps = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    return _grid(f"sweep:{width}x{height}", width, height, lambda _: list(steps), lambda x, y: (PITCH * x, PITCH * y))


def _with(tiling: Tiling, name: str, lines: Iterable[Line]) -> Tiling:
    return Tiling(name, tiling.around, tuple(lines), tiling.at, tiling.corners, tiling.names)


@lru_cache(64)
def lock(width: int, height: int) -> Tiling:
    """A combination lock: squares with eight neighbours, and a hint for each column and each row, in this order.

    >>> [line.name for line in lock(2, 1).lines]
    ['column 1', 'column 2', 'row 1']
    """
    columns = [_line(f"column {x + 1}", range(x, width * height, width), (PITCH * x, -PITCH)) for x in range(width)]
    rows = [_line(f"row {y + 1}", range(y * width, (y + 1) * width), (-PITCH, PITCH * y)) for y in range(height)]
    return _with(sweep(width, height), f"lock:{width}x{height}", columns + rows)


@lru_cache(64)
def hexes(width: int, height: int) -> Tiling:
    """Hexagons in rows, every second row half a cell to the right; six neighbours and no lines.

    >>> hexes(2, 2).around[1] == 0b1101
    True
    """
    even: list[Point] = [(-1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)]
    odd: list[Point] = [(0, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (1, 1)]
    return _grid(
        f"hexes:{width}x{height}",
        width,
        height,
        lambda y: odd if y % 2 else even,
        lambda x, y: (PITCH * x + PITCH / 2 * (y % 2), round(PITCH * 0.866 * y, 3)),
    )


@lru_cache(64)
def hexlock(width: int, height: int) -> Tiling:
    """Hexagons with a hint for each row and for each slanting line, first those that fall to the left.

    >>> [line.name for line in hexlock(2, 2).lines]
    ['row 1', 'row 2', 'left slant 1', 'left slant 2', 'left slant 3', 'right slant 1', 'right slant 2']
    """
    plain = hexes(width, height)
    lines = [
        _line(f"row {y + 1}", range(y * width, (y + 1) * width), (-PITCH, plain.at[y * width][1]))
        for y in range(height)
    ]
    for name, lean in (("left slant", 1), ("right slant", -1)):
        slants: dict[int, list[int]] = {}
        for cell in range(width * height):
            y, x = divmod(cell, width)
            along = x + (y + 1) // 2 if lean > 0 else x - y // 2
            slants.setdefault(along, []).append(cell)
        for number, along in enumerate(sorted(slants), 1):
            # Above the first cell of a line that falls to the left, below the last one of the others. Where such a line
            # ends at the right edge, another begins two rows below; it keeps aside, so that no two meet.
            end = slants[along][0 if lean > 0 else -1]
            across, down = plain.at[end]
            aside = lean < 0 and end < (height - 1) * width
            place = (across + 9, round(down + 3, 3)) if aside else (across + PITCH / 2, round(down - lean * 8.66, 3))
            lines.append(_line(f"{name} {number}", slants[along], place))
    return _with(plain, f"hexlock:{width}x{height}", lines)


SHAPES = {"lock": lock, "sweep": sweep, "hexlock": hexlock, "hexes": hexes}
"""The tilings that an ID can name, and what makes them."""
