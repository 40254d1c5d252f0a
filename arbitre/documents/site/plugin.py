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
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from arbitre.documents.pages.reference.clauses import collated
from arbitre.documents.site import around, shelf
from arbitre.documents.site.generate import LANGUAGES
from arbitre.documents.site.kept import kept_pages
from arbitre.documents.site.notebooks import with_notebooks
from arbitre.documents.site.preview.edits import Edits
from arbitre.documents.site.preview.snapshot import Snapshot, newest_other
from arbitre.documents.site.site import STYLE, Site, as_html, dead_links
from arbitre.dsl.diagnostics.said import tell

log = logging.getLogger("mkdocs.plugins.arbitre")
SCRIPT = STYLE.parent / "rulebook.js"
GAMES = re.compile(r"<!-- arbitre: games (\w+) -->")
WORKER = re.compile(r'"search": "([^"]*/)search\.\w+\.min\.js"')


class Settings(Config):  # type: ignore[no-untyped-call]
    games = config_options.ListOfItems(config_options.Type(str), default=[])
    languages = config_options.ListOfItems(config_options.Choice(("en", "fr")), default=["en", "fr"])
    extensions = config_options.Type(bool, default=True)
    faults = config_options.Choice(("", "en", "fr"), default="")  # a rulebook with faults keeps its pages, and these stand above them


