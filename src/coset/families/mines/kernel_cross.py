"""Crossing, compiled: the pairs of `naive._sweep` that say something new, in the same order.

Nearly all pairs say nothing, so they are looked at in bulk. A pair is looked at only if the two overlap (`having`), the
second is the greater number (`above`), and one of them has changed since they last met. Whether it has an exact result
follows from counts, without a branch, before any set is made. What is left is put in order and crossed. When this
changes a row that was known before, the rest of the order is made anew.
"""

import numpy as np

from coset.families.mines.kernel_rows import (
    CHANGED,
    COMMON,
    EXACTLY,
    FACT,
    FRESH,
    FULLY,
    HI,
    LIVE,
    LO,
    MANY,
    MET,
    MINES,
    NONE,
    PURGED,
    REST,
    ROWS,
    SAFES,
    SINCE,
    SIZE,
    STATUS,
    SWEEP,
    TIGHTER,
    Store,
    Whole,
    add,
    value,
)
from coset.kernels.bits import highest, lowest, popcount
from coset.kernels.jit import part


@part
def sweep(store: Store, column: Whole) -> Whole:
    """Cross pairs in their order, keeping exact results or all (EXACTLY or FULLY); how many inequalities are new."""
    before = store.heads[ROWS]
    store.heads[SWEEP] += 1
    for tag in range(MET, MET + 4):
        store.heads[tag] = 0
    lefts = _lefts(store)
    _look_above(store, before)
    for turn in range(lefts):
        x = store.order[turn]
        if store.of[x, MINES] < MANY:
            _cross_all(store, x, before, column, lefts)
        if store.heads[STATUS]:
            return 0
        store.of[x, EXACTLY] = store.heads[SWEEP]
        if column == FULLY:
            store.of[x, FULLY] = store.heads[SWEEP]
    return store.heads[ROWS] - before


@part
def _lefts(store: Store) -> Whole:
    """Put in order the fresh rows, or all if none is: by number of cells and then as they came."""
    span, which, found, most = (store.heads[ROWS] + 63) >> 6, LIVE, 0, store.counts.size
    for place in range(span):
        if store.sets[place, FRESH]:
            which = FRESH
    for size in range(most):
        store.counts[size] = 0
    for place in range(span):
        rest = store.sets[place, which]
        found += popcount(rest)
        while rest:
            store.counts[store.of[64 * place + lowest(rest), SIZE]] += 1
            rest &= rest - np.uint64(1)
    before = 0
    for size in range(most):
        before += store.counts[size]
        store.counts[size] = before - store.counts[size]
    for place in range(span):
        rest = store.sets[place, which]
        while rest:
            row = 64 * place + lowest(rest)
            rest &= rest - np.uint64(1)
            store.order[store.counts[store.of[row, SIZE]]] = row
            store.counts[store.of[row, SIZE]] += 1
    return found


@part
def sort(keys: Whole, first: Whole, many: Whole) -> None:
    """Sort so many numbers in place, from the first (Shell's way, with gaps that shrink to less than half)."""
    gap = 1 if many < 12 else many // 2
    while gap:
        for at in range(first + gap, first + many):
            key, to = keys[at], at
            while to >= first + gap and keys[to - gap] > key:
                keys[to] = keys[to - gap]
                to -= gap
            keys[to] = key
        gap = 1 if gap == 2 else gap * 5 // 11


@part
def _look_above(store: Store, rows: Whole) -> None:
    """For each cell, which rows have it or a cell above it."""
    for place in range((rows + 63) >> 6):
        above = np.uint64(0)
        for back in range(store.having.shape[1]):
            cell = store.having.shape[1] - 1 - back
            above |= store.having[place, cell]
            store.above[place, cell] = above


@part
def _cross_all(store: Store, x: Whole, rows: Whole, column: Whole, free: Whole) -> None:
    """Cross one row with all those before `rows` that are greater and overlap it, as far as one of the two is new.

    There is room in `store.order` from `free` on.
    """
    met, after = value(store, x, column), NONE
    if store.of[x, CHANGED] >= met or (column == FULLY and met <= store.heads[PURGED]):
        met = 0
    while True:
        tighter = store.heads[TIGHTER]
        end, turn = _partners(store, x, rows, column, met, free), free
        while turn < end and store.heads[TIGHTER] == tighter:
            key: Whole = store.order[turn]
            turn += 1
            if key > after and _greater(store, key & 0xFFFFFFFF, x):
                after = key
                _cross(store, x, key & 0xFFFFFFFF, column)
        if store.heads[TIGHTER] == tighter or store.heads[STATUS] or store.of[x, MINES] == MANY:
            return
        if store.of[x, CHANGED] == store.heads[SWEEP]:
            met = 0


