"""Changes bound: what is stored, counted, joined, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl import core, hints
from dsl import tree as t
from dsl.expressions import Expressions
from dsl.messages import an
from dsl.places import Place
from dsl.scope import OwnField, Scope
from dsl.symbols import NONE
from dsl.types import NUMBER, Ty


@dataclass(slots=True)
class Target:
    """Where a value goes: ``how`` is field, own, local or bad."""

    how: str
    type: Ty
    field: int = NONE
    row: core.Expr | None = None
    own: OwnField | None = None
    slot: int = NONE


class Changes(Expressions):
    def assignable(self, target: t.Expr, scope: Scope) -> Target:
        """What a target is: a field of a row, a field a procedure keeps, a local name, or (with a message) nothing."""
        if isinstance(target, t.Name):
            word = str(target.word)
            if word in scope.names:
                slot, type_ = scope.names[word]
                return Target("local", type_, slot=slot)
            if word in scope.own:
                return Target("own", scope.own[word].type, own=scope.own[word])
            if word in ("natural", "total") and word in scope.computed:
                return Target("own", NUMBER, own=scope.own.get("_" + word))
        if isinstance(target, t.Dot):
            if isinstance(target.owner, t.Name) and str(target.owner.word) not in scope.names:
                signature = self.signatures.get(str(target.owner.word))
                if signature is not None and str(target.word) in signature.own:
                    own = signature.own[str(target.word)]
                    return Target("own", own.type, own=own)
            owner, type_ = self.bind(target.owner, scope)
            if type_.is_row:
                field = self.fields_of[type_.domain].get(str(target.word))
                if field is not None:
                    if self.fields[field].values is not None:
                        self.error("T04", target.place, f"‘{target.word}’ never changes: it is data of the rulebook")
                    return Target("field", self.field_types[field], field=field, row=owner)
                self.error("N01", target.word.place, f"{an(self.domain_name(type_.domain))} has no field ‘{target.word}’",
                           hints.unknown(str(target.word), "field", self.fields_of[type_.domain]))  # fmt: skip
                return Target("bad", Ty("bad"))
            if type_.kind != "bad":
                self.error("T04", target.place, f"{self.describe(type_)} has no field to change",
                           "Change one thing at a time: ‘for each x in ...’.")  # fmt: skip
            return Target("bad", Ty("bad"))
        if not isinstance(target, t.Name):
            self.error("T04", target.place, "this cannot be changed", "Only fields and local names can.")
        else:
            self.error("N01", target.place, f"‘{target.word}’ is nothing that can change", self.suggest(str(target.word), scope))
        return Target("bad", Ty("bad"))

    def period(self, lasting: t.Lasting | None, scope: Scope) -> core.Period | None:
        if lasting is None:
            return None
        place = lasting.place
        signature = self.signatures.get(str(lasting.agenda)) or self.signatures.get(str(lasting.agenda).rstrip("s"))
        if signature is None or signature.kind != "agenda":
            known = [n for n, s in self.signatures.items() if s.kind == "agenda"]
            if str(lasting.agenda) == "match":
                return None
            self.unknown(lasting.agenda, "agenda", known)
            return None
        runs = {"during": 1, "during_next": 1, "until_next": 2, "during_count": lasting.count}[lasting.form]
        start = "next" if lasting.form == "during_next" else "now"
        return core.Period(signature.index, start, core.Const(place, runs))

    def store(self, target: t.Expr, bound: core.Expr, scope: Scope, place: Place, lasting: core.Period | None = None) -> list[core.Stmt]:
        to = self.assignable(target, scope)
        if to.how == "local":
            if to.slot in scope.given:
                self.refuse_given(target, scope)
            return [core.Let(place, to.slot, bound)]
        if to.own is not None:
            return [core.SetOwn(place, to.own.procedure, to.own.slot, bound, *self.limits(to.type))]
        if to.row is not None:
            field, owner = to.field, to.row
            if self.domain_name(self.fields[field].domain) == "order" and self.fields[field].name == "state":
                return [core.Cancel(place, owner, bound)]
            return [core.Store(place, field, owner, bound, lasting)]
        return []

    def refuse_given(self, target: t.Expr, scope: Scope) -> None:
        """A hook works on copies of what it is given: a change to one would do nothing."""
        name = target.word if isinstance(target, t.Name) else "it"
        hint = {
            "hook before": f"Write it as ‘instead of ...: proceed with {name} ...’.",
            "hook instead": f"Write ‘proceed with {name} ...’.",
        }.get(scope.kind, "It has happened; a name of its own is given with ‘let’.")
        self.error("P06", target.place, f"‘{name}’ is what this hook was given: changing it here changes nothing", hint)

    def limits(self, type_: Ty) -> tuple[int, int]:
        if type_.kind == "row":
            return (NONE if type_.optional else 0), self.domains[type_.domain].size - 1
        if type_.kind == "set":
            return 0, (1 << self.domains[type_.domain].size) - 1
        return type_.low, type_.high

    def do_becomes(self, stmt: t.Becomes, scope: Scope) -> list[core.Stmt]:
        type_ = self.assignable(stmt.target, scope).type
        bound = self.value(stmt.value, scope, type_) if type_.kind != "bad" else self.bind(stmt.value, scope, type_)[0]
        return self.store(stmt.target, bound, scope, stmt.place, self.period(stmt.lasting, scope))

    def do_gains(self, stmt: t.Gains, scope: Scope) -> list[core.Stmt]:
        place = stmt.place
        lasting = self.period(stmt.lasting, scope)
        if stmt.what is None:
            counted = self.counted_directly(stmt, scope, lasting)
            if counted is not None:
                return counted
        owner, type_ = self.bind(stmt.target, scope)
        if not type_.is_row:
            if type_.kind != "bad":
                self.error("T04", stmt.target.place, f"{self.describe(type_)} gains and loses nothing",
                           "Write ‘PIECE gains 2 life’, one piece at a time.")  # fmt: skip
            return []
        fields = self.fields_of[type_.domain]
        if stmt.what is not None:
            field = fields.get(str(stmt.what))
            if field is None:
                self.error("N01", stmt.what.place, f"{an(self.domain_name(type_.domain))} has no ‘{stmt.what}’",
                           hints.unknown(str(stmt.what), "field", fields))  # fmt: skip
                return []
            if self.fields[field].values is not None:
                self.error("T04", stmt.what.place, f"‘{stmt.what}’ never changes: it is data of the rulebook")
            if self.field_types[field].is_set:
                mask = self.value(stmt.amount, scope, self.field_types[field])
                return [core.Join(place, field, owner, mask, stmt.gain, lasting)]
            amount = self.value(stmt.amount, scope, NUMBER)
            return [core.Change(place, field, owner, self.signed(amount, stmt.gain), lasting)]
        self.refuse_two_homes(stmt.amount, type_, scope, "gains" if stmt.gain else "loses")
        # A member joins the set that holds its kind; the name of a set field stands for all of it.
        if isinstance(stmt.amount, t.Name) and str(stmt.amount.word) in fields and not stmt.gain:
            field = fields[str(stmt.amount.word)]
            if self.field_types[field].is_set:
                return [core.Join(place, field, owner, core.Read(place, field, owner), False, lasting)]
        for name, field in fields.items():
            held = self.field_types[field]
            if not held.is_set or name.startswith("_"):
                continue
            if isinstance(stmt.amount, t.Name) and str(stmt.amount.word) not in scope.names:
                found = self.member_named(stmt.amount.word, held) if self.held_by(stmt.amount.word, held.domain) else None
            else:
                found = self.bind(stmt.amount, scope, held)
            if found is not None and found[1].kind in ("row", "set") and found[1].domain == held.domain:
                if self.fields[field].values is not None:
                    self.error("T04", stmt.place, f"‘{name}’ never changes: it is data of the rulebook")
                mask = self.fit(found[0], found[1], held, stmt.amount.place)
                return [core.Join(place, field, owner, mask, stmt.gain, lasting)]
        verb = "gain" if stmt.gain else "lose"
        self.error("T03", stmt.amount.place, f"{an(self.domain_name(type_.domain))} cannot {verb} this",
                   "It joins a field ‘any KIND’ of the thing that gains it; amounts are written ‘gains 2 FIELD’.")  # fmt: skip
        return []

    def held_by(self, word: t.Word, domain: int) -> bool:
        return any(d == domain for d, _ in self.members.get(str(word), []))

    def signed(self, amount: core.Expr, gain: bool) -> core.Expr:
        if gain:
            return amount
        if isinstance(amount, core.Const):
            return replace(amount, value=-amount.value)
        return core.Arith(amount.place, "-", core.Const(amount.place, 0), amount)

    def counted_directly(self, stmt: t.Gains, scope: Scope, lasting: core.Period | None) -> list[core.Stmt] | None:
        """``total gains 1``, ``strike.fury gains 2``, ``match.score gains 1``: the target is itself a number or a set."""
        if isinstance(stmt.target, t.Name):
            word = str(stmt.target.word)
            if (
                word not in scope.own
                and word not in scope.computed
                and not (word in scope.names and scope.names[word][1].kind in ("number", "set"))
            ):
                return None
            if word in scope.names and scope.names[word][1].is_row:
                return None
        elif isinstance(stmt.target, t.Dot):
            if self.bind_quietly(stmt.target, scope).kind not in ("number", "set"):
                return None
        else:
            return None
        to = self.assignable(stmt.target, scope)
        type_ = to.type
        now, _ = self.bind(stmt.target, scope)
        place = stmt.place
        if type_.is_set:
            mask = self.value(stmt.amount, scope, type_)
            if to.row is not None:
                return [core.Join(place, to.field, to.row, mask, stmt.gain, lasting)]
            return self.store(stmt.target, core.SetOp(place, "|" if stmt.gain else "-", now, mask), scope, place)
        amount = self.signed(self.value(stmt.amount, scope, NUMBER), stmt.gain)
        if to.row is not None:
            return [core.Change(place, to.field, to.row, amount, lasting)]
        if isinstance(stmt.target, t.Name) and str(stmt.target.word) == "total" and to.own is not None:
            now = core.Own(place, to.own.procedure, to.own.slot, 0)
        return self.store(stmt.target, core.Arith(place, "+", now, amount), scope, place)

    def bind_quietly(self, expr: t.Expr, scope: Scope) -> Ty:
        before = len(self.messages.items)
        type_ = self.bind(expr, scope)[1]
        self.messages.since(before)
        return type_
