"""How a game goes on: the best defence of the player who loses, the main line, and puzzles with exactly one winning
move.

The best defence is the move that leaves the other player the fewest right answers (then the smallest share of them).
"""

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from coset.errors import BadInput, Interrupted
from coset.families.nim.rules import Move, Position, after, format, moves, placements, position_of
from coset.families.nim.solve import Progress, as_list, move_table, timed, winners

if TYPE_CHECKING:
    from coset.kernels.watch import Watch


@dataclass(frozen=True, slots=True)
class Reply:
    """A move, and how many of the answers to it win."""

    move: Move
    right: int
    answers: int


def defence(position: Position, seconds: float | None = None, progress: Progress | None = None) -> list[Reply]:
    """The moves of a player who loses, the best defence first, one for each different board that is left.

    Equivalent to sorting `moves(position)` by how many moves win after each. When the time is up, those judged until
    then.

    >>> from coset.families.nim.rules import parse
    >>> best = defence(parse("3x5"))[0]
    >>> best.right, best.answers
    (36, 36)
    """
    found: list[Reply] = []

    def job(watch: "Watch") -> None:
        with move_table(position) as table:
            chosen = {state: number for number, state in reversed(list(enumerate(table.states)))}
            for number in sorted(chosen.values()):
                move = table.move(number)
                cells = table.cells(number)
                nexts = [state for _, _, state in table.tools.next_states(table.engine, table.layout.free & ~cells)]
                states = list(dict.fromkeys(nexts))
                values = dict(zip(states, table.tools.outcomes(table.engine, states, watch), strict=True))
                found.append(Reply(move, sum(values[state] == table.tools.LOST for state in nexts), len(nexts)))

    try:
        timed(job, seconds, progress)
    except Interrupted:
        if seconds is None:
            raise
    return sorted(found, key=lambda reply: (reply.right, reply.right / max(1, reply.answers), reply.move))


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a line, and the outcome before it."""

    outcome: str
    move: Move


def line(
    board: Position | str | list[str],
    shapes: str = "",
    play: str = "",
    seconds: float = 10.0,
    progress: Progress | None = None,
) -> list[Ply]:
    """A main line to the end of the game: the winner makes the winning move that leaves the fewest moves, the loser
    the best defence.

    The best defence is looked for during `seconds` a move, among the moves judged by then (at least the first of all
    moves).

    >>> [f"{ply.outcome} {ply.move}" for ply in line("2x4")]
    ['N I a1b1c1d1', 'P I a2b2c2d2']
    """
    position = position_of(board, shapes, play)
    plies = []
    while any(placements(position)):
        winning = winners(position, progress=progress)
        if winning:
            move = min(winning, key=lambda move: (len(moves(after(position, move))), move))
        else:
            best = defence(position, seconds, progress)
            move = best[0].move if best else moves(position)[0]
        plies.append(Ply("N" if winning else "P", move))
        position = after(position, move)
    return plies


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board with exactly one winning move; `depth` is the number of moves in its main line."""

    position: Position
    move: Move
    moves: int
    depth: int

    def json(self) -> dict[str, Any]:
        """Plain values; cells are [row, column] from 0."""
        return {
            "position": format(self.position),
            "winning": [as_list(self.move)],
            "moves": self.moves,
            "depth": self.depth,
        }

    def _repr_svg_(self) -> str:
        from coset.families.nim.picture import draw
        from coset.show.svg import svg

        return svg(draw(self.position))


def generate(
    size: str = "6x6",
    cells: int = 20,
    seed: int = 0,
    shapes: str = "",
    play: str = "",
    progress: Progress | None = None,
) -> Puzzle:
    """A puzzle: pieces are put at random on an empty board until at most `cells` are free, again until exactly one
    move wins.

    The same arguments give the same puzzle.

    >>> puzzle = generate("6x6", seed=1)
    >>> winners(puzzle.position) == (puzzle.move,)
    True
    """
    empty = position_of(size, shapes, play)
    most = min(64, empty.free.bit_count())
    if most < 2:
        raise BadInput("this board is too small for a puzzle", format(empty), "such as 6x6")
    if not 2 <= cells <= most:
        raise BadInput("the number of free cells is out of range", cells, f"2 to {most}")
    rng = random.Random(f"{seed}:{format(empty)}:{cells}")
    for tried in range(2000):
        if progress is not None:
            progress(tried, None)
        position = empty
        while position.free.bit_count() > cells:
            found = list(placements(position))
            if not found:
                break
            position = replace(position, free=position.free & ~rng.choice(found)[1])
        winning = winners(position)
        count = len(moves(position))
        if len(winning) == 1 and count > 1:
            return Puzzle(position, winning[0], count, len(line(position)))
    raise BadInput("no such puzzle was found in 2000 tries", f"{size}, {cells} cells", "try other numbers of cells")
