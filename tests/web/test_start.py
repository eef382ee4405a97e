"""The start page in a real browser, and what holds for all pages: keyboards, wide and narrow screens, quick answers."""

import pytest
from bench.serve import CASES, clicked
from playwright.sync_api import Browser

from tests.web.conftest import Visit


def test_start(visit: Visit) -> None:
    page = visit.open("/")
    assert page.title() == "Coset"
    visit.check()
    for card in page.locator(".card").all():
        assert card.locator("svg").count() == 1
        assert card.locator(".button").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"


def test_an_example_is_reached_by_keyboard(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open("/")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "The one winning move on 4x4":
            break
    visit.press("Enter")
    assert visit.words() == "The player to move wins, by 1 of 113 moves."
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.locator("#said").inner_text() == visit.words()


@pytest.mark.parametrize("path", ["/", "/nim", "/mines", "/figures", "/hold", "/combo", "/combo/train"])
def test_wide_and_narrow_screens_have_room(browser: Browser, server: str, path: str) -> None:
    widths = {}
    for width in (320, 1920):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto(server + path)
        page.wait_for_selector("main:not(:has([data-stream]))", timeout=120_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        widths[width] = page.locator("main svg").first.bounding_box()
        page.close()
    narrow, wide = widths[320], widths[1920]
    assert narrow
    assert wide
    assert narrow["width"] < wide["width"] or path == "/"
    assert wide["x"] > 200


def test_clicks_are_answered_at_once(browser: Browser, server: str) -> None:
    page = browser.new_page()
    for case, (address, selector) in CASES.items():
        assert min(clicked(page, server + address, selector) for _ in range(3)) < 100, case
    page.close()
