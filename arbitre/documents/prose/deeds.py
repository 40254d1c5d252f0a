"""What a statement does, said as one sentence: what changes, is thrown, told, created, won."""

from __future__ import annotations

import re

from arbitre.documents.model.scope import FLAG, NUMBER, Scope, Type
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Deeds(Writer):
    """Says statements that do something."""

    def __init__(self, pen: Pen, nouns: Things, conditions: Conditions) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions

    # ------------------------------------------------------------------------------------ changes

    def lasting(self, lasting: t.Lasting | None) -> str:
        if lasting is None:
            return ""
        agenda = self.book.find(str(lasting.agenda), t.Agenda)
        noun = self.language.small(self.titles.of(agenda)) if agenda is not None else self.titles.plain(str(lasting.agenda))
        gender = self.titles.gender(noun)
        the = self.language.the(self.link(noun, agenda), gender)
        nouns = self.language.plural(noun)
        return self.say(f"Lasting.{lasting.form}", the=the, noun=noun, nouns=nouns, count=lasting.count)

    def on_Becomes(self, s: t.Becomes, scope: Scope) -> str:
        lasting = self.lasting(s.lasting)
        target, type_ = s.target, self.scopes.of(s.target, scope)
        if isinstance(target, t.Dot):
            owner = self.scopes.of(target.owner, scope)
            part = self.nouns.part(owner.kind, str(target.word)) if owner.kind is not None else None
            if part is not None and not isinstance(part, str):
                held = None if isinstance(s.value, t.Nothing) else self.nouns.thing(s.value, scope)
                opened = self.conditions.opened.becomes(part, self.nouns.thing(target.owner, scope), held)
                if opened is not None:
                    return opened + lasting
                noun, gender, _ = self.nouns.noun(part)
                value = str(s.value.word) if isinstance(s.value, t.Name) else ""
                if type_ == FLAG and value in ("true", "false"):
                    return self.flagged(target.owner, owner.kind, part, value == "true", scope) + lasting
                if type_ == FLAG:
                    title = self.language.quote(self.language.small(self.titles.of(part)))
                    return (
                        self.say(
                            "Becomes.whether",
                            title=title,
                            owner=self.nouns.thing(target.owner, scope),
                            clause=self.conditions.clause(s.value, scope),
                        )
                        + lasting
                    )
                if isinstance(s.value, t.Nothing) and owner.kind != "match":
                    return (
                        self.say("Becomes.none", owner=self.nouns.thing(target.owner, scope), noun=noun, a=self.language.a(noun, gender))
                        + lasting
                    )
        plainly = {"true": "yes", "false": "no"}.get(str(s.value.word)) if isinstance(s.value, t.Name) else None
        if type_ == FLAG and plainly is not None and isinstance(target, (t.Name, t.Dot)):
            word = str(target.word)
            name = scope.names[word].said if isinstance(target, t.Name) and word in scope.names else self.titles.noun(word, None)[0]
            return self.say(f"Becomes.{plainly}", name=self.language.quote(name)) + lasting
        if isinstance(s.value, t.Nothing):
            return self.say("Becomes.nothing", target=self.nouns.thing(target, scope)) + lasting
        if type_ == NUMBER:
            computed = "" if isinstance(s.value, t.Number) else ".of"  # seeds do not “pass” to other seeds
            return (
                self.say(
                    f"Becomes.number{computed}.pl" if self.conditions.many(target, scope) else "Becomes.number",
                    target=self.nouns.thing(target, scope),
                    value=self.nouns.thing(s.value, scope),
                )
                + lasting
            )
        said, value = self.nouns.thing(target, scope), self.nouns.thing(s.value, scope)
        if isinstance(target, t.Dot) and isinstance(target.owner, t.Name) and str(target.owner.word) not in scope.names:
            if self.book.find(str(target.owner.word), t.Event, t.Action, t.Agenda) is not None:  # what a rule notes while it lasts
                return self.say("Becomes.kept", what=self.language.bare_of(said), value=value) + lasting
        return self.say("Becomes.pl" if self.conditions.many(target, scope) else "Becomes", target=said, value=value) + lasting

    def flagged(self, owner: object, kind: str | None, part: object, value: bool, scope: Scope) -> str:
        """A yes-or-no field set: ``from now on, the player has lost his zone``, or a mark that is put or taken away."""
        text = self.nouns.called(part)
        predicate = self.language.predicate(text, not value, False)
        if predicate is None or self.plainly(text):
            alone = kind == "match"
            subject = "" if alone else self.nouns.thing(owner, scope)
            said = self.conditions.predicated(subject, part, not value, False, alone)
            if value or not alone or not re.search(r"\b(?:was|were) not\b", said):
                return self.say("Becomes.flag", said=said)
            # what was done cannot be undone from now on, but it can cease to count
            return self.say("Becomes.no", name=self.language.quote(self.language.small(self.titles.of(part))))
        title = self.language.quote(self.language.small(self.titles.of(part)))
        return self.say("Becomes.true" if value else "Becomes.false", title=title, owner=self.nouns.thing(owner, scope))

    def on_Gains(self, s: t.Gains, scope: Scope) -> str:
        lasting = self.lasting(s.lasting)
        owner_type = self.scopes.of(s.target, scope)
        verb = "gain" if s.gain else "lose"
        if s.what is None:
            return self.gained_plain(s, scope, verb) + lasting
        owner = self.nouns.thing(s.target, scope)
        part = self.nouns.part(owner_type.kind, str(s.what)) if owner_type.kind is not None else None
        amount = self.scopes.of(s.amount, scope)
        if part is None or isinstance(part, str):
            return (
                self.say(f"Gains.{verb}", owner=owner, amount=self.nouns.thing(s.amount, scope), what=self.titles.plain(str(s.what)))
                + lasting
            )
        noun, gender, many = self.nouns.noun(part)
        if amount.form in ("row", "set"):
            items = self.language.belongs(owner, noun, gender, True)
            if verb == "lose" and isinstance(s.amount, t.Name) and str(s.amount.word) in self.scopes.plurals:
                return self.say("Gains.lose.every", items=items) + lasting
            return self.say(f"Gains.{verb}.set", items=items, amount=self.nouns.thing(s.amount, scope)) + lasting
        text = self.nouns.called(part)
        said = self.language.small(self.language.of_text(text))
        number = s.amount.value if isinstance(s.amount, t.Number) else None
        if owner_type.kind == "match":
            return self.say(f"Gains.{verb}.of{'.pl' if many else ''}", what=self.language.the(noun, gender, many),
                            amount=self.nouns.thing(s.amount, scope)) + lasting  # fmt: skip
        if many and number is not None and len(said.split()) <= 4:
            noun = self.language.singular(said) if number == 1 else said
            return self.say(f"Gains.{verb}", owner=owner, amount=number, what=noun) + lasting
        if len(said.split()) > 3 or number is None or not self.language.measured(said):
            plural = many
            return self.say(f"Gains.{verb}.of{'.pl' if plural else ''}", what=self.language.belongs(owner, noun, gender, plural),
                            amount=self.nouns.thing(s.amount, scope)) + lasting  # fmt: skip
        return self.say(f"Gains.{verb}.in", owner=owner, amount=self.nouns.thing(s.amount, scope), what=noun) + lasting

    def gained_plain(self, s: t.Gains, scope: Scope, verb: str) -> str:
        """``x gains glow``: a member of a set; ``total gains 1``: a number of its own."""
        owner = self.nouns.thing(s.target, scope)
        target = self.scopes.of(s.target, scope)
        amount = self.scopes.of(s.amount, scope)
        if target.form == "set":
            if verb == "lose" and isinstance(s.amount, t.Name) and str(s.amount.word) in self.scopes.plurals:
                return self.say("Gains.lose.every", items=owner)
            return self.say(f"Gains.{verb}.set", items=owner, amount=self.nouns.thing(s.amount, scope))
        word = str(s.amount.word) if isinstance(s.amount, t.Name) else ""
        if target.form == "row" and verb == "lose" and target.kind is not None:
            field = self.book.field(target.kind, word)
            if field is not None and isinstance(field.type, t.Subset):
                noun, _, _ = self.nouns.noun(field)
                return self.say("Gains.lose.all", owner=owner, what=self.language.own(noun, "", True))
        if target.form == "row" and amount.form in ("row", "set"):
            return self.say(f"Gains.{verb}.member", owner=owner, what=self.nouns.thing(s.amount, scope))
        several = ".pl" if self.conditions.many(s.target, scope) else ""
        return self.say(f"Gains.{verb}.of{several}", what=owner, amount=self.nouns.thing(s.amount, scope))

    def on_Let(self, s: t.Let, scope: Scope) -> str:
        value = self.nouns.thing(s.value, scope)
        type_ = self.scopes.of(s.value, scope)
        known = self.scopes.add(scope, str(s.name), type_, s.title)
        plainly = {"true": "yes", "false": "no"}.get(str(s.value.word)) if isinstance(s.value, t.Name) else None
        if type_ == FLAG and plainly is not None:
            return self.say(f"Let.{plainly}", name=self.language.quote(known.said))
        if type_ == FLAG:
            return self.say("Let.flag", name=self.language.quote(known.said), clause=self.conditions.clause(s.value, scope))
        name = f"*{known.said}*"
        the = name if known.marked else self.language.the(name, known.gender, type_.form == "set" or "p" in known.gender)
        return self.say("Let", name=name, value=value, the=the)

    def on_Roll(self, s: t.Roll, scope: Scope) -> str:
        value = self.nouns.thing(s.value, scope)
        known = self.scopes.add(scope, str(s.name), NUMBER)
        return self.say("Roll", dice=value, name=f"*{known.said}*") + self.shown_to(s.seen, scope)

    def on_Draw(self, s: t.Draw, scope: Scope) -> str:
        kind = self.scopes.of(s.source, scope).kind
        among = self.nouns.among(s.source, scope, "pick")
        known = self.scopes.add(scope, str(s.name), Type("row", kind))
        return self.say("Draw", a=self.one(known), among=among) + self.shown_to(s.seen, scope)

    def shown_to(self, seen: t.Expr | None, scope: Scope) -> str:
        """Who sees how dice fall, where the statement says so."""
        if seen is None:
            return ""
        if isinstance(seen, t.Name) and str(seen.word) == "nobody":
            return self.say("Shown.nobody")
        return self.say("Shown", who=self.nouns.thing(seen, scope))

    def on_Create(self, s: t.Create, scope: Scope) -> str:
        kind = str(s.kind)
        noun = self.titles.kind(kind)
        said = self.language.a(noun, self.titles.gender(noun))
        known = self.scopes.add(scope, str(s.name), Type("row", kind)) if s.name is not None else None
        if known is not None and known.said != noun:
            said = self.say("Create.as", what=said, name=f"*{known.said}*")
        values = []
        for word, value in s.values:
            part = self.nouns.part(kind, str(word))
            title = (
                self.language.small(self.language.of_text(self.nouns.called(part))) if part is not None else self.titles.plain(str(word))
            )
            values.append(f"{title}{self.say('colon')}{self.language.bare_of(self.nouns.thing(value, scope))}")
        return self.say("Create.with" if values else "Create", what=said, values=self.language.semicolons(values))

    def on_Discard(self, s: t.Discard, scope: Scope) -> str:
        return self.say("Discard", what=self.nouns.thing(s.target, scope))

    # ------------------------------------------------------------------------------------ telling, ending

    def filled(self, text: t.Text, scope: Scope) -> str:
        """A text with its slots said in words."""
        import re

        said = self.titles.pair(text).lstrip(" ,;:")  # what goes on with a sentence stands by itself here
        values = iter(self.book.values_in(text, self.language.code))

        def slot(match: re.Match[str]) -> str:
            written = match.group(1).replace("\\", "").strip()
            value, known = next(values, None), scope.names.get(written)
            if known is not None:
                return f"‹{known.said}›"
            return f"‹{self.language.bare_of(self.nouns.thing(value, scope)) if value is not None else written}›"

        return self.language.quote(re.sub(r"\{([^{}]+)\}", slot, said))

    def on_TellText(self, s: t.TellText, scope: Scope) -> str:
        return self.say(
            "TellText.pl" if self.conditions.many(s.audience, scope) else "TellText",
            who=self.nouns.thing(s.audience, scope),
            text=self.filled(s.text, scope),
        )

    def on_Says(self, s: t.Says, scope: Scope) -> str:
        if s.text is None:
            return self.say("Says.nothing")
        return self.say("Says", text=self.filled(s.text, scope))

    def on_Reveals(self, s: t.Reveals, scope: Scope) -> str:
        what = self.language.list([self.revealed(name, scope) for name in s.names], "and")
        if s.audience is None:
            return self.say("Reveals", what=what)
        if isinstance(s.audience, t.Name) and str(s.audience.word) == "nobody":
            return self.say("Reveals.nobody")
        return self.say(
            "Reveals.to.pl" if self.conditions.many(s.audience, scope) else "Reveals.to", who=self.nouns.thing(s.audience, scope), what=what
        )

    def revealed(self, name: t.Expr, scope: Scope) -> str:
        """A secret as it is called: a field, a kind, a choice, dice, or what was ordered."""
        word = str(name.word) if isinstance(name, (t.Name, t.Dot)) else ""
        if word == "orders":
            return self.language.phrase("Reveals.orders")
        field = next((f for kind in self.book.kinds for f in self.book.fields_of(kind) if str(f.name) == word), None)
        if field is not None and self.scopes.of_part(field) == FLAG and self.plainly(self.nouns.called(field)):
            return self.language.quote(self.language.small(self.titles.of(field)))  # whether it holds: no thing
        if field is not None:
            return self.language.the(*self.nouns.noun(field))
        if word in scope.names:
            return self.known(scope.names[word])
        action = self.book.find(word, t.Action)
        return self.language.quote(self.titles.of(action)) if action is not None else self.language.the(*self.titles.noun(word, None))

    def on_TellFact(self, s: t.TellFact, scope: Scope) -> str:
        several = self.conditions.many(s.audience, scope)
        return self.say(
            "TellFact.pl" if several else "TellFact", who=self.nouns.thing(s.audience, scope), fact=self.nouns.thing(s.fact, scope)
        )

    def on_Reschedule(self, s: t.Reschedule, scope: Scope) -> str:
        return self.say(
            "Reschedule.before" if s.before else "Reschedule.after",
            step=self.nouns.thing(s.atom, scope),
            other=self.nouns.thing(s.reference, scope),
        )

    def on_Wins(self, s: t.Wins, scope: Scope) -> str:
        word = str(s.who.word) if isinstance(s.who, t.Name) else ""
        if s.lost and word in ("everyone", "nobody"):
            return self.say("Wins.all_lose" if word == "everyone" else "Wins.all_win")
        if word == "nobody":
            return self.say("Wins.nobody")
        plural = self.conditions.many(s.who, scope)
        if not s.lost and word in ("winner", "winners"):  # that a winner wins says nothing
            return self.say("Wins.winner.pl" if plural else "Wins.winner")
        who = (self.nouns.common(word) if word not in scope.names else "") or self.nouns.thing(s.who, scope)
        return self.say(f"Wins{'.lost' if s.lost else ''}{'.pl' if plural else ''}", who=who)

    def on_Simple(self, s: t.Simple, scope: Scope) -> str:
        return self.say(f"Simple.{s.word}")

    def on_Fail(self, s: t.Fail, scope: Scope) -> str:
        return self.say("Fail.because", reason=self.filled(s.reason, scope)) if s.reason is not None else self.say("Fail")

    def on_Give(self, s: t.Give, scope: Scope) -> str:
        word = str(s.value.word) if isinstance(s.value, t.Name) else ""
        if word in ("true", "false"):
            return self.say(f"Give.{word}")
        return self.say("Give", value=self.nouns.thing(s.value, scope))
