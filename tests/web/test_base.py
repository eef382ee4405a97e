"""What every page promises, tried on views made for it."""

import json
import threading
import time
from collections.abc import Callable

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from coset.errors import BadInput, Interrupted, TooBig
from coset.web import app as web
from coset.web import ask as asking
from coset.web.ask import Answers, Ask
from coset.web.html import Html, tag
from coset.web.parts import Page, field, form, table
from coset.web.query import Query
from tests.web.conftest import serving, until_idle

Progress = Callable[[float, float | None], None] | None


def app_of(view: Callable[[Query, Ask], Page]) -> Starlette:
    def entry(values: dict[str, str]) -> Html:
        return form("/x", field("Board", "board", values.get("board", "")))

    return Starlette(routes=[Route("/x", web.endpoint_of(Answers(), "", view, entry))])


def client_of(view: Callable[[Query, Ask], Page]) -> TestClient:
    return TestClient(app_of(view), base_url="http://127.0.0.1")


class Work:
    """A verb that takes `steps` hundredths of a second, and how its calls ended."""

    def __init__(self) -> None:
        self.ends: list[str] = []

    def ended(self) -> str:
        """How the one call ended, within five seconds."""
        end = time.monotonic() + 5
        while not self.ends and time.monotonic() < end:
            time.sleep(0.02)
        assert len(self.ends) == 1
        return self.ends[0]

    def verb(self, steps: int, progress: Progress = None) -> int:
        try:
            for step in range(steps):
                time.sleep(0.01)
                if progress is not None:
                    progress(step, steps)
        except Interrupted as stop:
            self.ends.append(type(stop).__name__)
            raise
        self.ends.append("done")
        return steps

    def view(self, query: Query, ask: Ask) -> Page:
        ask.meanwhile = tag("p", "the board")
        return Page("Counted", tag("p", f"counted to {ask(self.verb, query.number('steps', 1, 1, 9999))}"))


def test_what_is_not_markup_is_escaped() -> None:
    nasty = "<script>alert('&\"')</script>"
    page = client_of(lambda query, ask: Page(query.text("board"), tag("p", query.text("board"), title=nasty)))
    text = page.get("/x", params={"board": nasty}).text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(&#x27;&amp;&quot;&#x27;)&lt;/script&gt;" in text


def test_wrong_input_is_answered_in_one_line_beside_the_form() -> None:
    def view(query: Query, ask: Ask) -> Page:
        raise BadInput("row 2 has\n3 cells, the others 4", query.text("board"), "pad it")

    reply = client_of(view).get("/x", params={"board": 'a"b'})
    assert reply.status_code == 400
    assert '<p role="alert" class="alert">row 2 has 3 cells, the others 4: ' in reply.text
    assert 'value="a&quot;b"' in reply.text


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), TooBig("this is too big", right="less")])
def test_what_is_too_much_is_refused(error: Exception) -> None:
    def view(query: Query, ask: Ask) -> Page:
        raise error

    assert client_of(view).get("/x").status_code == 400


def test_a_fault_of_our_own_is_not_called_anything_else(capsys: pytest.CaptureFixture[str]) -> None:
    def view(query: Query, ask: Ask) -> Page:
        raise KeyError("here")

    reply = client_of(view).get("/x")
    assert reply.status_code == 500
    assert "a fault of Coset&#x27;s own: KeyError" in reply.text
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("steps", ["0", "x", "1e3", "٣", "99999", "-", "--1", "9" * 30])
def test_numbers_are_checked(steps: str) -> None:
    assert client_of(Work().view).get("/x", params={"steps": steps}).status_code == 400


def test_a_quick_answer_is_kept() -> None:
    work = Work()
    page = client_of(work.view)
    assert all("counted to 2" in page.get("/x?steps=2").text for _ in range(3))
    assert work.ends == ["done"]


def test_a_slow_answer_shows_what_there_is_and_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "AT_ONCE", 0.05)
    work = Work()
    reply = client_of(work.view).get("/x?steps=5000")
    assert reply.status_code == 200
    assert "data-stream" in reply.text
    assert "<p>the board</p>" in reply.text
    assert 'href="/x?steps=5000&amp;wait=1"' in reply.text
    assert work.ended() == "Interrupted"


def test_a_verb_that_never_tells_how_far_it_is_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "AT_ONCE", 0.05)
    released = threading.Event()

    def mute() -> bool:
        return released.wait(10)

    reply = client_of(lambda query, ask: Page("x", tag("p", str(ask(mute))))).get("/x")
    assert "data-stream" in reply.text
    released.set()


