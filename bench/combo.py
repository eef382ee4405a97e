"""Combo against plain value iteration, QuantEcon, the naive solver and the targets; `--short` leaves the big cases out;
`--open` asks instead whether combos can go on for ever in wells that are too large to be solved.

Every big case runs in a process of its own, so that its peak memory is its own. Wall and CPU time are both given.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from bench.common import Report, cpu
from coset import combo
from coset.families.combo import naive
from coset.families.combo.groups import refine
from coset.families.combo.model import Model
from coset.families.combo.question import Question, count_states, model_of, question, system_of
from coset.families.combo.solve import solve_question
from coset.families.combo.systems import Lanes
from coset.families.combo.tables import quotient
from coset.families.combo.values import certificate, safe_set, solve_system

LARGEST = {"preview": 6, "hold": True}
SIX = {"residual": 6, "queue": "bag", "preview": 3, "hold": True}


def big(asked: Question) -> Any:
    """The system of a question, its kernels loaded."""
    combo.solve(preview=2, hold=True, minimize=True)
    return system_of(model_of(asked))


class Unreduced(Model):
    """A model in which held and next piece can't change places: with a graph without mirror, nothing is stored once."""

    pairs = False


def sweeps() -> dict[str, float]:
    """Plain sweeps over the 33 million states."""
    return swept(big(question(**LARGEST)))


def sweeps_unreduced() -> dict[str, float]:
    """The same with all 33 million states stored."""
    model = big(question(**LARGEST)).model
    model.graph.__dict__["mirror"] = None
    return swept(Lanes(Unreduced(model.graph, model.bags, model.hold, model.preview)))


def swept(system: Any) -> dict[str, float]:
    """Of a plain sweep: seconds elapsed, CPU nanoseconds a stored state, and million states in a second of CPU time."""
    old, new = system.blank(), system.blank()
    seconds, used = [], []
    for _ in range(25):
        start, busy = time.perf_counter(), time.process_time()
        system.step(old, new)
        seconds.append(time.perf_counter() - start)
        used.append(time.process_time() - busy)
        old, new = new, old
    _, states = count_states(system.model)
    fastest = min(used)
    return {"sweep": sorted(seconds)[12], "nanoseconds": fastest / system.size * 1e9, "states": states / fastest / 1e6}


def plain() -> dict[str, float]:
    """Plain value iteration over the 33 million states (mirror images and swaps stored once) to a certified 1e-9."""
    system = big(question(**LARGEST))
    start = time.perf_counter()
    old, new = system.blank(), system.blank()
    many = 0
    while True:
        _, rise, _ = system.step(old, new)
        old, new, many = new, old, many + 1
        if rise < 9e-10 and certificate(system, old, new)[1] - 1 < 1e-9:
            return {"sweeps": many, "seconds": time.perf_counter() - start, "best": float(old.max())}


def solved(asked: dict[str, Any], error: float) -> dict[str, float]:
    """A whole certified solve, set-up included."""
    big(question(preview=1))
    start = time.perf_counter()
    found = solve_question(question(**asked), error=error)
    width = found.bounds[1] / found.bounds[0] - 1
    return {"sweeps": found.sweeps, "seconds": time.perf_counter() - start, "best": found.best, "width": width}


def largest() -> dict[str, float]:
    """The 33 million states to 1e-9."""
    return solved(LARGEST, 1e-9)


def six() -> dict[str, float]:
    """6 residuals, bag, hold, 3 previews: 14.3 million states to 1e-9."""
    return solved(SIX, 1e-9)


def partition() -> dict[str, float]:
    """The coarsest partition of the 33 million states."""
    system = big(question(**LARGEST))
    start = time.perf_counter()
    found = refine(system)
    return {"seconds": time.perf_counter() - start, "groups": found.count, "rounds": len(found.rounds)}


def on_quotient() -> dict[str, float]:
    """The same, solved on the quotient to 1e-9."""
    system = big(question(**LARGEST))
    start = time.perf_counter()
    parts = refine(system)
    found = solve_system(quotient(system, parts), 1e-9)
    return {"seconds": time.perf_counter() - start, "sweeps": found.sweeps, "best": float(found.values.max())}


