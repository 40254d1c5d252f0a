"""Chances bound: those written, those of tests, those of the surest walk over a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import core
from dsl import tree as t
from dsl.messages import did_you_mean
from dsl.places import Place
from dsl.scope import Scope, Signature
from dsl.types import CHANCE, NUMBER, Ty, group, row
from dsl.values import Values

Bound = tuple[core.Expr, Ty]


class Chances(Values):
    if TYPE_CHECKING:

        def arguments(self, signature: Signature, args: list[t.Arg], scope: Scope, place: Place) -> tuple[core.Expr, ...]: ...
        def any_cell(self) -> Ty | None: ...
        def flag(self, expr: t.Expr, scope: Scope) -> core.Expr: ...

    def bind_percent(self, expr: t.Percent, scope: Scope, expected: Ty | None) -> Bound:
        if expr.value > 100:
            self.error("T02", expr.place, f"{expr.value}% is more than certain", "A chance goes from 0% to 100%.")
        return core.Ratio(expr.place, min(expr.value, 100), 100), CHANCE

    def bind_titled(self, expr: t.Titled, scope: Scope, expected: Ty | None) -> Bound:
        return self.bind(expr.test, scope, expected)

    def bind_fraction(self, expr: t.Fraction, scope: Scope, expected: Ty | None) -> Bound:
        return self.one_in(expr.place, expr.part, expr.whole)

    def fraction(self, expr: t.Binary, part: core.Expr, whole: core.Expr) -> Bound:
        """``sides in 6``, of numbers that never change."""
        for side, bound in ((expr.left, part), (expr.right, whole)):
            if not isinstance(bound, core.Const):
                self.error("T01", side.place, "this number is not known before the match", "A chance is written 1 in 6, or 50%.")
                return self.bad(expr.place)
        assert isinstance(part, core.Const) and isinstance(whole, core.Const)
        return self.one_in(expr.place, part.value, whole.value)

    def one_in(self, place: Place, part: int, whole: int) -> Bound:
        if not 0 <= part <= whole or not whole:
            self.error("T02", place, f"{part} in {whole} is no chance", "A chance goes from 0 in 6 to 6 in 6.")
            return self.bad(place)
        return core.Ratio(place, part, whole), CHANCE

    def bind_chanceof(self, expr: t.ChanceOf, scope: Scope, expected: Ty | None) -> Bound:
        """The exact chance of a result of a test, or that something holds after an event."""
        signature = self.signatures.get(str(expr.word))
        if signature is None or signature.kind not in ("test", "event"):
            known = [name for name, one in self.signatures.items() if one.kind in ("test", "event")]
            self.error("N01", expr.word.place, f"there is no test or event ‘{expr.word}’", did_you_mean(str(expr.word), known))
            return self.bad(expr.place)
        args = self.arguments(signature, expr.args, scope, expr.place)
        if signature.kind == "event":
            return self.chance_after(expr, signature, args, scope)
        word = t.Word("success" if "success" in signature.results else signature.results[0], expr.place)
        if expr.result is not None:
            word = expr.result.word if isinstance(expr.result, t.Name) else t.Word("?", expr.result.place)
        if str(word) not in signature.results:
            self.unknown(word, "result", signature.results)
            return self.bad(expr.place)
        return core.Chance(expr.place, signature.index, args, signature.results.index(str(word))), CHANCE

    def chance_after(self, expr: t.ChanceOf, signature: Signature, args: tuple[core.Expr, ...], scope: Scope) -> Bound:
        if expr.result is None:
            self.error("T06", expr.place, "the chance of an event is that something holds once it has happened",
                       f"Write what: chance({signature.name} ..., CONDITION).")  # fmt: skip
            return self.bad(expr.place)
        return core.ChanceAfter(expr.place, signature.index, args, self.flag(expr.result, scope)), CHANCE

    def of_chances(self, expr: t.Binary, left: Bound, right: Bound) -> Bound:
        """Chances multiply (both happen), add up (one of two that exclude each other), are taken off 100% (it does not)."""
        for side, (_, type_) in ((expr.left, left), (expr.right, right)):
            if type_.kind != "chance":
                self.error("T01", side.place, f"‘{expr.op}’ reckons a chance with a chance, this is {self.describe(type_)}",
                           "A chance is written 50%, or chance(TEST ...).")  # fmt: skip
                return self.bad(expr.place)
        if expr.op == "/":
            self.error("T01", expr.place, "a chance is not divided", "Chances are multiplied, added, or taken off 100%.")
            return self.bad(expr.place)
        return core.Arith(expr.place, expr.op, left[0], right[0]), CHANCE

    def walk(self, name: str, args: list[t.Expr], scope: Scope, place: Place) -> Bound:
        """``surest(mover.square, goal, 6, S, step_chance(mover))``: what the value named last is asked of comes from the walk."""
        start, of = self.bind(args[0], scope, self.any_cell())
        if not of.is_row or self.domains[of.domain].board is None:
            if of.kind != "bad":
                self.error("T01", args[0].place, f"a cell is expected, this is {self.describe(of)}")
            return self.bad(place)
        goal = self.value(args[1], scope, row(of.domain, True))
        limit = self.value(args[2], scope, NUMBER)
        avoided = self.set_of(args[3], scope, of.domain)[0]
        cell = self.domain_name(of.domain)
        chance = self.partial(args[4], scope, (row(of.domain), row(of.domain), NUMBER), "chance",
                              f"the {cell} left, the {cell} entered and the price so far, without these three: "
                              "step_chance(mover) for let step_chance(mover, origin, place, (price: 0 to 40)) = ...")  # fmt: skip
        price = self.price(args[5], scope, of.domain) if len(args) > 5 else None
        if chance is None or (price is None and len(args) > 5):
            return self.bad(place)
        out = core.Walk(place, of.domain, name, start, goal, limit, avoided, chance.function, chance.args, price)
        return out, (CHANCE if name == "arrival" else group(of.domain))

    def price(self, asked: t.Expr, scope: Scope, board: int) -> core.Partial | None:
        """``step_price(mover)``: what a step costs, as a value of the rulebook says it."""
        cell = self.domain_name(board)
        return self.partial(asked, scope, (row(board), row(board)), "number",
                            f"the {cell} left and the {cell} entered, without these two: "
                            "step_price(mover) for let step_price(mover, origin, place) = ...")  # fmt: skip

    def partial(self, asked: t.Expr, scope: Scope, missing: tuple[Ty, ...], wanted: str, hint: str) -> core.Partial | None:
        """A value of the rulebook whose last nouns are given by the walk."""
        word = asked.word if isinstance(asked, (t.Apply, t.Name)) else None
        given = [*([asked.owner] if asked.owner is not None else []), *asked.args] if isinstance(asked, t.Apply) else []
        known = self.entries.get(str(word), [])
        found = [e for e in known if len(e.types) == len(given) + len(missing) and isinstance(e.decl, t.Define)]
        ends = [e.types[len(given) :] for e in found]
        fitting = [e for e, end in zip(found, ends, strict=True)
                   if all(a.kind == b.kind and a.domain == b.domain for a, b in zip(end, missing, strict=True))]  # fmt: skip
        what = "chance" if wanted == "chance" else "price"
        if not fitting:
            self.error("T06", asked.place, f"this is no {what} of a step", f"Name a value whose last nouns are {hint}")
            return None
        entry = fitting[0]
        pairs = zip(given, entry.types, entry.names, strict=False)
        bound = tuple(self.value(a, scope, e if e.kind != "row" else row(e.domain, True), f"‘{n}’") for a, e, n in pairs)
        function = self.function_of(entry)
        if entry.type.kind not in (wanted, "bad"):
            mend = "A chance is written 50%, or chance(TEST ...)." if wanted == "chance" else ""
            self.error("T01", asked.place, f"a {wanted} is expected, this is {self.describe(entry.type)}", mend)
            return None
        return core.Partial(asked.place, function.index, bound)
