"""Big boards in shards: the first moves that leave different boards, each answered by itself.

Every thread has tables of its own here, so that shards can be done anywhere and in any order. (In one process `solve`
with several threads is faster: there they share one table.)
"""

from typing import Any

import numpy as np

from coset.errors import BadInput
from coset.families.nim.rules import Position, format, moves, position_of
from coset.families.nim.solve import as_list, move_table, small_sets

QUESTIONS = [
    {"verb": "solve", "position": "nim:4x5"},
    {"verb": "solve", "position": "nim:3x5"},
    {"verb": "solve", "position": "nim:3x4:normal"},
]


def shards(question: dict[str, Any]) -> list[list[int]]:
    """Groups of equivalent first moves, by their number in `rules.moves`; the first of each is searched."""
    position = _position(question)
    known = {move: number for number, move in enumerate(moves(position))}
    groups: dict[Any, list[int]] = {}
    with move_table(position) as table:
        for number, state in enumerate(table.states):
            groups.setdefault(state, []).append(known[table.move(number)])
    return sorted(sorted(group) for group in groups.values()) or [[]]


def solve_shard(question: dict[str, Any], shard: list[int], watch: Any = None) -> bool:
    """Whether these moves win."""
    position = _position(question)
    if not shard:
        return False
    watch = np.zeros(8, np.int64) if watch is None else watch
    move = moves(position)[shard[0]]
    with move_table(position) as table:
        number = next(number for number in range(len(table.states)) if table.move(number) == move)
        return bool(table.tools.outcomes(table.engine, [table.states[number]], watch) == [table.tools.LOST])


def merge(question: dict[str, Any], results: list[bool]) -> dict[str, Any]:
    """Outcome and winning moves, and the sets of a small board.

    In normal play the nimber of a board that is won is left open, since it takes searches of its own. Positions
    searched are not counted, since they depend on what is in memory.
    """
    position = _position(question)
    every = moves(position)
    groups = shards(question)
    won = sorted(number for group, wins in zip(groups, results, strict=True) if wins for number in group)
    outcome = "N" if won or (not every and position.misere) else "P"
    tree, canonical = small_sets(position)
    return {
        "position": format(position),
        "outcome": outcome,
        "moves": len(every),
        "winning_count": len(won),
        "winning": [as_list(every[number]) for number in won],
        "nimber": 0 if outcome == "P" and not position.misere else None,
        "ois": tree,
        "canonical": canonical,
        "nodes": None,
    }


def _position(question: dict[str, Any]) -> Position:
    if question.get("verb") != "solve":
        raise BadInput("only solve is done in shards", question.get("verb"), "solve")
    return position_of(question["position"], question.get("shapes", ""), question.get("play", ""))
