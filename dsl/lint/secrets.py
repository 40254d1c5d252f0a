"""Secrets that dice tell: draws, rolls and choices seen by more people than the field they end in.

Followed is what is stored, and whose field it is: through local names, through sums, through what is handed to an event and given
back by it, and through a condition that decides whether something is stored.  A value that was stored is followed no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import hooks_of, nodes, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an
from arbitre.dsl.lint.own import is_own_file
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

NOBODY, SOME, EVERYBODY = range(3)  # how many see something
Key = tuple[int, int]  # a frame (a procedure, or a hook below zero), and a slot of it


def secrets(bound: Bound, rulebook: Rulebook) -> None:
    """Dice, lots and open choices that tell more people than may see the field they end in."""
    told: set[Place] = set()
    for leak in leaks(bound.program):
        source, column = leak.source, leak.sink.column
        if source.place in told or not (is_own_file(source.place.file, rulebook) or is_own_file(leak.sink.place.file, rulebook)):
            continue
        told.add(source.place)
        who = "nobody sees" if how_many(bound.program, column.seen) == NOBODY else "not everybody sees"
        shown = ("is told to everybody", "is told to some sides")[source.watched != EVERYBODY]
        kind = bound.program.domains[column.domain].name
        whose = phrase("‘{0}’ of {1}, which {2}", column.name, an(kind), who)
        if not column.seen:
            whose = phrase("‘{0}’ of {1}, and not everybody sees which {2} it is", column.name, an(kind), kind)
        bound.messages.add(
            "V01",
            source.place,
            phrase("‘{0}’ {1}, and decides {2}", source.word, shown, whose),
            mended(source.how, column.name if source.how == "action" else source.word),
            [(leak.sink.place, "it is stored here")],
        )


def mended(how: str, word: str) -> str:
    """How what is thrown, drawn or chosen is kept from those it does not concern."""
    if how == "choice":
        return phrase("Have it chosen ‘in secret’; if the rules are meant to show it, say so: ‘reveals {0}’.", word)
    if how == "action":
        return phrase("Have it ordered ‘in secret’; if the rules are meant to show it, say so: ‘reveals {0}’.", word)
    if how in ("test", "contest", "table"):
        made = "roll" if how == "table" else how
        return phrase("Say who sees it where it is made: ‘{0} {1} ... seen by WHO’, or ‘seen by nobody’.", made, word)
    return phrase("Say who sees it: that line ends ‘seen by WHO’ or ‘seen by nobody’; to show it is meant: ‘reveals {0}’ below it.", word)


@dataclass(slots=True)
class Source:
    """Dice, a lot or a choice; how many see it; the slots it fills."""

    place: Place
    word: str
    watched: int
    keys: list[Key]
    how: str = "dice"  # "dice", "test", "contest", "table", "choice", "action"


@dataclass(slots=True)
class Sink:
    """A field that is stored; ``value`` what is stored there, ``row`` whose field it is."""

    place: Place
    column: core.Field
    value: set[Key]
    row: set[Key]


@dataclass(slots=True)
class Leak:
    source: Source
    sink: Sink


@dataclass(slots=True)
class Tracks:
    """How values go from slot to slot in one program."""

    program: core.Program
    leads: dict[Key, set[Key]] = field(default_factory=dict)
    sources: list[Source] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)
    hooks: list[core.Hook] = field(default_factory=list)  # looked at already; each has a frame of its own
    reveals: list[tuple[int, core.Reveal]] = field(default_factory=list)  # lines that say what is meant to be shown, with their frames

    def follow(self) -> list[Leak]:
        """Each source with each field it ends in that fewer people see."""
        watched = watching(self.program)
        for procedure in self.program.procedures:
            for step in procedure.steps:
                self.block(step.body, procedure, procedure.index, EVERYBODY, set())
            self.block(procedure.body, procedure, procedure.index, watched[procedure.index], set())
            for hook in hooks_of(procedure):
                frame = -1 - len(self.hooks)
                self.hooks.append(hook)
                for source, target in hook.params:
                    self.lead({(procedure.index, source)}, (frame, target))
                self.block(hook.body, procedure, frame, watched[procedure.index], set())
        return [Leak(source, sink) for source in self.sources for sink in self.ends(source)]

    def meant(self, leak: Leak) -> Iterator[tuple[Place, str]]:
        """The lines that say that this is meant to be seen, with the name they say it by: of what is thrown, drawn, chosen or done, or of
        the field that an open action decides."""
        source, frames = leak.source, {frame for frame, _ in leak.source.keys}
        names = [source.word, *([leak.sink.column.name] if source.how == "action" else [])]
        return ((line.place, name) for frame, line in self.reveals if frame in frames for name in names if name in line.names)

    def ends(self, source: Source) -> Iterator[Sink]:
        reached = set(source.keys)
        open_ = list(reached)
        while open_:
            for target in self.leads.get(open_.pop(), ()):
                if target not in reached:
                    reached.add(target)
                    open_.append(target)
        for sink in self.sinks:
            shown = self.audience(sink, reached)
            if shown < source.watched:
                yield sink

    def audience(self, sink: Sink, reached: set[Key]) -> int:
        """How many may see what ends there."""
        told = EVERYBODY
        if reached & (sink.value | sink.row):
            told = min(told, how_many(self.program, sink.column.seen))
        if reached & sink.row:
            told = min(told, how_many(self.program, self.program.domains[sink.column.domain].seen))
        return told

    def lead(self, keys: Iterable[Key], target: Key) -> None:
        for key in keys:
            self.leads.setdefault(key, set()).add(target)

    # ------------------------------------------------------------------------------------ statements

    def block(self, stmts: Iterable[core.Stmt], p: core.Procedure, frame: int, watched: int, under: set[Key]) -> None:
        """``under``: what decides whether these statements happen at all."""
        for s in stmts:
            self.stmt(s, p, frame, watched, under)

    def stmt(self, s: core.Stmt, p: core.Procedure, frame: int, watched: int, under: set[Key]) -> None:
        def reads(node: Any) -> set[Key]:
            return read(node, frame)

        match s:
            case core.Reveal():
                self.reveals.append((frame, s))
            case core.Roll() | core.RollCount() | core.RollOff() | core.Draw():
                self.sources.append(self.dice(s, p.kind, frame, watched))
            case core.Choose(secret=False):
                seen = watched if self.program.public_events else SOME
                self.sources.append(Source(s.place, self.program.decisions[s.decision].name, seen, [(frame, s.slot)], "choice"))
            case core.Act() | core.GiveOrders(secret=False):
                self.offered(s, watched if self.program.public_events else SOME)
            case core.Let():
                self.lead(reads(s.value), (frame, s.slot))
            case core.SetOwn():
                self.lead(reads(s.value), (s.procedure, s.slot))
            case core.Give() if p.result != NONE:
                self.lead(reads(s.value), (p.index, p.result))
            case core.Proceed() if s.slot != NONE and p.result != NONE:
                self.lead([(p.index, p.result)], (frame, s.slot))
            case core.Store() | core.Change() | core.Join():
                column = self.program.fields[s.field]
                if column.name.startswith("_"):  # kept for the referee alone, and shown to nobody
                    return
                self.sinks.append(Sink(s.place, column, reads([v for v in said(s) if v is not s.row]) | under, reads(s.row)))
            case core.Create():
                for index, value in s.values:
                    self.sinks.append(Sink(s.place, self.program.fields[index], reads(value) | under, set()))
            case core.Invoke():
                self.called(s, frame)
            case core.If():
                for inner in (s.then, s.other):
                    self.block(inner, p, frame, watched, under | reads(s.test))
            case core.While():
                self.block(s.body, p, frame, watched, under | reads(s.test))
            case core.ForEach():
                self.lead(reads(s.source), (frame, s.slot))
                self.block(s.body, p, frame, watched, under)
            case core.Together():
                self.block(s.body, p, frame, watched, under)
            case core.ChooseBranch():
                for branch in s.branches:
                    self.block(branch.body, p, frame, watched, under | reads(branch.test))

    def dice(self, s: Any, kind: str, frame: int, watched: int) -> Source:
        slots = (
            (s.left, s.right) if isinstance(s, core.RollOff) else (s.slot, *(s.each.slots if isinstance(s, core.Roll) and s.each else ()))
        )
        said_so = getattr(s, "seen", None)
        if said_so is not None:
            watched = seats_of(self.program, said_so)
        how = kind if kind in ("test", "contest", "table") else "dice"
        return Source(s.place, s.label, watched, [(frame, slot) for slot in slots], how)

    def offered(self, s: core.Act | core.GiveOrders, watched: int) -> None:
        """What is chosen for the actions that may be done or ordered here; who does them is no choice of theirs."""
        for action in self.program.actions:
            if action.offer == s.offer:
                done = self.program.procedures[action.procedure]
                chosen = [(done.index, param.slot) for n, param in enumerate(done.params) if n != action.actor]
                self.sources.append(Source(done.place, action.name, watched, chosen, "action"))

    def called(self, s: core.Invoke, frame: int) -> None:
        """What is handed over, and what comes back; where the call says who sees it, what comes back is as its dice."""
        callee = self.program.procedures[s.procedure]
        if s.seen is not None:
            keys = [(frame, target) for _, target in s.outputs]
            self.sources.append(Source(s.place, callee.name, seats_of(self.program, s.seen), keys))
            return
        for param, arg in zip(callee.params, s.args, strict=False):
            self.lead(read(arg, frame), (callee.index, param.slot))
        for source, target in s.outputs:
            self.lead([(callee.index, source)], (frame, target))


def said(s: core.Stmt) -> list[Any]:
    """The expressions of a statement that stores."""
    return [part for part in (getattr(s, name, None) for name in ("row", "value", "delta", "mask")) if part is not None]


def read(node: Any, frame: int) -> set[Key]:
    """The slots an expression reads."""
    out: set[Key] = set()
    for part in nodes(node):
        if isinstance(part, core.Local):
            out.add((frame, part.slot))
        elif isinstance(part, core.Own):
            out.add((part.procedure, part.slot))
    return out


def seats_of(program: core.Program, audience: core.Expr) -> int:
    """How many see what is shown to an audience."""
    match audience:
        case core.Rows(domain=domain) if domain == program.seats:
            return EVERYBODY
        case core.Const(value=0):
            return NOBODY
    return SOME


def how_many(program: core.Program, seen: list[core.Seen]) -> int:
    """How many see what bears these lines; everybody where there are none."""
    if not seen:
        return EVERYBODY
    return max(min(seats_of(program, line.audience), EVERYBODY if line.when is None else SOME) for line in seen)


def watching(program: core.Program) -> list[int]:
    """How many see what happens in each procedure, at most."""
    out = []
    for p in program.procedures:
        if p.seen is not None:
            out.append(how_many(program, p.seen) if p.seen else NOBODY)
        else:
            out.append(EVERYBODY if p.kind == "agenda" else NOBODY)
    if not program.public_events:
        return out
    called: dict[int, set[tuple[int, int]]] = {s.procedure: set() for p in program.procedures for s in calls_of(p)}
    for p in program.procedures:
        for s in calls_of(p):
            called[s.procedure].add((p.index, NONE if s.seen is None else seats_of(program, s.seen)))
    for p in program.procedures:
        if p.seen is None and p.index not in called:
            out[p.index] = EVERYBODY  # an agenda begins with it, or an order
    changed = True
    while changed:
        changed = False
        for index, callers in called.items():
            if program.procedures[index].seen is None:
                most = max(out[caller] if own == NONE else own for caller, own in callers)
                if most > out[index]:
                    out[index], changed = most, True
    return out


def calls_of(p: core.Procedure) -> list[core.Invoke]:
    """Everything a procedure and its hooks call."""
    bodies = [p.body, *(step.body for step in p.steps), *(hook.body for hook in hooks_of(p))]
    return [s for body in bodies for s in statements_of(body) if isinstance(s, core.Invoke)]


def leaks(program: core.Program) -> list[Leak]:
    """Every draw, roll or open choice that tells more people than may see the field it ends in, and is not said to be meant so."""
    tracks = Tracks(program)
    return [leak for leak in tracks.follow() if not any(tracks.meant(leak))]


def meant_to_show(program: core.Program) -> set[tuple[Place, str]]:
    """The lines that are needed for what is open, each with the name it says: see :mod:`arbitre.dsl.lint.flow`, which asks whether any are
    needless."""
    tracks = Tracks(program)
    return {line for leak in tracks.follow() for line in tracks.meant(leak)}
