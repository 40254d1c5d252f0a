"""Statements bound: who is asked, what changes, for how long."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dsl import core, hints
from dsl import tree as t
from dsl.decisions import Decisions
from dsl.dice import MOST_DICE, MOST_FACES, dice_of, named_throw, spread
from dsl.expressions import Bound
from dsl.messages import an, did_you_mean
from dsl.parts import dotted_name
from dsl.places import Place
from dsl.scope import Element, Outcome, Scope, Signature, Thrown
from dsl.symbols import NONE, text_of
from dsl.types import FLAG, NUMBER, Ty, group, number, row

MOST_TIMES = 10_000  # that something is repeated


class Statements(Decisions):
    decisions: list[core.Decision]

    if TYPE_CHECKING:

        def later_procedure(self, stmt: t.At, scope: Scope) -> tuple[int, tuple[core.Expr, ...]]: ...
        def belongs(self, actor: core.Expr, domain: int, each: Ty, each_slot: int, place: Place) -> core.Expr: ...

    def bind_block(self, stmts: list[t.Stmt], scope: Scope) -> tuple[core.Stmt, ...]:
        out: list[core.Stmt] = []
        for stmt in stmts:
            out += self.bind_stmt(stmt, scope)
        return tuple(out)

    def bind_stmt(self, stmt: t.Stmt, scope: Scope) -> list[core.Stmt]:
        method = getattr(self, "do_" + type(stmt).__name__.lower())
        bound: list[core.Stmt] = method(stmt, scope)
        return bound

    # ------------------------------------------------------------------------------------ changes

    # ------------------------------------------------------------------------------------ names, dice, lots

    def do_let(self, stmt: t.Let, scope: Scope) -> list[core.Stmt]:
        bound, type_ = self.bind(stmt.value, scope)
        if type_.kind == "several":
            if str(stmt.name) not in self.nouns:
                self.error("T01", stmt.value.place, "this may be of several kinds, and a name is of one",
                           "Call it by the noun of the kind that is meant; it is none if it is another.")  # fmt: skip
                return []
            type_ = row(self.nouns[str(stmt.name)], True)
            bound = self.value(stmt.value, scope, type_, f"‘{stmt.name}’")
        if type_.kind == "none":
            domain = self.nouns.get(str(stmt.name))
            type_ = row(domain, True) if domain is not None else Ty("none", optional=True)
        if type_.kind == "row":
            type_ = row(type_.domain, True)
        if type_.kind == "number":
            type_ = NUMBER
        if str(stmt.name) in scope.names and scope.names[str(stmt.name)][1].kind == type_.kind:
            return [core.Let(stmt.place, scope.names[str(stmt.name)][0], bound)]
        return [core.Let(stmt.place, scope.add(str(stmt.name), type_), bound)]

    def dice(self, text: str, place: Place) -> core.Dice:
        made = dice_of(text)
        if made is None:
            self.error("T02", place, "there are no such dice", f"1 to {MOST_DICE} dice of 2 to {MOST_FACES:,} faces: 2d6.")
        return made or core.Dice(1, (1, 2))

    def split_dice(self, expr: t.Expr, scope: Scope) -> tuple[list[core.Dice], core.Expr | None, Ty]:
        """Dice and the rest of a sum: ``2d6 + bonus``."""
        if isinstance(expr, t.DiceValue):
            return [self.dice(expr.text, expr.place)], None, NUMBER
        if isinstance(expr, t.Binary) and expr.op in "+-" and len(expr.op) == 1:
            left, a, x = self.split_dice(expr.left, scope)
            right, b, y = self.split_dice(expr.right, scope)
            if right and expr.op == "-":
                self.error("T07", expr.right.place, "dice cannot be taken away", "Throw them apart, and subtract after.")
            if b is None:
                return left + right, a, x
            if a is None and expr.op == "+":
                return left + right, b, y
            base = a if a is not None else core.Const(expr.place, 0)
            return left + right, core.Arith(expr.place, expr.op, base, b), number(x.low + y.low, x.high + y.high)
        bound = self.value(expr, scope, NUMBER)
        return [], bound, self.bind(expr, scope)[1]

    def local(self, scope: Scope, name: t.Word, type_: Ty) -> int:
        """The slot of a local name: the one it has already, or a new one."""
        known = scope.names.get(str(name))
        if known is not None and known[1].kind == type_.kind and known[1].domain == type_.domain:
            return known[0]
        return scope.add(str(name), type_)

    def do_roll(self, stmt: t.Roll, scope: Scope) -> list[core.Stmt]:
        place, seen = stmt.place, self.shown_to(stmt.seen, scope)
        if isinstance(stmt.value, t.Apply) and str(stmt.value.word) in ("die", "dice"):
            args = [self.value(a, scope, NUMBER) for a in stmt.value.args]
            count, faces = (core.Const(place, 1), args[0]) if len(args) == 1 else (args[0], args[1])
            slot = self.local(scope, stmt.name, number(0, 10_000))
            return [core.RollCount(place, slot, count, faces, str(stmt.name), seen=seen)]
        dice, rest, _ = self.split_dice(stmt.value, scope)
        if not dice:
            self.error("T07", stmt.value.place, "there are no dice to roll here", "Write dice as 2d6, or die(n) for n faces.")
            return []
        if rest is None:
            low, high = spread(dice)
            slot = self.local(scope, stmt.name, number(low, high))
            return [core.Roll(place, slot, tuple(dice), str(stmt.name), named_throw(scope, str(stmt.name), tuple(dice)), seen)]
        natural = scope.frame.slot()
        slot = self.local(scope, stmt.name, NUMBER)
        total = core.Arith(place, "+", core.Local(place, natural), rest)
        apart = named_throw(scope, str(stmt.name), tuple(dice))
        return [core.Roll(place, natural, tuple(dice), str(stmt.name), apart, seen), core.Let(place, slot, total)]

    def do_draw(self, stmt: t.Draw, scope: Scope) -> list[core.Stmt]:
        source, type_ = self.set_of(stmt.source, scope)
        seen = self.shown_to(stmt.seen, scope)
        slot = self.local(scope, stmt.name, row(type_.domain, True))
        return [core.Draw(stmt.place, slot, source, str(stmt.name), seen)]

    def shown_to(self, seen: t.Expr | None, scope: Scope) -> core.Expr | None:
        """Who sees how dice fall, where the statement says so."""
        return None if seen is None else self.audience(seen, scope)

    # ------------------------------------------------------------------------------------ decisions

    # ------------------------------------------------------------------------------------ telling

    # ------------------------------------------------------------------------------------ control

    def do_if(self, stmt: t.If, scope: Scope) -> list[core.Stmt]:
        other = self.bind_block(stmt.otherwise, scope.child())
        for test, body in reversed(stmt.arms):
            made = core.If(test.place, self.flag(test, scope), self.bind_block(body, scope.child()), other)
            other = (made,)
        return list(other)

    def order(self, order: t.Order | None, inner: Scope) -> tuple[tuple[core.Key, ...], str, tuple[core.Dice, ...]]:
        """Keys of numbers, and what settles ties; dice leave none, so nothing can come after them."""
        if order is None:
            return (), "", ()
        keys: list[core.Key] = []
        for position, key in enumerate(order.keys):
            if not _has_dice(key.value):
                keys.append(core.Key(self.value(key.value, inner, NUMBER), key.highest))
                continue
            dice, rest, _ = self.split_dice(key.value, inner)
            if rest is not None:
                self.error(
                    "T07",
                    key.value.place,
                    "an order throws dice alone, with nothing added",
                    "Roll into a field of each before, and order by that field.",
                )
            if order.tie or position < len(order.keys) - 1:
                after = order.keys[position + 1].place if position < len(order.keys) - 1 else order.place
                self.error("T07", after, "dice leave no tie that this could settle", "Put the dice last.")
            return tuple(keys), "highest" if key.highest else "lowest", tuple(dice)
        return tuple(keys), order.tie, ()

    def do_foreach(self, stmt: t.ForEach, scope: Scope) -> list[core.Stmt]:
        source, type_ = self.set_of(stmt.source, scope)
        if type_.kind == "bad":
            return []
        inner = scope.child()
        slot = inner.add(str(stmt.name), row(type_.domain))
        ordering = inner.child()
        ordering.elements = [*ordering.elements, Element(slot, row(type_.domain))]
        keys, ties, dice = self.order(stmt.order, ordering)
        noun = self.nouns.get(str(stmt.name))
        if noun is not None and noun != type_.domain:
            self.error("T01", stmt.name.place, f"‘{stmt.name}’ is a noun for {self.describe(row(noun))}, these are others",
                       "Use a name that is no noun.")  # fmt: skip
        body = self.bind_block(stmt.body, inner)
        if stmt.together and self.asks(body) and self.throws(body):
            self.error("P03", stmt.place, "secret choices made together cannot throw dice", "Throw them in a loop before or after.")
        way = isinstance(source, (core.Walk, core.Path)) or (isinstance(source, core.Ask) and source.query in ("ray", "line"))
        if stmt.along and not way:
            self.error("T06", stmt.source.place, "‘along’ needs a way over a board",
                       "Write ‘in’ for any set; a way is a ‘path’ of the map, a ray, a line, surest(...).")  # fmt: skip
        return [core.ForEach(stmt.place, slot, source, body, keys, ties, dice, stmt.together, stmt.along)]

    def asks(self, body: tuple[core.Stmt, ...]) -> bool:
        return any(isinstance(s, (core.Choose, core.ChooseBranch, core.Act, core.GiveOrders)) for s in walk(body))

    def throws(self, body: tuple[core.Stmt, ...]) -> bool:
        return any(isinstance(s, (core.Roll, core.RollCount, core.RollOff, core.Draw)) for s in walk(body))

    def do_while(self, stmt: t.While, scope: Scope) -> list[core.Stmt]:
        return [core.While(stmt.place, self.flag(stmt.guard, scope), self.bind_block(stmt.body, scope.child()), stmt.budget)]

    def do_repeat(self, stmt: t.Repeat, scope: Scope) -> list[core.Stmt]:
        """A count of its own that goes down; how often at most is known from the range of the number."""
        place = stmt.place
        times, type_ = self.value(stmt.times, scope, NUMBER), self.bind(stmt.times, scope)[1]
        if type_.kind == "number" and type_.high >= MOST_TIMES:
            self.error(
                "T02", stmt.times.place, "nothing says how often at most", f"Write min({dotted_name(stmt.times) or 'n'}, 20), or a field."
            )
        left = scope.frame.slot()
        body = self.bind_block(stmt.body, scope.child())
        count = core.Local(place, left)
        down = core.Let(place, left, core.Arith(place, "-", count, core.Const(place, 1)))
        more = core.Compare(place, ">", count, core.Const(place, 0))
        return [core.Let(place, left, times), core.While(place, more, (down, *body), max(0, min(type_.high, MOST_TIMES)))]

    def do_together(self, stmt: t.Together, scope: Scope) -> list[core.Stmt]:
        return [core.Together(stmt.place, self.bind_block(stmt.body, scope))]

    def do_at(self, stmt: t.At, scope: Scope) -> list[core.Stmt]:
        signature = self.signatures.get(str(stmt.agenda))
        if signature is None or signature.kind != "agenda":
            self.unknown(stmt.agenda, "agenda", [n for n, s in self.signatures.items() if s.kind == "agenda"])
            return []
        procedure, args = self.later_procedure(stmt, scope)
        if stmt.edge == "end":
            when = core.Period(signature.index, "now", core.Const(stmt.place, stmt.ahead + 1))
        else:
            when = core.Period(signature.index, "next", core.Const(stmt.place, max(1, stmt.ahead)))
        return [core.Schedule(stmt.place, stmt.edge, when, procedure, args)]

    def do_simple(self, stmt: t.Simple, scope: Scope) -> list[core.Stmt]:
        place = stmt.place
        match stmt.word:
            case "publish":
                return [core.Publish(place)]
            case "end":
                return [core.End(place)]
            case "prevent":
                if scope.kind != "hook before":
                    self.error("P01", place, "‘prevent’ belongs in a ‘before’ hook", "An event may ‘end’, an order may ‘fail’.")
                return [core.Prevent(place)]
            case "reroll":
                again = scope.own.get("_natural")
                if again is None:
                    self.error("P01", place, "‘reroll’ belongs in an ‘after roll of TEST’ hook")
                    return []
                slot = scope.frame.slot()
                dice = self.test_dice[again.procedure]
                thrown = scope.thrown[""]
                faces = core.Faces([scope.frame.slot() for _ in thrown.faces.slots], thrown.faces.look)
                roll = core.Roll(place, slot, dice, self.names_of[again.procedure], faces)
                moved = [(again.slot, slot), *zip(thrown.faces.slots, faces.slots, strict=True)]
                return [roll, *(core.SetOwn(place, again.procedure, to, core.Local(place, at), -10_000, 10_000) for to, at in moved)]
        raise AssertionError(stmt.word)

    test_dice: dict[int, tuple[core.Dice, ...]]
    names_of: dict[int, str]

    def do_fail(self, stmt: t.Fail, scope: Scope) -> list[core.Stmt]:
        return [core.Fail(stmt.place, text_of(stmt.reason) if stmt.reason else None)]

    def do_proceed(self, stmt: t.Proceed, scope: Scope) -> list[core.Stmt]:
        if scope.kind != "hook instead":
            self.error("P01", stmt.place, "‘proceed’ belongs in an ‘instead of’ hook")
        values = self.proceeding_with(stmt, scope) if scope.kind == "hook instead" else ()
        if stmt.name is None:
            return [core.Proceed(stmt.place, NONE, values)]
        type_ = scope.result[1] if scope.result else FLAG
        return [core.Proceed(stmt.place, scope.add(str(stmt.name), type_), values)]

    def proceeding_with(self, stmt: t.Proceed, scope: Scope) -> tuple[tuple[int, core.Expr], ...]:
        out: list[tuple[int, core.Expr]] = []
        for name, value in stmt.values:
            found = scope.changeable.get(str(name))
            if found is None and not scope.changeable:
                self.error("P06", name.place, "nothing is given to what was replaced", "Write ‘proceed’ alone.")
            elif found is None:
                self.error("N01", name.place, f"what was replaced is given no ‘{name}’", hints.unknown(str(name), "part", scope.changeable))
            elif any(slot == found[0] for slot, _ in out):
                self.error("T06", name.place, f"‘{name}’ is given twice")
            else:
                wanted = replace(found[1], optional=True) if found[1].is_row else found[1]
                out.append((found[0], self.value(value, scope, wanted, f"‘{name}’")))
        return tuple(out)

    def do_give(self, stmt: t.Give, scope: Scope) -> list[core.Stmt]:
        if scope.result is None:
            self.error("P02", stmt.place, "this gives no result", "Say ‘gives TYPE’ in the event, before its statements.")
            return []
        return [core.Give(stmt.place, self.value(stmt.value, scope, scope.result[1], "the result"))]

    def do_wins(self, stmt: t.Wins, scope: Scope) -> list[core.Stmt]:
        bound, type_ = self.bind(stmt.winners, scope)
        if type_.is_row:
            bound = core.SetOf(stmt.place, (bound,))
        if type_.kind == "empty":
            return [core.Finish(stmt.place, core.Const(stmt.place, 0), self.seats)]
        return [core.Finish(stmt.place, bound, type_.domain if type_.kind in ("row", "set") else self.seats)]

    def do_create(self, stmt: t.Create, scope: Scope) -> list[core.Stmt]:
        domain = self.nouns.get(str(stmt.kind))
        if domain is None or not self.domains[domain].dynamic:
            self.error("T03", stmt.kind.place, f"‘{stmt.kind}’ has no rows to create", "Only kinds declared ‘up to N’ have.")
            return []
        values = []
        for name, expr in stmt.values:
            field = self.fields_of[domain].get(str(name))
            if field is None:
                self.error(
                    "N01", name.place, f"{an(stmt.kind)} has no field ‘{name}’", hints.unknown(name, "field", self.fields_of[domain])
                )
                continue
            values.append((field, self.value(expr, scope, self.field_types[field], f"‘{name}’")))
        slot = scope.add(str(stmt.name), row(domain)) if stmt.name is not None else scope.frame.slot()
        return [core.Create(stmt.place, slot, domain, tuple(values))]

    def do_discard(self, stmt: t.Discard, scope: Scope) -> list[core.Stmt]:
        bound, type_ = self.bind(stmt.target, scope)
        if not type_.is_row or not self.domains[type_.domain].dynamic:
            self.error("T03", stmt.place, f"{self.describe(type_)} cannot be discarded", "Only rows that were created can.")
            return []
        return [core.Discard(stmt.place, type_.domain, bound)]

    def do_reschedule(self, stmt: t.Reschedule, scope: Scope) -> list[core.Stmt]:
        step = row(self.domain_by_name["step"], True)
        atom, reference = self.value(stmt.atom, scope, step), self.value(stmt.reference, scope, step)
        return [core.Reschedule(stmt.place, atom, reference, core.Const(stmt.place, int(stmt.before)))]

    def do_perform(self, stmt: t.Perform, scope: Scope) -> list[core.Stmt]:
        signature = self.signatures.get(str(stmt.action))
        if signature is None or signature.kind != "action":
            self.unknown(stmt.action, "action", self.actions)
            return []
        slot, where = self.perform_filter(signature, stmt.of, scope) if stmt.of is not None else (scope.frame.slot(), None)
        if self.each_of_scope is not None and not (stmt.of is not None and str(stmt.of) in scope.names):
            # In an agenda for each element, a step performs the orders of that element's only.
            actor = signature.types[self.actor_position(signature)].domain
            own = self.belongs(core.Local(stmt.place, slot), actor, *self.each_of_scope, stmt.place)
            where = own if where is None else core.And(stmt.place, (where, own))
        self.performed.add(signature.name)
        return [core.Perform(stmt.place, self.actions[str(stmt.action)], slot, where)]

    each_of_scope: tuple[Ty, int] | None = None
    performed: set[str]

    def perform_filter(self, signature: Signature, of: t.Word, scope: Scope) -> tuple[int, core.Expr]:
        slot = scope.frame.slot()
        actor = core.Local(of.place, slot)
        domain = signature.types[self.actor_position(signature)].domain
        if str(of) in scope.names:
            return slot, core.Compare(of.place, "==", actor, core.Local(of.place, scope.names[str(of)][0]))
        return slot, self.of_kind_or_member(actor, domain, of)

    def actor_position(self, signature: Signature) -> int:
        return next((i for i, p in enumerate(signature.params) if p.preposition == "by"), 0)

    def of_kind_or_member(self, actor: core.Expr, domain: int, of: t.Word) -> core.Expr:
        for kind, index in self.members.get(str(of), []):
            for field in self.fields_of[domain].values():
                if self.field_types[field].domain == kind:
                    return self.bears(actor, domain, (kind, index), of.place)
        if self.nouns.get(str(of)) == domain:
            return core.Const(of.place, 1)
        self.error("N01", of.place, f"‘{of}’ is nothing that {an(self.domain_name(domain))} can be",
                   did_you_mean(of, self.members))  # fmt: skip
        return core.Const(of.place, 1)

    # ------------------------------------------------------------------------------------ calls

    def arguments(self, signature: Signature, args: list[t.Arg], scope: Scope, place: Place) -> tuple[core.Expr, ...]:
        given: dict[str, t.Arg] = {}
        for arg in args:
            if arg.preposition in given:
                self.error("T06", arg.place, f"‘{arg.preposition}’ stands twice in this sentence")
            given[arg.preposition] = arg
        out: list[core.Expr] = []
        unsure = any(type_.kind == "bad" for type_ in signature.types)  # its own line has a fault, which is told
        for param, type_ in zip(signature.params, signature.types, strict=True):
            found = given.pop(param.preposition, None)
            if found is None and unsure:
                out.append(core.Const(place, 0))
                continue
            if found is None:
                written = f"{param.preposition} {param.name}".strip()
                self.error("T06", place, f"‘{signature.name}’ needs ‘{written}’", f"It is written: {self.written(signature)}.")
                out.append(core.Const(place, 0))
                continue
            expected = replace(type_, optional=True) if type_.is_row else type_
            if isinstance(found.value, t.Tuple) and not param.preposition and type_.kind in ("number", "flag"):
                self.error("T06", found.place, f"‘{signature.name}’ takes one thing without a preposition",
                           f"It is written: {self.written(signature)}.")  # fmt: skip
                return tuple(core.Const(place, 0) for _ in signature.params)
            out.append(self.value(found.value, scope, expected, f"‘{param.name}’"))
        for preposition, arg in given.items() if not unsure else ():
            shown = f"takes no ‘{preposition} ...’" if preposition else "takes nothing without a preposition"
            self.error("T06", arg.place, f"‘{signature.name}’ {shown}", f"It is written: {self.written(signature)}.")
        return tuple(out)

    def written(self, signature: Signature) -> str:
        first = [p for i, p in enumerate(signature.params) if not p.preposition or p.preposition not in self.prepositions(signature, i)]
        return " ".join([signature.name, *(f"{p.preposition} {p.name}".strip() for p in first)])

    def prepositions(self, signature: Signature, before: int) -> list[str]:
        return [p.preposition for p in signature.params[:before]]

    def do_call(self, stmt: t.Call, scope: Scope) -> list[core.Stmt]:
        signature = self.signatures.get(str(stmt.word))
        if signature is None:
            verbs = ["becomes", "gains", "loses", "chooses", "tell", "create", "roll", "draw", "give", "end", "fail", "proceed"]
            hint = hints.statement(str(stmt.word), [*self.signatures, *verbs])
            self.error("N01", stmt.word.place, f"there is no event, agenda or statement ‘{stmt.word}’", hint)
            if stmt.result is not None:
                scope.add(str(stmt.result), Ty("bad"))
            return []
        wanted = {"roll": ("table", "test", "contest"), "test": ("test",), "contest": ("contest",)}.get(
            stmt.how, ("event", "agenda", "table", "action")
        )
        if signature.kind not in wanted:
            self.error("T06", stmt.place, f"‘{stmt.word}’ is {an(signature.kind)}",
                       {"test": f"Write ‘test {self.written(signature)}:’ with its results.",
                        "contest": f"Write ‘contest {self.written(signature)}:’ with its results.",
                        "table": f"Write ‘roll {self.written(signature)}’."}.get(signature.kind, ""))  # fmt: skip
            return []
        args = self.arguments(signature, stmt.args, scope, stmt.place)
        if signature.kind == "agenda":
            if scope.kind != "agenda":
                self.error("P04", stmt.place, f"‘{stmt.word}’ is an agenda, and only steps of agendas run agendas",
                           "Call it from a step, or make it an event.")  # fmt: skip
            if stmt.result is not None:
                self.error("T06", stmt.place, "an agenda has no result")
            return [core.Run(stmt.place, signature.index, args)]
        if signature.kind in ("test", "contest", "table") and (stmt.how in ("test", "contest") or stmt.result is not None or stmt.branches):
            return self.roll_call(stmt, signature, args, scope)
        outputs: tuple[tuple[int, int], ...] = ()
        if stmt.result is not None:
            if signature.result is None:
                self.error("P02", stmt.result.place, f"‘{stmt.word}’ gives no result", "Say ‘gives TYPE’ in it.")
                scope.add(str(stmt.result), Ty("bad"))
            else:
                type_ = replace(signature.result, optional=True) if signature.result.is_row else signature.result
                known = scope.names.get(str(stmt.result))
                slot = known[0] if known is not None and known[1].domain == type_.domain else scope.add(str(stmt.result), type_)
                outputs = ((signature.result_slot, slot),)
        return [core.Invoke(stmt.place, signature.index, args, outputs, seen=self.shown_to(stmt.seen, scope))]

    def roll_call(self, stmt: t.Call, signature: Signature, args: tuple[core.Expr, ...], scope: Scope) -> list[core.Stmt]:
        place = stmt.place
        result = scope.frame.slot()
        outputs = [(signature.result_slot, result)] if signature.result_slot != NONE else []
        parts = {}
        if stmt.result is not None:
            for name, slot in signature.outputs.items():
                parts[name] = scope.frame.slot()
                outputs.append((slot, parts[name]))
            if signature.result_slot != NONE:
                parts["result"] = result
            scope.outcomes[str(stmt.result)] = Outcome(signature.results, result, parts)
            if signature.thrown is not None:
                faces = core.Faces([scope.frame.slot() for _ in signature.thrown.faces.slots], signature.thrown.faces.look)
                outputs += zip(signature.thrown.faces.slots, faces.slots, strict=True)
                scope.thrown[str(stmt.result)] = Thrown(signature.thrown.dice, faces)
        seen = self.shown_to(stmt.seen, scope)
        out: list[core.Stmt] = [core.Invoke(place, signature.index, args, tuple(outputs), plain=stmt.result is None, seen=seen)]
        for branch in stmt.branches:
            if str(branch.name) not in signature.results:
                self.unknown(branch.name, f"result of ‘{signature.name}’", signature.results)
                continue
            wanted = core.Const(branch.place, signature.results.index(str(branch.name)))
            test = core.Compare(branch.place, "==", core.Local(branch.place, result), wanted)
            inner = scope.child()
            out.append(core.If(branch.place, test, self.bind_block(branch.body, inner)))
        return out


def _has_dice(expr: t.Expr) -> bool:
    if isinstance(expr, t.Binary):
        return _has_dice(expr.left) or _has_dice(expr.right)
    return isinstance(expr, t.DiceValue)


def walk(body: tuple[core.Stmt, ...]):  # type: ignore[no-untyped-def]
    """Every statement of a block, those inside others too."""
    for stmt in body:
        yield stmt
        for name in ("then", "other", "body"):
            inner = getattr(stmt, name, None)
            if isinstance(inner, tuple):
                yield from walk(inner)
        for branch in getattr(stmt, "branches", ()):
            yield from walk(branch.body)


__all__ = ["Bound", "Statements", "group", "walk"]
