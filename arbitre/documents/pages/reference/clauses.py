"""The table of clauses, rulings and waivers, the glossary, and the first page of a rulebook."""

from __future__ import annotations

import re
from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.pages.handbook.examples import example_page, slug_of
from arbitre.documents.pages.handbook.glance import Glance
from arbitre.documents.pages.reference.chances import plain
from arbitre.documents.pages.reference.declarations import Declarations
from arbitre.documents.pages.reference.endings import Endings
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.pages.reference.things import Material
from arbitre.documents.pages.reference.topics import Topics
from arbitre.documents.pages.reference.won import alone
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines, nested
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.opening.proof.coverage import Carried, coverage

DESIGNERS = ("index", "print", "examples", "proofs")  # pages that the list of pages leaves out


class Front(Writer):
    """Writes the first page, the clauses and the glossary."""

    def __init__(
        self,
        pen: Pen,
        author: Glance,
        topics: Topics,
        deeds: Deeds,
        entries: Entries,
        declarations: Declarations,
        material: Material,
        endings: Endings,
    ) -> None:
        super().__init__(pen)
        self.author, self.topics = author, topics
        self.deeds = deeds
        self.entries = entries
        self.declarations = declarations
        self.material = material
        self.endings = endings

    # ------------------------------------------------------------------------------------ clauses

    def clauses(self) -> Lines:
        """The sentences of the rules, by what they are about, with their rulings."""
        found = coverage(self.book.rulebook)
        out = [f"# {self.l('page.clauses')}", ""]
        below = coverage(self.book.rulebook, inherited=True)  # a variant may have none but these
        if found:
            out += [self.l("clauses.intro"), ""]
        for topic, clauses in self.shelves(found).items():
            out += [f"## {self.topics.title(topic)} {{ #clauses-{topic} }}", "", *map(self.clause, clauses), ""]
        if below:
            out += [f"## {self.l('clause.inherited')} {{ #inherited }}", "", self.l("clause.inherited.intro"), ""]
            for topic, clauses in self.shelves(below).items():
                title = f"{self.l('clause.inherited')}{self.say('colon')}{self.topics.title(topic)}"
                out += [f"## {title} {{ #inherited-{topic} }}", "", *map(self.clause, clauses), ""]
        return out

    def shelves(self, found: list[Carried]) -> dict[str, list[Carried]]:
        """Clauses by topic, in the order in which they are taught."""
        out: dict[str, list[Carried]] = {topic: [] for topic in self.topics.order()}
        for clause in found:
            out[self.topics.of_clause(clause.id)].append(clause)
        return {topic: clauses for topic, clauses in out.items() if clauses}

    def clause(self, clause: Carried) -> str:
        """One clause as a player reads it."""
        said = f'- <a id="{self.book.clause_anchor(clause.id)}"></a>**{clause.id}**{self.say("colon")}{self.titles.pair(clause.text)}'
        for key, pair in (("waived", clause.waived), ("ruling", clause.ruling), ("because", clause.because)):
            if pair is not None:
                said += f" {self.say(f'Clause.{key}', text=self.titles.pair(pair))}"
        return said.replace("\n", " ")

    # ------------------------------------------------------------------------------------ for designers

    def designers(self) -> Lines:
        """What decides nothing in a match: what proves the rules, what bots go by."""
        out = [f"# {self.l('page.designers')}", "", self.l("designers.intro"), ""]
        found = coverage(self.book.rulebook)
        if found:
            counts = {s: sum(1 for c in found if c.status == s) for s in ("executed", "waived", "missing")}
            out += [f"[{self.l('page.proofs')}](proofs.md){self.say('colon')}{self.l('clause.count', total=len(found), **counts)}", ""]
        if self.book.rulebook.scenarios:
            out += [f"[{self.l('page.examples')}](examples.md){self.say('colon')}{self.l('designers.examples')}", ""]
        advice = [d for d in self.book.of(t.Define, t.Condition) if str(d.name) in self.book.advice and self.book.page_of(d) == "designers"]
        if advice:
            out += ["", self.l("values.bots.text"), ""]
            for decl in sorted(advice, key=lambda d: collated(self.titles.of(d))):
                said = self.declarations.define(decl) if isinstance(decl, t.Define) else self.declarations.condition(decl)
                out += [re.sub(r"^### ", "## ", line) for line in said]
        return out

    def proofs(self) -> Lines:
        """For each clause the rules that carry it and the examples that prove it."""
        found = coverage(self.book.rulebook)
        out = [f"# {self.l('page.proofs')}", "", self.l("proofs.intro"), ""]
        carriers = self.carriers()
        scenarios = {s.name: f"{example_page(s)}.md#{slug_of(s)}" for s in self.book.rulebook.scenarios}
        for topic, clauses in self.shelves(found).items():
            out += [f"## {self.topics.title(topic)} {{ #proofs-{topic} }}", "", '<div class="wide clauses" tabindex="0" markdown>', ""]
            out += [f"| {self.l('clause.col')} | {self.l('clause.state')} | {self.l('clause.rules')} | {self.l('clause.examples')} |"]
            out += ["|---|---|---|---|"]
            for clause in clauses:
                rules = ", ".join(carriers.get(clause.id, [])) or "–"
                shown = [f"[{n}]({scenarios[name]})" for n, name in enumerate(dict.fromkeys(clause.scenarios), 1) if name in scenarios]
                state = self.l(f"clause.state.{clause.status}")
                out.append(f"| {self.book.clause_link(clause.id)} | {state} | {rules} | {' '.join(shown) or '–'} |")
            out += ["", "</div>", ""]
        return out

    def carriers(self) -> dict[str, list[str]]:
        """For each clause, links to the rules in whose margin it stands."""
        from arbitre.opening.proof.coverage import notes

        out: dict[str, list[str]] = {}
        for decl in self.book.decls:
            if isinstance(decl, (t.Clause, t.Extends)):
                continue
            for clause, place in notes(decl):
                said = self.entries.reference(decl) if not isinstance(decl, t.Game) else f"[{self.titles.of(decl)}](index.md)"
                if isinstance(decl, t.DataTable) and not said:
                    said = f"[{self.l('source')}]({self.book.source_of(place)})"
                if isinstance(decl, t.Always):
                    said = f"[{self.l('values.laws')}](values.md#{self.book.anchor(decl)})"
                if said and said not in out.setdefault(clause, []):
                    out[clause].append(said)
        return out

    # ------------------------------------------------------------------------------------ glossary

    def glossary(self) -> Lines:
        entries: dict[str, list[str]] = {}

        def add(word: str, where: str, target: str) -> None:
            word = plain(word).strip()
            if word:
                entries.setdefault(capital(word), []).append(f"[{where}]({target})")

        for kind in self.book.kinds:
            if kind in ("order_state", "direction", "vertex", "step", "action") or (kind == "order" and not self.book.fields_of(kind)):
                continue
            add(self.titles.kind(kind), self.l("page.things"), f"things.md#kind-{slug(kind)}")
            for field in self.book.fields_of(kind):
                add(self.titles.of(field), capital(self.titles.kind(kind)), f"things.md#{self.book.field_anchor(kind, field.name)}")
            domain = self.book.domain(kind)
            if domain is not None and self.book.carded(kind):
                for name in domain.rows:
                    add(
                        self.titles.member(kind, name),
                        capital(self.titles.kinds(kind)),
                        f"cards-{slug(kind)}.md#{self.book.member_anchor(kind, name)}",
                    )
        pages = {
            t.Agenda: "turn",
            t.Action: "actions",
            t.Event: "events",
            t.Test: "dice",
            t.Contest: "dice",
            t.Table: "dice",
            t.Define: "values",
            t.Condition: "values",
            t.Ranking: "end",
            t.Option: "options",
            t.Grid: "values",
        }
        for decl in self.book.of(*pages):
            if self.book.page_of(decl) == "designers":
                continue
            add(self.titles.of(decl), self.l(f"page.{pages[type(decl)]}"), self.book.target(decl))
        out = [f"# {self.l('page.glossary')}", "", self.l("glossary.intro"), ""]
        letter = ""
        for word in sorted(entries, key=filed):
            first = filed(word)[:1].upper()
            first = first if first.isalpha() else "#"
            if first != letter:
                letter = first
                out += ["", f"## {letter} {{ #letter-{'other' if letter == '#' else letter.lower()} }}", ""]
            out.append(f"- **{word}**{self.say('colon')}{', '.join(dict.fromkeys(entries[word]))}")
        return [*out, ""]

    # ------------------------------------------------------------------------------------ the first page

    def index(self, pages: dict[str, str]) -> Lines:
        game = self.book.rulebook.game
        title = self.titles.of(game)
        out = [f"# {title}", "", *self.entries.text(game)]
        if game.extends is not None:
            out += [self.l("extends.note", base=f"[{self.base_title()}](../{game.extends}/index.md)"), ""]
        out += [f"## {self.l('at.a.glance')} {{ #glance }}", "", '<dl class="figures glance" markdown>']
        out += [f"<div markdown><dt>{what}</dt><dd markdown>{value}</dd></div>" for what, value in self.glance()]
        out += ["</dl>", "", f"## {self.l('win.title')} {{ #winning }}", "", *self.winning(), ""]
        out += [f"## {self.l('contents')} {{ #contents }}", ""]
        out += [f"- [{name}]({page}.md)" for page, name in pages.items() if page not in DESIGNERS and not page.startswith("examples-")]
        out += ["", f"[{self.l('print.link')}](print.md)", ""]
        return out

    def base_title(self) -> str:
        if self.book.base is None:
            return str(self.book.rulebook.game.extends or "")
        return self.titles.of(self.book.base.game)

    def glance(self) -> list[tuple[str, str]]:
        program = self.book.program
        seats = program.domains[program.seats] if program.seats >= 0 else None
        game = self.book.rulebook.game
        written = (("goal", game.goal), ("players", game.players), ("lasts", game.lasts))
        rows = [(self.l(f"handbook.{key}"), self.author.prose(pair)) for key, pair in written if pair is not None]
        if seats is not None:
            names = [self.titles.member(seats.name, r) for r in seats.rows if r]
            kind = f"[{capital(self.titles.kinds(seats.name))}](things.md#kind-{slug(seats.name)})"
            rows.append((self.l("glance.players"), f"{kind}{self.say('colon')}{self.language.list(names)}" if names else kind))
        boards = [d for d in program.domains if d.board is not None]
        if boards:
            said = [f"[{capital(self.titles.kinds(d.name))}](board.md#board-{slug(d.name)}) ({self.material.shape(d)})" for d in boards]
            rows.append((self.l("glance.board"), ", ".join(said)))
        rows.append((self.l("glance.length"), self.endings.length()))
        groups = [k for k in self.book.kinds if self.book.carded(k)]
        if groups:
            sizes = {d.name: len(d.rows) for d in program.domains}
            said = [f"{sizes[k]} [{self.titles.kinds(k)}](cards-{slug(k)}.md)" for k in groups]
            rows.append((self.l("page.things"), ", ".join(said)))
        options = self.book.of(t.Option)
        if options:
            rows.append((self.l("glance.options"), f"[{len(options)}](options.md)"))
        clauses = self.book.of(t.Clause)
        if clauses:
            rows.append((self.l("glance.clauses"), f"[{len(clauses)}](clauses.md)"))
        return rows

    def winning(self) -> Lines:
        endings = self.endings.endings()
        if not endings:
            return [self.l("win.none")]
        out: Lines = []
        for decl, wins in endings:
            for node in wins:
                out += self.won(decl, node)
        rankings = self.book.of(t.Ranking)
        out = list(dict.fromkeys(out))
        for ranking in rankings:
            out += ["", f"**{self.link(self.titles.of(ranking), ranking)}**", "", *self.endings.ranking(ranking)[:-3]]
        return [*out, "", f"[{self.l('page.end')}](end.md)"]

    def scope_for(self, decl: Any) -> Any:
        if isinstance(decl, t.Agenda):
            return self.endings.agenda_scope(decl)
        if isinstance(decl, t.Hook):
            return self.declarations.hook_scope(decl)
        return self.scopes.of_params(getattr(decl, "params", []))

    def won(self, decl: t.Decl, ending: t.Wins) -> Lines:
        """Who wins there, with what it depends on, and the rule that says so."""
        statements, scope = self.endings.statements, self.scope_for(decl)
        said = statements.statement(alone(decl, ending, statements, scope), scope)
        if isinstance(decl, t.Event) and not decl.params and len(decl.body) == 1 and decl.body[0] is ending:  # its title is when
            return [f"- {self.entries.reference(decl)}{self.say('colon')}{self.language.small(said[0])}", *nested(said[1:])]
        return ["\n".join([f"- {said[0]} ({self.entries.reference(decl)})", *nested(said[1:])])]


def filed(word: str) -> str:
    """Where an index has a title: under its noun, whatever article it begins with."""
    return re.sub(r"^(?:(?:the|les?|la|der|die|das) |l['’])(?=\S)", "", collated(word.replace("’", "'"), "'"))


def collated(word: str, kept: str = "") -> str:
    """Words sort as if they bore no accents, nor signs but those kept."""
    import unicodedata

    return re.sub(
        rf"[^\w {kept}]", "", "".join(c for c in unicodedata.normalize("NFKD", word.replace("œ", "oe")) if not unicodedata.combining(c))
    ).lower()
