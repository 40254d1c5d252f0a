"""Two worlds that differ only in what a side may not know look the same to its bots, in every game of the library that hides anything."""

from __future__ import annotations

from functools import cache

import pytest

from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import knowledge, sample_world
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.trace import Numbers, Record
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR, may_see
from arbitre.session.commands import Commands
from arbitre.session.dialogue.labels import plain
from arbitre.session.dialogue.lookup import Lookup
from arbitre.session.dialogue.questions import Question
from arbitre.session.play import Table
from arbitre.story.boards.boards import picture
from arbitre.story.boards.screen import Screen
from arbitre.story.boards.tables import tables, written
from arbitre.story.narrator import Narrator
from arbitre.story.report import counts, pieces
from arbitre.story.story import Story
from arbitre.story.watch import watched


@cache
def machine(name: str) -> Machine:
    return machine_of(compile_rules(load(name)).program)


def opening(name: str, seed: int, decisions: int) -> Match:
    match, rng = Match(machine(name), seed, trace=False), Lots(seed)
    while match.requests and (match.turn == 0 or decisions):
        decisions -= match.turn > 0
        match.answer(match.requests[0].id, choose(match, match.requests[0], "random", rng))
    return match


def elsewhere(match: Match, hidden: list[int], rng: Lots) -> Match:
    """The same match, but for what one side may not know: rows change places within each hidden column."""
    other = match.clone()
    other.answers.forget()
    columns: dict[int, list[int]] = {}
    for cell in hidden:
        columns.setdefault(match.machine.layout.owner[cell], []).append(cell)
    for cells in columns.values():
        values = [match.state.cells[cell] for cell in cells]
        values = rng.sample(values, len(values))
        for cell, value in zip(cells, values, strict=True):
            other.state.cells[cell] = value
    return other


@pytest.mark.parametrize("name", ["tsewnart", "dungeonbowl", "kollaball", "confrontation"])
def test_a_sentence_uses_nothing_that_its_viewer_does_not_see(name: str) -> None:
    """Where everything unseen is struck out of the log, a side and a spectator are told the very same."""
    match, rng = watched(machine(name), 3), Lots(3)
    for _ in range(80):
        if match.requests:
            match.answer(match.requests[0].id, choose(match, match.requests[0], "random", rng))
    log = match.run.log or []
    for viewer in (0, 1, SPECTATOR):
        known = [r if may_see(r.audience, viewer) else Record("unseen", "", NOWHERE, (), r.audience, r.cause, r.index) for r in log]
        for verbose in (False, True):
            narrator = Narrator(match, "en", viewer, verbose)
            whole = narrator.sentences(log)
            assert whole == narrator.sentences(known, known)
            numbers = narrator.numbers(log)
            assert all(may_see(log[numbers.index(n)].audience, viewer) for sentence in whole for n in sentence.numbers)
            public = [n for sentence in whole for n in sentence.numbers if not n.own]
            assert [numbers.find(n) for n in public] == [Numbers(log, SPECTATOR).find(n) for n in public]  # they are everybody's


@pytest.mark.parametrize(
    ("name", "kind"), [("tsewnart", "greedy"), ("dungeonbowl", "greedy"), ("kollaball", "greedy"), ("confrontation", "greedy")]
)
def test_a_bot_answers_alike_in_two_worlds(name: str, kind: str) -> None:
    differing = 0
    for seed in (1, 2, 3):
        match = opening(name, seed, 3 * seed)
        request = match.requests[0]
        hidden = sorted(knowledge(match, request).hidden)
        assert hidden
        other = elsewhere(match, hidden, Lots(seed))
        differing += other.state.cells != match.state.cells
        copies = [sample_world(m, request, Lots(9)) for m in (match, other)]
        assert copies[0] is not None and copies[1] is not None
        assert copies[0].state.key() == copies[1].state.key()
        one, two = (choose(m, request, kind, Lots(9)) for m in (match, other))
        assert one == two
    assert differing


@pytest.mark.parametrize("name", ["tsewnart", "dungeonbowl", "kollaball", "confrontation"])
def test_what_is_typed_is_answered_alike_in_two_worlds(name: str) -> None:
    """What ``?`` says of every piece and of cells, what completion offers, and what questions are called."""
    differing = 0
    for seed in (1, 2, 3):
        match = opening(name, seed, 3 * seed)
        request = match.requests[0]
        other = elsewhere(match, sorted(knowledge(match, request).hidden), Lots(seed))
        differing += other.state.cells != match.state.cells
        seen = [typed_and_told(world) for world in (match, other)]
        assert seen[0] == seen[1] and len(seen[0]) > 10
    assert differing


def typed_and_told(match: Match) -> list[str]:
    request = match.requests[0]
    table = Table(match, {request.seat: "human"}, "en", 2, None, None, request.seat)
    lookup = Lookup(table, request)
    said = [name for piece in lookup.pieces()[:5] for name in sorted(lookup.names(piece))[:2]]
    boards = [domain.board for domain in match.program.domains if domain.board is not None]
    cells = [str(board.label(cell)) for board in boards for cell in range(0, board.size, max(1, board.size // 3))]
    told = [line for word in (*said, *cells) if ignorant(lookup, word) for line in lookup.lines(word)]
    told += [word for offer in Commands(table).offers(Question(match, request, Story(match, "en")))("") for word in offer]
    return [*told, request.id]


def ignorant(lookup: Lookup, word: str) -> bool:
    """Is this no word of the rules, for which the whole rulebook would have to be read?"""
    return bool(word.strip()) and (lookup.cell_called(word) is not None or any(plain(word) in lookup.names(p) for p in lookup.pieces()))


@pytest.mark.parametrize("name", ["tsewnart", "dungeonbowl", "kollaball", "confrontation", "whist", "perudo"])
def test_boards_and_reports_are_alike_in_two_worlds(name: str) -> None:
    """What is drawn for a side, in the terminal and as a picture, what ‘look’ shows beside, and what a report says of the table."""
    differing = 0
    for seed in (1, 2, 3):
        match = opening(name, seed, 3 * seed)
        request = match.requests[0]
        hidden = sorted(knowledge(match, request).hidden)
        other = elsewhere(match, hidden, Lots(seed)) if hidden else sample_world(match, request, Lots(seed))  # which cards others hold
        assert other is not None
        seen: list[list[str]] = []
        for world in (match, other):
            story = Story(world, "en")
            told = [line.plain for line in Screen(world, "en", 100, colours=False).lines(request.seat, whole=True, key=True)]
            told += written(list(tables(world, request.seat, story)), story, 100)
            told += [picture(world, d, request.seat, "x", "fr") for d in world.program.domains if d.board is not None]
            told += [said for pair in (*counts(world, request.seat, story), *pieces(world, request.seat, story)) for said in pair]
            seen.append(told)
        assert seen[0] == seen[1]
        everything = [[t for t in pieces(world, REFEREE, Story(world, "en"))] for world in (match, other)]
        differing += other.state.cells != match.state.cells or everything[0] != everything[1]
    assert differing
