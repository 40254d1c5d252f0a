"""Twenty mails more, as sloppily as people write, in every game that has secret orders or choices: read as meant, or asked back."""

from __future__ import annotations

from functools import lru_cache

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.post.mail.answers import answered
from arbitre.post.mail.deliveries import delivered
from tests.arbitre.post.heath import begun, machine_for

BACK = None  # asked back, nothing taken


@lru_cache(maxsize=8)
def at(game: str, decision: str) -> tuple[Match, int]:
    """A match at the first question of a name, and whom it is put to."""
    for seed in range(1, 40):
        match = Match(machine_for(game), seed)
        for n in range(400):
            found = next((request for request in match.requests if request.decision == decision and len(request.options) > 2), None)
            if found is not None:
                return match, found.seat
            if not match.requests:
                break
            request = match.requests[0]
            match.answer(request.id, (n * 7) % len(request.options) if request.acts else 0)
    raise AssertionError(f"{game} never asks for {decision}")


ORDERS = {
    "fr-apostrophes": (
        "kollaball",
        {},
        "fr",
        "J'envoie R1 receveur en B4, et R2 : frappeur en A3\nmerci d'avance",
        "receive r1 B4 charge r2 A3",
    ),
    "fr-caps": ("kollaball", {}, "fr", "TOUR 1\nR1 RECEVEUR B4\nR2 FRAPPEUR A3\nMERCI", "receive r1 B4 charge r2 A3"),
    "fr-idle": ("kollaball", {}, "fr", "R1: receveur B4\nR2: ne bouge pas\nR3: rien\nR4: -", "receive r1 B4"),
    "fr-table": ("kollaball", {}, "fr", "| R1 | receveur | B4 |\n| R2 | frappeur | A3 |", "receive r1 B4 charge r2 A3"),
    "fr-hesitates": ("kollaball", {}, "fr", "R1 receveur B4 ou B5, à voir", BACK),
    "fr-changed-his-mind": ("kollaball", {}, "fr", "R1 receveur B4\nnon finalement R1 receveur B5", BACK),
    "fr-question": ("kollaball", {}, "fr", "R1 receveur B4 ?\nest-ce que R2 peut frapper A3 ?", BACK),
    "fr-name": (
        "kollaball",
        {},
        "fr",
        "Salut,\n\nR1 receveur B4\nR2 frappeur A3\n\nBien à toi,\nJean-Michel",
        "receive r1 B4 charge r2 A3",
    ),
    "en-phone": ("kollaball", {}, "en", "r1 recieves b4\nr2 strikes a3\n\nSent from my iPhone", BACK),
    "en-tabs": ("kollaball", {}, "en", "R1\treceiver\tB4\nR2\tstriker\tA3\n", "receive r1 B4 charge r2 A3"),
    "en-arrow": ("kollaball", {}, "en", "Red 1 (A4→B4) receiver; Red 2 (A4→A3) striker", "receive r1 B4 charge r2 A3"),
    "fr-archer": ("tsewnart", {"role": "archer"}, "fr", "Coucou,\nmon archer vise (3,1).\nBisous\nAnaïs", "aim (3, 1)"),
    "fr-stay": ("tsewnart", {"role": "archer"}, "fr", "Je reste sur place ce tour.", BACK),
    "fr-tactician": ("tsewnart", {"role": "tactician"}, "fr", "j'échange ma place à droite svp", "exchange_heading right"),
    "fr-agile": (
        "tsewnart",
        {"role": "agile"},
        "fr",
        "avancer à droite\nsecond déplacement à droite",
        "move_heading right dash_heading right",
    ),
    "fr-two": ("tsewnart", {"role": "archer"}, "fr", "j'avance à droite\nou alors à gauche", BACK),
    "en-priest": ("tsewnart", {"role": "priest"}, "en", "Hi Odile - I'll move right. Cheers!", BACK),
    "en-dashes": ("kollaball", {}, "en", "1) R1 - receiver - B4\n2) R2 - striker - A3", "receive r1 B4 charge r2 A3"),
    "en-other": ("tsewnart", {"role": "priest"}, "en", "I want Ben to move right", BACK),
}


@pytest.mark.parametrize("name", ORDERS)
def test_orders(name: str) -> None:
    game, taken, lang, mail, meant = ORDERS[name]
    found = delivered(begun(game, **taken), 0, mail, lang)
    told = [(line.written, line.faults, line.passed, line.orders) for line in found.lines]
    if meant is BACK:
        assert not found.accepted or not found.answers, told
        return
    assert found.accepted and " ".join(found.answers) == meant, told


CHOICES = {
    "fr-attack": ("coliseum", "attack", "fr", "Salut, pour le gladiateur : {0} bien sûr\n\nMarcus", 1),
    "en-attack": ("coliseum", "attack", "en", "{0}!", 1),
    "fr-unsure": ("coliseum", "attack", "fr", "{0} ou {1}, je ne sais pas encore", 0),
    "fr-not": ("coliseum", "attack", "fr", "surtout pas {0}", 0),
    "fr-pile": ("confrontation", "top", "fr", "{2}, {0}, {1}", 3),
    "fr-pile-lines": ("confrontation", "top", "fr", "Ma pile, de haut en bas :\n1. {2}\n2. {0}\n3. {1}\nBonne chance !", 3),
    "en-pile": ("confrontation", "top", "en", "Top card: {1}\nthen {0}\nthen {2}\n--\nRon", 3),
}


@pytest.mark.parametrize("name", CHOICES)
def test_choices(name: str) -> None:
    game, decision, lang, mail, count = CHOICES[name]
    match, seat = at(game, decision)
    titles = [option.title.within(lang) for option in match.pending(seat)[0].options]
    keys = {option.title.within(lang): option.key for option in match.pending(seat)[0].options}
    found = answered(match, seat, mail.format(*titles), lang)
    told = [(line.written, line.faults, line.passed, line.orders) for line in found.lines]
    wanted = [keys[titles[int(n)]] for n in (mail[i + 1] for i, sign in enumerate(mail) if sign == "{")]
    if not count:
        assert not found.accepted, told
        return
    assert found.accepted and found.keys[: len(wanted)] == wanted, told
