"""How many partial fillings each level of a plain search keeps: cell after cell, with the full lines checked, nothing
worked out ahead.
"""

import numpy as np
import numpy.typing as npt

from coset.kernels.jit import kernel
from coset.kernels.watch import STOP, Watch

Ints = npt.NDArray[np.int64]


@kernel
def missing(line: Ints, level: int, values: Ints) -> tuple[int, int]:
    """What the last cell of a line must hold, as `sum / coefficient`; `line` is target, length, then a level and a
    coefficient each.
    """
    total, own = line[0], 1
    for i in range(line[1]):
        at, k = line[2 + 2 * i], line[3 + 2 * i]
        if at == level:
            own = k
        else:
            total -= k * values[at]
    return total, own


@kernel
def differs(level: int, index: int, value: int, used: Ints, clash: Ints, values: Ints) -> bool:
    """Whether the number is still free for this level; where all cells differ, `clash` is empty and `used` tells."""
    if clash.shape[0] == 0:
        return bool(used[index] == 0)
    same = 0
    for j in range(level):
        same += clash[level, j] == 1 and values[j] == value
    return same == 0


@kernel
def keeps(
    numbers: Ints, given: Ints, lines: Ints, begins: Ints, clash: Ints, kept: Ints, most: int, watch: Watch
) -> bool:
    """Count into `kept` how many partial fillings each level keeps; False if stopped, or if there are over `most`.

    Level k fills the k-th cell of the order with each number (or the given one, if `given[k]` is an index of
    `numbers`). It completes the lines `begins[k]` to `begins[k + 1]`, and must differ from the level j where `clash[k,
    j]` is 1.
    """
    levels = given.size
    values, used = np.zeros(levels, np.int64), np.zeros(numbers.size, np.int64)
    tried = np.full(levels, -1, np.int64)
    sums, owns = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
    level, total = 0, 0
    while level >= 0:
        index = tried[level]
        if index < 0 and begins[level] < begins[level + 1]:
            sums[level], owns[level] = missing(lines[begins[level]], level, values)
        elif index >= 0:
            used[index] -= 1
        index += 1
        # A level that fills up a line tries in vain until the line's one number comes; levels without lines have owns
        # == 0.
        while index < numbers.size and (
            owns[level] * numbers[index] != sums[level]
            or not differs(level, index, numbers[index], used, clash, values)
        ):
            index += 1
        if index == numbers.size:
            tried[level] = -1
            level -= 1
            continue
        tried[level] = index
        used[index] += 1
        good = given[level] < 0 or given[level] == index
        for line in range(begins[level] + 1, begins[level + 1]):
            due, own = missing(lines[line], level, values)
            good = good and own * numbers[index] == due
        if not good:
            continue
        kept[level] += 1
        total += 1
        if total > most or watch[STOP] != 0:
            return False
        values[level] = numbers[index]
        if level + 1 < levels:
            level += 1
    return True
