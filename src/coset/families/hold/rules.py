"""A field to be cleared, the queues that may come, and how pieces move.

The height of a field is the number of lines that must clear; each piece lies wholly in the rows that remain, and
rests on something. Full lines clear first. An ID is `hold:ROWS:QUEUE`, rows from the top, then what is not as usual:
`no-hold`, a drop, kicks.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from coset.cells import grid
from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.stacking.drops import MODES
from coset.stacking.drops import rules as drop_rules
from coset.stacking.fumen import decode, is_fumen
from coset.stacking.kicks import NAMES
from coset.stacking.queues import Pattern, pattern

WIDTH = 10
TALLEST = 24
MOST_PIECES = 16

EXAMPLES = (
    "hold:XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X:*p4",
    "hold:XX______XX/XX______XX:*p3",
    "hold:XXXXXXX___/XXXXXXXX_X/XXXXXX____:[TLJ]!:hard",
    "hold:XXXXXX____/XXXXXX____:LJO:no-hold",
    "hold:XX____XXXX/XX____XXXX/XXX_XXXXXX/XX__XXXXXX/XXX_XXXXXX:[TLOI]p4:180:nullpomino180",
)


@dataclass(frozen=True, slots=True)
class Position:
    """Rows from the top, `_` empty and `X` filled; a pattern of queues; whether there is hold; a drop; the name of
    the kicks."""

    rows: tuple[str, ...]
    queue: str
    hold: bool = True
    drop: str = "soft"
    kicks: str = "srs"

    @property
    def standing(self) -> tuple[str, ...]:
        """The rows that aren't full, from the top."""
        return tuple(row for row in self.rows if "_" in row)

    @property
    def pieces(self) -> int:
        """How many pieces clear the field."""
        return "".join(self.rows).count("_") // 4

    @property
    def pattern(self) -> Pattern:
        """The queue, read."""
        return pattern(self.queue)

    @property
    def seen(self) -> int:
        """How many pieces of a queue can matter: those that are placed, and with hold one more, if there is one."""
        return min(self.pattern.length, self.pieces + self.hold)


def position(
    field: "str | list[str] | tuple[str, ...] | Position",
    queue: str | None = None,
    *,
    height: int | None = None,
    hold: bool | None = None,
    drop: str | None = None,
    kicks: str | None = None,
) -> Position:
    """A position from rows, an ID, a fumen or a position; what is given besides goes before what the ID says.

    >>> position("XXXXXX____/XXXXXX____", "LJO", hold=False).pieces
    2
    """
    if isinstance(field, Position):
        found = field
    else:
        found = _read(field if isinstance(field, str) else "/".join(field), queue, height)
    if queue is not None:
        found = replace(found, queue=pattern(queue).text)
    if hold is not None:
        found = replace(found, hold=hold)
    drop, kicks = drop or found.drop, kicks or found.kicks
    known = kicks.lower().removeprefix("@")
    known = {"srs+": "tetrio180", "tetrio": "tetrio180", "nokick": "nokicks"}.get(known, known)
    kicks = known if known in NAMES else kicks
    return _checked(replace(found, drop=drop_rules(kicks, drop).drop, kicks=kicks))


def parse(text: str) -> Position:
    """A position from its ID, from the rows of a field, or from a fumen.

    >>> parse("XXXXXX____/XXXXXX____:LJO:no-hold").hold
    False
    """
    return position(text)


def format(position: Position) -> str:
    """The ID of a position.

    >>> format(parse("hold:XXXXXX____/XXXXXX____:LJO:no-hold"))
    'hold:XXXXXX____/XXXXXX____:L,J,O:no-hold'
    """
    words = ["hold", "/".join(position.rows), position.queue]
    words += [] if position.hold else ["no-hold"]
    words += [] if position.drop == "soft" else [position.drop]
    words += [] if position.kicks == "srs" else [position.kicks]
    return ":".join(words)


