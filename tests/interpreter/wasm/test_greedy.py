"""Greedy seats in compiled code decide what greedy bots decide, to the last lot."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import by_lot, greedy
from arbitre.interpreter.play.bots.determinisation import knowledge
from arbitre.interpreter.play.lockstep import alone
from arbitre.interpreter.play.simulate import play_out, play_quickly, simulate
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.compiler import compile_module
from arbitre.interpreter.wasm.run.results import Finished
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.interpreter.wasm.run.state_transfer import Unfit
from tests.interpreter.play.bots.test_determinisation import COVERED, CUPS, DICE, HANDS
from tests.lockstep import block

wasmtime = pytest.importorskip("wasmtime")
HERE = Path(__file__).resolve().parent
MARKET = HERE / "games" / "market.rules"
EVERYONE = -1


@cache
def both(game: str) -> tuple[Machine, Runner]:
    program = program_of(game)
    compiled = compile_module(program, has_bots=True)
    assert not compiled.missing
    return machine_of(program), Runner(compiled)


LIBRARY = [("tictactoe", 99), ("connect_four", 99), ("breakthrough", 12), ("backgammon", 30), ("coliseum", 60), ("bloodbowl", 60)]
LIBRARY += [("dungeonbowl", 15), ("confrontation", 60), ("tsewnart", 60), ("kollaball", 36)]  # where something is hidden


@pytest.mark.parametrize(("game", "most"), LIBRARY)
def test_the_library_is_played_alike(game: str, most: int) -> None:
    machine, runner = both(game)
    for seed, seats in ((1, EVERYONE), (2, 1)):
        assert alone(machine, runner, seed, seats, most) == ""


@pytest.mark.parametrize("said", ["all", "no appeals", "no worth", "nothing"])
def test_by_what_appeals_and_by_what_comes_of_it(said: str, tmp_path: Path) -> None:
    """Actions, rows, numbers and branches with and without an appeal; what can only fail; dice after the answer and before it."""
    text = MARKET.read_text(encoding="utf-8")
    if said in ("no appeals", "nothing"):
        text = re.sub(r" preferring [^\n:]*", "", re.sub(r"\n    appeal [^-\n][^\n]*", "", text))
    if said in ("no worth", "nothing"):
        text = re.sub(r"let worth[^\n]*", "", text)
    (tmp_path / "market.rules").write_text(text, encoding="utf-8")
    machine, runner = both(str(tmp_path / "market.rules"))
    for seed in range(4):
        assert alone(machine, runner, seed, EVERYONE if seed % 2 else 2) == ""


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, runner = both(str(MARKET))
    monkeypatch.setattr("arbitre.interpreter.play.lockstep.greedy", lambda match, request, rng: 0)
    assert "answer" in alone(machine, runner, 1, EVERYONE)


SEALED = """game sealed:
    title en "Sealed" fr "Sous pli"
    play turn up to 6 times
    events seen by everyone
kind player, seats: red, blue, green
    bid: 0 to 9
    left: 0 to 99 = 20
    gain: 0 to 99
let worth(player) = 3 * player.gain + player.left
agenda turn:
    title en "Turn" fr "Tour"
    bidding:
        title en "Bids" fr "Offres"
        for each player in players together:
            player chooses bid from 0 to 3 in secret
            if bid is 2 or more: player chooses more from 0 to 2 in secret
            player.bid becomes bid
    paying:
        title en "Pay" fr "Paiement"
        for each player in players: player loses player.bid left
        roll d6 as luck
        for each player in players where bid is 2 or more: player gains luck gain
