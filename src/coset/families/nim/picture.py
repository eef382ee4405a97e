"""A board as a picture: free cells light, blocked ones dark, moves in the colours of their pieces."""

from collections.abc import Sequence

from coset.families.nim.rules import Move, Position, cell_name
from coset.show.drawing import Cell, Drawing, Text


def draw(
    position: Position, moves: Sequence[Move] = (), marks: dict[tuple[int, int], str] | None = None, title: str = ""
) -> Drawing:
    """The board, with these moves on it; `marks` has an outline for some cells, by (row, column).

    >>> from coset.families.nim.rules import parse
    >>> [cell.fill for cell in draw(parse("../.#")).cells]
    ['free', 'free', 'free', 'wall']
    """
    covered = {cell: move for move in moves for cell in move.cells}
    cells = []
    for row in range(position.height):
        for column in range(position.width):
            move = covered.get((row, column))
            free = position.free >> (row * position.width + column) & 1
            fill = piece_fill(move.piece) if move else "free" if free else "wall"
            name = cell_name(row, column)
            note = f"{name}, {'piece ' + move.piece if move else 'free' if free else 'blocked'}"
            mark = (marks or {}).get((row, column), "good" if move else "")
            cells.append(Cell(name, (column, row), fill, mark=mark, note=note))
    texts = [Text((column, -0.85), cell_name(0, column)[:-1], 0.4, ink="faint") for column in range(position.width)]
    beside = -1.0 if position.height < 10 else -1.3  # so that text has a blank before the first cell
    texts += [Text((beside, row), str(row + 1), 0.4, ink="faint") for row in range(position.height)]
    words = title or f"{position.height}x{position.width}, {position.play} play, {position.free.bit_count()} free cells"
    return Drawing(words, tuple(cells), texts=tuple(texts))


def piece_fill(piece: str) -> str:
    """The colour of a piece: a letter's own, one for all that are given as pictures."""
    return piece if len(piece) == 1 else "X"
