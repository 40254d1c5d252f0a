"""Scenarios in both executors: what the interpreter does of a scenario the compiled executor does too, and comes to the same state.

Before everything that a scenario has done, an event or a statement of an agenda, the match is put into compiled memory; the dice it throws
then are those of the scenario, its answers those that the interpreter was given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.play.lockstep import Beside
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import Rehearsal, run
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.run.loader import runner_of
from arbitre.interpreter.wasm.run.mirror import Mirror
from arbitre.interpreter.wasm.run.runtime import Stopped
from arbitre.interpreter.wasm.run.state_transfer import Unfit

_mirrors: WeakKeyDictionary[Machine, Mirror | None] = WeakKeyDictionary()


@dataclass(slots=True)
class Doubled:
    """What came of a scenario in both: how much was done compiled too, what it gave up and what differs, each with the line it is of."""

    outcome: Outcome
    done: int = 0
    left: int = 0  # what is not compiled: what a scenario sets up itself
    stopped: list[str] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)


class Double(Rehearsal):
    """A scenario on its stage, with the compiled executor beside it."""

    found: Doubled

    def carry_out(self, stmt: core.Stmt) -> None:
        """A statement of the scenario; a call is done by the compiled executor too."""
        if not isinstance(stmt, core.Invoke) or self.match.state.stack:
            super().carry_out(stmt)
            self.found.left += 1
            return
        args = [self.value(arg) for arg in stmt.args]
        before, given = self.match.state.copy(), len(self.match.tape.answers)
        super().carry_out(stmt)
        self.compare(before, given, stmt.procedure, args)

    def begin(self, stmt: core.Run, args: list[int]) -> None:
        """A run of an agenda begins in both."""
        before, given = self.match.state.copy(), len(self.match.tape.answers)
        super().begin(stmt, args)
        self.compare(before, given, stmt.procedure, args)

    def work(self, work: object) -> None:
        """A statement of an agenda is done compiled too, if the scenario does not stop in the midst of what it does at one go."""
        if work is not running.step:
            super().work(work)
            return
        before, given = self.match.state.copy(), len(self.match.tape.answers)
        super().work(work)
        if running.halted(self.match.run):
            self.found.left += 1
        else:
            self.compare(before, given)

    def compare(self, before: State, given: int, procedure: int = core.NONE, args: list[int] | None = None) -> None:
        """The compiled executor does the same from the state before, with the same answers and dice."""
        found, line = self.found, self.called(self.plan.lines[self.now])
        if self.machine not in _mirrors:
            runner = runner_of(self.machine.program)
            _mirrors[self.machine] = Mirror(runner) if runner is not None else None
        mirror = _mirrors[self.machine]
        if mirror is None:
            found.stopped.append("there is no compiled executor")
            return
        runner = mirror.runner
        try:
            for name, value in (("SEATS_BY_LOT", 0), ("KEEPS_TAPE", 1), ("ASKED_MOST", 1 << 40)):
                runner.put(name, value)
            runner.load(before)
            runner.script([(face - 1, runner.label(label)) for label, face, _ in self.plan.dice])
            answers = [answer.choice for answer in self.match.tape.answers[given:]]
            runner.answer(answers)
            if procedure == core.NONE:
                runner.call("advance")
            else:
                runner.perform(procedure, args or [])
            if runner.number("TAPE_AT") != len(answers):
                found.differs.append(f"{line}: not all answers are read")
        except (Stopped, Unfit) as stop:
            found.stopped.append(f"{line}: {stop}")
            return
        found.done += 1
        found.differs += [f"{line}: {one}" for one in Beside(self.machine, runner, mirror).states(self.match.state)]


def in_both(books: Books, scenario: t.Scenario) -> Doubled:
    """One scenario in both executors."""
    out = Doubled(Outcome(scenario.name, scenario.place, []))
    stage = type("Doubling", (Double,), {"found": out})
    out.outcome = run(books, scenario, stage_of=stage)
    return out
