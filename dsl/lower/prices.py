"""What a step over a board costs, where a value of the rulebook says it."""

from __future__ import annotations

from typing import Any

from dsl import core
from dsl import tree as t
from dsl.diagnostics.said import phrase
from dsl.lower.constants import evaluate
from dsl.lower.context import Context
from dsl.lower.names import words_of
from dsl.lower.values import function_of, value_of
from dsl.resolve.symbols import tell_unknown
from dsl.resolve.types import row


def price_entries(cx: Context) -> None:
    """``entered at VALUE``: what a step into each cell costs, or a step from one cell to the next, as the match begins."""
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
            prices.append(evaluate(cx, found[0], word.place))
        domain.board = domain.cells.with_entry(prices)


def price_steps(cx: Context, domain: core.Domain, word: t.Word, entry: Any) -> None:
    """The price of every step by the cell left and the cell entered."""
    function = function_of(cx, entry).index

    def price(origin: int, target: int) -> int:
        ends = (core.Const(word.place, origin), core.Const(word.place, target))
        return evaluate(cx, core.Apply(word.place, function, ends), word.place)

    domain.board = domain.cells.with_steps_at(price)
