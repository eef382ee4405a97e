"""How soon the page answers a click: `python bench/serve.py [RUNS]` drives Chromium through small cases of each family.

From the click to the document that has taken its place, in milliseconds; answers are found before, as in ordinary use.
"""

import sys
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Page, sync_playwright
from tests.web.conftest import QUIET, chromium, serving

from bench.common import Report
from coset.web.app import make

FIELD = "XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X"
CASES = {
    "nim: a cell is blocked": ("/nim?board=nim:4x4", "[data-cell=a1] a"),
    "nim: a piece is placed, the engine answers": ("/nim/play?board=nim:4x4&piece=O", "[data-cell=b2] a"),
    "mines: the next step": ("/mines", "#next"),
    "mines: a cell is opened": ("/mines/play", "[data-cell=r5c1] a"),
    "figures: a cell is chosen": ("/figures?figure=hexagon:3", ".board a"),
    "figures: a number is put in it": ("/figures?figure=hexagon:3&cell=1", "#value-3"),
    "hold: a branch of the tree": (f"/hold?field={FIELD}&queue=*p4", "#next-T"),
    "hold: the next piece of a solution": (f"/hold/ways?field={FIELD}&queue=*p4", "#next"),
    "combo: a drop is looked at": ("/combo", "#drop-1"),
    "combo: a drop of the trainer": ("/combo/train", "#drop-1"),
}
"""A page, and what is clicked on it."""

WATCH = """() => {
  addEventListener("click", () => { window.began = performance.now(); }, { capture: true, once: true });
  document.querySelector("main").dataset.old = 1;
  new MutationObserver((_, own) => {
    if (!document.querySelector("main[data-old]")) { window.took = performance.now() - window.began; own.disconnect(); }
  }).observe(document.body, { childList: true });
}"""


def clicked(page: Page, address: str, selector: str) -> float:
    """Milliseconds from a click to the answer."""
    settled = "main:not([data-old]):not(.busy):not(:has([data-stream]))"
    page.goto(address)
    page.wait_for_selector(settled, timeout=120_000)
    page.evaluate(WATCH)
    page.locator(selector).first.click()
    page.wait_for_selector(settled, timeout=120_000)
    return float(page.evaluate("window.took"))


def main(runs: int = 9) -> None:
    """The least of some runs of each case, against 100 ms."""
    if chromium() is None:
        print("\nserve: no Chromium was found, so no click was measured")
        return
    report = Report("serve")
    with contextmanager(serving)(make()) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        page = browser.new_page()
        for case, (address, selector) in CASES.items():
            times = sorted(clicked(page, server + address, selector) for _ in range(runs))
            report.row(case, times[0], target=100, unit="ms")
            report.row(case + ", median", times[len(times) // 2], unit="ms")
        browser.close()
    report.end()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
