"""``arbitre show``: the effective rulebook, every declaration as it stands once all files are put together.

Sources are shown as they were written.  What other files insert stands where it was inserted, what they replace is replaced, each with
a comment that says where it comes from; what they remove is gone.
"""

from __future__ import annotations

import re
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.lint.own import located
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.parser import parse_file
from arbitre.opening.books import declarations
from arbitre.opening.proof.coverage import title_of

INDENT = "    "
_CHANGES = (t.Insert, t.Reorder, t.Replace, t.ReplaceRow, t.Remove)
_OPEN = re.compile(r"^([^\[]*[^:\[\s])(\s*\[.*)?$")  # a head without the colon that opens a block
_HEAD = re.compile(r"\A(replace [^\n]*?)(  +\[[^\n]*)")  # the margin note stays in its column
_REPLACED = re.compile(r"replace\s+[\w.]+\.(\w+)(?:,\s*([^:\[\"]*?))?\s*:(.*)$")
Lines = list[str]


def effective(rulebook: Rulebook) -> list[dict[str, Any]]:
    """Every declaration, in the order of the rulebook: what it is, where its head stands, and its text."""
    sources = Sources(rulebook)
    return [
        {"what": title_of(decl), "file": decl.place.file, "line": decl.place.line, "source": sources.whole(decl)}
        for decl in rulebook.decls
        if not isinstance(decl, (t.Extends, t.Clause)) and not decl.owner
    ]


class Sources:
    """Texts of declarations, and of their parts."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.texts = {file: text.split("\n") for file, text in rulebook.sources.items()}
        self.written: dict[str, dict[int, str]] = {}  # declarations by file and first line
        self.read: dict[str, dict[int, t.Decl]] = {}  # the same as trees, as their own file has them
        self.owned: dict[tuple[str, str, str], t.Decl] = {}  # rules of members as they stand now, by owner, sort and name
        for decl in rulebook.decls:
            if decl.owner:
                self.owned[name_of(decl)] = decl

    def whole(self, decl: t.Decl) -> str:
        lines = self.chunk(decl)
        before = self.original(decl)
        if before is None or not lines:
            return "\n".join(lines)
        was, now = self.parts(before, at_home=True), self.parts(decl)
        if [place(part) for part in was] == [place(part) for part in now]:
            return "\n".join(lines)
        if any(part.place.line == decl.place.line for part in was):  # all on one line: what is new follows below
            new = [part for part in now if place(part) not in [place(old) for old in was]]
            return "\n".join([*lines, *(line for part in new for line in self.foreign(part, INDENT, was, decl.place.file))])
        return "\n".join(self.spliced(decl, lines, was, now))

    def chunk(self, decl: t.Node) -> Lines:
        """The lines of a declaration; what replaces another is shown as what it now is."""
        file = decl.place.file
        if file not in self.written:
            self.written[file] = declarations("\n".join(self.texts.get(file, [])))
        text = self.written[file].get(decl.place.line, "")
        return _HEAD.sub(r"\1        \2", text, count=1).removeprefix("replace ").split("\n") if text else []

    def original(self, decl: t.Decl) -> t.Decl | None:
        """The declaration as its own file has it: others may since have changed the tree."""
        file = decl.place.file
        if file not in self.read:
            tree = parse_file(located(file), Messages(), file)
            self.read[file] = {d.place.line: d for d in (tree.decls if tree is not None else [])}
        found = self.read[file].get(decl.place.line)
        return found.decl if isinstance(found, t.Replace) else found

    def parts(self, decl: t.Decl, at_home: bool = False) -> list[Any]:
        """Those of its lines that another file may insert, replace or remove.  ``at_home``: as its own file has them.

        The rules of a member are declarations of their own, which the lines of the member do not hold: all of them are put in.
        """
        match decl:
            case t.Agenda():
                return list(decl.steps)
            case t.Table():
                return list(decl.rows)
            case t.Ranking():
                return list(decl.ranks)
            case t.Chapter():
                return list(decl.parts)
            case t.Kind():
                return list(decl.fields)
            case t.DataTable():
                return list(decl.lines)
            case t.Member():
                return [] if at_home else [self.owned.get(name_of(rule), rule) for rule in decl.rules if stays(rule, self.owned)]
        return []

    def spliced(self, decl: t.Decl, lines: Lines, was: list[Any], now: list[Any]) -> Lines:
        """The lines of a declaration with its parts as they are now."""
        first = decl.place.line
        home = {place(part): part for part in was}
        starts = {part.place.line - first: part for part in was}
        out: Lines = []
        left = list(now)
        number = 0
        while number < len(lines):
            part = starts.get(number)
            if part is None:
                out.append(lines[number])
                number += 1
                continue
            end = after(lines, number)
            if any(place(new) == place(part) for new in left):
                while place(left[0]) != place(part):
                    out += self.foreign(left.pop(0), indent_of(lines[number]), was, decl.place.file)
                left.pop(0)
                out += lines[number:end]
            number = end
        below = indent_of(lines[was[-1].place.line - first]) if was else INDENT
        if not was:
            out[0] = _OPEN.sub(r"\1:\2", out[0])
        for new in left:
            if place(new) not in home:
                out += self.foreign(new, below, was, decl.place.file)
        return out

    def foreign(self, part: Any, indent: str, was: list[Any], home: str) -> Lines:
        """A part that the lines of the declaration do not hold, with where it comes from if that is another file."""
        lines = self.texts.get(part.place.file, [])
        at = part.place.line - 1
        if not 0 <= at < len(lines):
            return []
        found = lines[at : after(lines, at)]
        while found and (not found[-1].strip() or found[-1].startswith("#")):
            found.pop()
        own = indent_of(found[0])
        replaced = _REPLACED.match(found[0].strip())
        if replaced:
            found = [f"{own}{self.row_head(part, replaced, was)}:{replaced[3]}", *found[1:]]
        else:
            found[0] = own + found[0][len(own) :].removeprefix("replace ")
        source = [] if part.place.file == home else [f"{indent}# {part.place.file}:{part.place.line}"]
        return [*source, *(indent + line.removeprefix(own) for line in found)]

    def row_head(self, part: Any, replaced: re.Match[str], was: list[Any]) -> str:
        """How a row of a table, or a step, begins that ‘replace OWNER.NAME’ writes anew."""
        name, span = replaced[1], replaced[2]
        if not isinstance(part, t.Row):
            return name
        if not span:
            old = next((row for row in was if row.name and str(row.name) == name), None)
            line = self.texts[old.place.file][old.place.line - 1] if old is not None else ""
            span = line.strip().partition(f" {name}")[0]
        return f"{span} {name}".strip()


def stays(rule: t.Decl, owned: dict[tuple[str, str, str], t.Decl]) -> bool:
    """Is a rule of a member still there?  What adds to other things has no name, and stays."""
    return not isinstance(rule, _CHANGES) and (not getattr(rule, "name", None) or name_of(rule) in owned)


def name_of(decl: t.Decl) -> tuple[str, str, str]:
    place = f"{decl.place.file}:{decl.place.line}" if isinstance(decl, t.Hook) else ""
    return decl.owner, type(decl).__name__ + place, str(getattr(decl, "name", ""))


def place(part: Any) -> tuple[str, int, int]:
    return part.place.file, part.place.line, part.place.column


def indent_of(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def after(lines: Lines, start: int) -> int:
    """Where the block ends that begins at this line."""
    deep = len(indent_of(lines[start]))
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or len(indent_of(lines[end])) > deep):
        end += 1
    return end
