"""`percent` in shards: one for each first piece of a queue and each portion of the queues."""

from functools import lru_cache
from typing import Any

import numpy as np

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.families.hold.portions import Portion, portions_of
from coset.families.hold.rules import Position, parse
from coset.stacking.queues import counted, queues

QUESTIONS = [
    {"verb": "percent", "position": "hold:XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X:*p4"},
    {"verb": "percent", "position": "hold:XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____:*p4:no-hold"},
]


def _asked(question: dict[str, Any]) -> tuple[Position, list[Portion]]:
    if question.get("verb") != "percent":
        raise BadInput("hold has no long question of this kind", question.get("verb"), "percent")
    return _apart(question["position"])


@lru_cache(maxsize=1)
def _apart(text: str) -> tuple[Position, list[Portion]]:
    given = parse(text)
    return given, portions_of(given, queues(given.pattern, given.seen))


def shards(question: dict[str, Any]) -> list[Any]:
    """Each portion, by its number, with each first piece that a queue of it can begin with."""
    return [
        [number, PIECES[first]]
        for number, part in enumerate(_asked(question)[1])
        for first in range(7)
        if part.queues.after[0][first] >= 0
    ]


def solve_shard(question: dict[str, Any], shard: Any, watch: Any = None) -> dict[str, int]:
    """How many of the queues of a portion that begin so work, and how many there are."""
    from coset.families.hold import engine
    from coset.stacking.drops import rules

    given, apart = _asked(question)
    number, first = shard
    whole = apart[number].queues
    kind = PIECES.index(first)
    after = [[then if other == kind else -1 for other, then in enumerate(whole.after[0])], *whole.after[1:]]
    narrowed = counted(whole.length, after, whole.depth)
    ask = engine.question(given.standing[::-1], rules(given.kicks, given.drop), narrowed)
    memory = engine.Memory(given.pieces + 1, engine.widest(narrowed))
    flags = engine.working(ask, memory, narrowed, given.hold, np.zeros(8, np.int64) if watch is None else watch)
    return {"success": int(np.count_nonzero(flags)), "total": narrowed.total}


def merge(question: dict[str, Any], results: list[Any]) -> dict[str, Any]:
    """The answer, with the keys of `percent(...).json()`."""
    given, _ = _asked(question)
    success, total = (sum(result[key] for result in results) for key in ("success", "total"))
    return {"success": success, "total": total, "pieces": given.pieces, "tree": {}, "failed": []}
