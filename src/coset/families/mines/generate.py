"""New levels: with a score that was asked for, or boards of minesweeper that need no guess.

A seed makes the same levels everywhere; level number i of a seed is the same however many are made.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from coset.cells.bits import mask_of
from coset.errors import BadInput, Interrupted
from coset.families.mines import closure, puz
from coset.families.mines.rules import COLOURS, Colour, Position, format, level, size_of
from coset.families.mines.solve import Progress, Rating, rate
from coset.families.mines.tilings import SHAPES, sweep

TRIES, MOST_TRIES = 8000, 1 << 20
"""Changes to the first random level; each further one is cooled down twice as slowly, so that rare scores are found."""

MAKERS = "lock:6x6, hexlock:6x5, hexes:6x5, sweep:8x8 (with +colours or +secrets), or 9x9n10 for minesweeper"


@dataclass(frozen=True)
class Made:
    """A new level and its rating."""

    position: Position
    rating: Rating
    tried: int

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {"id": format(self.position), "tried": self.tried, **self.rating.json()}

    def puz(self) -> str:
        """The level as a file of the game."""
        title = f"{self.position.tiling.name.replace(':', ' ')} with score {self.rating.smooth:.2f}"
        return puz.write(puz.from_position(self.position, title, score=self.rating.smooth))

    def _repr_svg_(self) -> str:
        from coset.families.mines.picture import draw
        from coset.show.svg import svg

        return svg(draw(self.position))


@dataclass(frozen=True, slots=True)
class Maker:
    """What kind of level is wanted."""

    shape: str
    width: int
    height: int
    mines: int | None
    colours: bool
    secrets: bool


def maker(text: str) -> Maker:
    """The maker that a text names.

    >>> maker("hexlock:6x5+colours").colours, maker("9x9n10").mines
    (True, 10)
    """
    bare = str(text).strip().removeprefix("mines:")
    head, *wishes = bare.split("+")
    game = re.fullmatch(r"([0-9]+x[0-9]+)n([0-9]{1,5})", head, re.ASCII)
    shape, _, size = ("sweep", "", game[1]) if game else head.partition(":")
    if shape not in SHAPES or not size or set(wishes) - {"colours", "secrets"} or (game and wishes):
        raise BadInput("this is no maker of levels", text, MAKERS)
    width, height = size_of(size)
    mines = int(game[2]) if game else None
    if mines is not None and (mines > width * height - 9 or min(width, height) < 3):
        raise BadInput(
            f"{mines} mines are too many for {size} cells", text, "nine cells stay free around the first one"
        )
    if mines is None and width * height < 4:
        raise BadInput("this is too small for a level", text, "at least 4 cells")
    return Maker(shape, width, height, mines, "colours" in wishes, shape == "lock" or "secrets" in wishes)


def generate(
    text: str,
    low: float = 0.0,
    high: float = float("inf"),
    inexact: int = 1,
    seed: int = 0,
    count: int = 1,
    progress: Progress | None = None,
) -> Iterator[Made]:
    """`count` levels with smooth scores from `low` to `high`; boards of minesweeper have any score.

    >>> made = next(generate("lock:4x4", seed=3))
    >>> made.rating.solved
    True
    """
    wanted = maker(text)
    if not low <= high:
        raise BadInput("no score is between these", f"{low:g}..{high:g}", "the lower one first")
    if inexact < -1 or count < 0:
        raise BadInput("this number is too small", min(inexact, count), "0 or more (-1 inexact rounds: any number)")
    for number in range(count):
        yield one(wanted, low, high, inexact, seed, number, progress)


def one(
    wanted: Maker,
    low: float,
    high: float,
    inexact: int,
    seed: int,
    number: int,
    progress: Progress | None = None,
    watch: Any = None,
) -> Made:
    """Level `number` of a seed."""
    import numpy as np

    from coset.kernels.watch import watched

    state = np.array([_stream(seed, number)], np.uint64)

    def work(watch: Any) -> tuple[Position, int]:
        if wanted.mines is not None:
            return _minesweeper(wanted, state, watch)
        return _annealed(wanted, low, high, inexact, state, watch)

    tell = None if progress is None else (lambda done: progress(done, None))
    position, tried = work(watch) if watch is not None else watched(work, tell)
    return Made(position, rate(position, inexact if wanted.mines is None else None), tried)


def _stream(seed: int, number: int) -> int:
    """The state that a level's random numbers start from."""
    import hashlib

    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:8], "little")


