"""The pages of mines in a real browser."""

from pathlib import Path

from playwright.sync_api import expect
from starlette.testclient import TestClient

from coset.families.mines import puz, rules
from coset.families.mines.rules import parse
from tests.web.conftest import Visit, cell

LOCK = parse("mines:lock:6x6:*.*..*.*..*..**?*?*.*...**.....?**..")


def mines_of(position: rules.Position) -> list[str]:
    return [name for cell, name in enumerate(position.tiling.names) if (position.mines or 0) >> cell & 1]


def safe_of(position: rules.Position) -> list[str]:
    return [name for name in position.tiling.names if name not in mines_of(position)]


def test_mines_are_found_by_playing(visit: Visit, screen: str) -> None:
    small = parse("mines:lock:3x2:.*?*..")
    page = visit.open("/mines/play?level=mines:lock:3x2:.*?*..")
    assert visit.words() == "2 mines left in 6 cells."
    visit.follow("#flagging")
    visit.follow(cell(mines_of(small)[0]))
    assert visit.words() == "1 mine left in 5 cells."
    visit.follow("#opening")
    visit.follow(cell(safe_of(small)[0]))
    assert visit.words() == "1 mine left in 4 cells."
    visit.check()
    page.reload()
    assert visit.words() == "1 mine left in 4 cells."
    page.go_back()
    expect(page.locator(".answer").first).to_contain_text("in 5 cells")
    if screen == "desktop":
        page.evaluate("document.querySelector('main').dataset.old = 1")
        page.locator(cell(mines_of(small)[1])).click(button="right")
        visit.settle()
        assert visit.words() == "0 mines left in 4 cells."
    for name in safe_of(small):
        if page.locator(cell(name)).count():
            visit.follow(cell(name))
    assert visit.words().startswith("Solved")
    assert page.locator("#board a").count() == 0


def test_a_mine_can_be_taken_back(visit: Visit) -> None:
    page = visit.open("/mines/play?level=mines:lock:3x2:.*?*..")
    visit.follow(cell("r1c2"))
    assert visit.words() == "There was a mine on r1c2."
    assert page.locator(".m-bad").count() == 1
    visit.check()
    visit.follow("#undo")
    assert visit.words() == "2 mines left in 6 cells."


def test_levels_are_drawn(visit: Visit, screen: str) -> None:
    page = visit.open("/mines/draw")
    visit.check()
    page.get_by_label("Size").first.fill("4x3")
    visit.follow("text=New level")
    assert visit.page.url.endswith("level=mines:lock:4x3:............&pen=mine") or "lock:4x3:............" in page.url
    visit.follow(cell("r1c1"))
    visit.follow("text='safe, secret'")
    visit.follow(cell("r2c2"))
    assert "lock:4x3:*....?......" in page.url
    visit.follow("text='red'")
    visit.follow(cell("r3c4"))
    assert "lock:4x3:*....?......:-----------r" in page.url
    if screen == "desktop":
        visit.follow("text='mine'")
        visit.drag(cell("r3c1"), cell("r3c3"))
        assert "lock:4x3:*....?..***." in page.url


