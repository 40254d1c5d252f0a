"""The odds a scenario asks for: its lines are the policy."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from fractions import Fraction

from arbitre.dsl import core
from arbitre.dsl.budget import Overspent, on_with_the_rest
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.scenario.scenario_lines import Answer
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.odds import branches as worlds
from arbitre.interpreter.odds.compiled import explored, first_plainly
from arbitre.interpreter.odds.enumerate import Chances, Enumerator, Policy, Work, exploring
from arbitre.interpreter.play.scenario.causes import listed
from arbitre.interpreter.play.scenario.stage import Stage, Unscripted
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.requests import Need, Request
from arbitre.interpreter.state.state import State

ASK_LESS = "ask about less of it, one event in place of a whole turn, or allow more: --budget 60s,2GB"


def measure(stage: Stage, stmts: list[core.Stmt], values: list[core.Expr]) -> list[tuple[tuple[int, ...], Fraction]]:
    """The joint distribution of ``values`` after ``stmts``, sorted by value; what takes too much is its scenario's fault alone."""
    try:
        return measured(stage, stmts, values)
    except Overspent as stopped:
        text = stopped.text
    gc.collect()  # all that it held
    on_with_the_rest()
    raise RulebookError(phrase("{0}; {1}", text, ASK_LESS))


def measured(stage: Stage, stmts: list[core.Stmt], values: list[core.Expr]) -> list[tuple[tuple[int, ...], Fraction]]:
    """The same, however much it takes."""
    run = stage.match.run
    machine = stage.machine
    scripted = list(stage.plan.answers)
    reached = Reached()

    def choose(request: Request) -> int:
        return policy(stage, scripted, request, reached)

    run.answers, end = Policy(choose), time.monotonic() + worlds.MAX_SECONDS
    goals = [answer.goal for answer in scripted if answer.goal is not None]

    def enumerator() -> Enumerator:
        engine = Enumerator(run)
        engine.worlds.end = end
        engine.ask([*stmts, *values, *goals])
        return engine

    if goals:
        best = sought(stage, enumerator, stmts, [*values, *goals], end, reached)
        reached.check(stage, scripted)
        return best

    def plainly(patience: int) -> tuple[Chances, int]:
        engine = enumerator()
        engine.worlds.patience = patience or engine.worlds.patience
        states: Chances = [(stage.match.state, Fraction(1))]
        for stmt, work in zip(stmts, works_of(machine, stmts), strict=True):
            states = engine.layer(states, work)
            if isinstance(stmt, core.Run):
                states = engine.agenda(states)
        return states, engine.worlds.trials

    try:
        with exploring(run):
            states = first_plainly(run, plainly, lambda: explored(run, stmts, values, choose, end))
    except Need as need:
        raise RulebookError(phrase("‘{0}’ has no answer in this question", need.requests[0].decision)) from None
    out: dict[tuple[int, ...], Fraction] = {}
    closures = [machine.expr(v) for v in values]
    for state, chance in states:
        run.use(state)
        key = tuple(int(found) if isinstance(found := v(run, state.locals), bool) else found for v in closures)
        out[key] = out.get(key, Fraction(0)) + chance
    reached.check(stage, scripted)
    if sum(out.values()) != 1:  # an exact answer is whole, or none at all
        raise RulebookError(phrase("only {0} of all that can happen could be calculated", format(float(sum(out.values())), ".6f")))
    return sorted(out.items())


def beginning(machine: Machine, stmt: core.Run) -> Work:
    """An agenda begun."""
    args = [machine.expr(a) for a in stmt.args]
    return lambda x: running.begin(x, stmt.procedure, [e(x, x.state.locals) for e in args], stmt.place)


def carrying_out(machine: Machine, stmt: core.Stmt) -> Work:
    made = machine.stmt(stmt)
    return lambda x: made(x, x.state.locals)


