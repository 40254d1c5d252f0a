"""Each part of an action is asked for by the preposition it is given with; its order is read to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from board_games import after, beginning, play

from arbitre.opening.books import prepared
from arbitre.session.dialogue.labels import words_of
from arbitre.session.dialogue.reader import meaning
from arbitre.story.watch import watched
from arbitre.words.topics.asking import ENGLISH, FRENCH

PARTS = (
    beginning("parts", "Parts", "Parties")
    + """\
kind pit, grid(3, 3, closed)
    title en "Pit" fr "Trou" masculine
    taken: flag
kind card: ace, king
    title en "Card" fr "Carte" feminine
table of card:
    name | en     | fr
    ace  | "Ace"  | "As"
    king | "King" | "Roi"
agenda turn by player:
    moving:
        player must act in moving
action move by player {parts}:
    title en "Move" fr "Déplacer"
    during moving
    it.taken becomes true
"""
)


def asked(folder: Path, parts: str, changed: str, lang: str = "en") -> list[str]:
    """The questions that are put for the parts of an action, in words."""
    text = play(folder, PARTS.replace("{parts}", parts).replace("it.taken", f"{changed}.taken"), "--side", "black=human", "--seed", "1",
                "--lang", lang, stdin="1\n2\nquit\n")  # fmt: skip
    return [line.partition(" – ")[2] for line in text.splitlines() if " – " in line and line.startswith(("Black", "Noir"))]


@pytest.mark.parametrize(
    ("parts", "changed", "english", "french"),
    [
        ("from (origin: pit) to (target: pit)", "target", ["from where?", "where to?"], ["d’où ?", "vers où ?"]),
        ("at pit", "pit", ["where?"], ["où ?"]),
        ("through pit", "pit", ["which way?"], ["par où ?"]),
        ("with pit", "pit", ["with which pit?"], ["avec quel trou ?"]),
        ("with card to pit", "pit", ["with which card?", "where to?"], ["avec quelle carte ?", "vers où ?"]),
        ("for pit against (victim: player)", "pit", ["for which pit?", "whom?"], ["pour quel trou ?", "qui ?"]),
        ("at pit with (friend: player)", "pit", ["where?", "with whom?"], ["où ?", "avec qui ?"]),
    ],
)
def test_the_preposition_says_what_is_asked_for(parts: str, changed: str, english: list[str], french: list[str], tmp_path: Path) -> None:
    assert asked(tmp_path, parts, changed)[: len(english)] == english
    assert asked(tmp_path, parts, changed, "fr")[: len(french)] == french


def test_every_preposition_is_said_in_both_languages() -> None:
    assert ENGLISH.keys() == FRENCH.keys()


def test_an_order_is_read_to_its_end_where_its_action_goes_without_saying(tmp_path: Path) -> None:
    """The action was not asked for, as there is but one; the answers after it are still those to the questions after it."""
    file = tmp_path / "parts.rules"
    file.write_text(PARTS.replace("{parts}", "from (origin: pit) to (target: pit)").replace("it.taken", "target.taken"), encoding="utf-8")
    match = watched(prepared(str(file))[1], 1)
    for line in ("2,1 3,3", "move from (2, 1) to (3, 3)", "black orders move from (2, 1) to (3, 3)"):
        found = meaning(match, match.requests[0], words_of(line)).best
        assert [answer.key for answer in found.answers] == ["(2, 1)", "(3, 3)"] and found.used == len(words_of(line)), line


WORDED = """\
    moving:
        player must act in moving:
            asks en "Which pit, and where to?" fr "Quel trou, et vers où ?"
"""


@pytest.mark.parametrize(("lang", "first", "then"), [("en", "Black: Which pit, and where to?", "– where to?"),
                                                     ("fr", "Noir : Quel trou, et vers où ?", "– vers où ?")])  # fmt: skip
def test_the_words_of_a_step_with_one_action_are_what_it_asks_first(tmp_path: Path, lang: str, first: str, then: str) -> None:
    bare = "    moving:\n        player must act in moving\n"
    assert bare in PARTS
    rules = PARTS.replace(bare, WORDED).replace("{parts}", "from (origin: pit) to (target: pit)").replace("it.taken", "target.taken")
    shown = play(tmp_path, rules, "--side", "everyone=human", "--lang", lang, stdin="1,1\n2,2\nquit\n")
    assert first in shown and shown.count(first) == 1
    assert then in after(shown, "1,1")
