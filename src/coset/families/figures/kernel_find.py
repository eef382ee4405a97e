"""Simulated annealing: swap two numbers, more readily the less it harms, until all lines are right.

The harm is the sum over lines of how far each is from its target. Numbers that are swapped are near each other: near
the end, a line is off by one or two, and no swap of distant numbers can mend it.
"""

import numpy as np
import numpy.typing as npt

from coset.kernels.jit import kernel
from coset.kernels.watch import STOP, Watch

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@kernel
def shift(cell: int, step: int, by_cell: Ints, off: Ints) -> int:
    """Add `step` to a cell: changes `off`, and gives how much more harm there is."""
    more = 0
    for i in range(by_cell[cell, 0]):
        line = by_cell[cell, 1 + 2 * i]
        before = off[line]
        after = before + by_cell[cell, 2 + 2 * i] * step
        off[line] = after
        more += abs(after) - abs(before)
    return more


@kernel
def anneal(
    numbers: Ints,
    cells: Ints,
    by_cell: Ints,
    off: Ints,
    heats: Floats,
    reaches: Ints,
    rounds: int,
    seed: int,
    watch: Watch,
) -> bool:
    """Try `rounds` swaps at each heat of the list; True as soon as all lines are right.

    ``cells[i]`` is the cell that holds ``numbers[i]``; the numbers ascend, and a swap is of two that are at most
    `reaches` places apart at this heat. ``off[line]`` is how much the line has over its target. ``by_cell[c]`` has the
    lines of cell c as `line, coefficient`, after their number.
    """
    word = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1)
    harm = np.abs(off).sum()
    if harm == 0:
        return True
    for h in range(heats.size):
        for _ in range(rounds):
            word ^= word << np.uint64(13)
            word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
            low = np.int64(((word >> np.uint64(48)) * np.uint64(numbers.size)) >> np.uint64(16))
            gap = np.int64((((word >> np.uint64(32)) & np.uint64(0xFFFF)) * np.uint64(reaches[h])) >> np.uint64(16))
            high = low + 1 + gap
            if high >= numbers.size:
                continue
            one, other, step = cells[low], cells[high], numbers[high] - numbers[low]
            more = shift(one, step, by_cell, off) + shift(other, -step, by_cell, off)
            if more > 0 and np.float64(word & np.uint64(0xFFFFFFFF)) > 4294967295.0 * np.exp(-more / heats[h]):
                shift(one, -step, by_cell, off)
                shift(other, step, by_cell, off)
                continue
            cells[low], cells[high] = other, one
            harm += more
            if harm == 0:
                return True
        if watch[STOP] != 0:
            return False
    return False
