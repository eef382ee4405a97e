"""Systems: states with their steps, in the two forms that can be solved.

`Lanes` are the states of a model with previews: no table of transitions is stored, since what follows a window is one
group (`windows.py`). `Table` lists what each draw can lead to; it is for models without previews and for quotients.
Both give

- `blank(kind)`: an array of all states, zeros;
- `step(old, new, ...)`: one sweep; in `phases` order (set left in the bag, ascending), each phase from the one
  before, unless `plain`;
- `code(old, new, salt)`: one round of partition refinement;
- `by_field(values)`: the sum over all states of the question, of which one stored state may stand for several;
  and `best_by_field(values)`.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from coset.families.combo.model import PAIRS, Model, Narrow
from coset.families.combo.windows import Ints, mirror_keys

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Array = npt.NDArray[Any]
Change = tuple[float, float, float]
CHUNKS = 4


def _crew() -> "ThreadPoolExecutor":
    """A thread for each processor; imported late, for advice needs none."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(os.cpu_count() or 1)


@dataclass(frozen=True, eq=False)
class Lanes:
    """The states of a model with at least one preview."""

    model: Model
    threads: "ThreadPoolExecutor" = field(default_factory=_crew)

    @property
    def size(self) -> int:
        """How many states are stored."""
        return len(self.model.order) * self.model.rows

    def blank(self, kind: Any = np.float64) -> Array:
        """An array of all states, zeros."""
        return np.zeros(self.model.shape, kind)

    def full(self, value: Any, kind: Any = np.float64) -> Array:
        """An array with `value` at all states, and 0 in the lanes that no draw leads to."""
        array = self.blank(kind)
        plan = self.model.plan
        array[plan.group, :, plan.lane] = value
        return array

    def _each(self, phase: tuple[int, int], work: Callable[[int, int], Any]) -> list[Any]:
        cuts = np.linspace(*phase, CHUNKS + 1).astype(int)
        return list(self.threads.map(work, cuts[:-1], cuts[1:]))

    def step(self, old: Array, new: Array, gain: float = 1.0, sure: bool = False, plain: bool = False) -> Change:
        """One sweep from `old` to `new`: lowest, highest and total change."""
        from coset.families.combo.kernel import sweep

        ends, plan = self.model.phases, self.model.plan
        changes = []
        for number, phase in enumerate(pairwise(ends)):
            source = old if plain or number == 0 else new
            changes += self._each(phase, partial(sweep, source, old, new, plan, gain, sure))
        return min(c[0] for c in changes), max(c[1] for c in changes), sum(c[2] for c in changes)

    def code(self, old: Array, new: Array, salt: int) -> None:
        """One round of codes from `old` to `new`."""
        from coset.families.combo.kernel import recode

        plan = self.model.plan
        self._each((0, len(self.model.order)), lambda b, e: recode(old, new, plan, b, e, np.uint64(salt)))

    def first_members(self, groups: Array, count: int) -> Ints:
        """The first state of each group in the order of the sweep, as ``window * rows + row``."""
        plan, rows = self.model.plan, self.model.rows
        member = np.full(count, -1, np.int64)
        step = max(1, (1 << 22) // rows)
        for end in range(len(plan.group), 0, -step):
            part = np.arange(max(0, end - step), end)[::-1]
            of_window = groups[plan.group[part], :, plan.lane[part]][:, ::-1]
            state = part[:, None] * rows + np.arange(rows)[::-1]
            member[of_window.ravel()] = state.ravel()
        return member

    @cached_property
    def weights(self) -> tuple[Array, Array]:
        """For how many states of the question one state of a group, and of a row, stands."""
        model = self.model
        per_group = np.ones(model.shape[0])
        if model.graph.mirror is not None:
            keys = model.windows.group_keys
            per_group[model.stored[0][keys != mirror_keys(keys, model.windows.length - 1)]] = 2
        per_row = np.ones(model.rows)
        if model.pairs:
            per_row = np.tile([1.0 + (a != b) for a, b in PAIRS], len(model.graph.fields))
        return per_group, per_row

    def by_field(self, values: Array) -> Array:
        """The sum of the values over all states of the question, by field."""
        model = self.model
        per_group, per_row = self.weights
        sums: Array = np.einsum("grl,g->r", values, per_group) * per_row
        sums = sums.reshape(len(model.graph.fields), -1).sum(axis=1)
        if model.graph.mirror is not None:
            sums = (sums + sums[list(model.graph.mirror)]) / 2
        return sums

    def best_by_field(self, values: Array) -> Array:
        """The best value of each field."""
        best: Array = values.max(axis=(0, 2)).reshape(len(self.model.graph.fields), -1).max(axis=1)
        if self.model.graph.mirror is not None:
            best = np.maximum(best, best[list(self.model.graph.mirror)])
        return best


class Cells(NamedTuple):
    """A table: the draws of each state, and what each can lead to (see `kernel.py`)."""

    rows: Ints
    cuts: Ints
    targets: Narrow


@dataclass(frozen=True, eq=False)
class Table:
    """States whose transitions are listed; `in_turn` if each is found from those before it in the same sweep."""

    cells: Cells
    in_turn: bool

    @property
    def size(self) -> int:
        """How many states are stored."""
        return len(self.cells.rows) - 1

    def blank(self, kind: Any = np.float64) -> Array:
        """An array of all states, zeros."""
        return np.zeros(self.size, kind)

    def full(self, value: Any, kind: Any = np.float64) -> Array:
        """An array with `value` at all states."""
        return np.full(self.size, value, kind)

    def step(self, old: Array, new: Array, gain: float = 1.0, sure: bool = False, plain: bool = False) -> Change:
        """One sweep from `old` to `new`: lowest, highest and total change."""
        from coset.families.combo.kernel import sweep_table

        source = old
        if self.in_turn and not plain:
            np.copyto(new, old)
            source = new
        return sweep_table(source, old, new, self.cells, gain, sure)  # type: ignore[no-any-return]

    def first_members(self, groups: Array, count: int) -> Ints:
        """The first state of each group."""
        member = np.full(count, -1, np.int64)
        member[groups[::-1]] = np.arange(self.size)[::-1]
        return member

    def code(self, old: Array, new: Array, salt: int) -> None:
        """One round of codes from `old` to `new`."""
        from coset.families.combo.kernel import recode_table

        recode_table(old, new, self.cells, np.uint64(salt))


System = Lanes | Table
