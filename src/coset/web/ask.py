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
from typing import Any, ParamSpec, TypeVar

from coset.errors import Interrupted, TooBig
from coset.web.html import Html

P = ParamSpec("P")
R = TypeVar("R")

AT_ONCE, WAITING, LONGEST = 1.0, 60.0, 600.0
"""Seconds that a question may take: while a page waits, where there is no script to show progress, and at all."""


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
    """Calls verbs of the library, with `tell` as their progress; a verb's arguments must be hashable."""

    def __init__(self, answers: Answers, tell: Callable[[float, float | None], None]) -> None:
        self._answers, self._tell = answers, tell
        self.meanwhile = Html("")

    def __call__(self, verb: Callable[P, R], *args: P.args, **options: P.kwargs) -> R:
        """What the verb answers. Set `meanwhile` before, to what a reader may look at while it works."""

        def find() -> R:
            tell = {"progress": self._listen} if "progress" in inspect.signature(verb).parameters else {}
            return verb(*args, **options, **tell)  # type: ignore[arg-type]

        key = (verb.__module__, verb.__qualname__, args, tuple(sorted(options.items())))
        found: R = self._answers.get(key, find)
        return found

    def _listen(self, done: float, total: float | None = None) -> None:
        try:
            self._tell(done, total)
        except Slow:
            raise Slow(self.meanwhile) from None


def for_seconds(seconds: float) -> Callable[[float, float | None], None]:
    """A `tell` that raises Slow when the time is over."""
    end = time.monotonic() + seconds

    def tell(done: float, total: float | None = None) -> None:
        if time.monotonic() > end:
            raise Slow(Html(""))

    return tell


def until(stop: threading.Event, hear: Callable[[float, float | None], None]) -> Callable[[float, float | None], None]:
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
