"""Pictures of a worked example are stepped through where scripts run, and all stand on the page where none do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page

from arbitre.cli.main import cli
from tests.web.browser import ROOT

ASSETS = ROOT / "arbitre" / "documents" / "site" / "assets"
SHOWN = ".steps > figure:visible"


@pytest.fixture(scope="module")
def chapter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("pages")
    made = CliRunner().invoke(cli, ["docs", "tictactoe", "--format", "html", "--out", str(out)])
    assert made.exit_code == 0, made.output
    return out / "en" / "tictactoe" / "learn-playing.html"


def opened(browser: Browser, chapter: Path, width: int = 1280) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(chapter.as_uri())
    page.locator("body").evaluate("one => one.classList.add('md-typeset')")
    page.add_style_tag(path=ASSETS / "rulebook.css")
    page.add_script_tag(path=ASSETS / "rulebook.js")
    return page


def test_pictures_are_stepped_through(browser: Browser, chapter: Path) -> None:
    page = opened(browser, chapter)
    count = page.locator(".steps").first.locator("> figure").count()
    assert count > 2 and page.locator(SHOWN).count() == 1
    starts = page.locator(".steps").first.locator("> figure p.play-on").evaluate_all("all => all.map(one => one.dataset.start)")
    assert starts[:2] == ["The first moves@1", "The first moves@2"] and len(starts) in (count - 1, count)
    page.get_by_role("button", name="Next picture").click()
    assert page.locator(".stepping output").inner_text() == f"2 / {count}"
    page.keyboard.press("ArrowRight")
    assert page.locator(".stepping output").inner_text() == f"3 / {count}"
    for _ in range(count):
        page.keyboard.press("ArrowLeft")
    assert page.get_by_role("button", name="Previous picture").is_disabled()
    page.get_by_role("button", name="All pictures").click()
    assert page.locator(SHOWN).count() == count
    page.get_by_role("button", name="One at a time").click()
    page.emulate_media(media="print")
    assert page.locator(SHOWN).count() == count
    page.close()


def test_nothing_hides_without_scripts(browser: Browser, chapter: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(chapter.as_uri())
    assert page.locator(SHOWN).count() == page.locator(".steps > figure").count() > 2
    context.close()
