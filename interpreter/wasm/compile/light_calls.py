"""A pass: small events keep their arguments in locals.

A call of an event takes slots in memory, notes that it runs, and asks its hooks.  Of one without hooks, whose body changes columns, loops
and calls others like it, nothing of that can be noticed: it becomes a function whose parameters and slots are locals.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import own
from arbitre.dsl.core.walk import hooks_of, nodes
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.statements import block, leave_if_over

_PLAIN = (core.Let, core.If, core.While, core.ForEach, core.Store, core.Change, core.Join, core.Create, core.Discard)
_ENDING = (core.End, core.Finish)
_SILENT = (core.Say, core.Tell, core.Reveal)
DEEPEST_RULES = 150  # that may call each other, see ``frames.enter_rule``


def light_name(index: int) -> str:
    """The name of the function that does all of a call of a light event."""
    return f"procedure.{index}.light"


def declare_light(c: Compiler) -> None:
    """Which events are light, as functions that are still to be written."""
    seen = bool(c.memory.hides) and not c.at["DICE_OPEN"]
    if c.flow is not None or c.counting is not None or seen or _is_deep(c.program):
        return
    looked_into = {n.procedure for unit in c.types.units.values() for n in unit.parts if isinstance(n, (core.Own, core.SetOwn))}
    found = {p.index: p for p in c.program.procedures if p.index not in looked_into and _is_light(c, p)}
    while other := [index for index, p in found.items() if any(s.procedure not in found for s in _calls(p))]:
        for index in other:
            del found[index]
    for index, p in found.items():
        c.module.func(light_name(index), len(p.params))


def write_light(c: Compiler) -> None:
    """Their bodies."""
    for p in c.program.procedures:
        if light_name(p.index) not in c.module.funcs:
            continue
        code = Code(c, c.module.funcs[light_name(p.index)], c.unit(("p", p.index)), None)
        f = code.f
        while f.locals < p.slots:
            f.local()
        code.env = {slot: slot for slot in range(p.slots)}
        f.const(c.site(p.place))
        f.call("spend")
        for slot in range(len(p.params), p.slots):
            if slot < len(p.init) and p.init[slot]:
                f.const(p.init[slot])
                f.set(slot)
        block(code, p.body)
        f.const(0)


def invoke_light(c: Code, s: core.Invoke) -> bool:
    """Writes a call; False where the event is not light, or more is asked of it here."""
    if light_name(s.procedure) not in c.c.module.funcs or s.seen is not None or s.outputs:
        return False
    p = c.c.program.procedures[s.procedure]
    words = c.c.memory.frames["p", p.index].words
    for param, arg in zip(p.params, s.args, strict=True):
        c.any(arg, words[param.slot])
    c.f.call(light_name(p.index))
    c.f.op("drop")
    if _ends(c.c.program, p):
        leave_if_over(c)
    return True


def _is_light(c: Compiler, p: core.Procedure) -> bool:
    """Is it an event without hooks, of single words, whose statements need no slots in memory?"""
    frame = c.memory.frames["p", p.index]
    plain = p.kind == "event" and p.when is None and p.result == NONE and not any(True for _ in hooks_of(p)) and not p.steps
    return plain and all(w < 2 for w in frame.words) and [q.slot for q in p.params] == list(range(len(p.params))) and _are_light(p.body)


def _are_light(body: tuple[core.Stmt, ...]) -> bool:
    for s in nodes(body):
        if not isinstance(s, core.Stmt) or isinstance(s, (*_SILENT, *_ENDING)):
            continue
        if isinstance(s, core.Invoke):
            if s.outputs or s.seen is not None:
                return False
        elif not isinstance(s, _PLAIN) or getattr(s, "lasting", None) is not None:
            return False
        if isinstance(s, core.ForEach) and (s.keys or s.ties or s.together or s.along):
            return False
    return True


def _calls(p: core.Procedure) -> Iterator[core.Invoke]:
    return (s for s in nodes(p.body) if isinstance(s, core.Invoke))


def _ends(program: Program, p: core.Procedure) -> bool:
    """May the match end in it?"""
    return any(isinstance(s, core.Finish) for s in nodes(p.body)) or any(_ends(program, program.procedures[s.procedure]) for s in _calls(p))


def _is_deep(program: Program) -> bool:
    """May rules call each other so deep that they are given up?  Then the depth of each counts."""
    called = {p.index: set().union(*(own(program, node).procedures for node in nodes(p))) for p in program.procedures}
    left = set(called)
    while ready := {index for index in left if not called[index] & left}:
        left -= ready
    return bool(left) or len(called) > DEEPEST_RULES
