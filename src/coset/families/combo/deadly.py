"""Deadly sequences: pieces that end every combo, whatever the player does, and even if they are known in advance.

A player who knows the sequence can be in any of a set of (field, held piece) after each piece; the sequence is deadly
when that set is empty. The search goes through such sets, breadth first, so that the first one found is a shortest. A
set that holds a smaller one of the same length is left out, for whatever kills the larger kills the smaller.

A set is an int: bit ``held * fields + field`` (held is 0 without hold).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from coset.cells.bits import cells_of
from coset.cells.pieces import PIECES
from coset.errors import BadInput, TooBig
from coset.families.combo.fields import Graph, field_text
from coset.families.combo.question import Question, question

Progress = Callable[[float, float | None], None]
FULL_BAG, COMPARED, MOST_SETS = 127, 2000, 2_000_000


@dataclass(frozen=True)
class Deadly:
    """A shortest sequence that ends all combos from `field` (None: from every field), whatever is held.

    With bags it begins with a new one.
    """

    asked: Question
    field: str | None
    sequence: str
    sets: int

    def json(self) -> dict[str, Any]:
        """Plain values."""
        return {"field": self.field, "sequence": self.sequence, "length": len(self.sequence), "sets": self.sets}


class _Steps:
    """What becomes of a set when a piece comes."""

    def __init__(self, graph: Graph, hold: bool) -> None:
        self.graph, self.hold = graph, hold
        self.fields = len(graph.fields)
        self.known: list[dict[int, int]] = [{} for _ in PIECES]

    @cached_property
    def single(self) -> list[list[int]]:
        """For each piece and field the fields that a drop can lead to, as bits."""
        edges = self.graph.edges
        return [[sum(1 << t for t in edges[f][k]) for f in range(self.fields)] for k in range(len(PIECES))]

    def drop(self, piece: int, fields: int) -> int:
        """The fields that `piece` can make of some fields."""
        known = self.known[piece]
        if fields not in known:
            found = 0
            for field in cells_of(fields):
                found |= self.single[piece][field]
            known[fields] = found
        return known[fields]

    def after(self, states: int, piece: int) -> int:
        """The states after `piece` has come: it is dropped, or held while the held one is dropped."""
        if not self.hold:
            return self.drop(piece, states)
        mask = (1 << self.fields) - 1
        hands = [states >> self.fields * held & mask for held in range(7)]
        found = [self.drop(piece, fields) for fields in hands]
        for held, fields in enumerate(hands):
            found[piece] |= self.drop(held, fields)
        return sum(fields << self.fields * held for held, fields in enumerate(found))


def deadly(
    field: str | None = None,
    residual: int = 3,
    start: str | None = None,
    rules: str = "srs",
    queue: str = "random",
    hold: bool = False,
    longest: int = 40,
    progress: Progress | None = None,
) -> Deadly | None:
    """A shortest deadly sequence from a field, or from all at once; None if none has up to `longest` pieces.

    >>> deadly(hold=True).sequence
    'OOOO'
    """
    if longest < 1:
        raise BadInput("the longest length must be at least 1", longest)
    asked = question(residual, start, rules, queue, 0, hold)
    graph = asked.graph
    fields = range(len(graph.fields))
    if field is not None:
        field = field_text(field)
        if field not in graph.number:
            raise BadInput(
                "this field does not follow from the start field",
                field,
                f"such as {graph.start}, or name it as the start",
            )
        fields = range(graph.number[field], graph.number[field] + 1)
    begin = sum(1 << f for f in fields)
    states = sum(begin << held * len(graph.fields) for held in range(7 if hold else 1))
    return _search(asked, field, states, longest, progress)


def _search(asked: Question, field: str | None, states: int, longest: int, progress: Progress | None) -> Deadly | None:
    steps = _Steps(asked.graph, asked.hold)
    level: dict[int, dict[int, str]] = {FULL_BAG: {states: ""}}
    seen: set[tuple[int, int]] = set()
    for length in range(longest):
        wider: dict[int, dict[int, str]] = {}
        for bag, sets in level.items():
            for before, sequence in sets.items():
                if progress is not None:
                    progress(len(seen), None)
                for piece in cells_of(bag):
                    left = (bag & ~(1 << piece) or FULL_BAG) if asked.bags else FULL_BAG
                    found = steps.after(before, piece)
                    if not found:
                        return Deadly(asked, field, sequence + PIECES[piece], len(seen))
                    if (found, left) not in seen:
                        seen.add((found, left))
                        wider.setdefault(left, {})[found] = sequence + PIECES[piece]
            if len(seen) > MOST_SETS:
                raise TooBig(
                    f"there is no deadly sequence of up to {length} pieces, and longer ones are out of reach",
                    asked.start,
                    f"at most {MOST_SETS:,} sets are looked at",
                )
        level = {bag: {found: sets[found] for found in smallest(sets)} for bag, sets in wider.items()}
        if not level:
            return None
    return None


def smallest(sets: dict[int, str]) -> list[int]:
    """The sets without those that hold one of the smaller ones (the first `COMPARED` of them), the smallest first.

    >>> smallest({0b11: "", 0b101: "", 0b111: ""})
    [3, 5]
    """
    import numpy as np

    order = sorted(sets, key=int.bit_count)
    size = -(-max(found.bit_length() for found in order) // 64)
    words = np.frombuffer(b"".join(found.to_bytes(8 * size, "little") for found in order), np.uint64).reshape(-1, size)
    kept = np.zeros((min(len(order), COMPARED), size), np.uint64)
    count, result = 0, []
    for found, word in zip(order, words, strict=True):
        if count and not np.any(kept[:count] & ~word, axis=1).all():
            continue
        if count < len(kept):
            kept[count] = word
            count += 1
        result.append(found)
    return result


def kills(graph: Graph, hold: bool, sequence: str, field: str | None = None) -> bool:
    """Whether the sequence ends every combo from a field (None: from every field), straight from the definition.

    >>> from coset.families.combo.fields import closure
    >>> kills(closure("XXX."), True, "OOOO"), kills(closure("XXX."), True, "OOO")
    (True, False)
    """
    table = graph.table()
    states = {(f, held) for f in graph.fields for held in (PIECES if hold else "-") if field in (None, f)}
    for piece in sequence:
        dropped = {(to, held) for f, held in states for to in table[f].get(piece, ())}
        states = dropped | {(to, piece) for f, held in states if hold for to in table[f].get(held, ())}
    return not states
