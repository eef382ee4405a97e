"""The drops of a position: what each makes of the field, what it is worth, and how it looks."""

from collections.abc import Iterable

from coset.cells.pieces import PIECES
from coset.errors import TooBig
from coset.families.combo import rules
from coset.families.combo.fields import STARTS, closure, order_of
from coset.families.combo.picture import draw_well
from coset.families.combo.rules import SEQUENCES, Position
from coset.families.combo.solve import Choice
from coset.show.drawing import Drawing
from coset.web import parts
from coset.web.ask import Ask
from coset.web.html import Html, Part, tag

MOST_STATES = 3_000_000


def choices(position: Position, ask: Ask) -> tuple[Choice, ...]:
    """All drops that clear a row with what they are worth, best first; TooBig where that would take minutes."""
    from coset.families.combo.question import count_states, model_of, question
    from coset.families.combo.solve import advise, solve

    sequence = SEQUENCES[position.bag is not None]
    start, hold = start_of(position), position.hold is not None
    asked = question(start=start, rules=position.rules, queue=sequence, preview=position.preview, hold=hold)
    states = count_states(model_of(asked))[1]
    if states > MOST_STATES:
        right = f"a page solves up to {MOST_STATES:,}; see fewer pieces, or ask in a shell"
        raise TooBig(f"this well has {states:,} states", rules.format(position), right)
    solution = ask(solve, start=start, rules=position.rules, queue=sequence, preview=position.preview, hold=hold)
    return advise(solution.policy, position.field, position.hold, position.queue, position.bag).choices


def start_of(position: Position) -> str:
    """The start field whose graph this field belongs to: a usual one, so that few wells are solved, or itself."""
    for start in STARTS.values():
        if position.field in closure(start, position.rules).number:
            return start
    return position.field


def word(choice: Choice) -> str:
    """A drop in one word, for an address: the piece, and what it leaves."""
    return choice.piece + choice.result.replace("/", "").replace(".", "0").replace("X", "1")


def unsorted(found: Iterable[Choice], position: Position) -> list[Choice]:
    """The drops in an order that tells nothing of their worth."""
    return sorted(found, key=lambda choice: (choice.hold != position.hold, order_of(choice.result)))


def after(position: Position, choice: Choice, coming: str) -> Position:
    """The position after a drop, when `coming` comes into sight."""
    bag = position.bag
    if bag is not None:
        bag = (bag or PIECES).replace(coming, "")
    queue = position.queue[1:] + coming
    return rules.position(position.rules, choice.result, choice.hold, queue, bag)


def drawing(position: Position, choice: Choice) -> Drawing:
    """The field with the piece where it comes to rest, before the rows go."""
    title = f"{choice.piece} dropped, {choice.result} is left"
    return draw_well(title, position.field, choice.piece, choice.cells, room=4)


def thumb(choice: Choice, drawn: Drawing, href: str, id: str, below: Part, current: bool = False) -> Html:
    """A drop as a small picture that can be pressed."""
    return tag(
        "a",
        parts.picture(drawn, scale=20),
        tag("span", below),
        href=href,
        class_="thumb",
        id=id,
        aria_current="true" if current else None,
    )
