"""The page of the boards: pictures, ways, directions, and what lies around a piece."""

from __future__ import annotations

import re
from typing import Any

import graphs
from arbitre.documents.language.base import capital
from arbitre.documents.model.scope import Scope
from arbitre.documents.pages import figures
from arbitre.documents.pages.chances import plain
from arbitre.documents.pages.entries import Entries
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.story.boards import titled_cells
from arbitre.story.pieces import standing, tokens
from dsl import tree as t
from dsl.core import Domain
from dsl.diagnostics.message import Messages
from dsl.parse.parser import parse_text
from dsl.resolve.maps import drawings
from dsl.resolve.symbols import TURNING
from interpreter.match.match import Match
from interpreter.play.scenarios import Books, run
from interpreter.state.errors import RulebookError
from interpreter.state.masks import rows_of

SEEDS = 4  # matches compared to tell what is always there from what the dice put there


class Boards(Writer):
    """``assets``: pictures by their path, filled as pages ask for them."""

    def __init__(self, pen: Pen, nouns: Things, entries: Entries) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.entries = entries

    def board_page(self) -> Lines:
        out = [f"# {self.l('page.board')}", "", self.l("board.intro"), ""]
        for domain in self.book.program.domains:
            if domain.board is not None:
                out += self.board(domain)
        return out

    def board(self, domain: Domain) -> Lines:
        board = domain.cells
        title = capital(self.titles.kinds(domain.name))
        floors = len(set(board.floors))
        size = 25 if board.is_hex else 20 if board.size <= 200 else 14 if board.size <= 700 else 11
        drawn: dict[str, Any] = {
            "size": size,
            "legend": {mark: self.mark(mark) for mark in dict.fromkeys(board.marks) if mark},
            "areas": self.areas(domain),
            "ways": {link.kind: self.mark(link.kind) for link in board.links},
            "names": titled_cells(domain, self.language.code),
            "floor_title": self.l("floor", number="{}"),
            "stacked": True,
        }
        said = self.l("board.alt", title=title, cells=board.size, floors=self.l("board.floors", count=floors) if floors > 1 else "")
        alt = said
        if drawn["areas"]:
            alt += " " + self.l("board.areas", names=self.language.list(list(drawn["areas"])))
        out = [f"## {title} {{ #board-{domain.name} }}", ""]
        out += self.picture(board, f"board-{domain.name}.svg", alt, said, drawn)
        options = self.board_options(domain.name)
        if options:
            out += [self.l("board.options", options=self.language.list(options)), ""]
        out += self.starting(domain, drawn)
        if board.links:
            out += self.links(domain)
        if board.directions:
            names = [self.titles.member("direction", n) for n in board.direction_names]
            alt = self.l("directions.alt", kinds=self.titles.kinds(domain.name), names=", ".join(names))
            wheel = f"directions-{domain.name}.svg"
            self.assets[wheel] = figures.wheel(names, board.is_hex, alt).encode("utf-8")
            said = self.l(
                "directions.text", kinds=self.titles.kinds(domain.name), names=self.language.list([f"{n} {w}" for n, w in enumerate(names)])
            )
            out += [f"### {self.l('directions.title')} {{ #directions-{domain.name} }}", "", said, "", f"![{alt}]({wheel})", ""]
        done: set[str] = set()
        for decl in self.book.of(t.Map, t.Part):
            if self.board_of(decl) == domain.index:
                # Several files may draw on one map: only the first of them opens a section.
                known = f"{type(decl).__name__} {decl.name}"
                out += [] if known in done else [self.entries.heading(3, decl, capital(self.map_title(decl))), ""]
                done.add(known)
                rules = self.map_rules(decl)
                if rules:  # for those who change the map; players read the picture
                    out += ["<details markdown>", f"<summary>{self.l('map.how')}</summary>", "", *rules, "</details>", ""]
                out += self.entries.meta(decl, used=False)
        return [*out, *self.zones(domain)]

    def picture(self, board: graphs.Board, name: str, alt: str, caption: str, drawn: dict[str, Any]) -> Lines:
        """A board as a figure: never wider than the page, and on a phone not smaller than one can read."""
        picture = graphs.svg(board, description=alt, **drawn)
        self.assets[name] = picture.encode("utf-8")
        width = re.search(r'width="(\d+)"', picture)
        least = f'{{ style="min-width:min({width[1]}px,640px)" }}' if width is not None else ""
        return [
            '<figure class="board" markdown>',
            f'<div class="board" tabindex="0" markdown>![{alt}]({name}){least}</div>',
            f"<figcaption markdown>{caption}</figcaption>",
            "</figure>",
            "",
        ]

    def starting(self, domain: Domain, drawn: dict[str, Any]) -> Lines:
        """What stands on the board when a match with the usual options asks its first question."""
        known = self.book._cache.setdefault("starting", {})
        if domain.index not in known:
            known[domain.index] = self.standing(domain.index)
        found = known[domain.index]
        if not found:
            return []
        group = self.siding(domain.index)
        count = sum(len(here) for here in found.values())
        several = 1 + max(token.side for here in found.values() for token in here)
        sides = [plain(self.titles.member(group.name, row)) for row in group.rows[:several]]
        alt = self.l("start.alt", count=count, title=capital(self.titles.kinds(domain.name)))
        out = [f"### {self.l('start.title')} {{ #start-{domain.name} }}", "", self.l("start.text"), ""]
        shown = {**drawn, "pieces": found, "sides": sides, "areas": {}}
        return [*out, *self.picture(domain.cells, f"start-{domain.name}.svg", alt, self.l("start.caption", count=count), shown)]

    def siding(self, board: int) -> Domain:
        """The kind whose members are the sides of the pieces: their camps, else those who decide."""
        program = self.book.program
        pieces = {piece.domain for piece in standing(Match(self.book.machine, 0), board)}
        targets = {f.target for f in program.fields if f.domain in pieces}
        return program.domains[next((g for g, _ in program.groups if g in targets), program.seats)]

    def areas(self, domain: Domain) -> dict[str, list[int]]:
        """Named parts of a board: rooms, zones; what a field of its cells says for good."""
        program = self.book.program
        out: dict[str, list[int]] = {}
        for column in program.fields:
            if column.domain != domain.index or column.values is None or column.target < 0 or column.low >= 0 or column.is_set:
                continue
            target = program.domains[column.target]
            if target.board is None:
                for cell, row in enumerate(column.values):
                    if row >= 0:
                        out.setdefault(plain(self.titles.member(target.name, target.rows[row])), []).append(cell)
        return out

    def standing(self, board: int) -> dict[int, list[graphs.Token]]:
        """Pieces that stand on the same cells whatever the dice: those that do in matches of several seeds."""
        try:
            found = tokens(Match(self.book.machine, 0), board)
            for seed in range(1, SEEDS):
                if not found:
                    break
                other = tokens(Match(self.book.machine, seed), board)
                found = {cell: here for cell, here in found.items() if other.get(cell) == here}
        except RulebookError:  # a match that cannot begin so has no position to show
            return {}
        return found

    def board_of(self, decl: t.Drawing) -> int:
        """The board that is made of a map, or takes in a part: the one whose shape names it, else the first that is made of one."""
        from arbitre.documents.model.nodes import spoken

        if isinstance(decl, t.Part):
            return next((d for d in self.book.symbols.maps_of if decl in drawings(self.book.symbols, d)), -1)
        found = [d for d in self.book.program.domains if d.board is not None]
        shapes = {d.index: {w for k in self.book.kinds.get(d.name, ()) if k.shape is not None for w in spoken(k.shape)} for d in found}
        for index, said in shapes.items():
            # A map may be chosen by an option whose members are called like maps.
            kinds = {str(o.type.kind) for o in self.book.of(t.Option) if str(o.name) in said and isinstance(o.type, t.OfKind)}
            chosen = {r for d in self.book.program.domains if d.name in kinds for r in d.rows}
            if str(decl.name) in said | chosen:
                return index
        return -1

    def map_title(self, decl: t.Drawing) -> str:
        if isinstance(decl, t.Part):
            return self.say("Part", title=self.titles.of(decl))
        found = self.book.members(str(decl.name))
        said = self.titles.member(found[0][0].name, str(decl.name)) if found else self.titles.plain(str(decl.name))
        return self.say("Map", title=said)

    def map_rules(self, decl: t.Drawing) -> Lines:
        out = [self.placing(place) for place in decl.places] if isinstance(decl, t.Map) else []
        for floor in decl.floors:
            if floor.column or floor.row:
                out.append(f"- {self.say('Floor.laid', number=floor.number, column=floor.column, row=floor.row)}")
            else:
                out.append(f"- {self.say('Floor', number=floor.number)}")
        for mark in decl.marks:
            if [str(m) for m in mark.members] == ["void"]:
                out.append(f"- {self.say('Mark.void', mark=mark.character)}")
                continue
            names = [self.mark(str(m)) for m in mark.members]
            out.append(f"- {self.say('Mark', mark=mark.character, members=self.language.list(names))}")
            if mark.named is not None:
                said = self.titles.pair(mark.title) if mark.title else self.titles.plain(str(mark.named))
                out.append(f"- {self.say('Mark.named', mark=mark.character, name=said)}")
            if mark.cut_off:
                out.append(f"- {self.say('Mark.cut_off', mark=mark.character)}")
        for path in decl.paths:
            cells = self.language.list([self.nouns.thing(c, Scope()) for c in path.cells])
            out.append(f"- {self.say('Path.along', title=self.titles.of(path), cells=cells)}")
        return [*out, ""] if out else []

    def placing(self, place: t.PlacePart) -> str:
        found = self.book.find(str(place.part), t.Part)
        part = self.link(self.titles.of(found), found) if found is not None else self.titles.plain(str(place.part))
        return f"- {self.say('PlacePart', part=part, column=place.column, row=place.row, number=place.floor)}"

    def mark(self, name: str) -> str:
        found = self.book.members(name)
        return plain(self.titles.member(found[0][0].name, name)) if found else plain(self.titles.plain(name))

    def board_options(self, kind: str) -> list[str]:
        from arbitre.documents.model.nodes import spoken

        words: set[str] = set()
        for decl in self.book.kinds.get(kind, ()):
            if decl.shape is not None:
                words |= set(spoken(decl.shape[1]))
        return [self.language.quote(self.link(self.titles.of(d), d)) for d in self.book.of(t.Option) if str(d.name) in words]

    def links(self, domain: Domain) -> Lines:
        board = domain.cells
        out = [
            f"### {self.l('board.links')} {{ #links-{domain.name} }}",
            "",
            '<div class="wide" tabindex="0" markdown>',
            "",
            f"| {self.l('link.kind')} | {self.l('link.from')} | {self.l('link.to')} | {self.l('link.cost')} |",
            "|---|---|---|--:|",
        ]
        for link in board.links:
            found = self.book.members(link.name) if link.name else []
            name = self.titles.member(found[0][0].name, link.name) if found else self.titles.plain(link.name)
            name = "" if "<" in name else plain(name)  # a name in the other language tells nobody anything
            kind = self.mark(link.kind)
            out.append(
                f"| {capital(kind)}{f' ({name})' if name and name != kind else ''} | {board.label(link.origin)} "
                f"| {board.label(link.target)} | {link.cost} |"
            )
        return [*out, "", "</div>", ""]

    # ------------------------------------------------------------------------------------ around a piece

    def zones(self, domain: Domain) -> Lines:
        """Sets of cells that depend on one piece, drawn for one in the middle."""
        board = domain.cells
        found: list[tuple[t.Define, str, int]] = []
        pieces = [d for d in self.book.program.domains if d.dynamic and d.name not in ("order",)]
        for decl in self.book.of(t.Define):
            if len(decl.params) != 1 or decl.params[0].type is not None or len(found) >= 12:
                continue
            kind = self.scopes.noun_kind(str(decl.params[0].name))
            piece = next((p for p in pieces if p.name == kind), None)
            entry = self.scopes.entry(str(decl.name), kind)
            if (
                piece is None
                or entry is None
                or self.domain_of(entry) != domain.index
                or str(decl.params[0].name) not in self.book.symbols.nouns
            ):
                continue
            spot = next(
                (f for f in self.book.fields_of(piece.name) if isinstance(f.type, t.OfKind) and str(f.type.kind) == domain.name), None
            )
            facing = next(
                (f for f in self.book.fields_of(piece.name) if isinstance(f.type, t.OfKind) and str(f.type.kind) in TURNING), None
            )
            if spot is None:
                continue
            middle = self.middle(board)
            known = self.book._cache.setdefault("zones", {})  # the same in every language
            if decl.name not in known:
                at = board.coordinates[middle]
                known[decl.name] = self.measured(decl, piece.name, str(spot.name), at, str(facing.name) if facing is not None else "")
            mask = known[decl.name]
            if mask is None or not mask:
                continue
            cells = rows_of(mask) if entry.type.is_set else [mask]
            if not cells or len(cells) > board.size * 0.6:
                continue
            title = plain(self.titles.of(decl))
            kind_noun = self.titles.kind(piece.name)
            alt = self.l(
                "zone.alt", title=title, count=len(cells), kind=kind_noun, a=self.language.a(kind_noun, self.titles.gender(kind_noun))
            )
            name = f"zone-{decl.name}.svg"
            ahead = None if facing is None else 0
            vertex = facing is not None and str(facing.type.kind) == "vertex"  # type: ignore[union-attr]
            self.assets[name] = figures.zone(board, middle, cells, ahead, alt, vertex).encode("utf-8")
            found.append(
                (
                    decl,
                    f"<figure markdown>![{alt}]({name})<figcaption markdown>{self.link(self.titles.of(decl), decl)}</figcaption></figure>",
                    0 if facing is not None else -1,
                )
            )
        if not found:
            return []
        kind = self.titles.kind(self.scopes.noun_kind(str(found[0][0].params[0].name)) or "")
        a = self.language.a(kind, self.titles.gender(kind))
        text = self.l("zones.text" if found[0][2] == 0 else "zones.text.plain", kind=kind, a=a)
        return [
            f"### {self.l('zones.title')} {{ #zones }}",
            "",
            text,
            "",
            '<div class="zones" markdown>',
            *[f for _, f, _ in found],
            "</div>",
            "",
        ]

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
