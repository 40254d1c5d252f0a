"""``why`` as data, by the command; and the moments it is told from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.moments import Recording, moments

DEMO = str(Path(__file__).parents[1] / "demo.rules")


def run(*args: str) -> str:
    return CliRunner().invoke(cli, args, catch_exceptions=False).output


def test_the_command_gives_all_of_it_as_data(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    run("play", DEMO, "--watch", "--seed", "7", "--save", str(file))
    events = json.loads(run("replay", str(file), "--game", DEMO, "--json"))
    hit = next(e for e in events if e["kind"] == "change" and e["name"] == "life" and int(e["index"].partition(".")[0]) > 5)
    found = json.loads(run("why", str(file), str(hit["index"]), "--game", DEMO, "--json"))
    assert {"event", "text", "kind", "clauses", "rule", "throws", "since", "numbers", "because"} <= found.keys()
    assert "defender loses 1 life" in found["rule"]["source"] and found["rule"]["line"] > 0
    assert found["clauses"][0] == {"name": "DM-a-01", "text": "A blow of 8 hits.", "ruling": "With the bonus.", "reason": "It reads so."}
    cause = found["because"][0]
    assert cause["throws"][0]["test"] == "blow" and len(cause["throws"][0]["faces"]) == 2
    assert not any(key.startswith("_") for key in found)
    side = json.loads(run("why", str(file), "1", "--game", DEMO, "--json", "--as", "red"))
    assert "rule" not in side


def test_a_moment_is_what_was_there_then() -> None:
    match = Match(machine_of(compile_rules(load(DEMO)).program), 4, start=False)
    live = Recording(match.run, [], [], None)
    match.run.log = live
    match.begin()
    for number in range(6):
        if match.requests:
            match.answer(match.requests[0].id, number % len(match.requests[0].options))
    log = match.run.log or []
    for index in range(len(log)):
        again = moments(match, [index], list(log))[index]
        assert again.state.cells == live.moments[index].state.cells and again.frames == live.moments[index].frames
    assert len(log) > 10


CHART = """\
game chart:
    title en "Chart" fr "Abaque"
    play turn up to 1 times, then over
    events seen by everyone
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    score: 0 to 99
        title en "Score" fr "Score"
kind tool: sword, club
    title en "Tool" fr "Outil"
table of tool:
    name  | en      | fr
    sword | "Sword" | "Épée"
    club  | "Club"  | "Massue"
kind fate: alive, dead
    title en "Fate" fr "Sort"
table of fate:
    name  | en      | fr
    alive | "Alive" | "Vivant"
    dead  | "Dead"  | "Mort"
table of reach by tool and score:
    tool  | 0 | 1 to 3 | 4 or more
    sword | 2 | 3      | 5
    club  | 1 | 4      | 6
table of grade by force and tool:
    force  | sword | club
    1 to 4 | alive | alive
    5 to 9 | alive | dead
test swing by player: d6 + reach(sword, player.score)
    title en "Swing" fr "Coup"
    success when total is 1 or more
agenda turn:
    title en "Turn" fr "Tour"
    going:
        title en "Going" fr "Jeu"
        hit red with 7
        test swing by red:
            success: says en "Hit." fr "Touché."
event hit player with (force: 1 to 9):
    title en "Hit" fr "Touche"
    says nothing
    let mark = grade(force, club)
    player.score becomes 2
    suffer player for mark
    if grade(3, club) is alive: tell everyone en "Weak blows kill nobody." fr "Les coups faibles ne tuent personne."
    if grade(force, sword) is alive: tell everyone en "Spared." fr "Épargné."
event suffer player for (fate: fate):
    title en "Suffers" fr "Subit"
    says en "{player}: {fate}." fr "{player} : {fate}."
event over:
    nobody wins
"""
READ = {
    "en": ("since grade, row 5 – 9 (7), column Club: Dead", ": row 5 – 9 (7), column Sword", "+3 reach (Sword, 1 – 3)"),
    "fr": ("car grade, ligne 5 – 9 (7), colonne Massue : Mort", " : ligne 5 – 9 (7), colonne Épée", "+3 reach (Épée, 1 – 3)"),
}


PILES = """\
game piles:
    title en "Piles" fr "Tas"
    play turn up to 1 times, then over
    events seen by everyone
kind pile: left, right, middle
    title en "Pile" fr "Tas"
    coins: 0 to 9
        title en "Coins" plural fr "Pièces" plural feminine
table of pile:
    name   | coins | en       | fr
    left   | 2     | "Left"   | "Gauche"
    right  | 5     | "Right"  | "Droite"
    middle | 5     | "Middle" | "Milieu"
kind player, seats: red, blue
    title en "Player" fr "Joueur"
    taken: pile or none
        title en "Taken" fr "Pris"
    score: 0 to 9
        title en "Score" fr "Score"
agenda turn:
    title en "Turn" fr "Tour"
    going:
        title en "Going" fr "Jeu"
        grab red
event grab player:
    title en "Grab" fr "Saisie"
    says nothing
    player.taken becomes first(best(coins, piles))
    player gains 3 score
    let poorest = first(worst(coins, piles))
    empty poorest
