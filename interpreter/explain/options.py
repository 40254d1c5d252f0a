"""What a question does not offer, each with the conditions that keep it from being an answer."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.interpreter.code.machine import Run
from arbitre.interpreter.explain.conditions import Account, ExprType
from arbitre.interpreter.reference.values.row_kinds import option_domain
from arbitre.interpreter.state.masks import rows_of
from arbitre.interpreter.state.requests import Barred


def left_out(x: Run, s: core.Stmt, f: list[int]) -> tuple[Barred, ...]:
    """Of a statement that asks: the rows or branches that are no answer now.  For ``Run.explaining``."""
    if isinstance(s, core.Choose):
        return _rows(x, s.options, f)
    return _branches(x, s.branches, f) if isinstance(s, core.ChooseBranch) else ()


def _rows(x: Run, e: core.Expr | None, f: list[int]) -> tuple[Barred, ...]:
    if not isinstance(e, core.Query) or e.sink != "set" or e.where is None:
        return ()
    domain, frame = option_domain(e, x.machine), f[:]
    account, out = Account(x.machine, x, frame, {e.slot: ExprType(domain)}), []
    for row in rows_of(account.value(e.source)):
        frame[e.slot] = row
        found = account.deciding(e.where, True)
        if found:
            out.append((x.machine.row_key(domain, row), row, tuple(found)))
    return tuple(out)


def _branches(x: Run, branches: tuple[core.Branch, ...], f: list[int]) -> tuple[Barred, ...]:
    account = Account(x.machine, x, f[:])
    tests = [(b.name, i, tuple(account.deciding(b.test, True))) for i, b in enumerate(branches) if b.test is not None]
    return tuple(barred for barred in tests if barred[2])
