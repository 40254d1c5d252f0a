"""Actions that a seat takes: ``acts in``, done at once; each is asked in small steps, as orders are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.interpreter.state.signals import OVER
from arbitre.interpreter.wasm.compile.code import Code
from arbitre.interpreter.wasm.compile.frames import fresh, words_of
from arbitre.interpreter.wasm.compile.queries.visibility import nth_option
from arbitre.interpreter.wasm.compile.statements import leave, leave_if_over, leave_if_pending
from arbitre.interpreter.wasm.layout.questions import Question
from arbitre.interpreter.wasm.turns.action_counts import write_counting
from arbitre.interpreter.wasm.turns.action_forms import Form, options_of
from arbitre.interpreter.wasm.turns.command import own_name
from arbitre.interpreter.wasm.turns.preference.heuristics import is_shunned, keys_of_values, note_appeals_of_forms, note_appeals_of_values
from arbitre.interpreter.wasm.turns.preference.listings import leave_once_asked, listed_once, only_whether_asked
from arbitre.interpreter.wasm.turns.preference.priors import keys_of_open


@dataclass(slots=True)
class Round:
    """One action being picked: what its decision is called, locals with the seat that is asked and the only actor there may be (or none),
    of which kind he is; must one be taken? and what becomes of the one that is taken, whose seat, actor and slots stand in locals."""

    name: str
    offer: str
    seat: int
    only: int
    kind: int
    must: bool
    take: Callable[[Code, Form, int, int], None]


def act_round(c: Code, s: core.Act) -> None:
    """One round of ``acts in``: leaves 0 where an action was done, 1 where there is none or the seat is done, OVER.

    It is the body of a function of its own: what it leaves it with is that.
    """
    f, seat, only = c.f, c.f.local(), c.f.local()
    f.const(NONE)
    f.set(only)
    if s.actor is not None:
        c.value(s.actor)
        f.set(only)
    c.value(s.chooser)
    f.set(seat)
    asked = s.kind
    if c.c.counts_ways(s):
        write_counting(c, seat, only, asked, s.must, [form for form in c.c.forms if form.action.offer == s.offer], carried_out)
    pick(c, Round(c.c.program.decisions[s.decision].name, s.offer, seat, only, asked, s.must, carried_out))


def carried_out(c: Code, form: Form, actor: int, slots: int) -> None:
    """Does an action now; leaves the function where the match is over by it."""
    f, signal = c.f, c.f.local()
    f.get(slots)
    f.call(f"action.{form.number}.do")
    f.set(signal)
    f.const(0)
    f.wrap()
    f.get(slots)
    f.store("64", c.c.at["SP"])
    f.get(signal)
    f.const(OVER)
    f.op("eq")
    f.when()
    leave(c, OVER)
    f.end()
    leave_if_over(c)


def pick(c: Code, r: Round) -> None:
    """An action with its actor and parameters, asked in small steps; leaves the function with 0 once it is taken, 1 where there is none or
    the seat is done."""
    f, seat, only = c.f, r.seat, r.only
    forms = [form for form in c.c.forms if form.action.offer == r.offer]
    f.call("listing")
    firsts: dict[int, Form] = {}
    counts: list[tuple[Form, int]] = []
    total, plain = f.local(), f.local()
    for local in (total, plain):
        f.const(0)
        f.set(local)
    for form in forms:
        actors = form.procedure.params[form.action.actor].domain
        firsts.setdefault(actors, form)
        c.c.write_able_once(form, firsts[actors])
        counts.append((form, f.local()))
    noted = {actors: f.local() for actors in firsts}  # are the actors of the seat noted already?
    for local in noted.values():
        f.const(0)
        f.set(local)
    many = f.local()
    f.const(int(not r.must))
    f.set(many)
    sought = only_whether_asked(c, int(not r.must))
    for form, held in sorted(counts, key=lambda one: one[0].action.shortcut):  # each kind in its order
        f.const(0)
        f.set(held)
        conditions = 0
        if r.kind != NONE and form.param(0).domain != r.kind:
            f.get(only)
            f.const(NONE)
            f.op("eq")
            f.when()
            conditions += 1
        if form.action.shortcut:
            _unless_needless(c, many)
            conditions += 1

        def actors(form: Form = form, held: int = held) -> None:
            _note_own(c, r, firsts[form.param(0).domain], noted[form.param(0).domain])
            f.get(seat)
            f.get(only)
            f.call(f"action.{form.number}.able")
            f.set(held)

        listed_once(c, form, 0, held, actors)
        if sought is not None:
            leave_once_asked(c, r.seat, held, sought)
        if not form.action.shortcut and not is_shunned(form):
            f.get(many)
            f.get(held)
            f.flagged()
            f.op("add")
            f.set(many)
        for _ in range(conditions):
            f.end()
    for form, held in counts:
        f.get(held)
        f.when()
        if not is_shunned(form) and not form.action.shortcut:
            _note_plain(c, plain, total)
        f.get(total)
        f.const(1)
        f.op("add")
        f.set(total)
        f.end()
    f.get(total)
    f.isnt()
    f.when()
    f.call("listed")
    leave(c, 1)
    f.end()
    _choose_form(c, r, counts, total, plain)


def _note_own(c: Code, r: Round, first: Form, noted: int) -> None:
    """Looks once who is commanded by the seat, for all actions with such actors."""
    f = c.f
    f.get(noted)
    f.isnt()
    f.when()
    f.get(r.seat)
    f.get(r.only)
    f.call(own_name(first))
    f.const(1)
    f.set(noted)
    f.end()


def _unless_needless(c: Code, many: int) -> None:
    """Several steps in one are not looked for where nobody would take them: all seats are by lot, nothing is kept of what is offered, and
    there is a choice without them."""
    if c.c.has_bots:
        c.f.call("lists_all")
    else:
        c.load_name("KEEPS_TAPE")
        c.load_name("TAPE_AT")
        c.load_name("TAPE_END")
        c.f.op("lt_s")  # an answer that was given is one of all
        c.f.op("or")
    c.f.get(many)
    c.f.const(2)
    c.f.op("lt_s")
    c.f.op("or")
    c.f.when()


def _note_plain(c: Code, plain: int, total: int) -> None:
    f = c.f
    f.get(plain)
    f.const(8)
    f.op("mul")
    f.wrap()
    f.get(total)
    f.store("64", c.c.at["LIST_A"])
    f.get(plain)
    f.const(1)
    f.op("add")
    f.set(plain)


def _choose_form(c: Code, r: Round, counts: list[tuple[Form, int]], total: int, plain: int) -> None:
    f, taken = c.f, c.f.local()
    some_shunned = any(is_shunned(form) for form, _ in counts)
    some_short = any(form.action.shortcut for form, _ in counts)
    if not r.must:
        _note_plain(c, plain, total)
        f.get(total)
        f.const(1)
        f.op("add")
        f.set(total)
    f.const(0)
    f.set(taken)
    f.get(total)
    f.const(1)
    f.op("gt_s")
    f.when()
    note_appeals_of_forms(c, r.seat, counts, total)
    asked = Question(r.name, names=tuple(form.key for form in c.c.forms), silent="done")
    keys_of_open(c, [(form.number, held) for form, held in counts], asked, not r.must)
    if c.c.has_bots:
        f.const(int(not r.must))
        c.store_name("ENDS_WITH_DONE")
    f.get(r.seat)
    f.get(total)
    if some_shunned or some_short:
        f.get(plain)
        f.const(c.c.at["LIST_A"])
        f.call("decide_plainly")
    else:
        f.call("decide")
    f.set(taken)
    leave_if_pending(c)
    f.end()
    if not r.must:
        f.get(taken)
        f.get(total)
        f.const(1)
        f.op("sub")
        f.op("eq")
        f.when()
        f.call("listed")
        leave(c, 1)
        f.end()
    for form, count in counts:
        f.get(count)
        f.when()
        f.get(taken)
        f.isnt()
        f.when()
        _take_form(c, r, form, count)
        leave(c, 0)
        f.end()
        f.get(taken)
        f.const(1)
        f.op("sub")
        f.set(taken)
        f.end()
    f.op("unreachable")


def _take_form(c: Code, r: Round, form: Form, count: int) -> None:
    f, actor, taken, slots, seat = c.f, c.f.local(), c.f.local(), c.f.local(), r.seat
    p, rows = form.procedure, f.local()
    f.const(0)
    f.set(taken)
    f.get(count)
    f.const(1)
    f.op("gt_s")
    f.when()
    note_appeals_of_values(c, form, 0, [], seat, count)
    keys_of_values(c, form, 0, seat, count)
    f.get(seat)
    f.get(count)
    f.call("decide")
    f.set(taken)
    leave_if_pending(c)
    f.end()
    options_of(c, form, 0)
    f.set(rows)
    nth_option(c, form.param(0).domain, seat, rows, taken, words_of(c.c, form.param(0)))
    f.set(actor)
    size = c.c.memory.frames["p", p.index].size
    f.call(fresh(c.c, size))
    f.tee(slots)
    f.const(form.slots)
    f.const(size)
    f.call("put_slots")
    f.get(seat)
    f.get(actor)
    f.get(slots)
    f.call(f"action.{form.number}.fill")
    f.op("drop")
    leave_if_pending(c)
    f.call("listed")
    r.take(c, form, actor, slots)


def _act(c: Code, s: core.Act) -> None:
    """``acts in`` in the midst of a rule: round after round."""
    f, left, signal = c.f, c.f.local(), c.f.local()
    part = c.c.part(c.unit, name="act")
    act_round(part, s)
    c.value(s.budget)
    f.set(left)
    with f.block() as out, f.loop() as again:
        f.get(left)
        f.const(0)
        f.op("gt_s")
        f.isnt()
        f.br_if(out)
        f.get(left)
        f.const(1)
        f.op("sub")
        f.set(left)
        if s.test is not None:
            c.test(s.test)
            f.isnt()
            f.br_if(out)
        assert c.frame is not None
        f.get(c.frame)
        f.call(part.f.name)
        f.tee(signal)
        f.const(OVER)
        f.op("eq")
        f.when()
        leave(c, OVER)
        f.end()
        f.get(signal)
        f.isnt()
        f.br_if(again)


ACTING: dict[type, Callable[[Code, Any], None]] = {core.Act: _act}
