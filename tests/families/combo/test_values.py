"""Values, bounds, groups and infinities."""

import math
from fractions import Fraction

import numpy as np
import pytest

from coset import combo
from coset.errors import BadInput, TooBig
from coset.families.combo import naive
from coset.families.combo.fields import closure, from_table
from coset.families.combo.groups import refine
from coset.families.combo.model import Model
from coset.families.combo.question import question, system_of
from coset.families.combo.solve import solve_question
from coset.families.combo.tables import quotient
from coset.families.combo.values import certificate, safe_set, solve_system
from tests.shared import table

CASES = [case for case in table("combo.json") if case["states"] <= 130_000]


def solved(case, minimize=False):
    return combo.solve(
        start=case["start"], rules=case["rules"], queue=case["model"], preview=case["preview"], hold=case["hold"],
        minimize=minimize,
    )  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_values_and_groups_are_those_of_the_table(case) -> None:
    found = solved(case, minimize=True)
    assert (found.fields, found.queues, found.states) == (case["F"], case["Q"], case["states"])
    assert found.best == pytest.approx(case["max_state"], rel=1e-9)
    assert found.mean == pytest.approx(case["mean_states"], rel=1e-9)
    assert found.means[case["start"]] == pytest.approx(case["start_field_mean"], rel=1e-9)
    assert max(found.means.values()) == pytest.approx(case["best_field_mean"], rel=1e-9)
    assert list(found.rounds) == case["rounds"] and found.groups == case["groups"]
    assert found.infinite == 0 and found.bounds[0] <= found.best <= found.bounds[1]
    assert found.bounds[1] / found.bounds[0] - 1 < 1e-8


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: case["id"])
def test_the_quotient_has_the_values_of_all_states(case) -> None:
    found, plain = solved(case, minimize=True), solved(case)
    assert found.best == pytest.approx(plain.best, rel=1e-9)
    assert found.mean == pytest.approx(plain.mean, rel=1e-9)


def test_values_without_hold_and_previews_are_the_known_fractions() -> None:
    found = combo.solve(error=1e-13)
    known = {
        "X.../XX..": Fraction(45622832, 15157335),
        "XXX.": Fraction(12380957, 5052445),
        ".X../X.X.": Fraction(1, 6),
    }
    for field, value in known.items():
        assert found.means[field] == pytest.approx(float(value), rel=1e-12)
        assert found.bounds[0] / found.best <= float(value) / found.means[field] <= found.bounds[1] / found.best
    assert found.mean == pytest.approx(float(Fraction(514957658, 378933375)), rel=1e-12)
    assert combo.solve(rules="hard", error=1e-13).best == pytest.approx(float(Fraction(1245952, 451457)), rel=1e-12)


def test_bags_without_previews_have_the_right_values() -> None:
    assert combo.solve(queue="bag").best == pytest.approx(6.445249742, abs=5e-10)
    assert combo.solve(queue="bag", hold=True).best == pytest.approx(33.022038217, abs=5e-10)


@pytest.mark.parametrize(
    ("start", "preview", "hold", "bags"),
    [
        ("XX..", 0, False, False),
        ("XX..", 2, False, False),
        ("XX..", 1, True, False),
        ("XX..", 0, False, True),
        ("XXXX.", 2, False, False),  # 5 columns, and left and right are not the same game
        ("XXXX.", 1, True, False),
        ("XXXX.", 0, False, True),
        ("XXXX..", 2, True, False),  # 6 columns
        ("XXXX..", 1, False, True),
    ],
)
def test_every_state_has_the_naive_value(start: str, preview: int, hold: bool, bags: bool) -> None:
    asked = question(start=start, queue="bag" if bags else "random", preview=preview, hold=hold)
    found = solve_question(asked, error=1e-12)
    values = naive.model_values("srs", start, hold, preview, bags)
    assert found.best == pytest.approx(max(values.values()), abs=1e-9)
    assert max(found.bests.values()) == found.best
    assert found.mean == pytest.approx(sum(values.values()) / len(values), abs=1e-9)
    for (field, held, queue, bag), value in values.items():
        at = np.array([found.policy.graph.number[field]]), np.array(["IOTSZJL".index(held) if held else 0])
        pieces = np.array([["IOTSZJL".index(p) for p in queue]], int).reshape(1, -1)
        left = 127 if bag is None else sum(1 << "IOTSZJL".index(p) for p in bag)
        place, _ = found.policy.places(*at, pieces, np.array([left]))
        assert found.policy.value(place)[0] == pytest.approx(value, abs=1e-9)


def test_the_best_play_solves_its_linear_equations() -> None:
    """The policy's equations, solved at once and not by sweeps, give values within the bounds."""
    found = solve_question(question(preview=1, hold=True), error=1e-13)
    graph, pieces = found.policy.graph, "IOTSZJL"
    states = [(field, held, queue, None) for field in graph.fields for held in pieces for queue in pieces]
    number = {state: i for i, state in enumerate(states)}
    at = np.array([(graph.number[f], pieces.index(h), pieces.index(q)) for f, h, q, _ in states])
    place, _ = found.policy.places(at[:, 0], at[:, 1], at[:, 2:], np.full(len(states), 127))
    values = found.policy.value(place)
    matrix, reward = np.eye(len(states)), np.zeros(len(states))
    for i, state in enumerate(states):
        for to in naive.followers("srs", state):
            if to:
                matrix[i, max((number[s] for s in to), key=values.__getitem__)] -= 1 / 7
                reward[i] += 1 / 7
    right = np.linalg.solve(matrix, reward)
    assert np.allclose(values, right, rtol=1e-12, atol=1e-14)
    assert found.bounds[0] <= right.max() <= found.bounds[1]


