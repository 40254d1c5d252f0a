"""Players that need no person: one answers by lot, one looks a step ahead."""

from __future__ import annotations

import random
from collections.abc import Callable

from dsl.core import Apply, Const, Expr
from dsl.diagnostics.position import NOWHERE
from interpreter.match.match import Match
from interpreter.state.errors import RulebookError
from interpreter.state.requests import Request

SAMPLES, AHEAD = 2, 4  # copies tried for each answer; what else the same statement asks is answered by lot, so often at most

Bot = Callable[[Match, Request, random.Random], int]


def by_lot(match: Match, request: Request, rng: random.Random) -> int:
    """Any answer that bots give; several steps in one are for persons, a bot by lot takes the steps themselves."""
    plain = [position for position in given_by_bots(request) if not request.options[position].shortcut]
    return rng.choice(plain) if plain and len(plain) < len(request.options) else rng.randrange(len(request.options))


def given_by_bots(request: Request) -> list[int]:
    """The options but those that a rulebook keeps for persons: to give up, to vote for a draw."""
    open_ = [position for position, option in enumerate(request.options) if not option.shunned]
    return open_ or list(range(len(request.options)))


def worth(match: Match, seat: int) -> float:
    """How well a seat stands: won or lost, else the rulebook's value ``worth`` of it, if it defines one."""
    if match.state.over:
        if not match.state.winners:
            return 0.0
        domain = match.state.winner_domain
        if domain == match.program.seats:
            return 1e6 if match.state.winners >> seat & 1 else -1e6
        for group, field in match.program.groups:
            if group == domain:
                fixed = match.machine.layout.constant[field]
                row = fixed[seat] if fixed is not None else match.state.cells[match.machine.layout.base[field] + seat]
                return 1e6 if row >= 0 and match.state.winners >> row & 1 else -1e6
    worths = match.machine.worths
    if seat not in worths:
        found = (
            f for f in match.program.functions if f.name == "worth" and len(f.params) == 1 and f.params[0].domain == match.program.seats
        )
        call: Expr = next((Apply(NOWHERE, f.index, (Const(NOWHERE, seat),)) for f in found), Const(NOWHERE, 0))
        worths[seat] = match.machine.expr(call)
    return float(worths[seat](match.run, []))


def greedy(match: Match, request: Request, rng: random.Random) -> int:
    """What the rulebook says appeals most; where it does not say, each answer tried on a copy, and the best one kept."""
    appeals = appeals_of(match, request)
    if appeals:
        most = max(appeals[position] for position in given_by_bots(request))
        return rng.choice([position for position in given_by_bots(request) if appeals[position] == most])
    options = given_by_bots(request)
    if len(options) > 24:
        options = sorted(rng.sample(options, 24))
    best, chosen = -1e18, options[0]
    for option in options:
        total = 0.0
        for sample in range(SAMPLES):
            total += _try(match, request, option, rng.randrange(1 << 30) + sample, rng)
        total += rng.random() * 1e-3
        if total > best:
            best, chosen = total, option
    return chosen


def appeals_of(match: Match, request: Request) -> tuple[int, ...]:
    """How much each option appeals, by the rulebook's own ``appeal`` and ``preferring`` lines; empty where it has none."""
    return appraised(match, request, hints=False).appeals


def appraised(match: Match, request: Request, hints: bool = True) -> Request:
    """The same question, with what its options are worth and, for persons, what the rulebook says beside each (``hint``)."""
    trial = match.clone()
    trial.run.appraise, trial.run.hinting = True, hints
    try:
        trial.go_on()
    except RulebookError:  # a hint that takes too long to reckon is left out: the question can be answered without
        if hints:
            return appraised(match, request, hints=False)
        raise
    return next((r for r in trial.requests if r.id == request.id and len(r.options) == len(request.options)), request)


def _try(match: Match, request: Request, option: int, seed: int, rng: random.Random) -> float:
    trial = match.clone(seed=seed)
    trial.check_always = False
    try:
        trial.answer(request.id, option)
        given = len(match.tape.answers)
        for _ in range(AHEAD):
            if not trial.requests or len(trial.tape.answers) > given:  # nothing happens before a statement has all its answers
                break
            following = trial.requests[0]
            trial.answer(following.id, rng.randrange(len(following.options)))
    except RulebookError:
        return -1e9
    return worth(trial, request.seat)


BOTS: dict[str, Bot] = {"random": by_lot, "greedy": greedy}


def choose(match: Match, request: Request, kind: str, rng: random.Random) -> int:
    """The position of the option a bot of this kind takes."""
    return BOTS[kind](match, request, rng)
