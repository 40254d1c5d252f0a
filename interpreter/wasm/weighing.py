"""What bots think of the options of a question, noted where it is asked: what ``appeal`` and ``preferring`` say of rows, numbers and
branches.  Nothing of it is in a module without greedy seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl import core
from interpreter.wasm.code import Code


def weighed(c: Code, seat: int, count: Callable[[], None], liked: Callable[[], None], note: Callable[[], None]) -> None:
    """Before a question: ``note`` notes what a bot thinks of each option, where that is wanted."""
    if not c.c.weighs:
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


def likes_of_each(
    c: Code, seat: int, count: int, decline: bool, slot: int, appeal: core.Expr | None, option: Callable[[int], None]
) -> None:
    """Of options that are one value each: ``option`` leaves that with a number.  To decline is worth nothing."""
    if appeal is None:
        return
    f = c.f

    def whole() -> None:
        f.get(count)
        f.const(int(decline))
        f.op("add")

    def one(number: int) -> None:
        liked = f.local()
        option(number)
        c.write_slot(slot)
        c.value(appeal)
        f.set(liked)
        put(c, "LIKES", number, liked)

    weighed(c, seat, whole, lambda: f.const(1), lambda: each_option(c, count, one))


def likes_of_branches(c: Code, seat: int, count: int, branches: Sequence[core.Branch], open_: Sequence[int]) -> None:
    """Of branches, those that are open."""
    if all(branch.appeal is None for branch in branches):
        return
    f, number, liked = c.f, c.f.local(), c.f.local()

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
