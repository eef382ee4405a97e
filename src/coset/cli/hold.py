"""`coset hold`: which queues clear a field."""

from typing import Annotated, Any

from cyclopts import App, Parameter

from coset import hold
from coset.cli.common import Json, Out, emit, endings, family_app, position_text, progress, shown, table
from coset.cli.long import NOT_STORED, Long
from coset.errors import BadInput
from coset.show.words import count as many

app = family_app("hold")

Queue = Annotated[
    str | None,
    Parameter(name=["--queue", "-q"], help="The queues that may come, such as *p7, or T,*p4; a file or '-' too."),
]
Height = Annotated[
    int | None, Parameter(name="--height", help="How many lines must clear; empty rows are added on top.")
]
NoHold = Annotated[bool, Parameter(name="--no-hold", negative="", help="Place pieces in the order they come.")]
Drop = Annotated[str | None, Parameter(name="--drop", help="soft, hard, 180 (soft with half turns) or t-soft.")]
Kicks = Annotated[
    str | None,
    Parameter(
        name="--kicks", help="srs, nokicks, nullpomino180, jstris180, tetrio180, or a file in solution-finder's format."
    ),
]


def _given(
    field: str, queue: str | None, height: int | None, no_hold: bool, drop: str | None, kicks: str | None
) -> Any:
    if queue is not None and (queue == "-" or queue.endswith(".txt")):
        queue = position_text("hold", queue)
    with_hold = False if no_hold else None
    return hold.position(position_text("hold", field), queue, height=height, hold=with_hold, drop=drop, kicks=kicks)


@app.command
def percent(
    field: str,
    *,
    queue: Queue = None,
    height: Height = None,
    no_hold: NoHold = False,
    drop: Drop = None,
    kicks: Kicks = None,
    see: Annotated[
        str, Parameter(help="How many pieces after the current one are known when it is placed: 0 to 8, or all.")
    ] = "all",
    tree: Annotated[int, Parameter(help="Chances by the first pieces of the queue, so many.")] = 0,
    failed: Annotated[int, Parameter(help="Name so many failing queues, and why each fails.")] = 0,
    long: Long = NOT_STORED,
    json: Json = False,
    out: Out = None,
) -> None:
    """How many of the queues clear the field.

    For example: `coset hold percent XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X --queue '*p4'`
    """
    from coset.families.hold.rules import format as as_id

    endings(out, "json", "txt")
    if see != "all" and not (see.isascii() and see.isdigit() and len(see) < 4):
        raise BadInput("the number of pieces seen is out of range", see, "0 to 8, or all")
    if not 0 <= tree <= 7 or failed < 0:
        raise BadInput(
            "the tree is 0 to 7 deep, and the failing queues are counted",
            max(tree, -failed),
            "--tree 2 --failed 10",
        )
    given = _given(field, queue, height, no_hold, drop, kicks)
    question: dict[str, Any] = {"verb": "percent", "position": as_id(given)}
    if long.wanted:
        if see != "all" or tree or failed:
            raise BadInput("a stored run counts only", None, "leave out --see, --tree and --failed")
        values = long.answer("hold", question)
    else:
        sight = None if see == "all" else int(see)
        with progress("queues" if sight is None else "states") as tell:
            found = hold.percent(given, see=sight, tree=tree, failed=failed, progress=tell)
        values = found.json()
        question |= {"cut": found.cut, "see": see, "reasons": [failure.text for failure in found.failed]}
    emit(lambda: values, lambda: percent_text(question, values), json=json, out=out)


def percent_text(question: dict[str, Any], answer: dict[str, Any]) -> str:
    """The chance, the tree and the failing queues in words."""
    success, total = answer["success"], answer["total"]
    sight = question.get("see", "all")
    seen = "1 piece after the current one is" if sight == "1" else f"{sight} pieces after the current one are"
    how = "" if sight == "all" else f" if {seen} seen"
    lines = [f"{success:,} of {total:,} queues clear the field{how}: {success / total:.2%}"]
    if question.get("cut"):
        lines.append(f"(the field needs {answer['pieces']} pieces; longer queues were cut, equal ones count once)")
    if answer["tree"]:
        lines += ["", table(["queue", "success", "total", "chance"], list(_branches(answer["tree"], "")), right="123")]
    if answer["failed"]:
        lines += ["", *question.get("reasons", [str(failure["queue"]) for failure in answer["failed"]])]
    return "\n".join(lines)


