# mypy: disable-error-code="arg-type, return-value, assignment, no-any-return"
"""Forms: what is left of a part of the board when only its game counts, as numbers.

Form 0 has no moves, form 1 only the move to form 0. The options of a form, and of a sum of two, are forms. The `kind`
says what makes two sets of options the same form: nothing (the plain tree), Conway's canonical form in misère play,
or the nimber in normal play. Threads share one `Forms`: all read, and who must add to it holds the lock; a form is
whole before its number is given out.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coset.families.nim.kernel import ONE, ZERO, Counts, Words
from coset.kernels.jit import kernel
from coset.kernels.table import mix, slot_of

TREE, CANONICAL, NIMBER = 0, 1, 2
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
    """Areas under work and boards that wait for one (`make_area`); where each area under work is and its options begin
    is in `frames`, and the options are in `options`."""
    frames: Counts
    options: npt.NDArray[np.int32]
    pairs: Counts
    lock: Counts


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
    """List the sums of the options of a with b; push those that are missing. The new top, and the new count (FULL: no
    room)."""
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
def refill_sums(old: Words, new: Words) -> None:
    """Put all sums of the old table into the new one."""
    for word in old:
        if word != ZERO:
            key = np.int64(word >> np.uint64(21))
            new[sum_place(new, key >> 21, key & ((1 << 21) - 1))] = word
