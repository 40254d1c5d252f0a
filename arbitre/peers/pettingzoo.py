"""Every rulebook as an environment of PettingZoo, and of Gymnasium where one side plays.

``env("path or name")`` is an AEC environment: sides answer one after the other, as they are asked.  ``parallel_env`` is one in which all
sides act at each step: those that are asked answer, the others' actions say nothing.

* Actions are numbered by the keys that answer questions (:class:`arbitre.peers.actions.Actions`), the same in every match.
* An observation is ``{"observation": ..., "action_mask": ...}``: the arrays of :mod:`arbitre.peers.arrays`, one after the other, whose
  places ``parts(agent)`` tells; and a 1 for each action that answers now.  Who is asked nothing has a mask of 0 everywhere; in a parallel
  environment one with a 1 for the action ``done``, which then says nothing.
* A reward is 1 for who has won, -1 for who has lost, also with all, 0 in a draw.  With ``rewards="worth"`` it is what the rulebook's
  value ``worth`` has risen by since the side's last answer, and the same at the end.
* An action that answers nothing ends the match: its side loses 1, the others nothing, and ``info["illegal"]`` tells it.
* Dice fall as the seed of ``reset`` says.  A match that lasts more than ``max_cycles`` answers is truncated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import Env, spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from arbitre.api import Node, outline
from arbitre.api.nodes import throw_all
from arbitre.api.rules import load_shared
from arbitre.peers.actions import Actions
from arbitre.peers.arrays import Arrays, Part

LENGTH = 10_000
WINNING, WORTH = "winning", "worth"
Options = Mapping[str, str | int | bool]
Seen = dict[str, Any]


class Table:
    """A match that is played with dice of a seed, as both kinds of environment need it."""

    def __init__(self, rules: str | Path, options: Options | None, extensions: Sequence[str], rewards: str, max_cycles: int) -> None:
        if rewards not in (WINNING, WORTH):
            raise ValueError(f"rewards are ‘{WINNING}’ or ‘{WORTH}’, not {rewards!r}")
        self.loaded = load_shared(rules, options, extensions)  # environments are made many at a time
        self.rules = self.loaded.rules
        self.outline, self.rewards, self.most = outline(self.rules), rewards, max_cycles
        self.actions, self.arrays = Actions(self.outline), Arrays(self.outline)
        self.sides = list(self.outline.sides)
        low = np.concatenate([np.full(int(np.prod(part.shape)), part.low, np.float32) for part in self.arrays.parts])
        high = np.concatenate([np.full(int(np.prod(part.shape)), part.high, np.float32) for part in self.arrays.parts])
        self.space = spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32),
                                  "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8)})  # fmt: skip
        self.root: Node | None = None
        self.rng: Any = None

    def begin(self, seed: int | None) -> None:
        """A new match; without a seed its dice go on where the last one's stopped."""
        if seed is not None or self.rng is None:
            self.rng, _ = seeding.np_random(seed)
        self.root = self.root or Node(self.rules)
        self.node, self.answers = self.root.clone(), 0
        self.illegal: set[str] = set()
        self.throw()
        self.stood = {side: self.worth(side) for side in self.sides}

    def throw(self) -> None:
        """Dice fall, until somebody is asked."""
        throw_all(self.node, lambda faces: int(self.rng.integers(faces)))

    def worth(self, side: str) -> int:
        """How well a side stands, as the rulebook says, as long as the match is not over."""
        return self.node.worth(side) if self.rewards == WORTH and not self.node.over else 0

    def gains(self) -> dict[str, float]:
        """What each side has won since this was asked last."""
        if self.illegal:
            return {side: -1.0 if side in self.illegal else 0.0 for side in self.sides}
        results = self.node.results
        found = {side: float(results.get(side, 0)) for side in self.sides}
        if self.rewards == WORTH and not self.node.over:
            for side in self.sides:
                before, self.stood[side] = self.stood[side], self.worth(side)
                found[side] += self.stood[side] - before
        return found

    def answer(self, given: Mapping[str, int]) -> None:
        """Answers of sides that are asked, by the numbers of actions; dice fall after them.  What is no answer ends it."""
        legal = {side: self.legal(side) for side in given}
        self.illegal = {side for side, action in given.items() if action not in legal[side]}
        if not self.illegal:
            self.node.answer_together({side: legal[side][action] for side, action in given.items()})
            self.answers += 1
            self.throw()

    @property
    def ended(self) -> bool:
        """Is the match over, by the rules or by what is no answer?"""
        return self.node.over or bool(self.illegal)

    @property
    def stopped(self) -> bool:
        """Was it stopped before it was over?"""
        return not self.ended and (self.node.ended or self.answers >= self.most)

    def legal(self, side: str) -> dict[int, int]:
        """The actions that answer the first question of a side, each with the position of its option."""
        question = next((q for q in self.node.questions if q.side == side), None)
        return self.actions.asked(question) if question is not None else {}

    def asked(self) -> list[str]:
        """The sides that are asked, each once."""
        return list(dict.fromkeys(side for side, _ in self.node.asked))

    def seen(self, side: str, idle: int | None = None) -> Seen:
        """What a side observes; ``idle``: the action that stands for no answer."""
        flat, named = self.arrays.empty()
        self.arrays.fill(named, self.node, side, self.node.questions)
        mask = np.zeros(len(self.actions), np.int8)
        mask[list(self.legal(side))] = 1
        if idle is not None and not mask.any():
            mask[idle] = 1
        return {"observation": flat, "action_mask": mask}

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rules.name


