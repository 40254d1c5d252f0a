"""Names that are not there, where it is clear what their author meant: a thing called by its kind, a hook without its nouns."""

from __future__ import annotations

from collections.abc import Collection

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.parse.trees.build_parts import dotted_name
from arbitre.dsl.resolve.scope import Element, Scope, Signature
from arbitre.dsl.resolve.symbols import Symbols, domain_name

_FORMS = {"any": "any", "no": "no"}  # others are those
_WITH = ("with", "to", "on", "at", "from", "for")


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


def named_where(symbols: Symbols, expr: t.Where, outer: Element, between: str, taken: Collection[str]) -> str:
    """Of a search within another: the outer one names its element, if it can; or both are conditions of their own."""
    where = outer.where
    if where is None or where.sink == "the":
        return phrase(
            "Name the element: ‘{0} other in ... where ...’, and write ‘other.’ before its fields.", _FORMS.get(expr.sink, "those")
        )
    noun = domain_name(symbols, outer.type.domain)
    name = noun if noun not in taken else "one"
    form = f"{_FORMS.get(where.sink, 'those')} {name} in {dotted_name(where.source) or '...'} where ..."
    if not between or where.sink not in _FORMS:
        return phrase("Name the element of the outer one, ‘{0}’, and write ‘{1}.’ before its fields.", form, name)
    two = f"({where.sink} ... where ...) {between} ({expr.sink} ... where ...)"
    return phrase(
        "If these are two conditions, put each in brackets: ‘{0}’; if not, name the element of the outer one, ‘{1}’, "
        "and write ‘{2}.’ before its fields.",
        two, form, name,
    )  # fmt: skip
