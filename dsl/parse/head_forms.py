"""Heads that are nearly right: parameters whose type stands without brackets, and prepositions that are none of the language."""

from __future__ import annotations

import re

from arbitre.dsl.diagnostics.said import Said, phrase
from arbitre.dsl.parse.spoken import LINES, WORDS

_TYPED = re.compile(r"(?<![(\w])(\w+) *: *(-?\w+ +to +-?\w+|any +\w+|\w+(?: +or +none)?)(?! +to\b)")
_FUNCTION = re.compile(r"(?:replace +)?(?P<start>let +(?P<name>\w+) *)\((?P<params>.*)\) *(?P<end>= .*|=$)")
_ASKED = re.compile(r"(?P<subject>\w+) +(?:is +)?(?P<name>\w+) *\((?P<params>.*)\) +when\b")
_CONDITION = re.compile(r"(?P<head>\w+ +is +.*?) +when\b")
_RULE = re.compile(
    r"(?:replace +)?(?P<head>(?:event|action|agenda|test|contest|table) +\w+.*?(?<!\()\b\w+ *: *-?\w+ +to +-?\w+)(?= *[:,]|$)"
)
# Prepositions of English, each with the one of the language that comes nearest.
_ENGLISH = {
    "of": "for", "in": "at", "behind": "from", "before": "at", "after": "from", "inside": "into", "within": "at", "onto": "on",
    "upon": "on", "over": "through", "across": "through", "along": "through", "around": "through", "via": "through", "toward": "to",
    "towards": "to", "near": "at", "beside": "at", "between": "with", "among": "with", "above": "on", "below": "under", "beneath": "under",
    "off": "from",
    "about": "on", "without": "from", "as": "with", "than": "with", "until": "to",
}  # fmt: skip
_RULES = "to, from, by, with, for, at, on, against, into, through, under"
_CONDITIONS = _RULES.replace("by, ", "")
_RULE_HEAD = r"(?:replace +)?(?:event|action|agenda|test|contest|table(?! +of\b)|before|after|instead +of)\b"
_STRANGE = rf" +(?P<word>{'|'.join(_ENGLISH)}) +(?P<thing>\(\w+ *: *[^()]*\)|\w[\w.]*)"
_BEHIND = rf"(?:{_RULES.replace(', ', '|')}) +\w[\w.]*"
_IN_HEAD = rf"(?P<before>(?<=^)(?:replace +)?\w+ +\w+|\b\w+){_STRANGE}"
_IN_CALL = rf"(?:^ +|[:;] *)(?P<before>(?P<first>\w+)(?: +(?!acts\b|act\b|chooses\b|orders\b)\w+)?(?: +{_BEHIND})*){_STRANGE}"
_IN_CONDITION = rf"\b(?P<before>is +(?:not +)?\w+(?: +{_BEHIND})*){_STRANGE}"


def without_subject(line: str) -> str | Said:
    """``next_to_chain of player when ...``: a condition whose first word is its name."""
    found = re.match(rf"(\w+) +({'|'.join(_ENGLISH)}) +(\w+) +when\b", line)
    if found is None:
        return ""
    form = f"x is {found[1]} {_ENGLISH[found[2]]} {found[3]} when ..."
    return phrase("A condition begins with what it is about: ‘{0}’, with one of the prepositions {1}.", form, _CONDITIONS)


def head_form(line: str, column: int) -> str | Said:
    """How a head is written whose fault stands at a column, counted from 1; nothing if that is not what is wrong."""
    return _typed(line, column) or _preposition(line, column) or _second_block(line, column)


def _typed(line: str, column: int) -> str | Said:
    """``let there(player, n: 1 to 9)``: the brackets round a parameter with its type."""
    if found := _FUNCTION.match(line):
        form = f"{found['start'].rstrip()}({_in_brackets(found['params'])}) = ..."
        inside, before = found.span("params"), found["params"]
    elif found := _ASKED.match(line):
        form = f"let {found['name']}({found['subject']}, {_in_brackets(found['params'])}) = ..."
        inside, before = (found.start("name"), found.end("params")), found["params"]
    elif found := _CONDITION.match(line) or _RULE.match(line):
        form = _in_brackets(found["head"]) + (" when ..." if found.re is _CONDITION else ":")
        form = re.sub(r"^(\w+ +is +\w+) +\(", r"\1 with (", form)  # numbers are only given behind a preposition
        inside, before = (0, found.end() + 2), found["head"]
    else:
        return ""
    if not inside[0] < column <= inside[1] + 1 or not _TYPED.search(before):
        return ""
    return phrase("What has a type of its own stands in brackets: ‘{0}’.", form)


def _second_block(line: str, column: int) -> str | Said:
    """``for each x in things: x.owner chooses y from z:`` with lines below it: only the last colon of a line opens a block."""
    found = re.match(r"([^\"]*): +(?=\S)(.+?):(?= *$)", line)
    if found is None or found.end() != column:
        return ""
    return phrase("What has a block of its own starts a line: put ‘{0}:’ on the next one, four spaces further in.", found[2])


def _in_brackets(params: str) -> str:
    return _TYPED.sub(lambda one: f"({one[1]}: {one[2]})", params)


def _preposition(line: str, column: int) -> str | Said:
    """``event crowning of piece:``, ``x is followed in y``: what other words of English are used for."""
    rule = re.match(_RULE_HEAD, line)
    shapes = (_IN_HEAD,) if rule else (_IN_CONDITION, _IN_CALL)
    for found in (found for shape in shapes for found in re.finditer(shape, line)):
        called = found.groupdict().get("first", "")
        if found.start("word") < column <= found.end("thing") and called not in LINES and called not in WORDS:
            form = f"{found['before']} {_ENGLISH[found['word']]} {found['thing']}"
            return phrase(
                "‘{0}’ is no preposition here; there are {1}: ‘{2}’.",
                found["word"],
                _CONDITIONS if found.re.pattern == _IN_CONDITION else _RULES,
                form,
            )
    return ""