def works_of(machine: Machine, stmts: list[core.Stmt]) -> list[Work]:
    """The statements of a scenario, prepared; an agenda is only begun."""
    return [beginning(machine, stmt) if isinstance(stmt, core.Run) else carrying_out(machine, stmt) for stmt in stmts]


def sought(
    stage: Stage, enumerator: Callable[[], Enumerator], stmts: list[core.Stmt], values: list[core.Expr], end: float, reached: Reached
) -> list[tuple[tuple[int, ...], Fraction]]:  # fmt: skip
    """The same where some answers seek something; ``values``: what is measured, then what is sought."""
    from arbitre.interpreter.odds.best_answers import Found, Seeker, Seeking
    from arbitre.interpreter.odds.best_answers_compiled import best

    run, scripted = stage.match.run, list(stage.plan.answers)
    goals = [answer for answer in scripted if answer.goal is not None]

    def goal_of(request: Request) -> int | None:
        for answer in scripted:
            if stage.value(answer.seat) != request.seat or (answer.decision and answer.decision != request.decision):
                continue
            if answer.goal is not None:
                return len(values) - len(goals) + goals.index(answer)
            if stage.match_option(request, answer.key, answer.value, answer.domain) is not None:
                return None
        return None

    closures = [stage.machine.expr(v) for v in values]

    def outcome_of(state: State) -> tuple[int, ...]:
        run.use(state)
        return tuple(int(found) if isinstance(found := v(run, state.locals), bool) else found for v in closures)

    def choose(request: Request) -> int:
        return policy(stage, scripted, request, reached)

    def plainly(patience: int) -> tuple[Found, int]:
        engine = enumerator()
        engine.worlds.patience = patience or engine.worlds.patience
        run.answers = Seeking(choose, goal_of, engine.source)
        seeker = Seeker(engine, works_of(stage.machine, stmts), outcome_of)
        return seeker.onward(0, stage.match.state), engine.worlds.trials

    try:
        with exploring(run):
            found = first_plainly(run, plainly, lambda: best(run, stmts, values, choose, goal_of, outcome_of, end))
    except Need as need:
        raise RulebookError(phrase("‘{0}’ has no answer in this question", need.requests[0].decision)) from None
    out: dict[tuple[int, ...], Fraction] = {}
    for computed, chance in found.items():
        measured = computed[: len(values) - len(goals)]
        out[measured] = out.get(measured, Fraction(0)) + chance
    return sorted(out.items())


class Reached:
    """What of a policy fitted a question, and what was asked where one of its answers did not fit."""

    def __init__(self) -> None:
        self.taken: set[int] = set()  # answers, by their number
        self.asked: dict[int, Request] = {}  # where an answer was looked at in vain

    def check(self, stage: Stage, scripted: list[Answer]) -> None:
        """An answer that names a row which is offered nowhere is a mistake, and no policy."""
        for answer in scripted:
            request = self.asked.get(answer.number)
            if request is not None and answer.number not in self.taken and answer.value is not None and answer.domain != core.NONE:
                shown = ", ".join(option.key for option in request.options[:12])
                raise Unscripted(
                    phrase("‘{0}’ is never among what is offered; ‘{1}’ offers: {2}", answer.key or "this", request.decision, shown),
                    answer.place,
                )


def policy(stage: Stage, scripted: list[Answer], request: Request, reached: Reached) -> int:
    """The first of the seat's lines that names an option of the request; "done" or silence when none does."""
    for answer in scripted:
        if stage.value(answer.seat) != request.seat or (answer.decision and answer.decision != request.decision):
            continue
        if answer.goal is not None:
            continue
        found = stage.first_offered(request, answer)
        if found is not None:
            reached.taken.add(answer.number)
            return found
        reached.asked.setdefault(answer.number, request)
    keys = [o.key for o in request.options]
    if "done" in keys:
        return keys.index("done")
    who = stage.match.seat_name(request.seat)
    raise Unscripted(
        phrase("no line says what {0} answers to ‘{1}’; one of: {2}", who, request.decision, listed(keys)),
        stage.plan.place,
    )
