"""Figures of one's own: TOML or JSON files, and the text ID that spells a figure out.

A file has `cells`, `lines`, `numbers`, and where they are wanted `coefs`, `distinct`, `target` or `targets`, `given`,
`less_than`, `rows`, `places`, `title`. The ID has the same, in this order and then by name:
`own:CELLS:NUMBERS:DISTINCT:TARGET:LINES[:less:0.1,...][:rows:3,3][:at:0_0,1_0,...]`; a line is its cells with dots
between, a cell with a coefficient is `3*-1`, numbers are ranges such as `1-9` or `-9--1,1-9`, a free target is `free`.
"""

import json
import re
from typing import Any

from coset.errors import BadInput
from coset.families.figures.rules import MOST_CELLS, Figure, whole

FIELDS = (
    "title",
    "cells",
    "lines",
    "coefs",
    "numbers",
    "distinct",
    "target",
    "targets",
    "given",
    "less_than",
    "rows",
    "places",
)
FORM = "own:CELLS:NUMBERS:DISTINCT:TARGET:LINES, such as own:5:1-5:all:9:0.1.2,2.3.4"


def from_file(text: str) -> Figure:
    """The figure in the text of a TOML or JSON file.

    >>> from_file('{"cells": 3, "lines": [[0, 1], [1, 2]], "numbers": [1, 2, 3], "target": 4}').targets
    (4, 4)
    """
    import tomllib

    try:
        data = json.loads(text) if text.lstrip().startswith(("{", "[")) and '"' in text else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is no TOML or JSON, {error}", text.strip().split("\n")[0]) from None
    if not isinstance(data, dict):
        raise BadInput("the file must hold one figure", text, "an object with cells, lines and numbers")
    return from_fields(data)


def from_fields(data: dict[str, Any]) -> Figure:
    """The figure with these fields; the caller checks what it says with `rules.checked`."""
    for key in data:
        if key not in FIELDS:
            raise BadInput("a figure has no such field", key, ", ".join(FIELDS))
    for key in ("cells", "lines", "numbers"):
        if key not in data:
            raise BadInput("the figure lacks a field", key, "cells, lines and numbers are needed")
    if "target" in data and "targets" in data and data["target"] is not None and data["targets"] is not None:
        raise BadInput("give target or targets, not both", data["target"], "targets has one a line")
    cells = _whole(data["cells"], "cells")
    lines = tuple(_wholes(line, f"line {i}") for i, line in enumerate(_list(data["lines"], "lines"), 1))
    coefs = data.get("coefs")
    numbers = data["numbers"]
    if coefs is None:
        coefs = [[1] * len(line) for line in lines]
    return Figure(
        name="",
        cells=cells,
        lines=lines,
        coefs=tuple(_wholes(line, f"coefs {i}") for i, line in enumerate(_list(coefs, "coefs"), 1)),
        numbers=tuple(_numbers(numbers)) if isinstance(numbers, str) else tuple(sorted(_wholes(numbers, "numbers"))),
        targets=_targets(data, len(lines)),
        distinct=str(data.get("distinct", "all")),
        rows=_wholes(data["rows"], "rows") if "rows" in data else (cells,),
        places=tuple(_place(p, i) for i, p in enumerate(_list(data.get("places") or [], "places"), 1)),
        less_than=tuple(_pair(p, i) for i, p in enumerate(_list(data.get("less_than") or [], "less_than"), 1)),
        given=_given(data.get("given") or {}, cells),
    )


def _targets(data: dict[str, Any], lines: int) -> tuple[int, ...] | None:
    if data.get("targets") is not None:
        return _wholes(data["targets"], "targets")
    target = data.get("target")
    return None if target is None or target == "free" else (_whole(target, "target"),) * lines


def _given(given: Any, cells: int) -> tuple[tuple[int, int], ...]:
    if not isinstance(given, dict):
        raise BadInput("given must map cells to numbers", given, 'such as {"0": 3}')
    pairs = sorted((whole(str(cell), "a given cell"), _whole(value, f"given {cell}")) for cell, value in given.items())
    for cell, _ in pairs:
        if not 0 <= cell < cells:
            raise BadInput("there is no such given cell", cell, f"cells are 0 to {cells - 1}")
    return tuple(pairs)


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadInput(f"{what} must be a list", value, "in square brackets")
    return value


