"""The search that runs any program, compiled: a tape in, counts and fillings out. It means what `walk.py` means.

Numbers are masks of two words. `left[step, group]` holds what a group has left before the step: low and high word, then
the same mirrored (bit u at width - 1 - u). `mask[step]` are the choices that a step has not tried yet. `u` are the
cells, `rests` what fixed cells of open steps hold besides their slope. The search leaves when `out` is full, and goes
on from `state` when it is called again. A function that reads the tape from `at` gives where it stopped reading.
"""

import numpy as np
import numpy.typing as npt

from coset.families.figures.kernel_masks import down2, under2, where2
from coset.families.figures.kernel_tape import CHOICE, HARD, SECTIONS, SLOPES, TAKES, Ints
from coset.kernels.bits import lowest, popcount
from coset.kernels.jit import inlined, kernel
from coset.kernels.watch import STOP, Watch

Words = npt.NDArray[np.uint64]
Read = tuple[np.uint64, np.uint64, int]

DEPTH, COUNT, NODES, FOUND, WIDTH = 0, 1, 2, 3, 4


@inlined
def allowed(tape: Ints, at: int, mirror: int, width: int, step: int, u: Ints, left: Words) -> Read:
    """What a cell may hold, going by earlier cells; mirrored where `mirror` is 1."""
    low, high = under2(width)
    for _ in range(tape[at]):
        at += 1
        low &= left[step, tape[at], 2 * mirror]
        high &= left[step, tape[at], 2 * mirror + 1]
    low &= left[step, -1, 2 * mirror]
    high &= left[step, -1, 2 * mirror + 1]
    at += 1
    for _ in range(tape[at]):
        at += 1
        a, b = under2(width - 1 - u[tape[at]] if mirror else u[tape[at]] + 1)
        low, high = (low & a, high & b) if mirror else (low & ~a, high & ~b)
    at += 1
    for _ in range(tape[at]):
        at += 1
        a, b = under2(width - u[tape[at]] if mirror else u[tape[at]])
        low, high = (low & ~a, high & ~b) if mirror else (low & a, high & b)
    return low, high, at + 1


@inlined
def rest_of(tape: Ints, at: int, choices: Ints) -> tuple[int, int]:
    """What a fixed cell holds besides its slope, from its constant on."""
    rest = tape[at]
    at += 1
    for _ in range(tape[at]):
        rest += tape[at + 2] * choices[tape[at + 1]]
        at += 2
    return rest, at + 1


@inlined
def candidates(tape: Ints, step: int, width: int, u: Ints, choices: Ints, rests: Ints, left: Words) -> Read:
    """The choices of a step with which all its easy cells hold allowed numbers; fills in their `rests`."""
    at = tape[SECTIONS * step + CHOICE]
    rests[tape[at]] = 0
    low, high, at = allowed(tape, at + 1, 0, width, step, u, left)
    easy = tape[at]
    at += 1
    for _ in range(easy):
        cell, slope = tape[at], tape[at + 1]
        rest, at = rest_of(tape, at + 3, choices)
        rests[cell] = rest
        a, b, at = allowed(tape, at, 0 if slope > 0 else 1, width, step, u, left)
        a, b = down2(a, b, rest if slope > 0 else width - 1 - rest)
        low, high = low & a, high & b
        if low | high == np.uint64(0):
            return low, high, at
    pairs = tape[at]
    at += 1
    for _ in range(pairs):
        a, b = where2(tape[at + 3], rests[tape[at + 1]] - rests[tape[at]], tape[at + 2] == 1)
        low, high = low & a, high & b
        at += 4
    return low, high, at


