"""From parse trees to surface trees: scenarios."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.parse.trees.build_parts import At, Part, Refs, Title, dotted_name, has, rules_in, text_in
from arbitre.dsl.parse.trees.expressions import arguments
from arbitre.dsl.parse.trees.statements import sentence


def scene(at: At, form: str, meta: Meta, c: list[Any], **parts: Any) -> t.Scene:
    """One line of a scenario."""
    refs = next((list(x) for x in c if isinstance(x, Refs)), [])
    return t.Scene(at(meta), form, parts, clauses=refs)


def build_scenario(at: At, meta: Meta, c: list[Any]) -> t.Scenario:
    scenes = lines_of(c)
    refs = next((list(x) for x in c if isinstance(x, Refs)), [])
    name = text_in(c[0])
    title = next((x for x in c if isinstance(x, t.Text)), None)
    return t.Scenario(at(meta), name, scenes, title=title, clauses=refs)


def build_showing(at: At, meta: Meta, c: list[Any]) -> list[t.Shown]:
    return c


def build_shown_cells(at: At, meta: Meta, c: list[Any]) -> t.Shown:
    return t.Shown(at(meta), c[0], title=c[1] if len(c) > 1 else None)


def build_shown_arrow(at: At, meta: Meta, c: list[Any]) -> t.Shown:
    line = next((x for x in c[2:] if isinstance(x, t.Word)), None)
    return t.Shown(at(meta), c[0], c[1], line, next((x for x in c[2:] if isinstance(x, t.Text)), None))


def build_picture(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "picture", meta, c, said=c[0], shown=next((x for x in c if isinstance(x, list) and not isinstance(x, Refs)), []))


def build_setting(at: At, meta: Meta, c: list[Any]) -> t.Setting:
    title = next((x.pair for x in c if isinstance(x, Title)), None)
    refs = next((list(x) for x in c if isinstance(x, Refs)), [])
    return t.Setting(at(meta), c[0], lines_of(c), title=title, clauses=refs)


def build_start_from(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "start_from", meta, c, name=c[0])


def build_called(at: At, meta: Meta, c: list[Any]) -> t.Text:
    said: t.Text = c[0]
    return said


def build_set_option(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "option", meta, c, name=c[0], value=c[1])


def build_given(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "given", meta, c, kind=c[0], name=c[1], values=[x for x in c if isinstance(x, tuple)])


def build_given_value(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "given_value", meta, c, target=c[0], value=c[1])


def build_given_gains(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    lasting = next((x for x in c if isinstance(x, t.Lasting)), None)
    return scene(at, "given_gains", meta, c, target=c[0], gained=c[1], lasting=lasting)


def build_given_loses(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "given_gains", meta, c, target=c[0], gained=c[1], lasting=None, gain=False)


def build_answer(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "chooses", meta, c, who=c[0], choices=[x for x in c[1:] if isinstance(x, list) and not isinstance(x, Refs)])


def build_answers(at: At, meta: Meta, c: list[Any]) -> list[t.Expr]:
    return c


def build_choice(at: At, meta: Meta, c: list[Any]) -> t.Expr:
    item: t.Expr = c[0]
    return item


def build_answer_yes(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    when = next((x for x in c[2:] if isinstance(x, t.Expr)), None)
    return scene(at, "may", meta, c, who=c[0], name=c[1], when=when)


def build_answer_seeking(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "seeking", meta, c, who=c[0], name=c[1], goal=c[2])


def build_order_choice(at: At, meta: Meta, c: list[Any]) -> t.Call:
    return sentence(at, meta, c)


def build_answer_orders(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "orders", meta, c, who=c[0], orders=[x for x in c if isinstance(x, t.Call)])


def build_dice(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "dice", meta, c, throws=[x for x in c if isinstance(x, tuple)])


def build_throw(at: At, meta: Meta, c: list[Any]) -> tuple[t.Word | None, list[int | t.Word], Place]:
    label = next((x.value for x in c if isinstance(x, Part)), None)
    return label, [x if isinstance(x, t.Word) else int(x) for x in c if not isinstance(x, Part)], at(meta)


def build_thrown_for(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("thrown_for", c[0])


def build_drawn(at: At, meta: Meta, c: list[Any]) -> t.Word:
    word: t.Word = c[0]
    return word


def build_play_agenda(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    name = next((x for x in c if isinstance(x, t.Word)), None)
    times = next((int(x) for x in c if isinstance(x, Token)), 1)
    return scene(at, "play", meta, c, agenda=name, times=times)


def build_play(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "do", meta, c, call=c[0])


def build_play_regardless(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "do", meta, c, call=c[0], regardless=True)


def build_play_test(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "do", meta, c, call=sentence(at, meta, c[:-1], "test"))


def build_play_contest(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "do", meta, c, call=sentence(at, meta, c[:-1], "contest"))


def build_play_table(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "do", meta, c, call=sentence(at, meta, c[:-1], "roll"))


def build_play_until(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    name = next((x for x in c if isinstance(x, t.Word)), None)
    step = next(x for x in c if isinstance(x, t.Expr))
    return scene(at, "play", meta, c, agenda=name, times=1, until=step)


def build_expect(at: At, meta: Meta, c: list[Any]) -> list[t.Scene]:
    """Each claim of its own kind: conditions, and what was offered and told."""
    return claimed(at, meta, c, [c[0]])


def build_expect_claims(at: At, meta: Meta, c: list[Any]) -> list[t.Scene]:
    """The same joined with what happened, and in which order."""
    return claimed(at, meta, c, [c[0]] if isinstance(c[0], t.Scene) else c[0])


def build_claims(at: At, meta: Meta, c: list[Any]) -> list[t.Expr | t.Scene]:
    return [one for part in c for one in (part if isinstance(part, list) else [part])]


def claimed(at: At, meta: Meta, c: list[Any], parts: list[t.Expr | t.Scene]) -> list[t.Scene]:
    """What an ``expect`` line claims: its conditions first, as one."""
    conditions: list[t.Expr] = []
    out: list[t.Scene] = []
    for part in (one for joined in parts for one in ([joined] if isinstance(joined, t.Scene) else conjuncts(joined))):
        if isinstance(part, t.Scene):
            out.append(scene(at, part.form, meta, c, **part.parts))
            continue
        claim, wanted = (part.item, False) if isinstance(part, t.Unary) and part.op == "not" else (part, True)
        if isinstance(claim, t.Binary) and claim.op == "offered":
            out.append(scene(at, "expect_offered", meta, c, who=claim.left, choice=claim.right, offered=wanted))
        elif isinstance(claim, t.Binary) and claim.op in ("told", "told_just_now") and isinstance(claim.right, t.String):
            recent = claim.op == "told_just_now"
            out.append(scene(at, "expect_told", meta, c, who=claim.left, text=claim.right.text, wanted=wanted, recent=recent))
        else:
            conditions.append(part)
    if conditions:
        test = conditions[0]
        for part in conditions[1:]:
            test = t.Binary(at(meta), "and", test, part)
        whole = not out and len(parts) == 1 and isinstance(parts[0], t.Expr)
        out.insert(0, scene(at, "expect", meta, c, test=parts[0] if whole else test))
    return out


def build_deed(at: At, meta: Meta, c: list[Any]) -> t.Call:
    name = dotted_name(c[0])
    return t.Call(at(meta), t.Word(name, c[0].place), arguments([c[0], *c[1:]][1:]), None)


def build_claim_before(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "expect_before", meta, c, first=c[0], second=c[1])


def build_claim_happens(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "expect_happens", meta, c, deed=c[0], times=int(c[1]))


def build_claim_told(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "expect_told_before", meta, c, who=c[0], first=text_in(c[1]), second=text_in(c[2]))


def build_expect_stops(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    said = next((x for x in c if isinstance(x, Token) and x.type == "STRING"), None)
    return scene(at, "expect_stops", meta, c, text="" if said is None else text_in(said))


def build_expect_dice(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "expect_dice", meta, c, throws=[x for x in c if isinstance(x, tuple)])


def build_expect_totals(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "expect_totals", meta, c, contest=c[0], left=c[1], right=c[2])


def build_expect_wins(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "expect_wins", meta, c, who=c[0], wanted=True)


def build_expect_not_wins(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "expect_wins", meta, c, who=c[0], wanted=False)


def build_expect_loses(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    """``expect everyone loses``"""
    return scene(at, "expect_wins", meta, c, who=c[0], wanted=True, lost=True)


def build_expect_not_loses(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    """``expect not everyone loses``"""
    return scene(at, "expect_wins", meta, c, who=c[0], wanted=False, lost=True)


def build_expect_goes_on(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    """``expect match goes on``"""
    return scene(at, "expect_goes_on", meta, c, what=c[0], wanted=True)


def build_expect_not_goes_on(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    """``expect not match goes on``"""
    return scene(at, "expect_goes_on", meta, c, what=c[0], wanted=False)


def build_scene_let(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "let", meta, c, name=c[0], value=c[1])


def build_because_of(at: At, meta: Meta, c: list[Any]) -> t.Because:
    last = c[-1]
    if isinstance(last, t.Word):
        form = "instead of" if has(c, "INSTEAD_OF") else "during" if has(c, "DURING") else "name"
        return t.Because(at(meta), form, last)
    return t.Because(at(meta), "told", t.Word(text_in(last), at(meta)))


def build_expect_refused(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "refused", meta, c, who=c[0], order=c[1], because=because(c))


def build_refused_choice(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    return scene(at, "refused_choice", meta, c, who=c[0], choice=c[1], because=because(c))


def build_measure(at: At, meta: Meta, c: list[Any]) -> t.Scene:
    name = next((x for x in c if isinstance(x, t.Word)), None)
    return scene(at, "measure", meta, c, value=c[0], name=name)


def lines_of(c: list[Any]) -> list[t.Scene]:
    """The lines of a scenario; one line may make several claims."""
    return [scene for x in c for scene in (x if isinstance(x, list) else [x]) if isinstance(scene, t.Scene)]


def because(c: list[Any]) -> t.Because | None:
    """Why something is refused, if it is said."""
    return next((x for x in c if isinstance(x, t.Because)), None)


def conjuncts(expr: t.Expr) -> list[t.Expr]:
    """What an ``and`` joins, one by one."""
    if isinstance(expr, t.Binary) and expr.op == "and":
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]


RULES = rules_in(globals())
