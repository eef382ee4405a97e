"""The store of runs: one SQLite file that has the shards of every run and their results.

A shard is waiting, claimed by an owner (`owner.py`), done, or failed for good. It is claimed and its result is kept in
one transaction each, so that a process may die at any point: its claims are free again and nothing half-done remains.
Results are JSON text with a checksum, since SQLite does not see a bit that flipped inside a value.
"""

import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from coset import __version__
from coset.errors import BadInput
from coset.runs.database import connect, damaged, errors, transaction
from coset.runs.owner import alive

WAITING, CLAIMED, DONE, FAILED = range(4)
TRIES = 3

SCHEMA = f"""
CREATE TABLE runs (run TEXT PRIMARY KEY, family TEXT NOT NULL, question TEXT NOT NULL, version TEXT NOT NULL,
    begun TEXT NOT NULL, inputs TEXT NOT NULL, answer TEXT, crc INTEGER);
CREATE TABLE shards (run TEXT NOT NULL REFERENCES runs, shard INTEGER NOT NULL, input TEXT NOT NULL,
    state INTEGER NOT NULL DEFAULT {WAITING}, owner TEXT, claims INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0, error TEXT, result TEXT, crc INTEGER, seconds REAL,
    PRIMARY KEY (run, shard));
CREATE INDEX by_state ON shards (run, state, claims, shard);
"""


class Outcome(NamedTuple):
    """What came of a shard: its result as JSON text, or an error; neither if it was given up."""

    shard: int
    result: str | None
    error: str | None = None
    seconds: float = 0.0


class Counts(NamedTuple):
    """How many shards are in each state."""

    waiting: int
    claimed: int
    done: int
    failed: int

    @property
    def total(self) -> int:
        """All shards of the run."""
        return sum(self)


@dataclass(frozen=True, slots=True)
class Run:
    """A question that is worked on in shards."""

    id: str
    family: str
    question: dict[str, Any]
    version: str
    begun: str


def default_path() -> Path:
    """`runs.sqlite` in `$COSET_RUNS`, else in `coset` in the user's data folder."""
    own = os.environ.get("COSET_RUNS")
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return (Path(own) if own else Path(data) / "coset") / "runs.sqlite"


def compact(value: Any) -> str:
    """JSON text in one line, without a needless space.

    >>> compact({"b": 1, "a": [2, None]})
    '{"b":1,"a":[2,null]}'
    """
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def ordered(question: dict[str, Any]) -> str:
    """JSON text that is the same for the same question, however its keys are ordered."""
    return compact(json.loads(json.dumps(question, sort_keys=True)))


