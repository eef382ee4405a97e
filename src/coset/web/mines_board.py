"""What the pages of mines share: the board in the address, sets of cells in it, and the board as a picture."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from coset.cells.bits import cells_of
from coset.errors import BadInput, TooBig
from coset.families.mines import rules
from coset.families.mines.rules import Position
from coset.show.drawing import Cell, Drawing
from coset.web.query import Query

if TYPE_CHECKING:
    from coset.families.mines.explain import Step

EXAMPLE = rules.EXAMPLES[0]
LONGEST_ID, MOST_CELLS = 20_000, 600


def position_in(query: Query, usual: str = EXAMPLE) -> Position:
    """The board of the address, small enough to be drawn."""
    text = query.text("level", usual=usual, longest=LONGEST_ID)
    if text.lstrip().startswith("<"):
        raise BadInput("this is the content of a file", text, "load the file itself")
    position = rules.parse(text)
    if position.tiling.size > MOST_CELLS:
        raise TooBig(f"this board has {position.tiling.size:,} cells", text, f"a page shows up to {MOST_CELLS}")
    return position


def about(position: Position) -> str:
    """What the numbers on the board mean, in a sentence or two."""
    words = "The number in a cell counts the mines around it"
    if position.tiling.lines:
        words += ", a number at the edge those in its line"
    if position.colours:
        words += ", and a colour's hint those in its cells"
    secret = " A '?' is safe and says no more."
    named = " r2c3 is row 2, column 3." if "r1c1" in position.tiling.names else ""
    return words + "." + (secret if position.mines is not None and position.secret else "") + named


def cells_in(query: Query, name: str, position: Position) -> int:
    """A set of cells, written as a hexadecimal number whose bit i is cell i."""
    text = query.text(name)
    try:
        cells = int(text, 16) if text and text.isalnum() else 0
    except ValueError:
        cells = -1
    if (text and not text.isalnum()) or not 0 <= cells <= position.all_cells:
        raise BadInput(f"{name!r} is no set of cells of this board", text, "hexadecimal, bit i for cell i")
    return cells


def cells_named(text: str, position: Position) -> list[int]:
    """The cells with these names, which have commas between them."""
    numbers = {name: cell for cell, name in enumerate(position.tiling.names)}
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in numbers:
            raise BadInput("there is no such cell on this board", name, "such as " + position.tiling.names[0])
    return [numbers[name] for name in names]


def as_hex(cells: int) -> str | None:
    """The inverse of `cells_in`; nothing for the empty set."""
    return f"{cells:x}" if cells else None


def names_of(position: Position, cells: int) -> list[str]:
    """The names of the cells of a set."""
    return [position.tiling.names[cell] for cell in cells_of(cells)]


def opened_from(position: Position, cell: int) -> int:
    """The cells that are seen when this one is opened: with a 0 its neighbours too, and so on."""
    seen, todo = 0, [cell]
    while todo:
        cell = todo.pop()
        if seen >> cell & 1:
            continue
        seen |= 1 << cell
        if position.shown[cell] == 0:
            todo += cells_of(position.tiling.around[cell] & ~seen)
    return seen


def drawn(
    position: Position, seen: int, mines: int = 0, flags: int = 0, marks: Mapping[str, str] | None = None
) -> Drawing:
    """The board with these cells seen, these mines known, these flags, and outlines by the names of cells."""
    from coset.families.mines.picture import draw

    drawing = draw(position, seen, mines)
    flagged = set(names_of(position, flags & ~seen))
    marks = marks or {}
    cells = []
    for cell in with_mines(drawing.cells):
        if cell.name in flagged:
            cell = replace(cell, fill="flag", label="⚑", note=f"{cell.name}: flagged")
        cells.append(replace(cell, mark=marks.get(cell.name, cell.mark)))
    return replace(drawing, cells=tuple(cells))


def with_mines(cells: Iterable[Cell]) -> list[Cell]:
    """The cells, each mine as a dot, which shows better than the star of a text."""
    return [replace(cell, label="●") if cell.fill == "mine" else cell for cell in cells]


def marks_of(step: "Step") -> dict[str, str]:
    """What to outline for a step: its cells, and what they follow from."""
    from coset.families.mines.picture import draw

    return {cell.name: cell.mark for cell in draw(step.position, step=step).cells if cell.mark}


def size_of(position: Position) -> float:
    """Pixels to a cell, so that a board is neither tiny nor huge."""
    wide = max(x for x, _ in position.tiling.at) - min(x for x, _ in position.tiling.at) + 20
    return max(14.0, min(52.0, 5800 / wide))
