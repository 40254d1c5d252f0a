"""Hooks of one moment (N11): one file's stores what another file's reads, and nothing says which comes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import combinations

from arbitre.dsl import core
from arbitre.dsl.core.walk import nodes, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.clashes import conditions
from arbitre.dsl.lint.disjoint import Prover
from arbitre.dsl.lint.doings import Doings, asked_by, called, columns_in, doings_of, stored
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.lower.rules.hook_order import before_each_other, closed, moments_of
from arbitre.dsl.modules.rulebook import Rulebook

SAID = "‘{0}’ reads ‘{1}’, which ‘{2}’ may change at the same moment, and nothing says which of the two comes first"
MEND = "Say which at the end of its first line: ‘..., before {0}:’ or ‘..., after {0}:’; or in another file: ‘reschedule {1} before {0}’."
Held = tuple[int, int]  # a column (-1, column), or what a rule keeps: its index and a slot


def moments(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of hooks whose result depends on the order of files; once for each hook, with all those it meets."""
    kept = {(own.procedure, own.slot): name for s in bound.symbols.signatures.values() for name, own in s.own.items()}
    looks = Looks(bound.program, kept)
    for p in bound.program.procedures:
        for hooks in moments_of(p):
            for hook, others in looks.unordered(hooks):
                reader, writer, name = others[0]
                if concerns(hook.place, rulebook) or any(concerns(r.place, rulebook) or concerns(w.place, rulebook) for r, w, _ in others):
                    other = writer if reader is hook else reader
                    places = dict.fromkeys(one.place for r, w, _ in others for one in (r, w) if one is not hook)
                    related = [(place, "also" if number else "the other") for number, place in enumerate(places)]
                    text = phrase(SAID, reader.name, name, writer.name)
                    bound.messages.add("N11", hook.place, text, phrase(MEND, other.name, hook.name), related[:3])


@dataclass(slots=True)
class Looks:
    """What the hooks of one program read and change."""

    program: core.Program
    kept: dict[Held, str]  # what rules keep, by name
    doings: Doings = field(init=False)
    asked: dict[int, frozenset[int]] = field(init=False)
    prover: Prover = field(init=False)

    def __post_init__(self) -> None:
        self.doings, self.asked, self.prover = doings_of(self.program), asked_by(self.program), Prover(self.program)

    def unordered(self, hooks: list[core.Hook]) -> Iterator[tuple[core.Hook, list[tuple[core.Hook, core.Hook, str]]]]:
        """The later of two hooks that depend on each other, with each such pair: who reads, who changes, and what."""
        pairs = closed(before_each_other(hooks), list(range(len(hooks))))
        met: dict[int, list[tuple[core.Hook, core.Hook, str]]] = {}
        for a, b in combinations(range(len(hooks)), 2):
            if hooks[a].place.file == hooks[b].place.file or (a, b) in pairs or (b, a) in pairs:
                continue
            if hooks[a].name in hooks[b].over or hooks[b].name in hooks[a].over:
                continue
            if bare(hooks[a].body) == bare(hooks[b].body):
                continue  # whichever comes first does what the other would have done
            found = self.meeting(hooks[a], hooks[b]) or self.meeting(hooks[b], hooks[a])
            if found is not None and not self.prover.apart(conditions((hooks[a], hooks[b]), self.prover)):
                met.setdefault(b, []).append(found)
        yield from ((hooks[b], others) for b, others in met.items())

    def meeting(self, reader: core.Hook, writer: core.Hook) -> tuple[core.Hook, core.Hook, str] | None:
        """Something that one hook reads itself and the other changes, itself or by what it calls."""
        both = self.read(reader) & self.changed(writer)
        if not both:
            return None
        rule, number = min(both)
        return (
            reader,
            writer,
            self.program.fields[number].name if rule < 0 else self.kept.get((rule, number), self.program.procedures[rule].name),
        )

    def read(self, hook: core.Hook) -> set[Held]:
        out = {(-1, column) for column in columns_in([hook.when, hook.body], self.asked)}
        added = {id(own) for s in statements_of(hook.body) for own in gained(s)}  # in whatever order
        own = (node for node in nodes([hook.when, hook.body]) if isinstance(node, core.Own) and id(node) not in added)
        return out | {(node.procedure, node.slot) for node in own}

    def changed(self, hook: core.Hook) -> set[Held]:
        out: set[Held] = set()
        for s in statements_of(hook.body):
            out |= {(-1, column) for column in stored(s, self.program)}
            out |= {(-1, column) for index in called(s, self.program) for column in self.doings.stored[index]}
            if isinstance(s, core.SetOwn):
                out.add((s.procedure, s.slot))
        return out


def gained(s: core.Stmt) -> Iterator[core.Own]:
    """What is kept, as it stood, in a statement that only makes it more or less."""
    if isinstance(s, core.SetOwn) and isinstance(s.value, core.Arith):
        own = s.value.left
        if isinstance(own, core.Own) and (own.procedure, own.slot) == (s.procedure, s.slot):
            yield own


def bare(part: object) -> object:
    """A part of a program without the places where it is written."""
    if isinstance(part, (list, tuple)):
        return tuple(bare(one) for one in part)
    if is_dataclass(part) and not isinstance(part, type):
        return type(part).__name__, *(bare(getattr(part, f.name)) for f in fields(part) if f.name != "place")
    return part
