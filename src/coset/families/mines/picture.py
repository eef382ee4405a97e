"""A board as drawing primitives: what is hidden, what is known, and the cells that a step is about."""

from fractions import Fraction
from math import dist

from coset.cells.bits import cells_of
from coset.families.mines.explain import Step
from coset.families.mines.rules import NOTHING, Hint, Position
from coset.families.mines.tilings import Line
from coset.show.drawing import SQUARE, Cell, Drawing, Point, Text


def draw(position: Position, safe: int | None = None, mines: int = 0, step: Step | None = None) -> Drawing:
    """The board at the start, or with these cells known; with a step, its cells and what they follow from are marked.

    >>> from coset.families.mines.rules import parse
    >>> [cell.label for cell in draw(parse("sweep:2x1:o*")).cells]
    ['1', '']
    """
    if step is not None:
        safe, mines = step.safe, step.mines
    safe = position.revealed if safe is None else safe
    lit, source = (step.cells, _sources(step)) if step else (0, 0)
    scale = _scale(position)
    cells = []
    for cell in range(position.tiling.size):
        fill, label, note = _look(position, cell, safe, mines)
        mark = ("bad" if step and step.is_mine else "good") if lit >> cell & 1 else "from" if source >> cell & 1 else ""
        corners = tuple((x / scale, y / scale) for x, y in position.tiling.corners[cell])
        name = position.tiling.names[cell]
        cells.append(Cell(name, _at(position, cell, scale), fill, label, f"{name}: {note}", mark, corners or SQUARE))
    texts = [
        Text((line.at[0] / scale, line.at[1] / scale), str(hint.mines), 0.5) for line, hint in _line_hints(position)
    ]
    left, _, _, bottom = Drawing("", tuple(cells), (), tuple(texts)).box()
    left = min(cell.at[0] for cell in cells) - 0.5
    for row, words in enumerate(_legend(position)):
        texts.append(Text((left, bottom + 0.7 + 0.6 * row), words, 0.42, "start"))
    return Drawing(_title(position, step), tuple(cells), (), tuple(texts))


def chances(position: Position, odds: dict[int, Fraction]) -> Drawing:
    """The position with the chance of a mine in each hidden cell, in percent."""
    plain = draw(position)
    cells = list(plain.cells)
    for cell, chance in odds.items():
        old = cells[cell]
        note = f"{old.name}: {chance} of a mine"
        label = f"{round(100 * chance)}" if 0 < chance < 1 else "!" if chance else "0"
        cells[cell] = Cell(old.name, old.at, f"p{round(10 * chance)}", label, note, old.mark, old.corners)
    return Drawing("the chance of a mine in each hidden cell, in percent", tuple(cells), (), plain.texts)


def _scale(position: Position) -> float:
    """The distance of the nearest two neighbours, which is drawn as one cell."""
    at = position.tiling.at
    steps = [
        dist(at[cell], at[other]) for cell, around in enumerate(position.tiling.around) for other in cells_of(around)
    ]
    return max(min((step for step in steps if step > 0), default=10.0), 1e-6)


def _at(position: Position, cell: int, scale: float) -> Point:
    x, y = position.tiling.at[cell]
    return x / scale, y / scale


def _look(position: Position, cell: int, safe: int, mines: int) -> tuple[str, str, str]:
    """Fill, label and note of a cell."""
    colour = next((c for c in position.colours if c.cells >> cell & 1), None)
    said = f", {'dark ' * colour.dark}{colour.name.lower()}" if colour else ""
    if mines >> cell & 1:
        return "mine", "*", "a mine" + said
    if safe >> cell & 1:
        number = position.shown[cell]
        label = "?" if number == NOTHING else str(number)
        return ("secret" if number == NOTHING else "safe"), label, f"safe, shows {label}{said}"
    return (colour.name if colour else "hidden"), "", "hidden" + said


def _sources(step: Step) -> int:
    """The cells whose shown numbers a step follows from, and the cells of the hints it follows from."""
    position = step.position
    names = {line.clue for line in step.proof} | {clue.name for clue in step.cases}
    found = 0
    for cell in cells_of(step.safe):
        if f"the {position.shown[cell]} at {position.tiling.names[cell]}" in names:
            found |= 1 << cell
    for hint in position.hints[1:]:
        if hint.name in names:
            found |= hint.cells
    return found


def _line_hints(position: Position) -> list[tuple[Line, Hint]]:
    by_name = {hint.name: hint for hint in position.hints}
    return [(line, by_name[line.name]) for line in position.tiling.lines if line.name in by_name]


def _legend(position: Position) -> list[str]:
    """The hints that belong to no line: the whole number of mines, and the colours."""
    lines = {line.name for line in position.tiling.lines}
    rest = [hint for hint in position.hints if hint.name not in lines]
    return [f"{hint.mines} {'mine' if hint.mines == 1 else 'mines'} in {hint.name}" for hint in rest]


def _title(position: Position, step: Step | None) -> str:
    if step is not None:
        return step.text
    what = "level" if position.mines is not None else "position"
    return f"a {what} of {position.tiling.size} cells with {position.total} mines"