def test_bounds_enclose_the_value_even_far_from_it() -> None:
    system = system_of(Model(closure("XXX.", "srs"), False, True, 2))
    right = solve_system(system, 1e-12).values
    for shift in (0.9, 0.999, 1.001, 1.1):
        low, high = certificate(system, right * shift, right.copy())
        assert low * shift <= 1 <= high * shift


def endless():
    """A made-up game: all pieces lead from XX.. back; X.X. has only I, to XX..; ..XX only T, to itself."""
    every = {piece: ["XX.."] for piece in "IOTSZJL"}
    return from_table("srs", "XX..", {"XX..": every, "X.X.": {"I": ["XX.."]}, "..XX": {"T": ["..XX"]}, "X..X": {}})


@pytest.mark.parametrize("bags", [False, True])
@pytest.mark.parametrize("hold", [False, True])
@pytest.mark.parametrize("preview", [0, 1, 2, 3])
def test_infinities_are_found_and_not_iterated_on(preview: int, hold: bool, bags: bool) -> None:
    model = Model(endless(), bags, hold, preview)
    system = system_of(model)
    safe = safe_set(system)
    assert safe is not None
    found = solve_system(system)
    assert found.infinite is not None and found.sweeps < 100
    infinite = system.by_field(found.infinite.astype(float))
    safe_states = system.by_field(safe.astype(float))
    states = dict(zip(model.graph.fields, zip(infinite, safe_states, strict=True), strict=True))
    assert states["XX.."][0] == states["XX.."][1] > 0
    assert states["X..X"] == (0, 0) and states["..XX"] == (0, 0)
    assert (states["X.X."][0] > 0) and (states["X.X."][1] == 0 or preview > 0 or hold or bags)
    finite = found.values[np.isfinite(found.values)]
    assert finite.max() < 60 and (found.values > 0).any()
    if not hold and not bags:
        # the previews can all be T, and then comes a run of T
        assert finite.max() == pytest.approx(preview + 1 / 6)


def test_an_endless_game_is_reported_as_such() -> None:
    from coset.families.combo.policy import Policy
    from coset.families.combo.solve import _summed

    model = Model(endless(), False, False, 1)
    system = system_of(model)
    found = solve_system(system)
    policy = Policy(question(preview=1), model, found.values, None, None, {})
    summed = _summed(policy, system, found.values, (found.low, found.high), None, found.sweeps, 0.0)
    assert summed.infinite == 8 and summed.infinite_fields == ("X.X.", "XX..")  # I on X.X., any piece on XX..
    assert summed.json()["best"] is None and summed.json()["bounds"] == [None, None]


def test_groups_of_a_mirror_image_are_together() -> None:
    system = system_of(Model(closure("XXX.", "srs"), False, False, 0))
    parts = refine(system)
    mirror = system.model.graph.mirror
    assert mirror is not None and all(parts.groups[i] == parts.groups[j] for i, j in enumerate(mirror))
    assert quotient(system, parts).size == parts.count


@pytest.mark.parametrize("entry", table("combo_horizon.json"), ids=lambda e: f"{e['model']} {e['hold']} {e['preview']}")
def test_how_far_combos_get(entry) -> None:
    if entry["preview"] > 3:
        return
    drops = max(map(int, entry["horizons"]))
    found = combo.reach(drops, entry["residual"], queue=entry["model"], hold=entry["hold"], preview=entry["preview"])
    for n, known in entry["horizons"].items():
        assert found.expected[int(n) - 1] == pytest.approx(known["E_min_combo_N_start_mean"], rel=1e-12)
        assert found.chance[int(n) - 1] == pytest.approx(known["P_reach_N_start_mean"], rel=1e-12)
    last = entry["horizons"][str(drops)]
    assert found.best_expected == pytest.approx(last["E_max_state"], rel=1e-12)
    assert found.best_chance == pytest.approx(last["P_best_field_mean"], rel=1e-12)
    assert found.sure == last["states_with_P1"]


def test_bad_questions_are_refused_at_once() -> None:
    with pytest.raises(BadInput, match="no start field"):
        combo.solve(residual=1)
    with pytest.raises(BadInput, match="random or bag"):
        combo.solve(queue="bags")
    with pytest.raises(BadInput, match="negative"):
        combo.solve(preview=-1)
    with pytest.raises(TooBig, match="at most 7"):
        combo.solve(preview=8)
    with pytest.raises(TooBig, match="would have to be stored"):
        combo.solve(residual=7, preview=7, hold=True)
    with pytest.raises(BadInput, match="out of range"):
        combo.solve(error=0)
    with pytest.raises(BadInput, match="at least 1"):
        combo.reach(0)
    assert not math.isnan(combo.solve().mean)
