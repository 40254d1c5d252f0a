"""What is measured without sampling, over seasons, by clause and by file; what matches begin with."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.dsl.budget import Overspent
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.lab.experiment import Experiment, Season, read
from arbitre.lab.findings.sentences import headline
from arbitre.lab.findings.statistics import estimate, table_of
from arbitre.lab.matches.benches import Job
from arbitre.lab.matches.player import play
from arbitre.lab.matches.seasons import LENGTH
from arbitre.lab.run import planned, run
from arbitre.lab.variants import Rules, Variant
from arbitre.opening.books import Refused


def experiment(folder: Path, text: str) -> Experiment:
    path = folder / "x.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


ODDS = """game = "coliseum"
matches = 0
[[vary]]
name = "dice"
line = "test endurance by fighter: {}"
values = ["2d6", "3d6"]
[[measure]]
of = "odds"
name = "breath"
what = "endurance"
set = { "fighter.profile" = "samnite" }
outcome = "success"
"""


def test_what_can_be_computed_is_not_sampled(tmp_path: Path) -> None:
    results = run(experiment(tmp_path, ODDS), tmp_path / "out", 1)
    said = [Fraction(one["exact"]["breath"]) for one in results.about["variants"]]
    assert said[0].denominator in (1, 2, 3, 4, 6, 9, 12, 18, 36) and said[0] > said[1] > 0
    table = table_of(results)
    one = estimate(table, "breath", 0)
    assert one.exact and one.share and one.mean == pytest.approx(float(said[0]))
    assert "exact" in headline(results, table, "en") and "dice = 3d6" in headline(results, table, "en")
    done = CliRunner().invoke(cli, ["lab", "report", str(tmp_path / "out")])
    assert done.exit_code == 0 and "breath" in (tmp_path / "out" / "report.csv").read_text(encoding="utf-8")


@pytest.mark.more
def test_a_search_for_exact_odds_says_what_comes_nearest(tmp_path: Path) -> None:
    text = """game = "coliseum"
