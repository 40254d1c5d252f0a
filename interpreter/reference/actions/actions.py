"""Actions a seat may take or order: which there are, asked in small steps, and carrying them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from arbitre.dsl.core import NONE, Text
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import BUDGET, VALUE, ReadyAction, Run
from arbitre.interpreter.reference import calls
from arbitre.interpreter.reference.actions.decisions import DONE, DULL, NEVER, NOT_PUT, WAITING, Put, ask, row_options
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Option
from arbitre.interpreter.state.signals import BARRED, FAIL, PREVENT

# ------------------------------------------------------------------------------------ legality


def rows_commanded(x: Run, r: ReadyAction, seat: int, only: int) -> list[int]:
    """Rows of the action's kind of actor that exist and that the seat commands."""
    domain = x.machine.program.domains[r.actors]
    rows = range(domain.size) if only == NONE else [only]
    alive = x.machine.layout.base[domain.alive] if domain.dynamic else NONE
    frame = blank(r)
    slot = r.procedure.params[r.action.actor].slot
    out = []
    for row in rows:
        if alive == NONE or x.cells[alive + row]:
            frame[slot] = row
            if r.commander(x, frame) == seat:
                out.append(row)
    return out


def able_actors(
    x: Run, r: ReadyAction, seat: int, only: int, taken: dict[tuple[int, int], set[int]], commanded: list[int] | None = None
) -> list[int]:
    """Those of them that can do the action now, in some way."""
    out = []
    slot = r.procedure.params[r.action.actor].slot
    for row in rows_commanded(x, r, seat, only) if commanded is None else commanded:
        done = taken.get((r.actors, row))
        if done and (done & r.rivals or (r.action.index in done and not r.action.several and not r.action.at_once)):
            continue
        frame = blank(r)
        frame[slot] = row
        if within_limits(x, r, row, frame, taken) and completable(x, r, frame, 0):
            out.append(row)
    return out


def blank(r: ReadyAction) -> list[int]:
    """Slots in which an action is put together, question after question."""
    return r.empty[:]


def within_limits(x: Run, r: ReadyAction, row: int, frame: list[int], taken: object) -> bool:
    if not r.limits:
        return True
    # Orders that wait will be charged when they are done.
    given = 0 if r.action.at_once else waiting_orders(x).get((r.action.index, row), 0)
    return all(x.cells[base + row] + given < count(x, frame) for count, base in r.limits)


def waiting_orders(x: Run) -> dict[tuple[int, int], int]:
    """How many orders of each action wait for each actor."""
    return x.once("waiting", lambda: count_orders(x))


def count_orders(x: Run) -> dict[tuple[int, int], int]:
    table, base = x.machine.program.orders, x.machine.layout.base
    out: dict[tuple[int, int], int] = {}
    if table is not None:
        orders = x.machine.program.domains[table.domain]
        alive, state, action = base[orders.alive], base[table.state], base[table.action]
        for row in range(orders.size):
            if x.cells[alive + row] and x.cells[state + row] == WAITING:
                r = x.machine.action_of[x.cells[action + row]]
                given = r.action.index, x.cells[base[r.action.order_fields[r.action.actor]] + row]
                out[given] = out.get(given, 0) + 1
    return out


def candidates(x: Run, r: ReadyAction, frame: list[int], position: int) -> Sequence[int]:
    """The values a parameter may have, before anything is asked of them."""
    values = r.values[position]
    if values is not None:
        return rows_of(values(x, frame))
    return r.procedure.params[position].numbers


def completable(x: Run, r: ReadyAction, frame: list[int], rank: int) -> bool:
    """Can the parameters after this rank be filled, given those up to it?"""
    x.spend(r.procedure.place, VALUE)
    for test in r.when[rank]:
        if not test(x, frame):
            return False
    rank += 1
    if rank == len(r.rank):
        return True
    position = r.rank[rank]
    slot = r.procedure.params[position].slot
    for value in candidates(x, r, frame, position):
        frame[slot] = value
        if completable(x, r, frame, rank):
            return True
    return False


