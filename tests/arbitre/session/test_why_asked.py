"""Why something is not offered, asked in the words of orders, of phases, of what one's own pieces hold."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from arbitre.documents.model.book import Book
from arbitre.interpreter.match.match import Match
from arbitre.opening.books import ready
from arbitre.session.dialogue.menus import menu_of
from arbitre.session.why.reasons import book_of
from arbitre.session.why.refusals import WhyNot
from arbitre.story.story import Story


@lru_cache(maxsize=3)
def opened(game: str) -> tuple[Any, Any]:
    rulebook, _, machine = ready(game, {}, ())
    return rulebook, machine


def at_orders(game: str, seat: int, lang: str, said: str) -> dict[str, Any]:
    rulebook, machine = opened(game)
    match = Match(machine, 3)
    while not all(r.decision == "orders" for r in match.requests):
        request = match.requests[0]
        match.answer(request.id, match.silent(request))
    book: Book | None = book_of(match, rulebook)
    return WhyNot(match, match.pending(seat)[0], lang, book).account(said)


def test_what_is_done_among_orders_is_offered_while_they_are_asked_for() -> None:
    assert at_orders("tsewnart", 0, "en", "hide")["offered"]
    account = at_orders("tsewnart", 0, "en", "vote")
    assert [reason["kind"] for reason in account["reasons"]] == ["when"]  # too early in the match, and nothing else


@pytest.mark.parametrize("said", ["receiver R1 B4", "receveur R1 B4", "striker R1 A3", "receives Red 1 B4"])
def test_actions_may_be_called_as_orders_call_them(said: str) -> None:
    account = at_orders("kollaball", 0, "en", said)
    assert account["offered"] and account["asked"].startswith(("Move as receiver", "Charge a cell"))


@pytest.mark.parametrize(("lang", "why"), [("en", "has a ball"), ("fr", "a une balle")])
def test_whether_ones_own_player_has_a_ball_is_told(lang: str, why: str) -> None:
    account = at_orders("kollaball", 0, lang, "receive R4 B5")
    assert not account["offered"] and why in account["reasons"][0]["text"], account


def test_the_phase_that_is_under_way_is_named() -> None:
    rulebook, machine = opened("bloodbowl")
    match = Match(machine, 5)
    book, said = book_of(match, rulebook), set()
    for _ in range(60):
        request = match.requests[0]
        reasons = WhyNot(match, request, "en", book).account("blitz").get("reasons", [])
        said |= {reason["text"] for reason in reasons if reason["kind"] == "during"}
        match.answer(request.id, 0)
    assert said == {"it can be done during ‘Team turn’, and this is ‘Activation’"}


def test_who_acts_is_meant_where_nobody_is_named() -> None:
    rulebook, machine = opened("bloodbowl")
    match = Match(machine, 5)
    book, told = book_of(match, rulebook), 0
    for number in range(120):
        request = match.requests[0]
        menu = menu_of(match, request)
        if menu is not None and menu.only is not None and request.find("strike") is None and request.find("go") is not None:
            who = Story(match, "en").row(menu.only.domain, menu.only.value)
            account = WhyNot(match, request, "en", book).account("strike")
            assert not account["offered"] and account["asked"] == f"Strike ({who})", account
            told += 1
        match.answer(request.id, (0, 1)[number % 2] if len(request.options) > 1 else 0)
    assert told
