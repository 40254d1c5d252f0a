"""What sides choose before the first turn: forms sent out and filled in, answers kept until they are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.post.folder import begun, deliver
from arbitre.post.mail.choices import form
from arbitre.post.mail.forms import form_text
from arbitre.post.replay import Played, Record, Round, played
from arbitre.post.resolution import is_due, resolve_if_due
from arbitre.post.sheet import after, later, moment, read_sheet, zone
from tests.arbitre.post.table import BEFORE, NEXT, Desk
from tests.arbitre.post.test_rulings import DAYS, STORMY, number_of, throws

PARIS = zone("Europe/Paris")
CAMP = """
game camp:
    title en "Camp" fr "Le camp"
    text en "A camp is set up." fr "On monte un camp."
    play day up to 3 times
kind team, seats: red, blue
    title en "Team" fr "Équipe"
    chief: hiker or none
        title en "Chief" fr "Chef"
table of team:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"
kind gear: rope, axe, lamp
table of gear:
    name | en     | fr
    rope | "Rope" | "Corde"
    axe  | "Axe"  | "Hache"
    lamp | "Lamp" | "Lampe"
kind hiker: r1, r2, b1, b2
    title en "Hiker" fr "Marcheur"
    team: team
    gear: gear or none
        title en "Gear" fr "Matériel"
table of hiker:
    name | team | en       | fr
    r1   | red  | "Red 1"  | "Rouge 1"
    r2   | red  | "Red 2"  | "Rouge 2"
    b1   | blue | "Blue 1" | "Bleu 1"
    b2   | blue | "Blue 2" | "Bleu 2"
event setup:
    title en "Setup" fr "Mise en place"
    says nothing
    for each team in teams:
        for each hiker in hikers where it.team is team:
            team chooses hiker.gear from gears in secret:
                asks en "What does {hiker} carry?" fr "Que porte {hiker} ?"
    for each team in teams together:
        team chooses team.chief from hikers where it.team is team in secret:
            asks en "Who leads?" fr "Qui mène ?"
agenda day:
    title en "Day" fr "Jour"
    rest: for each team in teams together:
        team chooses team.chief from hikers where it.team is team in secret
