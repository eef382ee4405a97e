"""What can be said before a board is solved: how long it may take, and how likely it is lost. Both are estimates and
shown as such."""

import math
import os

from coset.families.nim.rules import Position, placements

LOST_SHARES = (
    0,
    0,
    0,
    0,
    100,
    100,
    100,
    100,
    1,
    0,
    0,
    0,
    44,
    61,
    71,
    76,
    59,
    41,
    28,
    14,
    7,
    7,
    11,
    11,
    21,
    25,
    35,
    41,
    44,
    40,
    29,
    11,
    10,
    9,
    9,
    14,
    18,
    29,
    25,
    27,
    31,
    19,
    13,
    11,
    9,
    8,
    10,
    9,
    12,
    18,
    16,
    14,
    11,
    8,
    4,
    5,
    5,
    7,
    10,
    7,
)
"""Of 100 boards left by random play on 10x10 in misère play with n cells in play, how many were lost (`bench/nim.py
--shares`). It goes up and down with n; beyond the end the last period is repeated, which is a guess."""
PERIOD = 14

LONG = 5.0
"""Seconds from which a search is long: it is said before, and all processors are used."""


def nodes(position: Position) -> float:
    """About how many positions a search for all winning moves will look at: within a factor of 4 of those measured."""
    found = list(placements(position))
    alive = 0
    for _, cells in found:
        alive |= cells
    return math.exp(min(700.0, 0.1 * alive.bit_count() + 0.0165 * len(found) - 0.3))


def seconds(position: Position) -> float:
    """About how many seconds that takes."""
    return nodes(position) * 6e-6


def share_lost(position: Position) -> float:
    """About how likely it is that the player to move loses, from the number of cells in play alone.

    >>> from coset.families.nim.rules import parse
    >>> share_lost(parse("2x2")), share_lost(parse("3x3")) < 0.1
    (1.0, True)
    """
    alive = 0
    for _, cells in placements(position):
        alive |= cells
    count = alive.bit_count()
    while count >= len(LOST_SHARES):
        count -= PERIOD
    return LOST_SHARES[count] / 100


def spoken(seconds: float) -> str:
    """A time as it is said.

    >>> spoken(7), spoken(400), spoken(9000), spoken(10**9)
    ('7 seconds', '7 minutes', '2.5 hours', 'more than a year')
    """
    if seconds > 3.2e7:
        return "more than a year"
    if seconds > 172800:
        return f"{seconds / 86400:,.0f} days"
    if seconds > 5400:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{seconds:.0f} seconds"


def threads(position: Position) -> int:
    """How many threads are worth it."""
    return (os.cpu_count() or 1) if seconds(position) > LONG else 1
