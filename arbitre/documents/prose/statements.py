"""Statements of the rules said as sentences, the blocks below them as nested lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.documents.language.base import capital, unlinked
from arbitre.documents.model.scope import UNKNOWN, Scope, Type
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.decisions import Decisions
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines, nested
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Statements(Writer):
    """Statements of one rulebook in one language."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        conditions: Conditions,
        deeds: Deeds,
        decisions: Decisions,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.deeds = deeds
        self.decisions = decisions
        decisions.statements = self
        self.sentences: dict[type, Callable[[Any, Scope], str | Lines]] = {
            t.Call: self.on_Call,
            t.Proceed: self.on_Proceed,
            t.If: self.on_If,
            t.ForEach: self.on_ForEach,
            t.While: self.on_While,
            t.Repeat: self.on_Repeat,
            t.Together: self.on_Together,
            t.At: self.on_At,
            t.Becomes: deeds.on_Becomes,
            t.Gains: deeds.on_Gains,
            t.Let: deeds.on_Let,
            t.Roll: deeds.on_Roll,
            t.Draw: deeds.on_Draw,
            t.Create: deeds.on_Create,
            t.Discard: deeds.on_Discard,
            t.TellText: deeds.on_TellText,
            t.Says: deeds.on_Says,
            t.TellFact: deeds.on_TellFact,
            t.Reveals: deeds.on_Reveals,
            t.Reschedule: deeds.on_Reschedule,
            t.Wins: deeds.on_Wins,
            t.Simple: deeds.on_Simple,
            t.Fail: deeds.on_Fail,
            t.Give: deeds.on_Give,
            t.Chooses: decisions.on_Chooses,
            t.ChoosesBranch: decisions.on_ChoosesBranch,
            t.May: decisions.on_May,
            t.Acts: decisions.on_Acts,
            t.GivesOrders: decisions.on_GivesOrders,
            t.Perform: decisions.on_Perform,
        }

    def block(self, body: list[t.Stmt], scope: Scope) -> Lines:
        """A list item for each statement; the scope learns the names they give."""
        out: Lines = []
        for stmt in body:
            said = self.statement(stmt, scope)
            if said:
                out.append(f"- {said[0]}")
                out += nested(said[1:])
        return out

    def inline(self, body: list[t.Stmt], scope: Scope) -> str | None:
        """A body of one plain statement, to follow a condition in the same sentence."""
        if len(body) != 1:
            return None
        said = self.statement(body[0], scope)
        return said[0].rstrip(".") if len(said) == 1 else None

    def after(self, lead: str, body: list[t.Stmt], scope: Scope) -> Lines:
        """``If it rains, take shelter.``, or the condition with a list below it."""
        one = self.inline(body, scope.child())
        if one is not None:
            return [self.language.sentence(f"{lead}{self.language.LEAD}{self.lowered(one)}")]
        return [self.language.sentence(self.say("block", lead=lead)), *self.block(body, scope.child())]

    def lowered(self, said: str) -> str:
        """A sentence that goes on: what a side or a camp is called keeps its capital."""
        program = self.book.program
        named = [program.domains[program.seats], *(program.domains[group] for group, _ in program.groups)]
        names = (self.titles.member(domain.name, row) for domain in named for row in domain.rows)
        plainly = [*(name for name in names if not self.titles.articled(name)), *self.places()]
        return said if any(said.startswith((f"{name} ", f"{name}’")) for name in plainly) else self.language.lowered(said)

    def places(self) -> tuple[str, ...]:
        """What cells are called that are named without an article."""
        known = self.book._cache.setdefault("places", {})
        if self.language.code not in known:
            boards = (domain for domain in self.book.program.domains if domain.board is not None)
            found = (self.nouns.cell_called(domain, row) for domain in boards for row in domain.rows if not row.startswith("("))
            known[self.language.code] = tuple(name for name in found if name[:1].isupper())
        named: tuple[str, ...] = known[self.language.code]
        return named

    def statement(self, s: t.Stmt, scope: Scope) -> Lines:
        """The first line is the sentence; further lines are the list below it."""
        made = self.sentences[type(s)](s, scope)
        if isinstance(made, str):
            return [self.language.sentence(made)] if made else []
        return made

    # ------------------------------------------------------------------------------------ calls

    def args(self, args: list[t.Arg], scope: Scope, how: str = "") -> str:
        direct = how == "roll" or any(not a.preposition for a in args)
        if how == "roll":
            words = ["for" if self.language.ROLLS_FOR and a.preposition == "by" else a.preposition for a in args]
            return " ".join(self.language.prep(word, self.nouns.thing(a.value, scope)) for word, a in zip(words, args, strict=True))
        found = sorted(args, key=lambda a: (bool(a.preposition), a.preposition != "by"))
        return " ".join(
            self.language.prep("" if not n and not direct and a.preposition == "by" else a.preposition, self.nouns.thing(a.value, scope))
            for n, a in enumerate(found)
        )

    def title_of(self, word: str, *kinds: type[Any]) -> str:
        decl = self.book.find(word, *kinds)
        return self.link(self.titles.of(decl), decl) if decl is not None else self.titles.plain(word)

    def on_Call(self, s: t.Call, scope: Scope) -> Lines | str:
        word = str(s.word)
        said = self.args(s.args, scope, s.how)
        kinds: dict[str, tuple[type[Any], ...]] = {"roll": (t.Table,), "test": (t.Test,), "contest": (t.Contest,)}
        title = self.title_of(word, *kinds.get(s.how, (t.Event, t.Agenda, t.Action, t.Table)))
        key = f"Call.{s.how}" if s.how else "Call"
        lead = self.say(key if said else f"{key}.bare", title=f"**{title}**", args=said)
        if s.result is not None:
            found = self.book.find(word, t.Event)
            gives = self.scopes.of_written(found.lines.gives) if found is not None and found.lines.gives is not None else UNKNOWN
            known = self.scopes.add(scope, str(s.result), gives)
            lead += self.say("Call.as", name=self.language.quote(known.said))
        lead += self.deeds.shown_to(s.seen, scope)
        branches = [b for b in s.branches if b.body]
        if not branches:
            return lead
        out = [self.language.sentence(self.say("block", lead=lead))]
        for branch in branches:
            name = self.branch(word, str(branch.name), s.how, s.args, scope)
            inner = scope.child()
            one = self.inline(branch.body, inner.child())
            if one is not None:
                out.append(f"- {self.say('Branch', name=f'**{name}**', does=self.language.sentence(self.language.lowered(one)))}")
            else:
                out.append(f"- {self.say('Branch', name=f'**{name}**', does='')}")
                out += nested(self.block(branch.body, inner))
        return out

    def branch(self, word: str, result: str, how: str, args: list[t.Arg], scope: Scope) -> str:
        if how == "contest" and result in ("higher", "lower") and args:
            direct = sorted(args, key=lambda a: a.preposition == "against")
            who = direct[0 if result == "higher" else -1]
            return capital(self.say("Branch.wins", who=self.nouns.thing(who.value, scope)))
        said = self.conditions.result(result, self.book.find(word, t.Test))
        return said if said.startswith("<") else said[:1].upper() + said[1:]

    def on_Proceed(self, s: t.Proceed, scope: Scope) -> str:
        values = [
            self.say("Proceed.value", name=self.nouns.name(str(name), scope), value=self.nouns.thing(value, scope))
            for name, value in s.values
        ]
        lead = self.say("Proceed.with", values=self.language.list(values)) if values else self.say("Proceed")
        if s.name is not None:
            known = self.scopes.add(scope, str(s.name), UNKNOWN)
            return lead + self.say("Call.as", name=self.language.quote(known.said))
        return lead

    # ------------------------------------------------------------------------------------ blocks

    def on_If(self, s: t.If, scope: Scope) -> Lines:
        out: Lines = []
        for position, (test, body) in enumerate(s.arms):
            lead = self.say("If" if not position else "If.otherwise", clause=self.conditions.clause(test, scope))
            said = self.after(lead, body, scope)
            out += said if not position else [f"\0{said[0]}", *said[1:]]
        if s.otherwise:
            said = self.after(self.say("Otherwise"), s.otherwise, scope)
            out += [f"\0{said[0]}", *said[1:]]
        return out

    def element(self, s: t.ForEach, scope: Scope) -> tuple[str, Scope]:
        """``each piece that is standing``, and the scope of the body."""
        inner = scope.child()
        type_ = self.scopes.of(s.source, scope)
        known = self.scopes.add(inner, str(s.name), Type("row", type_.kind))
        source = s.source
        plain = isinstance(source, t.Name) and str(source.word) in self.scopes.plurals
        if isinstance(source, t.Where) and source.sink == "set":
            kind = type_.kind
            plainly = noun = self.titles.kind(kind) if kind is not None else self.say("element")
            gender = self.titles.gender(noun)
            if known.said != noun:
                noun = self.with_name(noun, known) if known.said else noun
            base = source.source
            if not (isinstance(base, t.Name) and str(base.word) in self.scopes.plurals):
                return self.each_of(source, scope, noun, noun[len(plainly) :], gender), inner
            return self.say("each", noun=f"{noun} {self.conditions.which(source, scope, False, gender)}"), inner
        noun = known.said
        if plain:
            kind_noun = self.titles.kind(type_.kind) if type_.kind is not None else noun
            return self.say("each", noun=noun if noun == kind_noun else self.with_name(kind_noun, known)), inner
        if known.marked:
            noun = self.with_name(self.titles.kind(type_.kind) if type_.kind is not None else self.say("element"), known)
        items, among = self.nouns.thing(source, scope), self.nouns.among(source, scope)
        if isinstance(source, t.Tuple):
            return self.say("each", noun=self.say("each.listed", noun=noun, items=items)), inner
        return self.say("each", noun=self.say("among", noun=noun, items=items, among=among)), inner

    def each_of(self, source: t.Where, scope: Scope, noun: str, name: str, gender: str) -> str:
        """``each of the balls that lie there``: of a set that is no whole kind."""
        items = self.nouns.thing(source.source, scope)
        kind = self.scopes.of(source, scope).kind
        if kind is not None and self.titles.kinds(kind) in unlinked(items) and self.conditions.many(source.source, scope):
            which = self.conditions.which(source, scope, True, gender)
            return self.say("each.of", each=self.language.each(gender), items=items, name=name, which=which)
        return self.say(
            "each.in",
            noun=noun,
            which=self.conditions.which(source, scope, False, gender),
            items=items,
            among=self.nouns.among(source.source, scope),
        )

    def order(self, order: t.Order | None, kind: str | None, scope: Scope) -> str:
        if order is None:
            return ""
        if order.drawn:
            return self.say("Order.drawn")
        inner = scope.child(kind)
        dice = next((k for k in order.keys if _throws(k.value)), None)  # they come last: nothing is tied after them
        keys = [
            self.say(f"Key.{'highest' if k.highest else 'lowest'}", value=self.language.bare_of(self.nouns.each(k.value, inner)))
            for k in order.keys
            if k is not dice
        ]
        said = self.say("Order", keys=self.language.list(keys, "and")) if keys else ""
        if dice is not None:
            first = "highest" if dice.highest else "lowest"
            said += self.say(f"Order.tie.{first}" if keys else f"Order.dice.{first}", dice=self.nouns.thing(dice.value, scope))
        return said + (self.say("Order.tie.draw") if order.tie else "")

    def on_ForEach(self, s: t.ForEach, scope: Scope) -> Lines:
        who, inner = self.element(s, scope)
        if s.along:
            lead = self.say("ForEach.along", noun=inner.names[str(s.name)].said, items=self.nouns.thing(s.source, scope))
            return [self.language.sentence(f"{lead}{self.say('colon')}"), *self.block(s.body, inner)]
        lead = self.say("ForEach", who=who) + self.order(s.order, self.scopes.of(s.source, scope).kind, scope)
        if s.together:
            lead += self.say("ForEach.together")
        one = self.inline(s.body, inner.child())
        if one is not None:
            return [self.language.sentence(f"{lead}{self.say('colon')}{self.language.lowered(one)}")]
        return [self.language.sentence(f"{lead}{self.say('colon')}"), *self.block(s.body, inner)]

    def on_While(self, s: t.While, scope: Scope) -> Lines:
        return self.after(self.say("While", clause=self.conditions.clause(s.guard, scope)), s.body, scope)

    def on_Repeat(self, s: t.Repeat, scope: Scope) -> Lines:
        plain = isinstance(s.times, t.Number)
        return self.after(self.say("Repeat" if plain else "Repeat.as", times=self.nouns.thing(s.times, scope)), s.body, scope)

    def on_Together(self, s: t.Together, scope: Scope) -> Lines:
        return [self.language.sentence(self.say("Together")), *self.block(s.body, scope.child())]

    def on_At(self, s: t.At, scope: Scope) -> Lines:
        agenda = self.book.find(str(s.agenda), t.Agenda)
        noun = self.language.small(self.titles.of(agenda)) if agenda is not None else self.titles.plain(str(s.agenda))
        the = self.language.the(self.link(noun, agenda), self.titles.gender(noun))
        key = "this" if s.ahead == 0 else "next" if s.ahead == 1 else "ahead"
        lead = self.say(f"At.{s.edge}.{key}", the=the, noun=noun, nouns=self.language.plural(noun), count=s.ahead)
        return self.after(lead, s.body, scope)


def _throws(value: t.Expr) -> bool:
    return isinstance(value, t.DiceValue) or (isinstance(value, t.Binary) and (_throws(value.left) or _throws(value.right)))
