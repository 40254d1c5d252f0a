"""Secrets proved at load: small rulebooks that leak are found with the way it goes, those that do not pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.lint.flow.awaited import telling_questions
from arbitre.dsl.lint.flow.findings import flow
from arbitre.dsl.lint.secrets import secrets
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.loader import load
from tests.dsl.lint.harmless import HARMLESS
from tests.dsl.lint.leaks import BASE, LEAKS


def found(folder: Path, text: str, more: dict[str, str] | None = None) -> list[Message]:
    """What the check says of a rulebook."""
    path = folder / "tiny" / "tiny.rules"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    for name, lines in (more or {}).items():
        (path.parent / name).write_text(lines)
    rulebook = load(path)
    bound = bind(rulebook)
    assert not bound.messages.errors, [m.text for m in bound.messages.errors]
    before = len(bound.messages.items)
    flow(bound, rulebook)
    return bound.messages.items[before:]


def line_of(text: str, message: Message, last: bool = False) -> str:
    place = message.place
    if last:
        place = next((p for p, said in message.related if said == "it can be inferred here"), place)
    return text.splitlines()[place.line - 1]


@pytest.mark.parametrize("name", LEAKS)
def test_what_leaks_is_found_with_its_way(name: str, tmp_path: Path) -> None:
    lines, secret, shows = LEAKS[name]
    text = BASE + lines.lstrip()
    messages = [m for m in found(tmp_path, text) if m.code in ("V02", "V04")]
    assert messages
    assert any(secret in line_of(text, m) and shows in line_of(text, m, last=True) for m in messages), [
        (m.text, line_of(text, m), line_of(text, m, last=True)) for m in messages
    ]


@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_not_leak_passes(name: str, tmp_path: Path) -> None:
    messages = found(tmp_path, BASE + HARMLESS[name].lstrip())
    assert not messages, [(m.code, m.text, m.place.line, [(p.line, s) for p, s in m.related]) for m in messages]


def test_a_leak_by_a_hook_of_another_file(tmp_path: Path) -> None:
    game = BASE + "agenda turn:\n    one: bump red\n"
    hook = "extends tiny\nafter bump player when player.spy: player.mark becomes true\n"
    (message,) = found(tmp_path, game, {"spies.rules": hook})
    assert message.place.file.endswith("spies.rules")
    assert [said for _, said in message.related] == ["it can be inferred here", "the secret is declared here"]


def test_the_way_from_the_secret_to_what_shows_is_told_in_its_order(tmp_path: Path) -> None:
    text = BASE + LEAKS["nested calls"][0].lstrip()
    (message,) = found(tmp_path, text)
    lines = [text.splitlines()[place.line - 1].strip() for place, _ in message.related]
    assert lines[0].startswith("one: for each player")
    assert message.text.startswith("everyone can infer ‘secret’ of a player")


OPEN = """\
game shop:
    title en "Shop"
    languages en
    play week up to 3 times
    events seen by everyone
kind trader, seats: ann, bob
    title en "Trader"
    coins: 0 to 50 = 10, seen by trader
        title en "Coins" plural
kind spice: pepper, mace
    title en "Spice"
    price: 1 to 20 = 3
        title en "Price"
    rare: flag, seen by nobody
        title en "Rare"
agenda week:
    trading: for each trader in traders: trader acts in trading
    finding: find
action buy by trader with spice:
    title en "Buy"
    during trading
    {coins}trader loses spice.price coins
    spice.price becomes 4
event find:
    says nothing
    draw spice from spices
    {rare}spice.rare becomes true
