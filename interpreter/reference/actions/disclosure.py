"""Messages, known facts, publication, and the end of a match."""

from __future__ import annotations

from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.code.machine import TOLD, Machine, Run, Stmt
from arbitre.interpreter.reference import sentences
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.signals import OVER
from arbitre.interpreter.state.visibility import PUBLIC, both

EVERYONE = -2


def _tell(s: core.Tell, m: Machine) -> Stmt:
    audience, place = m.expr(s.audience), s.place

    def tell(x: Run, f: list[int]) -> int:
        x.spend(place, TOLD)
        if x.log is not None:
            seats = PUBLIC if s.public else audience(x, f)
            x.record("tell", "", place, audience=seats, says=m.words(s.parts, x, f))
        return 0

    return tell


def _say(s: core.Say, m: Machine) -> Stmt:
    parts = sentences.prepared(s.parts, m)
    place, name = s.place, "row" if s.row else ""

    def say(x: Run, f: list[int]) -> int:
        x.spend(place, TOLD)
        if x.log is not None:
            sentences.say(x, parts, f, place, name)
        return 0

    return say


def _tell_fact(s: core.TellFact, m: Machine) -> Stmt:
    audience, row, place, column = m.expr(s.audience), m.expr(s.row), s.place, s.field
    constant = m.layout.constant[column]

    def tell(x: Run, f: list[int]) -> int:
        at = row(x, f)
        if at < 0:
            raise x.error("a fact about none cannot be told", place)
        value = constant[at] if constant is not None else x.cells[m.layout.base[column] + at]
        seats = audience(x, f)
        for seat in [EVERYONE] if s.public else rows_of(seats):
            x.state.told = {t for t in x.state.told if t[:3] != (seat, column, at)} | {(seat, column, at, value)}
        told_to = PUBLIC if s.public else seats
        known = m.mask(x, m.kind_seen[m.program.fields[column].domain], at)
        shown = at if both(told_to, known) == told_to else -1  # a fact about a row they cannot recognise says the value only
        x.record("fact", m.program.fields[column].name, place, audience=told_to, field=column, row=shown, value=value)
        return 0

    return tell


def _publish(s: core.Publish, m: Machine) -> Stmt:
    def publish(x: Run, f: list[int]) -> int:
        x.state.published = tuple(x.cells)
        return 0

    return publish


def _finish(s: core.Finish, m: Machine) -> Stmt:
    winners, place = m.expr(s.winners), s.place

    def finish(x: Run, f: list[int]) -> int:
        won = winners(x, f)
        x.state.over, x.state.winners, x.state.winner_domain = True, won, s.domain if won or not s.lost else NONE
        x.record("end", "win", place, audience=PUBLIC, winners=x.state.winners, domain=s.domain)
        return OVER

    return finish


TELLING: dict[type, Any] = {
    core.Tell: _tell, core.Say: _say, core.TellFact: _tell_fact, core.Publish: _publish, core.Finish: _finish,
}  # fmt: skip
