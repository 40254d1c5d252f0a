"""What somebody decides, said in words: choices, actions, orders."""

from __future__ import annotations

from typing import Any, Protocol

from arbitre.documents.model.scope import NUMBER, Scope, Type
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines, nested
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Bodies(Protocol):
    """What decisions ask of those who say statements, of which they are some."""

    def block(self, body: list[t.Stmt], scope: Scope) -> Lines: ...
    def branch(self, word: str, result: str, how: str, args: list[t.Arg], scope: Scope) -> str: ...
    def inline(self, body: list[t.Stmt], scope: Scope) -> str | None: ...
    def title_of(self, word: str, *kinds: type[Any]) -> str: ...


class Decisions(Writer):
    """Says statements that ask somebody."""

    statements: Bodies  # given by whoever is built on this

    def __init__(self, pen: Pen, nouns: Things, conditions: Conditions, deeds: Deeds) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.deeds = deeds

    # ------------------------------------------------------------------------------------ decisions

    def decision(self, name: str) -> str:
        return self.titles.plain(name)

    def on_Chooses(self, s: t.Chooses, scope: Scope) -> str:
        more = self.say("Chooses.secret") if s.secret else ""
        if s.default is not None:
            more += self.say("Chooses.default", value=self.nouns.thing(s.default, scope))
        who = self.nouns.thing(s.chooser, scope)
        if s.to is not None:
            low, high = self.nouns.thing(s.source, scope), self.nouns.thing(s.to, scope)
            what = self.target(s.target, NUMBER, scope)
            form = "Chooses.to" if s.step == 1 else "Chooses.steps"
            return self.asked(s.asks, self.say(form, who=who, what=what, low=low, high=high, step=s.step) + more, scope)
        kind = self.scopes.of(s.source, scope).kind
        among = self.nouns.among(s.source, scope, "pick")
        what = self.target(s.target, Type("row", kind), scope)
        none = self.say("Chooses.none") if s.or_none else ""
        return self.asked(s.asks, self.say("Chooses", who=who, what=what, among=among) + none + more, scope)

    def asked(self, asks: t.Text | None, said: str, scope: Scope) -> str:
        """A decision with the words in which it is asked for."""
        return said + (self.say("Asks", question=self.deeds.filled(asks, scope)) if asks is not None else "")

    def target(self, target: object, type_: Type, scope: Scope) -> str:
        if isinstance(target, t.Name):
            known = self.scopes.add(scope, str(target.word), type_)
            return self.one(known) if type_.form == "row" else self.known(known)
        return self.nouns.thing(target, scope)

    def on_ChoosesBranch(self, s: t.ChoosesBranch, scope: Scope) -> Lines:
        secret = self.say("Chooses.secret") if s.secret else ""
        lead = self.say("ChoosesBranch", who=self.nouns.thing(s.chooser, scope)) + secret
        if s.title is not None:
            lead = self.say("May.title", title=self.deeds.filled(s.title, scope), lead=lead)
        out = [self.language.sentence(self.say("block", lead=lead))]
        for branch in s.branches:
            title = (
                self.titles.pair(branch.title) if branch.title is not None else self.statements.branch("", str(branch.name), "", [], scope)
            )
            when = self.say("Branch.when", clause=self.conditions.clause(branch.when, scope)) if branch.when is not None else ""
            one = self.statements.inline(branch.body, scope.child())
            does = self.language.sentence(self.language.lowered(one)) if one is not None else ""
            out.append(f"- {self.say('Branch', name=f'**{title}**{when}', does=does)}".rstrip())
            if one is None:
                out += nested(self.statements.block(branch.body, scope.child()))
        return out

    def on_May(self, s: t.May, scope: Scope) -> Lines:
        lead = self.say("May", who=self.nouns.thing(s.chooser, scope))
        if s.title is not None:
            lead = self.say("May.title", title=self.deeds.filled(s.title, scope), lead=lead)
        one = self.statements.inline(s.body, scope.child()) if s.title is None else None
        if one is not None and not s.otherwise:
            return [self.language.sentence(self.say("May.inline", who=self.nouns.thing(s.chooser, scope), does=self.language.lowered(one)))]
        out = [self.language.sentence(self.say("block", lead=lead)), *self.statements.block(s.body, scope.child())]
        if s.otherwise:
            below = self.statements.block(s.otherwise, scope.child())
            out.append(f"- {self.language.sentence(self.say('block', lead=self.say('May.otherwise')))}")
            out += nested(below)
        return out

    def offered(self, step: str, scope: Scope) -> str:
        found = [d for d in self.book.of(t.Action) if str(d.lines.during or "") == step or (step == "orders" and d.lines.during is None)]
        return self.language.list([self.link(self.titles.of(d), d) for d in found], "or") if len(found) <= 8 else ""

    def on_Acts(self, s: t.Acts, scope: Scope) -> str:
        step = str(s.step)
        offered = self.offered(step, scope)
        said = self.say(
            "Acts.must" if s.must else "Acts",
            who=self.nouns.thing(s.chooser, scope),
            what=offered or self.language.quote(self.nouns.steps.named(step)),
        )
        if s.actor is not None:
            said += self.say("Acts.with", actor=self.nouns.thing(s.actor, scope))
        if s.budget is not None:
            once = isinstance(s.budget, t.Number) and s.budget.value == 1
            said += self.say("Acts.once" if once else "Acts.times", times=self.nouns.thing(s.budget, scope))
        if s.guard is not None:
            said += self.say("Acts.while", clause=self.conditions.clause(s.guard, scope))
        return self.asked(s.asks, said, scope)

    def on_GivesOrders(self, s: t.GivesOrders, scope: Scope) -> str:
        said = self.say("GivesOrders", who=self.nouns.thing(s.chooser, scope))
        if s.step is not None:
            said += self.say("GivesOrders.in", step=self.language.quote(self.nouns.steps.named(str(s.step))))
        return self.asked(s.asks, said + (self.say("Chooses.secret") if s.secret else ""), scope)

    def on_Perform(self, s: t.Perform, scope: Scope) -> str:
        title = self.language.quote(self.statements.title_of(str(s.action), t.Action))
        if s.of is None:
            return self.say("Perform", title=title)
        if str(s.of) in scope.names:
            who = self.nouns.known(scope.names[str(s.of)])
        else:
            who = self.nouns.known(self.scopes.of_param(t.Parameter(s.place, s.of)))
        return self.say("Perform.of", title=title, who=who)
