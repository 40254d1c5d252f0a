"""Where in the rules something that happened comes from: the branches around it, the rule that joined another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE, Text
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.explain.conditions import ExprType, truth
from arbitre.interpreter.explain.numbers import LINES, Modifier, NumberBreakdown
from arbitre.interpreter.match.moments import Moment
from arbitre.interpreter.reference.sentences import audience_of
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.read_recorder import Looking
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import may_see

NOTHING = (core.Const(NOWHERE, 0), core.Const(NOWHERE, NONE))  # what an event gives that came to nothing


@dataclass(frozen=True, slots=True)
class Around:
    """A branch something stands in: its condition, whether that held, and the rule over whose slots it is asked.

    ``element``: what a loop narrows its set down by is asked of one of them: the slot of the set's own element, that of the loop's.
    """

    test: core.Expr
    held: bool
    procedure: core.Procedure
    slots: list[int] | None = None
    element: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """A hook and what it joins.  ``position``: before, instead, after, roll."""

    hook: core.Hook
    position: str
    procedure: str  # its name
    index: int

    def types(self, program: core.Program) -> dict[int, ExprType]:
        given = {p.slot: p for p in program.procedures[self.index].params}
        return {target: ExprType(given[source].domain, given[source].is_set) for source, target in self.hook.params if source in given}

    def names(self, program: core.Program, decl: t.Hook | None) -> dict[str, int]:
        """What the hook calls the things it was given, in the order in which it names them."""
        slots = sorted(target for _, target in self.hook.params)
        names = [str(p.name) for p in decl.params] if decl is not None else []
        return dict(zip(names, slots, strict=False))


def hook_at(program: core.Program, record: Record, of: str = "") -> Joined | None:
    """The hook that a record speaks of; ``of``: the rule that was at work, where one hook joins several."""
    found = [joined for joined in hooks_of(program) if joined.hook.place == record.place]
    return next((joined for joined in found if joined.procedure == of), found[0] if found else None)


def hooks_of(program: core.Program) -> Iterator[Joined]:
    """Every hook, with what it joins."""
    for procedure in program.procedures:
        parts = (("before", procedure.before), ("instead", procedure.instead), ("after", procedure.after), ("roll", procedure.rolled))
        for position, hooks in parts:
            yield from (Joined(hook, position, procedure.name, procedure.index) for hook in hooks)
        for step in procedure.steps:
            for position, hooks in (("before", step.before), ("instead", step.instead), ("after", step.after)):
                yield from (Joined(hook, position, step.name, procedure.index) for hook in hooks)


def calls_of(program: core.Program, record: Record) -> list[core.Procedure]:
    """The rule that a call is of."""
    return [p for p in program.procedures if p.name == record.name and p.kind == record.data.get("rule")]


def sites(program: core.Program, record: Record, cause: Record | None, moment: Moment) -> list[list[Around]]:
    """Each place of the causing rule that what happened may come from, by the branches around it, the outermost first."""
    if cause is None:
        agenda = step_at_work(program, moment)
        return list(below(agenda[1].body, record, program, agenda[0], None)) if agenda is not None else []
    if cause.kind == "call":
        found = calls_of(program, cause)
        return [branches for p in found for branches in below(p.body, record, program, p, None)]
    if cause.kind == "hook":
        joined = hook_at(program, cause)
        if joined is None:
            return []
        event, procedure = moment.frame(joined.index), program.procedures[joined.index]
        if event is None or len({target for _, target in joined.hook.params}) < len(joined.hook.params):
            return []
        return [[] for _ in below(joined.hook.body, record, program, procedure, None)]  # its own slots are not at hand
    return []


def around_line(program: core.Program, record: Record, cause: Record | None, moment: Moment) -> list[list[Around]]:
    """The branches around the line that did what happened; nothing where these cannot be told."""
    joined = hook_at(program, cause) if cause is not None and cause.kind == "hook" else None
    if joined is None:
        return sites(program, record, cause, moment)
    found = list(below(joined.hook.body, record, program, program.procedures[joined.index], None))
    return found if not any(found) else []


def step_at_work(program: core.Program, moment: Moment) -> tuple[core.Procedure, core.Step] | None:
    """The step of an agenda whose own statements were at work; none between steps, and in a rule that stands for one."""
    tag, index, *rest = next((entry for entry in reversed(moment.state.stack) if entry[0] not in "BFW"), ("", NONE))
    return (program.procedures[index], program.procedures[index].steps[rest[0]]) if tag in ("S", "P") else None


def ends(program: core.Program, procedure: core.Procedure, failing: bool) -> Iterator[list[Around]]:
    """The branches around every line of a rule that has an order fail, or that ends an event early or in vain."""
    kinds = (core.Fail,) if failing else (core.Give, core.End)

    def fits(stmt: core.Stmt) -> bool:
        return isinstance(stmt, kinds) and not (isinstance(stmt, core.Give) and stmt.value not in NOTHING)

    yield from branches_of(procedure.body, fits, procedure, None)


def below(
    body: tuple[core.Stmt, ...], record: Record, program: core.Program, procedure: core.Procedure, slots: list[int] | None
) -> Iterator[list[Around]]:
    """The branches around every statement of a block that a record may be of."""
    yield from branches_of(body, lambda stmt: is_of(stmt, record, program), procedure, slots)


def branches_of(
    body: tuple[core.Stmt, ...], fits: Callable[[core.Stmt], bool], procedure: core.Procedure, slots: list[int] | None
) -> Iterator[list[Around]]:
    """The branches around every statement of a block that fits."""
    for stmt in body:
        if fits(stmt):
            yield []
        if isinstance(stmt, core.If):
            for held, inner in ((True, stmt.then), (False, stmt.other)):
                for branches in branches_of(inner, fits, procedure, slots):
                    yield [Around(stmt.test, held, procedure, slots), *branches]
            continue
        for name in ("body", "then", "other"):
            found = getattr(stmt, name, None)
            if isinstance(found, tuple):
                picked = picking(stmt, procedure, slots)
                yield from ([*picked, *branches] for branches in branches_of(found, fits, procedure, slots))
        for branch in getattr(stmt, "branches", ()):
            yield from branches_of(branch.body, fits, procedure, slots)


def picking(stmt: core.Stmt, procedure: core.Procedure, slots: list[int] | None) -> list[Around]:
    """What a loop goes by: the conditions of the set it goes through, of the one it has come to."""
    out: list[Around] = []
    source = stmt.source if isinstance(stmt, core.ForEach) else None
    while isinstance(stmt, core.ForEach) and isinstance(source, core.Query) and source.sink == "set":
        tests = source.where.items if isinstance(source.where, core.And) else () if source.where is None else (source.where,)
        out = [Around(test, True, procedure, slots, (source.slot, stmt.slot)) for test in tests if not matches(test)] + out
        source = source.source
    if isinstance(stmt, core.While):
        out.append(Around(stmt.test, True, procedure, slots))
    return out


def matches(test: core.Expr) -> bool:
    """Does it only find what belongs to something else?  No reason, but the way to it."""
    return isinstance(test, core.Compare) and test.op == "==" and not any(isinstance(e, core.Const) for e in (test.left, test.right))


def is_of(stmt: core.Stmt, record: Record, program: core.Program) -> bool:
    """May a statement have done what a record says?"""
    if record.kind == "call":
        return isinstance(stmt, core.Invoke) and program.procedures[stmt.procedure].name == record.name
    return stmt.place == record.place and not isinstance(stmt, (core.If, core.Let))


# ------------------------------------------------------------------------------------------------ numbers


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a rule computed, its parts, and the numbers that decided which of its lines held."""

    title: Text
    value: int
    parts: tuple[Modifier, ...]
    function: core.Function
    frame: tuple[int, ...]
    inner: tuple[Number, ...] = ()

    def test_of(self, part: Modifier) -> core.Expr | None:
        """The condition of a line that stands instead of all before it."""
        found = (n for n in nodes(self.function.body) if isinstance(n, core.Choice) and n.place == part.place)
        return next((n.test for n in found if part.form == "is"), None)


