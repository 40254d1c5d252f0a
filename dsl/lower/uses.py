"""What each word of a rulebook stands for, and where each thing is spoken of: read off what binding made of every node.

Names that only one rule knows (its parameters, what it lets or rolls) are not listed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.tree.walk import below


@dataclass(frozen=True, slots=True)
class Symbol:
    """A thing with a name.  ``sort``: option, kind, field, member, value, condition, or the sort of a rule (event, test ...)."""

    sort: str
    name: str
    owner: int = NONE  # the kind of a field or member, the number of a function


@dataclass(slots=True)
class Index:
    """``names``: where a word stands, and what for; ``uses``: every place that speaks of a thing; ``declared``: where it is said."""

    names: dict[Place, Symbol] = field(default_factory=dict)
    uses: dict[Symbol, list[Place]] = field(default_factory=dict)
    declared: dict[Symbol, Place] = field(default_factory=dict)

    def note(self, place: Place, symbol: Symbol | None) -> None:
        if symbol is not None and self.names.get(place) != symbol:
            self.names[place] = symbol
            self.uses.setdefault(symbol, []).append(place)


def index_of(bound: Bound) -> Index:
    """The index of everything that was bound so far; places in the order of the files."""
    book = _Book(bound)
    for expr, made, type_ in bound.context.resolution.expressions.values():
        book.expression(expr, made, type_.domain)
    for stmt, lines in bound.context.resolution.statements.values():
        book.statement(stmt, lines)
    for decl in bound.symbols.decls:
        book.declaration(decl)
    for scenario in bound.symbols.rulebook.scenarios:
        for scene in scenario.scenes:
            book.scene(scene)
    for places in book.index.uses.values():
        places.sort()
    return book.index


class _Book:
    def __init__(self, bound: Bound) -> None:
        self.cx, self.symbols, self.index = bound.context, bound.symbols, Index()
        self.functions: dict[int, Symbol] = {}
        for sort, table in (("value", self.symbols.entries), ("condition", self.symbols.conditions)):
            for entry in (entry for found in table.values() for entry in found if entry.function is not None):
                assert entry.function is not None
                symbol = Symbol(sort, entry.name, entry.function.index)
                self.functions[entry.function.index] = symbol
                self.index.declared[symbol] = entry.decl.name.place
        for name, decl in self.symbols.rule_decls.items():
            self.index.declared[Symbol(self.symbols.signatures[name].kind, name)] = getattr(decl, "name", t.Word(name)).place
        for domain in self.symbols.domains:
            if domain.place is not None:
                decls = self.symbols.kind_decls.get(domain.name)
                self.index.declared[Symbol("kind", domain.name)] = decls[0].name.place if decls else domain.place
        for column in self.symbols.fields:
            if column.place is not None and column.index in self.symbols.field_decls:
                self.index.declared[self.column(column.index)] = self.symbols.field_decls[column.index].name.place

    # ------------------------------------------------------------------------------------ things by their number

    def kind(self, domain: int) -> Symbol | None:
        return Symbol("kind", self.symbols.domains[domain].name) if 0 <= domain < len(self.symbols.domains) else None

    def noun(self, word: str) -> Symbol | None:
        return self.kind(self.symbols.nouns[word]) if word in self.symbols.nouns else None

    def column(self, index: int) -> Symbol:
        made = self.symbols.fields[index]
        return Symbol("field", made.name, made.domain)

    def procedure(self, index: int) -> Symbol:
        made = self.cx.procedures[index]
        return Symbol(made.kind, made.name)

    def rule(self, word: str) -> Symbol | None:
        signature = self.symbols.signatures.get(word)
        return Symbol(signature.kind, signature.name) if signature is not None else None

    def thing(self, word: str, made: core.Expr, domain: int) -> Symbol | None:
        """What a word became."""
        match made:
            case core.Read():
                return self.column(made.field)
            case core.Apply():
                return self.functions.get(made.function)
            case core.Not():
                return self.thing(word, made.item, domain)
            case core.Query() if made.value is not None:
                return self.thing(word, made.value, domain)
            case core.Chance() | core.ChanceAfter():
                return self.procedure(made.procedure)
            case core.Rows():
                return self.kind(made.domain)
            case core.Const() if word in self.symbols.options:
                return Symbol("option", word)
            case core.Const() if (domain, made.value) in self.symbols.members.get(word, ()):
                return Symbol("member", word, domain)
        return None

    # ------------------------------------------------------------------------------------ nodes

    def expression(self, expr: t.Expr, made: core.Expr, domain: int) -> None:
        match expr:
            case t.Name() | t.Dot() | t.Apply() | t.ChanceOf() | t.Related():
                self.index.note(expr.word.place, self.thing(str(expr.word), made, domain))
            case t.Binary(op="is" | "is_not", right=t.Name(word=word)) if isinstance(made, (core.Apply, core.Read, core.Not)):
                self.index.note(word.place, self.thing(str(word), made, domain))

    def statement(self, stmt: t.Stmt, lines: list[core.Stmt]) -> None:
        match stmt:
            case t.Call():
                self.index.note(stmt.word.place, self.rule(str(stmt.word)))
            case t.Perform():
                self.index.note(stmt.action.place, self.rule(str(stmt.action)))
            case t.At():
                self.index.note(stmt.agenda.place, self.rule(str(stmt.agenda)))
            case t.Create():
                self.index.note(stmt.kind.place, self.noun(str(stmt.kind)))
                for (word, _), (column, _) in zip(stmt.values, getattr(lines[-1], "values", ()) if lines else (), strict=False):
                    self.index.note(word.place, self.column(column))
            case t.Gains() | t.Becomes():
                column = next((x.field for x in lines if isinstance(x, (core.Change, core.Join))), None)
                if isinstance(stmt, t.Gains) and stmt.what is not None and column is not None:
                    self.index.note(stmt.what.place, self.column(column))
                if stmt.lasting is not None:
                    self.index.note(stmt.lasting.agenda.place, self.rule(str(stmt.lasting.agenda)))

    def declaration(self, decl: t.Decl) -> None:
        """Words that are not bound as expressions: nouns, kinds of fields, members, hooks, columns of sheets."""
        for node in below(decl):
            match node:
                case t.Parameter() if node.type is None:
                    self.index.note(node.name.place, self.noun(str(node.name)))
                case t.OfKind() | t.Subset():
                    self.index.note(node.kind.place, self.noun(str(node.kind)))
                case t.Kind():
                    self.members(str(node.name), node.members)
                case t.Option():
                    self.index.declared[Symbol("option", str(node.name))] = node.name.place
                case t.Member():
                    self.index.note(node.kind.place, self.noun(str(node.kind)))
                    self.members(str(node.kind), [node.name])
                    self.columns(str(node.kind), [line.name for line in node.properties])
                case t.DataTable() if node.lines:
                    self.index.note(node.kind.place, self.noun(str(node.kind)))
                    first = [line.cells[0] for line in node.lines[1:] if line.cells]
                    self.members(str(node.kind), [cell.word for cell in first if isinstance(cell, t.Name)])
                    self.columns(str(node.kind), [cell.word for cell in node.lines[0].cells if isinstance(cell, t.Name)])
                case t.Adjust():
                    adjusted = [e for table in (self.symbols.entries, self.symbols.conditions) for e in table.get(str(node.name), ())]
                    made = next((e.function for e in adjusted if node in e.adjusts and e.function is not None), None)
                    self.index.note(node.name.place, self.functions.get(made.index) if made is not None else self.rule(str(node.name)))
                case t.Step() if node.body is None:
                    self.index.note(node.name.place, self.rule(str(node.name)))
                case t.Hook():
                    self.index.note(node.name.place, self.rule(str(node.name)))

    def scene(self, scene: t.Scene) -> None:
        """Words of a line of a scenario that are not bound as expressions."""
        parts = scene.parts
        if scene.form == "given":
            kind = str(parts["kind"])
            self.index.note(parts["kind"].place, self.noun(kind))
            self.columns(kind, [word for word, _ in parts["values"]], self.symbols.nouns.get(kind, NONE))
        elif scene.form == "option" and str(parts["name"]) in self.symbols.options:
            self.index.note(parts["name"].place, Symbol("option", str(parts["name"])))
        for node in below(list(parts.values())):
            if isinstance(node, t.Call):
                self.index.note(node.word.place, self.rule(str(node.word)))
        for name in ("agenda", "contest", "action"):
            if isinstance(parts.get(name), t.Word):
                self.index.note(parts[name].place, self.rule(str(parts[name])))

    def members(self, kind: str, words: list[t.Word]) -> None:
        domain = self.symbols.domain_by_name.get(kind, NONE)
        for word in words:
            if any(owner == domain for owner, _ in self.symbols.members.get(str(word), ())):
                self.index.declared.setdefault(Symbol("member", str(word), domain), word.place)

    def columns(self, kind: str, words: list[t.Word], domain: int = NONE) -> None:
        columns = self.symbols.fields_of[self.symbols.domain_by_name.get(kind, domain)]
        for word in words:
            if str(word) in columns:
                self.index.note(word.place, self.column(columns[str(word)]))
