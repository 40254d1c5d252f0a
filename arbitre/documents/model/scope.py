"""What names mean inside one rule, and the type of what is said: just enough of it to choose words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from arbitre.documents.model.book import Book
from arbitre.documents.model.titles import Titles
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.resolve.nouns import bearer_of
from arbitre.dsl.resolve.symbols import Entry, Symbols
from arbitre.dsl.resolve.types import Ty


@dataclass(frozen=True, slots=True)
class Type:
    """``form``: row, set, number, flag, none, unknown.  ``kind``: of the rows."""

    form: str
    kind: str | None = None


UNKNOWN, NUMBER, FLAG, NOTHING = Type("unknown"), Type("number"), Type("flag"), Type("none")


@dataclass(frozen=True, slots=True)
class Known:
    """A name of a rule: what it is and what it is called."""

    type: Type
    said: str
    gender: str = ""
    proper: bool = False  # said without an article
    marked: bool = False  # no word of the language: in italics, and no article goes with it
    given: bool = True  # what its rule is about and need not be named again; not so what the rule itself names


@dataclass(slots=True)
class Scope:
    """``element``: the kind of what a ``where`` looks at; ``own``: words of the dice or of a step."""

    names: dict[str, Known] = field(default_factory=dict)
    element: str | None = None

    def child(self, element: str | None = None) -> Scope:
        names = {name: known for name, known in self.names.items() if not (element and name == "it")}  # that of the set around
        return Scope(names, element or self.element)


Part = t.Field | t.Define | t.Condition | t.Grid | t.Ranking


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
            said, gender = self.titles.noun(name, type_.kind, type_.form == "set", type_.form)
            return Known(type_, said, gender, marked=self.titles.wordless(name, type_.kind, type_.form))
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

    def add(self, scope: Scope, name: str, type_: Type, title: t.Text | None = None) -> Known:
        """A local name: by its title, if it has one; else the kind's own title for a name of that kind where no better word is known."""
        if title is not None:
            said = self.titles.language.small(self.titles.pair(title))
            gender = self.titles.gender(said) or ("p" if self.titles.language.is_plural(core.Text(title.said, title.traits)) else "")
            scope.names[name] = Known(type_, said, gender, given=False)
            return scope.names[name]
        said, gender = self.titles.local(name, type_.kind, type_.form == "set", type_.form)
        if any(k.said == said and n != name for n, k in scope.names.items()):
            said = f"{said} {'BCDEFGH'[min(6, sum(1 for k in scope.names.values() if k.said.startswith(said)) - 1)]}"
        known = Known(type_, said, gender, given=False, marked=self.titles.wordless(name, type_.kind, type_.form))
        scope.names[name] = known
        return known

    # ------------------------------------------------------------------------------------ types

    def of_written(self, type_: t.Type) -> Type:
        """A type as a rulebook writes it."""
        if isinstance(type_, t.Bounded):
            return NUMBER
        name = str(type_.kind)
        if isinstance(type_, t.Subset):
            return Type("set", name)
        return FLAG if name == "flag" else Type("row", name)

    def of_part(self, part: Part | str) -> Type:
        """The type of a field, value or condition; of what is built in, a word, it is not known."""
        if isinstance(part, str):
            return UNKNOWN
        if isinstance(part, t.Field):
            return self.of_written(part.type)
        if isinstance(part, t.Condition):
            return FLAG
        entry = next((e for e in self.symbols.entries.get(str(part.name), ()) if e.decl is part), None)
        return self.in_words(entry.type, self.symbols) if entry is not None else UNKNOWN

    def entry(self, name: str, kind: str | None = None) -> Entry | None:
        """The value or condition of that name, about that kind if there are several."""
        found = [*self.symbols.entries.get(name, []), *self.symbols.conditions.get(name, [])]
        if kind is not None:
            return next((e for e in found if e.types and e.types[0].is_row and self.domain_name(e.types[0].domain) == kind), None)
        return found[0] if found else None

    def of(self, expr: t.Expr, scope: Scope) -> Type:
        """The type that binding found; names that only the pages say are known to the scope."""
        for bound in self.book.bounds:
            type_ = bound.context.resolution.type_of(expr)
            if type_ is not None:
                return self.in_words(type_, bound.symbols)
        if isinstance(expr, t.Name):
            word = str(expr.word)
            if word in scope.names:
                return scope.names[word].type
            if word == "it" and scope.element is not None:
                return Type("row", scope.element)
        return UNKNOWN

    def in_words(self, type_: Ty, symbols: Symbols) -> Type:
        """What of a type is heard: what acts is spoken of as the first kind of what can act, a chance as a number."""
        match type_.kind:
            case "row" | "set":
                return Type(type_.kind, symbols.domains[type_.domain].name if type_.domain >= 0 else None)
            case "several" if symbols.order_table is not None:
                return Type("row", next((symbols.domains[kind].name for kind in symbols.order_table.actors), None))
            case "number" | "chance":
                return NUMBER
            case "flag":
                return FLAG
            case "none":
                return NOTHING
        return UNKNOWN
