"""Players that need no person: one answers by lot, one looks a step ahead."""

from __future__ import annotations

from arbitre.dsl.core import Apply, Const, Expr, Text
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import sample_world
from arbitre.interpreter.play.bots.rollouts import Ahead, deciding, runner_for
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import DECIDED


def by_lot(match: Match, request: Request, rng: Lots) -> int:
    """Any answer that bots give; several steps in one are for persons, a bot by lot takes the steps themselves."""
    plain = [position for position in given_by_bots(request) if not request.options[position].shortcut]
    return rng.choice(plain) if plain and len(plain) < len(request.options) else rng.below(len(request.options))


def given_by_bots(request: Request) -> list[int]:
    """The options but those that a rulebook keeps for persons: to give up, to vote for a draw."""
    open_ = [position for position, option in enumerate(request.options) if not option.shunned]
    return open_ or list(range(len(request.options)))


def stands(match: Match, seat: int) -> int:
    """1 if a seat has won, by itself or with what it belongs to; -1 if others have, or all have lost; 0 in a draw, and until the end."""
    if match.state.lost:
        return -1
    if not match.state.over or not match.state.winners:
        return 0
    domain = match.state.winner_domain
    if domain == match.program.seats:
        return 1 if match.state.winners >> seat & 1 else -1
    for group, field in match.program.groups:
        if group == domain:
            fixed = match.machine.layout.constant[field]
            row = fixed[seat] if fixed is not None else match.state.cells[match.machine.layout.base[field] + seat]
            return 1 if row >= 0 and match.state.winners >> row & 1 else -1
    return 0


def worth(match: Match, seat: int) -> int:
    """How well a seat stands: won or lost, else the rulebook's value ``worth`` of it, if it defines one."""
    if match.state.over:
        return DECIDED * stands(match, seat)
    worths = match.machine.worths
    if seat not in worths:
        found = (
            f for f in match.program.functions if f.name == "worth" and len(f.params) == 1 and f.params[0].domain == match.program.seats
        )
        call: Expr = next((Apply(NOWHERE, f.index, (Const(NOWHERE, seat),)) for f in found), Const(NOWHERE, 0))
        worths[seat] = match.machine.expr(call)
    return int(worths[seat](match.run, []))


def greedy(match: Match, request: Request, rng: Lots) -> int:
    """What the rulebook says appeals most; where it does not say, each answer is tried, and the best one kept.

    The compiled executor finds it (:mod:`arbitre.interpreter.wasm.runtime.search.trials`), from what the seat may know.
    """
    options = given_by_bots(request)
    if len(options) == 1:
        return options[0]
    with deciding(match.machine):
        ahead = question_in_module(match, request)
        found = ahead.greedy(rng.state) if ahead is not None else None
        if ahead is not None and found is not None:
            rng.state = ahead.lots
            return found
    return plainly(match, request, rng)


def question_in_module(match: Match, request: Request) -> Ahead | None:
    """A question in the compiled executor; None where it cannot come to it there."""
    runner = runner_for(match.machine)
    if runner is None:
        return None
    ahead = Ahead(runner, match, request)
    return ahead if ahead.tell() else None


def plainly(match: Match, request: Request, rng: Lots) -> int:
    """What a bot answers where the compiled executor cannot say: what appeals most, as far as its seat can know; else anything.

    That is where nothing runs modules or the module would be too large, where a state does not fit into its memory, where questions are
    asked together within others, and where dice on the table came from elsewhere than a seed.
    """
    world = sample_world(match, request, rng)
    asked = appraised(world, request, hints=False) if world is not None else request
    options = hopeful(asked, given_by_bots(request))
    if asked.appeals:
        most = max(asked.appeals[position] for position in options)
        options = [position for position in options if asked.appeals[position] == most]
    return rng.choice(options)


def hopeful(asked: Request, options: list[int]) -> list[int]:
    """The options but those whose orders can only fail, as far as their giver can know."""
    return [position for position in options if position not in asked.doomed] or options


def hints_of(match: Match, request: Request) -> tuple[Text, ...]:
    """What the rulebook says beside each option, for the seat that is asked: computed from what it may know and nothing else."""
    world = sample_world(match, request, Lots(request.id))
    return appraised(world, request).hints if world is not None else ()


def ask_again(match: Match, part: tuple[int, ...] | None = None) -> None:
    """From now on its questions say what bots like; those that wait already are asked once more.

    ``part``: only the questions of this part of what is done at once.
    """
    match.run.appraise, match.run.part = True, part
    waits = match.answers.waits
    match.answers.waits = {at: wait for at, wait in waits.items() if at != part[: len(at)]} if part is not None else {}


def appraised(match: Match, request: Request, hints: bool = True) -> Request:
    """The same question, with what its options are worth and, for persons, what the rulebook says beside each (``hint``).

    What others are asked meanwhile has no appeals: in a sampled world, whether it could have says nothing of this question.
    """
    trial = match.clone()
    ask_again(trial, request.path)
    trial.run.hinting = hints
    try:
        trial.go_on()
    except RulebookError:  # a hint that takes too long to compute is left out: the question can be answered without
        if hints:
            return appraised(match, request, hints=False)
        raise
    return next((r for r in trial.requests if r.id == request.id and len(r.options) == len(request.options)), request)
