"""All ways to fill a field, and which of them can be played."""

import numpy as np
import numpy.typing as npt

from coset.families.hold.kernel import (
    CELLS,
    FULL,
    TILE,
    TILE_START,
    Ints,
    list_moves,
    tileable,
)
from coset.kernels.bits import lowest
from coset.kernels.jit import kernel


@kernel
def packings(ask: Ints, mem: Ints, left: int, found: Ints) -> int:
    """Write the tilings of the field (numbers of placements in TILE, a row each) to `found`; how many there are, -1:
    no room."""
    tile, start, cells, pieces = ask[TILE], ask[TILE_START], ask[CELLS], found.shape[1]
    count = 0
    deep = 0
    boards, lefts, number = (
        np.zeros(pieces + 1, np.int64),
        np.zeros(pieces + 1, np.int64),
        np.zeros(pieces + 1, np.int64),
    )
    lefts[0], number[0] = left, ask[start]
    while deep >= 0:
        here = number[deep]
        if here >= ask[start + lowest(~boards[deep]) + 1]:
            deep -= 1
            continue
        number[deep] = here + 1
        piece = ask[tile + 2 * here + 1]
        if boards[deep] & ask[tile + 2 * here] or not (lefts[deep] >> 4 * piece) & 15:
            continue
        board, then = boards[deep] | ask[tile + 2 * here], lefts[deep] - (1 << 4 * piece)
        if not tileable(ask, mem, board, then):
            if mem[FULL]:
                return -1
            continue
        if lowest(~board) < cells:
            deep += 1
            boards[deep], lefts[deep], number[deep] = board, then, ask[start + lowest(~board)]
            continue
        if count < found.shape[0]:
            for k in range(pieces):
                found[count, k] = number[k] - 1
        count += 1
    return count


@kernel
def playable(ask: Ints, mem: Ints, chosen: Ints, reached: npt.NDArray[np.bool_]) -> int:
    """Whether the placements can be made in some order, hold or not; -1: no room. `reached` is scratch: a flag for
    each set of them."""
    tile, pieces = ask[TILE], chosen.size
    reached[: 1 << pieces] = False
    reached[0] = True
    every = 0
    for k in range(pieces):
        every += 1 << 4 * ask[tile + 2 * chosen[k] + 1]
    for done in range((1 << pieces) - 1):
        if not reached[done]:
            continue
        board, left = 0, every
        for k in range(pieces):
            if done >> k & 1:
                board |= ask[tile + 2 * chosen[k]]
                left -= 1 << 4 * ask[tile + 2 * chosen[k] + 1]
        for k in range(pieces):
            if done >> k & 1 or reached[done | 1 << k]:
                continue
            piece = ask[tile + 2 * chosen[k] + 1]
            slot = list_moves(ask, mem, board, piece, left - (1 << 4 * piece))
            if slot < 0:
                return -1
            for at in range(mem[slot + 2], mem[slot + 3]):
                if mem[at] == board | ask[tile + 2 * chosen[k]]:
                    reached[done | 1 << k] = True
    return int(reached[(1 << pieces) - 1])
