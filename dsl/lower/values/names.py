"""Names and what stands behind a dot."""

from __future__ import annotations

import re

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean, suggest_known, value_otherwise
from arbitre.dsl.lower.context import Context, Typed, bad, bind_expression
from arbitre.dsl.lower.throws.faces import ONE_DIE, asked_of_dice
from arbitre.dsl.lower.values.expressions import is_there, no_dice
from arbitre.dsl.lower.values.slips import called_by_kind, field_of_named, hidden
from arbitre.dsl.lower.values.values import call_function, function_arity, function_names, functions_over, value_of
from arbitre.dsl.resolve.boards.plans import names_of
from arbitre.dsl.resolve.fields import field_called
from arbitre.dsl.resolve.scope import Outcome, Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, domain_name, tell_unknown
from arbitre.dsl.resolve.types import EMPTY, FLAG, NUMBER, SEVERAL, Ty, group, number, row

NO_NAME = phrase("A name is a parameter, a field of what ‘where’ looks at, a member, or a value.")


def actor_of(symbols: Symbols, order: core.Expr, place: Place) -> Typed:
    """``order.actor``: a row of the one kind that acts in this game, or of one of several."""
    actors = symbols.order_table.actors if symbols.order_table is not None else {}
    choices = tuple((kind, core.Read(place, field, order)) for kind, field in actors.items())
    return core.OneOf(place, choices), SEVERAL


def some_kind(symbols: Symbols, one: core.Expr, what: str, known: list[int], place: Place) -> list[tuple[int, core.Expr]]:
    """Those of its kinds of which that can be asked."""
    assert isinstance(one, core.OneOf)
    found = [(kind, choice) for kind, choice in one.choices if kind in known]
    if not found:
        kinds = joined(" or ", [domain_name(symbols, kind) for kind, _ in one.choices])
        symbols.messages.error("T01", place, phrase("‘{0}’ exists neither for a {1}", what, kinds.replace(" or ", " nor for a ")))
    return found


def part_of_several(cx: Context, one: core.Expr, word: t.Word, scope: Scope, quiet: bool) -> Typed | None:
    """``order.actor.camp``: of whichever kind it is; of a kind that has no such part it is asked of none."""
    assert isinstance(one, core.OneOf)
    parts = [(choice, member_of(cx, choice, row(kind, True), word, scope, quiet=True)) for kind, choice in one.choices]
    found = [(choice, part) for choice, part in parts if part is not None]
    if not found:
        if not quiet:
            some_kind(cx.symbols, one, str(word), [], word.place)
        return None
    (_, (value, type_)), *others = reversed(found)
    for choice, (other, of) in others:
        if (of.kind, of.domain) != (type_.kind, type_.domain):
            cx.messages.error(
                "T01",
                word.place,
                phrase("‘{0}’ is {1} of one kind and {2} of another", word, describe(cx.symbols, of), describe(cx.symbols, type_)),
                "Check first which kind it is: ‘order.actor is x’, ‘order.actor in S’.",
            )
            return bad(word.place)
        value, type_ = core.Choice(word.place, is_there(choice, word.place), other, value), type_ | of
    return value, type_


