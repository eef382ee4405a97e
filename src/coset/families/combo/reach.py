"""How far a combo gets: its expected length when it is stopped after n drops, and the chance of n drops.

Each is under the play that is best for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from coset.errors import BadInput, TooBig
from coset.families.combo.question import Question, count_states, model_of, question, system_of

Progress = Callable[[float, float | None], None]
MOST_DROPS = 10_000


@dataclass(frozen=True, eq=False)
class Reach:
    """For each n from 1, the means over hold and queue of the start field of E[min(combo, n)] and of P(combo >= n).

    `sure` is how many states of the question reach `drops` for certain.
    """

    asked: Question
    drops: int
    expected: tuple[float, ...]
    chance: tuple[float, ...]
    best_expected: float
    best_chance: float
    best_field: str
    sure: int

    def json(self) -> dict[str, Any]:
        """Plain values."""
        keys = ("drops", "best_expected", "best_chance", "best_field", "sure")
        lists = {"expected": list(self.expected), "chance": list(self.chance)}
        return {"start": self.asked.start, **{key: getattr(self, key) for key in keys}, **lists}


def reach(
    drops: int,
    residual: int = 3,
    start: str | None = None,
    rules: str = "srs",
    queue: str = "random",
    preview: int = 0,
    hold: bool = False,
    progress: Progress | None = None,
) -> Reach:
    """E[min(combo, n)] and P(combo >= n) for n up to `drops`, by as many plain sweeps.

    >>> round(reach(10).chance[-1], 9)
    0.025810753
    """
    import numpy as np

    if drops < 1:
        raise BadInput("the number of drops must be at least 1", drops)
    if drops > MOST_DROPS:
        raise TooBig(
            "this is too far", drops, f"at most {MOST_DROPS} drops; 'solve' has the expected length without end"
        )
    asked = question(residual, start, rules, queue, preview, hold)
    model = model_of(asked)
    system = system_of(model)
    _, states = count_states(model)
    each = states // len(model.graph.fields)
    at = model.graph.number[asked.start]
    results = []
    for number, (first, gain) in enumerate(((0.0, 1.0), (1.0, 0.0))):
        old, new = system.full(first), system.blank()
        series = []
        for n in range(1, drops + 1):
            system.step(old, new, gain=gain, plain=True)
            if n == 1:
                np.copyto(old, new)  # a sweep writes no state from which no drop clears
            old, new = new, old
            means = system.by_field(old) / each
            series.append(float(means[at]))
            if progress is not None:
                progress(number * drops + n, 2 * drops)
        results.append((series, means, float(old.max()), old))
    (expected, _, best, _), (chance, means, _, last) = results
    sure = round(float(system.by_field((last == 1.0).astype(float)).sum()))
    top = int(np.argmax(np.round(means, 12)))
    return Reach(asked, drops, tuple(expected), tuple(chance), best, float(means[top]), model.graph.fields[top], sure)