event empty pile:
    title en "Emptied" fr "Vidé"
    says en "{pile} is emptied." fr "{pile} est vidé."
event over:
    best(score, players) wins
"""
BEST = {
    "en": ("since highest in Coins (5): Right, Middle", "since lowest in Coins (2): Left", "since highest in Score (3): red"),
    "fr": (
        "car au plus haut pour « Pièces » (5) : Droite, Milieu",
        "car au plus bas pour « Pièces » (2) : Gauche",
        "car au plus haut pour « Score » (3) : red",
    ),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("viewer", [(), ("--as", "blue")])
def test_why_says_by_what_the_best_was_best(tmp_path: Path, lang: str, viewer: tuple[str, ...]) -> None:
    path, file = tmp_path / "piles.rules", str(tmp_path / "kept.json")
    path.write_text(PILES, encoding="utf-8")
    run("play", str(path), "--watch", "--seed", "7", "--save", file)
    events = json.loads(run("replay", file, *viewer, "--json", "--lang", "en"))
    told = {e["text"]: str(e["index"]) for e in events if e["text"]}
    for number, line in zip(((told["Red: Taken Right."],), (told["Left is emptied."],), ()), BEST[lang], strict=True):
        said = run("why", file, *number, *viewer, "--lang", lang).replace("\u00a0", " ").replace("\u202f", " ")
        assert line in said, said


def test_by_what_the_best_was_best_is_told_to_nobody_who_may_not_know(tmp_path: Path) -> None:
    path, file = tmp_path / "piles.rules", str(tmp_path / "kept.json")
    hidden = PILES.replace("    score: 0 to 9\n", "    score: 0 to 9, seen by player\n").replace(
        "event over:", "event over:\n    reveals score"
    )
    path.write_text(hidden, encoding="utf-8")
    run("play", str(path), "--watch", "--seed", "7", "--save", file)
    assert "highest in Score" in run("why", file, "--lang", "en")
    assert "highest" not in run("why", file, "--as", "blue", "--lang", "en")


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "since reach, row Club, column 4+ (7): 6"), ("fr", "car reach, ligne Massue, colonne 4+ (7) : 6")]
)
@pytest.mark.parametrize("viewer", [(), ("--as", "blue")])
def test_a_chart_that_is_read_where_a_field_is_changed_is_told(tmp_path: Path, lang: str, told: str, viewer: tuple[str, ...]) -> None:
    path, file = tmp_path / "chart.rules", str(tmp_path / "kept.json")
    lines = "player.score becomes reach(club, force)\n    player gains reach(sword, player.score) score"
    path.write_text(CHART.replace("player.score becomes 2", lines), encoding="utf-8")
    run("play", str(path), "--watch", "--seed", "7", "--save", file)
    events = json.loads(run("replay", file, *viewer, "--json", "--lang", "en"))
    became, gained = (e["index"] for e in events if e["text"].startswith("Red: Score"))
    assert told in run("why", file, str(became), *viewer, "--lang", lang).replace("\u00a0", " ").replace("\u202f", " ")
    assert "reach" not in run("why", file, str(gained), *viewer, "--lang", lang)  # what it was read by is no more


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("viewer", [(), ("--as", "blue")])
def test_why_says_which_row_and_column_of_a_chart_was_read(tmp_path: Path, lang: str, viewer: tuple[str, ...]) -> None:
    path, file = tmp_path / "chart.rules", str(tmp_path / "kept.json")
    path.write_text(CHART, encoding="utf-8")
    run("play", str(path), "--watch", "--seed", "7", "--save", file)
    events = json.loads(run("replay", file, *viewer, "--json", "--lang", "en"))
    told = {e["text"]: e["index"] for e in events if e["text"]}
    assert "Weak blows kill nobody." in told  # a row may be a range wherever it stands
    numbers = (told["Red: Dead."], told["Spared."], next(n for text, n in told.items() if text.startswith("Red: Swing")))
    for number, line in zip(numbers, READ[lang], strict=True):
        said = run("why", file, str(number), *viewer, "--lang", lang).replace("\u00a0", " ").replace("\u202f", " ")
        assert line in said


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "since Grade of a blow, row 5 – 9 (7), column Club: Dead"), ("fr", "car Degré du coup, ligne 5 – 9 (7), colonne Massue")],
)
def test_a_chart_goes_by_its_title(tmp_path: Path, lang: str, told: str) -> None:
    path, file = tmp_path / "chart.rules", str(tmp_path / "kept.json")
    head = "table of grade by force and tool:\n"
    path.write_text(CHART.replace(head, f'{head}    title en "Grade of a blow" fr "Degré du coup"\n'), encoding="utf-8")
    run("play", str(path), "--watch", "--seed", "7", "--save", file)
    events = json.loads(run("replay", file, "--json", "--lang", "en"))
    number = next(e["index"] for e in events if e["text"] == "Red: Dead.")
    assert told in run("why", file, str(number), "--lang", lang).replace("\u00a0", " ").replace("\u202f", " ")