def _read(text: str, queue: str | None, height: int | None) -> Position:
    text = text.strip().removeprefix("hold:")
    if len(text) > 100_000:
        raise TooBig("the position is too long", text, "a field of at most 24 rows, and a queue")
    if is_fumen(text):
        text = re.sub(r"^.*?(?=v1\d\d@)", "", text, flags=re.DOTALL)
    field, *words = text.split(":")
    rows = _rows_of_fumen(field) if is_fumen(field) else _rows(field)
    rows = _high(rows, height)
    words = [word for word in words if word]
    hold, drop, kicks = True, "soft", "srs"
    queues = []
    for word in words:
        if word in ("no-hold", "hold"):
            hold = word == "hold"
        elif word in MODES:
            drop = word
        elif word in NAMES or word.endswith(".properties"):
            kicks = word
        else:
            queues.append(word)
    if len(queues) > 1:
        raise BadInput("an ID has one queue", queues[1], "hold:ROWS:QUEUE, then no-hold, a drop or kicks")
    need = "".join(rows).count("_") // 4 + hold
    usual = ",".join(["*p7"] * max(1, -(-need // 7)))
    return Position(
        rows, queue if queue is not None else pattern(queues[0] if queues else usual).text, hold, drop, kicks
    )


def _rows(text: str) -> tuple[str, ...]:
    lines = [re.sub(r"(^|\s)#.*", "", line) for line in text.splitlines()]
    rows = grid.rows_of("\n".join(lines))
    height = None
    if rows and re.fullmatch(r"[0-9]{1,4}", rows[0]):
        height, rows = int(rows[0]), rows[1:]
    grid.same_width(rows, "_")
    grid.only(rows, "_.X" + PIECES + "x" + PIECES.lower(), "'_' or '.' empty, 'X' or a piece filled")
    if len(rows[0]) != WIDTH:
        raise BadInput(f"the rows have {len(rows[0])} cells", rows[0], "a field is 10 wide")
    return _high(tuple("".join("_" if sign in "_." else "X" for sign in row) for row in rows), height)


def _rows_of_fumen(text: str) -> tuple[str, ...]:
    rows = list(decode(text)[0].rows)
    while len(rows) > 1 and rows[0] == "_" * WIDTH:
        rows.pop(0)
    return tuple("".join("_" if sign == "_" else "X" for sign in row) for row in rows)


def _high(rows: tuple[str, ...], height: int | None) -> tuple[str, ...]:
    if len(rows) > TALLEST:
        raise TooBig(f"the field has {len(rows)} rows", None, f"at most {TALLEST}")
    if height is None:
        return rows
    if not 1 <= height <= TALLEST:
        raise BadInput("the height is out of range", height, f"1 to {TALLEST} lines")
    if height < len(rows):
        raise BadInput(
            f"the height is {height}, but the field has {len(rows)} rows",
            rows[0],
            "leave out rows or give their number",
        )
    return ("_" * WIDTH,) * (height - len(rows)) + rows


def _checked(position: Position) -> Position:
    empty = "".join(position.rows).count("_")
    if empty == 0:
        raise BadInput("the field has no empty cells", "/".join(position.rows), "there is nothing to clear")
    if empty % 4:
        raise BadInput(f"the field has {empty} empty cells", "/".join(position.rows), "pieces fill a multiple of 4")
    if position.pieces > MOST_PIECES:
        raise TooBig(f"the field needs {position.pieces} pieces", None, f"at most {MOST_PIECES} are in reach")
    if position.pattern.length < position.pieces:
        what = f"the queues have {position.pattern.length} pieces, the field needs {position.pieces}"
        raise BadInput(what, position.queue, "a longer queue, such as *p7")
    return position


def sample(rng: random.Random) -> Position:
    """A small random position.

    >>> sample(random.Random(1)).pieces <= 3
    True
    """
    drop, kicks = rng.choice(
        [("soft", "srs"), ("hard", "srs"), ("180", "tetrio180"), ("soft", "nokicks"), ("t-soft", "srs")]
    )
    while True:
        width, height = rng.randint(2, 5), rng.randint(1, 4)
        left = rng.randint(0, WIDTH - width)
        inside = ["".join(rng.choice("___X") for _ in range(width)) for _ in range(height)]
        rows = tuple("X" * left + row + "X" * (WIDTH - left - width) for row in inside)
        empty = "".join(rows).count("_")
        if empty and empty % 4 == 0 and empty <= 12:
            break
    need = empty // 4 + rng.randint(0, 1)
    among = "".join(rng.sample(PIECES, rng.randint(max(need, 2), 4)))
    queue = rng.choice(
        [
            f"[{among}]p{need}",
            ",".join([f"[{among}]"] * need),
            ";".join("".join(rng.choices(among, k=need)) for _ in range(5)),
        ]
    )
    return position(rows, queue, hold=rng.random() < 0.7, drop=drop, kicks=kicks)


def images(position: Position) -> Iterator[Position]:
    """Positions that must have the same answer: with a full row more, and, with hold, the two first pieces the other
    way round."""
    yield replace(position, rows=("X" * WIDTH, *position.rows))
    yield replace(position, rows=(*position.rows, "X" * WIDTH))
    lines = position.pattern.lines
    if position.hold and all(line[0][1] == line[1][1] == 1 for line in lines if len(line) > 1) and len(lines[0]) > 1:
        turned = tuple((line[1], line[0], *line[2:]) for line in lines)
        yield replace(position, queue=Pattern(turned).text)
