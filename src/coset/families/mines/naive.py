"""The engine of inequalities straight from its definition, and deduction by looking at every solution.

An inequality says that a set of cells has at least `lo` and at most `hi` mines. The map of inequalities keeps the order
in which they came. A *round*, which the compiled engine repeats exactly:

1. The numbers of newly revealed cells are added.
2. Pairs are crossed and only exact results (lo = hi) kept: those with a *fresh* left side if any, else all.
3. If the number of inequalities changed, the inexact ones go and the allowance of inexact rounds is whole again. If
   not, and it is used up, the engine stops; else pairs are crossed again, and inexact results are kept as well.
4. All trivial inequalities are applied at once, and those they touch are replaced by what is left of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from coset.cells.bits import cells_of, mask_of
from coset.errors import BadInput
from coset.families.mines.clues import Clue, clues
from coset.families.mines.rules import NOTHING, Position

BIG, BUSY = 9, 3
"""A pair is not crossed if one of the two has more than BIG cells and more than BUSY mines at least."""

Bounds = tuple[int, int]


@dataclass
class Followed:
    """What the engine found: the rounds of each step, and their letters (E exact, I inexact, * something followed)."""

    solved: bool
    steps: list[int]
    rounds: str
    safe: int
    mines: int


@dataclass
class _State:
    known: dict[int, Bounds] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    added: int = 0

    def add(self, cells: int, lo: int, hi: int) -> None:
        before = self.known.get(cells)
        if before is not None:
            lo, hi = max(lo, before[0]), min(hi, before[1])
        if lo > hi:
            raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
        if before != (lo, hi):
            self.known[cells] = (lo, hi)
            self.fresh.add(cells)
            self.added += 1


def cross(x: int, x_bounds: Bounds, y: int, y_bounds: Bounds) -> Iterator[tuple[int, int, int]]:
    """What two overlapping inequalities say about their common cells and about the rest of each.

    >>> list(cross(0b0111, (1, 1), 0b0110, (1, 1)))
    [(6, 1, 1), (1, 0, 0)]
    """
    (x_lo, x_hi), (y_lo, y_hi) = x_bounds, y_bounds
    both, only_x, only_y = x & y, x & ~y, y & ~x
    lo = max(0, x_lo - only_x.bit_count(), y_lo - only_y.bit_count())
    hi = min(both.bit_count(), x_hi, y_hi)
    yield both, lo, hi
    for cells, own_lo, own_hi in ((only_x, x_lo, x_hi), (only_y, y_lo, y_hi)):
        if cells:
            yield cells, max(0, own_lo - hi), min(cells.bit_count(), max(0, own_hi - lo))


def _sweep(state: _State, left: list[int], exact: bool) -> int:
    """Cross each of `left` with all; how much the number of inequalities changed."""
    before = len(state.known)
    left = sorted(left, key=int.bit_count)
    right = sorted(state.known, key=int.bit_count)
    for x in left:
        for y in right:
            if y <= x or not x & y:
                continue
            x_bounds, y_bounds = state.known[x], state.known[y]
            if (x.bit_count() > BIG and x_bounds[0] > BUSY) or (y.bit_count() > BIG and y_bounds[0] > BUSY):
                continue
            for cells, lo, hi in cross(x, x_bounds, y, y_bounds):
                if lo == hi or not exact:
                    state.add(cells, lo, hi)
    return len(state.known) - before


def _reduce(state: _State, safe: int, mines: int) -> int:
    """Replace each inequality that new knowledge touches, the largest first."""
    before = len(state.known)
    for cells in sorted((c for c in state.known if c & (safe | mines)), key=lambda c: -c.bit_count()):
        lo, hi = state.known.pop(cells)
        left, flagged = cells & ~(safe | mines), (cells & mines).bit_count()
        if left:
            count = left.bit_count()
            state.add(left, min(max(lo - flagged, 0), count), min(hi - flagged, count))
        elif not lo <= flagged <= hi:
            raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
    return abs(len(state.known) - before)


def follow(position: Position, inexact: int = 1) -> Followed:
    """Run the engine with so many inexact rounds in a row allowed (-1: any number).

    >>> from coset.families.mines.rules import parse
    >>> follow(parse("lock:3x2:.*?*..")).steps
    [1, 2]
    """
    state = _State()
    safe, mines = position.revealed, 0
    for hint in position.hints:
        if hint.cells & ~safe:
            state.add(hint.cells & ~safe, hint.mines, hint.mines)
    new, allowed, counter, change = safe, inexact, 0, 1
    steps: list[int] = []
    letters = ""
    while state.known and (change or state.added):
        change, state.added = 0, 0
        state.fresh = set()
        change += _reveal(state, position, new, safe | mines, mines)
        new = 0
        grown = _sweep(state, [c for c in state.known if c in state.fresh] or list(state.known), exact=True)
        change += grown
        if grown:
            state.fresh = set()
        counter += 1
        letters += "E" if change else "I"
        if change:
            allowed = inexact
            state.known = {cells: bounds for cells, bounds in state.known.items() if bounds[0] == bounds[1]}
        elif allowed == 0:
            break
        else:
            allowed -= 1
            change += _sweep(state, [c for c in state.known if c in state.fresh] or list(state.known), exact=False)
        found_safe, found_mines = _trivial(state)
        if found_safe | found_mines:
            steps.append(counter)
            counter = 0
            letters += "*"
            safe, mines, new = safe | found_safe, mines | found_mines, found_safe
            change += _reduce(state, found_safe, found_mines)
    if counter and state.known:
        steps.append(counter)
    return Followed(not state.known, steps, letters, safe, mines)


def _reveal(state: _State, position: Position, new: int, known: int, mines: int) -> int:
    before = len(state.known)
    for cell in cells_of(new):
        around = position.tiling.around[cell]
        if position.shown[cell] != NOTHING and around & ~known:
            number = position.shown[cell] - (around & mines).bit_count()
            state.add(around & ~known, number, number)
    return len(state.known) - before


def _trivial(state: _State) -> tuple[int, int]:
    safe = mines = 0
    for cells, (lo, hi) in state.known.items():
        if hi == 0:
            safe |= cells
        elif lo == cells.bit_count():
            mines |= cells
    if safe & mines:
        raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
    return safe, mines


def possible(clues: list[Clue], cells: int, is_mine: bool) -> bool:
    """Whether some choice of mines fits all clues and has all these cells alike.

    >>> possible([Clue("", 0b11, 1)], 0b11, is_mine=True)
    False
    """
    return _fitting([(clue.cells, clue.mines) for clue in clues], *((0, cells) if is_mine else (cells, 0))) is not None


def _fitting(wanted: list[tuple[int, int]], safe: int, mines: int) -> int | None:
    """Mines that fit, depth first: what is forced by one clue alone, then a cell of the smallest clue either way."""
    if safe & mines:
        return None
    left: list[tuple[int, int]] = []
    for cells, number in wanted:
        rest, count = cells & ~(safe | mines), number - (cells & mines).bit_count()
        if not 0 <= count <= rest.bit_count():
            return None
        if rest:
            left.append((rest, count))
    for rest, count in left:
        if count in (0, rest.bit_count()):
            found = _fitting(left, 0, rest) if count else _fitting(left, rest, 0)
            return None if found is None else found | mines
    if not left:
        return mines
    cell = min(left, key=lambda clue: clue[0].bit_count())[0]
    cell &= -cell
    found = _fitting(left, 0, cell)
    if found is None:
        found = _fitting(left, cell, 0)
    return None if found is None else found | mines


def answer(position: Position) -> dict[str, Any]:
    """How far certainty goes: whether all cells follow from what is on the board, step by step, and how many of each.

    A cell follows if no choice of mines that fits all clues has it otherwise. What follows is revealed, and shows more.

    >>> from coset.families.mines.rules import parse
    >>> answer(parse("lock:2x2:.*.."))
    {'solved': True, 'safe': 3, 'mines': 1}
    """
    safe, mines = position.revealed, 0
    while True:
        unknown = position.all_cells & ~(safe | mines)
        never, always = certain([(clue.cells, clue.mines) for clue in clues(position, safe, mines)], unknown)
        if not never | always:
            return {"solved": not unknown, "safe": safe.bit_count(), "mines": mines.bit_count()}
        safe |= never
        mines |= always


def certain(wanted: list[tuple[int, int]], cells: int) -> tuple[int, int]:
    """Of these cells, those that no fitting choice of mines has as a mine, and those that all have.

    >>> certain([(0b11, 1), (0b110, 2)], 0b111)
    (1, 6)
    """
    first = _fitting(wanted, 0, 0)
    if first is None:
        raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
    free = mask_of(cell for cell in cells_of(cells) if not any(clue >> cell & 1 for clue, _ in wanted))
    never, always = cells & ~first & ~free, cells & first & ~free
    for cell in cells_of(never | always):
        one = 1 << cell
        if one & never or one & always:
            other = _fitting(wanted, 0, one) if one & never else _fitting(wanted, one, 0)
            if other is not None:
                never, always = never & ~other, always & other
    return never, always
