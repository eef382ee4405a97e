"""Patterns of queues, and all their queues at once as one small automaton.

`*p7,*p4` stands for 4,233,600 queues, but what can still come depends only on what the bags have given: 228 states.

    T            this piece                 [SZLJ]p2     two different ones of these, in each order
    *            any of the seven           [SZLJ]!      all of these, in each order
    *p3          three different ones       [^TI]        any but these
    *!           all seven, in each order   #Q=[H](C)NEXT   a held piece, the current one, the next ones

Elements are joined by ',' or blanks or nothing; lines by ';' or newlines: queues of any of the lines, which have
equal length.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig

Element = tuple[str, int]
"""So many different pieces of this set, in each order."""

MOST_STATES = 400_000


@dataclass(frozen=True)
class Pattern:
    """Lines of elements; equal patterns need not be equally written, so `text` gives one writing of each.

    >>> pattern("t, *p3")
    pattern('T,*p3')
    """

    lines: tuple[tuple[Element, ...], ...]

    @property
    def length(self) -> int:
        """How many pieces a queue has."""
        return sum(count for _, count in self.lines[0])

    @property
    def text(self) -> str:
        """The pattern in one line, its elements joined by ','."""
        return ";".join(",".join(map(_element_text, line)) for line in self.lines)

    def __repr__(self) -> str:
        return f"pattern({self.text!r})"


def _element_text(element: Element) -> str:
    among, count = element
    if len(among) == 1:
        return among
    name = "*" if len(among) == len(PIECES) else f"[{among}]"
    return name if count == 1 else f"{name}!" if count == len(among) < len(PIECES) else f"{name}p{count}"


def pattern(text: str) -> Pattern:
    """Read a pattern.

    >>> pattern("[^TI], *p4").lines
    ((('OSZJL', 1), ('IOTSZJL', 4)),)
    >>> pattern("[TIO]p4")
    Traceback (most recent call last):
    coset.errors.BadInput: the pattern asks for 4 of 3 pieces at sign 6: '[TIO]p4' (p1 to p3)
    """
    if len(text) > 2**20:
        raise TooBig("the pattern is too long", text, "at most a million signs")
    found = []
    for number, line in enumerate(re.split(r"[;\n]", text), 1):
        line = line.strip()
        if line.upper().startswith("#Q="):
            found.append(_quiz(line))
        elif line and not line.startswith("#"):
            found.append(_line(line))
        if found and sum(n for _, n in found[-1]) != sum(n for _, n in found[0]):
            lengths = f"{sum(n for _, n in found[-1])} pieces, the first {sum(n for _, n in found[0])}"
            raise BadInput(f"line {number} of the pattern has {lengths}", line, "the lines need equal lengths")
    if not found:
        raise BadInput("the pattern is empty", text, "such as *p7, or T,*p4, or LTOI")
    return Pattern(tuple(dict.fromkeys(found)))


def _quiz(line: str) -> tuple[Element, ...]:
    match = re.fullmatch(r"#Q=\[([IOTSZJL]?)\]\(([IOTSZJL]?)\)([IOTSZJL]*)(?:;.*)?", line.upper())
    if not match or not "".join(match.groups()):
        raise BadInput("this is no quiz", line, "such as #Q=[H](C)NEXT with the letters of pieces")
    return tuple((piece, 1) for piece in "".join(match.groups()))


TOKEN = re.compile(r"[\s,]*(?:(?P<some>\*|\[\^?[^\]]*\]?|[A-Za-z])(?P<count>!|[Pp]\d*)?|(?P<junk>.))")


def _line(line: str) -> tuple[Element, ...]:
    elements, at = [], 0
    while at < len(line.rstrip(" ,")):
        match = TOKEN.match(line, at)
        if match is None or match["junk"]:
            where = at + 1 if match is None else match.start("junk") + 1
            raise BadInput(
                f"the pattern has an unknown sign at {where}", line, "pieces IOTSZJL, *, [..], [^..], pN and !"
            )
        among = _among(match["some"], line, match.start("some") + 1)
        count = _count(match["count"], among, line, match.start("count") + 1)
        elements.append((among, count))
        at = match.end()
    return tuple(elements)


def _among(text: str, line: str, at: int) -> str:
    if text == "*":
        return PIECES
    letters = text.strip("[]^").replace(",", "").replace(" ", "").upper()
    if text.startswith("[") and not text.endswith("]"):
        raise BadInput(f"the pattern lacks a ']' for sign {at}", line)
    unknown = [letter for letter in letters if letter not in PIECES]
    if unknown:
        raise BadInput(f"the pattern names an unknown piece at sign {at}", unknown[0], "the pieces are IOTSZJL")
    if len(set(letters)) != len(letters):
        raise BadInput(f"the pattern names a piece twice at sign {at}", text, "each piece once between brackets")
    kept = [piece for piece in PIECES if (piece in letters) != text.startswith("[^")]
    if not kept or not letters:
        raise BadInput(f"the pattern leaves no piece at sign {at}", text, "such as [TI] or [^TI]")
    return "".join(kept)


def _count(text: str | None, among: str, line: str, at: int) -> int:
    if text is None:
        return 1
    if text == "!":
        return len(among)
    wanted = text[1:] or "no number"
    if not text[1:] or not 1 <= int(text[1:4]) <= len(among):
        raise BadInput(
            f"the pattern asks for {wanted} of {len(among)} pieces at sign {at}", line, f"p1 to p{len(among)}"
        )
    return int(text[1:])


@dataclass(frozen=True)
class Queues:
    """All different queues of a pattern, cut to `length` pieces.

    State 0 is the start. `after[state][k]` is the state after piece `PIECES[k]`, or -1; `count[state]` how many
    queues go on from there; `first[state][k]` how many of those begin with a piece before k, so that queues are
    numbered in the order of PIECES.
    """

    length: int
    after: list[list[int]]
    depth: list[int]
    count: list[int]
    first: list[list[int]]

    @property
    def total(self) -> int:
        """How many queues there are."""
        return self.count[0]

    def nth(self, number: int) -> str:
        """The queue with this number.

        >>> queues(pattern("*p3"), 3).nth(0), queues(pattern("*p3"), 3).nth(209)
        ('IOT', 'LJZ')
        """
        state, word = 0, ""
        while self.depth[state] < self.length:
            kind = max(k for k in range(7) if self.after[state][k] >= 0 and self.first[state][k] <= number)
            number -= self.first[state][kind]
            state = self.after[state][kind]
            word += PIECES[kind]
        return word

    def number(self, queue: str) -> int | None:
        """The number of a queue, None if it is none of these.

        >>> queues(pattern("*p3"), 3).number("LJZ")
        209
        """
        state, number = 0, 0
        for piece in queue:
            kind = PIECES.index(piece)
            if self.after[state][kind] < 0:
                return None
            number += self.first[state][kind]
            state = self.after[state][kind]
        return number if self.depth[state] == self.length else None

    def __iter__(self) -> Iterator[str]:
        return (self.nth(number) for number in range(self.total))


Item = tuple[int, int, int]
"""A place in a pattern: line, element, the set of its pieces that have come."""


def queues(pattern: Pattern, length: int) -> Queues:
    """All different queues of a pattern, cut to `length` pieces.

    >>> queues(pattern("*p7,*p4"), 11).total
    4233600
    """
    cut = {_cut(line, length) for line in pattern.lines}
    lines = sorted(cut)
    start = frozenset((number, 0, 0) for number in range(len(lines)))
    known: dict[tuple[int, frozenset[Item]], int] = {(0, start): 0}
    after: list[list[int]] = []
    depth: list[int] = []
    todo = [(0, start)]
    for level, items in todo:
        row = []
        for kind in range(7):
            then = (
                frozenset(filter(None, (_step(lines, item, kind) for item in items))) if level < length else frozenset()
            )
            key = (level + 1, frozenset() if level + 1 == length else then)
            if not then:
                row.append(-1)
                continue
            if key not in known:
                known[key] = len(known)
                todo.append(key)
            row.append(known[key])
        after.append(row)
        depth.append(level)
        if len(known) > MOST_STATES:
            raise TooBig("the pattern has too many lines", pattern.text, "ask for fewer queues at once")
    return counted(length, after, depth)


def counted(length: int, after: list[list[int]], depth: list[int]) -> Queues:
    """Queues from their states, each before those after it: how many go on from each."""
    count = [0] * len(after)
    first = [[0] * 7 for _ in after]
    for state in range(len(after) - 1, -1, -1):
        for kind in range(7):
            first[state][kind] = count[state]
            count[state] += count[after[state][kind]] if after[state][kind] >= 0 else 0
        if depth[state] == length:
            count[state] = 1
    return Queues(length, after, depth, count, first)


def _cut(line: tuple[Element, ...], length: int) -> tuple[Element, ...]:
    kept = []
    for among, count in line:
        if length > 0:
            kept.append((among, min(count, length)))
            length -= count
    return tuple(kept)


def _step(lines: list[tuple[Element, ...]], item: Item, kind: int) -> Item | None:
    line, element, come = item
    among, count = lines[line][element]
    if PIECES[kind] not in among or come >> kind & 1:
        return None
    come |= 1 << kind
    return (line, element + 1, 0) if come.bit_count() == count else (line, element, come)
