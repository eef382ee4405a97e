"""Fields, IDs and questions that are wrong get one line that says what and where."""

import pytest

from coset import hold
from coset.errors import BadInput, TooBig
from coset.families.hold import rules

TWO = "XXXXXX____/XXXXXX____"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hold.percent("XXXXXX____/XXXXXX___", "LJO"), "row 2 has 9 cells, the others 10"),
        (lambda: hold.percent("XXXXXX____/XXXXXX__?_", "LJO"), "row 2 has 11 cells|unknown sign"),
        (lambda: hold.percent("XXXXXX____/XXXXXX_A__", "LJO"), "row 2, column 8 has an unknown sign: 'A'"),
        (lambda: hold.percent("XXX_/XXX_", "LJO"), "the rows have 4 cells"),
        (lambda: hold.percent(TWO, "LJO", height=1), "the height is 1, but the field has 2 rows"),
        (lambda: hold.percent("1\nXXXXXX____\nXXXXXX____", "LJO"), "the height is 1, but the field has 2 rows"),
        (lambda: hold.percent(TWO, "LJO", height=99), "the height is out of range: '99'"),
        (lambda: hold.percent("XXXXXX____/XXXXXX___X", "LJO"), "the field has 7 empty cells"),
        (lambda: hold.percent("XXXXXXXXXX", "LJO"), "the field has no empty cells"),
        (lambda: hold.percent(TWO, "L"), "the queues have 1 pieces, the field needs 2"),
        (lambda: hold.percent(TWO, "[TIO]p0"), "the pattern asks for 0 of 3 pieces at sign 6"),
        (lambda: hold.percent(TWO, "LJO", drop="softly"), "there is no such drop: 'softly'"),
        (lambda: hold.percent(TWO, "LJO", kicks="arika"), "there are no such kicks: 'arika'"),
        (lambda: hold.percent(TWO, "LJO", drop="180"), "these kicks have no half turns: 'srs'"),
        (lambda: hold.percent(TWO, "LJO", see=99), "the number of pieces seen is out of range"),
        (lambda: hold.percent(TWO, "LJO", see=1, failed=3), "with limited sight there is no tree"),
        (lambda: hold.path(TWO, "LJ", save="T"), "no piece is left over"),
        (lambda: hold.percent(f"{TWO}:LJO:TTT"), "an ID has one queue: 'TTT'"),
        (lambda: hold.percent("v115@vhA"), "the fumen ends too early"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(BadInput, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_too_big_is_refused_at_once():
    with pytest.raises(TooBig, match="the field needs 30 pieces"):
        hold.percent("/".join(["_" * 10] * 12))
    with pytest.raises(TooBig, match="rows"):
        hold.percent("/".join(["X" * 9 + "_"] * 28))
    with pytest.raises(TooBig, match="queues"):
        hold.percent("/".join(["_" * 10] * 4), ",".join(["*"] * 12))


def test_too_many_solutions_are_refused(monkeypatch):
    from coset.families.hold import engine

    monkeypatch.setattr(engine, "MOST_SOLUTIONS", 10)
    with pytest.raises(TooBig, match="there are more than 10 ways to fill the field with these pieces"):
        hold.path("XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____", "*p4")


def test_ways_to_write_a_field():
    right = rules.parse(TWO)
    texts = ["xxxxxx____/XXXXXX....", "2\nXXXXXX____\nXXXXXX____\n", "# mine\nXXXXXX____\nTTTTTT____ # below"]
    assert [rules.parse(text) for text in texts] == [right] * 3
    assert rules.position("XXXXXX____", "*p7,*p7", height=3).rows == ("_" * 10, "_" * 10, "XXXXXX____")


def test_a_fumen_is_a_field():
    from coset.stacking.fumen import Page, encode

    text = encode([Page(tuple(TWO.split("/")))])
    assert rules.parse(text) == rules.parse(f"https://fumen.zui.jp/?{text}") == rules.parse(TWO)
