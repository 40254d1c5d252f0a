"""Forms at a question for what somebody does, or for a part of it: a line a player understands, which he completes and hands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.post.mail.answers import answered
from arbitre.post.mail.forms import form_text

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
    trade:
        for each trader in traders: trader must act in trade
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
    (tmp_path / "market.rules").write_text(MARKET, encoding="utf-8")
    return Match(ready(str(tmp_path / "market.rules"), {}, ())[2], 1)


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
