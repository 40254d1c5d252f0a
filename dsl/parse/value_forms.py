"""Values that are nearly right: a choice between searches, what is counted, three things compared at once, ends of a range worked out."""

from __future__ import annotations

import re

from arbitre.dsl.diagnostics.said import Said, phrase

_THING = r"[\w.]+(?:\([^()]*\))?(?:\.\w+)*"
_CHAINED = re.compile(rf"({_THING}) +is +(not +)?({_THING}) +is +(not +)?({_THING}(?: +or +(?:more|less))?)")
_COUNTED = re.compile(
    r"\b(?:count|number|amount) +of +(.+?)(?: +is +((?:not +|more +than +|less +than +)?\w+(?: +or +(?:more|less))?))? *(?:[:;]|$)"
)

_CONDITION = re.compile(r"\b(?:is|has|in|any|no|not)\b|^(?:true|false)$")
_NUMBERS = re.compile(r"\b(any|no|those|the) (\w+) in \(?(-?\d+) to (-?\d+)\)? where\b")
_END = rf"(?:{_THING}|\([^()]*\))"
_SUM = rf"{_END}(?: *[-+*/] *{_END})*"
_RANGE = re.compile(rf"({_THING}) +is +(not +)?({_SUM}) +to +({_SUM})")


def value_form(line: str, column: int, token: str) -> str | Said:
    """How a value is written whose fault stands at a column, counted from 1; nothing if that is not what is wrong."""
    before = line[: column - 1].rstrip()
    if token == ")" and before.endswith("("):
        return "An empty set is a search that finds nothing: ‘cells where false’, with the name of what it could hold."
    if token == "to" and (asked := range_form(line, column)):
        return asked
    chosen = _choice(line, column, token) or _conditions(line, column, token)
    return chosen or _over_numbers(line, column) or _counted(line, column) or _compared(line, column)


def range_form(line: str, column: int) -> str | Said:
    """``x is a - 3 to a``, around a column: the ends of a range that is asked for are numbers written out."""
    for found in _RANGE.finditer(line):
        if not found.start(3) < column <= found.end():
            continue
        thing, other, low, high = found.groups()
        both = (
            f"({thing} is less than {low} or {thing} is more than {high})"
            if other
            else f"{thing} is {low} or more and {thing} is {high} or less"
        )
        return phrase("A range has two plain numbers, ‘is 2 to 4’. With ends that are worked out, ask twice: ‘{0}’.", both)
    return ""


def _choice(line: str, column: int, token: str) -> str | Said:
    """``(S where A if C otherwise T where B)``: a ‘where’ would run to the end."""
    start = _opening(line, column)
    end = _closing(line, start)
    whole = line[start:end].strip()
    found = re.fullmatch(r"(.+?) +if +(.+?) +otherwise +(.+)", whole)
    if found is None or token not in ("if", "where", "otherwise") or not re.search(r"\bwhere\b", found[1] + " " + found[3]):
        return ""
    one, other = (_in_brackets(part) for part in (found[1], found[3]))
    return phrase("A search in a choice has brackets of its own: ‘{0}’.", f"({one} if {found[2]} otherwise {other})")


def _conditions(line: str, column: int, token: str) -> str | Said:
    """``(y is 1 if C otherwise x is 1)``: a choice has two values; of two conditions one of two things holds."""
    start = _opening(line, column)
    found = re.fullmatch(r"(.+?) +if +(.+?) +otherwise +(.+)", line[start : _closing(line, start)].strip())
    if not start or found is None or token != "if" or not all(_CONDITION.search(part) for part in found.groups()):
        return ""
    one, test, other = (f"({part})" if re.search(r"\b(?:and|or|where)\b", part) else part for part in found.groups())
    return phrase("A choice is between values. Between conditions, write ‘{0}’.", f"({test} and {one}) or (not {test} and {other})")


def _over_numbers(line: str, column: int) -> str | Said:
    """``any n in 1 to 3 where count(cells where x is n) is 3``: what has the numbers is gone through in their place."""
    for found in _NUMBERS.finditer(line):
        if not found.start() < column <= found.end():
            continue
        sink, name, low, high = found.groups()
        rest = re.sub(rf"\b{name}\b", "one.FIELD", line[found.end() : _closing(line, found.end())].strip())
        return phrase(
            "A search goes through things, not numbers: ‘{0} one in SET where {1}’, with a set whose members have these numbers in a "
            "field. Numbers are counted in a rule: ‘let {2} = {3}’, then ‘repeat {4} times:’ with ‘{2} becomes {2} + 1’ last.",
            sink, rest, name, low, max(int(high) - int(low) + 1, 1),
        )  # fmt: skip
    return ""


def _in_brackets(part: str) -> str:
    return f"({part})" if re.search(r"\bwhere\b", part) and not part.startswith("(") else part


def _opening(line: str, column: int) -> int:
    """Where the innermost bracket that is open at a column begins, else what follows the last ‘=’ or verb."""
    depth = 0
    for at in range(min(column - 2, len(line) - 1), -1, -1):
        depth += (line[at] == ")") - (line[at] == "(")
        if depth < 0:
            return at + 1
    given = [found.end() for found in re.finditer(r"= *|\b(?:becomes|give|in|from) +", line[: column - 1])]
    return given[0] if given else 0


def _closing(line: str, start: int) -> int:
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] == "(") - (line[at] == ")")
        if depth < 0 or (not depth and line[at] in ":;"):
            return at
    return len(line)


def _counted(line: str, column: int) -> str | Said:
    """``count of cells where ... is 3``."""
    found = _COUNTED.search(line)
    if found is None or not found.start() < column <= found.end() + 1:
        return ""
    return phrase("Write ‘{0}’.", f"count({found[1]}) is {found[2]}" if found[2] else f"count({found[1]})")


def _compared(line: str, column: int) -> str | Said:
    """``a is b is c``: two things are compared at a time; a number behind a search is how many it finds."""
    for found in _CHAINED.finditer(line):
        if not found.start(3) < column <= found.end() + 1:
            continue
        search = re.search(r"([\w.]+(?:\([^()]*\))?) +where +(?!.*\bwhere\b)(.*)$", line[: found.end(3)])
        if search and re.match(r"\d", found[5]):
            return phrase(
                "‘is’ compares two things. If that is how many there are: ‘{0}’.", f"count({search[0]}) is {found[4] or ''}{found[5]}"
            )
        both = f"{found[1]} is {found[2] or ''}{found[3]} and {found[3]} is {found[4] or ''}{found[5]}"
        return phrase("‘is’ compares two things at a time: ‘{0}’.", both)
    return ""
