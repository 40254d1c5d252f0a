"""Every code has a fix or says why it has none; what a fix writes mends what was wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arbitre.desk.desk import Desk
from arbitre.desk.features.fixes import FIXERS, fixes
from arbitre.desk.lookup import Sight
from arbitre.dsl.diagnostics.codes import CODES
from arbitre.dsl.diagnostics.message import Message
from arbitre.words.topics.fixes import REASONS
from tests.arbitre.desk.conftest import DEMO, applied

CROWNED = """\
kind side:
    hero: flag, kept
event crown side:
    says nothing
    side.hero becomes true
agenda turn:
    glory:
        if any sides where hero: nobody wins
        crown red
"""
NO_LOSER = "        if no p in pieces where p.life is 1 and any s in sides where s is red:"
# What is written wrong, in place of what; the code that is told; the line that mends it.
MENDED = [
    ("N01", "loses 1 life ", "loses 1 lief ", "    if blow + attacker.bonus is 8 or more: defender loses 1 life "),
    ("S02", "    roll 2d6 as blow", "\troll 2d6 as blow", "    roll 2d6 as blow"),
    ("S03", "if any losers:", "if any losers", "        if any losers:"),
    ("S03", "is 8 or more", "= 8 or more", "    if blow + attacker.bonus is 8 or more: defender loses 1 life "),
    ("S04", "    roll 2d6 as blow", "   roll 2d6 as blow", "    roll 2d6 as blow"),
    ("T02", "option hearts: 1 to 9 = 3", "option hearts: 9 to 1 = 3", "option hearts: 1 to 9 = 3"),
    ("T13", '    title fr "Un coup porte"\n', "", '    title fr "A hit"'),
    ("T10", '    title en "Life of a piece" fr "Vie d\'une pièce"\n', "", '    title en "Hearts" fr "Hearts"'),
    ("T12", "test nerve by", "event wound piece:\n    piece loses 1 life\ntest nerve by", "    says nothing"),
    ("C01", "[DM-a-01]\ntest", "[DM-a-09]\ntest", "DM-a-01]"),
    ("C03", '"A hit":                                                             [DM-a-01]', '"A hit":', "[DM-a-01]"),
    ("C04", "[DM-a-01]\ntest", "[DM-a-01, DM-a-02]\ntest", '    text en "Bring dice." fr "Apportez des dés."'),
    ("V02", "    reveals intent\n", "", "    reveals intent"),  # the blow tells what was planned in secret
    ("V03", "event setup:\n", "event setup:\n    reveals intent\n", "event setup:\n    for each"),
    ("K01", "agenda turn:\n", CROWNED, "    hero: flag, kept for good"),
    ("F01", "option hearts: 1 to 9 = 3\n", "option hearts: 1 to 9 = 3\n    formerly lives\nlet all = lives\n", "let all = hearts"),
    ("R04", "        if any losers:", "        if count(losers) is 2:", "        if count(losers) is 2 or more:"),
    ("R05", "        if any losers:", NO_LOSER, "        if no p in pieces where p.life is 1 and (any s in sides where s is red):"),
    ("R08", "        if any losers:", "        let all = losers + pieces where life is 0\n        if any all:",
     "        let all = (losers + pieces) where life is 0"),
    ("R09", "        if any losers:", "        let life = 2\n        if any pieces where life is 0:",
     "        if any pieces where it.life is 0:"),
    ("U02", "    life: 0 to 9 = 3\n", "    life: 0 to 9 = 3\n    spare: 0 to 9 = 3\n", "    life: 0 to 9 = 3"),
]  # fmt: skip


def seen(path: Path, text: str) -> tuple[Sight, list[Message]]:
    desk = Desk()
    desk.put(path, text)
    found = desk.read(path)
    assert found is not None
    desk.look_through(found)
    sight = desk.sight(path)
    assert sight is not None
    return sight, found.told.get(path, [])


def test_every_code_has_a_fix_or_a_reason_in_both_languages() -> None:
    assert {*FIXERS, *REASONS} == set(CODES)
    assert not {*FIXERS} & {*REASONS}
    assert all(en and fr and en != fr for en, fr in REASONS.values())


@pytest.mark.parametrize(("code", "right", "wrong", "line"), MENDED, ids=[f"{m[0]}-{n}" for n, m in enumerate(MENDED)])
def test_a_fix_mends(tmp_path: Path, code: str, right: str, wrong: str, line: str) -> None:
    assert right in DEMO
    path, text = tmp_path / "demo.rules", DEMO.replace(right, wrong)
    path.write_text(text, encoding="utf-8")
    sight, told = seen(path, text)
    faults = [message for message in told if message.code == code]
    assert faults, [(m.code, m.text) for m in told]
    found = fixes(sight, faults[0], "fr")
    assert found, faults[0].text
    new = applied(text, [(span, said) for where, span, said in found[0].edits if where == path])
    assert line in new
    _, after = seen(path, new)
    assert (code, str(faults[0].text)) not in {(m.code, str(m.text)) for m in after}


def test_two_statements_are_put_in_brackets_as_such(tmp_path: Path) -> None:
    path, text = tmp_path / "demo.rules", DEMO.replace("        if any losers:", NO_LOSER)
    path.write_text(text, encoding="utf-8")
    sight, told = seen(path, text)
    one, two = fixes(sight, next(message for message in told if message.code == "R05"), "en")
    for fix, line in (
        (one, "(any s in sides where s is red):"),
        (two, "if (no p in pieces where p.life is 1) and any s in sides where s is red:"),
    ):
        new = applied(text, [(span, said) for _, span, said in fix.edits])
        assert line in new
        assert "R05" not in {message.code for message in seen(path, new)[1]}


def test_an_either_or_in_brackets_is_put_outside(tmp_path: Path) -> None:
    """Its own brackets say nothing, so only two statements are offered."""
    line = "        if no p in pieces where p.life is 1 and (red in losers or blue in losers):"
    path, text = tmp_path / "demo.rules", DEMO.replace("        if any losers:", line)
    path.write_text(text, encoding="utf-8")
    sight, told = seen(path, text)
    (fix,) = fixes(sight, next(message for message in told if message.code == "R05"), "en")
    new = applied(text, [(span, said) for _, span, said in fix.edits])
    assert "if (no p in pieces where p.life is 1) and (red in losers or blue in losers):" in new
    assert "R05" not in {message.code for message in seen(path, new)[1]}


@pytest.mark.parametrize("number", [0, 1])
def test_a_fix_orders_the_steps_of_two_files(tmp_path: Path, number: int) -> None:
    """Ours before the step of the other file, or after it."""
    home = tmp_path / "demo"
    home.mkdir()
    (home / "demo.rules").write_text(DEMO, encoding="utf-8")
    name = next(line.split()[1].rstrip(":") for line in DEMO.splitlines() if line.startswith("game "))
    step = "turn.plans"
    text = f"extends {name}\ninsert after {step}:\n    late: end\n"
    path = home / "two.rules"
    (home / "one.rules").write_text(text.replace("late", "early"), encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    sight, told = seen(path, text)
    fault = next(message for message in told if message.code == "N09")
    found = fixes(sight, fault, "fr")
    new = applied(text, [(span, said) for _, span, said in found[number].edits])
    assert f"insert after {step}, {('before', 'after')[number]} turn.early:" in new
    _, after = seen(path, new)
    assert not [message for message in after if message.code == "N09"]


@pytest.mark.parametrize("number", [0, 1])
def test_a_fix_orders_the_rules_of_two_files(tmp_path: Path, number: int) -> None:
    """Ours before the rule of the other file, or after it."""
    home = Path(__file__).parents[2] / "dsl" / "golden" / "yard"
    shutil.copytree(home, tmp_path / "yard")
    path = tmp_path / "yard" / "guard.rules"
    text = "extends yard\nbefore strike victim: victim.shield becomes true\n"
    path.write_text(text, encoding="utf-8")
    sight, told = seen(path, text)
    fault = next(message for message in told if message.code == "N11")
    new = applied(text, [(span, said) for _, span, said in fixes(sight, fault, "fr")[number].edits])
    assert f"before strike victim, {('before', 'after')[number]} yard.strike: victim" in new
    path.write_text(new, encoding="utf-8")
    _, after = seen(path, new)
    assert not [message for message in after if message.code == "N11"]


def test_a_fix_of_another_file_leaves_this_one_alone(tmp_path: Path) -> None:
    path = tmp_path / "demo.rules"
    path.write_text(DEMO, encoding="utf-8")
    sight, _ = seen(path, DEMO)
    assert fixes(sight, Message("N01", "error", sight.found.rulebook.game.place.__class__("elsewhere.rules", 1, 1), "x"), "en") == []
