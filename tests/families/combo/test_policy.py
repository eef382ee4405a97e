"""Advice, policies in files, games, shards, pictures and steps."""

import io
import json
import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from coset import combo
from coset.catalogue import room
from coset.errors import BadInput, StoreError
from coset.families.combo import shards
from coset.families.combo.picture import draw, draw_fields
from coset.families.combo.policy import open_policy
from coset.families.combo.question import question
from coset.families.combo.rules import draw as drawn
from coset.families.combo.rules import parse
from coset.families.combo.solve import advise_position, answer, solve_question, solved
from coset.show.svg import svg
from tests.shared import table

explain = room("combo", "explain")


def policy_of(**asked):
    return solved(question(**asked))


@pytest.mark.parametrize("entry", table("combo_policy.json"), ids=lambda e: f"{e['field']} {e['hold']} {e['current']}")
def test_advice_is_that_of_the_table(entry) -> None:
    policy = policy_of(rules=entry["rules"], queue=entry["model"], preview=entry["preview"], hold=entry["hold_on"])
    hold = entry["hold"] if entry["hold_on"] else None
    found = combo.advise(policy, entry["field"], hold, entry["current"] + entry["queue"], entry["bag_remaining"])
    known = {(option["drop"], option["result"]): option["value"] for option in entry["options"]}
    values = {(c.piece, c.result): c.value for c in found.choices}
    assert values.keys() >= known.keys()
    assert all(values[drop] == pytest.approx(value, abs=2e-9) for drop, value in known.items())
    assert found.value == pytest.approx(entry["value"], abs=2e-9)
    assert [c.value for c in found.choices] == sorted((c.value for c in found.choices), reverse=True)


@pytest.mark.parametrize(
    "asked",
    [
        {"preview": 0, "hold": True},
        {"preview": 0, "queue": "bag"},
        {"preview": 1, "hold": True},
        {"preview": 2, "hold": True},
        {"preview": 3},
        {"preview": 2, "hold": True, "queue": "bag"},
        {"preview": 1, "queue": "bag", "rules": "tetrio"},
    ],
    ids=str,
)
def test_games_by_the_stored_drops_last_as_long_as_the_values_say(asked) -> None:
    games = combo.simulate(policy_of(**asked), 200_000, seed=4)
    assert abs(games.sigmas) < 3.5 and games.pieces > 100_000
    assert games == combo.simulate(policy_of(**asked), 200_000, seed=4)


@pytest.mark.parametrize("bags", [False, True])
@pytest.mark.parametrize("hold", [False, True])
def test_the_stored_drop_is_the_first_of_the_advice(bags: bool, hold: bool) -> None:
    """Ties included, for queues stored as themselves and as their mirror images."""
    policy = policy_of(preview=2, hold=hold, queue="bag" if bags else "random")
    rng, pieces = random.Random(5), "IOTSZJL"
    for _ in range(300):
        queue = "".join(drawn(rng, bags, 7 + rng.randrange(7)))
        since = queue[7:] if bags else ""
        bag = "".join(p for p in pieces if p not in since) if since else ""
        before = ("".join(sorted(bag + queue[-1], key=pieces.index)) if bags else None) or None
        before = "" if before is not None and len(before) == 7 else before
        field, held = rng.randrange(40), rng.randrange(7)
        shown = [pieces.index(p) for p in queue[-3:]]
        mask = 127 if before is None else sum(1 << pieces.index(p) for p in before)
        place, flip = policy.places(np.array([field]), np.array([held]), np.array([shown[:2]]), np.array([mask]))
        mirror = [0, 1, 2, 4, 3, 6, 5]
        draw_ = mirror[shown[2]] if flip[0] else shown[2]
        number = int(policy.drops[(*(int(p[0]) for p in place), draw_)])
        text = f"srs:{'bag' if bags else 'random'}:{policy.graph.fields[field]}"
        text += (f":h={pieces[held]}" if hold else "") + f":q={queue[-3:]}" + (f":b={bag}" if bags else "")
        advice = advise_position(policy, parse(text))
        if not advice.choices:
            assert number == 0
            continue
        from coset.families.combo.model import moves

        at = (policy.graph.mirror[field], mirror[held], mirror[shown[0]]) if flip[0] else (field, held, shown[0])
        target, kept = moves(policy.graph, hold, *at)[number]
        if flip[0]:
            target, kept = policy.graph.mirror[target], mirror[kept]
        best = advice.choices[0]
        assert (best.result, best.hold) == (policy.graph.fields[target], pieces[kept] if hold else None)


def test_a_policy_is_written_and_opened(tmp_path) -> None:
    folder = str(tmp_path / "policy")
    for minimize in (False, True):
        solution = combo.solve(preview=2, hold=True, minimize=minimize)
        solution.write(folder)
        opened = open_policy(folder)
        assert isinstance(opened.values, np.memmap) and opened.header["best"] == solution.best
        assert (opened.groups is None) != minimize
        ask = {"field": "X.../X..X", "hold": "S", "queue": "ZTL"}
        assert combo.advise(folder, **ask).json() == combo.advise(solution.policy, **ask).json()
        assert combo.simulate(folder, 2000, seed=1) == combo.simulate(solution.policy, 2000, seed=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["policy"]
    combo.solve(preview=1).write(folder, single=True)
    assert open_policy(folder).values.dtype == np.float32
    rows = combo.export(folder, "XX../X...").decode().splitlines()
    assert rows[0] == "field,hold,queue,bag,value" and len(rows) == 8
    pyarrow = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "slice.parquet").write_bytes(combo.export(folder, "XX../X...", form="parquet"))
    assert pyarrow.read_table(tmp_path / "slice.parquet").num_rows == 7


