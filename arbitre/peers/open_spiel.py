"""Every rulebook as a game of OpenSpiel.

``load("path or name")`` gives a ``pyspiel.Game``; once this is imported, ``pyspiel.load_game("arbitre(rules=...)")`` does, too.
A state is a node of the match (:class:`arbitre.api.Node`): sides that choose (one at a time, or with ``simultaneous`` together where the
rules ask them together), each die, draw and lot as a chance node of its own.

* Actions are numbered by the keys that answer questions (:class:`arbitre.peers.actions.Actions`), the same in every state.
* The information state of a side is all that it has seen, been told, asked and answered (:meth:`arbitre.api.Node.known`), and nothing else.
* The observation is what it sees now, as text or as the arrays of :mod:`arbitre.peers.arrays`.
* Of two sides the winner gets 1 and the other -1; in a draw, or where both win or lose, both 0.  With more sides, or with
  ``zero_sum=False``, each that wins gets 1, each that loses -1 (all of them if all have lost), and 0 in a draw.
* A match that lasts more than ``max_game_length`` answers is stopped there, as a draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from arbitre.api import Node, Outline, Question, outline
from arbitre.api import load as load_rules
from arbitre.api.rules import load_shared
from arbitre.peers.actions import Actions
from arbitre.peers.arrays import Arrays

SPECTATOR, LENGTH = "spectator", 10_000
NAMES = {False: "arbitre", True: "arbitre_simultaneous"}
PARAMETERS = {"rules": "", "options": "", "extensions": "", "max_game_length": LENGTH, "zero_sum": True}


def load(
    rules: str, options: Mapping[str, object] | None = None, extensions: Sequence[str] = (), simultaneous: bool = False,
    max_game_length: int = LENGTH, zero_sum: bool = True,
) -> pyspiel.Game:  # fmt: skip
    """A rulebook, by its name or its path, as a game of OpenSpiel.

    Raises:
        NotFound, BadOption, RulesError: as :func:`arbitre.api.load`.
    """
    load_rules(rules, {k: v if isinstance(v, (bool, int)) else str(v) for k, v in (options or {}).items()}, list(extensions))
    said = ";".join(f"{name}:{str(value).lower() if isinstance(value, bool) else value}" for name, value in (options or {}).items())
    return pyspiel.load_game(NAMES[simultaneous], {"rules": rules, "options": said, "extensions": ";".join(extensions),
                                                   "max_game_length": max_game_length, "zero_sum": zero_sum})  # fmt: skip


def type_of(simultaneous: bool, found: Outline | None = None, title: str = "", zero_sum: bool = True) -> pyspiel.GameType:
    """What OpenSpiel is told of a game; without one, what is registered for all of them."""
    kinds = pyspiel.GameType
    sides = len(found.sides) if found is not None else 0
    perfect = found is not None and not found.hides
    chance = found is None or found.faces > 1
    return kinds(
        short_name=NAMES[simultaneous],
        long_name=title or "Games of Arbitre",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if perfect else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum and sides == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=sides or 64,
        min_num_players=sides or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=dict(PARAMETERS),
        default_loadable=False,
    )


class ArbitreGame(pyspiel.Game):  # type: ignore[misc]
    """A rulebook; ``params`` as the names of :data:`PARAMETERS`, options as ``name:value;name:value``, extensions divided by ``;``."""

    simultaneous = False

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        said = {**PARAMETERS, **(params or {})}
        options = dict(one.split(":", 1) for one in said["options"].split(";") if one)
        # OpenSpiel loads a game anew for each state that it reads back.
        self.loaded = load_shared(said["rules"], options, [one for one in said["extensions"].split(";") if one])
        rules = self.loaded.rules
        self.rules, self.outline = rules, outline(rules)
        self.zero_sum = bool(said["zero_sum"]) and len(self.outline.sides) == 2
        self.length = int(said["max_game_length"])
        self.actions, self.arrays = Actions(self.outline), Arrays(self.outline)
        self.roots: dict[bool, Node] = {}
        kind = type_of(self.simultaneous, self.outline, rules.title.within("en") or rules.name, self.zero_sum)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions), max_chance_outcomes=self.outline.faces if self.outline.faces > 1 else 0,
            num_players=len(self.outline.sides), min_utility=-1.0, max_utility=1.0, utility_sum=0.0 if self.zero_sum else None,
            max_game_length=self.length,
        )  # fmt: skip
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> ArbitreState:
        """The match, up to its first question or die."""
        return ArbitreState(self)

    def root(self, remembers: bool) -> Node:
        """The match as it begins."""
        if remembers not in self.roots:
            self.roots[remembers] = Node(self.rules, remembers)
        return self.roots[remembers].clone()

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ArbitreObserver:
        """What somebody knows, or sees, of states."""
        return ArbitreObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SimultaneousGame(ArbitreGame):
    """The same, where sides that are asked together answer together."""

    simultaneous = True


Step = int | dict[str, int]  # a face, or answers by side


class Play:
    """All that a state holds: the node, and how it was come to.  A copy of it goes on by itself; written down, it is played again."""

    def __init__(self, game: ArbitreGame) -> None:
        self.game, self.node = game, game.root(False)
        self.steps: tuple[Step, ...] = ()
        self.length = 0
        self.legal: list[tuple[int, Question, dict[int, int]]] | None = None

    def __deepcopy__(self, _: object) -> Play:
        other = object.__new__(Play)
        other.game, other.node, other.steps = self.game, self.node.clone(), self.steps
        other.length, other.legal = self.length, self.legal
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return played, (str(self.game), self.steps)

    def take(self, step: Step) -> None:
        """A die falls, or sides answer."""
        go_on(self.node, step)
        self.steps = (*self.steps, step)
        self.length += not isinstance(step, int)
        self.legal = None

    def questions(self) -> list[tuple[int, Question, dict[int, int]]]:
        """Who is asked now, each with the question and its actions: the first alone, or each side's first where they answer together."""
        if self.legal is None:
            found: dict[str, tuple[int, Question, dict[int, int]]] = {}
            for question in self.node.questions:
                if question.side not in found:
                    player = self.game.outline.sides.index(question.side)
                    found[question.side] = (player, question, self.game.actions.asked(question))
                if not self.game.simultaneous:
                    break
            self.legal = list(found.values())
        return self.legal

    @property
    def ended(self) -> bool:
        """Is the match over, or stopped?"""
        return self.node.ended or (self.length >= self.game.length and not self.node.faces)

    def remembering(self) -> Node:
        """The node, with what sides know; until somebody asks for that it is not noted, and the match is then gone through again."""
        if self.node.memory is None:
            self.node = self.game.root(True)
            for step in self.steps:
                go_on(self.node, step)
        return self.node


