"""The engine against the slow solver, tables of others, and itself in another process."""

import os
import random
import subprocess
import sys
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset import nim
from coset.errors import Interrupted, TooBig
from coset.families.nim import explain, naive, shards
from coset.families.nim.layout import lay_out
from coset.families.nim.lines import defence, generate, line
from coset.families.nim.rules import after, moves, parse, sample
from coset.families.nim.solve import answer, move_table, winners
from tests.shared import table

SLOW = ("r10_72_2_big72", "r10_68_3_big58", "r10_64_1_big64", "rect_5x8_misere", "rect_4x10_misere")
"""Over a second each: these are asked in `bench/nim.py`."""
CASES = [case for case in table("nim.json")["cases"] if case["id"] not in SLOW]
TWO_BY_EIGHT = "..x..-..x..-..x..-..x.."


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_tables_of_others(case: dict[str, Any]) -> None:
    rows = ["".join("." if sign == "." else "#" for sign in row) for row in case["board"]]
    solution = nim.solve(rows, shapes=case["shapes"], play=case["rule"])
    assert (solution.outcome, solution.moves) == (case["outcome"], case["moves"])
    assert solution.winning_count == case["winning_count"]
    listed = case.get("winning_moves_cells") or [move[1] for move in case.get("winning_moves") or []]
    if listed:
        mine = sorted(sorted(move.cells) for move in solution.winning)
        assert mine == sorted(sorted(map(tuple, cells)) for cells in listed)
    if case.get("nimber") is not None:
        assert solution.nimber == case["nimber"]
    if case.get("ois"):
        assert solution.ois == case["ois"]
    if case["rule"] == "misere" and case.get("canonical_misere_form"):
        assert solution.canonical == case["canonical_misere_form"]


EMPTY = {
    "2x8": 0, "3x3": 24, "3x4": 28, "3x5": 0, "3x6": 1, "3x7": 100, "3x9": 0, "4x4": 1, "4x5": 87, "4x6": 6, "4x7": 1,
    "4x8": 1, "5x5": 0, "5x6": 109, "5x7": 0, "6x6": 0,
}  # fmt: skip


@pytest.mark.parametrize(("board", "count"), EMPTY.items())
def test_empty_boards(board: str, count: int) -> None:
    assert len(winners(parse(board))) == count


NIMBERS = {"3x7": 5, "4x5": 5, "4x8": 3, "5x7": 3, "6x6": 1, "4x5:D": 2, "4x7:D": 3}


@pytest.mark.parametrize(("board", "nimber"), NIMBERS.items())
def test_nimbers_of_empty_boards(board: str, nimber: int) -> None:
    assert nim.solve(board, play="normal").nimber == nimber


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_any_small_board_is_answered_as_the_naive_solver_does(seed: int) -> None:
    position = sample(random.Random(seed))
    assert answer(position) == naive.answer(position)
    assert sorted(winners(position)) == sorted(naive.winning(position))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_boards_far_apart_are_packed_and_moves_found_where_they_are(seed: int) -> None:
    rng = random.Random(seed)
    rows = [["#"] * 30 for _ in range(30)]
    for top, left in ((0, 0), (0, 26), (25, 3)):
        for _ in range(5):
            rows[top + rng.randrange(4)][left + rng.randrange(4)] = "."
    position = parse("/".join("".join(row) for row in rows) + ":D")
    assert answer(position) == naive.answer(position)
    assert sorted(winners(position)) == sorted(naive.winning(position))


def test_a_board_too_big_is_refused() -> None:
    with pytest.raises(TooBig):
        nim.solve("12x12")


def test_two_words_give_what_one_word_gives() -> None:
    for top in (
        "....x..-...xx..-.......-.x....x",
        "x...x..-...xx..-.......-.x....x",
        "....x..-...xx..-.......-.x.x..x",
    ):
        near = parse(top + "-xxxxxxx-....xxx")
        far = parse("-".join([*(row + "xxxx" for row in top.split("-")), *["x" * 11] * 5, "xxxxxxx...."]))
        assert lay_out(far).words == 2 and lay_out(near).words == 1
        one, two = nim.solve(near, play="normal"), nim.solve(far, play="normal")
        assert (one.outcome, one.winning_count, one.nimber) == (two.outcome, two.winning_count, two.nimber)
        assert nim.solve(near).winning_count == nim.solve(far).winning_count


