"""What a search will do, before it is done: its order, what each choice fixes, how many partial fillings it will meet,
how long it takes.
"""

import random
from dataclasses import dataclass
from typing import Any

from coset.families.figures import engines
from coset.families.figures.program import Program, program
from coset.families.figures.rules import Figure, as_figure, format
from coset.families.figures.symmetry import symmetry, visible
from coset.families.figures.walk import candidates, hard_fit, without

PROBES = 300


@dataclass(frozen=True, slots=True)
class Forecast:
    """The plan of a search.

    `start` are the cells known before any choice; `steps` are (cell chosen, cells it fixes); `formulas` says for each
    cell what it is. `less_than` are the inequalities that leave one of each `group` images. `visible` is how many of
    these are turns and mirrors of the picture. `nodes` estimates the partial fillings that will be met, `error` its
    standard error (None where it is the closed formula's), `seconds` the time on one core.
    """

    figure: str
    start: tuple[int, ...]
    steps: tuple[tuple[int, tuple[int, ...]], ...]
    formulas: tuple[str, ...]
    less_than: tuple[tuple[int, int], ...]
    targets: tuple[int, ...]
    group: int
    visible: int
    engine: str
    nodes: float
    error: float | None
    seconds: float

    def json(self) -> dict[str, Any]:
        """The values as `--json` prints them."""
        return {
            "start": list(self.start),
            "steps": [{"cell": free, "fixes": list(fixed)} for free, fixed in self.steps],
            "formulas": list(self.formulas),
            "less_than": [list(pair) for pair in self.less_than],
            "targets": list(self.targets),
            "group": self.group,
            "visible": self.visible,
            "engine": self.engine,
            "nodes": self.nodes,
            "error": self.error,
            "seconds": self.seconds,
        }


def plan(figure: Figure | str) -> Forecast:
    """How a figure is searched, and what that is expected to cost.

    >>> forecast = plan("square:3")
    >>> forecast.steps[0], forecast.formulas[8], forecast.group, forecast.visible
    ((3, (5,)), '10 - c0', 8, 8)
    """
    from coset.families.figures.explain import formula

    figure = as_figure(figure)
    instructions = program(figure)
    found = instructions.plan
    nodes, error = found.nodes, None
    if 1e4 < nodes < 1e18 and found.targets:
        nodes, error = probe(instructions, PROBES)
    return Forecast(
        figure=format(figure),
        start=found.start,
        steps=found.steps,
        formulas=tuple(formula(figure, cell) for cell in range(figure.cells)),
        less_than=found.less_than,
        targets=found.targets if figure.targets is None else (),
        group=symmetry(figure).order,
        visible=visible(figure),
        engine=engines.engine_for(instructions, found.nodes),
        nodes=nodes,
        error=error,
        seconds=engines.seconds_for(instructions, nodes),
    )


def probe(instructions: Program, probes: int, seed: int = 1) -> tuple[float, float]:
    """The partial fillings that a search will meet, by random descents, and the standard error (Knuth, Math. Comp. 29,
    1975).

    One descent chooses at each step among the candidates, and the product of their numbers so far stands for all
    partial fillings of that level: its mean over descents is exactly their number.
    """
    rng = random.Random(seed)
    targets = instructions.plan.targets
    totals = [len(targets) * _descent(instructions, rng.choice(targets), rng) for _ in range(probes)]
    mean = sum(totals) / probes
    variance = sum((total - mean) ** 2 for total in totals) / max(1, probes - 1)
    return mean, (variance / probes) ** 0.5


def _descent(instructions: Program, target: int, rng: random.Random) -> float:
    known = instructions.begin(target)
    if known is None:
        return 0.0
    u = [known.get(cell, 0) for cell in range(instructions.figure.cells)]
    left = without(instructions, known, u, [instructions.full] * instructions.group_count)
    choices: list[int] = []
    weight, total = 1.0, 0.0
    for step in instructions.steps:
        rests = {
            f.cell: f.const + f.t * target + sum(k * choices[i] for i, k in f.parts) for f in (*step.easy, *step.hard)
        }
        mask = candidates(instructions, step, u, [rests[f.cell] for f in step.easy], left)
        fits = [bit for bit in range(instructions.width) if mask >> bit & 1]
        if not fits:
            break
        choice = rng.choice(fits)
        u[step.free] = choice
        for f in step.easy:
            u[f.cell] = rests[f.cell] + f.slope * choice
        weight *= len(fits)
        if step.hard and not hard_fit(instructions, step, u, [(f, rests[f.cell]) for f in step.hard], left, choice):
            break
        total += weight
        choices.append(choice)
        left = without(instructions, step.cells, u, left)
    return total
