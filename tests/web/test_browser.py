"""The pages in a real Chromium, on a phone's screen and a desktop's, in light and dark."""

import os

import pytest

from tests.web.conftest import Visit, chromium

if chromium() is None and not os.environ.get("CI"):
    pytest.skip("no Chromium was found, so no page was opened (COSET_CHROMIUM names one)", allow_module_level=True)


def test_start(visit: Visit) -> None:
    page = visit.open("/")
    assert page.title() == "Coset"
    visit.check()
    for card in page.locator(".card").all():
        assert card.locator("svg").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"
