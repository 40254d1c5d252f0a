"""What comes next, for every way the dice may fall: equal ways are made one after every statement, at every depth.

Odds carry out a statement again for each of its throws. Were that done for a whole event at once, every throw in it would
multiply the work. So whatever goes through several things in turn (a block, the rounds of a loop, a call with its hooks) is
gone through here one thing after the other, for all the ways matters may stand by then; ways that nothing tells apart any
more are counted as one. To what stands around it, all of this is a single throw: its faces are the worlds it can leave behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import repeat
from typing import Any

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Line, Outcomes, Portion, Ready, Run, Stmt
from arbitre.interpreter.odds.absorbing_chain import Endless, absorbed
from arbitre.interpreter.odds.absorbing_chain import Ways as Chain
from arbitre.interpreter.odds.plain import Possibilities
from arbitre.interpreter.odds.segments import in_a_row, lawless, liveness_of, tells, unread, without_throws
from arbitre.interpreter.odds.world import Frames, Mark, Met, Ways, World, merged
from arbitre.interpreter.reference import calls
from arbitre.interpreter.state.dice import TOO_MANY, Fork
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.signals import END, FAIL, LEFT, OVER
from arbitre.interpreter.state.state import State

MAX_TRIALS = 400_000  # statements carried out to answer one question of a person
MAX_SECONDS = 120.0  # that a person waits for one answer
MAX_CELLS = 60_000_000  # integers held at one moment for the ways matters may stand
ONE = Fraction(1)


class Impatient(Exception):
    """This takes long enough that it is worth while to compile what does it faster."""


def too_late() -> RulebookError:
    """What is told where an answer would take too long."""
    return RulebookError(phrase("this takes more than {0} seconds to calculate: ask about less of it", format(MAX_SECONDS, ".0f")))


class Worlds:
    """Every way matters may stand, for one run.  ``key``: equal for states that go on alike."""

    def __init__(self, x: Run, source: Possibilities, key: Callable[[State], tuple[object, ...]]) -> None:
        self.source, self.key = source, key
        self.flow = liveness_of(x.machine)
        self.last = frozenset(call for calls in self.flow.last.values() for call in calls)
        self.trials, self.limited = 0, True  # are statements counted?  A rule is answered however many there are
        self.patience = 1 << 60  # after so many somebody else is asked
        self.end: float | None = None  # when it has to be done
        self.held = 0
        self.calm = False  # is something gone through again in which nothing is thrown
        self.begun = 0  # how many things were gone through in turn since the statement around them began

    def outcome(self, outcomes: Outcomes) -> int:
        return self.source.outcome(outcomes)

    def follow(self, path: tuple[Any, ...]) -> None:
        """The throws of what is done next are known that far."""
        self.source.path, self.source.used, self.begun, self.calm = path, 0, 0, False

    def count(self) -> None:
        self.trials += 1
        if self.trials > self.patience:
            raise Impatient
        if self.limited and self.trials > MAX_TRIALS:
            raise RulebookError(TOO_MANY)
        if self.trials % 64 == 0:
            self.hurry()

    def hurry(self) -> None:
        """Stops what takes too long; only a person's question does, never what a rule asks, which is the same on every machine."""
        if self.end is not None and time.monotonic() > self.end:
            raise too_late()

    # ------------------------------------------------------------------------------------ what is gone through in turn

    def block(self, x: Run, f: list[int], line: Line) -> int:
        if line.stages is None:
            line.stages = self.cut(line, len(f))
        return self.in_turn(x, f, line.stages) if len(line.stages) > 1 else line.stages[0][0](x, f)

    def cut(self, line: Line, slots: int) -> list[Portion]:
        """A block cut after each statement that may throw; whole where only the last one may."""
        live = self.flow.live.get(id(line.stmts))
        out: list[Portion] = []
        begun: list[Stmt] = []
        for position, stmt in enumerate(line.stmts):
            begun.append(line.made[position])
            if position == len(line.stmts) - 1 or self.flow.may_throw(stmt):
                out.append((in_a_row(begun), () if live is None else unread(slots, live[position]), tells(stmt)))
                begun = []
        return out

    def throws_in(self, line: Line, slots: int) -> bool:
        """May a round of this loop throw?"""
        if line.throws is None:
            line.throws, line.tells = self.flow.may_throw(line.stmts), all(tells(stmt) for stmt in line.stmts)
            live = self.flow.rounds.get(id(line.stmts))
            line.dead = () if live is None else unread(slots, live)
        return line.throws

    def loop(self, x: Run, f: list[int], line: Line, rounds: Iterable[Stmt], alike: bool = False) -> int:
        """Goes through the rounds of a loop; they may have no end.  ``alike``: what happens in one depends on how matters stand only."""
        return self.in_turn(x, f, ((one, line.dead, line.tells) for one in rounds), alike)

    def leaves(self, call: int) -> bool:
        """Is this call all that is left to do of what calls it?  Then that is ended first."""
        return call in self.last

    def call(self, x: Run, f: list[int], ready: Ready, kept: tuple[int, ...], following: bool = False) -> int:
        """Carries out a call, and what it leads to at its end (not when that is what it is itself: ``following``).

        ``kept``: the slots its caller will look at.
        """
        index, ready = ready.procedure.index, lawless(ready)
        if index not in self.flow.throwing:
            return calls.carry_out(x, ready, f)
        if ready.tells is None:
            ready.tells = not ready.instead and all(tells(stmt) for stmt in ready.procedure.body)
        leaving = index in self.flow.last
        if ready.tells and not ready.before and not ready.after and not leaving:  # nothing but its body
            return calls.carry_out(x, ready, f)
        known = (*kept, NONE) if following else kept
        stages = ready.stages.get(known)
        if stages is None:
            end = unread(len(f), kept)
            stages = ready.stages[known] = []
            if ready.before:
                stages.append(((lambda x, f: calls.enter(x, ready, f)), (), False))
            carried_out = end if not ready.after else unread(len(f), self.flow.kept[index])
            if ready.before:
                stages.append(((lambda x, f: calls.enact(x, ready, f)), carried_out, ready.tells))
            else:
                stages.append(((lambda x, f: calls.enter(x, ready, f) or calls.enact(x, ready, f)), carried_out, ready.tells))
            if ready.after:
                stages.append(((lambda x, f: calls.leave(x, ready, f)), end, False))
            if leaving and not following:
                stages.append((self.follow_up, end, False))
        return self.in_turn(x, f, stages)

    def follow_up(self, x: Run, f: list[int]) -> int:
        """What was left to do of a call, one thing after the other: it may go round in circles."""
        return 0 if x.jump is None else self.in_turn(x, f, repeat((self.follow_on, (), False)), alike=True)

    def follow_on(self, x: Run, f: list[int]) -> int:
        if x.jump is None:
            return LEFT
        index, *args = x.jump
        x.jump = None
        try:
            return calls.perform(x, index, args, x.program.procedures[index].place, following=True)[1]
        except Fork as fork:
            raise self.called(x, f, fork, ()) from None

    def die(self, x: Run, f: list[int], outcomes: Sequence[tuple[int, Fraction]], fill: Callable[[list[int], int], None]) -> None:
        """A throw that does nothing but fill slots."""
        source = self.source
        if len(outcomes) == 1:
            fill(f, outcomes[0][0])
        elif source.used < len(source.path):
            source.used += 1
            fill(f, source.path[source.used - 1])
        else:
            before = World(x, x.state, self.frames(x, f), 0)
            worlds = []
            for value, chance in outcomes:
                self.count()
                slots = list(before.frames[0])
                fill(slots, value)
                worlds.append((before.turned((tuple(slots), *before.frames[1:]), 0, before.given), chance))
            raise Fork(outcomes, worlds, f)

    def called(self, x: Run, f: list[int], fork: Fork, outputs: Sequence[tuple[int, int]]) -> Fork:
        """The throw that a call is, as its caller sees it: what the call leaves in its slots is handed over."""
        if not fork.worlds:
            return fork
        outer = self.frames(x, f)
        inner = [frame for frame in self.frames(x, fork.frame) if frame is not fork.frame]
        places = [next((at for at, other in enumerate(inner, 1) if other is frame), 0) for frame in outer[1:]]
        mine = next((at for at, other in enumerate(inner, 1) if other is f), 0)
        worlds = []
        for world, chance in fork.worlds:
            slots = list(world.frames[mine] if mine else f)
            for source, target in outputs:
                slots[target] = world.frames[0][source]
            signal = FAIL if world.signal == FAIL else OVER if world.state.over else 0
            worlds.append((world.turned((tuple(slots), *[world.frames[at] for at in places]), signal, world.given), chance))
        return Fork(fork.outcomes, worlds, f)

    def carried_out(self, fork: Fork, frame: list[int], result: int) -> Fork:
        """The throw that a body is, as the call sees it: what it gave is in the slot for the result."""
        if not fork.worlds or fork.frame is not frame:
            return fork
        worlds = []
        for world, chance in fork.worlds:
            frames = world.frames
            if world.signal == END and world.given is not None and result != NONE:
                frames = ((*frames[0][:result], world.given, *frames[0][result + 1 :]), *frames[1:])
            worlds.append((world.turned(frames, world.signal if world.signal in (FAIL, OVER) else 0, None), chance))
        return Fork(fork.outcomes, worlds, frame)

    # ------------------------------------------------------------------------------------ going through it

    def in_turn(self, x: Run, f: list[int], stages: Iterable[Portion], alike: bool = False) -> int:
        """Does one thing after the other.  A throw in it that is not on the path yet raises Fork, its outcomes worlds.

        ``alike``: they are the rounds of one loop, and ways that come back to where they were are solved for good.
        """
        if self.calm:
            return without_throws(x, f, stages)
        source = self.source
        self.begun += 1
        serial = self.begun
        if source.used < len(source.path):
            face = source.path[source.used]
            if isinstance(face, tuple) and face[0] == serial:
                source.used += 1
                return self.become(x, self.frames(x, f), face[1])
            self.calm = True  # nothing was thrown in it when it led to this path, so nothing will be
            try:
                return without_throws(x, f, stages)
            finally:
                self.calm = False
        path, used, order = source.path, source.used, x.order
        frames = self.frames(x, f)
        coming = iter(stages)
        try:
            for stage in coming:
                before = World(x, x.state if stage[2] else x.state.copy(), frames, 0)
                self.follow(())
                fork = None
                try:
                    signal = stage[0](x, f)
                except Fork as met:
                    fork = Fork(met.outcomes, met.worlds, met.frame)  # without all that led to it
                if fork is not None:
                    x.order = order
                    ways = self.thrown(x, f, frames, before, fork, stage, coming, alike)
                    break
                for slot in stage[1]:
                    f[slot] = 0
                if signal:
                    return 0 if signal == LEFT else signal
            else:
                return 0
        finally:
            source.path, source.used, self.begun = path, used, serial
        if len(ways) > 1:
            raise Fork([((serial, world), chance) for world, chance in ways], ways, f)
        return self.become(x, frames, ways[0][0])

    def frames(self, x: Run, f: list[int]) -> Frames:
        """The slots that what is done here may change: its own, those of whatever runs around it and lets itself be changed, and those of
        what a hook stands instead of, which may go on in it."""
        out, changeable = [f], self.flow.changeable
        if x.original and x.original[-1][1] is not f:
            out.append(x.original[-1][1])
        for index, running in x.running.items():
            if running and index in changeable:
                out += [frame for frame in running if all(frame is not other for other in out)]
        return out

    def become(self, x: Run, frames: Frames, world: World) -> int:
        x.state.become(world.state)
        world.put(x, frames)
        return world.signal

    def thrown(
        self, x: Run, f: list[int], frames: Frames, before: World, fork: Fork, stage: Portion, coming: Iterable[Portion], alike: bool
    ) -> Ways:
        """All that can come of it, from the first thing on in which dice are thrown."""
        outer, held, size = x.state, self.held, len(x.state.cells)
        try:
            ways = self.after(x, f, frames, [(before, ONE)], stage, fork)
            done = [way for way in ways if way[0].signal]
            going = [way for way in ways if not way[0].signal]
            met = Met(self.mark) if alike else None
            if going:
                for stage in coming:
                    if met is not None and not met.fresh(going):
                        ways, going = self.rounds(x, f, frames, going, stage), []
                    else:
                        ways = self.after(x, f, frames, going, stage)
                    done += [way for way in ways if way[0].signal]
                    going = [way for way in ways if not way[0].signal]
                    self.held = held + size * (len(done) + len(going))
                    if not going:
                        break
        finally:
            x.use(outer)
            self.held = held
        for world, _ in done:
            if world.signal == LEFT:
                world.signal = 0
        return merged(done + going, self.mark) if done and going else done or going

    def after(self, x: Run, f: list[int], frames: Frames, starts: Ways, stage: Portion, known: Fork | None = None) -> Ways:
        """How matters stand after one more thing was done in each of these worlds; ``known``: its first throw, in the only one."""
        work, dead, told = stage
        out: Ways = []
        order = x.order
        for world, chance in starts:
            base, made = self.held, len(out)
            open_: list[tuple[tuple[object, ...], Fraction]] = []
            if known is None:
                open_.append(((), chance))
            else:
                self.met(known, (), chance, f, dead, open_, out, not told)
            while open_:
                path, share = open_.pop()
                self.count()
                trial = world.state.copy()
                x.use(trial)
                world.put(x, frames)
                x.order = order
                self.follow(path)
                try:
                    signal = work(x, f)
                except Fork as fork:
                    self.hold(len(fork.outcomes) * len(trial.cells))
                    self.met(fork, path, share, f, dead, open_, out, True)
                    continue
                for slot in dead:
                    f[slot] = 0
                self.hold(len(trial.cells))
                out.append((World(x, trial, frames, signal), share))
            self.held = base + (len(out) - made) * len(world.state.cells)
        return merged(out, self.mark)

    def rounds(self, x: Run, f: list[int], frames: Frames, going: Ways, stage: Portion) -> Ways:
        """How a loop ends that may come back to where it was: each way matters may stand before a round is looked at once."""
        number: dict[object, int] = {}
        found: list[World] = []
        chains: list[Chain | None] = []

        def numbered(world: World) -> int:
            key = (world.apart, self.mark(world.state))
            if key not in number:
                number[key] = len(found)
                found.append(world)
                self.hold(len(world.state.cells))
            return number[key]

        start: Chain = {}
        for world, chance in going:
            at = numbered(world)
            start[at] = start.get(at, Fraction(0)) + chance
        while len(chains) < len(found):
            world = found[len(chains)]
            if world.signal:
                chains.append(None)
                continue
            way: Chain = {}
            for after, chance in self.after(x, f, frames, [(world, ONE)], stage):
                at = numbered(after)
                way[at] = way.get(at, Fraction(0)) + chance
            chains.append(way)
        try:
            return [(found[at], chance) for at, chance in absorbed(start, chains, self.hurry).items()]
        except Endless as error:
            raise x.error(error.args[0]) from None

    def met(
        self, fork: Fork, path: tuple[Any, ...], share: Fraction, f: list[int], dead: Sequence[int], open_: Any, out: Ways, again: bool
    ) -> None:
        """A throw: where nothing else was to be done after it, what comes of it is known; else it is done again for each outcome."""
        if not fork.worlds or fork.frame is not f:
            assert again, "a throw that was to tell how matters stand after it does not"
            open_ += [((*path, value), share * chance) for value, chance in fork.outcomes]
            return
        for world, chance in fork.worlds:
            if any(world.frames[0][slot] for slot in dead):
                slots = list(world.frames[0])
                for slot in dead:
                    slots[slot] = 0
                world = world.turned((tuple(slots), *world.frames[1:]), world.signal, world.given)
            out.append((world, share * chance))

    def mark(self, state: State) -> Mark:
        """What tells a state apart that will not be changed any more."""
        if state.mark is None:
            state.mark = Mark(self.key(state))
        return state.mark  # type: ignore[no-any-return]

    def hold(self, cells: int) -> None:
        """Memory is bounded too: what waits for its turn may not be too much."""
        self.held += cells
        if self.held > MAX_CELLS:
            raise RulebookError(TOO_MANY)
