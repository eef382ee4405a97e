"""All queues at once: their bits are put together from those of the next boards."""

from coset.families.hold.kernel import (
    AFTER,
    AT,
    BITS,
    BOARD,
    CELLS,
    COUNT,
    END,
    FIRST,
    FRAME,
    FRAMES,
    FULL,
    HELD,
    KEPT,
    LEFT,
    NEXT,
    NONE,
    OPEN,
    PIECE,
    QUEUE,
    SAVED,
    SLACK,
    START,
    STATES,
    WAY,
    WIDE,
    Ints,
    crowded,
    find,
    low_bits,
)
from coset.families.hold.kernel_moves import list_moves
from coset.kernels.bits import lowest
from coset.kernels.jit import kernel
from coset.kernels.watch import DONE, STOP


@kernel
def take(mem: Ints, at: int, start: int, count: int, target: int) -> bool:
    """Copy `count` bits from bit `start` after word `at` to word `target`; whether there is a one among them."""
    words = (count + 63) // 64
    at += start // 64
    low = start % 64
    some = 0
    for k in range(words):
        word = low_bits(mem[at + k], low)
        if low:
            word |= mem[at + k + 1] << (64 - low)
        if k == words - 1 and count % 64:
            word &= (1 << count % 64) - 1
        mem[target + k] = word
        some |= word
    return some != 0


