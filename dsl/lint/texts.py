"""Titles and texts in both languages."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.own import is_own
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

ENGLISH, FRENCH = phrase("English"), phrase("French")
_SUBJECT = re.compile(r"(nobody|nothing|somebody|someone|something|personne|rien|quelqu['’]un|quelque chose)\b", re.IGNORECASE)


def titles(bound: Bound, rulebook: Rulebook) -> None:
    """What players read has a title in both languages."""
    shown = (t.Game, t.Option, t.Action, t.Table, t.Member)
    for decl in rulebook.decls:
        if isinstance(decl, shown) and not (decl.title and decl.title.en and decl.title.fr):
            if isinstance(decl, t.Member) and titled(bound, decl):
                continue
            name = str(getattr(decl, "name", ""))
            bound.messages.add(
                "T10", decl.place, phrase("‘{0}’ has no title in both languages", name), 'Write title en "..." fr "..." below it.'
            )


def predicates(bound: Bound, rulebook: Rulebook) -> None:
    """The title of a condition goes on where ‘he is’ stops: one that begins with somebody else cannot."""
    for decl in rulebook.decls:
        for said in asked_of_things(decl):
            title = said.title
            if title is None or not is_own(decl, rulebook):
                continue
            subject = next((found.group(0) for found in map(_SUBJECT.match, (title.en, title.fr)) if found), "")
            if subject:
                text = phrase("a title of a condition that begins with ‘{0}’ says nothing of what it is about", subject)
                bound.messages.add("T11", title.place, text,
                                   "It continues ‘he is ...’ (“Ready”), or begins with a verb: “Has fallen”, “Can be moved”.")  # fmt: skip


def asked_of_things(decl: t.Decl) -> list[t.Condition] | list[t.Field]:
    """What a declaration gives that is said of a thing, yes or no; flags of the match are sentences of their own."""
    if isinstance(decl, t.Condition):
        return [decl]
    if not isinstance(decl, t.Kind) or decl.name == "match":
        return []
    return [field for field in decl.fields if isinstance(field.type, t.OfKind) and field.type.kind == "flag"]


def scenario_titles(bound: Bound, rulebook: Rulebook) -> None:
    """Scenarios are worked examples of the pages: one line for each file whose scenarios have a name in one language only."""
    lacking: dict[str, list[t.Scenario]] = {}
    for scenario in rulebook.scenarios:
        if scenario.title is None:
            lacking.setdefault(scenario.place.file, []).append(scenario)
    for found in lacking.values():
        more = phrase(" and {0} more of this file have", len(found) - 1) if len(found) > 1 else " has"
        bound.messages.add("T10", found[0].place, phrase("‘{0}’{1} a title in one language only", found[0].name, more),
                           'Write title fr "..." (or title en "...") as the first line of the scenario.')  # fmt: skip


def titled(bound: Bound, decl: t.Member) -> bool:
    """Has the member its title in both languages from a sheet?"""
    for domain in bound.program.domains:
        if domain.name == str(decl.kind) and str(decl.name) in domain.rows:
            title = domain.titles[domain.rows.index(str(decl.name))]
            return bool(title.en and title.fr)
    return False


def texts(bound: Bound, rulebook: Rulebook) -> None:
    """Texts written in one language only; pages show the other one, marked."""

    def look(node: object, place: Place) -> None:
        if isinstance(node, t.Pair):
            lacks = [name for name, text in ((ENGLISH, node.en), (FRENCH, node.fr)) if not text.strip()]
            if len(lacks) == 1:
                bound.messages.add("T10", node.place or place, phrase("this text has no {0}", lacks[0]), "Write it in both languages.")
        elif isinstance(node, (list, tuple)):
            for item in node:
                look(item, place)
        elif is_dataclass(node) and not isinstance(node, Place):
            here = getattr(node, "place", None) or place
            for part in fields(node):
                if part.name not in ("place", "rules"):
                    look(getattr(node, part.name, None), here)

    for decl in rulebook.decls:
        look(decl, decl.place)
    for domain in bound.program.domains:
        for name, title in zip(domain.rows, domain.titles, strict=True):
            if domain.place is not None and bool(title.en.strip()) != bool(title.fr.strip()):
                lack = FRENCH if title.en.strip() else ENGLISH
                bound.messages.add("T10", domain.place, phrase("‘{0}’ has no title in {1}", name, lack), "Fill both columns, en and fr.")
