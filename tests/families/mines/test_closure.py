import os
import random
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.errors import BadInput
from coset.families.mines import closure, naive, rules
from tests import shared
from tests.families.mines import boards


def same(first, second):
    return (first.solved, first.steps, first.rounds, first.safe, first.mines) == (
        second.solved,
        second.steps,
        second.rounds,
        second.safe,
        second.mines,
    )


def test_lists_are_those_of_the_table():
    rows = boards.graded()
    assert len(rows) >= 146
    for text, inexact, solved, steps in rows:
        found = closure.follow(rules.parse(text), inexact)
        assert found.steps == steps, text
        assert solved in (None, found.solved), text


def test_the_naive_engine_gives_the_lists_of_the_table():
    for text, inexact, solved, steps in boards.graded()[::40]:
        found = naive.follow(rules.parse(text), inexact)
        assert found.steps == steps, text
        assert solved in (None, found.solved), text


def test_real_levels_have_the_rounds_of_the_table():
    levels = dict(boards.real())
    if not levels:
        return
    for row in shared.table("mines.json")["puzzles"]:
        position = levels[row["file"].split("/")[1]].position
        for inexact, wanted in row["runs"].items():
            found = closure.follow(position, int(inexact))
            assert (found.solved, found.steps, found.rounds) == (wanted["solved"], wanted["steps"], wanted["rounds"])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([0, 1, 2, -1]))
def test_compiled_equals_naive(seed, inexact):
    position = rules.sample(random.Random(seed))
    try:
        slow = naive.follow(position, inexact)
    except BadInput:
        with pytest.raises(BadInput):
            closure.follow(position, inexact)
    else:
        assert same(closure.follow(position, inexact), slow)


@pytest.mark.parametrize("position", boards.own(), ids=rules.format)
def test_boards_of_more_than_one_word_are_equal_too(position):
    for inexact in (0, 1, -1):
        assert same(closure.follow(position, inexact), naive.follow(position, inexact))
    wide = rules.parse("lock:13x6:" + (rules.signs_of(boards.own()[1]) * 3)[: 13 * 6])
    assert same(closure.follow(wide, 1), naive.follow(wide, 1))


def test_the_store_grows(monkeypatch):
    position = rules.parse(boards.OWN[0])
    monkeypatch.setattr(closure, "ROOM", 16)
    monkeypatch.setattr(closure, "_desk", closure._Desk())
    for inexact in (0, 1, -1):
        for log in (False, True):
            assert same(closure.follow(position, inexact, log=log), naive.follow(position, inexact))
    assert len(closure._desk.store.of) > 16


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([0, 1, 2]))
def test_compiled_equals_naive_on_larger_boards(seed, inexact):
    """Of one, two and three words, with many inexact inequalities that come and go."""
    rng = random.Random(seed)
    kind, width, height = rng.choice([("lock", 6, 6), ("hexlock", 7, 5), ("lock", 9, 8), ("hexlock", 13, 10)])
    mines = rng.uniform(0.2, 0.45)
    signs = "".join("*" if rng.random() < mines else "?" if rng.random() < 0.15 else "." for _ in range(width * height))
    position = rules.parse(f"{kind}:{width}x{height}:{signs}")
    assert same(closure.follow(position, inexact), naive.follow(position, inexact))


def test_crossing_is_sound_and_tight():
    """Against every choice of mines, for all sizes of the three parts up to 2 and all bounds."""
    for common, left, right in [(c, a, b) for c in (1, 2) for a in (0, 1, 2) for b in (0, 1, 2)]:
        x, y = (1 << common + left) - 1, ((1 << common) - 1) | ((1 << right) - 1) << common + left
        for x_lo, x_hi in combinations(range(common + left + 2), 2):
            for y_lo, y_hi in combinations(range(common + right + 2), 2):
                bounds = (x_lo, x_hi - 1), (y_lo, y_hi - 1)
                fit = [
                    mines
                    for mines in range(1 << common + left + right)
                    if bounds[0][0] <= (mines & x).bit_count() <= bounds[0][1]
                    and bounds[1][0] <= (mines & y).bit_count() <= bounds[1][1]
                ]
                found = list(naive.cross(x, bounds[0], y, bounds[1]))
                assert (found[0][1] > found[0][2]) == (not fit)
                for cells, lo, hi in found if fit else []:
                    counts = [(mines & cells).bit_count() for mines in fit]
                    assert (lo, hi) == (min(counts), max(counts))


def test_a_run_leaves_nothing_behind_for_the_next():
    solved, stalled = rules.parse(boards.OWN[0]), rules.parse("sweep:6x6:" + "*." * 18)
    assert closure.follow(solved, 1, log=True).found
    assert closure.follow(stalled, 1, log=True).found == []
    assert same(closure.follow(solved, 1, safe=1, mines=0), closure.follow(solved, 1, safe=1))
    assert same(closure.follow(solved, 1), naive.follow(solved, 1))


def test_all_64_cells_of_a_word_can_be_known():
    position = rules.parse("sweep:8x8:" + "." * 64)
    assert closure.follow(position, 1, safe=position.all_cells).solved


def test_something_is_exact_just_when_the_common_cells_are():
    """What lets the compiled engine pass over pairs: one sum for each, of the most mines and the most safe cells."""
    for common, left, right in [(c, a, b) for c in (1, 2, 3) for a in (0, 1, 2) for b in (0, 1, 2)]:
        x_size, y_size = common + left, common + right
        x, y = (1 << x_size) - 1, ((1 << common) - 1) | ((1 << right) - 1) << x_size
        for x_lo, x_hi in combinations(range(x_size + 1), 2):
            for y_lo, y_hi in combinations(range(y_size + 1), 2):
                for x_bounds in ((x_lo, x_lo), (x_lo, x_hi)):
                    for y_bounds in ((y_lo, y_lo), (y_lo, y_hi)):
                        trivial = 0 in (x_bounds[1], y_bounds[1], x_size - x_bounds[0], y_size - y_bounds[0])
                        most_mines = min(x_bounds[1], y_bounds[1])
                        most_safe = min(x_size - x_bounds[0], y_size - y_bounds[0])
                        found = list(naive.cross(x, x_bounds, y, y_bounds))
                        if found[0][1] <= found[0][2]:
                            exact = any(lo == hi for _, lo, hi in found)
                            assert exact == (found[0][1] == found[0][2])
                            assert exact == (trivial or common >= most_mines + most_safe)


def test_contradictory_numbers_are_said():
    with pytest.raises(BadInput, match="contradict"):
        closure.follow(rules.parse("4x1:1:1##1"))


def test_kernels_from_a_warm_cache_in_another_process():
    code = (
        "from coset.families.mines import closure, rules;"
        f"print(closure.follow(rules.parse({boards.OWN[0]!r}), -1, log=True).steps)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str(naive.follow(rules.parse(boards.OWN[0]), -1).steps)


def test_kernels_as_plain_python():
    code = (
        "from coset.families.mines import closure, rules, naive;"
        f"p = rules.parse({rules.EXAMPLES[4]!r}); a, b = closure.follow(p, -1), naive.follow(p, -1);"
        "print(a.steps == b.steps and a.rounds == b.rounds)"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert ran.stdout.strip() == "True"
