"""Matches as a program searches them."""

from __future__ import annotations

from arbitre.api.arguments import check_count, check_seed
from arbitre.api.rules import Rules
from arbitre.api.shapes import Game
from arbitre.interpreter.match.views import Shown, shown
from arbitre.interpreter.play import position
from arbitre.interpreter.play.tally import Tally
from arbitre.opening.books import Refused

EXECUTORS = ("", "compiled", "interpreted", "module", "closures")  # the last two are what the others were called before 0.1.0


class Position(position.Position):
    """A match between two answers, made to be copied, continued and played out as fast as possible: for bots that look ahead.

    It goes on by itself until a side has a choice.  A position sees everything, hidden things included: a fair bot for a game with
    secrets has to draw what its side may not know.  It plays in the compiled executor where wasmtime runs; otherwise, and where a match
    is too much for that, without it, with the same results but slowly.

    Attributes:
        side: Who is asked; ``seat`` is the same as a number.
        options (int): How many answers there are.  They are numbered from 0, in the order in which
            [`pending`][arbitre.api.pending] gives them.
        ended: True when nobody is asked any more.
        question (Asked): What is asked, with the names of the answers.
        over: True once the match has come to its end; one that was stopped after the most turns has not.
        winners: The sides that won.
        lost: True if everybody has lost.
        turn: How many turns have begun.
        key: Sixteen bytes, the same for equal positions (``==``, ``hash``).
        size: How many bytes a position takes.

    Args:
        rules: What is played.
        seed: Decides every die.
        executor: ``interpreted`` does without the compiled executor.

    Examples:
        >>> now = Position(load(RULES), seed=4)
        >>> now.side, now.options, now.turn, now.ended
        ('red', 2, 1, False)
        >>> now.question.decision, now.question.keys
        ('intent', ('lunge', 'guard'))
        >>> after = now.clone()
        >>> after.answer(0)
        >>> after.side, after == now, now.clone() == now
        ('blue', False, True)
        >>> found = now.playouts(100, seed=1)
        >>> found.matches, sum(found.wins.values()) + found.draws
        (100, 100)

    Raises:
        Refused: The seed is not a whole number, or there is no such executor.
    """

    __slots__ = ("rules",)

    def __init__(self, rules: Rules, seed: int = 0, executor: str = "") -> None:
        check_seed(seed)
        if executor not in EXECUTORS:
            raise Refused("the executor is ‘compiled’ or ‘interpreted’")
        super().__init__(rules.machine, seed, executor)
        self.rules = rules

    def game(self) -> Game:
        """The whole match, with questions in words, views and a report.

        One whose dice were changed on the way, by ``clone(seed)``, cannot be saved.

        Examples:
            >>> now = Position(load(RULES), seed=4)
            >>> now.answer(0)
            >>> game = now.game()
            >>> game.digest == now.digest(), [(q.side, q.keys) for q in pending(game)]
            (True, [('blue', ('lunge', 'guard'))])
        """
        return Game(self.rules, self.match(trace=True))

    def values(self, kind: str, field: str) -> dict[str, Shown]:
        """What a field holds for every row that there is, as it stands before what is under way: hidden things too.

        Args:
            kind: The name of a kind.
            field: The name of one of its fields.

        Returns:
            By the names of rows a number, yes or no, the name of a row (None for none) or a list of names, as
            [`view`][arbitre.api.view] shows it to the referee.

        Examples:
            >>> Position(load(RULES), seed=4).values("piece", "life")
            {'piece_1': 3, 'piece_2': 3}

        Raises:
            Refused: There is no such field.
        """
        machine, program = self.machine, self.machine.program
        column = next((c for c in program.fields if (program.domains[c.domain].name, c.name) == (kind, field)), None)
        if column is None or field.startswith("_"):
            raise Refused(f"no kind ‘{kind}’ has a field ‘{field}’")
        domain, held = program.domains[column.domain], self.column(column.index)
        there = self.column(domain.alive) if domain.dynamic else [1] * domain.size
        return {machine.row_key(domain.index, row): shown(machine, column, held[row]) for row in range(domain.size) if there[row]}

    def playouts(self, matches: int = 1, seed: int = 0) -> Tally:
        """Plays the match to its end from here many times, every side at random and with other dice.  The position stays where it is.

        Args:
            matches: How many times.
            seed: Match ``n`` is that of ``seed + n``.
        """
        check_count("matches", matches)
        check_seed(seed)
        return super().playouts(matches, seed)
