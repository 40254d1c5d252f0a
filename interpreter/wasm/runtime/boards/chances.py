"""Arithmetic with chances as exact fractions; see :mod:`arbitre.interpreter.wasm.compile.boards.chances`.

What would need numbers that are too large is left to the interpreter.
"""

from __future__ import annotations

from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import Chance
from arbitre.interpreter.wasm.routines.machine import clz, lt_u
from arbitre.interpreter.wasm.runtime.interfaces import give_up
from arbitre.interpreter.wasm.runtime.primitives.frames import take_room
from arbitre.interpreter.wasm.runtime.primitives.numbers import size_of

LOW = 0xFFFFFFFF


def common(a: int, b: int) -> int:
    """The greatest number that divides both."""
    while b:
        rest = a % b
        a = b
        b = rest
    return a


def multiplied(a: int, b: int) -> int:
    """Of two numbers from 0 on."""
    if clz(a) + clz(b) < 66:
        give_up(StopReason.TOO_LARGE, 0)
    return a * b


def chance_made(part: int, whole: int) -> Chance:
    """A fraction in lowest terms."""
    by = common(size_of(part), whole)
    at = Chance(take_room(Chance.SIZE))
    at.part = part // by
    at.rest = whole // by - 1
    return at


def chance_times(one: Chance, two: Chance) -> Chance:
    """The product."""
    a = one.part
    b = one.rest + 1
    c = two.part
    d = two.rest + 1
    below = (a < 0) != (c < 0)
    a = size_of(a)
    c = size_of(c)
    by = common(a, d)
    a = a // by
    d = d // by
    by = common(c, b)
    c = c // by
    b = b // by
    at = Chance(take_room(Chance.SIZE))
    part = multiplied(a, c)
    at.part = 0 - part if below else part
    at.rest = multiplied(b, d) - 1
    return at


def chance_plus(one: Chance, two: Chance, sign: int) -> Chance:
    """The sum, or with a sign of -1 the difference."""
    a = one.part
    b = one.rest + 1
    c = two.part * sign
    d = two.rest + 1
    by = common(b, d)
    left = multiplied(size_of(a), d // by)
    right = multiplied(size_of(c), b // by)
    if a < 0:
        left = 0 - left
    if c < 0:
        right = 0 - right
    return chance_made(left + right, multiplied(b // by, d))


def high_word(x: int, y: int) -> int:
    """The upper half of the product of two numbers from 0 on."""
    a = x & LOW
    b = x >> 32
    c = y & LOW
    d = y >> 32
    middle = ((a * c) >> 32) + ((a * d) & LOW) + ((b * c) & LOW)
    return b * d + ((a * d) >> 32) + ((b * c) >> 32) + (middle >> 32)


def product_less(a: int, d: int, c: int, b: int) -> int:
    """Is a * d less than c * b, of numbers from 0 on?"""
    one = high_word(a, d)
    two = high_word(c, b)
    if one != two:
        return one < two
    return lt_u(a * d, c * b)


def chance_less(one: Chance, two: Chance) -> int:
    """Is one less than the other?"""
    a = one.part
    c = two.part
    if (a < 0) != (c < 0):
        return a < 0
    if a < 0:
        return product_less(0 - c, one.rest + 1, 0 - a, two.rest + 1)
    return product_less(a, two.rest + 1, c, one.rest + 1)


def chance_least(one: Chance, two: Chance) -> Chance:
    """The lesser."""
    return two if chance_less(two, one) else one


def chance_most(one: Chance, two: Chance) -> Chance:
    """The greater."""
    return two if chance_less(one, two) else one


def chance_percent(at: Chance) -> int:
    """In per cent, rounded."""
    part = at.part
    whole = at.rest + 1
    if clz(size_of(part)) < 12 or clz(whole) < 12:
        give_up(StopReason.TOO_LARGE, 0)
    return (200 * part + whole) // (2 * whole)
