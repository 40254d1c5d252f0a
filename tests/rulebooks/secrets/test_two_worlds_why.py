"""Two worlds that differ only in what a side may not know give that side the same reasons, odds and refusals."""

from __future__ import annotations

from functools import cache
from math import inf

import pytest

from arbitre.documents.model.book import Book
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import knowledge
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.trace import Numbers
from arbitre.session.dialogue.foreseen import foreseen
from arbitre.session.why.reasons import Why, public
from arbitre.session.why.refusals import WhyNot
from arbitre.story.narrator import Narrator
from arbitre.story.watch import Watch

ANSWERS, ASKED = 7, 5
GAMES = ("tsewnart", "kollaball", "dungeonbowl")
pytestmark = pytest.mark.more  # every reason of every event in both worlds


@cache
def book(name: str) -> Book:
    rulebook = load(name)
    bound = compile_rules(rulebook)
    return Book(rulebook, bound, machine_of(bound.program), name)


def worlds(name: str, seed: int) -> tuple[Match, Match, int]:
    """Two matches alike but for what the side of the open question may not know, both watched from here on."""
    match, rng = Match(book(name).machine, seed, trace=False), Lots(seed)
    left = 3 * seed
    while match.requests and (match.turn == 0 or left):
        left -= match.turn > 0
        match.answer(match.requests[0].id, choose(match, match.requests[0], "random", rng))
    hidden = sorted(knowledge(match, match.requests[0]).hidden)
    assert hidden
    columns: dict[int, list[int]] = {}
    for cell in hidden:
        columns.setdefault(match.machine.layout.owner[cell], []).append(cell)
    out = []
    for tampered in (False, True):
        other = match.clone(trace=True)
        dice = Watch(match.tape.seed)
        other.dice = other.run.dice = dice
        dice.run = other.run
        for cells in columns.values() if tampered else ():
            values = [match.state.cells[cell] for cell in cells]
            values = rng.sample(values, len(values))
            column = match.program.fields[match.machine.layout.owner[cells[0]]]
            if len(set(values)) == 1 and column.target < 0:  # all alike: one of them is another
                values[0] = column.low if values[0] != column.low else min(column.high, column.low + 1)
            for cell, value in zip(cells, values, strict=True):
                other.state.cells[cell] = value
        other.check_always = False
        other.answers.forget()
        other.requests = []
        other.go_on()
        out.append(other)
    return out[0], out[1], match.requests[0].seat


def seen(match: Match, seat: int) -> list[tuple[str, str, str]]:
    return [(r.kind, r.name, str(r.data.get("faces", ""))) for r in match.log(seat)]


@pytest.mark.parametrize("name", GAMES)
def test_a_side_is_given_the_same_reasons(name: str) -> None:
    differing = asked = 0
    for seed in (1, 2):
        one, two, seat = worlds(name, seed)
        differing += one.state.cells != two.state.cells
        for number in range(ANSWERS):
            pairs = [[r for r in m.requests if r.seat == seat] or m.requests for m in (one, two)]
            if not pairs[0] or [o.key for o in pairs[0][0].options] != [o.key for o in pairs[1][0].options]:
                break
            if pairs[0][0].seat == seat:
                assert foreseen(one, pairs[0][0], "en", inf) == foreseen(two, pairs[1][0], "en", inf)
            for match, found in zip((one, two), pairs, strict=True):
                match.answer(found[0].id, (number * 5 + seed) % len(found[0].options))
            if seen(one, seat) != seen(two, seat):  # what was hidden has come out
                break
        numbers = [[*Numbers(m.run.log or [], seat)] for m in (one, two)]
        count = min(map(len, numbers))
        if seen(one, seat)[:count] != seen(two, seat)[:count]:
            count = next(n for n, pair in enumerate(zip(seen(one, seat), seen(two, seat), strict=False)) if pair[0] != pair[1])
        told = [[s.text for s in Narrator(m, "fr", seat).sentences(m.log(seat)[:count])] for m in (one, two)]
        assert told[0] == told[1]
        assert numbers[0][:count] == numbers[1][:count]
        for event in numbers[0][: count : max(1, count // ASKED)]:
            answers = [public(Why(m, "en", seat, book=book(name)).account(event)) for m in (one, two)]
            assert answers[0] == answers[1]
            asked += 1
    assert differing and (asked or not seen(one, seat))  # where nobody sees what happens there is nothing to ask about


@pytest.mark.parametrize("name", GAMES)
def test_a_side_is_told_the_same_of_what_is_not_offered(name: str) -> None:
    for seed in (1, 2):
        one, two, seat = worlds(name, seed)
        requests = [next(r for r in m.requests if r.seat == seat) for m in (one, two)]
        for action in one.machine.actions[:: 1 + len(one.machine.actions) // 12]:
            said = action.title.own("en") or action.action.name
            answers = [WhyNot(m, r, "en", book(name)).lines(said) for m, r in zip((one, two), requests, strict=True)]
            assert answers[0] == answers[1], said
