"""What commands tell of a game: sides and no roles, titles in the language, nothing that tells nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.documents.model.opening import open_documents
from arbitre.documents.site.generate import documents

RULES = """\
game tale:
    title en "Tale" fr "Conte"
    play turn by each player in turn up to 6 times, then over
kind player, seats: zoe, abe, kim, lou
    role: role, seen by player
    side: side
table of player:
    name | side
    zoe  | left
    abe  | left
    kim  | right
    lou  | right
kind side: left, right
kind role: wolf, lamb
kind tool: axe, saw
kind shed: one, two
    tool: tool or none
event setup:
    zoe.role becomes wolf
    abe.role becomes wolf
    kim.role becomes lamb
    lou.role becomes lamb
    one.tool becomes axe
    two.tool becomes saw
agenda turn by player:
    choosing: player chooses tool from tools
event over:
    draw player from players
    player wins
scenario "Nothing happens":
    title fr "Il ne se passe rien"
    expect one.tool is {tool}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "tale.rules"
    path.write_text(RULES.replace("{tool}", "axe"), encoding="utf-8")
    return path


def said(*args: str) -> str:
    result = CliRunner().invoke(cli, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\u00a0", " ")


def test_sides_are_seats_and_teams_and_no_secret_roles(game: Path) -> None:
    assert "sides: zoe, abe, kim, lou, left, right\n" in said("list", str(game))


def test_scenarios_go_by_their_titles_in_the_language(game: Path) -> None:
    assert "Il ne se passe rien" in said("list", str(game), "--lang", "fr") and "Nothing happens" in said("list", str(game))
    game.write_text(RULES.replace("{tool}", "saw"), encoding="utf-8")
    assert "Il ne se passe rien :" in said("test", str(game), "--lang", "fr") and "Nothing happens:" in said("test", str(game))


def test_clauses_name_scenarios_by_their_titles(game: Path) -> None:
    clause = 'clause TA-a-01:\n    text en "Tools lie about." fr "Des outils traînent."\n'
    noted = RULES.replace('"Nothing happens":', '"Nothing happens": [TA-a-01]').replace("{tool}", "axe")
    game.write_text(noted + clause, encoding="utf-8")
    assert "Il ne se passe rien" in said("clauses", str(game), "--lang", "fr")
    assert "Nothing happens" in said("clauses", str(game))


def test_a_game_without_a_board_has_none_to_offer_a_draw_of(game: Path) -> None:
    told = said("board", str(game))
    assert "has no board" in told and "--seed" not in told


def test_simulations_name_sides_as_they_sit_and_leave_out_what_is_always_so(game: Path) -> None:
    text = said("simulate", str(game), "--matches", "40")
    assert text.index("zoe wins") < text.index("abe wins") < text.index("kim wins")
    assert "Held by somebody" not in text
    game.write_text(
        RULES.replace("    two.tool becomes saw\n", "    draw tool from tools\n    two.tool becomes tool\n").replace("{tool}", "axe"),
        encoding="utf-8",
    )
    assert "Held by somebody" in said("simulate", str(game), "--matches", "40")


def test_simulations_count_the_camps_that_win_whoever_belongs_to_them(game: Path) -> None:
    camps = """kind role
    title en "Role" fr "Rôle"
table of role:
    name | en           | fr
    wolf | "The wolves" | "Les loups"
    lamb | "The lambs"  | "Les agneaux"
"""
    drawn = "    draw role from roles\n    role wins"
    text = RULES.replace("kind role: wolf, lamb\n", camps).replace("    draw player from players\n    player wins", drawn)
    game.write_text(text.replace("{tool}", "axe"), encoding="utf-8")
    text = said("simulate", str(game), "--matches", "40", "--quick")
    assert "zoe" not in text and text.index("The wolves win") < text.index("The lambs win")


def test_simulations_agree_with_camps_of_several(game: Path) -> None:
    camps = """kind role
    title en "Role" fr "Rôle"
table of role:
    name | en             | fr
    wolf | "The pack"     | "Les loups" plural
    lamb | "Lambs" plural | "L'agneau"
"""
    drawn = "    draw role from roles\n    role wins"
    text = RULES.replace("kind role: wolf, lamb\n", camps).replace("    draw player from players\n    player wins", drawn)
    game.write_text(text.replace("{tool}", "axe"), encoding="utf-8")
    french = said("simulate", str(game), "--matches", "20", "--lang", "fr")
    assert "Les loups gagnent " in french and "L'agneau gagne " in french and "gagne :" not in french
    assert "à faire :\n" in french
    english = said("simulate", str(game), "--matches", "20", "--quick")
    assert "The pack wins " in english and "Lambs win " in english


def test_a_match_that_all_win_together_is_one_line(game: Path) -> None:
    text = RULES.replace("    draw player from players\n    player wins", "    if one.tool is axe: everyone wins\n    nobody wins")
    game.write_text(text.replace("{tool}", "axe"), encoding="utf-8")
    told = said("simulate", str(game), "--matches", "10", "--quick")
    assert "won by all" in told and "zoe wins" not in told and "of which" not in told


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "‘gains’ is a word of the rules language. The chapter “Statements” explains it: docs/design/language.md"),
        (
            "fr",
            "« gains » est un mot du langage des règles. Le chapitre « Instructions » l’explique : docs/fr/design/language.md",
        ),
    ],
)
def test_a_word_of_the_language_leads_to_its_chapter(lang: str, said: str) -> None:
    result = CliRunner().invoke(cli, ["explain", "gains", "--lang", lang])
    assert (result.exit_code, result.output.replace("\u00a0", " ").replace("\u202f", " ")) == (0, f"{said}#statements\n")


