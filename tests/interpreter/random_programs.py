"""Programs by lot, of every sort of statement and expression: what both executors are compared on."""

from __future__ import annotations

import random
from typing import Any

from kit import HERE, NONE, Game, arith, cmp, d, each, hook, iff, join, let, local, loop, mask, n, period, query, read, rows, step, store

from arbitre import graphs
from arbitre.dsl import core as c

NUMBERS, PIECES, GROUP, CROWD, CELLS = (0, 1, 2, 3), (4, 5), 6, 7, (8, 9)  # slots, by what they hold
LOOPS = (10, 11, 12)  # slots of loops and searches, by how deep they are


class Lot:
    """A program by lot.  Slots and fields have their sorts, so that it is one that a rulebook could say."""

    def __init__(self, seed: int) -> None:
        self.lot = lot = random.Random(seed)
        game = self.game = Game(2 + lot.randrange(2))
        self.piece = game.kind("piece", ["ann", "bob", "cid", "dot", "eve"])
        self.token = game.kind("token", 4, dynamic=True)
        self.crowd = game.kind("crowd", 70)
        board = graphs.grid(4, 3, diagonals=bool(lot.randrange(2)))
        self.cell = game.kind("cell", [f"c{i}" for i in range(board.size)], board=board)
        self.counts = [game.number(0, "a", 0, 9), game.number(0, "b", -5, 5, 1), game.number(0, "large", 0, 100_000)]
        self.gold = game.number(game.seat, "gold", 0, 9, 3)
        own = [c.Seen(c.SetOf(HERE, (read(self.gold + 1, local(0)),)), None, 1)]
        self.owner = game.row(self.piece, "owner", game.seat, 0, start=[i % len(game.domains[game.seat].rows) for i in range(5)], seen=own)
        self.life = game.number(self.piece, "life", 0, 9, 4, seen=own if lot.randrange(2) else [])
        self.target = game.row(self.piece, "target", self.piece)
        self.place = game.row(self.piece, "place", self.cell, start=[lot.randrange(-1, board.size) for _ in range(5)], seen=own)
        self.allies = game.set(self.piece, "allies", self.piece)
        self.fans = game.set(self.piece, "fans", self.crowd)
        self.mark = game.number(self.token, "mark", 0, 9)
        self.bearer = game.row(self.token, "bearer", self.piece)
        self.charge = game.number(self.piece, "charge", 0, 99)
        if lot.randrange(2):
            game.domains[self.piece].seen = own
        self.events: list[int] = []
        self.tests: list[int] = []
        self.functions: list[tuple[int, int]] = []  # with how many parameters
        self.agendas: list[int] = []
        self.throws = True  # may it throw dice here?
        self.hooks = 0
        self.own = False  # is it within an ``instead of`` hook?
        self.walker = self.price = NONE  # functions: the chance and the price of a step

    def of(self, *things: Any) -> Any:
        return self.lot.choice(things)

    def one_in(self, many: int) -> bool:
        return self.lot.randrange(many) == 0

    # ------------------------------------------------------------------------------------ expressions

    def number(self, deep: int = 2) -> c.Expr:
        pick = self.lot.randrange(18 if deep else 4)
        if pick < 2:
            return n(self.lot.randrange(-2, 6))
        if pick == 2:
            return local(self.of(*NUMBERS))
        if pick == 3:
            return read(self.of(*self.counts))
        if pick == 4:
            op = self.of("+", "-", "*", "min", "max", "/", "%")
            by = self.number(deep - 1) if op not in "/%" or self.one_in(20) else n(self.of(-3, -2, 2, 3, 7))
            return arith(op, self.number(deep - 1), by)
        if pick == 5:
            return read(self.of(self.life, self.charge), self.there(deep - 1))
        if pick == 6:
            return read(self.gold, self.a_seat(deep - 1))
        if pick == 7:
            return query("count", self.pieces(deep - 1), LOOPS[0], self.within(deep - 1))
        if pick == 8:
            sink = self.of("sum", "high", "low")
            return query(sink, self.pieces(deep - 1), LOOPS[0], None, read(self.life, local(LOOPS[0])), empty=self.lot.randrange(3))
        if pick == 9:
            return c.Choice(HERE, self.flag(deep - 1), self.number(deep - 1), self.number(deep - 1))
        if pick == 10 and self.functions:
            index, count = self.of(*self.functions)
            return c.Apply(HERE, index, tuple(self.number(deep - 1) for _ in range(count)))
        if pick == 11 and self.events:
            return c.Own(HERE, self.of(*self.events), self.of(*NUMBERS), self.lot.randrange(3))
        if pick == 12:
            one, two = self.a_cell(deep - 1), self.a_cell(deep - 1)
            asked = self.of("distance", "diagonal_distance", "travel", "clear", "direction")
            return c.Ask(HERE, self.cell, asked, (one, two))
        if pick == 13 and self.tests:
            chance = c.Chance(HERE, self.of(*self.tests), (self.number(deep - 1),), self.lot.randrange(2))
            return c.Built(HERE, "percent", (self.of(chance, arith(self.of("*", "+", "-", "max"), chance, c.Ratio(HERE, 1, 3))),))
        if pick == 14 and self.walker != NONE:
            return c.Built(HERE, "percent", (self.walk("arrival"),))
        if pick == 15:
            return query("count", self.cells(), LOOPS[0])
        if pick == 16:
            return c.Built(HERE, "pending", (n(self.lot.randrange(10)),))
        return c.Settled(HERE, self.number(deep - 1), (self.flag(deep - 1),), (self.number(deep - 1),))

    def walk(self, sort: str) -> c.Walk:
        price = c.Partial(HERE, self.price, ()) if self.one_in(2) else None
        start, goal, avoided = self.a_cell(), self.a_cell(), mask(self.lot.randrange(12))
        return c.Walk(HERE, self.cell, sort, start, goal, n(self.lot.randrange(1, 7)), avoided, self.walker, (), price)

    def cells(self) -> c.Expr:
        """Cells of the board."""
        one, two, price = self.a_cell(), n(self.lot.randrange(4)), c.Partial(HERE, self.price, ())
        asked = self.of("neighbours", "ray", "within", "line", "reach", "toward", "surest")
        if asked == "surest" and self.walker != NONE:
            return self.walk("surest")
        if asked == "reach":
            more = (price,) if self.price != NONE and self.one_in(2) else ()
            return c.Ask(HERE, self.cell, "reach", (one, two, mask(self.lot.randrange(12)), *more))
        if asked == "toward":
            return c.SetOf(HERE, (c.Ask(HERE, self.cell, "toward", (one, self.a_cell(), mask(3))),))
        if asked in ("ray", "within", "line"):
            return c.Ask(HERE, self.cell, asked, (one, two))
        return c.Ask(HERE, self.cell, "neighbours", (one,))

    def flag(self, deep: int = 2) -> c.Expr:
        pick = self.lot.randrange(10 if deep else 1)
        if pick < 3:
            return cmp(self.number(max(0, deep - 1)), self.of("<", "<=", "==", "!=", ">", ">="), self.number(max(0, deep - 1)))
        if pick == 3:
            return self.of(c.And, c.Or)(HERE, (self.flag(deep - 1), self.flag(deep - 1)))
        if pick == 4:
            return c.Not(HERE, self.flag(deep - 1))
        if pick == 5:
            return c.In(HERE, self.a_piece(deep - 1), self.pieces(deep - 1))
        if pick == 6:
            return query("any", self.pieces(deep - 1), LOOPS[0], self.within(deep - 1))
        if pick == 7:
            who = c.SetOf(HERE, (self.a_seat(deep - 1),))
            return c.Built(HERE, "told", (who, n(self.of(self.life, self.owner)), self.there(deep - 1)))
        if pick == 8:
            who = c.SetOf(HERE, (self.a_seat(deep - 1),))
            asked = (n(self.of(self.life, self.owner)), n(NONE)) if self.one_in(2) else (n(NONE), n(self.piece))
            return c.Built(HERE, "sees", (who, *asked, self.there(deep - 1)))
        return cmp(self.people(deep - 1), self.of("==", "!="), self.people(deep - 1))

    def within(self, deep: int) -> c.Expr:
        """A condition of the row that a search looks at."""
        here = local(LOOPS[0])
        return self.of(
            cmp(read(self.life, here), self.of("<", ">=", "=="), self.number(max(0, deep - 1))),
            c.In(HERE, here, read(self.allies, here)),
            cmp(read(self.owner, here), "==", n(self.lot.randrange(2))),
            cmp(read(self.target, here), "!=", n(NONE)),
        )

    def a_piece(self, deep: int = 1) -> c.Expr:
        pick = self.lot.randrange(6 if deep > 0 else 3)
        if pick < 2:
            return n(self.lot.randrange(5))
        if pick == 2:
            return local(self.of(*PIECES))
        if pick == 3:
            return read(self.target, n(self.lot.randrange(5)))
        if pick == 4:
            return query("first", self.pieces(deep - 1), LOOPS[0], self.within(deep - 1))
        return c.Choice(HERE, self.flag(deep - 1), self.a_piece(deep - 1), self.a_piece(deep - 1))

    def there(self, deep: int = 1) -> c.Expr:
        """A piece that is mostly there."""
        found = self.a_piece(deep)
        return found if self.one_in(40) else c.OneOf(HERE, ((self.piece, found), (self.piece, n(self.lot.randrange(5)))))

    def a_seat(self, deep: int = 1) -> c.Expr:
        return n(self.lot.randrange(2)) if self.one_in(2) else read(self.owner, n(self.lot.randrange(5)))

    def a_cell(self, deep: int = 1) -> c.Expr:
        pick = self.lot.randrange(4)
        if pick == 0:
            return n(self.lot.randrange(-1, 12))
        if pick == 1:
            return local(self.of(*CELLS))
        if pick == 2:
            return c.Ask(HERE, self.cell, "ahead", (n(self.lot.randrange(12)), n(self.lot.randrange(4))))
        return read(self.place, n(self.lot.randrange(5)))

    def pieces(self, deep: int = 1) -> c.Expr:
        """A set of one word."""
        pick = self.lot.randrange(8 if deep > 0 else 3)
        if pick == 0:
            return rows(self.piece)
        if pick == 1:
            return local(GROUP)
        if pick == 2:
            return mask(*self.lot.sample(range(5), self.lot.randrange(4)))
        if pick == 3:
            return read(self.allies, self.there(deep - 1))
        if pick == 4:
            return c.SetOf(HERE, (self.a_piece(deep - 1), self.a_piece(deep - 1)))
        if pick == 5:
            return c.SetOp(HERE, self.of("|", "&", "-"), self.pieces(deep - 1), self.pieces(deep - 1))
        if pick == 6:
            return query(self.of("best", "worst"), self.pieces(deep - 1), LOOPS[0], None, read(self.life, local(LOOPS[0])))
        return query("set", self.pieces(deep - 1), LOOPS[0], self.within(deep - 1))

    def people(self, deep: int = 1) -> c.Expr:
        """A set of more than one word."""
        pick = self.lot.randrange(6 if deep > 0 else 3)
        if pick == 0:
            return local(CROWD)
        if pick == 1:
            return read(self.fans, n(self.lot.randrange(5)))
        if pick == 2:
            return c.SetOf(HERE, tuple(n(self.lot.randrange(70)) for _ in range(self.lot.randrange(1, 3))))
        if pick == 3:
            return c.SetOp(HERE, self.of("|", "&", "-"), self.people(deep - 1), self.people(deep - 1))
        if pick == 4:
            return query("union", self.pieces(deep - 1), LOOPS[0], None, read(self.fans, local(LOOPS[0])), value_is_set=True)
        return c.Settled(HERE, self.people(deep - 1), (self.flag(deep - 1),), (self.people(deep - 1),))

    # ------------------------------------------------------------------------------------ statements

    def span(self) -> c.Period | None:
        if self.agendas and self.one_in(3):
            return c.Period(self.of(*self.agendas), self.of("now", "next"), self.number(0))
        return None

    def bounded(self, low: int, high: int) -> c.Expr:
        """A number that mostly fits; one time in many it may not."""
        found = self.number(1)
        if self.one_in(60):
            return found
        return arith("min", arith("max", found, low), high)

    def change(self) -> c.Stmt:
        pick = self.lot.randrange(11)
        if pick == 0:
            return let(self.of(*NUMBERS), self.number())
        if pick == 1:
            return let(self.of(*PIECES), self.a_piece())
        if pick == 2:
            return let(GROUP, self.pieces())
        if pick == 3:
            return let(CROWD, self.people())
        if pick == 4:
            return let(self.of(*CELLS), self.a_cell())
        if pick == 5:
            return store(self.counts[0], self.bounded(0, 9), 0, self.span())
        if pick == 6:
            return store(self.target, self.a_piece(), self.there(), self.span())
        if pick == 7:
            return c.Change(HERE, self.life, self.there(), self.number(1), self.span())
        if pick == 8:
            return c.Change(HERE, self.of(*self.counts[:2]), n(0), self.number(1), self.span())
        if pick == 9:
            return join(self.allies, self.pieces(), bool(self.lot.randrange(2)), self.there(), self.span())
        return join(self.fans, self.people(), bool(self.lot.randrange(2)), self.there(), self.span())

    def occasion(self) -> c.Occasion:
        """About nothing, a number or a piece."""
        about = tuple(c.Local(HERE, self.of(*NUMBERS, *PIECES)) for _ in range(self.lot.randrange(3)))
        return c.Occasion(self.of("", "some_rule", "other_rule"), about)

    def throw(self) -> c.Stmt:
        slot, pick = self.of(*NUMBERS), self.lot.randrange(4)
        if pick == 0:
            return c.Roll(HERE, slot, (d(2 + self.lot.randrange(5), 1 + self.lot.randrange(2)),), "roll", occasion=self.occasion())
        if pick == 1:
            return c.RollOff(
                HERE, 0, 1, (d(4),), (d(4),), self.number(0), self.number(0), bool(self.lot.randrange(2)), "off", self.occasion()
            )
        if pick == 2:
            count, faces = arith("min", arith("max", self.number(0), 0), 3), arith("min", arith("max", self.number(0), 1), 50)
            return c.RollCount(HERE, slot, count, faces, "many", occasion=self.occasion())
        return c.Draw(HERE, self.of(*PIECES), self.pieces(), "draw", occasion=self.occasion())

    def asked(self) -> c.Stmt:
        game, seat, pick = self.game, self.a_seat(0), self.lot.randrange(3)
        if pick == 0:
            return game.choose(self.of(*PIECES), seat, self.pieces(), decline=bool(self.lot.randrange(2)), domain=self.piece)
        if pick == 1:
            return game.choose(self.of(*NUMBERS), seat, low=0, high=self.lot.randrange(3), decline=bool(self.lot.randrange(2)))
        more = (c.Proceed(HERE),) if self.own and self.one_in(2) else ()
        made = tuple(c.Branch(f"b{i}", c.Text(), self.flag(1) if self.one_in(2) else None, (self.change(), *more)) for i in range(3))
        return c.ChooseBranch(HERE, seat, game.decision("stance"), made)

    def stmt(self, deep: int) -> c.Stmt:
        pick = self.lot.randrange(28 if deep else 14)
        if pick < 6:
            return self.change()
        if pick < 8:
            return self.throw() if self.throws else self.change()
        if pick == 8:
            return self.asked()
        if pick == 9:
            return c.TellFact(HERE, c.SetOf(HERE, (self.a_seat(0),)), self.one_in(3), self.of(self.life, self.owner), self.there(0))
        if pick == 10:
            law = c.Assert(HERE, c.Or(HERE, (self.flag(1), cmp(read(self.counts[0]), "<", 5))), "law", c.Text())
            return self.of(c.Publish(HERE), law, self.change(), self.change())
        if pick == 11:
            return self.of(c.End(HERE), c.Give(HERE, self.number(1)), c.Fail(HERE), self.change(), self.change())
        if pick == 12:
            made = c.Create(HERE, NUMBERS[0], self.token, ((self.mark, self.bounded(0, 9)), (self.bearer, self.a_piece())))
            lost = c.Discard(HERE, self.token, query("first", rows(self.token), LOOPS[0]))
            return iff(cmp(query("count", rows(self.token), LOOPS[0]), "<", 4), made, other=(lost,))
        if pick == 13 and self.events and self.agendas:
            agenda, event = self.of(*self.agendas), self.of(*self.events)
            return c.Schedule(
                HERE, self.of("start", "end"), period(agenda, 1 + self.lot.randrange(2), self.of("now", "next")), event, (self.number(1),)
            )
        if pick < 17:
            return iff(self.flag(), *self.body(deep - 1), other=self.body(deep - 1))
        if pick == 17:
            a = self.counts[0]
            return loop(cmp(read(a), "<", 2 + self.lot.randrange(3)), *self.body(deep - 1), c.Change(HERE, a, n(0), n(1)), budget=12)
        if pick < 20:
            return self.loop(deep)
        if pick == 20:
            return self.at_once(deep)
        if pick < 25 and self.events:
            outputs = ((self.of(*NUMBERS), self.of(*NUMBERS)),)
            return c.Invoke(HERE, self.of(*self.events), (self.number(1),), outputs)
        if pick == 25 and self.events:
            return c.SetOwn(HERE, self.of(*self.events), self.of(*NUMBERS), self.bounded(0, 9), 0, 9)
        if pick == 26:
            return c.Reschedule(HERE, n(self.lot.randrange(10)), n(self.lot.randrange(10)), n(self.lot.randrange(2)))
        if self.own and self.one_in(2):
            return c.Proceed(HERE, self.of(*NUMBERS))
        return self.change()

    def loop(self, deep: int) -> c.Stmt:
        slot = LOOPS[1] if deep > 1 else LOOPS[2]
        body = (*self.body(deep - 1), let(PIECES[0], local(slot)))
        pick = self.lot.randrange(4)
        if pick == 0:
            ray: c.Expr = c.Ask(HERE, self.cell, self.of("ray", "line"), (self.a_cell(), n(self.lot.randrange(4))))
            if self.one_in(2):
                ray = self.walk("surest") if self.walker != NONE and self.one_in(2) else c.Path(HERE, 0b1110, (3, 1, 2))
            return each(slot, ray, *body[:-1], let(CELLS[0], local(slot)), along=True)
        if pick == 1 or not self.throws:
            return each(slot, self.pieces(), *body)
        keys = (c.Key(read(self.life, local(slot)), bool(self.lot.randrange(2))),)
        ties = self.of("", "draw", "highest", "lowest")
        return each(slot, self.pieces(), *body, keys=keys, ties=ties, dice=(d(3),) if ties in ("highest", "lowest") else ())

    def at_once(self, deep: int) -> c.Stmt:
        throws, self.throws = self.throws, False
        slot = LOOPS[1] if deep > 1 else LOOPS[2]
        if self.one_in(2):
            out: c.Stmt = c.Together(HERE, tuple(self.stmt(deep - 1) for _ in range(2)))
        else:
            here = c.Change(HERE, self.life, local(slot), self.number(1), self.span())
            out = each(slot, self.pieces(), here, *self.body(deep - 1), together=True)
        self.throws = throws
        return out

    def body(self, deep: int) -> tuple[c.Stmt, ...]:
        return tuple(self.stmt(max(0, deep)) for _ in range(1 + self.lot.randrange(2)))

    # ------------------------------------------------------------------------------------ rules

    def slots(self) -> dict[str, Any]:
        return {
            "slots": 14,
            "init": {4: self.lot.randrange(5), 5: self.lot.randrange(5), 8: self.lot.randrange(12), 9: self.lot.randrange(12)},
        }

    def hook(self, name: str, deep: int = 1) -> c.Hook:
        self.hooks += 1
        self.own = name == "instead"
        body = (*self.body(deep), *((c.Prevent(HERE),) if name == "before" and self.one_in(3) else ()))
        made = hook(f"{name}{self.hooks}", *body, when=self.flag(1), params=((0, 0), (4, 4), (5, 5)), slots=14)
        self.own = False
        return made

    def hooked(self) -> dict[str, list[c.Hook]]:
        return {name: [self.hook(name)] for name in ("before", "instead", "after") if self.one_in(3)}

    def function(self) -> None:
        count = self.lot.randrange(3)
        body = self.number(3)
        index = self.game.function(f"f{len(self.functions)}", body, params=count, slots=14)
        self.functions.append((index, count))

    def event(self) -> None:
        found = self.game.event(f"e{len(self.events)}", *self.body(2), params=("number",), result=1, **self.slots(), **self.hooked())
        self.events.append(found)

    def test(self) -> None:
        """Dice, what is added to them, and the result in slot 1."""
        bonus, natural, total, result = 2, 3, 4, 1
        refresh = (let(total, arith("+", local(natural), local(bonus))), let(result, cmp(local(total), ">=", 4)))
        body = (c.Roll(HERE, natural, (d(6),), "test"), let(bonus, local(0)), c.Rolled(HERE, refresh), *refresh)
        found = self.game.procedure("test", f"t{len(self.tests)}", body, ("number",), result=result, results=("no", "yes"), slots=14)
        self.tests.append(found)

    def agenda_step(self, number: int, more: tuple[c.Stmt, ...] = ()) -> c.Step:
        hooks = {name: [self.hook(name)] for name in ("before", "instead", "after") if self.one_in(4)}
        return step(f"s{number}", *more, *self.body(2), **hooks)

    def program(self) -> c.Program:
        for _ in range(2):
            self.function()
        self.test()
        self.price = self.game.function("price", arith("%", arith("+", local(0), local(1)), 4), params=2, slots=14)
        sure = c.Choice(HERE, self.within_actor(), c.Ratio(HERE, 1, 2), arith("*", c.Ratio(HERE, 5, 6), c.Chance(HERE, 0, (n(1),), 1)))
        self.walker = self.game.function("walker", sure, params=3, slots=14)
        game = self.game
        main = len(game.procedures) + 6 + (inner := self.lot.randrange(2))
        self.agendas = [main]
        for _ in range(3):
            self.event()
        if inner:
            made = game.agenda("inner", self.agenda_step(7), self.agenda_step(8), over=self.over(), **self.slots(), **self.hooked())
            self.agendas.append(made)
        steps = [*self.orders(), *(self.agenda_step(i, (c.Run(HERE, self.agendas[-1], ()),) if inner and i == 1 else ()) for i in range(3))]
        game.main = game.agenda("turn", *steps, **self.slots(), **self.hooked())
        assert game.main == main
        game.max_rounds = 4
        return game.program()

    def over(self) -> c.ForEach | None:
        return (
            each(13, rows(self.piece), keys=(c.Key(read(self.life, local(13)), True),), ties=self.of("", "draw"))
            if self.one_in(2)
            else None
        )

    def orders(self) -> list[c.Step]:
        """Secret orders of all seats at once, performed in their steps; and actions done at once."""
        game = self.game
        table = game.orders(self.piece)
        amount = game.number(table.domain, "amount", 0, 9)
        who, how = c.Param("piece", 0, self.piece), c.Param("amount", 1, NONE, 0, 2)
        limits = (c.Limit(n(2), self.agendas[0], self.charge),)
        for number in range(2):
            body = tuple(self.change() for _ in range(2))
            index = game.action(
                f"order{number}", (who, how), *body, iff(self.flag(1), c.Fail(HERE)), owner=self.owner,
                order_fields=(table.actors[self.piece], amount), limits=limits if number else (), excludes=[1] if self.one_in(3) else [],
                when=[(cmp(read(self.life, local(0)), ">", local(1)), 1)] if self.one_in(2) else [], several=self.one_in(3),
                needs=[(cmp(read(self.life, local(0)), ">", n(1)), None)],
            )  # fmt: skip
            procedure = game.procedures[game.actions[index].procedure]
            procedure.slots, procedure.init = 14, [0] * 14
        act = game.action("deed", (who,), self.change(), owner=self.owner, offer="deeds", when=[(self.within_actor(), 0)])
        procedure = game.procedures[game.actions[act].procedure]
        procedure.slots, procedure.init = 14, [0] * 14
        give = c.GiveOrders(HERE, local(LOOPS[1]), "orders", game.decision("orders"), True)
        cancel = c.Cancel(HERE, query("first", rows(table.domain), LOOPS[0], cmp(read(table.state, local(LOOPS[0])), "==", 0)), n(3))
        some = query("any", rows(table.domain), LOOPS[0], cmp(read(table.state, local(LOOPS[0])), "==", 0))
        deeds = c.Act(HERE, self.a_seat(0), "deeds", None, n(2), None, game.decision("deeds"), bool(self.lot.randrange(2)))
        return [
            step("orders", each(LOOPS[1], rows(game.seat), give, together=True), iff(some, *((cancel,) if self.one_in(3) else ()))),
            step("first", c.Perform(HERE, 0, PIECES[0], None), deeds),
            step("second", c.Perform(HERE, 1, PIECES[1], cmp(read(self.life, local(PIECES[1])), ">", n(2)))),
        ]

    def within_actor(self) -> c.Expr:
        return cmp(read(self.life, arith("%", local(0), 5)), ">", n(self.lot.randrange(4)))
