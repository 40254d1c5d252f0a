"""What a seat may know, for greedy seats that do not know everything: which cells it does not see, and which of them a law finds fault
with once they are drawn; see :mod:`arbitre.interpreter.wasm.runtime.search.view`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.analysis.dealing import dealt_kinds
from arbitre.interpreter.analysis.thrown import thrown_fields
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.laws import law_code
from arbitre.interpreter.wasm.compile.queries.columns import address
from arbitre.interpreter.wasm.compile.queries.visibility import sees_field, sees_row
from arbitre.interpreter.wasm.turns.choices import kind_of

NUMBER, SET, ROW = range(3)  # types of columns, for sampling


def declare_sampling(c: Compiler) -> int:
    """Declares the functions of this file, where something may be hidden; gives the address of how each column is sampled, 0 without."""
    if not c.memory.hides:
        return 0
    c.module.func("find_unseen_cells", 1, False)
    c.module.func("check_sampled", 0)
    return _drawings(c)


def write_sampling(c: Compiler) -> None:
    """Writes the functions of this file, where something may be hidden from greedy seats."""
    if c.memory.hides:
        _write_unseen_cells(c)
        _write_check(c)


def _drawings(c: Compiler) -> int:
    raw, program, wide = b"", c.program, c.memory.wide
    thrown = thrown_fields(program)
    for column in program.fields:
        value_type = SET if column.is_set else ROW if column.target != NONE else NUMBER
        default = c.memory.numbers([(column.default >> 64 * n) & ((1 << 64) - 1) for n in range(wide)], 8)
        high = c.memory.numbers([(column.high >> 64 * n) & ((1 << 64) - 1) for n in range(wide)], 8)
        words = (column.high.bit_length() + 63) // 64 if column.is_set else 0
        if column.index in thrown:
            high, words = c.memory.numbers(list(thrown[column.index]), 8), len(thrown[column.index])
        target = program.domains[column.target] if column.target != NONE else None
        alive = target.alive if target is not None and target.dynamic else NONE
        moves = column.values is None and column.index != program.domains[column.domain].alive
        named = column.target if column.values is None else NONE
        row = (value_type, default, words, high, column.domain, alive, target.size if target is not None else 0, int(moves), named)
        raw += b"".join((v & ((1 << 64) - 1)).to_bytes(8, "little") for v in row)
    return c.module.constant(raw or bytes(8))


@contextmanager
def _each_row(c: Code, domain: core.Domain) -> Iterator[tuple[int, int]]:
    """Every row of a kind that exists, in a local; and where ``br`` goes on to the next."""
    f, row = c.f, c.f.local()
    f.const(0)
    f.set(row)
    with f.loop() as again:
        with f.block() as next_:
            if domain.dynamic:
                alive = c.c.memory.columns[domain.alive]
                address(c, domain.alive, row)
                f.load(alive.load, alive.at)
                f.isnt()
                f.br_if(next_)
            room = c.mark()
            yield row, next_
            c.release(room)
        f.get(row)
        f.const(1)
        f.op("add")
        f.tee(row)
        f.const(domain.size)
        f.op("lt_s")
        f.br_if(again)


def _sees(c: Code, audience: str, row: int) -> None:
    """Is the seat, the first of the function's values, in the audience of a row that a function tells?"""
    c.f.get(row)
    c.f.call(audience)
    c.f.get(0)
    c.f.op("shr_u")
    c.f.const(1)
    c.f.op("and")


def _write_unseen_cells(c: Compiler) -> None:
    """``find_unseen_cells(seat)``: which cells the seat may not see; those it sees only as they were published stand as they did then."""
    program, orders = c.program, c.program.orders
    code = Code(c, c.module.funcs["find_unseen_cells"], next(iter(c.types.units.values())), None)
    existing = {d.alive for d in program.domains}
    for column in program.fields:
        if column.values is not None or column.index in existing or not program.domains[column.domain].size:
            continue
        inner = column.name.startswith("_")
        if column.seen or (inner and program.domains[column.domain].seen):
            _note_unseen(code, column, orders is not None and orders.domain == column.domain)
        elif not program.domains[column.domain].seen and not inner and c.memory.publishes:
            _as_published(code, column)
    if orders is not None:
        _forget_orders(code, orders)
    for kind in dealt_kinds(program):
        _note_hidden_rows(code, program.domains[kind])


