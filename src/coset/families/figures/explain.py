"""Why the search may fix cells: each fixed cell as a sum of chosen ones, and which lines, added up, say so."""

from dataclasses import dataclass
from math import gcd

from coset.families.figures.algebra import Row, eliminate, equations
from coset.families.figures.plan import plan
from coset.families.figures.program import program
from coset.families.figures.rules import Figure, as_figure


@dataclass(frozen=True, slots=True)
class Step:
    """A cell that follows: `over * cell == sum of k * other + target * t + const`, which is `weights` times the
    equations, added up.

    The equations are the lines, then the given cells, then (where all numbers are used) the sum of all cells.
    """

    text: str
    cell: int
    over: int
    parts: tuple[tuple[int, int], ...]
    t: int
    const: int
    weights: tuple[tuple[int, int], ...]


def explain(figure: Figure | str) -> list[Step]:
    """Each fixed cell, in the order in which the search fixes them, with the reason.

    >>> explain("square:3")[0].text
    'cell 4 is 5: line 4, line 6 and line 7 less line 0 and line 2'
    """
    figure = as_figure(figure)
    rows, solved = _with_weights(figure)
    return [_step(figure, cell, solved[cell], len(rows)) for cell in plan(figure).cells if cell in solved]


def holds(figure: Figure, step: Step) -> bool:
    """Whether the step's equations, added up by its weights, say what it claims: nothing else is needed to
    believe it.
    """
    rows = equations(figure)
    if any(not 0 <= number < len(rows) for number, _ in step.weights):
        return False
    total = [sum(w * rows[number][i] for number, w in step.weights) for i in range(figure.cells + 2)]
    claim = [0] * figure.cells + [step.t, step.const]
    claim[step.cell] = step.over
    for other, k in step.parts:
        claim[other] -= k
    scale = total[step.cell] // step.over if step.over else 0
    return scale != 0 and total == [scale * x for x in claim]


def formula(figure: Figure, cell: int) -> str:
    """What a cell is, as a sum of chosen cells.

    >>> from coset.families.figures.rules import parse
    >>> formula(parse("square:3"), 1)
    '20 - 2 c0 - c3'
    """
    instructions = program(figure)
    frees = {step.free for step in instructions.steps}
    if cell in frees:
        return f"c{cell}"
    _, solved = _with_weights(figure)
    return _formula(*_read(figure, cell, solved[cell])[:4])


def _with_weights(figure: Figure) -> tuple[list[Row], dict[int, Row]]:
    """The equations, and each fixed cell's row with the weights of the equations at its end."""
    rows = equations(figure)
    weighted = [[*(int(i == j) for j in range(len(rows))), *row] for i, row in enumerate(rows)]
    chosen = {free for free, _ in plan(figure).steps}
    others = [len(rows) + cell for cell in range(figure.cells) if cell not in chosen]
    return rows, {column - len(rows): row for column, row in eliminate(weighted, others).items()}


def _read(figure: Figure, cell: int, row: Row) -> tuple[int, tuple[tuple[int, int], ...], int, int]:
    """Over, parts, t and const of a row, with nothing to divide out."""
    body = row[-figure.cells - 2 :]
    shared = gcd(*body)
    body = [x // shared for x in body]
    parts = tuple((other, -k) for other, k in enumerate(body[:-2]) if k and other != cell)
    return body[cell], parts, body[-2], body[-1]


def _step(figure: Figure, cell: int, row: Row, many: int) -> Step:
    over, parts, t, const = _read(figure, cell, row)
    weights = tuple((number, w) for number, w in enumerate(row[:many]) if w)
    text = f"cell {cell} is {_formula(over, parts, t, const)}: {_reason(figure, weights)}"
    return Step(text, cell, over, parts, t, const, weights)


def _formula(over: int, parts: tuple[tuple[int, int], ...], t: int, const: int) -> str:
    terms = ([(const, "")] if const else []) + ([(t, "target")] if t else []) + [(k, f"c{c}") for c, k in parts]
    if not terms:
        return "0"
    words = []
    for k, name in terms:
        size = f"{abs(k)} {name}" if name and abs(k) != 1 else name or str(abs(k))
        words.append(("- " if k < 0 else "+ ") + size)
    text = " ".join(words).removeprefix("+ ")
    text = "-" + text[2:] if text.startswith("- ") else text
    return text if over == 1 else f"({text}) / {over}"


def _reason(figure: Figure, weights: tuple[tuple[int, int], ...]) -> str:
    """Which equations are added up and which are taken away."""
    plus = [_name(figure, number, w) for number, w in weights if w > 0]
    minus = [_name(figure, number, -w) for number, w in weights if w < 0]
    if not plus:
        plus, minus = minus, []
    return _list(plus) + (f" less {_list(minus)}" if minus else "")


def _name(figure: Figure, number: int, times: int) -> str:
    if number < len(figure.lines):
        name = f"line {number}"
    elif number < len(figure.lines) + len(figure.given):
        cell, value = figure.given[number - len(figure.lines)]
        name = f"the given {value} in cell {cell}"
    else:
        name = "the sum of all numbers"
    return name if times == 1 else f"{times} times {name}"


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
