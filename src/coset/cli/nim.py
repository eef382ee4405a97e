"""`coset nim`: who wins the game of placing pieces, and by which move."""

import sys
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from coset.cli.common import Json, Out, emit, endings, family_app, position_text, progress, shown, table
from coset.cli.long import NOT_STORED, Long
from coset.errors import Interrupted

app = family_app("nim")

Play = Annotated[
    Literal["misere", "normal"] | None, Parameter(help="misere (default): who places the last piece loses.")
]
Shapes = Annotated[
    str, Parameter(help="Letters of IOLJTSZ and D (domino), pentominoes, or pictures such as xxx-x..,xx.")
]


@app.command
def solve(
    board: str,
    /,
    *,
    play: Play = None,
    shapes: Shapes = "",
    all: Annotated[bool, Parameter(negative="", help="Show every move with its outcome.")] = False,
    one: Annotated[bool, Parameter(negative="", help="Stop at the first winning move.")] = False,
    line: Annotated[bool, Parameter(negative="", help="Show a main line to the end of the game.")] = False,
    threads: Annotated[int, Parameter(help="Processors to use; as a rule all, if the search is long.")] = 0,
    long: Long = NOT_STORED,
    json: Json = False,
    out: Out = None,
) -> None:
    """Who wins, and by which moves: N the player to move, P the other one.

    For example: `coset nim solve 4x4`

    Args:
        board: A board: 6x6, rows of '.' and '#' joined by '/', an ID, a file, or '-'.
    """
    from coset import nim
    from coset.families.nim.layout import lay_out
    from coset.families.nim.rules import format, position_of

    endings(out, "json", "txt", "svg")
    position = position_of(position_text("nim", board), shapes, play or "")
    lay_out(position)
    _warn(position, long.wanted)
    values: dict[str, Any]
    if long.wanted:
        values = long.answer("nim", {"verb": "solve", "position": format(position)})
    else:
        try:
            with progress("positions searched") as tell:
                values = nim.solve(position, every=not one, threads=threads, progress=tell).json()
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted; to let it go on later: coset nim solve {format(position)} --run") from None
    if line:
        values["line"] = _line(position)
    if all:
        values["all"] = _judged(position, values)
    question = {"verb": "solve", "position": format(position)}
    picture = {"svg": lambda: _svg(position, values)}
    emit(lambda: values, lambda: solve_text(question, values), json=json, out=out, **picture)


def _warn(position: Any, stored: bool) -> None:
    """Say before a long search how long it may take."""
    from coset.families.nim import estimate
    from coset.families.nim.rules import format

    seconds = estimate.seconds(position)
    if seconds > estimate.LONG:
        share = ""
        if estimate.counted(position):
            share = f"; about {round(100 * estimate.share_lost(position))} of 100 such boards are P"
        words = f"this may take about {estimate.spoken(seconds)} (a rough estimate; it may be ten times more or less)"
        later = "" if stored else f"; to let it go on later if stopped: coset nim solve {format(position)} --run"
        print(f"coset: {words}{share}{later}", file=sys.stderr, flush=True)


def _line(position: Any) -> list[list[Any]]:
    from coset import nim
    from coset.families.nim.solve import as_list

    with progress("positions searched") as tell:
        return [[ply.outcome, *as_list(ply.move)] for ply in nim.line(position, progress=tell)]


def _judged(position: Any, values: dict[str, Any]) -> list[list[Any]]:
    """Each move with the outcome for who makes it."""
    from coset.families.nim.rules import moves
    from coset.families.nim.solve import as_list

    every = [as_list(move) for move in moves(position)]
    known = values["winning"] if values["winning_count"] is not None else None
    return [[*move, "?" if known is None else "wins" if move in known else "loses"] for move in every]


def _svg(position: Any, values: dict[str, Any]) -> str:
    from coset.families.nim.picture import draw
    from coset.show.svg import svg

    return svg(draw(position, [_move(words) for words in values["winning"][:1]]))


def _move(words: list[Any]) -> Any:
    from coset.families.nim.rules import Move

    return Move(words[0], tuple((row, column) for row, column in words[1]))


def solve_text(question: dict[str, Any], values: dict[str, Any]) -> str:
    """The answer as text, with the board and a winning move."""
    from coset.families.nim.picture import draw
    from coset.families.nim.rules import parse

    position = parse(question["position"])
    winning = [_move(words) for words in values["winning"]]
    verdict = "the player to move wins" if values["outcome"] == "N" else "the player to move loses"
    parts = [shown(draw(position, winning[:1])), f"{values['outcome']}: {verdict} ({position.play} play)"]
    count = values["winning_count"]
    if winning:
        many = (
            f"{count:,} of {values['moves']:,} moves win"
            if count is not None
            else f"{values['moves']:,} moves, one that wins"
        )
        listed = ", ".join(map(str, winning[:12])) + (", ..." if len(winning) > 12 else "")
        parts.append(f"{many}: {listed}")
    else:
        parts.append(f"{values['moves']:,} moves, none wins" if values["moves"] else "no piece fits")
    names = (("nimber", "nimber"), ("ois", "set"), ("canonical", "canonical form"))
    parts += [f"{name}: {values[key]}" for key, name in names if values.get(key) is not None]
    if "line" in values:
        parts.append("line: " + "  ".join(f"{outcome} {_move(move)}" for outcome, *move in values["line"]))
    if "all" in values:
        rows: list[list[object]] = [[str(_move(words[:2])), words[2]] for words in values["all"]]
        parts.append(table(["move", "for who makes it"], rows))
    if values.get("nodes") is not None:
        parts.append(f"{values['nodes']:,} positions searched in {values['seconds']:.2f} s")
    return "\n".join(parts)


