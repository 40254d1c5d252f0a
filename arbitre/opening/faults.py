"""Rules that cannot be carried out, told as the other messages are: place, sentence, the line with a caret, how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import click

from arbitre.dsl.budget import Overspent
from arbitre.dsl.diagnostics.codes import ERROR
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.render import render
from arbitre.dsl.diagnostics.said import Said, joined, phrase
from arbitre.interpreter.state.errors import RulebookError
from arbitre.words.phrases import later

SOURCES = "arbitre.sources"

# What mends a fault that only shows while a match is played, by words of its sentence.
HINTS = {
    "is asked of none": "mend.asked",
    "of none cannot be changed": "mend.change",
    "there is none to give it": "mend.given",
    "does not fit": "mend.fit",
    "division by 0": "mend.division",
    "nobody is there to decide": "mend.decide",
    "without a question": "mend.question",
    "too many rows": "mend.rows",
    "more than 18 digits": "mend.digits",
    "the rules never stop": "mend.end",
    "call each other too deeply": "mend.call",
    "run each other too deeply": "mend.run",
    "no longer holds": "mend.holds",
    "calls itself": "mend.itself",
    "both apply": "mend.both",
    "already": "mend.already",
    "nothing to discard": "mend.discard",
}


def remember(sources: Mapping[str, str]) -> None:
    """The texts of the rulebook a command works with, for the faults that show later."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(SOURCES, {}).update(sources)


def told(error: RulebookError | Overspent, sources: Mapping[str, str], hint: str = "") -> Said:
    """The fault with its line, a caret and a hint, to be told in any language."""
    hint = hint or next((later(key) for words, key in HINTS.items() if words in error.text), "")
    if error.place.file not in sources:
        return phrase("{0}\n    = {1}", error.args[0], hint) if hint else phrase("{0}", error.args[0])
    end = error.place.end_line or error.place.line
    # A rule that goes on over several lines: the caret stands where it begins.
    place = error.place if end == error.place.line else replace(error.place, end_line=error.place.line, end_column=0)
    excerpt = render(Message("", ERROR, place, ""), dict(sources)).split("\n")[1:]
    return joined("\n", [error.args[0], *excerpt, *([phrase("    = {0}", hint)] if hint else [])])
