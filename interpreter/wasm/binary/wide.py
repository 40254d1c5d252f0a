"""Operations on long sets, written once for each number of words: two words at a time, without a loop."""

from __future__ import annotations

from arbitre.interpreter.wasm.binary.building import Func, Module
from arbitre.interpreter.wasm.binary.encoding import signed, unsigned

_LOAD, _STORE, _SPLAT, _AND, _ANDNOT, _OR, _SOME = 0x00, 0x0B, 0x12, 0x4E, 0x4F, 0x50, 0x53
_SPLAT_BYTE, _SAME_BYTES, _SIGNS = 0x0F, 0x23, 0x64
_SPLAT_TWO, _SAME_TWOS, _NARROW = 0x10, 0x2D, 0x65
_MERGES = {"join": (_OR, "or"), "meet": (_AND, "and"), "leave": (_ANDNOT, "and")}
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


def _simd(f: Func, code: int, offset: int | None = None) -> None:
    f.code += b"\xfd" + unsigned(code)
    if offset is not None:
        f.code += b"\x00" + unsigned(offset)


def _load(f: Func, local: int, offset: int) -> None:
    f.get(local)
    f.wrap()
    _simd(f, _LOAD, offset)


def alike(f: Func, first: int, wanted: list[tuple[int, int | None, int | None, int]]) -> None:
    """Leaves of sixteen numbers that stand so far behind each address, as a local says, where all are those wanted, as bits; wanted is a
    number, or else what a local holds, each of one byte or two."""
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
                f.code += b"\x41" + signed(number)
            else:
                f.get(local)
                f.wrap()
            _simd(f, _SPLAT_BYTE if size == 1 else _SPLAT_TWO)
            _simd(f, _SAME_BYTES if size == 1 else _SAME_TWOS)
        if size == 2:
            _simd(f, _NARROW)
        if position:
            _simd(f, _AND)
    _simd(f, _SIGNS)
    f.code.append(0xAD)  # to 64 bits


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
        _simd(f, pair)
        _simd(f, _STORE, 8 * at)
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
        _simd(f, _STORE, 8 * at)
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
        _simd(f, _SPLAT)
        _simd(f, _STORE, 8 * word)
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
            _simd(f, _OR)
    if words > 1:
        _simd(f, _SOME)
        f.code.append(0xAD)  # to 64 bits
    if words % 2:
        f.get(0)
        f.load("64", 8 * (words - 1))
        if words > 1:
            f.op("or")


_WRITE = {
    "join": _merge, "meet": _merge, "leave": _merge, "copy": _copy, "clear": _clear, "or": _fresh, "and": _fresh, "without": _fresh,
    "copied": _fresh, "empty": _fresh, "any": _any,
}  # fmt: skip
