"""What designers are told, in French: for every English template its own, by the phase that says it."""

from __future__ import annotations

from arbitre.dsl.diagnostics.french import (
    ends,
    everywhere,
    forms,
    lint,
    lower,
    modules,
    parse,
    playing,
    resolve,
    scenarios,
    slips,
    throws,
    values,
    words,
)

FRENCH: dict[str, str] = {
    **ends.PHRASES,
    **everywhere.PHRASES,
    **forms.PHRASES,
    **lint.PHRASES,
    **lower.PHRASES,
    **modules.PHRASES,
    **parse.PHRASES,
    **playing.PHRASES,
    **resolve.PHRASES,
    **scenarios.PHRASES,
    **slips.PHRASES,
    **throws.PHRASES,
    **values.PHRASES,
    **words.PHRASES,
}
