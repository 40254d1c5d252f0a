"""The things of a rulebook: kinds, members, fields, options, nouns, for one choice of options."""

from __future__ import annotations

from typing import Any

import graphs
from dsl import core, hints
from dsl import tree as t
from dsl.gaps import UNKNOWN, Gaps
from dsl.maps import Maps
from dsl.messages import Messages, an, did_you_mean, folded
from dsl.places import NOWHERE, Place
from dsl.scope import Frame, Scope, Signature
from dsl.types import FLAG, WIDE, Ty, group, number, row
from graphs.basics import HEX_NAMES, KING_NAMES, SQUARE_NAMES, VERTEX_NAMES

NONE = core.NONE
ANY = -2  # of kinds: whichever
BUILT_IN_KINDS = ("match", "order", "order_state", "direction", "step", "action")
TURNING = ("direction", "vertex")  # kinds that a number turns
MAX_ROWS = 10_000
DIRECTIONS = {"hexagon": HEX_NAMES, "hex_rectangle": HEX_NAMES, "grid": SQUARE_NAMES}
FRENCH_DIRECTIONS = {
    "up": "haut", "right": "droite", "down": "bas", "left": "gauche", "up_right": "haut droite", "down_right": "bas droite",
    "down_left": "bas gauche", "up_left": "haut gauche", "east": "est", "southeast": "sud-est", "southwest": "sud-ouest",
    "west": "ouest", "northwest": "nord-ouest", "northeast": "nord-est", "east_southeast": "est-sud-est", "south": "sud",
    "west_southwest": "ouest-sud-ouest", "west_northwest": "ouest-nord-ouest", "north": "nord", "east_northeast": "est-nord-est",
}  # fmt: skip


def text_of(pair: t.Pair | None) -> core.Text:
    return core.Text(pair.en, pair.fr) if pair else core.Text()


def plural_of(name: str) -> str:
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    if name.endswith(("s", "x", "ch", "sh", "z")):
        return name + "es"
    return name + "s"


class _Fields(dict[int, dict[str, int]]):
    """Fields of every kind; a kind that could not be read has none, so that its fault is told and not ours."""

    def __missing__(self, domain: int) -> dict[str, int]:
        return {}


