"""From parse trees to surface trees: kinds, members, sheets, maps."""

from __future__ import annotations

from typing import Any

from lark.tree import Meta

from arbitre.dsl import tree as t
from arbitre.dsl.parse.trees.build_parts import At, Nouns, Part, RuleLine, clean, decl, rules_in, text_in


def build_kind(at: At, meta: Meta, c: list[Any]) -> t.Kind:
    rest, more = decl(c)
    name, rest = rest[0], rest[1:]
    kind = t.Kind(at(meta), name, [], None, False, False, None, None, None, [], [], [], **more)
    lists: list[list[t.Word]] = []
    for x in rest:
        if isinstance(x, list):
            lists.append(x)
        elif isinstance(x, t.Field):
            kind.fields.append(x)
        elif isinstance(x, RuleLine):
            if x.what == "sign":
                kind.sign = x.value
            else:
                kind.seen.append(x.value)
            kind.clauses += x.refs
        elif isinstance(x, Part):
            setattr(kind, x.what, x.value)
    for found in lists:
        (kind.nouns if isinstance(found, Nouns) else kind.members).extend(found)
    return kind


def build_nouns(at: At, meta: Meta, c: list[Any]) -> Nouns:
    return Nouns(c[0])


def build_capacity(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("capacity", clean(c)[0])


def build_seats(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("seats", True)


def build_kept(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("kept", True)


def build_kept_for_good(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("for_good", True)


def build_reported(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("reported", True)


def build_links(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("links", True)


def build_entry_cost(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("entry_cost", clean(c)[0])


def build_moved_by(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("moved_by", clean(c)[0])


def build_owned_by(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("owned_by", clean(c)[0])


def build_plural(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("plural", c[0])


def build_bearer(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("bearer", c[0])


def build_shape(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("shape", (c[0], c[1] if len(c) > 1 else []))


def build_added_to(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("added_to", (c[0], c[1]))


def build_field(at: At, meta: Meta, c: list[Any]) -> t.Field:
    rest, more = decl(c)
    default = next((x for x in rest if isinstance(x, t.Expr)), None)
    parts = {x.what: x.value for x in rest if isinstance(x, Part)}
    seen = [x for x in rest if isinstance(x, t.SeenBy)]
    for line in (x for x in rest if isinstance(x, RuleLine)):  # a line below it says the same as a comma behind it
        seen.append(line.value)
        more["clauses"] += line.refs
    kept, for_good = "kept" in parts or "for_good" in parts, "for_good" in parts
    return t.Field(at(meta), rest[0], rest[1], default, seen, kept, parts.get("added_to"), "reported" in parts, for_good, **more)


def build_bounded(at: At, meta: Meta, c: list[Any]) -> t.Bounded:
    return t.Bounded(at(meta), c[0], c[1], *(part.value for part in c[2:]))


def build_every(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("every", int(c[0]))


def build_of_kind(at: At, meta: Meta, c: list[Any]) -> t.OfKind:
    return t.OfKind(at(meta), c[0])


def build_optional(at: At, meta: Meta, c: list[Any]) -> t.OfKind:
    return t.OfKind(at(meta), c[0], True)


def build_subset(at: At, meta: Meta, c: list[Any]) -> t.Subset:
    return t.Subset(at(meta), c[0])


def build_seen(at: At, meta: Meta, c: list[Any]) -> t.SeenBy:
    return t.SeenBy(at(meta), c[0], c[1] if len(c) > 1 else None)


def build_seen_line(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return RuleLine(at(meta), "seen", c[0], c[1])


def build_sign_line(at: At, meta: Meta, c: list[Any]) -> RuleLine:
    return RuleLine(at(meta), "sign", t.String(at(meta), text_in(c[0])), c[1])


def build_member(at: At, meta: Meta, c: list[Any]) -> t.Member:
    rest, more = decl(c)
    amount = next((x.value for x in rest if isinstance(x, Part)), None)
    member = t.Member(at(meta), rest[0], rest[1], amount, [], [], **more)
    for x in rest[2:]:
        if isinstance(x, t.Property):
            member.properties.append(x)
        elif isinstance(x, t.Decl):
            x.owner = str(member.name)
            member.rules.append(x)
    return member


def build_amount(at: At, meta: Meta, c: list[Any]) -> Part:
    return Part("amount", (int(c[0]), int(c[1])))


def build_property(at: At, meta: Meta, c: list[Any]) -> t.Property:
    return t.Property(at(meta), c[0], c[1], clauses=list(c[2]))


def build_data_table(at: At, meta: Meta, c: list[Any]) -> t.DataTable:
    rest, more = decl(c)
    return t.DataTable(at(meta), rest[0], rest[1:], **more)


def build_line(at: At, meta: Meta, c: list[Any]) -> t.Line:
    return t.Line(at(meta), c[:-1], list(c[-1]))


def build_blank(at: At, meta: Meta, c: list[Any]) -> None:
    return None


def build_range(at: At, meta: Meta, c: list[Any]) -> t.Span:
    return t.Span(at(meta), c[0], c[-1])


def build_from_up(at: At, meta: Meta, c: list[Any]) -> t.Span:
    return t.Span(at(meta), c[0], None)


def build_from_down(at: At, meta: Meta, c: list[Any]) -> t.Span:
    return t.Span(at(meta), None, c[0])


build_row_range = build_range


RULES = rules_in(globals())
