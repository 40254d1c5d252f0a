"""What of the rules is used is counted by compiled code as the interpreter counts it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.campaigns import Kept
from arbitre.interpreter.play.simulate import play_out, simulate
from arbitre.interpreter.play.usage import Watcher, watch_tables
from arbitre.interpreter.wasm.run.loader import runner_of
from tests.interpreter.play.test_usage import GAME

wasmtime = pytest.importorskip("wasmtime")
HERE = Path(__file__).resolve().parent
GAMES = [*map(str, sorted((HERE / "games").glob("*.rules"))), "coliseum", "tsewnart"]
# who bears what in passing: a long set and a short one, stored, joined, for a time, of rows that come and go, all at once
BEARERS = """\
game bearers:
    title en "Bearers" fr "Porteurs"
    play turn up to 4 times
kind side, seats: red, blue
kind skill: {skills}
kind mark: tired, bored, lame, proud, unseen
kind piece, up to 8:
    owner: side
    skills: any skill
    marks: any mark
    first: mark or none
event setup:
    for each side in sides: create piece as p with owner side, first tired
event shift by piece:
    piece.first becomes lame
    piece.first becomes bored
action drill by piece:
    during moves
    piece gains skill_ca
    piece gains proud during next turn
    shift by piece
before drill by piece when piece.first is bored: prevent
agenda turn:
    moves: for each piece in pieces: piece.owner acts in moves with piece, up to 1 times
    all: for each piece in pieces together: piece gains skill_bb
    coming:
        create piece as p with owner red, first lame
        discard p
        create piece as q with owner blue
    choosing: for each piece in pieces: piece.owner chooses piece.first from marks where it is not unseen or none
"""
# of cards that are hidden from others it is not noted which one was played
HANDS = """\
game hands:
    play turn by each side in turn up to 6 times
kind side, seats: red, blue
kind card: ace, king, queen, jack, ten, nine
    seen by holder
    seen by everyone when played
    holder: side or none
    played: flag
event setup:
    ace.holder becomes red
    king.holder becomes blue
    queen.holder becomes red
    jack.holder becomes blue
    ten.holder becomes red
    nine.holder becomes blue
agenda turn by side:
    playing: play by side
event play by side:
    side chooses card from cards where holder is side and not played
    reveals card
    card.played becomes true
"""


def both(game: str, seeds: range) -> None:
    program = program_of(game)
    machine, runner = machine_of(program), runner_of(program, counts=True)
    watch_tables(machine)
    watcher = Watcher(machine)
    assert runner is not None
    found = runner.many(seeds.start, len(seeds))
    assert [match.used for match in found] == [play_out(machine, seed, watcher=watcher)[1].used for seed in seeds]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_the_same_counts(game: str) -> None:
    both(game, range(2, 4) if "/" in game else range(2, 3))


@pytest.mark.parametrize("text", [GAME, BEARERS, HANDS], ids=["toss", "bearers", "hands"])
def test_what_happens_in_passing(text: str, tmp_path: Path) -> None:
    path = tmp_path / "demo.rules"
    path.write_text(text.replace("{skills}", ", ".join(f"skill_{a}{b}" for a in "abcdefgh" for b in "abcdefghij")), encoding="utf-8")
    both(str(path), range(12))


def test_simulations_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "toss.rules"
    path.write_text(GAME, encoding="utf-8")
    lot = {"": "random"}
    quick, slow = (simulate(str(path), 9, 1, bots=lot, cores=1, executor=how) for how in ("", "interpreted"))
    assert (quick["compiled"], slow["compiled"], quick["slowly"]) == (9, 0, "")
    assert quick["used"] == slow["used"] and quick["wins"] == slow["wins"]
    assert quick["used"] == simulate(str(path), 9, 1, bots=lot, cores=2)["used"]


def test_without_what_runs_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitre.interpreter.wasm.run.loader.host", lambda: None)
    found = simulate("tictactoe", 3, 1, bots={"": "random"}, cores=1)
    assert (found["compiled"], found["slowly"]) == (0, "wasmtime")


def test_where_wasmtime_has_no_library_it_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "wasmtime").mkdir()
    (tmp_path / "wasmtime" / "__init__.py").write_text("raise RuntimeError('unsupported architecture for wasmtime: abacus')")
    command = [sys.executable, "-m", "arbitre", "simulate", "tictactoe", "--matches", "3", "--cores", "1", "--side", "everyone=random"]
    root = str(Path(__file__).parents[3])
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{root}"}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("wasmtime") == 1 and "wasmtime" not in run.stderr


@pytest.mark.parametrize("scenario", ["Nearly gone", "lamed"])
def test_matches_that_begin_where_a_scenario_does(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "toss.rules"
    path.write_text(GAME, encoding="utf-8")
    quick, slow = (simulate(str(path), 9, 1, bots={"": "random"}, cores=1, scenario=scenario, executor=how) for how in ("", "interpreted"))
    assert (quick["compiled"], slow["compiled"]) == (9, 0)
    assert all(quick[key] == slow[key] for key in ("used", "wins", "decisions", "mean_turns"))  # type: ignore[literal-required]


def test_matches_of_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "toss.rules"
    path.write_text(
        GAME.replace("marks: any mark", "marks: any mark, kept").replace("life: 0 to 9 = 5", "life: 0 to 9 = 5, kept"), encoding="utf-8"
    )
    record: Kept = {"game": "toss", "kinds": {"piece": [{"row": 2, "life": 0, "marks": 4}]}}
    quick, slow, other = (
        simulate(str(path), 9, 1, bots={"": "random"}, cores=1, record=kept, executor=how)
        for how, kept in (("", record), ("interpreted", record), ("", None))
    )
    assert (quick["compiled"], slow["compiled"], quick["slowly"]) == (9, 0, "")
    assert all(quick[key] == slow[key] for key in ("used", "wins", "decisions", "mean_turns"))  # type: ignore[literal-required]
    assert quick["used"] != other["used"]
