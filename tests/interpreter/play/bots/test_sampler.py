"""Worlds of a match of the interpreter are those of its module: the same routines draw both."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import by_lot, question_in_module
from arbitre.interpreter.play.bots.determinisation import knowledge, sample_from, sample_world
from arbitre.interpreter.state.lots import Lots
from tests.interpreter.play.bots.test_determinisation import COVERED, CUPS, DICE, TRICK
from tests.interpreter.play.bots.test_hidden_rows import TABLE

LIBRARY = ("whist", "perudo", "tsewnart")


def made(folder: Path, text: str) -> Machine:
    if text in LIBRARY:
        return machine_of(program_of(text))
    (folder / "rules.rules").write_text(text, encoding="utf-8")
    return machine_of(program_of(str(folder / "rules.rules")))


def later(machine: Machine, seed: int, answers: int) -> Match:
    match, rng = Match(machine, seed, trace=False), Lots(seed)
    while match.requests and answers:
        match.answer(match.requests[0].id, by_lot(match, match.requests[0], rng))
        answers -= 1
    return match


@pytest.mark.parametrize("text", [CUPS, COVERED, DICE, TRICK, TABLE, *LIBRARY])
def test_a_module_draws_the_same_worlds_to_the_last_lot(text: str, tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")
    machine, drawn, hidden = made(tmp_path, text), 0, 0
    for seed, answers in ((1, 1), (2, 2), (3, 4), (4, 9)):
        match = later(machine, seed, answers if text in LIBRARY else answers % 3)
        if not match.requests:
            continue
        request = match.requests[0]
        ahead = question_in_module(match, request)
        known = knowledge(match, request)
        assert ahead is not None and ahead.whole == known.whole and ahead.greedy(seed) is not None
        if not ahead.has_world:
            continue
        hidden += not known.whole
        for number in range(5):
            lots = Lots(100 * seed + number)
            found, world = ahead.draw(lots.state), sample_from(known, lots)
            assert found == (world is not None) and ahead.lots == lots.state
            if world is not None:
                drawn += 1
                assert ahead.drawn(range(len(world.state.cells))) == world.state.cells
    assert drawn and hidden


def test_what_was_told_of_a_card_is_told_of_the_one_that_takes_its_place(tmp_path: Path) -> None:
    """And what will end, or begins later, goes with it."""
    match = later(made(tmp_path, TABLE), 3, 2)
    request, machine = match.requests[0], match.machine
    holder, pile = (next(f for f in machine.program.fields if f.name == name) for name in ("holder", "pile"))
    row = knowledge(match, request).hidden_rows[0].row
    held = match.state.cells[machine.layout.base[holder.index] + row]
    match.state.told.add((request.seat, holder.index, row, held))
    match.state.timers.append((0, 1, pile.index, 0, 2, 1 << row))
    match.state.waiting.append((0, 1, 2, holder.index, row, 0, held))
    rows = set[int]()
    for seed in range(12):
        world = sample_world(match, request, Lots(seed))
        assert world is not None
        ((_, _, now, value),) = world.state.told
        assert world.state.cells[machine.layout.base[holder.index] + now] == value == held
        assert world.state.timers[0][-1] == 1 << now and world.state.waiting[0][4] == now
        rows.add(now)
    assert len(rows) > 2


def test_there_is_no_world_where_laws_never_come_right(tmp_path: Path) -> None:
    """A law asks for more coins than there are cups."""
    match = Match(made(tmp_path, CUPS.replace("count(cups where coin) is 1", "count(cups where coin) is 4")), 1, trace=False)
    match.check_always = False
    match.answer(match.requests[0].id, "left")
    assert knowledge(match, match.requests[0]).hidden
    assert sample_world(match, match.requests[0], Lots(1)) is None


def test_what_only_others_were_told_is_hidden_where_nothing_else_is(tmp_path: Path) -> None:
    """All cells are open, but blue does not know what red was told: no world of blue's says it."""
    text = CUPS.replace("coin: flag, seen by red", "coin: flag").replace(" in secret", "")
    match = later(
        made(tmp_path, text.replace("    hidden.coin becomes true\n", "    hidden.coin becomes true\n    tell red hidden.coin\n")), 1, 1
    )
    request = match.requests[0]
    assert match.state.told and not knowledge(match, request).whole
    world = sample_world(match, request, Lots(1))
    assert world is not None and not world.state.told and world.state.cells == match.state.cells
