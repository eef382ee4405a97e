"""The inequalities that the engine knows: rows in the order in which they came, a hash table, and an index by cell.

A set of cells is a row of words: bit ``i % 64`` of word ``i // 64`` is cell ``i``. A set of rows is kept the same way:
`having[p, c]` is which of the rows 64p to 64p + 63 have cell c, and `sets[p]` has those that are LIVE, FRESH and so on.
A row that goes only leaves LIVE; now and then `tidy` closes the gaps.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from coset.kernels.bits import lowest, popcount
from coset.kernels.jit import part

Words: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]
Small: TypeAlias = npt.NDArray[np.int32]
Whole: TypeAlias = Any
"""A number of 64 bits, or a truth; of numpy when compiled, of Python otherwise."""

ROWS, ALIVE, ADDED, TIGHTER, SWEEP, PURGED, SLOTS, ROUND, LOGGED, STATUS, MET = range(11)
"""Places in `Store.heads`: rows that were taken and those that live; how often a row came or its bounds changed, and
how often it was only that; the number of this sweep, and of the last one before the inexact rows went; slots in use;
for the log, the round and the lines; whether all is well; and from there, which of the sets SINCE were made."""
FINE, FULL, CONTRADICTION = 0, 1, 2
"""What `heads[STATUS]` says."""
MINES, SAFES, LO, HI, SIZE, CHANGED, EXACTLY, FULLY, FACT = range(9)
"""Columns of `Store.of`: the most mines and the most safe cells it can have, as `_bound` puts them; the bounds; the
number of cells; the sweep in which it last changed; those in which it was last the left side (exactly, or with all
results kept); its line in the log."""
LIVE, FRESH, LOOSE, SURE, SINCE = range(5)
"""Sets of rows: those that count, that are fresh, inexact, or trivial; and four that changed since some sweep."""
HINT, NUMBER, COMMON, REST, LEFT = (np.int64(kind) for kind in range(5))
"""Where a line of the log came from: a hint, a shown number, two that overlap (what they share, what only one has),
what was left when cells became known. Typed, for a plain constant as an argument has the callee compiled once more."""
NONE = np.int64(-1)
MANY = 1 << 20
FEWEST_SLOTS = 128


class Store(NamedTuple):
    """Room for the rows, and to work in; the log, which may have no room, says where each row came from."""

    cells: Words
    of: Small
    slots: Small
    heads: Ints
    sets: Words
    having: Words
    above: Words
    order: Ints
    counts: Ints
    log: Ints
    log_cells: Words


@part
def clear(store: Store) -> None:
    """Nothing is known."""
    for head in range(store.heads.size):
        store.heads[head] = 0
    _clear_slots(store, FEWEST_SLOTS)


@part
def _clear_slots(store: Store, slots: Whole) -> None:
    store.heads[SLOTS] = slots
    for slot in range(slots):
        store.slots[slot] = -1


@part
def _slot(store: Store, row: Whole) -> Whole:
    """Where the set of cells in this row is in the table, or the free slot where it belongs."""
    spread = store.cells[row, 0] * np.uint64(0x9E3779B97F4A7C15)
    for word in range(1, store.cells.shape[1]):
        spread = (spread ^ (spread >> np.uint64(29)) ^ store.cells[row, word]) * np.uint64(0x9E3779B97F4A7C15)
    last = store.heads[SLOTS] - 1
    slot = np.int64(spread >> np.uint64(32)) & last
    while store.slots[slot] >= 0 and not _same(store, np.int64(store.slots[slot]), row):
        slot = (slot + 1) & last
    return slot


@part
def _same(store: Store, at: Whole, row: Whole) -> Whole:
    """Whether these rows have the same cells, and the first still lives."""
    word = 0
    while word < store.cells.shape[1] and store.cells[at, word] == store.cells[row, word]:
        word += 1
    return word == store.cells.shape[1] and _has(store, LIVE, at)


@part
def _has(store: Store, which: Whole, row: Whole) -> Whole:
    """Whether a set of rows has this one."""
    return (store.sets[row >> 6, which] >> np.uint64(row & 63)) & np.uint64(1) != np.uint64(0)


@part
def _put(store: Store, which: Whole, row: Whole, into: Whole) -> None:
    """Put a row into a set of rows, or take it out."""
    bit = np.uint64(1) << np.uint64(row & 63)
    if into:
        store.sets[row >> 6, which] |= bit
    else:
        store.sets[row >> 6, which] &= ~bit


@part
def value(store: Store, row: Whole, column: Whole) -> Whole:
    """A column of a row, as a number of 64 bits."""
    return np.int64(store.of[row, column])


@part
def add(store: Store, lo: Whole, hi: Whole, kind: Whole, first: Whole, second: Whole) -> None:
    """Add the inequality whose cells are in the first free row, and write down where it came from."""
    slot, old = _slot(store, store.heads[ROWS]), NONE
    row = np.int64(store.slots[slot])
    if row >= 0:
        if lo <= store.of[row, LO] and hi >= store.of[row, HI]:
            return
        lo, hi = max(lo, value(store, row, LO)), min(hi, value(store, row, HI))
        old = value(store, row, FACT)
        store.heads[TIGHTER] += 1
        for which in range(SINCE, SINCE + 4):
            _put(store, which, row, True)
    elif store.heads[ROWS] + 2 < store.cells.shape[0]:
        row = _take(store, slot)
    else:
        store.heads[STATUS] = FULL
        return
    _bound(store, row, lo, hi)
    store.of[row, CHANGED] = store.heads[SWEEP]
    store.heads[ADDED] += 1
    _put(store, FRESH, row, True)
    if store.log.shape[0]:
        _note(store, row, kind, first, second, old)


@part
def _take(store: Store, slot: Whole) -> Whole:
    """Make the first free row one of the inequalities."""
    row = store.heads[ROWS]
    store.slots[slot] = row
    place, bit, size = row >> 6, np.uint64(1) << np.uint64(row & 63), 0
    if row & 63 == 0:
        for cell in range(store.having.shape[1]):
            store.having[place, cell] = np.uint64(0)
        for which in range(store.sets.shape[1]):
            store.sets[place, which] = np.uint64(0)
    for word in range(store.cells.shape[1]):
        rest = store.cells[row, word]
        while rest:
            store.having[place, 64 * word + lowest(rest)] |= bit
            rest &= rest - np.uint64(1)
            size += 1
    store.sets[place, LIVE] |= bit
    store.of[row, SIZE] = size
    store.of[row, EXACTLY] = 0
    store.of[row, FULLY] = 0
    store.of[row, FACT] = -1
    store.heads[ROWS] += 1
    store.heads[ALIVE] += 1
    if 2 * store.heads[ROWS] > store.heads[SLOTS]:
        _clear_slots(store, 2 * store.heads[SLOTS])
        for known in range(store.heads[ROWS]):
            if _has(store, LIVE, known):
                store.slots[_slot(store, known)] = known
    return row


@part
def _bound(store: Store, row: Whole, lo: Whole, hi: Whole) -> None:
    """Set the bounds of a row, and what crossing asks of it.

    Two rows with c cells in common say exactly how many mines these have if c is at least the most mines plus the most
    safe cells that they can have, by the tighter of the two each; or if one of the two is trivial. A row that is big
    and busy is not crossed.
    """
    size = value(store, row, SIZE)
    mines, safes = hi, size - lo
    if size > 9 and lo > 3:
        mines, safes = MANY, MANY
    elif mines <= 0 or safes <= 0:
        mines, safes = -MANY, -MANY
    store.of[row, MINES] = mines
    store.of[row, SAFES] = safes
    store.of[row, LO] = lo
    store.of[row, HI] = hi
    _put(store, LOOSE, row, lo != hi)
    _put(store, SURE, row, hi == 0 or lo == size)
    if lo > hi:
        store.heads[STATUS] = CONTRADICTION


@part
def _note(store: Store, row: Whole, kind: Whole, first: Whole, second: Whole, old: Whole) -> None:
    """Write down where an inequality came from."""
    line = store.heads[LOGGED]
    if line < store.log.shape[0]:
        store.heads[LOGGED] += 1
        store.of[row, FACT] = line
        store.log[line, 0] = store.of[row, LO]
        store.log[line, 1] = store.of[row, HI]
        store.log[line, 2] = kind
        store.log[line, 3] = first
        store.log[line, 4] = second
        store.log[line, 5] = old
        store.log[line, 6] = store.heads[ROUND]
        for word in range(store.cells.shape[1]):
            store.log_cells[line, word] = store.cells[row, word]
    else:
        store.heads[STATUS] = FULL


@part
def drop(store: Store, place: Whole, gone: Whole) -> None:
    """These of the rows 64 * place to 64 * place + 63 go."""
    store.heads[ALIVE] -= popcount(store.sets[place, LIVE] & gone)
    for which in range(SINCE):
        store.sets[place, which] &= ~gone


@part
def stale(store: Store) -> None:
    """No row is fresh."""
    for place in range((store.heads[ROWS] + 63) >> 6):
        store.sets[place, FRESH] = np.uint64(0)


@part
def tidy(store: Store) -> None:
    """Close the gaps that rows left, if they are many; no row may be fresh."""
    rows = store.heads[ROWS]
    if rows < 64 or rows < 2 * store.heads[ALIVE]:
        return
    slots = FEWEST_SLOTS
    while slots < 4 * store.heads[ALIVE]:
        slots *= 2
    _clear_slots(store, slots)
    store.heads[ROWS] = 0
    store.heads[ALIVE] = 0
    for place in range((rows + 63) >> 6):
        live = store.sets[place, LIVE]
        while live:
            at = 64 * place + lowest(live)
            live &= live - np.uint64(1)
            _move(store, at)


@part
def _move(store: Store, at: Whole) -> None:
    """A row goes to the first free one, which is not behind it."""
    row = store.heads[ROWS]
    for word in range(store.cells.shape[1]):
        store.cells[row, word] = store.cells[at, word]
    changed, exactly, fully = store.of[at, CHANGED], store.of[at, EXACTLY], store.of[at, FULLY]
    lo, hi, fact = value(store, at, LO), value(store, at, HI), store.of[at, FACT]
    _take(store, _slot(store, row))
    _bound(store, row, lo, hi)
    store.of[row, CHANGED] = changed
    store.of[row, EXACTLY] = exactly
    store.of[row, FULLY] = fully
    store.of[row, FACT] = fact
