"""Scenarios carried out: scripted dice and answers, expectations checked, nothing left over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from dsl import core
from dsl import tree as t
from dsl.bind import BadOption, Bound, bind
from dsl.core import NONE
from dsl.messages import ERROR, Message, Messages
from dsl.modules import Rulebook
from dsl.places import Place
from dsl.scenes import Answer, Line, Plan, bind_scenario, options_of
from interpreter.dice import OutOfDice, Script
from interpreter.errors import AnswerError, RulebookError
from interpreter.expressions import rows_of
from interpreter.machine import Machine
from interpreter.match import Match
from interpreter.odds import measure
from interpreter.requests import Need, Option, Request
from interpreter.statements import compile_stmt
from interpreter.trace import visible


@dataclass(slots=True)
class Outcome:
    """What came of a scenario.  ``measures``: values of the ``measure`` lines, jointly, with their exact chance."""

    name: str
    place: Place
    clauses: list[str]
    failures: list[tuple[Place, str]] = field(default_factory=list)
    measures: list[tuple[tuple[int, ...], Fraction]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.failures


class Unscripted(Exception):
    def __init__(self, text: str, place: Place) -> None:
        self.place = place
        super().__init__(text)


class Books:
    """A rulebook bound and made ready once for each choice of options its scenarios make.

    A file of scenarios with an error is left out: the error is that file's alone.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.ready: dict[tuple[tuple[str, str], ...], tuple[Bound, Machine | None]] = {}
        self.faults: dict[str, Message] = {}  # the first error of each file of scenarios that has one
        self.leave_out(rulebook.messages.errors)

    def leave_out(self, errors: list[Message]) -> bool:
        """Goes on without the files of scenarios that these errors are in; are there any?"""
        found = [error for error in errors if error.place.file in self.rulebook.proving]
        for error in found:
            self.faults.setdefault(error.place.file, error)
        if found:
            messages = Messages()
            messages.items = [m for m in self.rulebook.messages.items if m.place.file not in self.faults]
            decls = [d for d in self.rulebook.decls if d.place.file not in self.faults]
            self.rulebook = replace(self.rulebook, messages=messages, decls=decls)
        return bool(found)

    def get(self, options: dict[str, str]) -> tuple[Bound, Machine | None]:
        key = tuple(sorted(options.items()))
        if key not in self.ready:
            bound = bind(self.rulebook, options)
            while bound.messages.errors and self.leave_out(bound.messages.errors):
                bound = bind(self.rulebook, options)
            machine = None if bound.messages.errors else Machine(bound.program)
            self.ready[key] = (bound, machine)
        return self.ready[key]


def run_all(rulebook: Rulebook) -> list[Outcome]:
    """Every scenario of a rulebook loaded with ``scenarios=True``, in order; then the files in which none could be read."""
    books = Books(rulebook)
    outcomes = [run_alone(books, scenario) for scenario in rulebook.scenarios]
    read = {outcome.place.file for outcome in outcomes}
    for file, fault in books.faults.items():
        if file not in read:
            outcomes.append(Outcome(Path(file).stem, fault.place, [], [(fault.place, f"{fault.text}. {fault.hint}".strip())]))
    return outcomes


def run_alone(books: Books, scenario: t.Scenario) -> Outcome:
    """A fault of one scenario, whatever its kind, is that scenario's alone."""
    try:
        outcome = run(books, scenario)
    except (RulebookError, AnswerError, Need, RecursionError, KeyError, IndexError, ValueError, TypeError) as error:
        said = str(error) or type(error).__name__
        outcome = Outcome(scenario.name, scenario.place, list(scenario.clauses), [(scenario.place, f"it cannot be played: {said}")])
    fault = books.faults.get(scenario.place.file)
    if fault is not None:
        outcome.failures.insert(0, (fault.place, f"its file has errors: {fault.text}"))
    return outcome


