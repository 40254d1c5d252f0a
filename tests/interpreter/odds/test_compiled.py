"""The compiled executor finds the very chances that the interpreter finds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from exact import Chances, Random, chances
from kit import END, HERE, Game, arith, call, cmp, d, gain, hook, iff, let, local, loop, n, read, roll, run, store

from arbitre.dsl import core as c
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.odds.compiled import explored, explorers
from arbitre.interpreter.odds.enumerate import Policy
from arbitre.interpreter.odds.graph import ends_of
from arbitre.interpreter.odds.throws import Lacking
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import run as run_scenario
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

pytest.importorskip("wasmtime")


def compiled_chances(game: Game, stmts: Sequence[c.Stmt], *values: c.Expr) -> Chances:
    """What :func:`exact.chances` gives, found by the compiled executor."""
    game.main = game.main if game.main >= 0 else game.agenda("main")
    match = Match(machine_of(game.program()), start=False)
    compiled = compile_module(match.program, odds=True)  # these programs all have the same name
    assert compiled.missing == {}
    explorers[match.machine] = Runner(compiled)
    match.state.locals = [0] * 20

    def first(request: Request) -> int:
        return 0

    match.run.answers, match.run.log = Policy(first), None
    out: Chances = {}
    for state, chance in explored(match.run, stmts, values, first):
        match.run.use(state)
        key = tuple(int(match.machine.expr(v)(match.run, state.locals)) for v in values)
        out[key] = out.get(key, Fraction(0)) + chance
    return out


def both(game: Game, stmts: Sequence[c.Stmt], *values: c.Expr) -> Chances:
    found = compiled_chances(game, stmts, *values)
    assert found == chances(game, list(stmts), *values)
    return found


@pytest.mark.parametrize(("seed", "tests"), [(0, 0), (1, 0), (2, 0), (6, 0), (13, 0), (0, 3), (3, 3), (4, 3)])
def test_programs_by_lot(seed: int, tests: int) -> None:
    made = Random(seed, tests)
    for _ in range(3):
        made.event()
    game, stmts = made.game, [call(made.events[-1], 1), call(made.events[-1], 2)]
    agenda = game.agenda("main", (roll(0, d(2)), *made.body(1)), tuple(made.body(1)))
    game.main = agenda
    both(game, [*stmts, run(agenda)], *(read(field) for field in made.fields))


def test_of_a_test_only_its_result_is_gone_through() -> None:
    """Thirty-six ways of two dice to fall, of which those with the same result are one: so few ways are looked at."""
    game = Game()
    life = game.number(game.seat, "life", 0, 6, 6)
    result = c.Choice(HERE, cmp(local(3), "==", 2), n(0), c.Choice(HERE, cmp(local(4), ">", read(life, 0)), n(1), n(2)))
    sums = let(4, arith("+", local(3), local(2))), let(1, result)
    body = (c.Roll(HERE, 3, (d(6, 2),), "blow"), let(2, local(0)), c.Rolled(HERE, sums), *sums)
    blow = game.procedure("test", "blow", body, ("number",), result=1, results=("clumsy", "hit", "missed"))
    wound = iff(cmp(local(5), "==", 1), gain(life, -1, n(0)), other=(iff(cmp(local(5), "==", 0), gain(life, -1, n(1))),))
    strike = game.event("strike", c.Invoke(HERE, blow, (n(1),), ((1, 5),), plain=True), wound, slots=12)
    agenda = game.agenda("melee", (call(strike),) * 4)
    both(game, [run(agenda)], read(life, 0), read(life, 1))


def test_an_exchange_in_an_agenda() -> None:
    game = Game()
    life = game.number(game.seat, "life", 0, 6, 6)
    strike = game.event("strike", roll(1, d(6, 2)), iff(cmp(local(1), ">=", 8), gain(life, -1, arith("-", 1, local(0)))), params=("seat",))
    agenda = game.agenda("melee", (call(strike, 0), call(strike, 1)) * 4)
    assert len(both(game, [run(agenda)], read(life, 0), read(life, 1))) == 25


def test_contests_counted_dice_and_lots() -> None:
    game = Game(3)
    a, b = game.number(0, "a", 0, 99), game.number(0, "b", 0, 99)
    off = c.RollOff(roll(0, d(6)).place, 1, 2, (d(6),), (d(4, 2),), n(1), n(0), True, "duel")
    hail = c.RollCount(off.place, 3, local(0), n(3), "hail")
    draw = c.Draw(off.place, 4, c.Rows(off.place, game.seat), "lot")
    note = store(a, arith("+", arith("*", local(3), 10), local(4))), store(b, arith("-", arith("+", local(1), 10), local(2)))
    event = game.event("all", roll(0, d(3)), off, hail, draw, *note)
    both(game, [call(event)], read(a), read(b))


def test_what_goes_round_in_circles() -> None:
    """Within an event, and where an event leads back to itself as the last thing it does."""
    game = Game()
    a = game.number(0, "a", 0, 6, 3)
    inside = c.And(n(0).place, (cmp(read(a), ">", 0), cmp(read(a), "<", 6)))
    step = (roll(0, d(3)), iff(cmp(local(0), "==", 1), gain(a, 1), other=(gain(a, -1),)))
    event = game.event("walk", loop(inside, *step, budget=200))
    ruin = {(0,): Fraction(8, 9), (6,): Fraction(1, 9)}
    assert both(game, [call(event)], read(a)) == ruin
    again = game.event("again", *step, iff(inside, call(len(game.procedures))))
    game.procedures[again].depth = 60
    assert both(game, [call(again)], read(a)) == ruin


def test_a_circle_that_is_never_left_is_told() -> None:
    game = Game()
    event = game.event("endless", roll(0, d(2)), loop(cmp(local(0), "<", 3), roll(0, d(2)), budget=200))
    with pytest.raises((RulebookError, Lacking)):
        compiled_chances(game, [call(event)], n(0))


def test_hooks_and_what_an_event_hands_over() -> None:
    game = Game()
    a = game.number(0, "a", 0, 99)
    before = hook("before", roll(1, d(4)), iff(cmp(local(1), "==", 4), c.Prevent(n(0).place)))
    after = hook("after", roll(1, d(2)), gain(a, local(1)))
    event = game.event("try", roll(1, d(6)), iff(cmp(local(1), "==", 1), END), store(a, local(1)), before=[before], after=[after], result=1)
    both(game, [call(event, out=((1, 3),)), store(a, arith("+", read(a), arith("*", local(3), 10)))], read(a))


@pytest.mark.parametrize("name", ["Two dice, the attacker's coach choosing: where the target ends", "Two rushes"])
def test_questions_of_a_rulebook(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block: dice are picked from, whoever is hit is pushed, thrown down, and the ball may bounce."""
    rulebook = load("bloodbowl", scenarios=True)
    scenario = next(s for s in rulebook.scenarios if s.name == name)
    found = []
    for executor in ("compiled", "interpreted"):
        monkeypatch.setenv("ARBITRE_EXECUTOR", executor)
        monkeypatch.setattr("arbitre.interpreter.odds.compiled.PATIENCE", 0)  # at once
        books = Books(rulebook)
        outcome = run_scenario(books, scenario)
        assert outcome.ok
        machine = next(machine for _, machine in books.ready.values() if machine is not None)
        assert (machine in explorers) is (executor == "compiled")
        found.append(outcome.measures)
    assert found[0] == found[1]


def test_ends_of_a_chain() -> None:
    half = {1: 1, 2: 1}
    assert ends_of({0: Fraction(1)}, [half, None, {1: 2, 3: 1}, None]) == {1: Fraction(5, 6), 3: Fraction(1, 6)}
    assert ends_of({0: Fraction(1)}, [{0: 1, 1: 2, 2: 1}, None, None]) == {1: Fraction(2, 3), 2: Fraction(1, 3)}
