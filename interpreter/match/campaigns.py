"""What passes from one match of a campaign to the next."""

from __future__ import annotations

from typing import TypedDict

from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.state.errors import AnswerError
from arbitre.interpreter.state.state import State


class Kept(TypedDict):
    """What passes to the next match of a campaign, by numbers: of each kind the rows (``row`` and their kept fields, see `kept_key`)."""

    game: str
    kinds: dict[str, list[dict[str, int]]]


def left_by(machine: Machine, state: State) -> Kept:
    """The rows of kept kinds with their kept fields."""
    out: Kept = {"game": machine.program.name, "kinds": {}}
    for domain in machine.program.domains:
        columns = [c for c in machine.program.fields if c.domain == domain.index and c.kept and c.values is None]
        if not columns:
            continue
        rows = []
        for row in range(domain.size):
            if domain.dynamic and not state.cells[machine.layout.base[domain.alive] + row]:
                continue
            values = {kept_key(c.name): state.cells[machine.layout.base[c.index] + row] for c in columns}
            rows.append({"row": row, **values})
        out["kinds"][domain.name] = rows
    return out


def kept_key(name: str) -> str:
    """The key of a kept field in a record: ``.row`` for one that is called as the row's own number is."""
    return f".{name}" if name == "row" else name


def restore(machine: Machine, state: State, record: Kept) -> None:
    """Kept rows into a match that begins; unknown kinds, rows and fields, and values that do not fit, are refused."""
    if record.get("game") != machine.program.name:
        raise AnswerError("illegal", phrase("this record is of ‘{0}’, not of ‘{1}’", record.get("game"), machine.program.name))
    for name, rows in record.get("kinds", {}).items():
        domain = next((d for d in machine.program.domains if d.name == name), None)
        if domain is None or not isinstance(rows, list):
            raise AnswerError("illegal", phrase("this record mentions ‘{0}’, which the game does not know", name))
        for values in rows:
            row = values.get("row", NONE)
            if not isinstance(row, int) or not 0 <= row < domain.size:
                raise AnswerError("illegal", phrase("this record has a row {0} of ‘{1}’", row, name))
            if domain.dynamic:
                state.cells[machine.layout.base[domain.alive] + row] = 1
            for key, value in values.items():
                column = next((c for c in machine.program.fields if c.domain == domain.index and kept_key(c.name) == key and c.kept), None)
                if key == "row":
                    continue
                if column is None or not isinstance(value, int) or not column.low <= value <= column.high:
                    raise AnswerError("illegal", phrase("this record's ‘{0}.{1}’ is not right", name, key))
                if column.values is None:  # else no rule changes it any more
                    state.cells[machine.layout.base[column.index] + row] = value
