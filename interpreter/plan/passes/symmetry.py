"""Searches over all directions that ask the same of a direction and of its opposite: half of them is enough.

``any heading in directions where run(cell, heading) + run(cell, opposite(heading)) is 5 or more`` asks every line twice.  Two conditions
count as the same if they are equal once short values are inlined and the operands of ``+``, ``*``, ``is``, *and* and *or* are sorted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import deciding_names_of, mapped
from arbitre.interpreter.analysis.errors import may_fail
from arbitre.interpreter.analysis.recursion import asks_for_itself
from arbitre.interpreter.plan.rewrite import Rewriter, size_of

DEEP, LONG = 4, 60  # values within values that are written out; nodes of one
HEADING, BACK = ("heading",), ("opposite heading",)

Key = tuple[Any, ...]


def symmetry(r: Rewriter) -> Program:
    """The pass."""
    pass_ = _Symmetry(r)
    return r.everywhere(lambda e, _: pass_.again(e))


class _Symmetry:
    def __init__(self, r: Rewriter) -> None:
        self.r = r

    def again(self, e: core.Expr) -> core.Expr:
        """An expression with such searches in it halved."""
        made = mapped(e, self.again)
        if not isinstance(made, core.Query) or made.sink != "any" or made.where is None or not isinstance(made.source, core.Rows):
            return made
        half = self.half(made.source, made.where, made.slot)
        return made if half is None else replace(made, source=half)

    def half(self, source: core.Rows, where: core.Expr, slot: int) -> core.SetOf | None:
        """The directions of which one of each pair is left; None where the condition tells them apart."""
        normal = _Normal(self.r, self.r.program.domains[source.domain].size)
        if normal.key(where, {slot: HEADING}) != normal.key(where, {slot: BACK}) or normal.board is None:
            return None
        if normal.moved and may_fail(where, {slot}, self.r.program):  # what comes first may keep the other from failing
            return None
        board = self.r.program.domains[normal.board].cells
        pairs = [board.opposite(direction) for direction in range(normal.size)]
        if any(pairs[there] != here for here, there in enumerate(pairs)):
            return None
        return core.SetOf(source.place, tuple(core.Const(source.place, here) for here, there in enumerate(pairs) if here <= there))


@dataclass
class _Normal:
    """Expressions as keys that are equal where it is known that the values are; ``size``: of the kind of directions."""

    r: Rewriter
    size: int
    board: int | None = None  # whose opposites were asked for
    moved: bool = False  # was the order of conditions changed?

    def key(self, e: core.Expr, known: dict[int, Key], depth: int = 0, bound: int = 0) -> Key:
        """``known``: what slots hold; ``bound``: how many searches it stands in."""

        def of(part: core.Expr) -> Key:
            return self.key(part, known, depth, bound)

        match e:
            case core.Local():
                return known.get(e.slot, ("slot", e.slot))
            case core.Ask(query="opposite"):
                asked = of(e.args[0])
                if asked in (HEADING, BACK) and self.r.program.domains[e.board].cells.directions == self.size:
                    self.board = e.board
                    return BACK if asked == HEADING else HEADING
                return ("opposite", e.board, asked)
            case core.Arith(op="+") | core.Arith(op="*"):
                return (e.op, *sorted(map(of, _operands(e)), key=repr))
            case core.Compare(op="==") | core.Compare(op="!="):
                return (e.op, *sorted((of(e.left), of(e.right)), key=repr))
            case core.And() | core.Or():
                asked = tuple(map(of, e.items))
                ordered = tuple(sorted(asked, key=repr))
                self.moved |= asked != ordered
                return (type(e).__name__, *ordered)
            case core.Query():
                inner = {**known, e.slot: ("row", bound)}
                parts = [None if part is None else self.key(part, inner, depth, bound + 1) for part in (e.where, e.value)]
                return ("Query", e.sink, of(e.source), *parts, e.value_is_set, e.empty)
            case core.Apply() if not isinstance(e, core.Partial) and depth < DEEP and self.is_plain(e.function):
                function = self.r.program.functions[e.function]
                given = {p.slot: of(arg) for p, arg in zip(function.params, e.args, strict=True)}
                return self.key(function.body, given, depth + 1, bound)
        return (type(e).__name__, *(_parts(getattr(e, name), of) for name in deciding_names_of(type(e))))

    def is_plain(self, index: int) -> bool:
        """May a value be written out?"""
        return size_of(self.r.program.functions[index].body) <= LONG and not asks_for_itself(index, self.r.facts)


def _operands(e: core.Arith) -> list[core.Expr]:
    """What is added, or multiplied, in all."""
    return [one for part in (e.left, e.right) for one in (_operands(part) if isinstance(part, core.Arith) and part.op == e.op else [part])]


def _parts(value: Any, of: Any) -> Any:
    if isinstance(value, core.Expr):
        return of(value)
    return tuple(_parts(item, of) for item in value) if isinstance(value, tuple) else value
