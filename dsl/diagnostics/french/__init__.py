"""What designers are told, in French: for every English template its own, by the phase that says it."""

from __future__ import annotations

from arbitre.dsl.diagnostics.french import everywhere, lint, lower, modules, parse, playing, resolve, scenarios, throws, words

FRENCH: dict[str, str] = {
    **everywhere.PHRASES,
    **lint.PHRASES,
    **lower.PHRASES,
    **modules.PHRASES,
    **parse.PHRASES,
    **playing.PHRASES,
    **resolve.PHRASES,
    **scenarios.PHRASES,
    **throws.PHRASES,
    **words.PHRASES,
}
