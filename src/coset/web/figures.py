"""The page of figures: pick one, fill some cells, see all ways to fill the rest, and the order they are found in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from coset.errors import TooBig
from coset.families.figures import rules
from coset.families.figures.plan import plan
from coset.families.figures.rules import Figure
from coset.show.drawing import Cell, Drawing
from coset.web import figures_draw, parts
from coset.web.ask import Ask
from coset.web.figures_order import Stage, known, stages
from coset.web.html import Html, Part, address, join, tag
from coset.web.parts import Card, Go, Page
from coset.web.query import Query

EXAMPLE = "hexagon:3"
PICKS = {
    "Hexagons": {
        "hexagon:3": "1 to 19",
        "hexagon:3:-9": "−9 to 9",
        "hexagon:4": "4 a side",
        "t-hexagon:2": "triangles",
    },
    "Squares": {"square:3": "3x3", "square:4": "4x4", "square:4:pan": "4x4, all diagonals", "square:5": "5x5"},
    "Stars": {"pentagram": "pentagram", "star:6": "6 points", "star:7": "7 points", "star:8": "8 points"},
    "Others": {
        "polygon:5:3": "pentagon",
        "wheel:4": "wheel",
        "rings:5": "rings",
        "cube:3": "cube",
        "rectangle:3:5": "3x5",
        "latin:4": "Latin square",
    },
}
MOST_CELLS, MOST_NODES, MOST_LISTED, A_PAGE = 100, 6e10, 5000, 12
LONGEST_LOOK, MOST_BUTTONS = 60.0, 80
Filling = tuple[int, ...]


def card() -> Card:
    """Figures on the start page."""
    figure = rules.parse(EXAMPLE)
    return Card(
        "Numbers in lines",
        "Fill a figure so that every line has the same sum. In how many ways, and which?",
        drawn(figure, dict(enumerate(FIRST))),
        address("/figures", figure=EXAMPLE, way=1),
        "Aristotle's hexagon",
    )


FIRST = (3, 17, 18, 19, 7, 1, 11, 16, 2, 5, 6, 9, 12, 4, 8, 14, 10, 13, 15)
"""One way to fill the hexagon, for the picture on the start page."""


def entry(values: Mapping[str, str]) -> Html:
    """The form for any figure."""
    given = values.get("figure", "")
    name = parts.field(
        "Its name", "figure", given, "such as hexagon:3, star:8:b, or square:4/1.2 with numbers given", wide=True
    )
    return join(
        parts.panel(
            "Another figure",
            *(_picks(word, picks, given) for word, picks in PICKS.items()),
            parts.form("/figures", name),
            parts.bar(parts.link("Draw one of your own", figures_draw.PATH, id="draw")),
        ),
        parts.fold(
            "Write one of your own",
            parts.form("/figures", parts.area("As TOML or JSON", "figure", WRITTEN, rows=6)),
            id="write",
        ),
    )


WRITTEN = "cells = 6\nlines = [[0, 1, 2], [2, 3, 4], [4, 5, 0]]\nnumbers = [1, 2, 3, 4, 5, 6]\n"


def _picks(name: str, picks: Mapping[str, str], given: str) -> Html:
    links = [
        parts.link(words, address("/figures", figure=pick), current=pick == given, id="pick-" + pick.replace(":", "-"))
        for pick, words in picks.items()
    ]
    return tag("div", tag("span", name, class_="soft"), parts.bar(*links, label=name), class_="pieces")


def figure_in(query: Query) -> Figure:
    """The figure of the address, small enough to be drawn."""
    text = query.text("figure", usual=EXAMPLE, longest=12_000)
    figure = rules.parse(text)
    if figure.cells > MOST_CELLS:
        raise TooBig(f"this figure has {figure.cells} cells", text, f"a page shows up to {MOST_CELLS}")
    return figure


def name_of(figure: Figure) -> str:
    """The figure's ID without the family."""
    return rules.format(figure).removeprefix("figures:")


def filled(figure: Figure, cell: int, value: int | None) -> Figure:
    """The figure with a number in this cell, or with none."""
    rest = [pair for pair in figure.given if pair[0] != cell]
    given = rest if value is None else [*rest, (cell, value)]
    return rules.checked(replace(figure, given=tuple(sorted(given))))


