"""All pages of one rulebook: both languages, its extensions, its highlighted sources; and the same written to a folder."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.documents.model.opening import extension_files, open_documents, open_table
from arbitre.documents.model.sources import source_pages
from arbitre.documents.site.generate import LANGUAGES, Pages, documents, missing_titles
from arbitre.documents.site.harmless import sanitised
from arbitre.dsl import tree as t
from arbitre.dsl.budget import bounded
from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.cache.looks import is_file
from arbitre.dsl.lint.own import located
from arbitre.dsl.modules.library import shown_path
from arbitre.opening.books import open_book, refused

Table = tuple[tuple[str, ...], dict[str, str]]  # extensions, options
Ready = dict[str, tuple[str, list[Any]]]  # path of a page -> its HTML, its headings
STYLE = Path(__file__).parent / "assets" / "rulebook.css"
# Pages that say again what others say, or much that nobody searches for.
UNSEARCHED = ("print", "handbook", "examples", "designers", "proofs")


@dataclass(slots=True)
class Site:
    """``files``: path below the site -> text or bytes.  ``missing``: texts that lack a language, with their place."""

    name: str
    titles: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)  # language -> what the game says of itself
    files: dict[str, str | bytes] = field(default_factory=dict)
    missing: list[tuple[str, str]] = field(default_factory=list)
    made: dict[tuple[str, str], Pages] = field(default_factory=dict)  # (language, slug) -> pages
    ready: Ready = field(default_factory=dict)
    read: list[str] = field(default_factory=list)  # the files it was made of

    def menu(self, lang: str) -> list[Any]:
        """The entries of a menu for this game in one language."""
        pages = self.made[lang, self.name]
        if "reference" not in pages.pages:
            out = self.entries(pages, lang, list(pages.pages))
        else:  # first what teaches, then what one looks things up in
            taught = [p for p in pages.pages if p.startswith("learn-")]
            first = ("index", *taught, "sheet", "handbook")
            label = LANGUAGES[lang]().label
            out = self.entries(pages, lang, ["index"])
            out.append({label("page.learn"): self.entries(pages, lang, taught)})
            out += self.entries(pages, lang, ["sheet"])
            out.append({label("page.reference"): self.entries(pages, lang, [p for p in pages.pages if p not in first])})
            out += self.entries(pages, lang, ["handbook"])
        for (language, slug), more in self.made.items():
            if language == lang and slug != self.name:
                out.append({more.title: [{more.names[p]: f"{lang}/{slug}/{p}.md"} for p in more.pages]})
        return out

    def entries(self, pages: Pages, lang: str, wanted: list[str]) -> list[Any]:
        """These pages as entries of a menu; what stands below another page is folded away below its entry."""
        out: list[Any] = []
        every = LANGUAGES[lang]().label("examples.all")
        for page in wanted:
            above, address = pages.below.get(page), f"{lang}/{self.name}/{page}.md"
            while above is not None and pages.below.get(above) is not None:
                above = pages.below[above]
            if above in wanted:
                next(e for e in out if pages.names[above] in e)[pages.names[above]].append({pages.names[page]: address})
            elif page in pages.below.values():
                out.append({pages.names[page]: [{every: address}]})
            else:
                out.append({pages.names[page]: address})
        return out


def pages_of(name: str, languages: list[str], extensions: bool = True, ready: bool = False, table: Table | None = None) -> Site:
    """Everything about a game of the library or at a path.  With ``ready``, pages are made into HTML here, where every
    rulebook has a process of its own.  ``table``: the extensions and options it is played with.

    Raises:
        Refused: there is no such rulebook, or it has errors.
    """
    book = open_table(name, *table) if table is not None else open_documents(name)
    with nullcontext() if bounded() else unhurried():  # what strangers wrote may hold no more than it needs
        site = written(book, name, languages, extensions)
        if ready:
            site.ready = made_ready(site)
        return site


def written(book: Book, name: str, languages: list[str], extensions: bool) -> Site:
    """The site of a book that was opened."""
    site = Site(book.slug, missing=missing_titles(book), read=[file.path for file in book.rulebook.files])
    for lang in languages:
        site.made[lang, book.slug] = documents(book, lang)
        site.titles[lang] = site.made[lang, book.slug].title
        site.texts[lang] = site.made[lang, book.slug].text
    sources = source_pages(book)
    found = []
    if extensions:
        for path in extension_files(book.rulebook):
            more = open_documents(name, (str(path),), plain=book.rulebook)
            found.append(more.slug)
            for lang in languages:
                site.made[lang, more.slug] = documents(more, lang, site.made[lang, book.slug])
            sources |= source_pages(more, own=True)
    for file, text in sources.items():
        site.files[f"source/{file}"] = text
    for (lang, slug), pages in site.made.items():
        others = [s for s in found if slug == book.slug]
        for page, text in pages.pages.items():
            if page == "index" and others:
                text += listed(site, lang, others)
            site.files[f"{lang}/{slug}/{page}.md"] = front(page) + text
        for asset, data in pages.assets.items():
            site.files[f"{lang}/{slug}/{asset}"] = data
    return site


def made_ready(site: Site) -> Ready:
    """Every page of a site in HTML."""
    texts = {path: content for path, content in site.files.items() if isinstance(content, str) and path.endswith(".md")}
    return {path: as_html(FRONT.sub("", text), path.endswith("/index.md")) for path, text in texts.items()}


FRONT = re.compile(r"\A---\n.*?\n---\n\n", re.S)
# Marks that the pages never use; trying each on every text takes half the time of a page.
UNWRITTEN = (
    "reference", "image_reference", "short_reference", "short_image_ref", "autolink", "automail", "linebreak",
)  # fmt: skip


def as_html(text: str, index: bool) -> tuple[str, list[Any]]:
    """A page as the site shows it, and its headings.  Addresses end in a slash, and every page but the first is one step lower."""
    from markdown import Markdown

    toc = {"permalink": True, "permalink_title": "Permanent link", "toc_depth": 3}
    maker = Markdown(extensions=["tables", "attr_list", "md_in_html", "admonition", "toc"], extension_configs={"toc": toc})
    for name in UNWRITTEN:
        maker.inlinePatterns.deregister(name, strict=False)
    up = "" if index else "../"

    def moved(match: re.Match[str]) -> str:
        attribute, target = match[1], match[2]
        if target.startswith("#"):
            return match[0]
        file, mark, anchor = target.partition("#")
        if file.endswith("index.md"):
            file = file[: -len("index.md")]
        elif file.endswith(".md"):
            file = file[: -len(".md")] + "/"
        return f'{attribute}="{up}{file}{mark}{anchor}"'

    # The way on stands below every page of the site already.
    text = re.sub(r'<nav class="ways" markdown>.*?</nav>', "", text, flags=re.S)
    made = re.sub(r'\b(href|src)="([^"]+)"', moved, maker.convert(text))
    tokens = getattr(maker, "toc_tokens", [])
    unbroken(tokens)
    return sanitised(made), tokens


def unbroken(tokens: list[Any]) -> None:
    """The list of headings loses the spaces at which French does not break a line: they are put back."""
    for token in tokens:
        for key in ("name", "html"):
            if key in token:
                token[key] = re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", re.sub(r" (?=[;!?])", "\u202f", token[key]))
        unbroken(token["children"])


FIRST = ("/index.md", "/index.html")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'\{ #([\w.-]+) \}|\bid="([\w.-]+)"')


def dead_links(files: dict[str, str | bytes]) -> list[str]:
    """Links of Markdown pages to pages or places that are not there, each as a sentence."""
    known = {path: {a or b for a, b in ANCHOR.findall(text)} for path, text in files.items() if isinstance(text, str)}
    out = []
    for path, text in files.items():
        if not isinstance(text, str) or not path.endswith(".md"):
            continue
        folder = PurePosixPath(path).parent
        for target in dict.fromkeys(LINK.findall(text)):
            file, _, anchor = target.partition("#")
            where = posixpath.normpath(str(folder / file)) if file else path
            if where not in files:
                out.append(f"{path} links to {target}, and there is no such page")
            elif anchor and anchor not in known.get(where, set()):
                out.append(f"{path} links to {target}, and that page has no such place")
    return out


def listed(site: Site, lang: str, slugs: list[str]) -> str:
    """The extensions of a game, below its first page."""
    label = LANGUAGES[lang]().label("extensions.title")
    lines = [f"- [{site.made[lang, s].title}](../{s}/index.md)" for s in slugs]
    return f"\n## {label} {{ #extensions }}\n\n" + "\n".join(lines) + "\n"


def front(page: str) -> str:
    """What a page tells the site about itself."""
    if not page.startswith(UNSEARCHED):
        return ""
    hidden = "hide:\n  - navigation\n  - toc\n" if page in ("print", "handbook", "sheet") else ""
    return f"---\nsearch:\n  exclude: true\n{hidden}---\n\n"


def with_its_game(name: str, extensions: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Of an extension that is named by its path the game it extends, and the extension first: its own pages are what it changes."""
    path = Path(name)
    if path.suffix != ".rules" or not is_file(path):
        return name, extensions
    rulebook = open_book(name)
    shown = shown_path(path)
    own = next((file.decls[0] for file in rulebook.files if file.path == shown and file.decls), None)
    if shown not in rulebook.added or not isinstance(own, t.Extends):
        return name, extensions
    return str(located(rulebook.game.place.file)), (name, *extensions)


