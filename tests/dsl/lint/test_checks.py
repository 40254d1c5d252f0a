"""Checks of whole folders: extensions carry clauses of their game, and each book is judged on what is its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbitre.dsl import lint
from arbitre.dsl.diagnostics.codes import CODES
from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load

GAME = """\
game base:
    title en "Base" fr "Base"
    text en "Two sides." fr "Deux camps."
kind player, seats: red, blue
    life: 0 to 9 = 5
clause XX-area-01:
    text en "It hurts." fr "Cela blesse."
clause XX-area-02:
    text en "An idea." fr "Une idée."
event hurt player:  [XX-area-01]
    player loses 1 life
    if player.life is 0:
        nobody wins
agenda turn:
    act: hurt red
"""
PROOF = """\
extends base
scenario "It hurts":  [XX-area-01]
    title fr "Cela fait mal"
    do hurt red
    expect red.life is 4
"""
EXTENSION = """\
extends base
event rest player:  [XX-area-02]
    player gains 1 life
scenario "Rest":  [XX-area-02]
    title fr "Repos"
    do rest red
    expect red.life is 6
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"base.rules": GAME, "scenarios/proof.rules": PROOF, "extensions/more.rules": EXTENSION}.items():
        path = tmp_path / "base" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "base"


def codes(path: Path) -> list[tuple[str, int]]:
    rulebook = load(path, scenarios=True)
    bound = bind(rulebook)
    assert not bound.messages.errors
    run_checks(bound, rulebook)
    return [(m.code, m.place.line) for m in bound.messages.items]


def test_an_extension_carries_and_proves_clauses(folder: Path) -> None:
    assert codes(folder) == []
    (folder / "extensions" / "more.rules").unlink()
    assert codes(folder) == [("C02", 8)]


def test_an_extension_is_judged_on_its_own_clauses(folder: Path) -> None:
    more = folder / "extensions" / "more.rules"
    assert codes(more) == []
    more.write_text(EXTENSION + 'clause XX-area-03:\n    text en "Of it." fr "À elle."\n')
    assert codes(more) == [("C02", 8)]


def test_a_game_that_extends_another_is_judged_on_its_own(folder: Path) -> None:
    variant = folder.parent / "variant" / "variant.rules"
    variant.parent.mkdir()
    variant.write_text(
        'game variant extends base:\n    title en "V" fr "V"\n    text en "V." fr "V."\nremove hurt because en "no" fr "non"\n'
        "replace agenda turn:\n    act: nobody wins\n"
    )
    assert codes(variant) == []


def test_a_fault_of_an_extension_is_not_told_of_the_game(folder: Path) -> None:
    (folder / "extensions" / "broken.rules").write_text("extends base\nevent event event\n")
    assert codes(folder) == []


CLOSING = """\
extends base
after rest player: hurt player
after hurt player when player.life is 9: rest player
event rest player: player gains 1 life
"""


def test_a_circle_is_told_at_the_line_that_closes_it(folder: Path) -> None:
    """The event stands in the base game, what leads back to it in an extension: its author reads of his own line."""
    path = folder / "extensions" / "closing.rules"
    path.write_text(CLOSING)
    rulebook = load(path)
    bound = bind(rulebook)
    run_checks(bound, rulebook)
    found = [m for m in bound.messages.items if m.code == "X01"]
    assert [(Path(m.place.file).name, m.place.line) for m in found] == [("closing.rules", 2)]
    assert "hurt → rest → hurt" in found[0].text and "‘hurt’ and ‘rest’" in found[0].hint


def test_a_circle_of_another_book_is_told_there(folder: Path) -> None:
    game = folder / "base.rules"
    game.write_text(GAME + "event worry player: fret player\nevent fret player: worry player\n")
    (folder / "variant").mkdir()
    variant = folder / "variant" / "variant.rules"
    variant.write_text('game variant extends base:\n    title en "Variant" fr "Variante"\n    text en "Same." fr "Pareil."\n')
    for path, told in ((game, ["X01"]), (variant, [])):
        rulebook = load(path)
        bound = bind(rulebook)
        assert not bound.messages.errors
        run_checks(bound, rulebook)
        assert [m.code for m in bound.messages.items if m.code == "X01"] == told


