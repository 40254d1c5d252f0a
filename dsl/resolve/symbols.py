"""What the names of a rulebook stand for, for one choice of options: data, filled by the other files of this folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.cascades import UNKNOWN, Gaps
from arbitre.dsl.diagnostics.message import Messages, folded
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import THIS, Said, phrase
from arbitre.dsl.diagnostics.suggest import an, suggest_known
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.boards.plans import Plan
from arbitre.dsl.resolve.scope import Frame, Scope, Signature
from arbitre.dsl.resolve.types import NUMBER, Ty
from arbitre.dsl.tree.nodes import plural_of

NONE = core.NONE
ANY = -2  # of kinds: whichever
# The same fault in more places than this is one habit, told once.
_APART = {"N01": 1, "T06": 2, "T01": 3, "T02": 3, "T03": 3, "T04": 3, "T07": 3}
TURNING = ("direction", "vertex")  # kinds that a number turns


def text_of(pair: t.Text | None) -> core.Text:
    """A pair of texts as the core has it."""
    return core.Text(pair.said, pair.traits) if pair is not None else core.Text()


def drop_consequences(symbols: Symbols, told: Messages) -> None:
    """Takes back what is missing only because a faulty declaration was not read."""
    symbols.lost.words |= {plural_of(word) for word in symbols.lost.words}
    left = [m for m in symbols.messages.since(len(told.items)) if not symbols.lost.silences(m.code, m.place, m.text)]
    symbols.messages.take(folded(left, _APART))


def tell_unknown(symbols: Symbols, word: t.Word, what: str, known: Iterable[str]) -> None:
    """Tells of a name that is not there, with the nearest one."""
    symbols.messages.error(
        "N01",
        word.place,
        phrase("there is no {0} ‘{1}’", what if isinstance(what, Said) else phrase(what), word),
        suggest_known(str(word), what, known),
    )


def domain_name(symbols: Symbols, index: int) -> str:
    """What a kind is called, by its number."""
    return symbols.domains[index].name if 0 <= index < len(symbols.domains) else UNKNOWN


def describe(symbols: Symbols, type_: Ty) -> str:
    """A type in a designer's words."""
    match type_.kind:
        case "row":
            return an(domain_name(symbols, type_.domain)) + (" or none" if type_.optional else "")
        case "set":
            plural = next((word for word, kind in symbols.plurals.items() if kind == type_.domain), "")
            return phrase("a set of {0}", plural or plural_of(domain_name(symbols, type_.domain)))
        case "flag":
            return "a flag"
        case "number":
            return "a number"
        case "chance":
            return "a chance"
        case "none":
            return "none"
        case "several":
            return "a thing of one of several kinds"
        case "empty":
            return "an empty set"
    return UNKNOWN


def is_board(symbols: Symbols, name: str) -> bool:
    """Are the rows of a kind the cells of a board?"""
    return any(d.shape for d in symbols.kind_decls.get(name, []))


def turns(symbols: Symbols, domain: int) -> bool:
    """Is it a direction, or a vertex between two of them?"""
    return domain_name(symbols, domain) in TURNING


def new_scope() -> Scope:
    """A scope with a frame of its own and no names."""
    return Scope(Frame())


@dataclass
class Entry:
    """A value, condition, chart or ranking of the rulebook; bound when first needed."""

    name: str
    decl: t.Define | t.Condition | t.Grid | t.Ranking
    names: list[str]
    types: list[Ty]
    adjusts: list[t.Adjust] = field(default_factory=list)
    function: core.Function | None = None
    type: Ty = NUMBER
    busy: bool = False


@dataclass(slots=True)
class OptionInfo:
    """An option as a person chooses it."""

    name: str
    title: core.Text
    text: core.Text
    default: str
    choices: list[str]  # names, or "low..high" bounds for numbers
    low: int = 0
    high: int = 0
    is_number: bool = False
    step: int = 1

    @property
    def numbers(self) -> range:
        """What an option that is a number may be."""
        return range(self.low, self.high + 1, self.step)

    @property
    def spoken(self) -> str:
        """That, as a rulebook writes it."""
        return f"{self.low} to {self.high}" + (f" by {self.step}" if self.step != 1 else "")

    @property
    def listed(self) -> str:
        """That, for a person, in no language: ``3 – 19``, ``3, 5 … 19``."""
        return f"{self.low} – {self.high}" if self.step == 1 else f"{self.low}, {self.low + self.step} … {self.high}"


