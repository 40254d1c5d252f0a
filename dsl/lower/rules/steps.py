"""Steps of an agenda as things that rules may speak of."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.context import Context, bad
from arbitre.dsl.lower.values.expressions import bind_as
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import NONE
from arbitre.dsl.resolve.types import Ty, row


def atom(cx: Context, expr: t.Apply, args: list[t.Expr], scope: Scope) -> tuple[core.Expr, Ty]:
    """``step(NAME, ELEMENT)``: a step of the running agenda for one of its elements."""
    symbols = cx.symbols
    step = row(symbols.domain_by_name["step"], True)
    if "step" in symbols.entries:  # told of where it is declared
        return bad(expr.place)
    if symbols.atom_agenda is None or len(args) != 2:
        cx.messages.error("T06", expr.place, "a step is written step(NAME, ELEMENT), in a game whose agenda has ‘for each’")
        return core.Const(expr.place, NONE), step
    wanted = str(args[0].word) if isinstance(args[0], t.Name) else ""
    steps = symbols.atom_agenda.steps
    index = next((i for i, s in enumerate(steps) if wanted in (str(s.name) if s.of is None else "", f"{s.name}_{s.of}")), None)
    if index is None:
        known = [str(s.name) if s.of is None else f"{s.name}_{s.of}" for s in steps]
        cx.messages.error("N01", args[0].place, phrase("there is no step ‘{0}’", wanted), did_you_mean(wanted, known))
        return core.Const(expr.place, NONE), step
    size = symbols.domains[symbols.atom_over].size
    element = bind_as(cx, args[1], scope, row(symbols.atom_over))
    if isinstance(element, core.Const):
        return core.Const(expr.place, index * size + element.value), step
    return core.Arith(expr.place, "+", core.Const(expr.place, index * size), element), step
