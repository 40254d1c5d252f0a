"""Both executors side by side: compiled, seats answer by lot, and the interpreter goes the same way, statement after statement.

After every statement the two matches must be the same to the last cell, slot and timer.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.play.bots.bots import by_lot, greedy
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.run.mirror import Mirror
from arbitre.interpreter.wasm.run.runtime import ENDLESS, FAILED, Answer, Runner, Stopped

PARTS = ("stack", "timers", "waiting", "scheduled", "runs", "told", "published", "rolls", "counters", "over", "winners", "winner_domain")


@dataclass(slots=True)
class Compared:
    """What came of a match played twice.  ``differs`` is empty where both are the same throughout."""

    seed: int
    statements: int = 0
    answers: int = 0
    stopped: str = ""  # why the compiled executor gave up, if it did
    differs: list[str] = field(default_factory=list)


def plain(value: Any) -> Any:
    """Truths as numbers, at any depth."""
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return int(value) if isinstance(value, bool) else value


def differences(machine: Machine, interpreted: State, compiled: State) -> list[str]:
    """In what two states differ, in words."""
    out = []
    for name in PARTS:
        one, two = plain(getattr(interpreted, name)), plain(getattr(compiled, name))
        if one != two:
            out.append(f"{name}: {one} / {two}")
    layout, fields = machine.layout, machine.program.fields
    for cell, (one, two) in enumerate(zip(interpreted.cells, compiled.cells, strict=True)):
        if one != two:
            column = layout.owner[cell]
            out.append(f"{fields[column].name} of row {cell - layout.base[column]}: {one} / {two}")
    return out[:12]


class Beside:
    """What both executors hold after every statement of one match."""

    def __init__(self, machine: Machine, runner: Runner, mirror: Mirror | None) -> None:
        self.machine, self.runner, self.mirror = machine, runner, mirror or Mirror(runner)
        self.answers = 0  # that are known to be the same

    def states(self, state: State) -> list[str]:
        """In what the states differ, in words."""
        return [] if self.mirror.same(state) else differences(self.machine, state, self.runner.state())

    def tapes(self, given: list[Given], tape: list[Answer]) -> list[str]:
        """In what the answers given so far differ from those on the compiled tape."""
        at = self.runner.number("TAPE_AT")
        if len(given) != at:
            return [f"{len(given)} answers / {at} answers"]
        for number in range(self.answers, at):
            one, two = given[number], tape[number]
            if (one.seat, one.choice) != (two.seat, two.choice):
                return [f"answer {number}: {one.choice} of seat {one.seat} / {two.choice} of seat {two.seat}"]
        self.answers = at
        return []


def in_lockstep(machine: Machine, runner: Runner, seed: int, mirror: Mirror | None = None) -> Compared:
    """One match in both executors; ``mirror``: what is known of the module's memory from matches before."""
    out = Compared(seed)
    try:
        runner.begin(seed)
        runner.call("play", 1_000_000_000)
    except Stopped as stop:
        out.stopped = str(stop)
    tape = runner.tape()
    out.answers = len(tape)
    match = Match(machine, seed, trace=False, start=False)
    match.answers.script = [answer.choice for answer in tape]
    beside = Beside(machine, runner, mirror)
    runner.begin(seed)
    if machine.program.setup != NONE:
        match.do(match.set_up, first=True)
    while True:
        out.differs = beside.states(match.state) or beside.tapes(match.tape.answers, tape)
        if not out.differs and match.requests:
            out.differs = ["the compiled executor asks less"]
        if out.differs or not match.advance():
            return out
        out.statements += 1
        try:
            runner.call("advance")
        except Stopped as stop:
            out.stopped = str(stop)
            return out


