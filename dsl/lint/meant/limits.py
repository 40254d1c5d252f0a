"""A limit that another action passes by (O02): one of several actions that do the same to somebody is limited, and another is not."""

from __future__ import annotations

from collections.abc import Iterator

from arbitre.dsl import core
from arbitre.dsl.core.walk import hooks_of, nodes, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lint.disjoint import DEEP, Prover
from arbitre.dsl.lint.doings import Doings, asked_by, columns_in, doings_of
from arbitre.dsl.lint.own import concerns
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

SAID = "‘{0}’ is limited, and this does the same to the same target, ‘{1}’, as often as you like"
MEND = "Limit this one too, ‘once per ...’, or make one ‘instead of’ the other; for a shared limit, use a flag that both check and set."


def limits(bound: Bound, rulebook: Rulebook) -> None:
    """Warns of actions that do to somebody what another one may do to him only so often."""
    program = bound.program
    doings, prover, asked = doings_of(program), Prover(program), asked_by(program)
    done = {action.index: set(patients(program, action)) for action in program.actions}
    limited = {action.index for action in program.actions if action.limits or spent(program, action, doings, prover)}
    for second in program.actions:
        place = program.procedures[second.procedure].place
        heads = [test for test, _ in (*second.when, *second.needs)]
        marked = {c for c in columns_in(heads, asked) & doings.stored[second.procedure] if program.fields[c].is_flag}
        if second.index in limited or marked or not done[second.index] or not concerns(place, rulebook):
            continue
        others = [
            first for first in program.actions
            if first.index in limited and done[first.index] & done[second.index]
            and second.index not in first.excludes and first.index not in second.excludes
        ]  # fmt: skip
        if others:
            event = program.procedures[min(done[others[0].index] & done[second.index])[0]].name
            places = [(program.procedures[first.procedure].place, "limited here") for first in others[:3]]
            bound.messages.add("O02", place, phrase(SAID, others[0].name, event), MEND, places)


def patients(program: core.Program, action: core.Action) -> Iterator[tuple[int, int]]:
    """The events that an action calls for one it was given, other than who acts, with the slot they have him in; cells are no patients."""
    others = given_to(program, action)
    for s in statements_of(program.procedures[action.procedure].body):
        if isinstance(s, core.Invoke) and program.procedures[s.procedure].kind == "event":
            for param, arg in zip(program.procedures[s.procedure].params, s.args, strict=False):
                if isinstance(arg, core.Local) and arg.slot in others:
                    yield s.procedure, param.slot


def given_to(program: core.Program, action: core.Action) -> set[int]:
    """The slots of those an action is done to."""
    params = program.procedures[action.procedure].params
    return {param.slot for number, param in enumerate(params) if number != action.actor and is_somebody(program, param.domain)}


def is_somebody(program: core.Program, kind: int) -> bool:
    """May rows of that kind be what something is done to?  They have fields that change, and are no cells."""
    return kind >= 0 and program.domains[kind].board is None and any(c.domain == kind and c.values is None for c in program.fields)


def spent(program: core.Program, action: core.Action, doings: Doings, prover: Prover) -> bool:
    """Does it ask that a flag of whom it is done to is not set, and then set it, itself or by what it calls?  So it is done to him once."""
    others = given_to(program, action)
    unset: set[int] = set()
    for test, _ in (*action.when, *action.needs):
        for literal, holds in (one for case in prover.cases(test, True, DEEP) for one in case):
            if isinstance(literal, core.Read) and not holds and program.fields[literal.field].is_flag:
                if speaks(literal.row, frozenset(others)):
                    unset.add(literal.field)
    return not unset.isdisjoint(doings.stored[action.procedure]) and sets(program, action.procedure, frozenset(others), unset, set())


def sets(program: core.Program, rule: int, slots: frozenset[int], fields: set[int], seen: set[tuple[int, frozenset[int]]]) -> bool:
    """Does a rule store in these fields of what stands in these slots, itself or by what it calls with it?  Of others it does not count."""
    if (rule, slots) in seen:
        return False
    seen.add((rule, slots))
    procedure = program.procedures[rule]
    heads = [(hook.body, frozenset(mine for theirs, mine in hook.params if theirs in slots)) for hook in hooks_of(procedure)]
    for body, meant in [(procedure.body, slots), *((step.body, slots) for step in procedure.steps), *heads]:
        for s in statements_of(body):
            if isinstance(s, core.Let) and speaks(s.value, meant):
                meant |= {s.slot}
            elif isinstance(s, core.Store) and s.field in fields and speaks(s.row, meant):
                return True
            elif isinstance(s, core.Invoke):
                params = program.procedures[s.procedure].params
                given = frozenset(param.slot for param, arg in zip(params, s.args, strict=False) if speaks(arg, meant))
                if given and sets(program, s.procedure, given, fields, seen):
                    return True
    return False


def speaks(expr: core.Expr, slots: frozenset[int]) -> bool:
    """Does it speak of what one of these slots holds?"""
    return any(isinstance(node, core.Local) and node.slot in slots for node in nodes(expr))
