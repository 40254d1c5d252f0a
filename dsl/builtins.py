"""Built-in functions, questions to boards, and the values, conditions and relations a rulebook defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import core
from dsl import tree as t
from dsl.chances import Chances
from dsl.messages import an, did_you_mean
from dsl.places import Place
from dsl.scope import Element, Scope
from dsl.symbols import NONE
from dsl.types import CHANCE, FLAG, NUMBER, Ty, group, number, row

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
    "min": ("min(a, b)", "the smaller number"),
    "max": ("max(a, b)", "the greater number"),
    "percent": ("percent(C)", "a chance as a whole number of percent, rounded"),
    "arrival": (
        "arrival(a, b, limit, S, F(...), P(...))",
        "the chance of the surest walk of steps from a to b, for at most limit, entering none of S",
    ),
    "surest": ("surest(a, b, limit, S, F(...), P(...))", "the cells of that walk, b among them, a not"),
}
WALKS = ("arrival", "surest")
PRICED = ("travel", "reach", "toward")  # they may end with what a step costs
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
    "below": ("cell", "cell"),
    "above": ("cell", "cell"),
    "travel": ("cell cell", "number"),
    "reach": ("cell number cells", "cells"),
    "toward": ("cell cell cells", "cell"),
    "clear": ("cell cell", "flag"),
}


class Bindings(Chances):
    if TYPE_CHECKING:

        def audience(self, expr: t.Expr, scope: Scope) -> core.Expr: ...

    # ------------------------------------------------------------------------------------ built in

    def built_in(self, name: str, expr: t.Apply, args: list[t.Expr], scope: Scope, expected: Ty | None) -> Bound:
        place = expr.place
        arity = {
            "count": (1, 1),
            "first": (1, 1),
            "leaders": (1, 2),
            "percent": (1, 1),
            "arrival": (5, 6),
            "surest": (5, 6),
        }.get(name, (2, 2))
        if not arity[0] <= len(args) <= arity[1]:
            self.error("T06", place, f"‘{name}’ is written {BUILT_INS[name][0]}")
            return self.bad(place)
        if name in ("count", "first"):
            source, type_ = self.set_of(args[0], scope)
            if type_.kind == "bad":
                return self.bad(place)
            if isinstance(source, core.Path):  # in its own order, and a cell it comes to twice counts twice
                first = core.Const(place, source.cells[0] if source.cells else NONE)
                return (core.Const(place, len(source.cells)), NUMBER) if name == "count" else (first, row(type_.domain, True))
            slot = scope.frame.slot()
            out = core.Query(place, name, source, slot)
            return out, (row(type_.domain, True) if name == "first" else number(0, self.domains[type_.domain].size))
        if name == "percent":
            return core.Built(place, "percent", (self.value(args[0], scope, CHANCE),)), number(0, 100)
        if name in WALKS:
            return self.walk(name, args, scope, place)
        if name in ("min", "max"):
            if self.bind(args[0], scope)[1].kind == "chance":
                return core.Arith(place, name, *(self.value(a, scope, CHANCE) for a in args)), CHANCE
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
        if of.kind not in ("number", "flag", "bad") and not (of.kind == "chance" and name != "total"):
            self.error("T01", args[0].place, f"a number is expected, this is {self.describe(of)}")
        sink = {"total": "sum", "greatest": "high", "smallest": "low"}.get(name, name)
        out = core.Query(place, sink, source, slot, None, measured)
        if name in ("best", "worst"):
            return out, group(type_.domain)
        if of.kind == "chance":
            return out, CHANCE
        high = of.high * self.domains[type_.domain].size if name == "total" else of.high
        low = of.low * self.domains[type_.domain].size if name == "total" else of.low
        return out, number(min(0, low), max(0, high))

    def bind_either(self, expr: t.Either, scope: Scope, expected: Ty | None) -> Bound:
        """``(a if C otherwise b)``: both of one sort; a row beside a set is the set of it."""
        test = self.flag(expr.test, scope)
        then, a = self.bind(expr.then, scope, expected)
        other, b = self.bind(expr.other, scope, a if expected is None else expected)
        if a.kind in ("row", "set") and b.is_set:
            then = self.fit(then, a, b, expr.then.place)
            a = b
        elif a.is_set and b.is_row:
            other = self.fit(other, b, a, expr.other.place)
        elif a.kind != b.kind and not {a.kind, b.kind} & {"none", "empty", "bad"}:
            self.error("T01", expr.other.place, f"here stands {self.describe(a)} or {self.describe(b)}", "Both sides are of one sort.")
            return self.bad(expr.place)
        return core.Choice(expr.place, test, then, other), a | b

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

    # ------------------------------------------------------------------------------------ who knows, who sees

    def of_sides(self, expr: t.Binary, scope: Scope) -> Bound:
        """What sides know and see; what they are told and offered only scenarios ask."""
        if expr.op in ("knows", "sees"):
            return (self.knowledge if expr.op == "knows" else self.sight)(expr, scope)
        self.error("C09", expr.place, "what is offered and told is asked by ‘expect’, in a scenario",
                   "There it may be joined by ‘and’, and begin with ‘not’; nothing else can be made of it.")  # fmt: skip
        return core.Const(expr.place, 0), FLAG

    def possession(self, expr: t.Binary, scope: Scope) -> Bound:
        owner, type_ = self.bind(expr.left, scope)
        if not type_.is_row:
            if type_.kind != "bad":
                self.error("T01", expr.left.place, f"‘has’ asks of one thing, this is {self.describe(type_)}")
            return self.bad(expr.place)
        fields = self.fields_of[type_.domain]
        self.refuse_two_homes(expr.right, type_, scope, "has")
        if isinstance(expr.right, t.Name) and str(expr.right.word) not in scope.names:
            candidates = self.members.get(str(expr.right.word), [])
            for domain, index in candidates:
                for name, field in fields.items():
                    kind = self.field_types[field]
                    if kind.is_set and kind.domain == domain:
                        read = core.Read(expr.place, field, owner)
                        return core.In(expr.place, core.Const(expr.right.place, index), read), FLAG
                    if kind.is_row and kind.domain == domain and not name.startswith("_"):
                        read = core.Read(expr.place, field, owner)
                        return core.Compare(expr.place, "==", read, core.Const(expr.right.place, index)), FLAG
        item, found = self.bind(expr.right, scope)
        if found.is_row:
            for field in fields.values():
                kind = self.field_types[field]
                if kind.is_set and kind.domain == found.domain:
                    return core.In(expr.place, item, core.Read(expr.place, field, owner)), FLAG
        if found.kind != "bad":
            self.error("T03", expr.place, f"{an(self.domain_name(type_.domain))} has no field that could hold this",
                       "‘has’ looks for a field of the kind of what is on its right.")  # fmt: skip
        return self.bad(expr.place)

    def knowledge(self, expr: t.Binary, scope: Scope) -> Bound:
        nobody = isinstance(expr.left, t.Name) and str(expr.left.word) == "nobody" and self.seats != NONE
        slot = scope.frame.slot() if nobody else NONE
        one = core.SetOf(expr.place, (core.Local(expr.place, slot),))
        audience = one if nobody else self.audience(expr.left, scope)
        bound, _ = self.bind(expr.right, scope)
        if not isinstance(bound, core.Read):
            self.error("T01", expr.right.place, "what is known is a field of something", "Write ‘... knows piece.role’.")
            return self.bad(expr.place)
        if nobody:  # not one seat, where all of no seats would know anything
            told = core.Built(expr.place, "told", (audience, core.Const(expr.place, bound.field), bound.row))
            return core.Not(expr.place, core.Query(expr.place, "any", core.Rows(expr.place, self.seats), slot, told)), FLAG
        return core.Built(expr.place, "told", (audience, core.Const(expr.place, bound.field), bound.row)), FLAG

    def sight(self, expr: t.Binary, scope: Scope) -> Bound:
        """``red sees x.role``: may that field be seen; ``red sees x``: may it be known which row it is."""
        audience = self.audience(expr.left, scope)
        bound, type_ = self.bind(expr.right, scope)
        none = core.Const(expr.place, NONE)
        if isinstance(expr.right, t.Dot) and isinstance(bound, core.Read):
            return core.Built(expr.place, "sees", (audience, core.Const(expr.place, bound.field), none, bound.row)), FLAG
        if type_.is_row:
            return core.Built(expr.place, "sees", (audience, none, core.Const(expr.place, type_.domain), bound)), FLAG
        self.error("T01", expr.right.place, "what is seen is a thing, or a field of one", "Write ‘... sees piece.role’.")
        return self.bad(expr.place)

    # ------------------------------------------------------------------------------------ boards

    def board_question(self, name: str, expr: t.Apply, args: list[t.Expr], scope: Scope) -> Bound:
        place = expr.place
        wanted, gives = BOARD[name]
        kinds = wanted.split()
        priced = args[len(kinds) :] if name in PRICED else []
        if len(args) - len(priced) != len(kinds) or len(priced) > 1:
            self.error("T06", place, f"‘{name}’ takes {len(kinds)} values: {', '.join(kinds)}")
            return self.bad(place)
        board = None
        directions = self.domain_by_name.get("direction", NONE)
        bound: list[core.Expr] = []
        for arg, kind in zip(args, kinds, strict=False):
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
        for arg in priced:
            price = self.price(arg, scope, board)
            if price is None:
                return self.bad(place)
            bound.append(price)
        ask = core.Ask(place, board, name, tuple(bound))
        result = {
            "cell": row(board, True),
            "cells": group(board),
            "number": number(0, 9999),
            "direction": row(directions, True),
            "flag": FLAG,
        }
        return ask, result[gives]

    def any_cell(self) -> Ty | None:
        boards = [d.index for d in self.domains if d.board is not None]
        return row(boards[0], True) if boards else None

    # ------------------------------------------------------------------------------------ values of the rulebook

    # ------------------------------------------------------------------------------------ binding them

    # ------------------------------------------------------------------------------------ stages

    # ------------------------------------------------------------------------------------ charts
