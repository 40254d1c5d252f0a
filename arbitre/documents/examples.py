"""Scenarios told as worked examples: what stands where, what is chosen and thrown, what happens, what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from arbitre.documents import figures
from arbitre.documents.book import Book
from arbitre.documents.chances import plain
from arbitre.documents.language import capital, small
from arbitre.documents.maps import BoardPages
from arbitre.documents.scope import Known, Scope, Type
from arbitre.documents.statements import Lines
from arbitre.story import Story
from dsl import tree as t
from dsl.parts import dotted_name
from dsl.scenes import bind_scenario, options_of
from dsl.symbols import TURNING
from interpreter.match import Match
from interpreter.scenarios import Books, Outcome, Stage, run
from interpreter.trace import REFEREE

LONGEST_STORY = 40
MOST_TOGETHER = 10  # outcomes of several values together that are worth a line


@dataclass(slots=True)
class Played:
    """A scenario as it went: its match, or the chances it asks for."""

    scenario: t.Scenario
    outcome: Outcome
    match: Match | None = None
    names: dict[tuple[str, int], str] = field(default_factory=dict)


def slug_of(scenario: t.Scenario) -> str:
    import unicodedata

    said = unicodedata.normalize("NFKD", scenario.name).encode("ascii", "ignore").decode()
    return "example-" + re.sub(r"[^a-z0-9]+", "-", said.lower()).strip("-")[:80]


def example_page(scenario: t.Scenario) -> str:
    """The page a scenario is told on: one for each file, so that none is endless."""
    if any(s.form == "measure" for s in scenario.scenes):
        return "questions"
    return f"examples-{Path(scenario.place.file).stem}"


def play_all(book: Book) -> list[Played]:
    """Every scenario of the rulebook carried out once, with what happened kept."""
    if "played" in book._cache:
        found: list[Played] = book._cache["played"]
        return found
    books = Books(book.rulebook)
    books.ready[()] = (book.bound, book.machine)
    out = []
    for scenario in book.rulebook.scenarios:
        if any(s.form == "measure" for s in scenario.scenes):
            out.append(Played(scenario, run(books, scenario)))
            continue
        out.append(play(books, scenario))
    book._cache["played"] = out
    return out


def play(books: Books, scenario: t.Scenario) -> Played:
    bound, machine = books.get(options_of(scenario))
    outcome = Outcome(scenario.name, scenario.place, list(scenario.clauses))
    if machine is None:
        outcome.failures.append((scenario.place, "the rulebook has errors"))
        return Played(scenario, outcome)
    before = len(bound.messages.items)
    plan = bind_scenario(bound.binder, scenario)
    failed = [m for m in bound.messages.items[before:] if m.severity == "error"]
    del bound.messages.items[before:]
    if failed:
        outcome.failures += [(m.place, m.text) for m in failed]
        return Played(scenario, outcome)
    machine.add_functions()
    stage = Stage(machine, plan, outcome)
    stage.play()
    names: dict[tuple[str, int], str] = {}
    counts: dict[str, int] = {}
    for scene in scenario.scenes:
        if scene.form == "given":
            kind = str(scene.parts["kind"])
            domain = next((d for d in machine.program.domains if d.name == kind), None)
            if domain is not None and domain.dynamic:
                names[kind, counts.get(kind, 0)] = str(scene.parts["name"])
                counts[kind] = counts.get(kind, 0) + 1
    return Played(scenario, outcome, stage.match, names)


class Named(Story):
    """The story of a scenario: its pieces go by the names the scenario gives them."""

    def __init__(self, played: Played, lang: str) -> None:
        from rich.console import Console

        assert played.match is not None
        super().__init__(played.match, lang, Console())
        self.given = played.names

    def row(self, domain: int, row: int) -> str:
        name = self.given.get((self.match.program.domains[domain].name, row))
        return name.replace("_", " ").capitalize() if name is not None else super().row(domain, row)

    def lines(self, records: Any, viewer: int | str = REFEREE) -> Iterator[str]:
        """Texts of the rules call pieces by what they are and their number: here they have names."""
        numbers = {d.name: d.index for d in self.match.program.domains}
        called = {super(Named, self).row(numbers[kind], row): self.row(numbers[kind], row) for kind, row in self.given}
        for line in super().lines(records, viewer):
            for title, name in called.items():
                line = re.sub(rf"{re.escape(title)}(?!\d)", name, line) if title[-1:].isdigit() else line
            yield line

    def subject(self, domain: int, row: int) -> str:
        return self.row(domain, row) if row >= 0 else super().subject(domain, row)


class Examples(BoardPages):
    def examples(self) -> dict[str, Lines]:
        """A page of examples, and one of odds if scenarios ask for some."""
        played = play_all(self.book)
        stories = [p for p in played if not p.outcome.measures and not any(s.form == "measure" for s in p.scenario.scenes)]
        questions = [p for p in played if p not in stories]
        out = [f"# {self.l('page.examples')}", ""]
        if not stories:
            out += [self.l("examples.none"), ""]
        else:
            out += [self.l("examples.intro"), ""]
        pages = {"examples": out}
        for one in stories:
            page = example_page(one.scenario)
            title = self.part_title(page.removeprefix("examples-"))
            if page not in pages:
                out += ["", f"## [{title}]({page}.md)" if "<" not in title else f"## {title}", ""]
                pages[page] = [f"# {title}", "", self.l("examples.intro"), ""]
            out.append(f"- [{self.scenario_name(one.scenario)}]({page}.md#{slug_of(one.scenario)})")
            pages[page] += self.example(one)
        if questions:
            ask = [f"# {self.l('page.questions')}", "", self.l("questions.intro"), ""]
            for one in questions:
                ask += self.question_section(one)
            pages["questions"] = ask
        return pages

    def part_title(self, file: str) -> str:
        said = self.titles.plain(file)
        return said if said.startswith("<") else capital(said)

    def scenario_name(self, scenario: t.Scenario) -> str:
        """What a scenario is called, for a link."""
        if scenario.title is not None:
            return self.titles.pair(scenario.title)
        return scenario.name.replace("*", r"\*").replace("<", "&lt;").replace("_", r"\_").replace("[", r"\[").replace("]", r"\]")

    def scenario_title(self, scenario: t.Scenario) -> str:
        name = self.scenario_name(scenario)
        return name if self.language.code == "en" or scenario.title is not None else self.titles.missing(name)

    def example(self, played: Played) -> Lines:
        scenario = played.scenario
        out = ['<section class="example" markdown>', "", f"## {self.scenario_title(scenario)} {{ #{slug_of(scenario)} }}", ""]
        scope = self.scene_scope(scenario)
        before, script, after = self.scenes(scenario, scope)
        if before:
            out += [f"**{self.l('example.begin')}**", "", *before, ""]
        if script:
            out += [f"**{self.l('example.script')}**", "", *script, ""]
        if played.match is not None:
            named = Named(played, self.language.code)
            story = [line for raw in named.lines(played.match.run.log or []) for line in raw.split("\n") if line.strip()]
            if story:
                shown = story[:LONGEST_STORY]
                out += [f"**{self.l('example.story')}**", "", *self.told(shown), ""]
        if not played.outcome.ok:
            out += [f'!!! failure "{self.l("example.failed")}"', ""]
        if after:
            out += [f"**{self.l('example.check')}**", "", *after, ""]
        return [*out, *self.meta(scenario, used=False), "</section>", ""]

    @staticmethod
    def told(story: list[str]) -> Lines:
        """Lines of the story as a list, what they caused below them."""
        out: Lines = []
        depth = 0
        for line in story:
            wanted = (len(line) - len(line.lstrip(" "))) // 2
            depth = min(wanted, depth + 1) if out else 0
            said = line.strip().strip("─·").strip().replace("*", r"\*").replace("<", "&lt;").replace("_", r"\_")
            out.append("    " * depth + f"- {said}")
        return out

    # ------------------------------------------------------------------------------------ the lines of a scenario

    def scene_scope(self, scenario: t.Scenario) -> Scope:
        scope = Scope()
        for scene in scenario.scenes:
            if scene.form == "given":
                name = str(scene.parts["name"])
                scope.names[name] = Known(Type("row", str(scene.parts["kind"])), name.replace("_", " ").capitalize(), "", True)
        return scope

    def scenes(self, scenario: t.Scenario, scope: Scope) -> tuple[Lines, Lines, Lines]:
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
                title = self.language.quote(self.link(self.option(str(p["name"])), decl))
                return self.say("Scene.set_option", title=title, value=self.language.bare_of(self.thing(p["value"], Scope())))
            case "given":
                return self.given(p, scope)
            case "given_value":
                return self.say("Scene.given_value", target=self.thing(p["target"], scope), value=self.thing(p["value"], scope))
            case "given_gains":
                return self.given_gains(p, scope)
            case "chooses":
                who = self.thing(p["who"], scope)
                return self.say("Scene.answer", who=who, choices=self.list_of_choices(p["choices"], scope))
            case "may" | "seeking" if p.get("goal") is not None:
                name = self.language.quote(self.titles.noun(str(p["name"]), None)[0])
                return self.say("Scene.seeking", who=self.thing(p["who"], scope), name=name, goal=self.sought(p["goal"], scope))
            case "may":
                name, when = self.language.quote(self.titles.noun(str(p["name"]), None)[0]), p["when"]
                if when is not None:
                    return self.say("Scene.answer_yes.when", who=self.thing(p["who"], scope), name=name, clause=self.clause(when, scope))
                return self.say("Scene.answer_yes", who=self.thing(p["who"], scope), name=name)
            case "start_from":
                pair = p.get("title")
                name = self.titles.pair(pair) if pair is not None else str(p["name"]).replace("_", " ")
                return self.say("Setting", name=name)
            case "orders":
                said = self.language.list([self.ordered(o, scope) for o in p["orders"]])
                return self.say("Scene.answer_orders", who=self.thing(p["who"], scope), orders=said, order=said)
            case "refused":
                said, why = self.ordered(p["order"], scope), self.reason(p.get("because"))
                key = "Scene.expect_refused.because" if why else "Scene.expect_refused"
                return self.say(key, who=self.thing(p["who"], scope), order=said, because=why)
            case "refused_choice":
                why = self.reason(p["because"])
                key = "Scene.refused_choice.because" if why else "Scene.refused_choice"
                return self.say(key, who=self.thing(p["who"], scope), choice=self.choice(p["choice"], scope), because=why)
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
                return self.say("Scene.expect", clause=self.clause(p["test"], scope))
            case "expect_wins":
                return self.wins(p["who"], p["wanted"], scope)
            case "expect_told":
                key = ("Scene.expect_told" if p["wanted"] else "Scene.expect_not_told") + (".recent" if p.get("recent") else "")
                return self.say(key, who=self.thing(p["who"], scope), text=self.language.quote(p["text"]))
            case "expect_before" | "expect_happens" | "expect_dice" | "expect_totals":
                return self.course(scene, scope)
            case "let":
                type_ = self.scopes.of(p["value"], scope)
                value = self.thing(p["value"], scope)
                known = self.scopes.add(scope, str(p["name"]), type_)
                return self.say("Scene.scene_let", name=f"*{known.said}*", value=value)
            case "expect_offered":
                key = "Scene.expect_offered" if p["offered"] else "Scene.expect_not_offered"
                return self.say(key, who=self.thing(p["who"], scope), choice=self.choice(p["choice"], scope))
            case "measure":
                return self.say("Scene.measure", what=self.thing(p["value"], scope))
        return ""

    def course(self, scene: t.Scene, scope: Scope) -> str:
        """What is expected of the course of things: their order, how often, with which dice."""
        p = scene.parts
        match scene.form:
            case "expect_before":
                first, second = (self.deed(str(call.word), self.args(call.args, scope)) for call in (p["first"], p["second"]))
                return self.say("Scene.expect_before", first=first, second=second)
            case "expect_happens":
                key = {0: "Scene.expect_happens.never", 1: "Scene.expect_happens.once"}.get(p["times"], "Scene.expect_happens")
                return self.say(key, deed=self.deed(str(p["deed"].word), self.args(p["deed"].args, scope)), times=p["times"])
            case "expect_dice":
                return self.say("Scene.expect_dice", dice=", ".join(self.throw(x) for x in p["throws"]))
        title = self.title_of(str(p["contest"]), t.Contest)
        return self.say("Scene.expect_totals", title=title, left=self.thing(p["left"], scope), right=self.thing(p["right"], scope))

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

    def reason(self, because: t.Because | None) -> str:
        """Why something is refused, in a few words."""
        if because is None:
            return ""
        word = str(because.word)
        if because.form == "told":
            return self.say("Because.told", word=self.language.quote(word))
        if because.form == "name" and word == "limit":
            return self.say("Because.limit")
        key = {"instead of": "Because.instead", "during": "Because.during"}.get(because.form, "Because.name")
        decl = self.book.find(word, t.Action, t.Define, t.Condition, t.Agenda)
        return self.say(key, word=self.language.quote(self.titles.of(decl) if decl is not None else self.titles.plain(word)))

    def given(self, p: dict[str, Any], scope: Scope) -> str:
        kind = str(p["kind"])
        noun = self.titles.kind(kind)
        values = []
        for word, value in p["values"]:
            part = self.part(kind, str(word))
            title = (
                small(self.language.of_text(self.called(part)))
                if part is not None and not isinstance(part, str)
                else self.titles.plain(str(word))
            )
            said = self.language.bare_of(self.thing(value, scope))
            values.append(f"{title} {said}" if self.language.code == "en" else f"{title} : {said}")
        name = scope.names[str(p["name"])].said
        joint = ", " if self.language.code == "en" else " ; "
        return self.say(
            "Scene.given", a=self.language.a(noun, self.titles.gender(noun)), name=name, values=f" ({joint.join(values)})" if values else ""
        )

    def given_gains(self, p: dict[str, Any], scope: Scope) -> str:
        lasting = self.lasting(p.get("lasting"))
        amount, what = p["gained"]
        owner = self.thing(p["target"], scope)
        if what is not None:
            said = f"{self.thing(amount, scope)} {small(self.titles.plain(str(what)))}"
            return self.say("Scene.given_gains.number" if p.get("gain", True) else "Scene.given_loses.number", owner=owner, amount=said)
        if not p.get("gain", True):
            return self.say("Scene.given_loses", owner=owner, amount=self.thing(amount, scope))
        return self.say("Scene.given_gains", owner=owner, amount=self.thing(amount, scope), lasting=lasting)

    def wins(self, who: Any, wanted: bool, scope: Scope) -> str:
        word = str(who.word) if isinstance(who, t.Name) else ""
        if word == "nobody" and wanted:
            return self.say("Scene.expect_wins.nobody")
        said = self.thing(who, scope)
        titles = [domain.titles[row] for domain, row in self.book.members(word)] if word not in scope.names else []
        plural = self.scopes.of(who, scope).form == "set" or any(title.en != title.fr and said.endswith("s") for title in titles)
        return self.say(f"Scene.expect_{'wins' if wanted else 'not_wins'}{'.pl' if plural else ''}", who=said)

    def choice(self, e: Any, scope: Scope) -> str:
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
        said = self.language.bare_of(self.thing(e, scope))
        # Names of directions may read like other words (« est »).
        return self.language.quote(said) if self.scopes.of(e, scope).kind in TURNING else said

    def branch_title(self, word: str) -> str:
        from arbitre.documents.book import walk

        known = self.book._cache.setdefault(f"branches-{self.language.code}", {})
        if not known:
            for decl in self.book.decls:
                for node in walk(decl):
                    if isinstance(node, t.ChoosesBranch):
                        for branch in node.branches:
                            known[str(branch.name)] = self.titles.pair(branch.title) if branch.title is not None else ""
        return str(known.get(word, ""))

    def list_of_choices(self, choices: list[Any], scope: Scope) -> str:
        joint = "; " if self.language.code == "en" else " ; "
        return joint.join(
            self.say("Scene.answer.otherwise", first=self.choice(c[0], scope), others=", ".join(self.choice(o, scope) for o in c[1:]))
            if len(c) > 1
            else self.choice(c[0], scope)
            for c in choices
        )

    def ordered(self, order: t.Call, scope: Scope) -> str:
        decl = self.book.find(str(order.word), t.Action)
        title = self.language.quote(self.link(self.titles.of(decl), decl)) if decl is not None else str(order.word)
        return f"{title} {self.args(order.args, scope)}".strip()

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
        title = self.title_of(str(call.word), *kinds[call.how])
        said = self.args(call.args, scope)
        if call.result is not None:
            self.scopes.add(scope, str(call.result), Type("unknown"))
        made = self.say(f"Scene.{keys[call.how]}", title=f"**{title}**", args=said)
        return made if said else made.replace(" : .", ".").replace(": .", ".").replace(" .", ".")

    def sought(self, goal: t.Expr, scope: Scope) -> str:
        """What an answer seeks: a number as great as can be, or that something holds."""
        if self.scopes.of(goal, scope).form == "flag":
            return self.say("Scene.seeking.flag", clause=self.clause(goal, scope))
        return self.say("Scene.seeking.number", goal=self.thing(goal, scope))

    # ------------------------------------------------------------------------------------ odds of situations

    def question_section(self, played: Played) -> Lines:
        scenario = played.scenario
        out = ['<section class="example" markdown>', "", f"## {self.scenario_title(scenario)} {{ #{slug_of(scenario)} }}", ""]
        scope = self.scene_scope(scenario)
        before, script, _ = self.scenes(scenario, scope)
        out += [f"**{self.l('example.begin')}**", "", *before, ""] if before else []
        out += [f"**{self.l('question.policy')}**", "", *script, ""] if script else []
        if not played.outcome.ok or not played.outcome.measures:
            return [*out, self.l("odds.skip"), "", *self.meta(scenario, used=False), "</section>", ""]
        return [*out, *self.distribution(played, scope), *self.meta(scenario, used=False), "</section>", ""]

    def distribution(self, played: Played, scope: Scope) -> Lines:
        """Each measured value on its own, then the likeliest of all together."""
        measures = [s.parts for s in played.scenario.scenes if s.form == "measure"]
        heads = [capital(self.language.bare_of(self.thing(part["value"], scope))) for part in measures]
        types = [self.scopes.of(part["value"], scope) for part in measures]
        out: Lines = []
        for position, head in enumerate(heads):
            totals: dict[int, Fraction] = {}
            for values, chance in played.outcome.measures:
                totals[values[position]] = totals.get(values[position], Fraction(0)) + chance
            out += [f"| {head} | {self.l('question.share')} |", "|---|---|"]
            for value, chance in sorted(totals.items()):
                out.append(f"| {self.measured_value(value, types[position])} | {figures.bar(float(chance))} {self.share(chance)} |")
            out.append("")
        if len(heads) > 1:
            likely = sorted(played.outcome.measures, key=lambda r: (-r[1], r[0]))[:MOST_TOGETHER]
            out += [self.l("question.together"), "", '<div class="wide" tabindex="0" markdown>', ""]
            out += ["| " + " | ".join([*heads, self.l("question.share")]) + " |", "|" + "---|" * (len(heads) + 1)]
            for values, chance in likely:
                shown = [self.measured_value(v, type_) for v, type_ in zip(values, types, strict=False)]
                out.append("| " + " | ".join([*shown, f"{figures.bar(float(chance))} {self.share(chance)}"]) + " |")
            out += ["", "</div>", ""]
        return out

    def measured_value(self, value: int, type_: Type) -> str:
        if type_.form == "flag":
            return self.l("yes") if value else self.l("no")
        if type_.form == "row" and type_.kind is not None:
            domain = self.book.domain(type_.kind)
            if domain is not None and not domain.dynamic and 0 <= value < len(domain.rows):
                return plain(self.titles.member(type_.kind, domain.rows[value]))
        return str(value)
