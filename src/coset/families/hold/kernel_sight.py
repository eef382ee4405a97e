"""Best play under limited sight: sums over what is dealt, maxima over what is chosen."""

from coset.families.hold.kernel import (
    AFTER,
    BOARD,
    CELLS,
    COUNT,
    END,
    HELD,
    HOLDS,
    KEPT,
    LEFT,
    NEXT,
    NONE,
    QUEUE,
    SEEN,
    STATES,
    WAY,
    Ints,
    crowded,
    find,
)
from coset.families.hold.kernel_moves import list_moves
from coset.kernels.bits import lowest
from coset.kernels.jit import kernel
from coset.kernels.watch import DONE, STOP


@kernel
def one_more(left: int, piece: int) -> int:
    """`left` with one more of a piece."""
    return left + (1 << 4 * piece) if (left >> 4 * piece) & 15 < 15 else left


FORCED, NOW, LATER, VALUE = 3, 9, 10, 11
"""More words of a frame of `best`, which has no bits and no open queues: [forced], the pieces seen, how many, and
the best so far."""
SIGHTS = 12


@kernel
def sight_key(frame: Ints) -> int:
    """The key of a state of `best`, besides the board."""
    return frame[HELD] + 8 * (frame[FORCED] + 2 * (frame[LATER] + 16 * (frame[NOW] + (frame[QUEUE] << 30))))  # type: ignore[no-any-return]


@kernel
def reveals(ask: Ints, frame: Ints) -> bool:
    """Whether one more piece is dealt before the next choice."""
    return frame[LATER] <= ask[SEEN] and ask[ask[AFTER] + 8 * frame[QUEUE] + NONE] < 0  # type: ignore[no-any-return]


@kernel
def deal(ask: Ints, frames: Ints, top: int) -> int:
    """Go to the state with the next piece seen as well. 1: done, 0: all have been looked at."""
    frame, below = frames[top], frames[top + 1]
    while frame[WAY] < 7:
        piece = frame[WAY]
        frame[WAY] += 1
        then = ask[ask[AFTER] + 8 * frame[QUEUE] + piece]
        if then >= 0:
            below[:] = frame
            below[QUEUE], below[NOW], below[LATER] = then, frame[NOW] | piece << 3 * frame[LATER], frame[LATER] + 1
            return 1
    return 0


@kernel
def choose(ask: Ints, mem: Ints, frames: Ints, top: int) -> int:
    """Go to the state after the next choice: place the current piece, place the held one, or hold. 1: done, 0: no
    more, -1: no room."""
    frame, below = frames[top], frames[top + 1]
    now, later, fewer = frame[NOW] & 7, frame[NOW] >> 3, frame[LATER] - 1
    if frame[LATER] == 0:
        now, later, fewer = NONE, 0, 0
    while frame[NEXT] >= frame[END]:
        if frame[WAY] == 3:
            return 0
        held = frame[HELD]
        way = frame[WAY]
        frame[WAY] += 1
        if way == 2:
            if held == NONE and now != NONE and not frame[FORCED] and ask[HOLDS]:
                below[:] = frame
                below[HELD], below[NOW], below[LATER], below[FORCED] = now, later, fewer, 1
                return 1
            continue
        placed, kept = (now, held) if way == 0 else (held, now)
        if placed == NONE or (way == 1 and (frame[FORCED] or held == now)):
            continue
        left = ask[ask[LEFT] + 8 * frame[QUEUE] + NONE]
        for k in range(fewer):
            left = one_more(left, (later >> 3 * k) & 7)
        slot = list_moves(ask, mem, frame[BOARD], placed, left if kept == NONE else one_more(left, kept))
        if slot < 0:
            return -1
        frame[NEXT], frame[END], frame[KEPT] = mem[slot + 2], mem[slot + 3], kept
    below[:] = frame
    below[BOARD], below[HELD], below[NOW], below[LATER], below[FORCED] = mem[frame[NEXT]], frame[KEPT], later, fewer, 0
    frame[NEXT] += 1
    return 1


@kernel
def best(ask: Ints, mem: Ints, frames: Ints, watch: Ints) -> int:
    """How many queues succeed from the state in frames[0] under best play; -1: stopped or no room, call again.

    The state has the pieces seen (the current one lowest, three bits each), the state of the queues after them, and
    whether a piece has just been held, so that the next must be placed. Nothing is known but what is seen, so a
    choice is the best on the whole of what can still be dealt: a sum over what is dealt, a maximum over what is chosen.
    """
    top = 0
    entering = True
    while watch[STOP] == 0:
        frame = frames[top]
        value = -1
        if entering:
            slot = find(mem, STATES, frame[BOARD], sight_key(frame))
            if lowest(~frame[BOARD]) >= ask[CELLS]:
                value = ask[ask[COUNT] + frame[QUEUE]]
            elif mem[slot + 1] != 0:
                value = mem[slot + 2]
            else:
                frame[WAY], frame[NEXT], frame[END], frame[VALUE] = 0, 0, 0, 0
        if value < 0:
            going = deal(ask, frames, top) if reveals(ask, frame) else choose(ask, mem, frames, top)
            if going < 0 or crowded(mem, STATES):
                return -1
            entering = going == 1
            if entering:
                top += 1
                continue
            value = frame[VALUE]
            slot = find(mem, STATES, frame[BOARD], sight_key(frame))
            mem[slot], mem[slot + 1], mem[slot + 2] = frame[BOARD], sight_key(frame) + 1, value
            mem[STATES + 2] += 1
            watch[DONE] += 1
        if top == 0:
            return value
        top -= 1
        entering = False
        above = frames[top]
        above[VALUE] = above[VALUE] + value if reveals(ask, above) else max(above[VALUE], value)
    return -1
