"""The pages by which a game is learnt, put together: the first page, the chapters in a row, the booklet for printing."""

from __future__ import annotations

import re

from arbitre.documents.pages.edition import Edition
from arbitre.documents.prose.lists import Lines
from arbitre.dsl import tree as t

RULING = re.compile(r'<small class="ruling"><details><summary>(.*?)</summary>(.*?)</details></small>')
# What the table does not play has no place on paper: a fold with no other in it.
OPTIONAL = re.compile(r'<details class="optional"(?:(?!<details class="optional").)*?\n</details>(?:\n|\Z)', re.S)
FORM = re.compile(r'<form class="(?:ask|choice)".*?</form>')  # nobody chooses on paper
ANCHOR = re.compile(r"\{ #([\w.-]+) \}")
LINK = re.compile(r"(?<=\]\()([\w-]+)\.md(#[\w.-]+)?(?=\))")


def chapters(writer: Edition) -> dict[str, tuple[str, Lines]]:
    """The chapters as pages, each with the way back and on."""
    made = writer.handbook.chapters()
    order = list(made)
    out = {}
    for position, page in enumerate(order):
        title, lines = made[page]
        back = order[position - 1] if position else "index"
        ways = [f"[← {made[back][0] if position else writer.titles.of(writer.book.rulebook.game)}]({back}.md)"]
        following = order[position + 1] if position + 1 < len(order) else "sheet"
        ways.append(f"[{made[following][0] if following in made else writer.l('page.sheet')} →]({following}.md)")
        out[page] = (
            title,
            [*lines[:2], *writer.glance.choice(), *lines[2:], '<nav class="ways" markdown>', "", " · ".join(ways), "", "</nav>", ""],
        )
    return out


def rights_of(writer: Edition) -> t.Text | None:
    """Whose game it is; of one that says nothing of its own, that of the game it extends."""
    games = [writer.book.rulebook.game, *(d for d in writer.book.decls if isinstance(d, t.Game))]
    return next((game.rights for game in games if game.rights is not None), None)


def first_page(writer: Edition, pages: dict[str, tuple[str, Lines]]) -> Lines:
    """What the game is, how one wins, how many play and how long; where to learn it, look things up, print it."""
    game = writer.book.rulebook.game
    out = [f"# {writer.titles.of(game)}", "", *writer.entries.text(game), *writer.glance.choice(), *writer.glance.table()]
    if game.extends is not None:
        base = f"[{writer.front.base_title()}](../{game.extends}/index.md)"
        out += [writer.l("handbook.base", base=base), ""]
    asked = [("goal", game.goal), ("players", game.players), ("lasts", game.lasts), ("rights", rights_of(writer))]
    out += ['<dl class="figures glance" markdown>']
    out += [
        f"<div markdown><dt>{writer.l(f'handbook.{key}')}</dt><dd markdown>{writer.handbook.prose(pair)}</dd></div>"
        for key, pair in asked if pair is not None
    ]  # fmt: skip
    out += ["</dl>", ""]
    doors = {next(iter(pages)): "learn", "sheet": "sheet", "reference": "reference", "handbook": "print"}
    names = {"learn": "page.learn", "sheet": "page.sheet", "reference": "page.reference", "print": "handbook.print"}
    out += ['<ul class="doors" markdown>']
    out += [f"<li markdown>[{writer.l(names[door])}]({page}.md) {writer.l(f'handbook.{door}.intro')}</li>" for page, door in doors.items()]
    out += ["</ul>", ""]
    boards = [d for d in writer.book.program.domains if d.board is not None]
    if boards:
        out += writer.boards.drawn_board(boards[0])
    out += [f"## {writer.l('page.learn')} {{ #learn }}", "", writer.l("handbook.learn.intro"), ""]
    optional = writer.handbook.optional
    out += [f"1. [{title}]({page}.md)" for page, (title, _) in pages.items() if page not in optional]
    if found := [page for page in pages if page in optional]:
        out += ["", '<details class="optional" markdown>', f"<summary>{writer.l('optional.chapters')}</summary>", ""]
        out += [*(f"- [{pages[page][0]}]({page}.md)" for page in found), "", "</details>"]
    return [*out, ""]


def booklet(writer: Edition, pages: dict[str, tuple[str, Lines]]) -> str:
    """All chapters on one page, headings a step lower, links among them within it."""
    title = writer.titles.of(writer.book.rulebook.game)
    text = [f"# {title} {{ #whole }}", "", *writer.entries.text(writer.book.rulebook.game), *writer.glance.table()]
    pages = {page: made for page, made in pages.items() if page not in writer.handbook.optional}
    for page, (_, lines) in pages.items():
        body = re.sub(r'<nav class="ways" markdown>.*?</nav>', "", played("\n".join(lines)), flags=re.S)
        body = re.sub(r"(?m)^# ([^\n{]*)$", rf"# \1 {{ #page-{page} }}", body)
        text.append(re.sub(r"(?m)^(#{1,5}) ", r"#\1 ", FORM.sub("", body)))
    whole = RULING.sub(r'<br><small class="ruling"><b>\1.</b>\2</small>', "\n".join(text))  # nothing is folded on paper
    here = set(ANCHOR.findall(whole))

    def moved(match: re.Match[str]) -> str:
        if match[1] not in pages:
            return match[0]
        anchor = (match[2] or "")[1:]
        return f"#{anchor}" if anchor in here else f"#page-{match[1]}"

    return LINK.sub(moved, whole)


def played(text: str) -> str:
    """A page without what is folded away."""
    found = 1
    while found:
        text, found = OPTIONAL.subn("", text)
    return text
