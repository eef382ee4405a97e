"""Shards on Dask: processes on this machine, or a cluster's. The only module that knows Dask."""

import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from typing import Any

from coset import __version__
from coset.errors import BadInput, CosetError
from coset.runs.store import Outcome, Run
from coset.runs.work import outcome_of

PATIENCE = 10.0
WATCHES: dict[tuple[str, int], Any] = {}  # on a worker: the `watch` of each shard at work, by client and thread


def solve(run: Run, number: int, shard: Any, client: str) -> Outcome:
    """Do one shard, on a worker."""
    import numpy as np

    me = (client, threading.get_ident())
    WATCHES[me] = np.zeros(8, np.int64)
    try:
        return outcome_of(run, number, shard, WATCHES[me])
    finally:
        del WATCHES[me]


def stop_here(client: str) -> None:
    """Stop the kernels at work for a client, on a worker."""
    from coset.kernels.watch import STOP

    for (whose, _), watch in list(WATCHES.items()):
        if whose == client:
            watch[STOP] = 1


def version_here() -> str:
    """The version of Coset, on a worker."""
    return __version__


class Crew:
    """A scheduler and workers on this machine, apart from this process: Ctrl-C does not reach them, its end does."""

    def __init__(self, workers: int) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="coset-", ignore_cleanup_errors=True)
        said = Path(self._scratch.name) / "said"
        with said.open("w") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(workers)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "DASK_TEMPORARY_DIRECTORY": self._scratch.name},
                text=True,
                start_new_session=True,
            )
        try:
            self.address = self._process.stdout.readline().strip() if self._process.stdout else ""
            if not self.address:
                why = (said.read_text().splitlines() or ["no reason is given"])[-1]
                raise CosetError(f"Dask can't start {workers} workers here, {why}")
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End the scheduler and the workers at once; what they were at is in the store or will be done again."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._scratch.cleanup()


def serve(workers: int) -> None:
    """Be the scheduler of some workers, until standard input ends."""
    from distributed import LocalCluster

    silent = {"dashboard_address": None, "silence_logs": logging.CRITICAL}
    with LocalCluster(n_workers=workers, threads_per_worker=1, **silent) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


class Cluster:
    """A pool on Dask. A worker that dies is replaced and its shards are done by others, by Dask itself."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise CosetError("--workers and --cluster need Dask (pip install 'coset[cluster]')") from None
        for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._futures: dict[int, Any] = {}
        self._wide, self._looked = 0, 0.0
        self._crew = Crew(workers) if workers else None
        self._client: Any = None
        try:
            self._client = Client(self._crew.address if self._crew else address, timeout=PATIENCE, set_as_default=False)
            self._check(address)
        except (OSError, ValueError) as error:
            self.__exit__()
            what = f"no Dask scheduler answers there, {type(error).__name__}"
            raise BadInput(what, address, "such as tcp://127.0.0.1:8786") from None
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            self.stop()
            self._client.close(PATIENCE)
        if self._crew is not None:
            self._crew.end()

    def _check(self, address: str | None) -> None:
        """The workers must be there, and have this version of Coset."""
        try:
            self._client.wait_for_workers(1, timeout=3 * PATIENCE)
        except TimeoutError:
            raise BadInput("the scheduler has no workers", address, "start some with: dask worker ADDRESS") from None
        try:
            versions = set(self._client.run(version_here).values())
        except Exception as error:
            raise CosetError(f"the workers can't import Coset {__version__}: {type(error).__name__}: {error}") from None
        if versions != {__version__}:
            raise CosetError(f"the workers have Coset {', '.join(sorted(versions))}, this is {__version__}")

    @property
    def wide(self) -> int:
        """Two shards for each thread of a worker; workers may come and go."""
        if time.monotonic() - self._looked > 5:
            with suppress(OSError):  # where the scheduler is lost, its work ends too and says so
                self._wide = max(2 * sum(self._client.nthreads().values()), 1)
            self._looked = time.monotonic()
        return self._wide

    def start(self, run: Run, number: int, shard: Any, report: Callable[[Outcome], None]) -> None:
        """Have a shard done by any worker."""

        def done(future: Any) -> None:
            self._futures.pop(number, None)
            report(_outcome(number, future))

        future = self._client.submit(solve, run, number, shard, self._client.id, pure=False)
        self._futures[number] = future  # Dask forgets work that nobody holds
        future.add_done_callback(done)

    def stop(self) -> None:
        """Give up what waits, and stop the kernels at work."""
        if self._futures and self._client.status == "running":
            self._client.cancel(list(self._futures.values()))
            self._futures.clear()
            if self._crew is None:
                self._client.run(stop_here, self._client.id, on_error="ignore")


def _outcome(number: int, future: Any) -> Outcome:
    """What came of a shard; a result that died with its worker is worked out again by Dask, and waited for here."""
    try:
        outcome: Outcome = future.result()
        return outcome
    except (CancelledError, OSError):
        return Outcome(number, None)
    except Exception as error:
        return Outcome(number, None, f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    serve(int(sys.argv[1]))
