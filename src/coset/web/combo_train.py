"""The trainer of combo: pieces are dealt, you drop them, and each drop is weighed against the best.

The address has it all: where it began, the seed of what is dealt, and the drops made; so undo is a link,
and a run can be shared.
"""

import random
from dataclasses import dataclass

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.families.combo import rules
from coset.families.combo.rules import Position
from coset.families.combo.solve import Choice
from coset.web import parts
from coset.web.ask import Ask
from coset.web.combo_drops import after, choices, drawing, thumb, unsorted, word
from coset.web.html import Html, Part, address, tag
from coset.web.parts import Page
from coset.web.pieces import face, row_of, well
from coset.web.query import Query

PATH = "/combo/train"
MOST_DROPS, SMALLEST = 400, 0.005
"""Drops in one address, and a cost that isn't worth a word."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One drop of a run: where it was made, the drops there, best first, and the one that was made."""

    position: Position
    found: tuple[Choice, ...]
    made: Choice

    @property
    def cost(self) -> float:
        """How many drops the best one was worth more."""
        return self.found[0].value - self.made.value


def start(position: Position, seed: int = 1) -> str:
    """The address of a run from here."""
    return address(PATH, at=rules.format(position).removeprefix("combo:"), seed=seed)


def dealt(position: Position, seed: int, number: int) -> str:
    """The piece that comes into sight after drop `number` (from 0): the same whatever was dropped."""
    return random.Random(f"{seed}.{number}").choice(position.bag or PIECES)


def view(query: Query, ask: Ask) -> Page:
    """The run so far, and the next drop to make."""
    position = rules.parse(query.text("at", usual="srs:random:XXX.:h=T:q=LJ", longest=300))
    seed = query.number("seed", 1, 0, 10**9)
    drops = [drop for drop in query.text("drops", longest=MOST_DROPS * 30).split(".") if drop]
    if len(drops) > MOST_DROPS:
        raise BadInput(f"this run has {len(drops)} drops", right=f"at most {MOST_DROPS}")
    ask.meanwhile = parts.sheet(TITLE, ABOUT, None, _well(position), None)
    turns: list[Turn] = []
    for number, drop in enumerate(drops, 1):
        found = choices(position, ask)
        made = next((choice for choice in found if word(choice) == drop), None)
        if made is None:
            raise BadInput(f"drop {number} can't be made", drop, "follow the links of the page")
        turns.append(Turn(position, found, made))
        position = after(position, made, dealt(position, seed, number - 1))
    return _page(query, position, turns, choices(position, ask), seed)


def _page(query: Query, position: Position, turns: list[Turn], found: tuple[Choice, ...], seed: int) -> Page:
    drops = query.text("drops", longest=MOST_DROPS * 30)
    told = turns[-1] if turns else None
    words = _verdict(told) if told else "Press the drop you would make."
    if not found:
        words = f"The combo ends after {parts.count(len(turns), 'drop')}: no piece at hand clears a row. " + (
            words if told else ""
        )
    mood = "" if told is None else "good" if told.cost < SMALLEST else "bad"

    def to(choice: Choice) -> str:
        return query.to(drops=f"{drops}.{word(choice)}" if drops else word(choice))

    thumbs = [
        thumb(choice, drawing(position, choice), to(choice), f"drop-{at}", _hand(choice, position))
        for at, choice in enumerate(unsorted(found, position), 1)
    ]
    back = query.to(drops=".".join(drops.split(".")[:-1])) if turns else None
    tools = parts.bar(
        parts.link("Take back", back, key="u", id="back"),
        parts.link("Again", query.to(drops=None) if turns else None, id="again"),
        parts.link("Other pieces", query.to(drops=None, seed=seed % 10**9 + 1), id="other"),
        parts.link("What are they worth?", _advice(position), id="worth"),
    )
    yours = parts.panel("Your drops", tag("div", thumbs, class_="thumbs"), id="drops") if thumbs else None
    stage = [_well(position), yours, tools]
    compared = _compared(told) if told and told.cost >= SMALLEST else None
    talk = [compared, _tally(turns) or _about()]
    return Page("Train", parts.sheet(TITLE, ABOUT, parts.answer(words, mood=mood), stage, talk), words)


TITLE = "Keep the combo going"
ABOUT = "Every drop must clear a row. Press the one that you think keeps the combo going longest."


def _about() -> Html:
    """What there is to know, before the first drop."""
    told = "What a drop cost is said at once, and it is exact: how many drops the best one was worth more."
    more = "The address holds the whole run: share it, or take drops back."
    return parts.panel("How it goes", tag("p", told), tag("p", more, class_="soft"))


def _advice(position: Position) -> str:
    return address("/combo", at=rules.format(position).removeprefix("combo:"))


def _hand(choice: Choice, position: Position) -> Part:
    """What is dropped, and what that does to hold."""
    return f"{choice.piece}, hold {choice.hold}" if choice.hold != position.hold else choice.piece


def _verdict(turn: Turn) -> str:
    best, made = turn.found[0], turn.made
    if turn.cost < SMALLEST:
        return f"The best drop: {made.value:.2f} drops were to be expected."
    return f"That cost {turn.cost:.2f} drops: {made.value:.2f} were to be expected, {best.value:.2f} after the best."


def _well(position: Position) -> Html:
    rows = position.field.split("/")
    rows = ["." * len(rows[0])] * max(0, 4 - len(rows)) + rows
    picture = parts.picture(well(rows, f"the well: {position.field}"), scale=38)
    hands = parts.facts(
        {
            "Held": face(position.hold, 15) if position.hold else "nothing",
            "Falls": face(position.queue[0], 15),
            "Next": row_of(position.queue[1:], 14) if len(position.queue) > 1 else "not to be seen",
        }
    )
    return parts.panel("Now", tag("div", hands, picture, class_="hands"))


def _compared(turn: Turn) -> Html:
    """The drop that was made beside the best."""
    pictures = [
        thumb(choice, drawing(turn.position, choice), _advice(turn.position), id, f"{title}: {choice.value:.2f}")
        for title, choice, id in (("best", turn.found[0], "best"), ("yours", turn.made, "yours"))
    ]
    return parts.panel("Last drop", tag("div", pictures, class_="thumbs"))


def _tally(turns: list[Turn]) -> Html | None:
    if not turns:
        return None
    cost = sum(turn.cost for turn in turns)
    best = sum(turn.cost < SMALLEST for turn in turns)
    rows: list[list[Part]] = [
        [
            str(number),
            _hand(turn.made, turn.position),
            f"{turn.made.value:.2f}",
            f"{turn.cost:.2f}" if turn.cost >= SMALLEST else "–",
        ]
        for number, turn in reversed(list(enumerate(turns, 1)))
    ]
    facts = parts.facts(
        {"Drops": len(turns), "Best ones": f"{best} of {len(turns)}", "Given away": f"{cost:.2f} drops"}
    )
    return parts.panel("So far", facts, parts.table(["Drop", "Piece", "Worth", "Cost"], rows, right="023"), id="tally")
