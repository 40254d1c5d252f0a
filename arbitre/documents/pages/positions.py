"""Positions of scenarios drawn: what stands where before and after, on the part of the board that matters."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import chain, pairwise

from arbitre import graphs
from arbitre.documents.model.book import Book
from arbitre.documents.pages.examples import Played, books_of, play, played_of
from arbitre.dsl import tree as t
from arbitre.dsl.core import Domain
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError
from arbitre.story.pieces import held, standing

GIVEN = ("option", "given", "given_value", "given_gains", "start_from", "let", "chooses", "may")
STRIDE = 2  # cells that a piece may be farther from one moment to the next, for an arrow
NEAR = 2  # steps around a piece that are drawn
MOST = 0.6  # of a board: if more of it matters, it is drawn whole
Placed = dict[int, list[graphs.Token]]


def played(book: Book, name: str) -> Played | None:
    """The scenario of that name as it went, if there is one."""
    return next((played_of(book, scenario) for scenario in book.rulebook.scenarios if scenario.name == name), None)


def before(book: Book, scenario: t.Scenario) -> Played | None:
    """The scenario as far as what is given: nothing has happened yet.  None where it cannot be stopped there."""
    scenes = []
    for scene in scenario.scenes:
        if scene.form not in GIVEN:
            break
        if scene.form not in ("chooses", "may"):
            scenes.append(scene)
    try:
        return play(books_of(book), replace(scenario, scenes=scenes, clauses=[]))
    except RulebookError:
        return None


def pieces_on(match: Match, board: int, names: dict[tuple[str, int], str], lang: str = "en") -> Placed:
    """What stands where; pieces of a side that the scenario gives a name to bear its first letters."""
    out: Placed = {cell: [token] for cell, token in held(match, board)}
    for piece in standing(match, board, lang=lang):
        name = names.get((match.program.domains[piece.domain].name, piece.row))
        lettered = bool(name) and piece.token.side >= 0 and piece.token.face is None and piece.token.shape not in ("icon", "pawn")
        token = replace(piece.token, letters=str(name)[:2].capitalize()) if lettered else piece.token
        out.setdefault(piece.cell, []).append(token)
    return out


def ways_between(first: Match, last: Match, board: int) -> list[list[int]]:
    """The ways that pieces went from one moment to the other: cell after cell as they were stepped on, for those that stand elsewhere."""
    start = {(p.domain, p.row): p.cell for p in standing(first, board) if p.bearer is None}
    spots = {c.index: c.domain for c in last.program.fields if c.target == board and not c.is_set and c.values is None}
    out = []
    for piece in standing(last, board):
        at = start.get((piece.domain, piece.row))
        if piece.bearer is not None or at is None or at == piece.cell:
            continue
        way = [at]
        for record in last.run.log or []:
            if record.kind == "change" and spots.get(record.data["field"]) == piece.domain and record.data["row"] == piece.row:
                cell = record.data["new"]
                if cell >= 0 and cell != way[-1]:
                    way.append(cell)
        # What happened before the position stands is no part of the way.
        way = way[len(way) - 1 - way[::-1].index(at) :]
        cells = last.program.domains[board].cells
        # A piece that is put somewhere, or carried far, did not go there.
        if way[-1] == piece.cell and all(cells.distance(a, b) <= STRIDE for a, b in pairwise(way)):
            out.append(way)
    return out


def board_of(match: Match) -> Domain | None:
    """The first board on which something stands."""
    boards = [d for d in match.program.domains if d.board is not None]
    there = (d for d in boards if next(chain(standing(match, d.index), held(match, d.index)), None) is not None)
    return next(there, boards[0] if boards else None)


def window(board: graphs.Board, cells: Collection[int]) -> set[int] | None:
    """The cells around these, on one floor; None: the whole board, where most of it matters or they lie on several floors."""
    floors = {board.floor(c) for c in cells}
    if not cells or len(floors) > 1:
        return None
    if board.is_hex:
        near = {c for c in range(board.size) if any(board.distance(c, p) <= NEAR for p in cells)}
    else:
        places = [board.coordinates[c] for c in cells]
        low = [min(p[axis] for p in places) - NEAR for axis in (0, 1)]
        high = [max(p[axis] for p in places) + NEAR for axis in (0, 1)]
        near = {
            c for c in range(board.size)
            if board.floor(c) in floors and all(low[axis] <= board.coordinates[c][axis] <= high[axis] for axis in (0, 1))
        }  # fmt: skip
    return near if len(near) < MOST * board.size else None
