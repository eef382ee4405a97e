"""A plan as instructions: what each step of the search computes and checks. All three engines run these.

Cells hold `u = value - lowest`, so that a set of numbers is a mask: bit u is the number `lowest + u`. A step chooses u
for its free cell and with it fixes others, `slope * u + rest`, where `rest` is a sum over earlier choices. Cells of
slope 1 and -1 are *easy*: all u that give an allowed number are one shifted mask (of the allowed numbers, or of their
mirror image). *Hard* cells are tested one u at a time.
"""

from dataclasses import dataclass
from functools import cache

from coset.families.figures import algebra
from coset.families.figures.plan import Plan, plan
from coset.families.figures.rules import Figure, different


@dataclass(frozen=True, slots=True)
class Fixed:
    """A cell that a step fixes: `(slope * u + sum of k * u[step] + target * t + const) / over`."""

    cell: int
    slope: int
    parts: tuple[tuple[int, int], ...]
    t: int
    const: int
    over: int

    @property
    def easy(self) -> bool:
        return self.over == 1 and abs(self.slope) == 1


@dataclass(frozen=True, slots=True)
class Step:
    """One choice. `above[cell]` are earlier cells that hold less, `below[cell]` earlier cells that hold more.

    `pairs` are (one, other, less): two cells of this step that must differ, or of which the one must hold less.
    """

    free: int
    easy: tuple[Fixed, ...]
    hard: tuple[Fixed, ...]
    above: dict[int, tuple[int, ...]]
    below: dict[int, tuple[int, ...]]
    pairs: tuple[tuple[int, int, bool], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that this step fills, the free one first."""
        return (self.free, *(fixed.cell for fixed in (*self.easy, *self.hard)))


@dataclass(frozen=True, slots=True)
class Program:
    """A search: cells known from the start, then steps. `groups` are the sets of cells in which all numbers differ, as
    each cell's list.
    """

    figure: Figure
    plan: Plan
    lowest: int
    width: int
    full: int
    start: tuple[Fixed, ...]
    steps: tuple[Step, ...]
    groups: tuple[tuple[int, ...], ...]
    group_count: int

    def begin(self, target: int) -> dict[int, int] | None:
        """The cells known from the start as u, or None if they contradict the rules."""
        u: dict[int, int] = {}
        for fixed in self.start:
            value, rest = divmod(fixed.t * target + fixed.const, fixed.over)
            if rest or value < 0 or not self.full >> value & 1:
                return None
            u[fixed.cell] = value
        known = self.figure.less_than
        if any(u[low] >= u[high] for low, high in known if low in u and high in u):
            return None
        clash = any(u.get(one, -1) == u.get(other, -2) for one, other in different(self.figure)) if u else False
        return None if clash else u


@cache
def program(figure: Figure) -> Program:
    """The instructions for a figure, along its plan.

    >>> from coset.families.figures.rules import parse
    >>> [step.cells for step in program(parse("square:3")).steps]
    [(3, 5), (0, 2, 6, 8, 1, 7)]
    """
    found = plan(figure)
    lowest = figure.numbers[0]
    frees = [free for free, _ in found.steps]
    forms, _ = algebra.forms(figure, frees)
    when = dict.fromkeys(found.start, -1)
    for number, (free, fixed) in enumerate(found.steps):
        when.update(dict.fromkeys((free, *fixed), number))
    steps = []
    for number, (free, fixed) in enumerate(found.steps):
        forced = [_fixed(cell, forms[cell], frees, number, lowest) for cell in fixed]
        steps.append(_step(figure, found, when, free, forced))
    groups = _groups(figure)
    return Program(
        figure=figure,
        plan=found,
        lowest=lowest,
        width=figure.numbers[-1] - lowest + 1,
        full=sum(1 << (n - lowest) for n in figure.numbers),
        start=tuple(_fixed(cell, forms[cell], frees, -1, lowest) for cell in found.start),
        steps=tuple(steps),
        groups=groups,
        group_count=max((g + 1 for of_cell in groups for g in of_cell), default=0),
    )


def _step(figure: Figure, found: Plan, when: dict[int, int], free: int, forced: list[Fixed]) -> Step:
    """One choice with what must hold after it; `when` is the step that fills each cell."""
    cells, number = (free, *(fixed.cell for fixed in forced)), when[free]
    less = [(low, high) for low, high in found.less_than if number == max(when[low], when[high])]
    pairs = [(low, high, True) for low, high in less if when[low] == when[high]]
    groups = _groups(figure)
    pairs += [
        (one, other, False)
        for i, one in enumerate(cells)
        for other in cells[i + 1 :]
        if set(groups[one]) & set(groups[other])
    ]
    return Step(
        free=free,
        easy=tuple(fixed for fixed in forced if fixed.easy),
        hard=tuple(fixed for fixed in forced if not fixed.easy),
        above={cell: tuple(low for low, high in less if high == cell and when[low] < number) for cell in cells},
        below={cell: tuple(high for low, high in less if low == cell and when[high] < number) for cell in cells},
        pairs=tuple(pairs),
    )


def _groups(figure: Figure) -> tuple[tuple[int, ...], ...]:
    if figure.distinct == "all":
        return ((0,),) * figure.cells
    if figure.distinct == "none":
        return ((),) * figure.cells
    return tuple(tuple(i for i, line in enumerate(figure.lines) if cell in line) for cell in range(figure.cells))


def _fixed(cell: int, form: algebra.Form, frees: list[int], number: int, lowest: int) -> Fixed:
    """A form over values as one over u: every free cell has `lowest` more than its u, and so has this one."""
    parts = {frees.index(free): k for free, k in form.parts}
    if any(step > number for step in parts):
        raise ValueError(f"cell {cell} does not follow from the first {number + 1} choices")
    slope = parts.pop(number, 0)
    const = form.const + lowest * (sum(parts.values()) + slope - form.over)
    return Fixed(cell, slope, tuple(sorted(parts.items())), form.t, const, form.over)
