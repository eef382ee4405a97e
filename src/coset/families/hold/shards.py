"""`percent` in shards: one for each way that a queue begins."""

from typing import Any

import numpy as np

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.families.hold.rules import Position, parse
from coset.stacking.queues import Queues, queues

QUESTIONS = [
    {"verb": "percent", "position": "hold:XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X:*p4"},
    {"verb": "percent", "position": "hold:XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____:*p4:no-hold"},
]


def _asked(question: dict[str, Any]) -> tuple[Position, Queues]:
    if question.get("verb") != "percent":
        raise BadInput("hold has no long question of this kind", question.get("verb"), "percent")
    given = parse(question["position"])
    return given, queues(given.pattern, given.seen)


def shards(question: dict[str, Any]) -> list[Any]:
    """The pairs of first pieces that a queue can begin with."""
    _, every = _asked(question)
    found = []
    for first in range(7):
        then = every.after[0][first]
        if then >= 0 and every.length == 1:
            found.append(PIECES[first])
        elif then >= 0:
            found += [PIECES[first] + PIECES[second] for second in range(7) if every.after[then][second] >= 0]
    return found


def solve_shard(question: dict[str, Any], shard: Any, watch: Any = None) -> dict[str, int]:
    """How many of the queues that begin so work, and how many there are."""
    from coset.families.hold import engine
    from coset.stacking.drops import rules

    given, every = _asked(question)
    after = [row[:] for row in every.after]
    state = 0
    for piece in shard:
        kind = PIECES.index(piece)
        after[state] = [then if k == kind else -1 for k, then in enumerate(after[state])]
        state = after[state][kind]
    narrowed = _recounted(every, after)
    ask = engine.question(given.standing[::-1], rules(given.kicks, given.drop), narrowed)
    held = PIECES.index(shard[0]) if given.hold else engine.NONE
    start = narrowed.after[0][held] if given.hold else 0
    count = narrowed.count[start]
    memory = engine.Memory(given.pieces + 1, count // 64 + 1)
    words = engine.solved(ask, memory, held, start, count, np.zeros(8, np.int64) if watch is None else watch)
    return {"success": int(np.bitwise_count(words.view(np.uint64)).sum()), "total": count}


def _recounted(every: Queues, after: list[list[int]]) -> Queues:
    count, first = [0] * len(after), [[0] * 7 for _ in after]
    for state in range(len(after) - 1, -1, -1):
        count[state] = int(every.depth[state] == every.length)
        for kind in range(7):
            first[state][kind] = count[state]
            count[state] += count[after[state][kind]] if after[state][kind] >= 0 else 0
    return Queues(every.length, after, every.depth, count, first)


def merge(question: dict[str, Any], results: list[Any]) -> dict[str, Any]:
    """The answer, with the keys of `percent(...).json()`."""
    given, _ = _asked(question)
    success, total = (sum(result[key] for result in results) for key in ("success", "total"))
    return {"success": success, "total": total, "pieces": given.pieces, "tree": {}, "failed": []}
