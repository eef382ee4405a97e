"""Processes that are killed, that share a run, and that are told to stop: the answer is the same to the bit."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from coset.runs.cluster import Crew
from tests.runs.fake import answer_in
from tests.runs.families.sums import shards as sums
from tests.shared import ROOT

FAKE, PATHS = str(ROOT / "tests" / "runs" / "fake.py"), os.pathsep.join(path for path in sys.path if path)
SLOW: dict[str, Any] = {"step": 10, "rest": 0.02}


def command(*words: str) -> subprocess.Popen[str]:
    """A process of its own with Coset's command line."""
    return subprocess.Popen(
        [sys.executable, FAKE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": PATHS, "DASK_DISTRIBUTED__WORKER__PRELOAD": "tests.runs.fake"},
        start_new_session=True,
    )


def ended(process: subprocess.Popen[str], timeout: float = 60) -> tuple[int, str, str]:
    """The exit code of a process and what it printed."""
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, err


def count(number: int, trouble: dict[str, Any], *words: str) -> subprocess.Popen[str]:
    return command("sums", "count", str(number), "--json", "--run", "--trouble", json.dumps(trouble), *words)


def right(number: int, step: int = 10) -> Any:
    """The answer straight from the definition."""
    question = {"verb": "count", "position": f"sums:{number}", "step": step}
    return sums.merge(question, [sums.solve_shard(question, shard) for shard in sums.shards(question)])


def lows(log: Path) -> list[int]:
    """Where the shards that were done begin, as often as they were."""
    return [int(line.split()[1]) for line in log.read_text().splitlines()] if log.exists() else []


def until_some_are_done(log: Path, least: int, timeout: float = 30) -> None:
    """Wait until `least` shards are done."""
    end = time.monotonic() + timeout
    while len(lows(log)) < least:
        assert time.monotonic() < end, "nothing is done"
        time.sleep(0.02)


def test_killed_at_random_points_twenty_times_the_answer_is_the_same(tmp_path: Path) -> None:
    log = tmp_path / "log"
    trouble = SLOW | {"log": str(log), "rest": 0.03}
    rng = random.Random(7)
    began = time.monotonic()
    ended(command("runs", "list"))
    starting = time.monotonic() - began
    cut_short = 0
    for _ in range(20):
        process = count(6000, trouble)
        time.sleep(rng.uniform(0.5 * starting, starting + 0.4))
        process.kill()
        cut_short += ended(process)[0] == -signal.SIGKILL
    done = len(lows(log))
    assert cut_short == 20 and done > 0
    code, out, _ = ended(count(6000, trouble))
    assert (code, answer_in(out)) == (0, right(6000))
    seen = lows(log)
    assert set(seen) == set(range(0, 6000, 10)) and len(seen) <= 600 + 20 * 4, "what was stored is not done again"
    code, out, _ = ended(command("runs", "export", run_id(tmp_path)))
    question = {"verb": "count", "position": "sums:6000", "step": 10}
    assert [row["result"] for row in json.loads(out)["results"]] == [
        sums.solve_shard(question, shard) for shard in sums.shards(question)
    ]


def run_id(folder: Path) -> str:
    """The ID of the only run."""
    _, out, _ = ended(command("runs", "list", "--json", "--store", str(folder / "runs.sqlite")))
    return str(json.loads(out)["runs"][0]["run"])


def test_two_processes_on_one_run_share_the_work(tmp_path: Path) -> None:
    log = tmp_path / "log"
    both = [count(4000, SLOW | {"log": str(log), "rest": 0.03}) for _ in range(2)]
    answers = [ended(process) for process in both]
    assert [(code, answer_in(out)) for code, out, _ in answers] == [(0, right(4000))] * 2
    assert sorted(lows(log)) == list(range(0, 4000, 10)), "each shard is done once"
    assert {line.split()[0] for line in log.read_text().splitlines()} == {str(process.pid) for process in both}


def test_a_process_takes_over_from_one_that_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    trouble = SLOW | {"log": str(log), "rest": 0.1}
    first, second = count(800, trouble), count(800, trouble)
    until_some_are_done(log, 8)
    first.kill()
    code, out, _ = ended(second)
    assert (code, answer_in(out)) == (0, right(800))
    assert len(lows(log)) <= 80 + 4
    ended(first)


def test_a_shard_that_kills_its_process_leaves_the_rest_to_the_next(tmp_path: Path) -> None:
    trouble = {"step": 10, "deadly": 30, "once": str(tmp_path)}
    assert ended(count(500, trouble))[0] == -signal.SIGKILL
    code, out, _ = ended(count(500, trouble))
    assert (code, answer_in(out)) == (0, right(500))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [[], ["--workers", "2"]])
