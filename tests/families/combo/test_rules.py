"""Positions, fields and windows."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.families.combo.fields import closure, compare, field_text, from_cells, mirrored, to_cells
from coset.families.combo.naive import sequences
from coset.families.combo.rules import draw, format, parse, possible
from coset.families.combo.windows import windows
from tests.shared import table

GRAPHS = table("combo_fields.json")


@pytest.mark.parametrize("name", sorted(GRAPHS))
def test_every_edge_of_every_field_follows_from_the_kicks(name: str) -> None:
    known = GRAPHS[name]
    graph = closure(known["start"], name.split("/")[1])
    ours = {field: {p: sorted(to) for p, to in edges.items()} for field, edges in graph.table().items()}
    assert ours == {field: {p: sorted(to) for p, to in edges.items()} for field, edges in known["graph"].items()}
    assert (len(graph.fields), graph.size) == (known["F"], known["edges"])
    assert graph.mirror is not None


def test_a_graph_is_compared_with_a_file(tmp_path) -> None:
    import json

    graph = closure("XX..", "srs")
    (tmp_path / "same.json").write_text(json.dumps({"graph": graph.table()}))
    assert compare(graph, str(tmp_path / "same.json")) == []
    other = graph.table() | {"XX..": {"I": ["XX.."], "T": ["XX.."]}}
    (tmp_path / "other.json").write_text(json.dumps(other))
    differences = compare(graph, str(tmp_path / "other.json"))
    assert any("XX.. T XX..: only in" in line for line in differences) and len(differences) == 5
    (tmp_path / "junk.json").write_text("[1]")
    with pytest.raises(BadInput, match="no table of fields"):
        compare(graph, str(tmp_path / "junk.json"))


@given(st.integers(1, 6), st.integers(0, 2**18))
def test_fields_read_back(width: int, cells: int) -> None:
    text = from_cells(cells, width)
    assert to_cells(text) == cells
    assert mirrored(mirrored(text)) == text
    assert field_text(field_text(text)) == field_text(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XX", "no position of combo"),
        ("combo:srs:random:XXX.", "no position of combo"),
        ("combo:foo:random:XXX.:q=T", "no such rules"),
        ("combo:srs:rand:XXX.:q=T", "random or bag"),
        ("combo:srs:random:XXX.:h=T", "no queue"),
        ("combo:srs:random:XXX.:q=", "0 pieces"),
        ("combo:srs:random:XXX.:q=TAL", "unknown piece: 'A'"),
        ("combo:srs:random:XXX.:q=T:h=TT", "hold has 2 pieces"),
        ("combo:srs:random:XX?.:q=T", "row 1, column 3"),
        ("combo:srs:random:XXX./XX:q=T", "row 2 has 2 cells"),
        ("combo:srs:random:XXXXXXX.:q=T", "too wide"),
        ("combo:srs:bag:XXX.:q=T", "goes with bag"),
        ("combo:srs:random:XXX.:q=T:b=O", "goes with bag"),
        ("combo:srs:bag:XXX.:q=TLS:b=OT", "can't come before"),
        ("combo:srs:random:XXX.:q=T:q=T", "not understood"),
    ],
)
def test_bad_positions_are_said_to_be_so(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("?", r"\?")):
        parse(text)


def test_a_position_is_brought_to_one_form() -> None:
    assert format(parse("srs:bag:..../xxxx/xx../x...:q=jl:h=s:b=to")) == "combo:srs:bag:XX../X...:h=S:q=JL:b=OT"


def test_too_many_fields_are_refused() -> None:
    with pytest.raises(TooBig):
        closure("XX.", "srs")  # each drop adds 4 cells and takes 3


@given(st.integers(0, 10_000), st.integers(1, 30), st.integers(1, 6))
def test_what_bags_give_is_possible(seed: int, count: int, seen: int) -> None:
    drawn = "".join(draw(random.Random(seed), True, count))
    used = count % 7
    bag = "".join(set(PIECES) - set(drawn[count - used :])) if used else ""
    assert possible(drawn[-seen:], bag)


def test_exactly_the_windows_of_bags_are_possible() -> None:
    for length in (1, 2, 3):
        right = set(sequences(length, True))
        assert len(windows(length, True).keys) == len(right)
        sets = ["".join(p for k, p in enumerate(PIECES) if n >> k & 1) for n in range(128)]
        queues = [q for q, _ in sequences(length, False)]
        assert {(q, bag) for q in queues for bag in sets if possible(q, bag)} == right
