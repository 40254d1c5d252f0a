"""Values that are kept once reckoned: see :mod:`interpreter.wasm.remembering`."""

from __future__ import annotations

from dsl import core
from interpreter.analysis.fixed import function_is_fixed
from interpreter.analysis.recursion import searches, whole
from interpreter.wasm.code import WALKED, Code, Compiler
from interpreter.wasm.frames import store_in
from interpreter.wasm.memory import MEMO_KEY
from interpreter.wasm.sorts import SET


def is_worth_keeping(c: Compiler, function: core.Function) -> bool:
    """Does it take its time, and is it asked of no more than a few numbers?"""
    if len(function.params) > 4 or any(c.unit(("f", function.index)).sorts[p.slot][0] == SET for p in function.params):
        return False
    return searches(function.index, c.facts) or any(
        isinstance(part, core.Ask) and part.query in WALKED for part in whole(function.body, c.program)
    )


def write_kept(code: Code, function: core.Function, words: int) -> None:
    """The value, kept for this listing of options; for good where it speaks of nothing that changes."""
    f, number, at, out = code.f, code.f.local(), code.f.local(), code.f.local()
    if function_is_fixed(function.index, code.c.facts):
        f.const(1)
    else:
        code.load_name("LISTING")
    f.set(number)

    def key() -> None:
        f.const(function.index)
        for n in range(4):
            if n < len(function.params):
                f.get(n)
            else:
                f.const(0)

    given = [f.local() for _ in function.params]  # the body may use the slots for its searches
    for n, held in enumerate(given):
        f.get(n)
        f.set(held)
    key()
    f.call("memo_place")
    f.set(at)
    f.get(number)
    f.when()
    f.get(at)
    f.get(number)
    key()
    f.call("memo_holds")
    f.when()
    f.get(at)
    if words > 1:
        f.const(MEMO_KEY)
        f.op("add")
        f.const(words)
        f.const(words)
        f.call("widened")
    else:
        f.load("64", MEMO_KEY)
    f.leave()
    f.end()
    f.end()
    mark = code.mark() if not words else None
    code.any(function.body, words)
    f.set(out)
    code.release(mark)
    f.get(number)
    f.when()
    f.get(at)
    f.get(number)
    f.const(function.index)
    for n in range(4):
        if n < len(given):
            f.get(given[n])
        else:
            f.const(0)
    f.call("memo_put")
    store_in(code, at, MEMO_KEY, words, out)
    f.end()
    f.get(out)
