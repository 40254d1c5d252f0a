"""What stands on the boards, as far as a viewer may see it: tokens of a drawing, and who they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.text import Text as Rich

from arbitre import graphs
from arbitre.dsl.core import NONE, Const, Domain, Field
from arbitre.graphs.draw.terminal.cells import OFFERED
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import Eyes, seen_state
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.story.boards.fields import held
from arbitre.story.boards.looks import Looks, dressed
from arbitre.story.boards.marks import mark_of, number_of, palette, side_kind, what_it_is
from arbitre.story.boards.whose import Owner, owner_of
from arbitre.story.story import Story


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece on a cell, its token, the columns of it that the viewer may see, and who carries it."""

    domain: int
    row: int
    cell: int
    token: graphs.Token
    columns: tuple[Field, ...]
    bearer: tuple[int, int] | None = None


def standing(match: Match, board: int, viewer: int | str = REFEREE, lang: str = "en") -> Iterator[Standing]:
    """The pieces on a board as a viewer sees them: those with a cell, then what is carried by one of them."""
    state = seen_state(match, viewer)
    eyes = Eyes(match.machine, state, viewer)
    placed: dict[tuple[int, int], Standing] = {}
    adrift: list[tuple[Domain, int, tuple[Field, ...]]] = []
    owners: dict[int, Owner | None] = {}
    looks = Looks(match, state, viewer)

    def shown(domain: Domain, row: int, known: tuple[Field, ...]) -> graphs.Token:
        made = token(match, state.cells, domain, row, known, owners[domain.index], lang)
        what = what_it_is(match, state.cells, domain, row, known)
        side = [(side_kind(match.program), made.side)] if made.side >= 0 else []
        whose = [*([what] if what is not None else []), (domain.index, row), *side]
        title = match.machine.row_title(*(what or (domain.index, row)))
        return dressed(made, looks, whose, title, number_of(match, domain, row), lang)

    for domain, row, spot, columns in _pieces(match, board, state):
        if domain.index not in owners:
            owners[domain.index] = owner_of(match, domain, state, viewer)
        known = tuple(c for c in columns if eyes.sees_field(c, row))
        cell = state.cells[match.machine.layout.base[spot.index] + row] if spot in known else NONE
        if cell >= 0:
            placed[domain.index, row] = Standing(domain.index, row, cell, shown(domain, row, known), known)
        else:
            adrift.append((domain, row, known))
    yield from placed.values()
    for domain, row, known in adrift:
        bearer = _bearer(match, state, row, known, placed)
        if bearer is not None:
            carried = replace(shown(domain, row, known), carried=True)
            yield Standing(domain.index, row, bearer.cell, carried, known, (bearer.domain, bearer.row))


def in_order(match: Match, board: int, viewer: int | str = REFEREE, lang: str = "en") -> list[Standing]:
    """The same in the order in which they are drawn and told."""
    return sorted(standing(match, board, viewer, lang), key=order_of(match))


def _pieces(match: Match, board: int, state: State) -> Iterator[tuple[Domain, int, Field, list[Field]]]:
    """The rows of every kind that has a cell of the board, with the field that says which."""
    program, base = match.program, match.machine.layout.base
    for domain in program.domains:
        if domain.name in ("order", "match") or domain.board is not None:
            continue
        columns = [c for c in program.fields if c.domain == domain.index and c.values is None]
        places = [c for c in columns if c.target == board and not c.is_set]
        spot = next((c for c in places if not domain.seat or not for_nobody(c)), None)  # what nobody sees of a seat is a note of the rules
        if spot is None:
            continue
        for row in range(domain.size):
            if not domain.dynamic or state.cells[base[domain.alive] + row]:
                yield domain, row, spot, columns


def for_nobody(column: Field) -> bool:
    """Is a field seen by nobody, whatever the case?"""
    return any(isinstance(one.audience, Const) and one.audience.value == 0 and one.when is None for one in column.seen)


def _bearer(match: Match, state: State, row: int, known: Sequence[Field], placed: dict[tuple[int, int], Standing]) -> Standing | None:
    """The piece on the board that one of another kind without a cell of its own names: nobody carries his like."""
    base = match.machine.layout.base
    held = ((c.target, state.cells[base[c.index] + row]) for c in known if not c.is_set and c.target != c.domain)
    return next((placed[key] for key in held if key in placed), None)


Rows = Collection[tuple[int, int]]


def tokens(
    match: Match, board: int, viewer: int | str = REFEREE, request: Request | None = None, able: Rows = (), lang: str = "en",
    there: Sequence[Standing] | None = None, text: bool = False,
) -> dict[int, list[graphs.Token]]:  # fmt: skip
    """What stands on each cell of a board; with a question, marked who acts in it and who may be chosen, or is ``able`` to act.
    ``there``: the pieces :func:`in_order`, if they are known; ``text``: for a board of signs alone."""
    found = drawn(match, board, viewer, request, able, lang, there, text)
    return {cell: [token for token, _ in stack] for cell, stack in found.items()}


