"""The page of hold: draw a field, write which queues may come, and see which of them clear it."""

from collections.abc import Mapping

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.web import hold_ask, hold_ways, parts
from coset.web.ask import Ask
from coset.web.hold_ask import Asked, Chance, asked_in
from coset.web.html import Html, Part, join, tag
from coset.web.parts import Card, Go, Page
from coset.web.pieces import face, row_of
from coset.web.query import Query

LISTED = 12


def card() -> Card:
    """Hold on the start page."""
    rows = ["XXXXXIIIIX", "XXXXXXTTTX", "XXXXXXXTLX", "XXXXXXLLLX"]
    return Card(
        "Clear the field",
        "Which queues of pieces clear it, with hold and without? How, and why do the others fail?",
        hold_ask.still(rows, "a field, filled by I, T and L"),
        asked_in(Query("/hold", {})).to(),
        "514 of 840 queues clear it: which?",
    )


def entry(values: Mapping[str, str], open: bool = True) -> Html:
    """The form for a field in text or as a fumen."""
    field = values.get("field", hold_ask.EXAMPLE)
    rows = field if "@" in field else field.replace("/", "\n")
    keep = {name: values.get(name) for name in ("nohold", "drop", "kicks", "see")}
    form = parts.form(
        "/hold",
        parts.area("Rows from the top, '_' free and 'X' filled; or a fumen", "field", rows, rows=5),
        parts.field("Queues", "queue", values.get("queue", "*p4"), hold_ask.HINT, wide=True),
        keep=keep,
    )
    return parts.fold("Paste a field or a fumen", form, id="paste", open=open)


def view(query: Query, ask: Ask) -> Page | Go:
    """The chance, the tree of queues, and why some fail."""
    asked = asked_in(query)
    if "paint" in query or query.text("field", hold_ask.EXAMPLE, 20_000) != asked.field:
        return Go(asked.to())
    stage = [hold_ask.board(asked), hold_ask.rules(asked)]
    tools = [entry(asked.values(), open=False)]

    def sheet(answer: Part, talk: Part) -> Html:
        return parts.sheet("Which queues clear it?", ABOUT, answer, stage, talk)

    ask.meanwhile = sheet(None, tools)
    try:
        found = hold_ask.chance(asked, ask)
        tree = _tree(query, asked, found) if found.works else None
        failed = _failed(asked, found, ask) if found.works else None
    except BadInput as refusal:  # a field on its way need not be one that can be cleared
        return Page("Hold", sheet(parts.alert(str(refusal)), tools), str(refusal))
    words = _words(asked, found)
    said = join(parts.answer(words, mood="good" if found.success else "bad"), _cut(asked))
    talk = [tree, _ways(asked) if found.success else None, failed, parts.shell(_command(asked)), *tools]
    return Page("Hold", sheet(said, talk), words)


ABOUT = (
    "Pieces come in a queue and must fill the field, so that all its rows clear. With hold, one piece may wait. "
    "Draw the field and say which queues may come."
)


def percent_of(success: int, total: int) -> str:
    """A share in words: never rounded to all or nothing.

    >>> percent_of(514, 840), percent_of(5039, 5040), percent_of(1, 100000)
    ('61.2 %', '> 99.9 %', '< 0.1 %')
    """
    share = 100 * success / max(total, 1)
    if 0 < share < 0.1:
        return "< 0.1 %"
    if 99.9 < share < 100:
        return "> 99.9 %"
    return f"{share:.1f} %".replace(".0 %", " %")


def _words(asked: Asked, found: Chance) -> str:
    """The answer in one line."""
    how = "" if asked.hold else " without hold"
    if asked.see:
        seen = parts.count(int(asked.see), "next piece") if asked.see != "0" else "no next piece"
        how += f" under best play, seeing {seen}"
    if found.total == 1:
        return f"This queue clears it{how}." if found.success else f"This queue does not clear it{how}."
    return f"{found.success:,} of {found.total:,} queues clear it{how}: {percent_of(found.success, found.total)}."


def _cut(asked: Asked) -> Html | None:
    """That not all pieces of a queue matter, where it is so."""
    seen, length = asked.position.seen, asked.position.pattern.length
    if seen == length:
        return None
    return tag("p", f"Of the {length} pieces of a queue only the first {seen} can matter here.", class_="soft")


def _tree(query: Query, asked: Asked, found: Chance) -> Html:
    """The tree of queues: the pieces that may come next, each with its chance."""
    prefix = query.text("tree", longest=30).upper()
    if any(piece not in PIECES for piece in prefix):
        raise BadInput("the tree has pieces only", prefix, f"of {', '.join(PIECES)}")
    branches = hold_ask.branches(found, prefix)
    crumbs = [parts.link("Start", query.to(tree=None), id="root")]
    for at, piece in enumerate(prefix, 1):
        here = at == len(prefix)
        crumbs.append(parts.link(face(piece), query.to(tree=prefix[:at]), current=here, id=f"crumb-{at}"))
    thumbs = []
    for piece, (success, total) in branches.items():
        below = [tag("b", percent_of(success, total)), tag("small", f" {success:,} of {total:,}")]
        inner = [face(piece, 16), tag("span", below)]
        thumbs.append(tag("a", inner, href=query.to(tree=prefix + piece), class_="thumb", id=f"next-{piece}"))
    if thumbs:
        body: Part = tag("div", thumbs, class_="thumbs")
    else:
        body = parts.bar(parts.link("How?", asked.to("/hold/ways", queue=prefix), strong=True, id="how"))
    first = tag("p", "Press a piece to see what may come after it.", class_="soft")
    so_far = tag("div", parts.bar(*crumbs, label="So far"), class_="pieces") if prefix else first
    return parts.panel("By what comes first", so_far, body, id="tree")


def _ways(asked: Asked) -> Html:
    words = tag("p", "All solutions as pictures, piece by piece, each with the queues it serves.", class_="soft")
    show = parts.link("Show the solutions", asked.to("/hold/ways"), strong=True, id="ways")
    return parts.panel("How", words, parts.bar(show))


def _failed(asked: Asked, found: Chance, ask: Ask) -> Html | None:
    """Queues that do not clear it, and why."""
    from coset.families.hold.solve import REASONS

    if found.success == found.total:
        return None
    failed = ask(hold_ask.failures, asked.position, LISTED)
    rows = []
    for failure in failed:
        swap = tag("small", row_of(failure.swapped, 7), " would work", class_="below") if failure.swapped else None
        rows.append([row_of(failure.queue, 8), [REASONS[failure.reason], swap]])
    missing = found.total - found.success
    words = f"{missing:,} queues fail; these are {len(rows)} of them." if missing > len(rows) else ""
    return parts.panel(
        "Queues that fail", parts.table(["Queue", "Why"], rows), tag("p", words, class_="soft"), id="failed"
    )


def _command(asked: Asked) -> str:
    see = f" --see {asked.see}" if asked.see else ""
    return f"coset hold percent {asked.field} --queue '{asked.queue}'{asked.flags}{see}"


PAGES = {"/hold": view, hold_ways.PATH: hold_ways.view}
