"""The command line: its JSON, its text, and what it says of wrong input."""

import json

import pytest

from coset.cli import run
from coset.families.hold import naive, rules

PCO = "XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X"


def out_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["hold", *words]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_percent_in_json(capsys):
    answer = json.loads(out_of(capsys, "percent", PCO, "--queue", "*p4", "--tree", "1", "--failed", "2", "--json"))
    assert list(answer) == ["success", "total", "pieces", "tree", "failed"]
    assert (answer["success"], answer["total"], answer["pieces"], len(answer["failed"])) == (514, 840, 3, 2)
    success, total = naive.answer(rules.parse(f"{PCO}:I,[^I]p3"))
    assert answer["tree"]["I"] == {"success": success, "total": total}


def test_percent_in_words(capsys):
    text = out_of(capsys, "percent", f"{PCO}:*p7", "--failed", "1", "--tree", "1")
    assert text.startswith(
        "514 of 840 queues clear the field: 61.19%\n(the field needs 3 pieces; longer queues were cut"
    )
    assert "IOST: its pieces can fill the field, but in no order" in text and "IOTS would work" in text
    assert "if 1 piece after the current one is seen" in out_of(capsys, "percent", PCO, "-q", "*p4", "--see", "1")


def test_a_stored_run_gives_the_same(capsys, tmp_path):
    plain = json.loads(out_of(capsys, "percent", PCO, "-q", "*p4", "--json"))
    stored = json.loads(out_of(capsys, "percent", PCO, "-q", "*p4", "--json", "--store", str(tmp_path / "runs.db")))
    assert {key: stored[key] for key in plain} == plain


def test_path_writes_its_solutions(capsys, tmp_path):
    answer = json.loads(out_of(capsys, "path", PCO, "-q", "*p4", "--save", "T", "--json"))
    assert (answer["unique"], len(answer["minimal"]), answer["needed"], list(answer["saved"])) == (18, 16, 16, ["T"])
    assert "18 solutions; 16 of them serve all 514 queues that work (the fewest)" in out_of(
        capsys, "path", PCO, "-q", "*p4"
    )
    run(["hold", "path", PCO, "-q", "*p4", "-o", str(tmp_path / "all.svg")])
    assert (tmp_path / "all.svg").read_text().count("data-cell") == 16 * 40


def test_the_other_verbs(capsys, tmp_path):
    assert json.loads(out_of(capsys, "gain", PCO, "-q", "*p4", "--json"))["without"] > 0
    assert "only with hold" in out_of(capsys, "gain", PCO, "-q", "*p4")
    assert json.loads(out_of(capsys, "implies", "TOJ", "--json")) == {"queues": ["JTO", "OTJ", "TJO", "TOJ"]}
    assert out_of(capsys, "implied-by", "abc").split() == ["ABC", "ACB", "BAC", "BCA"]
    assert out_of(capsys, "digits", "ABDC", "113").strip() == "ABDC + 113 = CBDA"
    assert out_of(capsys, "digits", "ABDC", "CBDA").strip() == "ABDC + 113 = CBDA"
    shown = json.loads(out_of(capsys, "show", PCO, "--json"))
    assert json.loads(out_of(capsys, "fumen", "decode", shown["fumen"], "--json"))["pages"][0]["rows"][
        -4:
    ] == PCO.split("/")
    assert out_of(capsys, "fumen", "encode", PCO).strip() == shown["fumen"]
    assert "comes to rest" in out_of(capsys, "explain", PCO, "-q", "*p4")
    (tmp_path / "field.txt").write_text("4\n" + PCO.replace("/", "\n"))
    assert json.loads(out_of(capsys, "percent", str(tmp_path / "field.txt"), "-q", "*p4", "--json"))["success"] == 514


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["percent", PCO, "-q", "[TIO]p0"], "the pattern asks for 0 of 3 pieces at sign 6: '[TIO]p0' (p1 to p3)"),
        (["percent", PCO, "--height", "3"], "the height is 3, but the field has 4 rows"),
        (["percent", PCO, "--see", "-1"], "the number of pieces seen is out of range: '-1'"),
        (["percent", PCO, "-q", "*p4", "--tree", "99"], "the tree is 0 to 7 deep"),
        (["percent", PCO, "-q", "*p4", "--run", "--failed", "1"], "a stored run counts only"),
        (["fumen", "encode", "AAAAAAAAAA"], "row 1, column 1 has an unknown sign: 'A'"),
        (["path", PCO, "-o", "x.png"], "can't write a file with this ending: 'x.png'"),
    ],
)
def test_bad_input_is_one_line(capsys, words, message):
    assert run(["hold", *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
