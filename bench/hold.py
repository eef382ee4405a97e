"""Hold against solution-finder's CPU times, the naive solver and the targets; `--short` leaves out what takes over
two seconds.

solution-finder's figures come from the reference tables beside the checkout (measured there, the 0.11 s in which
Java starts taken off); without those tables only the naive solver is compared. `--corpus N` checks every N-th case
of its own test tables.
"""

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.shared import SHARED, table

from bench.common import Report, cpu
from coset import hold
from coset.families.hold import naive

JAVA_STARTS = 0.11
PEER = "solution-finder"
PCF_ALL = 81.0
LONG = ("h8", "e4", "e4_rand300")


def options(case: dict[str, Any]) -> dict[str, Any]:
    """The keywords of `percent` and `path`."""
    return {"hold": case["hold"] == "use", "drop": case["drop"], "kicks": case["kicks"]}


def chances(report: Report, short: bool) -> None:
    """Every case of the table; at least 50 times less CPU where the peer takes over a second, else never slower."""
    for case in table("hold_percent.json"):
        wide = case["total"] > 10**6
        if short and (wide or case["name"] in LONG):
            continue
        began = time.process_time()
        found = hold.percent(case["field"], case["pattern"], **options(case))
        took = time.process_time() - began
        assert (found.success, found.total) == (case["success"], case["total"]), case
        if not wide:
            took = cpu(lambda case=case: hold.percent(case["field"], case["pattern"], **options(case)), 2)
        peer = case["peer_cpu_seconds"] - JAVA_STARTS
        how = f"{case['name']} {case['pattern'][:16]} {case['hold']} {case['drop']} {case['kicks']}"
        goal = 50 if case["peer_cpu_seconds"] > 1 else 1
        report.row(how[:44], took, ("pcf" if wide else PEER, peer), ratio=goal if peer > 0 and not wide else None)


def all_queues(report: Report) -> None:
    """The empty field of four lines: the widest question, in under 30 s of CPU."""
    began = time.process_time()
    found = hold.percent("/".join(["_" * 10] * 4), "*p7,*p4")
    assert found.success == found.total == 4_233_600
    report.row("e4 *p7,*p4, all 4,233,600 queues", time.process_time() - began, ("pcf", PCF_ALL), target=30)


def paths(report: Report) -> None:
    """All solutions and a smallest set of them."""
    for case in table("hold_other.json")["path"]:
        if case["name"] == "p4":
            continue
        found = hold.path(case["field"], case["pattern"], **options(case))
        assert len(found.unique) == case["unique"] and len(found.minimal) <= case["minimal"], case
        took = cpu(lambda case=case: hold.path(case["field"], case["pattern"], **options(case)), 1)
        name = f"path {case['name']} {case['pattern']}: {len(found.minimal)} (peer {case['minimal']})"
        report.row(name, took, (PEER, case["cpu_seconds"] - JAVA_STARTS), ratio=1)


def corpus(every: int) -> None:
    """Every n-th case of the peer's own test tables (without those that reserve cells for pieces)."""
    cases = [case for case in table("hold_corpus.json") if not case.get("reserved")][::every]
    start, wrong = time.process_time(), []
    for case in cases:
        if "success" in case:
            found = hold.percent(case["field"], case["pattern"], **options(case))
            right = (found.success, found.total) == (case["success"], case["total"])
        else:
            solutions = hold.path(case["field"], case["pattern"], minimal=False, **options(case)).unique
            right = len(solutions) == case["unique"]
        if not right:
            wrong.append(case)
    print(f"corpus: {len(cases)} cases, {len(wrong)} wrong, {time.process_time() - start:.0f} s of CPU")
    assert not wrong, wrong[0]


def main() -> None:
    report = Report("hold")
    small = hold.position("XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X", "*p4")
    hold.percent(small)
    slow = cpu(lambda: naive.answer(small), 1)
    report.row("514 of 840, against the two passes", cpu(lambda: hold.percent(small)), ("naive", slow), ratio=50)
    if (SHARED / "oracles" / "hold_percent.json").exists():
        chances(report, "--short" in sys.argv)
        if "--short" not in sys.argv:
            all_queues(report)
        paths(report)
        if "--corpus" in sys.argv:
            corpus(int(sys.argv[sys.argv.index("--corpus") + 1]))
    report.end()


if __name__ == "__main__":
    main()
