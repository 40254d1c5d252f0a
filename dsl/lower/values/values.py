"""Values, conditions, relations, charts and rankings of a rulebook, bound when first needed."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import an, suggest_known
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.display.texts import revealed
from arbitre.dsl.lower.values.charts import grid_body, heads_of
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag, fit
from arbitre.dsl.lower.values.modifiers import joined_set, ranged, staged, widest
from arbitre.dsl.lower.values.slips import line_at, without_is
from arbitre.dsl.parse.value_forms import range_form
from arbitre.dsl.resolve.fields import field_called
from arbitre.dsl.resolve.nouns import noun_type
from arbitre.dsl.resolve.scope import Frame, Scope
from arbitre.dsl.resolve.symbols import NONE, Entry, Symbols, describe, domain_name, tell_unknown, text_of
from arbitre.dsl.resolve.types import FLAG, NUMBER, Ty, group, row


def function_names(symbols: Symbols) -> list[str]:
    """Values and conditions of the rulebook."""
    return [*symbols.entries, *symbols.conditions]


def functions_over(symbols: Symbols, domain: int) -> list[str]:
    """Values and conditions of one thing of that kind."""
    found = [e for es in [*symbols.entries.values(), *symbols.conditions.values()] for e in es]
    return [e.name for e in found if len(e.types) == 1 and e.types[0].domain == domain]


def function_arity(symbols: Symbols, name: str) -> int:
    """How many things a value is of; NONE if there is no such value."""
    return len(symbols.entries[name][0].types) if name in symbols.entries else NONE


def call_function(cx: Context, name: str, args: list[t.Expr], place: Place, scope: Scope) -> Typed | None:
    """``f(x, y)``: the value of that name that is of such things."""
    symbols = cx.symbols
    found = [e for e in symbols.entries.get(name, []) if len(e.types) == len(args) and not isinstance(e.decl, t.Ranking)]
    if not found:
        if name in symbols.entries:
            names = symbols.entries[name][0].names
            form = f"{name}({', '.join(names)})" if names else name
            cx.messages.error("T06", place, phrase("‘{0}’ takes {1} values, not {2}", name, len(names), len(args)),
                              phrase("Write it as: {0}.", form))  # fmt: skip
            return bad(place)
        return None
    entry = found[0]
    if len(found) > 1:
        type_ = bind_expression(cx, args[0], scope)[1]
        entry = next((e for e in found if e.types[0].domain == type_.domain), found[0])
    bound = tuple(
        bind_as(cx, a, scope, e if e.kind != "row" else row(e.domain, True), f"‘{n}’")
        for a, e, n in zip(args, entry.types, entry.names, strict=True)
    )
    function = function_of(cx, entry)
    return core.Apply(place, function.index, bound), entry.type


def refuse_two_homes(symbols: Symbols, said: t.Expr, owner: Ty, scope: Scope, verb: str) -> None:
    """``miner has lit`` where two sets of a miner hold such things: which one is meant must be said."""
    if not isinstance(said, t.Name):
        return
    word = str(said.word)
    kinds = {scope.names[word][1].domain} if word in scope.names else {domain for domain, _ in symbols.members.get(word, ())}
    sets = {name: symbols.field_types[field] for name, field in symbols.fields_of[owner.domain].items()}
    homes = [name for name, held in sets.items() if held.is_set and held.domain in kinds and not name.startswith("_")]
    if len(homes) > 1:
        kind = domain_name(symbols, owner.domain)
        forms = [phrase("‘{0} in {1}.{2}’", word, kind, name) if verb == "has" else f"‘{kind} {verb} ({word}) {name}’" for name in homes]
        symbols.messages.error(
            "N03",
            said.place,
            phrase("‘{0} {1}’ may refer to {2}", verb, word, joined(" or ", [f"‘{n}’" for n in homes])),
            phrase("Write {0}.", joined(" or ", forms)),
        )


def value_of(cx: Context, owner: core.Expr, type_: Ty, word: t.Word) -> Typed | None:
    """``x.f``: a value or condition of one thing, by a dot."""
    symbols = cx.symbols
    for entry in [*symbols.entries.get(str(word), []), *symbols.conditions.get(str(word), [])]:
        if len(entry.types) == 1 and entry.types[0].domain == type_.domain and entry.types[0].is_row:
            if isinstance(entry.decl, t.Ranking):
                continue
            function = function_of(cx, entry)
            return core.Apply(word.place, function.index, (owner,)), entry.type
    if any(x.kind == "bad" for entry in symbols.entries.get(str(word), []) for x in entry.types):
        return bad(word.place)
    return None


def condition_on(cx: Context, owner: core.Expr, type_: Ty, word: t.Word, scope: Scope) -> core.Expr | None:
    """``x is standing``, where standing is a condition or a flag of x."""
    symbols = cx.symbols
    if str(word) in scope.names:
        return None
    for entry in symbols.conditions.get(str(word), []):
        if len(entry.types) == 1 and entry.types[0].domain == type_.domain:
            return core.Apply(word.place, function_of(cx, entry).index, (owner,))
    index = field_called(symbols, type_.domain, word)
    if index is not None and symbols.field_types[index].kind == "flag":
        return core.Read(word.place, index, owner)
    if str(word) == "pending" and domain_name(symbols, type_.domain) == "step":
        return core.Built(word.place, "pending", (owner,))
    if not symbols.members.get(str(word)) and str(word) in symbols.conditions:
        kinds = ", ".join(domain_name(symbols, e.types[0].domain) for e in symbols.conditions[str(word)])
        cx.messages.error("T01", word.place, phrase("‘{0}’ is for {1}, not for {2}", word, an(kinds), describe(symbols, type_)))
        return core.Const(word.place, 0)
    return None


def relation_on(
    cx: Context, left: core.Expr, a: Ty, right: core.Expr, b: Ty, word: t.Word, others: list[t.Arg], scope: Scope
) -> core.Expr | None:
    """``x is near y``, ``x is hidden from y with z``: by a relation between things of these kinds.

    ``right`` and ``b`` are the value and type of the first of ``others``, which stand in the order of the declaration.
    """
    found = [e for e in cx.symbols.conditions.get(str(word), []) if len(e.types) >= 2]
    if any(x.kind == "bad" for e in found for x in e.types):
        return None
    fitting = [e for e in found if e.types[0].domain == a.domain and e.types[1].domain == b.domain]
    for entry in fitting:
        if prepositions(entry) == [arg.preposition for arg in others]:
            values = [
                bind_as(cx, arg.value, scope, row(type_.domain, True) if type_.kind == "row" else type_, f"‘{name}’")
                for arg, type_, name in zip(others[1:], entry.types[2:], entry.names[2:], strict=True)
            ]
            return core.Apply(word.place, function_of(cx, entry).index, (left, right, *values))
    if fitting:
        tell_form(cx.symbols, fitting[0], "T06", word.place)
    elif found:
        kinds = joined(" and ", [describe(cx.symbols, x) for x in found[0].types[:2]])
        cx.messages.error(
            "T01",
            word.place,
            phrase("‘{0}’ is between {1}, not {2} and {3}", word, kinds, describe(cx.symbols, a), describe(cx.symbols, b)),
        )
    elif a.kind == "number" and others[0].preposition == "to":
        cx.messages.error(
            "T01",
            word.place,
            phrase("‘{0}’ is not a number written out, where a range begins", word),
            range_form(line_at(word.place, cx.sources), word.place.column + 1),
        )
    elif word == "in":
        cx.messages.error("T01", word.place, "‘in’ stands alone, without ‘is’", without_is(word.place, cx.sources))
    else:
        known = [n for n, es in cx.symbols.conditions.items() if any(len(e.types) >= 2 for e in es)]
        tell_unknown(cx.symbols, word, "relation", known)
    return None


def prepositions(entry: Entry) -> list[str]:
    """Those of the things that a relation is asked with, beside its subject; the first may have none."""
    return [p.preposition for p in entry.decl.others] if isinstance(entry.decl, t.Condition) else []


def tell_form(symbols: Symbols, entry: Entry, code: str, place: Place) -> None:
    """Says how a relation is asked, where it is asked otherwise."""
    said = " ".join(f"{p} {n}".strip() for p, n in zip(prepositions(entry), entry.names[1:], strict=True))
    symbols.messages.error(code, place, phrase("‘{0}’ is a relation of {1} things", entry.name, len(entry.names)),
                           phrase("Write: {0}.", f"{entry.names[0]} is {entry.name} {said}"))  # fmt: skip


def in_declared_order(symbols: Symbols, asked: t.Related, subject: Ty) -> list[t.Arg]:
    """What a relation is asked with, in the order of a declaration that has the same prepositions: that of the subject's kind, if any."""
    given = {arg.preposition: arg for arg in asked.others}
    entries = [e for e in symbols.conditions.get(str(asked.word), []) if set(prepositions(e)) == set(given)]
    if not entries or len(given) != len(asked.others):
        return asked.others
    entry = next((e for e in entries if e.types[0].domain == subject.domain), entries[0])
    return [given[preposition] for preposition in prepositions(entry)]


