"""Planted faults are found, and told as scenarios of a few lines that show them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.hunt import matches, rollouts
from arbitre.interpreter.hunt.case import Case, Said, answer_lines, in_languages, values_of
from arbitre.interpreter.hunt.corpus import kept
from arbitre.interpreter.hunt.faults import ENDLESS, INVARIANT, LEAKS, MOVED, STOP, Fault
from arbitre.interpreter.hunt.hunter import Hunter, Quarry, Round
from arbitre.interpreter.hunt.starts import counted, mutated
from arbitre.interpreter.hunt.workers import Bag, hunt
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.play.scenario.scenarios import run_all
from arbitre.interpreter.wasm.run.runtime import FAILED, Stopped

LONGEST = 12  # lines of a scenario
HEAD = """game planted:
    title en "Planted" fr "Planté"
    play turn up to 30 times, then close
kind side, seats: red, blue
    purse: 0 to 9 = 3
kind square (place), grid(4, 4, closed)
kind piece, up to 4:
    owner: side
    square: square or none
kind match:
    pot: 0 to 20
event close: red wins
event setup:
    create piece as a with owner red, square (1, 1)
    create piece as b with owner blue, square (4, 4)
action go by piece to place:
    title en "Go" fr "Aller"
    during moves
    when piece.square is not none and distance(piece.square, place) is 1
    piece.square becomes place
agenda turn:
    moves: for each side in sides:
        side acts in moves, up to 2 times
    pay: for each side in sides: pay_up side
"""
PAYS = """event pay_up side:
    roll d6 as toll
    if side.purse is 1 or more and toll is 6:
        side.purse becomes side.purse - 1
        match.pot becomes match.pot + 1
"""
ONE_EACH = (
    "always one_piece_a_square: no p in pieces where p.square is not none and any q in pieces where q is not p and q.square is p.square\n"
)
MONEY = 'always money_stays: total(purse, sides) + match.pot is 6 because en "nobody mints coins" fr "personne ne bat monnaie"\n'
REFUND = """    if match.pot is 3 and toll is 5:
        match.pot becomes match.pot - 2
        side.purse becomes side.purse + 1
"""
GONE = """after go by piece to place when place is (4, 1):
    piece.square becomes none
after turn:
    for each piece in pieces where owner is red: stroll piece
event stroll piece:
    match.pot becomes distance(piece.square, (1, 1))
    match.pot becomes 0
"""
CIRCLE = """after go by piece to place when place is (2, 2): circle piece
event circle piece, up to 9 times:
    circle piece
