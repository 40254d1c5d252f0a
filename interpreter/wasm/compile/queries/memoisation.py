"""Memoised values, which stand until a column they depend on changes: see :mod:`arbitre.interpreter.wasm.runtime.match.memo`."""

from __future__ import annotations

from math import prod

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.effects import stands_by, united
from arbitre.dsl.core.walk import children
from arbitre.interpreter.analysis.constants import function_is_fixed
from arbitre.interpreter.analysis.recursion import asks_for_itself
from arbitre.interpreter.plan.bits import WORD, Straight
from arbitre.interpreter.plan.rewrite import WithFallback
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import WALKED, Code, Compiler
from arbitre.interpreter.wasm.compile.frames import store_in
from arbitre.interpreter.wasm.compile.queries.equality_scans import conjuncts_of
from arbitre.interpreter.wasm.compile.queries.incremental import write_maintained
from arbitre.interpreter.wasm.compile.queries.rowwise import Search, search_of
from arbitre.interpreter.wasm.compile.queries.vectorized import chunks_of
from arbitre.interpreter.wasm.compile.values.words import asks_one_column
from arbitre.interpreter.wasm.layout.memory import MEMO_KEY
from arbitre.interpreter.wasm.layout.value_types import SET

WORTH = 50  # what a value must cost, in steps, roughly, to be memoised
WORTH_FIXED = 12  # where it is the same in every state: it is computed once and never invalidated
WORTH_OF_MANY = 90  # with three arguments or more: the same ones seldom come again before something changes
WORTH_HASHED = 120  # where it has no entry of its own, but shares the hash table
DEAR = 2000  # what a shortest path over a board costs, and a recursive value
MOST_BYTES = 1 << 20  # bytes of the entries of one value
MOST_NUMBERS = 64  # that a parameter may be, for each to have an entry
NEIGHBOURS = 8
COLUMN = 8  # what a scan of a whole column costs
SIXTEEN = 8  # what it costs to test one condition for sixteen rows, with what is done with the result
QUICK = 6  # so many bitwise steps take as long as one of a value, roughly


