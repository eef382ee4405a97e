"""The pages of nim in a real browser."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Visit, cell


def test_nim_boards_are_drawn_and_solved(visit: Visit) -> None:
    page = visit.open("/")
    visit.follow("#nim .button")
    assert visit.words() == "The player to move wins, by 1 of 113 moves."
    assert page.locator(".m-lit").count() == 4
    visit.check()
    visit.follow(cell("b2"))
    blocked = visit.words()
    assert "x" in page.url
    assert blocked != "The player to move wins, by 1 of 113 moves."
    page.reload()
    assert visit.words() == blocked
    page.go_back()
    expect(page.locator(".answer").first).to_contain_text("1 of 113")
    visit.follow("text=3x6")
    assert visit.words() == "The player to move wins, by 1 of 123 moves."
    page.get_by_label("Pieces").select_option("D")
    visit.follow("text=Take these")
    assert "nim:3x6:D" in page.url


def test_nim_boards_are_painted_by_dragging(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open("/nim?board=nim:4x4")
    visit.drag(cell("a1"), cell("d1"))
    assert page.locator(".board .f-wall").count() == 4
    assert visit.words() == "The player to move wins, by 28 of 65 moves."


def test_nim_is_played_to_the_end(visit: Visit) -> None:
    page = visit.open("/nim?board=nim:4x4")
    visit.follow("#begin")
    visit.follow("#hint")
    assert page.locator(".m-lit").count() == 4
    visit.follow("#piece-O")
    visit.follow(cell("b2"))
    assert re.search("moves=b2c2b3c3[.][a-d1-4]{8}&", page.url)
    assert visit.words().startswith("The engine placed")
    visit.check()
    visit.follow("#undo")
    assert "moves" not in page.url
    page.go_back()
    expect(page.locator(".answer").first).to_contain_text("The engine placed")
    while "Your move" in visit.words():
        visit.follow("#wins")
        visit.follow("section:has-text('Winning moves') a")
    assert visit.words().startswith("You win")
    visit.check()


def test_nim_is_played_by_keyboard(visit: Visit) -> None:
    page = visit.open("/nim/play?board=nim:4x5&piece=I")
    page.locator(cell("a1")).focus()
    assert page.locator(".ghost").count() == 4
    assert sorted(page.locator(".ghost").evaluate_all("all => all.map(one => one.dataset.cell)")) == [
        "a1",
        "b1",
        "c1",
        "d1",
    ]
    visit.press("r")
    assert page.evaluate("document.activeElement.closest('[data-cell]').dataset.cell") == "a1"
    assert sorted(page.locator(".ghost").evaluate_all("all => all.map(one => one.dataset.cell)")) == [
        "a1",
        "a2",
        "a3",
        "a4",
    ]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('[data-cell]').dataset.cell") == "b2"
    visit.press("Enter")
    assert "moves=b1b2b3b4." in page.url


def test_long_questions_show_progress_and_can_be_cancelled(visit: Visit) -> None:
    page = visit.begin("/nim?board=nim:7x8")
    assert page.locator("progress").count() == 1
    assert page.locator(".board").count() == 1
    visit.check()
    page.get_by_role("button", name="Cancel").click()
    assert "Cancelled" in page.get_by_role("alert").inner_text()
    assert page.locator("progress").count() == 0


def test_wrong_input_is_said_on_the_page_that_it_was_typed_on(visit: Visit) -> None:
    page = visit.open("/nim?board=nim:4x4")
    page.locator("#write summary").click()
    page.locator("textarea").fill("..\n.y")
    page.locator("#write button").click()
    page.wait_for_selector("[role=alert]")
    assert page.get_by_role("alert").inner_text() == (
        "row 2, column 2 has an unknown sign: 'y' ('.' free, '#' or 'x' blocked)"
    )
    assert page.url.endswith("/nim?board=nim:4x4")
    visit.said.clear()  # the browser itself reports that the reply had status 400


def test_nim_pieces_are_turned_by_key_by_press_and_by_the_other_button(visit: Visit, screen: str) -> None:
    page = visit.open("/nim/play?board=nim:6x6&piece=L")
    turns = []
    visit.press("r")
    turns.append(page.url)
    visit.follow("#piece-L")
    turns.append(page.url)
    visit.tap(cell("c3"), "long")
    turns.append(page.url)
    visit.follow("#turn")
    turns.append(page.url)
    assert [url.rpartition("turn=")[2] for url in turns] == ["1", "2", "3", "0"]


def test_nim_pieces_are_aimed_with_a_finger_before_they_are_placed(visit: Visit, screen: str) -> None:
    if screen == "desktop":
        return
    page = visit.open("/nim/play?board=nim:6x6&piece=I")
    before = page.url
    for name, covered in {"b2": "a2 b2 c2 d2", "d5": "c5 d5 e5 f5"}.items():
        page.locator(cell(name)).tap()
        assert page.locator(".ghost").evaluate_all("all => all.map(one => one.dataset.cell)") == covered.split()
        assert page.url == before
    visit.tap(cell("e5"))
    assert "moves=c5d5e5f5." in page.url
    assert visit.words().startswith("The engine placed")


def test_nim_is_played_at_a_level_and_says_who_is_winning(visit: Visit) -> None:
    page = visit.open("/nim/play?board=nim:4x5")
    page.get_by_label("Level").select_option("2")
    page.get_by_label("Who begins").select_option("engine")
    visit.follow("text=New game")
    assert "level=2" in page.url
    assert visit.words().startswith("The engine placed")
    visit.follow("#who")
    assert page.get_by_text("You can win from here.").or_(page.get_by_text("The engine is winning.")).count() == 1
    visit.follow("#hint")
    visit.follow("#wins")
    visit.check()
    page.locator("#record summary").click()
    assert page.locator("#record tbody tr").count() == 1
    visit.follow("#who")
    assert "who=" not in page.url


def test_any_board_can_be_written(visit: Visit) -> None:
    page = visit.open("/nim?board=nim:4x4")
    page.locator("#write summary").click()
    page.locator("textarea").fill("..#.\n....\n.##.")
    visit.follow("#write button")
    assert page.locator(".board .f-wall").count() == 3
    page.get_by_label("Rule").select_option("normal")
    visit.follow("text=Take these")
    assert "wins." in page.locator(".about").inner_text()
