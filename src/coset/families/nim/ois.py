"""Optimised information sets: a board's game and nothing else, as nested sets.

The set of a board is the set of the sets of all next boards, so a board without moves is the empty set, written `0`.
A board that falls apart has the product of the sets of its parts. Three readings are kept apart by name:

- `tree`: the definition, the plain game tree;
- `program`: `{{0}}` is stored as `0`, at every depth, the reduction that the seed's program uses;
- `canonical`: Conway's canonical form in misère play, the fewest sets that keep every outcome, alone and in any
product.
"""

from functools import cache
from typing import TypeAlias

from coset.errors import BadInput, TooBig

Ois: TypeAlias = frozenset["Ois"]

EMPTY: Ois = frozenset()
KINDS = ("tree", "program", "canonical")
LONGEST = 4000


def parse(text: str) -> Ois:
    """The set of a text.

    >>> parse("{0,{0}}") == frozenset({EMPTY, frozenset({EMPTY})})
    True
    >>> parse("{0")
    Traceback (most recent call last):
    coset.errors.BadInput: this set has 1 '{' too many: '{0' (such as {0,{0}})
    """
    stack: list[set[Ois]] = [set()]
    due = True
    word = "".join(text.split()).replace("∅", "0")
    for at, sign in enumerate(word, 1):
        if sign == "0" and due:
            stack[-1].add(EMPTY)
            due = False
        elif sign == "{" and due:
            stack.append(set())
        elif sign == "}" and not due and len(stack) > 1:
            done = frozenset(stack.pop())
            stack[-1].add(done)
        elif sign == "," and not due and len(stack) > 1:
            due = True
        else:
            raise BadInput(f"sign {at} of the set, {sign!r}, does not fit there", text, "such as {0,{0}}")
    if len(stack) > 1:
        raise BadInput(f"this set has {len(stack) - 1} '{{' too many", text, "such as {0,{0}}")
    if len(stack[0]) != 1 or due:
        raise BadInput("this is no set", text, "such as 0 or {0,{0}}")
    return next(iter(stack[0]))


def format(ois: Ois, longest: int = 10**6) -> str:
    """The text of a set, children by length and then by text; TooBig if it has more than `longest` signs.

    >>> format(parse("{{0,{0}},{0},0}"))
    '{0,{0},{0,{0}}}'
    """
    if length(ois) > longest:
        raise TooBig(f"the text of this set has {length(ois)} signs", None, f"at most {longest}")
    return _format(ois)


@cache
def _format(ois: Ois) -> str:
    return "{" + ",".join(sorted(map(_format, ois), key=lambda text: (len(text), text))) + "}" if ois else "0"


@cache
def length(ois: Ois) -> int:
    """How many signs the text has, without writing it.

    >>> length(parse("{0,{0}}"))
    7
    """
    return 1 + len(ois) + sum(map(length, ois)) if ois else 1


@cache
def product(x: Ois, y: Ois) -> Ois:
    """The set of a board that falls into parts with the sets x and y: a move in one part leaves the other.

    >>> format(product(parse("{0,{0}}"), parse("{0,{0}}")))
    '{{0,{0}},{{0},{{0}},{0,{0}}}}'
    """
    if not x:
        return y
    return frozenset({product(part, y) for part in x} | {product(part, x) for part in y}) if y else x


@cache
def is_winable(ois: Ois) -> bool:
    """Whether the player to move wins in misère play: the empty set is won, any other iff an element is lost.

    >>> is_winable(parse("{0}")), is_winable(parse("{{0},0}")), is_winable(EMPTY)
    (False, True, True)
    """
    return not ois or any(not is_winable(part) for part in ois)


@cache
def program(ois: Ois) -> Ois:
    """The set with `{{0}}` stored as `0` at every depth.

    >>> format(program(parse("{0,{{0}}}")))
    '{0}'
    """
    reduced = frozenset(map(program, ois))
    return EMPTY if reduced == {frozenset({EMPTY})} else reduced


@cache
def canonical(ois: Ois) -> Ois:
    """Conway's canonical form in misère play (On Numbers and Games, chapter 12).

    H becomes G if every option of G is one of H, and every other option of H has G among its own options; where G is
    the empty set, H must be a win for the player to move besides.

    >>> format(canonical(parse("{{0,{0}},{{0},{{0}},{0,{0}}}}")))
    '{{0,{0}},{0,{0},{0,{0}}}}'
    """
    options = frozenset(map(canonical, ois))
    for simpler in {part for option in options for part in option}:
        rest = options - simpler
        if simpler <= options and all(simpler in option for option in rest) and (simpler or is_winable(options)):
            return simpler
    return options


@cache
def nimber(ois: Ois) -> int:
    """The nimber in normal play: the least number that is none of an element.

    >>> nimber(parse("{0,{0}}"))
    2
    """
    below = {nimber(part) for part in ois}
    return next(number for number in range(len(below) + 1) if number not in below)


def different(ois: Ois) -> int:
    """How many different sets there are in a set, itself included.

    >>> different(parse("{0,{0},{{0}}}"))
    4
    """
    seen: set[Ois] = set()
    left = [ois]
    while left:
        here = left.pop()
        if here not in seen:
            seen.add(here)
            left += here
    return len(seen)