def test_damaged_and_missing_policies_are_said_to_be_so(tmp_path) -> None:
    with pytest.raises(BadInput, match="no policy"):
        open_policy(str(tmp_path))
    solution = combo.solve()
    with pytest.raises(BadInput, match="something else"):
        solution.write(str(tmp_path))
    with pytest.raises(BadInput, match="no such folder"):
        solution.write(str(tmp_path / "no" / "policy"))
    solution.write(str(tmp_path / "policy"))
    for text in ("{}", "nonsense", json.dumps({"format": "coset combo policy 1", "rules": "srs"})):
        (tmp_path / "policy" / "policy.json").write_text(text)
        with pytest.raises(StoreError, match="damaged"):
            open_policy(str(tmp_path / "policy"))
    (tmp_path / "policy" / "policy.json").write_text(json.dumps({"format": "coset combo policy 0"}))
    with pytest.raises(StoreError, match="another version"):
        open_policy(str(tmp_path / "policy"))


def test_arrays_that_are_cut_off_or_of_another_question_are_damage(tmp_path) -> None:
    folder = tmp_path / "policy"
    combo.solve(preview=1).write(str(folder))
    for name in ("values", "drops"):
        whole = (folder / f"{name}.npy").read_bytes()
        other = io.BytesIO()
        np.save(other, np.zeros((2, 3, 8)))
        for wrong in (b"", whole[:60], whole[:-1], other.getvalue()):
            (folder / f"{name}.npy").write_bytes(wrong)
            with pytest.raises(StoreError, match="damaged"):
                open_policy(str(folder))
        (folder / f"{name}.npy").write_bytes(whole)
    assert open_policy(str(folder)).header["states"] == 280


def test_advice_checks_what_it_is_asked() -> None:
    policy = policy_of(preview=1, hold=True)
    for ask, message in [
        ({"field": "XXX.", "queue": "TL"}, "with hold"),
        ({"field": "XXX.", "hold": "J", "queue": "T"}, "1 pieces"),
        ({"field": "XXX.", "hold": "J", "queue": "TL", "bag": "I"}, "random pieces"),
        ({"field": "XX..", "hold": "J", "queue": "TL"}, "not among those"),
        ({"field": "XXX?", "hold": "J", "queue": "TL"}, "unknown sign"),
    ]:
        with pytest.raises(BadInput, match=message):
            combo.advise(policy, **ask)


def test_false_steps_do_not_hold() -> None:
    position = parse("combo:tetrio:random:X.../X...:h=T:q=JS")
    steps = explain.explain(position)
    assert len(steps) == 7 and all(explain.holds(position, step) for step in steps)
    for step in steps:
        assert step.choice is not None
        wrong = replace(step, choice=replace(step.choice, value=step.choice.value + 0.01, cleared=2))
        assert not explain.holds(position, wrong)
        assert not explain.holds(position, replace(step, choice=replace(step.choice, result="XX..", piece="O")))
    assert not explain.holds(position, replace(steps[0], choice=replace(steps[0].choice, cells=0b1111)))
    assert not explain.holds(position, explain.Step("best", "No drop clears."))
    ends = parse("combo:srs:bag:..XX:q=T:b=ILSZ")
    assert [step.kind for step in explain.explain(ends)] == ["best"] and explain.holds(ends, explain.explain(ends)[0])


def test_shards_give_the_games_of_one_run() -> None:
    asked = shards.QUESTIONS[0]
    parts = [shards.solve_shard(asked, shard) for shard in shards.shards(asked)]
    merged = shards.merge(asked, parts)
    assert merged["mean"] == combo.simulate(asked["position"], asked["n"], seed=asked["seed"]).mean
    assert abs(merged["sigmas"]) < 4
    with pytest.raises(BadInput, match="no such long question"):
        shards.shards({"verb": "solve", "position": asked["position"]})


def test_pictures_name_each_cell_once() -> None:
    asked = parse("combo:srs:random:X.../X..X:h=S:q=ZTL")
    advice = advise_position(policy_of(preview=2, hold=True), asked)
    for drawing in (draw(asked, advice.choices[0]), advice.drawing(), draw_fields(advice_graph())):
        names = [cell.name for cell in drawing.cells]
        assert len(names) == len(set(names)) and svg(drawing).startswith("<svg")
    lit = {cell.name for cell in draw(asked, advice.choices[0]).cells if cell.mark == "lit"}
    assert len(lit) == 4 and "</svg>" in advice._repr_svg_()


def advice_graph():
    return combo.closure("XX..", "srs")


def test_a_second_process_with_a_warm_cache_answers_the_same() -> None:
    code = "from coset import combo; print(repr(combo.solve(preview=2, hold=True, minimize=True).json()['best']))"
    run = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    assert run[0].stdout == run[1].stdout == f"{combo.solve(preview=2, hold=True, minimize=True).best!r}\n"


def test_values_are_the_same_to_the_bit_whatever_the_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    from coset.families.combo.model import Model
    from coset.families.combo.systems import Lanes
    from coset.families.combo.values import solve_system

    model = Model(combo.closure("XXX."), False, True, 3)
    one, four = (solve_system(Lanes(model, ThreadPoolExecutor(n)), 1e-10).values for n in (1, 4))
    assert np.array_equal(one, four)
    assert solve_question(question(preview=3, hold=True)).best == one.max()


def test_answers_of_examples_are_stable() -> None:
    assert answer("combo:hard:bag:XX..:q=L:b=") == (1.142857,)
