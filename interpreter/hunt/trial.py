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
from arbitre.dsl.lower.scenario_lines import ScenarioLine
from arbitre.dsl.lower.scenarios import bind_scenario, options_of
from arbitre.dsl.modules.loader import load
from arbitre.dsl.modules.settings import started
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.resolve.symbols import OptionInfo
from arbitre.interpreter.compile.program import add_functions
from arbitre.interpreter.hunt.case import Case, Said, Told
from arbitre.interpreter.hunt.faults import Fault, fault_of
from arbitre.interpreter.play.books import Books
from arbitre.interpreter.play.scenarios import Rehearsal, run
from arbitre.interpreter.play.stage import Outcome, Unscripted
from arbitre.interpreter.state.dice import Generator, OutOfDice
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.requests import Request

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

    def throw(self, size: int, number: int, label: str, place: Place) -> int:
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

    def throw(self, size: int, number: int, label: str, place: Place) -> int:
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


@dataclass(frozen=True, slots=True)
class Script:
    """How a scenario answers, in the order in which it is asked, and its dice."""

    answers: list[tuple[int, str, str]]
    dice: tuple[tuple[str, int], ...]


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
        self.match.run.explaining = False

    def do(self, line: ScenarioLine) -> None:
        try:
            super().do(line)
        except RulebookError as error:
            if line.acts and not self.giving:
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
        keys = {ready.key: ready.action.name for ready in self.machine.actions}
        for request, choice in self.taken:
            seat, option = self.match.seat_name(request.seat), request.options[choice]
            about = dict(request.about)
            if "action" in about and out.answers and about["action"] in keys:
                params = self.machine.program.procedures[orders[keys[about["action"]]].procedure].params
                param = next((p for p in params if p.name == request.decision), None)
                at = max((n for n, said in enumerate(out.answers) if said.seat == seat), default=NONE)
                last = out.answers[at]
                ordered = at != NONE and last.form == "orders" and last.text.split(" ")[0] == about["action"]
                if param is not None and ordered:  # where there is but one action nobody orders it: what it is given is chosen
                    out.answers[at] = Said(seat, "orders", f"{last.text} {param.preposition} {option.key}".replace("  ", " "))
                    continue
            if option.key in keys or (option.key == "done" and any(o.key in keys for o in request.options)):
                out.answers.append(Said(seat, "orders", option.key))
            elif option.key == "yes" and request.decision.isidentifier():
                out.answers.append(Said(seat, "may", request.decision))
            else:
                out.answers.append(Said(seat, "chooses", option.key))
        out.dice = self.thrown.told(self.match.state.rolls + self.match.answers.thrown if self.fault is None else 1 << 40)
        return out


class Workshop:
    """A rulebook with its scenarios, and what it takes to play texts as scenarios of it."""

    def __init__(self, game: str, extensions: tuple[str, ...] = (), options: tuple[tuple[str, str], ...] = ()) -> None:
        self.rulebook = load(game, [Path(e) for e in extensions], scenarios=True)
        self.options = dict(options)
        self.books = Books(self.rulebook)
        self.settings = [decl for file in self.rulebook.files for decl in file.decls if isinstance(decl, t.Setting)]
        self.laws = {
            (decl.place.file, decl.place.line) for file in self.rulebook.files for decl in file.decls if isinstance(decl, t.Always)
        }

    def passes(self, scenario: t.Scenario, options: Iterable[tuple[str, str]]) -> bool:
        """Does a scenario hold with other options too?  If not, it tells of places and pieces that are not there then."""
        own = options_of(scenario)
        lines = "".join(f"    option {name} = {value}\n" for name, value in options if name not in own)
        if not lines:
            return True
        chosen = self.read(f'scenario "options":\n{lines}')
        return chosen is not None and not run(self.books, replace(scenario, scenes=[*chosen.scenes, *scenario.scenes])).failures

    def script(self, scenario: t.Scenario) -> Script | None:
        """How a scenario is answered as it is written; None where it does not hold."""
        answers: list[tuple[int, str, str]] = []
        dice: list[tuple[str, int]] = []

        class Noted(Rehearsal):
            def choose(self, request: Request) -> int:
                choice = super().choose(request)
                if not answers and not dice:
                    dice.extend((label, face) for label, face, _ in self.plan.dice)
                answers.append((request.seat, request.decision, request.options[choice].key))
                return choice

        outcome = run(self.books, scenario, stage_of=Noted)
        return None if outcome.failures else Script(answers, tuple(dice))

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
