"""Pictures: the well with its walls, the held piece on the left, the queue on the right; and choices side by side.

Cells are named by column letter and row number from below, as b1; cells of the held piece and of the queue as h1 and
q2.3.
"""

from typing import TYPE_CHECKING

from coset.cells.bits import cells_of
from coset.cells.pieces import FLAT
from coset.families.combo.fields import Graph, to_cells, width_of
from coset.families.combo.rules import Position, format
from coset.show.drawing import Cell, Drawing, Line, Text, sheet

if TYPE_CHECKING:
    from coset.families.combo.chain import Chain
    from coset.families.combo.solve import Advice, Choice

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ROOM = 4


def cell_name(cell: int, width: int) -> str:
    """The name of a cell by its bit.

    >>> cell_name(5, 4)
    'b2'
    """
    y, x = divmod(cell, width)
    return f"{LETTERS[x]}{y + 1}"


def names(cells: int, width: int) -> str:
    """The names of some cells, from below."""
    return ", ".join(cell_name(cell, width) for cell in cells_of(cells))


def draw_well(title: str, field: str, piece: str = "", cells: int = 0, room: int = 0) -> Drawing:
    """A field in its well, with a piece at rest; at least `room` rows are shown."""
    width, filled = width_of(field), to_cells(field)
    rows = max(len(field.split("/")), -(-cells.bit_length() // width), room)
    parts = []
    for cell in range(rows * width):
        y, x = divmod(cell, width)
        fill = piece if cells >> cell & 1 else "X" if filled >> cell & 1 else "free"
        mark = "lit" if cells >> cell & 1 else ""
        parts.append(Cell(cell_name(cell, width), (x, -y), fill, piece if mark else "", mark=mark))
    walls = ((-0.56, 0.5 - rows), (-0.56, 0.56), (width - 0.44, 0.56), (width - 0.44, 0.5 - rows))
    return Drawing(title, tuple(parts), (Line(walls, width=0.12),))


def draw(position: Position, choice: "Choice | None" = None) -> Drawing:
    """The position as the player sees it, with a drop if one is given."""
    piece, cells = (choice.piece, choice.cells) if choice else ("", 0)
    well = draw_well(format(position), position.field, piece, cells, ROOM)
    width, top = width_of(position.field), min(cell.at[1] for cell in well.cells)
    drawn, texts = list(well.cells), []
    if position.hold is not None:
        texts.append(Text((-3.2, top - 0.1), "hold", 0.5, ink="faint"))
        drawn += _small(position.hold, -4.7, top + 0.9, "h")
    for number, piece in enumerate(position.queue):
        texts.append(
            Text((width + 2.2, top - 0.1 + 3 * number), "falls" if number == 0 else f"next {number}", 0.5, ink="faint")
        )
        drawn += _small(piece, width + 0.7, top + 0.9 + 3 * number, f"q{number + 1}.")
    if position.bag is not None:
        left = position.bag or "none"
        texts.append(Text((width / 2 - 0.5, 1.4), f"left in the bag: {left}", 0.5, ink="faint"))
    return Drawing(well.title, tuple(drawn), well.lines, tuple(texts))


def _small(piece: str, left: float, top: float, prefix: str) -> list[Cell]:
    return [
        Cell(f"{prefix}{number}", (left + x, top + y), piece, piece)
        for number, (x, y) in enumerate(sorted(FLAT[piece]), 1)
    ]


def draw_advice(advice: "Advice") -> Drawing:
    """The choices of a position, best first."""
    asked = advice.position
    title = format(asked)
    if not advice.choices:
        return draw(asked)
    room = max(-(-choice.cells.bit_length() // width_of(asked.field)) for choice in advice.choices)
    wells = [draw_well(f"{c.piece}: {c.value:.6g}", asked.field, c.piece, c.cells, room) for c in advice.choices]
    return sheet(title, wells, gap=2.5)


def draw_chain(chain: "Chain") -> Drawing:
    """The drops of a chain, one after the other."""
    room = max((-(-link.cells.bit_length() // width_of(link.field)) for link in chain.links), default=0)
    wells = [
        draw_well(f"{n}. {link.piece}", link.field, link.piece, link.cells, room)
        for n, link in enumerate(chain.links, 1)
    ]
    title = f"{len(chain.links)} drops on {chain.field} with {chain.queue}"
    return sheet(title, wells, columns=6, gap=1.5) if wells else draw_well(title, chain.field)


def draw_fields(graph: Graph, values: dict[str, float] | None = None) -> Drawing:
    """All fields of a graph; with values, each under its field, best first."""
    order = sorted(graph.fields, key=lambda field: -values[field]) if values else list(graph.fields)
    room = max(len(field.split("/")) for field in order)
    wells = [draw_well(f"{values[field]:.6g}" if values else field, field, room=room) for field in order]
    return sheet(f"{len(order)} fields from {graph.start}, {graph.rules}", wells, columns=8, gap=3)
