"""Scenarios told as worked examples: what stands where, what is chosen and thrown, what happens, what follows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import Book
from arbitre.documents.model.scope import Scope, Type
from arbitre.documents.model.titles import called
from arbitre.documents.pages.handbook import figures
from arbitre.documents.pages.handbook.scenes import Scenes
from arbitre.documents.pages.reference.chances import Dice, plain
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Text
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.resolve.types import Ty
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import Rehearsal, run
from arbitre.interpreter.play.scenario.stage import Outcome, Shot
from arbitre.interpreter.reference.program import add_functions
from arbitre.interpreter.state.trace import Record
from arbitre.story.narrator import Narrator, Sentence
from arbitre.story.story import Story
from arbitre.story.watch import observed

LONGEST_STORY = 40
MOST_TOGETHER = 10  # outcomes of several values together that are worth a line


@dataclass(slots=True)
class Played:
    """A scenario as it went: its match, or the chances it asks for."""

    scenario: t.Scenario
    outcome: Outcome
    match: Match | None = None
    names: dict[tuple[str, int], str] = field(default_factory=dict)
    shots: list[Shot] = field(default_factory=list)  # its pictures
    start: Shot | None = None  # how things stood before anything was done

    @property
    def happened(self) -> list[Record]:
        """What came of it: without what was given, of which the page has told already."""
        log = self.match.run.log or [] if self.match is not None else []
        return list(log[self.start.records :] if self.start is not None else log)


def slug_of(scenario: t.Scenario) -> str:
    """The anchor of a scenario on its page."""
    import unicodedata

    said = unicodedata.normalize("NFKD", scenario.name).encode("ascii", "ignore").decode()
    return "example-" + re.sub(r"[^a-z0-9]+", "-", said.lower()).strip("-")[:80]


def example_page(scenario: t.Scenario) -> str:
    """The page a scenario is told on: one for each file, so that none is endless."""
    if measures(scenario):
        return "questions"
    return f"examples-{Path(scenario.place.file).stem}"


def books_of(book: Book) -> Books:
    """The rulebook with whatever options have been asked for so far: by its scenarios, by pictures of what an option chooses."""
    if "books" not in book._cache:
        books = Books(book.rulebook)
        if not book.options:
            books.ready[()] = (book.bound, book.machine)
        book._cache["books"] = books
    found: Books = book._cache["books"]
    return found


def play_all(book: Book) -> list[Played]:
    """Every scenario of the rulebook carried out once, with what happened kept."""
    return [played_of(book, scenario) for scenario in book.rulebook.scenarios]


def played_of(book: Book, scenario: t.Scenario) -> Played:
    """One scenario of the rulebook, carried out when it is first asked for."""
    known: dict[int, Played] = book._cache.setdefault("played", {})
    if id(scenario) not in known:
        books = books_of(book)
        known[id(scenario)] = Played(scenario, run(books, scenario)) if measures(scenario) else play(books, scenario)
        book.scenes = tuple(bound for bound, _ in books.ready.values() if bound is not book.bound)
    return known[id(scenario)]


def measures(scenario: t.Scenario) -> bool:
    """Does it ask for chances?"""
    return any(s.form == "measure" for s in scenario.scenes)


def measured(books: Books, scenario: t.Scenario) -> tuple[int, Ty] | None:
    """What a scenario with one measured value comes to, and what sort of thing that is; None where it comes to several, or to nothing."""
    bound, machine = books.get(options_of(scenario))
    if machine is None:
        return None
    before = len(bound.messages.items)
    plan = bind_scenario(bound.context, scenario)
    failed = any(m.severity == "error" for m in bound.messages.items[before:])
    del bound.messages.items[before:]
    if failed or not plan.measures:
        return None
    add_functions(machine)
    outcome = Outcome(scenario.name, scenario.place, [])
    Rehearsal(machine, plan, outcome).measure()
    return (outcome.measures[0][0][0], plan.measures[0].type) if len(outcome.measures) == 1 else None


def play(books: Books, scenario: t.Scenario) -> Played:
    """One scenario carried out, with what happened kept."""
    bound, machine = books.get(options_of(scenario))
    outcome = Outcome(scenario.name, scenario.place, list(scenario.clauses))
    if machine is None:
        outcome.failures.append((scenario.place, "the rulebook has errors"))
        return Played(scenario, outcome)
    before = len(bound.messages.items)
    plan = bind_scenario(bound.context, scenario)
    failed = [m for m in bound.messages.items[before:] if m.severity == "error"]
    del bound.messages.items[before:]
    if failed:
        outcome.failures += [(m.place, m.text) for m in failed]
        return Played(scenario, outcome)
    add_functions(machine)
    stage = Rehearsal(machine, plan, outcome)
    observed(stage.match)
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
    return Played(scenario, outcome, stage.match, names, stage.shots, stage.begun)


class Named(Story):
    """The story of a scenario: its pieces go by the names the scenario gives them."""

    def __init__(self, played: Played, lang: str) -> None:
        assert played.match is not None
        super().__init__(played.match, lang)
        self.names: dict[tuple[str, int], str] = {}
        self.called_else: dict[str, str] = {}
        numbers = {d.name: d.index for d in self.match.program.domains}
        called = {self.row(numbers[kind], row): key for key in played.names for kind, row in [key]}
        self.names = played.names
        self.called_else = {title: self.row(numbers[kind], row) for title, (kind, row) in called.items()}

    def row(self, domain: int, row: int) -> str:
        name = self.names.get((self.match.program.domains[domain].name, row))
        return called(name, self.lang) if name is not None else super().row(domain, row)

    def of(self, text: Text | None, otherwise: str = "") -> str:
        """Texts of the rules call pieces by what they are and their number: here they have names."""
        said = super().of(text, otherwise)
        for title, name in self.called_else.items():
            said = re.sub(rf"{re.escape(title)}(?!\d)", name, said) if title[-1:].isdigit() else said
        return said

    def subject(self, domain: int, row: int) -> str:
        return self.row(domain, row) if row >= 0 else super().subject(domain, row)


class Examples(Writer):
    """Writes scenarios as examples."""

    def __init__(
        self,
        pen: Pen,
        nouns: Things,
        entries: Entries,
        dice: Dice,
        scenes: Scenes,
    ) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.entries = entries
        self.dice = dice
        self.scenes = scenes

    def pages(self) -> list[str]:
        """The pages of examples: the list of all, one for each file, one of odds."""
        files = dict.fromkeys(example_page(s) for s in self.book.rulebook.scenarios if not measures(s))
        return ["examples", *files, *(["questions"] if any(map(measures, self.book.rulebook.scenarios)) else [])]

    def page(self, page: str) -> Lines:
        """One of them; only what it tells is carried out."""
        told = [s for s in self.book.rulebook.scenarios if (page == "examples" and not measures(s)) or example_page(s) == page]
        if page == "examples":
            return self.listed(told)
        if page == "questions":
            out = [f"# {self.l('page.questions')}", "", self.l("questions.intro"), ""]
        else:
            out = [f"# {self.part_title(page.removeprefix('examples-'))}", "", self.l("examples.intro"), ""]
        for one in [played_of(self.book, scenario) for scenario in told]:
            out += self.question_section(one) if page == "questions" else self.example(one)
        return out

    def listed(self, told: list[t.Scenario]) -> Lines:
        """All examples by their names, file by file."""
        out = [f"# {self.l('page.examples')}", "", self.l("examples.intro" if told else "examples.none"), ""]
        known: set[str] = set()
        for scenario in told:
            page = example_page(scenario)
            title = self.part_title(page.removeprefix("examples-"))
            if page not in known:
                known.add(page)
                out += ["", f"## [{title}]({page}.md) {{ #{page} }}" if "<" not in title else f"## {title} {{ #{page} }}", ""]
            out.append(f"- [{self.scenario_name(scenario)}]({page}.md#{slug_of(scenario)})")
        return out

    def part_title(self, file: str) -> str:
        game = self.book.rulebook.game
        if file == str(game.name):
            return self.titles.of(game)
        said = self.titles.plain(file)
        if not said.startswith("<"):
            return capital(said)
        titles = [s.title for s in self.book.rulebook.scenarios if example_page(s) == f"examples-{file}" and s.title is not None]
        named = [self.titles.pair(title) for title in titles if title.own(self.language.code)]
        if not named:
            return said
        more = len(titles) - 1  # a file has no title: it goes by its first example
        return self.l(f"examples.first.{min(more, 2)}", first=named[0], count=more)

    def scenario_name(self, scenario: t.Scenario) -> str:
        """What a scenario is called, for a link."""
        if scenario.title is not None:
            return self.titles.pair(scenario.title)
        return scenario.name.replace("*", r"\*").replace("<", "&lt;").replace("_", r"\_").replace("[", r"\[").replace("]", r"\]")

    def scenario_title(self, scenario: t.Scenario) -> str:
        name = self.scenario_name(scenario)
        return name if self.language.code == self.book.rulebook.promised[0] or scenario.title is not None else self.titles.missing(name)

    @staticmethod
    def heard(played: Played) -> list[Text]:
        """All that was said in a scenario, in its languages."""
        log = (played.match.run.log or []) if played.match is not None else []
        return [said for record in log if isinstance(said := record.data.get("says") or record.data.get("reason"), Text)]

    def example(self, played: Played) -> Lines:
        scenario = played.scenario
        out = ['<section class="example" markdown>', "", f"## {self.scenario_title(scenario)} {{ #{slug_of(scenario)} }}", ""]
        scope = self.scenes.scene_scope(scenario)
        before, script, after = self.scenes.scenes(scenario, scope, self.heard(played))
        if before:
            out += [f"**{self.l('example.begin')}**", "", *before, ""]
        if script:
            out += [f"**{self.l('example.script')}**", "", *script, ""]
        if played.match is not None:
            named = Named(played, self.language.code)
            story = Narrator(played.match, self.language.code, story=named).sentences(played.happened)
            if story:
                shown = story[:LONGEST_STORY]
                out += [f"**{self.l('example.story')}**", "", *self.told(shown), ""]
        if not played.outcome.ok:
            out += [f'!!! failure "{self.l("example.failed")}"', ""]
        if after:
            out += [f"**{self.l('example.check')}**", "", *after, ""]
        return [*out, *self.entries.meta(scenario, used=False), "</section>", ""]

    @staticmethod
    def told(story: list[Sentence]) -> Lines:
        """Sentences of the story as a list, what they caused below them."""
        out: Lines = []
        depth = 0
        for sentence in story:
            depth = min(sentence.depth, depth + 1) if out else 0
            said = sentence.text.replace("*", r"\*").replace("<", "&lt;").replace("_", r"\_")
            out.append("    " * depth + f"- {said}")
        return out

    # ------------------------------------------------------------------------------------ odds of situations

    def question_section(self, played: Played) -> Lines:
        scenario = played.scenario
        out = ['<section class="example" markdown>', "", f"## {self.scenario_title(scenario)} {{ #{slug_of(scenario)} }}", ""]
        scope = self.scenes.scene_scope(scenario)
        before, script, _ = self.scenes.scenes(scenario, scope)
        out += [f"**{self.l('example.begin')}**", "", *before, ""] if before else []
        out += [f"**{self.l('question.policy')}**", "", *script, ""] if script else []
        if not played.outcome.ok or not played.outcome.measures:
            return [*out, self.l("odds.skip"), "", *self.entries.meta(scenario, used=False), "</section>", ""]
        return [*out, *self.distribution(played, scope), *self.entries.meta(scenario, used=False), "</section>", ""]

    def distribution(self, played: Played, scope: Scope) -> Lines:
        """Each measured value on its own, then the likeliest of all together."""
        measures = [s.parts for s in played.scenario.scenes if s.form == "measure"]
        heads = [capital(self.language.bare_of(self.nouns.thing(part["value"], scope))) for part in measures]
        types = [self.scopes.of(part["value"], scope) for part in measures]
        out: Lines = []
        for position, head in enumerate(heads):
            totals: dict[int, Fraction] = {}
            for values, chance in played.outcome.measures:
                totals[values[position]] = totals.get(values[position], Fraction(0)) + chance
            out += [f"| {head} | {self.l('question.share')} |", "|---|---|"]
            for value, chance in sorted(totals.items()):
                out.append(f"| {self.measured_value(value, types[position])} | {figures.bar(float(chance))} {self.dice.share(chance)} |")
            out.append("")
        if len(heads) > 1:
            likely = sorted(played.outcome.measures, key=lambda r: (-r[1], r[0]))[:MOST_TOGETHER]
            out += [self.l("question.together"), "", '<div class="wide" tabindex="0" markdown>', ""]
            out += ["| " + " | ".join([*heads, self.l("question.share")]) + " |", "|" + "---|" * (len(heads) + 1)]
            for values, chance in likely:
                shown = [self.measured_value(v, type_) for v, type_ in zip(values, types, strict=False)]
                out.append("| " + " | ".join([*shown, f"{figures.bar(float(chance))} {self.dice.share(chance)}"]) + " |")
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
