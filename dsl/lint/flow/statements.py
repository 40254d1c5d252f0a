"""What statements do, and what shows of it: one function for each sort."""

from __future__ import annotations

from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.lint.flow.effects import LOOPS, Effects, entered
from arbitre.dsl.lint.flow.frame import enter
from arbitre.dsl.lint.flow.known import ELSEWHERE, HERE, Value, closed
from arbitre.dsl.lint.flow.labels import DONE, PLAIN, Label, secret
from arbitre.dsl.lint.flow.terms import ALL, NOBODY, named

CHOSEN = ("choice", "sealed")


def _let(x: Effects, s: core.Let) -> None:
    x.put(s.slot, x.raw(s.value))


def _set_own(x: Effects, s: core.SetOwn) -> None:
    x.analysis.keep_for(s.procedure, s.slot, x.label(s.value) | x.under | x.escape, x.read)


def _store(x: Effects, s: core.Store | core.Change | core.Join) -> None:
    part = s.value if isinstance(s, core.Store) else s.delta if isinstance(s, core.Change) else s.mask
    row, value = x.value(s.row), x.value(part)
    column = x.program.fields[s.field]
    label = row.label | value.label | x.because()
    if s.lasting is not None:
        label |= x.label(s.lasting.runs)
    if not column.name.startswith("_"):
        at = None if row.term is None else x.settle(row.term)
        x.shows("kept" if column.seen else "store", s.place, x.policy.field_observers(column, at), label, column.name)
    x.stored([s.field])
    if isinstance(s, core.Store) and s.lasting is None and row.term is not None and value.term is not None:
        x.equal(("r", s.field, row.term), value.term, x.facts)


def _cancel(x: Effects, s: core.Cancel) -> None:
    row, state = x.value(s.order), x.value(s.state)
    assert x.program.orders is not None
    column = x.program.fields[x.program.orders.state]
    at = None if row.term is None else x.settle(row.term)
    x.shows("store", s.place, x.policy.field_observers(column, at), row.label | state.label | x.because(), "order.state")


def _if(x: Effects, s: core.If) -> None:
    label = x.label(s.test)
    x.branches([(label, s.then, x.holding(s.test)), (label, s.other, None)])


def _for_each(x: Effects, s: core.ForEach) -> None:
    source = x.value(s.source)
    x.put(s.slot, Value(PLAIN, None, source.domain))
    label = x.ordering(s, source)
    kind = x.program.domains[source.domain] if source.domain != NONE else None
    orders = x.program.orders
    hidden = kind is not None and kind.seen and not (orders is not None and kind.index == orders.domain)
    if hidden and kind is not None and not s.keys and not s.ties and len(source.elements) == 0 and x.speaking(s.body):
        x.shows("order", s.place, ALL, secret("row", kind.index, NOBODY))

    def begin() -> None:
        here = x.here(s.slot)
        x.forget(lambda t: t == here)
        enter(x, s.slot, source)

        x.under |= x.member(source, s.slot)

    together(x, s.together, lambda: x.loop(label, s.body, begin))


def together(x: Effects, sealed: bool, work: Any) -> None:
    """Choices made in secret are sealed until all are given: from then on they are known as what they are stored in is."""
    outer, x.sealed = x.sealed, x.sealed or sealed
    before = x.slots
    work()
    x.sealed = outer
    if sealed and not outer:
        for slot, value in x.slots.items():
            old = before[slot].label if slot in before else PLAIN
            kept = frozenset(s for s in value.label if s[0] not in CHOSEN or s in old)
            if kept != value.label:
                x.slots[slot] = Value(kept, value.term, value.domain, value.elements, value.existing)


def _together(x: Effects, s: core.Together) -> None:
    together(x, True, lambda: x.block(s.body))


def _while(x: Effects, s: core.While) -> None:
    label = x.label(s.test)
    for _ in range(LOOPS):
        before = label
        x.loop(label, s.body)
        label |= x.label(s.test)
        if label == before:
            break


