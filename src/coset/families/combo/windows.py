"""Windows: what the player sees of the queue, and the set left in the bag.

A window is L >= 1 pieces, the first of which falls next, and a bag, a set of pieces as a 7-bit mask. An empty bag is
refilled when the next piece is drawn; a random sequence has a bag that is always full. The key of a window is ``bag *
7**L`` plus its pieces as digits of base 7, the first piece the highest digit.

Windows that differ only in the piece drawn last are a **group**: what can follow one window is one whole group. A
group has a slot (its **lane**) for each piece that may have been drawn, so that the mean over the draws is a sum
along one line of memory.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

FULL = 127
LANES = 8
MIRROR_PIECE = np.array([0, 1, 2, 4, 3, 6, 5])


@dataclass(frozen=True, eq=False)
class Windows:
    """All windows of a length, ascending by key, and their groups.

    keys, bag, first: of each window. group, lane: where it is stored. after: the group that follows it.
    draws: how many pieces may have been drawn, by group. group_keys: bag before the draw, then the pieces but the last.
    """

    length: int
    bags: bool
    keys: Ints
    bag: Ints
    first: Ints
    group: Ints
    lane: Ints
    after: Ints
    draws: Ints
    group_keys: Ints


def mirror_bag(bag: Ints) -> Ints:
    """The bags with S and Z, and J and L, changed."""
    image: Ints = np.zeros_like(bag)
    for k in range(7):
        image |= (bag >> k & 1) << MIRROR_PIECE[k]
    return image


def mirror_keys(keys: Ints, length: int) -> Ints:
    """The keys of the mirror images."""
    image: Ints = mirror_bag(keys // 7**length) * 7**length
    for place in range(length):
        image += MIRROR_PIECE[keys // 7**place % 7] * 7**place
    return image


def distinct(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The values that occur, ascending: `np.unique`, without the 12 ms that its first call takes to import.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    flat = np.sort(values, axis=None)
    first = np.ones(len(flat), bool)
    np.not_equal(flat[1:], flat[:-1], out=first[1:])
    found: npt.NDArray[Any] = flat[first]
    return found


def _drawn(keys: Ints, length: int, bags: bool) -> Ints:
    """All windows one piece longer."""
    bag, pieces = keys // 7**length, keys % 7**length
    found = []
    for k in range(7):
        may = bag >> k & 1 == 1
        left = bag[may] & ~(1 << k) if bags else bag[may]
        found.append(left * 7 ** (length + 1) + pieces[may] * 7 + k)
    return distinct(np.concatenate(found))


def refilled(bag: Ints) -> Ints:
    """The bag from which the next piece is drawn."""
    return np.where(bag == 0, FULL, bag)


def windows(length: int, bags: bool) -> Windows:
    """All windows of `length` pieces.

    >>> [len(windows(length, bags=True).keys) for length in (1, 2, 3)]
    [448, 1393, 3948]
    """
    keys = np.arange(1, FULL + 1) if bags else np.array([FULL])
    for have in range(length):
        power = 7**have
        keys = _drawn(refilled(keys // power) * power + keys % power, have, bags)
    bag, pieces = keys // 7**length, keys % 7**length
    rest = 7 ** (length - 1)
    last, first = pieces % 7, pieces // rest
    before = bag | 1 << last if bags else bag
    group_of = before * rest + pieces // 7
    group_keys = distinct(group_of)
    after = np.searchsorted(group_keys, refilled(bag) * rest + pieces % rest)
    draws = np.array([int(b).bit_count() for b in group_keys // rest])
    group = np.searchsorted(group_keys, group_of)
    return Windows(length, bags, keys, bag, first, group, last, after, draws, group_keys)
