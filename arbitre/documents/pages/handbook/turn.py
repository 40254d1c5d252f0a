"""The turn: a diagram drawn from the agenda, and every step in prose."""

from __future__ import annotations

from typing import Any

from arbitre.documents.model.book import slug
from arbitre.documents.model.nodes import walk
from arbitre.documents.pages.handbook.glance import Glance
from arbitre.documents.pages.reference.chances import plain
from arbitre.documents.pages.reference.declarations import Declarations
from arbitre.documents.pages.reference.endings import Endings
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Turns(Writer):
    """Writes the page of the turn."""

    def __init__(
        self,
        pen: Pen,
        glance: Glance,
        nouns: Things,
        conditions: Conditions,
        statements: Statements,
        entries: Entries,
        declarations: Declarations,
        endings: Endings,
    ) -> None:
        super().__init__(pen)
        self.glance = glance
        self.nouns = nouns
        self.conditions = conditions
        self.statements = statements
        self.entries = entries
        self.declarations = declarations
        self.endings = endings

    def turn(self) -> Lines:
        agendas = self.agendas()
        out = [f"# {self.l('page.turn')}", ""]
        main = agendas[0] if agendas else None
        if main is None:
            return out
        out += [self.l("turn.intro", agenda=self.titles.of(main)), "", f"## {self.l('turn.diagram')} {{ #diagram }}", ""]
        out += self.flow(main)
        for agenda in agendas:
            out += self.agenda(agenda)
        return out

    def agendas(self) -> list[t.Agenda]:
        """The agenda that is repeated first, then those it leads to, then the others."""
        found = {str(a.name): a for a in self.book.of(t.Agenda)}
        main = found.get(str(self.book.rulebook.game.plays or "turn"))
        out: list[t.Agenda] = []

        def visit(agenda: t.Agenda | None) -> None:
            if agenda is None or agenda in out:
                return
            out.append(agenda)
            for step in agenda.steps:
                for word in self.runs(step):
                    visit(found.get(word))

        visit(main)
        for agenda in found.values():
            visit(agenda)
        return out

    @staticmethod
    def runs(step: t.Step) -> list[str]:
        """What a step calls by name."""
        if step.body is None:
            return [str(step.name)]
        return [str(n.word) for n in walk(step.body) if isinstance(n, t.Call)]

    # ------------------------------------------------------------------------------------ the diagram

    def flow(self, agenda: t.Agenda) -> Lines:
        """The phases that a player must know, every step folded away below them; the diagram alone of what nobody wrote phases for."""
        drawn = self.diagram(agenda, set())
        main = str(self.book.rulebook.game.plays or "turn")
        phases = self.glance.phases() if str(agenda.name) == main else []
        if not phases:
            return [drawn, ""]
        return [*phases, "", f"<details><summary>{self.l('turn.every')}</summary>{drawn}</details>", ""]

    def diagram(self, agenda: t.Agenda, seen: set[str]) -> str:
        seen = {*seen, str(agenda.name)}
        title = plain(self.titles.of(agenda))
        out = [f'<ol class="flow" aria-label="{title}">']
        for step in agenda.steps:
            badges = "".join(f'<span class="badge">{self.l("badge." + b)}</span>' for b in self.badges(step))
            if option := self.chosen.of_step(step):
                title = plain(self.titles.of(self.chosen.options[option]))
                badges = f'<span class="badge">{self.l("optional")}{self.say("colon")}{title}</span>{badges}'
            name = plain(self.nouns.steps.titled(step))
            out.append(f'<li><a href="#{anchor_of(agenda, step)}">{name}</a>{badges}')
            inner = [self.book.find(w, t.Agenda) for w in self.runs(step)]
            for found in dict.fromkeys(str(a.name) for a in inner if a is not None):
                if found not in seen:
                    out.append(self.diagram(self.book.find(found, t.Agenda), seen))
            out.append("</li>")
        out.append("</ol>")
        if len(seen) == 1:
            out.append(f'<p class="again">↻ {self.l("turn.again")}</p>')
        return "".join(out)

    def badges(self, step: t.Step) -> list[str]:
        """What a step asks for: decisions, in secret, dice; looked for in what it leads to as well."""
        out: set[str] = set()
        seen: set[str] = set()

        def look(node: object, depth: int) -> None:
            for n in walk(node):
                if isinstance(n, (t.Chooses, t.ChoosesBranch, t.GivesOrders)):
                    out.add("orders" if isinstance(n, t.GivesOrders) else "choice")
                    if n.secret:
                        out.add("secret")
                elif isinstance(n, (t.May, t.Acts)):
                    out.add("choice")
                elif (
                    isinstance(n, (t.Roll, t.Draw))
                    or (isinstance(n, t.Call) and n.how)
                    or (isinstance(n, t.Order) and n.tie and n.tie != "draw")
                ):
                    out.add("dice")
                if isinstance(n, t.Call) and depth < 6 and str(n.word) not in seen:
                    seen.add(str(n.word))
                    found = self.book.find(str(n.word), t.Event)
                    if found is not None:
                        look(found.body, depth + 1)

        look(step.body, 0)
        if step.body is None:
            found = self.book.find(str(step.name), t.Event)
            if found is not None:
                look(found.body, 1)
        return [b for b in ("orders", "choice", "secret", "dice") if b in out]

    # ------------------------------------------------------------------------------------ in prose

    def agenda(self, decl: t.Agenda) -> Lines:
        scope = self.endings.agenda_scope(decl)
        out = [self.entries.heading(2, decl), "", *self.entries.text(decl)]
        game = self.book.rulebook.game
        if game.turns is not None and str(decl.name) == str(game.plays or "turn"):
            out += [self.endings.in_turn(game.turns), ""]
        elif decl.params:
            out += [self.entries.about(decl.params, scope), ""]
        said = []
        if decl.each is not None:
            noun = scope.names[str(decl.each)].said
            kind = self.scopes.noun_kind(str(decl.each))
            said.append(self.say("Agenda.each", who=self.say("each", noun=noun), order=self.statements.order(decl.order, kind, scope)))
        if decl.guard is not None:
            said.append(self.say("Agenda.while", clause=self.conditions.clause(decl.guard, scope)))
        if decl.repeated:
            said.append(self.say("Agenda.repeated"))
        for keep in decl.keeps:
            said.append(self.entries.keeps_line(keep, scope))
        out += [" ".join(said), ""] if said else []
        for number, step in enumerate(decl.steps, 1):
            out += self.step_section(decl, step, number, scope)
        for hook in self.book.hooks_on(str(decl.name)):
            out += (
                self.declarations.hook(hook)
                if not self.book.page_of(hook).startswith("cards-")
                else [f"**{self.l('changed.by')}** {self.entries.reference(hook)}", ""]
            )
        return [*out, *self.entries.meta(decl)]

    def step_section(self, agenda: t.Agenda, step: t.Step, number: int, scope: Any) -> Lines:
        out = [f"### {number}. {self.nouns.steps.titled(step)} {{ #{anchor_of(agenda, step)} }}", ""]
        if step.text is not None:
            out += [self.titles.pair(step.text), ""]
        if step.fixed:
            out += [self.say("Step.fixed"), ""]
        for due in agenda.due:
            if str(step.name) in {str(name) for name in due.steps}:
                out += [self.say("Due", missed=self.l(f"due.{due.missed or 'default'}")), ""]
        if step.body is None:
            found = self.book.find(str(step.name), t.Action, t.Agenda, t.Event)
            if isinstance(found, t.Action):
                out += [self.say("Step.orders", title=self.language.quote(self.link(self.nouns.steps.titled(step), found))), ""]
            elif found is not None:
                out += [self.say("Step.runs", title=self.language.quote(self.link(self.titles.of(found), found))), ""]
        else:
            lines = self.entries.steps(step.body, scope.child())
            tops = [line for line in lines if line.startswith("- ")]
            out += [lines[0][2:], "", *(line[4:] for line in lines[1:]), ""] if len(tops) == 1 else [*lines, ""]
        hooks = self.book.hooks_on(str(agenda.name), str(step.name))
        for hook in hooks:
            out += (
                self.declarations.hook(hook)
                if not self.book.page_of(hook).startswith("cards-")
                else [f"**{self.l('step.hooks')}** {self.entries.reference(hook)}", ""]
            )
        clauses = [c for c in dict.fromkeys(step.clauses) if any(str(k.name) == c for k in self.book.of(t.Clause))]
        parts = [f"[{self.l('source')}]({self.book.source_of(step.place)})"]
        if clauses:
            parts.append(f"{self.l('clauses.of')} {', '.join(map(self.book.clause_link, clauses))}")
        return [*out, f'<small class="meta" markdown>{" · ".join(parts)}</small>', ""]


def anchor_of(agenda: t.Agenda, step: t.Step) -> str:
    return slug("-".join(["step", str(agenda.name), str(step.name), *([str(step.of)] if step.of else [])]))
