"""Tametsi's `.puz` files: levels as XML.

A level is kept as the tree of its elements, so that what the game needs and logic does not (highlights, rotations)
is written back as it was. Counts are not stored: they follow from the mines.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape

from coset.cells.bits import cells_of
from coset.errors import BadInput, TooBig, quote
from coset.families.mines.rules import COLOURS, LARGEST, Colour, Position, format, level
from coset.families.mines.tilings import SHAPES, SQUARE, Line, Point, Tiling

LONGEST = 16 * 2**20
"""The longest file that is read, in bytes."""
MOST_ELEMENTS = 64 * LARGEST
DEEPEST = 20


class Element(NamedTuple):
    """One XML element: its name, its text without blanks around, and what is in it."""

    tag: str
    text: str
    inside: tuple["Element", ...]

    def all(self, tag: str) -> list["Element"]:
        """The elements of this name directly inside."""
        return [element for element in self.inside if element.tag == tag]

    def get(self, tag: str, default: str = "") -> str:
        """The text of the first element of this name directly inside."""
        return next((element.text for element in self.inside if element.tag == tag), default)


@dataclass(frozen=True)
class Level:
    """A file: its elements, and the board that they describe."""

    root: Element
    position: Position

    @property
    def title(self) -> str:
        """The title that the game shows."""
        return self.root.get("TITLE")


def read(text: str) -> Level:
    """The level of a `.puz` file.

    >>> read("<PUZZLE></PUZZLE>")
    Traceback (most recent call last):
    coset.errors.BadInput: the level has no cells (a GRAPH with at least one NODE)
    """
    root = _tree(text)
    if root.tag != "PUZZLE":
        raise BadInput("this is no Tametsi level, its outermost element is another", root.tag, "<PUZZLE>")
    if not re.fullmatch(r"\w*", root.get("ID"), re.ASCII):
        raise BadInput("the level's ID has other signs than letters, digits and '_'", root.get("ID"), "such as YTest14")
    return Level(root, _position(root))


def _tree(text: str) -> Element:
    """The elements of an XML text; no declared entities, and not without end."""
    if len(text) > LONGEST:
        raise TooBig(f"the level has {len(text)} characters", None, f"at most {LONGEST}")
    stack: list[tuple[str, list[str], list[Element]]] = [("", [], [])]
    counts = {"": 0, "NODE": 0}

    def start(tag: str, _attributes: object) -> None:
        counts[""] += 1
        counts["NODE"] += tag == "NODE"
        if counts["NODE"] > LARGEST:
            raise TooBig(f"the level has more than {LARGEST} cells", None, f"at most {LARGEST}")
        if counts[""] > MOST_ELEMENTS or len(stack) > DEEPEST:
            raise TooBig("the level has too many elements, or too deep ones", None, "what the game's editor writes")
        stack.append((tag, [], []))

    def end(tag: str) -> None:
        _, parts, inside = stack.pop()
        stack[-1][2].append(Element(tag, "".join(parts).strip(), tuple(inside)))

    def words(text: str) -> None:
        stack[-1][1].append(text)

    def refuse(name: str, *_: object) -> None:
        raise BadInput("the level declares entities of its own, which no level needs", name, "plain XML")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = words
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as failure:
        what = f"the level is cut off or no XML, line {failure.lineno}, column {failure.offset + 1}"
        raise BadInput(f"{what}: {expat.ErrorString(failure.code)}", None, "a whole <PUZZLE> element") from None
    return stack[0][2][0]


def _numbers(text: str, whose: str, kind: type[int] | type[float] = float) -> list[float]:
    try:
        found = [kind(part) for part in text.split(",")] if text else []
    except ValueError:
        found = [float("nan")]
    if any(not abs(number) < 1e9 for number in found):
        raise BadInput(f"{whose} has no list of numbers", text, "numbers with commas between them")
    return found


def _point(text: str, whose: str) -> Point:
    numbers = _numbers(text, whose)
    if len(numbers) != 2:
        raise BadInput(f"{whose} is no place", text, "x,y")
    return numbers[0], numbers[1]


def _true(element: Element, tag: str, whose: str) -> bool:
    text = element.get(tag, "false").lower()
    if text not in ("true", "false"):
        raise BadInput(f"{tag} of {whose} is neither true nor false", element.get(tag), "true or false")
    return text == "true"


def _cells(element: Element, tag: str, whose: str, index: dict[int, int]) -> int:
    text = element.get(tag)
    found = 0
    for number in _numbers(text, f"{tag} of {whose}", int):
        if number not in index:
            raise BadInput(f"{tag} of {whose} names cell {number}, which is not there", text, "the ID of a NODE")
        found |= 1 << index[int(number)]
    return found


def _index(nodes: list[Element]) -> dict[int, int]:
    """The cell of each ID: cells are in the order of their IDs."""
    ids = []
    for place, node in enumerate(nodes, 1):
        if not re.fullmatch(r"[0-9]{1,9}", node.get("ID"), re.ASCII):
            raise BadInput(f"node {place} has no number as its ID", node.get("ID"), "0, 1, 2, ...")
        ids.append(int(node.get("ID")))
    twice = next((name for place, name in enumerate(ids) if name in ids[:place]), None)
    if twice is not None:
        raise BadInput("two nodes have the same ID", twice, "an ID of its own for each")
    return {name: cell for cell, name in enumerate(sorted(ids))}


def _position(root: Element) -> Position:
    nodes = [node for graph in root.all("GRAPH") for node in graph.all("NODE")]
    if not nodes:
        raise BadInput("the level has no cells", None, "a GRAPH with at least one NODE")
    index = _index(nodes)
    nodes = sorted(nodes, key=lambda node: int(node.get("ID")))
    mines = secret = revealed = 0
    for cell, node in enumerate(nodes):
        whose = f"node {node.get('ID')}"
        mines |= _true(node, "HAS_MINE", whose) << cell
        secret |= _true(node, "SECRET", whose) << cell
        revealed |= _true(node, "REVEALED", whose) << cell
        if mines & revealed:
            raise BadInput(f"{whose} has a mine and is revealed", None, "one of the two")
    colours = _colours(root, index)
    return level(_tiling(root, nodes, index), mines, secret, revealed, colours)


def _colours(root: Element, index: dict[int, int]) -> tuple[Colour, ...]:
    found: list[Colour] = []
    for number, hint in enumerate((h for part in root.all("HINT_LIST") for h in part.all("HINT")), 1):
        whose = f"hint {number}"
        colour = Colour(hint.get("COLOR").upper(), _cells(hint, "IDS", whose, index), _true(hint, "IS_DARK", whose))
        if colour.name not in COLOURS:
            raise BadInput(f"{whose} has no colour of the game", hint.get("COLOR"), ", ".join(COLOURS))
        if not colour.cells:
            raise BadInput(f"{whose} has no cells", hint.get("IDS"), "IDs of nodes")
        for other in found:
            if other.cells & colour.cells:
                cell = next(cells_of(other.cells & colour.cells))
                raise BadInput(f"cell {cell} has two colours", f"{other.name} and {colour.name}", "one colour a cell")
        found.append(colour)
    return tuple(found)


def _tiling(root: Element, nodes: list[Element], index: dict[int, int]) -> Tiling:
    around, at, corners = [], [], []
    for cell, node in enumerate(nodes):
        whose = f"node {node.get('ID')}"
        around.append(_cells(node, "EDGES", whose, index))
        if around[cell] >> cell & 1:
            raise BadInput(f"{whose} is its own neighbour", node.get("EDGES"), "the IDs of other nodes")
        at.append(_point(node.get("POS"), f"POS of {whose}"))
        points = _numbers(next((poly.get("POINTS") for poly in node.all("POLY")), ""), f"POINTS of {whose}")
        outline = tuple(zip(points[::2], points[1::2], strict=False))
        corners.append(outline if len(outline) > 2 and len(points) % 2 == 0 else SQUARE)
    lines = []
    for number, hint in enumerate((h for p in root.all("COLUMN_HINT_LIST") for h in p.all("COLUMN_HINT")), 1):
        whose = f"column hint {number}"
        cells = _cells(hint, "IDS", whose, index)
        if not cells:
            raise BadInput(f"{whose} has no cells", hint.get("IDS"), "IDs of nodes")
        lines.append(
            Line(f"line {number}", cells, _point(hint.get("TEXT_LOCATION", "0,0"), f"TEXT_LOCATION of {whose}"))
        )
    names = tuple(f"#{cell}" for cell in range(len(nodes)))
    found = Tiling("", tuple(around), tuple(lines), tuple(at), tuple(corners), names)
    return _named(found) or found


def _named(found: Tiling) -> Tiling | None:
    """The tiling of an ID with the same cells, places and lines, if there is one."""
    width = sum(y == found.at[0][1] for _, y in found.at)
    height = found.size // width
    if width * height != found.size:
        return None
    for shape in SHAPES.values():
        known = shape(width, height)
        same_lines = [line.cells for line in known.lines] == [line.cells for line in found.lines]
        if known.around == found.around and known.at == found.at and same_lines:
            return known
    return None


def write(level: Level) -> str:
    """The text of a level; reading and writing it again gives the same text.

    >>> from coset.families.mines.rules import parse
    >>> text = write(from_position(parse("lock:2x1:.*")))
    >>> write(read(text)) == text
    True
    """
    lines: list[str] = []

    def put(element: Element, depth: int) -> None:
        pad, words = "  " * depth, escape(element.text)
        if element.inside:
            lines.append(f"{pad}<{element.tag}>{words}")
            for inner in element.inside:
                put(inner, depth + 1)
            lines.append(f"{pad}</{element.tag}>")
        else:
            lines.append(f"{pad}<{element.tag}>{words}</{element.tag}>" if words else f"{pad}<{element.tag}/>")

    put(level.root, 0)
    return "\n".join(lines) + "\n"


def _leaf(tag: str, value: object) -> Element:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Element(tag, text, ())


def _csv(numbers: object) -> str:
    return ",".join(f"{number:.12g}" for number in numbers)  # type: ignore[attr-defined]


def from_position(position: Position, title: str = "", author: str = "", score: float | None = None) -> Level:
    """A level for the game; its ID follows from the board."""
    if position.mines is None:
        raise BadInput(
            "a position without known mines is no level", quote(format(position)), "a board with all its mines"
        )
    tiling = position.tiling
    known = f"{tiling.around} {tiling.lines} {position.mines} {position.secret} {position.revealed} {position.colours}"
    name = hashlib.sha256(known.encode()).hexdigest()[:16]
    meta = [_leaf("TILE_TEXT", "CST"), _leaf("NEXT_PUZZLE_ID", ""), _leaf("UNLOCKED_BY_AMOUNT", False)]
    meta += [_leaf("REQUIRE_ALL_UNLOCK_PUZZLES", False), _leaf("REQUIRE_PERFECT", False)]
    meta += [_leaf("UNLOCK_PUZZLES", ""), _leaf("UNLOCK_AMOUNT", 0)]
    meta += [_leaf("AUTHOR", author)] * bool(author) + [
        _leaf("SCORE", f"{score:.2f}") for score in [score] if score is not None
    ]
    hints = [
        Element(
            "HINT",
            "",
            (_leaf("IDS", _csv(cells_of(c.cells))), _leaf("COLOR", c.name), _leaf("IS_DARK", c.dark)),
        )
        for c in position.colours
    ]
    inside = (
        _leaf("ID", "C" + name),
        Element("META", "", tuple(meta)),
        _leaf("TITLE", title or f"Coset {name[:6]}"),
        Element("GRAPH", "", tuple(_node(position, cell) for cell in range(tiling.size))),
        Element("HINT_LIST", "", tuple(hints)),
        Element("COLUMN_HINT_LIST", "", tuple(_column_hint(line) for line in tiling.lines)),
        _leaf("TEXT", ""),
        _leaf("TEXT_POS", "0.0,0.0"),
        _leaf("CORNER_FLAG", True),
    )
    return Level(Element("PUZZLE", "", inside), position)


def _node(position: Position, cell: int) -> Element:
    tiling = position.tiling
    points = [number for corner in tiling.corners[cell] for number in corner]
    poly = (
        _leaf("POINTS", _csv(points)),
        _leaf("HIGHLIGHTS", "0,1,2"),
        _leaf("HIGHLIGHTS_TAPER_START", True),
        _leaf("HIGHLIGHTS_TAPER_END", True),
    )
    revealed = [_leaf("REVEALED", True)] if position.revealed >> cell & 1 else []
    return Element(
        "NODE",
        "",
        (
            _leaf("ID", cell),
            _leaf("EDGES", _csv(cells_of(tiling.around[cell]))),
            _leaf("POS", _csv(tiling.at[cell])),
            Element("POLY", "", poly),
            *revealed,
            _leaf("HAS_MINE", bool((position.mines or 0) >> cell & 1)),
            _leaf("SECRET", bool(position.secret >> cell & 1)),
        ),
    )


def _column_hint(line: Line) -> Element:
    fields = (
        _leaf("IDS", _csv(cells_of(line.cells))),
        _leaf("TEXT_LOCATION", _csv(line.at)),
        _leaf("TEXT_ROTATION", "0.0"),
        _leaf("TEXT_SIZE_FACTOR", "1.0"),
    )
    return Element("COLUMN_HINT", "", fields)
