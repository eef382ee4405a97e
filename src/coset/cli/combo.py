"""`coset combo`: the 4-wide well."""

import sys
from typing import Annotated, Any

from cyclopts import Parameter

from coset import combo
from coset.cli.common import Json, Out, as_json, emit, endings, family_app, position_text, progress, shown, table
from coset.cli.long import NOT_STORED, Long
from coset.errors import BadInput
from coset.show.svg import svg
from coset.show.words import count as many

STATES_A_SECOND = 4e6
"""A whole solve, on two cores of a machine of 2025."""

app = family_app("combo")
Residual = Annotated[int, Parameter(help="How many cells are left in the well: 2, 3, 4, 5, 6 or 7.")]
Start = Annotated[
    str | None, Parameter(help="A start field instead, rows from the top joined by '/', such as XX../X... .")
]
Rules = Annotated[
    str, Parameter(help="srs, tetrio, hard or nokick; or a .properties file of kicks, `,180` after it for half turns.")
]
Queue = Annotated[str, Parameter(name="--queue", help="random, or bag: each seven pieces in any order.")]
Preview = Annotated[int, Parameter(name=["--preview", "-p"], help="How many pieces are seen after the one that falls.")]
Hold = Annotated[bool, Parameter(name="--hold", negative="", help="Play with a held piece.")]
Bag = Annotated[str | None, Parameter(name="--bag", help="With bags: the pieces left in the bag, '' if none.")]


@app.command
def solve(
    *,
    residual: Residual = 3,
    start: Start = None,
    rules: Rules = "srs",
    queue: Queue = "random",
    preview: Preview = 0,
    hold: Hold = False,
    minimize: Annotated[bool, Parameter(negative="", help="Solve on the coarsest partition.")] = False,
    error: Annotated[float, Parameter(help="The relative error to be proved.")] = 1e-10,
    float32: Annotated[bool, Parameter(negative="", help="Write values of 32 bits.")] = False,
    json: Json = False,
    out: Annotated[str | None, Parameter(name=["--out", "-o"], help="Write the policy to this folder.")] = None,
) -> None:
    """How long a combo lasts under best play, in every state of a well, with proved bounds.

    For example: `coset combo solve --preview 2 --hold -o policy`
    """
    if out is not None:
        from coset.families.combo.policy import check_folder

        check_folder(out)
    _forecast(combo.question(residual, start, rules, queue, preview, hold), minimize)
    with progress("solving") as tell:
        found = combo.solve(residual, start, rules, queue, preview, hold, minimize, error, tell)
    if out is not None:
        found.write(out, float32)
        print(f"wrote {out}", file=sys.stderr)
    print(as_json(found.json()) if json else _solution_text(found))


def _forecast(asked: Any, minimize: bool) -> None:
    """Say before a long run how long it may take."""
    from coset.families.combo.question import count_states, model_of

    _, states = count_states(model_of(asked))
    seconds = states / (STATES_A_SECOND / 4 if minimize else STATES_A_SECOND)
    if seconds > 5:
        longer = "several times that where combos are long"
        print(f"{states:,} states; this may take {seconds:.0f} s, {longer}", file=sys.stderr, flush=True)


def _solution_text(found: Any) -> str:
    lines = [
        f"{many(found.fields, 'field')}, {many(found.queues, 'queue')}, {many(found.states, 'state')} "
        f"({found.stored:,} stored), {many(found.sweeps, 'sweep')}, {found.seconds:.2f} s"
    ]
    if found.groups is not None:
        lines.append(f"{found.groups:,} groups; by round: " + ", ".join(f"{n:,}" for n in found.rounds))
    if found.infinite:
        named = ", ".join(found.infinite_fields[:8]) + (" ..." if len(found.infinite_fields) > 8 else "")
        lines.append(f"{found.infinite:,} states have no end: the player can go on for ever ({named})")
    low, high = found.bounds
    lines += [
        f"best {found.best:.12g}, certainly from {low:.15g} to {high:.15g}",
        f"mean {found.mean:.12g} over all states",
        "\n",
    ]
    means = sorted(found.means.items(), key=lambda item: -item[1])
    rows: list[list[object]] = [[field, f"{found.bests[field]:.9g}", f"{mean:.9g}"] for field, mean in means[:20]]
    more = f"\n... and {len(means) - 20} more" if len(means) > 20 else ""
    return "\n".join(lines) + table(["field", "best", "mean over hold and queue"], rows, right="12") + more