AGAIN = """\
game again:
    title en "Again" fr "Encore"
    play turn by each player in turn up to 2 times, then over
    events seen by everyone
kind player, seats: red, blue
    title en "Player" fr "Joueur" masculine
    stopped: flag, reported
        title en "Has stopped" fr "S'est arrêté(e)"
table of player:
    name | en     | fr
    red  | "Rosa" | "Rosa" feminine
    blue | "Ben"  | "Ben" masculine
agenda drawing by player, repeated, while not player.stopped:
    title en "Drawing" fr "Tirage"
    pull:
        title en "Pull" fr "Tirer"
        roll d6 as die
        if die is 5 or more: player.stopped becomes true
agenda turn by player:
    title en "Turn" fr "Tour"
    pulling: drawing by player
event over:
    title en "Over" fr "Fin"
    everyone wins
"""


@pytest.mark.parametrize(("lang", "heading"), [("en", "· Drawing ·"), ("fr", "· Tirage ·")])
def test_a_step_that_is_repeated_goes_on_below_its_heading(tmp_path: Path, lang: str, heading: str) -> None:
    (tmp_path / "again.rules").write_text(AGAIN, encoding="utf-8")
    output = CliRunner().invoke(cli, ["play", str(tmp_path / "again.rules"), "--watch", "--seed", "1", "--lang", lang]).output
    assert output.count(heading) == 2 and output.count("d6") >= 4, output  # once a turn, however often is thrown


def test_letters_in_brackets_of_a_title_agree_with_what_it_is_said_of(tmp_path: Path) -> None:
    (tmp_path / "again.rules").write_text(AGAIN, encoding="utf-8")
    output = CliRunner().invoke(cli, ["play", str(tmp_path / "again.rules"), "--watch", "--seed", "1", "--lang", "fr"]).output
    output = output.replace("\u00a0", " ")
    assert "Rosa : S'est arrêtée non → oui." in output and "Ben : S'est arrêté non → oui." in output
    assert "Rosa : S'est arrêtée\n" in output and "Ben : S'est arrêté\n" in output
    pages = documents(open_documents(str(tmp_path / "again.rules")), "fr").pages
    assert "le joueur s’est arrêté." in pages["turn"] and "ne s’est pas arrêté." in pages["turn"]
