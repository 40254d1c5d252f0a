"""From parse trees to surface trees: statements."""

from __future__ import annotations

from typing import Any, NamedTuple

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Body, Part, Refs, Title, clean, has, rules_in, shown_to
from arbitre.dsl.parse.trees.expressions import arguments


def opening_refs(body: Body) -> list[str]:
    """The margin note of the line that opens a block, and not that of a statement in it."""
    return [ref for ref in body.refs if not any(ref in stmt.clauses for stmt in body.stmts)]


def margins_of(bodies: list[Body]) -> list[t.Margin]:
    """The margin notes of lines that open further branches, ``otherwise:``: they belong to these alone."""
    return [t.Margin(body.noted, clauses=refs) for body in bodies if (refs := opening_refs(body))]


class Branches(NamedTuple):
    """What follows from each result of a throw, and the margin note of the line above."""

    branches: list[t.Branch]
    refs: list[str]


def sentence(at: At, meta: Meta, c: list[Any], how: str = "") -> t.Call:
    """A call: a name, what is given to it, what its result is called."""
    names = [x for x in c if isinstance(x, t.Word)]
    below = next((x for x in c if isinstance(x, Branches)), Branches([], []))
    result = names[1] if len(names) > 1 else None
    return t.Call(at(meta), names[0], arguments(c), result, how, below.branches, shown_to(c), clauses=below.refs)


