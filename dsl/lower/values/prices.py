"""What a step over a board costs, where a value of the rulebook says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.constant_folding import fold
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.values.names import words_of
from arbitre.dsl.lower.values.values import function_of, value_of
from arbitre.dsl.resolve.symbols import tell_unknown
from arbitre.dsl.resolve.types import group, row


def price_entries(cx: Context) -> None:
    """``entered at VALUE``: what a step into each cell costs, or a step from one cell to the next; the board has what it is at first."""
    symbols = cx.symbols
    for name, decls in symbols.kind_decls.items():
        word = next((d.entry_cost for d in decls if d.entry_cost), None)
        domain = symbols.domains[symbols.domain_by_name[name]]
        if word is None or domain.board is None:
            continue
        both = [e for e in symbols.entries.get(str(word), ()) if e.types == [row(domain.index), row(domain.index)]]
        if both:
            price_steps(cx, domain, word, both[0])
            continue
        prices = []
        for cell in range(domain.size):
            found = value_of(cx, core.Const(word.place, cell), row(domain.index), word)
            if found is None:
                tell_unknown(symbols, word, phrase("value of a {0}", name), words_of(symbols, row(domain.index)))
                return
            prices.append(at_first(cx, found[0]))
            if isinstance(found[0], core.Apply):
                domain.priced = found[0].function
        domain.board = domain.cells.with_entry(prices)


def at_first(cx: Context, price: core.Expr) -> int:
    """A price as a match begins, for checks and for pictures of no match; a step, where it cannot be told."""
    found = fold(price, cx.symbols.fields, cx.functions, at_first=True)
    return 1 if found is None else found


def join_cells(cx: Context) -> None:
    """``joined to VALUE``: the cells a step leads to, as things stand; ``open when CONDITION``: the links that can be taken now."""
    symbols = cx.symbols
    for name, decls in symbols.kind_decls.items():
        domain = symbols.domains[symbols.domain_by_name[name]]
        for decl in decls:
            if decl.moved_by is not None and domain.board is not None:
                domain.joined = _asked_of(cx, domain, decl.moved_by, symbols.entries, "set of cells of a {0}")
            elif decl.moved_by is not None and domain.index in symbols.links_of:
                domain.open_when = _asked_of(cx, domain, decl.moved_by, symbols.conditions, "condition of a {0}")


def _asked_of(cx: Context, domain: core.Domain, word: t.Word, declared: Mapping[str, list[Any]], what: str) -> int:
    """The value or condition of one thing of that kind, as a function."""
    symbols = cx.symbols
    known = [name for name, entries in declared.items() if any(e.types == [row(domain.index)] for e in entries)]
    for entry in declared.get(str(word), ()):
        if entry.types == [row(domain.index)] and (declared is symbols.conditions or entry.type == group(domain.index)):
            return function_of(cx, entry).index
    tell_unknown(symbols, word, phrase(what, domain.name), known)
    return core.NONE


def price_steps(cx: Context, domain: core.Domain, word: t.Word, entry: Any) -> None:
    """The price of every step by the cell left and the cell entered."""
    function = domain.priced = function_of(cx, entry).index

    def price(origin: int, target: int) -> int:
        ends = (core.Const(word.place, origin), core.Const(word.place, target))
        return at_first(cx, core.Apply(word.place, function, ends))

    domain.board = domain.cells.with_steps_at(price)
