"""Names that are not there, where it is clear what their author meant: a thing called by its kind, a hook without its nouns."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean, value_otherwise
from arbitre.dsl.lower.hints import written
from arbitre.dsl.parse.habits import NOBODY_YET, OVER
from arbitre.dsl.parse.trees.build_parts import dotted_name
from arbitre.dsl.resolve.scope import Element, Scope, Signature
from arbitre.dsl.resolve.symbols import Symbols, domain_name
from arbitre.dsl.resolve.types import Ty
from arbitre.dsl.tree.walk import below

_SHOWN = 8
_NOTHING = {"empty", "nothing", "null", "nil"}
_FORMS = {"any": "any", "no": "no"}  # others are those
_WITH = ("with", "to", "on", "at", "from", "for")


# What other languages have, and how it is written here; the gaps are for what it was given.
_ELSEWHERE = {
    ("sum", 2): "total({0}, {1})", ("sum", 1): "total(E, {0})", ("abs", 1): "max({0}, -({0}))",
    ("len", 1): "count({0})", ("length", 1): "count({0})", ("size", 1): "count({0})",
    ("mod", 2): "remainder({0}, {1})", ("modulo", 2): "remainder({0}, {1})", ("maximum", 2): "greatest({0}, {1})",
    ("minimum", 2): "smallest({0}, {1})", ("empty", 1): "no {0}", ("is_empty", 1): "no {0}", ("union", 2): "{0} + {1}",
}  # fmt: skip
_BUILT_IN = "count, total, greatest, smallest, best, first, min, max, ahead, ray"


def of_value(symbols: Symbols, expr: t.Apply, args: list[t.Expr], known: list[str], sources: Mapping[str, str]) -> str:
    """How to mend a value that is not there: as it is called here, the nearest name, how one is declared, what there is."""
    word = str(expr.word)
    said = [written(arg, sources) for arg in args]
    if word == "in":
        return without_is(expr.place, sources)
    if otherwise := value_otherwise(word):
        return otherwise
    if word == "abs" and len(args) == 1 and (apart := re.fullmatch(r"([\w.]+) - ([\w.]+)", said[0])):
        return phrase("Write ‘{0}’.", f"max({apart[1]} - {apart[2]}, {apart[2]} - {apart[1]})")
    if (word, len(args)) in _ELSEWHERE:
        return phrase("Write ‘{0}’.", _ELSEWHERE[word, len(args)].format(*said))
    near = did_you_mean(word, [*known, *symbols.entries, *symbols.conditions])
    if near:
        return near
    own = sorted(symbols.entries)
    form = ", ".join(said) if all(re.fullmatch(r"\w+", one) for one in said) else "..."
    if own:
        return phrase("Declare it with ‘let {0}({1}) = ...’, or use one of the game, {2}, or of the language: {3}.",
                      word, form, ", ".join(own[:_SHOWN]) + (" ..." if len(own) > _SHOWN else ""), _BUILT_IN)  # fmt: skip
    return phrase("Declare it with ‘let {0}({1}) = ...’, or use one of the language: {2}.", word, form, _BUILT_IN)


def line_at(place: Place, sources: Mapping[str, str]) -> str:
    """The line of the rulebook on which a place is."""
    return (sources.get(place.file, "").split("\n")[place.line - 1 :] or [""])[0]


def without_is(place: Place, sources: Mapping[str, str]) -> str:
    """``x is not in S``, of which the word ``in`` stands at a place: how it is written."""
    line = line_at(place, sources)
    before = re.search(r"([\w.]+(?:\([^()]*\))?(?:\.\w+)*) is (not )?$", line[: place.column - 1])
    after = re.match(r"in +(\([^()]*\)|[\w.]+(?:\([^()]*\))?(?:\.\w+)*)", line[place.column - 1 :])
    if before is None or after is None:
        return "Write ‘x in S’, or ‘x not in S’."
    return phrase("Leave out ‘is’: ‘{0}’.", f"{before[1]} {before[2] or ''}in {after[1]}")


def field_of_named(symbols: Symbols, word: str, scope: Scope) -> str:
    """``any house in S where seeds is 1``: a field of what has a name here, which has to be said before it."""
    for name, (_, type_) in reversed(scope.names.items()):
        if type_.is_row and word in symbols.fields_of[type_.domain] and not word.startswith("_"):
            return phrase("Say of what: ‘{0}’.", f"{name}.{word}")
    return ""


def hidden(symbols: Symbols, expr: t.Name, slot: int, type_: Ty, scope: Scope) -> None:
    """Warns of a plain word that a name given in this rule takes from what the rulebook calls so.

    A name that is a noun is silent (``holder is player``): nobody reads it otherwise.  So is one of another type than what it hides,
    and a field that is said in full beside it (``it.number is number``).
    """
    word = str(expr.word)
    if word in symbols.nouns:
        return
    for element in reversed(scope.elements):
        if element.slot == slot:
            return
        field = symbols.fields_of[element.type.domain].get(word) if element.type.is_row else None
        if field is not None:
            if element.where is None and alike(symbols.field_types[field], type_):  # a ‘where’ is looked at as a whole
                field_hidden(symbols, expr, element.type.domain)
            return
    taken = word in symbols.options or word in symbols.paths or any(not e.types for e in symbols.entries.get(word, ()))
    if taken or (type_.is_row and any(domain == type_.domain for domain, _ in symbols.members.get(word, ()))):
        what = "the option" if word in symbols.options else "the path" if word in symbols.paths else "the value" if taken else "the member"
        symbols.messages.add(
            "N12", expr.place, phrase("‘{0}’ is here the rule’s own ‘{0}’, not {1} of that name", word, phrase(what)),
            "Give the rule’s own another name.",
        )  # fmt: skip


def field_hidden(symbols: Symbols, expr: t.Name, domain: int) -> None:
    """Warns of a field of what is looked at, which a name given in this rule hides."""
    symbols.messages.add(
        "N12", expr.place, phrase("‘{0}’ is here the rule’s own ‘{0}’, not the field of the {1}", expr.word, domain_name(symbols, domain)),
        phrase("Write ‘{0}’ for the field, or give the rule’s own another name.", f"it.{expr.word}"),
    )  # fmt: skip


def hidden_in(symbols: Symbols, part: t.Expr, whole: t.Expr, domain: int, scope: Scope) -> None:
    """The same in a part of a ``where``, unless the field is written with its owner beside it: ``it.number is number``."""
    dots = [node for node in below(whole) if isinstance(node, t.Dot)]
    full = {str(dot.word) for dot in dots if isinstance(dot.owner, t.Name) and dot.owner.word == "it"}
    for node in below(part):
        word = str(node.word) if isinstance(node, t.Name) else ""
        field = symbols.fields_of[domain].get(word)
        if field is None or word in full or word in symbols.nouns or word not in scope.names:
            continue
        if alike(symbols.field_types[field], scope.names[word][1]):
            assert isinstance(node, t.Name)
            field_hidden(symbols, node, domain)


def alike(one: Ty, other: Ty) -> bool:
    """May one be read for the other?"""
    return one.kind == other.kind and one.domain == other.domain


def called_by_kind(symbols: Symbols, word: str, scope: Scope) -> str:
    """``man.square`` where no man has that name: what it is called here, or where it has to be named."""
    domain = symbols.nouns.get(word)
    if domain is None:
        return ""
    if any(element.type.domain == domain for element in scope.elements):
        return phrase("The {0} looked at here is called ‘it’, and its fields go by their names alone.", word)
    if word in scope.created:
        return phrase("Name what is created: ‘create {0} as NAME’; from there on it is called NAME.", word)
    names = [name for name, (_, type_) in scope.names.items() if type_.is_row and type_.domain == domain]
    if len(names) == 1 and word == domain_name(symbols, domain):
        return phrase("The {0} is called ‘{1}’ here.", word, names[0])
    if scope.kind.startswith("hook "):
        return _of_hook(symbols, word, domain, scope)
    if scope.kind in ("value", "condition"):
        return _of_value(symbols, word, scope)
    signature = symbols.signatures.get(scope.rule)
    if signature is None or signature.kind not in ("event", "action", "agenda"):
        return ""
    if line := given_later(symbols.rule_decls.get(scope.rule), word):
        return phrase("‘{0}’ is given in line {1}, and known only below it in the same block.", word, line)
    owners = _owners(symbols, signature, domain)
    taken = [param.preposition for param in signature.params]
    by = domain == symbols.seats and "by" not in taken
    if owners and not by:
        return phrase("Write ‘{0}’.", owners[0])
    free = "by" if by else next((one for one in _WITH if one not in taken), "")
    if not free:
        return ""
    params = [f"{param.preposition} {param.name}".strip() for param in signature.params if not param.name.isdigit()]
    params.insert(1 if taken[:1] == [""] and by else 0 if by else len(params), f"{free} {word}")
    head = " ".join([signature.kind, signature.name, *params])
    if owners:
        return phrase("Name it in the head, ‘{0}’, or write ‘{1}’.", head, owners[0])
    return phrase("Name it in the head: ‘{0}’.", head)


def given_later(decl: t.Decl | None, word: str) -> int:
    """The line of a rule in which a name is given to what is drawn, thrown or chosen; 0 if there is none, or it is a loop's."""
    for node in below(decl) if decl is not None else ():
        given = node.target if isinstance(node, t.Chooses) else node.name if isinstance(node, (t.Draw, t.Let, t.Roll)) else None
        if isinstance(node, t.Node) and given is not None and str(given.word if isinstance(given, t.Name) else given) == word:
            return node.place.line
    return 0