def test_a_level_of_the_game_is_loaded(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "level.puz"
    file.write_text(puz.write(puz.from_position(LOCK)))
    page = visit.open("/mines")
    page.get_by_label("A level of the game (.puz)").set_input_files(file)
    visit.follow("text='Load'")
    assert rules.format(LOCK) in page.url
    file.write_text("<PUZZLE><GRAPH>")
    page.get_by_label("A level of the game (.puz)").set_input_files(file)
    page.locator("text='Load'").click()
    expect(page.get_by_role("alert")).to_contain_text("the level is cut off or no XML, line 1")
    visit.said.clear()


def test_a_solution_is_stepped_through(visit: Visit) -> None:
    page = visit.open("/")
    visit.follow("#mines .button")
    assert "step=1" in page.url
    assert page.locator(".m-good, .m-bad").count() > 0
    visit.check()
    visit.follow("#first")
    assert visit.words().startswith("Logic alone solves it in")
    steps = int(page.locator(".place").inner_text().split()[-1])
    seen = set()
    for number in range(1, steps + 1):
        visit.press("ArrowRight")
        assert page.locator(".place").inner_text() == f"step {number} of {steps}"
        seen.add(page.locator("#reason").inner_text())
    assert len(seen) == steps
    assert page.locator(".board .f-mine").count() == LOCK.total
    assert page.locator(".board .f-hidden").count() == 0
    visit.follow("#back")
    assert page.locator(".place").inner_text() == f"step {steps - 1} of {steps}"
    page.locator("#rating summary").click()
    assert "Score" in page.locator("#rating").inner_text()
    visit.check()


def test_a_hint_says_where_to_look_and_then_why(visit: Visit) -> None:
    page = visit.open("/mines/play?level=mines:lock:3x2:.*?*..")
    visit.follow("#hint")
    assert page.get_by_text("Look at").count() == 1
    assert page.locator(".m-good, .m-bad").count() == 0
    visit.follow("#more")
    assert page.locator(".m-good, .m-bad").count() > 0
    visit.check()
    visit.follow("#flagging")
    visit.follow(cell("r1c1"))
    visit.follow("#hint")
    assert page.get_by_role("alert").inner_text() == "A flag is wrong: r1c1."


def test_odds_are_shades(visit: Visit) -> None:
    page = visit.open("/mines?level=mines:4x4:3:1_______________")
    labels = page.locator(".board .t-p2, .board .t-p3, .board .t-safe").all_text_contents()
    assert sorted(labels) == ["1"] + ["17"] * 12 + ["33"] * 3
    assert "198" in page.locator(".facts").inner_text()
    assert visit.words().endswith("a mine with a chance of 1/6, 17 %.")
    visit.check()
    visit.follow("#why")
    assert "here one has to guess" in page.locator("main").inner_text()
    visit.follow("#numbers")
    visit.follow("text='hidden'")
    visit.follow(cell("r1c1"))
    assert "mines:4x4:3:________________" in page.url
    page.get_by_label("Mines in all").fill("5")
    visit.follow("text='Set'")
    assert "mines:4x4:5:________________" in page.url


def test_a_level_of_a_wanted_difficulty_is_made_and_played(visit: Visit) -> None:
    page = visit.open("/mines/new")
    visit.check()
    page.get_by_label("Seed").fill("7")
    page.get_by_label("How hard").select_option("20..40")
    visit.follow("text='Make it'")
    assert "/mines/play?level=mines:lock:6x6:" in page.url
    visit.follow("text=See the solution")
    page.locator("#rating summary").click()
    score = float(page.locator("#rating dd").first.inner_text())
    assert 20 <= score <= 40


def test_mines_are_flagged_with_a_finger(visit: Visit, screen: str) -> None:
    if screen == "desktop":
        return
    page = visit.open("/mines/play?level=mines:lock:3x2:.*?*..")
    visit.tap(cell("r1c2"), "long")
    assert visit.words() == "1 mine left in 5 cells."
    assert page.locator(".board .f-flag").count() == 1
    visit.tap("#flagging")
    visit.tap(cell("r2c1"))
    assert visit.words() == "0 mines left in 4 cells."
    visit.tap(cell("r1c2"))
    assert visit.words() == "1 mine left in 5 cells."
    visit.tap("#opening")
    visit.tap(cell("r1c1"))
    assert page.locator(".board .f-safe").count() > 0


def test_mines_are_played_by_keyboard(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open("/mines/play?level=mines:lock:3x2:.*?*..")
    page.locator(cell("r1c1")).focus()
    page.keyboard.press("ArrowRight")
    visit.press("f")
    assert page.evaluate("document.activeElement.closest('[data-cell]').dataset.cell") == "r1c2"
    visit.press("Enter")
    assert visit.words() == "1 mine left in 5 cells."
    assert page.locator("#said").inner_text() == "1 mine left in 5 cells."
    visit.press("o")
    page.keyboard.press("ArrowRight")
    visit.press(" ")
    assert page.locator(cell("r1c3")).count() == 0
    visit.press("h")
    assert page.get_by_text("Look at").or_(page.get_by_text("Nothing follows")).count() == 1


def test_a_position_is_drawn_and_its_odds_follow(visit: Visit) -> None:
    page = visit.open("/mines/draw?kind=seen&size=3x3&total=2")
    visit.follow("#pen-1")
    visit.follow(cell("r1c1"))
    assert "mines:3x3:2:1________" in page.url
    visit.follow("#solve")
    assert visit.words() == "The best guess is r1c3, r2c3, r3c1, r3c2, r3c3: a mine with a chance of 1/5, 20 %."
    assert page.locator(".board .m-good").count() == 5
    assert page.locator(".board [role=gridcell]").nth(1).get_attribute("aria-label") == "r1c2: 1/3 of a mine"


def test_positions_without_a_best_cell_are_called_so(client: TestClient) -> None:
    text = client.get("/mines?level=mines:9x9:10:" + "_" * 81 + "&wait=1").text
    assert "All hidden cells are alike: a mine with a chance of 10/81, 12 %." in text
    assert "m-good" not in text


def test_cells_of_a_large_board_are_large_enough_to_be_pressed(visit: Visit) -> None:
    page = visit.open("/mines/play?level=mines:sweep:16x16:" + "..*....*" * 32)
    box = page.locator(".board [role=gridcell]").first.bounding_box()
    assert box
    assert box["width"] >= 24
    visit.check()