def number_of(run: Run, cells: Looking, expr: core.Expr, frame: list[int], viewer: int | str, deep: bool = True) -> Number | None:
    """A value with lines that held, taken apart; None for what has none, or is not the viewer's business."""
    if not isinstance(expr, core.Apply):
        return None
    program = run.program
    function = program.functions[expr.function]
    if function.domain != NONE or function.is_set or truth(function.body) or not function.title:
        return None
    try:
        cells.looked = set()
        given = [run.machine.expr(a)(run, frame) for a in expr.args]
        inside = [*given, *[0] * max(0, function.slots - len(given))]
        value = run.machine.expr(function.body)(run, inside)
        seen = may_see(audience_of(run, set(cells.looked)), viewer)
        parts = tuple(NumberBreakdown(run, cells, inside, function).parts(function.body))
    except (RulebookError, RecursionError):
        return None
    if not isinstance(value, int) or not seen or not any(part.form in LINES for part in parts):
        return None
    asked = dict.fromkeys(n for n in nodes(function.body) if isinstance(n, core.Apply)) if deep else {}
    slots = {p.slot for p in function.params}
    plain = [n for n in asked if all(isinstance(a, core.Const) or (isinstance(a, core.Local) and a.slot in slots) for a in n.args)]
    inner = [found for n in plain if (found := number_of(run, cells, n, inside, viewer, False)) is not None]
    return Number(function.title, value, parts, function, tuple(inside), tuple(dict.fromkeys(inner)))
