"""The page of the boards: pictures, ways, directions, and what lies around a piece."""

from __future__ import annotations

import re
from typing import Any

from arbitre import graphs
from arbitre.documents.language.base import capital
from arbitre.documents.model.book import slug
from arbitre.documents.model.scope import Scope
from arbitre.documents.pages.handbook import figures
from arbitre.documents.pages.reference.chances import plain
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.pages.reference.zones import Zones
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Domain, Program
from arbitre.dsl.resolve.boards.maps import drawings
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError
from arbitre.story.boards.areas import label
from arbitre.story.boards.boards import parts_of, shut_edges, standing_board
from arbitre.story.boards.looks import style_of
from arbitre.story.boards.marks import palette
from arbitre.story.boards.pieces import standing, tokens

SEEDS = 4  # matches compared to tell what is always there from what the dice put there


class Boards(Writer):
    """``assets``: pictures by their path, filled as pages ask for them."""

    def __init__(self, pen: Pen, nouns: Things, entries: Entries) -> None:
        super().__init__(pen)
        self.around = Zones(pen)
        self.nouns = nouns
        self.entries = entries

    def board_page(self) -> Lines:
        out = [f"# {self.l('page.board')}", "", self.l("board.intro"), ""]
        for domain in self.book.program.domains:
            if domain.board is not None:
                out += self.board(domain)
        return out

    def style(self, domain: Domain, program: Program | None = None) -> dict[str, Any]:
        """How pictures of a board are drawn: what its marks, parts and ways are called."""
        board = domain.cells
        still = self.still(program or self.book.program)
        return {
            "colours": palette(still.program).colours,
            "style": style_of(still, domain, still.state, lang=self.language.code),
            "size": graphs.fitting(board),
            "legend": {mark: self.mark(mark) for mark in dict.fromkeys(board.marks) if mark},
            "areas": self.areas(domain, program),
            "ways": {link.kind: self.mark(link.kind) for link in board.links},
            "names": parts_of(still.machine, domain.index, self.language.code)["names"],
            "floor_title": self.l("floor", number="{}"),
            "stacked": True,
            "shut": shut_edges(board, standing_board(still, domain.index)),
        }

    def still(self, program: Program) -> Match:
        """A match that has not begun: what a board looks like by itself."""
        known: dict[int, Match] = self.book._cache.setdefault("still", {})
        if id(program) not in known:
            machine = self.book.machine if program is self.book.program else machine_of(program)
            known[id(program)] = Match(machine, 0, start=False)
        return known[id(program)]

    def drawn_board(self, domain: Domain, drawn: dict[str, Any] | None = None, name: str = "") -> Lines:
        """A whole board as a figure; ``name``: of the map, where it is not the usual one."""
        drawn = drawn or self.style(domain)
        floors = len(set(domain.cells.floors))
        title = capital(self.titles.kinds(domain.name))
        said = self.l("board.alt", title=title, cells=domain.cells.size, floors=self.l("board.floors", count=floors) if floors > 1 else "")
        alt = said
        if drawn["areas"]:
            alt += " " + self.l("board.areas", names=self.language.list(list(drawn["areas"])))
        return self.picture(domain.cells, f"board-{name or domain.name}.svg", alt, said, drawn)

    def drawn_map(self, name: str, program: Program) -> Lines:
        """The board that is made of a map, in a program where an option has chosen it."""
        domain = next((d for d in program.domains if d.board is not None), None)
        return self.drawn_board(domain, self.style(domain, program), name) if domain is not None else []

    def drawn_area(self, name: str, program: Program) -> Lines:
        """A part of a board that a member names (a room, a zone), with what lies around it; nothing if there is none."""
        for domain, row in self.book.members(name):
            for column in program.fields:
                board = program.domains[column.domain]
                if column.target != domain.index or board.board is None or column.given is None or column.is_set:
                    continue
                cells = {cell for cell, value in enumerate(column.given) if value == row}
                near = cells | {n for c in cells for n in board.cells.neighbours(c) if board.cells.floor(n) == board.cells.floor(c)}
                if cells:
                    title = plain(self.titles.member(domain.name, name))
                    shown = {**self.style(board, program), "size": 18, "only": near, "areas": {}}
                    return self.picture(board.cells, f"area-{name}.svg", title, title, shown)
        return []

    def board(self, domain: Domain) -> Lines:
        board = domain.cells
        title = capital(self.titles.kinds(domain.name))
        drawn = self.style(domain)
        out = [f"## {title} {{ #board-{slug(domain.name)} }}", "", *self.drawn_board(domain, drawn)]
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
            out += [f"### {self.l('directions.title')} {{ #directions-{slug(domain.name)} }}", "", said, "", f"![{alt}]({wheel})", ""]
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
        return [*out, *self.around.zones(domain)]

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
        out = [f"### {self.l('start.title')} {{ #start-{slug(domain.name)} }}", "", self.l("start.text"), ""]
        shown = {**drawn, "pieces": found, "sides": sides, "areas": {}}
        return [*out, *self.picture(domain.cells, f"start-{domain.name}.svg", alt, self.l("start.caption", count=count), shown)]

    def siding(self, board: int) -> Domain:
        """The kind whose members are the sides of the pieces: their camps, else those who decide."""
        program = self.book.program
        pieces = {piece.domain for piece in standing(Match(self.book.machine, 0), board)}
        targets = {f.target for f in program.fields if f.domain in pieces}
        return program.domains[next((g for g, _ in program.groups if g in targets), program.seats)]

    def areas(self, domain: Domain, program: Program | None = None) -> dict[str, list[int]]:
        """Named parts of a board: rooms, zones; what a field of its cells says for good."""
        program = program or self.book.program
        out: dict[str, list[int]] = {}
        for column in program.fields:
            if column.domain != domain.index or column.given is None or column.target < 0 or column.low >= 0 or column.is_set:
                continue
            target = program.domains[column.target]
            if target.board is None:
                for cell, row in enumerate(column.given):
                    if row >= 0:
                        out.setdefault(plain(self.titles.member(target.name, target.rows[row])), []).append(cell)
        return out

    def standing(self, board: int) -> dict[int, list[graphs.Token]]:
        """Pieces that stand on the same cells whatever the dice: those that do in matches of several seeds."""
        try:
            found = tokens(Match(self.book.machine, 0), board, lang=self.language.code)
            for seed in range(1, SEEDS):
                if not found:
                    break
                other = tokens(Match(self.book.machine, seed), board, lang=self.language.code)
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
        if decl.title:
            return self.titles.of(decl)
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
            f"### {self.l('board.links')} {{ #links-{slug(domain.name)} }}",
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
            origin, target = (plain(label(domain, cell, self.language.code)) for cell in (link.origin, link.target))
            named = f" ({name})" if name and name != kind else ""
            out.append(f"| {capital(kind)}{named} | {origin} | {target} | {link.cost} |")
        return [*out, "", "</div>", ""]
