"""Whole matches: the same seed and answers give the same match; undo, clones, records, budgets, and who sees what."""

from __future__ import annotations

import hashlib
import json
import signal
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import HERE, Game, arith, call, cmp, d, each, gain, iff, let, local, n, read, roll, rows, run, store
from programs import PROGRAM

from arbitre.dsl import core as c
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.dice import DiceSource, Generator, SingleDice
from arbitre.interpreter.state.errors import RulebookError

NOWHERE_LABEL = ("roll", HERE)


def play(seed: int, picks: list[int], backwards: bool = False) -> Match:
    """Answers every question by its row in ``picks``, then by 0; the last open question first if ``backwards``."""
    match, left = Match(PROGRAM, seed), {}
    count = 0
    while match.pending():
        request = match.pending()[-1 if backwards else 0]
        if request.id not in left:
            # A question has the same answer whenever it comes.
            left[request.id] = picks[zlib.crc32(request.id.encode()) % len(picks)] if picks else 0
        match.answer(request.id, left[request.id] % len(request.options))
        count += 1
    assert match.over
    return match


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.lists(st.integers(0, 5), min_size=1, max_size=20))
def test_the_same_seed_and_answers_give_the_same_match(seed: int, picks: list[int]) -> None:
    one, two = play(seed, picks), play(seed, picks, backwards=True)
    assert one.digest() == two.digest()
    assert one.tape == two.tape
    assert [(r.kind, r.name, r.data) for r in one.log()] == [(r.kind, r.name, r.data) for r in two.log()]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.lists(st.integers(0, 5), min_size=1, max_size=20))
def test_a_tape_is_replayed(seed: int, picks: list[int]) -> None:
    match = play(seed, picks)
    again = Match(PROGRAM, seed, start=False)
    again.answers.script = [given.choice for given in match.tape.answers]
    again.begin()
    assert again.over and again.digest() == match.digest() and again.tape == match.tape


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.lists(st.integers(0, 5), min_size=1, max_size=20), st.integers(1, 4))
def test_undone_and_done_again(seed: int, picks: list[int], steps: int) -> None:
    match = play(seed, picks)
    digest, answers = match.digest(), list(match.tape.answers)
    for _ in range(steps):
        if not match.undo():
            break
    fresh = Match(PROGRAM, seed, start=False)
    fresh.answers.script = [given.choice for given in match.tape.answers]
    fresh.begin()
    assert fresh.digest() == match.digest()
    assert [r.id for r in fresh.pending()] == [r.id for r in match.pending()]
    for answer in answers[len(match.tape.answers) :]:
        match.answer(match.pending()[0].id, answer.choice, answer.seat)
    assert match.digest() == digest


def test_undoing_part_of_what_is_asked_together() -> None:
    match = Match(PROGRAM, 1)
    before, asked = match.digest(), [r.id for r in match.pending()]
    match.answer(asked[1], "3")
    assert match.undo()
    assert match.digest() == before and [r.id for r in match.pending()] == asked


def test_nothing_to_undo() -> None:
    assert not Match(PROGRAM, 1).undo()


def test_tracing_changes_nothing() -> None:
    digests = set()
    for trace in (True, False):
        match = Match(PROGRAM, 5, trace=trace)
        while match.pending():
            match.answer(match.pending()[0].id, 0)
        digests.add(match.digest())
    assert len(digests) == 1


def test_a_clone_has_dice_of_its_own_if_asked() -> None:
    match = Match(PROGRAM, 5)
    twins = [match.clone(), match.clone(seed=6)]
    for one in (match, *twins):
        while one.pending():
            one.answer(one.pending()[0].id, 0)
    assert match.digest() == twins[0].digest() != twins[1].digest()


