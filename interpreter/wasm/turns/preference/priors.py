"""What bots think of the options of a question, noted where it is asked: what ``appeal`` and ``preferring`` say of rows, numbers and
branches.  Nothing of it is in a module without greedy seats, but in that for odds, whose seats may take what appeals most."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.queries.visibility import is_hidden, key_of


def weighed(c: Code, seat: int, count: Callable[[], None], liked: Callable[[], None], note: Callable[[], None]) -> None:
    """Before a question: ``note`` notes what a bot thinks of each option, where that is wanted."""
    if not c.c.weighs and c.c.flow is None:
        return
    c.f.get(seat)
    c.f.call("weighs")
    c.f.when()
    count()
    liked()
    c.f.call("weighing")
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
    """Marks an option (a local), as nothing else was."""
    held = c.f.local()
    c.f.const(bit)
    c.f.set(held)
    put(c, "MARKS", option, held)


def keyed(c: Code, seat: int, count: int, decline: bool, kind: int, option: Callable[[int], None]) -> None:
    """Before a question, where greedy seats do not know everything: what its options are called, as numbers; ``option`` leaves the value
    of that with a number.  A row that its seat does not recognise is called by where it stands."""
    if not c.c.memory.hides:
        return
    f, key = c.f, c.f.local()
    f.call("keying")
    f.when()

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


def keys_of_open(c: Code, kinds: Sequence[tuple[int, int]], done: bool = False) -> None:
    """The same of options each of which is there or not, as locals say; ``done``: the last is to do nothing more."""
    if not c.c.memory.hides:
        return
    f, number, key = c.f, c.f.local(), c.f.local()
    f.call("keying")
    f.when()
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


def likes_of_each(c: Code, seat: int, count: int, decline: bool, s: core.Choose, option: Callable[[int], None]) -> None:
    """Of options that are one value each: ``option`` leaves that with a number.  To decline is worth nothing."""
    f, slot, appeal = c.f, s.slot, s.appeal
    if appeal is None:
        if c.c.flow is not None:
            weighed(c, seat, lambda: _whole(c, count, decline), lambda: f.const(1), lambda: _usual(c, count, decline, s.default, option))
        return

    def one(number: int) -> None:
        liked = f.local()
        option(number)
        c.write_slot(slot)
        c.value(appeal)
        f.set(liked)
        put(c, "LIKES", number, liked)

    weighed(c, seat, lambda: _whole(c, count, decline), lambda: f.const(1), lambda: each_option(c, count, one))


def _whole(c: Code, count: int, decline: bool) -> None:
    """Leaves how many options there are."""
    c.f.get(count)
    c.f.const(int(decline))
    c.f.op("add")


def _usual(c: Code, count: int, decline: bool, default: core.Expr | None, option: Callable[[int], None]) -> None:
    """For odds, where nothing is said of the options: what happens by default, or the last."""
    f, last, liked, wanted = c.f, c.f.local(), c.f.local(), c.f.local()
    f.get(count)
    f.const(int(not decline))
    f.op("sub")
    f.set(last)
    f.const(1)
    f.set(liked)
    put(c, "LIKES", last, liked)
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
        f.set(liked)
        put(c, "LIKES", number, liked)
        f.end()

    each_option(c, count, one)


def likes_of_branches(c: Code, seat: int, count: int, branches: Sequence[core.Branch], open_: Sequence[int]) -> None:
    """Of branches, those that are open."""
    f, number, liked = c.f, c.f.local(), c.f.local()
    if all(branch.appeal is None for branch in branches):
        if c.c.flow is not None:
            weighed(c, seat, lambda: f.get(count), lambda: f.const(1), lambda: _usual(c, count, False, None, f.get))
        return

    def note() -> None:
        f.const(0)
        f.set(number)
        for branch, held in zip(branches, open_, strict=True):
            f.get(held)
            f.when()
            if branch.appeal is not None:
                c.value(branch.appeal)
                f.set(liked)
                put(c, "LIKES", number, liked)
            f.get(number)
            f.const(1)
            f.op("add")
            f.set(number)
            f.end()

    weighed(c, seat, lambda: f.get(count), lambda: f.const(1), note)
