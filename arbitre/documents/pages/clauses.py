"""The table of clauses, rulings and waivers, the glossary, and the first page of a rulebook."""

from __future__ import annotations

import re
from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model.nodes import walk
from arbitre.documents.pages.chances import plain
from arbitre.documents.pages.declarations import Declarations
from arbitre.documents.pages.endings import Endings
from arbitre.documents.pages.entries import Entries
from arbitre.documents.pages.examples import example_page, slug_of
from arbitre.documents.pages.things import Material
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.opening.coverage import Carried, coverage
from dsl import tree as t


class Front(Writer):
    """Writes the first page, the clauses and the glossary."""

    def __init__(
        self,
        pen: Pen,
        deeds: Deeds,
        entries: Entries,
        declarations: Declarations,
        material: Material,
        endings: Endings,
    ) -> None:
        super().__init__(pen)
        self.deeds = deeds
        self.entries = entries
        self.declarations = declarations
        self.material = material
        self.endings = endings

    # ------------------------------------------------------------------------------------ clauses

    def clauses(self) -> Lines:
        found = coverage(self.book.rulebook)
        out = [f"# {self.l('page.clauses')}", ""]
        if not found:
            return [*out, self.l("clauses.none"), ""]
        counts = {s: sum(1 for c in found if c.status == s) for s in ("executed", "waived", "missing")}
        out += [self.l("clauses.intro"), "", self.l("clause.count", total=len(found), **counts), ""]
        out += [
            '<div class="wide clauses" tabindex="0" markdown>',
            "",
            f"| {self.l('clause.col')} | {self.l('clause.text')} | {self.l('clause.rules')} | {self.l('clause.examples')} |",
            "|---|---|---|---|",
        ]
        out += self.clause_rows(found)
        out += ["", "</div>", ""]
        rulings = [c for c in found if c.ruling is not None]
        if rulings:
            out += [f"## {self.l('clause.rulings')} {{ #rulings }}", "", self.l("clause.rulings.intro"), ""]
            for clause in rulings:
                because = f" *{self.titles.pair(clause.because)}*" if clause.because is not None else ""
                out.append(f"- [{clause.id}](#clause-{clause.id}){self.say('colon')}{self.titles.pair(clause.ruling)}{because}")
        below = coverage(self.book.rulebook, inherited=True)
        if below:
            head = f"| {self.l('clause.col')} | {self.l('clause.text')} | {self.l('clause.rules')} |"
            out += ["", f"## {self.l('clause.inherited')} {{ #inherited }}", "", self.l("clause.inherited.intro"), ""]
            out += [
                '<div class="wide clauses" tabindex="0" markdown>',
                "",
                head,
                "|---|---|---|",
                *self.clause_rows(below, False),
                "",
                "</div>",
                "",
            ]
        return out

    def clause_rows(self, found: list[Carried], proved: bool = True) -> Lines:
        """``proved``: with the examples that prove them, and how they are carried."""
        out: Lines = []
        carriers = self.carriers()
        scenarios = {s.name: f"{example_page(s)}.md#{slug_of(s)}" for s in self.book.rulebook.scenarios}
        for clause in found:
            text = self.titles.pair(clause.text)
            if clause.waived is not None:
                text += f"<br>{self.say('Clause.waived', text=self.titles.pair(clause.waived))}"
            if clause.ruling is not None:
                text += f"<br>{self.say('Clause.ruling', text=self.titles.pair(clause.ruling))}"
            if clause.because is not None:
                text += f"<br>{self.say('Clause.because', text=self.titles.pair(clause.because))}"
            rules = ", ".join(carriers.get(clause.id, []))
            shown = [f"[{n}]({scenarios[name]})" for n, name in enumerate(dict.fromkeys(clause.scenarios), 1) if name in scenarios]
            state = self.l(f"clause.state.{clause.status}")
            head = f'<a id="clause-{clause.id}"></a>**{clause.id}**' + (f"<br><small>{state}</small>" if proved else "")
            row = f"| {head} | {text} | {rules or '–'} |" + (f" {' '.join(shown) or '–'} |" if proved else "")
            out.append(row.replace("\n", " "))
        return out

    def carriers(self) -> dict[str, list[str]]:
        """For each clause, links to the rules in whose margin it stands."""
        from arbitre.opening.coverage import notes

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
            add(self.titles.kind(kind), self.l("page.things"), f"things.md#kind-{kind}")
            for field in self.book.fields_of(kind):
                add(self.titles.of(field), capital(self.titles.kind(kind)), f"things.md#field-{kind}-{field.name}")
            domain = self.book.domain(kind)
            if domain is not None and self.book.carded(kind):
                for name in domain.rows:
                    add(
                        self.titles.member(kind, name),
                        capital(self.titles.kinds(kind)),
                        f"cards-{kind}.md#{self.book.member_anchor(kind, name)}",
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
            add(self.titles.of(decl), self.l(f"page.{pages[type(decl)]}"), self.book.target(decl))
        out = [f"# {self.l('page.glossary')}", "", self.l("glossary.intro"), ""]
        letter = ""
        for word in sorted(entries, key=collated):
            first = collated(word)[:1].upper()
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
        out += [
            f"- [{name}]({page}.md)" for page, name in pages.items() if page not in ("index", "print") and not page.startswith("examples-")
        ]
        out += ["", f"[{self.l('print.link')}](print.md)", ""]
        return out

    def base_title(self) -> str:
        if self.book.base is None:
            return str(self.book.rulebook.game.extends or "")
        return self.titles.of(self.book.base.game)

    def glance(self) -> list[tuple[str, str]]:
        program = self.book.program
        seats = program.domains[program.seats] if program.seats >= 0 else None
        rows = []
        if seats is not None:
            names = [self.titles.member(seats.name, r) for r in seats.rows if r]
            kind = f"[{capital(self.titles.kinds(seats.name))}](things.md#kind-{seats.name})"
            rows.append((self.l("glance.players"), f"{kind}{self.say('colon')}{self.language.list(names)}" if names else kind))
        boards = [d for d in program.domains if d.board is not None]
        if boards:
            said = [f"[{capital(self.titles.kinds(d.name))}](board.md#board-{d.name}) ({self.material.shape(d)})" for d in boards]
            rows.append((self.l("glance.board"), ", ".join(said)))
        rows.append((self.l("glance.length"), self.endings.length()))
        groups = [k for k in self.book.kinds if self.book.carded(k)]
        if groups:
            sizes = {d.name: len(d.rows) for d in program.domains}
            said = [f"{sizes[k]} [{self.titles.kinds(k)}](cards-{k}.md)" for k in groups]
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
            scope = self.scope_for(decl)
            for node in wins:
                # Winners kept under a name of the rule are said by what the name means.
                lets = {str(n.name): n.value for n in walk(decl) if isinstance(n, t.Let)}
                word = str(getattr(node.winners, "word", ""))
                shown = t.Wins(node.place, lets[word]) if word in lets and isinstance(node.winners, t.Name) else node
                out.append(
                    f"- {self.language.sentence(self.deeds.on_Wins(shown, self.learnt(decl, node, scope)))}"
                    f" ({self.entries.reference(decl)})"
                )
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

    def learnt(self, decl: Any, node: t.Wins, scope: Any) -> Any:
        """The scope with the local names of the rule, so that winners kept in one can be spoken of."""
        for found in walk(decl):
            if isinstance(found, t.Let):
                self.scopes.add(scope, str(found.name), self.scopes.of(found.value, scope))
            elif isinstance(found, t.ForEach):
                self.scopes.add(
                    scope, str(found.name), type(self.scopes.of(found.source, scope))("row", self.scopes.of(found.source, scope).kind)
                )
        return scope


def collated(word: str) -> str:
    """Words sort as if they bore no accents."""
    import unicodedata

    return re.sub(
        r"[^\w ]", "", "".join(c for c in unicodedata.normalize("NFKD", word.replace("œ", "oe")) if not unicodedata.combining(c))
    ).lower()
