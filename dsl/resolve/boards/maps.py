"""Maps as boards: what the marks of cells stand for, their names, named ways over them, and the links between cells."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre import graphs
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.resolve.boards.plans import Square, compose
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.symbols import Symbols, new_scope, tell_unknown, text_of
from arbitre.dsl.resolve.types import number, row

VOID = "void"
_FIRST = 0xE000  # private characters stand for marks, so that two files may use one character for different things


def map_decls(symbols: Symbols, name: str) -> list[t.Map]:
    """Every file's part of a map."""
    return [d for d in symbols.decls if isinstance(d, t.Map) and str(d.name) == name]


def build_floors(symbols: Symbols, name: str, place: Place, domain: core.Domain, corners: bool) -> graphs.Board:
    """The board of a map; what each cell's mark says is kept for the columns."""
    plan = symbols.plans[domain.index] = compose(map_decls(symbols, name), symbols.parts, symbols.messages)
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
        if not symbols.messages.errors:
            symbols.messages.error("B01", place, phrase("the map ‘{0}’ cannot be read: {1}", name, error))
        return no_board(symbols)
    by_place: dict[tuple[int, ...], Square] = {(x, y, n): s for n, squares in plan.floors.items() for (x, y), s in squares.items()}
    symbols.cell_marks[domain.index] = [by_place[at].mark for at in board.coordinates]
    symbols.cell_places[domain.index] = [by_place[at].place for at in board.coordinates]
    if plan.links or not symbols.map_links:
        symbols.map_links, symbols.on_board = plan.links, domain.index
    return board


def name_cells(symbols: Symbols, domain: core.Domain) -> None:
    """Cells whose mark says ``as NAME``."""
    seen: dict[str, t.Mark] = {}
    order = [m.place for d in symbols.decls if isinstance(d, t.Drawing) for m in d.marks]
    for cell, mark in enumerate(symbols.cell_marks.get(domain.index, ())):
        if mark.named is None:
            continue
        other = seen.setdefault(str(mark.named), mark)
        if other is not mark:
            first, second = sorted((other, mark), key=lambda m: order.index(m.place))
            symbols.messages.error(
                "B01",
                second.named.place if second.named else second.place,
                phrase("two cells are called ‘{0}’", mark.named),
                "Choose another name.",
                [(first.place, "the first")],
            )
            continue
        if str(mark.named) in domain.rows:
            symbols.messages.error(
                "B01",
                mark.place,
                phrase("two cells are called ‘{0}’: the mark ‘{1}’ is drawn twice", mark.named, mark.character),
                "A mark that names its cell can be drawn only once.",
                [(symbols.cell_places[domain.index][cell], "here")],
            )
            continue
        domain.rows[cell] = str(mark.named)
        said = str(mark.named).replace("_", " ")
        domain.titles[cell] = text_of(mark.title) if mark.title else core.Text.in_all(said)
        symbols.members.setdefault(str(mark.named), []).append((domain.index, cell))


def drawings(symbols: Symbols, domain: int) -> list[t.Drawing]:
    """The maps that a kind of cells may be made of, and the parts they place; parts without a place go to the first such kind."""
    maps = [d for d in symbols.decls if isinstance(d, t.Map) and str(d.name) in symbols.maps_of[domain]]
    placed = {str(p.part) for d in maps for p in d.places}
    elsewhere = {str(p.part) for d in symbols.decls if isinstance(d, t.Map) for p in d.places}
    first = domain == min(symbols.maps_of)
    parts = [p for name, p in symbols.parts.items() if name in placed or (first and name not in elsewhere)]
    return [*maps, *parts]


def declare_missing(symbols: Symbols) -> None:
    """Cells, links and ways that another map has, or a part without a place on this one: none, and empty."""
    for name in symbols.maps - {str(d.name) for plan in symbols.plans.values() for d in plan.decls}:
        compose(map_decls(symbols, name), symbols.parts, symbols.messages)  # one that is not chosen has its faults told too
    links = next((i for i in symbols.links_of), None)
    for domain in symbols.maps_of:
        for before, decl in drawn_by(symbols, domain):
            for mark in decl.marks:
                missing(symbols, before, mark.named, domain)
            for link in decl.links:
                missing(symbols, before, link.named, links)
                if link.named is not None and (link.both_ways or link.back is not None):
                    missing(symbols, before, t.Word(f"{link.named}_back"), links)


def drawn_by(symbols: Symbols, domain: int) -> Iterator[tuple[str, t.Drawing]]:
    """Every map and part, once for each name that stands before those of its cells; most parts have a place without."""
    bare = {str(p.part) for d in symbols.decls if isinstance(d, t.Map) for p in d.places if p.named is None}
    placed = {str(p.part) for d in symbols.decls if isinstance(d, t.Map) for p in d.places}
    for decl in drawings(symbols, domain):
        if isinstance(decl, t.Map) or str(decl.name) in bare or str(decl.name) not in placed:
            yield "", decl
        for place in decl.places if isinstance(decl, t.Map) else ():
            if place.named is not None and str(place.part) in symbols.parts:
                yield f"{place.named}_", symbols.parts[str(place.part)]


def missing(symbols: Symbols, before: str, word: t.Word | None, domain: int | None) -> None:
    """A name that the chosen map does not have: it is there, and stands for none."""
    name = f"{before}{word}"
    if word is not None and domain is not None and not any(of == domain for of, _ in symbols.members.get(name, ())):
        symbols.members.setdefault(name, []).append((domain, core.NONE))


