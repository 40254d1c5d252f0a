"""What scenarios claim: refusals for their reason, the course of things, stops between steps, and faults that show their values."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """\
game duel:
    title en "Duel" fr "Duel"
    text en "Two." fr "Deux."
kind player, seats: red, blue
    life: 0 to 9 = 5
    plan: plan or none
kind plan: lunge, guard, flee
kind place, grid(5, 5, closed)
kind piece (mover, victim), up to 4:
    owner: player
    spot: place or none
    life: 0 to 9 = 5
    marks: any mark
kind mark: tired, glad
mover is ready when all of:
    mover.life is 2 or more
    no mover.marks where it is tired
event hurt player:
    roll d6 as wound
    player loses wound life
event strike mover against victim:
    victim loses 1 life
    hurt victim.owner
contest rush by mover against victim: d6 + mover.life against d6 + victim.life
event choose player:
    player chooses player.plan from plans where it is not guard or player.life is 5
event race mover against victim:
    contest rush by mover against victim:
        higher: mover gains glad
        lower: victim gains glad
agenda race_on mover against victim:
    keeps opener: piece or none
    running:
        opener becomes mover
        race mover against victim
    rest: hurt_nobody
after race_on.running mover against victim:
    opener gains tired
    opener loses glad
    opener.life gains 1
event hurt_nobody: end
event warn player: tell player en "watch out" fr "attention"
action walk by mover to place:
    once per turn
    when place in mover.spot.neighbours
    when mover is ready
    needs no pieces where spot is place else en "somebody is there" fr "quelqu'un est là"
    mover.spot becomes place
action rest by mover:
    instead of walk
    mover gains tired
place is far_off when place.x is 9
action leave by mover to place:
    when place is far_off and mover.life is 2 or more
    mover.spot becomes place
action jump by mover to place:
    during jumping
    when distance(mover.spot, place) is 2
    mover.spot becomes place
agenda turn:
    orders: for each player in players: player gives orders
    walk
    rest
    leave
    leap: red acts in jumping
    finish: tell everyone en "done" fr "fini"
"""
START = """\
setting opening:
    given piece ann: owner red, spot (1, 1)
    given piece bob: owner blue, spot (3, 1)
setting tired:
    start from opening
    given ann gains tired
