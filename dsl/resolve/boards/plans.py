"""What maps and their parts draw, put together: floors, what is laid over them, parts at the places that maps give them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase


@dataclass(slots=True)
class Square:
    """One drawn character: what it stands for and where that is said."""

    mark: t.Mark
    place: Place
    laid_over: bool


@dataclass(slots=True)
class Plan:
    """A map put together from every file that draws on it."""

    decls: list[t.Map] = field(default_factory=list)
    floors: dict[int, dict[tuple[int, int], Square]] = field(default_factory=dict)
    links: list[t.Link] = field(default_factory=list)
    paths: list[t.Path] = field(default_factory=list)
    whole: dict[int, Place] = field(default_factory=dict)  # where each floor is drawn


def compose(decls: list[t.Map], parts: dict[str, t.Part], messages: Messages) -> Plan:
    """Whole floors first, then what is laid over them at a place; two files may not lay different things over one cell."""
    plan = Plan(decls)
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
    plan.paths = [path for decl in decls for path in decl.paths]
    placed: dict[tuple[str, str], t.PlacePart] = {}
    for place in [place for decl in decls for place in decl.places]:
        part, named = str(place.part), str(place.named or "")
        if part in parts and names_of(parts[part]):
            first = placed.setdefault((part, named), place)
            if first is not place:
                said = phrase("twice as ‘{0}’", named) if named else "twice"
                messages.add("B01", place.place, phrase("the part ‘{0}’ is placed {1}, and its cells have names", part, said),
                             phrase("Give the second one its own names: ‘place {0} at ... as NAME’.", part),
                             [(first.place, "the first")])  # fmt: skip
                continue
        _take_in(plan, place, parts, messages)
    return plan


def names_of(decl: t.Drawing) -> list[t.Word]:
    """Names of cells, links and ways that a map or part gives."""
    marks = [mark.named for mark in decl.marks if mark.named is not None]
    return [*marks, *(link.named for link in decl.links if link.named is not None), *(path.name for path in decl.paths)]


def _take_in(plan: Plan, place: t.PlacePart, parts: dict[str, t.Part], messages: Messages) -> None:
    """A part at its place on a map; one that is not there leaves the map as it is."""
    part = parts.get(str(place.part))
    if part is None:
        return
    moved = Moved(part, place)
    for floor in part.floors:
        column, row = max(floor.column, 1) + place.column - 1, max(floor.row, 1) + place.row - 1
        at = t.Floor(floor.place, floor.number + place.floor, floor.plan, column, row)
        _draw(plan, at, {m.character: moved.mark(m) for m in part.marks}, messages)
    plan.links += [moved.link(link) for link in part.links]
    plan.paths += [replace(path, name=moved.word(path.name), cells=[moved.cell(c) for c in path.cells]) for path in part.paths]


@dataclass(slots=True)
class Moved:
    """What a part says, as it holds at its place on a map."""

    part: t.Part
    to: t.PlacePart
    marks: dict[str, t.Mark] = field(default_factory=dict)

    def word(self, word: t.Word) -> t.Word:
        return word if self.to.named is None else t.Word(f"{self.to.named}_{word}", word.place)

    def mark(self, mark: t.Mark) -> t.Mark:
        """The same mark all over one place, another at each place that has names of its own."""
        if (self.to.named is None or mark.named is None) and not mark.values:
            return mark
        named = self.word(mark.named) if mark.named is not None else None
        return self.marks.setdefault(mark.character, replace(mark, named=named, values=self.values(mark.values)))

    def link(self, link: t.Link) -> t.Link:
        named = self.word(link.named) if link.named is not None else None
        return replace(link, named=named, origin=self.cell(link.origin), target=self.cell(link.target), values=self.values(link.values))

    def values(self, said: list[tuple[t.Word, t.Expr]]) -> list[tuple[t.Word, t.Expr]]:
        """What ``with`` gives a cell or link: cells, links and ways of the part are those of this place."""
        return [(word, self.cell(expr)) for word, expr in said]

    def cell(self, expr: t.Expr) -> t.Expr:
        """A cell as the map counts it."""
        match expr:
            case t.Tuple(items=[t.Number() as x, t.Number() as y, floor]):
                level = -floor.item.value if isinstance(floor, t.Unary) and isinstance(floor.item, t.Number) else getattr(floor, "value", 0)
                shifted = (x.value + self.to.column - 1, y.value + self.to.row - 1, level + self.to.floor)
                return t.Tuple(expr.place, [_number(value, expr.place) for value in shifted])
            case t.Name(word=word) if str(word) in map(str, names_of(self.part)):
                return t.Name(expr.place, self.word(word))
            case t.Tuple(items=items):
                return t.Tuple(expr.place, [self.cell(item) for item in items])
        return expr


def _number(value: int, place: Place) -> t.Expr:
    return t.Number(place, value) if value >= 0 else t.Unary(place, "-", t.Number(place, -value))


def _draw(plan: Plan, floor: t.Floor, marks: dict[str, t.Mark], messages: Messages) -> None:
    laid_over = bool(floor.column)
    squares = plan.floors.setdefault(floor.number, {})
    if not laid_over and plan.whole.setdefault(floor.number, floor.place) is not floor.place:
        messages.add("B01", floor.place, phrase("floor {0} is drawn twice", floor.number),
                     "Lay the second drawing over the first: ‘floor 0 at (10, 5) \"\"\"...’.",
                     [(plan.whole[floor.number], "the first")])  # fmt: skip
        return
    first, lines, margin = drawn(floor.plan)
    width = len(lines[0]) if lines else 0
    for down, line in enumerate(lines):
        place = Place(floor.place.file, floor.place.line + first + down, margin + 1)
        if len(line) != width and not laid_over:
            messages.add(
                "B01",
                place,
                phrase("line {0} of floor {1} has {2} characters, the first has {3}", down + 1, floor.number, len(line), width),
                "All lines of a floor must have the same length.",
            )
            return
        for across, character in enumerate(line):
            here = Place(place.file, place.line, margin + across + 1)
            mark = marks.get(character)
            if character == " " and (laid_over or mark is None):
                continue
            if mark is None:
                messages.add("B01", here, phrase("‘{0}’ on floor {1} has no mark", character, floor.number),
                             phrase('Say what it stands for: ‘mark "{0}" MEMBER’.', character))  # fmt: skip
                return
            at = (max(floor.column, 1) + across, max(floor.row, 1) + down)
            before = squares.get(at)
            if before is not None and before.laid_over and not _alike(before.mark, mark):
                messages.add("B05", here, phrase("{0} is drawn here and elsewhere", (*at, floor.number)),
                             "Move one of the two drawings, or leave the place blank.", [(before.place, "the other drawing")])  # fmt: skip
                messages.lost.sorts.add("board")  # ends of links that are missing with the rest of this drawing are no further faults
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


def _alike(one: t.Mark, other: t.Mark) -> bool:
    """May both be drawn on one cell?"""
    return one is other or (one.members == other.members and not (one.named or other.named or one.values or other.values))