"""


@pytest.fixture
def camp(tmp_path: Path) -> tuple[Record, object]:
    """A camp that nothing is chosen in."""
    file = tmp_path / "camp.rules"
    file.write_text(CAMP, encoding="utf-8")
    machine = ready(str(file), {}, ())[2]
    rules = {"files": {}, "hashes": {}, "options": {}, "game": "camp", "from": "", "added": [], "extensions": [], "main": ""}
    sheet = read_sheet({"game": "camp", "deadlines": {"first": "2026-12-01T20:00+00:00", "every": "1 day"}})
    return begun(sheet, rules, machine, bytes(32), moment("2026-11-30T10:00", PARIS)), machine


def choose(camp: tuple[Record, object], side: str, mail: str, accepted: bool = True, lang: str = "en") -> tuple[Record, object]:
    record, machine = camp
    after_, found = deliver(record, machine, side, mail, lang, moment("2026-11-30T12:00", PARIS))  # type: ignore[arg-type]
    assert found.accepted is accepted, [(line.written, line.faults) for line in found.lines]
    return after_, machine


def questions(camp: tuple[Record, object], seat: int) -> list[tuple[str, str]]:
    record, machine = camp
    return [slot.key for slot in form(record, played(record, machine).match, seat, "en")]  # type: ignore[arg-type]


def test_a_form_has_every_question_and_says_whom_it_is_about(camp: tuple[Record, object]) -> None:
    assert questions(camp, 0) == [("gear", "r1"), ("gear", "r2"), ("chief", "")]
    assert questions(camp, 1) == [("gear", "b1"), ("gear", "b2"), ("chief", "")]


def test_a_side_answers_all_at_once_before_it_is_asked(camp: tuple[Record, object]) -> None:
    camp = choose(camp, "blue", "B2: lamp\nB1: rope\nchief: B2")
    assert camp[0]["choices"]["blue"] and not camp[0]["rounds"] and questions(camp, 0) != []
    camp = choose(camp, "red", "R1 hache, R2 corde\nR1 mène", lang="fr")
    match = played(*camp).match  # type: ignore[arg-type]
    assert match.turn == 1 and camp[0]["choices"] == {}
    assert [one["given"] for one in camp[0]["rounds"]][-1]


def test_a_mind_may_be_changed_until_it_is_asked_for(camp: tuple[Record, object]) -> None:
    camp = choose(camp, "blue", "B1: rope\nB2: lamp\nB1 leads")
    camp = choose(camp, "blue", "B1: axe")
    kept = {(one[0], one[1]): one[2] for one in camp[0]["choices"]["blue"]}
    assert kept == {("gear", "b1"): "axe", ("gear", "b2"): "lamp", ("chief", ""): "b1"}


@pytest.mark.parametrize("mail", ["R1: boat", "R3: rope", "not the rope", "R1 rope or axe", "R1: rope\nR1: axe", "", "B1: rope"])
def test_what_may_not_be_meant_is_asked_back(mail: str, camp: tuple[Record, object]) -> None:
    assert choose(camp, "red", mail, accepted=False)[0]["choices"] == {}


def test_a_form_does_not_depend_on_what_others_chose(camp: tuple[Record, object]) -> None:
    one, other = choose(camp, "red", "R1: rope\nR2: lamp\nR1 leads"), choose(camp, "red", "R1: axe\nR2: axe\nR2 leads")
    assert questions(one, 1) == questions(other, 1)


def test_whoever_has_not_chosen_by_the_deadline_has_missed_it(camp: tuple[Record, object]) -> None:
    record, machine = choose(camp, "red", "R1: rope\nR2: lamp\nR1 leads")
    assert resolve_if_due(record, machine, moment("2026-12-01T19:59+00:00", PARIS)) is None  # type: ignore[arg-type]
    done = resolve_if_due(record, machine, moment("2026-12-01T20:00+00:00", PARIS))  # type: ignore[arg-type]
    assert done is not None and done.missed == {"blue": "default"} and played(done.record, machine).match.turn == 1  # type: ignore[arg-type]
    assert not is_due(done.record, played(done.record, machine).match, moment("2026-12-01T20:00+00:00", PARIS))  # type: ignore[arg-type]


def test_deadlines_keep_their_hour_and_are_not_put_off_for_days() -> None:
    assert after("2026-12-01T19:00:00+00:00", "1 day", PARIS, moment("2026-12-01T10:00", PARIS)) == "2026-12-02T19:00:00+00:00"
    assert after("2026-12-03T19:00:00+00:00", "1 day", PARIS, moment("2026-12-01T10:00", PARIS)) == "2026-12-03T19:00:00+00:00"
    assert after("2026-12-01T19:00:00+00:00", "1 day", PARIS, moment("2026-12-09T21:00", PARIS)) == "2026-12-10T19:00:00+00:00"
    assert later("2026-03-28T19:00:00+00:00", "24 h", PARIS) == "2026-03-29T19:00:00+00:00"  # hours are as long as they are
    assert later("2026-03-28T19:00:00+00:00", "1 day", PARIS) == "2026-03-29T18:00:00+00:00"


def test_a_null_turn_counts_again_once_nobody_has_missed_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, 'missed = "null"')
    desk.deliver("red", "r1 runs B1\nr2 sleeps")
    desk.resolve()
    assert "Red 1 walks" not in desk.run("report") and desk.record["rounds"][-1]["withheld"]
    desk.run("correct", "--turn", "1", "--as", "blue", "--why", "In time.", "--do", mail="b1 sleeps\nb2 sleeps")
    told = desk.run("report", "--turn", "1")
    assert "Red 1 walks to B1." in told and "missed this turn" not in told


def test_a_result_replaced_and_made_a_precedent(tmp_path: Path) -> None:
    desk = Desk(tmp_path, sheet=STORMY)
    desk.turn("r1 runs B1\nr2 sleeps", "b1 sleeps\nb2 runs D3", DAYS[0])
    number = number_of(desk, "Red 1 walks to B1", 1)
    told = desk.run("rule", number, "--set", "Red 1.Cell = C2", "--why", "Seen by all.")
    assert "+ R1 Red 1, C2" in told and "R1 Red 1, C2" not in desk.run("report")
    desk.run("rule", number, "--set", "r1.cell=C2", "--why", "Seen by all.", "--do")
    assert "Red 1, Cell: C2 (before: B1)" in desk.run("report", "--as", "blue") and "R1  Red 1, C2" in desk.run("report")
    assert "Rouge 1, Case : C2 (avant : B1)" in desk.run("report", lang="fr")
    for wrong in ("r9.cell=C2", "r1.cel=C2", "r1.cell=Z9", "cell", "r1.cell"):
        assert desk.run("rule", number, "--set", wrong, "--why", "x", fails=True).startswith("Error: ")
    desk.turn("r1 runs D2\nr2 sleeps", "b1 sleeps\nb2 sleeps", NEXT)
    assert "Red 1 walks to D2." in desk.run("report")
    out = tmp_path / "rulings.rules"
    assert "do not do this yet" in desk.run("precedent", "1", "--to", str(out))
    text = out.read_text(encoding="utf-8")
    assert text.startswith("extends heath\n") and "clause RULING-01:" in text and "expect r1.cell is C2" in text
    desk.run("rule", number, "--why", "It stands.", "--do")
    assert "already do what it says" in desk.run("precedent", "2", "--to", str(out))
    assert "already exists" in desk.run("precedent", "2", "--to", str(out), fails=True)
    assert "no ruling 9" in desk.run("precedent", "9", "--to", str(out), fails=True)


def test_dice_are_known_by_what_they_are_thrown_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path, sheet=STORMY)
    desk.turn("r1 runs B1\nr2 sleeps", "b1 sleeps\nb2 runs D3", DAYS[0])
    assert {what for _, what, _ in throws(desk)} == {
        "gust(r1) > force", "gust(r2) > force", "gust(b1) > force", "gust(b2) > force", "storm > strength",
    }  # fmt: skip


def test_a_mail_that_is_too_long_is_not_read_in_part(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.deliver("red", "r1 sleeps\nr2 sleeps", at=BEFORE)
    assert "is not read" in desk.deliver("red", "r1 runs B1\n" + "> quoted\n" * 20_000, fails=True)
    assert "Rest: Red 1" in desk.run("orders", "--as", "red")


def test_a_sheet_sets_the_options_it_was_asked_for() -> None:
    said = CliRunner().invoke(cli, ["post", "sheet", "tsewnart", "-o", "team_size=4", "--lang", "en"]).output
    assert "\nteam_size = 4  # " in said and "\n# turn_limit = 40  # " in said and "[people.hal]" in said


def test_a_misspelt_choice_beside_a_good_one_is_asked_back(camp: tuple[Record, object]) -> None:
    machine = ready("tsewnart", {}, ())[2]
    rules = {**camp[0]["rules"], "game": "tsewnart"}
    other: tuple[Record, object] = (
        begun(read_sheet({"game": "tsewnart"}), rules, machine, bytes(32), moment("2026-11-30T10:00", PARIS)),
        machine,
    )
    assert choose(other, "ana", "I take the Archeer and I begin in (1, 2)", accepted=False)[0]["choices"] == {}
    kept = choose(other, "ana", "I take the Archer and I begin in (1, 2)")[0]["choices"]["ana"]
    assert [one[2] for one in kept] == ["(1, 2)"]  # the role was asked for already, the place is not yet
    said = form_text(choose(other, "ben", "(1, 1)")[0], played(*other).match, "ben", "en")  # type: ignore[arg-type]
    assert said.rstrip().endswith("(1, 1)")


def alike(record: Record, machine: object) -> Played:
    """A match played with its setup at once, held to be what it is with one answer after the other."""
    at_once, one_by_one = (played(record, machine, watch=watch) for watch in (None, lambda _: None))  # type: ignore[arg-type]
    for one in (at_once, one_by_one):
        assert one.match.answers.foreseen is None
    assert at_once.match.digest() == one_by_one.match.digest() and at_once.match.tape == one_by_one.match.tape
    assert (at_once.ends, at_once.misfits, at_once.dice.thrown, at_once.dice.events) == (
        one_by_one.ends, one_by_one.misfits, one_by_one.dice.thrown, one_by_one.dice.events
    )  # fmt: skip
    assert at_once.match.run.log == one_by_one.match.run.log
    assert [(one.id, one.spot, one.options) for one in at_once.match.requests] == [
        (one.id, one.spot, one.options) for one in one_by_one.match.requests
    ]
    return at_once


def test_a_setup_is_carried_out_once_for_all_its_answers(monkeypatch: pytest.MonkeyPatch, camp: tuple[Record, object]) -> None:
    times, work = [0], Match.set_up

    def set_up(x: Run) -> int:
        times[0] += 1
        return work(x)

    monkeypatch.setattr(Match, "set_up", staticmethod(set_up))
    record, machine = chosen(camp)
    for rounds in (record["rounds"], one_each(record)):
        times[0] = 0
        played({**record, "rounds": rounds}, machine)  # type: ignore[arg-type]
        assert times[0] == 2  # up to its first question, and with all answers
        alike({**record, "rounds": rounds}, machine)


@pytest.mark.parametrize("rounds", range(7))
def test_part_of_a_setup_waits_where_it_did(camp: tuple[Record, object], rounds: int) -> None:
    record, machine = chosen(camp)
    found = alike({**record, "rounds": one_each(record)[:rounds]}, machine)
    assert len(found.ends) == rounds


def test_answers_that_fit_no_more_are_found_out_one_by_one(camp: tuple[Record, object]) -> None:
    record, machine = chosen(camp)
    for number, key in ((1, "boat"), (2, "boat"), (5, "r9"), (5, "r1")):
        rounds = one_each(record)
        rounds[number]["given"][0][1][0] = key
        assert alike({**record, "rounds": rounds}, machine).misfits
    assert alike({**record, "rounds": [*one_each(record), *one_each(record)[-1:]]}, machine).misfits


def chosen(camp: tuple[Record, object]) -> tuple[Record, object]:
    """A camp in which all is chosen."""
    return choose(choose(camp, "blue", "B2: lamp\nB1: rope\nchief: B2"), "red", "R1: axe\nR2: rope\nR1 leads")


def one_each(record: Record) -> list[Round]:
    """Its rounds, of one answer each."""
    return [{**one, "given": [[side, [key]]]} for one in record["rounds"] for side, keys in one["given"] for key in keys]


def test_a_question_may_be_called_by_a_word_of_its_answers() -> None:
    machine = ready("kollaball", {}, ())[2]
    rules = {"files": {}, "hashes": {}, "options": {}, "game": "kollaball", "from": "", "added": [], "extensions": [], "main": ""}
    record = begun(read_sheet({"game": "kollaball"}), rules, machine, bytes(32), moment("2026-11-30T10:00", PARIS))
    assert ["tactic", "", "lob"] in choose((record, machine), "blue", "Tactique : chandelle", lang="fr")[0]["choices"]["blue"]
