"""The app in this process, and the same app behind a port for a browser."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import axe_core_python
import pytest
import uvicorn
from playwright.sync_api import Browser, Request, sync_playwright
from playwright.sync_api import Page as PlaywrightPage
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from coset.web.app import make
from coset.web.ask import at_work


@pytest.fixture(scope="session")
def client() -> TestClient:
    return TestClient(make(), base_url="http://127.0.0.1", follow_redirects=False)


def serving(app: ASGIApp) -> Iterator[str]:
    """The address of the app on a port that is free, until the generator is closed."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    yield from serving(make())


NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
SCREENS = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}


def chromium() -> str | None:
    """A Chromium on this machine: $COSET_CHROMIUM, or one of the usual names on the path."""
    return os.environ.get("COSET_CHROMIUM") or next((found for name in NAMES if (found := shutil.which(name))), None)


def pytest_runtest_setup(item: pytest.Function) -> None:
    """Say once that there is no browser; in CI there must be one."""
    if "browser" in item.fixturenames and chromium() is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium was found, and CI opens all pages in one")
        pytest.skip("no Chromium was found, so no page was opened in one (COSET_CHROMIUM may name it)")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        yield found
        found.close()


def until_idle() -> None:
    """Wait until no verb is at work: each ends when nobody waits for it, and kernels are compiled at some time."""
    end = time.monotonic() + 300
    while at_work and time.monotonic() < end:
        time.sleep(0.05)
    assert not at_work


def cell(name: str) -> str:
    """The link of a cell of the board."""
    return f'.board [data-cell="{name}"] a'


class Visit:
    """A browser's page on the app, which must stay silent, and ask nothing from elsewhere."""

    def __init__(self, page: PlaywrightPage, server: str, name: str) -> None:
        self.page, self.server, self.name = page, server, name
        self.said: list[str] = []
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.server, "data:")):
            self.said.append(f"asked elsewhere: {request.url}")

    def open(self, address: str = "/") -> PlaywrightPage:
        """The page at an address, with its answer."""
        self.begin(address)
        self.settle()
        return self.page

    def begin(self, address: str) -> PlaywrightPage:
        """The page at an address, perhaps still at work."""
        self.page.goto(self.server + address)
        return self.page

    def follow(self, selector: str) -> None:
        """Press something, and wait until the page has taken it in."""
        self.page.evaluate("document.querySelector('main').dataset.old = 1")
        self.page.locator(selector).first.click()
        self.settle()

    def press(self, key: str) -> None:
        """Press a key that leads on, and wait until the page has taken it in."""
        self.page.evaluate("document.querySelector('main').dataset.old = 1")
        self.page.keyboard.press(key)
        self.settle()

    def tap(self, selector: str, button: str = "touch") -> None:
        """Touch something for a moment, or for long, which is like the other button of a mouse."""
        self.page.evaluate("document.querySelector('main').dataset.old = 1")
        if button == "touch":
            self.page.locator(selector).first.tap()
        else:
            self.page.locator(selector).first.dispatch_event("contextmenu", {"bubbles": True, "cancelable": True})
        self.settle()

    def drag(self, first: str, last: str) -> None:
        """Drag the mouse from one thing to another, and wait until the page has taken it in."""
        boxes = [self.page.locator(selector).bounding_box() for selector in (first, last)]
        assert boxes[0] and boxes[1]
        self.page.evaluate("document.querySelector('main').dataset.old = 1")
        self.page.mouse.move(boxes[0]["x"] + 9, boxes[0]["y"] + 9)
        self.page.mouse.down()
        self.page.mouse.move(boxes[1]["x"] + 9, boxes[1]["y"] + 9, steps=20)
        self.page.mouse.up()
        self.settle()

    def settle(self) -> None:
        """Wait until the page has been replaced, and has nothing left to work on."""
        self.page.wait_for_selector("main:not([data-old]):not(.busy):not(:has([data-stream]))", timeout=120_000)

    def words(self) -> str:
        """The answer."""
        return self.page.locator(".answer").first.inner_text()

    def check(self) -> None:
        """Nothing serious for people who can't see or point, and no sideways scrolling of the whole page."""
        self.page.evaluate(AXE)
        found = self.page.evaluate("axe.run().then(report => report.violations)")
        serious = [
            f"{fault['id']}: {fault['nodes'][0]['html'][:200]} ({len(fault['nodes'])} times) on {self.page.url}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
        ]
        assert serious == []
        assert self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, (
            self.page.url
        )
        assert self.said == []
        if os.environ.get("COSET_SHOTS"):
            folder = Path(os.environ["COSET_SHOTS"])
            self.shots = getattr(self, "shots", 0) + 1
            self.page.screenshot(path=folder / f"{self.name}-{self.shots}.png", full_page=True)


AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text()


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(SCREENS))
def screen(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def visit(browser: Browser, server: str, screen: str, scheme: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    context = browser.new_context(
        viewport=SCREENS[screen],
        color_scheme=scheme,
        has_touch=screen == "phone",
        is_mobile=screen == "phone",
        reduced_motion="reduce",
    )
    yield (found := Visit(context.new_page(), server, f"{request.node.originalname}-{screen}-{scheme}"))
    context.close()
    assert found.said == []
