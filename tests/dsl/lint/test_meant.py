"""Faults that rulebooks once had, written into them again: the check that looks for such finds each at its line.

That today's rulebooks are clean is asked by their own tests.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arbitre.dsl.lint import run_checks
from arbitre.dsl.lower.program import bind
from arbitre.dsl.modules.library import LIBRARY
from arbitre.dsl.modules.loader import load

FAULTS = [
    (
        "R04",
        "tsewnart",
        "tsewnart/ghosts.rules",
        "    count(heir.allies) is 3 or more\n",
        "    count(heir.allies) is 3\n",
        "count(heir.allies) is 3",
    ),
    (
        "M01",
        "tsewnart",
        "tsewnart/tsewnart.rules",
        '    reports:\n        title en "Reports"',
        '    verdict: check_end\n    reports:\n        title en "Reports"',
        "reports:",
    ),
    (
        "Q01",
        "dungeonbowl",
        "bloodbowl/skills/shadowing.rules",
        """    for each coach in shadows.coach by lowest seats_after(coach):
        if mover.trail is vacant:
""",
        """    let coach = first(shadows).coach
    if any shadows:
        if mover.trail is vacant:
""",
        "let coach = first(shadows).coach",
    ),
    (
        "Q02",
        "bloodbowl",
        "bloodbowl/rerolls.rules",
        "after roll of dodge by player when player.retrying and success and natural is not 6:\n",
        "after roll of dodge by player when success and natural is not 6:\n",
        "hamper player for dodging",
    ),
    (
        "N11",
        "bloodbowl",
        "bloodbowl/skills/pro.rules",
        "any fresh_faces, after brawler.reconsider:",
        "any fresh_faces:",
        "before reconsider attacker against defender when attacker has pro",
    ),
    (
        "N11",
        "dungeonbowl",
        "dungeonbowl/several_teams.rules",
        "negotiation, before tentacles.walk:",
        "negotiation:",
        "before walk mover to place when teams is 3 or more",
    ),
    (
        "O01",
        "tsewnart",
        "tsewnart/ideas.rules",
        "    perform teleport of mover\n    perform dash of mover\n",
        "    perform dash of mover\n",
        "order.state becomes waiting",
    ),
    (
        "M02",
        "bloodbowl",
        "bloodbowl/skills/safe_pass.rules",
        "    if match.actor is thrower: match.halted becomes true\n",
        "    match.halted becomes true\n",
        "match.halted becomes true",
    ),
    (
        "M02",
        "dungeonbowl",
        "dungeonbowl/fortress/portcullis.rules",
        "instead of stray thrower when thrower is not off_the_wall and",
        "instead of stray thrower when match.deed is passing and",
        "instead of stray thrower",
    ),
    (
        "N10",
        "dungeonbowl",
        "dungeonbowl/ball.rules",
        "while remaining is 1 or more and the_ball.square is not none, up to 200 times:",
        "while remaining is 1 or more, up to 200 times:",
        "if goal in the_ball.square.ball_steps:",
    ),
    (
        "N10",
        "dungeonbowl",
        "dungeonbowl/pyramid/monster.rules",
        "    for each beast in beasts where body is player: beast.away becomes 3\n",
        "    let beast = first(beasts where body is player)\n    beast.away becomes 3\n",
        "beast.away becomes 3",
    ),
    (
        "N10",
        "dungeonbowl",
        "dungeonbowl/pyramid/lift.rules",
        "    for each cabin in cabins where square is way.start: cabin.square becomes way.finish ",
        "    let cabin = the cabins where square is way.start\n    cabin.square becomes way.finish ",
        "cabin.square becomes way.finish",
    ),
    (
        "N10",
        "tsewnart",
        "tsewnart/ideas.rules",
        "place.occupant is not none and place.occupant.camp is mover.camp:",
        "place.occupant.camp is mover.camp:",
        "instead of enter place by mover",
    ),
    (
        "V04",
        "tsewnart",
        "tsewnart/tsewnart.rules",
        "where haunted by lowest square.y then lowest square.x: unmask piece",
        "where haunted: unmask piece",
        "for each piece in pieces where haunted",
    ),
    (
        "K01",
        "coliseum",
        "coliseum/coliseum.rules",
        "    crowned: flag, kept for good",
        "    crowned: flag, kept",
        "crowned: flag",
    ),
    (
        "D01",
        "coliseum",
        "coliseum/pairing.rules",
        "hex in namer.challenge_reach",
        "hex in namer.reach",
        "let rivals(namer)",
    ),
    (
        "M03",
        "coliseum",
        "coliseum/melee.rules",
        """        let fallen = (slower, quicker) where it is spent
        for each loser in fallen by lowest agility: fall loser against (loser.foe if count(fallen) is 1 otherwise none)    [CO-end-02]
        if any fallen: part slower from quicker """,
        """        for each loser in (slower, quicker) where it is spent by lowest agility: fall loser against loser.foe
        if slower is spent or quicker is spent: part slower from quicker """,
        "if slower is spent or quicker is spent",
    ),
    (
        "M04",
        "bloodbowl",
        "bloodbowl/skills/wrestle.rules",
        "    defender.stance becomes prone\n    attacker.stance becomes prone\n",
        "",
        "lay_down attacker",
    ),
    (
        "M05",
        "bloodbowl",
        "bloodbowl/blocking.rules",
        "if match.halted or match.drive_over or defender not in attacker.reachable_opponents: give false",
        "if match.halted or match.drive_over: give false",
        "block_with defender by attacker",
    ),
]


@pytest.mark.parametrize(("code", "game", "file", "right", "wrong", "line"), FAULTS, ids=[f"{f[0]}-{f[2]}" for f in FAULTS])
def test_an_old_fault_is_found(tmp_path: Path, code: str, game: str, file: str, right: str, wrong: str, line: str) -> None:
    for folder in {game, Path(file).parts[0]}:
        shutil.copytree(LIBRARY / folder, tmp_path / folder, ignore=shutil.ignore_patterns("scenarios", "extensions"))
    path = tmp_path / file
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    found = told(tmp_path / game, code)
    assert found and line in found[0], found


REACH = """\
game arena:
    title en "Arena" fr "Arène"
