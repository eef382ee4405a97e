"""The built-in kicks are the published tables; bad tables are refused by line."""

import pytest

from coset.errors import BadInput
from coset.stacking.kicks import NAMES, kicks, parse_kicks
from tests.shared import files


def as_text(name: str) -> str:
    return "\n".join(
        f"{piece}.{turn}=" + "".join(f"({x},{y})" for x, y in shifts) for (piece, turn), shifts in kicks(name).items()
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_table_written_out_reads_back(name):
    assert parse_kicks(as_text(name)) == kicks(name)


@pytest.mark.parametrize("path", files("kicks", "*.properties"), ids=lambda path: path.stem)
def test_the_built_in_sets_are_the_published_ones(path):
    assert parse_kicks(path.read_text()) == kicks(path.stem)


def test_turns_and_back_without_kicks_return():
    table = kicks("nokicks")
    for piece, turn in table:
        (there,), (back,) = table[piece, turn], table[piece, turn[::-1]]
        assert (there[0] + back[0], there[1] + back[1]) == (0, 0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("T.NE", "line 2 has no '='"),
        ("T.NN=(0,0)", "line 2 names no turn: 'T.NN'"),
        ("X.NE=(0,0)", "line 2 names no turn: 'X.NE'"),
        ("T.NE=(0,0)(1)", "line 2 has no list of shifts"),
        ("T.NE=&T.NE", "line 2 refers to a turn that is nowhere defined: 'T.NE'"),
        ("T.NE=(0,0)\nT.NE=(0,0)", "line 3 defines this turn again"),
        ("T.NE=(0,0)", "the kick table lacks a turn: 'I.NE'"),
    ],
)
def test_bad_tables(line, message):
    with pytest.raises(BadInput, match=message.replace("(", r"\(").replace(")", r"\)")):
        parse_kicks("# mine\n" + line)
