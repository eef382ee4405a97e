"""All solutions of a field, which queues each serves, and as few of them as serve all queues."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from coset.cells.bits import cells_of
from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.families.hold.cover import smallest_cover
from coset.families.hold.rules import WIDTH, Position, position
from coset.families.hold.solve import Field, works
from coset.stacking.drops import Rules, clear_rows, drops
from coset.stacking.drops import rules as drop_rules
from coset.stacking.fumen import Page, Placed, encode
from coset.stacking.queues import Queues, queues

Progress = Callable[[float, float | None], None]
Part = tuple[str, frozenset[tuple[int, int]]]
"""A piece and its cells (column, row from the bottom, in the field before anything clears)."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to fill the field: its rows with the letters of the pieces, an order that works, and the queues it
    serves as bits."""

    rows: tuple[str, ...]
    order: str
    fumen: str
    serves: int
    parts: tuple[Part, ...]

    @property
    def count(self) -> int:
        """How many queues it serves."""
        return self.serves.bit_count()

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {"rows": list(self.rows), "order": self.order, "fumen": self.fumen, "queues": self.count}

    def _repr_svg_(self) -> str:
        from coset.families.hold.picture import filled
        from coset.show.svg import svg

        return svg(filled(self.rows, f"{self.order}: {self.count} queues"))


@dataclass(frozen=True, slots=True)
class Paths:
    """All solutions, most queues first; the numbers of a smallest choice of them; queues by the piece that is left
    over.

    Every choice has at least `needed` solutions: if that is the length of `minimal`, none is smaller.
    """

    position: Position
    queues: Queues
    success: int
    unique: tuple[Solution, ...]
    minimal: tuple[int, ...]
    needed: int
    saved: dict[str, int]

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "success": self.success,
            "total": self.queues.total,
            "unique": len(self.unique),
            "minimal": [number + 1 for number in self.minimal],
            "needed": self.needed,
            "solutions": [solution.json() for solution in self.unique],
            "saved": self.saved,
        }

    def __repr__(self) -> str:
        return f"<{len(self.unique)} solutions, {len(self.minimal)} of them serve all {self.success} queues that work>"


def path(
    field: Field,
    queue: str | None = None,
    *,
    height: int | None = None,
    hold: bool | None = None,
    drop: str | None = None,
    kicks: str | None = None,
    save: str = "",
    minimal: bool = True,
    progress: Progress | None = None,
) -> Paths:
    """All distinct solutions, each with the queues that it serves, and a smallest set of them that serves every
    queue that works.

    `save` names pieces ("T", "TI"): how many queues can be cleared with that piece left over.

    >>> path("XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X", "*p4")
    <18 solutions, 16 of them serve all 514 queues that work>
    """
    given = position(field, queue, height=height, hold=hold, drop=drop, kicks=kicks)
    every = queues(given.pattern, given.seen)
    if save and given.seen == given.pieces:
        raise BadInput("no piece is left over", save, f"with hold and a queue of {given.pieces + 1} pieces one is")
    if any(piece not in PIECES for piece in save.upper()):
        raise BadInput("there is no such piece", save, "pieces IOTSZJL")
    solutions = _solutions(given, every, progress)
    chosen, needed = smallest_cover([solution.serves for solution in solutions]) if minimal else ([], 0)
    together = 0
    for solution in solutions:
        together |= solution.serves
    saved = {piece: works(given, saved=piece).success for piece in save.upper()}
    return Paths(given, every, together.bit_count(), tuple(solutions), tuple(chosen), needed, saved)


def _solutions(given: Position, every: Queues, progress: Progress | None) -> list[Solution]:
    from coset.families.hold import engine
    from coset.kernels.watch import watched

    rows, rules = given.standing[::-1], drop_rules(given.kicks, given.drop)
    ask = engine.question(rows, rules, every, fixed=True)
    bit, _ = engine.numbered(rows, True)
    cell_of = {b: (at % WIDTH, at // WIDTH) for at, b in enumerate(bit) if b >= 0}
    memory = engine.Memory(given.pieces + 1, engine.widest(every), 5)
    watch = np.zeros(8, np.int64)
    found = []
    gaps = engine.gaps(ask)
    every_packing = watched(
        lambda watch: engine.packings(ask, gaps, given.pieces, watch), progress and (lambda done: progress(done, None))
    )
    for done, chosen in enumerate(every_packing):
        if progress is not None:
            progress(done, len(every_packing))
        small = engine.only(ask, gaps, chosen)
        memory.forget()
        bits = np.packbits(engine.working(small, memory, every, given.hold, watch), bitorder="little")
        serves = int.from_bytes(bits.tobytes(), "little")
        if serves:
            parts = tuple(_part(ask, n, cell_of) for n in chosen)
            found.append(_solution(given, rules, every, parts, serves))
    return sorted(found, key=lambda solution: (-solution.count, solution.rows))


def _part(ask: Any, number: int, cell_of: dict[int, tuple[int, int]]) -> Part:
    from coset.families.hold import kernel as k

    cells = int(ask[ask[k.TILE] + 2 * number]) & (1 << 64) - 1
    return PIECES[int(ask[ask[k.TILE] + 2 * number + 1])], frozenset(cell_of[b] for b in cells_of(cells))


def _solution(given: Position, rules: Rules, every: Queues, parts: tuple[Part, ...], serves: int) -> Solution:
    rows = given.standing
    letters = {cell: piece for piece, cells in parts for cell in cells}
    high = len(rows)
    drawn = tuple(
        "".join(letters.get((x, high - 1 - y), sign) for x, sign in enumerate(row)) for y, row in enumerate(rows)
    )
    steps = _fields(given, rules, parts)
    order = "".join(placed.piece for placed, _, _ in steps)
    pages = [Page(drawn, comment=f"{order}, {serves.bit_count()} of {every.total} queues", lock=False)]
    pages += [Page(_as_rows(field, left), placed=placed) for placed, field, left in steps]
    return Solution(drawn, order, encode(pages), serves, parts)


def _as_rows(field: int, high: int) -> tuple[str, ...]:
    return tuple(
        "".join("X" if field >> (y * WIDTH + x) & 1 else "_" for x in range(WIDTH)) for y in range(high - 1, -1, -1)
    )


def _fields(given: Position, rules: Rules, parts: tuple[Part, ...]) -> list[tuple[Placed, int, int]]:
    """The placements in an order that works, each with the field and its height before it."""
    rows = given.standing[::-1]
    field = sum(1 << (y * WIDTH + x) for y, row in enumerate(rows) for x in range(WIDTH) if row[x] != "_")

    def go(field: int, origin: tuple[int, ...], left: tuple[Part, ...]) -> list[tuple[Placed, int, int]] | None:
        if not left:
            return []
        for number, (piece, cells) in enumerate(left):
            if not all(y in origin for _, y in cells):
                continue
            wanted = sum(1 << (origin.index(y) * WIDTH + x) for x, y in cells)
            drop = next((drop for drop in drops(field, WIDTH, piece, rules) if drop.cells == wanted), None)
            if drop is None:
                continue
            after, _ = clear_rows(field | wanted, WIDTH)
            row = (1 << WIDTH) - 1
            standing = tuple(o for y, o in enumerate(origin) if (field | wanted) >> y * WIDTH & row != row)
            rest = go(after, standing, left[:number] + left[number + 1 :])
            if rest is not None:
                return [(Placed(piece, drop.rotation, drop.x, drop.y), field, len(origin)), *rest]
        return None

    steps = go(field, tuple(range(len(rows))), parts)
    if steps is None:
        raise AssertionError("a solution that can't be replayed")
    return steps
