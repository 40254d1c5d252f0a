"""What follows an edit of a rulebook: its pages are made when they are asked for, and all of them meanwhile.

MkDocs builds everything anew after each edit.  That is only done where what stands around the pages is another: the menu, the texts
of the site, its settings.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from arbitre.documents.site.preview.build import Build, Found
from arbitre.documents.site.preview.drafts import Drafts
from arbitre.documents.site.preview.queue import Waiting
from arbitre.documents.site.preview.snapshot import Snapshot, newest_other
from arbitre.documents.site.site import Site
from arbitre.dsl.modules.library import LIBRARY, names
from arbitre.opening.books import Refused

log = logging.getLogger("mkdocs.plugins.arbitre")


Stamp = frozenset[tuple[str, int, int]]


class Plugin(Protocol):
    """What is asked of the plugin for MkDocs."""

    config: Any
    shown: Snapshot
    known: dict[str, tuple[object, Site]]
    faults: dict[str, str]

    def refused(self, name: str, error: Exception) -> None: ...
    def tell(self) -> bool: ...
    def stamp(self, name: str) -> Stamp: ...
    def collect(self) -> tuple[list[Site], list[Site]]: ...


class Edits:
    """``build``: builds everything; ``again``: has :meth:`rebuild` called once more by whoever calls it after edits."""

    def __init__(self, plugin: Plugin, build: Callable[[], None], again: Callable[[], None]) -> None:
        self.plugin, self.build, self.again = plugin, build, again
        self.waiting = Waiting(plugin.shown)
        self.job: Build | None = None
        self.reframed = False

    def rebuild(self) -> None:
        """What is done after an edit."""
        shown = self.plugin.shown
        if self.reframed or shown.config is None or newest_other(shown.config) > shown.others:
            self.everything()
        else:
            self.edited()

    def everything(self) -> None:
        with self.waiting.lock:
            self.reframed = False
            self.stop()
            self.build()
            self.waiting.built()

    def edited(self) -> None:
        """Reads the rulebooks that were edited; what is wrong in them stands above every page, which stays as it was."""
        began, plugin = time.monotonic(), self.plugin
        stale = self.stale()
        if not stale:
            return
        self.stop()
        drafts = []
        for name, stamp in stale.items():
            last = plugin.known[name][1]
            try:
                drafts.append(Drafts(name, last))
                plugin.faults.pop(name, None)
            except Refused as error:
                plugin.refused(name, error)
            plugin.known[name] = (stamp, last)
        self.waiting.begin(drafts)
        if plugin.tell():
            self.waiting.faced()
        waiting = [name for name in plugin.known if any(one.name == name for one in self.waiting.drafts)]
        stamps = {name: plugin.known[name][0] for name in waiting}
        config = plugin.config
        job = Build(waiting, list(config.languages), config.extensions, lambda found: self.made(job, stamps, found))
        self.job = job
        job.start()
        log.info("read again in %.2f seconds; pages are made as they are asked for", time.monotonic() - began)

    def made(self, job: Build, stamps: dict[str, object], found: Found) -> None:
        """All pages are there; or some could not be made, and MkDocs says why as it builds everything."""
        plugin = self.plugin
        with self.waiting.lock:
            if job is not self.job:
                return
            for name, site in found.items():
                if site is not None:
                    plugin.known[name] = (stamps[name], site)
                else:
                    plugin.known[name] = (None, plugin.known[name][1])
            self.reframed = None in found.values() or not self.waiting.whole(*plugin.collect())
        if self.reframed:
            self.again()

    def stop(self) -> None:
        if self.job is not None:
            self.job.stop()
            self.job = None

    def stale(self) -> dict[str, Stamp]:
        """The rulebooks that an edit may have changed, with their stamps now."""
        out: dict[str, Stamp] = {}
        for name, (known, site) in self.plugin.known.items():
            stamp = self.plugin.stamp(name)
            if stamp == known:
                continue
            edited = {Path(file) for file, *_ in (stamp ^ known if isinstance(known, frozenset) else stamp)}
            if name not in names() or any(reads(site, file) for file in edited):
                out[name] = stamp
            else:
                self.plugin.known[name] = (stamp, site)
        return out


def reads(site: Site, file: Path) -> bool:
    """Is this a file of a rulebook of the library, or one that lies beside or below its files?"""
    above = {folder for known in site.read for folder in Path(known).parents if len(folder.parts) > 1}
    return any(folder in above for folder in file.relative_to(LIBRARY.parent).parents)
