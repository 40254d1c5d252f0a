"""Expressions that come to a set: one word on the stack, or the address of several in the room for sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.interpreter.plan.rewrite import WithFallback
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.values.expressions import apply, choice, joined, read_column, read_local, read_own, settled
from arbitre.interpreter.wasm.compile.values.words import existing_rows


def _rows(c: Code, e: core.Rows) -> None:
    domain, f = c.c.program.domains[e.domain], c.f
    words = c.words(e)
    alive = c.c.memory.alive(domain)
    if alive is None:
        mask = (1 << domain.size) - 1
        f.const(mask if words == 1 else c.c.memory.mask(mask, words))
        return
    if words == 1 and alive.size == 1:
        existing_rows(c, domain)
        return
    f.const(alive.at)
    f.const(alive.size)
    f.const(domain.size)
    if words == 1:
        f.call("living")
    else:
        f.const(words)
        f.call("living_wide")


def _set_of(c: Code, e: core.SetOf) -> None:
    f, words = c.f, c.words(e)
    if words == 1:
        f.const(0)
        for item in e.items:
            joined(c, item)
        return
    held = room(c, words)
    for item in e.items:
        f.get(held)
        c.value(item)
        f.const(words)
        f.call("put_member")
    f.get(held)


def room(c: Code, words: int) -> int:
    """A local with the address of an empty set of so many words."""
    held = c.f.local()
    c.f.call(wide(c.c.module, "empty", words))
    c.f.set(held)
    return held


def _nothing(e: core.Expr) -> bool:
    return isinstance(e, core.Const) and e.value == 0


def _gathered(c: Code, e: core.SetOp, words: int) -> None:
    """Of a long set others are taken away, or joined to it, one by one in its place; under a condition only where it holds."""
    f, out, other = c.f, c.f.local(), c.f.local()
    chain: list[core.SetOp] = []
    first: core.Expr = e
    while isinstance(first, core.SetOp) and first.op != "&" and max(1, c.words(first)) == words and id(first) not in c.invariants:
        chain.append(first)
        first = first.left
    c.set(first, words)
    f.call(wide(c.c.module, "copied", words))
    f.set(out)
    for step in reversed(chain):
        mark, right = c.mark(), step.right
        conditional = isinstance(right, core.Choice) and id(right) not in c.invariants and (_nothing(right.then) or _nothing(right.other))
        if isinstance(right, core.Choice) and conditional:
            c.test(right.test)
            if _nothing(right.then):
                f.isnt()
            f.when()
            right = right.other if _nothing(right.then) else right.then
        if not _nothing(right):
            c.set(right, max(words, c.words(right)) if step.op == "-" and not isinstance(right, core.Const) else words)
            f.set(other)
            for local in (out, other):
                f.get(local)
            f.call(wide(c.c.module, "leave" if step.op == "-" else "join", words))
        if conditional:
            f.end()
        c.release(mark)
    f.get(out)


def _set_op(c: Code, e: core.SetOp) -> None:
    f, words = c.f, c.words(e)
    if words > 1 and e.op != "&":
        _gathered(c, e, words)
        return
    if e.op == "&":  # of the narrower one
        whole = max(1, c.words(e.left)), max(1, c.words(e.right))
        for side, have in zip((e.left, e.right), whole, strict=True):
            c.set(side, max(have, words) if not isinstance(side, core.Const) else words)
            if have > words == 1 and not isinstance(side, core.Const):
                f.load("64")
    else:
        c.set(e.left, words)
        if e.op == "-" and c.words(e.right) > words and not isinstance(e.right, core.Const):
            c.set(e.right, c.words(e.right))
            if words == 1:
                f.load("64")
        else:
            c.set(e.right, words)
    if words == 1:
        if e.op == "-":
            f.const(-1)
            f.op("xor")
        f.op("or" if e.op == "|" else "and")
        return
    f.call(wide(c.c.module, "and", words))


SETS: dict[type, Callable[[Code, Any], None]] = {
    core.Local: read_local, core.Own: read_own, core.Read: read_column, core.Choice: choice, WithFallback: choice, core.Settled: settled,
    core.Apply: apply, core.Rows: _rows, core.SetOf: _set_of, core.SetOp: _set_op,
}  # fmt: skip
