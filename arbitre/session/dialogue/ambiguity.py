"""Whether the words of an order name its action so that no other can be meant."""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import ReadyAction, Run
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.state.errors import RulebookError
from arbitre.session.dialogue.order_words import Vocabulary, Word

Row = tuple[int, int]


class Unmistakable:
    """The orders of one side that somebody could mean by the same words."""

    def __init__(self, x: Run, orders: Sequence[ReadyAction], vocabulary: Vocabulary) -> None:
        self.x, self.orders, self.vocabulary = x, orders, vocabulary
        self.open: dict[tuple[str, Row], bool] = {}

    def doubted(self, ready: ReadyAction, actor: Row | None, line: tuple[Word, ...]) -> list[ReadyAction]:
        """Those that the words mean as well as this one, the one itself first; none where it is clear.

        Whether a place can be reached decides nothing: who writes “B3” may have miscounted, and must not be given another action for it.
        """
        mine = self.vocabulary.named(ready, line)
        if mine[0] == 0 and (self.once(ready) or len(ready.rank) < 2 or self.of_side(ready)):
            return [ready]
        others = [r for r in self.orders if r is not ready and self.alike(ready, r) and self.vocabulary.named(r, line) >= mine]
        others = [r for r in others if r.title != ready.title and (actor is None or self.may(r, actor))]
        return [ready, *others] if others else []

    def of_side(self, ready: ReadyAction) -> bool:
        """Is it done by the side itself, where others are done by its pieces?"""
        seats = self.vocabulary.match.program.seats
        return ready.actors == seats and any(r.actors != seats for r in self.orders)

    def once(self, ready: ReadyAction) -> bool:
        """May it be done so many times a match only?"""
        return any(limit.period == NONE for limit in ready.action.limits)

    def alike(self, one: ReadyAction, other: ReadyAction) -> bool:
        """Is the other an order to the same pieces, given nothing that this one is not?"""
        mine, others = self.given(one), self.given(other)
        return one.actors == other.actors and others <= mine and bool(others) == bool(mine)

    def given(self, ready: ReadyAction) -> set[int]:
        return {ready.procedure.params[p].domain for p in ready.rank if p != ready.action.actor}

    def may(self, ready: ReadyAction, actor: Row) -> bool:
        """Is it open to a piece, whatever it would be given?"""
        key = ready.key, actor
        if key not in self.open:
            frame = actions.blank(ready)
            frame[ready.procedure.params[ready.action.actor].slot] = actor[1]
            try:
                self.open[key] = ready.actors == actor[0] and all(test(self.x, frame) for test in ready.when[0])
            except RulebookError:
                self.open[key] = False
        return self.open[key]
