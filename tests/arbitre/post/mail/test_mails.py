"""Mails as captains and players write them, in both languages: each is read as it is meant, or asked back; none is misread."""

from __future__ import annotations

import pytest

from arbitre.post.mail.deliveries import delivered
from tests.arbitre.post.heath import begun

MOVES = "receive r1 B4 charge r2 A3"
FOUR = "receive r1 B4 charge r2 A3 receive B5 throw B4"  # but one can still receive: who goes without saying

MEANT = {
    "fr-plain": ("fr", "R1 receveur A4 -> B4\nR2 frappeur A4 -> A3", MOVES),
    "fr-greeted": (
        "fr",
        "Bonjour l'arbitre,\n\nvoici mes ordres pour le tour 1 :\n\nR1 receveur B4\nR2 frappeur A3\n\nBonne soirée,\nÉlodie",
        MOVES,
    ),
    "fr-bullets": ("fr", "Salut !\n- R1 : receveur, B4\n- R2 : frappeur, A3\n\nA+\nMax", MOVES),
    "fr-bbcode": ("fr", "[b]Équipe rouge[/b]\n[i]Tour 1[/i]\n[list][*]R1 receveur B4\n[*]R2 [color=red]frappeur[/color] A3[/list]", MOVES),
    "fr-answer": (
        "fr",
        "Le lun. 3 mars à 10:02, Arbitre <a@b.fr> a écrit :\n> R5 charge A1\n> Tour 3\n\nR1 receveur B4\nR2 frappeur A3",
        MOVES,
    ),
    "fr-answer-above": ("fr", "R1 receveur B4\nR2 frappeur A3\n\nLe lun. 3 mars, l'arbitre a écrit :\nR3 frappeur B3\nR4 passe B4", MOVES),
    "fr-forwarded": ("fr", "R1 receveur B4\nR2 frappeur A3\n\n---------- Message transféré ---------\nDe : Zoé\nR3 frappeur B3", MOVES),
    "fr-first-person": ("fr", "Je veux que R1 soit receveur en B4, svp\nR2 frappeur vers A3 s'il vous plaît", None),
    "fr-first-person-order": ("fr", "je déplace R1 receveur en B4\nje veux R2 frappeur en A3 svp", None),
    "fr-one-line": ("fr", "R1 receveur B4 ; R2 frappeur A3", MOVES),
    "fr-numbers": ("fr", "Rouge 1 : receveur (B4)\nRouge 2 : frappeur (A3)\nRouge 3 : déplacement en B5\nRouge 4 : passe en B4", FOUR),
    "fr-html": ("fr", "<div>Bonjour,<br><br>R1 receveur A4 -&gt; B4<br>R2 frappeur A3</div><div>Merci</div>", MOVES),
    "fr-phone": ("fr", "r1 receveur b4\nr2 frappeur a3\n\nEnvoyé de mon iPhone", MOVES),
    "fr-signature": ("fr", "R1 receveur B4\nR2 frappeur A3\n--\nZoé, capitaine des rouges\n06 01 02 03 04", MOVES),
    "en-plain": ("en", "R1 receiver A4 -> B4\nR2 striker A3", MOVES),
    "en-letter": (
        "en",
        "Dear referee,\n\nHere are our orders for turn 1:\n\nRed 1 receives in B4.\nRed 2 charges A3.\n\nBest regards,\nJo",
        MOVES,
    ),
    "en-header": ("en", "From: Jo <jo@x.org>\nSubject: Re: Kollaball turn 1\n\nR1 receiver B4\nR2 striker A3\n\nCheers", MOVES),
    "en-quote": ("en", "[quote=ref]Orders, please! R5 charges A1[/quote]\nR1 receiver B4\nR2 striker A3", MOVES),
    "en-original": ("en", "R1 receiver B4\nR2 striker A3\n\n-----Original Message-----\nFrom: referee\nSent: Monday\nR3 striker B3", MOVES),
    "en-markdown": ("en", "**Red team, turn 1**\n* R1 receiver B4\n* R2 striker A3\n\nThanks!", MOVES),
    "en-polite": ("en", "R1 receiver B4 please\nwe would like R2 striker A3", MOVES),
    "en-turn-first": ("en", "Turn 1: R1 receiver B4\nR2 striker A3", MOVES),
    "en-phone": ("en", "R1 receiver B4\nR2 striker A3\nSent from my phone 12", MOVES),
    "en-windows": ("en", "Hi,\r\nR1 receiver B4\r\nR2 striker A3\r\nThanks\r\n", MOVES),
}


