"""The slow solver straight from the definition: put a number in the next cell, go back when a full line is wrong."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from coset.families.figures.rules import Figure, different, line_sum

Answer = dict[int | None, int]
"""How many fillings there are for each target; the key is None where the targets are the figure's own."""

Check = tuple[list[int], list[tuple[dict[int, int], int]], list[tuple[int, int]]]


def answer(figure: Figure) -> Answer:
    """How many fillings there are, by target.

    >>> from coset.families.figures.rules import parse
    >>> answer(parse("square:3"))
    {None: 8}
    >>> answer(parse("polygon:3:3"))
    {9: 6, 10: 6, 11: 6, 12: 6}
    """
    counts: Answer = {} if figure.targets is None else {None: 0}
    for filling in fillings(figure):
        key = line_sum(figure, 0, filling) if figure.targets is None else None
        counts[key] = counts.get(key, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: item[0] or 0))


def fillings(figure: Figure) -> Iterator[tuple[int, ...]]:
    """Every right filling. A free target is what the first full line makes it."""
    if figure.targets is None:
        for target in possible_targets(figure):
            yield from fillings(replace(figure, name="", targets=(target,) * len(figure.lines)))
        return
    order = cell_order(figure)
    yield from _fill(figure, order, _checks(figure, order), [0] * figure.cells, 0)


def possible_targets(figure: Figure) -> range:
    """Every sum that one line could have."""
    smallest = sum(min(k * n for n in figure.numbers) for k in figure.coefs[0])
    largest = sum(max(k * n for n in figure.numbers) for k in figure.coefs[0])
    return range(smallest, largest + 1)


def cell_order(figure: Figure) -> list[int]:
    """The cells, always going on in the line that has the fewest empty cells, so that lines fill up early."""
    order: list[int] = [cell for cell, _ in figure.given]
    while len(order) < figure.cells:
        open_lines = [[cell for cell in line if cell not in order] for line in figure.lines]
        empty = [line for line in open_lines if line]
        rest = [cell for cell in range(figure.cells) if cell not in order]
        order.append(min(empty, key=len)[0] if empty else rest[0])
    return order


def _checks(figure: Figure, order: list[int]) -> list[Check]:
    """For each cell of the order: the earlier cells it must differ from, the lines and inequalities it completes."""
    pairs = different(figure)
    checks = []
    for step, cell in enumerate(order):
        before = set(order[:step])
        differ = [other for other in before if (min(cell, other), max(cell, other)) in pairs]
        lines = [
            (dict(zip(line, coefs, strict=True)), target)
            for line, coefs, target in zip(figure.lines, figure.coefs, figure.targets or (), strict=True)
            if cell in line and set(line) - {cell} <= before
        ]
        less = [pair for pair in figure.less_than if cell in pair and set(pair) - {cell} <= before]
        checks.append((differ, lines, less))
    return checks


def _fill(
    figure: Figure, order: list[int], checks: list[Check], filling: list[int], step: int
) -> Iterator[tuple[int, ...]]:
    if step == len(order):
        yield tuple(filling)
        return
    cell, (differ, lines, less) = order[step], checks[step]
    taken = {filling[other] for other in differ}
    for value in _values(figure, cell, lines, filling):
        filling[cell] = value
        if (
            value not in taken
            and all(sum(k * filling[c] for c, k in line.items()) == target for line, target in lines)
            and all(filling[low] < filling[high] for low, high in less)
        ):
            yield from _fill(figure, order, checks, filling, step + 1)


def _values(figure: Figure, cell: int, lines: list[tuple[dict[int, int], int]], filling: list[int]) -> Iterable[int]:
    """The numbers to try: what is given, or the one that fills the first line up, or all."""
    given = dict(figure.given)
    if cell in given:
        return [given[cell]]
    if not lines:
        return figure.numbers
    line, target = lines[0]
    value, rest = divmod(target - sum(k * filling[c] for c, k in line.items() if c != cell), line[cell])
    return [value] if rest == 0 and value in figure.numbers else []
