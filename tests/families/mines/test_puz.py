import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coset.errors import BadInput, TooBig
from coset.families.mines import puz, rules
from tests.families.mines import boards


@pytest.mark.parametrize("position", boards.own(), ids=rules.format)
def test_written_and_read_a_level_is_the_same(position):
    text = puz.write(puz.from_position(position, title="Größe <&>", author="someone", score=4.5))
    again = puz.read(text)
    assert again.position == position
    assert again.title == "Größe <&>"
    assert puz.write(again) == text


def test_real_levels_are_stable_and_known_as_locks():
    for name, level in boards.real():
        text = puz.write(level)
        assert puz.write(puz.read(text)) == text, name
        assert rules.format(level.position).startswith("mines:lock:")
        assert rules.parse(rules.format(level.position)) == level.position
        assert puz.read(puz.write(puz.from_position(level.position))).position == level.position


def other_tiling() -> str:
    """Three cells in a row that neighbour only along it, with a hint over the two ends."""
    text = puz.write(puz.from_position(rules.parse("lock:3x1:.*.")))
    return text.replace("<IDS>0,1,2</IDS>", "<IDS>0,2</IDS>")


def test_a_tiling_of_its_own_goes_through_its_id():
    position = puz.read(other_tiling()).position
    assert rules.format(position).startswith("mines:puz:")
    assert rules.parse(rules.format(position)) == position


def test_unknown_tags_are_kept_and_booleans_read_in_any_case():
    text = other_tiling().replace("<TEXT/>", "<TEXT>hi</TEXT><NEW><A>1</A></NEW>").replace("true", "True")
    level = puz.read(text)
    assert "<A>1</A>" in puz.write(level)
    assert level.position == puz.read(other_tiling()).position


BOMB = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><PUZZLE><TITLE>&c;</TITLE></PUZZLE>'
WHOLE = puz.write(puz.from_position(rules.parse(boards.OWN[3])))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (WHOLE[:2000], "cut off or no XML, line"),
        ("", "cut off or no XML"),
        (BOMB, "entities of its own"),
        ("<HTML/>", "no Tametsi level"),
        ("<PUZZLE><ID>no!</ID></PUZZLE>", "letters, digits"),
        ("<PUZZLE><GRAPH/></PUZZLE>", "has no cells"),
        (WHOLE.replace("<ID>3</ID>", "<ID>4</ID>"), "two nodes have the same ID: '4'"),
        (WHOLE.replace("<ID>3</ID>", "<ID>x</ID>"), "node 4 has no number as its ID: 'x'"),
        (WHOLE.replace("<EDGES>1,", "<EDGES>77,"), "names cell 77, which is not there"),
        (WHOLE.replace("<EDGES>1,", "<EDGES>0,"), "its own neighbour"),
        (WHOLE.replace("<EDGES>1,", "<EDGES>one,"), "no list of numbers"),
        (WHOLE.replace("<POS>0,0</POS>", "<POS>0</POS>"), "is no place"),
        (WHOLE.replace("<POS>0,0</POS>", "<POS>0,1e999</POS>"), "no list of numbers"),
        (WHOLE.replace("<HAS_MINE>true", "<HAS_MINE>maybe"), "neither true nor false: 'maybe'"),
        (WHOLE.replace("<HAS_MINE>false", "<HAS_MINE>true"), "has a mine and is revealed"),
        (WHOLE.replace("RED", "MAUVE"), "no colour of the game: 'MAUVE'"),
        (WHOLE.replace("<IDS>6,", "<IDS>0,6,"), "cell 0 has two colours"),
        (re.sub("<IDS>[0-9,]+</IDS>", "<IDS></IDS>", WHOLE, count=1), "hint 1 has no cells"),
    ],
)
def test_a_malformed_level_gets_one_clear_line(text, part):
    with pytest.raises(BadInput) as refused:
        puz.read(text)
    assert part in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_million_nodes_are_refused_early():
    with pytest.raises(TooBig, match="more than 2048 cells"):
        puz.read("<PUZZLE><GRAPH>" + "<NODE/>" * 1_000_000 + "</GRAPH></PUZZLE>")
    with pytest.raises(TooBig, match="too many elements"):
        puz.read("<PUZZLE>" * 100)
    with pytest.raises(TooBig, match="characters"):
        puz.read(" " * (puz.LONGEST + 1))


@given(st.integers(0, len(WHOLE) - 1), st.text(max_size=3), st.randoms(use_true_random=False))
def test_a_damaged_level_is_read_or_refused(at, junk, rng):
    damaged = WHOLE[:at] + junk + WHOLE[at + random.Random(rng.random()).randint(0, 9) :]
    try:
        level = puz.read(damaged)
    except BadInput as refused:
        assert "\n" not in str(refused)
    else:
        assert puz.write(puz.read(puz.write(level))) == puz.write(level)
