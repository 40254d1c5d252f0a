"""Whole matches from the setup: many in the compiled executor, and one that it gives up once more by the interpreter, to see why."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.hunt.case import Case
from arbitre.interpreter.hunt.faults import DIFFERS, ENDLESS, MOVED, REFUSED, SETUP, Fault, fault_of
from arbitre.interpreter.hunt.snapshot import case_of_state
from arbitre.interpreter.hunt.worlds import leak, shown
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.lockstep import alone
from arbitre.interpreter.state.dice import DiceSource
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.state import Entry, State
from arbitre.interpreter.wasm.run.loader import runner_of
from arbitre.interpreter.wasm.run.results import Finished
from arbitre.interpreter.wasm.run.runtime import ENDLESS as TOO_LONG
from arbitre.interpreter.wasm.run.runtime import FAILED, LIMIT, Runner, Stopped

MOST = 100_000  # answers of a match that is to end
LOOKED_AT = 0.1  # how often a question is asked in two worlds
ENOUGH = 2_000  # answers of a match that was given up, after which it is told that it has not ended
PATIENCE = 6.0  # seconds of the processor for one match
COMPARED = 300  # answers of a match that is played in both executors
AGAIN = 20  # one in so many matches that stop where others did is looked into all the same
LAST = 6  # beginnings of agendas that are kept

Asked = tuple[int, str, str]  # seat, question, option
Told = tuple[Case, list[Asked], tuple[tuple[str, int], ...]]  # from where it is told, and what was answered and thrown since


@dataclass(slots=True)
class Begun:
    """An agenda that began in a match: how things stood, and how many answers and dice there had been."""

    state: State
    procedure: int
    args: list[int]
    answers: int
    rolls: int


@dataclass(slots=True)
class Course:
    """A match gone through by the interpreter: the agendas it was in last, the innermost first, what was asked and thrown."""

    begun: list[Begun] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    faces: list[tuple[str, int]] = field(default_factory=list)
    fault: Fault | None = None
    choices: list[int] = field(default_factory=list)
    digest: str = ""
    first: int = 0  # the number of the first of its dice
    ended: bool = True  # or was it left while somebody was asked?


@dataclass(slots=True)
class Noting:
    """Dice of a match, each with what it was for."""

    dice: DiceSource
    faces: dict[int, tuple[str, int]] = field(default_factory=dict)

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        """A number from 0 to ``size - 1``."""
        face = self.dice.throw(size, number, label, place, key)
        self.faces[number] = (label, face + 1)
        return face


class Matches:
    """Matches of one machine from its setup."""

    def __init__(self, machine: Machine, runner: Runner | None, laws: set[tuple[str, int]], options: dict[str, str]) -> None:
        self.machine, self.runner, self.laws, self.options = machine, runner, laws, options
        self.stops: set[tuple[int, int]] = set()  # where the compiled executor gave up before
        self.shown = shown(machine.program)
        self.with_bots: Runner | None = None  # that whose seats may be greedy, once it is asked for

    @property
    def place(self) -> Place:
        """Where what is wrong with a whole match is told: at the agenda of the game."""
        return self.machine.program.procedures[self.machine.program.main].place

    def some(self, seed: int, count: int, greedy: int = 0) -> tuple[list[Finished], int | None]:
        """Matches of these seeds, compiled; and the seed of the one that it gave up, if it did."""
        runner = self.runner_for(greedy)
        assert runner is not None
        done = runner.many(seed, count, MOST, greedy)
        return done, seed + len(done) if len(done) < count else None

    def runner_for(self, greedy: int) -> Runner | None:
        """The compiled executor for seats of which these are greedy."""
        if not greedy or self.runner is None:
            return self.runner
        if self.with_bots is None:
            self.with_bots = runner_of(self.machine.program, counts=True, has_bots=True)
        return self.with_bots

    def doubted(self, seed: int, greedy: int = 0) -> tuple[Fault | None, Course]:
        """Why a match was given up: a fault of the rules, one without end, or one that only the compiled executor cannot carry out."""
        stopped = self.stopped(seed, greedy)
        if stopped is not None:
            at = stopped.code, stopped.where
            if at in self.stops and stopped.where and seed % AGAIN:
                return None, Course()
            self.stops.add(at)
        endless = stopped is not None and stopped.code == LIMIT  # then how it begins says as much as all of it
        course = self.course(seed, greedy, COMPARED if endless else MOST, PATIENCE)
        if course.fault is not None:
            return course.fault, course
        given = MOST if endless else len(course.asked)
        if not course.ended and given >= ENOUGH:
            return Fault(ENDLESS, self.place, phrase("it has not ended after {0} answers", given), seed, SETUP), course
        if course.ended and stopped is not None and stopped.code in (FAILED, TOO_LONG):
            return Fault(DIFFERS, self.place, phrase("only the compiled executor stops: {0}", stopped), seed, SETUP), course
        return None, course

    def stopped(self, seed: int, greedy: int) -> Stopped | None:
        """Why the compiled executor gives up a match, statement by statement."""
        runner = self.runner_for(greedy)
        if runner is None:
            return None
        try:
            runner.begin(seed, greedy=greedy)
            runner.call("play", 1_000_000_000)
        except Stopped as stop:
            return stop
        return None

    def compared(self, seed: int) -> tuple[Fault | None, Course]:
        """Does a match come to the same in both executors, and when its answers are given again?"""
        try:
            said = alone(self.machine, self.runner, seed, most=COMPARED) if self.runner is not None else ""
        except (RulebookError, Stopped):
            said = ""  # whatever stops it is found by those who play
        if said:
            return Fault(DIFFERS, self.place, phrase("the executors differ: {0}", said), seed, SETUP), Course()
        course = self.course(seed, 0, COMPARED)
        if course.fault is not None:
            return course.fault, course
        again = Match(self.machine, seed, trace=False, start=False)
        again.answers.script = course.choices
        again.begin()
        if again.digest() != course.digest:
            said = phrase("a match turns out differently when it is given the same answers again")
            return Fault(DIFFERS, self.place, said, seed, SETUP), Course()
        return None, course

    def two_worlds(self, seed: int) -> tuple[Fault | None, int]:
        """Can a side tell what it may not know, at some questions of a match by lot?  And how many answers were given in it."""
        match, rng, lots = Match(self.machine, seed, trace=False, start=False), Lots(seed), random.Random(seed)
        most = lots.randrange(1, COMPARED)
        try:
            match.begin()
            while match.requests and len(match.tape.answers) < most:
                if lots.random() < LOOKED_AT and (fault := leak(match, self.shown, Lots(seed))) is not None:
                    return fault, len(match.tape.answers)
                request = match.requests[0]
                match.answer(request.id, choose(match, request, "random", rng))
        except (RulebookError, AnswerError):
            pass  # found by those who play
        return None, len(match.tape.answers)

    def course(self, seed: int, greedy: int = 0, most: int = MOST, seconds: float = math.inf) -> Course:
        """A match gone through by the interpreter, with all that is needed to tell its end as a scenario.

        It is left after so many answers, or so many ``seconds`` of the processor.
        """
        match = Match(self.machine, seed, trace=False, start=False)
        rng = Lots(seed)

        def go(out: Course) -> None:
            match.begin()
            until = time.process_time() + seconds
            while match.requests and len(match.tape.answers) < most and time.process_time() < until:
                request = match.requests[0]
                match.answer(request.id, choose(match, request, "greedy" if greedy >> request.seat & 1 else "random", rng))
            out.ended = not match.requests

        return self.gone(match, seed, SETUP, go)

    def course_from(self, state: State, seed: int, choices: list[int]) -> Course:
        """A match that stands so, carried on with these answers, then with some by lot."""
        match = Match(self.machine, seed, trace=False, start=False)
        match.state = state
        match.run.use(state)
        match.answers.script = list(choices)
        rng = Lots(seed)

        def go(out: Course) -> None:
            match.go_on()
            while match.requests and len(match.tape.answers) < len(choices) + LAST:
                request = match.requests[0]
                match.answer(request.id, choose(match, request, "random", rng))

        return self.gone(match, seed, MOVED, go)

    def gone(self, match: Match, seed: int, start: str, go: Callable[[Course], None]) -> Course:
        """What comes of a match that goes on so."""
        out = Course()
        open_: list[Begun] = []
        noting = Noting(match.dice)
        match.dice = match.run.dice = noting
        first = match.state.rolls

        def watch(now: Match) -> None:
            entries = [entry for entry in now.state.stack if entry[0] == "A"]
            del open_[len(entries) :]
            for number, entry in enumerate(entries):
                args = self.args_of(entry)
                if number < len(open_) and open_[number].procedure == entry[1] and open_[number].args == args:
                    continue
                del open_[number:]
                open_.append(Begun(now.state.copy(), entry[1], args, len(now.tape.answers), now.state.rolls))

        match.watch = watch
        try:
            go(out)
        except RulebookError as error:
            out.fault = fault_of(error, self.laws, seed, start)
        except AnswerError as error:
            out.fault = Fault(REFUSED, match.requests[0].place, phrase("an answer that was offered is refused: {0}", error), seed, start)
        out.asked = [(given.seat, given.decision, given.key) for given in match.tape.answers]
        out.choices = [given.choice for given in match.tape.answers]
        out.digest = match.digest()
        out.begun = open_[::-1][:LAST]
        out.faces = [noting.faces.get(n, ("", 1)) for n in range(first, max(noting.faces, default=first - 1) + 1)]
        out.first = first
        return out

    def args_of(self, entry: Entry) -> list[int]:
        """What an agenda on the stack was given."""
        return list(entry[2][: len(self.machine.program.procedures[entry[1]].params)])

    def cases(self, course: Course) -> list[Told]:
        """The match from where each of its last agendas began, with what was answered and thrown since."""
        out = []
        for begun in course.begun:
            case = case_of_state(self.machine, begun.state, begun.procedure, begun.args, self.options)
            out.append((case, course.asked[begun.answers :], tuple(course.faces[begun.rolls - course.first :])))
        return out
