"""Matches that begin where a scenario does, instead of with the setup of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.codes import ERROR
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.scenario.scenario_lines import ScenarioLine, ScenarioPlan
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.modules.settings import started
from arbitre.interpreter.code.broken import Broken
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.facts import broken_by
from arbitre.interpreter.play.scenario.scenarios import Rehearsal
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.interpreter.reference.program import add_functions
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.state import State

RUNS = (core.Run, core.Invoke)


@dataclass(frozen=True, slots=True)
class Laid:
    """The position that the first lines of a scenario give."""

    plan: ScenarioPlan

    @property
    def name(self) -> str:
        return self.plan.name

    def lay(self, match: Match) -> None:
        """Puts a match that has not begun there."""
        stage = Rehearsal(match.machine, self.plan, Outcome(self.plan.name, self.plan.place, []))
        stage.match = match
        match.state.locals = [0] * (self.plan.slots + 4)
        held, match.check_always = match.check_always, False  # laws hold of what all lines give together
        given: list[tuple[ScenarioLine, State]] = []
        for line in self.plan.lines:
            if line.kind != "do" or any(isinstance(stmt, RUNS) for stmt in line.stmts):
                break
            given.append((line, match.state.copy()))
            stage.do(line)
        match.check_always = held
        try:
            if held:
                match.check()
        except Broken as error:
            raise RulebookError(phrase("{0}{1}", error.text, broken_by(stage.claims, error, given)), error.place) from None
        match.state.locals = []


@dataclass(frozen=True, slots=True)
class Reached:
    """The position at a picture of a scenario, after all that the scenario does up to it."""

    name: str
    state: State

    def lay(self, match: Match) -> None:
        """Puts a match that has not begun there."""
        match.state = self.state.copy()
        match.run.use(match.state)
        match.state.locals = []


class Opening:
    """What a scenario gives before it does, rolls, asks or expects anything: the setting of a match.  ``NAME@3``: how things stand at the
    third picture of the scenario instead."""

    def __init__(self, rulebook: Rulebook, name: str, options: dict[str, str]) -> None:
        scenario, picture = pictured(rulebook, name)
        own = options_of(scenario)
        for key, value in options.items():
            if own.get(key, value) != value:
                raise RulebookError(phrase("‘{0}’ is played with {1} = {2}, not {3}", scenario.name, key, own[key], value), scenario.place)
        bound, machine = Books(rulebook).get({**own, **options})
        if machine is None:
            first = bound.messages.errors[0]
            raise RulebookError(first.text, first.place)
        self.machine: Machine = machine
        given = scenario if picture else replace(scenario, scenes=givens(scenario))
        self.plan: ScenarioPlan = bind_scenario(bound.context, given)
        faults = [m for m in bound.messages.items if m.severity == ERROR]
        if faults:
            raise RulebookError(faults[0].text, faults[0].place)
        add_functions(machine)
        self.laid: Laid | Reached = self.reached(picture, scenario) if picture else Laid(self.plan)

    def reached(self, picture: int, scenario: t.Scenario) -> Reached:
        """Where a picture of the scenario stands."""
        stage = Rehearsal(self.machine, self.plan, Outcome(self.plan.name, self.plan.place, []))
        stage.play()
        shots = stage.shots
        if picture > len(shots) or not goes_on(shots[picture - 1].state, self.machine.program):
            raise RulebookError(phrase("no match can go on from picture {1} of ‘{0}’", scenario.name, picture), scenario.place)
        return Reached(f"{scenario.name}@{picture}", shots[picture - 1].state)

    def match(self, seed: int, trace: bool = False, watch: Callable[[Match], None] | None = None) -> Match:
        """A match that has gone on from there to its first question."""
        match = self.set(seed, trace)
        match.watch = watch
        match.go_on()
        return match

    def set(self, seed: int = 0, trace: bool = False) -> Match:
        """A match as it stands there."""
        match = Match(self.machine, seed, trace=trace, start=False)
        self.laid.lay(match)
        return match


def goes_on(state: State, program: core.Program) -> bool:
    """Can a match go on from there: is it not over, and is nothing under way but, at most, the turn of the game?"""
    return not state.over and (not state.stack or state.stack[0][1] == program.main)


def pictured(rulebook: Rulebook, name: str) -> tuple[t.Scenario, int]:
    """The scenario of a name, and the number of its picture that the name ends with; 0 where it has none."""
    bare, at, number = name.rpartition("@")
    if at and number.isdecimal() and not any(s.name == name for s in rulebook.scenarios):
        return named(rulebook, bare), int(number)
    return named(rulebook, name), 0


def givens(scenario: t.Scenario) -> list[t.Scene]:
    """The lines up to the first that has something happen."""
    out: list[t.Scene] = []
    for scene in scenario.scenes:
        if scene.form not in ("option", "let", "start_from") and not scene.form.startswith("given"):
            break
        out.append(scene)
    return out


def named(rulebook: Rulebook, name: str) -> t.Scenario:
    """The scenario of that name, the setting of that name, or the only scenario with that in its name."""
    settings = [decl for file in rulebook.files for decl in file.decls if isinstance(decl, t.Setting)]
    setting = next((decl for decl in settings if decl.name == name), None)
    if setting is not None and not any(s.name == name for s in rulebook.scenarios):
        start = t.Scene(setting.place, "start_from", {"name": setting.name})
        return started([*settings, t.Scenario(setting.place, name, [start])], Messages(), rulebook.lost)[0]
    found = [s for s in rulebook.scenarios if s.name == name] or [s for s in rulebook.scenarios if name.lower() in s.name.lower()]
    if len(found) == 1:
        return found[0]
    if found:
        shown = "".join(f"\n  {scenario.name}" for scenario in found[:12])
        raise RulebookError(
            phrase("‘{0}’ is part of the names of {1} scenarios; say more of the one you mean:{2}", name, len(found), shown), NOWHERE
        )
    known = [*(s.name for s in rulebook.scenarios), *(str(s.name) for s in settings)]
    raise RulebookError(phrase("there is no scenario ‘{0}’. {1}", name, did_you_mean(name, known)).strip(), NOWHERE)
