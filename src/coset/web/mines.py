"""The page of mines: what follows step by step, how hard it is, odds, and new levels."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from coset.errors import BadInput
from coset.families.mines import rules
from coset.families.mines.rules import Position
from coset.web import mines_draw, mines_odds, mines_play, parts
from coset.web.ask import Ask, Tell
from coset.web.html import Html, Part, address, join, tag
from coset.web.mines_board import EXAMPLE, LONGEST_ID, about, drawn, marks_of, position_in, size_of
from coset.web.parts import Card, Go, Page
from coset.web.query import Query

if TYPE_CHECKING:
    from coset.families.mines.explain import Step
    from coset.families.mines.solve import Rating

MAKERS = {
    "lock:6x6": "lock 6x6",
    "lock:8x8": "lock 8x8",
    "lock:10x10": "lock 10x10",
    "lock:12x12": "lock 12x12",
    "hexlock:6x5+colours": "hexagons 6x5, coloured",
    "9x9n10": "minesweeper 9x9, 10 mines",
    "16x16n40": "minesweeper 16x16, 40 mines",
}
RATINGS = {
    "0..20": "easy (0 to 20)",
    "20..40": "middling (20 to 40)",
    "40..60": "hard (40 to 60)",
    "60..90": "very hard",
}


def card() -> Card:
    """Mines on the start page."""
    position = rules.parse(EXAMPLE)
    mines = position.mines or 0
    seen = sum(1 << cell for cell in range(position.tiling.size) if cell % 7 not in (3, 5)) & ~mines
    return Card(
        "Mines",
        "Hints say how many mines are in a row, a colour, or around a cell. What follows, and how hard is that?",
        drawn(position, seen, mines & 0xF0F0F),
        address("/mines", level=EXAMPLE, step=1),
        "Step through a combination lock",
    )


def entry(values: Mapping[str, str]) -> Html:
    """The form for any level."""
    return parts.panel(
        "Another board",
        parts.bar(
            parts.link("Make one to play", "/mines/new", id="new"),
            parts.link("Draw one", "/mines/draw", id="draw"),
            parts.link("Odds of a position", address("/mines", level=rules.EXAMPLES[-1]), id="odds"),
        ),
        parts.upload("/mines/load", "A level of the game (.puz)", "Load"),
        parts.form("/mines", parts.field("Or its ID", "level", values.get("level", EXAMPLE), "", wide=True)),
    )


def load(name: str, content: bytes) -> str:
    """Where a level's file leads."""
    from coset.families.mines import puz

    try:
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadInput("the file is no text", name, "a .puz of Tametsi, or an ID") from None
    position = puz.read(text).position if text.startswith("<") else rules.parse(text)
    level = rules.format(position)
    if len(level) > LONGEST_ID:
        raise BadInput("this level is too long for an address", name, "ask in a shell: coset mines solve FILE")
    return address("/mines", level=level)


def new(query: Query, ask: Ask) -> Page | Go:
    """A level of a wanted kind and difficulty, to be played."""
    maker = query.choice("maker", list(MAKERS), "lock:6x6")
    score = query.choice("score", list(RATINGS), "20..40")
    seed = query.number("seed", Random().randrange(10**6), 0, 10**9)
    if "seed" in query:
        low, high = map(float, score.split(".."))
        return Go(address("/mines/play", level=rules.format(ask(_made, maker, low, high, seed))))
    form = parts.form(
        "/mines/new",
        parts.choose("Board", "maker", MAKERS, maker),
        parts.choose("How hard", "score", RATINGS, score),
        parts.number("Seed", "seed", seed, 0, 10**9),
        button="Make it",
    )
    note = (
        "The score grows with how much has to be seen at a time; it is not asked of minesweeper's boards. "
        "The same seed gives the same level everywhere."
    )
    about = "Each level that is made can be solved by logic alone. Play it, or see how it is solved."
    made = tag("div", parts.panel("What it should be", form, tag("p", note, class_="soft")), class_="narrow")
    other = parts.bar(parts.link("Draw one", "/mines/draw"), parts.link("An example", address("/mines", level=EXAMPLE)))
    return Page("A new level", parts.sheet("A new level", about, Html(""), [made, other], None))


def _made(maker: str, low: float, high: float, seed: int, progress: Tell | None = None) -> Position:
    """The one level that these values lead to."""
    from coset.families.mines.generate import generate

    return next(generate(maker, low, high, seed=seed, progress=progress)).position


def view(query: Query, ask: Ask) -> Page:
    """The steps of a level's solution, or the odds of a position."""
    position = position_in(query)
    if position.mines is None:
        return mines_odds.page(query, ask, position, entry)
    return _solution(query, ask, position)