class TestFaults:
    """A rule that cannot be carried out leaves the match as it was, answers and questions included."""

    def game(self) -> tuple[Game, int]:
        game = Game()
        life = game.number(0, "life", 0, 99)
        fatal = iff(cmp(local(1), "==", 2), store(life, arith("/", 1, 0)))
        body = (gain(life, 1), game.choose(1, 0, low=1, high=3), gain(life, 10))
        game.main = game.agenda("turn", body, (call(game.event("later", gain(life, 5), fatal, params=("x", "y")), 0, local(1)),))
        game.main = game.agenda("main", (*body, gain(life, 20), call(0, 0, local(1))))
        return game, life

    def test_in_a_later_statement_than_the_answered_one(self) -> None:
        game, life = self.game()
        match = game.play("1")
        before, asked, tape, records = match.digest(), match.pending(), list(match.tape.answers), len(match.log())
        with pytest.raises(RulebookError, match="division"):
            match.answer(asked[0].id, "2")
        assert (match.digest(), match.pending(), match.tape.answers, len(match.log())) == (before, asked, tape, records)
        match.answer(asked[0].id, "3")
        twin = game.play("1", "3")
        assert match.digest() == twin.digest() and match.tape == twin.tape and game.value(match, life) == 73
        assert match.undo() and match.digest() == before

    def test_in_the_answered_statement_itself(self) -> None:
        game = Game()
        a = game.number(0, "a")
        event = game.event("e", gain(a, 1), game.choose(1, 0, low=0, high=2), store(a, arith("/", 4, local(1))))
        game.main = game.agenda("turn", (call(event),))
        match = game.play()
        before, asked = match.digest(), match.pending()
        with pytest.raises(RulebookError):
            match.answer(asked[0].id, "0")
        assert match.digest() == before and match.pending() == asked and not match.tape.answers
        match.answer(asked[0].id, "2")
        assert game.value(match, a) == 2

    def test_one_of_two_answers_given_together(self) -> None:
        game = Game()
        a = game.number(game.seat, "a")
        ask = each(0, rows(game.seat), game.choose(1, local(0), low=0, high=2, secret=True),
                   store(a, arith("/", 4, local(1)), local(0)), together=True)  # fmt: skip
        game.main = game.agenda("turn", (ask, c.Finish(HERE, n(0), game.seat)))
        match = game.play()
        one, two = match.pending()
        match.answer(two.id, "2")
        with pytest.raises(RulebookError):
            match.answer(one.id, "0")
        assert match.pending() == [one]
        match.answer(one.id, "1")
        assert match.over and [game.value(match, a, row) for row in (0, 1)] == [4, 2]

    def test_what_must_always_hold(self) -> None:
        game = Game()
        a = game.number(0, "a")
        game.always.append(c.Always("small", cmp(read(a), "<", 3), 0, HERE))
        game.main = game.agenda("turn", (game.choose(1, 0, low=0, high=9), store(a, local(1))))
        match = game.play()
        before, asked = match.digest(), match.pending()
        with pytest.raises(RulebookError, match="small"):
            match.answer(asked[0].id, "5")
        assert match.digest() == before and match.pending() == asked

    def test_a_turn_that_asks_nothing_for_ever(self) -> None:
        game = Game()
        inner = game.agenda("inner", (let(0, 1),), repeat=True)
        game.main = game.agenda("turn", (game.choose(0, 0, low=1, high=2), run(inner)))
        match = game.play()
        before, asked = match.digest(), match.pending()
        with pytest.raises(RulebookError, match="without a question"), within(30):
            match.answer(asked[0].id, "1")
        assert match.digest() == before and match.pending() == asked


