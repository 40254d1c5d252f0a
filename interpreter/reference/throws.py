"""Dice that fall, from the tape of a match."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Run


def thrown(x: Run, dice: tuple[core.Dice, ...], label: str, place: Place, what: int, audience: int | None) -> list[int]:
    """What every single die shows."""
    faces = []
    turn = x.state.runs[x.program.main] if x.program.main >= 0 else 0
    for die in dice:
        for _ in range(die.count):
            face = die.faces[x.dice.throw(len(die.faces), x.state.rolls, label, place, x.state.die_key(turn, what))]
            x.state.rolls += 1
            faces.append(face)
    if x.log is not None:
        sizes = [len(d.faces) for d in dice for _ in range(d.count)]
        x.record("roll", label, place, audience=audience, faces=faces, total=sum(faces), sizes=sizes)
    return faces


def one_of(x: Run, size: int, label: str, place: Place, what: int, audience: int | None = None) -> int:
    """A position from 0 to ``size - 1`` by lot; no die when there is just one."""
    if size <= 1:
        return 0
    return x.handler.throw(x, (core.Dice(1, tuple(range(1, size + 1))),), label, place, what, audience) - 1
