"""The plain search level by level, as one would do it by hand: fill cell after cell, and go back when a full line is
wrong.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from coset.errors import BadInput, TooBig
from coset.families.figures.rules import Figure, as_figure, different, format, whole

Progress = Callable[[float, float | None], None]
Order = str | Sequence[int]

MOST_KEPT = 5 * 10**9


@dataclass(frozen=True, slots=True)
class Levels:
    """For each cell of the order: how many numbers were tried in it, and how many of these kept."""

    figure: str
    order: tuple[int, ...]
    tried: tuple[int, ...]
    kept: tuple[int, ...]

    def json(self) -> dict[str, Any]:
        """The values as `--json` prints them."""
        return {
            "order": list(self.order),
            "tried": list(self.tried),
            "kept": list(self.kept),
            "total_tried": sum(self.tried),
        }


def cell_order(figure: Figure, order: Order = "spiral") -> tuple[int, ...]:
    """The cells in the order asked for: "raster", "spiral" (around, inwards), "planned" (as the fast search fills
    them), or a list of all cells.

    >>> from coset.families.figures.rules import parse
    >>> cell_order(parse("square:3"))
    (0, 1, 2, 5, 8, 7, 6, 3, 4)
    """
    if order == "raster":
        return tuple(range(figure.cells))
    if order == "spiral":
        return tuple(_spiral(figure))
    if order == "planned":
        from coset.families.figures.plan import plan

        return tuple(plan(figure).cells)
    if isinstance(order, str):
        words = order.replace(",", " ").replace(".", " ").split()
        if not words or not words[0].lstrip("-").isdigit():
            raise BadInput("there is no such order", order, "raster, spiral, planned, or all cells such as 0,1,2,...")
        order = [whole(word, f"entry {i} of the order") for i, word in enumerate(words, 1)]
    if sorted(order) != list(range(figure.cells)):
        raise BadInput("the order must name each cell once", list(order), f"all of 0 to {figure.cells - 1}")
    return tuple(order)


def _spiral(figure: Figure) -> Iterator[int]:
    """Along the first row, down the ends of the rows, back along the last row, up the beginnings, and so on within."""
    rows, first = [], 0
    for length in figure.rows:
        rows.append(list(range(first, first + length)))
        first += length
    while rows:
        yield from rows[0]
        last = rows[-1] if len(rows) > 1 else []
        rows = rows[1:-1]
        yield from [row.pop() for row in rows if row]
        yield from reversed(last)
        yield from reversed([row.pop(0) for row in rows if row])
        rows = [row for row in rows if row]


def levels(figure: Figure | str, order: Order = "spiral", *, progress: Progress | None = None) -> Levels:
    """How many numbers each level of the plain search tries and keeps.

    What is tried is every number that is not in the figure yet, or every number where cells may be equal.

    >>> found = levels("square:3")
    >>> found.tried[:4], found.kept[:4]
    ((9, 72, 504, 288), (9, 72, 48, 288))
    """
    from coset.kernels.watch import watched

    figure = as_figure(figure)
    cells = cell_order(figure, order)
    kept, complete = watched(
        partial(_kept, figure, cells), None if progress is None else lambda done: progress(done, None)
    )
    if not complete:
        raise TooBig(f"the plain search keeps over {MOST_KEPT} partial fillings", format(figure), "take a better order")
    given, tried = dict(figure.given), []
    before, taken = 1, 0
    for level, cell in enumerate(cells):
        many = 1 if cell in given else len(figure.numbers) - (taken if figure.distinct == "all" else 0)
        tried.append(before * many)
        before, taken = kept[level], taken + 1
    return Levels(format(figure), cells, tuple(tried), tuple(kept))


def _kept(figure: Figure, cells: tuple[int, ...], watch: Any) -> tuple[list[int], bool]:
    import numpy as np

    from coset.families.figures.kernel_levels import keeps

    lines = _lines_by_level(figure, cells)
    longest = max(len(line) for line in figure.lines)
    table = np.zeros((len(figure.lines), 2 + 2 * longest), np.int64)
    begins, row = [0], 0
    for of_level in lines:
        for target, parts in of_level:
            table[row, : 2 + 2 * len(parts)] = [target, len(parts), *(x for part in parts for x in part)]
            row += 1
        begins.append(row)
    level_of = {cell: level for level, cell in enumerate(cells)}
    clash = np.zeros((0 if figure.distinct == "all" else len(cells), len(cells)), np.int64)
    if figure.distinct != "all":
        for one, other in different(figure):
            clash[level_of[one], level_of[other]] = clash[level_of[other], level_of[one]] = 1
    values = dict(figure.given)
    given = [figure.numbers.index(values[cell]) if cell in values else -1 for cell in cells]
    kept = np.zeros(len(cells), np.int64)
    numbers = np.array(figure.numbers, np.int64)
    done = keeps(numbers, np.array(given, np.int64), table, np.array(begins, np.int64), clash, kept, MOST_KEPT, watch)
    return kept.tolist(), bool(done)


def _lines_by_level(figure: Figure, cells: tuple[int, ...]) -> list[list[tuple[int, list[tuple[int, int]]]]]:
    """For each level the lines that it fills up: the target, and the (level, coefficient) of each cell."""
    if figure.targets is None:
        raise BadInput("the figure has a free target, so no line can be wrong", format(figure), "give it a target")
    if figure.less_than:
        raise BadInput("the plain search knows no less_than", format(figure), "leave it out")
    level_of = {cell: level for level, cell in enumerate(cells)}
    found: list[list[tuple[int, list[tuple[int, int]]]]] = [[] for _ in cells]
    for line, coefs, target in zip(figure.lines, figure.coefs, figure.targets, strict=True):
        parts = [(level_of[cell], k) for cell, k in zip(line, coefs, strict=True)]
        found[max(parts)[0]].append((target, parts))
    return found


def trace(figure: Figure | str, order: Order = "spiral", first: int = 20) -> list[tuple[int | None, ...]]:
    """The first moves of the plain search: the cells after each number that is tried, None where a cell is empty.

    >>> trace("square:3", first=3)[2]
    (1, 2, 3, None, None, None, None, None, None)
    """
    figure = as_figure(figure)
    if not 1 <= first <= 100_000:
        raise BadInput("this is no number of moves", first, "from 1 to 100000")
    moves = _moves(figure, cell_order(figure, order))
    return [move for _, move in zip(range(first), moves, strict=False)]


def _moves(figure: Figure, cells: tuple[int, ...]) -> Iterator[tuple[int | None, ...]]:
    lines, pairs, given = _lines_by_level(figure, cells), different(figure), dict(figure.given)
    filling: list[int | None] = [None] * figure.cells

    def fill(level: int) -> Iterator[tuple[int | None, ...]]:
        cell = cells[level]
        taken = {filling[c] for c in range(figure.cells) if (min(c, cell), max(c, cell)) in pairs}
        for value in (given[cell],) if cell in given else figure.numbers:
            if value in taken:
                continue
            filling[cell] = value
            yield tuple(filling)
            sums = ((target, sum(k * (filling[cells[i]] or 0) for i, k in parts)) for target, parts in lines[level])
            if level + 1 < len(cells) and all(target == got for target, got in sums):
                yield from fill(level + 1)
        filling[cell] = None

    return fill(0)
