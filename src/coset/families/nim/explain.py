"""Why a board is won or lost, as steps that each can be checked by itself with the slow solver.

Areas come first, with their sets; then the verdict: the move that wins, or that no move does.
"""

from dataclasses import dataclass, replace

from coset.cells.bits import areas, cells_of
from coset.errors import TooBig
from coset.families.nim import naive, ois
from coset.families.nim.rules import Move, Position, after, cell_name, format, moves, placements

MOST = 20
"""Cells in play of a board that is explained: every step must be checkable from the definition."""
SHOWN = 120


@dataclass(frozen=True, slots=True)
class Step:
    """One statement: `kind` is over, area, wins or loses."""

    text: str
    kind: str
    cells: int = 0
    set: str = ""
    move: Move | None = None
    won: bool = False


def explain(position: Position) -> list[Step]:
    """Why the player to move wins or loses.

    >>> from coset.families.nim.rules import parse
    >>> [step.text for step in explain(parse("2x2"))]
    ['the area of 4 cells from a1 to b2 is the set {0}', 'each of the 1 moves loses: the other player wins after it']
    """
    from coset.families.nim.solve import sets_of, solve

    alive = 0
    for _, cells in placements(position):
        alive |= cells
    if alive.bit_count() > MOST:
        raise TooBig(f"{alive.bit_count()} cells are in play", format(position), f"at most {MOST} to be explained")
    if not alive:
        won = position.misere
        text = f"no piece fits, so the player to move has {'won' if won else 'lost'} in {position.play} play"
        return [Step(text, "over", won=won)]
    steps = []
    for area in areas(alive, position.width):
        found = sets_of(replace(position, free=area), "tree")
        if ois.length(found) <= SHOWN:
            text = ois.format(found)
            where = f"the area of {area.bit_count()} cells {_span(position, area)}"
            steps.append(Step(f"{where} is the set {text}", "area", cells=area, set=text))
    solution = solve(position)
    if solution.winning:
        move = solution.winning[0]
        replies = len(moves(after(position, move)))
        then = f"none of the {replies} replies to it wins" if replies else "no piece fits after it"
        steps.append(Step(f"{move} wins: {then}", "wins", move=move, won=True))
    else:
        steps.append(Step(f"each of the {solution.moves} moves loses: the other player wins after it", "loses"))
    return steps


def holds(position: Position, step: Step) -> bool:
    """Whether a step is true, from the definition alone."""
    if step.kind == "over":
        return not any(placements(position)) and step.won == position.misere
    if step.kind == "area":
        return ois.format(naive.set_of(replace(position, free=step.cells), {})) == step.set
    if step.kind == "wins":
        return step.move in moves(position) and not naive.wins(after(position, step.move), {})
    return any(placements(position)) and not naive.wins(position, {})


def _span(position: Position, area: int) -> str:
    """From its first cell to its last, in reading order."""
    cells = [divmod(cell, position.width) for cell in cells_of(area)]
    return f"from {cell_name(*cells[0])} to {cell_name(*cells[-1])}"
