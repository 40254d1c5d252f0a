"""How the parts of an action are asked for: as the action says it, else in a sentence made of names."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

GAME = """\
game sowing:
    title en "Sowing" fr "Semailles"
    play turn by each player in turn up to 4 times
kind player, seats: sun, moon
    title en "Player" fr "Joueur"
kind pit, grid(2, 1, closed)
    title en "Pit" fr "Trou"
kind weather: clear, rain
    title en "Weather" fr "Météo" feminine
kind omen: good, bad
kind farmer (mover), up to 1:
    title en "Farmer" fr "Paysan" masculine
    player: player
    pit: pit
    shift: -9 to 9
event setup:
    says nothing
    create farmer with player sun, pit (1, 1)
action step by mover to pit with (across: -1 to 1) for (pace: 1 to 2) at weather on omen against (heading: direction):
    title en "Step" fr "Avancer"
    says en "Done." fr "Fait."
    during sowing
    asks pit en "Where does {mover} go?" fr "Où va {mover} ?"
    asks across en "How far to the side?" fr "De combien se décaler ?"
    mover.shift becomes across
    mover.pit becomes pit
agenda turn by player:
    title en "Turn" fr "Tour"
    sowing: player must act in sowing
"""
SAID = {
    "en": (
        "Where does Farmer 1 go?", "How far to the side?", "which number for “pace”?", "at which weather?",
        "what do you choose for “omen”?", "in which direction?",
    ),
    "fr": (
        "Où va Paysan 1 ?", "De combien se décaler ?", "quel nombre pour « pace » ?", "à quelle météo ?",
        "que choisissez-vous pour « omen » ?", "dans quelle direction ?",
    ),
}  # fmt: skip


def written(folder: Path, text: str = GAME) -> str:
    path = folder / "sowing.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_part_is_asked_for_in_a_sentence(tmp_path: Path, lang: str) -> None:
    answers = "1\n-1\n2\n1\n1\n1\nquit\n"
    game = written(tmp_path)
    shown = CliRunner().invoke(cli, ["play", game, "--side", "sun=human", "--lang", lang, "--quick"], input=answers).output
    shown = shown.replace("\u00a0", " ").replace("\u202f", " ")
    assert [question for question in SAID[lang] if question not in shown] == [], shown
    assert " -1\n  0\n  1\n" in shown, shown  # a number below 0 is typed as it is
    assert ", -1 – " in shown, shown  # and is what was answered


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("asks pitt en", "N01", "there is no parameter ‘pitt’"),
        ("asks across en", "N02", "‘across’ is asked for twice"),
        ('asks pit en "With {pace}?" fr "Avec {pace} ?"\n    asks pit en', "T06", "‘pace’ is not known yet when ‘pit’ is asked for"),
    ],
)
def test_a_question_that_cannot_be_put_is_told(tmp_path: Path, line: str, code: str, said: str) -> None:
    text = GAME.replace("asks pit en", line, 1)
    found = bind(load(written(tmp_path, text))).messages.items
    assert said in [message.text for message in found if message.code == code], found


def test_a_question_in_words_is_not_warned_of(tmp_path: Path) -> None:
    shown = CliRunner().invoke(cli, ["check", written(tmp_path)]).output
    assert "the question ‘pace’ has no words" in shown and "the question ‘across’" not in shown
    assert 'asks pace en "..." fr "..."' in shown
