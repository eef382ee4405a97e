"""The public answers: who wins, by which moves, the nimber, and the game that is left as sets.

`N`: the player to move wins; `P`: the other one does. A position may be given as a `Position`, an ID such as
`nim:6x6`, or rows.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from coset.cells.bits import mask_of
from coset.cells.symmetry import cornered
from coset.errors import BadInput, TooBig
from coset.families.nim import estimate, ois
from coset.families.nim.layout import Layout, lay_out
from coset.families.nim.ois import Ois
from coset.families.nim.rules import Move, Position, format, position_of
from coset.families.nim.shapes import piece_of

if TYPE_CHECKING:
    from coset.families.nim.engine import Engine, State
    from coset.kernels.watch import Watch

Progress = Callable[[float, float | None], None]

SMALL_SETS = 24
"""The sets of a board are given with its answer up to so many cells in play."""


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """Who wins on a board, and how. With `every`, `winning` has all winning moves, else at most one."""

    position: Position
    outcome: str
    moves: int
    winning: tuple[Move, ...]
    every: bool
    nimber: int | None
    ois: str | None
    canonical: str | None
    nodes: int
    seconds: float

    @property
    def winning_count(self) -> int | None:
        """How many moves win; None if only one was looked for."""
        return len(self.winning) if self.every or not self.winning else None

    def json(self) -> dict[str, Any]:
        """Plain values; cells are [row, column] from 0."""
        return {
            "position": format(self.position),
            "outcome": self.outcome,
            "moves": self.moves,
            "winning_count": self.winning_count,
            "winning": [as_list(move) for move in self.winning],
            "nimber": self.nimber,
            "ois": self.ois,
            "canonical": self.canonical,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }

    def __repr__(self) -> str:
        wins = "?" if self.winning_count is None else self.winning_count
        return f"<{format(self.position)}: {self.outcome}, {wins} of {self.moves} moves win>"

    def _repr_svg_(self) -> str:
        from coset.families.nim.picture import draw
        from coset.show.svg import svg

        return svg(draw(self.position, self.winning[:1]))


def as_list(move: Move) -> list[Any]:
    """A move as plain values: the piece and its cells."""
    return [move.piece, [list(cell) for cell in move.cells]]


def solve(
    board: Position | str | list[str],
    shapes: str = "",
    play: str = "",
    every: bool = True,
    seconds: float | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Solution:
    """Who wins, by which moves. Equivalent to `naive.answer`.

    With `every=False` the search ends at the first winning move. After `seconds` it is given up (`Interrupted`); what
    was found stays in memory, and the next call goes on from there. `progress` is told the positions searched.

    >>> solution = solve("4x4")
    >>> solution.outcome, solution.winning_count, solution.moves, str(solution.winning[0])
    ('N', 1, 113, 'O b2c2b3c3')
    >>> solve("3x5").outcome, solve("4x5", shapes="D", play="normal").nimber
    ('P', 2)
    """
    began = time.perf_counter()
    if not 0 <= threads <= 64:
        raise BadInput("the number of threads is out of range", threads, "1 to 64, or 0 to choose")
    position = position_of(board, shapes, play)
    job = partial(_solve, position, every, threads or estimate.threads(position))
    (outcome, count, winning, nimber), nodes = timed(job, seconds, progress)
    sets = small_sets(position)
    spent = time.perf_counter() - began
    return Solution(position, outcome, count, winning, every, nimber, *sets, nodes, spent)


def winners(position: Position, seconds: float | None = None, progress: Progress | None = None) -> tuple[Move, ...]:
    """All winning moves, and nothing else."""
    job = partial(_solve, position, True, estimate.threads(position))
    return tuple(timed(job, seconds, progress)[0][2])


def answer(position: Position) -> dict[str, object]:
    """The answer in the words of `naive.answer`, and equal to it."""
    solution = solve(position)
    values = {"outcome": solution.outcome, "moves": solution.moves, "winning": len(solution.winning)}
    return values | {"nimber": solution.nimber}


def timed(job: Callable[["Watch"], Any], seconds: float | None, progress: Progress | None) -> tuple[Any, int]:
    """What a job gives that watches its array, and the positions it searched; stopped after `seconds`."""
    from coset.kernels.watch import DONE, STOP, watched

    seen: list[Watch] = []
    end = None if seconds is None else time.monotonic() + seconds

    def work(watch: "Watch") -> Any:
        seen.append(watch)
        return job(watch)

    def tell(done: int) -> None:
        if end is not None and time.monotonic() > end:
            seen[0][STOP] = 1
        if progress is not None:
            progress(done, None)

    return watched(work, tell, every=0.02), int(seen[0][DONE])


def _solve(
    position: Position, every: bool, threads: int, watch: "Watch"
) -> tuple[str, int, tuple[Move, ...], int | None]:
    """Outcome, number of moves, winning moves and nimber."""
    with move_table(position) as table:
        if not table.states:
            return ("N" if position.misere else "P"), 0, (), None if position.misere else 0
        lost = table.lost(watch, threads, until_lost=not every)
        winning = tuple(table.move(number) for number in lost)
        nimber = None if position.misere else table.nimber(watch, winning != ())
        return ("N" if winning else "P"), len(table.states), winning if every else winning[:1], nimber


@contextmanager
def move_table(position: Position) -> Iterator["MoveTable"]:
    """All moves on a board, with an engine to ask about them."""
    from coset.families.nim import engine

    layout = lay_out(position)
    with engine.borrowed(layout, position.shapes, engine.kind_of(position)) as tables:
        yield MoveTable(position, layout, tables)


class MoveTable:
    """All moves on a board with the states after them, in the order of the rules."""

    def __init__(self, position: Position, layout: Layout, tables: "Engine") -> None:
        from coset.families.nim import engine

        self.position, self.layout, self.engine, self.tools = position, layout, tables, engine
        found = engine.next_states(tables, layout.free) if layout.cells else []
        self.places = [(way, corner) for way, corner, _ in found]
        self.states: list[State] = [state for _, _, state in found]

    def move(self, number: int) -> Move:
        """A move, on the board as it was given."""
        position, way = self.position, self.places[number]
        cells = [self.layout.cells[cell] for cell in self.tools.cells_at(self.engine, *way)]
        spots = sorted(divmod(cell, position.width) for cell in cells)
        piece = piece_of(position.shapes)[cornered((column, row) for row, column in spots)]
        return Move(piece, tuple(spots))

    def cells(self, number: int) -> int:
        """The cells of a move, in the frame."""
        return mask_of(self.tools.cells_at(self.engine, *self.places[number]))

    def values(self, watch: "Watch", threads: int, until_lost: bool) -> "dict[State, int]":
        """WON, LOST or OPEN for the different states after a move; those with few cells are asked first."""
        states = sorted(set(self.states), key=lambda state: (sum(int(word).bit_count() for word in state[1]), state))
        threads = threads if self.engine.words == 1 else 1
        found = self.tools.outcomes(self.engine, states, watch, threads, until_lost)
        return dict(zip(states, found, strict=True))

    def lost(self, watch: "Watch", threads: int = 1, until_lost: bool = False) -> list[int]:
        """The numbers of the moves after which the next player loses: those that win."""
        values = self.values(watch, threads, until_lost)
        return [number for number, state in enumerate(self.states) if values[state] == self.tools.LOST]

    def nimber(self, watch: "Watch", won: bool) -> int:
        """The n for which the board beside a heap of n is lost; 0 is known from the moves."""
        if not won:
            return 0
        form, board = self.tools.state_of(self.engine, self.layout.free)
        number = 1
        while self.tools.outcomes(self.engine, [(form ^ number, board)], watch) != [self.tools.LOST]:
            number += 1
        return number


def small_sets(position: Position) -> tuple[str | None, str | None]:
    """The text of the tree and of the canonical form (in misère play), where they are small."""
    texts: list[str | None] = []
    for kind in ("tree", "canonical"):
        try:
            texts.append(ois.format(sets_of(position, kind, SMALL_SETS), ois.LONGEST))
        except TooBig:
            texts.append(None)
    return texts[0], texts[1] if position.misere else None


def sets_of(position: Position, kind: str = "tree", most: int = 36) -> Ois:
    """The nested set of a board, of one of the `ois.KINDS`.

    >>> ois.format(sets_of(position_of("2x4")))
    '{0,{0}}'
    """
    from coset.families.nim import engine

    layout = lay_out(position)
    if len(layout.cells) > most:
        raise TooBig(
            f"the board has {len(layout.cells)} cells in play", format(position), f"at most {most} for its set"
        )
    if kind == "program":
        return ois.program(engine.sets_of(layout, position.shapes, engine.TREE))
    return engine.sets_of(layout, position.shapes, engine.TREE if kind == "tree" else engine.CANONICAL)


def product(a: str, b: str) -> Ois:
    """The set of a board of two parts, from the texts of their sets.

    >>> ois.format(product("{0}", "{0}"))
    '{{0}}'
    """
    return ois.product(ois.parse(a), ois.parse(b))


def warm() -> None:
    """Compile the kernels: for boards of one word and of two."""
    wide = "." * 10 + "-" + "-".join(["xxxx....xx"] * 8)
    for board in ("4x6", wide):
        solve(board)
        sets_of(
            position_of(
                "2x4"
                if board == "4x6"
                else ".........-xxxxxxxx.-xxxxxxxx.-xxxxxxxx.-xxxxxxxx.-xxxxxxxx.-xxxxxxxx.-xxxxxxxx."
            )
        )
