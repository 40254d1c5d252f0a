"""Expressions bound: every word becomes the thing it names, with its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import core, hints
from dsl import tree as t
from dsl.builtins import BOARD, BUILT_INS
from dsl.dice import asked_of_dice
from dsl.messages import an, did_you_mean
from dsl.places import Place
from dsl.reckoning import flatten, reckon, span
from dsl.scope import Element, Outcome, Scope
from dsl.several import Several
from dsl.symbols import NONE
from dsl.types import BAD, EMPTY, FLAG, NOTHING, NUMBER, Ty, group, number, row

Bound = tuple[core.Expr, Ty]
_COMPARE = {"is": "==", "is_not": "!=", "or_more": ">=", "or_less": "<=", "more_than": ">", "less_than": "<"}


class Expressions(Several):
    if TYPE_CHECKING:

        def bind_quietly(self, expr: t.Expr, scope: Scope) -> Ty: ...
        def fraction(self, expr: t.Binary, part: core.Expr, whole: core.Expr) -> Bound: ...
        def atom(self, expr: t.Apply, args: list[t.Expr], scope: Scope) -> Bound: ...

    def bad(self, place: Place) -> Bound:
        return core.Const(place, 0), BAD

    # ------------------------------------------------------------------------------------ entry points

    def bind(self, expr: t.Expr, scope: Scope, expected: Ty | None = None) -> Bound:
        method = getattr(self, "bind_" + type(expr).__name__.lower())
        bound: Bound = (asked_of_dice(self, expr, scope) if scope.thrown else None) or method(expr, scope, expected)
        return bound

    def flag(self, expr: t.Expr, scope: Scope) -> core.Expr:
        """A condition."""
        bound, type_ = self.bind(expr, scope, FLAG)
        if type_.kind == "set":
            self.error("T01", expr.place, "a set is neither true nor false", "Ask ‘any ...’ or ‘no ...’ of it.")
        elif type_.kind not in ("flag", "bad"):
            self.error("T01", expr.place, f"a condition is expected, this is {self.describe(type_)}")
        return bound

    def value(self, expr: t.Expr, scope: Scope, expected: Ty, what: str = "this") -> core.Expr:
        """An expression of a given type."""
        bound, type_ = self.bind(expr, scope, expected)
        return self.fit(bound, type_, expected, expr.place, what)

    def fit(self, bound: core.Expr, type_: Ty, expected: Ty, place: Place, what: str = "this") -> core.Expr:
        if "bad" in (type_.kind, expected.kind) or (expected.kind in ("row", "set") and expected.domain == NONE):
            return bound
        if expected.kind == "set":
            if type_.kind == "empty":
                return core.Const(place, 0)
            if type_.is_row and type_.domain == expected.domain:
                return core.SetOf(place, (bound,))
            if type_.is_set and type_.domain == expected.domain:
                return bound
            if type_.kind == "none":
                return core.Const(place, 0)
        elif expected.kind == "row":
            if type_.kind == "none" and not expected.optional:
                self.error("T01", place, f"{what} is {self.describe(expected)} and cannot be none",
                           f"Write its type ‘{self.domain_name(expected.domain)} or none’ to allow it.")  # fmt: skip
                return bound
            if type_.kind == "none" or (type_.is_row and type_.domain == expected.domain):
                return bound
            if type_.kind == "several" and expected.domain in [kind for kind, _ in bound.choices]:  # type: ignore[attr-defined]
                return self.as_kind(bound, expected.domain, place)
            if type_.is_row and self.turns(type_.domain) and self.turns(expected.domain):
                return bound  # a vertex stands for the direction before it, a direction for the vertex after it
            if type_.kind == "number" and self.turns(expected.domain):
                return self.turned(bound, expected.domain, place)
        elif expected.kind in ("number", "flag", "chance"):
            if type_.kind == expected.kind:
                self.check_range(bound, type_, expected, place)
                return bound
            if type_.kind == "chance" and expected.kind == "number":
                self.error("T01", place, f"{what} is a number, not a chance", "percent(...) makes a whole number of it.")
                return bound
        else:
            return bound
        self.error("T01", place, f"{what} is {self.describe(expected)}, not {self.describe(type_)}")
        return bound

    def check_range(self, bound: core.Expr, type_: Ty, expected: Ty, place: Place) -> None:
        if expected.kind == "number" and isinstance(bound, core.Const) and not expected.low <= bound.value <= expected.high:
            self.error("T02", place, f"{bound.value} is not from {expected.low} to {expected.high}")

    def turned(self, bound: core.Expr, domain: int, place: Place) -> core.Expr:
        size = max(1, self.domains[domain].size)
        if isinstance(bound, core.Const):
            return core.Const(place, bound.value % size)
        return core.Arith(place, "%", bound, core.Const(place, size))

    def set_of(self, expr: t.Expr, scope: Scope, domain: int | None = None) -> Bound:
        """An expression that is a set; one row is the set of it."""
        bound, type_ = self.bind(expr, scope, group(domain) if domain is not None else None)
        if type_.is_row:
            return core.SetOf(expr.place, (bound,)), group(type_.domain)
        if type_.kind == "empty":
            return core.Const(expr.place, 0), group(domain if domain is not None else 0)
        if type_.kind not in ("set", "bad"):
            self.error("T01", expr.place, f"a set is expected, this is {self.describe(type_)}")
            return core.Const(expr.place, 0), BAD
        return bound, type_

    # ------------------------------------------------------------------------------------ leaves

    def bind_number(self, expr: t.Number, scope: Scope, expected: Ty | None) -> Bound:
        if expected is not None and expected.is_row and self.turns(expected.domain):
            return self.turned(core.Const(expr.place, expr.value), expected.domain, expr.place), row(expected.domain)
        return core.Const(expr.place, expr.value), number(expr.value, expr.value)

    def bind_string(self, expr: t.String, scope: Scope, expected: Ty | None) -> Bound:
        self.error("T01", expr.place, "a text cannot be reckoned with")
        return self.bad(expr.place)

    def bind_dicevalue(self, expr: t.DiceValue, scope: Scope, expected: Ty | None) -> Bound:
        self.error("T07", expr.place, "dice are thrown by ‘roll ... as NAME’, a test or a table",
                   f"Write ‘roll {expr.text} as NAME’ on a line before.")  # fmt: skip
        return self.bad(expr.place)

    def bind_nothing(self, expr: t.Nothing, scope: Scope, expected: Ty | None) -> Bound:
        if expected is not None and expected.is_set:
            return core.Const(expr.place, 0), EMPTY
        return core.Const(expr.place, NONE), NOTHING

    def bind_tuple(self, expr: t.Tuple, scope: Scope, expected: Ty | None) -> Bound:
        if expected is not None and expected.kind == "bad":
            return self.bad(expr.place)
        board = self.cell_domain(expected) if expected is not None else None
        if board is None and expected is None:
            board = self.only_board()
            if board is not None and not all(self.plain_number(i) for i in expr.items):
                board = None
        if board is not None and all(self.plain_number(i) for i in expr.items):
            return self.cell(expr, scope, board)
        wanted = row(expected.domain, True) if expected is not None and expected.kind in ("set", "row") else None
        items: list[core.Expr] = []
        type_ = wanted or NOTHING
        union: core.Expr | None = None
        for item in expr.items:
            bound, found = self.bind(item, scope, wanted)
            if wanted is not None and found.is_row and self.turns(found.domain) and self.turns(wanted.domain):
                found = wanted
            if found.is_set:
                union = bound if union is None else core.SetOp(expr.place, "|", union, bound)
                type_ = row(found.domain)
                continue
            if type_.is_row and found.is_row and found.domain != type_.domain:
                self.error("T01", item.place, f"this is {self.describe(found)} among a set of others")
            if found.is_row:
                type_ = found
            elif found.kind not in ("none", "bad"):
                self.error("T01", item.place, f"a set holds rows of one kind, this is {self.describe(found)}")
            items.append(bound)
        out: core.Expr = core.SetOf(expr.place, tuple(items))
        if union is not None:
            out = core.SetOp(expr.place, "|", union, out) if items else union
        return out, group(type_.domain) if type_.is_row else EMPTY

    def plain_number(self, expr: t.Expr) -> bool:
        return isinstance(expr, t.Number) or (isinstance(expr, t.Unary) and expr.op == "-" and isinstance(expr.item, t.Number))

    def cell_domain(self, expected: Ty) -> int | None:
        if expected.kind in ("row", "set") and expected.domain >= 0 and self.domains[expected.domain].board is not None:
            return expected.domain
        return None

    def only_board(self) -> int | None:
        boards = [d.index for d in self.domains if d.board is not None]
        return boards[0] if len(boards) == 1 else None

    def cell(self, expr: t.Tuple | t.Apply, scope: Scope, domain: int) -> Bound:
        items = expr.items if isinstance(expr, t.Tuple) else expr.args
        values = [self.bind(item, scope)[0] for item in items]
        if not all(isinstance(v, core.Const) for v in values):
            self.error("T01", expr.place, "a cell is written with plain numbers")
            return self.bad(expr.place)
        place = [v.value for v in values if isinstance(v, core.Const)]
        found = self.domains[domain].board.cell_at(*place)
        if found < 0:
            shown = ", ".join(str(p) for p in place)
            self.error("B02", expr.place, f"there is no cell ({shown}) on this board", hints.no_cell(self.domains[domain].board, place))
            found = 0
        return core.Const(expr.place, found), row(domain)

    # ------------------------------------------------------------------------------------ names

    def bind_name(self, expr: t.Name, scope: Scope, expected: Ty | None) -> Bound:
        word, place = str(expr.word), expr.place
        if word in scope.names:
            slot, type_ = scope.names[word]
            return core.Local(place, slot), type_
        if word in scope.computed:
            return scope.computed[word]
        if word in ("true", "false"):
            return core.Const(place, int(word == "true")), FLAG
        if word == "it":
            if scope.elements:
                element = scope.elements[-1]
                return core.Local(place, element.slot), element.type
            self.error("N01", place, "‘it’ speaks of the element of a ‘where’, and here is none")
            return self.bad(place)
        for element in reversed(scope.elements):
            owner = core.Local(place, element.slot)
            found = self.member_of(owner, element.type, expr.word, scope, quiet=True)
            if found is not None:
                # A member of the expected kind wins over a field of the same name.
                return found
        if word in scope.own:
            own = scope.own[word]
            return core.Own(place, own.procedure, own.slot, own.default), own.type
        if word in self.options:
            value, type_ = self.options[word]
            return core.Const(place, value), type_
        if word in self.paths:
            domain, cells = self.paths[word]
            return core.Path(place, sum(1 << c for c in set(cells)), tuple(cells)), group(domain)
        if word in ("everyone", "nobody"):
            if self.seats == NONE:
                return core.Const(place, 0), EMPTY
            return (core.Rows(place, self.seats) if word == "everyone" else core.Const(place, 0)), group(self.seats)
        found = self.member_named(expr.word, expected)
        if found is not None:
            return found
        if word in self.plurals:
            domain = self.plurals[word]
            return core.Rows(place, domain), group(domain)
        if word == "match":
            return core.Const(place, 0), row(self.domain_by_name["match"])
        applied = self.call_function(word, [], place, scope) if self.function_arity(word) == 0 else None
        if applied is not None:
            return applied
        self.error("N01", place, f"‘{word}’ names nothing here", self.suggest(word, scope))
        return self.bad(place)

    def suggest(self, word: str, scope: Scope) -> str:
        known = [*scope.names, *scope.computed, *scope.own, *self.options, *self.members, *self.paths, *self.plurals]
        known += self.function_names()
        for element in scope.elements:
            known += self.words_of(element.type)
        if word in self.conditions:
            return f"‘{word}’ is a condition: it is asked with ‘is’, and stands alone or between ‘and’ and ‘or’."
        if word in ("owner", "self", "me") and scope.elements and scope.elements[-1].type.domain == self.seats:
            return f"The side itself is called ‘{self.domain_name(self.seats)}’ here."
        return did_you_mean(word, known) or "A name is a parameter, a field of what ‘where’ looks at, a member, or a value."

    def member_named(self, word: t.Word, expected: Ty | None) -> Bound | None:
        found = self.members.get(str(word), [])
        if not found:
            return None
        if expected is not None and expected.kind in ("row", "set"):
            for domain, index in found:
                if domain == expected.domain:
                    return core.Const(word.place, index), row(domain)
        if len(found) > 1 and not (expected is not None and expected.kind in ("row", "set")):
            kinds = " and ".join(self.domain_name(d) for d, _ in found)
            if all(d < 5 for d, _ in found[:-1]):
                domain, index = found[-1]
                return core.Const(word.place, index), row(domain)
            self.error("N03", word.place, f"‘{word}’ is a member of {kinds}", "Write it where the kind is clear.")
        domain, index = found[0]
        return core.Const(word.place, index), row(domain)

    # ------------------------------------------------------------------------------------ the dot

    def bind_dot(self, expr: t.Dot, scope: Scope, expected: Ty | None) -> Bound:
        if isinstance(expr.owner, t.Name) and str(expr.owner.word) not in scope.names:
            found = self.procedure_part(str(expr.owner.word), expr.word, scope)
            if found is not None:
                return found
        if isinstance(expr.owner, t.Name) and str(expr.owner.word) in scope.outcomes:
            outcome = scope.outcomes[str(expr.owner.word)]
            if str(expr.word) in outcome.parts:
                return core.Local(expr.place, outcome.parts[str(expr.word)]), NUMBER
            self.unknown(expr.word, "part of a roll", outcome.parts)
            return self.bad(expr.place)
        owner, type_ = self.bind(expr.owner, scope)
        if type_.kind == "bad":
            return self.bad(expr.place)
        if type_.is_set:
            return self.mapped(owner, type_, expr, scope)
        found = self.member_of(owner, type_, expr.word, scope)
        return found if found is not None else self.bad(expr.place)

    def procedure_part(self, name: str, word: t.Word, scope: Scope) -> Bound | None:
        signature = self.signatures.get(name)
        if signature is None:
            return None
        if signature.kind == "agenda" and word == "number":
            return core.Built(word.place, "turn", (core.Const(word.place, signature.index),)), number(0, 10_000)
        own = signature.own.get(str(word))
        if own is None:
            if name in self.nouns or name in self.members:
                return None
            self.unknown(word, f"field of ‘{name}’", [*signature.own, "number"])
            return self.bad(word.place)
        return core.Own(word.place, own.procedure, own.slot, own.default), own.type

    def mapped(self, owner: core.Expr, type_: Ty, expr: t.Dot, scope: Scope) -> Bound:
        """The values of a field over a set, as a set."""
        slot = scope.frame.slot()
        element: core.Expr = core.Local(expr.place, slot)
        found = self.member_of(element, row(type_.domain), expr.word, scope)
        if found is None:
            return self.bad(expr.place)
        value, inner = found
        if inner.kind not in ("row", "set"):
            self.error("T01", expr.place, f"the values of a set are again a set of rows; ‘{expr.word}’ is {self.describe(inner)}",
                       f"Use total({expr.word}, S), greatest({expr.word}, S) or S where {expr.word} ...")  # fmt: skip
            return self.bad(expr.place)
        query = core.Query(expr.place, "union", owner, slot, None, value, inner.is_set)
        return query, group(inner.domain)

    def member_of(self, owner: core.Expr, type_: Ty, word: t.Word, scope: Scope, quiet: bool = False) -> Bound | None:
        """``owner.word``: a field, a value of one thing, a condition, or a question to a board."""
        name = str(word)
        if type_.kind == "several":
            return self.part_of_several(owner, word, scope, quiet)
        if not type_.is_row:
            if not quiet:
                self.error("T01", word.place, f"{self.describe(type_)} has no ‘{word}’")
            return None
        fields = self.fields_of[type_.domain]
        if name in fields:
            return core.Read(word.place, fields[name], owner), self.field_types[fields[name]]
        if self.domains[type_.domain].board is not None and name == "neighbours":
            return core.Ask(word.place, type_.domain, "neighbours", (owner,)), group(type_.domain)
        if name == "actor" and self.domain_name(type_.domain) == "order" and self.order_table is not None and self.order_table.actors:
            return self.actor_of(owner, word.place)
        found = self.value_of(owner, type_, word)
        if found is not None:
            return found
        if self.domains[type_.domain].board is not None and name in ("below", "above"):
            return core.Ask(word.place, type_.domain, name, (owner,)), row(type_.domain, True)
        held = self.amount_held(owner, type_, word)
        if held is not None:
            return held
        if not quiet:
            self.error("N01", word.place, f"{an(self.domain_name(type_.domain))} has no ‘{word}’",
                       hints.unknown(name, "field", self.words_of(type_)))  # fmt: skip
        return None

    def words_of(self, type_: Ty) -> list[str]:
        if not type_.is_row:
            return []
        out = [n for n in self.fields_of[type_.domain] if not n.startswith("_")]
        out += self.functions_over(type_.domain)
        if self.domains[type_.domain].board is not None:
            out.append("neighbours")
        if self.domain_name(type_.domain) == "order":
            out.append("actor")
        return out

    # ------------------------------------------------------------------------------------ operators

    def bind_unary(self, expr: t.Unary, scope: Scope, expected: Ty | None) -> Bound:
        if expr.op == "not":
            inner = self.flag(expr.item, scope)
            return core.Not(expr.place, inner), FLAG
        bound, type_ = self.bind(expr.item, scope, expected)
        if type_.kind not in ("number", "bad"):
            self.error("T01", expr.place, f"‘-’ goes before a number, not {self.describe(type_)}")
        if isinstance(bound, core.Const):
            return core.Const(expr.place, -bound.value), number(-type_.high, -type_.low)
        return core.Arith(expr.place, "-", core.Const(expr.place, 0), bound), number(-type_.high, -type_.low)

    def bind_binary(self, expr: t.Binary, scope: Scope, expected: Ty | None) -> Bound:
        match expr.op:
            case "and" | "or":
                items = tuple(self.flag(e, scope) for e in flatten(expr, expr.op))
                return (core.And if expr.op == "and" else core.Or)(expr.place, items), FLAG
            case "+" | "-" | "*" | "/":
                return self.arithmetic(expr, scope, expected)
            case "in" | "not_in":
                return self.membership(expr, scope)
            case "has":
                return self.possession(expr, scope)
            case "knows" | "sees" | "offered" | "told" | "told_just_now":
                return self.of_sides(expr, scope)
        return self.comparison(expr, scope)

    def arithmetic(self, expr: t.Binary, scope: Scope, expected: Ty | None) -> Bound:
        hint = expected if expected is not None and expected.kind == "set" else None
        left, a = self.bind(expr.left, scope, hint)
        right, b = self.bind(expr.right, scope, hint or (a if a.is_set else None))
        place = expr.place
        if "bad" in (a.kind, b.kind):
            return core.Const(place, 0), BAD
        if expr.op in "+-" and (a.is_set or b.is_set or (hint and a.is_row)):
            domain = a.domain if a.kind in ("set", "row") else b.domain
            left = self.fit(left, a, group(domain), expr.left.place)
            right = self.fit(right, b, group(domain), expr.right.place)
            return core.SetOp(place, "|" if expr.op == "+" else "-", left, right), group(domain)
        if a.is_row and self.turns(a.domain) and b.kind == "number" and expr.op in "+-":
            return self.turned(core.Arith(place, expr.op, left, right), a.domain, place), row(a.domain)
        if "chance" in (a.kind, b.kind):
            return self.of_chances(expr, (left, a), (right, b))
        if a.kind != "number" or b.kind != "number":
            wrong, type_ = (expr.left, a) if a.kind != "number" else (expr.right, b)
            self.error("T01", wrong.place, f"‘{expr.op}’ reckons with numbers, this is {self.describe(type_)}")
            return self.bad(place)
        if expr.op == "/" and isinstance(right, core.Const) and right.value == 0:
            self.error("T02", expr.right.place, "nothing can be divided by 0")
            return self.bad(place)
        if isinstance(left, core.Const) and isinstance(right, core.Const):
            value = reckon(expr.op, left.value, right.value)
            return core.Const(place, value), number(value, value)
        return core.Arith(place, expr.op, left, right), span(expr.op, a, b)

    def membership(self, expr: t.Binary, scope: Scope) -> Bound:
        item, type_ = self.bind(expr.left, scope)
        if type_.is_set:
            self.error("T01", expr.left.place, "‘in’ asks of one thing, this is a set", "Ask ‘any S where it in ...’.")
            return self.bad(expr.place)
        expected = group(type_.domain) if type_.is_row else None
        if type_.kind == "number" and isinstance(expr.right, t.Tuple):
            tests = [core.Compare(e.place, "==", item, self.value(e, scope, NUMBER)) for e in expr.right.items]
            found: core.Expr = core.Or(expr.place, tuple(tests))
        elif type_.kind == "number" and self.bind_quietly(expr.right, scope).kind == "number":
            return self.fraction(expr, item, self.bind(expr.right, scope)[0])
        else:
            source, of = self.bind(expr.right, scope, expected)
            if of.is_row:
                source = core.SetOf(expr.right.place, (source,))
            elif of.kind not in ("set", "empty", "bad"):
                self.error("T01", expr.right.place, f"‘in’ needs a set, this is {self.describe(of)}")
            if type_.kind == "several":
                test, kind = self.in_several(item, source, of, expr.place)
                return (test if expr.op == "in" else core.Not(expr.place, test)), kind
            if type_.is_row and of.kind in ("row", "set") and of.domain != type_.domain:
                self.error("T01", expr.place, f"{self.describe(type_)} is never in {self.describe(group(of.domain))}")
            found = core.In(expr.place, item, source)
        return (found if expr.op == "in" else core.Not(expr.place, found)), FLAG

    def comparison(self, expr: t.Binary, scope: Scope) -> Bound:
        place, op = expr.place, _COMPARE[expr.op]
        outcome = self.outcome_of(expr.left, scope)
        if outcome is not None and isinstance(expr.right, t.Name):
            return self.outcome_is(outcome, expr, expr.right.word, op)
        self.refuse_double_meaning(expr, scope)
        condition = isinstance(expr.right, t.Name) and str(expr.right.word) in self.conditions
        if isinstance(expr.left, t.Name) and self.is_member_only(expr.left.word, scope) and not condition:
            right, b = self.bind(expr.right, scope)
            left, a = self.bind(expr.left, scope, b)
        else:
            left, a = self.bind(expr.left, scope)
            if a.kind == "bad":
                return core.Const(place, 0), FLAG
            if op in ("==", "!=") and (a.is_row or a.kind == "several") and isinstance(expr.right, t.Name):
                several = a.kind == "several"
                word = expr.right.word
                asked = self.condition_on_several(left, word, scope) if several else self.condition_on(left, a, word, scope)
                if asked is not None:
                    return (asked if op == "==" else core.Not(place, asked)), FLAG
            right, b = self.bind(expr.right, scope, a)
        if "bad" in (a.kind, b.kind):
            return core.Const(place, 0), FLAG
        if op not in ("==", "!="):
            for side, type_ in ((expr.left, a), (expr.right, b)):
                if type_.kind != "number" and not a.kind == b.kind == "chance":
                    self.error("T01", side.place, f"only numbers are more or less; this is {self.describe(type_)}")
                    return core.Const(place, 0), FLAG
            return core.Compare(place, op, left, right), FLAG
        if "several" in (a.kind, b.kind):
            test = self.several_is(left, right, b, place) if a.kind == "several" else self.several_is(right, left, a, place)
            return (test if op == "==" else core.Not(place, test)), FLAG
        if a.is_row and b.kind == "number" and self.turns(a.domain):
            right, b = self.turned(right, a.domain, place), a
        if a.is_set and b.is_row and a.domain == b.domain:
            right, b = core.SetOf(place, (right,)), a
        if a.is_set and b.kind in ("none", "empty"):
            right, b = core.Const(place, 0), a
        same = a.kind == b.kind and a.domain == b.domain
        if not same and "none" not in (a.kind, b.kind):
            self.error("T01", place, f"{self.describe(a)} is never {self.describe(b)}", hints.unlike(self, expr.left, a, expr.right, b, op))
        elif "none" in (a.kind, b.kind) and not ({a.kind, b.kind} <= {"none", "row"}):
            self.error("T01", place, f"{self.describe(a if b.kind == 'none' else b)} is never none")
        return core.Compare(place, op, left, right), FLAG

    def is_member_only(self, word: t.Word, scope: Scope) -> bool:
        return str(word) in self.members and str(word) not in scope.names and not scope.elements and str(word) not in scope.own

    def refuse_double_meaning(self, expr: t.Binary, scope: Scope) -> None:
        if not scope.elements or not (isinstance(expr.left, t.Name) and isinstance(expr.right, t.Name)):
            return
        words = [str(expr.left.word), str(expr.right.word)]
        if words[0] == words[1] and words[0] in scope.names:
            self.error("N03", expr.place, f"‘{words[0]} is {words[1]}’ says the same thing twice",
                       f"Name the element: ‘any other in ... where other.{words[0]} is {words[1]}’.")  # fmt: skip

    def outcome_of(self, expr: t.Expr, scope: Scope) -> Outcome | None:
        if isinstance(expr, t.Dot) and str(expr.word) == "result":  # ‘t.result is failure’ says the same as ‘t is failure’
            expr = expr.owner
        return scope.outcomes.get(str(expr.word)) if isinstance(expr, t.Name) else None

    def outcome_is(self, outcome: Outcome, expr: t.Binary, word: t.Word, op: str) -> Bound:
        if str(word) not in outcome.results:
            self.unknown(word, "result", outcome.results)
            return self.bad(expr.place)
        wanted = core.Const(word.place, outcome.results.index(str(word)))
        return core.Compare(expr.place, op, core.Local(expr.place, outcome.result), wanted), FLAG

    def bind_related(self, expr: t.Related, scope: Scope, expected: Ty | None) -> Bound:
        left, a = self.bind(expr.left, scope)
        right, b = self.bind(expr.right, scope)
        if "bad" in (a.kind, b.kind):
            return core.Const(expr.place, 0), FLAG
        if a.kind == "several":
            return (self.relation_on_several(left, right, b, expr.word) or core.Const(expr.place, 0)), FLAG
        found = self.relation_on(left, a, right, b, expr.word)
        return (found or core.Const(expr.place, 0)), FLAG

    # ------------------------------------------------------------------------------------ sets

    def bind_where(self, expr: t.Where, scope: Scope, expected: Ty | None) -> Bound:
        place = expr.place
        source, type_ = self.set_of(expr.source, scope)
        if type_.kind == "bad":
            return core.Const(place, 0), FLAG if expr.sink in ("any", "no") else BAD
        inner = scope.child()
        if expr.name is not None:
            slot = inner.add(str(expr.name), row(type_.domain))
        else:
            slot = inner.frame.slot()
            if expr.test is not None and scope.elements:
                self.error("N08", place, "a ‘where’ inside a ‘where’ must name its element",
                           "Write ‘any other in ... where other. ...’.")  # fmt: skip
            inner.elements = [*scope.elements, Element(slot, row(type_.domain))]
        test = self.flag(expr.test, inner) if expr.test is not None else None
        match expr.sink:
            case "any" | "no":
                query: core.Expr = core.Query(place, "any", source, slot, test)
                return (query if expr.sink == "any" else core.Not(place, query)), FLAG
            case "the":
                return core.Query(place, "only", source, slot, test), row(type_.domain, True)
        return core.Query(place, "set", source, slot, test), group(type_.domain)

    # ------------------------------------------------------------------------------------ calls

    def bind_apply(self, expr: t.Apply, scope: Scope, expected: Ty | None) -> Bound:
        name, args = str(expr.word), expr.args
        if expr.owner is not None:
            args = [expr.owner, *args]
        if name in BUILT_INS:
            return self.built_in(name, expr, args, scope, expected)
        if name in BOARD and not (name in ("below", "above", "travel", "clear", "reach", "toward") and self.is_declared(name, args)):
            return self.board_question(name, expr, args, scope)
        if name == "step":
            return self.atom(expr, args, scope)
        if name in self.domain_by_name and self.domains[self.domain_by_name[name]].board is not None:
            return self.cell(expr, scope, self.domain_by_name[name])
        found = self.call_function(name, args, expr.place, scope)
        if found is not None:
            return found
        if len(args) == 1:
            owner, type_ = self.bind(args[0], scope)
            member = self.member_of(owner, type_, expr.word, scope, quiet=True)
            if member is not None:
                return member
        self.unknown(expr.word, "value", [*self.function_names(), *BUILT_INS, *BOARD])
        return self.bad(expr.place)

    def is_declared(self, name: str, args: list[t.Expr]) -> bool:
        """Newer questions to boards give way to a value or field of the same name that a rulebook has."""
        fields = any(name in held for held in self.fields_of.values())
        return fields or name in self.function_names()
