"""Built-in functions, questions to boards, and the values, conditions and relations a rulebook defines."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from dsl import core
from dsl import tree as t
from dsl.messages import did_you_mean
from dsl.places import Place
from dsl.scope import Element, Frame, Scope
from dsl.symbols import NONE, Symbols, text_of
from dsl.types import BAD, EMPTY, FLAG, NUMBER, Ty, group, number, row

if TYPE_CHECKING:
    from collections.abc import Iterable

Bound = tuple[core.Expr, Ty]

# name -> (how it is written, what it is): the reference is generated from this table.
BUILT_INS = {
    "count": ("count(S)", "how many there are in S"),
    "total": ("total(E, S)", "the sum of E over the elements of S"),
    "greatest": ("greatest(E, S)", "the greatest E over the elements of S, 0 if there is none"),
    "smallest": ("smallest(E, S)", "the smallest E over the elements of S, 0 if there is none"),
    "best": ("best(E, S)", "those of S whose E is greatest"),
    "worst": ("worst(E, S)", "those of S whose E is smallest"),
    "leaders": ("leaders(RANKING)", "those that come first in a ranking; leaders(RANKING, S) of S only"),
    "first": ("first(S)", "the first row of S, or none"),
    "either": ("either(C, a, b)", "a if C holds, else b"),
    "min": ("min(a, b)", "the smaller number"),
    "max": ("max(a, b)", "the greater number"),
}
# name -> (kinds of its arguments, kind of its result)
BOARD = {
    "ahead": ("cell direction", "cell"),
    "neighbours": ("cell", "cells"),
    "distance": ("cell cell", "number"),
    "diagonal_distance": ("cell cell", "number"),
    "direction": ("cell cell", "direction"),
    "opposite": ("direction", "direction"),
    "ray": ("cell direction", "cells"),
    "line": ("cell cell", "cells"),
    "within": ("cell number", "cells"),
    "first_on_ray": ("cell direction cells", "cell"),
}


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


class Bindings(Symbols):
    functions: list[core.Function]
    entries: dict[str, list[Entry]]
    conditions: dict[str, list[Entry]]

    if TYPE_CHECKING:

        def bind(self, expr: t.Expr, scope: Scope, expected: Ty | None = None) -> Bound: ...
        def flag(self, expr: t.Expr, scope: Scope) -> core.Expr: ...
        def value(self, expr: t.Expr, scope: Scope, expected: Ty, what: str = "this") -> core.Expr: ...
        def fit(self, bound: core.Expr, type_: Ty, expected: Ty, place: Place, what: str = "this") -> core.Expr: ...
        def set_of(self, expr: t.Expr, scope: Scope, domain: int | None = None) -> Bound: ...
        def bad(self, place: Place) -> Bound: ...
        def turned(self, bound: core.Expr, domain: int, place: Place) -> core.Expr: ...

    # ------------------------------------------------------------------------------------ built in

    def built_in(self, name: str, expr: t.Apply, args: list[t.Expr], scope: Scope, expected: Ty | None) -> Bound:
        place = expr.place
        arity = {"count": (1, 1), "first": (1, 1), "either": (3, 3), "leaders": (1, 2)}.get(name, (2, 2))
        if not arity[0] <= len(args) <= arity[1]:
            self.error("T06", place, f"‘{name}’ is written {BUILT_INS[name][0]}")
            return self.bad(place)
        if name in ("count", "first"):
            source, type_ = self.set_of(args[0], scope)
            if type_.kind == "bad":
                return self.bad(place)
            slot = scope.frame.slot()
            out = core.Query(place, name, source, slot)
            return out, (row(type_.domain, True) if name == "first" else number(0, self.domains[type_.domain].size))
        if name == "either":
            test = self.flag(args[0], scope)
            then, a = self.bind(args[1], scope, expected)
            other, b = self.bind(args[2], scope, a if expected is None else expected)
            if a.kind in ("row", "set") and b.is_set:
                then = self.fit(then, a, b, args[1].place)
                a = b
            return core.Choice(place, test, then, other), a | b
        if name in ("min", "max"):
            left, right = (self.value(a, scope, NUMBER) for a in args)
            a, b = self.bind(args[0], scope)[1], self.bind(args[1], scope)[1]
            pick = min if name == "min" else max
            return core.Arith(place, name, left, right), number(pick(a.low, b.low), pick(a.high, b.high))
        if name == "leaders":
            return self.leaders(args, scope, place)
        source, type_ = self.set_of(args[1], scope)
        if type_.kind == "bad":
            return self.bad(place)
        slot, inner = self.element_scope(scope, type_.domain)
        measured, of = self.bind(args[0], inner)
        if of.kind not in ("number", "flag", "bad"):
            self.error("T01", args[0].place, f"a number is expected, this is {self.describe(of)}")
        sink = {"total": "sum", "greatest": "high", "smallest": "low"}.get(name, name)
        out = core.Query(place, sink, source, slot, None, measured)
        if name in ("best", "worst"):
            return out, group(type_.domain)
        high = of.high * self.domains[type_.domain].size if name == "total" else of.high
        low = of.low * self.domains[type_.domain].size if name == "total" else of.low
        return out, number(min(0, low), max(0, high))

    def element_scope(self, scope: Scope, domain: int) -> tuple[int, Scope]:
        inner = scope.child()
        slot = inner.frame.slot()
        inner.elements = [*scope.elements, Element(slot, row(domain))]
        return slot, inner

    def leaders(self, args: list[t.Expr], scope: Scope, place: Place) -> Bound:
        name = str(args[0].word) if isinstance(args[0], t.Name) else ""
        entry = next((e for e in self.entries.get(name, []) if isinstance(e.decl, t.Ranking)), None)
        if entry is None:
            known = [n for n, es in self.entries.items() if isinstance(es[0].decl, t.Ranking)]
            self.error("N01", args[0].place, f"there is no ranking ‘{name}’", did_you_mean(name, known))
            return self.bad(place)
        domain = entry.types[0].domain
        source = self.set_of(args[1], scope, domain)[0] if len(args) > 1 else core.Rows(place, domain)
        assert isinstance(entry.decl, t.Ranking)
        for rank in entry.decl.ranks:
            slot, inner = self.element_scope(scope, domain)
            measured, of = self.bind(rank.value, inner)
            if of.kind not in ("number", "flag", "bad"):
                self.error("T01", rank.value.place, f"a ranking compares numbers, this is {self.describe(of)}")
            source = core.Query(place, "best" if rank.highest else "worst", source, slot, None, measured)
        return source, group(domain)

    # ------------------------------------------------------------------------------------ boards

    def board_question(self, name: str, expr: t.Apply, args: list[t.Expr], scope: Scope) -> Bound:
        place = expr.place
        wanted, gives = BOARD[name]
        kinds = wanted.split()
        if len(args) != len(kinds):
            self.error("T06", place, f"‘{name}’ takes {len(kinds)} values: {', '.join(kinds)}")
            return self.bad(place)
        board = None
        directions = self.domain_by_name.get("direction", NONE)
        bound: list[core.Expr] = []
        for arg, kind in zip(args, kinds, strict=True):
            if kind == "cell":
                expected = row(board, True) if board is not None else self.any_cell()
                value, type_ = self.bind(arg, scope, expected)
                if type_.is_row and self.domains[type_.domain].board is not None:
                    if board is not None and type_.domain != board:
                        self.error("T01", arg.place, "these are cells of two boards")
                    board = type_.domain
                elif type_.kind not in ("bad", "none"):
                    self.error("T01", arg.place, f"a cell is expected, this is {self.describe(type_)}")
            elif kind == "direction":
                value = self.value(arg, scope, row(directions, True)) if directions != NONE else self.bad(arg.place)[0]
            elif kind == "cells":
                value = self.set_of(arg, scope, board)[0]
            else:
                value = self.value(arg, scope, NUMBER)
            bound.append(value)
        if board is None:
            boards = [d.index for d in self.domains if d.board is not None]
            if not boards:
                self.error("T03", place, "this game has no board")
                return self.bad(place)
            board = boards[0]
        ask = core.Ask(place, board, name, tuple(bound))
        result = {"cell": row(board, True), "cells": group(board), "number": number(0, 9999), "direction": row(directions, True)}
        return ask, result[gives]

    def any_cell(self) -> Ty | None:
        boards = [d.index for d in self.domains if d.board is not None]
        return row(boards[0], True) if boards else None

    # ------------------------------------------------------------------------------------ values of the rulebook

    def function_names(self) -> list[str]:
        return [*self.entries, *self.conditions]

    def functions_over(self, domain: int) -> list[str]:
        found = [e for es in [*self.entries.values(), *self.conditions.values()] for e in es]
        return [e.name for e in found if len(e.types) == 1 and e.types[0].domain == domain]

    def function_arity(self, name: str) -> int:
        return len(self.entries[name][0].types) if name in self.entries else NONE

    def noun_type(self, param: t.Parameter) -> tuple[Ty, tuple[int, int] | None]:
        """The type of a parameter; for the name of a member (``brute``) also that member, which its bearer must have."""
        if param.type is not None:
            return self.type_of(param.type), None
        word = str(param.name)
        if word in self.nouns:
            return row(self.nouns[word]), None
        for domain, index in self.members.get(word, []):
            bearer = self.bearer_of(domain)
            if bearer is not None:
                return row(bearer), (domain, index)
        hint = did_you_mean(word, [*self.nouns, *self.members]) or f"Write its type: ({word}: KIND)."
        self.error("N01", param.name.place, f"there is no noun ‘{word}’", hint)
        return BAD, None

    def bearer_of(self, domain: int) -> int | None:
        if domain in self.bearers:
            return self.domain_by_name.get(self.bearers[domain])
        for wanted in (True, False):
            for owner in self.domains:
                if owner.dynamic == wanted and owner.name != "order":
                    for index in self.fields_of[owner.index].values():
                        type_ = self.field_types[index]
                        if type_.kind in ("row", "set") and type_.domain == domain:
                            return owner.index
        return None

    def bears(self, owner: core.Expr, owner_domain: int, member: tuple[int, int], place: Place) -> core.Expr:
        """Does it bear that member (is its role archer, are its skills among ...)?"""
        for index in self.fields_of[owner_domain].values():
            type_ = self.field_types[index]
            if type_.domain == member[0] and type_.kind in ("row", "set"):
                read = core.Read(place, index, owner)
                wanted = core.Const(place, member[1])
                return core.In(place, wanted, read) if type_.is_set else core.Compare(place, "==", read, wanted)
        return core.Const(place, 1)

    def call_function(self, name: str, args: list[t.Expr], place: Place, scope: Scope) -> Bound | None:
        found = [e for e in self.entries.get(name, []) if len(e.types) == len(args) and not isinstance(e.decl, t.Ranking)]
        if not found:
            if name in self.entries:
                wanted = len(self.entries[name][0].types)
                self.error("T06", place, f"‘{name}’ takes {wanted} values, not {len(args)}")
                return self.bad(place)
            return None
        entry = found[0]
        if len(found) > 1:
            type_ = self.bind(args[0], scope)[1]
            entry = next((e for e in found if e.types[0].domain == type_.domain), found[0])
        bound = tuple(
            self.value(a, scope, e if e.kind != "row" else row(e.domain, True), f"‘{n}’")
            for a, e, n in zip(args, entry.types, entry.names, strict=True)
        )
        function = self.function_of(entry)
        return core.Apply(place, function.index, bound), entry.type

    def value_of(self, owner: core.Expr, type_: Ty, word: t.Word) -> Bound | None:
        for entry in [*self.entries.get(str(word), []), *self.conditions.get(str(word), [])]:
            if len(entry.types) == 1 and entry.types[0].domain == type_.domain and entry.types[0].is_row:
                if isinstance(entry.decl, t.Ranking):
                    continue
                function = self.function_of(entry)
                return core.Apply(word.place, function.index, (owner,)), entry.type
        return None

    def condition_on(self, owner: core.Expr, type_: Ty, word: t.Word, scope: Scope) -> core.Expr | None:
        """``x is standing``, where standing is a condition or a flag of x."""
        if str(word) in scope.names:
            return None
        for entry in self.conditions.get(str(word), []):
            if len(entry.types) == 1 and entry.types[0].domain == type_.domain:
                return core.Apply(word.place, self.function_of(entry).index, (owner,))
        index = self.fields_of[type_.domain].get(str(word))
        if index is not None and self.field_types[index].kind == "flag":
            return core.Read(word.place, index, owner)
        if str(word) == "pending" and self.domain_name(type_.domain) == "step":
            return core.Built(word.place, "pending", (owner,))
        if not self.members.get(str(word)) and str(word) in self.conditions:
            kinds = ", ".join(self.domain_name(e.types[0].domain) for e in self.conditions[str(word)])
            self.error("T01", word.place, f"‘{word}’ is asked of a {kinds}, not of {self.describe(type_)}")
            return core.Const(word.place, 0)
        return None

    def relation_on(self, left: core.Expr, a: Ty, right: core.Expr, b: Ty, word: t.Word) -> core.Expr | None:
        found = [e for e in self.conditions.get(str(word), []) if len(e.types) == 2]
        for entry in found:
            if entry.types[0].domain == a.domain and entry.types[1].domain == b.domain:
                return core.Apply(word.place, self.function_of(entry).index, (left, right))
        if found:
            kinds = " and ".join(self.describe(x) for x in found[0].types)
            self.error("T01", word.place, f"‘{word}’ is between {kinds}, not {self.describe(a)} and {self.describe(b)}")
        else:
            known = [n for n, es in self.conditions.items() if any(len(e.types) == 2 for e in es)]
            self.unknown(word, "relation", known)
        return None

    def amount_held(self, owner: core.Expr, type_: Ty, word: t.Word) -> Bound | None:
        return None

    # ------------------------------------------------------------------------------------ binding them

    def declare_values(self) -> None:
        self.entries, self.conditions, self.functions = {}, {}, []
        for decl in self.decls:
            if isinstance(decl, t.Define):
                types = [self.noun_type(p)[0] for p in decl.params]
                self.declare_value(self.entries, Entry(str(decl.name), decl, [str(p.name) for p in decl.params], types))
            elif isinstance(decl, t.Condition):
                params = [t.Parameter(n.place, n) for n in (decl.subject, decl.object) if n is not None]
                types = [self.noun_type(p)[0] for p in params]
                entry = Entry(str(decl.name), decl, [str(p.name) for p in params], types, type=FLAG)
                self.declare_value(self.conditions, entry)
            elif isinstance(decl, t.Grid):
                self.declare_grid(decl)
            elif isinstance(decl, t.Ranking):
                domain = self.nouns.get(str(decl.kind))
                if domain is None:
                    self.unknown(decl.kind, "kind", self.nouns)
                    domain = 0
                self.declare_value(self.entries, Entry(str(decl.name), decl, [str(decl.kind)], [row(domain)]))
        for decl in self.decls:
            if isinstance(decl, t.Adjust) and decl.what != "test":
                self.attach(decl)

    def declare_value(self, table: dict[str, list[Entry]], entry: Entry) -> None:
        for other in table.get(entry.name, []):
            same = [x.domain for x in other.types] == [x.domain for x in entry.types] and len(other.types) == len(entry.types)
            if same:
                self.error("N02", entry.decl.place, f"‘{entry.name}’ is defined twice",
                           "Use ‘adjust’ to change it, or ‘replace’.", [(other.decl.place, "the first")])  # fmt: skip
                return
        table.setdefault(entry.name, []).append(entry)

    def attach(self, decl: t.Adjust) -> None:
        table = self.entries if decl.what == "value" else self.conditions
        found = [e for e in table.get(str(decl.name), []) if len(e.types) == len(decl.params)]
        if not found:
            self.error("N07", decl.name.place, f"there is no ‘{decl.name}’ of {len(decl.params)} to adjust",
                       did_you_mean(decl.name, table))  # fmt: skip
            return
        types = [self.noun_type(p)[0] for p in decl.params]
        for entry in found:
            if all(a.domain == b.domain for a, b in zip(types, entry.types, strict=True)):
                entry.adjusts.append(decl)
                return
        self.error("N07", decl.place, f"‘{decl.name}’ is not of {' and '.join(self.describe(x) for x in types)}")

    def declare_grid(self, decl: t.Grid) -> None:
        domain = self.nouns.get(str(decl.row))
        types = [row(domain) if domain is not None else NUMBER, NUMBER]
        column = self.nouns.get(str(decl.column))
        if column is not None:
            types[1] = row(column)
        self.declare_value(self.entries, Entry(str(decl.name), decl, [str(decl.row), str(decl.column)], types))

    def function_of(self, entry: Entry) -> core.Function:
        if entry.function is not None:
            return entry.function
        decl = entry.decl
        frame = Frame()
        scope = Scope(frame)
        params = []
        for name, type_ in zip(entry.names, entry.types, strict=True):
            slot = scope.add(name, type_)
            params.append(core.Param(name, slot, type_.domain, type_.low, type_.high, is_set=type_.is_set))
        place = decl.place
        made = core.Function(len(self.functions), entry.name, params, frame.size, core.Const(place, 0), place,
                             tuple(decl.clauses), text_of(decl.title))  # fmt: skip
        self.functions.append(made)
        entry.function = made
        if isinstance(decl, t.Define) and isinstance(decl.value, (t.Tuple, t.Where)) and not entry.busy:
            entry.type = self.guess(decl.value, scope)
        entry.busy = True
        if isinstance(decl, t.Grid):
            made.body, entry.type = self.grid_body(decl, entry, scope)
        elif isinstance(decl, t.Condition):
            made.body = self.staged(entry, self.flag(decl.when, scope), FLAG, scope, decl.modifiers)
        elif isinstance(decl, t.Define):
            body, type_ = self.bind(decl.value, scope)
            type_ = self.widest(type_, [*decl.modifiers, *(m for a in entry.adjusts for m in a.modifiers)], scope)
            if type_.is_set:
                body = self.fit(body, self.bind(decl.value, scope, type_)[1], type_, decl.value.place)
                body = self.value(decl.value, scope, type_)
            entry.type = type_
            made.body = self.staged(entry, body, type_, scope, decl.modifiers)
            entry.type = self.ranged(entry, type_)
        entry.busy = False
        made.slots = frame.size
        made.domain, made.is_set = entry.type.domain, entry.type.is_set
        return made

    def guess(self, value: t.Expr, scope: Scope) -> Ty:
        """The type of a set that speaks of itself, as far as its first words tell."""
        if isinstance(value, t.Where) and isinstance(value.source, t.Name) and str(value.source.word) in self.plurals:
            domain = self.plurals[str(value.source.word)]
            return {"set": group(domain), "the": row(domain, True)}.get(value.sink, FLAG)
        return NUMBER

    def widest(self, type_: Ty, modifiers: Iterable[t.Modifier], scope: Scope) -> Ty:
        """A set if anything joins it, a row if it starts as none and may become one."""
        for modifier in modifiers:
            if modifier.form in ("also", "except") and type_.is_row:
                return group(type_.domain)
            if modifier.form in ("also", "override") and type_.kind in ("none", "empty") and modifier.value is not None:
                found = self.bind(modifier.value, scope)[1]
                if found.kind in ("row", "set"):
                    type_ = group(found.domain) if modifier.form == "also" else found
                    if type_.is_row:
                        type_ = row(type_.domain, True)
        if type_.kind == "empty":
            type_ = EMPTY
        return type_

    def ranged(self, entry: Entry, type_: Ty) -> Ty:
        if type_.kind != "number":
            return type_
        low, high = type_.low, type_.high
        forms = [m for m in [*getattr(entry.decl, "modifiers", []), *(m for a in entry.adjusts for m in a.modifiers)]]
        floors = [m.value.value for m in forms if m.form == "floor" and isinstance(m.value, t.Number) and m.when is None]
        ceilings = [m.value.value for m in forms if m.form == "ceiling" and isinstance(m.value, t.Number) and m.when is None]
        if any(m.form in ("bonus", "bonus_each", "override") for m in forms) or entry.name in self.adds_to():
            low, high = -1_000_000, 1_000_000
        return number(max([low, *floors]), min([high, *ceilings]))

    def adds_to(self) -> set[str]:
        return {str(word) for _, word, _, _ in self.added}

    # ------------------------------------------------------------------------------------ stages

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
        overrides = [m for m, _, _ in lines if m.form == "override"]
        for position, first in enumerate(overrides):
            for second in overrides[position + 1 :]:
                apart = first.place.file != second.place.file
                if apart and first not in own and second not in own and first.when == second.when:
                    self.error("N06", second.place, "two files replace this value, and both may hold",
                               "Let one of them say ‘+’ or ‘-’, or narrow its condition.", [(first.place, "the other")])  # fmt: skip

    def fold(
        self, lines: list[tuple[t.Modifier, Scope, core.Expr | None]], value: core.Expr, type_: Ty, entry: Entry, scope: Scope
    ) -> core.Expr:
        for forms in (("override",), ("bonus", "bonus_each"), ("also", "also_when"), ("not_when", "except"), ("floor", "ceiling")):
            for modifier, inner, test in lines:
                if modifier.form in forms:
                    value = self.modified(modifier, inner, test, value, type_)
            if "bonus" in forms:
                value = self.with_columns(entry, value, scope)
        return value

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
            other = self.value(m.value, scope, row(type_.domain, True) if type_.is_row else type_)
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

    # ------------------------------------------------------------------------------------ charts

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
