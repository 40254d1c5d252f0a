"""Declarations of a rulebook as pieces of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model.scope import Known, Scope
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines, nested
from arbitre.documents.prose.spread import Spread, long
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.resolve.symbols import text_of

# The order in which lines are laid over a value.
STAGES = {form: stage for stage, forms in enumerate((("override",), ("bonus", "bonus_each"), ("also", "also_when"), ("not_when", "except"),
                                                     ("floor", "ceiling"), ("result",))) for form in forms}  # fmt: skip


def always(m: t.Modifier) -> bool:
    """Is it a result of dice that comes wherever none before it does (``when total is -99 or more``)?"""
    match m.when:
        case t.Binary(op="or_more", right=t.Unary(op="-", item=t.Number(value=value))):
            return value >= 20
    return False


class Declarations(Writer):
    """Each method returns lines of Markdown."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        conditions: Conditions,
        deeds: Deeds,
        statements: Statements,
        entries: Entries,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.deeds = deeds
        self.statements = statements
        self.entries = entries
        self.spread = Spread(pen, conditions)
        self.brief = False  # lines that have a title are told by it alone

    def rest(self, decl: Any) -> Lines:
        """What changes a rule from elsewhere: hooks, and links to those that stand on a card."""
        name = str(decl.name)
        out: Lines = []
        often = max(decl.depth, 1) + sum(hook.depth for hook in self.book.hooks_on(name))
        if often > 1:
            out.append(f"- {self.say('Event.depth', count=often)}")
        elsewhere = []
        for hook in self.book.hooks_on(name):
            if hook.roll != isinstance(decl, t.Test):
                continue
            if self.book.page_of(hook).startswith("cards-"):
                elsewhere.append(f"{self.entries.reference(hook)} ({self.l('hook.' + hook.position)})")
            else:
                out += self.hook(hook)
        if elsewhere:
            out += ["", f"**{self.l('changed.by')}** {', '.join(elsewhere)}", ""]
        return out

    # ------------------------------------------------------------------------------------ values

    def modifiers(self, modifiers: list[t.Modifier], scope: Scope, lead: str = "") -> Lines:
        return [f"- {self.language.sentence(self.modifier(m, scope, lead))}" for m in modifiers]

    def modifier(self, m: t.Modifier, scope: Scope, lead: str = "") -> str:
        """A line as a sentence.  ``lead``: what the list says before its lines, which these need not say again."""
        if m.title is None or m.form == "result":
            return self.line(m, scope, lead)
        title = self.language.small(self.language.of_text(text_of(m.title)))
        if m.when is None or m.form not in ("bonus", "override"):
            return self.say("Modifier.titled", line=self.line(m, scope, lead), title=title)
        line = self.line(replace(m, when=None), scope, lead)
        if self.brief:
            return self.say("Modifier.titled", line=line, title=title)
        exact = self.say("If", clause=self.conditions.clause(m.when, scope))
        return self.say("Modifier.titled.exact", line=line, title=title, exact=exact)

    def line(self, m: t.Modifier, scope: Scope, lead: str = "") -> str:
        clause = self.conditions.clause(m.when, scope) if m.when is not None else ""
        form = m.form
        if form == "bonus":
            sign = "+" if m.sign > 0 else "−"
            value = f"{sign}{m.value.value}" if isinstance(m.value, t.Number) else f"{sign} {self.nouns.thing(m.value, scope)}"
            value = self.for_whom(value, m, scope)
            return self.say("Modifier.bonus.when" if clause else "Modifier.bonus", value=value, clause=clause)
        if form == "bonus_each":
            sign = "+" if m.sign > 0 else "−"
            number, source = m.value, m.when
            assert source is not None
            value = f"{sign}{number.value}" if isinstance(number, t.Number) else f"{sign} {self.nouns.thing(number, scope)}"
            value = self.for_whom(value, m, scope)
            each = self.language.each(self.titles.gender(self.titles.kind(self.scopes.of(source, scope).kind or "")))
            return self.say("Modifier.bonus_each", value=value, items=self.nouns.thing(source, scope), each=each)
        if form == "result":
            name = self.conditions.result(str(m.name)) if m.title is None else self.language.small(self.language.of_text(text_of(m.title)))
            if always(m):
                return self.say("Test.otherwise", name=capital(name))
            return self.say("Modifier.result", name=name if name.startswith("<") else capital(name), clause=clause)
        if form in ("also_when", "not_when"):
            return self.say("Modifier.case" if lead == form else f"Modifier.{form}", clause=clause)
        value = self.nouns.thing(m.value, scope)
        if form == "override" and (lead == form or not clause):
            return self.say("Modifier.bonus.when" if clause else "Modifier.bonus", value=value, clause=clause)
        return self.say(f"Modifier.{form}.when" if clause and form != "override" else f"Modifier.{form}", value=value, clause=clause)

    def for_whom(self, value: str, m: t.Modifier, scope: Scope) -> str:
        """What a line of a contest adds, with the side to whose throw it is added."""
        if m.whom is None or str(m.whom) not in scope.names:
            return value
        return self.say("Modifier.whom", value=value, who=self.nouns.known(scope.names[str(m.whom)]))

    def adjusts(self, name: str, what: str) -> Lines:
        """Lines other files add, those of a card as links."""
        return [line for _, line in self.adjusted(name, what)]

    def adjusted(self, name: str, what: str, lead: str = "") -> list[tuple[t.Modifier, str]]:
        """The same, each with what it says."""
        out = []
        for decl in self.book.adjusts_of(name, what):
            scope = self.scopes.of_params(decl.params)
            owner = self.entries.reference_owner(decl)
            anchor = "" if self.book.page_of(decl).startswith("cards-") else f'<a id="{self.book.anchor(decl)}"></a>'
            for m, line in zip(decl.modifiers, self.modifiers(decl.modifiers, scope, lead), strict=True):
                out.append((m, f"- {anchor}{line[2:]} {owner}".rstrip()))
                anchor = ""
        return out

    def stages(self, decl: t.Define | t.Condition, scope: Scope, what: str, lead: str, added: Sequence[str] = ()) -> Lines:
        """Every line that changes a value, its own and those of other files, in the order in which they are laid over it.

        ``added``: the columns of things that are added to it, after bonuses and before the least and the most it may be.
        """
        own = zip(decl.modifiers, self.modifiers(decl.modifiers, scope, lead), strict=True)
        lines = [(STAGES[m.form], line) for m, line in (*own, *self.adjusted(str(decl.name), what, lead))]
        lines += [(STAGES["bonus"], line) for line in added]
        return [line for _, line in sorted(lines, key=lambda pair: pair[0])]

    def forms(self, decl: t.Define | t.Condition, what: str) -> list[str]:
        """The forms of those lines."""
        return [m.form for m in [*decl.modifiers, *(m for a in self.book.adjusts_of(str(decl.name), what) for m in a.modifiers)]]

    def added(self, name: str) -> Lines:
        """Columns of things that are added to a number."""
        out: Lines = []
        for kind in self.book.kinds:
            for field in self.book.fields_of(kind):
                if field.added_to is not None and str(field.added_to[0]) == name:
                    noun = str(field.added_to[1])
                    scope = self.scopes.of_params([t.Parameter(field.place, t.Word(noun))])
                    who = self.nouns.known(scope.names[noun])
                    target = self.book.kind_target(kind)
                    figure = self.language.quote(f"[{self.language.small(self.titles.of(field))}]({target})")
                    out.append(f"- {capital(self.l('added', figure=figure, kind=self.titles.kind(kind), who=who))}")
        return out

    def several(self, e: t.Expr, scope: Scope) -> bool:
        """Is a value a set that is told one by one, or by what those in it have in common?"""
        if isinstance(e, t.Binary) and e.op in "+-":
            return self.several(e.left, scope)
        if self.scopes.of(e, scope).form != "set":
            return False
        return (isinstance(e, t.Tuple) and len(e.items) > 1) or (isinstance(e, t.Where) and e.sink != "the")

    def define(self, decl: t.Define) -> Lines:
        scope = self.scopes.of_params(decl.params)
        head = [self.entries.heading(3, decl), "", *self.entries.text(decl)]
        if len(decl.params) > 1:
            head += [self.entries.about(decl.params, scope), ""]
        forms, added = self.forms(decl, "value"), self.added(str(decl.name))
        value = self.nouns.thing(decl.value, scope)
        if not forms and not added:
            if isinstance(decl.value, t.Either) and isinstance(decl.value.then, t.Either):
                return [*head, self.say("Define.cases"), "", *self.cases(decl.value, scope), *self.entries.meta(decl)]
            several = value.startswith("les ") or self.several(decl.value, scope)
            return [*head, self.say("Define.pl" if several else "Define", value=value), *self.entries.meta(decl)]
        key = "staged"
        if set(forms) == {"override"} and not added:
            key = "unless" if len(forms) == 1 else "unless.last"
        elif set(forms) <= {"bonus", "bonus_each"} and isinstance(decl.value, t.Number) and not decl.value.value:
            key = "sum"
        lead = "override" if key.startswith("unless") else ""
        said = capital(self.say(f"Define.{key}", value=value))
        return [*head, said, "", *self.stages(decl, scope, "value", lead, added), *self.entries.meta(decl)]

    def cases(self, e: t.Either, scope: Scope) -> Lines:
        """A value that depends on one thing, then on another: a list of cases, each with its own below it."""
        out: Lines = []
        for lead, value in ((self.say("If", clause=self.conditions.clause(e.test, scope)), e.then), (self.say("Otherwise"), e.other)):
            said = f"{lead}{self.say('colon')}"
            if isinstance(value, t.Either):
                out += [f"- {capital(said).rstrip()}", *nested(self.cases(value, scope))]
            else:
                out.append(f"- {self.language.sentence(said + self.nouns.thing(value, scope))}")
        return out

    def condition(self, decl: t.Condition) -> Lines:
        subjects = decl.params
        scope = self.scopes.of_params(subjects)
        who = self.language.list([self.nouns.known(scope.names[str(p.name)]) for p in subjects])
        forms = self.forms(decl, "relation")
        base = str(decl.when.word) if isinstance(decl.when, t.Name) and str(decl.when.word) in ("true", "false") else ""
        key = {"true": "Condition.always", "false": "Condition.never"}.get(base, "Condition") + (".staged" if forms else "")
        lead = self.say(key, clause="" if base else self.conditions.clause(decl.when, scope))
        more = self.stages(decl, scope, "relation", {"true": "not_when", "false": "also_when"}.get(base, ""))
        out = [self.entries.heading(3, decl), "", *self.entries.text(decl)]
        if who:
            out += [f"*{self.l('about')} {who}.*", ""]
        return [*out, lead, "", *more, *self.entries.meta(decl)]

    def event(self, decl: t.Event, level: int = 3) -> Lines:
        scope = self.scopes.of_params(decl.params)
        out = [self.entries.heading(level, decl), "", *self.entries.text(decl)]
        if decl.params:
            out += [self.entries.about(decl.params, scope), ""]
        out += self.entries.preface(decl.lines, scope)
        out += self.entries.steps(decl.body, scope)
        if not decl.body and not decl.lines.whens and not decl.lines.says:
            out.append(self.l("event.empty"))
        return [*out, *self.rest(decl), *self.entries.meta(decl)]

    def action(self, decl: t.Action, level: int = 3) -> Lines:
        scope = self.scopes.of_params(decl.params)
        direct = sorted(decl.params, key=lambda p: p.preposition != "by")
        others = [p for p in direct[1:]] if direct and direct[0].preposition == "by" else direct
        out = [self.entries.heading(level, decl), "", *self.entries.text(decl)]
        lines = decl.lines
        if lines.during is not None:
            when = self.say("RuleLines.during", step=self.language.quote(self.nouns.steps.named(str(lines.during))))
        else:
            when = self.say("RuleLines.order")
        who = self.say("Action.who", actor=self.nouns.known(scope.names[str(direct[0].name)])) if direct else ""
        what = self.say("Action.what", params=self.language.list([self.named(p, lines, scope) for p in others])) if others else ""
        out += [" ".join(x for x in (who, when, what) if x), ""]
        for limit in lines.limits:
            agenda = self.book.find(str(limit.period), t.Agenda)
            period = self.language.small(self.titles.of(agenda)) if agenda is not None else self.titles.plain(str(limit.period))
            once = isinstance(limit.count, t.Number) and limit.count.value == 1
            out.append(f"- {self.say('Limit.once' if once else 'Limit', count=self.nouns.thing(limit.count, scope), period=period)}")
        if decl.form_of is not None:
            general = self.language.quote(self.statements.title_of(str(decl.form_of), t.Action))
            out.append(f"- {self.say('Action.form', action=general)}")
        if lines.instead_of:
            rivals = [self.language.quote(self.statements.title_of(str(w), t.Action)) for w in lines.instead_of]
            out.append(f"- {self.say('RuleLines.instead', actions=self.language.list(rivals, 'or'))}")
        out += [f"- {self.way(one, decl, scope)}" for one in lines.ways]
        if lines.several:
            out.append(f"- {self.say('RuleLines.several')}")
        if lines.shortcut:
            out.append(f"- {self.say('RuleLines.shortcut')}")
        if lines.spends:
            out.append(f"- {self.say('RuleLines.spends')}")
        out += self.entries.preface(lines, scope)
        # What is shown beside the option belongs to the game; `appeal`, what a bot likes, binds nobody and is left out: a player
        # who read it would take advice for a rule.
        if lines.written is not None:
            out.append(f"- {self.language.sentence(self.say('RuleLines.written', text=self.titles.pair(lines.written)))}")
        if lines.hint is not None:
            out.append(f"- {self.language.sentence(self.say('RuleLines.hint', text=self.deeds.filled(lines.hint, scope)))}")
        effects = self.entries.steps(decl.body, scope)
        if effects:
            out += ["", f"{self.l('effect')}", "", *effects]
        return [*out, *self.rest(decl), *self.entries.meta(decl)]

    def named(self, param: t.Parameter, lines: t.RuleLines, scope: Scope) -> str:
        """What an action is given, with the words in which it is asked for."""
        asks = next((one.text for one in lines.asks if one.name == param.name), None)
        said = self.entries.typed(param, scope)
        return said + (self.say("Asks", question=self.deeds.filled(asks, scope)) if asks is not None else "")

    def way(self, way: t.Way, decl: t.Action, scope: Scope) -> str:
        """Another way to give an action: by a direction, say, where a square could be named."""
        inner = self.scopes.of_params([*decl.params, way.param])
        given = inner.names[str(way.param.name)]
        named = next(p for p in decl.params if p.preposition == way.param.preposition)
        said = self.nouns.known(scope.names[str(named.name)])
        return self.say("Way", given=self.language.a(given.said, given.gender), named=said, value=self.nouns.thing(way.value, inner))

    def hook(self, decl: t.Hook) -> Lines:
        """A rule before, instead of or after something, as a paragraph with its list."""
        scope = self.hook_scope(decl)
        lead = self.hook_lead(decl, scope)
        for need in decl.lines.whens:
            lead += self.say("Hook.when", clause=self.conditions.clause(need.test, scope))
        one = self.statements.inline(decl.body, scope.child())
        anchor = f'<a id="{self.book.anchor(decl)}"></a>'
        out = ["", f"{anchor}"]
        if one is not None:
            out = ["", f"{anchor}**{lead}**{self.say('colon')}{self.language.lowered(self.language.sentence(one))}"]
        else:
            out = ["", f"{anchor}**{lead}**{self.say('colon').rstrip()}", "", *self.entries.steps(decl.body, scope)]
        if decl.over:
            out += ["", self.say("Hook.over", other=self.language.quote(decl.over.replace("_", " ")))]
        return [*out, *self.entries.meta(decl, used=False)]

    def hook_scope(self, decl: t.Hook) -> Scope:
        scope = self.scopes.of_params(decl.params)
        target = self.book.find(str(decl.name), t.Event, t.Agenda)
        if target is not None:
            for keep in self.nouns.keeps(target):
                said, gender = self.titles.noun(str(keep.name), None)
                scope.names.setdefault(str(keep.name), Known(self.scopes.of_written(keep.type), said, gender))
        return scope

    def hook_lead(self, decl: t.Hook, scope: Scope) -> str:
        if decl.name == "any_order" and decl.params:
            lead = self.say("Hook.orders", who=self.nouns.known(scope.names[str(decl.params[0].name)]))
        elif decl.dotted:
            agenda = self.book.find(str(decl.dotted[0]), t.Agenda)
            title = self.titles.of(agenda) if agenda is not None else str(decl.dotted[0])
            lead = self.say(
                "Hook.step", position=self.l(f"position.{decl.position}"), step=self.nouns.steps.named(str(decl.name)), agenda=title
            )
        else:
            target = self.book.find(str(decl.name), *((t.Test, t.Contest) if decl.roll else (t.Event, t.Action, t.Agenda)))
            title = self.link(self.titles.of(target), target) if target is not None else self.titles.plain(str(decl.name))
            lead = self.say("Hook.roll" if decl.roll else f"Hook.{decl.position}", event=title)
            if decl.params:
                lead += self.say("Hook.args", args=self.entries.params(decl.params, scope))
        if decl.when is not None:
            lead += self.say("Hook.when", clause=self.conditions.clause(decl.when, scope))
        return lead

    def law(self, decl: t.Always) -> Lines:
        """What must hold, always or at its moment, or happens no more than once; before it what its author says of it."""
        held, *below = self.held(decl)
        if decl.because is not None:
            reason = capital(self.titles.pair(decl.because)).rstrip(".")
            held = f"**{reason}.** {capital(held)}"
        return [f'<a id="{self.book.anchor(decl)}"></a>' + capital(held), *below]

    def held(self, decl: t.Always) -> Lines:
        if decl.moment is None or decl.test is not None:
            assert decl.test is not None
            scope = self.hook_scope(decl.moment) if decl.moment is not None else Scope()
            clause, below = self.conditions.clause(decl.test, scope), list[str]()
            if long(clause) and (found := self.spread.said(decl.test, scope)) is not None:
                clause, below = found
            key = "Always" if decl.moment is None else "Always.then"
            said = self.say(key, moment=self.hook_lead(decl.moment, scope) if decl.moment is not None else "", clause=clause)
            return [said.rstrip(".") + self.say("colon").rstrip(), "", *below] if below else [said]
        period = self.book.find(str(decl.period), t.Agenda)
        every = self.language.small(self.titles.of(period)) if period is not None else self.l("kind.match")
        target = self.book.find(str(decl.moment.name), t.Event, t.Action, t.Agenda)
        event = self.link(self.titles.of(target), target) if target is not None else self.titles.plain(str(decl.moment.name))
        given = self.entries.params(decl.moment.params, self.hook_scope(decl.moment))
        return [self.say("Always.once.each" if given else "Always.once", event=event, args=given, period=every)]

    def adjust(self, decl: t.Adjust) -> Lines:
        """Lines a file adds to a value of another."""
        scope = self.scopes.of_params(decl.params)
        target = self.book.adjusted(decl)
        title = self.language.quote(self.link(self.titles.of(target), target)) if target is not None else str(decl.name)
        lead = self.say("Adjust.to", title=title)
        if decl.params:
            lead += f" ({self.entries.params(decl.params, scope)})"
        anchor = f'<a id="{self.book.anchor(decl)}"></a>'
        return [
            "",
            f"{anchor}**{lead}**{self.say('colon').rstrip()}",
            "",
            *self.modifiers(decl.modifiers, scope),
            *self.entries.meta(decl, used=False),
        ]
