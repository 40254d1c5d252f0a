"""Dice that note, as they are thrown for a test, what it needed and how likely that was.

The chances are those of the state at that moment, so they may tell something of it: a note has the audience of whatever was
read to make it, and is shown to nobody else.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, SupportsIndex

from dsl import core
from dsl.diagnostics.position import Place
from interpreter.code.machine import BUDGET, Machine, Run
from interpreter.match.match import Kept, Match
from interpreter.match.save import resume
from interpreter.odds.plain import Plain, Possibilities
from interpreter.state.dice import Fork, Generator
from interpreter.state.errors import RulebookError
from interpreter.state.requests import Answers, Need
from interpreter.state.visibility import PUBLIC, both, may_see

MOST = 2_000  # outcomes worth looking at for one note


@dataclass(frozen=True, slots=True)
class Note:
    """What a throw could come to.  ``needs``: for each result the sums that give it; ``totals``: the sum with its modifiers."""

    chances: dict[str, Fraction]
    needs: dict[str, tuple[int, ...]]
    totals: dict[int, int]
    results: dict[int, str]
    audience: int

    def seen_by(self, viewer: int | str) -> bool:
        return may_see(self.audience, viewer)


class Watch:
    """The dice of a seed.  ``notes``: for the number of a record of the log, what is known of its throw."""

    def __init__(self, seed: int) -> None:
        self.dice = Generator(seed)
        self.notes: dict[int, Note] = {}
        self.run: Run | None = None
        self.last: tuple[int, list[int]] | None = None

    def throw(self, size: int, number: int, label: str, place: Place) -> int:
        run = self.run
        if run is not None and run.log is not None:
            at = len(run.log)
            found = innermost(run, label)
            if found is not None and (self.last is None or self.last[0] != at or self.last[1] is not found[1]):
                first = self.last is None or self.last[1] is not found[1]
                self.last = (at, found[1])
                self.notes.pop(at, None)
                if first:
                    note = chances(run, *found)
                    if note is not None:
                        self.notes[at] = note
            elif found is None:
                self.notes.pop(at, None)
        return self.dice.throw(size, number, label, place)


def innermost(run: Run, label: str) -> tuple[core.Procedure, list[int]] | None:
    """The test or contest of that name that is running, and its slots."""
    for index, frames in run.running.items():
        procedure = run.program.procedures[index]
        if frames and procedure.name == label and procedure.results:
            return procedure, frames[-1]
    return None


class _Read(list[int]):
    """Cells that remember which of them were looked at."""

    def __init__(self, cells: list[int]) -> None:
        super().__init__(cells)
        self.looked: set[int] = set()

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        if isinstance(at, slice):
            self.looked |= set(range(len(self))[at])
        else:
            self.looked.add(int(at))
        return super().__getitem__(at)


def chances(run: Run, procedure: core.Procedure, frame: list[int]) -> Note | None:
    """Every result of the test from here on, on copies; None where that cannot be told."""
    body = run.machine.ready[procedure.index].body
    source = Possibilities()
    open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    out: dict[str, Fraction] = {}
    sums: dict[int, set[str]] = {}
    totals: dict[int, int] = {}
    looked: set[int] = set()
    count = 0
    total_slot = _total(procedure)
    while open_:
        count += 1
        if count > MOST:
            return None
        path, share = open_.pop()
        state = run.state.copy()
        cells = _Read(state.cells)
        state.cells = cells
        trial = Run(run.machine, state, source, Answers(), trace=False)
        trial.odds = Plain(source)
        trial.budget, trial.order = BUDGET // 100, run.order
        trial.running = {i: [f[:] for f in frames] for i, frames in run.running.items()}
        mine = trial.running[procedure.index][-1]
        source.path, source.used = path, 0
        try:
            body(trial, mine)
        except Fork as fork:
            open_ += [((*path, value), share * p) for value, p in fork.outcomes]
            continue
        except (Need, RulebookError, RecursionError):
            return None
        finally:
            looked |= cells.looked
        name = procedure.results[mine[procedure.result]]
        out[name] = out.get(name, Fraction(0)) + share
        if path and procedure.kind == "test":
            sums.setdefault(path[0], set()).add(name)
            if total_slot is not None:
                totals[path[0]] = mine[total_slot]
    settled = {n: next(iter(names)) for n, names in sums.items() if len(names) == 1}
    needs = {name: tuple(sorted(n for n, found in settled.items() if found == name)) for name in out}
    return Note(out, needs if len(settled) == len(sums) else {}, totals, settled, _audience(run, looked))


def _total(procedure: core.Procedure) -> int | None:
    """Where a test keeps its sum with modifiers: what it settles just before its result."""
    lets = [s for s in procedure.body if isinstance(s, core.Let)]
    return lets[-2].slot if procedure.kind == "test" and len(lets) >= 2 and lets[-1].slot == procedure.result else None


def _audience(run: Run, looked: set[int]) -> int:
    layout = run.machine.layout
    out = PUBLIC
    for cell in looked:
        column = layout.owner[cell]
        out = both(out, run.machine.audience_of(run, column, cell - layout.base[column]))
    return out


# ------------------------------------------------------------------------------------------------ matches


def watched(machine: Machine, seed: int, record: Kept | None = None, answers: list[int] | None = None) -> Match:
    """A match whose throws are noted; with ``answers`` it is played from its tape as far as that goes."""
    dice = Watch(seed)
    match = Match(machine, seed, record, dice=dice, start=False)
    dice.run = match.run
    if answers:
        match.answers.script = list(answers)
    match.begin()
    return match


def watched_again(data: dict[str, Any], machine: Machine) -> Match:
    """A saved match, checked and then played again with its throws noted."""
    known = resume(data, machine, trace=False)
    match = watched(machine, known.tape.seed, data.get("record"), [a.choice for a in known.tape.answers])
    for path, given in data["open"]:
        match.answers.given[tuple(path)] = list(given)
    if data["open"]:
        match.requests = []
        match.go_on()
    match.extensions = known.extensions
    return match


def rescued(match: Match) -> Match | None:
    """A match as it was before the rule that was not carried out to its end, played again from its tape; None if that cannot be."""
    tape = [given.choice for given in match.tape.answers]
    marks = [len(tape), *(answers for _, answers, _ in reversed(match.checkpoints))]
    for mark in marks[:3]:
        try:
            again = watched(match.machine, match.tape.seed, match.kept, tape[:mark])
        except RulebookError:
            continue
        again.extensions = match.extensions
        return again
    return None


def note_of(match: Match, index: int) -> Note | None:
    """What was noted of a throw while the match was watched."""
    return match.dice.notes.get(index) if isinstance(match.dice, Watch) else None
