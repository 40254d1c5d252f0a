"""Values in stages: how lines of modifiers become one expression."""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.lower.hints import written
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag, bind_set
from arbitre.dsl.resolve.nouns import bears, noun_type
from arbitre.dsl.resolve.ranges import flatten
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import Entry, Symbols, describe
from arbitre.dsl.resolve.types import CHANCE, EMPTY, NUMBER, Ty, group, number, row
from arbitre.dsl.tree.walk import below


def staged(cx: Context, entry: Entry, value: core.Expr, type_: Ty, scope: Scope, own: list[t.Modifier]) -> core.Expr:
    """Base, then all ``is``, all ``+ -``, all ``also``, all ``not``/``except``, then floors and ceilings."""
    lines: list[tuple[t.Modifier, Scope, core.Expr | None]] = [(m, scope, None) for m in own]
    for decl in entry.adjusts:
        inner, test = adjusting(cx.symbols, decl.params, [p.slot for p in (entry.function.params if entry.function else [])], scope)
        lines += [(m, inner, test) for m in decl.modifiers]
    check_overrides(cx.symbols, lines, own)
    return fold_modifiers(cx, lines, value, type_, entry, scope)


def adjusting(symbols: Symbols, params: list[t.Parameter], slots: list[int], scope: Scope) -> tuple[Scope, core.Expr | None]:
    """The scope of an adjust: its own names for the same parameters, and what the names of members demand."""
    inner = scope.child()
    inner.names = {}
    tests: list[core.Expr] = []
    for param, slot in zip(params, slots, strict=True):
        type_, member = noun_type(symbols, param)
        inner.names[str(param.name)] = (slot, type_)
        if member is not None:
            tests.append(bears(symbols, core.Local(param.place, slot), type_.domain, member, param.place))
    if not tests:
        return inner, None
    return inner, tests[0] if len(tests) == 1 else core.And(params[0].place, tuple(tests))


def check_overrides(symbols: Symbols, lines: list[tuple[t.Modifier, Scope, core.Expr | None]], own: list[t.Modifier]) -> None:
    """Tells of two files that both say what a value is."""
    overrides = [(m, test) for m, _, test in lines if m.form == "override"]
    for position, (first, borne) in enumerate(overrides):
        for second, also_borne in overrides[position + 1 :]:
            apart = first.place.file != second.place.file
            same = first.when == second.when and borne == also_borne  # of two members of a kind only one may be meant
            if apart and first not in own and second not in own and same:
                symbols.messages.error(
                    "N06",
                    second.place,
                    "two files replace this value, and both may apply",
                    "Use ‘+’ or ‘-’ in one of them, or narrow its condition.",
                    [(first.place, "the other")],
                )


def fold_modifiers(
    cx: Context, lines: list[tuple[t.Modifier, Scope, core.Expr | None]], value: core.Expr, type_: Ty, entry: Entry, scope: Scope
) -> core.Expr:
    """Lines of modifiers laid over a value, stage by stage."""
    value = settled(cx, lines, value, type_, entry)
    for forms in (("bonus", "bonus_each"), ("also", "also_when"), ("not_when", "except"), ("floor", "ceiling")):
        for modifier, inner, test in lines:
            if modifier.form in forms:
                value = modified(cx, modifier, inner, test, value, type_)
        if "bonus" in forms:
            value = with_columns(cx.symbols, entry, value, scope)
    return value


def settled(cx: Context, lines: list[tuple[t.Modifier, Scope, core.Expr | None]], value: core.Expr, type_: Ty, entry: Entry) -> core.Expr:
    """The lines ``is``: a later one of a file refines its earlier ones; of two other files that both hold neither wins."""
    own = {id(m) for m in getattr(entry.decl, "modifiers", ())}
    files: dict[str, list[tuple[t.Modifier, Scope, core.Expr | None]]] = {}
    for modifier, inner, test in lines:
        if modifier.form == "override":
            files.setdefault("" if id(modifier) in own else modifier.place.file, []).append((modifier, inner, test))
    base = [*files.pop("", ())]
    if len(files) < 2:
        for modifier, inner, test in [*base, *(line for found in files.values() for line in found)]:
            value = modified(cx, modifier, inner, test, value, type_)
        return value
    for modifier, inner, test in base:
        value = modified(cx, modifier, inner, test, value, type_)
    tests: list[core.Expr] = []
    values: list[core.Expr] = []
    for found in files.values():
        said: core.Expr = value
        holds: list[core.Expr] = []
        for modifier, inner, test in found:
            said = modified(cx, modifier, inner, test, said, type_)
            if isinstance(said, core.Choice):
                holds.append(said.test)
        place = found[-1][0].place
        tests.append(holds[0] if len(holds) == 1 else core.Or(place, tuple(holds)))
        values.append(said)
    return core.Settled(value.place, value, tuple(tests), tuple(values))


