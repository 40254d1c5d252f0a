"""Dice that note, as they are thrown, what was added to them, what they needed and how likely that was.

The chances are those of the state at that moment, so they may tell something of it: a note has the audience of whatever was
read to make it, each of its lines that of its own, and they are shown to nobody else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.code.machine import BUDGET, Machine, Run
from arbitre.interpreter.explain.numbers import Modifier
from arbitre.interpreter.explain.sources import at_work
from arbitre.interpreter.explain.throws import ComparedNumber, Thrown, alone, innermost, rolls_of, thrown
from arbitre.interpreter.match.campaigns import Kept
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.match.save import as_of, resume
from arbitre.interpreter.odds.plain import Plain, Possibilities
from arbitre.interpreter.reference.sentences import audience_of
from arbitre.interpreter.state.dice import DiceSource, Fork, dice_of
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.read_recorder import Looking
from arbitre.interpreter.state.requests import Answers, Need
from arbitre.interpreter.state.visibility import PUBLIC, both, may_see

MOST = 2_000  # outcomes worth looking at for one note


@dataclass(frozen=True, slots=True)
class Note:
    """What a throw could come to.  ``needs``: for each result the sums that give it; ``totals``: the sum with its modifiers.

    ``chances`` are those of the whole test, with what may be thrown again; where somebody is asked meanwhile they are those of
    this throw alone, as ``single`` always is.  ``thrown``: the lines that add to it, and what it is held against.
    """

    chances: dict[str, Fraction]
    needs: dict[str, tuple[int, ...]]
    totals: dict[int, int]
    results: dict[int, str]
    audience: int
    single: dict[str, Fraction] = field(default_factory=dict)
    thrown: Thrown = field(default_factory=Thrown)

    def seen_by(self, viewer: int | str) -> bool:
        return may_see(self.audience, viewer)

    def added(self, viewer: int | str) -> tuple[Modifier, ...]:
        """The lines that add to the throw, as far as the viewer may know of them."""
        return tuple(line for line in self.thrown.added if line.seen_by(viewer))

    def against(self, viewer: int | str) -> tuple[Modifier, ...]:
        """Those that add to the other throw of a contest."""
        return tuple(line for line in self.thrown.against if line.seen_by(viewer))

    def wanted(self, viewer: int | str) -> tuple[ComparedNumber, ...]:
        """The numbers that the throw is held against, with those of their parts that the viewer may know."""
        found = (w for w in self.thrown.wanted if w.seen_by(viewer))
        return tuple(replace(w, parts=tuple(p for p in w.parts if p.seen_by(viewer))) for w in found)


class Watch:
    """The dice of a seed, or those given.  ``notes``: for the number of a record of the log, what is known of its throw."""

    def __init__(self, seed: int, dice: DiceSource | None = None) -> None:
        self.dice = dice or dice_of(seed)
        self.notes: dict[int, Note] = {}
        self.run: Run | None = None
        self.last: tuple[int, list[int]] | None = None
        self.rolls: dict[Place, tuple[core.Procedure, core.Roll]] = {}

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        run = self.run
        if run is not None and run.log is not None:
            self.watch(run, label, place)
        return self.dice.throw(size, number, label, place, key)

    def watch(self, run: Run, label: str, place: Place) -> None:
        """Notes what the throw that comes now could be; once for all the dice of one throw."""
        assert run.log is not None
        at, found = len(run.log), innermost(run, label)
        if found is None:
            self.notes.pop(at, None)
            note = self.of_event(run, place)
            if note is not None:
                self.notes[at] = note
        elif self.last is None or self.last[0] != at or self.last[1] is not found[1]:
            first = self.last is None or self.last[1] is not found[1]
            self.last = (at, found[1])
            self.notes.pop(at, None)
            note = noted(run, *found, first)
            if note is not None:
                self.notes[at] = note

    def of_event(self, run: Run, place: Place) -> Note | None:
        """Of a throw that is no test: what is added to it, and what the next line asks of it."""
        if not self.rolls:
            procedures = run.program.procedures
            self.rolls = {roll.place: (p, roll) for p in procedures if not p.results for roll in rolls_of(p.body)}
        procedure, roll = self.rolls.get(place, (None, None))
        frames = run.running.get(procedure.index) if procedure is not None else None
        if procedure is None or not frames:
            return None
        lines = thrown(run, procedure, frames[-1], roll)
        looked = [*(line.audience for line in lines.added), *(number.audience for number in lines.wanted)]
        return Note({}, {}, {}, {}, joint(looked), thrown=lines) if lines.added or lines.wanted else None


def joint(audiences: list[int]) -> int:
    """Those who belong to all of them."""
    out = PUBLIC
    for audience in audiences:
        out = both(out, audience)
    return out


def noted(run: Run, procedure: core.Procedure, frame: list[int], first: bool) -> Note | None:
    """What is known of a throw of a test or a contest; of one thrown again only what these dice can come to."""
    lines = thrown(run, procedure, frame)
    single = alone(run, procedure, frame, first)
    whole = chances(run, procedure, frame) if first else None
    if single is None:
        return replace(whole, thrown=lines, single=whole.chances) if whole is not None else None
    # What is needed is what these dice need, whatever may be thrown again.
    audience = both(whole.audience, single.audience) if whole is not None else single.audience
    found = whole.chances if whole is not None else single.chances
    return Note(found, single.needs, single.totals, single.results, audience, single.chances, lines)


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
        cells = Looking(state.cells)
        state.cells = cells
        trial = Run(run.machine, state, source, Answers(), trace=False)
        trial.handler, trial.asserts = Plain(source), False
        trial.budget, trial.order = BUDGET // 100, run.order
        trial.running = {i: [f[:] for f in frames] for i, frames in run.running.items()}
        mine = trial.running[procedure.index][-1] = at_work(run, trial, cells, procedure, frame)
        source.path, source.used = path, 0
        try:
            body(trial, mine)
        except Fork as fork:
            if len(open_) + len(fork.outcomes) > MOST:
                return None
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
    return Note(out, needs if len(settled) == len(sums) else {}, totals, settled, audience_of(run, looked))


def _total(procedure: core.Procedure) -> int | None:
    """Where a test keeps its sum with modifiers: what it settles just before its result."""
    lets = [s for s in procedure.body if isinstance(s, core.Let)]
    return lets[-2].slot if procedure.kind == "test" and len(lets) >= 2 and lets[-1].slot == procedure.result else None


# ------------------------------------------------------------------------------------------------ matches


def watched(machine: Machine, seed: int, record: Kept | None = None) -> Match:
    """A match whose throws are noted."""
    match = Match(machine, seed, record, start=False)
    observed(match)
    match.begin()
    return match


def observed(match: Match) -> None:
    """From now on the throws of this match are noted, wherever its dice come from."""
    watch = Watch(match.tape.seed, match.dice)
    watch.run, match.dice, match.run.dice = match.run, watch, watch


def watched_again(data: dict[str, Any], machine: Machine, executor: str = "") -> Match:
    """A saved match, checked, with its throws noted; what was told before its last turns is told again when somebody asks for it."""
    return resume(data, machine, executor=executor, watch=watched_from_here)


def watched_from_here(match: Match) -> None:
    """The throws of a match that is opened are noted, and those of its past once that is told."""
    observed(match)
    match.remembered = lambda earlier: notes_of(match).update(notes_of(earlier))


def notes_of(match: Match) -> dict[int, Note]:
    """What is noted of the throws of a match that is watched."""
    assert isinstance(match.dice, Watch)
    return match.dice.notes


def rescued(match: Match) -> Match | None:
    """A match as it was before the rule that was not carried out to its end, played again from its tape; None if that cannot be."""
    marks = [len(match.tape.answers), *(answers for _, answers, _ in reversed(match.checkpoints))]
    for mark in marks[:3]:
        try:
            again = as_of(match, mark, watched_from_here)
        except RulebookError:
            continue
        again.extensions, again.sides = match.extensions, match.sides
        return again
    return None


def note_of(match: Match, index: int) -> Note | None:
    """What was noted of a throw while the match was watched."""
    return match.dice.notes.get(index) if isinstance(match.dice, Watch) else None
