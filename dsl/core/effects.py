"""What each node of the core reads, changes, throws, asks and shows: one table, and what follows from it through calls.

``OWN`` says of every kind of node what it does by itself; :class:`Effects` of several nodes are united; :class:`EffectTable` follows the
functions and procedures that nodes name.  Whoever must know whether a value can have changed, a die can fall or a match can stop asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core.data import NONE
from arbitre.dsl.core.program import Program
from arbitre.dsl.core.walk import hooks_of, nodes

AS_IT_STANDS = frozenset(("travel", "reach", "toward"))  # questions to a board that go by doors and bridges as they stand now

# What a value may depend on beside columns.
RUNNING = "running"  # the fields of calls under way
AGENDA = "agenda"  # how often agendas have begun, what of them is still to come, whether the match is over
KNOWLEDGE = "knowledge"  # what seats were told, what they may see
CHANCES = "chances"  # dice gone through in thought


@dataclass(frozen=True, slots=True)
class Effects:
    """What some nodes do.  Columns are indices of :attr:`Program.fields` and never constant ones."""

    reads: frozenset[int] = frozenset()  # columns
    writes: frozenset[int] = frozenset()  # columns; of rows that come or go all of theirs
    beyond: frozenset[str] = frozenset()  # what else that changes is read: RUNNING, AGENDA, KNOWLEDGE, CHANCES
    functions: frozenset[int] = frozenset()  # that are asked
    procedures: frozenset[int] = frozenset()  # that are carried out now
    later: frozenset[int] = frozenset()  # that are put off
    throws: bool = False  # dice may fall, or lots be drawn
    asks: bool = False  # a seat may be asked: the match can stop here until it is answered
    shows: bool = False  # somebody may learn something: published, told, said
    leaves: bool = False  # what runs may be left before its end
    ends: bool = False  # the match may end
    sets_fields: bool = False  # fields of calls under way, or what is still to come, may change
    proceeds: bool = False  # the body that was replaced is carried out

    @property
    def pure(self) -> bool:
        """Does it change nothing, ask nobody, throw nothing, show nothing?"""
        return not (
            self.writes or self.throws or self.asks or self.shows or self.leaves or self.ends or self.sets_fields or self.later
            or self.proceeds
        )  # fmt: skip


NOTHING = Effects()
_NAMES = tuple(part.name for part in fields(Effects))


def united(some: Iterable[Effects]) -> Effects:
    """The effects of all of them."""
    found = [one for one in some if one is not NOTHING]
    if len(found) < 2:
        return found[0] if found else NOTHING
    values: dict[str, Any] = {}
    for name in _NAMES:
        parts = [getattr(one, name) for one in found]
        values[name] = any(parts) if isinstance(parts[0], bool) else frozenset().union(*parts)
    return Effects(**values)


def _columns(program: Program, indices: Iterable[int]) -> frozenset[int]:
    return frozenset(index for index in indices if index != NONE and program.fields[index].values is None)


def _of_kind(program: Program, domain: int) -> frozenset[int]:
    return _columns(program, (column.index for column in program.fields if column.domain == domain))


def stands_by(program: Program, board: int) -> frozenset[int]:
    """The functions that say how a board stands: which cells a step joins, which links are open, what a step costs."""
    kind = program.domains[board]
    links = {f.domain for f in program.fields if f.name == "start" and f.target == board}
    said = (kind.joined, kind.priced, *(program.domains[link].open_when for link in links))
    return frozenset(function for function in said if function != NONE)


# ------------------------------------------------------------------------------------ the table

Own = Callable[[Program, Any], Effects]


def _nothing(program: Program, node: Any) -> Effects:
    return NOTHING


def _read(program: Program, node: core.Read) -> Effects:
    return Effects(reads=_columns(program, (node.field,)))


def _rows(program: Program, node: core.Rows) -> Effects:
    kind = program.domains[node.domain]
    return Effects(reads=_columns(program, (kind.alive,))) if kind.dynamic else NOTHING


def _ask(program: Program, node: core.Ask) -> Effects:
    return Effects(functions=stands_by(program, node.board)) if node.query in AS_IT_STANDS else NOTHING


def _built(program: Program, node: core.Built) -> Effects:
    return NOTHING if node.name == "percent" else Effects(beyond=frozenset((KNOWLEDGE if node.name in ("told", "sees") else AGENDA,)))


def _store(program: Program, node: core.Store | core.Change | core.Join) -> Effects:
    return Effects(writes=_columns(program, (node.field,)))


def _acts(program: Program, offered: Iterable[core.Action], orders: bool) -> Effects:
    """Actions are listed, chosen and carried out, or written down as orders."""
    table, some = program.orders, list(offered)
    limits = frozenset(limit.field for action in some for limit in action.limits)
    columns = _of_kind(program, table.domain) if orders and table is not None else frozenset()
    return Effects(
        reads=_columns(program, limits) | columns, writes=_columns(program, limits) | columns, asks=True,
        procedures=frozenset(action.procedure for action in some),
    )  # fmt: skip


def _act(program: Program, node: core.Act) -> Effects:
    return _acts(program, (action for action in program.actions if action.offer == node.offer), False)


def _give_orders(program: Program, node: core.GiveOrders) -> Effects:
    return _acts(program, (action for action in program.actions if action.offer == node.offer), True)


def _perform(program: Program, node: core.Perform) -> Effects:
    found = _acts(program, (program.actions[node.action],), True)
    return Effects(found.reads, found.writes, procedures=found.procedures)


OWN: dict[type, Own] = {
    # expressions
    core.Const: _nothing, core.Path: _nothing, core.Local: _nothing, core.OneOf: _nothing, core.Arith: _nothing, core.Compare: _nothing,
    core.And: _nothing, core.Or: _nothing, core.Not: _nothing, core.Choice: _nothing, core.Settled: _nothing, core.SetOf: _nothing,
    core.SetOp: _nothing, core.In: _nothing, core.Query: _nothing, core.Ratio: _nothing,
    core.Own: lambda program, node: Effects(beyond=frozenset((RUNNING,))),
    core.Read: _read,
    core.Apply: lambda program, node: Effects(functions=frozenset((node.function,))),
    core.Partial: lambda program, node: Effects(functions=frozenset((node.function,))),
    core.Rows: _rows,
    core.Ask: _ask,
    core.Chance: lambda program, node: Effects(beyond=frozenset((CHANCES,))),
    core.ChanceAfter: lambda program, node: Effects(beyond=frozenset((CHANCES,))),
    core.Walk: lambda program, node: Effects(
        beyond=frozenset((CHANCES,)), functions=stands_by(program, node.board) | {node.function},
    ),
    core.Built: _built,
    # what is said and told, and blocks
    core.Let: _nothing, core.If: _nothing, core.ForEach: lambda program, node: Effects(throws=bool(node.ties)), core.While: _nothing,
    core.Together: _nothing, core.Reveal: _nothing, core.Assert: lambda program, node: Effects(leaves=True),
    core.Say: lambda program, node: Effects(shows=True),
    core.Tell: lambda program, node: Effects(shows=True),
    core.TellFact: lambda program, node: Effects(shows=True),
    core.Publish: lambda program, node: Effects(shows=True),
    # changes
    core.SetOwn: lambda program, node: Effects(sets_fields=True),
    core.Store: _store, core.Change: _store, core.Join: _store,
    core.Create: lambda program, node: Effects(writes=_of_kind(program, node.domain)),
    core.Discard: lambda program, node: Effects(writes=_columns(program, (program.domains[node.domain].alive, *(
        (program.orders.state,) if program.orders is not None and node.domain in program.orders.actors else ())))),
    core.Cancel: lambda program, node: Effects(
        writes=_columns(program, (program.orders.state,)) if program.orders is not None else frozenset(),
    ),
    # calls
    core.Invoke: lambda program, node: Effects(procedures=frozenset((node.procedure,))),
    core.Run: lambda program, node: Effects(procedures=frozenset((node.procedure,))),
    core.Schedule: lambda program, node: Effects(later=frozenset((node.procedure,)), sets_fields=True),
    core.Reschedule: lambda program, node: Effects(sets_fields=True),
    core.Proceed: lambda program, node: Effects(proceeds=True),
    core.Rolled: _nothing,
    core.Give: lambda program, node: Effects(leaves=True),
    core.End: lambda program, node: Effects(leaves=True),
    core.Fail: lambda program, node: Effects(leaves=True),
    core.Prevent: lambda program, node: Effects(leaves=True),
    core.Finish: lambda program, node: Effects(ends=True),
    # dice and decisions
    core.Roll: lambda program, node: Effects(throws=True),
    core.RollCount: lambda program, node: Effects(throws=True),
    core.RollOff: lambda program, node: Effects(throws=True),
    core.Draw: lambda program, node: Effects(throws=True),
    core.Choose: lambda program, node: Effects(asks=True),
    core.ChooseBranch: lambda program, node: Effects(asks=True),
    core.Act: _act, core.GiveOrders: _give_orders, core.Perform: _perform,
}  # fmt: skip


def own(program: Program, node: object) -> Effects:
    """What a node does by itself, without what stands in it and what it calls."""
    found = OWN.get(type(node))
    return found(program, node) if found is not None else NOTHING


class EffectTable:
    """The effects of a program's parts, with everything they ask and carry out.  Functions may be added while it is in use."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._functions: dict[int, Effects] = {}  # without what they ask
        self._procedures: dict[int, Effects] = {}
        self._whole: dict[int, Effects] = {}

    def here(self, *parts: object) -> Effects:
        """The effects of nodes and of all that stands in them, but not of what they call."""
        return united(own(self.program, node) for part in parts for node in nodes(part))

    def of(self, *parts: object) -> Effects:
        """The effects of nodes (expressions, statements, blocks of them), and of whatever they ask and carry out."""
        return self._followed(self.here(*parts))

    def function(self, index: int) -> Effects:
        """The effects of asking a function."""
        if index not in self._whole:
            self._whole[index] = self._followed(self._of_function(index))
        return self._whole[index]

    def procedure(self, index: int) -> Effects:
        """The effects of carrying out a procedure, its hooks included."""
        return self._followed(Effects(procedures=frozenset((index,))))

    def _of_function(self, index: int) -> Effects:
        if index not in self._functions:
            self._functions[index] = self.here(self.program.functions[index].body)
        return self._functions[index]

    def _of_procedure(self, index: int) -> Effects:
        if index not in self._procedures:
            p = self.program.procedures[index]
            hooks = list(hooks_of(p))
            action = next((a for a in self.program.actions if a.procedure == index), None)
            parts: list[object] = [
                p.when,
                p.guard,
                p.each,
                p.body,
                [step.body for step in p.steps],
                [h.when for h in hooks],
                [h.body for h in hooks],
            ]
            if action is not None:
                parts += [action.commander, action.when, action.needs, action.values, [limit.count for limit in action.limits]]
                parts += [action.appeal, [way.value for way in action.ways]]
            self._procedures[index] = self.here(*parts)
        return self._procedures[index]

    def _followed(self, first: Effects) -> Effects:
        found, functions, procedures = [first], set(first.functions), set(first.procedures)
        open_: list[tuple[Callable[[int], Effects], int]] = [(self._of_function, f) for f in functions]
        open_ += [(self._of_procedure, p) for p in procedures]
        while open_:
            of, index = open_.pop()
            more = of(index)
            found.append(more)
            open_ += [(self._of_function, f) for f in more.functions - functions]
            open_ += [(self._of_procedure, p) for p in more.procedures - procedures]
            functions |= more.functions
            procedures |= more.procedures
        return united(found)
