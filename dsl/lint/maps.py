"""Maps and their parts: what has no place, and what other maps do not have."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lint.own import is_own
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.boards.maps import drawings
from arbitre.dsl.resolve.boards.plans import names_of
from arbitre.dsl.tree.walk import below


def parts(bound: Bound, rulebook: Rulebook) -> None:
    """A place for a part that is not there may be a slip; a part without a place is never seen."""
    known = {str(d.name): d for d in rulebook.decls if isinstance(d, t.Part)}
    places = [place for d in rulebook.decls if isinstance(d, t.Map) for place in d.places]

    for place in places:
        hint = did_you_mean(str(place.part), known) if str(place.part) not in known else ""
        if hint:
            bound.messages.add("B06", place.part.place, phrase("there is no part called ‘{0}’ to place", place.part), hint)
    taken = {str(place.part) for place in places}
    for name, part in known.items():
        if name not in taken and is_own(part, rulebook):
            bound.messages.add("B07", part.name.place, phrase("no map gives the part ‘{0}’ a place", name),
                               phrase("Say where it goes: ‘place {0} at (COLUMN, ROW, FLOOR)’ in a map.", name))  # fmt: skip


def elsewhere(bound: Bound, rulebook: Rulebook) -> None:
    """Rules that speak of a cell or link as if every map had it, while a map can be chosen that has not."""
    for domain, names in bound.symbols.maps_of.items():
        maps = [d for d in rulebook.decls if isinstance(d, t.Map) and str(d.name) in names and d.place.file not in rulebook.proving]
        given = {name: given_by([d for d in maps if str(d.name) == name], bound.symbols.parts) for name in {str(d.name) for d in maps}}
        homes: dict[str, set[str]] = {}
        for drawing in drawings(bound.symbols, domain):
            for word in names_of(drawing):
                homes.setdefault(str(word), set()).add(drawing.place.file)
        lacking = {word: [name for name, held in given.items() if word not in held] for word in homes}
        unsure = {w: l for w, l in lacking.items() if l and len(l) < len(given)}
        renamed = new_names(maps, bound.symbols.parts)
        for decl in rulebook.decls if unsure else ():
            if not isinstance(decl, (t.Drawing, t.Clause, t.Option)):
                speaks(bound, decl, unsure, homes, renamed)


def given_by(decls: list[t.Map], known: dict[str, t.Part]) -> set[str]:
    """Names of the cells, links and ways that a map has, those of its parts among them."""
    out: set[str] = set()
    for decl in decls:
        out |= set(map(str, names_of(decl)))
        for place in decl.places:
            before = f"{place.named}_" if place.named is not None else ""
            part = known.get(str(place.part))
            out |= {f"{before}{word}" for word in names_of(part)} if part is not None else set()
    return out


def speaks(
    bound: Bound, decl: t.Decl, unsure: dict[str, list[str]], homes: dict[str, set[str]], renamed: dict[str, dict[str, list[str]]]
) -> None:
    """Warns of the names of ``unsure`` that a declaration speaks of without asking first."""
    found = [part for part in below(decl) if not isinstance(part, t.Word)]
    own = {str(n.name) for n in found if isinstance(n, (t.Parameter, t.Let, t.Roll, t.ForEach, t.Draw))}
    words = {str(n.word) for n in found if isinstance(n, t.Name)}
    if words & bound.symbols.map_options:
        return  # it asks which map is played
    asked = {
        str(n.left.word) for n in found
        if isinstance(n, t.Binary) and n.op in ("is", "is_not") and isinstance(n.left, t.Name) and isinstance(n.right, t.Nothing)
    }  # fmt: skip
    told: set[str] = set()
    for node in found:
        if not isinstance(node, t.Name) or (word := str(node.word)) not in unsure or word in own | told:
            continue
        if decl.place.file in homes[word]:
            told |= called_otherwise(bound, node, unsure[word], renamed.get(word, {}), words)
            continue
        if word in asked or word in bound.symbols.paths:
            continue
        told.add(word)
        others = ", ".join(f"‘{other}’" for other in unsure[word])
        bound.messages.add(
            "B08",
            node.place,
            phrase("‘{0}’ has no place on the map {1}", word, others),
            phrase("There it is none: check ‘{0} is not none’ first, or move the rule to the file that draws it.", word),
        )


def called_otherwise(bound: Bound, node: t.Name, lacking: list[str], renamed: dict[str, list[str]], words: set[str]) -> set[str]:
    """Warns of a name of a part, in the part's own file, where a map has it under names only of which nothing is said beside it."""
    word = str(node.word)
    others = {name: renamed[name] for name in lacking if not words.issuperset(renamed.get(name, words))}
    if not others:
        return set()
    shown = ", ".join(f"‘{name}’" for name in others)
    there = dict.fromkeys(new for found in others.values() for new in found)
    names = joined(" and ", [f"‘{new}’" for new in there])
    bound.messages.add(
        "B08",
        node.place,
        phrase("nothing on the map {0} is called ‘{1}’: there it is {2}, and this has no effect", shown, word, names),
        "Ask about what all copies of the part share (its terrain, its room), or place it once without ‘as’.",
    )
    return {word}


def new_names(decls: list[t.Map], known: dict[str, t.Part]) -> dict[str, dict[str, list[str]]]:
    """What the names of parts have become on each map that places them ``as NAME``."""
    out: dict[str, dict[str, list[str]]] = {}
    for decl in decls:
        for place in decl.places:
            part = known.get(str(place.part)) if place.named is not None else None
            for word in names_of(part) if part is not None else ():
                out.setdefault(str(word), {}).setdefault(str(decl.name), []).append(f"{place.named}_{word}")
    return out
