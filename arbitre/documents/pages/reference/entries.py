"""What the entry of a declaration has on every page: heading, text, where it is used, clauses."""

from __future__ import annotations

from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model.scope import Known, Scope, Type
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines, items
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.opening.proof.coverage import notes


class Entries(Writer):
    """Writes what all entries have in common."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        conditions: Conditions,
        deeds: Deeds,
        statements: Statements,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.deeds = deeds
        self.statements = statements

    def heading(self, level: int, decl: Any, title: str = "") -> str:
        return f"{'#' * level} {title or self.titles.of(decl)} {{ #{self.book.anchor(decl)} }}"

    # ------------------------------------------------------------------------------------ around a rule

    def text(self, decl: Any) -> Lines:
        option = self.chosen.of_rule(decl) if not isinstance(decl, t.Option) else ""
        waits = [f"*{self.l('optional')}{self.say('colon')}{self.titles.of(self.chosen.options[option])}*", ""] if option else []
        return [*waits, self.titles.pair(decl.text), ""] if getattr(decl, "text", None) is not None else waits

    def meta(self, decl: Any, used: bool = True) -> Lines:
        """Source, clauses, and who speaks of it."""
        parts = [f"[{self.l('source')}]({self.book.source_of(decl.place)})"]
        clauses = list(decl.clauses) if isinstance(decl, t.Agenda) else list(dict.fromkeys(c for c, _ in notes(decl)))
        if clauses:
            known = self.book.clauses
            said = [self.book.clause_link(c) if c in known else c for c in clauses]
            parts.append(f"{self.l('clauses.of')} {', '.join(said)}")
        if used:
            users = self.used_by(decl)
            if users:
                parts.append(f"{self.l('used.by')} {', '.join(users)}")
        return ["", f'<small class="meta" markdown>{" · ".join(parts)}</small>', ""]

    def used_by(self, decl: object, most: int = 6) -> list[str]:
        """Links to the rules that speak of it."""
        name = str(getattr(decl, "name", ""))
        out: list[str] = []
        for user in self.book.users.get(name, ()):
            if isinstance(user, (t.Hook, t.Adjust)) and str(user.name) == name:
                continue
            if isinstance(user, (t.Define, t.Condition)) and str(user.name) in self.book.advice and name not in self.book.advice:
                continue  # what bots like is no business of a player
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
            return f"[{capital(self.titles.kind(kind))}]({self.book.kind_target(kind)})"
        if isinstance(decl, (t.Scenario, t.Always, t.Look)):
            return ""
        if isinstance(decl, (t.Hook, t.Adjust)):
            return f"[{self.hook_name(decl)}]({self.book.target(decl)})"
        title = self.titles.of(decl)
        return self.link(title, decl) if "<" not in title else f"[{str(decl.name).replace('_', ' ')}]({self.book.target(decl)})"  # type: ignore[attr-defined]

    def hook_name(self, decl: t.Hook | t.Adjust) -> str:
        """What a rule without a name is called: whose it is, and what it changes."""
        target = next((d for d in self.book.named.get(str(decl.name), ()) if not isinstance(d, (t.Option, t.Look))), None)
        said = self.titles.of(target) if target is not None else self.nouns.steps.named(str(decl.name))
        if decl.name == "any_order":
            said = self.l("any.order")
        if decl.owner:
            kind = self.book.kind_of_owner(decl.owner)
            owner = self.titles.member(kind, decl.owner) if kind is not None else decl.owner
            return f"{owner} → {said}"
        return f"{self.l('rule.on')} {self.language.quote(said)}"

    # ------------------------------------------------------------------------------------ lines before statements

    def params(self, params: list[t.Parameter], scope: Scope) -> str:
        if params and not any(p.preposition for p in params):
            return self.language.list([self.nouns.known(scope.names[str(p.name)]) for p in params])
        direct = any(not p.preposition for p in params)
        found = sorted(params, key=lambda p: (bool(p.preposition), p.preposition != "by"))
        return " ".join(
            self.language.prep(
                "" if not n and not direct and p.preposition == "by" else p.preposition, self.nouns.known(scope.names[str(p.name)])
            )
            for n, p in enumerate(found)
        )

    def about(self, params: list[t.Parameter], scope: Scope) -> str:
        """What a rule is about, as the line below its title, whoever does it first: “About the attacker and the defender.”"""
        found = sorted(params, key=lambda p: (p.preposition != "by", bool(p.preposition)))
        return f"*{self.l('about')} {self.language.list([self.nouns.known(scope.names[str(p.name)]) for p in found])}.*"

    def preface(self, lines: t.RuleLines, scope: Scope) -> Lines:
        out: Lines = []
        from arbitre.documents.prose.operands import flat

        tests = [p for need in lines.whens for p in flat(need.test, "and")]
        if len(tests) == 1:
            out += self.list_of("RuleLines.when", tests[0], scope)
        elif tests:
            out.append(f"- {self.say('RuleLines.when.all')}")
            out += [f"    - {self.language.sentence(self.conditions.clause(x, scope))}" for x in tests]
        for keep in lines.keeps:
            out.append(f"- {self.keeps_line(keep, scope)}")
        if lines.gives is not None:
            out.append(f"- {self.say('RuleLines.gives', type=self.type(lines.gives))}")
        if lines.seen:
            out.append(f"- {self.say('RuleLines.seen', seen=self.language.list([self.seen(s, scope) for s in lines.seen]))}")
        if lines.says is not None and lines.says.text is not None:
            audience = self.l("who.sees") if lines.seen else self.l("who.everyone")
            out.append(
                f"- {self.language.sentence(self.say('RuleLines.says', who=audience, text=self.deeds.filled(lines.says.text, scope)))}"
            )
        for need in lines.needs:
            clause = self.conditions.clause(need.test, scope)
            if need.reason is not None:
                out.append(f"- {self.say('Needs.else', clause=clause, reason=self.deeds.filled(need.reason, scope))}")
            else:
                out.append(f"- {self.say('Needs', clause=clause)}")
        return out

    def list_of(self, key: str, test: object, scope: Scope) -> Lines:
        return [f"- {self.say(key, clause=self.conditions.clause(test, scope))}"]

    def keeps_line(self, keep: t.Keeps, scope: Scope) -> str:
        type_ = self.scopes.of_written(keep.type)
        if type_.form == "set":
            said = self.scopes.add(scope, str(keep.name), type_).said
        else:
            said, gender = self.titles.noun(str(keep.name), None if type_.form == "number" else type_.kind, False, type_.form)
            scope.names[str(keep.name)] = Known(type_, said, gender)
        return self.say("Keeps", name=self.language.quote(said), type=self.type(keep.type))

    def seen(self, seen: t.SeenBy, scope: Scope) -> str:
        who = self.nouns.thing(seen.audience, scope)
        if seen.when is not None:
            return self.say("SeenBy.when", who=who, clause=self.conditions.clause(seen.when, scope))
        return self.say("SeenBy", who=who)

    def type(self, type_: t.Type) -> str:
        if isinstance(type_, t.Bounded):
            low, high = (self.titles.plain(str(x)) if not str(x).lstrip("-").isdigit() else str(x) for x in (type_.low, type_.high))
            for value in (type_.low, type_.high):
                if str(value) in self.book.symbols.options:
                    shown = self.language.quote(self.nouns.option(str(value)))
                    low, high = (shown if x == self.titles.plain(str(value)) else x for x in (low, high))
            return self.say("Bounded" if type_.step == 1 else "Bounded.steps", low=low, high=high, step=type_.step)
        kind = str(type_.kind)
        if isinstance(type_, t.Subset):
            return self.say("Subset", kinds=self.titles.kinds(kind))
        if kind == "flag":
            return self.say("OfKind.flag")
        noun = self.titles.figure(kind)
        return self.say("OfKind.optional" if type_.optional else "OfKind", a=self.language.a(noun, self.titles.gender(noun)))

    def reference_owner(self, decl: t.Adjust) -> str:
        if not decl.owner or not self.book.page_of(decl).startswith("cards-"):
            return ""
        kind = self.book.kind_of_owner(decl.owner) or ""
        return f"({self.nouns.member(kind, decl.owner)})"

    # ------------------------------------------------------------------------------------ what happens

    def steps(self, body: list[t.Stmt], scope: Scope) -> Lines:
        return items(self.statements.block(body, scope))

    def typed(self, param: t.Parameter, scope: Scope) -> str:
        known = scope.names[str(param.name)]
        return self.one(known)

    def scope_of_type(self, type_: Type) -> Scope:
        return Scope(element=type_.kind)
