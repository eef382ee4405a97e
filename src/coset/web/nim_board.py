"""What the pages of nim share: the position in the address, and the board as a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from coset.cells.bits import areas, mask_of
from coset.errors import BadInput, TooBig
from coset.families.nim import rules
from coset.families.nim.rules import Move, Position, cell_name
from coset.show.drawing import Drawing
from coset.web.query import Query

EXAMPLE = "nim:4x4"
MOST_CELLS, LARGEST_AREA = 256, 58


def position_in(query: Query) -> Position:
    """The position of the address, small enough to be drawn."""
    given = query.text("board", usual=EXAMPLE)
    position = rules.position_of(given, query.text("shapes", longest=200), query.text("play", longest=20))
    if position.width * position.height > MOST_CELLS:
        raise TooBig(
            f"this board has {position.width * position.height} cells", given, f"a page shows up to {MOST_CELLS}"
        )
    return _painted(position, query.text("paint", longest=2000))


def _painted(position: Position, names: str) -> Position:
    """The position with cells blocked, or freed, as the first of them is turned."""
    cells = [cell_in(position, name) for name in names.split(",") if name]
    if not cells:
        return position
    stroke = mask_of(cells)
    blocks = position.free >> cells[0] & 1
    return replace(position, free=position.free & ~stroke if blocks else position.free | stroke)


def cell_in(position: Position, name: str) -> int:
    """The number of a cell from its name."""
    numbers = cells_by_name(position)
    if name not in numbers:
        raise BadInput("there is no such cell on this board", name, f"a1 to {list(numbers)[-1]}")
    return numbers[name]


def cells_by_name(position: Position) -> dict[str, int]:
    """The numbers of the cells by their names, in reading order."""
    return {
        cell_name(row, column): row * position.width + column
        for row in range(position.height)
        for column in range(position.width)
    }


def names_of(move: Move) -> list[str]:
    """The names of the cells of a move."""
    return [cell_name(*cell) for cell in move.cells]


def drawn(position: Position, moves: Sequence[Move] = (), marks: Mapping[str, str] | None = None) -> Drawing:
    """The board with these moves on it in the colours of their pieces, and cells outlined by their names."""
    from coset.families.nim.picture import draw

    drawing = draw(position, moves)
    marks = marks or {}
    return replace(drawing, cells=tuple(replace(cell, mark=marks.get(cell.name, "")) for cell in drawing.cells))


def about(position: Position) -> str:
    """The game in a sentence."""
    ends = "loses" if position.misere else "wins"
    return f"Two players place pieces on free cells, in turn. Who places the last one {ends}."


def check_size(position: Position) -> None:
    """TooBig for what would take more than some minutes."""
    largest = max((area.bit_count() for area in areas(position.free, position.width)), default=0)
    if largest > LARGEST_AREA:
        raise TooBig(
            f"{largest} cells hang together",
            rules.format(position),
            f"a page solves up to {LARGEST_AREA} at a time; block some cells, or ask in a shell",
        )


def scale_of(position: Position) -> float:
    """Pixels to a cell, so that a board is neither tiny nor huge."""
    return min(72.0, 540 / max(position.width, position.height))


def fill_of(piece: str) -> str:
    """The colour of a piece: its own if it has one."""
    return piece if len(piece) == 1 else "X"
