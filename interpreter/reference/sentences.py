"""What rules say of themselves, as it is written down: for those alone who may see everything that a sentence is made of."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import Text
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.state.read_recorder import Looking, only_for
from arbitre.interpreter.state.visibility import PUBLIC, both


def prepared(parts: tuple[core.Piece, ...], m: Machine) -> tuple[core.Piece, ...]:
    """The parts of a text, with their values compiled to closures."""
    return tuple(part if part.value is None else replace(part, value=m.expr(part.value)) for part in parts)  # type: ignore[arg-type]


def worded(x: Run, parts: tuple[core.Piece, ...], frame: list[int]) -> tuple[Text, int]:
    """A sentence, and who may know all that it speaks of."""
    if not any(part.value is not None for part in parts) or not hides(x):
        return x.machine.words(parts, x, frame), PUBLIC
    plain, looking = x.cells, Looking(x.cells)
    x.cells = x.state.cells = looking
    try:
        text = x.machine.words(parts, x, frame)
    finally:
        x.cells = x.state.cells = plain
    return text, audience_of(x, looking.looked)


def hides(x: Run) -> bool:
    """Has the game anything that not everybody sees?"""
    return any(x.machine.field_seen) or any(x.machine.kind_seen)


def say(x: Run, parts: tuple[core.Piece, ...], frame: list[int], place: Place, name: str = "") -> None:
    """Writes a sentence down where it stands."""
    text, audience = worded(x, parts, frame)
    x.record("say", name, place, audience=both(x.audience, audience), says=text)


def head(x: Run, parts: tuple[core.Piece, ...], frame: list[int], number: int, key: str = "says") -> None:
    """The sentence of a whole rule goes with its record; one that speaks of what not all see who see the record stands beside it."""
    assert x.log is not None
    record = x.log[number]
    text, audience = worded(x, parts, frame)
    seen = both(record.audience, audience)
    if seen == record.audience:
        record.data[key] = text
    else:
        x.record("say", "", record.place, audience=seen, says=text)


def audience_of(run: Run, looked: set[int]) -> int:
    """Those who may see all of these cells, and belong to all of the audiences among them."""
    layout, out, seen = run.machine.layout, PUBLIC, set()
    for cell in tuple(looked):
        if cell < 0:
            out = both(out, only_for(cell))
            continue
        column = layout.owner[cell]
        if (column, cell) not in seen:
            seen.add((column, cell))
            out = both(out, run.machine.audience_of(run, column, cell - layout.base[column]))
    return out
