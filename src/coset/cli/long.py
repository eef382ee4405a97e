"""What the long verbs of all families share: the work is cut in shards and stored, so that it can be gone on with.

    @app.command
    def count(figure: str, *, long: Long = NOT_STORED, json: Json = False, out: Out = None) -> None:
        question = {"verb": "count", "position": position_text("figures", figure)}
        answer = long.answer("figures", question) if long.wanted else figures.count(...).json()
        emit(lambda: answer, lambda: TEXTS["count"](question, answer), json=json, out=out)

A module with such verbs has `TEXTS = {"count": count_text}`: how the answer of a question is shown, given the values of
its JSON. `coset runs` shows it in the same way.
"""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from coset.cli.common import Progress, as_json, progress
from coset.errors import Interrupted

Store = Annotated[
    str | None, Parameter(name="--store", help="The file of stored runs, if not the usual one ($COSET_RUNS).")
]


@Parameter(name="*")
@dataclass(frozen=True)
class Crew:
    """Who does the work, and where it is stored."""

    workers: Annotated[int | None, Parameter(name="--workers", help="Work in N processes of Dask on this machine.")] = (
        None
    )
    cluster: Annotated[
        str | None, Parameter(name="--cluster", help="Work on the Dask cluster with its scheduler at this address.")
    ] = None
    store: Store = None

    def resume(self, given: str) -> tuple[str, dict[str, Any], Any]:
        """The family, the question and the answer of a stored run, after what is left of it is done."""
        from coset.runs.store import Store as Opened

        with Opened(store_path(self.store), missing_ok=False) as store:
            run = store.find(given)
            return run.family, run.question, self._follow(store, run)

    def _follow(self, store: Any, run: Any) -> Any:
        """The answer, and the time that its shards took together."""
        answer = store.answer(run.id)
        if answer is None:
            answer = self._work(store, run)
        return answer | {"seconds": round(store.seconds(run.id), 3)} if isinstance(answer, dict) else answer

    def _work(self, store: Any, run: Any) -> Any:
        from coset.runs import pool
        from coset.runs.work import go_on

        counts = store.counts(run.id)
        print(
            f"run {run.id}: {counts.done:,} of {counts.total:,} shards are done; if this is stopped, go on with: "
            f"{store.resume(run.id)}",
            file=sys.stderr,
            flush=True,
        )
        try:
            with _ended_as_by_ctrl_c(), pool(None, self.workers, self.cluster) as workforce, _told(run.id) as tell:
                return go_on(store, run, workforce, tell)
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted; go on with: {store.resume(run.id)}") from None


@Parameter(name="*")
@dataclass(frozen=True)
class Long(Crew):
    """The options of a long verb; any of them has its shards stored."""

    run: Annotated[
        bool, Parameter(name="--run", negative="", help="Store the work as it goes, so that it can be gone on with.")
    ] = False

    @property
    def wanted(self) -> bool:
        """Whether the work is to be stored."""
        return self.run or self.workers is not None or self.cluster is not None or self.store is not None

    def answer(self, family: str, question: dict[str, Any]) -> Any:
        """The answer of a question; if it was asked before, from where it was left."""
        from coset.runs.store import Store as Opened
        from coset.runs.work import begin

        with Opened(store_path(self.store)) as store:
            return self._follow(store, store.find(begin(store, family, question)))


HERE, NOT_STORED = Crew(), Long()


def store_path(given: str | None) -> Path:
    """The file of the store that the user names, or the usual one."""
    from coset.runs.store import default_path

    return Path(given).absolute() if given else default_path()


def text_of(family: str, question: dict[str, Any], answer: Any) -> str:
    """An answer as its verb shows it."""
    writer = getattr(import_module(f"coset.cli.{family}"), "TEXTS", {}).get(question["verb"])
    return str(writer(question, answer)) if writer else as_json(answer)


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """`kill` and a closed terminal stop the work as Ctrl-C does, unless they are to be ignored (`nohup`)."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    usual = [name for name in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(name) is signal.SIG_DFL]
    for name in usual:
        signal.signal(name, interrupt)
    try:
        yield
    finally:
        for name in usual:
            signal.signal(name, signal.SIG_DFL)


@contextmanager
def _told(run: str, every: float = 60.0) -> Iterator[Progress]:
    """The bar of a terminal; where there is none, such as in a log, a line a minute."""
    if sys.stderr.isatty():
        with progress(f"run {run}") as tell:
            yield tell
        return
    began = last = time.monotonic()
    first: float | None = None

    def say(done: float, total: float | None = None) -> None:
        nonlocal last, first
        first = done if first is None else first
        now = time.monotonic()
        if total is None or now - last < every:
            return
        last, rate = now, (done - first) / (now - began)
        left = f", {(total - done) / rate / 60:,.0f} min left" if rate else ""
        print(f"run {run}: {done:,.0f} of {total:,.0f} shards, {rate:.3g}/s{left}", file=sys.stderr, flush=True)

    yield say