"""


def test_what_others_answered_under_seal_is_not_looked_at(tmp_path: Path) -> None:
    """They are supposed to answer anything, and may be asked more than they were."""
    (tmp_path / "sealed.rules").write_text(SEALED, encoding="utf-8")
    machine, runner = both(str(tmp_path / "sealed.rules"))
    for seed in range(6):
        assert alone(machine, runner, seed, (EVERYONE, 5)[seed % 2]) == ""


def test_the_command_tells_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    found = block("tictactoe", range(2), False, 30)
    assert (found.matches, found.wrong, found.stopped, found.said) == (2, [], 0, []) and found.answers > 10
    monkeypatch.setattr("arbitre.interpreter.play.lockstep.greedy", lambda match, request, rng: 0)
    assert "answer" in block("tictactoe", range(1, 2), False, 30).wrong[0]


@pytest.mark.parametrize("watched", [False, True])
def test_simulations_count_the_same(watched: bool) -> None:
    bots = {"": "random", "red": "greedy"}
    quick, slow = (simulate(str(MARKET), 6, 2, bots=bots, cores=1, watched=watched, executor=how) for how in ("", "interpreted"))
    for key in ("decisions", "mean_turns", "wins", "draws", "unfinished", "errors", "used"):
        assert quick[key] == slow[key]  # type: ignore[literal-required]


def test_a_match_the_module_gives_up_is_played_by_the_closures(monkeypatch: pytest.MonkeyPatch) -> None:
    machine, runner = both(str(MARKET))

    def tired(seed: int, count: int, limit: int = 0, greedy: int = 0, laws: bool = True) -> list[Finished]:
        assert greedy == 3
        return whole(seed, min(count, max(0, 2 - seed)), 100_000, greedy)

    whole = runner.many
    monkeypatch.setattr(runner, "many", tired)
    bots = {"": "greedy"}
    found = [result.decisions for result in play_quickly(machine, runner, range(3), bots=bots)]
    assert found == [play_out(machine, seed, bots)[1].decisions for seed in range(3)]


BRITTLE = """game brittle:
    title en "Brittle" fr "Fragile"
    play turn up to 8 times
    events seen by everyone
kind player, seats: red, blue
    pot: 0 to 30
let worth(player) = player.pot
agenda turn:
    title en "Turn" fr "Tour"
    filling:
        title en "Fill" fr "Remplir"
        for each player in players:
            player chooses bid from 0 to 3
            roll d6 as luck
            player.pot becomes player.pot + bid * luck - 4
"""


def test_an_answer_after_which_a_rule_cannot_be_carried_out_is_the_worst(tmp_path: Path) -> None:
    """Only what is tried comes to nothing by that: the match is played on in compiled code."""
    (tmp_path / "brittle.rules").write_text(BRITTLE, encoding="utf-8")
    machine, runner = both(str(tmp_path / "brittle.rules"))
    played = 0
    for seed in range(20):
        interpreted = play_out(machine, seed, {"": "greedy"})[1]
        found = runner.many(seed, 1, greedy=EVERYONE)
        assert bool(interpreted.error) == (not found)
        if found:
            played += 1
            assert found[0].answers == interpreted.decisions
            assert alone(machine, runner, seed, EVERYONE) == ""
    assert 2 < played < 20


def test_matches_in_a_row_are_those_of_each_seed() -> None:
    """Also one in which a rule cannot be carried out in a world that is tried."""
    _, runner = both("bloodbowl")
    alone_each: dict[int, int] = {}
    for seed in range(12):
        runner.begin(seed, greedy=EVERYONE)
        runner.call("play", 1_000_000_000)
        alone_each[seed] = len(runner.tape())
    in_a_row = {match.seed: match.answers for match in runner.many(0, 12, greedy=EVERYONE)}
    assert in_a_row == alone_each and len(alone_each) == 12


def test_a_setup_in_steps_is_decided_by_greedy_seats_too() -> None:
    """Also where matches are played in a row."""
    _, runner = both("confrontation")
    runner.begin(0, greedy=EVERYONE)
    runner.call("play", 1_000_000_000)
    alone_answers = len(runner.tape())
    assert [match.answers for match in runner.many(0, 1, greedy=EVERYONE)] == [alone_answers] and alone_answers


@pytest.mark.parametrize("text", [HANDS, CUPS, DICE, COVERED])
def test_what_is_hidden_is_drawn_as_the_closures_draw_it(text: str, tmp_path: Path) -> None:
    """Sealed answers, hidden cells with a law about them, dice that another saw."""
    (tmp_path / "rules.rules").write_text(text, encoding="utf-8")
    machine, runner = both(str(tmp_path / "rules.rules"))
    for seed in range(12):
        assert alone(machine, runner, seed, (EVERYONE, 1, 2)[seed % 3]) == ""


@pytest.mark.parametrize("game", ["dungeonbowl", "confrontation", "tsewnart", "kollaball"])
def test_in_two_worlds_that_look_the_same_a_seat_decides_the_same(game: str) -> None:
    """They differ in nothing but what it may not know."""
    machine, runner = both(game)
    for seed in (1, 2, 3):
        match, rng = Match(machine, seed, trace=False), Lots(seed)
        while match.answers.given or (other := elsewhere(match)) is None:
            match.answer(match.requests[0].id, by_lot(match, match.requests[0], rng))
        decided = []
        for world in (match.state, other):
            runner.make_greedy(EVERYONE)
            runner.load(world, seed)
            runner.answer([])
            for name, value in (("KEEPS_TAPE", 1), ("ASKED_MOST", 1 << 40)):
                runner.put(name, value)
            runner.call("seed_lots", 9)
            runner.call("play", 1)
            decided.append(runner.tape()[0])
        assert decided[0] == decided[1]
        assert (decided[0].seat, decided[0].choice) == (match.requests[0].seat, greedy(match, match.requests[0], Lots(9)))


# Where the coin lies red alone knows, and computes with it; as the others may think, it could lie under several cups.
DOUBTS = """game doubts:
    title en "Doubts" fr "Doutes"
    play turn up to 4 times
