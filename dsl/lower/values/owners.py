"""Whose a row is as things stand, where a value of the rulebook says it."""

from __future__ import annotations

from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.values.values import function_of
from arbitre.dsl.resolve.symbols import tell_unknown
from arbitre.dsl.resolve.types import row


def own_rows(cx: Context) -> None:
    """``owned by VALUE``: a seat, what several seats belong to, or nobody."""
    symbols = cx.symbols
    parts = symbols.fields_of[symbols.seats].values() if symbols.seats in symbols.fields_of else ()
    sides = {symbols.seats, *(t.domain for t in (symbols.field_types[field] for field in parts) if t.is_row and t.domain > 4)}
    for name, decls in symbols.kind_decls.items():
        domain = symbols.domains[symbols.domain_by_name[name]]
        for word in (decl.owned_by for decl in decls if decl.owned_by is not None):
            known = {
                called: entry
                for called, entries in symbols.entries.items()
                for entry in entries
                if entry.types == [row(domain.index)] and entry.type.is_row and entry.type.domain in sides
            }
            if str(word) in known:
                domain.owned_by = function_of(cx, known[str(word)]).index
            else:
                tell_unknown(symbols, word, phrase("value of a {0} that is a side, or none:", name), known)
