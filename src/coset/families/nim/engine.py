"""The engine: the tables that the kernels work on, made to fit a board and its pieces, and grown when they are full.

Tables are kept between questions about the same pieces, so that the second question about a board is answered at once.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import numpy as np

from coset.cells.bits import cells_of, mask_of
from coset.cells.symmetry import Cells
from coset.errors import Interrupted
from coset.families.nim import kernel, kernel_areas, kernel_forms, kernel_search, ois
from coset.families.nim.kernel import Board, Grid
from coset.families.nim.kernel_forms import FULL, NIMBER, Forms
from coset.families.nim.kernel_search import FORMS_FULL, OPEN, TABLE_FULL, WORK_FULL, Table, Work
from coset.families.nim.layout import Layout
from coset.families.nim.ois import Ois
from coset.families.nim.rules import Position
from coset.families.nim.shapes import least_alive, mirrored, shapes_of
from coset.kernels import table as sums
from coset.kernels.watch import STOP, Watch

SMALL, MIDDLE = 11, 24
FIRST_STATES, MOST_STATES = 1 << 17, 1 << 28
NIMBERS = 128
LOST, TREE, CANONICAL = kernel_search.LOST, kernel_forms.TREE, kernel_forms.CANONICAL
PAUSE = 2


@dataclass
class Engine:
    """The tables for one grid, one set of pieces and one kind of form."""

    grid: Grid
    words: int
    shapes: str
    forms: Forms
    table: Table
    work: list[Work] = field(default_factory=list)

    def board(self, free: int) -> Board:
        """A set of cells of the frame as the kernels take it."""
        return tuple(np.uint64(free >> 64 * word & (1 << 64) - 1) for word in range(self.words))


@cache
def make_grid(words: int, stride: int, rows: int, shapes: str) -> Grid:
    """The frame and its pieces as one array for the kernels (see `kernel.STRIDE` and what follows it)."""
    ways = [shape for shape in shapes_of(shapes) if all(x < stride and y < rows for x, y in shape.cells)]
    least = min(len(shape.cells) for shape in shapes_of(shapes))
    side = min(stride, rows)
    turn = {row * stride + column: column * stride + side - 1 - row for row in range(side) for column in range(side)}
    flip = {
        row * stride + column: (rows - 1 - row) * stride + column for row in range(rows) for column in range(stride)
    }
    maps = [_bytes_map(turn, words), _bytes_map(flip, words)]
    head = np.zeros(kernel.HEAD, np.uint64)
    shapes_at = kernel.HEAD + sum(part.size for part in maps)
    alive, mirror = least_alive(shapes) == least, mirrored(shapes)
    head[:8] = [stride, rows, least, alive, mirror, len(ways), kernel.HEAD + maps[0].size, shapes_at]
    for at, bare in ((kernel.NOT_FIRST, 0), (kernel.NOT_LAST, stride - 1)):
        cells = [row * stride + column for row in range(rows) for column in range(stride) if column != bare]
        head[at : at + words] = _words(mask_of(cells), words)
    head[kernel.TOP : kernel.TOP + words] = _words((1 << stride) - 1, words)
    return np.concatenate([head, *maps, *(_shape_words(shape.cells, words, stride, rows) for shape in ways)])


def _shape_words(cells: Cells, words: int, stride: int, rows: int) -> Any:
    """One shape as the kernels take it."""
    out = np.zeros(kernel.SHAPE, np.uint64)
    offsets = sorted(y * stride + x for x, y in cells)
    wide = max(x for x, _ in cells)
    corners = mask_of(row * stride + column for row in range(rows) for column in range(stride - wide))
    out[kernel.SIZE] = len(offsets)
    out[kernel.OFFSETS : kernel.OFFSETS + len(offsets)] = offsets
    out[kernel.CORNERS : kernel.CORNERS + words] = _words(corners, words)
    out[kernel.PIECE : kernel.PIECE + words] = _words(mask_of(offsets), words)
    return out


def _words(mask: int, words: int) -> list[int]:
    """A set of cells as words."""
    return [mask >> 64 * word & (1 << 64) - 1 for word in range(words)]


def _bytes_map(target: dict[int, int], words: int) -> Any:
    """For each byte of a board and each value of it, the board of where its cells go."""
    out: list[int] = []
    for place in range(8 * words):
        for value in range(256):
            cells = [8 * place + bit for bit in cells_of(value)]
            out += _words(mask_of(target[cell] for cell in cells if cell in target), words)
    return np.array(out, np.uint64)


def empty_forms(kind: int, words: int) -> Forms:
    """Forms 0 and 1 (in normal play all nimbers that can come up), and room for some more."""
    forms = Forms(
        kind, np.zeros(8, np.int64), np.zeros(1 << 18, np.int32),
        np.zeros(1 << 13, np.int64), np.zeros(1 << 13, np.int32),
        *sums.empty(1 << 14), np.zeros(1 << 12, np.int32), np.zeros(1 << 12, np.int8),
        np.zeros(words << 17, np.uint64), np.zeros(1 << 16, np.uint64), np.zeros((2, 1 << 12), np.int64),
        np.zeros((2, 1 << 12), np.int32), np.zeros(words << 14, np.uint64), np.zeros((80, 2), np.int64),
        np.zeros(1 << 14, np.int32), np.zeros((1 << 14, 2), np.int64),
        np.zeros(1, np.int64),
    )  # fmt: skip
    for number in range(NIMBERS if kind == NIMBER else 2):
        forms.listed[0, :number] = np.arange(number)
        kernel_forms.form_with(forms, 0, number)
        forms.set_of[number] = number
        forms.won[number] = number != 1 if kind != NIMBER else number != 0
        forms.used[kernel_forms.FORMS] = number + 1
    return forms


def grown_forms(old: Forms, board: Board) -> Forms:
    """The same forms with twice the room."""

    def twice(array: Any) -> Any:
        return np.concatenate([array, np.zeros_like(array)])

    def wider(array: Any) -> Any:
        return np.concatenate([array, np.zeros_like(array)], axis=1)

    new = Forms(
        old.kind, old.used, twice(old.pool), twice(old.starts), twice(old.form_of), *sums.grown(old.set_keys,
        old.set_values),
        twice(old.set_of), twice(old.won), np.zeros(2 * old.areas.size, np.uint64), np.zeros(2 * old.sums.size,
        np.uint64),
        wider(old.marks), wider(old.listed), twice(old.stack), old.frames, twice(old.options),
        twice(old.pairs), np.zeros(1, np.int64),
    )  # fmt: skip
    kernel_areas.refill_areas(old.areas, new.areas, board)
    kernel_forms.refill_sums(old.sums, new.sums)
    return new


def empty_table(states: int, words: int) -> Table:
    """A table with room for about 0.7 times `states`, a power of two; the largest never asks to grow."""
    size = states * words
    return Table(np.zeros(size, np.uint64), np.zeros(1, np.int64), 0 if states >= MOST_STATES else states * 2 // 3)


def empty_work(entries: int, words: int, tallies: Any = None) -> Work:
    """Room for a path and the states to be tried along it."""
    if tallies is None:
        tallies = np.zeros((129, kernel_search.SORTS, 3), np.float32)
        tallies[:, :, 2] = np.log(4)
    return Work(
        np.zeros(entries * (words + 1), np.uint64), np.zeros(entries, np.float32), np.zeros(260 * (words + 1),
        np.uint64),
        np.zeros(260, np.int64), tallies,
    )  # fmt: skip


_IDLE: dict[tuple[int, int, int, str, int], list[Engine]] = {}
_IDLE_LOCK = threading.Lock()
MOST_IDLE = 6


@contextmanager
def borrowed(layout: Layout, shapes: str, kind: int) -> Iterator[Engine]:
    """An engine that nobody else uses meanwhile; it is kept with all it has learned, the ones used last longest."""
    key = (layout.words, layout.stride, layout.rows, shapes, kind)
    with _IDLE_LOCK:
        idle = _IDLE.pop(key, [])
        engine = idle.pop() if idle else None
        if idle:
            _IDLE[key] = idle
    if engine is None:
        words, *size = key[:3]
        grid = make_grid(words, *size, shapes)
        engine = Engine(grid, words, shapes, empty_forms(kind, words), empty_table(FIRST_STATES, words))
    try:
        yield engine
    finally:
        with _IDLE_LOCK:
            _IDLE[key] = [*_IDLE.pop(key, []), engine]
            while sum(map(len, _IDLE.values())) > MOST_IDLE:
                oldest = next(iter(_IDLE))
                _IDLE[oldest].pop(0)
                if not _IDLE[oldest]:
                    del _IDLE[oldest]


def kind_of(position: Position) -> int:
    """The kind of forms that tell who wins."""
    return CANONICAL if position.misere else NIMBER


def grow(engine: Engine, statuses: set[int]) -> None:
    """Make room for what was full."""
    like = engine.board(0)
    if FORMS_FULL in statuses:
        engine.forms = grown_forms(engine.forms, like)
    if TABLE_FULL in statuses:
        table = empty_table(2 * engine.table.words.size // engine.words, engine.words)
        kernel_search.refill(engine.table, table, like)
        engine.table = table
    if WORK_FULL in statuses:
        engine.work = [empty_work(2 * work.scores.size, engine.words, work.tallies) for work in engine.work]


def form_of(engine: Engine, free: int) -> int:
    """The form of a whole board of the frame."""
    while True:
        form = kernel_areas.whole(engine.grid, engine.forms, engine.board(free))
        if form != FULL:
            return form
        grow(engine, {FORMS_FULL})


State = tuple[int, Board]


def cells_at(engine: Engine, way: int, corner: int) -> list[int]:
    """The cells of the frame that a piece covers."""
    at = int(engine.grid[kernel.SHAPES]) + kernel.SHAPE * way
    size = int(engine.grid[at])
    return [corner + int(offset) for offset in engine.grid[at + kernel.OFFSETS : at + kernel.OFFSETS + size]]


def state_of(engine: Engine, free: int) -> State:
    """A board of the frame as a state."""
    while True:
        form, board = kernel_areas.start(engine.grid, engine.forms, engine.board(free), 0, SMALL, MIDDLE)
        if form != FULL:
            return form, board
        grow(engine, {FORMS_FULL})


def sets_of(layout: Layout, shapes: str, kind: int) -> Ois:
    """The nested set of a board."""
    if not layout.cells:
        return ois.EMPTY
    with borrowed(layout, shapes, kind) as engine:
        top = form_of(engine, layout.free)
        return set_of_form(engine.forms, top)


def set_of_form(forms: Forms, top: int) -> Ois:
    """The nested set of a form."""
    made = {0: ois.EMPTY}
    wanted = [top]
    while wanted:
        form = wanted[-1]
        owner = forms.set_of[form]
        options = [int(option) for option in forms.pool[forms.starts[owner] : forms.starts[owner + 1]]]
        missing = [option for option in options if option not in made]
        if not missing:
            made[form] = frozenset(made[option] for option in options)
            wanted.pop()
        wanted += missing
    return made[top]


def next_states(engine: Engine, free: int) -> list[tuple[int, int, State]]:
    """All moves on a board of the frame: (way, corner, the state after it)."""
    most = int(engine.grid[kernel.WAYS]) * free.bit_count()
    moves, states = np.zeros((most, 2), np.int64), np.zeros((most, engine.words + 1), np.uint64)
    board, flat = engine.board(free), states.reshape(-1)
    while True:
        count = kernel_search.first_moves(engine.grid, engine.forms, board, SMALL, MIDDLE, moves, flat)
        if count != FULL:
            break
        grow(engine, {FORMS_FULL})
    return [
        (int(moves[at, 0]), int(moves[at, 1]), (int(states[at, -1]), tuple(states[at, :-1]))) for at in range(count)
    ]


def outcomes(
    engine: Engine, states: list[State], watch: Watch, threads: int = 1, until_lost: bool = False
) -> list[int]:
    """WON or LOST for each state, for the player to move there; with `until_lost` those after the first lost one may
    stay OPEN.

    Threads share the tables; whoever finds one full stops all, and they go on where they were once it has grown.
    """
    answers = [OPEN] * len(states)
    while len(engine.work) < threads:
        engine.work.append(empty_work(1 << 15, engine.words))
    while OPEN in answers and not (until_lost and LOST in answers):
        left = iter([number for number, answer in enumerate(answers) if answer == OPEN])
        statuses: set[int] = set()

        def work(room: Work, left: Any = left, statuses: set[int] = statuses) -> None:
            for number in left:
                form, board = states[number]
                status = kernel_search.search(
                    engine.grid, engine.forms, engine.table, room, watch, board, form, SMALL, MIDDLE
                )  # fmt: skip
                if status > 0:
                    answers[number] = status
                if status < 0 or (until_lost and status == LOST):
                    statuses.add(status)
                    if not watch[STOP]:
                        watch[STOP] = PAUSE
                if watch[STOP]:
                    return

        _in_threads([partial(work, room) for room in engine.work[:threads]])
        if watch[STOP] not in (0, PAUSE):
            raise Interrupted("stopped before the board was solved")
        if watch[STOP] == PAUSE:
            watch[STOP] = 0
        grow(engine, statuses)
    return answers


def _in_threads(calls: list[Callable[[], None]]) -> None:
    """Make these calls side by side, the first one in this thread."""
    failures: list[BaseException] = []

    def guarded(call: Callable[[], None]) -> None:
        try:
            call()
        except BaseException as failure:
            failures.append(failure)

    others = [threading.Thread(target=guarded, args=(call,)) for call in calls[1:]]
    for thread in others:
        thread.start()
    guarded(calls[0])
    for thread in others:
        thread.join()
    if failures:
        raise failures[0]
