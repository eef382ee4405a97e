"""The page of combo: draw the well, choose the held piece and the queue, and see what each possible drop is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.families.combo import rules
from coset.families.combo.fields import RULES, STARTS, clearing_drops, field_text, width_of
from coset.families.combo.rules import Position
from coset.families.combo.solve import Choice
from coset.show.drawing import Cell
from coset.web import combo_train, parts
from coset.web.ask import Ask
from coset.web.combo_drops import after as after_drop
from coset.web.combo_drops import choices, drawing, thumb
from coset.web.html import Html, Part, address, join, tag
from coset.web.parts import Card, Go, Page
from coset.web.pieces import chooser, face, spots, toggled, well
from coset.web.query import Query

EXAMPLE = "srs:random:XXX.:h=T:q=LJ"
ROOM = 3
"""Free rows that the page shows above a field, to draw in."""


def card() -> Card:
    """Combo on the start page."""
    position = rules.parse("srs:random:XX../X...:h=J:q=LST")
    result, drop = next(iter(clearing_drops(position.field, "L", position.rules).items()))
    return Card(
        "The 4-wide well",
        "Every drop must clear a row. Which one keeps the combo going longest? Train it against the exact values.",
        drawing(position, Choice("L", drop.cells, 1, result, "J", 0.0)),
        address("/combo", at=EXAMPLE),
        "T is held, L falls: what is best?",
    )


def entry(values: Mapping[str, str], open: bool = True) -> Html:
    """The form for any position."""
    return parts.fold(
        "Write a position",
        parts.form(
            "/combo",
            parts.field("Position", "at", values.get("at", EXAMPLE), "rules:sequence:field:h=HELD:q=QUEUE", wide=True),
        ),
        open=open,
        id="write",
    )


def short(position: Position) -> str:
    """The position's ID without the family."""
    return rules.format(position).removeprefix("combo:")


def to(position: Position, **values: str | int | None) -> str:
    """The address of a position."""
    return address("/combo", at=short(position), **values)


def changed(position: Position, **changes: Any) -> Position:
    """The position with parts of it changed; what is left in the bag follows the queue where it must."""
    new = replace(position, **changes)
    if new.bag is not None and not rules.possible(new.queue, new.bag):
        new = replace(new, bag=usual_bag(new.queue))
    return rules.position(new.rules, new.field, new.hold, new.queue, new.bag)


def usual_bag(queue: str) -> str:
    """What can be left in the bag after a queue: the bag began as late as it can have.

    >>> usual_bag("TLS"), usual_bag("TT")
    ('IOZJ', 'IOSZJL')
    """
    for length in range(min(len(queue), 7), 0, -1):
        left = "".join(piece for piece in PIECES if piece not in queue[-length:])
        if rules.possible(queue, left):
            return left
    raise BadInput("no bags can give this queue", queue, "each bag has every piece once")


def position_in(query: Query) -> Position:
    """The position of the address, with the cells painted in it."""
    position = rules.parse(query.text("at", usual=EXAMPLE, longest=300))
    rows = canvas(position)
    cells = spots(query.text("paint", longest=500), len(rows[0]), len(rows))
    return changed(position, field=field_text("/".join(toggled(rows, cells)))) if cells else position


def canvas(position: Position) -> list[str]:
    """The rows of the field, with room above to draw in."""
    rows = [] if "X" not in position.field else position.field.split("/")
    return ["." * width_of(position.field)] * max(ROOM, 6 - len(rows)) + rows


def view(query: Query, ask: Ask) -> Page | Go:
    """What each possible drop is worth."""
    position = position_in(query)
    if "paint" in query:
        return Go(to(position))
    stage = [_board(position), _hands(query, position)]
    tools = [_train(position), _settings(position), entry({"at": short(position)}, open=False)]

    def sheet(answer: Part, talk: Part) -> Html:
        return parts.sheet("Where to drop it?", ABOUT, answer, stage, talk)

    ask.meanwhile = sheet(None, tools)
    try:
        found = choices(position, ask)
    except TooBig as refusal:
        return Page("Combo", sheet(parts.alert(str(refusal)), tools), str(refusal))
    words = _words(position, found)
    said = parts.answer(words, mood="good" if found else "bad")
    talk = [_drops(query, position, found), *tools, parts.shell(f"coset combo advise {rules.format(position)}")]
    return Page(position.field, sheet(said, talk), words)


ABOUT = (
    "In this narrow well every drop must clear a row, or the combo ends. The number under a drop says how many drops "
    "are to be expected with it, if all later ones are the best."
)


def _words(position: Position, found: Sequence[Choice]) -> str:
    if not found:
        return "No drop clears a row: the combo ends here."
    best = found[0]
    hold = f", and hold {best.hold}" if best.hold != position.hold else ""
    return f"Drop {best.piece}{hold}: {best.value:.2f} drops are to be expected, this one counted."


def _board(position: Position) -> Html:
    rows = canvas(position)

    def link(cell: Cell) -> Mapping[str, str]:
        return {"href": to(position, paint=cell.name)}

    drawing = well(rows, "the well")
    return join(parts.board(drawing, link, scale=48, paint=to(position) + "&paint="), parts.PAINT)


