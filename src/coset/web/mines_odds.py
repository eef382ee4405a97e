"""Positions of minesweeper: how likely each hidden cell is a mine, as shades, and what is certain."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from coset.families.mines import rules
from coset.families.mines.rules import Position
from coset.web import parts
from coset.web.ask import Ask
from coset.web.html import Html, address, tag
from coset.web.mines_board import drawn, marks_of, size_of
from coset.web.parts import Page
from coset.web.query import Query


def page(query: Query, ask: Ask, position: Position, entry: Callable[[Mapping[str, str]], Html]) -> Page:
    """The odds of each cell, the best one, and the easiest thing that follows."""
    from coset.families.mines.odds import odds as odds_of
    from coset.families.mines.picture import chances
    from coset.families.mines.solve import hint

    board = parts.board(drawn(position, position.revealed), scale=size_of(position))
    ask.meanwhile = parts.sheet(TITLE, ABOUT, None, board, None)
    odds = ask(odds_of, position)
    step = ask(hint, position)
    picture = chances(position, odds.odds)
    asked = query.yes("why")
    best = _best(position, odds.odds)
    alike = len(best) == len(odds.odds)
    marks = marks_of(step) if asked and step else {} if alike else dict.fromkeys(best, "good")
    picture = replace(picture, cells=tuple(replace(cell, mark=marks.get(cell.name, "")) for cell in picture.cells))
    words = _words(position, odds.odds)
    text = rules.format(position)
    why = parts.link("What is certain?", query.to(why=None if asked else 1), key="h", current=asked, id="why")
    certain = f"{step.text}." if step else "Nothing: here one has to guess."
    said = [
        parts.facts({"Ways to lay the mines": _about(odds.solutions), "Mines": position.total}),
        parts.bar(why, parts.link("Draw the numbers", address("/mines/draw", level=text, pen="hidden"), id="numbers")),
        parts.panel("What is certain", tag("p", certain)) if asked else None,
        entry({"level": text}),
        parts.shell(f"coset mines odds {text}"),
    ]
    board = parts.board(picture, scale=size_of(position))
    return Page("Odds", parts.sheet(TITLE, ABOUT, parts.answer(words), board, said), words)


TITLE = "How likely is a mine?"
ABOUT = "Each hidden cell shows its chance of a mine, in percent: green is safer. The best cells have an outline."


def _about(number: int) -> str:
    """A number in full, if it can be taken in.

    >>> _about(2505433700), _about(10**40)
    ('2,505,433,700', 'about 1.00e40')
    """
    return f"{number:,}" if number < 10**15 else f"about {float(number):.2e}".replace("e+", "e")


def _best(position: Position, odds: Mapping[int, Fraction]) -> list[str]:
    """The names of the cells that are least likely a mine."""
    least = min(odds.values(), default=Fraction(0))
    return [position.tiling.names[cell] for cell in sorted(odds) if odds[cell] == least]


def _words(position: Position, odds: Mapping[int, Fraction]) -> str:
    """The cells to press next."""
    if not odds:
        return "Nothing is hidden any more."
    least, best = min(odds.values()), _best(position, odds)
    if least and len(best) == len(odds) > 1:
        return f"All hidden cells are alike: a mine with a chance of {least}, {round(100 * least)} %."
    named = ", ".join(best[:6]) + (f" and {len(best) - 6} more" if len(best) > 6 else "")
    if least == 0:
        return f"Safe: {named}."
    return f"The best guess is {named}: a mine with a chance of {least}, {round(100 * least)} %."