def declare_values(cx: Context) -> None:
    """Every value, condition, chart and ranking by name, with what other files adjust."""
    symbols = cx.symbols
    symbols.entries, symbols.conditions, cx.functions = {}, {}, []
    for decl in symbols.decls:
        if isinstance(decl, t.Define):
            types = [noun_type(symbols, p)[0] for p in decl.params]
            declare_value(symbols, symbols.entries, Entry(str(decl.name), decl, [str(p.name) for p in decl.params], types))
        elif isinstance(decl, t.Condition):
            types = [noun_type(symbols, p)[0] for p in decl.params]
            check_prepositions(symbols, decl.others)
            entry = Entry(str(decl.name), decl, [str(p.name) for p in decl.params], types, type=FLAG)
            declare_value(symbols, symbols.conditions, entry)
        elif isinstance(decl, t.Grid):
            declare_grid(symbols, decl)
        elif isinstance(decl, t.Ranking):
            domain = symbols.nouns.get(str(decl.kind))
            if domain is None:
                tell_unknown(symbols, decl.kind, "kind", symbols.nouns)
                domain = 0
            declare_value(symbols, symbols.entries, Entry(str(decl.name), decl, [str(decl.kind)], [row(domain)]))
    for decl in symbols.decls:
        if isinstance(decl, t.Adjust) and decl.what not in ("test", "contest"):
            attach(symbols, decl)


