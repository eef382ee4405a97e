"""Boards of mines: cells, the hints on them, and what is revealed.

A **level** knows its mines: what a revealed cell shows, and the hints of lines and colours, follow from them.
A **position** does not: some cells are revealed and show numbers, and only the number of mines is known besides.
Bit ``i`` of a set is cell ``i``; on grids, row by row from the top.
"""

import base64
import binascii
import json
import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from coset.cells.bits import cells_of, mask_of
from coset.cells.grid import only, rows_of, same_width
from coset.cells.symmetry import grid_maps
from coset.errors import BadInput, TooBig
from coset.families.mines.tilings import SHAPES, Tiling, sweep

LARGEST = 2048
"""The most cells of a board; the game's largest levels have some 500."""

NOTHING = -1
"""What a cell shows that shows no number: a mine, a secret, or a cell that nobody has seen."""

COLOURS = {
    "RED": "r",
    "ORANGE": "o",
    "YELLOW": "y",
    "GREEN": "g",
    "BLUE": "b",
    "INDIGO": "i",
    "VIOLET": "v",
    "PINK": "p",
    "GREY": "e",
}
"""The colours of hints, and their letters in an ID; a capital letter is the dark one."""

SIGNS = "'.' safe, '*' mine, '?' safe but secret, 'o' safe and revealed, 'q' secret and revealed"
SEEN = "a digit, or '#' for a hidden cell"

EXAMPLES = (
    "mines:lock:6x6:.*...*.*****?*.*..**..?..?.?....?***",
    "mines:lock:3x2:.*?*..",
    "mines:sweep:4x3:o.....*..*.*",
    "mines:hexlock:4x3:*.**.*......",
    "mines:hexes:4x3:...**.***?.*:rb--gb-r-gr-",
    "mines:4x4:3:1_______________",
)


@dataclass(frozen=True, slots=True)
class Hint:
    """So many mines in these cells."""

    name: str
    cells: int
    mines: int


@dataclass(frozen=True, slots=True)
class Colour:
    """Cells of one colour, which share a hint."""

    name: str
    cells: int
    dark: bool = False


@dataclass(frozen=True)
class Position:
    """A board as a player meets it; `mines` is None where nobody knows them, and then `shown` is all there is.

    >>> parse("lock:3x2:.*?*..").shown
    (2, -1, -1, -1, 2, 1)
    """

    tiling: Tiling
    total: int
    mines: int | None
    secret: int
    revealed: int
    shown: tuple[int, ...]
    colours: tuple[Colour, ...] = ()

    @cached_property
    def all_cells(self) -> int:
        """The set of all cells."""
        return (1 << self.tiling.size) - 1

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """What is written on the board: the whole number, colours, lines, and last the cells without a colour."""
        hints = [Hint("the whole board", self.all_cells, self.total)]
        if self.mines is None:
            return tuple(hints)
        for colour in self.colours:
            shade = "dark " if colour.dark else ""
            hints.append(
                Hint(f"the {shade}{colour.name.lower()} cells", colour.cells, (colour.cells & self.mines).bit_count())
            )
        coloured = mask_of(c for colour in self.colours for c in cells_of(colour.cells))
        for line in self.tiling.lines:
            hints.append(Hint(line.name, line.cells, (line.cells & self.mines).bit_count()))
        rest = self.all_cells & ~coloured
        if coloured & self.mines and rest:
            hints.append(Hint("the cells without a colour", rest, (rest & self.mines).bit_count()))
        return tuple(hints)

    def __repr__(self) -> str:
        return f"parse({format(self)!r})"


def level(tiling: Tiling, mines: int, secret: int = 0, revealed: int = 0, colours: tuple[Colour, ...] = ()) -> Position:
    """The level with these mines; what cells show follows.

    >>> level(sweep(2, 2), mines=0b0001).shown
    (-1, 1, 1, 1)
    """
    silent = mines | secret
    shown = tuple(
        NOTHING if silent >> cell & 1 else (around & mines).bit_count() for cell, around in enumerate(tiling.around)
    )
    return Position(tiling, mines.bit_count(), mines, secret, revealed, shown, colours)


def parse(text: str) -> Position:
    """The board of a text ID; see EXAMPLES.

    >>> parse("mines:lock:3x2:.*?*..").total
    2
    >>> parse("lock:3x2:.*?*.")
    Traceback (most recent call last):
    coset.errors.BadInput: a board of 3x2 has 6 cells, here are 5: '.*?*.' (one sign for each cell, row by row)
    """
    if not isinstance(text, str):
        raise BadInput("this is no text", text, f"an ID such as {EXAMPLES[1]}")
    bare = text.strip().removeprefix("mines:")
    kind, _, rest = bare.partition(":")
    if kind == "puz" and rest:
        return _unpacked(rest)
    if kind in SHAPES and rest:
        return _parse_level(kind, rest)
    if re.fullmatch(r"[0-9]+x[0-9]+", kind, re.ASCII) and rest:
        return _parse_seen(kind, rest)
    raise BadInput("this is no board of mines", text, f"such as {EXAMPLES[1]} or {EXAMPLES[-1]}, or the name of a file")


