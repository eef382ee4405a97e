"""Threads that do shards: kernels let go of Python's lock, so each thread has a core of its own."""

import os
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

from coset.runs.store import Outcome, Run
from coset.runs.work import outcome_of

Task = tuple[Run, int, Any, Callable[[Outcome], None]]


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Threads:
    """A pool of threads, each with a `watch` of its own; they end with the process, whatever they are at."""

    def __init__(self, count: int | None = None) -> None:
        import numpy as np

        count = count or cores()
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._watches = [np.zeros(8, np.int64) for _ in range(count)]
        self._threads = [Thread(target=self._work, args=(watch,), daemon=True) for watch in self._watches]
        self._stopped = False
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> "Threads":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def wide(self) -> int:
        """One shard a thread, and one at hand for each when it is done."""
        return 2 * len(self._threads)

    def start(self, run: Run, number: int, shard: Any, report: Callable[[Outcome], None]) -> None:
        """Have a shard done by the first thread that is free."""
        self._tasks.put((run, number, shard, report))

    def stop(self, patience: float = 10.0) -> None:
        """Stop the kernels at work and wait for the threads."""
        from coset.kernels.watch import STOP

        self._stopped = True
        for watch in self._watches:
            watch[STOP] = 1
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(patience)

    def _work(self, watch: Any) -> None:
        from coset.kernels.watch import DONE

        while (task := self._tasks.get()) is not None and not self._stopped:
            run, number, shard, report = task
            watch[DONE] = 0
            report(outcome_of(run, number, shard, watch))