def check_prepositions(symbols: Symbols, params: list[t.Parameter]) -> None:
    """Each thing of a relation has a preposition of its own."""
    seen: set[str] = set()
    for param in params:
        if param.preposition in seen:
            said = f"‘{param.preposition}’"
            symbols.messages.error("T06", param.place, phrase("two things have {0}", said),
                                   "Use a different one: to, from, with, for, at, on, against, into, through, under.")  # fmt: skip
        seen.add(param.preposition)


def declare_value(symbols: Symbols, table: dict[str, list[Entry]], entry: Entry) -> None:
    """Enters a value, unless there is one of that name for the same kinds."""
    for other in table.get(entry.name, []):
        same = [x.domain for x in other.types] == [x.domain for x in entry.types] and len(other.types) == len(entry.types)
        if same:
            symbols.messages.error("N02", entry.decl.place, phrase("‘{0}’ is defined twice", entry.name),
                                   "Use ‘adjust’ to change it, or ‘replace’.", [(other.decl.place, "the first")])  # fmt: skip
            return
    table.setdefault(entry.name, []).append(entry)


def attach(symbols: Symbols, decl: t.Adjust) -> None:
    """Joins an ``adjust`` to the value or condition it speaks of."""
    table = symbols.entries if decl.what == "value" else symbols.conditions
    found = [e for e in table.get(str(decl.name), []) if len(e.types) == len(decl.params)]
    relations = [e for e in symbols.conditions.get(str(decl.name), []) if len(e.types) >= 2]
    asked = [p.preposition for p in decl.params[1:]]
    if relations and (decl.what == "relation" or not found) and not any(prepositions(e) == asked for e in relations if e in found):
        tell_form(symbols, relations[0], "N07", decl.name.place)
        return
    if not found and str(decl.name) in table:
        form = ", ".join(table[str(decl.name)][0].names)
        if not form:
            symbols.messages.error(
                "N07",
                decl.name.place,
                phrase("‘{0}’ belongs to the whole game, not to one thing", decl.name),
                phrase("Write adjust {0}: ...", decl.name),
            )
            return
        symbols.messages.error(
            "N07", decl.name.place, phrase("‘{0}’ belongs to {1}", decl.name, form), phrase("Write adjust {0}({1}): ...", decl.name, form)
        )
        return
    if not found:
        symbols.messages.error(
            "N07",
            decl.name.place,
            phrase("there is no ‘{0}’ to adjust", decl.name),
            suggest_known(decl.name, "value" if decl.what == "value" else "condition", table),
        )
        return
    types = [noun_type(symbols, p)[0] for p in decl.params]
    for entry in found:
        if all(a.domain == b.domain for a, b in zip(types, entry.types, strict=True)):
            entry.adjusts.append(decl)
            return
    symbols.messages.error(
        "N07", decl.place, phrase("‘{0}’ is not of {1}", decl.name, joined(" and ", [describe(symbols, x) for x in types]))
    )


