"""Conditions on all rows of a kind at once, as operations on words with a bit for each row.

:class:`Straight` is such a set, of one word or a few, as an expression of a plan: a list of steps over sets that are known.
:class:`Bits` puts one together; equal steps are one, and what never changes is worked out while it is written.
"""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.plan.rewrite import FRESH, compact

DIRECTION = "direction"
WORD, LEAST = 64, 6  # bits; rows of a board below which going through them costs no more
FEW = 8  # rows for each of which code may be written
ASIDE = 2 * FRESH  # the first of slots that nothing has
WIDEST = 256  # rows of a board above which there would be too many words to a set
Step = tuple[str, int, int, int]  # what is done, and with what: numbers, or steps before this one

CONST, INPUT, FLAG, BIT, PICK = "const", "input", "flag", "bit", "pick"
AND, OR, NOT, SHIFT, SPREAD = "and", "or", "not", "shift", "spread"
OF_TWO, OF_ONE = frozenset((AND, OR)), frozenset((NOT, SHIFT, SPREAD))


def is_one_word(domain: core.Domain) -> bool:
    """Is it a kind of cells of which a set is one word, and worth doing something for all at once?"""
    return is_few_words(domain) and domain.size <= WORD


def is_few_words(domain: core.Domain) -> bool:
    """Is it a kind of cells of which a set is a few words, and worth doing something for all at once?"""
    return domain.board is not None and not domain.dynamic and LEAST <= domain.size <= WIDEST