def appealing(x: Run, r: ReadyAction, frame: list[int], rank: int) -> int:
    """The greatest appeal of any way to fill the parameters after this rank; DULL for an action that states none."""
    return x.once(("appeal", r.key, *known_of(r, frame, rank)), lambda: most_appealing(x, r, frame, rank))


def known_of(r: ReadyAction, frame: list[int], rank: int) -> list[int]:
    """The parameters up to a rank."""
    return [frame[r.procedure.params[position].slot] for position in r.rank[: rank + 1]]


def most_appealing(x: Run, r: ReadyAction, frame: list[int], rank: int) -> int:
    if r.appeal is None:
        return DULL
    for test in r.when[rank]:
        if not test(x, frame):
            return NEVER
    if not met(x, r, frame, rank):
        return NEVER
    if rank + 1 == len(r.rank):
        return r.appeal(x, frame)
    position = r.rank[rank + 1]
    slot, best = r.procedure.params[position].slot, NEVER
    for value in candidates(x, r, frame, position):
        frame[slot] = value
        best = max(best, appealing(x, r, frame, rank + 1))
    return best


def feasible(x: Run, r: ReadyAction, frame: list[int], rank: int) -> bool:
    """Is there a way to fill the parameters after this rank with which what the action needs holds, as things stand?"""
    return x.once(("feasible", r.key, *known_of(r, frame, rank)), lambda: fulfilled(x, r, frame, rank))


def fulfilled(x: Run, r: ReadyAction, frame: list[int], rank: int) -> bool:
    try:
        for test in r.when[rank]:
            if not test(x, frame):
                return False
    except RulebookError:  # it speaks of what is not there
        return False
    if not met(x, r, frame, rank):
        return False
    if rank + 1 == len(r.rank):
        return True
    position = r.rank[rank + 1]
    slot = r.procedure.params[position].slot
    for value in candidates(x, r, frame, position):
        frame[slot] = value
        if feasible(x, r, frame, rank + 1):
            return True
    return False


def met(x: Run, r: ReadyAction, frame: list[int], rank: int) -> bool:
    """Does what the action needs hold, as far as the parameters up to this rank say?"""
    needs, late = r.needs[rank], rank + 1 == len(r.rank) and r.late
    if not needs and not late:
        return True
    try:
        for test in needs:
            if not test(x, frame):
                return False
        if not late:
            return True
        params, filled = r.procedure.params, frame[:]
        for param, value in zip(params, computed_values(x, r, [frame[p.slot] for p in params]), strict=True):
            filled[param.slot] = value
        return all(test(x, filled) for test in late)
    except RulebookError:  # it speaks of what is not there
        return False


def doomed_values(x: Run, r: ReadyAction, frame: list[int], slot: int, rank: int, values: list[int]) -> tuple[int, ...]:
    """Positions of the values with which the action can only fail; asked by bots alone."""
    if not x.wants_appeals() or not (r.ways or x.machine.ready[r.action.procedure].needs):
        return ()
    out = []
    for position, value in enumerate(values):
        frame[slot] = value
        if not feasible(x, r, frame[:], rank):
            out.append(position)
    return tuple(out)


def appeals_of(x: Run, r: ReadyAction, frame: list[int], slot: int, rank: int, values: list[int]) -> tuple[int, ...]:
    if r.appeal is None or not x.wants_appeals():
        return ()
    out = []
    for value in values:
        frame[slot] = value
        out.append(appealing(x, r, frame[:], rank))
    return tuple(out)


def not_put() -> Put:
    """The words of a question that the rulebook does not word."""
    return NOT_PUT


def unsaid(asks: Callable[[], Put]) -> Put:
    """The words of a question as it is put; whoever tells of the answer tells of the action."""
    return asks()[0], Text()


