"""What makes modules quick changes nothing but their speed: which parts are taken out of values, long sets, what is kept and until when."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arbitre.dsl import core
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.analysis.constants import function_is_fixed
from arbitre.interpreter.plan.rewrite import WithFallback
from arbitre.interpreter.wasm.binary.module import Module
from arbitre.interpreter.wasm.binary.wide import lanes_in_set, wide
from arbitre.interpreter.wasm.compile.values.outliner import outlined
from arbitre.interpreter.wasm.compile.values.tail_calls import is_a_loop
from arbitre.interpreter.wasm.compiler import PASSES, ModuleCompiler
from arbitre.interpreter.wasm.routines.translator import add_routines
from arbitre.interpreter.wasm.runtime.match.memo import all_changed, field_changed, recheck

wasmtime = pytest.importorskip("wasmtime")


def running(module: Module) -> tuple[Callable[..., int], memoryview]:
    store = wasmtime.Store(wasmtime.Engine())
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, module.encode()), []).exports(store)
    memory = exports["memory"]
    return (lambda name, *args: exports[name](store, *args)), memory.get_buffer_ptr(store)


def test_parts_that_look_at_little_are_taken_out() -> None:
    program = program_of("breakthrough")
    whole, offers = outlined(program)
    taken = [function for function in whole.functions[len(program.functions) :] if function.index not in offers.values()]
    told = sorted(len(function.params) for function in taken)
    assert told == [0, 1, 1]  # the squares of all men, of nobody in particular; those of a side; the men that are not a side's
    assert all(isinstance(function.body, core.Query) for function in taken)
    plain, (whole, offers) = program_of("hex"), outlined(program_of("hex"))
    assert whole.functions[: len(plain.functions)] == plain.functions
    assert [whole.functions[index].body.sink for index in offers.values()] == [
        "set",
        "set",
    ]  # whom a seat commands; the cells that are free


def test_values_that_ask_for_themselves_last_are_loops() -> None:
    compiler = ModuleCompiler(program_of(str(Path(__file__).parents[1] / "games" / "changing.rules")))
    assert [f.name for f in compiler.program.functions if is_a_loop(compiler, f.index)] == ["run", "down_from"]


CELL_BY_CELL = PASSES - {"words"}  # what is asked of all cells at once needs no correction


def test_values_are_corrected_row_by_row() -> None:
    found = {
        game: ModuleCompiler(program_of(game), passes=CELL_BY_CELL).memoisation.searches
        for game in ("connect_four", "breakthrough", "backgammon")
    }
    kept = [[m.bit_count() for m in masks] for search in found["connect_four"].values() for masks in search.concerned.values()]
    # What may be filled: of the upper row a cell concerns itself alone, others the cell above too.
    # Whose a disc is, one column, is asked again.
    assert sorted(counts.count(1) for counts in kept) == [7]
    # The men of a side are asked again, sixteen at a time.
    assert sorted(search.sink for search in found["breakthrough"].values()) == ["count", "set", "union", "union"]


def test_what_is_asked_of_many_things_is_kept_only_where_it_is_dear() -> None:
    """``mine(player, cell, heading)`` has 672 values that one disc may change; ``three(cell, heading)`` never changes."""
    writings = Path(__file__).parents[4] / "benchmarks" / "writings"
    memoisation = ModuleCompiler(program_of(writings / "connect_four" / "columns.rules"), passes=CELL_BY_CELL).memoisation
    kept = {f.name: memoisation.is_worth_memoising(f) for f in memoisation.c.program.functions}
    assert kept["three"] and kept["top_of"] and kept["lined_up"] and not kept["mine"]


@pytest.mark.parametrize(("writing", "name", "fixed"), [("draughts/contents", "between", True), ("othello/chosen", "caught", False)])
def test_an_optimised_value_costs_what_it_costs_where_its_guards_hold(writing: str, name: str, fixed: bool) -> None:
    """What a move turns over takes a few operations on words; that it would be a search without them does not make it worth memoising,
    unless it is the same in every state."""
    path = Path(__file__).parents[4] / "benchmarks" / "writings" / f"{writing}.rules"
    memoisation = ModuleCompiler(program_of(path)).memoisation
    (function,) = (f for f in memoisation.c.program.functions if f.name == name)
    body, key = function.body, memoisation.c.unit(("f", function.index)).key
    assert isinstance(body, WithFallback)
    assert memoisation.cost(body, key) == memoisation.cost(body.test, key) + memoisation.cost(body.then, key)
    assert memoisation.cost(body.then, key) < memoisation.cost(body.other, key)
    assert memoisation.is_worth_memoising(function) is function_is_fixed(function.index, memoisation.c.facts) is fixed


@pytest.mark.parametrize("words", [2, 3, 7])
def test_long_sets(words: int) -> None:
    module = Module()
    one, two = (module.room(8 * words) for _ in range(2))
    for what in ("join", "meet", "leave", "copy", "any", "clear"):
        module.exports.append(wide(module, what, words))
    call, view = running(module)
    left, right = (int("1001" * 16 * words, 2), int("0011" * 16 * words, 2))
    size = 8 * words

    def after(what: str) -> int:
        view[one : one + size], view[two : two + size] = left.to_bytes(size, "little"), right.to_bytes(size, "little")
        call(f"{what}.{words}", *((one,) if what == "clear" else (one, two)))
        return int.from_bytes(bytes(view[one : one + size]), "little")

    assert (after("join"), after("meet"), after("leave")) == (left | right, left & right, left & ~right)
    assert after("copy") == right and call(f"any.{words}", one)
    assert (after("clear"), call(f"any.{words}", one)) == (0, 0)
    view[one + size - 1] = 128
    assert call(f"any.{words}", one)


BYTES = st.lists(st.integers(0, 63) | st.just(255), min_size=16, max_size=16)


def test_members_of_a_word_are_found_sixteen_at_a_time() -> None:
    """Bytes below 64 are members if their bit is set; 255, which stands for none, never is."""
    module = Module()
    at, word_at = module.room(16), module.room(16)
    f = module.func("members", 0, True)
    first, group = f.local(), f.local()
    f.const(word_at)
    f.load("64")
    f.set(group)
    f.const(0)
    f.set(first)
    lanes_in_set(f, first, at, group)
    module.exports.append("members")
    call, view = running(module)

    @given(BYTES, st.integers(0, 2**64 - 1))
    @example([255] * 16, 2**64 - 1)
    @example([*range(48, 63), 255], 2**64 - 1)
    @settings(max_examples=200, deadline=None)
    def check(held: list[int], word: int) -> None:
        view[at : at + 16], view[word_at : word_at + 8] = bytes(held), word.to_bytes(8, "little")
        assert call("members") == sum(1 << n for n, byte in enumerate(held) if byte < 64 and word >> byte & 1)

    check()


def test_values_are_kept_until_a_column_of_theirs_changes() -> None:
    module = Module()
    names = {name: module.room(8) for name in ("CLOCK", "ALL_CHANGED")}
    names["CHANGED"] = module.room(8 * 4)
    columns = module.constant(b"".join((names["CHANGED"] + 8 * field).to_bytes(8, "little") for field in (1, 3)))
    cell = module.reserve(32)
    module.data[cell + 16 - module.low : cell + 32 - module.low] = columns.to_bytes(8, "little") + (2).to_bytes(8, "little")
    add_routines(module, [all_changed, field_changed, recheck], names, ("all_changed", "field_changed", "recheck"))
    call, view = running(module)

    def generation() -> int:
        call("recheck", cell)
        return int.from_bytes(bytes(view[cell + 8 : cell + 16]), "little")

    call("all_changed")
    first = generation()
    for field in (0, 2):  # of which the value does not speak
        call("field_changed", field)
        assert generation() == first
    for count, field in enumerate((1, 3, 3), 1):
        call("field_changed", field)
        assert generation() == generation() == first + count
    call("all_changed")
    assert generation() == first + 4
