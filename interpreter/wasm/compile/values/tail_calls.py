"""Values that ask for themselves last, as a loop: ``1 + streak(ahead(cell, heading), heading)`` where there is one, else 1.

What such a value adds to the next one is summed up on the way, and its parameters become those of the next one.
"""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import children, whole
from arbitre.interpreter.analysis.recursion import asks_for_itself
from arbitre.interpreter.wasm.compile.code import Code, Compiler


def is_a_loop(c: Compiler, index: int) -> bool:
    """Does a value ask for itself at its end alone?"""
    if index not in c.loops:
        function = c.program.functions[index]
        plain = not c.types.width(c.types.results[index]) and not any(
            c.types.width(c.unit(("f", index)).types[p.slot]) for p in function.params
        )
        c.loops[index] = plain and asks_for_itself(index, c.facts) and _ends(c, function.body, index)
    return c.loops[index]


def _ends(c: Compiler, e: core.Expr, index: int) -> bool:
    """Does an expression lead to the value at its end, if at all?"""
    match e:
        case core.Choice():
            return not _leads(c, e.test, index) and _ends(c, e.then, index) and _ends(c, e.other, index)
        case core.Arith(op="+"):
            return not _leads(c, e.left, index) and _ends(c, e.right, index)
        case core.Apply(function=asked) if asked == index and not isinstance(e, core.Partial):
            return not any(_leads(c, arg, index) for arg in e.args)
    return not _leads(c, e, index)


def _leads(c: Compiler, e: core.Expr, index: int) -> bool:
    return any(isinstance(part, core.Apply) and part.function == index for part in whole(e, c.program))


def write_loop(code: Code, function: core.Function) -> None:
    """Leaves the value: its parameters are the first locals."""
    f, total, asked = code.f, code.f.local(), code.f.local()
    f.const(0)
    f.set(total)
    f.const(1)
    f.set(asked)
    with f.block() as out, f.loop() as again:
        _round(code, function.body, function, (total, asked), (out, again))
    f.get(total)


def _round(code: Code, e: core.Expr, function: core.Function, locals_: tuple[int, int], labels: tuple[int, int]) -> None:
    f, (total, asked), (out, again) = code.f, locals_, labels
    match e:
        case core.Choice() if _asks(e, function.index):
            code.test(e.test)
            f.when()
            _round(code, e.then, function, locals_, labels)
            f.otherwise()
            _round(code, e.other, function, locals_, labels)
            f.end()
        case core.Arith(op="+") if _asks(e, function.index):
            code.value(e.left)
            _add(code, total)
            _round(code, e.right, function, locals_, labels)
        case core.Apply() if e.function == function.index:
            given = [f.local() for _ in e.args]
            for arg, held in zip(e.args, given, strict=True):
                code.value(arg)
                f.set(held)
            f.get(asked)
            f.const(function.depth)  # from there on the interpreter is to tell
            f.op("lt_s")
            code.stop_unless(e.place)
            f.get(asked)
            f.const(1)
            f.op("add")
            f.set(asked)
            for param, held in zip(function.params, given, strict=True):
                f.get(held)
                f.set(code.env[param.slot])
            f.br(again)
        case _:
            code.value(e)
            _add(code, total)
            f.br(out)


def _asks(e: core.Expr, index: int) -> bool:
    return (isinstance(e, core.Apply) and e.function == index) or any(_asks(child, index) for child in children(e))


def _add(code: Code, total: int) -> None:
    code.f.get(total)
    code.f.op("add")
    code.f.set(total)
