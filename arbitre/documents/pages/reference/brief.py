"""What a variant or an extension changes, for somebody who plays the base game: a page of two screens, old numbers beside new ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import BUILT_IN
from arbitre.documents.model.nodes import spoken, walk
from arbitre.documents.pages.handbook.handbook import Handbook
from arbitre.documents.pages.reference.changes import Changes
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.edits import key_of

CLAUSE = re.compile(r'<small class="clause">')
MOST = 12  # lines of a sort: the page is short, the rest stands in full
MOST_CARDS = 2  # new members shown with their cards
MOST_ODDS = 2  # tests and tables shown with their chances


class Brief(Writer):
    """Writes that page."""

    def __init__(self, pen: Pen, changes: Changes, handbook: Handbook) -> None:
        super().__init__(pen)
        self.changes, self.handbook = changes, handbook

    def brief(self) -> Lines:
        """Numbers, actions, material, steps, tables, what the clauses say, chances; nothing for what is not changed."""
        own = [d for d in self.changes.own() if not isinstance(d, (t.Scenario, t.Extends, t.Game, t.Chapter))]
        parts = {
            "numbers": self.numbers(),
            "actions": self.actions(),
            "things": self.things(),
            "turn": [line for d in own if isinstance(d, (t.Insert, t.Reorder)) for line in self.steps(d)],
            "replaced": [line for d in own if isinstance(d, t.Replace) for line in self.anew(d.decl)],
            "rows": [self.row(d) for d in own if isinstance(d, t.ReplaceRow)],
            "added": [line for d in own if isinstance(d, t.Adjust) for line in self.changes.declarations.adjust(d) if line.strip()],
            "clauses": self.clauses(own),
            "gone": [line for d in own if isinstance(d, t.Remove) for line in self.changes.change(d, 3)[1]],
        }
        out: Lines = []
        for key, lines in parts.items():
            lines = [re.sub(r'<a id="[^"]*"></a>', "", line) for line in lines if not line.startswith('<small class="meta"')]
            if lines:
                out += [f"## {self.l('brief.' + key)} {{ #brief-{key} }}", "", *self.cut(lines), ""]
        chances = [line for name in self.thrown(own)[:MOST_ODDS] for line in self.handbook.odds(name, 3)]
        if chances:
            out += [f"## {self.l('brief.odds')} {{ #brief-odds }}", "", *chances, ""]
        return out or [self.l("changes.none"), ""]

    def cut(self, lines: Lines) -> Lines:
        heads = [n for n, line in enumerate(lines) if line.startswith("- ")]
        if len(heads) <= MOST:
            return lines
        return [*lines[: heads[MOST]], f"- {self.l('brief.more', n=len(heads) - MOST)}"]

    # ------------------------------------------------------------------------------------ numbers

    @property
    def base(self) -> core.Program:
        """The base game as it is without the change."""
        known: core.Program | None = self.book._cache.get("base")
        if known is None:
            assert self.book.base is not None
            known = self.book._cache["base"] = bind(self.book.base).program
        return known

    def numbers(self) -> Lines:
        """What had another value in the base: figures of members, values that never change, what options are unless somebody chooses."""
        old, new = dict(figures(self.base)), dict(figures(self.book.program))
        out = []
        for key in old.keys() & new.keys():
            before, now = self.shown(*old[key]), self.shown(*new[key])
            title = self.called(key)
            if before != now and title:
                out.append(f"- {title}{self.say('colon')}{before} → **{now}**")
        for name, value in self.book.program.options.items():
            option = self.book.find(name, t.Option)
            if option is not None and name in self.base.options and self.base.options[name] != value:
                before, now = self.option(option, self.base.options[name]), self.option(option, value)
                out.append(f"- {self.titles.of(option)}{self.say('colon')}{before} → **{now}**")
        return sorted(out)

    def option(self, decl: t.Option, value: object) -> str:
        """What an option is, as a player says it."""
        said = str(value)
        if said.lower() in ("true", "false"):
            return self.l("yes" if said.lower() == "true" else "no")
        kind = str(decl.type.kind) if isinstance(decl.type, t.OfKind) else ""
        return self.titles.member(kind, said) if self.book.domain(kind) is not None else said.replace("-", "−")

    def called(self, key: tuple[str, ...]) -> str:
        """What a number is called: nothing for what only serves others."""
        if len(key) == 1:
            decl = self.book.find(key[0], t.Define)
            return self.titles.of(decl) if decl is not None and decl.title is not None and key[0] not in self.book.advice else ""
        kind, row, name = key
        found = self.book.field(kind, name)
        return f"{self.titles.member(kind, row)}, {self.titles.of(found)}" if found is not None and found.title is not None else ""

    def shown(self, program: core.Program, what: core.Field | core.Function, value: int) -> str:
        target = what.target if isinstance(what, core.Field) else what.domain
        if isinstance(what, core.Field) and what.is_flag:
            return self.l("yes") if value else "–"
        if target >= 0 and not what.is_set:
            domain = program.domains[target]
            return self.titles.member(domain.name, domain.rows[value]) if 0 <= value < len(domain.rows) else "–"
        if what.is_set:
            return (
                ", ".join(
                    self.titles.member(program.domains[target].name, r)
                    for n, r in enumerate(program.domains[target].rows)
                    if value >> n & 1
                )
                or "–"
            )
        return str(value).replace("-", "−")

    # ------------------------------------------------------------------------------------ what one may do, what there is

    def actions(self) -> Lines:
        """Actions that are new, and those that are gone."""
        old = {a.name: a for a in self.base.actions}
        new = {a.name: a for a in self.book.program.actions}
        out = []
        for name in new:
            decl = self.book.find(name, t.Action)
            if name not in old and decl is not None:
                out.append(f"- {self.l('brief.new')}{self.say('colon')}{self.link(f'**{self.titles.of(decl)}**', decl)}")
        for name, action in old.items():
            if name not in new:
                out.append(
                    f"- {self.l('brief.no_more')}{self.say('colon')}{action.title.within(self.language.code) or self.titles.plain(name)}"
                )
        return out

    def things(self) -> Lines:
        """Members that are new, by their kind; kinds that are new."""
        old = {d.name: d for d in self.base.domains}
        out = []
        for domain in self.book.program.domains:
            if domain.dynamic or domain.board is not None or domain.name in BUILT_IN:
                continue
            before = set(old[domain.name].rows) if domain.name in old else set()
            fresh = [
                self.titles.member(domain.name, r) for r, said in zip(domain.rows, domain.titles, strict=False) if said and r not in before
            ]
            if fresh:
                out.append(f"- {capital(self.titles.kind(domain.name))}{self.say('colon')}**{', '.join(fresh)}**")
        for decl in (d for d in self.changes.own() if isinstance(d, t.Kind) and d.fields and str(d.name) in old):
            titles = ", ".join(self.titles.of(f) for f in decl.fields if f.title is not None)
            out += [f"- {capital(self.titles.kind(str(decl.name)))}{self.say('colon')}**{titles}**"] if titles else []
        return [*out, *self.cards(old)] if out else []

    def cards(self, old: dict[str, core.Domain]) -> Lines:
        """The cards of the new members of whom there is most to say: what they are, their figures."""
        made: list[tuple[int, str]] = []
        for kind in (k for k in self.book.kinds if self.book.carded(k) and k in old):
            domain = self.book.domain(kind)
            for row in [r for r, said in zip(domain.rows, domain.titles, strict=False) if said] if domain is not None else []:
                if row not in old[kind].rows:
                    card = [line for line in self.handbook.card(kind, row, 3) if not CLAUSE.search(line) and 'class="ruling"' not in line]
                    decl = self.book.decl_of_member(kind, row)
                    weight = sum("<dt>" in line for line in card) + (decl is not None and decl.text is not None)
                    made.append((weight, "\n".join(card)))
        made.sort(key=lambda one: -one[0])
        chosen = [card for weight, card in made[:MOST_CARDS] if weight > 1]
        return ["", *chosen] if chosen else []

    def anew(self, decl: t.Decl) -> Lines:
        """The title of what is replaced; of a part of the quick reference what it says now."""
        if isinstance(decl, t.Sheet):
            head = self.changes.change(decl, 3)[1]
            return [*head, *(f"    - {self.handbook.prose(part.said)}" for part in decl.parts)]
        said = self.replaced(decl)
        return [f"- {said}"] if said else []

    def replaced(self, decl: t.Decl) -> str:
        """What stands anew in the place of something of the base, by its title; a number is told as one already."""
        title = self.titles.of(decl) if getattr(decl, "title", None) is not None else ""
        old, new = dict(figures(self.base)), dict(figures(self.book.program))
        key = (str(getattr(decl, "name", "")),)
        if not title or (key in old and key in new) or isinstance(decl, t.Option):
            return ""
        was = (
            next((self.titles.of(d) for d in self.book.base.decls if type(d) is type(decl) and key_of(d) == key_of(decl)), "")
            if self.book.base
            else ""
        )
        return f"{was} → {self.link(f'**{title}**', decl)}" if was and was != title else self.link(f"**{title}**", decl)

    def steps(self, decl: t.Insert | t.Reorder) -> Lines:
        """Where steps are put into an agenda, and what they are called; or in which order they come."""
        if isinstance(decl, t.Reorder):
            return [f"- {self.changes.reordered(decl)}"]
        owner = decl.path.rpartition(".")[0]
        agenda = self.book.find(owner, t.Agenda)
        title = self.titles.of(agenda) if agenda is not None else owner
        titles = [said for s in decl.steps if (said := self.step(s))]
        if not titles:
            return []
        where = self.changes.where(decl, title)
        return [f"- {where.rstrip(' .:')}{self.say('colon')}**{', '.join(titles)}**"]

    def step(self, step: t.Step) -> str:
        """What a step is called: by its title, else by that of the action of its name, or of the first one it speaks of."""
        if step.title is not None:
            return self.titles.pair(step.title)
        actions = (self.book.find(name, t.Action) for name in (str(step.name), *spoken(step.body)))
        return next((self.titles.of(action) for action in actions if action is not None), "")

    def row(self, decl: t.ReplaceRow) -> str:
        """A row of a table, or a step, with what it brings now."""
        span = f", {self.changes.dice.span(decl.span)}" if decl.span is not None else ""
        said = " ".join(
            re.sub(r"^\d+\. |^- ", "", line.strip()) for line in self.changes.entries.steps(decl.body, self.changes.path_scope(decl.path))
        )
        return f"- {self.changes.path(decl.path)}{span}{self.say('colon')}{said}"

    # ------------------------------------------------------------------------------------ what is said, what may fall

    def clauses(self, own: list[t.Decl]) -> Lines:
        """The sentences of the clauses that the changes carry: those of their margins, as they read now."""
        noted = {str(c) for decl in own for node in walk(decl) for c in getattr(node, "clauses", ()) or ()}
        noted |= {str(c.name) for c in own if isinstance(c, t.Clause)}
        order = [str(c.name) for c in self.book.of(t.Clause)]
        return [line for line in self.handbook.sentences([c for c in order if c in noted]) if line.startswith("- ")]

    def thrown(self, own: list[t.Decl]) -> list[str]:
        """Tests, contests and tables that are new, replaced or added to."""
        names = []
        for decl in own:
            inner = decl.decl if isinstance(decl, t.Replace) else decl
            name = str(decl.path).split(".")[0].split(",")[0] if isinstance(decl, t.ReplaceRow) else str(getattr(inner, "name", ""))
            if (
                isinstance(inner, (t.Test, t.Contest, t.Table, t.Adjust, t.ReplaceRow))
                and self.book.find(name, t.Test, t.Contest, t.Table) is not None
            ):
                names.append(name)
        return list(dict.fromkeys(names))


def figures(program: core.Program) -> Iterator[tuple[tuple[str, ...], tuple[core.Program, core.Field | core.Function, int]]]:
    """All that has a value before a match begins: by kind, row and field, or by the name of a value without parameters."""
    for column in program.fields:
        domain = program.domains[column.domain]
        if column.values is None or domain.dynamic or domain.board is not None or domain.name in BUILT_IN:
            continue
        for row, value in zip(domain.rows, column.values, strict=False):
            yield (domain.name, row, column.name), (program, column, value)
    for function in program.functions:
        known = fold(function.body, program.fields, program.functions) if not function.params else None
        if known is not None:
            yield (function.name,), (program, function, known)