def _note_unseen(c: Code, column: core.Field, ordered: bool) -> None:
    f, domain, recognised = c.f, c.c.program.domains[column.domain], c.f.local()
    with _each_row(c, domain) as (row, next_):
        f.const(1)
        f.set(recognised)
        if domain.seen:
            _sees(c, sees_row(c.c, column.domain), row)
            f.set(recognised)
        if column.seen:
            _sees(c, sees_field(c.c, column.index), row)
            f.br_if(next_)
            f.get(0)
            f.const(column.index)
            f.get(row)
            f.get(recognised)
            f.const(int(not ordered))
            f.call("unseen_cell")
        else:
            f.get(recognised)
            f.br_if(next_)
            f.const(column.index)
            f.get(row)
            f.call("as_it_begins")


def _note_hidden_rows(c: Code, domain: core.Domain) -> None:
    """The rows of a kind that the seat does not recognise."""
    with _each_row(c, domain) as (row, next_):
        _sees(c, sees_row(c.c, domain.index), row)
        c.f.br_if(next_)
        c.f.const(domain.index)
        c.f.get(row)
        c.f.call("note_hidden_row")


def _as_published(c: Code, column: core.Field) -> None:
    f, held, at = c.f, c.c.memory.columns[column.index], c.c.at
    c.load_name("PUBLISHED")
    f.when()
    f.const(held.at - at["STATE"] + at["KNOWN"])
    f.wrap()
    f.const(held.at - at["CELLS"] + at["PUBLISHED_CELLS"])
    f.wrap()
    f.const(held.rows * held.size)
    f.wrap()
    f.copy()
    f.end()


def _forget_orders(c: Code, orders: core.OrderTable) -> None:
    """Orders of others that the seat may not see are not there."""
    f, domain, nothing = c.f, c.c.program.domains[orders.domain], c.f.local()
    giver = c.c.memory.columns[orders.giver]
    f.const(c.c.memory.numbers([0] * c.c.memory.wide, 8))
    f.set(nothing)
    with _each_row(c, domain) as (row, next_):
        address(c, orders.giver, row)
        f.load(giver.load, giver.at)
        f.get(0)
        f.op("eq")
        f.br_if(next_)
        if domain.seen:
            _sees(c, sees_row(c.c, orders.domain), row)
            f.br_if(next_)
        f.const(domain.alive)
        f.get(row)
        f.get(nothing)
        f.call("put_known")


def _write_check(c: Compiler) -> None:
    """``check_sampled()``: do all laws hold?  Else 1, and the hidden cells that may be to blame are marked: of the rows that a law finds
    fault with, or all of them where it does not say which."""
    func = c.module.funcs["check_sampled"]
    wrong = func.local()
    func.const(0)
    func.set(wrong)
    for number, law in enumerate(c.program.always):
        func.call(f"law.{number}")
        func.isnt()
        func.when()
        func.const(1)
        func.set(wrong)
        query = law.test.item if isinstance(law.test, core.Not) and isinstance(law.test.item, core.Query) else None
        if query is not None and kind_of(Code(c, func, next(iter(c.types.units.values())), None), query.source) != NONE:
            func.call(_fault(c, number, law, query))
            func.isnt()
            func.when()
            func.call("all_wrong")
            func.end()
        else:
            func.call("all_wrong")
        func.end()
    func.get(wrong)


def _fault(c: Compiler, number: int, law: core.Always, query: core.Query) -> str:
    """The function that marks the hidden cells of the rows that a law is not true of, and gives how many."""
    name = f"fault.{number}"
    rows = core.Query(query.place, "set", query.source, query.slot, query.where)
    code = law_code(c, name, law, rows)
    f, words, found = code.f, max(1, code.words(rows)), code.f.local()

    def body() -> None:
        room = code.mark()
        f.const(kind_of(code, query.source))
        code.set(rows, words)
        if words == 1:
            f.call("boxed")
        f.const(words)
        f.call("note_wrong")
        f.set(found)
        code.release(room)
        f.get(found)

    code.attempt(body, law.place)
    return name
