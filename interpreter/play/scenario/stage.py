"""A scenario on its stage: the match it speaks of, and what its lines mean there."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import in_all_languages, phrase
from arbitre.dsl.lower.scenario.scenario_lines import Answer, ScenarioLine, ScenarioPlan
from arbitre.dsl.resolve.types import Ty
from arbitre.interpreter.agendas import stepper as running
from arbitre.interpreter.code.machine import Began, Machine, ReadyAction
from arbitre.interpreter.match.match import Match
from arbitre.interpreter.state.dice import Script
from arbitre.interpreter.state.errors import RulebookError
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Option, Request
from arbitre.interpreter.state.state import State
from arbitre.interpreter.state.trace import Record


@dataclass(slots=True)
class Outcome:
    """What came of a scenario.  ``measures``: values of the ``measure`` lines, jointly, with their exact chance."""

    name: str
    place: Place
    clauses: list[str]
    failures: list[tuple[Place, str]] = field(default_factory=list)
    measures: list[tuple[tuple[int, ...], Fraction]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    claims: int = 0  # expectations that were asked
    idle: list[Place] = field(default_factory=list)  # those that hold turned round as well

    @property
    def ok(self) -> bool:
        return not self.failures


@dataclass(frozen=True, slots=True)
class Shot:
    """How things stood at a ``picture`` of a scenario: what had happened by then, and which rows each part of it shows.

    ``shown``: for each part the kind of its rows and the rows, and of an arrow those it leads to.
    """

    line: ScenarioLine
    state: State
    records: int
    shown: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = ()


def told(fault: Message) -> str:
    """A fault of the file as the failure of its scenarios."""
    return phrase("{0}. {1}", fault.text, fault.hint) if fault.hint else fault.text


@dataclass(slots=True)
class Ordered:
    """An order of an action whose parts are asked for.  ``calls``: how often the action had been done before."""

    order: Answer
    calls: int
    asked: set[str] = field(default_factory=set)
    meant: dict[str, int | str] = field(default_factory=dict)  # what the order says of each part: a row or a number, else its key


class Unscripted(Exception):
    """A scenario comes to a question or a throw that it does not answer."""

    def __init__(self, text: str, place: Place) -> None:
        self.text, self.place = text, place
        super().__init__(text)


class Stage:
    """One scenario, its match, and the answers it still has to give."""

    def __init__(self, machine: Machine, plan: ScenarioPlan, outcome: Outcome) -> None:
        self.machine, self.plan, self.outcome = machine, plan, outcome
        self.script = Script(plan.dice)
        self.match = Match(machine, dice=self.script, start=False)
        self.match.state.locals = [0] * (plan.slots + 4)
        self.answers: dict[int, list[Answer]] = {}
        self.partial: dict[int, Ordered] = {}  # the order of each seat whose arguments are asked for
        self.ordered: list[Ordered] = []  # the orders that the statement at work was given
        self.deeds: list[Began] = []  # steps that began
        self.made: set[int] = set()  # slots of what the scenario has named so far
        self.mark = 0
        self.shots: list[Shot] = []  # the pictures of the scenario so far
        self.begun: Shot | None = None  # how things stood before anything was played or done

    def seat_called(self, seat: int) -> str:
        """What a side is called, to each reader in their language."""
        title = self.machine.row_title(self.machine.program.seats, seat)
        return in_all_languages(title.said) if title else self.match.seat_name(seat)

    def picture(self, line: ScenarioLine) -> None:
        """Keeps how things stand."""
        run = self.match.run

        def rows(spot: tuple[core.Expr, Ty]) -> tuple[int, tuple[int, ...]]:
            expr, type_ = spot
            value: int = running.within(run, lambda x: self.machine.expr(expr)(x, x.state.locals))
            return type_.domain, tuple(rows_of(value)) if type_.is_set else (value,) if value >= 0 else ()

        shown = tuple(tuple(rows(spot) for spot in (part.what, part.to) if spot is not None) for part in line.shown)
        self.shots.append(Shot(line, self.match.state.copy(), len(run.log or ()), shown))

    def fits(self, request: Request, answer: Answer) -> int | None:
        if answer.order:
            return request.find(answer.order) if "done" in [o.key for o in request.options] or request.decision else None
        return self.first_offered(request, answer)

    def first_offered(self, request: Request, answer: Answer) -> int | None:
        """What an answer says that is offered here: the first of what it would choose, or yes and no by its condition."""
        if answer.when is not None:
            run = self.match.run
            return request.find("yes" if self.machine.expr(answer.when)(run, run.state.locals) else "no")
        for key, value, domain in ((answer.key, answer.value, answer.domain), *answer.otherwise):
            found = self.match_option(request, key, value, domain)
            if found is not None:
                return found
        return None

    def match_option(self, request: Request, key: str, value: core.Expr | None, domain: int) -> int | None:
        if value is not None:
            wanted = self.value(value)
            for position, option in enumerate(request.options):
                if option.value == wanted and (domain == NONE or option.domain == domain):
                    return position
            if not key:
                return None
        found = request.find(key)
        if found is None and key:
            found = next((i for i, o in enumerate(request.options) if key in self.other_names(o)), None)
        return found

    def other_names(self, option: Option) -> tuple[str, ...]:
        """A cell with a name is also known by its place, a direction by its number."""
        if option.domain == NONE:
            return ()
        domain = self.machine.program.domains[option.domain]
        if domain.board is not None:
            return (domain.board.label(option.value),)
        return (str(option.value),) if domain.name in ("direction", "vertex") else ()

    def value(self, expr: core.Expr) -> int:
        """A value as matters stand where it is asked: in odds those of the way being explored, with the rows the scenario named there."""
        run = self.match.run
        return self.machine.expr(expr)(run, run.state.locals)

    def begun_order(self, request: Request, queue: list[Answer]) -> Answer | None:
        """The order that a question completes.  An action that is the only one was not asked for, but it may be named."""
        begun, action = self.partial.get(request.seat), dict(request.about).get("action")
        if action is None:
            return begun.order if begun is not None and request.about else None
        another = begun is None or begun.order.order != action or request.decision in begun.asked or begun.calls != self.calls_of(action)
        if another:
            if not queue or queue[0].order != action or queue[0].forbidden:
                self.partial.pop(request.seat, None)
                return None
            begun = self.begin_order(request, queue.pop(0))
        assert begun is not None
        begun.asked.add(request.decision)
        return begun.order

    def begin_order(self, request: Request, order: Answer) -> Ordered:
        """An order whose parts are asked for from here on."""
        begun = self.partial[request.seat] = Ordered(order, self.calls_of(order.order))
        self.ordered.append(begun)
        for name, (key, value, _) in order.args.items():
            try:
                begun.meant[name] = key if value is None else self.value(value)
            except RulebookError:  # it speaks of what is not there; whoever asks for it says so
                continue
        return begun

    def calls_of(self, key: str) -> int:
        """How often an action was done by the time of the question at hand: it tells one round of it from the next."""
        ready = self.ready(key)
        if ready is None:
            return 0
        with self.match.at_question():
            return len(self.done(ready.action.name))

    def done(self, action: str) -> list[Record]:
        return [record for record in self.match.run.log or () if record.kind == "call" and record.name == action]

    def ready(self, key: str) -> ReadyAction | None:
        return next((r for r in self.machine.actions if r.key == key), None)

    def check_settled(self) -> None:
        """The parts of an order that were settled without a question, since nothing else could be, have to be what the order says."""
        for begun in self.ordered:
            order, ready = begun.order, self.ready(begun.order.order)
            found = self.done(ready.action.name)[begun.calls :] if ready is not None and ready.action.at_once else []
            for param in ready.procedure.params if ready is not None and found else ():
                meant, row = begun.meant.get(param.name), found[0].data["args"].get(param.name)
                if param.name in begun.asked or meant in (None, "", row) or row is None:
                    continue
                key = self.machine.row_key(param.domain, row) if param.domain != NONE else str(row)
                if meant not in (key, *self.other_names(Option(key, row, param.domain))):
                    said = phrase("‘{0}’ cannot take this ‘{1}’ here: only {2} is left for it", order.order, param.name, key)
                    self.fail(order.place, said)
        self.ordered = []

    def done_unasked(self, answer: Answer) -> bool:
        """Was an action that is ordered done without a question, as the only one there was?"""
        ready = self.ready(answer.order)
        return ready is not None and bool(self.done(ready.action.name))

    def settled_otherwise(self, request: Request, order: Answer) -> None:
        """What was settled without a question, since nothing else could be, has to be what the order says."""
        for name, key in request.about:
            said = order.args.get(name)
            if name == "action" or said is None:
                continue
            meant = said[0] if said[1] is None else self.key_of(order, name, self.value(said[1]))
            if meant and meant != key and self.key_of(order, name, key) == key:
                text = phrase("‘{0}’ cannot take this ‘{1}’ here: only {2} is left for it", order.order, name, key)
                raise Unscripted(text, order.place)

    def key_of(self, order: Answer, name: str, value: int | str) -> str:
        """What a row is called that an order is given, by its number or that very name; nothing where it goes by how one sees it."""
        ready = self.ready(order.order)
        param = next((p for p in ready.procedure.params if p.name == name), None) if ready is not None else None
        if param is None or param.domain == NONE:
            return ""
        kind = self.machine.program.domains[param.domain]
        if kind.dynamic or kind.board is not None:
            return ""
        return value if isinstance(value, str) and value in kind.rows else kind.rows[value] if isinstance(value, int) and value >= 0 else ""

    def argument(self, request: Request, order: Answer) -> int:
        self.settled_otherwise(request, order)
        found = order.args.get(request.decision)
        if found is None:
            raise Unscripted(
                phrase(
                    "‘{0}’ must say its ‘{1}’; one of: {2}", order.order, request.decision, ", ".join(o.key for o in request.options[:12])
                ),
                order.place,
            )
        position = self.match_option(request, *found)
        if position is None:
            raise Unscripted(
                phrase(
                    "‘{0}’ cannot take this ‘{1}’; one of: {2}",
                    order.order,
                    request.decision,
                    ", ".join(o.key for o in request.options[:12]),
                ),
                order.place,
            )
        return position

    def open_orders(self, seat: int, number: int) -> list[Answer]:
        """The orders of a seat that are written above, for the same turn, and not given yet."""
        dealt = [*self.answers.get(seat, ()), *(a for a in self.plan.answers if self.value(a.seat) == seat)]
        found: list[Answer] = []
        for answer in sorted((a for a in dealt if a.number < number), key=lambda a: a.number):
            found = [] if answer.key == "done" else [*found, answer] if answer.order else found
        return found

    def called(self, line: ScenarioLine) -> str:
        """A line of the scenario, as it is written and where."""
        source = self.machine.program.sources.get(line.place.file, "").split("\n")
        said = source[line.place.line - 1].strip() if 1 <= line.place.line <= len(source) else ""
        if said and line.place.file != self.plan.place.file:  # of a setting
            return phrase("‘{0}’ ({1}:{2})", said.split("  ")[0], Path(line.place.file).name, line.place.line)
        return phrase("‘{0}’ (line {1})", said.split("  ")[0], line.place.line) if said else phrase("line {0}", line.place.line)

    def fail(self, place: Place, text: str) -> None:
        self.outcome.failures.append((place, text))
