"""What a rule is before it becomes instructions: nodes of the core, the same after passes, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from arbitre.dsl import core
from arbitre.dsl.core import NONE, Program
from arbitre.dsl.core.effects import Effects, EffectTable
from arbitre.dsl.core.walk import deciding_names_of, nodes
from arbitre.interpreter.plan.pipeline import planned
from arbitre.interpreter.wasm.compile.values.outliner import outlined
from arbitre.opening.instructions import Listing, declaration

WIDE = 110  # letters of a node that is written on one line
_PARTS = ("when", "guard", "each", "body", "steps", "before", "instead", "after", "rolled")
_OF_ACTIONS = ("commander", "when", "needs", "values", "limits", "appeal", "ways", "complete")


def core_of(program: Program, name: str = "") -> list[Listing]:
    """The nodes of the rules and values with this name, as every executor is given them; without a name, how many each has."""
    return [
        Listing(label, _count(parts), declaration(place), list(_written(program, parts)) if name else [])
        for label, place, parts in _found(program, name)
    ]


def plan_of(program: Program, name: str = "") -> list[Listing]:
    """The same after the passes over the core, as code is generated from it, with the values that were taken out of them."""
    return core_of(outlined(planned(program))[0], name)


def effects_of(program: Program, name: str = "") -> list[Listing]:
    """What the rules and values with this name read, change, throw, ask and show: by themselves, and with all that they call."""
    table, out = EffectTable(program), []
    for label, place, parts in _found(program, name):
        every = [part for _, part in parts]
        code = []
        if name:
            here, whole = table.here(*every), table.of(*every)
            code = ["by itself:", *_said(program, here), "with all it calls:", *_said(program, whole)]
        out.append(Listing(label, _count(parts), declaration(place), code))
    return out


def _found(program: Program, name: str) -> Iterator[tuple[str, Any, list[tuple[str, object]]]]:
    """Rules and values: what they are called, where they stand, and their parts."""
    actions = {action.procedure: action for action in program.actions}
    for p in program.procedures:
        if _fits(p.name, name):
            parts: list[tuple[str, object]] = [(part, getattr(p, part)) for part in _PARTS]
            if p.index in actions:
                parts += [(f"action.{part}", getattr(actions[p.index], part, ())) for part in _OF_ACTIONS]
            yield f"{p.kind} {p.name}", p.place, parts
    for f in program.functions:
        if _fits(f.name, name):
            yield f"value {f.name}", f.place, [("body", f.body)]


def _fits(own: str, name: str) -> bool:
    """Is it asked for?  Values that were taken out of another are called like it, with a number."""
    return not name or own == name or own.startswith(f"{name}.")


def _count(parts: list[tuple[str, object]]) -> int:
    return sum(1 for _, part in parts for _ in nodes(part))


# ------------------------------------------------------------------------------------ nodes as text


def _written(program: Program, parts: list[tuple[str, object]]) -> Iterator[str]:
    for name, part in parts:
        if part not in (None, (), []):
            yield f"{name}:"
            yield from _node(program, part, 1)


def _node(program: Program, node: Any, indent: int) -> Iterator[str]:
    """A node on one line where it is short, else its parts below it."""
    pad = "  " * indent
    if isinstance(node, (tuple, list)):
        for item in node:
            yield from _node(program, item, indent)
        return
    line = _line(program, node)
    if len(line) <= WIDE or not deciding_names_of(type(node)):
        yield pad + line
        return
    plain, deep = [type(node).__name__], []
    for name in deciding_names_of(type(node)):
        value = getattr(node, name)
        if _has_nodes(value):
            deep.append((name, value))
        elif not _is_empty(value):
            plain.append(f"{name}={_scalar(program, name, value)}")
    yield pad + " ".join(plain)
    for name, value in deep:
        yield f"{pad}  {name}:"
        yield from _node(program, value, indent + 2)


def _line(program: Program, node: Any) -> str:
    names = deciding_names_of(type(node))
    if not names:
        return repr(node)
    if isinstance(node, core.Const):
        return str(node.value)
    if isinstance(node, core.Local):
        return f"slot {node.slot}"
    parts = [type(node).__name__]
    for name in names:
        value = getattr(node, name)
        if _has_nodes(value):
            many = isinstance(value, (tuple, list))
            parts.append(f"{name}=[{', '.join(_line(program, v) for v in _flat(value))}]" if many else f"{name}=({_line(program, value)})")
        elif not _is_empty(value):
            parts.append(f"{name}={_scalar(program, name, value)}")
    return " ".join(parts)


def _flat(value: Any) -> Iterator[Any]:
    for item in value:
        if isinstance(item, (tuple, list)):
            yield from _flat(item)
        else:
            yield item


def _has_nodes(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_has_nodes(item) for item in value)
    return bool(deciding_names_of(type(value)))


def _is_empty(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, int) and value == NONE) or (isinstance(value, (tuple, str)) and not value)


def _scalar(program: Program, name: str, value: Any) -> str:
    """A number that stands for a thing, as that thing's name."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        if name == "field" and value < len(program.fields):
            return column_name(program, value)
        table: Any = {"function": program.functions, "procedure": program.procedures, "action": program.actions, "domain": program.domains,
                      "board": program.domains}.get(name, ())  # fmt: skip
        if value < len(table):
            return str(table[value].name)
    return repr(value) if isinstance(value, str) else str(value)


def column_name(program: Program, index: int) -> str:
    """A field as rules write it."""
    column = program.fields[index]
    return f"{program.domains[column.domain].name}.{column.name}"


def _said(program: Program, found: Effects) -> Iterator[str]:
    lines = []
    for part in fields(Effects):
        value = getattr(found, part.name)
        if isinstance(value, bool):
            text = "yes" if value else ""
        elif part.name in ("reads", "writes"):
            text = ", ".join(sorted(column_name(program, column) for column in value))
        elif part.name == "functions":
            text = ", ".join(sorted(program.functions[one].name for one in value))
        elif part.name in ("procedures", "later"):
            text = ", ".join(sorted(program.procedures[one].name for one in value))
        else:
            text = ", ".join(sorted(value))
        if text:
            lines.append(f"  {part.name}: {text}")
    yield from lines or ["  nothing"]
