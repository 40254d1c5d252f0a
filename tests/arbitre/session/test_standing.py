"""A game without a board shows how things stand: on being asked, and before a question; nothing that is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import view
from arbitre.interpreter.state.visibility import SPECTATOR
from arbitre.story.boards.tables import tables, written
from arbitre.story.story import Story

BOWLS = """\
game bowls:
    title en "Bowls" fr "Bols"
    play turn by each player in turn up to 9 times
    events seen by everyone
kind player, seats: north, south
    title en "Player" fr "Joueur"
table of player:
    name  | en      | fr
    north | "North" | "Nord"
    south | "South" | "Sud"
kind bowl, 1 to {many}
    title en "Bowl" fr "Bol"
    seeds: 0 to 48 = 4
        title en "Seeds" fr "Graines"
    secret: player or none, seen by secret
        title en "Secret of" fr "Secret de"
    size: 1 to 3 = 2
        title en "Size" fr "Taille"
    _told: flag
event setup: bowl(2).secret becomes south
agenda turn by player:
    title en "Turn" fr "Tour"
    emptying: player must act in emptying
action empty by player from bowl:
    title en "Empty" fr "Vider"
    during emptying
    when bowl.seeds is 1 or more
    bowl.seeds becomes 0
"""


def rules(folder: Path, many: int = 4) -> Path:
    path = folder / "bowls.rules"
    names = ", ".join(f"bowl_{n}" for n in range(1, many + 1))
    text = BOWLS.replace("kind bowl, 1 to {many}", f"kind bowl: {names}").replace("bowl(2)", "bowl_2").replace("    _told: flag\n", "")
    path.write_text(text, encoding="utf-8")
    return path


def play(path: Path, *typed: str, lang: str = "en") -> str:
    sides = ("--side", "north=human", "--seed", "1", "--lang", lang)
    result = CliRunner().invoke(cli, ["play", str(path), *sides], input="\n".join((*typed, "quit")) + "\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\u00a0", " ")


def test_what_is_little_is_shown_before_each_question(tmp_path: Path) -> None:
    text = play(rules(tmp_path), "1")
    first, second = text.split("> 1")
    assert "Bowl    Seeds\nbowl 1      4\n" in first and "bowl 1      0\n" in second
    assert "Size" not in text  # no rule changes it


@pytest.mark.parametrize(("lang", "look", "board", "said"), [
    ("en", "look", "board", "This game has no board. How things stand:"),
    ("fr", "regarder", "plateau", "Ce jeu n’a pas de plateau. Voici où en sont les choses :"),
])  # fmt: skip
def test_look_and_board_show_it(lang: str, look: str, board: str, said: str, tmp_path: Path) -> None:
    path = rules(tmp_path)
    head = "Bowl    Seeds\n" if lang == "en" else "Bol     Graines\n"
    assert play(path, look, lang=lang).split(f"> {look}")[1].startswith(f"\n{head}")
    assert play(path, board, lang=lang).split(f"> {board}")[1].startswith(f"\n{said}\n{head}")


def test_of_much_only_what_has_changed_is_shown(tmp_path: Path) -> None:
    text = play(rules(tmp_path, 60), "1", "look")
    first, second, looked = text.replace("> look", "> 1").split("> 1")
    assert "‘look’ shows how everything stands." in first and "Seeds" not in first.split("North: ")[0]
    assert "bowl 1: Seeds 4 → 0\n" in second and "bowl 60" not in second.split("\n\nNorth")[0]
    assert "bowl 1 " in looked and "… and 58 more, as at the start" in looked  # those where nothing has happened


def test_the_first_turn_shows_what_fits_on_a_screen(tmp_path: Path) -> None:
    """What is set up otherwise than it is by default is no little thing, and the first who is asked has seen nothing yet."""
    path = rules(tmp_path, 30)
    laid = "event setup:\n    says nothing\n    bowl_2.secret becomes south\n    for each bowl in bowls: bowl.seeds becomes 5"
    path.write_text(path.read_text(encoding="utf-8").replace("event setup: bowl_2.secret becomes south", laid), encoding="utf-8")
    first, second = play(path, "1").split("> 1")
    assert "bowl 30      5" in first and "‘look’" not in first
    assert "bowl 1: Seeds 5 → 0\n" in second and "bowl 30" not in second.split("\n\nNorth")[0]


def test_nobody_sees_more_than_he_may(tmp_path: Path) -> None:
    match = Match(machine_of(compile_rules(load(rules(tmp_path))).program), 1)

    def told(viewer: int | str) -> str:
        story = Story(match, "en")
        return "\n".join(written(list(tables(match, viewer, story)), story, 80))

    assert "Secret of" in told(1) and "South" in told(1)
    assert "South" not in told(0) + told(SPECTATOR)
    assert "secret" not in view(match, 0)["kinds"]["bowl"][1]


PAWNS = """\
game pawns:
    title en "Pawns"
    languages en
    play turn by each player in turn up to 9 times
    events seen by everyone
kind player, seats: north, south
    title en "Player"
kind pawn, up to 40
    title en "Pawn"
    owner: player
        title en "Owner"
    column: 1 to 8
        title en "Column"
    row: 1 to 8
        title en "Row"
event setup:
    let c = 1
    repeat 8 times:
        create pawn with owner north, column c, row 1
        create pawn with owner north, column c, row 2
        create pawn with owner south, column c, row 7
        create pawn with owner south, column c, row 8
        c becomes c + 1
agenda turn by player:
    title en "Turn"
    moving: player must act in moving
action push by player with pawn:
    title en "Push"
    during moving
    when pawn.owner is player and pawn.row is 1 to 7
    pawn.row becomes pawn.row + 1
"""


@pytest.fixture
def pawns(tmp_path: Path) -> Path:
    path = tmp_path / "pawns.rules"
    path.write_text(PAWNS, encoding="utf-8")
    return path


def test_look_shows_every_row_that_was_created(pawns: Path) -> None:
    """One that holds what is usual is on the table as the others are."""
    looked = play(pawns, "look").split("> look")[1]
    assert all(looked.count(f"Pawn {n} ") == 1 for n in range(1, 33)), looked
    assert "more" not in looked


def test_a_field_may_be_called_as_the_number_of_a_row_is(pawns: Path) -> None:
    match = Match(machine_of(compile_rules(load(pawns)).program), 1)
    seen = view(match)["kinds"]["pawn"]
    assert [one["row"] for one in seen] == list(range(32)) and [one[".row"] for one in seen[:4]] == [1, 2, 7, 8]


def test_nobody_who_watches_is_told_what_to_type(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["play", str(rules(tmp_path, 60)), "--watch", "--seed", "1", "--lang", "fr"])
    assert result.exit_code == 0 and "regarder" not in result.output
