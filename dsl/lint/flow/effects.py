"""One rule, or one of its hooks: its slots, why one is where one is, and what shows of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import nodes, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lint.flow.frame import Frame, enter, field_label
from arbitre.dsl.lint.flow.known import HERE, Edge, Facts, Known, Revealing, Sink, Value
from arbitre.dsl.lint.flow.labels import PLAIN, Label, Secret, base, forgetting, is_open, secret
from arbitre.dsl.lint.flow.terms import ALL, ELEMENT, Audience, Term, named, of_audience, replaced, settled, speaks_of

LOOPS = 4  # a slot that depends on itself is followed so often at most


class Effects(Frame):
    """The statements of one rule, or of one of its hooks."""

    def __init__(self, analysis: Known, rule: object, procedure: core.Procedure | None, offset: int = 0) -> None:
        super().__init__(analysis, rule, offset)
        self.procedure = procedure
        self.under: Label = PLAIN  # what it depends on that one is here, since the rule began
        self.escape: Label = PLAIN  # what it depends on that one was not left before
        self.said: tuple[Revealing, ...] = ()
        self.outside = 0  # how many of these stand outside the innermost block
        # Sealed is what is chosen in secret until the statement of the agenda ends that it is a part of, or what is done together.
        self.sealed = procedure is not None and procedure.kind != "agenda"
        self.result: Label = PLAIN
        self.fails: Label = PLAIN
        self.prevents: Label = PLAIN
        self.saved: list[tuple[Label, Facts]] = []  # what was so before each block that one is in
        self.sinks: dict[tuple[Any, ...], Sink] = {}
        self.edges: dict[tuple[Any, ...], Edge] = {}

    # ------------------------------------------------------------------------------------ what shows

    def reveal(self, s: core.Reveal) -> None:
        """From here on this may be known."""
        who, whole = (ALL, True) if s.audience is None else self.policy.group(s.audience, self.terms())
        self.said = (*self.said, Revealing(s.place, s.names, who, whole and not who))

    def because(self) -> Label:
        return self.under | self.escape | {("because", self.rule)}

    def shows(self, what: str, place: Place, observers: Audience, label: Label, name: str = "") -> None:
        """Something that those observe depends on this."""
        if not observers or not label:
            return
        label = frozenset(s if is_open(s) else (s[0], s[1], self.settled_audience(s[2])) for s in label)
        observers = frozenset(i if len(i) == 1 else (*i[:-1], self.settle(i[-1])) for i in observers)
        key = (what, place, observers, self.offset)
        old = self.sinks.get(key)
        if old is not None:
            old.label |= label
            for s in label:
                if not is_open(s) and base(s) in self.read:
                    old.read.setdefault(base(s), self.read[base(s)])
            return
        said, near = self.said, self.said[self.outside :]
        self.sinks[key] = Sink(self.rule, what, place, observers, label, said, dict(self.facts.same), name, self.places(label), near)

    def places(self, label: Label) -> dict[Secret, Place]:
        """Where the secrets of a label were come by."""
        return {base(s): self.read[base(s)] for s in label if not is_open(s) and base(s) in self.read}

    def calls(self, callee: object, place: Place, because: Label, given: dict[int, Value], **more: Any) -> None:
        """Another rule is carried out."""
        changed = self.analysis.stored_by(callee)
        if changed:  # whom these fields name may be somebody else then

            def lost(t: Term) -> bool:
                return t[0] == "r" and t[1] in changed

            because = forgetting(because, lost)
            given = {slot: Value(forgetting(v.label, lost), v.term, v.domain) for slot, v in given.items()}
        key = (callee, place, self.offset)
        old = self.edges.get(key)
        if old is not None:
            because |= old.because
            given = {
                slot: Value(v.label | old.given[slot].label, v.term if v.term == old.given[slot].term else None, v.domain)
                for slot, v in given.items()
            }
        read = self.places(because | more.get("own", PLAIN) | frozenset(s for v in given.values() for s in v.label))
        self.edges[key] = Edge(self.rule, callee, place, because, given, self.said, sealed=self.sealed, read=read, **more)

    # ------------------------------------------------------------------------------------ slots

    def put(self, slot: int, value: Value) -> None:
        """A slot holds something else from now on."""
        here = self.here(slot)
        if slot in self.slots:
            self.forget(lambda t: t == here)
        term = value.term
        if term is not None and (speaks_of(term, lambda t: t == here) or term[0] == "c"):
            term = None if term[0] != "c" else term
        label = value.label | self.under | self.escape
        self.slots[slot] = Value(label, term, value.domain, value.elements, value.existing)
        self.analysis.keep(self.rule, slot, label, self.offset, self.read)

    def forget(self, part: Any) -> None:
        """What is named by what passes is named so no longer."""
        self.slots = {
            slot: Value(
                forgetting(v.label, part),
                None if v.term is not None and speaks_of(v.term, part) else v.term,
                v.domain,
                tuple(e for e in v.elements if not speaks_of(e[0], part) and not speaks_of(e[1], part)),
                v.existing,
            )
            for slot, v in self.slots.items()
        }
        self.facts = forgot(self.facts, part)
        self.under, self.escape = forgetting(self.under, part), forgetting(self.escape, part)
        self.saved = [(forgetting(under, part), forgot(facts, part)) for under, facts in self.saved]

    def stored(self, columns: Iterable[int]) -> None:
        """These fields may have changed."""
        changed = set(columns)
        if changed & self.policy.naming or any(speaks_of(a, lambda t: t[0] == "r" and t[1] in changed) for a in self.facts.same):
            self.forget(lambda t: t[0] == "r" and t[1] in changed)

    # ------------------------------------------------------------------------------------ blocks

    def block(self, stmts: Iterable[core.Stmt]) -> None:
        said, outside = self.said, self.outside
        self.outside = len(said)
        for stmt in stmts:
            self.analysis.statements[type(stmt)](self, stmt)
        self.said, self.outside = said, outside

    def inside(self, label: Label, stmts: Iterable[core.Stmt], facts: Facts | None = None, begin: Any = None) -> None:
        """Statements that are carried out because of something."""
        self.saved.append((self.under, self.facts))
        self.under, self.facts = self.under | label, self.facts.copy() if facts is None else facts
        if begin is not None:
            begin()
        self.block(stmts)
        self.under, self.facts = self.saved.pop()

    def branches(self, parts: list[tuple[Label, Iterable[core.Stmt], Facts | None]]) -> None:
        """One of these is carried out, or none."""
        before = self.slots
        results: list[dict[int, Value]] = []
        for label, stmts, facts in parts:
            self.slots = dict(before)
            self.inside(label, stmts, facts)
            results.append(self.slots)
        self.slots = joined(before, results)

    def loop(self, label: Label, stmts: tuple[core.Stmt, ...], begin: Any = None) -> None:
        for _ in range(LOOPS):
            before = dict(self.slots)
            self.inside(label, stmts, None, begin)
            self.slots = joined(before, [self.slots])
            if all(before.get(slot) == value for slot, value in self.slots.items()):
                break

    def choice_of(self, in_secret: bool, name: str, who: Audience, place: Place) -> Label:
        """What was chosen, where not everyone is to know."""
        if not in_secret:
            return PLAIN
        found = secret("sealed" if self.sealed else "choice", name, frozenset(i for i in who if i[0] != "e"))
        for one in found:
            self.note(one, place)
        return found

    def ordering(self, s: core.ForEach, source: Value) -> Label:
        """What the order of a loop depends on; dice for ties show."""
        if not s.keys and not s.ties:
            return PLAIN
        before, facts = self.slots.get(s.slot), self.facts
        self.facts = facts.copy()
        enter(self, s.slot, source)
        label = frozenset(one for key in s.keys for one in self.label(key.value))
        self.facts = facts
        if before is not None:
            self.slots[s.slot] = before
        here = self.here(s.slot)
        label = forgetting(label, lambda t: t == here)
        if s.ties:
            self.shows("roll", s.place, HERE, self.because() | label | source.label)
        return label

    def unrecognised(self, options: Value) -> Label:
        """Which rows these are, as far as not everyone recognises them: options are listed in the order of rows."""
        kind = self.program.domains[options.domain] if options.domain != NONE else None
        orders = self.program.orders
        if kind is None or not kind.seen or (orders is not None and kind.index == orders.domain):
            return PLAIN
        same = dict(options.elements)
        audience = frozenset((*i[:-1], settled(i[-1], same)) for i in self.policy.knowing(kind.seen, ELEMENT, same))
        return secret("row", kind.index, frozenset(i for i in audience if not speaks_of(i[-1], lambda t: t == ELEMENT)))

    def speaking(self, stmts: tuple[core.Stmt, ...]) -> bool:
        """Does the order in which these are done show?"""
        for s in statements_of(stmts):
            if self.policy.shows_order(s):
                return True
            if isinstance(s, core.Invoke) and self.policy.speaks[s.procedure]:
                return True
        return False

    def returned(self, callee: core.Procedure, label: Label, given: dict[int, Value], thrown: Label, place: Place) -> Label:
        """What comes back from a rule, in the words of the one that called it."""
        out: set[Secret] = set()

        def back(term: Term) -> Term | None:
            if term[0] != "l":
                return term
            value = given.get(term[1])
            return None if value is None else value.term

        for s in label:
            if s[0] == "given" and s[1] == callee.index:
                out |= given[s[2]].label if s[2] in given else PLAIN
            elif s == ("because", callee.index):
                continue
            elif s == ("thrown", callee.index):
                out |= thrown or {("thrown", self.rule)}
            elif is_open(s):
                out.add(s)
            else:
                sort = "choice" if s[0] == "sealed" and not self.sealed else s[0]
                one = (sort, s[1], self.settled_audience(of_audience(s[2], lambda t: replaced(t, back))))
                out.add(one)
                self.note(one, place)
        return frozenset(out)

    def chosen_by(self, chooser: core.Expr) -> Audience:
        term = self.named(chooser)
        return ALL if term is None else named([self.settle(term)])

    def words(self, parts: tuple[core.Piece, ...]) -> Label:
        """What a text tells beyond what its readers are anyhow kept from: that is seen to as it is told."""
        self.naming = True
        try:
            return self.labels(tuple(p.value for p in parts if p.value is not None))
        finally:
            self.naming = False

    def told_words(self, parts: tuple[core.Piece, ...]) -> Label:
        """What a told text depends on, without the fields it names itself: these it tells openly."""
        out = PLAIN
        for part in parts:
            if part.value is None:
                continue
            openly = {n.field for n in direct(part.value)}
            found = self.value(part.value)
            out |= frozenset(s for s in found.label if not (s[0] == "field" and s[1] in openly))
            if part.domain != NONE:
                label = self.program.domains[part.domain].label
                if label != NONE and label not in openly:
                    out |= field_label(self, self.program.fields[label], found.term)
        return out


def forgot(facts: Facts, part: Any) -> Facts:
    """What is still known once what passes is something else."""
    same = {a: b for a, b in facts.same.items() if not speaks_of(a, part) and not speaks_of(b, part)}
    return Facts(same, {k: v for k, v in facts.known.items() if not speaks_of(k[1], part)})


def direct(expr: core.Expr) -> list[core.Read]:
    """The fields that an expression names itself."""
    return [n for n in nodes(expr) if isinstance(n, core.Read)]


def joined(before: dict[int, Value], results: list[dict[int, Value]]) -> dict[int, Value]:
    """The slots, whichever of these ways was gone."""
    out = dict(results[0]) if results else dict(before)
    for other in [*results[1:], before]:
        for slot, value in other.items():
            mine = out.get(slot)
            if mine is None or mine is value:
                out[slot] = value
            elif mine != value:
                elements = tuple(e for e in mine.elements if e in value.elements)
                term = mine.term if mine.term == value.term else None
                out[slot] = Value(mine.label | value.label, term, value.domain if mine.domain == NONE else mine.domain, elements,
                                  mine.existing or value.existing)  # fmt: skip
    return out


def entered(x: Effects, slot: int, source: Value) -> None:
    """What holds of every row of a set holds of the one that was taken."""
    here = x.here(slot)
    for one, two in source.elements:
        a, b = (replaced(t, lambda y: here if y == ("x",) else y) for t in (one, two))
        if a is not None and b is not None:
            x.equal(a, b, x.facts)
