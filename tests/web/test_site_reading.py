"""The site as it is built, read by axe-core: five kinds of pages, light and dark, wide and narrow."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Iterator

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Browser

from tests.web.browser import ROOT
from tests.web.test_page import Quiet
from tests.web.test_reading import AXE, faults

CONFIG = """
site_name: Small
docs_dir: {docs}
site_dir: {made}
theme:
  name: material
  font: false
  language: en
  palette:
    - {{media: "(prefers-color-scheme: light)", scheme: default, primary: blue grey, accent: deep orange}}
    - {{media: "(prefers-color-scheme: dark)", scheme: slate, primary: blue grey, accent: deep orange}}
  features: [navigation.footer, navigation.path, navigation.tabs, navigation.top, navigation.prune, navigation.indexes, toc.follow]
hooks: ["{hook}"]
plugins:
  - search
  - arbitre: {{games: [breakthrough]}}
nav:
  - Home: index.md
  - Accueil: fr/index.md
  - Rulebooks: [{{arbitre: en}}]
  - Règles de jeu: [{{arbitre: fr}}]
markdown_extensions: [tables, attr_list, md_in_html, admonition]
"""
HOOK = """
import importlib.util
spec = importlib.util.spec_from_file_location("site_play", {path!r})
hook = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hook)
hook.ENGINE = hook.ROOT
on_post_page = hook.on_post_page
"""
KINDS = (
    "",
    "en/breakthrough/",
    "en/breakthrough/learn-playing/",
    "en/breakthrough/clauses/",
    "en/breakthrough/actions/",
    "fr/breakthrough/",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small site, built as the large one is."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "docs" / "fr").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Small\n\n## Games\n\n<!-- arbitre: games en -->\n", encoding="utf-8")
    (folder / "docs" / "fr" / "index.md").write_text("# Petit\n\n## Jeux\n\n<!-- arbitre: games fr -->\n", encoding="utf-8")
    (folder / "links.py").write_text(HOOK.format(path=str(ROOT / "site_play.py")), encoding="utf-8")
    config = CONFIG.format(docs=folder / "docs", made=folder / "made", hook=folder / "links.py")
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    build(load_config(str(folder / "mkdocs.yml")))
    handler = functools.partial(Quiet, directory=str(folder / "made"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_pages_of_the_site(browser: Browser, site: str, scheme: str) -> None:
    if not AXE.is_file():
        assert not os.environ.get("CI"), "npm ci in web/"
        pytest.skip("axe-core is not installed: npm ci in web/")
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    found = []
    for kind in KINDS:
        answer = page.goto(site + kind)
        assert answer is not None and answer.ok, kind
        assert page.evaluate("document.body.dataset.mdColorScheme") == ("default" if scheme == "light" else "slate")
        found += [f"{kind}: {one}" for one in faults(page)]
    context.close()
    assert not found, "\n".join(found)