"""


def told(bag: Bag) -> bool:
    return any(fault.scenario for fault in bag.faults.values())


def hunted(folder: Path, text: str, seconds: float = 6, keeping: Path | None = None, enough: Callable[[Bag], bool] = told) -> Bag:
    """Hunts for so long; and longer where the machine has much else to do, until there is enough."""
    file = folder / "planted.rules"
    file.write_text(text, encoding="utf-8")
    while True:
        bag = hunt(Quarry(str(file)), seconds, jobs=1, seed=1, folder=keeping, shrinking=8 + seconds)
        if enough(bag) or not 0 < seconds < 100:
            return bag
        seconds *= 4


def shown(folder: Path, fault: Fault) -> str:
    """What ``arbitre test`` says of the scenario."""
    scenarios = folder / "found.rules"
    scenarios.write_text(f"extends planted\n\n{fault.scenario}", encoding="utf-8")
    outcomes = run_all(load(str(folder / "planted.rules"), [scenarios], scenarios=True))
    scenarios.unlink()
    assert len(outcomes) == 1
    return " ".join(text for _, text in outcomes[0].failures)


@pytest.mark.parametrize(
    ("planted", "kind", "said"),
    [
        (ONE_EACH, INVARIANT, "one_piece_a_square"),
        (MONEY + PAYS + REFUND, INVARIANT, "money_stays"),
        (GONE, STOP, "does not fit"),
        (CIRCLE, STOP, "circle"),
    ],
    ids=["no guard", "money is lost", "asked of none", "no end"],
)
def test_planted_faults_are_found_and_shrunk(tmp_path: Path, planted: str, kind: str, said: str) -> None:
    text = HEAD + planted
    bag = hunted(tmp_path, text if PAYS in text else text + PAYS)
    (fault,) = bag.faults.values()
    assert fault.kind == kind and said in f"{fault.text} {fault.chain}"
    assert fault.scenario and fault.lines <= LONGEST, fault.scenario
    assert str(fault.text) in shown(tmp_path, fault)


def test_pieces_put_elsewhere_meet_that_never_would(tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")  # without the compiled executor there are no rollouts
    far = HEAD.replace("grid(4, 4, closed)", "grid(12, 12, closed)").replace("square (4, 4)", "square (12, 12)")
    far = far.replace("up to 30 times", "up to 3 times")  # twelve steps, and they are 22 apart
    (fault,) = hunted(tmp_path, far + ONE_EACH + PAYS, 12).faults.values()
    assert fault.kind == INVARIANT and fault.lines <= LONGEST and str(fault.text) in shown(tmp_path, fault)


def test_only_what_play_leads_to_is_looked_at_where_that_is_asked_for(tmp_path: Path) -> None:
    far = HEAD.replace("grid(4, 4, closed)", "grid(12, 12, closed)").replace("square (4, 4)", "square (12, 12)")
    file = tmp_path / "planted.rules"
    file.write_text(far.replace("up to 30 times", "up to 3 times") + ONE_EACH + PAYS, encoding="utf-8")
    bag = hunt(Quarry(str(file), displaced=False), 1.5, jobs=1, seed=1)
    assert not bag.faults and bag.total.matches


def test_nothing_is_changed_before_a_setup(tmp_path: Path) -> None:
    file = tmp_path / "planted.rules"
    file.write_text(HEAD + PAYS, encoding="utf-8")
    machine, rng = machine_of(program_of(str(file))), random.Random(1)
    set_up, played = (Case((), ("given piece a: owner red, square (1, 1)", last)) for last in ("do setup", "play turn"))
    assert all(mutated(set_up, machine, rng) == set_up for _ in range(20))
    assert any(mutated(played, machine, rng) != played for _ in range(20))


def test_a_broken_invariant_tells_its_reason_and_the_step(tmp_path: Path) -> None:
    (fault,) = hunted(tmp_path, HEAD + MONEY + PAYS + REFUND).faults.values()
    assert fault.text == "‘always money_stays’ no longer holds: nobody mints coins" and fault.chain[-1] == "turn.pay"
    assert tell(fault.text, "fr").endswith("personne ne bat monnaie")


def test_a_sound_game_has_no_fault(tmp_path: Path) -> None:
    sound = HEAD + MONEY + PAYS + "always not_too_much: match.pot is 6 or less\n"
    bag = hunted(tmp_path, sound, 3, enough=lambda bag: bool(bag.faults) or bag.total.matches > 20)
    assert not bag.faults and bag.total.matches > 20


def test_what_was_found_is_tried_first_next_time(tmp_path: Path) -> None:
    text, keeping = HEAD + MONEY + PAYS + REFUND, tmp_path / "kept"
    hunted(tmp_path, text, keeping=keeping)
    (case,) = kept(keeping, "planted")
    scenario, line = case.scenario, text.splitlines()[case.line - 1]
    assert Path(case.file) == (tmp_path / "planted.rules").resolve() and line == case.rule and line.startswith("always money_stays")
    again = hunted(tmp_path, text, 0.0, keeping)
    assert [fault.scenario for fault in again.faults.values()] == [scenario] and not again.total.matches
    mended = hunted(tmp_path, HEAD + MONEY + PAYS, 0.0, keeping)
    assert not mended.faults


def test_lines_and_values_go_and_what_holds_a_place_stays() -> None:
    line = "given piece sam: square (1, 2), owner red, skills (dash, aim)"
    assert values_of("square (1, 2), owner red") == ["square (1, 2)", "owner red"]
    case = Case(("option radius = 3",), ("given match.pot = 1", "given sam.square = (3, 3)", line, "play turn"))
    given, head, values = case.parts({"square"})
    assert (given.sort, given.items, head.sort, head.items, values.items, values.line) == ("lines", [0, 2], "head", [0], [1, 2], 2)
    assert case.without(given, {0, 2}).lines == ("given sam.square = (3, 3)", "play turn")
    assert case.without(head, {0}).head == ()
    assert case.without(values, {1}).lines[2] == "given piece sam: square (1, 2), skills (dash, aim)"
    assert case.without(values, {0, 1, 2}).lines[2] == "given piece sam"


def test_answers_of_one_side_share_a_line() -> None:
    said = [Said("red", "orders", "go"), Said("red", "orders", "done"), Said("blue", "may", "stop"), Said("red", "chooses", "none")]
    assert answer_lines(said) == ["red orders go; done", "blue may stop", "red chooses none"]
    turns = [Said("red", "orders", "go"), Said("blue", "orders", "go"), Said("red", "orders", "done"), Said("blue", "orders", "done")]
    assert answer_lines(turns) == ["red orders go; done", "blue orders go; done"]
    case = Case(("option radius = 3",), ("given match.pot = 1", "play turn"), tuple(said[:2]), (("toll", 5),))
    assert case.written("x", {"fr": "x"}).splitlines()[2:] == case.written("x").splitlines()[1:] == [
        "    option radius = 3", "    given match.pot = 1", "    red orders go; done", "    dice toll: 5", "    play turn",
    ]  # fmt: skip


DUEL = """event duel side:
    side chooses victim from pieces
    if victim.square is (1, 1) and count(pieces) is 2 or more: match.pot becomes 20
