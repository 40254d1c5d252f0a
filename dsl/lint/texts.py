"""Titles and texts in the languages that a game promises."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.texts import Worded, are_several
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.lint.own import is_own, is_own_file
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.modules.translations import check_languages
from arbitre.dsl.tree.walk import parts_of

# What languages are called where a text lacks in them; others go by their codes.
LANGUAGES = {"de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "nl": "Dutch"}
_A_FEW = 3  # texts of a file that are told one by one, whatever it lacks
_SUBJECT = re.compile(r"(nobody|nothing|somebody|someone|something|personne|rien|quelqu['’]un|quelque chose)\b", re.IGNORECASE)


def titles(bound: Bound, rulebook: Rulebook) -> None:
    """What players read has a title."""
    shown = (t.Game, t.Option, t.Action, t.Table, t.Member)
    for decl in rulebook.decls:
        if isinstance(decl, shown) and not decl.title:
            if isinstance(decl, t.Member) and titled(bound, decl):
                continue
            name = str(getattr(decl, "name", ""))
            said = " ".join(f'{code} "..."' for code in rulebook.promised)
            bound.messages.add("T10", decl.place, phrase("‘{0}’ has no title", name), phrase("Write title {0} below it.", said))

    told: set[str] = set()
    for link in bound.symbols.map_links if len(rulebook.promised) > 1 else ():
        homes = bound.symbols.members.get(str(link.kind), ())
        if homes and str(link.kind) not in told and is_own_file(link.place.file, rulebook):
            told.add(str(link.kind))
            domain = bound.symbols.domains[homes[0][0]]
            if not domain.titles[homes[0][1]]:
                hint = phrase(SORT_OF_LINK, domain.name, " | ".join(rulebook.promised))
                bound.messages.add("T10", link.kind.place, phrase("‘{0}’ has no title", link.kind), hint)


SORT_OF_LINK = "It is the legend of these links below the board. Give it one in a table: ‘table of {0}:’ with the columns name | {1}."


def questions(bound: Bound, rulebook: Rulebook) -> None:
    """What somebody chooses is put in words of each language: what is called like a kind or a field has their title.  Names are English
    words, which do where nothing but English is promised."""
    if rulebook.promised == ("en",):
        return
    named = {field.name for field in bound.program.fields if field.title}
    said = " ".join(f'{code} "..."' for code in rulebook.promised)
    for choice in nodes([bound.program.procedures]):
        if isinstance(choice, core.Choose) and not choice.asks:
            decision = bound.program.decisions[choice.decision]
            if not decision.title and decision.name not in named and is_own_file(decision.place.file, rulebook):
                bound.messages.add("T17", decision.place, phrase("the question ‘{0}’ has no words, and its name is shown", decision.name),
                                   phrase("Write asks {0} below it, after a colon.", said))  # fmt: skip
    titled = named | {str(decl.name) for decl in rulebook.decls if getattr(decl, "title", None) is not None and hasattr(decl, "name")}
    for decl in rulebook.decls:
        if not isinstance(decl, t.Action) or not is_own(decl, rulebook):
            continue
        worded = titled | {str(asks.name) for asks in decl.lines.asks}
        for param in [*decl.params, *(way.param for way in decl.lines.ways)]:
            if isinstance(param.type, t.Bounded) and str(param.name) not in worded:
                bound.messages.add("T17", param.place, phrase("the question ‘{0}’ has no words, and its name is shown", param.name),
                                   phrase("Write in the action: asks {0} {1}", param.name, said))  # fmt: skip


def numbers(bound: Bound, rulebook: Rulebook) -> None:
    """Sides and camps win and lose: where one is several in one language, another language has to tell whether it is there."""
    program = bound.program
    kinds = [program.domains[kind] for kind in {program.seats, *(kind for kind, _ in program.groups)} if kind != core.NONE]
    places = {(str(decl.kind), str(line.cells[0].word)): line.place for decl in rulebook.decls if isinstance(decl, t.DataTable)
              for line in decl.lines[1:] if line.cells and isinstance(line.cells[0], t.Name)}  # fmt: skip
    places |= {(str(decl.kind), str(decl.name)): decl.place for decl in rulebook.decls if isinstance(decl, t.Member)}
    for kind in kinds:
        for row, title in zip(kind.rows, kind.titles, strict=False):
            place = places.get((kind.name, row))
            if place is None or not is_own_file(place.file, rulebook):
                continue
            for code in rulebook.promised:
                if not title.own(code) or are_several(title, code) is not None:
                    continue
                language = phrase(LANGUAGES[code]) if code in LANGUAGES else code
                said = phrase("‘{0}’ is several in another language, and one or several in {1}", title.own(code), language)
                hint = phrase('Write ‘singular’ or ‘plural’ behind it: {0} "{1}" plural', code, title.own(code))
                bound.messages.add("T18", place, said, hint)


def predicates(bound: Bound, rulebook: Rulebook) -> None:
    """The title of a condition goes on where ‘he is’ stops: one that begins with somebody else cannot."""
    for decl in rulebook.decls:
        for said in asked_of_things(decl):
            title = said.title
            if title is None or not is_own(decl, rulebook):
                continue
            subject = next((found.group(0) for found in map(_SUBJECT.match, title.every) if found), "")
            if subject:
                text = phrase("the title of a condition cannot begin with ‘{0}’: it has to complete a sentence about its subject", subject)
                bound.messages.add("T11", title.place, text,
                                   "It completes ‘he is ...’ (“Ready”), or begins with a verb: “Has fallen”, “Can be moved”.")  # fmt: skip


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
    more_than_name = rulebook.promised[1:]  # their name is in the first language of the game
    if not more_than_name:
        return
    for scenario in rulebook.scenarios:
        if scenario.title is None:
            lacking.setdefault(scenario.place.file, []).append(scenario)
    for found in lacking.values():
        more = phrase(" and {0} more of this file have", len(found) - 1) if len(found) > 1 else " has"
        said = " ".join(f'{code} "..."' for code in more_than_name)
        bound.messages.add("T13", found[0].place, phrase("‘{0}’{1} a title in one language only", found[0].name, more),
                           phrase("Write title {0} as the first line of the scenario.", said))  # fmt: skip


def titled(bound: Bound, decl: t.Member) -> bool:
    """Has the member its title from a sheet?"""
    for domain in bound.program.domains:
        if domain.name == str(decl.kind) and str(decl.name) in domain.rows:
            return bool(domain.titles[domain.rows.index(str(decl.name))])
    return False


def texts(bound: Bound, rulebook: Rulebook) -> None:
    """Texts that lack in a language which the game promises; whoever reads that is shown the first there is, marked on pages."""
    promised = rulebook.promised
    found = Lacking(Counter(), {})

    def lacks(said: Worded, place: Place, name: str = "") -> None:
        missing = tuple(code for code in promised if not said.own(code).strip())
        if said.said:
            found.texts[place.file] += 1
        if said.said and missing:
            found.missing.setdefault((place.file, missing), []).append((place, name, said.languages[0]))

    def look(node: object, place: Place) -> None:
        if isinstance(node, t.Text):
            check_languages(node.written, bound.messages)
            lacks(node, node.place or place)
        elif isinstance(node, (list, tuple)):
            for item in node:
                look(item, place)
        elif names := parts_of(type(node)):
            here = getattr(node, "place", None) or place
            for name in names:
                if name != "rules":
                    look(getattr(node, name), here)

    for decl in [*rulebook.decls, *rulebook.scenarios]:
        look(decl, decl.place)
    for decl in rulebook.decls:
        if isinstance(decl, t.DataTable) and decl.lines:
            for line in decl.lines[1:]:
                row = str(line.cells[0].word) if line.cells and isinstance(line.cells[0], t.Name) else ""
                domain = next((d for d in bound.program.domains if d.name == str(decl.kind)), None)
                if domain is not None and row in domain.rows:
                    lacks(domain.titles[domain.rows.index(row)], line.place, row)
    tell_lacking(bound, rulebook, found)


@dataclass
class Lacking:
    """How many texts each file has, and those that lack in the same languages: where they stand, whose they are, what is shown."""

    texts: Counter[str]
    missing: dict[tuple[str, tuple[str, ...]], list[tuple[Place, str, str]]]


def tell_lacking(bound: Bound, rulebook: Rulebook, found: Lacking) -> None:
    """Text by text; a file most of whose texts lack in a language is likely meant to be without it, and is told once."""
    for (file, missing), places in found.missing.items():
        among = joined(", ", [phrase(LANGUAGES[code]) if code in LANGUAGES else code for code in missing])
        more = " ".join(f'{code} "..."' for code in missing)
        kept = ", ".join(code for code in rulebook.promised if code not in missing) or places[0][2]
        if len(places) > _A_FEW and 2 * len(places) > found.texts[file]:
            bound.messages.add(
                "T13",
                places[0][0],
                phrase("{0} of the {1} texts of this file have no {2}", len(places), found.texts[file], among),
                phrase("Write {0} in each; or say in the head of the game which languages it is in: ‘languages {1}’.", more, kept),
            )
            continue
        for place, name, shown in places:
            text = phrase("‘{0}’ has no title in {1}", name, among) if name else phrase("this text has no {0}", among)
            hint = (
                phrase("The game promises this language: write {0}. Until then {1} is shown.", more, shown) if rulebook.game.languages else
                phrase("Write {0}; or say in the head of the game which languages it is in: ‘languages {1}’.", more, kept)
            )  # fmt: skip
            bound.messages.add("T13", place, text, hint)
