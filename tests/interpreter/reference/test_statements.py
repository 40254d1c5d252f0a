"""Each statement on its own, in one event."""

from __future__ import annotations

import pytest
from kit import (
    END,
    HERE,
    NONE,
    Dice,
    Game,
    arith,
    at,
    call,
    cmp,
    d,
    each,
    gain,
    give,
    iff,
    join,
    let,
    local,
    loop,
    mask,
    n,
    query,
    read,
    roll,
    rows,
    store,
)

from arbitre.dsl import core as c
from arbitre.interpreter.state.errors import RulebookError


@pytest.fixture
def game() -> Game:
    return Game()


class TestStores:
    def test_store_and_read(self, game: Game) -> None:
        a, b = game.number(0, "a"), game.number(0, "b")
        match = game.once(store(a, 7), store(b, arith("*", read(a), 3)))
        assert game.value(match, b) == 21

    @pytest.mark.parametrize("value", [-1, 10])
    def test_store_out_of_range_names_the_place(self, game: Game, value: int) -> None:
        life = game.number(0, "life", 0, 9)
        with pytest.raises(RulebookError) as error:
            game.once(store(life, value, place=at(42)))
        assert error.value.place.line == 42
        assert "life" in str(error.value) and "it" in error.value.chain

    @pytest.mark.parametrize(("delta", "left"), [(3, 8), (30, 9), (-3, 2), (-30, 0)])
    def test_change_stops_at_the_bounds(self, game: Game, delta: int, left: int) -> None:
        life = game.number(0, "life", 0, 9, 5)
        assert game.value(game.once(gain(life, delta)), life) == left

    def test_members_join_and_leave(self, game: Game) -> None:
        held = game.set(0, "held", game.seat)
        match = game.once(join(held, mask(0, 1)), join(held, mask(0), add=False))
        assert game.value(match, held) == 0b10

    def test_a_column_of_none_is_an_error(self, game: Game) -> None:
        a, friend = game.number(game.seat, "a"), game.row(0, "friend", game.seat)
        with pytest.raises(RulebookError, match="‘a’"):
            game.once(let(0, read(a, read(friend))))
        with pytest.raises(RulebookError, match="‘a’"):
            game.once(store(a, 1, read(friend)))

    def test_constant_columns_stand_outside_the_state(self, game: Game) -> None:
        speed, a = game.number(game.seat, "speed", values=[4, 6]), game.number(0, "a")
        match = game.once(store(a, read(speed, 1)))
        assert game.value(match, a) == 6
        assert len(match.state.cells) == 1

    def test_starting_values(self, game: Game) -> None:
        a = game.number(game.seat, "a", start=[3, 8])
        match = game.once()
        assert [game.value(match, a, row) for row in (0, 1)] == [3, 8]


class TestNumbers:
    @pytest.mark.parametrize(
        ("op", "left", "right", "result"),
        [("/", -7, 2, -4), ("%", -7, 2, 1), ("/", 7, 2, 3), ("%", 7, 3, 1), ("min", 2, 5, 2), ("max", 2, 5, 5), ("-", 2, 5, -3)],
    )
    def test_arithmetic_floors(self, game: Game, op: str, left: int, right: int, result: int) -> None:
        a = game.number(0, "a", -50, 50)
        assert game.value(game.once(store(a, arith(op, left, right))), a) == result

    @pytest.mark.parametrize("op", ["/", "%"])
    def test_division_by_zero(self, game: Game, op: str) -> None:
        with pytest.raises(RulebookError):
            game.once(let(0, arith(op, 1, 0)))

    def test_choice_leaves_the_other_branch_alone(self, game: Game) -> None:
        a = game.number(0, "a")
        match = game.once(store(a, c.Choice(HERE, n(1), n(5), arith("/", 1, 0))))
        assert game.value(match, a) == 5

    def test_and_or_stop_early(self, game: Game) -> None:
        a, bad = game.number(0, "a"), arith("/", 1, 0)
        match = game.once(iff(c.Or(HERE, (n(1), bad)), gain(a, 1)), iff(c.And(HERE, (n(0), bad, bad)), gain(a, 10)))
        assert game.value(match, a) == 1


