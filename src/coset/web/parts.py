"""The parts that pages are made of: the frame, boards, forms, and lines of answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from coset.catalogue import FAMILIES
from coset.show import words as said
from coset.show.drawing import Cell, Drawing
from coset.show.svg import svg
from coset.web.html import Html, Part, join, tag

count = said.count
WITH_PAGE = tuple(name for name in FAMILIES if find_spec(f"coset.web.{name}"))
"""The families that have a page."""

Leads = Callable[[Cell], Mapping[str, str]]
"""Where a cell leads: the attributes of its link, or none."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title, what is in it, and what a screen reader says when it takes the place of another."""

    title: str
    body: Html
    say: str = ""


@dataclass(frozen=True, slots=True)
class Go:
    """The address to go on at, in place of a page: such as the position after the engine's move."""

    address: str


@dataclass(frozen=True, slots=True)
class Card:
    """A family on the start page: an example that opens with its answer."""

    title: str
    words: str
    picture: Drawing
    address: str
    example: str


def whole(page: Page, family: str = "", status: str = "") -> str:
    """The whole document."""
    menu = [tag("a", name, href=f"/{name}", aria_current="page" if name == family else None) for name in WITH_PAGE]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", page.title if page.title == "Coset" else f"{page.title} · Coset"),
        tag("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/static/roles.css"),
        tag("link", rel="stylesheet", href="/static/page.css"),
        tag("script", src="/static/page.js", defer=True),
    )
    body = tag(
        "body",
        tag("a", "Skip to the page", href="#main", class_="skip"),
        tag("header", tag("a", "Coset", href="/", class_="home"), tag("nav", menu, aria_label="Families")),
        tag("main", page.body, id="main", tabindex="-1", data_say=page.say, data_status=status or None),
        tag("p", id="said", role="status", class_="hidden"),
    )
    return f'<!doctype html>\n<html lang="en">{head}{body}</html>\n'


def alert(message: str) -> Html:
    """What is wrong, in one line."""
    return tag("p", " ".join(message.split()), role="alert", class_="alert")


def sheet(title: str, about: str, answer: Part, stage: Part, talk: Part) -> Html:
    """A page about a position: its question and what that means, the answer, the board, and what is said about it.

    While there is no answer yet, its place is left for what is said meanwhile.
    """
    head = tag("div", tag("h1", title), tag("p", about, class_="about"), class_="head")
    return join(head, ANSWER if answer is None else answer, columns(stage, talk))


ANSWER = Html("<!--answer-->")


def board(
    drawing: Drawing,
    link: Leads | None = None,
    scale: float = 40,
    paint: str | None = None,
    id: str = "board",
) -> Html:
    """A board that can be walked with arrow keys; `link` says where a cell leads.

    With `paint`, the beginning of an address, cells can be painted by dragging: their names are added, joined by ','.
    On a small screen a wide board is moved sideways, so that its cells don't get too small to be pressed.
    """
    picture = Html(svg(drawing, scale=scale, page=True, link=link))
    left, _, right, _ = drawing.box()
    room = " wider" if right - left > 20 else " wide" if right - left > 12 else ""
    return tag("div", picture, class_="board" + room, id=id, data_paint=paint)


def how(mouse: str, touch: str) -> Html:
    """What to do with a board, for those who point with a mouse and for those who use a finger."""
    return tag("p", tag("span", mouse, class_="by-mouse"), tag("span", touch, class_="by-touch"), class_="soft")


PAINT = how("Press a cell to fill or free it; drag over several.", "Press a cell to fill or free it.")


def picture(drawing: Drawing, scale: float = 36) -> Html:
    """A drawing as one still image."""
    return tag("div", Html(svg(drawing, scale=scale, page=True, still=True)), class_="picture")


def columns(left: Part, right: Part) -> Html:
    """A board and what is said about it, side by side where there is room."""
    return tag("div", tag("div", left, class_="stage"), tag("div", right, class_="talk"), class_="columns")


def panel(title: str, *parts: Part, id: str | None = None) -> Html:
    """A part of a page with a heading."""
    return tag("section", tag("h2", title), *parts, class_="panel", id=id)


def fold(title: str, *parts: Part, open: bool = False, id: str | None = None) -> Html:
    """A part that opens at a click."""
    return tag("details", tag("summary", title), *parts, class_="panel", open=open, id=id)


def answer(*parts: Part, mood: str = "") -> Html:
    """The answer in one line; the mood is 'good', 'bad' or nothing."""
    return tag("p", *parts, class_=f"answer {mood}".strip())


def form(path: str, *parts: Part, button: str = "Show", keep: Mapping[str, str | int | None] | None = None) -> Html:
    """A form whose values become the address; `keep` are values that it hands on unseen."""
    unseen = [
        tag("input", type="hidden", name=name, value=value) for name, value in (keep or {}).items() if value is not None
    ]
    submit = tag("button", button, type="submit")
    return tag("form", unseen, *parts, submit, action=path, method="get", class_="form")


def upload(path: str, label: str, button: str) -> Html:
    """A form that sends one file."""
    box = tag("label", tag("span", label), tag("input", type="file", name="file", required=True))
    submit = tag("button", button, type="submit")
    return tag("form", box, submit, action=path, method="post", enctype="multipart/form-data", class_="form")


