"""Instructions as data, and the passes over them, each on small functions of its own; WebAssembly itself says whether they are right."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from arbitre.interpreter.wasm.binary.function import Func
from arbitre.interpreter.wasm.binary.inliner import SMALL, inline
from arbitre.interpreter.wasm.binary.instr import Block, Scope, Slots, call, callees, encode, instr, is_shorter, text, walk
from arbitre.interpreter.wasm.binary.liveness import Site, find_live
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.binary.opcodes import OPCODES
from arbitre.interpreter.wasm.binary.safepoints import add_safepoints
from arbitre.interpreter.wasm.binary.stack_types import OutOfReach, find_waiting
from arbitre.interpreter.wasm.binary.unwinder import Unwinder

wasmtime = pytest.importorskip("wasmtime")


def running(module: Module) -> tuple[Callable[..., int], memoryview]:
    """The functions of a module by name, and its memory."""
    store = wasmtime.Store(wasmtime.Engine())
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, module.encode()), []).exports(store)
    return (lambda name, *args: exports[name](store, *args)), exports["memory"].get_buffer_ptr(store)


def plus(f: Func, value: int) -> None:
    f.const(value)
    f.op("add")


# ------------------------------------------------------------------------------------ instructions


def test_equal_instructions_are_one() -> None:
    assert instr("local.get", 3) is instr("local.get", 3)
    assert instr("i64.const", 2**64 - 1).operand == -1
    assert instr("i64.load", 200).raw == b"\x29\x00\xc8\x01"
    with pytest.raises(KeyError):
        instr("i64.pow")


def test_every_opcode_says_what_it_takes_and_leaves() -> None:
    types = {"i64", "i32", "v128"}
    assert all({*opcode.takes, *opcode.leaves} <= types and len(opcode.leaves) <= 1 for opcode in OPCODES.values())
    assert len({opcode.code for opcode in OPCODES.values()}) == len(OPCODES)


def test_a_condition_is_not_widened_for_nothing() -> None:
    f = Module().func("f", 2)
    f.get(0)
    f.get(1)
    f.op("lt_s")
    f.isnt()
    f.when(True)
    f.const(1)
    f.otherwise()
    f.const(2)
    f.end()
    *first, block = f.code
    assert [one.name for one in first] == ["local.get", "local.get", "i64.lt_s", "i32.eqz"]
    assert isinstance(block, Block) and block.otherwise == [instr("i64.const", 2)]


def test_what_was_written_is_taken_back() -> None:
    f = Module().func("f", 1)
    f.get(0)
    mark = f.mark()
    f.const(1)
    f.when()
    f.const(2)
    f.cut(mark)
    assert (f.depth, f.code) == (0, [instr("local.get", 0)])


def test_a_scope_leaves_no_bytes() -> None:
    module = Module()
    f = module.func("f", 1)
    f.get(0)
    mark = f.mark()
    plus(f, 1)
    plain = encode(f.code, module)
    f.scope(mark, Slots(0, [(8, 8)]))
    assert isinstance(f.code[-1], Scope) and encode(f.code, module) == plain
    assert [one.name for one in walk(f.code)] == ["local.get", "scope", "i64.const", "i64.add"]


def test_instructions_as_text() -> None:
    f = Module().func("f", 1)
    with f.loop() as again:
        f.get(0)
        f.load("8u", 16)
        f.br_if(again)
    lines = list(text(f.code, {16: "ROLLS"}))
    assert lines[0] == "loop" and lines[-1] == "end"
    assert "  i64.load8_u 16  ;; ROLLS" in lines and "  br_if 0" in lines


# ------------------------------------------------------------------------------------ inlining


def divider(module: Module) -> Func:
    """``least(n)``: the least divisor from 2 on, left in the midst of a loop; ``sum(n)``: of all numbers below."""
    f = module.func("least", 1)
    by = f.local()
    f.const(2)
    f.set(by)
    with f.loop() as again:
        f.get(0)
        f.get(by)
        f.op("rem_u")
        f.op("eqz")
        f.when()
        f.get(by)
        f.leave()
        f.end()
        f.get(by)
        plus(f, 1)
        f.set(by)
        f.br(again)
    f.op("unreachable")
    f = module.func("sum", 1, export=True)
    total = f.local()
    with f.block() as out, f.loop() as again:
        f.get(0)
        f.const(2)
        f.op("lt_s")
        f.br_if(out)
        f.get(total)
        f.get(0)
        f.call("least")
        f.op("add")
        f.set(total)
        f.get(0)
        plus(f, -1)
        f.set(0)
        f.br(again)
    f.get(total)
    return f


def test_a_small_function_is_written_where_it_is_called() -> None:
    module = Module()
    f = divider(module)
    inline(module)
    assert callees(f.code) == []
    assert module.funcs["least"].code == [instr("unreachable")]  # it was called from there alone
    least = [next(d for d in range(2, n + 1) if n % d == 0) for n in range(2, 40)]
    assert running(module)[0]("sum", 39) == sum(least)


def test_a_long_function_and_one_that_calls_itself_stay() -> None:
    module = Module()
    divider(module)
    long = module.func("long", 1)
    long.get(0)
    for _ in range(SMALL):
        plus(long, 1)
    itself = module.func("itself", 1)
    itself.get(0)
    itself.when(True)
    itself.get(0)
    plus(itself, -1)
    itself.call("itself")
    itself.otherwise()
    itself.const(0)
    itself.end()
    for name in ("one", "two"):
        f = module.func(name, 0, export=True)
        f.const(7)
        f.call("long")
        f.call("itself")
    inline(module)
    assert callees(module.funcs["one"].code) == ["long", "itself"]
    assert running(module)[0]("one") == 0


def test_locals_of_what_is_inlined_begin_at_0() -> None:
    module = Module()
    count = module.func("one_more", 0)
    held = count.local()
    count.get(held)
    plus(count, 1)
    count.tee(held)
    f = module.func("twice", 0, export=True)
    f.call("one_more")
    f.call("one_more")
    f.op("add")
    inline(module)
    assert callees(f.code) == [] and running(module)[0]("twice") == 2


# ------------------------------------------------------------------------------------ what is live, what waits


def sites(code: list) -> Iterator[Site]:
    return (one for one in walk(code) if isinstance(one, Site))


def test_locals_that_are_read_after_a_call() -> None:
    get, put = (lambda n: instr("local.get", n)), (lambda n: instr("local.set", n))
    one, two, three = (Site(call("throw")) for _ in range(3))
    find_live([one, get(0), put(1), two, get(1), put(1), get(2), three])
    assert [site.live for site in (one, two, three)] == [0b101, 0b110, 0]


def test_locals_that_the_next_round_reads() -> None:
    site = Site(call("throw"))
    loop = Block("loop", [instr("local.get", 3), instr("drop"), site, instr("local.get", 1), instr("br_if", 0)])
    find_live([loop, instr("local.get", 2), instr("return"), instr("local.get", 5)])
    assert site.live == 0b1110


def test_either_arm_may_read() -> None:
    site = Site(call("throw"))
    branch = Block("if", [instr("local.get", 1)], True, [instr("local.get", 2)])
    find_live([site, instr("local.get", 0), branch])
    assert site.live == 0b111


def test_what_waits_on_the_stack() -> None:
    def signature(name: str) -> tuple[int, bool]:
        return 1, True

    site = Site(call("throw"))
    compare = [instr("local.get", 0), instr("i32.wrap_i64"), instr("local.get", 1), instr("i64.const", 1), site, instr("i64.store")]
    find_waiting(compare, signature)
    assert site.waiting == [True, False]
    inner = Site(call("throw"))
    with pytest.raises(OutOfReach):
        find_waiting([instr("local.get", 0), Block("block", [instr("i64.const", 1), inner], True), instr("i64.add")], signature)


# ------------------------------------------------------------------------------------ being left


def unwound() -> Module:
    """``attempt(n)``: 100 times n, plus outcomes for n and for n + 1: where ``UNWINDING`` is set all is left."""
    module = Module()
    flag, notes, top = module.room(8), module.room(800), module.room(8)
    still = module.func("still", 1, False)
    still.const(0)
    still.load("64", top)
    plus(still, notes)
    still.wrap()
    still.get(0)
    still.store("64")
    still.const(top)
    still.wrap()
    still.const(0)
    still.load("64", top)
    plus(still, 8)
    still.store("64")
    clear = module.func("clear_slots", 2, False)
    clear.get(0)
    clear.wrap()
    clear.const(0)
    clear.store("64", 16)
    outcome = module.func("outcome", 1)
    outcome.const(flag)
    outcome.wrap()
    outcome.get(0)
    outcome.const(40)
    outcome.op("ge_s")
    outcome.store("64")
    outcome.get(0)
    f = module.func("statement", 1)
    held = f.local()
    f.get(0)
    f.const(100)
    f.op("mul")
    mark = f.mark()
    f.get(0)
    f.call("outcome")
    f.set(held)
    f.scope(mark, Slots(0, [(16, 8)]))
    f.get(0)
    plus(f, 1)
    f.call("outcome")
    f.get(held)
    f.op("add")
    f.op("add")
    f = module.func("attempt", 1, export=True)
    f.get(0)
    f.call("statement")
    module.exports.append("statement")
    Unwinder(module, "outcome", (), {"UNWINDING": flag}).all()
    module.number_of("attempt")
    return module


def test_a_function_is_left_and_says_what_it_still_needs() -> None:
    module = unwound()
    call_, memory = running(module)
    assert call_("attempt", 5) == 500 + 5 + 6  # nothing is wanted, so nothing is left

    def word(at: int) -> int:
        return int.from_bytes(bytes(memory[at : at + 8]), "little")

    notes = [word(32 + 8 * n) for n in range(4)]
    assert notes == [0] * 4
    assert call_("attempt", 39) == 0  # left at its second throw
    assert [word(32 + 8 * n) for n in range(word(32 + 800) // 8)] == [39, 3900, 2]  # the outcome it has, what waits, the place


def test_who_may_throw() -> None:
    module = Module()
    for name, called in (("outcome", None), ("rule", "outcome"), ("plain", None), ("match", "rule")):
        f = module.func(name, 0)
        f.const(0) if called is None else f.call(called)
    module.room(8)
    unwinder = Unwinder(module, "outcome", (), {"UNWINDING": 16})
    assert unwinder.throwing == {"outcome", "rule", "match"}


# ------------------------------------------------------------------------------------ safepoints


def nested(f: Func, depth: int, rounds: int) -> None:
    """Loops within loops, each of so many rounds, that write nothing."""
    if not depth:
        return
    counter = f.local()
    f.const(0)
    f.set(counter)
    with f.loop() as again:
        nested(f, depth - 1, rounds)
        f.get(counter)
        plus(f, 1)
        f.tee(counter)
        f.const(rounds)
        f.op("lt_s")
        f.br_if(again)


def polls(func: Func) -> int:
    return sum(one.name == "i64.atomic.load" for one in walk(func.code))


def test_only_loops_in_which_time_adds_up_are_polled() -> None:
    module = Module()
    flag = module.reserve(8)
    funcs = {name: module.func(name, 0, False) for name in ("inner", "outer", "calling", "light", "nothing", "again", "once_more")}
    nested(funcs["inner"], 1, 3)
    nested(funcs["outer"], 3, 3)
    with funcs["calling"].loop():
        funcs["calling"].call("inner")
    with funcs["light"].loop():
        funcs["light"].call("nothing")
    funcs["again"].call("once_more")
    funcs["once_more"].call("again")
    add_safepoints(module, flag)
    assert {name: polls(func) for name, func in module.funcs.items()} == {
        "inner": 0, "outer": 2, "calling": 1, "light": 0, "nothing": 0, "again": 1, "once_more": 1,
    }  # fmt: skip


def test_a_flag_that_is_set_from_outside_stops_loops_that_write_nothing() -> None:
    """The flag is read anew in every round, even though nothing in the loop could have changed it."""
    module = Module()
    flag = module.reserve(8)
    nested(module.func("work", 0, False, export=True), 6, 1_000_000)
    add_safepoints(module, flag)
    run, memory = running(module)
    timer = threading.Timer(0.2, lambda: memory.__setitem__(flag, 1))
    timer.start()
    with pytest.raises(wasmtime.Trap, match="unreachable"):
        run("work")


def test_instructions_are_counted_with_those_in_blocks() -> None:
    one = instr("i64.const", 1)
    code = [one, Block("if", [one, Scope([one, one], Slots(0))], otherwise=[one])]
    assert is_shorter(code, 6) and not is_shorter(code, 5)
    assert len(encode(code, Module())) >= 6
