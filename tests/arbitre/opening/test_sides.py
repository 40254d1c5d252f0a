"""Who plays, and what several of them belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.opening.books import Refused, open_book, ready
from arbitre.opening.sides import camps, seats_from, viewer_named


@pytest.mark.parametrize(("game", "found"), [("chess", []), ("tsewnart", ["camp"]), ("whist", ["partnership"])])
def test_what_seats_belong_to_is_a_camp_and_what_is_theirs_is_none(game: str, found: list[str]) -> None:
    program = ready(game)[2].program
    assert [program.domains[domain].name for domain, _ in camps(program)] == found


TEAMS = """\
game teams:
    title en "Teams" fr "Équipes"
    play turn up to 2 times
    events seen by everyone
kind seat, seats: north, east, south, west
    title en "Seat" fr "Place"
    team: team
kind team: ns, ew
    title en "Team" fr "Équipe"
table of team:
    name | en            | fr
    ns   | "North-South" | "Nord-Sud"
    ew   | "East-West"   | "Est-Ouest"
table of seat:
    name  | team | en      | fr
    north | ns   | "North" | "Élise du nord"
    east  | ew   | "East"  | "Est"
    south | ns   | "South" | "Sud"
    west  | ew   | "West"  | "Ouest"
agenda turn:
    title en "Turn" fr "Tour"
    resting: for each seat in seats together: seat chooses a from teams
"""


@pytest.fixture(scope="module")
def teams(tmp_path_factory: pytest.TempPathFactory) -> Match:
    file = tmp_path_factory.mktemp("teams") / "teams.rules"
    file.write_text(TEAMS, encoding="utf-8")
    return Match(ready(str(file), {}, ())[2], 1)


@pytest.mark.parametrize(("said", "seats"), [("elise du NORD", [0]), ("North", [0]), ("sud", [2]), ("nord-sud", [0, 2]), ("ew", [1, 3])])
def test_sides_go_by_their_titles_in_any_language(teams: Match, said: str, seats: list[int]) -> None:
    found = seats_from(teams, (f"{said}=human",))
    assert [seat for seat, kind in found.items() if kind == "human"] == seats


def test_a_viewer_goes_by_his_title_and_the_referee_by_his_word(teams: Match) -> None:
    assert [viewer_named(teams, said) for said in ("north", "Élise du nord", "est", "arbitre", "Referee", "spectateur")] == [
        0, 0, 1, REFEREE, REFEREE, SPECTATOR,
    ]  # fmt: skip
    with pytest.raises(Refused):
        viewer_named(teams, "nord")


def test_a_game_in_the_same_folder_is_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "coinche").mkdir()
    (tmp_path / "coinche" / "coinche.rules").write_text('game coinche:\n    title en "Coinche"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match="Did you mean ‘coinche’"):
        open_book("coinhe")
