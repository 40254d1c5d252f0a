"""Whoever commands many may give each of them several orders."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match

MANY = """game many:
    title en "Many" fr "Beaucoup"
    play turn up to 2 times
kind captain, seats: red, blue
kind hand: h1, h2, h3, h4, h5, h6
    captain: captain
    done: 0 to 99
kind order:
    title en "Order" fr "Ordre"
agenda turn:
    orders: red gives orders
    pull
    push
    lift
action pull by hand:
    hand gains 1 done
action push by hand:
    hand gains 1 done
action lift by hand:
    hand gains 1 done
"""


def test_a_side_may_give_more_orders_than_rows_were_meant_for_it(tmp_path: Path) -> None:
    path = tmp_path / "many.rules"
    path.write_text(MANY, encoding="utf-8")
    match = Match(machine_of(compile_rules(load(path)).program), 0)
    while match.turn == 1:
        request = match.requests[0]
        match.answer(request.id, 0)
    column = next(f for f in match.program.fields if f.name == "done")
    base = match.machine.layout.base[column.index]
    assert match.state.cells[base : base + 6] == [3] * 6