def _invoke(x: Effects, s: core.Invoke) -> None:
    callee = x.program.procedures[s.procedure]
    found = [x.value(a) for a in s.args]
    given = {param.slot: value for param, value in zip(callee.params, found, strict=False)}
    seen, thrown = None, PLAIN
    if s.seen is not None:
        seen = x.policy.observers(s.seen, x.terms())
        thrown = secret("dice", callee.name, x.policy.group(s.seen, x.terms())[0])
        for one in thrown:
            x.note(one, s.place)
    x.calls(callee.index, s.place, x.because(), given, seen=seen, thrown=thrown)
    summary = x.analysis.summary(callee.index, x.rule)
    for source, target in s.outputs:
        label = x.returned(callee, summary.slots.get(source, PLAIN), given, thrown, s.place)
        x.put(target, Value(label, None, summary.kinds.get(source, NONE)))
    failing = x.returned(callee, summary.fails, given, thrown, s.place)
    x.fails |= failing | (x.under if summary.fails else PLAIN)
    x.escape |= failing
    x.stored(x.analysis.stored_by(callee.index))


def _run(x: Effects, s: core.Run) -> None:
    callee = x.program.procedures[s.procedure]
    given = {param.slot: x.value(a) for param, a in zip(callee.params, s.args, strict=False)}
    x.calls(callee.index, s.place, x.because(), given)
    x.stored(x.analysis.stored_by(callee.index))


def _schedule(x: Effects, s: core.Schedule) -> None:
    callee = x.program.procedures[s.procedure]
    given = {}
    for param, arg in zip(callee.params, s.args, strict=False):
        given[param.slot] = Value(closed(x.label(arg)), None, param.domain)
    x.calls(callee.index, s.place, closed(x.because() | x.label(s.when.runs)), given)


def _give(x: Effects, s: core.Give) -> None:
    x.result |= x.label(s.value) | x.under | x.escape
    x.escape |= x.under


def _end(x: Effects, s: core.Stmt) -> None:
    x.escape |= x.under


def _fail(x: Effects, s: core.Fail) -> None:
    x.fails |= x.under | x.escape
    x.escape |= x.under


def _prevent(x: Effects, s: core.Prevent) -> None:
    x.prevents |= x.under | x.escape
    x.escape |= x.under


def _proceed(x: Effects, s: core.Proceed) -> None:
    assert x.procedure is not None
    for slot, value in s.values:
        x.analysis.keep_for(x.procedure.index, slot, x.label(value) | x.under | x.escape, x.read)
    if s.slot != NONE:
        x.put(s.slot, Value(x.analysis.summary(x.procedure.index, x.rule).slots.get(x.procedure.result, PLAIN)))
    x.stored(x.analysis.stored_by(x.procedure.index))


def _rolled(x: Effects, s: core.Rolled) -> None:
    x.block(s.refresh)
    assert x.procedure is not None
    for hook in x.procedure.rolled:
        x.analysis.hook(x, hook)


def _roll(x: Effects, s: core.Roll | core.RollCount | core.Draw) -> None:
    label = x.because()
    for name in ("count", "faces", "source"):
        part = getattr(s, name, None)
        if isinstance(part, core.Expr):
            label |= x.label(part)
    source = x.value(s.source) if isinstance(s, core.Draw) else Value()
    if s.seen is None:
        observers, dice = HERE, frozenset([("thrown", x.rule)])
    else:
        observers = x.policy.observers(s.seen, x.terms())
        dice = secret("dice", s.label, x.policy.group(s.seen, x.terms())[0])
        for one in dice:
            x.note(one, s.place)
    x.shows("roll", s.place, observers, label, s.label)
    value = Value(dice | source.label, None, source.domain)
    x.put(s.slot, value)
    for slot in s.each.slots if isinstance(s, core.Roll) and s.each is not None else ():
        x.put(slot, Value(dice))
    if source.elements:
        entered(x, s.slot, source)


