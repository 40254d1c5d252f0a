"""Conditions of the rules said of those they were asked about, with the values that decided.

The clauses are those of the pages (:mod:`arbitre.documents.prose`), with names in the place of ‘the attacker’; where a condition is
written nowhere by itself, its line of the rulebook is quoted.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from arbitre.documents.language.base import Language
from arbitre.documents.model.book import Book
from arbitre.documents.model.nodes import walk
from arbitre.documents.model.scope import Known, Scope, Scopes, Type
from arbitre.documents.model.titles import Titles
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.things import Things
from arbitre.documents.prose.writer import Pen
from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import free_slots, nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.code.value_text import said
from arbitre.interpreter.explain.conditions import Account, ExprType, truth
from arbitre.interpreter.explain.numbers import NumberBreakdown, looked_up
from arbitre.interpreter.match.moments import known_to, recognised
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.visibility import REFEREE, may_see
from arbitre.session.why.asked import Asked, types_of
from arbitre.session.why.facts import Fact, plain
from arbitre.words.phrases import of

DEEPEST = 3  # conditions within conditions that are told
IT = "it"  # the name of what a condition of a set is asked of
SHOWN = 4  # members of a set that are named
BORNE = {(True, True): "why.bears", (True, False): "why.bears_not", (False, True): "why.is", (False, False): "why.is_not"}
SPOKEN = (t.Binary, t.Unary, t.Related, t.Where, t.Titled, t.Name, t.Dot, t.Apply)


class Wording:
    """The conditions of one rulebook in one language."""

    def __init__(self, machine: Machine, book: Book | None, lang: str, viewer: int | str = REFEREE) -> None:
        self.machine, self.book, self.lang, self.viewer = machine, book, lang, viewer
        self.conditions: Conditions | None = None
        self.scopes: Scopes | None = None
        self.nodes: dict[Place, tuple[t.Expr, t.Decl]] | None = None
        self.cells: list[int] | None = None  # of which rows are called by what they bear

    # ------------------------------------------------------------------------------------ facts

    def facts(self, expr: core.Expr, asked: Asked, wanted: bool | None = None) -> list[Fact]:
        """What made a condition come out as it did; with ``wanted``, nothing if it came out so."""
        held = self.held(expr, asked)
        if wanted is not None and held is not None and held == wanted:
            return []
        if held is None:
            return [Fact(hidden=True)] if asked.depth == 0 else []
        found = self.parts(expr, asked, held)
        return [fact for fact in found if not fact.hidden] or found[:1]

    def held(self, expr: core.Expr, asked: Asked) -> bool | None:
        """Does it hold, as the viewer knows the match?  None: he may not know."""
        asked.look(expr)
        try:
            value = bool(self.machine.expr(expr)(asked.x, asked.slots))
        except (RulebookError, RecursionError):
            value = False
        known = self.viewer == REFEREE or known_to(asked.x, asked.cells, self.viewer) or self.told(expr, asked)
        if known and isinstance(expr, core.Compare) and expr.op in ("==", "!="):  # that it is this very row
            known = all(self.recognised(self.type_of(e, asked), self.number(e, asked), asked) for e in (expr.left, expr.right))
        return value if known else None

    def known(self, expr: core.Expr, asked: Asked) -> bool:
        """May the viewer know what a value looks at?"""
        asked.look(expr)
        try:
            self.machine.expr(expr)(asked.x, asked.slots)
        except (RulebookError, RecursionError):
            return False
        return self.viewer == REFEREE or known_to(asked.x, asked.cells, self.viewer)

    def told(self, expr: core.Expr, asked: Asked) -> bool:
        """Does the condition itself say, by ``reveals ... to``, that the viewer may know it of those it is asked of?"""
        bare = expr.item if isinstance(expr, core.Not) else expr
        if not isinstance(bare, core.Apply):
            return False
        function = self.machine.program.functions[bare.function]
        asked.cells.looked = set()
        try:
            given = [self.machine.expr(arg)(asked.x, asked.slots) for arg in bare.args]
            if not known_to(asked.x, asked.cells, self.viewer):
                return False
            slots = [*given, *[0] * max(0, function.slots - len(given))]
            masks = [self.machine.expr(line.audience)(asked.x, slots) for line in function.reveals if line.audience is not None]
        except (RulebookError, RecursionError):
            return False
        return any(may_see(mask, self.viewer) for mask in masks)

    def parts(self, expr: core.Expr, asked: Asked, held: bool) -> list[Fact]:
        """A chain of conditions as those of its parts that decided; any other by itself."""
        match expr:
            case core.And() | core.Or():
                deciding = isinstance(expr, core.Or) is held  # one part decided, else all of them did
                out: list[Fact] = []
                for item in expr.items:
                    here = self.held(item, asked)
                    if here is None:
                        out.append(Fact(hidden=True))
                    elif here is held:
                        out += self.parts(item, asked, held)
                    if deciding and here is held:
                        break
                return out
            case core.Not() if isinstance(expr.item, (core.And, core.Or)):
                return self.parts(expr.item, asked, not held)
            case core.Const():
                return []
        return [self.fact(expr, asked, held)] if speakable(expr, asked) else []

    def fact(self, expr: core.Expr, asked: Asked, held: bool) -> Fact:
        inner: tuple[Fact, ...] = ()
        bare = expr.item if isinstance(expr, core.Not) else expr
        turned = held is not isinstance(expr, core.Not)
        if asked.depth < DEEPEST and isinstance(bare, core.Apply) and truth(self.machine.program.functions[bare.function].body):
            inner = tuple(self.within(bare, asked, turned))
        text = self.clause(expr, asked, held)
        return Fact(text, self.values(bare, asked, turned), held, expr.place, tuple(f for f in inner if f.text != text))

    def within(self, expr: core.Apply, asked: Asked, held: bool) -> list[Fact]:
        """The parts of a condition of the rulebook that decided."""
        function = self.machine.program.functions[expr.function]
        try:
            given = [self.machine.expr(a)(asked.x, asked.slots) for a in expr.args]
        except (RulebookError, RecursionError):
            return []
        deeper = Asked(asked.x, asked.cells, [*given, *[0] * max(0, function.slots - len(given))], types_of(function.params),
                       {p.name: p.slot for p in function.params}, asked.depth + 1)  # fmt: skip
        return [f for f in self.facts(function.body, deeper) if not f.hidden]

    def type_of(self, expr: core.Expr, asked: Asked) -> ExprType:
        """What a value is: a row of a kind, a set, a number."""
        return Account(self.machine, asked.x, asked.slots, asked.types).type_of(expr)

    def number(self, expr: core.Expr, asked: Asked) -> int:
        """A value as the rules hold it; none where it cannot be had."""
        try:
            return self.machine.expr(expr)(asked.x, asked.slots)
        except (RulebookError, RecursionError):
            return NONE

    # ------------------------------------------------------------------------------------ values

    def values(self, expr: core.Expr, asked: Asked, held: bool) -> str:
        """What a condition compared, where saying that it failed is not enough."""
        words = of(self.lang)
        match expr:
            case core.Compare():
                sides = [e for e in (expr.left, expr.right) if not isinstance(e, (core.Const, core.Local))]
                if read := [text for e in sides if (text := self.chart(e, asked))]:
                    return words.say("foreseen.and").join(read)
                if held and expr.op == "==" and len(sides) < 2:
                    return ""
                like = {id(expr.left): expr.right, id(expr.right): expr.left}
                shown = [v for e in sides if (v := self.value(e, asked, like[id(e)]))]
                if len(shown) == 2 and shown[0] != shown[1]:
                    return words.say("why.against", one=shown[0], two=shown[1])
                if len(shown) == 2 and held and expr.op != "!=":
                    return words.say("why.both", value=shown[0])
                return words.say("why.it_is", value=shown[0]) if len(shown) == 1 else ""
            case core.In() if not held:
                of_group = (n for n in nodes(expr.group) if isinstance(n, core.Read) and not self.machine.program.fields[n.field].is_set)
                told = next(of_group, None) if isinstance(expr.item, (core.Const, core.Local)) else expr.item
                shown_item = self.value(told, asked) if told is not None and free_slots(told) <= set(asked.types) else ""
                return words.say("why.it_is", value=shown_item) if shown_item else ""
            case core.Apply() if expr.args and isinstance(expr.args[0], (core.Read, core.Own)):
                shown_item = self.value(expr.args[0], asked)  # who that is
                return words.say("why.it_is", value=shown_item) if shown_item else ""
            case core.Query(sink="any") if held:
                found = core.Query(expr.place, "set", expr.source, expr.slot, expr.where)
                names = self.value(found, asked)
                return names
        return ""

    def chart(self, expr: core.Expr, asked: Asked) -> str:
        """Of a chart the row and the column in which it is read; nothing of any other value, or where it is not the viewer's business."""
        function = self.machine.program.functions[expr.function] if isinstance(expr, core.Apply) else None
        if function is None or function.chart is None or not isinstance(expr, core.Apply) or not self.known(expr, asked):
            return ""
        given = [self.number(arg, asked) for arg in expr.args]
        if not all(self.recognised(ExprType(p.domain), value, asked) for p, value in zip(function.params, given, strict=True)):
            return ""
        row, column = looked_up(self.machine, function, given, self.cells, exactly=True)
        return of(self.lang).say("why.chart", row=row.within(self.lang), column=column.within(self.lang))

    def extreme(self, expr: core.Query, asked: Asked) -> tuple[str, str]:
        """Of ``best(E, S)`` and ``worst(E, S)`` by what they are first or last, and who that is; nothing where it is not the viewer's
        business."""
        rows = rows_of(self.number(expr, asked)) if self.known(expr, asked) else []
        who = self.value(expr, asked) if expr.value is not None else ""
        if not rows or not who or expr.value is None:
            return "", ""
        slots = [*asked.slots, *[0] * max(0, expr.slot + 1 - len(asked.slots))]
        slots[expr.slot] = rows[0]
        try:
            measure = self.machine.expr(expr.value)(asked.x, slots)
        except (RulebookError, RecursionError):
            return "", ""
        named = NumberBreakdown(asked.x, asked.cells, slots).named(expr.value)
        key = f"why.{expr.sink}" if named is None else "why.best.by" if expr.sink == "best" else "why.worst.by"
        title = "" if named is None else named.within(self.lang)
        return of(self.lang).say(key, measure=title, value=measure), who

    def value(self, expr: core.Expr, asked: Asked, like: core.Expr | None = None) -> str:
        """A value in words; nothing for what has none worth a word, or is not the viewer's business."""
        account = Account(self.machine, asked.x, asked.slots, asked.types)
        asked.look(expr)
        try:
            found = self.machine.expr(expr)(asked.x, asked.slots)
            type_ = account.type_of(expr)
            if type_ == ExprType() and like is not None:
                type_ = replace(account.type_of(like), is_set=False)
        except (RulebookError, RecursionError):
            return of(self.lang).say("none")
        if self.viewer != REFEREE and not known_to(asked.x, asked.cells, self.viewer):
            return ""
        if type_.is_flag or not self.recognised(type_, found, asked):
            return ""
        if type_.is_set:
            rows = rows_of(found)
            named = [self.row(type_.domain, row) for row in rows[:SHOWN]] if type_.domain != NONE else []
            more = f" + {len(rows) - SHOWN}" if len(rows) > SHOWN else ""
            return ", ".join(named) + more if named else of(self.lang).say("none") if not rows else ""
        return self.row(type_.domain, found) if type_.domain != NONE else said(found, self.lang)

    def recognised(self, type_: ExprType, found: int, asked: Asked) -> bool:
        """May the viewer know which rows a value holds?"""
        rows = rows_of(found) if type_.is_set else [found] if found >= 0 else []
        return type_.domain == NONE or recognised(asked.x, type_.domain, rows, self.viewer)

    def row(self, domain: int, row: int) -> str:
        """What a row is called: a cell by its place where it has no name, anything else by its title."""
        if row < 0:
            return of(self.lang).say("none")
        kind = self.machine.program.domains[domain]
        if kind.board is not None and kind.rows[row].startswith("("):
            return str(kind.board.spot(row))
        title = self.machine.row_title(domain, row, self.cells)
        named = title.within(self.lang)
        return f"{named} {row + 1}" if kind.dynamic and kind.seen else named  # whoever is told of it has recognised it

    # ------------------------------------------------------------------------------------ clauses

    def clause(self, expr: core.Expr, asked: Asked, held: bool) -> str:
        """A condition as a clause that is true, with names for the nouns of its rule."""
        self.cells = asked.x.cells
        found = self.node(expr.place)
        if found is not None and self.conditions is not None:
            node, decl = found
            return plain(self.conditions.clause(node, self.scope(decl, asked), not held))
        if isinstance(expr, core.Not):
            return self.clause(expr.item, asked, not held)
        borne = self.borne(expr, asked, held)
        if borne:
            return borne
        source = Account(self.machine, asked.x, asked.slots, asked.types).source(expr)
        return of(self.lang).say("why.line_holds" if held else "why.line_fails", line=source)

    def borne(self, expr: core.Expr, asked: Asked, held: bool) -> str:
        """What the noun of a rule demands of whoever it stands for: a role, a skill."""
        match expr:
            case core.Compare(op="==", left=core.Read(field=column, row=who), right=core.Const(value=row)):
                pass
            case core.In(item=core.Const(value=row), group=core.Read(field=column, row=who)):
                pass
            case _:
                return ""
        target = self.machine.program.fields[column].target
        if target == NONE:
            return ""
        key = BORNE[isinstance(expr, core.In), held]
        return of(self.lang).say(key, who=self.value(who, asked), what=self.row(target, row))

    def of_place(self, place: Place, element: str, held: bool) -> str:
        """What is asked of any element of a set, said of the one that is meant; empty where it is written nowhere."""
        found = self.node(place)
        if found is None or self.conditions is None or self.scopes is None:
            return ""
        node, decl = found
        scope = self.scopes.of_params(params_of(decl)).child(element)
        return plain(self.conditions.clause(node, scope, not held))

    def node(self, place: Place) -> tuple[t.Expr, t.Decl] | None:
        if self.book is None:
            return None
        if self.nodes is None:
            self.prepare(self.book)
        return self.nodes.get(place) if self.nodes is not None else None

    def prepare(self, book: Book) -> None:
        """The parts that say conditions, and where in the rulebook each was written."""
        from arbitre.documents.site.generate import LANGUAGES

        language: Language = LANGUAGES.get(self.lang, LANGUAGES["en"])()
        titles = Titles(book, language)
        self.scopes = Scopes(book, titles)
        pen = Pen(book, language, titles, self.scopes)
        self.conditions = Conditions(pen, Things(pen))
        self.nodes = {}
        bare: dict[Place, tuple[t.Expr, t.Decl]] = {}  # by the place of the word that names a condition, said without its ‘not’
        for decl in book.decls:
            if isinstance(decl, (t.Clause, t.Map, t.Part, t.Kind, t.DataTable)):
                continue
            for node in walk(decl):
                if isinstance(node, t.Binary) and node.op in ("is", "is_not") and isinstance(node.right, t.Name):
                    bare[node.right.place] = (t.Binary(node.place, "is", node.left, node.right), decl)
                elif isinstance(node, t.Related):
                    bare[node.word.place] = (node, decl)
                if isinstance(node, SPOKEN):
                    self.nodes.setdefault(node.place, (node, decl))
                    if isinstance(node, (t.Dot, t.Apply)):  # what is read has the place of its field's name
                        self.nodes.setdefault(node.word.place, (node, decl))
        self.nodes.update(bare)

    def scope(self, decl: t.Decl, asked: Asked) -> Scope:
        """The names of a rule, those that are known by what they stand for."""
        assert self.scopes is not None
        scope = self.scopes.of_params(params_of(decl))
        order = [str(p.name) for p in params_of(decl)]
        slots = list(asked.names.values())
        order += [name for name in asked.names if name not in order and not isinstance(decl, t.Adjust)]
        for position, name in enumerate(order):
            slot = asked.names.get(name, slots[position] if isinstance(decl, t.Adjust) and position < len(slots) else None)
            if slot is None or slot not in asked.types:
                continue
            type_, value = asked.types[slot], asked.slots[slot]
            if not self.recognised(type_, value, asked):
                continue
            if type_.domain == NONE or type_.is_set:
                if type_.domain == NONE and name in scope.names:
                    scope.names[name] = Known(scope.names[name].type, str(value), "", True)
                continue
            kind = self.machine.program.domains[type_.domain].name
            gender = scope.names[name].gender if name in scope.names else ""
            scope.names[name] = Known(Type("row", kind), self.row(type_.domain, value), gender, True)
            if name == IT:
                scope.element = kind
        return scope


