"""Which of the facts that a scenario gives broke a law: the one since which it does not hold, and those that then had a say in it."""

from __future__ import annotations

from collections.abc import Sequence

from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.lower.scenario.scenario_lines import ScenarioLine
from arbitre.interpreter.code.broken import Broken
from arbitre.interpreter.explain.conditions import Account
from arbitre.interpreter.play.scenario.claims import Claims
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.state import State

MOST = 3  # lines that are named
Given = Sequence[tuple[ScenarioLine, State]]  # each line that was given, and how things stood before it


def stopped(claims: Claims, error: RulebookError, given: Given = ()) -> str:
    """What a rule stopped at; of a law what failed of it, and by which facts: a scenario keeps no secrets from whoever writes it."""
    if not isinstance(error, Broken):
        return error.text
    found = accounted(claims, error)
    text = phrase("{0}: {1}", error.text, joined("; ", found)) if found else error.text
    return phrase("{0}{1}", text, broken_by(claims, error, given)) if given else text


def broken_by(claims: Claims, error: Broken, given: Given) -> str:
    """What is said of the lines that broke a law, once all of them are given."""
    lines = [line for line, _ in given]
    states = [*(state for _, state in given), claims.match.state]
    last = max((n for n, state in enumerate(states) if holds(claims, error, state)), default=-1)
    if last == len(lines):  # it speaks of more than the state: of what is under way
        return ""
    changed = [n for n in range(last + 1, len(lines)) if looked_at(claims, error, states[n], states[n + 1])]
    deciding = [n for n in changed if has_a_say(claims, error, states[n], states[n + 1])] or changed
    after = joined(", ", [claims.stage.called(lines[n]) for n in deciding[:MOST]])
    if len(deciding) > MOST:
        after = phrase("{0} and {1} more", after, len(deciding) - MOST)
    if last >= 0:
        first = claims.stage.called(lines[last])
        return (
            phrase("; it held before {0}, and still does not after {1}", first, after) if after else phrase("; it held before {0}", first)
        )
    if after:
        return phrase("; it did not hold at the start either, and still does not after {0}", after)
    return "; it did not hold at the start either, and no ‘given’ line changes what it looks at"


def accounted(claims: Claims, error: Broken) -> list[str]:
    """What fails of a law as things stand, part by part."""
    account = Account(claims.machine, claims.match.run, error.frame, {}, claims.called)
    return [str(failure) for failure in account.failing(error.rule.test)]


def holds(claims: Claims, error: Broken, state: State) -> bool:
    """Does a law hold as things stood?"""
    run, now = claims.match.run, claims.match.state
    test = next(test for one, test in claims.machine.always if one is error.rule)
    run.use(state)
    try:
        return bool(test(run, [0] * error.rule.slots))
    except RulebookError:  # it asks for what is not there yet
        return False
    finally:
        run.use(now)


def looked_at(claims: Claims, error: Broken, before: State, after: State) -> bool:
    """Does a law look at any field that a line has changed?"""
    always = claims.machine.always
    return any(one is error.rule for one, _ in always.among(always.affected(before.cells, after.cells)))


def has_a_say(claims: Claims, error: Broken, before: State, after: State) -> bool:
    """Would something else fail of a law without what a line has changed?"""
    run, now = claims.match.run, claims.match.state
    without = now.copy()
    for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old != new:
            without.cells[cell] = old
    said = accounted(claims, error)
    run.use(without)
    try:
        return accounted(claims, error) != said
    except RulebookError:
        return True
    finally:
        run.use(now)