def read(text: str, mines: int | None = None) -> Position:
    """A board from any text: an ID, the content of a `.puz` file, JSON with an ID, or rows of signs.

    Rows of '.', '*' and '?' are a combination lock; rows of digits and '#' a position with so many `mines`.

    >>> format(read("1##/###", mines=2))
    'mines:3x2:2:1_____'
    """
    from coset.families.mines import puz

    bare = text.strip()
    if bare.startswith("<"):
        return puz.read(bare).position
    if bare.startswith("{"):
        return parse(_id_of(bare))
    rows = rows_of(bare)
    if not rows or ":" in bare:
        return parse(bare)
    width = same_width(rows, ".")
    if width * len(rows) > LARGEST:
        raise TooBig(f"the board has {width * len(rows)} cells", None, f"at most {LARGEST}")
    signs = "".join(rows)
    if set(signs) <= set(".*?oq"):
        return parse(f"lock:{width}x{len(rows)}:{signs}")
    only(rows, "#_012345678", f"a level has {SIGNS}; a position {SEEN}")
    if mines is None:
        raise BadInput("a position needs its number of mines", rows[0], "--mines N, or an ID such as 4x4:3:1###...")
    return parse(f"{width}x{len(rows)}:{mines}:{signs}")


def _id_of(text: str) -> str:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("this is no whole JSON", text, '{"id": "mines:..."}') from None
    if not isinstance(found, dict) or not isinstance(found.get("id"), str):
        raise BadInput("the JSON has no ID", text, '{"id": "mines:..."}')
    return str(found["id"])


def size_of(text: str) -> tuple[int, int]:
    """Width and height from text such as 6x6.

    >>> size_of("30x16")
    (30, 16)
    """
    found = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", text, re.ASCII)
    if not found or "0" in (found[1].lstrip("0") or "0", found[2].lstrip("0") or "0"):
        raise BadInput("this is no size of a board", text, "WIDTHxHEIGHT, such as 6x6")
    width, height = int(found[1]), int(found[2])
    if width * height > LARGEST:
        raise TooBig(f"a board of {width}x{height} has {width * height} cells", text, f"at most {LARGEST}")
    return width, height


def _signs(text: str, width: int, height: int, allowed: str, meaning: str) -> str:
    rows = rows_of(text)
    signs = "".join(rows)
    if len(rows) > 1 and len(rows) == height:
        same_width(rows, allowed[0])
    if len(signs) != width * height:
        raise BadInput(
            f"a board of {width}x{height} has {width * height} cells, here are {len(signs)}",
            text,
            "one sign for each cell, row by row",
        )
    only([signs[at : at + width] for at in range(0, len(signs), width)], allowed, meaning)
    return signs


def _parse_level(kind: str, rest: str) -> Position:
    size, _, body = rest.partition(":")
    text, _, letters = body.partition(":")
    width, height = size_of(size)
    signs = _signs(text, width, height, ".*?oq", SIGNS)
    tiling = SHAPES[kind](width, height)
    colours = _colours(letters, width, height) if letters else ()
    return level(tiling, *_sets(signs), colours)


def _sets(signs: str) -> tuple[int, int, int]:
    return tuple(  # type: ignore[return-value]
        mask_of(cell for cell, sign in enumerate(signs) if sign in wanted) for wanted in ("*", "?q", "oq")
    )


def _colours(letters: str, width: int, height: int) -> tuple[Colour, ...]:
    known = "-" + "".join(COLOURS.values()) + "".join(COLOURS.values()).upper()
    letters = _signs(letters, width, height, known, "'-' none, or r o y g b i v p e, as capitals the dark ones")
    found = []
    for name, letter in COLOURS.items():
        for dark, sign in ((False, letter), (True, letter.upper())):
            if sign in letters:
                found.append(Colour(name, mask_of(c for c, own in enumerate(letters) if own == sign), dark))
    return tuple(found)


def _parse_seen(size: str, rest: str) -> Position:
    width, height = size_of(size)
    number, _, body = rest.partition(":")
    if not re.fullmatch(r"[0-9]{1,5}", number, re.ASCII):
        raise BadInput(
            "the number of mines is no number", number, "WIDTHxHEIGHT:MINES:ROWS, such as 4x4:3:1###/####/####/####"
        )
    signs = _signs(body.replace("_", "#"), width, height, "#012345678", SEEN)
    return seen(width, height, int(number), signs)


def seen(width: int, height: int, total: int, signs: str) -> Position:
    """A minesweeper position: one sign for each cell, a digit or '#'."""
    shown = tuple(NOTHING if sign == "#" else int(sign) for sign in signs)
    revealed = mask_of(cell for cell, number in enumerate(shown) if number != NOTHING)
    hidden = width * height - revealed.bit_count()
    if total > hidden:
        raise BadInput(f"{hidden} cells are hidden, they can't have {total} mines", total, f"0 to {hidden} mines")
    tiling = sweep(width, height)
    for cell, number in enumerate(shown):
        room = (tiling.around[cell] & ~revealed).bit_count()
        if number > room:
            raise BadInput(
                f"row {cell // width + 1}, column {cell % width + 1} shows {number} beside {room} hidden cells",
                number,
                f"at most {room}",
            )
    return Position(tiling, total, None, 0, revealed, shown)


