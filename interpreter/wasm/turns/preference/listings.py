"""Options listed no more often than greedy seats need them: once for all the answers that are tried, and of the question that ends a trial
only so many that it is one."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import OVER
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.frames import words_of
from arbitre.interpreter.wasm.compile.statements import leave
from arbitre.interpreter.wasm.turns.action_forms import Form


def listed_once(c: Code, form: Form, rank: int, count: int, write: Callable[[], None]) -> None:
    """The options of a rank of an action, and into a local how many; where seats try their answers they are listed in the first go only."""
    if not c.c.has_bots:
        write()
        return
    f, words = c.f, 0 if form.param(rank).domain == NONE else words_of(c.c, form.param(rank))
    f.const(form.found[rank])
    f.const(words)
    f.call("relisted")
    f.tee(count)
    f.const(0)
    f.op("lt_s")
    f.when()
    write()
    f.const(form.found[rank])
    f.const(words)
    f.get(count)
    f.call("note_listed")
    f.end()


def only_whether_asked(c: Code, done: int) -> int | None:
    """Where a trial goes no further than the next question: so many options more, and it is one; nobody looks how many there are.

    Leaves 0 in the local, and where ``able`` reads it, where all options are wanted.
    """
    if not c.c.has_bots:
        return None
    f, sought = c.f, c.f.local()
    f.const(done)
    f.call("options_sought")
    f.tee(sought)
    c.store_name("ENOUGH")
    f.get(sought)
    f.const(-1)
    f.op("mul")
    f.set(sought)
    return sought


def leave_once_asked(c: Code, seat: int, held: int, sought: int) -> None:
    """One action more was counted: the round is left where there are options enough for a question."""
    f = c.f
    f.get(sought)
    f.when()
    f.get(sought)
    f.get(held)
    f.op("add")
    f.tee(sought)
    f.const(0)
    f.op("ge_s")
    f.when()
    f.get(seat)
    f.const(2)
    f.call("decide")
    leave(c, OVER)
    f.end()
    f.end()