def _roll_off(x: Effects, s: core.RollOff) -> None:
    bonus = x.label(s.left_bonus) | x.label(s.right_bonus)
    x.shows("roll", s.place, HERE, x.because() | bonus, s.label)  # ties are thrown again, and the sums are told
    for slot in (s.left, s.right):
        x.put(slot, Value(frozenset([("thrown", x.rule)]) | bonus))


def _tell(x: Effects, s: core.Tell) -> None:
    observers = ALL if s.public else x.policy.observers(s.audience, x.terms())
    x.shows("tell", s.place, observers, x.because() | x.label(s.audience) | x.told_words(s.parts))


def _say(x: Effects, s: core.Say) -> None:
    x.shows("say", s.place, HERE, x.because() | x.words(s.parts))


def _tell_fact(x: Effects, s: core.TellFact) -> None:
    observers = ALL if s.public else x.policy.observers(s.audience, x.terms())
    row = x.value(s.row)
    x.shows("tell", s.place, observers, x.because() | x.label(s.audience) | row.label, x.program.fields[s.field].name)


def _finish(x: Effects, s: core.Finish) -> None:
    x.shows("ending", s.place, ALL, x.because() | x.label(s.winners))


def _reschedule(x: Effects, s: core.Reschedule) -> None:
    found = x.label(s.atom) | x.label(s.reference) | x.label(s.before) | x.because()
    x.analysis.moved_at.update(x.places(found))
    x.analysis.moves.update(((x.rule, one), x.said) for one in closed(found))


def _create(x: Effects, s: core.Create) -> None:
    kind = x.program.domains[s.domain]
    x.shows("create", s.place, ALL, x.because(), kind.name)
    found = [(index, x.value(value)) for index, value in s.values]
    x.stored([index for index, _ in s.values])
    x.put(s.slot, Value(PLAIN, None, s.domain))
    x.facts = x.facts.copy()
    here = x.here(s.slot)
    for index, value in found:
        if value.term is not None:
            x.equal(("r", index, here), value.term, x.facts)
    for index, value in found:
        column = x.program.fields[index]
        x.shows("kept" if column.seen else "store", s.place, x.policy.field_observers(column, here), value.label, column.name)


def _discard(x: Effects, s: core.Discard) -> None:
    x.shows("discard", s.place, ALL, x.because() | x.label(s.row), x.program.domains[s.domain].name)


def _publish(x: Effects, s: core.Publish) -> None:
    x.shows("publish", s.place, ALL, x.because())


def _awaited(x: Effects, s: core.Choose | core.ChooseBranch | core.Act | core.GiveOrders, openly: bool, asked: Label, name: str) -> None:
    """That somebody is asked, to those who see it; to all others, that the match waits for him."""
    openly = openly and x.program.public_events
    if openly:
        x.shows("asked", s.place, HERE, asked, name)
    x.shows("awaited", s.place, ELSEWHERE if openly else ALL, asked, name)


def _choose(x: Effects, s: core.Choose) -> None:
    name = x.program.decisions[s.decision].name
    who = x.chosen_by(s.chooser)
    options = x.value(s.options) if s.options is not None else Value()
    offered = options.label | x.label(s.low) | x.label(s.high)
    chooser = x.label(s.chooser)
    asked = x.because() | chooser | offered | x.words(s.asks)
    x.shows("question", s.place, who, asked | x.label(s.default), name)  # what bots like is computed in worlds they imagine
    _awaited(x, s, not s.secret, asked, name)
    chosen = x.choice_of(s.secret, name, who, s.place)
    domain = s.domain if s.domain != NONE else options.domain
    x.shows("listed", s.place, who, x.unrecognised(options), name)
    x.put(s.slot, Value(offered | chosen, None, domain))
    x.facts = x.facts.copy()
    entered(x, s.slot, options)


