"""The handbook: the chapters of a rulebook in the order in which it is learnt, with what they show."""

from __future__ import annotations

import re
from collections.abc import Callable

from arbitre.documents.model.book import slug
from arbitre.documents.pages.handbook.examples import Examples, Named, books_of
from arbitre.documents.pages.handbook.glance import SHOWN, Glance
from arbitre.documents.pages.handbook.pictures import Pictures
from arbitre.documents.pages.handbook.positions import played
from arbitre.documents.pages.handbook.tabled import Tables
from arbitre.documents.pages.handbook.turn import Turns
from arbitre.documents.pages.reference.board import Boards
from arbitre.documents.pages.reference.chances import Dice
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.pages.reference.things import Material, given
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Program
from arbitre.dsl.lint.chapters import of_cards
from arbitre.dsl.modules.chapters import in_order, sections_of
from arbitre.story.narrator import HEADINGS, Narrator

LONGEST_TALE = 90  # sentences of a worked example: several turns of eight orders, from the first order to the last result
LONGEST_PAGE = 2_500  # words: what is longer is a page for each section


class Handbook(Writer):
    """Writes the chapters."""

    def __init__(
        self,
        pen: Pen,
        glance: Glance,
        entries: Entries,
        dice: Dice,
        material: Material,
        turns: Turns,
        boards: Boards,
        examples: Examples,
        pictures: Pictures,
        tables: Tables,
    ) -> None:
        super().__init__(pen)
        self.glance = glance
        self.entries, self.dice, self.material = entries, dice, material
        self.turns, self.boards, self.tales, self.pictures = turns, boards, examples, pictures
        self.tables = tables
        self.figured: Callable[[str], bool] = lambda _: True  # the chapters whose pictures and examples are made
        self.within = ""  # the option that the chapter being written is about
        self.optional: dict[str, str] = {}  # pages of chapters that are about an option, and about which
        self.carded: set[str] = set()  # members that have had their card: the next one is a link

    # ------------------------------------------------------------------------------------ chapters

    def own(self) -> list[t.Chapter]:
        """The chapters of this very game, in the order in which they are read."""
        own = self.book.own_files
        every = [c for c in in_order(self.book.of(t.Chapter)) if not own or c.place.file in own]
        return [c for c in every if not c.parts or any(p.form not in SHOWN for p in c.parts)]

    def chapters(self) -> dict[str, tuple[str, Lines]]:
        """page -> what it is called, its lines: a page for each chapter, its sections in it."""
        every = self.own()
        names = {str(c.name) for c in every}
        pages = [c for c in every if c.placed != "in" or str(c.where) not in names]
        out: dict[str, tuple[str, Lines]] = {}
        for chapter in pages:
            title = self.titles.of(chapter)
            said, option = self.parts(chapter, 2), self.chosen.of_chapter(chapter)
            self.optional |= {f"learn-{chapter.name}": option} if option else {}
            lines = [f"# {title}", "", *(self.glance.folded(option, said) if option else said)]
            sections = sections_of(every, str(chapter.name))
            made = [(section, self.section(section)) for section in sections]
            out[f"learn-{chapter.name}"] = (title, lines)
            if words(lines) + sum(words(text) for _, text in made) <= LONGEST_PAGE:
                for section, text in made:
                    lines += [f"## {self.titles.of(section)} {{ #{section.name} }}", "", *text]
                continue
            for section, text in made:  # too much for a page: each has its own
                lines.append(f"1. [{self.titles.of(section)}](learn-{section.name}.md)")
                said = [re.sub(r"^###", "##", line) for line in text]
                out[f"learn-{section.name}"] = (self.titles.of(section), [f"# {self.titles.of(section)}", "", *said])
            lines.append("")
        return out

    def section(self, chapter: t.Chapter) -> Lines:
        option, said = self.chosen.of_chapter(chapter), self.parts(chapter, 3)
        return self.glance.folded(option, said) if option else said

    def parts(self, chapter: t.Chapter, level: int) -> Lines:
        """The lines of a chapter, those of options folded away; ``level``: of headings in it."""
        out: Lines = []
        self.pictures.begin(str(chapter.name))
        self.within = self.chosen.of_chapter(chapter)
        for part in chapter.parts:
            option = self.chosen.of_part(part)
            if option and option != self.within:
                said = self.part(chapter, part, level)
                out += self.glance.folded(option, said) if said else []
            else:
                out += self.part(chapter, part, level)
        return out

    def part(self, chapter: t.Chapter, part: t.ChapterPart, level: int) -> Lines:
        out: Lines = []
        if part.form in ("picture", "example", "drawing") and not self.figured(str(chapter.name)):
            return out
        match part.form:
            case "text":
                out += [f"{self.prose(part.said)}{self.margin(part.taught)}", ""]
            case "tip":
                out += [f'!!! tip "{self.l("handbook.tip")}"', f"    {self.prose(part.said)}{self.margin(part.taught)}", ""]
            case "rules":
                out += [*self.sentences(part.taught), ""]
            case "picture":
                out += self.picture(part)
            case "cards":
                out += self.cards(str(part.word), level)
            case "odds":
                out += self.odds(str(part.word), level)
            case "example":
                out += self.example(part)
            case "drawing":
                out += self.drawing(part)
            case "table":
                out += self.tables.table(part, self.margin(part.taught))
        return out

    def prose(self, pair: t.Text | None) -> str:
        """A text of the author with the values of this rulebook."""
        return self.glance.prose(pair)

    def margin(self, clauses: list[str]) -> str:
        """The number of a clause, small, a link to its sentence; further ones are shown when they are pointed at."""
        if not clauses:
            return ""
        first, *others = map(self.book.clause_link, clauses)
        more = f'<span class="more" tabindex="0"><b>+{len(others)}</b> <span>{" ".join(others)}</span></span>' if others else ""
        return f' <small class="clause">{first}{more}</small>'

    def sentences(self, clauses: list[str]) -> Lines:
        """The sentences of clauses, what was decided where they leave a doubt, and why."""
        optional = {clause: option for clause, option in self.chosen.clauses.items() if option != self.within}
        aside: dict[str, list[str]] = {}
        for name in clauses:
            if name in optional:
                aside.setdefault(optional[name], []).append(name)
        if aside and len(aside) + len([c for c in clauses if c not in optional]) > 1:  # else the whole is folded away
            out = self.sentences([c for c in clauses if c not in optional])
            for option, names in aside.items():
                out += ["", *self.glance.folded(option, self.sentences(names))]
            return out
        known = {str(c.name): c for c in self.book.of(t.Clause)}
        out = []
        for name in clauses:
            decl = known.get(name)
            if decl is None:
                continue
            out.append(f"- {self.titles.pair(decl.sentence)}{self.margin([name])}" if decl.sentence is not None else f"- {name}")
            if decl.ruling is not None:
                because = f" *{self.titles.pair(decl.because)}*" if decl.because is not None else ""
                said = f"<summary>{self.l('handbook.ruling')}</summary> {self.titles.pair(decl.ruling)}{because}"
                out.append(f'    <small class="ruling"><details>{said}</details></small>')
        return out

    # ------------------------------------------------------------------------------------ cards, odds

    def cards(self, name: str, level: int) -> Lines:
        """A card for a member, or for each of a kind: what it is, its figures, what the clauses in its margins say."""
        members = [(d.name, name) for d, _ in self.book.members(name)[:1]]
        domain = self.book.domain(name)
        if domain is not None and domain.rows:
            members = [(name, row) for row in domain.rows]
        out: Lines = []
        for kind, row in members:
            out += self.card(kind, row, level)
        return out

    def card(self, kind: str, name: str, level: int) -> Lines:
        domain = self.book.domain(kind)
        assert domain is not None
        title = self.titles.member(kind, name)
        if name in self.carded:
            return [f"- {title}", ""]
        self.carded.add(name)
        out = ['<section class="card" markdown>', "", f"{'#' * level} {title} {{ #card-{slug(name)} }}", ""]
        decl = self.book.decl_of_member(kind, name)
        order = {str(c.name): n for n, c in enumerate(self.book.of(t.Clause))}
        clauses = sorted((c for c in of_cards(self.book.rulebook, name) if c in order), key=lambda c: order[c])
        said = self.sentences(clauses)
        if decl is not None and decl.text is not None:
            text = self.titles.pair(decl.text)
            # Where a card has a text and one clause, the text is that clause in other words.
            out += [f"{text}{self.margin(clauses) if len(clauses) == 1 else ''}", ""]
            said = [line.strip() for line in said[1:]] if len(clauses) == 1 else said
        row = domain.rows.index(name)
        columns = [c for c in self.material.columns(kind) if c.target >= 0 or given(c)[row]]  # whoever holds it sees no other card
        figures = [(self.material.column_title(kind, c), self.material.figure(c, given(c)[row])) for c in columns]
        figures = [(what, value) for what, value in figures if value != "–"]
        if figures:
            out += ['<dl class="figures" markdown>']
            out += [f"<div markdown><dt>{what}</dt><dd markdown>{value}</dd></div>" for what, value in figures]
            out += ["</dl>", ""]
        return [*out, *said, "", "</section>", ""]

    def odds(self, name: str, level: int) -> Lines:
        """A test, contest or table with its chances; what else the reference says of it stays there."""
        decl = self.book.find(name, t.Test, t.Contest, t.Table)
        if decl is None:
            return []
        self.dice.declarations.brief = True
        whole = self.dice.dice(decl, level)
        self.dice.declarations.brief = False
        rest = [*self.dice.declarations.rest(decl), *self.entries.meta(decl)]
        out: Lines = []
        for line in whole[: len(whole) - len(rest)]:
            if line == self.l("odds.skip"):
                continue
            line = re.sub(r"\{ #([\w.-]+) \}", r"{ #odds-\1 }", line) if line.startswith("#") else re.sub(r'<a id="[^"]*"></a>', "", line)
            out.append(line)
        return [*out, ""]

    # ------------------------------------------------------------------------------------ pictures

    def picture(self, part: t.ChapterPart) -> Lines:
        if part.scenario:
            found = played(self.book, part.scenario)
            return self.pictures.position(found) if found is not None else []
        word = str(part.word)
        agenda = self.book.find(word, t.Agenda)
        if agenda is not None:
            return [re.sub(r'href="#', 'href="turn.md#', line) for line in self.turns.flow(agenda)]
        for domain in self.book.program.domains:
            if domain.board is not None and domain.name == word:
                return self.boards.drawn_board(domain)
        if self.book.find(word, t.Map) is not None:
            chosen = self.worlds.get(word)
            return self.boards.drawn_map(word, chosen or self.book.program)
        decl = self.book.find(word, t.Define)
        if decl is not None:
            return self.boards.around.zone_of(decl)
        drawn = self.boards.drawn_area(word, self.book.program)
        return drawn or next((lines for world in self.worlds.values() if (lines := self.boards.drawn_area(word, world))), [])

    def drawing(self, part: t.ChapterPart) -> Lines:
        """An idea drawn on the board of a scenario."""
        scenario = next((s for s in self.book.rulebook.scenarios if s.name == part.scenario), None)
        return self.pictures.drawing(part, scenario) if scenario is not None else []

    @property
    def worlds(self) -> dict[str, Program]:
        """The rulebook with each of the maps that an option chooses among, by the map."""
        known: dict[str, Program] | None = self.book._cache.get("worlds")
        if known is None:
            known = {}
            maps = {str(d.name) for d in self.book.of(t.Map)}
            for option in self.book.of(t.Option):
                kind = str(option.type.kind) if isinstance(option.type, t.OfKind) else ""
                domain = self.book.domain(kind) if kind else None
                for name in domain.rows if domain is not None else []:
                    if name in maps:
                        known[name] = books_of(self.book).get({str(option.name): name})[0].program
            self.book._cache["worlds"] = known
        return known

    # ------------------------------------------------------------------------------------ examples

    def example(self, part: t.ChapterPart) -> Lines:
        """A scenario told: a picture with its caption, and step by step what happens, folded away."""
        one = played(self.book, part.scenario)
        if one is None or one.match is None:
            return []
        title = self.tales.scenario_name(one.scenario)
        out = ['<section class="example" markdown>', "", f"**{self.l('handbook.example')}{self.say('colon')}{title}**", ""]
        caption = self.prose(part.said)
        pictures = self.pictures.of_scenario(one, caption)
        if caption and not any(line.startswith("<figcaption") and caption in line for line in pictures):
            out += [caption, ""]
        out += pictures
        named = Named(one, self.language.code)
        tale = Narrator(one.match, self.language.code, story=named).sentences(one.match.run.log or [])
        tale = [s for s in tale if s.kind not in HEADINGS]
        if tale:
            out += ["<details markdown>", f"<summary>{self.l('example.steps')}</summary>", "", *self.tales.told(tale[:LONGEST_TALE])]
            out += ["", "</details>", ""]
        return [*out, "", "</section>", ""]


def words(lines: Lines) -> int:
    """How many words a page has for its reader."""
    return len(re.sub(r"<[^>]*>|\[[^\]]*\]\(clauses[^)]*\)", "", "\n".join(lines)).split())
