"""Fields of kinds as columns: declared, given their defaults, filled from sheets, members and maps."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.dsl.modules.renames import Renamed, tell_former
from arbitre.dsl.resolve.nouns import type_of
from arbitre.dsl.resolve.scope import Frame, Scope
from arbitre.dsl.resolve.symbols import ANY, NONE, Symbols, domain_name, new_scope, text_of
from arbitre.dsl.resolve.types import Ty, row


def add_field(symbols: Symbols, domain: core.Domain, name: str, type_: Ty, default: int, place: Place) -> core.Field:
    """A new column, empty."""
    index = len(symbols.fields)
    is_set = type_.is_set
    low, high = type_.low, type_.high
    if type_.kind == "row":
        low, high = (NONE if type_.optional else 0), max(0, symbols.domains[type_.domain].size - 1)
    elif is_set:
        low, high = 0, (1 << symbols.domains[type_.domain].size) - 1
    target = type_.domain if type_.kind in ("row", "set") else NONE
    made = core.Field(index, domain.index, name, low, high, default, is_set, target, type_.kind == "flag", place=place)
    symbols.fields.append(made)
    symbols.field_types.append(type_)
    symbols.fields_of[domain.index][name] = index
    return made


def field_called(symbols: Symbols, domain: int, word: str) -> int | None:
    """The field of a kind by its name, or by one it had before (a :class:`~arbitre.dsl.tree.nodes.Word` is told of that)."""
    known = symbols.fields_of[domain]
    if word in known:
        return known[word]
    for rename in symbols.rulebook.names.former.get(("field", str(word)), ()):
        if rename.owner in ("", domain_name(symbols, domain)) and rename.new in known:
            if isinstance(word, t.Word):
                tell_former(symbols.messages, word.place, rename)
                symbols.rulebook.renamed.append(Renamed(word.place, rename.old, rename.new))
            return known[rename.new]
    for owner, full in symbols.rulebook.names.apart.get((word.place.file, str(word)), ()) if isinstance(word, t.Word) else ():
        if owner == domain_name(symbols, domain) and full in known:
            return known[full]
    return None


def default_of(symbols: Symbols, type_: Ty, expr: t.Expr | None) -> int:
    """What a field holds at first: as said, else none, or the number nearest to 0."""
    if expr is not None:
        return symbols.constants.typed(expr, Scope(Frame()), type_, place=expr.place)
    if type_.kind == "row" and type_.optional:
        return NONE
    if type_.kind == "number":
        return min(max(0, type_.low), type_.high)
    return 0


ALIVE = "It says which of a kind with ‘up to’ exist: those that were created and not discarded. Give yours another name."


def declare_fields(symbols: Symbols, first: bool) -> None:
    """First the kinds whose members are written out, which shapes and capacities may speak of; then all others."""
    for name, decls in symbols.kind_decls.items():
        domain = symbols.domains[symbols.domain_by_name[name]]
        plain = not domain.dynamic and domain.board is None and not any(d.capacity or d.shape or d.links for d in decls)
        if plain != first:
            continue
        for decl in decls:
            for field in decl.fields:
                declare_field(symbols, domain, field)


def declare_field(symbols: Symbols, domain: core.Domain, decl: t.Field) -> None:
    """A field as written, unless its kind has one of that name."""
    name = str(decl.name)
    if name in symbols.fields_of[domain.index]:
        first = symbols.fields_of[domain.index][name]
        if first not in symbols.field_decls:
            text = phrase("{0} has a field ‘{1}’ of the language’s own", an(domain.name), name)
            symbols.messages.error("N02", decl.name.place, text, ALIVE if name == "alive" else "Give yours another name.")
            return
        before = symbols.fields[first].place
        symbols.messages.error("N02", decl.name.place, phrase("{0} already has a field ‘{1}’", an(domain.name), name), "Use another name.",
                               [(before or NOWHERE, "the first")])  # fmt: skip
        return
    type_ = type_of(symbols, decl.type)
    made = add_field(symbols, domain, name, type_, 0, decl.place)
    made.title, made.kept, made.reported = text_of(decl.title), decl.kept, decl.reported
    symbols.field_decls[made.index] = decl
    if decl.added_to is not None:
        symbols.added.append((made, *decl.added_to, domain.index))


def fill_fields(symbols: Symbols, first: bool) -> None:
    """Defaults, tables and members' lines, as columns."""
    scope = new_scope()
    wanted = {i for i, d in symbols.field_decls.items() if i not in symbols.filled}
    told = [decl for decl in symbols.decls if isinstance(decl, (t.DataTable, t.Member))]
    for index in sorted(wanted):
        type_, decl = symbols.field_types[index], symbols.field_decls[index]
        if first and type_.kind in ("row", "set") and symbols.domains[type_.domain].size == 0:
            continue
        symbols.filled.add(index)
        made = symbols.fields[index]
        fresh = bounds_of(symbols, type_)
        made.low, made.high = fresh
        made.default = default_of(symbols, type_, decl.default)
        size = symbols.domains[made.domain].size
        column = [made.default] * size
        fill_column(symbols, made, type_, column, scope, told)
        if symbols.domains[made.domain].dynamic:
            continue
        if (decl.name not in symbols.assigned and not type_.is_set) or (type_.is_set and not set_changes(symbols, type_, decl)):
            made.values = column
        elif column != [made.default] * size:
            made.start = column