def _solution(query: Query, ask: Ask, position: Position) -> Page:
    """The board as it stands after so many steps, the cells of the last one lit, and why they follow."""
    from coset.families.mines.solve import rate, solve

    text = rules.format(position)
    tools = entry({"level": text})

    def sheet(answer: Part, stage: Part, talk: Part) -> Html:
        return parts.sheet("What follows?", about(position), answer, stage, talk)

    ask.meanwhile = sheet(None, parts.board(drawn(position, position.revealed), scale=size_of(position)), tools)
    solution = ask(solve, position, explain=True)
    steps = solution.steps
    rating = ask(rate, position)
    at = min(query.number("step", 0, 0, 10**6), len(steps))
    safe, known = position.revealed, 0
    for step in steps[:at]:
        safe, known = (safe, known | step.cells) if step.is_mine else (safe | step.cells, known)
    marks = marks_of(steps[at - 1]) if at else {}
    board = parts.board(drawn(position, safe, known, marks=marks), scale=size_of(position))
    reason = _reason(steps, at)
    pager = parts.pager(at, len(steps), lambda step: query.to(step=step or None))
    stage = [board, pager, parts.panel(f"Step {at}" if at else "Before the first step", reason, id="reason")]
    talk = [
        parts.bar(
            parts.link("Play it", address("/mines/play", level=text), strong=True, id="play"),
            parts.link("Change it", address("/mines/draw", level=text)),
        ),
        parts.fold("How hard it is", _rating(rating), id="rating"),
        parts.fold("All steps", _listed(query, steps, at), id="steps"),
        parts.fold("All hints", parts.facts({hint.name: hint.mines for hint in position.hints}), id="hints"),
        tools,
    ]
    body = sheet(_answer(steps, at, solution.solved), stage, talk)
    return Page(f"Step {at} of {len(steps)}", body, say=_said(steps, at))


def _answer(steps: Sequence["Step"], at: int, solved: bool) -> Html:
    """What the step says; before the first one and after the last, how far logic goes."""
    if at not in (0, len(steps)):
        return parts.answer(steps[at - 1].text.partition(":")[0].partition(", by cases")[0] + ".")
    return parts.answer(_verdict(steps, solved), mood="good" if solved else "bad")


def _said(steps: Sequence["Step"], at: int) -> str:
    return f"{steps[at - 1].text}." if at else f"{parts.count(len(steps), 'step')} from here."


def _reason(steps: Sequence["Step"], at: int) -> Html:
    """Why the cells of a step follow, a line of the proof a line."""
    if not at:
        return tag("p", "Go forwards to see what follows, and why." if steps else "Nothing follows from what is seen.")
    verdict, _, proof = steps[at - 1].text.partition(": ")
    if not proof or steps[at - 1].cases:
        return tag("p", _said(steps, at))
    lines = [tag("li", line[:1].upper() + line[1:]) for line in proof.split("; ")]
    return join(tag("ol", lines, class_="steps"), tag("p", tag("strong", f"{verdict}.")))


def _verdict(steps: Sequence["Step"], solved: bool) -> str:
    if not solved and not steps:
        return "Nothing follows from what is seen: here one has to guess."
    if not solved:
        return f"After {parts.count(len(steps), 'step')} nothing follows any more: here one has to guess."
    by_cases = sum(bool(step.cases) for step in steps)
    how = f", {by_cases} of them by cases" if by_cases else ""
    return f"Logic alone solves it in {parts.count(len(steps), 'step')}{how}."


def _rating(rating: "Rating") -> Html:
    pairs: dict[str, Part] = {
        "Score": f"{rating.smooth:.2f}" if rating.solved else "not solved by crossing alone",
        "Steps": " ".join(map(str, rating.steps)),
        "Inexact rounds": "any number" if rating.k == -1 else rating.k,
    }
    note = "Each number says how many rounds of crossing hints a step takes; the score grows where rounds pile up."
    return join(parts.facts(pairs), tag("p", note, class_="soft"))


def _listed(query: Query, steps: Sequence["Step"], at: int) -> Html:
    items = [
        tag("li", tag("a", step.text.partition(": ")[0], href=query.to(step=number), aria_current=number == at or None))
        for number, step in enumerate(steps, 1)
    ]
    return tag("ol", items, class_="steps")


PAGES = {"/mines": view, "/mines/play": mines_play.view, "/mines/draw": mines_draw.view, "/mines/new": new}
POSTS = {"/mines/load": load}