def bind_name(cx: Context, expr: t.Name, scope: Scope, expected: Ty | None) -> Typed:
    """A plain word: a name of this rule, a field of what ``where`` looks at, an option, a member, a value."""
    symbols = cx.symbols
    if scope.thrown and (asked := asked_of_dice(cx, expr, scope)) is not None:
        return asked
    word, place = str(expr.word), expr.place
    if word in scope.names:
        slot, type_ = scope.names[word]
        hidden(symbols, expr, slot, type_, scope)
        return core.Local(place, slot), type_
    if word in scope.computed:
        return scope.computed[word]
    if word in ("true", "false"):
        return core.Const(place, int(word == "true")), FLAG
    if word == "it":
        if scope.elements:
            element = scope.elements[-1]
            return core.Local(place, element.slot), element.type
        cx.messages.error("N01", place, "‘it’ refers to the element of a ‘where’, and there is none here")
        return bad(place)
    for element in reversed(scope.elements):
        owner = core.Local(place, element.slot)
        found = member_of(cx, owner, element.type, expr.word, scope, quiet=True)
        if found is not None:
            # A member of the expected kind wins over a field of the same name.
            return found
    if word in scope.own:
        own = scope.own[word]
        return core.Own(place, own.procedure, own.slot, own.default), own.type
    if word in symbols.options:
        value, type_ = symbols.options[word]
        return core.Const(place, value), type_
    if word in symbols.paths:
        domain, cells = symbols.paths[word]
        return core.Path(place, sum(1 << c for c in set(cells)), tuple(cells)), group(domain)
    if word in ("everyone", "nobody"):
        if symbols.seats == NONE:
            return core.Const(place, 0), EMPTY
        return (core.Rows(place, symbols.seats) if word == "everyone" else core.Const(place, 0)), group(symbols.seats)
    found = member_named(symbols, expr.word, expected)
    if found is not None:
        return found
    if word in symbols.plurals:
        domain = symbols.plurals[word]
        return core.Rows(place, domain), group(domain)
    if word == "match":
        return core.Const(place, 0), row(symbols.domain_by_name["match"])
    applied = call_function(cx, word, [], place, scope) if function_arity(symbols, word) == 0 else None
    if applied is not None:
        return applied
    if ONE_DIE.fullmatch(word):
        return no_dice(cx, place, word)
    cx.messages.error("N01", place, phrase("nothing is called ‘{0}’ here", word), suggest_name(symbols, word, scope))
    return bad(place)


def suggest_name(symbols: Symbols, word: str, scope: Scope) -> str:
    """How to mend a word that names nothing."""
    known = [*scope.names, *scope.computed, *scope.own, *symbols.options, *symbols.members, *symbols.paths, *symbols.plurals]
    known += function_names(symbols)
    for element in scope.elements:
        known += words_of(symbols, element.type)
    if word in symbols.conditions:
        return phrase("‘{0}’ is a condition: check it with ‘is’, alone or joined by ‘and’ and ‘or’.", word)
    if word in ("owner", "self", "me") and scope.elements and scope.elements[-1].type.domain == symbols.seats:
        return phrase("The side itself is called ‘{0}’ here.", domain_name(symbols, symbols.seats))
    kind = called_by_kind(symbols, word, scope)
    if kind:
        return kind
    placed = names_with_place(symbols, word)
    if placed:
        return phrase("The part is placed ‘as’ another name: write {0}.", joined(" or ", [f"‘{name}’" for name in placed]))
    if of_one := field_of_named(symbols, word, scope):
        return of_one
    near = did_you_mean(word, known)
    away = [str(p.part) for d in symbols.decls if isinstance(d, t.Map) for p in d.places if str(p.part) not in symbols.parts]
    if away and (
        not near
        or any(word.startswith(f"{p.named}_") for d in symbols.decls if isinstance(d, t.Map) for p in d.places if str(p.part) in away)
    ):
        return phrase("Does it belong to the part ‘{0}’, which a map places? Its file is not read: add it with ‘-e FILE’.", away[0])
    return near or value_otherwise(word) or NO_NAME


def names_with_place(symbols: Symbols, word: str) -> list[str]:
    """What a cell, link or way of a part is called where maps place the part ``as NAME`` only."""
    maps = [decl for decl in symbols.decls if isinstance(decl, t.Map)]
    held = {name for name, part in symbols.parts.items() if word in map(str, names_of(part))}
    names = [f"{place.named}_{word}" for decl in maps for place in decl.places if place.named is not None and str(place.part) in held]
    return list(dict.fromkeys(names))


