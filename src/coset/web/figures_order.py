"""The order of a search, cell by cell, each fixed cell with the sum that fixes it."""

from dataclasses import dataclass

from coset.families.figures.program import Fixed, Program, program
from coset.families.figures.rules import Figure

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Stage:
    """One choice of the search: the cell that is chosen, and the cells that then follow, each with its sum in words."""

    letter: str
    cell: int
    fixed: tuple[tuple[int, str], ...]
    size: float


def stages(figure: Figure) -> list[Stage]:
    """The choices in their order.

    >>> from coset.families.figures.rules import parse
    >>> first, second = stages(parse("square:3"))
    >>> first.letter, first.cell, first.fixed
    ('a', 3, ((5, '10 − a'),))
    """
    made = program(figure)
    return [
        Stage(
            letter(number),
            step.free,
            tuple((fixed.cell, formula(made, fixed, number)) for fixed in (*step.easy, *step.hard)),
            made.plan.sizes[number],
        )
        for number, step in enumerate(made.steps)
    ]


def known(figure: Figure) -> dict[int, str]:
    """The cells that are known before anything is chosen, with what they hold."""
    made = program(figure)
    return {fixed.cell: formula(made, fixed, None) for fixed in made.start}


def letter(number: int) -> str:
    """The name of a choice: a to z, then a1, b1, and so on.

    >>> letter(0), letter(27)
    ('a', 'b1')
    """
    turn, place = divmod(number, len(LETTERS))
    return LETTERS[place] + (str(turn) if turn else "")


def formula(made: Program, fixed: Fixed, free: int | None) -> str:
    """What a fixed cell holds, as a sum of earlier choices; s is the sum of each line where it is free.

    The program counts from the lowest number; here the numbers themselves are meant.
    """
    factors = dict(fixed.parts)
    if free is not None:
        factors[free] = factors.get(free, 0) + fixed.slope
    constant = fixed.const + made.lowest * (fixed.over - sum(factors.values()))
    terms = [(factor, letter(step)) for step, factor in sorted(factors.items()) if factor]
    terms += [(fixed.t, "s")] if fixed.t else []
    terms += [(constant, "")] if constant or not terms else []
    text = ""
    for factor, name in sorted(terms, key=lambda term: (term[0] < 0, bool(term[1]) == (term[0] > 0))):
        sign = "−" if factor < 0 and not text else " − " if factor < 0 else " + " if text else ""
        size = str(abs(factor)) if not name else f"{abs(factor)}·" if abs(factor) > 1 else ""
        text += sign + size + name
    return text if fixed.over == 1 else f"({text}) / {fixed.over}"
