"""Whose a piece is as things stand, where the rulebook says it by a value: a side, or nobody."""

from __future__ import annotations

from collections.abc import Callable

from arbitre import graphs
from arbitre.dsl.core import NONE, Domain
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import knowing
from arbitre.interpreter.reference.boards.dynamic_boards import looks_at
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.sides import camps
from arbitre.story.boards.marks import side_kind

Owner = Callable[[int], int]
"""owner(row) -> the side it belongs to, ``graphs.NEUTRAL`` if none"""


def owner_of(match: Match, kind: Domain, state: State, viewer: int | str) -> Owner | None:
    """What says whose the rows of a kind are (``owned by``), by what a viewer may see; None where their fields say it."""
    if kind.owned_by == NONE:
        return None
    machine, function = match.machine, match.program.functions[kind.owned_by]
    columns = looks_at(machine, [kind.owned_by])
    if columns is None and viewer != REFEREE:  # what it looks at cannot be told: neither can whose they are
        return lambda row: graphs.NEUTRAL
    run, body = knowing(machine, state, viewer, columns or []), machine.bodies[kind.owned_by]
    group = side_kind(match.program)
    belongs = next((f for g, f in camps(match.program) if g == group != function.domain), NONE)  # from a seat to its camp

    def owner(row: int) -> int:
        found: int = body(run, [row, *[0] * (function.slots - 1)])
        if found < 0 or belongs == NONE:
            return found if found >= 0 else graphs.NEUTRAL
        fixed = machine.layout.constant[belongs]
        return fixed[found] if fixed is not None else state.cells[machine.layout.base[belongs] + found]

    return owner
