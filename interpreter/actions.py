"""Actions a seat may take or order: which there are, asked in small steps, and carrying them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE, Text
from dsl.places import Place
from interpreter.choices import DONE, DULL, MOST, NEVER, WAITING, ask, row_options, value_domain
from interpreter.errors import RulebookError
from interpreter.expressions import Fn, rows_of
from interpreter.lookups import set_step
from interpreter.machine import BUDGET
from interpreter.requests import Option
from interpreter.signals import BARRED, FAIL, OVER, PREVENT

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run, Stmt


@dataclass(slots=True)
class ReadyAction:
    action: core.Action
    procedure: core.Procedure
    actors: int  # domain
    commander: Fn
    rank: list[int]  # positions in the order they are asked: the actor first
    when: list[list[Fn]]  # by rank: asked as soon as that one is known
    values: list[Fn | None]
    limits: list[tuple[Fn, int]]  # how often, base of the counter
    rivals: set[int]  # actions that cannot be ordered besides this one
    appeal: Fn | None = None  # how much a bot likes it
    # By rank again: those parts of ``when`` that pick rows out of all at once, and what is then left to ask row by row.
    steps: list[list[Callable[[Run, list[int], int], int]]] = field(default_factory=list)
    rest: list[list[Fn]] = field(default_factory=list)
    # Other ways to give what a parameter stands for: each is offered beside the action, and is the same order.
    key: str = ""
    title: Text = field(default_factory=Text)
    left: tuple[int, ...] = ()  # positions that are not asked
    way: core.Way | None = None  # the way it is given in, if not as it is first written
    empty: list[int] = field(default_factory=list)  # a frame of which nothing is known yet
    ways: list[tuple[core.Way, Fn]] = field(default_factory=list)
    shunned: bool = False  # its appeal is a plain number below 0: no bot does it


class Actions:
    """Which actions a seat may take or order, and carrying them out."""

    def __init__(self, m: Machine) -> None:
        self.m = m
        program = m.program
        self.ready: list[ReadyAction] = []
        for action in program.actions:
            p = program.procedures[action.procedure]
            if not p.params:
                continue
            there = [(self.is_there(p.params[way.instead].slot), None) for way in action.ways]
            m.calls.ready[action.procedure].needs = [*there, *((m.expr(test), reason) for test, reason in action.needs)]
            for way in (None, *action.ways):
                self.ready.append(self.made_ready(action, p, way))
        for one in self.ready:
            for two in self.ready:
                a, b = one.action, two.action
                shared = set(a.excludes) & set(b.excludes)
                if a is not b and (b.index in a.excludes or a.index in b.excludes or shared):
                    one.rivals.add(b.index)
        self.by_index = {r.action.index: r for r in self.ready if r.way is None}
        self.offers: dict[str, list[ReadyAction]] = {}
        for one in self.ready:
            self.offers.setdefault(one.action.offer, []).append(one)

    def made_ready(self, action: core.Action, p: core.Procedure, way: core.Way | None) -> ReadyAction:
        """An action as it is written, or given in another way: then what that stands for is reckoned, not asked."""
        m = self.m
        left = [other.given for other in action.ways if other is not way] + ([way.instead] if way is not None else [])
        rank = [action.actor, *(i for i in range(len(p.params)) if i != action.actor and i not in left)]
        place_of = {position: r for r, position in enumerate(rank)}
        told = {p.params[way.instead].slot: parameters_in(way.value, len(p.params))} if way is not None else {}
        tests: list[list[core.Expr]] = [[] for _ in rank]
        for test, position in action.when:
            slots = parameters_in(test, len(p.params)) or {position if position < len(rank) else 0}
            slots = set().union(*(told.get(slot, {slot}) for slot in slots))
            tests[max((place_of.get(slot, 0) for slot in slots), default=0)].append(test)
        when = [[self.asked(test, p, way) for test in asked] for asked in tests]
        limits = [(m.expr(limit.count), m.layout.base[limit.field]) for limit in action.limits]
        values = [m.maybe(v) for v in action.values]
        actors, commander, liked = p.params[action.actor].domain, m.expr(action.commander), m.maybe(action.appeal)
        if way is not None and liked is not None:
            liked = self.knowing(way, p, liked, NEVER)
        r = ReadyAction(action, p, actors, commander, rank, when, values, limits, set(), liked, left=tuple(left), way=way)
        r.key, r.title = action.name, action.title
        r.shunned = isinstance(action.appeal, core.Const) and action.appeal.value < 0
        if way is not None:
            kind = m.program.domains[p.params[way.given].domain].title
            r.key = f"{action.name}_{p.params[way.given].name}"
            r.title = way.title if way.title.en else Text(f"{action.title.en} ({kind.en})", f"{action.title.fr} ({kind.fr})")
        r.empty = p.init[:] or [0] * p.slots
        for position in left:
            r.empty[p.params[position].slot] = NONE
        r.ways = [(other, m.expr(other.value)) for other in action.ways]
        for place, parts in enumerate(tests):
            self.narrow(r, place, parts)
        return r

    @staticmethod
    def is_there(slot: int) -> Fn:
        return lambda x, f: int(f[slot] != NONE)

    def asked(self, test: core.Expr, p: core.Procedure, way: core.Way | None) -> Fn:
        """A condition; of what another way stands for it is asked as things are now, and is false of nothing."""
        fn = self.m.expr(test)
        if way is None or p.params[way.instead].slot not in parameters_in(test, len(p.params)):
            return fn
        return self.knowing(way, p, fn, 0)

    def knowing(self, way: core.Way, p: core.Procedure, fn: Fn, otherwise: int) -> Fn:
        value, slot = self.m.expr(way.value), p.params[way.instead].slot

        def known(x: Run, f: list[int]) -> int:
            f[slot] = value(x, f)
            try:
                return fn(x, f) if f[slot] != NONE else otherwise
            finally:
                f[slot] = NONE

        return known

    def narrow(self, r: ReadyAction, rank: int, tests: list[core.Expr]) -> None:
        param = r.procedure.params[r.rank[rank]]
        steps, rest = [], []
        if param.domain != NONE and not param.is_set:
            size = self.m.program.domains[param.domain].size
            for part in (part for test in tests for part in (test.items if isinstance(test, core.And) else (test,))):
                reckoned = r.way is not None and r.procedure.params[r.way.instead].slot in parameters_in(part, len(r.procedure.params))
                step = None if reckoned else set_step(part, param.slot, size, self.m)
                if step is None:
                    rest.append(self.asked(part, r.procedure, r.way))
                else:
                    steps.append(step)
        r.steps.append(steps)
        r.rest.append(rest if steps else r.when[rank])

    # ------------------------------------------------------------------------------------ legality

    def commanded(self, x: Run, r: ReadyAction, seat: int, only: int) -> list[int]:
        """Rows of the action's kind of actor that exist and that the seat commands."""
        domain = self.m.program.domains[r.actors]
        rows = range(domain.size) if only == NONE else [only]
        alive = self.m.layout.base[domain.alive] if domain.dynamic else NONE
        frame = self.blank(r)
        slot = r.procedure.params[r.action.actor].slot
        out = []
        for row in rows:
            if alive == NONE or x.cells[alive + row]:
                frame[slot] = row
                if r.commander(x, frame) == seat:
                    out.append(row)
        return out

    def actors(
        self, x: Run, r: ReadyAction, seat: int, only: int, taken: dict[tuple[int, int], set[int]], commanded: list[int] | None = None
    ) -> list[int]:
        """Those of them that can do the action now, in some way."""
        out = []
        slot = r.procedure.params[r.action.actor].slot
        rows = self.commanded(x, r, seat, only) if commanded is None else commanded
        likely, tests = self.narrowed(x, r, self.blank(r), 0, rows)
        for row in likely:
            done = taken.get((r.actors, row))
            if done and (done & r.rivals or (r.action.index in done and not r.action.several and not r.action.at_once)):
                continue
            frame = self.blank(r)
            frame[slot] = row
            if self.within_limits(x, r, row, frame, taken) and self.completable(x, r, frame, 0, tests):
                out.append(row)
        return out

    def narrowed(self, x: Run, r: ReadyAction, frame: list[int], rank: int, rows: Sequence[int]) -> tuple[Sequence[int], list[Fn]]:
        """Those rows that pass what can be asked of all at once, and what is left to ask of each of them."""
        steps = r.steps[rank]
        if not steps or not rows:
            return rows, r.when[rank]
        mask = 0
        for row in rows:
            mask |= 1 << row
        try:
            for step in steps:
                mask = step(x, frame, mask)
                if not mask:
                    return (), r.rest[rank]
        except RulebookError:  # a part that an earlier part would have kept from being asked: ask as it is written
            return rows, r.when[rank]
        return rows_of(mask), r.rest[rank]

    def blank(self, r: ReadyAction) -> list[int]:
        return r.empty[:]

    def within_limits(self, x: Run, r: ReadyAction, row: int, frame: list[int], taken: Any) -> bool:
        if not r.limits:
            return True
        # Orders that wait will be charged when they are done.
        given = 0 if r.action.at_once else self.waiting(x).get((r.action.index, row), 0)
        return all(x.cells[base + row] + given < count(x, frame) for count, base in r.limits)

    def waiting(self, x: Run) -> dict[tuple[int, int], int]:
        """How many orders of each action wait for each actor."""
        if x.memo is not None and "waiting" in x.memo:
            found: dict[tuple[int, int], int] = x.memo["waiting"]
            return found
        table, base = self.m.program.orders, self.m.layout.base
        out: dict[tuple[int, int], int] = {}
        if table is not None:
            orders = self.m.program.domains[table.domain]
            alive, state, action = base[orders.alive], base[table.state], base[table.action]
            for row in range(orders.size):
                if x.cells[alive + row] and x.cells[state + row] == WAITING:
                    r = self.by_index[x.cells[action + row]]
                    given = r.action.index, x.cells[base[r.action.order_fields[r.action.actor]] + row]
                    out[given] = out.get(given, 0) + 1
        if x.memo is not None:
            x.memo["waiting"] = out
        return out

    def candidates(self, x: Run, r: ReadyAction, frame: list[int], position: int) -> Sequence[int]:
        values = r.values[position]
        if values is not None:
            return rows_of(values(x, frame))
        param = r.procedure.params[position]
        return list(range(param.low, min(param.high, param.low + MOST) + 1))

    def completable(self, x: Run, r: ReadyAction, frame: list[int], rank: int, tests: list[Fn]) -> bool:
        """Can the parameters after this rank be filled, given those up to it?  ``tests``: what is left to ask at this rank."""
        x.budget -= 1
        if x.budget < 0:
            x.spend(r.procedure.place)
        for test in tests:
            if not test(x, frame):
                return False
        rank += 1
        if rank == len(r.rank):
            return True
        position = r.rank[rank]
        slot = r.procedure.params[position].slot
        values, tests = self.narrowed(x, r, frame, rank, self.candidates(x, r, frame, position))
        for value in values:
            frame[slot] = value
            if self.completable(x, r, frame, rank, tests):
                return True
        return False

    def appealing(self, x: Run, r: ReadyAction, frame: list[int], rank: int) -> int:
        """The most a bot likes any way to fill the parameters after this rank; an action that says nothing is worth -1."""
        if r.appeal is None:
            return DULL
        for test in r.when[rank]:
            if not test(x, frame):
                return NEVER
        if rank + 1 == len(r.rank):
            return r.appeal(x, frame)
        position = r.rank[rank + 1]
        slot, best = r.procedure.params[position].slot, NEVER
        values, _ = self.narrowed(x, r, frame, rank + 1, self.candidates(x, r, frame, position))
        for value in values:
            frame[slot] = value
            best = max(best, self.appealing(x, r, frame, rank + 1))
        return best

    def likes_of(self, x: Run, r: ReadyAction, frame: list[int], slot: int, rank: int, values: list[int]) -> tuple[int, ...]:
        if not x.appraise or r.appeal is None:
            return ()
        out = []
        for value in values:
            frame[slot] = value
            out.append(self.appealing(x, r, frame[:], rank))
        return tuple(out)

    def fill(self, x: Run, r: ReadyAction, frame: list[int], seat: int, secret: bool, place: Place) -> list[int]:
        """Asks for every parameter after the actor, in turn."""
        p = r.procedure
        actor = p.params[r.action.actor]
        about: tuple[tuple[str, str], ...] = (
            ("action", r.key), (actor.name, self.m.row_key(actor.domain, frame[actor.slot])),
        )  # fmt: skip
        for rank, position in enumerate(r.rank[1:], 1):
            param = p.params[position]
            fitting = self.fitting(x, r, frame, rank, position)
            known = param.domain != NONE
            options = row_options(x, param.domain, fitting, seat) if known else [Option(str(v), v) for v in fitting]
            if len(options) == 1:
                frame[param.slot] = options[0].value
            else:
                likes = self.likes_of(x, r, frame, param.slot, rank, [o.value for o in options])
                hints = self.hints_of(x, r, frame, param.slot, rank, [o.value for o in options])
                picked = ask(x, seat, param.name, options, secret, place, 0, about, appeals=likes, hints=hints)
                frame[param.slot] = picked.value
            shown = next(o.key for o in options if o.value == frame[param.slot])
            about = (*about, (param.name, shown))
        return [frame[q.slot] for q in p.params]

    def fitting(self, x: Run, r: ReadyAction, frame: list[int], rank: int, position: int) -> list[int]:
        """The values of a parameter with which those after it can be filled."""
        key = ("fitting", r.key, rank, *(frame[r.procedure.params[p].slot] for p in r.rank[:rank]))
        if x.memo is not None and key in x.memo:
            known: list[int] = x.memo[key]
            return known
        budget, x.budget = x.budget, BUDGET  # a list has a budget of its own: it may be made once and used often
        slot, out = r.procedure.params[position].slot, []
        values, tests = self.narrowed(x, r, frame, rank, self.candidates(x, r, frame, position))
        for value in values:
            frame[slot] = value
            if self.completable(x, r, frame[:], rank, tests):
                out.append(value)
        x.budget = budget
        if x.memo is not None:
            x.memo[key] = out
        return out

    def pick(
        self, x: Run, seat: int, offer: str, only: int, taken: dict[tuple[int, int], set[int]], secret: bool, place: Place,
        name: str, must: bool = False,
    ) -> tuple[ReadyAction, list[int]] | None:  # fmt: skip
        """An action with its actor and parameters, or None for "done".  Nothing changes meanwhile, so values are kept."""
        x.memo = x.answers.here()
        try:
            return self.picked(x, seat, offer, only, taken, secret, place, name, must)
        finally:
            x.memo = None

    def possible(
        self, x: Run, seat: int, offer: str, only: int, taken: dict[tuple[int, int], set[int]]
    ) -> list[tuple[ReadyAction, list[int]]]:
        """The actions offered, each with the actors that can do it."""
        assert x.memo is not None
        if "possible" in x.memo:
            known: list[tuple[ReadyAction, list[int]]] = x.memo["possible"]
            return known
        budget, x.budget = x.budget, BUDGET
        found: list[tuple[ReadyAction, list[int]]] = []
        commanded: dict[int, list[int]] = {}
        for r in self.offers.get(offer, ()):
            domain = r.actors
            if only != NONE and domain != self.only_domain:
                continue
            if domain not in commanded:
                commanded[domain] = self.commanded(x, r, seat, only)
            rows = self.actors(x, r, seat, only, taken, commanded[domain]) if commanded[domain] else []
            if rows:
                found.append((r, rows))
        x.budget = budget
        x.memo["possible"] = found
        return found

    def picked(
        self, x: Run, seat: int, offer: str, only: int, taken: dict[tuple[int, int], set[int]], secret: bool, place: Place,
        name: str, must: bool,
    ) -> tuple[ReadyAction, list[int]] | None:  # fmt: skip
        x.spend(place)
        found = self.possible(x, seat, offer, only, taken)
        if not found:
            return None
        options = [Option(r.key, i, NONE, r.title, r.action.shortcut, r.shunned) for i, (r, _) in enumerate(found)]
        if not must:
            options.append(DONE)
        if len(options) > 1:
            likes: tuple[int, ...] = ()
            if x.appraise and any(r.appeal and not r.shunned for r, _ in found):
                each = (max(self.likes_of(x, r, self.blank(r), self.actor_slot(r), 0, rows) or (DULL,)) for r, rows in found)
                likes = (*each, *(() if must else (0,)))
            picked = ask(x, seat, name, options, secret, place, len(options) - 1, appeals=likes)
            if picked.key == "done":
                return None
            r, rows = found[picked.value]
        else:
            r, rows = found[0]
        actor = r.procedure.params[r.action.actor]
        row = rows[0]
        if len(rows) > 1:
            choices = row_options(x, actor.domain, rows, seat)
            likes = self.likes_of(x, r, self.blank(r), actor.slot, 0, [o.value for o in choices])
            row = ask(x, seat, actor.name, choices, secret, place, 0, (("action", r.key),), appeals=likes).value
        frame = self.blank(r)
        frame[actor.slot] = row
        return r, self.fill(x, r, frame, seat, secret, place)

    def hints_of(self, x: Run, r: ReadyAction, frame: list[int], slot: int, rank: int, values: list[int]) -> tuple[Text, ...]:
        """What is said beside each value of the last parameter, when somebody wants to know."""
        if not x.hinting or not r.action.hint or rank + 1 < len(r.rank):
            return ()
        out = []
        for value in values:
            frame[slot] = value
            out.append(self.m.words(r.action.hint, x, frame[:]))
        return tuple(out)

    def actor_slot(self, r: ReadyAction) -> int:
        return r.procedure.params[r.action.actor].slot

    only_domain = NONE

    # ------------------------------------------------------------------------------------ carrying out

    def carry_out(self, x: Run, r: ReadyAction, args: list[int], place: Place) -> int:
        """Needs, then the body; a charge is spent when it runs to its end, or whatever happens if it ``spends``."""
        args = self.reckoned(x, r, args)
        x.reason, x.spent = None, False
        _, signal = self.m.calls.perform(x, r.action.procedure, args, place)
        if signal not in (PREVENT, BARRED) and (signal != FAIL or r.action.spends or x.spent):
            row = args[r.action.actor]
            for _, base in r.limits:
                x.cells[base + row] += 1
        return signal

    def reckoned(self, x: Run, r: ReadyAction, args: list[int]) -> list[int]:
        """The parameters, with what another way stood for as things are now."""
        for way, value in r.ways:
            if args[way.given] != NONE:
                frame = r.procedure.init[:] or [0] * r.procedure.slots
                for param, given in zip(r.procedure.params, args, strict=True):
                    frame[param.slot] = given
                args = args[:]
                args[way.instead] = value(x, frame)
        return args


