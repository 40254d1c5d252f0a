"""Cards of others: in the worlds that bots imagine they are dealt afresh, by all that a side knows, and by nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.analysis.dealing import dealt_kinds
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import view
from arbitre.interpreter.play.bots.bots import by_lot
from arbitre.interpreter.play.bots.determinisation import knowledge, knows_hidden_rows, sample_world
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.bots.thinker import advice
from arbitre.interpreter.play.lockstep import alone
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.runtime import Runner

# A card lies face down under each player's cup, and some in a pile: who holds what, what lies there, and a mark, nobody else knows.
# Who has once shown to hold no card of a suit holds none: a law says so.
CARDS = "\n".join(f"    {suit}_{rank} | {suit} | {rank}" for suit in ("red", "black") for rank in range(1, 8))
TABLE = f"""game cups_and_cards:
    title en "Cups and cards" fr "Gobelets et cartes"
    play turn up to 3 times, then settle
kind player, seats: ann, bob, cat
    title en "Player" fr "Joueur"
    points: 0 to 99
    lacks: any suit
kind suit: red, black
    title en "Suit" fr "Couleur"
kind card
    title en "Card" fr "Carte"
    seen by holder
    seen by everyone when shown
    suit: suit
    rank: 1 to 7
    holder: player or none
    shown: flag
    mark: 0 to 3, seen by holder
table of card:
    name | suit | rank
{CARDS}
kind match:
    covered: card or none
    pile: any card
always nobody_holds_what_he_lacks: no c in cards where c.holder is not none and not c.shown and c.suit in c.holder.lacks
always one_is_covered: match.covered is none or not match.covered.shown
let hand(player) = cards where holder is player and not shown
event setup:
    for each player in players:
        repeat 4 times:
            draw card from cards where holder is none seen by player
            reveals card
            card.holder becomes player
    draw card from cards where holder is none seen by nobody
    reveals card
    match.covered becomes card
    match.pile becomes cards where holder is none
agenda turn:
    playing: for each player in players: lay player
event lay player:
    player chooses card from hand(player)
    reveals card
    card.shown becomes true
    player gains card.rank points
    if card.suit is red and no hand(player) where suit is black: player.lacks gains black
let worth(player) = player.points
event settle:
    let winners = leaders(score)
    winners wins
ranking score of player:
    points: highest points
