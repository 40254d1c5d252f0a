"""Directions in words, and the cells that lie that way."""

from __future__ import annotations

from typing import Protocol

from arbitre.documents.model.scope import Scope
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t


class Said(Protocol):
    """What says any thing; ``last``: whether nothing of what it is a part of follows."""

    def thing(self, e: object, scope: Scope, last: bool = True) -> str: ...


class Headings(Writer):
    """Directions of one rulebook; ``nouns``: what says the things they start from."""

    def __init__(self, pen: Pen, nouns: Said) -> None:
        super().__init__(pen)
        self.nouns = nouns
        self.names = next((d.board.direction_names for d in self.book.program.domains if d.board is not None), ())

    def numbered(self, number: int) -> str:
        """A direction given by its number."""
        known = 0 <= number < len(self.names)
        return self.language.turning(self.titles.member("direction", self.names[number])) if known else str(number)

    def heading(self, e: t.Expr, scope: Scope) -> str:
        """A direction, by its number or as it is written."""
        return self.numbered(e.value) if isinstance(e, t.Number) else self.nouns.thing(e, scope)

    def turned(self, e: t.Binary, scope: Scope) -> str:
        """A direction turned by steps; by its name, where it is known which one that is."""
        start = str(e.left.word) if isinstance(e.left, t.Name) and str(e.left.word) not in scope.names else ""
        if start in self.names and isinstance(e.right, t.Number):
            steps = e.right.value if e.op == "+" else -e.right.value
            return self.numbered((self.names.index(start) + steps) % len(self.names))
        if isinstance(e.right, t.Number):
            many = "one" if e.right.value == 1 else "many"
            return self.say(f"turned.{many}.{e.op}", left=self.nouns.thing(e.left, scope, False), number=e.right.value)
        return self.say(f"turned.{e.op}", left=self.nouns.thing(e.left, scope, False), right=self.nouns.thing(e.right, scope))

    def ahead(self, args: list[t.Expr], scope: Scope) -> str:
        """The next cell in a direction; after a step in that direction, or in another one."""
        first, onward = args[0], self.heading(args[1], scope)
        if isinstance(first, t.Apply) and str(first.word) == "ahead" and len(first.args) == 2 and self.scopes.entry("ahead") is None:
            before, start = self.heading(first.args[1], scope), self.nouns.thing(first.args[0], scope, False)
            if before == onward:
                return self.say("fn.ahead.twice", one=start, two=onward)
            return self.say("fn.ahead.then", one=start, two=before, three=onward)
        return self.say("fn.ahead", one=self.nouns.thing(first, scope, False), two=onward)
