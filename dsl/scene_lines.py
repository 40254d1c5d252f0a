"""Parse trees become surface trees: the lines of scenarios and settings."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from dsl import tree as t
from dsl.parts import Refs, Title, dotted_name, has, words
from dsl.phrases import Phrases
from dsl.places import Place


@v_args(meta=True)
class SceneLines(Phrases):
    def scene(self, form: str, meta: Meta, c: list[Any], **parts: Any) -> t.Scene:
        refs = next((list(x) for x in c if isinstance(x, Refs)), [])
        return t.Scene(self.at(meta), form, parts, clauses=refs)

    def scenario(self, meta: Meta, c: list[Any]) -> t.Scenario:
        scenes = lines_of(c)
        refs = next((list(x) for x in c if isinstance(x, Refs)), [])
        name = words(str(c[0])[1:-1])
        # the name serves as the title in the language that has none
        title = next((t.Pair(x.place, x.en or name, x.fr or name) for x in c if isinstance(x, t.Pair)), None)
        return t.Scenario(self.at(meta), name, scenes, title=title, clauses=refs)

    def setting(self, meta: Meta, c: list[Any]) -> t.Setting:
        title = next((x.pair for x in c if isinstance(x, Title)), None)
        refs = next((list(x) for x in c if isinstance(x, Refs)), [])
        return t.Setting(self.at(meta), c[0], lines_of(c), title=title, clauses=refs)

    def start_from(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("start_from", meta, c, name=c[0])

    def called(self, meta: Meta, c: list[Any]) -> t.Pair:
        said = [x for x in c if isinstance(x, str) and not isinstance(x, Refs)]
        return t.Pair(self.at(meta), said[0] if len(said) == 2 else "", said[-1])

    def called_english(self, meta: Meta, c: list[Any]) -> t.Pair:
        return t.Pair(self.at(meta), c[0], "")

    def set_option(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("option", meta, c, name=c[0], value=c[1])

    def given(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("given", meta, c, kind=c[0], name=c[1], values=[x for x in c if isinstance(x, tuple)])

    def given_value(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("given_value", meta, c, target=c[0], value=c[1])

    def given_gains(self, meta: Meta, c: list[Any]) -> t.Scene:
        lasting = next((x for x in c if isinstance(x, t.Lasting)), None)
        return self.scene("given_gains", meta, c, target=c[0], gained=c[1], lasting=lasting)

    def given_loses(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("given_gains", meta, c, target=c[0], gained=c[1], lasting=None, gain=False)

    def answer(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("chooses", meta, c, who=c[0], choices=[x for x in c[1:] if isinstance(x, list) and not isinstance(x, Refs)])

    def answers(self, meta: Meta, c: list[Any]) -> list[t.Expr]:
        return c

    def choice(self, meta: Meta, c: list[Any]) -> t.Expr:
        item: t.Expr = c[0]
        return item

    def answer_yes(self, meta: Meta, c: list[Any]) -> t.Scene:
        when = next((x for x in c[2:] if isinstance(x, t.Expr)), None)
        return self.scene("may", meta, c, who=c[0], name=c[1], when=when)

    def answer_seeking(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("seeking", meta, c, who=c[0], name=c[1], goal=c[2])

    def order_choice(self, meta: Meta, c: list[Any]) -> t.Call:
        return self.sentence(meta, c)

    def answer_orders(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("orders", meta, c, who=c[0], orders=[x for x in c if isinstance(x, t.Call)])

    def dice(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("dice", meta, c, throws=[x for x in c if isinstance(x, tuple)])

    def throw(self, meta: Meta, c: list[Any]) -> tuple[t.Word | None, list[int], Place]:
        label = c[0] if isinstance(c[0], t.Word) else None
        return label, [int(x) for x in c if isinstance(x, Token)], self.at(meta)

    def play_agenda(self, meta: Meta, c: list[Any]) -> t.Scene:
        name = next((x for x in c if isinstance(x, t.Word)), None)
        times = next((int(x) for x in c if isinstance(x, Token)), 1)
        return self.scene("play", meta, c, agenda=name, times=times)

    def play(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("do", meta, c, call=c[0])

    def play_test(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("do", meta, c, call=self.sentence(meta, c[:-1], "test"))

    def play_contest(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("do", meta, c, call=self.sentence(meta, c[:-1], "contest"))

    def play_table(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("do", meta, c, call=self.sentence(meta, c[:-1], "roll"))

    def play_until(self, meta: Meta, c: list[Any]) -> t.Scene:
        name = next((x for x in c if isinstance(x, t.Word)), None)
        step = next(x for x in c if isinstance(x, t.Expr))
        return self.scene("play", meta, c, agenda=name, times=1, until=step)

    def expect(self, meta: Meta, c: list[Any]) -> list[t.Scene]:
        """Each claim of its own kind: conditions, and what was offered and told."""
        conditions: list[t.Expr] = []
        out: list[t.Scene] = []
        for part in conjuncts(c[0]):
            claim, wanted = (part.item, False) if isinstance(part, t.Unary) and part.op == "not" else (part, True)
            if isinstance(claim, t.Binary) and claim.op == "offered":
                out.append(self.scene("expect_offered", meta, c, who=claim.left, choice=claim.right, offered=wanted))
            elif isinstance(claim, t.Binary) and claim.op in ("told", "told_just_now") and isinstance(claim.right, t.String):
                recent = claim.op == "told_just_now"
                out.append(self.scene("expect_told", meta, c, who=claim.left, text=claim.right.text, wanted=wanted, recent=recent))
            else:
                conditions.append(part)
        if conditions:
            test = conditions[0]
            for part in conditions[1:]:
                test = t.Binary(self.at(meta), "and", test, part)
            out.insert(0, self.scene("expect", meta, c, test=test if out else c[0]))
        return out

    def deed(self, meta: Meta, c: list[Any]) -> t.Call:
        name = dotted_name(c[0])
        return t.Call(self.at(meta), t.Word(name, c[0].place), self.arguments([c[0], *c[1:]][1:]), None)

    def expect_before(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("expect_before", meta, c, first=c[0], second=c[1])

    def expect_happens(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("expect_happens", meta, c, deed=c[0], times=int(c[1]))

    def expect_dice(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("expect_dice", meta, c, throws=[x for x in c if isinstance(x, tuple)])

    def expect_totals(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("expect_totals", meta, c, contest=c[0], left=c[1], right=c[2])

    def expect_wins(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("expect_wins", meta, c, who=c[0], wanted=True)

    def expect_not_wins(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("expect_wins", meta, c, who=c[0], wanted=False)

    def scene_let(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("let", meta, c, name=c[0], value=c[1])

    def because_of(self, meta: Meta, c: list[Any]) -> t.Because:
        last = c[-1]
        if isinstance(last, t.Word):
            form = "instead of" if has(c, "INSTEAD_OF") else "during" if has(c, "DURING") else "name"
            return t.Because(self.at(meta), form, last)
        return t.Because(self.at(meta), "told", t.Word(words(str(last)[1:-1]), self.at(meta)))

    def expect_refused(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("refused", meta, c, who=c[0], order=c[1], because=because(c))

    def refused_choice(self, meta: Meta, c: list[Any]) -> t.Scene:
        return self.scene("refused_choice", meta, c, who=c[0], choice=c[1], because=because(c))

    def measure(self, meta: Meta, c: list[Any]) -> t.Scene:
        name = next((x for x in c if isinstance(x, t.Word)), None)
        return self.scene("measure", meta, c, value=c[0], name=name)


def lines_of(c: list[Any]) -> list[t.Scene]:
    """The lines of a scenario; one line may make several claims."""
    return [scene for x in c for scene in (x if isinstance(x, list) else [x]) if isinstance(scene, t.Scene)]


def because(c: list[Any]) -> t.Because | None:
    return next((x for x in c if isinstance(x, t.Because)), None)


def conjuncts(expr: t.Expr) -> list[t.Expr]:
    """What an ``and`` joins, one by one."""
    if isinstance(expr, t.Binary) and expr.op == "and":
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]