def drawn(
    match: Match, board: int, viewer: int | str = REFEREE, request: Request | None = None, able: Rows = (), lang: str = "en",
    there: Sequence[Standing] | None = None, text: bool = False,
) -> dict[int, list[tuple[graphs.Token, Standing | None]]]:  # fmt: skip
    """The same, each token with whom it stands for; None for the sign of whoever a cell belongs to."""
    acting, offered = _asked(match, request)
    acting, offered = (acting, {*offered, *able}) if len(able) != 1 else ({*acting, *able}, offered)
    out: dict[int, list[tuple[graphs.Token, Standing | None]]] = {}
    there = there if there is not None else in_order(match, board, viewer, lang)
    borne: dict[tuple[int, int], list[tuple[graphs.Token, Standing | None]]] = {}
    for piece in there:
        if piece.bearer is not None:
            borne.setdefault(piece.bearer, []).append((piece.token, piece))
    for cell, sign in held(match, board, viewer, lang, text):
        out[cell] = [(replace(sign, stress="offered") if (board, cell) in offered else sign, None)]
    for piece in there:
        at = (piece.domain, piece.row)
        if piece.bearer is not None:
            continue
        shown = piece.token
        if at in acting or at in offered:
            shown = replace(shown, stress="active" if at in acting else "offered")
        out.setdefault(piece.cell, []).extend([(shown, piece), *borne.get(at, ())])
    return out


def _asked(match: Match, request: Request | None) -> tuple[Rows, Rows]:
    """The pieces a question is about, and those that answer it."""
    if request is None:
        return (), ()
    offered = {(o.domain, o.value) for o in request.options if o.domain != NONE and o.value >= 0}
    acting: set[tuple[int, int]] = set()
    said = {value for _, value in request.about}
    for domain in match.program.domains:
        if domain.board is None:
            acting |= {(domain.index, row) for row in range(domain.size) if match.machine.row_key(domain.index, row) in said}
    return acting, offered


def order_of(match: Match) -> Callable[[Standing], tuple[Any, ...]]:
    """What is carried comes last; rows that may not be recognised stand in an order that tells nothing of them."""

    def key(piece: Standing) -> tuple[Any, ...]:
        hidden = bool(match.program.domains[piece.domain].seen)
        token = piece.token
        return (token.carried, token.side < 0, token.side, piece.cell, token.letters, -1 if hidden else piece.row)

    return key


def token(
    match: Match, cells: list[int], kind: Domain, row: int, columns: Sequence[Field], owner: Owner | None = None, lang: str = "en"
) -> graphs.Token:  # fmt: skip
    """The mark of what the piece is as far as that may be seen, the colour of the side it belongs to."""
    program, layout = match.program, match.machine.layout
    side, facing, vertex = graphs.NEUTRAL, None, False
    sides = side_kind(program)
    if owner is not None or kind.index == sides:
        side = owner(row) if owner is not None else row
    for column in (*columns, *(c for c in program.fields if c.domain == kind.index and c.values is not None)):
        value = column.values[row] if column.values is not None else cells[layout.base[column.index] + row]
        if value < 0 or column.is_set:
            continue
        if column.target == sides and owner is None:
            side = value if side == graphs.NEUTRAL else side
        elif column.target != NONE and column.low >= 0 and program.domains[column.target].name in ("direction", "vertex"):
            facing, vertex = value, program.domains[column.target].name == "vertex"  # one it may be without is no way of standing
    return graphs.Token(mark_of(match, cells, kind, row, columns, side, lang), side, facing, vertex=vertex)


# ------------------------------------------------------------------------------------------------ listed


Notes = dict[int, dict[int, str]]
"""board -> cell -> what may be done there"""


def notes_of(match: Match, request: Request, said: Sequence[str]) -> Notes:
    """What is said beside the answers that are cells, to be drawn there; a star where nothing is."""
    out: Notes = {}
    for option, about in zip(request.options, said or [""] * len(request.options), strict=True):
        if option.domain != NONE and option.value >= 0 and match.program.domains[option.domain].board is not None:
            out.setdefault(option.domain, {})[option.value] = about or OFFERED
    return out


def name_of(story: Story, piece: Standing, viewer: int | str = REFEREE) -> str:
    """What a piece is called: by what it is (its role), where its kind alone is all that names it."""
    match, kind = story.match, story.match.program.domains[piece.domain]
    what = what_it_is(match, seen_state(match, viewer).cells, kind, piece.row, piece.columns) if kind.seen else None
    return story.row(*what) if what is not None else story.row(piece.domain, piece.row)


def legend(story: Story, viewer: int | str = REFEREE, full: bool = False) -> list[Rich]:
    """Who is on the boards, a line for each; ``full`` with what is reported, and everything that is not as it is by default."""
    match = story.match
    base, cells = match.machine.layout.base, seen_state(match, viewer).cells
    colours, sides = palette(match.program), (match.program.seats, side_kind(match.program))
    out = []
    for domain in match.program.domains:
        if domain.board is None:
            continue
        for piece in in_order(match, domain.index, viewer, story.lang):
            shown = Rich("  ")
            shown.append(f"{piece.token.letters:3}", colours.style(piece.token.side))
            shown.append(f" {name_of(story, piece, viewer)}  {story.row(domain.index, piece.cell)}")
            said = []
            for column in piece.columns:
                value = cells[base[column.index] + piece.row]
                whose = column.target in sides and value >= 0  # the first side is as good as any
                told = column.reported and not column.is_flag and piece.domain not in sides  # those of the sides stand above
                usual = value == column.default and not whose and not told
                if not full or usual or column.name.startswith("_") or column.name == "alive":
                    continue
                if column.target == domain.index:
                    continue
                said.append(f"{story.of(column.title, column.name.replace('_', ' '))} {story.value(column, value)}")
            shown.append(("  " + ", ".join(said)) if said else "", "dim")
            out.append(shown)
    return out
