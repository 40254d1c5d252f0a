"""Scenarios carried out with everything noted that ``why`` asks for: the short scripted matches of the questions."""

from __future__ import annotations

from functools import cache

from arbitre.documents.model.book import Book
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.scenario.scenarios import bind_scenario, options_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import Moment, Recording
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import Rehearsal
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.interpreter.reference.program import add_functions
from arbitre.interpreter.state.dice import Generator, Script
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.opening.books import open_book
from arbitre.session.why.reasons import Why
from arbitre.story.watch import Watch


class Scripted(Watch):
    """The dice of a scenario, noted as they fall; once there are no more, those of a seed."""

    def __init__(self, script: Script) -> None:
        super().__init__(0, script)
        self.script, self.after = script, Generator(7)

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        if self.run is not None and self.run.log is not None:
            self.watch(self.run, label, place)
        if number >= len(self.script.faces):
            return self.after.throw(size, number, label, place, key)
        return self.script.throw(size, number, label, place, key)


class Seen(Why):
    """Accounts for what happened in a scenario; how things stood was noted as it happened."""

    def seen(self, wanted: set[int]) -> dict[int, Moment]:
        log = self.match.run.log
        assert isinstance(log, Recording)
        return {index: moment for index, moment in log.moments.items() if index in wanted}


@cache
def books(game: str) -> Books:
    return Books(open_book(game, scenarios=True))


@cache
def book(game: str, options: tuple[tuple[str, str], ...]) -> Book:
    bound, machine = books(game).get(dict(options))
    assert machine is not None
    return Book(books(game).rulebook, bound, machine, game)


def carried_out(game: str, name: str) -> tuple[Match, Book]:
    """A scenario of a game played to its end, and its rulebook."""
    scenario = next(s for s in books(game).rulebook.scenarios if s.name == name)
    options = options_of(scenario)
    bound, machine = books(game).get(options)
    assert machine is not None
    plan = bind_scenario(bound.context, scenario)
    add_functions(machine)
    stage = Rehearsal(machine, plan, Outcome(scenario.name, scenario.place, []))
    match = stage.match
    dice = Scripted(stage.script)
    match.dice = match.run.dice = dice
    match.run.log = Recording(match.run, [], [], None)
    dice.run = match.run
    stage.play()
    assert not stage.outcome.failures, stage.outcome.failures
    return match, book(game, tuple(sorted(options.items())))


def question(game: str, seed: int, answers: int) -> tuple[Match, Book]:
    """A match answered by a rule so often: a question is open, the same whatever bots do."""
    found = book(game, ())
    match = Match(found.machine, seed)
    for number in range(answers):
        request = match.requests[0]
        match.answer(request.id, (number * 7 + seed) % len(request.options))
    return match, found