@pytest.mark.parametrize("name", MEANT)
def test_a_mail_is_read_as_it_is_meant_or_asked_back(name: str) -> None:
    lang, mail, meant = MEANT[name]
    found = delivered(begun("kollaball"), 0, mail, lang)
    faults = [fault for line in found.lines for fault in line.faults]
    if meant is None:
        assert set(found.answers) <= set(MOVES.split()) and (faults or " ".join(found.answers) == MOVES)
        return
    assert not faults and not found.faults, (faults, found.faults)
    assert " ".join(found.answers) == meant


ASKED_BACK = {
    "wrong-turn": ("fr", "Tour 4\nR1 receveur B4", "tour 4"),
    "wrong-turn-en": ("en", "Orders for turn 2:\nR1 receiver B4", "turn 2"),
    "others": ("fr", "B1 receveur F4", ""),
    "twice": ("en", "R1 receiver B4\nR1 receiver B5", "cannot be ordered together"),
    "typo": ("fr", "R1 recveur B4", "Vouliez-vous dire"),
    "half": ("fr", "R1 receveur", "manque"),
    "both": ("en", "R1 receiver or striker B4", ""),
    "no-name": ("en", "receiver B4", "who should do what"),
    "nothing-in-it": ("fr", "Bonjour,\nje n'ai pas encore choisi.\nMerci", ""),
    "only-quotes": ("en", "> R1 receiver B4\nOn Monday the referee wrote:\nR2 striker A3", "no order"),
    "far": ("fr", "R1 receveur F4", "Se déplacer en receveur (Rouge 1, F4)"),
    "negated": ("fr", "R1 ne bouge pas en B4", ""),
    "conditional": ("en", "if blue moves then R1 receiver B4 else B5", ""),
}


@pytest.mark.parametrize("name", ASKED_BACK)
def test_what_may_not_be_meant_is_asked_back(name: str) -> None:
    lang, mail, said = ASKED_BACK[name]
    found = delivered(begun("kollaball"), 0, mail, lang)
    faults = [fault.replace("\u00a0", " ") for line in found.lines for fault in line.faults] + found.faults
    assert not found.accepted and any(said in fault for fault in faults), (found.answers, faults)


@pytest.mark.parametrize(
    ("lang", "mail", "answers"),
    [
        ("fr", "Bonjour,\nje vais à droite.\nMerci !", "move_heading right"),
        ("fr", "Tour 1 : j'avance en (2;1)", "move (2, 1)"),
        ("fr", "[b]droite[/b]\n\nAlice", "move_heading right"),
        ("en", "Hello,\nI move right, please\nBen", "move_heading right"),
        ("en", "Turn 1\nI go to (2;1)", "move (2, 1)"),
        ("fr", "je ne fais rien", ""),
        ("en", "Hi! I do nothing this time", None),
    ],
)
def test_whoever_has_one_piece_writes_as_he_speaks(lang: str, mail: str, answers: str | None) -> None:
    found = delivered(begun("tsewnart"), 0, mail, lang)
    if answers is None:
        assert not found.answers
        return
    assert found.accepted, ([line.faults for line in found.lines], found.faults)
    assert " ".join(found.answers) == answers


@pytest.mark.parametrize(
    "mail",
    ["Je ne fais rien ce tour-ci", "Rien du tout pour l'instant.", "Aucun ordre ce tour.", "Nothing this turn", "Nothing!"],
)
def test_nothing_is_said_in_many_ways(mail: str) -> None:
    found = delivered(begun("kollaball"), 0, mail, "fr")
    assert [line.orders for line in found.lines] == [["rien"]] and found.answers == []


def test_a_thousand_lines_are_each_answered() -> None:
    found = delivered(begun("kollaball"), 0, "".join(f"R{n % 4 + 1} vole en F4\n" for n in range(1000)), "fr")
    assert len(found.lines) == 1000 and all(line.faults for line in found.lines)


def test_who_is_named_first_is_the_one_who_acts() -> None:
    """Blue 2 holds the ball, and may not receive: nobody else on his cell does it instead, nor sends a decoy that nobody named."""
    match = begun("kollaball", **{"class": "thief", "first_carrier": "b2"})
    found = delivered(match, 1, "B2: receiver, G4 -> F4", "en")
    assert not found.accepted and found.lines[0].orders == [] and "Blue 2" in found.lines[0].faults[0]
    assert delivered(match, 1, "B1: receiver, G4 -> F4", "en").lines[0].orders == ["Move as receiver: Blue 1, F4"]
