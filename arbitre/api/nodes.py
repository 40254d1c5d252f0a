"""Matches as trees: every decision and every die is a node of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b

from arbitre.api.arguments import Side
from arbitre.api.game import questions_of
from arbitre.api.outline import outline
from arbitre.api.rules import Rules
from arbitre.api.shapes import Game, Question
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.views import View, viewer_of
from arbitre.interpreter.match.views import view as seen
from arbitre.interpreter.play.bots.bots import stands
from arbitre.interpreter.state.dice import Continued, Fallen
from arbitre.interpreter.state.errors import AnswerError
from arbitre.interpreter.state.visibility import REFEREE, SPECTATOR, Viewer
from arbitre.opening.books import Refused
from arbitre.story.knowledge import Memory, looks


class Node:
    """A match between two things that happen to it, an answer or a die: for programs that walk the whole tree.

    It goes on by itself until a side has a choice (``questions``) or a die is to be rolled (``faces``, all equally likely); draws,
    shuffles and ties broken at random count as dice.  A node is made of what happened before it, its answers and dice: there is no seed.

    Args:
        rules: What is played.
        remembers: True to keep what every side knows, for [`known`][arbitre.api.Node.known]; it takes time.

    Examples:
        >>> now = Node(load(RULES))
        >>> [(q.side, q.keys) for q in now.questions]
        [('red', ('lunge', 'guard')), ('blue', ('lunge', 'guard'))]
        >>> now.answer(0); now.answer(0); now.faces
        6
        >>> after = now.clone()
        >>> after.fall(3)
        >>> after.history
        (0, 0, 3)

    Raises:
        RulebookError: A rule cannot be carried out.
    """

    __slots__ = ("dice", "hides", "history", "match", "memory", "rules")

    def __init__(self, rules: Rules, remembers: bool = False) -> None:
        self.rules, self.dice, self.hides = rules, Fallen(), outline(rules).hides
        self.match = Match(rules.machine, 0, dice=self.dice, trace=remembers, start=False)
        self.memory: Memory | None = Memory() if remembers else None
        self.history: tuple[int, ...] = ()
        self.match.begin()
        self._note()

    # ------------------------------------------------------------------------------------ how it stands

    @property
    def faces(self) -> int:
        """How many faces the die has that is to be rolled now; 0 if none is."""
        return self.match.unthrown.size if self.match.unthrown is not None else 0

    @property
    def thrown_for(self) -> str:
        """What that die is rolled for, as the rulebook calls it."""
        return self.match.unthrown.label if self.match.unthrown is not None else ""

    @property
    def questions(self) -> list[Question]:
        """The open questions; several where sides choose at the same time.  They are answered from the first on, or together."""
        return questions_of(self.match)

    @property
    def asked(self) -> list[tuple[Side, int]]:
        """For each open question, who is asked and how many options there are."""
        return [(self.match.seat_name(r.seat), len(r.options)) for r in self.match.requests]

    @property
    def ended(self) -> bool:
        """True when there is nothing left to answer or to roll."""
        return not self.match.requests and self.match.unthrown is None

    @property
    def over(self) -> bool:
        """True once the match has come to its end; one that was stopped after the most turns has not."""
        return self.match.over

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.match.turn

    @property
    def sides(self) -> list[Side]:
        """The sides, in the order of the rulebook."""
        return [self.match.seat_name(seat) for seat in self.match.seats()]

    @property
    def results(self) -> dict[Side, int]:
        """For each side 1 if it has won, alone or with others, -1 if it has lost; 0 in a draw, and until the match is over."""
        return {self.match.seat_name(seat): stands(self.match, seat) for seat in self.match.seats()}

    def worth(self, side: Side) -> int:
        """How well a side stands, by the rulebook's value ``worth``; a very large number if it has won, the negative of that if it lost."""
        from arbitre.interpreter.play.bots.bots import worth

        return worth(self.match, self._seat(side))

    def view(self, viewer: Side = REFEREE) -> View:
        """What a side, a ``spectator`` or the ``referee`` sees at this point, as [`view`][arbitre.api.view] gives it."""
        with self.match.at_question():
            return seen(self.match, self._viewer(viewer))

    def looks(self, viewer: Side = SPECTATOR) -> str:
        """What ``view`` gives and what the viewer is asked, as lines of text."""
        with self.match.at_question():
            return "\n".join(looks(self.match, self._viewer(viewer)))

    def known(self, viewer: Side = SPECTATOR) -> str:
        """All that a side (or a ``spectator``) has seen, been told and answered so far, line by line, in that order.

        It is the same for two matches that differ only in what the viewer may not know, and nothing in it is ever forgotten.

        Examples:
            >>> now = Node(load(RULES), remembers=True)
            >>> other = now.clone()
            >>> now.answer(0); other.answer(1)
            >>> now.known("blue") == other.known("blue"), now.known("red") == other.known("red")
            (True, False)

        Raises:
            Refused: The node was made without ``remembers``, or there is no such viewer.
        """
        if self.memory is None:
            raise Refused("a node remembers what sides know only if it is made with ‘remembers’")
        return "\n".join(self.memory.lines(self._viewer(viewer)))

    def game(self) -> Game:
        """The match at this point, for views and reports."""
        return Game(self.rules, self.clone().match)

    @property
    def key(self) -> str:
        """A fingerprint, equal for equal nodes: of the state, and of what was answered and rolled in the statement that waits."""
        given = sorted(self.match.answers.given.items())
        waiting = (given, self.dice.faces[self.match.state.rolls :], self.faces)
        return blake2b(repr((self.match.digest(), waiting)).encode(), digest_size=16).hexdigest()

    # ------------------------------------------------------------------------------------ going on

    def answer(self, option: int) -> None:
        """Answers the first open question.

        Args:
            option: The position of the option, counted from 0.

        Raises:
            AnswerError: There is no question, or no such option.
            RulebookError: A rule cannot be carried out; the node cannot be used afterwards.
        """
        if not self.match.requests:
            raise AnswerError("over", "nothing is asked")
        self.answer_together({self.match.seat_name(self.match.requests[0].seat): option})

    def answer_together(self, options: Mapping[Side, int]) -> None:
        """Answers the questions of several sides at once: for each side the first one it is asked.

        Args:
            options: The position of the option by side, counted from 0.

        Raises:
            AnswerError: A side is not asked anything, or there is no such option.
            RulebookError: A rule cannot be carried out; the node cannot be used afterwards.
        """
        taken = []
        for side, option in options.items():
            request = next((r for r in self.match.requests if self.match.seat_name(r.seat) == side), None)
            if request is None:
                raise AnswerError("foreign", "nothing is asked of that side")
            if not 0 <= option < len(request.options):
                raise AnswerError("illegal", "there is no such option")
            taken.append((request, option))
        if self.memory is not None:
            self.memory = self.memory.answered(taken)
        self.history = (*self.history, *options.values())
        self.match.answer_all(taken)
        self._note()

    def fall(self, face: int) -> None:
        """Lets the die fall.

        Args:
            face: From 0 to ``faces`` - 1.

        Raises:
            AnswerError: No die is to be rolled, or it has no such face.
            RulebookError: A rule cannot be carried out; the node cannot be used afterwards.
        """
        if not 0 <= face < self.faces:
            raise AnswerError("illegal", "no such die is to be thrown")
        self.history = (*self.history, face)
        self._fallen(Fallen((*self.dice.faces, face)))

    def _fallen(self, dice: Fallen) -> None:
        """Goes on with these dice."""
        self.dice = self.match.dice = self.match.run.dice = dice
        self.match.unthrown = None
        self.match.run.steps = 0
        self.match.go_on()
        self._note()

    def clone(self) -> Node:
        """A copy that goes on by itself."""
        other = object.__new__(Node)
        other.rules, other.dice, other.hides = self.rules, self.dice, self.hides
        other.history, other.memory = self.history, self.memory
        other.match = self.match.clone(trace=self.memory is not None)
        if other.match.run.log is not None:
            other.match.run.log += self.match.run.log or []
        other.match.midway, other.match.abandoned, other.match.shared = self.match.midway, self.match.abandoned, self.match.shared
        return other

    __copy__ = clone

    def __deepcopy__(self, _: object) -> Node:
        return self.clone()

    def _note(self) -> None:
        if self.memory is not None and self.match.unthrown is None:
            self.memory = self.memory.noted(self.match, self.hides)

    def _viewer(self, name: Side) -> Viewer:
        try:
            return viewer_of(self.match, name)
        except KeyError as error:
            raise Refused(str(error.args[0])) from None

    def _seat(self, name: Side) -> int:
        viewer = self._viewer(name)
        if not isinstance(viewer, int):
            raise Refused(f"‘{name}’ is no side")
        return viewer


def throw_all(node: Node, draw: Callable[[int], int]) -> None:
    """Lets dice fall until somebody is asked, each as ``draw`` says for so many faces: a statement is done again once, not for each die.

    Raises:
        RulebookError: A rule cannot be carried out; the node cannot be used afterwards.
    """
    if not node.faces:
        return
    known = node.dice.faces
    drawn = Continued(known, draw)
    node._fallen(drawn)
    node.dice = node.match.dice = node.match.run.dice = Fallen(drawn.faces)
    node.history = (*node.history, *drawn.faces[len(known) :])
