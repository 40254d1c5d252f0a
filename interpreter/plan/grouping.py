"""Counts and sums: of rows that are known, and of rows of a dynamic kind once for each group of the rows that they are asked for."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core.walk import free_slots, mapped
from arbitre.interpreter.analysis.recursion import put_in
from arbitre.interpreter.plan.evaluator import At, Conditions, Member
from arbitre.interpreter.plan.vectors import Cases, Count, TooMuch, Uni, Vec

MOST_GROUPS = 8  # of rows, for each of which a query is evaluated by itself


class Grouping(Conditions):
    """One condition, for the rows of one kind: what it counts and sums."""

    def grouped(self, e: core.Query, at: At) -> Cases | None:
        """A query over rows of a dynamic kind as one uniform query for each group of rows: ``count(pieces where column is it.x)`` once for
        each column.  None if it is over rows of another kind.

        Raises:
            TooMuch: it depends on the row through more than numbers that are known beforehand, or there are too many groups.
        """
        source: core.Expr = e
        while not isinstance(source, core.Rows):
            match source:
                case core.Query():
                    source = source.source
                case core.Apply() if not isinstance(source, core.Partial):
                    source = self.program.functions[source.function].body
                case _:
                    return None
        if not self.program.domains[source.domain].dynamic:
            return None
        found: dict[core.Expr, Vec | Uni] = {}
        query = self.with_keys(self.r.fresh(e), at, frozenset(), found)
        keys = {part: key for part, key in found.items() if isinstance(key, Vec)}
        same = {part: core.Local(part.place, self.r.fresh_slot()) for part, key in found.items() if isinstance(key, Uni)}
        at = At({**at.env, **{local.slot: found[part] for part, local in same.items()}}, at.live, at.path, at.depth)
        groups: dict[tuple[int, ...], int] = {}
        for row in range(self.size):
            if at.live >> row & 1:
                values = tuple(key.rows[row] for key in keys.values())
                groups[values] = groups.get(values, 0) | 1 << row
        if len(groups) > MOST_GROUPS:
            raise TooMuch
        cases: Cases = []
        for values, rows in groups.items():
            numbers = {part: core.Const(part.place, value) for part, value in zip(keys, values, strict=True)}
            asked = self.uniform(_replaced(query, {**same, **numbers}), at)
            if asked is None:
                raise TooMuch
            cases.append((self.b.const(rows), Uni(asked)))
        return cases

    def with_keys(self, e: core.Expr, at: At, bound: frozenset[int], keys: dict[core.Expr, Vec | Uni]) -> core.Expr:
        """Finds the parts of a query that are known numbers of the row, or the same for all, and writes out functions told of the row.

        ``bound``: the slots of queries that the part stands in.
        """
        self.spend(at)
        free = free_slots(e)
        if all(at.env.get(slot) is None for slot in free - bound) or self.uniform(e, at) is not None:
            return e
        if not free & bound and isinstance(e, (core.Local, core.Read, core.Arith, core.Choice, core.Ask)) and not self.is_set(e, at):
            number = self.number(e, at)
            value = number[0][1] if isinstance(number, list) and len(number) == 1 else None
            if not isinstance(value, (Vec, Uni)):
                raise TooMuch
            keys[e] = value
            return e
        if isinstance(e, core.Apply) and not isinstance(e, core.Partial):
            function = self.program.functions[e.function]
            body = put_in(self.r.fresh(function.body), {p.slot: arg for p, arg in zip(function.params, e.args, strict=True)})
            return self.with_keys(body, At(at.env, at.live, at.path, at.depth + 1), bound, keys)
        if isinstance(e, core.Query):
            bound |= {e.slot}
        return mapped(e, lambda part: self.with_keys(part, at, bound, keys))

    # ------------------------------------------------------------------------------------ of rows that are known

    def differ(self, found: list[Member]) -> None:
        """No row may be counted twice."""
        seen: dict[tuple[int, int], int] = {}
        for row, held in found:
            for n, one in enumerate(row.rows):
                if self.b.upper[held] >> n & 1 and one >= 0 and seen.setdefault((n, one), held) != held:
                    raise TooMuch
        if len({(row.rows, held) for row, held in found}) < len(found):
            raise TooMuch

    def summed(self, e: core.Query, at: At) -> Count:
        assert e.value is not None
        found = self.members(self.as_set(e), at)
        self.differ(found)
        more, parts = 0, list[int]()
        if e.empty:
            raise TooMuch
        for row, held in found:
            inner = self.bound(At(at.env, at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth), e.slot, row)
            one = self.as_count(self.number(e.value, inner))
            parts += [self.b.meet(held, part) for part in one.parts] + [held] * one.more
        return Count(more, tuple(part for part in parts if part != self.b.none))


def _replaced(e: core.Expr, others: dict[core.Expr, core.Expr]) -> core.Expr:
    """An expression with others in place of parts of it."""
    return others[e] if e in others else mapped(e, lambda part: _replaced(part, others))
