"""Decisions: choices from a set, numbers, branches.  The answer comes from the tape, or from a seat that answers by lot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.dice import count_rows
from arbitre.interpreter.wasm.compile.queries import instrumentation as counting
from arbitre.interpreter.wasm.compile.queries.visibility import nth_option
from arbitre.interpreter.wasm.compile.statements import block, leave_if_pending
from arbitre.interpreter.wasm.layout.questions import Question
from arbitre.interpreter.wasm.turns.preference.priors import keyed, keys_of_open, note_appeals_of_branches, note_appeals_of_each

MOST = 2000  # numbers offered in one list


def kind_of(c: Code, e: core.Expr | None) -> int:
    """The kind of the rows a set holds, as the interpreter finds it."""
    program = c.c.program
    match e:
        case core.Rows():
            return e.domain
        case core.Query():
            if e.sink == "union" and e.value is not None:
                return kind_of(c, e.value) if e.value_is_set else kind_of_value(c, e.value)
            return kind_of(c, e.source)
        case core.SetOp():
            left = kind_of(c, e.left)
            return left if left != NONE else kind_of(c, e.right)
        case core.SetOf():
            return next((found for item in e.items if (found := kind_of_value(c, item)) != NONE), NONE)
        case core.Choice():
            found = kind_of(c, e.then)
            return found if found != NONE else kind_of(c, e.other)
        case core.Apply():
            return program.functions[e.function].domain
        case core.Read():
            return program.fields[e.field].target
        case core.Ask():
            return e.board
    return NONE


def kind_of_value(c: Code, e: core.Expr) -> int:
    """The kind a value is a row of; none for numbers."""
    match e:
        case core.Read():
            return c.c.program.fields[e.field].target
        case core.Apply():
            return c.c.program.functions[e.function].domain
        case core.Ask():
            return e.board
        case core.Choice():
            return kind_of_value(c, e.then)
        case core.Query():
            return kind_of(c, e.source)
        case core.Arith():
            return kind_of_value(c, e.left)
    return NONE


def _in_secret(c: Code, secret: bool) -> None:
    if c.c.has_bots and secret:
        c.f.const(1)
        c.store_name("SECRET")


def pick_row(
    c: Code, kind: int, seat: int, rows: int, words: int, count: int, decline: bool = False, note_appeals: Callable[[], None] | None = None
) -> None:
    """Leaves the row a seat picks from the set in a local, or none where it declines; asks only where there is a choice."""
    f, taken = c.f, c.f.local()
    f.const(0)
    f.set(taken)
    f.get(count)
    f.const(0 if decline else 1)
    f.op("gt_s")
    f.when()
    if note_appeals is not None:
        note_appeals()
    f.get(seat)
    f.get(count)
    if decline:
        f.const(1)
        f.op("add")
    f.call("decide")
    f.set(taken)
    leave_if_pending(c)
    f.end()
    if decline:
        f.get(taken)
        f.get(count)
        f.op("eq")
        f.when(True)
        f.const(NONE)
        f.otherwise()
    nth_option(c, kind, seat, rows, taken, words)
    if decline:
        f.end()


def _choose(c: Code, s: core.Choose) -> None:
    f, seat, count = c.f, c.f.local(), c.f.local()
    c.value(s.chooser)
    f.set(seat)
    if s.options is None:
        _choose_number(c, s, seat)
        return
    kind = s.domain if s.domain != NONE else kind_of(c, s.options)
    rows, words, decision = f.local(), max(1, c.words(s.options)), c.c.program.decisions[s.decision].name
    f.call("listing")
    c.set(s.options, words)
    f.set(rows)
    f.call("listed")
    count_rows(c, rows, words)
    f.tee(count)
    f.when(True)

    def note_appeals() -> None:
        def option(number: int) -> None:
            nth_option(c, kind, seat, rows, number, words)

        note_appeals_of_each(c, seat, count, s.decline, s, option)
        keyed(c, seat, count, s.decline, Question(decision, kind=kind), option)
        _in_secret(c, s.secret)

    pick_row(c, kind, seat, rows, words, count, s.decline, note_appeals)
    if c.c.counting is not None:
        taken = f.local()
        f.tee(taken)
        counting.count_choice(c, decision, kind, taken, count, 0 if s.decline else 1)
    f.otherwise()
    f.const(NONE)
    f.end()
    c.write_slot(s.slot)


def _choose_number(c: Code, s: core.Choose, seat: int) -> None:
    f, low, count, taken = c.f, c.f.local(), c.f.local(), c.f.local()
    assert s.low is not None and s.high is not None
    c.value(s.low)
    f.set(low)
    c.value(s.high)
    f.get(low)
    f.op("sub")
    if s.step != 1:  # one step more before it is divided: less than nothing is no number, and not the first
        f.const(s.step)
        f.op("add")
        f.const(s.step)
        f.op("div_s")
        f.const(1)
        f.op("sub")
    f.const(MOST)
    f.call("lesser")
    f.const(1)
    f.op("add")
    f.tee(count)
    f.const(0)
    f.op("gt_s")
    f.when(True)
    f.const(0)
    f.set(taken)
    f.get(count)
    f.const(0 if s.decline else 1)
    f.op("gt_s")
    f.when()
    note_appeals_of_each(c, seat, count, s.decline, s, lambda number: _above(c, low, number, s.step))
    keyed(c, seat, count, s.decline, Question(c.c.program.decisions[s.decision].name), lambda number: _above(c, low, number, s.step))
    _in_secret(c, s.secret)
    f.get(seat)
    f.get(count)
    if s.decline:
        f.const(1)
        f.op("add")
    f.call("decide")
    f.set(taken)
    leave_if_pending(c)
    f.end()
    _above(c, low, taken, s.step)
    if s.decline:
        f.const(NONE)
        f.get(taken)
        f.get(count)
        f.op("lt_s")
        f.select()
    f.otherwise()
    f.const(NONE)
    f.end()
    c.write_slot(s.slot)


def _above(c: Code, low: int, number: int, step: int) -> None:
    """Leaves the number that comes so many steps after the first."""
    c.f.get(number)
    if step != 1:
        c.f.const(step)
        c.f.op("mul")
    c.f.get(low)
    c.f.op("add")


def picked_branch(c: Code, s: core.ChooseBranch) -> int:
    """A local with the position of the branch that is picked; none where all are closed."""
    f, count, taken, picked = c.f, c.f.local(), c.f.local(), c.f.local()
    f.const(0)
    f.set(count)
    open_ = []
    for branch in s.branches:
        held = f.local()
        if branch.test is None:
            f.const(1)
        else:
            c.test(branch.test)
            f.flagged()
        f.tee(held)
        f.get(count)
        f.op("add")
        f.set(count)
        open_.append(held)
    f.const(NONE)
    f.set(picked)
    f.const(0)
    f.set(taken)
    f.get(count)
    f.const(1)
    f.op("gt_s")
    f.when()
    seat = f.local()
    c.value(s.chooser)
    f.set(seat)
    note_appeals_of_branches(c, seat, count, s.branches, open_)
    asked = Question(c.c.program.decisions[s.decision].name, names=tuple(branch.name for branch in s.branches))
    keys_of_open(c, list(enumerate(open_)), asked)
    _in_secret(c, s.secret)
    f.get(seat)
    f.get(count)
    f.call("decide")
    f.set(taken)
    leave_if_pending(c)
    f.end()
    for number, held in enumerate(open_):
        f.get(held)
        f.when()
        f.get(taken)
        f.isnt()
        f.when()
        f.const(number)
        f.set(picked)
        if c.c.counting is not None:
            f.get(count)
            f.const(1)
            f.op("gt_s")
            f.when()
            counting.count(c, ("choice", c.c.program.decisions[s.decision].name, s.branches[number].name))
            f.end()
        f.end()
        f.get(taken)
        f.const(1)
        f.op("sub")
        f.set(taken)
        f.end()
    return picked


def _choose_branch(c: Code, s: core.ChooseBranch) -> None:
    picked = picked_branch(c, s)
    for number, branch in enumerate(s.branches):
        c.f.get(picked)
        c.f.const(number)
        c.f.op("eq")
        c.f.when()
        block(c, branch.body)
        c.f.end()


CHOICES: dict[type, Callable[[Code, Any], None]] = {core.Choose: _choose, core.ChooseBranch: _choose_branch}
