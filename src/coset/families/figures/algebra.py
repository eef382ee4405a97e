"""What the lines say about cells, worked out exactly: every cell as a sum of a few free cells.

An equation is a row of whole numbers: one coefficient a cell, then those of the free target and of 1. It says that the
sum of the cells, each times its coefficient, is `target * row[-2] + row[-1]`. Whole numbers stay whole in elimination:
rows are multiplied, subtracted, and divided by what all their entries share.
"""

from dataclasses import dataclass
from math import gcd

from coset.families.figures.rules import Figure

Row = list[int]


@dataclass(frozen=True, slots=True)
class Form:
    """A cell as `(sum of k * free cell + target * t + const) / over`; `parts` are the (free cell, k), `over` is
    positive.
    """

    parts: tuple[tuple[int, int], ...]
    t: int
    const: int
    over: int = 1


def equations(figure: Figure) -> list[Row]:
    """All that is known for sure: each line, each given cell, and the sum of all cells where all numbers are used.

    >>> from coset.families.figures.rules import parse
    >>> equations(parse("polygon:3:2"))
    [[1, 1, 0, 1, 0], [0, 1, 1, 1, 0], [1, 0, 1, 1, 0], [1, 1, 1, 0, 6]]
    """
    rows = []
    for number, (line, coefs) in enumerate(zip(figure.lines, figure.coefs, strict=True)):
        row = [0] * figure.cells + ([1, 0] if figure.targets is None else [0, figure.targets[number]])
        for cell, k in zip(line, coefs, strict=True):
            row[cell] = k
        rows.append(row)
    for cell, value in figure.given:
        row = [0] * figure.cells + [0, value]
        row[cell] = 1
        rows.append(row)
    if figure.distinct == "all" and len(figure.numbers) == figure.cells:
        rows.append([1] * figure.cells + [0, sum(figure.numbers)])
    return rows


def eliminate(rows: list[Row], columns: list[int]) -> dict[int, Row]:
    """Solve for as many of these columns as can be, the first ones first: each solved column with its row.

    A solved column stands in its own row only, with a positive entry. `rows` ends up holding the rows that are left, in
    which no column of `columns` stands.
    """
    solved: dict[int, Row] = {}
    left = [row[:] for row in rows]
    for column in columns:
        found = next((i for i, row in enumerate(left) if row[column]), None)
        if found is None:
            continue
        pivot = left.pop(found)
        left = [_without(row, column, pivot) for row in left]
        solved = {other: _without(row, column, pivot) for other, row in solved.items()}
        solved[column] = pivot
    rows[:] = left
    return {column: row if row[column] > 0 else [-a for a in row] for column, row in solved.items()}


def _without(row: Row, column: int, pivot: Row) -> Row:
    """The row less so much of the pivot that the column is gone."""
    a, p = row[column], pivot[column]
    if a == 0:
        return row
    row = [x * p - y * a for x, y in zip(row, pivot, strict=True)]
    shared = gcd(*row)
    return [x // shared for x in row] if shared > 1 else row


def forms(figure: Figure, free: list[int]) -> tuple[dict[int, Form], list[tuple[int, int]]]:
    """Every cell that is not free as a sum of free cells, and what the target must obey: `target * t + const == 0`.

    >>> from coset.families.figures.rules import parse
    >>> forms(parse("square:3"), [0, 1])[0][8]
    Form(parts=((0, -1),), t=0, const=10, over=1)
    """
    rows = equations(figure)
    others = [cell for cell in range(figure.cells) if cell not in free]
    solved = eliminate(rows, others)
    if len(solved) < len(others):
        raise ValueError(f"{len(others) - len(solved)} more cells are free than these: {free}")
    known = {}
    for cell, row in solved.items():
        parts = tuple((other, -row[other]) for other in free if row[other])
        known[cell] = Form(parts, row[-2], row[-1], row[cell])
    return known, [(row[-2], row[-1]) for row in rows if any(row)]


def any_free(figure: Figure) -> list[int]:
    """Some cells that fix all others, as few as can be."""
    solved = eliminate(equations(figure), list(range(figure.cells - 1, -1, -1)))
    return [cell for cell in range(figure.cells) if cell not in solved]


def targets(figure: Figure) -> list[int]:
    """The free targets that the sums of lines and the equations leave possible; none if a figure with its own targets
    can't be.

    A figure with its own targets gives [0]: forms then have no part of the target.

    >>> from coset.families.figures.rules import parse
    >>> targets(parse("polygon:3:3")), targets(parse("square:3"))
    ([6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [0])
    """
    rules = forms(figure, any_free(figure))[1]
    if figure.targets is not None:
        return [0] if all(const == 0 for _, const in rules) else []
    low, high = zip(*(_reach(figure, coefs) for coefs in figure.coefs), strict=True)
    return [target for target in range(max(low), min(high) + 1) if all(t * target + const == 0 for t, const in rules)]


def _reach(figure: Figure, coefs: tuple[int, ...]) -> tuple[int, int]:
    """The least and the greatest sum of a line with these coefficients: the rearrangement inequality, where cells
    differ.
    """
    numbers = figure.numbers
    if figure.distinct == "none":
        return tuple(sum(pick(k * numbers[0], k * numbers[-1]) for k in coefs) for pick in (min, max))  # type: ignore[return-value]
    ups, downs = sorted((k for k in coefs if k > 0), reverse=True), sorted(k for k in coefs if k < 0)

    def least(small: tuple[int, ...], big: tuple[int, ...]) -> int:
        return sum(k * n for k, n in zip(ups, small, strict=False)) + sum(
            k * n for k, n in zip(downs, big, strict=False)
        )

    return least(numbers, numbers[::-1]), least(numbers[::-1], numbers)
