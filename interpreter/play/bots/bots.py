"""Players that need no person: one answers by lot, one looks a step ahead."""

from __future__ import annotations

from arbitre.dsl.core import Apply, Const, Expr, Text
from arbitre.dsl.diagnostics.position import NOWHERE
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import Knowledge, knowledge, sample_from, sample_world
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.trials import AHEAD, ALIKE, DECIDED, ENOUGH, LOST, SAMPLES, SURELY, WIDE


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
    """What the rulebook says appeals most; where it does not say, each answer tried on copies, and the best one kept.

    The copies hold what the seat may know and nothing else.
    """
    options = given_by_bots(request)
    if len(options) == 1:
        return options[0]
    known = knowledge(match, request)
    said: list[Request] = []
    world = sample_from(known, rng, lambda copy: said.append(appraised(copy, request, hints=False)))
    if world is None:
        return rng.choice(options)
    return decided(known, world, said[-1], options, rng)


def decided(known: Knowledge, world: Match, asked: Request, options: list[int], rng: Lots) -> int:
    """What greedy answers, in a world in which its options were appraised."""
    options = hopeful(asked, options)
    if asked.appeals:
        most = max(asked.appeals[position] for position in options)
        return rng.choice([position for position in options if asked.appeals[position] == most])
    if len(options) > WIDE:
        options = sorted(rng.sample(options, WIDE))
    return best_tried(known, world, options, rng)


def hopeful(asked: Request, options: list[int]) -> list[int]:
    """The options but those whose orders can only fail, as far as their giver can know."""
    return [position for position in options if position not in asked.doomed] or options


def best_tried(known: Knowledge, world: Match, options: list[int], rng: Lots) -> int:
    """The option that leads to the greatest worth on average over a few worlds; every option is tried on the same ones.

    Where chance has its part the better half is tried on more worlds, and the better half of those again, without what is clearly behind.
    """
    totals, left, worlds = dict.fromkeys(options, 0), options, 0
    came: dict[int, list[int]] = {option: [] for option in options}
    for samples in SAMPLES:
        for _ in range(max(2, samples // max(1, len(left) // 8))):
            seed, chance = rng.word(), False
            for option in left:
                value, by_chance = tried(world, known.request, option, Lots(seed))
                totals[option] += value
                came[option].append(value)
                chance = chance or by_chance
            if not chance and known.whole:  # nothing was thrown, and nothing left to others: it always comes to the same
                return max(left, key=lambda option: (totals[option], rng.word()))
            worlds += 1
            if worlds == ALIKE and len(set(totals.values())) == 1:  # nothing tells them apart, and worlds are dear
                return rng.choice(left)
            if worlds >= ENOUGH:
                best = max(left, key=lambda option: totals[option])
                left = [option for option in left if not is_beaten(came[best], came[option])]
                if len(left) == 1:
                    return left[0]
            another = sample_from(known, rng)
            world = another if another is not None else world
        left = sorted(left, key=lambda option: (-totals[option], rng.word()))[: max(1, (len(left) + 1) // 2)]
        if len(left) == 1:
            break
    return max(left, key=lambda option: (totals[option], rng.word()))


def is_beaten(best: list[int], other: list[int]) -> bool:
    """Is one less, world for world, by more than chance makes of it?"""
    less = [max(-DECIDED, min(DECIDED, one - two)) for one, two in zip(best, other, strict=True)]
    total, worlds = sum(less), len(less)
    return total > 0 and total * total * (worlds - 1 + SURELY) > SURELY * worlds * sum(one * one for one in less)


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


def tried(world: Match, request: Request, option: int, rng: Lots) -> tuple[int, bool]:
    """What an answer leads to in a world, and whether chance was part of it.

    It goes on to the end of its statement and then to the next question, but no further than the agenda that asks.
    """
    trial = world.clone()
    trial.check_always = False
    trial.until = max((at for at, entry in enumerate(world.state.stack) if entry[0] == "A"), default=-1)
    rolls, others = trial.state.rolls, False
    try:
        trial.answer(request.id, request.options[option].key)
        given = len(world.tape.answers)
        for _ in range(AHEAD):
            if not trial.requests or len(trial.tape.answers) > given:  # nothing happens before a statement has all its answers
                break
            following = trial.requests[0]
            trial.answer(following.id, by_lot(trial, following, rng) if following.seat == request.seat else quick(trial, following, rng))
            others = True
    except RulebookError:
        return LOST, True
    return worth(trial, request.seat), others or trial.state.rolls > rolls or trial.answers.thrown > world.answers.thrown


def quick(match: Match, request: Request, rng: Lots) -> int:
    """What another seat is supposed to do, where what it does is not looked into: be silent if it may, else anything."""
    return request.default if request.options[-1].key == "done" and request.default is not None else by_lot(match, request, rng)
