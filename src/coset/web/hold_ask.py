"""What is asked about a field, as it stands in the address of hold's pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from coset.cells.grid import only, rows_of, same_width
from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.families.hold.picture import filled, without_words
from coset.families.hold.rules import Position, position
from coset.show.drawing import Drawing
from coset.stacking.fumen import decode, is_fumen
from coset.stacking.pieces import SHAPES
from coset.stacking.queues import queues
from coset.web import parts
from coset.web.ask import Ask
from coset.web.html import Html, address, join
from coset.web.pieces import spots, toggled, well
from coset.web.query import Query

EXAMPLE = "XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X"
DROPS = {"soft": "soft drop", "hard": "hard drop only", "180": "with half turns", "t-soft": "only T soft"}
KICKS = {
    "srs": "SRS",
    "tetrio180": "SRS+ (TETR.IO)",
    "jstris180": "Jstris, half turns",
    "nullpomino180": "NullpoMino, half turns",
    "nokicks": "no kicks",
}
SEES = {"": "the whole queue", "0": "no next piece", "1": "1 next piece"}
SEES |= {str(n): f"{n} next pieces" for n in range(2, 7)}
TALLEST, LISTED = 10, 12
MOST_PIECES, MOST_SEEN, MOST_LISTED = 10, 7, 10_000
"""Pieces to clear a field, with limited sight, and queues for a list of solutions."""
MOST_QUEUES = {9: 40_000, 10: 6_000}
"""Queues for a chance where a field needs so many pieces, so that a gigabyte is enough; for fewer pieces FEW."""
FEW, MANY, LOW = 2_000_000, 5_000_000, 4
"""In a field of LOW lines, MANY of those that are searched in portions of the same pieces."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A field (rows from the top), the queues that may come, how pieces move; `see` is empty for the whole queue."""

    rows: tuple[str, ...]
    queue: str
    hold: bool = True
    drop: str = "soft"
    kicks: str = "srs"
    see: str = ""

    @property
    def field(self) -> str:
        """The rows in one line."""
        return "/".join(self.rows)

    @property
    def position(self) -> Position:
        """The question for the library, or BadInput."""
        return position(self.rows, self.queue, hold=self.hold, drop=self.drop, kicks=self.kicks)

    @property
    def flags(self) -> str:
        """What is not as usual, for the command line."""
        flags = "" if self.hold else " --no-hold"
        flags += f" --drop {self.drop}" if self.drop != "soft" else ""
        return flags + (f" --kicks {self.kicks}" if self.kicks != "srs" else "")

    def values(self) -> dict[str, str]:
        """The values of an address; what is usual is left out."""
        return {
            "field": self.field,
            "queue": self.queue,
            "nohold": "" if self.hold else "1",
            "drop": "" if self.drop == "soft" else self.drop,
            "kicks": "" if self.kicks == "srs" else self.kicks,
            "see": self.see,
        }

    def to(self, path: str = "/hold", **more: str | int | None) -> str:
        """The address of a page about this."""
        return address(path, **{**self.values(), **more})


def asked_in(query: Query) -> Asked:
    """What the address asks, with the cells painted in it."""
    rows = rows_in(query.text("field", usual=EXAMPLE, longest=20_000))
    cells = spots(query.text("paint", longest=2000), 10, len(rows))
    rows = toggled(rows, cells, off="_")
    drop = query.choice("drop", list(DROPS))
    kicks = query.choice("kicks", list(KICKS))
    pattern = query.text("queue", usual="*p4", longest=2000).replace("\r", "").replace("\n", ";")
    return Asked(tuple(rows), pattern, not query.yes("nohold"), drop, kicks, query.choice("see", list(SEES)))


def rows_in(text: str) -> list[str]:
    """The rows of a field or of a fumen's first page, from the top; any number of cells may be empty.

    >>> rows_in("..TT....../XXXXXXXXX.")
    ['__XX______', 'XXXXXXXXX_']
    """
    if is_fumen(text):
        rows = [str(row) for row in decode(text)[0].rows]
        while len(rows) > 1 and not rows[0].strip("_"):
            rows.pop(0)
    else:
        rows = rows_of(text)
        if same_width(rows, "_") != 10:
            raise BadInput(f"the rows have {len(rows[0])} cells", rows[0], "a field is 10 wide")
        only(rows, "_.Xx" + PIECES + PIECES.lower(), "'_' or '.' empty, 'X' or a piece filled")
    if len(rows) > TALLEST:
        raise TooBig(f"the field has {len(rows)} rows", right=f"a page shows up to {TALLEST}")
    return ["".join("_" if sign in "_." else "X" for sign in row) for row in rows]


def board(asked: Asked) -> Html:
    """The field, to be drawn in, with rows to add and take away."""

    def link(cell: Any) -> dict[str, str]:
        return {"href": asked.to(paint=cell.name)}

    def with_rows(rows: Sequence[str]) -> str:
        return replace(asked, rows=tuple(rows)).to()

    tall = len(asked.rows)
    heights = [
        parts.link("Add a row", with_rows(["_" * 10, *asked.rows]) if tall < TALLEST else None, id="more"),
        parts.link("Remove the top row", with_rows(asked.rows[1:]) if tall > 1 else None, id="fewer"),
        parts.link("Empty it", with_rows(["_" * 10] * tall), id="empty"),
    ]
    drawn = well(asked.rows, f"the field, {parts.count(tall, 'row')} to clear")
    painted = parts.board(drawn, link, scale=54, paint=asked.to() + "&paint=")
    return join(painted, parts.PAINT, parts.bar(*heights, label="Rows"))


