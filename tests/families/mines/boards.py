"""What the tests of mines share: reference tables in one form, and real levels where they are at hand."""

from functools import cache
from typing import Any

from coset.families.mines import puz, rules
from tests import shared

Graded = tuple[str, int, bool | None, list[int]]


@cache
def graded() -> list[Graded]:
    """Boards with the allowed inexact rounds, whether they are solved, and the rounds of their steps."""
    found: list[Any] = shared.table("mines.json")
    if isinstance(found, list):
        return [tuple(row) for row in found]  # type: ignore[misc]
    return [
        (
            f"lock:{grid['w']}x{grid['w']}:{grid['compressed']}",
            grid["max_inexact"],
            None if "steps_canon" in grid else grid["solved"],
            grid.get("steps_canon", grid["steps"]),
        )
        for grid in found["grids"]
    ]


@cache
def chances() -> list[tuple[str, int, dict[str, str]]]:
    """Positions with the number of their solutions and the chance of a mine in each hidden cell."""
    found: list[Any] = shared.table("mines_odds.json")
    if isinstance(found[0], list):
        return [(board, int(number), odds) for board, number, odds in found]
    return [
        (f"{row['W']}x{row['H']}:{row['M']}:{'/'.join(row['rows'])}", int(row["solutions"]), row["prob"])
        for row in found
    ]


@cache
def real() -> list[tuple[str, puz.Level]]:
    """The real levels with their names, none if they are not at hand."""
    return [(path.name, puz.read(path.read_text())) for path in shared.files("puzzles/tametsi", "*.puz")]


def own() -> list[rules.Position]:
    """Levels of our own: locks, hexagons, colours, secrets, and a tiling that only a file can tell."""
    return [rules.parse(text) for text in OWN]


OWN = (
    "lock:6x6:.*...*.*****?*.*..**..?..?.?....?***",
    "lock:7x5:.*?*..*.**.*?*......?*??..*.?..*..*",
    "hexlock:6x5:*.*.*?.?..***.*?.....*.****...",
    "hexes:6x5:.*..*.?.??.?....*o.*.......*.*:ggg-g-rgrggg-rggbbb-rr-br-rg--",
    "sweep:8x6:.*.......*.*..*...*....*o......*..*....*.*.....*",
    "lock:6x6:*.*..*.*..*..**?*?*.*...**.....?**..",
)
