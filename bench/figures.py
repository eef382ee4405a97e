"""Figures against CP-SAT, the seed and the targets; `--long` adds the counts that take minutes, and all to CP-SAT."""

import math
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.families.figures.figure_table import reference

from bench.common import Report, cpu, cpu_of_command, wall
from coset import figures
from coset.families.figures import engines
from coset.families.figures.plan import plan
from coset.families.figures.program import program
from coset.families.figures.rules import Figure, parse

COSET = [sys.executable, "-m", "coset", "figures"]
PEER_NODES, PEER_FILLINGS = 2e5, 10_000
"""Figures that CP-SAT enumerates within a minute or so; `--long` tries all of them."""
PATIENCE = 20.0
"""Seconds for CP-SAT on one figure, or one and a half times ours: the ratio is then a lower bound."""


def cp_sat(figure: Figure, target: int, patience: float) -> tuple[int | None, float]:
    """All fillings by OR-tools' CP-SAT on one core, for one target: how many (None if not done), and CPU seconds."""
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        many = 0

        def on_solution_callback(self) -> None:
            self.many += 1

    model = cp_model.CpModel()
    domain = cp_model.Domain.from_values(list(figure.numbers))
    cells = [model.new_int_var_from_domain(domain, f"c{i}") for i in range(figure.cells)]
    if figure.distinct == "all":
        model.add_all_different(cells)
    elif figure.distinct == "lines":
        for line in figure.lines:
            model.add_all_different([cells[c] for c in line])
    for number, (line, coefs) in enumerate(zip(figure.lines, figure.coefs, strict=True)):
        due = target if figure.targets is None else figure.targets[number]
        model.add(sum(k * cells[c] for c, k in zip(line, coefs, strict=True)) == due)
    for cell, value in figure.given:
        model.add(cells[cell] == value)
    for low, high in figure.less_than:
        model.add(cells[low] < cells[high])
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = patience
    start = time.process_time()
    status = solver.solve(model, counter)
    done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return counter.many if done else None, time.process_time() - start


def against_cp_sat(report: Report, long: bool) -> None:
    """Every figure of the reference table that CP-SAT can do, all fillings, start-up apart."""
    ratios = []
    for name, (figure, row) in reference().items():
        small = plan(figure).nodes <= PEER_NODES and row["count_all"] <= PEER_FILLINGS
        if not small and not long:
            continue
        ours, count = _ours(figure)
        assert count == row["count_all"], name
        many, theirs = _theirs(figure, max(PATIENCE, 1.5 * ours))
        assert many is None or many == row["count_all"], name
        if theirs > 0:
            ratios.append(theirs / max(ours, 1e-7))
            peer = ("CP-SAT" if many is not None else "CP-SAT, not done in", theirs)
            report.row(name, max(ours, 1e-7), peer, ratio=1)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    report.row(f"geometric mean over CP-SAT, {len(ratios)} figures", mean, target=50, unit="times", at_least=True)
    report.row("least of them", min(ratios), target=1, unit="times", at_least=True)


def _ours(figure: Figure) -> tuple[float, int]:
    """CPU seconds for all fillings, compiled before, and how many there are."""
    instructions = program(figure)
    engine = engines.engine_for(instructions, instructions.plan.nodes)
    if engine == engines.PLAIN and instructions.steps:
        engine = engines.TABLE
    if engine == engines.LOOPS:
        engines.run(engine, instructions, 0, None, [1, 1])
    counts: list[int] = []

    def run() -> None:
        counts[:] = [engines.run(engine, instructions, target)[0] for target in instructions.plan.targets]

    if engine == engines.TABLE:
        run()
    return cpu(run, 1 if instructions.plan.nodes > 1e8 else 3), sum(counts) * instructions.plan.group.order


def _theirs(figure: Figure, patience: float) -> tuple[int | None, float]:
    """All fillings for all targets by CP-SAT: how many, None if it was not done in time, and CPU seconds."""
    many, seconds, began = 0, 0.0, time.monotonic()
    for target in plan(figure).targets:
        left = patience - (time.monotonic() - began)
        one, used = cp_sat(figure, target, max(left, 0.1))
        seconds += used
        if one is None:
            return None, seconds
        many += one
    return many, seconds


def hexagon(report: Report) -> None:
    """The seed's question: the whole process, and the search alone by each engine."""
    report.row("hexagon:3, whole process", cpu_of_command([*COSET, "solve", "hexagon:3", "--json"], 5), target=0.12)
    instructions = program(parse("hexagon:3"))
    for engine in (engines.PLAIN, engines.TABLE, engines.LOOPS):
        engines.run(engine, instructions, 0)
        seconds = cpu(lambda engine=engine: engines.run(engine, instructions, 0), 20)
        peer = ("seed, Rust", 0.129) if engine != engines.PLAIN else ("seed, Python", 2.74)
        report.row(f"hexagon:3, search alone, {engine}", seconds, peer, 5e-4 if engine == engines.LOOPS else None)


def big_figures(report: Report, long: bool) -> None:
    """Counts with a target time, after one run that compiles."""
    ertl = parse("hexagon:4/14.33.30.34/39.6.24.20")
    for figure, name, count, limit in (
        (ertl, "hexagon 4 with eight given", 45, 0.2),
        (parse("star:12:b"), "star 12b", 826_112 * 24, 2.0),
    ):
        assert figures.count(figure).count == count
        report.row(name, cpu(lambda figure=figure: figures.count(figure)), target=limit)
    if not long:
        return
    for name, count, limit in (("t-hexagon:2", 716_094_324, 150.0), ("square:5", 2_202_441_792, 240.0)):
        engines.run(engines.LOOPS, program(parse(name)), 0, None, [1, 1])
        counts: list[int] = []
        seconds = cpu(lambda name=name, counts=counts: counts.append(figures.count(name).count), 1)
        assert counts == [count]
        report.row(name, seconds, target=limit)
    report.row(
        "square:5 on two cores, elapsed",
        wall(lambda: figures.count("square:5", workers=2)),
        ratio=1.8,
        peer=("one", seconds),
    )


def finding(report: Report) -> None:
    """One filling by annealing: the mean CPU time of ten seeds, and the worst."""
    figures.find("square:7", seconds=20)
    limits = {"hexagon:4": 3.0, "hexagon:5": 10.0, "square:12": 5.0, "hexagon:7": None, "hexagon:8": None}
    for name, limit in limits.items():
        times = []
        for seed in range(10):
            start = time.process_time()
            found = figures.find(name, seconds=600, seed=seed)
            times.append(time.process_time() - start)
            assert found.filling is not None and figures.check(name, found.filling).right
        report.row(f"find {name}, mean of 10", sum(times) / 10, target=limit)
        report.row(f"find {name}, worst of 10", max(times), target=limit)


def main() -> None:
    # As where Coset is installed: the first run leaves compiled modules behind.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    report, long = Report("figures"), "--long" in sys.argv
    hexagon(report)
    big_figures(report, long)
    finding(report)
    against_cp_sat(report, long)
    report.end()


if __name__ == "__main__":
    main()
