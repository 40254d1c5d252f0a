"""Rollouts: a match under way in the compiled executor, pieces of it put elsewhere, and some statements on; thousands a second.

A match is stopped where few agendas are under way, its memory is kept, and every rollout begins from that memory again, with one to three
pieces on other cells, on which pieces of their kind were seen in matches, and dice of its own.  What breaks a law at once is passed over.
The same from moments of scenarios, in which pieces stand where something is about to happen already.
"""

from __future__ import annotations

import random
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from arbitre.dsl.core import NONE, Field
from arbitre.interpreter.hunt.case import Case
from arbitre.interpreter.hunt.faults import INVARIANT, MOVED, Fault
from arbitre.interpreter.hunt.matches import Course, Matches
from arbitre.interpreter.hunt.moments import Moment
from arbitre.interpreter.hunt.spots import Spots
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.layout.memory import Column
from arbitre.interpreter.wasm.run.runtime import FAILED, Runner, Stopped
from arbitre.interpreter.wasm.run.state_transfer import FORMS, Unfit

STATEMENTS = 60  # of one rollout
ANSWERS = 400  # of one rollout, at most
EACH = 300  # rollouts from one moment of a match
DEEPEST = 2500  # statements before that moment, at most
CALM = 200  # of so many statements the one with the fewest agendas under way is the moment
QUIET = 0.03  # the share of statements that is held for calm
LOOKS = 150  # matches that are looked at to see where pieces stand
GATHERED, GATHERING = 0.4, 6  # how often pieces are put together beside a rare cell, and how many at most
NEAR = 0.5  # how often a piece is put next to another one
OF_SCENARIOS = 0.5  # how often rollouts begin at a moment of a scenario
FEWER = 40  # rollouts from one of those: there are many
AS_IT_IS = 0.25  # how often they begin there with all pieces where they stand
MOVED_SELDOM = 0.25  # how often pieces are moved before an event that is carried out by itself: what leads up to it may rule that out
BATCH = 64  # seeds are drawn so many bits wide, less two


