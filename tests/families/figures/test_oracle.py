"""Every figure of the reference table that a test has time for; the four long ones are counted by bench/figures.py."""

import pytest

from coset import figures
from coset.families.figures import engines
from coset.families.figures.program import program
from coset.families.figures.rules import follows
from coset.families.figures.symmetry import symmetry
from tests.families.figures.figure_table import reference, up_to

LONGEST = 2e8


@pytest.mark.parametrize("name", up_to(LONGEST))
def test_counts_are_those_of_the_table(name: str) -> None:
    figure, row = reference()[name]
    found = figures.count(figure)
    assert found.count == row["count_all"]
    if row["by_target"]:
        assert found.by_target == row["by_target"]


def test_only_the_long_figures_are_left_out() -> None:
    assert set(reference()) - set(up_to(LONGEST)) <= {"sq5", "thex2", "star12a", "star12c"}
    assert len(up_to(LONGEST)) >= 59


@pytest.mark.parametrize("name", reference())
def test_symmetries_are_those_of_the_table(name: str) -> None:
    figure, row = reference()[name]
    if row["line_automorphisms"] is not None and not figure.given:
        assert symmetry(figure).order == row["line_automorphisms"]


@pytest.mark.parametrize("name", up_to(2e4))
def test_each_listed_filling_is_right_and_none_is_missing(name: str) -> None:
    figure, row = reference()[name]
    if row["count_all"] > 10_000:
        return
    found = figures.solve(figure)
    assert len(set(found.solutions)) == len(found.solutions) == found.count == row["count_all"]
    assert all(follows(figure, filling) for filling in found.solutions)


@pytest.mark.parametrize("name", [name for name in up_to(2e5) if reference()[name][0].distinct == "all"])
def test_the_kernel_of_tables_and_plain_python_agree(name: str) -> None:
    """Count and partial fillings; this is the T-hexagon's trap too: a cell that equals the one just chosen."""
    instructions = program(reference()[name][0])
    for target in instructions.plan.targets[:3]:
        table = engines.run(engines.TABLE, instructions, target) if instructions.steps else None
        if instructions.plan.nodes < 1e5 and table is not None:
            assert engines.run(engines.PLAIN, instructions, target) == table


@pytest.mark.parametrize("name", ["hex3_m9", "vmt_K4", "diff_tri", "tri_pair5"])
def test_loops_made_for_a_figure_agree_with_the_kernel_of_tables(name: str) -> None:
    figure, row = reference()[name]
    instructions = program(figure)
    counts = [engines.run(engines.LOOPS, instructions, target) for target in instructions.plan.targets]
    assert sum(count for count, _ in counts) * instructions.plan.group.order == row["count_all"]
    if instructions.plan.nodes < 1e5:
        assert counts == [engines.run(engines.TABLE, instructions, target) for target in instructions.plan.targets]


KNOWN = {
    "hexagon:3": (12, 1),
    "hexagon:3:-4": (432, 36),
    "hexagon:3:-9": (312, 26),
    "hexagon:3:6": (0, 0),
    "square:3": (8, 1),
    "square:4": (7040, 220),
    "square:4:pan": (384, 3),
    "square:5:pan": (28800, 36),
    "star:5": (120, 1),
    "star:6": (960, 20),
    "star:7": (1008, 72),
    "star:8:b": (1792, 112),
    "cube:3": (192, 4),
    "polygon:3:3": (24, 4),
    "polygon:4:3": (48, 6),
    "polygon:7:3": (14 * 118, 118),
    "polygon:9:3": (18 * 1540, 1540),
    "latin:4": (576, 4),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_counts_of_built_in_figures(name: str) -> None:
    found = figures.count(name)
    assert (found.count, found.basic) == KNOWN[name]


def test_figures_without_numbers_that_fit_are_impossible() -> None:
    from coset.families.figures.rules import parse, replace

    odd = replace(parse("hexagon:3"), name="", numbers=tuple(range(1, 38, 2)))
    common = replace(odd, targets=(74,) * 15)
    by_line = replace(odd, targets=tuple(2 * 38 - len(line) for line in odd.lines))
    assert figures.count(common).count == 0
    assert figures.count(by_line).count == 12
