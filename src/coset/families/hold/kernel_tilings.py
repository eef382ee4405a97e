"""Whether the empty cells of a board can be tiled with the pieces that are left."""

import numpy as np

from coset.families.hold.kernel import (
    CELLS,
    EVEN,
    HEIGHT,
    HIGH_START,
    JOINT,
    PRUNE,
    STACK,
    TILE,
    TILE_START,
    TILES,
    Ints,
    crowded,
    empty_cells,
    find,
)
from coset.kernels.bits import highest, lowest, popcount
from coset.kernels.jit import kernel


@kernel
def cut_off(ask: Ints, board: int) -> bool:
    """Whether there is a wall between two columns with a number of empty cells on a side that pieces of four can't
    fill."""
    height, empty = ask[HEIGHT], ~board
    crossing = empty & (empty >> height) & ask[JOINT]
    column = (1 << height) - 1
    count = 0
    for at in range(0, ask[CELLS] - height, height):
        count += popcount(empty & (column << at))
        if count & 3 and crossing & (column << at) == 0:
            return True
    return False


@kernel
def unbalanced(ask: Ints, board: int, left: int) -> bool:
    """Whether every other column has too many or too few of the empty cells, or by a number that can't be.

    A piece fills two cells of the even columns and two of the odd ones, but for J and L, which fill three and one
    either way, T, which may do so, and I, which may fill four. The order of PIECES is IOTSZJL, four bits each.
    """
    empty = empty_cells(ask, board)
    cells = popcount(empty)
    over = popcount(empty & ask[EVEN]) - cells // 2
    lone, tees = ((left >> 20) & 15) + ((left >> 24) & 15), (left >> 8) & 15
    if abs(over) > lone + tees + 2 * (left & 15):
        return True
    if tees or (over - lone) & 1 == 0:
        return False
    pieces = 0
    for kind in range(7):
        pieces += (left >> 4 * kind) & 15
    return 4 * pieces == cells


@kernel
def fits(ask: Ints, board: int, left: int, number: int) -> bool:
    """Whether a placement of TILE lies on empty cells and its piece is left."""
    at = ask[TILE] + 2 * number
    return board & ask[at] == 0 and (left >> 4 * ask[at + 1]) & 15 != 0  # type: ignore[no-any-return]


@kernel
def narrower(ask: Ints, board: int, left: int) -> tuple[int, int]:
    """The placements on the lowest empty cell, or those on the highest if fewer of them fit: first and end."""
    low = ask[TILE_START] + lowest(~board)
    if ask[HIGH_START] == 0:
        return ask[low], ask[low + 1]
    high = ask[HIGH_START] + highest(np.uint64(empty_cells(ask, board)))  # type: ignore[arg-type]
    count = 0
    for number in range(ask[low], ask[low + 1]):
        count += fits(ask, board, left, number)
    for number in range(ask[high], ask[high + 1]):
        if count == 0:
            break
        count -= fits(ask, board, left, number)
    if count > 0:
        return ask[high], ask[high + 1]
    return ask[low], ask[low + 1]


@kernel
def tileable(ask: Ints, mem: Ints, board: int, left: int) -> bool:
    """Whether the empty cells can be tiled with the pieces left, whatever the order and the way there; keeps what it
    learns."""
    cells = ask[CELLS]
    if ask[JOINT] and cut_off(ask, board):
        return False
    if lowest(~board) >= cells or popcount(~board) - 64 + cells > ask[PRUNE]:
        return True
    if unbalanced(ask, board, left):
        return False
    slot = find(mem, TILES, board, left)
    if mem[slot + 1] != 0:
        return mem[slot + 2] == 1  # type: ignore[no-any-return]
    tile = ask[TILE]
    bottom = mem[STACK]
    top = bottom
    number, end = narrower(ask, board, left)
    mem[top], mem[top + 1], mem[top + 2], mem[top + 3] = board, left, number, end
    while top >= bottom:
        board, left, number, end = mem[top], mem[top + 1], mem[top + 2], mem[top + 3]
        value = 0
        while number < end:
            if fits(ask, board, left, number):
                after, then = board | ask[tile + 2 * number], left - (1 << 4 * ask[tile + 2 * number + 1])
                value = 1
                if unbalanced(ask, after, then) or (ask[JOINT] and cut_off(ask, after)):
                    value = 0
                elif lowest(~after) < cells:
                    slot = find(mem, TILES, after, then)
                    value = mem[slot + 2] if mem[slot + 1] != 0 else -1
                if value != 0:
                    break
            number += 1
        if value == -1:
            mem[top + 2] = number
            top += 4
            number, end = narrower(ask, after, then)
            mem[top], mem[top + 1], mem[top + 2], mem[top + 3] = after, then, number, end
            continue
        if crowded(mem, TILES):
            return False
        slot = find(mem, TILES, board, left)
        mem[slot], mem[slot + 1], mem[slot + 2] = board, left + 1, value
        mem[TILES + 2] += 1
        top -= 4
    return value == 1
