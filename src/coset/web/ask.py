"""Asking the library: at once if it is quick, else with progress and a way to stop.

Verbs that may be long take `progress=`, which is called now and then; raising there ends the work. So a page first
gives a verb a second. If that is not enough, the page shows a bar and opens itself again as a stream of progress, where
the same question runs to its end, or until nobody listens any more.
"""

import inspect
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from coset.errors import Interrupted, TooBig
from coset.web.html import Html

P = ParamSpec("P")
R = TypeVar("R")

Tell = Callable[[float, float | None], None]

AT_ONCE, WAITING, LONGEST = 1.0, 60.0, 600.0
"""Seconds that a question may take: while a page waits, where there is no script to show progress, and at all."""

closing = threading.Event()
"""Set when the server is about to end: nobody is kept waiting any more."""

MOST_AT_WORK = 32
at_work: set[threading.Thread] = set()
"""The verbs at work, those included that nobody waits for any more and that have not noticed yet."""


class Slow(Interrupted):
    """The question takes longer than a page should wait; `meanwhile` is what there is to see."""

    def __init__(self, meanwhile: Html) -> None:
        super().__init__("this takes longer")
        self.meanwhile = meanwhile


class Answers:
    """The latest answers, so that paging through one doesn't find it again. Only a memory: all can be found again."""

    def __init__(self, most: int = 200) -> None:
        self._most, self._kept, self._lock = most, OrderedDict[Any, Any](), threading.Lock()

    def get(self, key: Any, find: Callable[[], Any]) -> Any:
        """What was found for this key before, or what `find` finds now."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        answer = find()
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return answer


class Ask:
    """Calls verbs of the library, each in a thread of its own, and calls `tell` while they work, with what is done.

    When `tell` raises, the reader goes on at once, and the verb ends when it next tells how far it is.
    """

    def __init__(self, answers: Answers, tell: Tell) -> None:
        self._answers, self._tell = answers, tell
        self.meanwhile = Html("")

    def __call__(self, verb: Callable[P, R], *args: P.args, **options: P.kwargs) -> R:
        """What the verb answers; its arguments must be hashable.

        Set `meanwhile` before, to what a reader may look at while it works.
        """
        key = (verb.__module__, verb.__qualname__, args, tuple(sorted(options.items())))
        found: R = self._answers.get(key, lambda: self._find(partial(verb, *args, **options), verb))
        return found

    def _find(self, call: Callable[..., R], verb: Callable[..., R]) -> R:
        results: list[R] = []
        failures: list[BaseException] = []
        told: tuple[float, float | None] = (0, None)
        stop = threading.Event()

        def listen(done: float, total: float | None = None) -> None:
            nonlocal told
            told = (done, total)
            if stop.is_set():
                raise Interrupted("nobody waits for this any more")

        def work() -> None:
            try:
                takes = "progress" in inspect.signature(verb).parameters
                results.append(call(progress=listen) if takes else call())
            except BaseException as failure:
                failures.append(failure)
            finally:
                at_work.discard(worker)

        if len(at_work) >= MOST_AT_WORK:
            raise TooBig("too many questions are being worked on", right="wait a little, or cancel one")
        worker = threading.Thread(target=work, daemon=True)
        at_work.add(worker)
        worker.start()
        try:
            while worker.is_alive():
                worker.join(0.05)
                if worker.is_alive():
                    self._tell(*told)
        except Slow:
            stop.set()
            raise Slow(self.meanwhile) from None
        except BaseException:
            stop.set()
            raise
        if failures:
            raise failures[0]
        return results[0]


def for_seconds(seconds: float) -> Tell:
    """A `tell` that raises Slow when the time is over."""
    end = time.monotonic() + seconds

    def tell(done: float, total: float | None = None) -> None:
        if time.monotonic() > end or closing.is_set():
            raise Slow(Html(""))

    return tell


def until(stop: threading.Event, hear: Tell) -> Tell:
    """A `tell` that passes on what is done, raises Interrupted when asked to stop, and TooBig after LONGEST seconds."""
    began = time.monotonic()

    def tell(done: float, total: float | None = None) -> None:
        if stop.is_set():
            raise Interrupted("cancelled")
        if time.monotonic() - began > LONGEST:
            raise TooBig(
                f"this takes more than {LONGEST / 60:.0f} minutes", right="ask something smaller here, or use the shell"
            )
        hear(done, total)

    return tell
