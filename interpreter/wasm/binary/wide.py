"""Operations on long sets, written once for each number of words: two words at a time, without a loop."""

from __future__ import annotations

from arbitre.interpreter.wasm.binary.function import Func
from arbitre.interpreter.wasm.binary.module import Module

LANES = 16  # bytes of a SIMD vector
_MERGES = {"join": ("v128.or", "or"), "meet": ("v128.and", "and"), "leave": ("v128.andnot", "and")}
_FRESH = {"or": "join", "and": "meet", "without": "leave"}


def wide(module: Module, what: str, words: int) -> str:
    """The name of a function on sets of so many words.

    ``join``, ``meet``, ``leave`` and ``copy`` (to, other) change a set in its place, ``clear`` (at) empties it. ``or``, ``and``,
    ``without`` (one, other), ``copied`` (one) and ``empty`` () give one in the room for sets; ``any`` (at) is 0 where it has no members.
    """
    name = f"{what}.{words}"
    if name not in module.funcs:
        _WRITE[what](module, name, what, words)
    return name


def _load(f: Func, local: int, offset: int) -> None:
    f.get(local)
    f.wrap()
    f.add("v128.load", offset)


def lanes_equal(f: Func, first: int, wanted: list[tuple[int, int | None, int | None, int]]) -> None:
    """Leaves sixteen bits: for each of sixteen rows from the one in the local ``first`` on, whether all columns hold what is wanted.

    ``wanted``: per column its address, a constant or else the local with the value, and the bytes of a row, one or two.
    """
    for position, (at, number, local, size) in enumerate(wanted):
        row = first
        if size == 2:
            row = f.local()
            f.get(first)
            f.const(2)
            f.op("mul")
            f.set(row)
        for half in range(size):
            _load(f, row, at + 16 * half)
            if local is None:
                assert number is not None
                f.add("i32.const", number)
            else:
                f.get(local)
                f.wrap()
            f.add("i8x16.splat" if size == 1 else "i16x8.splat")
            f.add("i8x16.eq" if size == 1 else "i16x8.eq")
        if size == 2:
            f.add("i8x16.narrow_i16x8_s")
        if position:
            f.add("v128.and")
    f.add("i8x16.bitmask")
    f.op("extend")


def lanes_at_least(f: Func, first: int, at: int, number: int, signed: bool) -> None:
    """Leaves sixteen bits: for each of sixteen bytes from the address in ``first`` plus ``at`` on, whether it is so much or more."""
    _load(f, first, at)
    f.add("i32.const", number)
    f.add("i8x16.splat")
    f.add("i8x16.ge_s" if signed else "i8x16.ge_u")
    f.add("i8x16.bitmask")
    f.op("extend")


def lanes_in_set(f: Func, first: int, at: int, group: int) -> None:
    """Leaves sixteen bits: for each of sixteen bytes, whether it is a member of the set in the local ``group``, which is one word.

    ``first``: a local with an address; ``at``: what is added to it.  Each byte must be below 64, or be 255, which stands for none and is
    never a member.  The word is used as a bitmap: the upper five bits of a byte (``byte >> 3``) pick a byte of the word, the lower three a
    bit of that byte.  Both are looked up with ``swizzle``, which gives 0 for an index from 16 on; 255 has 31.
    """
    f.get(group)
    f.add("i64x2.splat")
    _load(f, first, at)
    f.add("i32.const", 3)
    f.add("i8x16.shr_u")
    f.add("i8x16.swizzle")
    f.const(0)
    f.wrap()
    f.add("v128.load", f.module.constant(bytes([1 << n for n in range(8)] * 2)))
    _load(f, first, at)
    f.add("i32.const", 7)
    f.add("i8x16.splat")
    f.add("v128.and")
    f.add("i8x16.swizzle")
    f.add("v128.and")
    f.add("i32.const", 0)
    f.add("i8x16.splat")
    f.add("i8x16.eq")
    f.add("i8x16.bitmask")
    f.op("extend")
    f.const(0xFFFF)
    f.op("xor")


def _merge(module: Module, name: str, what: str, words: int) -> None:
    f = module.func(name, 2, False)
    _merged(f, what, words, 0, 0, 1)


def _merged(f: Func, what: str, words: int, to: int, one: int, other: int) -> None:
    pair, single = _MERGES[what]
    for at in range(0, words - 1, 2):
        f.get(to)
        f.wrap()
        _load(f, one, 8 * at)
        _load(f, other, 8 * at)
        f.add(pair)
        f.add("v128.store", 8 * at)
    if words % 2:
        at = 8 * (words - 1)
        f.get(to)
        f.wrap()
        f.get(one)
        f.load("64", at)
        f.get(other)
        f.load("64", at)
        if what == "leave":
            f.const(-1)
            f.op("xor")
        f.op(single)
        f.store("64", at)


def _copy(module: Module, name: str, what: str, words: int) -> None:
    f = module.func(name, 2, False)
    _copied(f, words, 0, 1)


def _copied(f: Func, words: int, to: int, other: int) -> None:
    for at in range(0, words - 1, 2):
        f.get(to)
        f.wrap()
        _load(f, other, 8 * at)
        f.add("v128.store", 8 * at)
    if words % 2:
        f.get(to)
        f.wrap()
        f.get(other)
        f.load("64", 8 * (words - 1))
        f.store("64", 8 * (words - 1))


def _clear(module: Module, name: str, what: str, words: int) -> None:
    f = module.func(name, 1, False)
    _cleared(f, words, 0)


def _cleared(f: Func, words: int, at: int) -> None:
    for word in range(0, words - 1, 2):
        f.get(at)
        f.wrap()
        f.const(0)
        f.add("i64x2.splat")
        f.add("v128.store", 8 * word)
    if words % 2:
        f.get(at)
        f.wrap()
        f.const(0)
        f.store("64", 8 * (words - 1))


def _fresh(module: Module, name: str, what: str, words: int) -> None:
    """A set in the room for sets."""
    f = module.func(name, {"copied": 1, "empty": 0}.get(what, 2))
    made = f.local()
    f.const(8 * words)
    f.call("raw_room")
    f.set(made)
    if what == "copied":
        _copied(f, words, made, 0)
    elif what == "empty":
        _cleared(f, words, made)
    else:
        _merged(f, _FRESH[what], words, made, 0, 1)
    f.get(made)


def _any(module: Module, name: str, what: str, words: int) -> None:
    f = module.func(name, 1)
    for at in range(0, words - 1, 2):
        _load(f, 0, 8 * at)
        if at:
            f.add("v128.or")
    if words > 1:
        f.add("v128.any_true")
        f.op("extend")
    if words % 2:
        f.get(0)
        f.load("64", 8 * (words - 1))
        if words > 1:
            f.op("or")


_WRITE = {
    "join": _merge, "meet": _merge, "leave": _merge, "copy": _copy, "clear": _clear, "or": _fresh, "and": _fresh, "without": _fresh,
    "copied": _fresh, "empty": _fresh, "any": _any,
}  # fmt: skip
