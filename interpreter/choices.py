"""Decisions: choices from a set, branches, actions taken and orders given, each asked in small steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dsl import core
from dsl.core import NONE, Text
from dsl.places import Place
from interpreter.expressions import Fn, rows_of
from interpreter.machine import BUDGET
from interpreter.requests import Option, Request
from interpreter.signals import FAIL, OVER, PREVENT
from interpreter.trace import PUBLIC

if TYPE_CHECKING:
    from interpreter.machine import Machine, Run, Stmt

DONE = Option("done", NONE, NONE, Text("that is all", "c'est tout"))
DECLINE = Option("none", NONE, NONE, Text("nobody, nothing", "personne, rien"))
WAITING, CARRIED_OUT, FAILED, CANCELLED = range(4)
MOST = 2000  # numbers offered in one list
DULL, NEVER = -1, -1_000_000_000  # what a bot thinks of an action that does not say, of one that cannot be


def ask(
    x: Run, seat: int, name: str, options: list[Option], secret: bool, place: Place, default: int | None = None,
    about: tuple[tuple[str, str], ...] = (), clauses: tuple[str, ...] = (), appeals: tuple[int, ...] = (),
    hints: tuple[Text, ...] = (),
) -> Option:  # fmt: skip
    if seat < 0:
        raise x.error(f"nobody is there to decide ‘{name}’", place)
    title = x.machine.decision_titles.get(name, Text())
    request = Request(x.answers.name(), seat, name, tuple(options), secret, title, place, default, about, appeals, hints)
    chosen = options[x.answers.decide(x, request)]
    if x.log is not None:
        audience = 1 << seat if secret or not x.program.public_events else None
        x.record("choice", name, place, clauses, audience, seat=seat, key=chosen.key, title=chosen.title, options=len(options),
                 about=about)  # fmt: skip
    return chosen


def row_options(x: Run, domain: int, rows: list[int], seat: int) -> list[Option]:
    """Rows as a seat may know them: those it cannot recognise are called by where they stand, and come last, in that order."""
    m = x.machine
    if domain == NONE or not m.kind_seen[domain]:
        return [Option(m.row_key(domain, r), r, domain, m.row_title(domain, r, x.cells)) for r in rows]
    known: list[Option] = []
    others: list[tuple[str, int]] = []
    for row in rows:
        mask = m.mask(x, m.kind_seen[domain], row)
        if mask == PUBLIC or mask >> seat & 1:
            key = m.row_key(domain, row)
            title = m.row_title(domain, row, x.cells)
            known.append(Option(key, row, domain, Text(f"{title.en} {row + 1}", f"{title.fr} {row + 1}")))
        else:
            others.append((m.place_of(x, domain, row, seat), row))
    others.sort()
    kind = m.program.domains[domain]
    met: dict[str, int] = {}
    for place, row in others:
        met[place] = met.get(place, 0) + 1
        key = f"{kind.name}{place}" + (f"#{met[place]}" if met[place] > 1 else "")
        title = kind.title
        known.append(Option(key, row, domain, Text(f"{title.en or kind.name} {place}", f"{title.fr or kind.name} {place}")))
    return known


def _choose(s: core.Choose, m: Machine) -> Stmt:
    chooser, slot, place = m.expr(s.chooser), s.slot, s.place
    options, low, high, default = m.maybe(s.options), m.maybe(s.low), m.maybe(s.high), m.maybe(s.default)
    decision = m.program.decisions[s.decision]
    domain = s.domain if s.domain != NONE else option_domain(s.options, m)
    liked = m.maybe(s.appeal)

    def choose(x: Run, f: list[int]) -> int:
        seat = chooser(x, f)
        if options is not None:
            found = row_options(x, domain, list(rows_of(options(x, f))), seat)
        else:
            assert low is not None and high is not None
            found = [Option(str(n), n) for n in range(low(x, f), min(high(x, f), low(x, f) + MOST) + 1)]
        if not found:
            f[slot] = NONE
            return 0
        if len(found) == 1 and not s.decline:
            f[slot] = found[0].value
            return 0
        if s.decline:
            found.append(DECLINE)
        silent = len(found) - 1
        if default is not None:
            wanted = default(x, f)
            silent = next((i for i, o in enumerate(found) if o.value == wanted), silent)
        likes: tuple[int, ...] = ()
        if x.appraise and liked is not None:
            likes = tuple(liking(x, f, slot, o.value, liked) for o in found)
        f[slot] = ask(x, seat, decision.name, found, s.secret, place, silent, clauses=decision.clauses, appeals=likes).value
        return 0

    return choose


def liking(x: Run, f: list[int], slot: int, value: int, liked: Fn) -> int:
    """How much a bot likes a candidate; declining is worth 0."""
    if value == NONE:
        return 0
    f[slot] = value
    return liked(x, f)


def option_domain(expr: core.Expr | None, m: Machine) -> int:
    """The kind of the rows a set expression holds."""
    match expr:
        case core.Rows():
            return expr.domain
        case core.Query():
            if expr.sink == "union" and expr.value is not None:
                if expr.value_is_set:
                    return option_domain(expr.value, m)
                return value_domain(expr.value, m)
            return option_domain(expr.source, m)
        case core.SetOp():
            left = option_domain(expr.left, m)
            return left if left != NONE else option_domain(expr.right, m)
        case core.SetOf():
            for item in expr.items:
                found = value_domain(item, m)
                if found != NONE:
                    return found
        case core.Choice():
            found = option_domain(expr.then, m)
            return found if found != NONE else option_domain(expr.other, m)
        case core.Apply():
            return m.program.functions[expr.function].domain
        case core.Read():
            return m.program.fields[expr.field].target
        case core.Ask():
            return expr.board
    return NONE


def value_domain(expr: core.Expr, m: Machine) -> int:
    match expr:
        case core.Read():
            return m.program.fields[expr.field].target
        case core.Apply():
            return m.program.functions[expr.function].domain
        case core.Ask():
            return expr.board
        case core.Choice():
            return value_domain(expr.then, m)
        case core.Query():
            return option_domain(expr.source, m)
        case core.Arith():
            return value_domain(expr.left, m)
    return NONE


def pick_branch(s: core.ChooseBranch, m: Machine) -> Fn:
    """The position of the branch picked; NONE when all are closed."""
    chooser, place = m.expr(s.chooser), s.place
    decision = m.program.decisions[s.decision]
    made = [(Option(b.name, i, NONE, b.title), m.maybe(b.test)) for i, b in enumerate(s.branches)]

    def pick(x: Run, f: list[int]) -> int:
        found = [option for option, test in made if test is None or test(x, f)]
        if not found:
            return NONE
        if len(found) == 1:
            return found[0].value
        return ask(x, chooser(x, f), decision.name, found, s.secret, place, len(found) - 1, clauses=decision.clauses).value

    return pick


def _choose_branch(s: core.ChooseBranch, m: Machine) -> Stmt:
    from interpreter.statements import compile_block

    pick, bodies = pick_branch(s, m), [compile_block(b.body, m) for b in s.branches]

    def choose(x: Run, f: list[int]) -> int:
        picked = pick(x, f)
        return bodies[picked](x, f) if picked != NONE else 0

    return choose


# ------------------------------------------------------------------------------------------------ actions


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
            rank = [action.actor, *(i for i in range(len(p.params)) if i != action.actor)]
            place_of = {position: r for r, position in enumerate(rank)}
            when: list[list[Fn]] = [[] for _ in rank]
            for test, position in action.when:
                slots = parameters_in(test, len(p.params)) or {position if position < len(rank) else 0}
                when[max(place_of.get(slot, 0) for slot in slots)].append(m.expr(test))
            limits = [(m.expr(limit.count), m.layout.base[limit.field]) for limit in action.limits]
            m.calls.ready[action.procedure].needs = [(m.expr(test), reason) for test, reason in action.needs]
            values = [m.maybe(v) for v in action.values]
            actors, commander, liked = p.params[action.actor].domain, m.expr(action.commander), m.maybe(action.appeal)
            self.ready.append(ReadyAction(action, p, actors, commander, rank, when, values, limits, set(), liked))
        for one in self.ready:
            for two in self.ready:
                a, b = one.action, two.action
                shared = set(a.excludes) & set(b.excludes)
                if a is not b and (b.index in a.excludes or a.index in b.excludes or shared):
                    one.rivals.add(b.index)
        self.by_index = {r.action.index: r for r in self.ready}
        self.offers: dict[str, list[ReadyAction]] = {}
        for one in self.ready:
            self.offers.setdefault(one.action.offer, []).append(one)

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
        for row in self.commanded(x, r, seat, only) if commanded is None else commanded:
            done = taken.get((r.actors, row))
            if done and (done & r.rivals or (r.action.index in done and not r.action.several and not r.action.at_once)):
                continue
            frame = self.blank(r)
            frame[slot] = row
            if self.within_limits(x, r, row, frame, taken) and self.completable(x, r, frame, 0):
                out.append(row)
        return out

    def blank(self, r: ReadyAction) -> list[int]:
        p = r.procedure
        return p.init[:] or [0] * p.slots

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

    def candidates(self, x: Run, r: ReadyAction, frame: list[int], position: int) -> list[int]:
        values = r.values[position]
        if values is not None:
            return list(rows_of(values(x, frame)))
        param = r.procedure.params[position]
        return list(range(param.low, min(param.high, param.low + MOST) + 1))

    def completable(self, x: Run, r: ReadyAction, frame: list[int], rank: int) -> bool:
        """Can the parameters after this rank be filled, given those up to it?"""
        x.spend(r.procedure.place)
        for test in r.when[rank]:
            if not test(x, frame):
                return False
        if rank + 1 == len(r.rank):
            return True
        position = r.rank[rank + 1]
        slot = r.procedure.params[position].slot
        for value in self.candidates(x, r, frame, position):
            frame[slot] = value
            if self.completable(x, r, frame, rank + 1):
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
        for value in self.candidates(x, r, frame, position):
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
            ("action", r.action.name), (actor.name, self.m.row_key(actor.domain, frame[actor.slot])),
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
        key = (r.action.index, rank, *(frame[r.procedure.params[p].slot] for p in r.rank[:rank]))
        if x.memo is not None and key in x.memo:
            known: list[int] = x.memo[key]
            return known
        budget, x.budget = x.budget, BUDGET  # a list has a budget of its own: it may be made once and used often
        slot, out = r.procedure.params[position].slot, []
        for value in self.candidates(x, r, frame, position):
            frame[slot] = value
            if self.completable(x, r, frame[:], rank):
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
        options = [Option(r.action.name, i, NONE, r.action.title) for i, (r, _) in enumerate(found)]
        if not must:
            options.append(DONE)
        if len(options) > 1:
            likes: tuple[int, ...] = ()
            if x.appraise and any(r.appeal for r, _ in found):
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
            row = ask(x, seat, actor.name, choices, secret, place, 0, (("action", r.action.name),), appeals=likes).value
        frame = self.blank(r)
        frame[actor.slot] = row
        return r, self.fill(x, r, frame, seat, secret, place)

    def hints_of(self, x: Run, r: ReadyAction, frame: list[int], slot: int, rank: int, values: list[int]) -> tuple[Text, ...]:
        """What is said beside each value of the last parameter, when somebody wants to know."""
        if not x.appraise or not r.action.hint or rank + 1 < len(r.rank):
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
        frame = self.blank(r)
        for param, value in zip(r.procedure.params, args, strict=True):
            frame[param.slot] = value
        x.reason, x.spent = None, False
        _, signal = self.m.calls.perform(x, r.action.procedure, args, place)
        if signal != PREVENT and (signal != FAIL or r.action.spends or x.spent):
            row = args[r.action.actor]
            for _, base in r.limits:
                x.cells[base + row] += 1
        return signal


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


CHOICES: dict[type, Any] = {
    core.Choose: _choose, core.ChooseBranch: _choose_branch, core.Act: _act,
}  # fmt: skip