def write(
    name: str,
    lang: str,
    out: Path,
    extensions: tuple[str, ...] = (),
    form: Callable[[Site, str], dict[str, str | bytes]] | None = None,
    options: dict[str, str] | None = None,
) -> list[Path]:
    """Writes the pages of a rulebook in one language below a folder: the game as it is played with these extensions and options, and
    for extensions what they change.

    ``form``: what makes files of the site; else they are in Markdown.

    Raises:
        Refused: there is no such rulebook, or it has errors, or the folder is a file.
    """
    if out.exists() and not out.is_dir():
        raise refused("cannot.no_folder", folder=out)
    name, extensions = with_its_game(name, extensions)
    site = pages_of(name, [lang], not extensions and not options, table=(extensions, options or {}) if extensions or options else None)
    if extensions:
        base = open_documents(name)
        more = open_documents(name, extensions)
        pages = site.made[lang, more.slug] = documents(more, lang, documents(base, lang))
        for page, text in pages.pages.items():
            site.files[f"{lang}/{more.slug}/{page}.md"] = text
        for asset, data in pages.assets.items():
            site.files[f"{lang}/{more.slug}/{asset}"] = data
        for file, text in source_pages(more, own=True).items():
            site.files[f"source/{file}"] = text
    made = []
    files = site.files if form is None else form(site, lang)
    order = sorted(files, key=lambda p: (not p.endswith(FIRST), not p.endswith(".md"), len(p), p))
    for path, content in ((p, files[p]) for p in order):
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            target.write_text(content, encoding="utf-8")
        else:
            target.write_bytes(content)
        made.append(target)
    return made
