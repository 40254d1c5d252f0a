"""Odds through the compiled module: every way a statement can go, ways that nothing tells apart any more counted as one.

The module carries out a statement as far as the outcomes go that it is told, and says what is left to do as bytes.  Each such way is looked
at once, wherever it is come to; so what goes round in circles is found too.  What it finds are the very chances that
:mod:`interpreter.odds.enumerate` finds.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dsl import core
from dsl.core.dice_sums import ways
from interpreter.code.machine import BUDGET, Run
from interpreter.compile.dice_statements import differing
from interpreter.odds.absorbing import Endless
from interpreter.odds.branching import too_late
from interpreter.odds.graph import ends_of
from interpreter.odds.moving import Worlds
from interpreter.state.dice import MOST_WAYS, TOO_MANY, sums
from interpreter.state.errors import RulebookError
from interpreter.state.requests import Answers, Request
from interpreter.state.state import State
from interpreter.wasm.compile.outcomes import faces_with, whole_weights
from interpreter.wasm.inside.exploring import BEGINNING, BETWEEN, COUNTED, ENDED, EVENT, GOING, GROUPED, HEAD, LOT, OWN, QUESTION, THROWN
from interpreter.wasm.layout.memory import JOBS
from interpreter.wasm.run.runtime import Runner, Stopped

MOST_ATTEMPTS = 4_000_000  # statements carried out to answer one question
TOGETHER = 4000  # ways that are looked at in one go
WORD = struct.Struct("<q")
RECORD = struct.Struct("<13q")
JOB = struct.Struct("<3q")
Locals = tuple[int, ...]


class Lacking(Exception):
    """The module cannot answer this; the closures can."""


class Wanted(Exception):
    """A question that the answers so far do not reach; the position that a policy takes."""

    def __init__(self, position: int) -> None:
        self.position = position
        super().__init__()


@dataclass(slots=True)
class Deed:
    """What is carried out.  ``head``: what the module is told of it; ``work``: the same by closures."""

    head: bytes
    work: Callable[[Run], object]
    given: tuple[tuple[int, int], ...] = ()  # slots of an event that are handed over, and to which slots of a scenario
    at: int = 0  # where it stands in the module's memory


@dataclass(slots=True)
class Thrown:
    """Outcomes of a throw: where they stand in the module's memory, how each weighs, what dice show that come to it, or None if unknown."""

    at: int
    weights: list[int]
    shown: Sequence[list[int] | None]


@dataclass(slots=True)
class Ended:
    """What came of it: a world, what an event handed over, and the signal it was left with."""

    world: bytes
    deed: Deed
    held: Locals
    given: Locals
    signal: int


@dataclass(slots=True)
class Way:
    """A record of the module, with how it was come to: from which way, by which of its outcomes."""

    at: int
    what: int
    kind: tuple[int, int, int]
    moved: int
    deed: int
    held: Locals
    path: int = 0
    before: int = -1
    outcome: int = 0
    thrown: Thrown | None = None