class DocumentsPlugin(BasePlugin[Settings]):  # type: ignore[no-untyped-call]
    """Makes the pages once, before the menu; they are made again when a rulebook has changed (``mkdocs serve``)."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[object, Site]] = {}
        self.sites: list[Site] = []
        self.ready: dict[str, tuple[str, list[Any]]] = {}
        self.by_path: dict[str, Page] = {}
        self.shown = Snapshot()
        self.faults: dict[str, str] = {}

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """MkDocs keeps a plugin that has this from one build to the next: what was made is known, and what is shown is the same."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        self.shown.others = newest_other(config)
        self.shown.config = config
        self.gather()
        self.tell()
        if config.nav is not None:
            config.nav = self.menu(config.nav)
        config.extra_css.append("assets/rulebook.css")
        config.extra_javascript.append("assets/rulebook.js")
        if str(around.THEME) not in config.theme.dirs:
            config.theme.dirs.insert(0, str(around.THEME))
        config.extra.setdefault("alternate", True)  # the header has a place for the other language
        return config

    def gather(self) -> tuple[list[Site], list[Site]]:
        """The pages of all rulebooks, made again where one was edited; what there was before, and what there is."""
        wanted = self.config.games or library()
        self.renew([name for name in wanted if self.known.get(name, (None,))[0] != stamp_of(name)])
        return self.collect()

    def collect(self) -> tuple[list[Site], list[Site]]:
        """What is known of all rulebooks is what is shown."""
        before, wanted = self.sites, self.config.games or library()
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
        return before, self.sites

    def tell(self) -> bool:
        """What is wrong stands above every page; is that another than before?"""
        before, self.shown.faults = self.shown.faults, list(self.faults.values())
        if self.shown.config is not None:
            self.shown.config.extra["faults"] = self.shown.faults
        return before != self.shown.faults

    def refused(self, name: str, error: Exception) -> None:
        """A rulebook has faults: it keeps the pages it had."""
        if not self.config.faults:
            log.warning("the rulebook ‘%s’ has no pages: %s", name, error)
            return
        self.faults[name] = tell(error.args[0] if error.args else str(error), self.config.faults)
        log.warning("%s", self.faults[name])  # in the language of whoever writes it, as above the pages

    def stamp(self, name: str) -> frozenset[tuple[str, int, int]]:
        return stamp_of(name)

    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> Environment:
        self.shown.env, self.shown.files = env, files
        return env

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: Callable[[], None]) -> LiveReloadServer:
        """Rulebooks are watched; after an edit of one its pages are made as they are asked for."""
        for folder in {folder_of(name) for name in self.config.games or library()}:
            server.watch(str(folder))

        def again() -> None:
            with server._rebuild_cond:
                server._want_rebuild = True
                server._rebuild_cond.notify_all()

        edits = Edits(self, server.builder, again)
        server.builder = edits.rebuild
        server.set_app(edits.waiting.app(server.serve_request, server.mount_path))
        return server

    def renew(self, names: list[str]) -> None:
        """Makes the pages of these rulebooks, one process for each core."""
        from arbitre.opening.books import Refused

        before = {name: self.known.pop(name) for name in names if name in self.known}
        cores = min(len(names), os.cpu_count() or 1)
        make = partial(kept_pages, languages=list(self.config.languages), extensions=self.config.extensions, ready=True)
        with ProcessPoolExecutor(cores) if cores > 1 else nullcontext() as pool:
            # The largest first: the last one to be made should be short.
            order = sorted(names, key=weight, reverse=True)
            stamps = {name: stamp_of(name) for name in order}
            waiting = {name: pool.submit(make, name) if pool is not None else None for name in order}
            for name, job in waiting.items():
                try:
                    self.known[name] = (stamps[name], job.result() if job is not None else make(name))
                    self.faults.pop(name, None)
                except Refused as error:
                    self.refused(name, error)
                    if self.config.faults and name in before:
                        self.known[name] = (stamps[name], before[name][1])

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
        index = {LANGUAGES[lang]().label("index.title"): f"{lang}/{shelf.PAGE}.md"}
        return [index, *({site.titles[lang]: site.menu(lang)} for site in self.by_name(lang))]

    def by_name(self, lang: str) -> list[Site]:
        """The rulebooks by what they are called in a language."""
        return sorted((site for site in self.sites if lang in site.titles), key=lambda site: collated(site.titles[lang]))

    # ------------------------------------------------------------------------------------ files and pages

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        files.append(File.generated(config, "assets/rulebook.css", content=STYLE.read_text(encoding="utf-8")))
        files.append(File.generated(config, "assets/rulebook.js", content=SCRIPT.read_text(encoding="utf-8")))
        worker = around.search_worker(config.theme.dirs)
        if worker is not None:
            files.append(File.generated(config, f"{around.WORKERS}/rulebook-search.js", content=worker))
        for lang in self.config.languages:
            index = shelf.rulebooks(self.by_name(lang), lang)
            self.ready[f"{lang}/{shelf.PAGE}.md"] = as_html(index, index=False)
            files.append(File.generated(config, f"{lang}/{shelf.PAGE}.md", content=index.split("\n", 1)[0] + "\n"))
        for site in self.sites:
            for path, content in site.files.items():
                if path.startswith("source/") and files.get_file_from_path(path) is not None:
                    continue  # another game reads the same file
                files.append(File.generated(config, path, content=content))
        return files

    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        around.cut_borders(nav)
        self.by_path = {page.file.src_uri: page for page in nav.pages}
        self.shown.nav = nav
        return nav

    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        if page.file.src_uri in self.ready:
            return f"# {page.title}"  # what follows is put in as HTML
        twin = around.twin_path(page.file.src_uri, self.by_path)
        if around.EXAMPLE in markdown and twin is not None:
            theirs = around.examples(self.by_path[twin].file.content_string)
            if markdown.count(around.EXAMPLE) != len(theirs):
                log.warning("%s shows %d examples, %s has %d", page.file.src_uri, markdown.count(around.EXAMPLE), twin, len(theirs))
            markdown = around.with_examples(markdown, theirs)
        return with_notebooks(GAMES.sub(lambda m: self.games(m[1], page), markdown))

    def games(self, lang: str, page: Page) -> str:
        """The rulebooks of a language, each with its board and what it says of itself."""
        up = "../" * page.file.src_uri.count("/")
        lines = ['<div class="games" markdown>', ""]
        for site in self.by_name(lang):
            title, first = site.titles[lang], f"{up}{lang}/{site.name}/index.md"
            picture = around.cover(site.made[lang, site.name].assets)
            lines += ["<section markdown>", ""]
            if picture is not None:
                lines += [f"[![{title}]({up}{lang}/{site.name}/{picture})]({first})", ""]
            lines += [f"### [{title}]({first}) {{ #{site.name} }}", "", site.texts.get(lang, ""), "", "</section>", ""]
        index = f"[{LANGUAGES[lang]().label('index.title')}]({up}{lang}/{shelf.PAGE}.md)"
        return "\n".join([*lines, "</div>", "", index, ""])

    def on_page_context(self, context: Any, page: Page, config: MkDocsConfig, nav: Navigation) -> Any:
        """The menu of a page, and every word of the theme on it, is in its language: French readers are not led through English
        rulebooks."""
        lang = around.language_of(page.file.src_uri)
        config.theme["language"] = lang
        mine = Navigation([item for item in nav.items if language_of(item) == lang], nav.pages)
        mine.homepage = self.by_path.get("fr/index.md" if lang == "fr" else "index.md", nav.homepage)
        context["nav"] = mine
        context["twin"] = around.twin_of(page, self.by_path)
        context["crumbs"] = around.crumbs_of(page, mine.homepage)
        folder = "/".join(page.file.src_uri.split("/")[:2])
        context["game"] = next(
            (pages.title for site in self.sites for (of, slug), pages in site.made.items() if f"{of}/{slug}" == folder), ""
        )
        context["crumbs_label"] = LANGUAGES[lang]().label("site.crumbs")
        return context

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Pages that were made in HTML take the place of their headline."""
        made = self.ready.get(page.file.src_uri)
        if made is None:
            return html
        text, headings = made
        page.toc = get_toc(headings)
        return text

    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """The search goes by our worker, which knows what is being read."""
        lang = around.language_of(page.file.src_uri)
        near = around.near(page.file.src_uri, [site.name for site in self.sites])
        output = WORKER.sub(rf'"search": "\1rulebook-search.js?lang={lang}&near={near}"', output, count=1)
        return output.replace('title="Permanent link"', 'title="Lien permanent"') if lang == "fr" else output

    def on_post_build(self, config: MkDocsConfig) -> None:
        every = {f"{lang}/{slug}": pages.title for site in self.sites for (lang, slug), pages in site.made.items()}
        around.split_search(Path(config.site_dir), every)


def language_of(item: Any) -> str:
    """The language of an entry of the menu, by its first page."""
    first = around.first_page(item)
    return around.language_of(first.file.src_uri if first is not None else "")


def library() -> list[str]:
    from arbitre.dsl.modules.library import names

    return names()


def folder_of(name: str) -> Path:
    """The folder with the files of a rulebook, and with those it may build on."""
    from arbitre.dsl.modules.library import LIBRARY, names

    return LIBRARY if name in names() else Path(name).resolve().parent if Path(name).is_file() else Path(name)


def sources_of(name: str) -> list[Path]:
    """The files of a rulebook; for one of the library, those it may build on too."""
    return list(folder_of(name).rglob("*.rules"))


def stamp_of(name: str) -> frozenset[tuple[str, int, int]]:
    """The files of a rulebook, and of those it may build on: each with when it last changed. One more or one fewer is another stamp."""
    return frozenset((str(f), f.stat().st_mtime_ns, f.stat().st_size) for f in sources_of(name))


def weight(name: str) -> int:
    """How much there is to tell, roughly."""
    return sum(f.stat().st_size for f in sources_of(name) if name in f.parts)
