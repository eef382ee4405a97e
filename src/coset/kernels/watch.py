"""Watching a kernel at work: progress out of it, and 'stop' into it, through one shared array.

The kernel gets `watch`, an int64 array: it leaves soon after `watch[STOP]` is set, and writes how much is done into
`watch[DONE]`.
"""

import threading
from collections.abc import Callable
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T")
Watch: TypeAlias = npt.NDArray[np.int64]
Progress: TypeAlias = Callable[[int], None]

STOP, DONE = 0, 1


def watched(call: Callable[[Watch], T], progress: Progress | None = None, every: float = 0.1) -> T:
    """What `call(watch)` returns, run in a thread of its own so that Ctrl-C is heard; `progress` is told what is done.

    >>> watched(lambda watch: int(watch.size))
    8
    """
    watch: Watch = np.zeros(8, np.int64)
    results: list[T] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call(watch))
        except BaseException as failure:
            failures.append(failure)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(every)
            if progress is not None:
                progress(int(watch[DONE]))
    except BaseException:
        watch[STOP] = 1
        worker.join()
        raise
    if failures:
        raise failures[0]
    return results[0]
