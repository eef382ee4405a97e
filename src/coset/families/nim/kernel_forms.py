"""Forms: what is left of a part of the board when only its game counts, as numbers.

Form 0 has no moves, form 1 only the move to form 0. The options of a form, and of a sum of two, are forms. What makes two sets of
options the same form is the `kind`: nothing (the plain tree), `{{0}}` for `0`, Conway's canonical form in misère play, or the nimber in
normal play. Threads share one `Forms`: all read, and who must add to it holds the lock; a form is whole before its number is given out.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coset.families.nim.kernel import (
    LEAST, ONE, PIECE, SHAPE, SHAPES, WAYS, ZERO,
    Board, Counts, Grid, Words,
    canonical, cells_in, corners_of, either, first_area, first_of, is_zero, keep, living, load, lone_first, nothing, number, same, up, without,
)
from coset.kernels.jit import kernel
from coset.kernels.lock import acquire, release
from coset.kernels.table import mix, slot_of

TREE, PROGRAM, CANONICAL, NIMBER = 0, 1, 2, 3
SETS, POOL, FORMS, SUMS, AREAS, STAMP = 0, 1, 2, 3, 4, 5
FULL = -2
MISSING = -1


class Forms(NamedTuple):
    """All forms met so far. `areas` and `sums` are also handed on alone, to where forms are only looked up."""

    kind: int
    used: Counts
    pool: npt.NDArray[np.int32]
    """The options of all sets, one after the other, each set sorted."""
    starts: Counts
    """Set s has the options pool[starts[s]:starts[s + 1]] and is the form form_of[s]."""
    form_of: npt.NDArray[np.int32]
    set_keys: Words
    set_values: Counts
    set_of: npt.NDArray[np.int32]
    """The set of options of each form."""
    won: npt.NDArray[np.int8]
    areas: Words
    """An open table: the board of an area, and its form + 1."""
    sums: Words
    """An open table: two forms and their sum + 1 in one word, 21 bits each."""
    marks: Counts
    """For two lists under construction, one of an area, one of a sum: when a form was listed last."""
    listed: npt.NDArray[np.int32]
    stack: Words
    pairs: Counts
    lock: Counts


@kernel
def area_place(areas: Words, area: Board) -> int:
    """Where an area is remembered, or the free place where it belongs."""
    entry = len(area) + 1
    slots = np.uint64(areas.size // (2 * len(area)))
    key = area[0]
    for word in range(1, len(area)):
        key ^= mix(area[word])
    slot = mix(key) & (slots - ONE)
    while True:
        at = np.int64(slot) * entry
        there = load(area, areas, at)
        if same(there, area) or is_zero(there):
            return at
        slot = (slot + ONE) & (slots - ONE)


@kernel
def known_area(areas: Words, area: Board) -> int:
    """The form of an area in its canonical place, MISSING if it is not known."""
    return np.int64(areas[area_place(areas, area) + len(area)]) - 1


@kernel
def sum_place(sums: Words, a: int, b: int) -> int:
    """Where a sum of two forms is remembered, or the free place where it belongs."""
    key = np.uint64(min(a, b)) << np.uint64(21) | np.uint64(max(a, b))
    last = np.uint64(sums.size - 1)
    slot = mix(key) & last
    while sums[np.int64(slot)] != ZERO and sums[np.int64(slot)] >> np.uint64(21) != key:
        slot = (slot + ONE) & last
    return np.int64(slot)


@kernel
def known_sum(sums: Words, kind: int, a: int, b: int) -> int:
    """The form of a sum, MISSING if it is not known."""
    if kind == NIMBER:
        return a ^ b
    if a == 0 or b == 0:
        return a + b
    return np.int64(sums[sum_place(sums, a, b)] & np.uint64((1 << 21) - 1)) - 1


@kernel
def begin(forms: Forms, which: int) -> None:
    """Start one of the two lists."""
    forms.used[STAMP + which] += 1


@kernel
def note(forms: Forms, which: int, count: int, form: int) -> int:
    """Put a form on the list unless it is there; how many there are then."""
    if forms.marks[which, form] == forms.used[STAMP + which]:
        return count
    forms.marks[which, form] = forms.used[STAMP + which]
    forms.listed[which, count] = form
    return count + 1


@kernel
def has(forms: Forms, owner: int, form: int) -> bool:
    """Whether `form` is an option of the set `owner`."""
    low, high = forms.starts[owner], forms.starts[owner + 1]
    while low < high:
        middle = (low + high) // 2
        if forms.pool[middle] < form:
            low = middle + 1
        else:
            high = middle
    return bool(low < forms.starts[owner + 1] and forms.pool[low] == form)


@kernel
def replaces(forms: Forms, owner: int, simpler: int, lost: bool) -> bool:
    """Whether the new set `owner` is the form `simpler` (see `ois.canonical`)."""
    if simpler == 0 and lost:
        return False
    inner = forms.set_of[simpler]
    for at in range(forms.starts[inner], forms.starts[inner + 1]):
        if not has(forms, owner, forms.pool[at]):
            return False
    for at in range(forms.starts[owner], forms.starts[owner + 1]):
        option = forms.pool[at]
        if not has(forms, inner, option) and not has(forms, forms.set_of[option], simpler):
            return False
    return True


@kernel
def simplest(forms: Forms, owner: int) -> int:
    """The form that the new set `owner` is, if there is one already: MISSING if not."""
    first, last = forms.starts[owner], forms.starts[owner + 1]
    if forms.kind == NIMBER:
        number = 0
        while number < last - first and forms.pool[first + number] == number:
            number += 1
        return number
    if forms.kind == PROGRAM:
        return 0 if last - first == 1 and forms.pool[first] == 1 else MISSING
    if forms.kind == CANONICAL:
        lost = True
        for at in range(first, last):
            lost = lost and forms.won[forms.pool[at]] != 0
        for at in range(first, last):
            inner = forms.set_of[forms.pool[at]]
            for deep in range(forms.starts[inner], forms.starts[inner + 1]):
                if replaces(forms, owner, forms.pool[deep], lost):
                    return forms.pool[deep]
    return MISSING


@kernel
def form_with(forms: Forms, which: int, count: int) -> int:
    """The form that has the listed options, or FULL."""
    options = forms.listed[which]
    for at in range(1, count):
        option, place = options[at], at
        while place > 0 and options[place - 1] > option:
            options[place] = options[place - 1]
            place -= 1
        options[place] = option
    key = np.uint64(count + 1)
    for at in range(count):
        key = np.uint64(mix(key ^ np.uint64(options[at] + 1)))
    key |= np.uint64(1)
    while True:
        slot = slot_of(forms.set_keys, key)
        if forms.set_keys[slot] == np.uint64(0):
            break
        owner = forms.set_values[slot]
        start = forms.starts[owner]
        alike = forms.starts[owner + 1] - start == count
        for at in range(count):
            alike = alike and forms.pool[start + at] == options[at]
        if alike:
            return forms.form_of[owner]
        key += np.uint64(2)
    return add_set(forms, slot, key, options, count)


@kernel
def add_set(forms: Forms, slot: int, key: int, options: npt.NDArray[np.int32], count: int) -> int:
    """Remember a new set of options and say which form it is, or FULL."""
    owner, start = forms.used[SETS], forms.used[POOL]
    crowded = 2 * owner > forms.set_keys.size or owner + 2 >= forms.starts.size
    if crowded or start + count > forms.pool.size or forms.used[FORMS] + 1 >= forms.won.size:
        return FULL
    for at in range(count):
        forms.pool[start + at] = options[at]
    forms.starts[owner + 1] = start + count
    form = simplest(forms, owner)
    if form == MISSING:
        form = forms.used[FORMS]
        wins = count == 0
        for at in range(count):
            wins = wins or forms.won[options[at]] == 0
        forms.won[form] = np.int8(1) if wins else np.int8(0)
        forms.set_of[form] = owner
        forms.used[FORMS] += 1
    forms.form_of[owner] = form
    forms.used[SETS] += 1
    forms.used[POOL] += count
    forms.set_values[slot] = owner
    forms.set_keys[slot] = key
    return form


@kernel
def add_half(forms: Forms, a: int, b: int, top: int, count: int) -> tuple[int, int]:
    """List the sums of the options of a with b; push those that are missing. The new top, and the new count (FULL: no room)."""
    owner = forms.set_of[a]
    for at in range(forms.starts[owner], forms.starts[owner + 1]):
        part = known_sum(forms.sums, forms.kind, forms.pool[at], b)
        if part >= 0:
            count = note(forms, 1, count, part)
        elif top + 1 < forms.pairs.shape[0]:
            top += 1
            forms.pairs[top, 0] = forms.pool[at]
            forms.pairs[top, 1] = b
        else:
            return top, FULL
    return top, count


@kernel
def make_sum(forms: Forms, a: int, b: int) -> int:
    """The form of a sum, worked out with an explicit stack; FULL if there is no room. The lock is held."""
    if known_sum(forms.sums, forms.kind, a, b) >= 0:
        return known_sum(forms.sums, forms.kind, a, b)
    top = 0
    forms.pairs[0, 0] = a
    forms.pairs[0, 1] = b
    while top >= 0:
        x, y = forms.pairs[top, 0], forms.pairs[top, 1]
        if known_sum(forms.sums, forms.kind, x, y) >= 0:
            top -= 1
            continue
        if 2 * forms.used[SUMS] > forms.sums.size:
            return FULL
        begin(forms, 1)
        here = top
        top, count = add_half(forms, x, y, top, 0)
        if count >= 0:
            top, count = add_half(forms, y, x, top, count)
        if count == FULL:
            return FULL
        if top == here:
            form = form_with(forms, 1, count)
            if form == FULL:
                return FULL
            key = np.uint64(min(x, y)) << np.uint64(21) | np.uint64(max(x, y))
            forms.sums[sum_place(forms.sums, x, y)] = key << np.uint64(21) | np.uint64(form + 1)
            forms.used[SUMS] += 1
            top -= 1
    return known_sum(forms.sums, forms.kind, a, b)


@kernel
def state_of(grid: Grid, areas: Words, sums: Words, kind: int, board: Board, form: int, small: int, middle: int) -> tuple[int, Board]:
    """A board as a state: `form` and its small areas together as a form, and the large rest in its canonical place.

    Areas of up to `small` cells are small, and of the larger ones all but the largest, up to `middle` cells. If something is not known
    yet, the form is below 0: MISSING with the area, or MISSING less the key of the sum (see `supply`).
    """
    rest = living(grid, board)
    least = number(grid, LEAST)
    large, joined = nothing(board), nothing(board)
    while not is_zero(rest):
        area = first_area(grid, rest)
        rest = without(rest, area)
        size = cells_in(area)
        if size > small:
            if cells_in(large) < size:
                area, large = large, area
                size = cells_in(area)
            if size > middle:
                joined = either(joined, area)
                size = 0
        if size >= least:
            part = 1
            if size >= 2 * least:
                area = canonical(grid, area)
                part = known_area(areas, area)
                if part < 0:
                    return MISSING, area
            both_forms = known_sum(sums, kind, form, part)
            if both_forms < 0:
                return MISSING - (form << 21 | part), nothing(board)
            form = both_forms
    if not is_zero(large):
        large = canonical(grid, either(large, joined))
    return form, large


@kernel
def supply(grid: Grid, forms: Forms, lacking: int, area: Board) -> bool:
    """Make what `state_of` did not know; False if there is no room."""
    acquire(forms.lock)
    if lacking == MISSING:
        form = make_area(grid, forms, area)
    else:
        pair = MISSING - lacking
        form = make_sum(forms, pair >> 21, pair & ((1 << 21) - 1))
    release(forms.lock)
    return form != FULL


@kernel
def push_parts(grid: Grid, forms: Forms, board: Board, top: int) -> tuple[int, int]:
    """The form of a board whose areas are known; MISSING, and they are pushed, if some are not. The new top comes before it."""
    rest = living(grid, board)
    least = number(grid, LEAST)
    form = 0
    while not is_zero(rest):
        area = first_area(grid, rest)
        rest = without(rest, area)
        size = cells_in(area)
        part = 1 if size >= least else 0
        if size >= 2 * least:
            area = canonical(grid, area)
            part = known_area(forms.areas, area)
            if part < 0:
                if (top + 2) * len(area) > forms.stack.size:
                    return top, FULL
                top += 1
                keep(forms.stack, top * len(area), area)
                form = MISSING
        if form >= 0 and part != 0:
            form = make_sum(forms, form, part)
            if form == FULL:
                return top, FULL
    return top, form


@kernel
def make_area(grid: Grid, forms: Forms, area: Board) -> int:
    """The form of an area in its canonical place, all of its smaller ones made on the way; FULL if there is no room."""
    top = 0
    keep(forms.stack, 0, area)
    while top >= 0:
        board = load(area, forms.stack, top * len(area))
        if known_area(forms.areas, board) >= 0:
            top -= 1
            continue
        if forms.used[AREAS] * 4 * len(area) > forms.areas.size:
            return FULL
        begin(forms, 0)
        here, count = top, 0
        for way in range(number(grid, WAYS)):
            shape = number(grid, SHAPES) + SHAPE * way
            corners = corners_of(grid, board, shape)
            while not is_zero(corners):
                corner = first_of(corners)
                corners = without(corners, lone_first(corners))
                piece = up(load(area, grid, shape + PIECE), corner)
                top, form = push_parts(grid, forms, without(board, piece), top)
                if form == FULL:
                    return FULL
                if top == here:
                    count = note(forms, 0, count, form)
        if top == here:
            form = form_with(forms, 0, count)
            if form == FULL:
                return FULL
            place = area_place(forms.areas, board)
            forms.areas[place + len(area)] = np.uint64(form + 1)
            keep(forms.areas, place, board)
            forms.used[AREAS] += 1
            top -= 1
    return known_area(forms.areas, area)


@kernel
def whole(grid: Grid, forms: Forms, board: Board) -> int:
    """The form of a whole board, or FULL."""
    acquire(forms.lock)
    rest = living(grid, board)
    form = 0
    while not is_zero(rest) and form >= 0:
        area = first_area(grid, rest)
        rest = without(rest, area)
        part = 1 if cells_in(area) >= number(grid, LEAST) else 0
        if cells_in(area) >= 2 * number(grid, LEAST):
            part = make_area(grid, forms, canonical(grid, area))
        form = make_sum(forms, form, part) if part >= 0 else FULL
    release(forms.lock)
    return form


@kernel
def refill_areas(old: Words, new: Words, like: Board) -> None:
    """Put all areas of the old table into the new one."""
    for at in range(0, old.size // (2 * len(like)) * (len(like) + 1), len(like) + 1):
        area = load(like, old, at)
        if not is_zero(area) and old[at + len(like)] != ZERO:
            place = area_place(new, area)
            keep(new, place, area)
            new[place + len(like)] = old[at + len(like)]


@kernel
def refill_sums(old: Words, new: Words) -> None:
    """Put all sums of the old table into the new one."""
    for word in old:
        if word != ZERO:
            key = np.int64(word >> np.uint64(21))
            new[sum_place(new, key >> 21, key & ((1 << 21) - 1))] = word


@kernel
def start(grid: Grid, forms: Forms, board: Board, form: int, small: int, middle: int) -> tuple[int, Board]:
    """A board as a state, with all made that it needs; the form is FULL if there is no room."""
    sum_form, large = state_of(grid, forms.areas, forms.sums, forms.kind, board, form, small, middle)
    while sum_form < 0:
        if not supply(grid, forms, sum_form, large):
            return FULL, large
        sum_form, large = state_of(grid, forms.areas, forms.sums, forms.kind, board, form, small, middle)
    return sum_form, large
