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
        "K01",
        "coliseum",
        "coliseum/coliseum.rules",
        "    crowned: flag, kept for good",
        "    crowned: flag, kept",
        "crowned: flag",
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


def told(folder: Path, code: str) -> list[str]:
    """The lines that a check speaks of."""
    rulebook = load(folder)
    bound = bind(rulebook)
    assert not bound.messages.errors, bound.messages.errors[0]
    run_checks(bound, rulebook)
    return [rulebook.sources[m.place.file].splitlines()[m.place.line - 1] for m in bound.messages.items if m.code == code]
