"""Seasons: matches in a row, each begun with what the one before left, as a campaign is played.

The compiled executor plays each from a state that Python has put the record into; where it cannot, the interpreter does.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from arbitre.dsl.budget import afresh
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.match.campaigns import Kept, left_by
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.simulate import seats_of
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.wasm.run.runtime import fits
from arbitre.lab.matches.benches import UNTIL, Bench, Job, Rows

LENGTH = "season length"


def play_season(job: Job, bench: Bench, bots: dict[str, str], seed: int, out: Rows) -> None:
    """One season, a row for every match of it; the nth match of a season has a seed of its own."""
    season = job.season
    assert season is not None
    record: Kept = {"game": bench.machine.program.name, "kinds": {}}
    used: Counter[Name] = Counter()
    played = 0
    for nth in range(season.matches):
        afresh()
        match = _in_module(job, bench, bots, seed * season.matches + nth, record, used, seed, nth, out)
        if match is None and (seed, nth) not in out.errors:
            match = _closely(job, bench, bots, seed * season.matches + nth, record, used, seed, nth, out)
        played += 1
        if match is None:  # a rule has stopped it: nothing is left to go on with
            break
        record = left_by(bench.machine, match.run.state)
        for measure in job.measures:
            if measure.of == "value":
                _note(bench, match, measure.name, seed, nth, out)
        if season.until and _holds(bench, match):
            break
    for measure in job.measures:
        if measure.of == "used":
            out.values.append((seed, measure.name, -1, float(sum(used[name] for name in bench.used[measure.name]))))
        elif measure.of == "value":
            last = next((value for of, name, at, value in reversed(out.values) if (of, name) == (seed, measure.name) and at >= 0), None)
            if last is not None:
                out.values.append((seed, measure.name, -1, last))
    out.values.append((seed, LENGTH, -1, float(played)))


def _in_module(
    job: Job, bench: Bench, bots: dict[str, str], number: int, record: Kept, used: Counter[Name], seed: int, nth: int, out: Rows
) -> Match | None:
    runner = bench.runner
    if runner is None or not fits(number) or not bench.begin(job.variant, record):
        return None
    try:
        done = runner.many(number, 1, job.limit, seats_of(bench.machine, bots, "greedy"), laws=False)
    except ArbitreError as stopped:  # it took more than it may
        out.one(seed, False, 0, -1, 0, 0, nth, str(stopped))
        return None
    if not done:
        return None
    one = done[0]
    out.one(seed, one.over, one.winners, one.winner_domain, one.turns, one.answers, nth)
    used.update(one.used or Counter())
    match = Match(bench.machine, number, trace=False, start=False)
    match.run.use(runner.state())
    return match


def _closely(
    job: Job, bench: Bench, bots: dict[str, str], number: int, record: Kept, used: Counter[Name], seed: int, nth: int, out: Rows
) -> Match | None:
    rng, answers, watcher = Lots(number), 0, bench.watcher
    match = None
    try:
        if watcher is not None:
            watcher.begin()
        match = bench.match(job.variant, number, record, watcher is not None)
        match.watch = watcher.look if watcher is not None else None
        match.begin()
        while match.requests and answers < job.limit:
            afresh()
            request = match.requests[0]
            kind = bots.get(match.seat_name(request.seat), bots.get("", "random"))
            match.answer(request.id, choose(match, request, kind, rng, job.variant.think))
            answers += 1
    except (RulebookError, ArbitreError) as stopped:
        out.one(seed, False, 0, -1, match.turn if match is not None else 0, answers, nth, str(stopped))
        return None
    out.one(seed, match.over, match.state.winners if match.over else 0, match.state.winner_domain, match.turn, answers, nth)
    if watcher is not None:
        used.update(watcher.counted(match))
    return match


def _note(bench: Bench, match: Match, name: str, seed: int, nth: int, out: Rows) -> None:
    with suppress(RulebookError):  # there may be nothing of which it could be asked
        out.values.append((seed, name, nth, float(bench.values[name](match.run))))


def _holds(bench: Bench, match: Match) -> bool:
    try:
        return bool(bench.values[UNTIL](match.run))
    except RulebookError:
        return False
