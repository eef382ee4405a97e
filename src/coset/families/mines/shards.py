"""Making many levels in shards: one level a shard, each from random numbers of its own."""

from typing import Any

from coset.errors import BadInput
from coset.families.mines.generate import maker, one

QUESTIONS: list[dict[str, Any]] = [
    {"verb": "generate", "position": "lock:4x4", "low": 0.5, "high": 9.0, "inexact": 1, "seed": 1, "count": 3},
    {"verb": "generate", "position": "6x6n5", "low": 0.0, "high": 0.0, "inexact": 1, "seed": 1, "count": 2},
]


def shards(question: dict[str, Any]) -> list[int]:
    """The numbers of the levels that are wanted."""
    if question.get("verb") != "generate":
        raise BadInput("this question is not asked in shards", question.get("verb"), "generate")
    maker(question["position"])
    return list(range(int(question["count"])))


def solve_shard(question: dict[str, Any], shard: int, watch: Any = None) -> dict[str, Any]:
    """One level, with its rating."""
    low, high = float(question["low"]), float(question["high"])
    made = one(
        maker(question["position"]), low, high, int(question["inexact"]), int(question["seed"]), shard, watch=watch
    )
    return made.json()


def merge(question: dict[str, Any], results: list[dict[str, Any]]) -> dict[str, Any]:
    """All levels, in their order."""
    return {"maker": question["position"], "seed": question["seed"], "levels": results}
