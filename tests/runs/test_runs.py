"""Runs in this process: what is stored, what goes wrong, and what the command line says."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from coset import runs
from coset.catalogue import room
from coset.cli import run as coset
from coset.errors import BadInput, CosetError, Interrupted
from coset.runs.local import Threads
from coset.runs.owner import Owner, alive
from coset.runs.store import Outcome, Store
from coset.runs.work import begin, go_on
from tests.runs.fake import answer_in
from tests.runs.families.sums import shards as sums

QUESTION: dict[str, Any] = {"verb": "count", "position": "sums:3000"}


def slowly(question: dict[str, Any]) -> Any:
    """The answer straight from the definition."""
    return sums.merge(question, [sums.solve_shard(question, shard) for shard in sums.shards(question)])


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_the_answer_is_that_of_the_shards_in_order(threads: int) -> None:
    assert runs.answer("sums", QUESTION, threads=threads) == slowly(QUESTION)


def test_a_question_asked_again_is_answered_from_the_store(tmp_path: Path) -> None:
    question = QUESTION | {"log": str(tmp_path / "log")}
    first = runs.answer("sums", question)
    again = runs.answer("sums", dict(reversed(question.items())))
    assert first == again and len((tmp_path / "log").read_text().splitlines()) == 30


def test_only_what_is_left_is_done(store: Path, tmp_path: Path) -> None:
    question = QUESTION | {"log": str(tmp_path / "log")}
    shards = sums.shards(question)
    with Store(store) as opened, Owner(store) as owner:
        run = begin(opened, "sums", question)
        done = [
            Outcome(number, json.dumps(sums.solve_shard(QUESTION, shard)))
            for number, shard in opened.exchange(run, owner.name, [], 12)
        ]
        opened.exchange(run, owner.name, done, 0)
    assert runs.resume(run[:3]) == slowly(QUESTION)
    lows = [int(line.split()[1]) for line in (tmp_path / "log").read_text().splitlines()]
    assert sorted(lows) == [low for low, _ in shards[12:]]


def test_progress_counts_shards() -> None:
    told: list[tuple[float, float | None]] = []
    runs.answer("sums", QUESTION | {"rest": 0.05}, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 30) and told[-1] == (30, 30) and told == sorted(told) and len(told) > 5


def test_a_shard_that_always_fails_is_reported_and_the_rest_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    question = QUESTION | {"bad": [700, 1900]}
    with pytest.raises(CosetError, match=r"2 shards failed; shard 8 failed 3 times, ArithmeticError: .*'\[700,800\]'"):
        runs.answer("sums", question)
    assert coset(["runs", "list", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["runs"]
    assert (row["state"], row["done"], row["failed"], row["shards"]) == ("failed", 28, 2, 30)
    assert coset(["runs", "show", row["run"], "--json"]) == 0
    failures = json.loads(capsys.readouterr().out)["failures"]
    assert [(row["shard"], row["input"], row["tries"]) for row in failures] == [
        (8, [700, 800], 3),
        (20, [1900, 2000], 3),
    ]
    assert coset(["runs", "show", row["run"]]) == 0
    assert "shard 8 failed 3 times, ArithmeticError: nothing good comes of 700: '[700, 800]'" in capsys.readouterr().out
    assert coset(["runs", "resume", row["run"]]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1].startswith("coset: 2 shards failed; shard 8 failed 3 times") and "'[700,800]'" in lines[-1]


def test_a_shard_that_failed_has_three_more_tries_when_asked(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = QUESTION | {"bad": [700]}
    with pytest.raises(CosetError):
        runs.answer("sums", question)
    solve_shard = sums.solve_shard
    tries = []

    def mended(question: dict[str, Any], shard: list[int], watch: Any = None) -> Any:
        tries.append(shard)
        if len(tries) < 3:
            raise ValueError("not yet")
        return solve_shard(QUESTION, shard)

    monkeypatch.setattr(room("sums", "shards"), "solve_shard", mended)
    assert runs.answer("sums", question) == slowly(QUESTION)
    assert tries == [[700, 800]] * 3


def test_a_stop_keeps_what_is_done_and_leaves_no_claims(store: Path) -> None:
    class Impatient(Exception):
        pass

    def stop(done: float, total: float | None) -> None:
        if done >= 5:
            raise Impatient

    with pytest.raises(Impatient):
        runs.answer("sums", QUESTION | {"rest": 0.02}, progress=stop)
    with Store(store) as opened:
        counts = opened.counts(opened.runs()[0].id)
    assert counts.claimed == 0 and 5 <= counts.done < 30 and counts.total == 30


def test_what_comes_of_a_shard_that_was_stopped_is_not_kept(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(question: dict[str, Any], shard: list[int], watch: Any) -> dict[str, Any]:
        while not watch[sums.STOP]:
            time.sleep(0.01)
        return {"primes": 0, "roots": 0.0, "last": []}

    def stop(done: float, total: float | None) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(room("sums", "shards"), "solve_shard", half)
        with pytest.raises(Interrupted, match="interrupted after 0 of 30 shards"):
            runs.answer("sums", QUESTION, progress=stop)
    assert runs.answer("sums", QUESTION) == slowly(QUESTION)


def test_a_stop_on_request_says_how_to_go_on(store: Path) -> None:
    def stop(done: float, total: float | None) -> None:
        raise KeyboardInterrupt

    with Store(store) as opened, Threads(2) as pool:
        run = opened.find(begin(opened, "sums", QUESTION))
        with pytest.raises(Interrupted, match=f"of 30 shards; go on with: coset runs resume {run.id}$"):
            go_on(opened, run, pool, stop)


def test_two_threads_share_a_run(tmp_path: Path) -> None:
    question = QUESTION | {"rest": 0.01, "log": str(tmp_path / "log")}
    answers: list[Any] = []
    helpers = [threading.Thread(target=lambda: answers.append(runs.answer("sums", question))) for _ in range(3)]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join()
    assert answers == [slowly(QUESTION)] * 3
    lows = [int(line.split()[1]) for line in (tmp_path / "log").read_text().splitlines()]
    assert sorted(lows) == list(range(0, 3000, 100))


def test_an_owner_lives_as_long_as_its_lock(store: Path) -> None:
    with Owner(store) as owner:
        assert alive(store, owner.name) and alive(store, owner.name)
    assert not alive(store, owner.name)


def test_claims_least_often_made_come_first(store: Path) -> None:
    with Store(store) as opened, Owner(store) as owner:
        run = begin(opened, "sums", QUESTION)
        first = opened.exchange(run, owner.name, [], 2)
        assert [number for number, _ in first] == [1, 2]
        opened.exchange(run, owner.name, [Outcome(1, None, "trouble")], 0)
        assert [number for number, _ in opened.exchange(run, owner.name, [], 28)] == [*range(3, 31)]
        assert [number for number, _ in opened.exchange(run, owner.name, [], 28)] == [1]


def test_questions_that_differ_have_runs_of_their_own(store: Path) -> None:
    with Store(store) as opened:
        ids = {begin(opened, "sums", {"verb": "count", "position": f"sums:{n}00"}) for n in range(1, 9)}
        assert len(ids) == 8 == len(opened.runs())


def test_a_run_of_another_version_is_not_gone_on_with(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(store) as opened:
        run = begin(opened, "sums", QUESTION)
    monkeypatch.setattr("coset.runs.work.__version__", "9.9.9")
    with pytest.raises(BadInput, match=r"begun with Coset .*, this is 9.9.9"):
        runs.resume(run)


def test_a_run_that_is_removed_meanwhile_ends_at_once(store: Path) -> None:
    def take_away(done: float, total: float | None) -> None:
        with Store(store) as other:
            other.db.execute("DELETE FROM shards")

    with pytest.raises(CosetError, match="was removed"):
        runs.answer("sums", QUESTION | {"rest": 0.05}, progress=take_away)


@pytest.mark.parametrize(
    ("family", "question", "says"),
    [
        ("chess", QUESTION, "this family has no long questions: 'chess'"),
        ("sums", QUESTION | {"position": "sums:x"}, "this is no number: 'x'"),
    ],
)
def test_a_wrong_question_stores_nothing(store: Path, family: str, question: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        runs.answer(family, question)
    with Store(store) as opened:
        assert opened.runs() == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "zz"], "coset: there is no such run: 'zz'"),
        (["show", ""], "coset: there is no such run: ''"),
        (["resume", "zz"], "coset: there is no such run: 'zz'"),
        (["remove", "zz"], "coset: there is no such run: 'zz'"),
        (["export", "zz"], "coset: there is no such run: 'zz'"),
        (["list", "--store", "nowhere.sqlite"], "coset: there is no store of runs"),
        (["resume", "a", "--workers", "0"], "coset: the number of workers is out of range: '0' (1 to 1024)"),
        (
            ["resume", "a", "--workers", "2", "--cluster", "tcp://h:1"],
            "coset: the work is done by processes here or by",
        ),
        (["resume", "a", "--cluster", "nonsense"], "coset: no Dask scheduler answers there"),
        (["export", "a", "-o", "run.doc"], "coset: can't write a file with this ending: 'run.doc'"),
    ],
)
def test_wrong_words_are_said_in_one_line(
    words: list[str], says: str, store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(store) as opened:
        run = begin(opened, "sums", QUESTION)
    assert coset(["runs", *(run if word == "a" else word for word in words)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.splitlines()[-1].startswith(says) and err.count("coset: ") == 1


def test_list_with_no_store_says_so_and_makes_none(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert coset(["runs", "list"]) == 0
    assert capsys.readouterr().out == f"no runs are stored in {store}\n"
    assert coset(["runs", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"store": str(store), "runs": []}
    assert not store.exists()


def test_the_commands_on_a_finished_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = slowly(QUESTION)
    assert coset(["sums", "count", "3000", "--run", "--json"]) == 0
    out, err = capsys.readouterr()
    assert answer_in(out) == right and "0 of 30 shards" in err and "coset runs resume" in err
    assert coset(["sums", "count", "3000", "--run"]) == 0
    out, err = capsys.readouterr()
    assert out == "430 primes, the last is 2999\n" and err == ""
    assert coset(["runs", "list"]) == 0
    run = capsys.readouterr().out.splitlines()[-1].split()[0]
    assert coset(["runs", "show", run]) == 0
    assert capsys.readouterr().out.endswith("430 primes, the last is 2999\n")
    assert coset(["runs", "resume", run[:2], "--json"]) == 0
    assert answer_in(capsys.readouterr().out) == right
    assert coset(["runs", "export", run]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert exported["answer"] == right and len(exported["results"]) == 30
    assert sums.merge(QUESTION, [row["result"] for row in exported["results"]]) == right
    assert coset(["runs", "export", run, "-o", str(tmp_path / "run.csv")]) == 0
    assert (tmp_path / "run.csv").read_text().splitlines()[1].startswith('1,"[0, 100]","{""primes"": 25, ')
    assert coset(["runs", "remove", run]) == 0
    assert coset(["runs", "show", run]) == 2


def test_a_store_may_be_named(tmp_path: Path, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "new" / "mine.sqlite"
    assert coset(["sums", "count", "500", "--store", str(other)]) == 0
    assert f"--store {other}" in capsys.readouterr().err
    assert other.exists() and not store.exists()
    assert coset(["runs", "list", "--store", str(other)]) == 0
    assert "sums count 500" in capsys.readouterr().out


def test_a_run_at_work_is_not_removed(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(store) as opened, Owner(store) as owner:
        run = begin(opened, "sums", QUESTION)
        opened.exchange(run, owner.name, [], 1)
        assert coset(["runs", "remove", run]) == 2
        assert "this run is being worked on" in capsys.readouterr().err
        assert coset(["runs", "show", run]) == 0
        assert capsys.readouterr().out.splitlines()[1].startswith("working: 0 of 30 shards are done")
    assert coset(["runs", "remove", run]) == 0


def test_results_that_are_no_json_fail_their_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room("sums", "shards"), "solve_shard", lambda *_: {"x": float("nan")})
    with pytest.raises(CosetError, match="30 shards failed; shard 1 failed 3 times, ValueError"):
        runs.answer("sums", QUESTION)