def test_stopped_on_request_it_says_how_to_go_on(tmp_path: Path, how: signal.Signals, workers: list[str]) -> None:
    log = tmp_path / "log"
    process = count(3000, SLOW | {"log": str(log), "rest": 0.1}, *workers)
    until_some_are_done(log, 5)
    os.killpg(process.pid, how) if how == signal.SIGINT else process.send_signal(how)
    code, out, err = ended(process)
    assert (code, out) == (130, "")
    first, last = err.splitlines()
    found = re.fullmatch(r"coset: interrupted after (\d+) of 300 shards; go on with: (coset runs resume \w+)", last)
    assert found and int(found[1]) >= 1 and found[2] in first
    _, out, _ = ended(command("runs", "show", run_id(tmp_path), "--json"))
    shown = json.loads(out)
    assert (shown["state"], shown["done"]) == ("stopped", int(found[1]))


def test_a_worker_of_dask_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    trouble = {"step": 10, "rest": 0.01, "deadly": 200, "once": str(tmp_path), "log": str(tmp_path / "log")}
    code, out, err = ended(count(500, trouble, "--workers", "2"))
    assert (code, answer_in(out)) == (0, right(500)), err
    assert (tmp_path / "died").exists() and len(err.splitlines()) == 1
    assert len({line.split()[0] for line in (tmp_path / "log").read_text().splitlines()}) >= 2


def test_workers_of_dask_end_when_their_process_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = count(3000, SLOW | {"log": str(log), "rest": 0.1}, "--workers", "2")
    until_some_are_done(log, 5)
    workers = {int(line.split()[0]) for line in log.read_text().splitlines()}
    process.kill()
    process.wait()
    end = time.monotonic() + 20
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    done = len(lows(log))
    _, out, _ = ended(command("runs", "show", run_id(tmp_path), "--json"))
    assert json.loads(out)["state"] == "stopped" and done > 0


def test_a_cluster_elsewhere_does_the_work_and_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("DASK_DISTRIBUTED__WORKER__PRELOAD", "tests.runs.fake")
    monkeypatch.setenv("PYTHONPATH", PATHS)
    cluster = Crew(2)
    try:
        process = count(500, {"step": 10, "log": str(log)}, "--cluster", cluster.address)
        code, out, err = ended(process)
        assert (code, answer_in(out)) == (0, right(500)), err
        assert {line.split()[0] for line in log.read_text().splitlines()}.isdisjoint({str(process.pid)})
        process = count(500, {"step": 100, "rest": 60}, "--cluster", cluster.address)
        time.sleep(3)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert ended(process)[0] == 130
        code, out, _ = ended(count(500, {"step": 20}, "--cluster", cluster.address))
        assert (code, answer_in(out)) == (0, right(500, 20))
        assert time.monotonic() - began < 40, "the workers are free again long before the shards would have ended"
    finally:
        cluster.end()


def test_a_cluster_that_is_lost_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("DASK_DISTRIBUTED__WORKER__PRELOAD", "tests.runs.fake")
    monkeypatch.setenv("PYTHONPATH", PATHS)
    cluster = Crew(1)
    try:
        process = count(500, {"step": 10, "rest": 0.2, "log": str(log)}, "--cluster", cluster.address)
        until_some_are_done(log, 3)
    finally:
        cluster.end()
    code, out, err = ended(process)
    assert (code, out) == (1, "")
    assert re.fullmatch(r"coset: the workers are gone; go on with: coset runs resume \w+", err.splitlines()[-1])
    assert len(err.splitlines()) == 2