class TestQueries:
    @pytest.mark.parametrize(
        ("sink", "result"),
        [("any", 1), ("count", 2), ("set", 0b101), ("first", 0), ("sum", 9), ("high", 5), ("low", 4), ("best", 0b100), ("worst", 0b001)],
    )
    def test_sinks(self, sink: str, result: int) -> None:
        game = Game(3)
        size, out = game.number(game.seat, "size", start=[4, 9, 5]), game.number(0, "out")
        where = cmp(local(5), "!=", 1)
        match = game.once(store(out, query(sink, rows(game.seat), 5, where, read(size, local(5)))))
        assert game.value(match, out) == result

    @pytest.mark.parametrize(("sink", "result"), [("high", -3), ("low", -3), ("sum", 0), ("first", -1), ("only", -1), ("best", 0)])
    def test_of_nothing(self, game: Game, sink: str, result: int) -> None:
        out = game.number(0, "out", -9, 9)
        # ``sum`` of nothing is nothing: the binder leaves its ``empty`` at 0.
        empty = -3 if sink in ("high", "low") else 0
        match = game.once(store(out, query(sink, mask(), 5, None, local(5), empty=empty)))
        assert game.value(match, out) == result

    def test_only_refuses_two(self, game: Game) -> None:
        with pytest.raises(RulebookError):
            game.once(let(0, query("only", rows(game.seat), 5)))

    def test_union_of_rows_and_of_sets(self, game: Game) -> None:
        friend, friends = game.row(game.seat, "friend", game.seat, start=[1, NONE]), game.set(game.seat, "friends", game.seat)
        one, two = game.set(0, "one", game.seat), game.set(0, "two", game.seat)
        match = game.once(
            join(friends, mask(0), row=0),
            join(friends, mask(1), row=1),
            store(one, query("union", rows(game.seat), 5, None, read(friend, local(5)))),
            store(two, query("union", rows(game.seat), 5, None, read(friends, local(5)), value_is_set=True)),
        )
        assert (game.value(match, one), game.value(match, two)) == (0b10, 0b11)

    def test_none_is_in_nothing_and_left_out_of_sets(self, game: Game) -> None:
        held, a = game.set(0, "held", game.seat), game.number(0, "a")
        match = game.once(
            store(held, c.SetOf(HERE, (n(NONE), n(1)))),
            iff(c.In(HERE, n(NONE), rows(game.seat)), gain(a, 1)),
            iff(c.In(HERE, n(1), read(held)), gain(a, 10)),
        )
        assert (game.value(match, held), game.value(match, a)) == (0b10, 10)


class TestControl:
    def test_if_and_otherwise(self, game: Game) -> None:
        a = game.number(0, "a")
        match = game.once(iff(n(0), gain(a, 1), other=(gain(a, 2),)), iff(n(1), gain(a, 10)))
        assert game.value(match, a) == 12

    def test_for_each_in_order_of_keys(self, game: Game) -> None:
        speed, trail = game.number(game.seat, "speed", start=[2, 7]), game.number(0, "trail", 0, 999)
        note = store(trail, arith("+", arith("*", read(trail), 10), arith("+", local(3), 1)))
        match = game.once(each(3, rows(game.seat), note, keys=(c.Key(read(speed, local(3)), True),)))
        assert game.value(match, trail) == 21

    def test_ties_are_thrown_for_again_and_again(self, game: Game) -> None:
        trail = game.number(0, "trail", 0, 999)
        note = store(trail, arith("+", arith("*", read(trail), 10), arith("+", local(3), 1)))
        match = game.once(each(3, rows(game.seat), note, ties="lowest", dice=(d(6),)), dice=Dice(4, 4, 5, 2))
        assert game.value(match, trail) == 21  # lowest first
        assert match.state.rolls == 4

    def test_source_is_evaluated_once(self, game: Game) -> None:
        held, count = game.set(0, "held", game.seat), game.number(0, "count")
        match = game.once(join(held, mask(0, 1)), each(3, read(held), join(held, mask(0, 1), add=False), gain(count, 1)))
        assert game.value(match, count) == 2

    def test_while_runs_to_its_budget_and_no_further(self, game: Game) -> None:
        a = game.number(0, "a")
        assert game.value(game.once(loop(cmp(read(a), "<", 5), gain(a, 1), budget=5)), a) == 5
        other = Game()
        a = other.number(0, "a")
        with pytest.raises(RulebookError):
            other.once(loop(cmp(read(a), "<", 6), gain(a, 1), budget=5))

    def test_an_agenda_without_end_is_stopped(self) -> None:
        game = Game()
        a = game.number(0, "a", 0, 1)
        inner = loop(n(1), loop(n(1), gain(a, 1), budget=10**9), budget=10**9)
        with pytest.raises(RulebookError):
            game.once(inner)