def words_of(rows: int) -> int:
    """How many words a set of so many rows takes."""
    return max(1, -(-rows // WORD))


def is_table(domain: core.Domain) -> bool:
    """Is it a kind of named rows, no cells, of which sets are words?  Directions are none: few of them are asked, one after the other."""
    return domain.board is None and not domain.dynamic and domain.name != DIRECTION and LEAST <= domain.size <= WORD


def is_of_pieces(domain: core.Domain) -> bool:
    """Is it a kind of rows that may stand elsewhere as a match goes on, and of which there are too many to write code for each?"""
    return domain.dynamic or (domain.board is None and domain.name != DIRECTION and domain.size > FEW)


@dataclass(frozen=True, slots=True)
class Straight(core.Expr):
    """The set that the last of these steps comes to, of rows below ``size``.

    ``const`` a set; ``input`` a set that is given; ``flag`` all rows where a given condition holds; ``bit`` the given row alone; ``pick``
    (input, table, first) the set that a table has for a given number, the first or last one where that lies beyond; ``and``, ``or``,
    ``not`` of steps; ``shift`` (step, by, keep): what lies so many rows further on, of the rows in a set; ``spread`` (step, row): all rows
    where that one is in a set.
    """

    inputs: tuple[core.Expr, ...]
    steps: tuple[Step, ...]
    size: int
    tables: tuple[tuple[int, ...], ...] = ()


class Bits:
    """Steps being put together.  A step goes by its number; ``upper`` says which rows it may hold at most.

    ``shorter``: they are put in another order where that saves some; then it is no longer seen which of them exclude each other.
    """

    def __init__(self, size: int, shorter: bool = False) -> None:
        self.size, self.all, self.shorter = size, (1 << size) - 1, shorter
        self.steps: list[Step] = []
        self.upper: list[int] = []
        self.known: dict[Step, int] = {}
        self.inputs: list[core.Expr] = []
        self.tables: list[tuple[int, ...]] = []
        self.numbers: dict[tuple[str, core.Expr], int] = {}
        self.none, self.every = self.const(0), self.const(self.all)

    def _step(self, step: Step, upper: int) -> int:
        if step not in self.known:
            self.known[step] = len(self.steps)
            self.steps.append(step)
            self.upper.append(upper)
        return self.known[step]

    def const(self, rows: int) -> int:
        return self._step((CONST, rows, 0, 0), rows)

    def fixed(self, a: int) -> int | None:
        """The rows that a step holds, where they never change."""
        return self.steps[a][1] if self.steps[a][0] == CONST else None

    def _given(self, kind: str, e: core.Expr, upper: int) -> int:
        key = kind, compact(e, ASIDE)[0]  # whichever slots its searches were given
        if key not in self.numbers:
            self.numbers[key] = len(self.inputs)
            self.inputs.append(e)
        return self._step((kind, self.numbers[key], 0, 0), upper)

    def given(self, e: core.Expr, rows: int = WIDEST) -> int:
        """A set of so many rows, at most, that is known when it is asked for."""
        return self._given(INPUT, e, (1 << rows) - 1)

    def flag(self, e: core.Expr) -> int:
        """All rows where a condition holds that is about none of them."""
        return self._given(FLAG, e, self.all)

    def bit(self, e: core.Expr) -> int:
        """One row, or none."""
        return self._given(BIT, e, (1 << WIDEST) - 1)

    def pick(self, e: core.Expr, table: tuple[int, ...], first: int) -> int:
        """The set that stands in a table for a number, which is the first of it or one of those that follow."""
        if len(set(table)) == 1:
            return self.const(table[0])
        if table not in self.tables:
            self.tables.append(table)
        if (PICK, e) not in self.numbers:
            self.numbers[PICK, e] = len(self.inputs)
            self.inputs.append(e)
        upper = 0
        for rows in table:
            upper |= rows
        return self._step((PICK, self.numbers[PICK, e], self.tables.index(table), first), upper)

    def meet(self, a: int, b: int) -> int:
        a, b = min(a, b), max(a, b)
        one, two = self.fixed(a), self.fixed(b)
        if one is not None and two is not None:
            return self.const(one & two)
        for held, other in ((one, b), (two, a)):
            if held is not None and not held & self.upper[other]:
                return self.none
            if held is not None and held & self.upper[other] == self.upper[other]:
                return other
        if a == b or self.steps[b] == (AND, a, b, 0):
            return a
        if not self.upper[a] & self.upper[b]:
            return self.none
        if self.shorter and (found := self.moved_together(a, b)) is not None:
            return found
        return self._step((AND, a, b, 0), self.upper[a] & self.upper[b])

    def join(self, a: int, b: int) -> int:
        a, b = min(a, b), max(a, b)
        one, two = self.fixed(a), self.fixed(b)
        if one is not None and two is not None:
            return self.const(one | two)
        for held, other in ((one, b), (two, a)):
            if held == 0:
                return other
            if held is not None and held & self.all == self.all:
                return self.every
        if a == b:
            return a
        kind, here, by, keep = self.steps[a]
        also, there, as_far, kept = self.steps[b]
        if self.shorter and kind == SHIFT and also == SHIFT and by == as_far and keep == kept:
            return self.shift(self.join(here, there), by, keep)
        return self._step((OR, a, b, 0), self.upper[a] | self.upper[b])

    def moved_together(self, a: int, b: int) -> int | None:
        """Two steps of which both lie as far from the rows as each other, met before they are moved: many rows ask for the same then."""
        for one, two in ((a, b), (b, a)):
            kind, here, by, keep = self.steps[one]
            if kind == NOT and self.steps[here][0] == SHIFT:  # it is no such row: it is a row that is not such, where there is one at all
                _, source, by, keep = self.steps[here]
                rows = self.upper[two]
                if not rows & ~self.moved(self.all, by) and not rows & self.moved(self.upper[source], by) & ~keep:
                    return self.meet(two, self.shift(self.negate(source), by, rows))
            if kind == SHIFT:
                parts = (two, *self.steps[two][1:3]) if self.steps[two][0] == AND else (two,)
                for n, part in enumerate(parts):
                    other, there, as_far, kept = self.steps[part]
                    if other == SHIFT and as_far == by:
                        met = self.shift(self.meet(here, there), by, keep & kept)
                        return met if n == 0 else self.meet(met, parts[3 - n])
        return None

    def negate(self, a: int) -> int:
        held = self.fixed(a)
        if held is not None:
            return self.const(self.all & ~held)
        if self.steps[a][0] == NOT:
            return self.meet(self.steps[a][1], self.every)
        return self._step((NOT, a, 0, 0), self.all)

    def shift(self, a: int, by: int, keep: int) -> int:
        """The rows of ``keep`` so many rows before those of a step."""
        held, upper = self.fixed(a), self.moved(self.upper[a], by) & keep
        if held is not None:
            return self.const(self.moved(held, by) & keep)
        if not upper:
            return self.none
        return self.meet(a, self.const(keep)) if by == 0 else self._step((SHIFT, a, by, upper), upper)

    def moved(self, rows: int, by: int) -> int:
        return (rows >> by if by > 0 else rows << -by) & self.all

    def spread(self, a: int, row: int) -> int:
        held = self.fixed(a)
        if held is not None:
            return self.every if held >> row & 1 else self.none
        return self._step((SPREAD, a, row, 0), self.all) if self.upper[a] >> row & 1 else self.none

    def at_least(self, parts: list[int], count: int) -> int:
        """The rows that so many of these steps hold, at least."""
        if count <= 0:
            return self.every
        held = [self.every, *[self.none] * count]
        for part in parts:
            for many in range(count, 0, -1):
                held[many] = self.join(held[many], self.meet(held[many - 1], part))
        return held[count]

    def atoms(self, a: int) -> frozenset[int]:
        """The steps that all hold where this one does."""
        kind, one, two, _ = self.steps[a]
        if kind == CONST:
            return frozenset()
        return frozenset((a,)) | (self.atoms(one) | self.atoms(two) if kind == AND else frozenset())

    def excludes(self, path: frozenset[int], a: int) -> bool:
        """Can a step not hold where all of these do?"""
        for part in (a, *self.atoms(a)):
            kind, one, _, _ = self.steps[part]
            if (one if kind == NOT else self.known.get((NOT, part, 0, 0))) in path:
                return True
        return False

    def expression(self, place: Place, last: int) -> Straight:
        """What a step comes to."""
        again, number = Bits(self.size, True), dict[int, int]()
        for step in sorted(self.needed(last)):
            kind, one, two, three = self.steps[step]
            match kind:
                case "and":
                    number[step] = again.meet(number[one], number[two])
                case "or":
                    number[step] = again.join(number[one], number[two])
                case "not":
                    number[step] = again.negate(number[one])
                case "shift":
                    number[step] = again.shift(number[one], two, three)
                case "spread":
                    number[step] = again.spread(number[one], two)
                case _:
                    number[step] = again._step(self.steps[step], self.upper[step])
        again.inputs, again.tables = self.inputs, self.tables
        return again.written(place, number[last])

    def needed(self, last: int) -> set[int]:
        """A step, and all that it is made of."""
        needed, open_ = {last}, [last]
        while open_:
            kind, one, two, _ = self.steps[open_.pop()]
            for part in (one, two) if kind in OF_TWO else (one,) if kind in OF_ONE else ():
                if part not in needed:
                    needed.add(part)
                    open_.append(part)
        return needed

    def written(self, place: Place, last: int) -> Straight:
        """A step as an expression, with what it needs alone."""
        needed = self.needed(last)
        order, given, steps = {step: n for n, step in enumerate(sorted(needed))}, dict[int, int](), list[Step]()
        for step in order:
            kind, one, two, three = self.steps[step]
            if kind in OF_TWO:
                one, two = order[one], order[two]
            elif kind in OF_ONE:
                one = order[one]
            elif kind != CONST:
                one = given.setdefault(one, len(given))
            steps.append((kind, one, two, three))
        return Straight(place, tuple(self.inputs[n] for n in given), tuple(steps), self.size, tuple(self.tables))