def signs_of(position: Position) -> str:
    """One sign for each cell, as in an ID.

    >>> signs_of(parse("lock:3x2:.*?*.."))
    '.*?*..'
    """
    if position.mines is None:
        return "".join("#" if number == NOTHING else str(number) for number in position.shown)
    signs = []
    for cell in range(position.tiling.size):
        quiet, open_ = position.secret >> cell & 1, position.revealed >> cell & 1
        signs.append("*" if position.mines >> cell & 1 else ".?oq"[quiet + 2 * open_])
    return "".join(signs)


def format(position: Position) -> str:
    """The ID of a board; `parse` gives the board back.

    >>> format(parse("4x4:3:1###/####/####/####"))
    'mines:4x4:3:1_______________'
    """
    name = position.tiling.name
    if not name or not _tellable(position):
        return "mines:puz:" + _packed(position)
    signs = signs_of(position)
    if position.mines is None:
        # '#' would end the path of a URL.
        return f"mines:{name.partition(':')[2]}:{position.total}:{signs.replace('#', '_')}"
    letters = ["-"] * position.tiling.size
    for colour in position.colours:
        for cell in cells_of(colour.cells):
            letters[cell] = COLOURS[colour.name].upper() if colour.dark else COLOURS[colour.name]
    return f"mines:{name}:{signs}" + (f":{''.join(letters)}" if position.colours else "")


def _tellable(position: Position) -> bool:
    """Whether the signs of an ID say it all: colours in their order, each cell of one, no mine that is secret."""
    order = [(list(COLOURS).index(colour.name), colour.dark) for colour in position.colours]
    cells = [cell for colour in position.colours for cell in cells_of(colour.cells)]
    mute = position.secret | position.revealed
    return (
        order == sorted(set(order))
        and len(cells) == len(set(cells))
        and all(colour.cells for colour in position.colours)
        and not (position.mines or 0) & mute
    )


def _packed(position: Position) -> str:
    from coset.families.mines import puz

    raw = zlib.compress(puz.write(puz.from_position(position)).encode(), 9)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _unpacked(text: str) -> Position:
    from coset.families.mines import puz

    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        opened = zlib.decompressobj()
        plain = opened.decompress(raw, puz.LONGEST)
        if opened.unconsumed_tail:
            raise TooBig("the packed level is too long", text, f"at most {puz.LONGEST >> 20} MB")
        content = plain.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError):
        raise BadInput("this is no packed level", text, "puz: and what `coset mines convert` wrote") from None
    return puz.read(content).position


def sample(rng: random.Random) -> Position:
    """A random small board."""
    kind = rng.choice([*SHAPES, "seen"])
    width, height = rng.choice([(3, 2), (2, 4), (4, 3), (3, 4)])
    size = width * height
    mines = mask_of(rng.sample(range(size), rng.randint(1, size // 2)))
    if kind == "seen":
        truth = level(sweep(width, height), mines)
        signs = "".join("#" if number == NOTHING or rng.random() < 0.6 else str(number) for number in truth.shown)
        return seen(width, height, truth.total, signs)
    free = [cell for cell in range(size) if not mines >> cell & 1]
    secret = mask_of(cell for cell in free if rng.random() < 0.2)
    revealed = mask_of(cell for cell in free if rng.random() < 0.15)
    colours = _random_colours(rng, size) if rng.random() < 0.4 else ()
    return level(SHAPES[kind](width, height), mines, secret, revealed, colours)


def _random_colours(rng: random.Random, size: int) -> tuple[Colour, ...]:
    owner = [rng.choice(["RED", "GREEN", ""]) for _ in range(size)]
    return tuple(
        Colour(name, mask_of(c for c in range(size) if owner[c] == name)) for name in ("RED", "GREEN") if name in owner
    )


def images(position: Position) -> Iterator[Position]:
    """The board turned and mirrored, where it lies on a square grid."""
    kind, _, size = position.tiling.name.partition(":")
    if kind not in ("lock", "sweep"):
        return
    for going in grid_maps(*size_of(size)):

        def moved(cells: int, going: list[int] = going) -> int:
            return mask_of(going[cell] for cell in cells_of(cells))

        if position.mines is not None:
            colours = tuple(Colour(c.name, moved(c.cells), c.dark) for c in position.colours)
            yield level(
                position.tiling, moved(position.mines), moved(position.secret), moved(position.revealed), colours
            )
        else:
            shown = dict(zip(going, position.shown, strict=True))
            now = tuple(shown[cell] for cell in range(position.tiling.size))
            yield Position(position.tiling, position.total, None, 0, moved(position.revealed), now)
