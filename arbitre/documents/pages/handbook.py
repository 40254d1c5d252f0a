"""The handbook: the chapters of a rulebook in the order in which it is learnt, with what they show."""

from __future__ import annotations

import re
from collections.abc import Callable

from arbitre import graphs
from arbitre.documents.pages.board import Boards
from arbitre.documents.pages.chances import Dice
from arbitre.documents.pages.entries import Entries
from arbitre.documents.pages.examples import Examples, Named, Played, books_of
from arbitre.documents.pages.positions import Placed, before, board_of, pieces_on, played, ways_between, window
from arbitre.documents.pages.things import Material, given
from arbitre.documents.pages.turn import Turns
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Domain, Program
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.lint.chapters import of_cards
from arbitre.dsl.modules.chapters import in_order, sections_of
from arbitre.interpreter.match.match import Match
from arbitre.story.areas import spot
from arbitre.story.boards import parts_of
from arbitre.story.looks import style_of
from arbitre.story.marks import palette
from arbitre.story.narrator import HEADINGS, Narrator

SMALL = 80  # cells of a board that is drawn as large whole as in part
LONGEST_TALE = 24  # sentences of a worked example
LONGEST_PAGE = 2_500  # words: what is longer is a page for each section


class Handbook(Writer):
    """Writes the chapters."""

    def __init__(
        self, pen: Pen, entries: Entries, dice: Dice, material: Material, turns: Turns, boards: Boards, examples: Examples
    ) -> None:  # fmt: skip
        super().__init__(pen)
        self.entries, self.dice, self.material = entries, dice, material
        self.turns, self.boards, self.tales = turns, boards, examples
        self.shown = ("", 0)  # pictures of positions so far, in which chapter: each is a file
        self.figured: Callable[[str], bool] = lambda _: True  # the chapters whose pictures and examples are made
        self.carded: set[str] = set()  # members that have had their card: the next one is a link

    # ------------------------------------------------------------------------------------ chapters

    def own(self) -> list[t.Chapter]:
        """The chapters of this very game, in the order in which they are read."""
        own = self.book.own_files
        return [c for c in in_order(self.book.of(t.Chapter)) if not own or c.place.file in own]

    def chapters(self) -> dict[str, tuple[str, Lines]]:
        """page -> what it is called, its lines: a page for each chapter, its sections in it."""
        every = self.own()
        names = {str(c.name) for c in every}
        pages = [c for c in every if c.placed != "in" or str(c.where) not in names]
        out: dict[str, tuple[str, Lines]] = {}
        for chapter in pages:
            title = self.titles.of(chapter)
            lines = [f"# {title}", "", *self.parts(chapter, 2)]
            sections = sections_of(every, str(chapter.name))
            made = [(section, self.parts(section, 3)) for section in sections]
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

    def parts(self, chapter: t.Chapter, level: int) -> Lines:
        """The lines of a chapter; ``level``: of headings in it."""
        out: Lines = []
        self.shown = (str(chapter.name), 0)
        for part in chapter.parts:
            if part.form in ("picture", "example") and not self.figured(str(chapter.name)):
                continue
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
                    out += self.example(part.scenario)
        return out

    def prose(self, pair: t.Pair | None) -> str:
        """A text of the author, the values in its braces as they are in this rulebook; what stands in stars is stressed."""
        if pair is None:
            return ""
        values = iter(self.book.values_in(pair, self.language.code))
        said = re.sub(r"\\\*(\S[^*\n]*?)\\\*", r"*\1*", self.titles.pair(pair))
        return re.sub(r"\{[^{}]*\}", lambda _: self.value(next(values, None)), said)

    def value(self, expr: t.Expr | None) -> str:
        """What is known before the match: a number, or what a member is called."""
        for bound in self.book.bounds:
            found = bound.context.resolution.expressions.get(id(expr)) if expr is not None else None
            if found is not None:
                _, made, type_ = found
                value = fold(made, bound.symbols.fields, bound.context.functions)
                if value is None:
                    continue
                if type_.kind == "row":
                    domain = bound.program.domains[type_.domain]
                    return self.titles.member(domain.name, domain.rows[value])
                return str(value)
        return "?"

    def margin(self, clauses: list[str]) -> str:
        """The numbers of clauses, small, each a link to its sentence."""
        if not clauses:
            return ""
        return ' <small class="clause">' + " ".join(f"[{c}](clauses.md#clause-{c})" for c in clauses) + "</small>"

    def sentences(self, clauses: list[str]) -> Lines:
        """The sentences of clauses, what was decided where they leave a doubt, and why."""
        known = {str(c.name): c for c in self.book.of(t.Clause)}
        out: Lines = []
        for name in clauses:
            decl = known.get(name)
            if decl is None:
                continue
            out.append(f"- {self.titles.pair(decl.sentence)}{self.margin([name])}" if decl.sentence is not None else f"- {name}")
            if decl.ruling is not None:
                because = f" *{self.titles.pair(decl.because)}*" if decl.because is not None else ""
                said = self.say("Clause.ruling", text=self.titles.pair(decl.ruling))
                out.append(f'    <br><small class="ruling">{said}{because}</small>')
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
        out = ['<section class="card" markdown>', "", f"{'#' * level} {title} {{ #card-{name} }}", ""]
        decl = self.book.decl_of_member(kind, name)
        order = {str(c.name): n for n, c in enumerate(self.book.of(t.Clause))}
        clauses = sorted((c for c in of_cards(self.book.rulebook, name) if c in order), key=lambda c: order[c])
        said = self.sentences(clauses)
        if decl is not None and decl.text is not None:
            text = self.titles.pair(decl.text)
            # Where a card has a text and one clause, the text is that clause in other words.
            out += [f"{text}{self.margin(clauses) if len(clauses) == 1 else ''}", ""]
            said = [line.strip().removeprefix("<br>") for line in said[1:]] if len(clauses) == 1 else said
        row = domain.rows.index(name)
        columns = [c for c in self.material.columns(kind) if given(c)[row] != c.default]
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
        whole = self.dice.dice(decl, level)
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
            return self.position(found) if found is not None else []
        word = str(part.word)
        agenda = self.book.find(word, t.Agenda)
        if agenda is not None:
            return [re.sub(r'href="#', 'href="turn.md#', self.turns.diagram(agenda, set())), ""]
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

    def position(self, one: Played) -> Lines:
        """What stands where before, and after if anything has moved."""
        first = before(self.book, one.scenario)
        if first is None or first.match is None or one.match is None:
            return []
        domain = board_of(first.match) or board_of(one.match)
        if domain is None:
            return []
        start, end = (pieces_on(m, domain.index, one.names, self.language.code) for m in (first.match, one.match))
        cells = {*start, *end}
        if not cells:
            return []
        only = window(domain.cells, cells)
        names = [name.replace("_", " ").capitalize() for name in one.names.values()]
        shots = [(start, "handbook.before" if start != end else "handbook.position"), *([(end, "handbook.after")] if start != end else [])]
        out = ['<div class="positions" markdown>']
        went = ways_between(first.match, one.match, domain.index)
        for pieces, key in shots:
            ways = went if key == "handbook.after" else []
            match = one.match if key == "handbook.after" else first.match
            out.append(self.shot(match, domain, pieces, only, self.l(key), names, ways))
        return [*out, "</div>", ""]

    def shot(
        self, match: Match, domain: Domain, pieces: Placed, only: set[int] | None, caption: str, names: list[str], went: list[list[int]]
    ) -> str:
        board, lang = domain.cells, self.language.code
        chapter, shown = self.shown
        self.shown = (chapter, shown + 1)
        file = f"position-{chapter}-{shown + 1}.svg"
        size = 20.0 if only is not None or board.size <= SMALL else 12.0
        where = "; ".join(f"{spot(domain, c)}: {', '.join(x.letters for x in found)}" for c, found in sorted(pieces.items()))
        self.assets[file] = graphs.svg(
            board,
            pieces,
            description=f"{caption}. {where}.",
            size=size,
            only=only,
            legend=dict.fromkeys(board.marks, ""),
            names=parts_of(match.machine, domain.index, lang)["names"],
            colours=palette(match.program).colours,
            style=style_of(match, domain, match.state, lang=lang),
            stacked=True,
            went=went,
        ).encode("utf-8")
        told = f"{caption}{self.say('colon')}{', '.join(names)}" if names else caption
        return f"<figure markdown>![{caption}. {where}.]({file})<figcaption>{told}</figcaption></figure>"

    # ------------------------------------------------------------------------------------ examples

    def example(self, name: str) -> Lines:
        """A scenario told: where everybody stands, what happens, where they stand then."""
        one = played(self.book, name)
        if one is None or one.match is None:
            return []
        title = self.tales.scenario_name(one.scenario)
        out = ['<section class="example" markdown>', "", f"**{self.l('handbook.example')}{self.say('colon')}{title}**", ""]
        out += self.position(one)
        named = Named(one, self.language.code)
        tale = Narrator(one.match, self.language.code, story=named).sentences(one.match.run.log or [])
        tale = [s for s in tale if s.kind not in HEADINGS]
        out += self.tales.told(tale[:LONGEST_TALE])
        return [*out, "", "</section>", ""]


def words(lines: Lines) -> int:
    """How many words a page has for its reader."""
    return len(re.sub(r"<[^>]*>|\[[^\]]*\]\(clauses[^)]*\)", "", "\n".join(lines)).split())
