"""Steps that files put into the agendas of others.

Steps inserted after one step stand right behind it, those inserted before it right in front of it.  Where several files insert at one place
nothing but they themselves can say who comes first: ``insert after X, before Y``, or ``reschedule A before B`` in any file.  Until then it
is an error that shows the places.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase


@dataclass(slots=True)
class Group:
    """The steps that one ``insert`` puts beside a step."""

    change: t.Insert
    agenda: str
    anchor: t.Step

    @property
    def steps(self) -> list[t.Step]:
        return self.change.steps


@dataclass(slots=True)
class Order:
    """One step comes before another, as a file says."""

    first: t.Step
    second: t.Step
    place: Place


@dataclass(slots=True)
class Inserts:
    """What all files insert, in the order of the files; steps that are removed keep their place until the end."""

    messages: Messages
    groups: list[Group] = field(default_factory=list)
    gone: list[t.Step] = field(default_factory=list)
    twice: list[t.Step] = field(default_factory=list)  # of a name that was there already: told of once

    def add(self, decls: list[t.Decl], change: t.Insert) -> bool:
        """Puts steps in; False if there is no step of that name."""
        agenda, anchor = self.found(decls, change.path)
        if agenda is None or anchor is None or self.is_gone(anchor):
            return False
        clash = {str(step.name): step for step in agenda.steps if not step.of and not self.is_gone(step)}
        for new in change.steps:
            if str(new.name) in clash and not new.of:
                self.twice.append(new)
                self.messages.add("N02", new.place, phrase("the agenda ‘{0}’ already has a step ‘{1}’", agenda.name, new.name),
                                  "Give the new step another name.", [(clash[str(new.name)].place, "the first")])  # fmt: skip
        at = position(agenda.steps, anchor) + (not change.before)
        agenda.steps[at:at] = change.steps
        agenda.due += change.due
        self.groups.append(Group(change, str(agenda.name), anchor))
        return True

    def found(self, decls: list[t.Decl], path: str) -> tuple[t.Agenda | None, t.Step | None]:
        """The agenda and the step that a path names."""
        owner, _, name = path.rpartition(".")
        for decl in decls:
            if isinstance(decl, t.Agenda) and str(decl.name) == owner:
                for step in decl.steps:
                    if str(step.name) == name:
                        return decl, step
        return None, None

    def is_gone(self, step: t.Step) -> bool:
        return any(step is other for other in self.gone)

    def settle(self, decls: list[t.Decl], reorders: list[t.Reorder]) -> list[tuple[str, Place]]:
        """Puts what stands at one place in order, and removed steps away; gives the paths that name nothing."""
        missing: list[tuple[str, Place]] = []
        said: list[tuple[str, t.Step, t.Beside, Place]] = []
        for group in self.groups:
            said += [(group.agenda, group.steps[-1 if beside.before else 0], beside, beside.place) for beside in group.change.orders]
        for change in reorders:
            agenda, step = self.found(decls, change.path)
            if agenda is None or step is None:
                missing.append((change.path, change.place))
            else:
                said.append((str(agenda.name), step, change.beside, change.place))
        orders: dict[str, list[Order]] = {}
        for name, step, beside, place in said:
            agenda, other = self.found(decls, beside.path)
            if agenda is None or other is None or str(agenda.name) != name:
                missing.append((beside.path, place))
            else:
                first, second = (step, other) if beside.before else (other, step)
                orders.setdefault(name, []).append(Order(first, second, place))
        for decl in decls:
            if isinstance(decl, t.Agenda):
                groups = [group for group in self.groups if group.agenda == decl.name and has(decl.steps, group.steps[0])]
                if groups:
                    self.arrange(decl, groups, orders.get(str(decl.name), []))
                decl.steps[:] = [step for step in decl.steps if not self.is_gone(step)]
        return missing

    def arrange(self, agenda: t.Agenda, groups: list[Group], orders: list[Order]) -> None:
        """The steps of an agenda in their order."""
        clusters = {id(group): cluster(group, groups) for group in groups}

        def around(step: t.Step) -> list[t.Step]:
            out = [step]
            for before in (True, False):
                beside = [group for group in groups if group.anchor is step and group.change.before is before]
                laid = [s for group in self.ordered(beside, clusters, orders) for inner in group.steps for s in around(inner)]
                out = laid + out if before else out + laid
            return out

        own = [step for step in agenda.steps if not any(has(group.steps, step) for group in groups)]
        agenda.steps[:] = [step for base in own for step in around(base)]
        for order in orders:
            if position(agenda.steps, order.first) > position(agenda.steps, order.second):
                first, second = order.first.name, order.second.name
                text = phrase("‘{0}’ cannot come before ‘{1}’: other lines say the opposite", first, second)
                here = phrase("‘{0}’ is here", second)
                self.messages.add("N09", order.place, text, "Remove the line that is wrong.", [(order.second.place, here)])

    def ordered(self, groups: list[Group], clusters: dict[int, list[t.Step]], orders: list[Order]) -> list[Group]:
        """What is inserted at one place, in its order; what nobody ordered is an error, and stays in the order of the files."""
        count = range(len(groups))
        inside = [clusters[id(group)] for group in groups]
        before = {
            (a, b) for a, b in product(count, count) for o in orders if a != b and has(inside[a], o.first) and has(inside[b], o.second)
        }
        close(before, count)
        for a, b in product(count, count):
            if a < b and groups[a].change.place.file == groups[b].change.place.file and (b, a) not in before:
                before.add((a, b))
                close(before, count)
        told: set[str] = set()
        for b in count:
            others = [groups[a] for a in range(b) if (a, b) not in before and (b, a) not in before]
            here = groups[b].change.place.file
            if others and here not in told and not any(has(group.steps, step) for group in (groups[b], *others) for step in self.twice):
                told.add(here)
                self.unordered(groups[b].change, others)
        return sorted(groups, key=lambda group: sum((other, groups.index(group)) in before for other in count))

    def unordered(self, change: t.Insert, others: list[Group]) -> None:
        agenda = change.path.rpartition(".")[0]
        side = "before" if change.before else "after"
        other = f"{agenda}.{others[0].steps[0].name}"
        head = f"insert {side} {change.path}"
        text = phrase("other files also insert at ‘{0}’, and nothing says which comes first", f"{side} {change.path}")
        hint = phrase("Say which: ‘{0}, before {1}:’ or ‘{0}, after {1}:’; in another file ‘reschedule {2} before {1}’.",
                      head, other, f"{agenda}.{change.steps[0].name}")  # fmt: skip
        places = [(group.change.place, "also" if number else "the other") for number, group in enumerate(others)]
        self.messages.add("N09", change.place, text, hint, places[:3])


def cluster(group: Group, groups: list[Group]) -> list[t.Step]:
    """The steps of a group and all that is inserted beside these."""
    out = list(group.steps)
    for other in groups:
        if other is not group and has(group.steps, other.anchor):
            out += cluster(other, groups)
    return out


def close(before: set[tuple[int, int]], count: range) -> None:
    """What comes before what comes before something, comes before it."""
    for middle, first, last in product(count, count, count):
        if (first, middle) in before and (middle, last) in before:
            before.add((first, last))


def has(steps: list[t.Step], step: t.Step) -> bool:
    return any(step is other for other in steps)


def position(steps: list[t.Step], step: t.Step) -> int:
    return next((number for number, other in enumerate(steps) if other is step), -1)
