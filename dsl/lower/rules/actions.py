"""Actions: who may do what, chosen from which values, how often."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.dsl.lower.context import Context, bind_block
from arbitre.dsl.lower.display.audiences import owner_field
from arbitre.dsl.lower.display.texts import head_says, pieces_of
from arbitre.dsl.lower.rules.events import check_lines, seen_of
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.forms import forms, general
from arbitre.dsl.resolve.nouns import bears
from arbitre.dsl.resolve.orders import actor_position, order_field
from arbitre.dsl.resolve.scope import Scope, Signature
from arbitre.dsl.resolve.symbols import NONE, Symbols, domain_name, tell_unknown, text_of
from arbitre.dsl.resolve.types import NUMBER, number, row

ONE_NAME = "An action has one name after ‘during’; each step that offers it says so: ‘WHO acts in {0}’ in both."


def action_body(cx: Context, decl: t.Action, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
    """Who may do it, with what, how often; and what it does."""
    symbols = cx.symbols
    action = cx.action_rows[symbols.actions[str(decl.name)]]
    lines = decl.lines
    check_lines(cx, decl)
    if not signature.params:
        cx.messages.error("T06", decl.place, phrase("nobody does ‘{0}’", decl.name), "Say who: ‘action NAME by WHO ...’.")
        return
    action.actor = actor_position(signature)
    actor = signature.params[action.actor]
    owner = owner_field(symbols, actor.domain) if actor.domain != NONE else None
    if owner is None:
        seats = domain_name(symbols, symbols.seats) if symbols.seats != NONE else "kind marked ‘seats’"
        cx.messages.error("T05", decl.place, phrase("nobody commands {0}", an(domain_name(symbols, actor.domain))),
                          phrase("Give it a field of the kind ‘{0}’.", seats))  # fmt: skip
    else:
        action.commander = owner(core.Local(decl.place, actor.slot))
    bind_ways(cx, decl, action, signature, scope)
    for what, place in lines.repeated:
        hint = phrase(ONE_NAME, lines.during) if what == "during" else phrase("Leave one of them out.")
        cx.messages.error("N02", place, phrase("‘{0}’ stands twice in ‘{1}’", what, decl.name), hint)
    if lines.during is not None:
        action.offer, action.at_once = str(lines.during), True
    for when in lines.whens:
        for part in _conjuncts(when.test):
            test = bind_flag(cx, part, scope)
            action.when.append((test, max([0, *slots_in(test, len(signature.params))])))
    for position, member in cx.members_of_rule[signature.name]:
        local = core.Local(decl.place, signature.params[position].slot)
        action.when.insert(0, (bears(symbols, local, signature.types[position].domain, member, decl.place), position))
    action.needs = [(bind_flag(cx, n.test, scope), text_of(n.reason) if n.reason else None) for n in lines.needs]
    action.values = [candidates(symbols, signature, i, action) for i in range(len(signature.params))]
    for limit in lines.limits:
        limit_uses(cx, action, actor, limit, scope)
    named = [symbols.actions[str(w)] for w in lines.instead_of if known_action(symbols, w)]
    action.form_of = general(symbols, signature.name)
    action.excludes = sorted({form for index in named for form in forms(symbols, index)} - {action.index})
    action.spends, action.several, action.shortcut = lines.spends, lines.several, lines.shortcut
    action.hint = pieces_of(cx, lines.hint, scope) if lines.hint is not None else ()
    action.asks = questions_of(cx, lines, action, signature, scope)
    action.written = text_of(lines.written)
    action.appeal = bind_as(cx, lines.appeal, scope, NUMBER) if lines.appeal is not None else None
    action.order_fields = [order_field(symbols, p, type_) for p, type_ in zip(signature.params, signature.types, strict=True)]
    procedure.body = bind_block(cx, decl.body, scope)
    head_says(cx, lines.says, procedure, scope)
    procedure.seen = seen_of(cx, lines.seen, scope)


def bind_ways(cx: Context, decl: t.Action, action: core.Action, signature: Signature, scope: Scope) -> None:
    """What each ``or`` stands for; its own name is known there alone, everything else speaks of what it stands for."""
    ways = [way for way in decl.lines.ways if str(way.param.name) in signature.names]  # others have a fault, which was told
    for way in ways:
        given = signature.names[str(way.param.name)]
        named = next((i for i, p in enumerate(signature.params[:given]) if p.preposition == way.param.preposition), given)
        wanted = signature.types[named]
        inner = scope.child()
        inner.names = {n: known for n, known in scope.names.items() if n != signature.params[named].name}
        value = bind_as(cx, way.value, inner, row(wanted.domain, True) if wanted.is_row else wanted)
        action.ways.append(core.Way(given, named, value, text_of(way.title) if way.title else core.Text()))
    for way in ways:
        scope.names.pop(str(way.param.name), None)


def questions_of(
    cx: Context, lines: t.RuleLines, action: core.Action, signature: Signature, scope: Scope
) -> tuple[tuple[core.Piece, ...], ...]:
    """How each parameter is asked for, where the action says it; a question may speak of what was answered before it."""
    found: dict[int, tuple[core.Piece, ...]] = {}
    for asks in lines.asks:
        position = signature.names.get(str(asks.name))
        if position is None:
            tell_unknown(cx.symbols, asks.name, "parameter", signature.names)
            continue
        if position in found:
            cx.messages.error("N02", asks.name.place, phrase("‘{0}’ is asked for twice", asks.name), "Leave one of them out.")
        earlier = {action.actor, *(i for i in range(position) if position != action.actor)} - {position}
        found[position] = pieces_of(cx, asks.text, scope)
        for piece in found[position]:
            late = [slot for slot in slots_in(piece.value, len(signature.params)) if slot not in earlier]
            if late:
                text = phrase("‘{0}’ is not known yet when ‘{1}’ is asked for", signature.params[late[0]].name, asks.name)
                cx.messages.error("T06", asks.place, text, "A question may speak of who acts and of what stands before it in the head.")
    return tuple(found.get(i, ()) for i in range(len(signature.params))) if found else ()


def known_action(symbols: Symbols, word: t.Word) -> bool:
    """Is there an action of that name?  Tells if not."""
    if str(word) in symbols.actions:
        return True
    tell_unknown(symbols, word, "action", symbols.actions)
    return False


def candidates(symbols: Symbols, signature: Signature, position: int, action: core.Action) -> core.Expr | None:
    """Where a parameter's values come from: the set a ``when`` says it is in, if what that speaks of is known before."""
    type_ = signature.types[position]
    place = signature.place
    if type_.kind in ("flag", "number", "bad"):
        return None
    if type_.kind != "row":
        symbols.messages.error("T06", place, phrase("‘{0}’ cannot be chosen from a list", signature.params[position].name),
                               "A parameter of an action is a single thing or a number.")  # fmt: skip
        return core.Const(place, 0)
    earlier = [i for i in range(len(signature.params)) if i < position or i == action.actor]
    for test, _ in action.when:
        if isinstance(test, core.In) and isinstance(test.item, core.Local) and test.item.slot == position:
            if all(slot in earlier for slot in slots_in(test.group, len(signature.params))):
                return test.group
    return core.Rows(place, type_.domain)


