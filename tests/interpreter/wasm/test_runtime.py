"""Routines of the runtime as plain Python, over bytes: what they do is seen without compiling anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.binary.instr import Call, text, walk
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.compiler import ModuleCompiler
from arbitre.interpreter.wasm.layout import areas
from arbitre.interpreter.wasm.layout.areas import sizes
from arbitre.interpreter.wasm.layout.cells import control, random, state
from arbitre.interpreter.wasm.layout.odds_records import Outcome
from arbitre.interpreter.wasm.layout.reasons import StopReason
from arbitre.interpreter.wasm.layout.records import A_JOIN, AGENDA, BLOCK, AgendaEntry, AgendaRow, Entry, StepRow
from arbitre.interpreter.wasm.routines.machine import GivenUp, Machine, Trap, load_word, running, store_word
from arbitre.interpreter.wasm.routines.records import Record, i64, u32
from arbitre.interpreter.wasm.routines.translator import Untranslatable, add_routines
from arbitre.interpreter.wasm.runtime import interfaces
from arbitre.interpreter.wasm.runtime.assembly import WITH_BOTS, WITH_ODDS, Features, routines_of
from arbitre.interpreter.wasm.runtime.boards import floods
from arbitre.interpreter.wasm.runtime.match import facts, merge, ordering, stack, timed
from arbitre.interpreter.wasm.runtime.primitives import dice, frames, numbers, sets

GAMES = Path(__file__).resolve().parent / "games"


def compiled(game: str = "race") -> ModuleCompiler:
    """A compiler that has put a module together."""
    compiler = ModuleCompiler(program_of(str(GAMES / f"{game}.rules")))
    compiler.compile()
    return compiler


@pytest.fixture(scope="module")
def names() -> tuple[dict[str, int], bytes]:
    compiler = compiled()
    return compiler.names, bytes(compiler.module.low) + bytes(compiler.module.data)


@pytest.fixture
def machine(names: tuple[dict[str, int], bytes]) -> Iterator[Machine]:
    """The memory of a module, as it is before a match."""
    found, memory = names
    provided = {"give_up": frames.stop_module, "note_cell": lambda field, row: None}
    with running(Machine(bytearray(memory), found, provided)) as machine:
        control.tp = areas.temp.address + sizes.temp_kept
        state.stack_top = areas.stack_base.address
        yield machine


# ------------------------------------------------------------------------------------ memory


class Pair(Record):
    """Two numbers."""

    one: u32
    two: i64


def test_a_record_is_an_address() -> None:
    with running(Machine(bytearray(64))) as machine:
        pair = Pair(8)
        pair.one, pair.two = 2**32 + 7, -3
        assert (pair.one, pair.two) == (7, -3)
        assert machine.memory[8:20] == (7).to_bytes(4, "little") + (-3).to_bytes(8, "little", signed=True)
        assert (Pair.SIZE, pair.end, pair.nth(2), pair.plus(4)) == (12, 20, 32, 12)


def test_records_have_the_offsets_that_tables_are_written_with() -> None:
    assert [place.offset for place in AgendaRow.places().values()] == list(range(0, AgendaRow.SIZE, 8))
    assert (Entry.SIZE, AgendaEntry.SIZE, AgendaEntry.places()["slots"].offset, StepRow.SIZE, Outcome.SIZE) == (40, 56, 56, 56, 120)


def test_outside_of_a_machine_there_is_no_memory() -> None:
    with pytest.raises(RuntimeError, match="running"):
        Pair(8).one  # noqa: B018


# ------------------------------------------------------------------------------------ primitives


@given(st.integers(-(2**63), 2**63 - 1))
@settings(max_examples=40, deadline=None)
def test_the_same_lots_as_python_draws(seed: int) -> None:
    with running(Machine(bytearray(64), {"LOT": 8})):
        dice.seed_lots(seed)
        rng = Lots(seed)
        assert [dice.lot_below(n) for n in (2, 6, 1000, 2**31)] == [rng.below(n) for n in (2, 6, 1000, 2**31)]
        assert random.lot != seed


@given(st.integers(-100, 100), st.integers(-9, 9).filter(bool))
def test_division_rounds_down(one: int, by: int) -> None:
    assert (numbers.floor_div(one, by), numbers.floor_mod(one, by)) == (one // by, one % by)


@settings(max_examples=60)
@given(st.integers(65, 130), st.sets(st.integers(0, 129), max_size=9))
def test_rows_that_exist_as_a_set(rows: int, living: set[int]) -> None:
    """A byte for each row; what lies behind the last is none of theirs."""
    at, made = 1 << 10, 1 << 11
    with running(Machine(bytearray(1 << 14), {**compiled().names})) as machine:
        control.tp = made
        for row in living:
            machine.memory[at + row] = 1
        found = sets.living_wide(at, 1, rows, 3)
        assert {row for row in range(192) if sets.member(found, row, 3)} == {row for row in living if row < rows}


MEMBERS = st.sets(st.integers(0, 127), max_size=20)


@given(MEMBERS, MEMBERS)
@settings(max_examples=50, deadline=None)
def test_sets_of_two_words(one: set[int], two: set[int]) -> None:
    names = {"TP": 8, "TEMP_END": 1 << 12}
    with running(Machine(bytearray(1 << 13), names, {"give_up": frames.stop_module})):
        control.tp = 64

        def made(rows: set[int]) -> int:
            at = frames.take_room(16)
            for row in rows:
                sets.put_member(at, row, 2)
            return at

        def rows(at: int) -> set[int]:
            return {row for row in range(128) if sets.member(at, row, 2)}

        a, b = made(one), made(two)
        assert rows(sets.set_or(a, b, 2)) == one | two
        assert rows(sets.set_and(a, b, 2)) == one & two
        assert rows(sets.set_without(a, b, 2)) == one - two
        assert (sets.set_count(a, 2), bool(sets.set_any(b, 2)), bool(sets.set_equal(a, b, 2))) == (len(one), bool(two), one == two)
        assert [sets.nth_member(a, n, 2) for n in range(len(one) + 1)] == [*sorted(one), -1]


def test_what_does_not_fit_is_given_up(machine: Machine) -> None:
    with pytest.raises(Trap):
        frames.take_room(1 << 30)
    assert (control.error, control.where) == (StopReason.FULL, 0)
    with pytest.raises(Trap):
        numbers.product(1 << 25, 2)
    assert control.error == StopReason.TOO_LARGE


# ------------------------------------------------------------------------------------ the match


def test_entries_of_the_stack(machine: Machine) -> None:
    agenda = stack.push(AGENDA, 1, -1, -1, AgendaEntry.SIZE - Entry.SIZE)
    stack.push_block(4)
    assert (state.stack_last.tag, state.stack_last.index, state.stack_last.below) == (BLOCK, 4, agenda)
    assert stack.is_running(1) and not stack.is_running(2)
    stack.prepare()
    assert (control.position, areas.current[1]) == (agenda, AgendaEntry(agenda).slots)
    stack.pop()
    stack.pop()
    assert (state.stack_top, state.stack_last) == (areas.stack_base.address, 0)


def test_rows_are_sorted_by_their_keys(machine: Machine) -> None:
    records = [(0, 3, 1), (1, 2, 9), (2, 3, 0), (3, 2, 9)]
    at = frames.take_room(8 * 3 * len(records))
    for n, number in enumerate(number for record in records for number in record):
        store_word(at, n, number)
    ordering.sort_rows(at, len(records), 2)
    assert [load_word(at, 3 * n) for n in range(len(records))] == [1, 3, 2, 0]  # equal ones stay in their order


FACTS = st.lists(st.tuples(st.integers(-2, 3), st.integers(0, 3), st.integers(0, 3), st.integers(0, 9)), max_size=12)


@given(FACTS)
@settings(max_examples=50, deadline=None)
def test_facts_stand_in_order_each_once(told: list[tuple[int, int, int, int]]) -> None:
    names = {"TOLD": 64, "TOLD_MOST": 100}
    known = {}
    with running(Machine(bytearray(1 << 12), names, {"give_up": frames.stop_module})):
        for seat, field, row, value in told:
            facts.put_fact(facts.fact_key(seat, field, row), value, 1)
            known[facts.fact_key(seat, field, row)] = value
        assert [(areas.told[n].key, areas.told[n].value) for n in range(areas.told.count)] == sorted(known.items())
        for key, value in known.items():
            facts.drop_fact(key, value)
        assert areas.told.count == 0


def test_a_change_is_undone_when_its_period_ends(machine: Machine) -> None:
    timed.add_timer(3, 1, 0, 2, A_JOIN, areas.no_arguments.address)
    assert (areas.timers.count, areas.timers[0].agenda, areas.timers[0].row) == (1, 3, 2)
    timed.drop_empty(0)  # it would take nothing back
    assert areas.timers.count == 0


def test_parts_do_not_see_each_other_and_are_merged(machine: Machine) -> None:
    number = next(n for n in range(sizes.field_count) if areas.columns[n].size == 1 and areas.columns[n].rows > 1)
    first = areas.columns[number].address
    before = bytes(machine.memory[first : first + 2])
    merge.begin_together()
    for row in (0, 1):
        merge.begin_part()
        assert machine.memory[first : first + 2] == before
        machine.memory[first + row] = before[row] + 1
        areas.touched[number] = 1
        merge.end_part()
    merge.end_together()
    assert bytes(machine.memory[first : first + 2]) == bytes(value + 1 for value in before)


# ------------------------------------------------------------------------------------ boards


def within_steps(beside: list[set[int]], start: int, steps: int, avoided: set[int]) -> set[int]:
    """The cells within so many steps of a cell, wave by wave."""
    seen = wave = {start}
    for _ in range(steps):
        wave = {other for cell in wave for other in beside[cell]} - seen - avoided
        seen = seen | wave
    return seen - {start}


@given(st.data(), st.sampled_from([1, 2]), st.integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_cells_within_so_many_steps(data: st.DataObject, words: int, steps: int) -> None:
    """On boards that fill one word or two, up to the highest bit, whose sign Python's own numbers have no room for."""
    cells = st.integers(0, 64 * words - 1)
    pairs = data.draw(st.sets(st.tuples(cells, cells), max_size=200))
    start, avoided = data.draw(cells), data.draw(st.sets(cells, max_size=20))
    beside: list[set[int]] = [set() for _ in range(64 * words)]
    for one, other in {(start, 64 * words - 1), *pairs}:
        beside[one].add(other)
    size = 8 * words
    names = {"TP": 8, "TEMP_END": 1 << 12, "WORDS": words, "BESIDE": 1 << 12}
    with running(Machine(bytearray(1 << 13), names, {"give_up": frames.stop_module})) as machine:

        def put(at: int, rows: set[int]) -> None:
            machine.memory[at : at + size] = sum(1 << row for row in rows).to_bytes(size, "little")

        for cell, others in enumerate(beside):
            put((1 << 12) + size * cell, others)
        put(64, avoided)
        control.tp = 128
        found = floods.flood(start, steps, 64, 0)
        got = int.from_bytes(machine.memory[found : found + size], "little")
    assert {row for row in range(64 * words) if got >> row & 1} == within_steps(beside, start, steps, avoided)