def _hands(query: Query, position: Position) -> Html:
    """The held piece and the queue, to be changed."""
    slot = query.number("slot", 0, 0, len(position.queue) - 1)
    queue = position.queue

    def put(piece: str) -> str:
        new = changed(position, queue=queue[:slot] + piece + queue[slot + 1 :])
        return to(new, slot=(slot + 1) % len(queue) or None)

    def safely(piece: str) -> str | None:
        try:
            return put(piece)
        except BadInput:
            return None

    slots = [
        parts.link(
            [tag("small", "falls" if at == 0 else f"next {at}"), face(piece)],
            to(position, slot=at or None),
            current=at == slot,
            id=f"slot-{at}",
        )
        for at, piece in enumerate(queue)
    ]
    fewer = to(changed(position, queue=queue[:-1])) if len(queue) > 1 else None
    more = next((to(changed(position, queue=queue + p)) for p in PIECES if _can_follow(position, p)), None)
    slots += [
        parts.link("fewer", fewer, id="fewer"),
        parts.link("more", more if len(queue) < 6 else None, id="more"),
    ]
    hold = chooser(
        "Held", lambda piece: to(changed(position, hold=piece or None)), position.hold or "", "hold", "no hold"
    )
    which = "The piece that falls" if slot == 0 else f"Piece {slot} after it"
    return parts.panel(
        "Pieces",
        hold,
        tag("div", tag("span", "Queue", class_="soft"), parts.bar(*slots, label="Queue"), class_="pieces"),
        chooser(which, safely, queue[slot], "queue"),
        _bag(position) if position.bag is not None else None,
    )


def _can_follow(position: Position, piece: str) -> bool:
    try:
        changed(position, queue=position.queue + piece)
    except BadInput:
        return False
    return True


def _bag(position: Position) -> Html:
    """What is left in the bag: pieces to press in and out."""
    bag, links = position.bag or "", []
    for piece in PIECES:
        new = bag.replace(piece, "") if piece in bag else bag + piece
        fits = rules.possible(position.queue, new)
        links.append(
            parts.link(
                face(piece), to(changed(position, bag=new)) if fits else None, current=piece in bag, id=f"bag-{piece}"
            )
        )
    return tag(
        "div",
        tag("span", "Left in the bag", class_="soft"),
        parts.bar(*links, label="Left in the bag"),
        class_="pieces",
    )


def _drops(query: Query, position: Position, found: Sequence[Choice]) -> Html | None:
    """All drops that clear, best first, each a link to what comes after it."""
    if not found:
        return None
    number = query.number("drop", 0, 0, len(found))
    thumbs = []
    for at, choice in enumerate(found, 1):
        hand = f", hold {choice.hold}" if choice.hold != position.hold else ""
        below = [tag("b", f"{choice.value:.2f}"), tag("small", f" {choice.piece}{hand}")]
        href = to(position, drop=None if at == number else at)
        thumbs.append(thumb(choice, drawing(position, choice), href, f"drop-{at}", below, at == number))
    after = (
        _after(position, found[number - 1]) if number else tag("p", "Press a drop to go on from there.", class_="soft")
    )
    return parts.panel("Drops that clear", tag("div", thumbs, class_="thumbs"), after, id="drops")


def _after(position: Position, choice: Choice) -> Html:
    """The position after a drop, by the piece that comes into sight."""
    coming = PIECES if position.bag is None else position.bag or PIECES

    def after(piece: str) -> str | None:
        return to(after_drop(position, choice, piece)) if piece in coming else None

    return chooser("It is dropped. Which piece comes into sight?", after, id="comes")


def _settings(position: Position) -> Html:
    usual = [
        parts.link(f"{cells} residuals", to(changed(position, field=field)), current=field == position.field)
        for cells, field in STARTS.items()
        if cells < 7
    ]
    words = {"srs": "SRS", "tetrio": "SRS+ (TETR.IO)", "hard": "hard drops only", "nokick": "no kicks"}
    kinds = [
        parts.link(words[name], to(changed(position, rules=name)), current=name == position.rules, id=f"rules-{name}")
        for name in RULES
    ]
    draws = [
        parts.link("random pieces", to(replace(position, bag=None)), current=position.bag is None, id="random"),
        parts.link("bags of seven", _bags(position), current=position.bag is not None, id="bags"),
    ]
    return parts.panel(
        "Rules",
        _row("Begin with", usual),
        _row("Kicks", kinds),
        _row("Pieces come as", draws),
    )


def _row(label: str, links: Sequence[Html]) -> Html:
    """Links in a row, with a word on what they choose."""
    return tag("div", tag("span", label, class_="soft"), parts.bar(*links, label=label), class_="pieces")


def _bags(position: Position) -> str | None:
    try:
        return to(replace(position, bag=usual_bag(position.queue)))
    except BadInput:
        return None


def _train(position: Position) -> Html:
    return parts.panel(
        "Train",
        tag("p", "Pieces are dealt; each drop of yours is weighed against the best.", class_="soft"),
        parts.bar(parts.link("Train from here", combo_train.start(position), strong=True, id="train")),
    )


PAGES = {"/combo": view, combo_train.PATH: combo_train.view}
