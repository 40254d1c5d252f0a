"""Kinds whose rows are dealt: a seat may not see which row it is, and rows differ in what never changes, as cards do in suit and rank.

Whoever imagines a world lets such rows change places among those that the seat does not recognise: all that changes with a row (who holds
it, whether it was played) goes to another, and whatever names one of them names the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import hooks_of, nodes

Kinds = frozenset[int]
_NONE: Kinds = frozenset()


def dealt_kinds(program: Program) -> list[int]:
    """The kinds, in order, but those whose rows an agenda or a rule put off holds in its slots: there worlds leave them as they are."""
    out = differing_kinds(program)
    held = kinds_held(program) if out else _NONE
    return [kind for kind in out if kind not in held]


def differing_kinds(program: Program) -> list[int]:
    """The kinds whose rows are not recognised by everybody and differ for good; seats and orders are none of them."""
    orders = program.orders.domain if program.orders is not None else NONE
    apart = {f.domain for f in program.fields if f.values is not None} | {d.index for d in program.domains if any(d.rows) or d.board}
    return [
        d.index for d in program.domains
        if d.seen and d.index in apart and d.index not in (program.seats, orders) and any(moving(program, d.index))
    ]  # fmt: skip


def moving(program: Program, kind: int) -> Iterator[core.Field]:
    """The fields of a kind that change as it is played, but for the one that says which rows exist."""
    alive = program.domains[kind].alive
    return (f for f in program.fields if f.domain == kind and f.values is None and f.index != alive)


def naming(program: Program, kind: int) -> Iterator[core.Field]:
    """The fields whose cells name rows of a kind, or hold sets of them."""
    return (f for f in program.fields if f.target == kind and f.values is None)


def kinds_held(program: Program) -> Kinds:
    """Of which kinds rows may stand in slots between two statements: those of agendas, of their hooks, of rules put off."""
    out: set[int] = set()
    for p in program.procedures:
        if p.kind in ("agenda", "scheduled"):
            params = {param.slot: frozenset((param.domain,)) for param in p.params if param.domain != NONE}
            out |= _slots(program, [p.each, p.body, [step.body for step in p.steps]], params)
            for hook in hooks_of(p):
                out |= _slots(program, [hook.body], {})
    return frozenset(out)


def _slots(program: Program, body: list[object], known: dict[int, Kinds], under_way: Kinds = _NONE) -> set[int]:
    """Of which kinds the rows are that statements put into slots.  ``under_way``: the rules that are looked into, by number."""
    parts = list(nodes(body))
    before: dict[int, Kinds] | None = None
    while known != before:
        before = dict(known)
        for part in parts:
            for slot, kinds in _put(program, part, known, under_way):
                known[slot] = known.get(slot, _NONE) | kinds
    return set().union(*known.values())


def _put(program: Program, part: object, known: dict[int, Kinds], under_way: Kinds) -> Iterator[tuple[int, Kinds]]:
    match part:
        case core.ForEach() | core.Draw():
            yield part.slot, _rows(program, part.source, known)
        case core.Choose() if part.options is not None:
            yield part.slot, _rows(program, part.options, known)
        case core.Let() | core.SetOwn():
            yield part.slot, _rows(program, part.value, known)
        case core.Create():
            yield part.slot, frozenset((part.domain,))
        case core.Invoke() if part.procedure not in under_way:
            for source, target in part.outputs:
                yield target, _given(program, program.procedures[part.procedure], source, under_way | {part.procedure})


def _given(program: Program, p: core.Procedure, slot: int, under_way: Kinds) -> Kinds:
    """Of which kinds the rows may be that a rule gives: any that it draws, chooses, makes or is told."""
    known = {param.slot: frozenset((param.domain,)) for param in p.params if param.domain != NONE}
    body: list[object] = [p.body, [hook.body for hook in hooks_of(p)]]
    inner = _slots(program, body, known, under_way)
    gives = [_rows(program, part.value, known) for part in nodes(body) if isinstance(part, core.Give)]
    return known.get(slot, _NONE) if slot != p.result else frozenset().union(*gives, inner if not gives else _NONE)


def _rows(program: Program, e: core.Expr | None, known: dict[int, Kinds]) -> Kinds:
    """Of which kinds the rows may be that a value is, or that are in it."""

    def of(parts: Iterable[core.Expr | None]) -> Kinds:
        return frozenset().union(*(_rows(program, part, known) for part in parts))

    match e:
        case core.Local():
            return known.get(e.slot, _NONE)
        case core.Own():
            return frozenset(
                param.domain for param in program.procedures[e.procedure].params if param.slot == e.slot and param.domain != NONE
            )
        case core.Rows():
            return frozenset((e.domain,))
        case core.Read():
            target = program.fields[e.field].target
            return frozenset((target,)) if target != NONE else _NONE
        case core.Apply():
            domain = program.functions[e.function].domain
            return frozenset((domain,)) if domain != NONE else _NONE
        case core.Ask():
            return frozenset((e.board,))
        case core.Query():
            if e.sink == "union" and e.value is not None:
                return of([e.value])
            return of([e.source])
        case core.SetOp():
            return of([e.left, e.right])
        case core.SetOf():
            return of(e.items)
        case core.Choice():
            return of([e.then, e.other])
        case core.OneOf():
            return of(value for _, value in e.choices)
        case core.Settled():
            return of([e.base, *e.values])
    return _NONE
