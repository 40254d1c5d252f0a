"""Matches as they are told: to a side, to a spectator, to the referee, in both languages, letter by letter.

``ARBITRE_UPDATE_GOLDEN=1`` writes ``told/NAME.txt`` again; read aloud what has changed before keeping it.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.lower.scenario.scenarios import bind_scenario
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.scenario.books import Books
from arbitre.interpreter.play.scenario.scenarios import Rehearsal
from arbitre.interpreter.play.scenario.stage import Outcome
from arbitre.interpreter.reference.program import add_functions
from arbitre.interpreter.state.trace import Numbers
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR, may_see
from arbitre.story.drafts import Draft, bare, goes_on, joined
from arbitre.story.narrator import Narrator, Sentence
from arbitre.story.story import Story
from arbitre.story.terminal import Teller
from arbitre.story.watch import observed, watched
from arbitre.words.console import Terminal

FOLDER = Path(__file__).parent / "told"
GAMES = sorted(path.stem for path in FOLDER.glob("*.rules"))


@cache
def played(name: str) -> Match:
    """The match of the scenario of that name, its throws observed."""
    books = Books(load(FOLDER / f"{name}.rules", scenarios=True))
    (scenario,) = [s for s in books.rulebook.scenarios if Path(s.place.file).stem == name and Path(s.place.file).parent.name == "told"]
    bound, machine = books.get({})
    assert machine is not None
    plan = bind_scenario(bound.context, scenario)
    assert not bound.messages.errors, bound.messages.errors
    add_functions(machine)
    outcome = Outcome(scenario.name, scenario.place, [])
    stage = Rehearsal(machine, plan, outcome)
    observed(stage.match)
    stage.play()
    assert outcome.ok, outcome.failures
    return stage.match


def shown(sentence: Sentence, rules: bool) -> str:
    return "  " * sentence.depth + (sentence.with_rules() if rules else sentence.text)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_told(name: str) -> None:
    match = played(name)
    out = []
    for lang in ("en", "fr"):
        for viewer in (0, SPECTATOR, REFEREE):
            told = Narrator(match, lang, viewer).sentences(match.run.log or [])
            out += [f"== {lang}, {'a side' if viewer == 0 else viewer}", *(shown(s, viewer == REFEREE) for s in told), ""]
    found = "\n".join(out)
    expected = FOLDER / f"{name}.txt"
    if os.environ.get("ARBITRE_UPDATE_GOLDEN"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_sentence_is_made_of_what_its_viewer_sees(name: str) -> None:
    match = played(name)
    log = match.run.log or []
    for viewer in (0, 1, SPECTATOR, REFEREE):
        numbers = Numbers(log, viewer)
        for sentence in Narrator(match, "en", viewer, verbose=True).sentences(log):
            assert sentence.numbers and all(may_see(log[numbers.index(n)].audience, viewer) for n in sentence.numbers)


@pytest.mark.parametrize("name", GAMES)
def test_told_piece_by_piece_nothing_is_lost_and_nothing_told_twice(name: str) -> None:
    """Whatever the moments at which one asks, every record that has words is told once."""
    match = played(name)
    log = match.run.log or []
    narrator = Narrator(match, "en", REFEREE)
    whole = [n for s in narrator.sentences(log) for n in s.numbers]
    assert len(whole) == len(set(whole))
    for size in (1, 5, 40):
        parts = [n for at in range(0, len(log), size) for s in narrator.sentences(log[at : at + size]) for n in s.numbers]
        assert set(whole) - {r.index for r in log if r.kind == "agenda"} <= set(parts)


def test_what_goes_on_joins_what_was_begun() -> None:
    assert (
        joined("Ann goes.", ["with care", "; Ben follows", " – at last", "(softly)"])
        == "Ann goes, with care; Ben follows – at last (softly)"
    )
    assert joined("Done!", ["and over"]) == "Done! And over" and joined("", ["alone"]) == "alone" and joined("…", [", again"]) == "… again"
    assert goes_on("and so") and goes_on(": 3") and not goes_on("And so") and not goes_on("3 of them")
    assert bare("Out.") == "Out" and bare("K.-O.") == "K.-O." and bare("") == ""


def test_the_same_one_does_one_thing_after_the_other() -> None:
    draft = Draft("event", 0, [("Ann goes.", ["quickly"]), ("Ann sits.", [])], [], "Ann")
    assert draft.text(", then ") == "Ann goes, quickly, then sits."


SILENT = """
game silent:
    title en "Silent" fr "Muet"
    play turn up to 2 times
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    life: 0 to 9 = 5
        title en "Life" fr "Vie"
agenda turn:
    title en "Turn" fr "Tour"
    hurting: for each player in players: player loses 1 life
"""


def test_a_rulebook_without_any_sentence_is_told_by_its_changes(tmp_path: Path) -> None:
    (tmp_path / "silent.rules").write_text(SILENT, encoding="utf-8")
    match = watched(machine_of(compile_rules(load(tmp_path / "silent.rules")).program), 1)
    assert [s.text for s in Narrator(match, "en").sentences(match.run.log or [])][:3] == ["Turn 1", "Red: Life 5 → 4.", "Blue: Life 5 → 4."]


def test_the_last_sentence_is_kept_back_while_it_may_go_on() -> None:
    match = played("bloodbowl")
    teller = Teller(Story(match, "en"), Terminal())
    whole = Narrator(match, "en").sentences(match.run.log or [])
    said: list[Sentence] = []
    teller.show = said.extend  # type: ignore[method-assign,assignment]
    teller.news(REFEREE, whole=False)
    assert said == whole[:-1]
    teller.news(REFEREE)
    assert said[-1].text.endswith(whole[-1].text.lstrip("… ")) and len(said) == len(whole)


def test_pieces_of_one_name_are_told_apart_by_their_side() -> None:
    from arbitre.story.boards.owners import apart

    assert apart("Guard 3 meets Guard 31 and Guard 3.", {"Guard 3": "Guard 3 (Red)"}) == "Guard 3 (Red) meets Guard 31 and Guard 3."
    match = watched(machine_of(compile_rules(load("coliseum")).program), 5)
    names = Narrator(match, "en").owners.alike()
    assert names["Thracian 1"] == "Thracian 1 (Red)" and "Samnite 5" not in names
