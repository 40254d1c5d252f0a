"""Sets, where conditions are asked of all rows of a kind at once: their members, each a row for each row, and who is in them."""

from __future__ import annotations

from functools import reduce
from operator import or_

from arbitre.dsl import core
from arbitre.interpreter.plan import boards
from arbitre.interpreter.plan.bits import WIDEST, WORD
from arbitre.interpreter.plan.evaluator import At, Group, Member
from arbitre.interpreter.plan.grouping import Grouping
from arbitre.interpreter.plan.joins import Joins
from arbitre.interpreter.plan.naming import MOST_MEMBERS, Naming
from arbitre.interpreter.plan.numbers import Numbers
from arbitre.interpreter.plan.pieces import Pieces
from arbitre.interpreter.plan.rewrite import MASKS, conjuncts_of
from arbitre.interpreter.plan.vectors import Cases, Cell, TooMuch, Uni, Value, Vec, Wanted
from arbitre.interpreter.state.masks import rows_of

MOST_RIVALS = 24  # members of a set that are compared with each other
_SINKS = frozenset(("set", "union", "best", "worst", "high", "low"))


class Evaluator(Joins, Pieces, Grouping, Numbers, Naming):
    """One condition, for the rows of one kind."""

    def is_set(self, e: core.Expr, at: At) -> bool:
        match e:
            case core.Rows() | core.SetOf() | core.SetOp():
                return True
            case core.Ask():
                return e.query in MASKS
            case core.Query():
                return e.sink in _SINKS
            case core.Read():
                return self.program.fields[e.field].is_set
            case core.Apply():
                return self.program.functions[e.function].is_set
            case core.Local():
                return isinstance(at.env.get(e.slot), Group)
            case core.Choice():
                return self.is_set(e.then, at) or self.is_set(e.other, at)
        return False

    def members(self, e: core.Expr, at: At) -> list[Member]:
        """Who is in a set: members, and for which rows each is one."""
        self.spend(at)
        if not at.live:
            return []
        b = self.b
        match e:
            case core.Const():
                return [(self.all_of(row), b.every) for row in range(e.value.bit_length()) if e.value >> row & 1]
            case core.Local() if isinstance(found := at.env.get(e.slot), Group):
                return self.members(found.e, At(found.env, at.live, at.path, at.depth + 1))
            case core.Rows() if not self.program.domains[e.domain].dynamic:
                return self.rows(e.domain)
            case core.Read() if (column := self.program.fields[e.field]).is_set and column.values is not None:
                return self.in_column(e, column.values, at)
            case core.SetOf():
                return [one for item in e.items for one in self.ones(item, at)]
            case core.SetOp():
                if e.op == "|":
                    return self.members(e.left, at) + self.members(e.right, at)
                return self.kept(self.members(e.left, at), at, lambda row, inner: self.without(row, e.right, inner, e.op == "-"))
            case core.Query() if e.sink in ("set", "any"):
                where = e.where
                if where is None:
                    return self.members(e.source, at)
                if isinstance(e.source, core.Rows) and not self.program.domains[e.source.domain].dynamic:
                    keyed = self.keyed(conjuncts_of(where), e.slot, e.source.domain, at)
                    if keyed is not None:
                        return keyed
                    named = self.named(where, e.slot, e.source.domain, at)
                    if named is not None:
                        return self.different(named)
                source = self.members(e.source, at)
                return self.kept(source, at, lambda row, inner: self.test(where, self.bound(inner, e.slot, row)))
            case core.Query(sink="union") if e.value is not None:
                return self.united(e, e.value, at)
            case core.Query(sink="best" | "worst") if e.value is not None:
                return self.leading(e, e.value, at)
            case core.Ask() if e.query in boards.SETS:
                return self.around(e, at)
            case core.Choice():
                (yes, then), (no, other) = self.either(e, at)
                return [(row, self.b.meet(yes, held)) for row, held in self.members(e.then, then)] + [
                    (row, self.b.meet(no, held)) for row, held in self.members(e.other, other)
                ]
            case core.Apply() if not isinstance(e, core.Partial):
                return self.once(self.members, e, at)
        raise TooMuch

    def in_column(self, e: core.Read, values: list[int], at: At) -> list[Member]:
        """Who is in the set that a column holds which never changes: for each member, the rows for which it is one."""
        b, out = self.b, dict[int, int]()
        for held, row in self.named_rows(e, at):
            live = at.live & b.upper[held]
            if any(live >> n & 1 and not 0 <= one < len(values) for n, one in enumerate(row.rows)):
                raise TooMuch  # it would be a fault of the match
            masks = [values[one] if live >> n & 1 else 0 for n, one in enumerate(row.rows)]
            for member in rows_of(reduce(or_, masks)):
                there = b.const(sum(1 << n for n, mask in enumerate(masks) if mask >> member & 1))
                out[member] = b.join(out.get(member, b.none), b.meet(held, there))
        return [(self.all_of(member), held) for member, held in out.items()]

    def named_rows(self, e: core.Read, at: At) -> list[tuple[int, Vec]]:
        """The rows whose column is read, each with the step for which it is read there."""
        out: list[tuple[int, Vec]] = []
        for held, row in self.cases(e.row, at):
            if isinstance(row, Cell):
                self.must_be_row(row, at, held, e)
            for one, value in self.by_value([(held, row)], at, e):
                if not isinstance(value, Vec):
                    raise self.wanted(value)
                if not isinstance(row, Cell) or value.rows[0] >= 0:
                    out.append((one, value))
        return out

    def rows(self, kind: int) -> list[Member]:
        """All rows of a kind; those of the same kind go by how far each lies from the row itself."""
        many = self.program.domains[kind].size
        if kind != self.kind:
            if many > WORD:
                raise TooMuch
            return [(self.all_of(row), self.b.every) for row in range(many)]
        out = []
        for by in range(1 - many, many):
            rows = tuple(row + by if 0 <= row + by < many else -1 for row in range(many))
            out.append((Vec(rows), self.b.const(sum(1 << n for n, row in enumerate(rows) if row >= 0))))
        return out

    def ones(self, item: core.Expr, at: At) -> list[Member]:
        out = []
        for held, value in self.by_value(self.cases(item, at), at, item):
            if not isinstance(value, Vec):
                raise self.wanted(value)
            out.append((value, self.b.meet(held, self.b.const(sum(1 << n for n, row in enumerate(value.rows) if row >= 0)))))
        return [one for one in out if one[1] != self.b.none]

    @staticmethod
    def wanted(value: Value) -> Exception:
        return Wanted(value.e) if isinstance(value, Uni) else TooMuch()

    def kept(self, found: list[Member], at: At, asked) -> list[Member]:  # type: ignore[no-untyped-def]
        """Those members for which something more holds."""
        out: list[Member] = []
        for row, held in found:
            inner = At(at.env, at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth)
            if inner.live:
                more = self.b.meet(held, asked(row, inner))
                if more != self.b.none:
                    out.append((row, more))
        if len(out) > MOST_MEMBERS:
            raise TooMuch
        return out

    def bound(self, at: At, slot: int, row: Value) -> At:
        return At({**at.env, slot: row}, at.live, at.path, at.depth)

    def without(self, row: Value, group: core.Expr, at: At, away: bool) -> int:
        found = self.contains(row, group, at)
        return self.b.negate(found) if away else found

    def united(self, e: core.Query, value: core.Expr, at: At) -> list[Member]:
        out: list[Member] = []
        for row, held in self.members(self.as_set(e), at):
            inner = self.bound(At(at.env, at.live & self.b.upper[held], at.path | self.b.atoms(held), at.depth), e.slot, row)
            found = self.members(value, inner) if e.value_is_set else self.ones(value, inner)
            out += [(one, self.b.meet(held, more)) for one, more in found]
        if len(out) > MOST_MEMBERS:
            raise TooMuch
        return out

    def leading(self, e: core.Query, value: core.Expr, at: At) -> list[Member]:
        """Those members whose number is greatest, or least, where these numbers are known: of which there is no better one."""
        b = self.b
        found = self.members(self.as_set(e), at)
        if len(found) > MOST_RIVALS:
            raise TooMuch
        numbers: list[tuple[int, ...]] = []
        for row, held in found:
            there = At(at.env, at.live & b.upper[held], at.path | b.atoms(held), at.depth)
            numbers += self.known((self.lone_value(value, self.bound(there, e.slot, row)),))
        out: list[Member] = []
        for (row, held), mine in zip(found, numbers, strict=True):
            rivals = []
            for (_, other), theirs in zip(found, numbers, strict=True):
                ahead = [n for n, (x, y) in enumerate(zip(theirs, mine, strict=True)) if (x > y if e.sink == "best" else x < y)]
                rivals.append(b.meet(other, b.const(sum(1 << n for n in ahead))))
            left = b.meet(held, b.negate(self.columns.any_of(rivals)))
            if left != b.none:
                out.append((row, left))
        return out

    def around(self, e: core.Ask, at: At) -> list[Member]:
        """Cells that a board names, by how far each lies from the row, or by themselves."""
        board, out = self.board(e), list[Member]()
        given = [self.by_value(self.cases(arg, at), at, e) for arg in e.args]
        pairs = [(self.b.meet(m, held), (one, two)) for m, one in given[0] for held, two in given[-1]]
        for held, values in pairs:
            rows = self.known(values if len(given) > 1 else values[:1])
            masks = list(boards.answers(board, e.query, rows))
            steps: dict[int, dict[int, int]] = {}
            live = at.live & self.b.upper[held]
            for n, mask in enumerate(masks):
                for cell in rows_of(mask) if live >> n & 1 else ():
                    steps.setdefault(cell - n, {})[n] = cell
            for found in steps.values():
                one = Vec(tuple(found.get(n, -1) for n in range(self.size)))
                out.append((one, self.b.meet(held, self.b.const(sum(1 << n for n in found)))))
        if len(out) > MOST_MEMBERS:
            raise TooMuch
        return out

    def contains(self, row: Value, e: core.Expr, at: At) -> int:
        """The step that says for which rows another row is in a set."""
        self.spend(at)
        b = self.b
        if not at.live:
            return b.none
        if isinstance(row, Vec) and not isinstance(e, core.Const) and (asked := self.uniform(e, at)) is not None:
            if max(row.rows) >= WIDEST:
                raise TooMuch
            return self.columns.gathered(b.given(asked), row.rows, at.live)
        match e:
            case core.Local() if isinstance(found := at.env.get(e.slot), Group):
                return self.contains(row, found.e, At(found.env, at.live, at.path, at.depth + 1))
            case core.SetOp():
                left = self.contains(row, e.left, at)
                if e.op == "|":
                    return b.join(left, self.contains(row, e.right, at))
                right = self.contains(row, e.right, At(at.env, at.live & b.upper[left], at.path, at.depth))
                return b.meet(left, b.negate(right) if e.op == "-" else right)
            case core.Query(sink="set"):
                held = self.contains(row, e.source, at)
                if e.where is None:
                    return held
                inner = At(at.env, at.live & b.upper[held], at.path | b.atoms(held), at.depth)
                return b.meet(held, self.test(e.where, self.bound(inner, e.slot, row)))
            case core.Rows() if isinstance(row, Vec) and not self.program.domains[e.domain].dynamic:
                many = self.program.domains[e.domain].size
                return b.const(sum(1 << n for n, one in enumerate(row.rows) if 0 <= one < many))
            case core.Choice():
                (yes, then), (no, other) = self.either(e, at)
                return b.join(b.meet(yes, self.contains(row, e.then, then)), b.meet(no, self.contains(row, e.other, other)))
            case core.Apply() if not isinstance(e, core.Partial):
                return self.contains(row, self.program.functions[e.function].body, self.inside(e, at))
            case core.Const() if isinstance(row, Cell):
                return self.columns.said(row, [v for v in range(e.value.bit_length()) if e.value >> v & 1], at.live, e)
        out = b.none
        for one, held in self.members(e, at):
            live = at.live & b.upper[held]
            if live:
                out = b.join(out, b.meet(held, self.columns.compared("==", row, one, live, e)))
        return out

    # ------------------------------------------------------------------------------------ the one row there is

    def lone(self, e: core.Query, at: At) -> Cases:
        """The one row of a search, where there cannot be two."""
        joined = self.joined_row(e, at)
        if joined is not None:
            return joined
        b, found = self.b, self.members(self.as_set(e), at)
        taken = 0
        for _, held in found:
            if taken & b.upper[held] & at.live:
                found = self.in_order(found, e, at)
                break
            taken |= b.upper[held]
        fixed = [(row, b.fixed(held)) for row, held in found]
        if all(held is not None for _, held in fixed):
            rows = [-1] * self.size
            for row, known in fixed:
                for n, one in enumerate(row.rows):
                    if known is not None and known >> n & 1:
                        rows[n] = one
            return [(b.every, Vec(tuple(rows)))]
        some = self.columns.any_of(held for _, held in found)
        return self.few([*((held, row) for row, held in found), (b.negate(some), self.all_of(-1))])

    def in_order(self, found: list[Member], e: core.Query, at: At) -> list[Member]:
        """Of members that come in the order of their rows, the first one."""
        b, out, before, last = self.b, list[Member](), self.b.none, [-1] * self.size
        if e.sink != "first" or len(found) > MOST_RIVALS:
            raise TooMuch
        for row, held in found:
            for n, one in enumerate(row.rows):
                if (at.live & b.upper[held]) >> n & 1:
                    if one <= last[n]:
                        raise TooMuch
                    last[n] = one
            left = b.meet(held, b.negate(before))
            if left != b.none:
                out.append((row, left))
            before = b.join(before, held)
        return out
