"""Maps as boards: what the marks of cells stand for, their names, named ways over them, and the links between cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import graphs
from dsl import core
from dsl import tree as t
from dsl.messages import Messages
from dsl.places import Place
from dsl.plans import Plan, Square, compose
from dsl.types import Ty, number, row

VOID = "void"
_FIRST = 0xE000  # private characters stand for marks, so that two files may use one character for different things


class Maps:
    """The part of the binder that makes boards from maps and rows from links."""

    if TYPE_CHECKING:
        decls: list[t.Decl]
        messages: Messages
        domains: list[core.Domain]
        domain_by_name: dict[str, int]
        members: dict[str, list[tuple[int, int]]]
        fields: list[core.Field]
        fields_of: dict[int, dict[str, int]]
        kind_decls: dict[str, list[t.Kind]]

        maps: set[str]

        def error(self, code: str, place: Place, text: str, hint: str = "", related: Any = ()) -> None: ...
        def unknown(self, word: t.Word, what: str, known: Any) -> None: ...
        def add_field(self, domain: core.Domain, name: str, type_: Ty, default: int, place: Place) -> core.Field: ...
        def value(self, expr: t.Expr, scope: Any, expected: Ty, what: str = "this") -> core.Expr: ...
        def evaluate(self, bound: core.Expr, place: Place) -> int: ...
        def value_of(self, owner: core.Expr, type_: Ty, word: t.Word) -> Any: ...
        def words_of(self, type_: Ty) -> list[str]: ...
        def new_scope(self) -> Any: ...
        def no_board(self) -> Any: ...
        def function_of(self, entry: Any) -> core.Function: ...

        entries: dict[str, list[Any]]

    cell_marks: dict[int, list[t.Mark]]
    cell_places: dict[int, list[Place]]  # where each cell is drawn
    links_of: dict[int, list[t.Link]]  # by kind of links, one a row
    on_board: int  # the kind of cells whose map has the links
    maps_of: dict[int, list[str]]  # by kind of cells: the maps that it may be made of
    map_options: set[str]  # that choose one
    plans: dict[int, Plan]
    parts: dict[str, t.Part]
    paths: dict[str, tuple[int, list[int]]]  # named ways: the kind of their cells, the cells of the chosen map
    ways: dict[str, t.Path]  # where each is laid, on the chosen map or on another

    def map_decls(self, name: str) -> list[t.Map]:
        return [d for d in self.decls if isinstance(d, t.Map) and str(d.name) == name]

    def build_floors(self, name: str, place: Place, domain: core.Domain, corners: bool) -> Any:
        """The board of a map; what each cell's mark says is kept for the columns."""
        plan = self.plans[domain.index] = compose(self.map_decls(name), self.parts, self.messages)
        marks: list[t.Mark] = []
        numbers: dict[int, str] = {}
        floors = []
        for number_, squares in plan.floors.items():
            if not squares:
                continue
            for square in squares.values():
                if id(square.mark) not in numbers:
                    numbers[id(square.mark)] = chr(_FIRST + len(marks))
                    marks.append(square.mark)
            width, height = max(x for x, _ in squares), max(y for _, y in squares)
            rows = [
                "".join(numbers[id(squares[x, y].mark)] if (x, y) in squares else chr(_FIRST - 1) for x in range(1, width + 1))
                for y in range(1, height + 1)
            ]
            floors.append((number_, "\n".join(rows)))
        first: dict[str, str] = {}
        for mark in marks:  # where a file lays a room over a floor, plain ground still looks like plain ground
            first.setdefault(str(mark.members[0]), mark.character)
        legend = {
            numbers[id(m)]: graphs.Legend(str(m.members[0]), VOID not in map(str, m.members), first[str(m.members[0])]) for m in marks
        } | {chr(_FIRST - 1): graphs.Legend(VOID, False)}  # fmt: skip
        try:
            board = graphs.floors(floors, legend, corners=corners)
        except graphs.BoardError as error:
            if not self.messages.errors:
                self.error("B01", place, f"the map ‘{name}’ cannot be read: {error}")
            return self.no_board()
        by_place: dict[tuple[int, ...], Square] = {(x, y, n): s for n, squares in plan.floors.items() for (x, y), s in squares.items()}
        self.cell_marks[domain.index] = [by_place[at].mark for at in board.coordinates]
        self.cell_places[domain.index] = [by_place[at].place for at in board.coordinates]
        if plan.links or not self.map_links:
            self.map_links, self.on_board = plan.links, domain.index
        return board

    map_links: list[t.Link]

    def name_cells(self, domain: core.Domain) -> None:
        """Cells whose mark says ``as NAME``."""
        seen: dict[str, t.Mark] = {}
        order = [m.place for d in self.decls if isinstance(d, t.Drawing) for m in d.marks]
        for cell, mark in enumerate(self.cell_marks.get(domain.index, ())):
            if mark.named is None:
                continue
            other = seen.setdefault(str(mark.named), mark)
            if other is not mark:
                first, second = sorted((other, mark), key=lambda m: order.index(m.place))
                self.error("B01", second.named.place if second.named else second.place, f"two cells are called ‘{mark.named}’",
                           "Choose another name.", [(first.place, "the first")])  # fmt: skip
                continue
            if str(mark.named) in domain.rows:
                self.error("B01", mark.place, f"two cells are called ‘{mark.named}’: the mark ‘{mark.character}’ is drawn twice",
                           "A mark that names its cell is drawn once.", [(self.cell_places[domain.index][cell], "here")])  # fmt: skip
                continue
            domain.rows[cell] = str(mark.named)
            said = str(mark.named).replace("_", " ")
            domain.titles[cell] = core.Text(mark.title.en, mark.title.fr) if mark.title else core.Text(said, said)
            self.members.setdefault(str(mark.named), []).append((domain.index, cell))

    def drawings(self, domain: int) -> list[t.Drawing]:
        """The maps that a kind of cells may be made of, and the parts they place; parts without a place go to the first such kind."""
        maps = [d for d in self.decls if isinstance(d, t.Map) and str(d.name) in self.maps_of[domain]]
        placed = {str(p.part) for d in maps for p in d.places}
        elsewhere = {str(p.part) for d in self.decls if isinstance(d, t.Map) for p in d.places}
        first = domain == min(self.maps_of)
        parts = [p for name, p in self.parts.items() if name in placed or (first and name not in elsewhere)]
        return [*maps, *parts]

    def declare_missing(self) -> None:
        """Cells, links and ways that another map has, or a part without a place on this one: none, and empty."""
        for name in self.maps - {str(d.name) for plan in self.plans.values() for d in plan.decls}:
            compose(self.map_decls(name), self.parts, self.messages)  # one that is not chosen has its faults told too
        links = next((i for i in self.links_of), None)
        for domain in self.maps_of:
            for before, decl in self.drawn_by(domain):
                for mark in decl.marks:
                    self.missing(before, mark.named, domain)
                for link in decl.links:
                    self.missing(before, link.named, links)
                    if link.named is not None and (link.both_ways or link.back is not None):
                        self.missing(before, t.Word(f"{link.named}_back"), links)

    def drawn_by(self, domain: int) -> Iterator[tuple[str, t.Drawing]]:
        """Every map and part, once for each name that stands before those of its cells; most parts have a place without."""
        bare = {str(p.part) for d in self.decls if isinstance(d, t.Map) for p in d.places if p.named is None}
        placed = {str(p.part) for d in self.decls if isinstance(d, t.Map) for p in d.places}
        for decl in self.drawings(domain):
            if isinstance(decl, t.Map) or str(decl.name) in bare or str(decl.name) not in placed:
                yield "", decl
            for place in decl.places if isinstance(decl, t.Map) else ():
                if place.named is not None and str(place.part) in self.parts:
                    yield f"{place.named}_", self.parts[str(place.part)]

    def missing(self, before: str, word: t.Word | None, domain: int | None) -> None:
        name = f"{before}{word}"
        if word is not None and domain is not None and not any(of == domain for of, _ in self.members.get(name, ())):
            self.members.setdefault(name, []).append((domain, core.NONE))

    def lay_paths(self) -> None:
        """Named ways, once cells have their names: those of the chosen map, and without a cell those of others."""
        for domain in self.maps_of:
            chosen = self.plans[domain].paths if domain in self.plans else []
            first: dict[str, t.Path] = {}
            for path in chosen:
                if first.setdefault(str(path.name), path) is not path:
                    self.error("N02", path.name.place, f"two ways are called ‘{path.name}’", "Choose another name.",
                               [(first[str(path.name)].name.place, "the first")])  # fmt: skip
                    continue
                if str(path.name) in self.members:
                    self.error("N02", path.name.place, f"‘{path.name}’ is the name of something else", "Choose another name for the way.")
                cells = [self.evaluate(self.value(c, self.new_scope(), row(domain)), c.place) for c in path.cells]
                self.ways[str(path.name)] = path
                self.paths[str(path.name)] = (domain, [c for c in cells if c >= 0])
            for before, decl in self.drawn_by(domain):
                for path in decl.paths:
                    self.ways.setdefault(f"{before}{path.name}", path)
                    self.paths.setdefault(f"{before}{path.name}", (domain, []))

    # ------------------------------------------------------------------------------------ links

    def declare_links(self) -> None:
        """Rows of the kind marked ``links``: one for each way a link may be gone."""
        for name, decls in self.kind_decls.items():
            decl = next((d for d in decls if d.links), None)
            if decl is None:
                continue
            domain = self.domains[self.domain_by_name[name]]
            if self.on_board < 0:
                self.error("T03", decl.place, "no board of this game is drawn as a map", "Links belong to a map.")
                continue
            rows: list[t.Link] = []
            named: dict[str, t.Link] = {}
            for link in self.map_links:
                if link.named is not None and named.setdefault(str(link.named), link) is not link:
                    self.error("N02", link.named.place, f"two links are called ‘{link.named}’", "Choose another name.",
                               [((named[str(link.named)].named or link.named).place, "the first")])  # fmt: skip
                    continue
                for back in (False, True) if link.both_ways or link.back is not None else (False,):
                    rows.append(link)
                    known = str(link.named) + ("_back" if back else "") if link.named else f"{link.kind} {len(rows)}"
                    domain.rows.append(known)
                    domain.titles.append(core.Text(known.replace("_", " "), known.replace("_", " ")))
                    if link.named:
                        self.members.setdefault(known, []).append((domain.index, len(domain.rows) - 1))
            domain.size = len(domain.rows)
            self.links_of[domain.index] = rows
            cell = row(self.on_board)
            for word, type_ in (("start", cell), ("finish", cell), ("cost", number(0, 99))):
                if word not in self.fields_of[domain.index]:
                    self.add_field(domain, word, type_, 0, decl.place)

    def fill_links(self) -> None:
        """Their ends and costs, once cells have their names; and the board learns of them."""
        made: list[graphs.Link] = []
        for index, rows in self.links_of.items():
            domain = self.domains[index]
            columns: dict[str, list[int]] = {"start": [], "finish": [], "cost": []}
            before: t.Link | None = None
            for position, link in enumerate(rows):
                back = link is before
                before = None if back else link
                ends = [self.link_end(link.origin), self.link_end(link.target)]
                if min(ends) < 0:
                    self.error("B02", link.place, f"an end of this ‘{link.kind}’ has no place on the map",
                               "Draw the cell, place the part that draws it, or move the link to that part.")  # fmt: skip
                price = link.back if back and link.back is not None else link.cost
                cost = 1 if price is None else self.evaluate(self.value(price, self.new_scope(), number(0, 99)), price.place)
                start, finish = reversed(ends) if back else ends
                for word, value in (("start", start), ("finish", finish), ("cost", cost)):
                    columns[word].append(value)
                if start >= 0 and finish >= 0:
                    made.append(graphs.Link(str(link.kind), start, finish, cost, domain.rows[position] if link.named else ""))
                if not any(True for _ in self.members.get(str(link.kind), [])) and not back:
                    self.unknown(link.kind, "member", self.members)
            for word, column in columns.items():
                held = self.fields[self.fields_of[index][word]]
                held.values = column
        if self.on_board >= 0 and not self.links_of and self.map_links:
            for link in self.map_links:
                ends = [self.link_end(link.origin), self.link_end(link.target)]
                if min(ends) >= 0:
                    cost = 1 if link.cost is None else self.evaluate(self.value(link.cost, self.new_scope(), number(0, 99)), link.place)
                    made.append(graphs.Link(str(link.kind), ends[0], ends[1], cost))
                    if link.both_ways:
                        made.append(graphs.Link(str(link.kind), ends[1], ends[0], cost))
        for mark in {id(m): m for marks in self.cell_marks.values() for m in marks}.values():
            for member in mark.members:
                if member not in self.members:
                    self.unknown(member, "member", self.members)
        if made:
            board = self.domains[self.on_board]
            board.board = board.board.with_links(made)

    def price_entries(self) -> None:
        """``entered at VALUE``: what a step into each cell costs, or a step from one cell to the next, as the match begins."""
        for name, decls in self.kind_decls.items():
            word = next((d.entry_cost for d in decls if d.entry_cost), None)
            domain = self.domains[self.domain_by_name[name]]
            if word is None or domain.board is None:
                continue
            both = [e for e in self.entries.get(str(word), ()) if e.types == [row(domain.index), row(domain.index)]]
            if both:
                self.price_steps(domain, word, both[0])
                continue
            prices = []
            for cell in range(domain.size):
                found = self.value_of(core.Const(word.place, cell), row(domain.index), word)
                if found is None:
                    self.unknown(word, f"value of a {name}", self.words_of(row(domain.index)))
                    return
                prices.append(self.evaluate(found[0], word.place))
            domain.board = domain.board.with_entry(prices)

    def price_steps(self, domain: core.Domain, word: t.Word, entry: Any) -> None:
        function = self.function_of(entry).index

        def price(origin: int, target: int) -> int:
            ends = (core.Const(word.place, origin), core.Const(word.place, target))
            return self.evaluate(core.Apply(word.place, function, ends), word.place)

        domain.board = domain.board.with_steps_at(price)

    def link_end(self, expr: t.Expr) -> int:
        return self.evaluate(self.value(expr, self.new_scope(), row(self.on_board)), expr.place)
