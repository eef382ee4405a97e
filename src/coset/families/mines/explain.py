"""Why a cell is safe or a mine: proofs back to what is on the board, each checkable by itself.

First the crossing of inequalities, run anew from the board as it stands before each step, so that every proof goes back
to clues that a player sees. The engine keeps the parents of each inequality; of the proofs for the same cells, the one
with the fewest derived inequalities is taken. Where crossing stalls: a smallest set of clues that forbid the opposite.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from coset.cells.bits import cells_of
from coset.families.mines import closure, naive
from coset.families.mines.closure import Fact
from coset.families.mines.clues import Clue, clues
from coset.families.mines.rules import Position

CLUE, COMMON, REST, LEFT, BOTH = "clue", "common", "rest", "left", "both"
"""Why a line of a proof is true: it is on the board; it is what two lines say of their common cells, or of those that
only the first has; it is a line less what is known; or two lines say it together of the same cells."""

KINDS = {0: CLUE, 1: CLUE, 2: COMMON, 3: REST, 4: LEFT}


@dataclass(frozen=True, slots=True)
class Line:
    """These cells have at least `lo` and at most `hi` mines, because of the lines `parents` or of a clue."""

    cells: int
    lo: int
    hi: int
    kind: str
    parents: tuple[int, ...] = ()
    clue: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """Cells that are safe, or mines, given what is known before; `proof` ends with them, or `cases` are enough."""

    position: Position
    number: int
    cells: int
    is_mine: bool
    safe: int
    mines: int
    proof: tuple[Line, ...] = ()
    cases: tuple[Clue, ...] = ()

    @property
    def size(self) -> int:
        """How many inequalities had to be derived; by cases, how many clues have to be held together."""
        return len(self.cases) if self.cases else sum(line.kind in (COMMON, REST) for line in self.proof)

    @property
    def where(self) -> str:
        """Where to look: the clues, without saying what follows."""
        names = [clue.name for clue in self.cases] or [line.clue for line in self.proof if line.kind == CLUE]
        return _listed(list(dict.fromkeys(names)))

    @property
    def text(self) -> str:
        """What follows and why, in one sentence."""
        names = _named(self.position, self.cells, 12)
        one = self.cells.bit_count() == 1
        verdict = (
            (f"{names} is a mine" if one else f"{names} are mines")
            if self.is_mine
            else f"{names} {'is' if one else 'are'} safe"
        )
        if self.cases:
            said = _listed([_clue_said(self.position, clue) for clue in self.cases])
            return f"{verdict}, by cases: otherwise no choice of mines fits {said}"
        return f"{verdict}: " + "; ".join(_line_said(self, line) for line in self.proof)

    def json(self) -> dict[str, object]:
        """Plain values; parents are numbers of lines of the same proof, from 0."""
        return {
            "step": self.number,
            "cells": list(cells_of(self.cells)),
            "value": "mine" if self.is_mine else "safe",
            "reason": self.text,
            "proof": [
                {
                    "cells": list(cells_of(line.cells)),
                    "min": line.lo,
                    "max": line.hi,
                    "why": line.kind,
                    "parents": list(line.parents),
                    "clue": line.clue,
                }
                for line in self.proof
            ],
            "cases": [{"clue": c.name, "cells": list(cells_of(c.cells)), "mines": c.mines} for c in self.cases],
        }


def _named(position: Position, cells: int, most: int = 6) -> str:
    names = [position.tiling.names[cell] for cell in cells_of(cells)]
    return _listed(names) if len(names) <= most else f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _count(lo: int, hi: int, cells: int) -> str:
    size = cells.bit_count()
    if lo == hi:
        return "no mine" if hi == 0 else f"{lo} mine{'s' * (lo > 1)}"
    if lo == 0:
        return f"at most {hi} mine{'s' * (hi > 1)}"
    return f"at least {lo} mine{'s' * (lo > 1)}" if hi == size else f"{lo} to {hi} mines"


def _clue_said(position: Position, clue: Clue) -> str:
    return f"{clue.name} ({_count(clue.mines, clue.mines, clue.cells)} in {_named(position, clue.cells)})"


def _line_said(step: Step, line: Line) -> str:
    said = f"{_count(line.lo, line.hi, line.cells)} in {_named(step.position, line.cells)}"
    if line.kind == CLUE:
        return f"{line.clue}: {said}"
    if line.kind in (COMMON, REST):
        return f"so {said}"
    return f"with what is known, {said}" if line.kind == LEFT else f"together, {said}"


def holds(position: Position, step: Step) -> bool:
    """Whether a step follows, looked at by itself: what it takes as known, each line from its parents, and the end."""
    if step.position != position or not step.cells or step.cells & (step.safe | step.mines):
        return False
    if not _known_holds(position, step.safe, step.mines):
        return False
    if step.cases:
        standing = clues(position, step.safe, step.mines)
        return all(clue in standing for clue in step.cases) and all(
            not naive.possible(list(step.cases), 1 << cell, not step.is_mine) for cell in cells_of(step.cells)
        )
    if not step.proof or not all(_line_holds(step, at) for at in range(len(step.proof))):
        return False
    last = step.proof[-1]
    sure = last.lo == last.cells.bit_count() if step.is_mine else last.hi == 0
    return sure and step.cells & ~last.cells == 0


def _known_holds(position: Position, safe: int, mines: int) -> bool:
    if position.revealed & ~safe or safe & mines:
        return False
    if position.mines is not None:
        return not safe & position.mines and not mines & ~position.mines
    start = clues(position, position.revealed, 0)
    return not any(naive.possible(start, 1 << cell, True) for cell in cells_of(safe & ~position.revealed)) and not any(
        naive.possible(start, 1 << cell, False) for cell in cells_of(mines)
    )


def _line_holds(step: Step, at: int) -> bool:
    line = step.proof[at]
    if any(not 0 <= parent < at for parent in line.parents):
        return False
    parents = [step.proof[parent] for parent in line.parents]
    if line.kind == CLUE:
        known = clues(step.position, step.position.revealed, 0) + clues(step.position, step.safe, 0)
        return not parents and any(
            clue.name == line.clue and _less_known(step, line, Line(clue.cells, clue.mines, clue.mines, CLUE))
            for clue in [*known, *clues(step.position, step.safe, step.mines)]
        )
    if line.kind == LEFT:
        return len(parents) == 1 and _less_known(step, line, parents[0])
    if len(parents) != 2:
        return False
    x, y = parents
    if line.kind == BOTH:
        return x.cells == y.cells == line.cells and line.lo <= max(x.lo, y.lo) and line.hi >= min(x.hi, y.hi)
    if not x.cells & y.cells:
        return False
    wanted = x.cells & y.cells if line.kind == COMMON else x.cells & ~y.cells
    return any(
        cells == wanted == line.cells and line.lo <= lo and line.hi >= hi
        for cells, lo, hi in naive.cross(x.cells, (x.lo, x.hi), y.cells, (y.lo, y.hi))
    )


def _less_known(step: Step, line: Line, whole: Line) -> bool:
    """Whether a line is another one less some cells that are known."""
    gone = whole.cells & ~line.cells
    if line.cells & ~whole.cells or gone & ~(step.safe | step.mines):
        return False
    flagged = (gone & step.mines).bit_count()
    size = line.cells.bit_count()
    return line.lo <= min(max(whole.lo - flagged, 0), size) and line.hi >= min(whole.hi - flagged, size)


def _proof(position: Position, log: list[Fact], goal: int) -> tuple[Line, ...]:
    lines: list[Line] = []
    place: dict[int, int] = {}

    def put(line: Line) -> int:
        lines.append(line)
        return len(lines) - 1

    for at in sorted(_ancestors(log, goal)):
        fact = log[at]
        line = Line(fact.cells, fact.lo, fact.hi, KINDS[fact.kind])
        if line.kind == CLUE:
            name = position.hints[fact.first].name if fact.kind == 0 else _number_name(position, fact.first)
            place[at] = put(Line(line.cells, fact.lo, fact.hi, CLUE, (), name))
            continue
        parents = (place[fact.first],) if line.kind == LEFT else (place[fact.first], place[fact.second])
        lo, hi = _own_bounds(log, fact)
        if not _needs_old(log, fact):
            place[at] = put(Line(fact.cells, fact.lo, fact.hi, line.kind, parents))
        else:
            new = put(Line(fact.cells, lo, hi, line.kind, parents))
            place[at] = put(Line(fact.cells, fact.lo, fact.hi, BOTH, (new, place[fact.old])))
    return tuple(lines)


def _number_name(position: Position, cell: int) -> str:
    return f"the {position.shown[cell]} at {position.tiling.names[cell]}"


def _own_bounds(log: list[Fact], fact: Fact) -> tuple[int, int]:
    """The bounds that a line of the log has from its parents alone."""
    if fact.kind in (2, 3):
        x, y = log[fact.first], log[fact.second]
        for cells, lo, hi in naive.cross(x.cells, (x.lo, x.hi), y.cells, (y.lo, y.hi)):
            if cells == fact.cells and (fact.kind == 2) == (cells == x.cells & y.cells):
                return lo, hi
    if fact.kind == 4:
        return min(fact.lo, log[fact.first].lo), log[fact.first].hi
    return fact.lo, fact.hi


def _needs_old(log: list[Fact], fact: Fact) -> bool:
    if fact.old < 0 or fact.kind not in (2, 3):
        return False
    lo, hi = _own_bounds(log, fact)
    return fact.lo > lo or fact.hi < hi


def _ancestors(log: list[Fact], goal: int) -> set[int]:
    found: set[int] = set()
    ahead = [goal]
    while ahead:
        at = ahead.pop()
        if at in found:
            continue
        found.add(at)
        fact = log[at]
        if fact.kind in (2, 3):
            ahead += [fact.first, fact.second] + ([fact.old] if _needs_old(log, fact) else [])
        elif fact.kind == 4:
            ahead.append(fact.first)
    return found


def _candidates(position: Position, safe: int, mines: int, number: int) -> list[Step]:
    """What the engine finds first from the board as it stands, each with its proof."""
    found = closure.follow(position, -1, log=True, safe=safe, mines=mines)
    if not found.found:
        return []
    first_safe, first_mines = found.found[0]
    steps = []
    known = safe | mines
    for at, fact in enumerate(found.log):
        if fact.round >= found.steps[0]:
            break
        is_mine = fact.hi > 0
        if fact.cells & known or (fact.hi and fact.lo != fact.cells.bit_count()):
            continue
        if fact.cells & ~(first_mines if is_mine else first_safe) == 0:
            steps.append(Step(position, number, fact.cells, is_mine, safe, mines, _proof(position, found.log, at)))
    return steps


def easiest(position: Position, safe: int, mines: int, number: int = 1) -> list[Step]:
    """What follows next, the easiest first, each with cells of its own; nothing if nothing follows.

    >>> from coset.families.mines.rules import parse
    >>> easiest(parse("lock:2x2:...*"), 0, 0)[0].text
    'r1c1 and r2c1 are safe: column 1: no mine in r1c1 and r2c1'
    """
    steps = sorted(_candidates(position, safe, mines, number), key=lambda step: (step.size, len(step.proof)))
    chosen: list[Step] = []
    seen = 0
    for step in steps:
        new = step.cells & ~seen
        if new:
            chosen.append(Step(position, number, new, step.is_mine, safe, mines, step.proof))
            seen |= new
    return chosen or _by_cases(position, safe, mines, number)


def _by_cases(position: Position, safe: int, mines: int, number: int) -> list[Step]:
    """All that follows from the smallest set of clues from which anything does."""
    from coset.families.mines.sat import Solver

    standing = clues(position, safe, mines)
    if not standing:
        return []
    with Solver(standing) as solver:
        now_safe, now_mines = solver.forced()
        sets = [solver.reasons(cell, bool(now_mines >> cell & 1)) for cell in cells_of(now_safe | now_mines)]
    if not sets:
        return []
    cases = tuple(standing[clue] for clue in min(sets, key=lambda found: (len(found), found)))
    with Solver(list(cases)) as solver:
        now_safe, now_mines = solver.forced()
    found = [(now_safe, False), (now_mines, True)]
    return [Step(position, number, cells, is_mine, safe, mines, (), cases) for cells, is_mine in found if cells]


def walk(position: Position) -> Iterator[list[Step]]:
    """The steps of a whole solution: what follows from the board at once, again and again."""
    safe, mines, number = position.revealed, 0, 1
    while position.all_cells & ~(safe | mines):
        steps = easiest(position, safe, mines, number)
        if not steps:
            return
        yield steps
        for step in steps:
            safe, mines = (safe, mines | step.cells) if step.is_mine else (safe | step.cells, mines)
        number += 1


def explain(position: Position) -> list[Step]:
    """The steps of a whole solution, one after the other.

    >>> from coset.families.mines.rules import parse
    >>> [step.is_mine for step in explain(parse("lock:2x1:.."))]
    [False]
    """
    return [step for steps in walk(position) for step in steps]
