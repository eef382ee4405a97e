"""Kicks: where a piece may go when it turns. The first that fits wins.

A table maps (piece, "NE") (from rotation N to rotation E) to shifts of the centre, (to the right, upwards), in the
order they are tried. The quarter turns of SRS are differences: each rotation has a list of points, and the kicks of a
turn are the points of the rotation before less those of the rotation after.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from coset.cells.pieces import PIECES
from coset.errors import BadInput
from coset.files import read_text
from coset.stacking.pieces import Offset

Kicks = Mapping[tuple[str, str], tuple[Offset, ...]]

QUARTERS = ("NE", "ES", "SW", "WN", "NW", "WS", "SE", "EN")
HALVES = ("NS", "EW", "SN", "WE")
NUMBER = r"[+-]?\d+"


def shifts(text: str) -> tuple[Offset, ...]:
    """Pairs of numbers as they are written in these tables.

    >>> shifts("0,0 -1,0 -1,+1")
    ((0, 0), (-1, 0), (-1, 1))
    """
    return tuple((int(x), int(y)) for x, y in (pair.split(",") for pair in text.split()))


POINTS = {
    "JLSTZ": {
        "N": shifts("0,0 0,0 0,0 0,0 0,0"),
        "E": shifts("0,0 1,0 1,-1 0,2 1,2"),
        "S": shifts("0,0 0,0 0,0 0,0 0,0"),
        "W": shifts("0,0 -1,0 -1,-1 0,2 -1,2"),
    },
    "I": {
        "N": shifts("0,0 -1,0 2,0 -1,0 2,0"),
        "E": shifts("-1,0 0,0 0,0 0,1 0,-2"),
        "S": shifts("-1,1 1,1 -2,1 1,0 -2,0"),
        "W": shifts("0,1 0,1 0,1 0,-1 0,2"),
    },
    "O": {"N": shifts("0,0"), "E": shifts("0,-1"), "S": shifts("-1,-1"), "W": shifts("-1,0")},
}

SYMMETRIC_I = {
    "NE": shifts("1,0 2,0 -1,0 -1,-1 2,2"),
    "ES": shifts("0,-1 -1,-1 2,-1 -1,1 2,-2"),
    "SW": shifts("-1,0 1,0 -2,0 1,1 -2,-2"),
    "WN": shifts("0,1 1,1 -2,1 1,-1 -2,2"),
    "NW": shifts("0,-1 -1,-1 2,-1 2,-2 -1,1"),
    "WS": shifts("1,0 2,0 -1,0 2,2 -1,-1"),
    "SE": shifts("0,1 -2,1 1,1 -2,2 1,-1"),
    "EN": shifts("-1,0 -2,0 1,0 -2,-2 1,1"),
}

HALF_TURNS = {
    "nullpomino180": {
        "JLSTZ": {
            "NS": shifts("0,0 1,0 2,0 1,-1 2,-1 -1,0 -2,0 -1,-1 -2,-1 0,1 3,0 -3,0"),
            "EW": shifts("0,0 0,-1 0,-2 -1,-1 -1,-2 0,1 0,2 -1,1 -1,2 1,0 0,-3 0,3"),
            "SN": shifts("0,0 -1,0 -2,0 -1,1 -2,1 1,0 2,0 1,1 2,1 0,-1 -3,0 3,0"),
            "WE": shifts("0,0 0,-1 0,-2 1,-1 1,-2 0,1 0,2 1,1 1,2 -1,0 0,-3 0,3"),
        },
        "I": {
            "NS": shifts("1,-1 0,-1 -1,-1 2,-1 3,-1 1,-2"),
            "EW": shifts("-1,-1 -1,-2 -1,-3 -1,0 -1,1 -2,-1"),
            "SN": shifts("-1,1 0,1 1,1 -2,1 -3,1 -1,2"),
            "WE": shifts("1,1 1,0 1,-1 1,2 1,3 2,1"),
        },
    },
    "jstris180": {
        "JLSTZ": {"NS": shifts("0,0 0,1"), "EW": shifts("0,0 1,0"), "SN": shifts("0,0 0,-1"), "WE": shifts("0,0 -1,0")},
        "I": {"NS": shifts("1,-1 1,0"), "EW": shifts("-1,-1 0,-1"), "SN": shifts("-1,1 -1,0"), "WE": shifts("1,1 0,1")},
    },
    "tetrio180": {
        "JLSTZ": {
            "NS": shifts("0,0 0,1 1,1 -1,1 1,0 -1,0"),
            "EW": shifts("0,0 1,0 1,2 1,1 0,2 0,1"),
            "SN": shifts("0,0 0,-1 -1,-1 1,-1 -1,0 1,0"),
            "WE": shifts("0,0 -1,0 -1,2 -1,1 0,2 0,1"),
        },
        "I": {"NS": shifts("1,-1 1,0"), "EW": shifts("-1,-1 0,-1"), "SN": shifts("-1,1 -1,0"), "WE": shifts("1,1 0,1")},
    },
    "nokicks": {
        "JLT": {"NS": shifts("0,0"), "EW": shifts("0,0"), "SN": shifts("0,0"), "WE": shifts("0,0")},
        "SZ": {"NS": shifts("0,1"), "EW": shifts("1,0"), "SN": shifts("0,-1"), "WE": shifts("-1,0")},
        "I": {"NS": shifts("1,0"), "EW": shifts("0,-1"), "SN": shifts("-1,0"), "WE": shifts("0,1")},
    },
}

NAMES = ("srs", "nokicks", "nullpomino180", "jstris180", "tetrio180")


def _between(piece: str, turn: str) -> tuple[Offset, ...]:
    points = next(points for pieces, points in POINTS.items() if piece in pieces)
    return tuple((ax - bx, ay - by) for (ax, ay), (bx, by) in zip(points[turn[0]], points[turn[1]], strict=True))


def _built_in(name: str) -> Kicks:
    table = {(piece, turn): _between(piece, turn) for piece in PIECES for turn in QUARTERS}
    if name == "nokicks":
        table = {key: kicks[:1] for key, kicks in table.items()}
    if name == "tetrio180":
        table |= {("I", turn): kicks for turn, kicks in SYMMETRIC_I.items()}
    if name in HALF_TURNS:
        table |= {("O", turn): _between("O", turn) for turn in HALVES}
        for pieces, turns in HALF_TURNS[name].items():
            table |= {(piece, turn): kicks for piece in pieces for turn, kicks in turns.items()}
    return table


def kicks(name: str) -> Kicks:
    """The kicks of a built-in set (`NAMES`; `srs+` is `tetrio180`), or of a file in solution-finder's format.

    >>> kicks("srs")["T", "NE"]
    ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2))
    """
    known = name.lower().removeprefix("@").removesuffix(".properties")
    known = {"srs+": "tetrio180", "tetrio": "tetrio180", "nokick": "nokicks"}.get(known, known)
    if known in NAMES and not Path(name).is_file():
        return _built_in(known)
    if name != "-" and not name.endswith(".properties") and not Path(name).exists():
        raise BadInput("there are no such kicks", name, f"{', '.join(NAMES)} or a .properties file")
    return parse_kicks(read_text(name))


def parse_kicks(text: str) -> Kicks:
    """A table in solution-finder's format: lines such as `T.NE=(0,0)(-1,0)` or `J.NE=&L.NE`; '@' marks are read over.

    All quarter turns of all pieces must be there; the half turns may be left out, all of them.

    >>> parse_kicks("T.NE=(0,0)(0;1)")
    Traceback (most recent call last):
    coset.errors.BadInput: line 1 has no list of shifts: '(0,0)(0;1)' (such as (0,0)(-1,0) or &L.NE)
    """
    table: dict[tuple[str, str], tuple[Offset, ...]] = {}
    references: dict[tuple[str, str], tuple[int, tuple[str, str]]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line[0] in "#!":
            continue
        name, equals, right = line.partition("=")
        key = _key(name.strip(), number)
        right = re.sub(r"\s|@", "", right)
        if not equals or key in table or key in references:
            what = "has no '='" if not equals else "defines this turn again"
            raise BadInput(f"line {number} {what}", line, "one line a turn, such as T.NE=(0,0)(-1,0)")
        if right.startswith("&"):
            references[key] = (number, _key(right[1:], number))
        elif re.fullmatch(rf"(\({NUMBER},{NUMBER}\))+", right):
            table[key] = shifts(right[1:-1].replace(")(", " "))
        else:
            raise BadInput(f"line {number} has no list of shifts", right, "such as (0,0)(-1,0) or &L.NE")
    return _complete(table, references)


def _key(name: str, number: int) -> tuple[str, str]:
    match = re.fullmatch(r"([IOTSZJL])\.([NESW])([NESW])", name)
    if not match or match[2] == match[3]:
        raise BadInput(f"line {number} names no turn", name, "a piece, a point and two rotations, such as T.NE")
    return match[1], match[2] + match[3]


def _complete(
    table: dict[tuple[str, str], tuple[Offset, ...]], references: dict[tuple[str, str], tuple[int, tuple[str, str]]]
) -> Kicks:
    resolved = dict(table)
    for key, (number, target) in references.items():
        seen = {key}
        while target in references and target not in seen:
            seen.add(target)
            target = references[target][1]
        if target not in table:
            raise BadInput(f"line {number} refers to a turn that is nowhere defined", ".".join(target))
        resolved[key] = table[target]
    needed = QUARTERS + (HALVES if any(turn in HALVES for _, turn in resolved) else ())
    for piece in PIECES:
        for turn in needed:
            if (piece, turn) not in resolved:
                raise BadInput("the kick table lacks a turn", f"{piece}.{turn}", f"add a line {piece}.{turn}=(0,0)")
    return resolved


def has_half_turns(table: Kicks) -> bool:
    """Whether half turns are among the kicks.

    >>> has_half_turns(kicks("srs")), has_half_turns(kicks("tetrio180"))
    (False, True)
    """
    return ("T", "NS") in table
