"""A line with the words of another question is no answer to the one that is open, and is refused without a word about the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.post.mail.answers import Answered, answered, chosen
from arbitre.post.mail.choices import form

GAME = """\
game village:
    title en "Village" fr "Village"
    play round up to 9 times
    events seen by everyone
kind guest, seats: ann, ben, cid, eve
    title en "Guest" fr "Invité"
    role: role, seen by guest
        title en "Role" fr "Rôle"
    pick: guest or none, seen by guest
        title en "Pick" fr "Choix"
    prey: guest or none, seen by guest
        title en "Prey" fr "Proie" feminine
    left: tool or none
        title en "Left hand" fr "Main gauche" feminine
    right: tool or none
        title en "Right hand" fr "Main droite" feminine
table of guest:
    name | role   | en    | fr
    ann  | seer   | "Ann" | "Anne" feminine
    ben  | {ben}  | "Ben" | "Ben"
    cid  | {cid}  | "Cid" | "Cid"
    eve  | healer | "Eve" | "Ève" feminine
kind role: seer, wolf, healer, peasant
    title en "Role" fr "Rôle"
table of role:
    name    | en        | fr
    seer    | "Seer"    | "Voyante" feminine
    wolf    | "Wolf"    | "Loup"
    healer  | "Healer"  | "Guérisseuse" feminine
    peasant | "Peasant" | "Paysan"
kind tool: sword, torch
    title en "Tool" fr "Objet"
table of tool:
    name  | en      | fr
    sword | "Sword" | "Épée" feminine
    torch | "Torch" | "Torche" feminine
event setup:
    title en "Arming" fr "Armement"
    says nothing
    for each guest in guests together:
        guest chooses guest.left from tools in secret:
            asks en "What is in your left hand?" fr "Que tient votre main gauche ?"
        guest chooses guest.right from tools in secret:
            asks en "What is in your right hand?" fr "Que tient votre main droite ?"
agenda round:
    title en "Round" fr "Journée" feminine
    watching:
        title en "Watch" fr "Veille" feminine
        for each guest in guests where role is seer together:
            guest chooses guest.pick from guests in secret:
                asks en "Whom do you look at?" fr "Qui observez-vous ?"
    healing:
        title en "Care" fr "Soins" plural
        for each guest in guests where role is healer together:
            guest chooses guest.pick from guests in secret:
                asks en "Whom do you protect?" fr "Qui protégez-vous ?"
            guest chooses guest.prey from guests in secret:
                asks en "Whom do you suspect?" fr "Qui soupçonnez-vous ?"
    hunting:
        title en "Hunt" fr "Chasse" feminine
        for each guest in guests where role is wolf together:
            guest chooses guest.prey from guests where it is not guest in secret:
                asks en "Whom do you eat?" fr "Qui dévorez-vous ?"
    voting:
        title en "Ballot" fr "Scrutin"
        for each guest in guests together:
            guest chooses guest.pick from guests in secret:
                asks en "Whom do you vote against?" fr "Contre qui votez-vous ?"
        for each guest in guests together:
            guest chooses guest.prey from guests or none in secret:
                asks en "Whom do you accuse?" fr "Qui accusez-vous ?"
    evening: for each guest in guests: guest acts in evening
action greet by guest:
    title en "Greet" fr "Saluer"
    during evening
    says en "{{guest}} greets." fr "{{guest}} salue."
action sing by guest:
    title en "Sing" fr "Chanter"
    during evening
    says en "{{guest}} sings." fr "{{guest}} chante."
