"""What a side chooses for the match is told by the question: the prey is not hers who names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.story.narrator import Narrator

GAME = """\
game hunt:
    title en "Hunt" fr "Chasse"
    play turn up to 2 times
    events seen by everyone
kind player, seats: ann, ben
    bid: 0 to 3
        title en "Bid" fr "Offre" feminine
table of player:
    name | en    | fr
    ann  | "Ann" | "Anne" feminine
    ben  | "Ben" | "Ben"
kind match:
    prey: player or none
        title en "Prey" fr "Proie" feminine
agenda turn:
    hunting:
        ann chooses match.prey from players in secret:
            asks en "Whom do you hunt?" fr "Qui chassez-vous ?"
        ben chooses ben.bid from 0 to 3 in secret:
            asks en "How much?" fr "Combien ?"
"""


@pytest.mark.parametrize(("lang", "said"), [
    ("en", ["Ann: Whom do you hunt? Ben", "Ben’s bid: 2"]),
    ("fr", ["Anne : Qui chassez-vous ? Ben", "Offre de Ben : 2"]),
])  # fmt: skip
def test_a_field_of_the_match_is_not_of_who_chooses_it(tmp_path: Path, lang: str, said: list[str]) -> None:
    file = tmp_path / "hunt.rules"
    file.write_text(GAME, encoding="utf-8")
    match = Match(machine_of(compile_rules(load(file)).program), 3)
    match.begin()
    while not match.pending():
        match.advance()
    for answer in ("ben", "2"):
        match.answer(match.pending()[0].id, answer)
        match.advance()
    told = [s.text.replace("\u00a0", " ").replace("\u202f", " ") for s in Narrator(match, lang).sentences(match.log())]
    assert [one for one in said if not any(text.startswith(one) for text in told)] == [], told
