"""Rules, plan, symmetry, levels, explanations and the other rooms, each against its slow equivalent."""

import random
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset import figures
from coset.errors import BadInput, TooBig
from coset.families.figures import engines, forecast, naive, rules, shards, walk
from coset.families.figures.algebra import equations, forms
from coset.families.figures.explain import explain, holds
from coset.families.figures.levels import cell_order
from coset.families.figures.plan import plan
from coset.families.figures.program import program
from coset.families.figures.symmetry import moved, symmetry, visible

samples = st.integers(0, 10**6).map(lambda seed: rules.sample(random.Random(seed)))
few = settings(max_examples=60, deadline=None, derandomize=True)


@few
@given(samples)
def test_the_naive_solver_finds_what_trying_everything_finds(figure: rules.Figure) -> None:
    if len(figure.numbers) ** figure.cells > 20_000:
        return
    every = product(figure.numbers, repeat=figure.cells)
    assert sorted(naive.fillings(figure)) == [one for one in every if rules.follows(figure, one)]


@few
@given(samples)
def test_solve_lists_what_the_naive_solver_finds(figure: rules.Figure) -> None:
    assert list(figures.solve(figure).solutions) == sorted(naive.fillings(figure))


@few
@given(samples)
def test_all_engines_count_alike(figure: rules.Figure) -> None:
    instructions = program(figure)
    for target in instructions.plan.targets[:2]:
        plain = engines.run(engines.PLAIN, instructions, target)
        if instructions.steps:
            assert engines.run(engines.TABLE, instructions, target) == plain


@few
@given(samples)
def test_numbers_far_apart_take_masks_of_two_words(figure: rules.Figure) -> None:
    wide = replace(
        figure,
        numbers=tuple(9 * n for n in figure.numbers),
        targets=None if figure.targets is None else tuple(9 * due for due in figure.targets),
        given=tuple((cell, 9 * n) for cell, n in figure.given),
    )
    if figure.targets is not None and program(wide).steps:
        assert engines.run(engines.TABLE, program(wide), 0)[0] == engines.run(engines.PLAIN, program(figure), 0)[0]


@few
@given(samples)
def test_fillings_up_to_symmetry_are_one_of_each_orbit(figure: rules.Figure) -> None:
    everything = set(naive.fillings(figure))
    group = list(symmetry(figure).moves())
    kinds = {min(moved(one, move) for move in group) for one in everything}
    assert sorted(figures.solve(figure, up_to_symmetry=True).solutions) == sorted(kinds)


@few
@given(samples)
def test_the_group_is_all_moves_that_keep_the_figure(figure: rules.Figure) -> None:
    def picture(to: tuple[int, ...]) -> object:
        due = figure.targets or (0,) * len(figure.lines)
        image = rules.renumbered(figure, to)
        lines = (sorted(zip(line, coefs, strict=True)) for line, coefs in zip(image.lines, image.coefs, strict=True))
        return sorted(zip(lines, due, strict=True)), sorted(image.less_than)

    plain = tuple(range(figure.cells))
    fixed = [cell for cell, _ in figure.given]
    moves = [m for m in permutations(plain) if all(m[c] == c for c in fixed) and picture(m) == picture(plain)]
    assert sorted(symmetry(figure).moves()) == moves


@few
@given(samples)
def test_forms_follow_from_the_equations(figure: rules.Figure) -> None:
    known, _ = forms(figure, [free for free, _ in plan(figure).steps])
    for filling in list(naive.fillings(figure))[:20]:
        target = rules.line_sum(figure, 0, filling) if figure.targets is None else 0
        for cell, form in known.items():
            total = sum(k * filling[c] for c, k in form.parts) + form.t * target + form.const
            assert filling[cell] * form.over == total
    assert all(len(row) == figure.cells + 2 for row in equations(figure))


@few
@given(samples)
def test_explanations_hold_and_false_ones_do_not(figure: rules.Figure) -> None:
    for step in explain(figure):
        assert holds(figure, step)
        assert not holds(figure, replace(step, const=step.const + 1))
        assert not holds(figure, replace(step, cell=(step.cell + 1) % figure.cells))
        assert not holds(figure, replace(step, weights=step.weights[1:]))