always small_pot: match.pot is 10 or less
scenario "A duel":
    title fr "Un duel"
    given piece sam: owner red, square (2, 2)
    given piece tim: owner blue, square (1, 1)
    red chooses tim
    do duel red
    expect tim.square is (1, 1)
"""
MEETING = """event meet piece:
    if any other in pieces where other is not piece and distance(other.square, piece.square) is 1: match.pot becomes 20
always small_pot: match.pot is 10 or less
scenario "They do not meet":
    title fr "Ils ne se rencontrent pas"
    given piece sam: owner red, square (1, 1)
    given piece tim: owner blue, square (4, 4)
    do meet sam
    expect match.pot is 0
"""


def test_a_scenario_that_breaks_a_law_is_found_first_and_names_its_pieces(tmp_path: Path) -> None:
    (fault,) = hunted(tmp_path, HEAD + PAYS + DUEL, 4).faults.values()
    assert fault.start == "A duel" and fault.kind == INVARIANT
    assert "    red chooses tim\n" in fault.scenario and fault.lines <= 5, fault.scenario


def test_a_scenario_has_titles_in_the_languages_of_the_game(tmp_path: Path) -> None:
    english = HEAD.replace(' fr "Planté"', "\n    languages en").replace(' fr "Aller"', "")
    (fault,) = hunted(tmp_path, english + PAYS + DUEL.replace('    title fr "Un duel"\n', ""), 4).faults.values()
    assert fault.scenario.startswith('scenario "Found by the hunt: planted.rules ') and "title" not in fault.scenario
    found = {"en": "Found", "fr": "Trouvé"}
    assert in_languages(found, ("fr", "en")) == ("Trouvé", {"en": "Found"})
    assert in_languages(found, ("de",)) == ("Found", {})
    assert Case((), ("play turn",)).written("Trouvé", {"en": "Found"}) == 'scenario "Trouvé":\n    title en "Found"\n    play turn\n'


def test_rollouts_begin_at_moments_of_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime")  # without the compiled executor there are no rollouts
    monkeypatch.setattr(rollouts, "OF_SCENARIOS", 1.0)
    file = tmp_path / "planted.rules"
    file.write_text(HEAD + PAYS + MEETING, encoding="utf-8")
    hunter = Hunter(Quarry(str(file)), 1)
    script = hunter.script_of(0)
    assert script is not None and not script.broken and [m.ruled for m in script.moments] == [False]
    hunter.out = Round()
    for _ in range(20):
        hunter.rollout(time.monotonic() + 0.5, 5)
        if hunter.out.faults:
            break
    (fault,) = hunter.out.faults
    assert fault.start == MOVED and "do meet " in fault.scenario and fault.lines <= 4, fault.scenario


def test_what_tells_sides_apart_is_no_count_of_how_long_they_have_played(tmp_path: Path) -> None:
    own = "    rank: 0 to 3\n    tolls: 0 to 9\n"
    laws = "always one_each: no s in sides where any t in sides where t is not s and t.rank is s.rank and t.tolls is 1 or more\n"
    file = tmp_path / "planted.rules"
    file.write_text(HEAD.replace("    purse: 0 to 9 = 3\n", "    purse: 0 to 9 = 3\n" + own) + PAYS + laws, encoding="utf-8")
    assert counted(machine_of(program_of(str(file)))) == ["tolls"]


PEEK = """kind piece:
    marked: flag, seen by owner
