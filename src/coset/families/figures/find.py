"""One filling of a figure too big to be searched through. Finding none proves nothing."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from coset.errors import BadInput
from coset.families.figures.algebra import targets
from coset.families.figures.plan import NARROW, plan
from coset.families.figures.rules import Figure, as_figure, follows, format, line_sum
from coset.families.figures.solve import solve

Progress = Callable[[float, float | None], None]

SEARCHABLE = 1e6
"""Figures with so few partial fillings are searched through; larger ones are annealed."""


@dataclass(frozen=True, slots=True)
class Found:
    """A filling, or None: then there may still be one, unless the whole figure was searched (`searched`).

    `method` is "search" or "annealing".
    """

    figure: str
    filling: tuple[int, ...] | None
    method: str
    searched: bool
    tries: int
    seconds: float

    def json(self) -> dict[str, Any]:
        """The values as `--json` prints them."""
        return {
            "filling": None if self.filling is None else list(self.filling),
            "method": self.method,
            "searched": self.searched,
            "tries": self.tries,
            "seconds": self.seconds,
        }


def find(figure: Figure | str, *, seconds: float = 60.0, seed: int = 0, progress: Progress | None = None) -> Found:
    """One filling, by a search if the figure is small, else by annealing for at most so many seconds.

    >>> find("square:4").filling is not None, find("figures:own:2:1-2:all:9:0.1").searched
    (True, True)
    """
    figure = as_figure(figure)
    if not 0 < seconds <= 1e6:
        raise BadInput("this is no number of seconds", seconds, "up to 1000000")
    began = time.perf_counter()
    possible = targets(figure)
    if not possible or plan(figure, NARROW).nodes < SEARCHABLE:
        found = solve(figure, first=1, progress=progress).solutions
        return Found(format(figure), found[0] if found else None, "search", not found, 1, time.perf_counter() - began)
    if figure.distinct != "all" or figure.less_than:
        raise BadInput(
            "only figures with different numbers and no less_than can be annealed",
            format(figure),
            "use solve with --first 1",
        )
    filling, tries = _annealed(figure, possible, seconds, seed, progress)
    assert filling is None or follows(figure, filling)
    return Found(format(figure), filling, "annealing", False, tries, time.perf_counter() - began)


HEATS, REACHES, COOLING = (2.0, 0.3), (20.0, 1.0), 200
"""From where to where the annealing cools, in units of the gap between numbers, and how far apart in the list of
numbers those that it swaps may be; in so many stages.
"""


def _annealed(
    figure: Figure, possible: list[int], seconds: float, seed: int, progress: Progress | None
) -> tuple[tuple[int, ...] | None, int]:
    """Anneal again and again from random fillings until one is right or the time is over."""
    import numpy as np

    from coset.families.figures.kernel_find import anneal
    from coset.kernels.watch import watched

    rng = random.Random(seed)
    given = dict(figure.given)
    numbers = np.array([n for n in figure.numbers if n not in given.values()], np.int64)
    # Cells past the figure's own hold the numbers that are not used.
    open_cells = [cell for cell in range(len(figure.numbers)) if cell not in given]
    by_cell = _lines_by_cell(figure)
    unit = max(1.0, float(np.median(np.diff(numbers)))) if len(numbers) > 1 else 1.0
    heats = np.geomspace(*HEATS, COOLING) * unit
    reaches = np.geomspace(*REACHES, COOLING).round().astype(np.int64)
    began, tries = time.perf_counter(), 0
    while True:
        tries += 1
        target = rng.choice(possible)
        rng.shuffle(open_cells)
        cells = np.array(open_cells, np.int64)
        values = _filling(given, cells, numbers)
        dues = figure.targets or (target,) * len(figure.lines)
        off = np.array([line_sum(figure, line, values) - due for line, due in enumerate(dues)], np.int64)
        start = rng.getrandbits(62) | 1
        # Slower and slower: a try that is too quick for the figure costs little.
        rounds = min(2000 * 2 ** (tries // 8), 200_000)

        def work(watch: Any, cells: Any = cells, off: Any = off, rounds: int = rounds, start: int = start) -> bool:
            return bool(anneal(numbers, cells, by_cell, off, heats, reaches, rounds, start, watch))

        if watched(work, every=0.02):
            return _filling(given, cells, numbers)[: figure.cells], tries
        spent = time.perf_counter() - began
        if progress is not None:
            progress(spent, seconds)
        if spent > seconds:
            return None, tries


def _filling(given: dict[int, int], cells: Any, numbers: Any) -> tuple[int, ...]:
    """What each cell holds, those past the figure's own at the end."""
    held = given | dict(zip(cells.tolist(), numbers.tolist(), strict=True))
    return tuple(held[cell] for cell in range(len(held)))


def _lines_by_cell(figure: Figure) -> Any:
    import numpy as np

    lists: list[list[int]] = [[] for _ in figure.numbers]
    for i, (line, coefs) in enumerate(zip(figure.lines, figure.coefs, strict=True)):
        for cell, k in zip(line, coefs, strict=True):
            lists[cell] += [i, k]
    table = np.zeros((len(lists), 1 + max(map(len, lists))), np.int64)
    for cell, entries in enumerate(lists):
        table[cell, 0] = len(entries) // 2
        table[cell, 1 : 1 + len(entries)] = entries
    return table
