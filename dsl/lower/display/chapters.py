"""What chapters and the head of a game say to players: values in the braces of their texts are those of the rulebook as it stands."""

from __future__ import annotations

from arbitre.dsl import tree as t
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.display.texts import pieces_of
from arbitre.dsl.lower.values.constants import evaluate
from arbitre.dsl.resolve.symbols import new_scope


def bind_chapters(cx: Context) -> None:
    """Binds what stands in braces; it must be known before a match starts."""
    for decl in cx.symbols.decls:
        if isinstance(decl, t.Chapter):
            for part in decl.parts:
                bind_prose(cx, part.said)
        elif isinstance(decl, t.Game):
            for pair in (decl.goal, decl.players, decl.lasts, decl.rights):
                bind_prose(cx, pair)


def bind_prose(cx: Context, pair: t.Text | None) -> None:
    """Binds one text."""
    if pair is None or not any("{" in said for said in pair.every):
        return
    for piece in pieces_of(cx, pair, new_scope()):
        if piece.value is not None:
            evaluate(cx, piece.value, pair.place)