class TestDice:
    def test_known_values(self) -> None:
        """The generators are part of what a save means: their values never change."""

        def first(dice: DiceSource, size: int, count: int) -> list[int]:
            return [1 + dice.throw(size, k, *NOWHERE_LABEL) for k in range(count)]

        block = hashlib.blake2b((1).to_bytes(8, "little") + (42).to_bytes(8, "little")).digest()
        words = [int.from_bytes(block[at : at + 8], "little") for at in range(0, 64, 8)]
        assert first(Generator(42), 6, 16)[8:] == [1 + word * 6 // 2**64 for word in words]
        assert first(Generator(42), 6, 20) == [3, 3, 6, 6, 4, 4, 4, 4, 1, 5, 2, 6, 5, 1, 2, 5, 4, 2, 1, 6]
        assert first(Generator(42), 6, 20) != first(Generator(43), 6, 20)
        assert first(SingleDice(7), 6, 12) == [4, 6, 2, 6, 2, 6, 6, 1, 2, 3, 3, 4]
        assert first(SingleDice(-3), 20, 6) == [5, 12, 14, 17, 14, 2] and first(SingleDice(10**30), 3, 5) == [1, 2, 3, 2, 2]
        size, key = 2**63 + 1, hashlib.blake2b(b"7", digest_size=32).digest()  # nearly half of the values are refused
        for number, face in enumerate(first(SingleDice(7), size, 20)):
            tried = (hashlib.blake2b(number.to_bytes(8, "little") + at.to_bytes(4, "little"), digest_size=8, key=key) for at in range(64))
            assert face == 1 + next(value for one in tried if (value := int.from_bytes(one.digest(), "little")) < size)
        assert first(Generator(10**30), 6, 9) != first(Generator(10**30 % 2**64), 6, 9) != first(Generator(-1), 6, 9)

    def test_in_any_order(self) -> None:
        """A die does not depend on which was thrown before it."""
        generator, again = Generator(5), Generator(5)
        there = [generator.below(6, n) for n in range(40)]
        assert [again.below(6, n) for n in reversed(range(40))] == there[::-1]

    @pytest.mark.parametrize("size", [2, 6, 7, 100])
    def test_fair(self, size: int) -> None:
        generator, counts, throws = Generator(1), [0] * size, 400 * size
        for number in range(throws):
            counts[generator.throw(size, number, *NOWHERE_LABEL)] += 1
        spread = sum((count - 400) ** 2 / 400 for count in counts)
        assert spread < size + 4 * (2 * size) ** 0.5


class TestDigests:
    def test_equal_states_have_equal_digests(self) -> None:
        """A flag that was compared and a flag that was written are the same flag."""
        digests = []
        for value in (n(1), cmp(2, "<", 3)):
            game = Game()
            flag = game.number(0, "flag", 0, 1)
            match = game.once(store(flag, value))
            assert game.value(match, flag) == 1
            digests.append(match.digest())
        assert digests[0] == digests[1]

    def test_a_state_can_be_written_as_json(self) -> None:
        match = play(3, [1, 2])
        assert json.loads(json.dumps(match.state.cells)) == match.state.cells


class TestSecrets:
    def test_what_is_stored_in_a_hidden_field_is_told_to_nobody_else(self) -> None:
        match = Match(PROGRAM, 1)
        for seat, answer in ((0, "3"), (1, "2")):
            match.answer(match.pending(seat)[0].id, answer)
        told = [
            (r.data["row"], r.data["new"])
            for r in match.log("spectator")
            if r.kind == "change" and r.name == "plan" and r.data["new"] in (2, 3)
        ]
        assert told == []

    def test_hidden_events_hide_what_happens_in_them(self) -> None:
        game = Game()
        a = game.number(0, "a")
        game.public = False
        event = game.event("plot", gain(a, 1), roll(0, d(6)), seen=[c.Seen(n(0b10), None, 12)])
        match = game.once(call(event))
        seen = {viewer: {r.name for r in match.log(viewer)} & {"plot", "a", "roll"} for viewer in (0, 1, "spectator", "referee")}
        assert seen == {0: set(), 1: {"plot", "a", "roll"}, "spectator": set(), "referee": {"plot", "a", "roll"}}


class TestRecords:
    def campaign(self) -> tuple[Game, int]:
        game = Game()
        hero = game.kind("hero", 3, dynamic=True, kept=True)
        fame = game.number(hero, "fame", 0, 99, 1, kept=True)
        game.number(hero, "wounds", 0, 9)
        game.domains[hero].kept = True
        event = game.event("grow", each(0, rows(hero), gain(fame, 5, local(0))), c.Create(HERE, 1, hero, ()))
        game.main = game.agenda("turn", (call(event), c.Finish(HERE, n(0), game.seat)))
        return game, fame

    def test_kept_fields_pass_from_match_to_match(self) -> None:
        game, fame = self.campaign()
        record: dict[str, Any] | None = None
        found = []
        for _ in range(3):
            match = game.play(record=record)
            record = json.loads(json.dumps(match.record()))
            found.append([game.value(match, fame, row) for row in range(3)])
        assert found == [[1, 1, 1], [6, 1, 1], [11, 6, 1]]

    @pytest.mark.parametrize(
        "broken",
        [
            {"game": "other", "kinds": {}},
            {"kinds": {}},
            {"game": "test", "kinds": {"dragon": []}},
            {"game": "test", "kinds": {"hero": [{"row": 9}]}},
            {"game": "test", "kinds": {"hero": [{"row": 0, "fame": 100}]}},
        ],
    )
    def test_records_that_do_not_fit_are_refused(self, broken: dict[str, Any]) -> None:
        game, _ = self.campaign()
        with pytest.raises(Exception, match="record"):
            game.play(record=broken)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise TimeoutError

    # Time of the processor: what others do on this machine does not count.
    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class TestBudgets:
    """No rulebook hangs the process."""

    def test_values_that_ask_for_themselves_twice(self) -> None:
        game = Game()
        less = c.Apply(HERE, 0, (arith("-", local(0), 1),))
        game.function("double", c.Choice(HERE, cmp(local(0), "<=", 0), n(1), arith("+", less, less)), params=1, slots=1)
        with pytest.raises(RulebookError), within(8):
            game.once(let(0, c.Apply(HERE, 0, (n(50),))))

    def test_the_depth_of_a_function_is_its_own(self) -> None:
        game = Game()
        less = c.Apply(HERE, 0, (arith("-", local(0), 1),))
        game.function("down", c.Choice(HERE, cmp(local(0), "<=", 0), n(0), less), params=1, slots=1, depth=20)
        with pytest.raises(RulebookError):
            game.once(let(0, c.Apply(HERE, 0, (n(60),))))

    def test_events_that_call_each_other(self) -> None:
        game = Game()
        game.event("ping", call(1), depth=100_000)
        game.event("pong", call(0), depth=100_000)
        with pytest.raises(RulebookError):
            game.once(call(0))