def led(machine: Machine, runner: Runner, seed: int, most: int = 400, mirror: Mirror | None = None) -> Compared:
    """One match in which the interpreter goes first and any answer may be given, those too that bots leave to persons; then compiled."""
    out, rng = Compared(seed), random.Random(seed)
    first = Match(machine, seed, trace=False)
    while first.requests and len(first.tape.answers) < most:
        request = rng.choice(first.requests)
        first.answer(request.id, rng.randrange(len(request.options)))
    answers = [given.choice for given in first.tape.answers]
    match = Match(machine, seed, trace=False, start=False)
    match.answers.script = answers[:]
    runner.begin(seed)
    runner.put("SEATS_BY_LOT", 0)
    runner.call("start", seed)
    runner.answer(answers)
    out.answers = len(answers)
    beside = Beside(machine, runner, mirror)
    if machine.program.setup != NONE:
        match.do(match.set_up, first=True)
        runner.call("set_up")
    while True:
        out.differs = beside.states(match.state)
        given = len(match.tape.answers)
        if not out.differs and not match.requests and given != runner.number("TAPE_AT"):
            out.differs = [f"{given} answers / {runner.number('TAPE_AT')} answers"]
        if out.differs or not match.advance():
            return out
        out.statements += 1
        try:
            runner.call("advance")
        except Stopped as stop:
            out.stopped = str(stop)
            return out


def stepwise(machine: Machine, runner: Runner, seed: int, most: int = 2000) -> Compared:
    """One match, statement by statement, compiled first; where it gives up because a rule cannot be carried out, the interpreter must say
    so too, and where it does compiled code must have given up."""
    out = Compared(seed)
    match = Match(machine, seed, trace=False, start=False)
    beside = Beside(machine, runner, None)
    begun = False
    while out.statements < most:
        before = len(runner.tape()) if begun else 0
        try:
            if begun:
                runner.call("advance")
            else:
                runner.begin(seed)
        except Stopped as stop:
            out.stopped = str(stop)
            if stop.code not in (FAILED, ENDLESS):
                return out
        answers = runner.tape()[before:]
        match.answers.script += [answer.choice for answer in answers]
        out.answers += len(answers)
        try:
            if begun:
                match.advance()
            elif machine.program.setup != NONE:
                match.do(match.set_up, first=True)
        except RulebookError as error:
            out.differs = [] if out.stopped else [f"only the interpreter stops: {error.text}"]
            return out
        if out.stopped or match.requests:
            out.differs = [f"only the compiled executor stops: {out.stopped}"] if out.stopped else ["the compiled executor asks less"]
            return out
        out.differs = beside.states(match.state)
        if out.differs or match.state.over or match.unfinished:
            return out
        out.statements += begun
        begun = True
    return out


def alone(machine: Machine, runner: Runner, seed: int, seats: int = 0, most: int = 1_000_000_000) -> str:
    """Do both come to the same match, each by itself?  What differs, in words; nothing where nothing does.

    ``seats``: those that are greedy, which the compiled executor alone decides: what it answered in a match of its own must be what it
    answers where the interpreter plays and puts each question to it.  The others answer by lot.  ``most``: so many answers are compared.
    """
    runner.begin(seed, greedy=seats)
    runner.call("play", 1_000_000_000)
    tape, rng = runner.tape(), Lots(seed)
    match = Match(machine, seed, trace=False)
    for number in range(most):
        if not match.requests:
            break
        request = match.requests[0]
        choice = (greedy if seats >> request.seat & 1 else by_lot)(match, request, rng)
        mine, theirs = (request.seat, choice), (tape[number].seat, tape[number].choice) if number < len(tape) else None
        if mine != theirs:
            return f"answer {number} to {request.decision}: {mine} / {theirs}"
        match.answer(request.id, choice)
    else:
        return ""
    return "" if match.digest() == runner.state().digest() else "the end"


def in_a_row(runner: Runner, seed: int, seats: int = 0) -> str:
    """Is a match that is gone through without a stop the one that comes of statement after statement?  What differs; mostly nothing.
    ``seats``: those that are greedy."""
    found = runner.many(seed, 1, greedy=seats)
    straight = runner.state()
    try:
        runner.begin(seed, greedy=seats)
        runner.call("play", 1_000_000_000)
    except Stopped as stop:
        return f"only straight code goes on: {stop}" if found else ""
    if not found:
        return "only straight code stops"
    step_by_step = runner.state()
    names = [name for name in ("cells", *PARTS[1:]) if getattr(straight, name) != getattr(step_by_step, name)]
    names += ["answers"] * (found[0].answers != runner.number("ASKED"))
    return ", ".join(names)
