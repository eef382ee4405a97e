"""The start page in a real browser, on a phone's screen and a desktop's, in light and dark."""

from tests.web.conftest import Visit


def test_start(visit: Visit) -> None:
    page = visit.open("/")
    assert page.title() == "Coset"
    visit.check()
    for card in page.locator(".card").all():
        assert card.locator("svg").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"
