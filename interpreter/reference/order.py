"""The order in which a loop goes through its elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import Machine, Run, SeenLine
from arbitre.interpreter.reference.boards.chances import cells_along
from arbitre.interpreter.reference.throws import one_of
from arbitre.interpreter.state.keyed import ORDER, occasion
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.visibility import both


def ordering(s: core.ForEach, m: Machine) -> Callable[[Run, list[int]], Sequence[int]]:
    """The elements of a loop in their order; ties are thrown for, drawn, or left in row order."""
    if s.along:
        return cells_along(s.source, m)
    source, slot = m.expr(s.source), s.slot
    keys = [(m.expr(k.value), k.highest) for k in s.keys]
    ties, dice, place, what = s.ties, s.dice, s.place, occasion(s.rule, ORDER)
    hidden = m.kind_seen[s.domain] if s.domain != NONE else []
    if not keys and not ties:
        return lambda x, f: rows_of(source(x, f))

    def order(x: Run, f: list[int]) -> list[int]:
        ranked = []
        for row in rows_of(source(x, f)):
            f[slot] = row
            ranked.append((tuple(-v if high else v for v, high in ((k(x, f), h) for k, h in keys)), row))
        ranked.sort()
        out: list[int] = []
        while ranked:
            tied = [row for key, row in ranked if key == ranked[0][0]]
            ranked = ranked[len(tied) :]
            if len(tied) > 1 and ties == "draw":
                tied = shuffled(x, tied, place, what, watching(x, hidden, tied))
            elif len(tied) > 1 and dice:
                tied = x.handler.tied(x, tied, dice, ties == "highest", place, what, watching(x, hidden, tied))
            out += tied
        return out

    return order


def watching(x: Run, hidden: list[SeenLine], rows: list[int]) -> int | None:
    """Who sees the dice of an order: a number among rows says which one it is, so whoever tells each of them from the others."""
    if x.log is None or not hidden:
        return None
    return reduce(both, (x.machine.mask(x, hidden, row) for row in rows), x.audience)


def shuffled(x: Run, rows: list[int], place: Place, what: int, audience: int | None = None) -> list[int]:
    """Rows in an order that is drawn, each as likely."""
    left, out = rows[:], []
    while len(left) > 1:
        out.append(left.pop(one_of(x, len(left), ORDER, place, what, audience)))
    return out + left


def thrown_for(
    x: Run, rows: list[int], dice: tuple[core.Dice, ...], highest: bool, place: Place, what: int, audience: int | None = None
) -> list[int]:
    """Tied elements throw; those still tied throw again, at most fifty times, then row order."""
    out: list[int] = []
    groups = [rows]
    for _ in range(50):
        groups_now: list[list[int]] = []
        done = True
        for group in groups:
            if len(group) == 1:
                groups_now.append(group)
                continue
            throws = []
            for row in group:
                throws.append((x.handler.throw(x, dice, ORDER, place, what, audience), row))
                if x.log is not None:
                    x.log[-1].data["row"] = row
            for value in sorted({v for v, _ in throws}, reverse=highest):
                same = [row for v, row in throws if v == value]
                groups_now.append(same)
                done = done and len(same) == 1
        groups = groups_now
        if done:
            break
    for group in groups:
        out += group
    return out
