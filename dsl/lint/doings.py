"""What rules do, through all that they call, and what values look at: the one place where checks ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from arbitre.dsl import core
from arbitre.dsl.core.effects import EffectTable
from arbitre.dsl.core.effects import own as own_effects
from arbitre.dsl.core.walk import bodies_of, filled, hooks_of, nodes, statements_of
from arbitre.dsl.lint.disjoint import Prover

T = TypeVar("T")


def once_for_a_program(make: Callable[[core.Program], T]) -> Callable[[core.Program], T]:
    """What many checks ask of the same program is made once, and kept until another program is asked for."""
    kept: list[tuple[core.Program, T]] = []

    def found(program: core.Program) -> T:
        if not kept or kept[0][0] is not program:
            kept[:] = [(program, make(program))]
        return kept[0][1]

    return found


class Doings:
    """Of one program.  Rules are given by their index; what a rule does includes its steps and its hooks."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.statements = [[s for body in bodies_of(p) for s in statements_of(body)] for p in program.procedures]
        self.calls = [{index for s in found for index in called(s, program)} for found in self.statements]
        self.stored = self.gathered(lambda s: stored(s, program))

    def reaching(self, wanted: Callable[[core.Stmt], bool]) -> list[bool]:
        """By rule: may it come to such a statement, by itself or by what it calls?"""
        return [bool(found) for found in self.gathered(lambda s: (0,) if wanted(s) else ())]

    def gathered(self, own: Callable[[core.Stmt], Iterable[int]]) -> list[frozenset[int]]:
        """By rule: what its statements have, with those of all that it calls."""
        out = [{number for s in found for number in own(s)} for found in self.statements]
        changed = True
        while changed:
            changed = False
            for index, others in enumerate(self.calls):
                for other in others:
                    if not out[other] <= out[index]:
                        out[index] |= out[other]
                        changed = True
        return [frozenset(found) for found in out]


doings_of = once_for_a_program(Doings)


def called(s: core.Stmt, program: core.Program) -> Iterator[int]:
    """The rules that one statement may carry out, now or later."""
    found = own_effects(program, s)
    yield from found.procedures | found.later


def stored(s: core.Stmt, program: core.Program) -> Iterator[int]:
    """The columns that one statement may change."""
    yield from own_effects(program, s).writes


def parts_of(program: core.Program) -> Iterator[tuple[object, dict[int, core.Expr]]]:
    """The values, heads, conditions and blocks of a program, each with what its local names stand for."""
    prover = Prover(program)
    for function in program.functions:
        yield function.body, {}
    for action in program.actions:
        yield [*action.when, *action.needs, *action.limits, *action.values], {}
    for p in program.procedures:
        yield p.when, {}
        yield p.guard, {}
        for body in bodies_of(p):
            yield body, named_in(body, prover)
        for hook in hooks_of(p):
            yield hook.when, {}


def named_in(body: tuple[core.Stmt, ...], prover: Prover) -> dict[int, core.Expr]:
    """What local names stand for, in the words of what the rule was given: of those that are set once."""
    values: dict[int, list[core.Expr | None]] = {}
    for s in statements_of(body):
        for slot in filled(s):
            values.setdefault(slot, []).append(s.value if isinstance(s, core.Let) else None)
    out: dict[int, core.Expr] = {}
    for slot, found in values.items():
        if len(found) == 1 and found[0] is not None:
            out[slot] = prover.renamed(found[0], out)
    return out


def within(block: tuple[core.Stmt, ...], around: tuple[core.Expr, ...] = ()) -> Iterator[tuple[core.Stmt, tuple[core.Expr, ...]]]:
    """Every statement of a block, with what is asked and gone through around it."""
    for stmt in block:
        yield stmt, around
        match stmt:
            case core.If():
                yield from within(stmt.then, (*around, stmt.test))
                yield from within(stmt.other, around)
            case core.ForEach():
                yield from within(stmt.body, (*around, stmt.source))
            case core.While() | core.Together():
                yield from within(stmt.body, around)
            case core.ChooseBranch():
                for branch in stmt.branches:
                    yield from within(branch.body, around)


@once_for_a_program
def asked_by(program: core.Program) -> dict[int, frozenset[int]]:
    """The columns that each value looks at, through whatever it asks."""
    table = EffectTable(program)
    return {function.index: table.function(function.index).reads for function in program.functions}


def columns_in(part: object, asked: dict[int, frozenset[int]]) -> frozenset[int]:
    """The columns that a part of a program looks at, itself and through the values it asks (:func:`asked_by`)."""
    out: set[int] = set()
    for node in nodes(part):
        if isinstance(node, core.Read):
            out.add(node.field)
        elif isinstance(node, core.Apply):
            out |= asked.get(node.function, frozenset())
    return frozenset(out)
