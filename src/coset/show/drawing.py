"""Drawing primitives: a picture as data, in units of one cell, x to the right and y downwards.

A family says what it draws and what it means (`fill="mine"`); `palette.py` says how that looks, in light and dark.
"""

from dataclasses import dataclass, replace

Point = tuple[float, float]

SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a board: a filled outline with a label; its name is unique in the drawing.

    `mark` outlines the cell: "lit" for what a step is about, "from" for what it follows from, "good", "bad".
    `note` is what a screen reader says and a pointer shows.
    """

    name: str
    at: Point
    fill: str = "free"
    label: str = ""
    note: str = ""
    mark: str = ""
    corners: tuple[Point, ...] = SQUARE


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, beneath the cells."""

    points: tuple[Point, ...]
    ink: str = "line"
    width: float = 0.06


@dataclass(frozen=True, slots=True)
class Text:
    """Words on the drawing; `anchor` is start, middle or end."""

    at: Point
    text: str
    size: float = 0.5
    anchor: str = "middle"
    ink: str = "ink"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: what it shows in words, and its parts.

    >>> Drawing("one cell", cells=(Cell("a", (0, 0)),)).box()
    (-0.5, -0.5, 0.5, 0.5)
    """

    title: str
    cells: tuple[Cell, ...] = ()
    lines: tuple[Line, ...] = ()
    texts: tuple[Text, ...] = ()

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all parts."""
        xs, ys = [], []
        for cell in self.cells:
            xs += [cell.at[0] + x for x, _ in cell.corners]
            ys += [cell.at[1] + y for _, y in cell.corners]
        for line in self.lines:
            xs += [x for x, _ in line.points]
            ys += [y for _, y in line.points]
        for text in self.texts:
            wide = 0.62 * text.size * len(text.text)
            left = text.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
            xs += [left, left + wide]
            ys += [text.at[1] - text.size / 2, text.at[1] + text.size / 2]
        return (min(xs, default=0.0), min(ys, default=0.0), max(xs, default=0.0), max(ys, default=0.0))


def moved(drawing: Drawing, dx: float, dy: float, prefix: str = "") -> Drawing:
    """The drawing somewhere else; `prefix` goes before the names of its cells."""
    return replace(
        drawing,
        cells=tuple(replace(c, name=prefix + c.name, at=(c.at[0] + dx, c.at[1] + dy)) for c in drawing.cells),
        lines=tuple(replace(line, points=tuple((x + dx, y + dy) for x, y in line.points)) for line in drawing.lines),
        texts=tuple(replace(text, at=(text.at[0] + dx, text.at[1] + dy)) for text in drawing.texts),
    )


def sheet(title: str, drawings: list[Drawing], columns: int = 4, gap: float = 1.0, captions: bool = True) -> Drawing:
    """Many drawings on one, row by row, each with its title under it; cells are named `number:name`, from 1.

    >>> sheet("two", [Drawing("a", (Cell("x", (0, 0)),)), Drawing("b", (Cell("x", (0, 0)),))]).cells[1].name
    '2:x'
    """
    boxes = [drawing.box() for drawing in drawings]
    below = gap + (0.8 if captions else 0.0)
    wide = [max(box[2] - box[0] for box in boxes[column::columns]) + gap for column in range(min(columns, len(boxes)))]
    high = [max(box[3] - box[1] for box in boxes[at : at + columns]) + below for at in range(0, len(boxes), columns)]
    cells: list[Cell] = []
    lines: list[Line] = []
    texts: list[Text] = []
    for number, (drawing, box) in enumerate(zip(drawings, boxes, strict=True)):
        row, column = divmod(number, columns)
        middle, top = sum(wide[:column]) + wide[column] / 2, sum(high[:row])
        part = moved(drawing, middle - (box[0] + box[2]) / 2, top - box[1], f"{number + 1}:")
        cells += part.cells
        lines += part.lines
        texts += part.texts
        if captions:
            texts.append(Text((middle, top + box[3] - box[1] + 0.5), drawing.title, 0.45))
    return Drawing(title, tuple(cells), tuple(lines), tuple(texts))