def _of_hook(symbols: Symbols, word: str, domain: int, scope: Scope) -> str:
    position, _, name = scope.rule.partition(" ")
    signature = symbols.signatures.get(name)
    if signature is None or signature.kind == "agenda":
        return ""
    begins = "instead of" if position == "instead" else position
    for param, type_ in zip(signature.params, signature.types, strict=True):
        if type_.is_row and type_.domain == domain:
            said = f"{begins} {name} {param.preposition}".strip()
            return phrase("A hook names what it speaks of: ‘{0} {1}’.", said, word)
    for param, type_ in zip(signature.params, signature.types, strict=True):
        fields = symbols.fields_of[type_.domain] if type_.is_row else {}
        held = next((f for f, index in fields.items() if symbols.field_types[index].domain == domain and not f.startswith("_")), "")
        if held:
            said = f"{begins} {name} {param.preposition} {param.name}".replace("  ", " ")
            return phrase("A hook names what it speaks of: ‘{0}’, then ‘{1}’.", said, f"{param.name}.{held}")
    return ""


def _of_value(symbols: Symbols, word: str, scope: Scope) -> str:
    owners = [f"{name}.{word}" for name, (_, type_) in scope.names.items() if type_.is_row and word in symbols.fields_of[type_.domain]]
    if owners:
        return phrase("Write ‘{0}’.", owners[0])
    entries = symbols.entries if scope.kind == "value" else symbols.conditions
    entry = next((e for e in entries.get(scope.rule, []) if set(e.names) <= set(scope.names)), None)
    if entry is None:
        return ""
    if isinstance(entry.decl, t.Define):
        form = f"let {entry.name}({', '.join([*entry.names, word])}) = ..."
    elif isinstance(entry.decl, t.Condition):
        others = [f"{p.preposition} {p.name}".strip() for p in entry.decl.others]
        free = next(p for p in ("", *_WITH) if p not in [other.preposition for other in entry.decl.others])
        form = " ".join([entry.names[0], "is", entry.name, *others, f"{free} {word}".strip(), "when ..."])
    else:
        return ""
    return phrase("Only what its head names is known here: ‘{0}’.", form)


