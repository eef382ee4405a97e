"""Ten thousand malformed addresses and forms: none of them is a fault of the app.

Sound addresses are gathered by following the pages' own links; then each is spoilt in some way, always the same ones.
"""

import asyncio
import random
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any, TypeVar
from urllib.parse import quote

import pytest
from starlette.types import ASGIApp, Message

from coset.web import app as web
from coset.web.ask import at_work
from tests.web.conftest import until_idle

T = TypeVar("T")

JUNK = [
    "", "0", "-1", "1e9", "99999999999999999999", "None", "nan", "[]", "{}", "%00", "%ff%fe", "%", "a" * 5000,
    "9" * 400, "<b>", "'\"", "../../etc/passwd", "٣", "🂡", "%F0%9F%82%A1", "\u202e", "x" * 30, ".", "#", ":",
    "::::", "/", "-", ",,,", "nim:", "mines:", "mines:puz:", "mines:puz:AAAA", "mines:lock:6x6:",
    "nim:6x6:D:D:D", "figures:hexagon:99", "hold:", "99999x99999", "0x0", "v115@", "v115@vhAAgH", "*p7", "*p99",
    "[", "TIO]", "combo:XXX.", "hexagon:3/", "1/0", "é", "%0a%0d", "+", "&&=", ";",
]  # fmt: skip


def done(work: Coroutine[Any, Any, T]) -> T:
    """What the work gives, in a thread of its own, since a browser's driver may keep a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def call(app: ASGIApp, path: str, method: str = "GET", kind: str = "", body: bytes = b"") -> tuple[int, str]:
    """Status and text of a request, straight to the app."""
    before, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": before, "raw_path": before.encode("utf-8", "replace"), "root_path": "", "server": ("127.0.0.1", 80),
        "query_string": query.encode("utf-8", "replace"), "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", kind.encode())],
    }  # fmt: skip
    status, parts = 0, []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return status, b"".join(parts).decode("utf-8", "replace")


def sound(app: ASGIApp) -> list[str]:
    """Addresses on the pages that the start page leads to, some of each path."""
    found: dict[str, list[str]] = {"/": ["/"]}
    for depth in range(3):
        for address in [one for some in found.values() for one in some[: 4 - depth]]:
            status, text = done(call(app, address))
            assert status in (200, 303), address
            for link in map(unescape, re.findall(r' href="(/[^"]*)"', text)):
                path = link.partition("?")[0]
                some = found.setdefault(path, [])
                if len(some) < 12 and link not in some and not path.startswith("/static"):
                    some.append(link)
    return [one for some in found.values() for one in some]


def spoilt(address: str, rng: random.Random) -> str:
    """The address with something wrong in it, or more than one thing."""
    path, _, query = address.partition("?")
    values = [part.partition("=")[::2] for part in query.split("&") if part]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        way = rng.randrange(8)
        at = rng.randrange(len(values)) if values else 0
        name, value = values[at] if values else ("board", "4x4")
        spot = rng.randrange(len(value) + 1)
        if way == 0 or not values:
            values.append((rng.choice([name, "board", "moves", "step", "cell", "junk"]), rng.choice(JUNK)))
        elif way == 1:
            values[at] = (name, rng.choice(JUNK))
        elif way == 2:
            values[at] = (name, value[:spot] + chr(rng.choice([0, 9, 35, 37, 43, 46, 48, 57, 88, 120, 233, 0x2603])))
        elif way == 3:
            values[at] = (name, value[:spot] + value[spot + 1 :])
        elif way == 4:
            values[at] = (name, value[:spot] + rng.choice(JUNK)[:40] + value[spot:])
        elif way == 5:
            del values[at]
        elif way == 6:
            values[at] = (name, values[rng.randrange(len(values))][1])
        else:
            values[at] = (name, "".join(rng.sample(value, len(value))))
    return path + "?" + "&".join(f"{name}={value}" for name, value in values)


def form_of(rng: random.Random) -> tuple[str, bytes]:
    """A form with a file, more or less."""
    puz = b"<PUZZLE><GRAPH><NODE><ID>0</ID><EDGES>1</EDGES><POS>0,0</POS></NODE></GRAPH></PUZZLE>"
    content = rng.choice(
        [rng.randbytes(rng.randrange(200)), puz[: rng.randrange(len(puz))], puz, b"", b"\xff\xfe<", b"v115@"]
    )
    name = rng.choice(["a.puz", "", "../../x", "\u2603.txt", 'q"q'])
    part = (
        f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        + content
        + b"\r\n--b--\r\n"
    )
    if rng.random() < 0.4:
        spot = rng.randrange(len(part))
        part = part[:spot] + rng.randbytes(3) + part[spot + rng.randrange(9) :]
    kinds = ["multipart/form-data; boundary=b"] * 4 + [
        "multipart/form-data",
        "text/plain",
        "application/x-www-form-urlencoded",
        "",
    ]
    return rng.choice(kinds), part


@pytest.fixture(scope="module")
def app() -> ASGIApp:
    return web.make()


@pytest.mark.parametrize("part", range(5))
def test_ten_thousand_malformed_requests_are_no_fault_of_ours(
    app: ASGIApp, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = sound(app)
    until_idle()
    monkeypatch.setattr(web, "AT_ONCE", 0.02)
    posts = [path for module in web.modules().values() for path in getattr(module, "POSTS", {})]
    rng = random.Random(part)

    async def all_of_them() -> list[str]:
        faults = []
        for number in range(2_000):
            while len(at_work) > 8:  # or all would be refused for that reason alone
                await asyncio.sleep(0.01)
            if posts and number % 10 == 0:
                path = rng.choice(posts)
                kind, body = form_of(rng)
                status, text = await call(app, path, "POST", kind, body)
            else:
                path = spoilt(rng.choice(addresses), rng)
                status, text = await call(app, path)
            one_line = text.count('role="alert"') == 1 if status == 400 else True
            if status not in (200, 303, 400, 404) or not one_line:
                faults.append(f"{status} {path[:300]!r} {re.findall('alert[^<]*', text)[:1]}")
        return faults

    assert done(all_of_them())[:10] == []
    until_idle()


def test_files_that_are_too_big_are_refused(app: ASGIApp) -> None:
    for path in [path for module in web.modules().values() for path in getattr(module, "POSTS", {})]:
        body = (
            b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
            + b"x" * 1_200_000
            + b"\r\n--b--\r\n"
        )
        status, text = done(call(app, path, "POST", "multipart/form-data; boundary=b", body))
        assert status == 400
        assert "the file is too big" in text


def test_spoilt_addresses_are_as_malformed_as_they_should_be() -> None:
    rng = random.Random(1)
    made = {spoilt("/nim?board=nim:4x4&turn=2", rng) for _ in range(300)}
    assert len(made) > 150
    assert any(quote("<b>") in quote(address) for address in made)
