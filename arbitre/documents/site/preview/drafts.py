"""Drafts: one page of a rulebook made alone, so that the page that is looked at is right at once and all others soon after.

Such a page is the same as if all were made.  Some cannot be made alone, as they say again what all others say; they are not made here.
"""

from __future__ import annotations

import re

from arbitre.documents.model.opening import open_documents
from arbitre.documents.pages.edition import Edition
from arbitre.documents.site import learning_pages as learning
from arbitre.documents.site import shelves
from arbitre.documents.site.generate import Pages, Part, as_reference, finish, parts, writer_of
from arbitre.documents.site.site import Site, front, listed
from arbitre.dsl.budget import afresh
from arbitre.dsl.cache.frozen import unhurried

TAUGHT = ("index", "reference", "sheet")  # beside the chapters


class Drafts:
    """A rulebook as it is now, and its site as it was made last: which pages there are, and where their parts stand."""

    def __init__(self, name: str, last: Site) -> None:
        self.name, self.last = name, last
        with unhurried():
            self.book = open_documents(name)
        self.writers: dict[str, Edition] = {}
        self.known: dict[str, tuple[str, dict[str, str | bytes]] | None] = {}

    def page(self, path: str) -> tuple[str, dict[str, str | bytes]] | None:
        """The text of a page below the site, and its pictures by their paths; None where it must wait for all others."""
        if path not in self.known:
            afresh()
            with unhurried():
                self.known[path] = self.made(path)
        return self.known[path]

    def made(self, path: str) -> tuple[str, dict[str, str | bytes]] | None:
        lang, _, rest = path.partition("/")
        slug, _, file = rest.partition("/")
        page = file.removesuffix(".md")
        last = self.last.made.get((lang, slug))
        if slug != self.book.slug or last is None or page not in last.pages:
            return None
        writer = self.writer(lang)
        writer.assets.clear()
        found = self.taught(writer, last, page) if page in TAUGHT or page.startswith("learn-") else self.looked_up(lang, last, page)
        if found is None:
            return None
        out = Pages(slug, lang, last.title, pages={page: found}, names={page: page}, assets=writer.assets)
        finish(writer, out)
        text = out.pages[page]
        others = [s for language, s in self.last.made if language == lang and s != slug]
        if page == "index" and others:
            text += listed(self.last, lang, others)
        return front(page) + text, {f"{lang}/{slug}/{name}": data for name, data in out.assets.items()}

    def names(self, lang: str) -> dict[str, str]:
        """What pages are called now, as far as that can be told before they are made."""
        out = {page: name for page, name, _ in parts(self.writer(lang))}
        return out | {page: title for page, (title, _) in self.chapters(self.writer(lang), "").items()}

    def writer(self, lang: str) -> Edition:
        """What writes in a language, once a page in it is asked for."""
        if lang not in self.writers:
            self.writers[lang] = writer_of(self.book, lang)
        return self.writers[lang]

    # ------------------------------------------------------------------------------------ the reference

    def looked_up(self, lang: str, last: Pages, page: str) -> str | None:
        """A page of the reference: cut, if it is long, where the language that is written first cuts it."""
        below, whole = self.below(last), page
        while whole in below:
            whole = below[whole]
        for language in self.last.titles:
            writer = self.writer(language)
            part = next((part for part in parts(writer) if part[0] == whole), None)
            if part is None or whole == "questions":
                return None
            made = self.cut(writer, part, last)
            if language == lang:
                return made.get(page)
        return None

    def cut(self, writer: Edition, part: Part, last: Pages) -> dict[str, str]:
        page, name, make = part
        return self.led(writer, {page: "\n".join(make())}, {page: name}, last)

    def led(self, writer: Edition, pages: dict[str, str], names: dict[str, str], last: Pages) -> dict[str, str]:
        """These pages, their links led to where on long pages an address stands."""
        shelves.shelved(writer, pages, names, (self.below(last), last.homes))
        return pages

    def below(self, last: Pages) -> dict[str, str]:
        """The page that a part of a long one was cut from.  In menus all examples stand below their list."""
        whole = {page for page, _, _ in parts(self.writer(last.lang))}
        out = {page: above for page, above in last.below.items() if not page.startswith("examples-")}
        cut = {page: re.sub(r"-\d+$", "", page) for page in last.below if page.startswith("examples-") and page not in whole}
        return out | cut

    # ------------------------------------------------------------------------------------ what is learnt

    def chapters(self, writer: Edition, page: str) -> dict[str, tuple[str, list[str]]]:
        """All chapters; pictures and examples are made for one of them, and for the sections in it."""
        within = writer.topics.within
        wanted = page.removeprefix("learn-")

        def figured(chapter: str) -> bool:
            return bool(page) and (chapter == wanted or within.get(chapter) == wanted)

        writer.handbook.figured = figured
        writer.handbook.carded.clear()
        return learning.chapters(writer)

    def taught(self, writer: Edition, last: Pages, page: str) -> str | None:
        """A chapter, the quick reference, or a first page."""
        names = {part: name for part, name, _ in parts(writer)}
        made = self.chapters(writer, page)
        if page == "sheet":
            text = "\n".join(writer.sheet.sheet())
        elif page == "reference" or not made:
            text = "\n".join(writer.front.index(names)) if not made else as_reference(writer, writer.front.index(names))
        elif page == "index":
            text = "\n".join(learning.first_page(writer, made))
        elif page in made:
            text = "\n".join(made[page][1])
        else:
            return None
        return self.led(writer, {page: text}, {page: page}, last)[page]
