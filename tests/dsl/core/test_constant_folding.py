"""Constant expressions: what is known of them is told, and nothing else."""

from __future__ import annotations

import operator
from itertools import product

import pytest

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.constant_folding import GREATEST, fold
from arbitre.dsl.diagnostics.position import NOWHERE

UNKNOWN = core.Local(NOWHERE, 9)


def number(value: int | None) -> core.Expr:
    return UNKNOWN if value is None else core.Const(NOWHERE, value)


def value(expr: core.Expr, known: dict[int, int] | None = None, functions: list[core.Function] | None = None) -> int | None:
    return fold(expr, [], functions or [], known)


@pytest.mark.parametrize("items", list(product((0, 1, 2, None), repeat=2)))
def test_one_item_that_decides_is_enough(items: tuple[int | None, ...]) -> None:
    parts = tuple(map(number, items))
    every = 0 if 0 in items else None if None in items else 1
    some = 1 if 1 in items or 2 in items else None if None in items else 0
    assert value(core.And(NOWHERE, parts)) == every
    assert value(core.Or(NOWHERE, parts)) == some


OPERATIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod, "min": min, "max": max,
}  # fmt: skip


@pytest.mark.parametrize(("op", "does"), list(OPERATIONS.items()))
def test_numbers_are_computed_as_in_a_match(op: str, does: object) -> None:
    assert callable(does)
    for left, right in product((-7, 0, 3), (-2, 0, 5)):
        failing = op in "/%" and right == 0
        assert value(core.Arith(NOWHERE, op, number(left), number(right))) == (None if failing else does(left, right))
    assert value(core.Arith(NOWHERE, op, UNKNOWN, number(1))) is value(core.Arith(NOWHERE, op, number(1), UNKNOWN)) is None


def test_what_is_too_great_is_left_to_the_match() -> None:
    assert value(core.Arith(NOWHERE, "+", number(GREATEST), number(0))) == GREATEST
    assert value(core.Arith(NOWHERE, "+", number(GREATEST), number(1))) is None


def test_a_function_is_gone_through_with_what_it_is_given() -> None:
    params = [core.Param("a", 0, NONE), core.Param("b", 1, NONE)]
    body = core.Arith(NOWHERE, "-", core.Local(NOWHERE, 0), core.Local(NOWHERE, 1))
    functions = [core.Function(0, "less", params, 2, body, NOWHERE)]
    given = (number(7), core.Local(NOWHERE, 3))
    assert value(core.Apply(NOWHERE, 0, given), {3: 2}, functions) == 5
    assert value(core.Apply(NOWHERE, 0, given), {4: 2}, functions) is None
    assert value(core.Partial(NOWHERE, 0, given), {3: 2}, functions) == 5


def test_a_named_way_is_its_cells() -> None:
    assert value(core.Path(NOWHERE, 6, (2, 1))) == 6
