"""Events: what guards them, who sees them, what they do."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, bind_block
from arbitre.dsl.lower.display.audiences import audience_of
from arbitre.dsl.lower.display.texts import head_says
from arbitre.dsl.lower.values.expressions import bind_flag
from arbitre.dsl.resolve.nouns import bears
from arbitre.dsl.resolve.scope import Scope, Signature

OF_ACTIONS = "It is said of an action, which somebody chooses to do."
MISPLACED = {
    "needs": ("needs", "Write ‘when ...’: where that does not hold, nothing happens. ‘needs’ is for an action that somebody is refused."),
    "limits": ("... per ...", "It says how often an action may be done. What may happen once needs a field that notes it, and ‘when ...’."),
    "during": ("during", "It says when an action may be chosen. An event happens where a rule calls it by its name."),
    "instead_of": (
        "instead of",
        "Below an action it names another one that is left out. To put a rule in place of another, begin a line with ‘instead of NAME:’.",
    ),
    "several": ("several", OF_ACTIONS),
    "spends": ("spends", OF_ACTIONS),
    "shortcut": ("shortcut", OF_ACTIONS),
    "appeal": ("appeal", "It says how much bots like to do an action. For what somebody chooses, write ‘preferring ...’ behind the set."),
    "hint": ("hint", OF_ACTIONS),
    "written": ("written", OF_ACTIONS),
    "asks": ("asks", "It words the question for a part of an action. For what somebody chooses, write it below ‘WHO chooses x from S:’."),
    "ways": ("or", OF_ACTIONS),
    "gives": ("gives", "Only an event gives a result, to the rule that calls it."),
    "keeps": ("keeps", "It stands in the event, action or agenda that remembers it."),
    "seen": ("seen by", "It stands in the event or action that is seen."),
}  # fmt: skip
MEANT = {
    t.Event: ("an event", {"whens", "seen", "keeps", "gives", "says"}),
    t.Action: ("an action", {*MISPLACED, "whens", "says"} - {"gives"}),
    t.Hook: ("a hook", {"whens", "says"}),
}


def check_lines(cx: Context, decl: t.Event | t.Action | t.Hook) -> None:
    """Every line before the statements has to mean something where it stands."""
    where, meant = MEANT[type(decl)]
    for what, place in decl.lines.stated:
        if what not in meant:
            word, hint = MISPLACED[what]
            if what != "limits":  # ‘once per turn’, ‘2 per turn’: it begins with one word or another
                place = replace(place, end_line=place.line, end_column=place.column + len(word))
            cx.messages.error("P01", place, phrase("‘{0}’ means nothing in {1}", word, phrase(where)), hint)


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
    check_lines(cx, decl)
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
