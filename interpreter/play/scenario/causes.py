"""What may have kept from happening what a scenario expects: orders that came to nothing, phases that did not begin, who was not asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.lower.scenario.scenario_lines import Answer, ScenarioLine
from arbitre.interpreter.play.scenario.stage import Stage
from arbitre.interpreter.reference.actions.decisions import CANCELLED, FAILED, WAITING

MOST = 3  # orders that are named
MOST_LISTED = 12  # answers of those that could be given
Asked = tuple[int, str]  # whom, and what


def orders_lost(stage: Stage, expr: core.Expr) -> str:
    """The orders of those an expectation speaks of that failed, were cancelled or still wait, each with the line that did it."""
    rows = set(rows_spoken_of(stage, expr))
    lost = [said for actor, said in _lost(stage) if actor in rows]
    return phrase("; {0}", joined("; ", lost[:MOST])) if lost else ""


def winners_are(stage: Stage) -> str:
    """Who has won; of several, how a scenario expects that."""
    won, program = stage.match.winners, stage.machine.program
    names = ", ".join(won)
    if not won:
        return "nobody has won"
    if len(won) == 1:
        return phrase("the winners are {0}", names)
    if stage.match.state.winner_domain == program.seats and len(won) == program.domains[program.seats].size:
        return phrase("the winners are {0}: ‘expect everyone wins’", names)
    return phrase("the winners are {0}: ‘expect ({0}) wins’", names)


def listed(keys: Sequence[str]) -> str:
    """The first of what could be answered, and how many more."""
    shown = ", ".join(keys[:MOST_LISTED])
    return phrase("{0} and {1} more", shown, len(keys) - MOST_LISTED) if len(keys) > MOST_LISTED else shown


def not_a_question(stage: Stage, answer: Answer) -> str:
    """Of an answer that names an action, where the action is not asked for: it is the only one."""
    if answer.key not in [row.key for row in stage.machine.actions]:
        return ""
    return phrase("; ‘{0}’ alone can be done, so only what it is done with is asked", answer.key)


def rows_spoken_of(stage: Stage, expr: core.Expr) -> Iterator[tuple[int, int]]:
    """The rows whose fields a condition reads."""
    program, found = stage.machine.program, stage.match.state.locals
    for node in nodes(expr):
        if not isinstance(node, core.Read):
            continue
        match node.row:
            case core.Const(value=row):
                yield program.fields[node.field].domain, row
            case core.Local(slot=slot) if slot < len(found):
                yield program.fields[node.field].domain, found[slot]


def _lost(stage: Stage) -> Iterator[tuple[tuple[int, int], str]]:
    """Orders that were not carried out: of whom, and what became of them."""
    m, cells = stage.machine, stage.match.state.cells
    table, base = m.program.orders, m.layout.base
    if table is None:
        return
    domain = m.program.domains[table.domain]
    for order in range(domain.size):
        state = cells[base[table.state] + order]
        if not cells[base[domain.alive] + order] or state not in (WAITING, FAILED, CANCELLED):
            continue
        ready = m.action_of[cells[base[table.action] + order]]
        actor = ready.actors, cells[base[ready.action.order_fields[ready.action.actor]] + order]
        what, who = ready.action.name, m.row_key(*actor)
        if state == WAITING:
            yield actor, phrase("the order ‘{0}’ of {1} was never performed", what, who)
        elif state == CANCELLED and (place := stage.match.run.cancelled.get(order)) is not None:
            yield actor, phrase("the order ‘{0}’ of {1} was cancelled ({2}:{3})", what, who, place.file, place.line)
        elif state == CANCELLED:
            yield actor, phrase("the order ‘{0}’ of {1} was cancelled", what, who)
        else:
            yield actor, phrase("the order ‘{0}’ of {1} failed", what, who)


def not_asked(stage: Stage, answer: Answer, asked: Sequence[Asked], line: ScenarioLine) -> str:
    """Why a seat was asked nothing at a line where its answer stands: the match was over, its phase did not begin, others were asked."""
    match: Any = stage.match
    if match.state.over:
        return phrase("the match is over: {0}", ", ".join(match.winners) or "nobody")
    ready = next((r for r in stage.machine.actions if r.key == answer.order), None)
    if ready is not None and not any(what == f"‘{ready.action.offer}’" for _, what in asked):
        said = phrase("‘{0}’, in which ‘{1}’ is done, did not begin", ready.action.offer, ready.action.name)
        if answer.forbidden and ready.action.at_once and any(isinstance(stmt, core.Run) for stmt in line.stmts):
            said = phrase("{0}; if that is why it is refused, write ‘because during {1}’ behind it", said, ready.action.offer)
        return said
    others = {stage.seat_called(seat): what for seat, what in asked if seat != NONE}
    told = [phrase("{0} was asked {1}", who, what) for who, what in others.items()]
    return joined("; ", told[:MOST]) if told else "nobody was asked anything"


def left_over(count: int, face: object) -> str:
    """What is said of dice that nothing throws."""
    if count == 1:
        return phrase("1 die is left over: {0}", face)
    return phrase("{0} dice are left over, from {1}", count, face)


def too_late(stage: Stage, seat: int, now: int, here: str) -> str:
    """That an answer of a seat stands below the line at work, which is called ``here``."""
    late = (a for a in stage.plan.answers if a.line > now and not a.forbidden and a.seat == core.Const(a.seat.place, seat))
    answer = next(late, None)
    return "" if answer is None else phrase("; its answer in line {0} comes too late: write it above {1}", answer.place.line, here)
