"""The command line of combo."""

import json

import pytest

from coset.cli import run


def asked(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert run(["combo", *words]) == code
    shown = capsys.readouterr()
    return shown.err if code else shown.out


def test_solve_prints_the_keys_that_are_promised(capsys) -> None:
    values = json.loads(asked(capsys, "solve", "--preview", "1", "--hold", "--minimize", "--json"))
    keys = {"fields", "queues", "states", "groups", "rounds", "best", "mean", "bounds", "infinite", "seconds"}
    assert set(values) == keys
    assert (values["states"], values["groups"], values["infinite"]) == (1960, 228, 0)
    assert values["rounds"] == [1, 2, 18, 196, 227, 228, 228]
    assert values["bounds"][0] <= values["best"] <= values["bounds"][1]
    assert "22.6250693" in asked(capsys, "solve", "--preview", "1", "--hold")


def test_a_policy_on_disk_is_asked_played_and_exported(capsys, tmp_path) -> None:
    folder = str(tmp_path / "policy")
    asked(capsys, "solve", "-p", "1", "--hold", "-o", folder)
    words = ["advise", folder, "--field", "X.../X..X", "--hold", "S", "--queue", "ZT"]
    assert "X.XX" in asked(capsys, *words)
    values = json.loads(asked(capsys, *words, "--json"))
    assert values["drops"][0]["value"] == values["value"] and values["position"].startswith("combo:srs:random:")
    asked(capsys, *words, "-o", str(tmp_path / "advice.svg"))
    assert (tmp_path / "advice.svg").read_text().startswith("<svg")
    games = json.loads(asked(capsys, "simulate", folder, "-n", "5000", "--json"))
    assert abs(games["sigmas"]) < 4 and games["pieces"] > 1000
    asked(capsys, "export", folder, "--field", "XXX.", "-o", str(tmp_path / "x.csv"))
    assert len((tmp_path / "x.csv").read_text().splitlines()) == 50


def test_the_other_verbs_answer(capsys, tmp_path, monkeypatch) -> None:
    assert "10 fields, 33 edges" in asked(capsys, "fields", "--residual", "2")
    assert json.loads(asked(capsys, "fields", "--residual", "2", "--json"))["edges"] == 33
    assert "OOOO" in asked(capsys, "deadly", "--hold")
    assert len(json.loads(asked(capsys, "deadly", "--each", "--residual", "2", "--json"))["sequences"]) == 10
    assert json.loads(asked(capsys, "chain", "XX../X...", "--queue", "TLJSZOI", "--hold", "--json"))["length"] == 7
    assert "no drop clears" in asked(capsys, "chain", "..XX", "--queue", "T")
    assert len(json.loads(asked(capsys, "reach", "-n", "5", "--json"))["chance"]) == 5
    assert "no drop clears" in asked(capsys, "advise", "combo:srs:bag:..XX:q=T:b=ILSZ")
    monkeypatch.setenv("COSET_RUNS", str(tmp_path / "runs.db"))
    words = ["simulate", "combo:srs:random:XX..:q=L", "-n", "9000", "--json"]
    stored, plain = json.loads(asked(capsys, *words, "--run")), json.loads(asked(capsys, *words))
    assert stored["mean"] == plain["mean"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "--residual", "1"], "no start field"),
        (["solve", "--preview", "9"], "too many previews"),
        (["solve", "--rules", "nonsense"], "no such rules"),
        (["solve", "--start", "X?X."], "row 1, column 2"),
        (["solve", "-o", "/nowhere/at/all"], "no such folder"),
        (["advise", "nowhere", "--field", "XXX.", "--queue", "T"], "no policy"),
        (["advise", "nowhere"], "field is missing"),
        (["advise", "combo:srs:random:XXX.:q=T", "--hold", "J"], "says all"),
        (["simulate", "combo:srs:random:XXX.:q=T", "-n", "0"], "at least 1"),
        (["chain", "XXX.", "--queue", "TX"], "unknown piece"),
        (["deadly", "XX.."], "does not follow"),
        (["fields", "--check", "no such file"], "no such file"),
        (["export", "nowhere", "--field", "XXX.", "-o", "x.txt"], "this ending"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys, words: list[str], message: str) -> None:
    said = asked(capsys, *words, code=2)
    assert message in said and said.count("\n") == 1 and "Traceback" not in said
