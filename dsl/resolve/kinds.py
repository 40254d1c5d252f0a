"""Kinds, their nouns and plurals, their sizes."""

from __future__ import annotations

import re

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.resolve.boards.boards import shape_board
from arbitre.dsl.resolve.boards.maps import declare_links, declare_missing
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.members import MAX_ROWS, add_member, declare_member, declare_rows, sign_from
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE, Symbols, text_of
from arbitre.dsl.resolve.types import FLAG
from arbitre.dsl.tree.nodes import plural_of
from arbitre.graphs.basics import HEX_NAMES, KING_NAMES, SQUARE_NAMES, VERTEX_NAMES

BUILT_IN_KINDS = ("match", "order", "order_state", "direction", "step", "action")
DIRECTIONS = {"hexagon": HEX_NAMES, "hex_rectangle": HEX_NAMES, "hex_rhombus": HEX_NAMES, "grid": SQUARE_NAMES}
FRENCH_DIRECTIONS = {
    "up": "haut", "right": "droite", "down": "bas", "left": "gauche", "up_right": "haut à droite", "down_right": "bas à droite",
    "down_left": "bas à gauche", "up_left": "haut à gauche", "east": "est", "southeast": "sud-est", "southwest": "sud-ouest",
    "west": "ouest", "northwest": "nord-ouest", "northeast": "nord-est", "east_southeast": "est-sud-est", "south": "sud",
    "west_southwest": "ouest-sud-ouest", "west_northwest": "ouest-nord-ouest", "north": "nord", "east_northeast": "est-nord-est",
}  # fmt: skip

GERMAN_DIRECTIONS = {
    "up": "oben", "right": "rechts", "down": "unten", "left": "links", "up_right": "oben rechts", "down_right": "unten rechts",
    "down_left": "unten links", "up_left": "oben links", "east": "Osten", "southeast": "Südosten", "southwest": "Südwesten",
    "west": "Westen", "northwest": "Nordwesten", "northeast": "Nordosten", "east_southeast": "Ostsüdosten", "south": "Süden",
    "west_southwest": "Westsüdwesten", "west_northwest": "Westnordwesten", "north": "Norden", "east_northeast": "Ostnordosten",
}  # fmt: skip


def new_domain(symbols: Symbols, name: str, place: Place | None, title: core.Text | None = None) -> core.Domain:
    """A new kind, without rows."""
    domain = core.Domain(len(symbols.domains), name, 0, [], [], title=title or core.Text(), place=place)
    symbols.domains.append(domain)
    symbols.domain_by_name[name] = domain.index
    symbols.nouns[name] = domain.index
    symbols.fields_of[domain.index] = {}
    return domain


def declare_kinds(symbols: Symbols) -> None:
    """Kinds, those of the language too, and all members that are written out."""
    for decl in symbols.decls:
        if isinstance(decl, t.Kind):
            symbols.kind_decls.setdefault(str(decl.name), []).append(decl)
    for name in ("match", "order", "order_state", "step", "action"):
        new_domain(symbols, name, None)
    symbols.domains[0].size, symbols.domains[0].rows, symbols.domains[0].titles = (
        1,
        ["match"],
        [core.Text.saying(en="match", fr="partie", de="Partie")],
    )
    states = [("waiting", "en attente", "offen"), ("done", "fait", "erledigt"), ("failed", "échoué", "gescheitert"),
              ("cancelled", "annulé", "zurückgenommen")]  # fmt: skip
    for state, french, german in states:
        add_member(symbols, 2, t.Word(state), core.Text.saying(en=state, fr=french, de=german))
    for name, decls in symbols.kind_decls.items():
        declare_kind(symbols, name, decls)
    declare_directions(symbols)
    # Every other head that names two words is a member: ``role scout:``.
    for decl in symbols.decls:
        if isinstance(decl, t.Member):
            declare_member(symbols, decl)
        elif isinstance(decl, t.DataTable):
            declare_rows(symbols, decl)
    for name in symbols.kind_decls:
        domain = symbols.domains[symbols.domain_by_name[name]]
        if domain.index > 4:
            new_noun(symbols, t.Word(name, domain.place or NOWHERE), domain.index, again=True)


