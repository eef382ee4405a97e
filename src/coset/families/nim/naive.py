"""The slow solver: the rules as they are written, every move tried, every board remembered whole.

No areas, no symmetry, no forms: the oracle of the tests and of `coset verify`.
"""

from coset.families.nim.ois import Ois
from coset.families.nim.rules import Move, Position, after, moves, placements


def answer(position: Position) -> dict[str, object]:
    """What `solve.answer` must give: outcome, number of moves, how many win, and the nimber in normal play."""
    every, won = moves(position), winning(position)
    outcome = "N" if won or (not every and position.misere) else "P"
    nimber = None if position.misere else nimber_of(position, {})
    return {"outcome": outcome, "moves": len(every), "winning": len(won), "nimber": nimber}


def winning(position: Position) -> list[Move]:
    """The moves after which the other player loses."""
    known: dict[int, bool] = {}
    return [move for move in moves(position) if not wins(after(position, move), known)]


def wins(position: Position, known: dict[int, bool]) -> bool:
    """Whether the player to move wins; `known` has the boards already answered.

    >>> from coset.families.nim.rules import parse
    >>> wins(parse("2x4"), {}), wins(parse("2x2"), {})
    (True, False)
    """
    if position.free not in known:
        nexts = {position.free & ~cells for _, cells in placements(position)}
        won = position.misere if not nexts else False
        for free in nexts:
            if not wins(_with(position, free), known):
                won = True
                break
        known[position.free] = won
    return known[position.free]


def nimber_of(position: Position, known: dict[int, int]) -> int:
    """The least number that is not the nimber of a next board."""
    if position.free not in known:
        nexts = {nimber_of(_with(position, position.free & ~cells), known) for _, cells in placements(position)}
        known[position.free] = next(number for number in range(len(nexts) + 1) if number not in nexts)
    return known[position.free]


def _with(position: Position, free: int) -> Position:
    return Position(position.width, position.height, free, position.shapes, position.misere)


def set_of(position: Position, known: dict[int, Ois]) -> Ois:
    """The set of the sets of all next boards."""
    if position.free not in known:
        nexts = {position.free & ~cells for _, cells in placements(position)}
        known[position.free] = frozenset(set_of(_with(position, free), known) for free in nexts)
    return known[position.free]
