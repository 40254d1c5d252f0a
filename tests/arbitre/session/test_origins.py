"""Why something happened that a rule had prepared earlier, with nothing but a field between the two, or that stands in a step itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.trace import Numbers
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.books import ready
from arbitre.session.why.reasons import Why, explain
from arbitre.story.narrator import Narrator
from tests.arbitre.post.heath import begun, put
from tests.arbitre.post.mail.test_sealing import BLUE, RED, deliver


def test_a_side_is_told_by_whom_as_far_as_it_may_see() -> None:
    rulebook, match = ready("kollaball", {}, ())[0], begun("kollaball")
    put(match, "player", "r2", "cell", "E4")
    deliver(match, RED, "R2 striker F4")
    deliver(match, BLUE, "B3 receiver F4")
    while match.requests and match.requests[0].decision != "orders":
        match.answer(match.requests[0].id, match.silent(match.requests[0]))
    said = {}
    for viewer in (RED, BLUE):
        sentences = list(Narrator(match, "en", viewer).sentences(list(match.run.log or [])))
        number = next(s.numbers[0] for s in sentences if "is thrown back" in s.text)
        said[viewer] = "\n".join(explain(match, number, "en", viewer, rulebook)).replace("\u00a0", " ")
    for text in said.values():
        assert "KB-19-25" in text and "because of Thrown off the cell (Blue 3), Thrown back by: Red 2" in text
    assert re.search(r"because of \[[\d.]+\] Charge a cell \(Red 2\)", said[RED])  # red's own order, which blue knows nothing of
    assert "Charge a cell" not in said[BLUE]


# ------------------------------------------------------------------------------------ what stands in a step of an agenda

GAME = """game stakes:
    title en "Stakes" fr "Enjeux"
    languages en, fr
    play turn{turns} up to 9 times
    events seen by everyone

kind player, seats: red, blue
    title en "Player" fr "Joueur"
    stakes: 0 to 9 = 2
        title en "Stakes" fr "Enjeux"
table of player:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"

kind match:
    mover: player = red
        title en "Who moves next" fr "Prochain joueur"

player is broke when player.stakes is 1 or less
    title en "Broke" fr "Sans le sou"

event counting:
    title en "Counting" fr "Le décompte"
    says en "All is counted." fr "On compte tout."
    nobody wins

agenda turn{given}:
    title en "Turn" fr "Tour"
    playing:
        title en "Playing" fr "Le jeu"
        {mover} loses 1 stakes
    ending:
        title en "Ending" fr "La fin"
        {ending}
"""
MOVER = {"turns": "", "given": "", "mover": "match.mover"}
IN_TURN = {"turns": " by each player in turn", "given": " by player", "mover": "player"}
AT_MOST = "Red’s stakes are at most 1: it is 1"
CASES = [
    (MOVER, "if match.mover is broke: match.mover loses", "end", ["the player “who moves next” is broke: it is Red"], "c’est Rouge"),
    (IN_TURN, "if player is broke: player loses", "end", ["Red is broke"], "Rouge est sans le sou"),
    (MOVER, "for each player in players where stakes is 1 or less: player loses", "end", [AT_MOST], "de Rouge"),
    (MOVER, "for each player in players where it is broke: player loses", "end", ["Red is broke"], "Rouge est sans le sou"),
    (MOVER, "for each loser in players where it is broke: loser loses", "end", ["Red is broke"], "Rouge est sans le sou"),
    (MOVER, "for each player in players:\\n            if player is broke: player loses", "end", ["Red is broke"], "Rouge est sans le sou"),
    (MOVER, "if any players where it is broke: counting", "call", ["there is a player that is broke: Red"], "Rouge"),
]  # fmt: skip


def lines(tmp_path: Path, how: dict[str, str], ending: str, kind: str, lang: str) -> list[str]:
    file = tmp_path / "stakes.rules"
    file.write_text(GAME.format(**how, ending=ending.replace("\\n", "\n")), encoding="utf-8")
    rulebook, _, machine = ready(str(file), {}, ())
    match = Match(machine, 1)
    record = next(r for r in reversed(match.run.log or []) if r.kind == kind)
    return [line.strip() for line in Why(match, lang, rulebook=rulebook).lines(Numbers(match.run.log or [], REFEREE).of(record))]


@pytest.mark.parametrize(("how", "ending", "kind", "english", "french"), CASES)
def test_a_step_gives_its_reason(how: dict[str, str], ending: str, kind: str, english: list[str], french: str, tmp_path: Path) -> None:
    told = lines(tmp_path, how, ending, kind, "en")
    assert told[1:] == [f"since {fact}" for fact in english], told
    told = lines(tmp_path, how, ending, kind, "fr")
    assert told[1].startswith("car ") and french in told[1], told


def test_a_loop_that_only_finds_what_belongs_together_is_no_reason(tmp_path: Path) -> None:
    ending = "for each player in players where it is match.mover:\n            if player is broke: player loses"
    assert lines(tmp_path, MOVER, ending, "end", "en")[1:] == ["since Red is broke"]


PLACES = """game places:
    title en "Places" fr "Lieux"
    languages en, fr
    play turn up to 2 times
    events seen by everyone

kind side, seats: red, blue
    title en "Side" fr "Camp"
table of side:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"

kind point
    title en "Point" fr "Point"
    man: side or none
        title en "Man" fr "Pion"
table of point:
    name | en   | fr
    a7   | "a7" | "a7"
    d1   | "d1" | "d1"

agenda turn:
    title en "Turn" fr "Tour"
    placing:
        title en "Placing" fr "Placer"
        red chooses spot from points
        spot.man becomes red
"""


def test_names_of_places_are_written_alike_and_a_choice_is_told_as_one(tmp_path: Path) -> None:
    file = tmp_path / "places.rules"
    file.write_text(PLACES, encoding="utf-8")
    rulebook, _, machine = ready(str(file), {}, ())
    match = Match(machine, 1)
    match.answer(match.requests[0].id, 1)
    log = match.run.log or []
    kinds = {record.kind: Numbers(log, REFEREE).of(record) for record in log}
    for lang, change, choice in (("en", "d1: Man Red.", "Red chooses d1"), ("fr", "d1: Pion Rouge.", "Rouge choisit d1")):
        why = Why(match, lang, rulebook=rulebook)
        told = next(iter(why.lines(kinds["change"]))).replace("\u202f", " ").replace("\u00a0", " ")
        assert told.endswith(change.replace(":", " :") if lang == "fr" else change), told
        assert choice in next(iter(why.lines(kinds["choice"])))
