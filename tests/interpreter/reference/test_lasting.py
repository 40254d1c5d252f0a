"""Changes that last, scheduled procedures, and when exactly they end."""

from __future__ import annotations

from kit import HERE, Game, cmp, gain, hook, iff, join, mask, n, period, read, run, step, store

from arbitre.dsl import core as c

TURN = 0  # the agenda is always the first procedure here


class Turns:
    """A game whose turns do what ``script[turn]`` says, noting a field at the end of each turn."""

    def __init__(self, low: int = 0, high: int = 99, start: int = 0, is_set: bool = False) -> None:
        self.game = Game(3)
        self.field = self.game.set(0, "held", self.game.seat) if is_set else self.game.number(0, "a", low, high, start)
        self.seen = self.game.number(self.game.kind("note", 9), "seen", -99, 99)

    def play(self, turns: int, script: dict[int, tuple[c.Stmt, ...]], after: tuple[c.Stmt, ...] = ()) -> list[int]:
        game, number = self.game, c.Built(HERE, "turn", (n(TURN),))
        body = [iff(cmp(number, "==", turn), *stmts) for turn, stmts in script.items()]
        note = store(self.seen, read(self.field), number)
        game.main = game.agenda("turn", step("act", *body), step("note", note), after=[hook("after", *after)] if after else [])
        assert game.main == TURN
        game.max_rounds = turns
        match = game.play()
        assert match.unfinished
        return [game.value(match, self.seen, turn) for turn in range(1, turns + 1)]


def test_a_count_lasts_for_this_turn() -> None:
    t = Turns(start=5)
    assert t.play(3, {1: (gain(t.field, 3, lasting=period(TURN)),)}) == [8, 5, 5]


def test_a_count_lasts_for_two_turns_this_one_included() -> None:
    t = Turns(start=5)
    assert t.play(4, {2: (gain(t.field, 3, lasting=period(TURN, 2)),)}) == [5, 8, 8, 5]


def test_a_count_begins_with_the_next_turn() -> None:
    t = Turns(start=5)
    assert t.play(4, {1: (gain(t.field, 3, lasting=period(TURN, 2, "next")),)}) == [5, 8, 8, 5]


def test_only_what_was_really_counted_is_taken_back() -> None:
    t = Turns(high=9, start=8)
    assert t.play(2, {1: (gain(t.field, 5, lasting=period(TURN)),)}) == [9, 8]


def test_what_happens_meanwhile_is_kept() -> None:
    t = Turns(start=5)
    assert t.play(3, {1: (gain(t.field, 3, lasting=period(TURN, 2)),), 2: (gain(t.field, -1),)}) == [8, 7, 4]


def test_two_counts_end_each_in_its_time() -> None:
    t = Turns(start=5)
    script = {1: (gain(t.field, 10, lasting=period(TURN, 3)), gain(t.field, 1, lasting=period(TURN, 2)))}
    assert t.play(4, script) == [16, 16, 15, 5]


def test_a_stored_value_comes_back() -> None:
    t = Turns(start=5)
    assert t.play(3, {1: (store(t.field, 2, lasting=period(TURN, 2)),)}) == [2, 2, 5]


def test_two_stored_values_the_longer_first() -> None:
    t = Turns(start=5)
    script = {1: (store(t.field, 2, lasting=period(TURN, 3)),), 2: (store(t.field, 7, lasting=period(TURN)),)}
    assert t.play(4, script) == [2, 7, 2, 5]


def test_two_stored_values_the_longer_last() -> None:
    t = Turns(start=5)
    script = {1: (store(t.field, 2, lasting=period(TURN, 2)),), 2: (store(t.field, 7, lasting=period(TURN, 2)),)}
    assert t.play(4, script) == [2, 7, 7, 5]


def test_a_gained_member_leaves() -> None:
    t = Turns(is_set=True)
    assert t.play(3, {1: (join(t.field, mask(1), lasting=period(TURN, 2)),)}) == [2, 2, 0]


