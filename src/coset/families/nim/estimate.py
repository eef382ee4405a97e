"""What can be said before a board is solved: how long it may take, and how likely it is lost. Both are estimates and shown as such."""

import math
import os

from coset.families.nim.rules import Position, placements

LONG = 5.0
"""Seconds from which a search is long: it is said before, and all processors are used."""


def nodes(position: Position) -> float:
    """About how many positions a search for all winning moves will look at."""
    found = list(placements(position))
    alive = 0
    for _, cells in found:
        alive |= cells
    return math.exp(0.17 * alive.bit_count() + 0.009 * len(found) - 2.0)


def seconds(position: Position) -> float:
    """About how many seconds that takes."""
    return nodes(position) * 1.2e-5


def threads(position: Position) -> int:
    """How many threads are worth it."""
    return (os.cpu_count() or 1) if seconds(position) > LONG else 1