BIG: dict[str, Callable[[], dict[str, float]]] = {
    case.__name__: case for case in (sweeps, sweeps_unreduced, plain, largest, six, partition, on_quotient)
}


def apart(name: str) -> dict[str, float]:
    """The result of a big case, with peak memory in GB and CPU seconds of its whole process."""
    done = subprocess.run([sys.executable, __file__, "--only", name], check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def quantecon(preview: int, hold: bool) -> tuple[float, float, float]:
    """DiscreteDP with discount 1 - 1e-7, given the model: CPU seconds of policy iteration, best value, states."""
    import scipy.sparse
    from quantecon.markov import DiscreteDP

    graph = combo.closure("XXX.")
    queues = [queue for queue, _ in naive.sequences(preview, False)]
    states = [(f, h, q, None) for f in graph.fields for h in ("IOTSZJL" if hold else [None]) for q in queues]
    decisions: dict[frozenset[Any], int] = {frozenset(): 0}
    followers = []
    for state in states:
        draws = [frozenset(to) for to in naive.followers("srs", state)]
        followers.append([decisions.setdefault(draw, len(decisions)) for draw in draws])
    number = {state: i for i, state in enumerate(states)}
    pairs, actions, rewards, rows, columns = [], [], [], [], []
    for decision, i in decisions.items():
        for action, state in enumerate(decision or [None]):
            pairs.append(i)
            actions.append(action)
            rewards.append(1.0 if state else 0.0)
            following = followers[number[state]] if state else [0] * 7
            rows += [len(pairs) - 1] * 7
            columns += following
    matrix = scipy.sparse.csr_matrix(([1 / 7] * len(rows), (rows, columns)), shape=(len(pairs), len(decisions)))
    problem = DiscreteDP(np.array(rewards), matrix, 1 - 1e-7, np.array(pairs), np.array(actions))
    worth = problem.solve(method="policy_iteration").v
    seconds = cpu(lambda: problem.solve(method="policy_iteration"), 1)  # its other methods need millions of steps
    best = max(sum(worth[d] for d in draws) / 7 for draws in followers)
    return seconds, best, len(states)


def peers(report: Report) -> None:
    """QuantEcon on the cases that fit it, and our own naive solver."""
    for preview, hold in ((0, True), (2, False), (1, True)):
        theirs, best, states = quantecon(preview, hold)
        asked = question(preview=preview, hold=hold)
        found = solve_question(asked, error=1e-9)
        system = system_of(model_of(asked))
        system.step(system.blank(), system.blank())
        ours = cpu(lambda system=system: solve_system(system, 1e-9))  # type: ignore[misc]
        wrong = f"off by {abs(best / found.best - 1):.0e}"
        report.row(f"{states} states, model given", ours, peer=(f"QuantEcon ({wrong})", theirs), ratio=20)
    asked = question(preview=0, hold=True)
    uncached = naive.model_values.__wrapped__
    report.row(
        "280 states",
        cpu(lambda: solve_question(asked)),
        peer=("naive", cpu(lambda: uncached("srs", "XXX.", True, 0, False), 1)),
    )


ADVISE = """
import sys, time, numpy
start = time.process_time()
from coset import combo
policy = combo.open_policy(sys.argv[1])
ask = {"field": "X.../X..X", "hold": "S", "queue": sys.argv[2]}
combo.advise(policy, **ask)
first = time.process_time() - start
times = []
for _ in range(200):
    start = time.process_time()
    combo.advise(policy, **ask)
    times.append(time.process_time() - start)
print(first * 1e3, sorted(times)[100] * 1e3)
"""


def advice(report: Report, preview: int) -> None:
    """CPU time to advice from a stored policy, in a process that has numpy loaded."""
    with tempfile.TemporaryDirectory() as folder:
        policy = str(Path(folder) / "policy")
        combo.solve(preview=preview, hold=True).write(policy)
        runs = [
            subprocess.run(
                [sys.executable, "-c", ADVISE, policy, "ZTLIJOS"[: preview + 1]],
                check=True,
                capture_output=True,
                text=True,
            ).stdout.split()
            for _ in range(5)
        ]
    cold, warm = (min(float(run[i]) for run in runs) for i in (0, 1))
    report.row(f"advise, first, {preview} previews", cold, target=50, unit="ms")
    report.row(f"advise, again, {preview} previews", warm, target=1, unit="ms")


def games(report: Report) -> None:
    """10^6 drops: how many standard errors the mean is from the value."""
    for asked in ({"preview": 3, "hold": True}, {"preview": 2, "hold": True, "queue": "bag"}):
        found = combo.simulate(solve_question(question(**asked)).policy, 1_000_000, seed=11)
        report.row(f"{found.pieces:,} drops, {asked.get('queue', 'random')}", abs(found.sigmas), target=3, unit="SE")


def open_questions() -> None:
    """Look for the greatest safe set alone, a byte a state: if it is empty, every combo ends."""
    limits = sys.modules[Question.__module__]
    limits.MOST_STORED, limits.MOST_WINDOWS = 10**10, 10**8
    for residual, preview in ((6, 7), (7, 5), (7, 6), (7, 7)):
        model = model_of(question(residual=residual, queue="bag", preview=preview, hold=True))
        start = time.process_time()
        safe = safe_set(system_of(model))
        found = "empty: all values are finite" if safe is None else f"has {int(safe.sum()):,} states"
        took, states = time.process_time() - start, count_states(model)[1]
        print(f"residual {residual}, bags, hold, {preview} previews, {states:,} states: {found} ({took:.0f} s of CPU)")


def run(short: bool) -> None:
    """All cases."""
    report = Report("combo")
    peers(report)
    games(report)
    advice(report, 4 if short else 6)
    if not short:
        big_cases(report)
    report.end()


def big_cases(report: Report) -> None:
    """The cases of 33 and 14 million states."""
    rate, slow, fast = apart("sweeps"), apart("plain"), apart("largest")
    for name, found in (("sweeps", rate), ("sweeps, all stored", apart("sweeps_unreduced"))):
        report.row(f"{name}: a stored state, CPU", found["nanoseconds"], unit="ns")
        # on two threads: 120 million a second, so 60 for each second of CPU time
        report.row(f"{name}: states in a second of CPU time", found["states"], target=60, unit="M", at_least=True)
        report.row(f"{name}: elapsed", found["sweep"])
    report.row("33 M states to 1e-9, sweeps", fast["sweeps"], ("plain", slow["sweeps"]), ratio=4, unit="")
    report.row("33 M states to 1e-9, wall", fast["seconds"], ("plain", slow["seconds"]), target=120)
    for name, case in (("33 M states", fast), ("6, bag, hold, 3: 14.3 M", apart("six"))):
        if name[0] == "6":
            report.row(f"{name}, wall", case["seconds"], target=300)
        report.row(f"{name}, whole process, CPU", case["cpu"])
        report.row(f"{name}, peak memory", case["memory"], target=2, unit="GB")
    parts, small = apart("partition"), apart("on_quotient")
    report.row(f"{parts['groups']:,} groups, wall", parts["seconds"], target=40)
    report.row("groups, whole process, CPU", parts["cpu"], ("c4w, one core, other day", 229), ratio=6)
    report.row("groups, peak memory", parts["memory"], target=1.5, unit="GB")
    report.row("groups and solve on the quotient, wall", small["seconds"], target=120)


if __name__ == "__main__":
    if "--open" in sys.argv:
        open_questions()
    elif "--only" in sys.argv:
        found = BIG[sys.argv[sys.argv.index("--only") + 1]]()
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(json.dumps(found | {"cpu": used.ru_utime + used.ru_stime, "memory": used.ru_maxrss / 2**20}))
    else:
        run("--short" in sys.argv)