def in_own_words(x: Run, r: ReadyAction, frame: list[int], position: int, seat: int, asks: Callable[[], Put]) -> Callable[[], Put]:
    """How a parameter is asked for: as its action says, else in these words."""
    return partial(r.asks[position], x, frame, seat) if r.action.asks and r.action.asks[position] else asks


def fill(x: Run, r: ReadyAction, frame: list[int], seat: int, secret: bool, place: Place, asks: Callable[[], Put]) -> list[int]:
    """Asks for every parameter after the actor, in turn.  ``asks``: the words of the rulebook for the first that is asked for."""
    p = r.procedure
    actor = p.params[r.action.actor]
    about: tuple[tuple[str, str], ...] = (
        ("action", r.key), (actor.name, x.machine.row_key(actor.domain, frame[actor.slot])),
    )  # fmt: skip
    for rank, position in enumerate(r.rank[1:], 1):
        param = p.params[position]
        fitting = fitting_values(x, r, frame, rank, position)
        known = param.domain != NONE
        options = row_options(x, param.domain, fitting, seat) if known else [Option(str(v), v) for v in fitting]
        if not x.answers.asks(len(options)):
            frame[param.slot] = options[0].value
        else:
            appeals = appeals_of(x, r, frame, param.slot, rank, [o.value for o in options])
            hints = hints_of(x, r, frame, param.slot, rank, [o.value for o in options])
            doomed = doomed_values(x, r, frame, param.slot, rank, [o.value for o in options])
            picked = ask(x, seat, param.name, options, secret, place, 0, about, appeals=appeals, hints=hints, doomed=doomed,
                         asks=unsaid(in_own_words(x, r, frame, position, seat, asks)))  # fmt: skip
            frame[param.slot], asks = picked.value, not_put
        shown = next(o.key for o in options if o.value == frame[param.slot])
        about = (*about, (param.name, shown))
    return [frame[q.slot] for q in p.params]


def fitting_values(x: Run, r: ReadyAction, frame: list[int], rank: int, position: int) -> list[int]:
    """The values of a parameter with which those after it can be filled."""
    key = ("fitting", r.key, rank, *(frame[r.procedure.params[p].slot] for p in r.rank[:rank]))
    return x.once(key, lambda: fit(x, r, frame, rank, position))


def fit(x: Run, r: ReadyAction, frame: list[int], rank: int, position: int) -> list[int]:
    budget, x.budget = x.budget, BUDGET  # a list has a budget of its own: it may be made once and used often
    slot, out = r.procedure.params[position].slot, []
    for value in candidates(x, r, frame, position):
        frame[slot] = value
        if completable(x, r, frame[:], rank):
            out.append(value)
    x.budget = budget
    return out


def pick(
    x: Run, seat: int, offer: str, only: int, taken: dict[tuple[int, int], set[int]], secret: bool, place: Place,
    name: str, must: bool = False, kind: int = NONE, asks: Callable[[], Put] = not_put,
) -> tuple[ReadyAction, list[int]] | None:  # fmt: skip
    """An action with its actor and parameters, or None for "done".  Nothing changes meanwhile, so values are kept."""
    x.memo = x.answers.here()
    try:
        return picked(x, seat, offer, only, taken, secret, place, name, must, kind, asks)
    finally:
        x.memo = None


def possible(
    x: Run, seat: int, offer: str, only: int, taken: dict[tuple[int, int], set[int]], kind: int
) -> list[tuple[ReadyAction, list[int]]]:
    """The actions offered, each with the actors that can do it."""
    budget, x.budget = x.budget, BUDGET
    found: list[tuple[ReadyAction, list[int]]] = []
    commanded: dict[int, list[int]] = {}
    for r in x.machine.offers.get(offer, ()):
        domain = r.actors
        if only != NONE and domain != kind:
            continue
        if domain not in commanded:
            commanded[domain] = rows_commanded(x, r, seat, only)
        rows = able_actors(x, r, seat, only, taken, commanded[domain])
        if rows:
            found.append((r, rows))
    x.budget = budget
    return found


