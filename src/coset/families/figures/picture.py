"""Figures as drawings: each cell with its number, hexagons and triangles where the figure is made of them."""

from collections.abc import Sequence
from itertools import combinations
from math import cos, dist, pi, sin

from coset.families.figures.rules import Figure, as_figure, wrong_lines
from coset.families.figures.symmetry import moved, symmetry
from coset.show.drawing import SQUARE, Cell, Drawing, Line, Point, sheet

Values = Sequence[int | None]


def _regular(sides: int, radius: float, turn: float = 0.0) -> tuple[Point, ...]:
    return tuple(
        (radius * sin(2 * pi * (i + turn) / sides), -radius * cos(2 * pi * (i + turn) / sides)) for i in range(sides)
    )


HEXAGON = _regular(6, 0.577)
ROUND = _regular(24, 0.46)
UP = tuple((1.6 * x, 1.6 * y) for x, y in _regular(3, 0.577))
DOWN = tuple((x, -y) for x, y in UP)


def show(figure: Figure | str, filling: Values | str | None = None) -> Drawing:
    """A figure as a drawing, with a filling or with what is given.

    >>> show("square:3", [2, 7, 6, 9, 5, 1, 4, 3, 8]).cells[0].label
    '2'
    """
    figure = as_figure(figure)
    if isinstance(filling, str):
        from coset.families.figures.check import filling_of

        filling = filling_of(figure, filling)
    return draw(figure, filling)


def draw(figure: Figure, filling: Values | None = None, title: str = "") -> Drawing:
    """A figure with its numbers; cells are called by their number, wrong cells of a full filling are marked."""
    given = dict(figure.given)
    values: Values = filling if filling is not None else [given.get(cell) for cell in range(figure.cells)]
    full = all(value is not None for value in values)
    wrong: set[int] = set()
    if full and filling is not None:
        wrong = {c for i in wrong_lines(figure, tuple(v or 0 for v in values)) for c in figure.lines[i]}
    cells = []
    for cell, place in enumerate(places(figure)):
        value = values[cell]
        cells.append(
            Cell(
                name=f"c{cell}",
                at=place,
                fill="given" if cell in given else "free",
                label="" if value is None else str(value),
                note=f"cell {cell}: {'empty' if value is None else value}{' (given)' if cell in given else ''}",
                mark="bad" if cell in wrong else "",
                corners=_corners(figure, cell),
            )
        )
    return Drawing(title or _title(figure), tuple(cells), () if _tiled(figure) else tuple(_lines(figure)))


def draw_all(figure: Figure, fillings: Sequence[Sequence[int]], columns: int = 4) -> Drawing:
    """Many fillings on one sheet, images of each other together: 2.5 is the fifth filling of the second kind."""
    if not fillings:
        return draw(figure, title=f"{_title(figure)}: no filling")
    kinds: dict[tuple[int, ...], list[Sequence[int]]] = {}
    for filling in fillings:
        kinds.setdefault(_kind(figure, tuple(filling)), []).append(filling)
    drawings = [
        draw(figure, filling, f"{kind}.{number}")
        for kind, alike in enumerate(kinds.values(), 1)
        for number, filling in enumerate(alike, 1)
    ]
    many = f"{len(fillings)} filling{'s' * (len(fillings) > 1)} of {len(kinds)} kind{'s' * (len(kinds) > 1)}"
    return sheet(f"{_title(figure)}: {many}", drawings, columns)


def _kind(figure: Figure, filling: tuple[int, ...]) -> tuple[int, ...]:
    """The least of a filling's images; of a big group's the filling itself."""
    group = symmetry(figure)
    return min(moved(filling, move) for move in group.moves()) if group.order <= 2000 else filling


def _title(figure: Figure) -> str:
    return figure.name or f"a figure of {figure.cells} cells and {len(figure.lines)} lines"


def places(figure: Figure) -> list[Point]:
    """Where the cells are, none upon another; without places of their own, in rows."""
    if figure.places:
        nearest = min((dist(*pair) for pair in combinations(figure.places, 2)), default=1.0)
        wide = 1 / nearest if 0 < nearest < 1 and not _tiled(figure) else 1.0
        return [(wide * x, wide * y) for x, y in figure.places]
    found: list[Point] = []
    for y, length in enumerate(figure.rows):
        found += [(1.1 * (x - (length - 1) / 2), 1.1 * y) for x in range(length)]
    return found


def _word(figure: Figure) -> str:
    return figure.name.split(":")[0]


def _tiled(figure: Figure) -> bool:
    """Whether cells lie side by side along their lines, so that lines need not be drawn."""
    return _word(figure) in ("hexagon", "square", "rectangle", "cube", "latin", "t-hexagon")


def _corners(figure: Figure, cell: int) -> tuple[Point, ...]:
    word = _word(figure)
    if word == "hexagon":
        return HEXAGON
    if word == "t-hexagon":
        return UP if _points_up(figure, cell) else DOWN
    return SQUARE if _tiled(figure) else ROUND


def _points_up(figure: Figure, cell: int) -> bool:
    """Triangles of a row alternate; rows of the upper half begin with one that points up."""
    first = 0
    for row, length in enumerate(figure.rows):
        if cell < first + length:
            return ((cell - first) % 2 == 0) == (row < len(figure.rows) // 2)
        first += length
    return True


def _lines(figure: Figure) -> list[Line]:
    at = places(figure)
    if not figure.places:
        return []
    return [Line(tuple(at[cell] for cell in line)) for line in figure.lines]