def refuse_named(cx: Context, m: t.Modifier, scope: Scope) -> bool:
    """``+ worth(coin) for each coin in coins``: what is added is the same for each, and so the element has no name."""
    said = m.when
    if not (isinstance(said, t.Binary) and said.op == "in" and isinstance(said.left, t.Name) and str(said.left.word) not in scope.names):
        return False
    amount = re.sub(rf"\b{said.left.word}\b", "it", written(m.value, cx.sources)) if m.value is not None else ""
    form = f"{'+' if m.sign > 0 else '-'} total({amount}, {written(said.right, cx.sources)})"
    cx.messages.error(
        "T01", said.place, "a line with ‘for each’ counts a set, whose elements have no name here", phrase("Write ‘{0}’.", form)
    )
    return True


def modified(cx: Context, m: t.Modifier, scope: Scope, test: core.Expr | None, value: core.Expr, type_: Ty) -> core.Expr:
    """One line laid over a value."""
    place = m.place
    if m.whom is not None:
        cx.messages.error("T06", m.whom.place, phrase("‘for {0}’ belongs to a line of a contest", m.whom), "Leave it out.")
        return value
    if m.form == "result":
        cx.messages.error("T06", place, phrase("‘{0} when’ is a line of a test", m.name), "A number takes is, +, -, or more, or less.")
        return value
    if m.form == "bonus_each":
        assert m.value is not None and m.when is not None
        if refuse_named(cx, m, scope):
            return value
        amount = bind_as(cx, m.value, scope, NUMBER)
        source, of = bind_set(cx, m.when, scope)
        if of.kind == "bad":
            return value
        each: core.Expr = core.Arith(place, "*", amount, core.Query(place, "count", source, scope.frame.slot()))
        if test is not None:
            each = core.Choice(place, test, each, core.Const(place, 0))
        return core.Arith(place, "+" if m.sign > 0 else "-", value, each)
    when = bind_flag(cx, m.when, scope) if m.when is not None else None
    if test is not None:
        when = test if when is None else core.And(place, (test, when))
    yes = core.Const(place, 1)
    if m.form in ("also_when", "not_when"):
        if type_.kind != "flag":
            cx.messages.error("T06", place, "this line is for conditions", "A set takes also, except; a number takes is, +, -.")
            return value
        assert when is not None
        if m.form == "also_when":
            return core.Or(place, (value, when))
        return core.And(place, (value, core.Not(place, when)))
    assert m.value is not None
    if m.form in ("also", "except"):
        more = bind_as(cx, m.value, scope, type_)
        if when is not None:
            more = core.Choice(place, when, more, core.Const(place, 0))
        return core.SetOp(place, "|" if m.form == "also" else "-", value, more)
    if m.form == "override":
        wanted = row(type_.domain, True) if type_.is_row else NUMBER if type_.kind == "number" else type_
        other = bind_as(cx, m.value, scope, wanted)
        return core.Choice(place, when or yes, other, value)
    if type_.kind not in ("number", "chance", "bad"):
        cx.messages.error("T06", place, phrase("this line is for numbers, but this is {0}", describe(cx.symbols, type_)))
        return value
    measured = CHANCE if type_.kind == "chance" else NUMBER
    if m.form == "bonus":
        amount = bind_as(cx, m.value, scope, measured)
        if when is not None:
            amount = core.Choice(place, when, amount, nothing(place, measured))
        total = core.Arith(place, "+" if m.sign > 0 else "-", value, amount)
        return certain(total) if measured is CHANCE else total
    limit = bind_as(cx, m.value, scope, measured)
    bounded = core.Arith(place, "max" if m.form == "floor" else "min", value, limit)
    return bounded if when is None else core.Choice(place, when, bounded, value)


