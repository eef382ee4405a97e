"""The reference tables of another engine, where they are at hand; `bench/hold.py --corpus 1` has all their cases."""

from typing import Any

import pytest

from coset import hold
from tests.shared import SHARED, table

HERE = (SHARED / "oracles" / "hold_percent.json").exists()
PERCENT = [case for case in table("hold_percent.json") if case["total"] < 30_000] if HERE else []
CORPUS = [case for case in table("hold_corpus.json") if not case.get("reserved")][::25] if HERE else []
OTHER = table("hold_other.json") if HERE else {"path": []}


def options(case: dict[str, Any]) -> dict[str, Any]:
    """The keywords of `percent` and `path`."""
    return {"hold": case["hold"] == "use", "drop": case["drop"], "kicks": case["kicks"]}


@pytest.mark.parametrize("case", PERCENT, ids=lambda case: f"{case['name']} {case['pattern'][:16]}")
def test_chances_are_those_of_the_table(case: dict[str, Any]) -> None:
    found = hold.percent(case["field"], case["pattern"], **options(case))
    assert (found.success, found.total) == (case["success"], case["total"])


@pytest.mark.parametrize("part", range(8))
def test_every_25th_of_the_other_engines_own_tests_agrees(part: int) -> None:
    for case in CORPUS[part::8]:
        if "success" in case:
            found = hold.percent(case["field"], case["pattern"], **options(case))
            assert (found.success, found.total) == (case["success"], case["total"]), case
        else:
            paths = hold.path(case["field"], case["pattern"], minimal=False, **options(case))
            assert len(paths.unique) == case["unique"], case


@pytest.mark.parametrize("case", OTHER["path"], ids=lambda case: f"{case['name']} {case['pattern'][:16]}")
def test_as_many_solutions_and_no_larger_a_smallest_set(case: dict[str, Any]) -> None:
    found = hold.path(case["field"], case["pattern"], minimal=case["unique"] < 1000, **options(case))
    assert len(found.unique) == case["unique"] and len(found.minimal) <= case["minimal"]
