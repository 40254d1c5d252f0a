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
from typing import Any

from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Portion, Run
from arbitre.interpreter.odds.absorbing_chain import Endless, absorbed
from arbitre.interpreter.odds.absorbing_chain import Ways as Chain
from arbitre.interpreter.odds.plain import Possibilities
from arbitre.interpreter.odds.segments import liveness_of, without_throws
from arbitre.interpreter.odds.world import Frames, Mark, Met, Ways, World, merged
from arbitre.interpreter.state.dice import TOO_MANY, Fork
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.signals import LEFT
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


class Branches:
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
