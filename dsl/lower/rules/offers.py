"""Actions that nobody can do, and orders that no step performs: errors, for there is nothing to be played of them."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.lower.context import Context


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
