import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.errors import BadInput
from coset.families.mines import rules
from coset.families.mines.clues import clues as clues_of
from coset.families.mines.odds import odds
from tests.families.mines import boards


def test_chances_are_those_of_the_table():
    rows = boards.chances()
    assert len(rows) >= 40
    for text, solutions, chances in rows:
        found = odds(text)
        assert found.solutions == solutions
        assert {str(cell): chance for cell, chance in found.odds.items()} == {
            cell: Fraction(chance) for cell, chance in chances.items()
        }


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9))
def test_chances_are_shares_of_all_choices(seed):
    position = rules.sample(random.Random(seed))
    clues = clues_of(position, position.revealed, 0)
    hidden = position.all_cells & ~position.revealed
    every = [
        mines
        for mines in range(1 << position.tiling.size)
        if not mines & ~hidden and all((clue.cells & mines).bit_count() == clue.mines for clue in clues)
    ]
    found = odds(position)
    assert found.solutions == len(every)
    for cell, chance in found.odds.items():
        assert chance == Fraction(sum(mines >> cell & 1 for mines in every), len(every))


def test_the_position_of_the_specification():
    found = odds("4x4:3:1###/####/####/####")
    assert found.solutions == 198
    assert [cell for cell, chance in found.odds.items() if chance == Fraction(1, 3)] == [1, 4, 5]
    assert found.json()["odds"]["2"] == "1/6"
    assert 1 not in found.best and found.best[0] == 2
    assert len(found.picture().cells) == 16


def test_nothing_known_and_nothing_hidden():
    assert odds("3x1:1:###").odds == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    assert odds("2x1:0:00").odds == {}


def test_contradictions_are_said():
    for text in ("4x1:1:1##1", "3x1:0:1##", "5x1:2:1#1##"):
        try:
            odds(text)
        except BadInput as refused:
            assert "\n" not in str(refused)
        else:
            assert text == "5x1:2:1#1##"
    with pytest.raises(BadInput):
        odds("no board")
