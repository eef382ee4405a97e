"""Simulated annealing: swap two numbers, more readily the less it harms, until all lines are right.

`extra` cells past the figure's own hold the numbers that are not used, so that a swap can also bring in a new number.
The harm is the sum over lines of how far each is from its target. `by_cell[c]` lists the lines of cell c as `line,
coefficient`, after their number.
"""

import numpy as np
import numpy.typing as npt

from coset.kernels.jit import kernel
from coset.kernels.watch import STOP, Watch

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@kernel
def harm_of(values: Ints, a: int, b: int, by_cell: Ints, off: Ints) -> int:
    """How much more harm there is after cells a and b are swapped; leaves `off` as it would be."""
    step = values[b] - values[a]
    more = 0
    for i in range(by_cell[a, 0]):
        line, k = by_cell[a, 1 + 2 * i], by_cell[a, 2 + 2 * i]
        more -= abs(off[line])
        off[line] += k * step
        more += abs(off[line])
    for i in range(by_cell[b, 0]):
        line, k = by_cell[b, 1 + 2 * i], by_cell[b, 2 + 2 * i]
        more -= abs(off[line])
        off[line] -= k * step
        more += abs(off[line])
    return more


@kernel
def undo(step: int, a: int, b: int, by_cell: Ints, off: Ints) -> None:
    """Take back what `harm_of` did to `off`."""
    for i in range(by_cell[a, 0]):
        off[by_cell[a, 1 + 2 * i]] -= by_cell[a, 2 + 2 * i] * step
    for i in range(by_cell[b, 0]):
        off[by_cell[b, 1 + 2 * i]] += by_cell[b, 2 + 2 * i] * step


@kernel
def anneal(
    values: Ints, moving: Ints, own: int, by_cell: Ints, off: Ints, heat: Floats, rounds: int, seed: int, watch: Watch
) -> bool:
    """Swap `rounds` times at each heat of the list, starting from `values`; True as soon as all lines are right.

    `moving` are the cells that may be swapped, of which the first `own` are the figure's.
    """
    word = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1)
    harm = np.abs(off).sum()
    for h in range(heat.size):
        # The chance of a swap that harms by d, as a threshold for a random word of 32 bits.
        chance = np.zeros(64, np.uint64)
        for d in range(64):
            chance[d] = np.uint64(np.exp(-d / heat[h]) * 4294967295.0)
        for _ in range(rounds):
            word ^= word << np.uint64(13)
            word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
            a = moving[np.int64(((word >> np.uint64(48)) * np.uint64(own)) >> np.uint64(16))]
            b = moving[
                np.int64((((word >> np.uint64(32)) & np.uint64(0xFFFF)) * np.uint64(moving.size)) >> np.uint64(16))
            ]
            step = values[b] - values[a]
            if step == 0:
                continue
            more = harm_of(values, a, b, by_cell, off)
            if more > 0 and (more >= 64 or (word & np.uint64(0xFFFFFFFF)) > chance[more]):
                undo(step, a, b, by_cell, off)
                continue
            values[a], values[b] = values[b], values[a]
            harm += more
            if harm == 0:
                return True
        if watch[STOP] != 0:
            return False
    return False
