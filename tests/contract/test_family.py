"""What every family must pass, by being in the catalogue."""

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coset.catalogue import FAMILIES, family_of, has_room, room
from coset.checks import faults_of
from coset.errors import BadInput
from coset.show.ansi import ansi
from coset.show.svg import svg

every_family = pytest.mark.parametrize("family", FAMILIES)
EXAMPLES = [(family, text) for family in FAMILIES for text in room(family, "rules").EXAMPLES]
QUESTIONS = [
    (family, question)
    for family in FAMILIES
    if has_room(family, "shards")
    for question in room(family, "shards").QUESTIONS
]


@pytest.mark.parametrize(("family", "text"), EXAMPLES)
def test_examples_are_answered_as_the_naive_solver_does(family: str, text: str) -> None:
    assert faults_of(family, room(family, "rules").parse(text)) == []


@every_family
def test_random_positions_are_answered_as_the_naive_solver_does(family: str) -> None:
    rng = random.Random(20)
    for _ in range(25):
        assert faults_of(family, room(family, "rules").sample(rng)) == []


@every_family
def test_ids_read_back_and_say_their_family(family: str) -> None:
    rules = room(family, "rules")
    rng = random.Random(7)
    for position in [*map(rules.parse, rules.EXAMPLES), *(rules.sample(rng) for _ in range(50))]:
        text = rules.format(position)
        assert family_of(text) == family
        assert "\n" not in text and " " not in text
        assert rules.parse(text) == position == rules.parse(text.removeprefix(f"{family}:"))
        assert hash(rules.parse(text)) == hash(position)


@every_family
def test_positions_are_frozen(family: str) -> None:
    rules = room(family, "rules")
    position = rules.parse(rules.EXAMPLES[0])
    assert is_dataclass(position)
    with pytest.raises(FrozenInstanceError):
        setattr(position, fields(position)[0].name, None)


def damaged(family: str, data: Any) -> str:
    """An ID of the family with a few signs changed, or any text at all."""
    text = data.draw(st.sampled_from(room(family, "rules").EXAMPLES))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text(max_size=4) | st.sampled_from(text or "x")) + text[at + cut :]
    return text


@every_family
def test_junk_is_bad_input_and_nothing_else(family: str) -> None:
    rules = room(family, "rules")

    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(st.data())
    def damaged_ids(data: Any) -> None:
        check(damaged(family, data))

    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(st.text(max_size=60))
    @example("")
    @example("\0")
    @example(f"{family}:")
    @example(f"{family}:" + "9" * 5000)
    @example(f"{family}:" + "9" * 40 + "x" + "9" * 40)
    @example("٣x٣")
    def any_text(text: str) -> None:
        check(text)

    def check(text: str) -> None:
        try:
            position = rules.parse(text)
        except BadInput as error:
            assert len(str(error)) < 400 and str(error)
        else:
            assert rules.parse(rules.format(position)) == position

    damaged_ids()
    any_text()


@pytest.mark.parametrize(("family", "text"), EXAMPLES)
def test_pictures_are_well_formed_and_show_each_cell_once(family: str, text: str) -> None:
    position = room(family, "rules").parse(text)
    drawing = room(family, "picture").draw(position)
    names = [cell.name for cell in drawing.cells]
    assert names and len(names) == len(set(names))
    for page in (False, True):
        tree = ElementTree.fromstring(svg(drawing, page=page))
        assert sorted(part.get("data-cell", "") for part in tree.iter() if part.get("data-cell")) == sorted(names)
    plain = ansi(drawing, colour=False)
    assert "\x1b" not in plain and plain.strip()


@pytest.mark.parametrize(("family", "text"), EXAMPLES)
def test_a_step_is_said_in_words(family: str, text: str) -> None:
    if not has_room(family, "explain"):
        return
    steps = room(family, "explain").explain(room(family, "rules").parse(text))
    assert all(step.text and "\n" not in step.text for step in steps)


@pytest.mark.parametrize(("family", "question"), QUESTIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_shards_in_any_order_give_one_answer(family: str, question: dict[str, Any]) -> None:
    shards_room = room(family, "shards")
    shards = shards_room.shards(question)
    assert shards == json.loads(json.dumps(shards)) and len(shards) > 1
    forwards = [shards_room.solve_shard(question, shard) for shard in shards]
    assert forwards == json.loads(json.dumps(forwards))
    order = list(range(len(shards)))
    random.Random(3).shuffle(order)
    shuffled = {number: shards_room.solve_shard(question, shards[number]) for number in order}
    answer = shards_room.merge(question, forwards)
    assert json.dumps(answer) == json.dumps(shards_room.merge(question, [shuffled[n] for n in range(len(shards))]))


@every_family
def test_kernels_mean_the_same_without_compilation(family: str) -> None:
    """The few smallest cases in plain Python: `NUMBA_DISABLE_JIT=1`."""
    done = subprocess.run(
        [sys.executable, "-m", "coset", "verify", family, "-n", "3", "--seed", "11"],
        check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "COSET_DEBUG": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@every_family
def test_import_of_a_family_is_light(family: str) -> None:
    code = (
        f"import sys, coset; coset.{family}.__doc__; print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@every_family
def test_headline_has_a_command_that_runs(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    import shlex

    from coset.cli import run

    headline = room(family, "tour").headline()
    assert headline.drawing.cells and re.search(r"\d", headline.answer)
    words = shlex.split(headline.command)
    assert words[0] == "coset" and run(words[1:]) == 0
    assert capsys.readouterr().out.strip()
