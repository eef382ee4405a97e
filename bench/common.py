"""What all benchmarks share: CPU time of a call or a command, and a table of ours against peers and targets.

report = Report("nim")
report.row("7x7", ours=cpu(lambda: solve("7x7")), target=1.0)
report.row("6x6, first moves", ours=0.4, peer=("igs", 9.0), ratio=20)
report.end()
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))


def cpu(call: Callable[[], object], best_of: int = 3) -> float:
    """The least CPU time of a call in seconds, user and system, all threads; call it once before to warm it up."""
    times = []
    for _ in range(best_of):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def wall(call: Callable[[], object]) -> float:
    """The elapsed time of one call in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def cpu_of_command(words: list[str], best_of: int = 3) -> float:
    """The least CPU time of a whole process in seconds, its children included."""
    times = []
    for _ in range(best_of):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


class Report:
    """A table that is printed row by row; `end` says how many targets were met."""

    def __init__(self, family: str) -> None:
        self.met, self.missed = 0, 0
        print(f"\n{family}\n{'case':44} {'ours':>10} {'peer':>26} {'ratio':>8}  target", flush=True)

    def row(
        self,
        case: str,
        ours: float,
        peer: tuple[str, float] | None = None,
        target: float | None = None,
        ratio: float | None = None,
        unit: str = "s",
        at_least: bool = False,
    ) -> None:
        """One case: `target` is the most that ours may be (or the least), `ratio` the least that peer / ours may be."""
        got = peer[1] / ours if peer else None
        goals = []
        if target is not None:
            goals.append(
                (ours >= target if at_least else ours <= target, f"{'>=' if at_least else '<='} {target:g} {unit}")
            )
        if ratio is not None and got is not None:
            goals.append((got >= ratio, f">= {ratio:g} times"))
        self.met += sum(good for good, _ in goals)
        self.missed += sum(not good for good, _ in goals)
        theirs = f"{peer[0]} {peer[1]:.4g} {unit}" if peer else ""
        shown = f"{got:.1f}" if got is not None else ""
        said = "; ".join(f"{text} {'met' if good else 'MISSED'}" for good, text in goals)
        print(f"{case:44} {ours:>8.4g} {unit} {theirs:>26} {shown:>8}  {said}", flush=True)

    def end(self) -> None:
        """How many targets were met."""
        print(f"{self.met} of {self.met + self.missed} targets met", flush=True)
