"""From a program to a module: every function, every table; or a list of what cannot be compiled yet."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.core import NONE, Program
from arbitre.interpreter.plan import pipeline
from arbitre.interpreter.plan.pipeline import without_laws
from arbitre.interpreter.state.keyed import ORDER
from arbitre.interpreter.wasm.binary.inliner import inline
from arbitre.interpreter.wasm.binary.pruner import prune
from arbitre.interpreter.wasm.binary.safepoints import add_safepoints
from arbitre.interpreter.wasm.binary.stack_types import OutOfReach
from arbitre.interpreter.wasm.binary.unwinder import Unwinder
from arbitre.interpreter.wasm.compile import order as ordering
from arbitre.interpreter.wasm.compile import parallel as at_once
from arbitre.interpreter.wasm.compile.boards.boards import BOARD_SETS, BOARDS, along_ray
from arbitre.interpreter.wasm.compile.boards.chances import CHANCES, along_walk, percent
from arbitre.interpreter.wasm.compile.calls import CALLS, declare_procedure, procedure_name, write_procedure
from arbitre.interpreter.wasm.compile.code import Code, Compiler, Unsupported
from arbitre.interpreter.wasm.compile.dice import THROWS
from arbitre.interpreter.wasm.compile.frames import initial
from arbitre.interpreter.wasm.compile.hooks import declare_hook, write_hook
from arbitre.interpreter.wasm.compile.laws import watch_laws, write_laws
from arbitre.interpreter.wasm.compile.light_calls import declare_light, write_light
from arbitre.interpreter.wasm.compile.outcomes import OUTCOMES
from arbitre.interpreter.wasm.compile.queries.columns import COLUMNS, changed, check_row, row_of
from arbitre.interpreter.wasm.compile.queries.facts import FACTS
from arbitre.interpreter.wasm.compile.queries.instrumentation import write_counts
from arbitre.interpreter.wasm.compile.queries.memoisation import Memoisation, write_memoised
from arbitre.interpreter.wasm.compile.queries.queries import QUERIES, QUERY_SETS
from arbitre.interpreter.wasm.compile.queries.sets import SETS
from arbitre.interpreter.wasm.compile.scheduling import LATER, write_due
from arbitre.interpreter.wasm.compile.statements import STATEMENTS, along_path
from arbitre.interpreter.wasm.compile.values.expressions import VALUES
from arbitre.interpreter.wasm.compile.values.outliner import outlined
from arbitre.interpreter.wasm.compile.values.tail_calls import is_a_loop, write_loop
from arbitre.interpreter.wasm.layout.compiled import TEMP_KEPT, Compiled
from arbitre.interpreter.wasm.layout.memory import Shape
from arbitre.interpreter.wasm.layout.value_types import Unit
from arbitre.interpreter.wasm.routines.translator import declare, write
from arbitre.interpreter.wasm.runtime.assembly import Features, routines_of
from arbitre.interpreter.wasm.runtime.primitives.blake2b import add_lots
from arbitre.interpreter.wasm.turns.action_counts import ends_the_turn, way_size
from arbitre.interpreter.wasm.turns.action_forms import declare_form, forms_of, write_form
from arbitre.interpreter.wasm.turns.acts import ACTING
from arbitre.interpreter.wasm.turns.agendas import Agendas
from arbitre.interpreter.wasm.turns.arguments import write_doing, write_filling
from arbitre.interpreter.wasm.turns.choices import CHOICES
from arbitre.interpreter.wasm.turns.command import write_able
from arbitre.interpreter.wasm.turns.orders import ORDERS
from arbitre.interpreter.wasm.turns.preference.heuristics import declare_heuristics, write_heuristics, write_worth
from arbitre.interpreter.wasm.turns.preference.hidden_cells import sampling_tables
from arbitre.interpreter.wasm.turns.start import begin_main
from arbitre.interpreter.wasm.turns.straight_line import declare_straight, write_straight

PASSES = frozenset(("inline", "prune", "light", *pipeline.ALL))  # over instructions and over the core; each means the same as without it
MOST_MEMORY = 200_000_000  # bytes
MOST_SPENT = 20_000_000


class ModuleCompiler(Compiler):
    """Compiles a program to one module: hands every kind of node to the function that writes it."""

    def __init__(
        self, program: Program, counts: bool = False, odds: bool = False, has_bots: bool = False, passes: Collection[str] = PASSES,
        stoppable: bool = False,
    ) -> None:  # fmt: skip
        values: dict[type, Any] = {**VALUES, **QUERIES, **BOARDS}
        sets: dict[type, Any] = {**SETS, **QUERY_SETS, **BOARD_SETS, **CHANCES}
        made: dict[type, Any] = {
            **STATEMENTS, **COLUMNS, **CALLS, **THROWS, **CHOICES, **ACTING, **ORDERS, **FACTS, **LATER, **at_once.TOGETHER,
        }  # fmt: skip
        wanted = [name for name in passes if name not in ("loops", "counted")] if odds else passes  # outcomes may part at any statement
        program, offers = outlined(pipeline.planned(without_laws(program) if odds else program, wanted))
        super().__init__(program, values, sets, {**made, **OUTCOMES} if odds else made, counts, odds, has_bots)
        self.passes, self.stoppable = passes, stoppable
        self.able: set[int] = set()
        self.memoisation = Memoisation(self, frozenset(offers.values()))
        self.offers = {which: function for which, function in offers.items() if function in self.memoisation.searches}
        self.memoised_columns, self.logged_columns = self.memoisation.watched, self.memoisation.logged
        self.impossible = False  # there is no module at all

    def percent(self, c: Code, e: core.Built) -> None:
        percent(c, e)

    def along(self, c: Code, way: core.Expr, body: Callable[[int], None]) -> None:
        if isinstance(way, core.Walk):
            along_walk(c, way, body)
        elif isinstance(way, core.Path):
            along_path(c, way, body)
        else:
            assert isinstance(way, core.Ask)
            along_ray(c, way, body)

    def board_cell(self, board: int) -> int:
        return self.memoisation.board_cell(board)

    def each_together(self, c: Code, s: core.ForEach) -> None:
        at_once.each_together(c, s)

    def ranked(self, c: Code, s: core.ForEach, body: Callable[[int], None]) -> None:
        ordering.ranked(c, s, body)

    def lasting(self, c: Code, s: core.Store | core.Change | core.Join, period: core.Period | None) -> None:
        """A change for a period, or one of members that others may hold for a period."""
        f, column, wide = c.f, self.memory.columns[s.field], self.memory.wide
        how = 0 if isinstance(s, core.Store) else 1 if isinstance(s, core.Change) else 2 if s.add else 3
        value = s.value if isinstance(s, core.Store) else s.delta if isinstance(s, core.Change) else s.mask
        row, held = row_of(c, s.row), f.local()
        c.any(value, column.words)
        if column.words < 2:
            f.call("boxed")
        if max(1, column.words) < wide:
            f.const(max(1, column.words))
            f.const(wide)
            f.call("widened")
        f.set(held)
        check_row(c, row, s.field, s.place)
        f.const(how)
        f.const(s.field)
        f.get(row)
        f.get(held)
        if period is None:
            f.const(NONE)
            f.const(0)
            f.call("apply_change")
        else:
            f.const(period.agenda)
            f.const(int(period.start == "next"))
            c.value(period.runs)
            f.call("change_for")
        changed(c, s.field, row)

    def write_able_once(self, form: Any, first: Any) -> None:
        if form.number not in self.able:
            self.able.add(form.number)
            write_able(self, form, first)

    def counts_ways(self, s: core.Act) -> bool:
        """Are the ways to take an action counted there, in the last turn of a count of positions?"""
        return self.flow is None and not self.has_bots and ends_the_turn(self, s)

    # ------------------------------------------------------------------------------------ all of it

    def compile(self) -> Compiled:
        program, module = self.program, self.module
        watch_laws(self)
        self._routines()
        self.forms = forms_of(self)
        for hook, _ in self.types.hooks:
            declare_hook(self, hook)
        for p in program.procedures:
            if p.kind != "agenda":
                declare_procedure(self, p)
                self.memory.calls[p.index] = module.number_of(procedure_name(p.index))
        if "light" in self.passes:
            declare_light(self)
        for form in self.forms:
            declare_form(self, form)
            if self.has_bots:
                declare_heuristics(self, form)
        for hook, _ in self.types.hooks:
            write_hook(self, hook)
        for p in program.procedures:
            if p.kind != "agenda":
                write_procedure(self, p)
        write_light(self)
        for form in self.forms:
            write_form(self, form)
            write_filling(self, form)
            write_doing(self, form)
            if self.has_bots:
                write_heuristics(self, form)
        agendas = Agendas(self)
        agendas.write()
        straight = self.flow is None and not self.has_bots and program.main != NONE
        self.names["STRAIGHT"] = int(straight)
        if straight:
            declare_straight(self)
            write_straight(agendas)
        for form in self.forms:
            self.write_able_once(form, form)
        write_laws(self)
        if self.counting is not None:
            unit = self.types.units[("counts", 0)] = Unit(("counts", 0), 0, [])
            self.memory.frames[unit.key] = self.memory.frame_of(unit)
            write_counts(self.counting, *(Code(self, module.funcs[name], unit, None) for name in ("look_who_bears", "note_cell")))
        self._edges(agendas)
        write_due(self)
        if self.has_bots:
            write_worth(self)
        self.names.update(sampling_tables(self))
        while self.wanted:  # values that nothing asks for in play are left out: those of hints, of what bots like
            self._function(program.functions[self.wanted.pop()])
        self._machine(agendas.finish())
        if module.low + len(module.data) > MOST_MEMORY:
            self.impossible = True
            self.lacks("so many rows", program.procedures[program.main].place)
        if self.impossible:
            return Compiled(program, self.missing)
        if self.flow is not None:
            try:
                Unwinder(module, "outcome", self.runtime.by_index, self.at).all()
            except OutOfReach as where:
                return Compiled(program, {f"dice in the midst of an expression: {where}": program.procedures[0].place})
        if "inline" in self.passes:
            inline(module)
        if "prune" in self.passes:
            prune(module)
        if self.stoppable:
            add_safepoints(module, self.at["OVERDUE"])
        counts = self.counting.counts if self.counting is not None else None
        return Compiled(program, self.missing, module.encode(), self.shape(), self.at, self.places, counts)

    def shape(self) -> Shape:
        """What whoever reads the memory must know."""
        shape = self.memory.shape()
        shape.questions = list(self.questions or ())
        if self.flow is not None:
            shape.throws, shape.turns, shape.unread = self.throws, self.flow.turns_asked(), tuple(self.unread)
        return shape

    def _routines(self) -> None:
        self.at.update(add_lots(self.module))
        names = {**self.at, "WIDE": self.memory.wide, "COLUMNS": self._columns(), "MADE_FIRST": self._made_first()}
        names["ORDER_LABEL"], names["AT_ONCE"] = self.memory.label(ORDER), int(self.at_once)
        names["MAIN"], names["EXPLORES"] = self.program.main, int(self.flow is not None)
        names["COUNTS_LINES"] = int(self.flow is None and not self.has_bots)
        names["WAY_SIZE"] = way_size(self.program)
        self.names = names
        for name in ("do_setup", "begin_main", "close_match", "check_laws", "look_who_bears"):
            self.module.func(name, 0, False, export=name == "check_laws")
        self.module.func("note_cell", 2, False)
        self.module.func("call_due", 2, False)
        if self.has_bots:
            self.module.func("worth_of", 1)
        walks = bool(self.memory.names["WALKS_MOST"])
        self.runtime = routines_of(Features(self.has_bots, bool(self.memory.hides), self.flow is not None, walks))
        declare(self.module, self.runtime.late, self.runtime.exports)  # rules call them, and they are written when all tables stand
        declare(self.module, self.runtime.early)
        for name, routine in self.runtime.early.items():
            write(self.module, name, routine, names)

    def _columns(self) -> int:
        forms = {"8u": 1, "8s": -1, "16u": 2, "16s": -2, "32u": 4, "32s": -4, "64": 8, "": 0}
        raw = b""
        first = 0
        for column, held in zip(self.program.fields, self.memory.columns, strict=True):
            rows = held.rows if column.values is None else 0
            row = (held.at, held.size, held.words, column.low, 0 if column.is_set else column.high, forms[held.load], rows, first)
            raw += b"".join((v & ((1 << 64) - 1)).to_bytes(8, "little") for v in row)
            first += rows
        return self.module.constant(raw or bytes(8))

    def _made_first(self) -> int:
        """Where the marks of rows that were created stand, for each kind."""
        raw, first = b"", 0
        for domain in self.program.domains:
            raw += first.to_bytes(8, "little")
            first += domain.size if domain.dynamic else 0
        return self.module.constant(raw)

    def _function(self, function: core.Function) -> None:
        unit = self.unit(("f", function.index))
        code = Code(self, self.module.funcs[self.value_of(function.index)], unit, None)
        while code.f.locals < function.slots:
            code.f.local()
        code.env = {slot: slot for slot in range(function.slots)}
        type_ = self.types.results[function.index]
        words = self.types.width(type_)

        def body() -> None:
            mark = code.mark() if not words else None
            if is_a_loop(self, function.index):
                write_loop(code, function)
            else:
                code.any(function.body, words)
            if mark is not None:
                held = code.f.local()
                code.f.set(held)
                code.release(mark)
                code.f.get(held)

        if self.memoisation.is_worth_memoising(function):
            write_memoised(code, function, words, self.memoisation)
        else:
            code.attempt(body, function.place)

    # ------------------------------------------------------------------------------------ where a match begins and ends

    def _edges(self, agendas: Agendas) -> None:
        """The setup and the close of a match, where they are events; and its agenda, begun again and again."""
        if self.program.main != NONE:
            main = self.program.procedures[self.program.main]
            code = Code(self, self.module.funcs["begin_main"], self.unit(("p", main.index)), None)
            code.attempt(lambda: begin_main(agendas, code), main.place)
            code.f.op("drop")
        for name, index in (("do_setup", self.program.setup), ("close_match", self.program.closing)):
            func = self.module.funcs[name]
            if index == NONE or self.program.procedures[index].kind == "agenda":
                continue
            p = self.program.procedures[index]
            code = Code(self, func, self.unit(("p", index)), None)
            held = func.local()
            func.const(max(8, self.memory.frames["p", index].size))
            func.call("take_frame")
            func.set(held)
            initial(code, p, held)
            func.get(held)
            func.call(procedure_name(index))
            func.op("drop")

    def _machine(self, tables: dict[str, int]) -> None:
        """The routines of the agenda machine, now that all tables stand."""
        program, at = self.program, self.at
        start = at["START"] = self._start()
        setup = program.setup if program.setup != NONE and program.procedures[program.setup].kind == "agenda" else NONE
        biggest = max((self.memory.frames["p", i].size for i in self.memory.agendas), default=8)
        if biggest > TEMP_KEPT:
            self.impossible = True
            self.lacks("an agenda with many slots", program.procedures[program.main].place)
        self.names.update(tables)
        self.names.update({
            "MAIN": program.main, "CLOSING": program.closing, "CLOSING_AT": max(0, program.closing), "SETUP_AGENDA": setup,
            "HAS_SETUP": int(program.setup != NONE),
            "MAX_ROUNDS": program.max_rounds, "NOTHING": self.module.constant(bytes(biggest)), "TEMP_KEPT": TEMP_KEPT,
            "MOST_SPENT": MOST_SPENT, "START": start, "START_SIZE": at["CELLS_END"] - at["STATE"],
            "CURRENT_SIZE": 8 * len(program.procedures),
            "ASKING_SIZE": 8 * len(program.functions),
        })  # fmt: skip
        if program.main == NONE:
            self.impossible = True
            self.lacks("a game without an agenda", program.procedures[0].place)
        for name, routine in self.runtime.late.items():
            write(self.module, name, routine, self.names)

    def _start(self) -> int:
        """The block as it is before anything has happened, up to the end of its cells."""
        at = self.at
        raw = bytearray(at["CELLS_END"] - at["STATE"])
        raw[at["WINNER_DOMAIN"] - at["STATE"] : at["WINNER_DOMAIN"] - at["STATE"] + 8] = b"\xff" * 8
        for column, held in zip(self.program.fields, self.memory.columns, strict=True):
            if column.values is not None:
                continue
            values = column.start if column.start is not None else [column.default] * held.rows
            for row, value in enumerate(values):
                first = held.at - at["STATE"] + row * held.size
                raw[first : first + held.size] = (value & ((1 << 8 * held.size) - 1)).to_bytes(held.size, "little")
        start = self.module.reserve(len(raw))  # no constant: matches may begin elsewhere
        self.module.data[start - self.module.low : start - self.module.low + len(raw)] = raw
        return start


def compile_module(
    program: Program, counts: bool = False, odds: bool = False, has_bots: bool = False, passes: Collection[str] = PASSES,
    stoppable: bool = False,
) -> Compiled:  # fmt: skip
    """The module of a program; see :class:`Compiled`.

    ``counts``: it counts what of the rules is used.  ``odds``: it does not play, but goes through every outcome.  ``has_bots``: its seats
    may be greedy.  ``passes``: those that make it quick, by name; it means the same without them.  ``stoppable``: calls that take too long
    can be stopped, see :mod:`arbitre.interpreter.wasm.run.timeout`.
    """
    try:
        with unhurried():
            return ModuleCompiler(program, counts, odds, has_bots, passes, stoppable).compile()
    except Unsupported as lack:
        return Compiled(program, {str(lack): program.procedures[0].place})
