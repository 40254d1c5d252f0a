"""Where names are looked up while a rule is bound."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.resolve.types import Ty


class Frame:
    """The slots of one procedure, function or hook."""

    def __init__(self) -> None:
        self.size = 0
        self.bounds: dict[int, Ty] = {}  # of numbers that are given a value once: how far they go
        self.counted: dict[int, t.Expr] = {}  # those of them that say how often something is repeated, and where

    def slot(self) -> int:
        self.size += 1
        return self.size - 1


@dataclass
class Thrown:
    """Dice that may be read one by one: in slots of the frame at hand, or of a test that runs around it (``procedure``)."""

    dice: tuple[core.Dice, ...]
    faces: core.Faces
    procedure: int = core.NONE
    mixed: bool = False  # the name stands for different dice, here and there


@dataclass
class Outcome:
    """What ``test ... as t`` names: the slots of its result, and the names the results have."""

    results: tuple[str, ...]
    result: int
    parts: dict[str, int]


@dataclass
class OwnField:
    """A field a procedure keeps while it runs."""

    procedure: int
    slot: int
    type: Ty
    default: int


@dataclass
class Element:
    """The element of a ``where``: its slot and type; plain words may be its fields."""

    slot: int
    type: Ty
    where: t.Where | None = None


@dataclass
class Scope:
    """What names stand for at one place of a rule; a scope within another sees its names too."""

    frame: Frame
    names: dict[str, tuple[int, Ty]] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    thrown: dict[str, Thrown] = field(default_factory=dict)  # by name; by "" the dice of the test at hand
    elements: list[Element] = field(default_factory=list)
    own: dict[str, OwnField] = field(default_factory=dict)  # fields of the procedure hooked or bound
    computed: dict[str, tuple[core.Expr, Ty]] = field(default_factory=dict)  # natural, total
    procedure: int = core.NONE  # the procedure whose body this is, if any
    result: tuple[int, Ty] | None = None  # slot and type ``give`` stores in
    kind: str = "pure"  # pure, value, condition, event, action, hook before, hook instead, hook after, agenda
    element_name: str = ""
    created: set[str] = field(default_factory=set)  # kinds of which something was created that has no name
    # Of a hook: the slots of what it is given, which are copies; and what ``proceed with`` may change, by name.
    given: frozenset[int] = frozenset()
    changeable: dict[str, tuple[int, Ty]] = field(default_factory=dict)
    # What dice are thrown for here: the rule, and the slots of the rows it is about.
    rule: str = ""
    about: tuple[int, ...] = ()
    let_here: dict[str, Place] = field(default_factory=dict)  # what ``let`` named in this very block

    def child(self) -> Scope:
        """The same frame, with names of its own."""
        return Scope(
            self.frame, dict(self.names), dict(self.outcomes), dict(self.thrown), list(self.elements), self.own, dict(self.computed),
            self.procedure, self.result, self.kind, self.element_name, self.created, self.given, self.changeable, self.rule, self.about,
        )  # fmt: skip

    def add(self, name: str, type_: Ty) -> int:
        slot = self.frame.slot()
        self.names[name] = (slot, type_)
        return slot

    def occasion(self, place: Place) -> core.Occasion:
        """What a die is thrown for here."""
        return core.Occasion(self.rule, tuple(core.Local(place, slot) for slot in self.about))


@dataclass
class Signature:
    """What can be called: an event, action, test, contest, table, agenda."""

    index: int
    kind: str
    name: str
    params: list[core.Param]
    types: list[Ty]
    result: Ty | None
    result_slot: int
    own: dict[str, OwnField]
    place: Place
    results: tuple[str, ...] = ()
    conditions: list[tuple[int, int]] = field(default_factory=list)  # (parameter position, member row) of role nouns
    outputs: dict[str, int] = field(default_factory=dict)  # natural, total -> slot
    thrown: Thrown | None = None  # the dice of a test, in its own slots
    frame: Frame = field(default_factory=Frame)
    names: dict[str, int] = field(default_factory=dict)  # parameter name -> position


def form_of(signature: Signature) -> str:
    """How a rule is called: its name and parameters."""
    first = [p for i, p in enumerate(signature.params) if not p.preposition or p.preposition not in prepositions(signature, i)]
    return " ".join([signature.name, *(f"{p.preposition} {p.name}".strip() for p in first)])


def prepositions(signature: Signature, before: int) -> list[str]:
    """Those of the parameters before one."""
    return [p.preposition for p in signature.params[:before]]
