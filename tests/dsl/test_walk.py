"""Walks over the surface tree."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.parse.parser import parse_text
from arbitre.dsl.tree.walk import below

TEXT = """\
event strike attacker:
    if attacker.life is 3:
        attacker loses 1 life
    for each other in fighters:
        other becomes free
"""


def test_nodes_and_names_come_as_they_are_written() -> None:
    decls = parse_text(TEXT, "x", Messages()).decls
    found = list(below(decls))
    words = [str(node) for node in found if isinstance(node, t.Word)]
    assert words[:2] == ["strike", "attacker"] and words.index("life") < words.index("other") < words.index("fighters")
    assert found[0] is decls[0]


def test_leaves_are_not_given_and_fields_left_out_not_followed() -> None:
    decls = parse_text(TEXT, "x", Messages()).decls
    assert not [node for node in below(decls, leaves=(t.Expr,)) if isinstance(node, t.Expr)]
    assert [type(node) for node in below(decls, leaves=t.Expr) if isinstance(node, t.Gains)] == [t.Gains]
    assert not [node for node in below(decls, without=frozenset(("body",))) if isinstance(node, t.Gains)]
