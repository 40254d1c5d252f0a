"""What stands on the boards, as far as a viewer may see it: tokens of a drawing, and who they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text as Rich

import graphs
from arbitre.opening.sides import camps
from arbitre.story.story import STYLES, Story
from dsl.core import NONE
from interpreter.match.match import Match
from interpreter.match.views import Eyes
from interpreter.state.requests import Request
from interpreter.state.state import State
from interpreter.state.visibility import REFEREE

NOTE_STYLE = "bold black on bright_white"


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece on a cell, its token, and the columns of it that the viewer may see."""

    domain: int
    row: int
    cell: int
    token: graphs.Token
    columns: tuple[Any, ...]


def seen_state(match: Match, viewer: int | str) -> State:
    """The state as the viewer sees it: in a game that publishes, as it was last published."""
    state = match.state
    if viewer != REFEREE and match.machine.publishes and state.published is not None:
        state = state.copy()
        state.cells = list(state.published or ())
    return state


def standing(match: Match, board: int, viewer: int | str = REFEREE) -> Iterator[Standing]:
    """The pieces on a board as a viewer sees them."""
    program, base = match.program, match.machine.layout.base
    state = seen_state(match, viewer)
    eyes = Eyes(match.machine, state, viewer)
    for domain in program.domains:
        if domain.name in ("order", "match") or domain.board is not None or domain.seat:
            continue
        columns = [c for c in program.fields if c.domain == domain.index and c.values is None]
        spot = next((c for c in columns if c.target == board and not c.is_set), None)
        if spot is None:
            continue
        for row in range(domain.size):
            if (domain.dynamic and not state.cells[base[domain.alive] + row]) or not eyes.sees_field(spot, row):
                continue
            cell = state.cells[base[spot.index] + row]
            if cell >= 0:
                known = tuple(c for c in columns if eyes.sees_field(c, row))
                yield Standing(domain.index, row, cell, token(match, state.cells, domain.index, row, known), known)


def tokens(match: Match, board: int, viewer: int | str = REFEREE) -> dict[int, list[graphs.Token]]:
    """What stands on each cell of a board."""
    out: dict[int, list[graphs.Token]] = {}
    for piece in sorted(standing(match, board, viewer), key=order_of(match)):
        out.setdefault(piece.cell, []).append(piece.token)
    return out


def order_of(match: Match) -> Callable[[Standing], tuple[Any, ...]]:
    """Rows that may not be recognised stand in an order that tells nothing of them."""

    def key(piece: Standing) -> tuple[Any, ...]:
        hidden = bool(match.program.domains[piece.domain].seen)
        return (piece.token.side, piece.cell, piece.token.letters, -1 if hidden else piece.row)

    return key


def token(match: Match, cells: list[int], domain: int, row: int, columns: tuple[Any, ...]) -> graphs.Token:
    """Letters from what the piece bears if that may be seen, colour from the side it belongs to."""
    program, base = match.program, match.machine.layout.base
    kind = program.domains[domain]
    side, facing, vertex = 0, None, False
    letters = plain = kind.name[:1].upper()
    # What a piece is: what it is called by, or, where its very identity is hidden, the first thing of it that may be seen.
    bears = [c for c in columns if c.index == kind.label] if kind.label != NONE else list(columns) if kind.seen else []
    groups = [g for g, _ in camps(program)]
    grouped = any(c.target in groups for c in columns)
    for column in columns:
        value = cells[base[column.index] + row]
        if value < 0 or column.is_set:
            continue
        if column.target == program.seats or column.target in groups:
            if column.target in groups or not grouped:
                side = value
        elif column.target != NONE and program.domains[column.target].name in ("direction", "vertex"):
            facing, vertex = value, program.domains[column.target].name == "vertex"
        elif (
            column in bears
            and column.target > 4
            and not program.domains[column.target].dynamic
            and program.domains[column.target].board is None
        ):
            if letters == plain:
                letters = program.domains[column.target].rows[value][:2].capitalize()
    return graphs.Token(letters, side, facing, vertex=vertex)


# ------------------------------------------------------------------------------------------------ drawn and listed


Notes = dict[int, dict[int, str]]
"""board -> cell -> what may be done there"""


def drawn(match: Match, viewer: int | str = REFEREE, width: int | None = None, notes: Notes | None = None) -> list[Rich]:
    """Every board, in the colours of the sides, in so many columns where that can be."""
    out = []
    for domain in match.program.domains:
        if domain.board is not None:
            noted = (notes or {}).get(domain.index)
            out += coloured(graphs.text(domain.board, tokens(match, domain.index, viewer), width, noted))
    return out


def notes_of(match: Match, request: Request, said: Sequence[str]) -> Notes:
    """What is said beside the answers that are cells, to be drawn there; a star where nothing is."""
    out: Notes = {}
    for option, about in zip(request.options, said or [""] * len(request.options), strict=True):
        if option.domain != NONE and option.value >= 0 and match.program.domains[option.domain].board is not None:
            out.setdefault(option.domain, {})[option.value] = about or "*"
    return out


def coloured(lines: list[list[graphs.Span]]) -> list[Rich]:
    """Lines of a board in the colours of its sides."""
    out = []
    for line in lines:
        shown = Rich(no_wrap=True)
        for piece, side in line:
            shown.append(piece, "dim" if side is None else NOTE_STYLE if side == graphs.NOTED else STYLES[side % len(STYLES)])
        out.append(shown)
    return out


def legend(story: Story, viewer: int | str = REFEREE, full: bool = False) -> list[Rich]:
    """Who is on the boards, a line for each; ``full`` with everything that is not as it is by default."""
    match = story.match
    base, cells = match.machine.layout.base, seen_state(match, viewer).cells
    out = []
    for domain in match.program.domains:
        if domain.board is None:
            continue
        for piece in sorted(standing(match, domain.index, viewer), key=order_of(match)):
            shown = Rich("  ")
            shown.append(piece.token.letters, STYLES[piece.token.side % len(STYLES)])
            shown.append(f"  {story.row(piece.domain, piece.row)}  {domain.board.label(piece.cell)}")
            said = []
            for column in piece.columns:
                value = cells[base[column.index] + piece.row]
                if not full or value == column.default or column.name.startswith("_") or column.name == "alive":
                    continue
                if column.target == domain.index:
                    continue
                said.append(f"{story.of(column.title, column.name.replace('_', ' '))} {story.value(column, value)}")
            shown.append(("  " + ", ".join(said)) if said else "", "dim")
            out.append(shown)
    return out
