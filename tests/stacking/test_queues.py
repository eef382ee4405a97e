"""Patterns against plain lists of queues."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.stacking.queues import pattern, queues


def listed(text: str, length: int) -> list[str]:
    """The queues of a pattern, one by one, in the order of PIECES."""
    found = set()
    for line in pattern(text).lines:
        parts = [["".join(p) for p in permutations(among, count)] for among, count in line]
        found |= {"".join(word)[:length] for word in product(*parts)}
    return sorted(found, key=lambda word: [PIECES.index(piece) for piece in word])


elements = st.sampled_from(["T", "i", "*", "*p2", "[SZ]!", "[^TIOS]", "[TIO]p2", "[LJ]p1"])


@settings(max_examples=60, deadline=None)
@given(st.lists(elements, min_size=1, max_size=4), st.sampled_from([",", " ", "", ", "]), st.integers(1, 9))
def test_all_queues_are_there_once_and_in_order(parts, joint, length):
    text = joint.join(parts)
    every = queues(pattern(text), min(length, pattern(text).length))
    assert list(every) == listed(text, every.length)
    assert every.total == len(listed(text, every.length))
    assert pattern(pattern(text).text) == pattern(text)


def test_a_union_counts_a_queue_once():
    every = queues(pattern("T*p2; [TI]p2 I ;TIO\n# a comment"), 3)
    assert list(every) == listed("T*p2;[TI]p2I;TIO", 3)
    assert [every.number(queue) for queue in every] == list(range(every.total)) and every.number("LLL") is None


@pytest.mark.parametrize(
    ("text", "count"),
    [("*", 7), ("*p3", 210), ("*!", 5040), ("[SZLJ]p2", 12), ("[SZLJ]!", 24), ("[^TI]", 5), ("#Q=[T](I)OJL", 1)],
)
def test_how_many(text, count):
    assert queues(pattern(text), pattern(text).length).total == count


def test_bags_need_few_states():
    every = queues(pattern("*p7,*p4"), 11)
    assert (every.total, len(every.after)) == (4233600, 192)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[TIO]p0", "the pattern asks for 0 of 3 pieces at sign 6"),
        ("[TIO]p4", "the pattern asks for 4 of 3 pieces at sign 6"),
        ("*p", "the pattern asks for no number of 7 pieces at sign 2"),
        ("T,X", "an unknown piece at sign 3: 'X'"),
        ("T,[TI", "lacks a '\\]' for sign 3"),
        ("[TT]", "a piece twice at sign 1"),
        ("[^IOTSZJL]", "leaves no piece at sign 1"),
        ("[]", "leaves no piece at sign 1"),
        ("T?", "an unknown sign at 2"),
        ("T;TT", "line 2 of the pattern has 2 pieces, the first 1"),
        ("", "the pattern is empty"),
        ("#Q=[X]()", "this is no quiz"),
    ],
)
def test_bad_patterns(text, message):
    with pytest.raises(BadInput, match=message):
        pattern(text)
