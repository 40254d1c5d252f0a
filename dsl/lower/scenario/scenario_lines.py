"""What a scenario does and expects, line by line, as the interpreter goes through it."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.resolve.types import NUMBER, Ty


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
    goal: core.Expr | None = None  # of odds: what it seeks, where it is not said
    line: int = 0  # it is for the lines from this one on
    otherwise: list[tuple[str, core.Expr | None, int]] = field(default_factory=list)  # where that is not offered, in this order
    when: core.Expr | None = None  # yes where this holds as it is asked, else no
    number: int = 0  # how many answers are written above it
    forbidden: bool = False  # it may not be among the options of the question whose answer is written next
    because: t.Because | None = None  # of what is refused: why


@dataclass(slots=True)
class Deed:
    """Something that may happen: a call, an agenda, or a step of one."""

    name: str
    agenda: int = core.NONE  # of a step
    steps: frozenset[int] = frozenset()
    args: dict[str, core.Expr] = field(default_factory=dict)  # by the name of the parameter
    given: dict[int, core.Expr] = field(default_factory=dict)  # of a step: by the slot of its agenda


@dataclass(slots=True)
class ShownLine:
    """What a picture shows: rows of ``domain``, cells or what stands on them; or an arrow from one to the other."""

    what: tuple[core.Expr, Ty]
    to: tuple[core.Expr, Ty] | None = None
    line: str = ""
    title: core.Text = field(default_factory=core.Text)


@dataclass(slots=True)
class ScenarioLine:
    """One thing a scenario does or expects, in order."""

    kind: str  # do, expect, wins, told, told_before, stops, refused, offered, before, happens, dice, totals, measure, picture
    place: Place
    stmts: tuple[core.Stmt, ...] = ()
    expr: core.Expr | None = None
    domain: int = core.NONE
    text: str = ""
    then: str = ""  # of "told_before": what is told after it
    answer: Answer | None = None
    wanted: bool = True
    lost: bool = False  # of "wins": said of the losers, ``expr`` are all others
    type: Ty = NUMBER
    acts: bool = False  # of "do": something is played or done, and not only given
    regardless: bool = False  # of "do": whatever stands against the action
    halt: tuple[int, frozenset[int]] | None = None  # of "do": the agenda, and those of its steps before which it stops
    recent: bool = False  # of "told": since the last thing played or done
    deeds: tuple[Deed, ...] = ()
    times: int = 0
    throws: tuple[tuple[str, tuple[int, ...]], ...] = ()
    sides: tuple[core.Expr, ...] = ()
    said: core.Text = field(default_factory=core.Text)  # of "picture": its caption
    shown: tuple[ShownLine, ...] = ()


@dataclass(slots=True)
class ScenarioPlan:
    """A scenario bound: its lines in order, and the answers and dice that wait until they are asked for."""

    name: str
    place: Place
    slots: int
    lines: list[ScenarioLine]
    answers: list[Answer]
    dice: list[tuple[str, int, Place]]
    clauses: list[str]
    measures: list[ScenarioLine]
    names: dict[str, tuple[int, Ty]] = field(default_factory=dict)  # what the scenario itself names: slot and type