kind player, seats: red, blue, green
    points: 0 to 99
kind cup: left, middle, right
    coin: flag, seen by red
    weight: 1 to 3 = 1
agenda turn:
    hiding: hide
    naming: for each player in players together: player chooses named from cups in secret preferring hope(player, named)
    paying: for each player in players: player gains 1 points
let place = the cups where coin is true
let hope(player, cup) = (2 + place.weight if player is red otherwise 1)
event hide:
    for each cup in cups: cup.coin becomes false
    left.coin becomes true
"""


def test_what_others_are_asked_meanwhile_is_not_weighed(tmp_path: Path) -> None:
    """In a world that a seat holds possible what others like may not even be there to be computed."""
    (tmp_path / "doubts.rules").write_text(DOUBTS, encoding="utf-8")
    machine, runner = both(str(tmp_path / "doubts.rules"))
    for seed in range(6):
        assert alone(machine, runner, seed, EVERYONE) == ""


# Each side has two fighters, for whom it shares out dice under seal; what weighs on a fighter only his own side knows.
PAIRS = """game pairs:
    title en "Pairs" fr "Paires"
    play turn up to 4 times
    events seen by everyone
kind player, seats: red, blue
    points: 0 to 99
kind fighter: one, two, three, four
    owner: player
    burden: 0 to 3, seen by owner
    bid: 0 to 3
table of fighter:
    name  | owner
    one   | red
    two   | red
    three | blue
    four  | blue
agenda turn:
    loading: for each fighter in fighters: load fighter
    sharing: for each fighter in fighters together: fighter.owner chooses fighter.bid from 0 to 3 - fighter.burden in secret
    paying:
        roll d6 as luck
        for each fighter in fighters where bid is 1 or more: fighter.owner gains fighter.bid points
        if count(fighters where bid is 2) is 2: red gains luck points
        if count(fighters where bid is 1) is 2: blue gains luck points
let worth(player) = player.points
event load fighter:
    fighter.owner chooses carried from 0 to 2
    fighter.burden becomes carried
"""


def test_what_a_seat_has_answered_for_another_of_its_own_holds(tmp_path: Path) -> None:
    """In the worlds too in which it tries its next answer."""
    (tmp_path / "pairs.rules").write_text(PAIRS, encoding="utf-8")
    machine, runner = both(str(tmp_path / "pairs.rules"))
    for seed in range(6):
        assert alone(machine, runner, seed, EVERYONE) == ""


def elsewhere(match: Match) -> State | None:
    """A state in which cells that the seat that is asked may not see have changed places, if that makes it another."""
    state, hidden = match.state.copy(), list(knowledge(match, match.requests[0]).hidden)
    for column in {match.machine.layout.owner[cell] for cell in hidden}:
        cells = [cell for cell in hidden if match.machine.layout.owner[cell] == column]
        for cell, other in zip(cells, cells[1:] + cells[:1], strict=True):
            state.cells[cell] = match.state.cells[other]
    return state if match.turn and state.cells != match.state.cells else None


def test_a_module_without_greedy_seats_says_so() -> None:
    with pytest.raises(Unfit):
        Runner(compile_module(program_of(str(MARKET)))).many(0, 1, greedy=1)
