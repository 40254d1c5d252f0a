"""Who comes when, where a loop draws or throws for it: the elements in their order, told from the dice of the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from arbitre.dsl.core import NONE, Apply, Choose, ChooseBranch, Draw, ForEach, Program, Query, Rows, Say
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.reference.program import all_statements
from arbitre.interpreter.state.trace import Record


@dataclass(slots=True)
class Told:
    """What whoever tells a match looks for in its program: ``loops`` that leave something to dice, by their place; ``draws``: where
    something is drawn by lot (the number that falls says nothing, what is drawn does); ``speaks``: rules tell of themselves amid what
    they do; ``about``: decisions whose question names somebody or something."""

    loops: dict[Place, ForEach]
    draws: frozenset[Place]
    speaks: bool
    about: frozenset[str]


_KNOWN: WeakKeyDictionary[Machine, Told] = WeakKeyDictionary()


def told_by(machine: Machine) -> Told:
    """The same, looked for once for all the matches of a machine."""
    if machine not in _KNOWN:
        program = machine.program
        every = all_statements(program)
        found = [p.each for p in program.procedures if p.each is not None] + [s for s in every if isinstance(s, ForEach)]
        _KNOWN[machine] = Told(
            {loop.place: loop for loop in found if loop.ties},
            frozenset(s.place for s in every if isinstance(s, Draw)),
            any(isinstance(s, Say) for s in every),
            frozenset(
                program.decisions[s.decision].name
                for s in every
                if isinstance(s, (Choose, ChooseBranch)) and any(piece.value is not None for piece in s.asks)
            ),
        )
    return _KNOWN[machine]


def in_order(program: Program, loop: ForEach | None, group: Sequence[Record]) -> tuple[int, list[int]] | None:
    """The kind and its rows in the order that these throws gave; None where the throws alone do not tell it: where only some rows
    take part, or where something else comes before the dice."""
    if loop is None or loop.keys or not isinstance(loop.source, Rows):
        return None
    kind = program.domains[loop.source.domain]
    if kind.dynamic or kind.seen:
        return None
    throws = iter([int(r.data["total"]) for r in group])
    try:
        rows = drawn(kind.size, throws) if loop.ties == "draw" else thrown(kind.size, throws)
    except (StopIteration, IndexError):
        return None
    return (kind.index, rows) if next(throws, None) is None else None


def kind_of(program: Program, loop: ForEach | None) -> int | None:
    """The kind whose rows a loop goes through, where everybody may know which row is which."""
    source = loop.source if loop is not None else None
    while isinstance(source, Query):
        source = source.source
    if isinstance(source, Apply) and program.functions[source.function].is_set:  # a set that the rulebook names
        domain = program.functions[source.function].domain
    else:
        domain = source.domain if isinstance(source, Rows) else NONE
    return domain if domain != NONE and not program.domains[domain].seen else None


def drawn(size: int, throws: Iterator[int]) -> list[int]:
    left, out = list(range(size)), []
    while len(left) > 1:
        out.append(left.pop(next(throws) - 1))
    return out + left


def thrown(size: int, throws: Iterator[int]) -> list[int]:
    """The lowest first; those still tied throw again."""
    groups = [list(range(size))]
    while any(len(group) > 1 for group in groups):
        apart: list[list[int]] = []
        for group in groups:
            faces = [next(throws) for _ in group] if len(group) > 1 else [0]
            apart += [[row for row, face in zip(group, faces, strict=True) if face == value] for value in sorted(set(faces))]
        groups = apart
    return [row for group in groups for row in group]
