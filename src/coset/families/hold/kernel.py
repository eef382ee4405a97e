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

from coset.kernels.bits import highest, lowest, popcount
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
def low_bits(word: int, by: int) -> int:
    """The word moved down by 0 to 63 bits, zeros from above."""
    return np.int64(np.uint64(word) >> np.uint64(by))  # type: ignore[return-value]


@kernel
def empty_cells(ask: Ints, board: int) -> int:
    """The cells of the field that are not on the board."""
    return ~board & low_bits(np.int64(-1), 64 - ask[CELLS])  # type: ignore[arg-type]


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


@kernel
def settled(ask: Ints, board: int) -> int:
    """The board with its full rows moved to the top."""
    height, row = ask[HEIGHT], ask[ROW]
    if ask[row + height]:
        for y in range(height - 2, -1, -1):
            if ask[row + y] & ~board == 0:
                below = 0
                for under in range(y):
                    below |= ask[row + under]
                above = ~(below | ask[row + height - 1])
                board = (board & below) | (low_bits(board, 1) & above) | ask[row + height - 1]
    return board


@kernel
def standing(ask: Ints, mem: Ints, board: int) -> int:
    """Find the rows that are not yet full: their filled cells by column, and their numbers in the field. How many
    they are.

    In a column, the floor is above bit `floor`, and higher rows are lower bits: so a fall is a carry.
    """
    floor = ask[HEIGHT] + 2 * ask[LONGEST] + 2
    column = mem[COLUMN]
    high = 0
    sky, rests = 0, 0
    for x in range(10):
        mem[column + x] = -1 << (floor + 1)
    for y in range(ask[HEIGHT]):
        if ask[ask[ROW] + y] & ~board != 0:
            mark = 1 << (floor - high)
            for x in range(10):
                bit = ask[ask[CELL] + 10 * y + x]
                if bit < 0 or (board >> bit) & 1:
                    mem[column + x] |= mark
                elif mem[column + x] & (mark << 1):
                    rests |= 1 << bit
            mem[mem[ORIGIN] + high] = y
            high += 1
    for row in range(high):
        for x in range(10):
            bit = ask[ask[CELL] + 10 * mem[mem[ORIGIN] + row] + x]
            if bit >= 0 and mem[column + x] & ((2 << (floor - row)) - 1) == 0:
                sky |= 1 << bit
    mem[SKY], mem[RESTS] = sky, rests
    return high


@kernel
def shifted(word: int, by: int) -> int:
    """The word moved up by `by` bits, or down."""
    return word << by if by >= 0 else word >> -by


@kernel
def fall(mem: Ints, rotation: int) -> None:
    """Let the reached centres of a rotation move down and sideways as far as they fit."""
    fits, reach = mem[FITS] + 10 * rotation, mem[REACH] + 10 * rotation
    changed = True
    while changed:
        changed = False
        for step in range(20):
            x = step if step < 10 else 19 - step
            fit, before = mem[fits + x], mem[reach + x]
            here = before
            if x > 0:
                here |= mem[reach + x - 1]
            if x < 9:
                here |= mem[reach + x + 1]
            here &= fit
            here |= ((fit + here) ^ fit) & fit
            if here != before:
                mem[reach + x] = here
                changed = True


@kernel
def turn(ask: Ints, mem: Ints, piece: int, old: int, new: int, below: int) -> bool:
    """Turn the centres reached in rotation `old` within `below`, each by the first kick that fits; whether more is
    reached."""
    turning, fits, reach = mem[TURNING], mem[FITS] + 10 * new, mem[REACH] + 10 * new
    some = 0
    for x in range(10):
        mem[turning + x] = mem[mem[REACH] + 10 * old + x] & below
        some |= mem[turning + x]
    grew = False
    at = ask[KICKS] + 2 * (16 * piece + 4 * old + new)
    for number in range(ask[at + 1], ask[at + 1] + ask[at]):
        if some == 0:
            break
        dx, dy = ask[ask[KICK] + 2 * number], ask[ask[KICK] + 2 * number + 1]
        some = 0
        for x in range(10):
            if 0 <= x + dx < 10:
                moved = shifted(mem[turning + x], dy) & mem[fits + x + dx]
                mem[turning + x] &= ~shifted(moved, -dy)
                if moved & ~mem[reach + x + dx]:
                    mem[reach + x + dx] |= moved
                    grew = True
            some |= mem[turning + x]
    return grew