def test_gaining_again_extends_to_the_later_end() -> None:
    t = Turns(is_set=True)
    script = {1: (join(t.field, mask(1), lasting=period(TURN, 3)), join(t.field, mask(1), lasting=period(TURN)))}
    assert t.play(4, script) == [2, 2, 2, 0]
    t = Turns(is_set=True)
    script = {1: (join(t.field, mask(1), lasting=period(TURN)), join(t.field, mask(1), lasting=period(TURN, 3)))}
    assert t.play(4, script) == [2, 2, 2, 0]


def test_a_gain_without_end_removes_the_end() -> None:
    t = Turns(is_set=True)
    assert t.play(3, {1: (join(t.field, mask(1), lasting=period(TURN)), join(t.field, mask(1)))}) == [2, 2, 2]


def test_what_is_held_for_good_stays() -> None:
    t = Turns(is_set=True)
    assert t.play(3, {1: (join(t.field, mask(1)), join(t.field, mask(1, 2), lasting=period(TURN)))}) == [6, 2, 2]


def test_losing_forgets_the_end() -> None:
    t = Turns(is_set=True)
    script = {1: (join(t.field, mask(1), lasting=period(TURN, 2)),), 2: (join(t.field, mask(1), add=False), join(t.field, mask(1)))}
    assert t.play(4, script) == [2, 2, 2, 2]


def test_a_lasting_loss_comes_back() -> None:
    t = Turns(is_set=True)
    assert t.play(3, {1: (join(t.field, mask(1)), join(t.field, mask(1), add=False, lasting=period(TURN)))}) == [0, 2, 2]


def test_a_lasting_loss_of_an_amount_comes_back() -> None:
    t = Turns(start=5)
    assert t.play(3, {1: (gain(t.field, -2, lasting=period(TURN)),)}) == [3, 5, 5]
    t = Turns(start=1)
    assert t.play(2, {1: (gain(t.field, -2, lasting=period(TURN)),)}) == [0, 1]


def test_a_loss_during_the_next_turn() -> None:
    t = Turns(is_set=True)
    assert t.play(3, {1: (join(t.field, mask(1)), join(t.field, mask(1), add=False, lasting=period(TURN, 1, "next")))}) == [2, 0, 2]


def test_what_was_not_there_does_not_come_back() -> None:
    t = Turns(is_set=True)
    assert t.play(2, {1: (join(t.field, mask(2)), join(t.field, mask(1, 2), add=False, lasting=period(TURN)))}) == [0, 4]


def test_losing_again_extends_to_the_later_end() -> None:
    for first, second in ((1, 3), (3, 1)):
        t = Turns(is_set=True)
        lose = [join(t.field, mask(1), add=False, lasting=period(TURN, runs)) for runs in (first, second)]
        assert t.play(4, {1: (join(t.field, mask(1)), *lose)}) == [0, 0, 0, 2]


def test_a_gain_and_a_loss_end_each_in_its_time() -> None:
    """Had for three turns, lost in the first: back in the second, gone with the third.  And the other way round."""
    t = Turns(is_set=True)
    script = {1: (join(t.field, mask(1), lasting=period(TURN, 3)), join(t.field, mask(1), add=False, lasting=period(TURN)))}
    assert t.play(4, script) == [0, 2, 2, 0]
    t = Turns(is_set=True)
    script = {1: (join(t.field, mask(1), lasting=period(TURN)), join(t.field, mask(1), add=False, lasting=period(TURN, 3)))}
    assert t.play(4, script) == [0, 0, 0, 0]
    t = Turns(is_set=True)
    lose = join(t.field, mask(1), add=False, lasting=period(TURN))
    script = {1: (join(t.field, mask(1)), lose, join(t.field, mask(1), lasting=period(TURN, 3)))}
    assert t.play(4, script) == [2, 2, 2, 2]


def test_a_loss_for_good_forgets_that_it_was_to_come_back() -> None:
    t = Turns(is_set=True)
    lose = join(t.field, mask(1), add=False, lasting=period(TURN))
    assert t.play(2, {1: (join(t.field, mask(1)), lose, join(t.field, mask(1), add=False))}) == [0, 0]


