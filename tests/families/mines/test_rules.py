import random
from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coset.errors import BadInput, TooBig
from coset.families.mines import rules
from coset.families.mines.tilings import hexlock
from tests.families.mines import boards


@pytest.mark.parametrize("text", [*rules.EXAMPLES, *boards.OWN])
def test_an_id_names_one_board(text):
    position = rules.parse(text)
    assert rules.parse(rules.format(position)) == position
    assert rules.format(rules.parse(rules.format(position))) == rules.format(position)
    assert "#" not in rules.format(position)


@given(st.randoms(use_true_random=False))
def test_samples_go_through_text(rng):
    position = rules.sample(random.Random(rng.random()))
    assert rules.parse(rules.format(position)) == position
    for image in rules.images(position):
        assert rules.parse(rules.format(image)) == image


@given(st.text(max_size=40))
def test_junk_is_refused_in_one_line(text):
    for prefix in ("", "mines:", "lock:", "lock:2x2:", "puz:", "2x2:1:", "sweep:1x1:", "hexes:2x1:..:"):
        try:
            position = rules.parse(prefix + text)
        except BadInput as refused:
            assert "\n" not in str(refused)
        else:
            assert rules.parse(rules.format(position)) == position


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("lock:3x2:.*?*.", "has 6 cells, here are 5"),
        ("lock:3x2:.*?*.x", "row 2, column 3 has an unknown sign: 'x'"),
        ("lock:0x2:..", "no size"),
        ("lock:2000x2000:..", "4000000 cells"),
        ("4x1:9:1###", "3 cells are hidden, they can't have 9 mines"),
        ("3x1:1:#3#", "row 1, column 2 shows 3 beside 2 hidden cells"),
        ("2x1:x:1#", "number of mines is no number"),
        ("hexes:2x1:..:zz", "unknown sign: 'z'"),
        ("puz:AAAA", "no packed level"),
        ("nonsense", "no board of mines"),
    ],
)
def test_what_is_wrong_is_named(text, part):
    with pytest.raises(BadInput) as refused:
        rules.parse(text)
    assert part in str(refused.value)


def test_too_big_is_said_at_once():
    with pytest.raises(TooBig):
        rules.parse("lock:99999x99999:" + "." * 1000)


def test_numbers_and_hints_are_counts_of_mines():
    for position in boards.own():
        mines = position.mines
        for cell, around in enumerate(position.tiling.around):
            mute = (mines | position.secret) >> cell & 1
            assert position.shown[cell] == (rules.NOTHING if mute else (around & mines).bit_count())
        for hint in position.hints:
            assert hint.mines == (hint.cells & mines).bit_count()
    hexes = rules.parse(boards.OWN[3])
    assert [hint.name for hint in hexes.hints][-1] == "the cells without a colour"
    assert hexes.hints[-1].cells == hexes.all_cells & ~sum(colour.cells for colour in hexes.colours)


def test_neighbours_are_mutual():
    for shape in ("lock", "sweep", "hexes", "hexlock"):
        around = rules.SHAPES[shape](5, 4).around
        assert all((around[a] >> b & 1) == (around[b] >> a & 1) for a in range(20) for b in range(20))
        assert max(cells.bit_count() for cells in around) == (6 if shape.startswith("hex") else 8)


def test_hexagonal_neighbours_are_the_nearest_cells():
    tiling = rules.SHAPES["hexes"](5, 4)
    for a, (x, y) in enumerate(tiling.at):
        near = {b for b, (u, v) in enumerate(tiling.at) if 0 < (x - u) ** 2 + (y - v) ** 2 < 110}
        assert near == {b for b in range(20) if tiling.around[a] >> b & 1}


def test_lines_of_hexagons_are_straight():
    tiling = rules.SHAPES["hexlock"](5, 4)
    for line in tiling.lines:
        places = [tiling.at[cell] for cell in range(20) if line.cells >> cell & 1]
        slopes = {(round(b[0] - a[0]), round(b[1] - a[1])) for a, b in pairwise(places)}
        assert len(slopes) <= 1
    assert all(sum(line.cells >> cell & 1 for line in tiling.lines) == 3 for cell in range(20))


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (5, 1), (5, 4), (2, 6), (7, 7)])
def test_numbers_at_the_edge_of_a_hexlock_keep_apart(width: int, height: int) -> None:
    tiling = hexlock(width, height)
    edge = [line.at for line in tiling.lines]
    assert all(dist(a, b) > 6 for a, b in combinations(edge, 2))
    assert all(dist(a, b) > 9 for a in edge for b in tiling.at)
