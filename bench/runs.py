"""Long runs: two threads against one, what storing costs, and how soon a stored answer is there."""

import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from common import Report, cpu_of_command, wall

from coset import runs
from coset.catalogue import room
from coset.runs.local import cores

LONG = {"verb": "count", "position": "figures:star:13"}
MANY = {"verb": "count", "position": "figures:star:6"}


def once(question: dict[str, str], threads: int) -> tuple[float, float]:
    """The elapsed and the CPU time of a run with a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        path = Path(folder) / "runs.sqlite"
        elapsed = wall(lambda: runs.answer("figures", question, store=path, threads=threads))
        return elapsed, time.process_time() - began


def bare(question: dict[str, str], threads: int) -> float:
    """The elapsed time of the same shards without a store."""
    shards = room("figures", "shards")
    parts = shards.shards(question)

    def work() -> None:
        with ThreadPoolExecutor(threads) as pool:
            shards.merge(question, list(pool.map(lambda part: shards.solve_shard(question, part), parts)))

    return wall(work)


def stored() -> float:
    """The CPU time of the whole process that asks again for an answer that is stored."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COSET_RUNS"] = folder
        words = [sys.executable, "-m", "coset", "figures", "count", MANY["position"], "--run", "--json"]
        cpu_of_command(words, best_of=1)
        return cpu_of_command(words)


def main() -> None:
    """One question at a time: the figures are of elapsed time, so nothing else may be at work."""
    report = Report("runs")
    print(f"{cores()} cores, load {os.getloadavg()[0]:.1f} before")
    bare(LONG, 2)  # compiled, once and for all
    one, two = (min(once(LONG, threads) for _ in range(2)) for threads in (1, 2))
    report.row(f"{LONG['position']}, 1 thread", one[0], peer=("nothing stored", bare(LONG, 1)))
    report.row(f"{LONG['position']}, 2 threads", two[0], peer=("1 thread", one[0]), ratio=1.7)
    report.row("CPU time of both, 2 threads and 1", two[1], peer=("1 thread", one[1]))
    report.row("a stored answer, whole process (CPU)", stored(), target=0.3)
    report.end()


if __name__ == "__main__":
    start = time.perf_counter()
    main()
    print(f"{time.perf_counter() - start:.0f} s")