@inlined
def fits(tape: Ints, step: int, width: int, u: Ints, choices: Ints, left: Words) -> bool:
    """Whether the hard cells of a step hold allowed numbers after its choice; fills them in."""
    at = tape[SECTIONS * step + HARD]
    hard = tape[at]
    at += 1
    for _ in range(hard):
        cell, slope, over = tape[at], tape[at + 1], tape[at + 2]
        rest, at = rest_of(tape, at + 3, choices)
        total = rest + slope * choices[step]
        value = total // over
        if value * over != total or value < 0 or value >= width:
            return False
        low, high, at = allowed(tape, at, 0, width, step, u, left)
        word = low >> np.uint64(value) if value < 64 else high >> np.uint64(value - 64)
        if word & np.uint64(1) == np.uint64(0):
            return False
        u[cell] = value
    for _ in range(tape[at]):
        one, other = u[tape[at + 1]], u[tape[at + 2]]
        if one == other or (tape[at + 3] == 1 and one > other):
            return False
        at += 4
    return True


@inlined
def take(tape: Ints, step: int, width: int, u: Ints, left: Words) -> None:
    """Set what all groups have left after a step."""
    for group in range(left.shape[1]):
        for word in range(4):
            left[step + 1, group, word] = left[step, group, word]
    at = tape[SECTIONS * step + TAKES]
    for _ in range(tape[at]):
        value, group = u[tape[at + 1]], tape[at + 2]
        back = width - 1 - value
        left[step + 1, group, value // 64] &= ~(np.uint64(1) << np.uint64(value % 64))
        left[step + 1, group, 2 + back // 64] &= ~(np.uint64(1) << np.uint64(back % 64))
        at += 2


@inlined
def open_step(
    tape: Ints, step: int, only: Words, u: Ints, choices: Ints, rests: Ints, left: Words, mask: Words, width: int
) -> None:
    """Set the choices that a step has."""
    low, high, _ = candidates(tape, step, width, u, choices, rests, left)
    if step < only.shape[0]:
        low, high = low & only[step, 0], high & only[step, 1]
    mask[step, 0], mask[step, 1] = low, high


@inlined
def next_choice(mask: Words, step: int) -> int:
    """Take the least choice that a step has not tried yet."""
    low, high = mask[step, 0], mask[step, 1]
    if low != np.uint64(0):
        mask[step, 0] = low & (low - np.uint64(1))
        return lowest(low)
    mask[step, 1] = high & (high - np.uint64(1))
    return 64 + lowest(high)


@kernel
def search(
    tape: Ints,
    only: Words,
    u: Ints,
    choices: Ints,
    rests: Ints,
    left: Words,
    mask: Words,
    out: Ints,
    state: Ints,
    watch: Watch,
) -> bool:
    """Search on from `state`, with the first steps choosing of `only`; True when all is done, False when `out` is full
    or the watch says stop.
    """
    width, steps, step = state[WIDTH], choices.size, state[DEPTH]
    state[FOUND] = 0
    if state[NODES] == 0 and step == 0:
        open_step(tape, 0, only, u, choices, rests, left, mask, width)
    while step >= 0 and watch[STOP] == 0:
        if step == steps:
            if state[FOUND] == out.shape[0]:
                break
            for cell in range(u.size):
                out[state[FOUND], cell] = u[cell]
            state[FOUND] += 1
            step -= 1
        if mask[step, 0] | mask[step, 1] == np.uint64(0):
            step -= 1
            continue
        choices[step] = next_choice(mask, step)
        at = tape[SECTIONS * step + SLOPES]
        for _ in range(tape[at]):
            u[tape[at + 1]] = rests[tape[at + 1]] + tape[at + 2] * choices[step]
            at += 2
        if not fits(tape, step, width, u, choices, left):
            continue
        state[NODES] += 1
        if step == steps - 1:
            state[COUNT] += 1
            step += out.shape[0] > 0
            continue
        take(tape, step, width, u, left)
        step += 1
        open_step(tape, step, only, u, choices, rests, left, mask, width)
        if step == steps - 1 and out.shape[0] == 0 and tape[tape[SECTIONS * step + HARD]] == 0:
            many = popcount(mask[step, 0]) + popcount(mask[step, 1])
            state[COUNT] += many
            state[NODES] += many
            step -= 1
    state[DEPTH] = step
    return bool(step < 0)
