"""Pictures of every game on the screen, narrow and wide, light and dark: ``python -m tests.web.screens FOLDER [GAME...]``.

They are looked at by a person; nothing is compared.  Sideways scrolling of the page, which no game may need, is told.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from arbitre.dsl.modules.library import names
from tests.web.browser import Screen, chromium, studio

WIDTHS = {360: 760, 1280: 900}
SCHEMES = ("light", "dark")


def taken(out: Path, games: list[str]) -> list[str]:
    """The pages that are wider than their window."""
    wide = []
    with tempfile.TemporaryDirectory() as folder, studio(Path(folder)) as address, chromium() as browser:
        for game in games:
            context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
            shown = Screen(context.new_page())
            shown.page.set_default_timeout(120_000)
            shown.page.goto(address)
            shown.page.click(f".shelf a[href='#game={game}']")
            shown.page.wait_for_selector("form.setup")
            shown.page.locator("form.setup details").evaluate("one => { one.open = true }")
            shown.page.fill("input[name=seed]", "3")
            shown.page.click("form.setup button[type=submit]")
            shown.idle()
            for width, height in WIDTHS.items():
                shown.page.set_viewport_size({"width": width, "height": height})
                for scheme in SCHEMES:
                    shown.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                    shown.page.wait_for_timeout(150)
                    shown.page.screenshot(path=out / f"{game}.{width}.{scheme}.png", full_page=True)
                if shown.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    wide.append(f"{game} at {width} px")
            context.close()
    return wide


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for said in taken(target, sys.argv[2:] or list(names())):
        print(f"wider than its window: {said}")
