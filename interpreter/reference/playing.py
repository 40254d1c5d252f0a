"""A match that is played: dice fall, and one thing is done after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.code.handler import ForEach, Handler, Invocation, Line, Outcomes, While
from arbitre.interpreter.code.machine import Ready, Run
from arbitre.interpreter.reference import calls
from arbitre.interpreter.reference.order import thrown_for
from arbitre.interpreter.reference.throws import thrown
from arbitre.interpreter.state.signals import FAIL, OVER


class Playing:
    """The handler of matches (:class:`arbitre.interpreter.code.handler.Handler`)."""

    def throw(self, x: Run, dice: tuple[core.Dice, ...], label: str, place: Place, what: int, audience: int | None = None) -> int:
        return sum(thrown(x, dice, label, place, what, audience))

    def fall(
        self, x: Run, f: list[int], outcomes: Callable[[], Outcomes], fill: Callable[[list[int], int], None], play: Callable[[], None]
    ) -> None:
        play()

    def tied(
        self, x: Run, rows: list[int], dice: tuple[core.Dice, ...], highest: bool, place: Place, what: int, audience: int | None = None
    ) -> list[int]:
        return thrown_for(x, rows, dice, highest, place, what, audience)

    def block(self, x: Run, f: list[int], line: Line) -> int:
        for stmt in line.made:
            signal = stmt(x, f)
            if signal:
                return signal
        return 0

    def each(self, x: Run, f: list[int], loop: ForEach, rows: Sequence[int]) -> int:
        slot, body, place = loop.slot, loop.body, loop.place
        for row in rows:
            x.spend(place)
            f[slot] = row
            signal = body(x, f)
            if signal:
                return signal
        return 0

    def repeat(self, x: Run, f: list[int], loop: While) -> int:
        test, body, budget, place, rounds = loop.test, loop.body, loop.budget, loop.place, 0
        while test(x, f):
            rounds += 1
            if rounds > budget:
                raise x.error(phrase("this is done more than {0} times", budget), place)
            x.spend(place)
            signal = body(x, f)
            if signal:
                return signal
        return 0

    def invoke(self, x: Run, f: list[int], call: Invocation) -> int:
        args, kept = [a(x, f) for a in call.args], tuple(source for source, _ in call.outputs)
        frame, signal = calls.perform(x, call.procedure, args, call.place, kept)
        if signal == FAIL:  # the order fails, wherever in its doing that is said
            return FAIL
        for source, target in call.outputs:
            f[target] = frame[source]
        return OVER if x.state.over else 0

    def call(self, x: Run, f: list[int], ready: Ready, kept: tuple[int, ...], following: bool = False) -> int:
        return calls.carry_out(x, ready, f)

    def body(self, x: Run, f: list[int], ready: Ready) -> int:
        return ready.body(x, f)

    def proceed(self, x: Run, f: list[int], ready: Ready) -> int:
        return calls.run_body(x, ready, f)

    def round_after(self, rounds: int) -> int:
        return rounds + 1

    def frames(self, x: Run, f: list[int]) -> list[list[int]]:
        return [f]


PLAYING: Handler = Playing()
