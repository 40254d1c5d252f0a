"""The ways to take an action, listed or counted without a question: for counts of positions.

Where nothing can be asked between an action and the end of the turn, each way to take it is one way to play that turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import OVER
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.dice import count_rows
from arbitre.interpreter.wasm.compile.frames import fresh, store_in, words_of
from arbitre.interpreter.wasm.compile.queries.columns import address
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.queries.vectorized import inlined_for, matching
from arbitre.interpreter.wasm.compile.statements import leave
from arbitre.interpreter.wasm.layout.records import Way
from arbitre.interpreter.wasm.routines.records import WORD
from arbitre.interpreter.wasm.turns.action_forms import Finder, Form
from arbitre.interpreter.wasm.turns.command import own_name

Take = Callable[[Code, Form, int, int], None]  # what becomes of an action whose actor and slots stand in locals
ASK = -1  # the signal that a way has to be asked for
DONE = -1  # the form of a way that is no action: the seat is done


def ends_the_turn(c: Compiler, s: core.Act) -> bool:
    """Is one action taken there, and nobody asked anything from then to the end of the turn?"""
    program = c.program
    main = program.procedures[program.main] if program.main != NONE else None
    if main is None or main.repeat or main.each is not None or main.instead or s.test is not None:
        return False
    if not (isinstance(s.budget, core.Const) and s.budget.value == 1):
        return False
    place = next(((n, k) for n, step in enumerate(main.steps) for k, one in enumerate(step.body) if one is s), None)
    if place is None:
        return False
    number, at = place
    later = main.steps[number + 1 :]
    parts: list[object] = [main.steps[number].body[at + 1 :], [step.body for step in later]]
    hooks = [*main.after, *main.steps[number].after]
    for step in later:
        hooks += [*step.before, *step.instead, *step.after]
    parts += [[hook.when for hook in hooks], [hook.body for hook in hooks]]
    effects = [c.facts.effects.of(*parts)]
    effects += [c.facts.effects.procedure(action.procedure) for action in program.actions if action.offer == s.offer]
    return not any(found.asks or found.later for found in effects)


def way_size(program: core.Program) -> int:
    """The bytes of a :class:`Way` of any action of a program."""
    most = max((len(program.procedures[action.procedure].params) for action in program.actions), default=0)
    return Way.SIZE + WORD * most


def may_be_listed(c: Compiler, form: Form) -> bool:
    """Is each parameter of an action a number or a row, and no set that takes several words?"""
    words = c.memory.frames["p", form.procedure.index].words
    return all(words[form.param(rank).slot] <= 1 for rank in range(len(form.rank)))


def write_ways(c: Compiler, form: Form, first: Form, lists: bool) -> str:
    """``action.N.ways(seat, only)``: in how many ways the actors that were noted by the first form with such actors can do it now.  Gives
    its name.  ``lists``: it lists them as well, and is called otherwise."""
    name = f"action.{form.number}.{'listed' if lists else 'ways'}"
    if name in c.module.funcs:
        return name
    c.module.func(name, 2)
    finder = Finder(c, form, name, 2)
    ways = _Ways(finder, finder.f.local(), lists)
    f, param = finder.f, form.param(0)
    f.const(0)
    f.set(ways.count)

    def actor(held: int) -> None:
        for limit in form.action.limits:
            with finder.bound(param.slot, held):
                column = c.memory.columns[limit.field]
                address(finder, limit.field, held)
                f.load(column.load, column.at)
                finder.value(limit.count)
                f.op("lt_s")
                f.when()
        with finder.bound(param.slot, held):
            ways.add(0, (held,))
        for _ in form.action.limits:
            f.end()

    def all_ways() -> None:
        words = words_of(c, param)
        f.const(first.own)
        if words == 1:
            f.load("64")
        each_bit(finder, words, actor)

    finder.attempt(all_ways, form.procedure.place)
    f.get(ways.count)
    return name


@dataclass(slots=True)
class _Ways:
    """Code that adds the ways to fill the parameters of a form to the local ``count``.  ``lists``: it lists each of them."""

    finder: Finder
    count: int
    lists: bool
    tests: list[list[core.Expr]] = field(init=False)  # by rank, as they are asked
    shown: set[int] = field(init=False)  # the slot that another way of the form stands for

    def __post_init__(self) -> None:
        finder, form = self.finder, self.finder.form
        self.shown = {form.procedure.params[form.way.instead].slot} if form.way is not None else set()
        self.tests = list(form.tests)
        for rank in range(1, len(form.rank)):
            if self.is_mask(rank):
                self.tests[rank] = [inlined_for(finder, test, form.param(rank).slot) for test in form.tests[rank]]

    def add(self, rank: int, chosen: tuple[int, ...]) -> None:
        """Adds in how many ways the parameters behind a rank can be filled, whose own tests are asked first.  ``chosen``: locals with the
        values up to that rank."""
        self.finder.tested(rank, lambda: self.filled(rank, chosen))

    def filled(self, rank: int, chosen: tuple[int, ...]) -> None:
        """The same where the tests of that rank hold."""
        finder, nexts = self.finder, rank + 1
        form = finder.form
        if nexts == len(form.rank):
            self.one(chosen)
            return
        later = range(nexts, len(form.rank))
        parts = [part for n in later for part in (*self.tests[n], form.values[n])]
        mark = finder.mark()
        with finder.hoisting(parts, {form.param(n).slot for n in later} | self.shown):
            self.behind(nexts, chosen)
        finder.release(mark)

    def behind(self, rank: int, chosen: tuple[int, ...]) -> None:
        """The ways for each value of a parameter."""
        finder, form = self.finder, self.finder.form
        values, param, last = form.values[rank], form.param(rank), rank + 1 == len(form.rank)
        if values is not None and self.is_mask(rank):
            rows = self.passing(rank, values)
            finder.f.get(rows)
            if last and not self.lists:
                self.more("popcnt")
                return

            def passed(held: int) -> None:
                with finder.bound(param.slot, held):
                    self.filled(rank, (*chosen, held))

            each_bit(finder, 1, passed)
        elif last and values is not None and param.domain != NONE and not form.tests[rank] and not self.lists:
            self.rows(rank, values)
        else:

            def value(held: int) -> None:
                with finder.bound(param.slot, held):
                    self.add(rank, (*chosen, held))

            finder.each_value(rank, value, whole=True)

    def is_mask(self, rank: int) -> bool:
        """Are the values of a parameter rows of a set of one word, of which its tests can be asked at once?"""
        form, param = self.finder.form, self.finder.form.param(rank)
        return form.values[rank] is not None and param.domain != NONE and form.way is None and words_of(self.finder.c, param) == 1

    def passing(self, rank: int, values: core.Expr) -> int:
        """A local with the mask of the values of a parameter for which its tests hold, which are asked of all of them at once as far as
        they can be."""
        finder = self.finder
        f, rows, slot, mark = finder.f, finder.f.local(), finder.form.param(rank).slot, finder.mark()
        finder.set(finder.narrowed(rank, values), 1)
        f.set(rows)
        rows = matching(finder, core.And(values.place, tuple(self.tests[rank])), slot, rows)
        finder.release(mark)
        return rows

    def more(self, *ops: str) -> None:
        """As many ways more as the stack says, once these operations are done."""
        f = self.finder.f
        for op in ops:
            f.op(op)
        f.get(self.count)
        f.op("add")
        f.set(self.count)

    def one(self, chosen: tuple[int, ...]) -> None:
        """One way more."""
        f = self.finder.f
        f.const(1)
        self.more()
        if self.lists:
            way = f.local()
            f.const(self.finder.form.number)
            f.call("next_way")
            f.set(way)
            for rank, held in enumerate(chosen):
                store_in(self.finder, way, Way.SIZE + WORD * rank, 1, held)

    def rows(self, rank: int, values: core.Expr) -> None:
        """A way more for each of the values of a parameter."""
        finder = self.finder
        f, words, rows = finder.f, words_of(finder.c, finder.form.param(rank)), finder.f.local()
        mark = finder.mark()
        finder.set(values, words)
        f.set(rows)
        count_rows(finder, rows, words)
        if mark is not None:
            held = f.local()
            f.set(held)
            finder.release(mark)
            f.get(held)
        self.more()


def write_counting(c: Code, seat: int, only: int, kind: int, must: bool, forms: list[Form], take: Take) -> None:
    """While ways to play are counted, where no answer was given: takes the action with which the turn is to end, and leaves the function as
    its choice does.  Where that is not known, notes in how many ways the seat can end the turn, lists them unless it is the last, and
    leaves with ``OVER``, so that all that is at work is left.  It goes on where there is none.

    It stands in a function of its own, so that matches that are played do without its code.
    """
    f, signal = c.f, c.f.local()
    c.load_name("COUNTING_LINES")
    c.load_name("TAPE_AT")
    c.load_name("TAPE_END")
    f.op("eq")
    f.op("and")
    f.when()
    own = c.c.part(c.unit, 2, "counting")
    own.frame = None
    if all(may_be_listed(c.c, form) for form in forms):
        _take_way(own, forms, take)
        own.load_name("LAST_TURN")
        own.f.isnt()
        own.f.when()
        _note_ways(own, kind, must, forms, lists=True)
        own.f.end()
    own.load_name("LAST_TURN")
    own.f.when()
    _note_ways(own, kind, must, forms, lists=False)
    own.f.end()
    own.f.const(ASK)
    f.get(seat)
    f.get(only)
    f.call(own.f.name)
    f.tee(signal)
    f.const(ASK)
    f.op("ne")
    f.when()
    f.get(signal)
    f.leave()
    f.end()
    f.end()


def _note_ways(c: Code, kind: int, must: bool, forms: list[Form], lists: bool) -> None:
    f, seat, only, total, found = c.f, 0, 1, c.f.local(), c.f.local()
    f.call("listing")
    f.const(0)
    f.set(total)
    firsts: dict[int, Form] = {}
    for form in forms:
        actors = form.param(0).domain
        known = actors in firsts
        firsts.setdefault(actors, form)
        c.c.write_able_once(form, firsts[actors])
        other = kind != NONE and actors != kind
        if other:
            f.get(only)
            f.const(NONE)
            f.op("eq")
            f.when()
        if not known:
            f.get(seat)
            f.get(only)
            f.call(own_name(form))
        f.get(seat)
        f.get(only)
        f.call(write_ways(c.c, form, firsts[actors], lists))
        f.get(total)
        f.op("add")
        f.set(total)
        if other:
            f.end()
    f.call("listed")
    f.get(total)
    f.set(found)
    if not must:  # to be done, where there is anything to do
        f.get(total)
        f.flagged()
        f.get(total)
        f.op("add")
        f.set(found)
        if lists:
            f.get(total)
            f.when()
            f.const(DONE)
            f.call("next_way")
            f.op("drop")
            f.end()
    f.get(found)
    f.when()
    f.get(found)
    c.store_name("WAYS")
    leave(c, OVER)
    f.end()


def _take_way(c: Code, forms: list[Form], take: Take) -> None:
    """The action with which the turn is to end, where that is known; leaves the function as the choice of an action does."""
    f, way, actor, slots = c.f, c.f.local(), c.f.local(), c.f.local()
    c.load_name("WAY")
    f.tee(way)
    f.when()
    f.const(0)
    c.store_name("WAY")
    for form in forms:
        frame = c.c.memory.frames["p", form.procedure.index]
        f.get(way)
        f.load("64")
        f.const(form.number)
        f.op("eq")
        f.when()
        f.call(fresh(c.c, frame.size))
        f.tee(slots)
        f.const(form.slots)
        f.const(frame.size)
        f.call("put_slots")
        for rank in range(len(form.rank)):
            f.get(way)
            f.load("64", Way.SIZE + WORD * rank)
            f.set(actor)
            store_in(c, slots, frame.offsets[form.param(rank).slot], 1, actor)
        f.get(way)
        f.load("64", Way.SIZE)
        f.set(actor)
        take(c, form, actor, slots)
        leave(c, 0)
        f.end()
    leave(c, 1)
    f.end()
