"""`coset figures`."""

import sys
from typing import Annotated, Any

from cyclopts import Parameter

from coset import figures
from coset.cli.common import Json, Out, emit, endings, family_app, position_text, progress, shown, table
from coset.cli.long import NOT_STORED, Long
from coset.errors import Interrupted
from coset.families.figures.rules import Figure, parse
from coset.show.words import count as many

app = family_app("figures")

Named = Annotated[str, Parameter(allow_leading_hyphen=True)]
Filling = Annotated[str | None, Parameter(help="A number for each cell, in order, with blanks or commas between.")]
Order = Annotated[str, Parameter(help="raster, spiral, planned, or all cells in order, such as 0,1,2,5,8,7,6,3,4.")]


def read(given: str) -> Figure:
    """The figure that the user names: an ID, a TOML or JSON file, or standard input for '-'."""
    return parse(position_text("figures", given))


def foretell(figure: Figure) -> None:
    """Say how long a long search may take, before it begins."""
    from coset.families.figures.engines import seconds_for
    from coset.families.figures.program import program
    from coset.families.figures.solve import MOST_DAYS

    instructions = program(figure)
    seconds = seconds_for(instructions, instructions.plan.nodes)
    if 3 < seconds < MOST_DAYS * 86400:
        print(f"this may take about {_time(seconds)} on one core", file=sys.stderr)


@app.command
def count(figure: Named, *, threads: int = 1, long: Long = NOT_STORED, json: Json = False, out: Out = None) -> None:
    """How many ways there are to fill a figure so that each line has its sum.

    For example: `coset figures count star:6`

    Args:
        figure: An ID such as hexagon:3, square:4:pan, star:8:b, or a TOML or JSON file.
        threads: How many processor cores to use.
    """
    endings(out, "json", "txt")
    position = read(figure)
    if long.wanted:
        from coset.families.figures.rules import format

        values = long.answer("figures", {"verb": "count", "position": format(position)})
    else:
        foretell(position)
        try:
            with progress("counting") as tell:
                values = figures.count(position, workers=threads, progress=tell).json()
        except KeyboardInterrupt:
            raise Interrupted("interrupted; nothing was stored, as it is with --run") from None
    emit(lambda: values, lambda: count_text(values), json=json, out=out)


@app.command
def solve(
    figure: Named, *, first: int | None = None, up_to_symmetry: bool = False, json: Json = False, out: Out = None
) -> None:
    """The fillings of a figure: all of them, the first few, or one of each kind.

    For example: `coset figures solve hexagon:3 -o hexagon.svg`

    Args:
        figure: An ID such as hexagon:3, square:4////.15.14 with given numbers, or a TOML or JSON file.
        first: Stop when so many are found.
        up_to_symmetry: Only one of all that the symmetries of the lines take to each other.
    """
    endings(out, "json", "txt", "csv", "svg")
    position = read(figure)
    if first is None:
        foretell(position)
    with progress("searching") as tell:
        found = figures.solve(position, first=first, up_to_symmetry=up_to_symmetry, progress=tell)
    emit(
        found.json,
        lambda: solutions_text(position, found),
        json=json,
        out=out,
        csv=lambda: solutions_csv(position, found),
        svg=lambda: solutions_svg(position, found),
    )


@app.command
def plan(figure: Named, *, json: Json = False, out: Out = None) -> None:
    """In which order a figure is searched, what each choice fixes, and how long it takes; nothing is searched.

    For example: `coset figures plan square:5`

    Args:
        figure: An ID such as hexagon:3, or a TOML or JSON file.
    """
    endings(out, "json", "txt")
    found = figures.plan(read(figure))
    emit(found.json, lambda: plan_text(found), json=json, out=out)


@app.command
def levels(figure: Named, *, order: Order = "spiral", json: Json = False, out: Out = None) -> None:
    """How many numbers a plain search tries and keeps in each cell, as one would do it by hand.

    For example: `coset figures levels hexagon:3`

    Args:
        figure: An ID such as hexagon:3, or a TOML or JSON file.
    """
    endings(out, "json", "txt", "csv")
    position = read(figure)
    with progress("counting") as tell:
        found = figures.levels(position, order, progress=tell)
    rows = [[i, *row] for i, row in enumerate(zip(found.order, found.tried, found.kept, strict=True), 1)]
    emit(
        found.json,
        lambda: table(
            ["level", "cell", "tried", "kept"], [*rows, ["all", None, sum(found.tried), sum(found.kept)]], right="0123"
        ),
        json=json,
        out=out,
        csv=lambda: "".join(",".join(map(str, row)) + "\n" for row in [["level", "cell", "tried", "kept"], *rows]),
    )


