"""The commands, as a user types them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coset.cli import run


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["figures", *words]) == 0
    return capsys.readouterr().out


def test_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    count = json.loads(said(capsys, "count", "hexagon:3", "--json"))
    assert list(count) == ["count", "basic", "group", "by_target", "nodes", "seconds"]
    assert (count["count"], count["basic"], count["group"]) == (12, 1, 12)
    solved = json.loads(said(capsys, "solve", "hexagon:3", "--json"))
    assert list(solved) == [*count, "solutions"] and len(solved["solutions"]) == 12
    assert json.loads(said(capsys, "count", "square:4////.15.14", "--json"))["basic"] is None


def test_every_verb_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert "7,040 fillings, 220 up to the 32 symmetries" in said(capsys, "count", "square:4")
    assert "c8 = 10 - c0" in said(capsys, "plan", "square:3")
    assert "5,814" in said(capsys, "levels", "hexagon:3")
    assert said(capsys, "trace", "square:3", "--first", "2").startswith(" 1 . .")
    assert "9 cells, 8 lines of the sum 15" in said(capsys, "show", "square:3")
    assert "line 4" in said(capsys, "check", "square:3", "2 7 6 9 5 1 4 8 3")
    assert said(capsys, "check", "square:3", "2 7 6 9 5 1 4 3 8").strip() == "right"
    assert "cell 4 is 5" in said(capsys, "explain", "square:3")
    rows, how = said(capsys, "find", "square:3").split("\n\n")
    assert len(rows.split()) == 9 and how.startswith("found by search in ")


def test_files_are_written_by_their_ending(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for ending, begins in (("svg", "<svg"), ("csv", "c0,c1"), ("json", "{"), ("txt", " ")):
        said(capsys, "solve", "square:3", "-o", str(tmp_path / f"a.{ending}"))
        assert (tmp_path / f"a.{ending}").read_text().startswith(begins)
    (tmp_path / "own.toml").write_text('cells = 3\nlines = [[0, 1], [1, 2]]\nnumbers = "1-4"\ntarget = 5\n')
    assert said(capsys, "count", str(tmp_path / "own.toml")).startswith("0 fillings")


@pytest.mark.parametrize("words", [["count", "hexgon:3"], ["solve", "square:4", "--first", "0"], ["count", "square:9"]])
def test_bad_input_is_one_line_and_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["figures", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("coset: ") and error.count("\n") == 1


def test_a_long_count_says_how_long_it_may_take_and_stops_when_told() -> None:
    words = [sys.executable, "-m", "coset", "figures", "count", "square:5"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "this may take about" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert "interrupted" in process.stderr.read()
        assert process.wait(60) == 130


def test_small_questions_need_no_compiled_code() -> None:
    code = (
        "import sys; from coset.cli import run; run(['figures', 'solve', 'hexagon:3', '--json'])\n"
        "print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_compiled_engines_answer_alike_in_a_second_process() -> None:
    code = (
        "from coset.families.figures import engines; from coset.families.figures.program import program\n"
        "from coset.families.figures.rules import parse\n"
        "p = program(parse('hexagon:3:-9')); kept = []\n"
        "print([engines.run(e, p, 0) for e in (engines.PLAIN, engines.TABLE, engines.LOOPS)])\n"
        "engines.run(engines.TABLE, p, 0, lambda one: kept.append(one) or True); print(len(set(kept)))"
    )
    words = [sys.executable, "-c", code]
    answers = [subprocess.run(words, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert answers[0] == answers[1] == f"{[(26, 43670)] * 3}\n26\n"


def test_processes_that_make_the_same_loops_at_once_do_not_meet(tmp_path: Path) -> None:
    code = (
        "from coset.families.figures import engines; from coset.families.figures.program import program\n"
        "from coset.families.figures.rules import parse\n"
        "print(engines.run(engines.LOOPS, program(parse('square:3')), 0)[0])"
    )
    start = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "COSET_CACHE": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert [process.communicate()[0].strip() for process in start] == ["1", "1"]
