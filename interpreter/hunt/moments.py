"""Moments of scenarios: how a match stands as a scenario has something done, and what that is.  Rollouts begin there as well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.lower.scenario.scenario_lines import ScenarioLine
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.hunt.case import Case
from arbitre.interpreter.hunt.snapshot import case_of_state
from arbitre.interpreter.play.scenario.scenarios import Rehearsal
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.trace import Record

Mark = tuple[str, str, int]  # a line of a rule that was carried out, or two rules that joined one event
EACH = 3  # moments of one scenario that are kept: its last ones, which lead to what it is about


@dataclass(frozen=True, slots=True)
class Moment:
    """``procedure`` is done with ``args`` as the match stands so.  ``ruled``: it is an agenda or an action, to which sides come in play."""

    state: State
    procedure: int
    args: list[int]
    ruled: bool

    def case(self, machine: Machine, state: State, options: dict[str, str]) -> Case:
        """The same done in a match that stands so, as a scenario."""
        return case_of_state(machine, state, self.procedure, self.args, options)


@dataclass(frozen=True, slots=True)
class Script:
    """How a scenario answers, in the order in which it is asked, its dice, and its moments."""

    answers: list[tuple[int, str, str]]
    dice: tuple[tuple[str, int], ...]
    moments: list[Moment] = field(default_factory=list)
    marks: set[Mark] = field(default_factory=set)  # the lines it comes by
    broken: bool = False  # does a law break in it, or a rule stop?


def marks_of(log: Iterable[Record]) -> set[Mark]:
    """What steers trials: the lines that were carried out, and the pairs of rules that joined one event."""
    out: set[Mark] = set()
    joined: dict[str, set[str]] = {}
    for record in log:
        out.add((record.kind, record.place.file, record.place.line))
        if record.kind == "hook":
            joined.setdefault(record.name.rpartition(".")[2], set()).add(record.name)
    for names in joined.values():
        out |= {(one, two, 0) for one, two in combinations(sorted(names), 2)}
    return out


class Noted(Rehearsal):
    """A scenario played as it is written, and noted down."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.answered: list[tuple[int, str, str]] = []
        self.thrown = tuple((label, face) for label, face, _ in self.plan.dice)
        self.moments: list[Moment] = []
        self.broken = False

    def do(self, line: ScenarioLine) -> None:
        """A line; one at which a rule cannot be carried out, or a law breaks, is noted."""
        try:
            super().do(line)
        except RulebookError:
            self.broken = True
            raise

    def choose(self, request: Request) -> int:
        """As the scenario says."""
        choice = super().choose(request)
        self.answered.append((request.seat, request.decision, request.options[choice].key))
        return choice

    def carry_out(self, stmt: core.Stmt) -> None:
        """A statement of the scenario; a call is a moment."""
        if isinstance(stmt, core.Invoke) and not self.match.state.stack:
            self.moment(stmt.procedure, [self.value(arg) for arg in stmt.args])
        super().carry_out(stmt)

    def begin(self, stmt: core.Run, args: list[int]) -> None:
        """A run of an agenda begins."""
        self.moment(stmt.procedure, args)
        super().begin(stmt, args)

    def moment(self, procedure: int, args: list[int]) -> None:
        """Keeps how the match stands; its dice are counted from there."""
        state = self.match.state.copy()
        if state.over:
            return
        state.rolls, state.locals = 0, []
        ruled = self.machine.program.procedures[procedure].kind in ("agenda", "action")
        self.moments.append(Moment(state, procedure, args, ruled))
        del self.moments[:-EACH]

    @property
    def noted(self) -> Script:
        """What was noted."""
        return Script(self.answered, self.thrown, self.moments, marks_of(self.match.run.log or []), self.broken)
