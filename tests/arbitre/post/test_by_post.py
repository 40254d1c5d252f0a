"""A match by post from its sheet to its reports: late, changed, faulty and missing deliveries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.bots import greedy
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.opening.books import Refused
from arbitre.post import resolution
from arbitre.post.sheet import after, person, read_sheet, zone
from tests.arbitre.post.table import AFTER, BEFORE, BLUE, NEXT, RED, SHEET, Desk, sheet_of


def test_a_turn(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert "Due Tuesday 2026-12-01 20:00 (Europe/Paris)" in desk.run("status", at=BEFORE) and "Blue (Ben): owes" in desk.run(
        "status", at=BEFORE
    )
    assert "Accepted for turn 1: 2 orders." in desk.deliver("red", RED)
    assert "Walk: Red 1, B1" in desk.run("orders", "--as", "red") and "Marcher : Rouge 1, B1" in desk.run(
        "orders", "--as", "red", lang="fr"
    )
    assert "not delivered: blue" in desk.resolve(at=BEFORE, fails=True)
    assert "This replaces" in desk.deliver("red", "r1 sleeps\nr2 runs B3")
    assert "Walk: Red 2, B3" in desk.run("orders", "--as", "red")
    said = desk.deliver("blue", BLUE)
    assert "✓ Walk: Blue 1, D1" in said and not desk.record["rounds"]  # the last to deliver resolves nothing
    assert "Turn 1 is resolved." in desk.resolve(at=BEFORE)
    assert "Due Wednesday 2026-12-02 20:00 (Europe/Paris)" in desk.run("status", at=BEFORE)
    assert "Red 2 walks to B3." in desk.run("report") and desk.record["drafts"] == {}


def test_faulty_and_of_another_turn(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.deliver("red", RED)
    for mail in ("r1 flies to B1", "Day 2:\nr1 runs B1", "", "> r1 runs B1\n"):
        assert "Nothing was accepted; what was sealed before remains." in desk.deliver("red", mail, fails=True)
    assert "Walk: Red 1, B1" in desk.run("orders", "--as", "red")
    desk.deliver("red", "r1 sleeps", "--check")
    assert "Walk: Red 1, B1" in desk.run("orders", "--as", "red")
    assert "has to answer again" in desk.deliver("red", "", "--withdraw")
    assert "sealed nothing" in desk.run("orders", "--as", "red")


def test_late_and_missing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert "is marked as late" in desk.deliver("red", RED, at=AFTER)
    assert "owes, late" in desk.run("status", at=AFTER)
    assert "Blue (Ben) has missed the turn: the rules decide what happens." in desk.resolve()
    for reader in ("spectator", "red", "blue", "referee"):
        assert "Blue missed this turn" in desk.run("report", "--as", reader)
    assert "Tours manqués : Bleu (1)" in desk.run("status", lang="fr", at=AFTER)
    strict = tmp_path / "strict"
    strict.mkdir()
    assert "the deadline has passed" in Desk(strict, 'late = "refuse"').deliver("red", RED, at=AFTER, fails=True)


@pytest.mark.parametrize("policy", ["last", "bot", "null", "hold", "default"])
def test_what_becomes_of_a_missed_turn(policy: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path, f'missed = "{policy}"')
    desk.deliver("red", "r1 runs B1\nr2 sleeps")
    desk.deliver("blue", "b1 sleeps\nb2 sleeps")
    desk.resolve()
    desk.deliver("red", "r1 runs C1\nr2 sleeps", at=AFTER)
    if policy == "hold":
        assert "waits for everyone" in desk.resolve(at=NEXT, fails=True)
        return
    desk.resolve(at=NEXT)
    told = desk.run("report", "--as", "referee")
    assert ("Red 1 walks to C1." in told) is (policy != "null")
    assert policy == "bot" or ("Blue 1 rests." in told) is (policy == "last")
    assert desk.record["rounds"][-1]["missed"] == {"blue": policy}
    assert ("blue" in dict(desk.record["rounds"][-1]["given"])) is (policy in ("last", "bot"))


def test_time_zones_of_readers(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert "À rendre le mardi 01/12/2026 14:00 (America/Montreal)" in desk.run("status", "--as", "red", lang="fr", at=BEFORE)
    assert "délai passé" in desk.run("status", "--as", "red", lang="fr", at=AFTER)
    paris = zone("Europe/Paris")
    from datetime import datetime

    spring = datetime(2026, 3, 28, 20, 0, tzinfo=paris)
    due = after("2026-03-28T19:00:00+00:00", "1 day", paris, spring)
    assert due == "2026-03-29T18:00:00+00:00"  # eight in the evening stays so when clocks are changed
    assert after("2026-03-01T19:00:00+00:00", "1 day", paris, spring) == "2026-03-29T18:00:00+00:00"


def test_every_report_at_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.deliver("red", RED)
    desk.deliver("blue", BLUE)
    desk.resolve()
    assert "16 files" in desk.run("report", "--all")
    home = tmp_path / "reports" / "turn-1"
    red, blue = ((home / f"{side}.txt").read_text(encoding="utf-8").replace("\u00a0", " ") for side in ("red", "blue"))
    assert "La lande – Jour 1" in red and "Éclaireurs passés" in red and "The heath – Day 1" in blue
    number = next(line for line in blue.split("\n") if "Blue 1 walks to D1." in line).split()[1]
    assert "Blue 1 walks to D1." in desk.run("why", number, "--as", "blue")
    commitment = desk.record["commitment"]
    assert all(commitment in path.read_text(encoding="utf-8") for path in home.iterdir())
    assert "no turn 9" in desk.run("report", "--turn", "9", fails=True)


def test_two_worlds(tmp_path: Path) -> None:
    """Whatever red seals, nothing that others are shown is another thing for it."""
    said = []
    for name, mail in (("one", "r1 runs B1\nr2 sleeps"), ("two", "r1 sleeps\nr2 sleeps"), ("three", "r1 runs A2\nr2 runs B3")):
        (tmp_path / name).mkdir()
        desk = Desk(tmp_path / name)
        desk.deliver("red", mail)
        shown = [
            desk.run("status", *who, at=BEFORE, lang=lang) for who in ((), ("--as", "blue"), ("--as", "spectator")) for lang in ("en", "fr")
        ]
        shown += [desk.deliver("blue", text, fails=fails) for text, fails in (("b1 runs A5", True), ("r1 runs B1", True), (BLUE, False))]
        shown += [desk.run("orders", "--as", "blue"), desk.run("report", "--as", "blue"), desk.run("report")]
        shown += [desk.run("why", "1", "--as", "blue")]
        said.append([text.replace(desk.record["commitment"], "HASH").replace(str(tmp_path / name), "") for text in shown])
    assert said[0] == said[1] == said[2]


def test_the_file_carries_its_rules(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.deliver("red", RED)
    rules = tmp_path / "heath" / "heath.rules"
    rules.write_text("game heath:\n", encoding="utf-8")
    desk.deliver("blue", BLUE)
    desk.resolve()
    rules.unlink()
    assert "Red 1 walks to B1." in desk.run("report")
    held = desk.record
    place = next(iter(held["rules"]["files"]))
    held["rules"]["files"][place] += "# more\n"
    desk.file.write_text(json.dumps(held), encoding="utf-8")
    assert "has been changed since it was written" in desk.run("status", fails=True)


@pytest.mark.parametrize(
    "said", ["", "{", "[]", '{"kind": "match by post"}', '{"kind": "match by post", "format": 9}', "\x00\x01", "{" * 90000]
)
def test_files_that_are_none(said: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.file.write_text(said, encoding="utf-8")
    assert desk.run("status", fails=True).startswith("Error: ") and desk.run("resolve", fails=True, lang="fr").startswith("Erreur")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ('game = "heath"', "", ),
        ('zone = "Europe/Paris"', 'zone = "Europe/Pariss"'),
        ('every = "1 day"', 'every = "soon"'),
        ('every = "1 day"', 'evry = "1 day"'),
        ("[people.red]", "[people.rd]"),
        ('lang = "fr"', 'lang = "de"'),
        ("[[substitutes]]", "[setup.red]\nrole = 3\n[[substitutes]]"),
        ("first = 2026-12-01T20:00:00", 'first = "tomorrow"'),
        ('name = "Ana"', "name = 3"),
        ("[people.blue]", "[people.blue"),
    ],
)  # fmt: skip
def test_sheets_with_a_fault(change: str, told: str, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from arbitre.cli.main import cli

    desk = Desk(tmp_path)
    sheet = tmp_path / "other.toml"
    assert change in SHEET
    sheet.write_text(SHEET.replace(change, told, 1).replace("{deadlines}", ""), encoding="utf-8")
    for lang, error in (("en", "Error: "), ("fr", "Erreur")):
        done = CliRunner().invoke(cli, ["post", "new", str(sheet), "--lang", lang])
        assert done.exit_code == 1 and done.output.startswith(error), done.output
    assert not (tmp_path / "other.post").exists() and desk.file.exists()


def test_a_sheet_says_what_it_does_not_know() -> None:
    with pytest.raises(Refused, match=r"did you mean|Did you mean"):
        read_sheet({"game": "heath", "deadline": {}})
    assert read_sheet({"game": "heath"})["deadlines"]["missed"] == "rules"


@pytest.mark.parametrize(("said", "kind"), [("true", "greedy"), ('"level4"', "level4")])
def test_a_bot_plays_a_side_at_its_level(said: str, kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str] = []

    def choose(match: Match, request: Request, kind: str, rng: Lots) -> int:
        asked.append(kind)
        return greedy(match, request, rng)

    monkeypatch.setattr(resolution, "choose", choose)
    desk = Desk(tmp_path, sheet=SHEET.replace('name = "Ben"', f"bot = {said}"))
    desk.deliver("red", RED)
    assert "Turn 1 is resolved." in desk.resolve(at=BEFORE)
    assert set(asked) == {kind}


def test_a_sheet_names_levels_there_are() -> None:
    with pytest.raises(Refused):
        person({"bot": "level9"}, "people.blue")
    assert person({"bot": "level5"}, "people.blue")["bot"] == "level5"


ROLES = """game roles:
    title en "Roles" fr "Rôles"
    play day up to 5 times
    events seen by nobody

