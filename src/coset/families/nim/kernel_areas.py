# mypy: disable-error-code="arg-type, return-value, assignment, no-any-return"
"""Areas as forms, and boards as states: the form of all that is small, and one large board."""

import numpy as np

from coset.families.nim.kernel import (
    LEAST,
    ONE,
    PIECE,
    SHAPE,
    SHAPES,
    WAYS,
    ZERO,
    Board,
    Grid,
    Words,
    canonical,
    cells_in,
    corners_of,
    either,
    first_area,
    first_of,
    is_zero,
    keep,
    living,
    load,
    lone_first,
    nothing,
    number,
    same,
    up,
    without,
)
from coset.families.nim.kernel_forms import (
    AREAS,
    FULL,
    MISSING,
    Forms,
    begin,
    form_with,
    known_sum,
    make_sum,
    note,
)
from coset.kernels.jit import kernel
from coset.kernels.lock import acquire, release
from coset.kernels.table import mix


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
def state_of(
    grid: Grid, areas: Words, sums: Words, kind: int, board: Board, form: int, small: int, middle: int
) -> tuple[int, Board]:
    """A board as a state: `form` and its small areas together as a form, and the large rest in its canonical place.

    Areas of up to `small` cells are small, and of the larger ones all but the largest, up to `middle` cells. If
    something is not known yet, the form is below 0: MISSING with the area, or MISSING less the key of the sum (see
    `supply`).
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
def parts_of(grid: Grid, forms: Forms, board: Board) -> tuple[int, Board]:
    """The form of a board whose areas are all known; else MISSING, and the first area that is not. FULL if there is no
    room."""
    rest = living(grid, board)
    least = number(grid, LEAST)
    form = 0
    while not is_zero(rest):
        area = first_area(grid, rest)
        rest = without(rest, area)
        size = cells_in(area)
        if size < least:
            continue
        part = 1
        if size >= 2 * least:
            area = canonical(grid, area)
            part = known_area(forms.areas, area)
            if part < 0:
                return MISSING, area
        both_forms = known_sum(forms.sums, forms.kind, form, part)
        form = both_forms if both_forms >= 0 else make_sum(forms, form, part)
        if form == FULL:
            return FULL, area
    return form, rest


@kernel
def list_moves(grid: Grid, forms: Forms, area: Board, top: int, count: int) -> tuple[int, int]:
    """Put the form of each next board on the list of options, or the board on the stack if a part of it is not known
    yet. The new top, or FULL, and the new length of the list."""
    most = number(grid, WAYS) * cells_in(area)
    if (top + 2 + most) * len(area) > forms.stack.size or count + most > forms.options.size:
        return FULL, count
    if 4 * len(area) * forms.used[AREAS] > forms.areas.size:
        return FULL, count
    for way in range(number(grid, WAYS)):
        shape = number(grid, SHAPES) + SHAPE * way
        corners = corners_of(grid, area, shape)
        while not is_zero(corners):
            corner = first_of(corners)
            corners = without(corners, lone_first(corners))
            rest = without(area, up(load(area, grid, shape + PIECE), corner))
            form, _ = parts_of(grid, forms, rest)
            if form >= 0:
                forms.options[count] = form
                count += 1
            elif form == MISSING:
                top += 1
                keep(forms.stack, top * len(area), rest)
            else:
                return FULL, count
    return top, count


@kernel
def store_area(forms: Forms, area: Board, first: int, count: int) -> int:
    """Remember the form of the area with the options from `first` to `count` on the list; FULL if there is no room."""
    begin(forms, 0)
    different = 0
    for at in range(first, count):
        different = note(forms, 0, different, np.int64(forms.options[at]))
    form = form_with(forms, 0, different)
    if form != FULL:
        place = area_place(forms.areas, area)
        forms.areas[place + len(area)] = np.uint64(form + 1)
        keep(forms.areas, place, area)
        forms.used[AREAS] += 1
    return form


@kernel
def make_area(grid: Grid, forms: Forms, area: Board) -> int:
    """The form of an area in its canonical place, all of its smaller ones made on the way; FULL if there is no room.

    The stack has the areas under work, each followed by those of its next boards that wait for an area. All moves of
    an area are made once.
    """
    form = known_area(forms.areas, area)
    if form >= 0:
        return form
    top, count, depth = 0, 0, 0
    missing = area
    while True:
        forms.frames[depth, 0], forms.frames[depth, 1] = top, count
        keep(forms.stack, top * len(area), missing)
        top, count = list_moves(grid, forms, missing, top, count)
        if top == FULL:
            return FULL
        while True:
            here, first = forms.frames[depth, 0], forms.frames[depth, 1]
            board = load(area, forms.stack, top * len(area))
            if top > here:
                form, missing = parts_of(grid, forms, board)
                if form == MISSING:
                    break
                forms.options[count] = form
                count += 1
            else:
                form = store_area(forms, board, first, count)
                count = first
                depth -= 1
            if form == FULL or depth < 0:
                return form
            top -= 1
        top += 1
        depth += 1


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
def start(grid: Grid, forms: Forms, board: Board, form: int, small: int, middle: int) -> tuple[int, Board]:
    """A board as a state, with all made that it needs; the form is FULL if there is no room."""
    sum_form, large = state_of(grid, forms.areas, forms.sums, forms.kind, board, form, small, middle)
    while sum_form < 0:
        if not supply(grid, forms, sum_form, large):
            return FULL, large
        sum_form, large = state_of(grid, forms.areas, forms.sums, forms.kind, board, form, small, middle)
    return sum_form, large


@kernel
def refill_areas(old: Words, new: Words, like: Board) -> None:
    """Put all areas of the old table into the new one."""
    for at in range(0, old.size // (2 * len(like)) * (len(like) + 1), len(like) + 1):
        area = load(like, old, at)
        if not is_zero(area) and old[at + len(like)] != ZERO:
            place = area_place(new, area)
            keep(new, place, area)
            new[place + len(like)] = old[at + len(like)]