def _choose_branch(x: Effects, s: core.ChooseBranch) -> None:
    name = x.program.decisions[s.decision].name
    who = x.chosen_by(s.chooser)
    tests = x.labels(tuple(b.test for b in s.branches if b.test is not None))
    asked = x.because() | x.label(s.chooser) | tests | x.words(s.asks)
    x.shows("question", s.place, who, asked, name)
    _awaited(x, s, not s.secret, asked, name)
    chosen = x.choice_of(s.secret, name, who, s.place)
    x.branches([(tests | chosen, b.body, None if b.test is None else x.holding(b.test)) for b in s.branches])


def _act(x: Effects, s: core.Act | core.GiveOrders) -> None:
    name = x.program.decisions[s.decision].name
    who = x.chosen_by(s.chooser)
    done = isinstance(s, core.Act)
    test = x.label(s.test) if isinstance(s, core.Act) else PLAIN
    actor = x.label(s.actor) if isinstance(s, core.Act) else PLAIN
    budget = x.label(s.budget) if isinstance(s, core.Act) else PLAIN
    asked = x.because() | x.label(s.chooser) | test | actor | budget | x.words(s.asks)
    x.shows("question", s.place, who, asked, name)
    _awaited(x, s, not getattr(s, "secret", False), asked, name)
    for action in x.program.actions:
        if action.offer == s.offer:
            callee = x.program.procedures[action.procedure]
            sealed = secret("orders", DONE, frozenset(i for i in who if i[0] != "e")) if not done and x.policy.orders_hidden else PLAIN
            given = {p.slot: Value(sealed, None, p.domain) for p in callee.params}
            x.calls(("offer", action.index), s.place, PLAIN, {})
            if done or action.at_once:  # what is done at once while orders are given in secret is as secret as they are
                mine, theirs = x.named(s.chooser), x.policy.term(action.commander, {p.slot: ("l", p.slot) for p in callee.params})
                same = None if mine is None or theirs is None else (x.settle(mine), theirs)
                x.calls(callee.index, s.place, asked | sealed, given, same=same)
                x.stored(x.analysis.stored_by(callee.index))


def _perform(x: Effects, s: core.Perform) -> None:
    action = x.program.actions[s.action]
    callee = x.program.procedures[action.procedure]
    actor = callee.params[action.actor]
    x.put(s.slot, Value(PLAIN, None, actor.domain))
    where = x.label(s.where)
    given = {p.slot: Value(PLAIN, None, p.domain) for p in callee.params}
    ordered: Label = PLAIN
    if x.policy.orders_hidden:
        giver = x.policy.term(action.commander, {p.slot: ("l", p.slot) for p in callee.params})
        ordered = secret("orders", "", named([giver]))
        for one in ordered:
            x.note(one, s.place)
    x.calls(callee.index, s.place, x.because() | where, given, own=ordered)
    x.stored(x.analysis.stored_by(callee.index))


def _reveal(x: Effects, s: core.Reveal) -> None:
    x.reveal(s)


STATEMENTS: dict[type, Any] = {
    core.Let: _let, core.SetOwn: _set_own, core.Store: _store, core.Change: _store, core.Join: _store, core.Cancel: _cancel,
    core.If: _if, core.ForEach: _for_each, core.Together: _together, core.While: _while, core.Invoke: _invoke, core.Run: _run,
    core.Schedule: _schedule, core.Give: _give, core.End: _end, core.Fail: _fail, core.Prevent: _prevent, core.Proceed: _proceed,
    core.Rolled: _rolled, core.Roll: _roll, core.RollCount: _roll, core.Draw: _roll, core.RollOff: _roll_off, core.Tell: _tell,
    core.Say: _say, core.TellFact: _tell_fact, core.Finish: _finish, core.Reschedule: _reschedule, core.Create: _create,
    core.Discard: _discard, core.Publish: _publish, core.Choose: _choose, core.ChooseBranch: _choose_branch, core.Act: _act,
    core.GiveOrders: _act, core.Perform: _perform, core.Reveal: _reveal,
    core.Assert: lambda x, s: None,
}  # fmt: skip
