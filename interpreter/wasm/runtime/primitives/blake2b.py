"""BLAKE2b and SipHash as instructions, all in locals; and where lots and dice keep their numbers."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.interpreter.wasm.binary.encoding import as_word
from arbitre.interpreter.wasm.binary.function import Func
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.layout.records import SeedKey
from arbitre.interpreter.wasm.routines.translator import add_routines
from arbitre.interpreter.wasm.runtime.primitives import dice

ROUTINES = (
    dice.seed_lots,
    dice.lot_word,
    dice.share,
    dice.lot_below,
    dice.seed_dice,
    dice.about,
    dice.key_of,
    dice.die_of,
    dice.throw_block,
)
_IV = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip
_SIGMA = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4), (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13), (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11), (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5), (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)  # fmt: skip
_SIP = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)


def _begin_digest(f: Func, start: int) -> None:
    """``begin_digest()``: the state that a digest of 64 bytes without a key begins with."""
    for i, value in enumerate(_IV):
        f.const(start + i * 8)
        f.wrap()
        f.const(as_word(value ^ 0x01010040 if i == 0 else value))
        f.store("64")


def _compress(f: Func, start: int, message: int) -> None:
    """``compress(bytes so far, -1 for the last block)``: the twelve rounds over one block, all in locals."""
    v = [f.local() for _ in range(16)]
    m = [f.local() for _ in range(16)]
    for i in range(16):
        f.const(message + i * 8)
        f.load("64")
        f.set(m[i])
    for i in range(8):
        f.const(start + i * 8)
        f.load("64")
        f.set(v[i])
        f.const(as_word(_IV[i]))
        if i in (4, 6):
            f.get(0 if i == 4 else 1)
            f.op("xor")
        f.set(v[8 + i])

    def mix(a: int, b: int, c: int, d: int, x: int, y: int) -> None:
        for word, turn, back in ((x, 32, 24), (y, 16, 63)):
            for local in (v[a], v[b]):
                f.get(local)
            f.op("add")
            f.get(m[word])
            f.op("add")
            f.tee(v[a])
            f.get(v[d])
            f.op("xor")
            f.const(turn)
            f.op("rotr")
            f.tee(v[d])
            f.get(v[c])
            f.op("add")
            f.tee(v[c])
            f.get(v[b])
            f.op("xor")
            f.const(back)
            f.op("rotr")
            f.set(v[b])

    for number in range(12):
        s = _SIGMA[number % 10]
        for column in range(4):
            mix(column, 4 + column, 8 + column, 12 + column, s[2 * column], s[2 * column + 1])
        for column in range(4):
            mix(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4, s[8 + 2 * column], s[9 + 2 * column])
    for i in range(8):
        f.const(start + i * 8)
        f.wrap()
        f.const(start + i * 8)
        f.load("64")
        f.get(v[i])
        f.op("xor")
        f.get(v[8 + i])
        f.op("xor")
        f.store("64")


def _siphash(f: Func) -> None:
    """``siphash(key, its second word, one, two)``: SipHash-2-4 of two words."""
    v = [f.local() for _ in range(4)]
    for local, key, start in zip(v, (0, 1, 0, 1), _SIP, strict=True):
        f.get(key)
        f.const(as_word(start))
        f.op("xor")
        f.set(local)

    def turned(local: int, by: int, into: int | None = None) -> None:
        f.get(local)
        f.const(64 - by)
        f.op("rotr")
        if into is not None:
            f.get(into)
            f.op("xor")
        f.set(local)

    def added(to: int, what: int) -> None:
        f.get(to)
        f.get(what)
        f.op("add")
        f.set(to)

    def mixed(rounds: int) -> None:
        a, b, c, d = v
        for _ in range(rounds):
            added(a, b)
            turned(b, 13, a)
            turned(a, 32)
            added(c, d)
            turned(d, 16, c)
            added(a, d)
            turned(d, 21, a)
            added(c, b)
            turned(b, 17, c)
            turned(c, 32)

    def with_word(local: int, word: Callable[[], None]) -> None:
        f.get(local)
        word()
        f.op("xor")
        f.set(local)

    for word in (lambda: f.get(2), lambda: f.get(3), lambda: f.const(as_word(16 << 56))):
        with_word(v[3], word)
        mixed(2)
        with_word(v[0], word)
    with_word(v[2], lambda: f.const(0xFF))
    mixed(4)
    f.get(v[0])
    for local in v[1:]:
        f.get(local)
        f.op("xor")


def add_lots(module: Module) -> dict[str, int]:
    """Adds all of this to a module; gives where lots and dice keep their numbers."""
    names = {
        "LOT": module.reserve(8), "SEED": module.reserve(8), "DIE_H": module.reserve(64),
        "DIE_M": module.reserve(128), "LONG_SEED": module.reserve(8), "LONG_BYTES": module.reserve(8), "LONG_KEY": module.reserve(120),
        "DIE_KEYS": module.reserve(dice.KEYS * SeedKey.SIZE),
    }  # fmt: skip
    _begin_digest(module.func("begin_digest", 0, False), names["DIE_H"])
    _compress(module.func("compress", 2, False), names["DIE_H"], names["DIE_M"])
    _siphash(module.func("siphash", 4))
    add_routines(module, ROUTINES, names, ("seed_lots", "lot_word", "lot_below", "seed_dice", "about", "key_of", "die_of", "throw_block"))
    return names
