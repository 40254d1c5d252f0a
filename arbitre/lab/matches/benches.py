"""Machines made ready for the variants of an experiment, and for what is measured of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from arbitre.dsl import core
from arbitre.dsl.budget import afresh
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.lower.scenario.scenarios import bind_scenario
from arbitre.interpreter.analysis.usable import Name
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.match.campaigns import Kept
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.kinds import PLAIN
from arbitre.interpreter.play.scenario.setting import Opening
from arbitre.interpreter.play.simulate import Recipe
from arbitre.interpreter.play.usage import Watcher
from arbitre.interpreter.reference.program import add_functions
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.wasm.run.loader import runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.interpreter.wasm.run.state_transfer import Unfit
from arbitre.lab.experiment import Measure, Season
from arbitre.lab.matches.usage import names_of
from arbitre.lab.variants import Variant
from arbitre.opening.books import bind_book, faulty, open_book, refused
from arbitre.opening.odds.questions import Question

WON, DRAWN, UNFINISHED, STOPPED, LOST = "won", "drawn", "unfinished", "stopped", "lost"
ENDS = (WON, DRAWN, UNFINISHED, STOPPED, LOST)  # lost: by everybody
FOLLOWED = ("over turns", "first", "lead changes", "one answer")
AT_THE_END = ("value", "wins by")
UNTIL = "(until)"  # what ends a season, among the values of a bench
AT_ONCE = 3  # machines that are kept ready in a process

Value = Callable[[Run], int]


@dataclass(frozen=True, slots=True)
class Job:
    """Some matches of a variant: seeds from ``first`` on, the bots having changed sides ``turn`` times."""

    variant: Variant
    first: int
    count: int
    turn: int = 0
    measures: tuple[Measure, ...] = ()
    limit: int = 100_000
    executor: str = ""
    season: Season | None = None


@dataclass(slots=True)
class Bench:
    """A machine made ready for one variant and what is measured of it."""

    machine: Machine
    runner: Runner | None
    opening: Opening | None
    watcher: Watcher | None
    followed: bool = False
    values: dict[str, Value] = field(default_factory=dict)
    used: dict[str, tuple[Name, ...]] = field(default_factory=dict)
    begun: tuple[tuple[str, str], ...] = ()  # what compiled code has in fields as a match begins

    def match(self, variant: Variant, number: int = 0, record: Kept | None = None, trace: bool = False) -> Match:
        """A match that has not begun, with what the variant puts into fields.

        Raises:
            RulebookError: there is no such field, or it cannot hold that.
        """
        if self.opening is not None:
            match = self.opening.set(number, trace)
        else:
            match = Match(self.machine, number, record, trace=trace, start=False)
        for path, value in variant.fields:
            at, held = found(self.machine, path, value)
            match.state.cells[at] = held
        return match

    def begin(self, variant: Variant, record: Kept | None = None) -> bool:
        """Tells the compiled executor where matches begin; can it be told?"""
        assert self.runner is not None
        match = self.match(variant, 0, record)
        if match.state.rolls or match.tape.answers:  # it is another with each seed
            return False
        try:
            self.runner.begin_at(match.state, setup=self.opening is None)
        except Unfit:
            return False
        self.begun = variant.fields
        return True


@dataclass(slots=True)
class Rows:
    """What is noted of matches until it becomes tables."""

    seeds: list[Any] = field(default_factory=list)  # arrays, as the rest
    rows: list[Any] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)  # of a season, the number of each match in it
    errors: dict[tuple[int, int], str] = field(default_factory=dict)  # by seed and round
    values: list[tuple[int, str, int, float]] = field(default_factory=list)  # seed, measure, turn (-1: of the whole match), value

    def one(self, seed: int, over: bool, won: int, kind: int, turns: int, asked: int, nth: int = 0, error: str = "") -> None:
        """One more match, the nth of its season."""
        if error:
            self.errors[seed, nth] = error
        self.rounds.append(nth)
        self.seeds.append(np.array([seed]))
        self.rows.append(np.array([[over, won, kind, turns, asked]], dtype=np.int64))


_ready: dict[Any, Bench] = {}


def bench_of(job: Job) -> Bench:
    """The machine of a job; the last few stay ready.

    Raises:
        ArbitreError: the rules have errors, or what is measured is none of them.
        RulebookError: it cannot begin where it is to.
    """
    variant = job.variant
    plain = _plain(variant)
    key = (variant.rules, variant.options, variant.start, plain, "greedy" in str(variant.bots), job.measures, job.executor, job.season)
    ready = _ready.get(key)
    if ready is not None and ready.begun != variant.fields and ready.runner is not None and not ready.begin(variant):
        ready.runner = None
    if ready is None:
        while len(_ready) >= AT_ONCE:
            del _ready[next(iter(_ready))]
        _ready[key] = _made(job, plain)
    return _ready[key]


def _plain(variant: Variant) -> bool:
    """Are there only bots that play in compiled code?"""
    bots = variant.bots
    kinds = [bots] if isinstance(bots, str) else [one if isinstance(one, str) else one[1] for one in bots]
    return set(kinds) <= set(PLAIN)


def _made(job: Job, plain: bool) -> Bench:
    variant = job.variant
    afresh(memory=True)
    game, extensions = variant.rules.laid()
    recipe = Recipe(game, variant.options, extensions, variant.start)
    counted = any(measure.of == "used" for measure in job.measures)
    followed = any(measure.of in FOLLOWED for measure in job.measures)
    written = [(measure.name, measure.rule) for measure in job.measures if measure.of in ("value", "over turns", "first", "lead changes")]
    if job.season is not None and job.season.until:
        written.append((UNTIL, job.season.until))
    opening, values = recipe.opening(), {}
    if written:  # what they say is bound beside the rules, so these are read
        book = open_book(game, extensions, quiet=True)
        bound = bind_book(book, dict(variant.options))
        faulty(bound.messages.errors, book.sources)
        machine = opening.machine if opening is not None else recipe.machine()
        if opening is None:
            from arbitre.interpreter.match.assembly import machine_of

            machine = machine_of(bound.program)
        for name, rule in written:
            values[name] = _value(bound, machine, rule)
    else:
        machine = opening.machine if opening is not None else recipe.machine()
    used = {measure.name: names_of(machine.program, measure.rule) for measure in job.measures if measure.of == "used"}
    bench = Bench(machine, None, opening, Watcher(machine) if counted else None, followed, values, used)
    if plain and wanted(job.executor):
        program = machine.program if not written else program_of(game, dict(variant.options), extensions)
        bench.runner = runner_of(program if opening is None else machine.program, counted, has_bots="greedy" in str(variant.bots))
        if bench.runner is not None:  # one call plays a whole match, of thousands of answers where bots weigh them
            bench.runner.patience = math.inf
        if bench.runner is not None and (opening is not None or variant.fields) and not bench.begin(variant):
            bench.runner = None
    return bench


def found(machine: Machine, path: str, value: str) -> tuple[int, int]:
    """The cell of a field, said as ‘red.team’, and what stands for a value in it.

    Raises:
        RulebookError: there is none, or it cannot hold that.
    """
    owner, _, name = path.partition(".")
    program = machine.program
    homes = [(kind, row) for kind in program.domains for row, key in enumerate(kind.rows) if key and key == owner]
    kept = [one for one in program.fields if one.values is None]
    column = next((one for one in kept for kind, _ in homes if (one.domain, one.name) == (kind.index, name)), None)
    if column is None:
        known = sorted({f"{key}.{one.name}" for one in kept for key in program.domains[one.domain].rows if key})
        raise RulebookError(phrase("there is no field ‘{0}’ that rules change. {1}", path, did_you_mean(path, known)).strip(), NOWHERE)
    row = next(row for kind, row in homes if kind.index == column.domain)
    at = machine.layout.base[column.index] + row
    kind = program.domains[column.target] if column.target >= 0 else None
    if column.is_set or (kind is not None and value != "none" and value not in kind.rows):
        known = [] if column.is_set or kind is None else [key for key in kind.rows if key]
        raise RulebookError(phrase("‘{0}’ cannot hold ‘{1}’. {2}", path, value, did_you_mean(value, known)).strip(), NOWHERE)
    if kind is not None:
        return at, NONE if value == "none" else kind.rows.index(value)
    plain = {"true": "1", "false": "0"}.get(value, value)
    if not plain.lstrip("-").isdigit() or not column.low <= int(plain) <= column.high:
        raise RulebookError(phrase("‘{0}’ goes from {1} to {2}, not {3}", path, column.low, column.high, value), NOWHERE)
    return at, int(plain)


def _value(bound: Any, machine: Machine, rule: str) -> Value:
    """A value of the rules as a function of a match: bound as a scenario would measure it."""
    asked = Question("lab", {rule: rule})
    asked.line(("measure ", ""), (rule, rule), (" as value", ""))
    scenario = asked.read()
    before = len(bound.messages.items)
    plan = bind_scenario(bound.context, scenario)
    faults = bound.messages.since(before)
    if faults:
        raise refused("lab.fault.rule", said=rule, text=faults[0].text, hint=faults[0].hint)
    add_functions(machine)
    expr = plan.measures[0].expr
    assert isinstance(expr, core.Expr)
    made, slots = machine.expr(expr), plan.slots + 4
    return lambda x: int(made(x, [0] * slots))


def bots_of(variant: Variant, machine: Machine, turn: int) -> dict[str, str]:
    """Which kind of bot plays each seat, as simulations take it."""
    if isinstance(variant.bots, str):
        return {"": variant.bots}
    if variant.turned == 1:
        return {"": "greedy", **dict(variant.bots)}  # type: ignore[arg-type]
    rows = range(machine.program.domains[machine.program.seats].size)
    kinds = variant.bots
    return {machine.row_key(machine.program.seats, row): str(kinds[(row + turn) % len(kinds)]) for row in rows}
