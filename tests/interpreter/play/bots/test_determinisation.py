"""What bots try their answers on holds nothing that their side may not know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import sample_world
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.state.keyed import occasion
from arbitre.interpreter.state.lots import Lots

HANDS = """game hands:
    title en "Hands" fr "Mains"
    play turn up to 1 times, then nothing_won
kind player (winner, loser), seats: red, blue
    title en "Player" fr "Joueur"
    hand: hand or none
kind hand: rock, paper, scissors
agenda turn:
    choosing: for each player in players together: player chooses player.hand from hands in secret
    over:
        for each player in players:
            if any other in players where other is lost_to player: player wins
loser is lost_to winner when false
    also when winner.hand is rock and loser.hand is scissors
    also when winner.hand is paper and loser.hand is rock
    also when winner.hand is scissors and loser.hand is paper
event nothing_won: nobody wins
"""

# Red puts the coin under one of three cups, where blue does not see it; blue then says which.
CUPS = """game cups:
    title en "Cups" fr "Gobelets"
    play turn up to 1 times, then nothing_won
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    points: 0 to 9
kind cup: left, middle, right
    title en "Cup" fr "Gobelet"
    coin: flag, seen by red
kind match:
    placed: flag
always one_coin: not match.placed or count(cups where coin) is 1
agenda turn:
    placing: place_coin
    guessing: guess
    over:
        if blue.points is 1: blue wins
event place_coin:
    red chooses hidden from cups in secret
    hidden.coin becomes true
    match.placed becomes true
event guess:
    blue chooses named from cups
    if named.coin: blue gains 1 points
event nothing_won: red wins
let worth(player) = player.points
"""

# Red throws a die that both see, blue one that only blue sees; red says which of the two is higher.
DICE = """game dice:
    title en "Dice" fr "Dés"
    play turn up to 1 times, then nothing_won
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    points: 0 to 9
agenda turn:
    throwing: guess
    over:
        if red.points is 1: red wins
event guess:
    roll d6 as mine
    roll d6 as theirs seen by blue
    let higher = false
    if mine is more than theirs: higher becomes true
    red chooses what:
        above:
            if higher: red gains 1 points
        below:
            if not higher: red gains 1 points
event nothing_won: blue wins
let worth(player) = player.points
"""

# Red throws two dice under a cup; blue says whether they show little or much.
COVERED = """game covered:
    title en "Covered" fr "Couvert"
    play turn up to 1 times, then nothing_won
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    points: 0 to 9
kind match:
    thrown: 2 to 12, seen by red
agenda turn:
    throwing: throw
    guessing: guess
    over:
        if blue.points is 1: blue wins
event throw:
    roll 2d6 as shown seen by red
    match.thrown becomes shown
event guess:
    blue chooses what:
        little:
            if match.thrown is 9 or less: blue gains 1 points
        much:
            if match.thrown is 10 or more: blue gains 1 points
