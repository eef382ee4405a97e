"""Positions of minesweeper: how likely each hidden cell is a mine, as shades, and what is certain."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from coset.families.mines import rules
from coset.families.mines.rules import Position
from coset.web import parts
from coset.web.ask import Ask
from coset.web.html import address, join, tag
from coset.web.mines_board import drawn, marks_of, size_of
from coset.web.parts import Page
from coset.web.query import Query


def page(query: Query, ask: Ask, position: Position) -> Page:
    """The odds of each cell, the best one, and the easiest thing that follows."""
    from coset.families.mines.odds import odds as odds_of
    from coset.families.mines.picture import chances
    from coset.families.mines.solve import hint

    ask.meanwhile = parts.board(drawn(position, position.revealed), scale=size_of(position))
    odds = ask(odds_of, position)
    step = ask(hint, position)
    picture = chances(position, odds.odds)
    asked = query.yes("why")
    if asked and step:
        marks = marks_of(step)
        cells = tuple(replace(cell, mark=marks.get(cell.name, "")) for cell in picture.cells)
        picture = replace(picture, cells=cells)
    words = _words(position, odds.odds)
    text = rules.format(position)
    why = parts.link("What is certain?", query.to(why=None if asked else 1), key="h", current=asked, id="why")
    certain = f"{step.text}." if step else "Nothing: here one has to guess."
    said = [
        parts.answer(words),
        parts.facts({"Ways to lay the mines": f"{odds.solutions:,}", "Mines": position.total}),
        parts.bar(why, parts.link("Draw", address("/mines/draw", level=text, pen="hidden"), id="draw")),
        parts.panel("What is certain", tag("p", certain)) if asked else None,
        tag("p", "Each hidden cell shows its chance of a mine, in percent: green is safer.", class_="soft"),
        parts.shell(f"coset mines odds {text}"),
    ]
    board = parts.board(picture, scale=size_of(position))
    return Page("Odds", join(tag("h1", "How likely is a mine?"), parts.columns(board, said)), words)


def _words(position: Position, odds: Mapping[int, Fraction]) -> str:
    """The cells to press next."""
    if not odds:
        return "Nothing is hidden any more."
    least = min(odds.values())
    best = [position.tiling.names[cell] for cell in sorted(odds) if odds[cell] == least]
    named = ", ".join(best[:6]) + (f" and {len(best) - 6} more" if len(best) > 6 else "")
    if least == 0:
        return f"Safe: {named}."
    return f"The best guess is {named}: a mine with a chance of {least}, {round(100 * least)} %."
