"""Drops: all places where a piece can come to rest.

A piece starts anywhere above the field, in any rotation. One set of bits holds all centres at which a rotation fits,
and the search moves whole sets: a step to the left is a shift of the set, a turn is a shift for each kick.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from coset.cells.bits import cells_of
from coset.errors import BadInput
from coset.stacking.kicks import HALVES, QUARTERS, Kicks, has_half_turns, kicks
from coset.stacking.pieces import ROTATIONS, SHAPES, cells_at

MODES = ("soft", "hard", "180", "t-soft")


@dataclass(frozen=True, eq=False)
class Rules:
    """How pieces move: `kicks` is a table, `drop` one of `MODES`.

    soft: left, right, down, quarter turns. hard: straight down. 180: soft with half turns.
    t-soft: T as in soft, others as in hard.
    """

    kicks: Kicks
    drop: str = "soft"

    @cached_property
    def headroom(self) -> int:
        """Rows of centres to look at above a field.

        A centre above the field can always get there and stays above when it turns, but for a kick at the ceiling of
        what is looked at; so the ceiling is one kick down and one kick up and a piece away from the field.
        """
        return 3 + 2 * max(abs(dy) for shifts in self.kicks.values() for _, dy in shifts)


@dataclass(frozen=True, slots=True)
class Drop:
    """A piece at rest: its centre is at (x, y), its cells are bits of the field."""

    piece: str
    rotation: str
    x: int
    y: int
    cells: int


def rules(kick_set: str = "srs", drop: str = "soft") -> Rules:
    """The rules by name of the kicks and of the drop; `softdrop` and `harddrop` are read too.

    >>> rules("srs", "hard").drop
    'hard'
    >>> rules("srs", "180")
    Traceback (most recent call last):
    coset.errors.BadInput: these kicks have no half turns: 'srs' (nullpomino180, jstris180, tetrio180 or nokicks)
    """
    words = {
        "softdrop": "soft",
        "harddrop": "hard",
        "t-softdrop": "t-soft",
        "tsoftdrop": "t-soft",
        "rotation180": "180",
    }
    mode = words.get(drop.lower(), drop.lower())
    if mode not in MODES:
        raise BadInput("there is no such drop", drop, ", ".join(MODES[:-1]) + f" or {MODES[-1]}")
    table = kicks(kick_set)
    if mode == "180" and not has_half_turns(table):
        raise BadInput("these kicks have no half turns", kick_set, "nullpomino180, jstris180, tetrio180 or nokicks")
    return Rules(table, mode)


class _Space:
    """A well of some size: `shift` moves sets of cells in it."""

    def __init__(self, width: int, rows: int) -> None:
        self.width, self.rows = width, rows
        self.whole = (1 << width * rows) - 1
        self.keep: dict[int, int] = {}

    def shift(self, cells: int, dx: int, dy: int) -> int:
        """The set moved; what leaves the well is lost."""
        if dx not in self.keep:
            row = sum(1 << x for x in range(self.width) if 0 <= x + dx < self.width)
            self.keep[dx] = sum(row << y * self.width for y in range(self.rows))
        by = dy * self.width + dx
        cells &= self.keep[dx]
        return (cells << by if by >= 0 else cells >> -by) & self.whole


@cache
def _space(width: int, rows: int) -> _Space:
    return _Space(width, rows)


def _fits(space: _Space, field: int, piece: str, rotation: str) -> int:
    """The centres at which the piece is inside and on free cells."""
    free = fits = space.whole & ~field
    for dx, dy in SHAPES[piece, rotation]:
        fits &= space.shift(free, -dx, -dy)
    return fits


def _turn(space: _Space, reached: int, fits: int, kicks: tuple[tuple[int, int], ...]) -> int:
    """Where the centres of `reached` go when they turn: each by the first kick that fits."""
    result, left = 0, reached
    for dx, dy in kicks:
        moved = space.shift(left, dx, dy) & fits
        result |= moved
        left &= ~space.shift(moved, -dx, -dy)
        if not left:
            break
    return result


def _reach(space: _Space, fits: dict[str, int], start: dict[str, int], piece: str, rules: Rules) -> dict[str, int]:
    free = rules.drop != "hard" and (rules.drop != "t-soft" or piece == "T")
    turns = (QUARTERS + (HALVES if rules.drop == "180" else ())) if free else ()
    reached = dict(start)
    todo = set(ROTATIONS)
    while todo:
        rotation = todo.pop()
        here, before = reached[rotation], 0
        while here != before:
            before = here
            near = space.shift(here, 0, -1)
            if free:
                near |= space.shift(here, -1, 0) | space.shift(here, 1, 0)
            here |= near & fits[rotation]
        reached[rotation] = here
        for turn in turns:
            if turn[0] == rotation:
                into = turn[1]
                new = _turn(space, here, fits[into], rules.kicks[piece, turn]) & ~reached[into]
                if new:
                    reached[into] |= new
                    todo.add(into)
    return reached


def drops(field: int, width: int, piece: str, rules: Rules) -> list[Drop]:
    """All places where `piece` can come to rest, one for each set of cells (of equal cells, the first of N, E, S, W).

    Equivalent to a search over (rotation, x, y), step by step (tests hold it to that).

    >>> [(d.rotation, d.x, d.y) for d in drops(0, 4, "O", rules())]
    [('N', 0, 0), ('N', 1, 0), ('N', 2, 0)]
    """
    height = -(-field.bit_length() // width)
    space = _space(width, height + 2 + rules.headroom)
    above = space.whole & ~((1 << (height + 2) * width) - 1)
    fits = {rotation: _fits(space, field, piece, rotation) for rotation in ROTATIONS}
    start = {rotation: fits[rotation] & above for rotation in ROTATIONS}
    reached = _reach(space, fits, start, piece, rules)
    found: dict[int, Drop] = {}
    for rotation in ROTATIONS:
        resting = reached[rotation] & ~(fits[rotation] << width)
        for centre in cells_of(resting):
            y, x = divmod(centre, width)
            cells = cells_at(piece, rotation, x, y, width)
            found.setdefault(cells, Drop(piece, rotation, x, y, cells))
    return list(found.values())


def full_rows(field: int, width: int) -> Iterator[int]:
    """The numbers of the full rows, from the bottom.

    >>> list(full_rows(0b11_01_11, 2))
    [0, 2]
    """
    row = (1 << width) - 1
    for y in range(-(-field.bit_length() // width)):
        if field >> y * width & row == row:
            yield y


def clear_rows(field: int, width: int) -> tuple[int, int]:
    """The field without its full rows, and how many there were.

    >>> clear_rows(0b11_01_11, 2)
    (1, 2)
    """
    gone = list(full_rows(field, width))
    for y in reversed(gone):
        field = field & ((1 << y * width) - 1) | field >> (y + 1) * width << y * width
    return field, len(gone)
