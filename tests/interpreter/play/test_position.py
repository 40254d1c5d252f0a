"""Positions are the matches that they are of, whatever is answered; copies are apart; what is played out is the same in both executors."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.play.tally import Tally
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.run.runtime import FULL, Stopped

ROOT = Path(__file__).resolve().parents[3]
RACE, LASTING = (str(ROOT / "tests" / "interpreter" / "wasm" / "games" / f"{name}.rules") for name in ("race", "lasting"))
GAMES = ["tictactoe", "backgammon", "coliseum", "tsewnart", RACE, LASTING]
BROKEN = """\
game broken:
    title en "Broken" fr "Cassé"
    play turn up to 9 times
kind side, seats: red, blue
    life: 0 to 5 = 3
agenda turn:
    go:
        red chooses gift from 0 to 7
        red.life becomes gift
"""


@cache
def made(game: str) -> Machine:
    return machine_of(program_of(game))


@pytest.mark.parametrize("seed", [7, 2**127 + 5], ids=["short", "long"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_it_is_the_match(game: str, seed: int) -> None:
    pytest.importorskip("wasmtime")
    machine, lots = made(game), Lots(7)
    position = Position(machine, seed)
    match = position.match()
    for number in range(60):
        if position.ended:
            break
        request = match.requests[0]
        assert position.slow is None and (position.seat, position.options) == (request.seat, len(request.options))
        option = lots.below(position.options)
        position.answer(option)
        match.answer(request.id, option)
        if number % 15 == 0:
            again = position.match()
            assert again.digest() == match.digest() == position.digest()
            assert [r.id for r in again.requests] == [r.id for r in match.requests]
    assert position.digest() == match.digest() and (position.over, position.turn) == (match.over, match.turn)
    assert position.winners == match.winners


def test_seeds_of_any_size() -> None:
    machine = made("backgammon")
    for seed in (-1, 1 << 70):
        position, match = Position(machine, seed), Position(machine, seed, executor="interpreted").match()
        for _ in range(6):
            position.answer(0)
            match.answer(match.requests[0].id, 0)
        assert position.digest() == match.digest() and position.clone(1 << 70).playouts(1, seed).matches == 1


def test_copies_go_on_by_themselves() -> None:
    position = Position(made("backgammon"), 3)
    for _ in range(7):
        position.answer(position.options - 1)
    one, two, other = position.clone(), position.clone(), position.clone(99)
    assert one == two == position and len({one, two, position}) == 1
    one.answer(0)
    assert position == two != one
    two.answer(0)
    assert one == two
    lots = Lots(1)
    for _ in range(20):
        other.answer(lots.below(other.options))
    assert other.digest() == other.match().digest()  # its first dice are those of one seed, the others of another


def test_playouts_are_the_same_in_both() -> None:
    pytest.importorskip("wasmtime")
    machine = made("backgammon")
    quick, slow = Position(machine, 3), Position(machine, 3, executor="interpreted")
    for position in (quick, slow):
        for _ in range(70):
            position.answer(position.options // 2)
    assert slow.slow is not None and quick.key != slow.key and quick.digest() == slow.digest()
    before = quick.key
    assert quick.playouts(3, 5) == slow.playouts(3, 5) and quick.key == before
    both = Tally()
    for part in (quick.playouts(2, 5), quick.playouts(1, 7)):
        both.matches += part.matches
        both.wins = {name: both.wins.get(name, 0) + part.wins.get(name, 0) for name in {*both.wins, *part.wins}}
    assert both == quick.playouts(3, 5)


def test_a_match_that_is_over_and_what_it_refuses() -> None:
    position = Position(made("tictactoe"), 1)
    with pytest.raises(AnswerError, match="9"):
        position.answer(9)
    while not position.ended:
        position.answer(0)
    assert position.over and position.winners == ["cross"] and position.playouts(4) == Tally(4, {"cross": 4})
    with pytest.raises(AnswerError, match="over"):
        position.answer(0)


@pytest.mark.parametrize("executor", ["", "interpreted"])
def test_a_rule_that_cannot_be_carried_out(executor: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN, encoding="utf-8")
    position = Position(machine_of(program_of(str(path))), 1, executor)
    position.answer(5)
    before = position.key, position.options
    with pytest.raises(RulebookError, match="6 does not fit in ‘life’"):
        position.answer(6)
    assert (position.key, position.options) == before
    position.answer(0)
    assert position.digest() == position.match().digest()


def test_what_the_module_gives_up_goes_on_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime")
    machine = made("coliseum")
    position, match = Position(machine, 4), Position(machine, 4).match()
    assert position.runner is not None
    whole, done = position.runner.call, []

    def tired(name: str, *args: int) -> int:
        done.append(name)
        if len(done) == 6:
            raise Stopped(FULL, 0, "")
        return whole(name, *args)

    monkeypatch.setattr(position.runner, "call", tired)
    lots = Lots(2)
    for _ in range(20):
        request = match.requests[0]
        assert (position.seat, position.options) == (request.seat, len(request.options))
        option = lots.below(position.options)
        position.answer(option)
        match.answer(request.id, option)
    assert position.slow is not None and position.digest() == match.digest() == position.match().digest()


def test_a_question_is_come_to_without_a_trap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trap costs twice what all else of an answer does."""
    pytest.importorskip("wasmtime")
    position, called = Position(made("tictactoe"), 1), []
    assert position.runner is not None
    instance = type(position.runner.instance)
    call = instance.call
    monkeypatch.setattr(instance, "call", lambda self, name, args: called.append(name) or call(self, name, args))
    position.answer(4)
    assert position.options == 8 and called == ["go_on"]
