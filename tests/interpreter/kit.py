"""Small programs built by hand: core nodes written tersely, and a game that grows field by field."""

from __future__ import annotations

from typing import Any

from arbitre.dsl import core as c
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.keyed import UNKEYED, DieKey

HERE = Place("test.rules", 1, 1)
NONE = c.NONE


def at(line: int) -> Place:
    return Place("test.rules", line, 1)


def n(value: int | c.Expr) -> c.Expr:
    """A number, or the expression itself."""
    return c.Const(HERE, value) if isinstance(value, int) else value


def local(slot: int) -> c.Local:
    return c.Local(HERE, slot)


def read(field: int, row: int | c.Expr = 0) -> c.Read:
    return c.Read(HERE, field, n(row))


def arith(op: str, left: int | c.Expr, right: int | c.Expr) -> c.Arith:
    return c.Arith(HERE, op, n(left), n(right))


def cmp(left: int | c.Expr, op: str, right: int | c.Expr) -> c.Compare:
    return c.Compare(HERE, op, n(left), n(right))


def rows(domain: int) -> c.Rows:
    return c.Rows(HERE, domain)


def mask(*members: int) -> c.Const:
    return c.Const(HERE, sum(1 << m for m in members))


def query(sink: str, source: c.Expr, slot: int, where: c.Expr | None = None, value: c.Expr | None = None, **more: Any) -> c.Query:
    return c.Query(HERE, sink, source, slot, where, value, **more)


def let(slot: int, value: int | c.Expr) -> c.Let:
    return c.Let(HERE, slot, n(value))


def store(field: int, value: int | c.Expr, row: int | c.Expr = 0, lasting: c.Period | None = None, place: Place = HERE) -> c.Store:
    return c.Store(place, field, n(row), n(value), lasting)


def gain(field: int, delta: int | c.Expr, row: int | c.Expr = 0, lasting: c.Period | None = None) -> c.Change:
    return c.Change(HERE, field, n(row), n(delta), lasting)


def join(field: int, members: int | c.Expr, add: bool = True, row: int | c.Expr = 0, lasting: c.Period | None = None) -> c.Join:
    return c.Join(HERE, field, n(row), n(members), add, lasting)


def iff(test: c.Expr, *then: c.Stmt, other: tuple[c.Stmt, ...] = ()) -> c.If:
    return c.If(HERE, test, then, other)


def each(slot: int, source: c.Expr, *body: c.Stmt, **more: Any) -> c.ForEach:
    return c.ForEach(HERE, slot, source, body, **more)


def loop(test: c.Expr, *body: c.Stmt, budget: int = 100) -> c.While:
    return c.While(HERE, test, body, budget)


def call(procedure: int, *args: int | c.Expr, out: tuple[tuple[int, int], ...] = ()) -> c.Invoke:
    return c.Invoke(HERE, procedure, tuple(n(a) for a in args), out)


def run(procedure: int, *args: int | c.Expr) -> c.Run:
    return c.Run(HERE, procedure, tuple(n(a) for a in args))


def give(value: int | c.Expr) -> c.Give:
    return c.Give(HERE, n(value))


def d(faces: int, count: int = 1) -> c.Dice:
    return c.Dice(count, tuple(range(1, faces + 1)))


def roll(slot: int, *dice: c.Dice, label: str = "roll") -> c.Roll:
    return c.Roll(HERE, slot, dice, label)


def period(agenda: int, runs: int = 1, start: str = "now") -> c.Period:
    return c.Period(agenda, start, n(runs))


def win(seat: int | c.Expr, domain: int) -> c.Finish:
    return c.Finish(HERE, c.SetOf(HERE, (n(seat),)), domain)


def hook(
    name: str,
    *body: c.Stmt,
    when: c.Expr | None = None,
    params: tuple[tuple[int, int], ...] = (),
    slots: int = 8,
    over: tuple[str, ...] = (),
    place: Place = HERE,
) -> c.Hook:
    return c.Hook(name, params, slots, when, body, place, (), over)


END, PREVENT, PROCEED = c.End(HERE), c.Prevent(HERE), c.Proceed(HERE)