def nothing(place: Place, measured: Ty) -> core.Expr:
    """What a line adds that does not hold."""
    return core.Ratio(place, 0, 1) if measured is CHANCE else core.Const(place, 0)


def certain(chance: core.Expr) -> core.Expr:
    """A chance that lines may raise above certainty or lower below nothing."""
    low = core.Arith(chance.place, "max", chance, core.Ratio(chance.place, 0, 1))
    return core.Arith(chance.place, "min", low, core.Ratio(chance.place, 1, 1))


def with_columns(symbols: Symbols, entry: Entry, value: core.Expr, scope: Scope) -> core.Expr:
    """Adds the columns of sheets that say ``added to`` this number."""
    for column, name, noun, kind in symbols.added:
        if str(name) != entry.name:
            continue
        domain = symbols.nouns.get(str(noun))
        position = next((i for i, n in enumerate(entry.names) if n == str(noun)), None)
        if position is None:
            position = next((i for i, x in enumerate(entry.types) if x.domain == domain), None)
        if position is None:
            continue
        owner = core.Local(column.place or noun.place, position)
        for index in symbols.fields_of[entry.types[position].domain].values():
            held = symbols.field_types[index]
            if held.domain != kind or held.kind not in ("row", "set"):
                continue
            place = noun.place
            read = core.Read(place, index, owner)
            mask: core.Expr = read if held.is_set else core.SetOf(place, (read,))
            slot = scope.frame.slot()
            amount = core.Query(place, "sum", mask, slot, None, core.Read(place, column.index, core.Local(place, slot)))
            value = core.Arith(place, "+", value, amount)
            break
    return value


def joined_set(cx: Context, modifiers: Iterable[t.Modifier], scope: Scope) -> Ty | None:
    """The set that begins as none: of the kind of what its lines ‘also’ join, as far as that is known without any value of the rulebook."""
    for modifier in modifiers:
        for part in flatten(modifier.value, "+") if modifier.form == "also" and modifier.value is not None else ():
            if any(isinstance(word, t.Word) and str(word) in cx.symbols.entries for word in below(part)):
                continue
            told = len(cx.messages.items)
            found = bind_expression(cx, part, scope)[1]
            cx.messages.since(told)
            if found.kind in ("row", "set"):
                return group(found.domain)
    return None


def widest(cx: Context, type_: Ty, modifiers: Iterable[t.Modifier], scope: Scope) -> Ty:
    """A set if anything joins it, a row if it starts as none and may become one."""
    modifiers = list(modifiers)
    if type_.kind in ("none", "empty") and (joined := joined_set(cx, modifiers, scope)) is not None:
        return joined
    for modifier in modifiers:
        if modifier.form in ("also", "except") and type_.is_row:
            return group(type_.domain)
        if modifier.form in ("also", "override") and type_.kind in ("none", "empty") and modifier.value is not None:
            found = bind_expression(cx, modifier.value, scope)[1]
            if found.kind in ("row", "set"):
                type_ = group(found.domain) if modifier.form == "also" else found
                if type_.is_row:
                    type_ = row(type_.domain, True)
    if type_.kind == "empty":
        type_ = EMPTY
    return type_


def ranged(symbols: Symbols, entry: Entry, type_: Ty) -> Ty:
    """The range of a number once its lines are laid over it."""
    if type_.kind != "number":
        return type_
    low, high = type_.low, type_.high
    forms = [m for m in [*getattr(entry.decl, "modifiers", []), *(m for a in entry.adjusts for m in a.modifiers)]]
    floors = [m.value.value for m in forms if m.form == "floor" and isinstance(m.value, t.Number) and m.when is None]
    ceilings = [m.value.value for m in forms if m.form == "ceiling" and isinstance(m.value, t.Number) and m.when is None]
    if any(m.form in ("bonus", "bonus_each", "override") for m in forms) or entry.name in adds_to(symbols):
        low, high = -1_000_000, 1_000_000
    return number(max([low, *floors]), min([high, *ceilings]))


def adds_to(symbols: Symbols) -> set[str]:
    """Values that columns of sheets add to."""
    return {str(word) for _, word, _, _ in symbols.added}
