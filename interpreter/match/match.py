"""A match: a state, the answers given so far, and the questions that are open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from arbitre.dsl.budget import Overspent
from arbitre.dsl.core import NONE, Program, Text
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.code.broken import broken
from arbitre.interpreter.code.machine import BUDGET, Machine, Run
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.campaigns import Kept, left_by, restore
from arbitre.interpreter.match.start import sets_up, start_of
from arbitre.interpreter.reference import calls
from arbitre.interpreter.state.dice import KEYED, DiceSource, Unthrown, dice_of
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Answers, Need, Request
from arbitre.interpreter.state.state import State, start_state
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import PUBLIC, REFEREE, may_see


@dataclass(slots=True)
class Given:
    """One answer of the tape: who was asked what, and the option taken."""

    seat: int
    decision: str
    choice: int
    key: str


@dataclass
class Tape:
    """Every answer in the order the rules read them; with the seed, and how dice come from it, it is the whole match."""

    seed: int
    answers: list[Given] = field(default_factory=list)
    stream: int = KEYED


class Match:
    """One match of a program.

    Dice are a function of ``seed`` and their number; answers come by :meth:`answer`.  The match goes on by itself until it
    needs an answer, is over, or has run for ``max_rounds`` turns (``unfinished``).  Rules that cannot be carried out raise
    :class:`RulebookError`.
    """

    def __init__(
        self, program: Program | Machine, seed: int = 0, record: Kept | None = None, dice: DiceSource | None = None, trace: bool = True,
        start: bool = True, stream: int = KEYED,
    ) -> None:  # fmt: skip
        self.machine = program if isinstance(program, Machine) else machine_of(program)
        self.program = self.machine.program
        self.tape = Tape(seed, stream=stream)
        self.state = start_state(self.machine.layout)
        self.kept = record
        self.dice: DiceSource = dice or dice_of(seed, stream)
        self.answers = Answers(key=blake2b(str(seed).encode(), digest_size=32).digest())
        self.run = Run(self.machine, self.state, self.dice, self.answers, trace)
        self.requests: list[Request] = []
        self.unthrown: Unthrown | None = None  # the die that the statement that waits needs, where somebody else throws them
        self.unfinished = False
        self.checkpoints: list[tuple[State, int, int]] = []  # before every answered statement: state, answers, records
        self.until = -1  # it goes on while there are more entries on the stack of agendas: what is tried goes no further than that
        self.checked = False  # did what must always hold do so after some statement already
        self.extensions: list[str] = []
        self.source = ""  # where its rulebook lies, if that is not in the library
        self.sides: dict[str, str] = {}  # who plays which side, for whoever goes on with the match later
        self.abandoned: list[Record] = []  # what happened in the statement that waits, up to its questions
        self.shared: int | None = None  # how many of those came before several were asked at once; None: one is asked by itself
        self.midway: State | None = None  # how things stand there, or stood before several were asked at once
        self.past: Callable[[], object] | None = None  # of a match opened where it stands: makes the checkpoints and records before
        self.remembered: Callable[[Match], object] | None = None  # told when it did, with the match as it was
        self.reopened: set[int] = set()  # after so many answers it was over, and goes on all the same
        self.heard: tuple[int, Record | None, Counter[int]] = (0, None, Counter())  # of so many records: how many for each audience
        if record is not None:
            restore(self.machine, self.state, record)
        if start:
            self.begin()

    # ------------------------------------------------------------------------------------ going on

    def begin(self) -> None:
        start = start_of(self.machine)
        if start is not None:
            start.lay(self)
        elif sets_up(self.machine):
            self.do(self.set_up, first=True)
            if self.requests:
                return
        self.go_on()

    @staticmethod
    def set_up(x: Run) -> int:
        """What comes before the first round: an event, done in one go, or an agenda, walked through step by step."""
        setup = x.program.setup
        if x.program.procedures[setup].kind == "agenda":
            return running.begin(x, setup, [], NOWHERE)
        return calls.perform(x, setup, [], NOWHERE)[1]

    def do(self, work: Any, first: bool = False) -> bool:
        """Carries out one statement; False if it has to wait for answers (the state is then as before)."""
        before = self.state.copy()
        length = len(self.run.log) if self.run.log is not None else 0
        self.run.budget = BUDGET
        self.run.stored, self.run.cause, self.run.audience = None, -1, PUBLIC
        self.run.chain, self.run.depth, self.run.asked, self.run.running = [], 0, {}, {}
        self.run.original = []
        self.answers.restart()
        try:
            work(self.run)
            if self.check_always and self.machine.always:
                self.check(before if self.checked else None)
        except (Need, Unthrown) as stop:
            self.answers.thrown = max(self.answers.thrown, self.state.rolls - before.rolls)
            if self.run.log is not None:
                self.abandoned = self.run.log[length:]
            self.midway = self.state
            records = stop.records if isinstance(stop, Need) else None
            self.shared = max(0, records - length) if records is not None else None
            self.put_back(before, length)
            # With its traceback it would hold this match until garbage is collected.
            self.requests, self.unthrown = (stop.requests, None) if isinstance(stop, Need) else ([], stop.with_traceback(None))
            self.retry = work if first else None
            return False
        except (RulebookError, Overspent):
            self.put_back(before, length)
            raise
        except RecursionError:
            error = self.run.error("rules call each other too deeply")
            self.put_back(before, length)
            raise error from None
        if self.answers.asked:
            self.checkpoints.append((before, len(self.tape.answers), length))
            counts = dict(self.answers.before)
            for choice, request in self.answers.asked:
                counts[request.seat] = counts.get(request.seat, 0) + 1
                option = request.options[choice]
                self.tape.answers.append(Given(request.seat, request.decision, choice, option.key))
            left, every = self.answers.script[self.answers.scripted :], self.answers.every
            self.answers = Answers(counts, self.answers.key)
            self.answers.script = left
            self.answers.every = {} if every is not None else None
            self.run.answers = self.answers
        else:
            self.answers.forget()
        self.requests, self.unthrown = [], None
        self.retry = None
        if self.watch is not None:
            self.watch(self)
        return True

    @property
    def check_always(self) -> bool:
        """Are laws held?  What is only tried passes over them."""
        return self.run.asserts

    @check_always.setter
    def check_always(self, held: bool) -> None:
        self.run.asserts = held

    retry: Any = None
    since: Any = None  # of a match that was begun by other rules: :class:`~arbitre.interpreter.match.older.Since`
    watch: Callable[[Match], None] | None = None  # told of every statement that is done

    def put_back(self, state: State, records: int) -> None:
        """The state as it was before a statement that was given up."""
        self.state = state
        self.run.use(state)
        if self.run.log is not None:
            del self.run.log[records:]

    @contextmanager
    def at_question(self) -> Iterator[None]:
        """Within it the match is as it is where its question is asked: what the statement that waits has done so far is there to be
        seen and told.  Where several are asked at once, each in a part of the statement that knows nothing of the others, it is what was
        done before that."""
        log, state = self.run.log, self.state
        if self.midway is None or not self.requests:
            yield
            return
        length = len(log) if log is not None else 0
        self.state = self.midway
        self.run.use(self.midway)
        if log is not None:
            log += self.abandoned[: self.shared]
        try:
            yield
        finally:
            self.put_back(state, length)

    def check(self, before: State | None = None) -> None:
        """What must always hold; what held before and speaks of nothing that has changed since still does."""
        always = self.machine.always
        for rule, test in always if before is None else always.among(always.affected(before.cells, self.state.cells)):
            if not test(self.run, [0] * rule.slots):
                raise broken(self.run, rule, before, [0] * rule.slots)
        self.checked = True

    def advance(self) -> bool:
        """One statement of the agenda; False when the match has to wait or is over."""
        if self.state.over or self.unfinished:
            return False
        if not self.state.stack:
            main = self.program.main
            if self.state.runs[main] >= self.program.max_rounds:
                return self.close()
            if not self.do(running.begin_main):
                return False
            if not self.state.stack and not self.state.over and self.state.runs[main] == 0:
                raise RulebookError("the agenda of the game never begins")
            return not self.state.over
        return self.do(running.step) and not self.state.over

    def reopen(self) -> None:
        """What has ended goes on from there, as if nobody had won; what is asked then is for :meth:`go_on` to find out."""
        self.reopened.add(len(self.tape.answers))
        self.state.reopen()
        self.unfinished = False

    def close(self) -> bool:
        """What happens when the agenda of the game was played as often as may be; a match that nobody won then is unfinished."""
        closing = self.program.closing
        if closing == NONE or self.state.runs[closing]:
            self.unfinished = True
            return False
        return self.do(self.closing) and not self.state.over

    def closing(self, x: Run) -> int:
        closing = self.program.closing
        x.state.runs[closing] = 1  # once only
        return calls.perform(x, closing, [], NOWHERE)[1]

    def go_on(self) -> None:
        if self.retry is not None and not self.do(self.retry, first=True):
            return
        while len(self.state.stack) > self.until and self.advance():
            pass
        if self.state.over:
            self.requests = []

    # ------------------------------------------------------------------------------------ answers

    @property
    def over(self) -> bool:
        return self.state.over

    def pending(self, seat: int | None = None) -> list[Request]:
        """The open questions, of one seat or of all."""
        return [r for r in self.requests if seat is None or r.seat == seat]

    def answer(self, request_id: str, option: str | int, seat: int | None = None) -> None:
        """Takes one answer; :class:`AnswerError`, and a rule that cannot be carried out, leave the match as it was."""
        if self.state.over or self.unfinished:
            raise AnswerError("over", "the match is over")
        request = next((r for r in self.requests if r.id == request_id), None)
        if request is None:
            raise AnswerError("unknown", phrase("no question ‘{0}’ is open", request_id))
        if seat is not None and seat != request.seat:
            raise AnswerError("foreign", "this question is asked of another side")
        choice = request.find(option)
        if choice is None:
            raise AnswerError("illegal", phrase("‘{0}’ is not among the answers", option))
        self.answer_all([(request, choice)])

    def answer_all(self, taken: Sequence[tuple[Request, int]]) -> None:
        """Takes the answers to open questions of several sides at once, by positions of their options, which nobody checks."""
        answers, requests, retry, done = self.answers, self.requests, self.retry, len(self.checkpoints)
        paths = [request.path for request, _ in taken]
        for path, (_, choice) in zip(paths, taken, strict=True):
            answers.given.setdefault(path, []).append(choice)
        self.run.steps = 0
        try:
            self.go_on()
        except (RulebookError, Overspent):
            if len(self.checkpoints) > done:  # statements that could be carried out before the one that cannot
                state, given, records = self.checkpoints[done]
                del self.checkpoints[done:], self.tape.answers[given:]
                self.put_back(state, records)
            for path in paths:
                answers.given[path].pop()
            answers.forget()
            self.answers, self.requests, self.retry = answers, requests, retry
            self.run.answers = answers
            raise

    def silent(self, request: Request) -> int:
        """What silence means for a request: its default, else its last option."""
        return request.default if request.default is not None else len(request.options) - 1

    def undo(self) -> bool:
        """Takes back the last statement that asked for answers, and the answers it got; False if there is none."""
        if self.answers.given:
            self.answers = Answers(self.answers.before, self.answers.key)
            self.run.answers = self.answers
            self.requests = []
            self.go_on()
            return True
        if not self.checkpoints and self.past is not None:
            self.past()
        if not self.checkpoints:
            return False
        state, answers, records = self.checkpoints.pop()
        self.state = state.copy()
        self.run.use(self.state)
        del self.tape.answers[answers:]
        if self.run.log is not None:
            del self.run.log[records:]
        self.answers = Answers(Counter(given.seat for given in self.tape.answers), self.answers.key)
        self.run.answers = self.answers
        self.unfinished = False
        if not self.checkpoints and sets_up(self.machine) and not self.state.stack and not self.state.runs[self.program.main]:
            self.do(self.set_up, first=True)
            return True
        self.requests = []
        self.go_on()
        return True

    # ------------------------------------------------------------------------------------ copies

    def clone(self, trace: bool = False, seed: int | None = None) -> Match:
        """The same match, to try things on; with ``seed`` its coming dice are others."""
        dice = self.dice if seed is None else None
        other = Match(self.machine, self.tape.seed if seed is None else seed, None, dice, trace, False, self.tape.stream)
        other.state = self.state.copy()
        other.run.use(other.state)
        other.tape.answers = list(self.tape.answers)
        other.answers = Answers(self.answers.before, self.answers.key)
        other.answers.given = {k: list(v) for k, v in self.answers.given.items()}
        other.answers.every = dict(self.answers.every) if self.answers.every is not None else None
        other.answers.passed = dict(self.answers.passed)
        if self.answers.known is not None and (seed is None or not self.answers.thrown):
            # The same dice, or none as yet: what was computed up to here holds there too.
            other.answers.known, other.answers.waits = dict(self.answers.known), dict(self.answers.waits)
            other.answers.thrown = self.answers.thrown
        other.run.answers = other.answers
        other.requests = list(self.requests)
        other.retry, other.unthrown = self.retry, self.unthrown
        other.checked = self.checked
        other.unfinished = self.unfinished
        return other

    def digest(self) -> str:
        return self.state.digest()

    # ------------------------------------------------------------------------------------ results

    @property
    def winners(self) -> list[str]:
        """Names of the winners; empty for a draw, and if everybody has lost."""
        if not self.state.over or self.state.winner_domain == NONE:
            return []
        return [self.machine.row_key(self.state.winner_domain, row) for row in rows_of(self.state.winners)]

    @property
    def lost(self) -> bool:
        """Has everybody lost?"""
        return self.state.lost

    def winner_titles(self) -> list[Text]:
        return [self.machine.row_title(self.state.winner_domain, r, self.state.cells) for r in rows_of(self.state.winners)]

    @property
    def turn(self) -> int:
        return self.state.runs[self.program.main] if self.program.main != NONE else 0

    def seats(self) -> list[int]:
        """The seats of this match that exist."""
        return list(rows_of(self.machine.expr(_rows(self.program.seats))(self.run, [])))

    def seat_name(self, seat: int) -> str:
        return self.machine.row_key(self.program.seats, seat)

    def log(self, viewer: int | str = REFEREE) -> list[Record]:
        return [r for r in self.run.log or [] if may_see(r.audience, viewer)]

    # ------------------------------------------------------------------------------------ campaigns

    def record(self) -> Kept:
        """What passes to the next match of a campaign."""
        return left_by(self.machine, self.state)


def _rows(domain: int) -> Any:
    from arbitre.dsl.core import Rows

    return Rows(NOWHERE, domain)
