"""The engine of inequalities, compiled: the rounds of `naive.follow`, with the same lists in the same order.

`kernel_rows.py` holds the inequalities, `kernel_cross.py` crosses them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coset.families.mines.kernel_cross import sort, sweep
from coset.families.mines.kernel_rows import (
    ADDED,
    ALIVE,
    CONTRADICTION,
    EXACTLY,
    FACT,
    FINE,
    FULL,
    FULLY,
    HI,
    HINT,
    LEFT,
    LIVE,
    LO,
    LOOSE,
    NONE,
    NUMBER,
    PURGED,
    ROUND,
    ROWS,
    SIZE,
    STATUS,
    SURE,
    SWEEP,
    Ints,
    Store,
    Whole,
    Words,
    add,
    clear,
    drop,
    stale,
    tidy,
    value,
)
from coset.kernels.bits import lowest, popcount
from coset.kernels.jit import bare, part


class Board(NamedTuple):
    """A board as arrays: neighbours, shown numbers, hints with their mines (-1: none), and the cells that are known."""

    around: Words
    shown: Ints
    hints: Words
    mines: Ints
    safe: Words
    flagged: Words


class Found(NamedTuple):
    """What comes out: the rounds of each step, letters of the rounds, and what each step found.

    `known` has the safe cells, the mines, and three rows to work in.
    """

    steps: Ints
    letters: npt.NDArray[np.uint8]
    safe: Words
    mines: Words
    known: Words


@part
def _purge(store: Store) -> None:
    """The inexact rows go, and what was crossed fully may have to be so again."""
    for place in range((store.heads[ROWS] + 63) >> 6):
        if store.sets[place, LOOSE]:
            drop(store, place, store.sets[place, LOOSE])
    store.heads[PURGED] = store.heads[SWEEP]


@part
def _reduce(store: Store, known: Words) -> Whole:
    """Replace each inequality that touches what is newly known (rows 3 and 4) by what is left, the largest first."""
    words, before, touched = known.shape[1], store.heads[ALIVE], 0
    for place in range((store.heads[ROWS] + 63) >> 6):
        gone = np.uint64(0)
        for word in range(words):
            rest = known[3, word] | known[4, word]
            while rest:
                gone |= store.having[place, 64 * word + lowest(rest)]
                rest &= rest - np.uint64(1)
        gone &= store.sets[place, LIVE]
        if gone:
            drop(store, place, gone)
        while gone:
            row = 64 * place + lowest(gone)
            gone &= gone - np.uint64(1)
            store.order[touched] = -value(store, row, SIZE) << 32 | row
            touched += 1
    sort(store.order, 0, touched)
    for turn in range(touched):
        _rest(store, store.order[turn] & 0xFFFFFFFF, known)
    return abs(store.heads[ALIVE] - before)


@part
def _rest(store: Store, row: Whole, known: Words) -> None:
    """Add what is left of a row."""
    flagged, left, new = 0, 0, store.heads[ROWS]
    for word in range(known.shape[1]):
        rest = store.cells[row, word] & ~(known[3, word] | known[4, word])
        flagged += popcount(store.cells[row, word] & known[4, word])
        left += popcount(rest)
        store.cells[new, word] = rest
    lo, hi = value(store, row, LO), value(store, row, HI)
    if left:
        add(store, min(max(lo - flagged, 0), left), min(hi - flagged, left), LEFT, value(store, row, FACT), NONE)
    elif lo > flagged or hi < flagged:
        store.heads[STATUS] = CONTRADICTION


@part
def _trivial(store: Store, known: Words) -> Whole:
    """Collect in rows 3 and 4 what is certain: cells of inequalities without mines, and those full of them."""
    words, found = known.shape[1], False
    for word in range(words):
        known[3, word] = np.uint64(0)
        known[4, word] = np.uint64(0)
    for place in range((store.heads[ROWS] + 63) >> 6):
        sure = store.sets[place, SURE]
        while sure:
            row = 64 * place + lowest(sure)
            sure &= sure - np.uint64(1)
            found = True
            for word in range(words):
                known[3 if store.of[row, HI] == 0 else 4, word] |= store.cells[row, word]
    for word in range(words):
        if known[3, word] & known[4, word]:
            store.heads[STATUS] = CONTRADICTION
    return found


@part
def _reveal(store: Store, board: Board, known: Words) -> Whole:
    """Add what the cells in row 2, newly revealed, show."""
    before, words = store.heads[ALIVE], known.shape[1]
    for word in range(words):
        rest = known[2, word]
        known[2, word] = np.uint64(0)
        while rest:
            cell = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if board.shown[cell] < 0:
                continue
            number, left, row = board.shown[cell], np.uint64(0), store.heads[ROWS]
            for at in range(words):
                number -= popcount(board.around[cell, at] & known[1, at])
                store.cells[row, at] = board.around[cell, at] & ~(known[0, at] | known[1, at])
                left |= store.cells[row, at]
            if left:
                add(store, number, number, NUMBER, cell, NONE)
    return store.heads[ALIVE] - before


@part
def _start(store: Store, board: Board, known: Words) -> None:
    """The hints less what is known, and row 2 (new), 0 (safe) and 1 (mines) of what is known."""
    clear(store)
    words = known.shape[1]
    for word in range(words):
        known[0, word] = board.safe[word]
        known[1, word] = board.flagged[word]
        known[2, word] = board.safe[word]
    for hint in range(board.mines.size):
        left, row, number = np.uint64(0), store.heads[ROWS], board.mines[hint]
        for word in range(words):
            number -= popcount(board.hints[hint, word] & board.flagged[word])
            store.cells[row, word] = board.hints[hint, word] & ~(board.safe[word] | board.flagged[word])
            left |= store.cells[row, word]
        if left and board.mines[hint] >= 0:
            add(store, number, number, HINT, hint, NONE)


@bare
def follow(store: Store, board: Board, inexact: Whole, found: Found) -> tuple[Whole, Whole, Whole, Whole, Whole]:
    """Run the engine: whether it solves the board; how many steps and rounds; a contradiction? no more room?"""
    words = found.known.shape[1]
    _start(store, board, found.known)
    allowed, counter, change, steps, rounds = inexact, 0, 1, 0, 0
    while store.heads[ALIVE] and (change or store.heads[ADDED]) and not store.heads[STATUS]:
        store.heads[ADDED] = 0
        store.heads[ROUND] = rounds
        stale(store)
        tidy(store)
        change = _reveal(store, board, found.known)
        grown = sweep(store, EXACTLY)
        change += grown
        if grown:
            stale(store)
        counter += 1
        rounds += 1
        found.letters[rounds % found.letters.size] = np.uint8(0) if change else np.uint8(1)
        if change:
            allowed = inexact
            _purge(store)
        elif allowed == 0:
            break
        else:
            allowed -= 1
            change += sweep(store, FULLY)
        if not store.heads[STATUS] and _trivial(store, found.known):
            for word in range(words):
                found.safe[steps, word] = found.known[3, word]
                found.mines[steps, word] = found.known[4, word]
                found.known[0, word] |= found.known[3, word]
                found.known[1, word] |= found.known[4, word]
                found.known[2, word] = found.known[3, word]
            change += _reduce(store, found.known)
            found.steps[steps] = counter
            found.letters[rounds % found.letters.size] |= np.uint8(2)
            steps += 1
            counter = 0
    if counter and store.heads[ALIVE]:
        found.steps[steps] = counter
        for word in range(words):
            found.safe[steps, word] = np.uint64(0)
            found.mines[steps, word] = np.uint64(0)
        steps += 1
    status = store.heads[STATUS]
    solved = store.heads[ALIVE] == 0 and status == FINE
    return solved, steps, rounds, status == CONTRADICTION, status == FULL
