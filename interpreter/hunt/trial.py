"""A scenario played once: its questions answered by lot, or as they were answered before, and what came of it noted."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.budget import afresh
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.codes import ERROR
from arbitre.dsl.diagnostics.errors import BadOption
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.scenario.scenario_lines import ScenarioLine
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.settings import started
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.resolve.symbols import OptionInfo
from arbitre.interpreter.hunt.case import Case, Said, Told
from arbitre.interpreter.hunt.faults import Fault, fault_of
from arbitre.interpreter.hunt.moments import Noted, Script
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import Rehearsal, run
from arbitre.interpreter.play.scenario.stage import Outcome, Unscripted
from arbitre.interpreter.reference.program import add_functions
from arbitre.interpreter.state.dice import Generator, OutOfDice
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.requests import Need, Request

FILE = "(hunt)"
LONGEST = 400  # answers of one trial


class Enough(Exception):
    """A trial has gone on for long enough."""


@dataclass(slots=True)
class Thrown:
    """Dice: first those that were thrown before, as far as they are for the same, then by lot; all of them are noted."""

    seed: int
    before: tuple[tuple[str, int], ...] = ()
    dice: dict[int, tuple[str, int]] = field(default_factory=dict)
    first: int = 0

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        if number in self.dice and self.dice[number][0] == label and self.dice[number][1] <= size:
            return self.dice[number][1] - 1
        at = number - self.first
        face = Generator(self.seed).below(size, number)
        if at < len(self.before) and self.before[at][0] == label and self.before[at][1] <= size:
            face = self.before[at][1] - 1
        self.dice[number] = (label, face + 1)
        return face

    def told(self, end: int) -> list[tuple[str, int]]:
        """Those that were thrown up to a number."""
        return [self.dice[n] for n in sorted(self.dice) if n < end]


class Lot:
    """Answers by lot, or contrary ones: what was seldom done is done first.  ``used``: how often each was taken."""

    def __init__(self, seed: int, used: Counter[tuple[str, str]] | None = None) -> None:
        self.rng, self.used = random.Random(seed), used

    def pick(self, request: Request) -> int:
        """The position of an answer."""
        open_ = [n for n, option in enumerate(request.options) if not option.shunned] or list(range(len(request.options)))
        if self.used is None or self.rng.random() < 0.2:
            return self.rng.choice(open_)
        least = min(self.used[request.decision, request.options[n].key] for n in open_)
        choice = self.rng.choice([n for n in open_ if self.used[request.decision, request.options[n].key] == least])
        self.used[request.decision, request.options[choice].key] += 1
        return choice


class Follow(Lot):
    """As it was answered before, as far as the same is asked; else silence, else by lot."""

    def __init__(self, seed: int, before: list[tuple[int, str, str]]) -> None:
        super().__init__(seed)
        self.left = list(before)

    def pick(self, request: Request) -> int:
        for n, (seat, decision, key) in enumerate(self.left):
            if seat == request.seat and decision == request.decision:
                found = request.find(key)
                if found is not None:
                    del self.left[: n + 1]
                    return found
        silent = request.find("done")
        return silent if silent is not None else super().pick(request)


class Near(Lot):
    """Mostly as a scenario answers, in whatever order it is asked; now and then, and what it does not answer, by lot."""

    def __init__(self, seed: int, answers: list[tuple[int, str, str]], astray: float) -> None:
        super().__init__(seed)
        self.left, self.astray = list(answers), astray

    def pick(self, request: Request) -> int:
        for n, (seat, decision, key) in enumerate(self.left):
            if seat == request.seat and decision == request.decision and (found := request.find(key)) is not None:
                if self.rng.random() < self.astray:
                    break
                del self.left[n]
                return found
        return super().pick(request)


@dataclass(slots=True)
class Likely(Thrown):
    """Dice: mostly those that a scenario throws for the same, in their order; now and then, and all others, by lot."""

    astray: float = 0.0
    used: set[int] = field(default_factory=set)

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        if number in self.dice and self.dice[number][0] == label and self.dice[number][1] <= size:
            return self.dice[number][1] - 1
        face = Generator(self.seed).below(size, number)
        next_ = next((n for n, (said, _) in enumerate(self.before) if n not in self.used and said in ("", label)), None)
        if next_ is not None and self.before[next_][1] <= size:
            self.used.add(next_)
            if Generator(self.seed + 1).below(1000, number) >= 1000 * self.astray:
                face = self.before[next_][1] - 1
        self.dice[number] = (label, face + 1)
        return face


class Again(Lot):
    """The very options that were taken before, by their positions; then by lot."""

    def __init__(self, seed: int, choices: list[int]) -> None:
        super().__init__(seed)
        self.left = list(choices)

    def pick(self, request: Request) -> int:
        if self.left and (choice := self.left.pop(0)) < len(request.options):
            return choice
        return super().pick(request)


class Trial(Rehearsal):
    """A scenario that is played without being told how; ``fault``: what it came to, if anything."""

    lot: Lot
    fault: Fault | None = None
    scripted = False  # is it answered as its own lines say?

    def prepare(self, lot: Lot, thrown: Thrown, laws: set[tuple[str, int]]) -> None:
        """Before it begins."""
        self.lot, self.thrown, self.laws = lot, thrown, laws
        self.taken: list[tuple[Request, int]] = []
        self.match.dice = self.match.run.dice = thrown
        self.match.run.explaining = None

    def do(self, line: ScenarioLine) -> None:
        try:
            super().do(line)
        except RulebookError as error:
            if line.acts:
                self.fault = fault_of(error, self.laws, 0, "")
            raise

    def choose(self, request: Request) -> int:
        if self.scripted:
            return super().choose(request)
        if len(self.taken) >= LONGEST:
            raise Enough
        choice = self.lot.pick(request)
        self.taken.append((request, choice))
        return choice

    def stale(self, answer: Any) -> str:
        return ""

    # ------------------------------------------------------------------------------------ what was answered

    def keys(self) -> list[tuple[int, str, str]]:
        """What was answered: seat, question, option."""
        return [(request.seat, request.decision, request.options[choice].key) for request, choice in self.taken]

    def told(self) -> Told:
        """What was answered, in the words of scenarios."""
        out, orders = Told(), {action.name: action for action in self.machine.program.actions}
        named = self.named()
        keys = {ready.key: ready.action.name for ready in self.machine.actions}
        for request, choice in self.taken:
            seat, option = self.match.seat_name(request.seat), request.options[choice]
            key = named.get((option.domain, option.value), option.key)
            about = dict(request.about)
            if "action" in about and out.answers and about["action"] in keys:
                params = self.machine.program.procedures[orders[keys[about["action"]]].procedure].params
                param = next((p for p in params if p.name == request.decision), None)
                at = max((n for n, said in enumerate(out.answers) if said.seat == seat), default=NONE)
                last = out.answers[at]
                ordered = at != NONE and last.form == "orders" and last.text.split(" ")[0] == keys[about["action"]]
                if param is not None and ordered:  # where there is but one action nobody orders it: what it is given is chosen
                    out.answers[at] = Said(seat, "orders", f"{last.text} {param.preposition} {key}".replace("  ", " "))
                    continue
            if option.key in keys or (option.key == "done" and any(o.key in keys for o in request.options)):
                out.answers.append(Said(seat, "orders", keys.get(option.key, option.key)))
            elif option.key == "yes" and request.decision.isidentifier():
                out.answers.append(Said(seat, "may", request.decision))
            else:
                out.answers.append(Said(seat, "chooses", key))
        out.dice = self.thrown.told(self.match.state.rolls + self.match.answers.thrown if self.fault is None else 1 << 40)
        return out

    def named(self) -> dict[tuple[int, int], str]:
        """What the scenario itself calls the rows that it brings into play."""
        domains, held = self.machine.program.domains, self.match.state.locals
        return {
            (type_.domain, held[slot]): name
            for name, (slot, type_) in self.plan.names.items()
            if type_.domain != NONE and domains[type_.domain].dynamic and slot < len(held)
        }


class Workshop:
    """A rulebook with its scenarios, and what it takes to play texts as scenarios of it."""

    def __init__(self, game: str, extensions: tuple[str, ...] = (), options: tuple[tuple[str, str], ...] = ()) -> None:
        self.rulebook = load(game, [Path(e) for e in extensions], scenarios=True)
        self.options = dict(options)
        self.books = Books(self.rulebook)
        self.settings = [decl for file in self.rulebook.files for decl in file.decls if isinstance(decl, t.Setting)]
        always = [decl for file in self.rulebook.files for decl in file.decls if isinstance(decl, t.Always)]
        self.laws = {(decl.place.file, decl.place.line) for decl in always}
        self.looked_before = {
            (decl.place.file, decl.place.line) for decl in always if decl.moment is not None and decl.moment.position == "before"
        }

    def script(self, scenario: t.Scenario, options: Iterable[tuple[str, str]] = ()) -> Script | None:
        """How a scenario is answered as it is written, with these options too; None where it tells of what is not there then.

        Where it does not hold as it stands, or a law breaks in it, it is a script all the same, as far as it goes.
        """
        own = options_of(scenario)
        lines = "".join(f"    option {name} = {value}\n" for name, value in options if name not in own)
        if lines:
            chosen = self.read(f'scenario "options":\n{lines}')
            if chosen is None:
                return None
            scenario = replace(scenario, scenes=[*chosen.scenes, *scenario.scenes])
        notes: list[Noted] = []

        def noted(*args: Any) -> Noted:
            notes.append(Noted(*args))
            return notes[-1]

        try:
            outcome = run(self.books, scenario, stage_of=noted)
        except (RulebookError, AnswerError, Need, RecursionError, KeyError, IndexError, ValueError, TypeError):
            return None  # as in a run of scenarios: whatever a fault of the rules makes of it
        if not notes or (lines and any((place.file, place.line) not in self.laws for place, _ in outcome.failures)):
            return None
        return notes[0].noted

    def as_usual(self, scenario: t.Scenario, options: dict[str, str]) -> bool:
        """Is a scenario played by the options that are chosen, and none of its own besides?"""
        usual = {info.name: info.default for info in self.option_infos()} | options
        return all(usual.get(name) == value for name, value in options_of(scenario).items())

    def option_infos(self) -> list[OptionInfo]:
        """The options that the rulebook has."""
        return self.books.get(self.options)[0].symbols.option_infos

    def held(self, trial: Trial) -> set[str]:
        """The fields that hold a row or none."""
        return {column.name for column in trial.machine.program.fields if column.target != NONE and not column.is_set and column.low < 0}

    def read(self, text: str) -> t.Scenario | None:
        """A text as a scenario; None if it is none."""
        messages = Messages()
        file = parse_text(text, FILE, messages)
        if messages.items or len(file.decls) != 1 or not isinstance(file.decls[0], t.Scenario):
            return None
        return started([*self.settings, file.decls[0]], messages, self.rulebook.lost)[0] if not messages.items else None

    def staged(self, text: str) -> Trial | None:
        """A text on its stage, nothing of it played; None where it cannot be."""
        scenario = self.read(text)
        if scenario is None:
            return None
        try:
            bound, machine = self.books.get({**self.options, **options_of(scenario)})
        except BadOption:
            return None
        if machine is None:
            return None
        before = len(bound.messages.items)
        plan = bind_scenario(bound.context, scenario)
        if any(m.severity == ERROR for m in bound.messages.since(before)):
            del bound.messages.items[before:]
            return None
        add_functions(machine)
        return Trial(machine, plan, Outcome(plan.name, plan.place, []))

    def tried(self, case: Case, lot: Lot, thrown: Thrown) -> Trial | None:
        """A case played once, without its own answers and dice."""
        trial = self.staged(Case(case.head, case.lines).written("trial"))
        return None if trial is None else self.played(trial, lot, thrown)

    def played(self, trial: Trial, lot: Lot, thrown: Thrown) -> Trial:
        """Plays what stands on a stage; whatever else stops it is no fault of the rules."""
        afresh()
        trial.prepare(lot, thrown, self.laws)
        with contextlib.suppress(Enough, Unscripted, OutOfDice, AnswerError):
            trial.play()
        return trial

    def shows(self, text: str, fault: Fault) -> bool:
        """Does a scenario, as it is written, come to this very fault?"""
        found = self.comes_to(text)
        return found is not None and found.key == fault.key

    def comes_to(self, text: str) -> Fault | None:
        """The fault that a scenario comes to, as it is written; None where it comes to none, or cannot be played."""
        scenario = self.staged(text)
        if scenario is None:
            return None
        afresh()
        scenario.scripted = True
        scenario.laws = self.laws
        scenario.play()
        return scenario.fault
