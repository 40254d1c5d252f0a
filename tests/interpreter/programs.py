"""Programs built with the kit that several files of tests play."""

from __future__ import annotations

from kit import HERE, Game, arith, call, cmp, d, each, gain, iff, local, n, period, read, roll, rows, store

from arbitre.dsl import core as c


def skirmish() -> c.Program:
    """Three turns: secret plans together, then blows with dice in an order thrown for, each perhaps thrown again by choice."""
    game = Game()
    plan, life = (
        game.number(game.seat, "plan", seen=[c.Seen(c.SetOf(HERE, (local(0),)), None, 1)]),
        game.number(game.seat, "life", 0, 20, 20),
    )
    choice = game.choose(1, local(0), low=1, high=3, secret=True)
    plans = each(0, rows(game.seat), choice, store(plan, local(1), local(0)), together=True)
    foe = arith("-", 1, local(0))
    again = game.branch(local(0), "again", yes=(roll(2, d(6)),), no=())
    blow = game.event(
        "blow",
        roll(2, d(6)),
        iff(cmp(local(2), "<=", 3), again),
        gain(life, arith("-", 0, arith("+", local(2), read(plan, local(0)))), foe),
        gain(plan, 1, local(0), lasting=period(1)),
        params=("seat",),
    )
    body = each(0, rows(game.seat), call(blow, local(0)), ties="lowest", dice=(d(6),))
    last = iff(
        cmp(c.Built(HERE, "turn", (n(1),)), "==", 3),
        c.Finish(HERE, c.Query(HERE, "best", rows(game.seat), 3, None, read(life, local(3))), game.seat),
    )
    game.main = game.agenda("turn", (plans,), (body,), (last,))
    assert game.main == 1
    return game.program()


PROGRAM = skirmish()