class _Common:
    """What both kinds of environment have: ``render`` gives what the referee sees, in lines."""

    table: Table

    def parts(self) -> tuple[Part, ...]:
        """What stands where in an observation: its arrays, in their order, each with its name and its shape."""
        return self.table.arrays.parts

    def observation_space(self, agent: str) -> Any:
        return self.table.space

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def _prepare(self) -> None:
        self.possible_agents = self.table.sides[:]
        self.metadata = {"name": f"arbitre_{self.table.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self._spaces = {side: spaces.Discrete(len(self.table.actions)) for side in self.possible_agents}
        self.action_spaces = dict(self._spaces)
        self.observation_spaces = {side: self.table.space for side in self.possible_agents}

    def render(self) -> str:
        return self.table.node.looks("referee")

    def close(self) -> None:
        """Nothing is held open."""


class ArbitreAEC(_Common, AECEnv[str, Seen, int]):  # type: ignore[misc]
    """Sides answer one after the other."""

    metadata: dict[str, Any] = {"name": "arbitre", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode: str | None = None

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        self.table, self.render_mode = table, render_mode
        self._prepare()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.table.node.ended)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self.agent_selection = self._next()

    def _next(self) -> str:
        asked = self.table.asked()
        return asked[0] if asked else self.agents[0]

    def observe(self, agent: str) -> Seen:
        return self.table.seen(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.table.answer({agent: int(action)})
        self.rewards = {side: gain for side, gain in self.table.gains().items() if side in self.agents}
        self.terminations = dict.fromkeys(self.agents, self.table.ended)
        self.truncations = dict.fromkeys(self.agents, self.table.stopped)
        if self.table.illegal:
            self.infos = {side: {"illegal": side in self.table.illegal} for side in self.agents}
        self.agent_selection = self._next()
        self._accumulate_rewards()


class ArbitreParallel(_Common, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All sides act at each step: those that are asked answer."""

    metadata: dict[str, Any] = {"name": "arbitre", "render_modes": ["ansi"]}
    render_mode: str | None = None

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        self.table, self.render_mode = table, render_mode
        self._prepare()
        self.idle = table.actions.numbers["done"]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Seen], dict[str, Any]]:
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        self.table.answer({side: int(actions[side]) for side in self.table.asked() if side in actions})
        gains = {side: gain for side, gain in self.table.gains().items() if side in self.agents}
        ended, stopped = dict.fromkeys(self.agents, self.table.ended), dict.fromkeys(self.agents, self.table.stopped)
        out = self._seen(), gains, ended, stopped, self._infos()
        if self.table.ended or self.table.stopped:
            self.agents = []
        return out

    def _seen(self) -> dict[str, Seen]:
        return {side: self.table.seen(side, self.idle) for side in self.agents}

    def _infos(self) -> dict[str, Any]:
        asked = self.table.asked()
        return {side: {"asked": side in asked, "illegal": side in self.table.illegal} for side in self.agents}


class ArbitreSolo(Env[Seen, int]):
    """One side plays: an environment of Gymnasium.  Its mask is part of the observation, and ``info["action_mask"]``."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        if len(table.sides) != 1:
            raise ValueError(f"{table.name} is played by {len(table.sides)} sides: this is for games of one")
        self.table, self.render_mode, self.side = table, render_mode, table.sides[0]
        self.observation_space = table.space
        self.action_space: Any = spaces.Discrete(len(table.actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.table.begin(seed)
        seen = self.table.seen(self.side)
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        self.table.answer({self.side: int(action)})
        seen, info = self.table.seen(self.side), {"illegal": bool(self.table.illegal)}
        gain, ended, stopped = self.table.gains()[self.side], self.table.ended, self.table.stopped
        return seen, gain, ended, stopped, {"action_mask": seen["action_mask"], **info}

    def render(self) -> str:
        return self.table.node.looks("referee")


def env(
    rules: str | Path, options: Options | None = None, extensions: Sequence[str] = (), rewards: str = WINNING, max_cycles: int = LENGTH,
    render_mode: str | None = None,
) -> ArbitreAEC:  # fmt: skip
    """A rulebook, by its name or its path, as an AEC environment.

    Raises:
        NotFound, BadOption, RulesError: as :func:`arbitre.api.load`.
        ValueError: there are no such rewards.
    """
    return ArbitreAEC(Table(rules, options, extensions, rewards, max_cycles), render_mode)


def parallel_env(
    rules: str | Path, options: Options | None = None, extensions: Sequence[str] = (), rewards: str = WINNING, max_cycles: int = LENGTH,
    render_mode: str | None = None,
) -> ArbitreParallel:  # fmt: skip
    """The same as a parallel environment."""
    return ArbitreParallel(Table(rules, options, extensions, rewards, max_cycles), render_mode)


def solo_env(
    rules: str | Path, options: Options | None = None, extensions: Sequence[str] = (), rewards: str = WINNING, max_cycles: int = LENGTH,
    render_mode: str | None = None,
) -> ArbitreSolo:  # fmt: skip
    """A rulebook for one side as an environment of Gymnasium."""
    return ArbitreSolo(Table(rules, options, extensions, rewards, max_cycles), render_mode)
