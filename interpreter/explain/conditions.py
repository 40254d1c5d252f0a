"""Conditions accounted for: what they say, which part of them decided, and the values that part compares.

What is reported of a failed expectation, of a refused order and of an option that is not offered comes from here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import children
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.source.clause_numbers import NOTE
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.code.value_text import said
from arbitre.interpreter.reference.values.row_kinds import option_domain, value_domain
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.findings import Finding
from arbitre.interpreter.state.masks import rows_of

DEEPEST = 4  # conditions within conditions that are gone into
SHOWN = 8  # members of a set that are named
LOOKED_AT = 4  # of those, that are explained one by one
_SETS = {"set", "best", "worst", "union"}
_MASKS = {"neighbours", "ray", "line", "within", "reach"}
_NUMBERS = {"distance", "diagonal_distance", "travel", "clear"}
_SIGNS = {"==": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}


@dataclass(frozen=True, slots=True)
class ExprType:
    """The type of an expression: a row or a set of a domain, a flag, else a number."""

    domain: int = NONE
    is_set: bool = False
    is_flag: bool = False


@dataclass(slots=True)
class Account:
    """Accounts for conditions over one frame.  ``types``: of its slots; ``called``: what rows are called, if not by their key."""

    m: Machine
    x: Run
    frame: list[int]
    types: Mapping[int, ExprType] = field(default_factory=dict)
    called: Callable[[int, int], str] | None = None
    depth: int = 0
    rule: Place = NOWHERE  # the rule itself: what has its place is written nowhere

    # ------------------------------------------------------------------------------------ values

    def value(self, expr: core.Expr) -> Any:
        return self.m.expr(expr)(self.x, self.frame)

    def type_of(self, expr: core.Expr) -> ExprType:
        match expr:
            case core.Read():
                column = self.m.program.fields[expr.field]
                return ExprType(column.target, column.is_set, column.is_flag)
            case core.Apply():
                function = self.m.program.functions[expr.function]
                return ExprType(function.domain, function.is_set, truth(function.body))
            case core.Local():
                return self.types.get(expr.slot, ExprType())
            case core.Query():
                if expr.sink in ("any",):
                    return ExprType(is_flag=True)
                if expr.sink in ("count", "sum", "high", "low"):
                    return ExprType()
                return ExprType(self.domain(expr), expr.sink in _SETS)
            case core.Rows() | core.SetOf() | core.SetOp():
                return ExprType(self.domain(expr), True)
            case core.Ask():
                if expr.query in _NUMBERS:
                    return ExprType()
                if expr.query in ("direction", "opposite"):
                    return ExprType(next((d.index for d in self.m.program.domains if d.name == "direction"), NONE))
                return ExprType(expr.board, expr.query in _MASKS)
            case core.Choice():
                return self.type_of(expr.then)
            case core.Settled():
                return self.type_of(expr.base)
        return ExprType(is_flag=truth(expr))

    def domain(self, expr: core.Expr) -> int:
        """The kind of the rows a set or a search is of."""
        match expr:
            case core.Local():
                return self.types.get(expr.slot, ExprType()).domain
            case core.SetOf():
                return next((d for d in map(self.domain, expr.items) if d != NONE), NONE)
            case core.SetOp():
                left = self.domain(expr.left)
                return left if left != NONE else self.domain(expr.right)
            case core.Query() if expr.sink != "union":
                return self.domain(expr.source)
        found = option_domain(expr, self.m)
        return found if found != NONE else value_domain(expr, self.m)

    def shown(self, value: Any, type_: ExprType) -> str:
        if type_.is_set:
            rows = rows_of(value)
            names = [self.row(type_.domain, r) if type_.domain != NONE else str(r) for r in rows[:SHOWN]]
            return " + ".join(names) + (phrase(" and {0} more", len(rows) - SHOWN) if len(rows) > SHOWN else "") if names else "empty"
        if type_.domain != NONE:
            return self.row(type_.domain, value)
        return ("true" if value else "false") if type_.is_flag else said(value, "en")

    def row(self, domain: int, row: int) -> str:
        called = self.called(domain, row) if self.called is not None and row >= 0 else ""
        return called or self.m.row_key(domain, row)

    def said(self, expr: core.Expr, like: core.Expr | None = None) -> str:
        """The value of an expression in words; ``like``: what it is compared with, where it does not say itself what it is."""
        type_ = self.type_of(expr)
        if like is not None and type_ == ExprType():
            type_ = self.type_of(like)
            type_ = ExprType(type_.domain, False, type_.is_flag)
        elif like is not None and type_.is_set and type_.domain == NONE:
            type_ = ExprType(self.type_of(like).domain, True)
        try:
            return self.shown(self.value(expr), type_)
        except RulebookError as error:
            return phrase("nothing ({0})", error.text)

    # ------------------------------------------------------------------------------------ conditions

    def finding(self, expr: core.Expr) -> Finding:
        """What came of one condition, with the parts of it that decided."""
        try:
            held = bool(self.value(expr))
        except RulebookError as error:
            return Finding(expr.place, self.source(expr), False, (("", error.text),), self.names(expr))
        inner = tuple(self.parts(expr, held))
        return Finding(expr.place, self.source(expr), held, self.sides(expr, held), self.names(expr), inner, self.unbegun(expr))

    def deciding(self, expr: core.Expr, wanted: bool) -> list[Finding]:
        """The conjuncts that keep a condition from being what it should be."""
        match expr:
            case core.And() if wanted:
                return [f for item in expr.items for f in self.failing(item)]
        found = self.finding(expr)
        return [] if found.held == wanted else [found]

    def failing(self, item: core.Expr) -> list[Finding]:
        return self.deciding(item, True)

    def parts(self, expr: core.Expr, held: bool) -> Iterator[Finding]:
        """The parts that made a condition come out as it did; none of one that only compares."""
        if self.depth >= DEEPEST:
            return
        match expr:
            case core.Not():
                yield from self.within(expr.item)
            case core.And() | core.Or():
                for item in expr.items:
                    found = self.finding(item)
                    if found.held == held:
                        yield found
                        if held is isinstance(expr, core.Or):
                            return
            case core.Choice() if truth(expr.then) or truth(expr.other):
                test = self.finding(expr.test)
                branch = expr.then if test.held else expr.other
                if isinstance(branch, core.Const):
                    yield test
                else:
                    yield self.finding(branch)
            case core.Apply() if truth(self.m.program.functions[expr.function].body):
                function = self.m.program.functions[expr.function]
                given = [self.value(a) for a in expr.args]
                types = {p.slot: ExprType(p.domain, p.is_set) for p in function.params}
                inner = Account(self.m, self.x, [*given, *[0] * function.slots], types, self.called, self.depth + 1)
                yield from inner.within(function.body)

    def within(self, expr: core.Expr) -> Iterator[Finding]:
        """A part by itself, or its own parts where it is made of several."""
        found = self.finding(expr)
        if isinstance(expr, (core.And, core.Or)) and found.inner:
            yield from found.inner
        else:
            yield found

    def sides(self, expr: core.Expr, held: bool) -> tuple[tuple[str, str], ...]:
        match expr:
            case core.Compare():
                pairs = [(expr.left, expr.right), (expr.right, expr.left)]
                return tuple((self.source(e), self.said(e, other)) for e, other in pairs if not isinstance(e, core.Const))
            case core.In():
                pair = ((self.source(expr.item), self.said(expr.item, self.element(expr.group))),) if not isinstance(
                    expr.item, core.Const
                ) else ()  # fmt: skip
                return (*pair, self.among(expr, held))
            case core.Query() if expr.sink == "any":
                return self.searched(expr, held)
            case core.Not() if isinstance(expr.item, (core.Compare, core.In, core.Query)):
                return self.sides(expr.item, not held)
            case core.Read() | core.Local() | core.Own() | core.Built():
                return ()
        return ()

    def among(self, expr: core.In, held: bool) -> tuple[str, str]:
        """The set that something is asked to be in; of a long one only whether it is there."""
        try:
            count = len(rows_of(self.value(expr.group)))
        except RulebookError:
            count = 0
        if count > SHOWN:
            return "", phrase("it is {0} of these {1}", "one" if held else "none", count)
        return self.source(expr.group), self.said(expr.group)

    def element(self, group: core.Expr) -> core.Expr:
        """Something of the kind that a set holds."""
        domain = self.domain(group)
        return core.Query(group.place, "first", core.Rows(group.place, domain), 0) if domain != NONE else group

    def searched(self, expr: core.Query, held: bool) -> tuple[tuple[str, str], ...]:
        """Of a query that found rows: which; of one that did not: which rows it scanned."""
        type_ = ExprType(self.domain(expr.source), True)
        if not held:
            return ((self.source(expr.source), self.said(expr.source)), *self.each(expr, type_.domain))
        found = core.Query(expr.place, "set", expr.source, expr.slot, expr.where)
        return (("", phrase("there is {0}", self.shown(self.value(found), type_))),)

    def each(self, expr: core.Query, domain: int) -> Iterator[tuple[str, str]]:
        """For the first few rows that a query scanned: the comparison that left each out."""
        frame = self.frame[:]
        inner = Account(self.m, self.x, frame, {**self.types, expr.slot: ExprType(domain)}, self.called, self.depth + 1, self.rule)
        for row in rows_of(self.value(expr.source))[:LOOKED_AT] if expr.where is not None and self.depth < DEEPEST else ():
            frame[expr.slot] = row
            for found in inner.deciding(expr.where, True)[:1] if expr.where is not None else ():
                for what, value in found.sides[:1]:
                    yield phrase("{0} of {1}", what, self.row(domain, row)) if what else self.row(domain, row), value

    # ------------------------------------------------------------------------------------ words

    def source(self, expr: core.Expr) -> str:
        """An expression as it is written."""
        place = expr.place
        if isinstance(expr, core.Read):  # its own place is that of the field's name
            field = self.m.program.fields[expr.field].name
            return f"{self.source(expr.row)}.{field}" if expr.row.place != place else field
        if isinstance(expr, core.Apply) and len(expr.args) == 1 and expr.args[0].place != place and place.end_line == place.line:
            name = self.m.program.functions[expr.function].name
            if place.end_column - place.column == len(name):
                joint = " is " if truth(self.m.program.functions[expr.function].body) else "."
                return f"{self.source(expr.args[0])}{joint}{name}"
        lines = self.m.program.sources.get(place.file, "").split("\n")
        if not 1 <= place.line <= len(lines) or not place.end_line or place == self.rule:
            return self.named(expr)
        if place.end_line != place.line:
            text = " ".join([lines[place.line - 1][place.column - 1 :], *lines[place.line : place.end_line - 1]])
        else:
            text = lines[place.line - 1][place.column - 1 : place.end_column - 1]
        text = re.sub(r"\s+", " ", re.sub(rf"#.*|{NOTE}\s*$", "", text)).strip()
        return text if text and len(text) < 160 and not text.endswith(":") else self.named(expr)

    def named(self, expr: core.Expr) -> str:
        """What an expression that nobody wrote in a line of its own is about."""
        if isinstance(expr, core.In) and isinstance(expr.group, core.Read):
            return phrase("{0} in {1}", self.said(expr.item, self.element(expr.group)), self.m.program.fields[expr.group.field].name)
        return ", ".join(sorted(self.core_names(expr))) or "this"

    def names(self, expr: core.Expr) -> frozenset[str]:
        """Every word a condition mentions."""
        return frozenset({*re.findall(r"[^\W\d]\w*", self.source(expr)), *self.core_names(expr)})

    def core_names(self, expr: core.Expr) -> set[str]:
        out: set[str] = set()
        program = self.m.program
        match expr:
            case core.Read():
                column = program.fields[expr.field]
                out |= {column.name, program.domains[column.domain].name}
            case core.Apply():
                out.add(program.functions[expr.function].name)
            case core.Ask():
                out.add(expr.query)
            case core.Rows():
                out.add(program.domains[expr.domain].name)
            case core.In() if isinstance(expr.item, core.Const) and self.domain(expr.group) != NONE:
                out.add(self.row(self.domain(expr.group), expr.item.value))
            case core.Local() if expr.slot in self.types and self.types[expr.slot].domain != NONE:
                out.add(program.domains[self.types[expr.slot].domain].name)
        for child in children(expr):
            out |= self.core_names(child)
        return out

    def unbegun(self, expr: core.Expr) -> str:
        """An agenda or event that is not under way, of which this asks a field."""
        if isinstance(expr, core.Own) and not self.x.running.get(expr.procedure):
            return self.m.program.procedures[expr.procedure].name
        if isinstance(expr, core.Apply) and truth(self.m.program.functions[expr.function].body):
            return ""  # its parts say so
        return next((name for child in children(expr) if (name := self.unbegun(child))), "")


def truth(expr: core.Expr) -> bool:
    """Is it a condition?"""
    match expr:
        case core.And() | core.Or() | core.Not() | core.Compare() | core.In():
            return True
        case core.Query():
            return expr.sink == "any"
        case core.Choice():
            return truth(expr.then) or truth(expr.other)
        case core.Built():
            return expr.name in ("told", "sees", "pending", "match_over")
    return False


def mentioned(found: Finding) -> frozenset[str]:
    """The words of a condition, and of those within it that decided."""
    return found.names.union(*map(mentioned, found.inner))
