"""Long simulations in shards: blocks of games, each with draws of its own.

A question is ``{"verb": "simulate", "position": ID, "n": pieces, "seed": seed}``. Every shard solves the (small)
model of the position and plays its games from that position on. The values themselves are not found in shards: each
sweep needs the whole of the one before, and the largest case takes seconds.
"""

from typing import Any

import numpy as np

from coset.errors import BadInput, Interrupted
from coset.families.combo.games import BLOCK, games_for, play_from, position_value, summary
from coset.families.combo.question import of_position
from coset.families.combo.rules import parse
from coset.families.combo.solve import solved
from coset.kernels.watch import DONE, STOP, Watch

QUESTIONS = [
    {"verb": "simulate", "position": "combo:srs:random:XX..:q=L", "n": 12000, "seed": 1},
    {"verb": "simulate", "position": "combo:hard:bag:XX..:q=JL:b=IOTSZ", "n": 20000, "seed": 2},
]


def _read(question: dict[str, Any]) -> tuple[Any, Any, int, int]:
    if question.get("verb") != "simulate":
        raise BadInput("combo has no such long question", question.get("verb"), "simulate")
    asked = parse(question["position"])
    policy = solved(of_position(asked))
    return (
        asked,
        policy,
        games_for(int(question.get("n", 100_000)), position_value(policy, asked)),
        int(question.get("seed", 0)),
    )


def shards(question: dict[str, Any]) -> list[list[int]]:
    """Blocks of games: the number of the block, and how many games."""
    _, _, games, _ = _read(question)
    return [[block, min(BLOCK, games - block * BLOCK)] for block in range(-(-games // BLOCK))]


def solve_shard(question: dict[str, Any], shard: list[int], watch: Watch | None = None) -> list[int]:
    """How many games, the sum of their combos, the sum of the squares, the longest."""
    asked, policy, _, seed = _read(question)
    if watch is not None and watch[STOP]:
        raise Interrupted("stopped before the games were played")
    block, games = shard
    played = play_from(policy, asked, games, np.random.default_rng([seed, block]))
    if watch is not None:
        watch[DONE] = games
    return played


def merge(question: dict[str, Any], results: list[list[int]]) -> dict[str, Any]:
    """The answer of `simulate`, from all shards."""
    asked, policy, _, _ = _read(question)
    return summary(results, position_value(policy, asked)).json()
