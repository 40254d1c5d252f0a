"""The site as it was built last: its settings, files and menu, which pages made later are put together with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from arbitre.documents.site.site import Site


class Snapshot:
    """The site as it was built last: all that a page is put together with."""

    def __init__(self) -> None:
        self.config: MkDocsConfig | None = None
        self.files: Files | None = None
        self.nav: Navigation | None = None
        self.env: Environment | None = None
        self.others: float = 0.0  # when what is no rulebook was last edited
        self.faults: list[str] = []  # what stands above every page


def frame(sites: list[Site]) -> list[Any]:
    """What stands around pages: which there are, what they are called, what the first page says of a game."""
    return [(site.name, sorted(site.files), site.titles, site.texts, [site.menu(lang) for lang in site.titles]) for site in sites]


def newest_other(config: MkDocsConfig) -> float:
    """When what is no rulebook was last edited: the texts of the site, its settings."""
    found = [path for path in Path(config.docs_dir).rglob("*") if path.is_file()]
    found += [Path(config.config_file_path)] if config.config_file_path else []
    return max((path.stat().st_mtime for path in found), default=0.0)