def go_on(node: Node, step: Step) -> None:
    """One step of a match."""
    if isinstance(step, int):
        node.fall(step)
    else:
        node.answer_together(step)


def played(game: str, steps: tuple[Step, ...]) -> Play:
    """A match played again."""
    play = Play(pyspiel.load_game(game))
    for step in steps:
        play.take(step)
    return play


class ArbitreState(pyspiel.State):  # type: ignore[misc]
    """A node of the match (``play.node``)."""

    def __init__(self, game: ArbitreGame) -> None:
        super().__init__(game)
        self.play = Play(game)

    # ------------------------------------------------------------------------------------ as it stands

    def current_player(self) -> int:
        """Who is asked: a player, chance, several players together, or nobody any more."""
        if self.play.ended:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.play.node.faces:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.play.questions()
        return int(pyspiel.PlayerId.SIMULTANEOUS) if len(asked) > 1 else asked[0][0]

    def is_terminal(self) -> bool:
        """Is the match over, or stopped?"""
        return self.play.ended

    def _legal_actions(self, player: int) -> list[int]:
        return next((list(actions) for asked, _, actions in self.play.questions() if asked == player), [])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, each as likely as the others."""
        faces = self.play.node.faces
        return [(face, 1.0 / faces) for face in range(faces)]

    def returns(self) -> list[float]:
        """What each player has won."""
        results, game = self.play.node.results, self.play.game
        found = [float(results.get(side, 0)) for side in game.outline.sides]
        if game.zero_sum:
            return [(found[0] - found[1]) / 2, (found[1] - found[0]) / 2]
        return found

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.play.node.thrown_for or 'lot'} {action + 1} of {self.play.node.faces}"
        for asked, question, actions in self.play.questions():
            if asked == player and action in actions:
                return f"{question.decision}: {question.keys[actions[action]]}"
        return self.play.game.actions.names[action]

    def __str__(self) -> str:
        node = self.play.node
        asked = " ".join(f"{side}/{options}" for side, options in node.asked)
        return f"turn {node.turn} {asked or f'd{node.faces}'} {node.key}"

    # ------------------------------------------------------------------------------------ going on

    def _apply_action(self, action: int) -> None:
        if self.play.node.faces:
            self.play.take(action)
        else:
            _, question, actions = self.play.questions()[0]
            self.play.take({question.side: actions[action]})

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.play.take({question.side: legal[actions[player]] for player, question, legal in self.play.questions()})


class ArbitreObserver:
    """What players know (with perfect recall) or see: of each as one viewer, or only what everybody or only the player himself does."""

    def __init__(self, game: ArbitreGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        self.kind, self.game = kind, game
        self.everybody = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not kind.perfect_recall and kind.public_info:
            self.tensor, self.dict = game.arrays.empty()

    def viewer(self, player: int) -> str:
        """Whose eyes these are: a player's, or everybody's; those of the referee where all private things are to be seen."""
        if self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return "referee"
        return SPECTATOR if self.everybody else self.game.outline.sides[player]

    def set_from(self, state: ArbitreState, player: int) -> None:
        """The arrays as they are for that player."""
        if self.tensor is not None:
            play = state.play
            self.game.arrays.fill(self.dict, play.node, self.viewer(player), [question for _, question, _ in play.questions()])

    def string_from(self, state: ArbitreState, player: int) -> str:
        """What that player knows, or sees, in lines."""
        node = state.play.remembering() if self.kind.perfect_recall else state.play.node
        look = node.known if self.kind.perfect_recall else node.looks
        if self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            found = "\n".join(f"{side}:\n{look(side)}" for side in self.game.outline.sides)
        else:
            found = look(self.viewer(player))
        if self.kind.public_info:
            return found
        if self.everybody:
            return ""
        known = set(look(SPECTATOR).splitlines())
        return "\n".join(line for line in found.splitlines() if line not in known)


pyspiel.register_game(type_of(False), ArbitreGame)
pyspiel.register_game(type_of(True), SimultaneousGame)
