"""Expressions within expressions, said so that they can be read in one way only: in brackets where words cannot tell."""

from __future__ import annotations

import re
from typing import Any, Protocol

from arbitre.documents.model.scope import FLAG, Scope
from arbitre.documents.prose.headings import Headings
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t
from arbitre.dsl.resolve.symbols import TURNING

RANK = {"+": 1, "-": 1, "*": 2, "/": 2}
# What may still be going on where a phrase ends: a number, a clause about each of a set, a clause that others could be added to.
NUMBER, RELATIVE, CLAUSE = "number", "relative", "clause"


class Clauses(Protocol):
    """What things ask of those who say conditions, which in their turn are built on things."""

    def clause(self, e: object, scope: Scope, negated: bool = False) -> str: ...
    def many(self, e: t.Expr, scope: Scope) -> bool: ...
    def starts(self, test: object, scope: Scope) -> bool: ...
    def which(self, e: t.Where, scope: Scope, plural: bool, gender: str) -> str: ...
    def relative(self, test: object, scope: Scope, plural: bool, gender: str) -> str: ...


class Speaker(Protocol):
    """Who says things and holds who says conditions."""

    conditions: Clauses

    def thing(self, e: object, scope: Scope) -> str: ...


class Operands(Writer):
    """Says an expression as a part of another."""

    def __init__(self, pen: Pen, nouns: Speaker) -> None:
        super().__init__(pen)
        self.nouns, self.headings = nouns, Headings(pen, self)

    @staticmethod
    def bracketed(said: str) -> str:
        return f"({said})"

    def thing(self, e: object, scope: Scope, last: bool = True) -> str:
        """An expression as what another one is about; ``last``: whether nothing of that one follows."""
        said = self.nouns.thing(e, scope)
        inner = isinstance(e, (t.Binary, t.Either, t.Titled)) and not self.turned(e, scope)
        return self.bracketed(said) if inner or (not last and self.ending(e, scope)) else said

    def turned(self, e: object, scope: Scope) -> bool:
        """Is this a direction that is turned?"""
        type_ = self.scopes.of(e.left, scope) if isinstance(e, t.Binary) and e.op in "+-" else None
        return type_ is not None and type_.kind in TURNING and type_.form == "row"

    def item(self, e: object, scope: Scope) -> str:
        """One of several that commas part."""
        said = self.nouns.thing(e, scope)
        return self.bracketed(said) if isinstance(e, t.Either) or (isinstance(e, t.Binary) and e.op not in RANK) else said

    def side(self, e: object, scope: Scope) -> str:
        """What is compared."""
        said = self.nouns.thing(e, scope)
        return self.bracketed(said) if isinstance(e, t.Either) or (isinstance(e, t.Binary) and e.op not in RANK) else said

    def slot(self, key: str, name: str, e: object, scope: Scope) -> str:
        """What stands for one part of a phrase, which may go on behind it."""
        return self.thing(e, scope, re.search(rf"\{{{name}(?::\w+)?\}}$", self.language.PHRASES[key]) is not None)

    # ------------------------------------------------------------------------------------ what a phrase ends with

    def ending(self, e: object, scope: Scope) -> str:
        """What could go on behind an expression as it is said; nothing if it is plain where it ends."""
        match e:
            case t.Where(test=test) if test is not None:
                return self.narrowed(e, scope)
            case t.Related() | t.Unary(op="not"):
                return CLAUSE
            case t.Unary():
                return NUMBER
            case t.Dot():
                return self.ending(e.owner, scope)
            case t.Apply():
                return self.applied(e, scope)
            case t.Binary() if self.turned(e, scope):
                return ""
            case t.Binary() | t.Either() | t.Titled() | t.ChanceOf():
                return CLAUSE
        return ""

    def clause_ending(self, e: object, scope: Scope) -> str:
        """The same of a condition."""
        match e:
            case t.Where():
                return self.narrowed(e, scope) if e.test is not None else ""
            case t.Binary(op=op) if op not in ("and", "or"):
                several = isinstance(e.right, t.Binary) and self.scopes.of(e.right, scope).form == "set"
                return CLAUSE if several else self.ending(e.right, scope) if not isinstance(e.right, t.Binary) else ""
            case t.Related():
                return self.ending(e.others[-1].value, scope)
        return ""

    def narrowed(self, e: t.Where, scope: Scope) -> str:
        """A set that is narrowed down: by relative clauses alone, or by a clause that may go on."""
        if isinstance(e.test, t.Name) and str(e.test.word) == "false":
            return ""
        inner = scope.child(self.scopes.of(e.source, scope).kind)
        return RELATIVE if e.name is None and self.nouns.conditions.starts(e.test, inner) else CLAUSE

    def applied(self, e: t.Apply, scope: Scope) -> str:
        """A function: what its phrase ends with."""
        entry = self.scopes.entry(str(e.word))
        if entry is not None:
            return self.ending(e.args[0], scope) if len(e.args) == 1 else ""
        phrase = self.language.PHRASES.get(f"fn.{e.word}", "")
        end = re.search(r"\{(\w+)(?::\w+)?\}$", phrase)
        if end is not None and f" {self.language.WORDS['and']} " in phrase:
            return NUMBER  # ‘between A and B’ would take in another ‘and’
        place = {"items": -1, "among": -1, "one": 0, "two": 1, "three": 2, "value": 0}.get(end[1]) if end is not None else None
        if place is None or not e.args or place >= len(e.args):
            return NUMBER if phrase and end is None else ""
        last = e.args[place]
        return self.ending(last, scope) or (NUMBER if self.scopes.of(last, scope).form == "number" else "")

    # ------------------------------------------------------------------------------------ sums, choices

    def sum(self, e: t.Binary, scope: Scope) -> str:
        """A sum, of numbers or of sets, or a direction that is turned."""
        if self.turned(e, scope):
            return self.headings.turned(e, scope)
        if "set" in (self.scopes.of(e.left, scope).form, self.scopes.of(e.right, scope).form):
            return self.say(f"set.{e.op}", left=self.of_set(e.left, e.op, scope), right=self.of_set(e.right, e.op, scope, True))
        return self.say(f"Binary.{e.op}", left=self.of_sum(e.left, e.op, scope), right=self.of_sum(e.right, e.op, scope, True))

    def of_sum(self, e: object, op: str, scope: Scope, behind: bool = False) -> str:
        """One side of a sum: without brackets where reading from the left and the order of operations say the same."""
        said = self.nouns.thing(e, scope)
        if isinstance(e, t.Binary) and e.op in RANK:
            if behind:
                plain = op == "+" and RANK[e.op] == 1
            else:
                plain = e.op != "/" and RANK[e.op] >= RANK[op] and self.ending(e.right, scope) == ""
            return said if plain else self.bracketed(said)
        loose = isinstance(e, t.Unary) if behind else self.ending(e, scope) != ""
        return self.bracketed(said) if loose or isinstance(e, (t.Either, t.Binary, t.Titled)) else said

    def of_set(self, e: object, op: str, scope: Scope, behind: bool = False) -> str:
        """One side of a sum of sets: several that are put together, or taken away one after another, are listed without brackets."""
        said = self.nouns.thing(e, scope)
        if isinstance(e, t.Binary) and self.turned(e, scope):
            return said
        if isinstance(e, t.Binary) and e.op in RANK:
            return said if op == e.op and (op == "+" or not behind) else self.bracketed(said)
        return self.bracketed(said) if isinstance(e, (t.Either, t.Binary)) or self.ending(e, scope) else said

    def either(self, e: t.Either, scope: Scope) -> str:
        """One thing or another.  A choice within what is said first stands in brackets; one within the last goes on as a list."""
        one = self.nouns.thing(e.then, scope)
        if isinstance(e.then, (t.Either, t.Titled)) or self.scopes.of(e.then, scope) == FLAG or self.ending(e.then, scope) == CLAUSE:
            one = self.bracketed(one) if not isinstance(e.then, t.Binary) or e.then.op not in RANK else one
        clause = self.nouns.conditions.clause(e.test, scope)
        if isinstance(e.other, t.Either):
            return self.say("Either.more", clause=clause, one=one, more=self.either(e.other, scope))
        return self.say("Either", clause=clause, one=one, two=self.nouns.thing(e.other, scope))

    def tuple(self, e: t.Tuple, scope: Scope) -> str:
        """A place by its coordinates, or things that are listed."""
        if all(isinstance(i, (t.Number, t.Unary)) for i in e.items) and len(e.items) in (2, 3):
            return "(" + ", ".join(self.nouns.thing(i, scope).replace("minus ", "-").replace("moins ", "-") for i in e.items) + ")"
        return self.say("Tuple", items=self.language.list([self.thing(i, scope, i is e.items[-1]) for i in e.items]))


def flat(e: object, op: str) -> list[Any]:
    """The parts of a chain of and, of or."""
    if isinstance(e, t.Binary) and e.op == op:
        return [*flat(e.left, op), *flat(e.right, op)]
    return [e]


def turns(e: object) -> int:
    """How often a condition is turned round."""
    return 1 + turns(e.item) if isinstance(e, t.Unary) and e.op == "not" else 0


def joined(e: object, negated: bool) -> str:
    """``and`` or ``or``, where a condition is a row of others, as it is said."""
    negated = negated != (turns(e) % 2 == 1)
    while isinstance(e, t.Unary) and e.op == "not":
        e = e.item
    if isinstance(e, t.Titled):
        return joined(e.test, negated)
    if not isinstance(e, t.Binary) or e.op not in ("and", "or"):
        return ""
    return e.op if not negated else "or" if e.op == "and" else "and"
