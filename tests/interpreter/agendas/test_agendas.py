"""Agendas: steps, their hooks, runs inside runs, movable atoms; every statement a place to stop."""

from __future__ import annotations

import pytest
from kit import (
    END,
    HERE,
    PREVENT,
    PROCEED,
    Game,
    arith,
    call,
    cmp,
    each,
    gain,
    hook,
    iff,
    let,
    local,
    loop,
    n,
    read,
    rows,
    run,
    step,
    store,
)

from arbitre.dsl import core as c
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.errors import RulebookError


def trail_of(game: Game) -> int:
    return game.number(0, "trail", 0, 10**12)


def note(trail: int, value: int | c.Expr) -> c.Store:
    return store(trail, arith("+", arith("*", read(trail), 10), value))


def finished(game: Game, *before: c.Stmt | c.Step, **more: object) -> Match:
    """One turn of these steps, then a draw."""
    steps = [s if isinstance(s, c.Step) else step(f"s{i}", s) for i, s in enumerate(before)]
    game.main = game.agenda("turn", *steps, step("finish", c.Finish(HERE, n(0), game.seat)), **more)  # type: ignore[arg-type]
    return game.play()


@pytest.fixture
def game() -> Game:
    return Game()


class TestSteps:
    def test_in_the_order_of_the_list(self, game: Game) -> None:
        trail = trail_of(game)
        assert game.value(finished(game, note(trail, 1), note(trail, 2), note(trail, 3)), trail) == 123

    def test_hooks_of_a_step(self, game: Game) -> None:
        trail = trail_of(game)
        act = step("act", note(trail, 2), before=[hook("b", note(trail, 1))], after=[hook("a", note(trail, 3))])
        assert game.value(finished(game, act), trail) == 123

    def test_a_prevented_step(self, game: Game) -> None:
        trail = trail_of(game)
        act = step("act", note(trail, 2), before=[hook("b", PREVENT)], after=[hook("a", note(trail, 3))])
        assert game.value(finished(game, act, note(trail, 4)), trail) == 4

    def test_instead_of_a_step(self, game: Game) -> None:
        trail = trail_of(game)
        act = step("act", note(trail, 2), instead=[hook("i", note(trail, 7))], after=[hook("a", note(trail, 3))])
        assert game.value(finished(game, act), trail) == 73

    def test_instead_of_a_step_proceeding(self, game: Game) -> None:
        trail = trail_of(game)
        act = step("act", note(trail, 2), instead=[hook("i", note(trail, 7), PROCEED, note(trail, 8))])
        assert game.value(finished(game, act), trail) == 728

    def test_a_hook_lets_a_step_proceed_where_it_says_so(self, game: Game) -> None:
        """Two ways on, picked by a seat; the step reads the slots of its agenda, the hook its own."""
        trail = trail_of(game)
        skip = game.branch(0, "skip", yes=(note(trail, 6),), no=(PROCEED, note(trail, local(0))))
        act = step("act", note(trail, local(1)), instead=[hook("i", let(0, 9), skip)], after=[hook("a", note(trail, 3))])
        game.main = game.agenda("turn", step("begin", let(1, 2)), act, step("finish", c.Finish(HERE, n(0), game.seat)), init={1: 4})
        game.max_rounds = 1
        assert game.value(game.play("yes"), trail) == 63
        game.procedures[game.main].steps[0].body = ()
        assert game.value(game.play("no"), trail) == 493

    def test_end_in_a_step_that_proceeds_leaves_the_step_alone(self, game: Game) -> None:
        trail = trail_of(game)
        act = step("act", note(trail, 2), END, note(trail, 9), instead=[hook("i", PROCEED, note(trail, 8), END, note(trail, 9))])
        assert game.value(finished(game, act, note(trail, 4)), trail) == 284

    def test_a_step_asks_while_its_hook_waits(self, game: Game) -> None:
        trail = trail_of(game)
        ask = game.choose(0, 1, low=1, high=3)
        act = step("act", ask, note(trail, local(0)), instead=[hook("i", let(0, 7), PROCEED, note(trail, local(0)))])
        game.main = game.agenda("turn", act, step("finish", c.Finish(HERE, n(0), game.seat)))
        match = game.play()
        twin = match.clone()
        for one in (match, twin):
            one.answer(one.pending()[0].id, "2")
        assert game.value(match, trail) == 27 and match.digest() == twin.digest()

    def test_end_leaves_the_step(self, game: Game) -> None:
        trail = trail_of(game)
        act = step("act", note(trail, 1), each(0, rows(game.seat), END, note(trail, 9)), note(trail, 9), after=[hook("a", note(trail, 2))])
        assert game.value(finished(game, act, note(trail, 3)), trail) == 123


