"""Rules written in the browser beside the board: a variant, its scenarios, a match of it recorded, a link opened elsewhere."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page

from arbitre.making.changing import changeable
from arbitre.opening.books import open_book
from tests.web.browser import screen, studio
from tests.web.test_page import page_at  # noqa: F401

VARIANT = """game brisk extends breakthrough:
    title en "Brisk Breakthrough" fr "Percée vive"

scenario "Sixteen men":
    title fr "Seize pions"
    do setup
    expect count(white.army) is 15
"""


def typed(page: Page, text: str) -> None:
    page.evaluate(
        "text => { const view = document.querySelector('arbitre-editor').view; "
        "view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }); }",
        text,
    )


def test_a_variant_is_written_tested_played_and_recorded(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "brisk.rules"
    file.write_text(VARIANT, encoding="utf-8")
    with studio(tmp_path) as address, screen(browser, viewport={"width": 1400, "height": 900}) as shown:
        page = shown.page
        page.goto(address)
        page.wait_for_selector(".shelf a")
        page.get_by_role("button", name="Write rules").click()
        page.wait_for_selector(".scenarios .fails")
        assert "16" in page.inner_text(".scenarios")
        page.locator("arbitre-editor .cm-content").click()
        page.keyboard.press("Control+End")
        page.keyboard.type("expect nonsense")
        page.wait_for_selector(".editor-message")
        typed(page, VARIANT.replace("is 15", "is 16"))
        page.wait_for_selector(".scenarios .holds")
        page.get_by_role("button", name="Save the file").click()
        page.wait_for_function("() => document.querySelector('arbitre-editor').state === 'saved'")
        assert "is 16" in file.read_text(encoding="utf-8")
        page.get_by_role("button", name="Play it").click()
        page.wait_for_selector("form.setup")
        page.click("form.setup button[type=submit]")
        page.wait_for_selector("arbitre-board .cell", state="attached")
        for _ in range(4):
            shown.idle()
            page.locator(".asked .options button").first.click()
            page.wait_for_timeout(100)
        shown.idle()
        page.on("dialog", lambda dialog: dialog.accept("A first step"))
        page.get_by_role("button", name="Record as a scenario").click()
        page.wait_for_function("() => document.querySelector('arbitre-editor').text.includes('A first step')")
        page.wait_for_function("() => document.querySelectorAll('.scenarios .holds').length === 2")
        page.get_by_role("button", name="Same match, new rules").click()
        page.wait_for_selector(".again")
        assert "same match" in page.inner_text(".again")
        file.write_text(VARIANT.replace("vive", "changed outside"), encoding="utf-8")
        page.evaluate("dispatchEvent(new Event('focus'))")
        page.wait_for_function("() => document.querySelector('arbitre-editor').text.includes('changed outside')")


PACKED = "async text => (await import('./share.js')).packed(JSON.stringify({ path: 'brisk.rules', text }))"


def test_a_variant_goes_by_a_link(browser: Browser, tmp_path: Path) -> None:
    """Into a folder where it was not; a damaged link is refused."""
    text = VARIANT.replace("is 15", "is 16") + "# a remark\n" * 200
    with studio(tmp_path) as address, screen(browser) as shown:
        page = shown.page
        page.goto(address)
        page.wait_for_selector(".shelf a")
        code = page.evaluate(PACKED, text)
        assert len(code) < 2000
        page.evaluate("code => { location.hash = `rules=${code}`; }", code)
        page.wait_for_selector(".scenarios .holds")
        page.wait_for_function("() => document.querySelector('arbitre-editor').state === 'saved'")
        assert page.evaluate("location.hash") == ""
        assert (tmp_path / "brisk.rules").read_text(encoding="utf-8") == text
        page.evaluate("code => { location.hash = `rules=${code}`; }", code[:50])
        page.wait_for_selector(".refusal")


def test_a_variant_goes_by_a_link_into_a_fresh_profile(browser: Browser, page_at: str) -> None:  # noqa: F811
    with screen(browser) as shown:
        page = shown.page
        page.set_default_timeout(180_000)
        page.goto(f"{page_at}?lang=en")
        page.wait_for_selector(".shelf a")
        code = page.evaluate(PACKED, VARIANT.replace("is 15", "is 16"))
    with screen(browser) as fresh:
        page = fresh.page
        page.set_default_timeout(180_000)
        page.goto(f"{page_at}?lang=en#rules={code}")
        page.wait_for_selector(".scenarios .holds")
        assert page.evaluate("localStorage.getItem('arbitre-file:brisk.rules')").startswith("game brisk")
        page.goto(f"{page_at}?lang=fr#rules={code[:50]}")
        page.wait_for_selector(".refusal")


def test_a_rule_of_a_page_is_changed_and_played(browser: Browser, tmp_path: Path) -> None:
    """As the link beside a rule does it: a variant opens with that rule in it, and the game stays as it is."""
    rule = next(one for one in changeable(open_book("tictactoe", quiet=True)) if one.text.startswith("action "))
    with studio(tmp_path) as address, screen(browser) as shown:
        page = shown.page
        page.goto(address)
        page.wait_for_selector(".shelf a")
        page.evaluate("hash => { location.hash = hash; }", f"change=tictactoe&at={quote(rule.file, safe='')}:{rule.first}")
        page.wait_for_function("() => document.querySelector('arbitre-editor')?.text.includes('replace action')")
        page.wait_for_function("() => document.querySelector('arbitre-editor').note")
        assert (tmp_path / "my_tictactoe.rules").read_text(encoding="utf-8").endswith(f"replace {rule.text}\n")
        assert page.evaluate("document.querySelector('arbitre-editor').cursor[0]") == 3
        assert page.evaluate("location.hash") == ""
        page.wait_for_selector(".coverage")
        assert page.locator(".coverage summary").inner_text() == "Rules of this file that a scenario reaches: 0 of 1"
        page.locator(".coverage summary").click()
        assert "no scenario" in page.locator(".coverage .fails").inner_text()
        page.get_by_role("button", name="Play it").click()
        page.wait_for_selector("form.setup")
        assert page.locator("h1").inner_text() == "Tic-tac-toe, a variant"
        page.click("form.setup button[type=submit]")
        page.wait_for_selector("arbitre-board .cell", state="attached")
        page.evaluate("hash => { location.hash = hash; }", f"change=tictactoe&at={quote(rule.file, safe='')}:{rule.first}")
        page.wait_for_function("() => document.querySelector('arbitre-editor').path === 'my_tictactoe_2.rules'")
        page.evaluate("() => { location.hash = 'change=tictactoe&at=nowhere:1'; }")
        page.wait_for_function("() => document.querySelector('arbitre-editor').note.includes('nowhere')")
