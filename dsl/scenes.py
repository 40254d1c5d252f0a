"""Scenarios bound: facts, answers, dice, calls and expectations of one scenario, in a frame of their own."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import core
from dsl import tree as t
from dsl.bind import Binder
from dsl.messages import an, did_you_mean
from dsl.places import Place
from dsl.scope import Frame, Scope
from dsl.types import NUMBER, Ty, group, row


@dataclass(slots=True)
class Answer:
    """A scripted answer: a key or a value for a choice, an order with its arguments, or "done"."""

    seat: core.Expr
    place: Place
    key: str = ""
    value: core.Expr | None = None
    domain: int = core.NONE
    decision: str = ""
    order: str = ""
    args: dict[str, tuple[str, core.Expr | None, int]] = field(default_factory=dict)  # parameter -> key, value, domain
    line: int = 0  # it is for the lines from this one on


@dataclass(slots=True)
class Line:
    """One thing a scenario does or expects, in order."""

    kind: str  # do, run, expect, wins, told, refused, offered, measure
    place: Place
    stmts: tuple[core.Stmt, ...] = ()
    expr: core.Expr | None = None
    domain: int = core.NONE
    text: str = ""
    answer: Answer | None = None
    wanted: bool = True
    type: Ty = NUMBER


@dataclass(slots=True)
class Plan:
    name: str
    place: Place
    slots: int
    lines: list[Line]
    answers: list[Answer]
    dice: list[tuple[str, int, Place]]
    clauses: list[str]
    measures: list[Line]


class SceneBinder:
    def __init__(self, binder: Binder, scenario: t.Scenario) -> None:
        self.b, self.scenario = binder, scenario
        self.scope = Scope(Frame(), kind="agenda")
        self.lines: list[Line] = []
        self.answers: list[Answer] = []
        self.dice: list[tuple[str, int, Place]] = []
        self.clauses = list(scenario.clauses)

    def bind(self) -> Plan:
        for scene in self.scenario.scenes:
            self.clauses += scene.clauses
            known = len(self.answers)
            getattr(self, "on_" + scene.form)(scene, **scene.parts)
            for answer in self.answers[known:]:
                answer.line = len(self.lines)
        measures = [line for line in self.lines if line.kind == "measure"]
        if measures and self.dice:
            self.b.error("C05", measures[0].place, "a scenario with dice has nothing to measure", "Drop the dice, or the line ‘measure’.")
        ordered = next((answer for answer in self.answers if answer.order), None)
        if measures and ordered is not None:
            self.b.error("C05", ordered.place, "an odds question takes no orders: its answers are a policy, asked as often as need be",
                         f"Write ‘chooses {ordered.order}’ for what is always chosen, or carry it out with ‘do’.")  # fmt: skip
        return Plan(
            self.scenario.name, self.scenario.place, self.scope.frame.size, self.lines, self.answers, self.dice, self.clauses, measures
        )

    def do(self, place: Place, *stmts: core.Stmt) -> None:
        self.lines.append(Line("do", place, tuple(stmts)))

    # ------------------------------------------------------------------------------------ facts

    def on_option(self, scene: t.Scene, name: t.Word, value: t.Expr) -> None:
        """Options were read before the rulebook was bound: see :func:`options_of`."""

    def on_given(self, scene: t.Scene, kind: t.Word, name: t.Word, values: list[tuple[t.Word, t.Expr]]) -> None:
        domain = self.b.nouns.get(str(kind))
        if domain is None:
            self.b.unknown(kind, "kind", self.b.nouns)
            return
        place = scene.place
        made = self.b.domains[domain]
        found: list[tuple[int, core.Expr]] = []
        for word, expr in values:
            column = self.b.fields_of[domain].get(str(word))
            if column is None:
                self.b.error("N01", word.place, f"{an(made.name)} has no field ‘{word}’", did_you_mean(word, self.b.fields_of[domain]))
                continue
            if self.b.fields[column].values is not None:
                self.b.error("T04", word.place, f"‘{word}’ never changes: it is data of the rulebook", "Use another row, or another field.")
                continue
            found.append((column, self.b.value(expr, self.scope, self.b.field_types[column], f"‘{word}’")))
        if made.dynamic:
            slot = self.scope.add(str(name), row(domain))
            self.do(place, core.Create(place, slot, domain, tuple(found)))
            return
        if str(name) not in made.rows:
            self.b.unknown(name, made.name, made.rows)
            return
        at = core.Const(place, made.rows.index(str(name)))
        self.do(place, *(core.Store(place, column, at, value) for column, value in found))

    def on_given_value(self, scene: t.Scene, target: t.Expr, value: t.Expr) -> None:
        self.do(scene.place, *self.b.bind_stmt(t.Becomes(scene.place, target, value, None), self.scope))

    def on_given_gains(
        self, scene: t.Scene, target: t.Expr, gained: tuple[t.Expr, t.Word | None], lasting: t.Lasting | None, gain: bool = True
    ) -> None:
        self.do(scene.place, *self.b.bind_stmt(t.Gains(scene.place, target, gained[0], gained[1], gain, lasting), self.scope))

    # ------------------------------------------------------------------------------------ the tape

    def on_chooses(self, scene: t.Scene, who: t.Expr, choices: list[t.Expr]) -> None:
        for choice in choices:
            key, value, domain = self.choice(choice)
            self.answers.append(Answer(self.b.seat(who, self.scope), choice.place, key, value, domain))

    def choice(self, choice: t.Expr) -> tuple[str, core.Expr | None, int]:
        """What an answer says: the key of an option, and the row it may stand for."""
        match choice:
            case t.Nothing():
                return "none", None, core.NONE
            case t.Number():
                return str(choice.value), None, core.NONE
            case t.Unary():
                bound, _ = self.b.bind(choice, self.scope)
                return str(bound.value) if isinstance(bound, core.Const) else "", bound, core.NONE
            case t.Tuple():
                return "(" + ", ".join(_plain(i) for i in choice.items) + ")", None, core.NONE
            case t.Name() if str(choice.word) in self.scope.names:
                slot, type_ = self.scope.names[str(choice.word)]
                return str(choice.word), core.Local(choice.place, slot), type_.domain
            case t.Name():
                return str(choice.word), None, core.NONE
        bound, type_ = self.b.bind(choice, self.scope)
        return "", bound, type_.domain

    def on_may(self, scene: t.Scene, who: t.Expr, name: t.Word) -> None:
        self.answers.append(Answer(self.b.seat(who, self.scope), scene.place, "yes", decision=str(name)))

    def on_orders(self, scene: t.Scene, who: t.Expr, orders: list[t.Call]) -> None:
        for call in orders:
            self.answers.append(self.order(who, call))

    def order(self, who: t.Expr, call: t.Call) -> Answer:
        seat = self.b.seat(who, self.scope)
        if str(call.word) in ("nothing", "done"):
            return Answer(seat, call.place, "done")
        signature = self.b.signatures.get(str(call.word))
        answer = Answer(seat, call.place, order=str(call.word))
        if signature is None or signature.kind != "action":
            self.b.unknown(call.word, "action", self.b.actions)
            return answer
        for arg in call.args:
            fitting = [p for p in signature.params if p.preposition == arg.preposition]
            param = next((p for p in fitting[1:] if self.is_of(arg.value, p.domain)), fitting[0] if fitting else None)
            if param is not None and param is not fitting[0]:
                answer.order = f"{call.word}_{param.name}"
            if param is None:
                self.b.error("T06", arg.place, f"‘{call.word}’ takes no ‘{arg.preposition} ...’",
                             f"It is written: {self.b.written(signature)}.")  # fmt: skip
                continue
            if isinstance(arg.value, (t.Tuple, t.Number, t.Nothing)):
                answer.args[param.name] = self.choice(arg.value)
            else:
                type_ = signature.types[signature.names[param.name]]
                value = self.b.value(arg.value, self.scope, type_)
                answer.args[param.name] = ("", value, param.domain)
        return answer

    def is_of(self, value: t.Expr, domain: int) -> bool:
        """Does this name a thing of that kind (a direction, where a square could stand too)?"""
        if not isinstance(value, t.Name):
            return False
        if str(value.word) in self.scope.names:
            return self.scope.names[str(value.word)][1].domain == domain
        return any(kind == domain for kind, _ in self.b.members.get(str(value.word), []))

    def on_dice(self, scene: t.Scene, throws: list[tuple[t.Word | None, list[int], Place]]) -> None:
        for label, faces, place in throws:
            self.dice += [(str(label) if label else "", face, place) for face in faces]

    # ------------------------------------------------------------------------------------ calls

    def on_play(self, scene: t.Scene, agenda: t.Word | None, times: int) -> None:
        name = agenda or self.b.rulebook.game.plays or t.Word("turn", scene.place)
        signature = self.b.signatures.get(str(name))
        if signature is None or signature.kind != "agenda":
            self.b.unknown(name, "agenda", [n for n, s in self.b.signatures.items() if s.kind == "agenda"])
            return
        if signature.params:
            self.b.error("T06", scene.place, f"‘{name}’ is played for something",
                         f"Write ‘do {self.b.written(signature)}’ with what it is for.")  # fmt: skip
            return
        for _ in range(times):
            self.lines.append(Line("do", scene.place, (core.Run(scene.place, signature.index, ()),)))

    def on_do(self, scene: t.Scene, call: t.Call) -> None:
        self.do(scene.place, *self.b.bind_stmt(call, self.scope))

    # ------------------------------------------------------------------------------------ expectations

    def on_expect(self, scene: t.Scene, test: t.Expr) -> None:
        for part in _parts(test):
            self.lines.append(Line("expect", part.place, expr=self.b.flag(part, self.scope)))

    def on_expect_wins(self, scene: t.Scene, who: t.Expr, wanted: bool) -> None:
        bound, type_ = self.b.bind(who, self.scope)
        if type_.is_row:
            bound, type_ = core.SetOf(scene.place, (bound,)), group(type_.domain)
        self.lines.append(Line("wins", scene.place, expr=bound, domain=type_.domain, wanted=wanted))

    def on_expect_told(self, scene: t.Scene, who: t.Expr, text: str, wanted: bool) -> None:
        self.lines.append(Line("told", scene.place, expr=self.b.audience(who, self.scope), text=text, wanted=wanted))

    def on_let(self, scene: t.Scene, name: t.Word, value: t.Expr) -> None:
        self.do(scene.place, *self.b.bind_stmt(t.Let(scene.place, name, value), self.scope))

    def on_refused(self, scene: t.Scene, who: t.Expr, order: t.Call) -> None:
        self.lines.append(Line("refused", scene.place, answer=self.order(who, order)))

    def on_expect_offered(self, scene: t.Scene, who: t.Expr, choice: t.Expr, offered: bool) -> None:
        seat = self.b.seat(who, self.scope)
        name = str(choice.word) if isinstance(choice, t.Name) else ""
        if name not in self.b.actions:
            self.b.error("N01", choice.place, f"there is no action ‘{name}’", did_you_mean(name, self.b.actions))
        self.lines.append(Line("offered", scene.place, expr=seat, text=name, wanted=offered))

    def on_measure(self, scene: t.Scene, value: t.Expr, name: t.Word | None) -> None:
        bound, type_ = self.b.bind(value, self.scope)
        self.lines.append(Line("measure", scene.place, expr=bound, text=str(name) if name else _said(value), type=type_))


def _plain(expr: t.Expr) -> str:
    if isinstance(expr, t.Number):
        return str(expr.value)
    if isinstance(expr, t.Unary) and isinstance(expr.item, t.Number):
        return str(-expr.item.value)
    return "?"


def _parts(expr: t.Expr) -> list[t.Expr]:
    if isinstance(expr, t.Binary) and expr.op == "and":
        return [*_parts(expr.left), *_parts(expr.right)]
    return [expr]


def _said(expr: t.Expr) -> str:
    if isinstance(expr, t.Name):
        return str(expr.word)
    if isinstance(expr, t.Dot):
        return f"{_said(expr.owner)}.{expr.word}"
    return "value"


def options_of(scenario: t.Scenario) -> dict[str, str]:
    """The options a scenario sets, as texts."""
    out = {}
    for scene in scenario.scenes:
        if scene.form == "option":
            value = scene.parts["value"]
            out[str(scene.parts["name"])] = str(value.word) if isinstance(value, t.Name) else _plain(value)
    return out


def bind_scenario(binder: Binder, scenario: t.Scenario) -> Plan:
    """The plan of a scenario; messages go to the binder's."""
    return SceneBinder(binder, scenario).bind()