class Constants(Protocol):
    """What is asked of lowering: values that are known before the match starts."""

    def of(self, expr: t.Expr, scope: Scope) -> tuple[int, Ty]: ...
    def typed(self, expr: t.Expr, scope: Scope, expected: Ty, what: str = THIS, *, place: Place) -> int: ...


class FieldsOfKinds(dict[int, dict[str, int]]):
    """Fields of every kind; a kind that could not be read has none, so that its fault is told and not ours."""

    def __missing__(self, domain: int) -> dict[str, int]:
        return {}


@dataclass(slots=True)
class Symbols:
    """Tables of names, filled in the order they depend on each other; rows, fields and kinds are numbers, as in the core."""

    rulebook: Rulebook
    decls: list[t.Decl]
    messages: Messages
    choices: dict[str, Any]  # options as a person chose them
    maps: set[str]
    lost: Gaps
    constants: Constants = field(init=False)
    # kinds and their rows
    kind_decls: dict[str, list[t.Kind]] = field(default_factory=dict)
    domains: list[core.Domain] = field(default_factory=list)
    domain_by_name: dict[str, int] = field(default_factory=dict)
    seats: int = NONE
    nouns: dict[str, int] = field(default_factory=dict)
    noun_places: dict[str, Place] = field(default_factory=dict)
    plurals: dict[str, int] = field(default_factory=dict)
    left_out: dict[int, list[str]] = field(default_factory=dict)  # members of a kind that take no part, as options are chosen
    members: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # (kind, row) of every kind that has it
    bearers: dict[int, str] = field(default_factory=dict)
    # fields
    fields: list[core.Field] = field(default_factory=list)
    field_types: list[Ty] = field(default_factory=list)
    fields_of: dict[int, dict[str, int]] = field(default_factory=FieldsOfKinds)
    field_decls: dict[int, t.Field] = field(default_factory=dict)
    filled: set[int] = field(default_factory=set)
    added: list[tuple[core.Field, t.Word, t.Word, int]] = field(default_factory=list)
    assigned: set[str] = field(default_factory=set)
    joined: set[tuple[int, int]] = field(default_factory=set)  # (whose, of what kind): the sets that a rule lets something join or leave
    # options
    options: dict[str, tuple[int, Ty]] = field(default_factory=dict)
    option_values: dict[str, Any] = field(default_factory=dict)
    option_infos: list[OptionInfo] = field(default_factory=list)
    # boards
    cell_marks: dict[int, list[t.Mark]] = field(default_factory=dict)
    cell_places: dict[int, list[Place]] = field(default_factory=dict)  # where each cell is drawn
    links_of: dict[int, list[t.Link]] = field(default_factory=dict)  # by kind of links, one a row
    map_links: list[t.Link] = field(default_factory=list)
    on_board: int = NONE  # the kind of cells whose map has the links
    parts: dict[str, t.Part] = field(default_factory=dict)
    plans: dict[int, Plan] = field(default_factory=dict)
    maps_of: dict[int, list[str]] = field(default_factory=dict)  # by kind of cells: the maps that it may be made of
    map_options: set[str] = field(default_factory=set)  # that choose one
    paths: dict[str, tuple[int, list[int]]] = field(default_factory=dict)  # named ways: the kind of their cells, those of the chosen map
    ways: dict[str, t.Path] = field(default_factory=dict)  # where each is laid, on the chosen map or on another
    # values and rules
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    conditions: dict[str, list[Entry]] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    rule_decls: dict[str, t.Decl] = field(default_factory=dict)
    throw_adjusts: dict[tuple[str, str], list[t.Adjust]] | None = None  # ‘adjust test’ and ‘adjust contest’ by name; None: not gathered yet
    actions: dict[str, int] = field(default_factory=dict)
    order_table: core.OrderTable | None = None
    atom_agenda: t.Agenda | None = None
    atom_over: int = NONE


def new_symbols(rulebook: Rulebook, choices: dict[str, Any]) -> Symbols:
    """Nothing is known yet but what the files say."""
    lost = Gaps()
    lost.add(rulebook.lost)
    maps = {str(d.name) for d in rulebook.decls if isinstance(d, t.Map)}
    symbols = Symbols(rulebook, rulebook.decls, Messages(lost), choices, maps, lost)
    symbols.messages.promise(rulebook.promised)
    for decl in rulebook.decls:
        if isinstance(decl, t.Part):
            symbols.parts.setdefault(str(decl.name), decl)
    return symbols
