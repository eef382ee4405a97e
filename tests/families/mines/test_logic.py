"""Complete logic, explanations and ratings, against brute force and an independent solver."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.cells.bits import cells_of, mask_of
from coset.errors import BadInput
from coset.families.mines import closure, naive, puz, rules
from coset.families.mines.clues import Clue
from coset.families.mines.clues import clues as clues_of
from coset.families.mines.explain import Step, easiest, explain, holds
from coset.families.mines.sat import Solver
from coset.families.mines.solve import answer, complete, hint, rate, smooth, solve, unique
from tests.families.mines import boards


def fits(clues: list[Clue], mines: int) -> bool:
    return all((clue.cells & mines).bit_count() == clue.mines for clue in clues)


def independent(clues: list[Clue], cells: int) -> tuple[int, int]:
    """The cells that are safe, and that are mines, in all solutions that CP-SAT has."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variable = {cell: model.NewBoolVar(str(cell)) for cell in cells_of(cells)}
    for clue in clues:
        model.Add(sum(variable[cell] for cell in cells_of(clue.cells)) == clue.mines)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = [0, 0]
    for cell in cells_of(cells):
        for value in (0, 1):
            asked = model.Clone()
            asked.Add(asked.GetBoolVarFromProtoIndex(variable[cell].Index()) == 1 - value)
            if solver.Solve(asked) == cp_model.INFEASIBLE:
                found[value] |= 1 << cell
    return found[0], found[1]


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9))
def test_what_follows_is_what_all_choices_share(seed):
    """Against every choice of mines of a random small board."""
    position = rules.sample(random.Random(seed))
    standing = clues_of(position, position.revealed, 0)
    if not standing:
        return
    cells = mask_of(cell for clue in standing for cell in cells_of(clue.cells))
    every = [mines for mines in range(1 << position.tiling.size) if not mines & ~cells and fits(standing, mines)]
    always = cells
    never = cells
    for mines in every:
        always &= mines
        never &= ~mines
    with Solver(standing) as solver:
        assert solver.forced() == (never, always)
        first = solver.solution()
        assert first in every
        assert (solver.other(first) is None) == (len(every) == 1)
    assert naive.certain([(clue.cells, clue.mines) for clue in standing], cells) == (never, always)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_answers_equal_the_naive_ones_and_steps_hold(seed):
    position = rules.sample(random.Random(seed))
    assert answer(position) == naive.answer(position)
    steps = explain(position)
    assert all(holds(position, step) for step in steps)
    known = mask_of(cell for step in steps for cell in cells_of(step.cells)) | position.revealed
    assert known.bit_count() == sum(answer(position)[key] for key in ("safe", "mines"))


def test_crossing_alone_misses_what_cases_find():
    clues = [Clue("one", 0b1010, 1), Clue("two", 0b0110, 1), Clue("three", 0b1101, 1)]
    with Solver(clues) as solver:
        assert solver.forced() == (0b1100, 0b0011) or solver.forced()[0] | solver.forced()[1] == 0b1111
        safe, mines = solver.forced()
        for cell in range(4):
            reasons = solver.reasons(cell, bool(mines >> cell & 1))
            assert not naive.possible([clues[clue] for clue in reasons], 1 << cell, not mines >> cell & 1)
    assert [mines for mines in range(16) if fits(clues, mines)] == [mines]
    assert safe == 0b1111 & ~mines


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_reasons_are_enough_and_none_smaller_is(seed):
    from itertools import combinations

    position = rules.sample(random.Random(seed))
    standing = clues_of(position, position.revealed, 0)
    if not standing:
        return
    with Solver(standing) as solver:
        safe, mines = solver.forced()
        for cell in list(cells_of(safe | mines))[:2]:
            is_mine = bool(mines >> cell & 1)
            reasons = solver.reasons(cell, is_mine)
            assert not naive.possible([standing[clue] for clue in reasons], 1 << cell, not is_mine)
            if reasons:
                for fewer in combinations(standing, len(reasons) - 1):
                    assert naive.possible(list(fewer), 1 << cell, not is_mine)


def test_an_independent_solver_confirms_each_wave_of_our_levels():
    for position in boards.own()[:3]:
        safe, mines = position.revealed, 0
        for _ in range(2):
            standing = clues_of(position, safe, mines)
            cells = position.all_cells & ~(safe | mines)
            with Solver(standing) as solver:
                found = solver.forced()
            assert found == independent(standing, cells)
            assert not found[0] & position.mines and not found[1] & ~position.mines
            safe, mines = safe | found[0], mines | found[1]


