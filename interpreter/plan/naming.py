"""Rows that a condition names, where conditions are asked of all rows at once: ``it is X``, ``x is place.x + 1 and y is place.y``."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import speaks_of
from arbitre.interpreter.analysis.equalities import equality_of
from arbitre.interpreter.plan.evaluator import At, Conditions, Member
from arbitre.interpreter.plan.joins import EquiJoin
from arbitre.interpreter.plan.rewrite import all_of
from arbitre.interpreter.plan.vectors import MOST_CASES, Coded, Count, TooMuch, Vec

MOST_MEMBERS = 160  # of one set


class Naming(Conditions):
    """One condition, for the rows of one kind: which rows it names."""

    def kept(self, found: list[Member], at: At, asked) -> list[Member]:  # type: ignore[no-untyped-def]
        raise NotImplementedError

    def ones(self, item: core.Expr, at: At) -> list[Member]:
        raise NotImplementedError

    def pieces(self, e: core.Query, at: At) -> tuple[list[tuple[Coded, int]], EquiJoin, bool] | None:
        raise NotImplementedError

    def keyed(self, items: list[core.Expr], slot: int, kind: int, at: At) -> list[Member] | None:
        """The one row that conditions name by numbers that are different for each: ``x is place.x + 1 and y is place.y``.

        None where they name none in this way, or where the numbers are not known for each row.
        """
        keys, rest = list[tuple[list[int], core.Expr]](), list[core.Expr]()
        for item in items:
            here, there = equality_of(item, slot) or (item, item)
            of_row = isinstance(here, core.Read) and here.row == core.Local(here.place, slot)
            column = self.program.fields[here.field] if isinstance(here, core.Read) and of_row else None
            if column is None or column.values is None or column.is_set:
                rest.append(item)
            else:
                keys.append((column.values, there))
        rows = {key: row for row, key in enumerate(zip(*(values for values, _ in keys), strict=True))}
        if len(keys) < 2 or len(rows) < self.program.domains[kind].size:
            return None
        found: list[tuple[int, tuple[Vec, ...]]] = [(self.b.every, ())]
        for _, asked in keys:
            cases = self.number(asked, at)
            if isinstance(cases, Count) or len(found) * len(cases) > MOST_CASES:
                return None
            more = [(held, value) for held, value in cases if isinstance(value, Vec)]
            if len(more) < len(cases):
                return None
            found = [(self.b.meet(one, held), (*values, value)) for one, values in found for held, value in more]
        out: list[Member] = []
        for held, values in found:
            named = tuple(rows.get(key, NONE) for key in zip(*(value.rows for value in values), strict=True))
            out.append((Vec(named), self.b.meet(held, self.b.const(sum(1 << n for n, row in enumerate(named) if row >= 0)))))
        left = all_of(rest)
        return out if left is None else self.kept(out, at, lambda row, inner: self.test(left, self.bound(inner, slot, row)))

    def named(self, test: core.Expr, slot: int, kind: int, at: At) -> list[Member] | None:
        """Those for which a condition holds, where it names them itself: ``it in S``, ``it is X``; ``kind``: whose rows are meant."""
        if not speaks_of(test, slot):
            return None
        match test:
            case core.In(item=core.Local(slot=asked)) if asked == slot and not speaks_of(test.group, slot):
                return None if self.uniform(test.group, at) is not None else self.members(test.group, at)
            case core.Compare(op="=="):
                for here, there in ((test.left, test.right), (test.right, test.left)):
                    if here == core.Local(here.place, slot) and not speaks_of(there, slot) and self.uniform(there, at) is None:
                        number = self.number(there, at)
                        if not isinstance(number, Count) and all(isinstance(value, Vec) for _, value in number):
                            return self.ones(there, at)
            case core.Query(sink="any") if test.where is not None and not speaks_of(test.source, slot):
                source = self.r.kind_of(test.source)
                if source != NONE and self.program.domains[source].dynamic:
                    return self.named_by_pieces(test, slot, kind, at)
                where, out = test.where, list[Member]()
                for row, held in self.members(test.source, at):
                    inner = At(at.env, at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth)
                    more = self.named(where, slot, kind, self.bound(inner, test.slot, row))
                    if more is None:
                        return None
                    out += [(one, self.b.meet(held, step)) for one, step in more]
                return out
            case core.And():
                return self.named_by_some(test.items, slot, kind, at)
            case core.Or():
                parts = [self.named(item, slot, kind, at) for item in test.items]
                if all(part is not None for part in parts):
                    return [one for part in parts for one in part or ()]
            case core.Apply() if not isinstance(test, core.Partial):
                within, params = self.inside_of(test, slot, at), self.program.functions[test.function].params
                lone = [p.slot for p, arg in zip(params, test.args, strict=True) if arg == core.Local(arg.place, slot)]
                if within is not None and len(lone) == 1:
                    return self.named(self.program.functions[test.function].body, lone[0], kind, within)
        return None

    def named_by_some(self, items: tuple[core.Expr, ...], slot: int, kind: int, at: At) -> list[Member] | None:
        """Those for which all of these hold, where one of them names them, or some do together; what is said of no row before it is asked
        first."""
        asked = self.b.every
        for n, item in enumerate(items):
            before = [one for one in items[:n] if speaks_of(one, slot)]
            found = self.named(item, slot, kind, at)
            if found is not None:
                left = all_of([*before, *items[n + 1 :]])
                found = [(row, self.b.meet(asked, held)) for row, held in found]
                if left is None:
                    return [one for one in found if one[1] != self.b.none]
                return self.kept(found, at, lambda row, inner: self.test(left, self.bound(inner, slot, row)))
            if not speaks_of(item, slot):
                held = self.test(item, at)
                asked = self.b.meet(asked, held)
                if asked == self.b.none:
                    return []
                at = At(self.narrowed(at.env, item, True, at), at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth)
            elif isinstance(item, core.Compare) and (together := self.keyed([*before, *items[n:]], slot, kind, at)) is not None:
                return [(row, self.b.meet(asked, held)) for row, held in together if self.b.meet(asked, held) != self.b.none]
        return None

    def named_by_pieces(self, e: core.Query, slot: int, kind: int, at: At) -> list[Member] | None:
        """Those for which a query over pieces finds one, where it says which row belongs to a piece: ``beyond(man, prey) is it``."""
        items = self.r.conjuncts(e.where)
        naming = all_of([item for item in items if speaks_of(item, slot)])
        found = self.pieces(replace(e, where=all_of([item for item in items if not speaks_of(item, slot)])), at)
        if naming is None or found is None:
            return None
        out = list[Member]()
        for piece, held in found[0]:
            inner = At(at.env, at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth)
            named = self.named(naming, slot, kind, self.bound(inner, e.slot, piece))
            if named is None:
                return None
            out += [(row, self.b.meet(held, more)) for row, more in named]
        return out

    def inside_of(self, e: core.Apply, slot: int, at: At) -> At | None:
        """Where the body of a condition is asked, but for the row that it is asked of; None where more is made of that row."""
        if any(speaks_of(arg, slot) and arg != core.Local(arg.place, slot) for arg in e.args):
            return None
        return self.inside(e, self.bound(at, slot, self.all_of(0)))

    def different(self, found: list[Member]) -> list[Member]:
        """The same with equal members put together."""
        out: dict[tuple[int, ...], int] = {}
        for row, held in found:
            rows, upper = row.rows, self.b.upper[held]
            apart = {one - n for n, one in enumerate(rows) if upper >> n & 1}
            if len(apart) == 1:  # it lies as far from each row, whichever rows are asked
                by = apart.pop()
                rows = tuple(n + by if 0 <= n + by < self.size else -1 for n in range(self.size))
            out[rows] = self.b.join(out[rows], held) if rows in out else held
        if len(out) > MOST_MEMBERS:
            raise TooMuch
        return [(Vec(rows), held) for rows, held in out.items()]