@kernel
def put(mem: Ints, source: int, count: int, at: int, start: int) -> None:
    """Add (or) `count` bits of word `source` and on from bit `start` after word `at`; the source's bits after them
    are 0."""
    at += start // 64
    low = start % 64
    for k in range((count + 63) // 64):
        word = mem[source + k]
        mem[at + k] |= word << low
        if low and low_bits(word, 64 - low):
            mem[at + k + 1] |= low_bits(word, 64 - low)


@kernel
def strike(mem: Ints, opened: int, words: int, at: int) -> bool:
    """Take the queues at word `at` and on out of those at `opened`; whether some are left."""
    some = 0
    for k in range(words):
        mem[opened + k] &= ~mem[at + k]
        some |= mem[opened + k]
    return some != 0


@kernel
def settle(mem: Ints, need: int, at: int, words: int, success: bool) -> None:
    """Note that the queues to decide are known, and that they succeed if so."""
    for k in range(words):
        mem[at + words + k] |= mem[need + k]
        if success:
            mem[at + k] |= mem[need + k]


@kernel
def state_of(ask: Ints, mem: Ints, board: int, held: int, queue: int) -> int:
    """Where the bits of a state are (first those that succeed, then those that are known), -1 if there is no room."""
    slot = find(mem, STATES, board, held + 8 * queue)
    if mem[slot + 1] == 0:
        words = (ask[ask[COUNT] + queue] + 63) // 64
        if crowded(mem, STATES) or mem[BITS + 2] + 2 * words + 1 > mem[BITS + 1]:
            mem[FULL] = 1
            return -1
        mem[slot], mem[slot + 1], mem[slot + 2] = board, held + 8 * queue + 1, mem[BITS + 2]
        mem[STATES + 2] += 1
        mem[BITS + 2] += 2 * words
    return mem[slot + 2]  # type: ignore[no-any-return]


@kernel
def enter(ask: Ints, mem: Ints, deep: int) -> int:
    """Begin with the state of this depth. 1: there are queues to decide, 0: none (any more), -1: no room."""
    frame, need = mem[FRAME] + deep * FRAMES, mem[OPEN] + 3 * deep * mem[WIDE]
    board, held, queue = mem[frame + BOARD], mem[frame + HELD], mem[frame + QUEUE]
    at = state_of(ask, mem, board, held, queue)
    if at < 0:
        return -1
    mem[frame + AT], mem[frame + PIECE], mem[frame + WAY], mem[frame + NEXT], mem[frame + END] = at, -1, 2, 0, 0
    words = (ask[ask[COUNT] + queue] + 63) // 64
    if not strike(mem, need, words, at + words):
        return 0
    if lowest(~board) >= ask[CELLS]:
        settle(mem, need, at, words, ask[SAVED] < 0 or ask[SAVED] == held)
        return 0
    return 1


@kernel
def next_piece(ask: Ints, mem: Ints, deep: int) -> bool:
    """Write down what was found for the last next piece, and go on with the next that has open queues, if any."""
    frame, need = mem[FRAME] + deep * FRAMES, mem[OPEN] + 3 * deep * mem[WIDE]
    opened, found = need + mem[WIDE], need + 2 * mem[WIDE]
    after, first = ask[AFTER] + 8 * mem[frame + QUEUE], ask[FIRST] + 8 * mem[frame + QUEUE]
    piece = mem[frame + PIECE]
    if piece >= 0:
        count = ask[ask[COUNT] + ask[after + piece]]
        take(mem, need, ask[first + piece], count, found)
        strike(mem, found, (count + 63) // 64, opened)
        put(mem, found, count, mem[frame + AT], ask[first + piece])
    for piece in range(mem[frame + PIECE] + 1, 8):
        then = ask[after + piece]
        if then >= 0 and take(mem, need, ask[first + piece], ask[ask[COUNT] + then], opened):
            mem[frame + PIECE], mem[frame + WAY] = piece, -1
            return True
    return False


@kernel
def advance(ask: Ints, mem: Ints, deep: int) -> int:
    """Find the next board to look at, and put it at depth + 1. 1: found, 0: there is none, -1: no room."""
    frame = mem[FRAME] + deep * FRAMES
    while mem[frame + NEXT] >= mem[frame + END]:
        mem[frame + WAY] += 1
        if mem[frame + WAY] >= 2:
            if not next_piece(ask, mem, deep):
                return 0
            continue
        piece, held = mem[frame + PIECE], mem[frame + HELD]
        placed, kept = (piece, held) if mem[frame + WAY] == 0 else (held, piece)
        if placed == NONE or (mem[frame + WAY] == 1 and held == piece):
            continue
        then = ask[ask[AFTER] + 8 * mem[frame + QUEUE] + piece]
        slot = list_moves(ask, mem, mem[frame + BOARD], placed, ask[ask[LEFT] + 8 * then + kept])
        if slot < 0:
            return -1
        start = mem[slot + 2]
        end = min(mem[slot + 3], start + mem[frame + SLACK] + 1)
        mem[frame + START], mem[frame + NEXT], mem[frame + END], mem[frame + KEPT] = start, start, end, kept
    then = ask[ask[AFTER] + 8 * mem[frame + QUEUE] + mem[frame + PIECE]]
    below = frame + FRAMES
    mem[below + BOARD], mem[below + HELD], mem[below + QUEUE] = mem[mem[frame + NEXT]], mem[frame + KEPT], then
    mem[below + SLACK] = mem[frame + SLACK] - (mem[frame + NEXT] - mem[frame + START])
    mem[frame + NEXT] += 1
    opened = mem[OPEN] + (3 * deep + 1) * mem[WIDE]
    for k in range(opened, opened + (ask[ask[COUNT] + then] + 63) // 64):
        mem[k + 2 * mem[WIDE]] = mem[k]
    return 1


@kernel
def reopen(ask: Ints, mem: Ints) -> None:
    """Know no more that queues fail, only that they succeed."""
    for at in range(mem[STATES], mem[STATES] + 4 * (mem[STATES + 1] + 1), 4):
        if mem[at + 1] != 0:
            words = (ask[ask[COUNT] + (mem[at + 1] - 1) // 8] + 63) // 64
            for k in range(mem[at + 2], mem[at + 2] + words):
                mem[k + words] = mem[k]


@kernel
def solve(ask: Ints, mem: Ints, watch: Ints) -> int:
    """Decide the queues at mem[OPEN] for the state at mem[FRAME]; where its bits are. -1: stopped or no room, call
    again.

    The SLACK of a frame is how far from the first boards of the lists it may go, on the whole of the way down. With
    little of it a queue may be taken to fail that doesn't (see `reopen`).

    The caller that makes room keeps what is known, so that little is done twice.
    """
    deep = 0
    going = enter(ask, mem, 0)
    while going >= 0 and watch[STOP] == 0:
        frame = mem[FRAME] + deep * FRAMES
        if going == 1:
            going = advance(ask, mem, deep)
            if going == 1:
                deep += 1
                going = enter(ask, mem, deep)
                continue
            if going < 0:
                break
            words = (ask[ask[COUNT] + mem[frame + QUEUE]] + 63) // 64
            settle(mem, mem[OPEN] + 3 * deep * mem[WIDE], mem[frame + AT], words, False)
            watch[DONE] += 1
        if deep == 0:
            return mem[frame + AT]  # type: ignore[no-any-return]
        deep -= 1
        words = (ask[ask[COUNT] + mem[frame + QUEUE]] + 63) // 64
        if not strike(mem, mem[OPEN] + (3 * deep + 1) * mem[WIDE], words, mem[frame + AT]):
            frame -= FRAMES
            mem[frame + NEXT], mem[frame + WAY] = mem[frame + END], 2
        going = 1
    return -1
