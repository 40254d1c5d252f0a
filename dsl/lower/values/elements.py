"""What a ``where`` is asked of: conditions, sets and names of which a reader thinks something else than they mean."""

from __future__ import annotations

import re
from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import nodes
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.hints import written
from arbitre.dsl.lower.values.slips import hidden_in, named_where
from arbitre.dsl.resolve.ranges import flatten
from arbitre.dsl.resolve.scope import Scope
from arbitre.dsl.resolve.symbols import domain_name
from arbitre.dsl.tree.walk import below

ONE = "this part belongs to the condition of ‘no ... where’, and says nothing about its element"
ONE_DENIED = "this part belongs to the condition of ‘not any ... where’, and says nothing about its element"
MEND = "Two statements are written ‘{0}’; if it belongs to the condition, put this part in brackets."
FIRST = "Two statements are written ‘{0}’; if it belongs to the condition, put this part first, right behind ‘where’."
IT = "The {0} looked at is ‘it’: ‘{1}’. If the ‘{2}’ of this rule is meant, ask that before the set is looked at, with ‘if’ or ‘when’."
IDLE = "The {0} looked at is ‘it’. What is the same for every one is asked before the set is looked at, with ‘if’ or ‘when’."
FIELD = "Two statements are written ‘{0}’; if the field of the {1} is meant, write ‘{2}’."


def tell_nested(cx: Context, expr: t.Where, domain: int, scope: Scope) -> None:
    """A search in a search: of which of the two a plain word speaks must be clear."""
    outer = scope.elements[-1]
    last = outer.where.test if outer.where is not None else None
    between = str(last.op) if isinstance(last, t.Binary) else ""
    while isinstance(last, t.Binary) and last.op in ("and", "or"):
        last = last.right
    apart = between in ("and", "or") and last is expr and expr.sink in ("any", "no")
    two = two_conditions(cx, outer.where, expr, between) if outer.where is not None and apart else ""
    hint = named_where(cx.symbols, expr, outer, two, inner_named(cx, expr, domain, outer.type.domain, scope), scope.names)
    said = phrase("in a ‘where’ inside a ‘where’ it is not clear whose fields are meant")
    if outer.where is None:
        said = phrase(
            "in a ‘where’ that is asked for each {0} it is not clear whose fields are meant", domain_name(cx.symbols, outer.type.domain)
        )
    cx.messages.error("N08", expr.place, said, hint)


def two_conditions(cx: Context, outer: t.Where, last: t.Where, op: str) -> str:
    """``any S where A or any T where B``, ``any S where A or (C and any T where B)``: each of the two in brackets."""
    parts = flatten(outer.test, op) if outer.test is not None else []
    if len(parts) < 2 or outer.sink not in ("any", "no"):
        return ""
    second = parts[-1]
    if second is not last and not (isinstance(second, t.Binary) and flatten(second, str(second.op))[-1] is last and bracketed(cx, second)):
        return ""
    return f"({said_from(cx, outer.place, parts[-2])}) {op} ({said_from(cx, second.place, last)})"


def inner_named(cx: Context, expr: t.Where, domain: int, outside: int, scope: Scope) -> str:
    """The condition of a search within another, its fields asked of ‘other’, the element outside called ‘it’; "" if that is not plain."""
    if expr.test is None or any(isinstance(node, t.Where) for node in below(expr.test)):
        return ""
    place = expr.test.place
    said = said_from(cx, place, expr.test)
    names = sorted((n for n in below(expr.test) if isinstance(n, t.Name)), key=lambda n: n.place.column, reverse=True)
    inner = {id(n.owner) for n in below(expr.test) if isinstance(n, t.Dot) and str(n.word) in cx.symbols.fields_of[domain]}
    inner -= {id(n.owner) for n in below(expr.test) if isinstance(n, t.Dot) and str(n.word) in cx.symbols.fields_of[outside]}
    if any(name.place.line != place.line for name in names) or place.end_line != place.line:
        return ""
    for name in names:
        word, at = str(name.word), name.place.column - place.column
        new = word
        if cx.symbols.nouns.get(word) == outside and word not in cx.symbols.fields_of[domain]:
            new = "it"
        elif word == "it" and id(name) in inner:
            new = "other"
        elif word in cx.symbols.fields_of[domain] and word not in scope.names:
            new = f"other.{word}"
        said = said[:at] + new + said[at + len(word) :]
    return said


