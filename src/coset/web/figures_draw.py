"""Draw a figure of one's own: put cells on a lattice, join them into lines, name the numbers.

The address has it all: `cells` are places such as `2_0` on the lattice, joined by ','; `lines` are the places of each
line joined by '.', the lines joined by ','; `line` is the line that is being drawn.
"""

from dataclasses import dataclass, replace
from math import cos, pi, sin, sqrt
from typing import Any

from coset.errors import BadInput
from coset.families.figures import rules
from coset.families.figures.own import from_id
from coset.show.drawing import SQUARE, Cell, Drawing, Line
from coset.web import parts
from coset.web.ask import Ask
from coset.web.html import Html, address, join, tag
from coset.web.parts import Page
from coset.web.query import Query

PATH = "/figures/draw"
COLUMNS, ROWS = 7, 6
LATTICES = {"square": "squares", "hexagon": "honeycomb"}
HEXAGON = tuple((sin(pi * side / 3) / sqrt(3), -cos(pi * side / 3) / sqrt(3)) for side in range(6))
RING = {"cells": "2_1,3_1,4_1,2_2,4_2,2_3,3_3,4_3", "lines": "2_1.3_1.4_1,2_3.3_3.4_3,2_1.2_2.2_3,4_1.4_2.4_3"}


@dataclass(frozen=True, slots=True)
class Sketch:
    """A figure on its way."""

    cells: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    line: tuple[str, ...]
    lattice: str
    joining: bool
    numbers: str
    target: str
    distinct: str

    @property
    def used(self) -> str:
        """The numbers to use: as many as there are cells, if nothing else is said."""
        return self.numbers or f"1-{max(len(self.cells), 1)}"

    def values(self) -> dict[str, str | None]:
        """The sketch as the values of an address."""
        return {
            "cells": ",".join(self.cells) or "none",
            "lines": ",".join(".".join(line) for line in self.lines),
            "line": ".".join(self.line),
            "lattice": "hexagon" if self.lattice == "hexagon" else None,
            "joining": "1" if self.joining else None,
            "numbers": self.numbers,
            "target": self.target,
            "distinct": self.distinct if self.distinct != "all" else None,
        }

    def address(self, **changes: Any) -> str:
        """The page with the sketch changed."""
        return address(PATH, **replace(self, **changes).values())


def sketch_in(query: Query) -> Sketch:
    """The sketch of the address; the outline of a square where there is none."""
    fresh = not query.text("cells") and not query.text("lines")
    cells = _places(RING["cells"] if fresh else query.text("cells"), ",")
    lines = RING["lines"] if fresh else query.text("lines")
    return Sketch(
        cells,
        tuple(_line(line, cells) for line in lines.split(",") if line),
        _line(query.text("line"), cells),
        query.choice("lattice", list(LATTICES)),
        query.yes("joining"),
        query.text("numbers", longest=200),
        query.text("target", longest=200),
        query.choice("distinct", ["all", "lines", "none"]),
    )


def _places(text: str, between: str) -> tuple[str, ...]:
    found = [word for word in text.split(between) if word and word != "none"]
    for word in found:
        x, _, y = word.partition("_")
        if not (x in "0123456" and y in "012345" and len(x) == len(y) == 1):
            raise BadInput("there is no such place", word, f"x_y, from 0_0 to {COLUMNS - 1}_{ROWS - 1}")
    if len(set(found)) < len(found):
        raise BadInput("a place is named twice", text, "each once")
    return tuple(found)


def _line(text: str, cells: tuple[str, ...]) -> tuple[str, ...]:
    line = _places(text, ".")
    for word in line:
        if word not in cells:
            raise BadInput("a line goes through a place without a cell", word, "put a cell there first")
    return line


def figure_of(sketch: Sketch) -> rules.Figure | None:
    """The figure, or None while it has no cell or no line; BadInput where the numbers won't do."""
    order = sorted(sketch.cells, key=lambda name: (name[2], name[0]))
    if not order or not sketch.lines:
        return None
    lines = ",".join(".".join(str(order.index(name)) for name in line) for line in sketch.lines)
    heights = [name[2] for name in order]
    rows = ",".join(str(heights.count(y)) for y in sorted(set(heights)))
    at = ",".join(f"{x:g}_{y:g}" for x, y in (_point(sketch, name) for name in order))
    numbers, target = sketch.used.replace(" ", ""), (sketch.target or "free").replace(" ", "")
    if ":" in numbers + target:
        raise BadInput("these are no numbers", sketch.used + " " + target, "such as 1-9, and 15 or free")
    figure = from_id(f"own:{len(order)}:{numbers}:{sketch.distinct}:{target}:{lines}:rows:{rows}:at:{at}")
    return rules.checked(figure)


def _point(sketch: Sketch, name: str) -> tuple[float, float]:
    x, y = int(name[0]), int(name[2])
    return (round(x + y % 2 / 2, 3), round(y * sqrt(3) / 2, 3)) if sketch.lattice == "hexagon" else (x, y)


