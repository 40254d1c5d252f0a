"""Two worlds that differ only in what a side may not know: it must be asked the same, offered the same, and wait for the same.

What is looked at is a question at the head of a statement, before anything has happened in it: whatever has come out by then has come out
in both.  Fields that values and actions say they ``reveal`` are left as they are; whether they may, the check at load and a person decide.
"""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl.core.walk import bodies_of, statements_of
from arbitre.dsl.diagnostics.said import phrase
from arbitre.interpreter.hunt.faults import LEAKS, SETUP, Fault
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.play.bots.determinisation import Knowledge, bare, clean, knowledge, secretive
from arbitre.interpreter.state.errors import AnswerError, RulebookError
from arbitre.interpreter.state.lots import Lots
from arbitre.interpreter.state.requests import Request
from arbitre.interpreter.state.visibility import may_see

NOTHING_YET = ("step", "agenda")  # what is noted before anything has happened
WORLDS = 4  # that the match as it is is held against at one question
SHOWN = 6  # options that are told

Seen = list[tuple[int, str, tuple[str, ...]]]  # the questions: seat, what is decided, and one's own options


def shown(program: core.Program) -> set[str]:
    """The fields that values and actions say they reveal."""
    lines = [line for function in program.functions for line in function.reveals]
    for procedure in program.procedures:
        if procedure.kind == "action":
            lines += [line for line in statements_of(procedure.body) if isinstance(line, core.Reveal)]
    return {name for line in lines for name in line.names}


def unknown(known: Knowledge, open_: set[str]) -> bool:
    """Leaves what is hidden and may be shown as it is; is anything left that can differ?"""
    domains = known.match.program.domains
    known.leave_open(
        cell for cell, column in known.hidden.items()
        if column.name in open_ or f"{domains[column.domain].name}.{column.name}" in open_
    )  # fmt: skip
    return bool(known.hidden)


def leak(match: Match, open_: set[str], rng: Lots) -> Fault | None:
    """What the side of the open question can tell two worlds apart by, or another side by whom the match waits for, if anything."""
    if not match.requests or match.answers.given or match.answers.thrown or not secretive(match.machine):
        return None
    request = match.requests[0]
    found = told_apart(match, request, open_, rng)
    others = [seat for seat in match.seats() if seat != request.seat]
    if found is not None or not others:
        return found
    return told_apart(match, replace(request, seat=rng.choice(others)), open_ | meant(match.program), rng, beside=True)


def meant(program: core.Program) -> set[str]:
    """The fields that any rule says it reveals: that somebody is asked may be what it means."""
    lines = [line for p in program.procedures for body in bodies_of(p) for line in statements_of(body) if isinstance(line, core.Reveal)]
    return {name for line in lines for name in line.names}


def told_apart(match: Match, request: Request, open_: set[str], rng: Lots, beside: bool = False) -> Fault | None:
    """What a side can tell two worlds apart by; ``beside``: it is another that is asked."""
    known = knowledge(match, request)
    if not unknown(known, open_):
        return None
    first = asked(known, [], beside)
    for _ in range(WORLDS if first is not None else 0):
        other = asked(known, exchanged(known, rng), beside)
        if other is not None and other != first:
            assert first is not None
            return Fault(LEAKS, request.place, told(match, request, first, other), match.tape.seed, SETUP)
    return None


def exchanged(known: Knowledge, rng: Lots) -> list[tuple[int, int]]:
    """Two hidden values of one field change places, or a mark that all or none bear is on another row: cells with their new values."""
    cells = list(known.hidden)
    one = rng.choice(cells)
    column, now = known.hidden[one], known.match.state.cells
    alike = [cell for cell in cells if known.hidden[cell] is column and now[cell] != now[one]]
    if alike:
        other = rng.choice(alike)
        return [(one, now[other]), (other, now[one])]
    return [(one, 1 - now[one])] if column.is_flag else []


def asked(known: Knowledge, changed: list[tuple[int, int]], beside: bool = False) -> Seen | None:
    """What the side is asked and sees others asked in such a world; None where something happens first, or no match comes to it.

    ``beside``: what happens unseen by it counts for nothing.  So a question that has one answer only, and is not asked, shows by whom
    the match waits for instead.
    """
    copy = bare(known, 0, None)
    for cell, value in changed:
        copy.state.cells[cell] = value
    if not all(test(copy.run, [0] * law.slots) for law, test in copy.machine.always):
        return None
    clean(copy, known)
    copy.run.log, copy.requests = [], []
    try:
        copy.go_on()
    except (RulebookError, AnswerError):
        return None
    happened = [record for record in (*copy.run.log, *copy.abandoned) if record.kind not in NOTHING_YET]
    if any(not beside or may_see(record.audience, known.seat) for record in happened):
        return None
    return [
        (r.seat, r.decision, tuple(option.key for option in r.options) if r.seat == known.seat else ())
        for r in sorted(copy.requests, key=lambda r: (r.seat, r.spot))
    ]


def told(match: Match, request: Request, one: Seen, two: Seen) -> str:
    """What differs, in words."""
    seat = match.seat_name(request.seat)
    waits = [sorted({who for who, _, _ in seen}) for seen in (one, two)]
    if waits[0] != waits[1]:
        names = [", ".join(map(match.seat_name, who)) for who in waits]
        return phrase("something hidden from {0} is given away: the match waits for {1}, or for {2}", seat, *names)
    mine = [{option for who, _, options in seen if who == request.seat for option in options} for seen in (one, two)]
    only = [", ".join(sorted(mine[n] - mine[1 - n])[:SHOWN]) or "-" for n in (0, 1)]
    if mine[0] != mine[1]:
        return phrase("something hidden from {0} is given away: {1} is offered in one case only, {2} only in another", seat, *only)
    return phrase("something hidden from {0} is given away by the questions it is asked, or by their order", seat)
