"""The start page: a card for each family, with a picture and an example that opens with its answer."""

from functools import cache
from importlib import import_module

from coset.web.ask import Ask
from coset.web.html import Html, join, tag
from coset.web.parts import WITH_PAGE, Card, Page, picture
from coset.web.query import Query


def view(query: Query, ask: Ask) -> Page:
    """All families."""
    cards = [_card(name, card) for name, card in _cards().items()]
    words = "Draw a position or take an example, and see the answer, with the reason for it."
    heading = tag("div", tag("h1", "Exact answers for placement puzzles and games"), tag("p", words), class_="lead")
    return Page("Coset", join(heading, tag("div", cards, class_="cards")))


@cache
def _cards() -> dict[str, Card]:
    return {name: import_module(f"coset.web.{name}").card() for name in WITH_PAGE}


def _card(name: str, card: Card) -> Html:
    return tag(
        "article",
        tag("a", picture(card.picture), href=card.address, tabindex="-1", aria_label=card.example),
        tag("p", name, class_="kind"),
        tag("h2", tag("a", card.title, href=f"/{name}")),
        tag("p", card.words),
        tag("p", tag("a", card.example, href=card.address, class_="button strong")),
        class_="card",
        id=name,
    )
