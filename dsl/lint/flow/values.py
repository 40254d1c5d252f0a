"""What values depend on: one function for each sort of expression."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.lint.flow.frame import Frame, enter, field_label, kept_label, of_picked, outside
from arbitre.dsl.lint.flow.known import NOTHING, Equal, Value
from arbitre.dsl.lint.flow.labels import MOVED, PLAIN, Label, is_open, secret, with_terms
from arbitre.dsl.lint.flow.terms import DEEPEST, ELEMENT, NOBODY, Term, depth, replaced, settled, speaks_of


def _const(frame: Frame, expr: core.Const) -> Value:
    return Value(PLAIN, ("c", expr.value))


def _local(frame: Frame, expr: core.Local) -> Value:
    found = frame.slots.get(expr.slot)
    kept = kept_label(frame, frame.rule, expr.slot)
    if found is None:
        return Value(kept, frame.here(expr.slot))
    if kept:
        found = Value(found.label | kept, found.term, found.domain, found.elements)
    return found if found.term is not None else Value(found.label, frame.here(expr.slot), found.domain, found.elements, found.existing)


def _own(frame: Frame, expr: core.Own) -> Value:
    return Value(kept_label(frame, expr.procedure, expr.slot))


def _read(frame: Frame, expr: core.Read) -> Value:
    row = frame.value(expr.row)
    column = frame.program.fields[expr.field]
    term = None
    label = row.label
    if row.term is not None:
        term = frame.settle(("r", expr.field, row.term))
        if term[0] == "r" and depth(term) > DEEPEST:
            term = None
    if not frame.naming and (frame.analysis.is_order_field(column.index) or (column.values is None and not column.name.startswith("_"))):
        picked = row.term is None and bool(row.elements)
        found = field_label(frame, column, ELEMENT if picked else row.term)
        label |= of_picked(found, row.elements) if picked else found
        if picked:
            same = dict(row.elements)
            of_it = settled(("r", expr.field, ELEMENT), same)
            term = None if speaks_of(of_it, lambda t: t == ELEMENT) else of_it
    return Value(label, term, column.target)


def _all(frame: Frame, expr: core.Expr) -> Value:
    out = PLAIN
    for name in ("left", "right", "item", "row", "start", "goal", "limit", "avoided", "price"):
        part = getattr(expr, name, None)
        if isinstance(part, core.Expr):
            out |= frame.value(part).label
    return Value(out)


def _compare(frame: Frame, expr: core.Compare) -> Value:
    left, right = frame.value(expr.left), frame.value(expr.right)
    label = left.label | right.label
    if expr.op in ("==", "!="):
        label = self_described(frame, expr.left, left, right) | self_described(frame, expr.right, right, left)
        label |= which_row(frame, left, right)
    return Value(label)


def self_described(frame: Frame, expr: core.Expr, one: Value, other: Value) -> Label:
    """Whoever a field names and may therefore see it knows whether it names him or not."""
    if not isinstance(expr, core.Read) or one.term is None or other.term is None:
        return one.label
    column = frame.program.fields[expr.field]
    row = frame.named(expr.row)
    if row is None or not (column.seen or frame.analysis.is_order_field(column.index)):
        return one.label
    own: Term = ("r", expr.field, row)
    giver = frame.analysis.giver_of(column.index, other.term)
    if giver is not None:  # what somebody commands has its orders from him: others' orders are not meant
        at = frame.settle(("r", frame.analysis.giver_field, row))
        return frozenset(
            (s[0], s[1], s[2] | {("s", frame.settle(giver))}) if s[0] == "orders" and ("s", at) in s[2] else s for s in one.label
        )
    if ("s", own) not in frame.policy.field_audience(column, row):
        return one.label
    at = frame.settle(own)
    return frozenset((s[0], s[1], s[2] | {("s", other.term)}) if not is_open(s) and ("s", at) in s[2] else s for s in one.label)


def which_row(frame: Frame, one: Value, other: Value) -> Label:
    """That two rows are the same one, of a kind of which not everybody recognises the rows."""
    domain = one.domain if one.domain != NONE else other.domain
    if domain == NONE or frame.naming or one.term == other.term:
        return PLAIN
    kind = frame.program.domains[domain]
    orders = frame.program.orders
    if not kind.seen or (orders is not None and domain == orders.domain):
        return PLAIN
    if any(v.term is not None and v.term[0] == "c" for v in (one, other)):
        return PLAIN
    audience = NOBODY
    for v in (one, other):
        if v.term is not None:
            audience |= frame.settled_audience(frame.policy.knowing(kind.seen, v.term))
    return secret("row", domain, audience)


def _and(frame: Frame, expr: core.And) -> Value:
    before = frame.facts
    frame.facts = before.copy()
    out = PLAIN
    for item in expr.items:
        out |= frame.value(item).label
        frame.holding(item, frame.facts)
    frame.facts = before
    return Value(out)


def _or(frame: Frame, expr: core.Or) -> Value:
    return Value(frame.labels(expr.items))


def _choice(frame: Frame, expr: core.Choice) -> Value:
    test = frame.label(expr.test)
    before = frame.facts
    frame.facts = frame.holding(expr.test)
    then = frame.value(expr.then)
    frame.facts = before
    other = frame.value(expr.other)
    same = then.term == other.term
    elements = tuple(e for e in then.elements if e in other.elements)
    domain = then.domain if then.domain != NONE else other.domain
    return Value(test | then.label | other.label, then.term if same else None, domain, elements)


def _settled(frame: Frame, expr: core.Settled) -> Value:
    first = frame.value(expr.base)
    out = first.label | frame.labels(expr.tests) | frame.labels(expr.values)
    return Value(out, None, first.domain)


def _apply(frame: Frame, expr: core.Apply) -> Value:
    args = [frame.value(a) for a in expr.args]
    params = frame.program.functions[expr.function].params
    args += [NOTHING] * (len(params) - len(args))
    return frame.applied(expr.function, args)


def _rows(frame: Frame, expr: core.Rows) -> Value:
    orders = frame.program.orders
    hidden = orders is not None and expr.domain == orders.domain and frame.policy.orders_hidden
    return Value(PLAIN, None, expr.domain, (), hidden, PLAIN)


def _set_of(frame: Frame, expr: core.SetOf) -> Value:
    found = [frame.value(item) for item in expr.items]
    label = frozenset(s for v in found for s in v.label)
    elements: tuple[Equal, ...] = ()
    if len(found) == 1 and found[0].term is not None:
        elements = ((ELEMENT, found[0].term),)
    return Value(label, None, found[0].domain if found else NONE, elements)


def _set_op(frame: Frame, expr: core.SetOp) -> Value:
    one, two = (frame.value(expr.left), frame.value(expr.right)) if expr.op == "|" else (frame.raw(expr.left), frame.value(expr.right))
    elements = one.elements if expr.op != "|" else tuple(e for e in one.elements if e in two.elements)
    if expr.op == "&":
        elements += two.elements
    domain = one.domain if one.domain != NONE else two.domain
    return Value(one.label | two.label, None, domain, elements, one.existing)


def _in(frame: Frame, expr: core.In) -> Value:
    item, group = frame.value(expr.item), frame.value(expr.group)
    return Value(item.label | group.label | which_row(frame, item, Value(PLAIN, None, group.domain)))


def _query(frame: Frame, expr: core.Query) -> Value:
    source = frame.raw(expr.source)
    before, slot = frame.facts, expr.slot
    outer = frame.slots.get(slot)
    here = frame.here(slot)
    frame.facts = before.copy()
    enter(frame, slot, source)
    label = source.label
    elements = source.elements
    where = expr.where
    each = source.each
    if where is not None:
        asked = frame.value(where).label
        label |= asked
        if each is not None:
            each |= with_terms(asked, lambda term: replaced(term, lambda t: ELEMENT if t == here else t))
        found = frame.holding(where, frame.facts)
        fresh = [(a, b) for a, b in found.same.items() if before.same.get(a) != b]
        as_element: Callable[[Term], Term | None] = lambda term: replaced(term, lambda t: ELEMENT if t == here else t)  # noqa: E731
        for a, b in fresh:
            one, two = as_element(a), as_element(b)
            if one is not None and two is not None and (one, two) != (a, b):
                elements += ((one, two),)
    if expr.value is not None:
        label |= frame.value(expr.value).label
    value_domain = frame.value(expr.value).domain if expr.sink == "union" and expr.value is not None else source.domain
    only = frame.policy.term(expr, frame.terms()) if expr.sink in ("first", "only", "set") and where is not None else None
    frame.facts = before
    if outer is None:
        frame.slots.pop(slot, None)
    else:
        frame.slots[slot] = outer
    label = outside(label, here)
    existing = source.existing
    if existing and expr.sink not in ("set", "best", "worst"):
        label |= frame.being_there(Value(PLAIN, None, source.domain, elements))
        existing = False
    if expr.sink in ("set", "best", "worst"):
        if only is not None:
            elements += ((ELEMENT, only),)
        return Value(label, None, source.domain, elements, existing, each if expr.sink == "set" else None)
    if expr.sink in ("first", "only"):
        return Value(label, only, source.domain, elements)
    return Value(label, None, value_domain if expr.sink == "union" else NONE)


def _ask(frame: Frame, expr: core.Ask) -> Value:
    label = frame.labels(expr.args)
    domain = frame.program.domains[expr.board]
    if domain.joined != NONE and not frame.naming:
        label |= closed(frame, frame.analysis.function(domain.joined).label)
        for links in frame.program.domains:
            if links.open_when != NONE:
                label |= closed(frame, frame.analysis.function(links.open_when).label)
    to_cell = expr.query in ("ahead", "first_on_ray", "toward", "below", "above", "neighbours", "ray", "line", "within", "reach")
    return Value(label, None, expr.board if to_cell else NONE)


def closed(frame: Frame, label: Label) -> Label:
    """A label of a function that is asked of anything: nobody in it can be named."""
    return frozenset((s[0], s[1], NOBODY) for s in label if not is_open(s))


def _walk(frame: Frame, expr: core.Walk) -> Value:
    args = [frame.value(a) for a in expr.args]
    params = frame.program.functions[expr.function].params
    args += [NOTHING] * (len(params) - len(args))
    return Value(_all(frame, expr).label | frame.applied(expr.function, args).label, None, expr.board)


def _chance(frame: Frame, expr: core.Chance) -> Value:
    return Value(frame.analysis.result_of(frame, expr.procedure, [frame.value(a) for a in expr.args]))


def _chance_after(frame: Frame, expr: core.ChanceAfter) -> Value:
    out = frame.labels(expr.args) | frame.label(expr.test)
    return Value(out | frozenset((s[0], s[1], NOBODY) for s in frame.analysis.everything_read(expr.procedure)))


def _built(frame: Frame, expr: core.Built) -> Value:
    out = frame.labels(expr.args[:-1] if expr.name == "sees" else expr.args)
    match expr.name, expr.args:
        case "sees", (_, core.Const(value=column), *_) if column != NONE:
            out |= frame.analysis.deciding(frame.program.fields[column].seen)
        case "told", (who, core.Const(value=column), _):
            if not frame.naming and column not in frame.policy.facts_public:
                seats, whole = frame.policy.group(who, frame.terms())
                audience = seats if whole and len(seats) == 1 else NOBODY
                out |= secret("told", column, frame.settled_audience(audience))
        case "pending", _:
            out |= {MOVED}
    return Value(out)


def _one_of(frame: Frame, expr: core.OneOf) -> Value:
    return Value(frame.labels(tuple(choice for _, choice in expr.choices)))


EXPRESSIONS: dict[type, Callable[[Any, Any], Value]] = {
    core.Const: _const, core.Path: _const, core.Local: _local, core.Own: _own, core.Read: _read, core.Arith: _all,
    core.Compare: _compare, core.And: _and, core.Or: _or, core.Not: _all, core.Choice: _choice, core.Settled: _settled,
    core.Apply: _apply, core.Partial: _apply, core.Rows: _rows, core.SetOf: _set_of, core.SetOp: _set_op, core.In: _in,
    core.Query: _query, core.Ask: _ask, core.Walk: _walk, core.Chance: _chance, core.ChanceAfter: _chance_after, core.Built: _built,
    core.OneOf: _one_of,
}  # fmt: skip
