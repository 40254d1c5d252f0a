"""What a scenario expects: each claim asked of the match as it stands, and what is told when it does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice
from typing import Any

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core import NONE, Text
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.lower.scenario.scenario_lines import Answer, Deed, ScenarioLine
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.code.machine import ReadyAction, Run
from arbitre.interpreter.explain.conditions import Account, ExprType
from arbitre.interpreter.explain.refusals import Attempt, Refusal, against_order, refusals
from arbitre.interpreter.play.scenario.causes import orders_lost, winners_are
from arbitre.interpreter.play.scenario.stage import Stage
from arbitre.interpreter.reference.actions import actions
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.trace import Record
from arbitre.interpreter.state.visibility import may_see

TOLD = 5  # other messages that are shown where one was not told
TRIED = 400  # ways to give an order that are looked at to say why none is offered
Position = tuple[int, int]  # in what has happened: the number of the record, and 0 just before it


class Claims:
    """The expectations of one scenario being played."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.machine, self.plan = stage, stage.machine, stage.plan

    @property
    def match(self) -> Any:
        return self.stage.match

    def holds(self, line: ScenarioLine) -> str:
        """What is wrong with a claim; nothing if it holds."""
        found: str = getattr(self, line.kind)(line)
        return found

    # ------------------------------------------------------------------------------------ conditions

    def account(self) -> Account:
        types = {slot: ExprType(type_.domain, type_.is_set, type_.kind == "flag") for slot, type_ in self.plan.names.values()}
        return Account(self.machine, self.match.run, self.match.state.locals, types, self.called)

    def called(self, domain: int, row: int) -> str:
        """The name that the scenario itself gives a row."""
        for name, (slot, type_) in self.plan.names.items():
            if type_.is_row and type_.domain == domain and self.match.state.locals[slot] == row and slot in self.stage.made:
                return name
        return ""

    def expect(self, line: ScenarioLine) -> str:
        assert line.expr is not None
        if bool(self.stage.value(line.expr)) == line.wanted:
            return ""
        if not line.wanted:
            return phrase("not as expected: ‘{0}’ holds", self.account().source(line.expr))
        found = self.account().deciding(line.expr, True)
        return phrase("not as expected: {0}{1}", joined("; ", [str(f) for f in found]), orders_lost(self.stage, line.expr))

    def wins(self, line: ScenarioLine) -> str:
        assert line.expr is not None
        state = self.match.state
        expected = self.stage.value(line.expr)
        domain = line.domain if expected or not line.lost else NONE
        won = state.over and state.winner_domain == domain and state.winners == expected
        if won == line.wanted:
            return ""
        if state.lost:
            return "everybody has lost"
        if state.over:
            return winners_are(self.stage)
        draw = not expected and not line.lost  # the empty set wins: nobody does, and the match is over
        return "the match goes on; ‘nobody wins’ expects that it is over, in a draw" if draw else "the match goes on"

    def goes_on(self, line: ScenarioLine) -> str:
        state = self.match.state
        if state.over != line.wanted:
            return ""
        if not state.over:
            return "the match goes on"
        return phrase("the match is over: {0}", "everybody has lost" if state.lost else winners_are(self.stage))

    # ------------------------------------------------------------------------------------ what was told and offered

    def told(self, line: ScenarioLine) -> str:
        """``not everyone told`` holds unless all were; nobody at all is ``nobody``, an audience of no seats."""
        assert line.expr is not None
        audience = set(rows_of(self.stage.value(line.expr)))
        log = self.match.run.log or []
        heard: set[int] = set()
        by_says = False
        others: list[Text] = []  # what those who should have heard it were told instead
        for record in log[self.stage.mark :] if line.recent else log:
            said = record.data.get("says") or record.data.get("reason")
            if said is None:
                continue
            seats = {seat for seat in self.match.seats() if may_see(record.audience, seat)}
            if any(line.text in text for text in said.every):
                heard |= seats
                by_says = by_says or record.kind != "tell"
            elif seats & (audience or seats):
                others.append(said)
        if (audience <= heard if audience else bool(heard)) == line.wanted:
            return ""
        if heard:
            names = ", ".join(self.match.seat_name(seat) for seat in sorted(heard))
            if line.wanted and by_says:
                return phrase(
                    "this was told to {0} only: a ‘says’ that names what is hidden reaches those who see it; "
                    "to tell all: ‘tell everyone ...’",
                    names,
                )
            return phrase("this was told to {0}", names)
        return phrase("nothing like that was told{0}", nearest(line.text, others))

    def told_before(self, line: ScenarioLine) -> str:
        """Each of those who are named heard the one before the other."""
        assert line.expr is not None
        log = self.match.run.log or []
        said = [(r, text) for r in log if (text := r.data.get("says") or r.data.get("reason")) is not None]
        for seat in rows_of(self.stage.value(line.expr)) or self.match.seats():
            heard = [(r.index, text) for r, text in said if may_see(r.audience, seat)]
            first, second = (
                next(((n, place) for n, text in heard if (place := max((one.find(wanted) for one in text.every), default=-1)) >= 0), None)
                for wanted in (line.text, line.then)
            )
            for wanted, found in ((line.text, first), (line.then, second)):
                if found is None:
                    others = [text for _, text in heard]
                    return phrase("‘{0}’ was not told to {1}{2}", wanted, self.match.seat_name(seat), nearest(wanted, others))
            if first is not None and second is not None and (first < second) != line.wanted:
                return phrase("‘{0}’ was told first", line.then if line.wanted else line.text)
        return ""

    def offered(self, line: ScenarioLine) -> str:
        assert line.expr is not None
        seat = self.stage.value(line.expr)
        ways = [r for r in self.machine.actions if line.text in (r.key, r.action.name)]
        if any(actions.able_actors(self.match.run, r, seat, NONE, {}) for r in ways) == line.wanted:
            return ""
        if not line.wanted:
            return "this is offered"
        return phrase("this is not offered{0}", self.why_not(ways[0], seat) if ways else "")

    def why_not(self, ready: ReadyAction, seat: int) -> str:
        """What stands against an action for the first who might do it: of one that takes something, what does whatever it is given."""
        rows = actions.rows_commanded(self.match.run, ready, seat, NONE)
        if not rows:
            return phrase(": {0} commands nobody who can", self.match.seat_name(seat))
        found = []
        for args in islice(ways_to(self.match.run, ready, rows[0]), TRIED):
            against = against_order(refusals(self.match.run, Attempt(ready, seat, args), self.account()))
            found.append({refusal.place: refusal for refusal in against})
        if not found:
            return ": there is nothing to give it"
        always = [place for place in found[0] if all(place in others for others in found)] if len(found) < TRIED else []
        told = [found[0][place].whatever(len({str(others[place]) for others in found}) > 1) for place in always]
        return phrase(": {0}", joined("; ", told or list(map(str, found[0].values()))[:2])) if found[0] else ""

    def ready(self, name: str) -> ReadyAction | None:
        return next((r for r in self.machine.actions if r.key == name), None)

    # ------------------------------------------------------------------------------------ what is refused

    def refused(self, line: ScenarioLine) -> str:
        assert line.answer is not None
        order = line.answer
        ready = self.ready(order.order)
        if ready is None:
            return phrase("there is no action ‘{0}’", order.order)
        seat = self.stage.value(order.seat)
        attempts = list(self.attempts(ready, seat, order))
        if not attempts and line.wanted:
            return phrase("no rule refuses this: {0} commands nobody who can do ‘{1}’", self.match.seat_name(seat), order.order)
        found = [refusals(self.match.run, attempt, self.account()) for attempt in attempts]
        if not line.wanted:  # turned round: it should be accepted
            return "" if any(not against_order(refused) for refused in found) and order.because is None else "this order is refused"
        return self.judged(found, order.because)

    def looked_at_later(self, line: ScenarioLine) -> bool:
        """Is this about an act done at once, and not about its phase?"""
        if line.kind != "refused" or line.answer is None or not line.wanted:
            return False
        ready, because = self.ready(line.answer.order), line.answer.because
        return ready is not None and ready.action.at_once and (because is None or because.form != "during")

    def barred(self, stmt: core.Stmt) -> list[Refusal]:
        """What stands against an action that a scenario does: a condition, a limit, a value that is none of those it may have."""
        ready = next((r for r in self.machine.actions if isinstance(stmt, core.Invoke) and r.action.procedure == stmt.procedure), None)
        if ready is None or not isinstance(stmt, core.Invoke):
            return []
        args = {position: self.stage.value(value) for position, value in enumerate(stmt.args)}
        frame = actions.blank(ready)
        for position, value in args.items():
            frame[ready.procedure.params[position].slot] = value
        attempt = Attempt(ready, ready.commander(self.match.run, frame), args)
        found: list[Refusal] = running.within(self.match.run, lambda x: refusals(x, attempt, self.account()))
        return against_order(found)

    @staticmethod
    def judged(found: list[list[Refusal]], because: t.Because | None) -> str:
        """Is every attempt refused, one of them at least for the reason that is given?"""
        form = next((r for refused in found for r in refused if not r.of_rules), None)
        if form is not None:
            return phrase("no rule refuses this: {0}", form)
        matching = because is not None and any(matches(r, because) for refused in found for r in refused)
        for refused in found:
            if not refused or (not matching and not against_order(refused)):
                return accepted(refused, because)
        if matching or because is None:
            return ""
        told = list({str(r): r for refused in found for r in refused if r.kind != "during"}.values())
        return phrase("it is refused for another reason: {0}; write ‘because {1}’", joined("; ", map(str, told)), told[0].reason)

    def attempts(self, ready: ReadyAction, seat: int, order: Answer) -> Iterator[Attempt]:
        """The order for each actor it may be meant for."""
        args: dict[int, int] = {}
        for position, param in enumerate(ready.procedure.params):
            if param.name in order.args:
                value = self.argument(param.domain, order.args[param.name])
                if value is not None:
                    args[position] = value
        actor = ready.action.actor
        commanded = actions.rows_commanded(self.match.run, ready, seat, NONE)
        for row in [args[actor]] if actor in args else commanded:
            taken, ordered = self.written(ready, seat, row, order)
            yield Attempt(ready, seat, {**args, actor: row}, taken, ordered)

    def argument(self, domain: int, said: tuple[str, core.Expr | None, int]) -> int | None:
        key, value, _ = said
        if value is not None:
            return self.stage.value(value)
        if domain == NONE:
            return int(key) if key.lstrip("-").isdigit() else None
        kind = self.machine.program.domains[domain]
        if kind.board is not None:
            found = next((cell for cell in range(kind.size) if kind.board.label(cell) == key), None)
            if found is not None:
                return found
        if key.isdigit() and kind.name == "direction":
            return int(key) % max(1, kind.size)
        return next((row for row in range(kind.size) if self.machine.row_key(domain, row) == key), None)

    def written(self, ready: ReadyAction, seat: int, row: int, order: Answer) -> tuple[dict[tuple[int, int], set[int]], int]:
        """What the lines above order for the same turn: the actions of each actor, and how often this one's this very action."""
        taken: dict[tuple[int, int], set[int]] = {}
        ordered = 0
        for other in self.stage.open_orders(seat, order.number):
            known = self.ready(other.order)
            if known is None:
                continue
            actor = known.procedure.params[known.action.actor]
            if actor.name in other.args:
                value = self.argument(actor.domain, other.args[actor.name])
                rows = [] if value is None else [value]
            else:
                rows = actions.rows_commanded(self.match.run, known, seat, NONE)
                rows = rows if len(rows) == 1 else []
            for one in rows:
                taken.setdefault((known.actors, one), set()).add(known.action.index)
                ordered += known is ready and one == row
        return taken, ordered

    # ------------------------------------------------------------------------------------ what has happened

    def before(self, line: ScenarioLine) -> str:
        first, second = (list(self.happened(deed)) for deed in line.deeds)
        for deed, found in zip(line.deeds, (first, second), strict=True):
            if not found:
                return phrase("‘{0}’ never happened", deed.name)
        if (first[0] < second[0]) == line.wanted:
            return ""
        return phrase("‘{0}’ happened first", line.deeds[1].name) if line.wanted else phrase("‘{0}’ happened first", line.deeds[0].name)

    def happens(self, line: ScenarioLine) -> str:
        count = len(list(self.happened(line.deeds[0])))
        return (
            ""
            if (count == line.times) == line.wanted
            else phrase("‘{0}’ happened {1} time{2}", line.deeds[0].name, count, "s" if count != 1 else "")
        )

    def happened(self, deed: Deed) -> Iterator[Position]:
        """Where in the course of the scenario something happened; what was prevented did not."""
        if deed.agenda != NONE:
            given = {slot: self.stage.value(expr) for slot, expr in deed.given.items()}
            for agenda, step, at, frame in self.stage.deeds:
                if agenda == deed.agenda and step in deed.steps and all(frame[slot] == value for slot, value in given.items()):
                    yield at, 0
            return
        log: list[Record] = self.match.run.log or []
        prevented = {r.cause for r in log if r.kind == "prevented"}
        wanted = {name: self.stage.value(expr) for name, expr in deed.args.items()}
        for record in log:
            if record.kind == "agenda" and record.name == deed.name and not wanted:
                yield record.index, 1
            elif record.kind == "call" and record.name == deed.name and record.index not in prevented:
                if all(record.data["args"].get(name) == value for name, value in wanted.items()):
                    yield record.index, 1

    def dice(self, line: ScenarioLine) -> str:
        """Exactly these were thrown for what is named, or at all, in this order."""
        wrong = []
        for label, faces in line.throws:
            thrown = [face for r in self.match.run.log or [] if r.kind == "roll" and label in ("", r.name) for face in r.data["faces"]]
            if (thrown == list(faces)) != line.wanted:
                shown = " ".join(map(str, thrown)) or "none"
                wrong.append(phrase("the dice thrown{0} are {1}", phrase(" for ‘{0}’", label) if label else "", shown))
        return joined("; ", wrong) if wrong else ""

    def totals(self, line: ScenarioLine) -> str:
        """The two sums of the last such contest."""
        found = [r.data["totals"] for r in self.match.run.log or [] if r.kind == "call" and r.name == line.text and "totals" in r.data]
        if not found:
            return phrase("‘{0}’ was never rolled", line.text)
        wanted = tuple(self.stage.value(side) for side in line.sides)
        return "" if (tuple(found[-1]) == wanted) == line.wanted else phrase("the totals are {0} against {1}", found[-1][0], found[-1][1])