def declare_grid(symbols: Symbols, decl: t.Grid) -> None:
    """Enters a chart: a value of what its rows and its columns are."""
    domain = symbols.nouns.get(str(decl.row))
    types = [row(domain) if domain is not None else NUMBER, NUMBER]
    column = symbols.nouns.get(str(decl.column))
    if column is not None:
        types[1] = row(column)
    declare_value(symbols, symbols.entries, Entry(str(decl.name), decl, [str(decl.row), str(decl.column)], types))


def function_of(cx: Context, entry: Entry) -> core.Function:
    """The function of a value, bound when it is first needed."""
    if entry.function is not None:
        return entry.function
    decl = entry.decl
    frame = Frame()
    scope = Scope(frame, kind="condition" if isinstance(decl, t.Condition) else "value", rule=entry.name)
    params = []
    for name, type_ in zip(entry.names, entry.types, strict=True):
        slot = scope.add(name, type_)
        params.append(core.Param(name, slot, type_.domain, type_.low, type_.high, is_set=type_.is_set))
    place = decl.place
    made = core.Function(len(cx.functions), entry.name, params, frame.size, core.Const(place, 0), place,
                         tuple(decl.clauses), text_of(decl.title),
                         reveals=tuple(revealed(cx, line, scope) for line in decl.reveals))  # fmt: skip
    made.reported = isinstance(decl, t.Define) and decl.reported
    if made.reported and cx.symbols.seats != NONE and [type_.domain for type_ in entry.types] not in ([], [cx.symbols.seats]):
        cx.symbols.messages.error(
            "T01",
            place,
            phrase(
                "‘{0}’ is shown in reports beside each side, so it must take one {1}, or nothing",
                entry.name,
                domain_name(cx.symbols, cx.symbols.seats),
            ),
            phrase("Write: let {0}({1}) = ...", entry.name, domain_name(cx.symbols, cx.symbols.seats)),
        )
    cx.functions.append(made)
    entry.function = made
    if isinstance(decl, t.Define) and isinstance(decl.value, (t.Tuple, t.Where, t.Nothing)) and not entry.busy:
        entry.type = guess(cx, entry, decl.value, scope)
    entry.busy = True
    if isinstance(decl, t.Grid):
        made.body, entry.type = grid_body(cx, decl, entry, scope)
        made.chart = heads_of(cx, decl, entry, scope)
    elif isinstance(decl, t.Condition):
        made.body = staged(cx, entry, bind_flag(cx, decl.when, scope), FLAG, scope, decl.modifiers)
    elif isinstance(decl, t.Define):
        body, type_ = bind_expression(cx, decl.value, scope)
        type_ = widest(cx, type_, lines_of(entry), scope)
        if type_.is_set:
            body = fit(cx.symbols, body, bind_expression(cx, decl.value, scope, type_)[1], type_, decl.value.place)
            body = bind_as(cx, decl.value, scope, type_)
        entry.type = type_
        made.body = staged(cx, entry, body, type_, scope, decl.modifiers)
        entry.type = ranged(cx.symbols, entry, type_)
    entry.busy = False
    made.slots = frame.size
    made.domain, made.is_set = entry.type.domain, entry.type.is_set
    return made


def lines_of(entry: Entry) -> list[t.Modifier]:
    """The lines of a value, its own and those of other files."""
    return [*getattr(entry.decl, "modifiers", ()), *(m for a in entry.adjusts for m in a.modifiers)]


def guess(cx: Context, entry: Entry, value: t.Expr, scope: Scope) -> Ty:
    """The type of a set that speaks of itself, as far as its first words tell."""
    if isinstance(value, t.Nothing):
        return joined_set(cx, lines_of(entry), scope) or entry.type
    if isinstance(value, t.Where) and isinstance(value.source, t.Name) and str(value.source.word) in cx.symbols.plurals:
        domain = cx.symbols.plurals[str(value.source.word)]
        return {"set": group(domain), "the": row(domain, True)}.get(value.sink, FLAG)
    return NUMBER
