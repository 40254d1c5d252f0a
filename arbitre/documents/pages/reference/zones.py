"""Sets of cells that depend on one piece, drawn for one in the middle of the board."""

from __future__ import annotations

from typing import Any

from arbitre import graphs
from arbitre.documents.pages.handbook import figures
from arbitre.documents.pages.reference.chances import plain
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.writer import Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Domain
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.resolve.symbols import TURNING
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run
from arbitre.interpreter.state.masks import rows_of

MOST = 12  # zones on one page
LARGEST = 0.6  # of a board: what is larger is no zone


class Zones(Writer):
    """Draws zones."""

    def zones(self, domain: Domain) -> Lines:
        """Those of every value of one piece that gives cells of this board."""
        found: list[tuple[t.Define, str, bool]] = []
        for decl in self.book.of(t.Define):
            figure = self.zone(decl, domain) if len(found) < MOST else None
            if figure is not None:
                found.append((decl, *figure))
        if not found:
            return []
        kind = self.titles.kind(self.scopes.noun_kind(str(found[0][0].params[0].name)) or "")
        a = self.language.a(kind, self.titles.gender(kind))
        text = self.l("zones.text" if found[0][2] else "zones.text.plain", kind=kind, a=a)
        figures_ = [figure for _, figure, _ in found]
        return [f"### {self.l('zones.title')} {{ #zones }}", "", text, "", '<div class="zones" markdown>', *figures_, "</div>", ""]

    def zone_of(self, decl: t.Define) -> Lines:
        """One zone as a figure, on whichever board it lies; nothing for what is no zone."""
        boards = [d for d in self.book.program.domains if d.board is not None]
        found = next((figure for domain in boards if (figure := self.zone(decl, domain)) is not None), None)
        return ['<div class="zones" markdown>', found[0], "</div>", ""] if found is not None else []

    def zone(self, decl: t.Define, domain: Domain) -> tuple[str, bool] | None:
        """The figure, and whether the piece looks somewhere; None for what is no zone of this board."""
        if len(decl.params) != 1 or decl.params[0].type is not None or str(decl.params[0].name) not in self.book.symbols.nouns:
            return None
        kind = self.scopes.noun_kind(str(decl.params[0].name))
        pieces = (d for d in self.book.program.domains if d.dynamic and d.name not in ("order",))
        piece = next((p for p in pieces if p.name == kind), None)
        entry = self.scopes.entry(str(decl.name), kind)
        if piece is None or entry is None or self.domain_of(entry) != domain.index:
            return None
        fields = [(f, str(f.type.kind)) for f in self.book.fields_of(piece.name) if isinstance(f.type, t.OfKind)]
        spot = next((f for f, kind in fields if kind == domain.name), None)
        facing, turning = next(((f, kind) for f, kind in fields if kind in TURNING), (None, ""))
        if spot is None:
            return None
        board, middle = domain.cells, self.middle(domain.cells)
        known = self.book._cache.setdefault("zones", {})  # the same in every language
        if decl.name not in known:
            at = board.coordinates[middle]
            known[decl.name] = self.measured(decl, piece.name, str(spot.name), at, str(facing.name) if facing is not None else "")
        mask = known[decl.name]
        cells = rows_of(mask) if mask and entry.type.is_set else [mask] if mask else []
        if not cells or len(cells) > board.size * LARGEST:
            return None
        noun = self.titles.kind(piece.name)
        alt = self.l(
            "zone.alt", title=plain(self.titles.of(decl)), count=len(cells), kind=noun, a=self.language.a(noun, self.titles.gender(noun))
        )
        name = f"zone-{decl.name}.svg"
        ahead = None if facing is None else 0
        self.assets[name] = figures.zone(board, middle, cells, ahead, alt, turning == "vertex").encode("utf-8")
        caption = self.link(self.titles.of(decl), decl)
        return f"<figure markdown>![{alt}]({name})<figcaption markdown>{caption}</figcaption></figure>", facing is not None

    @staticmethod
    def domain_of(entry: Any) -> int:
        return entry.type.domain if entry.type.kind == "set" else -1

    @staticmethod
    def middle(board: graphs.Board) -> int:
        if board.is_hex:
            return min(range(board.size), key=lambda c: sum(abs(x) for x in board.coordinates[c][:2]))
        columns, rows = max(p[0] for p in board.coordinates), max(p[1] for p in board.coordinates)
        return min(
            range(board.size),
            key=lambda c: (abs(board.coordinates[c][0] - (columns + 1) // 2) + abs(board.coordinates[c][1] - (rows + 1) // 2), c),
        )

    def measured(self, decl: t.Define, kind: str, spot: str, place: tuple[int, ...], facing: str) -> int | None:
        """The cells, as the referee counts them for one piece put there."""
        at = "(" + ", ".join(map(str, place)) + ")"
        more = f", {facing} 0" if facing else ""
        text = f'scenario "zone":\n    given {kind} the_piece: {spot} {at}{more}\n    measure {decl.name}(the_piece) as cells\n'
        messages = Messages()
        file = parse_text(text, "(zone)", messages)
        if messages.items or not file.decls or not isinstance(file.decls[0], t.Scenario):
            return None
        books = Books(self.book.rulebook)
        books.ready[()] = (self.book.bound, self.book.machine)
        try:
            outcome = run(books, file.decls[0])
        except Exception:  # a value that no lone piece has: nothing to draw
            return None
        if not outcome.ok or len(outcome.measures) != 1:
            return None
        return outcome.measures[0][0][0]
