"""Benchmarks of mines: the engine against its definition, complete logic against CaDiCaL, odds, and new levels.

    python bench/mines.py

Real levels are read from ../shared where they are; else our own take their place.
"""

import random
from collections.abc import Callable
from itertools import islice
from math import exp, log

from common import Report, cpu
from tests.families.mines import boards

from coset.families.mines import closure, naive, rules
from coset.families.mines.clues import clues as clues_of
from coset.families.mines.generate import Made, generate
from coset.families.mines.odds import odds
from coset.families.mines.rules import Position
from coset.families.mines.solve import complete


def levels() -> list[Position]:
    """The real levels, or our own."""
    return [level.position for _, level in boards.real()] or boards.own()


def cell_by_cell(position: Position) -> None:
    """CaDiCaL alone: each unknown cell is asked for both ways, and what follows is revealed, until nothing does."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical195

    safe, mines = position.revealed, 0
    while True:
        unknown = [cell for cell in range(position.tiling.size) if not (safe | mines) >> cell & 1]
        top = position.tiling.size
        new_safe, new_mines = safe, mines
        with Cadical195() as solver:
            for clue in clues_of(position, safe, mines):
                literals = [cell + 1 for cell in range(position.tiling.size) if clue.cells >> cell & 1]
                encoded = CardEnc.equals(literals, clue.mines, top_id=top, encoding=EncType.totalizer)
                top = max(top, encoded.nv)
                solver.append_formula(encoded.clauses)
            for cell in unknown:
                if not solver.solve(assumptions=[cell + 1]):
                    new_safe |= 1 << cell
                elif not solver.solve(assumptions=[-cell - 1]):
                    new_mines |= 1 << cell
        if (new_safe, new_mines) == (safe, mines):
            return
        safe, mines = new_safe, new_mines


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return exp(sum(map(log, ratios)) / len(ratios))


def against(report: Report, case: str, peer: str, ours: list[float], theirs: list[float], ratio: float) -> None:
    """Our time in all and the geometric mean of the ratios, as the time a peer would take."""
    total = sum(ours)
    report.row(case, total, (peer, total * mean([b / a for a, b in zip(ours, theirs, strict=True)])), ratio=ratio)


def engine(report: Report) -> None:
    """The compiled engine against its definition."""
    positions = levels()
    closure.follow(positions[0])
    ours, theirs = [], []
    for position in positions:
        ours.append(cpu(lambda p=position: closure.follow(p, 1), 50))
        theirs.append(cpu(lambda p=position: naive.follow(p, 1), 1))
    against(report, f"{len(positions)} levels, 1 inexact round, mean ratio", "naive", ours, theirs, 150)
    report.row("the same, in all", sum(ours), ("naive", sum(theirs)))
    free = [cpu(lambda p=position: closure.follow(p, -1), 1) for position in positions]
    report.row("the slowest level, any inexact rounds", max(free), target=1.0)
    big = rules.parse("hexlock:21x21:" + big_signs())
    report.row("hexagons, 441 cells, any inexact rounds", cpu(lambda: closure.follow(big, -1), 1), target=1.0)


def big_signs() -> str:
    """441 random cells, some of them revealed: of several such boards the one that takes longest."""
    rng = random.Random(4)
    return "".join(
        "*" if rng.random() < 0.35 else "o" if rng.random() < 0.1 else "?" if rng.random() < 0.1 else "."
        for _ in range(441)
    )


def logic(report: Report) -> None:
    """Complete solving against CaDiCaL asked cell by cell."""
    ours, theirs = [], []
    for position in levels():
        ours.append(cpu(lambda p=position: complete(p), 2))
        theirs.append(cpu(lambda p=position: cell_by_cell(p), 1))
    against(report, "complete logic, mean ratio", "CaDiCaL", ours, theirs, 5)
    report.row("the same, in all", sum(ours), ("CaDiCaL", sum(theirs)))


def chances(report: Report) -> None:
    """Odds of the positions of 30x16 with 99 mines."""
    positions = [rules.parse(text) for text, _, _ in boards.chances() if text.startswith("30x16:99")]
    times = [cpu(lambda p=position: odds(p)) for position in positions]
    report.row(f"odds of {len(times)} positions of 30x16, mean", 1000 * sum(times) / len(times), target=2, unit="ms")


def making(report: Report) -> None:
    """New levels: time a try, and time to a score."""
    list(generate("lock:4x4"))
    for text, low, high, count, each, whole in (
        ("lock:6x6", 20, 1e9, 10, 0.2, None),
        ("lock:8x8", 40, 60, 10, None, 30),
        ("lock:12x12", 60, 90, 1, 0.6, 30),
        ("lock:12x12", 93.17, 1e9, 1, None, None),
    ):
        for seed in (1, 2, 3):
            _made(report, text, (low, high), count, seed, each, whole)


def _made(
    report: Report,
    text: str,
    bounds: tuple[float, float],
    count: int,
    seed: int,
    each: float | None,
    whole: float | None,
) -> None:
    made: list[Made] = []
    spent = cpu(lambda: made.extend(generate(text, *bounds, seed=seed, count=count)), 1)
    tried = sum(level.tried for level in made)
    report.row(f"{text}: {count} with a score from {bounds[0]:g}, seed {seed}", spent, target=whole)
    report.row(f"{text}: a level tried ({tried:,})", 1000 * spent / tried, target=each, unit="ms")


def guess_free(report: Report) -> None:
    """Boards of minesweeper without a guess."""
    list(generate("5x5n3"))
    spent = cpu(lambda: list(islice(generate("30x16n99", seed=1, count=50), 50)), 1)
    report.row("a board of 30x16n99 without a guess, rated", 1000 * spent / 50, target=10, unit="ms")


if __name__ == "__main__":
    report = Report("mines")
    parts: list[Callable[[Report], None]] = [engine, logic, chances, guess_free, making]
    for part in parts:
        part(report)
    report.end()
