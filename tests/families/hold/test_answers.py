"""The chance, the paths and what is said of them, against tables of another engine, the naive solver, and the rules."""

import itertools
import random

import pytest

from coset import hold
from coset.families.hold import explain, naive, portions, rules, shards, solve
from coset.families.hold.cover import smallest_cover
from coset.stacking.drops import clear_rows
from coset.stacking.fumen import decode
from coset.stacking.pieces import cells_at
from coset.stacking.queues import pattern, queues
from tests.shared import table

CASES = table("hold_cases.json")
PCO = "XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X"
BOX = "XXXX______/XXXX______/XXXX______/XXXX______"


@pytest.mark.parametrize(
    "case", CASES["percent"], ids=lambda case: f"{case[0][:24]}:{case[1][:24]}:{case[3]}:{case[4]}"
)
def test_percent_is_that_of_the_table(case):
    field, queue, with_hold, drop, kicks, success, total = case
    found = hold.percent(field, queue, hold=with_hold, drop=drop, kicks=kicks)
    assert (found.success, found.total) == (success, total)


@pytest.mark.parametrize("case", CASES["path"], ids=lambda case: f"{case[0][:24]}:{case[1][:24]}:{case[3]}")
def test_as_many_solutions_as_in_the_table(case):
    field, queue, with_hold, drop, kicks, unique = case
    found = hold.path(field, queue, hold=with_hold, drop=drop, kicks=kicks, minimal=False)
    assert len(found.unique) == unique
    assert found.success == hold.percent(field, queue, hold=with_hold, drop=drop, kicks=kicks).success


def test_random_positions_against_the_two_passes():
    rng = random.Random(31)
    some = 0
    for _ in range(60):
        position = rules.sample(rng)
        right = naive.answer(position)
        assert solve.answer(position) == right, rules.format(position)
        some += right[0] > 0
    assert some > 5


def test_limited_sight_against_every_choice_and_every_deal():
    rng = random.Random(8)
    for _ in range(12):
        position = rules.sample(rng)
        for see in range(2):
            assert solve.seeing(position, see)[0] == naive.best(position, see), (rules.format(position), see)
        assert solve.seeing(position, solve.MOST_SEEN)[0] == solve.answer(position)[0]


def test_more_sight_never_hurts_and_full_sight_is_percent():
    chances = [hold.percent(PCO, "*p4", see=see).success for see in range(5)]
    assert chances == sorted(chances) and chances[0] < chances[-1] == 514


def test_the_tree_adds_up():
    tree = hold.percent(PCO, "*p4", tree=2).tree
    assert sum(branch["success"] for branch in tree.values()) == 514
    for branch in tree.values():
        assert sum(b["success"] for b in branch["next"].values()) == branch["success"]
        assert sum(b["total"] for b in branch["next"].values()) == branch["total"] == 120


def test_failing_queues_and_reasons_are_true():
    given = hold.position(PCO, "*p4")
    found = hold.percent(given, failed=1000)
    assert len(found.failed) == 840 - 514
    assert {failure.queue for failure in found.failed} == set(solve.works(given).queues) - naive.working(given)
    assert {failure.reason for failure in found.failed} >= {"no packing", "order impossible"}
    for failure in found.failed[:40]:
        if failure.swapped:
            assert sorted(failure.swapped) == sorted(failure.queue)
            assert hold.percent(given, failure.swapped).success == 1
    tuck = hold.percent("XXXXXXX___/XXXXXXXX_X/XXXXXX____", "*p3", drop="hard", failed=500)
    soft = hold.percent("XXXXXXX___/XXXXXXXX_X/XXXXXX____", "*p3", drop="soft")
    assert "unreachable" in {failure.reason for failure in tuck.failed} and soft.success > tuck.success


def test_gain_counts_the_same_queues_twice():
    gain = hold.gain(PCO, "*p4")
    given = hold.position(PCO, "*p4")
    every = set(solve.works(given).queues)
    without = naive.working(hold.position(PCO, "*p3", hold=False))
    assert (gain.total, gain.without) == (840, sum(queue[:3] in without for queue in every))
    assert gain.with_hold == 514
    assert sum(part["only_with_hold"] for part in gain.by_first.values()) == gain.only_with


def test_solutions_replay_and_their_fumens_say_the_same():
    found = hold.path("XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____", "*p4")
    for solution in found.unique:
        pages = decode(solution.fumen)
        assert tuple(pages[0].rows[-4:]) == solution.rows
        assert "".join(page.placed.piece for page in pages if page.placed) == solution.order
        field = sum(1 << (y * 10 + x) for y in range(4) for x in range(6))
        for page in pages[1:]:
            cells = cells_at(page.placed.piece, page.placed.rotation, page.placed.x, page.placed.y)
            assert not cells & field
            field, _ = clear_rows(field | cells, 10)
        assert field == 0
    assert len(found.minimal) == found.needed == 39
    together = 0
    for number in found.minimal:
        together |= found.unique[number].serves
    assert together.bit_count() == found.success


