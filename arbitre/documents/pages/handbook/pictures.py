"""Pictures of scenarios and of ideas: a board with arrows, zones and dice, a caption, and words for those who do not see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from arbitre import graphs
from arbitre.documents.language.base import capital
from arbitre.documents.pages.handbook.examples import Named, Played, books_of, play
from arbitre.documents.pages.handbook.moments import Drawn, Moment, Passage, moments, whole
from arbitre.documents.pages.handbook.positions import board_of, window
from arbitre.documents.pages.reference.board import Boards
from arbitre.documents.pages.reference.chances import plain
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE, Domain, Text
from arbitre.dsl.lower.display.shown import opening_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.setting import givens, goes_on
from arbitre.interpreter.play.scenario.stage import Shot
from arbitre.story.boards.boards import parts_of, shut_edges, standing_board
from arbitre.story.boards.looks import style_of
from arbitre.story.boards.marks import palette, side_kind
from arbitre.story.boards.pieces import Standing, standing
from arbitre.story.narrator import HEADINGS, Narrator
from arbitre.story.subjects import TURNED

NAMED = 10  # pieces that are named in the words of a picture
TOLD = 3  # sentences of a caption that the rulebook does not write


class Pictures(Writer):
    """Draws them; each is a file of the chapter it stands in."""

    def __init__(self, pen: Pen, boards: Boards) -> None:
        super().__init__(pen)
        self.boards = boards
        self.chapter, self.count = "", 0

    def begin(self, chapter: str) -> None:
        """The pictures that follow stand in that chapter."""
        self.chapter, self.count = chapter, 0

    # ------------------------------------------------------------------------------------ what is asked for

    def of_scenario(self, one: Played, caption: str = "") -> Lines:
        """The scenario's own pictures, one after the other; else one of all that happens in it."""
        if one.match is None:
            return []
        if not one.shots:
            found = whole(one)
            return (
                [*self.figure(one, *found, caption or self.told(one, found[0].records)), *played_from(one, self.name(one))]
                if found is not None
                else []
            )
        out: Lines = ['<div class="steps" markdown>']
        before: Moment | None = None
        near = self.near(one)
        for number, (shot, moment) in enumerate(zip(one.shots, moments(one), strict=True), 1):
            figure = self.figure(one, before, moment, self.of(shot.line.said), shot, near=near)
            if figure and goes_on(shot.state, one.match.program):
                figure[-2:-2] = played_on(f"{one.scenario.name}@{number}", self.name(one))
            out += figure
            before = moment
        return [*out, "</div>", ""] if len(out) > 1 else []

    def near(self, one: Played) -> frozenset[int]:
        """The cells that matter in any picture of a scenario, so that all of them show the same part of the board."""
        assert one.match is not None
        domain = board_of(one.match)
        if domain is None:
            return frozenset()
        story, before, out = Named(one, self.language.code), None, set[int]()
        for shot, moment in zip(one.shots, moments(one), strict=True):
            drawn = Passage(one, domain.index, before, moment, story, self.language.code).drawn()
            zones, arrows = self.explained(drawn, domain, shot)
            out |= {*drawn.cells, *(c for zone in zones for c in zone.cells), *(c for arrow in arrows for c in arrow.cells)}
            before = moment
        return frozenset(out)

    def position(self, one: Played) -> Lines:
        """Who stands where at the beginning of a scenario, with what moves in it."""
        found = whole(one)
        if found is None and one.match is not None:
            found = (Moment(one.match.state, len(one.match.run.log or ())),) * 2
        return self.figure(one, *found, self.name(one), thrown=False) if found is not None else []

    def drawing(self, part: t.ChapterPart, scenario: t.Scenario) -> Lines:
        """An idea drawn over what a scenario gives."""
        one = play(books_of(self.book), opening_of(scenario, part.said, part.shown))
        if one.match is None or not one.shots or not one.outcome.ok:
            return []
        return self.figure(one, None, moments(one)[0], self.titles.pair(part.said), one.shots[0])

    # ------------------------------------------------------------------------------------ one picture

    def figure(
        self,
        one: Played,
        before: Moment | None,
        after: Moment,
        caption: str,
        shot: Shot | None = None,
        thrown: bool = True,
        near: frozenset[int] = frozenset(),
    ) -> Lines:
        """One of them, as a figure.  ``near``: cells that matter in the pictures beside it."""
        assert one.match is not None
        domain = board_of(one.match)
        if domain is None:
            return []
        story = Named(one, self.language.code)
        if before is not None and before.records == after.records and shot is not None:
            before = None  # nothing has happened since: what is ordered is drawn
        passage = Passage(one, domain.index, before, after, story, self.language.code)
        drawn = passage.drawn()
        zones, arrows = self.explained(drawn, domain, shot)
        overlay = replace(drawn.overlay, zones=zones, arrows=[*drawn.overlay.arrows, *arrows])
        overlay = overlay if thrown else replace(overlay, throws=())
        cells = {*near, *drawn.cells, *(c for zone in zones for c in zone.cells), *(c for arrow in arrows for c in arrow.cells)}
        if not cells and before is None and shot is None:
            return []
        self.count += 1
        file = f"position-{self.chapter}-{self.count}.svg"
        alt = self.alt(drawn.match, domain, caption, story)
        self.assets[file] = self.svg(drawn, domain, overlay, cells, alt).encode("utf-8")
        alt_said = re.sub(r"[\[\]]", "", plain(alt)).replace("\n", " ")
        return [
            '<figure class="position" markdown>',
            f"![{alt_said}]({file})",
            f"<figcaption markdown>{caption}</figcaption>",
            "</figure>",
            "",
        ]

    def svg(self, drawn: Drawn, domain: Domain, overlay: graphs.Overlay, cells: set[int], alt: str) -> str:
        match, board, lang = drawn.match, domain.cells, self.language.code
        style = style_of(match, domain, match.state, lang=lang)
        moved = any(style.cell(c).at is not None for c in range(board.size))
        only = None if moved else self.part(board, cells)
        parts = parts_of(match.machine, domain.index, lang)
        tokens = [x for found in (drawn.pieces, overlay.before) for here in found.values() for x in here]
        sides = self.sides(match, {x.side for x in tokens if x.side >= 0 and x.shape != "icon"})
        marked = {board.marks[c] for c in (only or range(board.size))}
        counts = [sum(m == mark for m in board.marks) for mark in board.marks]
        commonest = board.marks[counts.index(max(counts))] if counts else ""
        legend = {mark: parts["legend"].get(mark, mark) if mark in marked and mark != commonest else "" for mark in board.marks if mark}
        return graphs.svg(
            board,
            drawn.pieces,
            description=self.language.finish(plain(alt)),
            size=graphs.fitting(board, only),
            only=only,
            legend=legend,
            sides=sides,
            names=parts["names"],
            areas=parts["areas"],
            ways=parts["ways"],
            floor_title=parts["floor_title"],
            stacked=True,
            colours=palette(match.program).colours,
            style=style,
            overlay=overlay,
            shut=shut_edges(board, standing_board(match, domain.index)),
        )

    def part(self, board: graphs.Board, cells: set[int]) -> set[int] | None:
        """The part of the board around what matters, floor by floor; None for all of it."""
        floors = sorted({board.floor(c) for c in cells})
        if len(floors) <= 1:
            return window(board, cells)
        out: set[int] = set()
        for floor in floors:
            here = {c for c in cells if board.floor(c) == floor}
            out |= window(board, here) or {c for c in range(board.size) if board.floor(c) == floor}
        return out

    def sides(self, match: Match, there: set[int]) -> list[str]:
        """The names of the sides for the legend; none where there is but one."""
        kind = match.program.domains[side_kind(match.program)]
        if len(there) < 2:
            return []
        return [plain(self.titles.member(kind.name, row)) for row in kind.rows[: 1 + max(there)]]

    def explained(self, drawn: Drawn, domain: Domain, shot: Shot | None) -> tuple[list[graphs.Zone], list[graphs.Arrow]]:
        """The zones and arrows that a picture is to show."""
        zones, arrows = [], []
        for part, spots in zip(shot.line.shown, shot.shown, strict=True) if shot is not None else ():
            cells = [self.cells_of(drawn, domain, kind, rows) for kind, rows in spots]
            title = self.of(part.title)
            if part.to is None:
                zones.append(graphs.Zone(frozenset(cells[0]), title))
            elif cells[0] and cells[1]:
                side = self.side_at(drawn, domain, spots[0]) if spots[0][0] != domain.index else graphs.NEUTRAL
                arrows.append(graphs.Arrow((cells[0][0], cells[1][0]), part.line, side, title))
        return zones, arrows

    def cells_of(self, drawn: Drawn, domain: Domain, kind: int, rows: Sequence[int]) -> list[int]:
        """Cells, or those on which pieces stand."""
        if kind == domain.index:
            return list(rows)
        there = {p.row: p.cell for p in standing(drawn.match, domain.index) if p.domain == kind}
        return [there[row] for row in rows if row in there]

    def side_at(self, drawn: Drawn, domain: Domain, spot: tuple[int, tuple[int, ...]]) -> int:
        kind, rows = spot
        found = (p.token.side for p in standing(drawn.match, domain.index) if p.domain == kind and p.row in rows)
        return next(found, graphs.NEUTRAL)

    # ------------------------------------------------------------------------------------ words

    def of(self, text: Text) -> str:
        """A text of the rulebook in this language."""
        return text.within(self.language.code)

    def name(self, one: Played) -> str:
        """What a scenario is called."""
        title = one.scenario.title
        return self.titles.pair(title) if title is not None else one.scenario.name

    def told(self, one: Played, first: int) -> str:
        """What happens in a scenario, in a few sentences."""
        assert one.match is not None
        log = one.match.run.log or []
        tale = Narrator(one.match, self.language.code, story=Named(one, self.language.code)).sentences(log[first:], log)
        said = [s.text for s in tale if s.kind not in HEADINGS][:TOLD]
        return " ".join(said) if said else self.name(one)

    def alt(self, match: Match, domain: Domain, caption: str, story: Named) -> str:
        """What a picture shows, for those who hear it: its caption, then who stands where."""
        there = [p for p in standing(match, domain.index) if p.bearer is None]
        said = [
            f"{self.known_as(p, match, caption, story)} {self.l('picture.at')} {self.place(match, domain, p.cell)}" for p in there[:NAMED]
        ]
        text = re.sub(r"<[^>]*>|\{[^}]*\}|\]\([^)]*\)", "", caption).rstrip()
        return f"{text} {self.l('picture.standing', pieces='; '.join(said))}" if said else text

    def known_as(self, piece: Standing, match: Match, caption: str, story: Named) -> str:
        """What a piece is called in the words of a picture: as in its caption, be it by its player, its role or what it is."""
        name = story.row(piece.domain, piece.row)
        kind = match.program.domains[piece.domain].name
        if (kind, piece.row) not in story.names:  # the rules name it, not the scenario
            return name
        titles = [name, *self.belongs(piece, match, story), capital(plain(self.titles.kind(kind)))]
        return next(
            (title for title in titles if re.search(rf"\b{re.escape(title)}\b", caption, re.I)), self.player_of(piece, match, story) or name
        )

    def belongs(self, piece: Standing, match: Match, story: Named) -> list[str]:
        """Who plays it and what it is; a side is no name of one piece, nor is where it looks."""
        out = []
        for column in match.program.fields:
            if column.domain != piece.domain or column.values is not None or column.is_set or column.target == NONE:
                continue
            value, target = match.state.cells[match.machine.layout.base[column.index] + piece.row], match.program.domains[column.target]
            if value >= 0 and column.target != side_kind(match.program) and target.board is None and not target.dynamic:
                out.append((column.target, story.row(column.target, value)))
        return [title for target, title in out if title and match.program.domains[target].name not in TURNED]

    def player_of(self, piece: Standing, match: Match, story: Named) -> str:
        """Who plays it, where every piece has a player of its own."""
        seats = match.program.seats
        if seats == side_kind(match.program):
            return ""
        for column in match.program.fields:
            if column.domain == piece.domain and column.target == seats and column.values is None and not column.is_set:
                value = match.state.cells[match.machine.layout.base[column.index] + piece.row]
                return story.row(seats, value) if value >= 0 else ""
        return ""

    def place(self, match: Match, domain: Domain, cell: int) -> str:
        """What a cell is called."""
        title = match.machine.row_title(domain.index, cell)
        return self.of(title) if domain.rows[cell] and not domain.rows[cell].startswith("(") else domain.cells.spot(cell)


def played_from(one: Played, called: str) -> Lines:
    """Where a site that plays links to a match that begins with this scenario; elsewhere nothing is seen of it."""
    if not any(scene.form.startswith("given") or scene.form == "start_from" for scene in givens(one.scenario)):
        return []
    return [*played_on(one.scenario.name, called), ""]


def played_on(start: str, called: str) -> Lines:
    """The place of such a link; ``start``: a scenario, or a picture of it; ``called``: what the scenario is called."""
    return [f'<p class="play-on" data-start="{escape(start)}" data-called="{escape(plain(called))}" hidden></p>']
