"""Fumens: known ones read as they should, all that is written reads back, junk is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.errors import BadInput
from coset.stacking.fumen import COLOURS, HEIGHTS, Page, Placed, decode, encode
from coset.stacking.pieces import SHAPES


def test_pieces_stand_where_they_should():
    pages = decode("v115@vhGRQJUGJKJJvMJTNJ+DJFKJ")
    assert [(p.placed.piece, p.placed.rotation, p.placed.x, p.placed.y) for p in pages] == [
        ("I", "N", 4, 0),
        ("Z", "N", 4, 1),
        ("L", "E", 0, 1),
        ("S", "E", 6, 1),
        ("O", "N", 8, 0),
        ("J", "W", 9, 3),
        ("T", "S", 2, 1),
    ]


def test_a_field_and_a_comment():
    (page,) = decode("https://fumen.zui.jp/?v115@HhHthlBtA8CtA8EtglCtglCtJeAgWQAooMDEvoo2A3?XaDEkoA6A#here")
    assert page.comment == "hello world!"
    assert page.rows[-3:] == ("ZZZZZZZZLL", "ZZXZZZXZZZ", "ZZLZZZLZZZ")
    assert decode("v115@VgF8DeF8DeF8DeF8DeF8DeF8DeH8BeG8MeAgH")[0].rows[-1] == "XXXXXXX___"


rows = st.lists(st.text(COLOURS, min_size=10, max_size=10), max_size=6).map(tuple)


@st.composite
def pages(draw: st.DrawFn) -> Page:
    piece, rotation = draw(st.sampled_from(sorted(SHAPES)))
    xs, ys = zip(*SHAPES[piece, rotation], strict=True)
    placed = Placed(piece, rotation, draw(st.integers(-min(xs), 9 - max(xs))), draw(st.integers(-min(ys), 12)))
    comment = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.just("#Q=[](T)IO"))
    flags = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    garbage = draw(st.text("_X", min_size=10, max_size=10))
    return Page(draw(rows), garbage, draw(st.sampled_from([None, placed])), comment, *flags)


@settings(max_examples=80, deadline=None)
@given(st.lists(pages(), min_size=1, max_size=5), st.sampled_from(sorted(HEIGHTS)))
def test_what_is_written_reads_back(given_pages, version):
    high = HEIGHTS[version]
    read = decode(encode(given_pages, version))
    assert len(read) == len(given_pages)
    for page, again in zip(given_pages, read, strict=True):
        assert again.rows == ("_" * 10,) * (high - len(page.rows)) + page.rows
        assert (again.garbage, again.placed, again.comment) == (page.garbage, page.placed, page.comment)
        assert (again.lock, again.rise, again.mirror) == (page.lock, page.rise, page.mirror)


def test_many_equal_pages():
    assert len(decode(encode([Page(("XXXX______",))] * 150))) == 150


@settings(max_examples=300, deadline=None)
@given(st.text("ABCDHeghv8@?+/9", max_size=40))
def test_junk_is_bad_input_and_nothing_else(digits):
    try:
        decode("v115@" + digits)
    except BadInput as error:
        assert len(str(error)) < 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v114@vhAAgH", "this is no fumen of version 115 or 110"),
        ("v115@", "the fumen has no page"),
        ("v115@vhAAg", "the fumen ends too early"),
        ("v115@vhAA-H", "the fumen has an unknown sign at 5: '-'"),
    ],
)
def test_bad_fumens(text, message):
    with pytest.raises(BadInput, match=message):
        decode(text)
