"""How to mend what was bound: hints that need to know the types."""

from __future__ import annotations

from collections.abc import Mapping

from arbitre import graphs
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import joined, phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.parse.trees.build_parts import dotted_name
from arbitre.dsl.resolve.scope import form_of
from arbitre.dsl.resolve.symbols import Symbols
from arbitre.dsl.resolve.types import Ty

_AXES = ("x", "y", "floor")


def suggest_cell(board: graphs.Board, place: list[int]) -> str:
    """Why a place is none of a board, and how far the board goes."""
    cells = board.coordinates
    if len(cells[0]) != len(place):
        return phrase("Cells of this board have {0} numbers, like {1}.", len(cells[0]), board.label(0))
    axes = list(zip(*cells, strict=True))
    counted = min(axes[0]) >= 1 and min(axes[1]) >= 1
    words = [phrase(word) for word in (("columns", "rows", "floors") if counted else ("first numbers", "second numbers", "floors"))]
    if all(min(axis) <= at <= max(axis) for axis, at in zip(axes, place, strict=True)):
        return "That place is empty: the board has no cell there."
    ranges = [phrase("{0} from {1} to {2}", word, min(axis), max(axis)) for word, axis in zip(words, axes, strict=False)]
    return phrase("The board has {0} and {1}.", joined(", ", ranges[:-1]), ranges[-1])


def suggest_membership(symbols: Symbols, left: t.Expr, a: Ty, right: t.Expr, b: Ty, op: str) -> str:
    """``miner is sleepy`` where sleepy is a member of what one of the miner's fields holds."""
    if not (a.is_row and b.is_row):
        return ""
    owner, member = dotted_name(left) or "it", dotted_name(right)
    if not member:
        return ""
    no = "not " if op == "!=" else ""
    for name, index in symbols.fields_of[a.domain].items():
        held = symbols.field_types[index]
        if held.domain == b.domain and not name.startswith("_"):
            if held.is_set:
                return phrase("Write ‘{0}{1} has {2}’: ‘{3}’ is a set.", no, owner, member, name)
            if held.is_row:
                return phrase("Write ‘{0}.{1} is {2}{3}’, or ‘{4}{5} has {6}’.", owner, name, no, member, no, owner, member)
    return ""


def suggest_hook(symbols: Symbols, decl: t.Hook, steps: list[str]) -> str:
    """Of a hook on a name that nothing bears: the word of its sort may stand before it."""
    params = [str(p.name) for p in decl.params]
    if str(decl.name) in ("test", "contest", "table", "event", "action", "agenda", "step", "each", "every", "the") and params:
        signature = symbols.signatures.get(params[0])
        form = form_of(signature) if signature is not None else " ".join(params)
        if signature is not None and signature.kind == "test" and decl.position == "after":
            form = phrase("roll of {0}", form)
        return phrase("Leave ‘{0}’ out: ‘{1} {2}’.", decl.name, hook_words(decl), form)
    found = did_you_mean(decl.name, symbols.signatures) or did_you_mean(decl.name, [s.split(".")[1] for s in steps])
    there = [s for s in steps if s.split(".")[1] == str(decl.name)]
    if there:
        return phrase("Hook a step as AGENDA.STEP: ‘{0} {1}’.", hook_words(decl), there[0])
    return found or "Hook events, actions, tests, tables and agendas by name, a step as AGENDA.STEP."


def hook_words(decl: t.Hook) -> str:
    """How a hook begins: before, after, instead of."""
    return "instead of" if decl.position == "instead" else decl.position


def said(expr: t.Expr) -> str:
    """A name, or a field of one, as it is written."""
    if isinstance(expr, t.Name):
        return str(expr.word)
    if isinstance(expr, t.Dot):
        return f"{said(expr.owner)}.{expr.word}"
    if isinstance(expr, t.Apply):
        return f"{said(expr.owner) + '.' if expr.owner is not None else ''}{expr.word}({', '.join(map(said, expr.args))})"
    return str(expr.value) if isinstance(expr, t.Number) else "value"


def written(expr: t.Expr, sources: Mapping[str, str]) -> str:
    """An expression as it stands in its file."""
    place = expr.place
    lines = sources.get(place.file, "").split("\n")[max(place.line - 1, 0) : max(place.end_line, place.line)]
    if not lines or isinstance(expr, (t.Name, t.Dot)):
        return said(expr)
    if place.end_column:
        lines[-1] = lines[-1][: place.end_column - 1]
    lines[0] = lines[0][place.column - 1 :]
    return " ".join(" ".join(lines).split())


def found_by_numbers(symbols: Symbols, domain: int, items: list[t.Expr], sources: Mapping[str, str]) -> str:
    """How a cell is found by numbers that are computed."""
    plural = next((word for word, kind in symbols.plurals.items() if kind == domain), "")
    if not plural or len(items) > len(_AXES):
        return ""
    where = " and ".join(f"{axis} is {written(item, sources)}" for axis, item in zip(_AXES, items, strict=False))
    return phrase("Look for it, ‘the {0} where {1}’, or go to the next one in a direction, ‘ahead(place, heading)’.", plural, where)
