"""A rulebook and a language in, pages out: nothing is read or written here but what the book holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from arbitre.documents.language.base import capital
from arbitre.documents.language.known import languages
from arbitre.documents.model.book import Book, slug
from arbitre.documents.pages.edition import Edition
from arbitre.documents.pages.handbook.examples import play_all
from arbitre.documents.site import learning_pages as learning
from arbitre.documents.site import shelves
from arbitre.documents.site.harmless import legible, neutral
from arbitre.dsl import tree as t
from arbitre.dsl.budget import afresh
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.lint.texts import texts, titles
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.library import LIBRARY
from arbitre.opening.proof.coverage import coverage

LANGUAGES = languages()
# What the page for printing holds, in this order; examples and clauses stay on the screen.
PRINTED = ("index", "things", "cards", "board", "turn", "actions", "events", "dice", "values", "secrets", "end", "options")
LINK = re.compile(r"(?<=\]\()([\w-]+)\.md(#[\w.-]+)?(?=\))")
ASKED = re.compile(r'<form class="(?:ask|choice)".*?</form>\n*')  # nobody chooses on paper
LISTS = re.compile(r"(?m)^((?:1\. [^\n]*\n)(?:    [^\n]*\n)*)\n(?=- )")  # Markdown makes one list of two
ANCHOR = re.compile(r"\{ #([\w.-]+) \}|\bid=\"([\w.-]+)\"")


@dataclass(slots=True)
class Pages:
    """``pages``: name -> Markdown, ``names``: what each is called in a menu, ``assets``: pictures by name.

    ``below``: pages that stand below another in a menu, ``homes``: where an address of a page that was cut is now.
    """

    slug: str
    lang: str
    title: str
    text: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    assets: dict[str, bytes] = field(default_factory=dict)
    below: dict[str, str] = field(default_factory=dict)
    homes: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def anchors(self) -> set[tuple[str, str]]:
        return {(page, a or b) for page, text in self.pages.items() for a, b in ANCHOR.findall(text)} | self.homes.keys()


def documents(book: Book, lang: str, base: Pages | None = None) -> Pages:
    """The pages of a rulebook in one language.

    With ``base``, the pages of the game that an extension is made for: then there is one page that says what changes, and one
    for printing that holds all rules as they are with it.
    """
    writer = writer_of(book, lang)
    if base is not None:
        return extension(writer, base)
    game = book.rulebook.game
    out = Pages(book.slug, lang, writer.titles.of(game), writer.language.finish(writer.titles.pair(game.text)), assets=writer.assets)
    full(writer, out)
    finish(writer, out)
    return out


def writer_of(book: Book, lang: str) -> Edition:
    """What writes the pages of a book in a language; ``KeyError`` for a language without a phrase book."""
    return Edition(book, LANGUAGES[lang]())


Part = tuple[str, str, Callable[[], list[str]]]  # a page, what it is called, what makes it


def parts(writer: Edition, printing: bool = False) -> list[Part]:
    """The pages of the reference in their order, none of them made yet; only those that are printed with ``printing``.

    Dice, options and clauses have a page where there are any.
    """
    book = writer.book
    out: list[Part] = []

    def add(page: str, make: Callable[[], list[str]], name: str = "") -> None:
        out.append((page, name or writer.l(f"page.{page}"), make))

    if book.own_files and book.rulebook.game.extends is not None:
        add("changes", lambda: changed(writer))
    add("things", writer.material.things)
    for kind in book.kinds:
        if book.carded(kind):
            name = capital(writer.titles.kinds(kind))
            taken = name in (writer.l(f"page.{page}") for page in PRINTED if page != "cards")
            add(f"cards-{slug(kind)}", partial(writer.cards.cards, kind), writer.l("cards.menu", kinds=name) if taken else name)
    if any(d.board is not None for d in book.program.domains):
        add("board", writer.boards.board_page)
    add("turn", writer.turns.turn)
    add("actions", writer.rules.actions)
    add("events", writer.rules.events)
    if book.of(t.Test, t.Contest, t.Table):
        add("dice", writer.rules.dice_page)
    add("values", writer.rules.values)
    add("secrets", writer.endings.secrets)
    add("end", writer.endings.end)
    if not printing:
        add("summary", writer.sheet.summary)
    if book.of(t.Option):
        add("options", writer.endings.options)
    tales = [] if printing else writer.examples.pages()
    if "questions" in tales:
        add("questions", partial(writer.examples.page, "questions"))
    if not printing and (coverage(book.rulebook) or coverage(book.rulebook, inherited=True)):
        add("clauses", writer.front.clauses)
    if not printing:
        add("glossary", writer.front.glossary)
    add("designers", writer.front.designers)
    if not printing and coverage(book.rulebook):
        add("proofs", writer.front.proofs)
    for page in tales:
        if page != "questions":
            said = writer.examples.part_title(page.removeprefix("examples-")) if page != "examples" else writer.l("page.examples")
            add(page, partial(writer.examples.page, page), re.sub(r"<[^>]*>", "", said))
    return out


def changed(writer: Edition) -> list[str]:
    """What changed stands in full on its own page: here it must not take that page's addresses."""
    said = writer.changes.changes(f"../{writer.book.rulebook.game.extends}/index.md")
    text = [f"# {writer.l('page.changes')}", "", *said]
    seen: Counter[str] = Counter()

    def renamed(found: re.Match[str]) -> str:
        seen[found[1]] += 1  # two files may add to one kind
        return f"{{ #new-{found[1]}{f'-{seen[found[1]]}' if seen[found[1]] > 1 else ''} }}"

    return [re.sub(r"\{ #([\w.-]+) \}", renamed, re.sub(r'<a id="([\w.-]+)"></a>', "", x)) for x in text]