class Memoisation:
    """Which values of a program are memoised, and which columns invalidate them."""

    def __init__(self, c: Compiler, offers: frozenset[int] = frozenset()) -> None:
        self.c, self.effects = c, c.facts.effects.function
        self.offered = {c.unit(("f", index)).key for index in offers}  # evaluated to count options, to draw one, to do it
        self.costs: dict[int, int] = {}
        self.searches: dict[int, Search] = {}  # by function, the query to maintain incrementally, where there is one
        self.cells: dict[int, int] = {}  # by function, the address of its generation; see ``cell``
        steady = [f for f in c.program.functions if self.is_worth_memoising(f) and not self.effects(f.index).beyond]
        for function in steady:
            if all(self.rows_of(function)) and not asks_for_itself(function.index, c.facts):
                search = search_of(c, function)
                if search is not None and search.size * prod(self.rows_of(function)) <= MOST_BYTES:
                    self.searches[function.index] = search
        steady = [f for f in steady if f.index not in offers or f.index in self.searches]  # else they are not used
        self.watched = frozenset(column for function in steady for column in self.effects(function.index).reads)
        self.logged = frozenset(column for search in self.searches.values() for column in search.concerned)

    # ------------------------------------------------------------------------------------ which

    def is_worth_memoising(self, function: core.Function) -> bool:
        """Is it costly, and are its arguments a few numbers?"""
        if len(function.params) > 4 or any(self.c.unit(("f", function.index)).types[p.slot][0] >= SET for p in function.params):
            return False
        direct = all(p.domain != NONE for p in function.params) and self.bytes_of(function) <= MOST_BYTES
        if not direct:
            least = WORTH_HASHED
        elif function_is_fixed(function.index, self.c.facts):
            least = WORTH_FIXED
        else:
            least = WORTH if len(function.params) < 3 else WORTH_OF_MANY
        return self.cost_of(function.index) >= least

    def cost_of(self, index: int) -> int:
        if index not in self.costs:
            self.costs[index] = NEIGHBOURS  # of one that calls itself
            self.costs[index] = self.cost(self.c.program.functions[index].body, self.c.unit(("f", index)).key)
        return self.costs[index]

    def cost(self, e: core.Expr, key: tuple[str, int]) -> int:
        """An estimate of the steps that an expression takes."""
        unit = self.c.unit(key)
        if isinstance(e, core.Query):
            if asks_one_column(self.c, e) and key not in self.offered:
                return COLUMN * self.c.types.words(self.c.types.of(e, unit))
            lanes = chunks_of(self.c, e, unit)
            if lanes and key not in self.offered:
                return min(DEAR, self.cost(e.source, key) + SIXTEEN * lanes * len(conjuncts_of(e.where)))
            inner = sum(self.cost(part, key) for part in (e.where, e.value) if part is not None)
            return min(DEAR, self.cost(e.source, key) + self.rows(e.source, key) * (1 + inner))
        if isinstance(e, Straight):
            return min(
                DEAR, len(e.steps) // QUICK + sum(COLUMN if isinstance(part, core.Query) else self.cost(part, key) for part in e.inputs)
            )
        if isinstance(e, (core.Chance, core.ChanceAfter, core.Walk)) or (isinstance(e, core.Ask) and e.query in WALKED):
            return DEAR
        if isinstance(e, (core.And, core.Or)):  # most are decided by their first items
            out = 1
            for item in reversed(e.items):
                out = self.cost(item, key) + out // 2
            return min(DEAR, out)
        if isinstance(e, WithFallback):  # its guards hold, but for faults of a match
            return min(DEAR, self.cost(e.test, key) + self.cost(e.then, key))
        if isinstance(e, core.Choice):
            return min(DEAR, self.cost(e.test, key) + (self.cost(e.then, key) + self.cost(e.other, key)) // 2)
        out = 1 + sum(self.cost(child, key) for child in children(e))
        if isinstance(e, core.Apply):
            out += self.cost_of(e.function)
        if isinstance(e, core.Rows) and self.c.program.domains[e.domain].dynamic:
            size = self.c.program.domains[e.domain].size
            out += size if size > WORD else COLUMN
        if isinstance(e, core.SetOp):
            out += 4 * self.c.types.words(self.c.types.of(e, unit))
        return min(DEAR, out)

    def rows(self, e: core.Expr, key: tuple[str, int]) -> int:
        """An estimate of the rows that a query scans."""
        match e:
            case core.Rows():
                return self.c.program.domains[e.domain].size
            case core.SetOf():
                return len(e.items)
            case core.Ask():
                return NEIGHBOURS
            case core.SetOp(op="-"):
                return self.rows(e.left, key)
            case core.SetOp(op="&"):
                return min(self.rows(e.left, key), self.rows(e.right, key))
            case core.Query():
                return self.rows(e.source, key)
        return min(NEIGHBOURS, self.c.types.of(e, self.c.unit(key))[1])

    # ------------------------------------------------------------------------------------ where

    def cell(self, index: int) -> int:
        """The address of when the values of a function were last checked, and of their generation; see ``recheck``."""
        if index not in self.cells:
            self.cells[index] = self._noted(self.effects(index).reads)
        return self.cells[index]

    def board_cell(self, board: int) -> int:
        """The same for the paths over a board that changes; 0 where not everything that changes them is recorded."""
        found = united(self.effects(value) for value in stands_by(self.c.program, board))
        columns = found.reads
        if not columns or not columns <= self.watched or found.beyond:
            return 0
        if -1 - board not in self.cells:
            self.cells[-1 - board] = self._noted(columns)
        return self.cells[-1 - board]

    def _noted(self, columns: frozenset[int]) -> int:
        module = self.c.module
        first = self.c.memory.numbers([self.c.at["CHANGED"] + 8 * column for column in sorted(columns)], 8)
        at = module.reserve(32)
        module.data[at + 16 - module.low : at + 32 - module.low] = first.to_bytes(8, "little") + len(columns).to_bytes(8, "little")
        return at

    def entries(self, function: core.Function) -> tuple[int, list[int]] | None:
        """The address of a function's entries and how many values each parameter may have; None where they would take too much memory."""
        many = self.bytes_of(function)
        if not many or many > MOST_BYTES:
            return None
        first = self.c.memory.keep(many)
        return (first, self.rows_of(function)) if first else None

    def rows_of(self, function: core.Function) -> list[int]:
        """How many values each parameter may have; 0 where there are too many."""
        return [self.c.program.domains[p.domain].size if p.domain != NONE else _number_count(p) for p in function.params]

    def bytes_of(self, function: core.Function) -> int:
        """Bytes of all entries of a function; 0 where it can have none of its own."""
        return self.size(function) * prod(self.rows_of(function))

    def size(self, function: core.Function) -> int:
        """Bytes of an entry: the generation in which the value was computed, and the value."""
        if function.index in self.searches:
            return self.searches[function.index].size
        type_ = self.c.types.results[function.index]
        return 8 + 8 * max(1, self.c.types.width(type_))


def write_memoised(code: Code, function: core.Function, words: int, memoisation: Memoisation) -> None:
    """Two functions: the one that is called looks up a valid entry; on a miss it calls the other, which computes and stores the value."""
    search, entries = memoisation.searches.get(function.index), memoisation.entries(function)
    lows = [p.low if p.domain == NONE else 0 for p in function.params]
    if search is not None and entries is not None:
        first, rows = entries
        write_maintained(code, function, words, search, lambda at: _entry_address(code, at, first, rows, search.size, lows))
        return
    f, number, at, c = code.f, code.f.local(), code.f.local(), code.c
    count = len(function.params)
    slow = Code(c, c.module.func(f"{f.name}.computed", count + 2), code.unit, None)
    slow.env = {slot: slot if slot < count else slot + 2 for slot in range(function.slots)}
    while slow.f.locals < function.slots + 2:
        slow.f.local()
    _load_generation(code, function, memoisation)
    f.set(number)
    f.const(0)
    f.set(at)
    f.get(number)
    f.when()
    if entries is None:
        _load_key(code, function)
        f.call("memo_place")
        f.tee(at)
        f.get(number)
        _load_key(code, function)
        f.call("memo_holds")
    else:
        _entry_address(code, at, entries[0], entries[1], memoisation.size(function), lows)
        f.get(at)
        f.load("64")
        f.get(number)
        f.op("eq")
        f.get(at)
        f.const(0)
        f.op("ne")
        f.op("and")
    f.when()
    _load_value(code, at, words, entries is not None)
    f.leave()
    f.end()
    f.end()
    for local in (*range(count), number, at):
        f.get(local)
    f.call(slow.f.name)
    slow.attempt(lambda: _compute_and_store(slow, function, words, entries is not None), function.place)


def _load_generation(code: Code, function: core.Function, memoisation: Memoisation) -> None:
    """Leaves the current generation, which differs whenever the value may differ; 0 where it cannot be memoised now."""
    f, c = code.f, code.c
    if function_is_fixed(function.index, c.facts):
        f.const(1)
        return
    if memoisation.effects(function.index).beyond:
        code.load_name("LISTING")
        return
    cell = memoisation.cell(function.index)
    f.const(0)
    f.load("64", cell)
    code.load_name("CLOCK")
    f.op("ne")
    f.when()
    f.const(cell)
    f.call("recheck")
    f.end()
    f.const(0)
    f.load("64", cell + 8)


def _number_count(p: core.Param) -> int:
    """How many numbers a parameter may be; 0 where they are too many for each to have an entry."""
    return p.high - p.low + 1 if 0 <= p.high - p.low < MOST_NUMBERS else 0


def _entry_address(code: Code, at: int, first: int, sizes: list[int], size: int, lows: list[int]) -> None:
    """Sets a local to the address of the entry of the arguments, which count from ``lows``; to 0 where one is out of range."""
    f = code.f

    def asked(n: int) -> None:
        f.get(n)
        if lows[n]:
            f.const(lows[n])
            f.op("sub")

    for n, rows in enumerate(sizes):
        asked(n)
        f.const(rows)
        f.op("lt_u")
        if n:
            f.op("and")
    if sizes:
        f.when()
    f.const(0)
    for n, rows in enumerate(sizes):
        f.const(rows)
        f.op("mul")
        asked(n)
        f.op("add")
    f.const(size)
    f.op("mul")
    f.const(first)
    f.op("add")
    f.set(at)
    if sizes:
        f.end()


def _load_key(code: Code, function: core.Function) -> None:
    code.f.const(function.index)
    for n in range(4):
        if n < len(function.params):
            code.f.get(n)
        else:
            code.f.const(0)


def _load_value(code: Code, at: int, words: int, placed: bool) -> None:
    """Leaves a memoised value; a long set with an entry of its own without copying, as nothing overwrites it while it is used."""
    f, offset = code.f, 8 if placed else MEMO_KEY
    f.get(at)
    if words < 2:
        f.load("64", offset)
        return
    f.const(offset)
    f.op("add")
    if not placed:
        f.call(wide(code.c.module, "copied", words))


def _compute_and_store(slow: Code, function: core.Function, words: int, placed: bool) -> None:
    f, number, at, out = slow.f, len(function.params), len(function.params) + 1, slow.f.local()
    given = [f.local() for _ in function.params]  # the body may use the slots for its queries
    for n, held in enumerate(given):
        f.get(n)
        f.set(held)
    mark = slow.mark()
    slow.any(function.body, words)
    f.set(out)
    if words < 2:
        slow.release(mark)
    f.get(at)
    f.when()
    if placed:
        f.get(at)
        f.wrap()
        f.get(number)
        f.store("64")
    else:
        f.get(at)
        f.get(number)
        f.const(function.index)
        for n in range(4):
            if n < len(given):
                f.get(given[n])
            else:
                f.const(0)
        f.call("memo_put")
    store_in(slow, at, 8 if placed else MEMO_KEY, words, out)
    if words > 1 and placed:
        slow.release(mark)
        _load_value(slow, at, words, placed)
        f.set(out)
    f.end()
    f.get(out)
