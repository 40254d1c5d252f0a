"""How matches end: won alone or together, drawn, lost by some, lost by all; the same in both executors."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arbitre import api
from arbitre.cli.main import cli
from arbitre.dsl.modules.loader import load
from arbitre.interpreter.play.position import Position
from arbitre.interpreter.play.scenario.scenarios import run_all
from arbitre.interpreter.play.simulate import simulate
from arbitre.interpreter.wasm.run.loader import asked_for
from arbitre.story.story import Story

GAME = """\
game raft:
    title en "Raft" fr "Radeau"
    play turn up to 3 times, then landing
kind camp: crew, guests
    title en "Camp" fr "Camp"
kind sailor, seats: ann, bob, cid
    title en "Sailor" fr "Marin"
    camp: camp
table of sailor:
    name | camp   | en    | fr
    ann  | crew   | "Ann" | "Ann"
    bob  | crew   | "Bob" | "Bob"
    cid  | guests | "Cid" | "Cid"
event landing: nobody wins
agenda turn:
    drifting:
        ann chooses end:
            sunk: everyone loses
            thrown_in: ann loses
            crew_lost: crew loses
            drawn: nobody wins
            saved: everyone wins
            crew_saved: crew wins
"""
ENDS = {  # who has won, whether all have lost, and how each stands
    "sunk": ([], True, (-1, -1, -1)),
    "thrown_in": (["bob", "cid"], False, (-1, 1, 1)),
    "crew_lost": (["guests"], False, (-1, -1, 1)),
    "drawn": ([], False, (0, 0, 0)),
    "saved": (["ann", "bob", "cid"], False, (1, 1, 1)),
    "crew_saved": (["crew"], False, (1, 1, -1)),
}
SAID = {
    "sunk": ("Everybody loses.", "Tout le monde perd."),
    "thrown_in": ("Bob and Cid win.", "Bob et Cid gagnent."),
    "drawn": ("Nobody wins.", "Personne ne gagne."),
}


def game_file(folder: Path, more: str = "") -> Path:
    file = folder / "raft.rules"
    file.write_text(GAME + more, encoding="utf-8")
    return file


@pytest.mark.parametrize("end", ENDS)
def test_every_end_is_a_result_of_its_own(tmp_path: Path, end: str) -> None:
    rules = api.load(game_file(tmp_path))
    won, lost, stands = ENDS[end]
    for executor in ("", "interpreted"):
        position = Position(rules.machine, 1, executor)
        position.answer(list(ENDS).index(end))
        assert (position.over, position.winners, position.lost) == (True, won, lost)
        tally = position.playouts(2)
        assert (tally.draws, tally.lost) == (2 * (not won and not lost), 2 * lost)
    game = api.start(rules)
    api.answer(game, api.pending(game)[0], end)
    assert (game.winners, game.lost) == (won, lost)
    assert api.view(game)["lost"] == lost
    node = api.Node(rules)
    node.answer(list(ENDS).index(end))
    assert tuple(node.results.values()) == stands
    for lang, said in zip(("en", "fr"), SAID.get(end, ()), strict=False):
        assert Story(game.match, lang).ending() == said


def test_matches_that_all_lose_are_counted_apart_from_draws(tmp_path: Path) -> None:
    file = str(game_file(tmp_path))
    quick, slow = (simulate(file, 200, cores=1, watched=False, executor=executor) for executor in ("", "interpreted"))
    assert quick["lost"] == slow["lost"] > 10 and quick["draws"] == slow["draws"] > 10
    assert quick["lost"] + quick["draws"] < 200
    assert quick["intervals"]["lost"] == slow["intervals"]["lost"]


@pytest.mark.parametrize("executor", ["compiled", "interpreted"])
def test_bots_would_rather_draw_than_lose_together(tmp_path: Path, executor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = game_file(tmp_path)
    text = file.read_text(encoding="utf-8")
    for gone in ("saved: everyone wins", "crew_saved: crew wins"):
        text = text.replace(f"            {gone}\n", "", 1)
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("ARBITRE_EXECUTOR", executor)
    found = simulate(str(file), 20, bots={"": "greedy"}, cores=1, watched=False)
    assert (found["draws"], found["lost"], found["wins"]) == (20, 0, {})


@pytest.mark.parametrize(("claim", "holds"), [
    ("everyone loses", {"sunk"}), ("nobody wins", {"drawn"}), ("ann loses", {"thrown_in"}), ("crew loses", {"crew_lost"}),
    ("not everyone loses", {"thrown_in", "crew_lost", "drawn", "saved", "crew_saved"}), ("everyone wins", {"saved"}),
])  # fmt: skip
def test_scenarios_expect_who_loses(tmp_path: Path, claim: str, holds: set[str]) -> None:
    scenarios = "".join(
        f'scenario "{end}":\n    title fr "{end} !"\n    ann chooses {end}\n    play turn\n    expect {claim}\n' for end in ENDS
    )
    opened = load(str(game_file(tmp_path, scenarios)), scenarios=True)
    assert {found.name for found in run_all(opened) if found.ok} == holds


@pytest.mark.parametrize(("former", "now"), [("module", "compiled"), ("closures", "interpreted")])
def test_executors_go_by_their_former_names_too(former: str, now: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["simulate", str(game_file(tmp_path)), "--matches", "2", "--executor"]
    done = CliRunner().invoke(cli, [*command, former])
    assert done.exit_code == 0, done.output
    assert asked_for(former) == now
    monkeypatch.setenv("ARBITRE_EXECUTOR", former)
    assert asked_for() == now
