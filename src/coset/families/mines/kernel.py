"""The engine of inequalities, compiled: the rounds of `naive.follow`, with the same lists in the same order.

A set of cells is a row of words: bit ``i % 64`` of word ``i // 64`` is cell ``i``. Three things save nearly all of the
work. A pair that was crossed is crossed again only when one of the two has changed since (STAMP, EXACTLY, FULLY). The
inequalities that overlap one are found by bitsets, one for each cell, of the inequalities that have it (`having`). And
whether a result is exact follows from counts, before any set is made.

Arrays are used as `store.of[...]` and not unpacked: a local name for an array costs atomic counting of references.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from coset.kernels.bits import lowest, popcount
from coset.kernels.borrow import borrowed
from coset.kernels.jit import kernel
from coset.kernels.table import mix

Words: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]
Whole: TypeAlias = Any
"""A number of 64 bits, or a truth; of numpy when compiled, of Python otherwise."""

COUNT, CLOCK, ADDED, ROUND, LOGGED, STATUS = 0, 1, 2, 3, 4, 5
"""Places in `Store.heads`."""
FINE, FULL, CONTRADICTION = 0, 1, 2
"""What `heads[STATUS]` says."""
LO, HI, SIZE, STAMP, EXACTLY, FULLY, FRESH, FACT = (np.int64(column) for column in range(8))
"""Columns of `Store.of`: the bounds, the number of cells, when it changed, when it was the left side (exactly, or with
all results kept), whether it is fresh, its line in the log."""
HINT, NUMBER, COMMON, REST, LEFT = (np.int64(kind) for kind in range(5))
"""Where a line of the log came from: a hint, a shown number, two that overlap (what they share, what only one has),
what was left when cells became known. Typed, for a plain constant as an argument has the callee compiled once more."""
NO, YES, NONE = np.int64(0), np.int64(1), np.int64(-1)


class Board(NamedTuple):
    """A board as arrays: neighbours, shown numbers, hints with their mines (-1: none), and the cells that are known."""

    around: Words
    shown: Ints
    hints: Words
    mines: Ints
    safe: Words
    flagged: Words


class Store(NamedTuple):
    """The inequalities in the order in which they came, and room to work in; the log says where each came from."""

    cells: Words
    of: Ints
    slots: Ints
    heads: Ints
    left: Ints
    right: Ints
    having: Words
    log: Ints
    log_cells: Words


class Found(NamedTuple):
    """What comes out: the rounds of each step, letters of the rounds, and what each step found.

    `known` has the safe cells, the mines, and three rows to work in.
    """

    steps: Ints
    letters: npt.NDArray[np.uint8]
    safe: Words
    mines: Words
    known: Words


@kernel
def _slot(store: Store, row: Whole) -> Whole:
    """Where the set of cells in this row is in the table, or the free slot where it belongs."""
    words, last = store.cells.shape[1], store.slots.size - 1
    spread = mix(store.cells[row, 0])
    for word in range(1, words):
        spread = mix(spread ^ store.cells[row, word])
    slot = np.int64(spread & np.uint64(last))
    while store.slots[slot] >= 0 and not _same(store, store.slots[slot], row):
        slot = (slot + 1) & last
    return slot


@kernel
def _same(store: Store, at: Whole, row: Whole) -> Whole:
    word = 0
    while word < store.cells.shape[1] and store.cells[at, word] == store.cells[row, word]:
        word += 1
    return word == store.cells.shape[1]


@kernel
def _add(store: Store, lo: Whole, hi: Whole, kind: Whole, first: Whole, second: Whole) -> None:
    """Add the inequality whose cells are in the first free row, and write down where it came from."""
    slot, old = _slot(store, store.heads[COUNT]), NONE
    row, better = store.slots[slot], True
    if row >= 0:
        better = lo > store.of[row, LO] or hi < store.of[row, HI]
        old = store.of[row, FACT]
        lo, hi = max(lo, store.of[row, LO]), min(hi, store.of[row, HI])
    elif store.heads[COUNT] + 2 < store.cells.shape[0]:
        row = _take(store, slot)
    else:
        better = False
        store.heads[STATUS] = FULL
    if better:
        store.of[row, LO] = lo
        store.of[row, HI] = hi
        store.heads[CLOCK] += 1
        store.heads[ADDED] += 1
        store.of[row, STAMP] = store.heads[CLOCK]
        store.of[row, FRESH] = YES
        if lo > hi:
            store.heads[STATUS] = CONTRADICTION
        if store.log.shape[0]:
            _note(store, row, kind, first, second, old)


@kernel
def _take(store: Store, slot: Whole) -> Whole:
    """Make the first free row one of the inequalities."""
    row = store.heads[COUNT]
    store.slots[slot] = row
    store.heads[COUNT] += 1
    store.of[row, SIZE] = 0
    for word in range(store.cells.shape[1]):
        store.of[row, SIZE] += popcount(store.cells[row, word])
    store.of[row, EXACTLY] = NONE
    store.of[row, FULLY] = NONE
    store.of[row, FACT] = NONE
    return row


@kernel
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


@kernel
def _sort(store: Store, into: Ints, fresh: Whole, touching: Words) -> Whole:
    """Rows by number of cells, stably: all, or the fresh ones; or those that touch some cells, the largest first."""
    total, words = store.heads[COUNT], touching.size
    top = 64 * store.cells.shape[1]
    starts = np.zeros(top + 2, np.int64)
    chosen = np.zeros(total, np.int64)
    for at in range(total):
        if words == 0 and (not fresh or store.of[at, FRESH]):
            chosen[at] = store.of[at, SIZE] + 1
        for word in range(words):
            if store.cells[at, word] & touching[word]:
                chosen[at] = top - store.of[at, SIZE] + 1
        starts[chosen[at]] += 1
    starts[0] = 0
    for size in range(1, top + 2):
        starts[size] += starts[size - 1]
    found = starts[top + 1]
    for back in range(1, total + 1):
        at = total - back
        if chosen[at]:
            starts[chosen[at]] -= 1
            into[starts[chosen[at]]] = at
    return found


@kernel
def _index(store: Store, rights: Whole, since: Whole) -> None:
    """For each cell, which of the sorted inequalities have it, of those that changed after `since`."""
    one, span, words = np.uint64(1), (rights + 63) >> 6, store.cells.shape[1]
    for cell in range(64 * words):
        for place in range(span):
            store.having[cell, place] = np.uint64(0)
    for turn in range(rights):
        at = store.right[turn]
        if store.of[at, STAMP] <= since:
            continue
        bit = one << np.uint64(turn & 63)
        for word in range(words):
            rest = store.cells[at, word]
            while rest:
                store.having[64 * word + lowest(rest), turn >> 6] |= bit
                rest &= rest - one


@kernel
def _sweep(store: Store, column: Whole) -> Whole:
    """Cross pairs in their order, keeping exact results or all (EXACTLY or FULLY); how many inequalities are new."""
    nothing = np.zeros(0, np.uint64)
    before, began = store.heads[COUNT], store.heads[CLOCK]
    lefts = _sort(store, store.left, YES, nothing)
    if lefts == 0:
        lefts = _sort(store, store.left, NO, nothing)
    rights = _sort(store, store.right, NO, nothing)
    since = store.heads[CLOCK] + 1
    for turn in range(lefts):
        x = store.left[turn]
        crossed = _crossed(store, x, column)
        if crossed < since:
            for later in range(turn, lefts):
                since = min(since, _crossed(store, store.left[later], column))
            _index(store, rights, since)
        since = _cross_all(store, x, rights, column, crossed, since)
        if store.heads[STATUS]:
            return 0
        store.of[x, EXACTLY] = began
        if column == FULLY:
            store.of[x, FULLY] = began
    return store.heads[COUNT] - before


@kernel
def _crossed(store: Store, x: Whole, column: Whole) -> Whole:
    """Since when this left side needs only what has changed; NONE if it has changed itself."""
    return store.of[x, column] if store.of[x, STAMP] <= store.of[x, column] else NONE


@kernel
def _cross_all(store: Store, x: Whole, rights: Whole, column: Whole, crossed: Whole, since: Whole) -> Whole:
    """Cross one inequality with all greater ones that overlap it and that have changed, in their order.

    The index has what changed after `since`. When x changes on the way, all that follow are crossed.
    """
    one = np.uint64(1)
    for place in range((rights + 63) >> 6):
        overlap = _overlap(store, x, place)
        while overlap:
            bit = lowest(overlap)
            overlap &= overlap - one
            y = store.right[64 * place + bit]
            if store.of[y, STAMP] > crossed and _crossable(store, x, y):
                _cross(store, x, y, column)
                if crossed >= 0 and store.of[x, STAMP] > crossed:
                    crossed = NONE
                    if since >= 0:
                        since = NONE
                        _index(store, rights, since)
                    overlap = _overlap(store, x, place) & ~((one << np.uint64(bit)) | ((one << np.uint64(bit)) - one))
    return since


@kernel
def _overlap(store: Store, x: Whole, place: Whole) -> Whole:
    """Those of one word of the index that overlap an inequality."""
    one, overlap = np.uint64(1), np.uint64(0)
    for word in range(store.cells.shape[1]):
        rest = store.cells[x, word]
        while rest:
            overlap |= store.having[64 * word + lowest(rest), place]
            rest &= rest - one
    return overlap


@kernel
def _crossable(store: Store, x: Whole, y: Whole) -> Whole:
    """Whether y is greater than x as a number, bit i standing for cell i, and neither is big and busy."""
    word = store.cells.shape[1] - 1
    while word > 0 and store.cells[x, word] == store.cells[y, word]:
        word -= 1
    busy_x = store.of[x, SIZE] > 9 and store.of[x, LO] > 3
    busy_y = store.of[y, SIZE] > 9 and store.of[y, LO] > 3
    return store.cells[y, word] > store.cells[x, word] and not busy_x and not busy_y


@kernel
def _cross(store: Store, x: Whole, y: Whole, column: Whole) -> None:
    """What two overlapping inequalities say of their common cells and of the rest of each; exact results or all."""
    both = 0
    for word in range(store.cells.shape[1]):
        both += popcount(store.cells[x, word] & store.cells[y, word])
    x_lo, x_hi, x_rest = store.of[x, LO], store.of[x, HI], store.of[x, SIZE] - both
    y_lo, y_hi, y_rest = store.of[y, LO], store.of[y, HI], store.of[y, SIZE] - both
    lo, hi = max(0, x_lo - x_rest, y_lo - y_rest), min(both, x_hi, y_hi)
    if lo >= hi or column == FULLY:
        _derive(store, x, y, COMMON, lo, hi)
    part_lo, part_hi = max(0, x_lo - hi), min(x_rest, max(0, x_hi - lo))
    if x_rest and (part_lo == part_hi or column == FULLY):
        _derive(store, x, y, REST, part_lo, part_hi)
    part_lo, part_hi = max(0, y_lo - hi), min(y_rest, max(0, y_hi - lo))
    if y_rest and (part_lo == part_hi or column == FULLY):
        _derive(store, y, x, REST, part_lo, part_hi)


@kernel
def _derive(store: Store, x: Whole, y: Whole, kind: Whole, lo: Whole, hi: Whole) -> None:
    """Add what two inequalities say of their common cells, or of those that only the first has."""
    row = store.heads[COUNT]
    for word in range(store.cells.shape[1]):
        other = store.cells[y, word] if kind == COMMON else ~store.cells[y, word]
        store.cells[row, word] = store.cells[x, word] & other
    _add(store, lo, hi, kind, store.of[x, FACT], store.of[y, FACT])


@kernel
def _keep(store: Store, gone: Words) -> None:
    """Let go of the rows that touch `gone`, or without it of the inexact ones; the others close up in their order."""
    kept = 0
    for at in range(store.heads[COUNT]):
        goes = gone.size == 0 and store.of[at, LO] != store.of[at, HI]
        for word in range(gone.size):
            if store.cells[at, word] & gone[word]:
                goes = True
        if goes:
            continue
        for word in range(store.cells.shape[1]):
            store.cells[kept, word] = store.cells[at, word]
        for column in range(8):
            store.of[kept, column] = store.of[at, column]
        if gone.size == 0:
            store.of[kept, FULLY] = NONE
        kept += 1
    if kept == store.heads[COUNT]:
        return
    store.heads[COUNT] = kept
    for slot in range(store.slots.size):
        store.slots[slot] = NONE
    for at in range(kept):
        store.slots[_slot(store, at)] = at


@kernel
def _reduce(store: Store, safe: Words, mines: Words) -> Whole:
    """Replace each inequality that new knowledge touches by what is left of it, the largest first."""
    words, before = store.cells.shape[1], store.heads[COUNT]
    gone = np.empty(words, np.uint64)
    for word in range(words):
        gone[word] = safe[word] | mines[word]
    touched = _sort(store, store.left, NO, gone)
    rest = np.empty((touched, words), np.uint64)
    bounds = np.empty((touched, 4), np.int64)
    for turn in range(touched):
        at = store.left[turn]
        flagged = left = 0
        for word in range(words):
            flagged += popcount(store.cells[at, word] & mines[word])
            rest[turn, word] = store.cells[at, word] & ~gone[word]
            left += popcount(rest[turn, word])
        lo, hi = store.of[at, LO], store.of[at, HI]
        bounds[turn, 0] = min(max(lo - flagged, 0), left)
        bounds[turn, 1] = min(hi - flagged, left)
        bounds[turn, 2] = store.of[at, FACT]
        bounds[turn, 3] = left
        if left == 0 and (lo > flagged or hi < flagged):
            store.heads[STATUS] = CONTRADICTION
    _keep(store, gone)
    for turn in range(touched):
        if bounds[turn, 3]:
            for word in range(words):
                store.cells[store.heads[COUNT], word] = rest[turn, word]
            _add(store, bounds[turn, 0], bounds[turn, 1], LEFT, bounds[turn, 2], NONE)
    return abs(store.heads[COUNT] - before)


@kernel
def _trivial(store: Store, known: Words) -> Whole:
    """Collect in rows 3 and 4 what is certain: cells of inequalities without mines, and those full of them."""
    words, found = known.shape[1], False
    for word in range(words):
        known[3, word] = np.uint64(0)
        known[4, word] = np.uint64(0)
    for at in range(store.heads[COUNT]):
        row = 0
        if store.of[at, HI] == 0:
            row = 3
        elif store.of[at, LO] == store.of[at, SIZE]:
            row = 4
        if row:
            found = True
            for word in range(words):
                known[row, word] |= store.cells[at, word]
    for word in range(words):
        if known[3, word] & known[4, word]:
            store.heads[STATUS] = CONTRADICTION
    return found


@kernel
def _reveal(store: Store, board: Board, known: Words) -> Whole:
    """Add what the cells in row 2, newly revealed, show."""
    before, one, words = store.heads[COUNT], np.uint64(1), known.shape[1]
    for word in range(words):
        rest = known[2, word]
        known[2, word] = np.uint64(0)
        while rest:
            cell = 64 * word + lowest(rest)
            rest &= rest - one
            if board.shown[cell] < 0:
                continue
            number, left, row = board.shown[cell], False, store.heads[COUNT]
            for part in range(words):
                number -= popcount(board.around[cell, part] & known[1, part])
                store.cells[row, part] = board.around[cell, part] & ~(known[0, part] | known[1, part])
                left = left or store.cells[row, part] != np.uint64(0)
            if left:
                _add(store, number, number, NUMBER, cell, NONE)
    return store.heads[COUNT] - before


@kernel
def _start(store: Store, board: Board, known: Words) -> None:
    """The hints less what is known, and row 2 (new), 0 (safe) and 1 (mines) of what is known."""
    for head in range(store.heads.size):
        store.heads[head] = 0
    for slot in range(store.slots.size):
        store.slots[slot] = NONE
    words = known.shape[1]
    for word in range(words):
        known[0, word] = board.safe[word]
        known[1, word] = board.flagged[word]
        known[2, word] = board.safe[word]
    for hint in range(board.mines.size):
        left, row, number = False, store.heads[COUNT], board.mines[hint]
        for word in range(words):
            number -= popcount(board.hints[hint, word] & board.flagged[word])
            store.cells[row, word] = board.hints[hint, word] & ~(board.safe[word] | board.flagged[word])
            left = left or store.cells[row, word] != np.uint64(0)
        if left and board.mines[hint] >= 0:
            _add(store, number, number, HINT, hint, NONE)


@kernel
def _stale(store: Store) -> None:
    for at in range(store.heads[COUNT]):
        store.of[at, FRESH] = 0


@kernel
def follow(store: Store, board: Board, inexact: Whole, found: Found) -> tuple[Whole, Whole, Whole]:
    """Run the engine: whether it solves the board, the number of steps, the number of rounds; see `heads[STATUS]`."""
    bare = Store(
        borrowed(store.cells),
        borrowed(store.of),
        borrowed(store.slots),
        borrowed(store.heads),
        borrowed(store.left),
        borrowed(store.right),
        borrowed(store.having),
        borrowed(store.log),
        borrowed(store.log_cells),
    )
    return _follow(bare, board, inexact, found)


@kernel
def _follow(store: Store, board: Board, inexact: Whole, found: Found) -> tuple[Whole, Whole, Whole]:
    words = found.known.shape[1]
    _start(store, board, found.known)
    nothing = np.zeros(0, np.uint64)
    allowed, counter, change, steps, rounds = inexact, 0, 1, 0, 0
    while store.heads[COUNT] and (change or store.heads[ADDED]) and not store.heads[STATUS]:
        store.heads[ADDED] = 0
        store.heads[ROUND] = rounds
        _stale(store)
        change = _reveal(store, board, found.known)
        grown = _sweep(store, EXACTLY)
        change += grown
        if grown:
            _stale(store)
        counter += 1
        rounds += 1
        found.letters[rounds % found.letters.size] = np.uint8(0) if change else np.uint8(1)
        if change:
            allowed = inexact
            _keep(store, nothing)
        elif allowed == 0:
            break
        else:
            allowed -= 1
            change += _sweep(store, FULLY)
        if not store.heads[STATUS] and _trivial(store, found.known):
            for word in range(words):
                found.safe[steps, word] = found.known[3, word]
                found.mines[steps, word] = found.known[4, word]
                found.known[0, word] |= found.known[3, word]
                found.known[1, word] |= found.known[4, word]
                found.known[2, word] = found.known[3, word]
            change += _reduce(store, found.known[3], found.known[4])
            found.steps[steps] = counter
            found.letters[rounds % found.letters.size] |= np.uint8(2)
            steps += 1
            counter = 0
    if counter and store.heads[COUNT]:
        found.steps[steps] = counter
        steps += 1
    return store.heads[COUNT] == 0 and store.heads[STATUS] == FINE, steps, rounds