def test_threads_share_tables_and_give_the_same() -> None:
    alone, together = nim.solve("5x7", threads=1), nim.solve("5x7", threads=2)
    assert (alone.outcome, alone.winning) == (together.outcome, together.winning)
    fresh = nim.solve("6x6:OTSZ", threads=2)
    assert fresh.winning == nim.solve("6x6:OTSZ", threads=1).winning


def test_questions_from_many_threads_do_not_mix() -> None:
    found: dict[str, int | None] = {}

    def ask(board: str) -> None:
        found[board] = nim.solve(board).winning_count

    threads = [threading.Thread(target=ask, args=(board,)) for board in ["4x5", "5x4", "4x6", "6x4", "4x7"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {"4x5": 87, "5x4": 87, "4x6": 6, "6x4": 6, "4x7": 1}


def test_a_search_out_of_time_says_so() -> None:
    for board, threads in (("8x8", 1), ("9x9", 2)):
        with pytest.raises(Interrupted):
            nim.solve(board, seconds=0.2, threads=threads)


def test_one_winning_move_is_enough_if_only_one_is_asked_for() -> None:
    solution = nim.solve("5x6", every=False)
    assert solution.winning_count is None and len(solution.winning) == 1
    assert nim.solve(after(parse("5x6"), solution.winning[0])).outcome == "P"


def test_kernels_work_from_a_warm_cache() -> None:
    code = "from coset import nim; print(nim.solve('4x5').winning_count, nim.solve('4x5:D:normal').nimber)"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["87", "2"]


def test_kernels_mean_the_same_without_compilation() -> None:
    code = "from coset import nim; print(nim.solve('3x4').winning_count, nim.solve('2x5:D:normal').nimber)"
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.split() == ["28", str(nim.solve("2x5:D:normal").nimber)]


def test_the_best_defence_leaves_the_fewest_right_answers() -> None:
    position = parse(TWO_BY_EIGHT)
    right: dict[Any, int] = {}
    for move in moves(position):
        right[move] = len(winners(after(position, move)))
    found = defence(position)
    assert all(reply.right == right[reply.move] for reply in found)
    assert found[0].right == min(right.values())


def test_a_line_is_played_to_the_end_and_outcomes_alternate() -> None:
    position = parse("4x4")
    plies = line(position)
    for ply in plies:
        assert ply.outcome == ("N" if naive.wins(position, {}) else "P")
        position = after(position, ply.move)
    assert moves(position) == []
    assert [ply.outcome for ply in plies] == ["N" if number % 2 == 0 else "P" for number in range(len(plies))]


def test_a_puzzle_has_one_winning_move_and_comes_back() -> None:
    puzzle = generate("6x6", 18, seed=3)
    assert winners(puzzle.position) == (puzzle.move,)
    assert generate("6x6", 18, seed=3) == puzzle != generate("6x6", 18, seed=4)


def test_true_steps_hold_and_false_ones_do_not() -> None:
    position = parse(TWO_BY_EIGHT)
    assert all(explain.holds(position, step) for step in explain.explain(position))
    assert not explain.holds(parse("3x4"), explain.Step("", "loses"))
    assert not explain.holds(parse("2x4"), explain.Step("", "area", cells=255, set="{0}"))
    assert not explain.holds(parse("2x2"), explain.Step("", "over", won=True))
    assert not explain.holds(parse("2x4"), explain.Step("", "wins", move=explain.explain(parse("4x4"))[-1].move))


def test_shards_give_what_solve_gives() -> None:
    question = {"verb": "solve", "position": "nim:4x6"}
    merged = shards.merge(question, [shards.solve_shard(question, shard) for shard in shards.shards(question)])
    values = nim.solve("4x6").json()
    assert all(values[key] == merged[key] for key in ("outcome", "moves", "winning_count"))
    assert sorted(values["winning"]) == sorted(merged["winning"])
    none = {"verb": "solve", "position": "nim:1x1"}
    assert shards.merge(none, [shards.solve_shard(none, shard) for shard in shards.shards(none)])["outcome"] == "N"


def test_a_move_table_lists_moves_as_the_rules_do() -> None:
    position = parse("...x-....-.x..")
    with move_table(position) as found:
        assert sorted(found.move(number) for number in range(len(found.states))) == sorted(moves(position))
