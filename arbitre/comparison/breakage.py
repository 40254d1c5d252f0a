"""What a new version of a rulebook breaks for whoever extends it, and which part of its version number that raises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.modules.names import SPACES, Names, declared
from arbitre.dsl.modules.rulebook import Rulebook

MAJOR, MINOR, PATCH = "major", "minor", "patch"
_HIDDEN = {"step", "row"}  # parts whose owner is told with them


@dataclass(frozen=True, slots=True)
class Change:
    """One difference of what a rulebook offers to extensions.

    ``what``: removed, gone (removed, and the rulebook says what to write instead), renamed (the old name still reads), parameters, order
    (of the steps of an agenda), type, added.  ``name``: as it is spoken of, ``OWNER.PART``; ``was``, ``now``: what differs.
    """

    what: str
    space: str
    name: str
    was: str = ""
    now: str = ""

    @property
    def breaks(self) -> bool:
        return self.what in ("removed", "gone", "parameters", "order", "type")

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "breaks": self.breaks}


def changes(old: Rulebook, new: Rulebook) -> list[Change]:
    """Every difference that an extension could notice; what breaks it first, then by name."""
    was, now = _offered(old), _offered(new)
    found: list[Change] = []
    for (space, name), shape in was.items():
        current = _current(new.names, space, name)
        other = now.get((space, current))
        if other is None:
            gone = name in new.names.gone or name.rpartition(".")[2] in new.names.gone
            found.append(Change("gone" if gone else "removed", space, name))
            continue
        if current != name:
            found.append(Change("renamed", space, name, now=current))
        for what in shape.keys() & other.keys():
            before, after = _in_both(shape[what], other[what]) if what == "order" else (shape[what], other[what])
            if before != after:
                found.append(Change(what, space, current, before, after))
    reached = {(space, _current(new.names, space, name)) for space, name in was}
    found += [Change("added", space, name) for space, name in now if (space, name) not in reached]
    return sorted(found, key=lambda one: (not one.breaks, one.what, one.space, one.name))


def raised(found: list[Change], texts: bool = True) -> str:
    """Which part of the version number these ask for.  ``texts``: does anything else differ at all?"""
    if any(one.breaks for one in found):
        return MAJOR
    return MINOR if found else PATCH if texts else ""


def next_version(version: str, part: str) -> str:
    """``1.2.3`` raised; before 1.0 what breaks raises the second number, as readers of such numbers expect."""
    major, minor, patch = (*(int(n) for n in version.split(".")), 0, 0)[:3]
    if part == MAJOR:
        return f"{major + 1}.0.0" if major else f"0.{minor + 1}.0"
    if part == MINOR:
        return f"{major}.{minor + 1}.0" if major else f"0.{minor}.{patch + 1}"
    return f"{major}.{minor}.{patch + 1}" if part else version


def _current(names: Names, space: str, name: str) -> str:
    """What the new version calls it: the name itself, or the one that says ``formerly``."""
    owner, _, part = name.rpartition(".")
    if owner:
        owner_space = {"field": "kind", "member": "kind"}.get(space, "rule")
        owner = _current(names, owner_space, owner)
    for rename in names.former.get((space, part), ()):
        if rename.owner in ("", owner):
            part = rename.new
            break
    return f"{owner}.{part}" if owner else part


def _in_both(before: str, after: str) -> tuple[str, str]:
    """Two orders of steps without those that only one of them has: new steps between others move none of them."""
    was, now = before.split(", "), after.split(", ")
    return ", ".join(one for one in was if one in now), ", ".join(one for one in now if one in was)


def _offered(rulebook: Rulebook) -> dict[tuple[str, str], dict[str, str]]:
    """Whatever an extension may name, with what else it relies on: parameters, types, the order of steps."""
    out: dict[tuple[str, str], dict[str, str]] = {}
    for decl in rulebook.decls:
        for owner, one in declared(decl):
            space, name = SPACES.get(type(one), ""), getattr(one, "name", None)
            if isinstance(one, t.DataTable):
                out |= {("member", f"{one.kind}.{line}"): {} for line in _lines(one)}
            elif space and name is not None and space != "game":
                out[space, f"{owner}.{name}" if owner else str(name)] = dict(_shape(one, rulebook.names))
            if isinstance(one, t.Kind):
                out |= {("kind", str(noun)): {} for noun in one.nouns}
                out |= {("member", f"{one.name}.{member}"): {} for member in one.members}
    return out


def _lines(table: t.DataTable) -> Iterator[str]:
    for line in table.lines[1:]:
        if line.cells and isinstance(line.cells[0], t.Name):
            yield str(line.cells[0].word)


def _shape(one: t.Decl | t.Row, names: Names) -> Iterator[tuple[str, str]]:
    params = getattr(one, "params", None)
    if params is not None:  # sentences tell parameters apart by their prepositions, values by their places; a name is a noun of its kind
        kinds = [_type(p.type) if p.type is not None else names.kind_of.get(str(p.name), str(p.name)) for p in params]
        said = [f"{p.preposition} {kind}".strip() for p, kind in zip(params, kinds, strict=True)]
        yield "parameters", ", ".join(sorted(said) if isinstance(one, SENTENCES) else said)
    if isinstance(one, t.Agenda):
        yield "order", ", ".join(str(step.name) for step in one.steps)
    if isinstance(one, t.Field):
        yield "type", _type(one.type)


SENTENCES = (t.Event, t.Action, t.Agenda, t.Table, t.Test, t.Contest)  # called by prepositions, in any order


def _type(type_: t.Type) -> str:
    match type_:
        case t.Bounded():
            return f"{type_.low} to {type_.high}" + (f" by {type_.step}" if type_.step != 1 else "")
        case t.OfKind():
            return f"{type_.kind} or none" if type_.optional else str(type_.kind)
        case t.Subset():
            return f"any {type_.kind}"
