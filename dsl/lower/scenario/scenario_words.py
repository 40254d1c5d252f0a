"""What the lines of a scenario say as they are written: plain words, options, joined parts."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.lower.context import Context
from arbitre.dsl.resolve.sayable import Sayable


def plain(expr: t.Expr) -> str:
    """A number as it is written, with its sign."""
    if isinstance(expr, t.Number):
        return str(expr.value)
    if isinstance(expr, t.Unary) and isinstance(expr.item, t.Number):
        return str(-expr.item.value)
    return "?"


def conjuncts(expr: t.Expr) -> list[t.Expr]:
    """What an ``and`` joins, one by one."""
    if isinstance(expr, t.Binary) and expr.op == "and":
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]


def options_of(scenario: t.Scenario) -> dict[str, str]:
    """The options a scenario sets, as texts."""
    out = {}
    for scene in scenario.scenes:
        if scene.form == "option":
            value = scene.parts["value"]
            out[str(scene.parts["name"])] = str(value.word) if isinstance(value, t.Name) else plain(value)
    return out


def check_match(cx: Context, what: t.Word) -> None:
    """What goes on, or is over, is the match."""
    if str(what) != "match":
        text = phrase("only the match goes on or is over, and this is ‘{0}’", what)
        cx.messages.error("T06", what.place, text, "Write ‘expect match goes on’.")


def check_sayable(cx: Context, scenario: t.Scenario, place: Place, text: str) -> None:
    """What nothing in the rulebook could say is never told: to expect that it was not proves nothing."""
    if cx.sayable is None:
        cx.sayable = Sayable.of(cx.symbols.rulebook.decls)
    names = [str(scene.parts["name"]) for scene in scenario.scenes if scene.form == "given"]
    if not cx.sayable.could_say(text, names):
        near = cx.sayable.nearest(text)
        hint = phrase("The nearest text is “{0}”.", near) if near else "Perhaps the text has been changed since."
        cx.messages.add("C10", place, phrase("no text of the rulebook can ever say “{0}”: this always holds", text), hint)


def face_of(cx: Context, label: t.Word | None, face: int | t.Word, fallen: bool = False) -> int:
    """What a die of a scenario shows: a number, or the row that is drawn, by its name."""
    if not isinstance(face, t.Word):
        return face
    if fallen:
        hint = "Ask what came of it: ‘expect NAME.holder is red’."
        cx.messages.error("T01", face.place, "dice that have fallen are compared by their numbers", hint)
        return 1
    found = cx.symbols.members.get(str(face), [])
    kind = cx.symbols.nouns.get(str(label)) if label is not None else None
    rows = [row for domain, row in found if kind is None or domain == kind]
    if len(rows) == 1:
        return core.Drawn(rows[0])
    if len(rows) > 1:
        hint = "Say for what it is drawn, the name behind ‘draw’: ‘dice card: ...’."
        cx.messages.error("N03", face.place, phrase("‘{0}’ may be one of several things", face), hint)
    else:
        cx.messages.error("N01", face.place, phrase("nothing is called ‘{0}’ here", face), did_you_mean(face, cx.symbols.members))
    return 1
