"""Fields: what is left in the well between two drops that clear, and which field each piece can make of which.

A field is text, its rows from the top joined by '/'. As an int, bit ``y * width + x`` is the cell in column x from
the left, row y from the bottom. The rules of falling pieces are those of `coset.stacking`; nothing about turns is
entered by hand.
"""

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from coset.cells.grid import only, rows_of, same_width
from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.files import read_text
from coset.stacking import drops as falling

RULES = {"srs": ("srs", "soft"), "tetrio": ("tetrio180", "180"), "hard": ("srs", "hard"), "nokick": ("nokicks", "soft")}
STARTS = {2: "XX..", 3: "XXX.", 4: "XXX./X...", 5: "XXX./XX..", 6: "XXX./XXX.", 7: "...X/X..X/X..X/X..X"}
WIDEST, HIGHEST, MOST_FIELDS = 6, 24, 4000
MIRROR = str.maketrans("SZJL", "ZSLJ")


def field_text(text: str, widest: int = WIDEST) -> str:
    """A field in its one form: full rows gone, no empty row on top.

    >>> field_text("..../x.xX/XXXX")
    'X.XX'
    """
    rows = rows_of(text.replace("x", "X").replace("_", "."))
    width = same_width(rows, ".")
    only(rows, "X.", "'X' filled, '.' free")
    if width > widest:
        raise TooBig("the well is too wide", rows[0], f"at most {widest} columns")
    if len(rows) > HIGHEST:
        raise TooBig(f"the field has {len(rows)} rows", rows[0], f"at most {HIGHEST}")
    rows = [row for row in rows if "." in row]
    while len(rows) > 1 and "X" not in rows[0]:
        rows = rows[1:]
    return "/".join(rows) or "." * width


def width_of(field: str) -> int:
    """How many columns the field has."""
    return len(field.split("/", 1)[0])


def to_cells(field: str) -> int:
    """The field as an int.

    >>> bin(to_cells("X.../.X.."))
    '0b10010'
    """
    from_below = "".join(reversed(field.split("/")))
    return sum(1 << cell for cell, sign in enumerate(from_below) if sign == "X")


