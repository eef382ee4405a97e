"""The slow solver, straight from the definition: plain value iteration over dictionaries until nothing changes.

A state is (field, held piece or None, what is seen of the queue, what is left in the bag or None). Its value is the
mean, over the piece that is drawn, of 1 + the best value that a drop which clears can lead to, and 0 where there is
none.
"""

from functools import cache

from coset.cells.pieces import PIECES
from coset.errors import TooBig
from coset.families.combo.fields import clearing_drops, closure
from coset.families.combo.rules import Position

State = tuple[str, str | None, str, str | None]
DIGITS = 6
MOST_STATES = 5000


def answer(position: Position) -> tuple[float, ...]:
    """The values of all drops that clear, best first, to 6 digits; a value counts the drop itself."""
    values = model_values(
        position.rules, position.field, position.hold is not None, position.preview, position.bag is not None
    )
    queue = position.queue
    found = options(position.rules, position.field, position.hold, queue[0], queue[1:], position.bag)
    return tuple(sorted((round(1 + values[state], DIGITS) for state in found), reverse=True))


def options(rules: str, field: str, held: str | None, falls: str, queue: str, bag: str | None) -> set[State]:
    """The states that a drop can lead to: the piece that falls, or the held one while that piece is held."""
    found: set[State] = {(result, held, queue, bag) for result in clearing_drops(field, falls, rules)}
    if held is not None:
        found |= {(result, falls, queue, bag) for result in clearing_drops(field, held, rules)}
    return found


def followers(rules: str, state: State) -> list[set[State]]:
    """For each piece that can be drawn, the states that a drop can lead to."""
    field, held, queue, bag = state
    following = []
    for piece in PIECES if bag is None else bag or PIECES:
        left = None if bag is None else (bag or PIECES).replace(piece, "")
        seen = queue + piece
        following.append(options(rules, field, held, seen[0], seen[1:], left))
    return following


@cache
def model_values(rules: str, start: str, hold: bool, preview: int, bags: bool) -> dict[State, float]:
    """The values of all states of a model, by value iteration from 0."""
    graph = closure(start, rules)
    queues = sequences(preview, bags)
    count = len(graph.fields) * (7 if hold else 1) * len(queues)
    if count > MOST_STATES:
        raise TooBig(f"the model has {count} states", start, f"the naive solver takes at most {MOST_STATES}")
    helds = list(PIECES) if hold else [None]
    states = [(field, held, queue, bag) for queue, bag in queues for held in helds for field in graph.fields]
    numbers = {state: number for number, state in enumerate(states)}
    table = [[[numbers[to] for to in draw] for draw in followers(rules, state)] for state in states]
    values = [0.0] * len(states)
    while True:
        new = [sum(1 + max(map(values.__getitem__, to)) for to in draws if to) / len(draws) for draws in table]
        change = max(abs(a - b) for a, b in zip(new, values, strict=True))
        values = new
        if change < 1e-11:
            return dict(zip(states, values, strict=True))


def sequences(preview: int, bags: bool) -> list[tuple[str, str | None]]:
    """All that can be seen of the queue, with what is then left in the bag: after 7 pieces or more of any sequence."""
    if not bags:
        found: list[tuple[str, str | None]] = [("", None)]
        for _ in range(preview):
            found = [(queue + piece, None) for queue, _ in found for piece in PIECES]
        return found
    seen = {("", "".join(p for k, p in enumerate(PIECES) if n >> k & 1)) for n in range(127)}
    for _ in range(preview):
        seen = {(q + p, (bag or PIECES).replace(p, "")) for q, bag in seen for p in bag or PIECES}
    return sorted(seen)
