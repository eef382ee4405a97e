"""What can be said before a board is solved: how long it may take, and how likely it is lost. Both are estimates and
shown as such."""

import math
import os

from coset.families.nim.rules import Position, placements
from coset.families.nim.shapes import SEED_SET, shapes_of

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
    """About how many positions a search for all winning moves will look at.

    The logarithm is fitted to 29 boards of 20 to 64 cells, dominoes and tetrominoes, both ways to play: the greatest
    length of a game, times numbers for how many moves there are and how many of all that as many cells could have.
    For 23 of them it is within a factor of 4, for 28 within 10.

    >>> from coset.families.nim.rules import parse
    >>> nodes(parse("6x6")) < nodes(parse("6x6:D")) < nodes(parse("7x8")) < nodes(parse("8x8"))
    True
    """
    found = list(placements(position))
    if not found:
        return 1.0
    alive = 0
    for _, cells in found:
        alive |= cells
    shapes, cells_in_play = shapes_of(position.shapes), alive.bit_count()
    longest = cells_in_play / min(len(shape.cells) for shape in shapes)
    share = len(found) / (cells_in_play * len(shapes))
    guess = longest * (0.169 * math.log(len(found)) + 0.278 * math.log(share)) + (1.76 if position.misere else 3.09)
    return math.exp(min(700.0, guess))


def seconds(position: Position) -> float:
    """About how many seconds that takes."""
    return nodes(position) * 5e-6


def counted(position: Position) -> bool:
    """Whether `share_lost` was counted on such boards: tetrominoes in misère play."""
    return position.misere and position.shapes == SEED_SET


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
