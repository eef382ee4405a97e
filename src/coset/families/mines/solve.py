"""What a board gives away: how far logic goes, how hard it is, the next step, and whether it needs a guess."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from coset.errors import BadInput
from coset.families.mines import closure, rules
from coset.families.mines.clues import clues
from coset.families.mines.explain import Step, easiest, walk
from coset.families.mines.rules import Position
from coset.show.drawing import Drawing

Board = Position | str
Progress = Callable[[float, float | None], None]


def board(given: Board) -> Position:
    """A board from itself, its ID, the text of a `.puz` file, or rows of signs.

    >>> board(".?*/*..").tiling.name
    'lock:3x2'
    """
    if isinstance(given, Position):
        return given
    if not isinstance(given, str):
        raise BadInput("this is no board of mines", given, f"an ID such as {rules.EXAMPLES[1]}, or rows of signs")
    return rules.read(given)


@dataclass(frozen=True)
class Solution:
    """How a board was solved: its steps where they were asked for, and what is known at the end."""

    position: Position
    solved: bool
    safe: int
    mines: int
    by_cases: int
    steps: list[Step] = field(default_factory=list, repr=False)

    def json(self) -> dict[str, Any]:
        """Plain values."""
        from coset.cells.bits import cells_of

        return {
            "solved": self.solved,
            "safe": list(cells_of(self.safe)),
            "mines": list(cells_of(self.mines)),
            "by_cases": self.by_cases,
            "steps": [step.json() for step in self.steps],
        }

    def picture(self) -> Drawing:
        """The board at the end."""
        from coset.families.mines.picture import draw

        return draw(self.position, self.safe, self.mines)

    def _repr_svg_(self) -> str:
        from coset.show.svg import svg

        return svg(self.picture())


def complete(position: Position, inexact: int = 1) -> tuple[int, int, int]:
    """All that follows: the safe cells, the mines, and how often crossing stalled and a SAT solver went on."""
    safe, mines, stalls = position.revealed, 0, 0
    while True:
        found = closure.follow(position, inexact, safe=safe, mines=mines)
        safe, mines = found.safe, found.mines
        if found.solved:
            return safe, mines, stalls
        from coset.families.mines.sat import Solver

        with Solver(clues(position, safe, mines)) as solver:
            now_safe, now_mines = solver.forced()
        if not now_safe | now_mines:
            return safe, mines, stalls
        safe, mines, stalls = safe | now_safe, mines | now_mines, stalls + 1
        if not position.all_cells & ~(safe | mines):
            return safe, mines, stalls


def answer(position: Position) -> dict[str, Any]:
    """How far certainty goes: equal to `naive.answer`.

    >>> answer(rules.parse("lock:2x2:.*.."))
    {'solved': True, 'safe': 3, 'mines': 1}
    """
    safe, mines, _ = complete(position)
    unknown = position.all_cells & ~(safe | mines)
    return {"solved": not unknown, "safe": safe.bit_count(), "mines": mines.bit_count()}


def solve(given: Board, explain: bool = False, inexact: int = 1, progress: Progress | None = None) -> Solution:
    """Solve a board as far as it goes without a guess; with `explain`, with the steps and the reasons for them.

    >>> solve("lock:2x2:.*..").solved
    True
    """
    position = board(given)
    if not explain:
        safe, mines, stalls = complete(position, inexact)
        return Solution(position, safe | mines == position.all_cells, safe, mines, stalls)
    steps: list[Step] = []
    safe, mines = position.revealed, 0
    for found in walk(position):
        steps += found
        for step in found:
            safe, mines = (safe, mines | step.cells) if step.is_mine else (safe | step.cells, mines)
        if progress is not None:
            progress((safe | mines).bit_count(), position.tiling.size)
    by_cases = len({step.number for step in steps if step.cases})
    return Solution(position, safe | mines == position.all_cells, safe, mines, by_cases, steps)


def hint(given: Board, safe: int | None = None, mines: int = 0) -> Step | None:
    """The easiest next step: its `where` says where to look, its `text` what follows and why; None if nothing does.

    >>> hint("lock:2x2:...*").where
    'column 1'
    """
    position = board(given)
    found = easiest(position, position.revealed if safe is None else safe, mines)
    return found[0] if found else None


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a level is for the engine of inequalities with `k` inexact rounds allowed in a row (-1: any number)."""

    solved: bool
    steps: list[int]
    smooth: float
    rounds: str
    k: int

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {"solved": self.solved, "steps": self.steps, "smooth": self.smooth, "rounds": self.rounds, "k": self.k}


def smooth(steps: list[int], solved: bool = True) -> float:
    """The smooth score: -1 unsolved, -0.5 under two steps, else a sum over neighbours that favours long and like steps.

    >>> smooth([1, 3, 2, 1, 3, 1]), round(smooth([1, 1, 6, 1, 1]), 3)
    (4.5, 1.667)
    """
    if not solved:
        return -1.0
    if len(steps) < 2:
        return -0.5
    pairs = [(min(a, b), max(a, b)) for a, b in pairwise(steps)]
    return float(sum(Fraction(low * (high - 1), high - low + 1) for low, high in pairs))


def rate(given: Board, inexact: int | None = None) -> Rating:
    """The rounds of each step, and the smooth score; without `inexact`, with the least number that solves the level.

    >>> rate("lock:6x6:.*...*.*****?*.*..**..?..?.?....?***", inexact=1).steps
    [1, 3, 3, 1, 1, 1, 1, 1]
    """
    position = board(given)
    if inexact is None:
        inexact = _needed(position)
    if inexact < -1:
        raise BadInput("there is no such number of inexact rounds", inexact, "0 or more, or -1 for any number")
    found = closure.follow(position, inexact)
    return Rating(found.solved, found.steps, smooth(found.steps, found.solved), found.rounds, inexact)


def _needed(position: Position) -> int:
    """The least number of inexact rounds in a row with which the engine solves a level, or -1 if none does."""
    free = closure.follow(position, -1)
    if not free.solved:
        return -1
    most = max(len(run) for run in free.rounds.replace("*", "").split("E"))
    return next((k for k in range(most) if closure.follow(position, k).solved), most)


@dataclass(frozen=True, slots=True)
class Unique:
    """Whether a board follows by logic alone; if not, two choices of mines that fit all that can be known."""

    unique: bool
    by_cases: int
    unknown: int
    first: int | None = None
    second: int | None = None

    def json(self) -> dict[str, Any]:
        """Plain values."""
        from coset.cells.bits import cells_of

        two = [list(cells_of(mines)) for mines in (self.first, self.second) if mines is not None]
        return {
            "unique": self.unique,
            "by_cases": self.by_cases,
            "unknown": list(cells_of(self.unknown)),
            "solutions": two,
        }


def unique(given: Board) -> Unique:
    """Whether no guess is needed; if one is, the proof is two choices of mines that fit all that follows.

    >>> unique("lock:2x2:*..*").unique
    False
    """
    position = board(given)
    safe, mines, stalls = complete(position)
    unknown = position.all_cells & ~(safe | mines)
    if not unknown:
        return Unique(True, stalls, 0)
    from coset.families.mines.sat import Solver

    with Solver(clues(position, safe, mines)) as solver:
        first = solver.solution()
        second = solver.other(first)
    return Unique(False, stalls, unknown, mines | first, None if second is None else mines | second)


def warm() -> None:
    """Compile every kernel, with the types of real use."""
    from coset.families.mines.generate import generate

    closure.follow(rules.parse(rules.EXAMPLES[1]), 1, log=True)
    next(generate("lock:3x3", low=-0.5, seed=1))
    next(generate("5x5n3", seed=1))