def test_too_many_questions_at_a_time_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    until_idle()
    monkeypatch.setattr(asking, "MOST_AT_WORK", 1)
    monkeypatch.setattr(web, "AT_ONCE", 0.05)
    work = Work()
    page = client_of(work.view)
    released = threading.Event()
    mute = client_of(lambda query, ask: Page("x", tag("p", str(ask(released.wait, 10)))))
    assert mute.get("/x").status_code == 200
    reply = page.get("/x?steps=1")
    assert reply.status_code == 400
    assert "too many questions" in reply.text
    released.set()
    until_idle()
    assert "counted to 1" in page.get("/x?steps=1").text


def test_a_reader_without_script_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "AT_ONCE", 0.05)
    assert "counted to 20" in client_of(Work().view).get("/x?steps=20&wait=1").text
    monkeypatch.setattr(web, "WAITING", 0.1)
    assert client_of(Work().view).get("/x?steps=50&wait=1").status_code == 400


def test_a_stream_tells_what_is_done_and_ends_with_the_page() -> None:
    for address in serving(app_of(Work().view)):
        with httpx.stream("GET", f"{address}/x?steps=60", headers={"accept": "text/event-stream"}) as reply:
            events = [line for line in reply.iter_lines() if line]
        kinds = [line.removeprefix("event: ") for line in events if line.startswith("event")]
        assert kinds[-1] == "page"
        assert set(kinds[:-1]) == {"done"}
        data = [json.loads(line.removeprefix("data: ")) for line in events if line.startswith("data")]
        assert data[0][1] == 60
        assert "counted to 60" in data[-1]


def test_the_work_stops_when_nobody_listens() -> None:
    work = Work()
    for address in serving(app_of(work.view)):
        with httpx.stream("GET", f"{address}/x?steps=9000", headers={"accept": "text/event-stream"}) as reply:
            next(reply.iter_lines())
        assert work.ended() == "Interrupted"


def test_no_question_goes_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "LONGEST", 0.1)
    tell = asking.until(threading.Event(), lambda done, total: None)
    with pytest.raises(TooBig):
        Work().verb(100, tell)


def test_headers_keep_all_else_out(client: TestClient) -> None:
    for path in ("/", "/static/page.js", "/static/page.css", "/static/roles.css", "/static/icon.svg", "/nothing"):
        reply = client.get(path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
    assert client.get("/").headers["cache-control"] == "no-store"


def test_documents_hold_no_script_or_style_of_their_own(client: TestClient) -> None:
    text = client.get("/").text
    assert "<script src=" in text
    assert "<style" not in text
    assert " style=" not in text
    assert " onclick=" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "localhost@evil.example:80"])
def test_only_this_machine_is_answered(host: str) -> None:
    assert own_client().get("/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1", "[::1]:8765", "LOCALHOST"])
def test_this_machine_has_several_names(host: str) -> None:
    assert own_client().get("/static/page.js", headers={"host": host}).status_code == 200


def own_client() -> TestClient:
    return TestClient(web.make(), base_url="http://127.0.0.1")


def test_what_is_not_there_is_said_on_a_page(client: TestClient) -> None:
    reply = client.get("/chess")
    assert reply.status_code == 404
    assert "there is no such page: &#x27;/chess&#x27;" in reply.text
    assert client.post("/").status_code == 405
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404
    assert client.get("/mines/load").status_code == 405


def test_browsers_get_what_they_ask_by_themselves(client: TestClient) -> None:
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert client.head("/nim").status_code == 200
    assert client.head("/nim").text == ""
    assert client.get("/nim/").headers["location"].endswith("/nim")


def test_others_are_answered_while_long_questions_run(server: str) -> None:
    asked = {"accept": "text/event-stream"}
    with (
        httpx.stream("GET", f"{server}/nim?board=nim:7x8", headers=asked, timeout=60) as first,
        httpx.stream("GET", f"{server}/figures?figure=square:5", headers=asked, timeout=60) as second,
    ):
        assert next(line for line in first.iter_lines() if line.startswith("event")) == "event: done"
        assert next(line for line in second.iter_lines() if line.startswith("event")) == "event: done"
        for path in ("/", "/nim?board=nim:4x4", "/mines", "/hold", "/static/page.js"):
            assert httpx.get(server + path, timeout=60).status_code == 200


def test_an_address_that_is_too_long_is_refused(client: TestClient) -> None:
    reply = client.get("/", params={"board": "." * 40_000})
    assert reply.status_code == 400
    assert "this address is too long" in reply.text


def test_tables_can_be_reached_by_keyboard() -> None:
    assert 'tabindex="0"' in table(["move", "outcome"], [["a", "b"]])
