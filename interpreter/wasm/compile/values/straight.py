"""Straight-line code over sets of rows, each a word or a few (:mod:`arbitre.interpreter.plan.bits`)."""

from __future__ import annotations

from dataclasses import dataclass

from arbitre.interpreter.plan import bits
from arbitre.interpreter.plan.bits import WORD, Step, Straight, words_of
from arbitre.interpreter.wasm.compile.code import Code

FULL = (1 << WORD) - 1


@dataclass(frozen=True, slots=True)
class Local:
    """A word that a local holds; a word that never changes is a plain number."""

    number: int


Word = int | Local


def straight(c: Code, e: Straight) -> None:
    """Leaves the set that the last of the steps computes: one word, or the address of several."""
    words = words_of(e.size)
    if words == 1:
        _put(c, _Writer(c, e).words_of_last()[0])
        return
    f, out = c.f, c.f.local()
    f.const(8 * words)
    f.call("raw_room")
    f.set(out)
    mark = c.mark()
    for n, word in enumerate(_Writer(c, e).words_of_last()):
        f.get(out)
        f.wrap()
        _put(c, word)
        f.store("64", 8 * n)
    c.release(mark)
    f.get(out)


def _put(c: Code, word: Word) -> None:
    if isinstance(word, Local):
        c.f.get(word.number)
    else:
        c.f.const(word)


def _part(rows: int, n: int) -> int:
    """A word of a set that is known."""
    return rows >> WORD * n & FULL