def _branches(tree: dict[str, Any], start: str) -> Any:
    for piece, branch in tree.items():
        yield [start + piece, branch["success"], branch["total"], f"{branch['success'] / branch['total']:.2%}"]
        yield from _branches(branch.get("next", {}), start + piece)


TEXTS = {"percent": percent_text}


@app.command
def path(
    field: str,
    *,
    queue: Queue = None,
    height: Height = None,
    no_hold: NoHold = False,
    drop: Drop = None,
    kicks: Kicks = None,
    save: Annotated[str, Parameter(help="Pieces: how often the queue can be cleared with this one left over.")] = "",
    every: Annotated[
        bool, Parameter(name="--all", negative="", help="Show all solutions, not only a smallest set.")
    ] = False,
    json: Json = False,
    out: Out = None,
) -> None:
    """All solutions, and as few of them as serve all queues that work.

    For example: `coset hold path XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X --queue '*p4'`
    """
    from coset.families.hold.picture import filled, without_words
    from coset.show.drawing import sheet
    from coset.show.svg import svg

    endings(out, "json", "txt", "svg")
    given = _given(field, queue, height, no_hold, drop, kicks)
    with progress("solutions") as tell:
        found = hold.path(given, save=save, progress=tell)
    chosen = found.unique if every else [found.unique[number] for number in found.minimal]

    def text() -> str:
        if not found.unique:
            return f"no solutions: {many(found.queues.total, 'queue')} asked, and no way to clear the field"
        exact = "the fewest" if len(found.minimal) == found.needed else f"at least {found.needed} are needed"
        serve = f"{len(found.minimal):,} of them serve all {found.success:,} queues that work ({exact})"
        if len(found.minimal) == 1:
            serve = "one of them serves every queue that works"
        lines = [f"{many(len(found.unique), 'solution')}; {serve}"]
        lines += [
            f"{piece} left over: {count:,} of {found.queues.total:,} queues" for piece, count in found.saved.items()
        ]
        rows = [[solution.order, solution.count, "/".join(solution.rows), solution.fumen] for solution in chosen]
        return "\n".join([*lines, "", table(["order", "queues", "field", "fumen"], rows, right="1")])

    def pictures() -> str:
        shapes = [without_words(filled(s.rows, f"{s.order}: {s.count:,}")) for s in chosen]
        return svg(sheet(f"{len(chosen)} solutions", shapes), scale=14)

    emit(found.json, text, json=json, out=out, svg=pictures)


@app.command
def gain(
    field: str,
    *,
    queue: Queue = None,
    height: Height = None,
    drop: Drop = None,
    kicks: Kicks = None,
    json: Json = False,
    out: Out = None,
) -> None:
    """What hold adds: how many queues work without it, and how many only with it.

    For example: `coset hold gain XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____ --queue '*p4'`
    """
    endings(out, "json", "txt")
    given = _given(field, queue, height, False, drop, kicks)
    with progress("queues") as tell:
        found = hold.gain(given, progress=tell)

    def text() -> str:
        rows: list[list[object]] = [
            [p, n["total"], n["without"], n["only_with_hold"]] for p, n in found.by_first.items()
        ]
        rows.append(["all", found.total, found.without, found.only_with])
        return table(["first", "queues", "without", "only with hold"], rows, right="123")

    emit(found.json, text, json=json, out=out)


@app.command
def show(field: str, *, queue: Queue = None, height: Height = None, json: Json = False, out: Out = None) -> None:
    """A field as a picture, as text and as a fumen.

    For example: `coset hold show XXXXXX____/XXXXXX____ -o field.svg`
    """
    from coset.families.hold.rules import format as as_id
    from coset.show.svg import svg
    from coset.stacking.fumen import Page, encode

    endings(out, "json", "txt", "svg")
    given = _given(field, queue, height, False, None, None)
    fumen = encode([Page(given.rows)])
    values = {"position": as_id(given), "rows": list(given.rows), "pieces": given.pieces, "fumen": fumen}
    drawing = hold.draw(given)
    emit(
        lambda: values,
        lambda: f"{shown(drawing)}\n{as_id(given)}\n{fumen}",
        json=json,
        out=out,
        svg=lambda: svg(drawing),
    )


