"""A whole program: every function and rule by itself, until nothing more is found out."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import nodes, statements_of
from arbitre.dsl.lint.flow.effects import Effects
from arbitre.dsl.lint.flow.frame import Frame, enter
from arbitre.dsl.lint.flow.known import HERE, Known, Summary, Value
from arbitre.dsl.lint.flow.labels import MOVED, PLAIN, Label, Secret, forgetting, is_open
from arbitre.dsl.lint.flow.statements import STATEMENTS
from arbitre.dsl.lint.flow.terms import ALL, NOBODY, named
from arbitre.dsl.lint.flow.values import EXPRESSIONS

HOOK = 100_000  # the slots of hooks are counted from here, each hook's apart
ROUNDS = 200


class FlowAnalysis(Known):
    """Goes through every rule, until nothing more is found out."""

    expressions = EXPRESSIONS
    statements = STATEMENTS

    def work(self) -> None:
        """Everything, again and again until nothing changes."""
        self.again = {p.index for p in self.program.procedures}
        for _ in range(ROUNDS):
            if not self.again:
                break
            todo, self.again = sorted(self.again), set()
            for index in todo:
                self.rule(self.program.procedures[index])
        for action in self.program.actions:
            self.offer(action)

    # ------------------------------------------------------------------------------------ functions

    def function(self, index: int) -> Value:
        """What a value of the rulebook depends on, in the words of its parameters."""
        known = self.functions.get(index)
        if known is not None and index not in self.working:
            return known
        if index in self.working:
            return known or Value()
        made = self.program.functions[index]
        self.working.add(index)
        rule = ("f", index)
        for _ in range(4):
            frame = Frame(self, rule)
            for slot, param in enumerate(made.params):
                frame.slots[slot] = Value(frozenset([("given", rule, slot)]), ("l", slot), param.domain)
            found = frame.raw(made.body)
            if found.domain == NONE and made.domain != NONE:
                found = Value(found.label, found.term, made.domain, found.elements, found.existing, found.each)
            count = len(made.params)
            inner = lambda t: t[0] == "l" and t[1] >= count  # noqa: E731
            each = None if found.each is None else forgetting(found.each, inner)
            found = Value(forgetting(found.label, inner), found.term, found.domain, found.elements, found.existing, each)
            found = self.told_by(made, found)
            before, self.functions[index] = self.functions.get(index), found
            if before == found or (before is None and index not in _called(made.body)):
                break
        self.working.discard(index)
        self.read[rule] = frame.read
        return self.functions[index]

    def told_by(self, made: core.Function, found: Value) -> Value:
        """The value without what its lines let everyone know."""
        if not made.reveals:
            return found
        kept = set(found.label)
        for said in made.reveals:
            slots = {n: ("l", n) for n in range(len(made.params))}
            who = ALL if said.audience is None else self.policy.group(said.audience, slots)[0]
            for one in tuple(kept):
                for name in () if is_open(one) else self.policy.names(one):
                    if name in said.names:
                        kept.discard(one)
                        if who != ALL:
                            kept.add((one[0], one[1], one[2] | who))
                        self.used.add((said.place, name))
        return Value(
            frozenset(kept), found.term, found.domain, found.elements, found.existing and not any("orders" in s.names for s in made.reveals)
        )

    # ------------------------------------------------------------------------------------ what rules ask of each other

    def summary(self, index: int, asker: object) -> Summary:
        """What is known of a rule so far."""
        if index not in self.summaries and index not in self.analysing:
            self.rule(self.program.procedures[index])
        if isinstance(asker, int):
            self.users.setdefault(index, set()).add(asker)
        else:
            self.weighed.add(index)
        return self.summaries.get(index, Summary())

    def result_of(self, frame: Frame, index: int, given: list[Value]) -> Label:
        """What the result of a test depends on, given these."""
        callee = self.program.procedures[index]
        found = self.summary(index, frame.rule).slots.get(callee.result, PLAIN)
        out: set[Secret] = set()
        slots = {p.slot: v for p, v in zip(callee.params, given, strict=False)}
        for s in found:
            if s[0] == "given" and s[1] == index:
                out |= slots[s[2]].label if s[2] in slots else PLAIN
            elif s[0] not in ("because", "thrown"):
                out.add(s if is_open(s) else (s[0], s[1], NOBODY))
        return frozenset(out)

    def everything_read(self, index: int) -> set[Secret]:
        """Every secret that comes into a rule and into what it carries out."""
        out: set[Secret] = set()
        open_, seen = [index], {index}
        while open_:
            rule = open_.pop()
            self.summary(rule, index)
            out |= {(*s, NOBODY) for s in self.read.get(rule, {})}
            for edge in self.edges.get(rule, ()):
                if isinstance(edge.callee, int) and edge.callee not in seen:
                    seen.add(edge.callee)
                    open_.append(edge.callee)
        return out

    # ------------------------------------------------------------------------------------ rules

    def rule(self, p: core.Procedure) -> None:
        """Goes through one rule, its hooks with it."""
        self.analysing.append(p.index)
        x = Effects(self, p.index, p)
        for param in p.params:
            x.slots[param.slot] = Value(frozenset([("given", p.index, param.slot)]), ("l", param.slot), param.domain)
        self.reveal(x, p.body)
        for hook in (*p.before, *p.instead, *p.after, *p.rolled):  # what a hook reveals from its first line on holds for what it joins
            self.reveal(x, tuple(s for s in hook.body if not isinstance(s, core.Reveal) or s.audience is None))
        if p.kind == "agenda":
            self.agenda(x, p)
        else:
            self.event(x, p)
        slots = {slot: value.label for slot, value in x.slots.items()}
        kinds = {slot: value.domain for slot, value in x.slots.items()}
        if p.result != NONE:
            slots[p.result] = slots.get(p.result, PLAIN) | x.result | x.prevents | (x.label(p.when) if p.when is not None else PLAIN)
        for (rule, slot), label in self.kept.items():
            if rule == p.index:
                slots[slot] = slots.get(slot, PLAIN) | label
        for slot in slots:  # whoever calls it does not learn from these that it was called
            slots[slot] = slots[slot] - {("because", p.index)}
        local = {param.slot for param in p.params}
        inner = lambda t: t[0] == "l" and t[1] not in local  # noqa: E731
        found = Summary(
            {s: forgetting(v, inner) for s, v in slots.items() if v}, forgetting(x.fails, inner) - {("because", p.index)}, kinds
        )
        self.sinks[p.index], self.edges[p.index], self.read[p.index] = list(x.sinks.values()), list(x.edges.values()), x.read
        self.analysing.pop()
        before = self.summaries.get(p.index)
        if before is not None:  # what is known only grows, so that it comes to an end
            found.fails |= before.fails
            for slot, label in before.slots.items():
                found.slots[slot] = found.slots.get(slot, PLAIN) | label
        if before != found:
            self.summaries[p.index] = found
            self.again |= self.users.get(p.index, set())
            if p.index in self.weighed:  # values asked for its chances: they are computed anew
                self.renew()

    def reveal(self, x: Effects, body: tuple[core.Stmt, ...]) -> None:
        """What a rule reveals from its first line on holds for its head, too."""
        for s in body:
            if not isinstance(s, core.Reveal):
                break
            x.reveal(s)

    def event(self, x: Effects, p: core.Procedure) -> None:
        """An event, a test, a table, an action: guard, hooks, what is done itself."""
        action = next((a for a in self.program.actions if a.procedure == p.index), None)
        guard = x.label(p.when)
        x.facts = x.holding(p.when)
        x.under = guard
        given = frozenset(("given", p.index, param.slot) for param in p.params)
        if p.kind != "scheduled":
            x.shows("event", p.place, HERE, x.because() | given, p.name)
        for hook in p.before:
            found = self.hook(x, hook)
            x.escape |= found.prevents | found.fails
            x.prevents |= found.prevents
            x.fails |= found.fails
        if action is not None:
            needs = frozenset(s for test, _ in action.needs for s in x.label(test))
            x.fails |= needs
            x.escape |= needs
            for test, _ in action.needs:
                x.facts = x.holding(test)
        if p.says:
            x.shows("say", p.place, HERE, x.because() | x.words(p.says), p.name)
        before = x.under
        x.under = before | frozenset(s for hook in p.instead for s in self.label_of(x, hook))
        x.block(p.body)
        x.under = before
        x.escape = frozenset(s for s in x.escape if s in x.prevents or s in x.fails) if not action else x.escape
        for hook in p.instead:
            found = self.hook(x, hook)
            x.result |= found.result
            x.fails |= found.fails
        if p.results:
            label = x.because() | x.slots.get(p.result, Value()).label | self.kept_label(p.index, p.result)
            x.shows("result", p.place, HERE, label, p.name)
        for hook in p.after:
            self.hook(x, hook)
        if action is not None:
            giver = self.policy.term(action.commander, x.terms())
            x.shows("outcome", p.place, ALL if giver is None else named([x.settle(giver)]), x.fails | x.prevents | guard, p.name)

    def label_of(self, x: Effects, hook: core.Hook) -> Label:
        """What it depends on whether a hook stands instead."""
        inner = self.frame_of(x, hook)
        return inner.label(hook.when)

    def frame_of(self, x: Effects, hook: core.Hook) -> Effects:
        """The slots of a hook: those it is given are those of what it joins."""
        number = self.offsets.setdefault(id(hook), len(self.offsets) + 1)
        inner = Effects(self, x.rule, x.procedure, HOOK * number)
        for source, target in hook.params:
            value = x.slots.get(source)
            inner.slots[target] = Value(
                (value.label if value is not None else PLAIN) | self.kept_label(x.rule, source),
                value.term if value is not None and value.term is not None else ("l", source),
                value.domain if value is not None else NONE,
            )
        inner.facts = x.facts.copy()
        inner.said = x.said
        inner.sinks, inner.edges, inner.read = x.sinks, x.edges, x.read
        return inner

    def hook(self, x: Effects, hook: core.Hook) -> Effects:
        """What a rule of another place adds."""
        inner = self.frame_of(x, hook)
        when = inner.label(hook.when)
        inner.under, inner.escape = x.under | when, x.escape
        inner.facts = inner.holding(hook.when)
        if when:
            said = inner.said
            self.reveal(inner, hook.body)
            inner.shows("hook", hook.place, HERE, inner.because(), hook.name)
            inner.said = said
        for target in hook.params:
            inner.slots.setdefault(target[1], Value())
        inner.block(hook.body)
        x.stored({c for s in statements_of(hook.body) for c in self.fields_of(s)})
        return inner

    def fields_of(self, s: core.Stmt) -> set[int]:
        match s:
            case core.Store() | core.Change() | core.Join():
                return {s.field}
            case core.Create():
                return {c.index for c in self.program.fields if c.domain == s.domain}
            case core.Invoke() | core.Run():
                return self.policy.stored[s.procedure]
        return set()

    def agenda(self, x: Effects, p: core.Procedure) -> None:
        """An agenda and its steps."""
        for hook in p.before:
            found = self.hook(x, hook)
            x.escape |= found.prevents
        x.under = x.label(p.guard)
        x.shows("agenda", p.place, ALL, x.because(), p.name)
        if p.says:
            x.shows("say", p.place, ALL, x.because() | x.words(p.says), p.name)
        for hook in p.instead:
            x.under |= self.label_of(x, hook)
        for hook in p.instead:
            self.hook(x, hook)
        if p.each is not None:
            if self.reordering:  # its steps are those that can be moved
                x.under |= {MOVED}
            source = x.value(p.each.source)
            x.under |= x.ordering(p.each, source)
            x.put(p.each.slot, Value(source.label, None, source.domain))
        start = x.escape
        for step in p.steps:
            x.escape = start
            if step.element != NONE and p.each is not None:
                x.facts = x.facts.copy()
                enter(x, step.element, x.value(p.each.source))
            for hook in step.before:
                found = self.hook(x, hook)
                x.escape |= found.prevents
            said = x.said
            under = x.under
            for hook in step.instead:
                x.under |= self.label_of(x, hook)
            x.block(step.body)
            x.under = under
            for hook in step.instead:
                self.hook(x, hook)
            x.said = said
            x.escape = start
            for hook in step.after:
                self.hook(x, hook)
        x.escape = start
        for hook in p.after:
            self.hook(x, hook)

    # ------------------------------------------------------------------------------------ what is offered

    def offer(self, action: core.Action) -> None:
        """The questions that offer an action: whoever commands its actor sees them."""
        p = self.program.procedures[action.procedure]
        rule = ("offer", action.index)
        x = Effects(self, rule, p)
        for param in p.params:
            x.slots[param.slot] = Value(PLAIN, ("l", param.slot), param.domain)
        self.reveal(x, p.body)
        giver = self.policy.term(action.commander, x.terms())
        who = ALL if giver is None else named([x.settle(giver)])
        whole, rest = PLAIN, PLAIN
        actor = p.params[action.actor].slot
        for test, _ in action.when:
            label = x.label(test)
            x.facts = x.holding(test)
            x.shows("offered", test.place, who, label, action.name)
            whole |= label
            if any(isinstance(n, core.Local) and n.slot != actor and any(n.slot == q.slot for q in p.params) for n in nodes(test)):
                rest |= label
        given: dict[int, Value] = {}
        for position, (param, values) in enumerate(zip(p.params, action.values, strict=False)):
            label = x.label(values)
            x.shows("offered", values.place if values is not None else p.place, who, label, action.name)
            whole |= label
            given[param.slot] = Value(PLAIN if position == action.actor else label | rest, ("l", param.slot), param.domain)
        for limit in action.limits:
            label = x.label(limit.count)
            x.shows("offered", limit.count.place, who, label, action.name)
            whole |= label
        x.shows(
            "hint", p.place, who, frozenset(s for part in action.hint if part.value is not None for s in x.label(part.value)), action.name
        )
        acts = [s for s in self.asking if s.offer == action.offer]
        if self.program.public_events and any(not getattr(s, "secret", False) for s in acts):
            x.shows("asked", p.place, ALL, whole, action.name)
        must = any(isinstance(s, core.Act) and s.must for s in acts)
        if any(isinstance(s, core.Act) for s in acts) or action.at_once:
            x.calls(p.index, p.place, whole if must else PLAIN, given)
        self.sinks[rule], self.edges[rule], self.read[rule] = list(x.sinks.values()), list(x.edges.values()), x.read


def _called(body: core.Expr) -> set[int]:
    return {n.function for n in nodes(body) if isinstance(n, (core.Apply, core.Walk))}