def test_a_count_that_ends_beneath_a_stored_value() -> None:
    t = Turns(start=5)
    script = {1: (gain(t.field, 3, lasting=period(TURN)), store(t.field, 2, lasting=period(TURN, 2)))}
    assert t.play(3, script) == [2, 2, 5]


def test_a_change_ends_after_the_after_hooks() -> None:
    t = Turns(start=5)
    late = t.game.number(0, "late")
    play = t.play(2, {1: (gain(t.field, 3, lasting=period(TURN)),)}, after=(iff(cmp(read(t.field), "==", 8), store(late, 1)),))
    assert play == [8, 5]
    # Played again to look at the field the hook wrote.
    t = Turns(start=5)
    late = t.game.number(0, "late")
    t.game.main = t.game.agenda("turn", (gain(t.field, 3, lasting=period(TURN)),), after=[hook("after", store(late, read(t.field)))])
    t.game.max_rounds = 1
    match = t.game.play()
    assert (t.game.value(match, late), t.game.value(match, t.field)) == (8, 5)


def test_an_after_hook_still_belongs_to_the_run() -> None:
    """``during turn`` said by an ``after`` hook of the turn ends with that very turn."""
    t = Turns(start=5)
    assert t.play(3, {}, after=(gain(t.field, 1, lasting=period(TURN)),)) == [5, 5, 5]


def test_a_period_of_an_agenda_that_is_not_running_counts_from_its_next_run() -> None:
    game = Game()
    a, seen = game.number(0, "a", 0, 9, 5), game.number(0, "seen", 0, 999)
    fight = game.agenda("fight", (store(seen, read(a)),))
    game.main = game.agenda("turn", (gain(a, 2, lasting=period(fight)), run(fight), c.Finish(HERE, n(0), game.seat)))
    match = game.play()
    assert (game.value(match, seen), game.value(match, a)) == (7, 5)


class TestSchedule:
    def turns(self, edge: str, when: c.Period, turns: int = 4) -> list[int]:
        t = Turns()
        number = c.Built(HERE, "turn", (n(TURN),))
        script: tuple[c.Stmt, ...] = (iff(cmp(number, "==", 1), c.Schedule(HERE, edge, when, 1, (n(7),))),)
        game = t.game
        game.main = game.agenda("turn", step("act", *script), step("note", store(t.seen, read(t.field), number)))
        bomb = game.procedure("scheduled", "bomb", (gain(t.field, c.Local(HERE, 0)),), params=("x",))
        assert bomb == 1
        game.max_rounds = turns
        match = game.play()
        return [game.value(match, t.seen, turn) for turn in range(1, turns + 1)]

    def test_at_the_end_of_this_turn(self) -> None:
        assert self.turns("end", period(TURN)) == [0, 7, 7, 7]

    def test_at_the_end_of_the_next_turn(self) -> None:
        assert self.turns("end", period(TURN, 2)) == [0, 0, 7, 7]

    def test_at_the_start_of_the_next_turn(self) -> None:
        assert self.turns("start", period(TURN, 1, "next")) == [0, 7, 7, 7]

    def test_at_the_start_of_the_turn_after_it(self) -> None:
        assert self.turns("start", period(TURN, 2, "next")) == [0, 0, 7, 7]


def test_lasting_changes_made_together_all_end() -> None:
    game = Game()
    a = game.number(game.seat, "a", 0, 9, 5)
    seen = game.number(game.seat, "seen")
    note = c.ForEach(HERE, 0, c.Rows(HERE, game.seat), (store(seen, read(a, c.Local(HERE, 0)), c.Local(HERE, 0)),))
    change = gain(a, 2, c.Local(HERE, 0), lasting=period(0))
    together = c.ForEach(HERE, 0, c.Rows(HERE, game.seat), (change,), together=True)
    game.main = game.agenda("turn", (together, note))
    game.max_rounds = 1
    match = game.play()
    assert [game.value(match, seen, r) for r in (0, 1)] == [7, 7]
    assert [game.value(match, a, r) for r in (0, 1)] == [5, 5]
    assert not match.state.timers
