"""Where a thing is declared, where it is spoken of, and the same under another name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from arbitre.desk.looking import Sight
from arbitre.desk.texts import Span, Spot
from arbitre.opening.coverage import notes
from arbitre.words.phrases import of
from dsl.diagnostics.position import Place
from dsl.lower.uses import Symbol
from dsl.modules.edits import flat
from dsl.modules.library import LIBRARY
from dsl.parse.parser import keywords
from dsl.resolve.symbols import plural_of

Found = list[tuple[Path, Span]]
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
    if symbol.sort == "kind" and (noun := named_so(sight, symbol.name)) is not None:
        return Renamed(refused=say("desk.rename.noun", name=symbol.name, place=noun))
    out = Renamed()
    for place in places_of(sight, symbol):
        span = sight.span(place)
        if span is None:
            continue
        path, where = span
        if path != sight.path.resolve() and LIBRARY in path.parents and LIBRARY not in sight.path.resolve().parents:
            return Renamed(refused=say("desk.rename.foreign", name=symbol.name, place=place))
        found_here = written(sight, path, place)
        new = {symbol.name: name, plural_of(symbol.name): plural_of(name)}.get(found_here)
        if new is None:
            return Renamed(refused=say("desk.rename.otherwise", name=symbol.name, place=place))
        if (where, new) not in out.edits.setdefault(path, []):
            out.edits[path].append((where, new))
    return out


def named_so(sight: Sight, kind: str) -> Place | None:
    """Where a rule calls what it is given by the name of its kind: that word is its own, all through the rule.  Cells too are called by
    the name of theirs."""
    board = next((decl.name.place for decl in sight.found.bound.symbols.kind_decls.get(kind, ()) if decl.shape), None)
    if board is not None:
        return board
    for decl in flat(sight.found.rulebook.files):
        for parameter in getattr(decl, "params", None) or ():
            if str(parameter.name) == kind:
                place: Place = parameter.place
                return place
    return next((place for place, symbol in sight.found.index.names.items() if symbol.name == kind and symbol.sort == "member"), None)


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
