"""Lines of a rulebook that can be taken out of it, in memory: what stands on each line that a margin note says carries a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.parse.trees.build_parts import expand
from arbitre.dsl.source.clause_numbers import NOTE

_NOTE = re.compile(rf"({NOTE})\s*$")
_WHOLE = (t.Hook, t.Adjust, t.Always, t.Member, t.Ranking)  # declarations that are taken out whole
_FLAGS = ("several", "spends", "shortcut")  # lines of one word, which are kept as a flag
_FOR_BOTS = ("appeal", "hint")  # no scenario asks for these
# An invariant changes nothing: no scenario misses it until some other rule is wrong.
_ASIDE = (t.Always, t.Clause, t.Scenario, t.Setting, t.Game, t.Extends, t.Chapter, t.Look, t.Gone)


@dataclass(frozen=True, slots=True)
class Noted:
    """A line of the rules with a margin note."""

    file: str
    line: int
    clauses: tuple[str, ...]
    source: str

    @property
    def place(self) -> Place:
        return Place(self.file, self.line, 1)


@dataclass(frozen=True, slots=True)
class Around:
    """Some lines of a file."""

    file: str
    rows: range


@dataclass(slots=True)
class Unit:
    """Something that can be taken out: a member of a list, or a part of a node that may be missing."""

    place: Place
    depth: int
    holder: Any  # a list, or a node
    part: Any  # the member, or the name of the part

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def last(self) -> int:
        return max(self.place.line, self.place.end_line)


def last_of(place: Place) -> int:
    """The last line of a declaration; at the margin of its end the next one begins."""
    return max(place.line, place.end_line - (place.end_column == 1))


def noted_lines(rulebook: Rulebook) -> list[Noted]:
    """Every line of the very rulebook, not of one it extends, that says it carries clauses."""
    home = Path(rulebook.game.place.file).parent
    out = []
    for file in rulebook.files:
        if file.path in rulebook.proving or (home not in Path(file.path).parents and file.path not in rulebook.added):
            continue
        aside = {n for d in file.decls if isinstance(d, _ASIDE) for n in range(d.place.line, last_of(d.place) + 1)}
        for number, line in enumerate(file.text.split("\n"), 1):
            found = _NOTE.search(line)
            if found and number not in aside and not line.lstrip().startswith("#"):
                out.append(Noted(file.path, number, tuple(expand(found.group(1))), line[: found.start()].strip()))
    return out


def every_line(rulebook: Rulebook, file: str) -> list[Noted]:
    """Every line of one file on which a rule, or a part of one, begins, with a margin note or without."""
    source = rulebook.sources[file].split("\n")
    units = Removals(rulebook).units.get(file, [])
    out = []
    for number in sorted({unit.line for unit in units if unit.part not in _FOR_BOTS}):
        line = source[number - 1]
        found = _NOTE.search(line)
        clauses = tuple(expand(found.group(1))) if found else ()
        out.append(Noted(file, number, clauses, (line[: found.start()] if found else line).strip()))
    return out


def _within_a_line(node: Any, value: list[Any]) -> bool:
    """Is this a list of words or of things given, of which a line has several?  Words of a rule's head are lines of their own."""
    return any(isinstance(item, t.Arg) or (isinstance(item, t.Word) and not isinstance(node, t.RuleLines)) for item in value)


class Removals:
    """Finds what a line holds, takes it out and puts it back."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.units: dict[str, list[Unit]] = {}
        for decl in rulebook.decls:
            if not isinstance(decl, _ASIDE):
                for unit in (Unit(decl.place, 0, rulebook.decls, decl), *self.within(decl, 1)):
                    self.units.setdefault(unit.place.file, []).append(unit)  # what a file inserts stands in that file

    def within(self, node: Any, depth: int) -> Iterator[Unit]:
        """What can be taken out of a node: members of its lists, arms, and lines that are one part."""
        for part in fields(node):
            value = getattr(node, part.name)
            if part.name in ("place", "clauses", "params", "title", "text", "rules", "name"):
                continue
            if isinstance(value, list):
                yield from self.members([] if _within_a_line(node, value) else value, depth)
            elif isinstance(value, t.RuleLines):
                yield from self.within(value, depth)
            elif (
                part.name == "during"
                if isinstance(value, t.Word)
                else isinstance(node, t.RuleLines) and isinstance(value, (t.Text, t.Expr))
            ):
                yield Unit(value.place, depth, node, part.name)

    def members(self, value: list[Any], depth: int) -> Iterator[Unit]:
        for item in value:
            if isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], list):  # an arm of ``if``
                yield Unit(item[0].place, depth, value, item)
                yield from self.members(item[1], depth + 1)
                continue
            place = getattr(item, "place", None)
            if place is None or isinstance(item, (t.Expr, t.Says, t.Reveals, t.Beside)):  # told, or of the line that it stands in
                continue
            yield Unit(place, depth, value, item)
            if is_dataclass(item):
                yield from self.within(item, depth + 1)

    def of(self, noted: Noted) -> list[Unit]:
        """What to take out for a line: all that begins there in the innermost list, else the innermost that ends there."""
        found = [u for u in self.units.get(noted.file, ()) if u.line == noted.line]
        if not found:
            around = [u for u in self.units.get(noted.file, ()) if u.line < noted.line <= u.last]
            found = [max(around, key=lambda u: (u.depth, u.line))] if around else []
        if not found:
            return []
        deepest = max(found, key=lambda u: u.depth)
        if deepest.depth == 0 and not isinstance(deepest.part, _WHOLE):
            return self.emptied(deepest)
        return [u for u in found if u.holder is deepest.holder]

    def around(self, noted: Noted) -> Around:
        """The lines of the declaration that a line stands in."""
        held = [u for u in self.units.get(noted.file, ()) if u.depth == 0 and u.line <= noted.line <= u.last]
        if not held:
            return Around(noted.file, range(noted.line, noted.line + 1))
        return Around(noted.file, range(held[-1].line, max(last_of(held[-1].place), noted.line) + 1))

    def emptied(self, unit: Unit) -> list[Unit]:
        """Of a rule whose head bears the note, its body; of anything else the whole of it."""
        return (self.bodies([unit]) if isinstance(unit.part, (t.Event, t.Action)) else []) or [unit]

    def bodies(self, units: list[Unit]) -> list[Unit]:
        """What they do, if they themselves cannot go: the rest of a table would not cover every throw."""
        held: list[list[Any]] = []
        for unit in units:
            arms = getattr(unit.part, "branches", None) or []
            held += [body for part in (unit.part, *arms) if isinstance(body := getattr(part, "body", None), list)]
        return [Unit(stmt.place, 1, body, stmt) for body in held for stmt in body]

    @contextmanager
    def without(self, units: list[Unit]) -> Iterator[None]:
        """The rulebook while these are out of it."""
        kept: list[tuple[Any, Any, Any]] = []
        for unit in units:
            if isinstance(unit.holder, list):
                if not any(holder is unit.holder for holder, _, _ in kept):
                    kept.append((unit.holder, None, list(unit.holder)))
                unit.holder[:] = [item for item in unit.holder if item is not unit.part]
            else:
                kept.append((unit.holder, unit.part, getattr(unit.holder, unit.part)))
                setattr(unit.holder, unit.part, None)
        try:
            yield
        finally:
            for holder, name, value in kept:
                if name is None:
                    holder[:] = value
                else:
                    setattr(holder, name, value)
