"""Making levels, compiled: annealing to a score, and boards of minesweeper that need no guess.

Random numbers come from one word of state, so that a seed makes the same levels everywhere.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from coset.families.mines.kernel import Board, Found, follow
from coset.families.mines.kernel_rows import Ints, Store, Whole, Words
from coset.kernels.bits import popcount
from coset.kernels.jit import kernel
from coset.kernels.table import mix
from coset.kernels.watch import DONE, STOP

Signs: TypeAlias = npt.NDArray[np.int8]
Real: TypeAlias = Any

SAFE, MINE, SECRET = 0, 1, 2
HIDDEN, OPEN, FLAGGED = 0, 1, 2
HOT, COLD = 15.0, 2.5
"""How much worse a level may be than the one before it, at most, at the first and at the last try."""


@kernel
def below(state: Words, limit: Whole) -> Whole:
    """A random number from 0 to limit - 1."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return np.int64(mix(state[0]) >> np.uint64(33)) % limit


@kernel
def _put(board: Board, signs: Signs, shape: Words, rest: Whole) -> None:
    """Set what cells show and hints say from the signs; `rest` is the hint of cells without a colour, or -1.

    `shape[0]` are the mines, `shape[1]` the coloured cells.
    """
    one = np.uint64(1)
    words = shape.shape[1]
    for word in range(words):
        shape[0, word] = np.uint64(0)
    for cell in range(signs.size):
        if signs[cell] == MINE:
            shape[0, cell >> 6] |= one << np.uint64(cell & 63)
    for cell in range(signs.size):
        board.shown[cell] = -1
        if signs[cell] == SAFE:
            number = 0
            for word in range(words):
                number += popcount(board.around[cell, word] & shape[0, word])
            board.shown[cell] = number
    coloured = 0
    for word in range(words):
        coloured += popcount(shape[1, word] & shape[0, word])
    for hint in range(board.mines.size):
        number = 0
        for word in range(words):
            number += popcount(board.hints[hint, word] & shape[0, word])
        board.mines[hint] = number if hint != rest or coloured else -1


@kernel
def _score(found: Found, solved: Whole, steps: Whole, cells: Whole) -> Real:
    """The smooth score of a solved level; of others, less the more cells stay unknown."""
    if not solved:
        known = 0
        for word in range(found.known.shape[1]):
            known += popcount(found.known[0, word] | found.known[1, word])
        return -1.0 - (cells - known) / cells
    if steps < 2:
        return -0.5
    total = 0.0
    for step in range(steps - 1):
        low = min(found.steps[step], found.steps[step + 1])
        high = max(found.steps[step], found.steps[step + 1])
        total += low * (high - 1) / (high - low + 1)
    return total


@kernel
def _change(board: Board, signs: Signs, shape: Words, state: Words, settings: Ints) -> None:
    """Give one to three cells new signs."""
    fixed, secrets, rest = settings[0], settings[3], settings[4]
    for _ in range(1 + below(state, 3)):
        cell = fixed + below(state, signs.size - fixed)
        sign = below(state, 100)
        signs[cell] = MINE if sign < 40 else SECRET if sign < 40 + secrets else SAFE
    _put(board, signs, shape, rest)


@kernel
def anneal(
    store: Store,
    board: Board,
    found: Found,
    signs: Signs,
    kept: Signs,
    shape: Words,
    state: Words,
    watch: Ints,
    settings: Ints,
    bounds: npt.NDArray[np.float64],
) -> Real:
    """Look for a level with a score in the bounds, and leave it in `kept`; the last score.

    Signs are changed a few at a time, and a change stays if the level is not much further from the bounds than before:
    how much is drawn anew each time, and less and less as tries go by. Unsolved levels are to get solved.
    Nothing but sums and products, so that a seed makes the same levels on every machine.
    `settings`: how many cells, from the first, stay; tries; inexact rounds; percent of secrets; hint of the rest.
    """
    tries, inexact, worth, turn = settings[1], settings[2], -3.0, 0
    score = -3.0
    while turn < tries and not (bounds[0] <= score <= bounds[1]) and watch[STOP] == 0:
        _change(board, signs, shape, state, settings)
        solved, steps, _, _, _ = follow(store, board, inexact, found)
        score = _score(found, solved, steps, signs.size)
        new = min(score, 2 * bounds[1] - score)
        left, luck = (tries - turn) / tries, below(state, 1 << 20) / (1 << 20)
        slack = (COLD + (HOT - COLD) * left * left) * luck * luck * luck * luck
        if new >= worth - (slack if worth > 0 else slack / 50):
            worth = new
            kept[:] = signs
        else:
            signs[:] = kept
        turn += 1
        watch[DONE] += 1
    return score
