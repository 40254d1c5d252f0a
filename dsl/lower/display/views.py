"""Who sees which thing and which field."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.display.audiences import audience_of
from arbitre.dsl.lower.values.expressions import bind_flag
from arbitre.dsl.resolve.scope import Element, Frame, Scope
from arbitre.dsl.resolve.types import row


def bind_views(cx: Context) -> None:
    """Who sees which rows and which fields."""
    symbols = cx.symbols
    for name, decls in symbols.kind_decls.items():
        domain = symbols.domains[symbols.domain_by_name[name]]
        for decl in decls:
            for seen in decl.seen:
                domain.seen.append(bind_seen(cx, seen, domain))
            for field in decl.fields:
                index = symbols.fields_of[domain.index].get(str(field.name))
                if index is not None and symbols.field_decls.get(index) is field:
                    for seen in field.seen:
                        symbols.fields[index].seen.append(bind_seen(cx, seen, domain))


def bind_seen(cx: Context, seen: t.SeenBy, domain: core.Domain) -> core.Seen:
    """``seen by WHO when C``, of a row in the first slot."""
    scope = Scope(Frame())
    slot = scope.frame.slot()
    scope.elements = [Element(slot, row(domain.index))]
    scope.names[domain.name] = (slot, row(domain.index))
    when = bind_flag(cx, seen.when, scope) if seen.when is not None else None
    audience = audience_of(cx, seen.audience, scope)
    return core.Seen(audience, when, scope.frame.size)