def member_named(symbols: Symbols, word: t.Word, expected: Ty | None) -> Typed | None:
    """The member of that name, of the kind that is expected if several have one."""
    found = symbols.members.get(str(word), [])
    if not found:
        return None
    if expected is not None and expected.kind in ("row", "set"):
        for domain, index in found:
            if domain == expected.domain:
                return core.Const(word.place, index), row(domain)
    if len(found) > 1 and not (expected is not None and expected.kind in ("row", "set")):
        kinds = joined(" and ", [domain_name(symbols, d) for d, _ in found])
        if all(d < 5 for d, _ in found[:-1]):
            domain, index = found[-1]
            return core.Const(word.place, index), row(domain)
        symbols.messages.error("N03", word.place, phrase("‘{0}’ is a member of {1}", word, kinds), "Write it where the kind is clear.")
    domain, index = found[0]
    return core.Const(word.place, index), row(domain)


def bind_dot(cx: Context, expr: t.Dot, scope: Scope, expected: Ty | None) -> Typed:
    """``x.life``: a part of a thing, of a set of them, of a roll or of a running rule."""
    if scope.thrown and (asked := asked_of_dice(cx, expr, scope)) is not None:
        return asked
    if isinstance(expr.owner, t.Name) and str(expr.owner.word) not in scope.names:
        found = procedure_part(cx.symbols, str(expr.owner.word), expr.word, scope)
        if found is not None:
            return found
    if isinstance(expr.owner, t.Name) and str(expr.owner.word) in scope.outcomes:
        outcome = scope.outcomes[str(expr.owner.word)]
        if str(expr.word) in outcome.parts:
            return core.Local(expr.place, outcome.parts[str(expr.word)]), NUMBER
        tell_unknown(cx.symbols, expr.word, "part of a roll", outcome.parts)
        return bad(expr.place)
    owner, type_ = bind_expression(cx, expr.owner, scope)
    if type_.kind == "bad":
        return bad(expr.place)
    if type_.is_set:
        return mapped(cx, owner, type_, expr, scope)
    found = member_of(cx, owner, type_, expr.word, scope)
    return found if found is not None else bad(expr.place)


def procedure_part(symbols: Symbols, name: str, word: t.Word, scope: Scope) -> Typed | None:
    """``turn.number``, ``strike.momentum``: what an agenda or event keeps while it runs."""
    signature = symbols.signatures.get(name)
    if signature is None:
        return None
    if signature.kind == "agenda" and word == "number":
        return core.Built(word.place, "turn", (core.Const(word.place, signature.index),)), number(0, 10_000)
    own = signature.own.get(str(word))
    if own is None:
        if name in symbols.nouns or name in symbols.members:
            return None
        tell_unknown(symbols, word, phrase("field of ‘{0}’", name), [*signature.own, "number"])
        return bad(word.place)
    return core.Own(word.place, own.procedure, own.slot, own.default), own.type


def mapped(cx: Context, owner: core.Expr, type_: Ty, expr: t.Dot, scope: Scope) -> Typed:
    """The values of a field over a set, as a set."""
    slot = scope.frame.slot()
    element: core.Expr = core.Local(expr.place, slot)
    found = member_of(cx, element, row(type_.domain), expr.word, scope)
    if found is None:
        return bad(expr.place)
    value, inner = found
    if inner.kind not in ("row", "set"):
        cx.messages.error(
            "T01",
            expr.place,
            phrase("a field of a set gives a set of rows, but ‘{0}’ is {1}", expr.word, describe(cx.symbols, inner)),
            phrase("Use total({0}, S), greatest({1}, S) or S where {2} ...", expr.word, expr.word, expr.word),
        )
        return bad(expr.place)
    query = core.Query(expr.place, "union", owner, slot, None, value, inner.is_set)
    return query, group(inner.domain)


