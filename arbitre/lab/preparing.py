"""Variants made ready before the first match: what is wrong with them is found here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbitre.dsl.diagnostics.errors import ArbitreError
from arbitre.interpreter.play.usage import Watcher
from arbitre.interpreter.state.errors import RulebookError
from arbitre.opening.books import Refused

if TYPE_CHECKING:
    pass

from arbitre.lab.benches import UNFINISHED, Job, bench_of, used_name
from arbitre.lab.playing import play


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
    unknown: tuple[str, str, tuple[str, ...]] = ("", "", ())  # a measure that names what is not counted, and what is


def prepare(job: Job) -> Prepared:
    """Makes a variant ready and plays its first match."""
    out = Prepared(job.variant.number)
    try:
        bench = bench_of(job)
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
    for measure in job.measures:
        if measure.of == "used":
            listed = (bench.watcher or Watcher(bench.machine)).listed
            if used_name(measure.rule) not in listed:
                out.unknown = (measure.name, measure.rule, tuple(" ".join(filter(None, key)) for key in listed))
                return out
        elif measure.of == "wins by":
            known = tuple(one.name for one in program.fields if one.domain == program.seats and one.target >= 0 and not one.is_set)
            if measure.rule not in known:
                out.unknown = (measure.name, measure.rule, known)
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