@few
@given(samples)
def test_opposite_numbers_and_first_cells_cut_a_count_in_parts(figure: rules.Figure) -> None:
    whole = naive.answer(figure)
    instructions = program(figure)
    for cells in (0, 1, 2):
        pieces = shards.parts(instructions, cells)
        results = [shards.solve_part(instructions, engines.PLAIN, piece) for piece in pieces]
        assert shards.total(figure, pieces, results)["count"] == sum(whole.values())


@given(st.integers(-70, 70), st.booleans(), st.sampled_from([-2, 0, 2]))
def test_where_is_the_inequality(gap: int, less: bool, slope: int) -> None:
    mask = walk.where(slope, gap, less)
    for u in range(64):
        value = slope * u + gap
        assert bool(mask >> u & 1) == (value > 0 if less else value != 0)


@few
@given(st.integers(-130, 130), st.integers(0, 2**128 - 1), st.booleans(), st.sampled_from([-2, 0, 2]))
def test_masks_of_one_and_two_words(by: int, mask: int, less: bool, slope: int) -> None:
    import numpy as np

    from coset.families.figures import kernel_masks

    word = 2**64 - 1

    def whole(pair: tuple[int, int]) -> int:
        return int(pair[0]) | int(pair[1]) << 64

    low, high = np.uint64(mask & word), np.uint64(mask >> 64)
    right = mask >> by if by >= 0 else mask << -by
    assert whole(kernel_masks.down2(low, high, by)) == right & (2**128 - 1)
    assert whole(kernel_masks.where2(slope, by, less)) == walk.where(slope, by, less) & (2**128 - 1)
    assert whole(kernel_masks.under2(by)) == (1 << min(max(by, 0), 128)) - 1
    if abs(by) < 64:
        small = mask & (2**63 - 1)
        right = small >> by if by >= 0 else small << -by
        assert int(kernel_masks.down(np.uint64(small), by)) == right & word
        assert int(kernel_masks.where(slope, by, less)) & (2**63 - 1) == walk.where(slope, by, less) & (2**63 - 1)


def test_levels_of_the_hexagon_going_round_and_row_by_row() -> None:
    found = figures.levels("hexagon:3", "spiral")
    tried = "19 342 5814 2880 43200 24640 320320 134112 1475232 457520 4117680 808512"
    tried += " 213528 1281168 246620 47864 6348 676 12"
    kept = "19 342 180 2880 1760 24640 11176 134112 45752 457520 101064 30504 213528 49324 11966 2116 338 12 12"
    assert found.tried == tuple(map(int, tried.split()))
    assert found.kept == tuple(map(int, kept.split()))
    rows = figures.levels("hexagon:3", "raster").tried
    assert rows[:8] == (19, 342, 5814, 2880, 43200, 604800, 7862400, 3768768)
    assert sum(rows) == 1_346_332_221


@few
@given(samples)
def test_levels_count_the_partial_fillings_that_are_right_so_far(figure: rules.Figure) -> None:
    if figure.targets is None or figure.less_than:
        return
    order = cell_order(figure, "raster")
    kept, differ = [], rules.different(figure)
    boards: list[tuple[int, ...]] = [()]
    for cell in order:
        boards = [(*board, n) for board in boards for n in figure.numbers if dict(figure.given).get(cell, n) == n]
        boards = [b for b in boards if not any(b[i] == b[j] for i, j in differ if j <= cell)]
        full = [i for i, line in enumerate(figure.lines) if max(line) <= cell]
        boards = [b for b in boards if all(rules.line_sum(figure, i, b) == figure.targets[i] for i in full)]
        kept.append(len(boards))
    assert figures.levels(figure, "raster").kept == tuple(kept)


def test_trace_begins_as_one_would_by_hand() -> None:
    moves = figures.trace("hexagon:3", "spiral", 400)
    filled = [[value for value in move if value is not None] for move in moves]
    assert filled[:4] == [[1], [1, 2], [1, 2, 3], [1, 2, 4]]
    full = filled.index([1, 18, 19])
    assert moves[full + 1][:7] == (1, 18, 19, None, None, None, 2)