def _owners(symbols: Symbols, signature: Signature, domain: int) -> list[str]:
    """The fields of what the rule is given that hold a side: ``man.owner`` for its player."""
    if domain != symbols.seats:
        return []
    return [
        f"{param.name}.{name}"
        for param, type_ in zip(signature.params, signature.types, strict=True)
        if type_.is_row
        for name, index in symbols.fields_of[type_.domain].items()
        if not name.startswith("_") and symbols.field_types[index].is_row and symbols.field_types[index].domain == domain
    ]


def named_where(symbols: Symbols, expr: t.Where, outer: Element, two: str, test: str, taken: Collection[str]) -> str:
    """Of a search within another: the outer one names its element, if it can; or both are conditions of their own.

    ``two``: how these are written, ``test``: the condition of the inner one with its element named, both where that is known.
    """
    where = outer.where
    noun = domain_name(symbols, outer.type.domain)
    if where is None or where.sink == "the":
        form = f"{_FORMS.get(expr.sink, 'those')} other in {dotted_name(expr.source) or '...'} where {test or '...'}"
        if test:
            return phrase("Name the element: ‘{0}’; the {1} looked at outside is ‘it’.", form, noun)
        return phrase("Name the element: ‘{0}’, and write ‘other.’ before its fields; the {1} looked at outside is ‘it’.", form, noun)
    name = noun if noun not in taken else "one"
    form = f"{_FORMS.get(where.sink, 'those')} {name} in {dotted_name(where.source) or '...'} where ..."
    if not two:
        return phrase("Name the element of the outer one, ‘{0}’, and write ‘{1}.’ before its fields.", form, name)
    return phrase(
        "If these are two conditions, put each in brackets: ‘{0}’; if not, name the element of the outer one, ‘{1}’, "
        "and write ‘{2}.’ before its fields.",
        two, form, name,
    )  # fmt: skip