def place(figure: Figure, cell: int) -> str:
    """How people call a cell: by its row and its number in that."""
    for row, length in enumerate(figure.rows, 1):
        if cell < length:
            return f"row {row}, cell {cell + 1}" if len(figure.rows) > 1 else f"cell {cell + 1}"
        cell -= length
    raise AssertionError(cell)


def drawn(figure: Figure, values: Mapping[int, int | str], marks: Mapping[int, str] | None = None) -> Drawing:
    """The figure with what its cells hold, and some of them marked."""
    from coset.families.figures.picture import draw

    drawing, given, marks = draw(figure), dict(figure.given), marks or {}
    cells = []
    for number, cell in enumerate(drawing.cells):
        holds = str(values.get(number, "")).replace("-", "−")
        fill = "given" if number in given else "free"
        note = f"{place(figure, number)}: {holds or 'empty'}"
        cells.append(replace(cell, label=holds, fill=fill, mark=marks.get(number, ""), note=note))
    return replace(drawing, cells=tuple(cells))


def view(query: Query, ask: Ask) -> Page | Go:
    """A figure, in how many ways it can be filled, how, and in which order they are found."""
    figure = figure_in(query)
    if "=" in query.text("figure", longest=12_000) or "{" in query.text("figure", longest=12_000):
        return Go(address("/figures", figure=name_of(figure)))
    chosen = query.number("cell", 0, 0, figure.cells) - 1
    if chosen >= 0 and "value" in query:
        value = rules.whole(query.text("value", longest=12), "the number")
        return Go(address("/figures", figure=name_of(filled(figure, chosen, value)), cell=chosen + 1))
    tools = entry({"figure": name_of(figure)})

    def sheet(answer: Part, stage: Part, talk: Part) -> Html:
        return parts.sheet("In how many ways?", _about_figure(figure), answer, stage, talk)

    ask.meanwhile = sheet(None, _board(query, figure, dict(figure.given), [], 0), tools)
    ask(plan, figure)
    order = stages(figure)
    step = query.number("step", 0, 0, len(order))
    answer: Any = None
    ways: list[Filling] = []
    words = ""
    try:
        answer, ways = _answer(figure, ask)
        words = _words(figure, answer)
        said = parts.answer(words, mood="good" if answer.count else "bad")
        number = query.number("way", 0, 0, len(ways))
        shown = dict(enumerate(ways[number - 1])) if number else dict(figure.given)
    except TooBig as refusal:
        said, shown, number = _one(query, figure, ask, str(refusal))
    whole = answer is not None and len(ways) == answer.count
    stage = [
        _board(query, figure, shown, order, step),
        _palette(figure, chosen, ways if whole else None) if chosen >= 0 else None,
        _order(query, figure, order, step),
    ]
    talk = [
        _ways(query, figure, ways, number, answer.count) if answer and ways else None,
        tools,
        parts.fold("In numbers", _facts(figure, answer), id="facts"),
        parts.shell(f"coset figures solve {name_of(figure)}"),
    ]
    return Page(name_of(figure)[:40], sheet(said, stage, talk), words)


def _about_figure(figure: Figure) -> str:
    """What is to be done, in a sentence or two."""
    low, high = figure.numbers[0], figure.numbers[-1]
    sums = sorted(set(figure.targets)) if figure.targets is not None else []
    lines = f"every line adds up to {sums[0]}" if len(sums) == 1 else "every line has the same sum"
    once = {"all": ", each number once", "lines": ", with different numbers in each line"}.get(figure.distinct, "")
    lines = "the lines have their sums" if len(sums) > 1 else lines
    return f"Put the numbers from {low} to {high} into the cells so that {lines}{once}.".replace("-", "−")


def _answer(figure: Figure, ask: Ask) -> tuple[Any, list[Filling]]:
    """How many ways there are, and the first of them; TooBig for what would take more than some minutes."""
    from coset.families.figures.solve import count, solve

    nodes = plan(figure).nodes
    if nodes > MOST_NODES:
        raise TooBig(
            f"about {_about(nodes)} partial fillings would have to be met",
            right=f"a page goes through {_about(MOST_NODES)}; fill some cells, or look for one way",
        )
    answer = ask(count, figure)
    listed = ask(solve, figure, first=MOST_LISTED).solutions if answer.count else ()
    return answer, [tuple(way) for way in listed]