def picked(
    x: Run, seat: int, offer: str, only: int, taken: dict[tuple[int, int], set[int]], secret: bool, place: Place,
    name: str, must: bool, kind: int, asks: Callable[[], Put],
) -> tuple[ReadyAction, list[int]] | None:  # fmt: skip
    x.spend(place)
    found = x.once("possible", lambda: possible(x, seat, offer, only, taken, kind))
    if not found:
        return None
    options = [Option(r.key, i, NONE, r.title, r.action.shortcut, r.shunned) for i, (r, _) in enumerate(found)]
    if not must:
        options.append(DONE)
    if x.answers.asks(len(options)):
        appeals: tuple[int, ...] = ()
        if x.wants_appeals() and any(r.appeal and not r.shunned for r, _ in found):
            each = (max(appeals_of(x, r, blank(r), actor_slot(r), 0, rows) or (DULL,)) for r, rows in found)
            appeals = (*each, *(() if must else (0,)))
        doomed = tuple(n for n, (r, rows) in enumerate(found) if len(doomed_values(x, r, blank(r), actor_slot(r), 0, rows)) == len(rows))
        picked = ask(x, seat, name, options, secret, place, len(options) - 1, appeals=appeals, doomed=doomed, acts=True, asks=asks())
        if picked.key == "done":
            return None
        (r, rows), asks = found[picked.value], not_put
    else:
        r, rows = found[0]  # who is not asked what to do is asked in these words what to do it with
    actor = r.procedure.params[r.action.actor]
    row = rows[0]
    if x.answers.asks(len(rows)):
        choices = row_options(x, actor.domain, rows, seat)
        appeals = appeals_of(x, r, blank(r), actor.slot, 0, [o.value for o in choices])
        doomed = doomed_values(x, r, blank(r), actor.slot, 0, [o.value for o in choices])
        about = (("action", r.key),)
        words = unsaid(in_own_words(x, r, blank(r), r.action.actor, seat, asks))
        row = ask(x, seat, actor.name, choices, secret, place, 0, about, appeals=appeals, doomed=doomed, asks=words).value
        asks = not_put
    frame = blank(r)
    frame[actor.slot] = row
    return r, fill(x, r, frame, seat, secret, place, asks)


def hints_of(x: Run, r: ReadyAction, frame: list[int], slot: int, rank: int, values: list[int]) -> tuple[Text, ...]:
    """What is said beside each value of the last parameter, when somebody wants to know."""
    if not x.hinting or not r.action.hint or rank + 1 < len(r.rank):
        return ()
    out = []
    for value in values:
        frame[slot] = value
        out.append(x.machine.words(r.action.hint, x, frame[:]))
    return tuple(out)


def actor_slot(r: ReadyAction) -> int:
    return r.procedure.params[r.action.actor].slot


# ------------------------------------------------------------------------------------ carrying out


def carry_out(x: Run, r: ReadyAction, args: list[int], place: Place) -> int:
    """Needs, then the body; a charge is spent when it runs to its end, or whatever happens if it ``spends``."""
    args = computed_values(x, r, args)
    x.reason, x.spent = None, False
    _, signal = calls.perform(x, r.action.procedure, args, place)
    if signal not in (PREVENT, BARRED) and (signal != FAIL or r.action.spends or x.spent):
        row = args[r.action.actor]
        for _, base in r.limits:
            x.cells[base + row] += 1
    return signal


def computed_values(x: Run, r: ReadyAction, args: list[int]) -> list[int]:
    """The parameters, with what another way stood for as things are now."""
    for way, value in r.ways:
        if args[way.given] != NONE:
            frame = r.procedure.init[:] or [0] * r.procedure.slots
            for param, given in zip(r.procedure.params, args, strict=True):
                frame[param.slot] = given
            args = args[:]
            args[way.instead] = value(x, frame)
    return args
