"""Who may see what, as far as rules and the order of options ask it: the lines ``seen by`` as functions of the module.

An audience is a mask of seats, or -1 for everybody, as in :mod:`arbitre.interpreter.state.visibility`.
"""

from __future__ import annotations

from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.dice import nth_row
from arbitre.interpreter.wasm.compile.queries.columns import address
from arbitre.interpreter.wasm.compile.queries.matches import each_bit

PUBLIC = -1


def audience_of(c: Compiler, lines: list[core.Seen], name: str) -> str:
    """The function that says who sees a row, by these lines; it is written when somebody asks for it."""
    if name not in c.module.funcs:
        func = c.module.func(name, 1)
        out = func.local()
        func.const(0)
        func.set(out)
        for line in lines:
            unit = c.types.seen_unit(line)
            code = Code(c, func, unit, None)
            code.env = {slot: func.local() if slot else 0 for slot in range(unit.slots)}
            code.sure.add(0)
            code.attempt(lambda code=code, line=line: _add_line(code, line, out), _place(c, line))  # type: ignore[misc]
        func.const(PUBLIC)
        func.get(out)
        func.get(out)
        func.const((1 << c.program.domains[c.program.seats].size) - 1 if c.program.seats != NONE else 0)
        func.op("eq")
        func.select()
    return name


def _place(c: Compiler, line: core.Seen) -> Any:
    return line.audience.place or c.program.procedures[0].place


def _add_line(c: Code, line: core.Seen, out: int) -> None:
    f, mark = c.f, c.mark()
    if line.when is not None:
        c.test(line.when)
        f.when()
    c.set(line.audience, 1)
    f.get(out)
    f.op("or")
    f.set(out)
    if line.when is not None:
        f.end()
    c.release(mark)


def sees_row(c: Compiler, kind: int) -> str:
    """``f(row)``: who sees which row of a kind it is."""
    return audience_of(c, c.program.domains[kind].seen, f"seen.kind.{kind}")


def sees_field(c: Compiler, field: int) -> str:
    """``f(row)``: who sees a field of a row."""
    return audience_of(c, c.program.fields[field].seen, f"seen.field.{field}")


def is_hidden(c: Compiler, kind: int) -> bool:
    """Are there rows of this kind that not everybody can tell apart?"""
    return kind != NONE and bool(c.program.domains[kind].seen)


def nth_option(c: Code, kind: int, seat: int, rows: int, taken: int, words: int) -> None:
    """Leaves the row a seat takes from the set in a local by its number among the options."""
    c.f.get(rows)
    c.f.get(taken)
    if is_hidden(c.c, kind):
        c.f.get(seat)
        c.f.call(_options(c.c, kind, words))
    else:
        nth_row(c, words)


def key_of(c: Code, kind: int, seat: int, row: int) -> None:
    """A row in a local becomes what a seat calls it: itself, or a number beyond all rows that says where it stands."""
    f = c.f
    f.get(row)
    f.call(sees_row(c.c, kind))
    f.get(seat)
    f.op("shr_u")
    f.const(1)
    f.op("and")
    f.isnt()
    f.when()
    f.get(row)
    f.get(seat)
    f.call(_place_of(c.c, kind))
    f.const(8)
    f.op("shl")
    f.const(1 << 40)
    f.op("or")
    f.set(row)
    f.end()


def _options(c: Compiler, kind: int, words: int) -> str:
    """``f(rows, number, seat)``: those that the seat can recognise first; then the others, by where they stand."""
    name = f"options.{kind}.{words}"
    if name in c.module.funcs:
        return name
    code = Code(c, c.module.func(name, 3), next(iter(c.types.units.values())), None)
    f, others, count, room = code.f, code.f.local(), code.f.local(), code.f.local()
    size = c.program.domains[kind].size
    f.const(0)
    f.set(count)
    code.load_name("TP")
    f.set(room)
    f.const(8 * size)
    f.call("take_room")
    f.set(others)

    def row(held: int) -> None:
        f.get(held)
        f.call(sees_row(c, kind))
        f.get(2)
        f.op("shr_u")
        f.const(1)
        f.op("and")
        f.when()
        f.get(1)
        f.isnt()
        f.when()
        code.release(room)
        f.get(held)
        f.leave()
        f.end()
        f.get(1)
        f.const(1)
        f.op("sub")
        f.set(1)
        f.otherwise()
        f.get(others)
        f.get(count)
        f.const(8)
        f.op("mul")
        f.op("add")
        f.wrap()
        f.get(held)
        f.get(2)
        f.call(_place_of(c, kind))
        f.const(32)
        f.op("shl")
        f.get(held)
        f.op("or")
        f.store("64")
        f.get(count)
        f.const(1)
        f.op("add")
        f.set(count)
        f.end()

    f.get(0)
    each_bit(code, words, row)
    code.release(room)
    f.get(others)
    f.get(count)
    f.call("sort_numbers")
    f.get(others)
    f.get(1)
    f.const(8)
    f.op("mul")
    f.op("add")
    f.load("64")
    f.const((1 << 32) - 1)
    f.op("and")
    return name


def _place_of(c: Compiler, kind: int) -> str:
    """``f(row, seat)``: where a row stands, as far as a seat may see it, by the place of its label among all labels."""
    name = f"place.{kind}"
    if name in c.module.funcs:
        return name
    code = Code(c, c.module.func(name, 2), next(iter(c.types.units.values())), None)
    f, cell = code.f, code.f.local()
    columns = [
        (field, board)
        for field in c.program.fields
        if field.domain == kind and not field.is_set and field.target != NONE and field.values is None
        if (board := c.program.domains[field.target].board) is not None
    ]
    labels = sorted({"", *(str(board.spot(at)) for _, board in columns for at in range(board.size))})
    rank = {label: number for number, label in enumerate(labels)}
    for field, board in columns:
        column = c.memory.columns[field.index]
        table = c.memory.table([rank[str(board.spot(at))] for at in range(board.size)])
        address(code, field.index, 0)
        f.load(column.load, column.at)
        f.tee(cell)
        f.const(0)
        f.op("ge_s")
        f.when()
        f.get(0)
        f.call(sees_field(c, field.index))
        f.get(1)
        f.op("shr_u")
        f.const(1)
        f.op("and")
        f.when()
        f.get(cell)
        if table.size > 1:
            f.const(table.size)
            f.op("mul")
        f.load(table.load, table.at)
        f.leave()
        f.end()
        f.end()
    f.const(0)
    return name
