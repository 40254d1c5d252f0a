"""Calls of events, tests, tables and actions, with the hooks around them."""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine, Ready, ReadyHook, Run, Stmt, unbeaten
from arbitre.interpreter.reference import sentences
from arbitre.interpreter.state import visibility
from arbitre.interpreter.state.signals import BARRED, END, FAIL, OVER, PREVENT

# ------------------------------------------------------------------------------------ calling


def call(x: Run, index: int, args: list[int], place: Place) -> list[int]:
    """Calls a procedure; the frame it leaves holds its result.  ``signal_of`` says whether an action failed."""
    frame, _ = perform(x, index, args, place)
    return frame


def perform(
    x: Run, index: int, args: list[int], place: Place, kept: tuple[int, ...] = (), following: bool = False
) -> tuple[list[int], int]:
    """Calls a procedure; gives the frame it leaves, and the signal it ends with.  ``kept`` and ``following``: see :meth:`Handler.call`."""
    ready = x.machine.ready[index]
    p = ready.procedure
    frame = p.init[:] or [0] * p.slots
    for param, value in zip(p.params, args, strict=True):
        frame[param.slot] = value
    x.spend(place)
    frames = x.running.setdefault(index, [])
    if len(frames) >= max(p.depth, 1):
        again = "itself again" if p.depth <= 1 else phrase("itself more than {0} times", p.depth)
        raise x.error(phrase("‘{0}’ calls {1}", p.name, again), place)
    if len(x.chain) > 150:
        raise x.error("rules call each other too deeply", place)
    frames.append(frame)
    x.chain.append(p.name)
    cause, audience = x.cause, x.audience
    try:
        return frame, x.handler.call(x, frame, ready, kept, following)
    finally:
        frames.pop()
        x.chain.pop()
        x.cause, x.audience = cause, audience


def carry_out(x: Run, ready: Ready, frame: list[int]) -> int:
    """A call from its guard to its ``after`` hooks; gives the signal it ends with, 0 if none."""
    return enter(x, ready, frame) or enact(x, ready, frame) or leave(x, ready, frame)


def enter(x: Run, ready: Ready, frame: list[int]) -> int:
    """All that comes before what is done itself, and may keep it from being done."""
    p = ready.procedure
    if ready.guard is not None and not ready.guard(x, frame):
        return PREVENT
    if x.log is not None:
        note(x, ready, frame)
    for hook in standing(x, ready.before, frame):
        signal = run_hook(x, hook, frame, p)
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
        sentences.head(x, p.says, frame, x.cause)
    return 0


def enact(x: Run, ready: Ready, frame: list[int]) -> int:
    """What is done itself: the body, or what stands instead of it."""
    signal = middle(x, ready, frame)
    p = ready.procedure
    if x.log is not None and p.results and x.cause >= 0:
        said = next((parts for result, parts in p.outcomes if result == frame[p.result]), None)
        x.log[x.cause].data["result"] = p.results[frame[p.result]]
        if said is not None:
            sentences.head(x, said, frame, x.cause, "outcome")
    return signal if signal in (FAIL, OVER) else 0


def leave(x: Run, ready: Ready, frame: list[int]) -> int:
    """The ``after`` hooks of a call."""
    for hook in standing(x, ready.after, frame):
        run_hook(x, hook, frame, ready.procedure)
        if x.state.over:
            return OVER
    return 0


def standing(x: Run, hooks: list[ReadyHook], frame: list[int]) -> list[ReadyHook]:
    """Without those that another which fits stands ``over``; asked before the first of them runs, as none comes first."""
    if not hooks or not hooks[0].settled:
        return hooks
    return unbeaten(hooks, [h for h in hooks if h.hook.over and (h.when is None or h.when(x, h.frame(frame)))])