def full(writer: Edition, out: Pages, printing: bool = False) -> None:
    """Writes every page; only those that are printed with ``printing``."""
    lines: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for page, name, make in parts(writer, printing):
        if page == "questions" or page.startswith("examples"):
            play_all(writer.book)  # what is said of one scenario may speak of what the options of another brought about
        lines[page], names[page] = make(), name
        afresh()
    front = writer.front.index(names)
    taught = {} if printing else learning.chapters(writer)
    if taught:
        out.pages["index"] = "\n".join(learning.first_page(writer, taught))
        for page, (title, text) in taught.items():
            out.pages[page], out.names[page] = "\n".join(text), title
        out.pages["sheet"], out.names["sheet"] = "\n".join(writer.sheet.sheet()), writer.l("page.sheet")
        out.pages["handbook"], out.names["handbook"] = learning.booklet(writer, taught), writer.l("handbook.print")
        out.pages["reference"] = as_reference(writer, front)
        out.names["reference"] = writer.l("page.reference")
    else:
        out.pages["index"] = "\n".join(front)
    out.names["index"] = writer.l("page.index")
    for page, text in lines.items():
        out.pages[page] = "\n".join(text)
        out.names[page] = names[page]
    out.pages["print"] = printed(writer, out)
    out.names["print"] = writer.l("page.print")
    if not printing:
        out.below, out.homes = shelves.shelved(writer, out.pages, out.names)
        out.below |= {page: "examples" for page in out.pages if page.startswith("examples-")}


def as_reference(writer: Edition, front: list[str]) -> str:
    """The first page of a game without a handbook, as that of the reference of one with it."""
    return re.sub(r"^# [^\n]*", f"# {writer.l('page.reference')}", "\n".join(front), count=1)


def printed(writer: Edition, out: Pages) -> str:
    """All rules on one page: headings a step lower, links within it."""
    parts = [p for wanted in PRINTED for p in out.pages if p == wanted or (wanted == "cards" and p.startswith("cards-"))]
    text = [f"# {out.title} {{ #whole }}", ""]
    for page in parts:
        body = out.pages[page]
        if page == "index":
            body = re.sub(r"(?ms)^## [^\n]*\{ #contents \}.*\Z", "", body)
            body = re.sub(r"^# [^\n]*\n", "", body)
        body = re.sub(r"(?m)^# ([^\n{]*)$", rf"# \1 {{ #page-{page} }}", body)
        text.append(re.sub(r"(?m)^(#{1,5}) ", r"#\1 ", body) if page != "index" else body)
    inside = {a or b for part in text for a, b in ANCHOR.findall(part)}

    def moved(match: re.Match[str]) -> str:
        page, anchor = match[1], match[2]
        if page not in parts:
            return match[0]
        if anchor is None:
            return f"#page-{page}" if page != "index" else "#whole"
        return anchor if anchor[1:] in inside else match[0]

    return LINK.sub(moved, ASKED.sub("", "\n".join(text)))


