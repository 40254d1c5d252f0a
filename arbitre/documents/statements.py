"""Statements of the rules said as sentences, the blocks below them as nested lists."""

from __future__ import annotations

from typing import Any

from arbitre.documents.english import adjective, verb_like
from arbitre.documents.language import capital, small
from arbitre.documents.prose import Prose
from arbitre.documents.scope import FLAG, NUMBER, UNKNOWN, Known, Scope, Type
from dsl import tree as t
from dsl.messages import Messages
from dsl.parse import parse_text

Lines = list[str]


def nested(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


class Told(Prose):
    """Statements of one rulebook in one language."""

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
            return [self.language.sentence(f"{lead}, {lowered(one)}")]
        return [self.language.sentence(self.say("block", lead=lead)), *self.block(body, scope.child())]

    def statement(self, s: t.Stmt, scope: Scope) -> Lines:
        """The first line is the sentence; further lines are the list below it."""
        made = getattr(self, f"on_{type(s).__name__}")(s, scope)
        if isinstance(made, str):
            return [self.language.sentence(made)] if made else []
        return made  # type: ignore[no-any-return]

    # ------------------------------------------------------------------------------------ calls

    def args(self, args: list[t.Arg], scope: Scope, how: str = "") -> str:
        direct = how == "roll" or any(not a.preposition for a in args)
        if how == "roll":
            return " ".join(self.language.prep(a.preposition, self.thing(a.value, scope)) for a in args)
        found = sorted(args, key=lambda a: (bool(a.preposition), a.preposition != "by"))
        return " ".join(
            self.language.prep("" if not n and not direct and a.preposition == "by" else a.preposition, self.thing(a.value, scope))
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
        lead += self.shown_to(s.seen, scope)
        branches = [b for b in s.branches if b.body]
        if not branches:
            return lead
        out = [self.language.sentence(self.say("block", lead=lead))]
        for branch in branches:
            name = self.branch(word, str(branch.name), s.how, s.args, scope)
            inner = scope.child()
            one = self.inline(branch.body, inner.child())
            if one is not None:
                out.append(f"- {self.say('Branch', name=f'**{name}**', does=self.language.sentence(lowered(one)))}")
            else:
                out.append(f"- {self.say('Branch', name=f'**{name}**', does='')}")
                out += nested(self.block(branch.body, inner))
        return out

    def branch(self, word: str, result: str, how: str, args: list[t.Arg], scope: Scope) -> str:
        if how == "contest" and result in ("higher", "lower") and args:
            direct = sorted(args, key=lambda a: a.preposition == "against")
            who = direct[0 if result == "higher" else -1]
            return capital(self.say("Branch.wins", who=self.thing(who.value, scope)))
        said = self.result(result)
        return said if said.startswith("<") else said[:1].upper() + said[1:]

    # ------------------------------------------------------------------------------------ changes

    def lasting(self, lasting: t.Lasting | None) -> str:
        if lasting is None:
            return ""
        agenda = self.book.find(str(lasting.agenda), t.Agenda)
        noun = small(self.titles.of(agenda)) if agenda is not None else self.titles.plain(str(lasting.agenda))
        gender = self.titles.gender(noun)
        the = self.language.the(self.link(noun, agenda), gender)
        nouns = self.language.plural(noun)
        return self.say(f"Lasting.{lasting.form}", the=the, noun=noun, nouns=nouns, count=lasting.count)

    def on_Becomes(self, s: t.Becomes, scope: Scope) -> str:
        lasting = self.lasting(s.lasting)
        target, type_ = s.target, self.scopes.of(s.target, scope)
        if isinstance(target, t.Dot):
            owner = self.scopes.of(target.owner, scope)
            part = self.part(owner.kind, str(target.word)) if owner.kind is not None else None
            if part is not None and not isinstance(part, str):
                noun, gender, _ = self.noun(part)
                value = str(s.value.word) if isinstance(s.value, t.Name) else ""
                if type_ == FLAG and value in ("true", "false"):
                    return self.flagged(target.owner, owner.kind, part, value == "true", scope) + lasting
                if type_ == FLAG:
                    title = self.language.quote(small(self.titles.of(part)))
                    return (
                        self.say("Becomes.whether", title=title, owner=self.thing(target.owner, scope), clause=self.clause(s.value, scope))
                        + lasting
                    )
                if isinstance(s.value, t.Nothing) and owner.kind != "match":
                    return (
                        self.say("Becomes.none", owner=self.thing(target.owner, scope), noun=noun, a=self.language.a(noun, gender))
                        + lasting
                    )
        if isinstance(s.value, t.Nothing):
            return self.say("Becomes.nothing", target=self.thing(target, scope)) + lasting
        if type_ == NUMBER:
            return (
                self.say(
                    "Becomes.number.pl" if self.many(target, scope) else "Becomes.number",
                    target=self.thing(target, scope),
                    value=self.thing(s.value, scope),
                )
                + lasting
            )
        return self.say("Becomes", target=self.thing(target, scope), value=self.thing(s.value, scope)) + lasting

    def flagged(self, owner: Any, kind: str | None, part: Any, value: bool, scope: Scope) -> str:
        """A yes-or-no field set: ``from now on, the player has lost his zone``, or a mark that is put or taken away."""
        text = self.called(part)
        predicate = self.language.predicate(text, not value, False)
        if predicate is None or verb_like(text.en, text.fr) or adjective(text.en):
            alone = kind == "match"
            subject = "" if alone else self.thing(owner, scope)
            return self.say("Becomes.flag", said=self.predicated(subject, part, not value, False, alone))
        title = self.language.quote(small(self.titles.of(part)))
        return self.say("Becomes.true" if value else "Becomes.false", title=title, owner=self.thing(owner, scope))

    def on_Gains(self, s: t.Gains, scope: Scope) -> str:
        lasting = self.lasting(s.lasting)
        owner_type = self.scopes.of(s.target, scope)
        verb = "gain" if s.gain else "lose"
        if s.what is None:
            return self.gained_plain(s, scope, verb) + lasting
        owner = self.thing(s.target, scope)
        part = self.part(owner_type.kind, str(s.what)) if owner_type.kind is not None else None
        amount = self.scopes.of(s.amount, scope)
        if part is None or isinstance(part, str):
            return self.say(f"Gains.{verb}", owner=owner, amount=self.thing(s.amount, scope), what=self.titles.plain(str(s.what))) + lasting
        noun, gender, many = self.noun(part)
        if amount.form in ("row", "set"):
            items = self.language.belongs(owner, noun, gender, True)
            return self.say(f"Gains.{verb}.set", items=items, amount=self.thing(s.amount, scope)) + lasting
        text = self.called(part)
        said = small(self.language.of_text(text))
        number = s.amount.value if isinstance(s.amount, t.Number) else None
        if owner_type.kind == "match":
            return self.say(f"Gains.{verb}.of", what=self.language.the(noun, gender), amount=self.thing(s.amount, scope)) + lasting
        if many and number is not None and len(said.split()) <= 4:
            noun = self.language.singular(said) if number == 1 else said
            return self.say(f"Gains.{verb}", owner=owner, amount=number, what=noun) + lasting
        if len(said.split()) > 3 or number is None:
            plural = many
            return self.say(f"Gains.{verb}.of{'.pl' if plural else ''}", what=self.language.belongs(owner, noun, gender, plural),
                            amount=self.thing(s.amount, scope)) + lasting  # fmt: skip
        return self.say(f"Gains.{verb}.in", owner=owner, amount=self.thing(s.amount, scope), what=noun) + lasting

    def gained_plain(self, s: t.Gains, scope: Scope, verb: str) -> str:
        """``x gains dust``: a member of a set; ``total gains 1``: a number of its own."""
        owner = self.thing(s.target, scope)
        target = self.scopes.of(s.target, scope)
        amount = self.scopes.of(s.amount, scope)
        if target.form == "set":
            return self.say(f"Gains.{verb}.set", items=owner, amount=self.thing(s.amount, scope))
        word = str(s.amount.word) if isinstance(s.amount, t.Name) else ""
        if target.form == "row" and verb == "lose" and target.kind is not None:
            field = self.book.field(target.kind, word)
            if field is not None and isinstance(field.type, t.Subset):
                noun, _, _ = self.noun(field)
                return self.say("Gains.lose.all", owner=owner, what=self.language.own(noun, "", True))
        if target.form == "row" and amount.form in ("row", "set"):
            return self.say(f"Gains.{verb}.member", owner=owner, what=self.thing(s.amount, scope))
        return self.say(f"Gains.{verb}.of", what=owner, amount=self.thing(s.amount, scope))

    def on_Let(self, s: t.Let, scope: Scope) -> str:
        value = self.thing(s.value, scope)
        type_ = self.scopes.of(s.value, scope)
        known = self.scopes.add(scope, str(s.name), type_)
        if type_ == FLAG:
            return self.say("Let.flag", name=self.language.quote(known.said), clause=self.clause(s.value, scope))
        return self.say(
            "Let", name=f"*{known.said}*", value=value, the=self.language.the(f"*{known.said}*", known.gender, type_.form == "set")
        )

    def on_Roll(self, s: t.Roll, scope: Scope) -> str:
        value = self.thing(s.value, scope)
        known = self.scopes.add(scope, str(s.name), NUMBER)
        return self.say("Roll", dice=value, name=f"*{known.said}*") + self.shown_to(s.seen, scope)

    def on_Draw(self, s: t.Draw, scope: Scope) -> str:
        kind = self.scopes.of(s.source, scope).kind
        source = self.thing(s.source, scope)
        known = self.scopes.add(scope, str(s.name), Type("row", kind))
        return self.say("Draw", a=self.language.a(known.said, known.gender), source=source) + self.shown_to(s.seen, scope)

    def shown_to(self, seen: t.Expr | None, scope: Scope) -> str:
        """Who sees how dice fall, where the statement says so."""
        if seen is None:
            return ""
        if isinstance(seen, t.Name) and str(seen.word) == "nobody":
            return self.say("Shown.nobody")
        return self.say("Shown", who=self.thing(seen, scope))

    def on_Create(self, s: t.Create, scope: Scope) -> str:
        kind = str(s.kind)
        noun = self.titles.kind(kind)
        said = self.language.a(noun, self.titles.gender(noun))
        known = self.scopes.add(scope, str(s.name), Type("row", kind)) if s.name is not None else None
        if known is not None and known.said != noun:
            said = self.say("Create.as", what=said, name=f"*{known.said}*")
        values = []
        for word, value in s.values:
            part = self.part(kind, str(word))
            title = small(self.language.of_text(self.called(part))) if part is not None else self.titles.plain(str(word))
            values.append(f"{title}{self.say('colon')}{self.language.bare_of(self.thing(value, scope))}")
        return self.say(
            "Create.with" if values else "Create", what=said, values="; ".join(values) if self.language.code == "en" else " ; ".join(values)
        )

    def on_Discard(self, s: t.Discard, scope: Scope) -> str:
        return self.say("Discard", what=self.thing(s.target, scope))

    # ------------------------------------------------------------------------------------ decisions

    def decision(self, name: str) -> str:
        return self.titles.plain(name)

    def on_Chooses(self, s: t.Chooses, scope: Scope) -> str:
        more = self.say("Chooses.secret") if s.secret else ""
        if s.default is not None:
            more += self.say("Chooses.default", value=self.thing(s.default, scope))
        who = self.thing(s.chooser, scope)
        if s.to is not None:
            low, high = self.thing(s.source, scope), self.thing(s.to, scope)
            what = self.target(s.target, NUMBER, scope)
            return self.say("Chooses.to", who=who, what=what, low=low, high=high) + more
        kind = self.scopes.of(s.source, scope).kind
        source = self.thing(s.source, scope)
        what = self.target(s.target, Type("row", kind), scope)
        none = self.say("Chooses.none") if s.or_none else ""
        return self.say("Chooses", who=who, what=what, source=source) + none + more

    def target(self, target: Any, type_: Type, scope: Scope) -> str:
        if isinstance(target, t.Name):
            known = self.scopes.add(scope, str(target.word), type_)
            return self.language.a(known.said, known.gender) if type_.form == "row" else self.language.the(known.said, known.gender)
        return self.thing(target, scope)

    def on_ChoosesBranch(self, s: t.ChoosesBranch, scope: Scope) -> Lines:
        secret = self.say("Chooses.secret") if s.secret else ""
        lead = self.say("ChoosesBranch", who=self.thing(s.chooser, scope)) + secret
        if s.title is not None:
            lead = self.say("May.title", title=self.language.quote(self.titles.pair(s.title)), lead=lead)
        out = [self.language.sentence(self.say("block", lead=lead))]
        for branch in s.branches:
            title = self.titles.pair(branch.title) if branch.title is not None else self.branch("", str(branch.name), "", [], scope)
            when = self.say("Branch.when", clause=self.clause(branch.when, scope)) if branch.when is not None else ""
            one = self.inline(branch.body, scope.child())
            does = self.language.sentence(lowered(one)) if one is not None else ""
            out.append(f"- {self.say('Branch', name=f'**{title}**{when}', does=does)}".rstrip())
            if one is None:
                out += nested(self.block(branch.body, scope.child()))
        return out

    def on_May(self, s: t.May, scope: Scope) -> Lines:
        lead = self.say("May", who=self.thing(s.chooser, scope))
        if s.title is not None:
            lead = self.say("May.title", title=self.language.quote(self.titles.pair(s.title)), lead=lead)
        one = self.inline(s.body, scope.child()) if s.title is None else None
        if one is not None and not s.otherwise:
            return [self.language.sentence(self.say("May.inline", who=self.thing(s.chooser, scope), does=lowered(one)))]
        out = [self.language.sentence(self.say("block", lead=lead)), *self.block(s.body, scope.child())]
        if s.otherwise:
            below = self.block(s.otherwise, scope.child())
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
            "Acts.must" if s.must else "Acts", who=self.thing(s.chooser, scope), what=offered or self.language.quote(self.step(step))
        )
        if s.actor is not None:
            said += self.say("Acts.with", actor=self.thing(s.actor, scope))
        if s.budget is not None:
            once = isinstance(s.budget, t.Number) and s.budget.value == 1
            said += self.say("Acts.once" if once else "Acts.times", times=self.thing(s.budget, scope))
        if s.guard is not None:
            said += self.say("Acts.while", clause=self.clause(s.guard, scope))
        return said

    def on_GivesOrders(self, s: t.GivesOrders, scope: Scope) -> str:
        said = self.say("GivesOrders", who=self.thing(s.chooser, scope))
        if s.step is not None:
            said += self.say("GivesOrders.in", step=self.language.quote(self.step(str(s.step))))
        return said + (self.say("Chooses.secret") if s.secret else "")

    def on_Perform(self, s: t.Perform, scope: Scope) -> str:
        title = self.language.quote(self.title_of(str(s.action), t.Action))
        if s.of is None:
            return self.say("Perform", title=title)
        if str(s.of) in scope.names:
            who = self.known(scope.names[str(s.of)])
        else:
            who = self.known(self.scopes.of_param(t.Parameter(s.place, s.of)))
        return self.say("Perform.of", title=title, who=who)

    # ------------------------------------------------------------------------------------ telling, ending

    def filled(self, text: t.Pair, scope: Scope) -> str:
        """A text with its slots said in words."""
        import re

        said = self.titles.pair(text)

        def slot(match: re.Match[str]) -> str:
            written = match.group(1).replace("\\", "").strip()
            known = scope.names.get(written)
            if known is not None:
                return f"‹{known.said}›"
            # Any value may stand in a text: it is read as the rules read it.
            decls = parse_text(f"let said = {written}\n", text.place.file, Messages()).decls
            try:
                return f"‹{self.language.bare_of(self.thing(decls[0].value, scope))}›"  # type: ignore[attr-defined]
            except (KeyError, AttributeError, IndexError):
                return f"‹{written}›"

        return self.language.quote(re.sub(r"\{([^{}]+)\}", slot, said))

    def on_TellText(self, s: t.TellText, scope: Scope) -> str:
        return self.say("TellText", who=self.thing(s.audience, scope), text=self.filled(s.text, scope))

    def on_TellFact(self, s: t.TellFact, scope: Scope) -> str:
        return self.say("TellFact", who=self.thing(s.audience, scope), fact=self.thing(s.fact, scope))

    def on_Reschedule(self, s: t.Reschedule, scope: Scope) -> str:
        return self.say(
            "Reschedule.before" if s.before else "Reschedule.after", step=self.thing(s.atom, scope), other=self.thing(s.reference, scope)
        )

    def on_Wins(self, s: t.Wins, scope: Scope) -> str:
        if isinstance(s.winners, t.Name) and str(s.winners.word) == "nobody":
            return self.say("Wins.nobody")
        plural = self.scopes.of(s.winners, scope).form == "set"
        if isinstance(s.winners, t.Name) and str(s.winners.word) in ("winner", "winners"):  # that a winner wins says nothing
            return self.say("Wins.winner.pl" if plural else "Wins.winner")
        return self.say("Wins.pl" if plural else "Wins", who=self.thing(s.winners, scope))

    def on_Simple(self, s: t.Simple, scope: Scope) -> str:
        return self.say(f"Simple.{s.word}")

    def on_Fail(self, s: t.Fail, scope: Scope) -> str:
        return self.say("Fail.because", reason=self.filled(s.reason, scope)) if s.reason is not None else self.say("Fail")

    def on_Proceed(self, s: t.Proceed, scope: Scope) -> str:
        values = [self.say("Proceed.value", name=self.name(str(name), scope), value=self.thing(value, scope)) for name, value in s.values]
        lead = self.say("Proceed.with", values=self.language.list(values)) if values else self.say("Proceed")
        if s.name is not None:
            known = self.scopes.add(scope, str(s.name), UNKNOWN)
            return lead + self.say("Call.as", name=self.language.quote(known.said))
        return lead

    def on_Give(self, s: t.Give, scope: Scope) -> str:
        word = str(s.value.word) if isinstance(s.value, t.Name) else ""
        if word in ("true", "false"):
            return self.say(f"Give.{word}")
        return self.say("Give", value=self.thing(s.value, scope))

    # ------------------------------------------------------------------------------------ blocks

    def on_If(self, s: t.If, scope: Scope) -> Lines:
        out: Lines = []
        for position, (test, body) in enumerate(s.arms):
            lead = self.say("If" if not position else "If.otherwise", clause=self.clause(test, scope))
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
            noun = self.titles.kind(kind) if kind is not None else self.say("element")
            if known.said != noun:
                noun = self.say("named", noun=noun, name=f"*{known.said}*") if known.said else noun
            base = source.source
            if not (isinstance(base, t.Name) and str(base.word) in self.scopes.plurals):
                noun = self.say("among", noun=noun, items=self.thing(base, scope))
            return self.say("each", noun=f"{noun} {self.which(source, scope, False, self.titles.gender(noun))}"), inner
        noun = known.said
        if plain:
            kind_noun = self.titles.kind(type_.kind) if type_.kind is not None else noun
            return self.say("each", noun=noun if noun == kind_noun else self.say("named", noun=kind_noun, name=f"*{noun}*")), inner
        return self.say("each", noun=self.say("among", noun=noun, items=self.thing(source, scope))), inner

    def order(self, order: t.Order | None, kind: str | None, scope: Scope) -> str:
        if order is None:
            return ""
        if order.drawn:
            return self.say("Order.drawn")
        inner = scope.child(kind)
        dice = next((k for k in order.keys if _throws(k.value)), None)  # they come last: nothing is tied after them
        keys = [
            self.say(f"Key.{'highest' if k.highest else 'lowest'}", value=self.language.bare_of(self.each(k.value, inner)))
            for k in order.keys
            if k is not dice
        ]
        said = self.say("Order", keys=self.language.list(keys, "and")) if keys else ""
        if dice is not None:
            first = "highest" if dice.highest else "lowest"
            said += self.say(f"Order.tie.{first}" if keys else f"Order.dice.{first}", dice=self.thing(dice.value, scope))
        return said + (self.say("Order.tie.draw") if order.tie else "")

    def on_ForEach(self, s: t.ForEach, scope: Scope) -> Lines:
        who, inner = self.element(s, scope)
        if s.along:
            lead = self.say("ForEach.along", noun=inner.names[str(s.name)].said, items=self.thing(s.source, scope))
            return [self.language.sentence(f"{lead}{self.say('colon')}"), *self.block(s.body, inner)]
        lead = self.say("ForEach", who=who) + self.order(s.order, self.scopes.of(s.source, scope).kind, scope)
        if s.together:
            lead += self.say("ForEach.together")
        one = self.inline(s.body, inner.child())
        if one is not None:
            return [self.language.sentence(f"{lead}{self.say('colon')}{lowered(one)}")]
        return [self.language.sentence(f"{lead}{self.say('colon')}"), *self.block(s.body, inner)]

    def on_While(self, s: t.While, scope: Scope) -> Lines:
        return self.after(self.say("While", clause=self.clause(s.guard, scope)), s.body, scope)

    def on_Repeat(self, s: t.Repeat, scope: Scope) -> Lines:
        plain = isinstance(s.times, t.Number)
        return self.after(self.say("Repeat" if plain else "Repeat.as", times=self.thing(s.times, scope)), s.body, scope)

    def on_Together(self, s: t.Together, scope: Scope) -> Lines:
        return [self.language.sentence(self.say("Together")), *self.block(s.body, scope.child())]

    def on_At(self, s: t.At, scope: Scope) -> Lines:
        agenda = self.book.find(str(s.agenda), t.Agenda)
        noun = small(self.titles.of(agenda)) if agenda is not None else self.titles.plain(str(s.agenda))
        the = self.language.the(self.link(noun, agenda), self.titles.gender(noun))
        key = "this" if s.ahead == 0 else "next" if s.ahead == 1 else "ahead"
        lead = self.say(f"At.{s.edge}.{key}", the=the, noun=noun, nouns=self.language.plural(noun), count=s.ahead)
        return self.after(lead, s.body, scope)


def _throws(value: t.Expr) -> bool:
    return isinstance(value, t.DiceValue) or (isinstance(value, t.Binary) and (_throws(value.left) or _throws(value.right)))


def lowered(text: str) -> str:
    """A sentence that goes on after a comma: without its capital, unless a name or a mark begins it."""
    return text if text.startswith(("[", "*", "‹", "“", "«", "<", "(")) or text[1:2].isupper() else text[:1].lower() + text[1:]


def items(lines: Lines) -> Lines:
    """The arms of an ``if`` follow it as items of the same list."""
    out: Lines = []
    for line in lines:
        stripped = line.lstrip(" ")
        if stripped.startswith("\0"):
            indent = (len(line) - len(stripped)) - 4
            out.append(" " * max(0, indent) + "- " + stripped[1:])
        else:
            out.append(line)
    return out


__all__ = ["Known", "Told", "items"]
