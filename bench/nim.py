"""Benchmarks of nim: `python bench/nim.py` prints the table, `--long` adds 7x8 and 8x8, `--shares` counts lost boards.

CPU times of one process with compiled kernels. Those of the program that the question came with are of its own full
sets, as they were measured once.
"""

import json
import random
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.common import Report, cpu, wall
from coset import nim
from coset.families.nim.engine import _IDLE
from coset.families.nim.naive import winning
from coset.families.nim.rules import Position, parse, placements
from coset.families.nim.solve import sets_of, warm, winners


def fresh(board: str | Position, every: bool = True, threads: int = 1) -> None:
    """Solve with empty tables."""
    _IDLE.clear()
    if every:
        winners(parse(board) if isinstance(board, str) else board)
    else:
        nim.solve(board, every=False, threads=threads)


def fresh_set(board: str) -> None:
    _IDLE.clear()
    sets_of(parse(board), "tree")


def random_board(rng: random.Random, free: int) -> Position:
    """A board that random play leaves on 10x10."""
    position = parse("10x10")
    while position.free.bit_count() > free:
        position = replace(position, free=position.free & ~rng.choice(list(placements(position)))[1])
    return position


def table(long: bool) -> None:
    """The cases of the targets."""
    report = Report("nim")
    warm()
    report.row("6x6, every first move judged", cpu(lambda: fresh("6x6")), target=1.0)
    report.row("7x7, who wins", cpu(lambda: fresh("7x7", every=False), 1), target=1.0)
    report.row(
        "4x5 against the slow solver", cpu(lambda: fresh("4x5")), peer=("naive", cpu(lambda: winning(parse("4x5")), 1))
    )
    report.row("5x6, the whole set", cpu(lambda: fresh_set("5x6"), 2), peer=("the seed's program", 300.0), target=1.0)
    report.row("4x7, the whole set", cpu(lambda: fresh_set("4x7"), 2), peer=("the seed's program", 51.0))
    for free, target in ((40, 0.02), (64, 0.3), (72, 10.0), (76, 10.0)):
        rng = random.Random(free)
        boards = [random_board(rng, free) for _ in range(9 if free < 70 else 3)]
        times = sorted(cpu(lambda board=board: fresh(board), 1) for board in boards)
        report.row(f"random 10x10, {free} free, all moves, median", times[len(times) // 2], target=target)
        report.row(f"random 10x10, {free} free, all moves, worst", times[-1])
    if long:
        report.row("7x8, who wins", cpu(lambda: fresh("7x8", every=False), 1), target=15.0)
        spent: list[float] = []
        elapsed = wall(lambda: spent.append(cpu(lambda: fresh("8x8", every=False, threads=2), 1)))
        report.row("8x8, who wins, 2 threads, elapsed", elapsed, target=480.0)
        report.row("8x8, CPU time of both threads", spent[0])
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        report.row("8x8, most memory", peak, target=6.0, unit="GB")
    report.end()


def shares(seconds: float = 150.0) -> None:
    """How many boards of random play are lost, by the cells in play: the numbers of `estimate.LOST_SHARES`."""
    rng = random.Random(5)
    found: dict[int, list[int]] = {}
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        position = parse("10x10")
        while choices := list(placements(position)):
            alive = 0
            for _, cells in choices:
                alive |= cells
            if alive.bit_count() <= 60:
                count = found.setdefault(alive.bit_count(), [0, 0])
                count[0] += 1
                count[1] += nim.solve(position, every=False).outcome == "P"
            blocked = 1 << rng.randrange(100) if rng.random() < 0.5 else 0
            position = replace(position, free=position.free & ~(rng.choice(choices)[1] | blocked))
    print(json.dumps({cells: found[cells] for cells in sorted(found)}))


if __name__ == "__main__":
    shares() if "--shares" in sys.argv else table("--long" in sys.argv)
