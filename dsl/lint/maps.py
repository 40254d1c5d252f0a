"""Maps and their parts: what has no place, what other maps do not have, and the order of their cells, which is not that of a table."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lint.own import concerns, is_own
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.boards.maps import drawings
from arbitre.dsl.resolve.boards.plans import names_of
from arbitre.dsl.resolve.fields import row_of_line
from arbitre.dsl.resolve.symbols import new_scope
from arbitre.dsl.tree.walk import below
from arbitre.graphs.board import Board

BY_TABLE = "‘{0}’ goes by the order of the board, row by row; the table of ‘{1}’ lists its cells in another order"
BY_WAY = "‘{0}’ goes by the order of the board, row by row; the path ‘{1}’ takes its cells in another order"
NEXT_MEND = "Let a field say which cell comes next: ‘onward: {0}’ in the kind, a column of that name in its table, then ‘x.onward’."
FIRST_MEND = "Name the cell you mean, or number them: ‘number: 1 to {0}’ in the kind and such a column, then ‘worst(number, ...)’."

NO_STEPS = "‘{0}’ goes by steps, and on this board no step leads anywhere: a {1} is joined to others by links alone"
_BY_LINKS = "‘travel(a, b)’ goes by links, at what they cost."
_REACHED = "Those within reach by links are ‘those one in {0} where travel(a, one) is 2 or less’."
_NEXT = "Rules go through links like any rows: ‘any WAYS where start is a and finish is b’, with the plural of their kind."
BY_STEPS = {"distance": _BY_LINKS, "reach": _REACHED, "within": _REACHED, "neighbours": _NEXT, "toward": _NEXT, "ahead": _NEXT}


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


def order(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of ``next_after`` and ``first`` where cells are listed in another order than that of the board."""
    tables = {kind: decl for decl in rulebook.decls if isinstance(decl, t.DataTable) and (kind := unordered(bound, decl)) >= 0}
    ways = {name for name, (_, cells) in bound.symbols.paths.items() if cells != sorted(cells)}
    resolution = bound.context.resolution
    for decl in rulebook.decls if tables or ways else ():
        for node in below(decl):
            if not isinstance(node, t.Apply) or str(node.word) not in ("next_after", "first") or not concerns(node.place, rulebook):
                continue
            type_, cells = resolution.type_of(node), node.args[-1]
            if type_ is None or not type_.is_row:
                continue
            domain = bound.program.domains[type_.domain]
            if isinstance(cells, t.Name) and str(cells.word) in bound.symbols.paths:
                if str(cells.word) in ways and str(node.word) == "next_after":
                    said = phrase(BY_WAY, node.word, cells.word)
                    place = bound.symbols.ways[str(cells.word)].place
                    bound.messages.add("M09", node.place, said, phrase(NEXT_MEND, domain.name), [(place, "the path")])
            elif type_.domain in tables and (str(node.word) == "next_after" or whole(bound, cells)):
                said = phrase(BY_TABLE, node.word, domain.name)
                mend = phrase(NEXT_MEND, domain.name) if str(node.word) == "next_after" else phrase(FIRST_MEND, domain.size)
                bound.messages.add("M09", node.place, said, mend, [(tables[type_.domain].place, "the table")])


def whole(bound: Bound, cells: t.Expr) -> bool:
    """Is it a kind with all its rows?  The first of some of them is often the only one."""
    found = bound.context.resolution.expressions.get(id(cells))
    return found is not None and isinstance(found[1], core.Rows)


def unordered(bound: Bound, decl: t.DataTable) -> int:
    """The kind of cells whose table lists them in another order than their board has; below 0 where it is no such table."""
    domain = bound.symbols.domains[bound.symbols.domain_by_name[str(decl.kind)]]
    if domain.board is None or not decl.lines:
        return core.NONE
    heads = [str(c.word) if isinstance(c, t.Name) else "" for c in decl.lines[0].cells]
    cells = [row_of_line(bound.symbols, domain, heads, line, new_scope()) for line in decl.lines[1:]]
    listed = [cell for cell in cells if cell is not None]
    return domain.index if listed != sorted(listed) else core.NONE


def stepless(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of what counts steps, on a board whose cells are joined by links alone."""
    program = bound.program
    apart = {d.index for d in program.domains if d.board is not None and d.board.links and not any(map(any, steps_of(d.board)))}
    told: set[Place] = set()
    for node in nodes((program.functions, program.procedures, program.actions, program.always)) if apart else ():
        if not isinstance(node, core.Ask) or node.board not in apart or node.query not in BY_STEPS or not concerns(node.place, rulebook):
            continue
        if node.place not in told:
            told.add(node.place)
            mend = phrase(BY_STEPS[node.query], plural_of(bound, node.board))
            bound.messages.add("B09", node.place, phrase(NO_STEPS, node.query, program.domains[node.board].name), mend)


def steps_of(board: Board) -> Iterator[tuple[bool, ...]]:
    """Of each cell, whether there is a step in each direction."""
    return (tuple(cell >= 0 for cell in steps) for steps in board.steps)


def plural_of(bound: Bound, domain: int) -> str:
    """What all cells of a board are called."""
    return next((word for word, kind in bound.symbols.plurals.items() if kind == domain), "cells")
