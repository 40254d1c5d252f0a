"""Changes bound: what is stored, counted, joined, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.lower.hints import written
from arbitre.dsl.lower.rules.locals import unbounded
from arbitre.dsl.lower.values.expressions import bind_as, fit
from arbitre.dsl.lower.values.names import member_named, suggest_field, suggest_name
from arbitre.dsl.lower.values.slips import begun_empty
from arbitre.dsl.lower.values.values import refuse_two_homes
from arbitre.dsl.parse.line_habits import NOTHING_MORE
from arbitre.dsl.resolve.fields import field_called
from arbitre.dsl.resolve.scope import OwnField, Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, domain_name, tell_unknown
from arbitre.dsl.resolve.types import NUMBER, Ty


@dataclass(slots=True)
class Target:
    """Where a value goes: ``how`` is field, own, local or bad."""

    how: str
    type: Ty
    field: int = NONE
    row: core.Expr | None = None
    own: OwnField | None = None
    slot: int = NONE

    def now(self, place: Place) -> core.Expr:
        """What the target holds."""
        if self.row is not None:
            return core.Read(place, self.field, self.row)
        if self.own is not None:
            return core.Own(place, self.own.procedure, self.own.slot, self.own.default)
        return core.Local(place, self.slot)


def assignable(cx: Context, target: t.Expr, scope: Scope) -> Target:
    """What a target is: a field of a row, a field a procedure keeps, a local name, or (with a message) nothing."""
    found = target_of(cx, target, scope)
    if found.how != "bad":
        cx.resolution.keep(target, found.now(target.place), found.type)
    return found


def target_of(cx: Context, target: t.Expr, scope: Scope) -> Target:
    """The same, not kept as what the node became."""
    symbols = cx.symbols
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
            signature = symbols.signatures.get(str(target.owner.word))
            if signature is not None and str(target.word) in signature.own:
                own = signature.own[str(target.word)]
                return Target("own", own.type, own=own)
        owner, type_ = bind_expression(cx, target.owner, scope)
        if type_.is_row:
            field = field_called(symbols, type_.domain, target.word)
            if field is not None:
                if symbols.fields[field].values is not None:
                    cx.messages.error("T04", target.place, phrase("‘{0}’ never changes: it is data of the rulebook", target.word))
                return Target("field", symbols.field_types[field], field=field, row=owner)
            cx.messages.error(
                "N01",
                target.word.place,
                phrase("{0} has no field ‘{1}’", an(domain_name(symbols, type_.domain)), target.word),
                suggest_field(symbols, type_, str(target.word)),
            )
            return Target("bad", Ty("bad"))
        if type_.kind != "bad":
            cx.messages.error("T04", target.place, phrase("{0} has no field to change", describe(symbols, type_)),
                              "Change one thing at a time: ‘for each x in ...’.")  # fmt: skip
        return Target("bad", Ty("bad"))
    if not isinstance(target, t.Name):
        cx.messages.error("T04", target.place, "this cannot be changed", "Only fields and local names can be changed.")
    else:
        cx.messages.error("N01", target.place, phrase("‘{0}’ cannot be changed", target.word), instead_of(symbols, str(target.word), scope))
    return Target("bad", Ty("bad"))


def instead_of(symbols: Symbols, word: str, scope: Scope) -> str:
    """How to mend a name that cannot be changed: an option is chosen, anything else may be a slip."""
    if word not in symbols.options:
        return suggest_name(symbols, word, scope)
    if scope.rule:
        return phrase("An option is chosen before the match, and stays; what changes is a field, as of ‘kind match’.")
    return phrase("An option has a line of its own: ‘option {0} = ...’.", word)


def period_of(symbols: Symbols, lasting: t.Lasting | None, scope: Scope) -> core.Period | None:
    """``during turn``, ``until next turn``: how long a change lasts."""
    if lasting is None:
        return None
    place = lasting.place
    signature = symbols.signatures.get(str(lasting.agenda)) or symbols.signatures.get(str(lasting.agenda).rstrip("s"))
    if signature is None or signature.kind != "agenda":
        known = [n for n, s in symbols.signatures.items() if s.kind == "agenda"]
        if str(lasting.agenda) == "match":
            return None
        tell_unknown(symbols, lasting.agenda, "agenda", known)
        return None
    runs = {"during": 1, "during_next": 1, "until_next": 2, "during_count": lasting.count}[lasting.form]
    start = "next" if lasting.form == "during_next" else "now"
    return core.Period(signature.index, start, core.Const(place, runs))


def store_in(
    cx: Context, target: t.Expr, bound: core.Expr, scope: Scope, place: Place, lasting: core.Period | None = None
) -> list[core.Stmt]:
    """Statements that put a value where a target says."""
    to = assignable(cx, target, scope)
    if to.how == "local":
        if to.slot in scope.given:
            refuse_given(cx.symbols, target, scope)
        unbounded(cx, scope.frame, to.slot)
        return [core.Let(place, to.slot, bound)]
    if to.own is not None:
        return [core.SetOwn(place, to.own.procedure, to.own.slot, bound, *limits_of(cx.symbols, to.type))]
    if to.row is not None:
        field, owner = to.field, to.row
        if domain_name(cx.symbols, cx.symbols.fields[field].domain) == "order" and cx.symbols.fields[field].name == "state":
            return [core.Cancel(place, owner, bound)]
        return [core.Store(place, field, owner, bound, lasting)]
    return []


def refuse_given(symbols: Symbols, target: t.Expr, scope: Scope) -> None:
    """A hook works on copies of what it is given: a change to one would do nothing."""
    name = target.word if isinstance(target, t.Name) else "it"
    hint = {
        "hook before": phrase("Write it as ‘instead of ...: proceed with {0} ...’.", name),
        "hook instead": phrase("Write ‘proceed with {0} ...’.", name),
    }.get(scope.kind, "It has already happened; give your own number a name with ‘let’.")
    symbols.messages.error("P06", target.place, phrase("‘{0}’ is what this hook was given: changing it here changes nothing", name), hint)


def limits_of(symbols: Symbols, type_: Ty) -> tuple[int, int]:
    """The smallest and the greatest value a type can hold."""
    if type_.kind == "row":
        return (NONE if type_.optional else 0), symbols.domains[type_.domain].size - 1
    if type_.kind == "set":
        return 0, (1 << symbols.domains[type_.domain].size) - 1
    return type_.low, type_.high


def bind_becomes(cx: Context, stmt: t.Becomes, scope: Scope) -> list[core.Stmt]:
    """``x becomes 3``."""
    type_ = assignable(cx, stmt.target, scope).type
    bound = bind_as(cx, stmt.value, scope, type_) if type_.kind != "bad" else bind_expression(cx, stmt.value, scope, type_)[0]
    if type_.kind == "none" and (held := bind_quietly(cx, stmt.value, scope)).is_set and isinstance(stmt.target, t.Name):
        cx.messages.error("T01", stmt.value.place, phrase("‘{0}’ began as none and cannot become a set", stmt.target.word),
                          begun_empty(cx.symbols, stmt.target.word, held.domain))  # fmt: skip
    return store_in(cx, stmt.target, bound, scope, stmt.place, period_of(cx.symbols, stmt.lasting, scope))


def bind_gains(cx: Context, stmt: t.Gains, scope: Scope) -> list[core.Stmt]:
    """``x gains 2 life``, ``x loses glow``."""
    symbols = cx.symbols
    place = stmt.place
    lasting = period_of(symbols, stmt.lasting, scope)
    if stmt.what is None:
        counted = counted_directly(cx, stmt, scope, lasting)
        if counted is not None:
            return counted
    owner, type_ = bind_expression(cx, stmt.target, scope)
    if not type_.is_row:
        if type_.kind == "number" and stmt.what is not None:
            verb = "gains" if stmt.gain else "loses"
            form = f"{written(stmt.target, cx.sources)} {verb} {written(stmt.amount, cx.sources)}"
            cx.messages.error("T04", stmt.what.place, phrase("‘{0}’ is one word too many: what changes is a number already", stmt.what),
                              phrase("Write ‘{0}’.", form))  # fmt: skip
        elif type_.kind != "bad":
            cx.messages.error("T04", stmt.target.place, phrase("{0} cannot gain or lose anything", describe(symbols, type_)),
                              "Write ‘PIECE gains 2 life’, one piece at a time.")  # fmt: skip
        return []
    fields = symbols.fields_of[type_.domain]
    if stmt.what is not None:
        field = field_called(symbols, type_.domain, stmt.what)
        if field is None:
            over = not stmt.gain and str(stmt.what) in ("match", "game") and written(stmt.amount, cx.sources) == "the"
            hint = (
                phrase(NOTHING_MORE, written(stmt.target, cx.sources), "loses") if over else suggest_field(symbols, type_, str(stmt.what))
            )
            cx.messages.error("N01", stmt.what.place, phrase("{0} has no ‘{1}’", an(domain_name(symbols, type_.domain)), stmt.what), hint)
            return []
        if symbols.fields[field].values is not None:
            cx.messages.error("T04", stmt.what.place, phrase("‘{0}’ never changes: it is data of the rulebook", stmt.what))
        if symbols.field_types[field].is_set:
            mask = bind_as(cx, stmt.amount, scope, symbols.field_types[field])
            return [core.Join(place, field, owner, mask, stmt.gain, lasting)]
        amount = bind_as(cx, stmt.amount, scope, NUMBER)
        return [core.Change(place, field, owner, signed(amount, stmt.gain), lasting)]
    refuse_two_homes(symbols, stmt.amount, type_, scope, "gains" if stmt.gain else "loses")
    # A member joins the set that holds its kind; the name of a set field stands for all of it.
    if isinstance(stmt.amount, t.Name) and str(stmt.amount.word) in fields and not stmt.gain:
        field = fields[str(stmt.amount.word)]
        if symbols.field_types[field].is_set:
            all_of_it = core.Read(place, field, owner)
            cx.resolution.keep(stmt.amount, all_of_it, symbols.field_types[field])
            return [core.Join(place, field, owner, all_of_it, False, lasting)]
    for name, field in fields.items():
        held = symbols.field_types[field]
        if not held.is_set or name.startswith("_"):
            continue
        if isinstance(stmt.amount, t.Name) and str(stmt.amount.word) not in scope.names:
            found = member_named(symbols, stmt.amount.word, held) if held_by(symbols, stmt.amount.word, held.domain) else None
            if found is not None:
                cx.resolution.keep(stmt.amount, *found)
        else:
            found = bind_expression(cx, stmt.amount, scope, held)
        if found is not None and found[1].kind in ("row", "set") and found[1].domain == held.domain:
            if symbols.fields[field].values is not None:
                cx.messages.error("T04", stmt.place, phrase("‘{0}’ never changes: it is data of the rulebook", name))
            mask = fit(symbols, found[0], found[1], held, stmt.amount.place)
            return [core.Join(place, field, owner, mask, stmt.gain, lasting)]
    verb = "gain" if stmt.gain else "lose"
    cx.messages.error("T03", stmt.amount.place, phrase("{0} cannot {1} this", an(domain_name(symbols, type_.domain)), verb),
                      "It goes into a field ‘any KIND’ of the thing that gains it; amounts are written ‘gains 2 FIELD’.")  # fmt: skip
    return []


def held_by(symbols: Symbols, word: t.Word, domain: int) -> bool:
    """Is the word a member of that kind?"""
    return any(d == domain for d, _ in symbols.members.get(str(word), []))


def signed(amount: core.Expr, gain: bool) -> core.Expr:
    """What is lost is gained with the sign turned."""
    if gain:
        return amount
    if isinstance(amount, core.Const):
        return replace(amount, value=-amount.value)
    return core.Arith(amount.place, "-", core.Const(amount.place, 0), amount)


def counted_directly(cx: Context, stmt: t.Gains, scope: Scope, lasting: core.Period | None) -> list[core.Stmt] | None:
    """``total gains 1``, ``strike.momentum gains 2``, ``match.score gains 1``: the target is itself a number or a set."""
    if isinstance(stmt.target, t.Name):
        word = str(stmt.target.word)
        held = scope.names[word][1] if word in scope.names else scope.own[word].type if word in scope.own else None
        if word not in scope.computed and (held is None or held.kind not in ("number", "set")):
            return None
    elif isinstance(stmt.target, t.Dot):
        if bind_quietly(cx, stmt.target, scope).kind not in ("number", "set"):
            return None
    else:
        return None
    to = assignable(cx, stmt.target, scope)
    type_ = to.type
    now, _ = bind_expression(cx, stmt.target, scope)
    place = stmt.place
    if type_.is_set:
        mask = bind_as(cx, stmt.amount, scope, type_)
        if to.row is not None:
            return [core.Join(place, to.field, to.row, mask, stmt.gain, lasting)]
        return store_in(cx, stmt.target, core.SetOp(place, "|" if stmt.gain else "-", now, mask), scope, place)
    amount = signed(bind_as(cx, stmt.amount, scope, NUMBER), stmt.gain)
    if to.row is not None:
        return [core.Change(place, to.field, to.row, amount, lasting)]
    if isinstance(stmt.target, t.Name) and str(stmt.target.word) == "total" and to.own is not None:
        now = core.Own(place, to.own.procedure, to.own.slot, 0)
    return store_in(cx, stmt.target, core.Arith(place, "+", now, amount), scope, place)


def bind_quietly(cx: Context, expr: t.Expr, scope: Scope) -> Ty:
    """The type of an expression, without telling what is wrong with it."""
    before = len(cx.messages.items)
    type_ = bind_expression(cx, expr, scope)[1]
    cx.messages.since(before)
    return type_
