"""Names given twice, and names that are nearly those of others: each would otherwise win or lose without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl import tree as t
from dsl.messages import did_you_mean
from dsl.places import Place

if TYPE_CHECKING:
    from dsl.bind import Binder


def doubles(b: Binder) -> None:
    """Messages for what is declared twice."""
    options(b)
    kinds(b)
    rows(b)
    marks(b)
    scenarios(b)


def options(b: Binder) -> None:
    """An option, and a number or condition of the whole game, are both said by their bare name."""
    known: dict[str, Place] = {}
    for decl in b.decls:
        if not isinstance(decl, t.Option) and not (isinstance(decl, t.Define) and not decl.params):
            continue
        first = known.setdefault(str(decl.name), decl.name.place)
        if first is not decl.name.place and (isinstance(decl, t.Option) or str(decl.name) in b.options):
            b.error("N02", decl.name.place, f"‘{decl.name}’ is declared twice", "Use ‘replace’, or another name.", [(first, "the first")])


def kinds(b: Binder) -> None:
    for name, decls in b.kind_decls.items():
        owner = b.plurals.get(name)
        if owner is not None and b.domains[owner].name != name:
            related = [(place, "the other")] if (place := b.domains[owner].place) is not None else []
            b.error("N02", decls[0].name.place, f"‘{name}’ is the plural of ‘{b.domains[owner].name}’", "Choose another name.", related)


def rows(b: Binder) -> None:
    """A row given twice in one table; a row that is no member of a kind whose head lists them, but nearly one."""
    listed = {name: [str(m) for d in decls for m in d.members] for name, decls in b.kind_decls.items()}
    own = {str(d.name) for d in b.decls if isinstance(d, t.Member)}
    for decl in b.decls:
        if not isinstance(decl, t.DataTable) or b.is_board(str(decl.kind)):
            continue
        known: dict[str, Place] = {}
        members = listed.get(str(decl.kind), [])
        seats = any(d.seats for d in b.kind_decls.get(str(decl.kind), []))
        for line in decl.lines[1:]:
            cell = line.cells[0] if line.cells else None
            if not isinstance(cell, t.Name):
                continue
            word = str(cell.word)
            first = known.setdefault(word, line.place)
            if first is not line.place:
                b.error("N02", cell.place, f"‘{word}’ has two rows in this table", "Remove one of them.", [(first, "the first")])
            if members and word not in members and word not in own:
                hint = did_you_mean(word, members)
                if hint or seats:
                    b.error("N01", cell.place, f"‘{word}’ is not among the members that ‘kind {decl.kind}’ lists",
                            hint or f"They are: {', '.join(members)}.")  # fmt: skip


def marks(b: Binder) -> None:
    for decl in b.decls:
        if not isinstance(decl, t.Map):
            continue
        known: dict[str, Place] = {}
        for mark in decl.marks:
            if len(mark.character) != 1:
                b.error("T06", mark.place, f"a mark is one character, this has {len(mark.character)}")
            first = known.setdefault(mark.character, mark.place)
            if first is not mark.place:
                b.error("N02", mark.place, f"the mark ‘{mark.character}’ is explained twice", "Remove one of them.", [(first, "the first")])


def scenarios(b: Binder) -> None:
    known: dict[str, Place] = {}
    for scenario in b.rulebook.scenarios:
        first = known.setdefault(scenario.name, scenario.place)
        if first is not scenario.place:
            b.error("N02", scenario.place, f"two scenarios are called ‘{scenario.name}’", "Give each a name of its own.",
                    [(first, "the first")])  # fmt: skip
