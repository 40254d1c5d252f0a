"""A long condition as a list: each part of it on a line of its own, where one sentence would not end."""

from __future__ import annotations

import re

from arbitre.documents.model.scope import Scope
from arbitre.documents.prose.conditions import Conditions
from arbitre.documents.prose.lists import Lines, nested
from arbitre.documents.prose.operands import flat
from arbitre.documents.prose.writer import Pen, Writer
from arbitre.dsl import tree as t

LONG = 160  # letters of a condition that is spread
_MARKS = re.compile(r"<[^>]*>|\]\([^)]*\)|[\[\]*]")


def long(said: str) -> bool:
    """Is what was said too long for one sentence?  Links and other marks do not count."""
    return len(_MARKS.sub("", said)) > LONG


class Spread(Writer):
    """Says a condition as a clause that ends before a list, and the list; nothing where it has no parts."""

    def __init__(self, pen: Pen, conditions: Conditions) -> None:
        super().__init__(pen)
        self.conditions = conditions

    def said(self, e: object, scope: Scope, negated: bool = False) -> tuple[str, Lines] | None:
        while isinstance(e, t.Unary) and e.op == "not":
            e, negated = e.item, not negated
        if isinstance(e, t.Where) and e.sink in ("any", "no") and e.test is not None:
            return self.existence(e, scope, (e.sink == "no") != negated)
        if not isinstance(e, t.Binary) or e.op not in ("and", "or"):
            return None
        parts = [self.part(one, scope, negated) for one in flat(e, e.op)]
        stop = self.language.SEMICOLON.rstrip()
        lines: Lines = []
        for number, (clause, below) in enumerate(parts, 1):
            end = "." if number == len(parts) else stop
            below = [*below[:-1], below[-1].removesuffix(".").removesuffix(stop) + end] if below else below
            lines += [f"- {clause}{self.say('colon').rstrip() if below else end}", *nested(below)]
        return self.say(f"Spread.{e.op if not negated else 'or' if e.op == 'and' else 'and'}"), lines

    def existence(self, e: t.Where, scope: Scope, none: bool) -> tuple[str, Lines] | None:
        """Whether there is something of which a long condition holds."""
        exists = self.conditions.existence
        inner, name = exists.introduced(e, scope)
        found = self.said(e.test, inner)
        if found is None or self.scopes.of(e.source, scope).form == "row":
            return None
        kind = self.scopes.of(e.source, scope).kind
        feminine = kind is not None and self.titles.gender(self.titles.kind(kind))[:1] == "f"
        which = self.say(f"for_which{'.f' if feminine else ''}", clause=found[0], name=f"{name} " if name else "")
        return f"{exists.exists(t.Where(e.place, e.sink, e.source, None), scope, none)} {which}", found[1]

    def part(self, e: object, scope: Scope, negated: bool) -> tuple[str, Lines]:
        """One part: a clause, or where that is long too, a list of its own."""
        clause = self.conditions.clause(e, scope, negated)
        return (self.said(e, scope, negated) if long(clause) else None) or (clause, [])
