"""What people write who know how other languages, or people, say it, and how it is written here."""

from __future__ import annotations

import re

from arbitre.dsl.diagnostics.said import Said, phrase

ENDED = "A match ends when somebody ‘wins’ or ‘loses’; in a draw, ‘nobody wins’."
# Each: what the line looks like, and the advice; its gaps are for the groups of what was found.
HABITS: tuple[tuple[str, str], ...] = (
    (r"\b(?:all|every) \w+ where\b", "Say it the other way round: ‘no squares where not ...’."),
    (r"\bis (?:not )?at least (\w+)", "Write ‘is {0} or more’."),
    (r"\bis (?:not )?at most (\w+)", "Write ‘is {0} or less’."),
    (
        r"\bfor each (\w+) in \(?\d+ to\b",
        "A loop over numbers counts them itself: ‘let {0} = 1’, then ‘repeat 9 times:’ with ‘{0} becomes {0} + 1’ last.",
    ),
    (r"(?:^|[:;])\s*(?:end match|(?:the )?(?:match|game) (?:is|ends)\b|it is (?:a )?draw|no \w+ wins|draw(?: match)?\s*$)", ENDED),
    (
        r"\bacts in (\w+),? (?:exactly |just )?(?:\d+ times|once)",
        "‘must act in {0}’ has somebody act once; with ‘acts in {0}’ he acts once or not at all.",
    ),
    (r"\brepeat (?:while|until)\b", "Say how often at most: ‘while C, up to 20 times:’."),
    (r"^\s*if .*: [^(]*\botherwise\b", "‘otherwise:’ starts a line of its own, below the line of its ‘if’."),
    (
        r"(?:^|[:;])\s*create (\w+)(?:\s*:| [a-z]\w* [a-z]\w*)",
        "Write what it holds after ‘with’: ‘create {0} with FIELD VALUE, FIELD VALUE’.",
    ),
)


def said_otherwise(line: str, column: int) -> str | Said:
    """How a line is written that people would say otherwise; nothing if that is not what is wrong at a column, counted from 1."""
    for shape, advice in HABITS:
        found = re.search(shape, line)
        if found is not None and found.start() < column <= found.end() + 2:
            return phrase(advice, *found.groups())
    return ""