def of_asked(expr: t.Binary, type_: Ty, kind: str, sources: Mapping[str, str]) -> str:
    """Of ``x is WORD`` where nothing is called WORD: what is asked so of a set or of a thing."""
    word, left, no = str(expr.right.word) if isinstance(expr.right, t.Name) else "", written(expr.left, sources), expr.op == "is_not"
    if word in _NOTHING and type_.is_set:
        return phrase("Write ‘{0}’.", f"{'any' if no else 'no'} {left}")
    if word in _NOTHING and type_.is_row and type_.optional:
        return phrase("Write ‘{0}’.", f"{left} is {'not ' if no else ''}none")
    if type_.kind == "number" and word in ("odd", "even"):
        return phrase("Write ‘{0}’.", f"remainder({left}, 2) is {int((word == 'odd') is not no)}")
    if kind == "match" and word in ("over", "ended", "finished"):
        return OVER
    if type_.is_row:
        return phrase("To ask that of {0}, declare it: ‘{1} is {2} when ...’.", an(kind), kind, word)
    return ""


def of_condition(expr: t.Expr, type_: Ty, sources: Mapping[str, str]) -> str:
    """Where a condition is expected and a value stands: how something is asked of it."""
    said = written(expr, sources)
    if type_.is_row and type_.optional:
        return phrase("Write ‘{0}’.", f"{said} is not none")
    if type_.kind == "number" and isinstance(expr, (t.Name, t.Dot, t.Apply)):
        return phrase("Compare it: ‘{0}’.", f"{said} is 1 or more")
    return ""


def said_again(before: t.Expr | None, expr: t.Expr, type_: Ty, sources: Mapping[str, str]) -> str:
    """``x is 1 or 2``: each part is a condition of its own."""
    value = isinstance(expr, (t.Number, t.Unary, t.Tuple)) or (isinstance(expr, t.Name) and type_.is_row)
    if not value or not isinstance(before, t.Binary) or before.op not in ("is", "is_not"):
        return ""
    no = "not " if before.op == "is_not" else ""
    form = f"{written(before.left, sources)} is {no}{written(expr, sources)}"
    if isinstance(expr, t.Number) and isinstance(before.right, t.Number):
        either = f"{written(before.left, sources)} {no}in ({before.right.value}, {expr.value})"
        return phrase("Say again of what, ‘{0}’, or give both: ‘{1}’.", form, either)
    return phrase("Say again of what: ‘{0}’.", form)


def of_sets(parts: list[t.Expr], sources: Mapping[str, str]) -> str:
    """Sets joined like conditions: all that are in one of them, or in both."""
    last = parts[-1]
    left, right = (written(part.source if isinstance(part, t.Where) else part, sources) for part in (parts[0], last))
    both, where = f"{left} + {right}", isinstance(last, t.Where) and last.sink == "set"
    form = f"({both}) where ..." if where else both
    return phrase("Those of both together are ‘{0}’; those that are in both, ‘those one in {1} where one in {2}’.", form, left, right)


