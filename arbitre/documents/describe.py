"""Declarations of a rulebook as pieces of a page."""

from __future__ import annotations

from typing import Any

from arbitre.coverage import notes
from arbitre.documents.language import capital, small
from arbitre.documents.scope import Known, Scope, Type
from arbitre.documents.statements import Lines, Told, items, lowered
from dsl import tree as t

TURNS = {"before": "before", "after": "after", "instead": "instead"}


class Describe(Told):
    """Each method returns lines of Markdown."""

    def l(self, key: str, /, **parts: Any) -> str:  # noqa: E743
        return self.language.label(key, **parts)

    def heading(self, level: int, decl: Any, title: str = "") -> str:
        return f"{'#' * level} {title or self.titles.of(decl)} {{ #{self.book.anchor(decl)} }}"

    # ------------------------------------------------------------------------------------ around a rule

    def text(self, decl: Any) -> Lines:
        return [self.titles.pair(decl.text), ""] if getattr(decl, "text", None) is not None else []

    def meta(self, decl: Any, used: bool = True) -> Lines:
        """Source, clauses, and who speaks of it."""
        parts = [f"[{self.l('source')}]({self.book.source_of(decl.place)})"]
        clauses = list(decl.clauses) if isinstance(decl, t.Agenda) else list(dict.fromkeys(c for c, _ in notes(decl)))
        if clauses:
            known = self.book.clauses
            said = [f"[{c}](clauses.md#clause-{c})" if c in known else c for c in clauses]
            parts.append(f"{self.l('clauses.of')} {', '.join(said)}")
        if used:
            users = self.used_by(decl)
            if users:
                parts.append(f"{self.l('used.by')} {', '.join(users)}")
        return ["", f'<small class="meta" markdown>{" · ".join(parts)}</small>', ""]

    def used_by(self, decl: Any, most: int = 6) -> list[str]:
        """Links to the rules that speak of it."""
        name = str(getattr(decl, "name", ""))
        out: list[str] = []
        for user in self.book.users.get(name, ()):
            if isinstance(user, (t.Hook, t.Adjust)) and str(user.name) == name:
                continue
            said = self.reference(user)
            if said and said not in out:
                out.append(said)
        return [*out[:most], *([f"… (+{len(out) - most})"] if len(out) > most else [])]

    def reference(self, decl: t.Decl) -> str:
        """A link to a rule, by its title or by what it changes."""
        if isinstance(decl, (t.Kind, t.DataTable, t.Map)):
            kind = str(getattr(decl, "kind", "") or getattr(decl, "name", ""))
            if isinstance(decl, t.Map):
                chosen = self.book.members(kind)
                said = self.titles.member(chosen[0][0].name, kind) if chosen else capital(self.titles.plain(kind))
                return f"[{said}](board.md)" if "<" not in said else ""
            return f"[{capital(self.titles.kind(kind))}]({f'cards-{kind}.md' if self.book.carded(kind) else f'things.md#kind-{kind}'})"
        if isinstance(decl, (t.Scenario, t.Always)):
            return ""
        if isinstance(decl, (t.Hook, t.Adjust)):
            return f"[{self.hook_name(decl)}]({self.book.target(decl)})"
        title = self.titles.of(decl)
        return self.link(title, decl) if "<" not in title else f"[{str(decl.name).replace('_', ' ')}]({self.book.target(decl)})"  # type: ignore[attr-defined]

    def hook_name(self, decl: t.Hook | t.Adjust) -> str:
        """What a rule without a name is called: whose it is, and what it changes."""
        target = next((d for d in self.book.named.get(str(decl.name), ()) if not isinstance(d, (t.Option,))), None)
        said = self.titles.of(target) if target is not None else self.step(str(decl.name))
        if decl.name == "any_order":
            said = self.l("any.order")
        if decl.owner:
            kind = self.book.kind_of_owner(decl.owner)
            owner = self.titles.member(kind, decl.owner) if kind is not None else decl.owner
            return f"{owner} → {said}"
        return f"{self.l('rule.on')} {self.language.quote(said)}"

    def rest(self, decl: Any) -> Lines:
        """What changes a rule from elsewhere: hooks, and links to those that stand on a card."""
        name = str(decl.name)
        out: Lines = []
        if decl.depth > 1:
            out.append(f"- {self.say('Event.depth', count=decl.depth)}")
        elsewhere = []
        for hook in self.book.hooks_on(name):
            if hook.roll != isinstance(decl, t.Test):
                continue
            if self.book.page_of(hook).startswith("cards-"):
                elsewhere.append(f"{self.reference(hook)} ({self.l('hook.' + hook.position)})")
            else:
                out += self.hook(hook)
        if elsewhere:
            out += ["", f"**{self.l('changed.by')}** {', '.join(elsewhere)}", ""]
        return out

    # ------------------------------------------------------------------------------------ lines before statements

    def params(self, params: list[t.Parameter], scope: Scope) -> str:
        if params and not any(p.preposition for p in params):
            return self.language.list([self.known(scope.names[str(p.name)]) for p in params])
        direct = any(not p.preposition for p in params)
        found = sorted(params, key=lambda p: (bool(p.preposition), p.preposition != "by"))
        return " ".join(
            self.language.prep(
                "" if not n and not direct and p.preposition == "by" else p.preposition, self.known(scope.names[str(p.name)])
            )
            for n, p in enumerate(found)
        )

    def preface(self, lines: t.RuleLines, scope: Scope) -> Lines:
        out: Lines = []
        from arbitre.documents.prose import flat

        tests = [p for need in lines.whens for p in flat(need.test, "and")]
        if len(tests) == 1:
            out += self.list_of("RuleLines.when", tests[0], scope)
        elif tests:
            out.append(f"- {self.say('RuleLines.when.all')}")
            out += [f"    - {self.language.sentence(self.clause(x, scope))}" for x in tests]
        for keep in lines.keeps:
            out.append(f"- {self.keeps_line(keep, scope)}")
        if lines.gives is not None:
            out.append(f"- {self.say('RuleLines.gives', type=self.type(lines.gives))}")
        if lines.seen:
            out.append(f"- {self.say('RuleLines.seen', seen=self.language.list([self.seen(s, scope) for s in lines.seen]))}")
        if lines.says is not None:
            audience = self.l("who.sees") if lines.seen else self.l("who.everyone")
            out.append(f"- {self.language.sentence(self.say('RuleLines.says', who=audience, text=self.filled(lines.says, scope)))}")
        for need in lines.needs:
            clause = self.clause(need.test, scope)
            if need.reason is not None:
                out.append(f"- {self.say('Needs.else', clause=clause, reason=self.filled(need.reason, scope))}")
            else:
                out.append(f"- {self.say('Needs', clause=clause)}")
        return out

    def list_of(self, key: str, test: Any, scope: Scope) -> Lines:
        return [f"- {self.say(key, clause=self.clause(test, scope))}"]

    def keeps_line(self, keep: t.Keeps, scope: Scope) -> str:
        type_ = self.scopes.of_written(keep.type)
        said, gender = self.titles.noun(str(keep.name), None if type_.form == "number" else type_.kind)
        scope.names[str(keep.name)] = Known(type_, said, gender)
        return self.say("Keeps", name=self.language.quote(said), type=self.type(keep.type))

    def seen(self, seen: t.SeenBy, scope: Scope) -> str:
        who = self.thing(seen.audience, scope)
        if seen.when is not None:
            return self.say("SeenBy.when", who=who, clause=self.clause(seen.when, scope))
        return self.say("SeenBy", who=who)

    def type(self, type_: t.Type) -> str:
        if isinstance(type_, t.Bounded):
            low, high = (self.titles.plain(str(x)) if not str(x).lstrip("-").isdigit() else str(x) for x in (type_.low, type_.high))
            for value in (type_.low, type_.high):
                if str(value) in self.book.binder.options:
                    shown = self.language.quote(self.option(str(value)))
                    low, high = (shown if x == self.titles.plain(str(value)) else x for x in (low, high))
            return self.say("Bounded", low=low, high=high)
        kind = str(type_.kind)
        if isinstance(type_, t.Subset):
            return self.say("Subset", kinds=self.titles.kinds(kind))
        if kind == "flag":
            return self.say("OfKind.flag")
        noun = self.titles.figure(kind)
        return self.say("OfKind.optional" if type_.optional else "OfKind", a=self.language.a(noun, self.titles.gender(noun)))

    # ------------------------------------------------------------------------------------ values

    def modifiers(self, modifiers: list[t.Modifier], scope: Scope) -> Lines:
        return [f"- {self.language.sentence(self.modifier(m, scope))}" for m in modifiers]

    def modifier(self, m: t.Modifier, scope: Scope) -> str:
        clause = self.clause(m.when, scope) if m.when is not None else ""
        form = m.form
        if form == "bonus":
            sign = "+" if m.sign > 0 else "−"
            value = f"{sign}{m.value.value}" if isinstance(m.value, t.Number) else f"{sign} {self.thing(m.value, scope)}"
            return self.say("Modifier.bonus.when" if clause else "Modifier.bonus", value=value, clause=clause)
        if form == "bonus_each":
            sign = "+" if m.sign > 0 else "−"
            number, source = m.value, m.when
            value = f"{sign}{number.value}" if isinstance(number, t.Number) else f"{sign} {self.thing(number, scope)}"
            return self.say("Modifier.bonus_each", value=value, items=self.thing(source, scope))
        if form == "result":
            name = self.result(str(m.name))
            return self.say("Modifier.result", name=name if name.startswith("<") else capital(name), clause=clause)
        if form in ("also_when", "not_when"):
            return self.say(f"Modifier.{form}", clause=clause)
        value = self.thing(m.value, scope)
        return self.say(f"Modifier.{form}.when" if clause and form != "override" else f"Modifier.{form}", value=value, clause=clause)

    def adjusts(self, name: str, what: str, arity: int | None = None) -> Lines:
        """Lines other files add, those of a card as links."""
        out: Lines = []
        for decl in self.book.adjusts_of(name, what):
            scope = self.scopes.of_params(decl.params)
            lead = self.reference_owner(decl)
            anchor = "" if self.book.page_of(decl).startswith("cards-") else f'<a id="{self.book.anchor(decl)}"></a>'
            for line in self.modifiers(decl.modifiers, scope):
                out.append(f"- {anchor}{line[2:]} {lead}".rstrip())
                anchor = ""
        return out

    def reference_owner(self, decl: t.Adjust) -> str:
        if not decl.owner or not self.book.page_of(decl).startswith("cards-"):
            return ""
        kind = self.book.kind_of_owner(decl.owner) or ""
        return f"({self.member(kind, decl.owner)})"

    def added(self, name: str) -> Lines:
        """Columns of things that are added to a number."""
        out: Lines = []
        for kind in self.book.kinds:
            for field in self.book.fields_of(kind):
                if field.added_to is not None and str(field.added_to[0]) == name:
                    noun = str(field.added_to[1])
                    scope = self.scopes.of_params([t.Parameter(field.place, t.Word(noun))])
                    who = self.known(scope.names[noun])
                    target = f"cards-{kind}.md" if self.book.carded(kind) else f"things.md#kind-{kind}"
                    figure = self.language.quote(f"[{small(self.titles.of(field))}]({target})")
                    out.append(f"- {capital(self.l('added', figure=figure, kind=self.titles.kind(kind), who=who))}")
        return out

    def define(self, decl: t.Define) -> Lines:
        scope = self.scopes.of_params(decl.params)
        params = self.params(decl.params, scope)
        head = [self.heading(3, decl), "", *self.text(decl)]
        if len(decl.params) > 1:
            head += [f"*{self.l('for')} {params}.*", ""]
        more = [*self.modifiers(decl.modifiers, scope), *self.adjusts(str(decl.name), "value"), *self.added(str(decl.name))]
        value = self.thing(decl.value, scope)
        if not more:
            return [*head, self.say("Define.pl" if value.startswith("les ") else "Define", value=value), *self.meta(decl)]
        return [
            *head,
            self.say("Define.staged.pl" if value.startswith("les ") else "Define.staged", value=value),
            "",
            *more,
            *self.meta(decl),
        ]

    def condition(self, decl: t.Condition) -> Lines:
        subjects = [t.Parameter(decl.place, w) for w in (decl.subject, decl.object) if w is not None]
        scope = self.scopes.of_params(subjects)
        who = self.language.list([self.known(scope.names[str(p.name)]) for p in subjects])
        more = [*self.modifiers(decl.modifiers, scope), *self.adjusts(str(decl.name), "relation")]
        always = isinstance(decl.when, t.Name) and str(decl.when.word) == "true"
        key = ("Condition.always" if always else "Condition") + (".staged" if more else "")
        lead = self.say(key, clause="" if always else self.clause(decl.when, scope))
        out = [self.heading(3, decl), "", *self.text(decl)]
        if who:
            out += [f"*{self.l('about')} {who}.*", ""]
        return [*out, lead, "", *more, *self.meta(decl)]

    # ------------------------------------------------------------------------------------ what happens

    def steps(self, body: list[t.Stmt], scope: Scope) -> Lines:
        return items(self.block(body, scope))

    def event(self, decl: t.Event, level: int = 3) -> Lines:
        scope = self.scopes.of_params(decl.params)
        out = [self.heading(level, decl), "", *self.text(decl)]
        if decl.params:
            out += [f"*{capital(self.params(decl.params, scope))}.*", ""]
        out += self.preface(decl.lines, scope)
        out += self.steps(decl.body, scope)
        if not decl.body and not decl.lines.whens and not decl.lines.says:
            out.append(self.l("event.empty"))
        return [*out, *self.rest(decl), *self.meta(decl)]

    def action(self, decl: t.Action, level: int = 3) -> Lines:
        scope = self.scopes.of_params(decl.params)
        direct = sorted(decl.params, key=lambda p: p.preposition != "by")
        others = [p for p in direct[1:]] if direct and direct[0].preposition == "by" else direct
        out = [self.heading(level, decl), "", *self.text(decl)]
        lines = decl.lines
        if lines.during is not None:
            when = self.say("RuleLines.during", step=self.language.quote(self.step(str(lines.during))))
        else:
            when = self.say("RuleLines.order")
        who = self.say("Action.who", actor=self.known(scope.names[str(direct[0].name)])) if direct else ""
        what = self.say("Action.what", params=self.language.list([self.typed(p, scope) for p in others])) if others else ""
        out += [" ".join(x for x in (who, when, what) if x), ""]
        for limit in lines.limits:
            agenda = self.book.find(str(limit.period), t.Agenda)
            period = small(self.titles.of(agenda)) if agenda is not None else self.titles.plain(str(limit.period))
            once = isinstance(limit.count, t.Number) and limit.count.value == 1
            out.append(f"- {self.say('Limit.once' if once else 'Limit', count=self.thing(limit.count, scope), period=period)}")
        if lines.instead_of:
            rivals = [self.language.quote(self.title_of(str(w), t.Action)) for w in lines.instead_of]
            out.append(f"- {self.say('RuleLines.instead', actions=self.language.list(rivals, 'or'))}")
        out += [f"- {self.way(one, decl, scope)}" for one in lines.ways]
        if lines.several:
            out.append(f"- {self.say('RuleLines.several')}")
        if lines.shortcut:
            out.append(f"- {self.say('RuleLines.shortcut')}")
        if lines.spends:
            out.append(f"- {self.say('RuleLines.spends')}")
        out += self.preface(lines, scope)
        # What is shown beside the option belongs to the game; `appeal`, what a bot likes, binds nobody and is left out: a player
        # who read it would take advice for a rule.
        if lines.hint is not None:
            out.append(f"- {self.language.sentence(self.say('RuleLines.hint', text=self.filled(lines.hint, scope)))}")
        effects = self.steps(decl.body, scope)
        if effects:
            out += ["", f"{self.l('effect')}", "", *effects]
        return [*out, *self.rest(decl), *self.meta(decl)]

    def way(self, way: t.Way, decl: t.Action, scope: Scope) -> str:
        """Another way to give an action: by a direction, say, where a square could be named."""
        inner = self.scopes.of_params([*decl.params, way.param])
        given = inner.names[str(way.param.name)]
        named = next(p for p in decl.params if p.preposition == way.param.preposition)
        said = self.known(scope.names[str(named.name)])
        return self.say("Way", given=self.language.a(given.said, given.gender), named=said, value=self.thing(way.value, inner))

    def typed(self, param: t.Parameter, scope: Scope) -> str:
        known = scope.names[str(param.name)]
        return self.language.prep("" if param.preposition in ("by", "at") else param.preposition, self.language.a(known.said, known.gender))

    def hook(self, decl: t.Hook) -> Lines:
        """A rule before, instead of or after something, as a paragraph with its list."""
        scope = self.hook_scope(decl)
        lead = self.hook_lead(decl, scope)
        for need in decl.lines.whens:
            lead += self.say("Hook.when", clause=self.clause(need.test, scope))
        one = self.inline(decl.body, scope.child())
        anchor = f'<a id="{self.book.anchor(decl)}"></a>'
        out = ["", f"{anchor}"]
        if one is not None:
            out = ["", f"{anchor}**{lead}**{self.say('colon')}{lowered(self.language.sentence(one))}"]
        else:
            out = ["", f"{anchor}**{lead}**{self.say('colon').rstrip()}", "", *self.steps(decl.body, scope)]
        if decl.over:
            out += ["", self.say("Hook.over", other=self.language.quote(decl.over.replace("_", " ")))]
        return [*out, *self.meta(decl, used=False)]

    def hook_scope(self, decl: t.Hook) -> Scope:
        scope = self.scopes.of_params(decl.params)
        target = self.book.find(str(decl.name), t.Event, t.Agenda)
        if target is not None:
            for keep in self.keeps(target):
                said, gender = self.titles.noun(str(keep.name), None)
                scope.names.setdefault(str(keep.name), Known(self.scopes.of_written(keep.type), said, gender))
        return scope

    def hook_lead(self, decl: t.Hook, scope: Scope) -> str:
        if decl.name == "any_order" and decl.params:
            lead = self.say("Hook.orders", who=self.known(scope.names[str(decl.params[0].name)]))
        elif decl.dotted:
            agenda = self.book.find(str(decl.dotted[0]), t.Agenda)
            title = self.titles.of(agenda) if agenda is not None else str(decl.dotted[0])
            lead = self.say("Hook.step", position=self.l(f"position.{decl.position}"), step=self.step(str(decl.name)), agenda=title)
        else:
            target = self.book.find(str(decl.name), *((t.Test, t.Contest) if decl.roll else (t.Event, t.Action, t.Agenda)))
            title = self.link(self.titles.of(target), target) if target is not None else self.titles.plain(str(decl.name))
            lead = self.say("Hook.roll" if decl.roll else f"Hook.{decl.position}", event=title)
            if decl.params:
                lead += self.say("Hook.args", args=self.params(decl.params, scope))
        if decl.when is not None:
            lead += self.say("Hook.when", clause=self.clause(decl.when, scope))
        return lead

    def adjust(self, decl: t.Adjust) -> Lines:
        """Lines a file adds to a value of another."""
        scope = self.scopes.of_params(decl.params)
        target = self.book.find(str(decl.name), t.Define, t.Condition, t.Test)
        title = self.language.quote(self.link(self.titles.of(target), target)) if target is not None else str(decl.name)
        lead = self.say("Adjust.to", title=title)
        if decl.params:
            lead += f" ({self.params(decl.params, scope)})"
        anchor = f'<a id="{self.book.anchor(decl)}"></a>'
        return [
            "",
            f"{anchor}**{lead}**{self.say('colon').rstrip()}",
            "",
            *self.modifiers(decl.modifiers, scope),
            *self.meta(decl, used=False),
        ]

    def rule(self, decl: t.Decl, level: int = 4) -> Lines:
        """Any rule of a member, on its card."""
        match decl:
            case t.Action():
                return self.action(decl, level)
            case t.Event():
                return self.event(decl, level)
            case t.Hook():
                return self.hook(decl)
            case t.Adjust():
                return self.adjust(decl)
            case t.Define():
                return [self.heading(level, decl), *self.define(decl)[1:]]
            case t.Condition():
                return [self.heading(level, decl), *self.condition(decl)[1:]]
            case t.Test() | t.Contest() | t.Table():
                return self.dice(decl, level)
        return []

    def dice(self, decl: Any, level: int) -> Lines:
        raise NotImplementedError

    def scope_of_type(self, type_: Type) -> Scope:
        return Scope(element=type_.kind)
