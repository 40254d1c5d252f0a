"""Rules that cannot be carried out, told as the other messages are: place, sentence, the line with a caret, how to mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import click

from dsl.diagnostics.codes import ERROR
from dsl.diagnostics.message import Message
from dsl.diagnostics.render import render
from interpreter.state.errors import RulebookError

SOURCES = "arbitre.sources"

# What mends a fault that only shows while a match is played, by words of its sentence.
HINTS = {
    "is asked of nothing": "What it is asked of may be none here: look first, ‘if ... is not none:’, or ‘when ... is not none’.",
    "of nothing cannot change": "What is to change may be none here: look first, ‘if ... is not none:’.",
    "does not fit": "Widen the bounds of the field, or keep the value within them: ‘min(...)’, ‘max(...)’, a condition.",
    "division by 0": "Look first that what one divides by is not 0.",
    "nobody is there to decide": "Who decides may be none here: look first, ‘if ... is not none:’.",
    "without a question": "Something is done again and again, nothing stops it: give a ‘while’ its ‘up to N times’, or have a side asked.",
    "on without end": "Something is done again and again, nothing stops it: give a ‘while’ its ‘up to N times’.",
    "call each other too deeply": "Two rules cause each other: give one of them a condition that is false the second time.",
    "run each other too deeply": "Two agendas run each other: give one of them a condition that is false the second time.",
    "no longer holds": "Either what led here goes too far, or this line asks too much.",
    "calls itself": "If it may lead back to itself, say how often at the end of its head: ‘, up to 20 times:’.",
    "both hold": "Narrow the condition of one of them, or let it say ‘+’ or ‘-’ instead of ‘is’.",
    "already": "Raise the number after ‘up to’ in the line of the kind, or discard some first.",
    "nothing to discard": "What is to go may be none here: look first, ‘if ... is not none:’.",
}


def remember(sources: Mapping[str, str]) -> None:
    """The texts of the rulebook a command works with, for the faults that show later."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(SOURCES, {}).update(sources)


def told(error: RulebookError, sources: Mapping[str, str], hint: str = "") -> str:
    """The fault with its line, a caret and a hint."""
    hint = hint or next((hint for words, hint in HINTS.items() if words in error.text), "")
    if error.place.file not in sources:
        return f"{error}\n    = {hint}" if hint else str(error)
    end = error.place.end_line or error.place.line
    # A rule that goes on over several lines: the caret stands where it begins.
    place = error.place if end == error.place.line else replace(error.place, end_line=error.place.line, end_column=0)
    excerpt = render(Message("", ERROR, place, "", hint), dict(sources)).split("\n")[1:]
    return "\n".join([str(error), *excerpt])
