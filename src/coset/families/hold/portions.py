"""Queues in portions: those of the same pieces together.

Where all queues of a question have the same pieces, a board with empty cells that these can't tile is dropped at once.
`*p7,*p4` has 35 portions of 120,960 queues each, and all of them together take less than one search for all.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from coset.families.hold.rules import Position
from coset.stacking.queues import Queues, counted

MOST_PORTIONS = 128
"""With more of them, all queues are one portion."""
FEW = 7
"""With more pieces to place, portions pay."""
LOW = 6
"""In a field of more lines there are many ways to lie apart: too many tilings to look at early, and without hold
portions would cost more than they save."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Some of the queues, and their numbers among all."""

    queues: Queues
    numbers: npt.NDArray[np.int64]


def in_portions(given: Position, every: Queues) -> bool:
    """Whether the queues of a position are taken in more than one portion: elsewhere one is faster."""
    pays = given.pieces > FEW and (given.hold or len(given.standing) <= LOW)
    return pays and len(next(iter(_pieces_to_come(every)), ())) > 1


def portions_of(given: Position, every: Queues) -> list[Portion]:
    """The queues of a position in portions, or as one where that is faster."""
    return portions(every) if in_portions(given, every) else [Portion(every, np.arange(every.total))]


def is_portion(every: Queues) -> bool:
    """Whether all queues have the same pieces."""
    to_come = _pieces_to_come(every)
    return bool(to_come) and len(to_come[0]) == 1


def portions(every: Queues) -> list[Portion]:
    """The queues by the pieces that they are made of.

    >>> from coset.stacking.queues import pattern, queues
    >>> [len(part.numbers) for part in portions(queues(pattern("[TI],[TO]"), 2))]
    [1, 1, 1, 1]
    """
    to_come = _pieces_to_come(every)
    if len(to_come) < 2:
        return [Portion(every, np.arange(every.total))]
    return [_portion(every, to_come, pieces) for pieces in sorted(to_come[0])]


def _pieces_to_come(every: Queues) -> list[set[int]]:
    """[state]: the pieces of each queue that goes on from there, as numbers of four bits a piece; [] if these are
    too many."""
    to_come: list[set[int]] = [set() for _ in every.after]
    for state in range(len(every.after) - 1, -1, -1):
        if every.depth[state] == every.length:
            to_come[state] = {0}
        for kind, then in enumerate(every.after[state]):
            if then >= 0:
                to_come[state] |= {pieces + (1 << 4 * kind) for pieces in to_come[then]}
        if len(to_come[state]) > MOST_PORTIONS:
            return []
    return to_come


def _portion(every: Queues, to_come: list[set[int]], pieces: int) -> Portion:
    known = {(0, pieces): 0}
    todo = [(0, pieces)]
    after: list[list[int]] = []
    for state, left in todo:
        after.append([-1] * 7)
        for kind, then in enumerate(every.after[state]):
            fewer = left - (1 << 4 * kind)
            if then >= 0 and fewer in to_come[then]:
                if (then, fewer) not in known:
                    known[then, fewer] = len(known)
                    todo.append((then, fewer))
                after[-1][kind] = known[then, fewer]
    numbers: list[npt.NDArray[np.int64]] = [np.zeros(1, np.int64)] * len(todo)
    for own in range(len(todo) - 1, -1, -1):
        first = every.first[todo[own][0]]
        parts = [numbers[then] + first[kind] for kind, then in enumerate(after[own]) if then >= 0]
        if parts:
            numbers[own] = np.concatenate(parts)
    return Portion(counted(every.length, after, [every.depth[state] for state, _ in todo]), numbers[0])