def _whole(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 10**9:
        raise BadInput(f"{what} must be a whole number", value, "up to 1000000000")
    return value


def _wholes(value: Any, what: str) -> tuple[int, ...]:
    return tuple(_whole(item, f"{what}, entry {i}") for i, item in enumerate(_list(value, what), 1))


def _pair(value: Any, number: int) -> tuple[int, int]:
    pair = _wholes(value, f"less_than {number}")
    if len(pair) != 2:
        raise BadInput(f"less_than {number} must name two cells", value, "[smaller, larger]")
    return pair[0], pair[1]


def _place(value: Any, number: int) -> tuple[float, float]:
    pair = _list(value, f"place {number}")
    if len(pair) != 2 or not all(
        isinstance(x, int | float) and not isinstance(x, bool) and abs(x) < 1000 for x in pair
    ):
        raise BadInput(f"place {number} must be [x, y]", value, "two numbers below 1000")
    return round(float(pair[0]), 3) + 0.0, round(float(pair[1]), 3) + 0.0


def from_id(text: str) -> Figure:
    """The figure that an `own:` ID spells out.

    >>> from_id("own:3:1-3:all:free:0.1,1.2*-1").coefs
    ((1, 1), (1, -1))
    """
    parts = text.split(":")[1:]
    if len(parts) < 5 or len(parts) % 2 == 0:
        raise BadInput("this spells out no figure", text, FORM)
    cells_text, numbers, distinct, target, lines_text, *more = parts
    extra = dict(zip(more[::2], more[1::2], strict=True))
    unknown = [name for name in extra if name not in ("less", "rows", "at")]
    if unknown or len(extra) * 2 < len(more):
        raise BadInput("a part of the figure is unknown or named twice", (unknown or more)[0], "less, rows, at")
    cells = whole(cells_text, "the number of cells")
    pairs = [[_factor(word) for word in line.split(".")] for line in lines_text.split(",")]
    targets = None
    if target != "free":
        words = [whole(word, "the target") for word in target.split(",")]
        targets = tuple(words * len(pairs) if len(words) == 1 else words)
    return Figure(
        name="",
        cells=cells,
        lines=tuple(tuple(cell for cell, _ in line) for line in pairs),
        coefs=tuple(tuple(k for _, k in line) for line in pairs),
        numbers=tuple(_numbers(numbers)),
        targets=targets,
        distinct=distinct,
        rows=tuple(whole(word, "a row") for word in extra["rows"].split(",")) if "rows" in extra else (cells,),
        places=tuple(_point(word) for word in extra["at"].split(",")) if "at" in extra else (),
        less_than=tuple(_less(word) for word in extra["less"].split(",")) if "less" in extra else (),
    )


def _factor(word: str) -> tuple[int, int]:
    cell, star, factor = word.partition("*")
    return whole(cell, "a cell of a line"), whole(factor, "a coefficient") if star else 1


def _less(word: str) -> tuple[int, int]:
    low, _, high = word.partition(".")
    return whole(low, "less"), whole(high, "less")


def _point(word: str) -> tuple[float, float]:
    found = re.fullmatch(r"(-?\d{1,3}(?:\.\d{1,3})?)_(-?\d{1,3}(?:\.\d{1,3})?)", word, re.ASCII)
    if not found:
        raise BadInput("this is no place", word, "x_y, such as 0.5_-1")
    return float(found[1]) + 0.0, float(found[2]) + 0.0


def _numbers(text: str) -> list[int]:
    numbers: set[int] = set()
    for part in text.split(","):
        found = re.fullmatch(r"\s*(-?\d{1,7})(?:-(-?\d{1,7}))?\s*", part, re.ASCII)
        if not found or (found[2] is not None and int(found[2]) - int(found[1]) not in range(4 * MOST_CELLS)):
            raise BadInput("these are no numbers to use", part, "such as 1-9 or -3--1,5")
        low = int(found[1])
        numbers |= set(range(low, int(found[2] or low) + 1))
    return sorted(numbers)


def to_id(figure: Figure) -> str:
    """The ID that spells a figure out, without what is given; `from_id` undoes it.

    >>> to_id(from_id("own:3:1-3:all:free:0.1,1.2*-1"))
    'own:3:1-3:all:free:0.1,1.2*-1'
    """
    lines = [
        ".".join(str(cell) if k == 1 else f"{cell}*{k}" for cell, k in zip(line, coefs, strict=True))
        for line, coefs in zip(figure.lines, figure.coefs, strict=True)
    ]
    targets = "free" if figure.targets is None else ",".join(map(str, figure.targets))
    if figure.targets is not None and len(set(figure.targets)) == 1:
        targets = str(figure.targets[0])
    parts = ["own", str(figure.cells), _ranges(figure.numbers), figure.distinct, targets, ",".join(lines)]
    if figure.less_than:
        parts += ["less", ",".join(f"{low}.{high}" for low, high in figure.less_than)]
    if figure.rows != (figure.cells,):
        parts += ["rows", ",".join(map(str, figure.rows))]
    if figure.places:
        parts += ["at", ",".join(f"{_short(x)}_{_short(y)}" for x, y in figure.places)]
    return ":".join(parts)


def _short(x: float) -> str:
    return f"{x:.3f}".rstrip("0").rstrip(".")


def _ranges(numbers: tuple[int, ...]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
