"""Games played by a policy: an independent check of its values, and a look at how combos end.

The players draw pieces at random and make the drops that the policy has stored; no value is looked at. A set of games
is played at once, one array operation for a step of all of them.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.families.combo.fields import field_text
from coset.families.combo.question import of_position
from coset.families.combo.rules import Position
from coset.families.combo.windows import FULL, MIRROR_PIECE, Ints, refilled, windows

if TYPE_CHECKING:
    from coset.families.combo.policy import Policy

Progress = Callable[[float, float | None], None]
BLOCK, MOST_PIECES = 4096, 10**9


@dataclass(frozen=True, slots=True)
class Games:
    """`games` had `pieces` drops that cleared: the `mean` combo, its standard `error`, and what the policy expects."""

    games: int
    pieces: int
    mean: float
    error: float
    expected: float
    longest: int

    @property
    def sigmas(self) -> float:
        """How many standard errors the mean is from what is expected."""
        return (self.mean - self.expected) / self.error if self.error else 0.0

    def json(self) -> dict[str, Any]:
        """Plain values."""
        keys = ("games", "pieces", "mean", "error", "expected", "sigmas", "longest")
        return {key: getattr(self, key) for key in keys}


def simulate(
    policy: "Policy | str", n: int = 100_000, field: str | None = None, seed: int = 0, progress: Progress | None = None
) -> Games:
    """Play about `n` pieces by a policy, each game to its end, from `field` (else the start field), any hold and queue.

    `policy` may be the text ID of a position instead, which is then solved and played on from. How many games are
    played is settled before the first, so that long combos count as often as they come.
    """
    from coset.families.combo.policy import open_policy
    from coset.families.combo.solve import position_of, solved

    asked = position_of(policy) if isinstance(policy, str) and policy.startswith("combo:") else None
    if asked is not None:
        opened = solved(of_position(asked))
    else:
        opened = open_policy(policy) if isinstance(policy, str) else policy
    field = asked.field if asked else opened.asked.start if field is None else field_text(field)
    if field not in opened.graph.number:
        raise BadInput("this field is not among those of the policy", field, f"such as {opened.graph.start}")
    expected = position_value(opened, asked) if asked else mean_of(opened, field)
    games, parts = games_for(n, expected), []
    for block in range(-(-games // BLOCK)):
        rng, count = np.random.default_rng([seed, block]), min(BLOCK, games - block * BLOCK)
        parts.append(play_from(opened, asked, count, rng) if asked else play_field(opened, field, count, rng))
        if progress is not None:
            progress(block * BLOCK + count, games)
    return summary(parts, expected)


def games_for(n: int, expected: float) -> int:
    """How many games have about `n` drops."""
    if n < 1:
        raise BadInput("the number of pieces must be at least 1", n)
    if n > MOST_PIECES:
        raise TooBig("these are too many pieces", n, f"at most {MOST_PIECES:,}")
    if math.isinf(expected):
        raise BadInput("combos from here need not end", "infinite", "choose a field with a finite value")
    return min(max(2, math.ceil(n / max(expected, 0.1))), n + 1)


def summary(parts: list[list[int]], expected: float) -> Games:
    """All blocks together; a block is games, sum of the combos, sum of their squares, longest."""
    games, pieces, squares = (sum(part[i] for part in parts) for i in range(3))
    mean = pieces / games
    variance = max(0.0, (squares - games * mean * mean) / max(games - 1, 1))
    return Games(games, pieces, mean, math.sqrt(variance / games), expected, max(part[3] for part in parts))


def mean_of(policy: "Policy", field: str) -> float:
    """The mean value of a field over hold and queue, all alike."""
    held, queue, bag = every_hand(policy)
    where, _ = policy.places(np.full(len(held), policy.graph.number[field]), held, queue, bag)
    return float(policy.value(where).mean())


def every_hand(policy: "Policy") -> tuple[Ints, Ints, Ints]:
    """All (held piece, previews, set left in the bag) of a question."""
    from coset.families.combo.tables import bags_in_order

    preview = policy.asked.preview
    if preview:
        keys = windows(preview, policy.asked.bags).keys
        queue = keys[:, None] // 7 ** np.arange(preview - 1, -1, -1) % 7
        bag = keys // 7**preview
    else:
        bag = bags_in_order(policy.asked.bags)
        queue = np.zeros((len(bag), 0), np.int64)
    hands = 7 if policy.asked.hold else 1
    return np.tile(np.arange(hands), len(bag)), np.repeat(queue, hands, axis=0), np.repeat(bag, hands)


def play_field(policy: "Policy", field: str, games: int, rng: np.random.Generator) -> list[int]:
    """Games from a field: how many, sum of the combos, sum of their squares, the longest."""
    helds, queues, bags = every_hand(policy)
    chosen = rng.integers(0, len(helds), games)
    fields = np.full(games, policy.graph.number[field])
    return _counted(_played(policy, fields, helds[chosen], queues[chosen], bags[chosen], rng))


def position_value(policy: "Policy", asked: Position) -> float:
    """What the policy expects from a position, with the drop to be made there."""
    from coset.families.combo.solve import advise_position

    return advise_position(policy, asked).value


def play_from(policy: "Policy", asked: Position, games: int, rng: np.random.Generator) -> list[int]:
    """As `play_field`, from a position on."""
    from coset.families.combo.solve import advise_position

    choices = advise_position(policy, asked).choices
    if not choices:
        return [games, 0, 0, 0]
    field, held = policy.graph.number[choices[0].result], PIECES.index(choices[0].hold or "I")
    queue = np.array([PIECES.index(piece) for piece in asked.queue[1:]], np.int64)
    bag = FULL if asked.bag is None else sum(1 << PIECES.index(piece) for piece in asked.bag)
    state = np.full(games, field), np.full(games, held), np.tile(queue, (games, 1)), np.full(games, bag)
    return _counted(1 + _played(policy, *state, rng))


def _counted(combos: Ints) -> list[int]:
    return [len(combos), int(combos.sum()), int((combos * combos).sum()), int(combos.max())]


def _played(policy: "Policy", fields: Ints, held: Ints, queue: Ints, bag: Ints, rng: np.random.Generator) -> Ints:
    """The combo of each game."""
    from coset.families.combo.policy import next_states

    begins, next_field, next_held = next_states(policy)
    mirror = np.array(policy.graph.mirror or range(len(policy.graph.fields)))
    combos, alive = np.zeros(len(held), np.int64), np.arange(len(held))
    while len(alive):
        place, flip = policy.places(fields, held, queue, bag)
        drawn, left = _draw(refilled(bag), policy.asked.bags, rng)
        queue = np.column_stack([queue, drawn])
        falls = queue[:, 0]
        # the state may be stored as its mirror image: then ask for the mirror image's drop, and take its mirror image
        number = policy.drops[(*place, np.where(flip, MIRROR_PIECE[drawn], drawn))]
        seen = np.where(flip, mirror[fields], fields), np.where(flip, MIRROR_PIECE[held], held)
        key = (seen[0] * 7 + seen[1]) * 7 + np.where(flip, MIRROR_PIECE[falls], falls)
        lives = begins[key + 1] > begins[key]
        at = np.where(lives, begins[key] + number, 0)
        fields = np.where(flip, mirror[next_field[at]], next_field[at])[lives]
        held = np.where(flip, MIRROR_PIECE[next_held[at]], next_held[at])[lives]
        queue, bag, alive = queue[lives, 1:], left[lives], alive[lives]
        combos[alive] += 1
    return combos


def _draw(bag: Ints, bags: bool, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """A piece from each bag, all alike, and what is left."""
    inside = bag[:, None] >> np.arange(len(PIECES)) & 1
    number = (rng.random(len(bag)) * inside.sum(axis=1)).astype(np.int64)
    drawn = np.argmax(np.cumsum(inside, axis=1) > number[:, None], axis=1)
    return drawn, bag & ~(1 << drawn) if bags else bag
