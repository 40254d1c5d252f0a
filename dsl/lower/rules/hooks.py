"""Hooks bound: rules before, instead of and after what other files say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.dsl.lower.context import Context, bind_block
from arbitre.dsl.lower.hints import hook_words, suggest_hook
from arbitre.dsl.lower.rules.events import check_lines
from arbitre.dsl.lower.values.expressions import bind_flag
from arbitre.dsl.modules.edits import key_of
from arbitre.dsl.resolve.nouns import bears, noun_type
from arbitre.dsl.resolve.orders import actor_position
from arbitre.dsl.resolve.scope import Frame, Scope, Signature, form_of
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, tell_unknown
from arbitre.dsl.resolve.types import BAD, FLAG, NUMBER


def bind_hook(cx: Context, decl: t.Hook) -> None:
    """Joins a hook to what it stands beside: an event, a step, or every order of somebody."""
    symbols = cx.symbols
    if decl.name == "any_order":
        for name in symbols.actions:
            signature = symbols.signatures[name]
            if cx.action_rows[symbols.actions[name]].at_once or not decl.params:
                continue
            wanted = noun_type(symbols, decl.params[0])[0]
            if signature.types[actor_position(signature)].domain == wanted.domain:
                attach_hook(cx, decl, signature, cx.procedures[signature.index], any_order=True)
        return
    if decl.dotted:
        hook_step(cx, decl)
        return
    found = symbols.signatures.get(str(decl.name))
    if found is None:
        steps = [f"{n}.{s.name}" for n, d in symbols.rule_decls.items() if isinstance(d, t.Agenda) for s in d.steps]
        cx.messages.error("N01", decl.name.place, phrase("there is no event ‘{0}’ to hook", decl.name), suggest_hook(symbols, decl, steps))
        return
    if decl.roll and found.kind != "test":
        hint = phrase("Only tests have ‘roll of’: hook {0} by its name, ‘{1} {2}’.", an(found.kind), hook_words(decl), form_of(found))
        cx.messages.error("T06", decl.name.place, phrase("‘{0}’ is not a test", decl.name), hint)
        return
    attach_hook(cx, decl, found, cx.procedures[found.index])


def hook_step(cx: Context, decl: t.Hook) -> None:
    """Joins a hook to the steps of an agenda that bear its name."""
    owner = cx.symbols.signatures.get(".".join(decl.dotted))
    if owner is None or owner.kind != "agenda":
        tell_unknown(cx.symbols, decl.dotted[0], "agenda", [n for n, s in cx.symbols.signatures.items() if s.kind == "agenda"])
        return
    if decl.depth:
        refuse_depth(cx, decl)
    steps = cx.procedures[owner.index].steps
    found = [s for s in steps if s.name == decl.name or s.name.startswith(phrase("{0} of ", decl.name))]
    if not found:
        tell_unknown(cx.symbols, decl.name, phrase("step of ‘{0}’", owner.name), [s.name for s in steps])
    for step in found:
        hook = make_hook(cx, decl, owner, step.element)
        {"before": step.before, "instead": step.instead, "after": step.after}[decl.position].append(hook)


def attach_hook(cx: Context, decl: t.Hook, signature: Signature, procedure: core.Procedure, any_order: bool = False) -> None:
    """Joins a hook to what it stands before, after or instead of."""
    hook = make_hook(cx, decl, signature, NONE, any_order)
    if decl.depth and (any_order or signature.kind == "agenda"):
        refuse_depth(cx, decl)
    elif decl.depth:  # of every hook that leads back here, each within the other
        procedure.depth = max(procedure.depth, 1) + decl.depth
    if decl.roll:
        procedure.rolled.append(hook)
        return
    if decl.position == "instead":
        check_instead(cx.symbols, decl, hook, procedure)
    {"before": procedure.before, "instead": procedure.instead, "after": procedure.after}[decl.position].append(hook)


def refuse_depth(cx: Context, decl: t.Hook) -> None:
    """Steps, agendas and orders do not begin within themselves."""
    cx.messages.error("T06", decl.name.place, phrase("‘{0}’ never begins while it is under way", decl.name),
                      phrase("Leave ‘up to {0} times’ out.", decl.depth))  # fmt: skip


def check_instead(symbols: Symbols, decl: t.Hook, hook: core.Hook, procedure: core.Procedure) -> None:
    """Two ``instead of`` that surely both match are told at load; others are told when they meet in a match."""
    for other in procedure.instead:
        if (hook.when is None or other.when is None) and other.name not in hook.over and hook.name not in other.over:
            symbols.messages.error("N06", decl.place, phrase("two rules replace ‘{0}’ and can both match", procedure.name),
                                   phrase("Narrow one of them with ‘when’, or settle it with ‘over {0}’.", other.name),
                                   [(other.place, "the other")])  # fmt: skip


def check_names(symbols: Symbols, decl: t.Hook, signature: Signature) -> None:
    """One preposition, one parameter; and names that the hooked rule gives to something else are likely a slip."""
    said: dict[str, t.Parameter] = {}
    for param in decl.params:
        first = said.setdefault(param.preposition, param)
        if first is not param:
            what = f"‘{param.preposition}’" if param.preposition else "no preposition"
            symbols.messages.error(
                "T06",
                param.place,
                phrase("two names have {0}", what),
                phrase("Write it as: {0}.", form_of(signature)),
                [(first.place, "the first")],
            )
        name = str(param.name)
        own = next((p for p in signature.params if p.preposition == param.preposition), None)
        other = next((p for p in signature.params if p.name == name and p is not own), None)
        if own is not None and other is not None and own.name != name:
            symbols.messages.add(
                "H05",
                param.place,
                phrase("‘{0}’ here is what ‘{1}’ calls ‘{2}’, not its ‘{3}’", name, signature.name, own.name, name),
                phrase("Write it as: {0}; or choose a name that it does not use.", form_of(signature)),
            )
            return  # of two that are changed round one is told
        if name in signature.own and (param.type is not None or name in symbols.nouns):
            symbols.messages.add("H05", param.place, phrase("‘{0}’ hides what ‘{1}’ keeps under that name", name, signature.name),
                                 "What it keeps can be read and changed without naming it here: leave it out, or rename it.")  # fmt: skip


def make_hook(cx: Context, decl: t.Hook, signature: Signature, each_slot: int, any_order: bool = False) -> core.Hook:
    """A hook with its own names for what the hooked rule was given."""
    frame = Frame()
    scope = Scope(frame, own=dict(signature.own), kind=phrase("hook {0}", decl.position))
    pairs: list[tuple[int, int]] = []
    tests: list[core.Expr] = []
    check_names(cx.symbols, decl, signature)
    for param in decl.params:
        type_, member = noun_type(cx.symbols, param)
        if any_order:
            source: int | None = signature.params[actor_position(signature)].slot
            wanted = signature.types[actor_position(signature)]
        else:
            position = next((i for i, p in enumerate(signature.params) if p.preposition == param.preposition), None)
            source = signature.params[position].slot if position is not None else None
            wanted = signature.types[position] if position is not None else BAD
            if source is None and each_slot != NONE:
                source, wanted = each_slot, type_
        if source is None:
            lacking = f"{param.preposition} {param.name}".strip()
            cx.messages.error("N07", param.place, phrase("‘{0}’ has no ‘{1}’", signature.name, lacking),
                              phrase("Write it as: {0}.", form_of(signature)))  # fmt: skip
            continue
        if wanted.kind != "bad" and type_.kind != "bad" and (wanted.domain != type_.domain or wanted.kind != type_.kind):
            cx.messages.error(
                "T01",
                param.place,
                phrase("this is {0}, but ‘{1}’ is {2}", describe(cx.symbols, wanted), param.name, describe(cx.symbols, type_)),
            )
            continue
        slot = scope.add(str(param.name), replace(type_, optional=wanted.optional) if type_.is_row else type_)
        scope.about += (slot,) if type_.is_row else ()
        pairs.append((source, slot))
        if not any_order and not decl.dotted:
            scope.changeable[str(param.name)] = (source, wanted)
        if member is not None:
            tests.append(bears(cx.symbols, core.Local(param.place, slot), type_.domain, member, param.place))
    scope.given = frozenset(slot for _, slot in pairs)
    scope.rule = f"{decl.position} {signature.name}"
    if not decl.dotted and not any_order:
        for own, held in zip(signature.params, signature.types, strict=True):
            scope.changeable.setdefault(own.name, (own.slot, held))
    if signature.kind == "test":
        place = decl.place
        natural, bonus = signature.own["_natural"], signature.own["_total"]
        read = core.Own(place, natural.procedure, natural.slot, 0)
        added = core.Own(place, bonus.procedure, bonus.slot, 0)
        if signature.thrown is not None:
            scope.thrown = {"": replace(signature.thrown, procedure=signature.index)}
        scope.computed = {"natural": (read, NUMBER), "total": (core.Arith(place, "+", read, added), NUMBER)}
        for index, result in enumerate(signature.results):  # ‘when failure’: the result as the dice lie now
            came = core.Own(place, signature.index, signature.result_slot, 0)
            scope.computed[result] = (core.Compare(place, "==", came, core.Const(place, index)), FLAG)
    if signature.result is not None:
        scope.result = (signature.result_slot, signature.result)
    if decl.when is not None:
        tests.append(bind_flag(cx, decl.when, scope))
    check_lines(cx, decl)
    for line in decl.lines.whens:
        tests.append(bind_flag(cx, line.test, scope))
    when = None if not tests else tests[0] if len(tests) == 1 else core.And(decl.place, tuple(tests))
    body = bind_block(cx, decl.body, scope)
    name = key_of(decl) or f"{Path(decl.place.file).stem}.{signature.name}"
    over = (decl.over,) if decl.over else ()
    clauses = tuple([*decl.clauses, *decl.lines.clauses])
    orders = tuple((beside.before, beside.path, beside.place) for beside in decl.orders)
    law = bool(decl.body) and all(isinstance(stmt, t.Assert) for stmt in decl.body)
    return core.Hook(name, tuple(pairs), frame.size, when, body, decl.place, clauses, over, orders, law)