def speakable(expr: core.Expr, asked: Asked) -> bool:
    """Does it ask about things that have names?  What a rule only keeps in mind for itself has none."""
    bare = expr.item if isinstance(expr, core.Not) else expr
    if isinstance(bare, core.Local):  # yes or no, as whoever called the rule said
        return False
    if isinstance(bare, core.Compare) and isinstance(bare.left, core.Local) and isinstance(bare.right, core.Const):
        return False  # what a rule was given is told by its name
    own = any(isinstance(node, core.Own) for node in nodes(expr))
    return not own and free_slots(expr) <= set(asked.types)


def params_of(decl: t.Decl) -> list[t.Parameter]:
    """What a rule is given, in its order."""
    params = getattr(decl, "params", [])
    return [p if isinstance(p, t.Parameter) else t.Parameter(p.place, p) for p in params]


def of_it(node: Any, name: str) -> Any:
    """A condition in which ‘it’ stands for what it calls by a name."""
    if isinstance(node, t.Name) and str(node.word) == name:
        return t.Name(node.place, t.Word("it", node.place))
    if isinstance(node, list):
        return [of_it(part, name) for part in node]
    if not isinstance(node, t.Node):
        return node
    parts = {part.name: getattr(node, part.name) for part in fields(node)}
    changed = {key: new for key, old in parts.items() if (new := of_it(old, name)) is not old and new != old}
    return replace(node, **changed) if changed else node
