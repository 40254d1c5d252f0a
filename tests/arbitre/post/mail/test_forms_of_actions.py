"""Forms at a question for what somebody does, or for a part of it: a line a player understands, which he completes and hands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.post.mail.answers import answered
from arbitre.post.mail.deliveries import delivered
from arbitre.post.mail.forms import form_text
from arbitre.session.dialogue.samples import samples
from arbitre.story.story import Story

MARKET = """\
game market:
    title en "Market" fr "Marché"
    play day up to 3 times
    events seen by everyone
kind trader, seats: ann, ben
    title en "Trader" fr "Marchand"
    coins: 0 to 9
        title en "Coins" plural fr "Pièces" feminine plural
table of trader:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"
kind stall: left, right
    title en "Stall" fr "Étal"
table of stall:
    name  | en      | fr
    left  | "North" | "Nord"
    right | "South" | "Sud"
agenda day:
    title en "Day" fr "Journée"
    orders: for each trader in traders together: trader gives orders in secret
    reveals orders
    earn
    save
    trade:
        for each trader in traders: trader must act in trade
action earn by trader:
    title en "Earn" fr "Gagner"
    says en "{trader} earns." fr "{trader} gagne."
    trader gains 1 coins
action save at stall by trader:
    title en "Save" fr "Épargner"
    says en "{trader} saves." fr "{trader} épargne."
    trader gains 1 coins
action rest by trader:
    title en "Rest" fr "Se reposer"
    during trade
    says en "{trader} rests." fr "{trader} se repose."
action sell at stall by trader:
    title en "Sell" fr "Vendre"
    during trade
    says en "{trader} sells." fr "{trader} vend."
    trader gains 1 coins
"""


@pytest.fixture
def market(tmp_path: Path) -> Match:
    match = opening(tmp_path)
    while match.requests[0].decision == "orders":
        match.answer(match.requests[0].id, "done")
    return match


def opening(folder: Path) -> Match:
    """The same at its first question, for orders."""
    (folder / "market.rules").write_text(MARKET, encoding="utf-8")
    return Match(ready(str(folder / "market.rules"), {}, ())[2], 1)


def completed(match: Match, lang: str, said: str) -> tuple[str, str]:
    """The line of a form that is to be completed, and the form with it completed."""
    form = form_text({"name": "", "rounds": [], "choices": {}}, match, "ann", lang)
    return form.splitlines()[-1].strip().replace("\xa0", " "), form.rstrip("\n") + said + "\n"


@pytest.mark.parametrize(("lang", "line", "done"), [("en", "What do you do?", "Rest"), ("fr", "Que faites-vous ?", "Se reposer")])
def test_who_acts_is_asked_what_he_does_and_not_by_the_name_of_the_agenda(lang: str, line: str, done: str, market: Match) -> None:
    put, mail = completed(market, lang, done)
    assert put == line
    found = answered(market, 0, mail, lang)
    assert found.accepted and found.keys == ["rest"], [line.faults for line in found.lines]
    assert not answered(market, 0, mail.replace(done, ""), lang).accepted


@pytest.mark.parametrize(("lang", "line", "done"), [("en", "Sell – at which stall?", "South"), ("fr", "Vendre – étal ?", "Sud")])
def test_a_part_of_an_action_is_asked_with_the_action(lang: str, line: str, done: str, market: Match) -> None:
    market.answer(market.requests[0].id, "sell")
    put, mail = completed(market, lang, done)
    assert put == line
    found = answered(market, 0, mail, lang)
    assert found.accepted and found.keys == ["right"], [line.faults for line in found.lines]


@pytest.mark.parametrize(
    ("lang", "other", "line", "told"), [("en", "fr", "What do you do?", "Earn"), ("fr", "en", "Que faites-vous ?", "Gagner")]
)
def test_a_form_for_orders_is_handed_in_as_it_stands(lang: str, other: str, line: str, told: str, tmp_path: Path) -> None:
    match = opening(tmp_path)
    put, mail = completed(match, lang, told)
    assert put == line
    for reader in (lang, other):  # whoever reads it may speak another language
        assert delivered(match, 0, mail, reader).answers == ["earn"]
    empty = delivered(match, 0, mail.replace(told, ""), lang)
    assert [line.passed for line in empty.lines] == ["blank"] and told in empty.faults[0]


def test_an_example_is_what_the_side_may_do_now(tmp_path: Path, market: Match) -> None:
    """Whoever acts himself is not named in it, what it is done with is, and it can be handed in."""
    orders = opening(tmp_path)
    for match, lang, wanted in (
        (orders, "fr", "Gagner"), (orders, "en", "Earn"), (market, "fr", "Se reposer"), (market, "en", "Rest"),
    ):  # fmt: skip
        assert example_in(match, lang) == wanted
    for way in ("Épargner : Nord", "Save: North"):
        assert delivered(orders, 0, way, "fr").answers == ["save", "left"]
    assert samples(orders, orders.requests[0], Story(orders, "fr"))[0] == "épargner nord"
    orders.answer(orders.requests[0].id, "earn")
    assert example_in(orders, "fr") == "Épargner : Nord"


def example_in(match: Match, lang: str) -> str:
    form = form_text({"name": "", "rounds": [], "choices": {}}, match, "ann", lang).replace("\xa0", " ")
    assert "c'est tout" not in form and "that is all" not in form  # nothing that one would write so
    return form.partition("par exemple : " if lang == "fr" else "for example: ")[2].partition("\n")[0]


def test_what_an_action_is_done_with_may_stand_below_it_or_be_misspelt(market: Match) -> None:
    found = answered(market, 0, "Vendre\nNord\nAnne", "fr")
    assert found.keys == ["sell", "left"], [line.passed for line in found.lines]  # and is no signature
    assert [order.replace("\xa0", " ") for order in answered(market, 0, "Je vends à Nord", "fr").lines[0].orders] == ["Vendre : Nord"]
    told = answered(market, 0, "Vendre nrod", "fr").lines[0].faults[0].replace("\xa0", " ")
    assert told.startswith("Vendre – étal ? Ce n’est pas une des réponses ; il y a : Nord, Sud.") and "« nord »" in told


def test_orders_of_whoever_acts_himself(tmp_path: Path) -> None:
    """His name beside ‘nothing’, the orders of another, the words of another question, what things are called in general."""
    match = opening(tmp_path)

    def told(mail: str) -> str:
        return " ".join(fault for line in delivered(match, 0, mail, "fr").lines for fault in line.faults).replace("\xa0", " ")

    for mail in ("Anne : rien", "Je reste là. Anne", "Anne ne fait rien"):
        found = delivered(match, 0, mail, "fr")
        assert found.accepted and not found.answers and found.lines[0].orders == ["rien"], mail
    assert told("Gagner\nÉpargner : Nord\nBen gagne") == "Gagner (Ben) : Ben n’est pas sous vos ordres"
    assert (
        told("Vendre : Nord")
        == "« Vendre » ne va pas avec la question posée, « Que faites-vous ? ». On peut y répondre : Gagner, Épargner, rien"
    )
    assert told("j'épargne") == "Épargner (Anne) : il manque : étal (Nord, Sud)"
    assert delivered(match, 0, "j'épargne à l'étal nord", "fr").answers == ["save", "left"]
