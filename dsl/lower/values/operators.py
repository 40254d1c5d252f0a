"""Operators: sums, comparisons, membership, possession, knowledge."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.display.audiences import audience_of
from arbitre.dsl.lower.hints import suggest_membership
from arbitre.dsl.lower.rules.changes import bind_quietly
from arbitre.dsl.lower.throws.chances import fraction, of_chances
from arbitre.dsl.lower.values.elements import joined_outside
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag, check_flag, fit, turned
from arbitre.dsl.lower.values.names import NO_NAME, is_member_only, outcome_is, outcome_of
from arbitre.dsl.lower.values.several import condition_on_several, in_several, relation_on_several, several_is
from arbitre.dsl.lower.values.slips import begun_empty, of_asked, of_one_in_set, of_set_in, of_set_that_has, of_sets, of_winners
from arbitre.dsl.lower.values.unlike import of_joined, of_unlike
from arbitre.dsl.lower.values.values import condition_on, in_declared_order, refuse_two_homes, relation_on
from arbitre.dsl.resolve.forms import forms
from arbitre.dsl.resolve.ranges import compute, ends, flatten, span
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, domain_name, turns
from arbitre.dsl.resolve.types import BAD, FLAG, NUMBER, Ty, group, number, row

_COMPARE = {"is": "==", "is_not": "!=", "or_more": ">=", "or_less": "<=", "more_than": ">", "less_than": "<"}


def of_sides(cx: Context, expr: t.Binary, scope: Scope) -> Typed:
    """What sides know and see; what they are told and offered only scenarios ask."""
    if expr.op in ("knows", "sees"):
        return knowledge(cx, expr, scope) if expr.op == "knows" else sight(cx, expr, scope)
    cx.messages.error("C09", expr.place, "what is offered and told can only be asked by ‘expect’, in a scenario",
                      "There it may be joined by ‘and’, and begin with ‘not’; nothing else is possible.")  # fmt: skip
    return core.Const(expr.place, 0), FLAG


def possession(cx: Context, expr: t.Binary, scope: Scope) -> Typed:
    """``x has tired``: by the field that can hold it."""
    symbols = cx.symbols
    if isinstance(expr.right, t.Name) and (hint := of_winners(expr, expr.right.word, [*scope.names, *symbols.members], cx.sources)):
        cx.messages.error("N01", expr.right.place, phrase("nothing is called ‘{0}’ here", expr.right.word), hint)
        return bad(expr.place)
    owner, type_ = bind_expression(cx, expr.left, scope)
    if not type_.is_row:
        if type_.kind != "bad":
            hint = of_set_that_has(expr, cx.sources) if type_.is_set else ""
            cx.messages.error(
                "T01", expr.left.place, phrase("‘has’ is for a single thing, and this is {0}", describe(symbols, type_)), hint
            )
        return bad(expr.place)
    fields = symbols.fields_of[type_.domain]
    refuse_two_homes(symbols, expr.right, type_, scope, "has")
    if isinstance(expr.right, t.Name) and str(expr.right.word) not in scope.names:
        candidates = symbols.members.get(str(expr.right.word), [])
        for domain, index in candidates:
            for name, field in fields.items():
                kind = symbols.field_types[field]
                if kind.domain != domain or not (kind.is_set or (kind.is_row and not name.startswith("_"))):
                    continue
                read, member = core.Read(expr.place, field, owner), core.Const(expr.right.place, index)
                cx.resolution.keep(expr.right, member, row(domain))
                return (core.In(expr.place, member, read) if kind.is_set else core.Compare(expr.place, "==", read, member)), FLAG
    item, found = bind_expression(cx, expr.right, scope)
    if found.is_row:
        for field in fields.values():
            kind = symbols.field_types[field]
            if kind.is_set and kind.domain == found.domain:
                return core.In(expr.place, item, core.Read(expr.place, field, owner)), FLAG
    if found.kind != "bad":
        cx.messages.error("T03", expr.place, phrase("{0} has no field that could hold this", an(domain_name(symbols, type_.domain))),
                          "‘has’ looks for a field of the kind of what is on its right.")  # fmt: skip
    return bad(expr.place)


def knowledge(cx: Context, expr: t.Binary, scope: Scope) -> Typed:
    """``red knows x.role``: was that told?"""
    nobody = isinstance(expr.left, t.Name) and str(expr.left.word) == "nobody" and cx.symbols.seats != NONE
    slot = scope.frame.slot() if nobody else NONE
    one = core.SetOf(expr.place, (core.Local(expr.place, slot),))
    audience = one if nobody else audience_of(cx, expr.left, scope)
    bound, _ = bind_expression(cx, expr.right, scope)
    if not isinstance(bound, core.Read):
        cx.messages.error("T01", expr.right.place, "only a field of something can be known", "Write ‘... knows piece.role’.")
        return bad(expr.place)
    if nobody:  # not one seat, where all of no seats would know anything
        told = core.Built(expr.place, "told", (audience, core.Const(expr.place, bound.field), bound.row))
        return core.Not(expr.place, core.Query(expr.place, "any", core.Rows(expr.place, cx.symbols.seats), slot, told)), FLAG
    return core.Built(expr.place, "told", (audience, core.Const(expr.place, bound.field), bound.row)), FLAG


def sight(cx: Context, expr: t.Binary, scope: Scope) -> Typed:
    """``red sees x.role``: may that field be seen as it is now; ``red sees x``: may it be known which row it is."""
    audience = audience_of(cx, expr.left, scope)
    bound, type_ = bind_expression(cx, expr.right, scope)
    none = core.Const(expr.place, NONE)
    if isinstance(expr.right, t.Dot) and isinstance(bound, core.Read):
        return core.Built(expr.place, "sees", (audience, core.Const(expr.place, bound.field), none, bound.row, bound)), FLAG
    if type_.is_row:
        return core.Built(expr.place, "sees", (audience, none, core.Const(expr.place, type_.domain), bound)), FLAG
    cx.messages.error("T01", expr.right.place, "only a thing, or a field of one, can be seen", "Write ‘... sees piece.role’.")
    return bad(expr.place)


def bind_unary(cx: Context, expr: t.Unary, scope: Scope, expected: Ty | None) -> Typed:
    """``not c`` and ``-n``."""
    if expr.op == "not":
        inner = bind_flag(cx, expr.item, scope)
        return core.Not(expr.place, inner), FLAG
    bound, type_ = bind_expression(cx, expr.item, scope, expected)
    if type_.kind not in ("number", "bad"):
        cx.messages.error("T01", expr.place, phrase("‘-’ must be followed by a number, not {0}", describe(cx.symbols, type_)))
    if isinstance(bound, core.Const):
        return core.Const(expr.place, -bound.value), number(-type_.high, -type_.low)
    return core.Arith(expr.place, "-", core.Const(expr.place, 0), bound), number(-type_.high, -type_.low)


def bind_binary(cx: Context, expr: t.Binary, scope: Scope, expected: Ty | None) -> Typed:
    """Two expressions joined by an operator."""
    match expr.op:
        case "and" | "or":
            parts = flatten(expr, expr.op)
            bound = [bind_expression(cx, part, scope, FLAG) for part in parts]
            if all(type_.is_set for _, type_ in bound):
                hint = of_sets(parts, cx.sources)
                cx.messages.error("T01", expr.place, phrase("‘{0}’ joins conditions, and these are sets", expr.op), hint)
                return bad(expr.place)
            for before, part, (_, type_) in zip([None, *parts], parts, bound, strict=False):
                check_flag(cx, part, type_, before)
            items = tuple(item for item, _ in bound)
            return (core.And if expr.op == "and" else core.Or)(expr.place, items), FLAG
        case "+" | "-" | "*" | "/":
            return arithmetic(cx, expr, scope, expected)
        case "in" | "not_in":
            return membership(cx, expr, scope)
        case "has":
            return possession(cx, expr, scope)
        case "between":
            return between(cx, expr, scope)
        case "knows" | "sees" | "offered" | "told" | "told_just_now":
            return of_sides(cx, expr, scope)
    return comparison(cx, expr, scope)


def arithmetic(cx: Context, expr: t.Binary, scope: Scope, expected: Ty | None) -> Typed:
    """Sums of numbers and chances, sets united and taken apart, directions turned."""
    wanted = expected if expected is not None and expected.kind == "set" else None
    left, a = bind_expression(cx, expr.left, scope, wanted)
    right, b = bind_expression(cx, expr.right, scope, wanted or (a if a.is_set else None))
    place = expr.place
    if "bad" in (a.kind, b.kind):
        return core.Const(place, 0), BAD
    if expr.op in "+-" and (refuse_nothing(cx, expr, (a, b), expected) or refuse_condition(cx, expr, a, b, scope)):
        return bad(place)
    if a.is_row and turns(cx.symbols, a.domain) and b.kind == "number" and expr.op in "+-":
        return turned(cx.symbols, core.Arith(place, expr.op, left, right), a.domain, place), row(a.domain)
    if expr.op in "+-" and (a.is_set or b.is_set or (wanted and a.is_row)):
        domain = a.domain if a.kind in ("set", "row") else b.domain
        left = fit(cx.symbols, left, a, group(domain), expr.left.place)
        right = fit(cx.symbols, right, b, group(domain), expr.right.place)
        return core.SetOp(place, "|" if expr.op == "+" else "-", left, right), group(domain)
    if "chance" in (a.kind, b.kind):
        return of_chances(cx.symbols, expr, (left, a), (right, b))
    if a.kind != "number" or b.kind != "number":
        wrong, type_ = (expr.left, a) if a.kind != "number" else (expr.right, b)
        hint = of_joined(expr, a, b, cx.sources)
        cx.messages.error("T01", wrong.place, phrase("‘{0}’ is for numbers, and this is {1}", expr.op, describe(cx.symbols, type_)), hint)
        return bad(place)
    if expr.op == "/" and isinstance(right, core.Const) and right.value == 0:
        cx.messages.error("T02", expr.right.place, "division by 0")
        return bad(place)
    if isinstance(left, core.Const) and isinstance(right, core.Const):
        value = compute(expr.op, left.value, right.value)
        return core.Const(place, value), number(value, value)
    return core.Arith(place, expr.op, left, right), span(expr.op, a, b)


def refuse_nothing(cx: Context, expr: t.Binary, types: tuple[Ty, Ty], expected: Ty | None) -> bool:
    """``turned + man`` where turned is a name for none: no set, however often something is joined to it."""
    for side, type_, other in ((expr.left, *types), (expr.right, *types[::-1])):
        if type_.kind == "none" and isinstance(side, t.Name):
            domain = other.domain if other.kind in ("row", "set") else NONE
            cx.messages.error(
                "T01", side.place, phrase("‘{0}’ is none, which is no set", side.word), begun_empty(cx.symbols, side.word, domain)
            )
            return True
    return False


def refuse_condition(cx: Context, expr: t.Binary, a: Ty, b: Ty, scope: Scope) -> bool:
    """``S where C + T``: what was to be joined to the set is joined to its condition."""
    if a != FLAG or not (b.is_set or b.is_row):
        return False
    where = scope.elements[-1].where if scope.elements else None
    hint = joined_outside(cx, where, expr) if where is not None else ""
    cx.messages.error("T01", expr.left.place, "nothing can be joined to a condition", hint)
    return True


def membership(cx: Context, expr: t.Binary, scope: Scope) -> Typed:
    """``x in S``."""
    item, type_ = bind_expression(cx, expr.left, scope)
    if type_.is_set:
        hint = of_set_in(expr, bool(scope.elements), cx.sources)
        cx.messages.error("T01", expr.left.place, "‘in’ is for a single thing, and this is a set", hint)
        return bad(expr.place)
    expected = group(type_.domain) if type_.is_row else None
    if type_.kind == "number" and isinstance(expr.right, t.Tuple):
        tests = [core.Compare(e.place, "==", item, bind_as(cx, e, scope, NUMBER)) for e in expr.right.items]
        found: core.Expr = core.Or(expr.place, tuple(tests))
    elif type_.kind == "number" and bind_quietly(cx, expr.right, scope).kind == "number":
        return fraction(cx.symbols, expr, item, bind_expression(cx, expr.right, scope)[0])
    else:
        source, of = bind_expression(cx, expr.right, scope, expected)
        if of.is_row:
            source = core.SetOf(expr.right.place, (source,))
        elif of.kind not in ("set", "empty", "bad"):
            cx.messages.error("T01", expr.right.place, phrase("‘in’ needs a set, and this is {0}", describe(cx.symbols, of)))
        if type_.kind == "several":
            test, kind = in_several(cx.symbols, item, source, of, expr.place)
            return (test if expr.op == "in" else core.Not(expr.place, test)), kind
        if type_.is_row and of.kind in ("row", "set") and of.domain != type_.domain:
            cx.messages.error(
                "T01", expr.place, phrase("{0} is never in {1}", describe(cx.symbols, type_), describe(cx.symbols, group(of.domain)))
            )
        found = core.In(expr.place, item, source)
    return (found if expr.op == "in" else core.Not(expr.place, found)), FLAG


def comparison(cx: Context, expr: t.Binary, scope: Scope) -> Typed:
    """``x is y`` in all its forms: a result, a condition, a flag, a value."""
    place, op = expr.place, _COMPARE[expr.op]
    outcome = outcome_of(expr.left, scope)
    if outcome is not None and isinstance(expr.right, t.Name):
        return outcome_is(cx.symbols, outcome, expr, expr.right.word, op)
    refuse_double_meaning(cx.symbols, expr, scope)
    condition = isinstance(expr.right, t.Name) and str(expr.right.word) in cx.symbols.conditions
    if isinstance(expr.left, t.Name) and is_member_only(cx.symbols, expr.left.word, scope) and not condition:
        right, b = bind_expression(cx, expr.right, scope)
        left, a = bind_expression(cx, expr.left, scope, b)
    else:
        left, a = bind_expression(cx, expr.left, scope)
        if a.kind == "bad":
            return core.Const(place, 0), FLAG
        if op in ("==", "!=") and (a.is_row or a.kind == "several") and isinstance(expr.right, t.Name):
            several = a.kind == "several"
            word = expr.right.word
            asked = condition_on_several(cx, left, word, scope) if several else condition_on(cx, left, a, word, scope)
            if asked is not None:
                return (asked if op == "==" else core.Not(place, asked)), FLAG
        told = len(cx.messages.items)
        right, b = bind_expression(cx, expr.right, scope, a)
        for message in cx.messages.items[told:]:
            if message.hint == NO_NAME and isinstance(expr.right, t.Name):
                message.hint = of_asked(expr, a, domain_name(cx.symbols, a.domain), cx.sources) or NO_NAME
    if "bad" in (a.kind, b.kind):
        return core.Const(place, 0), FLAG
    of_actions = a.is_row and b.is_row and a.domain == b.domain == cx.symbols.domain_by_name["action"]
    if expr.exact:
        cx.exact.add(place)
        if "number" not in (a.kind, b.kind) and not of_actions:
            wrong = phrase("‘exactly’ must be followed by a number or an action, not {0}", describe(cx.symbols, b))
            cx.messages.error("T01", expr.right.place, wrong)
            return core.Const(place, 0), FLAG
    if op not in ("==", "!="):
        for side, type_ in ((expr.left, a), (expr.right, b)):
            if type_.kind != "number" and not a.kind == b.kind == "chance":
                hint = of_unlike(expr, a, b, cx.symbols.seats, cx.sources) if side is expr.left else ""
                wrong = phrase("only numbers can be more or less; this is {0}", describe(cx.symbols, type_))
                cx.messages.error("T01", side.place, wrong, hint)
                return core.Const(place, 0), FLAG
        return core.Compare(place, op, left, right), FLAG
    if "several" in (a.kind, b.kind):
        test = several_is(cx.symbols, left, right, b, place) if a.kind == "several" else several_is(cx.symbols, right, left, a, place)
        return (test if op == "==" else core.Not(place, test)), FLAG
    if a.is_row and b.kind == "number" and turns(cx.symbols, a.domain):
        right, b = turned(cx.symbols, right, a.domain, place), a
    if a.is_set and b.is_row and a.domain == b.domain:
        cx.messages.add("R10", place, "a set is this one thing only where nothing else is in it",
                        of_one_in_set(cx.symbols, expr, cx.sources))  # fmt: skip
        right, b = core.SetOf(place, (right,)), a
    if a.is_set and b.kind in ("none", "empty"):
        right, b = core.Const(place, 0), a
    same = a.kind == b.kind and a.domain == b.domain
    if not same and "none" not in (a.kind, b.kind):
        cx.messages.error(
            "T01",
            place,
            phrase("{0} is never {1}", describe(cx.symbols, a), describe(cx.symbols, b)),
            suggest_membership(cx.symbols, expr.left, a, expr.right, b, op) or of_unlike(expr, a, b, cx.symbols.seats, cx.sources),
        )
    elif "none" in (a.kind, b.kind) and not ({a.kind, b.kind} <= {"none", "row"}):
        cx.messages.error("T01", place, phrase("{0} is never none", describe(cx.symbols, a if b.kind == "none" else b)))
    if of_actions and not expr.exact and isinstance(right, core.Const) and len(meant := forms(cx.symbols, right.value)) > 1:
        found = core.In(place, left, core.SetOf(place, tuple(core.Const(place, form) for form in meant)))
        return (found if op == "==" else core.Not(place, found)), FLAG
    return core.Compare(place, op, left, right), FLAG


def between(cx: Context, expr: t.Binary, scope: Scope) -> Typed:
    """``x is 2 to 4``: held against both ends."""
    low, high = ends(expr)
    if expr.right.items[0].value > expr.right.items[1].value:  # type: ignore[attr-defined]
        cx.messages.error("T02", expr.right.place, "this range is empty", "Put the smaller one first: ‘is 2 to 4’.")
        return bad(expr.place)
    return core.And(expr.place, (bind_flag(cx, low, scope), bind_flag(cx, high, scope))), FLAG


def refuse_double_meaning(symbols: Symbols, expr: t.Binary, scope: Scope) -> None:
    """Tells of ``life is life`` inside a ``where``, which says nothing."""
    if not scope.elements or not (isinstance(expr.left, t.Name) and isinstance(expr.right, t.Name)):
        return
    words, kind = [str(expr.left.word), str(expr.right.word)], scope.elements[-1].type.domain
    if words[0] != words[1] or not (words[0] in scope.names or words[0] in symbols.fields_of[kind]):
        return
    hint = phrase("Name the element: ‘any other in ... where other.{0} is {1}’.", words[0], words[1])
    if words[0] not in scope.names:
        hint = phrase("Both are the ‘{0}’ of the {1}: what it is compared with needs another name.", words[0], domain_name(symbols, kind))
    symbols.messages.error("N03", expr.place, phrase("‘{0} is {1}’ compares a thing with itself", words[0], words[1]), hint)


def bind_related(cx: Context, expr: t.Related, scope: Scope, expected: Ty | None) -> Typed:
    """``x is near y``, ``x is hidden from y with z``."""
    left, a = bind_expression(cx, expr.left, scope)
    others = in_declared_order(cx.symbols, expr, a)
    right, b = bind_expression(cx, others[0].value, scope)
    if "bad" in (a.kind, b.kind):
        return core.Const(expr.place, 0), FLAG
    if a.kind == "several":
        return (relation_on_several(cx, left, right, b, expr.word, others, scope) or core.Const(expr.place, 0)), FLAG
    found = relation_on(cx, left, a, right, b, expr.word, others, scope)
    return (found or core.Const(expr.place, 0)), FLAG
