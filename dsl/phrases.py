"""Parse trees become surface trees: expressions, statements and the lines of scenarios."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from dsl import tree as t
from dsl.parts import Body, Part, Refs, Title, clean, has, shown_to, words
from dsl.places import Place


@v_args(meta=True)
class Phrases(Transformer[Token, Any]):
    def __init__(self, file: str, line: int) -> None:
        super().__init__(visit_tokens=True)
        self.file, self.shift = file, line - 1

    def at(self, meta: Meta | Token) -> Place:
        if getattr(meta, "empty", False):
            return Place(self.file, self.shift + 1, 1)
        line, column, end_line, end_column = meta.line or 1, meta.column or 1, meta.end_line or 1, meta.end_column or 1
        return Place(self.file, line + self.shift, column, end_line + self.shift, end_column)

    def NAME(self, token: Token) -> t.Word:
        return t.Word(str(token), self.at(token))

    CLAUSE = NAME

    # ------------------------------------------------------------------------------------ expressions

    def path(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Name(self.at(meta), c[0])

    def apply(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Apply(self.at(meta), c[0], c[1] if len(c) > 1 else [])

    def of_group(self, meta: Meta, c: list[Any]) -> t.Expr:
        found: t.Expr = c[0]
        for word in c[1:]:
            found = t.Dot(self.at(meta), found, word)
        return found

    def dot(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Dot(self.at(meta), c[0], c[1])

    def dot_apply(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Apply(self.at(meta), c[1], c[2] if len(c) > 2 else [], c[0])

    def args(self, meta: Meta, c: list[Any]) -> list[t.Expr]:
        return c

    def number(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Number(self.at(meta), int(c[0]))

    def dice_value(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.DiceValue(self.at(meta), str(c[0]))

    def percent(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Percent(self.at(meta), int(str(c[0]).rstrip(" %")))

    def chance_of(self, meta: Meta, c: list[Any]) -> t.Expr:
        name, *said = [x for x in c if not (isinstance(x, Token) and x.type == "CHANCE")]
        case = next((x.value for x in said if isinstance(x, Part)), None)
        return t.ChanceOf(self.at(meta), name, self.arguments(said), case)

    def chance_case(self, meta: Meta, c: list[Any]) -> Part:
        return Part("case", c[0])

    def fraction(self, meta: Meta, c: list[Any]) -> t.Expr:
        part, _, whole = str(c[0]).split()
        return t.Fraction(self.at(meta), int(part), int(whole))

    def string_value(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.String(self.at(meta), words(str(c[0])[1:-1]))

    def none(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Nothing(self.at(meta))

    def tuple_(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Tuple(self.at(meta), c)

    def chosen(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Either(self.at(meta), c[1], c[0], c[2])

    def binary(self, op: str, meta: Meta, c: list[Any]) -> t.Expr:
        c = clean([x for x in c if not (isinstance(x, Token) and x.type in ("PLUS", "MINUS"))])
        return t.Binary(self.at(meta), op, c[0], c[1])

    def or_(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("or", meta, c)

    def and_(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("and", meta, c)

    def add(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("+", meta, c)

    def subtract(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("-", meta, c)

    def times(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("*", meta, c)

    def divide(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("/", meta, c)

    def in_(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("in", meta, c)

    def not_in(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("not_in", meta, c)

    def has(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("has", meta, c)

    def knows(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("knows", meta, c)

    def sees(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.binary("sees", meta, c)

    def offered_to(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Binary(self.at(meta), "offered", c[0], t.Name(c[1].place, c[1]))

    def told_to(self, meta: Meta, c: list[Any]) -> t.Expr:
        said = t.String(self.at(meta), words(str(c[1])[1:-1]))
        return t.Binary(self.at(meta), "told_just_now" if has(c, "JUST_NOW") else "told", c[0], said)

    def is_(self, meta: Meta, c: list[Any]) -> t.Expr:
        return self.compared(meta, c, "is")

    def is_not(self, meta: Meta, c: list[Any]) -> t.Expr:
        return (
            t.Unary(self.at(meta), "not", self.compared(meta, c, "is"))
            if isinstance(c[1], (Part, t.Related))
            else t.Binary(self.at(meta), "is_not", c[0], c[1])
        )

    def compared(self, meta: Meta, c: list[Any], op: str) -> t.Expr:
        left, right = c
        if isinstance(right, t.Related):
            return t.Related(self.at(meta), left, right.word, right.right)
        if isinstance(right, Part):
            return t.Binary(self.at(meta), right.what, left, right.value)
        return t.Binary(self.at(meta), op, left, right)

    def or_more(self, meta: Meta, c: list[Any]) -> Part:
        return Part("or_more", clean(c)[0])

    def or_less(self, meta: Meta, c: list[Any]) -> Part:
        return Part("or_less", clean(c)[0])

    def more_than(self, meta: Meta, c: list[Any]) -> Part:
        return Part("more_than", clean(c)[0])

    def less_than(self, meta: Meta, c: list[Any]) -> Part:
        return Part("less_than", clean(c)[0])

    def related(self, meta: Meta, c: list[Any]) -> t.Related:
        return t.Related(self.at(meta), c[1], c[0], c[1])

    def not_(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Unary(self.at(meta), "not", c[0])

    def minus(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Unary(self.at(meta), "-", c[-1])

    def plus(self, meta: Meta, c: list[Any]) -> t.Expr:
        item: t.Expr = c[-1]
        return item

    def quantifier(self, meta: Meta, c: list[Any]) -> str:
        return str(c[0])

    def where(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Where(self.at(meta), "set", c[0], c[1])

    def exists(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Where(self.at(meta), c[0], c[1], c[2] if len(c) > 2 else None)

    def exists_named(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Where(self.at(meta), c[0], c[2], c[3], c[1])

    def where_named(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Where(self.at(meta), "set", c[1], c[2], c[0])

    def only(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Where(self.at(meta), "the", c[0], c[1])

    # ------------------------------------------------------------------------------------ statements

    def arguments(self, c: list[Any]) -> list[t.Arg]:
        out: list[t.Arg] = []
        preposition = ""
        for x in c:
            if isinstance(x, t.Expr):
                out.append(t.Arg(x.place, preposition, x))
                preposition = ""
            elif isinstance(x, Token):
                preposition = str(x)
        return out

    def sentence(self, meta: Meta, c: list[Any], how: str = "") -> t.Call:
        names = [x for x in c if isinstance(x, t.Word)]
        branches = next((x for x in c if isinstance(x, list)), [])
        return t.Call(self.at(meta), names[0], self.arguments(c), names[1] if len(names) > 1 else None, how, branches, shown_to(c))

    def call(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return self.sentence(meta, c)

    def call_grouped(self, meta: Meta, c: list[Any]) -> t.Stmt:
        """``pay (a - b) for x``: what stands in brackets is the thing without a preposition."""
        name, values, *more = c
        direct = values[0] if len(values) == 1 else t.Tuple(self.at(meta), values)
        return self.sentence(meta, [name, direct, *more])

    def roll_table(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return self.sentence(meta, c, "roll")

    def run_test(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return self.sentence(meta, c, "test")

    def run_contest(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return self.sentence(meta, c, "contest")

    def branches(self, meta: Meta, c: list[Any]) -> list[t.Branch]:
        return [x for x in c if isinstance(x, t.Branch)]

    no_branches = branches

    def branch(self, meta: Meta, c: list[Any]) -> t.Branch:
        return t.Branch(self.at(meta), c[0], c[1].stmts, None, c[1].title)

    def option_branch(self, meta: Meta, c: list[Any]) -> t.Branch:
        when = next((x for x in c[1:-1] if isinstance(x, t.Expr)), None)
        liked = next((x.value for x in c if isinstance(x, Part)), None)
        return t.Branch(self.at(meta), c[0], c[-1].stmts, when, c[-1].title, liked)

    def becomes(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Becomes(self.at(meta), c[0], c[1], c[2] if len(c) > 2 else None)

    def gains(self, meta: Meta, c: list[Any], gain: bool = True) -> t.Stmt:
        amount, what = c[1]
        return t.Gains(self.at(meta), c[0], amount, what, gain, c[2] if len(c) > 2 else None)

    def loses(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return self.gains(meta, c, gain=False)

    def gained(self, meta: Meta, c: list[Any]) -> tuple[t.Expr, t.Word | None]:
        return c[0], c[1] if len(c) > 1 else None

    def lasting(self, form: str, meta: Meta, c: list[Any]) -> t.Lasting:
        c = clean(c)
        return t.Lasting(self.at(meta), form, c[-1], int(c[0]) if len(c) > 1 else 1)

    def during(self, meta: Meta, c: list[Any]) -> t.Lasting:
        return self.lasting("during", meta, c)

    def during_next(self, meta: Meta, c: list[Any]) -> t.Lasting:
        return self.lasting("during_next", meta, c)

    def during_count(self, meta: Meta, c: list[Any]) -> t.Lasting:
        return self.lasting("during_count", meta, c)

    def until_next(self, meta: Meta, c: list[Any]) -> t.Lasting:
        return self.lasting("until_next", meta, c)

    def let(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Let(self.at(meta), c[0], c[1])

    def roll(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Roll(self.at(meta), c[0], c[1], shown_to(c))

    def draw(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Draw(self.at(meta), c[0], c[1], shown_to(c))

    def shown_to(self, meta: Meta, c: list[Any]) -> Part:
        return Part("seen", c[0])

    def chooses(self, meta: Meta, c: list[Any]) -> t.Stmt:
        parts = {x.what: x.value for x in c if isinstance(x, Part)}
        values = [x for x in c if isinstance(x, t.Expr)]
        return t.Chooses(
            self.at(meta), values[0], values[1], values[2], values[3] if len(values) > 3 else None,
            "secret" in parts, "or_none" in parts, parts.get("by_default"), parts.get("preferring"),
        )  # fmt: skip

    def secret(self, meta: Meta, c: list[Any]) -> Part:
        return Part("secret", True)

    def or_none(self, meta: Meta, c: list[Any]) -> Part:
        return Part("or_none", True)

    def by_default(self, meta: Meta, c: list[Any]) -> Part:
        return Part("by_default", c[0])

    def preferring(self, meta: Meta, c: list[Any]) -> Part:
        return Part("preferring", c[0])

    def acts(self, meta: Meta, c: list[Any], must: bool = False) -> t.Stmt:
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
        return t.Acts(self.at(meta), chooser, step, actor, budget, guard, must)

    def must_act(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return self.acts(meta, c, must=True)

    def while_guard(self, meta: Meta, c: list[Any]) -> Part:
        return Part("while_guard", c[0])

    def gives_orders(self, meta: Meta, c: list[Any]) -> t.Stmt:
        step = next((x for x in c if isinstance(x, t.Word)), None)
        return t.GivesOrders(self.at(meta), c[0], step, has(c, "IN_SECRET"))

    def perform(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Perform(self.at(meta), c[0], c[1] if len(c) > 1 else None)

    def tell_text(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.TellText(self.at(meta), c[0], c[1])

    def tell_fact(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.TellFact(self.at(meta), c[0], c[1])

    def create(self, meta: Meta, c: list[Any]) -> t.Stmt:
        named = len(c) > 1 and isinstance(c[1], t.Word)
        return t.Create(self.at(meta), c[0], c[1] if named else None, c[2:] if named else c[1:])

    def pair(self, meta: Meta, c: list[Any]) -> tuple[t.Word, t.Expr]:
        return c[0], c[1]

    def discard(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Discard(self.at(meta), c[0])

    def reschedule(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Reschedule(self.at(meta), c[0], c[1], c[2])

    def side(self, meta: Meta, c: list[Any]) -> bool:
        return str(c[0]) == "before"

    def wins(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Wins(self.at(meta), c[0])

    def publish(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Simple(self.at(meta), "publish")

    def end(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Simple(self.at(meta), "end")

    def prevent(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Simple(self.at(meta), "prevent")

    def reroll(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Simple(self.at(meta), "reroll")

    def fail(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Fail(self.at(meta), c[0] if c else None)

    def proceed(self, meta: Meta, c: list[Any]) -> t.Stmt:
        name = next((x for x in c if isinstance(x, t.Word)), None)
        return t.Proceed(self.at(meta), name, [x for x in c if isinstance(x, tuple)])

    def give(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Give(self.at(meta), c[0])

    def if_(self, meta: Meta, c: list[Any]) -> t.Stmt:
        c = clean(c)
        arms: list[tuple[t.Expr, list[t.Stmt]]] = []
        refs: list[str] = []
        while len(c) >= 2 and isinstance(c[0], t.Expr):
            arms.append((c[0], c[1].stmts))
            refs += c[1].refs
            c = c[2:]
        if c:
            refs += c[0].refs
        return t.If(self.at(meta), arms, c[0].stmts if c else [], clauses=refs)

    def for_each(self, meta: Meta, c: list[Any]) -> t.Stmt:
        together = has(c, "TOGETHER")
        c = clean(c)
        order = next((x for x in c if isinstance(x, t.Order)), None)
        body: Body = c[-1]
        return t.ForEach(self.at(meta), c[0], c[1], order, together, body.stmts, clauses=list(body.refs))

    def for_along(self, meta: Meta, c: list[Any]) -> t.Stmt:
        c = clean(c)
        body: Body = c[-1]
        return t.ForEach(self.at(meta), c[0], c[1], None, False, body.stmts, along=True, clauses=list(body.refs))

    def while_(self, meta: Meta, c: list[Any]) -> t.Stmt:
        guard, budget, body = clean(c)
        return t.While(self.at(meta), guard, int(budget), body.stmts, clauses=list(body.refs))

    def repeat(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Repeat(self.at(meta), c[0], c[1].stmts, clauses=list(c[1].refs))

    def together(self, meta: Meta, c: list[Any]) -> t.Stmt:
        return t.Together(self.at(meta), c[-1].stmts, clauses=list(c[-1].refs))

    def later(self, meta: Meta, c: list[Any]) -> t.Stmt:
        edge, agenda, ahead = c[0]
        return t.At(self.at(meta), edge, agenda, ahead, c[1].stmts, clauses=list(c[1].refs))

    def edge(self, meta: Meta, c: list[Any]) -> str:
        return "start" if c[0].type == "START_OF" else "end"

    def moment(self, meta: Meta, c: list[Any]) -> tuple[str, t.Word, int]:
        return c[0], c[1], 0

    def next_moment(self, meta: Meta, c: list[Any]) -> tuple[str, t.Word, int]:
        return c[0], c[1], 1

    def later_moment(self, meta: Meta, c: list[Any]) -> tuple[str, t.Word, int]:
        return c[0], c[1], int(c[2])

    def may(self, meta: Meta, c: list[Any]) -> t.Stmt:
        bodies = [x for x in c if isinstance(x, Body)]
        refs = [ref for body in bodies for ref in body.refs]
        liked = next((x.value for x in c if isinstance(x, Part)), None)
        return t.May(
            self.at(meta), c[0], c[1], bodies[0].stmts, bodies[1].stmts if len(bodies) > 1 else [], liked, bodies[0].title, clauses=refs
        )

    def liking(self, meta: Meta, c: list[Any]) -> Part:
        return Part("preferring", c[0])

    def chooses_branch(self, meta: Meta, c: list[Any]) -> t.Stmt:
        refs = next((list(x) for x in c if isinstance(x, Refs)), [])
        found = [x for x in c if isinstance(x, t.Branch)]
        title = next((x.pair for x in c if isinstance(x, Title)), None)
        return t.ChoosesBranch(self.at(meta), c[0], c[1], found, has(c, "IN_SECRET"), title, clauses=refs)

    def order(self, meta: Meta, c: list[Any]) -> t.Order:
        keys = [x for x in c if isinstance(x, t.Key)]
        tie = next((x.value for x in c if isinstance(x, Part)), "")
        return t.Order(self.at(meta), keys, tie, drawn=not keys)

    def key(self, meta: Meta, c: list[Any]) -> t.Key:
        return t.Key(self.at(meta), c[0].type == "HIGHEST", c[1])

    def tie(self, meta: Meta, c: list[Any]) -> Part:
        return Part("tie", "draw")


# Rules of the grammar whose names are words of Python.
for _rule in ("or", "and", "in", "is", "not", "if", "while", "tuple"):
    setattr(Phrases, _rule, getattr(Phrases, _rule + "_"))
