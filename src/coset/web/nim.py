"""The page of nim: draw a board by clicking, and see who wins on it and by which moves. The game is in nim_play.py."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from coset.cells.bits import mask_of
from coset.errors import TooBig
from coset.families.nim import rules
from coset.families.nim.rules import Move, Position
from coset.families.nim.shapes import SEED_SET
from coset.show.drawing import Cell
from coset.web import nim_play, parts
from coset.web.ask import Ask
from coset.web.html import Html, Part, address, join, tag
from coset.web.nim_board import (
    EXAMPLE,
    about,
    cells_by_name,
    check_size,
    drawn,
    names_of,
    position_in,
    scale_of,
)
from coset.web.parts import Card, Go, Page
from coset.web.query import Query

PLAYS = {"misere": "who places last loses", "normal": "who places last wins"}
SETS = {
    "IOLJTSZ": "all seven tetrominoes",
    "IO": "I and O",
    "JLT": "J, L and T",
    "D": "dominoes (Cram)",
    "trominoes": "trominoes",
    "pentominoes": "pentominoes",
}
LISTED = 60


def card() -> Card:
    """Nim on the start page."""
    position = rules.parse("nim:6x6")
    placed = ["c3d3e3d4", "a1a2a3b3", "f1f2f3f4", "a5b5a6b6", "d5e5c6d6"]
    moves = [rules.parse_move(position, cells) for cells in placed]
    return Card(
        "Nim with pieces",
        "Two players place pieces in turn, and who places the last one loses. Who wins, and by which move? Play it.",
        drawn(position, moves),
        address("/nim", board=EXAMPLE, look="b2c2b3c3"),
        "The one winning move on 4x4",
    )


def entry(values: Mapping[str, str]) -> Html:
    """The form for any board."""
    return parts.panel(
        "Another board",
        parts.form(
            "/nim",
            parts.field("Board", "board", values.get("board", EXAMPLE), "such as 6x6, or rows: ..#/#../...", wide=True),
            parts.choose("Pieces", "shapes", {"": "as the board says", **SETS}, values.get("shapes", "")),
            parts.choose("Rule", "play", {"": "as the board says", **PLAYS}, values.get("play", "")),
        ),
    )


def view(query: Query, ask: Ask) -> Page | Go:
    """A board, who wins on it, and how."""
    from coset.families import nim

    position = position_in(query)
    text = rules.format(position)
    if any(name in query for name in ("shapes", "play", "paint")):
        return Go(address("/nim", board=text))
    stage = [_drawn(query, position), _board_panel(position)]
    tools = join(_play_panel(text), _other_panel(query, position))

    def sheet(answer: Part, talk: Part) -> Html:
        return parts.sheet("Who wins?", about(position), answer, stage, talk)

    ask.meanwhile = sheet(None, tools)
    try:
        check_size(position)
        answer = ask(nim.solve, position)
    except TooBig as refusal:
        return Page("Who wins?", sheet(parts.alert(str(refusal)), tools), str(refusal))
    words = _words(position, answer.outcome, answer.moves, answer.winning_count)
    facts: dict[str, Part] = {
        "Free cells": position.free.bit_count(),
        "First moves": f"{answer.moves:,}, of which {answer.winning_count:,} win",
    }
    if answer.nimber is not None:
        facts["Nimber"] = answer.nimber
    if answer.nodes:
        facts["Looked at"] = parts.count(answer.nodes, "position")
    said = [
        _winning(query, position, answer.winning),
        tools,
        parts.fold("In numbers", parts.facts(facts), id="facts"),
        parts.shell(f"coset nim solve {text}"),
    ]
    title = f"{position.height}x{position.width}: {answer.outcome}"
    return Page(title, sheet(parts.answer(words, mood="good" if answer.outcome == "N" else "bad"), said), words)


def _words(position: Position, outcome: str, moves: int, winning: int) -> str:
    if not moves:
        return "No piece fits: " + ("the player to move has won." if outcome == "N" else "the player to move has lost.")
    if outcome == "P":
        return f"The player to move loses, whichever of {parts.count(moves, 'move')} it is."
    return f"The player to move wins, by {winning:,} of {parts.count(moves, 'move')}."


def _drawn(query: Query, position: Position) -> Html:
    """The board, each cell a link to the board with that cell blocked or freed."""
    lit = query.text("look", longest=100)
    move = rules.parse_move(position, lit) if lit else None
    picture = drawn(position, [move], dict.fromkeys(names_of(move), "lit")) if move else drawn(position)
    numbers = cells_by_name(position)

    def link(cell: Cell) -> dict[str, str]:
        flipped = replace(position, free=position.free ^ 1 << numbers[cell.name])
        return {"href": address("/nim", board=rules.format(flipped))}

    paint = address("/nim", board=rules.format(position)) + "&paint="
    hint = parts.how("Press a cell to block or free it; drag over several.", "Press a cell to block or free it.")
    return join(parts.board(picture, link, scale=scale_of(position), paint=paint), hint)


def _winning(query: Query, position: Position, moves: Sequence[Move]) -> Html | None:
    if not moves:
        return None
    text = rules.format(position)
    items = []
    for move in moves[:LISTED]:
        cells = "".join(names_of(move))
        here = query.text("look") == cells
        items.append(parts.link(f"{_short(move.piece)} {cells}", address("/nim", board=text, look=cells), current=here))
    more = tag("p", f"and {len(moves) - LISTED:,} more", class_="soft") if len(moves) > LISTED else None
    return parts.fold("Winning moves", parts.bar(*items), more, open="look" in query, id="winning")


def _short(piece: str) -> str:
    return piece if len(piece) == 1 else ""


def _board_panel(position: Position) -> Html:
    """Sizes, pieces and rule at a click."""
    sizes = [(3, 6), (4, 4), (4, 6), (5, 5), (5, 6), (6, 6), (6, 7), (7, 7)]

    def empty(height: int, width: int) -> str:
        whole = replace(position, width=width, height=height, free=(1 << width * height) - 1)
        return address("/nim", board=rules.format(whole))

    size = (position.height, position.width)
    links = [parts.link(f"{high}x{wide}", empty(high, wide), current=(high, wide) == size) for high, wide in sizes]
    rng = random.Random()
    cells = rng.sample(range(100), 45)
    chance = replace(position, width=10, height=10, free=mask_of(cells))
    links.append(parts.link("a random 10x10", address("/nim", board=rules.format(chance)), id="random"))
    plain = rules.format(replace(position, shapes=SEED_SET, misere=True))
    sets = SETS if position.shapes in SETS else {**SETS, position.shapes: position.shapes}
    form = parts.form(
        "/nim",
        parts.choose("Pieces", "shapes", sets, position.shapes),
        parts.choose("Rule", "play", PLAYS, position.play),
        button="Take these",
        keep={"board": plain},
    )
    return parts.panel("Board", parts.bar(*links, label="Empty boards"), form)


def _play_panel(text: str) -> Html:
    return parts.panel(
        "Play from here",
        tag("p", "Against the engine, at five levels, with hints if you want them.", class_="soft"),
        parts.bar(
            parts.link("I begin", address("/nim/play", board=text), strong=True, id="begin"),
            parts.link("The engine begins", address("/nim/play", board=text, first="engine"), id="second"),
        ),
    )


def _other_panel(query: Query, position: Position) -> Html:
    form = parts.form(
        "/nim",
        parts.area(
            "Rows of '.' free and '#' blocked", "board", "\n".join(position.rows), rows=min(position.height, 10)
        ),
        keep={"shapes": position.shapes, "play": position.play},
    )
    return parts.fold("Write a board", form, id="write")


PAGES = {"/nim": view, "/nim/play": nim_play.view}