class Symbols(Maps):
    """Tables of names, filled in the order they depend on each other."""

    def __init__(self, decls: list[t.Decl], messages: Messages, choices: dict[str, Any]) -> None:
        self.decls = decls
        self.messages = messages
        self.choices = choices
        self.domains: list[core.Domain] = []
        self.domain_by_name: dict[str, int] = {}
        self.nouns: dict[str, int] = {}
        self.noun_places: dict[str, Place] = {}
        self.plurals: dict[str, int] = {}
        self.members: dict[str, list[tuple[int, int]]] = {}
        self.bearers: dict[int, str] = {}
        self.fields: list[core.Field] = []
        self.field_types: list[Ty] = []
        self.fields_of: dict[int, dict[str, int]] = _Fields()
        self.options: dict[str, tuple[int, Ty]] = {}
        self.option_values: dict[str, Any] = {}
        self.seats = NONE
        self.kind_decls: dict[str, list[t.Kind]] = {}
        self.grids: dict[str, t.Grid] = {}
        self.signatures: dict[str, Signature] = {}
        self.actions: dict[str, int] = {}
        self.added: list[tuple[core.Field, t.Word, t.Word, int]] = []
        self.assigned: set[str] = set()
        self.joined: set[tuple[int, int]] = set()  # (whose, of what kind): the sets that a rule lets something join or leave
        self.maps = {str(d.name) for d in decls if isinstance(d, t.Map)}
        self.cell_marks, self.cell_places, self.links_of, self.map_links, self.on_board = {}, {}, {}, [], NONE
        self.maps_of, self.plans, self.paths, self.ways = {}, {}, {}, {}
        self.parts, self.map_options = {}, set()
        for decl in decls:
            if isinstance(decl, t.Part):
                self.parts.setdefault(str(decl.name), decl)
        self.known_words: set[str] = set()
        self.lost = Gaps()
        self.sources: dict[str, str] = {}
        self.lines_of: dict[str, list[str]] = {}

    # ------------------------------------------------------------------------------------ help

    def error(self, code: str, place: Place, text: str, hint: str = "", related: Any = ()) -> None:
        if UNKNOWN in text and (self.lost or self.messages.errors):
            return  # what it speaks of has a fault of its own
        text = text.replace(UNKNOWN, "something unknown")
        self.messages.add(code, place, text, hint, related)

    def drop_consequences(self, told: Messages) -> None:
        """Takes back what is missing only because a faulty declaration was not read."""
        self.lost.words |= {plural_of(word) for word in self.lost.words}
        left = [m for m in self.messages.since(len(told.items)) if not self.lost.silences(m.code, m.place, m.text)]
        self.messages.take(folded(left, {"N01": 1, "T06": 2}))

    def unknown(self, word: t.Word, what: str, known: Any) -> None:
        self.error("N01", word.place, f"there is no {what} ‘{word}’", hints.unknown(str(word), what, known))

    def domain_name(self, index: int) -> str:
        return self.domains[index].name if 0 <= index < len(self.domains) else UNKNOWN

    def describe(self, type_: Ty) -> str:
        """A type in a designer's words."""
        match type_.kind:
            case "row":
                return an(self.domain_name(type_.domain)) + (" or none" if type_.optional else "")
            case "set":
                return f"a set of {plural_of(self.domain_name(type_.domain))}"
            case "flag":
                return "a yes or no"
            case "number":
                return "a number"
            case "chance":
                return "a chance"
            case "none":
                return "none"
            case "several":
                return "a thing of one of several kinds"
            case "empty":
                return "an empty set"
        return UNKNOWN

    # ------------------------------------------------------------------------------------ kinds

    def new_domain(self, name: str, place: Place | None, title: core.Text | None = None) -> core.Domain:
        domain = core.Domain(len(self.domains), name, 0, [], [], title=title or core.Text(), place=place)
        self.domains.append(domain)
        self.domain_by_name[name] = domain.index
        self.nouns[name] = domain.index
        self.fields_of[domain.index] = {}
        return domain

    def declare_kinds(self) -> None:
        for decl in self.decls:
            if isinstance(decl, t.Kind):
                self.kind_decls.setdefault(str(decl.name), []).append(decl)
        for name in ("match", "order", "order_state", "step", "action"):
            self.new_domain(name, None)
        self.domains[0].size, self.domains[0].rows, self.domains[0].titles = 1, ["match"], [core.Text("match", "partie")]
        states = [("waiting", "en attente"), ("done", "fait"), ("failed", "échoué"), ("cancelled", "annulé")]
        for state, french in states:
            self.add_member(2, t.Word(state), core.Text(state, french))
        for name, decls in self.kind_decls.items():
            self.declare_kind(name, decls)
        self.declare_directions()
        # Every other head that names two words is a member: ``role scout:``.
        for decl in self.decls:
            if isinstance(decl, t.Member):
                self.declare_member(decl)
            elif isinstance(decl, t.DataTable):
                self.declare_rows(decl)
        for name in self.kind_decls:
            domain = self.domains[self.domain_by_name[name]]
            if domain.index > 4:
                self.new_noun(t.Word(name, domain.place or NOWHERE), domain.index, again=True)

    def declare_kind(self, name: str, decls: list[t.Kind]) -> None:
        first = decls[0]
        if name in ("match", "order"):
            domain = self.domains[self.domain_by_name[name]]
        elif name in BUILT_IN_KINDS:
            self.error("N02", first.name.place, f"‘{name}’ is built in", "Choose another name for your kind.")
            return
        else:
            domain = self.new_domain(name, first.place)
        plural = plural_of(name)
        for decl in decls:
            if decl.title:
                domain.title = text_of(decl.title)
            if decl.seats:
                domain.seat = True
                if self.seats not in (NONE, domain.index):
                    other = self.domains[self.seats]
                    self.error("T09", decl.name.place, "two kinds are marked ‘seats’", "Only one kind answers for the sides.",
                               [(other.place or NOWHERE, "the other")])  # fmt: skip
                self.seats = domain.index
            domain.kept = domain.kept or decl.kept
            if decl.plural:
                plural = str(decl.plural)
            if decl.bearer:
                self.bearers[domain.index] = str(decl.bearer)
            for noun in decl.nouns:
                self.new_noun(noun, domain.index)
            for member in decl.members:
                self.add_member(domain.index, member, core.Text())
        if plural in self.plurals and self.plurals[plural] != domain.index:
            self.error("N02", first.name.place, f"the plural ‘{plural}’ is taken", "Give one with ‘, many WORD’.")
        self.plurals[plural] = domain.index

    def new_noun(self, noun: t.Word, domain: int, again: bool = False) -> None:
        if not again and noun in self.nouns:
            related = [(self.noun_places[noun], "the first")] if noun in self.noun_places else []
            self.error("N02", noun.place, f"the noun ‘{noun}’ is taken", "A noun has one type in the whole game.", related)
            return
        self.nouns[str(noun)] = domain
        self.noun_places[str(noun)] = noun.place

    def add_member(self, domain: int, name: t.Word, title: core.Text) -> int:
        rows = self.domains[domain].rows
        if name in rows:
            index = rows.index(name)
            if title.en or title.fr:
                self.domains[domain].titles[index] = title
            return index
        rows.append(str(name))
        self.domains[domain].titles.append(title)
        self.domains[domain].size = len(rows)
        self.members.setdefault(str(name), []).append((domain, len(rows) - 1))
        return len(rows) - 1

    def declare_member(self, decl: t.Member) -> None:
        domain = self.domain_by_name.get(str(decl.kind))
        if domain is None:
            heads = ("kind", "let", "test", "table", "event", "action", "agenda", "adjust", "option", "contest", "ranking")
            hint = did_you_mean(decl.kind, [*self.domain_by_name, *heads])
            self.error("N01", decl.kind.place, f"there is no kind ‘{decl.kind}’ to add a member to", hint)
            self.lost.words.add(str(decl.name))
            return
        before = str(decl.name) in self.domains[domain].rows
        earlier = [d for d in self.decls if isinstance(d, t.Member) and d is not decl and d.name == decl.name and d.kind == decl.kind]
        if before and earlier and next(d for d in self.decls if d is decl or d is earlier[0]) is not decl:
            self.error("N02", decl.name.place, f"there are two ‘{decl.kind} {decl.name}’", "Use another name, or ‘replace’.",
                       [(earlier[0].name.place, "the first")])  # fmt: skip
        self.add_member(domain, decl.name, text_of(decl.title))

    def is_board(self, name: str) -> bool:
        return any(d.shape for d in self.kind_decls.get(name, []))

    def declare_rows(self, decl: t.DataTable) -> None:
        domain = self.domain_by_name.get(str(decl.kind))
        if domain is None:
            self.unknown(decl.kind, "kind", self.domain_by_name)
            self.lost.words |= {str(line.cells[0].word) for line in decl.lines[1:] if isinstance(line.cells[0], t.Name)}
            return
        if self.is_board(str(decl.kind)) or not decl.lines:
            return
        for line in decl.lines[1:]:
            first = line.cells[0] if line.cells else None
            if not isinstance(first, t.Name):
                self.error("T06", line.place, "the first cell of a row is its name")
                continue
            self.add_member(domain, first.word, core.Text())

    # ------------------------------------------------------------------------------------ sizes and shapes

    def declare_sizes(self, scope: Scope) -> None:
        """Needs options and constant tables: shapes and capacities may speak of them."""
        for name, decls in self.kind_decls.items():
            domain = self.domains[self.domain_by_name[name]]
            for decl in decls:
                if decl.capacity is not None:
                    size, type_ = self.constant_of(decl.capacity, scope)
                    size = 1 if type_.kind == "bad" else size
                    if not 1 <= size <= MAX_ROWS:
                        self.error("T02", decl.capacity.place, f"a kind has 1 to {MAX_ROWS:,} rows, not {size}")
                        size = 1
                    if domain.rows:  # only the first of its members take part
                        for gone in domain.rows[size:]:
                            self.members[gone] = [m for m in self.members[gone] if m[0] != domain.index]
                        del domain.rows[size:], domain.titles[size:]
                        domain.size = len(domain.rows)
                        continue
                    domain.dynamic, domain.size = True, size
                    domain.rows = [""] * size
                    domain.titles = [domain.title] * size
                    self.add_field(domain, "alive", FLAG, 0, decl.place)
                    domain.alive = self.fields_of[domain.index]["alive"]
                elif decl.shape is not None:
                    self.shape(domain, decl.shape, scope)
        self.declare_links()
        self.declare_missing()

    def shape(self, domain: core.Domain, shape: tuple[t.Word, list[t.Expr]], scope: Scope) -> None:
        word, args = shape
        board = self.build_board(word, args, scope, domain)
        domain.board = board
        domain.size = board.size
        domain.rows = [board.label(cell) for cell in range(board.size)]
        domain.titles = [core.Text(label, label) for label in domain.rows]
        self.coordinates(domain)
        self.name_cells(domain)

    def declare_directions(self) -> None:
        """The directions of the first board: the shape's word tells them, before any size is known."""
        words = [str(d.shape[0]) for decls in self.kind_decls.values() for d in decls if d.shape]
        if not words:
            return
        names = DIRECTIONS.get(words[0], KING_NAMES)
        self.declare_turning("direction", "directions", core.Text("direction", "direction"), names)
        if names is HEX_NAMES and "vertex" not in self.kind_decls:
            self.declare_turning("vertex", "vertices", core.Text("vertex", "sommet"), VERTEX_NAMES)

    def declare_turning(self, name: str, plural: str, title: core.Text, members: tuple[str, ...]) -> None:
        domain = self.new_domain(name, None, title)
        for member in members:
            shown = member.replace("_", "-" if name == "vertex" else " ")
            self.add_member(domain.index, t.Word(member), core.Text(shown, FRENCH_DIRECTIONS.get(member, shown)))
        self.plurals[plural] = domain.index

    def turns(self, domain: int) -> bool:
        """Is it a direction, or a vertex between two of them?"""
        return self.domain_name(domain) in TURNING

    def coordinates(self, domain: core.Domain) -> None:
        """Every board gives its cells ``x`` and ``y`` (and ``floor``), as data that never changes."""
        for axis, name in enumerate(("x", "y", "floor")):
            column = [place[axis] if axis < len(place) else 0 for place in domain.board.coordinates]
            if axis < len(domain.board.coordinates[0]) and not self.declares(domain.name, name):
                made = self.add_field(domain, name, number(min(column), max(column)), 0, domain.place or NOWHERE)
                made.values = column

    def declares(self, kind: str, field: str) -> bool:
        return any(str(f.name) == field for d in self.kind_decls.get(kind, []) for f in d.fields)

    def build_board(self, word: t.Word, args: list[t.Expr], scope: Scope, domain: core.Domain) -> Any:
        known = {"hexagon": 1, "hex_rectangle": 2, "grid": 3, "king_grid": 3, "floors": 1}
        if word not in known:
            self.unknown(word, "shape", known)
            return self.no_board()
        corners = word == "floors" and len(args) == 2 and isinstance(args[1], t.Name) and args[1].word == "corners"
        if len(args) != known[word] + corners:
            count = f"{known[word]} value{'s' if known[word] > 1 else ''}"
            self.error("T06", word.place, f"‘{word}’ takes {count}, not {len(args)}", hints.shape(str(word)))
            return self.no_board()
        try:
            if word == "floors":
                name = self.map_name(args[0], scope)
                self.maps_of[domain.index] = self.maps_chosen(args[0], name)
                return self.build_floors(name, args[0].place, domain, corners) if name else self.no_board()
            if word in ("hexagon", "hex_rectangle"):
                sizes = [self.constant(a, scope) for a in args]
                if self.unread(args, scope):
                    return self.no_board()
                return graphs.hexagon(sizes[0]) if word == "hexagon" else graphs.hex_rectangle(sizes[0], sizes[1])
            width, height = (self.constant(a, scope) for a in args[:2])
            if self.unread(args[:2], scope):
                return self.no_board()
            return graphs.grid(width, height, self.topology(args[2], scope), diagonals=word == "king_grid")
        except (graphs.MapError, ValueError) as error:
            self.error("B01", word.place, f"this board cannot be made: {error}")
            return self.no_board()

    def unread(self, args: list[t.Expr], scope: Scope) -> bool:
        return any(self.constant_of(a, scope)[1].kind == "bad" for a in args)

    def no_board(self) -> Any:
        """In place of a board that has a fault: cells it does not have are no further faults."""
        self.lost.sorts.add("board")
        return graphs.grid(1, 1)

    def topology(self, expr: t.Expr, scope: Scope) -> str:
        if isinstance(expr, t.Name) and str(expr.word) in ("closed", "buoy", "torus") and not self.is_option(expr.word):
            return str(expr.word)
        word = str(expr.word) if isinstance(expr, t.Name) else ""
        if word and not self.is_option(word) and word not in self.members:
            hint = did_you_mean(word, ("closed", "buoy", "torus")) or "Closed ends at its edges, buoy goes on sideways, torus on all sides."
            self.error("B01", expr.place, f"‘{word}’ is no topology: a board is closed, buoy or torus", hint)
            return "closed"
        value, type_ = self.constant_of(expr, scope)
        if type_.kind == "bad":
            return "closed"
        if type_.is_row:
            name = self.domains[type_.domain].rows[value]
            if name in ("closed", "buoy", "torus"):
                return name
        self.error("B01", expr.place, "a topology is closed, buoy or torus")
        return "closed"

    def is_option(self, word: str) -> bool:
        return word in self.options

    def maps_chosen(self, expr: t.Expr, name: str) -> list[str]:
        """Every map that may be named so: by an option, those that its members are called like."""
        word = str(expr.word) if isinstance(expr, t.Name) else ""
        if word in self.maps or word not in self.options or not self.options[word][1].is_row:
            return [name]
        self.map_options.add(word)
        return [row for row in self.domains[self.options[word][1].domain].rows if row in self.maps]

    def map_name(self, expr: t.Expr, scope: Scope) -> str:
        """A map, named as such or by the value of an option."""
        name = str(expr.word) if isinstance(expr, t.Name) else ""
        if name not in self.maps and name in self.options:
            value, type_ = self.constant_of(expr, scope)
            name = self.domains[type_.domain].rows[value] if type_.is_row else ""
        if name not in self.maps:
            self.error("N01", expr.place, f"there is no map ‘{name}’", hints.unknown(name, "map", self.maps))
            return ""
        return name

    # ------------------------------------------------------------------------------------ fields

    def add_field(self, domain: core.Domain, name: str, type_: Ty, default: int, place: Place) -> core.Field:
        index = len(self.fields)
        is_set = type_.is_set
        low, high = type_.low, type_.high
        if type_.kind == "row":
            low, high = (NONE if type_.optional else 0), max(0, self.domains[type_.domain].size - 1)
        elif is_set:
            low, high = 0, (1 << self.domains[type_.domain].size) - 1
        target = type_.domain if type_.kind in ("row", "set") else NONE
        made = core.Field(index, domain.index, name, low, high, default, is_set, target, type_.kind == "flag", place=place)
        self.fields.append(made)
        self.field_types.append(type_)
        self.fields_of[domain.index][name] = index
        return made

    def type_of(self, node: t.Type, scope: Scope | None = None) -> Ty:
        match node:
            case t.Bounded():
                low, high = (self.bound_of(x) for x in (node.low, node.high))
                if low > high:
                    self.error("T02", node.place, f"from {low} to {high} there is nothing", "Write the smaller number first.")
                    low, high = high, low
                if low < -WIDE or high > WIDE:
                    self.error("T02", node.place, f"numbers go from -{WIDE:,} to {WIDE:,}", "Count in greater units.")
                return number(low, high)
            case t.OfKind():
                if node.kind == "flag":
                    return FLAG
                domain = self.nouns.get(str(node.kind))
                if domain is None:
                    self.unknown(node.kind, "kind", [*self.domain_by_name, "flag"])
                    return Ty("bad")
                return row(domain, node.optional)
            case t.Subset():
                domain = self.nouns.get(str(node.kind))
                if domain is None:
                    self.unknown(node.kind, "kind", self.domain_by_name)
                    return Ty("bad")
                return group(domain)
        raise AssertionError(node)

    def bound_of(self, value: Any) -> int:
        if isinstance(value, int):
            return value
        if value in self.options and self.options[value][1].kind == "number":
            return self.options[value][0]
        self.error("N01", value.place, f"there is no number option ‘{value}’", did_you_mean(value, self.options))
        return 0

    def constant(self, expr: t.Expr, scope: Scope) -> int:
        return self.constant_of(expr, scope)[0]

    def constant_of(self, expr: t.Expr, scope: Scope) -> tuple[int, Ty]:  # pragma: no cover - given by the binder
        raise NotImplementedError

    def new_scope(self) -> Scope:
        return Scope(Frame())