@dataclass(frozen=True, slots=True)
class Moved:
    """A cell of memory that was given another value."""

    at: int
    form: str
    value: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a rollout has come to: the fault, and its course; or, from a moment of a scenario, the case, with what was taken and thrown."""

    fault: Fault
    course: Course | None = None
    case: Case | None = None
    choices: tuple[int, ...] = ()
    seed: int = 0


class Rollouts:
    """Rollouts of one machine.  ``done``: how many there were; ``moments``: those of scenarios, as they become known."""

    def __init__(self, matches: Matches, rng: random.Random) -> None:
        self.matches, self.rng = matches, rng
        self.runner: Runner | None = matches.runner
        self.columns = list(self.places()) if self.runner is not None else []
        program = matches.machine.program
        self.spots = [Spots(program, program.domains[column.target]) for column, _ in self.columns]
        self.deepest = DEEPEST
        self.moving: set[int] = set()  # those columns whose pieces were seen to move
        self.seen: list[set[int]] = [set() for _ in self.columns]  # for each column, the cells on which pieces were seen
        self.depths: Counter[int] = Counter()  # how many agendas were under way
        self.image: bytes | None = None
        self.moments: list[Moment] = []
        self.at: Moment | None = None  # that which rollouts begin at now
        self.left = 0
        self.done = 0
        self.stops: set[tuple[int, int]] = set()  # where rollouts came to an end that was looked into

    def places(self) -> Iterator[tuple[Field, Column]]:
        """The columns that hold cells of a board, of kinds whose rows are pieces."""
        assert self.runner is not None
        program = self.runner.program
        orders = program.orders.domain if program.orders is not None else NONE
        for column, held in zip(program.fields, self.runner.shape.columns, strict=True):
            if column.target == NONE or column.is_set or column.values is not None or column.name.startswith("_"):
                continue
            if program.domains[column.target].board is None or program.domains[column.domain].board is not None:
                continue
            if column.domain != orders and held.rows and program.domains[column.domain].name != "match":
                yield column, held

    def some(self, count: int) -> Iterator[Found]:
        """So many rollouts, and what they come to."""
        if self.columns and not self.depths:
            self.look_round()
            if not self.moving:
                self.columns = []
        for _ in range(count if self.columns else 0):
            found = self.one()
            if found is not None:
                yield found

    def one(self) -> Found | None:
        """One rollout."""
        runner = self.runner
        assert runner is not None
        if self.left <= 0 or self.image is None:
            self.choose_moment()
            if self.image is None:
                return None
        self.left -= 1
        self.done += 1
        seed = self.rng.getrandbits(BATCH - 2)
        still = 0.0 if self.at is None else AS_IT_IS if self.at.ruled else 1 - MOVED_SELDOM
        moved = self.moves() if self.rng.random() >= still else []
        if not moved and self.at is None:
            self.left = 0
            return None
        self.restore(moved, seed)
        try:
            runner.call("check_laws")  # all of them: nothing is known to hold yet
        except Stopped:
            return None
        try:
            if self.at is not None:
                runner.perform(self.at.procedure, self.at.args)
            if self.at is None or runner.program.procedures[self.at.procedure].kind == "agenda":
                runner.call("play", STATEMENTS)
        except Unfit:
            self.left = 0
        except Stopped as stop:
            at = stop.code, stop.where
            if stop.code == FAILED and at not in self.stops:
                return self.found(moved, seed, at) if self.at is None else self.found_at(self.at, moved, seed, at)
        return None

    # ------------------------------------------------------------------------------------ moments

    def choose_moment(self) -> None:
        """Another moment to begin at, of a scenario or of a match by lot."""
        if self.moments and self.rng.random() < OF_SCENARIOS:
            self.left, self.at = FEWER, self.rng.choice(self.moments)
            self.image = self.memory_of(self.at.state)
        else:
            self.left, self.at = EACH, None
            self.image = self.moment()

    def memory_of(self, state: State) -> bytes | None:
        """The memory of a match that stands so; None where the compiled executor cannot hold it."""
        runner = self.runner
        assert runner is not None
        try:
            runner.begin(0, limit=1_000_000)
            runner.load(state)
        except (Stopped, Unfit):
            return None
        return bytes(runner.view[runner.at["STATE"] : runner.number("STACK_TOP")])

    def under_way(self) -> bool:
        """Begins a match by lot, and goes on for some statements; False if it is over by then: next time it goes less far."""
        runner = self.runner
        assert runner is not None
        runner.begin(self.rng.getrandbits(BATCH - 2), limit=1_000_000)
        more = bool(runner.call("play", self.rng.randrange(1, self.deepest)))
        self.deepest = min(DEEPEST, self.deepest * 5 // 4 + 1) if more else max(2, self.deepest // 2)
        return more

    def moment(self) -> bytes | None:
        """The memory of a match by lot that is under way, where few agendas are; None where there is none."""
        runner, best, fewest = self.runner, None, 0
        assert runner is not None
        try:
            if not self.under_way():
                return None
            for _ in range(CALM):
                if not runner.call("advance"):
                    break
                depth = len(runner.stack())
                self.depths[depth] += 1
                if best is None or depth < fewest:
                    best, fewest = bytes(runner.view[runner.at["STATE"] : runner.number("STACK_TOP")]), depth
        except Stopped:
            return None
        return best if fewest <= self.calm() else None

    def calm(self) -> int:
        """How many agendas are under way where few are."""
        left = sum(self.depths.values()) * QUIET
        for depth in sorted(self.depths):
            left -= self.depths[depth]
            if left <= 0:
                return depth
        return 0

    def look_round(self) -> None:
        """Notes on which cells pieces stand in matches by lot, and which of them ever move."""
        runner = self.runner
        assert runner is not None
        for _ in range(LOOKS):
            try:
                if not self.under_way():
                    continue
                before = [self.standing(held) for _, held in self.columns]
                runner.call("play", STATEMENTS * 5)
            except Stopped:
                continue
            for number, (was, (_, held)) in enumerate(zip(before, self.columns, strict=True)):
                now = self.standing(held)
                if any(a != b and a >= 0 and b >= 0 for a, b in zip(was, now, strict=True)):
                    self.moving.add(number)
                self.seen[number].update(cell for cell in (*was, *now) if cell >= 0)

    def standing(self, held: Column) -> list[int]:
        """What a column holds, row by row, in the match as it is."""
        runner = self.runner
        assert runner is not None
        raw = runner.view[held.at : held.at + held.size * held.rows]
        return [value for (value,) in struct.iter_unpack(f"<{FORMS[held.load]}", raw)]

    def restore(self, moved: list[Moved], seed: int) -> None:
        """The moment once more, with pieces elsewhere and other dice."""
        runner = self.runner
        assert runner is not None and self.image is not None
        first = runner.at["STATE"]
        runner.view[first : first + len(self.image)] = self.image
        for one in moved:
            raw = struct.pack(f"<{one.form}", one.value)
            runner.view[one.at : one.at + len(raw)] = raw
        for name, value in (
            ("SEATS_BY_LOT", -1),
            ("KEEPS_TAPE", 1),
            ("TAPE_AT", 0),
            ("TAPE_END", 0),
            ("ASKED", 0),
            ("ASKED_MOST", ANSWERS),
            ("STEPS", 0),
            ("DIRTY", -1),
        ):
            runner.put(name, value)
        runner.put("STACK_TOP", first + len(self.image))
        runner.call("settle")
        runner.call("seed_dice", seed)
        runner.put("LOT", seed)

    # ------------------------------------------------------------------------------------ pieces elsewhere

    def moves(self) -> list[Moved]:
        """One to three pieces that stand on a board, put on other cells; none where nobody stands on any."""
        runner, image, rng = self.runner, self.image, self.rng
        assert runner is not None and image is not None
        first, out = runner.at["STATE"], []
        gathered = self.gathered() if rng.random() < GATHERED else []
        for _ in range(len(gathered) or rng.choice((1, 1, 2, 3))):
            number = rng.choice(sorted(self.moving))
            column, held = self.columns[number]
            form, at = FORMS[held.load], held.at - first
            standing = [cell for (cell,) in struct.iter_unpack(f"<{form}", image[at : at + held.size * held.rows])]
            rows = [row for row, cell in enumerate(standing) if cell >= 0]
            if not rows:
                continue
            row = rng.choice(rows)
            cells = self.seen[number]
            if near := cells & (set(gathered) or self.spots[number].near(rng)):
                cells = near
            elif rng.random() < NEAR:
                board = runner.program.domains[column.target].cells
                cells = cells & set(board.neighbours(standing[rng.choice(rows)])) or cells
            to = rng.choice(sorted(cells))
            if to != standing[row] and to not in self.meant(column.target):
                out.append(Moved(held.at + row * held.size, form, to))
        return out

    def meant(self, board: int) -> set[int]:
        """The cells that an event is given which is carried out by itself: it expects them as they are."""
        if self.at is None or self.at.ruled:
            return set()
        params = self.matches.machine.program.procedures[self.at.procedure].params
        return {arg for param, arg in zip(params, self.at.args, strict=True) if param.domain == board}

    def gathered(self) -> list[int]:
        """Cells beside a rare one, on which several pieces are to meet; none where no cell is rare."""
        around = self.spots[min(self.moving)].around(self.rng)
        return sorted(around & self.seen[min(self.moving)])[:GATHERING]

    # ------------------------------------------------------------------------------------ what they come to

    def found_at(self, begun: Moment, moved: list[Moved], seed: int, at: tuple[int, int]) -> Found:
        """The case that a rollout from a moment of a scenario comes to, and how it got there."""
        runner, matches = self.runner, self.matches
        assert runner is not None
        choices = tuple(answer.choice for answer in runner.tape())
        self.restore(moved, seed)
        law = Fault(INVARIANT, runner.compiled.places[at[1]] if 0 < at[1] < len(runner.compiled.places) else matches.place, "", seed, MOVED)
        return Found(law, None, begun.case(matches.machine, runner.state(), matches.options), choices, seed)

    def found(self, moved: list[Moved], seed: int, at: tuple[int, int]) -> Found | None:
        """The law that a rollout breaks, and its course, interpreted; None where it is no law, or they come to something else."""
        runner = self.runner
        assert runner is not None
        choices = [answer.choice for answer in runner.tape()]
        self.restore(moved, seed)
        course = self.matches.course_from(runner.state(), seed, choices)
        if course.fault is None or course.fault.kind != INVARIANT or not course.begun:
            return None
        self.stops.add(at)
        return Found(course.fault, course)
