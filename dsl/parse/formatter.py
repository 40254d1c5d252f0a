"""Rulebook files in their one form.

Lines keep their order and their comments; what changes is indentation (four spaces a level), runs of spaces, the columns of
tables and of margin notes, and blank lines.  Each run proves itself: the same surface tree, and nothing left to change on a
second pass; if it cannot, the text is given back as it was.
"""

from __future__ import annotations

import re

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.source.chunks import normalise
from arbitre.dsl.source.clause_numbers import NOTE
from arbitre.dsl.source.quotes import TEXT, end_of

_LANGUAGE = re.compile(r'(?!not )[a-z]{2,3} +"')  # a text that goes on in another language
NOTE_COLUMN = 78
_NOTE = re.compile(rf"\s*({NOTE})\s*$")


def format_text(text: str, shown: str) -> str:
    """The text in its one form; unchanged if it has faults, or if the form could not be proved to mean the same."""
    out = _lines(normalise(text))
    if out == text:  # it has that form already
        return text
    before = _tree(text, shown)
    if before is None:
        return text
    after = _tree(out, shown)
    if after is None or after != before or _lines(out) != out:
        return text
    return out


def _tree(text: str, shown: str) -> list[t.Decl] | None:
    messages = Messages()
    file = parse_text(normalise(text), shown, messages)
    return None if messages.items else file.decls


def _lines(text: str) -> str:
    out: list[str] = []
    levels = [0]
    quoted = ""  # inside a text or a map that goes on
    brackets = 0
    table: list[tuple[int, str]] = []
    blank = False
    for line in text.split("\n"):
        if quoted:
            out.append(line.rstrip() if quoted == '"' else line)
            quoted, brackets = _state(line, quoted, brackets)
            continue
        stripped = line.strip()
        if not stripped:
            blank = bool(out)
            continue
        indent = len(line) - len(line.lstrip())
        continues = brackets > 0 or _LANGUAGE.match(stripped) is not None
        if not continues and not stripped.startswith("#"):
            while levels[-1] > indent:
                levels.pop()
            if levels[-1] < indent:
                levels.append(indent)
        depth = sum(1 for level in levels[1:] if level <= indent)
        if blank:
            out += _aligned(table)
            table = []
            out.append("")
            blank = False
        quoted, brackets = _state(line, "", brackets)
        if _is_row(stripped) and not quoted and not brackets:
            table.append((depth, stripped))
            continue
        out += _aligned(table)
        table = []
        if continues:
            out.append(line.rstrip())
        elif quoted:
            out.append("    " * depth + stripped)
        else:
            out.append(_noted("    " * depth + _spaced(stripped)))
    out += _aligned(table)
    return "\n".join(out).rstrip() + "\n"


def _state(line: str, quoted: str, brackets: int) -> tuple[str, int]:
    """Is a text, a map or a bracket still open at the end of the line?"""
    position = 0
    while position < len(line):
        if quoted:
            found = end_of(line, position) if quoted == '"' else line.find(quoted, position) + len(quoted)
            if found < (1 if quoted == '"' else len(quoted)):
                return quoted, brackets
            position, quoted = found, ""
            continue
        sign = line[position]
        if sign == "#":
            break
        if line.startswith('"""', position):
            quoted, position = '"""', position + 3
            continue
        if sign == '"':
            quoted = '"'
        brackets += (sign == "(") - (sign == ")")
        position += 1
    return quoted, brackets


def _is_row(stripped: str) -> bool:
    return " | " in re.sub(TEXT, '""', stripped) and not stripped.startswith("#")


def _spaced(stripped: str) -> str:
    """One space where there are several, outside of texts and comments."""
    parts = re.split(rf"({TEXT}|#.*$)", stripped)
    return "".join(p if i % 2 else re.sub(r" {2,}", " ", p) for i, p in enumerate(parts)).strip()


def _noted(line: str) -> str:
    match = _NOTE.search(line)
    if match is None or "#" in re.sub(TEXT, "", line):
        return line
    code = line[: match.start()].rstrip()
    return f"{code:<{NOTE_COLUMN - 1}} {match.group(1)}" if len(code) < NOTE_COLUMN - 1 else f"{code}    {match.group(1)}"


def _aligned(table: list[tuple[int, str]]) -> list[str]:
    """Rows of a table, their columns as wide as their widest cell."""
    rows = []
    for depth, line in table:
        match = _NOTE.search(line)
        note = match.group(1) if match else ""
        code = line[: match.start()] if match else line
        rows.append((depth, [c.strip() for c in _cells(code)], note))
    count = max((len(cells) for _, cells, _ in rows), default=0)
    widths = [max((len(cells[i]) for _, cells, _ in rows if i < len(cells)), default=0) for i in range(count)]
    out = []
    for depth, cells, note in rows:
        said = " | ".join(cell.ljust(widths[i]) for i, cell in enumerate(cells)).rstrip()
        line = "    " * depth + said
        out.append(_noted(f"{line} {note}") if note else line)
    return out


def _cells(code: str) -> list[str]:
    """A row cut at its bars, not at those inside texts."""
    out = [""]
    for part in re.findall(rf"{TEXT}|[\s\S]", code):
        if part == "|":
            out.append("")
        else:
            out[-1] += part
    return out
