"""A drawing for the terminal: the same cells as characters, with colours where they are wanted."""

import math

from coset.show.drawing import Cell, Drawing
from coset.show.palette import MARKS, ink_on, look


def ansi(drawing: Drawing, colour: bool = True) -> str:
    """The drawing as lines of text. Without colour a cell without a label shows the sign of its fill.

    >>> print(ansi(Drawing("", (Cell("a", (0, 0), "wall"), Cell("b", (1, 0), "free", "7"))), colour=False))
    # 7
    """
    left = min((cell.at[0] for cell in drawing.cells), default=0.0)
    levels = _levels(drawing)
    unit = _unit(drawing.cells)
    wide = unit * _closest(drawing.cells)
    grid: dict[int, list[tuple[float, int, str, Cell | None]]] = {}
    for cell in drawing.cells:
        sign = cell.label if cell.label or (colour and cell.fill in PLAIN) else look(cell.fill).sign
        column = (cell.at[0] - left) * unit
        grid.setdefault(levels[round(cell.at[1], 2)], []).append((column, max(1, math.floor(wide)), sign, cell))
    for text in drawing.texts:
        long = len(text.text)
        column = (text.at[0] - left) * unit - {"start": 0.0, "middle": (long - unit) / 2, "end": float(long - unit)}[
            text.anchor
        ]
        grid.setdefault(levels[round(text.at[1], 2)], []).append((column, long, text.text, None))
    shift = max(0, math.ceil(-min((part[0] for row in grid.values() for part in row), default=0)))
    if shift:
        grid = {row: [(column + shift, *rest) for column, *rest in parts] for row, parts in grid.items()}  # type: ignore[misc]
    last = max(grid, default=-1)
    return "\n".join(_line(grid.get(row, []), colour) for row in range(last + 1))


PLAIN = frozenset("IOTSZJLDX") | {"wall", "hidden", "mine", "flag"}
"""Fills whose colour says enough."""


def _levels(drawing: Drawing) -> dict[float, int]:
    """The line of each height: as close together as may be, with a blank line where there is a gap."""
    heights = sorted({round(y, 2) for _, y in [c.at for c in drawing.cells] + [t.at for t in drawing.texts]})
    levels: dict[float, int] = {}
    line = 0
    for before, height in zip([None, *heights], heights, strict=False):
        if before is not None:
            line += 2 if height - before > 1.3 else 1
        levels[height] = line
    return levels


def _closest(cells: tuple[Cell, ...]) -> float:
    """The least distance of two cells side by side, at most 1."""
    rows: dict[float, list[float]] = {}
    for cell in cells:
        rows.setdefault(round(cell.at[1], 2), []).append(cell.at[0])
    steps = [b - a for xs in rows.values() for a, b in zip(sorted(xs), sorted(xs)[1:], strict=False) if b - a > 0.01]
    return min([1.0, *steps])


def _unit(cells: tuple[Cell, ...]) -> int:
    """Characters to a cell's width: room for the longest label and a blank."""
    longest = max((len(cell.label) for cell in cells), default=0)
    unit = math.ceil(max(2, longest + 1) / _closest(cells))
    half = any(abs(cell.at[0] - cells[0].at[0] - round(cell.at[0] - cells[0].at[0])) > 0.3 for cell in cells)
    return unit + unit % 2 if half else unit


def _line(parts: list[tuple[float, int, str, Cell | None]], colour: bool) -> str:
    line, at = "", 0
    for column, wide, sign, cell in sorted(parts, key=lambda part: part[0]):
        start = max(at, math.ceil(column - 0.5))
        line += " " * (start - at)
        body = sign.center(wide) if cell is not None and colour else sign.ljust(wide) if cell is not None else sign
        line += _coloured(body, cell) if colour and cell is not None else body
        at = start + len(body)
    return line.rstrip() if not colour else line


def _coloured(body: str, cell: Cell) -> str:
    ground = look(cell.fill).light
    ink = MARKS[cell.mark].light if cell.mark else ink_on(ground)
    strong = "1;4;" if cell.mark else ""
    return f"\x1b[{strong}38;2;{_rgb(ink)};48;2;{_rgb(ground)}m{body}\x1b[0m"


def _rgb(colour: str) -> str:
    return ";".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