def test_real_levels_are_solved_and_never_wrong():
    for name, real in boards.real():
        position = real.position
        safe, mines, _ = complete(position)
        assert mines == position.mines and safe == position.all_cells & ~position.mines, name


def test_steps_of_a_real_level_hold():
    for _, real in boards.real()[::9]:
        solution = solve(real.position, explain=True)
        assert solution.solved
        assert all(holds(real.position, step) for step in solution.steps)


def test_false_steps_do_not_hold():
    position = rules.parse(boards.OWN[0])
    for step in explain(position):
        assert holds(position, step)
        wrong = [
            replace(step, is_mine=not step.is_mine),
            replace(step, cells=step.cells | (position.all_cells & ~step.cells & ~step.safe & ~step.mines)),
            replace(step, proof=step.proof[:-1]),
            replace(step, proof=(replace(step.proof[0], lo=step.proof[0].lo + 1), *step.proof[1:])),
            replace(step, safe=step.safe | (position.mines & -position.mines)),
            replace(step, proof=(replace(step.proof[0], clue="row 99"), *step.proof[1:])),
        ]
        assert not any(holds(position, false) for false in wrong if false != step)
        assert not holds(rules.parse(boards.OWN[1]), step)


def test_cases_are_checked_too():
    position = rules.parse("4x1:1:1###")
    step = easiest(position, position.revealed, 0)[0]
    named = clues_of(position, position.revealed, 0)
    by_cases = Step(position, 1, 0b0010, True, 0b0001, 0, (), (named[1],))
    assert holds(position, step) and holds(position, by_cases)
    assert not holds(position, replace(by_cases, is_mine=False))
    assert not holds(position, replace(by_cases, cases=(named[0],)))
    assert not holds(position, replace(by_cases, cases=(Clue("made up", 0b0010, 1),)))
    assert "by cases" in by_cases.text


def test_a_hint_says_where_first():
    step = hint("lock:2x2:...*")
    assert step.where == "column 1"
    assert "column 1" in step.text and hint("lock:2x2:*..*") is None


def test_the_smooth_score():
    assert smooth([1, 3, 2, 1, 3, 1]) == 4.5
    assert smooth([1, 1, 6, 1, 1]) == pytest.approx(5 / 3)
    assert smooth([3]) == smooth([]) == -0.5
    assert smooth([1, 2], solved=False) == -1


def test_a_rating_finds_the_inexact_rounds_that_are_needed():
    for text in boards.OWN[:4]:
        found = rate(text)
        assert found.solved
        assert closure.follow(rules.parse(text), found.k).solved
        assert found.k == 0 or not closure.follow(rules.parse(text), found.k - 1).solved
    assert rate(boards.OWN[5]).json() == {"solved": False, "steps": [1], "smooth": -1.0, "rounds": "II", "k": -1} or (
        not rate(boards.OWN[5]).solved
    )
    with pytest.raises(BadInput):
        rate(boards.OWN[0], inexact=-2)


def test_scores_of_the_seed():
    real = dict(boards.real())
    wanted = {"6x6-with-score-31.67": (1, 31.667), "12x12-with-score-93.17": (1, 93.167)}
    for name, (k, score) in wanted.items():
        for file, found in real.items():
            if name in file:
                assert rate(found.position, k).smooth == pytest.approx(score, abs=0.001)


def test_a_guess_is_proved_by_two_choices():
    found = unique("lock:2x2:*..*")
    position = rules.parse("lock:2x2:*..*")
    assert not found.unique and found.first != found.second
    for mines in (found.first, found.second):
        assert fits(clues_of(position, 0, 0), mines)
    assert unique(boards.OWN[0]).unique


def test_contradictions_are_said_everywhere():
    for ask in (solve, unique, hint):
        with pytest.raises(BadInput, match=r"contradict|wants"):
            ask("4x1:1:1##1")
    with pytest.raises(BadInput, match=r"wants|contradict"):
        solve("3x3:0:1########")


def test_a_board_comes_in_many_forms():
    position = rules.parse("lock:3x2:.*?*..")
    text = puz.write(puz.from_position(position))
    for form in (position, "lock:3x2:.*?*..", ".*?\n*..", text, '{"id": "mines:lock:3x2:.*?*.."}'):
        assert solve(form).position == position
    for wrong in ("{", '{"id": 3}', "12\n3", "..\n...", "ab"):
        with pytest.raises(BadInput):
            solve(wrong)