def _one(query: Query, figure: Figure, ask: Ask, refusal: str) -> tuple[Html, dict[int, int], int]:
    """For a figure too big to search: one way, if it is asked for."""
    from coset.families.figures.find import find
    from coset.families.figures.solve import solve

    if not query.yes("find"):
        look = parts.link("Look for one way", query.to(find=1, way=None, step=None), strong=True, id="find")
        return join(parts.alert(refusal), parts.bar(look)), dict(figure.given), 0
    if figure.distinct != "all" or figure.less_than:  # such figures are searched, not annealed
        first = ask(solve, figure, first=1).solutions
        words = "One way to fill it; there may be more." if len(first) else "There is no way to fill it."
        shown = dict(enumerate(map(int, first[0]))) if len(first) else dict(figure.given)
        return parts.answer(words, mood="good" if len(first) else "bad"), shown, 0
    found = ask(find, figure, seconds=LONGEST_LOOK)
    if found.filling is None:
        words = f"None was found in {LONGEST_LOOK:.0f} seconds; there may be some."
        return parts.answer(words, mood="bad"), dict(figure.given), 0
    words = f"One way to fill it, found after {parts.count(found.tries, 'try', 'tries')}; there may be more."
    return parts.answer(words, mood="good"), dict(enumerate(found.filling)), 0


def _about(number: float) -> str:
    """A large number in two digits.

    >>> _about(52834644817), _about(3539)
    ('5.3e10', '3,500')
    """
    if number < 1e6:
        return f"{float(f'{number:.1e}'):,.0f}"
    return f"{number:.1e}".replace("e+", "e")


def _words(figure: Figure, answer: Any) -> str:
    cells = "the rest" if figure.given else "it"
    if not answer.count:
        return f"There is no way to fill {cells}."
    words = f"{parts.count(answer.count, 'way')} to fill {cells}"
    if answer.basic is not None and answer.group > 1:
        return f"{words}, {answer.basic:,} up to the figure's {answer.group:,} symmetries."
    return words + "."


def _facts(figure: Figure, answer: Any | None) -> Html:
    targets = set(figure.targets or ())
    numbers = figure.numbers
    run = len(numbers) == numbers[-1] - numbers[0] + 1 and len(numbers) > 2
    facts: dict[str, Part] = {
        "Cells": figure.cells,
        "Lines": len(figure.lines),
        "Numbers": f"{numbers[0]} to {numbers[-1]}" if run else ", ".join(map(str, numbers)),
        "Sum of a line": "free" if not targets else " or ".join(map(str, sorted(targets)[:6])),
    }
    if answer is not None:
        if figure.targets is None:
            facts["By sum"] = ", ".join(f"{target}: {count:,}" for target, count in answer.by_target.items())
        facts["Looked at"] = parts.count(answer.nodes, "partial filling")
    return parts.facts(facts)


def _board(query: Query, figure: Figure, shown: Mapping[int, int], order: Sequence[Stage], step: int) -> Html:
    """The board: numbers, or the order up to a step; each cell is a link that chooses it."""
    holds: dict[int, int | str] = dict(shown)
    marks: dict[int, str] = {}
    if step:
        holds = dict(figure.given) | known(figure)
        for stage in order[:step]:
            holds[stage.cell] = stage.letter
            for cell, text in stage.fixed:
                holds[cell] = text.replace(" ", "") if len(text) < 12 else "="
        now = order[step - 1]
        marks = {now.cell: "lit"} | {cell: "from" for cell, _ in now.fixed}
    chosen = query.number("cell", 0, 0, figure.cells) - 1
    if chosen >= 0 and not step:
        marks[chosen] = "lit"
    drawing = drawn(figure, holds, marks)
    numbers = {cell.name: number for number, cell in enumerate(drawing.cells)}

    def link(cell: Cell) -> dict[str, str]:
        return {"href": address("/figures", figure=name_of(figure), cell=numbers[cell.name] + 1)}

    left, _, right, _ = drawing.box()
    hint = tag("p", "Press a cell to give it a number.", class_="soft") if chosen < 0 and not step else None
    return join(parts.board(drawing, link, scale=min(64.0, 540 / (right - left + 0.7))), hint)


