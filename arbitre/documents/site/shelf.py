"""The index of all rulebooks: chapters, what is looked up at the table, actions and cards by name, words from A to Z."""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbitre.documents.pages.reference.clauses import collated
from arbitre.documents.site.generate import LANGUAGES, Pages
from arbitre.documents.site.site import Site

PAGE = "rulebooks"
HEADING = re.compile(r"(?m)^#{2,3} (.+?) \{ #([\w.-]+) \}$")
MARKUP = re.compile(r"<[^>]*>|\[([^\]]*)\]\([^)]*\)")


def rulebooks(sites: Iterable[Site], lang: str) -> str:
    """The page, for the games that are given, in their order."""
    label = LANGUAGES[lang]().label
    out = [f"# {label('index.title')}", "", label("index.intro"), ""]
    for site in sites:
        pages = site.made[lang, site.name]
        out += [f"## [{pages.title}]({site.name}/index.md) {{ #{site.name} }}", "", site.texts.get(lang, ""), "", *game(pages, lang)]
    return "\n".join(out)


def game(pages: Pages, lang: str) -> list[str]:
    """What leads into one rulebook."""
    label = LANGUAGES[lang]().label
    first = [page for page in pages.pages if page.startswith("learn-")]
    looked = [page for page in ("sheet", "turn", "reference", "clauses", "handbook") if page in pages.pages]
    out = [line(label("page.learn"), [(pages.names[page], f"{page}.md") for page in first], pages.slug)]
    out.append(line(label("index.looked"), [(pages.names[page], f"{page}.md") for page in looked], pages.slug))
    letters = [(title, place) for title, place in headings(pages, "glossary", re.compile("letter-"))]
    out.append(line(label("page.glossary"), letters, pages.slug))
    folded = []
    groups = ["actions", *sorted(page for page in pages.pages if page.startswith("cards-") and page not in pages.below)]
    for page in groups:
        entries = sorted(headings(pages, page), key=lambda entry: collated(entry[0]))
        if entries:
            summary = f"<summary>{pages.names[page]} ({len(entries)})</summary>"
            folded += ["<details markdown>", summary, "", joined(entries, pages.slug), "", "</details>", ""]
    return [*(one for one in out if one), "", *folded]


def headings(pages: Pages, page: str, wanted: re.Pattern[str] | None = None) -> list[tuple[str, str]]:
    """The entries of a page, and of those it was cut into: what each is called, and where it stands."""
    out = []
    for name, text in pages.pages.items():
        if name == page or pages.below.get(name) == page:
            for title, anchor in HEADING.findall(text):
                if wanted.match(anchor) if wanted is not None else not anchor.startswith(("offered-", "compare-")):
                    out.append((MARKUP.sub(r"\1", title).strip(), f"{name}.md#{anchor}"))
    return list({title: (title, place) for title, place in reversed(out)}.values())[::-1]


def line(title: str, entries: list[tuple[str, str]], slug: str) -> str:
    """A line of links below a word, nothing where there are none."""
    return f"- **{title}** – {joined(entries, slug)}" if entries else ""


def joined(entries: list[tuple[str, str]], slug: str) -> str:
    """Links in a row."""
    return " · ".join(f"[{title}]({slug}/{place})" for title, place in entries)
