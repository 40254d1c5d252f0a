"""Maps: floors drawn as text by one file or by several, what their marks stand for, and the links between cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import graphs
from dsl import core
from dsl import tree as t
from dsl.messages import Messages
from dsl.places import Place
from dsl.types import Ty, number, row

VOID = "void"
_FIRST = 0xE000  # private characters stand for marks, so that two files may use one character for different things


@dataclass(slots=True)
class Square:
    """One drawn character: what it stands for and where that is said."""

    mark: t.Mark
    place: Place
    laid_over: bool


@dataclass(slots=True)
class Plan:
    """A map put together from every file that draws on it."""

    floors: dict[int, dict[tuple[int, int], Square]] = field(default_factory=dict)
    links: list[t.Link] = field(default_factory=list)


def compose(decls: list[t.Map], messages: Messages) -> Plan:
    """Whole floors first, then what is laid over them at a place; two files may not lay different things over one cell."""
    plan = Plan()
    known: dict[str, t.Mark] = {}
    for decl in decls:
        for mark in decl.marks:
            known.setdefault(mark.character, mark)
    for laid_over in (False, True):
        for decl in decls:
            marks = known | {m.character: m for m in decl.marks}
            for floor in decl.floors:
                if bool(floor.column) == laid_over:
                    _draw(plan, floor, marks, messages)
    plan.links = [link for decl in decls for link in decl.links]
    return plan


def _draw(plan: Plan, floor: t.Floor, marks: dict[str, t.Mark], messages: Messages) -> None:
    laid_over = bool(floor.column)
    squares = plan.floors.setdefault(floor.number, {})
    if squares and not laid_over:
        messages.add("B01", floor.place, f"floor {floor.number} is drawn twice",
                     "Lay the second drawing over the first: ‘floor 0 at (10, 5) \"\"\"...’.")  # fmt: skip
        return
    first, lines, margin = drawn(floor.plan)
    width = len(lines[0]) if lines else 0
    for down, line in enumerate(lines):
        place = Place(floor.place.file, floor.place.line + first + down, margin + 1)
        if len(line) != width and not laid_over:
            messages.add("B01", place, f"line {down + 1} of floor {floor.number} has {len(line)} characters, the first has {width}",
                         "Every line of a floor has the same length.")  # fmt: skip
            return
        for across, character in enumerate(line):
            here = Place(place.file, place.line, margin + across + 1)
            mark = marks.get(character)
            if character == " " and (laid_over or mark is None):
                continue
            if mark is None:
                messages.add("B01", here, f"‘{character}’ on floor {floor.number} has no mark",
                             f"Say what it stands for: ‘mark \"{character}\" MEMBER’.")  # fmt: skip
                return
            at = (max(floor.column, 1) + across, max(floor.row, 1) + down)
            before = squares.get(at)
            if before is not None and before.laid_over and before.mark.members != mark.members:
                messages.add("B05", here, f"{(*at, floor.number)} is drawn here and elsewhere",
                             "Move one of the two drawings, or leave the place blank.", [(before.place, "the other drawing")])  # fmt: skip
                return
            squares[at] = Square(mark, here, laid_over)


def drawn(plan: str) -> tuple[int, list[str], int]:
    """(lines before the drawing, its lines without what they are all indented by, that indentation)."""
    lines = [line.rstrip() for line in plan.split("\n")]
    first = next((n for n, line in enumerate(lines) if line.strip()), len(lines))
    while lines and not lines[-1].strip():
        lines.pop()
    lines = lines[first:]
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return first, [line[margin:] for line in lines], margin


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

        def error(self, code: str, place: Place, text: str, hint: str = "", related: Any = ()) -> None: ...
        def unknown(self, word: t.Word, what: str, known: Any) -> None: ...
        def add_field(self, domain: core.Domain, name: str, type_: Ty, default: int, place: Place) -> core.Field: ...
        def value(self, expr: t.Expr, scope: Any, expected: Ty, what: str = "this") -> core.Expr: ...
        def evaluate(self, bound: core.Expr, place: Place) -> int: ...
        def value_of(self, owner: core.Expr, type_: Ty, word: t.Word) -> Any: ...
        def words_of(self, type_: Ty) -> list[str]: ...
        def new_scope(self) -> Any: ...
        def no_board(self) -> Any: ...

    cell_marks: dict[int, list[t.Mark]]
    cell_places: dict[int, list[Place]]  # where each cell is drawn
    links_of: dict[int, list[t.Link]]  # by kind of links, one a row
    on_board: int  # the kind of cells whose map has the links

    def map_decls(self, name: str) -> list[t.Map]:
        return [d for d in self.decls if isinstance(d, t.Map) and str(d.name) == name]

    def build_floors(self, name: str, place: Place, domain: core.Domain, corners: bool) -> Any:
        """The board of a map; what each cell's mark says is kept for the columns."""
        plan = compose(self.map_decls(name), self.messages)
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
        order = [m for d in self.decls if isinstance(d, t.Map) for m in d.marks]
        for cell, mark in enumerate(self.cell_marks.get(domain.index, ())):
            if mark.named is None:
                continue
            other = seen.setdefault(str(mark.named), mark)
            if other is not mark:
                first, second = sorted((other, mark), key=lambda m: next(i for i, o in enumerate(order) if o is m))
                self.error("B01", second.named.place if second.named else second.place, f"two cells are called ‘{mark.named}’",
                           "Choose another name.", [(first.place, "the first")])  # fmt: skip
                continue
            if str(mark.named) in domain.rows:
                self.error("B01", mark.place, f"two cells are called ‘{mark.named}’: the mark ‘{mark.character}’ is drawn twice",
                           "A mark that names its cell is drawn once.", [(self.cell_places[domain.index][cell], "here")])  # fmt: skip
                continue
            domain.rows[cell] = str(mark.named)
            said = str(mark.named).replace("_", " ")
            domain.titles[cell] = core.Text(said, said)
            self.members.setdefault(str(mark.named), []).append((domain.index, cell))

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
            for link in self.map_links:
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
        """``entered at VALUE``: what a step into each cell costs, as the match begins."""
        for name, decls in self.kind_decls.items():
            word = next((d.entry_cost for d in decls if d.entry_cost), None)
            domain = self.domains[self.domain_by_name[name]]
            if word is None or domain.board is None:
                continue
            prices = []
            for cell in range(domain.size):
                found = self.value_of(core.Const(word.place, cell), row(domain.index), word)
                if found is None:
                    self.unknown(word, f"value of a {name}", self.words_of(row(domain.index)))
                    return
                prices.append(self.evaluate(found[0], word.place))
            domain.board = domain.board.with_entry(prices)

    def link_end(self, expr: t.Expr) -> int:
        return self.evaluate(self.value(expr, self.new_scope(), row(self.on_board)), expr.place)