class TestCalls:
    def test_result_and_defaults(self, game: Game) -> None:
        a = game.number(0, "a", -9, 99)
        event = game.event("double", give(arith("*", local(0), 2)), params=("x",), result=1)
        match = game.once(call(event, 21, out=((1, 5),)), store(a, local(5)))
        assert game.value(match, a) == 42

    def test_ended_without_give_leaves_the_default(self, game: Game) -> None:
        a = game.number(0, "a", -9, 99)
        event = game.event("nothing", END, give(5), result=1, init={1: -4})
        assert game.value(game.once(call(event, out=((1, 5),)), store(a, local(5))), a) == -4

    def test_guard(self, game: Game) -> None:
        a = game.number(0, "a")
        event = game.event("never", gain(a, 1), when=n(0))
        assert game.value(game.once(call(event)), a) == 0

    def test_own_fields_are_of_the_innermost_call(self, game: Game) -> None:
        a = game.number(0, "a", -9, 99)
        inner = game.event("inner", gain(a, c.Own(HERE, 1, 1, -1)))
        outer = game.event("outer", c.SetOwn(HERE, 1, 1, n(7), 0, 9), call(inner))
        assert (inner, outer) == (0, 1)
        match = game.once(call(outer), store(a, arith("*", read(a), 10)), call(inner))
        assert game.value(match, a) == 69

    def test_own_fields_have_bounds(self, game: Game) -> None:
        outer = game.event("outer", c.SetOwn(HERE, 0, 1, n(10), 0, 9))
        with pytest.raises(RulebookError):
            game.once(call(outer))

    def test_recursion_is_bounded_and_told_as_a_chain(self, game: Game) -> None:
        deep = game.event("deep", call(0), depth=3)
        with pytest.raises(RulebookError) as error:
            game.once(call(deep))
        assert list(error.value.chain).count("deep") >= 3

    def test_functions_that_never_end_are_errors(self, game: Game) -> None:
        game.functions.append(c.Function(0, "endless", [], 1, c.Apply(HERE, 0, ()), HERE))
        with pytest.raises(RulebookError):
            game.once(let(0, c.Apply(HERE, 0, ())))

    def test_functions_keep_slots_of_their_own(self, game: Game) -> None:
        a = game.number(0, "a")
        plus = game.function("plus", arith("+", local(0), local(1)), params=2, slots=2)
        apply = c.Apply(HERE, plus, (n(4), c.Apply(HERE, plus, (n(1), n(2)))))
        assert game.value(game.once(let(0, 90), store(a, apply)), a) == 7


class TestDice:
    def test_sum_of_the_dice(self, game: Game) -> None:
        a = game.number(0, "a")
        match = game.once(roll(0, d(6, 2), d(4)), store(a, local(0)), dice=Dice(6, 2, 3))
        assert game.value(match, a) == 11

    def test_every_die_in_a_slot_of_its_own(self, game: Game) -> None:
        a = game.number(0, "a", 0, 999)
        body = (
            c.Roll(HERE, 0, (d(6, 2),), "pair", c.Faces([1, 2], c.Look(True))),
            store(a, arith("+", arith("*", local(1), 10), local(2))),
        )
        assert game.value(game.once(*body, dice=Dice(6, 2)), a) == 62

    def test_every_die_in_a_slot_of_its_own_and_their_sum(self, game: Game) -> None:
        a = game.number(0, "a", 0, 999)
        body = (
            c.Roll(HERE, 0, (d(6, 2), d(4)), "three", c.Faces([1, 2, 3], c.Look(True))),
            store(a, arith("+", arith("*", local(0), 10), local(3))),
        )
        assert game.value(game.once(*body, dice=Dice(6, 2, 4)), a) == 124

    def test_custom_dice(self, game: Game) -> None:
        a = game.number(0, "a")
        assert game.value(game.once(roll(0, c.Dice(1, (0, 0, 5))), store(a, local(0)), dice=Dice(3)), a) == 5

    def test_computed_dice(self, game: Game) -> None:
        a = game.number(0, "a")
        throw = c.RollCount(HERE, 0, n(3), n(4), "hail")
        assert game.value(game.once(throw, store(a, local(0)), dice=Dice(4, 4, 1)), a) == 9

    def test_too_many_dice(self, game: Game) -> None:
        with pytest.raises(RulebookError):
            game.once(c.RollCount(HERE, 0, n(21), n(4), "hail"))

    def test_a_contest_is_thrown_again_at_a_tie(self, game: Game) -> None:
        a = game.number(0, "a", 0, 999)
        off = c.RollOff(HERE, 0, 1, (d(6),), (d(6),), n(1), n(0), True, "duel")
        match = game.once(off, store(a, arith("+", arith("*", local(0), 10), local(1))), dice=Dice(3, 4, 5, 2))
        assert game.value(match, a) == 52

    def test_draw(self, game: Game) -> None:
        a, b = game.number(0, "a", -1), game.number(0, "b", -1)
        match = game.once(
            c.Draw(HERE, 0, rows(game.seat), "card"),
            store(a, local(0)),
            c.Draw(HERE, 0, mask(), "card"),
            store(b, local(0)),
            c.Draw(HERE, 0, mask(1), "card"),
            dice=Dice(2),
        )
        assert (game.value(match, a), game.value(match, b), match.state.rolls) == (1, -1, 1)


