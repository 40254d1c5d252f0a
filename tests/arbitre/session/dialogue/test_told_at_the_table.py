"""Throws for the order of a named set, what is drawn before a question, options said as yes and no, hints where purses are hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.advice import Advice, Tried
from arbitre.opening.books import ready
from arbitre.session import hints
from arbitre.session.hints import expected
from arbitre.story.story import Story
from arbitre.words.phrases import of

RULES = """\
game bids:
    title en "Bids" fr "Mises"
    languages en, fr
    play week up to 3 times
    events seen by everyone
option loud: flag = true
    title en "Loud" fr "Bavard"
kind trader, seats: ann, bob
    title en "Trader" fr "Marchand"
    coins: 0 to 90 = 9, seen by trader
        title en "Coins" fr "Pièces" plural
    bid: 0 to 90
        title en "Bid" fr "Mise" feminine
    out: flag
        title en "Out" fr "Dehors"
table of trader:
    name | en    | fr
    ann  | "Ann" | "Anne"
    bob  | "Bob" | "Robert"
kind spice: pepper, mace
    title en "Spice" fr "Épice" feminine
table of spice:
    name   | en       | fr
    pepper | "Pepper" | "Poivre"
    mace   | "Mace"   | "Macis"
let playing = traders where not out
    title en "Playing" fr "En jeu" plural
event setup:
    ann.coins becomes 5
    if loud: ann.out becomes false
agenda week:
    greeting: for each trader in playing by highest bid then highest d6: greet trader
    bidding: auction
event greet trader:
    says en "{trader} comes." fr "{trader} arrive."
event auction:
    draw spice from spices
    for each trader in traders: trader chooses trader.bid from 0 to trader.coins
    let best_ones = best(bid, traders)
    for each trader in best_ones: trader loses trader.bid coins
test haste by trader: d6
    title en "Haste" fr "Hâte"
    -1 when trader.bid is 4 or more
    success when total is 3 or more
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "bids.rules"
    file.write_text(RULES, encoding="utf-8")
    return file


def said(*args: object, stdin: str = "") -> str:
    result = CliRunner().invoke(cli, list(map(str, args)), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output.replace("\xa0", " ")


def test_who_threw_what_is_told_of_a_set_that_has_a_name(game: Path) -> None:
    text = said("play", game, "--side", "ann=human", "--lang", "fr", "--seed", 2)
    assert "Égalités départagées au dé : Anne, " in text and " ; Robert, " in text, text


def test_what_was_drawn_is_no_die_that_lies_beside_the_question(game: Path) -> None:
    text = said("play", game, "--side", "ann=human", "--lang", "fr", "--seed", 2)
    assert "Anne : mise ?\n" in text and "dés :" not in text, text


@pytest.mark.parametrize(("lang", "no", "wrong"), (("fr", "non", "C’est l’un de : oui, non."), ("en", "no", "It is one of: yes, no.")))
def test_options_are_yes_or_no_in_the_language_of_who_plays(game: Path, lang: str, no: str, wrong: str) -> None:
    assert "Anne" in said("play", game, "-o", f"loud={no}", "--lang", "fr", "--side", "ann=human")
    assert wrong in said("play", game, "-o", "loud=7", "--lang", lang)


def test_odds_refuse_a_field_and_say_where_it_is_given(game: Path) -> None:
    text = said("odds", game, "haste", "--set", "ann.bid=4", "--lang", "fr")
    assert "se donne dans un scénario : « given ann.bid = 4 », puis « do » et « measure »" in text


def test_a_hint_goes_on_with_nobody_whose_purse_was_made_up(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(ready(str(game), {}, ())[2], 1, trace=True)
    request, words = match.requests[0], of("en")
    told = [expected(match, request, 3, words, "en", 0.05, hides) for hides in (False, True)]
    assert any(line.startswith("Bob: ") for line in told[0]) and not any(line.startswith("Bob: ") for line in told[1]), told
    asked: list[bool] = []
    monkeypatch.setattr(hints, "expected", lambda *parts: asked.append(parts[-1]) or [])
    tried = Advice(1, {n: Tried(n, [0.001 * n] * 10) for n in range(2)})
    monkeypatch.setattr(hints, "advice", lambda *parts: tried)
    hints.hinted(match, request, Story(match, "en"), "en", 0.1)
    assert asked == [True]
