"""Fumens: fields, pieces and comments in one line of text (`v115@...`), as the tools of stackers exchange them.

The text is a row of digits in base 64, lowest first. A page is its field, as differences to the one before, then a
number that says which piece stands where and what happens next, then perhaps a comment. v115 has 23 rows, v110 has
21, and beneath them one of garbage that may rise.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import unquote

from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.stacking.pieces import SHAPES

WIDTH = 10
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
COLOURS = "_ILOZTJSX"
TURNS = "SENW"
"""Rotations in the order of their numbers: a half turn is 0."""
HEIGHTS = {"v115": 23, "v110": 21}
MOST_PAGES = 2000
LONGEST_COMMENT = 4095

SET_BACK = {
    ("O", "W"): (1, -1),
    ("O", "S"): (1, 0),
    ("O", "N"): (0, -1),
    ("I", "S"): (1, 0),
    ("I", "W"): (0, -1),
    ("S", "N"): (0, -1),
    ("S", "E"): (-1, 0),
    ("Z", "N"): (0, -1),
    ("Z", "W"): (1, 0),
}
"""How far our centre is from the place that a fumen notes, where they differ."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on a page, its centre at (x, y), y from the bottom."""

    piece: str
    rotation: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Page:
    """Rows from the top (`_`, a piece's letter or X), the row of garbage, the piece that is about to be placed, a
    comment.

    A piece is locked into the field before the next page, unless `lock` is off; then the field may rise by the
    garbage, or be mirrored.
    """

    rows: tuple[str, ...]
    garbage: str = "_" * WIDTH
    placed: Placed | None = None
    comment: str = ""
    lock: bool = True
    rise: bool = False
    mirror: bool = False


def is_fumen(text: str) -> bool:
    """Whether a text has a fumen in it, bare or in an address.

    >>> is_fumen("https://fumen.zui.jp/?v115@vhAAgH")
    True
    """
    return re.search(r"v1\d\d@", text) is not None


class _Reader:
    def __init__(self, digits: str) -> None:
        self.digits, self.at = digits, 0

    def number(self, length: int) -> int:
        if self.at + length > len(self.digits):
            raise BadInput("the fumen ends too early", self.digits[-20:], "copy all of it")
        value = 0
        for place in range(length):
            sign = self.digits[self.at + place]
            if sign not in DIGITS:
                raise BadInput(
                    f"the fumen has an unknown sign at {self.at + place + 1}", sign, "letters, digits, + and /"
                )
            value += DIGITS.index(sign) << 6 * place
        self.at += length
        return value


def decode(text: str) -> list[Page]:
    """All pages of a fumen.

    >>> decode("v115@vhAAgH")[0].rows[-1]
    '__________'
    """
    match = re.search(r"(v1\d\d)@([^&#\s:]*)", text)
    if match is None or match[1] not in HEIGHTS:
        raise BadInput("this is no fumen of version 115 or 110", text, "it begins with v115@ or v110@")
    reader = _Reader(unquote(match[2]).replace("?", ""))
    high = HEIGHTS[match[1]]
    cells, comment, repeats = [0] * (WIDTH * (high + 1)), "", 0
    pages: list[Page] = []
    while reader.at < len(reader.digits):
        if len(pages) == MOST_PAGES:
            raise TooBig("the fumen has too many pages", text, f"at most {MOST_PAGES}")
        if repeats > 0:
            repeats -= 1
        elif _add_differences(reader, cells):
            repeats = reader.number(1)
        page, has_comment = _page(reader, cells, high)
        comment = _comment(reader) if has_comment else comment
        pages.append(replace(page, comment=comment))
        cells = _after(pages[-1])
    if not pages:
        raise BadInput("the fumen has no page", text, "such as v115@vhAAgH")
    return pages


def _add_differences(reader: _Reader, cells: list[int]) -> bool:
    """Change the cells; whether nothing changed at all."""
    at, size = 0, len(cells)
    while at < size:
        change, run = divmod(reader.number(2), size)
        if change == 8 and run == size - 1:
            return True
        for cell in range(at, at + run + 1):
            if cell >= size or not 0 <= cells[cell] + change - 8 < len(COLOURS):
                raise BadInput(f"the fumen's field is wrong at sign {reader.at - 1}", reader.digits, "copy all of it")
            cells[cell] += change - 8
        at += run + 1
    return False


