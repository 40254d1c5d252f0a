"""What names mean inside one rule, and the type of what is said: just enough of it to choose words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from arbitre.documents.model.book import Book
from arbitre.documents.model.titles import Titles
from dsl import tree as t
from dsl.resolve.nouns import bearer_of


@dataclass(frozen=True, slots=True)
class Type:
    """``form``: row, set, number, flag, none, unknown.  ``kind``: of the rows."""

    form: str
    kind: str | None = None


UNKNOWN, NUMBER, FLAG = Type("unknown"), Type("number"), Type("flag")


@dataclass(frozen=True, slots=True)
class Known:
    """A name of a rule: what it is and what it is called."""

    type: Type
    said: str
    gender: str = ""
    proper: bool = False  # said without an article


@dataclass(slots=True)
class Scope:
    """``element``: the kind of what a ``where`` looks at; ``own``: words of the dice or of a step."""

    names: dict[str, Known] = field(default_factory=dict)
    element: str | None = None

    def child(self, element: str | None = None) -> Scope:
        return Scope(dict(self.names), element or self.element)


NUMBERS = frozenset(
    ["count", "total", "greatest", "smallest", "distance", "diagonal_distance", "travel", "min", "max", "abs", "percent", "arrival"]
)
CELLS = frozenset(["ahead", "first_on_ray"])
CELL_SETS = frozenset(["ray", "line", "within", "surest"])


class Scopes:
    """Names and types of one rulebook."""

    def __init__(self, book: Book, titles: Titles) -> None:
        self.book, self.titles = book, titles
        self.symbols = book.symbols
        self.plurals = {name: self.domain_name(index) for name, index in self.symbols.plurals.items()}

    def domain_name(self, index: int) -> str:
        return self.book.program.domains[index].name if 0 <= index < len(self.book.program.domains) else ""

    # ------------------------------------------------------------------------------------ scopes

    def of_params(self, params: list[t.Parameter], scope: Scope | None = None) -> Scope:
        scope = scope.child() if scope is not None else Scope()
        found = []
        for param in params:
            found.append((str(param.name), self.of_param(param)))
        said = [known.said for _, known in found]
        for position, (name, known) in enumerate(found):
            if said.count(known.said) > 1 and not known.proper:
                letter = "ABCDEF"[said[:position].count(known.said)]
                known = replace(known, said=f"{known.said} {letter}")
            scope.names[name] = known
        return scope

    def of_param(self, param: t.Parameter) -> Known:
        name = str(param.name)
        if param.type is not None:
            type_ = self.of_written(param.type)
            said, gender = self.titles.noun(name, type_.kind)
            return Known(type_, said, gender)
        kind = self.noun_kind(name)
        members = self.book.members(name)
        if name not in self.symbols.nouns and members:
            domain, _ = members[0]
            said = self.titles.member(domain.name, name)
            return Known(Type("row", kind), said, self.titles.gender(said))
        said, gender = self.titles.noun(name, kind)
        return Known(Type("row", kind), said, gender)

    def noun_kind(self, name: str) -> str | None:
        if name in self.symbols.nouns:
            return self.domain_name(self.symbols.nouns[name])
        for domain, _ in self.book.members(name):
            bearer = bearer_of(self.symbols, domain.index)
            if bearer is not None:
                return self.domain_name(bearer)
        return None

    def add(self, scope: Scope, name: str, type_: Type) -> Known:
        """A local name; the kind's own title for a name of that kind where no better word is known."""
        said, gender = self.titles.noun(name, type_.kind, type_.form == "set")
        if any(k.said == said and n != name for n, k in scope.names.items()):
            said = f"{said} {'BCDEFGH'[min(6, sum(1 for k in scope.names.values() if k.said.startswith(said)) - 1)]}"
        known = Known(type_, said, gender)
        scope.names[name] = known
        return known

    # ------------------------------------------------------------------------------------ types

    def of_written(self, type_: t.Type) -> Type:
        if isinstance(type_, t.Bounded):
            return NUMBER
        name = str(type_.kind)
        if isinstance(type_, t.Subset):
            return Type("set", name)
        return FLAG if name == "flag" else Type("row", name)

    def entry(self, name: str, kind: str | None = None) -> Any:
        """The value or condition of that name, about that kind if there are several."""
        found = [*self.symbols.entries.get(name, []), *self.symbols.conditions.get(name, [])]
        if kind is not None:
            for entry in found:
                if entry.types and entry.types[0].is_row and self.domain_name(entry.types[0].domain) == kind:
                    return entry
            return None
        return found[0] if found else None

    def of_entry(self, entry: Any) -> Type:
        if isinstance(entry.decl, t.Condition):
            return FLAG
        kind = entry.type.kind
        if kind == "flag":
            return FLAG
        if kind in ("row", "set"):
            return Type(kind, self.domain_name(entry.type.domain))
        return NUMBER if kind == "number" else UNKNOWN

    def of(self, expr: Any, scope: Scope) -> Type:
        match expr:
            case t.Number() | t.DiceValue() | t.Percent() | t.Fraction() | t.ChanceOf():
                return NUMBER
            case t.Either():
                return self.of(expr.then, scope)
            case t.Nothing():
                return Type("none")
            case t.Name():
                return self.of_name(str(expr.word), scope)
            case t.Dot():
                return self.of_dot(expr, scope)
            case t.Apply():
                return self.of_apply(expr, scope)
            case t.Tuple():
                inner = self.of(expr.items[0], scope)
                return Type("set", inner.kind) if inner.form in ("row", "set") else Type("row", self.board_kind())
            case t.Where():
                source = self.of(expr.source, scope)
                return FLAG if expr.sink in ("any", "no") else Type("row" if expr.sink == "the" else "set", source.kind)
            case t.Binary(op=op):
                if op in ("+", "-"):
                    left = self.of(expr.left, scope)
                    right = self.of(expr.right, scope)
                    return Type("set", left.kind) if "set" in (left.form, right.form) else left
                return NUMBER if op in ("*", "/") else FLAG
            case t.Unary(op="-"):
                return NUMBER
            case t.Unary() | t.Related() | t.Titled():
                return FLAG
        return UNKNOWN

    def of_name(self, word: str, scope: Scope) -> Type:
        if word == "it" and scope.element:
            return Type("row", scope.element)
        if word in scope.names:
            return scope.names[word].type
        if scope.element is not None:
            found = self.of_part(scope.element, word)
            if found is not UNKNOWN:
                return found
        if word in self.plurals:
            return Type("set", self.plurals[word])
        if word in self.symbols.paths:  # one way of many cells: it is spoken of in the singular
            return Type("row", self.domain_name(self.symbols.paths[word][0]))
        members = self.book.members(word)
        if members:
            return Type("row", members[0][0].name)
        if word in self.symbols.options:
            type_ = self.symbols.options[word][1]
            return FLAG if type_.kind == "flag" else Type("row", self.domain_name(type_.domain)) if type_.is_row else NUMBER
        entry = self.entry(word)
        if entry is not None:
            return self.of_entry(entry)
        if word in ("true", "false"):
            return FLAG
        if word in ("natural", "total", "highest_die", "lowest_die"):
            return NUMBER
        if word == "match":
            return Type("row", "match")
        if word in self.symbols.nouns:
            return Type("row", self.domain_name(self.symbols.nouns[word]))
        return UNKNOWN

    def of_part(self, kind: str, word: str) -> Type:
        """The type of a field or value of a kind."""
        declared = self.book.field(kind, word)
        if declared is not None:
            return self.of_written(declared.type)
        entry = self.entry(word, kind)
        if entry is not None and len(entry.types) == 1:
            return self.of_entry(entry)
        domain = self.book.domain(kind)
        if domain is not None and domain.board is not None:
            if word == "neighbours":
                return Type("set", kind)
            if word in ("x", "y", "floor"):
                return NUMBER
            if word in ("above", "below"):
                return Type("row", kind)
        if kind == "order":
            actors = [self.domain_name(d) for d in (self.book.program.orders.actors if self.book.program.orders is not None else ())]
            if word == "actor" and actors:
                return Type("row", actors[0])
            return {"action": Type("row", "action"), "state": Type("row", "order_state"),
                    "giver": Type("row", self.domain_name(self.book.program.seats))}.get(word, UNKNOWN)  # fmt: skip
        return UNKNOWN

    def of_dot(self, expr: t.Dot, scope: Scope) -> Type:
        word = str(expr.word)
        if word in ("number", "highest_die", "lowest_die"):
            return NUMBER
        if word == "it":
            return UNKNOWN
        if isinstance(expr.owner, t.Name) and str(expr.owner.word) not in scope.names:
            rule = self.book.find(str(expr.owner.word), t.Event, t.Action, t.Agenda)
            kept = (rule.keeps if isinstance(rule, t.Agenda) else rule.lines.keeps) if rule is not None else []
            for keep in kept:
                if str(keep.name) == word:
                    return self.of_written(keep.type)
        owner = self.of(expr.owner, scope)
        if owner.kind is not None:
            found = self.of_part(owner.kind, word)
            if owner.form == "set" and found.form in ("row", "set"):
                return Type("set", found.kind)
            return found
        return UNKNOWN

    def of_apply(self, expr: t.Apply, scope: Scope) -> Type:
        word = str(expr.word)
        if word in NUMBERS or (word in ("die", "showing") and self.entry(word) is None):
            return NUMBER
        if word in CELLS:
            return Type("row", self.board_kind())
        if word in CELL_SETS:
            return Type("set", self.board_kind())
        if word in ("direction", "opposite"):
            return Type("row", "direction")
        if word == "clear":
            return FLAG
        if word == "first" and expr.args:
            return Type("row", self.of(expr.args[0], scope).kind)
        if word in ("best", "worst") and len(expr.args) > 1:
            return Type("set", self.of(expr.args[1], scope).kind)
        if word == "leaders":
            return Type("set", self.of(expr.args[-1], scope).kind)
        entry = self.entry(word)
        return self.of_entry(entry) if entry is not None else Type("row", word) if word in self.book.kinds else UNKNOWN

    def board_kind(self) -> str | None:
        return next((d.name for d in self.book.program.domains if d.board is not None), None)
