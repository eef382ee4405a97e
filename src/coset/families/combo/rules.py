"""A position: what a player sees who asks where to drop the piece.

    combo:srs:random:XX../X...:h=J:q=LST        hold J, L falls, then S and T come
    combo:srs:bag:XX../X...:h=J:q=LST:b=OZ      7-bag: O and Z are left in the bag after what is seen
    combo:hard:random:XXX.:q=T                  no hold, no previews

The rules are one of `fields.RULES` (or a file of kicks). A row of the field that is full, or empty and on top, is
left out. Every drop that clears a row counts 1; a drop that clears none ends the combo. Hold, where there is one,
always has a piece.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.families.combo.fields import MIRROR, RULES, closure, field_text, mirrored, rules_of

if TYPE_CHECKING:
    import random

EXAMPLES = (
    "combo:srs:random:XX../X...:h=J:q=L",
    "combo:srs:random:X.../XX..:q=TL",
    "combo:srs:bag:..XX:q=T:b=ILSZ",
    "combo:hard:bag:XX..:q=L:b=",
    "combo:tetrio:random:X.../X...:h=T:q=JS",
)
SMALL = (
    ("random", 2, "XX..", False), ("random", 1, "XX..", True), ("random", 1, "XXX.", False), ("bag", 0, "XX..", False),
)  # fmt: skip
SEQUENCES = ("random", "bag")
MOST_PREVIEWS = 7


@dataclass(frozen=True)
class Position:
    """`queue` is the piece that falls and the previews; `hold` is None without hold, `bag` is None for random pieces.

    >>> parse("combo:srs:bag:XXX.:h=J:q=LS:b=ZO")
    Position(rules='srs', field='XXX.', hold='J', queue='LS', bag='OZ')
    """

    rules: str
    field: str
    hold: str | None
    queue: str
    bag: str | None

    @property
    def preview(self) -> int:
        """How many pieces are seen after the one that falls."""
        return len(self.queue) - 1


def parse(text: str) -> Position:
    """Read a text ID, with or without `combo:`."""
    parts = text.strip().removeprefix("combo:").split(":")
    if len(parts) < 4:
        raise BadInput("this is no position of combo", text, f"such as {EXAMPLES[0]}")
    rules, sequence, field = parts[:3]
    if sequence not in SEQUENCES:
        raise BadInput("the sequence is not known", sequence, "random or bag")
    options: dict[str, str] = {}
    for part in parts[3:]:
        name, equals, value = part.partition("=")
        if name not in ("h", "q", "b") or not equals or name in options:
            raise BadInput("this part is not understood", part, "h=HELD, q=QUEUE and, with bags, b=LEFT, each once")
        options[name] = value
    if "q" not in options:
        raise BadInput("the position has no queue", text, "such as q=LST: L falls, then come S and T")
    if ("b" in options) != (sequence == "bag"):
        raise BadInput("what is left in the bag goes with bag", text, "b=OZ with bag, nothing with random")
    return position(rules, field, options.get("h"), options["q"], options.get("b"))


def position(rules: str, field: str, hold: str | None, queue: str, bag: str | None) -> Position:
    """A position of its parts, all of them checked."""
    rules_of(rules)
    if ":" in rules:
        raise BadInput("the name of the rules may not have ':'", rules)
    queue = pieces_text(queue, "the queue")
    if not 1 <= len(queue) <= MOST_PREVIEWS + 1:
        raise BadInput(
            f"the queue has {len(queue)} pieces",
            queue,
            f"1 to {MOST_PREVIEWS + 1}: the one that falls, then the previews",
        )
    if hold is not None:
        hold = pieces_text(hold, "hold")
        if len(hold) != 1:
            raise BadInput(f"hold has {len(hold)} pieces", hold, "one piece; leave h= out to play without hold")
    if bag is not None:
        bag = "".join(sorted(pieces_text(bag, "the bag"), key=PIECES.index))
        if not possible(queue, bag):
            raise BadInput(
                "this queue can't come before this bag", f"{queue}, {bag} left", "each bag has every piece once"
            )
    return Position(rules, field_text(field), hold, queue, bag)


def pieces_text(text: str, where: str) -> str:
    """Pieces in capitals, or BadInput."""
    word = text.strip().upper() if text.isascii() else text
    for sign in word:
        if sign not in PIECES:
            raise BadInput(f"{where} has an unknown piece", sign, f"of {', '.join(PIECES)}")
    return word


def possible(queue: str, bag: str) -> bool:
    """Whether bags can give this queue and then have these pieces left.

    >>> possible("TLS", "OZ"), possible("TLS", "OT"), possible("TT", "IOSZJL")
    (True, False, True)
    """
    if len(set(bag)) != len(bag) or len(bag) == len(PIECES):
        return False
    end, first, left = len(queue), len(queue) - (len(PIECES) - len(bag)), bag
    while end > 0:
        part = queue[max(first, 0) : end] + left
        if len(set(part)) != len(part):
            return False
        end, first, left = first, first - len(PIECES), ""
    return True


def format(position: Position) -> str:
    """The text ID of a position."""
    hold = "" if position.hold is None else f":h={position.hold}"
    bag = "" if position.bag is None else f":b={position.bag}"
    sequence = SEQUENCES[position.bag is not None]
    return f"combo:{position.rules}:{sequence}:{position.field}{hold}:q={position.queue}{bag}"


def sample(rng: "random.Random") -> Position:
    """A random position of a model with a few hundred states."""
    sequence, preview, start, hold = rng.choice(SMALL)
    rules = rng.choice(list(RULES))
    drawn = "".join(draw(rng, sequence == "bag", rng.randrange(7) + preview + 1))
    queue = drawn[-preview - 1 :]
    used = len(drawn) % len(PIECES)
    bag = "".join(piece for piece in PIECES if piece not in drawn[len(drawn) - used :]) if used else ""
    field = rng.choice(closure(start, rules).fields)
    return position(rules, field, rng.choice(PIECES) if hold else None, queue, bag if sequence == "bag" else None)


def draw(rng: "random.Random", bags: bool, count: int) -> Iterator[str]:
    """The first `count` pieces of a sequence."""
    left: list[str] = []
    for _ in range(count):
        if not bags:
            yield rng.choice(PIECES)
            continue
        if not left:
            left = rng.sample(PIECES, len(PIECES))
        yield left.pop()


def images(position: Position) -> Iterator[Position]:
    """The position with the held and the falling piece changed, and with left and right changed if the rules allow."""
    if position.hold is not None:
        swapped = replace(position, hold=position.queue[0], queue=position.hold + position.queue[1:])
        if swapped.bag is None or possible(swapped.queue, swapped.bag):
            yield swapped
    if closure(position.field, position.rules).mirror is None:
        return
    hold, bag = position.hold, position.bag
    yield replace(
        position,
        field=mirrored(position.field),
        hold=None if hold is None else hold.translate(MIRROR),
        queue=position.queue.translate(MIRROR),
        bag=None if bag is None else "".join(sorted(bag.translate(MIRROR), key=PIECES.index)),
    )
