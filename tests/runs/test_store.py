"""Stores that are full, damaged, foreign or out of reach: one clear line, and nothing stored is lost."""

import json
import random
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coset import runs
from coset.cli import run as coset
from coset.errors import BadInput, StoreError
from coset.runs.store import Store
from coset.runs.work import begin
from tests.runs.fake import answer_in
from tests.runs.families.sums import shards as sums
from tests.runs.test_deaths import FAKE, count, ended, lows, right

QUESTION: dict[str, Any] = {"verb": "count", "position": "sums:3000"}


def finished(store: Path) -> tuple[str, Any]:
    """A store with one finished run; its ID and answer."""
    answer = runs.answer("sums", QUESTION)
    with Store(store) as opened:
        return opened.runs()[0].id, answer


def forget_answer(store: Path, *shards: int) -> None:
    """Make a finished run one that is not: without its answer and some of its results."""
    with Store(store) as opened:
        opened.db.execute("UPDATE runs SET answer = NULL")
        for shard in shards:
            opened.db.execute("UPDATE shards SET state = 0, result = NULL, crc = NULL WHERE shard = ?", (shard,))


def test_a_full_store_is_said_and_what_was_stored_stays(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = QUESTION | {"log": str(tmp_path / "log"), "step": 5}
    connect = sqlite3.connect

    def small(*args: Any, **options: Any) -> sqlite3.Connection:
        db = connect(*args, **options)
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    with Store(store) as opened:
        run = begin(opened, "sums", question)
        pages = opened.db.execute("PRAGMA page_count").fetchone()[0] + 3
    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreError, match=r"can't be written, database or disk is full: '.*' \(make room and go on; "):
        runs.resume(run)
    monkeypatch.undo()
    monkeypatch.setenv("COSET_RUNS", str(tmp_path))
    with Store(store) as opened:
        opened.take_over(run)
        before = opened.counts(run)
        assert before.claimed == 0 and 0 < before.done < 600
    done = len(lows(tmp_path / "log"))
    assert runs.resume(run) == right(3000, 5)
    assert len(lows(tmp_path / "log")) - done == 600 - before.done


def test_a_disk_without_room_is_said_in_one_line(store: Path, tmp_path: Path) -> None:
    trouble = {"step": 5, "log": str(tmp_path / "log")}
    room = 150_000
    words = [sys.executable, FAKE, "sums", "count", "3000", "--json", "--run", "--trouble", json.dumps(trouble)]
    small = subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    first, last = small.stderr.splitlines()
    assert (small.returncode, small.stdout) == (1, "")
    assert last.startswith("coset: the store can't be written, ") and last.endswith(
        "all that was stored before is there)"
    )
    with Store(store) as opened:
        (run,) = opened.runs()
        before = opened.counts(run.id)
    done = len(lows(tmp_path / "log"))
    assert run.id in first and 0 < before.done < 600
    code, out, _ = ended(count(3000, trouble))
    assert (code, answer_in(out)) == (0, right(3000, 5))
    assert len(lows(tmp_path / "log")) - done == 600 - before.done