def middle(x: Run, ready: Ready, frame: list[int]) -> int:
    matching = fitting_hook(x, ready.instead, frame, ready.procedure.name)
    if matching is None:
        return run_body(x, ready, frame)
    x.original.append((ready, frame))
    try:
        x.given = None
        signal = run_hook(x, matching, frame, ready.procedure)
        take_result(x, ready, frame, signal)
        return signal if signal in (FAIL, OVER) else 0
    finally:
        x.original.pop()


def fitting_hook(x: Run, hooks: list[ReadyHook], frame: list[int], name: str) -> ReadyHook | None:
    """The one hook that stands instead of what is done, if any; two are an error that names both places."""
    found = [h for h in hooks if h.when is None or h.when(x, h.frame(frame))]
    if len(found) > 1:
        found = unbeaten(found, found)
    if len(found) > 1:
        raise x.error(
            phrase("two rules replace ‘{0}’: at {1} and at {2}; settle it with ‘over’", name, found[0].hook.place, found[1].hook.place),
            found[1].hook.place,
        )
    return found[0] if found else None


def run_body(x: Run, ready: Ready, frame: list[int]) -> int:
    """The body of a call, which may give its result; gives the signal it ends with."""
    x.given = None
    signal = x.handler.body(x, frame, ready)
    take_result(x, ready, frame, signal)
    return signal


def take_result(x: Run, ready: Ready, frame: list[int], signal: int) -> None:
    """What ``give`` gave becomes the event's result, if it ended by that."""
    if signal == END and x.given is not None and ready.procedure.result != NONE:
        frame[ready.procedure.result] = x.given
    x.given = None


def proceed(x: Run, place: Place, values: Sequence[tuple[int, int]] = ()) -> int:
    """``values``: slots of the event that hold something else from now on; its ``after`` hooks see them too."""
    if not x.original:  # a step or an agenda, which only agenda code can let go on
        raise x.error("a step or an agenda cannot proceed from within ‘together’", place)
    ready, frame = x.original[-1]
    for slot, value in values:
        frame[slot] = value
    x.handler.proceed(x, frame, ready)
    return frame[ready.procedure.result] if ready.procedure.result != NONE else 0


def rolled(x: Run, frame: list[int], refresh: Stmt) -> int:
    """The hooks between the dice and the result of the innermost test."""
    for index, frames in tuple(x.running.items()):
        if frames and frames[-1] is frame:
            hooks = x.machine.ready[index].rolled
            if hooks and hooks[0].settled:
                refresh(x, frame)
            for hook in standing(x, hooks, frame):
                refresh(x, frame)
                run_hook(x, hook, frame, x.machine.ready[index].procedure)
    return 0


def run_hook(x: Run, hook: ReadyHook, event: list[int], p: core.Procedure | None) -> int:
    """Carries out a hook if its condition holds; gives the signal it ends with."""
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


def note(x: Run, ready: Ready, frame: list[int]) -> None:
    p = ready.procedure
    if ready.seen is not None:
        x.audience = visibility.audience(x, ready.seen, lambda _: frame + [0] * 8, x.machine.everyone)
    elif x.shown is not None:
        x.audience, x.shown = x.shown, None
    elif not x.machine.program.public_events:
        x.audience = 0
    args = {q.name: frame[q.slot] for q in p.params}
    x.cause = x.record("call", p.name, p.place, p.clauses, args=args, rule=p.kind)


# ------------------------------------------------------------------------------------------------ making


def ready_hooks(hooks: list[core.Hook], m: Machine) -> list[ReadyHook]:
    """Hooks as closures."""
    settled = any(hook.over for hook in hooks)
    return [ReadyHook(h, m.maybe(h.when), m.block(h.body), [0] * h.slots, settled) for h in hooks]


def ready_procedure(p: core.Procedure, m: Machine) -> Ready:
    """A procedure and its hooks as closures."""
    before, instead, after, rolled = (ready_hooks(hooks, m) for hooks in (p.before, p.instead, p.after, p.rolled))
    seen = None if p.seen is None else m.seen(p.seen)
    return Ready(p, m.maybe(p.when), m.block(p.body), before, instead, after, rolled, seen)
