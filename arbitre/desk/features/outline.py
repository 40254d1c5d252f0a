"""Outline, folding ranges and semantic tokens: the declarations of a file and their parts, its blocks, and the sort of every word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String

from arbitre.desk.analysis import Analysis
from arbitre.desk.features.hover import said
from arbitre.desk.lookup import RULES, Sight, names_by_line
from arbitre.desk.texts import Span, Text
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.lint.own import located
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.source.chunks import Chunk, cut

_OF_LEXER = (
    (Comment, "comment"), (String, "string"), (Number, "number"), (Generic.Output, "decorator"), (Name.Label, "decorator"),
    (Keyword, "keyword"), (Name.Builtin, "keyword"), (Name.Function, "function"), (Operator, "operator"),
)  # fmt: skip
_OF_SYMBOL = {
    **dict.fromkeys(RULES, "event"), "value": "function", "condition": "function", "field": "property", "member": "enumMember",
    "kind": "type", "option": "variable",
}  # fmt: skip


@dataclass(slots=True)
class Entry:
    """A declaration, or a part of one, in the outline of a file.  ``whole``: all its lines; ``name_span``: its name."""

    name: str
    sort: str
    detail: str
    whole: Span
    name_span: Span
    parts: list[Entry] = field(default_factory=list)


def outline(text: Text, shown: str, lang: str) -> list[Entry]:
    """The declarations of a file, with the steps, rows, fields and rules in them.  The file need not be without faults."""
    read = "\n".join(text.read)
    faults = Messages()
    file = parse_text(read, shown, faults)
    ends = {chunk.line: chunk for chunk in cut(read, shown, Messages())}
    out = []
    for decl in file.decls:
        chunk = ends.get(decl.place.line)
        if chunk is not None:
            out.append(entry(text, decl, last_line(chunk), lang))
    return out


def entry(text: Text, decl: t.Node, last: int, lang: str) -> Entry:
    """A declaration that ends at some line."""
    inner = decl.decl if isinstance(decl, t.Replace) else decl
    word = getattr(inner, "name", None) or getattr(inner, "kind", None) or getattr(inner, "path", "")
    place = getattr(word, "place", None)
    name = str(word) or type(inner).__name__.lower()
    line = place.line if place is not None and place.line else decl.place.line
    whole = Span(text.spot(decl.place.line, 1), text.spot(last, len(text.line(last)) + 1))
    found = text.span(place) if place is not None and place.line else Span(text.spot(line, 1), text.spot(line, len(text.line(line)) + 1))
    made = Entry(name, type(inner).__name__.lower(), said(getattr(inner, "title", None), lang).replace("\\", ""), whole, found)
    parts = [*getattr(inner, "steps", ()), *getattr(inner, "rows", ()), *getattr(inner, "fields", ()), *getattr(inner, "rules", ())]
    parts = [part for part in parts if isinstance(part, t.Node) and part.place.line > decl.place.line]
    for part, following in zip_longest(parts, parts[1:]):
        end = following.place.line - 1 if following is not None else last
        made.parts.append(entry(text, part, max(end, part.place.line), lang))
    return made


def last_line(chunk: Chunk) -> int:
    """The last line of a declaration that says something."""
    lines = chunk.text.rstrip("\n").split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines.pop()
    return chunk.line + len(lines) - 1


def found_anywhere(analysis: Analysis, asked: str, lang: str) -> list[tuple[Path, Entry]]:
    """Declarations of the whole rulebook whose name or title holds some letters, in their order."""
    wanted = asked.casefold()
    out = []
    for file in analysis.rulebook.files:
        path = located(file.path)
        text = Text(analysis.texts[path])
        for decl in file.decls:
            name = str(getattr(decl, "name", "") or getattr(decl, "kind", ""))
            title = getattr(decl, "title", None)
            if name and (is_within(wanted, name.casefold()) or (title and wanted in title.within(lang).casefold())):
                out.append((path, entry(text, decl, decl.place.line, lang)))
    return out


def is_within(asked: str, name: str) -> bool:
    """Do the letters come in a name, in their order?"""
    rest = iter(name)
    return all(letter in rest for letter in asked)


def folds(text: Text) -> list[tuple[int, int, str]]:
    """Blocks that can be folded: first and last line, from 0, and "" or "comment"."""
    out: list[tuple[int, int, str]] = []
    lines = text.raw
    opened: list[tuple[int, int]] = []  # indentation, line
    last = -1
    comment = -1
    for number, line in enumerate([*lines, "."]):
        if not line.strip():
            continue
        deep = len(line) - len(line.lstrip())
        if line.lstrip().startswith("#"):
            comment = number if comment < 0 else comment
        else:
            if comment >= 0 and last > comment:
                out.append((comment, last, "comment"))
            comment = -1
        while opened and opened[-1][0] >= deep:
            first = opened.pop()[1]
            if last > first:
                out.append((first, last, ""))
        opened.append((deep, number))
        last = number
    return sorted(out)


def tokens(sight: Sight) -> list[tuple[int, int, int, str]]:
    """Every word with its sort: line and column from 0, length, both in units of UTF-16, and one of :data:`SORTS`."""
    text, out = sight.text, []
    known = names_by_line(sight.found)
    for line, column, value, sort in lexed(text):
        then = sight.then(line)
        if sort in ("", "function") and then is not None:
            symbol = next((s for place, s in known.get((sight.shown, then), ()) if place.column == column), None)
            sort = _OF_SYMBOL.get(symbol.sort, "function") if symbol is not None else sort
        if sort:
            start, end = text.spot(line, column), text.spot(line, column + len(value))
            if end.column > start.column:
                out.append((start.line, start.column, end.column - start.column, sort))
    return out


def lexed(text: Text) -> Iterator[tuple[int, int, str, str]]:
    """Words of a text as the lexer tells them apart, line by line: line, column, word, sort ("" for a plain name)."""
    from arbitre.documents.model.lexer import RulesLexer  # it reads the grammar: an editor need not wait for that as it starts

    whole = "\n".join(text.read)
    line = column = 1
    for sort, value in RulesLexer(stripnl=False, ensurenl=False).get_tokens(whole):
        called = next((name for parent, name in _OF_LEXER if within(sort, parent)), "")
        for number, part in enumerate(value.split("\n")):
            if number:
                line, column = line + 1, 1
            if part.strip() and (called or within(sort, Name)):
                yield line, column, part, called
            column += len(part)


def within(sort: Any, parent: Any) -> bool:
    """Is a sort of word of the lexer one of a wider sort?"""
    return bool(sort in parent)
