"""The pages of figures in a real browser."""

from starlette.testclient import TestClient

from tests.web.conftest import Visit


def labels(visit: Visit) -> list[str]:
    """What the cells of the board hold, in reading order."""
    return visit.page.locator(".board [role=gridcell]").all_text_contents()


def test_a_figure_opens_with_its_answer(visit: Visit) -> None:
    page = visit.open("/")
    visit.follow("#figures .button")
    assert visit.words() == "12 ways to fill it, 1 up to the figure's 12 symmetries."
    assert page.locator(".thumb").count() == 12
    visit.check()
    visit.follow("#way-2")
    assert sorted(map(int, labels(visit))) == list(range(1, 20))
    visit.follow("text=pentagram")
    assert visit.words() == "120 ways to fill it, 1 up to the figure's 120 symmetries."


def test_cells_are_filled_and_the_ways_shrink(visit: Visit) -> None:
    page = visit.open("/figures?figure=hexagon:3")
    visit.follow(".board [role=gridcell] >> nth=0")
    assert page.locator("#numbers h2").inner_text() == "Which number in row 1, cell 1?"
    assert page.locator("#value-3").inner_text().split() == ["3", "2"]
    assert page.locator("#value-1").get_attribute("aria-disabled") == "true"
    visit.check()
    visit.follow("#value-3")
    assert visit.words() == "2 ways to fill the rest."
    assert labels(visit)[0] == "3"
    page.reload()
    assert visit.words() == "2 ways to fill the rest."
    visit.follow(".board [role=gridcell] >> nth=1")
    visit.follow("#value-17")
    assert visit.words() == "1 way to fill the rest."
    page.go_back()
    page.locator(".answer:has-text('2 ways')").wait_for()
    visit.follow("#clear")
    assert visit.words().startswith("12 ways")


def test_the_order_is_lit_cell_by_cell(visit: Visit) -> None:
    page = visit.open("/figures?figure=square:3")
    visit.follow("#next")
    assert page.locator(".board .m-lit").count() == 1
    assert "a" in labels(visit)
    visit.follow("#last")
    assert page.locator("#order li").first.inner_text().startswith("Choose b, the number in ")
    assert all(labels(visit))
    visit.check()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: url.endswith("step=1"))


def test_a_figure_of_ones_own_is_drawn(visit: Visit) -> None:
    page = visit.open("/figures/draw?cells=none")
    for place in ("0_0", "1_0", "2_0", "1_1", "2_1"):
        visit.follow(f"[data-cell='{place}'] a")
    visit.follow("#join")
    for line in (("0_0", "1_0", "2_0"), ("2_0", "2_1"), ("1_0", "1_1")):
        for place in line:
            visit.follow(f"[data-cell='{place}'] a")
        visit.follow("#end")
    assert page.locator("table a").count() == 3
    visit.check()
    page.get_by_label("Numbers to use").fill("1-6")
    visit.follow("text=Take these")
    visit.follow("#ask")
    assert "own:5:1-6:all:free:0.1.2,2.4,1.3" in page.url
    assert "to fill it" in visit.words()


def test_what_would_take_too_long_is_refused(client: TestClient) -> None:
    text = client.get("/figures?figure=latin:8").text
    assert "a page goes through 6.0e10; fill some cells" in text
    assert client.get("/figures?figure=square:99").status_code == 400


def test_wrong_input_is_one_line(client: TestClient) -> None:
    for address, words in {
        "/figures?figure=hexagom:3": "there is no such figure: &#x27;hexagom&#x27;",
        "/figures?figure=square:3&cell=1&value=12": "none of the figure&#x27;s",
        "/figures?figure=square:3&cell=10": "out of range",
        "/figures/draw?cells=9_9": "there is no such place",
        "/figures/draw?cells=1_1&lines=2_2": "a line goes through a place without a cell",
        "/figures/draw?numbers=1:2": "no numbers",
    }.items():
        reply = client.get(address)
        assert reply.status_code == 400
        assert words in reply.text
        assert reply.text.count('role="alert"') == 1


def test_a_written_figure_becomes_an_address(client: TestClient) -> None:
    text = "cells = 3\nlines = [[0, 1], [1, 2]]\nnumbers = [1, 2, 3]\ntarget = 4"
    reply = client.get("/figures", params={"figure": text})
    assert reply.status_code == 303
    assert reply.headers["location"] == "/figures?figure=own:3:1-3:all:4:0.1,1.2"


def test_one_way_is_looked_for_where_all_are_too_many(client: TestClient) -> None:
    address = "/figures?figure=polygon:9:6"
    text = client.get(address + "&wait=1").text
    assert "fill some cells, or look for one way" in text
    assert "find=1" in text
    text = client.get(address + "&find=1&wait=1").text
    assert "One way to fill it, found after " in text
    assert text.count('class="t-free"') == 45
    assert "find=1" in client.get("/figures?figure=latin:8&wait=1").text
    text = client.get("/figures?figure=latin:8&find=1&wait=1").text
    assert "One way to fill it; there may be more." in text
    assert text.count('class="t-free"') == 64


def test_long_searches_show_progress_and_can_be_cancelled(visit: Visit) -> None:
    page = visit.begin("/figures?figure=square:5")
    page.wait_for_selector("progress")
    assert page.locator(".board").count() == 1
    visit.check()
    page.get_by_role("button", name="Cancel").click()
    assert "Cancelled" in page.get_by_role("alert").inner_text()


def test_a_figure_is_written(visit: Visit) -> None:
    page = visit.open("/figures?figure=square:3")
    page.locator("#write summary").click()
    page.locator("#write textarea").fill("cells = 3\nlines = [[0, 1], [1, 2]]\nnumbers = [1, 2, 3]\ntarget = 4")
    visit.follow("#write button")
    assert "own:3:1-3:all:4:0.1,1.2" in page.url
    assert visit.words() == "There is no way to fill it."
    page.locator("#write textarea").fill("cells = 3\nlines = [[0, 7]]\nnumbers = [1, 2, 3]")
    page.locator("#write button").click()
    page.wait_for_selector("main > [role=alert], .head [role=alert]")
    assert "7" in page.get_by_role("alert").inner_text()
    visit.said.clear()  # the browser itself reports that the reply had status 400


def test_cells_are_filled_by_keyboard(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open("/figures?figure=square:3")
    page.locator(".board a").first.focus()
    page.keyboard.press("ArrowDown")
    visit.press("Enter")
    assert page.locator("#numbers h2").inner_text() == "Which number in row 2, cell 1?"
    page.locator("#value-9").focus()
    visit.press("Enter")
    assert visit.words() == "2 ways to fill the rest."
    visit.press("Backspace")
    assert visit.words().startswith("8 ways to fill it")
    visit.press("Escape")
    assert page.locator("#numbers").count() == 0
