"""Events: what guards them, who sees them, what they do."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.lower.context import Context, bind_block
from arbitre.dsl.lower.display.audiences import audience_of
from arbitre.dsl.lower.display.texts import head_says
from arbitre.dsl.lower.values.expressions import bind_flag
from arbitre.dsl.resolve.nouns import bears
from arbitre.dsl.resolve.scope import Scope, Signature


def guards(cx: Context, signature: Signature, lines: t.RuleLines, scope: Scope) -> core.Expr | None:
    """What must hold for it to happen at all: its ``when`` lines, and the members its nouns name."""
    tests = [bind_flag(cx, w.test, scope) for w in lines.whens]
    for position, member in cx.members_of_rule[signature.name]:
        local = core.Local(signature.place, signature.params[position].slot)
        tests.append(bears(cx.symbols, local, signature.types[position].domain, member, signature.place))
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else core.And(signature.place, tuple(tests))


def event_body(cx: Context, decl: t.Event, signature: Signature, procedure: core.Procedure, scope: Scope) -> None:
    """What guards it, what is said of it, who sees it, what it does."""
    procedure.when = guards(cx, signature, decl.lines, scope)
    head_says(cx, decl.lines.says, procedure, scope)
    procedure.seen = seen_of(cx, decl.lines.seen, scope)
    procedure.body = bind_block(cx, decl.body, scope)


def seen_of(cx: Context, seen: list[t.SeenBy], scope: Scope) -> list[core.Seen] | None:
    """Who sees that it happens, None where nothing is said."""
    if not seen:
        return None
    out = []
    for line in seen:
        when = bind_flag(cx, line.when, scope) if line.when is not None else None
        out.append(core.Seen(audience_of(cx, line.audience, scope), when, scope.frame.size))
    return out
