"""Members of kinds: rows that a rulebook writes out, with their titles."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.languages import is_language
from arbitre.dsl.diagnostics.said import THIS, phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean, suggest_known
from arbitre.dsl.parse.line_habits import whole_head
from arbitre.dsl.resolve.fields import row_of_line
from arbitre.dsl.resolve.symbols import Symbols, domain_name, is_board, new_scope, tell_unknown, text_of, turns

MAX_ROWS = 10_000


def add_member(symbols: Symbols, domain: int, name: t.Word, title: core.Text) -> int:
    """A row of a kind by its name, the one it has or a new one."""
    rows = symbols.domains[domain].rows
    if name in rows:
        index = rows.index(name)
        if title:
            symbols.domains[domain].titles[index] = title
        return index
    if len(rows) >= MAX_ROWS:
        kind = domain_name(symbols, domain)
        symbols.messages.error(
            "T02", symbols.kind_decls[kind][0].place, phrase("the kind ‘{0}’ has more than {1} rows", kind, format(MAX_ROWS, ","))
        )
        return len(rows) - 1
    rows.append(str(name))
    symbols.domains[domain].titles.append(title)
    symbols.domains[domain].size = len(rows)
    symbols.members.setdefault(str(name), []).append((domain, len(rows) - 1))
    return len(rows) - 1


def declare_member(symbols: Symbols, decl: t.Member) -> None:
    """``role scout:``: a member with a block of its own."""
    domain = symbols.domain_by_name.get(str(decl.kind))
    if domain is None:
        heads = ("game", "kind", "let", "test", "table", "event", "action", "agenda", "adjust", "option", "contest", "ranking")
        hint = whole_head(f"{decl.kind} {decl.name}:") or did_you_mean(decl.kind, [*symbols.domain_by_name, *heads])
        symbols.messages.error("N01", decl.kind.place, phrase("there is no kind ‘{0}’ to add a member to", decl.kind), hint)
        symbols.lost.words.add(str(decl.name))
        return
    before = str(decl.name) in symbols.domains[domain].rows
    namesakes = symbols.decls if before else ()
    earlier = [d for d in namesakes if isinstance(d, t.Member) and d is not decl and d.name == decl.name and d.kind == decl.kind]
    if earlier and next(d for d in symbols.decls if d is decl or d is earlier[0]) is not decl:
        symbols.messages.error(
            "N02",
            decl.name.place,
            phrase("there are two ‘{0} {1}’", decl.kind, decl.name),
            "Use another name, or ‘replace’.",
            [(earlier[0].name.place, "the first")],
        )
    add_member(symbols, domain, decl.name, text_of(decl.title))


def declare_rows(symbols: Symbols, decl: t.DataTable) -> None:
    """The rows of a sheet as members of its kind."""
    domain = symbols.domain_by_name.get(str(decl.kind))
    if domain is None:
        tell_unknown(symbols, decl.kind, "kind", symbols.domain_by_name)
        symbols.lost.words |= {str(line.cells[0].word) for line in decl.lines[1:] if isinstance(line.cells[0], t.Name)}
        return
    if is_board(symbols, str(decl.kind)) or not decl.lines:
        return
    for line in decl.lines[1:]:
        first = line.cells[0] if line.cells else None
        if not isinstance(first, t.Name):
            symbols.messages.error("T06", line.place, "the first cell of a row is its name")
            continue
        add_member(symbols, domain, first.word, core.Text())


def check_tables(symbols: Symbols) -> None:
    """Tells of columns that are no fields and of rows too short or too long; takes titles from sheets."""
    for decl in symbols.decls:
        if isinstance(decl, t.DataTable) and str(decl.kind) in symbols.domain_by_name and decl.lines:
            domain = symbols.domains[symbols.domain_by_name[str(decl.kind)]]
            known = [*symbols.fields_of[domain.index], "name", *symbols.rulebook.promised, "at", "sign"]
            for head in decl.lines[0].cells:
                if not isinstance(head, t.Name) or (str(head.word) not in known and not is_language(str(head.word))):
                    place = head.place if isinstance(head, t.Node) else decl.lines[0].place
                    said = str(head.word) if isinstance(head, t.Name) else THIS
                    symbols.messages.error(
                        "N01", place, phrase("{0} has no field ‘{1}’", an(decl.kind), said), suggest_known(said, "field", known)
                    )
            width = len(decl.lines[0].cells)
            for line in decl.lines[1:]:
                if len(line.cells) != width:
                    symbols.messages.error(
                        "T06", line.place, phrase("this row has {0} cells, the table has {1} columns", len(line.cells), width)
                    )
            titles_from(symbols, decl, domain)
        elif isinstance(decl, t.Member) and str(decl.kind) in symbols.domain_by_name:
            domain = symbols.domains[symbols.domain_by_name[str(decl.kind)]]
            for line_ in decl.properties:
                if str(line_.name) not in symbols.fields_of[domain.index]:
                    symbols.messages.error("N01", line_.name.place, phrase("{0} has no field ‘{1}’", an(decl.kind), line_.name),
                                           suggest_known(str(line_.name), "field", symbols.fields_of[domain.index]))  # fmt: skip


def titles_from(symbols: Symbols, decl: t.DataTable, domain: core.Domain) -> None:
    """Titles and names that a sheet gives to its rows."""
    heads = [str(c.word) if isinstance(c, t.Name) else "" for c in decl.lines[0].cells]
    scope = new_scope()
    for line in decl.lines[1:]:
        at = row_of_line(symbols, domain, heads, line, scope)
        if at is None:
            continue
        cells = dict(zip(heads, line.cells, strict=False))
        fields = symbols.fields_of[domain.index]
        titles = [(k, v) for k, v in cells.items() if k not in fields and is_language(k) and isinstance(v, t.String)]
        if titles:
            traits = tuple((code, said.traits) for code, said in titles if said.traits != core.PLAIN)
            domain.titles[at] = core.Text(tuple((code, said.text) for code, said in titles if said.text), traits)
        if isinstance(own := cells.get("sign"), t.String) and "sign" not in symbols.fields_of[domain.index]:
            domain.signs += [""] * (at + 1 - len(domain.signs))
            domain.signs[at] = sign_from(symbols, own)
        name = cells.get("name")
        if domain.board is not None and isinstance(name, t.Name):
            domain.rows[at] = str(name.word)
            if not titles:
                domain.titles[at] = core.Text.in_all(str(name.word))
            symbols.members.setdefault(str(name.word), []).append((domain.index, at))


def sign_from(symbols: Symbols, said: t.String) -> str:
    """What something is drawn as: a sign or two, so that a number finds room beside it."""
    if not 1 <= len(said.text) <= 2 or not said.text.isprintable() or " " in said.text or said.text[-1].isdigit():
        symbols.messages.error(
            "T06",
            said.place,
            phrase("‘{0}’ cannot be used as a sign on a board", said.text),
            "A sign is one or two letters or symbols; a number may follow.",
        )
        return ""
    return said.text


def find_labels(symbols: Symbols) -> None:
    """What a created row is called by: the first open field that names a member of something."""
    for domain in symbols.domains:
        if not domain.dynamic or domain.seen:
            continue
        for name, index in symbols.fields_of[domain.index].items():
            type_ = symbols.field_types[index]
            if name.startswith("_") or not type_.is_row or symbols.fields[index].seen or type_.domain < 5:
                continue
            target = symbols.domains[type_.domain]
            if not target.dynamic and target.board is None and not target.seat and not turns(symbols, type_.domain):
                domain.label = index
                break
