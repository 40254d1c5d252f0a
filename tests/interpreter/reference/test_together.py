"""Things done together: everyone reads the state before, and the changes are merged."""

from __future__ import annotations

import pytest
from kit import HERE, Game, arith, cmp, each, gain, iff, join, local, mask, n, period, query, read, rows, store

from arbitre.dsl import core as c
from arbitre.interpreter.state.errors import RulebookError


def both(game: Game, *body: c.Stmt) -> c.Stmt:
    """The body for each seat (in slot 3), together."""
    return each(3, rows(game.seat), *body, together=True)


def for_seat(seat: int, *body: c.Stmt) -> c.If:
    return iff(cmp(local(3), "==", seat), *body)


@pytest.fixture
def game() -> Game:
    return Game()


def test_everyone_reads_the_state_before(game: Game) -> None:
    a = game.number(game.seat, "a", start=[3, 8])
    swap = store(a, read(a, arith("-", 1, local(3))), local(3))
    match = game.once(both(game, swap))
    assert [game.value(match, a, row) for row in (0, 1)] == [8, 3]


def test_amounts_add_up(game: Game) -> None:
    a = game.number(0, "a", 0, 99, 10)
    match = game.once(both(game, gain(a, -3)))
    assert game.value(match, a) == 4


@pytest.mark.parametrize(("start", "first", "second", "result"), [(8, 3, -2, 9), (1, -3, 2, 0), (5, -2, 1, 4)])
def test_amounts_add_up_before_the_bounds_cut_them(game: Game, start: int, first: int, second: int, result: int) -> None:
    a = game.number(0, "a", 0, 9, start)
    match = game.once(both(game, for_seat(0, gain(a, first)), for_seat(1, gain(a, second))))
    assert game.value(match, a) == result


def test_members_unite_and_leave(game: Game) -> None:
    held = game.set(0, "held", game.seat, start=[0b01])
    match = game.once(both(game, for_seat(0, join(held, mask(0), add=False)), for_seat(1, join(held, mask(1)))))
    assert game.value(match, held) == 0b10


def test_a_member_that_was_not_there_cannot_be_lost(game: Game) -> None:
    held = game.set(0, "held", game.seat)
    match = game.once(both(game, for_seat(0, join(held, mask(1))), for_seat(1, join(held, mask(1), add=False))))
    assert game.value(match, held) == 0b10


def test_equal_stores_agree_and_different_ones_clash(game: Game) -> None:
    a = game.number(0, "a")
    assert game.value(game.once(both(game, store(a, 4))), a) == 4
    other = Game()
    a = other.number(0, "a")
    with pytest.raises(RulebookError, match="‘a’"):
        other.once(both(other, store(a, local(3))))


def test_storing_what_was_there_is_a_store_too(game: Game) -> None:
    a = game.number(0, "a", default=5)
    with pytest.raises(RulebookError):
        game.once(both(game, for_seat(0, store(a, 5)), for_seat(1, store(a, 7))))


@pytest.mark.parametrize("storing", [0, 1])
@pytest.mark.parametrize("amount", [1, -1, 99])
def test_a_store_and_an_amount_are_two_different_changes(storing: int, amount: int) -> None:
    game = Game()
    a = game.number(0, "a", default=5)
    with pytest.raises(RulebookError, match=r"two different changes.*‘a’"):
        game.once(both(game, for_seat(storing, store(a, 20)), for_seat(1 - storing, gain(a, amount))))


@pytest.mark.parametrize("storing", [0, 1])
@pytest.mark.parametrize(("amount", "stored"), [(3, 8), (0, 8), (9, 9)])
def test_unless_they_come_to_the_same(storing: int, amount: int, stored: int) -> None:
    game = Game()
    a = game.number(0, "a", 0, 9, default=5)
    match = game.once(both(game, for_seat(storing, store(a, stored)), for_seat(1 - storing, gain(a, amount))))
    assert game.value(match, a) == stored


def test_a_store_and_an_amount_of_one_of_them(game: Game) -> None:
    a = game.number(game.seat, "a", default=5)
    match = game.once(both(game, gain(a, 30, local(3)), store(a, 7, local(3)), gain(a, 2, local(3))))
    assert [game.value(match, a, row) for row in (0, 1)] == [9, 9]


def test_what_lasts_takes_back_what_was_counted() -> None:
    """From 8 of 9: 3 and 3 and -1 come to 9; at the end of the turn both 3 go, of which 2 were counted."""
    game = Game(3)
    a, seen = game.number(0, "a", 0, 9, 8), game.number(0, "seen")
    turn = 0
    add = (for_seat(0, gain(a, 3, lasting=period(turn))), for_seat(1, gain(a, -1)), for_seat(2, gain(a, 3, lasting=period(turn))))
    game.main = game.agenda("turn", (both(game, *add), store(seen, read(a))))
    game.max_rounds = 1
    match = game.play()
    assert (game.value(match, seen), game.value(match, a)) == (9, 7)
    assert not match.state.timers


