# mypy: disable-error-code="arg-type, return-value, assignment, no-any-return"
"""Boards in compiled code: one or two words, placements, connected areas, and the form under turns and mirrors.

A board is a tuple of one or two uint64: bit ``row * stride + column``, the first word holding bits 0 to 63. The same
code serves both lengths: `len(board)` is known when it is compiled.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from coset.kernels.bits import backwards, highest, lowest, popcount
from coset.kernels.jit import kernel

Words: TypeAlias = npt.NDArray[np.uint64]
Counts: TypeAlias = npt.NDArray[np.int64]
Board: TypeAlias = Any
"""A tuple of one or two uint64."""

ZERO, ONE, WORD, BYTE = np.uint64(0), np.uint64(1), np.uint64(64), np.uint64(255)


Grid: TypeAlias = Words
"""The frame that boards lie in and the pieces on it, in one array, for an array costs time wherever it is handed on."""

STRIDE, ROWS, LEAST, ALIVE, MIRROR, WAYS, MAPS, SHAPES = 0, 1, 2, 3, 4, 5, 6, 7
"""Numbers: cells in a row; rows; cells of the smallest piece; whether an area of that many cells has no dead one
(`least_alive`); whether mirrored boards are the same; ways a piece may lie; where the maps are, and the shapes."""
NOT_FIRST, NOT_LAST, TOP, HEAD = 8, 10, 12, 16
"""Boards: all cells but the first column, all but the last, the first row. Then come the maps: where the cells of
each value of each byte of a board go, turned by a quarter; then upside down."""
SIZE, OFFSETS, CORNERS, PIECE, SHAPE = 0, 1, 9, 11, 13
"""Of each shape: its size, how far its cells are from its corner, where its corner may be, and the shape in the
corner."""


@kernel
def load(like: Board, array: Words, at: int) -> Board:
    """The board that begins at a place of an array; `like` is any board of the same length."""
    if len(like) == 1:
        return (array[at],)
    return (array[at], array[at + 1])


@kernel
def nothing(like: Board) -> Board:
    """The empty board."""
    if len(like) == 1:
        return (ZERO,)
    return (ZERO, ZERO)


@kernel
def keep(array: Words, at: int, board: Board) -> None:
    """Write a board into an array."""
    for word in range(len(board)):
        array[at + word] = board[word]


@kernel
def both(a: Board, b: Board) -> Board:
    if len(a) == 1:
        return (a[0] & b[0],)
    return (a[0] & b[0], a[1] & b[1])


@kernel
def either(a: Board, b: Board) -> Board:
    if len(a) == 1:
        return (a[0] | b[0],)
    return (a[0] | b[0], a[1] | b[1])


@kernel
def without(a: Board, b: Board) -> Board:
    if len(a) == 1:
        return (a[0] & ~b[0],)
    return (a[0] & ~b[0], a[1] & ~b[1])


@kernel
def is_zero(a: Board) -> bool:
    if len(a) == 1:
        return bool(a[0] == ZERO)
    return bool((a[0] | a[1]) == ZERO)


@kernel
def same(a: Board, b: Board) -> bool:
    if len(a) == 1:
        return bool(a[0] == b[0])
    return bool(a[0] == b[0] and a[1] == b[1])


@kernel
def least_of(a: Board, b: Board) -> Board:
    """The one that comes first, compared from the last word."""
    if len(a) == 1:
        return a if a[0] < b[0] else b
    if a[1] != b[1]:
        return a if a[1] < b[1] else b
    return a if a[0] < b[0] else b


@kernel
def up(a: Board, by: int) -> Board:
    """Each cell to the bit `by` places higher; `by` is under 64 if the board has one word."""
    n = np.uint64(by)
    if len(a) == 1:
        return (a[0] << n,)
    if n == ZERO:
        return (a[0], a[1])
    if n >= WORD:
        return (ZERO, a[0] << (n - WORD))
    return (a[0] << n, a[1] << n | a[0] >> (WORD - n))


@kernel
def down(a: Board, by: int) -> Board:
    """Each cell to the bit `by` places lower."""
    n = np.uint64(by)
    if len(a) == 1:
        return (a[0] >> n,)
    if n == ZERO:
        return (a[0], a[1])
    if n >= WORD:
        return (a[1] >> (n - WORD), ZERO)
    return (a[0] >> n | a[1] << (WORD - n), a[1] >> n)


@kernel
def cells_in(a: Board) -> int:
    """How many cells."""
    if len(a) == 1:
        return popcount(a[0])
    return popcount(a[0]) + popcount(a[1])


@kernel
def first_of(a: Board) -> int:
    """The number of the lowest cell; the board has one."""
    if len(a) == 1:
        return lowest(a[0])
    return lowest(a[0]) if a[0] != ZERO else 64 + lowest(a[1])


@kernel
def last_of(a: Board) -> int:
    """The number of the highest cell."""
    if len(a) == 1:
        return highest(a[0])
    return 64 + highest(a[1]) if a[1] != ZERO else highest(a[0])


@kernel
def lone_first(a: Board) -> Board:
    """The board with its lowest cell alone."""
    if len(a) == 1:
        return (a[0] & (~a[0] + ONE),)
    if a[0] != ZERO:
        return (a[0] & (~a[0] + ONE), ZERO)
    return (ZERO, a[1] & (~a[1] + ONE))


@kernel
def reversed_bits(a: Board) -> Board:
    """Bit 0 becomes the last bit, and so on: half a turn."""
    if len(a) == 1:
        return (backwards(a[0]),)
    return (backwards(a[1]), backwards(a[0]))


@kernel
def mapped(a: Board, maps: Words, start: int) -> Board:
    """Each cell where the map that begins at `start` sends it."""
    if len(a) == 1:
        word = a[0]
        out = ZERO
        for place in range(start, start + 2048, 256):
            out |= maps[place + np.int64(word & BYTE)]
            word >>= np.uint64(8)
        return (out,)
    low, high = ZERO, ZERO
    for half in range(2):
        word = a[half]
        for place in range(8):
            at = start + 2 * (256 * (8 * half + place) + np.int64(word & BYTE))
            low |= maps[at]
            high |= maps[at + 1]
            word >>= np.uint64(8)
    return (low, high)


@kernel
def number(grid: Grid, which: int) -> int:
    """One of the numbers of the grid."""
    return np.int64(grid[which])


@kernel
def corners_of(grid: Grid, board: Board, shape: int) -> Board:
    """Where a piece may have its corner if it lies as the shape at this place of the grid."""
    found = load(board, grid, shape + CORNERS)
    for cell in range(number(grid, shape)):
        found = both(found, down(board, number(grid, shape + OFFSETS + cell)))
    return found


@kernel
def living(grid: Grid, board: Board) -> Board:
    """The cells that some placement covers."""
    if grid[ALIVE] != ZERO:
        return board
    covered = nothing(board)
    for way in range(number(grid, WAYS)):
        shape = number(grid, SHAPES) + SHAPE * way
        corners = corners_of(grid, board, shape)
        if not is_zero(corners):
            for cell in range(number(grid, shape)):
                covered = either(covered, up(corners, number(grid, shape + OFFSETS + cell)))
    return covered


@kernel
def flood(start: Board, free: Board, not_first: Board, not_last: Board, stride: int) -> Board:
    """All cells of `free` that can be reached from `start` by side steps."""
    not_first = both(free, not_first)
    not_last = both(free, not_last)
    area = start
    while True:
        sideways = either(both(up(area, 1), not_first), both(down(area, 1), not_last))
        upright = both(either(up(area, stride), down(area, stride)), free)
        wider = either(either(area, sideways), upright)
        if same(wider, area):
            return area
        area = wider


@kernel
def first_area(grid: Grid, free: Board) -> Board:
    """The connected area with the lowest cell."""
    not_first, not_last = load(free, grid, NOT_FIRST), load(free, grid, NOT_LAST)
    return flood(lone_first(free), free, not_first, not_last, number(grid, STRIDE))


@kernel
def half_turn(board: Board, stride: int, wide: int, high: int) -> Board:
    """Half a turn of a board in the corner that is `wide` and `high`."""
    return down(reversed_bits(board), 64 * len(board) - (high - 1) * stride - wide)


@kernel
def canonical(grid: Grid, area: Board) -> Board:
    """The board that stands for all its images: in the corner, lying rather than standing, the least of them."""
    stride, rows = number(grid, STRIDE), number(grid, ROWS)
    row = first_of(area) // stride
    high = last_of(area) // stride - row + 1
    board = down(area, row * stride)
    columns = board
    for step in range(1, high):
        columns = either(columns, down(board, step * stride))
    columns = both(columns, load(area, grid, TOP))
    left = first_of(columns)
    wide = last_of(columns) - left + 1
    board = down(board, left)
    quarter, flip = HEAD, number(grid, MAPS)
    side = min(stride, rows)
    if wide < high:
        board = down(mapped(board, grid, quarter), side - high)
        wide, high = high, wide
    best = least_of(board, half_turn(board, stride, wide, high))
    if wide == high:
        turned = down(mapped(board, grid, quarter), side - high)
        best = least_of(best, least_of(turned, half_turn(turned, stride, wide, high)))
    if grid[MIRROR] != ZERO:
        board = down(mapped(board, grid, flip), (rows - high) * stride)
        best = least_of(best, least_of(board, half_turn(board, stride, wide, high)))
        if wide == high:
            turned = down(mapped(board, grid, quarter), side - high)
            best = least_of(best, least_of(turned, half_turn(turned, stride, wide, high)))
    return best
