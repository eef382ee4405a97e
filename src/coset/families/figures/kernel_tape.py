"""A program as one array of whole numbers, for the kernel that runs any program.

The array begins with four places a step, each of which says where one of the step's sections begins:

- CHOICE: the free cell, what it may hold; how many easy cells, each a record; how many pairs of these, each a record.
- SLOPES: how many cells the choice alone fills, each `cell, slope`.
- HARD: how many hard cells, each a record; how many pairs of which one is hard, each a record.
- TAKES: how many numbers are used up, each as `cell, group`.

A record of a fixed cell is `cell, slope, over, const`, its number of parts, each `step, k`, and what it may hold; one
of a pair is `one, other, less, slope` (by what the slopes differ). What a cell may hold is three lists, each after its
length: its groups, the earlier cells that hold less, those that hold more.
"""

import numpy as np
import numpy.typing as npt

from coset.families.figures.program import Fixed, Program, Step

Ints = npt.NDArray[np.int64]

SECTIONS = 4
CHOICE, SLOPES, HARD, TAKES = range(SECTIONS)


def tape(program: Program, target: int) -> Ints:
    """The array of a program for one target."""
    begins: list[int] = []
    body: list[int] = []
    for step in program.steps:
        for section in _sections(program, step, target):
            begins.append(SECTIONS * len(program.steps) + len(body))
            body += section
    return np.array(begins + body, np.int64)


def _sections(program: Program, step: Step, target: int) -> tuple[list[int], ...]:
    slopes = {step.free: 1} | {f.cell: f.slope for f in step.easy}
    easy = [pair for pair in step.pairs if pair[0] in slopes and pair[1] in slopes]
    hard = [pair for pair in step.pairs if pair not in easy]
    choice = [step.free, *_may_hold(program, step, step.free), len(step.easy)]
    for fixed in step.easy:
        choice += _fixed(program, step, fixed, target)
    choice.append(len(easy))
    for one, other, less in easy:
        choice += [one, other, int(less), slopes[other] - slopes[one]]
    tests = [len(step.hard)]
    for fixed in step.hard:
        tests += _fixed(program, step, fixed, target)
    tests.append(len(hard))
    for one, other, less in hard:
        tests += [one, other, int(less), 0]
    takes = [x for cell in step.cells for group in program.groups[cell] for x in (cell, group)]
    fills = [x for item in slopes.items() for x in item]
    return choice, [len(fills) // 2, *fills], tests, [len(takes) // 2, *takes]


def _fixed(program: Program, step: Step, fixed: Fixed, target: int) -> list[int]:
    parts = [x for part in fixed.parts for x in part]
    head = [fixed.cell, fixed.slope, fixed.over, fixed.const + fixed.t * target, len(fixed.parts)]
    return [*head, *parts, *_may_hold(program, step, fixed.cell)]


def _may_hold(program: Program, step: Step, cell: int) -> list[int]:
    lists = (program.groups[cell], step.above[cell], step.below[cell])
    return [x for one in lists for x in (len(one), *one)]
