"""Boards of minesweeper that need no guess, compiled.

A random board is played by two rules: a number alone, and a pair of numbers (if one wants as many more mines as it
has more cells, those are mines, and what only the other has is safe). Where they stall, the mines around one number are
moved to cells far from what is open, or from there, and it goes on. As numbers that were used may change, the board is
then played again from the start, until nothing has to be moved. So not all boards are equally likely.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from coset.families.mines.kernel_make import below
from coset.kernels.jit import kernel
from coset.kernels.watch import DONE, STOP

Ints: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]
Bytes: TypeAlias = npt.NDArray[np.int8]
Whole: TypeAlias = Any

HIDDEN, OPEN, FLAGGED, WALL = 0, 1, 2, 3
MOST_GAMES = 60
"""Games after which a board is given up for a new one."""


@kernel
def _push(state: Bytes, wide: Whole, queue: Ints, waiting: Bytes, ends: Ints, cell: Whole) -> None:
    """Queue the open cells near a cell whose state has changed."""
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            near = cell + dy * wide + dx
            if state[near] == OPEN and not waiting[near]:
                waiting[near] = 1
                queue[ends[1] % queue.size] = near
                ends[1] += 1


@kernel
def _wants(mines: Bytes, state: Bytes, wide: Whole, cell: Whole) -> Whole:
    """Hidden cells around an open one, times 16, and how many mines they have."""
    hidden = number = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            near = cell + dy * wide + dx
            if state[near] == HIDDEN:
                hidden += 1
                number += mines[near]
    return 16 * hidden + number


@kernel
def _settle(
    state: Bytes, wide: Whole, queue: Ints, waiting: Bytes, ends: Ints, cell: Whole, not_near: Whole, to: Whole
) -> None:
    """Open or flag the hidden cells around a cell, but those around `not_near` (0: all)."""
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            near = cell + dy * wide + dx
            away = abs(near // wide - not_near // wide) > 1 or abs(near % wide - not_near % wide) > 1
            if state[near] == HIDDEN and (not_near == 0 or away):
                state[near] = to
                ends[2] -= 1
                ends[3] -= to == FLAGGED
                _push(state, wide, queue, waiting, ends, near)


@kernel
def _only(state: Bytes, wide: Whole, cell: Whole, other: Whole) -> Whole:
    """Hidden cells around one cell that are not around another."""
    found = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            near = cell + dy * wide + dx
            away = abs(near // wide - other // wide) > 1 or abs(near % wide - other % wide) > 1
            found += state[near] == HIDDEN and away
    return found


@kernel
def _play(mines: Bytes, state: Bytes, wide: Whole, queue: Ints, waiting: Bytes, ends: Ints) -> None:
    """Apply both rules until nothing follows; `ends`: of the queue, hidden cells, mines among them."""
    while ends[0] < ends[1]:
        cell = queue[ends[0] % queue.size]
        ends[0] += 1
        waiting[cell] = 0
        wants = _wants(mines, state, wide, cell)
        hidden, number = wants >> 4, wants & 15
        if hidden and number in (0, hidden):
            _settle(state, wide, queue, waiting, ends, cell, 0, OPEN if number == 0 else FLAGGED)
            hidden = 0
        for around in range(25):
            other = cell + (around // 5 - 2) * wide + around % 5 - 2
            if hidden and other != cell and state[other] == OPEN:
                theirs = _wants(mines, state, wide, other)
                # An empty clue, or one with no cell in common, says nothing new.
                mine_only, their_only = _only(state, wide, cell, other), _only(state, wide, other, cell)
                if theirs and mine_only < hidden and mine_only + their_only and number - (theirs & 15) == mine_only:
                    _settle(state, wide, queue, waiting, ends, cell, other, FLAGGED)
                    _settle(state, wide, queue, waiting, ends, other, cell, OPEN)
                    wants = _wants(mines, state, wide, cell)
                    hidden, number = wants >> 4, wants & 15
                elif theirs and mine_only < hidden and mine_only + their_only and (theirs & 15) - number == their_only:
                    _settle(state, wide, queue, waiting, ends, other, cell, FLAGGED)
                    _settle(state, wide, queue, waiting, ends, cell, other, OPEN)
                    wants = _wants(mines, state, wide, cell)
                    hidden, number = wants >> 4, wants & 15
        if ends[0] == ends[1] and ends[2] and (ends[3] == 0 or ends[3] == ends[2]):
            ends[2] = 0


@kernel
def _begin(
    state: Bytes, wide: Whole, high: Whole, first: Whole, total: Whole, queue: Ints, waiting: Bytes, ends: Ints
) -> None:
    for at in range(state.size):
        state[at] = WALL
        waiting[at] = 0
    for y in range(high):
        for x in range(wide - 4):
            state[(y + 2) * wide + x + 2] = HIDDEN
    ends[0] = ends[1] = 0
    ends[2], ends[3] = (wide - 4) * high - 1, total
    state[first] = OPEN
    _push(state, wide, queue, waiting, ends, first)


@kernel
def _far(mines: Bytes, state: Bytes, wide: Whole, cell: Whole, mine: Whole, random: Words) -> Whole:
    """A hidden cell with a mine or without, not around this one; far from what is open, if there is such a cell."""
    count, far, best = 0, 0, 0
    for at in range(state.size):
        apart = abs(at // wide - cell // wide) > 1 or abs(at % wide - cell % wide) > 1
        if state[at] == HIDDEN and mines[at] == mine and apart:
            lonely = 1
            for around in range(9):
                if state[at + (around // 3 - 1) * wide + around % 3 - 1] == OPEN:
                    lonely = 0
            if lonely > far:
                far, count = 1, 0
            if lonely == far:
                count += 1
                if below(random, count) == 0:
                    best = at
    return best


@kernel
def _move(
    mines: Bytes, state: Bytes, wide: Whole, first: Whole, random: Words, queue: Ints, waiting: Bytes, ends: Ints
) -> bool:
    """Fill or empty the hidden cells around one open cell, with mines from or to hidden cells elsewhere."""
    count = 0
    for at in range(state.size):
        if state[at] == OPEN and _wants(mines, state, wide, at):
            count += 1
            if below(random, count) == 0:
                queue[0] = at
    if count == 0:
        return False
    cell, fill = queue[0], below(random, 2)
    ends[0] = ends[1] = 0
    moved = False
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            near = cell + dy * wide + dx
            if state[near] != HIDDEN or mines[near] == fill:
                continue
            best = _far(mines, state, wide, cell, fill, random)
            if best:
                mines[near], mines[best] = fill, 1 - fill
                moved = True
                _push(state, wide, queue, waiting, ends, near)
                _push(state, wide, queue, waiting, ends, best)
    return moved


@kernel
def make(
    mines: Bytes,
    state: Bytes,
    wide: Whole,
    total: Whole,
    first: Whole,
    random: Words,
    queue: Ints,
    waiting: Bytes,
    watch: Ints,
) -> bool:
    """Lay out mines so that all follows from the first cell; whether it was done before it was stopped.

    The arrays have two columns and rows of wall on each side; `first` has no mine around it.
    """
    ends = np.zeros(4, np.int64)
    high = mines.size // wide - 4
    while watch[STOP] == 0:
        _scatter(mines, wide, high, total, first, random)
        for _ in range(MOST_GAMES):
            _begin(state, wide, high, first, total, queue, waiting, ends)
            _play(mines, state, wide, queue, waiting, ends)
            watch[DONE] += 1
            if ends[2] == 0:
                return True
            while ends[2] and _move(mines, state, wide, first, random, queue, waiting, ends):
                _play(mines, state, wide, queue, waiting, ends)
            if watch[STOP]:
                break
    return False


@kernel
def _scatter(mines: Bytes, wide: Whole, high: Whole, total: Whole, first: Whole, random: Words) -> None:
    """Mines anywhere but at the first cell and around it."""
    for at in range(mines.size):
        mines[at] = 0
    left = total
    while left:
        at = (below(random, high) + 2) * wide + below(random, wide - 4) + 2
        apart = abs(at // wide - first // wide) > 1 or abs(at % wide - first % wide) > 1
        if apart and mines[at] == 0:
            mines[at] = 1
            left -= 1
