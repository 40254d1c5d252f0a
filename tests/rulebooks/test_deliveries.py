"""Orders handed in as captains and players write them, in the notation of the sources, and what is answered to each line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import save
from arbitre.opening.books import ready
from arbitre.post.mail.deliveries import delivered, hand_in


def begun(game: str) -> Match:
    """A match at its first question for orders."""
    _, _, machine = ready(game, {}, ())
    match = Match(machine, 3)
    while not all(r.decision == "orders" for r in match.requests):
        request = match.requests[0]
        match.answer(request.id, match.silent(request))
    return match


def read(match: Match, seat: int, text: str, lang: str = "fr") -> list[tuple[list[str], list[str]]]:
    return [([o.replace("\u00a0", " ") for o in line.orders], line.faults) for line in delivered(match, seat, text, lang).lines]


WRITTEN = """\
Équipe rouge, tour 1 :

R1 receveur A4 -> B4
A4 → A3, Rouge 2, frappeur
3 : déplacement en B5 (receveur)
passe en B4, porteur R4
"""


@pytest.mark.parametrize("seat", [0, 1])
def test_a_captain_writes_a_line_a_player_fields_in_any_order(seat: int) -> None:
    match = begun("kollaball")
    text = WRITTEN if seat == 0 else "B1 receiver G4 -> F4\nF3 striker blue 2\nblue 3: receives in F4\nB4 throws F4\n"
    found = read(match, seat, text, "fr" if seat == 0 else "en")
    assert not any(faults for _, faults in found), found
    said = [order for orders, _ in found for order in orders]
    if seat == 0:
        assert said == ["Se déplacer en receveur : Rouge 1, B4", "Charger une case : Rouge 2, A3", "Se déplacer en receveur : Rouge 3, B5",
                        "Passer : Rouge 4, B4"]  # fmt: skip
    else:
        assert said[0] == "Move as receiver: Blue 1, F4" and said[3] == "Pass: Blue 4, F4"


def test_orders_in_both_languages_mean_the_same() -> None:
    match = begun("kollaball")
    french = delivered(match, 0, "R1 receveur A4 -> B4\nR2 frappeur A3", "fr").answers
    english = delivered(match, 0, "red 1 receiver A4 -> B4\nred 2 striker A3", "en").answers
    assert french == english == ["receive", "r1", "B4", "charge", "r2", "A3"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("R1 receveur B4 -> C4", "Rouge 1 est en A4, pas en B4"),
        ("R1 receveur A4 -> Z9", "« Z9 » ne veut rien dire ici"),
        ("R1 frappeur C4", "Charger une case (Rouge 1, C4)"),
        ("R1 frapeur C4", "« frapeur » ne veut rien dire ici. Vouliez-vous dire"),
        ("R1 A4 -> B4", "plusieurs choses"),
        ("R1 passe B4", "Passer (Rouge 1, B4)"),
        ("R1 receveur A3\nR1 receveur B5", "pas en plus des ordres qui précèdent"),
        ("B1 receveur G4 -> F4", "aucune de vos pièces n’est en G4"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line: str, fault: str) -> None:
    faults = [text for _, found in read(begun("kollaball"), 0, line) for text in found]
    assert len(faults) == 1 and fault in faults[0].replace("\u00a0", " "), faults


def test_a_delivery_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    save(begun("kollaball"), file)
    before = file.read_bytes()

    def hand(text: str, *more: str) -> tuple[int, str]:
        result = CliRunner().invoke(cli, ["deliver", str(file), "--as", "red", "--lang", "fr", *more], input=text)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output

    code, said = hand(WRITTEN + "R1 vole en F4\n")
    assert code == 1 and file.read_bytes() == before and "Rien n’a été livré" in said
    assert said.count("✓") == 4 and said.count("✗") == 1
    code, said = hand(WRITTEN, "--check")
    assert code == 0 and file.read_bytes() == before
    code, said = hand(WRITTEN)
    assert code == 0 and file.read_bytes() != before and "4 ordres" in said
    code, said = hand("R1 vole\n")  # nor does a faulty one take the place of what is sealed
    assert code == 1 and "Rien n’a été livré" in said and "Rouge 1, B4" in hand("", "--show")[1]
    code, said = hand("R1 receveur B5\n")
    assert code == 0 and "remplace" in said and "Rouge 1, B5" in hand("", "--show")[1]


def test_what_is_handed_in_is_what_was_read() -> None:
    match = begun("kollaball")
    found = delivered(match, 0, WRITTEN, "fr")
    hand_in(found, match, 0)
    assert not match.pending(0) and match.pending(1)
    hand_in(delivered(match, 1, "B1 receiver F4", "en"), match, 1)
    assert match.turn == 2 or match.requests
    given = [(a.decision, a.key) for a in match.tape.answers if a.seat == 0 and a.key in ("receive", "charge", "throw")]
    assert [key for _, key in given[-4:]] == ["receive", "charge", "receive", "throw"]


def test_what_others_have_sealed_changes_no_answer() -> None:
    text = WRITTEN + "R1 vole\nR2 passe B4\nR9\nR2 C5 -> D5\n"
    before = begun("kollaball")
    for orders in ("B1 receiver F4\nB2 striker F3\nB4 throws F4", "B2 receiver F3\nB3 receiver G5"):
        after = begun("kollaball")
        sealed = delivered(after, 1, orders, "en")
        assert sealed.accepted
        hand_in(sealed, after, 1)
        assert read(after, 0, text) == read(before, 0, text)


def test_one_player_a_piece_writes_no_more_than_what_he_does() -> None:
    match = begun("tsewnart")
    assert read(match, 0, "déplacement (2;1)") == [(["Avancer : Pièce, (2, 1)"], [])]
    assert read(match, 0, "droite") == [(["Avancer dans une direction : Pièce, droite"], [])]
    assert read(match, 0, "move to (2;1)", "en") == [(["Move: Piece, (2, 1)"], [])]
    assert read(match, 0, "je ne fais rien") == [(["rien"], [])]
    assert delivered(match, 0, "je ne fais rien", "fr").answers == []
    assert "plusieurs choses" in read(match, 2, "(2;1)")[0][1][0]
    hand_in(delivered(match, 0, "je ne fais rien", "fr"), match, 0)
    assert not match.pending(0)


def test_a_name_that_is_said_whole_is_meant() -> None:
    _, _, machine = ready("tsewnart", {}, ())
    match = Match(machine, 3)
    while not all(r.decision == "orders" for r in match.requests):
        request = match.requests[0]
        match.answer(request.id, "agile" if any(o.key == "agile" for o in request.options) else match.silent(request))
    assert read(match, 0, "move right", "en") == [(["Move in a direction: Piece, right"], [])]
    assert read(match, 0, "déplacement (2;1)") == [(["Avancer : Pièce, (2, 1)"], [])]
    assert read(match, 0, "second move right", "en") == [(["Second move in a direction: Piece, right"], [])]
    assert "plusieurs choses" in read(match, 0, "droite")[0][1][0]


def test_what_a_player_is_may_stand_beside_his_name() -> None:
    match = begun("kollaball")
    kind = next(d for d in match.program.domains if d.name == "player")
    column = next(c for c in match.program.fields if c.domain == kind.index and c.name == "class")
    row = match.state.cells[match.machine.layout.base[column.index]]
    title = match.machine.row_title(column.target, row).own("fr")
    assert read(match, 0, f"R1 ({title}), receveur : B4") == [(["Se déplacer en receveur : Rouge 1, B4"], [])]
    others = next(t.own("fr") for t in match.program.domains[column.target].titles if t.own("fr") != title)
    assert read(match, 0, f"R1 ({others}), receveur : B4")[0][1]