def _palette(figure: Figure, cell: int, ways: Sequence[Filling] | None) -> Html:
    """The numbers for a cell, each with the ways that it leaves, where all ways are known."""
    held = dict(figure.given).get(cell)
    others = filled(figure, cell, None)
    taken = set() if figure.distinct == "none" else _taken(others, cell)
    often = Counter(way[cell] for way in ways) if ways is not None and held is None else None
    title = f"Which number in {place(figure, cell)}?"
    clear = address("/figures", figure=name_of(others), cell=cell + 1)
    tools = parts.bar(
        parts.link("None", clear if held is not None else None, key="Backspace", id="clear-cell"),
        parts.link("Clear all cells", address("/figures", figure=name_of(replace(figure, given=()))), id="clear")
        if figure.given
        else None,
        parts.link("Done", address("/figures", figure=name_of(figure)), key="Escape", id="done"),
    )
    note = tag("p", "The small number says how many ways it leaves.", class_="soft") if often else None
    return parts.panel(title, _numbers(figure, cell, taken, often), note, tools, id="numbers")


def _numbers(figure: Figure, cell: int, taken: set[int], often: Counter[int] | None) -> Html:
    """A button for each number; a box to write in, where they are too many."""
    held, low, high = dict(figure.given).get(cell), figure.numbers[0], figure.numbers[-1]
    if len(figure.numbers) > MOST_BUTTONS:
        box = parts.number("Number", "value", low if held is None else held, low, high)
        return parts.form("/figures", box, button="Put it there", keep={"figure": name_of(figure), "cell": cell + 1})
    links = []
    for value in figure.numbers:
        dead = value in taken or (often is not None and not often[value])
        to = None if dead else address("/figures", figure=name_of(filled(figure, cell, value)), cell=cell + 1)
        text = [str(value).replace("-", "−"), tag("small", f"{often[value]:,}") if often and often[value] else None]
        links.append(parts.link(text, to, current=value == held, id=f"value-{value}"))
    return parts.bar(*links, label="Numbers")


def _taken(figure: Figure, cell: int) -> set[int]:
    """The numbers that the given cells keep from this one."""
    values = dict(figure.given)
    return {values[sum(pair) - cell] for pair in rules.different(figure) if cell in pair and sum(pair) - cell in values}


def _order(query: Query, figure: Figure, order: Sequence[Stage], step: int) -> Html:
    """The search, cell by cell."""
    if not order:
        return parts.panel("The order of the search", tag("p", "All cells follow from the lines.", class_="soft"))
    if step:
        now = order[step - 1]
        says: list[Part] = [tag("li", f"Choose {now.letter}, the number in {place(figure, now.cell)}.")]
        says += [tag("li", f"Then {place(figure, cell)} is ", tag("b", text), ".") for cell, text in now.fixed]
        after = tag("p", f"About {_about(max(now.size, 1))} partial fillings get this far.", class_="soft")
        body = join(tag("ul", says, class_="steps"), after)
    else:
        start = {} if figure.given else known(figure)
        sure = [f"{place(figure, cell)} is {text}" for cell, text in start.items()]
        words = "Some cells are chosen, the others follow from sums. " + (
            "Always: " + "; ".join(sure) + "." if sure else ""
        )
        body = tag("p", words, class_="soft")

    def to(at: int) -> str:
        return query.to(step=at or None, cell=None, way=None)

    return parts.panel("The order of the search", body, parts.pager(step, len(order), to, "choice"), id="order")


def _ways(query: Query, figure: Figure, ways: Sequence[Filling], number: int, count: int) -> Html:
    """Some ways as pictures, each a link that shows it large."""
    first = (number - 1) // A_PAGE * A_PAGE if number else 0
    pictures = []
    for at, way in enumerate(ways[first : first + A_PAGE], first + 1):
        drawing = drawn(figure, dict(enumerate(way)))
        left, top, right, bottom = drawing.box()
        picture = parts.picture(replace(drawing, title=f"way {at}"), scale=130 / max(right - left, bottom - top))
        to = query.to(way=None if at == number else at, step=None, cell=None)
        pictures.append(
            tag("a", picture, href=to, class_="thumb", aria_current="true" if at == number else None, id=f"way-{at}")
        )
    last = (len(ways) - 1) // A_PAGE
    turn = parts.turn(first // A_PAGE, last, lambda page: query.to(way=page * A_PAGE + 1, step=None, cell=None))
    short = f"The first {len(ways):,} of {count:,} can be seen here." if len(ways) < count else None
    return parts.panel(
        "All of them" if len(ways) == count else "Some of them",
        tag("div", pictures, class_="thumbs ways"),
        turn if last else None,
        tag("p", short, class_="soft") if short else None,
        id="ways",
    )


PAGES = {"/figures": view, figures_draw.PATH: figures_draw.view}
