"""The plugin for MkDocs: pages of rulebooks join a site without a file being written into its folder.

In ``mkdocs.yml``::

    plugins:
      - arbitre:
          games: []          # short names or paths; empty: every game of the library
    nav:
      - English:
          - arbitre: en      # replaced by the pages of the rulebooks in that language
"""

from __future__ import annotations

import logging
import os
import re
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from arbitre.documents.site.site import STYLE, Site, dead_links, pages_of

log = logging.getLogger("mkdocs.plugins.arbitre")
GAMES = re.compile(r"<!-- arbitre: games (\w+) -->")
SWITCH = {"en": ("fr", "Cette page en français"), "fr": ("en", "This page in English")}


class Settings(Config):  # type: ignore[no-untyped-call]
    games = config_options.ListOfItems(config_options.Type(str), default=[])
    languages = config_options.ListOfItems(config_options.Choice(("en", "fr")), default=["en", "fr"])
    extensions = config_options.Type(bool, default=True)


class DocumentsPlugin(BasePlugin[Settings]):  # type: ignore[no-untyped-call]
    """Makes the pages once, before the menu; they are made again when a rulebook has changed (``mkdocs serve``)."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[float, Site]] = {}
        self.sites: list[Site] = []
        self.ready: dict[str, tuple[str, list[Any]]] = {}

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        wanted = self.config.games or library()
        self.renew([name for name in wanted if self.known.get(name, (None,))[0] != newest(name)])
        self.sites = [self.known[name][1] for name in wanted if name in self.known]
        self.ready = {path: made for site in self.sites for path, made in site.ready.items()}
        every: dict[str, str | bytes] = {}
        for site in self.sites:
            every |= site.files
        for fault in dead_links(every):
            log.warning("%s", fault)
        for site in self.sites:
            for place, text in site.missing:
                log.warning("%s: %s", place, text)
        if config.nav is not None:
            config.nav = self.menu(config.nav)
        config.extra_css.append("assets/rulebook.css")
        return config

    def renew(self, names: list[str]) -> None:
        """Makes the pages of these rulebooks, one process for each core."""
        from arbitre.opening.books import Refused

        for name in names:
            self.known.pop(name, None)
        cores = min(len(names), os.cpu_count() or 1)
        make = partial(pages_of, languages=list(self.config.languages), extensions=self.config.extensions, ready=True)
        with ProcessPoolExecutor(cores) if cores > 1 else nullcontext() as pool:
            # The largest first: the last one to be made should be short.
            order = sorted(names, key=weight, reverse=True)
            waiting = {name: pool.submit(make, name) if pool is not None else None for name in order}
            for name, job in waiting.items():
                stamp = newest(name)
                try:
                    self.known[name] = (stamp, job.result() if job is not None else make(name))
                except Refused as error:
                    log.warning("the rulebook ‘%s’ has no pages: %s", name, error)

    # ------------------------------------------------------------------------------------ menu

    def menu(self, nav: Any) -> Any:
        """Every ``arbitre: LANG`` of the menu replaced by the rulebooks in that language."""
        if isinstance(nav, list):
            out: list[Any] = []
            for item in nav:
                if isinstance(item, dict) and list(item) == ["arbitre"]:
                    out += self.rulebooks(str(item["arbitre"]))
                else:
                    out.append(self.menu(item))
            return out
        if isinstance(nav, dict):
            return {key: self.menu(value) for key, value in nav.items()}
        return nav

    def rulebooks(self, lang: str) -> list[dict[str, Any]]:
        return [{site.titles[lang]: site.menu(lang)} for site in self.sites if lang in site.titles]

    # ------------------------------------------------------------------------------------ files and pages

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        files.append(File.generated(config, "assets/rulebook.css", content=STYLE.read_text(encoding="utf-8")))
        for site in self.sites:
            for path, content in site.files.items():
                if path.startswith("source/") and files.get_file_from_path(path) is not None:
                    continue  # another game reads the same file
                files.append(File.generated(config, path, content=content))
        self.paths = {f.src_uri for f in files}
        return files

    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """A page with a twin in the other language gets a link to it."""
        if page.file.src_uri in self.ready:
            markdown = f"# {page.title}"  # what follows is put in as HTML
        markdown = GAMES.sub(lambda m: self.games(m[1], page), markdown)
        lang, _, rest = page.file.src_uri.partition("/")
        if lang not in SWITCH or not rest:
            return markdown
        other, label = SWITCH[lang]
        if f"{other}/{rest}" not in self.paths:
            return markdown
        up = "../" * page.file.src_uri.count("/")
        return f"[{label}]({up}{other}/{rest}){{ .switch lang={other} hreflang={other} }}\n\n{markdown}"

    def games(self, lang: str, page: Page) -> str:
        """The rulebooks of a language as a list, each with what it says of itself."""
        up = "../" * page.file.src_uri.count("/")
        lines = []
        for site in self.sites:
            if lang in site.titles:
                lines.append(f"- [**{site.titles[lang]}**]({up}{lang}/{site.name}/index.md)<br>{site.texts.get(lang, '')}")
        return "\n".join(lines)

    def on_page_context(self, context: Any, page: Page, config: MkDocsConfig, nav: Navigation) -> Any:
        """The menu of a page holds what is in its language: French readers are not led through English rulebooks."""
        french = page.file.src_uri.startswith("fr/")
        kept = [item for item in nav.items if language_of(item) in (None, "fr" if french else "en")]
        mine = Navigation(kept, nav.pages)
        mine.homepage = next((p for p in nav.pages if p.file.src_uri == ("fr/index.md" if french else "index.md")), nav.homepage)
        context["nav"] = mine
        return context

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Pages that were made in HTML take the place of their headline; the link to the other language stays."""
        made = self.ready.get(page.file.src_uri)
        if made is None:
            return html
        text, headings = made
        page.toc = get_toc(headings)
        switch = re.search(r'<p><a class="switch".*?</p>', html, re.S)
        return (switch[0] if switch else "") + text

    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """French pages say that they are French, and so do the words of the theme on them."""
        if not page.file.src_uri.startswith("fr/"):
            return output
        output = re.sub(r'<html lang="en"', '<html lang="fr"', output, count=1)
        for english, french in THEME_WORDS.items():
            output = output.replace(english, french)
        return output