def extension(writer: Edition, base: Pages) -> Pages:
    book = writer.book
    title = extension_title(writer)
    out = Pages(book.slug, writer.language.code, title)
    whole = Pages(book.slug, writer.language.code, f"{base.title} + {title}")
    full(writer, whole, printing=True)
    text = [f"# {title}{writer.say('colon')}{writer.l('brief.full')}", ""]
    text += writer.changes.changes(f"../{base.slug}/index.md")
    text += writer.changes.own_examples()
    text += [f"## {writer.l('changes.effective')} {{ #effective }}", "", f"[{writer.l('changes.print')}](print.md)", ""]
    body = "\n".join(text)
    here = {a or b for a, b in ANCHOR.findall(body)}
    known = base.anchors

    def moved(match: re.Match[str]) -> str:
        page, anchor = match[1], match[2]
        if page in ("index", "print"):
            return match[0]
        if anchor is not None and anchor[1:] in here:
            return anchor
        if (anchor is None and page in base.pages) or (anchor is not None and (page, anchor[1:]) in known):
            home = base.homes.get((page, anchor[1:]), page) if anchor is not None else page
            return f"../{base.slug}/{home}.md{anchor or ''}"
        return "print.md"

    short = [f"# {title}", "", f"*{writer.l('extension')}{writer.say('colon')}[{base.title}](../{base.slug}/index.md)*", ""]
    short += [*writer.brief.brief(), f"[{writer.l('brief.full')}](full.md) · [{writer.l('changes.print')}](print.md)", ""]

    def led(match: re.Match[str]) -> str:
        return f"full.md{match[2]}" if match[2] is not None and match[2][1:] in here else match[0] if match[1] == "full" else moved(match)

    out.pages["index"] = LINK.sub(led, "\n".join(short))
    out.names["index"] = title
    out.pages["full"] = LINK.sub(moved, body)
    out.names["full"] = writer.l("brief.full")
    out.pages["print"] = LINK.sub(
        lambda m: m[0] if m[1] in ("print", "index") else f"../{base.slug}/{m[1]}.md" if m[1] in base.pages else "print.md",
        whole.pages["print"],
    )
    out.names["print"] = writer.l("page.print")
    out.assets = writer.assets
    finish(writer, out)
    return out


def extension_title(writer: Edition) -> str:
    """An extension is called by its new member if that bears its name, else by its file."""
    from pathlib import Path

    files = sorted(writer.book.own_files)
    stem = Path(files[0]).stem if files else writer.book.slug
    found = writer.book.members(stem)
    if found:
        return writer.titles.member(found[0][0].name, stem)
    said = writer.titles.plain(stem)
    return capital(said) if not said.startswith("<") else stem.replace("_", " ").capitalize()


def finish(writer: Edition, out: Pages) -> None:
    """The last touch: what the language asks for, what a stranger may not have written, pictures that can be read."""
    base = writer.book.rulebook.game.extends
    lone = base is not None and LIBRARY not in writer.book.rulebook.folder.resolve().parents
    for page, text in out.pages.items():
        if lone:  # the pages of what a variant from elsewhere extends are not beside its own
            text = re.sub(rf"\[([^\]\n]*)\]\(\.\./{re.escape(str(base))}/index\.md\)", r"\1", text)
        text = LISTS.sub(r"\1\n<div></div>\n\n", re.sub(r"\n{3,}", "\n\n", text))
        out.pages[page] = neutral(writer.language.finish(text).rstrip() + "\n")
    out.names = {page: neutral(name) for page, name in out.names.items()}
    out.title, out.text = neutral(out.title), neutral(out.text)
    drawn = {name: data.decode("utf-8") for name, data in out.assets.items() if name.endswith(".svg")}
    out.assets.update({name: legible(text).encode("utf-8") for name, text in drawn.items()})


def missing_titles(book: Book) -> list[tuple[str, str]]:
    """Texts that lack a language, with their place: what a strict build will not pass over."""
    bound = Bound(book.bound.program, book.bound.context, Messages())
    for check in (titles, texts):
        check(bound, book.rulebook)
    return [(str(m.place), m.text) for m in bound.messages.items]
