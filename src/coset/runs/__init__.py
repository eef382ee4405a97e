"""Long work in shards that survives a crash.

    from coset import runs
    answer = runs.answer("figures", {"verb": "count", "position": "figures:hexagon:3"})

A question that is asked again goes on where it was left, or is answered from the store. Whatever the order, the workers
and the deaths, the answer is the same to the bit.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coset.errors import BadInput

if TYPE_CHECKING:
    from coset.runs.work import Pool

Progress = Callable[[float, float | None], None]

__all__ = ["answer", "pool", "resume"]


def answer(
    family: str,
    question: dict[str, Any],
    *,
    store: Path | None = None,
    threads: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Any:
    """The answer of a long question, its shards stored as they are done.

    Equivalent to `merge(question, [solve_shard(question, shard) for shard in shards(question)])` of the family's
    `shards.py`. The work is done on threads, or on Dask: by `workers` processes here, or by a `cluster`'s.
    """
    from coset.runs.store import Store, default_path
    from coset.runs.work import begin

    with Store(store or default_path()) as opened:
        run = begin(opened, family, question)
    return resume(run, store=store, threads=threads, workers=workers, cluster=cluster, progress=progress)


def resume(
    run: str,
    *,
    store: Path | None = None,
    threads: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Any:
    """The answer of a stored run; what is left of it is done first."""
    from coset.runs.store import Store, default_path
    from coset.runs.work import go_on

    with Store(store or default_path(), missing_ok=False) as opened:
        found = opened.find(run)
        finished = opened.answer(found.id)
        if finished is not None:
            return finished
        with pool(threads, workers, cluster) as workforce:
            return go_on(opened, found, workforce, progress)


def pool(
    threads: int | None = None, workers: int | None = None, cluster: str | None = None
) -> "AbstractContextManager[Pool]":
    """Those who do the work: threads of this process, processes on this machine, or a cluster's."""
    if workers is not None and cluster is not None:
        raise BadInput("the work is done by processes here or by a cluster, not both", f"{workers} and {cluster}")
    for number in (threads, workers):
        if number is not None and not 1 <= number <= 1024:
            raise BadInput("the number of workers is out of range", number, "1 to 1024")
    if workers is not None or cluster is not None:
        from coset.runs.cluster import Cluster

        return Cluster(workers, cluster)
    from coset.runs.local import Threads

    return Threads(threads)
