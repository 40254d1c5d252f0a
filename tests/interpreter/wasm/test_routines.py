"""Lots, dice and small routines inside a module, against what Python does."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.interpreter.state.keyed import DieKey, KeyedDice, about, key_of, occasion
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.binary.encoding import as_word, signed, unsigned
from arbitre.interpreter.wasm.binary.inliner import inline
from arbitre.interpreter.wasm.binary.instr import callees, walk
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.routines.translator import add_routines
from arbitre.interpreter.wasm.runtime.primitives.blake2b import add_lots
from arbitre.interpreter.wasm.runtime.primitives.numbers import floor_div, floor_mod

wasmtime = pytest.importorskip("wasmtime")


def functions(module: Module) -> Callable[..., int]:
    store = wasmtime.Store(wasmtime.Engine())
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, module.encode()), []).exports(store)
    return lambda name, *args: exports[name](store, *args)


WORD = (1 << 64) - 1
KEYS = [(occasion("throw", "luck"), n) for n in range(20)] + [(about(occasion("", ""), row), 3 << 32 | row) for row in range(20)]


def thrown(dice: KeyedDice, size: int, key: DieKey) -> int:
    return dice.throw(size, 0, "", NOWHERE, key)


def test_the_same_lots_and_dice() -> None:
    module = Module()
    add_lots(module)
    call = functions(module)
    for seed in (0, 1, -5, 12345, 2**40 + 7, 2**63 - 1):
        call("seed_lots", seed)
        call("seed_dice", seed)
        rng, dice = Lots(seed), KeyedDice(seed)
        assert all(call("lot_word") & (1 << 64) - 1 == rng.word() for _ in range(100))
        assert all(call("lot_below", n) == rng.below(n) for n in (*range(1, 1500), 2**31 + 11, 2**32 - 1))
        assert all(
            call("die_of", seed, size, as_word(key[0]), key[1]) == thrown(dice, size, key) for key in KEYS for size in (2, 3, 6, 20, 10_000)
        )
        assert all(call("about", as_word(what), row) & WORD == about(what, row) for what, _ in KEYS for row in (-1, 0, 1, 77))


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 2**64 + 5, 2**127 + 12345, 2**128 - 1, -(2**128), 2**200 + 1, 2**958 + 7])
def test_the_same_dice_of_a_long_seed(seed: int) -> None:
    module = Module()
    names = add_lots(module)
    store = wasmtime.Store(wasmtime.Engine())
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, module.encode()), []).exports(store)
    key, word = key_of(seed), 77
    memory = exports["memory"]
    for name, raw in (("LONG_SEED", struct.pack("<q", word)), ("LONG_BYTES", struct.pack("<q", len(key))), ("LONG_KEY", key)):
        memory.write(store, raw, names[name])
    for now in (word, 5, word):  # a short one between them
        exports["seed_dice"](store, now)
        dice = KeyedDice(seed if now == word else now)
        assert all(exports["die_of"](store, now, 20, as_word(one), two) == thrown(dice, 20, (one, two)) for one, two in KEYS)


def test_division_rounds_down() -> None:
    module = Module()
    add_routines(module, [floor_div, floor_mod], {}, ("floor_div", "floor_mod"))
    call = functions(module)
    for one in (-7, -6, -1, 0, 1, 6, 7):
        for by in (-3, -2, 2, 3):
            assert (call("floor_div", one, by), call("floor_mod", one, by)) == (one // by, one % by)


def gathered(number: int) -> int:
    """What is called from a loop begins anew each time, and is left in the midst of its own."""
    total = 0
    i = 0
    while i < number:
        total += least_divisor(i) * 100 + halves(i)
        i += 1
    return total


def least_divisor(number: int) -> int:
    by = 2
    while by < number:
        if number % by == 0:
            return by
        by += 1
    return number


def halves(number: int) -> int:
    if number == 0:
        return 0
    return 1 + halves(number // 2)


def test_small_functions_written_where_they_are_called() -> None:
    module = Module()
    add_routines(module, [gathered, least_divisor, halves], {}, ("gathered",))
    plain = len(list(walk(module.funcs["gathered"].code)))
    inline(module)
    assert len(list(walk(module.funcs["gathered"].code))) > plain
    left = [name for func in module.funcs.values() for name in callees(func.code)]
    assert set(left) == {"halves"}  # who calls himself is called still

    def divisor(number: int) -> int:
        return next((by for by in range(2, number) if number % by == 0), number)

    assert functions(module)("gathered", 30) == sum(divisor(i) * 100 + i.bit_length() for i in range(30))


def test_numbers_as_bytes() -> None:
    assert unsigned(624485) == b"\xe5\x8e\x26"
    assert signed(-123456) == b"\xc0\xbb\x78"
    assert (signed(63), signed(64), signed(-64), signed(-65)) == (b"\x3f", b"\xc0\x00", b"\x40", b"\xbf\x7f")
