"""The eight turns and mirrors of a grid, and shapes moved to the corner."""

from collections.abc import Callable, Iterable

Cells = frozenset[tuple[int, int]]
"""A shape: (column, row) pairs."""

TURNS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
    lambda x, y: (-x, y),
    lambda x, y: (y, x),
    lambda x, y: (x, -y),
    lambda x, y: (-y, -x),
)
"""The identity, three quarter turns, then a mirror and its turns."""


def cornered(cells: Iterable[tuple[int, int]]) -> Cells:
    """The shape moved so that its least column and row are 0.

    >>> sorted(cornered([(3, 5), (4, 5)]))
    [(0, 0), (1, 0)]
    """
    shape = list(cells)
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - top) for x, y in shape)


def turned(cells: Iterable[tuple[int, int]], turn: int) -> Cells:
    """The shape under one of the eight `TURNS`, in the corner.

    >>> sorted(turned([(0, 0), (1, 0)], 1))
    [(0, 0), (0, 1)]
    """
    return cornered(TURNS[turn](x, y) for x, y in cells)


def orientations(cells: Iterable[tuple[int, int]], mirror: bool = False) -> list[Cells]:
    """The distinct turns of a shape (with its mirror images on request), in the order of `TURNS`.

    >>> len(orientations([(0, 0), (1, 0), (2, 0), (2, 1)]))
    4
    """
    shape = list(cells)
    return list(dict.fromkeys(turned(shape, turn) for turn in range(8 if mirror else 4)))


def grid_maps(width: int, height: int) -> list[list[int]]:
    """For each symmetry of a width x height grid, where each cell goes: 8 of a square, else 4.

    >>> len(grid_maps(3, 3)), grid_maps(2, 1)
    (8, [[0, 1], [1, 0], [1, 0], [0, 1]])
    """
    maps = []
    for turn in range(8):
        cells = [TURNS[turn](x, y) for y in range(height) for x in range(width)]
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        right, bottom = max(x for x, _ in cells), max(y for _, y in cells)
        if (right - left + 1, bottom - top + 1) == (width, height):
            maps.append([(y - top) * width + (x - left) for x, y in cells])
    return maps
