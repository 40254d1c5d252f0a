"""Heuristics of actions and of states: the greatest appeal over all ways to fill the parameters that are still open, which actions can
only fail, and the value of a state for a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.analysis.slots import parameters_in
from arbitre.interpreter.reference.actions.decisions import DULL, NEVER
from arbitre.interpreter.state.trials import (
    AHEAD,
    ALIKE,
    BEST_PRIOR,
    DECIDED,
    DEEPEST,
    DRAWS,
    ENOUGH,
    LOST,
    MANY_NODES,
    NOWHERE,
    PLAIN_PRIOR,
    ROUNDS,
    SAMPLES,
    SURE,
    SURELY,
    WHIM,
    WIDE,
)
from arbitre.interpreter.wasm.compile.code import Code, Compiler
from arbitre.interpreter.wasm.compile.frames import words_of
from arbitre.interpreter.wasm.compile.queries.columns import address
from arbitre.interpreter.wasm.compile.queries.visibility import nth_option
from arbitre.interpreter.wasm.layout.questions import Question
from arbitre.interpreter.wasm.turns.action_forms import Finder, Form, options_of
from arbitre.interpreter.wasm.turns.preference.priors import each_option, keyed, mark, note_heuristics, put

SHUNNED, DOOMED = 1, 2  # marks of an option
EFFORT = {
    "FEW": SAMPLES[0], "SOME": SAMPLES[1], "MANY": SAMPLES[2], "ALIKE": ALIKE, "AHEAD": AHEAD, "WIDE_LIST": WIDE,
    "LOST": LOST, "WHIM": WHIM, "NOWHERE": NOWHERE, "DRAWS": DRAWS, "ROUNDS": ROUNDS,
    "ENOUGH_WORLDS": ENOUGH, "SURELY": SURELY, "DECIDED": DECIDED,
    "SURE": SURE, "MANY_NODES": MANY_NODES, "DEEPEST": DEEPEST, "BEST_PRIOR": BEST_PRIOR, "PLAIN_PRIOR": PLAIN_PRIOR,
}  # fmt: skip

# ------------------------------------------------------------------------------------ actions


def can_be_doomed(form: Form) -> bool:
    """Has it requirements that may fail when it is carried out?"""
    return bool(form.action.ways or form.action.needs)


def is_shunned(form: Form) -> bool:
    """Its appeal is a plain number below 0: no bot does it."""
    return isinstance(form.action.appeal, core.Const) and form.action.appeal.value < 0


def note_appeals_of_forms(c: Code, seat: int, counts: Sequence[tuple[Form, int]], total: int) -> None:
    """Notes for each action the greatest appeal of any way to carry it out."""
    if not c.c.has_bots:
        return
    f, number, best, here, any_ = c.f, c.f.local(), c.f.local(), c.f.local(), c.f.local()

    def any_rated() -> None:
        f.const(0)
        for form, count in counts:
            if form.action.appeal is not None and not is_shunned(form):
                f.get(count)
                f.op("or")
        f.flagged()

    def note() -> None:
        f.const(0)
        f.set(number)
        for form, count in counts:
            f.get(count)
            f.when()
            if is_shunned(form):
                mark(c, number, SHUNNED)
            f.const(DULL)
            f.set(best)
            if form.action.appeal is not None:
                f.const(2 * NEVER)
                f.set(best)

                def one(option: int, form: Form = form) -> None:
                    actor(c, form, seat, option)
                    f.call(f"action.{form.number}.appeal.0")
                    f.tee(here)
                    f.get(best)
                    f.get(here)
                    f.get(best)
                    f.op("gt_s")
                    f.select()
                    f.set(best)

                each_option(c, count, one)
            put(c, "APPEALS", number, best)
            if can_be_doomed(form):
                f.const(0)
                f.set(any_)

                def hope(option: int, form: Form = form) -> None:
                    actor(c, form, seat, option)
                    f.call(f"action.{form.number}.feasible.0")
                    f.get(any_)
                    f.op("or")
                    f.set(any_)

                each_option(c, count, hope)
                f.get(any_)
                f.isnt()
                f.when()
                put_mark(c, number)
                f.end()
            f.get(number)
            f.const(1)
            f.op("add")
            f.set(number)
            f.end()

    note_heuristics(c, seat, lambda: f.get(total), any_rated, note)
    if c.c.memory.hides and any(is_shunned(form) for form, _ in counts):
        _mark_shunned(c, seat, counts, total)


def _mark_shunned(c: Code, seat: int, counts: Sequence[tuple[Form, int]], total: int) -> None:
    """Marks the actions that no bot takes; where something is hidden from bots, the others are ranked in sampled worlds."""
    f, number = c.f, c.f.local()
    for held in (seat, total):
        f.get(held)
    f.call("begin_marks")
    f.when()
    f.const(0)
    f.set(number)
    for form, count in counts:
        f.get(count)
        f.when()
        if is_shunned(form):
            mark(c, number, SHUNNED)
        f.get(number)
        f.const(1)
        f.op("add")
        f.set(number)
        f.end()
    f.end()


def put_mark(c: Code, option: int) -> None:
    """Marks an option that can only fail; its other marks stand."""
    f, held = c.f, c.f.local()
    f.get(option)
    f.const(8)
    f.op("mul")
    f.load("64", c.c.at["MARKS"])
    f.const(DOOMED)
    f.op("or")
    f.set(held)
    put(c, "MARKS", option, held)


def actor(c: Code, form: Form, seat: int, option: int) -> None:
    """Leaves an actor that was found for an action."""
    rows = c.f.local()
    options_of(c, form, 0)
    c.f.set(rows)
    nth_option(c, form.param(0).domain, seat, rows, option, words_of(c.c, form.param(0)))


def note_appeals_of_values(c: Code, form: Form, rank: int, picked: Sequence[int], seat: int, count: int) -> None:
    """Notes the heuristics of the values of a parameter, with the parameters before it in the locals ``picked``."""
    f = c.f
    if not c.c.has_bots or (form.action.appeal is None and not can_be_doomed(form)):
        return

    def asked(what: str, option: int) -> None:
        for one in picked:
            f.get(one)
        _nth_value(c, form, rank, seat, option)
        f.call(f"action.{form.number}.{what}.{rank}")

    def one(option: int) -> None:
        value = f.local()
        if form.action.appeal is not None:
            asked("appeal", option)
            f.set(value)
            put(c, "APPEALS", option, value)
        if can_be_doomed(form):
            asked("feasible", option)
            f.isnt()
            f.when()
            put_mark(c, option)
            f.end()

    note_heuristics(c, seat, lambda: f.get(count), lambda: f.const(int(form.action.appeal is not None)), lambda: each_option(c, count, one))


def _nth_value(c: Code, form: Form, rank: int, seat: int, option: int) -> None:
    """Leaves the value of a parameter with that number among those that were found."""
    f = c.f
    if form.param(rank).domain == NONE:
        f.get(option)
        f.const(8)
        f.op("mul")
        f.load("64", form.found[rank])
        return
    rows = f.local()
    options_of(c, form, rank)
    f.set(rows)
    nth_option(c, form.param(rank).domain, seat, rows, option, words_of(c.c, form.param(rank)))


def keys_of_values(c: Code, form: Form, rank: int, seat: int, count: int) -> None:
    """What the values of a parameter are called."""
    asked = Question(form.param(rank).name, form.key, form.param(rank).domain)
    keyed(c, seat, count, False, asked, lambda option: _nth_value(c, form, rank, seat, option))


def declare_heuristics(c: Compiler, form: Form) -> None:
    """Declares the functions of the heuristics of a form."""
    for rank in range(len(form.rank)):
        c.module.func(f"action.{form.number}.appeal.{rank}", rank + 1)
        c.module.func(f"action.{form.number}.feasible.{rank}", rank + 1)


def write_heuristics(c: Compiler, form: Form) -> None:
    """Two functions per rank: the greatest appeal over all completions of the parameters; whether one meets all requirements."""
    params = [form.procedure.params[position].slot for position in form.rank]
    for rank in range(len(form.rank)):
        for what in ("appeal", "feasible"):
            finder = Finder(c, form, f"action.{form.number}.{what}.{rank}", rank + 1)
            for position in range(rank + 1):
                finder.env[params[position]] = position
                finder.sure.add(params[position])
            if what == "appeal":
                finder.attempt(lambda finder=finder, rank=rank: _greatest_appeal(finder, rank), form.procedure.place)  # type: ignore[misc]
            else:
                finder.attempt(lambda finder=finder, rank=rank: _feasible(finder, rank), form.procedure.place)  # type: ignore[misc]


def _greatest_appeal(finder: Finder, rank: int) -> None:
    f, form, best, here = finder.f, finder.form, finder.f.local(), finder.f.local()
    appeal = form.action.appeal
    if appeal is None:
        f.const(DULL)
        return
    f.const(NEVER)
    f.set(best)

    def found() -> None:
        room = finder.mark()
        _with_stand_in(finder, lambda: finder.value(appeal), NEVER)
        f.set(here)
        finder.release(room)
        f.get(here)
        f.get(best)
        f.get(here)
        f.get(best)
        f.op("gt_s")
        f.select()
        f.set(best)

    finder.completed(rank, found, lambda at: _needs_at(finder, at))
    f.get(best)


def _feasible(finder: Finder, rank: int) -> None:
    f, held = finder.f, finder.f.local()
    f.const(0)
    f.set(held)
    with f.block() as out:

        def found() -> None:
            f.const(1)
            f.set(held)
            f.br(out)

        finder.completed(rank, found, lambda at: _needs_at(finder, at))
    f.get(held)


def _with_stand_in(finder: Finder, value: Callable[[], None], otherwise: int) -> None:
    """Leaves a value that may use the parameter which another form of the action computes; ``otherwise`` where that is none."""
    form, f = finder.form, finder.f
    if form.way is None:
        value()
        return
    held = f.local()
    finder.value(form.way.value)
    f.tee(held)
    f.const(NONE)
    f.op("ne")
    f.when(True)
    with finder.bound(form.procedure.params[form.way.instead].slot, held):
        value()
    f.otherwise()
    f.const(otherwise)
    f.end()


def _needs_at(finder: Finder, rank: int) -> Sequence[Callable[[], None]]:
    """The requirements whose last parameter has this rank: each leaves whether it holds."""
    form, place_of = finder.form, {position: at for at, position in enumerate(finder.form.rank)}
    out: list[Callable[[], None]] = []
    late: list[core.Expr] = []
    for test, _ in form.action.needs:
        slots = parameters_in(test, len(form.procedure.params))
        if not all(slot in place_of for slot in slots):
            late.append(test)
        elif max((place_of[slot] for slot in slots), default=0) == rank:
            out.append(lambda test=test: finder.test(test))  # type: ignore[misc]
    if rank + 1 == len(form.rank):
        if form.way is not None:
            out.append(lambda: _with_stand_in(finder, lambda: finder.f.const(1), 0))
        for test in late:

            def asked(test: core.Expr = test) -> None:
                finder.test(test)
                finder.f.flagged()

            out.append(lambda asked=asked: _with_stand_in(finder, asked, 0))  # type: ignore[misc]
    return out


# ------------------------------------------------------------------------------------ the value of a state


def write_worth(c: Compiler) -> None:
    """``worth_of(seat)``: won or lost, else what the rulebook's value ``worth`` says, if it defines one."""
    program, func = c.program, c.module.funcs["worth_of"]
    code = Code(c, func, next(iter(c.types.units.values())), None)

    def decided(row: Callable[[], None]) -> None:
        func.const(DECIDED)
        func.const(-DECIDED)
        code.load_name("WINNERS")
        row()
        func.op("shr_u")
        func.const(1)
        func.op("and")
        func.select()
        func.leave()

    code.load_name("OVER")
    func.when()
    code.load_name("WINNERS")
    func.isnt()
    func.when()
    func.const(-DECIDED)  # lost by all
    func.const(0)
    code.load_name("WINNER_DOMAIN")
    func.const(NONE)
    func.op("eq")
    func.select()
    func.leave()
    func.end()
    for group, column in ((program.seats, NONE), *program.groups):
        code.load_name("WINNER_DOMAIN")
        func.const(group)
        func.op("eq")
        func.when()
        if column == NONE:
            decided(lambda: func.get(0))
        else:
            held, row = c.memory.columns[column], func.local()
            address(code, column, 0)
            func.load(held.load, held.at)
            func.set(row)
            func.get(row)
            func.const(0)
            func.op("lt_s")
            func.when()
            func.const(-DECIDED)
            func.leave()
            func.end()
            decided(lambda row=row: func.get(row))  # type: ignore[misc]
        func.end()
    func.end()
    found = (f for f in program.functions if f.name == "worth" and len(f.params) == 1 and f.params[0].domain == program.seats)
    worth = next(found, None)
    if worth is None:
        func.const(0)
    else:
        func.get(0)
        func.call(c.value_of(worth.index))
