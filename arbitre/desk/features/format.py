"""Formatting: a file in its canonical format, as edits of the declarations that differ from it."""

from __future__ import annotations

from arbitre.desk.texts import Span, Text
from arbitre.dsl.parse.formatter import format_text


def formatted(text: Text, shown: str, within: Span | None = None) -> list[tuple[Span, str]]:
    """What is to be written anew; nothing if the file has faults.  ``within``: only what touches these lines."""
    whole = "\n".join(text.read)
    new = format_text(whole, shown)
    if new == whole and text.raw == text.read:
        return []
    if within is None:
        return [(Span(text.spot(1, 1), text.end()), new)]
    old_lines, new_lines = whole.split("\n"), new.split("\n")
    out = []
    for first, last, lines in hunks(old_lines, new_lines):
        if first - 1 <= within.end.line and last >= within.start.line:
            start = text.spot(first, 1)
            end = text.spot(last + 1, 1) if last < len(old_lines) else text.end()
            body = "\n".join(lines) + ("\n" if lines and last < len(old_lines) else "")
            out.append((Span(start, end), body))
    return out


def hunks(old: list[str], new: list[str]) -> list[tuple[int, int, list[str]]]:
    """Lines that differ: the first and last of the old (last before first where none), from 1, and what stands there."""
    from difflib import SequenceMatcher

    out = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            out.append((i1 + 1, i2, new[j1:j2]))
    return out
