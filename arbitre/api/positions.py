"""Matches as a program searches them."""

from __future__ import annotations

from arbitre.api.arguments import check_count, check_seed
from arbitre.api.rules import Rules
from arbitre.api.shapes import Game
from arbitre.interpreter.play import position
from arbitre.interpreter.play.position import Tally
from arbitre.opening.books import Refused

EXECUTORS = ("", "module", "closures")


class Position(position.Position):
    """A match between two answers, made to be copied, gone on with and played out as quickly as can be: for bots that look ahead.

    >>> now = Position(load(RULES), seed=4)
    >>> now.side, now.options, now.turn, now.ended
    ('red', 2, 1, False)
    >>> after = now.clone()
    >>> after.answer(0)
    >>> after.side, after == now, now.clone() == now
    ('blue', False, True)
    >>> found = now.playouts(100, seed=1)
    >>> found.matches, sum(found.wins.values()) + found.draws
    (100, 100)

    It goes on by itself until a side has a choice.  ``side`` (``seat``, by its number) has ``options`` answers, which :meth:`answer` takes
    by their positions from 0 on: those of :func:`pending`, in the same order.  ``ended``, ``over``, ``winners``, ``turn``: how it stands.
    ``clone(seed)``: a copy whose coming dice are others.  ``playouts(matches, seed)``: how it ends if all sides answer at random and the
    dice fall anew.  ``key`` are sixteen bytes, the same for equal positions (``==``, ``hash``); ``size``, the bytes one takes.

    All of it is looked at by whoever searches, hidden things too: whoever writes a fair bot for a game with secrets draws them afresh.
    It plays in the compiled executor where wasmtime runs; else, and where a match is too much for that, without it, the same but
    slowly (``executor="closures"`` asks for that).

    Raises:
        Refused: the seed is no whole number, or there is no such executor.
    """

    __slots__ = ("rules",)

    def __init__(self, rules: Rules, seed: int = 0, executor: str = "") -> None:
        check_seed(seed)
        if executor not in EXECUTORS:
            raise Refused("the executor is ‘module’ or ‘closures’")
        super().__init__(rules.machine, seed, executor)
        self.rules = rules

    def game(self) -> Game:
        """The whole match of it, with questions in words, views and a report.

        >>> now = Position(load(RULES), seed=4)
        >>> now.answer(0)
        >>> game = now.game()
        >>> game.digest == now.digest(), [(q.side, q.keys) for q in pending(game)]
        (True, [('blue', ('lunge', 'guard'))])

        One whose dice were changed on the way (``clone(seed)``) cannot be saved.
        """
        return Game(self.rules, self.match(trace=True))

    def playouts(self, matches: int = 1, seed: int = 0) -> Tally:
        """How the match ends if it is played to its end so often from here, every side at random and with other dice.

        The position stays where it is.  The seed says everything: match ``n`` is that of ``seed + n``.
        """
        check_count("matches", matches)
        check_seed(seed)
        return super().playouts(matches, seed)
