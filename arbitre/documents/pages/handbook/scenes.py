"""The lines of a scenario, said as what is given, decided, thrown and done."""

from __future__ import annotations

import re
from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model.nodes import walk
from arbitre.documents.model.scope import FLAG, Known, Scope, Type
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.deeds import Deeds
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.statements import Statements
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text
from arbitre.dsl.parse.trees.build_parts import dotted_name
from arbitre.dsl.resolve.symbols import TURNING


def yes_or_no(e: t.Expr) -> bool | None:
    """The value that is written for a yes-or-no field; None for one that is calculated."""
    return {"true": True, "false": False}.get(str(e.word)) if isinstance(e, t.Name) else None


class Scenes(Writer):
    """Writes the lines of scenarios."""

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
        self.heard: list[Text] = []  # what was said in the scenario that is being told

    # ------------------------------------------------------------------------------------ the lines of a scenario

    def scene_scope(self, scenario: t.Scenario) -> Scope:
        scope = Scope()
        for scene in scenario.scenes:
            if scene.form == "given":
                name, kind = str(scene.parts["name"]), str(scene.parts["kind"])
                scope.names[name] = Known(Type("row", kind), self.titles.called(kind, name), "", True)
        return scope

    def scenes(self, scenario: t.Scenario, scope: Scope, heard: list[Text] | None = None) -> tuple[Lines, Lines, Lines]:
        """What it begins with, what happens, what is proved by it; ``heard``: what was said when it was carried out."""
        self.heard = heard or []
        before: Lines = []
        script: Lines = []
        after: Lines = []
        for scene in scenario.scenes:
            said = self.scene(scene, scope)
            if not said:
                continue
            said = capital(said)
            if scene.form in ("option", "given", "given_value", "given_gains"):
                (script if script else before).append(f"- {said}")
            elif scene.form.startswith("expect"):
                after.append(f"- {said}")
            else:
                if after:  # a second act: what was proved so far stays in its place
                    script += [f"- → {line[2:]}" for line in after]
                    after = []
                script.append(f"- {said}")
        return before, script, after

    def scene(self, scene: t.Scene, scope: Scope) -> str:
        p = scene.parts
        match scene.form:
            case "option":
                decl = self.book.find(str(p["name"]), t.Option)
                title = self.language.quote(self.link(self.nouns.option(str(p["name"])), decl))
                return self.say("Scene.set_option", title=title, value=self.language.bare_of(self.nouns.thing(p["value"], Scope())))
            case "given":
                return self.given(p, scope)
            case "given_value" if self.scopes.of(p["target"], scope) == FLAG and yes_or_no(p["value"]) is not None:
                clause = self.conditions.clause(p["target"], scope, negated=not yes_or_no(p["value"]))
                return self.say("Scene.given_flag", clause=clause)
            case "given_value":
                key = "Scene.given_value.pl" if self.conditions.many(p["target"], scope) else "Scene.given_value"
                return self.say(key, target=self.nouns.thing(p["target"], scope), value=self.nouns.thing(p["value"], scope))
            case "given_gains":
                return self.given_gains(p, scope)
            case "chooses":
                return self.spoken("Scene.answer", p["who"], scope, choices=self.list_of_choices(p["choices"], scope))
            case "may" | "seeking" if p.get("goal") is not None:
                return self.spoken("Scene.seeking", p["who"], scope, name=self.offer(p["name"]), goal=self.sought(p["goal"], scope))
            case "may":
                name, when = self.offer(p["name"]), p["when"]
                if when is not None:
                    return self.spoken("Scene.answer_yes.when", p["who"], scope, name=name, clause=self.conditions.clause(when, scope))
                return self.spoken("Scene.answer_yes", p["who"], scope, name=name)
            case "start_from":
                pair = p.get("title")
                name = self.titles.pair(pair) if pair is not None else str(p["name"]).replace("_", " ")
                return self.say("Setting", name=name)
            case "orders":
                said = self.language.list([self.ordered(o, scope) for o in p["orders"]])
                return self.spoken("Scene.answer_orders", p["who"], scope, orders=said, order=said)
            case "refused":
                said, why = self.ordered(p["order"], scope), self.reason(p.get("because"))
                key = "Scene.expect_refused.because" if why else "Scene.expect_refused"
                return self.say(key, who=self.nouns.thing(p["who"], scope), order=said, because=why)
            case "refused_choice":
                why = self.reason(p["because"])
                key = "Scene.refused_choice.because" if why else "Scene.refused_choice"
                return self.spoken(key, p["who"], scope, choice=self.choice(p["choice"], scope), because=why)
            case "dice":
                return self.say("Scene.dice", dice=", ".join(self.throw(x) for x in p["throws"]))
            case "play":
                agenda = self.book.find(str(p["agenda"] or self.book.rulebook.game.plays or "turn"), t.Agenda)
                title = self.language.quote(self.link(self.titles.of(agenda), agenda)) if agenda is not None else str(p["agenda"])
                if p.get("until") is not None:
                    return self.say("Scene.play_agenda.until", title=title, step=self.deed(dotted_name(p["until"])))
                return self.say("Scene.play_agenda.times" if p["times"] > 1 else "Scene.play_agenda", title=title, times=p["times"])
            case "do":
                return self.done(p["call"], scope)
            case "expect":
                return self.say("Scene.expect", clause=self.conditions.clause(p["test"], scope))
            case "expect_wins":
                return self.wins(p["who"], p["wanted"], p.get("lost", False), scope)
            case "expect_goes_on":
                return self.say("Scene.expect_goes_on" if p["wanted"] else "Scene.expect_not_goes_on")
            case "expect_told":
                key = ("Scene.expect_told" if p["wanted"] else "Scene.expect_not_told") + (".recent" if p.get("recent") else "")
                return self.spoken(key, p["who"], scope, text=self.told(p["text"]))
            case "expect_told_before":
                first, second = self.told(p["first"]), self.told(p["second"])
                return self.spoken("Scene.expect_told_before", p["who"], scope, first=first, second=second)
            case "expect_stops":
                return self.say("Scene.expect_stops")
            case "expect_before" | "expect_happens" | "expect_dice" | "expect_totals":
                return self.course(scene, scope)
            case "let":
                type_ = self.scopes.of(p["value"], scope)
                value = self.nouns.thing(p["value"], scope)
                known = self.scopes.add(scope, str(p["name"]), type_)
                return self.say("Scene.scene_let", name=f"*{known.said}*", value=value)
            case "expect_offered":
                key = "Scene.expect_offered" if p["offered"] else "Scene.expect_not_offered"
                return self.spoken(key, p["who"], scope, choice=self.choice(p["choice"], scope))
            case "picture":
                return self.say("Scene.picture", said=self.titles.pair(p["said"]).replace("\\*", "").replace("*", ""))
            case "measure":
                return self.say("Scene.measure", what=self.nouns.thing(p["value"], scope))
        return ""

    def spoken(self, key: str, who: t.Expr, scope: Scope, **parts: object) -> str:
        """What somebody does, or several."""
        return self.say(f"{key}.pl" if self.conditions.many(who, scope) else key, who=self.nouns.thing(who, scope), **parts)

    def offer(self, name: object) -> str:
        """What somebody may do, as he is asked."""
        for decl in self.book.decls:
            for node in walk(decl):
                if isinstance(node, t.May) and str(node.name) == str(name) and node.title is not None:
                    said = self.titles.pair(node.title)
                    if "{" not in said:
                        return self.language.quote(said)
        return self.language.quote(self.titles.noun(str(name), None)[0])

    def course(self, scene: t.Scene, scope: Scope) -> str:
        """What is expected of the course of things: their order, how often, with which dice."""
        p = scene.parts
        match scene.form:
            case "expect_before":
                first, second = (self.deed(str(call.word), self.statements.args(call.args, scope)) for call in (p["first"], p["second"]))
                return self.say("Scene.expect_before", first=first, second=second)
            case "expect_happens":
                key = {0: "Scene.expect_happens.never", 1: "Scene.expect_happens.once"}.get(p["times"], "Scene.expect_happens")
                return self.say(key, deed=self.deed(str(p["deed"].word), self.statements.args(p["deed"].args, scope)), times=p["times"])
            case "expect_dice":
                return self.say("Scene.expect_dice", dice=", ".join(self.throw(x) for x in p["throws"]))
        title = self.statements.title_of(str(p["contest"]), t.Contest)
        return self.say(
            "Scene.expect_totals", title=title, left=self.nouns.thing(p["left"], scope), right=self.nouns.thing(p["right"], scope)
        )

    def deed(self, path: str, args: str = "") -> str:
        """Something that happens, by its title: a rule, or a step of an agenda."""
        decl = self.book.find(path, t.Event, t.Action, t.Test, t.Contest, t.Table, t.Agenda)
        if decl is not None:
            return f"{self.language.quote(self.link(self.titles.of(decl), decl))} {args}".strip()
        owner, _, name = path.rpartition(".")
        owner = owner.rpartition(".")[2]
        for agenda in (d for d in self.book.decls if isinstance(d, t.Agenda) and (not owner or str(d.name) == owner)):
            for step in agenda.steps:
                if str(step.name) == name and step.title is not None:
                    return self.language.quote(self.titles.pair(step.title))
        action = self.book.find(name, t.Action, t.Event, t.Agenda)
        return self.language.quote(self.titles.of(action) if action is not None else self.titles.plain(name))

    def told(self, wanted: str) -> str:
        """A message that a scenario quotes in one of its languages, in this one; the sentence around it ends for both."""
        return self.language.quote(self.in_this_language(wanted).strip(" ,;:").removesuffix("."))

    def in_this_language(self, wanted: str) -> str:
        """A message as it was said, else as the rules write it; marked where it is not written in this language."""
        code = self.language.code
        for said in self.heard:
            if any(wanted in text for text in said.every) and said.own(code):
                return wanted if wanted in said.own(code) else said.own(code)
        for written in (node for node in walk(self.book.decls) if isinstance(node, t.Text)):
            if any(wanted in text for text in written.every) and written.own(code):
                return wanted if wanted in written.own(code) else re.sub(r"\{[^{}]*\}", "…", written.own(code))
        return wanted if code == self.book.rulebook.promised[0] else self.titles.missing(wanted)

    def reason(self, because: t.Because | None) -> str:
        """Why something is refused, in a few words."""
        if because is None:
            return ""
        word = str(because.word)
        if because.form == "told":
            return self.say("Because.told", word=self.told(word))
        if because.form == "name" and word == "limit":
            return self.say("Because.limit")
        key = {"instead of": "Because.instead", "during": "Because.during"}.get(because.form, "Because.name")
        decl = self.book.find(word, t.Action, t.Define, t.Condition, t.Agenda)
        said = self.titles.of(decl) if decl is not None else self.titles.plain(word)
        return (
            "" if said.startswith("<") else self.say(key, word=self.language.quote(said))
        )  # better no reason than one in another language

    def given(self, p: dict[str, Any], scope: Scope) -> str:
        kind = str(p["kind"])
        noun = self.titles.kind(kind)
        values = []
        for word, value in p["values"]:
            part = self.nouns.part(kind, str(word))
            title = (
                self.language.small(self.language.of_text(self.nouns.called(part)))
                if part is not None and not isinstance(part, str)
                else self.titles.plain(str(word))
            )
            said = self.language.bare_of(self.nouns.thing(value, scope))
            values.append(f"{title} {said}" if self.language.code == "en" else f"{title}{self.say('colon')}{said}")
        name = scope.names[str(p["name"])].said
        joint = ", " if self.language.code == "en" else self.language.SEMICOLON
        return self.say(
            "Scene.given", a=self.language.a(noun, self.titles.gender(noun)), name=name, values=f" ({joint.join(values)})" if values else ""
        )

    def given_gains(self, p: dict[str, Any], scope: Scope) -> str:
        lasting = self.deeds.lasting(p.get("lasting"))
        amount, what = p["gained"]
        owner = self.nouns.thing(p["target"], scope)
        if what is not None:
            said = f"{self.nouns.thing(amount, scope)} {self.language.small(self.titles.plain(str(what)))}"
            return self.say("Scene.given_gains.number" if p.get("gain", True) else "Scene.given_loses.number", owner=owner, amount=said)
        if not p.get("gain", True):
            return self.say("Scene.given_loses", owner=owner, amount=self.nouns.thing(amount, scope))
        return self.say("Scene.given_gains", owner=owner, amount=self.nouns.thing(amount, scope), lasting=lasting)

    def wins(self, who: t.Expr, wanted: bool, lost: bool, scope: Scope) -> str:
        word = str(who.word) if isinstance(who, t.Name) else ""
        if word == "everyone" and lost and wanted:
            return self.say("Scene.expect_loses.all")
        if word == "nobody" and wanted:
            return self.say("Scene.expect_wins.nobody")
        said = (self.nouns.common(word) if word and word not in scope.names else "") or self.nouns.thing(who, scope)
        titles = [domain.titles[row] for domain, row in self.book.members(word)] if word not in scope.names else []
        plural = self.scopes.of(who, scope).form == "set" or any(len(set(title.every)) > 1 and said.endswith("s") for title in titles)
        verb = "loses" if lost else "wins"
        return self.say(f"Scene.expect_{verb if wanted else f'not_{verb}'}{'.pl' if plural else ''}", who=said)

    def choice(self, e: t.Expr, scope: Scope) -> str:
        if isinstance(e, t.Nothing):
            return self.l("none")
        if isinstance(e, t.Name) and str(e.word) not in scope.names:
            word = str(e.word)
            if word == "done":
                return self.language.quote(self.l("choice.done"))
            action = self.book.find(word, t.Action)
            if action is not None:
                return self.language.quote(self.link(self.titles.of(action), action))
            branch = self.branch_title(word)
            if branch:
                return self.language.quote(branch)
        said = self.language.bare_of(self.nouns.thing(e, scope))
        # Names of directions may read like other words (« est »).
        return self.language.quote(said) if self.turning(e, scope) else said

    def turning(self, e: t.Expr, scope: Scope) -> bool:
        """Is a choice a direction?  A plain word is one only by its name: what is asked was not known when it was written."""
        if not isinstance(e, t.Name) or str(e.word) in scope.names:
            return self.scopes.of(e, scope).kind in TURNING
        return any(domain.name in TURNING for domain, _ in self.book.members(str(e.word))[:1])

    def branch_title(self, word: str) -> str:
        known = self.book._cache.setdefault(f"branches-{self.language.code}", {})
        if not known:
            for decl in self.book.decls:
                for node in walk(decl):
                    if isinstance(node, t.ChoosesBranch):
                        for branch in node.branches:
                            known[str(branch.name)] = self.titles.pair(branch.title) if branch.title is not None else ""
        return str(known.get(word, ""))

    def list_of_choices(self, choices: list[Any], scope: Scope) -> str:
        joint = self.language.SEMICOLON
        return joint.join(
            self.say("Scene.answer.otherwise", first=self.choice(c[0], scope), others=", ".join(self.choice(o, scope) for o in c[1:]))
            if len(c) > 1
            else self.choice(c[0], scope)
            for c in choices
        )

    def ordered(self, order: t.Call, scope: Scope) -> str:
        decl = self.book.find(str(order.word), t.Action)
        if str(order.word) == "done":
            return self.language.quote(self.l("choice.done"))
        title = self.language.quote(self.link(self.titles.of(decl), decl)) if decl is not None else str(order.word)
        args = self.statements.args(order.args, scope).strip()
        return f"{title} ({args})" if args else title

    def throw(self, throw: Any) -> str:
        name, faces = throw[0], throw[1]
        shown = " ".join(str(f) for f in faces)
        return self.say("Scene.dice.for", faces=f"**{shown}**", name=self.label_of(str(name))) if name else f"**{shown}**"

    def label_of(self, name: str) -> str:
        decl = self.book.find(name, t.Test, t.Table, t.Contest)
        if decl is not None:
            return self.language.quote(self.link(self.titles.of(decl), decl))
        said = self.titles.noun(name, None)[0]
        # A local name may be known as that of a thing only: then its dice go by “place die”.
        return self.language.quote(self.titles.plain(f"{name}_die") if said.startswith("<") else said)

    def done(self, call: t.Call, scope: Scope) -> str:
        kinds: dict[str, tuple[type[Any], ...]] = {
            "": (t.Event, t.Agenda, t.Action),
            "test": (t.Test,),
            "contest": (t.Contest,),
            "roll": (t.Table,),
        }
        keys = {"": "play", "test": "play_test", "contest": "play_contest", "roll": "play_table"}
        title = self.statements.title_of(str(call.word), *kinds[call.how])
        said = self.statements.args(call.args, scope)
        if call.result is not None:
            self.scopes.add(scope, str(call.result), Type("unknown"))
        made = self.say(f"Scene.{keys[call.how]}", title=f"**{title}**", args=said)
        return made if said else made.replace(" : .", ".").replace(": .", ".").replace(" .", ".")

    def sought(self, goal: t.Expr, scope: Scope) -> str:
        """What an answer seeks: a number as great as can be, or that something holds."""
        if self.scopes.of(goal, scope).form == "flag":
            return self.say("Scene.seeking.flag", clause=self.conditions.clause(goal, scope))
        return self.say("Scene.seeking.number", goal=self.nouns.thing(goal, scope))
