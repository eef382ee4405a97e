"""The algebra of nested sets: the examples the question came with, and the laws it states."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.errors import BadInput, TooBig
from coset.families.nim import naive, ois
from coset.families.nim.rules import parse
from coset.families.nim.solve import product, sets_of

sets = st.recursive(st.just(ois.EMPTY), lambda inner: st.frozensets(inner, max_size=3), max_leaves=6)


def test_the_examples_of_the_question() -> None:
    two = "{0,{0}}"
    assert product("{0}", two) == ois.parse("{{0,{0}},{0},{{0}}}")
    assert product(two, two) == ois.parse("{{0,{0}},{{0,{0}},{0},{{0}}}}")
    assert not ois.is_winable(ois.parse("{0}"))
    assert ois.is_winable(ois.parse("{{0},0}"))
    assert ois.is_winable(ois.parse("0"))


@settings(max_examples=80, deadline=None)
@given(sets, sets, sets)
def test_the_product_is_commutative_associative_and_empty_is_neutral(x: ois.Ois, y: ois.Ois, z: ois.Ois) -> None:
    assert ois.product(x, y) == ois.product(y, x)
    assert ois.product(ois.product(x, y), z) == ois.product(x, ois.product(y, z))
    assert ois.product(ois.EMPTY, x) == x


@settings(max_examples=80, deadline=None)
@given(sets, sets)
def test_reduced_sets_have_the_same_outcome_alone_and_in_a_product(x: ois.Ois, y: ois.Ois) -> None:
    for reduce in (ois.program, ois.canonical):
        assert ois.is_winable(reduce(x)) == ois.is_winable(x)
        assert ois.is_winable(ois.product(reduce(x), y)) == ois.is_winable(ois.product(x, y))
    assert ois.canonical(ois.canonical(x)) == ois.canonical(x)
    assert ois.nimber(ois.product(x, y)) == ois.nimber(x) ^ ois.nimber(y)


@settings(max_examples=80, deadline=None)
@given(sets)
def test_text_reads_back(x: ois.Ois) -> None:
    assert ois.parse(ois.format(x)) == x
    assert len(ois.format(x)) == ois.length(x)


@pytest.mark.parametrize("text", ["", "{", "}", "{}", "{0,}", "{0}{0}", "0,0", "{1}", "{{0}"])
def test_no_set_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadInput):
        ois.parse(text)


@pytest.mark.parametrize("board", ["2x4", "3x4", "..x../..x../..x../..x..", "3x4:D", "3x5:IO", "3x4:xx,xx-x."])
def test_sets_of_boards_are_those_of_the_definition(board: str) -> None:
    position = parse(board)
    tree = naive.set_of(position, {})
    assert sets_of(position, "tree") == tree
    assert sets_of(position, "program") == ois.program(tree)
    assert sets_of(position, "canonical") == ois.canonical(tree)


def test_an_area_of_4_to_7_cells_is_one_move_with_all_pieces_and_not_with_few() -> None:
    assert ois.format(sets_of(parse("2x3"))) == "{0}"
    assert ois.format(sets_of(parse("1x7"))) == "{0}"
    assert ois.format(sets_of(parse("1x7:O"))) == "0"


def test_a_set_too_big_is_refused() -> None:
    with pytest.raises(TooBig):
        sets_of(parse("7x7"))
