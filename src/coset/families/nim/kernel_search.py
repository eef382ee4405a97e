# mypy: disable-error-code="arg-type, return-value, assignment, no-any-return"
"""The search for the outcome: which of two players wins, without knowing by how much.

A state is the form of all small areas together, and one large board. A move makes another state of it. The table
remembers each state that was answered. At a state all next states are made and looked up, and one that is lost ends
it; else they are tried in the order of half the number of cells less the logarithm of how often states with so many
cells and that form were lost until now.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coset.families.nim.kernel import (
    ONE,
    PIECE,
    SHAPE,
    SHAPES,
    WAYS,
    ZERO,
    Board,
    Counts,
    Grid,
    Words,
    cells_in,
    corners_of,
    first_of,
    is_zero,
    keep,
    load,
    lone_first,
    number,
    up,
    without,
)
from coset.families.nim.kernel_areas import start, state_of
from coset.families.nim.kernel_forms import FULL, Forms
from coset.kernels.jit import kernel
from coset.kernels.table import mix
from coset.kernels.watch import DONE, STOP, Watch

OPEN, WON, LOST = 0, 1, 2
STOPPED, FORMS_FULL, TABLE_FULL, WORK_FULL = -1, -2, -3, -4
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SORTS = 1024
"""Forms are told apart modulo this number where the order of trying is learned."""


class Table(NamedTuple):
    """What is known of states: buckets of eight words, in each the rest of a mixed key, a form and the outcome."""

    words: Words
    filled: Counts
    most: int
    """How many states it may take before it asks to grow; 0 if it can't grow and the old make room."""


class Work(NamedTuple):
    """The path from the first state to this one, and the next states still to be tried on it."""

    queue: Words
    """The states to be tried: board and form."""
    scores: npt.NDArray[np.float32]
    path: Words
    """The states on the path: board and form."""
    ends: Counts
    """The next states of the state at depth d are those from ends[d] to ends[d + 1]."""
    tallies: npt.NDArray[np.float32]
    """For each number of cells and sort of form: how many were answered, how many lost, and the logarithm of the
    share."""


@kernel
def mixed(board: Board, form: int) -> int:
    """A number for a state: with the form and all words but the first, it says what the first word is."""
    key = np.uint64(form + 1) * GOLDEN
    for word in range(1, len(board)):
        key = mix(key ^ board[word])
    return np.uint64(mix(key ^ board[0]))


