"""Why an action cannot be done or ordered: which condition fails, and by which values; which limit, exclusion or phase stands against it.

For scenarios, and for whoever asks why something is not offered.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl.core import NARROWS, NONE, Text
from arbitre.dsl.core.walk import free_slots, nodes
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.agendas import stack
from arbitre.interpreter.code.machine import ReadyAction, Run
from arbitre.interpreter.explain.conditions import Account, ExprType, mentioned
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.findings import Finding
from arbitre.interpreter.state.masks import rows_of

QUESTIONS = frozenset({"distance", "neighbours", "ahead", "within", "ray", "line", "travel", "reach", "clear"})  # that a board answers
Taken = Mapping[tuple[int, int], set[int]]  # domain and row of an actor -> actions ordered besides


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing that stands against an action.

    ``kind``: form (not a reason of the rules: the actor is another's, a phase has not begun), value (not among those it may be), when,
    needs, limit, again (ordered already), instead, during.  ``name``: the action or step it speaks of.  ``said``: what its giver reads.
    """

    kind: str
    text: str
    place: Place = NOWHERE
    names: frozenset[str] = frozenset()
    name: str = ""
    said: Text | None = None
    finding: Finding | None = None
    word: str = ""  # of those that it mentions the most telling one

    def __str__(self) -> str:
        return phrase("{0} ({1}:{2})", self.text, self.place.file, self.place.line) if self.place.line else self.text

    def whatever(self, differs: bool) -> str:
        """As it is reported where it bars every way to give an order, by other values each time."""
        if not differs or self.finding is None:
            return str(self)
        return phrase("‘{0}’ holds for none ({1}:{2})", self.finding.source, self.place.file, self.place.line)

    @property
    def reason(self) -> str:
        """What a scenario writes behind ``because`` to mean this."""
        if self.kind in ("instead", "during"):
            return f"{'instead of' if self.kind == 'instead' else self.kind} {self.name}"
        return "limit" if self.kind in ("limit", "again") else self.word

    @property
    def of_rules(self) -> bool:
        return self.kind != "form"


@dataclass(slots=True)
class Attempt:
    """An action that somebody might do or order: its arguments by position, and what he has ordered besides."""

    action: ReadyAction
    seat: int
    args: Mapping[int, int]
    taken: Taken = field(default_factory=dict)
    ordered: int = 0  # how often this very action is ordered for this actor already


def refusals(x: Run, attempt: Attempt, called: Account | None = None) -> list[Refusal]:
    """Everything that stands against an action now; nothing if it could be done.  ``called``: what rows are called."""
    return _Refusing(x, attempt, called).all()


def narrowing(test: core.Expr, program: core.Program) -> core.Read | None:
    """The column of what a step is acted in ``with``, where a condition of an action asks for that."""
    reads = (part for part in nodes(test) if isinstance(part, core.Read))
    return next((read for read in reads if program.fields[read.field].name.startswith(NARROWS)), None)


def against_order(found: list[Refusal]) -> list[Refusal]:
    """Those that already keep the order from being given: what an action needs is asked when it is carried out."""
    return [r for r in found if r.kind not in ("needs", "during")]