class Explorer:
    """Every way things can go, through one module.

    ``choose``: the policy that answers questions; ``bots``: it takes what appeals most, and the module need not ask where that is said.
    """

    def __init__(
        self, runner: Runner, run: Run, choose: Callable[[Request], int], asked: Sequence[int], end: float | None = None, bots: bool = False
    ) -> None:
        self.runner, self.run, self.choose, self.end = runner, run, choose, end
        run.log = None
        self.attempts = 0
        self.met = 0  # records so far
        self.thrown: dict[tuple[int, int, int], Thrown] = {}
        self.worlds = Worlds(runner, run.state)
        self.ways: list[Way] = []
        self.after: list[dict[int, int] | None] = []
        self.deeds: dict[int, Deed] = {}
        self._write("RUNS_ASKED", [len(asked), *asked])
        runner.put("BOTS_ANSWER", int(bots))

    def _write(self, name: str, numbers: Sequence[int]) -> None:
        raw = struct.pack(f"<{len(numbers)}q", *numbers)
        self.runner.view[self.runner.at[name] : self.runner.at[name] + len(raw)] = raw

    # ------------------------------------------------------------------------------------ what is carried out

    def event(self, procedure: int, args: Sequence[int], given: tuple[tuple[int, int], ...], work: Callable[[Run], object]) -> Deed:
        called = self.runner.shape.calls.get(procedure)
        if called is None:
            raise Lacking
        raw = self.runner.slots_of(procedure, args)
        return Deed(struct.pack("<3q", EVENT, called, len(raw)) + raw, work, given)

    def beginning(self, procedure: int, args: Sequence[int], work: Callable[[Run], object]) -> Deed:
        raw = self.runner.slots_of(procedure, args)
        return Deed(struct.pack("<3q", BEGINNING, procedure, len(raw)) + raw, work)

    # ------------------------------------------------------------------------------------ going through it

    def ends(self, starts: Sequence[tuple[bytes, Deed, Locals, Fraction]]) -> list[tuple[Ended, Fraction]]:
        """All that can come of deeds, each carried out in its world (with what a scenario holds by then)."""
        runner = self.runner
        runner.call("forget_records")
        self.met = 0
        self.ways, self.after, self.deeds, self.thrown = [], [], {}, {}
        given = starts[0][1].given
        self._write("GIVEN_SLOTS", [len(given), *self._offsets(starts[0][1])])
        runner.put("GOING_DEED", self.place(Deed(struct.pack("<3q", GOING, 0, 0), _step)))
        holding: dict[Locals, int] = {}
        first = self.begin(starts, holding)
        held, done = list(holding), 0
        count = len(self.ways)
        while done < len(self.ways):
            batch = [n for n in range(done, min(done + TOGETHER, len(self.ways))) if self.ways[n].what != ENDED]
            done = min(done + TOGETHER, len(self.ways))
            while batch:
                batch = self.explore(batch, count, held)
        try:
            ends = ends_of(first, self.after, self.hurry)
        except Endless as error:  # the closures tell where
            raise Lacking(str(error)) from None
        return [(self.ended(self.ways[number], len(given)), chance) for number, chance in ends.items()]

    def begin(self, starts: Sequence[tuple[bytes, Deed, Locals, Fraction]], holding: dict[Locals, int]) -> dict[int, Fraction]:
        """The ways that all begins with, written down; gives the chance of each."""
        first: dict[int, Fraction] = {}
        numbers: dict[tuple[bytes, int, Locals], int] = {}
        worlds: dict[bytes, int] = {}
        for world, deed, held, chance in starts:
            if not deed.at or deed.at not in self.deeds:
                self.place(deed)
            key = (world, deed.at, held)
            if key not in numbers:
                if world not in worlds:
                    worlds[world] = self.append(world)
                tag = holding.setdefault(held, len(holding))
                head = RECORD.pack(HEAD + 16, BETWEEN, 0, 0, 0, 16, 0, 0, worlds[world], deed.at, 0, 0, 0)
                at = self.append(head + struct.pack("<2q", tag, BETWEEN))
                numbers[key] = len(self.ways)
                self.ways.append(Way(at, BETWEEN, (0, 0, 0), 1, deed.at, held))
                self.after.append(None)
            number = numbers[key]
            first[number] = first.get(number, Fraction(0)) + chance
        return first

    def place(self, deed: Deed) -> int:
        deed.at = self.append(deed.head)
        self.deeds[deed.at] = deed
        return deed.at

    def append(self, raw: bytes) -> int:
        """Writes something behind the records; gives where it stands."""
        runner = self.runner
        at = runner.number("WRITTEN")
        if at + len(raw) > runner.at["RECORDS_END"]:
            raise Lacking
        runner.view[at : at + len(raw)] = raw
        runner.put("WRITTEN", at + len(raw))
        return at

    def ended(self, way: Way, given: int) -> Ended:
        """What a record says of an end."""
        size, *_, signal, world = RECORD.unpack_from(self.runner.view, way.at)[:9]
        handed = struct.unpack_from(f"<{given}q", self.runner.view, way.at + HEAD + 16)
        return Ended(bytes(self.runner.view[world : way.at + size]), self.deeds[way.deed], way.held, handed, signal)

    def world_at(self, at: int) -> bytes:
        """The world that stands somewhere."""
        view, end = self.runner.view, at + 8 + WORD.unpack_from(self.runner.view, at)[0]
        for part in range(5):
            end += 8 * (part == 4)
            end += 8 + WORD.unpack_from(view, end)[0]
        return bytes(view[at:end])

    def _offsets(self, deed: Deed) -> list[int]:
        """Where the slots are that an event hands over; the last comes first, as the module counts down."""
        mode, called, _ = struct.unpack_from("<3q", deed.head)
        if mode != EVENT:
            return []
        procedure = next(index for index, number in self.runner.shape.calls.items() if number == called)
        frame = self.runner.shape.frames["p", procedure]
        if any(frame.words[source] for source, _ in deed.given):
            raise Lacking
        return [frame.offsets[source] for source, _ in reversed(deed.given)]

    def hurry(self) -> None:
        """Stops what takes too long; only a person's question has an end."""
        if self.attempts > MOST_ATTEMPTS:
            raise RulebookError(TOO_MANY)
        if self.end is not None and time.monotonic() > self.end:
            raise too_late()

    def explore(self, batch: list[int], starts: int, held: list[Locals]) -> list[int]:
        """What comes after these ways, as many as can be looked at in one go; gives those that are left."""
        runner, at, ways = self.runner, self.runner.at, self.ways
        jobs, sizes, room = [], [], JOBS
        for number in batch:
            way = ways[number]
            thrown = way.thrown = self.outcomes(number) if way.what == THROWN else None
            count = 1 if thrown is None else len(thrown.weights)
            if count > room:
                break
            room -= count
            sizes.append(count)
            jobs.append(JOB.pack(way.at, 0, 0) if thrown is None else JOB.pack(way.at, thrown.at, count))
        if not jobs:
            raise Lacking
        runner.view[at["INPUT"] : at["INPUT"] + 24 * len(jobs)] = b"".join(jobs)
        here = runner.number("WRITTEN")
        try:
            done = runner.call("explore", len(jobs))
        except Stopped as stop:
            raise Lacking(str(stop)) from None
        self.attempts += done
        led = struct.unpack_from(f"<{done}q", runner.view, at["LED_TO"])
        end, position = runner.number("WRITTEN"), 0
        while here < end:
            size, what, kind, one, two, _, moved, _, _, deed, path, _, _ = RECORD.unpack_from(runner.view, here)
            tag = WORD.unpack_from(runner.view, here + HEAD)[0]
            ways.append(Way(here, what, (kind, one, two), moved, deed, held[tag], path))
            self.after.append(None)
            here += size
        fresh = starts + self.met
        for number, count in zip(batch, sizes, strict=False):
            after: dict[int, int] = {}
            weights = ways[number].thrown
            for n in range(count):
                to = led[position + n] + starts
                after[to] = after.get(to, 0) + (1 if weights is None else weights.weights[n])
                if to == fresh:
                    ways[to].before, ways[to].outcome = number, n
                    fresh += 1
            position += count
            self.after[number] = after
        self.met = fresh - starts
        self.hurry()
        return batch[len(sizes) :]

    # ------------------------------------------------------------------------------------ throws

    def outcomes(self, number: int) -> Thrown:
        kind = self.ways[number].kind
        if kind[0] == QUESTION:
            position = self.answer(number)
            return self.listed([position], [1], [[]])
        if kind[0] == GROUPED:
            return self.grouped(number)
        if kind not in self.thrown:
            self.thrown[kind] = self.of_kind(*kind)
        return self.thrown[kind]

    def grouped(self, number: int) -> Thrown:
        """The groups of a test's outcomes, as the module has noted them behind the path of a way: an outcome of each, and their weights."""
        way, view = self.ways[number], self.runner.view
        _, count, throw = way.kind
        at = way.at + HEAD + WORD.unpack_from(view, way.at + 40)[0] + 8 * way.path
        found = struct.unpack_from(f"<{2 * count}q", view, at)
        faces = self.runner.shape.throws[throw].faces
        return Thrown(at, list(found[count:]), [faces[n] for n in found[:count]])

    def of_kind(self, kind: int, one: int, two: int) -> Thrown:
        if kind == LOT:
            tied = two == self.runner.label("order")
            return self.listed(range(one), [1] * one, [None if tied else [n] for n in range(one)])
        if kind == COUNTED:
            dice = [core.Dice(one, tuple(range(1, two + 1)))]
            found = sums(tuple(dice))
            return self.listed([total for total, _ in found], _weights(found), [faces_with(dice, total) for total, _ in found])
        throw = self.runner.shape.throws[kind - OWN]
        if throw.weights:
            return self.listed(range(len(throw.weights)), throw.weights, list(throw.faces))
        left, right = (tuple(core.Dice(count, faces) for count, faces in side) for side in (throw.left, throw.right))
        if len(ways(left)[0]) * len(ways(right)[0]) > MOST_WAYS:
            raise RulebookError(TOO_MANY)
        pairs = differing(left, right, one if throw.again else None)
        if not pairs:
            raise Lacking
        mine, others = list(ways(left)[0]), list(ways(right)[0])
        shown = [[*faces_with(left, mine[n // len(others)]), *faces_with(right, others[n % len(others)])] for n, _ in pairs]
        return self.listed([n for n, _ in pairs], _weights(pairs), shown)

    def listed(self, values: Sequence[int], weights: list[int], shown: Sequence[list[int] | None]) -> Thrown:
        return Thrown(self.append(struct.pack(f"<{len(values)}q", *values)), weights, shown)

    def answer(self, number: int) -> int:
        """What the policy says to the question that a way has come to: the closures go there."""
        run, way = self.run, self.ways[number]
        shown: list[list[int] | None] = []
        here = way
        while not here.moved and here.before >= 0:
            before = self.ways[here.before]
            if before.thrown is not None:
                shown.insert(0, before.thrown.shown[here.outcome])
            here = before
        if None in shown:
            raise Lacking("an order of those tied, for which closures would throw")
        dice = [face for faces in shown for face in faces or ()]
        answers, world, deed = RECORD.unpack_from(self.runner.view, way.at)[7:10]
        state = self.worlds.state(self.world_at(world))
        state.locals = list(way.held)
        odds, source, given = run.odds, run.dice, run.answers
        try:
            fresh(run, state)
            run.odds, run.dice, run.answers = None, Told(dice), Given(answers, self.choose)
            self.deeds[deed].work(run)
        except Wanted as wanted:
            return wanted.position
        finally:
            run.odds, run.dice, run.answers = odds, source, given
        raise Lacking


class Told:
    """Dice that fell so before."""

    def __init__(self, faces: list[int]) -> None:
        self.faces, self.used = faces, 0

    def throw(self, size: int, number: int, label: str, place: Any) -> int:
        if self.used >= len(self.faces):
            raise Lacking
        self.used += 1
        return self.faces[self.used - 1]


class Given(Answers):
    """What the policy answers, up to the question with that number."""

    def __init__(self, wanted: int, choose: Callable[[Request], int]) -> None:
        super().__init__()
        self.wanted, self.choose = wanted, choose
        self.known = None

    def decide(self, request: Request) -> int:
        position = self.choose(request)
        if not self.wanted:
            raise Wanted(position)
        self.wanted -= 1
        return position


def fresh(run: Run, state: State) -> None:
    """A run that begins with a statement."""
    run.use(state)
    run.budget = BUDGET
    run.chain, run.depth, run.stored, run.order = [], 0, None, core.NONE
    run.running, run.asked, run.steps = {}, {}, 0
    run.original = []


def _weights(outcomes: Sequence[tuple[int, Fraction]]) -> list[int]:
    return whole_weights([chance for _, chance in outcomes])


def _step(x: Run) -> object:
    from interpreter.agendas import running

    return running.step(x)