def _annealed(wanted: Maker, low: float, high: float, inexact: int, state: Any, watch: Any) -> tuple[Position, int]:
    import numpy as np

    from coset.families.mines.kernel_make import anneal
    from coset.kernels.watch import DONE, STOP

    size = wanted.width * wanted.height
    found = closure.found_for(size)
    store = closure.store_for(size, 1 << (12 if size <= 64 else 14))
    bounds = np.array([low, min(high, 1e9)])
    tries = TRIES
    while not watch[STOP]:
        blank = _blank(wanted, state)
        board = closure.board_of(blank)
        signs, kept = np.zeros(size, np.int8), np.zeros(size, np.int8)
        shape = np.zeros((2, (size + 63) >> 6), np.uint64)
        shape[1] = closure.words_of(mask_of_all(blank.colours), shape.shape[1])
        rest = len(blank.hints) - 1 if blank.colours and blank.hints[-1].name.startswith("the cells without") else -1
        fixed = int(blank.revealed.bit_count())
        settings = np.array([fixed, tries, inexact, 15 if wanted.secrets else 0, rest])
        score = anneal(store, board, found, signs, kept, shape, state, watch, settings, bounds)
        tries = min(2 * tries, MOST_TRIES)
        if low <= score <= high:
            mines = mask_of(cell for cell in range(size) if signs[cell] == 1)
            secret = mask_of(cell for cell in range(size) if signs[cell] == 2)
            return level(blank.tiling, mines, secret, blank.revealed, blank.colours), int(watch[DONE])
    raise Interrupted("stopped before the level was made")


def mask_of_all(colours: tuple[Colour, ...]) -> int:
    """The cells that have a colour."""
    found = 0
    for colour in colours:
        found |= colour.cells
    return found


def _blank(wanted: Maker, state: Any) -> Position:
    """A level of mines only, with all its hints: random colours, and cell 0 revealed where no line has a hint."""
    from coset.families.mines.kernel_make import below

    tiling = SHAPES[wanted.shape](wanted.width, wanted.height)
    colours: tuple[Colour, ...] = ()
    if wanted.colours:
        owner = [int(below(state, 4)) for _ in range(tiling.size)]
        names = ("RED", "GREEN", "BLUE")
        sets = [mask_of(cell for cell in range(tiling.size) if owner[cell] == at) for at in range(3)]
        order = list(COLOURS)
        colours = tuple(
            sorted((Colour(n, s) for n, s in zip(names, sets, strict=True) if s), key=lambda c: order.index(c.name))
        )
    revealed = 0 if tiling.lines else 1
    return level(tiling, ((1 << tiling.size) - 1) & ~revealed, 0, revealed, colours)


def _minesweeper(wanted: Maker, state: Any, watch: Any) -> tuple[Position, int]:
    import numpy as np

    from coset.families.mines.kernel_make import below
    from coset.families.mines.kernel_sweep import make

    wide, high = wanted.width + 4, wanted.height + 4
    mines, around, waiting = (np.zeros(wide * high, np.int8) for _ in range(3))
    x, y = int(below(state, wanted.width)), int(below(state, wanted.height))
    queue = np.zeros(wide * high, np.int64)
    first = (y + 2) * wide + x + 2
    if not make(mines, around, wide, wanted.mines, first, state, queue, waiting, watch):
        raise Interrupted("stopped before the board was made")
    inner = mines.reshape(high, wide)[2:-2, 2:-2].ravel()
    laid = mask_of(int(cell) for cell in np.flatnonzero(inner))
    return level(sweep(wanted.width, wanted.height), laid, 0, 1 << (y * wanted.width + x)), int(watch[1])
