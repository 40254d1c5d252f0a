"""How long one waits in a browser: ``python -m benchmarks.browser PAGE_FOLDER``, a page that ``python -m arbitre.studio.page`` made.

Needs Chromium and the packages of the tests.  Prints seconds: of a first and a later visit until a match of Coliseum is under way, of
answers; frames while a large board is moved about, and of an empty page beside it; what the engine weighs.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
ASKED = "() => { const m = document.querySelector('arbitre-match'); return m && m.question && !m.busy && !m.view.bots }"
FRAMES = """async () => { const board = document.querySelector('arbitre-board'), view = board.querySelector('.board-view');
board.querySelectorAll('.board-tools button')[1].click(); const box = view.getBoundingClientRect();
const at = n => ({ clientX: box.x + 100 + n, clientY: box.y + 100, pointerId: 1, bubbles: true, button: 0 });
view.dispatchEvent(new PointerEvent('pointerdown', at(0))); let frames = 0; const begun = performance.now();
for (let n = 0; performance.now() - begun < 2000; n++) { view.dispatchEvent(new PointerEvent('pointermove', at(n % 90)));
await new Promise(requestAnimationFrame); frames++; } return frames / 2; }"""


EMPTY = """async () => { let frames = 0; const begun = performance.now();
while (performance.now() - begun < 2000) { await new Promise(requestAnimationFrame); frames++; } return frames / 2; }"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files, without a word."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def begun(page: Page, address: str, game: str) -> tuple[float, float]:
    """Seconds until the board stands there, and until somebody is asked."""
    start = time.perf_counter()
    page.goto(f"{address}?lang=en#game={game}")
    page.click("form.setup button[type=submit]")
    page.wait_for_selector("arbitre-board .cell", state="attached")
    board = time.perf_counter() - start
    page.wait_for_function(ASKED)
    return board, time.perf_counter() - start


def answers(page: Page, count: int) -> float:
    """Seconds of an answer until the next question, the middle one of so many."""
    found = []
    for _ in range(count):
        page.wait_for_function(ASKED)
        before = page.evaluate("() => document.querySelector('arbitre-match').question.id")
        start = time.perf_counter()
        page.locator(".asked .options button").first.click()
        page.wait_for_function("q => document.querySelector('arbitre-match').question?.id !== q", arg=before)
        found.append(time.perf_counter() - start)
    return sorted(found)[len(found) // 2]


def measured(folder: Path) -> dict[str, float]:
    """All of it."""
    handler = functools.partial(Quiet, directory=str(folder))
    out: dict[str, float] = {}
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        with tempfile.TemporaryDirectory() as profile:
            context = playwright.chromium.launch_persistent_context(profile, executable_path=chromium, args=FLAGS, reduced_motion="reduce")
            context.set_default_timeout(120_000)
            page = context.new_page()
            out["first visit: board"], out["first visit: asked"] = begun(page, address, "coliseum")
            out["answer, coliseum"] = answers(page, 9)
            page.wait_for_timeout(5000)
            page.close()
            page = context.new_page()
            out["later visit: board"], out["later visit: asked"] = begun(page, address, "coliseum")
            page.close()
            page = context.new_page()
            begun(page, address, "dungeonbowl")
            out["answer, dungeonbowl"] = answers(page, 9)
            out["frames a second, panning dungeonbowl"] = page.evaluate(FRAMES)
            page.goto("about:blank")
            out["frames a second, an empty page"] = page.evaluate(EMPTY)
            context.close()
        server.shutdown()
    files = [path for path in folder.rglob("*") if path.is_file() and path.parts[-2] not in ("kept", "starts")]
    out["engine, megabytes compressed"] = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) / 1e6
    return {key: round(value, 3) for key, value in out.items()}


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1])), indent=1))