"""
TRUE = [
    "red orders walk by ann to (2, 1)\n    refused red orders walk by ann to (1, 2) because limit\n    play turn",
    "red orders walk by ann to (2, 1)\n    refused red orders rest by ann because instead of walk\n    play turn",
    "refused blue orders walk by bob to (5, 5) because neighbours",
    "given ann gains tired\n    refused red orders walk by ann to (2, 1) because tired",
    "given ann.life = 1\n    refused red orders walk by ann to (2, 1) because ready",
    'given bob.spot = (2, 1)\n    refused red orders walk by ann to (2, 1) because "somebody"',
    "refused red orders jump by ann to (3, 1) because during jumping",
    "refused red orders jump by ann to (2, 1) because distance",
    "given blue.life = 4\n    refused blue chooses guard because life\n    blue chooses lunge\n    do choose blue",
    "dice wound: 3\n    do strike ann against bob\n    expect strike before hurt\n    expect hurt happens 1 times",
    "dice rush: 3 4\n    do race ann against bob\n    expect totals rush: 8 against 9\n    expect dice rush: 3 4",
    'red orders walk by ann to (2, 1)\n    play turn until rest\n    expect ann.spot is (2, 1) and not red told "done"\n    play turn\n'
    '    expect everyone told "done" just now\n    expect turn.orders before walk\n    expect walk by ann happens 1 times',
    "dice rush: 3 4\n    do race_on ann against bob\n    expect race_on.running ann against bob happens 1 times\n"
    "    expect race_on.running ann before race_on.rest against bob\n    expect ann has tired and not ann has glad and ann.life is 6",
    'do warn red\n    expect red told "watch" and not blue told "watch"\n    expect not everyone told "watch"\n    do hurt red\n'
    '    dice 2\n    expect nobody told "watch" just now',
]
FALSE = {
    "refused red orders walk by ann": "must say its ‘place’",
    "refused red orders walk by bob to (2, 1)": "red does not command bob",
    "refused red orders walk by ann to (2, 1)": "this order is accepted",
    "refused blue orders walk by bob to (5, 5) because limit": "‘place in mover.spot.neighbours’ does not hold: place is (5, 5)",
    "given ann.life = 1\n    refused red orders walk by ann to (2, 1) because tired": "mover.life is 1",
    "refused blue chooses guard\n    blue chooses lunge\n    do choose blue": "this is offered",
    "red chooses lunge\n    dice wound: 3\n    do strike ann against bob": "red was asked nothing",
    "expect ann.life is 3 and bob.life is 5": "ann.life is 5",
    "expect any pieces where life is 4": "life of ann is 5",
    "expect no pieces where owner is red": "there is ann",
    "given ann gains glad\n    expect not ann has glad": "ann.marks is glad",
    "expect ann has glad": "ann.marks is empty",
    "do warn red\n    expect everyone told \"watch\"": "this was told to red",
    "do warn red\n    expect nobody told \"watch\"": "this was told to red",
    "dice wound: 3\n    do strike ann against bob\n    expect hurt before strike": "‘strike’ happened first",
    "dice wound: 3\n    do strike ann against bob\n    expect strike happens 2 times": "happened 1 time",
    "dice wound: 3\n    do strike ann against bob\n    expect dice wound: 4": "are 3",
    "given bob.spot = (2, 1)\n    refused red orders walk by ann to (2, 1)": "it would fail when it is performed: ‘no pieces",
    "given bob.spot = (2, 1)\n    refused red orders walk by ann to (2, 1) because tired": "write ‘because spot’",
    "refused red orders jump by ann to (3, 1) because spot": "only its phase stands against it: ‘jumping’",
    "refused blue orders walk by bob to (5, 5) because life": "write ‘because neighbours’",
    "red orders rest by ann\n    refused red orders walk by ann to (2, 1) because limit\n    play turn": "write ‘because instead of rest’",
    "given ann gains tired\n    expect red offered walk": "this is not offered: ‘mover is ready’ does not hold",
    "given ann.spot = (3, 3)\n    expect red offered jump and red offered leave": "‘place is far_off’ holds for none (",
    "dice rush: 3\n    do race ann against bob": "a die is missing for ‘rush’ (",
    "expect plans is (lunge, flee)": "(lunge, flee) is lunge + flee",
    "expect ann.spot in (places where distance(it, ann.spot) is 1 or more)": "ann.spot is (1, 1), it is none of these 24",
    "do race_on ann against bob\n    dice rush: 3 4\n    expect race_on.running bob against ann happens 1 times": "happened 0 times",
    "do race_on ann against bob\n    dice rush: 3 4\n    expect race_on.running bob with ann happens 1 times": "takes no ‘with ...’",
    "play turn until hurt": "there is no step ‘hurt’",
    "expect match is over": "‘expect match goes on’ says that the match is not over",
    "expect ann goes on": "only the match goes on or is over, and this is ‘ann’",
}  # fmt: skip


def failures(folder: Path, lines: str, start: str = "opening", rules: str = RULES) -> list[str]:
    game = folder / "duel"
    (game / "scenarios").mkdir(parents=True)
    (game / "duel.rules").write_text(rules, encoding="utf-8")
    text = f'extends duel\n{START}scenario "x":\n    start from {start}\n    {lines}\n'
    (game / "scenarios" / "x.rules").write_text(text, encoding="utf-8")
    return [text for outcome in run_all(load(game, scenarios=True)) for _, text in outcome.failures]


@pytest.mark.parametrize("lines", TRUE)
def test_what_holds(tmp_path: Path, lines: str) -> None:
    assert not failures(tmp_path, lines)


@pytest.mark.parametrize("lines", FALSE)
def test_what_does_not_hold_says_why(tmp_path: Path, lines: str) -> None:
    assert any(FALSE[lines] in text for text in failures(tmp_path, lines)), failures(tmp_path / "again", lines)


def test_a_missing_die_is_told_where_it_is_missing(tmp_path: Path) -> None:
    game = tmp_path / "duel"
    (game / "scenarios").mkdir(parents=True)
    (game / "duel.rules").write_text(RULES, encoding="utf-8")
    text = f'extends duel\n{START}scenario "x":\n    start from opening\n    dice rush: 3\n    do race ann against bob\n'
    text += 'scenario "y":\n    start from opening\n    do race ann against bob\n'
    (game / "scenarios" / "x.rules").write_text(text, encoding="utf-8")
    found = [place for outcome in run_all(load(game, scenarios=True)) for place, _ in outcome.failures]
    assert [text.splitlines()[place.line - 1].strip() for place in found] == ["dice rush: 3", "do race ann against bob"]


def test_a_setting_may_start_from_another(tmp_path: Path) -> None:
    assert not failures(tmp_path, "refused red orders walk by ann to (2, 1) because ready", "tired")


PUBLISHED = """
event show: publish
event age mover: mover loses 1 life
event settle player at place: create piece with owner player, spot place
"""
SEEN = """do show
    expect blue sees ann.life and red sees ann.life
    do age ann
    expect not blue sees ann.life and not red sees ann.life and blue sees ann.spot
    do settle blue at place(5, 5)
    let newcomer = the pieces where spot is (5, 5)
    expect not blue sees newcomer.owner and not blue sees newcomer
    do show
    expect blue sees ann.life and blue sees newcomer.owner and blue sees newcomer"""


def test_what_changed_since_it_was_published_is_not_seen(tmp_path: Path) -> None:
    assert not failures(tmp_path, SEEN, rules=RULES + PUBLISHED)


def test_a_match_that_goes_on_is_no_draw(tmp_path: Path) -> None:
    path = tmp_path / "duel.rules"
    scenarios = 'scenario "draw":\n    do warn red\n    expect nobody wins\nscenario "red":\n    do warn red\n    expect red wins\n'
    path.write_text(
        RULES + scenarios + 'scenario "on":\n    do warn red\n    expect not nobody wins\n    expect not red wins\n', encoding="utf-8"
    )
    draw, red, on = run_all(load(path, scenarios=True))
    assert [str(text) for _, text in draw.failures] == ["the match goes on; ‘nobody wins’ expects that it is over, in a draw"]
    assert [str(text) for _, text in red.failures] == ["the match goes on"] and on.ok


ENDINGS = """
event crown player: player wins
event draw_it: nobody wins
event ruin: everyone loses
scenario "on":
    do warn red
    expect match goes on
scenario "crowned":
    do crown red
    expect not match goes on
    expect match goes on
scenario "drawn":
    do draw_it
    expect match goes on
scenario "ruined":
    do ruin
    expect match goes on
scenario "not over":
    do warn red
    expect not match goes on
"""


def test_a_scenario_says_that_the_match_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "duel.rules"
    path.write_text(RULES + ENDINGS, encoding="utf-8")
    on, *others = run_all(load(path, scenarios=True))
    assert on.ok and [[str(text) for _, text in outcome.failures] for outcome in others] == [
        ["the match is over: the winners are red"],
        ["the match is over: nobody has won"],
        ["the match is over: everybody has lost"],
        ["the match goes on"],
    ]