class _Writer:
    """Writes the steps, of each no more words than others need."""

    def __init__(self, c: Code, e: Straight) -> None:
        self.c, self.f, self.e = c, c.f, e
        self.every = (1 << e.size) - 1
        self.made: list[dict[int, Word]] = []
        self.inputs: dict[int, int] = {}

    def words_of_last(self) -> list[Word]:
        needed = self.needed()
        self.read_inputs()
        for step, words in zip(self.e.steps, needed, strict=True):
            self.made.append({n: self.word(step, n) for n in sorted(words)})
        return list(self.made[-1].values())

    def needed(self) -> list[set[int]]:
        """For each step the words of it that others are made of."""
        needed: list[set[int]] = [set() for _ in self.e.steps]
        needed[-1] = set(range(words_of(self.e.size)))
        for (kind, one, two, three), words in zip(reversed(self.e.steps), reversed(needed), strict=True):
            if kind in (bits.AND, bits.OR):
                needed[one] |= words
                needed[two] |= words
            elif kind == bits.NOT:
                needed[one] |= words
            elif kind == bits.SPREAD and words:
                needed[one].add(two // WORD)
            elif kind == bits.SHIFT:
                needed[one] |= {there for n in words if _part(three, n) for there, _ in _sources(n, two)}
        return needed

    def read_inputs(self) -> None:
        """Puts into a local of each input the word, the address of its words, the row or the number that it is."""
        f, kinds = self.f, {one: kind for kind, one, _, _ in self.e.steps if kind in (bits.INPUT, bits.FLAG, bits.BIT, bits.PICK)}
        for number, part in enumerate(self.e.inputs):
            held = f.local()
            if kinds[number] == bits.INPUT:
                self.c.set(part, self.width(number))
            elif kinds[number] == bits.FLAG:
                self.c.test(part)
                f.flagged()
            else:
                self.c.value(part)
            f.set(held)
            self.inputs[number] = held

    def width(self, number: int) -> int:
        """How many words an input has."""
        return max(1, self.c.words(self.e.inputs[number]))

    def word(self, step: Step, n: int) -> Word:
        """A word of a step, which is written unless it is known."""
        kind, one, two, three = step
        match kind:
            case bits.CONST:
                return _part(one, n)
            case bits.INPUT:
                return self.word_of_input(one, n)
            case bits.AND | bits.OR:
                return self.merged(kind, self.made[one][n], self.made[two][n])
            case bits.NOT:
                return self.merged("xor", self.made[one][n], _part(self.every, n))
            case bits.SHIFT:
                return self.shifted(one, two, n, _part(three, n))
        if kind != bits.BIT and kind != bits.PICK and not _part(self.every, n):
            return 0
        f = self.f
        if kind == bits.FLAG:
            f.const(0)
            f.get(self.inputs[one])
            f.op("sub")
            f.const(_part(self.every, n))
            f.op("and")
        elif kind == bits.BIT:
            self.bit(self.inputs[one], n)
        elif kind == bits.PICK:
            table = self.e.tables[two]
            width = max(words_of(rows.bit_length()) for rows in table)
            if n >= width:
                return 0
            clamped(self.c, self.inputs[one], three, len(table))
            f.const(8 * width)
            f.op("mul")
            f.load("64", self.c.c.memory.masks(list(table), width) + 8 * n)
        else:
            assert kind == bits.SPREAD
            f.const(0)
            _put(self.c, self.made[one][two // WORD])
            f.const(two % WORD)
            f.op("shr_u")
            f.const(1)
            f.op("and")
            f.op("sub")
            f.const(_part(self.every, n))
            f.op("and")
        return self.kept()

    def kept(self) -> Local:
        """What stands on the stack, as a local."""
        local = self.f.local()
        self.f.set(local)
        return Local(local)

    def word_of_input(self, number: int, n: int) -> Word:
        if n >= self.width(number):
            return 0
        if self.width(number) == 1:
            return Local(self.inputs[number])
        self.f.get(self.inputs[number])
        self.f.load("64", 8 * n)
        return self.kept()

    def bit(self, row: int, n: int) -> None:
        """Leaves the word with the row alone that a local holds, 0 where that lies in another word or is none."""
        f, at = self.f, row
        if n:
            at = f.local()
            f.get(row)
            f.const(WORD * n)
            f.op("sub")
            f.set(at)
        f.const(1)
        f.get(at)
        f.op("shl")
        f.const(0)
        f.get(at)
        f.const(WORD)
        f.op("lt_u")
        f.select()

    def merged(self, op: str, one: Word, two: Word) -> Word:
        """Two words put together."""
        match op, one, two:
            case "and", int(), int():
                return one & two
            case "or", int(), int():
                return one | two
            case "xor", int(), int():
                return one ^ two
            case ("and", 0, _) | ("and", _, 0):
                return 0
            case ("or" | "xor", 0, other) | ("or" | "xor", other, 0):
                return other
            case ("and", int(known), other) | ("and", other, int(known)) if known == FULL:
                return other
        _put(self.c, one)
        _put(self.c, two)
        self.f.op(op)
        return self.kept()

    def shifted(self, source: int, by: int, n: int, keep: int) -> Word:
        """A word of a step that is moved by so many rows."""
        parts = [(self.made[source][there], move) for there, move in _sources(n, by)] if keep else []
        parts = [(word, move) for word, move in parts if word != 0]
        if not parts:
            return 0
        if all(not isinstance(word, Local) for word, _ in parts):
            return keep & sum((word >> move if move > 0 else word << -move) & FULL for word, move in parts if not isinstance(word, Local))
        f = self.f
        for position, (word, move) in enumerate(parts):
            _put(self.c, word)
            if move:
                f.const(abs(move))
                f.op("shr_u" if move > 0 else "shl")
            if position:
                f.op("or")
        if keep != FULL:
            f.const(keep)
            f.op("and")
        return self.kept()


def _sources(n: int, by: int) -> list[tuple[int, int]]:
    """The words that a word of a moved set is made of, each with how far it is moved: to the right where that is positive."""
    first, left = divmod(n * WORD + by, WORD)
    found = [(first, left), (first + 1, left - WORD)] if left else [(first, 0)]
    return [(there, move) for there, move in found if there >= 0]


def clamped(c: Code, number: int, first: int, count: int) -> None:
    """Leaves the index of the number in a local in a table of ``count`` entries that begins with ``first``, clamped to the table."""
    f, at = c.f, c.f.local()
    f.get(number)
    if first:
        f.const(first)
        f.op("sub")
    f.tee(at)
    f.const(count - 1)
    f.get(at)
    f.const(count - 1)
    f.op("lt_s")
    f.select()
    f.tee(at)
    f.const(0)
    f.get(at)
    f.const(0)
    f.op("gt_s")
    f.select()
