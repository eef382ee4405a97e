"""Groups: the coarsest partition of the states in which the members of a group have the same future.

Two states are together iff the distributions over *sets of groups of their continuations* are equal. A group is named
by a 64-bit code of what follows, made of the codes of the round before; so a round is one sweep, no table of groups
is kept, and the groups are counted by sorting. Two codes that are equal by chance can only put together what a later
round, with another salt, would part again; so the last two rounds of equal count settle it, and a further round with
other codes for the groups checks the result.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from coset.errors import CosetError
from coset.families.combo.systems import Array, System
from coset.families.combo.windows import Ints, distinct

Progress = Callable[[float, float | None], None]
SALT = 0x9E3779B97F4A7C15


@dataclass(frozen=True, eq=False)
class Partition:
    """`rounds`: how many groups after each round. `groups`: the group of each state, from 0; -1 in lanes not used.

    `members`: the first state of each group; groups are numbered in the order of their first states in a sweep.
    """

    rounds: tuple[int, ...]
    groups: Array
    members: Ints

    @property
    def count(self) -> int:
        """How many groups there are."""
        return self.rounds[-1]


def refine(system: System, progress: Progress | None = None) -> Partition:
    """The coarsest partition of a system, with the number of groups after each round (the first has one)."""
    old, new = system.full(1, np.uint64), system.blank(np.uint64)
    rounds = [1]
    while True:
        system.code(old, new, _salt(len(rounds)))
        names = distinct(new)
        names = names[int(names[0] == 0) :]  # 0 is in the lanes that no draw leads to
        rounds.append(len(names))
        old, new = new, old
        if progress is not None:
            progress(len(rounds), None)
        if rounds[-1] == rounds[-2]:
            break
    groups = numbered(old, names)
    del old
    _check(system, groups, new, len(names))
    members = system.first_members(groups, len(names))
    order = np.argsort(members)
    rank = np.empty(len(names) + 1, np.int32)
    rank[order] = np.arange(len(names))
    rank[-1] = -1
    return Partition(tuple(rounds), rank[groups], members[order])


def _salt(number: int) -> int:
    return SALT * (2 * number + 1) & (1 << 64) - 1


def numbered(codes: Array, names: Array) -> Array:
    """The number of each code among the names; -1 for code 0."""
    groups = np.empty(codes.shape, np.int32)
    for block in range(0, len(codes), max(1, len(codes) // 64)):
        part = slice(block, block + max(1, len(codes) // 64))
        groups[part] = np.searchsorted(names, codes[part])
        groups[part][codes[part] == 0] = -1
    return groups


def _check(system: System, groups: Array, scratch: Array, count: int) -> None:
    """A round from other codes must part no group and join no two."""
    fresh = np.random.default_rng(SALT).integers(1, 2**64, count + 1, np.uint64)
    fresh[-1] = 0
    codes = fresh[groups]
    system.code(codes, scratch, _salt(0))
    one_of = np.zeros(count + 1, np.uint64)
    one_of[groups] = scratch
    if not np.array_equal(one_of[groups], scratch) or len(np.unique(one_of[:-1])) != count:
        raise CosetError("two codes met by chance, so the groups are not certain; please report this")
