"""Primes below N and the sum of their square roots, which as a sum of floats depends on the order of the shards.

A question may ask for trouble: `rest`, seconds that each shard sleeps; `log`, a file that gets a line for each shard
that is done; `bad`, shards that always fail, by where they begin; `once`, a folder, in which a shard that begins there
leaves a file and kills its process the first time.
"""

import os
import signal
import time
from math import isqrt, sqrt
from pathlib import Path
from typing import Any

from coset.errors import BadInput, Interrupted

STOP, DONE = 0, 1
QUESTIONS = [{"verb": "count", "position": "sums:300", "step": 50}]


def shards(question: dict[str, Any]) -> list[list[int]]:
    text = question["position"].removeprefix("sums:")
    if not text.isdigit():
        raise BadInput("this is no number", text, "such as 300")
    step = question.get("step", 100)
    return [[low, min(low + step, int(text))] for low in range(0, int(text), step)]


def solve_shard(question: dict[str, Any], shard: list[int], watch: Any = None) -> dict[str, Any]:
    low, high = shard
    if low in question.get("bad", []):
        raise ArithmeticError(f"nothing good\ncomes of {low}")
    if low == question.get("deadly"):
        _die_once(Path(question["once"]))
    until = time.monotonic() + question.get("rest", 0)
    while time.monotonic() < until:
        if watch is not None and watch[STOP]:
            raise Interrupted("stopped")
        time.sleep(0.002)
    primes = [n for n in range(max(low, 2), high) if all(n % d for d in range(2, isqrt(n) + 1))]
    if "log" in question:
        with Path(question["log"]).open("a") as log:
            log.write(f"{os.getpid()} {low}\n")
    return {"primes": len(primes), "roots": sum(map(sqrt, primes)), "last": primes[-1:]}


def _die_once(folder: Path) -> None:
    mark = folder / "died"
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def merge(question: dict[str, Any], results: list[dict[str, Any]]) -> dict[str, Any]:
    roots = 0.0
    for result in results:
        roots = roots * 1.0000001 + result["roots"]
    last = [n for result in results for n in result["last"]]
    return {"count": sum(result["primes"] for result in results), "roots": roots, "last": last[-1] if last else None}
