"""The types of what pages speak of are those that binding found: the pages guess none."""

from __future__ import annotations

import pytest

from arbitre.documents.model.book import Book
from arbitre.documents.model.nodes import walk
from arbitre.documents.model.scope import FLAG, NUMBER, UNKNOWN, Scope, Scopes, Type
from arbitre.documents.site.generate import Pages, full, writer_of
from arbitre.dsl import tree as t

UNTYPED = (t.DiceValue, t.Number, t.Tuple)  # dice that are thrown; choices, which are options only once they are asked for


def test_everything_said_has_the_type_it_was_bound_with(duel: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    known, unknown = set[type[t.Expr]](), []
    plain = Scopes.of

    def watched(scopes: Scopes, expr: t.Expr, scope: Scope) -> Type:
        found = plain(scopes, expr, scope)
        known.add(type(expr))
        if found == UNKNOWN and not isinstance(expr, UNTYPED):
            unknown.append(expr)
        return found

    monkeypatch.setattr(Scopes, "of", watched)
    full(writer_of(duel, "en"), Pages(duel.slug, "en", "Duel"))
    assert {t.Name, t.Dot, t.Apply, t.Where, t.Binary} <= known
    # Rules and rolls are no things: ‘turn.number’ is asked of one, ‘effort.total’ of a test that was named so.
    rolls = {str(call.result) for call in walk(duel.decls) if isinstance(call, t.Call) and call.result is not None}
    assert [e for e in unknown if not isinstance(e, t.Name) or str(e.word) not in {*duel.symbols.signatures, *rolls}] == []


def test_a_node_that_was_never_bound_has_no_type(duel: Book) -> None:
    scopes = writer_of(duel, "en").scopes
    word = t.Word("life")
    assert scopes.of(t.Dot(word.place, t.Name(word.place, t.Word("foe")), word), Scope()) == UNKNOWN


def test_fields_and_values_have_their_types(duel: Book) -> None:
    scopes = writer_of(duel, "en").scopes
    life, holy = duel.field("fighter", "life"), duel.field("hex", "holy")
    assert life is not None and scopes.of_part(life) == NUMBER
    assert holy is not None and scopes.of_part(holy) == FLAG
