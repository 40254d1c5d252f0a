"""Every outcome explored: throws, blocks, loops and calls, each gone through for all the ways matters may stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, repeat

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.handler import ForEach, Invocation, Line, Outcomes, While
from arbitre.interpreter.code.machine import Portion, Ready, Run, Stmt
from arbitre.interpreter.odds.branches import Branches
from arbitre.interpreter.odds.plain import Plain
from arbitre.interpreter.odds.segments import in_a_row, lawless, tells, unread
from arbitre.interpreter.odds.world import World
from arbitre.interpreter.reference import calls
from arbitre.interpreter.state.dice import Fork
from arbitre.interpreter.state.signals import END, FAIL, JUMP, LEFT, OVER


class Exploring(Branches, Plain):
    """The handler of odds (:class:`arbitre.interpreter.code.handler.Handler`)."""

    def block(self, x: Run, f: list[int], line: Line) -> int:
        if x.stored is not None:  # one of several things done together is carried out whole
            return super().block(x, f, line)
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

    def each(self, x: Run, f: list[int], loop: ForEach, rows: Sequence[int]) -> int:
        if x.stored is not None or len(rows) < 2 or not self.throws_in(loop.line, len(f)):
            return super().each(x, f, loop, rows)

        def round_of(row: int) -> Stmt:
            def round_(x: Run, f: list[int]) -> int:
                x.spend(loop.place)
                f[loop.slot] = row
                return loop.body(x, f)

            return round_

        line = loop.line
        return self.in_turn(x, f, ((round_of(row), line.dead, line.tells) for row in rows))

    def repeat(self, x: Run, f: list[int], loop: While) -> int:
        if x.stored is not None or not self.throws_in(loop.line, len(f)):
            return super().repeat(x, f, loop)

        def round_(x: Run, f: list[int]) -> int:
            if not loop.test(x, f):
                return LEFT
            x.spend(loop.place)
            return loop.body(x, f)

        def last(x: Run, f: list[int]) -> int:
            if loop.test(x, f):
                raise x.error(phrase("this is done more than {0} times", loop.budget), loop.place)
            return LEFT

        line = loop.line
        rounds = chain(repeat(round_, loop.budget), (last,))
        return self.in_turn(x, f, ((one, line.dead, line.tells) for one in rounds), alike=True)

    def invoke(self, x: Run, f: list[int], call: Invocation) -> int:
        if x.stored is None and call.statement in self.last:  # all that is left to do of what calls it, which is ended first
            x.jump = (call.procedure, *[a(x, f) for a in call.args])
            return JUMP
        try:
            return super().invoke(x, f, call)
        except Fork as fork:
            raise (fork if call.grouped is not None else self.called(x, f, fork, call.outputs)) from None

    def call(self, x: Run, f: list[int], ready: Ready, kept: tuple[int, ...], following: bool = False) -> int:
        """Carries out a call, and what it leads to at its end (not when that is what it is itself: ``following``).

        ``kept``: the slots its caller will look at.
        """
        if x.stored is not None:
            return calls.carry_out(x, ready, f)
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

    def fall(
        self, x: Run, f: list[int], outcomes: Callable[[], Outcomes], fill: Callable[[list[int], int], None], play: Callable[[], None]
    ) -> None:
        found = outcomes()
        source = self.source
        if len(found) == 1:
            fill(f, found[0][0])
        elif source.used < len(source.path):
            source.used += 1
            fill(f, source.path[source.used - 1])
        else:
            before = World(x, x.state, self.frames(x, f), 0)
            worlds = []
            for value, chance in found:
                self.count()
                slots = list(before.frames[0])
                fill(slots, value)
                worlds.append((before.turned((tuple(slots), *before.frames[1:]), 0, before.given), chance))
            raise Fork(found, worlds, f)

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

    def body(self, x: Run, f: list[int], ready: Ready) -> int:
        try:
            return ready.body(x, f)
        except Fork as fork:
            raise self.carried_out(fork, f, ready.procedure.result) from None

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
