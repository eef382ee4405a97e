"""Fields and solutions as drawings; rows are numbered from the bottom, columns from the left, from 1."""

from dataclasses import replace

from coset.families.hold.rules import Position
from coset.show.drawing import Cell, Drawing, Line, Text

PIECE_SIGNS = frozenset("IOTSZJL")


def draw(position: Position) -> Drawing:
    """The field, under its queue."""
    how = [] if position.hold else ["no hold"]
    how += [] if position.drop == "soft" else [f"drop {position.drop}"]
    how += [] if position.kicks == "srs" else [f"kicks {position.kicks}"]
    return filled(position.rows, ", ".join([_shortened(position.queue), *how]))


def _shortened(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def filled(rows: tuple[str, ...], title: str, new: frozenset[tuple[int, int]] = frozenset()) -> Drawing:
    """Rows from the top, with letters of pieces where they lie; `new` are the (column, row from the bottom) to be
    marked."""
    high = len(rows)
    cells = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            name = f"{x + 1},{high - y}"
            fill = sign if sign in PIECE_SIGNS else "free" if sign == "_" else "wall"
            note = f"column {x + 1}, row {high - y}: {'empty' if sign == '_' else 'filled' if fill == 'wall' else sign}"
            mark = "lit" if (x, high - 1 - y) in new else ""
            cells.append(Cell(name, (x, y), fill, "", note, mark))
    edges = ((-0.5, -0.5), (-0.5, high - 0.5), (9.5, high - 0.5), (9.5, -0.5))
    return Drawing(title, tuple(cells), (Line(edges, "ink", 0.1),), (Text((4.5, high + 0.1), title, 0.45),))


def without_words(drawing: Drawing) -> Drawing:
    """The drawing for a sheet, where the title is the caption."""
    return replace(drawing, texts=())