def accepted(refused: list[Refusal], because: t.Because | None) -> str:
    """Of an order that no rule keeps from being given: what may still come in its way."""
    needs = next((r for r in refused if r.kind == "needs"), None)
    if needs is not None and because is None:
        return phrase("this order is accepted; it would fail when it is performed: {0}; write ‘because {1}’", needs, needs.reason)
    if needs is not None:
        return phrase("it is refused for another reason: {0}; write ‘because {1}’", needs, needs.reason)
    phase = next((r for r in refused if r.kind == "during"), None)
    if phase is not None:
        text = phrase("only its phase stands against it: ‘{0}’ is not under way", phase.name)
        return phrase("{0}; write it above the line that plays this phase: it is checked when the side that gives it is asked", text)
    return "this order is accepted"


def nearest(wanted: str, told: list[Text]) -> str:
    """What was told instead, the most alike first."""

    def likeness(said: str) -> float:
        return SequenceMatcher(None, wanted.lower(), said.lower()).ratio()

    best: dict[str, float] = {}
    for text in told:
        said = max(text.every, key=likeness, default="")
        if said:
            best[said] = likeness(said)
    found = sorted(best, key=lambda said: -best[said])
    if not found:
        return ": nothing was told at all; that somebody was shown a value by ‘tell WHO VALUE’ is asked by ‘expect WHO knows VALUE’"
    more = phrase(" and {0} more", len(found) - TOLD) if len(found) > TOLD else ""
    return phrase("; what was told, the nearest first: {0}{1}", ", ".join(f"‘{said}’" for said in found[:TOLD]), more)


def ways_to(x: Run, ready: ReadyAction, actor: int) -> Iterator[dict[int, int]]:
    """What an actor might give an action, whether it fits or not: its arguments by position."""

    def filled(rank: int, args: dict[int, int], frame: list[int]) -> Iterator[dict[int, int]]:
        if rank == len(ready.rank):
            yield args
            return
        position = ready.rank[rank]
        for value in actions.candidates(x, ready, frame, position):
            frame[ready.procedure.params[position].slot] = value
            yield from filled(rank + 1, {**args, position: value}, frame)

    frame = actions.blank(ready)
    frame[ready.procedure.params[ready.action.actor].slot] = actor
    try:
        yield from filled(1, {ready.action.actor: actor}, frame)
    except RulebookError:  # what it could be given depends on what is not there
        return


def matches(refusal: Refusal, because: t.Because) -> bool:
    """Is this the reason a scenario gives?"""
    word = str(because.word)
    match because.form:
        case "told":
            return refusal.said is not None and any(word in text for text in refusal.said.every)
        case "instead of":
            return refusal.kind == "instead" and refusal.name == word
        case "during":
            return refusal.kind == "during" and refusal.name == word
    return refusal.kind in ("limit", "again") if word == "limit" else word in refusal.names