def build_call(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return sentence(at, meta, c)


def build_call_grouped(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    """``pay (a - b) for x``: what stands in brackets is the thing without a preposition."""
    name, values, *more = c
    direct = values[0] if len(values) == 1 else t.Tuple(at(meta), values)
    return sentence(at, meta, [name, direct, *more])


def build_roll_table(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return sentence(at, meta, c, "roll")


def build_run_test(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return sentence(at, meta, c, "test")


def build_run_contest(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return sentence(at, meta, c, "contest")


def build_branches(at: At, meta: Meta, c: list[Any]) -> Branches:
    return Branches([x for x in c if isinstance(x, t.Branch)], [ref for x in c if isinstance(x, Refs) for ref in x])


def build_branch(at: At, meta: Meta, c: list[Any]) -> t.Branch:
    return t.Branch(at(meta), c[0], c[1].stmts, None, c[1].title, clauses=opening_refs(c[1]))


def build_option_branch(at: At, meta: Meta, c: list[Any]) -> t.Branch:
    when = next((x for x in c[1:-1] if isinstance(x, t.Expr)), None)
    liked = next((x.value for x in c if isinstance(x, Part)), None)
    return t.Branch(at(meta), c[0], c[-1].stmts, when, c[-1].title, liked, clauses=opening_refs(c[-1]))


def build_becomes(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Becomes(at(meta), c[0], c[1], c[2] if len(c) > 2 else None)


def build_gains(at: At, meta: Meta, c: list[Any], gain: bool = True) -> t.Stmt:
    amount, what = c[1]
    return t.Gains(at(meta), c[0], amount, what, gain, c[2] if len(c) > 2 else None)


def build_loses(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return build_gains(at, meta, c, gain=False)


def build_gained(at: At, meta: Meta, c: list[Any]) -> tuple[t.Expr, t.Word | None]:
    return c[0], c[1] if len(c) > 1 else None


def lasting(at: At, form: str, meta: Meta, c: list[Any]) -> t.Lasting:
    """How long something lasts."""
    c = clean(c)
    return t.Lasting(at(meta), form, c[-1], int(c[0]) if len(c) > 1 else 1)


def build_during(at: At, meta: Meta, c: list[Any]) -> t.Lasting:
    return lasting(at, "during", meta, c)


def build_during_next(at: At, meta: Meta, c: list[Any]) -> t.Lasting:
    return lasting(at, "during_next", meta, c)


def build_during_count(at: At, meta: Meta, c: list[Any]) -> t.Lasting:
    return lasting(at, "during_count", meta, c)


def build_until_next(at: At, meta: Meta, c: list[Any]) -> t.Lasting:
    return lasting(at, "until_next", meta, c)


def build_let(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Let(at(meta), *c)


def build_roll(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Roll(at(meta), c[0], c[1], shown_to(c))


def build_draw(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Draw(at(meta), c[0], c[1], shown_to(c))


def build_shown_to(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("seen", c[0])


def build_chooses(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    parts = {x.what: x.value for x in c if isinstance(x, Part)}
    values = [x for x in c if isinstance(x, t.Expr)]
    return t.Chooses(
        at(meta), values[0], values[1], values[2], values[3] if len(values) > 3 else None,
        "secret" in parts, "or_none" in parts, parts.get("by_default"), parts.get("preferring"), step=parts.get("every", 1),
    )  # fmt: skip


def build_secret(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("secret", True)


def build_or_none(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("or_none", True)


def build_by_default(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("by_default", c[0])


def build_preferring(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("preferring", c[0])


def build_acts(at: At, meta: Meta, c: list[Any], must: bool = False) -> t.Stmt:
    # path, step, then [with sum], [up to sum times], [while expr]: told apart by the tokens before them
    chooser, step = c[0], c[1]
    actor = budget = guard = None
    tokens = c[2:]
    position = 0
    while position < len(tokens):
        x = tokens[position]
        if isinstance(x, Token) and x.type == "UP_TO":
            budget = tokens[position + 1]
            position += 2
            continue
        if isinstance(x, Part):
            guard = x.value
        else:
            actor = x
        position += 1
    return t.Acts(at(meta), chooser, step, actor, budget, guard, must)


def build_must_act(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return build_acts(at, meta, c, must=True)


def build_while_guard(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("while_guard", c[0])


def build_gives_orders(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    step = next((x for x in c if isinstance(x, t.Word)), None)
    return t.GivesOrders(at(meta), c[0], step, has(c, "IN_SECRET"))


def build_asked(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    """Who is asked, and below it in which words."""
    stmt = next(x for x in c if isinstance(x, (t.Chooses, t.Acts, t.GivesOrders)))
    stmt.asks = next(x for x in c if isinstance(x, t.Text))
    stmt.clauses = [ref for x in c if isinstance(x, Refs) for ref in x]
    return stmt


def build_perform(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Perform(at(meta), c[0], c[1] if len(c) > 1 else None)


def build_tell_text(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.TellText(at(meta), c[0], c[1])


def build_tell_fact(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.TellFact(at(meta), c[0], c[1])


def build_says(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    result = next((x for x in c if isinstance(x, t.Word)), None)
    refs = next((list(x) for x in c if isinstance(x, Refs)), [])
    return t.Says(at(meta), next(x for x in c if isinstance(x, t.Text)), result, clauses=refs)


def build_says_nothing(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Says(at(meta), None, None)


def build_reveals(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    """The names, and behind ``to`` who may learn them."""
    told = next((x.value for x in c if isinstance(x, Part)), None)
    refs = next((list(x) for x in c if isinstance(x, Refs)), [])
    return t.Reveals(at(meta), [x for x in c if isinstance(x, t.Expr)], told, clauses=refs)


def build_revealed_to(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("revealed_to", c[0])


def build_create(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    named = len(c) > 1 and isinstance(c[1], t.Word)
    return t.Create(at(meta), c[0], c[1] if named else None, c[2:] if named else c[1:])


def build_pair(at: At, meta: Meta, c: list[Any]) -> tuple[t.Word, t.Expr]:
    return c[0], c[1]


def build_discard(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Discard(at(meta), c[0])


def build_reschedule(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Reschedule(at(meta), c[0], c[1], c[2])


def build_wins(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Wins(at(meta), c[0])


def build_lost(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    """``side loses``"""
    return t.Wins(at(meta), c[0], lost=True)


def build_publish(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Simple(at(meta), "publish")


def build_end(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Simple(at(meta), "end")


def build_prevent(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Simple(at(meta), "prevent")


def build_play_again(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Simple(at(meta), "play again")


def build_reroll(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Simple(at(meta), "reroll")


def build_fail(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Fail(at(meta), c[0] if c else None)


def build_proceed(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    name = next((x for x in c if isinstance(x, t.Word)), None)
    return t.Proceed(at(meta), name, [x for x in c if isinstance(x, tuple)])


def build_give(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Give(at(meta), c[0])


def build_if(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    c = clean(c)
    bodies = [x for x in c if isinstance(x, Body)]
    arms: list[tuple[t.Expr, list[t.Stmt]]] = []
    while len(c) >= 2 and isinstance(c[0], t.Expr):
        arms.append((c[0], c[1].stmts))
        c = c[2:]
    return t.If(at(meta), arms, c[0].stmts if c else [], margins_of(bodies[1:]), clauses=list(bodies[0].refs))


def build_for_each(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    together = has(c, "TOGETHER")
    c = clean(c)
    order = next((x for x in c if isinstance(x, t.Order)), None)
    body: Body = c[-1]
    return t.ForEach(at(meta), c[0], c[1], order, together, body.stmts, clauses=list(body.refs))


def build_for_along(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    c = clean(c)
    body: Body = c[-1]
    return t.ForEach(at(meta), c[0], c[1], None, False, body.stmts, along=True, clauses=list(body.refs))


def build_while(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    guard, budget, body = clean(c)
    return t.While(at(meta), guard, int(budget), body.stmts, clauses=list(body.refs))


def build_repeat(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Repeat(at(meta), c[0], c[1].stmts, clauses=list(c[1].refs))


def build_together(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    return t.Together(at(meta), c[-1].stmts, clauses=list(c[-1].refs))


def build_later(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    edge, agenda, ahead = c[0]
    return t.At(at(meta), edge, agenda, ahead, c[1].stmts, clauses=list(c[1].refs))


def build_edge(at: At, meta: Meta, c: list[Any]) -> str:
    return "start" if c[0].type == "START_OF" else "end"


def build_moment(at: At, meta: Meta, c: list[Any]) -> tuple[str, t.Word, int]:
    return c[0], c[1], 0


def build_next_moment(at: At, meta: Meta, c: list[Any]) -> tuple[str, t.Word, int]:
    return c[0], c[1], 1


def build_later_moment(at: At, meta: Meta, c: list[Any]) -> tuple[str, t.Word, int]:
    return c[0], c[1], int(c[2])


def build_may(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    first, *more = [x for x in c if isinstance(x, Body)]
    liked = next((x.value for x in c if isinstance(x, Part)), None)
    otherwise, margins = [stmt for body in more for stmt in body.stmts], margins_of(more)
    return t.May(at(meta), c[0], c[1], first.stmts, otherwise, liked, first.title, margins, clauses=list(first.refs))


def build_liking(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("preferring", c[0])


def build_chooses_branch(at: At, meta: Meta, c: list[Any]) -> t.Stmt:
    refs = next((list(x) for x in c if isinstance(x, Refs)), [])
    found = [x for x in c if isinstance(x, t.Branch)]
    title = next((x.pair for x in c if isinstance(x, Title)), None)
    return t.ChoosesBranch(at(meta), c[0], c[1], found, has(c, "IN_SECRET"), title, clauses=refs)


def build_order(at: At, meta: Meta, c: list[Any]) -> t.Order:
    keys = [x for x in c if isinstance(x, t.Key)]
    tie = next((x.value for x in c if isinstance(x, Part)), "")
    return t.Order(at(meta), keys, tie, drawn=not keys)


def build_key(at: At, meta: Meta, c: list[Any]) -> t.Key:
    return t.Key(at(meta), c[0].type == "HIGHEST", c[1])


def build_tie(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("tie", "draw")


build_no_branches = build_branches


RULES = rules_in(globals())