def parameters_in(expr: Any, below: int) -> set[int]:
    """Slots below ``below`` that an expression reads."""
    if isinstance(expr, core.Local):
        return {expr.slot} if expr.slot < below else set()
    out: set[int] = set()
    for cls in type(expr).__mro__:
        for name in getattr(cls, "__slots__", ()):
            value = getattr(expr, name, None)
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, core.Expr):
                    out |= parameters_in(item, below)
    return out


def take_action(s: core.Act, m: Machine) -> Any:
    """One round of ``acts in``: 0 an action was done, 1 there is none or "done", OVER."""
    chooser, actor = m.expr(s.chooser), m.maybe(s.actor)
    decision = m.program.decisions[s.decision]
    domain = value_of_actor(s.actor, m)

    def round_(x: Run, f: list[int]) -> int:
        only = actor(x, f) if actor is not None else NONE
        actions = m.agendas.actions
        actions.only_domain = domain
        if domain == NONE and only != NONE:
            actions.only_domain = next((r.actors for r in actions.ready if r.action.offer == s.offer), NONE)
        picked = actions.pick(x, chooser(x, f), s.offer, only, {}, False, s.place, decision.name, s.must)
        if picked is None:
            return 1
        signal = actions.carry_out(x, *picked, s.place)
        return OVER if signal == OVER or x.state.over else 0

    return round_


def value_of_actor(expr: core.Expr | None, m: Machine) -> int:
    return NONE if expr is None else value_domain(expr, m)


def _act(s: core.Act, m: Machine) -> Stmt:
    round_, budget, test = take_action(s, m), m.expr(s.budget), m.maybe(s.test)

    def act(x: Run, f: list[int]) -> int:
        for _ in range(budget(x, f)):
            if test is not None and not test(x, f):
                break
            signal = round_(x, f)
            if signal == OVER:
                return OVER
            if signal:
                break
        return 0

    return act


ACTIONS: dict[type, Any] = {core.Act: _act}
