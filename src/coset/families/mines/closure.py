"""The first level of logic: inequalities crossed with each other, by the compiled engine.

Equal to `naive.follow`, round for round; with a log, it also says where each inequality came from.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coset.errors import BadInput
from coset.families.mines.rules import Position

if TYPE_CHECKING:
    from coset.families.mines.kernel import Board, Found, Store

ROOM = 1 << 9
"""Inequalities there is room for at first; doubled when they are too many."""


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
    """What the engine found; `found` has for each step the cells that are safe and those that are mines."""

    solved: bool
    steps: list[int]
    rounds: str
    safe: int
    mines: int
    found: list[tuple[int, int]]
    log: list[Fact] = field(default_factory=list)


def words_of(cells: int, count: int) -> list[int]:
    """A set of cells as 64-bit words.

    >>> words_of(1 << 64 | 5, 2)
    [5, 1]
    """
    return [cells >> 64 * word & 0xFFFF_FFFF_FFFF_FFFF for word in range(count)]


def set_of(words: Any) -> int:
    """The set of cells in these words; the inverse of `words_of`."""
    return int.from_bytes(words.tobytes(), "little")


def board_of(position: Position, safe: int | None = None, mines: int = 0) -> "Board":
    """The board as arrays, at the start or with these cells known."""
    import numpy as np

    from coset.families.mines.kernel import Board

    count = (position.tiling.size + 63) >> 6
    return Board(
        _rows(position.tiling.around, count),
        np.array(position.shown, np.int64),
        _rows([hint.cells for hint in position.hints], count),
        np.array([hint.mines for hint in position.hints], np.int64),
        _rows([position.revealed if safe is None else safe], count)[0],
        _rows([mines], count)[0],
    )


def _rows(sets: Sequence[int], count: int) -> Any:
    """Sets of cells as rows of so many words."""
    import numpy as np

    raw = b"".join(cells.to_bytes(8 * count, "little") for cells in sets)
    return np.frombuffer(raw, "<u8").reshape(len(sets), count).astype(np.uint64)


def store_for(size: int, room: int, log: int = 0) -> "Store":
    """Room for so many inequalities over so many cells, and for so many lines of log."""
    import numpy as np

    from coset.families.mines.kernel import Store

    words = (size + 63) >> 6
    span = (room + 63) >> 6
    return Store(
        np.empty((room, words), np.uint64),
        np.empty((room, 8), np.int64),
        np.empty(2 * room, np.int64),
        np.zeros(8, np.int64),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.empty((64 * words, span), np.uint64),
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


def follow(
    position: Position, inexact: int = 1, log: bool = False, safe: int | None = None, mines: int = 0
) -> Followed:
    """Run the engine with so many inexact rounds in a row allowed (-1: any number), from the start or with cells known.

    >>> from coset.families.mines.rules import parse
    >>> follow(parse("lock:3x2:.*?*..")).steps
    [1, 2]
    """
    from coset.families.mines import kernel

    board, size, room = board_of(position, safe, mines), position.tiling.size, ROOM
    while True:
        store, found = store_for(size, room, 8 * room if log else 0), found_for(size)
        solved, steps, rounds = kernel.follow(store, board, inexact, found)
        if store.heads[kernel.STATUS] == kernel.CONTRADICTION:
            raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
        if store.heads[kernel.STATUS] == kernel.FINE:
            break
        room *= 2
    signs = ("E", "I", "E*", "I*")
    closed = [(set_of(found.safe[step]), set_of(found.mines[step])) for step in range(steps)]
    return Followed(
        bool(solved),
        found.steps[:steps].tolist(),
        "".join(signs[letter] for letter in found.letters[1 : rounds + 1]),
        set_of(found.known[0]),
        set_of(found.known[1]),
        [pair for pair in closed if pair != (0, 0)],
        _log(store) if log else [],
    )


def _log(store: "Store") -> list[Fact]:
    from coset.families.mines.kernel import LOGGED

    lines = store.log[: store.heads[LOGGED]].tolist()
    return [Fact(set_of(store.log_cells[at]), *line) for at, line in enumerate(lines)]
