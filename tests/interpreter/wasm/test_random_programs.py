"""Programs by lot of every sort of statement and expression, in both executors; and the list of what is not compiled."""

from __future__ import annotations

from collections import Counter
from dataclasses import is_dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kit import HERE, local, n
from random_programs import Lot

from arbitre.dsl import core
from arbitre.dsl.core.walk import free_slots, nodes
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.analysis.slots import parameters_in
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.lockstep import stepwise
from arbitre.interpreter.wasm.compiler import ModuleCompiler, compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")
REASONS = {
    core.ChanceAfter: "every throw of an event is gone through, with all that hooks it, as odds do; only persons are shown it",
}
PARTS = {
    core.Const: "a number or a set, written where it stands", core.Path: "a set that never changes, or its cells in a loop",
    core.Partial: "it stands among the arguments of questions to boards, and is a function of the module there",
    core.Expr: "", core.Stmt: "",
}  # fmt: skip


@pytest.mark.parametrize("count", [8, pytest.param(80, marks=pytest.mark.more)])
def test_programs_by_lot(count: int) -> None:
    @settings(max_examples=count, deadline=None, derandomize=True)
    @example(7043)  # a search in a hook that lets an agenda go on
    @given(st.integers(0, 1_000_000))
    def same(seed: int) -> None:
        program = Lot(seed).program()
        compiled = compile_module(program)
        assert compiled.missing == {}
        assert stepwise(machine_of(program), Runner(compiled), seed).differs == []

    same()


def test_they_are_of_every_sort() -> None:
    """So many programs hold every sort of node but those that say nothing, and few of them end by a rule that cannot be carried out."""
    seen: Counter[type] = Counter()
    for seed in range(60):
        program = Lot(seed).program()
        seen.update({type(node) for node in nodes([program.procedures, program.functions, program.actions])})
    left = {kind for kind in node_kinds() if not seen[kind]} - {core.Expr, core.Stmt, core.ChanceAfter}
    assert left == {core.Tell, core.Say, core.Reveal, core.Finish}


def node_kinds() -> list[type]:
    return [
        kind for kind in vars(core).values() if isinstance(kind, type) and is_dataclass(kind) and issubclass(kind, (core.Expr, core.Stmt))
    ]


def test_every_construct_is_compiled() -> None:
    compiler = ModuleCompiler(Lot(0).program())
    made = {*compiler.values, *compiler.sets, *compiler.statements}
    assert {kind for kind in node_kinds() if kind not in made} - PARTS.keys() == REASONS.keys()


def test_things_of_several_kinds_are_looked_into() -> None:
    """What is known of an expression is known of those parts, too, of which only one is there."""
    one = core.OneOf(HERE, ((0, local(3)), (1, n(2))))
    assert free_slots(one) == parameters_in(one, 5) == {3}
    assert put_in(one, {3: n(7)}) == core.OneOf(HERE, ((0, n(7)), (1, n(2))))
