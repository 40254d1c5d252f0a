"""Matches played in a real browser: by mouse, by keys alone, by two people who hide their orders from each other."""

from __future__ import annotations

import json

from playwright.sync_api import Browser

from tests.web.browser import screen

MOST = 400  # answers of a person in one match
MARKED = """() => {
  const match = document.querySelector("arbitre-match");
  return match.scene.boards.some(board => [...match.marks(board.name).values()].some(mark => ["offer", "target"].includes(mark.kind)));
}"""


def test_a_whole_match_by_mouse(browser: Browser, address: str) -> None:
    with screen(browser, viewport={"width": 1280, "height": 900}) as shown:
        page = shown.page
        sides = {"red": "human", "blue": "random"}
        shown.start(address, "coliseum", 4, sides, players="2", fielded="2", reserve="0", radius="4", turn_limit="15", quick="true")
        on_board = 0
        for turn in range(MOST):
            shown.idle()
            if page.query_selector(".ending"):
                break
            marked = page.locator("arbitre-board .cell.offer, arbitre-board .cell.target")
            before = page.evaluate("document.querySelector('arbitre-match').question.id")
            if page.evaluate(MARKED):  # they are drawn a moment later
                marked.first.click()
                on_board += 1
            else:
                buttons = page.locator(".asked .options button")
                buttons.nth(turn % buttons.count()).click()
            page.wait_for_function(
                "before => { const m = document.querySelector('arbitre-match'); return m.several.length || m.question?.id !== before }",
                arg=before,
            )
            if page.query_selector(".several button"):
                page.click(".several button")
                page.wait_for_function("before => document.querySelector('arbitre-match').question?.id !== before", arg=before)
        assert page.inner_text(".ending").strip()
        assert on_board > 2  # how many depends on when marks are drawn: five to seven of some seventy, once four
        sentence = page.locator(".sentence", has_text="d6").or_(page.locator(".sentence.roll")).or_(page.locator(".sentence")).last
        sentence.click()
        page.wait_for_selector(".why")
        assert page.inner_text(".why").strip()
        page.click("text=Back to now")
        page.wait_for_selector(".why", state="detached")


def test_dice_are_drawn_where_one_asks_why(browser: Browser, address: str) -> None:
    with screen(browser) as shown:
        page = shown.page
        shown.start(address, "backgammon", 3, {"white": "human", "black": "random"})
        thrown = page.locator(".sentence", has_text="2d6")
        for _ in range(12):
            shown.idle()
            if thrown.count():
                break
            page.locator(".asked .options button").first.click()
            page.wait_for_timeout(60)
        thrown.first.click()
        page.wait_for_selector(".why .die")
        assert page.locator(".why .die").count() == 2


def test_a_match_by_keys_alone(browser: Browser, address: str) -> None:
    with screen(browser) as shown:
        page, keys = shown.page, shown.page.keyboard
        shown.start(address, "tictactoe", 1, {"cross": "human", "nought": "human"})
        for _ in range(40):
            keys.press("Tab")
            if page.evaluate("document.activeElement.matches('.cell')"):
                break
        heard = []
        for ways in (
            ["ArrowUp"] * 2 + ["ArrowLeft"] * 2,
            ["ArrowDown"],
            ["ArrowUp", "ArrowRight"],
            ["ArrowDown"],
            ["ArrowUp", "ArrowRight"],
        ):
            shown.idle()
            for way in ways:
                keys.press(way)
            heard.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
            keys.press("Enter")
            page.wait_for_timeout(150)
        shown.idle()
        assert "Cross wins" in page.inner_text(".asked")
        assert all("May be chosen" in said for said in heard) and heard[0] != heard[1]
        assert page.get_attribute(".asked", "aria-live") == "polite" and page.get_attribute(".sentences", "role") == "log"


def test_secret_orders_of_two_at_one_screen(browser: Browser, address: str) -> None:
    """Each writes orders on a sheet, strikes one out, sends them, and the other is shown nothing of it."""
    with screen(browser) as shown:
        page = shown.page
        shown.start(address, "kollaball", 3, {"red": "human", "blue": "human", "umpire": "random"})
        sheets: dict[str, str] = {}
        for _ in range(80):
            shown.idle()
            if page.query_selector(".cover button"):
                assert not page.query_selector("arbitre-board")
                page.click(".cover button")
                continue
            who = page.evaluate("document.querySelector('arbitre-match').viewer")
            if (
                page.query_selector(".sheet")
                and who not in sheets
                and page.evaluate("document.querySelector('arbitre-match').question.acts")
            ):
                if page.locator(".sheet li").count() < 2:
                    page.locator(".asked .options button:not(.usual)").first.click()
                    page.wait_for_timeout(60)
                    continue
                sheets[who] = page.inner_text(".sheet")
                page.locator(".sheet li button").first.click()
                page.wait_for_function("() => document.querySelectorAll('.sheet li').length < 2")
                if len(sheets) == 2:
                    break
                page.click(".asked .options button.usual")
            else:
                page.locator(".asked .options button").first.click()
            page.wait_for_timeout(60)
        assert set(sheets) == {"red", "blue"} and "Red" in sheets["red"] and "Blue" in sheets["blue"]
        told = page.inner_text(".story")
        assert "orders" not in told


