"""What is known of a program while it is gone through: values, what shows, who carries out what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.lint.flow.labels import PLAIN, Label, Secret, base, is_open
from arbitre.dsl.lint.flow.policy import Policy
from arbitre.dsl.lint.flow.terms import NOBODY, Audience, Term, of_audience, replaced

Equal = tuple[Term, Term]


@dataclass(frozen=True, slots=True)
class Value:
    """``label``: what it depends on; ``term``: which row it is; ``domain``: of what kind.

    ``elements``: what holds of each row of a set, or of a row that was picked.  ``existing``: of a set of rows of which not everyone
    knows that they are there.
    """

    label: Label = PLAIN
    term: Term | None = None
    domain: int = NONE
    elements: tuple[Equal, ...] = ()
    existing: bool = False
    each: Label | None = None  # of a set: what it depends on that a row belongs to it, the row being :data:`ELEMENT`; None: ``label``


NOTHING = Value()


@dataclass(slots=True)
class Facts:
    """What holds where one is: rows that are the same, and fields that sides are known to know."""

    same: dict[Term, Term] = field(default_factory=dict)
    known: dict[tuple[int, Term], Audience] = field(default_factory=dict)

    def copy(self) -> Facts:
        return Facts(dict(self.same), dict(self.known))


HERE: Audience = frozenset([("here",)])  # whoever sees what happens where one is
ELSEWHERE: Audience = frozenset([("elsewhere",)])  # everyone, where not all see what happens where one is


@dataclass(frozen=True, slots=True)
class Revealing:
    """What a line says it reveals, and to whom.  ``only_that``: to nobody; of a question, only that somebody is asked may show."""

    place: Place
    names: tuple[str, ...]
    audience: Audience
    only_that: bool = False


@dataclass(slots=True)
class Sink:
    """Something that shows.  ``what``: its sort; ``observers``: everyone who may see it; ``label``: what it depends on."""

    rule: object
    what: str
    place: Place
    observers: Audience
    label: Label
    said: tuple[Revealing, ...]
    same: dict[Term, Term]
    name: str = ""
    read: dict[Secret, Place] = field(default_factory=dict)  # where its secrets were come by
    near: tuple[Revealing, ...] = ()  # of ``said``: what stands in the very block of what shows


@dataclass(slots=True)
class Edge:
    """A rule that another carries out: what that depends on, and what it is given."""

    caller: object
    callee: object
    place: Place
    because: Label
    given: dict[int, Value]
    said: tuple[Revealing, ...]
    seen: Audience | None = None
    sealed: bool = False
    thrown: Label = PLAIN
    same: tuple[Term, Term] | None = None  # somebody in the words of both rules
    read: dict[Secret, Place] = field(default_factory=dict)
    own: Label = PLAIN  # what all of it depends on, in the words of the rule that is carried out


@dataclass(slots=True)
class Summary:
    """What callers must know of a rule."""

    slots: dict[int, Label] = field(default_factory=dict)
    fails: Label = PLAIN
    kinds: dict[int, int] = field(default_factory=dict)


def closed(label: Label) -> Label:
    """A label seen from a later time, when nobody is named any more."""
    return frozenset(s if is_open(s) else (s[0], s[1], of_audience(s[2], lambda t: t if t[0] == "c" else None)) for s in label)


class Known:
    """What is known of every rule, and what they ask of each other.  ``expressions`` and ``statements``: what goes through each sort."""

    expressions: dict[type, Callable[[Any, Any], Value]]
    statements: dict[type, Callable[[Any, Any], None]]

    def __init__(self, policy: Policy) -> None:
        self.policy, self.program = policy, policy.program
        self.functions: dict[int, Value] = {}
        self.working: set[int] = set()
        self.summaries: dict[int, Summary] = {}
        self.kept_at: dict[tuple[object, int, Secret], Place] = {}
        self.kept: dict[tuple[object, int], Label] = {}
        self.shared: set[tuple[int, int]] = set()  # slots that other rules read or fill
        self.moves: dict[tuple[object, Secret], tuple[Revealing, ...]] = {}  # why steps are moved, by which rule, and what it reveals
        self.moved_at: dict[Secret, Place] = {}  # where it was decided to move steps
        self.sinks: dict[object, list[Sink]] = {}
        self.edges: dict[object, list[Edge]] = {}
        self.read: dict[object, dict[Secret, Place]] = {}
        self.users: dict[int, set[int]] = {}
        self.again: set[int] = set()
        self.used: set[tuple[Place, str]] = set()  # names that values reveal, and that they depend on
        self.analysing: list[int] = []
        self.offsets: dict[int, int] = {}
        self.reordering = False
        self.asking: list[core.Act | core.GiveOrders] = []
        orders = self.program.orders
        self.order_domain = orders.domain if orders is not None else NONE
        self.giver_field = orders.giver if orders is not None else NONE
        self.keepers: dict[tuple[object, int], set[int]] = defaultdict(set)  # the rules that read such a slot
        self.weighed: set[int] = set()  # tests of which values ask for the chances
        self.asked = {(n.procedure, n.slot) for f in self.program.functions for n in nodes(f.body) if isinstance(n, core.Own)}
        for p in self.program.procedures:
            for node in nodes(p):
                match node:
                    case core.Own() | core.SetOwn():
                        self.shared.add((node.procedure, node.slot))
                        self.keepers[node.procedure, node.slot] |= {p.index, node.procedure}
                    case core.Reschedule():
                        self.reordering = True
                    case core.Act() | core.GiveOrders():
                        self.asking.append(node)
            for hook in (*p.instead, *(h for s in p.steps for h in s.instead)):
                for node in nodes(hook.body):
                    if isinstance(node, core.Proceed):
                        self.shared.update((p.index, slot) for slot, _ in node.values)
        self.givers: dict[int, Term] = {}  # fields of orders that name an actor: who commands it
        if orders is not None:
            for domain, column in orders.actors.items():
                leads = {
                    self.policy.term(a.commander, {p.params[a.actor].slot: ("l", 0)})
                    for a in self.program.actions
                    for p in [self.program.procedures[a.procedure]]
                    if p.params[a.actor].domain == domain
                }
                only = leads.pop() if len(leads) == 1 else None
                if only is not None:
                    self.givers[column] = only
        for p in self.program.procedures:
            if p.kind == "agenda":
                self.shared.update((p.index, slot) for slot in range(self.program.keeps.get(p.index, 0)))
        for one in self.shared:
            self.keepers[one].add(one[0])

    def deciding(self, lines: list[core.Seen]) -> Label:
        """What it depends on who sees something."""
        out: set[Secret] = set()
        for node in nodes(lines):
            if isinstance(node, core.Read) and self.program.fields[node.field].seen:
                out.add(("field", node.field, NOBODY))
        return frozenset(out)

    def is_order_field(self, column: int) -> bool:
        return self.order_domain != NONE and self.program.fields[column].domain == self.order_domain

    def giver_of(self, column: int, actor: Term) -> Term | None:
        """Who gives the orders of that row, if this is the field of orders that names whose they are."""
        leads = self.givers.get(column)
        if leads is None or actor == ("c", NONE):
            return None
        return replaced(leads, lambda t: actor if t == ("l", 0) else t)

    def stored_by(self, rule: object) -> set[int]:
        """The fields that a rule may store in."""
        return self.policy.stored[rule] if isinstance(rule, int) else set()

    def kept_label(self, rule: object, slot: int) -> Label:
        """What a slot depends on that others fill, or that outlives a step."""
        return self.kept.get((rule, slot), PLAIN)

    def keep(self, rule: object, slot: int, label: Label, offset: int, read: dict[Secret, Place]) -> None:
        """A slot is filled by its own rule."""
        if not offset and label and (rule, slot) in self.shared:
            self.keep_for(rule, slot, label, read)

    def keep_for(self, rule: object, slot: int, label: Label, read: dict[Secret, Place]) -> None:
        """A slot is filled by whichever rule; ``read``: where that one came by its secrets."""
        for one in label:
            if not is_open(one) and base(one) in read:
                self.kept_at.setdefault((rule, slot, base(one)), read[base(one)])
        label = closed(label)
        old = self.kept.get((rule, slot), PLAIN)
        if not label <= old:
            self.kept[rule, slot] = old | label
            self.again |= self.keepers.get((rule, slot), set())
            if (rule, slot) in self.asked:
                self.renew()

    def renew(self) -> None:
        """Values of the rulebook read what has changed."""
        self.functions.clear()
        self.again |= {p.index for p in self.program.procedures}

    # ------------------------------------------------------------------------------------ left to whoever goes through rules

    def function(self, index: int) -> Value:
        """What a value of the rulebook depends on, in the words of its parameters."""
        raise NotImplementedError

    def summary(self, index: int, asker: object) -> Summary:
        """What is known of a rule so far."""
        raise NotImplementedError

    def result_of(self, frame: Any, index: int, given: list[Value]) -> Label:
        """What the result of a test depends on, given these."""
        raise NotImplementedError

    def everything_read(self, index: int) -> set[Secret]:
        """Every secret that comes into a rule and into what it carries out."""
        raise NotImplementedError

    def hook(self, x: Any, hook: core.Hook) -> Any:
        """Goes through what a rule of another place adds."""
        raise NotImplementedError
