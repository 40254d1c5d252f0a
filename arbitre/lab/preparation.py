"""Variants made ready before the first match: what is wrong with them is found here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arbitre.dsl.budget import afresh
from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.dsl.lower.compiled import program_of
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.wasm.run.loader import handed
from arbitre.lab.matches.benches import UNFINISHED, Job, bench_of
from arbitre.lab.matches.benches import found as held_by
from arbitre.lab.matches.exact import exact
from arbitre.lab.matches.player import play
from arbitre.lab.matches.usage import known
from arbitre.opening.books import Refused


@dataclass(slots=True)
class Prepared:
    """What is known of a variant before its first match.  ``fault``: why it cannot be played; ``endless``: its first match had no end
    after so many answers; ``version``: the fingerprint of its rules; ``sides``: what can win."""

    number: int
    fault: str = ""
    knob: str = ""  # what the fault is about: "rules", "measure", "start"
    version: str = ""
    endless: bool = False
    compiled: bool = False
    sides: tuple[str, ...] = ()
    titles: dict[str, dict[str, str]] = field(default_factory=dict)  # of what can win, by language
    exact: tuple[tuple[str, str], ...] = ()  # what was computed of it instead of sampled
    module: tuple[Any, bytes] | None = None  # see :func:`arbitre.interpreter.wasm.run.loader.handed`
    unknown: tuple[str, str, tuple[str, ...]] = ("", "", ())  # a measure that names what is not counted, and what is


def prepare_for_all(job: Job) -> Prepared:
    """The same, and the module as bytes, which other machines then need not make."""
    out = prepare(job)
    bench = bench_of(job) if out.compiled and not out.fault else None
    if bench is not None and bench.runner is not None:
        out.module = handed(bench.runner.program, bench.watcher is not None, "greedy" in str(job.variant.bots))
    return out


def prepare(job: Job) -> Prepared:
    """Makes a variant ready and plays its first match."""
    out = Prepared(job.variant.number)
    if not job.count:  # nothing is played
        return _computed(job, out)
    try:
        bench = bench_of(job)
        for path, value in job.variant.fields:  # compiled code is told where it begins; the interpreter would stop in every match
            held_by(bench.machine, path, value)
        out.exact = exact(job)
    except (Refused, ArbitreError, RulebookError) as error:
        out.fault = error.args[0] if error.args else str(error)
        return out
    except OSError as error:
        out.fault = str(error)
        return out
    program = bench.machine.program
    out.version, out.compiled = program.version, bench.runner is not None
    domain = program.domains[program.groups[0][0]] if program.groups else program.domains[program.seats]
    out.sides = tuple(row for row in domain.rows if row)
    for kind in program.domains:
        for row, title in zip(kind.rows, kind.titles, strict=False):
            if title.said and (row in job.variant.entrants or (row in out.sides and kind is domain)):
                out.titles.setdefault(row, dict(title.said))
    for measure in job.measures:
        if measure.of == "used":
            if not bench.used[measure.name]:
                out.unknown = (measure.name, measure.rule, tuple(known(program)))
                return out
        elif measure.of == "wins by":
            fields = tuple(one.name for one in program.fields if one.domain == program.seats and one.target >= 0 and not one.is_set)
            if measure.rule not in fields:
                out.unknown = (measure.name, measure.rule, fields)
                return out
    seats = [row for row in program.domains[program.seats].rows if row]
    if job.variant.turned == 1 and not isinstance(job.variant.bots, str):
        for name, _ in dict(job.variant.bots).items():  # type: ignore[arg-type]
            if name not in (*seats, "") and seats:
                out.unknown = ("bots", str(name), tuple(seats))
                return out
    if bench.runner is not None:
        found = play(job)
        out.endless = found.matches.column("end").to_pylist()[:1] == [UNFINISHED]
    return out


def _computed(job: Job, out: Prepared) -> Prepared:
    """Only what needs no match."""
    game, extensions = job.variant.rules.laid()
    afresh()
    try:
        out.version = program_of(game, dict(job.variant.options), extensions).version
        out.exact = exact(job)
    except (Refused, ArbitreError, RulebookError) as error:
        out.fault = error.args[0] if error.args else str(error)
    return out
