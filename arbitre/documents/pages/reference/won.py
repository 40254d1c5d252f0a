"""Who wins where, in a sentence: the statement that ends the match, with the conditions and the loops around it and nothing beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arbitre.documents.model.nodes import walk
from arbitre.documents.model.scope import Scope
from arbitre.documents.prose.statements import Statements
from arbitre.dsl import tree as t


def alone(decl: t.Decl, ending: t.Wins, statements: Statements, scope: Scope) -> t.Stmt:
    """The ending as it stands in its rule, alone.  ``scope`` learns the names that what stands before it gives."""
    way = Way(ending, statements)
    stmt = next((found for body in bodies(decl) if (found := way.within(body, scope)) is not None), ending)
    if isinstance(decl, t.Hook) and decl.when is not None:
        return conditioned(decl.when, stmt)
    return stmt


def bodies(decl: t.Decl) -> Iterator[list[t.Stmt]]:
    """The blocks of a rule."""
    if isinstance(decl, t.Agenda):
        yield from (step.body for step in decl.steps if step.body is not None)
    elif isinstance(decl, (t.Event, t.Action, t.Hook)):
        yield decl.body


class Way:
    """The way to an ending: sets that a rule keeps under a name are said by what the name means."""

    def __init__(self, ending: t.Wins, statements: Statements) -> None:
        self.ending, self.statements = ending, statements
        self.meant: dict[str, t.Expr] = {}

    def within(self, body: list[t.Stmt], scope: Scope) -> t.Stmt | None:
        """The ending with what steers it in a block; nothing if it is not there."""
        for stmt in body:
            if stmt is self.ending:
                return replace(self.ending, who=self.known(self.ending.who))
            if any(node is self.ending for node in walk(stmt)):
                return self.steered(stmt, scope)
            if isinstance(stmt, t.Let):
                self.meant[str(stmt.name)] = stmt.value
            self.statements.statement(stmt, scope)  # for the names that it gives
        return None

    def known(self, value: t.Expr) -> t.Expr:
        """What a name stands for."""
        return self.meant.get(str(value.word), value) if isinstance(value, t.Name) else value

    def steered(self, stmt: t.Stmt, scope: Scope) -> t.Stmt | None:
        """The ending below a statement."""
        if isinstance(stmt, t.If):
            failed: list[t.Expr] = []
            for test, body in [*stmt.arms, (None, stmt.otherwise)]:
                if (found := self.within(body, scope.child())) is not None:
                    tests = [negated(one) for one in failed] + ([test] if test is not None else [])
                    said = [self.plainly(one) for one in tests if not self.about_winners(one)]
                    return conditioned(every(said), found) if said else found
                failed += [test] if test is not None else []
            return None
        if isinstance(stmt, t.ForEach):
            found = self.within(stmt.body, self.statements.element(stmt, scope)[1])
            return replace(stmt, body=[found]) if found is not None else None
        blocks = (node.body for node in walk(stmt) if isinstance(node, (t.Branch, t.While, t.Repeat, t.Together, t.At)))
        several = (block for node in walk(stmt) if isinstance(node, t.May) for block in (node.body, node.otherwise))
        made = (self.within(block, scope.child()) for block in (*blocks, *several))
        return next((found for found in made if found is not None), None)

    def about_winners(self, test: t.Expr) -> bool:
        """``if any rich: rich wins``: that there are some goes without saying."""
        if not isinstance(test, t.Where) or test.sink != "any" or test.test is not None:
            return False
        source, who = test.source, self.ending.who
        return isinstance(source, t.Name) and isinstance(who, t.Name) and source.word == who.word

    def plainly(self, test: t.Expr) -> t.Expr:
        """A question whether there are any of a set, with what the set is."""
        if isinstance(test, t.Where) and test.sink in ("any", "no") and test.test is None:
            meant = self.known(test.source)
            if isinstance(meant, t.Where) and meant.sink == "set":
                return replace(meant, place=test.place, sink=test.sink)
        return test


def conditioned(test: t.Expr, stmt: t.Stmt) -> t.If:
    """A statement where a condition holds."""
    if isinstance(stmt, t.If):
        ((more, body),) = stmt.arms
        return t.If(test.place, [(every([test, more]), body)], [])
    return t.If(test.place, [(test, [stmt])], [])


def negated(test: t.Expr) -> t.Expr:
    """The contrary of a condition."""
    if isinstance(test, t.Unary) and test.op == "not":
        return test.item
    if isinstance(test, t.Where) and test.sink in ("any", "no"):
        return replace(test, sink="no" if test.sink == "any" else "any")
    return t.Unary(test.place, "not", test)


def every(tests: list[t.Expr]) -> t.Expr:
    """All of them at once."""
    first, *rest = tests
    for one in rest:
        first = t.Binary(one.place, "and", first, one)
    return first
