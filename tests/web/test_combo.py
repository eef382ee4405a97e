"""The pages of combo in a real browser."""

import re
from urllib.parse import unquote

from starlette.testclient import TestClient

from tests.web.conftest import Visit, cell


def test_each_drop_is_worth_something(visit: Visit) -> None:
    page = visit.open("/")
    visit.follow("#combo .button")
    assert visit.words() == "Drop L: 22.55 drops are to be expected, this one counted."
    assert page.locator("#drops .thumb b").all_inner_texts() == ["22.55", "22.29"]
    visit.check()
    visit.follow("#drop-2")
    visit.follow("#comes-S")
    assert "q=JS" in unquote(page.url)
    assert page.locator("#drops .thumb").count() > 0
    page.reload()
    assert "q=JS" in unquote(page.url)


def test_well_hold_and_queue_are_drawn(visit: Visit) -> None:
    page = visit.open("/combo?at=srs:random:XXX.:h%3DT:q%3DLJ")
    visit.follow("[data-cell='c1r5'] a")
    assert "X.../XXX." in page.url
    visit.follow("[data-cell='c1r5'] a")
    visit.follow("#hold-O")
    assert "h=O" in unquote(page.url)
    visit.follow("#slot-1")
    visit.follow("#queue-Z")
    assert "q=LZ" in unquote(page.url)
    visit.follow("#more")
    visit.follow("#bags")
    assert ":bag:" in page.url
    visit.check()
    visit.follow("#hold-none")
    assert "h=" not in unquote(page.url)
    visit.follow("#rules-hard")
    assert "at=hard:bag" in page.url


def test_the_trainer_tells_what_a_drop_cost(visit: Visit) -> None:
    page = visit.open("/combo?at=srs:random:XXX.:h%3DT:q%3DLJ")
    visit.follow("#train")
    assert visit.words() == "Press the drop you would make."
    visit.check()
    visit.follow("#drop-1")
    assert visit.words() == "The best drop: 22.55 drops were to be expected."
    visit.follow("#drop-3")
    assert re.search(
        r"That cost \d+\.\d\d drops: \d+\.\d\d were to be expected, \d+\.\d\d after the best.", visit.words()
    )
    visit.check()
    run = page.url
    page.reload()
    assert page.url == run
    visit.press("u")
    assert visit.words().startswith("The best drop")
    page.go_back()
    page.wait_for_url(run)


def test_a_run_ends_when_no_drop_clears(client: TestClient) -> None:
    address = "/combo/train?at=srs:random:XXX.:h%3DO:q%3DO"
    text = client.get(address + "&wait=1").text
    assert "The combo ends after 0 drops" in text
    assert 'id="drop-1"' not in text


def test_the_same_seed_deals_the_same_pieces(client: TestClient) -> None:
    address = "/combo/train?at=srs:bag:XXX.:h%3DT:q%3DLJ:b%3DIOSZ&seed=5&wait=1"
    drop = re.search(r'href="([^"]*drops=[^"]*)"', client.get(address).text)
    assert drop
    after = drop[1].replace("&amp;", "&")
    assert client.get(after).text == client.get(after).text


def test_wrong_input_is_one_line(client: TestClient) -> None:
    for address, words in {
        "/combo?at=srs:random:XXX.:q=": "the queue has 0 pieces",
        "/combo?at=srs:random:XX?.:q=T": "unknown sign",
        "/combo?at=srs:random:XXX.:q=T&paint=c9r1": "there is no such cell",
        "/combo?at=srs:random:XXX.:q=T&slot=4": "out of range",
        "/combo/train?at=srs:random:XXX.:q=T&drops=T99&wait=1": "drop 1 can&#x27;t be made",
        "/combo?at=srs:random:XXX./XXX.:h=T:q=LJSZTI&wait=1": "a page solves up to",
    }.items():
        reply = client.get(address)
        assert words in reply.text, address
        assert reply.text.count('role="alert"') == 1


def test_the_well_is_drawn_by_dragging(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open("/combo?at=srs:random:XXX.:h%3DT:q%3DLJ")
    visit.drag(cell("c1r5"), cell("c2r5"))
    assert "at=srs:random:XX../XXX." in unquote(page.url)


def test_the_trainer_is_used_by_keyboard(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open("/combo/train?at=srs:random:XXX.:h%3DT:q%3DLJ")
    page.locator("#drop-1").focus()
    visit.press("Enter")
    assert page.locator("#said").inner_text() == visit.words()
    assert page.evaluate("document.activeElement.id") == "drop-1"
    visit.press("u")
    assert visit.words() == "Press the drop you would make."