def test_checks_find_no_error_that_must_keep_rules_from_being_played() -> None:
    """Whatever plays binds a rulebook and runs no checks, so such an error belongs to binding; those of pages are no matter for play."""
    folder = Path(lint.__file__).parent
    said = {code for file in folder.rglob("*.py") for code in re.findall(r'"([A-Z]\d\d)"', file.read_text(encoding="utf-8"))}
    assert {code for code in said if code in CODES and CODES[code].severity == "error"} == {"C01", "L01"}


def test_a_note_beside_a_throw_or_above_a_branch_carries_its_clause(tmp_path: Path) -> None:
    rules = tmp_path / "duel.rules"
    rules.write_text(
        """\
game duel:
    languages en
    title en "Duel"
    text en "A duel."
    play turn up to 4 times, then over
    events seen by everyone
clause DU-a-01:
    text en "They fight."
clause DU-a-02:
    text en "A failure hurts."
    ruling en "It hurts once."
clause DU-a-03:
    text en "A high throw heals."
kind player (rival), seats: a, b
    title en "Player"
    life: 0 to 5 = 3
        title en "Life"
table of player:
    name | en
    a    | "Ann"
    b    | "Ben"
contest duel by player against rival: d6 against d6
    title en "Duel"
test nerve by player: d6
    title en "Nerve"
    success when total is 3 or more
agenda turn:
    title en "Turn"
    fighting:
        title en "Fighting"
        contest duel by a against b: [DU-a-01]
            higher: b loses 1 life
            lower: a loses 1 life
        test nerve by a:
            success: [DU-a-03]
                a gains 1 life
            failure: [DU-a-02]
                a loses 1 life
event over:
    title en "Over"
    nobody wins
scenario "A duel": [DU-a-01, DU-a-02, DU-a-03]
    dice duel: 6 1, nerve: 1
    play turn
    expect b.life is 2 and a.life is 2
""",
        encoding="utf-8",
    )
    assert codes(rules) == []


@pytest.mark.parametrize(("languages", "title", "wanted"), [
    ("fr", 'fr "Vie"', ["hope", "amount"]), ("en, fr", 'en "Life" fr "Vie"', ["hope", "amount"]), ("en", 'en "Life"', []),
])  # fmt: skip
def test_what_is_asked_by_a_bare_name_is_told_where_more_than_english_is_spoken(
    tmp_path: Path, languages: str, title: str, wanted: list[str]
) -> None:
    rules = tmp_path / "pay.rules"
    rules.write_text(
        f"""\
game pay:
    languages {languages}
    title {title}
    play turn by each player in turn up to 4 times
    events seen by everyone
kind player, seats: ann, ben
    title {title}
    life: 0 to 9 = 3
        title {title}
agenda turn by player:
    title {title}
    paying:
        title {title}
        player acts in paying
        player chooses hope from 1 to 3
        player.life becomes hope
action pay by player for (amount: 1 to 9):
    title {title}
    during paying
    player.life becomes amount
action heal by player for (life: 1 to 9):
    title {title}
    during paying
    player.life becomes life
""",
        encoding="utf-8",
    )
    book = load(str(rules))
    bound = bind(book)
    run_checks(bound, book)
    assert [m.text.split("‘")[1].split("’")[0] for m in bound.messages.items if m.code == "T17"] == wanted


def test_a_set_that_has_something_is_told_how_that_is_asked(tmp_path: Path) -> None:
    rules = tmp_path / "hold.rules"
    rules.write_text(
        """\
game hold:
    title en "Hold"
    play turn up to 4 times
kind player, seats: ann, ben
    powers: any power
kind power: shield, clover
agenda turn:
    going:
        for each player in players:
            if player.powers has shield: player loses shield
""",
        encoding="utf-8",
    )
    (fault,) = bind(load(rules)).messages.errors
    assert fault.hint == "Ask it of its owner, ‘player has shield’, or write ‘shield in player.powers’."