def test_no_room_for_a_store_leaves_nothing_behind(tmp_path: Path) -> None:
    small = subprocess.run(
        [sys.executable, FAKE, "sums", "count", "300", "--run"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert (small.returncode, len(small.stderr.splitlines())) == (1, 1)
    assert small.stderr.startswith("coset: can't make a store there, ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", [b"", b"my notes\n", b"SQLite format 3\0" + b"\0" * 84, b"SQLite format 3\0" + b"\xff" * 2000]
)
def test_a_file_that_is_no_store_is_left_alone(content: bytes, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store.write_bytes(content)
    for words in (["runs", "list"], ["runs", "show", "a"], ["runs", "remove", "a"], ["sums", "count", "9", "--run"]):
        assert coset(words) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("coset: this is no store of runs, or a damaged one: ")
        assert len(err.splitlines()) == 1
    assert store.read_bytes() == content and [path.name for path in store.parent.iterdir()] == [store.name]


def test_the_database_of_another_program_is_left_alone(store: Path) -> None:
    with sqlite3.connect(store) as db:
        db.execute("CREATE TABLE runs (run TEXT)")
    before = store.read_bytes()
    with pytest.raises(StoreError, match="this is no store of runs"):
        runs.answer("sums", QUESTION)
    assert store.read_bytes() == before


def test_a_store_of_a_newer_layout_is_left_alone(store: Path) -> None:
    finished(store)
    with sqlite3.connect(store) as db:
        db.execute("PRAGMA user_version = 2")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with pytest.raises(StoreError, match="made by a newer Coset"):
        runs.answer("sums", QUESTION)


@pytest.mark.parametrize("where", ["folder", "file/below.sqlite"])
def test_a_store_that_can_not_be_there_is_said(where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    assert coset(["sums", "count", "300", "--store", str(tmp_path / where)]) == 1
    assert "store" in capsys.readouterr().err


def test_a_result_that_was_changed_is_found_and_done_again(store: Path) -> None:
    run, answer = finished(store)
    forget_answer(store, 3)
    with Store(store) as opened:
        opened.db.execute("UPDATE shards SET result = replace(result, '1', '2') WHERE shard = 5")
        with pytest.raises(StoreError, match="the result of shard 5 is not the one that was stored"):
            opened.results(run)
    assert runs.resume(run) == answer


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE shards SET input = replace(input, '500', '501') WHERE shard = 5",
        "DELETE FROM shards WHERE shard = 7",
        "UPDATE runs SET inputs = ''",
    ],
)
def test_shards_that_were_changed_are_found(store: Path, change: str) -> None:
    run, _ = finished(store)
    forget_answer(store, 3)
    with Store(store) as opened:
        opened.db.execute(change)
    with pytest.raises(StoreError, match="are not those that it began with"):
        runs.resume(run)


def test_a_question_that_was_changed_is_found(store: Path) -> None:
    run, _ = finished(store)
    with Store(store) as opened:
        opened.db.execute("UPDATE runs SET question = replace(question, '3000', '4000')")
    with pytest.raises(StoreError, match="is not the one it began with"):
        runs.resume(run)


def test_damage_anywhere_never_gives_a_wrong_answer(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, answer = finished(store)
    forget_answer(store, 2, 11)
    whole = store.read_bytes()
    rng = random.Random(5)
    heard = set()
    for trial in range(200):
        raw = bytearray(whole)
        for _ in range(rng.choice([1, 1, 4, 40])):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        if trial % 10 == 0:
            raw = raw[: rng.randrange(len(raw))]
        store.write_bytes(raw)
        for words in (["list"], ["show", run], ["export", run]):
            heard.add(check(words, capsys)[0])
        assert store.read_bytes() == raw, "looking changes nothing"
        code, out = check(["resume", run, "--json"], capsys)
        assert code or answer_in(out) == answer
        for left in (f"{store}-wal", f"{store}-shm"):
            Path(left).unlink(missing_ok=True)
    assert heard >= {0, 1}


def check(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and output of a command on runs, whose errors must be one line each and no fault of our own."""
    code = coset(["runs", *words])
    out, err = capsys.readouterr()
    complaints = [line for line in err.splitlines() if not line.startswith("run ")]
    assert len(complaints) == (code > 0) and all(line.startswith("coset: ") for line in complaints), err
    assert "fault of Coset" not in err, err
    return code, out


def test_a_store_that_may_only_be_read_is_said(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, _ = finished(store)
    forget_answer(store, 2)
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda path, **options: connect(f"file:{path}?mode=ro", uri=True, **options)
    )
    with pytest.raises(StoreError, match="it and its folder must be writable"):
        runs.resume(run)


def test_an_unknown_run_is_bad_input(store: Path) -> None:
    finished(store)
    with pytest.raises(BadInput, match="there is no such run: 'zz' \\(such as "):
        runs.resume("zz")
    assert sums.QUESTIONS