@app.command
def advise(
    policy: str,
    *,
    field: Annotated[str | None, Parameter(help="The field, rows from the top joined by '/'.")] = None,
    hold: Annotated[str | None, Parameter(help="The held piece.")] = None,
    queue: Annotated[str, Parameter(help="The piece that falls, then the previews.")] = "",
    bag: Bag = None,
    json: Json = False,
    out: Out = None,
) -> None:
    """Which drop to make: each possible one with its value, best first. POLICY is a folder, or the ID of a position.

    For example: `coset combo advise combo:srs:random:X.../XX..:h=J:q=TL`
    """
    endings(out, "json", "txt", "svg")
    if policy.startswith("combo:"):
        from coset.families.combo.solve import advise_id

        if field is not None or hold is not None or queue or bag is not None:
            raise BadInput("a position's ID says all", policy, "leave --field, --hold, --queue and --bag out")
        with progress("solving") as tell:
            found = advise_id(policy, tell)
    else:
        if field is None:
            raise BadInput("the field is missing", policy, "--field XX../X... --queue TL")
        found = combo.advise(policy, field, hold, queue, bag)
    emit(found.json, lambda: _advice_text(found), json=json, out=out, svg=lambda: svg(found.drawing()))


def _advice_text(found: Any) -> str:
    if not found.choices:
        return "no drop clears a row: the combo ends here"
    rows: list[list[object]] = [[c.piece, c.result, c.hold or "", c.cleared, f"{c.value:.9g}"] for c in found.choices]
    return shown(found.drawing()) + "\n\n" + table(["drop", "leaves", "held then", "rows", "value"], rows, right="34")


@app.command
def fields(
    *,
    residual: Residual = 3,
    start: Start = None,
    rules: Rules = "srs",
    check: Annotated[
        str | None, Parameter(help="Compare with another engine's table: JSON, field to piece to fields.")
    ] = None,
    json: Json = False,
    out: Out = None,
) -> None:
    """The fields that follow from a start field by drops that clear, and which piece leads where.

    For example: `coset combo fields --residual 2`
    """
    from coset.families.combo.fields import compare
    from coset.families.combo.picture import draw_fields
    from coset.families.combo.question import question

    endings(out, "json", "txt", "svg")
    graph = question(residual, start, rules).graph
    differences = compare(graph, check) if check is not None else []

    def text() -> str:
        rows: list[list[object]] = [
            [field, "  ".join(f"{piece}: {' '.join(to)}" for piece, to in pieces.items())]
            for field, pieces in graph.table().items()
        ]
        same = "are the same game" if graph.mirror else "are not the same game"
        about = f"{len(graph.fields)} fields, {graph.size} edges; left and right {same}"
        told = "" if check is None else "\n" + ("\n".join(differences) or f"all as in {check}")
        return about + told + "\n\n" + table(["field", "piece: what it can leave"], rows)

    values = graph.json() | ({} if check is None else {"differences": differences})
    emit(lambda: values, text, json=json, out=out, svg=lambda: svg(draw_fields(graph)))


@app.command
def simulate(
    policy: str,
    *,
    n: Annotated[int, Parameter(name=["--pieces", "-n"], help="About how many pieces to play.")] = 100_000,
    field: Annotated[str | None, Parameter(help="The field to begin from, hold and queue any alike.")] = None,
    seed: int = 0,
    long: Long = NOT_STORED,
    json: Json = False,
    out: Out = None,
) -> None:
    """Play games by a policy and compare the mean combo with the value. POLICY is a folder, or a position's ID.

    For example: `coset combo simulate combo:srs:random:XX../X...:q=L -n 100000`
    """
    endings(out, "json", "txt")
    question = {"verb": "simulate", "position": policy, "n": n, "seed": seed}
    if long.wanted:
        if not policy.startswith("combo:"):
            raise BadInput("only games from a position can be stored", policy, "give the ID of a position")
        answer = long.answer("combo", question)
    else:
        with progress("playing") as tell:
            answer = combo.simulate(policy, n, field, seed, tell).json()
    emit(lambda: answer, lambda: _games_text(question, answer), json=json, out=out)


def _games_text(_question: dict[str, Any], answer: dict[str, Any]) -> str:
    return (
        f"{answer['games']:,} games, {answer['pieces']:,} drops, longest combo {answer['longest']:,}\n"
        f"mean {answer['mean']:.6g} with a standard error of {answer['error']:.2g}; "
        f"expected {answer['expected']:.9g}, {abs(answer['sigmas']):.2f} standard errors away"
    )


