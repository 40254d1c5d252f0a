"""What can come up in the matches of a rulebook, known before any is played: fields, answers, dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from arbitre.api.rules import Rules
from arbitre.dsl import core
from arbitre.dsl.core import NONE
from arbitre.dsl.core.walk import bodies_of, carried_out
from arbitre.interpreter.code.machine import Machine
from arbitre.interpreter.match.views import field_key
from arbitre.interpreter.reference.values.row_kinds import option_domain

LARGEST = 10_000  # faces of dice whose number of faces is computed
NUMBERS = 100  # up to here numbers that are offered are known, where their bounds are computed
ASKING = (core.Choose, core.ChooseBranch, core.Act, core.GiveOrders)

_OUTLINES: WeakKeyDictionary[Machine, Outline] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a kind, as [`view`][arbitre.api.view] shows it.

    Attributes:
        kind: The kind of thing it belongs to.
        field: Its name.
        rows: The names of the rows that have it.
        sort: ``flag``, ``number``, ``row`` (or none) or ``set`` (of rows).
        low: The least value; 0 where it is not a number.
        high: The greatest value; where it is not a number, the position of the last of ``names``.
        names: What a row is one of, and what the members of a set are among.
    """

    kind: str
    field: str
    rows: tuple[str, ...]
    sort: str
    low: int
    high: int
    names: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Where a row of a view has it."""
        return field_key(self.field)


@dataclass(frozen=True, slots=True)
class Outline:
    """What there is in the matches of a rulebook.

    Attributes:
        sides: The names of the sides.
        columns: The fields of the state that somebody may see; orders are not among them.
        keys: What answers questions, except what is known only when it is asked.
        decisions: What questions are called.
        faces: The number of faces of the largest die.
        hides: True if a side can know what others do not.
        together: True if several sides can be asked at the same time.
        groups: True if sides belong to something that can win.
    """

    sides: tuple[str, ...]
    columns: tuple[Column, ...]
    keys: tuple[str, ...]
    decisions: tuple[str, ...]
    faces: int
    hides: bool
    together: bool
    groups: bool


def outline(rules: Rules) -> Outline:
    """Says what the matches of these rules are made of.

    Examples:
        >>> found = outline(load(RULES))
        >>> found.sides, found.faces, found.hides, found.together, found.keys
        (('red', 'blue'), 6, True, True, ('done', 'none', 'lunge', 'guard'))
        >>> [(c.field, c.sort, c.low, c.high) for c in found.columns if c.kind == "piece"][2:]
        [('life', 'number', 0, 9), ('intent', 'row', 0, 1)]
    """
    machine = rules.machine
    if (known := _OUTLINES.get(machine)) is not None:
        return known
    program = machine.program
    seats = tuple(machine.row_key(program.seats, row) for row in range(program.domains[program.seats].size))
    code = list(parts(program))
    found = Outline(seats, tuple(columns_of(machine)), keys_of(machine, code), decisions_of(machine), faces_of(machine, code),
                    hides(machine, code), together(code), bool(program.groups))  # fmt: skip
    _OUTLINES[machine] = found
    return found


def parts(program: core.Program) -> Iterator[object]:
    """Every node of the rules that is carried out."""
    for procedure in program.procedures:
        for body in bodies_of(procedure):
            yield from carried_out(body)
        yield from carried_out(procedure.each)


def columns_of(machine: Machine) -> Iterator[Column]:
    """The fields that a view may show."""
    program = machine.program
    orders = program.orders.domain if program.orders is not None else NONE
    for field in program.fields:
        domain = program.domains[field.domain]
        if field.values is not None or field.name.startswith("_") or field.name == "alive" or domain.index == orders:
            continue
        rows = tuple(machine.row_key(domain.index, row) for row in range(domain.size))
        names: tuple[str, ...] = ()
        if field.target != NONE:
            names = tuple(machine.row_key(field.target, row) for row in range(program.domains[field.target].size))
        sort = "flag" if field.is_flag else "set" if field.is_set else "row" if names else "number"
        low, high = (0, len(names) - 1) if names else (0, 1) if field.is_flag else (field.low, field.high)
        yield Column(domain.name, field.name, rows, sort, low, high, names)


def keys_of(machine: Machine, code: list[object]) -> tuple[str, ...]:
    """What answers questions: actions, branches, rows, numbers."""
    program = machine.program
    found = dict.fromkeys(("done", "none"))
    domains: dict[int, None] = {}
    numbers: set[int] = set()
    for ready in (one for offered in machine.offers.values() for one in offered):
        found[ready.key] = None
        for param in ready.procedure.params:
            if param.domain != NONE:
                domains[param.domain] = None
            else:
                numbers.update(param.numbers)
    for node in code:
        if isinstance(node, core.ChooseBranch):
            found.update(dict.fromkeys(branch.name for branch in node.branches))
        elif isinstance(node, core.Choose) and node.options is not None:
            domain = node.domain if node.domain != NONE else option_domain(node.options, machine)
            if domain != NONE:
                domains[domain] = None
        elif isinstance(node, core.Choose):
            low = node.low.value if isinstance(node.low, core.Const) else 0
            high = node.high.value if isinstance(node.high, core.Const) else max(low, NUMBERS)
            numbers.update(range(low, high + 1, node.step))
    for domain in domains:
        found.update(dict.fromkeys(machine.row_key(domain, row) for row in range(program.domains[domain].size)))
    return (*found, *(str(n) for n in sorted(numbers)))


def decisions_of(machine: Machine) -> tuple[str, ...]:
    """What questions are called: as the rules name them, or as what an action is given."""
    params = (p.name for offered in machine.offers.values() for ready in offered for p in ready.procedure.params)
    return tuple(dict.fromkeys((*(d.name for d in machine.program.decisions), *params)))


def faces_of(machine: Machine, code: list[object]) -> int:
    """Those of the largest die, or how many rows the largest draw may be from."""
    most = 1
    for node in code:
        if isinstance(node, core.Dice):
            most = max(most, len(node.faces))
        elif isinstance(node, core.RollCount):
            most = max(most, node.faces.value if isinstance(node.faces, core.Const) else LARGEST)
        elif isinstance(node, (core.Draw, core.ForEach)) and (isinstance(node, core.Draw) or node.ties == "draw"):
            domain = option_domain(node.source, machine)
            most = max(most, *(d.size for d in machine.program.domains if domain in (NONE, d.index)))
    return most


def hides(machine: Machine, code: list[object]) -> bool:
    """Can a side know what others do not?"""
    program = machine.program
    orders = program.orders.domain if program.orders is not None else NONE
    kinds = any(lines for domain, lines in enumerate(machine.kind_seen) if domain != orders)
    if machine.publishes or kinds or any(machine.field_seen) or not program.public_events or together(code):
        return True
    secret = (
        isinstance(node, core.GiveOrders) or getattr(node, "secret", False) or getattr(node, "seen", None) is not None for node in code
    )
    return any(p.seen is not None for p in program.procedures) or any(secret)


def together(code: list[object]) -> bool:
    """Can several sides be asked at the same time?"""
    loops = [n for n in code if isinstance(n, core.Together) or (isinstance(n, core.ForEach) and n.together)]
    return any(isinstance(node, ASKING) for loop in loops for node in carried_out(loop.body))
