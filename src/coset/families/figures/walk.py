"""The search in plain Python: for small questions it is done before compiled code would have been loaded.

Masks are Python's own integers, so any range of numbers will do.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from coset.families.figures.program import Fixed, Program, Step

Keep = Callable[[tuple[int, ...]], bool]


@dataclass(slots=True)
class Walk:
    """A search on its way: u of each cell, which numbers each group has left, what was counted."""

    program: Program
    target: int
    keep: Keep | None
    u: list[int]
    choices: list[int]
    count: int = 0
    nodes: int = 0
    stopped: bool = False
    only: tuple[int, ...] = field(default=())


def walk(program: Program, target: int = 0, keep: Keep | None = None, only: Sequence[int] = ()) -> tuple[int, int]:
    """How many fillings there are up to symmetry for this target, and how many partial fillings were met.

    `keep` is called with each filling, and stops the search by returning False. `only` are masks of
    what the first steps may choose, for a part of the search.

    >>> from coset.families.figures.program import program as instructions
    >>> from coset.families.figures.rules import parse
    >>> walk(instructions(parse("square:3")))[0]
    1
    """
    known = program.begin(target)
    if known is None:
        return 0, 0
    u = [known.get(cell, 0) for cell in range(program.figure.cells)]
    left = [program.full] * program.group_count
    for cell, value in known.items():
        for group in program.groups[cell]:
            left[group] &= ~(1 << value)
    search = Walk(program, target, keep, u, [0] * len(program.steps), only=tuple(only))
    if not program.steps:
        _reach_end(search)
    else:
        _descend(search, 0, left)
    return search.count, search.nodes


def _reach_end(search: Walk) -> None:
    search.count += 1
    if search.keep is not None:
        lowest = search.program.lowest
        search.stopped = not search.keep(tuple(value + lowest for value in search.u))


def _descend(search: Walk, number: int, left: list[int]) -> None:
    program = search.program
    step = program.steps[number]
    rests = [_rest(fixed, search) for fixed in step.easy]
    mask = candidates(program, step, search.u, rests, left)
    if number < len(search.only):
        mask &= search.only[number]
    last = number == len(program.steps) - 1
    if last and search.keep is None and not step.hard:
        many = mask.bit_count()
        search.nodes += many
        search.count += many
        return
    hard = [(fixed, _rest(fixed, search)) for fixed in step.hard]
    while mask:
        bit = mask & -mask
        mask ^= bit
        u = bit.bit_length() - 1
        search.u[step.free] = search.choices[number] = u
        for fixed, rest in zip(step.easy, rests, strict=True):
            search.u[fixed.cell] = rest + fixed.slope * u
        if hard and not hard_fit(program, step, search.u, hard, left, u):
            continue
        search.nodes += 1
        if last:
            _reach_end(search)
        else:
            _descend(search, number + 1, without(program, step.cells, search.u, left))
        if search.stopped:
            return


def _rest(fixed: Fixed, search: Walk) -> int:
    rest = fixed.const + fixed.t * search.target
    for step, k in fixed.parts:
        rest += k * search.choices[step]
    return rest


def without(program: Program, cells: Iterable[int], u: list[int], left: list[int]) -> list[int]:
    """What each group has left when these cells are filled."""
    left = left[:]
    for cell in cells:
        for group in program.groups[cell]:
            left[group] &= ~(1 << u[cell])
    return left


def allowed(program: Program, step: Step, cell: int, u: list[int], left: list[int]) -> int:
    """The u that this cell of the step may hold, going by earlier cells."""
    mask = program.full
    for group in program.groups[cell]:
        mask &= left[group]
    for low in step.above[cell]:
        mask &= -2 << u[low]
    for high in step.below[cell]:
        mask &= (1 << u[high]) - 1
    return mask


def candidates(program: Program, step: Step, u: list[int], rests: list[int], left: list[int]) -> int:
    """The u of the free cell with which all easy cells hold allowed numbers, all at once.

    An easy cell of slope 1 holds `u + rest`: shift its mask down by the rest. One of slope -1 holds `rest - u`: the
    same with its mask read backwards.
    """
    mask = allowed(program, step, step.free, u, left)
    top = program.width - 1
    for fixed, rest in zip(step.easy, rests, strict=True):
        fits = allowed(program, step, fixed.cell, u, left)
        if fixed.slope < 0:
            fits, rest = mirrored(fits, program.width), top - rest
        mask &= fits >> rest if rest >= 0 else fits << -rest
        if not mask:
            return 0
    sums = {step.free: (1, 0)} | {f.cell: (f.slope, rest) for f, rest in zip(step.easy, rests, strict=True)}
    for one, other, less in step.pairs:
        if one in sums and other in sums:
            slope, gap = sums[other][0] - sums[one][0], sums[other][1] - sums[one][1]
            mask &= where(slope, gap, less)
    return mask


def where(slope: int, gap: int, less: bool) -> int:
    """The u from 0 with `slope * u + gap > 0` (or only `!= 0`), as a mask; the slope is 0, 2 or -2.

    >>> bin(where(-2, 6, True)), where(0, 0, False), where(2, -6, False) & 0b1111
    ('0b111', 0, 7)
    """
    if slope == 0:
        return -1 if (gap > 0 if less else gap != 0) else 0
    if not less:
        root = -gap // slope
        return ~(1 << root) if root * slope == -gap and root >= 0 else -1
    if slope > 0:
        return -1 << max(0, -gap // 2 + 1)
    return (1 << max(0, (gap + 1) // 2)) - 1


def mirrored(mask: int, width: int) -> int:
    """Bit u of the mask at width - 1 - u.

    >>> bin(mirrored(0b0011, 4))
    '0b1100'
    """
    return int(f"{mask:0{width}b}"[::-1], 2)


def hard_fit(
    program: Program, step: Step, u: list[int], hard: list[tuple[Fixed, int]], left: list[int], choice: int
) -> bool:
    for fixed, rest in hard:
        value, over = divmod(rest + fixed.slope * choice, fixed.over)
        if over or value < 0 or not allowed(program, step, fixed.cell, u, left) >> value & 1:
            return False
        u[fixed.cell] = value
    return all(u[one] < u[other] if less else u[one] != u[other] for one, other, less in step.pairs)