@app.command
def chain(
    field: str,
    *,
    queue: Annotated[str, Parameter(help="The known queue, the first piece first.")],
    rules: Rules = "srs",
    hold: Annotated[bool, Parameter(name="--hold", negative="", help="Play with hold, empty at first.")] = False,
    held: Annotated[str | None, Parameter(help="Play with hold, with this piece in it.")] = None,
    json: Json = False,
    out: Out = None,
) -> None:
    """The longest combo for a known queue, on a field of up to 10 columns.

    For example: `coset combo chain XX../X... --queue TLJSZOI --hold`
    """
    endings(out, "json", "txt", "svg")
    with progress("searching") as tell:
        found = combo.chain(position_text("combo", field), queue, rules, held if held else "" if hold else None, tell)

    def text() -> str:
        if not found.links:
            return "no drop clears a row"
        return f"{len(found.links)} drop{'s' * (len(found.links) > 1)} in a row\n\n" + shown(found.drawing())

    emit(found.json, text, json=json, out=out, svg=lambda: svg(found.drawing()))


@app.command
def deadly(
    field: str | None = None,
    *,
    residual: Residual = 3,
    start: Start = None,
    rules: Rules = "srs",
    queue: Queue = "random",
    hold: Hold = False,
    longest: Annotated[int, Parameter(help="Give up after so many pieces.")] = 40,
    each: Annotated[bool, Parameter(negative="", help="One for every field, not one for all.")] = False,
    json: Json = False,
    out: Out = None,
) -> None:
    """A shortest sequence that ends every combo, whatever is held, even if it is known; from one field or from all.

    For example: `coset combo deadly --hold`
    """
    from coset.families.combo.question import question

    endings(out, "json", "txt")
    if each and field is not None:
        raise BadInput("--each is for all fields", field, "leave one of the two out")
    asked = list(question(residual, start, rules).graph.fields) if each else [field]
    with progress("searching") as tell:
        found = [combo.deadly(one, residual, start, rules, queue, hold, longest, tell) for one in asked]
    rows: list[list[object]] = [
        [
            one or "every field",
            answer.sequence if answer else f"none up to {longest}",
            len(answer.sequence) if answer else None,
        ]
        for one, answer in zip(asked, found, strict=True)
    ]
    values = [
        answer.json() if answer else {"field": one, "sequence": None, "length": None}
        for one, answer in zip(asked, found, strict=True)
    ]
    emit(
        lambda: {"sequences": values} if each else values[0],
        lambda: table(["from", "sequence", "pieces"], rows, right="2"),
        json=json,
        out=out,
    )


@app.command
def reach(
    *,
    drops: Annotated[int, Parameter(name=["--drops", "-n"], help="How many drops to look ahead.")] = 20,
    residual: Residual = 3,
    start: Start = None,
    rules: Rules = "srs",
    queue: Queue = "random",
    preview: Preview = 0,
    hold: Hold = False,
    json: Json = False,
    out: Out = None,
) -> None:
    """How far a combo gets: E[min(combo, n)] and P(combo >= n) from the start field, each under its best play.

    For example: `coset combo reach -n 20 --hold`
    """
    endings(out, "json", "txt")
    with progress("sweeping") as tell:
        found = combo.reach(drops, residual, start, rules, queue, preview, hold, tell)

    def text() -> str:
        rows: list[list[object]] = [
            [n, f"{e:.9g}", f"{p:.9g}"] for n, (e, p) in enumerate(zip(found.expected, found.chance, strict=True), 1)
        ]
        about = (
            f"from {found.asked.start}, hold and queue any alike; {found.sure:,} states reach {drops} for certain, "
            f"and {found.best_field} is the field that most often does ({found.best_chance:.6g})"
        )
        return about + "\n\n" + table(["n", "E[min(combo, n)]", "P(combo >= n)"], rows, right="012")

    emit(found.json, text, json=json, out=out)


@app.command
def export(
    policy: str,
    *,
    field: Annotated[str, Parameter(help="The field whose states to write.")],
    hold: Annotated[str | None, Parameter(help="Only with this held piece.")] = None,
    out: Annotated[str, Parameter(name=["--out", "-o"], help="A .csv or .parquet file.")],
) -> None:
    """Write the values of one field's states as a table.

    For example: `coset combo export policy --field XX../X... -o values.csv`
    """
    from pathlib import Path

    from coset.files import write_whole

    endings(out, "csv", "parquet")
    write_whole(out, combo.export(policy, field, hold, Path(out).suffix[1:]))
    print(f"wrote {out}", file=sys.stderr)


TEXTS = {"simulate": _games_text}