# ------------------------------------------------------------------------------------ variants, and the translation


@pytest.mark.parametrize("features", [Features(bots, views, odds) for bots, views, odds in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1))])
def test_one_variant_stands_for_each_interface(features: Features) -> None:
    found = routines_of(features)
    everything = {**found.late, **found.early}
    assert not set(found.late) & set(found.early)
    chosen = WITH_ODDS if features.odds else WITH_BOTS if features.bots else {}
    assert all(everything[name] is routine for name, routine in chosen.items())
    assert all(hasattr(interfaces, name) for name in chosen)


def test_what_is_thrown_is_caught() -> None:
    with running(Machine(bytearray(1 << 16), {"TRYING": 8, "THOUGHT_END": 16, "ERROR": 24, "WHERE": 32})) as machine:
        give_up = WITH_BOTS["give_up"]
        machine.memory[8] = 1
        with pytest.raises(GivenUp):
            give_up(StopReason.FAILED, 0)
        with pytest.raises(Trap):
            give_up(StopReason.FULL, 0)


def second_of(pair: Pair) -> int:
    """A routine for the translator."""
    if pair.one > 3:
        pair.two += 1
    return pair.nth(1).two


def wrong(pair: Pair) -> int:
    return pair.three  # type: ignore[attr-defined,no-any-return]


def test_fields_become_loads_with_offsets() -> None:
    module = Module()
    add_routines(module, [second_of], {})
    lines = [line.strip() for line in text(module.funcs["second_of"].code)]
    assert "i64.load32_u 0" in lines and "i64.store 4" in lines and lines[-1] == "i64.load 4"
    assert not [one for one in walk(module.funcs["second_of"].code) if isinstance(one, Call)]


def test_a_routine_that_cannot_be_says_where() -> None:
    with pytest.raises(Untranslatable, match=r"test_runtime, line \d+, in wrong: Pair has no three"):
        add_routines(Module(), [wrong], {})
