"""Where everything stands in the memory of a module: one block that is the match, and room to work in beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import own
from arbitre.interpreter.state.keyed import COUNTERS
from arbitre.interpreter.state.trials import SAMPLES, WIDE
from arbitre.interpreter.wasm.binary.encoding import packed
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.layout.cells import Bots, Control, Odds, Sampling, Search
from arbitre.interpreter.wasm.layout.counts import Counting
from arbitre.interpreter.wasm.layout.questions import Question
from arbitre.interpreter.wasm.layout.records import Kept, Result
from arbitre.interpreter.wasm.layout.sampling_rooms import hides, reserve_sampling
from arbitre.interpreter.wasm.layout.search_rooms import NODES, tree_rooms
from arbitre.interpreter.wasm.layout.value_types import SET, Unit, ValueTypes

FRAMES = 1 << 19  # bytes for the slots of calls under way
ROOM = 1 << 20  # bytes for sets that an expression puts together
STACK = 1 << 15  # bytes for the stack of agendas
LISTS = {"TIMERS": 400, "WAITING": 200}  # entries of each
PUT_OFF = 100  # rules that are put off
TOLD = 2048  # facts that seats know
DEEP = 3  # so many things done at once, each as a part of another
LISTS_KEPT = 1 << 16  # bytes of options that a statement has listed before its question
TAPE = 1 << 16  # answers
SCRIPT = 1 << 12  # dice
BULK = 256  # matches that are played in a row, with a result of each
LINES = 1 << 20  # bytes for the matches under way while ways to play are counted
LOGGED = 16  # rows of a column that were changed last, a power of two
KEPT = 3 << 23  # bytes for memoised values, each in an entry of its own
WALKS = 1 << 13  # that are tried before the surest of them is known
WAVES = 1 << 16  # prices of a walk
JUMP, SHADOW, RECORDS = 1 << 13, 1 << 16, 1 << 27  # bytes for odds
GROUPS = 1 << 10  # results of a test, and ways in which its dice may fall
LED, PLACES, THROWS = 1 << 22, 1 << 19, 1 << 10  # bytes for where ways lead, places where they are found again, throws of known outcomes
MEMO_KEY = 48  # bytes of a hashed entry before its value
ENTRY = 40  # bytes of an entry of the stack before what else it holds


@dataclass(slots=True)
class Column:
    """A column as it lies in memory: its first address, and how long and of which form each row is."""

    at: int
    size: int
    load: str  # how it is read; "" for sets
    words: int = 0  # of a set
    rows: int = 0

    @property
    def store(self) -> str:
        return self.load.rstrip("su")


@dataclass(slots=True)
class Frame:
    """The slots of a unit: where each stands in it, how many words a set has (0: a number), and the size of all."""

    offsets: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    size: int = 0


@dataclass(slots=True)
class Throw:
    """Dice as odds see them: the weight of each of their outcomes, with faces that show it, counted from 0.

    ``left`` and ``right``: two sides throw against each other, ``again`` while they are tied; their outcomes depend on the lead of one.
    """

    weights: list[int] = field(default_factory=list)
    faces: list[list[int]] = field(default_factory=list)
    left: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    right: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    again: bool = False


@dataclass(slots=True)
class Shape:
    """What whoever reads the memory of a module must know: its columns, the slots of procedures, the words of its widest set, the bytes of
    entries; the functions that carry out a procedure, by their number; what dice are thrown for."""

    columns: list[Column]
    frames: dict[tuple[str, int], Frame]
    wide: int
    entries: dict[str, int]
    calls: dict[int, int] = field(default_factory=dict)
    labels: list[str] = field(default_factory=lambda: [""])
    throws: list[Throw] = field(default_factory=list)
    turns: tuple[int, ...] = ()
    unread: tuple[int, ...] = ()  # procedures that throw dice of which no rule reads a single one
    questions: list[Question] = field(default_factory=list)  # that are noted where a match waits


def form_of(low: int, high: int) -> tuple[str, int]:
    """The smallest form that holds these numbers, and its bytes."""
    for size in (1, 2, 4):
        bits = 8 * size
        if low >= 0 and high < 1 << bits:
            return f"{bits}u", size
        if -(1 << (bits - 1)) <= low and high < 1 << (bits - 1):
            return f"{bits}s", size
    return "64", 8


class Memory:
    """The addresses of a program's module."""

    def __init__(
        self, program: Program, types: ValueTypes, module: Module, counting: Counting | None = None, odds: bool = False,
        has_bots: bool = False,
    ) -> None:  # fmt: skip
        self.program, self.types, self.module, self.counting = program, types, module, counting
        self.names: dict[str, int] = {}
        self.columns: list[Column] = []
        self.frames: dict[tuple[str, int], Frame] = {}
        self.calls: dict[int, int] = {}  # of procedures, the functions that carry them out
        self.labels = [""]  # what dice are thrown for
        self.wide = max((types.words((SET, f.high.bit_length())) for f in program.fields if f.is_set), default=1)
        for unit in types.units.values():
            self.frames[unit.key] = self.frame_of(unit)
        parts = [n for unit in types.units.values() for n in unit.parts]
        self.throws = any(own(program, n).throws or (isinstance(n, core.ForEach) and n.ties) for n in parts)
        self.publishes = any(isinstance(n, core.Publish) for n in parts)
        self.tells = any(isinstance(n, core.TellFact) for n in parts)
        self.put_off = sorted({n.procedure for n in parts if isinstance(n, core.Schedule)})
        self.given = max((self.params_size(program.procedures[index]) for index in self.put_off), default=0)
        self.agendas = [p.index for p in program.procedures if p.kind == "agenda" or p.index == program.closing]
        self.has_bots, self.explores = has_bots, odds
        self.parts, self.hides = parts, has_bots and hides(program, parts)
        self.kept = 0  # bytes taken of the room for memoised values
        self._control()
        self._state()
        self._work()
        if odds:
            self._exploring()
        self._constants()

    def shape(self) -> Shape:
        units = {key: frame for key, frame in self.frames.items() if key[0] in "ph"}
        return Shape(self.columns, units, self.wide, {name: self.entry(name) for name in LISTS}, dict(self.calls), self.labels)

    def params_size(self, p: core.Procedure) -> int:
        """The bytes of what a procedure is given, which stands first among its slots."""
        frame = self.frames["p", p.index]
        return max((frame.offsets[q.slot] + 8 * max(1, frame.words[q.slot]) for q in p.params), default=0)

    def frame_of(self, unit: Unit) -> Frame:
        out = Frame()
        for type_ in unit.types:
            words = self.types.width(type_)
            out.offsets.append(out.size)
            out.words.append(words)
            out.size += 8 * max(1, words)
        return out

    def _room(self, name: str, size: int) -> int:
        self.names[name] = self.module.room(size)
        return self.names[name]

    def _control(self) -> None:
        """Numbers the executor keeps beside the match."""
        bots = (*Bots.names(), *Search.names()) if self.has_bots else ()
        for name in (*Control.names(), *bots, *(Sampling.names() if self.hides else ())):
            self._room(name, 8)
        self._room("CURRENT", 8 * len(self.program.procedures))
        self._room("RUNNING", 8 * len(self.program.procedures))
        self._room("ASKING", 8 * len(self.program.functions))
        self._room("CHANGED", 8 * len(self.program.fields))
        self.names["LOG_SIZE"], self.names["LOG_LAST"] = 8 + 8 * LOGGED, 8 * LOGGED - 1
        self._room("LOG", self.names["LOG_SIZE"] * len(self.program.fields))

    def _state(self) -> None:
        """The block: what a match is between two statements."""
        start = self._room("STATE", 0)
        winners = max((d.size for d in self.program.domains if d.size <= 64), default=1)
        assert winners <= 64
        for name in ("ROLLS", "OVER", "WINNERS", "WINNER_DOMAIN"):
            self._room(name, 8)
        self.names["COUNTERS_SIZE"] = 8 * COUNTERS if self.throws else 0
        self._room("COUNTERS", self.names["COUNTERS_SIZE"])
        self._room("RUNS", 8 * len(self.program.procedures))
        self._room("CELLS", 0)
        for column in self.program.fields:
            rows = self.program.domains[column.domain].size
            if column.values is not None:
                self.columns.append(Column(0, 0, ""))
            elif column.is_set:
                words = self.types.words((SET, column.high.bit_length()))
                self.columns.append(Column(self.module.room(rows * words * 8), words * 8, "", words, rows))
            else:
                load, size = form_of(min(column.low, column.default), max(column.high, column.default))
                self.columns.append(Column(self.module.room(rows * size), size, load, 0, rows))
        self._room("CELLS_END", 0)
        for name, entries in LISTS.items():
            self._room(name, 8 + entries * self.entry(name))
        self.names["SCHEDULED_MOST"] = PUT_OFF if self.put_off else 0
        self.names["SCHEDULED_ENTRY"] = 32 + self.given
        self._room("SCHEDULED", 8 + self.names["SCHEDULED_MOST"] * self.names["SCHEDULED_ENTRY"])
        self.names["TOLD_MOST"] = TOLD if self.tells else 0
        self._room("TOLD", 8 + 16 * self.names["TOLD_MOST"])
        self._room("PUBLISHED", 8)
        self.names["PUBLISHED_SIZE"] = self.names["CELLS_END"] - self.names["CELLS"] if self.publishes else 0
        self._room("PUBLISHED_CELLS", self.names["PUBLISHED_SIZE"])
        self._room("STACK_TOP", 8)
        self._room("STACK_LAST", 8)
        self._room("STACK_BASE", STACK)
        self._room("STATE_END", 0)
        self.names["STATE_SIZE"] = self.names["STATE_END"] - start

    def keep(self, size: int) -> int:
        """The address of bytes that are 0 at first and never given back; 0 where there is no room left."""
        size = (size + 7) & ~7
        if self.kept + size > KEPT:
            return 0
        self.kept += size
        return self.names["KEPT"] + self.kept - size

    def label(self, text: str) -> int:
        """The number of what dice are thrown for."""
        if text not in self.labels:
            self.labels.append(text)
        return self.labels.index(text)

    def entry(self, name: str) -> int:
        """How long an entry of a list is: its numbers, and at its end a value."""
        return {"TIMERS": 40, "WAITING": 48}[name] + 8 * self.wide

    def _work(self) -> None:
        self._room("FRAMES", FRAMES)
        self.names["FRAMES_END"] = self.module.low - 4096
        self._room("TEMP", ROOM)
        self.names["TEMP_END"] = self.module.low - 4096
        self._room("TAPE", TAPE * 8)
        self.names["TAPE_ROOM"] = TAPE
        self._room("SCRIPT", SCRIPT * 8)
        most = max((d.size for d in self.program.domains), default=1)
        self.names["HEAP_MOST"] = 1 << 15
        self._room("HEAP", 8 << 15)
        self._room("LEAST", 8 * max((d.size for d in self.program.domains if d.board is not None), default=1))
        self._room("COSTS", 4 * max((d.size for d in self.program.domains if d.board is not None), default=1))
        self.names["WAVES_MOST"] = WAVES
        self._room("WAVES", 4 * WAVES)
        self._room("COME_FROM", 4 * max((d.size for d in self.program.domains if d.board is not None), default=1))
        widest = max(2, *((d.size + 63) // 64 for d in self.program.domains)) if self.program.domains else 2
        self.names["MEMO_ENTRY"] = MEMO_KEY + 8 * widest
        self._room("KEPT", KEPT)
        self._room("MEMO", 4096 * self.names["MEMO_ENTRY"])
        walks = any(isinstance(n, core.Walk) for unit in self.types.units.values() for n in unit.parts)
        self.names["WALKS_MOST"] = WALKS if walks else 0
        self._room("WALKS", 48 * self.names["WALKS_MOST"])
        self._room("WALK_HEAP", 8 * self.names["WALKS_MOST"])
        self._room("WALK_LEAST", 8 * max((d.size for d in self.program.domains if d.board is not None), default=1))
        self._room("OPENED_BLOCK", self.names["CELLS_END"] - self.names["STATE"])
        self._room("RESULTS", Result.SIZE * BULK)
        self._room("PACKED", self.names["STATE_SIZE"] + 8)
        lines = 0 if self.has_bots or self.explores else max(LINES, 8 * (self.names["STATE_SIZE"] + 1024))
        self.names["LINES_END"] = self._room("LINES", lines) + lines
        self._room("TALLY", 4 * 68 + 8)
        self._room("SEEDS", 16 * 32)
        counted = self.names["USED_SIZE"] = self.counting.counts.size if self.counting is not None else 0
        self._room("USED", counted)
        self._room("USED_BY_EACH", counted * BULK)
        if self.counting is not None:
            self.counting.at = self.names["USED"]
        self._room("LIST_A", 8 * max(2200, most + 8) * 3)
        self._room("LIST_B", 8 * max(2200, most + 8) * 3)
        self._together()
        self.names["OPTIONS_MOST"] = max(2200, most + 8)
        self._room("KEYS", 8 * self.names["OPTIONS_MOST"])
        if self.has_bots:
            for name in ("BOUNDARY", "NEXT_BOUNDARY", "WORLD"):
                self._room(name, self.names["STATE_SIZE"])
            self._room("USED_BEFORE", counted)
            self._room("LISTS", LISTS_KEPT)
            self.names["WORLDS_MOST"] = sum(SAMPLES)
            self._room("CAME", 8 * WIDE * sum(SAMPLES))
            self.names["LISTS_ROOM"] = LISTS_KEPT
            self._room("ASKED_IN", TAPE * 8)  # beside the tape
            for name, size in tree_rooms(self.names["OPTIONS_MOST"]):
                self._room(name, size)
            self.names["NODES_END"] = self.names["NODES"] + NODES
            for name in ("MARKS", "APPEALS", "LEFT", "TOTALS", "RANKED", "CAME_AT"):
                self._room(name, 8 * self.names["OPTIONS_MOST"])
            self.names["SAMPLED_WORLD"] = self.names["BOUNDARY"]
        self.names["HIDES"] = int(self.hides)
        if self.hides:
            self.names.update(reserve_sampling(self._room, self.program, self.parts, self.names, 8 * self.wide, TAPE))
        for name, entries in LISTS.items():
            self.names[f"{name}_MOST"] = entries
            self.names[f"{name}_ENTRY"] = self.entry(name)
        self.names["STACK_CELLS_SIZE"] = self.names["STACK_BASE"] - self.names["STACK_TOP"]
        self.names["FOR_GOOD_ENTRY"] = Kept.SIZE + 8 * self.wide
        self.names["STACK_LIMIT"] = self.names["STACK_BASE"] + STACK

    def _exploring(self) -> None:
        """Room for odds: outcomes that are known, what is still read of functions that are left, worlds, jobs and records."""
        names = self.names
        names["FLAT_SIZE"] = names["CELLS_END"] - names["STATE"]
        names["PUBLISHED_ALL"] = names["STACK_TOP"] - names["PUBLISHED"]
        for name in Odds.names():
            self._room(name, 8)
        self._room("KIND", 24)
        names["GROUPS_SIZE"] = 8 * GROUPS
        for name in ("GROUPS", "GROUP_WEIGHTS", "GROUP_RESULTS"):
            self._room(name, names["GROUPS_SIZE"])
        names["PATH_MOST"] = 4096
        self._room("PATH", 8 * names["PATH_MOST"])
        self._room("APPEALS", 8 * names["OPTIONS_MOST"])
        self._room("GIVEN_SLOTS", 8 * 256)
        self._room("RUNS_ASKED", 8 * (len(self.program.procedures) + 1))
        self._room("JUMP_SLOTS", JUMP)
        for name, size in (
            ("BASE", names["STATE_SIZE"]),
            ("STARTED", names["STATE_SIZE"]),
            ("SHADOW", SHADOW),
            ("LED_TO", LED),
            ("ADDRESSES", 4 * PLACES + 16),
            ("THROW_COUNTS", 8 * THROWS),
            ("ASKED_PARTS", 16 * (len(self.program.fields) + 1)),
            ("PLACED", 8 * PLACES),
            ("RECORDS", RECORDS),
        ):
            self._room(name, size)
        names["LED_END"], names["THROWS_MOST"] = names["LED_TO"] + LED, THROWS
        names["SHADOW_END"] = names["SHADOW"] + SHADOW
        names["RECORDS_END"], names["PLACES"] = names["RECORDS"] + RECORDS - 4096, PLACES

    def _together(self) -> None:
        """What is noted while things are done at once: the cells before, those merged, and by number what was stored and counted."""
        names, dynamic = self.names, [d for d in self.program.domains if d.dynamic]
        names["CELLS_SIZE"] = names["CELLS_END"] - names["CELLS"]
        names["CELL_COUNT"] = sum(c.rows for c in self.columns)
        names["FIELD_COUNT"] = len(self.columns)
        self._room("PART_ROWS", 8 * DEEP)
        self._room("PART_CLOCKS", 16 * DEEP)  # when it began, and when a part was last put back to what was before
        first = self._room("BEFORE", names["CELLS_SIZE"])
        for name in ("MERGED", "STORED_CELLS"):
            self._room(name, names["CELLS_SIZE"])
        for name in ("STORED_NOW", "COUNTED", "SUMMED", "STORED_ANY"):
            self._room(name, names["CELL_COUNT"])
        for name in ("AMOUNTS", "SUMS"):
            self._room(name, 8 * names["CELL_COUNT"])
        names["TOUCHED_SIZE"] = (len(self.columns) + 7) // 8 * 8
        for name in ("TOUCHED", "TOUCHED_EVER"):
            self._room(name, names["TOUCHED_SIZE"])
        self._room("JOINED", 8 + 8 * names["CELL_COUNT"])
        for name in ("TOLD_BEFORE", "TOLD_MERGED"):
            self._room(name, 8 + 16 * names["TOLD_MOST"])
        names["NOTES"], names["NOTES_SIZE"] = names["STORED_NOW"], names["TOLD_BEFORE"] - names["STORED_NOW"]
        names["PARTS_SIZE"] = self.module.low - first
        together = [n for unit in self.types.units.values() for n in unit.parts if isinstance(n, (core.Together, core.ForEach))]
        many = len([n for n in together if isinstance(n, core.Together) or n.together])
        names["PARTS_DEEP"] = DEEP if many > 1 else 1
        self._room("PARTS", names["PARTS_SIZE"] * (names["PARTS_DEEP"] - 1))
        self._room("TOLD_PART", 8 + 16 * names["TOLD_MOST"])
        names["MADE_SIZE"], names["FOR_GOOD_MOST"] = sum(d.size for d in dynamic), 200
        self._room("MADE", names["MADE_SIZE"])
        self._room("FOR_GOOD", 8 + 200 * (16 + 8 * self.wide))
        self._room("TIMERS_BEFORE", 8)

    # ------------------------------------------------------------------------------------ what never changes

    def _constants(self) -> None:
        for index, column in enumerate(self.program.fields):
            if column.values is None:
                continue
            rows = len(column.values)
            if column.is_set:
                words = self.types.words((SET, column.high.bit_length()))
                raw = b"".join(value.to_bytes(words * 8, "little") for value in column.values)
                self.columns[index] = Column(self.module.constant(raw), words * 8, "", words, rows)
            else:
                self.columns[index] = self.table(column.values)

    def table(self, values: list[int] | tuple[int, ...]) -> Column:
        """Numbers that never change, as small as they can be kept."""
        load, size = form_of(min(values, default=0), max(values, default=0))
        raw = packed(values, size)
        return Column(self.module.constant(raw or bytes(8)), size, load, 0, len(values))

    def numbers(self, values: list[int], size: int = 4) -> int:
        """The address of numbers that never change, each in so many bytes."""
        return self.module.constant(packed(values, size) or bytes(8))

    def mask(self, value: int, words: int) -> int:
        """The address of a set that never changes."""
        return self.module.constant(value.to_bytes(words * 8, "little"))

    def masks(self, values: list[int], words: int) -> int:
        return self.module.constant(b"".join(value.to_bytes(words * 8, "little") for value in values))

    def alive(self, domain: core.Domain) -> Column | None:
        """The column that says which rows of a kind exist; None where all do."""
        return self.columns[domain.alive] if domain.dynamic and domain.alive != NONE else None
