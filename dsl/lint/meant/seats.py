"""The first of several asked (Q01): ``first(S).owner`` where those in S may belong to more than one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import DEEP, FIRST, Case, Prover
from arbitre.dsl.lint.doings import parts_of
from arbitre.dsl.lint.meant.exactly import most
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

ELEMENT = 1 << 30  # a slot of nobody's
SAID = "there may be more than one {0} here, and only the first in the order of rows is taken"
MEND = "Go through all of them, ‘for each {0} in ...’, or say which: ‘first(best(...))’, ‘draw {0} from ...’."


def seats(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of the first seat of a set in which there may be others, where no line says by what it comes first."""
    program = bound.program
    kind = program.domains[program.seats]
    names = {str(name) for decl in rulebook.decls for name in members_of(decl, kind.name)}
    search = Search(program, Prover(program), max(kind.size, len(names)))
    parts = list(parts_of(program))
    search.weighed = [source for part, locals_ in parts for source in search.counts(part, locals_) if not search.speaks_of_given(source)]
    for part, locals_ in parts:
        for expr in search.firsts(part, locals_):
            if concerns(expr.place, rulebook):
                bound.messages.add("Q01", expr.place, phrase(SAID, kind.name), phrase(MEND, kind.name))


def members_of(decl: t.Decl, kind: str) -> list[t.Word]:
    """The members of a kind that a declaration names: how many play may be an option."""
    if isinstance(decl, t.Kind) and str(decl.name) == kind:
        return list(decl.members)
    return [decl.name] if isinstance(decl, t.Member) and str(decl.kind) == kind else []


@dataclass(slots=True)
class Search:
    """Looks in one program for the first of a set that belongs to a seat, or is one; ``count``: how many seats there may be."""

    program: core.Program
    prover: Prover
    count: int
    weighed: list[core.Expr] = field(default_factory=list)  # what is counted somewhere, and is the same everywhere

    def counts(self, part: object, names: dict[int, core.Expr]) -> list[core.Expr]:
        """The sets that are counted in a part of the program: whoever asks how many there are has thought of several."""
        return [self.prover.renamed(n.source, names) for n in nodes(part) if isinstance(n, core.Query) and n.sink == "count"]

    def speaks_of_given(self, group: core.Expr) -> bool:
        """Is it a set of something that a rule was given?  Its own elements are numbered apart (:data:`FIRST`)."""
        return any(isinstance(node, core.Local) and node.slot < FIRST for node in nodes(group))

    def firsts(self, part: object, names: dict[int, core.Expr]) -> Iterator[core.Expr]:
        """What stands for a seat in this part of the program and may be any of several."""
        counted = [*self.counts(part, names), *self.weighed]
        for node in nodes(part):
            chain, query = chain_of(node)
            if query is None or not self.is_seat(node):
                continue
            source = self.prover.renamed(query, names)
            assert isinstance(source, core.Query)
            if source.where is not None:
                continue
            some = source.source
            ordered = isinstance(some, core.Query) and some.sink in ("best", "worst")
            if not ordered and some not in counted and most(self.program, some, seats=self.count) > 1 and not self.agree(some, chain):
                yield node  # type: ignore[misc]

    def is_seat(self, node: object) -> bool:
        if isinstance(node, core.Read):
            column = self.program.fields[node.field]
            return column.target == self.program.seats and not column.is_set
        return isinstance(node, core.Query) and self.domain(node.source) == self.program.seats

    def domain(self, group: core.Expr) -> int:
        """What the elements of a set are rows of, as far as it says so."""
        match group:
            case core.Rows():
                return group.domain
            case core.Read():
                return self.program.fields[group.field].target
            case core.Apply():
                return self.program.functions[group.function].domain
            case core.SetOp():
                return self.domain(group.left)
            case core.Query() if group.sink in ("set", "best", "worst"):
                return self.domain(group.source)
        return core.NONE

    def agree(self, some: core.Expr, chain: tuple[int, ...]) -> bool:
        """Is it certain that all elements lead to the same seat?"""
        place = some.place
        element = core.Local(place, ELEMENT)
        ways: list[core.Expr] = [element]
        for column in chain:
            ways.append(core.Read(place, column, ways[-1]))
        return all(self.settles(case, ways) for case in self.prover.cases(core.In(place, element, some), True, DEEP))

    def settles(self, case: Case, ways: list[core.Expr]) -> bool:
        """Do these conditions on an element leave one seat?  ``ways``: the element, and each step from it to the seat."""
        others: list[core.Expr] = []
        for test, holds in case:
            if not isinstance(test, core.Compare) or test.op not in ("==", "!="):
                continue
            for side, other in ((test.left, test.right), (test.right, test.left)):
                if not speaks_of(side) or speaks_of(other):
                    continue
                if (test.op == "==") is holds and (side in ways or self.is_number(side)):
                    return True
                if (test.op == "==") is not holds and side == ways[-1] and other not in others:
                    others.append(other)
        return len(others) >= self.count - 1

    def is_number(self, expr: core.Expr) -> bool:
        """A number is a key: ‘the one whose place is 1’."""
        if not isinstance(expr, core.Read):
            return False
        column = self.program.fields[expr.field]
        return column.target < 0 and not column.is_flag and not column.is_set


def chain_of(node: object) -> tuple[tuple[int, ...], core.Query | None]:
    """The fields asked of the first of a set, the nearest to it first, and that search."""
    fields: list[int] = []
    while isinstance(node, core.Read):
        fields.insert(0, node.field)
        node = node.row
    return tuple(fields), node if isinstance(node, core.Query) and node.sink == "first" else None


def speaks_of(expr: core.Expr) -> bool:
    return any(isinstance(node, core.Local) and node.slot == ELEMENT for node in nodes(expr))
