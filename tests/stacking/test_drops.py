"""Drops against a step-by-step search, and the field graphs of the 4-wide well that follow from them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coset.cells.pieces import PIECES
from coset.stacking.drops import Rules, clear_rows, drops, rules
from coset.stacking.kicks import HALVES, QUARTERS
from coset.stacking.pieces import ROTATIONS, SHAPES
from tests.shared import table

RULE_SETS = {
    "srs": rules("srs", "soft"),
    "tetrio": rules("tetrio180", "180"),
    "hard": rules("srs", "hard"),
    "nokick": rules("nokicks", "soft"),
}
MORE = [rules("nullpomino180", "180"), rules("jstris180", "180"), rules("srs", "t-soft"), *RULE_SETS.values()]


def resting(field: int, width: int, piece: str, rules: Rules) -> set[frozenset[tuple[int, int]]]:
    """The cells of all resting places, by a search that moves one piece by one step."""
    high = -(-field.bit_length() // width) + 4

    def fits(state: tuple[str, int, int]) -> bool:
        rotation, x, y = state
        cells = [(x + dx, y + dy) for dx, dy in SHAPES[piece, rotation]]
        return all(0 <= cx < width and cy >= 0 and not field >> (cy * width + cx) & 1 for cx, cy in cells)

    def steps(state: tuple[str, int, int]) -> list[tuple[str, int, int]]:
        rotation, x, y = state
        near = [(rotation, x, y - 1)]
        if rules.drop == "hard" or (rules.drop == "t-soft" and piece != "T"):
            return near
        near += [(rotation, x - 1, y), (rotation, x + 1, y)]
        for turn in QUARTERS + (HALVES if rules.drop == "180" else ()):
            if turn[0] == rotation:
                kicked = ((turn[1], x + dx, y + dy) for dx, dy in rules.kicks[piece, turn])
                near += [state for state in kicked if fits(state)][:1]
        return near

    found = {(r, x, high) for r in ROTATIONS for x in range(width) if fits((r, x, high))}
    todo = list(found)
    while todo:
        for state in steps(todo.pop()):
            if state not in found and fits(state) and state[2] <= high + 8:
                found.add(state)
                todo.append(state)
    return {frozenset((x + dx, y + dy) for dx, dy in SHAPES[piece, r]) for r, x, y in found if not fits((r, x, y - 1))}


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, int]:
    width = draw(st.integers(4, 10))
    rows = draw(st.integers(0, 6))
    field = draw(st.integers(0, (1 << width * rows) - 1)) & draw(st.integers(0, (1 << width * rows) - 1))
    return clear_rows(field, width)[0], width


@settings(max_examples=150, deadline=None)
@given(fields(), st.sampled_from(PIECES), st.sampled_from(MORE))
def test_drops_are_what_a_search_step_by_step_finds(well, piece, rules):
    field, width = well
    found = drops(field, width, piece, rules)
    cells = {frozenset((c % width, c // width) for c in range(d.cells.bit_length()) if d.cells >> c & 1) for d in found}
    assert cells == resting(field, width, piece, rules)
    assert len(cells) == len(found)
    assert all(not d.cells & field for d in found)


@pytest.mark.parametrize("case", ["3/srs", "3/tetrio", "3/hard", "3/nokick", "2/srs", "6/srs"])
def test_the_field_graph_of_the_four_wide_well(case):
    known = table("stacking_fields.json")[case]
    start = text_to_field(known["start"])
    graph, todo = {}, [start]
    while todo:
        field = todo.pop()
        if field in graph:
            continue
        graph[field] = {}
        for piece in PIECES:
            after = {clear_rows(field | d.cells, 4) for d in drops(field, 4, piece, RULE_SETS[case.split("/")[1]])}
            graph[field][piece] = {left for left, gone in after if gone}
            todo += graph[field][piece]
    assert len(graph) == known["F"]
    assert sum(len(results) for moves in graph.values() for results in moves.values()) == known["edges"]
    for text, moves in known.get("graph", {}).items():
        mine = {piece: results for piece, results in graph[text_to_field(text)].items() if results}
        assert mine == {piece: {text_to_field(t) for t in texts} for piece, texts in moves.items()}


def text_to_field(text: str) -> int:
    rows = text.split("/")[::-1]
    return sum(1 << (4 * y + x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "X")
