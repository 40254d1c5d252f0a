"""What somebody sees of a match as numbers: one array for each field, whose meaning does not change.

===========  =====================  ==============================================================================================
a field of   shape                  what stands there
===========  =====================  ==============================================================================================
yes or no    rows                   1 or 0
a number     rows                   the number
a row        rows, its kind's rows  1 at the row it is; all 0 for none (a kind with at most 16 rows)
a row        rows                   the number of the row, -1 for none (of larger kinds)
several      rows, their kind's     1 for each that belongs to it, else 0
===========  =====================  ==============================================================================================

What may not be seen, and all fields of a row that does not exist, is one less than the lowest of these numbers.  ``KIND.there``
says of each row: 1 if it exists, 2 if that is seen but not which row it is (such rows fill the places left, in the order of what is
seen of them), else 0.

``asked``: 1 for each side that is asked something.  For the viewer's own question ``decision`` has a 1 at its name, and ``about`` one
at each thing that is settled already (the action, who does it).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arbitre.api import Column, Node, Outline, Question, View

FEW = 16  # rows of a kind that are told one by one
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
    """One array: its name, its shape, the lowest and the highest number in it, and the field that it shows (none of the last three)."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    column: Column | None = None

    @property
    def one_by_one(self) -> bool:
        """Has every row of the kind that it is of a place of its own?"""
        return len(self.shape) == 2


class Arrays:
    """The arrays of one game; ``parts`` describes them."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.keys = {key: at for at, key in enumerate(outline.keys)}
        self.decisions = {name: at for at, name in enumerate(outline.decisions)}
        self.rows = {c.kind: len(c.rows) for c in outline.columns}
        self.names = {c.names: {name: at for at, name in enumerate(c.names)} for c in outline.columns}
        parts = [Part(f"{kind}.there", (rows,), 0, 2) for kind, rows in self.rows.items()]
        parts += [part_of(column) for column in outline.columns]
        parts += [Part("asked", (len(outline.sides),), 0, 1), Part("decision", (len(self.decisions),), 0, 1)]
        self.parts: tuple[Part, ...] = (*parts, Part("about", (len(self.keys),), 0, 1))
        self.size = sum(int(np.prod(part.shape)) for part in self.parts)

    def empty(self) -> tuple[Array, dict[str, Array]]:
        """A flat array for all of it, and its parts by name, which are parts of the same memory."""
        flat = np.zeros(self.size, np.float32)
        named, at = {}, 0
        for part in self.parts:
            size = int(np.prod(part.shape))
            named[part.name] = flat[at : at + size].reshape(part.shape)
            at += size
        return flat, named

    def fill(self, out: dict[str, Array], node: Node, viewer: str, questions: Sequence[Question] = ()) -> None:
        """Writes what the viewer sees, and what he is asked (the first of his open questions)."""
        for part in self.parts:
            out[part.name].fill(part.low if part.column is not None else 0)
        self._rows(out, node.view(viewer))
        sides = self.outline.sides
        for side, _ in node.asked:
            out["asked"][sides.index(side)] = 1
        own = next((q for q in questions if q.side == viewer), None)
        if own is None:
            return
        if own.decision in self.decisions:
            out["decision"][self.decisions[own.decision]] = 1
        for _, value in own.about:
            if value in self.keys:
                out["about"][self.keys[value]] = 1

    def _rows(self, out: dict[str, Array], view: View) -> None:
        places: dict[str, list[int]] = {}
        for kind, rows in view["kinds"].items():
            if kind not in self.rows:
                continue
            there = out[f"{kind}.there"]
            for row in rows:
                if isinstance(at := row.get("row"), int):
                    there[at] = 1
            free = iter([at for at in range(self.rows[kind]) if not there[at]])
            places[kind] = [at if isinstance(at := row.get("row"), int) else next(free) for row in rows]
            for at in places[kind]:
                there[at] = there[at] or 2
        for part in self.parts:
            column = part.column
            if column is None:
                continue
            array, names = out[part.name], self.names[column.names]
            for at, row in zip(places.get(column.kind, ()), view["kinds"].get(column.kind, ()), strict=True):
                if column.key in row:
                    put(array, at, part, names, row[column.key])


def put(array: Array, at: int, part: Part, names: dict[str, int], value: object) -> None:
    """One value of a row into its place."""
    if isinstance(value, list):
        array[at] = 0
        for name in value:
            if name in names:
                array[at, names[name]] = 1
    elif isinstance(value, str):
        if value in names:  # else it is a row that the viewer does not recognise
            if part.one_by_one:
                array[at] = 0
                array[at, names[value]] = 1
            else:
                array[at] = names[value]
    elif value is None:
        array[at] = 0 if part.one_by_one else -1
    else:
        array[at] = int(value)  # type: ignore[call-overload]


def part_of(column: Column) -> Part:
    """The array of a field."""
    name, rows = f"{column.kind}.{column.field}", len(column.rows)
    if column.sort == "set" or (column.sort == "row" and len(column.names) <= FEW):
        return Part(name, (rows, len(column.names)), -1, 1, column)
    return Part(name, (rows,), -2 if column.sort == "row" else column.low - 1, column.high, column)
