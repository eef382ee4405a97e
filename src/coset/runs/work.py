"""The loop that does the shards of a run: claim some, hand them to a pool, keep what comes back, claim more.

Several processes may do this with one run at once: each claims other shards, and takes over those of one that died.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from coset import __version__
from coset.catalogue import has_room, room
from coset.errors import BadInput, CosetError, Interrupted, StoreError, quote
from coset.runs.database import damaged
from coset.runs.owner import Owner
from coset.runs.store import TRIES, Counts, Outcome, Run, Store, compact

Progress = Callable[[float, float | None], None]
POLL = 0.3


class Pool(Protocol):
    """Those who do the work."""

    @property
    def wide(self) -> int:
        """How many shards keep all of them busy."""

    def start(self, run: Run, number: int, shard: Any, report: Callable[[Outcome], None]) -> None:
        """Have a shard done; `report` is called with what came of it, from any thread."""

    def stop(self) -> None:
        """Give up the work at hand, soon."""


def begin(store: Store, family: str, question: dict[str, Any]) -> str:
    """Cut a question into shards and store them, if that was not done before; the ID of its run."""
    if not has_room(family, "shards"):
        raise BadInput("this family has no long questions", family)
    return store.stored(family, question) or store.begin(family, question, room(family, "shards").shards(question))


def go_on(store: Store, run: Run, pool: Pool, progress: Progress | None = None) -> Any:
    """The answer of a run; what is left of it is done by the pool."""
    if run.version != __version__:
        raise BadInput(
            f"this run was begun with Coset {run.version}, this is {__version__}", run.id, "ask the question anew"
        )
    store.retry(run.id)
    try:
        with Owner(store.path) as owner:
            _work(store, run, pool, owner.name, progress)
    except (KeyboardInterrupt, Interrupted):
        counts = store.counts(run.id)
        done = f"interrupted after {counts.done:,} of {counts.total:,} shards"
        raise Interrupted(f"{done}; go on with: {store.resume(run.id)}") from None
    failed = store.failures(run.id)
    if failed:
        raise CosetError(_said(failed, store, run.id))
    results = [row["result"] for row in store.results(run.id)]
    if len(results) != store.counts(run.id).total:
        raise damaged(store.path, f"some results of run {run.id} are missing")
    answer = room(run.family, "shards").merge(run.question, results)
    store.finish(run.id, answer)
    return store.answer(run.id)


def _work(store: Store, run: Run, pool: Pool, owner: str, progress: Progress | None) -> None:
    outcomes: SimpleQueue[Outcome] = SimpleQueue()
    ready: list[Outcome] = []
    at_work = 0
    try:
        while True:
            claims = store.exchange(run.id, owner, ready, pool.wide - at_work)
            ready = []
            for number, shard in claims:
                pool.start(run, number, shard, outcomes.put)
                at_work += 1
            counts = store.counts(run.id)
            _check_and_tell(counts, run, progress)
            if counts.waiting + counts.claimed == 0:
                return
            if at_work < pool.wide:
                store.take_over(run.id)
            if at_work:
                ready = _collected(outcomes)
                at_work -= len(ready)
            else:
                time.sleep(POLL)
            if any(outcome.result is None and outcome.error is None for outcome in ready):
                raise CosetError(f"the workers are gone; go on with: {store.resume(run.id)}")
    except BaseException:
        pool.stop()
        _give_up(store, run.id, owner, ready, outcomes)
        raise


def _check_and_tell(counts: Counts, run: Run, progress: Progress | None) -> None:
    if not counts.total:
        raise CosetError(f"run {run.id} was removed from the store while it was worked on")
    if progress is not None:
        progress(counts.done, counts.total)


def _collected(outcomes: "SimpleQueue[Outcome]", wait: float = POLL) -> list[Outcome]:
    """All outcomes at hand, after waiting a while for the first."""
    found = []
    try:
        found.append(outcomes.get(timeout=wait))
        while True:
            found.append(outcomes.get_nowait())
    except Empty:
        return found


def _give_up(store: Store, run: str, owner: str, ready: list[Outcome], outcomes: "SimpleQueue[Outcome]") -> None:
    """Keep what was done before the stop, and give up the claims; where the store can't, the claims end with us."""
    with suppress(StoreError):
        store.exchange(run, owner, ready + _collected(outcomes, 0.01), 0)
    with suppress(StoreError):
        store.release(run, owner)


def outcome_of(run: Run, number: int, shard: Any, watch: Any) -> Outcome:
    """Do one shard here; what goes wrong in it is an outcome too."""
    from coset.kernels.watch import STOP

    began = time.perf_counter()
    try:
        result = room(run.family, "shards").solve_shard(run.question, shard, watch)
        if watch[STOP]:  # what comes of a kernel that was told to stop may be less than the whole
            return Outcome(number, None)
        return Outcome(number, compact(result), None, time.perf_counter() - began)
    except Interrupted:
        return Outcome(number, None)
    except Exception as error:
        said = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return Outcome(number, None, said, time.perf_counter() - began)


def _said(failed: list[dict[str, Any]], store: Store, run: str) -> str:
    first = failed[0]
    what = f"shard {first['shard']} failed {TRIES} times, {first['error']}"
    others = f"{len(failed)} shards failed; " if len(failed) > 1 else ""
    how = f"the rest is done and stored; try again with: {store.resume(run)}"
    return f"{others}{what}: {quote(compact(first['input']), 300)} ({how})"