class TestHooksOfAgendas:
    def test_around_every_run(self, game: Game) -> None:
        trail = trail_of(game)
        game.main = game.agenda("turn", (note(trail, 2),), before=[hook("b", note(trail, 1))], after=[hook("a", note(trail, 3))])
        game.max_rounds = 2
        assert game.value(game.play(), trail) == 123123

    def test_a_prevented_run(self, game: Game) -> None:
        trail = trail_of(game)
        inner = game.agenda("inner", (note(trail, 2),), before=[hook("b", PREVENT)], after=[hook("a", note(trail, 3))])
        assert game.value(finished(game, run(inner), note(trail, 4)), trail) == 4

    def test_instead_of_a_run(self, game: Game) -> None:
        trail = trail_of(game)
        inner = game.agenda("inner", (note(trail, 2),), instead=[hook("i", note(trail, 7))], after=[hook("a", note(trail, 3))])
        assert game.value(finished(game, run(inner), note(trail, 4)), trail) == 734

    def test_a_run_that_proceeds_where_the_hook_says_so(self, game: Game) -> None:
        trail = trail_of(game)
        own = c.Own(HERE, 0, 0, -1)
        body = (note(trail, 7), PROCEED, note(trail, 8), iff(cmp(own, "==", 5), PROCEED), note(trail, 9))
        game.agenda(
            "inner",
            step("one", note(trail, 1), before=[hook("s", c.SetOwn(HERE, 0, 0, n(5), 0, 9))]),
            step("two", note(trail, own)),
            instead=[hook("i", *body)],
            after=[hook("a", note(trail, 3))],
            init={0: 2},
        )
        assert game.value(finished(game, run(0), note(trail, 4)), trail) == 7_15_8_15_9_3_4

    def test_a_replaced_run_begins_and_ends(self, game: Game) -> None:
        """What lasts until its end ends, and what is due at its start is done."""
        trail = trail_of(game)
        lasting = gain(trail, 50, lasting=c.Period(0, "now", n(1)))
        game.agenda("inner", (note(trail, 2),), instead=[hook("i", lasting, note(trail, 7))])
        game.procedure("scheduled", "later", (note(trail, 1),))
        due = c.Schedule(HERE, "start", c.Period(0, "now", n(1)), 1, ())
        assert game.value(finished(game, due, run(0)), trail) == 517 - 50

    def test_steps_of_a_run_that_proceeds_can_be_moved(self, game: Game) -> None:
        trail = trail_of(game)
        move = iff(cmp(local(3), "==", 0), c.Reschedule(HERE, n(3), n(2), n(1)))
        over = c.ForEach(HERE, 3, rows(game.seat), ())
        steps = [step(f"s{k}", note(trail, arith("+", arith("+", local(3), 2 * k), 1)), *more) for k, more in ((0, (move,)), (1, ()))]
        inner = game.agenda("inner", *steps, over=over, instead=[hook("i", PROCEED, note(trail, 9))])
        game.atoms = game.kind("step", 4)
        assert game.value(finished(game, run(inner)), trail) == 12439

    def test_a_hook_after_a_step_sets_a_field_of_the_agenda(self, game: Game) -> None:
        trail = trail_of(game)
        act = step("act", note(trail, 1), after=[hook("a", c.SetOwn(HERE, 0, 0, n(6), 0, 9))])
        assert game.value(finished(game, act, note(trail, c.Own(HERE, 0, 0, -1)), init={0: 2}), trail) == 16

    def test_a_hook_sets_a_field_of_the_agenda(self, game: Game) -> None:
        trail = trail_of(game)
        turn = 0
        own = c.Own(HERE, turn, 0, -1)
        act = step("act", note(trail, own), before=[hook("b", c.SetOwn(HERE, turn, 0, n(6), 0, 9))])
        match = finished(game, act, init={0: 2})
        assert game.value(match, trail) == 6

    def test_a_hook_before_the_agenda_sets_a_field_of_it(self, game: Game) -> None:
        trail = trail_of(game)
        own = c.Own(HERE, 0, 0, -1)
        match = finished(game, note(trail, own), init={0: 2}, before=[hook("b", c.SetOwn(HERE, 0, 0, n(6), 0, 9))])
        assert game.value(match, trail) == 6

    def test_an_event_sets_a_field_of_the_agenda(self, game: Game) -> None:
        trail = trail_of(game)
        event = game.event("e", c.SetOwn(HERE, 1, 0, n(6), 0, 9))
        match = finished(game, call(event), note(trail, c.Own(HERE, 1, 0, -1)), init={0: 2})
        assert game.main == 1 and game.value(match, trail) == 6