@kernel
def look_up(words: Words, board: Board, form: int) -> int:
    """WON or LOST for the player to move, or OPEN.

    In an entry the low bits of the mixed number, which the place of the bucket tells, give way to the form and the
    outcome.
    """
    key = mixed(board, form)
    last = np.uint64(words.size // 8 - 1)
    start = np.int64((key & last) * np.uint64(8))
    entry = (key & ~last) | np.uint64(form) << np.uint64(2)
    if np.uint64(form) << np.uint64(2) > last:
        return OPEN
    for at in range(start, start + 8, len(board)):
        word = words[at]
        if (
            word & ~np.uint64(3) == entry
            and word != ZERO
            and (len(board) == 1 or words[at + len(board) - 1] == board[len(board) - 1])
        ):
            return np.int64(word & np.uint64(3))
    return OPEN


@kernel
def remember(table: Table, board: Board, form: int, outcome: int) -> bool:
    """Keep the outcome of a state; False if there is no room."""
    key = mixed(board, form)
    buckets = np.uint64(table.words.size // 8)
    last = buckets - ONE
    if np.uint64(form) << np.uint64(2) > last:
        return False
    start = np.int64((key & last) * np.uint64(8))
    entry = (key & ~last) | np.uint64(form) << np.uint64(2) | np.uint64(outcome)
    place = start + np.int64(key >> np.uint64(61)) // len(board) * len(board)
    for at in range(start, start + 8, len(board)):
        if table.words[at] == ZERO:
            place = at
            table.filled[0] += 1
            break
    for word in range(1, len(board)):
        table.words[place + word] = board[word]
    table.words[place] = entry
    return table.most == 0 or table.filled[0] < table.most


@kernel
def value_of(won: npt.NDArray[np.int8], words: Words, board: Board, form: int) -> int:
    """WON or LOST if the state is known."""
    if is_zero(board):
        return WON if won[form] else LOST
    return look_up(words, board, form)


@kernel
def put(states: Words, at: int, board: Board, form: int) -> None:
    """Write a state to a list of states."""
    keep(states, at * (len(board) + 1), board)
    states[at * (len(board) + 1) + len(board)] = np.uint64(form)


@kernel
def board_at(like: Board, states: Words, at: int) -> Board:
    return load(like, states, at * (len(like) + 1))


@kernel
def form_at(like: Board, states: Words, at: int) -> int:
    return np.int64(states[at * (len(like) + 1) + len(like)])


@kernel
def learn(tallies: npt.NDArray[np.float32], board: Board, form: int, outcome: int) -> None:
    """Count an answer for the order of trying."""
    cells, sort = cells_in(board), form % SORTS
    tallies[cells, sort, 0] += np.float32(1)
    if outcome == LOST:
        tallies[cells, sort, 1] += np.float32(1)
    tallies[cells, sort, 2] = -np.log(
        (tallies[cells, sort, 1] + np.float32(0.5)) / (tallies[cells, sort, 0] + np.float32(2))
    )


@kernel
def expand(grid: Grid, forms: Forms, words: Words, work: Work, like: Board, depth: int, small: int, middle: int) -> int:
    """Make the next states of the one at `depth`: its value if that is clear at once, else OPEN, and the unknown ones
    are listed."""
    board, form = board_at(like, work.path, depth), form_at(like, work.path, depth)
    areas, sums, won, queue, scores, tallies = forms.areas, forms.sums, forms.won, work.queue, work.scores, work.tallies
    kind, half = forms.kind, np.float32(0.5)
    end = work.ends[depth]
    owner = forms.set_of[form]
    first, last = forms.starts[owner], forms.starts[owner + 1]
    if end + last - first + number(grid, WAYS) * cells_in(board) > scores.size or depth + 2 >= work.ends.size:
        return WORK_FULL
    for at in range(first, last):
        part = np.int64(forms.pool[at])
        value = value_of(won, words, board, part)
        if value == LOST:
            return WON
        if value == OPEN:
            put(queue, end, board, part)
            scores[end] = half * np.float32(cells_in(board)) + tallies[cells_in(board), part % SORTS, 2]
            end += 1
    for way in range(number(grid, WAYS)):
        shape = number(grid, SHAPES) + SHAPE * way
        corners = corners_of(grid, board, shape)
        while not is_zero(corners):
            corner = first_of(corners)
            corners = without(corners, lone_first(corners))
            rest = without(board, up(load(like, grid, shape + PIECE), corner))
            part, large = state_of(grid, areas, sums, kind, rest, form, small, middle)
            if part < 0:
                part, large = start(grid, forms, rest, form, small, middle)
                if part == FULL:
                    return FORMS_FULL
            value = value_of(won, words, large, part)
            if value == LOST:
                return WON
            if value == OPEN:
                put(queue, end, large, part)
                scores[end] = half * np.float32(cells_in(large)) + tallies[cells_in(large), part % SORTS, 2]
                end += 1
    work.ends[depth + 1] = end
    return OPEN


@kernel
def next_state(won: npt.NDArray[np.int8], words: Words, work: Work, like: Board, depth: int) -> int:
    """Take the most hopeful state off the list at `depth` and put it on the path: OPEN; or the value of the state at
    `depth`."""
    queue, scores, ends = work.queue, work.scores, work.ends
    first = ends[depth]
    while ends[depth + 1] > first:
        best = first
        last = ends[depth + 1] - 1
        for at in range(first + 1, last + 1):
            if scores[at] < scores[best]:
                best = at
        board, form = board_at(like, queue, best), form_at(like, queue, best)
        put(queue, best, board_at(like, queue, last), form_at(like, queue, last))
        scores[best] = scores[last]
        ends[depth + 1] = last
        value = value_of(won, words, board, form)
        if value == LOST:
            return WON
        if value == OPEN:
            put(work.path, depth + 1, board, form)
            return OPEN
    return LOST


@kernel
def search(
    grid: Grid, forms: Forms, table: Table, work: Work, watch: Watch, board: Board, form: int, small: int, middle: int
) -> int:
    """The outcome of a state, WON or LOST for the player to move, or why there is none yet; what was answered stays
    in the table."""
    value = value_of(forms.won, table.words, board, form)
    if value != OPEN:
        return value
    put(work.path, 0, board, form)
    work.ends[0] = 0
    depth = 0
    value = expand(grid, forms, table.words, work, board, 0, small, middle)
    while True:
        if value == OPEN:
            value = next_state(forms.won, table.words, work, board, depth)
            if value == OPEN:
                depth += 1
                watch[DONE] += 1
                value = expand(grid, forms, table.words, work, board, depth, small, middle)
                if watch[STOP] != 0:
                    return STOPPED
                continue
        if value < 0:
            return value
        state, part = board_at(board, work.path, depth), form_at(board, work.path, depth)
        learn(work.tallies, state, part, value)
        roomy = remember(table, state, part, value)
        if depth == 0:
            return value
        if not roomy:
            return TABLE_FULL
        depth -= 1
        value = WON if value == LOST else OPEN


@kernel
def first_moves(grid: Grid, forms: Forms, board: Board, small: int, middle: int, moves: Counts, states: Words) -> int:
    """All moves on a whole board: way and corner in `moves`, the state after it in `states`; how many, or FULL."""
    count = 0
    for way in range(number(grid, WAYS)):
        shape = number(grid, SHAPES) + SHAPE * way
        corners = corners_of(grid, board, shape)
        while not is_zero(corners):
            corner = first_of(corners)
            corners = without(corners, lone_first(corners))
            rest = without(board, up(load(board, grid, shape + PIECE), corner))
            form, large = start(grid, forms, rest, 0, small, middle)
            if form == FULL:
                return FULL
            moves[count, 0] = way
            moves[count, 1] = corner
            put(states, count, large, form)
            count += 1
    return count


@kernel
def refill(old: Table, new: Table, like: Board) -> None:
    """Put all states of the old table into the new one, which is larger: the place of the bucket completes the mixed
    number."""
    old_last = np.uint64(old.words.size // 8 - 1)
    new_last = np.uint64(new.words.size // 8 - 1)
    for at in range(0, old.words.size, len(like)):
        word = old.words[at]
        if word == ZERO:
            continue
        key = (word & ~old_last) | np.uint64(at // 8)
        start = np.int64((key & new_last) * np.uint64(8))
        for place in range(start, start + 8, len(like)):
            if new.words[place] == ZERO:
                new.words[place] = (key & ~new_last) | (word & old_last)
                for more in range(1, len(like)):
                    new.words[place + more] = old.words[at + more]
                new.filled[0] += 1
                break