class Store:
    """An open store; one a thread."""

    def __init__(self, path: Path, missing_ok: bool = True) -> None:
        if not missing_ok and not path.exists():
            raise BadInput("there is no store of runs", str(path), "the first run makes it")
        self.path = path
        self.db = connect(path, SCHEMA)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self.db.close()

    def begin(self, family: str, question: dict[str, Any], shards: list[Any]) -> str:
        """Store a question with its shards; the ID of its run, which is the same for the same question."""
        inputs = [compact(shard) for shard in shards]
        digest = name_of(family, question, __version__)
        with transaction(self.db, self.path):
            for length in range(8, 65):
                run = digest[:length]
                row = self.db.execute("SELECT family, question, version FROM runs WHERE run = ?", (run,)).fetchone()
                if row == (family, ordered(question), __version__):
                    return run
                if row is None:
                    break
            self.db.execute(
                "INSERT INTO runs (run, family, question, version, begun, inputs) VALUES (?, ?, ?, ?, ?, ?)",
                (run, family, ordered(question), __version__, f"{datetime.now():%Y-%m-%d %H:%M:%S}", _digest(inputs)),
            )
            self.db.executemany(
                "INSERT INTO shards (run, shard, input) VALUES (?, ?, ?)",
                ((run, number, text) for number, text in enumerate(inputs, 1)),
            )
        return run

    def stored(self, family: str, question: dict[str, Any]) -> str | None:
        """The ID of the run with this question, if there is one."""
        with errors(self.path):
            row = self.db.execute(
                "SELECT run FROM runs WHERE family = ? AND question = ? AND version = ?",
                (family, ordered(question), __version__),
            ).fetchone()
        return row[0] if row else None

    def runs(self) -> list[Run]:
        """All runs, the oldest first."""
        with errors(self.path):
            rows = self.db.execute("SELECT run, family, question, version, begun FROM runs ORDER BY begun").fetchall()
            return [Run(row[0], row[1], json.loads(row[2]), row[3], row[4]) for row in rows]

    def find(self, given: str) -> Run:
        """The run whose ID begins with what is given."""
        runs = self.runs()
        found = [run for run in runs if given and run.id.startswith(given)]
        if len(found) == 1:
            if not name_of(found[0].family, found[0].question, found[0].version).startswith(found[0].id):
                raise damaged(self.path, f"the question of run {found[0].id} is not the one it began with")
            return found[0]
        some = ", ".join(run.id for run in (found or runs)[-3:])
        if found:
            raise BadInput(f"{len(found)} runs begin like this", given, f"such as {some}")
        raise BadInput("there is no such run", given, f"such as {some}" if runs else "nothing is stored yet")

    def counts(self, run: str) -> Counts:
        """How many shards are in each state."""
        with errors(self.path):
            rows = self.db.execute("SELECT state, count(*) FROM shards WHERE run = ? GROUP BY state", (run,)).fetchall()
        return Counts(*(dict(rows).get(state, 0) for state in range(4)))

    def exchange(self, run: str, owner: str, outcomes: list[Outcome], want: int) -> list[tuple[int, Any]]:
        """Keep what came of some shards, and claim up to `want` others: those claimed least often come first.

        So a shard that brings down its process each time does not keep the others from being done.
        """
        with transaction(self.db, self.path):
            for shard, result, error, seconds in outcomes:
                self._keep(run, owner, shard, result, error, seconds)
            if want <= 0:
                return []
            claimed = self.db.execute(
                f"UPDATE shards SET state = {CLAIMED}, owner = ?, claims = claims + 1 WHERE run = ? AND shard IN "
                f"(SELECT shard FROM shards WHERE run = ? AND state = {WAITING} ORDER BY claims, shard LIMIT ?) "
                "RETURNING shard, input",
                (owner, run, run, want),
            ).fetchall()
            return [(shard, json.loads(text)) for shard, text in sorted(claimed)]

    def _keep(self, run: str, owner: str, shard: int, result: str | None, error: str | None, seconds: float) -> None:
        if result is not None:
            self.db.execute(
                f"UPDATE shards SET state = {DONE}, owner = NULL, error = NULL, result = ?, crc = ?, seconds = ? "
                f"WHERE run = ? AND shard = ? AND state <> {DONE}",
                (result, zlib.crc32(result.encode()), seconds, run, shard),
            )
        elif error is not None:
            self.db.execute(
                f"UPDATE shards SET state = iif(failures + 1 < {TRIES}, {WAITING}, {FAILED}), owner = NULL, "
                "failures = failures + 1, error = ? WHERE run = ? AND shard = ? AND owner = ?",
                (error, run, shard, owner),
            )

    def release(self, run: str, owner: str) -> None:
        """Give up all claims of an owner."""
        with transaction(self.db, self.path):
            self.db.execute(
                f"UPDATE shards SET state = {WAITING}, owner = NULL WHERE run = ? AND owner = ?", (run, owner)
            )

    def owners(self, run: str) -> list[str]:
        """The owners at work on a run."""
        return [owner for owner in self._named(run) if alive(self.path, owner)]

    def take_over(self, run: str) -> None:
        """Give up the claims of owners that are dead."""
        for owner in self._named(run):
            if not alive(self.path, owner):
                self.release(run, owner)

    def _named(self, run: str) -> list[str]:
        with errors(self.path):
            rows = self.db.execute(f"SELECT DISTINCT owner FROM shards WHERE run = ? AND state = {CLAIMED}", (run,))
            return [str(row[0]) for row in rows]

    def retry(self, run: str) -> None:
        """Give the shards that failed three more tries, and do again those whose stored result is damaged."""
        self._check_inputs(run)
        with transaction(self.db, self.path):
            self.db.execute(
                f"UPDATE shards SET state = {WAITING}, failures = 0 WHERE run = ? AND state = {FAILED}", (run,)
            )
            rows = self.db.execute(f"SELECT shard, result, crc FROM shards WHERE run = ? AND state = {DONE}", (run,))
            spoilt = [shard for shard, result, crc in rows if not _whole(result, crc)]
            self.db.executemany(
                f"UPDATE shards SET state = {WAITING}, result = NULL WHERE run = ? AND shard = ?",
                ((run, shard) for shard in spoilt),
            )

    def _check_inputs(self, run: str) -> None:
        with errors(self.path):
            faults = [row[0] for row in self.db.execute("PRAGMA quick_check(1)")]
            if faults != ["ok"]:
                raise damaged(self.path, str(faults[0]))
            expected = self.db.execute("SELECT inputs FROM runs WHERE run = ?", (run,)).fetchone()
            rows = self.db.execute("SELECT input FROM shards WHERE run = ? ORDER BY shard", (run,)).fetchall()
        if expected is None or _digest(row[0] for row in rows) != expected[0]:
            raise damaged(self.path, f"the shards of run {run} are not those that it began with")

    def failures(self, run: str) -> list[dict[str, Any]]:
        """The shards that failed, with their input and the last error; those still to be tried again among them."""
        with errors(self.path):
            rows = self.db.execute(
                "SELECT shard, input, failures, error FROM shards WHERE run = ? AND error IS NOT NULL "
                f"AND state <> {DONE} ORDER BY shard",
                (run,),
            )
            names = ("shard", "input", "tries", "error")
            return [dict(zip(names, (row[0], json.loads(row[1]), *row[2:]), strict=True)) for row in rows]

    def results(self, run: str) -> list[dict[str, Any]]:
        """The shards that are done, with input, result and seconds, in the order of the shards."""
        found = []
        with errors(self.path):
            rows = self.db.execute(
                "SELECT shard, input, result, crc, seconds FROM shards "
                f"WHERE run = ? AND state = {DONE} ORDER BY shard",
                (run,),
            )
            for shard, text, result, crc, seconds in rows:
                if not _whole(result, crc):
                    how = f"`{self.resume(run)}` works it out again"
                    raise damaged(self.path, f"the result of shard {shard} is not the one that was stored, and {how}")
                values = {"input": json.loads(text), "result": json.loads(result)}
                found.append({"shard": shard, **values, "seconds": seconds})
        return found

    def seconds(self, run: str) -> float:
        """The time that the shards took together."""
        with errors(self.path):
            rows = self.db.execute("SELECT total(seconds) FROM shards WHERE run = ?", (run,)).fetchone()
        return float(rows[0])

    def finish(self, run: str, answer: Any) -> None:
        """Keep the answer of a run."""
        text = compact(answer)
        with transaction(self.db, self.path):
            self.db.execute("UPDATE runs SET answer = ?, crc = ? WHERE run = ?", (text, zlib.crc32(text.encode()), run))

    def answer(self, run: str) -> Any:
        """The answer of a finished run, None if there is none yet."""
        with errors(self.path):
            row = self.db.execute("SELECT answer, crc FROM runs WHERE run = ?", (run,)).fetchone()
        return json.loads(row[0]) if row and _whole(*row) else None

    def remove(self, run: str) -> None:
        """Take a run out of the store, unless someone is at work on it."""
        working = self.owners(run)
        if working:
            raise BadInput("this run is being worked on", run, f"stop process {working[0].split('-')[0]} first")
        with transaction(self.db, self.path):
            self.db.execute("DELETE FROM shards WHERE run = ?", (run,))
            self.db.execute("DELETE FROM runs WHERE run = ?", (run,))

    def resume(self, run: str) -> str:
        """The command that goes on with a run."""
        where = "" if self.path == default_path() else f" --store {self.path}"
        return f"coset runs resume {run}{where}"


def name_of(family: str, question: dict[str, Any], version: str) -> str:
    """The digest that names a run: by its question and the version, since another version may cut other shards."""
    return hashlib.sha256(f"{family} {version} {ordered(question)}".encode()).hexdigest()


def _digest(inputs: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(inputs).encode()).hexdigest()


def _whole(text: str | None, crc: int | None) -> bool:
    return isinstance(text, str) and zlib.crc32(text.encode()) == crc