def test_probing_comes_near_the_nodes_met() -> None:
    for name in ("star:8", "square:4", "hexagon:3:-9"):
        instructions = program(rules.parse(name))
        mean, error = forecast.probe(instructions, 400)
        met = engines.run(engines.PLAIN, instructions, 0)[1]
        assert abs(mean - met) < 4 * error


def test_estimates_are_within_a_factor_of_three() -> None:
    for name in ("star:7", "star:8", "square:4", "hexagon:3", "hexagon:3:-9", "square:5:pan"):
        found = figures.count(name)
        assert 1 / 3 < plan(rules.parse(name)).nodes / found.nodes < 3, name


def test_visible_symmetries_are_those_of_the_picture() -> None:
    wanted = {"square:4": 8, "hexagon:3": 12, "star:6": 12, "star:9:c": 18, "polygon:5:3": 10, "rings:5": 2}
    assert {name: visible(rules.parse(name)) for name in wanted} == wanted


def test_find_gives_a_right_filling_of_figures_too_big_to_search() -> None:
    more_numbers = replace(rules.parse("square:6"), name="", numbers=tuple(range(1, 80, 2)), targets=(240,) * 14)
    for figure in (*map(rules.parse, ("hexagon:4", "hexagon:7", "square:8", "square:7/1")), more_numbers):
        found = figures.find(figure, seconds=100)
        assert found.filling is not None and figures.check(figure, found.filling).right and found.tries, figure


def test_find_says_that_there_is_none_only_after_a_search() -> None:
    assert figures.find("hexagon:3:6").searched
    given_up = figures.find("hexagon:8", seconds=0.01)
    assert given_up.filling is None and not given_up.searched


def test_solve_stops_at_the_first_few() -> None:
    found = figures.solve("square:5", first=3)
    assert len(found.solutions) == 3 and found.count is None
    assert all(figures.check("square:5", filling).right for filling in found.solutions)


def test_threads_change_nothing() -> None:
    one, two = figures.count("star:9"), figures.count("star:9", workers=2)
    assert (one.count, one.basic, one.nodes) == (two.count, two.basic, two.nodes)


WRONG = [
    ("hexagon", "a size is missing"),
    ("hexagon:3:2", "no multiple"),
    ("hexagon:2", "wrong"),
    ("hexagon:1000", "too big"),
    ("square:3/20", "none of the figure's"),
    ("square:3/1.1", "same given number"),
    ("square:3/1.2.3.4", "3 cells"),
    ("square:3///////1", "rows"),
    ("star:8:z", "kinds"),
    ("rectangle:2:3", "shared out"),
    ("own:3:1-3:all:6", "spells out no figure"),
    ("own:3:1-2:all:6:0.1.2", "can't fill"),
    ("own:3:1-3:some:6:0.1.2", "distinct"),
    ("own:3:1-3:all:6:0.1.7", "line 1"),
    ('{"cells": 3, "lines": [[0, 1]], "numbers": [1, 2, 3], "taget": 3}', "no such field"),
    ('{"cells": 3, "lines": [[0, "x"]], "numbers": [1, 2, 3]}', "whole number"),
    ("cells = 3\nlines = [[0, 1]", "TOML"),
]


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_bad_figures_are_refused_with_a_reason(text: str, says: str) -> None:
    if text == "hexagon:2":
        assert figures.count(text).count == 0
        return
    with pytest.raises(BadInput, match=says):
        rules.parse(text)


def test_questions_that_would_take_for_ever_are_refused_at_once() -> None:
    assert plan(rules.parse("cube:7")).nodes > 1e100
    for ask in (figures.count, figures.solve):
        with pytest.raises(TooBig, match="partial fillings"):
            ask("hexagon:6")
    with pytest.raises(TooBig, match="too many to list"):
        figures.solve("t-hexagon:2")


def test_files_and_ids_describe_the_same_figure() -> None:
    toml = 'cells = 3\nlines = [[0, 1], [1, 2]]\nnumbers = "1-4"\ntarget = 5\nless_than = [[0, 1]]\n[given]\n2 = 1\n'
    figure = rules.parse(toml)
    assert rules.parse(rules.format(figure)) == figure
    assert rules.format(figure) == "figures:own:3:1-4:all:5:0.1,1.2:less:0.1/..1"
    assert list(figures.solve(figure).solutions) == sorted(naive.fillings(figure))
