"""Hooks: before, instead of, after, on events and rolls; who yields to whom."""

from __future__ import annotations

import pytest
from kit import (
    END,
    HERE,
    PREVENT,
    PROCEED,
    Dice,
    Game,
    arith,
    at,
    call,
    cmp,
    d,
    gain,
    give,
    hook,
    iff,
    let,
    local,
    n,
    read,
    roll,
    store,
)

from arbitre.dsl import core as c
from arbitre.interpreter.state.errors import RulebookError

WORDS = (c.Piece(c.Text.saying(en="It happens.", fr="Cela arrive.")),)


@pytest.fixture
def game() -> Game:
    return Game()


def trail_of(game: Game) -> tuple[int, dict[str, c.Store]]:
    """A field that remembers in which order things were done, and a statement that notes each of them."""
    trail = game.number(0, "trail", 0, 10**9)
    return trail, {str(i): store(trail, arith("+", arith("*", read(trail), 10), i)) for i in range(1, 10)}


def test_order(game: Game) -> None:
    trail, note = trail_of(game)
    event = game.event(
        "e", note["3"], before=[hook("b1", note["1"]), hook("b2", note["2"])], after=[hook("a1", note["4"]), hook("a2", note["5"])]
    )
    assert game.value(game.once(call(event)), trail) == 12345


def test_hooks_get_the_parameters_before_they_are_asked(game: Game) -> None:
    a = game.number(0, "a")
    before = [hook(f"b{k}", gain(a, local(2)), when=cmp(local(2), ">", k), params=((0, 2),)) for k in (3, 7)]
    event = game.event("e", params=("x",), before=before)
    assert game.value(game.once(call(event, 5)), a) == 5


def test_prevented(game: Game) -> None:
    trail, note = trail_of(game)
    event = game.event(
        "e", note["3"], give(9), before=[hook("b1", PREVENT), hook("b2", note["2"])], after=[hook("a", note["4"])], result=1, init={1: -1}
    )
    match = game.once(call(event, out=((1, 5),)), iff(cmp(local(5), "==", -1), note["7"]))
    assert game.value(match, trail) == 7


def test_a_prevented_event_is_not_told(game: Game) -> None:
    event = game.event("e", before=[hook("b", PREVENT)], says=WORDS)
    match = game.once(call(event))
    assert not [r for r in match.log(0) if r.data.get("says")]


def test_instead_of(game: Game) -> None:
    trail, note = trail_of(game)
    event = game.event("e", note["3"], instead=[hook("i", note["6"])], before=[hook("b", note["1"])], after=[hook("a", note["4"])])
    assert game.value(game.once(call(event)), trail) == 164


def test_instead_of_with_a_result(game: Game) -> None:
    a = game.number(0, "a", -9)
    event = game.event("e", give(3), instead=[hook("i", give(8))], result=1)
    assert game.value(game.once(call(event, out=((1, 5),)), store(a, local(5))), a) == 8


def test_replaced_without_a_result_leaves_the_default(game: Game) -> None:
    a = game.number(0, "a", -9)
    event = game.event("e", give(3), instead=[hook("i", END)], result=1, init={1: -2})
    assert game.value(game.once(call(event, out=((1, 5),)), store(a, local(5))), a) == -2


def test_proceed_runs_what_was_replaced(game: Game) -> None:
    trail, note = trail_of(game)
    a = game.number(0, "a")
    instead = hook("i", note["6"], c.Proceed(HERE, 4), note["7"], give(arith("+", local(4), 1)))
    event = game.event("e", note["3"], give(5), instead=[instead], result=1)
    match = game.once(call(event, out=((1, 5),)), store(a, local(5)))
    assert (game.value(match, trail), game.value(match, a)) == (637, 6)


def test_proceed_without_give_keeps_the_original_result(game: Game) -> None:
    a = game.number(0, "a")
    event = game.event("e", give(5), instead=[hook("i", PROCEED)], result=1)
    assert game.value(game.once(call(event, out=((1, 5),)), store(a, local(5))), a) == 5


def test_two_instead_of_that_match_are_an_error_naming_both(game: Game) -> None:
    event = game.event("e", instead=[hook("one", place=at(11)), hook("two", place=at(22))])
    with pytest.raises(RulebookError) as error:
        game.once(call(event))
    assert ":11:" in str(error.value) and ":22:" in str(error.value)


@pytest.mark.parametrize("position", ["before", "instead", "after"])
def test_over_settles_it_openly(game: Game, position: str) -> None:
    trail, note = trail_of(game)
    hooks = [hook("one", note["1"]), hook("two", note["2"], over=("one",))]
    event = game.event("e", **{position: hooks})
    assert game.value(game.once(call(event)), trail) == 2


