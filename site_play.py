"""A hook of the site: every game's first page leads to the page that plays, which is built beside them, and every rule to its editor.

It is built where its engine is (``npm ci`` in ``web/``); elsewhere the site is as it was.  What was built of the same sources before is
taken again (``build/play``).
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import shutil
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from arbitre.documents.model.book import Book
from arbitre.dsl.modules.library import names
from arbitre.making.changing import Changeable, changeable
from arbitre.opening.books import open_book

ROOT = Path(__file__).resolve().parent
ENGINE = ROOT / "web" / "node_modules" / "pyodide"
BUILT = ROOT / "build" / "play"
SAID = {"en": "Play in the browser", "fr": "Jouer dans le navigateur"}
HERE = {"en": "Play on from here", "fr": "Jouer à partir d’ici"}
CHANGE = {"en": "Change this rule", "fr": "Changer cette règle"}
META = re.compile(r'<small class="meta"[^>]*>\s*<a href="[^"]*source/([\w.-]+)\.html#L(\d+)">[^<]*</a>')
PAGE = re.compile(r"(en|fr)/([a-z_]+)/([\w-]+)\.md")
START = re.compile(r'<p class="play-on"(?=[^>]* data-start="([^"]*)")(?=[^>]* data-called="([^"]*)")[^>]*></p>')
CLAUSE = re.compile(r'\bid="clause-([\w.-]+)"')
clauses: dict[str, dict[str, str]] = {}  # game -> clause -> its page; a long list of clauses is cut, in both languages alike
log = logging.getLogger("mkdocs.plugins.arbitre")


def on_post_page(output: str, page: Any, config: Any) -> str:
    """A link below the title of a game that can be played, and one below each example that a match can begin with."""
    found = PAGE.fullmatch(page.file.src_uri)
    if found is None or not ENGINE.is_dir() or found[2] not in names():
        return output
    lang, game, name = found.groups()
    if name.startswith("clauses"):
        clauses.setdefault(game, {}).update(dict.fromkeys(CLAUSE.findall(output), name))
    if name == "index":
        where = f"../../play/?lang={lang}#game={game}"
        link = f'<p class="play"><a class="md-button md-button--primary" href="{where}">{SAID[lang]}</a></p>'
        output = output.replace("</h1>", f"</h1>\n{link}", 1)

    def linked(start: re.Match[str]) -> str:
        where = f"../../../play/?lang={lang}#game={game}&amp;from={quote(unescape(start[1]))}&amp;called={quote(unescape(start[2]))}"
        return f'<p class="play-on"><a href="{where}">{HERE[lang]}</a></p>'

    def changed(source: re.Match[str]) -> str:
        file, line = source[1], int(source[2])
        rule = next((one for one in rules(game) if Book.source_name(one.file) == file and one.first <= line <= one.last), None)
        if rule is None:
            return source[0]
        where = f"{'' if name == 'index' else '../'}../../play/?lang={lang}#change={game}&amp;at={quote(rule.file, safe='')}:{rule.first}"
        return f'{source[0]} · <a class="change" href="{where}">{CHANGE[lang]}</a>'

    return META.sub(changed, START.sub(linked, output))


@cache
def rules(game: str) -> list[Changeable]:
    """What a variant of a game may replace."""
    return changeable(open_book(game, quiet=True))


def on_post_build(config: Any) -> None:
    """The page that plays, in a folder of its own."""
    if not ENGINE.is_dir():
        log.info("the page that plays is left out: npm ci in web/ brings its engine")
        return
    from arbitre.studio.page import build

    cold = bool(os.environ.get("ARBITRE_COLD_PAGE")) or shutil.which("node") is None  # it starts a little later
    stamp, said = BUILT / ".stamp", fingerprint()
    if cold is (BUILT / "kept").is_dir() or not stamp.is_file() or stamp.read_text(encoding="utf-8") != said:
        shutil.rmtree(BUILT, ignore_errors=True)
        build(BUILT, warm=not cold)
        stamp.write_text(said, encoding="utf-8")
    place = Path(config.site_dir) / "play"
    shutil.copytree(BUILT, place, dirs_exist_ok=True)
    (place / "clauses.json").write_text(json.dumps(clauses, separators=(",", ":")), encoding="utf-8")


def fingerprint() -> str:
    """What the page is made of."""
    digest = hashlib.sha256()
    for part in ("arbitre", "dsl", "graphs", "interpreter", "rulebooks", "web"):
        for path in sorted((ROOT / part).rglob("*")):
            if path.is_file() and not {"node_modules", "__pycache__"} & set(path.relative_to(ROOT).parts):
                digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()
