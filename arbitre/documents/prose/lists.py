"""Lines of Markdown: items below items."""

from __future__ import annotations

Lines = list[str]


def nested(lines: Lines) -> Lines:
    """Lines one level further in."""
    return [f"    {line}" for line in lines]


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
