"""Copies of a match that hold nothing but what one seat may know: what bots try their answers on.

What is sealed by others is taken out of the statement that waits, what the seat may not see is drawn afresh, orders of others are gone,
and the dice to come are others. None of it depends on what is really there, so two matches that differ only in what a seat may not know
look the same to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import Place
from arbitre.interpreter.analysis.dealing import differing_kinds
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.play.bots.sampler import Sampler, tables_of
from arbitre.interpreter.state.dice import DiceSource, dice_of
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.keyed import UNKEYED, DieKey
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.wasm.layout.sampling_rooms import KIND_SHIFT, ROW
from arbitre.interpreter.wasm.runtime.sampling.sight import is_among
from arbitre.interpreter.wasm.runtime.sampling.statement import is_die_known

Path = tuple[int, ...]


@dataclass
class Seen:
    """Dice of the statement that waits fall as the seat saw them; all others are thrown afresh."""

    real: DiceSource
    known: dict[int, tuple[int, str]]  # number of a die -> who saw it, and what it was thrown for
    seat: int
    fresh: DiceSource
    shown: set[int] = field(default_factory=set)  # numbers of dice that fell as the seat saw them, where they were thrown again

    def throw(self, size: int, number: int, label: str, place: Place, key: DieKey = UNKEYED) -> int:
        audience, before = self.known.get(number, (0, ""))
        if is_die_known(audience, self.seat, before == label):
            self.shown.add(number)
            return self.real.throw(size, number, label, place, key)
        self.shown.discard(number)
        return self.fresh.throw(size, number, label, place, key)


class HiddenRow(NamedTuple):
    """A row that a seat does not recognise."""

    kind: int
    row: int


@dataclass
class Knowledge:
    """What the seat of a question knows of its match.

    ``cells``: as it knows them, as they were published where that is all it sees; ``current``: the same as they are now, if that differs.
    ``hidden``: cells whose values it may not know, each with its column.  ``hidden_rows``: rows that it does not recognise (the cards of
    others) and that may stand for each other.  ``said``: its own answers, and open ones given before its question, by request.
    ``whole``: nothing is hidden from it, so that copies can keep memoised values.
    """

    match: Match
    request: Request
    sampler: Sampler
    cells: list[int]
    current: list[int] | None = None
    hidden: dict[int, core.Field] = field(default_factory=dict)
    hidden_rows: list[HiddenRow] = field(default_factory=list)
    said: dict[Path, str] = field(default_factory=dict)
    dice: dict[int, tuple[int, str]] = field(default_factory=dict)
    whole: bool = True

    @property
    def seat(self) -> int:
        return self.request.seat

    def leave_open(self, cells: Iterable[int]) -> None:
        """Some of the hidden cells are as they are in every world."""
        self.sampler.leave_open(cells)
        self.hidden = self.sampler.unseen


def sample_world(match: Match, request: Request, rng: Lots) -> Match | None:
    """A copy that waits at the same question and holds only what its seat may know; None if no such copy is found."""
    return sample_from(knowledge(match, request), rng)


# ------------------------------------------------------------------------------------ what a seat knows


def knowledge(match: Match, request: Request) -> Knowledge:
    """What the seat that is asked may know of the match, and what is hidden from it."""
    out = seen(match, request)
    if not out.whole or match.answers.given or match.answers.thrown:
        note_statement(out)
    out.sampler.whole = out.whole
    return out


def seen(match: Match, request: Request) -> Knowledge:
    """What the seat that is asked may see of the match, but for the statement that waits."""
    sampler = Sampler(match, request.seat)
    out = Knowledge(match, request, sampler, sampler.known)
    if secretive(match.machine):
        sampler.look()
        out.whole = sampler.whole
        out.current = sampler.now if sampler.now != sampler.known else None
        out.hidden = sampler.unseen
        out.hidden_rows = [HiddenRow(row >> KIND_SHIFT, row & ROW) for row in sampler.areas.hidden_rows.numbers]
    return out


def secretive(m: Machine) -> bool:
    """Can anything be hidden from a seat between two statements?"""
    return tables_of(m).hides


def knows_hidden_rows(match: Match, seat: int) -> bool:
    """Are there rows that worlds leave as they are and the seat does not recognise, so that what is tried tells of what it may not see?"""
    kinds, asked = tables_of(match.machine).kinds, Sampler(match, seat).routines
    for kind in differing_kinds(match.program):
        rows = range(0 if kinds[kind].is_dealt else kinds[kind].size)
        if sum(asked.is_there(kind, row) and not asked.recognises(seat, kind, row) for row in rows) > 1:
            return True
    return False


def note_statement(out: Knowledge) -> None:
    """Answers and dice of the statement that waits, as far as the seat knows them."""
    match, seat, known = out.match, out.seat, out.sampler
    probe = match.clone(trace=True)
    probe.check_always = False
    probe.answers.forget()
    probe.requests = []
    probe.go_on()
    mine = path_of(out.request)
    for choice, request in probe.answers.asked:
        path = path_of(request)
        if known.routines.is_said(request.seat == seat, request.secret, path == mine[: len(path)]):
            out.said[request.spot] = request.options[choice].key
        else:
            out.whole = False
    number = match.state.rolls
    for record in probe.abandoned:
        if record.kind != "roll":
            continue
        for _ in record.data["faces"]:
            out.dice[number] = record.audience, record.name
            out.whole = out.whole and bool(is_among(record.audience, seat))
            number += 1


def path_of(request: Request) -> Path:
    """Where a question stands among those that are asked together."""
    return request.path


# ------------------------------------------------------------------------------------ drawing what it does not know


def sample_from(known: Knowledge, rng: Lots) -> Match | None:
    """A world in which all is as the seat knows it, at the same question with the same options."""

    def begun(seed: int, now: bool) -> Match:
        return bare(known, seed, known.current if now else None)

    def come(copy: Match) -> Match | None:
        if known.whole:
            return copy
        clean(copy, known)
        try:
            return reached(copy, known)
        except (RulebookError, AnswerError):
            return None

    return known.sampler.draw(rng, begun, come)


def bare(known: Knowledge, seed: int, cells: list[int] | None = None) -> Match:
    """The match with other dice to come, those of a seed, and nothing of its past."""
    match = known.match
    copy = match.clone()
    copy.tape.seed = seed
    copy.dice = copy.run.dice = Seen(match.dice, known.dice, known.seat, dice_of(copy.tape.seed))
    copy.check_always = False
    copy.tape.answers = [Given(NONE, "", NONE, "")] * len(match.tape.answers)
    if not known.whole:
        copy.state.cells[:] = known.cells if cells is None else cells
        copy.answers.given = {}
        copy.answers.forget()
        copy.requests = []
    return copy


def clean(copy: Match, known: Knowledge) -> None:
    """Takes out what else speaks of what is hidden: what will end, what others were told, what was published."""
    state, asked = copy.state, known.sampler.routines

    def open_(entry: tuple[Any, ...], at: int) -> bool:
        return not asked.is_unseen(entry[at], entry[at + 1])

    state.timers[:] = [t for t in state.timers if open_(t, 2)]
    state.waiting[:] = [t for t in state.waiting if open_(t, 3)]
    state.told = {t for t in state.told if asked.knows_what_was_told(t[0], known.seat)}
    if state.published is not None:
        state.published = tuple(state.cells)


def at_once(copy: Match, known: Knowledge) -> Match | None:
    """The statement with the answers the seat knows, all in one go; None if they mean others there."""
    quick = copy.clone()
    quick.check_always = False
    for path, choices in known.match.answers.given.items():
        named = ((*path, number) in known.said for number in range(len(choices)))
        quick.answers.given[path] = [choice for choice, _ in zip(choices, takewhile(bool, named), strict=False)]
    done: list[Match] = []
    quick.watch = done.append
    quick.go_on()
    quick.watch = None
    # There may be fewer options in this world: then an answer, which is the position of one, was not taken.
    others = len(quick.answers.asked) < sum(map(len, quick.answers.given.values())) or any(
        known.said.get(request.spot) != request.options[choice].key for choice, request in quick.answers.asked
    )
    return None if done or others else quick


def reached(copy: Match, known: Knowledge) -> Match | None:
    """Goes through the statement again with the answers the seat knows, to its question; others answer by lot where they come first.

    None where the statement is over before that, asks something else there, or has no such answer as was given.
    """
    quick = at_once(copy, known) if known.said else None
    if quick is not None:
        copy = quick
    done: list[Match] = []
    copy.watch = done.append
    if quick is None:
        copy.go_on()
    wanted, mine = [o.key for o in known.request.options], path_of(known.request)
    while copy.requests and not done:
        here = next((r for r in copy.requests if r.path == mine[: len(r.path)]), copy.requests[0])
        if here.spot == known.request.spot:
            copy.watch = None
            return copy if here.seat == known.seat and [o.key for o in here.options] == wanted else None
        said = here.find(known.said[here.spot]) if here.spot in known.said else None
        taken = known.sampler.routines.answer_in_world(here.spot in known.said, NONE if said is None else said, len(here.options))
        if taken < 0:
            break
        copy.answer(here.id, taken)
    return None
