"""Matches of one variant with some seeds, played in one process: who won, how long it took, and whatever else is measured.

By default the compiled executor plays them in bulk, and its results become columns as they lie in memory.  Values at the end are read
off the match as it stands in compiled memory; what is followed through a match (over turns, first, lead changes, one answer) is played by
the interpreter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from arbitre.dsl.budget import afresh
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.simulate import seats_of
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.wasm.layout.memory import BULK
from arbitre.interpreter.wasm.run.results import WORDS
from arbitre.interpreter.wasm.run.runtime import Answer, Stopped, fits
from arbitre.lab.matches.benches import AT_THE_END, ENDS, FOLLOWED, Bench, Job, Rows, bench_of, bots_of
from arbitre.lab.matches.seasons import play_season

if TYPE_CHECKING:
    import pyarrow


@dataclass(slots=True)
class Played:
    """What came of a job: a table with one row a match, and one with a row for every measure."""

    job: Job
    matches: pyarrow.Table
    measured: pyarrow.Table
    seconds: float = 0.0


# ------------------------------------------------------------------------------------------------ playing


def play(job: Job) -> Played:
    """Plays the matches of a job, however they end: one that a rule stops is a row as well."""
    import time

    begun = time.perf_counter()
    bench = bench_of(job)
    bots = bots_of(job.variant, bench.machine, job.turn)
    out = Rows()
    measures = [measure for measure in job.measures if measure.of != "odds"]
    if job.season is not None:
        for seed in range(job.first, job.first + job.count):
            play_season(job, bench, bots, seed, out)
    elif bench.runner is not None and not measures:
        _in_bulk(job, bench, bots, out)
    else:
        for seed in range(job.first, job.first + job.count):
            if bench.runner is not None and bench.followed:
                tape = _tape(job, bench, bots, seed)
                kept = len(out.values), len(out.rows)
                try:
                    _closely(job, bench, bots, seed, out, tape)
                except LookupError:  # other answers than those of the compiled executor: whatever was noted is forgotten
                    del out.values[kept[0] :], out.rows[kept[1] :], out.seeds[kept[1] :]
                    _closely(job, bench, bots, seed, out)
            elif bench.runner is None or not _in_module(job, bench, bots, seed, out):
                _closely(job, bench, bots, seed, out)
    return Played(job, _matches(job, bench, out), _measured(job, out), time.perf_counter() - begun)


def _in_bulk(job: Job, bench: Bench, bots: dict[str, str], out: Rows) -> None:
    runner, at, end, most = bench.runner, job.first, job.first + job.count, BULK
    assert runner is not None
    greedy = seats_of(bench.machine, bots, "greedy")
    while at < end:
        afresh()
        wished = min(most, end - at)
        try:
            raw = runner.rows(at, wished, job.limit, greedy) if fits(at) and fits(end) else b""
        except ArbitreError as stopped:  # they took more than one thing may
            if wished == 1:
                out.one(at, False, 0, -1, 0, 0, 0, str(stopped))
                at += 1
            most = max(1, wished // 8)
            continue
        found = np.frombuffer(raw, dtype="<i8").reshape(-1, WORDS)[:, :5]
        if len(found):
            out.seeds.append(np.arange(at, at + len(found)))
            out.rows.append(found)
            at += len(found)
        if at < end and len(found) < wished:
            _closely(job, bench, bots, at, out)
            at += 1


def _in_module(job: Job, bench: Bench, bots: dict[str, str], seed: int, out: Rows) -> bool:
    """One compiled match, and what stands at its end; False if it gives the match up."""
    runner = bench.runner
    assert runner is not None
    afresh()
    try:
        done = runner.many(seed, 1, job.limit, seats_of(bench.machine, bots, "greedy"), laws=False) if fits(seed) else []
    except ArbitreError as stopped:  # it took more than it may
        out.one(seed, False, 0, -1, 0, 0, 0, str(stopped))
        return True
    if not done:
        return False
    match = done[0]
    out.one(seed, match.over, match.winners, match.winner_domain, match.turns, match.answers)
    for measure in job.measures:
        if measure.of == "used":
            used = match.used or Counter()
            out.values.append((seed, measure.name, -1, float(sum(used[name] for name in bench.used[measure.name]))))
    if any(measure.of in AT_THE_END for measure in job.measures):
        shown = Match(bench.machine, seed, trace=False, start=False)
        shown.run.use(runner.state())
        _at_the_end(job, bench, shown.run, seed, match.winners if match.over else 0, match.winner_domain, out)
    return True


def _tape(job: Job, bench: Bench, bots: dict[str, str], seed: int) -> list[Answer] | None:
    """What bots answer in compiled code, many times faster than they would find it out beside it; None if it gives the match up."""
    runner = bench.runner
    if runner is None or bench.opening is not None or not fits(seed):
        return None
    try:
        runner.begin(seed, True, job.limit, seats_of(bench.machine, bots, "greedy"))
        runner.call("play", 1_000_000_000)
    except Stopped:
        return None
    return runner.tape() if runner.number("OVER") else None


def _closely(job: Job, bench: Bench, bots: dict[str, str], seed: int, out: Rows, tape: list[Answer] | None = None) -> None:
    """One match by the interpreter, followed answer by answer.  ``tape``: the answers, where they are known.

    Raises:
        LookupError: the tape is of another match.
    """
    watcher = bench.watcher
    rng, answers, match, error = Lots(seed), 0, None, ""
    follow = _Following(job, bench, seed, out)
    try:
        if watcher is not None:
            watcher.begin()
        watch = watcher.look if watcher is not None else None
        match = bench.match(job.variant, seed, None, watcher is not None)
        match.watch = watch
        if bench.opening is not None:
            match.go_on()
        else:
            match.begin()
        follow.look(match)
        while match.requests and answers < job.limit:
            afresh()
            request = match.requests[0]
            kind = bots.get(match.seat_name(request.seat), bots.get("", "random"))
            follow.asked(match, request)
            if tape is not None and tape[answers].seat != request.seat:
                raise LookupError(answers)
            choice = tape[answers].choice if tape is not None else choose(match, request, kind, rng, job.variant.think)
            match.answer(request.id, choice)
            answers += 1
            follow.look(match)
    except (RulebookError, ArbitreError) as stopped:
        error = str(stopped)
    state = match.state if match is not None else None
    if error or match is None or state is None:
        out.one(seed, False, 0, -1, match.turn if match is not None else 0, answers, 0, error)
        return
    out.one(seed, match.over, state.winners if match.over else 0, state.winner_domain, match.turn, answers)
    if watcher is not None:
        used = watcher.counted(match)
        for measure in job.measures:
            if measure.of == "used":
                out.values.append((seed, measure.name, -1, float(sum(used[name] for name in bench.used[measure.name]))))
    follow.end()
    _at_the_end(job, bench, match.run, seed, state.winners if match.over else 0, state.winner_domain, out)


def _at_the_end(job: Job, bench: Bench, run: Run, seed: int, won: int, kind: int, out: Rows) -> None:
    for measure in job.measures:
        if measure.of == "value":
            try:
                out.values.append((seed, measure.name, -1, float(bench.values[measure.name](run))))
            except RulebookError:  # there is nothing of which it could be asked
                out.values.append((seed, measure.name, -1, math.nan))
        elif measure.of == "wins by":
            for member, share in _wins_by(bench.machine, run, measure.rule, won, kind):
                out.values.append((seed, f"{measure.name}: {member}", -1, share))


def _wins_by(machine: Machine, run: Run, name: str, won: int, kind: int) -> Iterator[tuple[str, float]]:
    """Of the seats that bear each member in a field, the share that won."""
    program, seats = machine.program, machine.program.seats
    column = next(one for one in program.fields if one.domain == seats and one.name == name and one.target >= 0)
    base, fixed = machine.layout.base[column.index], machine.layout.constant[column.index]
    winners = set(rows_of(won))
    camp = next((f for group, f in program.groups if group == kind), None)
    borne: dict[int, list[bool]] = {}
    for row in range(program.domains[seats].size):
        member = fixed[row] if fixed is not None else run.cells[base + row]
        if member < 0 or (program.domains[seats].dynamic and not run.cells[machine.layout.base[program.domains[seats].alive] + row]):
            continue
        of_camp = -1
        if camp is not None:
            held = machine.layout.constant[camp]
            of_camp = held[row] if held is not None else run.cells[machine.layout.base[camp] + row]
        borne.setdefault(member, []).append((row if kind == seats else of_camp) in winners)
    for member, shares in sorted(borne.items()):
        yield machine.row_key(column.target, member), sum(shares) / len(shares)


class _Following:
    """What is followed through one match."""

    def __init__(self, job: Job, bench: Bench, seed: int, out: Rows) -> None:
        self.seed, self.out, self.bench = seed, out, bench
        self.measures = [measure for measure in job.measures if measure.of in FOLLOWED]
        self.turn, self.sign, self.changes, self.first = -1, {}, Counter(), {}  # type: ignore[var-annotated]
        self.questions = self.single = 0

    def look(self, match: Match) -> None:
        for measure in self.measures:
            if measure.of == "one answer":
                continue
            try:
                value = self.bench.values[measure.name](match.run)
            except RulebookError:
                continue
            if measure.of == "over turns" and match.turn != self.turn:
                self.out.values.append((self.seed, measure.name, match.turn, float(value)))
            elif measure.of == "first" and value:
                self.first.setdefault(measure.name, match.turn)
            elif measure.of == "lead changes" and value:
                now = 1 if value > 0 else -1
                self.changes[measure.name] += self.sign.get(measure.name, now) != now
                self.sign[measure.name] = now
        self.turn = match.turn

    def asked(self, match: Match, request: Any) -> None:
        if any(measure.of == "one answer" for measure in self.measures):
            from arbitre.session.quick import sensible

            self.questions += 1
            self.single += sensible(match, request) is not None

    def end(self) -> None:
        for measure in self.measures:
            if measure.of == "first":
                self.out.values.append((self.seed, measure.name, -1, float(self.first.get(measure.name, math.nan))))
            elif measure.of == "lead changes":
                self.out.values.append((self.seed, measure.name, -1, float(self.changes[measure.name])))
            elif measure.of == "one answer" and self.questions:
                self.out.values.append((self.seed, measure.name, -1, self.single / self.questions))


# ------------------------------------------------------------------------------------------------ tables


def _matches(job: Job, bench: Bench, out: Rows) -> pyarrow.Table:
    import pyarrow as pa

    seeds, rows = np.concatenate(out.seeds), np.concatenate(out.rows)
    keys, which = np.unique(rows[:, :3], axis=0, return_inverse=True)
    names, sides = [], []
    for over, won, kind in keys.tolist():
        held = list(rows_of(won)) if over else []
        names.append("+".join(bench.machine.row_key(kind, row) for row in held))
        sides.append("+".join(dict.fromkeys(_entrant(job, row) for row in held)) if job.variant.entrants or job.variant.turned > 1 else "")
    over, which = rows[:, 0] != 0, which.reshape(-1)
    end = np.where(over, np.where(rows[:, 1] != 0, 0, np.where(rows[:, 2] == NONE, 4, 1)), 2).astype(np.int8)
    errors: list[str | None] = [None] * len(seeds)
    if out.errors:
        rounds = out.rounds if job.season is not None else [0] * len(seeds)
        errors = [out.errors.get((int(seed), nth)) for seed, nth in zip(seeds, rounds, strict=True)]
        end[np.array([error is not None for error in errors])] = 3
    of = np.asarray(which, dtype=np.int32)
    found = pa.table({
        "variant": pa.array(np.full(len(seeds), job.variant.number, dtype=np.int32)),
        "turn": pa.array(np.full(len(seeds), job.turn, dtype=np.int8)),
        "seed": pa.array(seeds.astype(np.int64)),
        "end": pa.DictionaryArray.from_arrays(pa.array(end), pa.array(ENDS)),
        "winners": pa.DictionaryArray.from_arrays(pa.array(of), pa.array(names)),
        "entrants": pa.DictionaryArray.from_arrays(pa.array(of), pa.array(sides)),
        "turns": pa.array(rows[:, 3].astype(np.int32)),
        "decisions": pa.array(rows[:, 4].astype(np.int32)),
        "error": pa.array(errors, pa.string()) if out.errors else pa.nulls(len(seeds), pa.string()),
    })  # fmt: skip
    return found if job.season is None else found.append_column("round", pa.array(np.array(out.rounds, dtype=np.int16)))


def _entrant(job: Job, row: int) -> str:
    """Which entrant, or which bot, a side is."""
    named = job.variant.entrants or tuple(map(str, job.variant.bots))
    return named[(row + job.turn) % len(named)]


def _measured(job: Job, out: Rows) -> pyarrow.Table:
    import pyarrow as pa

    seeds, names, turns, values = zip(*out.values, strict=True) if out.values else ((), (), (), ())
    return pa.table({
        "variant": pa.array(np.full(len(seeds), job.variant.number, dtype=np.int32)),
        "turn": pa.array(np.full(len(seeds), job.turn, dtype=np.int8)),
        "seed": pa.array(np.array(seeds, dtype=np.int64)),
        "measure": pa.array(names, pa.string()).dictionary_encode(),
        "at": pa.array(np.array(turns, dtype=np.int32)),
        "value": pa.array(np.array(values, dtype=np.float64)),
    })  # fmt: skip