matches = 0
[[vary]]
name = "faces"
line = "test endurance by fighter: 2d{}"
low = 4
high = 10
[[measure]]
of = "odds"
name = "mean"
what = "endurance"
set = { "fighter.profile" = "samnite" }
outcome = "success"
[design]
kind = "search"
make = "mean"
target = 0.5
trials = 3
"""
    results = run(experiment(tmp_path, text), tmp_path / "out", 1)
    assert "comes closest" in headline(results, table_of(results), "en")


SEASON = """game = "coliseum"
matches = 2
bots = "random"
[options]
fielded = 1
survival_per_match = true
reserve = 0
[season]
matches = 3
[[measure]]
of = "value"
name = "experience"
rule = "total(experience, gladiators)"
[[measure]]
of = "used"
name = "wounds"
what = "clause CO-crowd-08"
"""


def test_a_season_is_the_same_with_and_without_the_module(tmp_path: Path) -> None:
    found = experiment(tmp_path, SEASON.replace("clause CO-crowd-08", "file special_events.rules"))
    variant = planned(found)[0]
    one, two = (play(Job(variant, 4, 2, 0, found.measures, executor=e, season=found.season)) for e in ("compiled", "interpreted"))
    assert one.matches.equals(two.matches) and one.measured.equals(two.measured)
    assert one.matches.column("round").to_pylist() == [0, 1, 2, 0, 1, 2]
    rows = one.measured.to_pylist()
    gained = [row["value"] for row in rows if (row["seed"], row["measure"]) == (4, "experience") and row["at"] >= 0]
    assert len(gained) == 3 and gained == sorted(gained) and gained[-1] > gained[0]  # what was learnt is not forgotten
    assert {row["value"] for row in rows if row["measure"] == LENGTH} == {3.0}


def test_a_season_ends_when_it_is_to(tmp_path: Path) -> None:
    found = experiment(tmp_path, SEASON.split("[[measure]]")[0].replace("matches = 3", 'matches = 3\nuntil = "any gladiators"'))
    assert found.season == Season(3, "any gladiators")
    table = table_of(run(found, tmp_path / "out", 1))
    assert len(table) == 2 and estimate(table, LENGTH, 0).mean == 1


@pytest.mark.parametrize("bots", ["random", "thinker"])  # thinkers are played by the interpreter
def test_what_fields_hold_at_the_beginning_varies_without_another_module(tmp_path: Path, bots: str) -> None:
    rules = tmp_path / "entered.rules"
    rules.write_text(
        'extends tictactoe\n\nkind player:\n    ahead: 0 to 9\n        title en "Ahead" fr "Avance"\n'
        "before turn by player when player.ahead is 9: player.ahead becomes 0\n",
        encoding="utf-8",
    )
    text = 'game = "tictactoe"\nextensions = ["entered.rules"]\nmatches = 4\nbots = "random"\n'
    text += '[[vary]]\nfield = "cross.ahead"\nvalues = [2, 7]\n'
    text += '[[measure]]\nof = "value"\nname = "ahead"\nrule = "cross.ahead"\n'
    table = table_of(run(experiment(tmp_path, text), tmp_path / "out", 1))
    assert [estimate(table, "ahead", variant).mean for variant in (0, 1)] == [2, 7]
    text = text.replace('"random"', f'"{bots}"')
    for value, said in ((12, "goes from 0 to 9"), ("nought", "goes from 0 to 9")):
        with pytest.raises(Refused, match=said):
            run(experiment(tmp_path, text.replace("[2, 7]", f"[{value!r}]".replace("'", '"'))), tmp_path / "other", 1)
    with pytest.raises(Refused, match="there is no field"):
        run(experiment(tmp_path, text.replace('cross.ahead"\nvalues', 'cross.a_head"\nvalues')), tmp_path / "other", 1)


def test_games_vary(tmp_path: Path) -> None:
    found = experiment(tmp_path, 'game = "tictactoe"\nmatches = 3\nbots = "random"\n[[vary]]\ngame = ["tictactoe", "connect_four"]\n')
    assert [variant.rules.game for variant in planned(found)] == ["tictactoe", "connect_four"]
    with pytest.raises(Refused, match="there is no game ‘conect_four’"):
        planned(experiment(tmp_path, 'game = "tictactoe"\n[[vary]]\ngame = ["tictactoe", "conect_four"]\n'))


FAULTS = {
    '[season]\nmatches = 3\n[[measure]]\nof = "first"\nrule = "true"\n': "‘first’ cannot be measured over seasons",
    "matches = 0\n": "without matches only odds can be measured",
    '[[measure]]\nof = "value"\nrule = "1"\n[[measure]]\nof = "value"\nrule = "1"\n': "two measures are called ‘1’",
    '[[measure]]\nof = "odds"\nname = "x"\nwhat = "endurance"\n[stop]\nmeasure = "x"\n': "known exactly",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: FAULTS[text])
def test_what_does_not_go_together_is_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=FAULTS[text]):
        run(experiment(tmp_path, 'game = "tictactoe"\n' + text), tmp_path / "out", 1)


def test_arrow_asks_for_no_gigabyte_at_once() -> None:
    """A command that is held to a budget may have half of one: its own allocator reserved one."""
    import pyarrow

    play(Job(Variant(0, (), Rules("tictactoe"), bots="random"), 0, 1))
    assert pyarrow.default_memory_pool().backend_name == "system"


def test_a_match_that_takes_more_than_it_may_is_a_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever plays it: alone, in bulk, in a season."""
    pytest.importorskip("wasmtime")
    found = experiment(tmp_path, 'game = "tictactoe"\n[[measure]]\nof = "value"\nrule = "1"\n')
    real = Runner._play

    def spent(self: Runner, seed: int, count: int, *rest: Any, **more: Any) -> int:
        if seed <= 7 < seed + count:
            raise Overspent("this takes too long", NOWHERE, [], "")
        return real(self, seed, count, *rest, **more)

    monkeypatch.setattr(Runner, "_play", spent)
    variant = Variant(0, (), Rules("tictactoe"), bots="random")
    for measures, season in (((), None), (found.measures, None), ((), Season(2))):
        rows = play(Job(variant, 3, 6, 0, measures, season=season)).matches.to_pylist()
        stopped = [row for row in rows if row["end"] == "stopped"]
        assert [(row["seed"], row["error"]) for row in stopped] == [(3 if season else 7, "this takes too long")]
        assert {row["seed"] for row in rows} == set(range(3, 9))
