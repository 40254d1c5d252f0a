"""The queue of pages of rulebooks that were just edited: each is made when it is asked for, while all of them are made elsewhere.

So what one looks at is right soon after a save, however large the game is.  No page is shown as it was before the edit: what cannot
be made alone (:mod:`arbitre.documents.site.preview.drafts`) is waited for.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mkdocs.commands.build import get_context
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import write_file

from arbitre.documents.site.preview.drafts import Drafts
from arbitre.documents.site.preview.snapshot import Snapshot, frame
from arbitre.documents.site.site import FRONT, Site, as_html

GAMES = 'class="games"'  # a page that shows all rulebooks
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Waiting:
    """``drafts``: the rulebooks whose pages wait; ``drawn``: files that are not as the last whole has them; ``old``: pages whose
    frame or text is to be put around them again before they are shown."""

    def __init__(self, shown: Snapshot) -> None:
        self.shown = shown
        self.lock = threading.RLock()
        self.done = threading.Condition(self.lock)
        self.drafts: list[Drafts] = []
        self.right: set[str] = set()
        self.drawn: set[str] = set()
        self.old: set[str] = set()
        self.called: set[tuple[str, str]] = set()

    def begin(self, drafts: list[Drafts]) -> None:
        """After an edit: nothing of these rulebooks is right until it is made."""
        with self.lock:
            names = {one.last.name for one in drafts}
            self.drafts = [*(one for one in self.drafts if one.last.name not in names), *drafts]
            self.right.clear()
            self.called.clear()
            self.done.notify_all()

    def call(self, one: Drafts, lang: str, pages: dict[str, Any]) -> None:
        """The menu calls pages what they are called now."""
        if (one.name, lang) in self.called:
            return
        self.called.add((one.name, lang))
        made = one.last.made[lang, one.last.name]
        for page, name in one.names(lang).items():
            found = pages.get(f"{lang}/{one.last.name}/{page}.md")
            if found is not None and made.names.get(page) != name:
                found.title = name

    def faced(self) -> None:
        """What stands above every page is another."""
        with self.lock:
            self.right.clear()
            self.old |= set(self.pages())

    def whole(self, before: list[Site], now: list[Site]) -> bool:
        """All pages were made: those that are not as they were are put together when they are asked for.
        Not if their menu is another: then all is to be built."""
        with self.lock:
            if frame(before) != frame(now):
                return False
            pages, was = self.pages(), {path: content for site in before for path, content in site.files.items()}
            for site in now:
                for path, content in site.files.items():
                    if was.get(path) == content and path not in self.drawn:
                        continue
                    if path in site.ready:
                        pages[path].content, headings = site.ready[path]
                        pages[path].toc = get_toc(headings)
                        self.old.add(path)
                    else:
                        self.write(path, content)
            self.over()
            return True

    def over(self) -> None:
        """Nothing waits any longer."""
        with self.lock:
            self.drafts = []
            self.right.clear()
            self.drawn.clear()
            self.done.notify_all()

    def built(self) -> None:
        """Everything was built anew."""
        with self.lock:
            self.old.clear()
            self.over()

    # ------------------------------------------------------------------------------------ asked for

    def app(self, answer: App, mount: str = "/") -> App:
        """What answers a browser, each page made right before."""

        def answered(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
            path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
            if not path.startswith("/livereload/"):
                self.asked(path.removeprefix(mount.rstrip("/")))
            return answer(environ, start)

        return answered

    def asked(self, address: str) -> None:
        """Makes right what is about to be shown at an address of the site."""
        path = re.sub(r"(?:/index\.html|/|\.html)$", "", address).strip("/")
        with self.lock:
            pages = self.pages()
            path = next((p for p in (f"{path}.md", f"{path}/index.md".lstrip("/")) if p in pages), address.strip("/"))
            while (one := self.waits(path)) is not None and path not in self.right:
                made = one.page(path) if path in pages else None
                if made is None:
                    self.done.wait(1)
                    continue
                self.call(one, path.partition("/")[0], pages)
                text, pictures = made
                pages[path].content, headings = as_html(FRONT.sub("", text), path.endswith("/index.md"))
                pages[path].toc = get_toc(headings)
                for name, data in pictures.items():
                    self.write(name, data)
                self.drawn |= {path, *pictures}
                self.right.add(path)
                self.old.add(path)
            if path in self.old:
                shown = self.shown
                put_together(pages[path], shown)
                self.old.discard(path)

    def waits(self, path: str) -> Drafts | None:
        """The edited rulebook that a page or a source stands in, or that a page shows beside others."""
        for one in self.drafts:
            if path in one.last.files and (path.endswith(".md") or path.startswith("source/")):
                return one
        page = self.pages().get(path)
        return self.drafts[0] if self.drafts and page is not None and GAMES in (page.content or "") else None

    def pages(self) -> dict[str, Any]:
        """Every page of the site by its path."""
        return {} if self.shown.files is None else {file.src_uri: file.page for file in self.shown.files.documentation_pages()}

    def write(self, path: str, content: str | bytes) -> None:
        assert self.shown.config is not None
        target = Path(self.shown.config.site_dir) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))


def put_together(page: Page, shown: Snapshot) -> None:
    """Writes a page with what stands around it into the folder of the site, as MkDocs does with all of them."""
    config, env = shown.config, shown.env
    assert config is not None and shown.files is not None and shown.nav is not None and env is not None
    page.active = True  # the menu shows where one is
    try:
        context = get_context(shown.nav, shown.files.documentation_pages(), config, page)
        template = env.get_template(page.meta.get("template", "main.html"))
        context = config.plugins.on_page_context(context, page=page, config=config, nav=shown.nav)
        output = config.plugins.on_post_page(template.render(context), page=page, config=config)
        write_file(output.encode("utf-8", errors="xmlcharrefreplace"), page.file.abs_dest_path)
    finally:
        page.active = False
