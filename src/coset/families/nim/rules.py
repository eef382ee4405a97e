"""A game of placing pieces: boards, moves and their text.

Bit ``y * width + x`` of `free` is the cell in column x from the left, row y from the top. Two players in turn put a
piece of the shape set on free cells. In misère play, the usual one here, who places the last piece loses; in normal
play who can't move loses. Outcome `N`: the player to move wins; `P`: the other one does.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from coset.cells.bits import cells_of, mask_of
from coset.cells.grid import mask_where, only, rows_from, rows_of, same_width
from coset.cells.symmetry import TURNS, cornered
from coset.errors import BadInput, TooBig
from coset.families.nim.shapes import SEED_SET, mirrored, normal_set, piece_of, shapes_of

EXAMPLES = [
    "nim:4x4",
    "nim:..x..-..x..-..x..-..x..",
    "nim:3x5",
    "nim:3x4:normal",
    "nim:3x5:D",
    "nim:3x4:D:normal",
    "nim:3x4:xx,xx-x.",
]
MOST_CELLS = 1024
PLAYS = ("misere", "normal")
SIGNS = "'.' free, '#' or 'x' blocked"


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the pieces, and whether the last to place loses (misère) or wins."""

    width: int
    height: int
    free: int
    shapes: str = SEED_SET
    misere: bool = True

    @property
    def play(self) -> str:
        return "misere" if self.misere else "normal"

    @property
    def rows(self) -> list[str]:
        """The board as rows of '.' and '#'."""
        return rows_from(self.free, self.width, self.height, on=".", off="#")

    def __str__(self) -> str:
        return format(self)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A piece and the cells it is put on: (row, column), from 0, in reading order."""

    piece: str
    cells: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return f"{self.piece} {''.join(cell_name(*cell) for cell in self.cells)}"


def parse(text: str) -> Position:
    """A position from its ID, or from rows.

    >>> parse("nim:3x4").free == 0b1111_1111_1111, parse("..#/...").free == 0b111011
    (True, True)
    >>> parse("nim:4x4:D:normal").play
    'normal'
    >>> parse("..#/.y.")
    Traceback (most recent call last):
    coset.errors.BadInput: row 2, column 2 has an unknown sign: 'y' ('.' free, '#' or 'x' blocked)
    """
    words = text.strip().removeprefix("nim:").split(":")
    shapes, misere = SEED_SET, True
    if len(words) > 3:
        raise BadInput("an ID has a board, shapes and the way of play", text, "such as nim:6x6:D:normal")
    for word in words[1:]:
        if word.lower() in PLAYS:
            misere = word.lower() == "misere"
        else:
            shapes = normal_set(word)
    width, height, free = _board(words[0])
    return Position(width, height, free, shapes, misere)


def format(position: Position) -> str:
    """The ID of a position: the same text in a URL, a command and a file.

    >>> format(parse("..#/...")), format(parse("4x5:normal")), format(parse("4x5:IOLJTSZ:misere"))
    ('nim:..x-...', 'nim:4x5:normal', 'nim:4x5')
    """
    rows = rows_from(position.free, position.width, position.height, on=".", off="x")
    whole = position.free == (1 << position.width * position.height) - 1
    board = f"{position.height}x{position.width}" if whole else "-".join(rows)
    shapes = "" if position.shapes == SEED_SET else f":{position.shapes}"
    return f"nim:{board}{shapes}{'' if position.misere else ':normal'}"


def position_of(board: "Position | str | list[str]", shapes: str = "", play: str = "") -> Position:
    """A position from whatever names it; `shapes` and `play` go before what the board says of them.

    >>> format(position_of(["...", "..#"], shapes="D"))
    'nim:...-..x:D'
    """
    if isinstance(board, Position):
        position = board
    else:
        position = parse(board if isinstance(board, str) else "/".join(board))
    if play:
        if play.lower() not in PLAYS:
            raise BadInput("there is no such way to play", play, "misere or normal")
        position = replace(position, misere=play.lower() == "misere")
    return replace(position, shapes=normal_set(shapes)) if shapes else position


def _board(text: str) -> tuple[int, int, int]:
    """Width, height and free cells of '6x6' (rows first) or of rows."""
    size = re.fullmatch(r"\s*(\d{1,9})\s*[xX]\s*(\d{1,9})\s*", text)
    if size:
        height, width = int(size[1]), int(size[2])
        _check_size(width, height, text)
        return width, height, (1 << width * height) - 1
    rows = rows_of(text.replace("-", "/"))
    if sum(map(len, rows)) > 64 * MOST_CELLS:
        raise TooBig("this board is too big", text, f"at most {MOST_CELLS} cells")
    only(rows, ".#xX", SIGNS)
    width = same_width(rows, pad="#")
    _check_size(width, len(rows), text)
    return width, len(rows), mask_where(rows, ".")


def _check_size(width: int, height: int, text: str) -> None:
    if not width or not height:
        raise BadInput("the board is empty", text, "give rows and columns, such as 6x6")
    if width * height > MOST_CELLS:
        raise TooBig(f"this board has {width * height} cells", text, f"at most {MOST_CELLS}")


def cell_name(row: int, column: int) -> str:
    """The name of a cell: column as letters, row from 1, as on a chess board seen from above.

    >>> cell_name(0, 0), cell_name(2, 27)
    ('a1', 'ab3')
    """
    letters = chr(97 + column % 26)
    return (chr(96 + column // 26) if column >= 26 else "") + letters + str(row + 1)


def parse_move(position: Position, text: str) -> Move:
    """The move of a text such as 'O b2c2b3c3'; the name of the piece may be left out.

    >>> str(parse_move(parse("4x4"), "b2 c2 b3 c3"))
    'O b2c2b3c3'
    """
    named = re.findall(r"([a-z]{1,2})(\d{1,2})", re.sub(r"^[A-Zx.\-]+\s", "", text.strip()))
    cells = []
    for letters, number in named:
        column = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
        row = int(number) - 1
        if not (0 <= row < position.height and column < position.width):
            raise BadInput(f"there is no cell {letters}{number} on this board", text, "columns from a, rows from 1")
        cells.append((row, column))
    return move_on(position, cells, text)


def move_on(position: Position, cells: list[tuple[int, int]], text: str) -> Move:
    """The move that covers these cells, or BadInput."""
    right = "name the cells of one piece, such as b2c2b3c3"
    if not cells:
        raise BadInput("this names no cells", text, right)
    name = piece_of(position.shapes).get(cornered((column, row) for row, column in cells))
    if name is None or len(set(cells)) < len(cells):
        raise BadInput("these cells are none of the pieces", text, f"pieces: {position.shapes}")
    for row, column in cells:
        if not position.free >> (row * position.width + column) & 1:
            raise BadInput(f"the cell {cell_name(row, column)} is not free", text, "choose free cells")
    return Move(name, tuple(sorted(cells)))


def mask(position: Position, move: Move) -> int:
    """The cells of a move as a set of bits."""
    return mask_of(row * position.width + column for row, column in move.cells)


def after(position: Position, move: Move) -> Position:
    """The position once this move is made."""
    return replace(position, free=position.free & ~mask(position, move))


def placements(position: Position) -> Iterator[tuple[str, int]]:
    """Every move as (piece, set of cells), piece by piece, in reading order."""
    width, free = position.width, position.free
    for shape in shapes_of(position.shapes):
        wide, high = (max(cell[axis] for cell in shape.cells) + 1 for axis in (0, 1))
        piece = mask_of(y * width + x for x, y in shape.cells)
        for row in range(position.height - high + 1):
            for column in range(width - wide + 1):
                cells = piece << (row * width + column)
                if cells & free == cells:
                    yield shape.name, cells


def moves(position: Position) -> list[Move]:
    """Every move, in the order of `placements`.

    >>> len(moves(parse("4x4"))), str(moves(parse("3x4"))[0])
    (113, 'I a1b1c1d1')
    """
    return [move_of(position, piece, cells) for piece, cells in placements(position)]


def move_of(position: Position, piece: str, cells: int) -> Move:
    """A move from its set of cells."""
    return Move(piece, tuple(divmod(cell, position.width) for cell in cells_of(cells)))


def sample(rng: random.Random) -> Position:
    """A random position, small enough for the slow solver."""
    width, height = rng.randint(2, 6), rng.randint(2, 6)
    shapes = rng.choice([SEED_SET, SEED_SET, "D", "IO", "JT", "xx,xx-x."])
    cells = rng.sample(
        range(width * height), min(width * height, rng.randint(4, 10 if shapes in ("D", "xx,xx-x.") else 14))
    )
    return Position(width, height, mask_of(cells), shapes, rng.random() < 0.6)


def images(position: Position) -> Iterator[Position]:
    """The board turned, and mirrored if every piece has its mirror image in the set: all have the same answer."""
    for turn in range(8 if mirrored(position.shapes) else 4):
        whole = [TURNS[turn](x, y) for y in range(position.height) for x in range(position.width)]
        left, top = min(x for x, _ in whole), min(y for _, y in whole)
        wide, high = max(x for x, _ in whole) - left + 1, max(y for _, y in whole) - top + 1
        cells = [whole[cell] for cell in cells_of(position.free)]
        free = mask_of((y - top) * wide + (x - left) for x, y in cells)
        yield replace(position, width=wide, height=high, free=free)
