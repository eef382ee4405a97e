"""The exact chance of a mine in each hidden cell, every choice of mines that fits being as likely as any other.

Cells that are in the same clues are alike and make a *box*: only how many mines it has matters. Boxes that no chain of
clues joins are independent but for the whole number of mines. So each *component* is counted by itself, by number of
mines: box by box, with what the open clues still want as the state. The components, and the cells that no clue touches,
are then put together by multiplying polynomials.

A polynomial in the number of mines is one int, its coefficients side by side in `wide` bits: a shift adds a mine.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any

from coset.cells.bits import cells_of, mask_of
from coset.errors import BadInput, TooBig
from coset.families.mines.clues import Clue, clues
from coset.families.mines.rules import Position
from coset.show.drawing import Drawing

MOST_STATES = 200_000
"""States at once after which a position is called too entangled; positions of the game have some hundreds."""

States = dict[int, int]


@dataclass(frozen=True)
class Odds:
    """The number of choices of mines that fit, and the chance of a mine in each hidden cell."""

    position: Position
    solutions: int
    odds: dict[int, Fraction]

    @property
    def best(self) -> list[int]:
        """The hidden cells with the least chance of a mine."""
        least = min(self.odds.values(), default=None)
        return [cell for cell, chance in self.odds.items() if chance == least]

    def json(self) -> dict[str, Any]:
        """Plain values; chances as fractions."""
        return {
            "solutions": self.solutions,
            "odds": {str(cell): f"{c.numerator}/{c.denominator}" for cell, c in self.odds.items()},
        }

    def picture(self) -> Drawing:
        """The position with the chances in percent."""
        from coset.families.mines.picture import chances

        return chances(self.position, self.odds)

    def _repr_svg_(self) -> str:
        from coset.show.svg import svg

        return svg(self.picture())


@dataclass(frozen=True)
class _Part:
    """A component: its boxes in their order, and by number of mines the ways, and those times a box's mines."""

    boxes: list[int]
    ways: list[int]
    shares: list[list[int]]


def odds(given: Position | str) -> Odds:
    """The chances of a position, or of a level at its start.

    >>> chances = odds("4x4:3:1###/####/####/####")
    >>> chances.solutions, str(chances.odds[1]), str(chances.odds[2])
    (198, '1/3', '1/6')
    """
    from coset.families.mines.solve import board

    position = board(given)
    standing = clues(position, position.revealed, 0)
    if not standing:
        return Odds(position, 1, {})
    whole = standing[0]
    near, safe, mines = _settled(standing[1:])
    free = whole.cells & ~(safe | mines)
    parts = [_count(boxes, wanted) for boxes, wanted in _components(near, free)]
    touched = mask_of(cell for part in parts for box in part.boxes for cell in cells_of(box))
    sea = free & ~touched
    left = whole.mines - mines.bit_count()
    size = sea.bit_count()
    sea_ways = [comb(size, number) for number in range(min(size, max(left, 0)) + 1)]
    every = [part.ways for part in parts] + [sea_ways]
    total = _coefficient(reduce(_times, every), left)
    if total == 0:
        raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
    found = {cell: Fraction(0) for cell in cells_of(safe)} | {cell: Fraction(1) for cell in cells_of(mines)}
    others = _all_but_one(every)
    for part, rest in zip(parts, others, strict=False):
        for box, share in zip(part.boxes, part.shares, strict=True):
            chance = Fraction(_dot(share, rest, left), total * box.bit_count())
            found |= dict.fromkeys(cells_of(box), chance)
    if size:
        wet = [number * ways for number, ways in enumerate(sea_ways)]
        found |= dict.fromkeys(cells_of(sea), Fraction(_dot(wet, others[-1], left), total * size))
    return Odds(position, total, dict(sorted(found.items())))


def _settled(near: list[Clue]) -> tuple[list[tuple[int, int]], int, int]:
    """The clues after what single clues and pairs with one inside the other settle, and the cells settled."""
    wanted = {(clue.cells, clue.mines) for clue in near}
    safe = mines = 0
    while True:
        now_safe = reduce(int.__or__, (cells for cells, number in wanted if number == 0), 0)
        now_mines = reduce(int.__or__, (cells for cells, number in wanted if number == cells.bit_count()), 0)
        if now_safe & now_mines:
            raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
        if not now_safe | now_mines:
            return sorted(wanted), safe, mines
        safe, mines = safe | now_safe, mines | now_mines
        known = safe | mines
        wanted = {(cells & ~known, number - (cells & now_mines).bit_count()) for cells, number in wanted}
        if any(not 0 <= number <= cells.bit_count() for cells, number in wanted):
            raise BadInput("the hints contradict each other", None, "no choice of mines fits them all")
        wanted = {clue for clue in wanted if clue[0]}


def _components(near: list[tuple[int, int]], free: int) -> list[tuple[list[int], list[tuple[int, int]]]]:
    """Boxes and clues that hang together."""
    groups: list[tuple[int, list[tuple[int, int]]]] = []
    for clue in near:
        apart = [group for group in groups if not group[0] & clue[0]]
        joined = [group for group in groups if group[0] & clue[0]]
        cells = reduce(int.__or__, (group[0] for group in joined), clue[0])
        groups = [*apart, (cells, [clue, *(other for group in joined for other in group[1])])]
    return [(_boxes(wanted), wanted) for _, wanted in groups]


