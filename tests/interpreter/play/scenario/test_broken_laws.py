"""A law that a scenario breaks is told with what failed of it and its numbers; elsewhere these are nobody's business."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitre.dsl.diagnostics.said import tell
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.scenario.scenarios import run_all
from arbitre.interpreter.play.scenario.setting import Opening
from arbitre.interpreter.state.errors import RulebookError

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
        assert "all_seeds" in tell(said, lang) and what in tell(said, lang).replace("\u00a0", " ")


GIVEN = """
setting few:
    given one.seeds = 20
scenario "Given":
    start from few
    given two.seeds = {two}
    given match.round = 2
    play turn
"""


@pytest.mark.parametrize(("law", "two", "told", "en_francais"), [
    ("total(seeds, pits) is 48", 20, "; it held before ‘given one.seeds = 20’ (line {0}), and still does not after ‘given two.seeds = 20’ "
                                     "(line {1})", "vrai avant « given one.seeds = 20 » (ligne {0}), et ne l’est toujours pas après"),
    ("total(seeds, pits) is 48", 28, "", ""),
    ("one.seeds is 24", 24, "; it held before ‘given one.seeds = 20’ (line {0})", "avant « given one.seeds = 20 » (ligne {0})"),
    ("match.round is 2 or two.seeds is 9", 24, "", ""),
    ("two.seeds is 9", 20, "; it did not hold at the start either, and still does not after ‘given two.seeds = 20’ (line {1})",
     "pas vrai au départ non plus, et ne l’est toujours pas après « given two.seeds = 20 » (ligne {1})"),
    ("match.last is 9", 20, "; it did not hold at the start either, and no ‘given’ line changes what it looks at",
     "aucune ligne « given »"),
])  # fmt: skip
def test_the_facts_that_broke_it_are_named(law: str, two: int, told: str, en_francais: str, tmp_path: Path) -> None:
    path = tmp_path / "seeds.rules"
    text = (
        RULES.format(law=law).partition("scenario")[0].replace("kind side", "kind match:\n    round: 0 to 9\n    last: 0 to 9\nkind side")
    )
    text = text.replace("one.seeds becomes one.seeds - 1", "match.round becomes 2") + GIVEN.format(two=two)
    path.write_text(text, encoding="utf-8")
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.startswith("    given ")]
    failures = run_all(load(path, scenarios=True))[0].failures
    if not told:
        assert not failures
        return
    assert failures[0][1].endswith(told.format(*lines)), failures[0][1]
    assert en_francais.format(*lines) in tell(failures[0][1], "fr").replace("\u00a0", " ")


def test_a_line_of_a_setting_elsewhere_has_its_file(tmp_path: Path) -> None:
    game = tmp_path / "seeds"
    (game / "scenarios").mkdir(parents=True)
    rules, _, _ = RULES.format(law="one.seeds is 24").partition("scenario")
    (game / "seeds.rules").write_text(rules, encoding="utf-8")
    (game / "scenarios" / "a.rules").write_text("extends seeds\nsetting few:\n    given one.seeds = 20\n", encoding="utf-8")
    (game / "scenarios" / "b.rules").write_text('extends seeds\nscenario "x":\n    start from few\n    play turn\n', encoding="utf-8")
    ((_, said),) = run_all(load(game, scenarios=True))[0].failures
    assert said.endswith("; it held before ‘given one.seeds = 20’ (a.rules:3)"), said
    with pytest.raises(RulebookError, match=r"it held before ‘given one\.seeds = 20’ \(a\.rules:3\)"):
        Opening(load(game, scenarios=True), "x", {}).set()