kind side, seats: red, blue
    title en "Side" fr "Camp"
kind cell, grid(5, 5, closed)
    title en "Cell" fr "Case"
kind fighter (attacker, namer, foe), up to 4:
    title en "Fighter" fr "Combattant"
    cell: cell
    rival: fighter or none
    long: flag
let reach(fighter) = fighter.cell.neighbours
attacker is able_to_attack foe when foe.cell in attacker.reach
let rivals(namer) = fighters where it is not namer and cell in namer.reach
agenda turn:
    go: for each namer in fighters where any it.rivals and it.long: namer.rival becomes first(namer.rivals)
    on: for each namer in fighters where rival is not none:
        if namer is able_to_attack namer.rival: nobody wins
"""


def test_an_extension_that_widens_one_of_two_reaches_is_told_of_the_other(tmp_path: Path) -> None:
    (tmp_path / "arena").mkdir()
    (tmp_path / "arena" / "arena.rules").write_text(REACH, encoding="utf-8")
    path = tmp_path / "net.rules"
    path.write_text("extends arena\nadjust attacker is able_to_attack foe: also when attacker.long\n", encoding="utf-8")
    assert told(tmp_path / "arena", "D01") == []
    assert told(path, "D01") == ["adjust attacker is able_to_attack foe: also when attacker.long"]


def told(folder: Path, code: str) -> list[str]:
    """The lines that a check speaks of."""
    rulebook = load(folder)
    bound = bind(rulebook)
    assert not bound.messages.errors, bound.messages.errors[0]
    run_checks(bound, rulebook)
    return [rulebook.sources[m.place.file].splitlines()[m.place.line - 1] for m in bound.messages.items if m.code == code]