def test_smallest_covers_against_all_choices():
    rng = random.Random(4)
    for _ in range(60):
        sets = [rng.getrandbits(9) & rng.getrandbits(9) for _ in range(rng.randint(1, 9))]
        whole = 0
        for cells in sets:
            whole |= cells
        best = min(
            chosen.bit_count()
            for chosen in range(1 << len(sets))
            if union(s for i, s in enumerate(sets) if chosen >> i & 1) == whole
        )
        chosen, needed = smallest_cover(sets, 10_000)
        assert len(chosen) == needed == best and union(sets[i] for i in chosen) == whole


def union(sets):
    together = 0
    for cells in sets:
        together |= cells
    return together


def test_saved_pieces_add_up_to_queues_with_some_piece_left():
    found = hold.path(PCO, "*p4", save="IOTSZJL", minimal=False)
    given = hold.position(PCO, "*p4")
    field, height = naive.start(given)
    player = naive._Player(solve.drop_rules("srs", "soft"))
    for piece, count in found.saved.items():
        right = 0
        for queue in solve.works(given).queues:
            orders = {order for order in naive.orders_of(queue, 4) if order[3] == piece}
            right += any(player.works(field, height, order[:3]) for order in orders)
        assert count == right


def test_false_steps_do_not_hold():
    from dataclasses import replace

    position = rules.parse(f"{PCO}:*p4")
    steps = explain.explain(position)
    assert (
        steps[0].kind == "placed" and steps[-1].kind == "fails" and all(explain.holds(position, step) for step in steps)
    )
    assert not explain.holds(position, replace(steps[0], x=steps[0].x + 1))
    assert not explain.holds(position, replace(steps[0], lines=steps[0].lines + 1))
    assert not explain.holds(position, replace(steps[-1], queue=steps[0].queue, text=steps[0].queue))


@pytest.mark.parametrize(
    ("field", "queue", "options"),
    [
        ("/".join(["_" * 10] * 4), "LZSOTJIIOTJ", {}),
        ("XXXXXX____/XXXXXX____/XXXXXXXXXX/XXXXXX____/XXXXXX____", "*p4", {"hold": False, "drop": "hard"}),
        (PCO, "*p4", {"kicks": "tetrio180", "drop": "180"}),
    ],
)
def test_a_queue_is_played_to_its_end(field, queue, options):
    position = hold.position(field, queue, **options)
    steps = [step for step in explain.explain(position) if step.kind == "placed"]
    assert len(steps) == position.pieces and all(explain.holds(position, step) for step in steps)
    for step, then in itertools.pairwise(steps):
        cells = cells_at(step.piece, step.rotation, step.x, step.y)
        assert clear_rows(step.field | cells, 10) == (then.field, step.height - then.height)
    order = "".join(step.piece for step in steps)
    assert order in naive.orders_of(steps[0].queue, position.pieces) if position.hold else steps[0].queue == order


def test_shards_together_are_the_whole():
    question = {"verb": "percent", "position": f"hold:{BOX}:*p7:hard"}
    parts = [shards.solve_shard(question, shard) for shard in shards.shards(question)]
    assert shards.merge(question, parts) == hold.percent(BOX, "*p7", drop="hard").json()
    assert shards.merge(question, parts)["success"] == 4932


def test_memory_that_grows_changes_nothing(monkeypatch):
    monkeypatch.setattr(solve, "_scale", lambda *_: 2)
    assert solve.answer(hold.position(BOX, "*p7", drop="hard")) == (4932, 5040)


@pytest.mark.parametrize(
    ("field", "queue", "with_hold"),
    [
        ("__________/__________/__________/__________", "TLSOJ,[IZ]!,*p3", True),
        ("__________/__________/XX________/XXXXXX____", "TL,[SOJ]!,*p3", False),
        ("XXXXXX____/" * 7 + "XXXXXX____", "I,[OJL]!,[TSZO]!", True),
    ],
)
def test_portions_change_nothing(monkeypatch, field, queue, with_hold):
    position = hold.position(field, queue, hold=with_hold)
    apart = solve.works(position)
    monkeypatch.setattr(portions, "FEW", 99)
    together = solve.works(position)
    assert (apart.flags == together.flags).all() and apart.success > 0


@pytest.mark.parametrize("text", ["*p7,*p2", "[TI],[TO];TT", "*,*", "TIO;OIT;LLL"])
def test_a_queue_is_in_one_portion_with_all_of_its_pieces(text):
    every = queues(pattern(text), pattern(text).length)
    parts = portions.portions(every)
    assert sorted(number for part in parts for number in part.numbers) == list(range(every.total))
    pieces = [{"".join(sorted(every.nth(number))) for number in part.numbers[::97]} for part in parts]
    assert all(len(alike) == 1 for alike in pieces) and len(set.union(*pieces)) == len(parts)
    for part in parts:
        assert list(part.queues)[:50] == [every.nth(number) for number in part.numbers[:50]]
