"""Values that a rulebook wants told with the counts of a side, such as what it has in its hand: to each viewer as far as he may know."""

from __future__ import annotations

from arbitre.dsl.core import NONE, Domain, Function, Local, Program, Query, Read, Rows
from arbitre.dsl.core.walk import nodes, whole
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import Eyes, knowing
from arbitre.interpreter.reference.boards.dynamic_boards import columns_read
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.story.story import Story

FILLINGS = 13  # values, from the least to the greatest, that fields hold which a viewer does not see, to find out what rests on them


def values_of(match: Match, domain: int, state: State, viewer: int | str, story: Story) -> dict[int, list[str]]:
    """The values marked ``reported`` of each row of a kind, in words; ``domain`` 0: those of the match.

    They are computed from what the viewer sees alone: rows that he does not recognise are as they were at the start.  Of a set he is
    told the rows he recognises, and how many others there are where that does not depend on which they are; a number or a single thing
    that comes from rows not everybody recognises is told to the side itself, and one that rests on a field he does not see to nobody
    but those who see it.
    """
    machine, program, out = match.machine, match.program, dict[int, list[str]]()
    for function in program.functions:
        if not function.reported or [p.domain for p in function.params] != ([domain] if domain else []):
            continue
        read = columns_read(machine, [function.body])
        if read is None:
            continue
        seen = knowing(machine, state, viewer, read)
        known = recognised_only(machine, seen.state, viewer, read)
        others = [] if function.is_set else imaginable(machine, known.state, viewer, read)
        secret = touches_secret_rows(program, function)
        name = story.of(function.title, function.name.replace("_", " "))
        for row in range(program.domains[domain].size) if domain else [0]:
            frame = [row] * bool(domain) + [0] * (function.slots - bool(domain))
            value = machine.bodies[function.index](known, frame[:])
            hides = secret and viewer not in (REFEREE, row if domain == program.seats else NONE)
            if function.is_set:
                count = len(rows_of(machine.bodies[function.index](seen, frame))) if told_by_fields(program, function) else 0
                said = in_words(program.domains[function.domain], rows_of(value), count, Eyes(machine, seen.state, viewer), story)
            elif hides or {asked(machine, function, other, frame) for other in others} - {value}:
                said = ""
            else:
                said = str(value) if function.domain == NONE else story.row(function.domain, value) if value >= 0 else ""
            if said:
                out.setdefault(row, []).append(f"{name}{story.say('colon')}{said}")
    return out


def asked(machine: Machine, function: Function, run: Run, frame: list[int]) -> int | None:
    """What a value is there; None where it cannot be computed."""
    try:
        return machine.bodies[function.index](run, frame[:])
    except RulebookError:
        return None


def imaginable(machine: Machine, known: State, viewer: int | str, columns: list[int]) -> list[Run]:
    """Copies in which the fields that a viewer does not see hold other things: what differs in one of them he cannot know."""
    eyes, layout = Eyes(machine, known, viewer), machine.layout
    hidden = [
        (layout.base[column.index] + row, column)
        for column in (machine.program.fields[c] for c in columns)
        for row in range(machine.program.domains[column.domain].size)
        if not eyes.sees_field(column, row)
    ]
    out = []
    for share in range(FILLINGS if hidden else 0):
        other = known.copy()
        for cell, column in hidden:
            other.cells[cell] = 0 if column.is_set else column.low + (column.high - column.low) * share // (FILLINGS - 1)
        out.append(Eyes(machine, other, viewer).run)
    return out


def in_words(kind: Domain, rows: tuple[int, ...], count: int, eyes: Eyes, story: Story) -> str:
    """The rows of a set that a viewer recognises; ``count``: how many there are in all, as far as he may know."""
    named = [story.row(kind.index, row) for row in rows if eyes.recognises(kind, row)]
    others = count - len(named)
    if others > 0:
        named.append(story.words.say("report.more", count=others) if named else str(others))
    return ", ".join(named)


def recognised_only(machine: Machine, state: State, viewer: int | str, columns: list[int]) -> Run:
    """A copy in which rows that a viewer does not recognise are as they were at the start, whatever happened to them."""
    eyes, known = Eyes(machine, state, viewer), state.copy()
    for column in (machine.program.fields[c] for c in columns):
        kind = machine.program.domains[column.domain]
        for row in range(kind.size if kind.seen else 0):
            if not eyes.recognises(kind, row):
                known.cells[machine.layout.base[column.index] + row] = column.start[row] if column.start else column.default
    return Eyes(machine, known, viewer).run


def touches_secret_rows(program: Program, function: Function) -> bool:
    """Does a value come from rows that not everybody recognises?"""
    asked = {program.fields[node.field].domain for node in whole(function.body, program) if isinstance(node, Read)}
    asked |= {node.domain for node in whole(function.body, program) if isinstance(node, Rows)}
    return any(program.domains[index].seen for index in asked)


def told_by_fields(program: Program, function: Function) -> bool:
    """Do only fields that change say which rows are in a set, so that how many there are does not depend on which they are?"""
    fields = [program.fields[node.field] for node in whole(function.body, program) if isinstance(node, Read)]
    if any(column.domain == function.domain and column.given is not None for column in fields):
        return False
    slots = {query.slot for query in nodes(function.body) if isinstance(query, Query)}
    asked = sum(isinstance(node, Read) and isinstance(node.row, Local) and node.row.slot in slots for node in nodes(function.body))
    return asked == sum(isinstance(node, Local) and node.slot in slots for node in nodes(function.body))
