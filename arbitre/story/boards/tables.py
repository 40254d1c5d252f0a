"""How things stand that lie on no board: a table for each kind, its rows and what of them can change, as far as a viewer may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arbitre.dsl.core import NONE, Domain, Field
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import Eyes, seen_state, visible_rows
from arbitre.interpreter.state.masks import rows_of
from arbitre.opening.sides import camps
from arbitre.story.boards.marks import placed
from arbitre.story.story import Story

MOST = 24  # rows of a table; where there are more, those where nothing has happened are left out
HIGH = 8  # rows that still stand below each other where there is room beside them
GAP = "    "
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table: its number, its name, its values in words; ``bare``: it was there from the start, and they
    are as they were then."""

    row: int
    name: str
    values: tuple[str, ...]
    bare: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a kind that a viewer recognises; ``hidden``: how many others he knows of."""

    kind: int
    title: str
    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    hidden: int


def tables(match: Match, viewer: int | str, story: Story) -> Iterator[Table]:
    """A table for each kind that has one, the seats first and the match last; not of cells, nor of what stands on them."""
    program = match.program
    apart = placed(match.machine)
    first, last = program.domains[program.seats], program.domains[0]
    others = [kind for kind in program.domains if kind not in (first, last)]
    for kind in (first, *others, last):
        if kind.board is None and kind.index not in apart and kind.name not in ("order", "direction", "vertex"):
            found = table(match, kind, viewer, story)
            if found is not None:
                yield found


def table(match: Match, kind: Domain, viewer: int | str, story: Story) -> Table | None:
    """The table of one kind; None where nothing of it is to be seen that could change."""
    state = seen_state(match, viewer)
    eyes = Eyes(match.machine, state, viewer)
    known = visible_rows(match, kind, state, eyes)
    seats = set(match.seats())
    rows = [int(str(one["row"])) for one in known if "row" in one and (kind.index != match.program.seats or one["row"] in seats)]
    base = match.machine.layout.base
    columns, lines = list[Field](), list[Line]()
    for column in told(match, kind):
        seen = [state.cells[base[column.index] + row] for row in rows if eyes.sees_field(column, row)]
        if any(is_something(column, value) or (column.target == NONE and not column.is_flag) for value in seen):
            columns.append(column)
    for row in rows:
        values = [(c, state.cells[base[c.index] + row]) if eyes.sees_field(c, row) else None for c in columns]
        said = tuple("" if one is None else in_words(*one, eyes, story) for one in values)
        bare = not kind.dynamic and all(one is None or one[1] == at_start(one[0], row) for one in values)
        lines.append(Line(row, story.row(kind.index, row), said, bare))
    heads = tuple(story.of(column.title, column.name.replace("_", " ")) for column in columns)
    title = story.of(kind.title, kind.name.replace("_", " "))
    return Table(kind.index, title, heads, tuple(lines), len(known) - sum("row" in one for one in known)) if columns else None


def beside_board(match: Match, viewer: int | str, story: Story) -> list[str]:
    """What a board does not show of the match itself, the wind or whose watch it is: its fields that have a title, a line each."""
    kind = match.program.domains[0]
    found = table(match, kind, viewer, story) if any(column.title for column in told(match, kind)) else None
    return alone(found, story) if found is not None else []


def told(match: Match, kind: Domain) -> list[Field]:
    """The fields of a kind that people are told, of those that rules store in: those with a title, all where none has one; not what is
    told as a count of a side."""
    program, stored = match.program, stored_in(match.machine)
    counted = kind.index in (program.seats, 0, *(group for group, _ in camps(program)))
    own = [c for c in program.fields if c.domain == kind.index and c.index in stored and not c.name.startswith("_")]
    found = [c for c in own if c.index != kind.alive and not (counted and c.reported)]
    return [c for c in found if c.title] or found


@lru_cache(maxsize=32)
def stored_in(machine: Machine) -> frozenset[int]:
    """The fields that some rule stores in."""
    program = machine.program
    return frozenset(machine.facts.effects.of(program.procedures, program.actions).writes)


def is_something(column: Field, value: int) -> bool:
    """Is a value another than none, no, nothing?"""
    return value >= 0 if column.target != NONE and not column.is_set else bool(value)


def at_start(column: Field, row: int) -> int:
    return column.start[row] if column.start else column.default


def in_words(column: Field, value: int, eyes: Eyes, story: Story) -> str:
    """A value of a field as it is told to whoever may not recognise what it names."""
    if column.target == NONE:
        return "" if column.is_flag and not value else story.value(column, value)
    kind = story.match.program.domains[column.target]
    rows = rows_of(value) if column.is_set else [value] if value >= 0 else []
    named = [
        story.row(kind.index, row) if not kind.seen or eyes.recognises(kind, row) else story.of(kind.title, kind.name.replace("_", " "))
        for row in rows
    ]
    return ", ".join(sorted(named) if kind.seen else named) or NOTHING


# ------------------------------------------------------------------------------------------------ as text


def written(made: Sequence[Table], story: Story, width: int) -> list[str]:
    """Tables as lines of a terminal, one below the other."""
    out: list[str] = []
    for one in made:
        out += ([""] if out else []) + (alone(one, story) if one.kind == 0 else below(one, story, width))
    return out


def alone(one: Table, story: Story) -> list[str]:
    """What belongs to the match: no table, for there is but one row."""
    colon = story.say("colon")
    return [f"{head}{colon}{value or story.say('no')}" for line in one.lines for head, value in zip(one.heads, line.values, strict=True)]


def below(one: Table, story: Story, width: int) -> list[str]:
    """The rows of a kind below each other, in two or three stacks where there are many of them and room enough; in sentences where they
    are too wide."""
    lines = list(one.lines)
    if len(lines) > MOST:
        lines = [line for line in lines if not line.bare] or lines[:MOST]
    left = len(one.lines) - len(lines)
    out = stacked(one, lines, width) or [sentence(one, line, story) for line in lines]
    say = story.words.say
    out += [say("state.unchanged", n=left)] if left else []
    return out + ([say("state.hidden", n=one.hidden)] if one.hidden else [])


def sentence(one: Table, line: Line, story: Story) -> str:
    """``Red: Team Human, Place in the round 1``: what a row that is too wide for a table holds."""
    said = [f"{head} {value}" for head, value in zip(one.heads, line.values, strict=True) if value not in ("", NOTHING)]
    return f"{line.name}{story.say('colon')}{', '.join(said) or NOTHING}"


def stacked(one: Table, lines: Sequence[Line], width: int) -> list[str]:
    """Rows in columns, with their heads; nothing if they are wider than there is room."""
    cells = [(one.title, *one.heads), *((line.name, *line.values) for line in lines)]
    wide = [max(len(cell[n]) for cell in cells) for n in range(len(one.heads) + 1)]
    numbers = [all(cell[n].isdecimal() or not cell[n] for cell in cells[1:]) for n in range(len(wide))]
    rows = [
        "  ".join(said.rjust(w) if right else said.ljust(w) for said, w, right in zip(cell, wide, numbers, strict=True)) for cell in cells
    ]
    if len(rows[0]) > width or not lines:
        return []
    stacks = min(3, (width + len(GAP)) // (len(rows[0]) + len(GAP)), -(-len(lines) // HIGH))
    high = -(-len(lines) // stacks)
    return [GAP.join([rows[0]] * stacks).rstrip(), *(GAP.join(rows[1 + at :: high]).rstrip() for at in range(high))]