def declare_kind(symbols: Symbols, name: str, decls: list[t.Kind]) -> None:
    """One kind, of all files that say something of it."""
    first = decls[0]
    if name in ("match", "order"):
        domain = symbols.domains[symbols.domain_by_name[name]]
    elif name in BUILT_IN_KINDS:
        symbols.messages.error("N02", first.name.place, phrase("‘{0}’ is built in", name), "Choose another name for your kind.")
        return
    else:
        domain = new_domain(symbols, name, first.place)
    plural = plural_of(name)
    for decl in decls:
        if decl.title:
            domain.title = text_of(decl.title)
        if decl.seats:
            domain.seat = True
            if symbols.seats not in (NONE, domain.index):
                other = symbols.domains[symbols.seats]
                symbols.messages.error("T09", decl.name.place, "two kinds are marked ‘seats’", "Only one kind answers for the sides.",
                                       [(other.place or NOWHERE, "the other")])  # fmt: skip
            symbols.seats = domain.index
        domain.kept = domain.kept or decl.kept
        if decl.sign is not None:
            domain.sign = sign_from(symbols, decl.sign)
        if decl.plural:
            plural = str(decl.plural)
        if decl.bearer:
            symbols.bearers[domain.index] = str(decl.bearer)
        for noun in decl.nouns:
            new_noun(symbols, noun, domain.index)
        for member in decl.members:
            add_member(symbols, domain.index, member, core.Text())
    if plural in symbols.plurals and symbols.plurals[plural] != domain.index:
        symbols.messages.error("N02", first.name.place, phrase("the plural ‘{0}’ is taken", plural), "Give one with ‘, many WORD’.")
    symbols.plurals[plural] = domain.index


def new_noun(symbols: Symbols, noun: t.Word, domain: int, again: bool = False) -> None:
    """A word for a thing of a kind, unless it is taken."""
    if not again and noun in symbols.nouns:
        related = [(symbols.noun_places[noun], "the first")] if noun in symbols.noun_places else []
        symbols.messages.error(
            "N02", noun.place, phrase("the noun ‘{0}’ is taken", noun), "A noun has one type in the whole game.", related
        )
        return
    symbols.nouns[str(noun)] = domain
    symbols.noun_places[str(noun)] = noun.place


def declare_sizes(symbols: Symbols, scope: Scope) -> None:
    """Needs options and constant tables: shapes and capacities may speak of them."""
    for name, decls in symbols.kind_decls.items():
        domain = symbols.domains[symbols.domain_by_name[name]]
        for decl in decls:
            if decl.capacity is not None and not domain.dynamic:  # said again, it is told of as declared twice
                size, type_ = symbols.constants.of(decl.capacity, scope)
                size = 1 if type_.kind == "bad" else size
                if not 1 <= size <= MAX_ROWS:
                    symbols.messages.error(
                        "T02", decl.capacity.place, phrase("a kind has 1 to {0} rows, not {1}", format(MAX_ROWS, ","), size)
                    )
                    size = 1
                if domain.rows:  # only the first of its members take part
                    for gone in domain.rows[size:]:
                        symbols.members[gone] = [m for m in symbols.members[gone] if m[0] != domain.index]
                    symbols.left_out[domain.index] = domain.rows[size:]
                    del domain.rows[size:], domain.titles[size:]
                    domain.size = len(domain.rows)
                    continue
                domain.dynamic, domain.size = True, size
                domain.rows = [""] * size
                domain.titles = [domain.title] * size
                add_field(symbols, domain, "alive", FLAG, 0, decl.place)
                domain.alive = symbols.fields_of[domain.index]["alive"]
            elif decl.shape is not None:
                shape_board(symbols, domain, decl.shape, scope)
    declare_links(symbols)
    declare_missing(symbols)


def declare_directions(symbols: Symbols) -> None:
    """The directions of the first board: the shape's word tells them, before any size is known."""
    words = [str(d.shape[0]) for decls in symbols.kind_decls.values() for d in decls if d.shape]
    if not words:
        return
    names = DIRECTIONS.get(words[0], KING_NAMES)
    declare_turning(symbols, "direction", "directions", core.Text.saying(en="direction", fr="direction", de="Richtung"), names)
    if names is HEX_NAMES and "vertex" not in symbols.kind_decls:
        declare_turning(symbols, "vertex", "vertices", core.Text.saying(en="vertex", fr="sommet", de="Ecke"), VERTEX_NAMES)


def declare_turning(symbols: Symbols, name: str, plural: str, title: core.Text, members: tuple[str, ...]) -> None:
    """A kind whose members follow each other round a cell."""
    domain = new_domain(symbols, name, None, title)
    for member in members:
        shown = re.sub("(north|south)(?=east|west)", r"\1-", member.replace("_", "-" if name == "vertex" else " "))
        add_member(
            symbols,
            domain.index,
            t.Word(member),
            core.Text.saying(en=shown, fr=FRENCH_DIRECTIONS.get(member, ""), de=GERMAN_DIRECTIONS.get(member, "")),
        )
    symbols.plurals[plural] = domain.index
