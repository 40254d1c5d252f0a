"""Inference of hidden dice from the answers of others: sampled worlds are weighted by how likely those answers are in them.

For each sampled world and each answer that others gave since dice last fell, the likelihood is that of a player who takes what appeals most
to him, and now and then anything (inference in determinised search: Buro, Long, Furtak and Sturtevant, 2009).  Only what the seat may know
is used: the earlier states are known to it except for hidden cells, and these hold what the world has in them.  Inference stops at dice,
because what a die shows under a cup has not changed since.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from weakref import WeakKeyDictionary

from arbitre.interpreter.analysis.appealing import read_by_appeals
from arbitre.interpreter.analysis.thrown import thrown_fields
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.match import Given, Match
from arbitre.interpreter.play.bots.advice import Effort
from arbitre.interpreter.play.bots.determinisation import Knowledge, clean, knowledge, seen
from arbitre.interpreter.play.bots.rollouts import Ahead
from arbitre.interpreter.play.bots.worlds import Worlds
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.state import State
from arbitre.interpreter.wasm.run.runtime import Runner

SHARE = 0.35  # of the time of a decision that goes into it, at most
WORLDS, FEWEST = 300, 8  # drawn for it: at most, and before answers are left out that tell nothing
ANSWERS = 16  # of others that are looked at, the latest ones
ASTRAY = 10  # once in so many times somebody answers anything instead of what appeals most to him
LOTS = 1  # what is hidden from others when they are asked is drawn by the same lots in all worlds
SCALE = 1 << 30

_telling: WeakKeyDictionary[Machine, frozenset[int]] = WeakKeyDictionary()  # dice that appeals ask for


@dataclass(frozen=True, slots=True)
class Drawn:
    """A world: the seed it is drawn by, and what it has in the hidden cells."""

    lots: int
    values: list[int]


@dataclass(frozen=True, slots=True)
class Past:
    """An answer that another seat gave: its question, which was put to it as the match stood, and the position of what it took."""

    ahead: Ahead
    state: State
    choice: int

    @property
    def anything(self) -> float:
        """How likely it is of somebody who answers anything."""
        return 1 / ASTRAY / len(self.ahead.request.options)

    def likelihood(self, cells: list[int], values: list[int]) -> float | None:
        """How likely it is where hidden cells hold such values; None where it is asked something else there, or nothing appeals."""
        for cell, value in zip(cells, values, strict=True):
            self.state.cells[cell] = value
        if not self.ahead.tell() or self.ahead.greedy(LOTS) is None:
            return None
        appeals, _ = self.ahead.appraisal()
        most = max(appeals, default=0)
        if not appeals:
            return None
        return self.anything + (1 - 1 / ASTRAY) / appeals.count(most) * (appeals[self.choice] == most)

    def tells(self, cells: list[int], drawn: list[Drawn]) -> bool:
        """Is it asked in all of the worlds, and not as likely in one as in another?"""
        likely = set[float | None]()
        for world in drawn:
            likely.add(self.likelihood(cells, world.values))
            if None in likely:
                return False
        return len(likely) > 1


def believed(worlds: Worlds, rng: Lots, used: Effort) -> Worlds:
    """The worlds, the likelier ones more often; as they are where nothing that others did tells anything."""
    ahead, until = worlds.ahead, used.spent + SHARE
    telling = telling_fields(ahead.match)
    known = knowledge(ahead.match, ahead.request) if telling else None
    if known is None or known.hidden_rows or not any(column.index in telling for column in known.hidden.values()):
        return worlds
    cells, tried = sorted(known.hidden), Lots(rng.word())
    drawn = more_drawn(ahead, cells, tried, FEWEST)
    past = others_answered(known, ahead, dict(zip(cells, drawn[0].values, strict=True))) if len(drawn) == FEWEST else []
    used.played += FEWEST * len(past)
    past = [one for one in past if one.tells(cells, drawn)]
    ahead.come_back()
    if not past:
        return worlds
    drawn += more_drawn(ahead, cells, tried, WORLDS - FEWEST)
    weights = list[float]()
    for world in drawn:
        weights.append(math.prod(one.likelihood(cells, world.values) or one.anything for one in past))
        used.played += len(past)
        if used.spent > until:
            break
    ahead.come_back()
    return Likely(worlds, [world.lots for world in drawn], weights, rng)


def telling_fields(match: Match) -> frozenset[int]:
    """The fields of which it can show in what others do what they hold, as far as that is looked into."""
    machine = match.machine
    if machine not in _telling:
        found = read_by_appeals(machine.program) & thrown_fields(machine.program).keys()
        _telling[machine] = found if machine.program.public_events else frozenset()
    return _telling[machine]


def more_drawn(ahead: Ahead, cells: list[int], rng: Lots, count: int) -> list[Drawn]:
    """Worlds drawn, at most so many."""
    return [Drawn(lots, ahead.drawn(cells)) for lots in (rng.word() for _ in range(count)) if ahead.draw(lots)]


class Likely(Worlds):
    """Worlds of which the same are drawn again and again, by their weights."""

    def __init__(self, worlds: Worlds, drawn: list[int], weights: list[float], rng: Lots) -> None:
        self.ahead, self.first, self.now = worlds.ahead, worlds.first, worlds.now
        self.appeals, self.doomed = worlds.appeals, worlds.doomed
        self.drawn, self.sums = drawn, list(accumulate(weights))
        self.next(rng)

    def next(self, rng: Lots) -> None:
        self.ahead.draw(self.drawn[bisect_right(self.sums, rng.below(SCALE) / SCALE * self.sums[-1])])


def others_answered(known: Knowledge, ahead: Ahead, hidden: Mapping[int, int]) -> list[Past]:
    """What others answered openly since dice last fell, the latest first, as far as the same was hidden from the seat at the time.

    ``hidden``: what the hidden cells hold in some world, in which it is found out what was asked.
    """
    match, out = known.match, list[Past]()
    end = len(match.tape.answers)
    for before, begun, _ in reversed(match.checkpoints):
        if before.rolls != match.state.rolls or len(out) >= ANSWERS:
            break
        given = match.tape.answers[begun:end]
        end = begun
        if all(one.seat == known.seat for one in given) or (state := stood(known, before, hidden)) is None:
            continue
        out += reversed(asked_of_others(known, ahead.runner, state, given))
    return out[:ANSWERS]


def asked_of_others(known: Knowledge, runner: Runner, state: State, given: Sequence[Given]) -> list[Past]:
    """The questions of a statement that others answered openly, up to the first that was not asked so, or came after dice."""
    out, copy, choices = list[Past](), copy_at(known.match, state.copy()), list[int]()
    for one in given:
        copy.answers.given[()] = choices[:]
        try:
            copy.go_on()
        except RulebookError:
            break
        request = copy.requests[0] if len(copy.requests) == 1 and not copy.checkpoints else None
        choice = request.find(one.key) if request is not None and is_open(request, one.seat) else None
        if request is None or choice is None or copy.answers.thrown:
            break
        if one.seat != known.seat:
            asked = copy_at(known.match, state)
            asked.answers.given[()] = choices[:]
            out.append(Past(Ahead(runner, asked, request), state, choice))
        choices.append(choice)
    return out


def is_open(request: Request, seat: int) -> bool:
    """Is it a question to a seat of which everybody knows, and of its answer too?"""
    return request.seat == seat and not request.secret and not request.unseen and not request.path


def stood(known: Knowledge, before: State, hidden: Mapping[int, int]) -> State | None:
    """How the match stood some answers ago, for all that the seat knew, with something in the cells that are hidden from it; none if
    others were hidden then."""
    copy = copy_at(known.match, before.copy())
    past = seen(copy, known.request)
    if past.hidden.keys() != known.hidden.keys() or past.current is not None or past.hidden_rows:
        return None
    copy.state.cells[:] = past.cells
    for cell, value in hidden.items():
        copy.state.cells[cell] = value
    clean(copy, past)
    return copy.state


def copy_at(match: Match, state: State) -> Match:
    """A match that stands so, with dice of its own."""
    copy = Match(match.machine, trace=False, start=False, stream=match.tape.stream)
    copy.check_always = False
    copy.state = state
    copy.run.use(state)
    return copy
