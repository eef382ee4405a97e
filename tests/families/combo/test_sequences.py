"""Deadly sequences and chains."""

import random
from itertools import product

import pytest

from coset import combo
from coset.errors import BadInput, TooBig
from coset.families.combo.chain import naive_chain
from coset.families.combo.deadly import kills
from coset.families.combo.fields import clearing_drops

FIELDS = ["XXX.", "XX../X...", "XX.", "XXXX.XX/XXX.XXX", "X.XXX/XX.XX", "XXXXXXX.XX/XXX.XXXXXX"]


@pytest.mark.parametrize("asked", [{}, {"hold": True}, {"queue": "bag"}, {"residual": 2, "hold": True}], ids=str)
def test_a_deadly_sequence_kills_and_none_shorter_does(asked) -> None:
    found = combo.deadly(**asked)
    graph, hold = found.asked.graph, found.asked.hold
    assert kills(graph, hold, found.sequence)
    for shorter in product("IOTSZJL", repeat=len(found.sequence) - 1):
        possible = not found.asked.bags or len(set(shorter)) == len(shorter)
        assert not possible or not kills(graph, hold, "".join(shorter))


def test_known_sequences_kill() -> None:
    three, six = combo.closure("XXX."), combo.closure("XXX./XXX.")
    assert combo.deadly(hold=True).sequence == "OOOO"
    assert kills(three, True, "IJLOSTZTZSJLOIOSZTILJO") and not kills(three, True, "IJLOSTZTZSJLOIOSZTILJ")
    assert kills(three, True, "ILJOTZSISZJTLOOST") and not kills(three, True, "ILJOTZSISZJTLOOS")
    assert kills(six, True, "SSOSSSSOO") and not kills(six, True, "SSOSSSSO")


def test_deadly_from_one_field() -> None:
    found = combo.deadly("XX../X...", hold=True)
    assert kills(found.asked.graph, True, found.sequence, "XX../X...")
    assert not kills(found.asked.graph, True, found.sequence[:-1], "XX../X...")
    assert combo.deadly(hold=True, longest=3) is None
    with pytest.raises(BadInput, match="does not follow"):
        combo.deadly("XX..")


@pytest.mark.parametrize("hold", [None, "", "T"])
def test_chains_are_as_long_as_those_found_by_trying_everything(hold: str | None) -> None:
    rng = random.Random(8)
    for _ in range(20):
        field, queue = rng.choice(FIELDS), "".join(rng.choice("IOTSZJL") for _ in range(6))
        found = combo.chain(field, queue, hold=hold)
        assert len(found.links) == naive_chain(found.field, queue, "srs", hold)
        at = found.field
        for link in found.links:
            assert link.field == at and clearing_drops(at, link.piece, "srs")[link.result].cells == link.cells
            at = link.result


WIDE = "/".join(["XXXXXX____"] * 6 + ["XXXXXXXX__", "XXXXXXX___"])
LEFT = "/".join(["____XXXXXX"] * 11 + ["___XXXXXXX", "__X_XXXXXX", "_X__XXXXXX", "XX_XXXXXXX"])


@pytest.mark.parametrize(
    ("field", "queue", "rules", "length"),
    [
        (WIDE, "TOLJISZ", "srs", 7),
        (WIDE, "TOLJISZ", "hard", 7),
        (WIDE, "TOLJISZ", "nokick", 7),
        (LEFT, "JZOSTILJOSZTIL", "srs", 1),
        (LEFT, "JZOSTILJOSZTIL", "nullpomino180,180", 14),
    ],
)
def test_chains_on_ten_columns_are_as_long_as_another_engine_says(
    field: str, queue: str, rules: str, length: int
) -> None:
    """That engine counts from 0."""
    assert len(combo.chain(field, queue, hold="", rules=rules).links) == length


def test_bad_chains_are_refused() -> None:
    with pytest.raises(BadInput, match="unknown piece: 'Q'"):
        combo.chain("XXX.", "TQ")
    with pytest.raises(BadInput, match="0 pieces"):
        combo.chain("XXX.", "")
    with pytest.raises(BadInput, match="hold has 2"):
        combo.chain("XXX.", "T", hold="TT")
    with pytest.raises(TooBig, match="too wide"):
        combo.chain("XXXXXXXXXX.", "T")
    assert combo.chain("..XX", "T").links == ()
