"""The answers: how long a combo lasts under best play, and which drop to make."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.families.combo.fields import clearing_drops
from coset.families.combo.question import Question, count_states, model_of, of_position, question, system_of
from coset.families.combo.rules import Position, format, parse, position

if TYPE_CHECKING:
    from coset.families.combo.policy import Policy
    from coset.show.drawing import Drawing

Progress = Callable[[float, float | None], None]
DIGITS = 6


@dataclass(frozen=True, eq=False)
class Solution:
    """A question answered: `best` and `mean` are over all states, `bounds` hold the true best value for certain.

    `infinite` is how many states have no finite value; `bests` and `means` are over hold and queue, by field. `stored`
    states stood for all.
    """

    policy: "Policy"
    fields: int
    queues: int
    states: int
    stored: int
    groups: int | None
    rounds: tuple[int, ...] | None
    best: float
    mean: float
    bounds: tuple[float, float]
    infinite: int
    infinite_fields: tuple[str, ...]
    bests: dict[str, float]
    means: dict[str, float]
    sweeps: int
    seconds: float

    def json(self) -> dict[str, Any]:
        """Plain values; None stands for what is infinite."""
        found = {key: getattr(self, key) for key in ("fields", "queues", "states", "groups")}
        return found | {
            "rounds": None if self.rounds is None else list(self.rounds),
            "best": _finite(self.best),
            "mean": _finite(self.mean),
            "bounds": [_finite(bound) for bound in self.bounds],
            "infinite": self.infinite,
            "seconds": round(self.seconds, 3),
        }

    def __repr__(self) -> str:
        return f"<Solution of {self.states:,} states: best {self.best:.9g}, mean {self.mean:.9g}>"

    def write(self, folder: str, single: bool = False) -> None:
        """Write the policy to a folder (`policy.py`)."""
        from coset.families.combo.policy import write_policy

        write_policy(self.policy, folder, single)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def solve(
    residual: int = 3,
    start: str | None = None,
    rules: str = "srs",
    queue: str = "random",
    preview: int = 0,
    hold: bool = False,
    minimize: bool = False,
    error: float = 1e-10,
    progress: Progress | None = None,
) -> Solution:
    """The expected length of the combo under best play, in every state of a well; certified to a relative `error`.

    >>> round(solve(residual=3).mean, 9)
    1.358966225
    """
    return solve_question(question(residual, start, rules, queue, preview, hold), minimize, error, progress)


def solve_question(
    asked: Question, minimize: bool = False, error: float = 1e-10, progress: Progress | None = None
) -> Solution:
    """As `solve`, for a question in one piece.

    With `minimize` the values are found on the coarsest partition, and then proved for all states by one sweep.
    """
    from coset.families.combo.groups import refine
    from coset.families.combo.policy import Policy, expanded
    from coset.families.combo.tables import quotient
    from coset.families.combo.values import certificate, solve_system

    if not 1e-14 <= error <= 0.1:
        raise BadInput("the error is out of range", error, "a relative error from 1e-14 to 0.1")
    began = time.monotonic()
    model = model_of(asked)
    system = system_of(model)
    partition = refine(system, progress) if minimize else None
    found = solve_system(system if partition is None else quotient(system, partition), error, progress)
    policy = Policy(asked, model, found.values, None if partition is None else partition.groups, None, {})
    values = expanded(policy)
    low, high = (found.low, found.high) if partition is None else certificate(system, values, values.copy())
    return _summed(policy, system, values, (low, high), partition, found.sweeps, began)


def _summed(
    policy: "Policy", system: Any, values: Any, factors: tuple[float, float], partition: Any, sweeps: int, began: float
) -> Solution:
    """The figures of a solution, from the values of all stored states."""
    graph = policy.graph
    queues, states = count_states(policy.model)
    best, sums = float(values.max()), system.by_field(values)
    endless = system.by_field((values == math.inf).astype(float)) if math.isinf(best) else [0.0] * len(sums)
    mean, bounds = float(sum(sums) / states), (best * factors[0], best * factors[1])
    policy.header.update({"states": states, "best": best, "mean": mean, "low": factors[0], "high": factors[1]})
    return Solution(
        policy=policy,
        fields=len(graph.fields),
        queues=queues,
        states=states,
        stored=system.size,
        groups=partition and partition.count,
        rounds=partition and partition.rounds,
        best=best,
        mean=mean,
        bounds=bounds,
        infinite=round(sum(endless)),
        infinite_fields=tuple(field for field, count in zip(graph.fields, endless, strict=True) if count),
        bests={field: float(b) for field, b in zip(graph.fields, system.best_by_field(values), strict=True)},
        means={field: float(s) * len(graph.fields) / states for field, s in zip(graph.fields, sums, strict=True)},
        sweeps=sweeps,
        seconds=time.monotonic() - began,
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """One drop that clears: the piece, its cells (bits from below), the field it leaves, what is held then, its value.

    The value counts the drop itself: 1 + the expected number of drops after it.
    """

    piece: str
    cells: int
    cleared: int
    result: str
    hold: str | None
    value: float


@dataclass(frozen=True, eq=False)
class Advice:
    """All drops that clear, best first (ties: see `policy.py`)."""

    position: Position
    choices: tuple[Choice, ...]

    @property
    def value(self) -> float:
        """The value of the best drop; 0 if none clears."""
        return self.choices[0].value if self.choices else 0.0

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "position": format(self.position),
            "value": self.value,
            "drops": [
                {"drop": c.piece, "result": c.result, "hold": c.hold, "cleared": c.cleared, "value": c.value}
                for c in self.choices
            ],
        }

    def __repr__(self) -> str:
        best = f"{self.choices[0].piece} to {self.choices[0].result}" if self.choices else "none"
        return f"<Advice for {format(self.position)}: {best}, value {self.value:.9g}>"

    def drawing(self) -> "Drawing":
        """All choices side by side."""
        from coset.families.combo.picture import draw_advice

        return draw_advice(self)

    def _repr_svg_(self) -> str:
        from coset.show.svg import svg

        return svg(self.drawing())


def advise(
    policy: "Policy | str", field: str, hold: str | None = None, queue: str = "", bag: str | None = None
) -> Advice:
    """What to drop: `queue` is the piece that falls and the previews, `bag` with bags what is left in it.

    `policy` is a folder or an open policy. Values come from the policy's array, two of them at most for each drop.
    """
    from coset.families.combo.policy import open_policy

    opened = open_policy(policy) if isinstance(policy, str) else policy
    asked = opened.asked
    if (hold is not None) != asked.hold:
        raise BadInput(
            "this policy plays " + ("with hold" if asked.hold else "without hold"),
            hold or "no hold",
            "name the held piece" if asked.hold else "leave hold out",
        )
    if (bag is not None) != asked.bags:
        raise BadInput(
            f"this policy is for {asked.sequence} pieces",
            bag or "no bag",
            "name what is left in the bag" if asked.bags else "leave the bag out",
        )
    if len(queue.strip()) != asked.preview + 1:
        raise BadInput(
            f"the queue has {len(queue.strip())} pieces",
            queue,
            f"{asked.preview + 1}: the one that falls, then {asked.preview} previews",
        )
    return advise_position(opened, position(asked.rules, field, hold, queue, bag))


def advise_position(policy: "Policy", asked: Position) -> Advice:
    """The drops of a position by a policy of its question."""
    import numpy as np

    from coset.families.combo.model import moves
    from coset.families.combo.policy import NEAR
    from coset.families.combo.windows import FULL, MIRROR_PIECE

    graph = policy.graph
    if asked.field not in graph.number:
        raise BadInput(
            "this field is not among those of the policy",
            asked.field,
            f"one of {len(graph.fields)}, such as {graph.start}",
        )
    held = PIECES.index(asked.hold) if asked.hold else 0
    queue = [PIECES.index(piece) for piece in asked.queue]
    left = FULL if asked.bag is None else sum(1 << PIECES.index(piece) for piece in asked.bag)
    found = moves(graph, asked.hold is not None, graph.number[asked.field], held, queue[0])
    if not found:
        return Advice(asked, ())
    fields, kept = np.array(found).T
    many = len(found)
    place, _ = policy.places(fields, kept, np.tile(queue[1:], (many, 1)), np.full(many, left))
    values = policy.value(place) + 1
    order = list(range(many))
    if _stored_mirrored(policy, queue, left):
        assert graph.mirror is not None
        order.sort(key=lambda i: (graph.mirror[fields[i]], MIRROR_PIECE[kept[i]]))  # type: ignore[index]
    first = next(i for i in order if values[i] - 1 >= (values.max() - 1) * NEAR)
    order.sort(key=lambda i: (i != first, -values[i]))
    return Advice(asked, tuple(_choice(asked, graph.fields[fields[i]], int(kept[i]), float(values[i])) for i in order))


def _stored_mirrored(policy: "Policy", queue: list[int], left: int) -> bool:
    """Whether the state before the last piece was drawn is stored as its mirror image, which settles ties."""
    import numpy as np

    if policy.model.preview == 0:
        return False
    before = left
    if policy.asked.bags:
        before = left | 1 << queue[-1]
        before = 0 if before == 127 else before
    zero = np.zeros(1, np.int64)
    _, flip = policy.places(zero, zero, np.array([queue[:-1]]), np.array([before]))
    return bool(flip[0])


def _choice(asked: Position, result: str, kept: int, value: float) -> Choice:
    """The drop that leads to the result with `kept` held: the piece that is not held then."""
    falls = asked.queue[0]
    if asked.hold is None:
        piece, hold = falls, None
    else:
        hold = PIECES[kept]
        piece = falls if hold == asked.hold else asked.hold
    drop = clearing_drops(asked.field, piece, asked.rules)[result]
    before, after = asked.field.count("X") + 4, result.count("X")
    return Choice(piece, drop.cells, (before - after) // len(asked.field.split("/")[0]), result, hold, value)


@lru_cache(maxsize=8)
def solved(asked: Question) -> "Policy":
    """The policy of a small question, solved when first asked for."""
    return solve_question(asked, error=1e-12).policy


def advise_id(text: str, progress: Progress | None = None) -> Advice:
    """What to drop in the position of a text ID: its model is solved first.

    >>> advise_id("combo:srs:random:X.../XX..:q=TL").choices[0].result
    'XXX.'
    """
    asked = parse(text)
    return advise_position(solve_question(of_position(asked), progress=progress).policy, asked)


def position_of(asked: "str | Position") -> Position:
    """A position, or that of a text ID."""
    return parse(asked) if isinstance(asked, str) else asked


def answer(asked: "str | Position") -> tuple[float, ...]:
    """The values of all drops that clear, best first, to 6 digits.

    >>> answer("combo:srs:random:XX../X...:h=J:q=L")
    (13.567161,)
    """
    asked = position_of(asked)
    advice = advise_position(solved(of_position(asked)), asked)
    return tuple(sorted((round(choice.value, DIGITS) for choice in advice.choices), reverse=True))


def warm() -> None:
    """Compile every kernel of the family by running it on tiny wells."""
    from coset.families.combo.reach import reach

    for preview, sequence in ((0, "bag"), (1, "random")):
        asked = question(residual=2, queue=sequence, preview=preview)
        solve_question(asked, minimize=True)
        _ = solve_question(asked).policy.drops
        reach(2, residual=2, queue=sequence, preview=preview)