"""
ANN, BEN, EVE = 0, 1, 3


def begun(folder: Path, ben: str = "wolf", cid: str = "peasant") -> Match:
    (folder / "village.rules").write_text(GAME.format(ben=ben, cid=cid), encoding="utf-8")
    return Match(ready(str(folder / "village.rules"), {}, ())[2], 1)


def asked(match: Match, seat: int, question: str) -> Match:
    """The match where a side is asked a question, and the first answer was given to all others before."""
    while not any(request.seat == seat and request.asks.own("fr") == question for request in match.requests):
        match.answer(match.requests[0].id, 0)
    return match


def faults(found: Answered) -> str:
    return " ".join([*(fault for line in found.lines for fault in line.faults), *found.faults]).replace("\xa0", " ")


@pytest.fixture
def seer(tmp_path: Path) -> Match:
    return asked(begun(tmp_path), ANN, "Qui observez-vous ?")


@pytest.fixture
def healer(tmp_path: Path) -> Match:
    return asked(begun(tmp_path), EVE, "Qui protégez-vous ?")


OTHERS = {
    "Je vote contre Cid": "vote contre",
    "Contre qui votez-vous ? Cid": "Contre qui votez-vous",
    "Contre Cid": "Contre",
    "Scrutin : Cid": "Scrutin",
    "Je dévore Cid": "dévore",
    "Je dévorrez Cid, désolé": "dévorrez",
    "Proie : Cid": "Proie",
    "Loup : Cid": "Loup",
    "Chasse - Cid": "Chasse",
    "Victime = Cid": "Victime",
    "I eat Cid": "eat",
    "Voleuse : Cid": "Voleuse",  # nothing of the rules is called so; before a colon it says all the same what is answered
}


@pytest.mark.parametrize("mail", OTHERS)
def test_words_of_another_question_are_no_answer(mail: str, seer: Match) -> None:
    found, words = answered(seer, ANN, mail, "fr"), OTHERS[mail]
    assert not found.accepted and not found.keys, mail
    told = faults(found)
    assert f"« {words} » ne va pas avec la question posée, « Qui observez-vous ? ». Lu : Cid." in told
    line = told.partition("écrivez : ")[2]
    assert line == "Qui observez-vous ? Cid" and answered(seer, ANN, line, "fr").keys == ["cid"]
    assert not any(word in told for word in ("dévorez", "votez-vous ?", "protégez"))  # nothing of what others are asked
    assert not answered(seer, ANN, "Je chante, Cid", "fr").accepted


OWN = [
    "Cid", "J'observe Cid", "j’observerais bien Cid ce soir", "Observation : Cid", "Voyante : Cid", "Anne : Cid", "Ma réponse : Cid",
    "Choix : Cid", "Réponse à la question : Cid", "Ma cible : Cid", "Veille : Cid", "Joueur : Cid", "Journée 1 : Cid",
    "journee 1\nCid", "Ce soir je dirais Cid",
    "I look at Cid", "Look: Cid", "Bonjour,\nQui observez-vous ? Cid\nMerci !\nAnne",
]  # fmt: skip


@pytest.mark.parametrize("mail", OWN)
def test_its_own_words_and_those_of_any_sentence_are(mail: str, seer: Match) -> None:
    found = answered(seer, ANN, mail, "fr")
    assert found.accepted and found.keys == ["cid"], faults(found)
    assert [order.replace("\xa0", " ") for line in found.lines for order in line.orders] == ["Qui observez-vous ? Cid"]


def test_a_refusal_is_the_same_whoever_is_what(tmp_path: Path) -> None:
    told = []
    for number, (ben, cid) in enumerate((("wolf", "peasant"), ("peasant", "wolf"), ("peasant", "peasant"))):
        (tmp_path / str(number)).mkdir()
        match = asked(begun(tmp_path / str(number), ben, cid), ANN, "Qui observez-vous ?")
        told.append([faults(answered(match, ANN, mail, "fr")) for mail in OTHERS])
    assert told[0] == told[1] == told[2]


def test_the_later_question_of_one_statement_does_not_answer_the_first(healer: Match) -> None:
    for mail in ("Je soupçonne Cid", "Qui soupçonnez-vous ? Cid", "Qui protégez-vous ? Ben\nJe vote contre Cid"):
        found = answered(healer, EVE, mail, "fr")
        assert not found.accepted and "ne va pas avec la question posée" in faults(found), mail
    for mail in ("Je soupçonne Cid\nJe protège Ben", "Je protège Ben, je soupçonne Cid", "Ben\nCid", "Ben\nsoupçon : Cid"):
        assert answered(healer, EVE, mail, "fr").keys == ["ben", "cid"], mail


HANDS = {
    "Main droite : épée": [("right", "sword")],
    "épée main droite": [("right", "sword")],
    "Que tient votre main droite ? Épée": [("right", "sword")],
    "Right hand: sword": [("right", "sword")],
    "Main droite : épée\nMain gauche : torche": [("left", "torch"), ("right", "sword")],
    "Épée à droite, torche à gauche": [("left", "torch"), ("right", "sword")],
    "torche\népée": [("left", "torch"), ("right", "sword")],
    "Main drotie : épée": None,
    "Proie : épée": None,
}


@pytest.mark.parametrize("mail", HANDS)
def test_of_two_questions_with_the_same_answers_the_one_that_is_named_is_answered(mail: str, tmp_path: Path) -> None:
    match = begun(tmp_path)
    found, picked = chosen(form({"rounds": [], "choices": {}}, match, ANN, "fr"), mail, "fr")
    if HANDS[mail] is None:
        assert not found.accepted
        assert "drotie" not in mail or "« Que tient votre main droite ? »" in faults(found)  # the nearest
    else:
        assert found.accepted and [(slot.request.decision, slot.request.options[n].key) for slot, n in picked] == HANDS[mail], faults(found)
    found = answered(match, ANN, mail, "fr")  # the same without a form: the left hand is asked first
    assert found.keys == [key for _, key in HANDS[mail] or ()] if HANDS[mail] and len(HANDS[mail] or ()) > 1 else not found.accepted


def test_a_side_whose_own_name_is_no_answer_is_told_the_answers(tmp_path: Path) -> None:
    match = asked(begun(tmp_path), BEN, "Qui dévorez-vous ?")
    assert faults(answered(match, BEN, "Ben", "fr")).startswith(
        "Qui dévorez-vous ? Ce n’est pas une des réponses ; il y a : Anne, Cid, Ève"
    )
    for mail in ("", "Bonjour", "Qui dévorez-vous ?"):
        assert faults(answered(match, BEN, mail, "fr")) == (
            "Il n’y a là aucune réponse à « Qui dévorez-vous ? ». On peut y répondre : Anne, Cid, Ève"
        )
    assert answered(match, BEN, "Cid\nBen", "fr").keys == ["cid"]  # his name below it


def test_another_turn_and_a_second_answer_are_told(seer: Match) -> None:
    assert "cela concerne le tour 2 ; on attend les réponses du tour 1" in faults(answered(seer, ANN, "Journée 2 : Cid", "fr"))
    assert (
        faults(answered(seer, ANN, "Cid, car il a voté contre moi", "fr"))
        == "« car il a voté contre moi » reste en trop : on ne demande rien de plus"
    )
    assert "C’est déjà répondu plus haut" in faults(answered(seer, ANN, "Cid\nnon, plutôt Ben", "fr"))


def test_what_one_does_is_asked_back_in_the_words_of_another_question(tmp_path: Path) -> None:
    match = begun(tmp_path)
    while not match.requests[0].acts:
        match.answer(match.requests[0].id, 0)
    seat = match.requests[0].seat
    assert "« Proie » ne va pas avec la question posée" in faults(answered(match, seat, "Proie : saluer", "fr"))
    for mail in ("Saluer", "Je salue", "je veux saluer", "Que faites-vous ? Saluer"):
        assert answered(match, seat, mail, "fr").keys == ["greet"], mail
    assert "On peut y répondre : Saluer, Chanter, rien" in faults(answered(match, seat, "", "fr"))


def test_several_answers_where_one_is_asked_for_are_named(seer: Match) -> None:
    for mail in ("Cid ou Ben", "J'observe Cid... non, Ben"):
        found = answered(seer, ANN, mail, "fr")
        assert faults(found) == "Qui observez-vous ? Une seule réponse est demandée, et il y en a plusieurs ici : Ben, Cid", mail
        assert not any(line.orders for line in found.lines)


@pytest.mark.parametrize("mail", ["moi-même", "Je m'observe moi-meme", "myself"])
def test_whoever_writes_may_be_called_myself(mail: str, seer: Match, tmp_path: Path) -> None:
    assert answered(seer, ANN, mail, "fr").keys == ["ann"]
    match = asked(begun(tmp_path), BEN, "Qui dévorez-vous ?")
    assert not answered(match, BEN, mail, "fr").accepted


def test_nobody_is_an_answer_in_a_sentence(tmp_path: Path) -> None:
    match = asked(begun(tmp_path), ANN, "Qui accusez-vous ?")
    for mail in ("Personne", "je n'accuse personne", "Qui accusez-vous ? personne"):
        found = answered(match, ANN, mail, "fr")
        assert found.keys == ["none"] and found.lines[0].orders[0].replace("\xa0", " ") == "Qui accusez-vous ? personne", mail
    assert not answered(match, ANN, "pas Cid", "fr").accepted
    assert faults(answered(match, ANN, "", "fr")).endswith("Anne, Ben, Cid, Ève, personne")
