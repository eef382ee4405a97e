"""The model: well, rules, sequence, hold and previews as arrays for the kernels.

A state is a row and a window. Three things make states the same for sure, and each is stored once:
- hold and the piece that falls next can change places. With hold, random pieces and two previews or more a row is a
  field and the *pair* of both, and the window begins one piece later (with bags the pair would bring in queues that
  can't be);
- left and right can be changed, where the graph of fields allows it: of a group of windows and its mirror image one
  is stored;
- the drops of a player depend on the row and the first piece of the window only.

``values[group, row, lane]`` is the array of all states. `starts` and `targets` list, for a row and a kind, the rows
that a drop can lead to: ``targets[starts[kind, row]:starts[kind, row + 1]]``, where the kind is the first piece of
the window, plus 7 if the group that follows is stored as its mirror image.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coset.families.combo.fields import Graph
from coset.families.combo.windows import FULL, LANES, MIRROR_PIECE, Ints, Windows, mirror_keys, windows

Narrow = npt.NDArray[np.int32]
PAIRS = [(a, b) for a in range(7) for b in range(a, 7)]
PAIR = {pair: i for i, (a, b) in enumerate(PAIRS) for pair in ((a, b), (b, a))}
PAIR_OF = np.array([[PAIR[a, b] for b in range(7)] for a in range(7)])


@dataclass(frozen=True, eq=False)
class Model:
    """What is asked: a graph of fields, a sequence, with or without hold, how many previews.

    Windows, and all that is made of them, are for at least one preview.
    """

    graph: Graph
    bags: bool
    hold: bool
    preview: int

    @cached_property
    def pairs(self) -> bool:
        """Whether rows have the pair of held and next piece."""
        return self.hold and not self.bags and self.preview >= 2

    @cached_property
    def windows(self) -> Windows:
        """The windows: of the previews, or without the first of them if that is in the row."""
        return windows(self.preview - self.pairs, self.bags)

    @property
    def hands(self) -> int:
        """How many (held, next) a field can be with in a row."""
        return len(PAIRS) if self.pairs else 7 if self.hold else 1

    @property
    def rows(self) -> int:
        """How many rows there are; row ``field * hands + hand``."""
        return len(self.graph.fields) * self.hands

    @cached_property
    def stored(self) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """Of each group the number under which it is stored, and whether as its mirror image."""
        keys = self.windows.group_keys
        if self.graph.mirror is None:
            return np.arange(len(keys)), np.zeros(len(keys), bool)
        image = mirror_keys(keys, self.windows.length - 1)
        kept = keys <= image
        number = np.cumsum(kept) - 1
        return np.where(kept, number, number[np.searchsorted(keys, image)]), ~kept

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of an array of all states: groups, rows, lanes; or all in one, without previews (`tables.py`)."""
        if self.preview:
            return int(self.stored[0].max()) + 1, self.rows, LANES
        return ((FULL if self.bags else 1) * self.rows,)

    @cached_property
    def order(self) -> Ints:
        """The windows to be computed: those with the fewest left in the bag first, then so that memory is near."""
        seen = self.windows
        kept = np.flatnonzero(~self.stored[1][seen.group])
        left = np.bitwise_count(seen.bag[kept]) if self.bags else np.zeros(len(kept))
        middle = seen.keys[kept] % 7 ** max(seen.length - 1, 0) // 7
        return kept[np.lexsort((seen.lane[kept], seen.first[kept], middle, left))]

    @cached_property
    def plan(self) -> "Plan":
        """The arrays that a sweep needs."""
        seen, order = self.windows, self.order
        number, flipped = self.stored
        after = seen.after[order]
        starts, targets = self.choices()
        return Plan(
            starts,
            targets,
            number[seen.group[order]].astype(np.int32),
            seen.lane[order].astype(np.int32),
            number[after].astype(np.int32),
            (seen.first[order] + 7 * flipped[after]).astype(np.int32),
            seen.draws[after].astype(np.int32),
        )

    @cached_property
    def phases(self) -> list[int]:
        """Where in the order each number of pieces left in the bag begins, and the end."""
        if not self.bags:
            return [0, len(self.order)]
        left = np.bitwise_count(self.windows.bag[self.order])
        return [int(np.searchsorted(left, size)) for size in range(8)]

    def results(self, field: int, hand: int, kind: int) -> list[int]:
        """The rows that a drop can lead to, in the order of `moves`; as mirror images where the kind says so."""
        first, flip = kind % 7, kind >= 7
        held, falls = PAIRS[hand] if self.pairs else (hand, first)
        found = moves(self.graph, self.hold, field, held, falls)
        return list(dict.fromkeys(self.row(target, kept, first, flip) for target, kept in found))

    def row(self, field: int, held: int, falls: int, flip: bool = False) -> int:
        """The row of a field with a held piece (0 without hold), where `falls` is next; or of its mirror image."""
        if flip:
            assert self.graph.mirror is not None
            field, held, falls = self.graph.mirror[field], int(MIRROR_PIECE[held]), int(MIRROR_PIECE[falls])
        hand = PAIR[held, falls] if self.pairs else held if self.hold else 0
        return field * self.hands + hand

    def locate(
        self, fields: Ints, helds: Ints, pieces: Ints, bags: Ints
    ) -> tuple[Ints, Ints, Ints, npt.NDArray[np.bool_]]:
        """Where states are stored: group, row, lane, whether as mirror images. ``pieces[state, place in queue]``."""
        window = pieces[:, self.preview - self.windows.length :]
        keys = bags.astype(np.int64)
        for place in range(self.windows.length):
            keys = keys * 7 + window[:, place]
        index = np.searchsorted(self.windows.keys, keys)
        group, lane = self.windows.group[index], self.windows.lane[index]
        number, flipped = self.stored
        flip = flipped[group]
        falls = pieces[:, 0]
        if self.graph.mirror is not None:
            fields = np.where(flip, np.array(self.graph.mirror)[fields], fields)
            helds, falls = np.where(flip, MIRROR_PIECE[helds], helds), np.where(flip, MIRROR_PIECE[falls], falls)
            lane = np.where(flip, MIRROR_PIECE[lane], lane)
        hands = PAIR_OF[helds, falls] if self.pairs else helds if self.hold else 0
        return number[group], fields * self.hands + hands, lane, flip

    def choices(self) -> tuple[Narrow, Narrow]:
        """`starts` and `targets` as the module says."""
        kinds = 7 if self.graph.mirror is None else 14
        starts = np.zeros((kinds, self.rows + 1), np.int32)
        targets: list[int] = []
        for kind in range(kinds):
            for row in range(self.rows):
                starts[kind, row] = len(targets)
                targets += self.results(*divmod(row, self.hands), kind)
            starts[kind, self.rows] = len(targets)
        return starts, np.array(targets, np.int32)


def moves(graph: Graph, hold: bool, field: int, held: int, falls: int) -> list[tuple[int, int]]:
    """What drops that clear lead to, (field, piece held then), ascending: the order in which ties are broken."""
    found = {(target, held) for target in graph.edges[field][falls]}
    if hold:
        found |= {(target, falls) for target in graph.edges[field][held]}
    return sorted(found)


class Plan(NamedTuple):
    """What a sweep runs over: choices by kind and row; of each window in turn, where it is stored and what follows."""

    starts: Narrow
    targets: Narrow
    group: Narrow
    lane: Narrow
    after: Narrow
    kind: Narrow
    draws: Narrow
