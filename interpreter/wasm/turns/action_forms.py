"""Actions a seat may take: which there are, asked in small steps, and carrying them out.

For every action there are functions that find the actors able to do it, and the values of each parameter with which the rest can be
filled.  They leave the rows in a place of the action's own, and give how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.equalities import limit_of
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.slots import offered_as, parameters_in, ranks_of, tests_by_rank
from arbitre.interpreter.plan.passes.vectorize.candidates import Completable
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Code, Compiler, Unsupported
from arbitre.interpreter.wasm.compile.dice import count_rows
from arbitre.interpreter.wasm.compile.frames import initial_slots, words_of
from arbitre.interpreter.wasm.compile.queries.equality_scans import conjuncts_of
from arbitre.interpreter.wasm.compile.queries.search import each
from arbitre.interpreter.wasm.turns.choices import MOST

More = Callable[[int], Sequence[Callable[[], None]]]  # further tests of a rank: each leaves whether it holds


@dataclass(slots=True)
class Form:
    """An action, as it is written or given in another way, with what is asked at each rank."""

    number: int
    action: core.Action
    procedure: core.Procedure
    way: core.Way | None
    rank: list[int] = field(default_factory=list)
    tests: list[list[core.Expr]] = field(default_factory=list)
    values: list[core.Expr | None] = field(default_factory=list)  # by rank, what a parameter may be
    complete: dict[int, core.Expr] = field(default_factory=dict)  # by rank, a condition that the rest can be filled
    slots: int = 0  # the address of slots of which nothing is known yet
    found: list[int] = field(default_factory=list)  # by rank, where the rows that fit are put
    own: int = 0  # where the actors of the seat that is asked are put

    @property
    def key(self) -> str:
        """What it is called where it is offered."""
        return offered_as(self.action, self.procedure, self.way)

    def param(self, rank: int) -> core.Param:
        return self.procedure.params[self.rank[rank]]


def forms_of(c: Compiler) -> list[Form]:
    """The actions of a program in the order in which they are offered, each way of giving one as a form of its own."""
    out: list[Form] = []
    for action in c.program.actions:
        p = c.program.procedures[action.procedure]
        if p.params:
            out += [form_of(c, len(out) + n, action, p, way) for n, way in enumerate((None, *action.ways))]
    return out


def form_of(c: Compiler, number: int, action: core.Action, p: core.Procedure, way: core.Way | None) -> Form:
    left = [other.given for other in action.ways if other is not way] + ([way.instead] if way is not None else [])
    out = Form(number, action, p, way)
    out.rank = ranks_of(action, len(p.params), tuple(left))
    told = {p.params[way.instead].slot: parameters_in(way.value, len(p.params))} if way is not None else {}
    out.tests = tests_by_rank(action, out.rank, len(p.params), told)
    out.values = [action.values[position] for position in out.rank]
    if isinstance(action, Completable) and way is None:
        out.complete = {out.rank.index(position): test for position, test in action.complete}
    for rank in range(1, len(out.rank)):
        _narrow(c, out, rank)
    raw = bytearray(initial_slots(c, p).ljust(c.memory.frames["p", p.index].size, b"\0"))
    for position in left:
        at = c.memory.frames["p", p.index].offsets[p.params[position].slot]
        raw[at : at + 8] = b"\xff" * 8
    out.slots = c.module.constant(bytes(raw) or bytes(8))
    for rank in range(len(out.rank)):
        param = out.param(rank)
        size = 8 * words_of(c, param) if param.domain != NONE else 8 * (MOST + 1)
        out.found.append(c.module.reserve(size))
    return out


def _narrow(c: Compiler, form: Form, rank: int) -> None:
    """Of the values of a parameter those with which conditions hold that are about it alone, or that want it to be in a set; these
    conditions need not be asked again."""
    kept, slot = c.offers.get((form.action.index, form.rank[rank])), form.param(rank).slot
    if kept is not None:
        form.values[rank] = core.Apply(form.procedure.place, kept, ())
        count = len(form.procedure.params)
        form.tests[rank] = [test for test in form.tests[rank] if parameters_in(test, count) != {slot}]
    values = form.values[rank]
    if values is not None and form.way is None:
        form.tests[rank] = [test for test in form.tests[rank] if test != core.In(test.place, core.Local(test.place, slot), values)]


def options_of(c: Code, form: Form, rank: int) -> None:
    """Leaves the set of rows that were found for a parameter."""
    c.f.const(form.found[rank])
    if words_of(c.c, form.param(rank)) == 1:
        c.f.load("64")


class Finder(Code):
    """Code that looks for ways to fill the parameters of a form: those known stand in locals."""

    def __init__(self, c: Compiler, form: Form, name: str, params: int) -> None:
        super().__init__(c, c.module.funcs[name], c.unit(("p", form.procedure.index)), None)
        self.form = form
        self.frame = self.f.local()
        self.f.const(form.slots)
        self.f.set(self.frame)

    def each_value(self, rank: int, body: Callable[[int], None], whole: bool) -> None:
        """The values a parameter may have, before anything is asked of them."""
        form, asked = self.form, {self.form.param(n).slot for n in range(rank, len(self.form.rank))}
        later = [test for tests in form.tests[rank:] for test in tests] + [form.values[n] for n in range(rank, len(form.rank))]
        if form.way is not None:
            asked.add(form.procedure.params[form.way.instead].slot)
        with self.hoisting(later, asked):
            self._values(rank, body, whole)

    def _values(self, rank: int, body: Callable[[int], None], whole: bool) -> None:
        f, param, values = self.f, self.form.param(rank), self.form.values[rank]
        if values is not None:
            each(self, self.narrowed(rank, values), body, whole)
            return
        if param.domain != NONE:
            raise Unsupported("a parameter without values")
        number, stop = f.local(), f.local()
        f.const(param.numbers.start)
        f.set(number)
        f.const(param.numbers.stop)
        f.set(stop)
        if param.step == 1:
            self._limited(rank, number, stop)
        with f.block() as out, f.loop() as again:
            f.get(number)
            f.get(stop)
            f.op("lt_s")
            f.isnt()
            f.br_if(out)
            body(number)
            f.get(number)
            f.const(param.step)
            f.op("add")
            f.set(number)
            f.br(again)

    def _limited(self, rank: int, first: int, stop: int) -> None:
        """Moves the bounds of the numbers that are tried to those that conditions set, as far as asking for these is no error."""
        f, form, slot = self.f, self.form, self.form.param(rank).slot
        later = {form.param(n).slot for n in range(rank + 1, len(form.rank))}
        asked = [item for whole in form.tests[rank] for item in conjuncts_of(whole)] if form.way is None else []
        for test in asked:
            limit = limit_of(test, slot)
            if may_fail(test, self.sure, self.c.program):
                return  # it has to be asked of each number
            if limit is None or parameters_in(limit[1], len(form.procedure.params)) & later:
                continue
            mark, held = self.mark(), f.local()
            self.value(limit[1])
            f.set(held)
            self.release(mark)
            if limit[0] in ("==", ">", ">="):
                self._moved(first, held, int(limit[0] == ">"), "gt_s")
            if limit[0] in ("==", "<", "<="):
                self._moved(stop, held, int(limit[0] != "<"), "lt_s")

    def _moved(self, bound: int, held: int, more: int, where: str) -> None:
        """Sets a bound to a number, and so much more, where that compares so with it."""
        f, new = self.f, self.f.local()
        f.get(held)
        f.const(more)
        f.op("add")
        f.set(new)
        f.get(new)
        f.get(bound)
        f.get(new)
        f.get(bound)
        f.op(where)
        f.select()
        f.set(bound)

    def narrowed(self, rank: int, values: core.Expr) -> core.Expr:
        """Of the values only those in a set that a condition wants them to be in, where it says so first."""
        slot = self.form.param(rank).slot
        for test in self.form.tests[rank]:
            for item in conjuncts_of(test):
                lies = isinstance(item, core.In) and isinstance(item.item, core.Local) and item.item.slot == slot
                if (
                    isinstance(item, core.In)
                    and lies
                    and self.form.way is None
                    and not speaks_of(item.group, slot)
                    and self.words(item.group)
                ):
                    return core.SetOp(item.place, "&", values, item.group)
        return values

    def asked(self, test: core.Expr) -> None:
        """Leaves whether a condition holds; of what another way stands for as things are now, and not of nothing."""
        form, f = self.form, self.f
        if form.way is None or form.procedure.params[form.way.instead].slot not in parameters_in(test, len(form.procedure.params)):
            self.test(test)
            return
        held = f.local()
        self.value(form.way.value)
        f.tee(held)
        f.const(NONE)
        f.op("ne")
        f.when(True)
        with self.bound(form.procedure.params[form.way.instead].slot, held):
            self.test(test)
            f.flagged()
        f.otherwise()
        f.const(0)
        f.end()

    def completed(self, rank: int, then: Callable[[], None], more: More | None = None) -> None:
        """Does something for each way to fill what comes after a rank, whose own tests are asked first, and ``more`` at each rank."""

        def value(held: int) -> None:
            with self.bound(self.form.param(rank + 1).slot, held):
                self.completed(rank + 1, then, more)

        last = rank + 1 == len(self.form.rank)
        self.tested(rank, then if last else lambda: self.each_value(rank + 1, value, whole=True), more)

    def tested(self, rank: int, then: Callable[[], None], more: More | None = None) -> None:
        """Does something where the tests of a rank hold, and ``more``."""
        f = self.f
        tests: list[Callable[[], None]] = [partial(self.asked, test) for test in self.form.tests[rank]]
        tests += more(rank) if more is not None else ()
        for test in tests:
            mark = self.mark()
            test()
            if mark is not None:
                held = f.local()
                f.set(held)
                self.release(mark)
                f.get(held)
            f.when()
        then()
        for _ in tests:
            f.end()

    def keep_if_completable(self, rank: int, held: int, count: int) -> None:
        """Notes a value of a parameter with which the rest can be filled."""
        f, param = self.f, self.form.param(rank)
        with self.bound(param.slot, held), f.block() as out:

            def found() -> None:
                if param.domain == NONE:
                    f.get(count)
                    f.const(8)
                    f.op("mul")
                    f.wrap()
                    f.get(held)
                    f.store("64", self.form.found[rank])
                else:
                    f.const(self.form.found[rank])
                    f.get(held)
                    f.const(words_of(self.c, param))
                    f.call("put_member")
                f.get(count)
                f.const(1)
                f.op("add")
                f.set(count)
                if self.c.has_bots:  # more are not wanted
                    f.get(count)
                    self.load_name("ENOUGH")
                    f.op("eq")
                    f.when()
                    f.get(count)
                    f.leave()
                    f.end()
                f.br(out)

            complete = self.form.complete.get(rank)
            if complete is None:
                self.completed(rank, found)
            else:
                self.tested(rank, found, lambda _: [] if isinstance(complete, core.Const) else [partial(self.asked, complete)])


def commander_name(form: Form) -> str:
    """The name of the function that says which seat commands an actor."""
    return f"action.{form.number}.commander"


def write_form(c: Compiler, form: Form) -> None:
    """The functions of a form: who commands an actor, which actors are able, and which values fit each parameter."""
    params = [form.procedure.params[position].slot for position in form.rank]
    commander = Finder(c, form, commander_name(form), 1)
    with commander.bound(params[0], 0):
        commander.attempt(lambda: commander.value(form.action.commander), form.procedure.place)
    for rank in range(1, len(form.rank)):
        finder = Finder(c, form, f"action.{form.number}.{rank}", rank)
        for position in range(rank):
            finder.env[params[position]] = position
            finder.sure.add(params[position])
        _write_fitting(finder, rank)


def _write_fitting(finder: Finder, rank: int) -> None:
    f, form, count = finder.f, finder.form, finder.f.local()
    param, values = form.param(rank), form.values[rank]
    rest_is_known = rank + 1 == len(form.rank) or isinstance(form.complete.get(rank), core.Const)
    if rest_is_known and not form.tests[rank] and values is not None and param.domain != NONE:
        finder.attempt(lambda: _all_fit(finder, rank, values), form.procedure.place)
        return
    clear_found(finder, rank)
    f.const(0)
    f.set(count)
    finder.attempt(
        lambda: finder.each_value(rank, lambda held: finder.keep_if_completable(rank, held, count), whole=True), form.procedure.place
    )
    f.get(count)


def _all_fit(finder: Finder, rank: int, values: core.Expr) -> None:
    """Nothing more is asked of the values: they are put where they are looked for, and counted."""
    f, words, rows = finder.f, words_of(finder.c, finder.form.param(rank)), finder.f.local()
    finder.set(values, words)
    f.set(rows)
    f.const(finder.form.found[rank])
    if words == 1:
        f.wrap()
        f.get(rows)
        f.store("64")
    else:
        f.get(rows)
        f.call(wide(finder.c.module, "copy", words))
    count_rows(finder, rows, words)


def clear_found(finder: Finder, rank: int) -> None:
    """Nothing is found yet for a parameter."""
    param = finder.form.param(rank)
    if param.domain != NONE:
        finder.f.const(finder.form.found[rank])
        finder.f.call(wide(finder.c.module, "clear", words_of(finder.c, param)))


def declare_form(c: Compiler, form: Form) -> None:
    """The names of a form's functions."""
    c.module.func(commander_name(form), 1)
    c.module.func(f"action.{form.number}.able", 2)
    for rank in range(1, len(form.rank)):
        c.module.func(f"action.{form.number}.{rank}", rank)
    c.module.func(f"action.{form.number}.do", 1)
    c.module.func(f"action.{form.number}.fill", 3)
