"""The page of the things of a game: kinds, their fields and members."""

from __future__ import annotations

from typing import Any

from arbitre.documents.language.base import capital
from arbitre.documents.model.book import BUILT_IN, slug
from arbitre.documents.model.scope import Scope
from arbitre.documents.pages.reference.entries import Entries
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.lists import Lines
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.core import Domain


class Material(Writer):
    """Writes the page of things."""

    def __init__(self, pen: Pen, nouns: Things, conditions: Conditions, entries: Entries) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.conditions = conditions
        self.entries = entries

    # ------------------------------------------------------------------------------------ material

    def things(self) -> Lines:
        out = [f"# {self.l('page.things')}", "", self.l("things.intro"), ""]
        for kind in self.book.kinds:
            if kind in ("order_state", "direction", "vertex", "step", "action") or (kind == "order" and not self.book.fields_of(kind)):
                continue
            out += self.kind_section(kind)
        return out

    def moving(self, decls: list[t.Kind]) -> Lines:
        """Which cells are joined as things stand, and when a link is open."""
        said = []
        for word in (d.moved_by for d in decls if d.moved_by):
            value, condition = self.book.find(str(word), t.Define), self.book.find(str(word), t.Condition)
            if condition is not None:
                said.append(self.say("Kind.open_when", value=self.nouns.link(self.language.small(self.titles.of(condition)), condition)))
            elif value is not None:
                said.append(self.say("Kind.joined", value=self.nouns.titled(value)))
        return said

    def kind_section(self, kind: str, fields: list[t.Field] | None = None) -> Lines:
        decls = self.book.kinds[kind]
        first = decls[0]
        domain = self.book.domain(kind)
        out = [f"## {capital(self.titles.kind(kind))} {{ #kind-{slug(kind)} }}", ""]
        for decl in decls:
            out += self.entries.text(decl)
        said = []
        if first.seats or any(d.seats for d in decls):
            said.append(self.say("Kind.seats"))
        if domain is not None and domain.board is not None:
            said.append(self.say("Kind.board", shape=self.shape(domain)) + f" ([{self.l('page.board')}](board.md))")
        elif any(d.links for d in decls):
            said.append(self.say("Kind.links"))
        elif domain is not None and domain.dynamic:
            said.append(self.say("Kind.capacity", count=domain.size))
        if any(d.entry_cost for d in decls):
            cost = next(d.entry_cost for d in decls if d.entry_cost)
            found = self.book.find(str(cost), t.Define)
            said.append(self.say("Kind.entry", value=self.nouns.titled(found) if found is not None else self.titles.plain(str(cost))))
        said += self.moving(decls)
        for word in (d.owned_by for d in decls if d.owned_by):
            found = self.book.find(str(word), t.Define)
            said.append(self.say("Kind.owned_by", value=self.nouns.titled(found) if found is not None else self.titles.plain(str(word))))
        if any(d.kept for d in decls):
            said.append(self.say("Kind.kept"))
        bearers = [str(d.bearer) for d in decls if d.bearer]
        if bearers:
            said.append(self.say("Kind.bearer", kinds=self.titles.kinds(bearers[0])))
        if drawn := [d.sign.text for d in decls if d.sign is not None]:
            said.append(self.say("Kind.sign", sign=f"`{drawn[-1]}`"))
        for decl in decls:
            for seen in decl.seen:
                said.append(capital(self.entries.seen(seen, Scope(element=kind))) + ".")
        if domain is not None and not domain.dynamic and domain.board is None and kind not in BUILT_IN and domain.size:
            names = [self.titles.member(kind, r) for r in domain.rows]
            if self.book.carded(kind):
                names = [
                    f"[{n}](cards-{slug(kind)}.md#{self.book.member_anchor(kind, r)})" if "<" not in n else n
                    for n, r in zip(names, domain.rows, strict=True)
                ]
            if len(names) <= 100:
                # Names with a comma of their own are told apart by semicolons.
                members = self.language.semicolons(names) if any("," in n for n in names) else self.language.list(names)
                said.append(self.say("Kind.members", count=len(names), members=members))
        out += [" ".join(said), ""] if said else []
        shown = self.book.fields_of(kind) if fields is None else fields
        if shown:
            out += self.field_table(kind, shown)
        if domain is not None and not self.book.carded(kind) and domain.board is None and not domain.dynamic and self.columns(kind):
            out += self.rows_table(kind)
        return [*out, *self.entries.meta(first, used=False)]

    def shape(self, domain: Domain) -> str:
        board = domain.cells
        floors = len(set(board.floors)) if board.floors else 1
        if board.is_hex:
            return f"{self.say('Kind.shape.hexagon')}, {self.say('Kind.shape.other', cells=board.size)}"
        if floors > 1:
            return self.say("Kind.shape.floors", floors=floors)
        columns, rows = max(p[0] for p in board.coordinates), max(p[1] for p in board.coordinates)
        return self.say("Kind.shape.grid", columns=columns, rows=rows)

    def field_table(self, kind: str, fields: list[t.Field]) -> Lines:
        scope = Scope(element=kind)
        hidden = any(f.seen for f in fields)
        head = [self.l("figures"), self.l("may.be"), self.l("start")] + ([self.l("who.may.see")] if hidden else [])
        out = ['<div class="wide" tabindex="0" markdown>', "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for field in fields:
            may = self.entries.type(field.type)
            if field.added_to is not None:
                value = self.book.find(str(field.added_to[0]), t.Define)
                may += self.language.SEMICOLON
                may += self.say("Field.added", value=self.nouns.titled(value) if value is not None else str(field.added_to[0]))
            if field.reported:
                may += f" ({self.say('Field.reported')})"
            if field.kept:
                may += f" ({self.say('Field.for_good' if field.for_good else 'Field.kept')})"
            cells = [f'<a id="{self.book.field_anchor(kind, field.name)}"></a>{self.titles.of(field)}', may, self.start(field, scope)]
            if hidden:
                cells.append(self.language.semicolons([self.audience(s, scope) for s in field.seen]) or self.l("everyone"))
            out.append("| " + " | ".join(cells) + " |")
        return [*out, "", "</div>", ""]

    def audience(self, seen: t.SeenBy, scope: Scope) -> str:
        return self.nouns.thing(seen.audience, scope) + (
            f" ({self.say('If', clause=self.conditions.clause(seen.when, scope))})" if seen.when is not None else ""
        )

    def start(self, field: t.Field, scope: Scope) -> str:
        if field.default is not None:
            return self.nouns.thing(field.default, scope)
        type_ = field.type
        if isinstance(type_, t.Bounded):
            low = str(type_.low)
            return low if low.lstrip("-").isdigit() and int(low) > 0 else "0"
        if isinstance(type_, t.Subset) or (isinstance(type_, t.OfKind) and type_.optional):
            return "–"
        if str(type_.kind) == "flag":
            return self.l("no")
        domain = self.book.domain(str(type_.kind)) if isinstance(type_, t.OfKind) else None
        plain = domain is not None and domain.board is None and not domain.dynamic and not domain.seat and bool(domain.rows)
        return self.titles.member(domain.name, domain.rows[0]) if domain is not None and plain else "–"  # it begins with the first

    # ------------------------------------------------------------------------------------ rows and cards

    def columns(self, kind: str) -> list[Any]:
        """Columns of figures of a kind that differ or say something."""
        domain = self.book.domain(kind)
        if domain is None:
            return []
        found = [f for f in self.book.program.fields if f.domain == domain.index and not f.name.startswith("_") and f.name != "alive"]
        return [f for f in found if any(v != f.default or len(set(given(f))) > 1 for v in given(f))]

    def figure(self, column: Any, value: int, link: bool = True) -> str:
        if column.is_flag:
            return self.l("yes") if value else "–"
        if column.target >= 0:
            domain = self.book.program.domains[column.target]
            if column.is_set:
                names = [domain.rows[n] for n in range(domain.size) if value >> n & 1]
                return ", ".join(self.row(domain, n) for n in names) or "–"
            return self.row(domain, domain.rows[value]) if 0 <= value < len(domain.rows) else "–"
        sign = "+" if column.low < 0 < value else ""  # what may be a penalty too is a bonus here
        return sign + str(value).replace("-", "−")

    def row(self, domain: Domain, name: str) -> str:
        said = self.titles.member(domain.name, name)
        return (
            f"[{said}](cards-{slug(domain.name)}.md#{self.book.member_anchor(domain.name, name)})"
            if self.book.carded(domain.name) and "<" not in said
            else said
        )

    def column_title(self, kind: str, column: Any) -> str:
        field = self.book.field(kind, column.name)
        return self.titles.of(field) if field is not None else capital(self.titles.plain(column.name))

    def rows_table(self, kind: str, most: int = 80) -> Lines:
        domain = self.book.domain(kind)
        columns = self.columns(kind)
        if domain is None or not columns:
            return []
        head = [self.l("col.name"), *(self.column_title(kind, c) for c in columns)]
        out = ['<div class="wide" tabindex="0" markdown>', "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for row in range(min(domain.size, most)):
            name = self.row(domain, domain.rows[row]) if self.book.carded(kind) else self.titles.member(kind, domain.rows[row])
            out.append("| " + " | ".join([name, *(self.figure(c, given(c)[row]) for c in columns)]) + " |")
        return [*out, "", "</div>", ""]


def given(column: Any) -> list[int]:
    """What a table gives to each row, whether or not a rule may change it in a match; nothing for other columns."""
    return column.values if column.values is not None else column.start or []
