"""The pages of hold in a real browser."""

from starlette.testclient import TestClient

from tests.web.conftest import Visit, cell

FIELD = "XXXXX____X/XXXXXX___X/XXXXXXX__X/XXXXXX___X"


def test_a_field_opens_with_its_chance(visit: Visit) -> None:
    page = visit.open("/")
    visit.follow("#hold .button")
    assert visit.words() == "514 of 840 queues clear it: 61.2 %."
    assert page.locator("#failed tbody tr").count() == 12
    visit.check()
    visit.follow("#next-T")
    visit.follow("#next-I")
    assert page.locator("#tree .thumb").all_inner_texts()[0].split() == ["100", "%", "4", "of", "4"]
    page.reload()
    assert page.locator("#crumb-2").count() == 1
    visit.follow("#crumb-1")
    visit.follow("#root")
    assert "tree" not in page.url


def test_a_field_is_drawn(visit: Visit, screen: str) -> None:
    page = visit.open(f"/hold?field={FIELD}&queue=*p4")
    visit.follow(cell("c5r1"))
    assert "13 empty cells" in page.get_by_role("alert").inner_text()
    for name in ("c4r1", "c5r2", "c6r2"):
        visit.follow(cell(name))
    assert "queues clear it" in visit.words()
    assert page.url.count("_") == 16
    visit.check()
    page.get_by_label("without hold").check()
    visit.follow("#rules button")
    assert visit.words().endswith("without hold: 0 %.") or "without hold" in visit.words()
    visit.follow("#more")
    assert page.locator(".board [role=gridcell]").count() == 50
    if screen == "phone":
        return
    visit.drag(cell("c1r1"), cell("c10r1"))
    assert "XXXXXXXXXX" in page.url


def test_solutions_are_shown_piece_by_piece(visit: Visit) -> None:
    page = visit.open(f"/hold?field={FIELD}&queue=*p4")
    visit.follow("#ways")
    assert visit.words() == "18 solutions. Number 1 serves 96 of 840 queues."
    assert page.locator("#all .thumb").count() == 12
    visit.check()
    for piece in (1, 2, 3):
        visit.follow("#next")
        assert page.locator("#steps .m-lit").count() == 4
        assert page.locator("#said-piece").inner_text().startswith(f"Piece {piece} is ")
    visit.follow("#later")
    visit.follow("#way-18")
    assert "way=18" in page.url
    page.reload()
    assert "Number 18 serves" in visit.words()
    visit.follow("#question")
    assert visit.words() == "514 of 840 queues clear it: 61.2 %."


def test_one_queue_is_answered_by_its_solutions(client: TestClient) -> None:
    text = client.get(f"/hold?field={FIELD}&queue=*p4&tree=TIOS&wait=1").text
    assert 'id="how"' in text
    assert "queue=TIOS" in text


def test_a_fumen_is_read(visit: Visit) -> None:
    from coset.stacking.fumen import Page, encode

    page = visit.open("/hold?queue=LJO")
    page.locator("#paste summary").click()
    page.locator("textarea").fill("https://fumen.zui.jp/?" + encode([Page(("XXXXXX____", "XXXXXX____"))]))
    visit.follow("#paste button")
    assert "field=XXXXXX____/XXXXXX____" in page.url
    assert "queue" in visit.words()


def test_limited_sight_is_asked_for(client: TestClient) -> None:
    text = client.get(f"/hold?field={FIELD}&queue=*p4&see=1&wait=1").text
    assert " of 840 queues clear it under best play, seeing 1 next piece: " in text


def test_wrong_input_is_one_line(client: TestClient) -> None:
    for address, words in {
        "/hold?field=XXXX": "the rows have 4 cells",
        "/hold?field=XXXXXXXXX?": "unknown sign",
        f"/hold?field={FIELD}&queue=[TIO]p4": "asks for 4 of 3 pieces",
        f"/hold?field={FIELD}&queue=TQ": "unknown piece",
        f"/hold?field={FIELD}&queue=T": "the field needs 3",
        f"/hold?field={FIELD}&kicks=none": "&#x27;kicks&#x27; can&#x27;t be this",
        f"/hold?field={FIELD}&drop=180": "no half turns",
        f"/hold?field={FIELD}&queue=*p4&tree=TT&wait=1": "no queue begins so",
        f"/hold?field={FIELD}&paint=c1r9": "there is no such cell",
        "/hold?field=v115@xx": "fumen",
        f"/hold/ways?field={FIELD}&queue=*p4&way=19&wait=1": "out of range",
    }.items():
        reply = client.get(address)
        assert words in reply.text, address
        assert reply.text.count('role="alert"') == 1, address


def test_what_would_take_too_much_is_refused(client: TestClient) -> None:
    empty = "/".join(["__________"] * 4)
    for address, words in {
        f"/hold/ways?field={empty}&queue=*p7,*p4": "up to 10,000 are few enough",
        f"/hold?field={empty}&queue={'*,' * 11}": "up to 6,000 are few enough",
        f"/hold?field={'/'.join(['________XX'] * 5)}&queue=*p7,*p4": "up to 6,000 are few enough",
        f"/hold?field={empty}&queue=*p7,*p4&see=1": "up to 7 are small enough",
        f"/hold?field={empty}/__________/__________&queue=*p7,*p7,*p7": "up to 10 are small enough",
    }.items():
        text = client.get(address).text
        assert words in text, address
        assert text.count('role="alert"') == 1


def test_usual_queues_and_sight_are_chosen(visit: Visit) -> None:
    page = visit.open(f"/hold?field={FIELD}&queue=*p4")
    visit.follow("text='3 pieces of a bag'")
    assert "queue=*p3" in page.url
    assert " of 210 queues clear it: " in visit.words()
    page.get_by_label("Seen").select_option("1")
    visit.follow("#rules button[type=submit]")
    assert " of 210 queues clear it under best play, seeing 1 next piece: " in visit.words()
    visit.check()


def test_failing_queues_say_why(visit: Visit) -> None:
    page = visit.open(f"/hold?field={FIELD}&queue=*p4")
    rows = page.locator("#failed tbody tr")
    assert all(len(words.strip()) > 20 for words in rows.all_inner_texts())
    assert rows.first.locator("td").first.locator("svg").count() == 4
    assert page.locator("#failed .scroll").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_field_is_drawn_by_keyboard(visit: Visit, screen: str) -> None:
    if screen == "phone":
        return
    page = visit.open(f"/hold?field={FIELD}&queue=*p4")
    page.locator(cell("c5r1")).focus()
    page.keyboard.press("ArrowRight")
    visit.press("Enter")
    assert "XXXXXX___X/XXXXXX___X" in page.url
    assert page.evaluate("document.activeElement.closest('[data-cell]').dataset.cell") == "c6r1"
    assert page.locator("[data-cell=c6r1] a").get_attribute("aria-label") == "column 6, row 1 from the top: filled"
