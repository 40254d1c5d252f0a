"""How many ways there are to take an action, counted without a question: for the last turn of a count of positions.

Where nothing can be asked between an action and the end of the turn, each way to take it is one way to play that turn.
"""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.dice import count_rows
from arbitre.interpreter.wasm.compile.frames import words_of
from arbitre.interpreter.wasm.compile.queries.columns import address
from arbitre.interpreter.wasm.compile.queries.matches import each_bit
from arbitre.interpreter.wasm.turns.action_forms import Finder, Form
from arbitre.interpreter.wasm.turns.command import own_name


def ways_name(form: Form) -> str:
    """The name of the function that counts the ways to take an action."""
    return f"action.{form.number}.ways"


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


def declare_ways(c: Compiler, form: Form) -> None:
    """The name of the function of a form."""
    c.module.func(ways_name(form), 2)


def write_ways(c: Compiler, form: Form, first: Form) -> None:
    """``action.N.ways(seat, only)``: in how many ways the actors that were noted by the first form with such actors can do it now."""
    finder = Finder(c, form, ways_name(form), 2)
    f, count, param = finder.f, finder.f.local(), form.param(0)
    f.const(0)
    f.set(count)

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
            _count(finder, 0, count)
        for _ in form.action.limits:
            f.end()

    def all_ways() -> None:
        words = words_of(c, param)
        f.const(first.own)
        if words == 1:
            f.load("64")
        each_bit(finder, words, actor)

    finder.attempt(all_ways, form.procedure.place)
    f.get(count)


def _count(finder: Finder, rank: int, count: int) -> None:
    """Adds in how many ways the parameters behind a rank can be filled, whose own tests are asked first."""
    form, c, f = finder.form, finder.c, finder.f
    nexts = rank + 1
    values = form.values[nexts] if nexts < len(form.rank) else None
    whole = nexts + 1 == len(form.rank) and not form.tests[nexts] and values is not None and form.param(nexts).domain != NONE

    def more() -> None:
        f.get(count)
        if nexts == len(form.rank):
            f.const(1)
        else:
            assert values is not None
            words, rows = words_of(c, form.param(nexts)), f.local()
            mark = finder.mark()
            finder.set(values, words)
            f.set(rows)
            count_rows(finder, rows, words)
            if mark is not None:
                held = f.local()
                f.set(held)
                finder.release(mark)
                f.get(held)
        f.op("add")
        f.set(count)

    if nexts == len(form.rank) or whole:
        finder.tested(rank, more)
        return

    def value(held: int) -> None:
        with finder.bound(form.param(nexts).slot, held):
            _count(finder, nexts, count)

    finder.tested(rank, lambda: finder.each_value(nexts, value, whole=True))


def count_ways(c: Code, seat: int, only: int, kind: int, must: bool, forms: list[Form]) -> None:
    """In the last turn of a count: notes in how many ways the seat can go on, and leaves all that is at work; where there is none, or one
    is to be taken, it goes on."""
    f, total, found = c.f, c.f.local(), c.f.local()
    c.load_name("LAST_TURN")
    f.when()
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
        f.call(ways_name(form))
        f.get(total)
        f.op("add")
        f.set(total)
        if other:
            f.end()
    f.call("listed")
    f.get(total)
    f.set(found)
    if not must:
        f.get(total)
        f.flagged()
        f.get(total)
        f.op("add")
        f.set(found)
    f.get(found)
    f.when()
    f.get(found)
    f.call("note_ways")
    f.end()
    f.end()