def _boxes(wanted: list[tuple[int, int]]) -> list[int]:
    """The sets of alike cells, in an order that keeps few clues open: next the box that opens least and closes most."""
    member: dict[int, int] = {}
    for number, (cells, _) in enumerate(wanted):
        for cell in cells_of(cells):
            member[cell] = member.get(cell, 0) | 1 << number
    boxes: dict[int, int] = {}
    for cell, own in member.items():
        boxes[own] = boxes.get(own, 0) | 1 << cell
    left = [sum(own >> number & 1 for own in boxes) for number in range(len(wanted))]
    age = [0] * len(wanted)
    ordered: list[int] = []
    opened = 0
    while boxes:

        def cost(own: int, opened: int = opened) -> tuple[int, int, int]:
            new = (own & ~opened).bit_count()
            closing = sum(left[number] == 1 for number in cells_of(own))
            oldest = min((age[number] for number in cells_of(own & opened)), default=len(wanted))
            return new - closing, oldest, own

        touching = [own for own in boxes if own & opened] or list(boxes)
        best = min(touching, key=cost)
        ordered.append(boxes.pop(best))
        for number in cells_of(best):
            left[number] -= 1
            age[number] = age[number] or len(ordered)
        opened = mask_of(number for number in cells_of(opened | best) if left[number])
    return ordered


def _count(boxes: list[int], wanted: list[tuple[int, int]]) -> _Part:
    """The ways of a component by number of mines, and what each box has of them."""
    cells = reduce(int.__or__, boxes)
    wide = cells.bit_count() + 8  # no coefficient, not even times the mines of a box, is as great as 2 ** wide
    bits = max(number for _, number in wanted).bit_length() + 1
    # A state is what each clue still wants, `bits` bits a clue; a box's mines are taken from all its clues at once.
    start = sum(number << bits * at for at, (_, number) in enumerate(wanted))
    moves = []
    for box in boxes:
        own = [at for at, (clue, _) in enumerate(wanted) if clue & box]
        unit = sum(1 << bits * at for at in own)
        fields = [(bits * at, (1 << bits) - 1, _room(boxes, box, wanted[at][0])) for at in own]
        moves.append((unit, fields, [comb(box.bit_count(), number) for number in range(box.bit_count() + 1)]))
    layers = [{start: 1}]
    for unit, fields, ways in moves:
        layers.append(_forward(layers[-1], unit, fields, ways, wide))
        if len(layers[-1]) > MOST_STATES:
            raise TooBig(
                f"the clues are too entangled, more than {MOST_STATES:,} states", None, "fewer clues that overlap"
            )
    final = layers[-1].get(0, 0)
    shares, after = [], {0: 1}
    for (unit, _, ways), before in zip(reversed(moves), reversed(layers[:-1]), strict=True):
        after, share = _backward(before, after, unit, ways, wide)
        shares.append(_unpacked(share, wide))
    return _Part(boxes, _unpacked(final, wide), shares[::-1])


def _room(boxes: list[int], box: int, clue: int) -> int:
    """The cells of a clue in the boxes after this one."""
    later = boxes[boxes.index(box) + 1 :]
    return sum((other & clue).bit_count() for other in later)


def _forward(layer: States, unit: int, fields: list[tuple[int, int, int]], ways: list[int], wide: int) -> States:
    """The states after a box: as many mines as its clues want at most, and as the rest of them needs at least."""
    after: States = {}
    for state, count in layer.items():
        wants = [(state >> at & mask, room) for at, mask, room in fields]
        most = min(len(ways) - 1, *[want for want, _ in wants])
        least = max(0, *[want - room for want, room in wants])
        for number in range(least, most + 1):
            key = state - unit * number
            more = count * ways[number] << wide * number
            after[key] = after[key] + more if key in after else more
    return after


def _backward(before: States, after: States, unit: int, ways: list[int], wide: int) -> tuple[States, int]:
    """The ways to the end from each state before a box, and the ways in all times the box's mines."""
    found: States = {}
    share = 0
    for state, count in before.items():
        ahead = wet = 0
        for number, way in enumerate(ways):
            rest = after.get(state - unit * number)
            if rest is not None:
                more = rest * way << wide * number
                ahead += more
                wet += more * number
        if ahead:
            found[state] = ahead
            share += count * wet
    return found, share


def _unpacked(polynomial: int, wide: int) -> list[int]:
    """The coefficients of a polynomial in one int, from that of no mine on."""
    mask, found = (1 << wide) - 1, []
    while polynomial:
        found.append(polynomial & mask)
        polynomial >>= wide
    return found


def _times(first: list[int], second: list[int]) -> list[int]:
    if not first or not second:
        return []
    wide = (max(first).bit_length() + max(second).bit_length() + len(first).bit_length()) + 1
    packed = [sum(number << wide * at for at, number in enumerate(numbers)) for numbers in (first, second)]
    return _unpacked(packed[0] * packed[1], wide)


def _coefficient(polynomial: list[int], at: int) -> int:
    return polynomial[at] if 0 <= at < len(polynomial) else 0


def _dot(first: list[int], second: list[int], degree: int) -> int:
    """The coefficient of this degree in the product."""
    return sum(number * _coefficient(second, degree - at) for at, number in enumerate(first) if number)


def _all_but_one(every: list[list[int]]) -> list[list[int]]:
    """For each polynomial, the product of all others."""
    before, after = [[1]], [[1]]
    for polynomial in every[:-1]:
        before.append(_times(before[-1], polynomial))
    for polynomial in every[:0:-1]:
        after.append(_times(after[-1], polynomial))
    return [_times(first, second) for first, second in zip(before, reversed(after), strict=True)]