def tell_misread(cx: Context, expr: t.Where, test: core.Expr | None, slot: int, domain: int, scope: Scope, sound: bool) -> None:
    """What a ``where`` says otherwise than it reads.  ``sound``: nothing was found wrong with its condition."""
    told = len(cx.messages.items)
    tell_joined(cx, expr)
    denied = expr.sink == "no" or (expr.sink == "any" and behind_not(cx, expr))
    if (
        denied
        and (sound or not isinstance(test, core.Or))
        and len(cx.messages.items) == told
        and tell_one_statement(cx, expr, test, slot, domain, scope)
    ):
        return
    if sound and expr.name is None and expr.test is not None and test is not None:
        tell_unasked(cx, expr.test, test, slot, domain, scope)
    if isinstance(test, core.Or) and sound:
        tell_swallowed(cx, expr, test, slot)


def tell_swallowed(cx: Context, expr: t.Where, test: core.Or, slot: int) -> None:
    """``any S where A or any x in T where B``: the second half, though it says nothing of S, is a part of what is asked of S."""
    last = expr.test
    while isinstance(last, t.Binary) and last.op == "or":
        last = last.right
    if isinstance(last, t.Where) and last.sink in ("any", "no") and not bracketed(cx, last) and not speaks_of(test.items[-1], slot):
        cx.messages.error("N08", last.place, "this part says nothing about the element of its ‘where’",
                          phrase("A ‘where’ runs to the end: write ‘{0}’; if it belongs to the condition, put this part in brackets.",
                                 two_conditions(cx, expr, last, "or") or "(any ... where ...) or ..."))  # fmt: skip


def tell_one_statement(cx: Context, expr: t.Where, test: core.Expr | None, slot: int, domain: int, scope: Scope) -> bool:
    """``no S where A and B`` where B says nothing of S: it reads as two statements, and says that no S has A while B; with ``or`` likewise.

    After a plain ``any`` both readings mean the same, so nothing is told.  A law says ‘while B’ so, and is told of searches alone.
    Brackets say that B belongs to it, except round an ``or``, which needs them anyway.
    """
    if not isinstance(test, (core.And, core.Or)) or expr.test is None:
        return False
    op = "and" if isinstance(test, core.And) else "or"
    parts = flatten(expr.test, op)
    start = len(parts)
    if start != len(test.items) or (op == "or" and isinstance(parts[-1], t.Where) and not bracketed(cx, parts[-1])):
        return False  # the latter is an error of its own
    while start and not speaks_of(test.items[start - 1], slot):
        start -= 1
    first, last = parts[start : start + 1], parts[-1]
    search = isinstance(last, t.Where) and last.sink in ("any", "no")
    plain = bracketed(cx, expr) or scope.kind == "pure"
    either = bool(first) and isinstance(first[0], t.Binary) and first[0].op == "or"
    word = "" if expr.name is not None else next((one for part in parts[start:] if (one := other_field(cx, part, domain, scope))), "")
    meant = bool(first) and not word and bracketed(cx, first[0], 2 if either else 1)
    if not first or not start or meant or (plain and not search):
        return False
    place = replace(first[0].place, end_line=last.place.end_line, end_column=last.place.end_column)
    condition, rest = (said_from(cx, expr.place, parts[start - 1]), f" {op} ".join(in_brackets(cx, part) for part in parts[start:]))
    two, text = f"({condition}) {op} {rest}", ONE
    if expr.sink == "any":
        text, two = ONE_DENIED, f"not {two}"
    mend = phrase(FIELD, two, domain_name(cx.symbols, domain), f"it.{word}") if word else phrase(FIRST if either else MEND, two)
    cx.messages.add("R05", place, text, mend, [(expr.place, "the condition it belongs to")])
    return True


def tell_joined(cx: Context, expr: t.Where) -> None:
    """``A + B where C``: what is asked of the elements of both reads as if it were asked of those of B alone."""
    source = expr.source
    if expr.sink != "set" or expr.name is not None or not isinstance(source, t.Binary) or source.op not in ("+", "-"):
        return
    if not re.match(r"\s*where\b", after(cx, source)):
        return  # in brackets
    start, middle = source.place, between(cx, source.left, source.right)
    at = middle.find(source.op)
    left = said_from(cx, start, source.left) + middle[:at].rstrip()
    right = (middle[at + 1 :] + said_from(cx, source.right.place, source)).strip()
    test = written(expr.test or expr, cx.sources)
    both, one = f"({left} {source.op} {right}) where {test}", f"{left} {source.op} ({right} where {test})"
    cx.messages.add("R08", expr.place, phrase("this ‘where’ is asked of all of ‘{0}’", f"{left} {source.op} {right}"),
                    phrase("Write ‘{0}’ if that is meant, ‘{1}’ if it is asked of the last alone.", both, one))  # fmt: skip


def joined_outside(cx: Context, where: t.Where, expr: t.Binary) -> str:
    """How it is written where something is joined at the end of a ``where``, which runs to there."""
    if where.sink != "set" or (where.place.end_line, where.place.end_column) != (expr.place.end_line, expr.place.end_column):
        return ""
    middle = between(cx, expr.left, expr.right)
    right = (middle[middle.find(expr.op) + 1 :] + said_from(cx, expr.right.place, expr)).strip()
    return phrase("A ‘where’ runs to the end: write ‘{0}’.", f"({said_from(cx, where.place, expr.left)}) {expr.op} {right}")


