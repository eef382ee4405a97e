"""A long count in parts: one for each number of the first cell chosen, or each two of the first two cells.

Where swapping every number for its opposite (`least + greatest - number`) takes fillings to fillings, half of the parts
are enough: the other half has as many.
"""

from dataclasses import replace
from typing import Any

from coset.errors import BadInput, Interrupted
from coset.families.figures import engines
from coset.families.figures.program import Program, program
from coset.families.figures.rules import Figure, as_figure

QUESTIONS: tuple[dict[str, Any], ...] = (
    {"verb": "count", "position": "figures:hexagon:3"},
    {"verb": "count", "position": "figures:square:3"},
    {"verb": "count", "position": "figures:polygon:4:3"},
    {"verb": "count", "position": "figures:latin:3"},
)

Shard = dict[str, Any]
"""`target`, `only` (masks of what the first steps may choose), `times` (how often its count counts), `also` (a target
with equal counts, or None).
"""


def shards(question: dict[str, Any]) -> list[Shard]:
    """The parts of a count.

    >>> shards(QUESTIONS[1])[0]
    {'target': 0, 'only': [1], 'times': 1, 'also': None}
    """
    if question.get("verb") != "count":
        raise BadInput("there is no such long question of figures", question.get("verb"), "count")
    instructions = program(as_figure(question["position"]))
    return parts(instructions, 2 if instructions.plan.nodes > 1e10 else 1)


def parts(instructions: Program, cells: int) -> list[Shard]:
    """The search cut up along the first 0, 1 or 2 cells chosen."""
    numbers = [1 << (n - instructions.lowest) for n in instructions.figure.numbers]
    firsts: list[list[int]] = [[]]
    for _ in range(min(cells, len(instructions.steps))):
        firsts = [
            [*first, one]
            for first in firsts
            for one in numbers
            if one not in first or instructions.figure.distinct != "all"
        ]
    return [
        {"target": target, "only": only, "times": times, "also": also}
        for target, also in _target_pairs(instructions)
        for first in firsts
        for only, times in _halves(instructions, first)
    ]


def _target_pairs(instructions: Program) -> list[tuple[int, int | None]]:
    targets = instructions.plan.targets
    if instructions.figure.targets is not None:
        return [(target, None) for target in targets]
    opposite = {target: opposite_target(instructions.figure, target) for target in targets}
    pairs: list[tuple[int, int | None]] = []
    for target in targets:
        other = opposite[target]
        if other is None or other not in opposite or other == target:
            pairs.append((target, None))
        elif other > target:
            pairs.append((target, other))
    return pairs


def opposite_target(figure: Figure, target: int) -> int | None:
    """The target of the opposite fillings of a figure with a free target, or None where opposites don't fill it.

    >>> from coset.families.figures.rules import parse
    >>> opposite_target(parse("polygon:3:3"), 9)
    12
    """
    sums = {sum(coefs) for coefs in figure.coefs}
    if not _symmetric(figure) or len(sums) != 1:
        return None
    return (figure.numbers[0] + figure.numbers[-1]) * sums.pop() - target


def _symmetric(figure: Figure) -> bool:
    """Whether the opposites of the figure's numbers are its numbers, and nothing tells small from large."""
    ends = figure.numbers[0] + figure.numbers[-1]
    return {ends - n for n in figure.numbers} == set(figure.numbers) and not figure.given and not figure.less_than


def _own_opposite(figure: Figure) -> bool:
    """Whether the opposite of each filling is a filling."""
    ends = figure.numbers[0] + figure.numbers[-1]
    return (
        _symmetric(figure)
        and figure.targets is not None
        and all(ends * sum(coefs) == 2 * due for coefs, due in zip(figure.coefs, figure.targets, strict=True))
    )


def _halves(instructions: Program, first: list[int]) -> list[tuple[list[int], int]]:
    """The part itself; or, for a chosen cell that no symmetry moves, the part with less than the middle number in it,
    which counts twice, and the part with the middle number."""
    moves = instructions.plan.group.generators
    lone = [
        number for number, step in enumerate(instructions.steps) if all(move[step.free] == step.free for move in moves)
    ]
    sizes = instructions.plan.sizes
    # What lies above the chosen cell is met twice, so that it pays only where most lies below.
    if not lone or lone[0] < len(first) or 2 * sum(sizes[: lone[0]]) > sum(sizes[lone[0] :]):
        return [(first, 1)]
    if not _own_opposite(instructions.figure):
        return [(first, 1)]
    before = [*first, *[instructions.full] * (lone[0] - len(first))]
    below = instructions.full & ((1 << (instructions.width // 2)) - 1)
    middle = instructions.full & (1 << (instructions.width // 2)) if instructions.width % 2 else 0
    return [([*before, below], 2)] + ([([*before, middle], 1)] if middle else [])


def solve_shard(question: dict[str, Any], shard: Shard, watch: Any = None) -> dict[str, int]:
    """The fillings up to symmetry, and the partial fillings met, of one part."""
    instructions = program(as_figure(question["position"]))
    engine = engines.engine_for(instructions, instructions.plan.nodes)
    return solve_part(instructions, engine, shard, watch)


def solve_part(instructions: Program, engine: str, shard: Shard, watch: Any = None) -> dict[str, int]:
    """One part by one engine; Interrupted if the watch said stop."""
    count, nodes = engines.run(engine, instructions, shard["target"], None, shard["only"], watch)
    if watch is not None:
        if watch[0]:
            raise Interrupted("stopped; this part begins again")
        watch[1] += nodes
    return {"count": count, "nodes": nodes}


def merge(question: dict[str, Any], results: list[dict[str, int]]) -> dict[str, Any]:
    """The answer of `solve.count` but for the time it took."""
    figure = as_figure(question["position"])
    return total(figure, shards(question), results)


def total(figure: Figure, done: list[Shard], results: list[dict[str, int]]) -> dict[str, Any]:
    """Counts by target from the counts of parts: each stands for all the images that the symmetry was used to leave
    out.
    """
    instructions = program(figure)
    group = instructions.plan.group.order
    by_target: dict[int, int] = {}
    for shard, result in zip(done, results, strict=True):
        for target in (shard["target"], shard["also"]):
            if target is not None and result["count"]:
                by_target[target] = by_target.get(target, 0) + result["count"] * shard["times"] * group
    whole = sum(by_target.values())
    named: dict[str, int] | None = {str(target): by_target[target] for target in sorted(by_target)}
    if figure.targets is not None:
        named = {str(figure.targets[0]): whole} if len(set(figure.targets)) == 1 else None
    return {
        "count": whole,
        "basic": None if figure.given or figure.distinct != "all" else whole // group,
        "group": group if figure.distinct == "all" else group_order(figure),
        "by_target": named,
        "nodes": sum(result["nodes"] for result in results),
    }


def group_order(figure: Figure) -> int:
    """How many moves of the cells keep the figure as it is."""
    from coset.families.figures.symmetry import symmetry

    return symmetry(replace(figure, name="")).order