def _page(reader: _Reader, cells: list[int], high: int) -> tuple[Page, bool]:
    begins = reader.at + 1
    rest, colour = divmod(reader.number(3), 8)
    rest, turn = divmod(rest, 4)
    rest, place = divmod(rest, len(cells))
    rise, mirror, comment, unlocked = rest & 1, rest >> 1 & 1, rest >> 3 & 1, rest >> 4 & 1
    placed = None
    if colour:
        piece, rotation = COLOURS[colour], TURNS[turn]
        dx, dy = SET_BACK.get((piece, rotation), (0, 0))
        placed = Placed(piece, rotation, place % WIDTH + dx, high - place // WIDTH - 1 + dy)
        inside = [(placed.x + x, placed.y + y) for x, y in SHAPES[piece, rotation]]
        if not all(0 <= x < WIDTH and 0 <= y < high for x, y in inside):
            raise BadInput(
                f"the fumen has a piece outside of the field at sign {begins}", reader.digits, "copy all of it"
            )
    signs = "".join(COLOURS[cell] for cell in cells)
    rows = tuple(signs[y * WIDTH : (y + 1) * WIDTH] for y in range(high))
    return Page(rows, signs[-WIDTH:], placed, "", not unlocked, bool(rise), bool(mirror)), bool(comment)


def _comment(reader: _Reader) -> str:
    length = reader.number(2)
    signs = ""
    for _ in range(-(-length // 4)):
        value = reader.number(5)
        for _ in range(4):
            value, sign = divmod(value, 96)
            signs += chr(sign + 32)
    escaped = signs[:length]
    said = re.sub(r"%u([0-9A-Fa-f]{4})|%([0-9A-Fa-f]{2})", lambda match: chr(int(match[1] or match[2], 16)), escaped)
    return said.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _after(page: Page) -> list[int]:
    """The cells before the next page's differences."""
    rows = [list(row) for row in page.rows]
    garbage = page.garbage
    if page.lock:
        if page.placed is not None:
            for dx, dy in SHAPES[page.placed.piece, page.placed.rotation]:
                rows[len(rows) - 1 - page.placed.y - dy][page.placed.x + dx] = page.placed.piece
        standing = [row for row in rows if "_" in row]
        rows = [["_"] * WIDTH for _ in range(len(rows) - len(standing))] + standing
        if page.rise:
            rows, garbage = [*rows[1:], list(garbage)], "_" * WIDTH
        if page.mirror:
            rows = [row[::-1] for row in rows]
    return [COLOURS.index(sign) for row in [*rows, garbage] for sign in row]


def encode(pages: Iterable[Page], version: str = "v115") -> str:
    """The fumen of some pages; rows above the given ones are empty.

    >>> encode([Page(("XXXX______",))])
    'v115@bhD8PeAgH'
    >>> decode(encode([Page(("_" * 10,), comment="hello")]))[0].comment
    'hello'
    """
    high = HEIGHTS[version]
    before, comment, digits = [0] * (WIDTH * (high + 1)), "", ""
    repeat_at = -1
    for number, page in enumerate(pages):
        page = _filled_up(page, high)
        cells = [COLOURS.index(sign) for row in (*page.rows, page.garbage) for sign in row]
        if cells == before and repeat_at >= 0 and DIGITS.index(digits[repeat_at]) < 63:
            digits = digits[:repeat_at] + DIGITS[DIGITS.index(digits[repeat_at]) + 1] + digits[repeat_at + 1 :]
        elif cells == before:
            digits += _digits(9 * len(cells) - 1, 2) + "A"
            repeat_at = len(digits) - 1
        else:
            digits += _differences(before, cells)
            repeat_at = -1
        said = page.comment[:LONGEST_COMMENT]
        digits += _digits(_action(page, high, number == 0, said != comment), 3)
        if said != comment:
            digits += _said(said)
            comment = said
        before = _after(page)
    lines = [digits[:42], *(digits[at : at + 47] for at in range(42, len(digits), 47))]
    return f"{version}@" + "?".join(lines)


def _filled_up(page: Page, high: int) -> Page:
    if len(page.rows) > high:
        raise TooBig(f"the field has {len(page.rows)} rows", None, f"a fumen of this version has {high}")
    return replace(page, rows=("_" * WIDTH,) * (high - len(page.rows)) + tuple(page.rows))


def _digits(value: int, length: int) -> str:
    return "".join(DIGITS[value >> 6 * place & 63] for place in range(length))


def _differences(before: list[int], cells: list[int]) -> str:
    digits, size, at = "", len(cells), 0
    changes = [new - old + 8 for new, old in zip(cells, before, strict=True)]
    while at < size:
        end = at
        while end < size and changes[end] == changes[at]:
            end += 1
        digits += _digits(changes[at] * size + end - at - 1, 2)
        at = end
    return digits


def _action(page: Page, high: int, first: bool, comment: bool) -> int:
    flags = page.rise | page.mirror << 1 | first << 2 | comment << 3 | (not page.lock) << 4
    size = WIDTH * (high + 1)
    if page.placed is None:
        return flags * 32 * size
    piece, rotation = page.placed.piece, page.placed.rotation
    if piece not in PIECES:
        raise BadInput("there is no such piece", piece, "IOTSZJL")
    dx, dy = SET_BACK.get((piece, rotation), (0, 0))
    place = (high - 1 - (page.placed.y - dy)) * WIDTH + page.placed.x - dx
    return COLOURS.index(piece) + 8 * (TURNS.index(rotation) + 4 * (place + size * flags))


def _said(comment: str) -> str:
    escaped = "".join(_escaped(sign) for sign in comment)[:LONGEST_COMMENT]
    digits = _digits(len(escaped), 2)
    for at in range(0, len(escaped), 4):
        value = sum((ord(sign) - 32) * 96**place for place, sign in enumerate(escaped[at : at + 4]))
        digits += _digits(value, 5)
    return digits


def _escaped(sign: str) -> str:
    if sign.isascii() and (sign.isalnum() or sign in "@*_+-./"):
        return sign
    units = sign.encode("utf-16-be", "surrogatepass")
    codes = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
    return "".join(f"%{code:02X}" if code < 256 else f"%u{code:04X}" for code in codes)
