"""Questions to seats, and where their answers come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from arbitre.dsl.core import NONE, Text
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.state.findings import Finding

Barred = tuple[str, int, "tuple[Finding, ...]"]  # key and value of what is no option, and the conditions that keep it from being one


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer.  ``key`` is what a person types and a scenario says; ``value`` what the rules get."""

    key: str
    value: int
    domain: int = NONE
    title: Text = field(default_factory=Text)
    shortcut: bool = False  # several steps in one
    shunned: bool = False  # for persons alone: no bot does it


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a seat.  ``about`` says in which action or for whom, as (name, value) pairs already settled.

    ``id`` is what its seat calls it by: it counts that seat's own answers only, and tells nothing of what others did.  ``spot``: where
    in its statement it stands, for the referee alone: which loops that ask together lead there, and how many answers come before it.
    """

    id: str
    seat: int
    decision: str
    options: tuple[Option, ...]
    secret: bool
    title: Text
    place: Place
    default: int | None = None
    about: tuple[tuple[str, str], ...] = ()
    appeals: tuple[int, ...] = field(default=(), compare=False)  # one an option, for bots that asked for them
    doomed: tuple[int, ...] = field(default=(), compare=False)  # positions of options whose orders can only fail as things stand
    hints: tuple[Text, ...] = field(default=(), compare=False)  # one an option, for persons who asked for them
    barred: tuple[Barred, ...] = field(default=(), compare=False)  # what is not offered, for whoever asks why
    acts: bool = field(default=False, compare=False)  # its options are actions
    asks: Text = field(default_factory=Text, compare=False)  # the question as the rulebook puts it
    spot: tuple[int, ...] = field(default=(0,), compare=False)
    due: str = field(default="", compare=False)  # it is waited for till a deadline: what is done then for whoever has not answered

    assumed: bool = field(default=False, compare=False)  # of its default: the rulebook says nothing of silence, it is but the last option
    unseen: bool = field(default=False, compare=False)  # not everybody sees that it is asked

    @property
    def path(self) -> tuple[int, ...]:
        """Where it stands among those that are asked together; empty for one that is asked by itself."""
        return self.spot[:-1]

    def find(self, said: str | int) -> int | None:
        """Position of the option with that key (or at that position)."""
        if isinstance(said, int):
            return said if 0 <= said < len(self.options) else None
        for position, option in enumerate(self.options):
            if option.key == said:
                return position
        return None


class Need(Exception):
    """The tape has run out: these requests are pending.  ``records``: where several are asked at once, how many there were in the log
    before that; None where one is asked by itself."""

    def __init__(self, requests: list[Request], records: int | None = None) -> None:
        self.requests, self.records = requests, records
        super().__init__("need")


class Answers:
    """Answers kept by request while a statement is carried out again and again with a longer tape.

    ``given[path]`` holds the answers of one line of questions: ``()`` for questions asked in turn, ``(loop, row)`` for
    those that a loop asks together.  ``script`` (a replay) is read in canonical order when ``given`` has no more.
    """

    def __init__(self, before: Mapping[int, int] | None = None, key: bytes = b"") -> None:
        self.before = before or {}  # how many answers each seat gave to the statements that are over
        self.key = key  # without it nobody reads out of a name where in a statement a question stands
        self.given: dict[tuple[int, ...], list[int]] = {}
        self.script: list[int] = []
        self.scripted = 0
        self.cursor: dict[tuple[int, ...], int] = {}
        self.path: tuple[int, ...] = ()
        self.loops: dict[tuple[int, ...], int] = {}  # how many loops have asked together, along each path
        self.asked: list[tuple[int, Request]] = []
        self.points: dict[tuple[object, ...], int] = {}
        self.known: dict[tuple[object, ...], dict[object, Any]] | None = {}  # None: nothing is kept from one time to the next
        self.waits: dict[tuple[int, ...], tuple[int, list[Request]]] = {}
        self.thrown = 0  # dice thrown before the questions that are open
        # From there on what has one option only is asked as well: after so many answers, and so many such questions after those.
        self.every: dict[tuple[int, ...], tuple[int, int]] | None = None
        self.passed: dict[tuple[int, ...], tuple[int, int]] = {}  # after how many answers how many such questions were not asked
        self.single: dict[tuple[int, ...], int] = {}  # how many such questions were answered
        self.foreseen: Callable[[Request], int | None] | None = None  # what is answered to a question as soon as it is asked, if anything

    def restart(self) -> None:
        self.cursor, self.path, self.loops, self.scripted, self.single, self.passed = {}, (), {}, 0, {}, {}
        self.asked, self.points = [], {}

    def forget(self) -> None:
        """Discards what was memoised after an answer that is taken back; it does not hold after another."""
        self.known, self.waits = {}, {}

    def here(self) -> dict[object, Any]:
        """What was memoised at this point of the statement when it was done before, up to the same answers; to be added to.

        A statement that is done again with a longer tape does the same up to its next question, so what it found out holds.
        """
        if self.known is None:
            return {}
        at = (self.path, self.cursor.get(self.path, 0) - self.single.get(self.path, 0), self.scripted)
        number = self.points.get(at, 0)
        self.points[at] = number + 1
        return self.known.setdefault((*at, number), {})

    def asks(self, options: int) -> bool:
        """Is a question with so many options asked?  One with a single option is only by whoever rehearses a line of answers."""
        if options != 1:
            return options > 1
        position = self.cursor.get(self.path, 0)
        at, passed = self.passed.get(self.path, (position, 0))
        now = position, passed if at == position else 0
        if self.every is None or now < self.every.get(self.path, (0, 0)):
            self.passed[self.path] = now[0], now[1] + 1
            return False
        self.single[self.path] = self.single.get(self.path, 0) + 1
        return True

    def rehearse(self) -> None:
        """From the question that is open now on, everything is asked."""
        self.every = {path: (len(given), 0) for path, given in self.given.items()}
        for path, (position, passed) in self.passed.items():
            if position == self.every.get(path, (0, 0))[0]:
                self.every[path] = position, passed

    def loop(self) -> int:
        """The number of the next loop that asks together, along this path: whatever the others do, it stays the same."""
        number = self.loops.get(self.path, 0)
        self.loops[self.path] = number + 1
        return number

    def given_below(self, path: tuple[int, ...]) -> int:
        return sum(len(given) for at, given in self.given.items() if at[: len(path)] == path)

    def waiting(self, path: tuple[int, ...]) -> list[Request] | None:
        """The questions of a part of what is done together that has had no answer since it asked them."""
        if self.known is None or path not in self.waits:
            return None
        count, requests = self.waits[path]
        return requests if count == self.given_below(path) else None

    def wait(self, path: tuple[int, ...], requests: list[Request]) -> None:
        self.waits[path] = (self.given_below(path), requests)

    def open(self) -> bool:
        """Will the next question along this path have to wait for its answer?"""
        return self.cursor.get(self.path, 0) >= len(self.given.get(self.path, ())) and self.scripted >= len(self.script)

    def decide(self, request: Request) -> int:
        position = self.cursor.get(self.path, 0)
        answers = self.given.get(self.path, ())
        if position < len(answers):
            self.cursor[self.path] = position + 1
            choice = answers[position]
        elif self.scripted < len(self.script):
            choice = self.script[self.scripted]
            self.scripted += 1
        elif self.foreseen is not None and (known := self.foreseen(request)) is not None:
            self.given.setdefault(self.path, []).append(known)
            self.cursor[self.path], choice = position + 1, known
        else:
            raise Need([request])
        if not 0 <= choice < len(request.options):
            raise Need([request])
        self.asked.append((choice, request))
        return choice

    def name(self, seat: int) -> tuple[str, tuple[int, ...]]:
        """What a seat calls a question that is asked of it here, and where that is: its ``id`` and its ``spot``."""
        mine = sum(1 for _, other in self.asked if other.seat == seat and other.path == self.path)
        spot = (*self.path, self.cursor.get(self.path, 0) + self.scripted)
        parts = [str(seat), str(self.before.get(seat, 0))]
        if self.path:
            parts.append(blake2b(repr(self.path).encode(), digest_size=6, key=self.key).hexdigest())
        return ".".join([*parts, str(mine)]), spot
