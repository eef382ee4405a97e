"""Pieces to press, and wells to draw in: what the pages of falling pieces share."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from coset.cells.pieces import FLAT, PIECES
from coset.errors import BadInput
from coset.show.drawing import Cell, Drawing
from coset.web import parts
from coset.web.html import Html, tag
from coset.web.parts import bar, link


@cache
def piece_drawing(piece: str) -> Drawing:
    """One piece, lying flat."""
    cells = tuple(Cell(f"{x}{y}", (float(x), float(y)), piece) for x, y in sorted(FLAT[piece]))
    return Drawing(f"piece {piece}", cells)


@cache
def face(piece: str, scale: float = 12) -> Html:
    """A piece as a small picture."""
    return parts.picture(piece_drawing(piece), scale=scale)


def row_of(pieces: str, scale: float = 12) -> Html:
    """Pieces in a row, as they come."""
    return tag("span", [face(piece, scale) for piece in pieces], class_="queue")


def chooser(label: str, to: Callable[[str], str | None], chosen: str = "", id: str = "", none: str = "") -> Html:
    """The seven pieces in a row, each a link; `none` is the word for no piece, if that can be chosen."""
    links = [
        link(face(piece), to(piece), current=piece == chosen, id=f"{id}-{piece}" if id else None) for piece in PIECES
    ]
    if none:
        links.append(link(none, to(""), current=not chosen, id=f"{id}-none" if id else None))
    return tag("div", tag("span", label, class_="soft"), bar(*links, label=label), class_="pieces")


def toggled(rows: Sequence[str], cells: Sequence[tuple[int, int]], on: str = "X", off: str = ".") -> list[str]:
    """The rows with these cells (column, row) turned: all filled or all freed, as the first of them is turned.

    >>> toggled(["X..", "XX."], [(1, 0), (0, 1)])
    ['XX.', 'XX.']
    """
    if not cells:
        return list(rows)
    x, y = cells[0]
    sign = on if rows[y][x] == off else off
    new = [list(row) for row in rows]
    for x, y in cells:
        new[y][x] = sign
    return ["".join(row) for row in new]


def well(rows: Sequence[str], title: str) -> Drawing:
    """A well from its rows, the top one first: '.' and '_' are free, letters are pieces, X is filled.

    A cell is named by its column and its row from the top, from 1: `c2r1`.
    """
    cells = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            free = sign in "._"
            note = f"column {x + 1}, row {y + 1} from the top: {'free' if free else 'filled' if sign == 'X' else sign}"
            cells.append(Cell(f"c{x + 1}r{y + 1}", (float(x), float(y)), "free" if free else sign, note=note))
    return Drawing(title, tuple(cells))


def spots(names: str, width: int, height: int) -> list[tuple[int, int]]:
    """The cells (column, row), from 0, of names such as `c2r1`, joined by ','."""
    found = []
    for name in names.split(","):
        if not name:
            continue
        match = re.fullmatch(r"c(\d{1,2})r(\d{1,2})", name, re.ASCII)
        if not match or not (1 <= int(match[1]) <= width and 1 <= int(match[2]) <= height):
            raise BadInput("there is no such cell", name, f"c1r1 to c{width}r{height}")
        found.append((int(match[1]) - 1, int(match[2]) - 1))
    return found
