"""Type inference for slots: each holds a number, a set of so many rows or a chance, which says how many words it takes.

The core does not state types, so they are inferred: every assignment widens the type of its slot, until a fixed point is reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.walk import hooks_of, nodes
from arbitre.interpreter.plan.bits import Straight

UNKNOWN, NUMBER, SET, CHANCE = 0, 1, 2, 3  # in the order of the lattice: a plain constant is UNKNOWN, as it may be any of them
MANY = 1 << 30
ValueType = tuple[int, int]  # one of these, and a bound: a number is below it; so are the members of a set
Key = tuple[str, int]  # a function ("f"), a procedure ("p"), a hook ("h") or a line that says who sees ("s"), by its number
MASKS = frozenset(("neighbours", "ray", "line", "within", "reach"))
TURNS = frozenset(("opposite", "direction"))  # what they answer is a direction
FAR = frozenset(("distance", "diagonal_distance", "travel"))

_ASSIGNING = (
    core.Query, core.Apply, core.Let, core.SetOwn, core.ForEach, core.Choose, core.Draw, core.Create, core.Roll, core.RollCount,
    core.RollOff, core.Perform, core.Invoke, core.Run, core.Schedule, core.Give, core.Proceed,
)  # fmt: skip


class Unit:
    """Code with slots of its own: a function, a procedure or a hook of one."""

    def __init__(self, key: Key, slots: int, body: list[Any], owner: Key | None = None) -> None:
        self.key, self.slots, self.owner = key, slots, owner
        self.types: list[ValueType] = [(UNKNOWN, 0)] * slots
        self.parts = list(nodes(body))
        self.assigning = [part for part in self.parts if isinstance(part, _ASSIGNING)]  # those that assign a slot


def join(one: ValueType, two: ValueType) -> ValueType:
    return max(one[0], two[0]), max(one[1], two[1])


class ValueTypes:
    """The units of a program with the types of their slots, and the types of the results of functions (``results``)."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.units: dict[Key, Unit] = {}
        self.hooks: list[tuple[core.Hook, Unit]] = []
        self.number: dict[int, int] = {}  # of a hook, by its identity
        self.widest = max((d.size for d in program.domains), default=1)
        self.chances = False  # are there any?
        for function in program.functions:
            self.units["f", function.index] = Unit(("f", function.index), function.slots, [function.body])
        for p in program.procedures:
            action = next((a for a in program.actions if a.procedure == p.index), None)
            more = [] if action is None else [action.when, action.needs, action.values, action.commander, action.limits, action.appeal]
            more += [] if action is None else [w.value for w in action.ways]
            steps = [s.body for s in p.steps]
            self.units["p", p.index] = Unit(("p", p.index), p.slots, [p.body, p.when, p.each, p.guard, steps, more])
            for hook in hooks_of(p):
                self.number[id(hook)] = len(self.hooks)
                key = ("h", len(self.hooks))
                self.units[key] = Unit(key, hook.slots, [hook.when, hook.body], ("p", p.index))
                self.hooks.append((hook, self.units[key]))
        self.seen: dict[int, Unit] = {}  # of a line ``seen by``, by its identity
        for kind, lines in [(d.index, d.seen) for d in program.domains] + [(f.domain, f.seen) for f in program.fields]:
            for line in lines:
                self._seen(kind, line)
        chances = (core.Ratio, core.Chance, core.ChanceAfter, core.Walk)
        self.chances = any(isinstance(part, chances) for unit in self.units.values() for part in unit.parts)
        self.results: list[ValueType] = [(UNKNOWN, 0)] * len(program.functions)
        self._declare()
        while self._iterate():
            pass

    def hook(self, hook: core.Hook) -> Unit:
        return self.units["h", self.number[id(hook)]]

    def _seen(self, kind: int, line: core.Seen) -> None:
        unit = self.seen[id(line)] = Unit(("s", len(self.seen)), max(1, line.slots), [line.audience, line.when])
        unit.types[0] = (NUMBER, self.program.domains[kind].size)
        self.units[unit.key] = unit

    def seen_unit(self, line: core.Seen) -> Unit:
        return self.seen[id(line)]

    def words(self, type_: ValueType) -> int:
        """How many words a set or a chance of this type takes."""
        if type_[0] == CHANCE:
            return 2
        size = type_[1] if type_[1] < MANY else self.widest
        return max(1, (size + 63) // 64)

    def width(self, type_: ValueType) -> int:
        """How many words a value of this type takes in memory; 0 for a plain number, which is kept in a local."""
        return self.words(type_) if type_[0] >= SET else 0

    # ------------------------------------------------------------------------------------ types of expressions

    def of(self, e: core.Expr, unit: Unit) -> ValueType:
        """The type of an expression within a unit."""
        program = self.program
        match e:
            case core.Path():
                return SET, e.value.bit_length()
            case core.Const():
                return (SET, e.value.bit_length()) if e.value >= MANY else (UNKNOWN, e.value + 1)
            case core.Local():
                return unit.types[e.slot]
            case core.Own():
                return self.units["p", e.procedure].types[e.slot]
            case core.Read():
                field = program.fields[e.field]
                return (SET, field.high.bit_length()) if field.is_set else (NUMBER, min(field.high + 1, MANY))
            case core.OneOf():
                return self.join_of([c for _, c in e.choices], unit)
            case core.Choice():
                return self.join_of([e.then, e.other], unit)
            case core.Settled():
                return self.join_of([e.base, *e.values], unit)
            case core.Apply():
                return self.results[e.function]
            case core.Rows():
                return SET, program.domains[e.domain].size
            case core.SetOf():
                return SET, max((self.of(i, unit)[1] for i in e.items), default=1)
            case Straight():
                return SET, e.size
            case core.SetOp():
                left, right = self.of(e.left, unit)[1], self.of(e.right, unit)[1]
                return SET, {"|": max(left, right), "&": min(left, right), "-": left}[e.op]
            case core.Query():
                if e.sink in ("set", "best", "worst"):
                    return SET, self.of(e.source, unit)[1]
                if e.sink == "union" and e.value is not None:
                    return SET, self.of(e.value, unit)[1]
                if e.value is not None and self.of(e.value, unit)[0] == CHANCE:
                    return CHANCE, 0
                return (NUMBER, self.of(e.source, unit)[1]) if e.sink in ("first", "only") else (NUMBER, MANY)
            case core.Ask():
                size = program.domains[e.board].cells.directions if e.query in TURNS else program.domains[e.board].size
                return (SET, size) if e.query in MASKS else (NUMBER, MANY if e.query in FAR else size)
            case core.Ratio() | core.Chance() | core.ChanceAfter():
                return CHANCE, 0
            case core.Walk():
                return (SET, program.domains[e.board].size) if e.query == "surest" else (CHANCE, 0)
            case core.Arith() if CHANCE in (self.of(e.left, unit)[0], self.of(e.right, unit)[0]):
                return CHANCE, 0
            case core.Arith(op="%"):
                return NUMBER, e.right.value if isinstance(e.right, core.Const) and e.right.value > 0 else MANY
            case core.Compare() | core.And() | core.Or() | core.Not() | core.In():
                return NUMBER, 2
        return NUMBER, MANY

    def join_of(self, parts: list[core.Expr], unit: Unit) -> ValueType:
        out: ValueType = (UNKNOWN, 0)
        for part in parts:
            out = join(out, self.of(part, unit))
        return out

    # ------------------------------------------------------------------------------------ inference

    def widen(self, unit: Unit, slot: int, type_: ValueType) -> bool:
        if slot == NONE:
            return False
        new = join(unit.types[slot], type_)
        if new == unit.types[slot]:
            return False
        unit.types[slot] = new
        return True

    def _declare(self) -> None:
        for function in self.program.functions:
            self._params(self.units["f", function.index], function.params)
        for p in self.program.procedures:
            self._params(self.units["p", p.index], p.params)

    def _params(self, unit: Unit, params: list[core.Param]) -> None:
        for param in params:
            size = self.program.domains[param.domain].size if param.domain != NONE else MANY
            unit.types[param.slot] = (SET if param.is_set else NUMBER, size)

    def _iterate(self) -> bool:
        changed = False
        for hook, unit in self.hooks:
            assert unit.owner is not None
            for source, target in hook.params:
                changed |= self.widen(unit, target, self.units[unit.owner].types[source])
        for unit in self.units.values():
            for part in unit.assigning:
                for slots, slot, type_ in self.assigned_by(part, unit):
                    changed |= self.widen(slots, slot, type_)
        for function in self.program.functions:
            found = join(self.results[function.index], self.of(function.body, self.units["f", function.index]))
            changed |= found != self.results[function.index]
            self.results[function.index] = found
        return changed

    def assigned_by(self, part: object, unit: Unit) -> Iterator[tuple[Unit, int, ValueType]]:
        """The slots that a part of the code assigns: their unit, their number and the type of the value."""
        program = self.program
        match part:
            case core.Query():
                yield unit, part.slot, (NUMBER, self.of(part.source, unit)[1])
            case core.Apply():
                function = self.units["f", part.function]
                for param, arg in zip(program.functions[part.function].params, part.args, strict=False):
                    yield function, param.slot, self.of(arg, unit)
            case core.Let():
                yield unit, part.slot, self.of(part.value, unit)
            case core.SetOwn():
                yield self.units["p", part.procedure], part.slot, self.of(part.value, unit)
            case core.ForEach():
                yield unit, part.slot, (NUMBER, self.of(part.source, unit)[1])
            case core.Choose():
                yield unit, part.slot, (NUMBER, MANY if part.options is None else self.of(part.options, unit)[1])
            case core.Draw():
                yield unit, part.slot, (NUMBER, self.of(part.source, unit)[1])
            case core.Create():
                yield unit, part.slot, (NUMBER, program.domains[part.domain].size)
            case core.Roll() | core.RollCount():
                for slot in (part.slot, *(part.each.slots if isinstance(part, core.Roll) and part.each is not None else ())):
                    yield unit, slot, (NUMBER, MANY)
            case core.RollOff():
                yield unit, part.left, (NUMBER, MANY)
                yield unit, part.right, (NUMBER, MANY)
            case core.Perform():
                p = program.procedures[program.actions[part.action].procedure]
                yield unit, part.slot, (NUMBER, program.domains[p.params[program.actions[part.action].actor].domain].size)
            case core.Invoke() | core.Run() | core.Schedule():
                callee = self.units["p", part.procedure]
                for param, arg in zip(program.procedures[part.procedure].params, part.args, strict=True):
                    yield callee, param.slot, self.of(arg, unit)
                for source, target in part.outputs if isinstance(part, core.Invoke) else ():
                    yield unit, target, callee.types[source]
            case core.Give():
                owner = self.units[unit.owner] if unit.owner is not None else unit
                if owner.key[0] == "p":
                    yield owner, program.procedures[owner.key[1]].result, self.of(part.value, unit)
            case core.Proceed():
                if unit.owner is not None:
                    event = self.units[unit.owner]
                    for slot, value in part.values:
                        yield event, slot, self.of(value, unit)
                    result = program.procedures[unit.owner[1]].result
                    if part.slot != NONE:
                        yield unit, part.slot, event.types[result] if result != NONE else (NUMBER, 1)