def drawing_of(sketch: Sketch) -> Drawing:
    """The lattice, the cells on it, and the lines through them."""
    cells = []
    shape = tuple((0.75 * x, 0.75 * y) for x, y in (HEXAGON if sketch.lattice == "hexagon" else SQUARE))
    for y in range(ROWS):
        for x in range(COLUMNS):
            name = f"{x}_{y}"
            here, mark = name in sketch.cells, "lit" if name in sketch.line else ""
            note = f"column {x + 1}, row {y + 1}, " + ("a cell" if here else "empty")
            if here:
                cells.append(Cell(name, _point(sketch, name), "given", mark=mark, note=note, corners=shape))
            elif not sketch.joining:
                cells.append(Cell(name, _point(sketch, name), "none", "·", note, corners=shape))
    lines = [Line(tuple(_point(sketch, name) for name in line), "from", 0.12) for line in sketch.lines]
    current = [Line(tuple(_point(sketch, name) for name in sketch.line), "lit", 0.2)] if sketch.line else []
    return Drawing("the figure so far", tuple(cells), tuple(_over(line) for line in lines + current))


def _over(line: Line) -> Line:
    """The line carried a little past its ends, so that it shows beyond the cells."""
    (ax, ay), (bx, by) = line.points[0], line.points[-1]
    length = max(sqrt((bx - ax) ** 2 + (by - ay) ** 2), 1.0)
    dx, dy = 0.66 * (bx - ax) / length, 0.66 * (by - ay) / length
    return replace(line, points=((ax - dx, ay - dy), *line.points, (bx + dx, by + dy)))


def pressed(sketch: Sketch, name: str) -> str:
    """Where pressing a place leads: a cell comes or goes, or joins the line or leaves it."""
    if sketch.joining:
        line = tuple(n for n in sketch.line if n != name) if name in sketch.line else (*sketch.line, name)
        return sketch.address(line=line)
    if name not in sketch.cells:
        return sketch.address(cells=(*sketch.cells, name))
    return sketch.address(
        cells=tuple(n for n in sketch.cells if n != name),
        lines=tuple(kept for line in sketch.lines if len(kept := tuple(n for n in line if n != name)) > 1),
        line=tuple(n for n in sketch.line if n != name),
    )


def view(query: Query, ask: Ask) -> Page:
    """The figure so far, what to do next, and the way to its answer."""
    sketch = sketch_in(query)
    figure = figure_of(sketch)
    hint = (
        "Press cells one after the other, then end the line."
        if sketch.joining
        else "Press a place to put a cell there."
    )
    stage = join(
        _tools(sketch),
        parts.board(drawing_of(sketch), lambda cell: {"href": pressed(sketch, cell.name)}, scale=64),
        tag("p", hint, class_="soft"),
    )
    done = address("/figures", figure=rules.format(figure).removeprefix("figures:")) if figure else None
    talk = join(
        parts.panel("Ask", parts.bar(parts.link("In how many ways can it be filled?", done, strong=True, id="ask"))),
        _numbers(sketch),
        _lines(sketch),
    )
    return Page("A figure of one's own", parts.sheet("Draw a figure", ABOUT, Html(""), stage, talk), hint)


ABOUT = "Put cells on the lattice, join them into lines, and ask in how many ways all lines can have the same sum."


def _tools(sketch: Sketch) -> Html:
    enough = len(sketch.line) > 1
    end = sketch.address(lines=(*sketch.lines, sketch.line), line=()) if enough else None
    return parts.bar(
        parts.link("Cells", sketch.address(joining=False, line=()), current=not sketch.joining, id="cells"),
        parts.link("Lines", sketch.address(joining=True), current=sketch.joining, id="join"),
        parts.link("End the line", end, key="e", id="end") if sketch.joining else None,
        parts.link("Clear", sketch.address(cells=(), lines=(), line=(), joining=False), id="clear"),
        label="What a press does",
    )


def _numbers(sketch: Sketch) -> Html:
    asked = ("numbers", "target", "distinct", "lattice")
    keep = {name: value for name, value in sketch.values().items() if name not in asked}
    return parts.panel(
        "Numbers",
        parts.form(
            PATH,
            parts.field("Numbers to use", "numbers", sketch.numbers, f"{sketch.used} if left out"),
            parts.field("Sum of each line", "target", sketch.target, "found out if left out"),
            parts.choose(
                "Different numbers",
                "distinct",
                {"all": "everywhere", "lines": "in each line", "none": "no need"},
                sketch.distinct,
            ),
            parts.choose("Lattice", "lattice", LATTICES, sketch.lattice),
            button="Take these",
            keep=keep,
        ),
    )


def _lines(sketch: Sketch) -> Html:
    def without(number: int) -> str:
        return sketch.address(lines=sketch.lines[:number] + sketch.lines[number + 1 :])

    def words(line: tuple[str, ...]) -> str:
        return f"{parts.count(len(line), 'cell')}, from column {int(line[0][0]) + 1}, row {int(line[0][2]) + 1}"

    rows = [
        [
            str(number + 1),
            words(line),
            tag("a", "Take away", href=without(number), aria_label=f"Take line {number + 1} away"),
        ]
        for number, line in enumerate(sketch.lines)
    ]
    if not rows:
        return parts.panel("Lines", tag("p", "None yet: press Lines above the board.", class_="soft"))
    return parts.panel("Lines", parts.table(["Line", "Cells", ""], rows))
