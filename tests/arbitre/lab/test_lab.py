"""Experiments: read with places for their faults, run the same on any number of workers, resumed, reported, asked in SQL."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre.cli.main import cli
from arbitre.lab.experiment import read
from arbitre.lab.findings.results import Results
from arbitre.lab.findings.sentences import progress_line
from arbitre.lab.findings.statistics import table_of
from arbitre.lab.matches.benches import Job
from arbitre.lab.matches.player import play
from arbitre.lab.run import Progress, planned, run
from arbitre.lab.variants import Rules, Variant

Notes = Callable[[str], None]
Begun = Callable[[str], list[tuple[int, ...]]]
SIMPLE = """title = {en = "By lot", fr = "Au hasard"}
game = "tictactoe"
matches = 60
bots = "random"
[[vary]]
bots = ["random", ["greedy", "random"]]
"""


def written(folder: Path, text: str, name: str = "x.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def asked(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["lab", *words])
    return done.exit_code, done.output


FAULTS = {
    'titel = "x"\ngame = "tictactoe"\n': (1, "‘titel’ means nothing here", "‘title’"),
    'game = "tictactoo"\n': (1, "there is no game ‘tictactoo’", "‘tictactoe’"),
    'game = "tictactoe"\nmatches = -1\n': (2, "‘matches’ must be a number from 0", ""),
    'game = "tictactoe"\nbots = "gredy"\n': (2, "there is no bot ‘gredy’", "‘greedy’"),
    'game = "tictactoe"\n[[measure]]\nof = "valeu"\nrule = "1"\n': (3, "there is no measure ‘valeu’", "‘value’"),
    'game = "tictactoe"\n[stop]\nmeasure = "turn"\n': (3, "there is no measure ‘turn’", "‘turns’"),
    'game = "tictactoe"\n[[vary]]\noption = "x"\n': (2, "give the values", ""),
    'game = "hex"\n[options]\nsize = 99\n': (3, "the option ‘size’ goes from 3 to 19, not 99", ""),
    'game = "hex"\n[[vary]]\nline = "option sise: 3 to 19 = {}"\nvalues = [4]\n': (
        3,
        "no line of the rules reads like this",
        "option size",
    ),
    'game = "hex"\n[[vary]]\nline = "{}"\nvalues = [4]\n': (3, "lines of the rules read like this", "Quote more"),
    'game = "tictactoe"\n[[measure]]\nof = "value"\nrule = "wroth(cross)"\n': (4, "there is no value ‘wroth’", ""),
    'game = "tictactoe"\n[[measure]]\nof = "used"\nwhat = "action fly"\n': (4, "the game has no ‘action fly’", "Available"),
    'game = "tictactoe\n': (1, "this is not TOML", ""),
    'game = "tictactoe"\n[design]\nkind = "gird"\n': (3, "there is no design ‘gird’", "‘grid’"),
    'game = "tictactoe"\n[[vary]]\noption = "sise"\nvalues = [3]\n': (2, "cannot be played", ""),
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: FAULTS[text][1])
def test_a_fault_is_told_before_the_first_match(text: str, tmp_path: Path) -> None:
    line, said, hint = FAULTS[text]
    path = written(tmp_path, text)
    code, output = asked("run", str(path), "--workers", "1")
    assert code == 1
    assert f"x.toml:{line}:" in output and said in output and hint in output and "^" in output
    assert not (tmp_path / "x.lab").exists()


def hashes(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.parquet")}


def measured(folder: Path) -> Path:
    return written(folder, SIMPLE + '[[measure]]\nname = "one"\nof = "value"\nrule = "1"\n')


@pytest.mark.more
def test_results_are_the_same_on_any_number_of_workers(tmp_path: Path) -> None:
    experiment = read(measured(tmp_path))
    for count in (1, 2, 4):
        run(experiment, tmp_path / str(count), count)
    found = hashes(tmp_path / "1")
    assert set(found) == {"matches.parquet", "measures.parquet"}
    assert found == hashes(tmp_path / "2") == hashes(tmp_path / "4")


def test_what_was_interrupted_is_resumed_and_comes_to_the_same(tmp_path: Path) -> None:
    experiment = read(measured(tmp_path))
    run(experiment, tmp_path / "1", 1)
    found = hashes(tmp_path / "1")
    played: list[int] = []

    def interrupt(progress: Progress) -> None:
        played.append(progress.done)
        if not progress.preparing and progress.done > 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(experiment, tmp_path / "again", 1, tell=interrupt)
    kept = sum(len(span) for spans in Results(tmp_path / "again").kept().values() for span in spans)
    assert 40 < kept < 180
    played.clear()
    run(experiment, tmp_path / "again", 1, resume=True, tell=lambda progress: played.append(-1 if progress.preparing else progress.fresh))
    assert max(played) == 180 - kept  # nothing was played twice
    assert hashes(tmp_path / "again") == found


@pytest.mark.more
@pytest.mark.parametrize("count", [2, 4])
def test_several_workers_that_are_interrupted_lose_less_than_a_chunk_each(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notes: Notes, begun: Begun
) -> None:
    """All that is played twice is what was under way: a chunk of each worker at most."""
    text = 'game = "hex"\nmatches = 240\nbots = "random"\n[options]\nsize = 9\n'
    experiment = read(written(tmp_path, text + '[[measure]]\nof = "lead changes"\nrule = "turn.number - 20"\nname = "x"\n'))
    monkeypatch.setattr("arbitre.lab.run.CHUNK", 0.3)
    run(experiment, tmp_path / "1", 1)
    notes("first")

    def interrupt(progress: Progress) -> None:
        if not progress.preparing and progress.done > 90:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(experiment, tmp_path / "again", count, tell=interrupt)
    kept = {seed for spans in Results(tmp_path / "again").kept().values() for span in spans for seed in span}
    assert 90 < len(kept) < 240
    lost: dict[int, int] = {}
    for process, _, _, first, _ in begun("first"):
        lost[process] = lost.get(process, 0) + (first not in kept)
    assert len(lost) <= count and max(lost.values()) <= 1  # a process that came late has begun nothing yet
    notes("second")
    run(experiment, tmp_path / "again", count, resume=True)
    again = [seed for _, _, _, first, many in begun("second") for seed in range(first, first + many)]
    assert len(again) == len(set(again)) and set(again) == set(range(240)) - kept
    assert hashes(tmp_path / "again") == hashes(tmp_path / "1")


def test_results_that_were_interrupted_are_not_touched_unless_asked(tmp_path: Path) -> None:
    path = written(tmp_path, SIMPLE)

    def interrupt(progress: Progress) -> None:
        if not progress.preparing:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(read(path), tmp_path / "x.lab", 1, tell=interrupt)
    code, output = asked("run", str(path), "--workers", "1")
    assert code == 1 and "--resume" in output
    written(tmp_path, SIMPLE.replace("60", "61"))
    code, output = asked("run", str(path), "--workers", "1", "--resume")
    assert code == 1 and "results of a different experiment" in output
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear", encoding="utf-8")
    code, output = asked("run", str(path), "--workers", "1", "--out", str(tmp_path / "other"))
    assert code == 1 and "something other than results" in output


def test_it_is_run_reported_and_asked(tmp_path: Path) -> None:
    path = written(tmp_path, SIMPLE)
    code, output = asked("check", str(path), "--workers", "1")
    assert (code, output.strip()) == (0, "No mistakes. Variants: 2; at most 180 matches.")
    code, output = asked("run", str(path), "--workers", "1", "--lang", "fr")
    assert code == 0 and "Parties : 180. Variantes : 2." in output
    folder = tmp_path / "x.lab"
    code, output = asked("query", str(folder), 'select variant, "end", count(*) as n from matches group by all order by all', "--json")
    assert code == 0 and sum(one["n"] for one in __import__("json").loads(output)) == 180
    assert asked("query", str(folder), "select nothing from nowhere")[0] == 1
    code, output = asked("report", str(folder))
    assert code == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 2 and "currentColor" in page and "prefers-color-scheme: dark" in page and "<script" not in page
    markdown = (folder / "report.md").read_text(encoding="utf-8")
    assert "![" in markdown and "arbitre lab run x.toml" in markdown and (folder / "plot-1.svg").is_file()
    rows = list(csv.DictReader(io.StringIO((folder / "report.csv").read_text(encoding="utf-8"))))
    assert {row["measure"] for row in rows} >= {"turns", "decisions", "draws"}
    assert asked("report", str(tmp_path))[0] == 1


def test_a_line_of_the_rules_varies_and_the_rest_of_the_game_does_not(tmp_path: Path) -> None:
    text = 'game = "hex"\nmatches = 5\nbots = "random"\n[[vary]]\nline = "option size: 3 to 19 = {}"\nvalues = [3, 5]\n'
    results = run(read(written(tmp_path, text)), tmp_path / "out", 1)
    table = table_of(results)
    variants, _, turns = table.of("turns")
    assert turns[variants == 0].max() <= 9 < turns[variants == 1].mean()
    by_option = 'game = "hex"\nmatches = 5\nbots = "random"\n[[vary]]\noption = "size"\nvalues = [3, 5]\n'
    other = table_of(run(read(written(tmp_path, by_option)), tmp_path / "other", 1))
    assert (other.of("turns")[2] == turns).all()


def test_what_is_followed_is_the_same_with_and_without_the_module(tmp_path: Path) -> None:
    text = 'game = "tictactoe"\nbots = "greedy"\n' + "".join(
        f'[[measure]]\nname = "{of}"\nof = "{of}"\nrule = "1"\n' for of in ("over turns", "first", "lead changes", "value")
    )
    experiment = read(written(tmp_path, text + '[[measure]]\nof = "one answer"\n'))
    variant = planned(experiment)[0]
    found = [play(Job(variant, 3, 3, 0, experiment.measures, executor=executor)) for executor in ("compiled", "interpreted")]
    assert found[0].matches.equals(found[1].matches) and found[0].measured.equals(found[1].measured)
    assert set(found[0].measured.column("measure").to_pylist()) == {"over turns", "first", "lead changes", "value", "one answer"}


def test_in_bulk_the_matches_are_those_of_the_closures() -> None:
    variant = Variant(0, (), Rules("tictactoe"), bots=("greedy", "random"))
    for turn in (0, 1):
        one, two = (play(Job(variant, 5, 30, turn, executor=executor)).matches for executor in ("compiled", "interpreted"))
        for name in ("seed", "end", "turns", "decisions"):
            assert one.column(name).to_pylist() == two.column(name).to_pylist()
        assert one.column("entrants").cast("string").to_pylist() == two.column("entrants").cast("string").to_pylist()


def test_a_match_that_has_no_end_is_a_row(tmp_path: Path) -> None:
    variant = Variant(0, (), Rules("hex"), bots="random")
    found = play(Job(variant, 0, 4, limit=3)).matches
    assert found.column("end").to_pylist() == ["unfinished"] * 4
    path = written(tmp_path, 'game = "hex"\nmatches = 4\nbots = "random"\nlimit = 3\n')
    code, output = asked("run", str(path), "--workers", "1")
    assert code == 0 and "unfinished" in output and "Nobody won a match." in output and output.count("did not end") == 1
    path = written(tmp_path, 'game = "tictactoe"\nmatches = 2\nbots = "thinker"\nlimit = 3\n')  # thinkers are played by the interpreter
    code, output = asked("run", str(path), "--workers", "1", "--out", str(tmp_path / "other"))
    assert code == 0 and output.count("did not end") == 1


def test_progress_says_matches_rate_and_the_interval_so_far() -> None:
    progress = Progress(50, 200, fresh=50, won={"red": 30, "blue": 20})
    progress.began -= 10
    for lang, said in (("en", "50 of 200 matches, 5 a second, 30 s left   red: 60"), ("fr", "50 parties sur 200")):
        assert said in progress_line(progress, lang)
