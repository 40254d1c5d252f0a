"""A reach written twice (D01): one condition says who is within it and other files widen that; elsewhere the same is asked without it."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import deciding_names_of, nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.doings import parts_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

SAID = "‘{0}’ checks this too, and another file widens it there: that does not apply here"
WIDENS = "‘{0}’ is widened here; the same check is written out elsewhere, where this does not apply"
BOTH = "Adjust a value that both use, or make sure that the other place is not meant."
MEND = "Check ‘{0}’ here, or let both use one value, which the other file then adjusts."
HOLE = ("any",)  # a thing: whoever it is, the shape is the same
LIKED = frozenset(("appeal", "hint", "asks", "parts", "place"))  # what bots like and people read decides nothing
Shape = tuple[object, ...]
Wide = dict[Shape, tuple[core.Function, t.Modifier]]


def twice(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of conditions between two things that are written out where another file has widened them under their name."""
    program = bound.program
    wide = widened(bound)
    if not wide:
        return
    played = in_play(program)
    bodies = {id(f.body): f.index for f in program.functions}
    for part, _ in parts_of(program):
        index = bodies.get(id(part), -1)
        if index >= 0 and index not in played:
            continue
        found = list(nodes(part))
        asked = {node.function for node in found if isinstance(node, core.Apply)}
        for node in found:
            function, line = wide.get(shape_of(program, node) or HOLE, (None, None))
            if function is None or line is None or index == function.index or function.index in asked:
                continue
            place = getattr(node, "place", None)
            if isinstance(place, Place) and concerns(place, rulebook):
                bound.messages.add("D01", place, phrase(SAID, function.name), phrase(MEND, function.name), [(line.place, "widened here")])
            elif isinstance(place, Place) and concerns(line.place, rulebook):
                bound.messages.add("D01", line.place, phrase(WIDENS, function.name), BOTH, [(place, "asked here")])


def widened(bound: Bound) -> Wide:
    """Conditions that are one test between two things, and that another file lets hold elsewhere too."""
    out: Wide = {}
    for entries in bound.symbols.conditions.values():
        for entry in entries:
            here = entry.decl.place.file
            lines = [m for a in entry.adjusts if a.place.file != here for m in a.modifiers if m.form == "also_when"]
            if lines and entry.function is not None and isinstance(entry.decl, t.Condition):
                tests = [
                    n for n in nodes(entry.function.body) if isinstance(n, (core.In, core.Compare)) and n.place == entry.decl.when.place
                ]
                shape = shape_of(bound.program, tests[0]) if tests else None
                if shape is not None:
                    out[shape] = (entry.function, lines[0])
    return out


def shape_of(program: core.Program, node: object) -> Shape | None:
    """A test between two things without them: is one within what the other reaches, how far are they apart?  None of anything else."""
    reach = isinstance(node, core.In) or (isinstance(node, core.Compare) and any(isinstance(n, core.Ask) for n in nodes(node)))
    if not reach or any(isinstance(n, core.Query) for n in nodes(node)):
        return None
    things: list[core.Expr] = []
    shape = outline(program, node, things)
    return shape if len(set(things)) > 1 else None


def outline(program: core.Program, part: object, things: list[core.Expr]) -> Shape:
    if isinstance(part, core.Local) or (isinstance(part, core.Read) and is_thing(program, part)):
        things.append(part)
        return HOLE
    if isinstance(part, (list, tuple)):
        return tuple(outline(program, one, things) for one in part)
    if isinstance(part, core.Expr):
        return (type(part).__name__, *(outline(program, getattr(part, name), things) for name in deciding_names_of(type(part))))
    return (part,)


def is_thing(program: core.Program, part: core.Read) -> bool:
    """A field that holds a thing which is no cell: where somebody stands belongs to the shape."""
    column = program.fields[part.field]
    return column.target >= 0 and not column.is_set and program.domains[column.target].board is None


def in_play(program: core.Program) -> set[int]:
    """The values that rules ask for, and not bots alone."""
    out: set[int] = set()
    actions = [(a.when, a.needs, a.values, a.limits, a.ways) for a in program.actions]
    open_: list[object] = [actions, program.procedures]
    for domain in program.domains:
        open_ += [program.functions[index].body for index in (domain.joined, domain.open_when, domain.priced) if index >= 0]
    while open_:
        for node in nodes(open_.pop(), LIKED):
            if isinstance(node, core.Apply) and node.function not in out:
                out.add(node.function)
                open_.append(program.functions[node.function].body)
    return out