event nothing_won: red wins
let worth(player) = player.points
"""


def machine(path: Path, text: str) -> Machine:
    file = path / "rules.rules"
    file.write_text(text, encoding="utf-8")
    return machine_of(compile_rules(load(file)).program)


def waiting(match: Match, seat: int) -> int:
    """The question of a seat, answered by a greedy bot."""
    request = next(r for r in match.requests if r.seat == seat)
    return choose(match, request, "greedy", Lots(4))


def test_what_others_have_sealed_changes_nothing(tmp_path: Path) -> None:
    rules = machine(tmp_path, HANDS)
    said = set()
    for sealed in ("rock", "paper", "scissors", None):
        match = Match(rules, 1)
        if sealed is not None:
            match.answer(match.requests[0].id, sealed)
        said.add(waiting(match, 1))
    assert len(said) == 1


def test_who_is_asked_last_wins_no_more(tmp_path: Path) -> None:
    rules, wins = machine(tmp_path, HANDS), Counter[str]()
    for seed in range(90):
        match, rng = Match(rules, seed), Lots(seed)
        while match.requests:
            kind = "random" if match.requests[0].seat == 0 else "greedy"
            match.answer(match.requests[0].id, choose(match, match.requests[0], kind, rng))
        wins.update(match.winners)
    assert 10 <= wins["blue"] <= 50 and 10 <= wins["red"] <= 50


def test_what_is_hidden_is_drawn_afresh(tmp_path: Path) -> None:
    rules = machine(tmp_path, CUPS)
    column = next(f for f in rules.program.fields if f.name == "coin")
    base, said, drawn = rules.layout.base[column.index], set(), Counter[int]()
    for cup in ("left", "middle", "right"):
        match = Match(rules, 1)
        match.answer(match.requests[0].id, cup)
        said.add(waiting(match, 1))
        rng = Lots(7)
        for _ in range(60):
            copy = sample_world(match, match.requests[0], rng)
            assert copy is not None and copy.requests[0].id == match.requests[0].id
            coins = copy.state.cells[base : base + 3]
            assert sum(coins) == 1
            drawn[coins.index(1)] += 1
    assert len(said) == 1
    assert all(drawn[cup] > 30 for cup in range(3))


def fallen(match: Match) -> list[int]:
    """How the two dice of the first turn fall in a match."""
    keys = [(label, (occasion("guess", label), 1 << 32)) for label in ("mine", "theirs")]
    return [match.dice.throw(6, number, label, NOWHERE, key) for number, (label, key) in enumerate(keys)]


def test_dice_that_were_seen_stay_and_others_are_thrown_again(tmp_path: Path) -> None:
    """The coming dice are never those of the match; nor is the one that only the other side saw."""
    rules = machine(tmp_path, DICE)
    for seed in range(12):
        match = Match(rules, seed)
        real = fallen(match)
        rng, thrown = Lots(1), Counter[tuple[int, int]]()
        for _ in range(40):
            copy = sample_world(match, match.requests[0], rng)
            assert copy is not None
            shown = fallen(copy)
            assert shown[0] == real[0]
            thrown[shown[0], shown[1]] += 1
        assert len(thrown) > 3


def test_covered_dice_are_as_likely_as_dice_are(tmp_path: Path) -> None:
    rules = machine(tmp_path, COVERED)
    column = next(f for f in rules.program.fields if f.name == "thrown")
    match, rng, drawn = Match(rules, 1), Lots(3), Counter[int]()
    for _ in range(720):
        copy = sample_world(match, match.requests[0], rng)
        assert copy is not None
        drawn[copy.state.cells[rules.layout.base[column.index]]] += 1
    assert sorted(drawn) == list(range(2, 13))
    assert 90 <= drawn[7] <= 150 and drawn[2] <= 40 and drawn[12] <= 40
    pytest.importorskip("wasmtime")
    said = Counter[str]()
    for seed in range(20):  # 30 of 36 throws are little, and a greedy side tries few
        match = Match(rules, seed)
        said[match.requests[0].options[choose(match, match.requests[0], "greedy", Lots(seed))].key] += 1
    assert said["little"] >= 14


def test_a_greedy_side_judges_by_what_it_saw(tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")
    rules = machine(tmp_path, DICE)
    for seed in range(12):
        match = Match(rules, seed)
        mine = 1 + fallen(match)[0]
        if mine in (1, 2, 6):
            assert match.requests[0].options[waiting(match, 0)].key == ("above" if mine == 6 else "below")


# Red plays one of his high cards, then blue any of hers: in another world red has fewer high cards than he has.
TRICK = """game trick:
    play turn up to 1 times, then nobody_wins
kind player, seats: red, blue, green
kind card: a1, a2, a3, a4, a5, a6, b1, b2, b3, b4, b5, b6
    seen by holder
    seen by everyone when played
    high: flag
    holder: player or none
    played: flag
table of card:
    name | high
    a1   | true
    a2   | true
    a3   | true
    a4   | true
    a5   | true
    a6   | true
event setup:
    for each card in (a1, a2, a3, a4, a5): card.holder becomes red
    for each card in (b1, b2, b3, b4, b5): card.holder becomes green
    for each card in (a6, b6): card.holder becomes blue
agenda turn:
    playing: play_two
event play_two:
    red chooses card from cards where holder is red and high
    card.played becomes true
    blue chooses other from cards where holder is blue and not played
event nobody_wins: nobody wins
"""


def test_worlds_in_which_an_answer_has_another_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that is the fifth of a list is looked for by its name where the list is shorter; it had been given for ever."""
    path = tmp_path / "trick.rules"
    path.write_text(TRICK, encoding="utf-8")
    match = Match(machine_of(program_of(path)), seed=1)
    match.answer(match.requests[0].id, "a5")
    answer, times = Match.answer, [0]

    def counted(self: Match, request_id: str, option: str | int, seat: int | None = None) -> None:
        times[0] += 1
        assert times[0] < 1000
        answer(self, request_id, option, seat)

    monkeypatch.setattr(Match, "answer", counted)
    worlds = [sample_world(match, match.requests[0], Lots(seed)) for seed in range(40)]
    holder = next(column.index for column in match.program.fields if column.name == "holder")
    first = match.machine.layout.base[holder]
    hands = {tuple(world.state.cells[first : first + 12]) for world in worlds if world is not None}
    assert len(hands) > 5 and all(hand[4] == 0 for hand in hands)  # a5 is red's in all of them