TEXTS = {"solve": solve_text}


@app.command
def ois(
    board: str,
    /,
    *,
    kind: Annotated[
        Literal["tree", "program", "canonical"],
        Parameter(help="tree: as defined; program: {{0}} is 0; canonical: Conway's."),
    ] = "tree",
    shapes: Shapes = "",
    json: Json = False,
    out: Out = None,
) -> None:
    """The optimised information set of a board: its game as nested sets.

    For example: `coset nim ois 3x4`

    Args:
        board: A board: 6x6, rows of '.' and '#' joined by '/', an ID, a file, or '-'.
    """
    from coset.families.nim import ois as sets
    from coset.families.nim.rules import format, position_of
    from coset.families.nim.solve import sets_of

    endings(out, "json", "txt")
    position = position_of(position_text("nim", board), shapes)
    found = sets_of(position, kind)
    values = {"position": format(position), "kind": kind} | _set_values(found, sets)
    emit(lambda: values, lambda: _set_text(values), json=json, out=out)


def _set_values(found: Any, sets: Any) -> dict[str, Any]:
    long = sets.length(found)
    return {
        "ois": sets.format(found) if long <= sets.LONGEST else None,
        "length": long if long < 10**15 else None,
        "different": sets.different(found),
        "outcome": "N" if sets.is_winable(found) else "P",
    }


def _set_text(values: dict[str, Any]) -> str:
    long = f"{values['length']:,}" if values["length"] is not None else "more than 10^15"
    text = values["ois"] or f"a text of {long} signs, too long to be shown"
    verdict = "wins" if values["outcome"] == "N" else "loses"
    said = f"{values['different']:,} different sets in it; {values['outcome']}: the player to move {verdict}"
    return f"{text}\n{said} in misère play"


@app.command
def product(a: str, b: str, /, *, json: Json = False, out: Out = None) -> None:
    """The set of a board that falls into two parts, from the sets of the parts.

    For example: `coset nim product '{0,{0}}' '{0,{0}}'`

    Args:
        a: A set such as {0,{0}}.
        b: Another one.
    """
    from coset.families.nim import ois as sets
    from coset.families.nim.solve import product as multiply

    endings(out, "json", "txt")
    values = _set_values(multiply(a, b), sets)
    emit(lambda: values, lambda: _set_text(values), json=json, out=out)


@app.command
def show(board: str, /, *, shapes: Shapes = "", json: Json = False, out: Out = None) -> None:
    """A board as it is understood: its cells, its areas, its ID.

    For example: `coset nim show ../.#`

    Args:
        board: A board: 6x6, rows of '.' and '#' joined by '/', an ID, a file, or '-'.
    """
    from coset.cells.bits import areas
    from coset.families.nim.picture import draw
    from coset.families.nim.rules import format, moves, position_of
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    position = position_of(position_text("nim", board), shapes)
    sizes = sorted((area.bit_count() for area in areas(position.free, position.width)), reverse=True)
    values = {
        "position": format(position),
        "rows": position.rows,
        "free": position.free.bit_count(),
        "areas": sizes,
        "moves": len(moves(position)),
    }
    listed = ", ".join(map(str, sizes)) or "none"
    words = (
        f"{format(position)}\n{position.free.bit_count():,} free cells in areas of {listed}; {values['moves']:,} moves"
    )
    picture = draw(position)
    emit(lambda: values, lambda: f"{shown(picture)}\n{words}", json=json, out=out, svg=lambda: svg(picture))


@app.command
def generate(
    size: str = "6x6",
    /,
    *,
    cells: Annotated[int, Parameter(help="At most so many free cells.")] = 20,
    seed: Annotated[int, Parameter(help="The same seed gives the same puzzle.")] = 0,
    play: Play = None,
    shapes: Shapes = "",
    json: Json = False,
    out: Out = None,
) -> None:
    """A puzzle: a board with exactly one winning move.

    For example: `coset nim generate 6x6 --cells 20 --seed 1`

    Args:
        size: The board before pieces are put on it at random: 6x6, or rows.
    """
    from coset import nim
    from coset.families.nim.picture import draw
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    with progress("boards tried") as tell:
        puzzle = nim.generate(position_text("nim", size), cells, seed, shapes, play or "", tell)
    values = puzzle.json()
    picture = draw(puzzle.position)
    words = f"{values['position']}\nexactly one of {puzzle.moves} moves wins; the main line has {puzzle.depth} moves"
    emit(lambda: values, lambda: f"{shown(picture)}\n{words}", json=json, out=out, svg=lambda: svg(picture))


@app.command
def play(
    board: str = "5x5",
    /,
    *,
    level: Annotated[int, Parameter(help="1 (mostly at random) to 5 (wins whatever can be won).")] = 3,
    first: Annotated[Literal["me", "engine"], Parameter(help="Who moves first.")] = "me",
    play: Play = None,
    shapes: Shapes = "",
    seconds: Annotated[float, Parameter(help="Thought of the engine for a move, at most.")] = 10.0,
    save: Annotated[str | None, Parameter(help="The file that 'save' writes.")] = None,
    replay: Annotated[str | None, Parameter(help="Go on with a saved game.")] = None,
) -> None:
    """Play against the engine: with keys in a terminal, else line by line.

    For example: `coset nim play 5x5 --level 3`

    Args:
        board: A board: 6x6, rows of '.' and '#' joined by '/', an ID or a file.
    """
    from coset.cli import nim_play
    from coset.families.nim.play import Game, check
    from coset.families.nim.rules import position_of

    game = check(Game(position_of(position_text("nim", board), shapes, play or ""), (), first, level))
    nim_play.play(nim_play.Session(nim_play.start(game, replay), max(0.1, min(seconds, 3600.0)), save))