"""


def test_what_is_done_or_drawn_openly_may_be_meant_to_be_seen(tmp_path: Path) -> None:
    """A purchase paid from a hidden purse, a card turned up: the rule says ``reveals``, and that line is needed."""
    codes = {}
    for name, coins, rare in (("unsaid", "", ""), ("said", "reveals coins", "reveals spice"), ("other", "reveals rare", "reveals price")):
        lines = {key: f"{line}\n    " if line else "" for key, line in (("coins", coins), ("rare", rare))}
        (tmp_path / "shop.rules").write_text(OPEN.format(**lines), encoding="utf-8")
        rulebook = load(tmp_path / "shop.rules")
        bound = bind(rulebook)
        assert not bound.messages.errors
        secrets(bound, rulebook)
        flow(bound, rulebook)
        codes[name] = sorted(m.code for m in bound.messages.items if m.code[0] == "V")
    assert codes == {"unsaid": ["V01", "V01"], "said": [], "other": ["V01", "V01", "V03", "V03"]}


def test_a_card_that_is_played_is_meant_to_be_seen(tmp_path: Path) -> None:
    """An open choice from a hidden hand: it is said to be meant so, and that line is no more than is needed."""
    rules = (Path(__file__).parent / "tricks.rules").read_text(encoding="utf-8")
    codes = {}
    for name, text in (("said", rules), ("unsaid", rules.replace("    reveals card\n    card.played", "    card.played"))):
        (tmp_path / "tiny.rules").write_text(text, encoding="utf-8")
        rulebook = load(tmp_path / "tiny.rules")
        bound = bind(rulebook)
        secrets(bound, rulebook)
        flow(bound, rulebook)
        codes[name] = [m.code for m in bound.messages.items if m.code[0] == "V"]
    assert codes == {"said": [], "unsaid": ["V01"]}


def test_what_is_revealed_for_nothing_is_told(tmp_path: Path) -> None:
    text = BASE + "event play player:\n    reveals spy, spies\n    player gains 1 score\nagenda turn:\n    one: play red\n"
    messages = found(tmp_path, text)
    assert [m.code for m in messages] == ["V03", "V03"]
    assert "‘spy’" in messages[0].text
    assert "‘spies’" in messages[1].text


ORDERS = {
    "a loop": "agenda turn:\n    one:\n        reveals pawn\n        for each pawn in pawns: pawn.spot becomes 1\n",
    "options": "agenda turn:\n    one:\n        red chooses pawn from pawns where spot is 0\n        bump red\n",
}


@pytest.mark.parametrize("name", ORDERS)
def test_the_order_of_rows_tells_and_nothing_that_is_revealed_covers_it(name: str, tmp_path: Path) -> None:
    messages = [m for m in found(tmp_path, BASE + ORDERS[name]) if m.code == "V04"]
    assert [m.text for m in messages] and "which pawn it is" in messages[0].text


@pytest.mark.parametrize("order", ["by draw", "by lowest spot"])
def test_an_order_by_lot_or_by_what_all_see_tells_nothing(order: str, tmp_path: Path) -> None:
    text = BASE + f"agenda turn:\n    one:\n        for each pawn in pawns {order}: pawn.spot becomes 1\n"
    assert not [m for m in found(tmp_path, text) if m.code == "V04"]


DECK = """\
kind pile: deck, hand
kind tile, up to 9
    seen by holder when pile is hand
    pile: pile
    holder: player or none
let hand(player) = tiles where holder is player and pile is {pile}
event go player:
    player chooses tile from hand(player)
    reveals tile
    tile.pile becomes deck
agenda turn:
    one: for each player in players: go player
"""


@pytest.mark.parametrize(("pile", "warned"), [("hand", False), ("deck", True)])
def test_who_sees_rows_of_a_pile_recognises_those_that_lie_there(pile: str, warned: bool, tmp_path: Path) -> None:
    messages = [m for m in found(tmp_path, BASE + DECK.format(pile=pile)) if m.code == "V04"]
    assert bool(messages) is warned, [m.text for m in messages]


WAITING = """\
event ask player:
{inner}    player chooses n from 0 to 3 in secret
    player.secret becomes n
agenda turn:
    one:
        reveals spy
        for each player in players where spy: ask player
"""


def test_that_a_match_waits_for_somebody_tells(tmp_path: Path) -> None:
    (message,) = found(tmp_path, BASE + WAITING.format(inner=""))
    assert message.code == "V05" and "whether ‘n’ is asked" in message.text
    assert "‘reveals spy’" in str(message.hint)


def test_that_a_match_waits_for_somebody_tells_where_not_all_see_the_question(tmp_path: Path) -> None:
    """The choice is open, but the event in which it is made is seen by one side alone."""
    text = BASE + WAITING.format(inner="{inner}").replace(" in secret", "")
    (message,) = [m for m in found(tmp_path, text.replace("{inner}", "    seen by player\n")) if m.code == "V05"]
    assert "whether ‘n’ is asked" in message.text
    assert "V05" not in [m.code for m in found(tmp_path, text.replace("{inner}", "    seen by player\n    reveals spy\n"))]
    assert "V05" not in [m.code for m in found(tmp_path, text.replace("{inner}", ""))]  # all see it happen: that is V02


def test_that_somebody_is_asked_may_show_and_not_who(tmp_path: Path) -> None:
    for line, veiled in (("", True), ("    reveals spy to nobody\n", True), ("    reveals spy\n", False)):
        codes = [m.code for m in found(tmp_path, BASE + WAITING.format(inner=line))]
        assert ("V05" in codes) is (not line) and "V03" not in codes, codes
        assert bool(telling_questions(bind(load(tmp_path / "tiny" / "tiny.rules")).program)) is veiled
    elsewhere = WAITING.format(inner="").replace("        reveals spy\n", "        reveals spy to nobody\n")
    assert "V05" in [m.code for m in found(tmp_path, BASE + elsewhere)]  # farther out it says nothing of the question


BIDDING = """\
agenda turn:
    one:
        for each player in players together:
{inner}            player chooses secret from 0 to {most} in secret
"""


def test_who_has_one_answer_only_is_not_asked_and_others_can_tell(tmp_path: Path) -> None:
    (message,) = found(tmp_path, BASE + BIDDING.format(inner="", most="player.secret"))
    assert message.code == "V05" and "a question with one answer is not asked" in str(message.hint)
    assert "‘reveals secret to nobody’" in str(message.hint)
    assert not found(tmp_path, BASE + BIDDING.format(inner="            reveals secret to nobody\n", most="player.secret"))
    assert not found(tmp_path, BASE + BIDDING.format(inner="", most="3"))


def test_what_is_revealed_beside_the_question_covers_that_it_is_asked(tmp_path: Path) -> None:
    messages = found(tmp_path, BASE + WAITING.format(inner="    reveals spy\n"))
    assert "V05" not in [m.code for m in messages]