def rules(asked: Asked) -> Html:
    """Queues and rules, to be changed."""
    queue = parts.field("Queues", "queue", asked.queue, HINT, wide=True)
    picks = [
        parts.link(words, replace(asked, queue=pattern).to(), current=pattern == asked.queue)
        for pattern, words in _usual(asked).items()
    ]
    return parts.panel(
        "Pieces",
        parts.bar(*picks, label="Usual queues"),
        parts.form(
            "/hold",
            queue,
            parts.choose("Drop", "drop", DROPS, asked.drop),
            parts.choose("Kicks", "kicks", KICKS, asked.kicks),
            parts.choose("Seen", "see", SEES, asked.see),
            parts.tick("without hold", "nohold", not asked.hold),
            keep={"field": asked.field},
        ),
        id="rules",
    )


HINT = "TIO: these pieces; *: any; *p4: four of a bag; [TI]p2: two of these; *,T: one after the other; ';' between: or"


def _usual(asked: Asked) -> dict[str, str]:
    """Queues that suit the field: as many pieces of a bag as it needs, and more to choose from."""
    pieces = sum(row.count("_") for row in asked.rows) // 4
    counts = sorted({min(count, 7) for count in (pieces, pieces + 1, 7) if count})
    words = {f"*p{count}": parts.count(count, "piece") + " of a bag" for count in counts}
    two_bags = {"*p7,*p1": "a bag and one of the next"} if pieces == 8 else {"*p7,TIO": "a bag, then T, I and O"}
    return words | {"*p7": "a whole bag"} if pieces <= 7 else two_bags


@dataclass(frozen=True, slots=True)
class Chance:
    """How many queues clear the field, of how many; with the whole queue in sight `works` says which."""

    success: int
    total: int
    works: Any = None


def small(asked: Asked, pieces: int, most: int) -> Position:
    """The question for the library; TooBig if it needs more pieces, or has more queues, than a page can go through."""
    given = asked.position
    if given.pieces > pieces:
        right = f"up to {pieces} are small enough for this here; fill some cells, or ask in a shell"
        raise TooBig(f"the field needs {given.pieces} pieces", asked.field, right)
    total = queues(given.pattern, given.seen).total
    if total > most:
        right = f"up to {most:,} are few enough for this here; narrow them, or ask in a shell"
        raise TooBig(f"there are {total:,} queues", asked.queue, right)
    return given


def chance(asked: Asked, ask: Ask) -> Chance:
    """How many queues clear it; BadInput or TooBig where that can't be asked."""
    from coset.families.hold.portions import in_portions
    from coset.families.hold.solve import seeing, works

    if asked.see:
        given = small(asked, MOST_SEEN, FEW)
        return Chance(*ask(seeing, given, int(asked.see)))
    given = asked.position
    low = len(asked.rows) <= LOW and in_portions(given, queues(given.pattern, given.seen))
    given = small(asked, MOST_PIECES, MANY if low else MOST_QUEUES.get(given.pieces, FEW))
    found = ask(works, given)
    return Chance(found.success, found.queues.total, found)


def branches(found: Chance, prefix: str) -> dict[str, tuple[int, int]]:
    """The pieces that may come after these, each with how many queues clear it, and of how many."""
    every, state, start = found.works.queues, 0, 0
    for piece in prefix:
        start += every.first[state][PIECES.index(piece)]
        state = every.after[state][PIECES.index(piece)]
        if state < 0:
            raise BadInput("no queue begins so", prefix, "follow the links of the page")
    known = {}
    for kind, piece in enumerate(PIECES):
        then = every.after[state][kind]
        if then >= 0:
            first = start + every.first[state][kind]
            known[piece] = (found.works.between(first, first + every.count[then]), every.count[then])
    return known


def failures(given: Position, most: int) -> list[Any]:
    """The first queues that fail, each with the reason."""
    from coset.families.hold.solve import failure, works

    found = works(given)
    return [failure(given, found.queues.nth(number)) for number in islice(found.failing(), most)]


def ways(asked: Asked, ask: Ask) -> Any:
    """The solutions; TooBig where they are too many to go through here."""
    from coset.families.hold.paths import path

    return ask(path, small(asked, MOST_PIECES, MOST_LISTED), minimal=False)


def still(rows: Sequence[str], title: str, lit: Iterable[tuple[int, int]] = ()) -> Drawing:
    """A field as one picture; `lit` are cells (column, row from the bottom)."""
    return without_words(filled(tuple(rows), title, frozenset(lit)))


def step_of(asked: Asked, solution: Any, piece: int) -> Drawing:
    """The field when a piece (from 1) of a solution has come to rest, the piece lit; 0 is the beginning."""
    if piece == 0:
        return still(asked.rows, "the field")
    page = decode(solution.fumen)[piece]
    assert page.placed is not None
    placed, tall = page.placed, len(asked.rows)
    rows = [list(row) for row in page.rows[-tall:]]
    rows = [["_"] * 10 for _ in range(tall - len(rows))] + rows
    cells = [(placed.x + dx, placed.y + dy) for dx, dy in SHAPES[placed.piece, placed.rotation]]
    for x, y in cells:
        rows[tall - 1 - y][x] = placed.piece
    return still(["".join(row) for row in rows], f"the field with piece {piece}, {placed.piece}", cells)