def test_undo_lines_and_saves(browser: Browser, address: str) -> None:
    with screen(browser) as shown:
        page = shown.page
        shown.start(address, "breakthrough", 2, {"white": "human", "black": "random"})
        shown.idle()
        page.fill(".typing input", "man 1 1,6")
        page.keyboard.press("Enter")
        page.wait_for_selector(".sentence")
        shown.idle()
        with page.expect_download() as kept:
            page.get_by_role("button", name="Save", exact=True).click()
        save = json.loads(kept.value.path().read_text(encoding="utf-8"))
        assert save["game"] == "breakthrough" and len(save["answers"]) >= 3
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector(".sentence", state="detached")
        with page.expect_file_chooser() as chosen:
            page.click("text=Open a saved match")
        chosen.value.set_files(kept.value.path())
        page.wait_for_selector(".sentence")
        with page.expect_file_chooser() as chosen:
            page.click("text=Open a saved match")
        chosen.value.set_files({"name": "bad.json", "mimeType": "application/json", "buffer": b'{"format": 2'})
        page.wait_for_selector(".refusal")
        assert "bad.json" in page.inner_text(".refusal")


def test_a_match_goes_on_from_a_sentence_of_it(browser: Browser, address: str) -> None:
    with screen(browser) as shown:
        page = shown.page
        shown.start(address, "tictactoe", 1, {"cross": "human", "nought": "human"})
        for cell in (0, 4, 1):
            shown.idle()
            page.locator("arbitre-board .cell").nth(cell).click()
            page.wait_for_timeout(150)
        shown.idle()
        every = page.locator(".sentence").all_inner_texts()
        page.locator(".sentence").first.click()
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_function("() => document.querySelectorAll('.sentence').length === 1")
        shown.idle()
        page.locator("arbitre-board .cell").nth(8).click()
        page.wait_for_function("() => document.querySelectorAll('.sentence').length === 2")
        assert page.locator(".sentence").first.inner_text() == every[0] and page.locator(".sentence").last.inner_text() != every[1]
        page.get_by_role("button", name="Back to the earlier match").click()
        page.wait_for_function("() => document.querySelectorAll('.sentence').length === 3")
        assert page.locator(".sentence").all_inner_texts() == every
        assert page.get_by_role("button", name="Back to the earlier match").count() == 0


def test_a_piece_is_dragged(browser: Browser, address: str) -> None:
    with screen(browser) as shown:
        page = shown.page
        shown.start(address, "breakthrough", 2, {"white": "human", "black": "human"})
        shown.idle()
        boxes = page.locator("arbitre-board .cell")
        start, goal = (boxes.nth(n).bounding_box() for n in (48, 40))
        assert start and goal
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
        page.mouse.up()
        page.wait_for_selector(".sentence")
        assert "(1, 6)" in page.inner_text(".sentences")


def test_a_match_goes_on_from_a_picture_of_an_example(browser: Browser, address: str) -> None:
    with screen(browser) as shown:
        page = shown.page
        page.goto(address)
        page.wait_for_selector(".shelf a")
        page.evaluate("() => { location.hash = `game=tictactoe&from=${encodeURIComponent('The first moves@3')}`; }")
        page.wait_for_selector("form.setup")
        assert page.locator("main .notice").inner_text() == "The match begins with this example: The first moves · picture 3"
        page.evaluate("() => { location.hash = `game=tictactoe&from=${encodeURIComponent('The first moves@3')}&called=Premiers%20coups`; }")
        page.get_by_text("Premiers coups · picture 3").wait_for()
        page.click("form.setup button[type=submit]")
        page.wait_for_selector("arbitre-board .cell", state="attached")
        shown.idle()
        labels = page.locator("arbitre-board .cell").evaluate_all("cells => cells.map(one => one.getAttribute('aria-label'))")
        assert sum("May be chosen" in label for label in labels) == 7