@app.command
def trace(figure: Named, *, order: Order = "spiral", first: int = 5, json: Json = False, out: Out = None) -> None:
    """The first moves of the plain search, as boards.

    For example: `coset figures trace hexagon:3 --first 4`

    Args:
        figure: An ID such as hexagon:3, or a TOML or JSON file.
        first: How many moves.
    """
    endings(out, "json", "txt")
    position = read(figure)
    moves = figures.trace(position, order, first)
    emit(
        lambda: {"moves": [list(move) for move in moves]},
        lambda: "\n\n".join(rows_text(position, move) for move in moves),
        json=json,
        out=out,
    )


@app.command
def show(figure: Named, filling: Filling = None, *, json: Json = False, out: Out = None) -> None:
    """A figure with its lines and what is given, or with a filling.

    For example: `coset figures show star:6 -o star.svg`

    Args:
        figure: An ID such as hexagon:3, or a TOML or JSON file.
    """
    from coset.families.figures.rules import format
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    position = read(figure)
    drawing = figures.show(position, filling)
    values = {
        "figure": format(position),
        "cells": position.cells,
        "lines": [list(line) for line in position.lines],
        "coefs": [list(coefs) for coefs in position.coefs],
        "numbers": list(position.numbers),
        "distinct": position.distinct,
        "targets": None if position.targets is None else list(position.targets),
        "given": {str(cell): value for cell, value in position.given},
        "less_than": [list(pair) for pair in position.less_than],
    }
    emit(
        lambda: values,
        lambda: f"{shown(drawing)}\n\n{figure_text(position)}",
        json=json,
        out=out,
        svg=lambda: svg(drawing),
    )


@app.command
def find(figure: Named, *, seconds: float = 60.0, seed: int = 0, json: Json = False, out: Out = None) -> None:
    """One filling of a figure that is too big to be searched through. That none is found proves nothing.

    For example: `coset figures find square:8`

    Args:
        figure: An ID such as hexagon:5, or a TOML or JSON file.
        seconds: Give up after so long.
        seed: Another seed looks elsewhere.
    """
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    position = read(figure)
    with progress("annealing") as tell:
        found = figures.find(position, seconds=seconds, seed=seed, progress=tell)
    emit(
        found.json,
        lambda: found_text(position, found),
        json=json,
        out=out,
        svg=lambda: svg(figures.show(position, found.filling)),
    )


@app.command
def check(
    figure: Named, filling: Annotated[str, Parameter(help="A number for each cell, in order.")], *, json: Json = False
) -> None:
    """Whether a filling is right, and what is wrong with it.

    For example: `coset figures check square:3 "2 7 6 9 5 1 4 3 8"`

    Args:
        figure: An ID such as square:3, or a TOML or JSON file.
    """
    found = figures.check(read(figure), filling)
    emit(found.json, lambda: "right" if found.right else "\n".join(found.faults), json=json, out=None)


@app.command
def explain(figure: Named, *, json: Json = False, out: Out = None) -> None:
    """Which cells follow from others, and which lines, added up, say so.

    For example: `coset figures explain square:3`

    Args:
        figure: An ID such as hexagon:3, or a TOML or JSON file.
    """
    endings(out, "json", "txt")
    steps = figures.explain(read(figure))
    emit(
        lambda: {"steps": [{"cell": step.cell, "text": step.text} for step in steps]},
        lambda: "\n".join(step.text for step in steps) or "no cell follows from others",
        json=json,
        out=out,
    )


def count_text(values: dict[str, Any]) -> str:
    """A count in words."""
    lines = [many(values["count"], "filling") + _kinds(values)]
    by_target = values["by_target"] or {}
    if len(by_target) > 1:
        lines.append(table(["target", "fillings"], [[int(t), ways] for t, ways in by_target.items()], right="01"))
    took = f" in {values['seconds']:.3g} s" if "seconds" in values else ""
    return "\n".join(
        [*lines, f"{many(values['nodes'], 'partial filling')} {'was' if values['nodes'] == 1 else 'were'} met{took}"]
    )


