"""Compiled loops of the combo family.

``values[group, row, lane]`` and the plan of a sweep are as `model.py` says. A lane that no draw leads to holds 0, so
it adds nothing to a sum over lanes. A table (`tables.py`) has state s's draws from ``rows[s]`` to ``rows[s + 1]``, and
the states that a drop can lead to after draw d in ``targets[cuts[d]:cuts[d + 1]]``.
"""

# mypy: disable-error-code="no-untyped-def"

import math

import numpy as np

from coset.kernels.jit import kernel
from coset.kernels.table import mix


@kernel
def sweep(source, old, new, plan, gain, sure, begin, end):
    """One step of value iteration for the windows `begin` to `end`: `new` from `source`.

    The value of a state is the mean over the draws of the best that a drop leads to, plus `gain`; 0 where no drop
    clears. If `sure`, a mean below 1 counts as 0. Returns the lowest and highest change from `old`, and the sum of
    all changes.
    """
    starts, targets, groups, lanes, afters, kinds, draws = plan
    lowest, highest, total = 0.0, 0.0, 0.0
    for w in range(begin, end):
        block, before, place = source[afters[w]], old[groups[w]], new[groups[w]]
        lane, kind, count = lanes[w], kinds[w], np.float64(draws[w])
        first = starts[kind, 0]
        for row in range(old.shape[1]):
            last = starts[kind, row + 1]
            if first == last:
                continue
            best = block[targets[first]]
            a, b, c, d, e, f, g = best[0], best[1], best[2], best[3], best[4], best[5], best[6]
            for choice in range(first + 1, last):
                more = block[targets[choice]]
                a, b, c, d = max(a, more[0]), max(b, more[1]), max(c, more[2]), max(d, more[3])
                e, f, g = max(e, more[4]), max(f, more[5]), max(g, more[6])
            first = last
            value = gain + (((a + b) + (c + d)) + ((e + f) + g)) / count
            if sure:
                value = math.floor(value)
            if value == np.inf:
                continue
            change = value - before[row, lane]
            place[row, lane] = value
            lowest, highest = min(lowest, change), max(highest, change)
            total += change
    return lowest, highest, total


@kernel
def choose(values, drops, plan, begin, end, near):
    """The number of the choice for each state and draw: of those within a factor `near` of the best, the first."""
    starts, targets, groups, lanes, afters, kinds, _ = plan
    for w in range(begin, end):
        block, kind = values[afters[w]], kinds[w]
        for row in range(values.shape[1]):
            first, last = starts[kind, row], starts[kind, row + 1]
            if last - first < 2:
                continue
            for draw in range(7):
                # a group stored as its mirror image has the mirror image's lanes: S and Z, J and L are changed
                line = draw if kind < 7 or draw < 3 else ((draw - 3) ^ 1) + 3
                best = 0.0
                for choice in range(first, last):
                    best = max(best, block[targets[choice], line])
                choice = first
                while block[targets[choice], line] < best * near:
                    choice += 1
                drops[groups[w], row, lanes[w], draw] = choice - first


@kernel
def recode(source, new, plan, begin, end, salt):
    """A code for what can follow each state, given a code for each state; 0 stands for a lane that no draw leads to.

    States have equal codes iff the distributions over the sets of codes that a drop can lead to are equal (but for
    chance hits of 64 bits): the sum over the draws of 420 / draws times the mixed sum of each set. 420 can be divided
    by 1 to 7.
    """
    starts, targets, groups, lanes, afters, kinds, draws = plan
    for w in range(begin, end):
        block, place = source[afters[w]], new[groups[w]]
        lane, kind, weight = lanes[w], kinds[w], np.uint64(420 // draws[w])
        for row in range(source.shape[1]):
            first, last = starts[kind, row], starts[kind, row + 1]
            if first == last:
                place[row, lane] = salt
                continue
            total = np.uint64(0)
            for draw in range(7):
                code = block[targets[first], draw]
                if code == np.uint64(0):
                    continue
                together = code
                for choice in range(first + 1, last):
                    code = block[targets[choice], draw]
                    seen = False
                    for other in range(first, choice):
                        seen |= block[targets[other], draw] == code
                    if not seen:
                        together += code
                total += weight * mix(together ^ salt)
            place[row, lane] = max(mix(total + salt), np.uint64(1))


@kernel
def sweep_table(source, old, new, table, gain, sure):
    """As `sweep`, for a table; the changes are those from `old`, each divided by the chance that a drop clears."""
    rows, cuts, targets = table
    lowest, highest, total = 0.0, 0.0, 0.0
    for state in range(rows.size - 1):
        value, alive = 0.0, 0
        for draw in range(rows[state], rows[state + 1]):
            first, last = cuts[draw], cuts[draw + 1]
            if first == last:
                continue
            best = 0.0
            for choice in range(first, last):
                best = max(best, source[targets[choice]])
            value += gain + best
            alive += 1
        if alive == 0 or value == np.inf:
            new[state] = value
            continue
        value /= np.float64(rows[state + 1] - rows[state])
        if sure:
            value = math.floor(value)
        change = (value - old[state]) * np.float64(rows[state + 1] - rows[state]) / np.float64(alive)
        new[state] = value
        lowest, highest = min(lowest, change), max(highest, change)
        total += change
    return lowest, highest, total


@kernel
def recode_table(source, new, table, salt):
    """As `recode`, for a table."""
    rows, cuts, targets = table
    for state in range(rows.size - 1):
        total = np.uint64(0)
        weight = np.uint64(420 // (rows[state + 1] - rows[state]))
        for draw in range(rows[state], rows[state + 1]):
            together = np.uint64(0)
            for choice in range(cuts[draw], cuts[draw + 1]):
                code = source[targets[choice]]
                seen = False
                for other in range(cuts[draw], choice):
                    seen |= source[targets[other]] == code
                if not seen:
                    together += code
            total += weight * mix(together ^ salt)
        new[state] = mix(total + salt)


@kernel
def condense(groups, plan, order, rows_of, table, fill):
    """The table of the quotient: for each of some states the groups that each draw can lead to.

    State k is in window ``order[k]`` of the plan and row ``rows_of[k]``.

    With `fill` false only the sizes are found: ``rows[k + 1]`` draws, ``cuts[d + 1]`` groups.
    """
    starts, targets, _, _, afters, kinds, _ = plan
    rows, cuts, found = table
    at, draws = 0, 0
    for k in range(order.size):
        block, kind = groups[afters[order[k]]], kinds[order[k]]
        first, last = starts[kind, rows_of[k]], starts[kind, rows_of[k] + 1]
        for draw in range(7):
            if first < last and block[targets[first], draw] < 0:
                continue
            for choice in range(first, last):
                group = block[targets[choice], draw]
                seen = False
                for other in range(first, choice):
                    seen |= block[targets[other], draw] == group
                if not seen:
                    if fill:
                        found[at] = group
                    at += 1
            draws += 1
            cuts[draws] = at
        rows[k + 1] = draws
    return at
