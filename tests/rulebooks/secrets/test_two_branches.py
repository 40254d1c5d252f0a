"""Two branches of a secret condition that do the same show the same: content, order, numbers, reasons, and who is asked what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbitre.api.messages.table import MatchTable
from arbitre.documents.model.book import Book
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lower.program import compile_rules
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.dice import UNKEYED, DieKey
from arbitre.interpreter.state.trace import Numbers
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR
from arbitre.session.why.reasons import Why, public
from arbitre.story.film import turns
from arbitre.story.formats import FORMATS
from arbitre.story.narrator import Narrator
from arbitre.story.report import report
from arbitre.story.watch import observed

GAME = """game branches:
    title en "Branches" fr "Branches"
    languages en, fr
    play night up to 2 times
    events seen by everyone

clause W-1:
    text en "The wolf howls." fr "Le loup hurle."
clause W-2:
    text en "The dog barks." fr "Le chien aboie."

kind player, seats: ann, ben, cid
    title en "Player" fr "Joueur"
    wolf: flag, seen by player
        title en "Wolf" fr "Loup"
    mark: 0 to 3
        title en "Mark" fr "Marque"
table of player:
    name | en    | fr
    ann  | "Ann" | "Anne"
    ben  | "Ben" | "Ben"
    cid  | "Cid" | "Cid"

event setup:
    title en "Roles" fr "Rôles"
    roll d2 as luck seen by nobody
    if luck is 1: ann.wolf becomes true

event noise player:
    title en "Noise" fr "Bruit"
    says en "It comes from the wood." fr "Cela vient du bois."
event hidden player:
    title en "Hidden" fr "Caché"
    seen by player
{hidden}
event other player:
    title en "Hidden" fr "Caché"
    seen by player
{other}

agenda night:
    title en "Night" fr "Nuit" feminine
    sound:
        title en "Sounds" fr "Bruits"
        tell everyone en "Listen." fr "Écoutez."
{body}
        tell everyone en "Silence." fr "Silence."
"""
TELL = 'tell everyone en "A noise." fr "Un bruit."'
LINES = {
    "told": [TELL],
    "two": [TELL, 'tell everyone en "Another." fr "Un autre."'],
    "some": ['tell cid en "Psst." fr "Psst."', TELL],
    "stored": ["ann.mark becomes 2"],
    "thrown": ["roll d6 as owl"],
    "asked": ["ben chooses ben.mark from 1 to 3"],
    "asked in secret": ["ben chooses mine from 1 to 3 in secret"],
    "event": ["noise ann"],
    "asked, then told": ["ben chooses ben.mark from 1 to 3", TELL],
}


def indented(lines: list[str], depth: int) -> str:
    return "\n".join("    " * depth + line for line in lines)


def branches(lines: list[str]) -> str:
    one, two = ([f"{line} [{clause}]" for line in lines] for clause in ("W-1", "W-2"))
    inner = f"        if ann.wolf:\n{indented(one, 3)}\n        otherwise:\n{indented(two, 3)}"
    return GAME.format(body=inner, hidden=indented(["ann.mark becomes 0"], 1), other=indented(["ann.mark becomes 0"], 1))


def by_hidden_events() -> str:
    body = "        if ann.wolf: hidden ann\n        otherwise: other ann"
    return GAME.format(body=body, hidden=indented([f"{TELL} [W-1]"], 1), other=indented([f"{TELL} [W-2]"], 1))


class Loaded:
    """Dice that show whether Ann is the wolf, and else 3."""

    def __init__(self, wolf: bool) -> None:
        self.luck = 0 if wolf else 1

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        return self.luck if label == "luck" else 2


def played(book: Book, wolf: bool) -> Match:
    match: Match = Match(book.machine, 1, dice=Loaded(wolf), start=False)
    observed(match)
    match.begin()
    return match


def shown(match: Match, book: Book, viewer: int | str) -> list[Any]:
    """Everything that is made for a viewer, but for the dice themselves."""
    name = match.seat_name(viewer) if isinstance(viewer, int) else viewer
    out: list[Any] = [MatchTable(match, dict.fromkeys(match.seats(), "human"), "en").view(name)]
    for lang in ("en", "fr"):
        out += [[(s.text, s.numbers, s.clauses) for s in Narrator(match, lang, viewer, verbose).sentences(match.log(viewer))]
                for verbose in (False, True)]  # fmt: skip
        made = [report(match, turn, viewer, lang, numbered=True) for turn in turns(match)]
        out += [write(one) for write in FORMATS.values() for one in made]
        why = Why(match, lang, viewer, book=book)
        out += [(public(why.account(number)), list(why.lines(number))) for number in Numbers(match.run.log or [], viewer)]
    return out


def both(text: str, folder: Path) -> tuple[list[Any], list[Any]]:
    file = folder / "branches.rules"
    file.write_text(text, encoding="utf-8")
    loaded = load(str(file))
    bound = compile_rules(loaded)
    book = Book(loaded, bound, machine_of(bound.program), "branches")
    out: list[list[Any]] = []
    whole: list[list[Any]] = []
    for wolf in (True, False):
        match = played(book, wolf)
        seen: list[Any] = []
        for _ in range(4):
            seen += [shown(match, book, viewer) for viewer in (2, SPECTATOR)]
            if match.requests:
                match.answer(match.requests[0].id, 1)
        out.append(seen)
        whole.append(shown(match, book, REFEREE))
    assert whole[0] != whole[1]
    return out[0], out[1]


@pytest.mark.parametrize("name", LINES)
def test_lines_that_do_the_same_in_both_branches_show_the_same(name: str, tmp_path: Path) -> None:
    one, two = both(branches(LINES[name]), tmp_path)
    assert one == two


def test_a_line_told_in_one_hidden_event_or_another_shows_the_same(tmp_path: Path) -> None:
    one, two = both(by_hidden_events(), tmp_path)
    assert one == two
