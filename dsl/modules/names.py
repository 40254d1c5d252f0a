"""Every name a rulebook declares, by namespace, and the names its declarations had before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from arbitre.dsl import tree as t
from arbitre.dsl.tree.nodes import plural_of

# Namespaces.  A rule is an event, an action, an agenda, a table, a test or a contest.
SPACES: dict[type, str] = {
    t.Game: "game", t.Option: "option", t.Kind: "kind", t.Member: "member", t.Field: "field", t.Define: "value", t.Grid: "value",
    t.Ranking: "value", t.Condition: "condition", t.Test: "rule", t.Contest: "rule", t.Table: "rule", t.Event: "rule", t.Action: "rule",
    t.Agenda: "rule", t.Step: "step", t.Row: "row", t.Map: "map", t.Part: "map",
}  # fmt: skip
OWNED = ("member", "field", "step", "row")  # names that belong to one declaration: a kind, an agenda, a table


@dataclass(frozen=True, slots=True)
class Rename:
    """``old``, in a namespace and of an owner, is called ``new`` now.  ``word``: the former name where it is declared, with its place."""

    space: str
    owner: str
    old: str
    new: str
    word: t.Word


@dataclass(slots=True)
class Names:
    """``current``: names in use, by namespace; ``of``: those of one owner; ``former``: renames, by namespace and old name."""

    current: dict[str, set[str]] = field(default_factory=dict)
    of: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    former: dict[tuple[str, str], list[Rename]] = field(default_factory=dict)
    gone: dict[str, t.Gone] = field(default_factory=dict)
    kind_of: dict[str, str] = field(default_factory=dict)  # by noun: the kind that it is another word for
    apart: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)  # by file and name: kinds with the whole names of
    # their fields, where another package has a field of that name

    def declare(self, space: str, owner: str, name: str) -> None:
        self.current.setdefault(space, set()).add(name)
        if owner:
            self.of.setdefault((space, owner), set()).add(name)

    def rename(self, space: str, owner: str, old: t.Word, new: str) -> None:
        self.former.setdefault((space, str(old)), []).append(Rename(space, owner, str(old), new, old))

    @property
    def words(self) -> set[str]:
        """Names that stand for something else now, or for nothing."""
        return {old for _, old in self.former} | {path.rpartition(".")[2] for path in self.gone}


def names_of(decls: list[t.Decl]) -> Names:
    """What the declarations of all files declare; those that a file replaces count by their new form."""
    out = Names()
    for decl in decls:
        inner = decl.decl if isinstance(decl, t.Replace) else decl
        if isinstance(inner, t.Gone):
            out.gone[inner.path] = inner
        for owner, one in declared(inner):
            _declare(out, owner, one)
    return out


def declared(decl: t.Decl) -> Iterator[tuple[str, t.Decl | t.Row]]:
    """A declaration and what has a name within it, each with its owner's name."""
    match decl:
        case t.Member():
            yield str(decl.kind), decl
        case t.Field():
            yield str(decl.added_to[0]) if decl.added_to else "", decl
        case t.Insert():
            owner = decl.path.partition(".")[0]
            yield from ((owner, step) for step in decl.steps)
        case _:
            yield "", decl
    match decl:
        case t.Kind():
            yield from ((str(decl.name), one) for one in decl.fields)
        case t.Agenda():
            yield from ((str(decl.name), one) for one in decl.steps)
        case t.Table():
            yield from ((str(decl.name), one) for one in decl.rows if one.name is not None)


def _declare(names: Names, owner: str, one: t.Decl | t.Row) -> None:
    if isinstance(one, t.DataTable):
        _declare_lines(names, one)
        return
    space, name = SPACES.get(type(one), ""), getattr(one, "name", None)
    if not space or name is None:
        return
    names.declare(space, owner, str(name))
    if isinstance(one, t.Kind):
        names.declare("plural", "", str(one.plural or plural_of(str(name))))
        for noun in one.nouns:
            names.declare("kind", "", str(noun))
            names.kind_of[str(noun)] = str(name)
            names.declare("plural", "", plural_of(str(noun)))
        for member in one.members:
            names.declare("member", str(name), str(member))
    for former in one.formerly:
        _rename(names, space, owner, one, former)


def _rename(names: Names, space: str, owner: str, one: t.Decl | t.Row, former: t.Former) -> None:
    """One former name of a declaration, or of the part of it that ``for`` names."""
    name = str(one.name)  # type: ignore[union-attr]
    if former.part is None:
        names.rename(space, owner, former.old, name)
        if isinstance(one, t.Kind):
            names.rename("plural", "", t.Word(plural_of(str(former.old)), former.old.place), str(one.plural or plural_of(name)))
    elif isinstance(one, t.Kind) and former.part in one.nouns:
        names.rename("kind", "", former.old, str(former.part))
        names.rename("plural", "", t.Word(plural_of(str(former.old)), former.old.place), plural_of(str(former.part)))
    elif isinstance(one, t.Kind):
        names.rename("member", name, former.old, str(former.part))
    else:
        names.rename("parameter", name, former.old, str(former.part))


def _declare_lines(names: Names, table: t.DataTable) -> None:
    """The members of a sheet; its column ``formerly`` says what they were called, and is taken out."""
    heads = [str(cell.word) if isinstance(cell, t.Name) else "" for cell in table.lines[0].cells] if table.lines else []
    for line in table.lines[1:]:
        first = line.cells[0] if line.cells else None
        if isinstance(first, t.Name):
            names.declare("member", str(table.kind), str(first.word))
            for head, cell in zip(heads, line.cells, strict=False):
                if head == "formerly" and isinstance(cell, t.Name):
                    names.rename("member", str(table.kind), cell.word, str(first.word))
    if "formerly" in heads:
        at = heads.index("formerly")
        for line in table.lines:
            del line.cells[at : at + 1]