@kernel
def reachable(ask: Ints, mem: Ints, piece: int, high: int) -> None:
    """For each rotation and column, the rows where the piece's centre fits, and those that it reaches from above.

    A centre a kick's length above the rows that stand gets anywhere up there by itself, so only those below need to
    be turned.
    """
    floor = ask[HEIGHT] + 2 * ask[LONGEST] + 2
    above = (1 << (floor + 1 - high - ask[LONGEST])) - 1
    for rotation in range(4):
        shape = ask[SHAPE] + 8 * (4 * piece + rotation)
        for x in range(10):
            here = (1 << (floor + 1)) - 1
            for part in range(4):
                cx = x + ask[shape + 2 * part]
                here &= shifted(~mem[mem[COLUMN] + cx], -ask[shape + 2 * part + 1]) if 0 <= cx < 10 else 0
            mem[mem[FITS] + 10 * rotation + x] = here
            mem[mem[REACH] + 10 * rotation + x] = here & above
    todo = 15
    while todo:
        for rotation in range(4):
            if todo >> rotation & 1:
                todo &= ~(1 << rotation)
                fall(mem, rotation)
                for new in range(4):
                    if new != rotation and turn(ask, mem, piece, rotation, new, ~above):
                        todo |= 1 << new


@kernel
def list_moves(ask: Ints, mem: Ints, board: int, piece: int, left: int) -> int:
    """The slot of the list of boards that `piece` leads to, of those that the pieces left can tile; -1 if there is
    no room.

    Most placements are seen from above, or can't be tiled on; only what remains needs a search for the way there.
    """
    slot = find(mem, LISTS, board, 8 * left + piece)
    if mem[slot + 1] != 0:
        return slot
    if crowded(mem, LISTS) or mem[MOVES + 2] + 1000 > mem[MOVES + 1]:
        mem[FULL] = 1
        return -1
    high = standing(ask, mem, board)
    slides, rests = ask[ask[SLIDES] + piece], mem[RESTS]
    if slides == 2:
        mem[SKY] = -1
    unseen = ~mem[SKY]
    start = end = mem[MOVES + 2]
    hidden = False
    for number in range(ask[ask[PLACE_START] + piece], ask[ask[PLACE_START] + piece + 1]):
        cells, gap = ask[ask[PLACE] + 2 * number], ask[ask[PLACE] + 2 * number + 1]
        if cells & board == 0 and cells & rests != 0 and gap & ~board == 0 and (cells & unseen == 0 or slides == 1):
            after = settled(ask, board | cells)
            if tileable(ask, mem, after, left):
                if cells & unseen == 0:
                    mem[end] = after
                    end += 1
                else:
                    hidden = True
    mem[MOVES + 2] = end
    if hidden:
        reachable(ask, mem, piece, high)
        add_hidden(ask, mem, board, piece, left, high)
    if mem[FULL]:
        mem[MOVES + 2] = start
        return -1
    sort_moves(ask, mem, start)
    mem[slot], mem[slot + 1], mem[slot + 2], mem[slot + 3] = board, 8 * left + piece + 1, start, mem[MOVES + 2]
    mem[LISTS + 2] += 1
    return slot


@kernel
def openness(ask: Ints, board: int) -> int:
    """How many empty cells have another to the right of them: boards with many are cleared by most queues."""
    empty = empty_cells(ask, board)
    return popcount(empty & low_bits(empty, ask[HEIGHT]) & ask[JOINT])


@kernel
def sort_moves(ask: Ints, mem: Ints, start: int) -> None:
    """Put the boards from `start` on in order, the most open first."""
    for number in range(start + 1, mem[MOVES + 2]):
        board = mem[number]
        score = openness(ask, board)
        at = number
        while at > start and openness(ask, mem[at - 1]) < score:
            mem[at] = mem[at - 1]
            at -= 1
        mem[at] = board


@kernel
def add_hidden(ask: Ints, mem: Ints, board: int, piece: int, left: int, high: int) -> None:
    """Add the boards after all reached places that are not seen from above."""
    floor = ask[HEIGHT] + 2 * ask[LONGEST] + 2
    start = mem[MOVES + 2]
    for rotation in range(4):
        shape = ask[SHAPE] + 8 * (4 * piece + rotation)
        higher = 0
        for part in range(4):
            higher = max(higher, -ask[shape + 2 * part + 1])
        inside = -1 << (floor + 1 - high + higher)
        for x in range(10):
            resting = mem[mem[REACH] + 10 * rotation + x] & ~(mem[mem[FITS] + 10 * rotation + x] >> 1) & inside
            while resting != 0:
                y = floor - lowest(resting)
                resting &= resting - 1
                cells = 0
                for part in range(4):
                    row = mem[mem[ORIGIN] + y - ask[shape + 2 * part + 1]]
                    cells |= 1 << ask[ask[CELL] + 10 * row + x + ask[shape + 2 * part]]
                new = cells & ~mem[SKY] != 0
                after = settled(ask, board | cells)
                for known in range(start, mem[MOVES + 2]):
                    if mem[known] == after:
                        new = False
                if new and tileable(ask, mem, after, left):
                    mem[mem[MOVES + 2]] = after
                    mem[MOVES + 2] += 1


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
