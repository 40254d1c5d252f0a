"""Arithmetic on 64-bit integers."""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.routines.machine import div_s, load32u, store32
from arbitre.interpreter.wasm.runtime.interfaces import give_up

LARGE = 1 << 24  # numbers beyond it are not multiplied here


def floor_div(one: int, by: int) -> int:
    """Divided and rounded down."""
    found = div_s(one, by)
    if (one < 0) != (by < 0) and found * by != one:
        return found - 1
    return found


def floor_mod(one: int, by: int) -> int:
    """What is left of it."""
    return one - floor_div(one, by) * by


def product(one: int, two: int) -> int:
    """Numbers so large that a product might not fit are left to the interpreter."""
    if one > LARGE or one < -LARGE or two > LARGE or two < -LARGE:
        give_up(StopReason.TOO_LARGE, 0)
    return one * two


def within(value: int, low: int, high: int) -> int:
    """A number cut to its bounds."""
    if value < low:
        return low
    return high if value > high else value


def lesser(one: int, two: int) -> int:
    """The lesser of two numbers."""
    return one if one < two else two


def size_of(number: int) -> int:
    """How far from 0."""
    return 0 - number if number < 0 else number


def sign_of(number: int) -> int:
    """0 below 0, 1 for 0, 2 above."""
    if number < 0:
        return 0
    return 2 if number > 0 else 1


def one_more(at: int) -> None:
    """A count of what happens."""
    store32(at, load32u(at) + 1)