@pytest.mark.parametrize("position", ["before", "instead", "after"])
def test_over_only_when_it_matches_itself(game: Game, position: str) -> None:
    trail, note = trail_of(game)
    hooks = [hook("one", note["1"]), hook("two", note["2"], over=("one",), when=n(0))]
    event = game.event("e", **{position: hooks})
    assert game.value(game.once(call(event)), trail) == 1


@pytest.mark.parametrize("position", ["before", "after"])
def test_over_is_asked_before_the_first_of_them_runs(game: Game, position: str) -> None:
    """Whichever file is read first: what one hook does cannot let the one it overrides run after all."""
    trail, note = trail_of(game)
    fresh = cmp(read(trail), "==", 0)
    hooks = [hook("two", note["2"], over=("one",), when=fresh), hook("one", note["1"])]
    event = game.event("e", **{position: hooks})
    assert game.value(game.once(call(event)), trail) == 2


class TestGuards:
    """core.Procedure: the guard is asked first; where it is false nothing happens, and no hook hears of it."""

    def test_no_after_hooks_when_the_guard_was_false(self, game: Game) -> None:
        trail, note = trail_of(game)
        event = game.event("e", note["3"], when=n(0), after=[hook("a", note["4"])])
        assert game.value(game.once(call(event)), trail) == 0

    def test_the_guard_is_asked_before_the_before_hooks(self, game: Game) -> None:
        trail, note = trail_of(game)
        ready = game.number(0, "ready", 0, 1)
        event = game.event("e", note["3"], when=read(ready), before=[hook("b", store(ready, 1))])
        match = game.once(call(event))
        assert (game.value(match, trail), game.value(match, ready)) == (0, 0)

    def test_the_guard_is_of_what_replaces_the_body_too(self, game: Game) -> None:
        trail, note = trail_of(game)
        event = game.event("e", note["3"], when=n(0), instead=[hook("i", note["6"])])
        assert game.value(game.once(call(event)), trail) == 0


class TestRolls:
    def strike(self, game: Game, *rolled: c.Hook) -> tuple[int, int]:
        """A test of 2d6 that succeeds from 8 up; slots: natural 1, bonus 2, result 0."""
        out = game.number(0, "out")
        success = c.Choice(HERE, cmp(arith("+", local(1), local(2)), ">=", 8), n(0), n(1))
        body = (roll(1, d(6, 2), label="strike"), let(2, 0), c.Rolled(HERE), let(0, success))
        test = game.procedure("test", "strike", body, result=0, rolled=list(rolled), results=("success", "failure"))
        return test, out

    def test_without_hooks(self, game: Game) -> None:
        test, out = self.strike(game)
        body = (call(test, out=((0, 5),)), store(out, local(5)))
        assert game.value(game.once(*body, dice=Dice(3, 4)), out) == 1

    def test_throwing_again(self, game: Game) -> None:
        again = (roll(4, d(6, 2), label="strike"), c.SetOwn(HERE, 0, 1, local(4), -99, 99))
        test, out = self.strike(game, hook("r", *again, when=cmp(c.Own(HERE, 0, 1, 0), "==", 7)))
        assert test == 0
        match = game.once(call(test, out=((0, 5),)), store(out, local(5)), dice=Dice(3, 4, 6, 6))
        assert game.value(match, out) == 0 and match.state.rolls == 4

    def test_changing_the_bonus(self, game: Game) -> None:
        more = c.SetOwn(HERE, 0, 2, arith("+", c.Own(HERE, 0, 2, 0), 1), -99, 99)
        test, out = self.strike(game, hook("r", more))
        assert game.value(game.once(call(test, out=((0, 5),)), store(out, local(5)), dice=Dice(3, 4)), out) == 0


def test_hooks_read_and_set_fields_of_the_event(game: Game) -> None:
    a = game.number(0, "a")
    own = c.Own(HERE, 0, 1, -1)
    event = game.event("e", gain(a, own), before=[hook("b", c.SetOwn(HERE, 0, 1, arith("+", own, 4), 0, 9))], init={1: 2})
    assert event == 0
    assert game.value(game.once(call(event)), a) == 6


def test_every_record_names_its_cause(game: Game) -> None:
    a = game.number(0, "a")
    inner = game.event("inner", gain(a, 1))
    outer = game.event("outer", call(inner))
    records = game.once(call(outer)).log()
    by_name = {r.name: r for r in records}
    assert records[by_name["a"].cause].name == "inner"
    assert records[by_name["inner"].cause].name == "outer"
