"""Things of one of several kinds (the actor of an order: a piece, or a ghost): what is asked of one says which kind it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import core
from dsl import tree as t
from dsl.builtins import Bindings
from dsl.places import Place
from dsl.scope import Scope
from dsl.symbols import NONE
from dsl.types import FLAG, SEVERAL, Ty, row

Bound = tuple[core.Expr, Ty]


class Several(Bindings):
    if TYPE_CHECKING:

        def member_of(self, owner: core.Expr, type_: Ty, word: t.Word, scope: Scope, quiet: bool = False) -> Bound | None: ...

    order_table: core.OrderTable | None = None

    def actor_of(self, order: core.Expr, place: Place) -> Bound:
        """``order.actor``: a row of the one kind that acts in this game, or of one of several."""
        actors = self.order_table.actors if self.order_table is not None else {}
        choices = tuple((kind, core.Read(place, field, order)) for kind, field in actors.items())
        return core.OneOf(place, choices), SEVERAL

    def as_kind(self, one: core.Expr, domain: int, place: Place) -> core.Expr:
        """The row if it is of that kind, else none."""
        assert isinstance(one, core.OneOf)
        return next((choice for kind, choice in one.choices if kind == domain), core.Const(place, NONE))

    def some_kind(self, one: core.Expr, what: str, known: list[int], place: Place) -> list[tuple[int, core.Expr]]:
        """Those of its kinds of which that can be asked."""
        assert isinstance(one, core.OneOf)
        found = [(kind, choice) for kind, choice in one.choices if kind in known]
        if not found:
            kinds = " or ".join(self.domain_name(kind) for kind, _ in one.choices)
            self.error("T01", place, f"‘{what}’ is asked neither of a {kinds.replace(' or ', ' nor of a ')}")
        return found

    def is_there(self, choice: core.Expr, place: Place) -> core.Expr:
        return core.Compare(place, "!=", choice, core.Const(place, NONE))

    def part_of_several(self, one: core.Expr, word: t.Word, scope: Scope, quiet: bool) -> Bound | None:
        """``order.actor.camp``: of whichever kind it is; of a kind that has no such part it is asked of none."""
        assert isinstance(one, core.OneOf)
        parts = [(choice, self.member_of(choice, row(kind, True), word, scope, quiet=True)) for kind, choice in one.choices]
        found = [(choice, part) for choice, part in parts if part is not None]
        if not found:
            if not quiet:
                self.some_kind(one, str(word), [], word.place)
            return None
        (_, (value, type_)), *others = reversed(found)
        for choice, (other, of) in others:
            if (of.kind, of.domain) != (type_.kind, type_.domain):
                self.error("T01", word.place, f"‘{word}’ is {self.describe(of)} of one kind and {self.describe(type_)} of another",
                           "Ask first which kind it is: ‘order.actor is x’, ‘order.actor in S’.")  # fmt: skip
                return self.bad(word.place)
            value, type_ = core.Choice(word.place, self.is_there(choice, word.place), other, value), type_ | of
        return value, type_

    def several_is(self, one: core.Expr, right: core.Expr, b: Ty, place: Place) -> core.Expr:
        """``order.actor is x``, ``order.actor is none``."""
        assert isinstance(one, core.OneOf)
        if b.kind == "none":
            return core.Not(place, core.Or(place, tuple(self.is_there(choice, place) for _, choice in one.choices)))
        if not b.is_row or b.domain not in [kind for kind, _ in one.choices]:
            self.error("T01", place, f"{self.describe(SEVERAL)} is never {self.describe(b)}")
            return core.Const(place, 0)
        return core.Compare(place, "==", self.as_kind(one, b.domain, place), right)

    def condition_on_several(self, one: core.Expr, word: t.Word, scope: Scope) -> core.Expr | None:
        """``order.actor is haunted``, where that is a condition or a flag of one of the kinds."""
        assert isinstance(one, core.OneOf)
        tests = []
        for kind, choice in one.choices:
            asked = self.fields_of[kind].get(str(word)) is not None or any(
                e.types[0].domain == kind for e in self.conditions.get(str(word), [])
            )
            test = self.condition_on(choice, row(kind, True), word, scope) if asked else None
            if test is not None:
                tests.append(core.And(word.place, (self.is_there(choice, word.place), test)))
        return core.Or(word.place, tuple(tests)) if tests else None

    def relation_on_several(self, one: core.Expr, right: core.Expr, b: Ty, word: t.Word) -> core.Expr | None:
        """``order.actor is near place``."""
        known = [e.types[0].domain for e in self.conditions.get(str(word), []) if len(e.types) == 2]
        tests = []
        for kind, choice in self.some_kind(one, str(word), known, word.place):
            test = self.relation_on(choice, row(kind, True), right, b, word)
            if test is not None:
                tests.append(core.And(word.place, (self.is_there(choice, word.place), test)))
        return core.Or(word.place, tuple(tests)) if tests else None

    def in_several(self, one: core.Expr, source: core.Expr, of: Ty, place: Place) -> Bound:
        if of.kind in ("set", "row") and self.some_kind(one, "in", [of.domain], place):
            return core.In(place, self.as_kind(one, of.domain, place), source), FLAG
        return self.bad(place)
