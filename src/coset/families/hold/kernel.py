"""Which queues clear a field: all queues at once, as bits.

Bit i of a board is cell i of the field, numbered from the left column to the right, upwards in a column (without
columns that are full from the start). Full rows move to the top, so boards that look alike are one; a board that is
full all over is cleared. A field of more than 64 cells numbers its empty cells only, and leaves full rows where they
are. A **state** is (board, held piece, state of the queues); its answer is a set of bits, one for each queue that
goes on from there. The answer of a state is put together from those of the next boards, bits shifted to their
places; a next board is asked only about queues that are still open, and what is known of a state is kept.

All that never changes is in one array, `ask`, and all that does in another, `mem`: sections, whose starts are in the
first words under the names below. (Each array that a compiled function is given costs it a lock or two: with thirty,
that was all it did.)
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coset.kernels.jit import kernel
from coset.kernels.table import mix

Ints: TypeAlias = npt.NDArray[np.int64]

NONE = 7
"""The held piece where there is none; as the next piece, the end of the queue, where the held one is placed."""

HEIGHT, LONGEST, CELLS, SAVED = 0, 1, 2, 3
"""Rows of the field; the longest kick up or down, at least 2; cells; the piece that must be left over, or -1."""
CELL, ROW = 4, 5
"""[row * 10 + column]: the bit of the cell, or -1 if it has none and is filled. [row]: its cells. [height]: 1 if
full rows move up."""
SHAPE, KICKS, KICK, SLIDES = 6, 7, 8, 9
"""[piece, rotation, part, 2]: shifts of the parts, to the right and downwards. [piece, from, to]: number of kicks,
where the first is in KICK, two numbers a kick. [piece]: 1 where it slides and turns below the top, 0 where it only
falls, 2 where it may be anywhere."""
TILE, TILE_START = 10, 11
"""Placements by their lowest cell, then all of them by their highest: cells and piece. [cell]: the number of the
first of those with this lowest cell."""
PLACE, PLACE_START = 12, 13
"""The same by piece: cells, and the cells of the rows between, which must be full before."""
AFTER, FIRST, COUNT, LEFT = 14, 15, 16, 17
"""The queues: [state, 8] (see stacking.queues), [state], and [state, held]: how many of each piece may still be
placed, four bits each."""
ROOT, PRUNE = 18, 19
"""The board to begin with; ask about tilings where this many cells are left, or less."""
SEEN, HOLDS = 20, 21
"""For `best`: how many pieces are seen after the current one; whether there is hold."""
JOINT = 22
"""The cells with a numbered cell to the right of them, one height of bits on; 0 where filled cells have no bits."""
HIGH_START, EVEN = 23, 24
"""[cell]: the number of the first placement with this highest cell; 0 where only the lowest are listed. The cells of
every other column."""
ASK = 25

TILES, LISTS, STATES = 0, 3, 6
"""Hash tables: where they start, slots - 1, how many are in use. Four words a slot: a two-word key (the second is 0
where the slot is free) and two of value: whether it can be tiled; start and end of a list of moves; where the bits
of a state are."""
MOVES, BITS = 9, 12
"""Where these start, where they end, and what is in use up to."""
FULL = 15
"""1: the room is used up."""
FRAME, OPEN, WIDE = 16, 17, 18
"""The states on the way to the present one, `FRAMES` words each; three sets of queues each, of `WIDE` words: those
to decide, those of them that are open for one next piece, and those found for it."""
FITS, REACH, TURNING, COLUMN, ORIGIN, STACK = 19, 20, 21, 22, 23, 24
"""Scratch of one search for moves, and of one for tilings."""
SKY, RESTS = 25, 26
"""The empty cells from which all is free upwards; those with something beneath."""
MEM = 27

BOARD, HELD, QUEUE, AT, PIECE, WAY, NEXT, END, KEPT, SLACK, START = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
FRAMES = 11


@kernel
def find(mem: Ints, table: int, a: int, b: int) -> int:
    """The slot of key (a, b) in one of the tables, or the free slot where it belongs."""
    start, last = mem[table], mem[table + 1]
    b += 1
    slot = np.int64(mix(a ^ np.int64(np.uint64(b) * np.uint64(0x9E3779B97F4A7C15))) & np.uint64(last))  # type: ignore[arg-type]
    while True:
        at = start + 4 * slot
        if mem[at + 1] == 0 or (mem[at] == a and mem[at + 1] == b):
            return at  # type: ignore[no-any-return]
        slot = (slot + 1) & last


@kernel
def crowded(mem: Ints, table: int) -> bool:
    """Whether a table needs more room, which then is asked for."""
    if mem[table + 2] * 10 > mem[table + 1] * 7:
        mem[FULL] = 1
    return mem[FULL] == 1  # type: ignore[no-any-return]


@kernel
def low_bits(word: int, by: int) -> int:
    """The word moved down by 0 to 63 bits, zeros from above."""
    return np.int64(np.uint64(word) >> np.uint64(by))  # type: ignore[return-value]


@kernel
def empty_cells(ask: Ints, board: int) -> int:
    """The cells of the field that are not on the board."""
    return ~board & low_bits(np.int64(-1), 64 - ask[CELLS])  # type: ignore[arg-type]


@kernel
def move_in(mem: Ints, old: Ints) -> None:
    """Fill the tables of a bigger memory from those of the old one, whose stores have been copied already."""
    for table in (TILES, LISTS, STATES):
        shift = 0
        if table == LISTS:
            shift = mem[MOVES] - old[MOVES]
        if table == STATES and old[BITS + 2] > old[BITS]:
            shift = mem[BITS] - old[BITS]
        for slot in range(old[table + 1] + 1):
            at = old[table] + 4 * slot
            if old[at + 1] != 0:
                new = find(mem, table, old[at], old[at + 1] - 1)
                mem[new], mem[new + 1], mem[new + 2], mem[new + 3] = (
                    old[at],
                    old[at + 1],
                    old[at + 2] + shift,
                    old[at + 3] + shift,
                )
                mem[table + 2] += 1
