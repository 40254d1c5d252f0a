"""The instructions of WebAssembly that are used here: name, code, the values each takes from the stack and the values it leaves.

Names are those of the WebAssembly specification.  A line of the table: code, name, operand, signature.  Operands: ``-`` none, ``n`` an
index (unsigned LEB128), ``i`` a constant (signed LEB128), ``m`` an offset into memory, ``00`` bytes that are always the same.
"""

from __future__ import annotations

from typing import NamedTuple

I64, I32, V128 = "i64", "i32", "v128"


class Opcode(NamedTuple):
    """One instruction of the specification; ``takes`` and ``leaves``: types of values, the top of the stack last."""

    name: str
    code: bytes
    operand: str
    takes: tuple[str, ...]
    leaves: tuple[str, ...]


_TABLE = """
00   unreachable           -     ->
08   throw                 n     ->
0c   br                    n     ->
0d   br_if                 n     i32 ->
0f   return                -     ->
1a   drop                  -     i64 ->
1b   select                -     i64 i64 i32 -> i64
20   local.get             n     -> i64
21   local.set             n     i64 ->
22   local.tee             n     i64 -> i64
41   i32.const             i     -> i32
42   i64.const             i     -> i64
45   i32.eqz               -     i32 -> i32
50   i64.eqz               -     i64 -> i32
51   i64.eq                -     i64 i64 -> i32
52   i64.ne                -     i64 i64 -> i32
53   i64.lt_s              -     i64 i64 -> i32
54   i64.lt_u              -     i64 i64 -> i32
55   i64.gt_s              -     i64 i64 -> i32
56   i64.gt_u              -     i64 i64 -> i32
57   i64.le_s              -     i64 i64 -> i32
58   i64.le_u              -     i64 i64 -> i32
59   i64.ge_s              -     i64 i64 -> i32
5a   i64.ge_u              -     i64 i64 -> i32
6a   i32.add               -     i32 i32 -> i32
79   i64.clz               -     i64 -> i64
7a   i64.ctz               -     i64 -> i64
7b   i64.popcnt            -     i64 -> i64
7c   i64.add               -     i64 i64 -> i64
7d   i64.sub               -     i64 i64 -> i64
7e   i64.mul               -     i64 i64 -> i64
7f   i64.div_s             -     i64 i64 -> i64
81   i64.rem_s             -     i64 i64 -> i64
82   i64.rem_u             -     i64 i64 -> i64
83   i64.and               -     i64 i64 -> i64
84   i64.or                -     i64 i64 -> i64
85   i64.xor               -     i64 i64 -> i64
86   i64.shl               -     i64 i64 -> i64
87   i64.shr_s             -     i64 i64 -> i64
88   i64.shr_u             -     i64 i64 -> i64
89   i64.rotl              -     i64 i64 -> i64
8a   i64.rotr              -     i64 i64 -> i64
a7   i32.wrap_i64          -     i64 -> i32
ad   i64.extend_i32_u      -     i32 -> i64
29   i64.load              m     i32 -> i64
30   i64.load8_s           m     i32 -> i64
31   i64.load8_u           m     i32 -> i64
32   i64.load16_s          m     i32 -> i64
33   i64.load16_u          m     i32 -> i64
34   i64.load32_s          m     i32 -> i64
35   i64.load32_u          m     i32 -> i64
37   i64.store             m     i32 i64 ->
3c   i64.store8            m     i32 i64 ->
3d   i64.store16           m     i32 i64 ->
3e   i64.store32           m     i32 i64 ->
fe11 i64.atomic.load       0300  i32 -> i64
fc0a memory.copy           0000  i32 i32 i32 ->
fc0b memory.fill           00    i32 i32 i32 ->
fd00 v128.load             m     i32 -> v128
fd0b v128.store            m     i32 v128 ->
fd0e i8x16.swizzle        -     v128 v128 -> v128
fd0f i8x16.splat           -     i32 -> v128
fd10 i16x8.splat           -     i32 -> v128
fd12 i64x2.splat           -     i64 -> v128
fd23 i8x16.eq              -     v128 v128 -> v128
fd2b i8x16.ge_s            -     v128 v128 -> v128
fd2c i8x16.ge_u            -     v128 v128 -> v128
fd2d i16x8.eq              -     v128 v128 -> v128
fd4e v128.and              -     v128 v128 -> v128
fd4f v128.andnot           -     v128 v128 -> v128
fd50 v128.or               -     v128 v128 -> v128
fd53 v128.any_true         -     v128 -> i32
fd64 i8x16.bitmask         -     v128 -> i32
fd65 i8x16.narrow_i16x8_s  -     v128 v128 -> v128
fd6d i8x16.shr_u          -     v128 i32 -> v128
"""


def _read(line: str) -> Opcode:
    code, name, operand, *signature = line.split()
    arrow = signature.index("->")
    return Opcode(name, bytes.fromhex(code), operand, tuple(signature[:arrow]), tuple(signature[arrow + 1 :]))


OPCODES = {opcode.name: opcode for opcode in map(_read, _TABLE.strip().splitlines())}
COMPARISONS = frozenset(
    ("i64.eqz", *(f"i64.{name}" for name in ("eq", "ne", *(f"{c}_{s}" for c in ("lt", "gt", "le", "ge") for s in "su"))))
)
LOADS = {
    "8s": "i64.load8_s", "8u": "i64.load8_u", "16s": "i64.load16_s", "16u": "i64.load16_u", "32s": "i64.load32_s", "32u": "i64.load32_u",
    "64": "i64.load",
}  # fmt: skip
STORES = {"8": "i64.store8", "16": "i64.store16", "32": "i64.store32", "64": "i64.store"}
ENDS = frozenset(("unreachable", "throw", "br", "return"))  # nothing behind them in the same block is come to