def member_of(cx: Context, owner: core.Expr, type_: Ty, word: t.Word, scope: Scope, quiet: bool = False) -> Typed | None:
    """``owner.word``: a field, a value of one thing, a condition, or a question to a board."""
    symbols = cx.symbols
    name = str(word)
    if type_.kind == "several":
        return part_of_several(cx, owner, word, scope, quiet)
    if not type_.is_row:
        if not quiet:
            cx.messages.error("T01", word.place, phrase("{0} has no ‘{1}’", describe(symbols, type_), word))
        return None
    field = field_called(symbols, type_.domain, word)
    if field is not None:
        return core.Read(word.place, field, owner), symbols.field_types[field]
    if symbols.domains[type_.domain].board is not None and name == "neighbours":
        return core.Ask(word.place, type_.domain, "neighbours", (owner,)), group(type_.domain)
    if name == "actor" and domain_name(symbols, type_.domain) == "order" and symbols.order_table is not None and symbols.order_table.actors:
        return actor_of(symbols, owner, word.place)
    found = value_of(cx, owner, type_, word)
    if found is not None:
        return found
    if symbols.domains[type_.domain].board is not None and name in ("below", "above"):
        return core.Ask(word.place, type_.domain, name, (owner,)), row(type_.domain, True)
    if not quiet:
        cx.messages.error("N01", word.place, phrase("{0} has no ‘{1}’", an(domain_name(symbols, type_.domain)), word),
                          beside(cx, type_, word) or suggest_field(symbols, type_, name))  # fmt: skip
    return None


def beside(cx: Context, type_: Ty, word: t.Word) -> str:
    """``square.up``: how the cell next to another is found."""
    board, line = (
        cx.symbols.domains[type_.domain].board,
        (cx.sources.get(word.place.file, "").split("\n")[word.place.line - 1 :] or [""])[0],
    )
    if board is None or str(word) not in board.direction_names:
        return ""
    owner = re.search(r"[\w.]+(?:\([^()]*\))?(?=\.$)", line[: word.place.column - 1])
    return phrase("The cell next to it: ‘ahead({0}, {1})’; beyond the edge that is none.", owner[0] if owner else "CELL", word)


def suggest_field(symbols: Symbols, type_: Ty, name: str) -> str:
    """How to mend the name of a field: the nearest one; else the kind that has such a field; else what there is."""
    known = words_of(symbols, type_)
    elsewhere = [domain_name(symbols, kind) for kind, held in symbols.fields_of.items() if name in held and not name.startswith("_")]
    if elsewhere and not did_you_mean(name, known):
        return phrase("{0} has it: ‘{1}’ is one of its fields.", an(elsewhere[0]), name)
    return suggest_known(name, "field", known)


def words_of(symbols: Symbols, type_: Ty) -> list[str]:
    """What may follow the dot after a thing of that type."""
    if not type_.is_row:
        return []
    out = [n for n in symbols.fields_of[type_.domain] if not n.startswith("_")]
    out += functions_over(symbols, type_.domain)
    if symbols.domains[type_.domain].board is not None:
        out.append("neighbours")
    if domain_name(symbols, type_.domain) == "order":
        out.append("actor")
    return out


def is_member_only(symbols: Symbols, word: t.Word, scope: Scope) -> bool:
    """Can the word be nothing but a member here?"""
    return str(word) in symbols.members and str(word) not in scope.names and not scope.elements and str(word) not in scope.own


def outcome_of(expr: t.Expr, scope: Scope) -> Outcome | None:
    """The named result of a test or contest, if the expression is one."""
    if isinstance(expr, t.Dot) and str(expr.word) == "result":  # ‘t.result is failure’ says the same as ‘t is failure’
        expr = expr.owner
    return scope.outcomes.get(str(expr.word)) if isinstance(expr, t.Name) else None


def outcome_is(symbols: Symbols, outcome: Outcome, expr: t.Binary, word: t.Word, op: str) -> Typed:
    """``t is success``."""
    if str(word) not in outcome.results:
        tell_unknown(symbols, word, "result", outcome.results)
        return bad(expr.place)
    wanted = core.Const(word.place, outcome.results.index(str(word)))
    return core.Compare(expr.place, op, core.Local(expr.place, outcome.result), wanted), FLAG
