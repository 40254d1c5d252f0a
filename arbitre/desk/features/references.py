"""Definition, references and renaming: where a thing is declared, every place that names it, and the same under another name."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from arbitre.desk.analysis import Analysis, analyse
from arbitre.desk.features.outline import lexed
from arbitre.desk.lookup import Sight
from arbitre.desk.shelf import OpenShelf
from arbitre.desk.texts import Span, Spot, Text
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.lint.own import located
from arbitre.dsl.lower.uses import Symbol
from arbitre.dsl.modules.edits import flat
from arbitre.dsl.modules.library import LIBRARY
from arbitre.dsl.parse.parser import keywords
from arbitre.dsl.tree.nodes import plural_of
from arbitre.opening.proof.coverage import notes
from arbitre.words.phrases import of

Found = list[tuple[Path, Span]]
MOST_TOLD = 5  # places of those that stand against a new name
_BRACED = re.compile(r"\{[^}]*\}")
_WORD = re.compile(r"[^\W\d]\w*")
_NAME = re.compile(r"[^\W\d]\w*\Z")


@dataclass(slots=True)
class Renamed:
    """``edits``: what is to be written anew, file by file; ``refused``: why it cannot be, as a sentence."""

    edits: dict[Path, list[tuple[Span, str]]] = field(default_factory=dict)
    refused: str = ""


def definition(sight: Sight, spot: Spot) -> Found:
    """Where the thing at a position is declared; of a clause, where its sentence stands."""
    clause = sight.clause_at(spot)
    if clause is not None:
        place = next((d.place for d in sight.found.bound.symbols.decls if getattr(d, "sentence", None) and str(d.name) == clause[0]), None)  # type: ignore[attr-defined]
        return spans(sight, [place] if place is not None else [])
    found = sight.symbol_at(spot)
    place = sight.found.index.declared.get(found[0]) if found else None
    return spans(sight, [place] if place is not None else [])


def references(sight: Sight, spot: Spot, declared: bool = True) -> Found:
    """Every place that speaks of the thing at a position; of a clause, every rule and scenario that bears its number."""
    clause = sight.clause_at(spot)
    if clause is not None:
        every = [*flat(sight.found.rulebook.files), *sight.found.rulebook.scenarios]
        places = [place for decl in every for number, place in notes(decl) if number == clause[0]]
        return spans(sight, places)
    found = sight.symbol_at(spot)
    return spans(sight, places_of(sight, found[0], declared)) if found else []


def places_of(sight: Sight, symbol: Symbol, declared: bool = True) -> list[Place]:
    """The places of a thing, in the order of the files."""
    index = sight.found.index
    places = list(index.uses.get(symbol, ()))
    if declared and symbol in index.declared:
        places.append(index.declared[symbol])
    return sorted(set(places))


def spans(sight: Sight, places: list[Place]) -> Found:
    """Places for an editor, each once."""
    out: Found = []
    for place in places:
        span = sight.span(place)
        if span is not None and span not in out:
            out.append(span)
    return out


def renamed(sight: Sight, spot: Spot, name: str, lang: str) -> Renamed:
    """The thing at a position under another name, in every file that speaks of it."""
    say = of(lang).say
    found = sight.symbol_at(spot)
    if found is None:
        return Renamed(refused=say("desk.rename.nothing"))
    symbol, _ = found
    if not _NAME.match(name):
        return Renamed(refused=say("desk.rename.no_name", name=name))
    if name in keywords():
        return Renamed(refused=say("desk.rename.keyword", name=name))
    same = [other for other in sight.found.index.declared if other.name == name and clashes(symbol, other)]
    if same:
        place = sight.found.index.declared[same[0]]
        return Renamed(refused=say("desk.rename.taken", name=name, place=place))
    if sight.edit is not None:
        return Renamed(refused=say("desk.rename.unread"))
    forms = forms_of(sight, symbol, name)
    wrong: list[Place] = []
    for parts in (False, True) if symbol.sort == "kind" else (False,):  # orders have parts called as what they were given
        out = Renamed()
        for place in [*places_of(sight, symbol), *(loose(sight, forms, parts) if symbol.sort == "kind" else ())]:
            span = sight.span(place)
            if span is None:
                continue
            path, where = span
            if path != sight.path.resolve() and LIBRARY in path.parents and LIBRARY not in sight.path.resolve().parents:
                return Renamed(refused=say("desk.rename.foreign", name=symbol.name, place=place))
            new = forms.get(written(sight, path, place))
            if new is not None and (where, new) not in out.edits.setdefault(path, []):  # else it is another name of the same thing
                out.edits[path].append((where, new))
        found_wrong = means_otherwise(sight, symbol, forms, out)
        if not found_wrong:
            return out
        wrong = wrong or found_wrong
    return Renamed(refused=say("desk.rename.otherwise", name=name, places=", ".join(map(str, wrong[:MOST_TOLD]))))


def forms_of(sight: Sight, symbol: Symbol, name: str) -> dict[str, str]:
    """The forms in which a name is written, each with the new one.  A plural that the rulebook says itself stays as it is."""
    if symbol.sort != "kind":
        return {symbol.name: name}
    return {symbol.name: name, plural_of(symbol.name): plural_of(name)}


def loose(sight: Sight, forms: dict[str, str], parts: bool) -> list[Place]:
    """Words that stand for nothing by themselves and are the name of a kind all the same: what rules call a thing of that kind that they
    are given, in their lines and in the braces of what they say.  ``parts``: behind a dot too."""
    index = sight.found.index
    others = [*(place for place, used in index.names.items() if used in index.declared), *index.declared.values()]
    known = {(place.file, place.line, place.column) for place in others}
    out = []
    for file in sight.found.rulebook.files:
        text = Text(sight.found.texts[located(file.path)])
        for line, column, value, sort in lexed(text):
            read = [(held[0], held.start()) for held in _BRACED.finditer(value)] if sort == "string" else [(value, 0)]
            for part, start in read if sort in ("", "function", "keyword", "string") else ():
                for word in _WORD.finditer(part):
                    at = column + start + word.start()
                    part_of = text.line(line)[at - 2 : at - 1] == "."
                    called = text.line(line)[at + len(word[0]) - 1 :][:1] == "("
                    if (part_of and (called or not parts)) or (sort == "keyword" and not called):  # a word of the language
                        continue
                    if word[0] in forms and (file.path, line, at) not in known:
                        out.append(Place(file.path, line, at))
    return out


def means_otherwise(sight: Sight, symbol: Symbol, forms: dict[str, str], made: Renamed) -> list[Place]:
    """Reads the rulebook as it would stand: where something is wrong then, or stands for something else than before."""
    found = sight.found
    shelf = OpenShelf()
    for path, whole in found.texts.items():
        new = edited(whole, made.edits.get(path, []))
        if not path.is_file() or new != path.read_text(encoding="utf-8"):
            shelf.open(path, new)
    try:
        after = analyse(found.home, shelf)
    except (ArbitreError, OSError):
        return [found.index.declared.get(symbol, NOWHERE)]
    before = {(m.code, m.place.file, m.place.line) for m in found.bound.messages.errors}
    wrong = [m.place for m in after.bound.messages.errors if (m.code, m.place.file, m.place.line) not in before]
    if wrong:
        return wrong
    was = Counter((place.file, place.line, *renamed_as(found, used, symbol, forms)) for place, used in found.index.names.items())
    now = Counter((place.file, place.line, used.sort, used.name) for place, used in after.index.names.items())
    return sorted({Place(file, line, 1) for file, line, *_ in [*(was - now), *(now - was)]})


def renamed_as(found: Analysis, used: Symbol, symbol: Symbol, forms: dict[str, str]) -> tuple[str, str]:
    """What a thing is after all: its sort, and what it is called then."""
    mine = used == symbol or (symbol.sort == "kind" and used not in found.index.declared)  # a cell is called by the name of its kind
    return used.sort, forms.get(used.name, used.name) if mine else used.name


def edited(whole: str, edits: list[tuple[Span, str]]) -> str:
    """A text as the language reads it, with something written anew in it."""
    text = Text(whole)
    lines = whole.split("\n")
    for span, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        line, start = text.place(span.start)
        _, end = text.place(span.end)
        lines[line - 1] = lines[line - 1][: start - 1] + new + lines[line - 1][end - 1 :]
    return "\n".join(lines)


def written(sight: Sight, path: Path, place: Place) -> str:
    """The word that stands at a place."""
    lines = sight.found.texts[path].split("\n")
    found = re.compile(r"[^\W\d]\w*").match(lines[place.line - 1], place.column - 1) if place.line <= len(lines) else None
    return found[0] if found else ""


def clashes(symbol: Symbol, other: Symbol) -> bool:
    """May two things not have one name?  Fields of different kinds may, and so may members."""
    if symbol.sort == other.sort and symbol.sort in ("field", "member"):
        return symbol.owner == other.owner
    return True
