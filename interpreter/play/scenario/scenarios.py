"""Scenarios carried out: scripted dice and answers, expectations checked, nothing left over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.budget import one_thing
from arbitre.dsl.core.languages import SAID_IN
from arbitre.dsl.diagnostics.codes import ERROR
from arbitre.dsl.diagnostics.errors import BadOption
from arbitre.dsl.diagnostics.said import joined, phrase, tell
from arbitre.dsl.lower.scenario.scenario_lines import Answer, ScenarioLine, ScenarioPlan
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.explain.conditions import mentioned
from arbitre.interpreter.explain.options import left_out
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.causes import left_over, listed, not_a_question, not_asked, too_late
from arbitre.interpreter.play.scenario.claims import Claims
from arbitre.interpreter.play.scenario.facts import Given, stopped
from arbitre.interpreter.play.scenario.measured_odds import measure
from arbitre.interpreter.play.scenario.stage import Outcome, Shot, Stage, Unscripted, told
from arbitre.interpreter.reference.program import add_functions
from arbitre.interpreter.state.dice import OutOfDice
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.requests import Need, Request


def run_all(
    rulebook: Rulebook, progress: Callable[[int, int], None] | None = None, only: str = "", stage_of: Callable[..., Rehearsal] | None = None
) -> list[Outcome]:
    """Every scenario of a rulebook loaded with ``scenarios=True``, in order; then the files in which none could be read.

    ``progress``: told which of how many comes next.  ``only``: those of one file.  ``stage_of``: another sort of stage.
    """
    books = Books(rulebook)
    outcomes = []
    wanted = [scenario for scenario in rulebook.scenarios if not only or scenario.place.file == only]
    for number, scenario in enumerate(wanted, 1):
        if progress is not None:
            progress(number, len(wanted))
        outcomes.append(run_alone(books, scenario, stage_of=stage_of))
    known = {(scenario.place.file, scenario.place.line) for scenario in rulebook.scenarios}
    for place, name, fault in books.faulty.unread(known):
        if only in ("", place.file):
            outcomes.append(Outcome(name, place, [], [(fault.place, told(fault))]))
    read = {outcome.place.file for outcome in outcomes}
    for file, fault in books.faults.items():
        if file not in read and only in ("", file):
            outcomes.append(Outcome(Path(file).stem, fault.place, [], [(fault.place, told(fault))]))
    return outcomes


def run_alone(books: Books, scenario: t.Scenario, contrary: bool = False, stage_of: Callable[..., Rehearsal] | None = None) -> Outcome:
    """A fault of one scenario, whatever its kind, is that scenario's alone.  ``contrary``: every expectation is also turned round."""
    try:
        outcome = run(books, scenario, contrary, stage_of)
    except (RulebookError, AnswerError, Need, RecursionError, KeyError, IndexError, ValueError, TypeError) as error:
        said = str(error) or type(error).__name__
        outcome = Outcome(
            scenario.name, scenario.place, list(scenario.clauses), [(scenario.place, phrase("it cannot be played: {0}", said))]
        )
    fault = books.faults.get(scenario.place.file)
    if fault is not None:
        outcome.failures.insert(0, (fault.place, phrase("its file has errors: {0}", fault.text)))
    return outcome


def run(books: Books, scenario: t.Scenario, contrary: bool = False, stage_of: Callable[..., Rehearsal] | None = None) -> Outcome:
    """Carries out one scenario; with ``contrary``, each of its expectations turned round.  ``stage_of``: another sort of stage."""
    with one_thing():
        return _carried_out(books, scenario, contrary, stage_of or Rehearsal)


