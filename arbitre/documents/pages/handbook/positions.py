"""Positions of scenarios: what stands where, and the part of the board that matters."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import chain

from arbitre import graphs
from arbitre.documents.model.book import Book
from arbitre.documents.pages.handbook.examples import Played, played_of
from arbitre.dsl.core import Domain
from arbitre.interpreter.match.match import Match
from arbitre.story.boards.fields import held
from arbitre.story.boards.pieces import standing

NEAR = 2  # steps around a piece that are drawn
MOST = 0.6  # of a board: if more of it matters, it is drawn whole
Placed = dict[int, list[graphs.Token]]


def played(book: Book, name: str) -> Played | None:
    """The scenario of that name as it went, if there is one."""
    return next((played_of(book, scenario) for scenario in book.rulebook.scenarios if scenario.name == name), None)


def pieces_on(match: Match, board: int, names: dict[tuple[str, int], str], lang: str = "en") -> Placed:
    """What stands where; pieces of a side that the scenario gives a name to bear its first letters."""
    out: Placed = {cell: [token] for cell, token in held(match, board)}
    for piece in standing(match, board, lang=lang):
        name = names.get((match.program.domains[piece.domain].name, piece.row))
        lettered = bool(name) and piece.token.side >= 0 and piece.token.face is None and piece.token.shape not in ("icon", "pawn")
        token = replace(piece.token, letters=str(name)[:2].capitalize()) if lettered else piece.token
        out.setdefault(piece.cell, []).append(token)
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