class Game:
    """A program under construction.  Domain 0 is the match (one row), domain 1 the two seats, red and blue."""

    def __init__(self, seats: int = 2) -> None:
        self.domains: list[c.Domain] = []
        self.fields: list[c.Field] = []
        self.functions: list[c.Function] = []
        self.procedures: list[c.Procedure] = []
        self.actions: list[c.Action] = []
        self.decisions: list[c.Decision] = []
        self.always: list[c.Always] = []
        self.table: c.OrderTable | None = None
        self.match = self.kind("match", ["match"])
        self.seat = self.kind("player", ["red", "blue", "green"][:seats], seat=True)
        self.setup = self.main = NONE
        self.atoms = NONE
        self.max_rounds = 50
        self.public = True

    # ------------------------------------------------------------------------------------ things

    def kind(self, name: str, names: list[str] | int, dynamic: bool = False, **more: Any) -> int:
        members = [""] * names if isinstance(names, int) else names
        index = len(self.domains)
        made = c.Domain(index, name, len(members), members, [c.Text()] * len(members), dynamic, **more)
        self.domains.append(made)
        if dynamic:
            made.alive = self.number(index, "alive", 0, 1)
        return index

    def number(self, domain: int, name: str, low: int = 0, high: int = 99, default: int = 0, **more: Any) -> int:
        self.fields.append(c.Field(len(self.fields), domain, name, low, high, default, **more))
        return len(self.fields) - 1

    def row(self, domain: int, name: str, target: int, default: int = NONE, **more: Any) -> int:
        return self.number(domain, name, NONE, self.domains[target].size - 1, default, target=target, **more)

    def set(self, domain: int, name: str, target: int, **more: Any) -> int:
        return self.number(domain, name, 0, (1 << self.domains[target].size) - 1, 0, is_set=True, target=target, **more)

    def function(self, name: str, body: c.Expr, params: int = 0, slots: int = 8, depth: int = 64) -> int:
        made = [c.Param(f"p{i}", i, NONE) for i in range(params)]
        self.functions.append(c.Function(len(self.functions), name, made, slots, body, HERE, depth=depth))
        return len(self.functions) - 1

    # ------------------------------------------------------------------------------------ rules

    def procedure(
        self,
        kind: str,
        name: str,
        body: tuple[c.Stmt, ...],
        params: tuple[c.Param | str, ...] = (),
        slots: int = 12,
        init: dict[int, int] | None = None,
        result: int = NONE,
        **more: Any,
    ) -> int:
        made = [c.Param(p, i, NONE, 0, 99) if isinstance(p, str) else p for i, p in enumerate(params)]
        start = [(init or {}).get(slot, 0) for slot in range(slots)]
        index = len(self.procedures)
        self.procedures.append(c.Procedure(index, kind, name, made, slots, start, result, body, HERE, **more))
        return index

    def event(self, name: str, *body: c.Stmt, **more: Any) -> int:
        return self.procedure("event", name, body, **more)

    def agenda(self, name: str, *steps: c.Step | tuple[c.Stmt, ...], over: c.ForEach | None = None, **more: Any) -> int:
        made = [s if isinstance(s, c.Step) else step(f"step{i}", *s) for i, s in enumerate(steps)]
        for one in made:
            one.element = over.slot if over is not None else NONE
        return self.procedure("agenda", name, (), steps=made, each=over, **more)

    def decision(self, name: str) -> int:
        self.decisions.append(c.Decision(name, c.Text(), HERE))
        return len(self.decisions) - 1

    def choose(
        self,
        slot: int,
        seat: int | c.Expr,
        options: c.Expr | None = None,
        name: str = "pick",
        low: int | None = None,
        high: int | None = None,
        **more: Any,
    ) -> c.Choose:
        bounds = (None, None) if low is None or high is None else (n(low), n(high))
        return c.Choose(HERE, slot, n(seat), self.decision(name), options, *bounds, **more)

    def branch(self, seat: int | c.Expr, name: str = "stance", **bodies: tuple[c.Stmt, ...]) -> c.ChooseBranch:
        made = tuple(c.Branch(key, c.Text(), None, body) for key, body in bodies.items())
        return c.ChooseBranch(HERE, n(seat), self.decision(name), made)

    def orders(self, actors: int, size: int = 16) -> c.OrderTable:
        """The table of orders for one kind of actors."""
        domain = self.kind("order", size, dynamic=True)
        action, giver = self.number(domain, "action"), self.row(domain, "giver", self.seat, 0)
        state, actor = self.number(domain, "state", 0, 3), self.row(domain, "actor", actors)
        self.table = c.OrderTable(domain, action, giver, state, {actors: actor})
        return self.table

    def action(
        self,
        name: str,
        params: tuple[c.Param, ...],
        *body: c.Stmt,
        owner: int,
        offer: str = "orders",
        values: Any = None,
        when: Any = (),
        needs: Any = (),
        limits: Any = (),
        excludes: Any = (),
        order_fields: Any = (),
        **more: Any,
    ) -> int:
        """``params[0]`` is the actor, commanded by the seat in its field ``owner``."""
        procedure = self.procedure("action", name, body, params=params)
        index = len(self.actions)
        found = values if values is not None else [rows(p.domain) if p.domain != NONE else None for p in params]
        self.actions.append(
            c.Action(
                index,
                procedure,
                name,
                c.Text(),
                0,
                offer,
                offer != "orders",
                read(owner, local(0)),
                list(when),
                list(needs),
                found,
                list(limits),
                list(excludes),
                list(order_fields),
                **more,
            )
        )
        return index

    # ------------------------------------------------------------------------------------ done

    def program(self) -> c.Program:
        return c.Program(
            "test",
            c.Text.saying(en="Test", fr="Essai"),
            "0123",
            {},
            self.domains,
            self.fields,
            self.functions,
            self.procedures,
            self.actions,
            self.decisions,
            self.always,
            self.table,
            self.seat,
            [],
            self.setup,
            self.main,
            self.public,
            max_rounds=self.max_rounds,
            atoms=self.atoms,
        )

    def play(self, *answers: str | int, **more: Any) -> Match:
        """A match, with answers given in turn to whatever is asked first."""
        match = Match(self.program(), **more)
        for answer in answers:
            match.answer(match.pending()[0].id, answer)
        return match

    def once(self, *body: c.Stmt, **more: Any) -> Match:
        """A match whose only turn does this in one event, then ends in a draw."""
        event = self.event("it", *body, slots=20)
        self.main = self.agenda("turn", (call(event), c.Finish(HERE, n(0), self.seat)))
        return self.play(**more)

    def value(self, match: Match, field: int, row: int = 0) -> int:
        return int(match.state.cells[match.machine.layout.base[field] + row])


def step(name: str, *body: c.Stmt, hidden: bool = False, before: Any = (), instead: Any = (), after: Any = ()) -> c.Step:
    return c.Step(name, c.Text(), body, list(before), list(instead), list(after), HERE, (), hidden)


class Dice:
    """Faces from 1, in the order they are thrown."""

    def __init__(self, *faces: int) -> None:
        self.faces = faces

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        assert 1 <= self.faces[number] <= size, f"die {number} of {size} faces cannot show {self.faces[number]}"
        return self.faces[number] - 1
