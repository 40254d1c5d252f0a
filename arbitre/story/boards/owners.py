"""Whose things are: said behind the name of a piece where two sides have pieces that are called the same."""

from __future__ import annotations

import re

from arbitre.dsl.core import NONE, Domain, Field
from arbitre.interpreter.match.views import Eyes
from arbitre.opening.sides import camps
from arbitre.story.boards.marks import side_kind
from arbitre.story.boards.whose import owner_of
from arbitre.story.story import Story


class Owners:
    """Tells pieces of one name apart, as far as one viewer sees whose they are."""

    def __init__(self, story: Story, viewer: int | str) -> None:
        self.story, self.viewer = story, viewer
        program = story.match.program
        groups = [group for group, _ in camps(program)]
        self.columns: list[tuple[Domain, Field | None]] = []
        for domain in program.domains:
            if not domain.dynamic or domain.seen or domain.label == NONE or domain.seat:
                continue
            if domain.owned_by != NONE:
                self.columns.append((domain, None))
                continue
            own = [c for c in program.fields if c.domain == domain.index and c.values is None and not c.is_set]
            held = [c for c in own if c.target in groups] or [c for c in own if c.target == program.seats]
            if held:
                self.columns.append((domain, held[0]))

    def alike(self) -> dict[str, str]:
        """The name of each piece that has its like on another side, with its side: ``Guard 3`` -> ``Guard 3 (Red)``."""
        match = self.story.match
        base, cells = match.machine.layout.base, match.state.cells
        out: dict[str, str] = {}
        for domain, column in self.columns:
            eyes = Eyes(match.machine, match.state, self.viewer)
            owner = owner_of(match, domain, match.state, self.viewer)
            target = side_kind(match.program) if column is None else column.target
            label = match.program.fields[domain.label]
            sides: dict[int, set[int]] = {}
            rows = [
                row for row in range(domain.size)
                if cells[base[domain.alive] + row] and (column is None or eyes.sees_field(column, row)) and eyes.sees_field(label, row)
            ]  # fmt: skip
            whose = {
                row: cells[base[column.index] + row] if column is not None else owner(row) if owner is not None else NONE for row in rows
            }
            for row, side in whose.items():
                sides.setdefault(cells[base[label.index] + row], set()).add(side)
            for row, side in whose.items():
                if len(sides[cells[base[label.index] + row]]) > 1 and side >= 0:
                    name = self.story.row(domain.index, row)
                    out[name] = f"{name} ({self.story.row(target, side)})"
        return out


def apart(text: str, names: dict[str, str]) -> str:
    """A sentence in which such pieces are first named with their side."""
    for name, longer in names.items():
        if name in text:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _, longer=longer: longer, text, count=1)  # type: ignore[misc]
    return text
