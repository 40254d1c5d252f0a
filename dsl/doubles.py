"""Names given twice, and names that are nearly those of others: each would otherwise win or lose without a word."""

from __future__ import annotations

from collections.abc import Iterator
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
    parts(b)
    members(b)
    heads(b)
    told(b)
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
        if not isinstance(decl, t.Drawing):
            continue
        known: dict[str, Place] = {}
        for mark in decl.marks:
            if len(mark.character) != 1:
                b.error("T06", mark.place, f"a mark is one character, this has {len(mark.character)}")
            first = known.setdefault(mark.character, mark.place)
            if first is not mark.place:
                b.error("N02", mark.place, f"the mark ‘{mark.character}’ is explained twice", "Remove one of them.", [(first, "the first")])


def parts(b: Binder) -> None:
    """A part is one file's own: whoever would add to it lays his drawing over the map that places it."""
    known: dict[str, t.Part] = {}
    for decl in b.decls:
        if isinstance(decl, t.Part):
            first = known.setdefault(str(decl.name), decl)
            if first is not decl:
                b.error("N02", decl.name.place, f"there are two parts ‘{decl.name}’", "Give this one another name.",
                        [(first.name.place, "the first")])  # fmt: skip


def members(b: Binder) -> None:
    """A member listed twice, or of which two files say the same thing: strangers that mean different ones by one name."""
    for decls in b.kind_decls.values():
        listed: dict[str, Place] = {}
        for word in [word for decl in decls for word in decl.members]:
            first = listed.setdefault(str(word), word.place)
            if first is not word.place:
                b.error("N02", word.place, f"‘{word}’ is listed twice", "Remove one of them, or use another name.", [(first, "the first")])
    said: dict[tuple[str, str, str], Place] = {}
    for kind, name, what, place in sayings(b):
        first = said.setdefault((kind, name, what), place)
        if first.file != place.file:
            b.error("N02", place, f"two files say the {what} of ‘{kind} {name}’", "Use another name, or ‘replace’.", [(first, "the other")])


def sayings(b: Binder) -> Iterator[tuple[str, str, str, Place]]:
    """What is said of members, by blocks of theirs and by rows of tables: kind, member, what, where."""
    for decl in b.decls:
        if isinstance(decl, t.Member):
            yield from ((str(decl.kind), str(decl.name), f"‘{p.name}’", p.name.place) for p in decl.properties)
            if decl.title is not None:
                yield str(decl.kind), str(decl.name), "title", decl.name.place
        elif isinstance(decl, t.DataTable) and decl.lines and not b.is_board(str(decl.kind)):
            heads = [str(c.word) if isinstance(c, t.Name) else "" for c in decl.lines[0].cells]
            for line in decl.lines[1:]:
                first = line.cells[0] if line.cells else None
                if isinstance(first, t.Name):
                    filled = [head for head, cell in zip(heads[1:], line.cells[1:], strict=False) if cell]
                    for what in sorted({"title" if head in ("en", "fr") else f"‘{head}’" for head in filled}):
                        yield str(decl.kind), str(first.word), what, first.place


def heads(b: Binder) -> None:
    """A kind that two files title, or whose rows or board are said twice, is two kinds by one name."""
    for name, decls in b.kind_decls.items():
        for what, having in (
            ("title", [d for d in decls if d.title is not None]),
            ("number of rows", [d for d in decls if d.capacity is not None]),
            ("board", [d for d in decls if d.shape is not None]),
        ):
            for decl in having[1:]:
                if decl.place.file != having[0].place.file:
                    b.error("N02", decl.name.place, f"two files say the {what} of the kind ‘{name}’",
                            "Use another name; to change it, ‘replace kind’.", [(having[0].name.place, "the first")])  # fmt: skip


def told(b: Binder) -> None:
    """Laws and clauses are known by their name."""
    for sort, what in ((t.Always, "law"), (t.Clause, "clause")):
        known: dict[str, Place] = {}
        for decl in b.decls:
            if isinstance(decl, sort):
                first = known.setdefault(str(decl.name), decl.place)
                if first is not decl.place:
                    b.error("N02", decl.place, f"the {what} ‘{decl.name}’ is declared twice", "Use another name.", [(first, "the first")])


def scenarios(b: Binder) -> None:
    known: dict[str, Place] = {}
    for scenario in b.rulebook.scenarios:
        first = known.setdefault(scenario.name, scenario.place)
        if first is not scenario.place:
            b.error("N02", scenario.place, f"two scenarios are called ‘{scenario.name}’", "Give each a name of its own.",
                    [(first, "the first")])  # fmt: skip
