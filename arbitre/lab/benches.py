"""Machines made ready for the variants of an experiment, and for what is measured of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arbitre.dsl import core
from arbitre.dsl.budget import afresh
from arbitre.dsl.lower.compiled import program_of
from arbitre.dsl.lower.scenarios import bind_scenario
from arbitre.interpreter.code.machine import Machine, Run
from arbitre.interpreter.compile.program import add_functions
from arbitre.interpreter.play.opening import Opening
from arbitre.interpreter.play.simulate import Recipe, begins
from arbitre.interpreter.play.usage import Watcher
from arbitre.interpreter.wasm.run.loading import runner_of, wanted
from arbitre.interpreter.wasm.run.runtime import Runner
from arbitre.lab.experiment import Measure
from arbitre.lab.variants import Variant
from arbitre.opening.books import bind_book, faulty, open_book, refused
from arbitre.opening.questions import Question

if TYPE_CHECKING:
    pass

WON, DRAWN, UNFINISHED, STOPPED = "won", "drawn", "unfinished", "stopped"
ENDS = (WON, DRAWN, UNFINISHED, STOPPED)
FOLLOWED = ("over turns", "first", "lead changes", "one answer")
AT_THE_END = ("value", "wins by")
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


@dataclass(slots=True)
class Bench:
    """A machine made ready for one variant and what is measured of it."""

    machine: Machine
    runner: Runner | None
    opening: Opening | None
    watcher: Watcher | None
    followed: bool = False
    values: dict[str, Value] = field(default_factory=dict)


_ready: dict[Any, Bench] = {}


def bench_of(job: Job) -> Bench:
    """The machine of a job; the last few stay ready.

    Raises:
        ArbitreError: the rules have errors, or what is measured is none of them.
        RulebookError: it cannot begin where it is to.
    """
    variant = job.variant
    plain = _plain(variant)
    key = (variant.rules, variant.options, variant.start, plain, "greedy" in str(variant.bots), job.measures, job.executor)
    if key not in _ready:
        while len(_ready) >= AT_ONCE:
            del _ready[next(iter(_ready))]
        _ready[key] = _made(job, plain)
    return _ready[key]


def _plain(variant: Variant) -> bool:
    """Are there only bots that play in the module?"""
    return "thinker" not in str(variant.bots)


def _made(job: Job, plain: bool) -> Bench:
    variant = job.variant
    afresh()
    game, extensions = variant.rules.laid()
    recipe = Recipe(game, variant.options, extensions, variant.start)
    counted = any(measure.of == "used" for measure in job.measures)
    followed = any(measure.of in FOLLOWED for measure in job.measures)
    written = [measure for measure in job.measures if measure.of in ("value", "over turns", "first", "lead changes")]
    opening, values = recipe.opening(), {}
    if written:  # what they say is bound beside the rules, so these are read
        book = open_book(game, extensions, quiet=True)
        bound = bind_book(book, dict(variant.options))
        faulty(bound.messages.errors, book.sources)
        machine = opening.machine if opening is not None else recipe.machine()
        if opening is None:
            from arbitre.interpreter.match.assembly import machine_of

            machine = machine_of(bound.program)
        for measure in written:
            values[measure.name] = _value(bound, machine, measure.rule)
    else:
        machine = opening.machine if opening is not None else recipe.machine()
    runner = None
    if plain and wanted(job.executor):
        program = machine.program if not written else program_of(game, dict(variant.options), extensions)
        runner = runner_of(program if opening is None else machine.program, counted, weighs="greedy" in str(variant.bots))
        if runner is not None and not begins(runner, machine, None, opening):
            runner = None
    return Bench(machine, runner, opening, Watcher(machine) if counted else None, followed, values)


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


def used_name(said: str) -> tuple[str, str, str]:
    """A thing that is counted, as it is said: ‘action strike’, ‘choice plan lunge’, ‘row table 3’, ‘member kind name’."""
    sort, _, rest = said.strip().partition(" ")
    if sort == "action":
        return (sort, "", rest.strip())
    of, _, name = rest.strip().partition(" ")
    return (sort, of, name.strip())
