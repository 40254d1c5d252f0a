"""A real browser, and the program it looks at."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the system; without one tests are left out, but not where everything has to be tested."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium: apt-get install chromium")
        pytest.skip("there is no Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """The address of a studio that works on a folder."""
    command = [sys.executable, "-m", "arbitre", "studio", str(folder), "--lang", "en"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as running:
        assert running.stdout is not None
        found = re.search(r"http\S+", running.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            running.terminate()


class Screen:
    """One page, whose errors are faults."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def start(self, address: str, game: str, seed: int, sides: dict[str, str], **options: str) -> None:
        """Begins a match from the page where it is chosen."""
        self.page.goto(address)
        self.page.wait_for_selector(".shelf a")
        self.page.click(f".shelf a[href='#game={game}']")
        self.page.wait_for_selector("form.setup")
        for side, kind in sides.items():
            self.page.select_option(f"select[name='side:{side}']", kind)
        self.page.locator("form.setup details").evaluate("one => { one.open = true }")
        for name, value in options.items():
            field = self.page.locator(f"[name='option:{name}']")
            field.select_option(value) if field.evaluate("one => one.matches('select')") else field.fill(value)
        self.page.fill("input[name=seed]", str(seed))
        self.page.click("form.setup button[type=submit]")
        self.page.wait_for_selector("arbitre-board .cell", state="attached")

    def idle(self) -> None:
        """Waits until somebody is asked, or the match is over, and the screen has come to rest."""
        self.page.wait_for_function(
            "() => { const m = document.querySelector('arbitre-match'); "
            "return m && m.view && !m.busy && !m.choosing && !m.isUpdatePending && !m.view.bots && "
            "(m.cover || m.question || m.view.scene.over) && (m.cover || !m.question || m.view.next.seat === m.viewer) }"
        )


@contextmanager
def screen(browser: Browser, **options: object) -> Iterator[Screen]:
    """A page of a profile of its own; what it complains of fails the test."""
    context: BrowserContext = browser.new_context(reduced_motion="reduce", **options)  # type: ignore[arg-type]
    try:
        found = Screen(context.new_page())
        yield found
        assert found.errors == []
    finally:
        context.close()