kind role: wolf, sheep
    title en "Role" fr "Rôle"
table of role:
    name  | en      | fr
    wolf  | "Wolf"  | "Loup"
    sheep | "Sheep" | "Mouton"

kind player, seats: ann, ben
    title en "Player" fr "Joueur"
    role: role, seen by player
        title en "Role" fr "Rôle"
    fed: 0 to 9
        title en "Fed" fr "Repas"
    vote: player or none
        title en "Vote" fr "Voix" feminine
table of player:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"

event setup:
    title en "The deal" fr "La donne" feminine
    ann.role becomes wolf
    ben.role becomes sheep
    for each player in players: tell player en "You are the {player.role}." fr "Vous êtes {player.role}."

agenda day:
    title en "Day" fr "Jour"
    meals: for each player in players: player acts in meals
    ballot: for each player in players: player chooses player.vote from players

action graze by player:
    title en "Graze" fr "Brouter"
    during meals
    player gains 1 fed
    tell everyone en "{player} grazes." fr "{player} broute."
"""
ROLES_SHEET = sheet_of("roles", {})


def test_what_was_told_last_is_reported(tmp_path: Path) -> None:
    """At the opening that is what was dealt, to whoever was told of it, until something is told of the first turn."""
    (tmp_path / "roles.rules").write_text(ROLES, encoding="utf-8")
    desk = Desk(tmp_path, sheet=ROLES_SHEET)
    assert "You are the Wolf." in desk.run("report", "--as", "ann") and "You are the Sheep." in desk.run("report", "--as", "ben")
    assert "Day 1" in desk.run("report")
    assert "turn-0" in desk.run("report", "--all")
    asked = desk.run("report", "--turn", "1", "--as", "ann"), desk.run("status", "--as", "ann")
    assert "Ann: Graze?" in asked[0] and "Ann: owes: Graze?" in asked[1]  # the step has no title: not that of the day
    desk.deliver("ann", "graze")
    desk.resolve("--early", at=BEFORE)
    assert "Ann grazes." in desk.run("report", "--as", "ann") and "You are" in desk.run("report", "--as", "ann", "--turn", "0")


def test_the_journal_says_when_a_turn_goes_on(tmp_path: Path) -> None:
    (tmp_path / "roles.rules").write_text(ROLES, encoding="utf-8")
    desk = Desk(tmp_path, sheet=ROLES_SHEET)
    for at in (AFTER, NEXT, "2026-12-04T21:00"):
        desk.resolve(at=at)
    told = desk.run("journal", "--as", "spectator")
    assert told.count("turn 1: the answers were carried out, and the turn continues.") == 3 and "turn 1 resolved" not in told
    desk.resolve(at="2026-12-06T21:00")
    told = desk.run("journal", "--as", "spectator")
    assert told.count("the turn continues") == 3 and told.count("turn 1 resolved") == 1


def test_answers_are_not_called_orders(tmp_path: Path) -> None:
    (tmp_path / "roles.rules").write_text(
        ROLES.replace("    meals: for each player in players: player acts in meals\n", "").partition("action")[0]
    )
    desk = Desk(tmp_path, sheet=ROLES_SHEET)
    assert "All of it is understood" in desk.deliver("ann", "Ben", "--check")
    assert "Accepted for turn 1: 1 answer." in desk.deliver("ann", "Ben")
    assert "has withdrawn what it had handed in" in desk.deliver("ann", "", "--withdraw") + desk.run("journal")
