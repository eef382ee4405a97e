import json

import pytest

from coset.cli import run
from coset.families.mines import puz, rules

LOCK = "lock:3x2:.*?*.."
SIX = "lock:6x6:.*...*.*****?*.*..**..?..?.?....?***"


def said(capsys, *words, code=0):
    assert run(["mines", *words]) == code
    out, err = capsys.readouterr()
    return err if code else out


def test_each_verb_answers_in_json(capsys):
    assert set(json.loads(said(capsys, "rate", SIX, "--json"))) == {"solved", "steps", "smooth", "rounds", "k"}
    odds = json.loads(said(capsys, "odds", "4x4:3:1###/####/####/####", "--json"))
    assert odds["solutions"] == 198 and odds["odds"]["1"] == "1/3"
    solution = json.loads(said(capsys, "solve", SIX, "--json"))
    assert {"cells", "value", "reason", "proof"} <= set(solution["steps"][0])
    assert json.loads(said(capsys, "hint", SIX, "--json"))["where"] == "row 5"
    assert json.loads(said(capsys, "unique", "lock:2x2:*..*", "--json"))["solutions"][0]
    assert json.loads(said(capsys, "convert", LOCK, "--json"))["id"] == f"mines:{LOCK}"
    assert json.loads(said(capsys, "show", LOCK, "--json"))["cells"] == 6
    made = json.loads(said(capsys, "generate", "lock:4x4", "--score", "1..9", "--seed", "2", "-n", "2", "--json"))
    assert [1 <= level["smooth"] <= 9 for level in made["levels"]] == [True, True]


def test_each_verb_answers_in_words(capsys):
    assert "smooth score" in said(capsys, "rate", SIX)
    assert "row 5: no mine" in said(capsys, "solve", SIX, "--explain")
    assert said(capsys, "solve", LOCK, "--steps").count("column") > 0
    assert "Look at" in said(capsys, "hint", LOCK)
    assert "need a guess" in said(capsys, "unique", "lock:2x2:*..*")
    assert "no guess" in said(capsys, "unique", SIX)
    assert "1/6" in said(capsys, "odds", "4x4:3:1###/####/####/####")
    assert "score" in said(capsys, "generate", "lock:4x4", "--seed", "1")
    assert said(capsys, "convert", LOCK).strip() == f"mines:{LOCK}"
    assert said(capsys, "show", SIX, "--step", "2").strip()


def test_files_are_read_and_written(capsys, tmp_path):
    file = tmp_path / "level.puz"
    said(capsys, "convert", SIX, "-o", str(file))
    assert puz.read(file.read_text()).position == rules.parse(SIX)
    assert said(capsys, "convert", str(file)).strip() == f"mines:{SIX}"
    again = tmp_path / "again.puz"
    said(capsys, "convert", str(file), "-o", str(again))
    assert again.read_text() == file.read_text()
    picture = tmp_path / "step.svg"
    said(capsys, "show", str(file), "--step", "1", "-o", str(picture))
    assert picture.read_text().startswith("<svg")
    said(capsys, "generate", "lock:4x4", "-n", "2", "--folder", str(tmp_path))
    assert len(list(tmp_path.glob("lock-4x4-0-*.puz"))) == 2
    rows = tmp_path / "rows.txt"
    rows.write_text("1###\n####\n####\n####\n")
    assert json.loads(said(capsys, "odds", str(rows), "--mines", "3", "--json"))["solutions"] == 198


@pytest.mark.parametrize(
    "words",
    [
        ["rate", "lock:3x2:.*?*."],
        ["rate", LOCK, "--inexact", "-2"],
        ["solve", "nothing.puz"],
        ["odds", "4x1:1:1##1"],
        ["odds", "##/##"],
        ["show", LOCK, "--step", "99"],
        ["generate", "lock:4x4", "--score", "9..1"],
        ["generate", "lock:4x4", "--score", "many"],
        ["generate", "lock:4x4", "-n", "0"],
        ["generate", "lock:4x4", "--folder", "/no/such/folder"],
        ["convert", LOCK, "-o", "level.png"],
        ["convert", "4x1:1:1###", "-o", "level.puz"],
        ["solve", LOCK, "--nonsense"],
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys, words):
    error = said(capsys, *words, code=2)
    assert error.startswith("coset: ") and error.count("\n") == 1