def leave_out_missing(symbols: Symbols) -> None:
    """Fields that hold members which take no part with these options: none where they may, else nobody could tell what they hold."""
    for made in symbols.fields:
        gone = symbols.left_out.get(made.target, []) if not made.is_set else []
        column = made.values if made.values is not None else made.start
        decl = symbols.field_decls.get(made.index)
        if not gone or column is None or decl is None:
            continue
        owner, target = symbols.domains[made.domain], symbols.domains[made.target]
        lost = next((value for value in column[: owner.size] if value >= target.size), None)
        if lost is not None and not symbols.field_types[made.index].optional:
            hint = phrase("Limit ‘{0}’ in the same way (‘kind {0}, up to ...’), or write ‘{1} or none’.", owner.name, target.name)
            symbols.messages.error("T02", decl.place, phrase("with these options ‘{0}’ takes no part, but {1} still has it as its ‘{2}’",
                                   gone[lost - target.size], an(owner.name), made.name), hint)  # fmt: skip
        column[:] = [NONE if value >= target.size else value for value in column]


def set_changes(symbols: Symbols, type_: Ty, decl: t.Field) -> bool:
    """Does some rule let anything join or leave the set?"""
    owner = symbols.fields[fields_of_name(symbols, decl)].domain
    if any(a in (owner, ANY) and b in (type_.domain, ANY) for a, b in symbols.joined):
        return True
    return str(decl.name) in symbols.assigned or symbols.domains[owner].name == "match"


def fields_of_name(symbols: Symbols, decl: t.Field) -> int:
    """The number of a declared field."""
    return next(i for i, d in symbols.field_decls.items() if d is decl)


def bounds_of(symbols: Symbols, type_: Ty) -> tuple[int, int]:
    """The least and the greatest value of a field of that type."""
    if type_.kind == "row":
        return (NONE if type_.optional else 0), max(0, symbols.domains[type_.domain].size - 1)
    if type_.is_set:
        return 0, (1 << symbols.domains[type_.domain].size) - 1
    return type_.low, type_.high


def fill_column(
    symbols: Symbols, made: core.Field, type_: Ty, column: list[int], scope: Scope, told: list[t.DataTable | t.Member]
) -> None:  # fmt: skip
    """What maps, sheets and members say of a field, row by row."""
    domain = symbols.domains[made.domain]
    fill_drawn(symbols, made, type_, column, scope)
    for decl in told:
        if symbols.domain_by_name.get(str(decl.kind)) != domain.index:
            continue
        if isinstance(decl, t.DataTable):
            if not decl.lines:
                continue
            heads = [str(c.word) if isinstance(c, t.Name) else "" for c in decl.lines[0].cells]
            if made.name not in heads:
                continue
            position = heads.index(made.name)
            for line in decl.lines[1:]:
                at = row_of_line(symbols, domain, heads, line, scope)
                cell = line.cells[position] if position < len(line.cells) else None
                if at is not None and isinstance(cell, t.Expr):
                    column[at] = symbols.constants.typed(cell, scope, type_, f"‘{made.name}’", place=cell.place)
        else:
            for line_ in decl.properties:
                if str(line_.name) == made.name and str(decl.name) in domain.rows:
                    at = domain.rows.index(str(decl.name))
                    column[at] = symbols.constants.typed(line_.value, scope, type_, f"‘{made.name}’", place=line_.value.place)


def fill_drawn(symbols: Symbols, made: core.Field, type_: Ty, column: list[int], scope: Scope) -> None:
    """What the marks of a map, and its links, say of their cells and rows."""
    drawn: list[tuple[list[t.Word], list[tuple[t.Word, t.Expr]]]] = []
    if made.domain in symbols.cell_marks:
        drawn = [(m.members, m.values) for m in symbols.cell_marks[made.domain]]
    elif made.domain in symbols.links_of:
        drawn = [([link.kind], link.values) for link in symbols.links_of[made.domain]]
    for at, (words, values) in enumerate(drawn):
        for word in words:
            for kind, index in symbols.members.get(str(word), []):
                if kind == type_.domain and type_.kind in ("row", "set") and index >= 0:
                    column[at] = index if type_.is_row else column[at] | 1 << index
        for word, expr in values:
            if str(word) == made.name:
                column[at] = symbols.constants.typed(expr, scope, type_, f"‘{made.name}’", place=expr.place)


def row_of_line(symbols: Symbols, domain: core.Domain, heads: list[str], line: t.Line, scope: Scope) -> int | None:
    """The row that a line of a sheet is about."""
    if domain.board is not None:
        if "at" not in heads:
            return None
        cell = line.cells[heads.index("at")]
        return symbols.constants.typed(cell, scope, row(domain.index), place=line.place) if isinstance(cell, t.Expr) else None
    first = line.cells[0]
    if isinstance(first, t.Name) and str(first.word) in domain.rows:
        return domain.rows.index(str(first.word))
    return None
