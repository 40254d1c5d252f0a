"""The boards in the terminal: drawn when something on them has changed, a floor at a time, with a key the first time."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rich.text import Text as Rich

from arbitre import graphs
from arbitre.dsl.core import Domain
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import seen_state
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.story.boards.areas import NOTE_STYLE, grounds_of, key_lines, labels_of, said_in, shaded_of
from arbitre.story.boards.looks import board_label, style_of
from arbitre.story.boards.marks import Palette, palette
from arbitre.story.boards.pieces import Notes, Rows, tokens
from arbitre.words.phrases import of

CERTAIN = re.compile(r"\*|100\s*%")
AROUND = 1  # rows drawn round what has changed
PART = "  ⋮"  # below some rows of a board, for others there are
LONG = 20  # lines that are not drawn again at every question

Part = tuple[int, int]
"""A floor of a board: the number of the kind of its cells, and its own."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One floor as it was drawn: what stood on it, and what could be done there."""

    pieces: tuple[tuple[int, tuple[graphs.Token, ...]], ...]
    notes: tuple[tuple[int, str], ...]


class Screen:
    """What one viewer has been shown of the boards of a match."""

    def __init__(self, match: Match, lang: str, width: int, colours: bool = True) -> None:
        self.match, self.lang, self.width, self.colours = match, lang, width, colours
        self.palette: Palette = palette(match.program)
        self.able: Rows = ()  # who can do anything of what the question offers
        self.known: dict[Part, Drawn] = {}
        self.keyed: set[Part] = set()
        self.explained: dict[int, set[str]] = {}  # board -> signs whose meaning was told

    def forget(self) -> None:
        """The next time everything is drawn, for somebody else looks at the screen."""
        self.known, self.keyed, self.explained = {}, set(), {}

    # ------------------------------------------------------------------------------------ drawing

    def parts(self) -> list[Part]:
        boards = [d for d in self.match.program.domains if d.board is not None]
        return [(d.index, number) for d in boards for number in d.cells.floors]

    def lines(
        self, viewer: int | str, parts: Collection[Part] | None = None, request: Request | None = None, notes: Notes | None = None,
        whole: bool = False, key: bool = False, rows: dict[Part, tuple[int, int]] | None = None,
    ) -> list[Rich]:  # fmt: skip
        """Those parts of the boards, all of them for None; with ``key`` what their signs mean."""
        out: list[Rich] = []
        for domain in (d for d in self.match.program.domains if d.board is not None):
            floors = [n for n in domain.cells.floors if parts is None or (domain.index, n) in parts]
            if not floors:
                continue
            look = self.look(domain, viewer, floors, request, (notes or {}).get(domain.index, {}), whole)
            look = replace(look, rows={n: at for (index, n), at in (rows or {}).items() if index == domain.index and n in floors})
            out += coloured(graphs.text(domain.cells, width=self.width, look=look), self.palette)
            out += [Rich(PART, "dim")] if is_part(domain.cells, look) else []
            wanted = [n for n in floors if key or (domain.index, n) not in self.keyed]
            told = set() if key else self.explained.setdefault(domain.index, set())
            out += key_lines(self.match, domain, floors, wanted, look, self.palette, self.lang, self.width, told)
            self.keyed |= {(domain.index, n) for n in wanted}
            self.explained.setdefault(domain.index, set()).update(told)
        return out

    def look(
        self, domain: Domain, viewer: int | str, floors: Sequence[int], request: Request | None, notes: dict[int, str], whole: bool
    ) -> graphs.Look:  # fmt: skip
        pieces = tokens(self.match, domain.index, viewer, request, self.able, self.lang, text=True)
        focus = [cell for cell, there in pieces.items() if any(t.stress for t in there)] + list(notes)
        rim = domain.cells.is_hex and board_label(self.match.program) == "rim" and all_begin_above(domain.cells)
        style = style_of(self.match, domain, seen_state(self.match, viewer), viewer, self.lang)
        labels = {**({} if rim else labels_of(domain)), **said_in(style)}
        return graphs.Look(
            pieces, notes, labels, shaded_of(self.match.machine, domain.index), floors, focus, self.colours, whole,
            floor=of(self.lang).say("board.floor"), badges=style.badges, grounds=grounds_of(self.match.program, domain), rim=rim,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------ what has changed

    def news(
        self, viewer: int | str, request: Request | None = None, notes: Notes | None = None, begins: bool = True, then: Match | None = None
    ) -> list[Rich]:
        """The floors on which something has changed since they were last drawn; long ones only when somebody's turn ``begins``.
        ``then``: the match as it stood at another time."""
        self.match = then or self.match
        now = {part: self.state_of(part, viewer, notes or {}) for part in self.parts()}
        changed = [part for part, drawn in now.items() if self.differs(part, drawn, request)]
        if not self.known and request is not None:
            changed = self.concerned(viewer, request, notes) or self.peopled(viewer)
            if not changed:  # nobody stands anywhere yet: there is nothing to be seen
                return []
        cut = bool(self.known) and not begins
        rows = self.rows(viewer, changed, request, now, answers=True) if cut else {}
        told = {board: set(signs) for board, signs in self.explained.items()}
        lines = self.lines(viewer, changed, request, notes, rows=rows) if changed else []
        if len(lines) > LONG and cut and request is not None and (request.acts or request.about):
            # Whoever goes on with what he does knows the board; he is shown what has changed.
            self.explained = told
            lines = self.lines(viewer, changed, request, notes, rows=self.rows(viewer, changed, request, now))
        if len(lines) > LONG and cut and (request is None or request.acts or request.about):
            return []
        self.known = {**now, **{part: drawn for part, drawn in self.known.items() if part not in changed}} if self.known else now
        return lines

    def rows(
        self, viewer: int | str, changed: Collection[Part], request: Request | None, now: dict[Part, Drawn], answers: bool = False
    ) -> dict[Part, tuple[int, int]]:
        """The rows of a floor that need to be drawn again: those where something has changed, is done or may be, and their neighbours;
        with ``answers`` those of all that may be answered."""
        out = {}
        for part in changed:
            board = self.match.program.domains[part[0]].cells
            known = self.known.get(part, Drawn((), ()))
            cells = {c for c, _ in set(now[part].pieces) ^ set(known.pieces)} | {c for c, note in now[part].notes if note != "*"}
            told = tokens(self.match, part[0], viewer, request, self.able, self.lang, text=True)
            cells |= {c for c, there in told.items() if board.floor(c) == part[1] and any(t.stress == "active" for t in there)}
            if answers:
                here = tokens(
                    self.match, part[0], viewer, request, (), self.lang, text=True
                )  # those who are answers, not those who could act
                cells |= {c for c, there in here.items() if board.floor(c) == part[1] and any(t.stress for t in there)}
                cells |= {c for c, _ in now[part].notes}
            across = [board.coordinates[c][1] for c in cells]
            every = [p[1] for c, p in enumerate(board.coordinates) if board.floor(c) == part[1]]
            low, high = max(min(across) - AROUND, min(every)), min(max(across) + AROUND, max(every))
            out[part] = (low, high) if 2 * (high - low) < max(every) - min(every) else (min(every), max(every))
        return out

    def state_of(self, part: Part, viewer: int | str, notes: Notes) -> Drawn:
        domain, floor = part
        board = self.match.program.domains[domain].cells
        here = [
            (cell, tuple(there))
            for cell, there in sorted(tokens(self.match, domain, viewer, lang=self.lang, text=True).items())
            if board.floor(cell) == floor
        ]
        said = [(cell, note) for cell, note in sorted(notes.get(domain, {}).items()) if board.floor(cell) == floor]
        return Drawn(tuple(here), tuple(said))

    def differs(self, part: Part, drawn: Drawn, request: Request | None = None) -> bool:
        """Has anything moved, or is something said of its cells that is not just that they may be chosen?  That counts too once a piece
        is chosen, and where it may go is asked."""
        known = self.known.get(part)
        if known is None:
            return bool(drawn.pieces or drawn.notes) or len(self.parts()) == 1
        chosen = request is not None and len(request.about) > 1 and bool(drawn.notes)
        telling = chosen or any(not CERTAIN.fullmatch(note) for _, note in drawn.notes)
        return drawn.pieces != known.pieces or (telling and drawn.notes != known.notes)

    def concerned(self, viewer: int | str, request: Request | None, notes: Notes | None = None) -> list[Part]:
        """The floors a question is about: where somebody acts or may be chosen, or something may be done."""
        out = []
        for domain, floor in self.parts():
            board = self.match.program.domains[domain].cells
            told = tokens(self.match, domain, viewer, request, self.able, self.lang, text=True)
            cells = [cell for cell, there in told.items() if any(t.stress for t in there)] + list((notes or {}).get(domain, ()))
            if any(board.floor(cell) == floor for cell in cells):
                out.append((domain, floor))
        return out

    def peopled(self, viewer: int | str) -> list[Part]:
        """The floors on which somebody's pieces stand."""
        return [part for part in self.parts() if any(t.side >= 0 for _, there in self.state_of(part, viewer, {}).pieces for t in there)]

    def asked(self, said: str, viewer: int | str, request: Request | None = None, notes: Notes | None = None) -> list[Rich] | None:
        """What ``board``, ``board 2`` or ``board all`` shows, with its key; None for a floor that is not there."""
        parts = self.parts()
        if said.casefold() in ("all", "tout", "tous"):
            return self.lines(viewer, parts, request, notes, whole=True, key=True)
        if said:
            numbers = {part for part in parts if str(part[1]) == said.strip()}
            return self.lines(viewer, numbers, request, notes, key=True) if numbers else None
        chosen = self.concerned(viewer, request, notes) or self.peopled(viewer) or parts
        return self.lines(viewer, chosen, request, notes, key=True)


def is_part(board: graphs.Board, look: graphs.Look) -> bool:
    """Are some rows of its floors left out?"""
    across = [(place[1], look.rows[floor]) for cell, place in enumerate(board.coordinates) if (floor := board.floor(cell)) in look.rows]
    return any(not low <= row <= high for row, (low, high) in across)


def all_begin_above(board: graphs.Board) -> bool:
    """Does every column of a board of hexagons have a cell in the first row?  Then numbers above it tell them all."""
    first = min(place[1] for place in board.coordinates)
    return {place[0] for place in board.coordinates} == {place[0] for place in board.coordinates if place[1] == first}


def coloured(lines: Iterable[Sequence[graphs.Span]], colours: Palette) -> list[Rich]:
    """Lines of a board in the colours of its sides."""
    out = []
    for line in lines:
        shown = Rich(no_wrap=True)
        for piece, side, stress in line:
            style = "dim" if side is None else NOTE_STYLE if side == graphs.NOTED else colours.style(side)
            shown.append(piece, f"{style} reverse" if stress == "active" else f"{style} underline" if stress == "offered" else style)
        out.append(shown)
    return out


def every_board(match: Match, viewer: int | str = REFEREE, width: int = 80, lang: str = "en", colours: bool = False) -> list[Rich]:
    """All boards with what a viewer may see on them: a saved match, a report."""
    return Screen(match, lang, width, colours).lines(viewer, whole=True, key=True)
