"""A law that a scenario breaks is told with what failed of it and its numbers; elsewhere these are nobody's business."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all

RULES = """\
game seeds:
    title en "Seeds" fr "Graines"
    play turn up to 3 times
kind side, seats: red, blue
kind pit: one, two
    seeds: 0 to 48 = 24
agenda turn:
    now: one.seeds becomes one.seeds - 1
always all_seeds: {law}
scenario "Given":
    given one.seeds = 2
    play turn
    expect one.seeds is 1
"""


@pytest.mark.parametrize(("law", "told"), [
    ("total(seeds, pits) is 48", ("‘total(seeds, pits) is 48’ does not hold: total(seeds, pits) is 26",
                                  "« total(seeds, pits) is 48 » n’est pas vrai : total(seeds, pits) vaut 26")),
    ("two.seeds is 24 and one.seeds is 3 or more", ("‘one.seeds is 3 or more’ does not hold: one.seeds is 2",
                                                    "« one.seeds is 3 or more » n’est pas vrai : one.seeds vaut 2")),
    ("no pits where it.seeds is less than 9", ("does not hold: there is one", "")),
])  # fmt: skip
def test_what_failed_of_it_is_told(law: str, told: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "seeds.rules"
    path.write_text(RULES.format(law=law), encoding="utf-8")
    ((_, said),) = run_all(load(path, scenarios=True))[0].failures
    for lang, what in zip(("en", "fr"), told, strict=True):
        assert "all_seeds" in tell(said, lang) and tell(said, lang).replace("\u00a0", " ").endswith(what)
