"""Calls of events, tests, tables and actions, with the hooks around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dsl import core
from dsl.core import NONE, Text
from dsl.places import Place
from interpreter.dice import Fork
from interpreter.expressions import Fn
from interpreter.signals import BARRED, END, FAIL, OVER, PREVENT
from interpreter.trace import public

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run, Stmt
    from interpreter.worlds import Stage


@dataclass(slots=True)
class ReadyHook:
    hook: core.Hook
    when: Fn | None
    body: Stmt
    blank: list[int]
    settled: bool = False  # some hook beside it stands ``over`` another
    block: int = NONE  # of agenda code, for a hook that lets a step or an agenda proceed

    def frame(self, event: list[int]) -> list[int]:
        out = self.blank[:]
        for source, target in self.hook.params:
            out[target] = event[source]
        return out


@dataclass(slots=True)
class Ready:
    procedure: core.Procedure
    guard: Fn | None
    body: Stmt
    before: list[ReadyHook]
    instead: list[ReadyHook]
    after: list[ReadyHook]
    rolled: list[ReadyHook]
    seen: list[tuple[Fn, Fn | None]] | None
    needs: list[tuple[Fn, Text | None]] = field(default_factory=list)  # of an action: asked once no guard prevents it
    stages: dict[tuple[int, ...], list[Stage]] = field(default_factory=dict)  # how odds cut a call, by what its caller looks at
    tells: bool | None = None  # for odds: see ``worlds.tells``; None: not asked yet


def unbeaten(hooks: list[ReadyHook], fitting: list[ReadyHook]) -> list[ReadyHook]:
    """Those that no other fitting hook stands ``over``; hooks of one file may share a name, and none is over itself."""
    return [h for h in hooks if not any(h.hook.name in other.hook.over for other in fitting if other is not h)]


class Calls:
    def __init__(self, machine: Machine) -> None:
        from interpreter.statements import compile_block

        self.machine = machine
        self.compile_block = compile_block
        self.ready: list[Ready] = []
        for p in machine.program.procedures:
            seen = None
            if p.seen is not None:
                seen = [(machine.expr(s.audience), machine.maybe(s.when)) for s in p.seen]
            before, instead, after, rolled = (self.hooks(hooks) for hooks in (p.before, p.instead, p.after, p.rolled))
            guard, body = machine.maybe(p.when), compile_block(p.body, machine)
            self.ready.append(Ready(p, guard, body, before, instead, after, rolled, seen))
        self.original: list[tuple[Ready, list[int]]] = []

    def hooks(self, hooks: list[core.Hook]) -> list[ReadyHook]:
        machine, settled = self.machine, any(hook.over for hook in hooks)
        return [ReadyHook(h, machine.maybe(h.when), self.compile_block(h.body, machine), [0] * h.slots, settled) for h in hooks]

    # ------------------------------------------------------------------------------------ calling

    def call(self, x: Run, index: int, args: list[int], place: Place) -> list[int]:
        """Calls a procedure; the frame it leaves holds its result.  A failed action is told by ``signal_of``."""
        frame, _ = self.perform(x, index, args, place)
        return frame

    def perform(
        self, x: Run, index: int, args: list[int], place: Place, kept: tuple[int, ...] = (), following: bool = False
    ) -> tuple[list[int], int]:
        """``kept``: the slots of the frame it leaves that will be looked at (odds tell no others apart).

        ``following``: for odds, it is what was left to do of another call, which sees to what it leaves to do in its turn.
        """
        ready = self.ready[index]
        p = ready.procedure
        frame = p.init[:] or [0] * p.slots
        for param, value in zip(p.params, args, strict=True):
            frame[param.slot] = value
        x.spend(place)
        frames = x.running.setdefault(index, [])
        if len(frames) >= max(p.depth, 1):
            again = "itself again" if p.depth <= 1 else f"itself more than {p.depth} times"
            raise x.error(f"‘{p.name}’ calls {again}", place)
        if len(x.chain) > 150:
            raise x.error("rules call each other too deeply", place)
        frames.append(frame)
        x.chain.append(p.name)
        cause, audience = x.cause, x.audience
        try:
            if x.worlds is not None and x.stored is None:
                return frame, x.worlds.call(x, frame, ready, kept, following)
            return frame, self.carry_out(x, ready, frame)
        finally:
            frames.pop()
            x.chain.pop()
            x.cause, x.audience = cause, audience

    def carry_out(self, x: Run, ready: Ready, frame: list[int]) -> int:
        return self.enter(x, ready, frame) or self.enact(x, ready, frame) or self.leave(x, ready, frame)

    def enter(self, x: Run, ready: Ready, frame: list[int]) -> int:
        """All that comes before what is done itself, and may keep it from being done."""
        p = ready.procedure
        if ready.guard is not None and not ready.guard(x, frame):
            return PREVENT
        if x.log is not None:
            self.note(x, ready, frame)
        for hook in self.standing(x, ready.before, frame):
            signal = self.run_hook(x, hook, frame, p)
            if signal in (PREVENT, FAIL):
                if x.log is not None:
                    x.record("prevented", p.name, hook.hook.place, hook.hook.clauses)
                return BARRED if signal == FAIL and p.kind == "action" else signal
            if x.state.over:
                return OVER
        for test, reason in ready.needs:
            if not test(x, frame):
                x.reason = reason
                return FAIL
        if x.log is not None and p.says:
            x.log[x.cause].data["says"] = self.machine.words(p.says, x, frame)
        return 0

    def enact(self, x: Run, ready: Ready, frame: list[int]) -> int:
        signal = self.middle(x, ready, frame)
        return signal if signal in (FAIL, OVER) else 0

    def leave(self, x: Run, ready: Ready, frame: list[int]) -> int:
        for hook in self.standing(x, ready.after, frame):
            self.run_hook(x, hook, frame, ready.procedure)
            if x.state.over:
                return OVER
        return 0

    def standing(self, x: Run, hooks: list[ReadyHook], frame: list[int]) -> list[ReadyHook]:
        """Without those that another which fits stands ``over``; asked before the first of them runs, as none comes first."""
        if not hooks or not hooks[0].settled:
            return hooks
        return unbeaten(hooks, [h for h in hooks if h.hook.over and (h.when is None or h.when(x, h.frame(frame)))])

    def middle(self, x: Run, ready: Ready, frame: list[int]) -> int:
        matching = self.matching(x, ready.instead, frame, ready.procedure.name)
        if matching is None:
            return self.run_body(x, ready, frame)
        self.original.append((ready, frame))
        try:
            x.given = None
            signal = self.run_hook(x, matching, frame, ready.procedure)
            if signal == END and x.given is not None and ready.procedure.result != NONE:
                frame[ready.procedure.result] = x.given
            x.given = None
            return signal if signal in (FAIL, OVER) else 0
        finally:
            self.original.pop()

    def matching(self, x: Run, hooks: list[ReadyHook], frame: list[int], name: str) -> ReadyHook | None:
        found = [h for h in hooks if h.when is None or h.when(x, h.frame(frame))]
        if len(found) > 1:
            found = unbeaten(found, found)
        if len(found) > 1:
            raise x.error(
                f"two rules stand instead of ‘{name}’: at {found[0].hook.place} and at {found[1].hook.place}; "
                f"settle it with ‘over’", found[1].hook.place)  # fmt: skip
        return found[0] if found else None

    def run_body(self, x: Run, ready: Ready, frame: list[int]) -> int:
        x.given = None
        try:
            signal = ready.body(x, frame)
        except Fork as fork:
            raise (fork if x.worlds is None else x.worlds.carried_out(fork, frame, ready.procedure.result)) from None
        if signal == END and x.given is not None and ready.procedure.result != NONE:
            frame[ready.procedure.result] = x.given
        x.given = None
        return signal

    def proceed(self, x: Run, place: Place, values: Sequence[tuple[int, int]] = ()) -> int:
        """``values``: slots of the event that hold something else from now on; its ``after`` hooks see them too."""
        if not self.original:  # a step or an agenda, which only agenda code can let go on
            raise x.error("a step or an agenda cannot proceed from within ‘together’", place)
        ready, frame = self.original[-1]
        for slot, value in values:
            frame[slot] = value
        try:
            self.run_body(x, ready, frame)
        except Fork as fork:  # the hook may have more to do
            raise Fork(fork.outcomes) from None
        return frame[ready.procedure.result] if ready.procedure.result != NONE else 0

    def rolled(self, x: Run, frame: list[int], refresh: Stmt) -> int:
        """The hooks between the dice and the result of the innermost test."""
        for index, frames in tuple(x.running.items()):
            if frames and frames[-1] is frame:
                hooks = self.ready[index].rolled
                if hooks and hooks[0].settled:
                    refresh(x, frame)
                for hook in self.standing(x, hooks, frame):
                    refresh(x, frame)
                    self.run_hook(x, hook, frame, self.ready[index].procedure)
        return 0

    def run_hook(self, x: Run, hook: ReadyHook, event: list[int], p: core.Procedure | None) -> int:
        frame = hook.frame(event)
        if hook.when is not None and not hook.when(x, frame):
            return 0
        cause = x.cause
        x.spend(hook.hook.place)
        x.chain.append(hook.hook.name)
        if x.log is not None:
            x.cause = x.record("hook", hook.hook.name, hook.hook.place, hook.hook.clauses)
        try:
            return hook.body(x, frame)
        finally:
            x.chain.pop()
            x.cause = cause

    # ------------------------------------------------------------------------------------ telling

    def note(self, x: Run, ready: Ready, frame: list[int]) -> None:
        p = ready.procedure
        if ready.seen is not None:
            mask = 0
            for audience, when in ready.seen:
                scratch = frame + [0] * 8
                if when is None or when(x, scratch):
                    mask |= audience(x, scratch)
            x.audience = public(self.machine.program, mask)
        elif x.shown is not None:
            x.audience, x.shown = x.shown, None
        elif not self.machine.program.public_events:
            x.audience = 0
        args = {q.name: frame[q.slot] for q in p.params}
        x.cause = x.record("call", p.name, p.place, p.clauses, args=args, rule=p.kind)
