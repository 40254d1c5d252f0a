"""How a match stands, written as what a scenario gives."""

from __future__ import annotations

from arbitre.dsl.core import NONE, Field, Param
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.hunt.case import Case
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.state import State


def case_of_state(machine: Machine, state: State, procedure: int, args: list[int], options: dict[str, str]) -> Case:
    """A scenario that begins as a match stands, and carries out an agenda: as far as lines of scenarios can say it."""
    return Case(
        tuple(f"option {name} = {value}" for name, value in sorted(options.items())),
        (*given(machine, state), done(machine, procedure, args)),
    )


def done(machine: Machine, procedure: int, args: list[int]) -> str:
    """The line that carries out an agenda."""
    p = machine.program.procedures[procedure]
    if procedure == machine.program.main:
        return f"play {p.name}"
    parts = [f"{param.preposition} {worded(machine, param, value)}".strip() for param, value in zip(p.params, args, strict=True)]
    return " ".join(["do", p.name, *parts])


def worded(machine: Machine, column: Field | Param, value: int) -> str:
    """A value, as a scenario writes it."""
    target = column.target if isinstance(column, Field) else column.domain
    if target == NONE:
        return ("true" if value else "false") if isinstance(column, Field) and column.is_flag else str(value)
    if column.is_set:
        names = [machine.row_key(target, row) for row in rows_of(value)]
        return "none" if not names else names[0] if len(names) == 1 else f"({', '.join(names)})"
    return machine.row_key(target, value)


def given(machine: Machine, state: State) -> list[str]:
    """What differs from how things stand before anything has happened."""
    program, layout = machine.program, machine.layout
    orders = program.orders.domain if program.orders is not None else NONE
    first: list[str] = []
    later: list[str] = []
    made: set[tuple[int, int]] = set()
    for domain in program.domains:
        if not domain.dynamic or domain.index == orders:
            continue
        columns = [f for f in program.fields if f.domain == domain.index and open_(f) and f.index != domain.alive]
        base = layout.base[domain.alive]
        for row in rows_of(sum(1 << n for n in range(domain.size) if state.cells[base + n])):
            name, parts = machine.row_key(domain.index, row), []
            for column in columns:
                value = state.cells[layout.base[column.index] + row]
                if value == layout.start[layout.base[column.index] + row]:
                    continue
                if column.target != NONE and program.domains[column.target].dynamic and not there(column, value, made):
                    later.append(f"given {name}.{column.name} = {worded(machine, column, value)}")
                else:
                    parts.append(f"{column.name} {worded(machine, column, value)}")
            first.append(f"given {domain.name} {name}" + (f": {', '.join(parts)}" if parts else ""))
            made.add((domain.index, row))
    for column in program.fields:
        domain = program.domains[column.domain]
        if domain.dynamic or not open_(column) or domain.index == orders:
            continue
        for row in range(domain.size):
            value = state.cells[layout.base[column.index] + row]
            key = machine.row_key(domain.index, row)
            if value != layout.start[layout.base[column.index] + row] and key.isidentifier():
                later.append(f"given {key}.{column.name} = {worded(machine, column, value)}")
    return [*first, *later]


def open_(column: Field) -> bool:
    """Can a scenario give it?"""
    return column.values is None and not column.name.startswith("_") and column.name.isidentifier()


def there(column: Field, value: int, made: set[tuple[int, int]]) -> bool:
    """Is what a field holds given already?"""
    rows = rows_of(value) if column.is_set else (value,) if value >= 0 else ()
    return all((column.target, row) in made for row in rows)