def lay_paths(symbols: Symbols) -> None:
    """Named ways, once cells have their names: those of the chosen map, and without a cell those of others."""
    for domain in symbols.maps_of:
        chosen = symbols.plans[domain].paths if domain in symbols.plans else []
        first: dict[str, t.Path] = {}
        for path in chosen:
            if first.setdefault(str(path.name), path) is not path:
                symbols.messages.error("N02", path.name.place, phrase("two paths are called ‘{0}’", path.name), "Choose another name.",
                                       [(first[str(path.name)].name.place, "the first")])  # fmt: skip
                continue
            if str(path.name) in symbols.members:
                symbols.messages.error(
                    "N02", path.name.place, phrase("‘{0}’ is the name of something else", path.name), "Choose another name for the path."
                )
            cells = [symbols.constants.typed(c, new_scope(), row(domain), place=c.place) for c in path.cells]
            symbols.ways[str(path.name)] = path
            symbols.paths[str(path.name)] = (domain, [c for c in cells if c >= 0])
        for before, decl in drawn_by(symbols, domain):
            for path in decl.paths:
                symbols.ways.setdefault(f"{before}{path.name}", path)
                symbols.paths.setdefault(f"{before}{path.name}", (domain, []))


def declare_links(symbols: Symbols) -> None:
    """Rows of the kind marked ``links``: one for each way a link may be gone."""
    for name, decls in symbols.kind_decls.items():
        decl = next((d for d in decls if d.links), None)
        if decl is None:
            continue
        domain = symbols.domains[symbols.domain_by_name[name]]
        if symbols.on_board < 0:
            symbols.messages.error("T03", decl.place, "no board of this game is drawn as a map", "Links belong in a map.")
            continue
        rows: list[t.Link] = []
        named: dict[str, t.Link] = {}
        for link in symbols.map_links:
            if link.named is not None and named.setdefault(str(link.named), link) is not link:
                symbols.messages.error("N02", link.named.place, phrase("two links are called ‘{0}’", link.named), "Choose another name.",
                                       [((named[str(link.named)].named or link.named).place, "the first")])  # fmt: skip
                continue
            for back in (False, True) if link.both_ways or link.back is not None else (False,):
                rows.append(link)
                known = str(link.named) + ("_back" if back else "") if link.named else f"{link.kind} {len(rows)}"
                domain.rows.append(known)
                domain.titles.append(core.Text.in_all(known.replace("_", " ")))
                if link.named:
                    symbols.members.setdefault(known, []).append((domain.index, len(domain.rows) - 1))
        domain.size = len(domain.rows)
        symbols.links_of[domain.index] = rows
        cell = row(symbols.on_board)
        for word, type_ in (("start", cell), ("finish", cell), ("cost", number(0, 99))):
            if word not in symbols.fields_of[domain.index]:
                add_field(symbols, domain, word, type_, 0, decl.place)


def numbered(title: core.Text, number: int) -> core.Text:
    """A title with a number behind it."""
    return title.each(lambda said: f"{said} {number}")


def fill_links(symbols: Symbols) -> None:
    """Their ends and costs, once cells have their names; and the board learns of them."""
    made: list[graphs.Link] = []
    for index, rows in symbols.links_of.items():
        domain = symbols.domains[index]
        columns: dict[str, list[int]] = {"start": [], "finish": [], "cost": []}
        before: t.Link | None = None
        for position, link in enumerate(rows):
            back = link is before
            if not link.named and (sorts := symbols.members.get(str(link.kind))):
                home, at = sorts[0]
                domain.titles[position] = numbered(symbols.domains[home].titles[at], position + 1)
            before = None if back else link
            ends = [link_end(symbols, link.origin), link_end(symbols, link.target)]
            if min(ends) < 0:
                symbols.messages.error("B02", link.place, phrase("one end of this ‘{0}’ has no place on the map", link.kind),
                                       "Draw the cell, place the part that draws it, or move the link to that part.")  # fmt: skip
            price = link.back if back and link.back is not None else link.cost
            cost = 1 if price is None else symbols.constants.typed(price, new_scope(), number(0, 99), place=price.place)
            start, finish = reversed(ends) if back else ends
            for word, value in (("start", start), ("finish", finish), ("cost", cost)):
                columns[word].append(value)
            if start >= 0 and finish >= 0:
                made.append(graphs.Link(str(link.kind), start, finish, cost, domain.rows[position] if link.named else ""))
            if not any(True for _ in symbols.members.get(str(link.kind), [])) and not back:
                tell_unknown(symbols, link.kind, "member", symbols.members)
        for word, column in columns.items():
            held = symbols.fields[symbols.fields_of[index][word]]
            held.values = column
    if symbols.on_board >= 0 and not symbols.links_of and symbols.map_links:
        for link in symbols.map_links:
            ends = [link_end(symbols, link.origin), link_end(symbols, link.target)]
            if min(ends) >= 0:
                cost = 1 if link.cost is None else symbols.constants.typed(link.cost, new_scope(), number(0, 99), place=link.place)
                made.append(graphs.Link(str(link.kind), ends[0], ends[1], cost))
                if link.both_ways:
                    made.append(graphs.Link(str(link.kind), ends[1], ends[0], cost))
    for mark in {id(m): m for marks in symbols.cell_marks.values() for m in marks}.values():
        for member in mark.members:
            if member not in symbols.members:
                tell_unknown(symbols, member, "member", symbols.members)
    if made:
        board = symbols.domains[symbols.on_board]
        board.board = board.cells.with_links(made)


def link_end(symbols: Symbols, expr: t.Expr) -> int:
    """The cell where a link begins or ends."""
    return symbols.constants.typed(expr, new_scope(), row(symbols.on_board), place=expr.place)


def no_board(symbols: Symbols) -> graphs.Board:
    """In place of a board that has a fault: cells it does not have are no further faults."""
    symbols.lost.sorts.add("board")
    return graphs.grid(1, 1)