def language_of(item: Any) -> str | None:
    """The language of an entry of the menu, by its first page: None for what is written in one language only."""
    while getattr(item, "children", None):
        item = item.children[0]
    path = item.file.src_uri if getattr(item, "file", None) is not None else ""
    return "fr" if path.startswith("fr/") else "en" if path.startswith("en/") or path == "index.md" else None


# What the theme itself says on every page, where it can be told apart from what a page says.
THEME_WORDS = {
    'aria-label="Search"': 'aria-label="Rechercher"',
    'placeholder="Search"': 'placeholder="Rechercher"',
    'title="Clear"': 'title="Effacer"',
    'aria-label="Clear"': 'aria-label="Effacer"',
    "Initializing search": "Recherche en préparation",
    "Type to start searching": "Tapez pour chercher",
    "Skip to content": "Aller au contenu",
    "Table of contents\n": "Sommaire\n",
    'aria-label="Table of contents"': 'aria-label="Sommaire"',
    "Back to top": "Haut de page",
    'title="Permanent link"': 'title="Lien permanent"',
}


def library() -> list[str]:
    from dsl.modules.library import names

    return names()


def sources_of(name: str) -> list[Path]:
    """The files of a rulebook; for one of the library, those it may build on too."""
    from dsl.modules.library import LIBRARY

    folder = LIBRARY if (LIBRARY / name).is_dir() else Path(name).resolve().parent if Path(name).is_file() else Path(name)
    return list(folder.rglob("*.rules"))


def newest(name: str) -> float:
    """When the files of a rulebook, or of one it builds on, last changed."""
    return max((f.stat().st_mtime for f in sources_of(name)), default=0.0)


def weight(name: str) -> int:
    """How much there is to tell, roughly."""
    return sum(f.stat().st_size for f in sources_of(name) if name in f.parts)
