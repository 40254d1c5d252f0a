"""What the referee reads of what is not for everybody: to whom it was told, what was asked, what each side is."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.visibility import REFEREE
from arbitre.opening.books import ready
from arbitre.story.film import turns
from arbitre.story.formats import text
from arbitre.story.report import report

NIGHTS = """\
game nights:
    title en "Nights" fr "Nuits"
    play night up to 2 times
    events seen by nobody
kind guest, seats: ann, ben
    title en "Guest" fr "Invité"
    role: role, seen by guest
        title en "Role" fr "Rôle"
    love: guest or none, seen by guest
kind role: thief, sleeper
table of role:
    name    | en        | fr
    thief   | "Thief"   | "Voleur"
    sleeper | "Sleeper" | "Dormeur"
table of guest:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"
event setup:
    says nothing
    ann.role becomes thief
    ben.role becomes sleeper
agenda night:
    title en "Night" fr "Nuit"
    dark: dusk
agenda dusk:
    title en "Dusk" fr "Soir"
    says en "Night falls." fr "La nuit tombe."
    wedding:
        for each thief in guests where it.role is thief:
            thief chooses guest from guests in secret:
                asks en "Whom do you marry?" fr "Qui unissez-vous ?"
            guest.love becomes thief
            tell guest en "You love {thief}." fr "Vous aimez {thief}."
"""


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["Night falls.", "- Ann: Whom do you marry? Ben.", "- To Ben: You love Ann.", "Ann: Role: Thief"]),
        ("fr", ["La nuit tombe.", "- Anne : Qui unissez-vous ? Ben.", "- À Ben : Vous aimez Anne.", "Anne : Rôle : Voleur"]),
    ],
)
def test_the_referee_reads_who_was_told_and_who_is_what(lang: str, lines: list[str], tmp_path: Path) -> None:
    (tmp_path / "nights").mkdir()
    (tmp_path / "nights" / "nights.rules").write_text(NIGHTS, encoding="utf-8")
    match = Match(ready(str(tmp_path / "nights"), {}, ())[2], 1)
    match.answer(match.requests[0].id, "ben")
    turn = next(one for one in turns(match) if one.number == 1)
    said = text(report(match, turn, REFEREE, lang)).replace("\xa0", " ").splitlines()
    assert [line for line in lines if line not in said] == [], "\n".join(said)
    own = text(report(match, turn, 1, lang))
    assert "Thief" not in own and "Voleur" not in own and ("You love Ann." in own or "Vous aimez Anne." in own), own
