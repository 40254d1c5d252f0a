"""Clauses of the paper rules: carried by a rule, proved by a scenario, or waived."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import tree as t
from arbitre.dsl.cache.looks import rules_below
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lint.own import is_own, located
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.edits import flat
from arbitre.dsl.modules.library import shown_path
from arbitre.dsl.modules.reader import Shelf
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.tree.walk import parts_of


def notes(node: object, place: Place = NOWHERE) -> Iterator[tuple[str, Place]]:
    """Every margin note below a node, with the place of the line it stands on."""
    if isinstance(node, (list, tuple)):
        for item in node:
            yield from notes(item, place)
    elif (names := parts_of(type(node))) and not isinstance(node, (t.Text, t.Expr)):
        here: Place = getattr(node, "place", None) or place
        for clause in getattr(node, "clauses", None) or ():
            yield clause, here
        for name in names:
            if name not in ("clauses", "rules"):
                yield from notes(getattr(node, name), here)


def clauses(bound: Bound, rulebook: Rulebook) -> None:
    """Margin notes name clauses that exist; clauses have a rule and a scenario, or say why not."""
    known = {str(d.name): d for d in rulebook.decls if isinstance(d, t.Clause)}
    carried: dict[str, list[Place]] = {}
    for rule in rulebook.decls:
        if isinstance(rule, t.Clause):
            continue
        for clause, place in notes(rule):
            carried.setdefault(clause, []).append(place)
    for clause in [c for c in carried if known and c not in known]:
        first, *others = dict.fromkeys(carried[clause])
        bound.messages.add("C01", first, phrase("there is no clause ‘{0}’", clause), did_you_mean(clause, known),
                           [(place, "also") for place in others[:2]])  # fmt: skip
    aside = extensions_of(rulebook)
    elsewhere = {c for decl in aside if not isinstance(decl, (t.Clause, t.Scenario)) for c, _ in notes(decl)}
    proved = {c for scenario in (*rulebook.scenarios, *(d for d in aside if isinstance(d, t.Scenario))) for c, _ in notes(scenario)}
    proving = rulebook.proving or {s.place.file for s in rulebook.scenarios}  # what was not read proves nothing, and lacks nothing
    for name, decl in known.items():
        where = carried.get(name, [])
        related = [(place, "carried here") for place in where[:3]]
        if decl.waived is not None:
            if where:
                bound.messages.add(
                    "C04", decl.place, phrase("‘{0}’ is waived, and yet a rule carries it", name), "Keep one of the two.", related
                )
        elif not is_own(decl, rulebook):  # told when its own book is checked
            continue
        elif not where and name not in elsewhere:
            if decl.ruling is not None:
                bound.messages.add("C06", decl.place, phrase("the ruling of ‘{0}’ decides nothing: no rule carries that clause", name),
                                   "Put its number on the line that does what the ruling says, or say why it is waived.")  # fmt: skip
            else:
                bound.messages.add(
                    "C02", decl.place, phrase("no rule carries ‘{0}’", name), "Put its number on a rule's line, or say why it is waived."
                )
        elif (rulebook.proving or decl.place.file in proving) and name not in proved:
            bound.messages.add("C03", decl.place, phrase("no scenario proves ‘{0}’", name),
                               "Put its number on a scenario that fails without the rule.", related)  # fmt: skip
    if rulebook.scenarios and not known:
        unproved_rules(bound, rulebook, proved)


def unproved_rules(bound: Bound, rulebook: Rulebook, proved: set[str]) -> None:
    """Of a rulebook that declares no clauses: rules none of whose numbers a scenario bears."""
    for decl in rulebook.decls:
        numbers = list(dict.fromkeys(clause for clause, _ in notes(decl)))
        if numbers and not proved & set(numbers):
            bound.messages.add(
                "C07",
                decl.place,
                phrase("no scenario proves this rule: none has {0} in its margin", joined(" or ", [f"‘{n}’" for n in numbers])),
                "Put its number on a scenario that fails without the rule.",
            )


def extensions_of(rulebook: Rulebook) -> list[t.Decl]:
    """What the extensions say that lie beside the files of a rulebook, read or not: they carry clauses of it too."""
    read = {located(file.path) for file in rulebook.files}
    folders = {path.parent / "extensions" for path in read}
    found = (path for folder in sorted(folders) for path in rules_below(folder) if path not in read)
    out: list[t.Decl] = []
    shelf = Shelf()
    for path in found:
        file = shelf.parse(path, Messages(), shown_path(path))  # its faults are told when it is asked for
        out += flat([file]) if file is not None else []
    shelf.put_back()
    return out
