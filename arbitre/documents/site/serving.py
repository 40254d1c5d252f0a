"""While one writes (``mkdocs serve``): after an edit of a rulebook only those pages are put together again that the edit changed.

MkDocs builds everything anew after each edit. Where the menu stays as it is, what an edit changed is a few pages, and they are written
into the site that is being shown; where it does not, or anything else than a rulebook was edited, everything is built as ever.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.commands.build import _build_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.toc import get_toc

from arbitre.documents.site.site import Site

log = logging.getLogger("mkdocs.plugins.arbitre")


class Shown:
    """The site as it was built last: all that a page is put together with."""

    def __init__(self) -> None:
        self.config: MkDocsConfig | None = None
        self.files: Files | None = None
        self.nav: Navigation | None = None
        self.env: Environment | None = None
        self.others: float = 0.0  # when what is no rulebook was last edited
        self.faults: list[str] = []  # what stands above every page

    def patched(self, before: list[Site], now: list[Site]) -> int | None:
        """Writes the pages and pictures that are not as they were, and says how many; None where all must be built."""
        if self.config is None or self.files is None or self.nav is None or self.env is None or frame(before) != frame(now):
            return None
        made = 0
        documents = self.files.documentation_pages()
        pages = {file.src_uri: file.page for file in documents}
        old: dict[str, Any] = {path: content for site in before for path, content in site.files.items()}
        for site in now:
            for path, content in site.files.items():
                if old[path] == content:
                    continue
                made += 1
                if not path.endswith(".md"):
                    target = Path(self.config.site_dir) / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
                    continue
                page = pages[path]
                assert page is not None
                page.content, headings = site.ready[path]
                page.toc = get_toc(headings)
                _build_page(page, self.config, documents, self.nav, self.env)
        return made


def frame(sites: list[Site]) -> list[Any]:
    """What stands around pages: which there are, what they are called, what the first page says of a game."""
    return [(site.name, sorted(site.files), site.titles, site.texts, [site.menu(lang) for lang in site.titles]) for site in sites]


def newest_other(config: MkDocsConfig) -> float:
    """When what is no rulebook was last edited: the texts of the site, its settings."""
    found = [path for path in Path(config.docs_dir).rglob("*") if path.is_file()]
    found += [Path(config.config_file_path)] if config.config_file_path else []
    return max((path.stat().st_mtime for path in found), default=0.0)


def after_edits(
    shown: Shown, renew: Callable[[], tuple[list[Site], list[Site]]], build: Callable[[], None], faults: Callable[[], list[str]] = list
) -> Callable[[], None]:
    """What is done after an edit.  ``renew``: makes what is stale and says what there was and what there is; ``build``: everything;
    ``faults``: what is to stand above every page now."""

    def rebuild() -> None:
        if shown.config is None or newest_other(shown.config) > shown.others:
            build()
            return
        began = time.monotonic()
        made = shown.patched(*renew())
        if made is None or faults() != shown.faults:
            build()
        else:
            log.info("%d pages and pictures made again in %.2f seconds", made, time.monotonic() - began)

    return rebuild
