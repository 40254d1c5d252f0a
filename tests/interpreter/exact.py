"""Exact chances of programs built with the kit, and programs by lot, that several files of tests compute."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from kit import END, HERE, Game, arith, call, cmp, d, each, gain, give, hook, iff, let, local, loop, n, read, roll, rows, store

from arbitre.dsl import core as c
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.match.assembly import machine_of
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.odds.enumerate import Enumerator, Policy
from arbitre.interpreter.odds.plain import Plain
from arbitre.interpreter.state.requests import Request

Chances = dict[tuple[int, ...], Fraction]


def chances(
    game: Game, stmts: list[c.Stmt], *values: c.Expr, choose: Callable[[Request], int] = lambda r: 0, plain: bool = False
) -> Chances:  # fmt: skip
    """What ``odds`` of a scenario computes: the joint distribution of the values after the statements.

    ``plain``: by carrying out whole statements of the outermost level again and again, nothing made one within them.
    """
    game.main = game.main if game.main >= 0 else game.agenda("main")
    match = Match(machine_of(game.program()), start=False)
    match.state.locals = [0] * 20
    machine, inner = match.machine, match.run
    inner.answers = Policy(choose)
    engine = Enumerator(inner)
    if plain:
        inner.handler = Plain(engine.source)
    states = [(match.state, Fraction(1))]
    for stmt in stmts:
        if isinstance(stmt, c.Run):
            args = [machine.expr(a) for a in stmt.args]

            def begin(x: Any, s: c.Run = stmt, a: Any = args) -> Any:
                return running.begin(x, s.procedure, [e(x, x.state.locals) for e in a], s.place)

            states = engine.agenda(engine.layer(states, begin))
        else:
            made = machine.stmt(stmt)
            states = engine.layer(states, lambda x, made=made: made(x, x.state.locals))
    out: Chances = {}
    for state, chance in states:
        inner.use(state)
        key = tuple(int(machine.expr(v)(inner, state.locals)) for v in values)
        out[key] = out.get(key, Fraction(0)) + chance
    assert sum(out.values()) == 1
    return out


class Random:
    """Programs by lot: events that throw, loop, branch, call, leave early, are hooked, and change the fields of those around them.

    ``tests``: they also throw for so many tests, of some of which a rule looks at the throw before the result is found.
    """

    def __init__(self, seed: int, tests: int = 0) -> None:
        self.lot, self.game = random.Random(seed), Game(2)
        self.fields = [self.game.number(0, name, 0, 4) for name in "ab"]
        self.events: list[int] = []
        self.tests = [self.thrown_for(name) for name in range(tests)]

    def thrown_for(self, number: int) -> int:
        """A test: dice, what is added to them, their total, and a result, in slot 1."""
        bonus, natural, total, dice = 2, 3, 4, (d(2 + self.lot.randrange(3)), d(3))
        lucky = cmp(local(natural if self.lot.randrange(2) else 5), "==", 2)
        enough = c.Choice(HERE, cmp(local(total), ">=", 4 + self.lot.randrange(2)), n(1), n(2))
        sums = let(total, arith("+", local(natural), local(bonus))), let(1, c.Choice(HERE, lucky, n(0), enough))
        throw = c.Roll(HERE, natural, dice, "test", c.Faces([5, 6], c.Look(read=True)))
        body = (throw, let(bonus, arith("-", local(0), read(self.fields[0]))), c.Rolled(HERE, sums), *sums)
        rolled = [hook("rolled", gain(self.fields[1], 1), when=cmp(local(0), "==", 3), params=((natural, 0),))]
        more = {"rolled": rolled} if not self.lot.randrange(3) else {}
        return self.game.procedure("test", f"t{number}", body, ("number",), result=1, results=("odd", "good", "bad"), **more)

    def value(self) -> c.Expr:
        pick = self.lot.randrange
        owners = [e for e in self.events if pick(3) == 0]
        kinds: list[c.Expr] = [n(pick(4)), local(pick(5)), local(pick(5)), read(self.fields[pick(2)])]
        return self.lot.choice([*kinds, *(c.Own(HERE, e, pick(5), 0) for e in owners)])

    def small(self) -> c.Expr:
        return arith("%", arith("+", self.value(), self.value()), 4)

    def test(self) -> c.Expr:
        return cmp(self.value(), self.lot.choice(["<", "==", ">="]), self.lot.randrange(3))

    def stmt(self, depth: int, inside_hook: bool) -> c.Stmt:
        pick = self.lot.randrange
        if self.tests and not pick(4):
            return c.Invoke(HERE, self.lot.choice(self.tests), (self.small(),), ((1, pick(5)),), plain=bool(pick(4)))
        kind = pick(13 if depth else 8)
        if kind < 3 or (kind == 6 and not self.events):
            return roll(pick(5), d(2 + pick(2)))
        if kind == 3:
            return let(pick(5), self.small())
        if kind < 6:
            return store(self.fields[pick(2)], self.small())
        if kind == 6 and self.events:
            return c.SetOwn(HERE, self.lot.choice(self.events), pick(5), self.small(), 0, 9)
        if kind == 7:
            return self.lot.choice([gain(self.fields[0], 1), END, give(self.small()), c.Proceed(HERE, pick(5)) if inside_hook else END])
        if kind == 8:
            return each(4, rows(self.game.seat), *self.body(depth - 1, inside_hook))
        if kind == 9:
            a = self.fields[0]
            return loop(cmp(read(a), "<", 1 + pick(3)), *self.body(depth - 1, inside_hook), store(a, arith("+", read(a), 1)), budget=90)
        if kind < 12 and self.events:
            return call(self.lot.choice(self.events), self.small(), out=((pick(5), pick(5)),))
        return iff(self.test(), *self.body(depth - 1, inside_hook), other=self.body(depth - 1, inside_hook))

    def body(self, depth: int, inside_hook: bool = False) -> tuple[c.Stmt, ...]:
        return tuple(self.stmt(depth, inside_hook) for _ in range(1 + self.lot.randrange(3)))

    def event(self) -> None:
        def hooks(position: str) -> list[c.Hook]:
            if self.lot.randrange(3):
                return []
            params = ((self.lot.randrange(5), self.lot.randrange(5)),)
            return [hook(position, *self.body(1, position == "instead"), when=self.test(), params=params)]

        named = {position: hooks(position) for position in ("before", "instead", "after")}
        event = self.game.event(f"e{len(self.events)}", *self.body(2), params=("number",), result=1, **named)
        self.events.append(event)
