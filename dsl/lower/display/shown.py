"""What pictures show over a board: cells, what stands on them, arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, bind_expression
from arbitre.dsl.lower.scenario.scenario_lines import ShownLine
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import describe, tell_unknown, text_of
from arbitre.dsl.resolve.types import Ty, row
from arbitre.graphs.draw.svg.overlay import LINES

GIVEN = ("option", "given", "given_value", "given_gains", "start_from", "let", "chooses", "may")
"""Lines of a scenario before which nothing has happened yet."""


def opening_of(scenario: t.Scenario, said: t.Text | None = None, shown: Sequence[t.Shown] = ()) -> t.Scenario:
    """The scenario as far as what it gives; with ``said``, a picture of that."""
    scenes = []
    for scene in scenario.scenes:
        if scene.form not in GIVEN:
            break
        if scene.form not in ("chooses", "may"):
            scenes.append(scene)
    if said is not None:
        scenes.append(t.Scene(said.place, "picture", {"said": said, "shown": list(shown)}))
    return replace(scenario, scenes=scenes, clauses=[])


def bind_shown(cx: Context, shown: Sequence[t.Shown], scope: Scope) -> tuple[ShownLine, ...]:
    """The parts of a picture; those that are no place on a board are told of and left out."""
    out = []
    for part in shown:
        if part.line is not None and str(part.line) not in LINES:
            tell_unknown(cx.symbols, part.line, phrase("line"), LINES)
        what = _spot(cx, part.what, scope, one=part.to is not None)
        to = _spot(cx, part.to, scope, one=True) if part.to is not None else None
        if what is not None and (part.to is None or to is not None):
            out.append(ShownLine(what, to, str(part.line or "thin"), text_of(part.title)))
    return tuple(out)


def _spot(cx: Context, expr: t.Expr, scope: Scope, one: bool) -> tuple[core.Expr, Ty] | None:
    """Cells, or rows that stand on cells."""
    symbols = cx.symbols
    board = next((d.index for d in symbols.domains if d.board is not None), None)
    numbers = isinstance(expr, t.Tuple) and all(isinstance(x, (t.Number, t.Unary)) for x in expr.items)
    bound, type_ = bind_expression(cx, expr, scope, row(board)) if numbers and board is not None else bind_expression(cx, expr, scope)
    if type_.kind == "bad":
        return None
    placed = type_.kind in ("row", "set") and (
        symbols.domains[type_.domain].board is not None
        or any(f.domain == type_.domain and f.target >= 0 and symbols.domains[f.target].board is not None for f in symbols.fields)
    )
    if not placed or (one and type_.kind == "set"):
        hint = "An arrow goes from one cell or piece to another." if one else "Name cells, or what is on them."
        symbols.messages.error("T01", expr.place, phrase("{0} has no place on a board", describe(symbols, type_)), hint)
        return None
    return bound, type_
