"""Heuristics of the options of a question, noted where it is asked: what ``appeal`` and ``preferring`` say of rows, numbers and branches.

Only modules with bots have this code, and those for odds, whose seats may take what appeals most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.queries.visibility import is_hidden, key_of
from arbitre.interpreter.wasm.layout.questions import Question


def note_heuristics(c: Code, seat: int, count: Callable[[], None], rated: Callable[[], None], note: Callable[[], None]) -> None:
    """Before a question: ``note`` notes the heuristics of its options, where wanted; ``rated`` leaves whether there are appeals."""
    if not c.c.has_bots and c.c.flow is None:
        return
    c.f.get(seat)
    c.f.call("wants_heuristics")
    c.f.when()
    count()
    rated()
    c.f.call("begin_heuristics")
    note()
    c.f.end()


def put(c: Code, name: str, option: int, value: int) -> None:
    """Notes a number (a local) for an option (a local)."""
    c.f.get(option)
    c.f.const(8)
    c.f.op("mul")
    c.f.wrap()
    c.f.get(value)
    c.f.store("64", c.c.at[name])


def mark(c: Code, option: int, bit: int) -> None:
    """Gives an option (a local) this mark and no other."""
    held = c.f.local()
    c.f.const(bit)
    c.f.set(held)
    put(c, "MARKS", option, held)


def _when_keys_are_wanted(c: Code, question: Question) -> bool:
    """Begins what is done where the keys of options are wanted: by greedy seats that do not know everything, and where a match waits.

    False where they never are.  There a row that its seat does not recognise has no key of its own: that question is not noted.
    """
    noted = c.c.questions
    if not c.c.memory.hides and (noted is None or is_hidden(c.c, question.kind)):
        return False
    c.f.call("wants_keys")
    c.f.when()
    if noted is not None:
        c.f.const(noted.number(question))
        c.f.call("note_question")
    return True


def keyed(c: Code, seat: int, count: int, decline: bool, question: Question, option: Callable[[int], None]) -> None:
    """Before a question: what its options are called, as numbers; ``option`` leaves the value of that with a number.  A row that its seat
    does not recognise is called by where it stands."""
    if not _when_keys_are_wanted(c, question):
        return
    f, key, kind = c.f, c.f.local(), question.kind

    def one(number: int) -> None:
        option(number)
        f.set(key)
        if is_hidden(c.c, kind):
            key_of(c, kind, seat, key)
        put(c, "KEYS", number, key)

    each_option(c, count, one)
    if decline:
        f.const(NONE)
        f.set(key)
        put(c, "KEYS", count, key)
    if is_hidden(c.c, kind):
        f.get(count)
        f.call("number_keys")
    f.end()


def keys_of_open(c: Code, kinds: Sequence[tuple[int, int]], question: Question, done: bool = False) -> None:
    """The same for options each of which is there or not, as locals say; ``done``: the last is to do nothing more."""
    if not _when_keys_are_wanted(c, question):
        return
    f, number, key = c.f, c.f.local(), c.f.local()
    f.const(0)
    f.set(number)
    for which, held in kinds:
        f.get(held)
        f.when()
        f.const(which)
        f.set(key)
        put(c, "KEYS", number, key)
        f.get(number)
        f.const(1)
        f.op("add")
        f.set(number)
        f.end()
    if done:
        f.const(NONE)
        f.set(key)
        put(c, "KEYS", number, key)
    f.end()


def each_option(c: Code, count: int, body: Callable[[int], None]) -> None:
    """Does something for each number below that in a local."""
    f, number = c.f, c.f.local()
    f.const(0)
    f.set(number)
    with f.block() as out, f.loop() as again:
        f.get(number)
        f.get(count)
        f.op("ge_s")
        f.br_if(out)
        room = c.mark()
        body(number)
        c.release(room)
        f.get(number)
        f.const(1)
        f.op("add")
        f.set(number)
        f.br(again)


def note_appeals_of_each(c: Code, seat: int, count: int, decline: bool, s: core.Choose, option: Callable[[int], None]) -> None:
    """Appeals of options that are one value each: ``option`` leaves the value of that with a number.  To decline has the appeal 0."""
    f, slot, appeal = c.f, s.slot, s.appeal
    if appeal is None:
        if c.c.flow is not None:
            note_heuristics(
                c, seat, lambda: _whole(c, count, decline), lambda: f.const(1), lambda: _usual(c, count, decline, s.default, option)
            )
        return

    def one(number: int) -> None:
        value = f.local()
        option(number)
        c.write_slot(slot)
        c.value(appeal)
        f.set(value)
        put(c, "APPEALS", number, value)

    note_heuristics(c, seat, lambda: _whole(c, count, decline), lambda: f.const(1), lambda: each_option(c, count, one))


def _whole(c: Code, count: int, decline: bool) -> None:
    """Leaves how many options there are."""
    c.f.get(count)
    c.f.const(int(decline))
    c.f.op("add")


def _usual(c: Code, count: int, decline: bool, default: core.Expr | None, option: Callable[[int], None]) -> None:
    """For odds, where the rulebook states no appeals: the default has the greatest, else the last option."""
    f, last, value, wanted = c.f, c.f.local(), c.f.local(), c.f.local()
    f.get(count)
    f.const(int(not decline))
    f.op("sub")
    f.set(last)
    f.const(1)
    f.set(value)
    put(c, "APPEALS", last, value)
    if default is None:
        return
    c.value(default)
    f.set(wanted)

    def one(number: int) -> None:
        option(number)
        f.get(wanted)
        f.op("eq")
        f.when()
        f.const(2)
        f.set(value)
        put(c, "APPEALS", number, value)
        f.end()

    each_option(c, count, one)


def note_appeals_of_branches(c: Code, seat: int, count: int, branches: Sequence[core.Branch], open_: Sequence[int]) -> None:
    """Appeals of the branches that are open."""
    f, number, value = c.f, c.f.local(), c.f.local()
    if all(branch.appeal is None for branch in branches):
        if c.c.flow is not None:
            note_heuristics(c, seat, lambda: f.get(count), lambda: f.const(1), lambda: _usual(c, count, False, None, f.get))
        return

    def note() -> None:
        f.const(0)
        f.set(number)
        for branch, held in zip(branches, open_, strict=True):
            f.get(held)
            f.when()
            if branch.appeal is not None:
                c.value(branch.appeal)
                f.set(value)
                put(c, "APPEALS", number, value)
            f.get(number)
            f.const(1)
            f.op("add")
            f.set(number)
            f.end()

    note_heuristics(c, seat, lambda: f.get(count), lambda: f.const(1), note)