def of_one_in_set(symbols: Symbols, expr: t.Binary, sources: Mapping[str, str]) -> str:
    """``S.disc is white`` of a set: what is asked of some of them, and what of all.  The element has a name where what it is held against
    would else be read as a field of its own."""
    those, one, no = written(expr.left, sources), written(expr.right, sources), "not " if expr.op == "is_not" else ""
    owner, part = those, "it"
    if isinstance(expr.left, t.Dot):
        owner, part = written(expr.left.owner, sources), str(expr.left.word)
        owner = f"({owner})" if isinstance(expr.left.owner, t.Where) else owner
    elif isinstance(expr.left, t.Where):
        owner = f"({those})"
    beside = {name for fields in symbols.fields_of.values() if part in fields for name in fields}
    said = set(re.findall(r"[^\W\d]\w*", one))
    if part != "it" and said & beside:
        name = "other" if "one" in said else "one"
        owner, part = f"{name} in {owner}", f"{name}.{part}"
    some, every = f"any {owner} where {part} is {no}{one}", f"no {owner} where {part} is {'' if no else 'not '}{one}"
    return phrase("If it is true of at least one: ‘{0}’; of all: ‘{1}’.", some, every)


def unmeasured(symbols: Symbols, name: str, measured: t.Expr, domain: int, scope: Scope, sources: Mapping[str, str]) -> str:
    """``best(player.score, players)`` where ``player`` is one of the rule: how the element is spoken of."""
    said, kind = written(measured, sources), domain_name(symbols, domain)
    for word, (_, type_) in scope.names.items():
        if type_.is_row and type_.domain == domain and (mended := re.sub(rf"(?<![\w.]){word}\b", "it", said)) != said:
            return phrase("‘{0}’ is the one of this rule; the {1} looked at is ‘it’: ‘{2}’.", word, kind, f"{name}({mended}, ...)")
    return phrase("The {0} looked at is ‘it’, and its fields go by their names alone.", kind)


def of_set_in(expr: t.Binary, within: bool, sources: Mapping[str, str]) -> str:
    """``S in T``: what is asked of some of a set, and what of all.  ``within``: another search looks at an element already."""
    those, others = written(expr.left, sources), written(expr.right, sources)
    if isinstance(expr.left, t.Where) and not those.startswith("("):
        those = f"({those})"
    is_in, is_not = ("not in", "in") if expr.op == "not_in" else ("in", "not in")
    name, it = (f"one in {those}", "one") if within or isinstance(expr.left, t.Where) else (those, "it")
    return phrase("If it is true of at least one: ‘{0}’; of all: ‘{1}’.",
                  f"any {name} where {it} {is_in} {others}", f"no {name} where {it} {is_not} {others}")  # fmt: skip


def of_set_that_has(expr: t.Binary, sources: Mapping[str, str]) -> str:
    """``player.powers has shield``: the set is what is had."""
    if not isinstance(expr.left, t.Dot):
        return ""
    those, thing = written(expr.left, sources), written(expr.right, sources)
    return phrase("Ask it of its owner, ‘{0} has {1}’, or write ‘{1} in {2}’.", written(expr.left.owner, sources), thing, those)


def of_winners(expr: t.Binary, word: str, known: Collection[str], sources: Mapping[str, str]) -> str:
    """``black has won``: how a scenario expects that."""
    if word not in ("won", "lost") or word in known:
        return ""
    who, wins = written(expr.left, sources), "wins" if word == "won" else "loses"
    return (
        NOBODY_YET if who == "nobody" else phrase("Who {1} is expected by a scenario, in a line of its own: ‘expect {0} {1}’.", who, wins)
    )


def begun_empty(symbols: Symbols, name: str, domain: int) -> str:
    """How a set begins that holds nothing yet."""
    plural = next((word for word, kind in symbols.plurals.items() if kind == domain), "cells")
    return phrase("A set that is empty at first: ‘let {0} = {1} where false’.", name, plural)
