"""One frame of slots: what the values in it depend on."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lint.flow.known import NOTHING, Equal, Facts, Known, Value
from arbitre.dsl.lint.flow.labels import PLAIN, Label, Secret, base, forgetting, is_open, secret, with_terms
from arbitre.dsl.lint.flow.terms import ELEMENT, NOBODY, Audience, Term, depth, of_audience, replaced, settled, speaks_of


class Frame:
    """The slots of one function, rule or hook, and what they depend on."""

    def __init__(self, analysis: Known, rule: object, offset: int = 0) -> None:
        self.offset = offset  # so that the slots of hooks are no slots of what they join
        self.analysis, self.policy, self.program = analysis, analysis.policy, analysis.program
        self.rule = rule
        self.slots: dict[int, Value] = {}
        self.facts = Facts()
        self.read: dict[Secret, Place] = {}  # where each secret is come by, last
        self.naming = False  # only what slots hold counts: what is looked at by name is seen to when it is said

    # ------------------------------------------------------------------------------------ values

    def label(self, expr: core.Expr | None) -> Label:
        """What it depends on."""
        return PLAIN if expr is None else self.value(expr).label

    def value(self, expr: core.Expr) -> Value:
        """The value, all that it depends on in its label."""
        out = self.raw(expr)
        if out.existing:
            there = self.being_there(out)
            each = None if out.each is None else out.each | secret("orders", "", self.policy.order_audience(ELEMENT))
            return Value(out.label | there, out.term, out.domain, out.elements, False, each)
        return out

    def being_there(self, group: Value) -> Label:
        """That such a row is there, where not everyone knows."""
        if self.naming:
            return PLAIN
        same = dict(group.elements)
        audience = frozenset((*item[:-1], settled(item[-1], same)) for item in self.policy.order_audience(ELEMENT))
        found = secret("orders", "", frozenset(i for i in audience if i[0] == "e" or not speaks_of(i[-1], lambda t: t == ELEMENT)))
        return found

    def member(self, group: Value, slot: int) -> Label:
        """What it depends on that the row in a slot belongs to a set."""
        if group.each is None:
            return group.label
        here = self.here(slot)
        found = with_terms(group.each, lambda term: replaced(term, lambda t: here if t == ELEMENT else t))
        return frozenset(s if is_open(s) else (s[0], s[1], self.settled_audience(s[2])) for s in found)

    def raw(self, expr: core.Expr) -> Value:
        made = self.analysis.expressions.get(type(expr))
        if made is None:
            return NOTHING
        out = made(self, expr)
        if isinstance(expr, (core.Read, core.Apply, core.Built, core.Query, core.Chance, core.ChanceAfter, core.Walk)):
            for s in out.label:  # what is read within it was noted before, nearer to where it is read
                if not is_open(s) and (isinstance(expr, core.Read) or not within(self.read.get(base(s)), expr.place)):
                    self.note(s, expr.place)
        return out

    def note(self, one: Secret, place: Place) -> None:
        """Here the secret is come by."""
        self.read[base(one)] = place

    def settle(self, term: Term) -> Term:
        return self.policy.lawful(settled(self.policy.lawful(term), self.facts.same))

    def settled_audience(self, audience: Audience) -> Audience:
        if not audience:
            return audience
        return frozenset(i if i[0] == "e" else (*i[:-1], self.settle(i[-1])) for i in audience)

    def labels(self, exprs: tuple[core.Expr, ...]) -> Label:
        out = PLAIN
        for expr in exprs:
            found = self.value(expr).label
            if found:
                out |= found
        return out

    # ------------------------------------------------------------------------------------ conditions

    def holding(self, test: core.Expr | None, facts: Facts | None = None) -> Facts:
        """What is known where a condition holds."""
        out = self.facts.copy() if facts is None else facts
        match test:
            case core.And():
                for item in test.items:
                    self.holding(item, out)
            case core.Compare(op="=="):
                self.equal(self.named(test.left), self.named(test.right), out)
            case core.Built(name="told", args=(who, core.Const(value=column), row)):
                at = self.named(row)
                if at is not None:
                    seats = self.policy.group(who, self.terms())[0]
                    key = (column, self.settle(at))
                    out.known[key] = out.known.get(key, NOBODY) | seats
        return out

    def equal(self, one: Term | None, two: Term | None, facts: Facts) -> None:
        if one is None or two is None or one == two:
            return
        if rank(one) < rank(two):
            one, two = two, one
        if one[0] != "c" and two != ("c", NONE):
            facts.same[self.settle(one)] = self.settle(two)
            if one[0] == "r":
                giver = self.analysis.giver_of(one[1], two)
                if giver is not None:
                    facts.same[self.settle(("r", self.analysis.giver_field, one[2]))] = self.settle(giver)

    def named(self, expr: core.Expr) -> Term | None:
        return self.policy.term(expr, self.terms())

    def terms(self) -> _Terms:
        return _Terms(self.slots, self.offset)

    # ------------------------------------------------------------------------------------ calls of functions

    def applied(self, function: int, args: list[Value]) -> Value:
        """What a value of the rulebook depends on, given these."""
        made = self.analysis.function(function)
        if self.naming:
            return Value(frozenset().union(*(a.label for a in args)), None, made.domain)

        def put(term: Term) -> Term | None:
            return replaced(term, lambda t: terms.get(t[1]) if t[0] == "l" else t)

        terms = {slot: arg.term for slot, arg in enumerate(args)}
        picked = [slot for slot, arg in enumerate(args) if arg.term is None and arg.elements]
        if len(picked) == 1:
            terms[picked[0]] = ELEMENT

        label: set[Secret] = set()
        for s in made.label:
            if s[0] == "given":
                slot = s[2]
                label |= args[slot].label if slot < len(args) else PLAIN
            elif is_open(s):
                label.add(s)
            else:
                label.add((s[0], s[1], self.settled_audience(of_audience(s[2], put))))
        if len(picked) == 1:
            label = set(of_picked(frozenset(label), args[picked[0]].elements))
            terms[picked[0]] = None
        elements = tuple((a, b) for a, b in ((put(a), put(b)) for a, b in made.elements) if a is not None and b is not None)
        term = put(made.term) if made.term is not None else None
        each = made.each
        if each is not None:
            found = {s for s in each if not is_open(s)}
            each = with_terms(frozenset(found), put) | frozenset(
                one for s in each if is_open(s) for one in (args[s[2]].label if s[0] == "given" and s[2] < len(args) else (s,))
            )
        return Value(frozenset(label), term, made.domain, elements, made.existing, each)

    def here(self, slot: int) -> Term:
        """What a slot holds, as a term."""
        return ("l", self.offset + slot)


def within(inner: Place | None, outer: Place) -> bool:
    """Does the one place lie in the other?"""
    return inner is not None and inner.file == outer.file and outer.line <= inner.line <= outer.end_line


class _Terms:
    """Slots as terms: what they are known to be, else themselves."""

    def __init__(self, slots: dict[int, Value], offset: int) -> None:
        self.slots, self.offset = slots, offset

    def get(self, slot: int, /) -> Term | None:
        found = self.slots.get(slot)
        return found.term if found is not None and found.term is not None else ("l", self.offset + slot)


def rank(term: Term) -> tuple[int, bool]:
    """Long terms are put in the words of short ones, slots in those of constants."""
    return depth(term), term[0] == "l"


def kept_label(frame: Frame, rule: object, slot: int) -> Label:
    """What a slot depends on that others fill; they came by it there."""
    label = frame.analysis.kept_label(rule, slot)
    for one in label:
        if not is_open(one):
            place = frame.analysis.kept_at.get((rule, slot, base(one)))
            if place is not None:
                frame.note(one, place)
    return label


def of_picked(label: Label, elements: tuple[Equal, ...]) -> Label:
    """A label of a row of which only some things are known: in the words of these."""
    same = dict(elements)
    found = with_terms(label, lambda term: settled(term, same))
    return forgetting(found, lambda t: t == ELEMENT)


def field_label(frame: Frame, column: core.Field, row: Term | None) -> Label:
    """That field of a row."""
    orders = frame.program.orders
    own = None if row is None else frame.settle(row)
    if orders is not None and column.domain == orders.domain:
        if not frame.policy.orders_hidden:
            return PLAIN
        return secret("orders", "", frame.settled_audience(frame.policy.order_audience(own)))
    if not column.seen:
        return PLAIN
    audience = frame.policy.knowing(column.seen, own)
    if own is not None:
        audience |= frame.facts.known.get((column.index, own), NOBODY)
    return secret("field", column.index, frame.settled_audience(audience))


def enter(frame: Frame, slot: int, source: Value) -> None:
    """The slot holds a row of that set now."""
    here = frame.here(slot)
    frame.slots[slot] = Value(PLAIN, here, source.domain)
    for one, two in source.elements:
        a, b = (replaced(t, lambda x: here if x == ELEMENT else x) for t in (one, two))
        if a is not None and b is not None:
            frame.equal(a, b, frame.facts)
    label = frame.member(source, slot)
    if label:
        frame.slots[slot] = Value(label, here, source.domain)


def outside(label: Label, here: Term) -> Label:
    """A label where that slot holds nothing any more."""
    return forgetting(label, lambda t: t == here)
