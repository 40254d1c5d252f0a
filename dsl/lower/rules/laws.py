"""Laws bound: what must hold after every statement, at a moment, and what happens no more than once."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.rules.hooks import bind_hook
from arbitre.dsl.lower.values.expressions import bind_flag
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import new_scope, tell_unknown, text_of
from arbitre.dsl.resolve.types import FLAG

MATCH = 0  # the kind of the one row that is the match


def bind_always(cx: Context) -> list[core.Always]:
    """The laws that hold after every statement; those of a moment are statements of the hooks that watch it."""
    out = []
    for decl in cx.symbols.decls:
        if isinstance(decl, t.Always) and decl.moment is None and decl.test is not None:
            scope = new_scope()
            test = bind_flag(cx, decl.test, scope)
            reason = text_of(decl.because) if decl.because is not None else core.Text()
            out.append(core.Always(str(decl.name), test, scope.frame.size, decl.place, reason))
    return out


def bind_moments(cx: Context) -> None:
    """Joins the laws of a moment to what they stand before or after."""
    for decl in cx.symbols.decls:
        if isinstance(decl, t.Always) and decl.moment is not None:
            bind_hook(cx, decl.moment)


def bind_assert(cx: Context, stmt: t.Assert, scope: Scope) -> list[core.Stmt]:
    """What a law demands at its moment."""
    reason = text_of(stmt.because) if stmt.because is not None else core.Text()
    if stmt.test is not None:
        return [core.Assert(stmt.place, bind_flag(cx, stmt.test, scope), str(stmt.name), reason)]
    period = None
    if stmt.period is not None and stmt.period != "match":
        agenda = cx.symbols.signatures.get(str(stmt.period))
        if agenda is None or agenda.kind != "agenda":
            known = [n for n, s in cx.symbols.signatures.items() if s.kind == "agenda"]
            tell_unknown(cx.symbols, stmt.period, "agenda", [*known, "match"])
            return []
        period = core.Period(agenda.index, "now", core.Const(stmt.place, 1))
    given = [(slot, type_) for slot, type_ in scope.names.values() if slot in scope.given and type_.is_row]
    if len(given) > 1:
        cx.messages.error("T06", stmt.place, phrase("the event of ‘{0}’ is given several things", stmt.name),
                          "Name only the one for which it may happen once.")  # fmt: skip
        return []
    domain, row = (given[0][1].domain, core.Local(stmt.place, given[0][0])) if given else (MATCH, core.Const(stmt.place, 0))
    column = add_field(cx.symbols, cx.symbols.domains[domain], f"_law_{stmt.name}", FLAG, 0, stmt.place)
    first = core.Not(stmt.place, core.Read(stmt.place, column.index, row))
    return [
        core.Assert(stmt.place, first, str(stmt.name), reason),
        core.Store(stmt.place, column.index, row, core.Const(stmt.place, 1), period),
    ]
