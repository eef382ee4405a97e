"""The start page in a real browser, and what holds for all pages: keyboards, wide and narrow screens, quick answers."""

import pytest
from bench.serve import CASES, clicked
from playwright.sync_api import Browser

from tests.web.conftest import Visit, cell


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


def test_the_focus_stays_where_something_was_pressed(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open("/mines?level=mines:lock:3x2:.*?*..")
    steps = int(page.locator(".place").inner_text().split()[-1])
    page.locator("#next").focus()
    for _ in range(steps):
        visit.press("Enter")
        assert page.evaluate("document.activeElement.id") == "next"
    assert page.locator("#next").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "main"


def test_pages_work_without_script(browser: Browser, server: str) -> None:
    page = browser.new_page()
    for path in ("/nim?board=nim:4x4", "/nim/play?board=nim:4x4&moves=b2c2b3c3"):  # kernels may have to be compiled
        page.goto(server + path)
        page.wait_for_selector("main:not(:has([data-stream]))", timeout=120_000)
    page.close()
    page = browser.new_page(java_script_enabled=False)

    def answer() -> str:
        page.wait_for_load_state()
        if page.locator(".working").count():
            page.locator("noscript a").click()
        return page.locator(".answer").inner_text()

    page.goto(server + "/")
    page.locator("#nim .button").click()
    assert answer() == "The player to move wins, by 1 of 113 moves."
    page.locator(cell("a1")).click()
    assert "board=nim:4x4" not in page.url
    answer()
    page.get_by_label("Rule").select_option("normal")
    page.get_by_text("Take these").click()
    assert answer().startswith("The player to move")
    page.locator("#begin").click()
    page.locator(cell("c3")).first.click()
    assert answer().startswith("The engine placed")
    page.goto(server + "/nim?board=nim:7x8")
    assert page.locator("noscript a").inner_text() == "Wait for the answer"
    assert not page.locator(".cancel").is_visible()
    page.close()


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
