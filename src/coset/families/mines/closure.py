"""The first level of logic: inequalities crossed with each other, by the compiled engine.

Equal to `naive.follow`, round for round; with a log, it also says where each inequality came from.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coset.errors import BadInput
from coset.families.mines.rules import Position

if TYPE_CHECKING:
    from coset.families.mines.kernel import Board, Found
    from coset.families.mines.kernel_rows import Store

ROOM = 1 << 11
"""Inequalities there is room for at first; doubled when they are too many."""

SIGNS = dict(enumerate(("E", "I", "E*", "I*")))
"""The letters of a round, by the number that the kernel gives it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """An inequality and where it came from: `kind` as in kernel.py, `first`, `second` and `old` as lines of the log.

    A hint or a shown number has the hint or the cell as `first`; `old` is what was known of the same cells before.
    """

    cells: int
    lo: int
    hi: int
    kind: int
    first: int
    second: int
    old: int
    round: int


@dataclass(frozen=True)
class Followed:
    """What the engine found; with a log, `found` has for each step the cells that are safe and those that are mines."""

    solved: bool
    steps: list[int]
    rounds: str
    safe: int
    mines: int
    found: list[tuple[int, int]] = field(default_factory=list)
    log: list[Fact] = field(default_factory=list)


def words_of(cells: int, count: int) -> list[int]:
    """A set of cells as 64-bit words.

    >>> words_of(1 << 64 | 5, 2)
    [5, 1]
    """
    return [cells >> 64 * word & 0xFFFF_FFFF_FFFF_FFFF for word in range(count)]


def board_of(position: Position) -> "Board":
    """The board as arrays, at the start."""
    import numpy as np

    from coset.families.mines.kernel import Board

    count = (position.tiling.size + 63) >> 6
    return Board(
        _rows(position.tiling.around, count),
        np.array(position.shown, np.int64),
        _rows([hint.cells for hint in position.hints], count),
        np.array([hint.mines for hint in position.hints], np.int64),
        _rows([position.revealed], count)[0],
        _rows([0], count)[0],
    )


def _rows(sets: Sequence[int], count: int) -> Any:
    """Sets of cells as rows of so many words."""
    import numpy as np

    raw = b"".join(cells.to_bytes(8 * count, "little") for cells in sets)
    return np.frombuffer(raw, "<u8").reshape(len(sets), count).astype(np.uint64)


def store_for(size: int, room: int, log: int = 0) -> "Store":
    """Room for so many inequalities over so many cells, and for so many lines of log."""
    import numpy as np

    from coset.families.mines.kernel_rows import FEWEST_SLOTS, Store

    words = (size + 63) >> 6
    span = (room + 63) >> 6
    return Store(
        np.empty((room, words), np.uint64),
        np.empty((room, 9), np.int32),
        np.empty(4 * max(room, FEWEST_SLOTS), np.int32),
        np.zeros(16, np.int64),
        np.empty((span, 8), np.uint64),
        np.empty((span, size), np.uint64),
        np.empty((span, size), np.uint64),
        np.empty(2 * room, np.int64),
        np.empty(size + 1, np.int64),
        np.empty((log, 7), np.int64),
        np.empty((log, words), np.uint64),
    )


def found_for(size: int) -> "Found":
    """Room for the steps of a board."""
    import numpy as np

    from coset.families.mines.kernel import Found

    words = (size + 63) >> 6
    return Found(
        np.zeros(size + 2, np.int64),
        np.zeros(64 * size + 64, np.uint8),
        np.zeros((size + 2, words), np.uint64),
        np.zeros((size + 2, words), np.uint64),
        np.zeros((5, words), np.uint64),
    )


class _Desk(threading.local):
    """What the last run in this thread worked with: a level is packed once, and room is made once."""

    position: Position | None = None
    board: "Board"
    known: tuple[int, int]
    log: bool
    store: "Store"
    found: "Found"


_desk = _Desk()


def _lay_out(position: Position, log: bool, room: int) -> None:
    """Make the desk ready for a position, with so much room at least."""
    size = position.tiling.size
    if _desk.position is None or _desk.position.tiling.size != size or _desk.log < log or len(_desk.store.of) < room:
        _desk.log = log
        _desk.store, _desk.found = store_for(size, room, 8 * room if log else 0), found_for(size)
    if _desk.position is not position:
        _desk.board, _desk.position = board_of(position), position
        _desk.known = (position.revealed, 0)


def follow(
    position: Position, inexact: int = 1, log: bool = False, safe: int | None = None, mines: int = 0
) -> Followed:
    """Run the engine with so many inexact rounds in a row allowed (-1: any number), from the start or with cells known.

    >>> from coset.families.mines.rules import parse
    >>> follow(parse("lock:3x2:.*?*..")).steps
    [1, 2]
    """
    from coset.families.mines import kernel

    room = ROOM
    while True:
        _lay_out(position, log, room)
        board, store, found = _desk.board, _desk.store, _desk.found
        words = board.safe.size
        known = (position.revealed if safe is None else safe, mines)
        if known != _desk.known:
            board.safe[:], board.flagged[:] = words_of(known[0], words), words_of(known[1], words)
            _desk.known = known
        solved, steps, rounds, contradiction, full = kernel.follow(store, board, inexact, found)
        if contradiction:
            raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
        if not full:
            break
        room = 2 * len(store.of)
    letters = found.letters[1 : rounds + 1].tobytes().decode("latin-1").translate(SIGNS)
    both = _sets(found.known, 2)
    return Followed(
        solved,
        found.steps[:steps].tolist(),
        letters,
        both[0],
        both[1],
        _found(found, steps) if log else [],
        _log(store) if log else [],
    )


def _sets(rows: Any, count: int) -> list[int]:
    """The first rows of words as sets of cells."""
    first, *others = rows[:count].T.tolist()
    sets: list[int] = first
    for word, column in enumerate(others, 1):
        sets = [low | high << 64 * word for low, high in zip(sets, column, strict=True)]
    return sets


def _found(found: "Found", steps: int) -> list[tuple[int, int]]:
    """What each step found; the last may be one that found nothing."""
    pairs = zip(_sets(found.safe, steps), _sets(found.mines, steps), strict=True)
    return [pair for pair in pairs if pair != (0, 0)]


def _log(store: "Store") -> list[Fact]:
    from coset.families.mines.kernel_rows import LOGGED

    count = int(store.heads[LOGGED])
    lines = store.log[:count].tolist()
    return [Fact(cells, *line) for cells, line in zip(_sets(store.log_cells, count), lines, strict=True)]
