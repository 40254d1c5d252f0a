"""What of the rules is used, counted inside the module: the same counts as those of :mod:`arbitre.interpreter.play.usage`.

Each thing has a number of 32 bits; who bears what is kept as sets of members, by kind.  All of it is emptied when a match starts, and
copied beside its result when it ends.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from arbitre.dsl.core import Program
from arbitre.interpreter.analysis.usable import Name, bearing, catalogue, lines_of

BORNE = -(1 << 63)  # of what is checked again after a statement: the members that are borne


@dataclass(slots=True)
class Counts:
    """Where the counts of a match stand in its block of them: numbers by their order, then sets of members: where, how many words, of
    which kind and its members."""

    names: list[Name] = field(default_factory=list)
    members: list[tuple[int, int, str, tuple[str, ...]]] = field(default_factory=list)
    size: int = 0

    def read(self, raw: memoryview) -> Counter[Name]:
        """What was counted in a match, from its block."""
        numbers = raw[: 4 * len(self.names)].cast("I")
        out = Counter({name: number for name, number in zip(self.names, numbers, strict=True) if number and name[0]})
        for at, words, kind, rows in self.members:
            mask = int.from_bytes(raw[at : at + 8 * words], "little")
            if mask:
                out.update(("member", kind, row) for n, row in enumerate(rows) if mask >> n & 1)
        return out


class Counting:
    """What the compiler knows of counts while it writes a module; :mod:`instrumentation` writes the code."""

    def __init__(self, program: Program) -> None:
        self.counts = Counts([("", "", "")])  # the first is of nothing that is reported
        self.at = 0  # where they stand in memory
        listed = catalogue(program)
        self.counts.names += [name for name in listed if name[0] != "member"]
        self.numbers = {name: number for number, name in enumerate(self.counts.names)}
        self.decisions = {name[1] for name in self.numbers if name[0] == "choice"}
        size = (4 * len(self.numbers) + 7) // 8 * 8
        self.bearing = {column.index: column for column in bearing(program)}
        self.masks: dict[int, tuple[int, int]] = {}  # of a kind: where its members stand, and in how many words
        for column in self.bearing.values():
            kind = program.domains[column.target]
            if kind.index not in self.masks:
                words = (kind.size + 63) // 64
                self.masks[kind.index] = size, words
                self.counts.members.append((size, words, kind.name, tuple(kind.rows)))
                size += 8 * words
        self.counts.size = size
        self.rows = {
            id(row): ("row", p.name, str(number + 1))
            for p in program.procedures if p.kind == "table" for number, row in enumerate(lines_of(p))
        }  # fmt: skip
        self.bits: dict[int, int] = {}  # by column, the bit of DIRTY that says that who bears what is to be checked

    def address(self, name: Name) -> int:
        return self.at + 4 * self.numbers.get(name, 0)