class TestRuns:
    def test_arguments(self, game: Game) -> None:
        trail = trail_of(game)
        inner = game.agenda("inner", (note(trail, local(0)),), params=("x",))
        assert game.value(finished(game, run(inner, 5), run(inner, 6)), trail) == 56

    def test_how_often_it_has_begun(self, game: Game) -> None:
        trail = trail_of(game)
        inner = game.agenda("inner", (note(trail, c.Built(HERE, "turn", (n(0),))),))
        assert game.value(finished(game, run(inner), run(inner), run(inner)), trail) == 123

    def test_skipped_when_its_guard_is_false(self, game: Game) -> None:
        trail = trail_of(game)
        inner = game.agenda("inner", (note(trail, 1),), guard=n(0))
        assert game.value(finished(game, run(inner), note(trail, 2)), trail) == 2

    def test_repeated_while_its_guard_holds(self, game: Game) -> None:
        trail = trail_of(game)
        inner = game.agenda("inner", (note(trail, 1),), guard=cmp(read(trail), "<", 100), repeat=True)
        assert game.value(finished(game, run(inner), note(trail, 2)), trail) == 1112

    def test_repeated_for_ever_does_not_hang(self, game: Game) -> None:
        inner = game.agenda("inner", (let(0, 1),), repeat=True)
        game.main = game.agenda("turn", (run(inner),))
        match = Match(game.program(), start=False)
        with pytest.raises(RulebookError):
            for _ in range(300_000):
                if not match.advance():
                    break

    def test_loops_inside_steps(self, game: Game) -> None:
        trail = trail_of(game)
        inner = game.agenda("inner", (note(trail, local(0)),), params=("x",))
        body = each(1, rows(game.seat), iff(cmp(local(1), "==", 1), run(inner, 7), other=(run(inner, 8),)))
        assert game.value(finished(game, body, loop(cmp(read(trail), "<", 1000), run(inner, 1))), trail) == 8711


class TestAtoms:
    """An agenda with steps 0, 1, 2 for each of two seats; atom = step * 2 + seat, noted as atom + 1."""

    def play(self, game: Game, first: tuple[c.Stmt, ...] = (), hidden: bool = False, **order: object) -> int:
        trail = trail_of(game)
        one = lambda k: note(trail, arith("+", arith("+", local(3), 2 * k), 1))  # noqa: E731
        over = c.ForEach(HERE, 3, rows(game.seat), (), **order)  # type: ignore[arg-type]
        steps = [step("zero", one(0), *first), step("one", one(1), hidden=hidden), step("two", one(2))]
        inner = game.agenda("inner", *steps, over=over)
        game.atoms = game.kind("step", 6)
        return game.value(finished(game, run(inner)), trail)

    def move(self, atom: int, reference: int, before: int = 1) -> c.Stmt:
        """Moves it while atom 0 (the first of all) is at work."""
        return iff(cmp(local(3), "==", 0), c.Reschedule(HERE, n(atom), n(reference), n(before)))

    def test_each_step_for_its_elements(self, game: Game) -> None:
        assert self.play(game) == 123456

    def test_in_the_order_of_the_elements(self, game: Game) -> None:
        speed = game.number(game.seat, "speed", start=[9, 4])
        assert self.play(game, keys=(c.Key(read(speed, local(3)), False),)) == 214365

    def test_moved_before(self, game: Game) -> None:
        assert self.play(game, (self.move(4, 1),)) == 152346

    def test_moved_after(self, game: Game) -> None:
        assert self.play(game, (self.move(2, 5, 0),)) == 124563

    @pytest.mark.parametrize(("atom", "reference"), [(0, 3), (3, 0), (4, 4), (-1, 3), (3, -1)])
    def test_nothing_moves_unless_both_are_to_come(self, game: Game, atom: int, reference: int) -> None:
        assert self.play(game, (self.move(atom, reference),)) == 123456

    @pytest.mark.parametrize("atom", [2, 3])
    def test_fixed_steps_do_not_move(self, game: Game, atom: int) -> None:
        assert self.play(game, (self.move(atom, 5, 0),), hidden=True) == 123456

    def test_pending(self, game: Game) -> None:
        seen = game.number(0, "seen", 0, 10**9)
        ask = [iff(c.Built(HERE, "pending", (n(atom),)), gain(seen, 10**atom)) for atom in range(6)]
        self.play(game, (iff(cmp(local(3), "==", 1), *ask),))
        assert game.fields[seen].name == "seen"
        match = Match(game.program())
        assert game.value(match, seen) == 111100


class TestCheckpoints:
    def build(self) -> tuple[Game, int]:
        game = Game()
        a = game.number(0, "a", 0, 10**6)
        inner = game.agenda("inner", (gain(a, local(0)), each(1, rows(game.seat), gain(a, 1))), params=("x",))
        body = each(0, rows(game.seat), run(inner, local(0)), game.choose(2, local(0), low=1, high=3), gain(a, local(2)))
        game.main = game.agenda("turn", (body, body), (c.Finish(HERE, n(0), game.seat),))
        return game, a

    def test_states_between_statements_are_flat_hashable_and_go_on_alike(self) -> None:
        game, _ = self.build()
        match = game.play("2", "3")
        twin = match.clone()
        assert match.state.key() == twin.state.key() and hash(match.state.key()) == hash(twin.state.key())
        for _ in range(2):
            for one in (match, twin):
                one.answer(one.pending()[0].id, "1")
        assert match.over and match.state.key() == twin.state.key() and match.digest() == twin.digest()

    def test_a_clone_leaves_the_match_alone(self) -> None:
        game, _ = self.build()
        match = game.play("2")
        before = match.digest()
        twin = match.clone()
        twin.answer(twin.pending()[0].id, "1")
        assert match.digest() == before != twin.digest()
