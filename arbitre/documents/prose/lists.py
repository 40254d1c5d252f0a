"""Lines of Markdown: items below items."""

from __future__ import annotations

Lines = list[str]


def nested(lines: Lines) -> Lines:
    """Lines one level further in."""
    return [f"    {line}" for line in lines]


def lowered(text: str) -> str:
    """A sentence that goes on after a comma: without its capital, unless a name or a mark begins it."""
    return text if text.startswith(("[", "*", "‹", "“", "«", "<", "(")) or text[1:2].isupper() else text[:1].lower() + text[1:]


def items(lines: Lines) -> Lines:
    """The arms of an ``if`` follow it as items of the same list."""
    out: Lines = []
    for line in lines:
        stripped = line.lstrip(" ")
        if stripped.startswith("\0"):
            indent = (len(line) - len(stripped)) - 4
            out.append(" " * max(0, indent) + "- " + stripped[1:])
        else:
            out.append(line)
    return out
