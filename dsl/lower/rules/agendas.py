"""Agendas and their steps."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.languages import colon
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.lower.context import Context, bind_block
from arbitre.dsl.lower.display.texts import bind_reveals, head_says
from arbitre.dsl.lower.rules.calls import belongs, note_performed, of_kind_or_member
from arbitre.dsl.lower.rules.events import seen_of
from arbitre.dsl.lower.rules.statements import ordering_of
from arbitre.dsl.lower.values.expressions import bind_flag
from arbitre.dsl.resolve.orders import actor_position
from arbitre.dsl.resolve.scope import Element, Scope, Signature, form_of
from arbitre.dsl.resolve.symbols import NONE, Symbols, tell_unknown, text_of
from arbitre.dsl.resolve.types import Ty, row


def agenda_body(cx: Context, decl: t.Agenda, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
    """What it goes through, as long as what holds, and its steps."""
    scope.kind = "agenda"
    cx.each_of_scope = None
    each_slot = NONE
    each_type: Ty | None = None
    if decl.each is not None:
        domain = cx.symbols.nouns.get(str(decl.each))
        if domain is None:
            tell_unknown(cx.symbols, decl.each, "kind", cx.symbols.nouns)
            domain = 0
        each_type = row(domain)
        each_slot = scope.add(str(decl.each), each_type)
        scope.about = (*scope.about, each_slot)
        ordering = scope.child()
        ordering.elements = [Element(each_slot, each_type)]
        keys, ties, dice = ordering_of(cx, decl.order, ordering)
        source = core.Rows(decl.place, domain)
        cx.each_of_scope = (each_type, each_slot)
        procedure.each = core.ForEach(decl.place, each_slot, source, (), keys, ties, dice, rule=scope.rule, domain=domain)
    if decl.guard is not None:
        procedure.guard = bind_flag(cx, decl.guard, scope)
    procedure.repeat = decl.repeated
    procedure.seen = seen_of(cx, decl.seen, scope)
    for says in decl.says:
        head_says(cx, says, procedure, scope)
    for step in decl.steps:
        body = step_body(cx, step, scope, each_type, each_slot)
        name = f"{step.name}" if step.of is None else phrase("{0} of {1}", step.name, step.of)
        made = core.Step(name, step_title(cx.symbols, step), body, [], [], [], step.place, tuple(step.clauses), step.fixed, each_slot)
        procedure.steps.append(made)
    for line in decl.due:
        bind_due(cx, line, procedure)
    procedure.body = tuple(stmt for line in decl.reveals for stmt in bind_reveals(cx, line, scope))
    cx.each_of_scope = None


def bind_due(cx: Context, line: t.Due, procedure: core.Procedure) -> None:
    """Which steps a deadline is for, and what is done for whoever has missed it."""
    missed = str(line.missed) if line.missed is not None else core.MISSED[0]
    if missed not in core.MISSED:
        assert line.missed is not None
        known = ", ".join(f"‘{way}’" for way in core.MISSED)
        cx.messages.error("N01", line.missed.place, phrase("‘{0}’ is not a way to deal with a missed deadline", missed),
                          did_you_mean(line.missed, core.MISSED) or phrase("It is one of {0}.", known))  # fmt: skip
        return
    for name in line.steps:
        found = [step for step in procedure.steps if step.name == str(name)]
        for step in found:
            step.due = missed
        if not found:
            names = [str(step.name) for step in procedure.steps]
            cx.messages.error("N01", name.place, phrase("the agenda ‘{0}’ has no step ‘{1}’", procedure.name, name),
                              did_you_mean(name, names) or "Name one of its steps.")  # fmt: skip


def step_title(symbols: Symbols, step: t.Step) -> core.Text:
    """Its own title; else that of the action, event or agenda of its name, of whom it says."""
    if step.title or step.body is not None or str(step.name) not in symbols.rule_decls:
        return text_of(step.title)
    title = text_of(symbols.rule_decls[str(step.name)].title)
    if step.of is None or not title:
        return title
    bearers = [symbols.domains[d].titles[i] for d, i in symbols.members.get(str(step.of), [])]
    said = (bearers[0] if bearers else core.Text()).or_name(str(step.of))
    return core.together([title, said], lambda code, one, other: f"{one}{colon(code)}{other}")


def step_body(cx: Context, step: t.Step, scope: Scope, each: Ty | None, each_slot: int) -> tuple[core.Stmt, ...]:
    """What a step does: its own statements, or the action, event or agenda it is named after."""
    symbols = cx.symbols
    place = step.place
    if step.body is not None:
        return bind_block(cx, step.body, scope.child())
    signature = symbols.signatures.get(str(step.name))
    if signature is None:
        cx.messages.error("N01", step.name.place, phrase("the step ‘{0}’ does nothing", step.name),
                          did_you_mean(step.name, symbols.signatures) or "Write what it does after a colon.")  # fmt: skip
        return ()
    if signature.kind == "action":
        note_performed(cx, signature, step.of)
        slot = scope.frame.slot()
        actor = core.Local(place, slot)
        domain = signature.types[actor_position(signature)].domain
        tests: list[core.Expr] = []
        if step.of is not None:
            tests.append(of_kind_or_member(symbols, actor, domain, step.of))
        if each is not None:
            tests.append(belongs(symbols, actor, domain, each, each_slot, place))
        where = None if not tests else tests[0] if len(tests) == 1 else core.And(place, tuple(tests))
        return (core.Perform(place, symbols.actions[signature.name], slot, where),)
    if signature.kind in ("event", "agenda"):
        args: tuple[core.Expr, ...] = ()
        if signature.params:
            if each is None or len(signature.params) != 1 or signature.types[0].domain != each.domain:
                form = form_of(signature)
                cx.messages.error("T06", step.place, phrase("‘{0}’ needs: {1}", step.name, form),
                                  phrase("A step that is given something has a name of its own: ‘NAME: {0}’.", form))  # fmt: skip
                return ()
            args = (core.Local(place, each_slot),)
        made = core.Run if signature.kind == "agenda" else core.Invoke
        return (made(place, signature.index, args),)
    cx.messages.error(
        "T06",
        step.place,
        phrase("‘{0}’ is {1}, not {2}", step.name, an(signature.kind), an("event")),
        "Write what the step does after a colon.",
    )
    return ()
