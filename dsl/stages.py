"""Values in stages, and charts: how lines of modifiers become one expression."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from dsl import core
from dsl import tree as t
from dsl.places import Place
from dsl.scope import Scope
from dsl.symbols import NONE, Symbols
from dsl.types import NUMBER, Ty, row

Bound = tuple[core.Expr, Ty]


@dataclass
class Entry:
    """A value, condition, chart or ranking of the rulebook; bound when first needed."""

    name: str
    decl: t.Define | t.Condition | t.Grid | t.Ranking
    names: list[str]
    types: list[Ty]
    adjusts: list[t.Adjust] = field(default_factory=list)
    function: core.Function | None = None
    type: Ty = NUMBER
    busy: bool = False


class Stages(Symbols):
    if TYPE_CHECKING:

        def bind(self, expr: t.Expr, scope: Scope, expected: Ty | None = None) -> Bound: ...
        def flag(self, expr: t.Expr, scope: Scope) -> core.Expr: ...
        def value(self, expr: t.Expr, scope: Scope, expected: Ty, what: str = "this") -> core.Expr: ...
        def fit(self, bound: core.Expr, type_: Ty, expected: Ty, place: Place, what: str = "this") -> core.Expr: ...
        def set_of(self, expr: t.Expr, scope: Scope, domain: int | None = None) -> Bound: ...
        def bad(self, place: Place) -> Bound: ...
        def turned(self, bound: core.Expr, domain: int, place: Place) -> core.Expr: ...
        def adds_to(self) -> set[str]: ...
        def bears(self, owner: core.Expr, owner_domain: int, member: tuple[int, int], place: Place) -> core.Expr: ...
        def noun_type(self, param: t.Parameter) -> tuple[Ty, tuple[int, int] | None]: ...

    def staged(self, entry: Entry, value: core.Expr, type_: Ty, scope: Scope, own: list[t.Modifier]) -> core.Expr:
        """Base, then all ``is``, all ``+ -``, all ``also``, all ``not``/``except``, then floors and ceilings."""
        lines: list[tuple[t.Modifier, Scope, core.Expr | None]] = [(m, scope, None) for m in own]
        for decl in entry.adjusts:
            inner, test = self.adjusting(decl.params, [p.slot for p in (entry.function.params if entry.function else [])], scope)
            lines += [(m, inner, test) for m in decl.modifiers]
        self.check_overrides(lines, own)
        return self.fold(lines, value, type_, entry, scope)

    def adjusting(self, params: list[t.Parameter], slots: list[int], scope: Scope) -> tuple[Scope, core.Expr | None]:
        """The scope of an adjust: its own names for the same parameters, and what the names of members demand."""
        inner = scope.child()
        inner.names = {}
        tests: list[core.Expr] = []
        for param, slot in zip(params, slots, strict=True):
            type_, member = self.noun_type(param)
            inner.names[str(param.name)] = (slot, type_)
            if member is not None:
                tests.append(self.bears(core.Local(param.place, slot), type_.domain, member, param.place))
        if not tests:
            return inner, None
        return inner, tests[0] if len(tests) == 1 else core.And(params[0].place, tuple(tests))

    def check_overrides(self, lines: list[tuple[t.Modifier, Scope, core.Expr | None]], own: list[t.Modifier]) -> None:
        overrides = [(m, test) for m, _, test in lines if m.form == "override"]
        for position, (first, borne) in enumerate(overrides):
            for second, also_borne in overrides[position + 1 :]:
                apart = first.place.file != second.place.file
                same = first.when == second.when and borne == also_borne  # of two members of a kind only one may be meant
                if apart and first not in own and second not in own and same:
                    self.error("N06", second.place, "two files replace this value, and both may hold",
                               "Let one of them say ‘+’ or ‘-’, or narrow its condition.", [(first.place, "the other")])  # fmt: skip

    def fold(
        self, lines: list[tuple[t.Modifier, Scope, core.Expr | None]], value: core.Expr, type_: Ty, entry: Entry, scope: Scope
    ) -> core.Expr:
        value = self.settled(lines, value, type_, entry)
        for forms in (("bonus", "bonus_each"), ("also", "also_when"), ("not_when", "except"), ("floor", "ceiling")):
            for modifier, inner, test in lines:
                if modifier.form in forms:
                    value = self.modified(modifier, inner, test, value, type_)
            if "bonus" in forms:
                value = self.with_columns(entry, value, scope)
        return value

    def settled(self, lines: list[tuple[t.Modifier, Scope, core.Expr | None]], value: core.Expr, type_: Ty, entry: Entry) -> core.Expr:
        """The lines ``is``: a later one of a file refines its earlier ones; of two other files that both hold neither wins."""
        own = {id(m) for m in getattr(entry.decl, "modifiers", ())}
        files: dict[str, list[tuple[t.Modifier, Scope, core.Expr | None]]] = {}
        for modifier, inner, test in lines:
            if modifier.form == "override":
                files.setdefault("" if id(modifier) in own else modifier.place.file, []).append((modifier, inner, test))
        base = [*files.pop("", ())]
        if len(files) < 2:
            for modifier, inner, test in [*base, *(line for found in files.values() for line in found)]:
                value = self.modified(modifier, inner, test, value, type_)
            return value
        for modifier, inner, test in base:
            value = self.modified(modifier, inner, test, value, type_)
        tests: list[core.Expr] = []
        values: list[core.Expr] = []
        for found in files.values():
            said: core.Expr = value
            holds: list[core.Expr] = []
            for modifier, inner, test in found:
                said = self.modified(modifier, inner, test, said, type_)
                if isinstance(said, core.Choice):
                    holds.append(said.test)
            place = found[-1][0].place
            tests.append(holds[0] if len(holds) == 1 else core.Or(place, tuple(holds)))
            values.append(said)
        return core.Settled(value.place, value, tuple(tests), tuple(values))

    def modified(self, m: t.Modifier, scope: Scope, test: core.Expr | None, value: core.Expr, type_: Ty) -> core.Expr:
        place = m.place
        if m.form == "result":
            self.error("T06", place, f"‘{m.name} when’ is a line of a test", "A number has is, +, -, or more, or less.")
            return value
        if m.form == "bonus_each":
            assert m.value is not None and m.when is not None
            amount = self.value(m.value, scope, NUMBER)
            source, of = self.set_of(m.when, scope)
            if of.kind == "bad":
                return value
            each: core.Expr = core.Arith(place, "*", amount, core.Query(place, "count", source, scope.frame.slot()))
            if test is not None:
                each = core.Choice(place, test, each, core.Const(place, 0))
            return core.Arith(place, "+" if m.sign > 0 else "-", value, each)
        when = self.flag(m.when, scope) if m.when is not None else None
        if test is not None:
            when = test if when is None else core.And(place, (test, when))
        yes = core.Const(place, 1)
        if m.form in ("also_when", "not_when"):
            if type_.kind != "flag":
                self.error("T06", place, "this line is for conditions", "A set has also, except; a number is, +, -.")
                return value
            assert when is not None
            if m.form == "also_when":
                return core.Or(place, (value, when))
            return core.And(place, (value, core.Not(place, when)))
        assert m.value is not None
        if m.form in ("also", "except"):
            more = self.value(m.value, scope, type_)
            if when is not None:
                more = core.Choice(place, when, more, core.Const(place, 0))
            return core.SetOp(place, "|" if m.form == "also" else "-", value, more)
        if m.form == "override":
            wanted = row(type_.domain, True) if type_.is_row else NUMBER if type_.kind == "number" else type_
            other = self.value(m.value, scope, wanted)
            return core.Choice(place, when or yes, other, value)
        if type_.kind not in ("number", "bad"):
            self.error("T06", place, f"this line is for numbers, and this is {self.describe(type_)}")
            return value
        if m.form == "bonus":
            amount = self.value(m.value, scope, NUMBER)
            if when is not None:
                amount = core.Choice(place, when, amount, core.Const(place, 0))
            return core.Arith(place, "+" if m.sign > 0 else "-", value, amount)
        limit = self.value(m.value, scope, NUMBER)
        bounded = core.Arith(place, "max" if m.form == "floor" else "min", value, limit)
        return bounded if when is None else core.Choice(place, when, bounded, value)

    def with_columns(self, entry: Entry, value: core.Expr, scope: Scope) -> core.Expr:
        """Adds the columns of sheets that say ``added to`` this number."""
        for column, name, noun, kind in self.added:
            if str(name) != entry.name:
                continue
            domain = self.nouns.get(str(noun))
            position = next((i for i, n in enumerate(entry.names) if n == str(noun)), None)
            if position is None:
                position = next((i for i, x in enumerate(entry.types) if x.domain == domain), None)
            if position is None:
                continue
            owner = core.Local(column.place or noun.place, position)
            for index in self.fields_of[entry.types[position].domain].values():
                held = self.field_types[index]
                if held.domain != kind or held.kind not in ("row", "set"):
                    continue
                place = noun.place
                read = core.Read(place, index, owner)
                mask: core.Expr = read if held.is_set else core.SetOf(place, (read,))
                slot = scope.frame.slot()
                amount = core.Query(place, "sum", mask, slot, None, core.Read(place, column.index, core.Local(place, slot)))
                value = core.Arith(place, "+", value, amount)
                break
        return value

    def grid_body(self, decl: t.Grid, entry: Entry, scope: Scope) -> Bound:
        place = decl.place
        if len(decl.lines) < 2:
            self.error("T06", place, "a chart has a line of columns and a line for each row")
            return self.bad(place)
        heads = decl.lines[0].cells[1:]
        row_slot, column_slot = (core.Local(place, i) for i in (0, 1))
        self.check_spans(heads, entry.types[1], place)
        out: core.Expr = core.Const(place, NONE)
        type_: Ty | None = None
        for line in reversed(decl.lines[1:]):
            key = self.value(line.cells[0], scope, entry.types[0]) if isinstance(line.cells[0], t.Expr) else core.Const(place, 0)
            if len(line.cells) != len(heads) + 1:
                self.error("T06", line.place, f"this row has {len(line.cells)} cells, the chart has {len(heads) + 1}")
                continue
            across: core.Expr | None = None
            for head, cell in reversed(list(zip(heads, line.cells[1:], strict=True))):
                if not isinstance(cell, t.Expr):
                    continue
                bound, found = self.bind(cell, scope, type_)
                type_ = found if type_ is None else type_ | found
                if across is None:
                    across = bound
                else:
                    across = core.Choice(cell.place, self.in_span(column_slot, head, entry.types[1], scope), bound, across)
            if across is not None:
                test = core.Compare(line.place, "==", row_slot, key)
                out = core.Choice(line.place, test, across, out) if not (isinstance(out, core.Const)) else across
        return out, type_ or NUMBER

    def in_span(self, value: core.Expr, head: t.Cell, type_: Ty, scope: Scope) -> core.Expr:
        place = value.place
        if isinstance(head, t.Span):
            tests: list[core.Expr] = []
            if head.low is not None:
                tests.append(core.Compare(place, ">=", value, core.Const(place, self.bound_of(head.low))))
            if head.high is not None:
                tests.append(core.Compare(place, "<=", value, core.Const(place, self.bound_of(head.high))))
            return tests[0] if len(tests) == 1 else core.And(place, tuple(tests))
        if head is None:
            return core.Const(place, 1)
        return core.Compare(place, "==", value, self.value(head, scope, type_))

    def check_spans(self, heads: list[t.Cell], type_: Ty, place: Place) -> None:
        if type_.kind != "number":
            return
        spans = [(self.low_of(h), self.high_of(h), h) for h in heads if isinstance(h, (t.Span, t.Number))]
        for (_, high, _), (low, _, head) in pairwise(spans):
            if head is None or high is None or low is None:
                continue
            if low > high + 1:
                self.error("R01", head.place, f"between {high} and {low} there is a gap")
            elif low <= high:
                self.error("R02", head.place, f"this column overlaps the one before it, which goes to {high}")

    def low_of(self, span: t.Span | t.Expr | None) -> int | None:
        if isinstance(span, t.Number):
            return span.value
        return self.bound_of(span.low) if isinstance(span, t.Span) and span.low is not None else None

    def high_of(self, span: t.Span | t.Expr | None) -> int | None:
        if isinstance(span, t.Number):
            return span.value
        return self.bound_of(span.high) if isinstance(span, t.Span) and span.high is not None else None
