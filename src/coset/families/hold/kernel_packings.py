"""All ways to fill a field, and which of them can be played."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coset.families.hold.kernel import (
    CELLS,
    FULL,
    LEFT,
    NONE,
    RESTS,
    SKY,
    SLIDES,
    TILE,
    TILE_START,
    Ints,
)
from coset.families.hold.kernel_moves import covered, reachable, resting, standing
from coset.families.hold.kernel_tilings import tileable
from coset.kernels.bits import lowest
from coset.kernels.jit import kernel
from coset.kernels.watch import DONE, STOP

Flags: TypeAlias = npt.NDArray[np.bool_]

TOO_MANY, MORE = -2, -3
"""There are more tilings than were to be looked at; there are more to write than there are rows for."""


@kernel
def packings(ask: Ints, mem: Ints, gaps: Ints, most: int, found: Ints, watch: Ints) -> int:
    """Write the tilings of the field that can be played in some order, with hold or without, to `found`, the numbers of
    their placements in TILE in a row each; how many there are. -1: stopped or no room; TOO_MANY: more than `most` to
    look at; MORE.

    `gaps` are the cells that must be full before, of each placement in TILE.
    """
    tile, start, cells, pieces = ask[TILE], ask[TILE_START], ask[CELLS], found.shape[1]
    count, tilings = 0, 0
    deep = 0
    boards, lefts = np.zeros(pieces + 1, np.int64), np.zeros(pieces + 1, np.int64)
    number, reached = np.zeros(pieces + 1, np.int64), np.zeros(1 << pieces, np.bool_)
    lefts[0], number[0] = ask[ask[LEFT] + NONE], ask[start]
    while deep >= 0 and watch[STOP] == 0:
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
        tilings += 1
        if tilings > most:
            return TOO_MANY
        chosen = number[:pieces] - 1
        if playable(ask, mem, gaps, chosen, reached):
            if count == found.shape[0]:
                return MORE
            found[count] = chosen
            count += 1
            watch[DONE] = count
    return count if deep < 0 else -1


@kernel
def playable(ask: Ints, mem: Ints, gaps: Ints, chosen: Ints, reached: Flags) -> bool:
    """Whether the placements can be made in some order, hold or not. `gaps` are the cells that must be full before, of
    each placement in TILE; `reached` is scratch: a flag for each set of them."""
    tile, pieces = ask[TILE], chosen.size
    if not can_clear(ask, gaps, chosen):
        return False
    reached[: 1 << pieces] = False
    reached[0] = True
    for done in range((1 << pieces) - 1):
        if not reached[done]:
            continue
        board = 0
        for k in range(pieces):
            if done >> k & 1:
                board |= ask[tile + 2 * chosen[k]]
        high = standing(ask, mem, board)
        sky, rests = mem[SKY], mem[RESTS]
        for k in range(pieces):
            cells, piece = ask[tile + 2 * chosen[k]], ask[tile + 2 * chosen[k] + 1]
            slides = ask[ask[SLIDES] + piece]
            if done >> k & 1 or reached[done | 1 << k] or cells & rests == 0 or gaps[chosen[k]] & ~board != 0:
                continue
            if cells & ~sky == 0 or slides == 2 or (slides == 1 and reaches(ask, mem, piece, cells, high)):
                reached[done | 1 << k] = True
    return reached[(1 << pieces) - 1]  # type: ignore[no-any-return]


@kernel
def can_clear(ask: Ints, gaps: Ints, chosen: Ints) -> bool:
    """Whether the placements have an order in which the rows between the parts of each are full before it.

    Most tilings of a tall field fail in this, which is quickly seen: what can be placed now can be later too.
    """
    board, before = 0, -1
    while board != before:
        before = board
        for k in range(chosen.size):
            if gaps[chosen[k]] & ~board == 0:
                board |= ask[ask[TILE] + 2 * chosen[k]]
    return lowest(~board) >= ask[CELLS]  # type: ignore[no-any-return]


@kernel
def reaches(ask: Ints, mem: Ints, piece: int, cells: int, high: int) -> bool:
    """Whether the piece can be moved to rest on these cells, in the field that `standing` has looked at."""
    reachable(ask, mem, piece, high)
    for rotation in range(4):
        for x in range(10):
            places = resting(ask, mem, piece, rotation, x, high)
            while places != 0:
                if covered(ask, mem, piece, rotation, x, lowest(places)) == cells:
                    return True
                places &= places - 1
    return False
