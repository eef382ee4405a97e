"""The boards that a piece leads to: where it fits, rests, and can be moved to."""

from coset.families.hold.kernel import (
    CELL,
    COLUMN,
    FITS,
    FULL,
    HEIGHT,
    JOINT,
    KICK,
    KICKS,
    LISTS,
    LONGEST,
    MOVES,
    ORIGIN,
    PLACE,
    PLACE_START,
    REACH,
    RESTS,
    ROW,
    SHAPE,
    SKY,
    SLIDES,
    TURNING,
    Ints,
    crowded,
    empty_cells,
    find,
    low_bits,
)
from coset.families.hold.kernel_tilings import tileable
from coset.kernels.bits import lowest, popcount
from coset.kernels.jit import kernel


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
def resting(ask: Ints, mem: Ints, piece: int, rotation: int, x: int, high: int) -> int:
    """Where in a column a reached centre comes to rest with the whole piece below the top, as bits."""
    shape = ask[SHAPE] + 8 * (4 * piece + rotation)
    higher = 0
    for part in range(4):
        higher = max(higher, -ask[shape + 2 * part + 1])
    inside = -1 << (ask[HEIGHT] + 2 * ask[LONGEST] + 3 - high + higher)
    reached, fitting = mem[mem[REACH] + 10 * rotation + x], mem[mem[FITS] + 10 * rotation + x]
    return reached & ~(fitting >> 1) & inside  # type: ignore[no-any-return]


@kernel
def covered(ask: Ints, mem: Ints, piece: int, rotation: int, x: int, bit: int) -> int:
    """The cells of the field under a piece whose centre is at a bit of column x."""
    shape, y = ask[SHAPE] + 8 * (4 * piece + rotation), ask[HEIGHT] + 2 * ask[LONGEST] + 2 - bit
    cells = 0
    for part in range(4):
        row = mem[mem[ORIGIN] + y - ask[shape + 2 * part + 1]]
        cells |= 1 << ask[ask[CELL] + 10 * row + x + ask[shape + 2 * part]]
    return cells


@kernel
def add_hidden(ask: Ints, mem: Ints, board: int, piece: int, left: int, high: int) -> None:
    """Add the boards after all reached places that are not seen from above."""
    start = mem[MOVES + 2]
    for rotation in range(4):
        for x in range(10):
            places = resting(ask, mem, piece, rotation, x, high)
            while places != 0:
                cells = covered(ask, mem, piece, rotation, x, lowest(places))
                places &= places - 1
                new = cells & ~mem[SKY] != 0
                after = settled(ask, board | cells)
                for known in range(start, mem[MOVES + 2]):
                    if mem[known] == after:
                        new = False
                if new and tileable(ask, mem, after, left):
                    mem[mem[MOVES + 2]] = after
                    mem[MOVES + 2] += 1