def run(books: Books, scenario: t.Scenario) -> Outcome:
    outcome = Outcome(scenario.name, scenario.place, list(scenario.clauses))
    if scenario.place.file in books.faults:
        return outcome
    try:
        bound, machine = books.get(options_of(scenario))
    except BadOption as error:
        outcome.failures.append((scenario.place, str(error)))
        return outcome
    if machine is None:
        first = bound.messages.errors[0]
        outcome.failures.append((first.place, f"the rulebook has errors: {first.text}"))
        return outcome
    before = len(bound.messages.items)
    plan = bind_scenario(bound.binder, scenario)
    outcome.clauses = plan.clauses
    found = [m for m in bound.messages.since(before) if m.severity == ERROR]
    if found:
        outcome.failures += [(m.place, f"{m.text}. {m.hint}".strip()) for m in found]
        return outcome
    # Values a scenario speaks of may be bound for the first time now.
    machine.add_functions()
    stage = Stage(machine, plan, outcome)
    if plan.measures:
        stage.measure()
    else:
        stage.play()
    return outcome


def setup_events(machine: Machine) -> Iterable[int]:
    return () if machine.program.setup == NONE else (machine.program.setup,)


class Stage:
    """One scenario being played."""

    def __init__(self, machine: Machine, plan: Plan, outcome: Outcome) -> None:
        self.machine, self.plan, self.outcome = machine, plan, outcome
        self.script = Script(plan.dice)
        self.match = Match(machine, dice=self.script, start=False)
        self.match.state.locals = [0] * (plan.slots + 4)
        self.answers: dict[int, list[Answer]] = {}
        self.partial: dict[int, Answer] = {}

    def fail(self, place: Place, text: str) -> None:
        self.outcome.failures.append((place, text))

    def value(self, expr: core.Expr) -> int:
        return self.machine.expr(expr)(self.match.run, self.match.state.locals)

    # ------------------------------------------------------------------------------------ playing

    def play(self) -> None:
        try:
            for number, line in enumerate(self.plan.lines):
                self.now = number
                self.line(line)
        except RulebookError as error:
            self.fail(error.place if error.place.line else self.plan.place, error.text)
            return
        except (OutOfDice, Unscripted) as error:
            self.fail(error.place, str(error))
            return
        left = self.plan.dice[self.script.used :]
        if left:
            self.fail(left[0][2], f"{len(left)} dice are left over, from {left[0][1]}")
        for answer in [*(a for answers in self.answers.values() for a in answers), *self.plan.answers]:
            self.fail(answer.place, "this answer was never asked for")

    now = 0  # the line at work

    def deal(self) -> None:
        """Tells the seats the answers written above the line at work; seats may be rows the scenario has created by then."""
        for answer in [a for a in self.plan.answers if a.line <= self.now]:
            self.plan.answers.remove(answer)
            self.answers.setdefault(self.value(answer.seat), []).append(answer)

    def line(self, line: Line) -> None:
        match line.kind:
            case "do":
                self.do(line)
            case "expect":
                assert line.expr is not None
                if not self.value(line.expr):
                    self.fail(line.place, f"expected otherwise{self.instead(line.expr)}")
            case "wins":
                assert line.expr is not None
                state = self.match.state
                won = state.over and state.winner_domain == line.domain and state.winners == self.value(line.expr)
                if won != line.wanted:
                    self.fail(
                        line.place, f"the winners are {', '.join(self.match.winners) or 'nobody'}" if state.over else "nobody has won"
                    )
            case "told":
                self.told(line)
            case "refused":
                assert line.answer is not None
                if self.legal(line.answer):
                    self.fail(line.place, "this order is accepted")
            case "offered":
                assert line.expr is not None
                if self.offered(self.value(line.expr), line.text) != line.wanted:
                    self.fail(line.place, "this is not offered" if line.wanted else "this is offered")

    def do(self, line: Line) -> None:
        self.match.run.steps = 0
        if not any(isinstance(s, (core.Create, core.Store)) for s in line.stmts) or any(
            isinstance(s, (core.Run, core.Invoke)) for s in line.stmts
        ):
            self.deal()
        for stmt in line.stmts:
            if isinstance(stmt, core.Run):
                args = [self.value(a) for a in stmt.args]
                self.work(lambda x, s=stmt, a=args: self.machine.agendas.begin(x, s.procedure, a, s.place))
                while self.match.state.stack and not self.match.state.over:
                    self.work(self.machine.agendas.step)
                self.match.state.stack.clear()
                if stmt.procedure == self.machine.program.main and not self.match.state.over:
                    self.close_at_limit()
            else:
                made = compile_stmt(stmt, self.machine)
                self.work(lambda x, fn=made: fn(x, x.state.locals))

    def close_at_limit(self) -> None:
        """A match that was played as long as it may be is closed in a scenario too."""
        program, runs = self.machine.program, self.match.state.runs
        if program.closing != core.NONE and runs[program.main] >= program.max_rounds and not runs[program.closing]:
            self.work(self.match.closing)

    def work(self, work: Any) -> None:
        rounds = 0
        while not self.match.do(work):
            rounds += 1
            if rounds > 2000:
                raise Unscripted("the same question is asked again and again", self.plan.place)
            for request in list(self.match.requests):
                self.reply(request)

    # ------------------------------------------------------------------------------------ answers

    def reply(self, request: Request) -> None:
        choice = self.choose(request)
        path = tuple(int(p) for p in request.id.split(".")[1:-1])
        self.match.answers.given.setdefault(path, []).append(choice)

    def choose(self, request: Request) -> int:
        queue = self.answers.setdefault(request.seat, [])
        order = self.partial.get(request.seat)
        if request.about and order is not None:
            return self.argument(request, order)
        keys = [o.key for o in request.options]
        position = next((i for i, a in enumerate(queue) if not a.decision or a.decision == request.decision), None)
        if position is not None:
            answer = queue[position]
            found = self.fits(request, answer)
            if found is not None:
                queue.pop(position)
                if answer.order:
                    self.partial[request.seat] = answer
                return found
            if "done" in keys and (answer.order or answer.key == "done"):
                if answer.order and answer.order not in [r.key for r in self.machine.agendas.actions.ready]:
                    raise Unscripted(f"there is no action ‘{answer.order}’", answer.place)
                refusal = "; ".join(keys)
                raise Unscripted(f"‘{answer.order or answer.key}’ is not offered; offered: {refusal}", answer.place)
        if "done" in keys:
            return keys.index("done")
        who = self.match.seat_name(request.seat)
        shown = ", ".join(keys[:12])
        if position is not None:
            raise Unscripted(f"{who} cannot answer ‘{request.decision}’ with this; it is one of: {shown}", queue[position].place)
        raise Unscripted(f"{who} has no answer to ‘{request.decision}’ ({request.place.file}:{request.place.line}); one of: {shown}",
                         self.plan.place)  # fmt: skip

    def fits(self, request: Request, answer: Answer) -> int | None:
        if answer.order:
            return request.find(answer.order) if "done" in [o.key for o in request.options] or request.decision else None
        return self.match_option(request, answer.key, answer.value, answer.domain)

    def match_option(self, request: Request, key: str, value: core.Expr | None, domain: int) -> int | None:
        if value is not None:
            wanted = self.value(value)
            for position, option in enumerate(request.options):
                if option.value == wanted and (domain == NONE or option.domain == domain):
                    return position
            if not key:
                return None
        found = request.find(key)
        if found is None and key:
            found = next((i for i, o in enumerate(request.options) if key in self.other_names(o)), None)
        return found

    def other_names(self, option: Option) -> tuple[str, ...]:
        """A cell with a name is also known by its place, a direction by its number."""
        if option.domain == NONE:
            return ()
        domain = self.machine.program.domains[option.domain]
        if domain.board is not None:
            return (domain.board.label(option.value),)
        return (str(option.value),) if domain.name in ("direction", "vertex") else ()

    def argument(self, request: Request, order: Answer) -> int:
        found = order.args.get(request.decision)
        if found is None:
            raise Unscripted(f"‘{order.order}’ must say its ‘{request.decision}’; one of: "
                             f"{', '.join(o.key for o in request.options[:12])}", order.place)  # fmt: skip
        position = self.match_option(request, *found)
        if position is None:
            raise Unscripted(f"‘{order.order}’ cannot have this ‘{request.decision}’; one of: "
                             f"{', '.join(o.key for o in request.options[:12])}", order.place)  # fmt: skip
        return position

    # ------------------------------------------------------------------------------------ expectations

    def instead(self, expr: core.Expr) -> str:
        """What it is instead, where that can be said in a word."""
        if not isinstance(expr, core.Compare):
            return ""
        value = self.value(expr.left)
        shown = str(value)
        if isinstance(expr.left, core.Read):
            column = self.machine.program.fields[expr.left.field]
            if column.is_set:
                shown = ", ".join(self.machine.row_key(column.target, r) for r in rows_of(value)) or "empty"
            elif column.target != NONE:
                shown = self.machine.row_key(column.target, value)
            elif column.is_flag:
                shown = "true" if value else "false"
        return f": it is {shown}"

    def told(self, line: Line) -> None:
        assert line.expr is not None
        seats = rows_of(self.value(line.expr))
        found = False
        for record in self.match.run.log or []:
            said = record.data.get("says") or record.data.get("reason")
            if said is not None and (line.text in said.en or line.text in said.fr):
                known = [visible(record, s) for s in seats]
                found = found or (all(known) if line.wanted else any(known))
        if found != line.wanted:
            self.fail(line.place, "nothing of the kind was told" if line.wanted else "this was told")

    def offered(self, seat: int, name: str) -> bool:
        actions = self.machine.agendas.actions
        return any(actions.actors(self.match.run, r, seat, NONE, {}) for r in actions.ready if r.action.name == name)

    def legal(self, answer: Answer) -> bool:
        actions = self.machine.agendas.actions
        ready = next((r for r in actions.ready if r.key == answer.order), None)
        if ready is None:
            return False
        seat = self.value(answer.seat)
        run = self.match.run
        for actor in actions.actors(run, ready, seat, NONE, {}):
            frame = actions.blank(ready)
            frame[ready.procedure.params[ready.action.actor].slot] = actor
            if self.arguments_fit(ready, frame, answer):
                return True
        return False

    def arguments_fit(self, ready: Any, frame: list[int], answer: Answer) -> bool:
        actions, run = self.machine.agendas.actions, self.match.run
        for position, param in enumerate(ready.procedure.params):
            if position in ready.left:
                continue
            if param.name not in answer.args:
                if position != ready.action.actor:
                    return False
                continue
            key, value, _ = answer.args[param.name]
            wanted = self.value(value) if value is not None else None
            if position == ready.action.actor:
                if wanted is not None and frame[param.slot] != wanted:
                    return False
                continue
            if wanted is None:
                candidates = actions.candidates(run, ready, frame, position)
                keys = {self.machine.row_key(param.domain, c) if param.domain != NONE else str(c): c for c in candidates}
                if key not in keys:
                    return False
                wanted = keys[key]
            frame[param.slot] = wanted
        for tests in ready.when:
            if not all(test(run, frame) for test in tests):
                return False
        return all(wanted in actions.candidates(run, ready, frame, p) for p, wanted in self.filled(ready, frame))

    def filled(self, ready: Any, frame: list[int]) -> list[tuple[int, int]]:
        asked = set(ready.rank[1:])
        return [(p, frame[q.slot]) for p, q in enumerate(ready.procedure.params) if p in asked]

    # ------------------------------------------------------------------------------------ odds

    def measure(self) -> None:
        """The exact joint distribution of what the scenario measures; its answers are the policy."""
        stmts = []
        values = []
        for line in self.plan.lines:
            if line.kind == "do":
                stmts += list(line.stmts)
            elif line.kind == "measure":
                assert line.expr is not None
                values.append(line.expr)
        self.outcome.names = [line.text for line in self.plan.measures]
        try:
            self.outcome.measures = measure(self, stmts, values)
        except RulebookError as error:
            self.fail(error.place if error.place.line else self.plan.place, error.text)
        except Unscripted as error:
            self.fail(error.place, str(error))