class _Refusing:
    def __init__(self, x: Run, attempt: Attempt, called: Account | None) -> None:
        self.x, self.m, self.a, self.r = x, x.machine, attempt, attempt.action
        self.frame = self.filled()
        types = {p.slot: ExprType(p.domain, p.is_set) for p in self.r.procedure.params}
        self.account = Account(self.m, x, self.frame, types, called.called if called is not None else None,
                               rule=self.r.procedure.place)  # fmt: skip
        self.actor = attempt.args[self.r.action.actor]

    def all(self) -> list[Refusal]:
        form = self.form()
        return [form] if form is not None else [*self.conditions(), *self.values(), *self.counts(), *self.needs(), *self.phase()]

    def filled(self) -> list[int]:
        """The slots of the action; parameters that another form of the action leaves out are computed."""
        frame, params = actions.blank(self.r), self.r.procedure.params
        for position, value in self.a.args.items():
            frame[params[position].slot] = value
        args = actions.computed_values(self.x, self.r, [frame[p.slot] for p in params])
        for param, value in zip(params, args, strict=True):
            frame[param.slot] = value
        return frame

    def form(self) -> Refusal | None:
        """What is no matter of the rules."""
        r, who = self.r, self.account.row(self.r.actors, self.actor)
        if self.r.commander(self.x, self.frame) != self.a.seat:
            return Refusal("form", phrase("{0} does not command {1}", self.m.row_key(self.m.program.seats, self.a.seat), who))
        missing = [p.name for i, p in enumerate(r.procedure.params) if i in r.rank and i not in self.a.args]
        if missing:
            return Refusal("form", phrase("‘{0}’ must say its {1}", r.action.name, ", ".join(f"‘{name}’" for name in missing)))
        return None

    def conditions(self) -> list[Refusal]:
        out = []
        for test, _ in self.r.action.when:
            only = narrowing(test, self.m.program)
            if only is not None:
                out += self.narrowed(test, only)
                continue
            for found in self.account.deciding(test, True):
                if found.of_form:
                    out.append(Refusal("form", phrase("‘{0}’ is not under way: {1}", found.waits_for(), found), found.place, finding=found))
                else:
                    out.append(Refusal("when", str(found), found.place, mentioned(found), finding=found, word=self.telling(found)))
        return out

    def narrowed(self, test: core.Expr, only: core.Read) -> list[Refusal]:
        """What stands against it where a step is acted in ``with`` one thing, and this order is about another."""
        if self.m.expr(test)(self.x, self.frame):
            return []
        kind = self.m.program.fields[only.field].target
        shown = self.account.shown(self.m.expr(only)(self.x, self.frame), ExprType(kind, False))
        name = next((p.name for p in self.r.procedure.params if p.slot in free_slots(test)), self.m.program.domains[kind].name)
        names = frozenset({name, *self.domain_name(kind)})
        return [Refusal("when", phrase("‘{0}’ alone may do this now", shown), test.place, names, word=name)]

    def values(self) -> list[Refusal]:
        """Arguments that are none of those it may have, whatever the conditions."""
        out = []
        for position, param in enumerate(self.r.procedure.params):
            way = self.r.way
            if position == self.r.action.actor or (position not in self.r.rank and (way is None or position != way.instead)):
                continue
            value, given = self.frame[param.slot], self.r.values[position]
            try:
                if given is None:
                    fits = value in param.numbers
                else:
                    fits = value in rows_of(given(self.x, self.frame))
            except RulebookError:
                continue  # what it speaks of is not there: a condition says so
            if not fits:
                shown = self.account.shown(value, ExprType(param.domain, param.is_set))
                text = phrase("‘{0}’ cannot be {1}", param.name, shown)
                source = self.r.action.values[position]
                place = source.place if source is not None else self.r.procedure.place
                out.append(Refusal("value", text, place, frozenset({param.name, *self.domain_name(param.domain)}), word=param.name))
        return out

    def telling(self, found: Finding) -> str:
        """The word that says best what a condition is about: a value or question it asks, else a field, else the last it names."""
        program = self.m.program
        written = [word for word in re.findall(r"[^\W\d]\w*", found.source) if word in found.names]
        asked = {f.name for f in program.functions} | QUESTIONS
        fields = {f.name for f in program.fields}
        given = {p.name for p in self.r.procedure.params}
        for known in (asked, fields - given, fields):
            if word := next((w for w in reversed(written) if w in known), ""):
                return word
        return next(reversed(written), "")

    def domain_name(self, domain: int) -> tuple[str, ...]:
        return (self.m.program.domains[domain].name,) if domain != NONE else ()

    def counts(self) -> list[Refusal]:
        """Limits and exclusions, with what is ordered besides."""
        out, action, who = [], self.r.action, self.account.row(self.r.actors, self.actor)
        waiting = 0 if action.at_once else actions.waiting_orders(self.x).get((action.index, self.actor), 0)
        for (count, base), limit in zip(self.r.limits, action.limits, strict=True):
            used, allowed = self.x.cells[base + self.actor] + waiting + self.a.ordered, count(self.x, self.frame)
            if used >= allowed:
                period = self.m.program.procedures[limit.period].name if limit.period != NONE else "match"
                text = phrase(
                    "{0} may do ‘{1}’ {2} time{3} per {4}, and has done it {5}",
                    who,
                    action.name,
                    allowed,
                    "s" if allowed != 1 else "",
                    period,
                    used,
                )
                out.append(Refusal("limit", text, self.r.procedure.place))
        done = self.a.taken.get((self.r.actors, self.actor), set())
        for index in sorted(done & self.r.rivals):
            other = self.m.program.actions[index].name
            out.append(
                Refusal(
                    "instead",
                    phrase("{0} already has the order ‘{1}’, and can have only one of the two", who, other),
                    self.r.procedure.place,
                    name=other,
                )
            )
        if action.index in done and not action.several and not action.at_once:
            out.append(Refusal("again", phrase("{0} already has the order ‘{1}’", who, action.name), self.r.procedure.place))
        return out

    def needs(self) -> list[Refusal]:
        out = []
        for test, reason in self.r.action.needs:
            for found in self.account.deciding(test, True):
                out.append(
                    Refusal("needs", str(found), found.place, mentioned(found), said=reason, finding=found, word=self.telling(found))
                )
        return out

    def phase(self) -> list[Refusal]:
        """What is done at once is done in its phase, and in no other."""
        action = self.r.action
        if not action.at_once or action.offer in stack.offering(self.x):
            return []
        text, now = phrase("it is done during ‘{0}’, which is not under way", action.offer), stack.under_way(self.x)
        if now != NONE:
            text = phrase("it is done during ‘{0}’, and this is ‘{1}’", action.offer, self.m.program.procedures[now].name)
        return [Refusal("during", text, self.r.procedure.place, name=action.offer)]
