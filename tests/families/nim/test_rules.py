"""Boards, moves, shapes and their text."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.errors import BadInput, TooBig
from coset.families.nim import rules
from coset.families.nim.shapes import mirrored, normal_set, piece_of, polyominoes, shapes_of


def test_the_seven_pieces_lie_in_nineteen_ways_and_make_all_tetrominoes() -> None:
    assert set(piece_of("IOLJTSZ")) == polyominoes(4)
    assert len(shapes_of("IOLJTSZ")) == 19


def test_first_moves_of_empty_boards_are_as_many_as_counted_elsewhere() -> None:
    for board, count in {"3x3": 36, "3x4": 65, "3x7": 152, "4x4": 113, "5x8": 429, "6x7": 467, "7x7": 572}.items():
        assert len(rules.moves(rules.parse(board))) == count


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "the board is empty"),
        ("6x0", "the board is empty"),
        ("..#/.y.", "row 2, column 2"),
        ("../...", "row 2 has 3 cells"),
        ("4x4:Q", "no set of shapes"),
        ("4x4:D:normal:D", "an ID has"),
        ("4x4:x", "2 to 8 cells"),
        ("4x4:x.-.x", "hang together"),
    ],
)
def test_what_is_wrong_is_said(text: str, part: str) -> None:
    with pytest.raises(BadInput, match=part):
        rules.parse(text)


def test_a_huge_board_is_refused_at_once() -> None:
    for text in ("100000x100000", "." * 200_000):
        with pytest.raises(TooBig):
            rules.parse(text)


def test_width_and_height_are_not_swapped() -> None:
    position = rules.parse("2x3:D")
    assert (position.width, position.height, position.rows) == (3, 2, ["...", "..."])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_moves_read_back_and_take_their_cells(seed: int) -> None:
    position = rules.sample(random.Random(seed))
    for move in rules.moves(position):
        assert rules.parse_move(position, str(move)) == move
        left = rules.after(position, move)
        assert left.free | rules.mask(position, move) == position.free
        assert left.free.bit_count() == position.free.bit_count() - len(move.cells)


@pytest.mark.parametrize("text", ["", "z9z8z7z6", "a1a1a1a1", "a1b1", "hello", "O a1b1a2b3"])
def test_no_move_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadInput):
        rules.parse_move(rules.parse("4x4"), text)


def test_a_blocked_cell_is_named() -> None:
    with pytest.raises(BadInput, match="b1 is not free"):
        rules.parse_move(rules.parse(".x../...."), "a1b1c1d1")


def test_sets_of_shapes_have_one_text() -> None:
    assert normal_set("lsj") == "LJS" and mirrored("LJ") and not mirrored("LS")
    assert normal_set("XX/X.,xx") == normal_set("xx,xx-x.") == "xx,xx-x."
