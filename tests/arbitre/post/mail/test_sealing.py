"""What sides have sealed: handed in, seen again, changed, taken back, each without a change to what others have sealed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import save
from arbitre.opening.books import ready
from arbitre.post.mail.deliveries import delivered, hand_in, may_deliver
from arbitre.post.mail.seals import has_sealed, sealed, take_back
from arbitre.session.why.reasons import book_of
from tests.arbitre.post.heath import begun, put, written

RED, BLUE = 0, 1


@pytest.fixture
def heath(tmp_path: Path) -> Match:
    return Match(ready(str(written(tmp_path)), {}, ())[2], 1)


def deliver(match: Match, seat: int, text: str) -> None:
    found = delivered(match, seat, text, "en")
    assert found.accepted, [line.faults for line in found.lines]
    hand_in(found, match, seat)


def test_who_delivers_last_is_asked_for_the_next_turn(heath: Match) -> None:
    for day, (red, blue) in enumerate(
        [("r1 B1\nr2 B3", "b1 D1\nb2 D3"), ("r1 C1\nr2 C3", "b1 rests\nb2 rests"), ("r1 D1", "b1 E1\nb2 rests")], 1
    ):
        assert heath.turn == day
        deliver(heath, RED, red)
        deliver(heath, BLUE, blue)
        assert heath.turn == day + 1
        assert {r.seat for r in heath.requests} == {RED, BLUE} and all(r.decision == "orders" for r in heath.requests)


def test_a_mail_that_orders_more_than_there_is_gives_nothing_for_the_next_turn(heath: Match) -> None:
    deliver(heath, RED, "r1 B1\nr2 B3")
    found = delivered(heath, BLUE, "b1 D1\nb2 D3\nb1 C1", "en")
    assert [bool(line.faults) for line in found.lines] == [False, False, True] and heath.turn == 1


def test_a_delivery_is_seen_again_changed_and_taken_back_alone() -> None:
    match = begun("kollaball")
    deliver(match, RED, "R1 receiver B4\nR2 striker A3")
    assert sealed(match, RED, "en").orders == ("Move as receiver: Red 1, B4", "Charge a cell: Red 2, A3")
    assert sealed(match, BLUE, "en").orders == () and not match.pending(RED)
    digest = match.digest()
    deliver(match, RED, "R1 receiver B5")
    assert sealed(match, RED, "en").orders == ("Move as receiver: Red 1, B5",) and match.digest() == digest
    assert has_sealed(match, RED) and not has_sealed(match, BLUE)
    assert take_back(match, RED) and match.pending(RED) and not has_sealed(match, RED)
    assert not take_back(match, RED)


def test_what_others_have_sealed_stays() -> None:
    match = begun("tsewnart")
    seats = [r.seat for r in match.requests]
    kept = {}
    for seat in seats[:-1]:
        direction = next(word for word in ("right", "left", "up", "down") if delivered(match, seat, f"move {word}", "en").accepted)
        deliver(match, seat, f"move {direction}")
        kept[seat] = sealed(match, seat, "en").keys
    assert take_back(match, seats[0])
    assert {seat: sealed(match, seat, "en").keys for seat in seats[1:-1]} == {seat: kept[seat] for seat in seats[1:-1]}
    assert {r.seat for r in match.requests} == {seats[0], seats[-1]}


def test_a_faulty_delivery_leaves_what_was_sealed() -> None:
    match = begun("kollaball")
    deliver(match, RED, "R1 receiver B4")
    assert not delivered(match, RED, "R1 flies", "en").accepted
    assert sealed(match, RED, "en").keys == ("receive", "r1", "B4", "done")


def test_nothing_is_changed_once_the_turn_is_carried_out(heath: Match) -> None:
    deliver(heath, RED, "r1 B1\nr2 B3")
    deliver(heath, BLUE, "b1 D1\nb2 D3")
    assert not has_sealed(heath, RED) and not take_back(heath, RED) and may_deliver(heath, RED)
    given = len(heath.tape.answers)
    assert sealed(heath, RED, "en").orders == () and len(heath.tape.answers) == given


@pytest.mark.parametrize(
    "heading", ["Tour 3", "Turn 3:", "Équipe rouge, tour n° 3", "3e tour", "Turn #3", "tour numéro 3 :", "Ordres du tour 3", "3rd turn"]
)
def test_a_mail_for_another_turn_is_not_taken(heading: str) -> None:
    match = begun("kollaball")
    for mail in (f"{heading}\nR1 receveur B4", f"{heading} R1 receveur B4"):
        found = delivered(match, RED, mail, "fr")
        assert not found.accepted and "tour 3" in found.lines[0].faults[0], mail
    for mail in (f"{heading}\nR1 receveur B4", f"{heading} R1 receveur B4"):
        assert delivered(match, RED, mail.replace("3rd", "1st").replace("3", "1"), "fr").answers == ["receive", "r1", "B4"], mail


def test_an_empty_mail_hands_in_nothing() -> None:
    match = begun("kollaball")
    for mail in ("", "Bonjour !\n\nMerci,\nJean", "> R1 receveur B4", "Tour 1"):
        found = delivered(match, RED, mail, "fr")
        assert not found.accepted and "aucun ordre" in found.faults[0], mail
    assert delivered(match, RED, "rien", "fr").accepted


def test_pieces_without_an_order_are_named() -> None:
    match = begun("kollaball")
    assert delivered(match, RED, "R1 receiver B4", "en").without == ["Red 2", "Red 3", "Red 4"]
    assert delivered(begun("tsewnart"), RED, "move right", "en").without == []


def test_what_is_limited_is_never_taken_unless_it_is_named() -> None:
    match = begun("kollaball")
    put(match, "player", "r2", "class", "ranger")
    put(match, "player", "r4", "class", "archer")  # he has the ball
    for line in ("R2 receveur C5", "R2 C5", "R4 C4", "R4 passe C4", "R4 porteur C4", "R3", "R4"):
        found = delivered(match, RED, line, "fr")
        assert not found.accepted and not found.answers, (line, found.answers)
    assert delivered(match, RED, "R2 sprint C5 receveur", "fr").answers == ["run", "C5", "receiving"]
    assert delivered(match, RED, "R4 passe en profondeur C4", "fr").answers == ["throw_deep", "C4"]


def test_orders_of_one_line_are_those_of_one_piece() -> None:
    match = begun("kollaball")
    put(match, "player", "r1", "class", "thief")
    put(match, "player", "r3", "class", "merchant")
    assert delivered(match, RED, "R1 receveur A4 -> B4, leurre R2", "fr").accepted
    assert delivered(match, RED, "R1 decoy R2, receiver A4 -> B4", "en").accepted
    found = delivered(match, RED, "R3 receiver B5, bribe 50 deniers in our favour", "en")
    assert found.accepted and found.without == ["Red 1", "Red 2", "Red 4"]
    (line,) = delivered(match, RED, "R2 leurre pour R1", "fr").lines  # R1 could, but he is not told to
    assert line.faults and "Leurre (Rouge 2, Rouge 1)" in line.faults[0]
    (line,) = delivered(match, RED, "R2 decoy for R3", "en").lines
    assert "Decoy (Red 2, Red 3)" in line.faults[0] and "substitute" not in line.faults[0]


def test_what_is_copied_is_no_order_of_its_own() -> None:
    match = begun("kollaball")
    for lang, line, what in (("en", "R3 copies Sprint", "Copy an individual action"), ("fr", "R3 copie Sprint", "Copier une action")):
        (read,) = delivered(match, RED, line, lang).lines
        assert len(read.faults) == 1 and read.faults[0].startswith(what), read.faults


@pytest.mark.parametrize(
    ("lang", "line", "answers"),
    [
        ("en", "modify: the Archer moves (red) just before the Agile moves (red)", "archer_move, red; just_before; agile_move, red"),
        ("en", "modify: archer (red) just before agile (blue)", "archer_move, red; just_before; agile_move, blue"),
        ("en", "blue archer just after red agile", "archer_move, blue; just_after; agile_move, red"),
        ("fr", "archer rouge juste avant agile bleu", "archer_move, red; just_before; agile_move, blue"),
        ("fr", "Modifier l'ordre : Tirer (bleus) juste après Sanctifier (rouges)", "shoot, blue; just_after; sanctify, red"),
        (
            "fr",
            "je modifie : l'Archer avance (rouges) juste avant l'Agile avance (rouges)",
            "archer_move, red; just_before; agile_move, red",
        ),
    ],
)
def test_a_change_of_the_order_of_play_can_be_handed_in(lang: str, line: str, answers: str) -> None:
    match = begun("tsewnart", role="professor")
    assert delivered(match, RED, line, lang).answers == ["modify", *answers.split("; ")]


def test_steps_go_by_what_they_perform_in_both_languages() -> None:
    match = begun("tsewnart", role="professor")
    said = delivered(match, RED, "archer juste avant agile", "fr").lines[0].faults[0]
    assert "plusieurs choses" in said and "L'Archer avance (Rouges)" in said and "(red)" not in said
    titles = next(d for d in match.program.domains if d.name == "step").titles
    assert (titles[2].own("en"), titles[2].own("fr")) == ("Shoot (Red)", "Tirer (Rouges)")


def test_an_order_that_is_begun_says_what_is_missing() -> None:
    match = begun("kollaball")
    (line,) = delivered(match, RED, "R1 frappeur", "fr").lines
    assert [fault.replace("\u00a0", " ") for fault in line.faults] == ["Charger une case (Rouge 1) : il manque : case (A3, B4, B5)"]


def test_who_has_the_ball_is_told_to_those_who_hold_it() -> None:
    for lang, line, why in (("en", "R4 receiver B5", "has a ball"), ("fr", "R4 receveur B5", "a une balle")):
        rulebook, _, machine = ready("kollaball", {}, ())
        match = begun("kollaball")
        assert match.machine is not None and machine is not None
        (read,) = delivered(match, RED, line, lang, book_of(match, rulebook)).lines
        assert why in read.faults[0], read.faults


def test_the_command_shows_replaces_and_takes_back(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save(begun("kollaball"), file)

    def run(*more: str, text: str = "") -> str:
        result = CliRunner().invoke(cli, ["deliver", str(file), "--as", "red", "--lang", "en", *more], input=text)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.output

    assert "has sealed nothing" in run("--show") and "has sealed nothing" in run("--withdraw")
    said = run(text="Hello,\nR1 receiver B4\n")
    assert "passed over: a greeting" in said and "Without an order: Red 2, Red 3, Red 4" in said and "1 order" in said
    assert "Move as receiver: Red 1, B4" in run("--show")
    assert "This replaces what" in run(text="R1 receiver B5\n") and "B5" in run("--show")
    assert "taken back" in run("--withdraw") and "has sealed nothing" in run("--show")
