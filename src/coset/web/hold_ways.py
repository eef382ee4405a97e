"""The solutions of a field: each as a picture, one of them large and piece by piece, with the queues that it serves."""

from typing import Any

from coset.cells.bits import cells_of
from coset.errors import BadInput
from coset.web import hold_ask, parts
from coset.web.ask import Ask
from coset.web.hold_ask import Asked, asked_in
from coset.web.html import Html, Part, tag
from coset.web.parts import Page
from coset.web.pieces import row_of
from coset.web.query import Query

PATH = "/hold/ways"
A_PAGE, QUEUES = 12, 24


def view(query: Query, ask: Ask) -> Page:
    """The solutions, and one of them piece by piece."""
    asked = asked_in(query)
    still = parts.picture(hold_ask.still(asked.rows, "the field"), scale=44)
    back = parts.bar(parts.link("Back to the question", asked.to(), id="question"))

    def sheet(answer: Part, stage: Part, talk: Part) -> Html:
        return parts.sheet("How is it cleared?", ABOUT, answer, stage, talk)

    ask.meanwhile = sheet(None, [still, back], None)
    try:
        found = hold_ask.ways(asked, ask)
    except BadInput as refusal:
        return Page("Solutions", sheet(parts.alert(str(refusal)), [still, back], None), str(refusal))
    ways = found.unique
    if not ways:
        words = "No solution serves any of these queues."
        return Page("Solutions", sheet(parts.answer(words, mood="bad"), [still, back], None), words)
    number = query.number("way", 1, 1, len(ways))
    way = ways[number - 1]
    piece = query.number("piece", 0, 0, len(way.order))
    serves = f"{way.count:,} of {parts.count(found.queues.total, 'queue')}"
    words = f"{parts.count(len(ways), 'solution')}. Number {number} serves {serves}."
    stage = [_steps(query, asked, way, piece), back]
    talk = [_all(query, ways, number), _queues(found, way), parts.shell(_command(asked))]
    return Page("Solutions", sheet(parts.answer(words, mood="good"), stage, talk), words)


ABOUT = "Press a solution to see it piece by piece, and which queues it serves."


def _command(asked: Asked) -> str:
    return f"coset hold path {asked.field} --queue '{asked.queue}'{asked.flags}"


def _steps(query: Query, asked: Asked, way: Any, piece: int) -> Html:
    """The field when some pieces have come to rest; the last one is lit."""
    picture = parts.picture(hold_ask.step_of(asked, way, piece), scale=44)
    said = (
        f"Piece {piece} is {way.order[piece - 1]}; full rows clear then." if piece else "The field as it is at first."
    )
    pager = parts.pager(
        piece, len(way.order), lambda at: query.to(piece=at or None, way=query.text("way", "1")), "piece"
    )
    order = tag("div", "An order that works: ", row_of(way.order, 9))
    fumen = tag("p", "As a fumen: ", tag("code", way.fumen), class_="shell")
    return parts.panel("Piece by piece", picture, tag("p", said, id="said-piece"), pager, order, fumen, id="steps")


def _all(query: Query, ways: tuple[Any, ...], number: int) -> Html:
    """Pictures of the solutions, page by page."""
    first = (number - 1) // A_PAGE * A_PAGE
    thumbs = []
    for at, way in enumerate(ways[first : first + A_PAGE], first + 1):
        drawn = parts.picture(hold_ask.still(way.rows, f"solution {at}"), scale=11)
        below = tag("span", tag("small", parts.count(way.count, "queue")))
        here = "true" if at == number else None
        href = query.to(way=at, piece=None)
        thumbs.append(tag("a", drawn, below, href=href, class_="thumb", aria_current=here, id=f"way-{at}"))
    page, last = first // A_PAGE, (len(ways) - 1) // A_PAGE
    turn = parts.turn(page, last, lambda page: query.to(way=page * A_PAGE + 1, piece=None))
    return parts.panel("Solutions", tag("div", thumbs, class_="thumbs"), turn if last else None, id="all")


def _queues(found: Any, way: Any) -> Html:
    """Queues that this solution serves."""
    numbers = [number for number, _ in zip(cells_of(way.serves), range(QUEUES), strict=False)]
    items = [tag("li", row_of(found.queues.nth(number), 8)) for number in numbers]
    more = way.count - len(items)
    note = tag("p", f"and {more:,} more", class_="soft") if more > 0 else None
    return parts.panel("Queues that it serves", tag("ul", items, class_="queues"), note, id="serves")