def from_cells(cells: int, width: int) -> str:
    """The text of a field; the inverse of `to_cells`.

    >>> from_cells(0b10010, 4)
    'X.../.X..'
    """
    height = max(1, -(-cells.bit_length() // width))
    rows = ["".join(".X"[cells >> (y * width + x) & 1] for x in range(width)) for y in range(height)]
    return "/".join(reversed(rows))


def mirrored(field: str) -> str:
    """The field with left and right changed.

    >>> mirrored("X.../XX..")
    '...X/..XX'
    """
    return "/".join(row[::-1] for row in field.split("/"))


@lru_cache(64)
def rules_of(name: str) -> falling.Rules:
    """The rules by name: one of `RULES`, or `KICKS` or `KICKS,DROP` with a file of kicks, as in `coset.stacking`."""
    if name in RULES:
        return falling.rules(*RULES[name])
    table, _, drop = name.partition(",")
    if not drop and not table.endswith(".properties"):
        raise BadInput("there are no such rules", name, f"{', '.join(RULES)}, or a .properties file of kicks")
    return falling.rules(table, drop or "soft")


@lru_cache(100_000)
def clearing_drops(field: str, piece: str, rules: str) -> dict[str, falling.Drop]:
    """The fields that `piece` can make of `field` by a drop that clears a row, each with the first such drop.

    >>> sorted(clearing_drops("XXX.", "T", "srs"))
    ['...X/..XX']
    """
    width, cells = width_of(field), to_cells(field)
    found: dict[str, falling.Drop] = {}
    for drop in falling.drops(cells, width, piece, rules_of(rules)):
        left, cleared = falling.clear_rows(cells | drop.cells, width)
        if cleared:
            found.setdefault(from_cells(left, width), drop)
    return dict(sorted(found.items(), key=lambda item: order_of(item[0])))


def order_of(field: str) -> tuple[int, str]:
    """The order of fields everywhere: low ones first, then by text ('.' before 'X')."""
    return len(field), field


@dataclass(frozen=True, eq=False)
class Graph:
    """All fields that drops which clear can make of a start field.

    `edges[i][k]` are the numbers of the fields that piece ``PIECES[k]`` can make of field i, ascending.
    """

    rules: str
    start: str
    fields: tuple[str, ...]
    edges: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def width(self) -> int:
        """How many columns the well has."""
        return width_of(self.start)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each field."""
        return {field: i for i, field in enumerate(self.fields)}

    @cached_property
    def mirror(self) -> tuple[int, ...] | None:
        """The number of each field's mirror image, if left and right can be changed in the whole graph; else None."""
        if any(mirrored(field) not in self.number for field in self.fields):
            return None
        image = tuple(self.number[mirrored(field)] for field in self.fields)
        for i, of_field in enumerate(self.edges):
            for k, targets in enumerate(of_field):
                other = self.edges[image[i]][PIECES.index(PIECES[k].translate(MIRROR))]
                if sorted(image[target] for target in targets) != list(other):
                    return None
        return image

    @property
    def size(self) -> int:
        """The number of edges (field, piece, result)."""
        return sum(len(targets) for of_field in self.edges for targets in of_field)

    def table(self) -> dict[str, dict[str, list[str]]]:
        """Field, piece, results, as text: the form in which graphs are compared and stored."""
        return {
            field: {
                p: [self.fields[j] for j in targets] for p, targets in zip(PIECES, of_field, strict=True) if targets
            }
            for field, of_field in zip(self.fields, self.edges, strict=True)
        }

    def json(self) -> dict[str, Any]:
        """The graph with the keys of `coset combo fields --json`."""
        return {
            "rules": self.rules,
            "start": self.start,
            "fields": len(self.fields),
            "edges": self.size,
            "mirror": self.mirror is not None,
            "graph": self.table(),
        }


def from_table(rules: str, start: str, table: dict[str, dict[str, list[str]]]) -> Graph:
    """A graph from its table."""
    fields = tuple(sorted(table, key=order_of))
    number = {field: i for i, field in enumerate(fields)}
    edges = tuple(
        tuple(tuple(sorted(number[target] for target in table[field].get(piece, ()))) for piece in PIECES)
        for field in fields
    )
    return Graph(rules, start, fields, edges)


@lru_cache(64)
def closure(start: str, rules: str = "srs") -> Graph:
    """The graph of a start field under drops that clear.

    >>> graph = closure("XXX.", "srs")
    >>> len(graph.fields), graph.size
    (40, 190)
    """
    table: dict[str, dict[str, list[str]]] = {}
    todo = [start]
    while todo:
        field = todo.pop()
        if field in table:
            continue
        if len(table) >= MOST_FIELDS or field.count("/") >= HIGHEST:
            grown = f"at most {MOST_FIELDS} fields of {HIGHEST} rows; a well of 4 columns gains no cells"
            raise TooBig("too many or too high fields follow from this one", start, grown)
        table[field] = {piece: list(clearing_drops(field, piece, rules)) for piece in PIECES}
        todo += [target for targets in table[field].values() for target in targets]
    return from_table(rules, start, table)


def compare(graph: Graph, name: str) -> list[str]:
    """Where the graph differs from another engine's table: a JSON file, field to piece to results.

    The table may be under "graph". An empty list says that all edges of all fields are the same.
    """
    try:
        table = json.loads(read_text(name))
        table = table.get("graph", table)
        theirs = {(f, p, t) for f, pieces in table.items() for p, targets in pieces.items() for t in targets}
    except (ValueError, AttributeError, TypeError):
        raise BadInput("this is no table of fields", name, 'JSON such as {"XXX.": {"I": ["XXX."]}}') from None
    ours = {(f, p, t) for f, pieces in graph.table().items() for p, targets in pieces.items() for t in targets}
    missing = [f"{f} {p} {t}: only in {name}" for f, p, t in sorted(theirs - ours)]
    return missing + [f"{f} {p} {t}: only by {graph.rules}" for f, p, t in sorted(ours - theirs)]