action peek by side:
    title en "Peek" fr "Épier"
    during moves
    when {what}
    match.pot becomes match.pot
"""


@pytest.mark.parametrize(
    ("what", "leaks"),
    [("any p in pieces where p.owner is not side and p.marked", True), ("any p in pieces where p.owner is side and p.marked", False)],
)
def test_what_a_side_may_not_know_shows_in_what_it_is_offered(tmp_path: Path, what: str, leaks: bool) -> None:
    file = tmp_path / "planted.rules"
    file.write_text(HEAD + PAYS + PEEK.format(what=what), encoding="utf-8")
    found = [fault for seed in range(12) if (fault := Hunter(Quarry(str(file)), 1).matches.two_worlds(seed)[0]) is not None]
    assert bool(found) is leaks
    if leaks:
        assert found[0].kind == LEAKS and "peek" in str(found[0].text)
        assert tell(found[0].text, "fr").startswith("ce que")


STAKES = """game vault:
    title en "Vault" fr "Coffre"
    play night up to 9 times
    events seen by nobody
kind thief, many thieves, seats: ann, ben, cleo
    title en "Thief" fr "Voleur"
    gold: 0 to 3, seen by thief
    stake: 0 to 3, seen by thief
event setup:
    ann.gold becomes 2
    cleo.gold becomes 3
event bet thief:
{meant}    thief chooses stake from {least} to 3 in secret
    thief.stake becomes stake
agenda night:
    staking:
        for each thief in thieves: bet thief
    ending:
        for each thief in thieves: thief chooses other from thieves in secret
"""


@pytest.mark.parametrize(
    ("least", "meant", "leaks"), [("thief.gold", "", True), ("0", "", False), ("thief.gold", "    reveals gold to nobody\n", False)]
)
def test_a_question_with_one_answer_shows_by_whom_the_match_waits_for(tmp_path: Path, least: str, meant: str, leaks: bool) -> None:
    file = tmp_path / "vault.rules"
    file.write_text(STAKES.format(least=least, meant=meant), encoding="utf-8")
    matches = Hunter(Quarry(str(file)), 1).matches
    found = [fault for seed in range(40) if (fault := matches.two_worlds(seed)[0]) is not None]
    assert bool(found) is leaks
    if leaks:
        assert all(fault.kind == LEAKS and "the match waits for" in str(fault.text) for fault in found)
        assert "attend" in tell(found[0].text, "fr")


def test_a_setup_that_breaks_a_law_is_a_fault_and_stops_no_hunter(tmp_path: Path) -> None:
    file = tmp_path / "planted.rules"
    law = "always nobody_begins_alone: match.pot is 1 or more\n"
    file.write_text(HEAD + PAYS + PEEK.format(what="side.purse is 1 or more") + law, encoding="utf-8")
    hunter = Hunter(Quarry(str(file)), 1)
    assert hunter.matches.two_worlds(1) == (None, 0)
    assert "nobody_begins_alone" in str(hunter.matches.compared(1)[0])


ENDLESS_GAME = """game talk:
    title en "Talk" fr "Palabres"
    play turn up to 2 times
kind side, seats: red, blue
kind match:
    pot: 0 to 9
agenda turn:
    talk_on
agenda talk_on, while match.pot is 0, repeated:
    speaking: red must act in speaking
action wait by side:
    title en "Wait" fr "Attendre"
    during speaking
    match.pot becomes 0
action answer by side:
    title en "Answer" fr "Répondre"
    during speaking
    match.pot becomes 0
"""


def test_a_match_that_does_not_end_is_left_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "ENOUGH", 100)
    monkeypatch.setattr(matches, "PATIENCE", 0.5)
    file = tmp_path / "talk.rules"
    file.write_text(ENDLESS_GAME, encoding="utf-8")
    hunter = Hunter(Quarry(str(file)), 1)
    fault, course = hunter.matches.doubted(1)
    assert fault is not None and fault.kind == ENDLESS and "it has not ended after" in fault.text
    assert not course.ended and len(course.asked) < 50_000
    assert "elle n’est pas finie après" in tell(fault.text, "fr")
    # Left before there is enough to tell, it is no difference of the executors either, whatever stopped the compiled one.
    monkeypatch.setattr(matches, "ENOUGH", 1_000_000)
    monkeypatch.setattr(hunter.matches, "stopped", lambda *_: Stopped(FAILED, 0, ()))
    assert hunter.matches.doubted(1)[0] is None
