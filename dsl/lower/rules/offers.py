"""What steps offer: actions narrowed to one thing by ``with``; actions that nobody can do, and orders that no step performs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.orders import actor_position
from arbitre.dsl.resolve.scope import Scope, Signature, form_of
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe
from arbitre.dsl.resolve.types import Ty, row
from arbitre.dsl.tree.walk import below


def narrow(cx: Context, act: core.Act, stmt: t.Acts, scope: Scope) -> list[core.Stmt]:
    """``must act in STEP with X``: X is who acts, or what stands after ``with`` in an action of another kind's.

    Actions whose actor is of the kind of X need no more than ``Act.actor``.  For the others a column of the match says what they are
    narrowed to while the statement runs; what it said before comes back afterwards, as such an action may narrow its own step again.
    """
    place, whole, narrowed = stmt.place, core.Const(stmt.place, 0), act
    kept: dict[int, core.Expr] = dict.fromkeys(columns_of(cx, str(stmt.step)).values(), core.Const(place, NONE))
    if stmt.actor is not None:
        value, type_ = bind_expression(cx, stmt.actor, scope)
        only = type_.domain if type_.is_row else NONE
        if not fits_some(cx, stmt, type_):
            return []
        column = columns_of(cx, str(stmt.step)).get(only, NONE)
        narrowed = replace(act, actor=value, kind=only) if column == NONE else act
        kept |= {column: value} if column != NONE else {}
    before, after = list[core.Stmt](), list[core.Stmt]()
    for column, value in kept.items():
        slot = scope.frame.slot()
        before.append(core.Let(place, slot, core.Read(place, column, whole)))
        before.append(core.Store(place, column, whole, value))
        after.append(core.Store(place, column, whole, core.Local(place, slot)))
    return [*before, narrowed, *after]


def fits_some(cx: Context, stmt: t.Acts, type_: Ty) -> bool:
    """Is there an action in the step that is done by or with such a thing?  Tells if not."""
    assert stmt.actor is not None
    offered = offered_in(cx.symbols, str(stmt.step))
    kinds = {type_.domain} if type_.is_row else set()
    if type_.kind in ("bad", "none") or not offered or any(narrowed_by(signature, kind) != NONE for signature in offered for kind in kinds):
        return True
    forms = [f"‘{form_of(signature)}’" for signature in offered]
    cx.messages.error(
        "T06", stmt.actor.place, phrase("no action of ‘{0}’ is done by or with {1}", stmt.step, describe(cx.symbols, type_)),
        phrase("After ‘with’ stands who acts, or what an action has after ‘with’: {0}.", joined(", ", forms)),
    )  # fmt: skip
    return False


def offered_in(symbols: Symbols, step: str) -> list[Signature]:
    """The actions of a step."""
    decls = ((symbols.signatures[name], symbols.rule_decls[name]) for name in symbols.actions if name in symbols.rule_decls)
    return [s for s, decl in decls if isinstance(decl, t.Action) and decl.lines.during is not None and str(decl.lines.during) == step]


def narrowed_by(signature: Signature, kind: int) -> int:
    """The position of the parameter that ``with`` narrows to a thing of that kind, or NONE."""
    actor = actor_position(signature)
    if signature.types and signature.types[actor].is_row and signature.types[actor].domain == kind:
        return actor
    both = enumerate(zip(signature.params, signature.types, strict=True))
    return next((i for i, (p, type_) in both if p.preposition == "with" and type_.is_row and type_.domain == kind), NONE)


def columns_of(cx: Context, step: str) -> dict[int, int]:
    """The columns that say what the actions of a step are narrowed to, by kind; none if only actors are ever narrowed."""
    if cx.narrowed is None:
        stated = below(cx.symbols.decls, leaves=(t.Expr, t.Text))
        cx.narrowed = {str(s.step): None for s in stated if isinstance(s, t.Acts) and s.actor is not None}
    if step not in cx.narrowed:
        return {}
    found = cx.narrowed[step]
    if found is None:
        found = cx.narrowed[step] = {}
        match = cx.symbols.domains[cx.symbols.domain_by_name["match"]]
        for signature in offered_in(cx.symbols, step):
            actor = actor_position(signature)
            for at, (p, type_) in enumerate(zip(signature.params, signature.types, strict=True)):
                if p.preposition == "with" and at != actor and type_.is_row and type_.domain not in found:
                    made = add_field(
                        cx.symbols, match, f"{core.NARROWS}{step}_{type_.domain}", row(type_.domain, True), NONE, signature.place
                    )
                    found[type_.domain] = made.index
    return found


def narrow_actions(cx: Context) -> None:
    """What the columns say is asked of every action of such a step: first, since it leaves the least."""
    for step, columns in (cx.narrowed or {}).items():
        for signature in offered_in(cx.symbols, step) if columns else ():
            action = cx.action_rows[cx.symbols.actions[signature.name]]
            for kind, column in (columns or {}).items():
                at = narrowed_by(signature, kind)
                place = signature.place
                only, none = core.Read(place, column, core.Const(place, 0)), core.Const(place, NONE)
                asked: core.Expr = core.Compare(place, "==", only, none)
                if at != NONE:
                    asked = core.Or(place, (asked, core.Compare(place, "==", core.Local(place, signature.params[at].slot), only)))
                action.when.insert(0, (asked, max(0, at)))


def tell_offers(cx: Context, program: core.Program) -> None:
    """Every action can be given, and every order is performed by some step."""
    asked = cx.offers
    for action in program.actions:
        place = program.procedures[action.procedure].place
        if action.offer not in asked:
            cx.messages.add("A01", place, phrase("nobody can do ‘{0}’: nothing offers ‘{1}’", action.name, action.offer),
                               did_you_mean(action.offer, asked) or during_left_out(cx, action)
                            or "Say ‘gives orders’ or ‘acts in’ in a step.")  # fmt: skip
        elif not action.at_once and action.name not in cx.performed:
            cx.messages.add("A02", place, phrase("no step performs the orders of ‘{0}’", action.name),
                               phrase("Add a step ‘{0}’ to the agenda, or ‘insert’ it from here.", action.name))  # fmt: skip
        elif not action.at_once:
            members = {str(d.name): d.place for d in cx.symbols.decls if isinstance(d, t.Member)}
            for kind, index in left_out(cx, program, action):
                name = program.domains[kind].rows[index]
                cx.messages.add(
                    "A02",
                    members.get(name, place),
                    phrase("no step performs the orders of ‘{0}’ of {1}", action.name, an(name)),
                    phrase("Insert a step such as ‘{0}_{1}: perform {2} of {3}’.", name, action.name, action.name, name),
                )


def during_left_out(cx: Context, action: core.Action) -> str:
    """Of an action that names no step, while acts are asked for in one that no action names: that step is meant."""
    if action.offer != "orders":
        return ""
    named = {other.offer for other in cx.action_rows}
    free = [offer for offer in cx.offers if offer not in named] or list(cx.offers)
    return (
        phrase("If it is done in the step ‘{0}’, say ‘during {0}’ in it; if it is ordered, say ‘gives orders’ in a step.", free[0])
        if len(free) == 1
        else ""
    )


def left_out(cx: Context, program: core.Program, action: core.Action) -> Iterator[tuple[int, int]]:
    """Members whose bearers may give an order that steps perform for others only, where the order does not ask who they are."""
    performed = cx.performed.get(action.name, {None})
    named = {member for member in performed if member is not None}
    if None in performed or not named or len({kind for kind, _ in named}) > 1:
        return
    kind = next(iter(named))[0]
    if not asks_for(program, [condition for condition, _ in action.when], kind):
        yield from ((kind, index) for index in range(len(program.domains[kind].rows)) if (kind, index) not in named)


def asks_for(program: core.Program, conditions: list[core.Expr], kind: int) -> bool:
    """Do conditions, or the values they ask for, look at a field that holds such members?"""
    seen: set[int] = set()
    open_: list[object] = [*conditions]
    while open_:
        for node in nodes(open_.pop()):
            if isinstance(node, core.Read) and program.fields[node.field].target == kind:
                return True
            if isinstance(node, core.Apply) and node.function not in seen:
                seen.add(node.function)
                open_.append(program.functions[node.function])
    return False
