"""The second level of logic: all that follows from all clues together, by a SAT solver (CaDiCaL, in python-sat).

The first level is incomplete: in {B, D} = 1, {B, C} = 1, {A, C, D} = 1 crossing finds nothing, but one choice fits.
Each clue is a cardinality constraint, written by totalizers, behind a switch of its own. So one solver both finds what
follows and says from which clues: with some switches on, the clues behind them alone must forbid the opposite.
"""

from types import TracebackType
from typing import Any

from coset.cells.bits import cells_of, mask_of
from coset.errors import BadInput
from coset.families.mines.clues import Clue

MOST_TRIES = 300
"""Smallest sets of clues are looked for so many times at most; after that, one from which no clue can be left out."""

PATIENCE = 100
"""Conflicts before a choice that fits one more clue is given up: where rows and columns count the same mines, such a
question may be easy for a person who counts and out of reach for resolution."""


class Solver:
    """The clues on the board in a SAT solver; close it, or use it in a `with`."""

    def __init__(self, clues: list[Clue]) -> None:
        from pysat.card import CardEnc, EncType
        from pysat.solvers import Cadical195

        self.clauses: list[list[int]] = []
        self.clues = clues
        cells = sorted(set().union(*(cells_of(clue.cells) for clue in clues)))
        self.variable = {cell: number for number, cell in enumerate(cells, 1)}
        top = len(cells) + len(clues)
        self.switch = list(range(len(cells) + 1, top + 1))
        self.solver: Any = Cadical195()
        for clue, switch in zip(clues, self.switch, strict=True):
            literals = [self.variable[cell] for cell in cells_of(clue.cells)]
            encoded = CardEnc.equals(literals, clue.mines, top_id=top, encoding=EncType.totalizer)
            top = max(top, encoded.nv)
            for clause in encoded.clauses:
                self.clauses.append([*clause, -switch])
        self.solver.append_formula(self.clauses)
        self.top = top

    def __enter__(self) -> "Solver":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.solver.delete()

    def solution(self) -> int:
        """The mines of one choice that fits all clues."""
        if not self.solver.solve(assumptions=self.switch):
            raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
        return self._mines()

    def _mines(self, solver: Any = None) -> int:
        model = (solver or self.solver).get_model()
        return mask_of(cell for cell, variable in self.variable.items() if model[variable - 1] > 0)

    def forced(self) -> tuple[int, int]:
        """The cells that are safe in all choices of mines that fit, and those that are mines in all.

        Each question is whether any cell can be otherwise than it was in all models so far, so each answer
        either ends the search or strikes cells out.
        """
        mines = self.solution()
        cells = mask_of(self.variable)
        safe = cells & ~mines
        while safe | mines:
            self.top += 1
            other = [self.variable[cell] for cell in cells_of(safe)] + [
                -self.variable[cell] for cell in cells_of(mines)
            ]
            self.solver.add_clause([-self.top, *other])
            found = self.solver.solve(assumptions=[*self.switch, self.top])
            model = self._mines() if found else 0
            self.solver.add_clause([-self.top])
            if not found:
                break
            safe, mines = safe & ~model, mines & model
        return safe, mines

    def other(self, mines: int) -> int | None:
        """A choice of mines that fits all clues and is not this one, if there is any."""
        self.top += 1
        flips = [-variable if mines >> cell & 1 else variable for cell, variable in self.variable.items()]
        self.solver.add_clause([-self.top, *flips])
        return self._mines() if self.solver.solve(assumptions=[*self.switch, self.top]) else None

    def reasons(self, cell: int, is_mine: bool) -> list[int]:
        """A smallest set of clues, by their numbers, from which it follows that this cell is a mine, or is safe.

        A set of clues is enough if the opposite doesn't fit it. One that is not enough fits some choice of mines; any
        set that is enough has a clue which that choice breaks. So: take a smallest set that hits these, and look.
        """
        from pysat.examples.hitman import Hitman
        from pysat.solvers import Glucose4

        opposite = -self.variable[cell] if is_mine else self.variable[cell]
        with Hitman(htype="sorted", solver="g4") as hitting, Glucose4(bootstrap_with=self.clauses) as patient:
            for _ in range(MOST_TRIES):
                chosen = hitting.get() or []
                if not patient.solve(assumptions=[opposite, *(self.switch[clue] for clue in chosen)]):
                    return sorted(chosen)
                hitting.hit(self._broken(patient, opposite))
        return self._irreducible(opposite)

    def _broken(self, solver: Any, opposite: int) -> list[int]:
        """The clues that a choice breaks; it is made to fit more of them first, as few broken ones say most."""
        broken = self._unfit(self._mines(solver))
        for clue in list(broken):
            if clue in broken:
                fit = [self.switch[other] for other in range(len(self.clues)) if other not in broken]
                solver.conf_budget(PATIENCE)
                if solver.solve_limited(assumptions=[opposite, self.switch[clue], *fit]):
                    broken = self._unfit(self._mines(solver))
        return broken

    def _unfit(self, mines: int) -> list[int]:
        return [n for n, clue in enumerate(self.clues) if (clue.cells & mines).bit_count() != clue.mines]

    def _irreducible(self, opposite: int) -> list[int]:
        kept = list(range(len(self.clues)))
        for clue in sorted(kept, key=lambda clue: -self.clues[clue].cells.bit_count()):
            fewer = [other for other in kept if other != clue]
            if not self.solver.solve(assumptions=[opposite, *(self.switch[other] for other in fewer)]):
                kept = fewer
        return kept
