"""Why something is not offered, asked in the words of orders, of phases, of what one's own pieces hold."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
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


PATHS = """game herds:
    title en "Herds" fr "Troupeaux"
    languages en, fr
    play turn up to 9 times
    events seen by everyone

kind player, seats: red, blue
    title en "Player" fr "Joueur"
table of player:
    name | en     | fr
    red  | "Red"  | "Rouge"
    blue | "Blue" | "Bleu"

kind square, grid(3, 3, closed)
    title en "Square" fr "Case" feminine
    owner: player or none
        title en "Owner" fr "Propriétaire"

square is near_to (origin: square) when square.owner is none and distance(origin, square) is 1
    title en "May be reached from there" fr "Peut être atteinte de là"

event setup:
    title en "Setup" fr "Mise en place"
    square(1, 1).owner becomes red
    square(3, 1).owner becomes red
    square(3, 3).owner becomes red
    square(1, 2).owner becomes blue
    square(2, 1).owner becomes blue

agenda turn:
    title en "Turn" fr "Tour"
    moving:
        title en "Moving" fr "Le déplacement"
        red must act in moving

action graze by player from (origin: square) to (target: square):
    title en "Graze" fr "Paître"
    during moving
    when origin.owner is player
    when target is near_to origin
    target.owner becomes player
    origin.owner becomes none
"""


@pytest.mark.parametrize("said", ["graze from (3, 1) to (1, 3)", "graze to (1, 3) from (3, 1)", "graze (3,1) (1,3)", "(3,1) to (1,3)"])
def test_what_is_given_may_stand_behind_its_preposition(said: str, tmp_path: Path) -> None:
    for lang, why in (("en", "(1, 3) may not be reached from (3, 1)"), ("fr", "(1, 3) ne peut pas être atteinte de (3, 1)")):
        account = of_herds(tmp_path, lang, said)
        assert [reason["text"] for reason in account["reasons"]] == [why]


@pytest.mark.parametrize("said", ["(1, 1)", "graze from (1, 1)", "graze 1,1"])
def test_what_nobody_named_is_not_made_up(said: str, tmp_path: Path) -> None:
    for lang, why in (("en", "no square that may be reached from (1, 1)"), ("fr", "pas de case qui peut être atteinte de (1, 1)")):
        account = of_herds(tmp_path, lang, said)
        assert len(account["reasons"]) == 1 and account["reasons"][0]["text"].endswith(why)


def of_herds(folder: Path, lang: str, said: str) -> dict[str, Any]:
    file = folder / "herds.rules"
    file.write_text(PATHS, encoding="utf-8")
    rulebook, _, machine = ready(str(file), {}, ())
    match = Match(machine, 1)
    return WhyNot(match, match.requests[0], lang, book_of(match, rulebook)).account(said)
