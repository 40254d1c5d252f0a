"""What a word at some place of an open file stands for, though the file has been edited since it was last read whole."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from arbitre.desk.analysis import Analysis, Edit, difference
from arbitre.desk.texts import Span, Spot, Text
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lint.own import located
from arbitre.dsl.lower.uses import Symbol
from arbitre.dsl.modules.edits import flat
from arbitre.dsl.source.clause_numbers import CLAUSE

_CLAUSE = re.compile(CLAUSE)
RULES = ("event", "action", "agenda", "test", "contest", "table")


@dataclass(slots=True)
class Sight:
    """An open file, as it is now, and its rulebook as it was last read."""

    found: Analysis
    path: Path
    text: Text
    shown: str = field(init=False)
    edit: Edit | None = field(init=False)

    def __post_init__(self) -> None:
        self.shown = self.found.shown(self.path)
        old = self.found.texts.get(self.path.resolve())
        now = "\n".join(self.text.read)
        self.edit = difference(old, now, self.shown) if old is not None and old != now else None

    # ------------------------------------------------------------------------------------ then and now

    def then(self, line: int) -> int | None:
        """Where a line of now stood when the rulebook was read; None if its declaration was touched since."""
        if self.edit is None:
            return line
        if line <= self.edit.before:
            return line
        behind = self.edit.after + self.edit.moved
        return line - self.edit.moved if line >= behind else None

    def now(self, place: Place) -> Place | None:
        """Where a place of then stands now; None if its declaration was touched since."""
        if place.file != self.shown or self.edit is None or place.line <= self.edit.before:
            return place
        if place.line < self.edit.after:
            return None
        return replace(place, line=place.line + self.edit.moved, end_line=place.end_line + self.edit.moved if place.end_line else 0)

    # ------------------------------------------------------------------------------------ what a word stands for

    def clause_at(self, spot: Spot) -> tuple[str, Span] | None:
        """The number of a clause at a position."""
        line, column = self.text.place(spot)
        for found in _CLAUSE.finditer(self.text.line(line)):
            if found.start() + 1 <= column <= found.end() + 1:
                return found[0], Span(self.text.spot(line, found.start() + 1), self.text.spot(line, found.end() + 1))
        return None

    def symbol_at(self, spot: Spot) -> tuple[Symbol, Span] | None:
        """The named thing at a position: as it was bound there; in what was edited since, the one thing of that name."""
        word, line, column = self.text.word_at(spot)
        if not word:
            return None
        span = Span(self.text.spot(line, column), self.text.spot(line, column + len(word)))
        then = self.then(line)
        if then is not None:
            for place, symbol in self._names().get((self.shown, then), ()):
                if place.column == column:
                    return symbol, span
        meant = [symbol for symbol in self.found.index.declared if symbol.name == word]
        return (meant[0], span) if len(meant) == 1 else None

    def _names(self) -> dict[tuple[str, int], list[tuple[Place, Symbol]]]:
        return names_by_line(self.found)

    # ------------------------------------------------------------------------------------ places for an editor

    def span(self, place: Place) -> tuple[Path, Span] | None:
        """A place of then, where it stands now: the file and what it covers; None if that was edited away."""
        path = located(place.file)
        if path == self.path.resolve():
            now = self.now(place)
            return (path, self.text.span(now)) if now is not None else None
        whole = self.found.texts.get(path)
        return (path, Text(whole).span(place)) if whole is not None else None


_BY_LINE: dict[int, tuple[Analysis, dict[tuple[str, int], list[tuple[Place, Symbol]]]]] = {}


def names_by_line(found: Analysis) -> dict[tuple[str, int], list[tuple[Place, Symbol]]]:
    """Every word that stands for something, by file and line; those that declare as well.  Made once an analysis."""
    known = _BY_LINE.get(id(found))
    if known is not None and known[0] is found:
        return known[1]
    out: dict[tuple[str, int], list[tuple[Place, Symbol]]] = {}
    for place, symbol in [*found.index.names.items(), *((place, symbol) for symbol, place in found.index.declared.items())]:
        out.setdefault((place.file, place.line), []).append((place, symbol))
    _BY_LINE.clear()
    _BY_LINE[id(found)] = (found, out)
    return out


def declaration_of(found: Analysis, symbol: Symbol) -> t.Node | None:
    """The declaration of a named thing, as the tree has it."""
    symbols = found.bound.symbols
    if symbol.sort in RULES:
        return symbols.rule_decls.get(symbol.name)
    if symbol.sort in ("value", "condition"):
        for table in (symbols.entries, symbols.conditions):
            for entry in table.get(symbol.name, ()):
                if entry.function is not None and entry.function.index == symbol.owner:
                    return entry.decl
    if symbol.sort == "field":
        column = symbols.fields_of[symbol.owner].get(symbol.name)
        return symbols.field_decls.get(column) if column is not None else None
    if symbol.sort == "kind":
        return next(iter(symbols.kind_decls.get(symbol.name, ())), None)
    if symbol.sort == "option":
        return next((decl for decl in symbols.decls if isinstance(decl, t.Option) and str(decl.name) == symbol.name), None)
    if symbol.sort == "member":
        return next((decl for decl in symbols.decls if isinstance(decl, t.Member) and str(decl.name) == symbol.name), None)
    return None


def every_declaration(found: Analysis) -> list[t.Decl]:
    """Declarations of all files, as they are written, with the rules of members."""
    return flat(found.rulebook.files)


def clause_of(found: Analysis, name: str) -> t.Clause | None:
    """The clause of a number."""
    return next((decl for decl in found.bound.symbols.decls if isinstance(decl, t.Clause) and str(decl.name) == name), None)
