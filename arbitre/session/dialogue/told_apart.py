"""What tells answers apart that are called by a number alone and stand on no board: those of their fields that are not all the same."""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.dsl.core import NONE
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.requests import Request
from arbitre.story.boards.marks import placed
from arbitre.story.boards.tables import NOTHING, Line, table
from arbitre.story.story import Story

MOST = 3  # fields that are said of each


def differing(match: Match, request: Request, story: Story) -> dict[int, str]:
    """By row of the kind that is chosen from: ``File 1, Rank 2``; empty where a name or a place tells the answers apart."""
    offered = {option.value for option in request.options if option.domain != NONE and option.value >= 0}
    kinds = {option.domain for option in request.options if option.domain != NONE}
    if len(kinds) != 1 or len(offered) < 2:
        return {}
    kind = match.program.domains[kinds.pop()]
    if not kind.dynamic or kind.board is not None or kind.index in placed(match.machine):
        return {}
    found = table(match, kind, request.seat, story)
    lines = [line for line in found.lines if line.row in offered] if found is not None else []
    if found is None or len(lines) < len(offered):
        return {}  # some are not recognised
    columns = [n for n in range(len(found.heads)) if len({line.values[n] for line in lines}) > 1 and not numbering(lines, n)][:MOST]
    return {line.row: ", ".join(f"{found.heads[n]} {line.values[n] or NOTHING}" for n in columns) for line in lines} if columns else {}


def numbering(lines: Sequence[Line], column: int) -> bool:
    """Does a field count the rows, as their own numbers do?"""
    return all(line.values[column].isdecimal() for line in lines) and len({int(line.values[column]) - line.row for line in lines}) == 1