class TestRows:
    def test_create_takes_the_first_free_row_and_its_defaults(self) -> None:
        game = Game()
        piece = game.kind("piece", 2, dynamic=True)
        life, count = game.number(piece, "life", 0, 9, 5), game.number(0, "count")
        make = c.Create(HERE, 0, piece, ((life, n(2)),))
        match = game.once(
            make, make, c.Discard(HERE, piece, n(0)), c.Create(HERE, 0, piece, ()), store(count, query("count", rows(piece), 5))
        )
        assert [game.value(match, life, row) for row in (0, 1)] == [5, 2]
        assert game.value(match, count) == 2

    def test_no_row_left(self) -> None:
        game = Game()
        make = c.Create(HERE, 0, game.kind("piece", 1, dynamic=True), ())
        with pytest.raises(RulebookError, match="piece"):
            game.once(make, make)

    def test_created_values_have_bounds(self) -> None:
        game = Game()
        piece = game.kind("piece", 1, dynamic=True)
        life = game.number(piece, "life", 0, 9)
        with pytest.raises(RulebookError, match="life"):
            game.once(c.Create(HERE, 0, piece, ((life, n(10)),)))


class TestTheEnd:
    def test_nothing_happens_after_it(self, game: Game) -> None:
        a = game.number(0, "a")
        match = game.once(c.Finish(HERE, mask(1), game.seat), gain(a, 1))
        assert match.over and match.winners == ["blue"] and game.value(match, a) == 0

    def test_a_draw_has_no_winner(self, game: Game) -> None:
        assert game.once().winners == []

    def test_a_match_without_end_stops_unfinished(self, game: Game) -> None:
        game.max_rounds = 7
        game.main = game.agenda("turn", ())
        match = game.play()
        assert match.unfinished and not match.over and match.turn == 7

    def test_what_must_always_hold(self, game: Game) -> None:
        a = game.number(0, "a")
        game.always.append(c.Always("small", cmp(read(a), "<", 5), 1, at(9)))
        assert game.once(gain(a, 4)).over
        with pytest.raises(RulebookError, match="small") as error:
            game.once(gain(a, 6))
        assert error.value.place.line == 9


def test_telling_reaches_its_audience_only(game: Game) -> None:
    a = game.number(0, "a", default=4)
    words = (
        c.Piece(c.Text.saying(en="You have ")),
        c.Piece(c.Text.saying(en="{}"), read(a)),
        c.Piece(c.Text.saying(fr="Vous avez ")),
        c.Piece(c.Text.saying(fr="{}"), read(a)),
    )
    game.public = False
    match = game.once(c.Tell(HERE, mask(1), False, words))
    said = [[r.data["says"] for r in match.log(viewer) if r.kind == "tell"] for viewer in (0, 1, "spectator", "referee")]
    assert said == [[], [c.Text.saying(en="You have 4", fr="Vous avez 4")], [], [c.Text.saying(en="You have 4", fr="Vous avez 4")]]


def test_facts_are_remembered_as_they_were(game: Game) -> None:
    a, known = game.number(game.seat, "a"), game.number(0, "known")
    ask = c.Built(HERE, "told", (mask(1), n(a), n(0)))
    match = game.once(
        store(a, 3), iff(ask, gain(known, 1)), c.TellFact(HERE, mask(1), False, a, n(0)), store(a, 9), iff(ask, gain(known, 10))
    )
    assert game.value(match, known) == 10
    assert match.state.told == {(1, a, 0, 3)}