def _carried_out(books: Books, scenario: t.Scenario, contrary: bool, stage_of: Callable[..., Rehearsal]) -> Outcome:
    outcome = Outcome(scenario.name, scenario.place, list(scenario.clauses))
    if scenario.place.file in books.faults:
        return outcome
    own = books.faulty.of(scenario.place)
    if own:
        outcome.failures += [(fault.place, told(fault)) for fault in own]
        return outcome
    try:
        bound, machine = books.get(options_of(scenario))
    except BadOption as error:
        outcome.failures.append((scenario.place, error.args[0]))
        return outcome
    if machine is None:
        first = bound.messages.errors[0]
        outcome.failures.append((first.place, phrase("the rulebook has errors: {0}", first.text)))
        return outcome
    before = len(bound.messages.items)
    plan = bind_scenario(bound.context, scenario)
    outcome.clauses = plan.clauses
    found = [m for m in bound.messages.since(before) if m.severity == ERROR]
    if found:
        outcome.failures += [(m.place, told(m)) for m in found]
        return outcome
    # Values a scenario speaks of may be bound for the first time now.
    add_functions(machine)
    stage = stage_of(machine, plan, outcome, contrary)
    if plan.measures:
        stage.measure()
    else:
        stage.play()
    return outcome


class Rehearsal(Stage):
    """One scenario being played."""

    def __init__(self, machine: Machine, plan: ScenarioPlan, outcome: Outcome, contrary: bool = False) -> None:
        super().__init__(machine, plan, outcome)
        self.contrary = contrary
        self.claims = Claims(self)
        self.asked: list[tuple[int, int, str]] = []  # in which line whom, and what
        if any(answer.forbidden for answer in plan.answers):
            self.match.run.explaining = left_out

    # ------------------------------------------------------------------------------------ playing

    def play(self) -> None:
        try:
            for number, line in enumerate(self.plan.lines):
                self.now = number
                if line.kind != "stops":
                    self.tried(line, self.plan.lines[number + 1 : number + 2])
            if self.given:
                self.match.check()
        except RulebookError as error:
            self.fail(error.place if error.place.line else self.plan.place, stopped(self.claims, error, self.given))
            return
        except OutOfDice as error:
            self.out_of_dice(error)
            return
        except Unscripted as error:
            self.fail(error.place, error.text)
            return
        left = self.plan.dice[self.script.used :]
        if left:
            self.fail(left[0][2], left_over(len(left), left[0][1]))
        for answer in [*(a for answers in self.answers.values() for a in answers), *self.plan.answers]:
            never = "this refusal was never asked for{0}" if answer.forbidden else "this answer was never asked for{0}"
            self.fail(answer.place, phrase(never, self.stale(answer)))

    def tried(self, line: ScenarioLine, after: list[ScenarioLine]) -> None:
        """A line, which the one after it may expect to come upon what the rules cannot carry out."""
        expected = next((other for other in after if other.kind == "stops"), None)
        if expected is None:
            self.line(line)
            return
        self.outcome.claims += 1
        try:
            self.line(line)
        except RulebookError as error:
            self.match.state.stack.clear()
            if not any(expected.text in tell(error.text, lang) for lang in (*SAID_IN, *self.match.program.languages)):
                self.fail(expected.place, phrase("it stops for another reason: {0}", error.text))
            return
        self.fail(expected.place, "nothing stopped it")

    now = 0  # the line at work
    given: Given = ()  # the facts given last, each with how things stood before it; what must always hold is asked when all of them are

    def out_of_dice(self, error: OutOfDice) -> None:
        """A die that is missing is missing in the scenario: after its last die, or where something is done without any."""
        if self.script.used < len(self.plan.dice):
            self.fail(error.place, error.text)
            return
        rule = f" ({error.place.file}:{error.place.line})" if error.place.line else ""
        self.fail(self.plan.dice[-1][2] if self.plan.dice else self.plan.lines[self.now].place, error.text + rule)

    def stale(self, answer: Answer) -> str:
        """Where an answer that is left over could first have been given, and what was asked there instead."""
        lines = [(n, line) for n, line in enumerate(self.plan.lines) if line.acts and n >= answer.line]
        if not lines:
            return ": nothing is played or done after it"
        seat, (number, line) = self.value(answer.seat), lines[0]
        asked = [what for at, who, what in self.asked if at == number and who == seat]
        who = self.seat_called(seat)
        if not asked and self.done_unasked(answer):
            return phrase(": ‘{0}’ is the only action there, done without a question; leave it out", answer.order)
        if asked:
            told = phrase("{0} was asked {1}", who, joined(", ", asked))
        else:
            others = [(other, what) for at, other, what in self.asked if at == number]
            told = phrase("{0} was asked nothing: {1}", who, not_asked(self, answer, others, line))
        return phrase(": at {0} {1}", self.called(line), told)

    def deal(self) -> None:
        """Tells the seats the answers written above the line at work; seats may be rows the scenario has created by then."""
        for answer in [a for a in self.plan.answers if a.line <= self.now]:
            self.plan.answers.remove(answer)
            self.answers.setdefault(self.value(answer.seat), []).append(answer)

    def line(self, line: ScenarioLine) -> None:
        giving = line.kind == "do" and not line.acts
        if self.given and not giving:
            self.match.check()
        self.given = [*self.given, (line, self.match.state.copy())] if giving else []
        self.match.check_always = not giving
        if line.kind == "do":
            if line.acts:
                self.begun = self.begun or Shot(line, self.match.state.copy(), len(self.match.run.log or ()))
                self.mark = len(self.match.run.log or ())
            self.do(line)
            self.made |= {stmt.slot for stmt in line.stmts if isinstance(stmt, (core.Create, core.Let))}
        elif line.kind == "picture":
            self.picture(line)
        elif line.kind != "measure":
            wrong = self.claim(line)
            self.outcome.claims += 1
            if wrong and self.put_off(line):
                return
            if wrong:
                self.fail(line.place, wrong)
            elif self.contrary and not self.claim(replace(line, wanted=not line.wanted)):
                self.outcome.idle.append(line.place)

    def put_off(self, line: ScenarioLine) -> bool:
        """An act done at once that nothing is against yet: it is looked at when its seat is asked next, if something is still played."""
        if not self.claims.looked_at_later(line) or not any(later.acts for later in self.plan.lines[self.now :]):
            return False
        assert line.answer is not None
        answer = replace(line.answer, forbidden=True, line=self.now)
        at = next((n for n, other in enumerate(self.plan.answers) if other.number >= answer.number), len(self.plan.answers))
        self.plan.answers.insert(at, answer)
        self.match.run.explaining = left_out
        return True

    def claim(self, line: ScenarioLine) -> str:
        """What is wrong with an expectation; what is under way is known to it."""
        self.match.run.running = {}
        found: str = running.within(self.match.run, lambda x: self.claims.holds(line))
        return found

    def do(self, line: ScenarioLine) -> None:
        self.match.run.steps = 0
        if not any(isinstance(s, (core.Create, core.Store)) for s in line.stmts) or any(
            isinstance(s, (core.Run, core.Invoke)) for s in line.stmts
        ):
            self.deal()
        for stmt in line.stmts:
            if isinstance(stmt, core.Run):
                self.run(stmt, line)
            else:
                barred = [] if line.regardless else self.claims.barred(stmt)
                if barred:
                    said = joined("; ", list(map(str, barred)))
                    raise Unscripted(
                        phrase("this cannot be done: {0}; if you mean it anyway, write ‘regardless’ after it", said), line.place
                    )
                self.carry_out(stmt)

    def carry_out(self, stmt: core.Stmt) -> None:
        """A statement of the scenario, in one go."""
        made = self.machine.stmt(stmt)
        self.work(lambda x: running.within(x, lambda x: made(x, x.state.locals)))

    def run(self, stmt: core.Run, line: ScenarioLine) -> None:
        """Plays an agenda to its end, or up to the step before which the line stops; one that was stopped goes on."""
        run, stack, rules = self.match.run, self.match.state.stack, self.machine.program.procedures
        if self.match.state.over:
            raise Unscripted(phrase("the match is over before ‘{0}’: leave it out or play it less", rules[stmt.procedure].name), line.place)
        run.halt = line.halt
        if stack and stack[0][1] == stmt.procedure:
            run.passing = True
        elif stack:
            raise Unscripted(phrase("‘{0}’ is under way: play it to its end first", rules[stack[0][1]].name), line.place)
        else:
            args = [self.value(a) for a in stmt.args]
            run.passing = False
            self.begin(stmt, args)
        while self.match.state.stack and not self.match.state.over and not running.halted(run):
            self.work(running.step)
        if not running.halted(run):
            if line.halt is not None:
                self.fail(line.place, f"{'the match is over before it' if self.match.state.over else 'it never'} comes to that step")
            self.match.state.stack.clear()
            if stmt.procedure == self.machine.program.main and not self.match.state.over:
                self.close_at_limit()

    def begin(self, stmt: core.Run, args: list[int]) -> None:
        """A run of an agenda begins."""
        self.work(lambda x: running.begin(x, stmt.procedure, args, stmt.place))

    def close_at_limit(self) -> None:
        """A match that was played as long as it may be is closed in a scenario too."""
        program, runs = self.machine.program, self.match.state.runs
        if program.closing != core.NONE and runs[program.main] >= program.max_rounds and not runs[program.closing]:
            self.work(self.match.closing)

    def work(self, work: object) -> None:
        rounds, run = 0, self.match.run
        passing = run.passing
        run.deeds = []
        while not self.match.do(work):
            run.deeds, run.passing = [], passing
            rounds += 1
            if rounds > 2000:
                raise Unscripted("the same question is asked again and again", self.plan.place)
            for request in list(self.match.requests):
                self.reply(request)
        self.check_settled()
        self.deeds += run.deeds

    # ------------------------------------------------------------------------------------ answers

    def reply(self, request: Request) -> None:
        choice = self.choose(request)
        self.match.answers.given.setdefault(request.path, []).append(choice)

    def choose(self, request: Request) -> int:
        queue = self.answers.setdefault(request.seat, [])
        order = self.begun_order(request, queue)
        if order is None:
            self.forbid(request, queue)
            order = self.begun_order(request, queue)
        if order is not None:
            return self.argument(request, order)
        keys = [o.key for o in request.options]
        self.asked.append((self.now, request.seat, f"‘{request.decision}’"))
        position = next((i for i, a in enumerate(queue) if not a.decision or a.decision == request.decision), None)
        if position is not None:
            answer = queue[position]
            found = self.fits(request, answer)
            if found is not None:
                queue.pop(position)
                if answer.order:
                    self.begin_order(request, answer)
                return found
            if "done" in keys and (answer.order or answer.key == "done"):
                if answer.order and answer.order not in [r.key for r in self.machine.actions]:
                    raise Unscripted(phrase("there is no action ‘{0}’", answer.order), answer.place)
                refusal = joined("; ", keys)
                raise Unscripted(phrase("‘{0}’ is not offered; offered: {1}", answer.order or answer.key, refusal), answer.place)
        if "done" in keys:
            return keys.index("done")
        who, line, shown = self.match.seat_name(request.seat), self.plan.lines[self.now], listed(keys)
        if position is not None:
            where = phrase(", asked at {0}", self.called(line)) + not_a_question(self, queue[position])
            raise Unscripted(
                phrase("{0} cannot answer ‘{1}’ with this; it is one of: {2}{3}", who, request.decision, shown, where),
                queue[position].place,
            )
        asker = request.decision, request.place.file, request.place.line
        raise Unscripted(
            phrase(
                "{0} has no answer to ‘{1}’ ({2}:{3}); one of: {4}{5}",
                who,
                *asker,
                shown,
                too_late(self, request.seat, self.now, self.called(line)),
            ),
            line.place,
        )

    def forbid(self, request: Request, queue: list[Answer]) -> None:
        """What may not be among the options: every refusal that is written before the answer to this question."""
        while queue and queue[0].forbidden:
            answer = queue.pop(0)
            if answer.order:
                with self.match.at_question():
                    wrong = self.claim(ScenarioLine("refused", answer.place, answer=answer))
                if wrong:
                    self.fail(answer.place, wrong)
                continue
            if self.match_option(request, answer.key, answer.value, answer.domain) is not None:
                self.fail(answer.place, "this is offered")
                continue
            wanted = self.value(answer.value) if answer.value is not None else None
            found = [f for key, value, fs in request.barred if key == answer.key or value == wanted for f in fs]
            if answer.because is not None and not any(str(answer.because.word) in mentioned(f) for f in found):
                why = joined("; ", map(str, found)) or "it is not among those it is chosen from"
                self.fail(answer.place, phrase("it is refused for another reason: {0}", why))

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
        except (RulebookError, Unscripted) as error:
            self.fail(error.place if error.place.line else self.plan.place, error.text)