def tell_unasked(cx: Context, said: t.Expr, test: core.Expr, slot: int, domain: int, scope: Scope) -> None:
    """``players where role is wolf`` in ``for each role in roles``: it is the role of the loop, of which no player is asked."""
    told = len(cx.messages.items)
    several = isinstance(said, t.Binary) and said.op == "and" and isinstance(test, core.And)
    parts = flatten(said, "and") if several else [said]
    bound = test.items if several and isinstance(test, core.And) else (test,)
    for part, made in zip(parts, bound, strict=True):
        if speaks_of(made, slot):
            hidden_in(cx.symbols, part, said, domain, scope)
            continue
        if word := other_field(cx, part, domain, scope):
            kind, field = domain_name(cx.symbols, domain), f"it.{word}"
            mended = re.sub(rf"(?<![\w.]){word}\b", field, written(part, cx.sources), count=1)
            cx.messages.add("R09", part.place, phrase("this says nothing of the {0}: ‘{1}’ is the one of this rule", kind, word),
                            phrase("The field of the {0} is ‘{1}’: ‘{2}’. If the ‘{3}’ of this rule is meant, "
                                   "ask that before the set is looked at, with ‘if’ or ‘when’.", kind, field, mended, word))  # fmt: skip
    if len(cx.messages.items) == told and not speaks_of(test, slot) and not isinstance(test, core.Const):  # ‘where false’: none of them
        tell_idle(cx, said, domain, scope)


def tell_idle(cx: Context, said: t.Expr, domain: int, scope: Scope) -> None:
    """``men where man.square is there`` in a rule about a man: no part of it is asked of the men that are looked at."""
    kind = domain_name(cx.symbols, domain)
    same = (str(node.word) for node in below(said) if isinstance(node, t.Name) and cx.symbols.nouns.get(str(node.word)) == domain)
    text, hint = phrase("this says nothing of the {0}: it is the same for every one", kind), phrase(IDLE, kind)
    if (word := next((one for one in same if one in scope.names), "")) != "":
        mended = re.sub(rf"(?<![\w.]){word}\b", "it", written(said, cx.sources))
        text, hint = phrase("this says nothing of the {0}: ‘{1}’ is the one of this rule", kind, word), phrase(IT, kind, mended, word)
    cx.messages.add("R09", said.place, text, hint)


def speaks_of(test: core.Expr, slot: int) -> bool:
    """Does it look at the element in the slot?"""
    return any(isinstance(node, core.Local) and node.slot == slot for node in nodes(test))


def other_field(cx: Context, part: t.Expr, domain: int, scope: Scope) -> str:
    """A name of the rule in it that a field of the elements has as well; "" if there is none."""
    words = (str(node.word) for node in below(part) if isinstance(node, t.Name))
    return next((one for one in words if one in scope.names and one in cx.symbols.fields_of[domain]), "")


def bracketed(cx: Context, expr: t.Expr, depth: int = 1) -> bool:
    """Do so many brackets stand right before it?"""
    return before(cx, expr).replace(" ", "").endswith("(" * depth)


def behind_not(cx: Context, expr: t.Expr) -> bool:
    """Does a ‘not’ stand right before it?"""
    return re.search(r"\bnot\s*$", before(cx, expr)) is not None


def in_brackets(cx: Context, part: t.Expr) -> str:
    """As it is written; with its brackets, if it has some."""
    said = written(part, cx.sources)
    return f"({said})" if bracketed(cx, part) else said


def before(cx: Context, expr: t.Expr) -> str:
    """What stands before it on its line."""
    lines = cx.sources.get(expr.place.file, "").split("\n")
    return lines[expr.place.line - 1][: expr.place.column - 1] if 0 < expr.place.line <= len(lines) else ""


def said_from(cx: Context, start: Place, last: t.Expr) -> str:
    """What is written from a place to the end of an expression, with the brackets in between."""
    return written(t.Nothing(replace(start, end_line=last.place.end_line, end_column=last.place.end_column)), cx.sources)


def between(cx: Context, left: t.Expr, right: t.Expr) -> str:
    """What stands between two expressions: an operator, and brackets round it."""
    ends = Place(left.place.file, left.place.end_line, left.place.end_column, right.place.line, right.place.column)
    return written(t.Nothing(ends), cx.sources)


def after(cx: Context, expr: t.Expr) -> str:
    """What follows it, to the end of the next line."""
    lines = cx.sources.get(expr.place.file, "").split("\n")[max(expr.place.end_line - 1, 0) :][:2]
    return "\n".join(lines)[max(expr.place.end_column - 1, 0) :]
