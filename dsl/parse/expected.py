"""What was expected, in the words of a designer: the terminals that the parser would have taken, grouped as a person thinks of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arbitre.dsl.diagnostics.said import joined
from arbitre.dsl.parse.spoken import CONDITIONS, LISTED, OPERATORS, PREPOSITIONS, RULE_LINES, SPOKEN, STATEMENTS, VALUES


def wanted(accepts: Collection[str], words: Mapping[str, str]) -> str:
    """The expected terminals as a designer would list them, the telling ones first."""
    left = set(accepts)
    out: list[str] = []
    after: list[str] = []
    if {"PUBLISH", "LET"} <= left:
        more = {"NEEDS", "WHEN"} <= left
        out.append("a statement")
        left -= STATEMENTS | {"LPAR"}
        if more:
            out.append("a line of the rule (when, needs ...)")
            left -= RULE_LINES
    if "STAR" in left or "DOT" in left or {"AND", "OR"} <= left:
        if left & {"STAR", "IS"} or {"AND", "OR"} <= left:
            after.append("an operator (+, is, and ...)")
            left.discard("IN")
        left -= OPERATORS - {"IN"}
    elif {"NAME", "NUMBER", "LPAR"} <= left:
        out.append("a value or a condition" if left & {"NOT", "ANY"} else "a value")
        left -= VALUES | CONDITIONS
    if len(left & PREPOSITIONS) > 6:
        after.insert(0, "a preposition (to, from, by ...)" if "BY" in left else "a preposition (to, from, with ...)")
        left -= PREPOSITIONS
    if "_NL" in left:
        left.discard("REF")
    for name in ("COLON", "_INDENT", "NAME", "NUMBER", "CLAUSE", "STRING"):
        if name in left:
            out.append(SPOKEN[name])
            left.discard(name)
    spoken = [SPOKEN.get(a) or (f"‘{words[a]}’" if a in words else "") for a in left]
    out += sorted((w for w in spoken if w), key=lambda w: (w.startswith("‘"), w))
    names = out[:LISTED] + (["..."] if len(out) > LISTED else []) + after
    if not names:
        return "something else"
    return names[0] if len(names) == 1 else joined(" or ", [joined(", ", names[:-1]), names[-1]])
