"""From rule to rule: which secrets come to what shows, and by which way."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.lint.flow.analysis import FlowAnalysis
from arbitre.dsl.lint.flow.known import Edge, Revealing, Sink, closed
from arbitre.dsl.lint.flow.labels import DONE, MOVED, PLAIN, Label, Secret, base, in_order, is_open, secret
from arbitre.dsl.lint.flow.terms import ALL, EVERYONE, NOBODY, Audience, Term, may_know, observed_by, of_audience, replaced

ASKING = ("question", "asked", "offered", "hint")
ORDER = ("order", "listed")  # in which order rows come: nothing that is revealed covers it
PRESENCE = ("awaited",)  # that somebody is waited for: covered by what is revealed in the same block alone
Bring = Callable[[Secret, Secret, "By | None"], None]
By = tuple[Edge, Secret]  # the call that brought a secret, and what it was on the other side of it


@dataclass(slots=True)
class Leak:
    """A secret that shows.  ``origin``: the rule that comes by it, and where; ``calls``: the calls from there to what shows."""

    secret: Secret
    sink: Sink
    origin: object
    read: Place | None
    calls: list[Place]
    observers: list[tuple[object, ...]]


@dataclass(slots=True)
class Chains:
    """The whole program again, from its beginning down.

    ``narrow``: only order and presence are looked at, which lines that reveal a value in passing do not cover.  ``names``: what is looked
    for is whom a question is asked of, which may be secret where that somebody is asked is not.
    """

    analysis: FlowAnalysis
    narrow: bool = False
    names: bool = False
    reached: dict[Secret, dict[Secret, By | None]] = field(default_factory=lambda: defaultdict(dict))
    seen: dict[object, Audience] = field(default_factory=dict)  # who sees what happens in each rule, at most
    covered: dict[object, dict[str, frozenset[Revealing]]] = field(default_factory=dict)
    used: set[tuple[Place, str]] = field(default_factory=set)

    def leaks(self) -> list[Leak]:
        self.cover()
        self.watch()
        self.reach()
        self.used |= self.analysis.used
        return [
            leak
            for sinks in self.analysis.sinks.values()
            for sink in sinks
            if (sink.what in ORDER or sink.what in PRESENCE) == self.narrow
            for leak in self.shown(sink)
        ]

    # ------------------------------------------------------------------------------------ from call to call

    def edges(self) -> list[Edge]:
        return [edge for edges in self.analysis.edges.values() for edge in edges]

    def roots(self) -> set[object]:
        program = self.analysis.program
        called = {edge.callee for edge in self.edges()}
        return {i for i in (program.setup, program.main, program.closing) if i != NONE} | {
            rule for rule in self.analysis.sinks if rule not in called
        }

    def cover(self) -> None:
        """What is revealed to everyone wherever a rule is carried out."""
        into: dict[object, list[Edge]] = defaultdict(list)
        for edge in self.edges():
            into[edge.callee].append(edge)
        roots = self.roots()
        rules = list(self.analysis.sinks)
        unknown: dict[object, dict[str, frozenset[Revealing]] | None] = {rule: {} if rule in roots else None for rule in rules}
        changed = True
        while changed:
            changed = False
            for rule in rules:
                if rule in roots:
                    continue
                found: dict[str, frozenset[Revealing]] | None = None
                for edge in into[rule]:
                    before = unknown.get(edge.caller)
                    if before is None:
                        continue
                    here = dict(before)
                    for one in edge.said:
                        if EVERYONE in one.audience:
                            for name in one.names:
                                here[name] = here.get(name, frozenset()) | {one}
                    found = here if found is None else {n: v | here[n] for n, v in found.items() if n in here}
                if found is not None and found != unknown[rule]:
                    unknown[rule] = found
                    changed = True
        self.covered = {rule: known or {} for rule, known in unknown.items()}

    def watch(self) -> None:
        """Who sees what happens in each rule."""
        program = self.analysis.program
        self.seen = {}
        for rule in self.analysis.sinks:
            p = program.procedures[rule] if isinstance(rule, int) else None
            if p is None or p.kind == "agenda":
                self.seen[rule] = ALL
            elif p.seen is not None:
                self.seen[rule] = self.analysis.policy.watching(p.seen, {s: ("l", s) for s in range(p.slots)})
            elif rule in self.roots() and program.public_events:
                self.seen[rule] = ALL
            else:
                self.seen[rule] = NOBODY
        changed = True
        while changed:
            changed = False
            for edge in self.edges():
                p = program.procedures[edge.callee] if isinstance(edge.callee, int) else None
                if p is None or p.kind == "agenda" or p.seen is not None:
                    continue
                if edge.seen is not None:
                    found = observed_by(edge.seen, partial(into_callee, edge))
                elif program.public_events:
                    found = observed_by(self.seen[edge.caller], partial(into_callee, edge))
                else:
                    continue
                new = self.seen[edge.callee] | found
                new = ALL if EVERYONE in new else new
                if new != self.seen[edge.callee]:
                    self.seen[edge.callee], changed = new, True

    def reach(self) -> None:
        """What the secrets are that stand behind what a rule is given, and why it is carried out."""
        flows: dict[Secret, list[tuple[Edge, Secret]]] = defaultdict(list)
        todo: deque[tuple[Secret, Secret]] = deque()

        def bring(target: Secret, one: Secret, by: By | None) -> None:
            if one not in self.reached[target]:
                self.reached[target][one] = by
                todo.append((target, one))

        def link(edge: Edge, target: Secret, label: Label) -> None:
            for one in in_order(label):
                if is_open(one):
                    flows[one].append((edge, target))
                    for known in tuple(self.reached[one]):
                        self.carry(edge, one, known, target, bring)
                else:
                    self.carry(edge, one, one, target, bring)

        for edge in self.edges():
            because: Secret = ("because", edge.callee)
            link(edge, because, edge.because)
            p = self.analysis.program.procedures[edge.callee] if isinstance(edge.callee, int) else None
            for slot, value in edge.given.items():
                link(edge, ("given", edge.callee, slot), value.label)
            for one in edge.own:
                bring(because, one, (edge, one))
                for slot in edge.given:
                    bring(("given", edge.callee, slot), one, (edge, one))
            if edge.thrown:
                link(edge, ("thrown", edge.callee), edge.thrown)
            elif p is not None and p.seen is not None:
                seen = frozenset(
                    i for line in p.seen for i in self.analysis.policy.group(line.audience, {s: ("l", s) for s in range(p.slots)})[0]
                )
                for one in secret("dice", p.name, seen):
                    bring(("thrown", edge.callee), one, (edge, one))
            else:
                link(edge, ("thrown", edge.callee), frozenset([("thrown", edge.caller)]))
        for (rule, one), said in self.analysis.moves.items():
            if is_open(one):
                flows[one].append((Edge(rule, None, NOWHERE, PLAIN, {}, said), MOVED))
            elif not self.told_openly(one, rule, said):
                bring(MOVED, one, None)
        while todo:
            source, one = todo.popleft()
            for through, target in flows.get(source, ()):
                if target == MOVED:
                    for shut in closed(frozenset([one])):
                        if not self.told_openly(shut, through.caller, through.said):
                            bring(target, shut, self.reached[source][one])
                else:
                    self.carry(through, source, one, target, bring)

    def carry(self, edge: Edge, source: Secret, one: Secret, target: Secret, bring: Bring) -> None:
        """A secret goes through a call; one that is revealed there to everyone goes no further."""
        if self.told_openly(one, edge.caller, edge.said):
            return
        if is_open(source) and source[0] != "moved" and source[1] != edge.caller:
            one_here = (one[0], one[1], NOBODY)
        else:
            one_here = one
        audience = of_audience(one_here[2], partial(into_callee, edge))
        bring(target, (one[0], one[1], audience), (edge, source if is_open(source) else one))

    def told_openly(self, one: Secret, rule: object, said: tuple[Revealing, ...]) -> bool:
        """Is it revealed to everyone where one is?"""
        if self.narrow:
            return False
        names = self.analysis.policy.names(one)
        found = [(r, n) for r in said if EVERYONE in r.audience for n in r.names if n in names]
        covered = self.covered.get(rule, {})
        found += [(r, n) for n in names if n in covered for r in covered[n]]
        self.used |= {(r.place, n) for r, n in found}
        return bool(found)

    # ------------------------------------------------------------------------------------ what shows

    def shown(self, sink: Sink) -> list[Leak]:
        """The secrets that show there to somebody who may not know them."""
        here = self.seen.get(sink.rule, ALL)
        places = {("here",): here, ("elsewhere",): NOBODY if EVERYONE in here else ALL}
        observers = frozenset(o for i in sink.observers for o in places.get(i, (i,)))
        if not observers:
            return []
        out: dict[Secret, Leak] = {}
        for part in in_order(sink.label):
            behind: dict[Secret, By | None] = self.reached.get(part, {}) if is_open(part) else {part: None}
            for one in behind:
                known = one
                if is_open(part) and part[0] != "moved" and part[1] != sink.rule:
                    known = (one[0], one[1], NOBODY)
                if base(one) in out or (one[0] == "sealed" and sink.what not in ASKING) or (one[0] == "dice" and sink.what == "kept"):
                    continue
                if one[0] == "orders" and known[2] and (sink.what == "outcome" or (one[1] == DONE and sink.what == "kept")):
                    continue
                learn = [o for o in observers if not may_know(o, known[2], sink.same, self.analysis.policy.lawful)]
                if not learn:
                    continue
                if self.told_openly(one, sink.rule, sink.said):
                    continue
                left = [o for o in learn if not self.told_some(one, o, sink)]
                if left:
                    origin, calls, read = self.way(part, one, sink)
                    out[base(one)] = Leak(one, sink, origin, read, calls, left)
        return list(out.values())

    def told_some(self, one: Secret, observer: tuple[object, ...], sink: Sink) -> bool:
        """Is it revealed there to that side?"""
        names = self.analysis.policy.names(one)
        for r in () if sink.what in ORDER else sink.near if sink.what in PRESENCE else sink.said:
            for name in r.names:
                if name in names and r.only_that and sink.what in PRESENCE and not self.names:
                    self.used.add((r.place, name))
                    return True
                if name in names and may_know(observer, r.audience | one[2], sink.same, self.analysis.policy.lawful):
                    self.used.add((r.place, name))
                    return True
        return False

    def way(self, part: Secret, one: Secret, sink: Sink) -> tuple[object, list[Place], Place | None]:
        """The rule where the secret comes from, the calls from there, and where it is come by."""
        calls: list[Place] = []
        rule = sink.rule
        read = sink.read.get(base(one))
        by = self.reached[part].get(one) if is_open(part) else None
        source = part
        for _ in range(60):
            if by is None:
                break
            edge, before = by
            calls.append(edge.place)
            rule = edge.caller
            read = edge.read.get(base(one), read)
            if not is_open(before):
                break
            source = before
            by = next((b for s, b in self.reached[before].items() if base(s) == base(one)), None)
        if source == MOVED:
            read = self.analysis.moved_at.get(base(one), read)
        return rule, calls[::-1], read


def into_callee(edge: Edge, term: Term) -> Term | None:
    """A row in the words of the rule that is carried out: one it is given, or one that everybody knows."""

    def put(part: Term) -> Term | None:
        if edge.same is not None and part == edge.same[0]:
            return edge.same[1]
        for slot, value in edge.given.items():
            if value.term == part and part[0] != "c":
                return ("l", slot)
        return None if part[0] == "l" else part

    return replaced(term, put)


def program_of(analysis: FlowAnalysis) -> core.Program:
    return analysis.program
