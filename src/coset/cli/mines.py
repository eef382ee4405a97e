"""`coset mines`: solve, hint, rate, unique, odds, generate, show, convert."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from coset.cli.common import Json, Out, emit, endings, family_app, position_text, progress, shown, table
from coset.cli.long import NOT_STORED, Long
from coset.errors import BadInput

if TYPE_CHECKING:
    from coset.families.mines.rules import Position

app = family_app("mines")

Mines = Annotated[int | None, Parameter(name="--mines", help="The number of mines, where rows don't say it.")]
Inexact = Annotated[int | None, Parameter(name="--inexact", help="Inexact rounds allowed in a row; -1 for any number.")]


def _board(given: str, mines: int | None = None) -> "Position":
    from coset.families.mines import rules

    return rules.read(position_text("mines", given), mines)


@app.command
def solve(
    level: str,
    *,
    inexact: Inexact = None,
    explain: Annotated[bool, Parameter(name="--explain", negative="", help="Say why each step is true.")] = False,
    steps: Annotated[bool, Parameter(name="--steps", negative="", help="Show the board at each step.")] = False,
    mines: Mines = None,
    json: Json = False,
    out: Out = None,
) -> None:
    """Solve a level as far as logic goes; where crossing stalls, a SAT solver goes on.

    For example: `coset mines solve lock:3x2:.*?*.. --explain`
    """
    from coset.families.mines.picture import draw
    from coset.families.mines.solve import solve as find
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    position = _board(level, mines)
    with progress("explaining") as tell:
        found = find(position, explain or steps or json, 1 if inexact is None else inexact, tell)

    def text() -> str:
        lines = [shown(found.picture())]
        if explain or steps:
            lines = []
            for step in found.steps:
                lines += [f"{step.number}. {step.text}"]
                lines += [shown(draw(position, step=step)), ""] if steps else []
        left = position.tiling.size - (found.safe | found.mines).bit_count()
        lines.append("solved" if found.solved else f"{left} cells need a guess, or more than is on the board")
        if found.by_cases:
            lines.append(f"{found.by_cases} times by cases, where crossing inequalities finds nothing")
        return "\n".join(lines)

    emit(found.json, text, json=json, out=out, svg=lambda: svg(found.picture()))


@app.command
def hint(level: str, *, mines: Mines = None, json: Json = False, out: Out = None) -> None:
    """The easiest next step: where to look, then what follows and why.

    For example: `coset mines hint 4x1:1:1###`
    """
    from coset.families.mines.picture import draw
    from coset.families.mines.solve import hint as find
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    position = _board(level, mines)
    step = find(position)
    if step is None:
        emit(lambda: {"step": None}, lambda: "nothing follows from this board", json=json, out=out)
        return
    emit(
        lambda: {"step": step.json(), "where": step.where},
        lambda: f"Look at {step.where}.\n\n{shown(draw(position, step=step))}\n\n{step.text}",
        json=json,
        out=out,
        svg=lambda: svg(draw(position, step=step)),
    )


@app.command
def rate(level: str, *, inexact: Inexact = None, json: Json = False, out: Out = None) -> None:
    """How hard a level is: the rounds of each step, the smooth score, and the inexact rounds that it needs.

    For example: `coset mines rate lock:6x6:.*...*.*****?*.*..**..?..?.?....?***`
    """
    from coset.families.mines.solve import rate as find
    from coset.families.mines.solve import solve as explained

    endings(out, "json", "txt")
    position = _board(level)
    with progress("rating") as tell:
        found = find(position, inexact)

        def text() -> str:
            solution = explained(position, explain=True, progress=tell)
            longest = max((step.size for step in solution.steps if not step.cases), default=0)
            rounds = "any number of inexact rounds" if found.k < 0 else f"{found.k} inexact round{'s' * (found.k != 1)}"
            rows: list[list[object]] = [
                ["solved by crossing", f"{'yes' if found.solved else 'no'}, with {rounds} in a row"],
                ["rounds of each step", " ".join(map(str, found.steps)) or "none"],
                ["smooth score", f"{found.smooth:.3f}"],
                ["longest proof", f"{longest} inequalities derived"],
                ["steps by cases", solution.by_cases],
            ]
            return table(["", ""], rows).lstrip("\n")

        emit(found.json, text, json=json, out=out)


@app.command
def unique(level: str, *, mines: Mines = None, json: Json = False, out: Out = None) -> None:
    """Does all follow by logic alone? If not, two choices of mines that fit are the proof.

    For example: `coset mines unique lock:2x2:*..*`
    """
    from coset.families.mines.picture import draw
    from coset.families.mines.solve import unique as find

    endings(out, "json", "txt")
    position = _board(level, mines)
    found = find(position)

    def text() -> str:
        if found.unique:
            return "no guess is needed" + (f"; {found.by_cases} times by cases" if found.by_cases else "")
        two = [choice for choice in (found.first, found.second) if choice is not None]
        boards = [shown(draw(position, position.all_cells & ~choice, choice)) for choice in two]
        return f"{found.unknown.bit_count()} cells need a guess; both of these fit:\n\n" + "\n\n".join(boards)

    emit(found.json, text, json=json, out=out)


@app.command
def odds(position: str, *, mines: Mines = None, json: Json = False, out: Out = None) -> None:
    """The exact chance of a mine in each hidden cell, and the best cell to open.

    For example: `coset mines odds 4x4:3:1###/####/####/####`
    """
    from coset.families.mines.odds import odds as find
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    board = _board(position, mines)
    found = find(board)

    def text() -> str:
        by_chance: dict[Any, list[str]] = {}
        for cell, chance in sorted(found.odds.items(), key=lambda pair: (pair[1], pair[0])):
            by_chance.setdefault(chance, []).append(board.tiling.names[cell])
        rows: list[list[object]] = [
            [
                str(chance),
                f"{float(chance):.3f}",
                " ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else ""),
            ]
            for chance, names in by_chance.items()
        ]
        best = [board.tiling.names[cell] for cell in found.best[:8]]
        lines = [
            f"{found.solutions:,} choices of mines fit; numbers in hidden cells are percent",
            "",
            shown(found.picture()),
            "",
        ]
        return "\n".join(
            [*lines, table(["chance", "", "cells"], rows), "", f"best to open: {' '.join(best)}" if best else ""]
        )

    emit(found.json, text, json=json, out=out, svg=lambda: svg(found.picture()))


def _bounds(score: str) -> tuple[float, float]:
    parts = re.fullmatch(r"(-?[0-9]+(?:\.[0-9]+)?)?\.\.(-?[0-9]+(?:\.[0-9]+)?)?", score, re.ASCII)
    if not parts:
        raise BadInput("this is no range of scores", score, "LOW..HIGH, such as 40..60, or 40..")
    low, high = float(parts[1] or 0), float(parts[2] or "inf")
    if low > high:
        raise BadInput("no score is between these", score, "the lower one first")
    return low, high


@app.command
def generate(
    maker: str,
    *,
    score: Annotated[str, Parameter(name="--score", help="The smooth scores that are wanted, LOW..HIGH.")] = "0..",
    inexact: Annotated[int, Parameter(name="--inexact", help="Inexact rounds allowed in a row; -1: any number.")] = 1,
    count: Annotated[int, Parameter(name=["-n", "--count"], help="How many levels.")] = 1,
    seed: Annotated[int, Parameter(name="--seed", help="The same seed makes the same levels.")] = 0,
    folder: Annotated[str | None, Parameter(name="--folder", help="Write each level there, as a .puz file.")] = None,
    long: Long = NOT_STORED,
    json: Json = False,
    out: Out = None,
) -> None:
    """Make levels with a score that you choose, or boards of minesweeper that need no guess.

    MAKER is lock:6x6, hexlock:6x5, hexes:6x5 or sweep:8x8, with +colours or +secrets; or 9x9n10 for minesweeper.

    For example: `coset mines generate lock:4x4 --score 2..6 -n 2 --seed 1`
    """
    from coset.families.mines import shards

    endings(out, "json", "txt", "puz")
    low, high = _bounds(score)
    if not 0 < count <= 100_000:
        raise BadInput("this is no number of levels to make", count, "1 to 100000")
    if out is not None and out.endswith(".puz") and count != 1:
        raise BadInput("one file holds one level", out, "--folder FOLDER for more")
    if folder is not None and not Path(folder).is_dir():
        raise BadInput("there is no such folder", folder, "make it first")
    question = {
        "verb": "generate",
        "position": maker,
        "low": low,
        "high": min(high, 1e9),
        "inexact": inexact,
        "seed": seed,
        "count": count,
    }
    if long.wanted:
        answer = long.answer("mines", question)
    else:
        with progress("making levels; tried") as tell:
            results = []
            for number in shards.shards(question):
                results.append(_made(question, number, tell))
            answer = shards.merge(question, results)
    if folder is not None:
        for number, row in enumerate(answer["levels"], 1):
            _write(row["id"], row["smooth"], Path(folder) / f"{_plain(maker)}-{seed}-{number:03d}.puz")
    emit(
        lambda: answer,
        lambda: generate_text(question, answer),
        json=json,
        out=out,
        puz=lambda: _level(answer["levels"][0]["id"], answer["levels"][0]["smooth"]),
    )


def _made(question: dict[str, Any], number: int, tell: Any) -> dict[str, Any]:
    from coset.families.mines.generate import maker, one

    wanted = maker(question["position"])
    made = one(wanted, question["low"], question["high"], question["inexact"], question["seed"], number, tell)
    return made.json()


def _plain(maker: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", maker)


def _level(text: str, smooth: float) -> str:
    from coset.families.mines import puz, rules

    return puz.write(puz.from_position(rules.parse(text), f"Score {smooth:.2f}", score=smooth))


def _write(text: str, smooth: float, path: Path) -> None:
    from coset.files import write_whole

    write_whole(path, _level(text, smooth))


def generate_text(_question: dict[str, Any], answer: dict[str, Any]) -> str:
    """The levels as a table."""
    rows = [[f"{row['smooth']:.2f}", " ".join(map(str, row["steps"])), row["id"]] for row in answer["levels"]]
    return table(["score", "rounds of each step", "level"], rows)


TEXTS = {"generate": generate_text}


@app.command
def show(
    level: str,
    *,
    step: Annotated[int | None, Parameter(name="--step", help="Light the cells of this step of the solution.")] = None,
    mines: Mines = None,
    json: Json = False,
    out: Out = None,
) -> None:
    """A picture of a level, or of one step of its solution.

    For example: `coset mines show lock:3x2:.*?*..`
    """
    from coset.families.mines import rules
    from coset.families.mines.explain import explain
    from coset.families.mines.picture import draw
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    position = _board(level, mines)
    lit = None
    if step is not None:
        steps = explain(position)
        if not 1 <= step <= len(steps):
            raise BadInput(
                f"the solution has {len(steps)} steps", step, f"1 to {len(steps)}" if steps else "another level"
            )
        lit = steps[step - 1]
    drawing = draw(position, step=lit)
    emit(
        lambda: {"id": rules.format(position), "title": drawing.title, "cells": position.tiling.size},
        lambda: shown(drawing) + (f"\n\n{lit.text}" if lit else ""),
        json=json,
        out=out,
        svg=lambda: svg(drawing),
    )


@app.command
def convert(level: str, *, mines: Mines = None, json: Json = False, out: Out = None) -> None:
    """A level as its ID, or as a file: .puz for the game, .json, .txt.

    For example: `coset mines convert lock:3x2:.*?*.. -o level.puz`
    """
    from coset.families.mines import puz, rules

    endings(out, "json", "txt", "puz")
    text = position_text("mines", level)
    position = rules.read(text, mines)

    def as_puz() -> str:
        whole = puz.read(text) if text.lstrip().startswith("<") else puz.from_position(position)
        return puz.write(whole)

    def values() -> dict[str, Any]:
        return {
            "id": rules.format(position),
            "cells": position.tiling.size,
            "mines": position.total,
            "hints": [
                {"name": hint.name, "cells": hint.cells.bit_count(), "mines": hint.mines} for hint in position.hints
            ],
        }

    emit(values, lambda: rules.format(position), json=json, out=out, puz=as_puz)
