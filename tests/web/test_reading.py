"""Nothing stands in the way of who cannot see or point: axe-core on every kind of page."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser import ROOT, screen, studio

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = """game calm extends tictactoe:
    title en "Calm" fr "Calme"

scenario "Nine cells":
    title fr "Neuf cases"
    expect count(cells) is 9
"""


def faults(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"][:3]]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.more)])
def test_axe_finds_nothing(browser: Browser, tmp_path: Path, scheme: str) -> None:
    if not AXE.is_file():
        assert not os.environ.get("CI"), "npm ci in web/"
        pytest.skip("axe-core is not installed: npm ci in web/")
    (tmp_path / "calm.rules").write_text(RULES, encoding="utf-8")
    with studio(tmp_path) as address, screen(browser, viewport={"width": 1280, "height": 900}, color_scheme=scheme) as shown:
        page = shown.page
        page.goto(address)
        page.wait_for_selector(".shelf a")
        assert faults(page) == []
        shown.start(address, "coliseum", 3, {"red": "human", "blue": "random"})
        shown.idle()
        assert faults(page) == []
        page.locator(".sentence").first.click()
        page.wait_for_selector(".why")
        assert faults(page) == []
        page.get_by_role("button", name="New match").click()
        page.wait_for_selector("form.setup")
        page.locator("form.setup details").evaluate("one => { one.open = true }")
        assert faults(page) == []
        page.get_by_role("button", name="Write rules").click()
        page.wait_for_selector(".scenarios .holds")
        assert faults(page) == []
