"""The long questions of every family, as runs: the answer is that of its shards, and of its verb without a run."""

import json
from pathlib import Path
from typing import Any

import pytest

import coset as coset_package
from coset import runs
from coset.catalogue import has_room, room
from coset.cli import run as coset

LONG_VERBS = [
    "figures count hexagon:3",
    "mines generate lock:4x4 --score 2..6 -n 2 --seed 1",
    "nim solve 4x4",
    "hold percent XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X --queue *p4",
    "combo simulate combo:srs:random:XX..:q=L -n 12000",
]
QUESTIONS = [
    (family, question)
    for family in dict.fromkeys(words.split()[0] for words in LONG_VERBS)
    for question in room(family, "shards").QUESTIONS
]


@pytest.mark.parametrize(("family", "question"), QUESTIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_run_answers_as_its_shards_do(family: str, question: dict[str, Any], store: Path) -> None:
    shards = room(family, "shards")
    right = shards.merge(question, [shards.solve_shard(question, shard) for shard in shards.shards(question)])
    assert runs.answer(family, question) == json.loads(json.dumps(right))
    assert runs.answer(family, question) == json.loads(json.dumps(right)), "and so it is stored"


@pytest.mark.parametrize("words", LONG_VERBS)
def test_a_long_verb_says_the_same_with_a_run(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert coset([*words.split(), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert coset([*words.split(), "--run", "--json"]) == 0
    out, err = capsys.readouterr()
    stored = json.loads(out)
    assert err.startswith("run ") and plain.keys() | {"seconds"} == stored.keys()
    changes = {"seconds", "nodes"}
    assert {k: v for k, v in plain.items() if k not in changes} == {k: v for k, v in stored.items() if k not in changes}
    assert coset([*words.split(), "--run"]) == 0
    text = capsys.readouterr().out
    assert coset(["runs", "list", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["runs"]
    assert coset(["runs", "resume", row["run"]]) == 0
    assert capsys.readouterr().out == text and row["state"] == "finished" and not text.startswith("{")


def test_every_family_with_shards_has_a_long_verb() -> None:
    assert {words.split()[0] for words in LONG_VERBS} == {
        family for family in coset_package.__all__ if has_room(family, "shards")
    }
