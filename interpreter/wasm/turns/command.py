"""Whom a seat commands, and which of them can do an action now."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.compile.code import Compiler
from arbitre.interpreter.wasm.compile.frames import words_of
from arbitre.interpreter.wasm.compile.queries.columns import address
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.compile.queries.search import each
from arbitre.interpreter.wasm.compile.queries.vectorized import matching
from arbitre.interpreter.wasm.compile.values.outliner import OWN
from arbitre.interpreter.wasm.turns.action_forms import Finder, Form, clear_found, commander_name
from arbitre.interpreter.wasm.turns.pending_orders import count_waiting, unless_ordered


def own_name(form: Form) -> str:
    """The name of the routine that says whom a seat commands."""
    return f"action.{form.number}.own"


def write_own(c: Compiler, form: Form) -> None:
    """``action.N.own(seat, only)``: notes the actors of a seat (or the only one asked for, if he is), whatever they can do."""
    form.own = c.module.reserve(8 * words_of(c, form.param(0)))
    c.module.func(own_name(form), 2, False)
    finder = Finder(c, form, own_name(form), 2)
    f, param, words = finder.f, form.param(0), words_of(c, form.param(0))
    kept = c.offers.get((form.action.index, OWN))
    if kept is not None:
        finder.attempt(lambda: _own_kept(finder, kept, words), form.procedure.place)
        return
    f.const(form.own)
    f.call(wide(c.module, "clear", words))

    def actor(held: int) -> None:
        f.get(1)
        f.const(NONE)
        f.op("eq")
        f.get(1)
        f.get(held)
        f.op("eq")
        f.op("or")
        f.when()
        f.get(held)
        f.call(commander_name(form))
        f.get(0)
        f.op("eq")
        f.when()
        f.const(form.own)
        f.get(held)
        f.const(words)
        f.call("put_member")
        f.end()
        f.end()

    finder.attempt(lambda: each(finder, core.Rows(form.procedure.place, param.domain), actor), form.procedure.place)


def _own_kept(finder: Finder, kept: int, words: int) -> None:
    """The actors of a seat as they are kept for it; of these the only one asked for."""
    f, form, rows = finder.f, finder.form, finder.f.local()
    f.get(0)
    f.call(finder.c.value_of(kept))
    f.set(rows)
    f.const(form.own)
    if words == 1:
        f.wrap()
        f.get(rows)
        f.store("64")
    else:
        f.get(rows)
        f.call(wide(finder.c.module, "copy", words))
    f.get(1)
    f.const(NONE)
    f.op("ne")
    f.when()
    for number in (form.own, None, words):
        f.get(1) if number is None else f.const(number)
    f.call("keep_lone")
    f.end()


def write_able(c: Compiler, form: Form, first: Form) -> None:
    """``action.N.able(seat, only)``: how many of the actors that were noted by the first form with such actors can do it now."""
    if not first.own:
        write_own(c, first)
    finder = Finder(c, form, f"action.{form.number}.able", 2)
    f, count, param = finder.f, finder.f.local(), form.param(0)
    if _is_known(finder, form):
        finder.attempt(lambda: _able_rows(finder, first.own), form.procedure.place)
        return
    clear_found(finder, 0)
    f.const(0)
    f.set(count)

    def actor(held: int) -> None:
        limits = form.action.limits
        ordered = unless_ordered(finder, form.action, held)
        for limit in limits:
            with finder.bound(param.slot, held):
                column = c.memory.columns[limit.field]
                address(finder, limit.field, held)
                f.load(column.load, column.at)
                if not form.action.at_once:  # orders that wait will be charged when they are done
                    count_waiting(finder, form.action, held)
                finder.value(limit.count)
                f.op("lt_s")
                f.when()
        finder.keep_if_completable(0, held, count)
        for _ in range(len(limits) + ordered):
            f.end()

    def able() -> None:
        words = words_of(c, param)
        f.const(first.own)
        if words == 1:
            f.load("64")
        with finder.hoisting([form.complete.get(0)], {param.slot}):  # what is the same for all actors is asked once
            each_bit(finder, words, actor)

    finder.attempt(able, form.procedure.place)
    f.get(count)


def _is_known(finder: Finder, form: Form) -> bool:
    """Is it known beforehand whether the rest can be filled, and does nothing else count but conditions on the actor?"""
    counted = form.action.limits or form.action.offer in finder.c.ordered
    return 0 in form.complete and not counted and words_of(finder.c, form.param(0)) == 1


def _able_rows(finder: Finder, own: int) -> None:
    """Notes which actors of a seat can fill the other parameters, as one mask and without a branch for each; leaves how many they are.

    ``own``: the address of the mask of the seat's actors.
    """
    f, form, found = finder.f, finder.form, finder.f.local()
    here, tests = form.param(0).slot, [*form.tests[0], form.complete[0]]
    f.const(own)
    f.load("64")
    f.set(found)
    with finder.hoisting(tests, {here}):
        for test in tests:
            found = matching(finder, test, here, found)
    f.const(form.found[0])
    f.wrap()
    f.get(found)
    f.store("64")
    f.get(found)
    f.op("popcnt")