"""


@cache
def whist() -> Machine:
    return machine_of(program_of("whist"))


def made(folder: Path, text: str = TABLE) -> Machine:
    (folder / "rules.rules").write_text(text, encoding="utf-8")
    return machine_of(program_of(str(folder / "rules.rules")))


def later(machine: Machine, seed: int, answers: int) -> Match:
    """A match by lot, at a question with several answers."""
    match, rng = Match(machine, seed, trace=False), Lots(seed)
    while answers > 0 or len(match.requests[0].options) < 2:
        match.answer(match.requests[0].id, by_lot(match, match.requests[0], rng))
        answers -= 1
    return match


def seen_by_who_is_asked(match: Match, seat: int) -> dict[str, object]:
    return {name: value for name, value in view(match, seat).items() if name != "requests"}


def elsewhere(match: Match, seed: int) -> Match:
    """The same match, but for who holds which of the cards that the side that is asked does not see."""
    other, world = match.clone(), sample_world(match, match.requests[0], Lots(seed))
    assert world is not None
    other.answers.forget()
    other.state.cells[:] = world.state.cells
    return other


@pytest.mark.parametrize(("text", "answers"), [("", 2), ("", 30), (TABLE, 2), (TABLE, 5)])
def test_worlds_look_as_the_match_does_and_differ(text: str, answers: int, tmp_path: Path) -> None:
    match = later(made(tmp_path, text) if text else whist(), 3, answers)
    seat = match.requests[0].seat
    worlds = [sample_world(match, match.requests[0], Lots(seed)) for seed in range(20)]
    looks = seen_by_who_is_asked(match, seat)
    assert all(world is not None and seen_by_who_is_asked(world, seat) == looks for world in worlds)
    assert len({tuple(world.state.cells) for world in worlds if world is not None}) > 10
    assert not knowledge(match, match.requests[0]).whole


def test_each_card_lies_anywhere_as_often(tmp_path: Path) -> None:
    """Eight cards that cat does not see: six in two hands, two in the pile, one of which is covered."""
    match = later(made(tmp_path), 3, 2)
    machine, request = match.machine, match.requests[0]
    column = next(f for f in machine.program.fields if f.name == "holder")
    places = Counter[tuple[int, int]]()
    unseen = [one.row for one in knowledge(match, request).hidden_rows]
    for seed in range(400):
        world = sample_world(match, request, Lots(seed))
        assert world is not None
        places.update((row, world.state.cells[machine.layout.base[column.index] + row]) for row in unseen)
    assert len(unseen) == 8 and set(places) == {(row, holder) for row in unseen for holder in (-1, 0, 1)}
    assert all(abs(times - (100 if holder < 0 else 150)) < 45 for (_, holder), times in places.items())


def test_who_has_shown_to_lack_a_suit_is_dealt_none(tmp_path: Path) -> None:
    """Nobody has a card that a law says he has not; and that is found out of hundreds of ways to deal."""
    machine = made(tmp_path)
    column = {f.name: machine.layout.base[f.index] for f in machine.program.fields}
    match = later(machine, 3, 2)
    one, black = match.requests[0].seat - 1, 1
    held = [row for row in range(14) if match.state.cells[column["holder"] + row] == one and not match.state.cells[column["shown"] + row]]
    free = [row for row in range(14) if match.state.cells[column["holder"] + row] == -1]
    for row in [row for row in held if row >= 7]:  # black ones: a red one instead, from elsewhere
        other = next(r for r in range(7) if match.state.cells[column["holder"] + r] == 1 - one or r in free)
        for name in ("holder", "shown"):
            cells, (a, b) = match.state.cells, (column[name] + row, column[name] + other)
            cells[a], cells[b] = cells[b], cells[a]
    match.state.cells[column["lacks"] + one] = 1 << black
    for seed in range(20):
        world = sample_world(match, match.requests[0], Lots(seed))
        assert world is not None
        assert not any(
            world.state.cells[column["holder"] + row] == one and not world.state.cells[column["shown"] + row] for row in range(7, 14)
        )


@pytest.mark.parametrize("kind", ["greedy", "thinker", "none"])
@pytest.mark.parametrize("text", ["", TABLE])
def test_a_bot_answers_alike_in_two_worlds(text: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that it finds out of its answers differs by a hair; nor does what it does where nothing runs modules."""
    if kind == "none":
        monkeypatch.setattr("arbitre.interpreter.play.bots.bots.runner_for", lambda machine: None)
    else:
        pytest.importorskip("wasmtime")
    for seed in (1, 2):
        match = later(made(tmp_path, text) if text else whist(), seed, 2 + seed)
        request, other = match.requests[0], elsewhere(match, seed)
        assert other.state.cells != match.state.cells
        if kind == "thinker":
            found = [advice(m, request, Lots(9), effort=300) for m in (match, other)]
            assert found[0].tried and found[0] == found[1]
        asked = "greedy" if kind == "none" else kind
        assert len({choose(m, request, asked, Lots(9)) for m in (match, other) for _ in range(2)}) == 1


@pytest.mark.parametrize("text", ["", TABLE])
def test_whole_matches_deal_as_single_questions_do(text: str, tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")
    machine = made(tmp_path, text) if text else whist()
    compiled = compile_module(machine.program, has_bots=True)
    assert not compiled.missing
    runner = Runner(compiled)
    for seed in range(3 if not text else 9):
        assert alone(machine, runner, seed, (-1, 1, 2)[seed % 3], 60) == ""


def test_kinds_whose_rows_are_dealt(tmp_path: Path) -> None:
    """Those that differ in something that never changes; not where an agenda holds one of them between two statements."""
    program = made(tmp_path).program
    assert [program.domains[kind].name for kind in dealt_kinds(program)] == ["card"]
    held = TABLE.replace("    playing:", "    showing: for each card in cards where it is match.covered: lay ann\n    playing:")
    assert dealt_kinds(made(tmp_path, held).program) == []
    match = later(made(tmp_path, held), 3, 2)
    assert knows_hidden_rows(match, match.requests[0].seat)
    assert not knows_hidden_rows(later(made(tmp_path), 3, 2), 2)
    assert dealt_kinds(program_of("tsewnart")) == []