@app.command
def explain(
    field: str,
    *,
    queue: Queue = None,
    height: Height = None,
    no_hold: NoHold = False,
    drop: Drop = None,
    kicks: Kicks = None,
    json: Json = False,
    out: Out = None,
) -> None:
    """How the first queue that works is played, and why the first one that fails does.

    For example: `coset hold explain XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X --queue TLJO`
    """
    from coset.families.hold.explain import explain as told

    endings(out, "json", "txt")
    steps = [step.text for step in told(_given(field, queue, height, no_hold, drop, kicks))]
    emit(lambda: {"steps": steps}, lambda: "\n".join(steps), json=json, out=out)


@app.command
def implies(order: str, *, json: Json = False, out: Out = None) -> None:
    """The queues that work with hold if this order works without.

    For example: `coset hold implies TOJ`
    """
    _list("queues", hold.implies(order), json, out)


@app.command(name="implied-by")
def implied_by(queue: str, *, json: Json = False, out: Out = None) -> None:
    """The orders one of which must work without hold for this queue to work with it.

    For example: `coset hold implied-by TOJ`
    """
    _list("orders", hold.implied_by(queue), json, out)


@app.command
def digits(order: str, other: str, *, json: Json = False, out: Out = None) -> None:
    """The digits that make one order of another, or the order that digits make.

    For example: `coset hold digits ABDC CBDA`, and back: `coset hold digits ABDC 113`
    """
    endings(out, "json", "txt")
    from coset.families.hold.orders import checked

    order = checked(order)
    made = hold.apply(order, other) if other.strip().isdigit() else checked(other)
    values = {"order": order, "digits": hold.digits(order, made), "makes": made}
    emit(lambda: values, lambda: f"{order} + {values['digits']} = {made}", json=json, out=out)


def _list(name: str, words: list[str], json: bool, out: str | None) -> None:
    endings(out, "json", "txt")
    emit(lambda: {name: words}, lambda: "\n".join(words), json=json, out=out)


fumen = App(
    name="fumen",
    help="Read and write fumens.\n\nFor example: `coset hold fumen decode v115@vhAAgH`",
    help_format="plaintext",
)
app.command(fumen)


@fumen.command
def decode(text: str, *, json: Json = False, out: Out = None) -> None:
    """The pages of a fumen, bare or in an address: fields, pieces, comments.

    For example: `coset hold fumen decode v115@vhERQJUGJKJJvMJTNJ`
    """
    from dataclasses import asdict

    from coset.stacking.fumen import decode as read

    endings(out, "json", "txt")
    pages = read(position_text("hold", text))

    def lines() -> str:
        parts = []
        for number, page in enumerate(pages, 1):
            rows = [row for row in page.rows if row.strip("_")] or [page.rows[-1]]
            placed = (
                page.placed
                and f" {page.placed.piece} {page.placed.rotation} at {page.placed.x + 1},{page.placed.y + 1}"
            )
            parts.append("\n".join([f"page {number}{placed or ''}{' ' + page.comment if page.comment else ''}", *rows]))
        return "\n\n".join(parts)

    emit(lambda: {"pages": [asdict(page) for page in pages]}, lines, json=json, out=out)


@fumen.command
def encode(field: str, *, comment: str = "", version: str = "v115", json: Json = False, out: Out = None) -> None:
    """The fumen of a field; with letters of pieces they keep their colours.

    For example: `coset hold fumen encode TTT_______/_T________ --comment hello`
    """
    from coset.cells.grid import only, rows_of, same_width
    from coset.stacking.fumen import HEIGHTS, Page
    from coset.stacking.fumen import encode as written

    endings(out, "json", "txt")
    if version not in HEIGHTS:
        raise BadInput("there is no such version", version, "v115 or v110")
    rows = [row.replace(".", "_").upper() for row in rows_of(position_text("hold", field))]
    if same_width(rows, "_") != 10:
        raise BadInput(f"the rows have {len(rows[0])} cells", rows[0], "a field is 10 wide")
    only(rows, "_XIOTSZJL", "'_' or '.' empty, 'X' or a piece's letter filled")
    text = written([Page(tuple(rows), comment=comment)], version)
    emit(lambda: {"fumen": text}, lambda: text, json=json, out=out)
