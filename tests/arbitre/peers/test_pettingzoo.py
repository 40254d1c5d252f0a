"""Rulebooks as environments of PettingZoo and Gymnasium: their own tests hold, and arrays hold what a side sees and nothing else."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test

from arbitre import api
from arbitre.peers import pettingzoo
from arbitre.peers.actions import Actions

DEMO = str(Path(__file__).parents[1] / "demo.rules")
BLUFF = str(Path(__file__).parent / "bluff.rules")
ALONE = """\
game alone:
    title en "Alone" fr "Seul"
    play turn up to 5 times, then over
kind side, seats: climber
kind match:
    height: 0 to 9
let worth(side) = match.height
agenda turn:
    climbing:
        climber chooses how:
            quick:
                roll d6 as luck
                if luck is 1: nobody wins
                otherwise: match.height gains 2
            slow: match.height gains 1
    top:
        if match.height is 6 or more: climber wins
event over: nobody wins
"""


def holds(name: str, length: int, cycles: int) -> None:
    """The tests that PettingZoo runs on its own environments, of both kinds, twice with the same seed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice on what agents are called, and on observations that are not pictures
        for rewards in ("winning", "worth"):
            api_test(pettingzoo.env(name, max_cycles=length, rewards=rewards), num_cycles=cycles)
        seed_test(lambda: pettingzoo.env(name, max_cycles=length), num_cycles=cycles)
        parallel_api_test(pettingzoo.parallel_env(name, max_cycles=length), num_cycles=cycles)
        parallel_seed_test(lambda: pettingzoo.parallel_env(name, max_cycles=length), num_cycles=cycles)


@pytest.mark.parametrize(("name", "cycles"), [("tictactoe", 30), (DEMO, 20), (BLUFF, 20), ("backgammon", 8), ("tsewnart", 3)])
def test_their_own_tests_hold(name: str, cycles: int) -> None:
    holds(name, 20, cycles)


@pytest.mark.peers
@pytest.mark.parametrize("name", sorted(api.names()))
def test_their_own_tests_hold_in_every_game_of_the_library(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    holds(name, 60, 15)
    performance_benchmark(pettingzoo.env(name))
    assert "turns per second" in capsys.readouterr().out


def played(env: Any, seed: int) -> dict[str, float]:
    """Takes the first allowed action to the end; what each agent has won."""
    env.reset(seed=seed)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, stopped, _ = env.last()
        gained[agent] += reward
        assert env.observation_space(agent).contains(seen)
        env.step(None if ended or stopped else int(seen["action_mask"].argmax()))
    return gained


def test_a_match_is_won_and_lost() -> None:
    assert played(pettingzoo.env("tictactoe"), 1) == {"cross": 1.0, "nought": -1.0}
    env = pettingzoo.env("connect_four")
    assert sorted(played(env, 1).values()) == [-1.0, 1.0]
    assert played(env, 2) == played(env, 2)


@pytest.mark.parametrize("name", ["backgammon", "tsewnart"])
def test_dice_that_fall_together_are_those_that_fall_one_by_one(name: str) -> None:
    one, table = api.Node(api.load(name)), pettingzoo.Table(name, None, (), "winning", 100)
    assert pettingzoo.Table(name, None, (), "worth", 9).rules is table.rules  # loaded once for all that are there
    table.begin(5)
    rng, _ = seeding.np_random(5)
    for _ in range(20):
        while one.faces:
            one.fall(int(rng.integers(one.faces)))
        assert (one.history, one.key, one.asked) == (table.node.history, table.node.key, table.node.asked)
        side = one.questions[0].side
        option = next(iter(table.legal(side).items()))
        one.answer_together({side: option[1]})
        table.answer({side: option[0]})


def test_what_is_no_answer_ends_it() -> None:
    env = pettingzoo.env("tictactoe")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe("cross")["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.terminations == {"cross": True, "nought": True} and env.rewards == {"cross": -1.0, "nought": 0.0}
    assert env.infos["cross"]["illegal"] and not env.infos["nought"]["illegal"]


def test_arrays_say_what_stands_where() -> None:
    env = pettingzoo.env("tictactoe")
    env.reset(seed=1)
    names = env.table.actions.names
    env.step(names.index("(2, 1)"))
    found, at = {}, 0
    flat = env.observe("nought")["observation"]
    for part in env.parts():
        size = int(np.prod(part.shape))
        found[part.name], at = flat[at : at + size].reshape(part.shape), at + size
    assert at == len(flat)
    assert found["cell.owner"][1].tolist() == [1, 0] and found["cell.owner"].sum() == 1
    assert found["asked"].tolist() == [0, 1] and found["cell.there"].tolist() == [1] * 9


def test_an_array_holds_nothing_that_is_hidden() -> None:
    """Of two deals that differ in the hidden card alone, the one who may not see it observes the same, the other does not."""
    rules = api.load(BLUFF)
    table = pettingzoo.Table(BLUFF, None, (), "winning", 100)
    seen = {}
    for card in (0, 1):
        table.node = api.Node(rules)
        table.node.fall(card)
        seen[card] = {side: table.seen(side)["observation"].tolist() for side in table.sides}
    assert seen[0]["caller"] == seen[1]["caller"] and seen[0]["bettor"] != seen[1]["bettor"]


def test_options_that_only_the_question_names_have_free_numbers() -> None:
    actions = Actions(api.outline(api.load(BLUFF)))
    known = actions.names[0]
    found = actions.of(["?one", known, "?two", known])
    assert len(found) == 4 and sorted(found.values()) == [0, 1, 2, 3] and found[0] == 1 and list(found) == sorted(found)
    with pytest.raises(ValueError, match="more than"):
        actions.of([f"?{n}" for n in range(len(actions) + 1)])


def test_one_side_alone_is_an_environment_of_gymnasium(tmp_path: Path) -> None:
    (tmp_path / "alone.rules").write_text(ALONE, encoding="utf-8")
    env = pettingzoo.solo_env(tmp_path / "alone.rules", rewards="worth")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    slow, quick = (env.table.actions.names.index(name) for name in ("slow", "quick"))
    env.reset(seed=1)
    assert env.step(slow)[1:4] == (1.0, False, False)
    gains = [env.step(slow) for _ in range(4)]
    assert [gain for _, gain, *_ in gains] == [1.0, 1.0, 1.0, 0.0] and gains[-1][2]
    env.reset(seed=1)
    results = [env.step(quick) for _ in range(3)]
    assert results[-1][1:3] in ((1.0, True), (0.0, True)) or results[0][2] or results[1][2]
    with pytest.raises(ValueError, match="2 sides"):
        pettingzoo.solo_env("tictactoe")
    with pytest.raises(ValueError, match="worth"):
        pettingzoo.env("tictactoe", rewards="points")


@pytest.mark.parametrize("name", ["search.py", "agents.py", "records.py"])
def test_the_guide_shows_what_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both languages show the same program, and it runs."""
    docs = Path(__file__).parents[3] / "docs"
    pages = [(docs / lang / "guide" / "tools-of-the-field.md").read_text(encoding="utf-8") for lang in ("en", "fr")]
    one, two = (page.split(f'```python title="{name}"\n')[1].split("```")[0] for page in pages)
    assert one == two
    exec(compile(one, name, "exec"), {"__name__": "__main__"})
    said = capsys.readouterr().out.strip()
    if name == "records.py":
        assert said.startswith("{'white': 1, 'black': -1}") and "1. " in said
        return
    assert said == "[1.0, -1.0]" if name == "search.py" else sorted(eval(said).values()) == [-1.0, 1.0]
