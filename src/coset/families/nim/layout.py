"""Where the cells still in play lie in the grid of the kernels: as they are, turned if they stand, or area by area."""

from dataclasses import dataclass

from coset.cells.bits import areas, cells_of, mask_of
from coset.errors import TooBig
from coset.families.nim.rules import Position, placements


def frame_for(width: int, height: int) -> tuple[int, int, int]:
    """Words, stride and rows of the smallest grid that a board fits in, lying."""
    wide, high = max(width, height), min(width, height)
    for words in (1, 2):
        rows = 64 * words // wide
        if rows >= high and wide <= 64:
            return words, wide, min(rows, wide)
    raise TooBig(f"the cells still in play span {height}x{width}", None, "at most 128 cells, such as 10x12")


@dataclass(frozen=True)
class Layout:
    """Where the cells of a board that are still in play lie in a frame."""

    words: int
    stride: int
    rows: int
    cells: dict[int, int]
    """The cell of the board for each cell of the frame."""

    @property
    def free(self) -> int:
        return mask_of(self.cells)


def lay_out(position: Position) -> Layout:
    """Put the cells that some placement covers into the smallest frame, lying; areas apart if they do not fit as they
    are."""
    alive = 0
    for _, cells in placements(position):
        alive |= cells
    spots = [divmod(cell, position.width) for cell in cells_of(alive)]
    if not spots:
        return Layout(1, 1, 1, {})
    target, high, wide = _boxed(spots)
    if max(high, wide) > 64 or (128 // max(high, wide)) < min(high, wide):
        target, high, wide = _packed(position, alive)
    words, stride, rows = frame_for(wide, high)
    return Layout(
        words, stride, rows, {row * stride + column: position.width * y + x for (row, column), (y, x) in target.items()}
    )


Spots = dict[tuple[int, int], tuple[int, int]]


def _boxed(spots: list[tuple[int, int]]) -> tuple[Spots, int, int]:
    """Cells moved to the corner, turned if they stand: the old cell for each new one, and how high and wide they
    are."""
    top, left = min(row for row, _ in spots), min(column for _, column in spots)
    high, wide = max(row for row, _ in spots) - top + 1, max(column for _, column in spots) - left + 1
    if high <= wide:
        return {(row - top, column - left): (row, column) for row, column in spots}, high, wide
    return {(column - left, high - 1 - (row - top)): (row, column) for row, column in spots}, wide, high


def _packed(position: Position, alive: int) -> tuple[Spots, int, int]:
    """The areas side by side on shelves, a free column and row between them, on the first width where all fit in 128
    cells."""
    parts = [_boxed([divmod(cell, position.width) for cell in cells_of(area)]) for area in areas(alive, position.width)]
    parts.sort(key=lambda part: part[1:], reverse=True)
    for stride in range(max(part[2] for part in parts), 65):
        target: Spots = {}
        row = column = shelf = 0
        for spots, high, wide in parts:
            if column + wide > stride:
                row, column, shelf = row + shelf + 1, 0, 0
            target |= {(row + y, column + x): old for (y, x), old in spots.items()}
            column, shelf = column + wide + 1, max(shelf, high)
        if row + shelf <= min(128 // stride, stride):
            return target, row + shelf, stride
    raise TooBig(
        f"{alive.bit_count()} cells are still in play",
        str(position),
        "at most 128 with one free between areas, such as 10x12",
    )