def field(label: str, name: str, value: object = "", hint: str = "", wide: bool = False, **more: str | int) -> Html:
    """A labelled line of text."""
    box = tag(
        "input", name=name, value=str(value), autocomplete="off", autocapitalize="off", spellcheck="false", **more
    )
    note = tag("small", hint) if hint else None
    return tag("label", tag("span", label), box, note, class_="wide" if wide else None)


def area(label: str, name: str, value: str = "", rows: int = 6, hint: str = "") -> Html:
    """A labelled text of several lines."""
    box = tag("textarea", "\n" + value, name=name, rows=rows, autocapitalize="off", spellcheck="false", cols=24)
    return tag("label", tag("span", label), box, tag("small", hint) if hint else None, class_="wide")


def number(label: str, name: str, value: int, low: int, high: int) -> Html:
    """A labelled whole number."""
    return tag("label", tag("span", label), tag("input", type="number", name=name, value=value, min=low, max=high))


def choose(label: str, name: str, options: Mapping[str, str] | Sequence[str], chosen: str) -> Html:
    """A labelled choice; `options` are values and their words."""
    words = options if isinstance(options, Mapping) else {option: option for option in options}
    items = [tag("option", text, value=value, selected=value == chosen) for value, text in words.items()]
    return tag("label", tag("span", label), tag("select", items, name=name))


def tick(label: str, name: str, on: bool) -> Html:
    """A labelled box to tick."""
    box = tag("input", type="checkbox", name=name, value="1", checked=on)
    return tag("label", box, tag("span", label), class_="tick")


def link(
    words: Part, href: str | None, key: str = "", current: bool = False, id: str | None = None, strong: bool = False
) -> Html:
    """A link that looks like a button; `key` follows it from the keyboard. Without an address it can't be pressed."""
    shown = [words, tag("kbd", KEYS.get(key, key.upper()), aria_hidden="true") if key else None]
    class_ = "button strong" if strong else "button"
    if href is None:
        return tag("a", *shown, class_=class_, id=id, role="link", aria_disabled="true", tabindex="-1")
    return tag(
        "a",
        *shown,
        href=href,
        class_=class_,
        id=id,
        data_key=key or None,
        aria_keyshortcuts=key or None,
        aria_current="true" if current else None,
    )


KEYS = {"ArrowLeft": "←", "ArrowRight": "→", "Backspace": "⌫", "Escape": "Esc"}


def bar(*parts: Part, label: str | None = None, class_: str = "") -> Html:
    """Links in a row."""
    return tag("div", *parts, class_=f"bar {class_}".strip(), role="group" if label else None, aria_label=label)


def pager(at: int, last: int, to: Callable[[int], str], what: str = "step") -> Html:
    """First, previous, next, last: from 0 to `last`."""
    back, on = (to(at - 1) if at > 0 else None), (to(at + 1) if at < last else None)
    return bar(
        link("First", to(0) if at > 0 else None, id="first"),
        link("Back", back, key="ArrowLeft", id="back"),
        tag("span", f"{what} {at} of {last}", class_="place"),
        link("Next", on, key="ArrowRight", id="next", strong=True),
        link("Last", to(last) if at < last else None, id="last"),
        label=f"Go from {what} to {what}",
        class_="pager",
    )


def turn(page: int, last: int, to: Callable[[int], str]) -> Html:
    """From page to page of a long list, counted from 0; the arrow keys are left to what the page is about."""
    return bar(
        link("Earlier", to(page - 1) if page > 0 else None, id="earlier"),
        tag("span", f"page {page + 1} of {last + 1}", class_="place"),
        link("Later", to(page + 1) if page < last else None, id="later"),
        label="Go from page to page",
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[Part]], caption: str = "", right: str = "") -> Html:
    """A table; columns whose number (from 0) is a digit of `right` hold figures."""

    def cell(name: str, number: int, part: Part) -> Html:
        return tag(name, part, class_="figure" if str(number) in right else None, scope="col" if name == "th" else None)

    lines = [tag("tr", [cell("td", i, part) for i, part in enumerate(row)]) for row in rows]
    head = tag("thead", tag("tr", [cell("th", i, name) for i, name in enumerate(heads)]))
    title = tag("caption", caption) if caption else None
    return tag("div", tag("table", title, head, tag("tbody", lines)), class_="scroll", tabindex="0", role="region",
               aria_label=caption or heads[0])  # fmt: skip


def facts(pairs: Mapping[str, Part]) -> Html:
    """Names and values, one a line."""
    return tag("dl", [[tag("dt", name), tag("dd", value)] for name, value in pairs.items()], class_="facts")


def shell(command: str) -> Html:
    """The same question for the command line."""
    return tag("p", "In a shell: ", tag("code", command), class_="shell")


def working(meanwhile: Html, waiting: str) -> Html:
    """What is shown while a question takes its time."""
    work = tag(
        "section",
        tag("p", "Working on it ", tag("output", "", class_="done")),
        tag("progress", "", aria_label="How much is done"),
        tag("button", "Cancel", type="button", class_="cancel"),
        tag(
            "noscript",
            tag("p", "This takes more than a second."),
            tag("a", "Wait for the answer", href=waiting, class_="button"),
        ),
        class_="panel working",
        data_stream=True,
    )
    before, place, after = meanwhile.partition(ANSWER)
    return join(Html(before), work, Html(after)) if place else join(work, meanwhile)
