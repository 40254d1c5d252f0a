"""Code that is being written for one unit, and the compiler that all units share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from arbitre.dsl import core
from arbitre.dsl.core import Program
from arbitre.dsl.core.walk import children, free_slots, whole
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.facts import Facts
from arbitre.interpreter.analysis.liveness import Liveness
from arbitre.interpreter.analysis.recursion import is_heavy
from arbitre.interpreter.state.layout import Layout
from arbitre.interpreter.wasm.binary.function import Func
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.binary.wide import wide
from arbitre.interpreter.wasm.layout.counts import Counting
from arbitre.interpreter.wasm.layout.memory import Frame, Memory, Throw
from arbitre.interpreter.wasm.layout.questions import Questions
from arbitre.interpreter.wasm.layout.value_types import UNKNOWN, Key, Unit, ValueTypes

WALKED = frozenset(("reach", "toward", "travel", "within", "line", "clear"))  # questions to a board that take their time
Slots = set[int]
NOT_COMPILED = 7  # why a module gives up: it has come to what is not compiled yet


class Unsupported(Exception):
    """A construct that is not compiled yet."""


class Compiler:
    """What all code of a module shares: the program, its memory, the makers by type of node, and what is missing."""

    def __init__(
        self, program: Program, values: dict[type, Any], sets: dict[type, Any], statements: dict[type, Any], counts: bool = False,
        odds: bool = False, has_bots: bool = False,
    ) -> None:  # fmt: skip
        self.program = program
        self.flow = Liveness(program) if odds else None  # for odds: which slots are read again
        self.throws: list[Throw] = []
        self.unread: set[int] = set()  # procedures that throw dice of which no rule reads a single one
        self.values, self.sets, self.statements = values, sets, statements
        self.module = Module()
        self.layout = Layout(program)
        self.facts = Facts(program, self.layout)
        self.types = ValueTypes(program)
        self.counting = Counting(program) if counts else None
        self.has_bots = has_bots  # are there greedy seats?
        self.memory = Memory(program, self.types, self.module, self.counting, odds, has_bots)
        self.at = self.memory.names
        self.missing: dict[str, Place] = {}
        self.places: list[Place] = []
        self.wanted: list[int] = []  # values of the rulebook that were asked for and are still to be written
        self.program_rows = max((d.size for d in program.domains), default=1)
        self.forms: list[Any] = []  # the actions
        self.boards: dict[int, int] = {}  # what routines know of each board, by kind
        parts = [n for unit in self.types.units.values() for n in unit.parts]
        self.at_once = any(isinstance(n, core.Together) or (isinstance(n, core.ForEach) and n.together) for n in parts)
        self.questions = None if has_bots or odds else Questions()  # that are noted where a match waits
        self.ordered = frozenset(n.offer for n in parts if isinstance(n, core.GiveOrders))  # offers that orders are given from
        lasting = [n for n in parts if getattr(n, "lasting", None) is not None]
        self.lasting_fields = {s.field for s in lasting if isinstance(s, (core.Store, core.Change, core.Join))}
        self.lasting_sets = {s.field for s in lasting if isinstance(s, core.Join)}
        self.unwatched: set[int] = set()  # laws about more than columns
        self.parts = 0
        self.near: dict[int, tuple[int, int]] = {}  # by board, lists of the cells beside each, and how long each list is
        self.ways: dict[int, int] = {}  # by board, where the prices of all ways are kept
        self.walks: dict[tuple[str, int, int], str] = {}  # by question, board and price, the function that answers
        self.memoised_columns: frozenset[int] = frozenset()  # that memoised values depend on
        self.loops: dict[int, bool] = {}  # is a value that asks for itself a loop?
        self.logged_columns: frozenset[int] = frozenset()  # that maintained queries depend on: the rows changed last are logged
        self.offers: dict[tuple[int, int], int] = {}  # by action and position, the maintained query of its options: see outlining
        self.watchers: dict[int, int] = {}  # of a column, the laws to be checked again when it changes, as bits

    def site(self, place: Place) -> int:
        """The number of a place where something may go wrong."""
        self.places.append(place)
        return len(self.places) - 1

    def lacks(self, what: str, place: Place) -> None:
        self.missing.setdefault(what, place)

    def value_of(self, function: int) -> str:
        """The name of the function that computes a value of the rulebook; it is written when it is first used."""
        name = f"value.{function}"
        if name not in self.module.funcs:
            self.module.func(name, len(self.program.functions[function].params))
            self.wanted.append(function)
        return name

    # What the whole compiler does for statements that need each other.

    def lasting(self, c: Code, s: core.Store | core.Change | core.Join, period: core.Period | None) -> None:
        raise NotImplementedError

    def ranked(self, c: Code, s: core.ForEach, body: Callable[[int], None]) -> None:
        raise NotImplementedError

    def percent(self, c: Code, e: core.Built) -> None:
        raise NotImplementedError

    def along(self, c: Code, way: core.Expr, body: Callable[[int], None]) -> None:
        raise NotImplementedError

    def board_cell(self, board: int) -> int:
        raise NotImplementedError

    def each_together(self, c: Code, s: core.ForEach) -> None:
        raise NotImplementedError

    def counts_ways(self, s: core.Act) -> bool:
        raise NotImplementedError

    def write_able_once(self, form: Any, first: Any) -> None:
        raise NotImplementedError

    def unit(self, key: Key) -> Unit:
        return self.types.units[key]

    def part(self, unit: Unit, params: int = 1, name: str = "part") -> Code:
        """A function that works on the slots of a unit: their address is its first value."""
        self.parts += 1
        return Code(self, self.module.func(f"{name}.{self.parts}", params), unit, 0)


class Invariant(NamedTuple):
    """A loop-invariant part of an expression: computed on first use, then held in the local ``value``; ``known``: the local with a flag."""

    known: int
    value: int
    words: int


class Code:
    """Instructions of one function.  ``env``: slots that stand in locals; ``frame``: the local that has the address of the others."""

    def __init__(self, compiler: Compiler, func: Func, unit: Unit, frame: int | None) -> None:
        self.c, self.f, self.unit, self.frame = compiler, func, unit, frame
        self.layout: Frame = compiler.memory.frames[unit.key]
        self.env: dict[int, int] = {}
        self.invariants: dict[int, Invariant] = {}  # by the identity of an expression
        self.sure: Slots = set()  # slots that hold a row, not none

    # ------------------------------------------------------------------------------------ expressions

    def words(self, e: core.Expr) -> int:
        """How many words the value of an expression takes as a set; 0 for a number."""
        type_ = self.c.types.of(e, self.unit)
        return self.c.types.width(type_)

    def value(self, e: core.Expr) -> None:
        """Leaves the number an expression comes to."""
        if id(e) in self.invariants:
            self._invariant(e, self.invariants[id(e)])
            return
        if self.words(e):
            raise Unsupported(f"a set where a number is wanted ({type(e).__name__})")
        maker = self.c.values.get(type(e))
        if maker is None:
            raise Unsupported(type(e).__name__)
        maker(self, e)

    def any(self, e: core.Expr, words: int) -> None:
        """Leaves a number (``words`` 0) or a set of that many words."""
        if words:
            self.set(e, words)
        else:
            self.value(e)

    def set(self, e: core.Expr, words: int) -> None:
        """Leaves a set: itself if it is of one word, else its address."""
        if isinstance(e, core.Const):
            if e.value < 0 or e.value >= 1 << 64 * words:
                raise Unsupported("a set that does not fit")
            self.f.const(e.value if words == 1 else self.c.memory.mask(e.value, words))
            return
        if id(e) in self.invariants:
            self._invariant(e, self.invariants[id(e)])
            self.resize(self.words(e), words)
            return
        if self.c.types.of(e, self.unit)[0] == UNKNOWN:  # nothing is ever put there but what is written plainly
            self.value(e)
            self.resize(1, words)
            return
        maker = self.c.sets.get(type(e))
        if maker is None:
            raise Unsupported(f"{type(e).__name__} as a set")
        maker(self, e)
        self.resize(self.words(e), words)

    def _invariant(self, e: core.Expr, held: Invariant) -> None:
        f = self.f
        f.get(held.known)
        f.isnt()
        f.when()
        del self.invariants[id(e)]
        mark = self.mark()
        self.any(e, held.words)
        self.invariants[id(e)] = held
        if held.words > 1:
            found = f.local()
            f.set(found)
            for local in (held.value, found):
                f.get(local)
                f.wrap()
            f.const(8 * held.words)
            f.wrap()
            f.copy()
        else:
            f.set(held.value)
        self.release(mark)
        f.const(1)
        f.set(held.known)
        f.end()
        f.get(held.value)

    @contextmanager
    def hoisting(self, parts: Sequence[core.Expr | None], slots: Slots) -> Iterator[None]:
        """Within it, costly parts of these expressions that use none of these slots are computed once at most."""
        found: list[core.Expr] = []
        for part in parts:
            if part is not None:
                self._find_invariants(part, slots, found)
        for e in found:
            words = self.words(e)
            held = self.invariants[id(e)] = Invariant(self.f.local(), self.f.local(), words)
            self.f.const(0)
            self.f.set(held.known)
            if words > 1:
                self.f.const(8 * words)
                self.f.call("take_room")
                self.f.set(held.value)
        yield
        for e in found:
            self.invariants.pop(id(e), None)

    def _find_invariants(self, e: core.Expr, slots: Slots, found: list[core.Expr]) -> None:
        if id(e) in self.invariants or isinstance(e, (core.Const, core.Local, core.Rows, core.Partial)):
            return
        if not is_heavy(e, self.c.facts) and not any(isinstance(p, core.Ask) and p.query in WALKED for p in whole(e, self.c.program)):
            return
        if not free_slots(e) & slots:
            found.append(e)
            return
        for child in children(e):
            self._find_invariants(child, slots | ({e.slot} if isinstance(e, core.Query) else set()), found)

    def resize(self, have: int, words: int) -> None:
        """A set of so many words as one of more, or of fewer if it fits."""
        if have == words:
            return
        if have == 0:
            raise Unsupported("a number where a set is wanted")
        f = self.f
        if have > words == 1:
            f.const(have)
            f.call("narrowed_to_one")
        elif have > words:
            f.const(have)
            f.const(words)
            f.call("narrowed")
        else:
            if have == 1:
                f.call("boxed")
            f.const(have)
            f.const(words)
            f.call("widened")

    def test(self, e: core.Expr) -> None:
        """Leaves a value that is 0 where an expression does not hold or holds nothing."""
        words = self.words(e)
        if not words:
            self.value(e)
            return
        self.set(e, words)
        if words > 1:
            self.f.call(wide(self.c.module, "any", words))

    # ------------------------------------------------------------------------------------ slots

    def slot_address(self, slot: int) -> None:
        assert self.frame is not None
        self.f.get(self.frame)
        if self.layout.offsets[slot]:
            self.f.const(self.layout.offsets[slot])
            self.f.op("add")

    def read_slot(self, slot: int) -> None:
        """Leaves what a slot holds: a number, a set of one word, or the address of a longer one."""
        if slot in self.env:
            self.f.get(self.env[slot])
        elif self.layout.words[slot] > 1:
            self.slot_address(slot)
        else:
            assert self.frame is not None
            self.f.get(self.frame)
            self.f.load("64", self.layout.offsets[slot])

    def write_slot(self, slot: int) -> None:
        """Puts the value on top into a slot; a set must have the slot's words."""
        f, words = self.f, self.layout.words[slot]
        if slot in self.env:
            f.set(self.env[slot])
            return
        held = f.local()
        f.set(held)
        if words > 1:
            self.slot_address(slot)
            f.wrap()
            f.get(held)
            f.wrap()
            f.const(words * 8)
            f.wrap()
            f.copy()
            return
        assert self.frame is not None
        f.get(self.frame)
        f.wrap()
        f.get(held)
        f.store("64", self.layout.offsets[slot])

    def assign(self, slot: int, e: core.Expr) -> None:
        self.any(e, self.layout.words[slot])
        self.write_slot(slot)

    @contextmanager
    def bound(self, slot: int, local: int, sure: bool = True) -> Iterator[None]:
        """Within it a slot is a local that holds a row."""
        before, was_sure = self.env.get(slot), slot in self.sure
        self.env[slot] = local
        self.sure.add(slot) if sure else self.sure.discard(slot)
        yield
        if before is None:
            del self.env[slot]
        else:
            self.env[slot] = before
        if was_sure:
            self.sure.add(slot)
        else:
            self.sure.discard(slot)

    # ------------------------------------------------------------------------------------ little things

    def attempt(self, write: Callable[[], None], place: Place) -> None:
        """Writes something; where it is not compiled yet that is noted, and the module gives up when it comes there."""
        f, env, sure, frame, invariants = self.f, dict(self.env), set(self.sure), self.frame, dict(self.invariants)
        mark = f.mark()
        try:
            write()
        except Unsupported as lack:
            self.c.lacks(str(lack), place)
            f.cut(mark)
            self.env, self.sure, self.frame, self.invariants = env, sure, frame, invariants
            self.stop(place, NOT_COMPILED)
            f.op("unreachable")

    def stop(self, place: Place, code: int = 1) -> None:
        """Gives up: the interpreter will do it again, and tell what is wrong."""
        f = self.f
        f.const(code)
        f.const(self.c.site(place))
        f.call("give_up")

    def stop_unless(self, place: Place) -> None:
        """Gives up where the condition on top does not hold."""
        self.f.isnt()
        self.f.when()
        self.stop(place)
        self.f.end()

    def load_name(self, name: str) -> None:
        self.f.const(0)
        self.f.load("64", self.c.at[name])

    def store_name(self, name: str) -> None:
        held = self.f.local()
        self.f.set(held)
        self.f.const(0)
        self.f.wrap()
        self.f.get(held)
        self.f.store("64", self.c.at[name])

    def mark(self) -> int | None:
        """Where the room for sets stands now, to be given back; None where no set needs room."""
        if self.c.types.widest <= 64 and not self.c.types.chances:
            return None
        held = self.f.local()
        self.load_name("TP")
        self.f.set(held)
        return held

    def release(self, mark: int | None) -> None:
        if mark is not None:
            self.f.const(0)
            self.f.wrap()
            self.f.get(mark)
            self.f.store("64", self.c.at["TP"])
