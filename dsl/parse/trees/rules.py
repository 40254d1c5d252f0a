"""From parse trees to surface trees: events, actions, hooks, agendas, changes of other files."""

from __future__ import annotations

from typing import Any

from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.parse.trees.build_parts import (
    At,
    Body,
    Formerly,
    Part,
    Refs,
    RuleLine,
    Text,
    Title,
    clean,
    decl,
    deepened,
    dotted_name,
    has,
    head,
    mods,
    paired,
    rules_in,
)
from arbitre.dsl.parse.trees.declarations import one_line


def build_pattern(at: At, meta: Meta, c: list[Any]) -> tuple[t.Word, list[t.Parameter]]:
    return c[0], paired(c[1:])


def build_variant(at: At, meta: Meta, c: list[Any]) -> tuple[t.Word, list[t.Parameter], t.Word]:
    return c[0], paired(c[2:]), c[1]


def build_hooked(at: At, meta: Meta, c: list[Any]) -> tuple[list[t.Word], list[t.Parameter]]:
    return [x for x in c if isinstance(x, t.Word)], paired(c)


def build_depth(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("depth", int(clean(c)[0]))


def build_event(at: At, meta: Meta, c: list[Any]) -> t.Event:
    ((name, params), body), deep = deepened(c)
    return t.Event(at(meta), name, params, deep, body.lines, body.stmts, **head(body))


def build_action(at: At, meta: Meta, c: list[Any]) -> t.Action:
    ((said, body), deep) = deepened(c)
    name, params = said[:2]
    form_of = said[2] if len(said) > 2 else None
    return t.Action(at(meta), name, params, body.lines, body.stmts, deep, form_of, **head(body))


def build_hook_word(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("position", str(c[0]).split()[0])


def build_roll_of(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("roll", True)


def build_hook(at: At, meta: Meta, c: list[Any]) -> t.Hook:
    parts = {x.what: x.value for x in c if isinstance(x, Part)}
    dotted, params = next(x for x in c if isinstance(x, tuple))
    when = next((x for x in c[:-1] if isinstance(x, t.Expr)), None)
    over = parts.get("over", "")
    orders = [x for x in c if isinstance(x, t.Beside)]
    body: Body = c[-1]
    if body.lines.says is not None:  # a hook joins what is told already
        body.stmts.insert(0, body.lines.says)
        body.lines.says = None
    return t.Hook(
        at(meta), parts["position"], "roll" in parts, dotted[-1], params, dotted[:-1], when, over,
        body.lines, body.stmts, orders, parts.get("depth", 0), **head(body),
    )  # fmt: skip


def build_over(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("over", dotted_name(c[0]))


def build_body(at: At, meta: Meta, c: list[Any]) -> Body:
    body = build_rule_body(at, meta, c)
    if body.lines.says is not None:
        body.stmts.insert(0, body.lines.says)
        body.lines.says = None
    return body


def build_rule_body(at: At, meta: Meta, c: list[Any]) -> Body:
    c = clean(c)
    out = Body([], [])
    if c and isinstance(c[0], Refs):
        out.refs, out.noted = list(c[0]), c[0].place
        c = c[1:]
    elif c and isinstance(c[-1], Refs):
        out.refs, out.noted = list(c[-1]), c[-1].place
    line: list[t.Stmt] = []
    for x in c:
        if isinstance(x, t.Says) and not out.stmts and out.lines.says is None:  # before all else: of the whole rule
            out.lines.says, line = x, [x]
        elif isinstance(x, Refs):
            for stmt in line:
                stmt.clauses = stmt.clauses + list(x)
            line = []
        elif isinstance(x, Title):
            out.title = x.pair
        elif isinstance(x, Text):
            out.text = x.pair
        elif isinstance(x, Formerly):
            out.formerly += x
        elif isinstance(x, RuleLine):
            rule_line_into(out.lines, x)
        else:
            out.stmts.append(x)
            line = [*line, x] if one_line(x) else []
    return out


def rule_line_into(lines: t.RuleLines, x: RuleLine) -> None:
    """Puts a line that stands before the statements where it belongs."""
    lines.clauses += x.refs
    lines.stated.append((x.what, x.place))
    current = getattr(lines, x.what)
    if isinstance(current, list):
        current.append(x.value)
    elif current is not None and hasattr(x.value, "place"):
        lines.repeated.append((x.what, x.value.place))
    else:
        setattr(lines, x.what, x.value)


def _simple_line(place: Place, what: str, value: Any, c: list[Any]) -> RuleLine:
    return RuleLine(place, what, value, next((list(x) for x in c if isinstance(x, Refs)), []))


def build_rule_line(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    if isinstance(c[0], RuleLine):
        return c[0]
    return _simple_line(at(meta), "limits", c[0], c)


def build_limit(at: At, meta: Meta, c: list[Any]) -> t.Limit:
    c = clean(c)
    if len(c) == 1:
        return t.Limit(at(meta), t.Number(at(meta), 1), c[0])
    count = c[0] if isinstance(c[0], t.Expr) else t.Number(at(meta), int(c[0]))
    return t.Limit(at(meta), count, c[1])


def build_legal_when(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    line = _simple_line(at(meta), "whens", None, c)
    line.value = t.Needs(at(meta), c[0], None, clauses=line.refs)
    return line


def build_needs(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    line = _simple_line(at(meta), "needs", None, c)
    reason = next((x for x in c if isinstance(x, t.Text)), None)
    line.value = t.Needs(at(meta), c[0], reason, clauses=line.refs)
    return line


def build_offered(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "during", c[0], c)


def build_excludes(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "instead_of", clean(c)[0], c)


def build_keeps(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    default = c[2] if isinstance(c[2], t.Expr) else None
    return _simple_line(at(meta), "keeps", t.Keeps(at(meta), c[0], c[1], default), c)


def build_gives(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "gives", c[0], c)


def build_may_repeat(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "several", True, c)


def build_spends(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "spends", True, c)


def build_shortcut(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "shortcut", True, c)


def build_hint(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "hint", c[0], c)


def build_asks_part(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "asks", t.Asks(at(meta), c[0], c[1]), c)


def build_written(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "written", c[0], c)


def build_another_way(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    param = paired(c[:2])[0]
    title = next((x.pair for x in c if isinstance(x, Title)), None)
    return _simple_line(at(meta), "ways", t.Way(at(meta), param, c[2], title), c)


def build_appeal(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return _simple_line(at(meta), "appeal", clean(c)[0], c)


def build_agenda(at: At, meta: Meta, c: list[Any]) -> t.Agenda:
    rest, more = decl(c)
    name, params = rest[0]
    out = t.Agenda(at(meta), name, params, None, None, None, False, [], [], [], [], **more)
    for x in rest[1:]:
        if isinstance(x, t.Step):
            out.steps.append(x)
        elif isinstance(x, RuleLine):
            getattr(out, x.what).append(x.value)
        elif isinstance(x, Part) and x.what == "each":
            out.each, out.order = x.value
        elif isinstance(x, Part):
            setattr(out, x.what, x.value)
    return out


def build_each_of(at: At, meta: Meta, c: list[Any]) -> Part:
    c = clean(c)
    return Part("each", (c[0], c[1] if len(c) > 1 else None))


def build_guard(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("guard", c[0])


def build_repeated(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("repeated", True)


def build_agenda_line(at: At, meta: Meta, c: list[Any]) -> RuleLine | t.Says | t.Reveals:
    line: RuleLine | t.Says | t.Reveals = c[0]
    return line


def build_due(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    missed = next((x.value for x in c if isinstance(x, Part)), None)
    return _simple_line(at(meta), "due", t.Due(at(meta), [x for x in c if isinstance(x, t.Word)], missed), c)


def build_missed(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("missed", c[0])


def build_step(at: At, meta: Meta, c: list[Any]) -> t.Step:
    fixed = has(c, "FIXED")
    c = clean(c)
    names = [x for x in c if isinstance(x, t.Word)]
    last = c[-1]
    of = names[1] if len(names) > 1 else None
    if isinstance(last, Body):
        return t.Step(at(meta), names[0], of, fixed, last.stmts, **head(last))
    _, more = decl(c)
    return t.Step(at(meta), names[0], of, fixed, None, **more)


def build_adjust(at: At, meta: Meta, c: list[Any]) -> t.Adjust:
    rest, more = decl(c)
    what, name, params = rest[0].value
    return t.Adjust(at(meta), what, name, params, mods(rest), **more)


def build_value(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("adjusted", ("value", c[0], c[1] if len(c) > 1 else []))


def build_relation(at: At, meta: Meta, c: list[Any]) -> Part:
    params = [x if isinstance(x, t.Parameter) else t.Parameter(x.place, x) for x in [c[0], *c[2:]]]
    return Part("adjusted", ("relation", c[1], params))


def build_test_pattern(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("adjusted", ("test", c[0][0], c[0][1]))


def build_contest_pattern(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("adjusted", ("contest", c[0][0], c[0][1]))


def build_replace(at: At, meta: Meta, c: list[Any]) -> t.Replace:
    return t.Replace(at(meta), c[0])


def build_replace_row(at: At, meta: Meta, c: list[Any]) -> t.ReplaceRow:
    body: Body = c[-1]
    span = next((x for x in c if isinstance(x, t.Span)), None)
    return t.ReplaceRow(at(meta), dotted_name(c[0]), span, body.stmts, **head(body))


def build_remove(at: At, meta: Meta, c: list[Any]) -> t.Remove:
    because = next((x for x in c if isinstance(x, t.Text)), None)
    return t.Remove(at(meta), dotted_name(c[0]), because, clauses=list(c[-1]))


def build_remove_adjust(at: At, meta: Meta, c: list[Any]) -> t.Remove:
    because = next((x for x in c if isinstance(x, t.Text)), None)
    return t.Remove(at(meta), f"adjust {dotted_name(c[0])}", because, clauses=list(c[-1]))


def build_remove_chapter(at: At, meta: Meta, c: list[Any]) -> t.Remove:
    because = next((x for x in c if isinstance(x, t.Text)), None)
    return t.Remove(at(meta), f"chapter {c[0]}", because, clauses=list(c[-1]))


def build_gone(at: At, meta: Meta, c: list[Any]) -> t.Gone:
    return t.Gone(at(meta), dotted_name(c[0]), c[1], clauses=list(c[-1]))


def build_side(at: At, meta: Meta, c: list[Any]) -> bool:
    return str(c[0]) == "before"


def build_insert(at: At, meta: Meta, c: list[Any]) -> t.Insert:
    rest, more = decl(c)
    steps = [x for x in rest[2:] if isinstance(x, t.Step)]
    orders = [x for x in rest[2:] if isinstance(x, t.Beside)]
    due = [x.value for x in rest[2:] if isinstance(x, RuleLine)]
    return t.Insert(at(meta), rest[0], dotted_name(rest[1]), steps, orders, due, **more)


def build_beside(at: At, meta: Meta, c: list[Any]) -> t.Beside:
    return t.Beside(at(meta), c[0], dotted_name(c[1]))


def build_reorder(at: At, meta: Meta, c: list[Any]) -> t.Reorder:
    return t.Reorder(at(meta), dotted_name(c[0]), t.Beside(at(meta), c[1], dotted_name(c[2])), clauses=list(c[-1]))


def build_always(at: At, meta: Meta, c: list[Any]) -> t.Always:
    because = next((x for x in c if isinstance(x, t.Text)), None)
    return t.Always(at(meta), c[0], c[1], because, clauses=list(c[-1]))


def build_always_then(at: At, meta: Meta, c: list[Any]) -> t.Always:
    (dotted, params), test = c[2], c[3]
    because = next((x for x in c if isinstance(x, t.Text)), None)
    return t.Always(at(meta), c[0], test, because, watching(at(meta), c[1], c[0], dotted, params, test, because), clauses=list(c[-1]))


def build_always_once(at: At, meta: Meta, c: list[Any]) -> t.Always:
    name, period, (dotted, params) = clean(c)[:3]
    because = next((x for x in c if isinstance(x, t.Text)), None)
    moment = watching(at(meta), False, name, dotted, params, None, because, period)
    return t.Always(at(meta), name, None, because, moment, period, clauses=list(c[-1]))


def watching(
    place: Place, before: bool, name: t.Word, dotted: list[t.Word], params: list[t.Parameter], test: t.Expr | None, because: t.Text | None,
    period: t.Word | None = None,
) -> t.Hook:  # fmt: skip
    """The hook of a law that is held at a moment."""
    body: list[t.Stmt] = [t.Assert(place, name, test, because, period)]
    return t.Hook(place, "before" if before else "after", False, dotted[-1], params, dotted[:-1], None, "", t.RuleLines(), body)


def build_clause(at: At, meta: Meta, c: list[Any]) -> t.Clause:
    parts = {x.what: x.value for x in c if isinstance(x, Part)}
    return t.Clause(at(meta), c[0], parts.get("clause_text"), parts.get("ruling"), parts.get("because"), parts.get("waived"))


def build_clause_text(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("clause_text", c[0])


def build_ruling(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("ruling", c[0])


def build_because(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("because", c[0])


def build_waived(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("waived", c[0])


build_legal_several = build_legal_when


RULES = rules_in(globals())