@pytest.mark.parametrize("lasting", [0, 1])
def test_a_member_gained_for_good_stays(lasting: int) -> None:
    game = Game()
    held = game.set(0, "held", game.seat)
    gains = (for_seat(lasting, join(held, mask(1), lasting=period(0))), for_seat(1 - lasting, join(held, mask(1))))
    game.main = game.agenda("turn", (both(game, *gains),))
    game.max_rounds = 1
    assert game.value(game.play(), held) == 0b10


def test_each_creates_a_row_of_its_own(game: Game) -> None:
    piece = game.kind("piece", 4, dynamic=True)
    owner, count = game.row(piece, "owner", game.seat), game.number(0, "count")
    make = c.Create(HERE, 4, piece, ((owner, local(3)),))
    match = game.once(both(game, make), store(count, query("count", rows(piece), 5)))
    assert game.value(match, count) == 2
    assert {game.value(match, owner, row) for row in (0, 1)} == {0, 1}


def test_each_creates_a_row_of_its_own_where_they_stand_one_in_another(game: Game) -> None:
    piece = game.kind("piece", 5, dynamic=True)
    count = game.number(0, "count")
    make = each(4, rows(game.seat), c.Create(HERE, 5, piece, ()), together=True)
    match = game.once(both(game, make), store(count, query("count", rows(piece), 5)))
    assert game.value(match, count) == 4


def test_statements_of_a_block(game: Game) -> None:
    a, b = game.number(0, "a", default=3), game.number(0, "b", default=8)
    match = game.once(c.Together(HERE, (store(a, read(b)), store(b, read(a)))))
    assert (game.value(match, a), game.value(match, b)) == (8, 3)


def test_nested(game: Game) -> None:
    a = game.number(0, "a", default=5)
    inner = each(4, rows(game.seat), gain(a, 1), together=True)
    assert game.value(game.once(both(game, inner)), a) == 9


class TestSecretChoices:
    @pytest.fixture
    def game(self) -> Game:
        game = Game()
        plan = game.number(game.seat, "plan")
        choice = game.choose(4, local(3), low=1, high=3, name="plan", secret=True)
        game.main = game.agenda("turn", (both(game, choice, store(plan, local(4), local(3))), c.Finish(HERE, n(0), game.seat)))
        return game

    def test_are_pending_at_the_same_time(self, game: Game) -> None:
        match = game.play()
        assert [r.seat for r in match.pending()] == [0, 1]
        assert all(r.secret and [o.key for o in r.options] == ["1", "2", "3"] for r in match.pending())
        assert [r.seat for r in match.pending(1)] == [1]

    @pytest.mark.parametrize("order", [(0, 1), (1, 0)])
    def test_are_kept_by_request_whatever_their_arrival(self, game: Game, order: tuple[int, int]) -> None:
        match = game.play()
        asked = {r.seat: r.id for r in match.pending()}
        for seat in order:
            match.answer(asked[seat], str(seat + 2), seat)
        assert match.over
        assert [game.value(match, 0, seat) for seat in (0, 1)] == [2, 3]
        assert [(g.seat, g.key) for g in match.tape.answers] == [(0, "2"), (1, "3")]

    def test_the_other_question_keeps_its_name(self, game: Game) -> None:
        match = game.play()
        first, second = match.pending()
        match.answer(second.id, "1")
        assert [r.id for r in match.pending()] == [first.id]

    def test_nothing_is_seen_until_all_are_given(self, game: Game) -> None:
        match = game.play()
        before = match.digest()
        match.answer(match.pending(1)[0].id, "3")
        assert match.digest() == before
        assert not any(r.kind == "choice" for r in match.log(0))

    def test_are_read_by_their_seat_only(self, game: Game) -> None:
        match = game.play("2", "3")
        for viewer, seen in ((0, [0]), (1, [1]), ("spectator", []), ("referee", [0, 1])):
            assert [r.data["seat"] for r in match.log(viewer) if r.kind == "choice"] == seen


def test_several_questions_each_in_turn() -> None:
    game = Game()
    total = game.number(game.seat, "total")
    one = game.choose(4, local(3), low=1, high=3, secret=True)
    two = game.choose(5, local(3), low=4, high=6, secret=True)
    body = both(game, one, two, store(total, arith("+", local(4), local(5)), local(3)))
    game.main = game.agenda("turn", (body, c.Finish(HERE, n(0), game.seat)))
    match = game.play()
    for seat, key in ((1, "3"), (1, "6"), (0, "1")):
        match.answer(match.pending(seat)[0].id, key)
        assert match.pending(0)
    match.answer(match.pending(0)[0].id, "4")
    assert match.over and [game.value(match, total, r) for r in (0, 1)] == [5, 9]