def slots_in(expr: object, below: int) -> list[int]:
    """Parameters an expression speaks of."""
    if isinstance(expr, core.Local):
        return [expr.slot] if expr.slot < below else []
    out: list[int] = []
    for name in getattr(type(expr), "__slots__", ()) or ():
        out += _slots_of_value(getattr(expr, name, None), below)
    for base in type(expr).__mro__[1:]:
        for name in getattr(base, "__slots__", ()) or ():
            out += _slots_of_value(getattr(expr, name, None), below)
    return out


def _slots_of_value(value: object, below: int) -> list[int]:
    if isinstance(value, core.Expr):
        return slots_in(value, below)
    if isinstance(value, tuple):
        return [s for v in value for s in _slots_of_value(v, below)]
    return []


def limit_uses(cx: Context, action: core.Action, actor: core.Param, limit: t.Limit, scope: Scope) -> None:
    """``once each turn``: a counter of its own for each limit, reset with the period."""
    symbols = cx.symbols
    period = NONE
    if limit.period != "match":
        signature = symbols.signatures.get(str(limit.period))
        if signature is None or signature.kind != "agenda":
            tell_unknown(symbols, limit.period, "agenda", [n for n, s in symbols.signatures.items() if s.kind == "agenda"] + ["match"])
        else:
            period = signature.index
    domain = symbols.domains[actor.domain]
    counter = add_field(symbols, domain, f"_uses_{action.name}_{len(action.limits)}", number(0, 10_000), 0, limit.place)
    count = bind_as(cx, limit.count, scope, NUMBER)
    action.limits.append(core.Limit(count, period, counter.index))


def _conjuncts(expr: t.Expr) -> list[t.Expr]:
    if isinstance(expr, t.Binary) and expr.op == "and":
        return [*_conjuncts(expr.left), *_conjuncts(expr.right)]
    return [expr]
