"""A fault of form in one scenario is that scenario's alone; what failed says what is wrong."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

GAME = """game brawl:
    title en "Brawl" fr "Mêlée"
kind side, seats: red, blue
    points: 0 to 9
event score side:
    side gains 1 points
    tell side en "You score a point." fr "Vous marquez un point."
    tell side en "The crowd cheers." fr "La foule acclame."
agenda turn:
    go:
        score red
        if red.points is 2: red wins
"""
GOOD = """extends brawl
scenario "First":
    title fr "D’abord"
    do score red
    expect red.points is 1
"""
LAST = """scenario "Last":
    title fr "Enfin"
    do score blue
    expect blue.points is 1
"""


def failures(folder: Path, *scenarios: str, game: str = GAME) -> dict[str, list[str]]:
    """What fails in each scenario of a file with one before these and one behind them."""
    book = folder / "brawl"
    (book / "scenarios").mkdir(parents=True, exist_ok=True)
    (book / "brawl.rules").write_text(game, encoding="utf-8")
    text = GOOD + "".join(f'scenario "S{n}":\n    title fr "S{n} fr"\n' + lines for n, lines in enumerate(scenarios)) + LAST
    (book / "scenarios" / "all.rules").write_text(text, encoding="utf-8")
    return {outcome.name: [text for _, text in outcome.failures] for outcome in run_all(load(book, scenarios=True))}


def test_a_line_that_cannot_be_read_fails_its_scenario_alone(tmp_path: Path) -> None:
    found = failures(tmp_path, "    do score red\n    expect red.points is is 1\n", "    do score red\n    expect red.points is 2\n")
    assert found["First"] == [] and found["Last"] == []
    assert found["S0"] and found["S1"]


def test_the_same_fault_in_many_scenarios_fails_each_of_them(tmp_path: Path) -> None:
    """Messages of the same words are folded; nobody is played without the lines that could not be read."""
    found = failures(tmp_path, *(["    do score red\n    expect red.points is is 1\n"] * 9))
    assert all(found[f"S{n}"] for n in range(9))
    assert found["First"] == [] and found["Last"] == []


def test_a_scenario_of_which_nothing_can_be_read_is_told(tmp_path: Path) -> None:
    found = failures(tmp_path, "    expect )(\n")
    assert found["S0"]
    assert found["First"] == [] and found["Last"] == []


def test_a_message_that_was_not_told_is_shown_beside_those_that_were(tmp_path: Path) -> None:
    """The nearest comes first, and only what that side was told is listed."""
    said = failures(tmp_path, '    do score red\n    expect red told "You score two points."\n')["S0"][0]
    assert said.index("You score a point.") < said.index("The crowd cheers.")
    said = failures(tmp_path, '    do score red\n    expect blue told "You score a point."\n')["S0"][0]
    assert "told to red" in said
    said = failures(tmp_path, '    do score red\n    expect blue told "You score two points."\n')["S0"][0]
    assert "nothing was told at all" in said


def test_what_happened_is_joined_with_conditions(tmp_path: Path) -> None:
    """In any order, each part told on its own when it fails."""
    lines = [
        "expect red.points is 1 and score red happens 1 times",
        "expect score red happens 1 times and red.points is 1 and blue.points is 0",
        "expect red.points is 1 and blue.points is 0 and score red happens 1 times and score happens 1 times and red.points is 1",
        "expect red.points is 1 and turn before score red and red.points is 1",
        "expect red.points is 2 and score red happens 2 times",
    ]
    found = failures(tmp_path, *(f"    play turn\n    {line}\n" for line in lines))
    assert [found[f"S{n}"] for n in range(4)] == [[], [], [], []]
    assert len(found["S4"]) == 2


def test_nothing_is_played_after_the_end(tmp_path: Path) -> None:
    found = failures(tmp_path, "    play turn 2 times\n    expect red.points is 2\n", "    play turn 3 times\n    expect red.points is 2\n")
    assert found["S0"] == [] and found["S1"] == ["the match is over before ‘turn’: leave it out or play it less"]


def test_a_step_that_the_end_of_the_match_comes_before_is_told_so(tmp_path: Path) -> None:
    found = failures(tmp_path, "    do score red\n    play turn until rest\n", game=GAME + "    rest:\n        score blue\n")
    assert found["S0"] == ["the match is over before it comes to that step"]


def test_what_fails_is_told_in_french(tmp_path: Path) -> None:
    lacking = 'scenario "Wrong":\n    title fr "Faux"\n    red orders score with blue\n    do score red\n'
    more = 'scenario "More":\n    title fr "Trop"\n    dice 1\n    red chooses blue\n    refused blue chooses red\n    do score red\n'
    said = [tell(text, "fr").replace("\u00a0", " ") for texts in failures(tmp_path, lacking, more).values() for text in texts]
    assert "il reste un dé que rien ne lance : 1" in said
    assert any(one.startswith("personne n’a demandé cette réponse") for one in said)
    assert any(one.startswith("rien n’a donné lieu à ce refus") for one in said)
    assert not any(word in one for one in said for word in ("answer", "refusal", "nothing", "Write"))


TITLED = """table of side:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"
"""


def test_sides_go_by_their_titles_in_what_fails(tmp_path: Path) -> None:
    titled = GAME.replace("event score", TITLED + "event score")
    found = failures(tmp_path, 'scenario "More":\n    title fr "Trop"\n    red chooses blue\n    do score red\n', game=titled)
    assert any("rien n’a été demandé à Rouge" in tell(text, "fr") for texts in found.values() for text in texts)
