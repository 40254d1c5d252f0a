"""Decisions and messages bound: who is asked what, who is told what."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dsl import core
from dsl import tree as t
from dsl.changes import Changes
from dsl.messages import an
from dsl.parse import parse_chunk
from dsl.places import Place
from dsl.scope import Element, Scope
from dsl.source import Chunk
from dsl.symbols import NONE, text_of
from dsl.types import NUMBER, number, row


class Decisions(Changes):
    decisions: list[core.Decision]
    procedures: list[core.Procedure]

    if TYPE_CHECKING:

        def bind_block(self, stmts: list[t.Stmt], scope: Scope) -> tuple[core.Stmt, ...]: ...

    def decision(self, name: str, place: Place, clauses: list[str], title: core.Text | None = None) -> int:
        self.decisions.append(core.Decision(name, title or core.Text(), place, tuple(clauses)))
        return len(self.decisions) - 1

    def seat(self, expr: t.Expr, scope: Scope) -> core.Expr:
        bound, type_ = self.bind(expr, scope)
        if type_.is_row and type_.domain == self.seats:
            return bound
        if type_.kind != "bad":
            kind = self.domain_name(self.seats) if self.seats != NONE else "kind marked ‘seats’"
            self.error("T05", expr.place, f"only {an(kind)} can answer, this is {self.describe(type_)}",
                       f"Say whose decision it is: ‘x.{kind} chooses ...’.")  # fmt: skip
        return bound

    def do_chooses(self, stmt: t.Chooses, scope: Scope) -> list[core.Stmt]:
        place = stmt.place
        chooser = self.seat(stmt.chooser, scope)
        existing = not isinstance(stmt.target, t.Name) or str(stmt.target.word) in scope.names or str(stmt.target.word) in scope.own
        expected = self.assignable(stmt.target, scope).type if existing else None
        name = str(stmt.target.word) if isinstance(stmt.target, (t.Name, t.Dot)) else "choice"
        low = high = options = None
        if stmt.to is not None:
            low, high = self.value(stmt.source, scope, NUMBER), self.value(stmt.to, scope, NUMBER)
            a, b = self.bind(stmt.source, scope)[1], self.bind(stmt.to, scope)[1]
            type_ = number(a.low, b.high)
        else:
            noun = self.nouns.get(name)
            hint = expected.domain if expected is not None and expected.is_row else noun
            options, of = self.set_of(stmt.source, scope, hint)
            type_ = row(of.domain, True)
            if stmt.or_none and expected is not None and expected.is_row and not expected.optional:
                self.error("T01", place, f"‘{name}’ cannot be none", "Declare it ‘... or none’, or drop ‘or none’.")
        # what is called like a noun goes by the title of its kind
        decision = self.decision(name, place, stmt.clauses, self.domains[self.nouns[name]].title if name in self.nouns else None)
        default = None
        if stmt.default is not None:
            default = self.value(stmt.default, scope, type_)
        slot = scope.frame.slot()
        appeal = None
        if stmt.preferring is not None:
            inner = scope.child()
            inner.elements = [*scope.elements, Element(slot, type_)]
            inner.names[name] = (slot, type_)
            appeal = self.value(stmt.preferring, inner, NUMBER)
        out: list[core.Stmt] = [
            core.Choose(
                place,
                slot,
                chooser,
                decision,
                options,
                low,
                high,
                stmt.or_none,
                default,
                stmt.secret,
                appeal,
                NONE if options is None else type_.domain,
            )
        ]
        if existing:
            stored = self.store(stmt.target, core.Local(place, slot), scope, place)
            if expected is not None and expected.is_row and not expected.optional:
                # Nothing to choose from: the field keeps what it holds.
                some = core.Compare(place, "!=", core.Local(place, slot), core.Const(place, NONE))
                stored = [core.If(place, some, tuple(stored))]
            return out + stored
        scope.names[name] = (slot, type_)
        return out

    def do_choosesbranch(self, stmt: t.ChoosesBranch, scope: Scope) -> list[core.Stmt]:
        chooser = self.seat(stmt.chooser, scope)
        branches = []
        for branch in stmt.branches:
            test = self.flag(branch.when, scope) if branch.when is not None else None
            body = self.bind_block(branch.body, scope.child())
            liked = self.value(branch.preferring, scope, NUMBER) if branch.preferring is not None else None
            branches.append(core.Branch(str(branch.name), text_of(branch.title), test, body, liked))
        decision = self.decision(str(stmt.name), stmt.place, stmt.clauses, text_of(stmt.title))
        return [core.ChooseBranch(stmt.place, chooser, decision, tuple(branches), stmt.secret)]

    def do_may(self, stmt: t.May, scope: Scope) -> list[core.Stmt]:
        chooser = self.seat(stmt.chooser, scope)
        liked = self.value(stmt.preferring, scope, NUMBER) if stmt.preferring is not None else None
        yes = core.Branch("yes", core.Text("yes", "oui"), None, self.bind_block(stmt.body, scope.child()), liked)
        no = core.Branch("no", core.Text("no", "non"), None, self.bind_block(stmt.otherwise, scope.child()))
        decision = self.decision(str(stmt.name), stmt.place, stmt.clauses, text_of(stmt.title))
        return [core.ChooseBranch(stmt.place, chooser, decision, (yes, no))]

    def do_acts(self, stmt: t.Acts, scope: Scope) -> list[core.Stmt]:
        chooser = self.seat(stmt.chooser, scope)
        actor = self.bind(stmt.actor, scope)[0] if stmt.actor is not None else None
        budget = self.value(stmt.budget, scope, NUMBER) if stmt.budget is not None else core.Const(stmt.place, 1)
        guard = self.flag(stmt.guard, scope) if stmt.guard is not None else None
        self.offers.setdefault(str(stmt.step), stmt.step.place)
        decision = self.decision(str(stmt.step), stmt.place, stmt.clauses)
        if scope.procedure != NONE:
            self.decisions[decision].within = self.procedures[scope.procedure].title
        return [core.Act(stmt.place, chooser, str(stmt.step), actor, budget, guard, decision, stmt.must)]

    offers: dict[str, Place]

    def do_givesorders(self, stmt: t.GivesOrders, scope: Scope) -> list[core.Stmt]:
        chooser = self.seat(stmt.chooser, scope)
        offer = str(stmt.step) if stmt.step is not None else "orders"
        self.offers.setdefault(offer, stmt.place)
        decision = self.decision(offer, stmt.place, stmt.clauses)
        return [core.GiveOrders(stmt.place, chooser, offer, decision, stmt.secret)]

    def audience(self, expr: t.Expr, scope: Scope) -> core.Expr:
        """Seats, or anything that seats belong to, as a mask of seats."""
        bound, type_ = self.bind(expr, scope)
        place = expr.place
        if type_.kind in ("bad", "empty"):
            return core.Const(place, 0)
        if type_.kind in ("row", "set") and type_.domain == self.seats:
            return bound if type_.is_set else core.SetOf(place, (bound,))
        if type_.kind in ("row", "set") and self.seats != NONE:
            for field in self.fields_of[self.seats].values():
                if self.field_types[field].is_row and self.field_types[field].domain == type_.domain:
                    slot = scope.frame.slot()
                    camp = core.Read(place, field, core.Local(place, slot))
                    test: core.Expr = core.In(place, camp, bound) if type_.is_set else core.Compare(place, "==", camp, bound)
                    return core.Query(place, "set", core.Rows(place, self.seats), slot, test)
            owner = self.owner_field(type_.domain)
            if owner is not None and type_.is_row:
                return core.SetOf(place, (owner(bound),))
        self.error("T05", place, f"sides are told and shown things; this is {self.describe(type_)}",
                   "Use a seat, everyone, nobody, or what seats belong to.")  # fmt: skip
        return core.Const(place, 0)

    def owner_field(self, domain: int):  # type: ignore[no-untyped-def]
        """How a row of a kind leads to the seat that commands it: at once, or through one more thing."""
        if domain == self.seats:
            return lambda x: x
        for name, field in self.fields_of[domain].items():
            if self.field_types[field].is_row and self.field_types[field].domain == self.seats and not name.startswith("_"):
                return lambda x, f=field: core.Read(x.place, f, x)
        for first in self.fields_of[domain].values():
            through = self.field_types[first]
            if through.is_row and through.domain != domain and through.domain >= 0:
                for second in self.fields_of[through.domain].values():
                    if self.field_types[second].is_row and self.field_types[second].domain == self.seats:
                        return lambda x, f=first, g=second: core.Read(x.place, g, core.Read(x.place, f, x))
        return None

    def is_public(self, expr: t.Expr) -> bool:
        return isinstance(expr, t.Name) and str(expr.word) == "everyone"

    def do_telltext(self, stmt: t.TellText, scope: Scope) -> list[core.Stmt]:
        audience = self.audience(stmt.audience, scope)
        return [core.Tell(stmt.place, audience, self.is_public(stmt.audience), self.pieces(stmt.text, scope))]

    def do_tellfact(self, stmt: t.TellFact, scope: Scope) -> list[core.Stmt]:
        audience = self.audience(stmt.audience, scope)
        fact, type_ = self.bind(stmt.fact, scope)
        if not isinstance(fact, core.Read):
            if type_.kind != "bad":
                self.error("T05", stmt.fact.place, "a fact that is told is a field of something", "Write ‘tell WHO piece.role’.")
            return []
        return [core.TellFact(stmt.place, audience, self.is_public(stmt.audience), fact.field, fact.row)]

    def pieces(self, pair: t.Pair, scope: Scope) -> tuple[core.Piece, ...]:
        """``"{attacker} strikes"`` cut into words and values; both languages must speak of the same values, in any order.

        Texts are cut at their braces; a piece without text is a value.  The French pieces follow the English ones, each
        list led by its language.
        """
        out: list[core.Piece] = []
        for language, text in (("en", pair.en), ("fr", pair.fr)):
            places = self.braces(pair, language) if "{" in text else []
            for position, part in enumerate(re.split(r"\{([^{}]*)\}", text)):
                if position % 2 == 0:
                    if part:
                        out.append(core.Piece(core.Text(**{language: part})))
                else:
                    place = places[position // 2] if position // 2 < len(places) else pair.place
                    bound, type_ = self.bind(self.dotted(part, place), scope)
                    domain = type_.domain if type_.kind in ("row", "set") else NONE
                    out.append(core.Piece(core.Text(**{language: "{}"}), bound, domain))
        return tuple(out)

    def braces(self, pair: t.Pair, language: str) -> list[Place]:
        """Where what stands in the braces of a text begins, brace by brace."""
        place = pair.place
        if place.file not in self.lines_of:
            self.lines_of[place.file] = self.sources.get(place.file, "").split("\n")
        lines = self.lines_of[place.file][place.line - 1 : place.end_line]
        written = list(re.finditer(r'"[^"]*"', "\n".join(lines)[place.column - 1 :]))
        if len(written) != 2:
            return []
        text = written[0 if language == "en" else 1]
        out = []
        for brace in re.finditer(r"\{\s*([^{}]*)\}", text.group()):
            before = ("\n".join(lines))[: place.column - 1 + text.start() + brace.start(1)]
            row, column = before.count("\n"), len(before) - before.rfind("\n")
            out.append(Place(place.file, place.line + row, column, place.line + row, column + len(brace.group(1))))
        return out

    def dotted(self, text: str, place: Place) -> t.Expr:
        text = text.strip()
        if not text:
            self.error("S03", place, "nothing stands between these braces", "Put a name or a value there: {hero.life}.")
            return t.Number(place, 0)
        if not re.fullmatch(r"[\w.]+", text):  # any value: {block_dice(attacker, defender)}
            head = "let said ="  # what it holds stays in its column
            gap = " " * max(1, place.column - 1 - len(head))
            decl = parse_chunk(Chunk(f"{head}{gap}{text}\n", place.line), place.file, self.messages)
            return decl.value if isinstance(decl, t.Define) else t.Number(place, 0)
        expr: t.Expr | None = None
        for part in re.finditer(r"[^.]+", text):
            column = place.column + part.start()
            here = Place(place.file, place.line, column, place.line, column + len(part.group().strip()))
            word = t.Word(part.group().strip(), here)
            expr = t.Name(here, word) if expr is None else t.Dot(place, expr, word)
        return expr if expr is not None else t.Number(place, 0)
