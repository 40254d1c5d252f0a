"""Parse trees become surface trees: declarations.  One method per rule of ``grammar.lark``."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from dsl import tree as t
from dsl.drawings import Drawings
from dsl.parts import Body, Line, Nouns, Part, Refs, Text, Title, clean, deepened, dotted_name, expand, has, paired, words
from dsl.scene_lines import SceneLines


@v_args(meta=True)
class Builder(SceneLines, Drawings):
    def REF(self, token: Token) -> Refs:
        return expand(str(token))

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        return Part(str(data), children)

    def decl(self, children: list[Any]) -> tuple[list[Any], dict[str, Any]]:
        """Children without titles, texts and margin notes, and these as keyword arguments of a declaration."""
        rest: list[Any] = []
        more: dict[str, Any] = {"clauses": []}
        for child in clean(children):
            if isinstance(child, Title):
                more["title"] = child.pair
            elif isinstance(child, Text):
                more["text"] = child.pair
            elif isinstance(child, Refs):
                more["clauses"] += child
            else:
                rest.append(child)
        return rest, more

    # ------------------------------------------------------------------------------------ small parts

    def start(self, meta: Meta, c: list[Any]) -> Any:
        return c[-1]

    def eol(self, meta: Meta, c: list[Any]) -> Refs:
        return next((x for x in c if isinstance(x, Refs)), Refs())

    def string(self, meta: Meta, c: list[Any]) -> str:
        return words(str(c[0])[1:-1])

    def lang_pair(self, meta: Meta, c: list[Any]) -> t.Pair:
        return t.Pair(self.at(meta), c[0], c[1])

    def title(self, meta: Meta, c: list[Any]) -> Title:
        return Title(c[0])

    def text(self, meta: Meta, c: list[Any]) -> Text:
        return Text(c[0])

    def names(self, meta: Meta, c: list[Any]) -> list[t.Word]:
        return c

    def prep(self, meta: Meta, c: list[Any]) -> Token:
        token: Token = c[0]
        return token

    def int_(self, meta: Meta, c: list[Any]) -> Any:
        if isinstance(c[-1], t.Word):
            return c[-1]
        return -int(c[-1]) if len(c) == 2 else int(c[-1])

    # ------------------------------------------------------------------------------------ heads of files

    def game(self, meta: Meta, c: list[Any]) -> t.Game:
        rest, more = self.decl(c)
        names = [x for x in rest if isinstance(x, t.Word)]
        parts = {x.what: x.value for x in rest if isinstance(x, Part)}
        plays = parts.get("plays")
        more["clauses"] += [ref for x in rest if isinstance(x, Part) for ref in x.refs]
        return t.Game(
            self.at(meta), names[0], names[1] if len(names) > 1 else None,
            plays[0] if plays else None, plays[1] if plays and len(plays) > 1 else None,
            parts.get("events_seen"), plays[2] if plays and len(plays) > 2 else None, **more,
        )  # fmt: skip

    def plays(self, meta: Meta, c: list[Any]) -> Part:
        return Part("plays", [x for x in clean(c) if not isinstance(x, Refs)], list(c[-1]))

    def events_seen(self, meta: Meta, c: list[Any]) -> Part:
        return Part("events_seen", c[0], list(c[1]))

    def extends(self, meta: Meta, c: list[Any]) -> t.Extends:
        return t.Extends(self.at(meta), c[0], clauses=list(c[1]))

    def option(self, meta: Meta, c: list[Any]) -> t.Option:
        rest, more = self.decl(c)
        return t.Option(self.at(meta), *rest, **more)

    # ------------------------------------------------------------------------------------ kinds

    def kind(self, meta: Meta, c: list[Any]) -> t.Kind:
        rest, more = self.decl(c)
        name, rest = rest[0], rest[1:]
        kind = t.Kind(self.at(meta), name, [], None, False, False, None, None, None, [], [], [], **more)
        lists: list[list[t.Word]] = []
        for x in rest:
            if isinstance(x, list):
                lists.append(x)
            elif isinstance(x, t.Field):
                kind.fields.append(x)
            elif isinstance(x, Line):
                kind.seen.append(x.value)
                kind.clauses += x.refs
            elif isinstance(x, Part):
                setattr(kind, x.what, x.value)
        for found in lists:
            (kind.nouns if isinstance(found, Nouns) else kind.members).extend(found)
        return kind

    def nouns(self, meta: Meta, c: list[Any]) -> Nouns:
        return Nouns(c[0])

    def capacity(self, meta: Meta, c: list[Any]) -> Part:
        return Part("capacity", clean(c)[0])

    def seats(self, meta: Meta, c: list[Any]) -> Part:
        return Part("seats", True)

    def kept(self, meta: Meta, c: list[Any]) -> Part:
        return Part("kept", True)

    def links(self, meta: Meta, c: list[Any]) -> Part:
        return Part("links", True)

    def entry_cost(self, meta: Meta, c: list[Any]) -> Part:
        return Part("entry_cost", clean(c)[0])

    def plural(self, meta: Meta, c: list[Any]) -> Part:
        return Part("plural", c[0])

    def bearer(self, meta: Meta, c: list[Any]) -> Part:
        return Part("bearer", c[0])

    def shape(self, meta: Meta, c: list[Any]) -> Part:
        return Part("shape", (c[0], c[1] if len(c) > 1 else []))

    def added_to(self, meta: Meta, c: list[Any]) -> Part:
        return Part("added_to", (c[0], c[1]))

    def field(self, meta: Meta, c: list[Any]) -> t.Field:
        rest, more = self.decl(c)
        default = next((x for x in rest if isinstance(x, t.Expr)), None)
        parts = {x.what: x.value for x in rest if isinstance(x, Part)}
        seen = [x for x in rest if isinstance(x, t.SeenBy)]
        return t.Field(self.at(meta), rest[0], rest[1], default, seen, bool(parts.get("kept")), parts.get("added_to"), **more)

    def bounded(self, meta: Meta, c: list[Any]) -> t.Bounded:
        return t.Bounded(self.at(meta), c[0], c[1])

    def of_kind(self, meta: Meta, c: list[Any]) -> t.OfKind:
        return t.OfKind(self.at(meta), c[0])

    def optional(self, meta: Meta, c: list[Any]) -> t.OfKind:
        return t.OfKind(self.at(meta), c[0], True)

    def subset(self, meta: Meta, c: list[Any]) -> t.Subset:
        return t.Subset(self.at(meta), c[0])

    def seen(self, meta: Meta, c: list[Any]) -> t.SeenBy:
        return t.SeenBy(self.at(meta), c[0], c[1] if len(c) > 1 else None)

    def seen_line(self, meta: Meta, c: list[Any]) -> Line:
        return Line("seen", c[0], c[1])

    def member(self, meta: Meta, c: list[Any]) -> t.Member:
        rest, more = self.decl(c)
        amount = next((x.value for x in rest if isinstance(x, Part)), None)
        member = t.Member(self.at(meta), rest[0], rest[1], amount, [], [], **more)
        for x in rest[2:]:
            if isinstance(x, t.Property):
                member.properties.append(x)
            elif isinstance(x, t.Decl):
                x.owner = str(member.name)
                member.rules.append(x)
        return member

    def amount(self, meta: Meta, c: list[Any]) -> Part:
        return Part("amount", (int(c[0]), int(c[1])))

    def property(self, meta: Meta, c: list[Any]) -> t.Property:
        return t.Property(self.at(meta), c[0], c[1], clauses=list(c[2]))

    def data_table(self, meta: Meta, c: list[Any]) -> t.DataTable:
        rest, more = self.decl(c)
        return t.DataTable(self.at(meta), rest[0], rest[1:], **more)

    def line(self, meta: Meta, c: list[Any]) -> t.Line:
        return t.Line(self.at(meta), c[:-1], list(c[-1]))

    def blank(self, meta: Meta, c: list[Any]) -> None:
        return None

    def range(self, meta: Meta, c: list[Any]) -> t.Span:
        return t.Span(self.at(meta), c[0], c[-1])

    def from_up(self, meta: Meta, c: list[Any]) -> t.Span:
        return t.Span(self.at(meta), c[0], None)

    def from_down(self, meta: Meta, c: list[Any]) -> t.Span:
        return t.Span(self.at(meta), None, c[0])

    row_range = range

    # ------------------------------------------------------------------------------------ values

    def define(self, meta: Meta, c: list[Any]) -> t.Define:
        rest, more = self.decl(c)
        params = rest[1] if isinstance(rest[1], list) else []
        value = rest[2] if isinstance(rest[1], list) else rest[1]
        return t.Define(self.at(meta), rest[0], params, value, self.mods(rest), **more)

    @staticmethod
    def mods(rest: list[Any]) -> list[t.Modifier]:
        return [x for x in rest if isinstance(x, t.Modifier)]

    def params(self, meta: Meta, c: list[Any]) -> list[t.Parameter]:
        return c

    def param(self, meta: Meta, c: list[Any]) -> t.Parameter:
        return t.Parameter(self.at(meta), c[0], c[1] if len(c) > 1 else None)

    def condition(self, meta: Meta, c: list[Any]) -> t.Condition:
        c = [x for item in c for x in (item if isinstance(item, tuple) else [item])]  # a list of conditions brings its title along
        rest, more = self.decl(c)
        names = [x for x in rest if isinstance(x, t.Word)]
        when = next(x for x in rest if isinstance(x, t.Expr))
        return t.Condition(self.at(meta), names[0], names[1], names[2] if len(names) > 2 else None, when, self.mods(rest), **more)

    def when(self, meta: Meta, c: list[Any]) -> t.Expr:
        test: t.Expr = c[0]
        return test

    def several(self, meta: Meta, c: list[Any]) -> t.Expr:
        op = "and" if c[0].type == "ALL_OF" else "or"
        items = [x for x in c if isinstance(x, t.Expr)]
        out = items[0]
        for item in items[1:]:
            out = t.Binary(self.at(meta), op, out, item)
        return out

    def described(self, meta: Meta, c: list[Any]) -> tuple[Any, ...]:
        return (self.several(meta, c), *(x for x in c if not isinstance(x, (t.Expr, Token))))

    def one_of_several(self, meta: Meta, c: list[Any]) -> t.Expr:
        test: t.Expr = c[0]
        title = next((x for x in c if isinstance(x, t.Pair)), None)
        return test if title is None else t.Titled(self.at(meta), test, title)

    def sign(self, meta: Meta, c: list[Any]) -> int:
        return 1 if c[0].type == "PLUS" else -1

    def modifier(self, form: str, meta: Meta, c: list[Any]) -> t.Modifier:
        refs = next((list(x) for x in c if isinstance(x, Refs)), [])
        c = [x for x in clean(c) if not isinstance(x, Refs)]
        sign = c.pop(0) if form in ("bonus", "bonus_each") else 1
        name = c.pop(0) if form == "result" else None
        value = None if form in ("also_when", "not_when", "result") else c.pop(0)
        return t.Modifier(self.at(meta), form, value, c[0] if c else None, sign, name, clauses=refs)

    def bonus(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("bonus", meta, c)

    def bonus_each(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("bonus_each", meta, c)

    def override(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("override", meta, c)

    def floor(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("floor", meta, c)

    def ceiling(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("ceiling", meta, c)

    def also(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("also", meta, c)

    def also_when(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("also_when", meta, c)

    def not_when(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("not_when", meta, c)

    def except_(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("except", meta, c)

    def result_when(self, meta: Meta, c: list[Any]) -> t.Modifier:
        return self.modifier("result", meta, c)

    def test(self, meta: Meta, c: list[Any]) -> t.Test:
        rest, more = self.decl(c)
        rest, deep = deepened(rest)
        name, params = rest[0]
        return t.Test(self.at(meta), name, params, rest[1], self.mods(rest), deep, **more)

    def contest(self, meta: Meta, c: list[Any]) -> t.Contest:
        again = has(c, "TIES_AGAIN")
        rest, more = self.decl(c)
        rest, deep = deepened(rest)
        name, params = rest[0]
        return t.Contest(self.at(meta), name, params, rest[1], rest[2], again, deep, **more)

    def table(self, meta: Meta, c: list[Any]) -> t.Table:
        rest, more = self.decl(c)
        rest, deep = deepened(rest)
        rows = [x for x in rest if isinstance(x, t.Row)]
        params = paired(rest[1 : -len(rows) - 1])
        return t.Table(self.at(meta), rest[0], params, rest[-len(rows) - 1], rows, deep, **more)

    def row(self, meta: Meta, c: list[Any]) -> t.Row:
        body: Body = c[-1]
        return t.Row(self.at(meta), c[0], c[1] if len(c) > 2 else None, body.stmts, body.title, clauses=list(body.refs))

    def grid(self, meta: Meta, c: list[Any]) -> t.Grid:
        rest, more = self.decl(c)
        return t.Grid(self.at(meta), rest[0], rest[1], rest[2], rest[3:], **more)

    def ranking(self, meta: Meta, c: list[Any]) -> t.Ranking:
        rest, more = self.decl(c)
        return t.Ranking(self.at(meta), rest[0], rest[1], rest[2:], **more)

    def rank(self, meta: Meta, c: list[Any]) -> t.Rank:
        return t.Rank(self.at(meta), c[0], c[1].type == "HIGHEST", c[2], clauses=list(c[3]))

    # ------------------------------------------------------------------------------------ rules

    def pattern(self, meta: Meta, c: list[Any]) -> tuple[t.Word, list[t.Parameter]]:
        return c[0], paired(c[1:])

    def hooked(self, meta: Meta, c: list[Any]) -> tuple[list[t.Word], list[t.Parameter]]:
        return [x for x in c if isinstance(x, t.Word)], paired(c)

    def depth(self, meta: Meta, c: list[Any]) -> Part:
        return Part("depth", int(clean(c)[0]))

    def event(self, meta: Meta, c: list[Any]) -> t.Event:
        ((name, params), body), deep = deepened(c)
        return t.Event(self.at(meta), name, params, deep, body.lines, body.stmts, **self.head(body))

    def action(self, meta: Meta, c: list[Any]) -> t.Action:
        ((name, params), body), deep = deepened(c)
        return t.Action(self.at(meta), name, params, body.lines, body.stmts, deep, **self.head(body))

    @staticmethod
    def head(body: Body) -> dict[str, Any]:
        return {"title": body.title, "text": body.text, "clauses": list(body.refs)}

    def hook_word(self, meta: Meta, c: list[Any]) -> Part:
        return Part("position", str(c[0]).split()[0])

    def roll_of(self, meta: Meta, c: list[Any]) -> Part:
        return Part("roll", True)

    def hook(self, meta: Meta, c: list[Any]) -> t.Hook:
        parts = {x.what: x.value for x in c if isinstance(x, Part)}
        dotted, params = next(x for x in c if isinstance(x, tuple))
        when = next((x for x in c[:-1] if isinstance(x, t.Expr)), None)
        over = parts.get("over", "")
        body: Body = c[-1]
        return t.Hook(
            self.at(meta), parts["position"], "roll" in parts, dotted[-1], params, dotted[:-1], when, over,
            body.lines, body.stmts, **self.head(body),
        )  # fmt: skip

    def over(self, meta: Meta, c: list[Any]) -> Part:
        return Part("over", dotted_name(c[0]))

    def rule_body(self, meta: Meta, c: list[Any]) -> Body:
        return self.body(meta, c)

    def body(self, meta: Meta, c: list[Any]) -> Body:
        c = clean(c)
        out = Body([], [])
        if c and isinstance(c[0], Refs):
            out.refs = list(c[0])
            c = c[1:]
        elif c and isinstance(c[-1], Refs):
            out.refs = list(c[-1])
        line: list[t.Stmt] = []
        for x in c:
            if isinstance(x, Refs):
                for stmt in line:
                    stmt.clauses = stmt.clauses + list(x)
                line = []
            elif isinstance(x, Title):
                out.title = x.pair
            elif isinstance(x, Text):
                out.text = x.pair
            elif isinstance(x, Line):
                self.rule_line_into(out.lines, x)
            else:
                out.stmts.append(x)
                line = [*line, x] if _one_line(x) else []
        return out

    @staticmethod
    def rule_line_into(lines: t.RuleLines, x: Line) -> None:
        lines.clauses += x.refs
        current = getattr(lines, x.what)
        if isinstance(current, list):
            current.append(x.value)
        else:
            setattr(lines, x.what, x.value)

    def _simple_line(self, what: str, value: Any, c: list[Any]) -> Line:
        return Line(what, value, next((list(x) for x in c if isinstance(x, Refs)), []))

    def rule_line(self, meta: Meta, c: list[Any]) -> Line:
        if isinstance(c[0], Line):
            return c[0]
        return self._simple_line("limits", c[0], c)

    def limit(self, meta: Meta, c: list[Any]) -> t.Limit:
        c = clean(c)
        if len(c) == 1:
            return t.Limit(self.at(meta), t.Number(self.at(meta), 1), c[0])
        count = c[0] if isinstance(c[0], t.Expr) else t.Number(self.at(meta), int(c[0]))
        return t.Limit(self.at(meta), count, c[1])

    def legal_when(self, meta: Meta, c: list[Any]) -> Line:
        line = self._simple_line("whens", None, c)
        line.value = t.Needs(self.at(meta), c[0], None, clauses=line.refs)
        return line

    legal_several = legal_when

    def needs(self, meta: Meta, c: list[Any]) -> Line:
        line = self._simple_line("needs", None, c)
        reason = next((x for x in c if isinstance(x, t.Pair)), None)
        line.value = t.Needs(self.at(meta), c[0], reason, clauses=line.refs)
        return line

    def offered(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("during", c[0], c)

    def excludes(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("instead_of", clean(c)[0], c)

    def keeps(self, meta: Meta, c: list[Any]) -> Line:
        default = c[2] if isinstance(c[2], t.Expr) else None
        return self._simple_line("keeps", t.Keeps(self.at(meta), c[0], c[1], default), c)

    def gives(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("gives", c[0], c)

    def says(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("says", c[0], c)

    def may_repeat(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("several", True, c)

    def spends(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("spends", True, c)

    def shortcut(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("shortcut", True, c)

    def hint(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("hint", c[0], c)

    def another_way(self, meta: Meta, c: list[Any]) -> Line:
        param = paired(c[:2])[0]
        title = next((x.pair for x in c if isinstance(x, Title)), None)
        return self._simple_line("ways", t.Way(self.at(meta), param, c[2], title), c)

    def appeal(self, meta: Meta, c: list[Any]) -> Line:
        return self._simple_line("appeal", clean(c)[0], c)

    def agenda(self, meta: Meta, c: list[Any]) -> t.Agenda:
        rest, more = self.decl(c)
        name, params = rest[0]
        out = t.Agenda(self.at(meta), name, params, None, None, None, False, [], [], [], **more)
        for x in rest[1:]:
            if isinstance(x, t.Step):
                out.steps.append(x)
            elif isinstance(x, Line):
                getattr(out, x.what).append(x.value)
            elif isinstance(x, Part) and x.what == "each":
                out.each, out.order = x.value
            elif isinstance(x, Part):
                setattr(out, x.what, x.value)
        return out

    def each_of(self, meta: Meta, c: list[Any]) -> Part:
        c = clean(c)
        return Part("each", (c[0], c[1] if len(c) > 1 else None))

    def guard(self, meta: Meta, c: list[Any]) -> Part:
        return Part("guard", c[0])

    def repeated(self, meta: Meta, c: list[Any]) -> Part:
        return Part("repeated", True)

    def agenda_line(self, meta: Meta, c: list[Any]) -> Line:
        line: Line = c[0]
        return line

    def step(self, meta: Meta, c: list[Any]) -> t.Step:
        fixed = has(c, "FIXED")
        c = clean(c)
        names = [x for x in c if isinstance(x, t.Word)]
        last = c[-1]
        of = names[1] if len(names) > 1 else None
        if isinstance(last, Body):
            return t.Step(self.at(meta), names[0], of, fixed, last.stmts, **self.head(last))
        _, more = self.decl(c)
        return t.Step(self.at(meta), names[0], of, fixed, None, **more)

    def adjust(self, meta: Meta, c: list[Any]) -> t.Adjust:
        rest, more = self.decl(c)
        what, name, params = rest[0].value
        return t.Adjust(self.at(meta), what, name, params, self.mods(rest), **more)

    def value(self, meta: Meta, c: list[Any]) -> Part:
        return Part("adjusted", ("value", c[0], c[1] if len(c) > 1 else []))

    def relation(self, meta: Meta, c: list[Any]) -> Part:
        params = [t.Parameter(c[0].place, c[0])] + [t.Parameter(x.place, x) for x in c[2:]]
        return Part("adjusted", ("relation", c[1], params))

    def test_pattern(self, meta: Meta, c: list[Any]) -> Part:
        return Part("adjusted", ("test", c[0][0], c[0][1]))

    def replace(self, meta: Meta, c: list[Any]) -> t.Replace:
        return t.Replace(self.at(meta), c[0])

    def replace_row(self, meta: Meta, c: list[Any]) -> t.ReplaceRow:
        body: Body = c[-1]
        span = next((x for x in c if isinstance(x, t.Span)), None)
        return t.ReplaceRow(self.at(meta), dotted_name(c[0]), span, body.stmts, **self.head(body))

    def remove(self, meta: Meta, c: list[Any]) -> t.Remove:
        because = next((x for x in c if isinstance(x, t.Pair)), None)
        return t.Remove(self.at(meta), dotted_name(c[0]), because, clauses=list(c[-1]))

    def side(self, meta: Meta, c: list[Any]) -> bool:
        return str(c[0]) == "before"

    def insert(self, meta: Meta, c: list[Any]) -> t.Insert:
        rest, more = self.decl(c)
        return t.Insert(self.at(meta), rest[0], dotted_name(rest[1]), rest[2:], **more)

    def always(self, meta: Meta, c: list[Any]) -> t.Always:
        return t.Always(self.at(meta), c[0], c[1], clauses=list(c[2]))

    def clause(self, meta: Meta, c: list[Any]) -> t.Clause:
        parts = {x.what: x.value for x in c if isinstance(x, Part)}
        return t.Clause(self.at(meta), c[0], parts.get("clause_text"), parts.get("ruling"), parts.get("because"), parts.get("waived"))

    def clause_text(self, meta: Meta, c: list[Any]) -> Part:
        return Part("clause_text", c[0])

    def ruling(self, meta: Meta, c: list[Any]) -> Part:
        return Part("ruling", c[0])

    def because(self, meta: Meta, c: list[Any]) -> Part:
        return Part("because", c[0])

    def waived(self, meta: Meta, c: list[Any]) -> Part:
        return Part("waived", c[0])


setattr(Builder, "except", Builder.except_)
setattr(Builder, "int", Builder.int_)  # noqa: B010 - the rule is named so in the grammar


def _one_line(stmt: t.Stmt) -> bool:
    return not isinstance(stmt, (t.If, t.ForEach, t.Together, t.While, t.At, t.May, t.ChoosesBranch))
