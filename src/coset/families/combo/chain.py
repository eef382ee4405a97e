"""Chains: the longest combo for a queue that is known, on a field of any width up to 10, with hold or without.

All (field, held piece, pieces used) that k drops in a row can reach are found before those of k + 1, each once; the
last k that can be reached is the answer.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.families.combo.fields import clearing_drops, field_text, rules_of
from coset.families.combo.rules import pieces_text
from coset.show.drawing import Drawing

Progress = Callable[[float, float | None], None]
State = tuple[str, str | None, int]
"""Field, held piece ("" for an empty hold, None without hold), how many pieces of the queue were used."""
WIDEST, LONGEST, MOST_STATES = 10, 200, 300_000


@dataclass(frozen=True, slots=True)
class Link:
    """One drop of a chain: on `field`, onto `cells` (bits from below); it leaves `result`, and `held` in hold."""

    field: str
    piece: str
    cells: int
    result: str
    held: str | None


@dataclass(frozen=True, eq=False)
class Chain:
    """The longest combo of a queue on a field."""

    field: str
    queue: str
    rules: str
    hold: str | None
    links: tuple[Link, ...]

    def json(self) -> dict[str, Any]:
        """Plain values."""
        drops = [{"drop": link.piece, "result": link.result, "hold": link.held} for link in self.links]
        return {"field": self.field, "queue": self.queue, "hold": self.hold, "length": len(self.links), "drops": drops}

    def __repr__(self) -> str:
        return f"<Chain of {len(self.links)} on {self.field} with {self.queue}>"

    def drawing(self) -> Drawing:
        """The drops one after the other."""
        from coset.families.combo.picture import draw_chain

        return draw_chain(self)

    def _repr_svg_(self) -> str:
        from coset.show.svg import svg

        return svg(self.drawing())


def chain(
    field: str, queue: str, rules: str = "srs", hold: str | None = None, progress: Progress | None = None
) -> Chain:
    """The longest combo for a known queue. `hold` is None without hold, "" for an empty hold, or the held piece.

    >>> len(chain("XXX.", "OTJ").links), len(chain("XXX.", "OTJ", hold="").links)
    (0, 3)
    """
    rules_of(rules)
    field = field_text(field, WIDEST)
    queue = pieces_text(queue, "the queue")
    if not 1 <= len(queue) <= LONGEST:
        raise BadInput(f"the queue has {len(queue)} pieces", queue, f"1 to {LONGEST}")
    if hold:
        hold = pieces_text(hold, "hold")
        if len(hold) != 1:
            raise BadInput(f"hold has {len(hold)} pieces", hold, "one piece or none")
    start: State = (field, hold, 0)
    parents: dict[State, tuple[State, str] | None] = {start: None}
    level = [start]
    while True:
        further: list[State] = []
        for state in level:
            for piece, after in next_states(state, queue, rules):
                if after not in parents:
                    parents[after] = (state, piece)
                    further.append(after)
        if not further:
            break
        if len(parents) > MOST_STATES:
            raise TooBig(
                "too many fields can be reached", field, f"at most {MOST_STATES:,} states; take a shorter queue"
            )
        level = further
        if progress is not None:
            progress(max(state[2] for state in level), len(queue))
    return Chain(field, queue, rules, hold, _links(level[0], parents, rules))


def next_states(state: State, queue: str, rules: str) -> Iterator[tuple[str, State]]:
    """The drops that clear, as (piece, state after it), those without hold first."""
    field, held, used = state
    for piece, kept, after in hands(held, used, queue):
        for result in clearing_drops(field, piece, rules):
            yield piece, (result, kept, after)


@lru_cache(1000)
def hands(held: str | None, used: int, queue: str) -> tuple[tuple[str, str | None, int], ...]:
    """Which piece can be dropped next, what is held then, and how many pieces were used.

    An empty hold takes the piece that falls, and the one after it falls. When the queue is over, the held piece can
    still be dropped.

    >>> hands("", 0, "TL"), hands("J", 2, "TL")
    ((('T', '', 1), ('L', 'T', 2)), (('J', '', 2),))
    """
    found: list[tuple[str, str | None, int]] = []
    if used < len(queue):
        found.append((queue[used], held, used + 1))
        if held:
            found.append((held, queue[used], used + 1))
        elif held == "" and used + 1 < len(queue):
            found.append((queue[used + 1], queue[used], used + 2))
    elif held:
        found.append((held, "", used))
    return tuple(found)


def _links(state: State, parents: dict[State, tuple[State, str] | None], rules: str) -> tuple[Link, ...]:
    links = []
    step = parents[state]
    while step is not None:
        before, piece = step
        drop = clearing_drops(before[0], piece, rules)[state[0]]
        links.append(Link(before[0], piece, drop.cells, state[0], state[1]))
        state, step = before, parents[before]
    return tuple(reversed(links))


def naive_chain(field: str, queue: str, rules: str = "srs", hold: str | None = None, used: int = 0) -> int:
    """The length of the longest combo, by trying everything (for tests and small queues)."""
    best = 0
    for piece in PIECES:
        for fallen, kept, after in hands(hold, used, queue):
            if fallen == piece:
                for result in clearing_drops(field, piece, rules):
                    best = max(best, 1 + naive_chain(result, queue, rules, kept, after))
    return best