def _kinds(values: dict[str, Any]) -> str:
    if values["basic"] is None or values["group"] == 1:
        return ""
    return f", {values['basic']:,} up to the {values['group']:,} symmetries of the lines"


def solutions_text(figure: Figure, found: Any) -> str:
    """The first fillings as boards, and how many there are."""
    most = 20
    parts = [rows_text(figure, filling) for filling in found.solutions[:most]]
    if len(found.solutions) > most:
        parts.append(f"... and {len(found.solutions) - most:,} more; -o FILE.csv writes all of them")
    if found.count is None:
        parts.append(f"the search stopped at {len(found.solutions):,} fillings")
    else:
        parts.append(count_text(found.json()))
    return "\n\n".join(parts)


def solutions_csv(figure: Figure, found: Any) -> str:
    """One filling a line, under the names of the cells."""
    rows = [[f"c{cell}" for cell in range(figure.cells)], *found.solutions]
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def solutions_svg(figure: Figure, found: Any) -> str:
    """The fillings on one sheet, by kind."""
    from coset.families.figures.picture import draw_all
    from coset.show.svg import svg

    return svg(draw_all(figure, found.solutions[:200]))


def rows_text(figure: Figure, filling: Any) -> str:
    """A filling row by row, each row in the middle; a dot is an empty cell."""
    words = ["." if value is None else str(value) for value in filling]
    wide = max(map(len, words)) + 1
    most = max(figure.rows)
    rows, first = [], 0
    for length in figure.rows:
        row = "".join(word.rjust(wide) for word in words[first : first + length])
        rows.append((" " * ((most - length) * wide // 2) + row).rstrip())
        first += length
    return "\n".join(rows)


def figure_text(figure: Figure) -> str:
    """What a figure asks for, in words."""
    sums = "the same free sum" if figure.targets is None else f"the sum {figure.targets[0]}"
    if figure.targets is not None and len(set(figure.targets)) > 1:
        sums = f"sums from {min(figure.targets)} to {max(figure.targets)}"
    differ = {"all": "all different", "lines": "different within each line", "none": "which may be equal"}[
        figure.distinct
    ]
    numbers = f"{len(figure.numbers)} numbers from {figure.numbers[0]} to {figure.numbers[-1]}"
    return f"{figure.cells} cells, {len(figure.lines)} lines of {sums}; {numbers}, {differ}"


def plan_text(found: Any) -> str:
    """A plan as a table."""
    rows: list[list[object]] = [
        [f"c{free}", ", ".join(f"c{c} = {found.formulas[c]}" for c in fixed)] for free, fixed in found.steps
    ]
    lines = [f"known at once: c{cell} = {found.formulas[cell]}" for cell in found.start]
    lines.append(table(["choose", "then these follow"], rows))
    symmetric = f"{found.group:,} symmetries of the lines, {found.visible} of them turns and mirrors of the picture"
    lines.append(symmetric + (": " if found.less_than else "") + ", ".join(f"c{a} < c{b}" for a, b in found.less_than))
    if found.targets:
        lines.append(f"targets from {found.targets[0]} to {found.targets[-1]}")
    give = "" if found.error is None else f" (give or take {found.error:.1g})"
    lines.append(f"about {found.nodes:.2g} partial fillings{give}, {_time(found.seconds)} on one core ({found.engine})")
    return "\n".join(lines)


def _time(seconds: float) -> str:
    for unit, size in (("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds > 2 * size:
            return f"{seconds / size:,.0f} {unit}" if seconds < 1e5 * size else f"{seconds / size:.0e} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1g} s"


def found_text(figure: Figure, found: Any) -> str:
    """What `find` found."""
    if found.filling is not None:
        how = f"by {found.method} in {found.seconds:.2g} s" + (f", try {found.tries:,}" if found.tries > 1 else "")
        return f"{rows_text(figure, found.filling)}\n\nfound {how}"
    if found.searched:
        return "there is none: all was searched"
    return f"none was found in {found.seconds:.0f} s and {found.tries:,} tries, which proves nothing"


TEXTS = {"count": lambda _question, values: count_text(values)}
