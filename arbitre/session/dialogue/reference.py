"""The rulebook to be asked while a match is played: what a name or a term is, in words, with its sentences and an example."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.documents.pages.handbook.examples import play
from arbitre.documents.site.generate import writer_of
from arbitre.dsl import tree as t
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.state.requests import Request
from arbitre.opening.proof.coverage import notes
from arbitre.session.dialogue.labels import plain
from arbitre.words.phrases import of

RULES = (t.Action, t.Event, t.Test, t.Contest, t.Table, t.Condition, t.Define)
MOST_LINES = 30  # of one rule
MOST_CLAUSES = 4


class Reference:
    """One rulebook in one language."""

    def __init__(self, rulebook: Rulebook, bound: Bound, lang: str) -> None:
        self.rulebook, self.bound, self.lang = rulebook, bound, lang
        self.machine = machine_of(bound.program)  # one of its own: scenarios add to it
        self.book = Book(rulebook, bound, self.machine, rulebook.name)
        self.writer = writer_of(self.book, lang)
        self.clauses = {str(d.name): d for d in self.book.of(t.Clause)}

    def word(self, key: str, **parts: object) -> str:
        return of(self.lang).say(f"ask.{key}", **parts)

    # ------------------------------------------------------------------------------------ found

    def lines(self, said: str) -> Iterator[str]:
        """What the words name: a rule, a member, a kind, a field; else the sentences of the paper rules that speak of it."""
        clause = self.clauses.get(said.strip().upper()) or next((d for name, d in self.clauses.items() if plain(name) == plain(said)), None)
        if clause is not None:
            yield from self.clause(str(clause.name))
            return
        found = self.named_so(plain(said))
        if found:
            yield from self.told(found[0][1])
            others = list(dict.fromkeys(title for title, what in found[1:] if what is not found[0][1]))[:6]
            if others:
                yield self.word("see_also", names=", ".join(others))
            return
        yield from self.spoken_of(said)

    def named_so(self, said: str) -> list[tuple[str, Any]]:
        """Everything whose title or name is, begins with, or holds these words; the nearest first."""
        ranked = []
        for title, names, what in self.everything():
            ranks = [rank(name, said) for name in names]
            best = min((r for r in ranks if r is not None), default=None)
            if best is not None:
                ranked.append((best, len(title), title, what))
        ranked.sort(key=lambda one: one[:3])
        return [(title, what) for _, _, title, what in ranked]

    def everything(self) -> Iterator[tuple[str, set[str], Any]]:
        """What can be looked up: its title, the names it goes by, and what it is."""
        advice = self.book.advice
        for decl in self.book.of(*RULES, t.Option, t.Agenda):
            if str(decl.name) in advice:
                continue
            yield self.plain_title(decl), self.names(decl.title, str(decl.name)), decl
        for domain in self.book.program.domains:
            if domain.dynamic or domain.board is not None or domain.seat:
                continue
            for row, name in enumerate(domain.rows):
                if name and not name.startswith("("):
                    title = domain.titles[row]
                    yield (
                        title.within(self.lang) or name,
                        {plain(name), *map(plain, title.every)},
                        (domain.name, name),
                    )
        for kind, decls in self.book.kinds.items():
            yield self.plain_title(decls[0]), self.names(decls[0].title, kind), decls[0]
            for field in self.book.fields_of(kind):
                yield self.pair(field.title) or str(field.name), self.names(field.title, str(field.name)), field

    def names(self, title: t.Text | None, name: str) -> set[str]:
        return {plain(name), *(tuple(map(plain, title.every)) if title is not None else ())} - {""}

    def plain_title(self, decl: Any) -> str:
        return text_of(self.writer.titles.of(decl))

    # ------------------------------------------------------------------------------------ told

    def named(self, name: str) -> Iterator[str]:
        """The action of that name."""
        decl = self.book.find(name, t.Action) or self.book.find(name.rsplit("_", 1)[0], t.Action)
        if decl is not None:
            yield from self.told(decl)

    def asked(self, request: Request) -> Iterator[str]:
        """The rule in which a question is asked, and its sentences."""
        decl = self.around(request.place.file, request.place.line)
        if decl is not None:
            yield self.word("asked_in", title=self.plain_title(decl))
            yield from self.clauses_of(decl, request.place.line)

    def around(self, file: str, line: int) -> Any:
        """The declaration a line stands in."""
        here = [d for d in self.book.decls if d.place.file == file and d.place.line <= line and hasattr(d, "name")]
        return max(here, key=lambda d: d.place.line, default=None)

    def told(self, what: Any) -> Iterator[str]:
        if isinstance(what, tuple):
            yield from self.member(*what)
        elif isinstance(what, t.Kind):
            yield from self.shown(self.writer.material.kind_section(str(what.name)))
        elif isinstance(what, t.Field):
            yield self.field(what)
        elif isinstance(what, RULES):
            yield from self.shown(self.writer.rules.rule(what, 3))
            yield from self.clauses_of(what)
            yield from self.example(what)
        else:
            yield self.plain_title(what)
            yield from self.shown(self.writer.entries.text(what))
            yield from self.clauses_of(what)

    def field(self, field: t.Field) -> str:
        kind = next(k for k in self.book.kinds if field in self.book.fields_of(k))
        title = self.pair(field.title) or str(field.name)
        return self.word("field", field=title, kind=self.writer.titles.kind(kind), type=text_of(self.writer.entries.type(field.type)))

    def member(self, kind: str, name: str) -> Iterator[str]:
        """A member with its text, its figures, its rules, their sentences and an example of one."""
        yield from self.shown(self.writer.cards.card(kind, name))
        rules = [d for d in self.book.decls if d.owner == name]
        yield from self.clauses_of(*rules)
        for rule in rules:
            told = list(self.example(rule))
            if told:
                yield from told
                return

    def shown(self, markdown: Iterable[str]) -> Iterator[str]:
        """A piece of a page for a terminal."""
        text = self.writer.language.finish("\n".join(markdown))
        lines = [line for raw in text.split("\n") if (line := text_of(raw, of(self.lang).say("colon"))).strip()]
        yield from lines[:MOST_LINES]
        if len(lines) > MOST_LINES:
            yield "  …"

    def clauses_of(self, *decls: Any) -> Iterator[str]:
        """The sentences of the paper rules that stand in the margins of some rules."""
        found = [clause for decl in decls if not isinstance(decl, int) for clause, _ in notes(decl)]
        for name in list(dict.fromkeys(found))[:MOST_CLAUSES]:
            yield from self.clause(name)

    def clause(self, name: str) -> Iterator[str]:
        decl = self.clauses.get(name)
        if decl is None:
            return
        yield f"  {name}{of(self.lang).say('colon')}{self.pair(decl.sentence or decl.waived)}"
        if decl.ruling is not None:
            yield f"    {of(self.lang).say('why.ruling')}{of(self.lang).say('colon')}{self.pair(decl.ruling)}"

    def pair(self, text: t.Text | None) -> str:
        return " ".join((text.within(self.lang)).split()) if text is not None else ""

    def spoken_of(self, said: str) -> Iterator[str]:
        """The sentences of the paper rules in which the words stand."""
        wanted = plain(said).split()
        found = [
            name
            for name, d in self.clauses.items()
            if all(word in plain(" ".join(d.sentence.every) if d.sentence is not None else "") for word in wanted)
        ]
        for name in found[:MOST_CLAUSES]:
            yield from self.clause(name)

    # ------------------------------------------------------------------------------------ an example

    def example(self, decl: Any) -> Iterator[str]:
        """A scenario that proves one of the rule's sentences, told: the shortest."""
        mine = {clause for clause, _ in notes(decl)}
        fitting = [s for s in self.rulebook.scenarios if mine & set(s.clauses) and not any(x.form == "measure" for x in s.scenes)]
        for scenario in sorted(fitting, key=lambda s: (len(mine ^ set(s.clauses)), len(s.scenes)))[:1]:
            books = Books(self.rulebook)
            books.ready[()] = (self.bound, self.machine)
            played = play(books, scenario)
            if not played.outcome.ok:
                return
            yield self.word("example", name=text_of(self.writer.examples.scenario_name(scenario)))
            for line in list(self.shown(self.writer.examples.example(played)))[1:]:
                yield f"  {line}"


def rank(name: str, said: str) -> int | None:
    """How well a name answers to some words: it is them, it begins with them, it holds them."""
    if name == said:
        return 0
    if name.startswith(said + " ") or (len(said) > 2 and name.startswith(said)):
        return 1
    return 2 if len(said) > 3 and f" {said}" in f" {name}" else None


def text_of(markdown: str, colon: str = ": ") -> str:
    """A line of a page as a terminal shows it.  ``colon``: what stands after the name of a figure, in the language of the page."""
    line = re.sub(r"<small.*?</small>", "", markdown)
    line = re.sub(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", rf"  \1{colon}\2", line)
    line = re.sub(r"<[^>]+>", "", line)
    line = re.sub(r"\{ ?#[^}]*\}", "", line)
    line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
    line = re.sub(r"^#+ ", "", line)
    line = re.sub(r"\*\*(.+?)\*\*", r"\1", line)
    return html.unescape(re.sub(r"(?<!\w)\*(\S.*?)\*(?!\w)", r"\1", line).replace("\\", "")).rstrip()
