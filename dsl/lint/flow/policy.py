"""What a rulebook promises: who may see which field, which row it is, which orders; and what its ``always`` lines hold for certain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import bodies_of, nodes, statements_of
from arbitre.dsl.lint.doings import doings_of
from arbitre.dsl.lint.flow.terms import ALL, EVERYONE, NOBODY, Audience, Term, settled


class Env(Protocol):
    """Slots as terms."""

    def get(self, slot: int, /) -> Term | None: ...


@dataclass(slots=True)
class Policy:
    """What is promised in one program."""

    program: core.Program
    laws: dict[int, dict[int, int]] = field(default_factory=dict)  # x.F.G is always x.H: by G, by F
    orders_hidden: bool = False
    stored: list[set[int]] = field(default_factory=list)  # by rule: the fields it may store in, with all that it calls
    speaks: list[bool] = field(default_factory=list)  # by rule: does it tell, throw or ask, so that the order of its doings shows?
    facts_public: set[int] = field(default_factory=set)  # fields of which facts are told to everyone or not at all
    naming: set[int] = field(default_factory=set)  # fields that say who may know something

    def __post_init__(self) -> None:
        program = self.program
        self.find_laws()
        everything = [s for p in program.procedures for body in bodies_of(p) for s in statements_of(body)]
        given = [s for s in everything if isinstance(s, core.GiveOrders)]
        self.orders_hidden = bool(given) and (not program.public_events or any(s.secret for s in given))
        told = [s for s in everything if isinstance(s, core.TellFact)]
        self.facts_public = {s.field for s in told} - {s.field for s in told if not s.public}
        lines = [line for column in program.fields for line in column.seen] + [line for kind in program.domains for line in kind.seen]
        self.naming = {n.field for line in lines for n in nodes(line) if isinstance(n, core.Read)}
        if program.orders is not None:
            self.naming.add(program.orders.giver)
        self.naming |= {n.field for a in program.actions for n in nodes(a.commander) if isinstance(n, core.Read)}
        for p in program.procedures:
            self.naming |= {n.field for line in p.seen or () for n in nodes(line) if isinstance(n, core.Read)}
        self.find_effects()

    def names(self, one: tuple[Any, ...]) -> tuple[str, ...]:
        """What a rulebook calls a secret."""
        match one[0]:
            case "field" | "told":
                column = self.program.fields[one[1]]
                return column.name, f"{self.program.domains[column.domain].name}.{column.name}"
            case "row":
                return (self.program.domains[one[1]].name,)
            case "orders":
                return ("orders",)
        return (str(one[1]),)

    @property
    def hides(self) -> bool:
        """Is there anything in the game that not everybody may know?"""
        program = self.program
        if self.orders_hidden or any(c.seen for c in program.fields) or any(d.seen for d in program.domains):
            return True
        for p in program.procedures:
            for body in bodies_of(p):
                for s in statements_of(body):
                    if getattr(s, "secret", False) or getattr(s, "seen", None) is not None:
                        return True
        return False

    # ------------------------------------------------------------------------------------ what rules do

    def find_effects(self) -> None:
        """The fields that each rule may store in, and whether the order of its doings shows."""
        doings = doings_of(self.program)
        self.stored = [set(columns) for columns in doings.stored]
        self.speaks = doings.reaching(self.shows_order)

    def shows_order(self, s: core.Stmt) -> bool:
        """Is it seen when this is done before something else of its sort, or after?"""
        if isinstance(s, (core.Tell, core.TellFact, core.Finish)):
            return True
        silent = isinstance(s, (core.Let, core.If, core.ForEach, core.SetOwn, core.Together, core.Reveal, core.While, core.End, core.Give))
        return self.program.public_events and not silent and not getattr(s, "secret", False)

    # ------------------------------------------------------------------------------------ what always holds

    def find_laws(self) -> None:
        """``always NAME: no x in S where x.F is not none and x.F.G is not x.H``: then x.F.G is x.H."""
        for rule in self.program.always:
            query = rule.test.item if isinstance(rule.test, core.Not) else None
            if not isinstance(query, core.Query) or not isinstance(query.source, core.Rows) or query.where is None:
                continue
            parts = query.where.items if isinstance(query.where, core.And) else (query.where,)
            if len(parts) > 2 or not isinstance(parts[-1], core.Compare) or parts[-1].op != "!=":
                continue
            env: dict[int, Term] = {query.slot: ("x",)}
            pair = [self.term(side, env) for side in (parts[-1].left, parts[-1].right)]
            for one, two in (pair, pair[::-1]):
                match one, two:
                    case ("r", int(outer), ("r", int(inner), ("x",))), ("r", int(plain), ("x",)):
                        guard = parts[0] if len(parts) == 2 else None
                        if guard is None or self.is_there(guard, inner, env):
                            self.laws.setdefault(outer, {})[inner] = plain

    def is_there(self, guard: core.Expr, inner: int, env: Env) -> bool:
        """``x.F is not none``"""
        return (
            isinstance(guard, core.Compare)
            and guard.op == "!="
            and self.term(guard.left, env) == ("r", inner, ("x",))
            and isinstance(guard.right, core.Const)
            and guard.right.value == NONE
        )

    def lawful(self, term: Term) -> Term:
        """The term in the words of what always holds."""
        if term[0] != "r":
            return term
        inner = self.lawful(term[2])
        if inner[0] == "r":
            plain = self.laws.get(term[1], {}).get(inner[1])
            if plain is not None:
                return self.lawful(("r", plain, inner[2]))
        return ("r", term[1], inner)

    # ------------------------------------------------------------------------------------ who it is

    def term(self, expr: core.Expr, env: Env) -> Term | None:
        """Which row that is, as a term."""
        match expr:
            case core.Local():
                return env.get(expr.slot)
            case core.Const():
                return ("c", expr.value)
            case core.Read():
                inner = self.term(expr.row, env)
                return None if inner is None else ("r", expr.field, inner)
            case core.Query(sink="first" | "only" | "set", where=core.Compare(op="==")):
                return self.picked(expr, env)
        return None

    def picked(self, query: core.Query, env: Env) -> Term | None:
        """``S where it is X``: X."""
        where = query.where
        if isinstance(where, core.Compare) and isinstance(where.left, core.Local) and where.left.slot == query.slot:
            return self.term(where.right, env)
        return None

    def group(self, expr: core.Expr, env: Env) -> tuple[Audience, bool]:
        """The seats of a mask, and whether these are all of them."""
        seats = self.program.seats
        match expr:
            case core.Rows(domain=domain) if domain == seats:
                return ALL, True
            case core.Const(value=0):
                return NOBODY, True
            case core.Const():
                return frozenset(("s", ("c", n)) for n in range(expr.value.bit_length()) if expr.value >> n & 1), True
            case core.SetOf():
                terms = [self.term(item, env) for item in expr.items]
                return frozenset(("s", t) for t in terms if t is not None), None not in terms
            case core.SetOp(op="|"):
                one, two = self.group(expr.left, env), self.group(expr.right, env)
                return one[0] | two[0], one[1] and two[1]
            case core.SetOp(op="&" | "-"):
                return NOBODY, False
            case core.Query(sink="set", source=core.Rows(domain=domain), where=core.Compare(op="==") as test) if domain == seats:
                left, right = test.left, self.term(test.right, env)
                if isinstance(left, core.Read) and isinstance(left.row, core.Local) and left.row.slot == expr.slot and right is not None:
                    return frozenset([("g", left.field, right)]), True
                only = self.picked(expr, env)
                return (frozenset([("s", only)]), True) if only is not None else (NOBODY, False)
            case core.Query(sink="union", value_is_set=False, source=core.Query() as source, value=core.Read() as read, where=None):
                only = self.picked(source, env) if source.where is not None else None
                if only is not None and isinstance(read.row, core.Local) and read.row.slot == expr.slot:
                    return frozenset([("s", ("r", read.field, only))]), True
                return NOBODY, False
            case core.Apply():
                function = self.program.functions[expr.function]
                inner = {n: term for n, arg in enumerate(expr.args) if (term := self.term(arg, env)) is not None}
                return self.group(function.body, inner)
        return NOBODY, False

    def knowing(self, lines: list[core.Seen], row: Term | None, same: dict[Term, Term] | None = None) -> Audience:
        """Who surely sees what bears these lines; everyone where there are none.  A line with a condition counts where that surely holds,
        by what is ``same``."""
        if not lines:
            return ALL
        out: Audience = NOBODY
        for line in lines:
            if line.when is None or (row is not None and same and self.surely(line.when, row, same)):
                out |= self.group(line.audience, {} if row is None else {0: row})[0]
        return ALL if EVERYONE in out else out

    def surely(self, test: core.Expr, row: Term, same: dict[Term, Term]) -> bool:
        """Does a condition of a row hold for certain: are both sides of each of its comparisons the same?"""
        if isinstance(test, core.And):
            return all(self.surely(item, row, same) for item in test.items)
        if not isinstance(test, core.Compare) or test.op != "==":
            return False
        sides = [self.term(side, {0: row}) for side in (test.left, test.right)]
        one, two = (None if side is None else settled(self.lawful(side), same) for side in sides)
        return one is not None and one == two

    def watching(self, lines: list[core.Seen], env: Env) -> Audience:
        """Who may see what bears these lines, at most."""
        out: Audience = NOBODY
        for line in lines:
            found, whole = self.group(line.audience, env)
            out |= found if whole else ALL
        return ALL if EVERYONE in out else out

    def observers(self, expr: core.Expr, env: Env) -> Audience:
        """Everyone who may be among these seats."""
        found, whole = self.group(expr, env)
        return found if whole and EVERYONE not in found else ALL

    def field_audience(self, column: core.Field, row: Term | None) -> Audience:
        """Who surely sees a field of a row."""
        orders = self.program.orders
        if orders is not None and column.domain == orders.domain:
            return self.order_audience(row)
        return self.knowing(column.seen, row)

    def order_audience(self, row: Term | None) -> Audience:
        """Who surely knows of an order: who gave it, and whom the kind of orders names."""
        assert self.program.orders is not None
        kind = self.program.domains[self.program.orders.domain]
        seen = self.knowing(kind.seen, row) if kind.seen else NOBODY
        return seen if row is None else seen | {("s", ("r", self.program.orders.giver, row))}

    def field_observers(self, column: core.Field, row: Term | None) -> Audience:
        """Everyone who may see a field of a row."""
        orders = self.program.orders
        if orders is not None and column.domain == orders.domain:
            kind = self.program.domains[orders.domain]
            extra = self.watching(kind.seen, {} if row is None else {0: row}) if kind.seen else NOBODY
            return ALL if row is None else extra | {("s", ("r", orders.giver, row))}
        if not column.seen:
            return ALL
        return self.watching(column.seen, {} if row is None else {0: row})


Settle = Callable[[Term], Term]


def plainly(same: dict[Term, Term], policy: Policy) -> Settle:
    """How a term is settled, among equal terms and by what always holds."""
    return lambda term: policy.lawful(settled(policy.lawful(term), same))
