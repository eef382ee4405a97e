"""A program as the text of nested loops, to be compiled: for questions long enough to be worth the second that takes.

The text means what `walk.py` does, with every index, slope and check written out. It serves figures whose numbers must
all differ and span at most 63, with at most 18 choices (Python allows 20 nested blocks). A mask is one word; `left3`
and `mirror3` are the numbers that are left before step 3, and the same read backwards.
"""

from coset.families.figures.program import Fixed, Program, Step

MOST_STEPS = 18
WIDEST = 63

HEAD = '''"""Made by coset.families.figures.generate: nested loops for one figure."""

import numpy as np

from coset.families.figures.kernel_masks import down, under, where
from coset.kernels.bits import lowest, popcount
from coset.kernels.jit import kernel


@kernel
def search(const, begun, only, left0, mirror0, result, watch):
    one = np.uint64(1)
    none = np.uint64(0)
    count = 0
    nodes = 0
'''


def fits(program: Program) -> bool:
    """Whether this program can be written as loops."""
    return program.figure.distinct == "all" and program.width <= WIDEST and 1 <= len(program.steps) <= MOST_STEPS


def source(program: Program) -> str:
    """The text of a module whose `search` counts the fillings, and the partial fillings met, into `result`.

    >>> from coset.families.figures.program import program as instructions
    >>> from coset.families.figures.rules import parse
    >>> source(instructions(parse("square:3"))).count("while mask")
    2
    """
    lines = [f"    u{cell} = begun[{cell}]" for cell in program.plan.start]
    number = 0
    for index, step in enumerate(program.steps):
        lines += _indent(_choices(program, index, step, number), index)
        number += len(step.easy) + len(step.hard)
        lines += _indent(_inside(program, index, step), index)
    return HEAD + "\n".join(lines) + "\n    result[0] = count\n    result[1] = nodes\n"


def _indent(lines: list[str], depth: int) -> list[str]:
    return ["    " * (depth + 1) + line for line in lines]


def _choices(program: Program, index: int, step: Step, number: int) -> list[str]:
    """What can be chosen in a step: `mask3`, as `walk.candidates` has it."""
    lines = [f"rest{f.cell} = const[{number + i}]" + _parts(f, program) for i, f in enumerate((*step.easy, *step.hard))]
    lines.append(f"mask{index} = left{index}" + _bounds(program, step, step.free, mirror=False))
    lines.append(f"mask{index} &= only[{index}]")
    top = program.width - 1
    for f in step.easy:
        if f.slope > 0:
            lines.append(
                f"mask{index} &= down(left{index}{_bounds(program, step, f.cell, mirror=False)}, rest{f.cell})"
            )
        else:
            bounds = _bounds(program, step, f.cell, mirror=True)
            lines.append(f"mask{index} &= down(mirror{index}{bounds}, {top} - rest{f.cell})")
    sums = {step.free: (1, "0")} | {f.cell: (f.slope, f"rest{f.cell}") for f in step.easy}
    for a, b, less in step.pairs:
        if a in sums and b in sums:
            lines.append(f"mask{index} &= where({sums[b][0] - sums[a][0]}, {sums[b][1]} - {sums[a][1]}, {less})")
    return lines


def _parts(fixed: Fixed, program: Program) -> str:
    return "".join(f" + {k} * u{program.steps[step].free}" for step, k in fixed.parts)


def _bounds(program: Program, step: Step, cell: int, mirror: bool) -> str:
    top = program.width - 1
    if mirror:
        parts = [f" & under({top} - u{low})" for low in step.above[cell]]
        parts += [f" & ~under({top + 1} - u{high})" for high in step.below[cell]]
    else:
        parts = [f" & ~under(u{low} + 1)" for low in step.above[cell]]
        parts += [f" & under(u{high})" for high in step.below[cell]]
    return "".join(parts)


def _inside(program: Program, index: int, step: Step) -> list[str]:
    """The loop over the choices, up to where the next step begins; the last step only counts where it can."""
    last = index == len(program.steps) - 1
    if last and not step.hard:
        return [f"many = popcount(mask{index})", "count += many", "nodes += many"]
    lines = [f"u{step.free} = lowest(mask{index})", f"mask{index} &= mask{index} - one"]
    lines += [f"u{f.cell} = rest{f.cell} {'+' if f.slope > 0 else '-'} u{step.free}" for f in step.easy]
    top, after = program.width - 1, index + 1
    used = " | ".join(f"one << np.uint64(u{cell})" for cell in (step.free, *(f.cell for f in step.easy)))
    lines.append(f"left{after} = left{index} & ~({used})")
    for f in step.hard:
        lines += _hard(f, step, after, top)
    easy = {step.free, *(f.cell for f in step.easy)}
    for a, b, less in step.pairs:
        if less and not (a in easy and b in easy):
            lines += [f"if u{a} >= u{b}:", "    continue"]
    lines.append("nodes += 1")
    if last:
        lines.append("count += 1")
    else:
        used = " | ".join(f"one << np.uint64({top} - u{cell})" for cell in step.cells)
        lines.append(f"mirror{after} = mirror{index} & ~({used})")
    if index == 2:
        lines += ["if watch[0] != 0:", "    return"]
    return [f"while mask{index} != none:", *("    " + line for line in lines)]


def _hard(f: Fixed, step: Step, after: int, top: int) -> list[str]:
    cell = f.cell
    lines = [f"sum{cell} = rest{cell} + {f.slope} * u{step.free}"]
    if f.over == 1:
        lines.append(f"u{cell} = sum{cell}")
    else:
        lines += [f"u{cell} = sum{cell} // {f.over}", f"if u{cell} * {f.over} != sum{cell}:", "    continue"]
    lines += [f"if u{cell} < 0 or u{cell} > {top}:", "    continue"]
    lines += [f"if (left{after} >> np.uint64(u{cell})) & one == none:", "    continue"]
    lines += [f"left{after} &= ~(one << np.uint64(u{cell}))"]
    for low in step.above[cell]:
        lines += [f"if u{low} >= u{cell}:", "    continue"]
    for high in step.below[cell]:
        lines += [f"if u{cell} >= u{high}:", "    continue"]
    return lines
