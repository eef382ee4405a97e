"""Tables: the states of a model without previews, and those of a quotient."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coset.families.combo.model import Model, moves
from coset.families.combo.systems import Array, Cells, Lanes, System, Table
from coset.families.combo.windows import FULL, Ints, refilled

if TYPE_CHECKING:
    from coset.families.combo.groups import Partition


def bags_in_order(bags: bool) -> Ints:
    """The sets that can be left in the bag, those with fewest pieces first; for random pieces the one full set."""
    if not bags:
        return np.array([FULL])
    sets = np.arange(FULL)
    return sets[np.argsort(np.bitwise_count(sets), kind="stable")]


def bag_numbers(bags: bool) -> Ints:
    """The number of each set in that order."""
    number = np.zeros(FULL + 1, np.int64)
    order = bags_in_order(bags)
    number[order] = np.arange(len(order))
    return number


@dataclass(frozen=True, eq=False)
class Bare(Table):
    """The table of a model without previews: state ``(number of the bag * fields + field) * hands + held``."""

    model: Model

    def by_field(self, values: Array) -> Array:
        """The sum of the values over all states, by field."""
        sums: Array = values.reshape(-1, len(self.model.graph.fields), self.model.hands).sum(axis=(0, 2))
        return sums

    def best_by_field(self, values: Array) -> Array:
        """The best value of each field."""
        best: Array = values.reshape(-1, len(self.model.graph.fields), self.model.hands).max(axis=(0, 2))
        return best


def without_previews(model: Model) -> Bare:
    """The table of a model where the player sees the piece that falls and nothing after it."""
    graph, bags, hold = model.graph, model.bags, model.hold
    hands, rows = model.hands, model.rows
    found = [[moves(graph, hold, *divmod(row, hands), piece) for piece in range(7)] for row in range(rows)]
    sizes = np.array([[len(to) for to in of_row] for of_row in found])
    flat = np.array([f * hands + (held if hold else 0) for of_row in found for to in of_row for f, held in to])
    piece = np.repeat(np.tile(np.arange(7), rows), sizes.ravel())
    bag_sets = bags_in_order(bags)
    number = bag_numbers(bags)
    counts, cuts, targets = [], [], []
    for bag in refilled(bag_sets):
        drawn = np.flatnonzero(bag >> np.arange(7) & 1)
        left = np.array([number[bag & ~(1 << k)] if bags else 0 for k in range(7)])
        used = np.isin(piece, drawn)
        targets.append(flat[used] + left[piece[used]] * rows)
        cuts.append(sizes[:, drawn].ravel())
        counts.append(np.full(rows, len(drawn)))
    cells = Cells(ends(np.concatenate(counts)), ends(np.concatenate(cuts)), np.concatenate(targets).astype(np.int32))
    return Bare(cells, bags, model)


def ends(sizes: Array) -> Ints:
    """Where parts of these sizes begin and end."""
    return np.concatenate([[0], np.cumsum(sizes)])


def quotient(system: System, partition: "Partition") -> Table:
    """The table of the groups of a partition: what can follow the first member of each."""
    groups, count, member = partition.groups, partition.count, partition.members
    if isinstance(system, Lanes):
        return _quotient_of_lanes(system, groups, count, member)
    rows, cuts, targets = system.cells
    draws = np.concatenate([np.arange(rows[s], rows[s + 1]) for s in member])
    sizes = cuts[draws + 1] - cuts[draws]
    places = np.repeat(cuts[draws] - ends(sizes)[:-1], sizes) + np.arange(sizes.sum())
    once = np.unique(np.repeat(np.arange(len(draws)), sizes) * count + groups[targets[places]])
    sizes = np.bincount(once // count, minlength=len(draws))
    cells = Cells(ends(rows[member + 1] - rows[member]), ends(sizes), (once % count).astype(np.int32))
    return Table(cells, system.in_turn)


def _quotient_of_lanes(lanes: Lanes, groups: Array, count: int, member: Ints) -> Table:
    from coset.families.combo.kernel import condense

    plan = lanes.model.plan
    order, row = np.divmod(member, lanes.model.rows)
    cells = Cells(np.zeros(count + 1, np.int64), np.zeros(7 * count + 1, np.int64), np.zeros(0, np.int32))
    size = condense(groups, plan, order, row, cells, False)
    cells = Cells(cells.rows, cells.cuts[: cells.rows[-1] + 1], np.zeros(size, np.int32))
    condense(groups, plan, order, row, cells, True)
    return Table(cells, lanes.model.bags)