@part
def _since(store: Store, rows: Whole, met: Whole) -> Whole:
    """The set of rows that changed in sweep `met` or later."""
    which, tag = SINCE + (met & 3), MET + (met & 3)
    if store.heads[tag] != met:
        store.heads[tag] = met
        for place in range((rows + 63) >> 6):
            found = np.uint64(0)
            for bit in range(min(64, rows - 64 * place)):
                found |= np.uint64(store.of[64 * place + bit, CHANGED] >= met) << np.uint64(bit)
            store.sets[place, which] = found
    return which


@part
def _partners(store: Store, x: Whole, rows: Whole, column: Whole, met: Whole, free: Whole) -> Whole:
    """Put in order rows to cross x with, all that are greater and some that are not; where they end."""
    words, end = store.cells.shape[1], free
    last = words - 1
    while store.cells[x, last] == np.uint64(0):
        last -= 1
    top = 64 * last + highest(store.cells[x, last])
    mines, safes = value(store, x, MINES), value(store, x, SAFES)
    new = _since(store, rows, met) if met else LIVE
    for place in range((rows + 63) >> 6):
        live = store.sets[place, LIVE] & store.sets[place, new] & store.above[place, top]
        if rows - 64 * place < 64:
            live &= (np.uint64(1) << np.uint64(rows - 64 * place)) - np.uint64(1)
        if live == np.uint64(0):
            continue
        overlap = np.uint64(0)
        for word in range(last + 1):
            rest = store.cells[x, word]
            while rest:
                overlap |= store.having[place, 64 * word + lowest(rest)]
                rest &= rest - np.uint64(1)
        live &= overlap
        while live:
            y = 64 * place + lowest(live)
            live &= live - np.uint64(1)
            both = popcount(store.cells[x, 0] & store.cells[y, 0])
            for word in range(1, last + 1):
                both += popcount(store.cells[x, word] & store.cells[y, word])
            store.order[end] = value(store, y, SIZE) << 32 | y
            enough = min(mines, value(store, y, MINES)) + min(safes, value(store, y, SAFES))
            end += np.int64(both >= enough or column == FULLY)
    sort(store.order, free, end - free)
    return end


@part
def _greater(store: Store, y: Whole, x: Whole) -> Whole:
    """Whether y is greater than x as a number, bit i standing for cell i."""
    word = store.cells.shape[1] - 1
    while word > 0 and store.cells[x, word] == store.cells[y, word]:
        word -= 1
    return store.cells[y, word] > store.cells[x, word]


@part
def _cross(store: Store, x: Whole, y: Whole, column: Whole) -> None:
    """What two overlapping inequalities say of their common cells and of the rest of each; exact results or all."""
    if store.of[y, MINES] == MANY:
        return
    both = 0
    for word in range(store.cells.shape[1]):
        both += popcount(store.cells[x, word] & store.cells[y, word])
    x_lo, x_hi, x_rest = value(store, x, LO), value(store, x, HI), value(store, x, SIZE) - both
    y_lo, y_hi, y_rest = value(store, y, LO), value(store, y, HI), value(store, y, SIZE) - both
    lo, hi = max(0, x_lo - x_rest, y_lo - y_rest), min(both, x_hi, y_hi)
    x_again = x_rest == 0 and lo == x_lo and hi == x_hi
    y_again = y_rest == 0 and lo == y_lo and hi == y_hi
    if (lo >= hi or column == FULLY) and not x_again and not y_again:
        _derive(store, x, y, COMMON, lo, hi)
    part_lo, part_hi = max(0, x_lo - hi), min(x_rest, max(0, x_hi - lo))
    if x_rest and (part_lo == part_hi or column == FULLY):
        _derive(store, x, y, REST, part_lo, part_hi)
    part_lo, part_hi = max(0, y_lo - hi), min(y_rest, max(0, y_hi - lo))
    if y_rest and (part_lo == part_hi or column == FULLY):
        _derive(store, y, x, REST, part_lo, part_hi)


@part
def _derive(store: Store, x: Whole, y: Whole, kind: Whole, lo: Whole, hi: Whole) -> None:
    """Add what two inequalities say of their common cells, or of those that only the first has."""
    row, flip = store.heads[ROWS], np.uint64(0) if kind == COMMON else ~np.uint64(0)
    for word in range(store.cells.shape[1]):
        store.cells[row, word] = store.cells[x, word] & (store.cells[y, word] ^ flip)
    add(store, lo, hi, kind, value(store, x, FACT), value(store, y, FACT))
