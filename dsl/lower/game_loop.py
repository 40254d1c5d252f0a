"""What a game plays again and again: the agenda, for whom, how often, and what comes then."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.rules.turns import in_order, note_turn, noted
from arbitre.dsl.lower.values.constants import evaluate
from arbitre.dsl.lower.values.expressions import bind_as
from arbitre.dsl.resolve.scope import Signature, form_of
from arbitre.dsl.resolve.symbols import NONE, Symbols, new_scope, tell_unknown
from arbitre.dsl.resolve.types import number


def main_agenda(cx: Context, game: t.Game) -> Signature | None:
    """The agenda that is played."""
    main = cx.symbols.signatures.get(str(game.plays or "turn"))
    if main is not None and main.kind == "agenda":
        return main
    place = game.plays.place if game.plays else game.place
    missing = phrase("there is no agenda ‘{0}’ to play", game.plays or "turn")
    cx.messages.error("P05", place, missing, "Declare ‘agenda turn:’, or name another with ‘play NAME’.")
    return None


Begun = tuple[tuple[core.Stmt, ...], tuple[core.Expr, ...]]


def main_begun(cx: Context, main: Signature | None) -> Begun:
    """What is noted before the agenda begins, and for whom it is played: the rows of a kind one after the other, each time the next."""
    symbols, game = cx.symbols, cx.symbols.rulebook.game
    turns = game.turns
    if main is None:
        return (), ()
    if turns is None:
        if main.params:
            cx.messages.error(
                "T06", (game.plays or game).place, phrase("‘{0}’ has to be played for something", main.name), form_in_turn(cx, main)
            )
        return (), ()
    kind = symbols.nouns.get(str(turns.kind))
    if kind is None:
        tell_unknown(symbols, turns.kind, "kind", symbols.nouns)
        return (), ()
    domain = symbols.domains[kind]
    if domain.dynamic:
        fault = phrase("the rows of ‘{0}’ come and go: they have no order in which to take turns", domain.name)
        cx.messages.error("T06", turns.kind.place, fault, "Take a kind whose members are named, the seats for instance.")
        return (), ()
    if [(p.domain, p.preposition) for p in main.params] != [(kind, turns.preposition)]:
        hint = form_in_turn(cx, main) or phrase("Begin it with ‘agenda {0} {1} {2}:’.", main.name, turns.preposition, domain.name)
        cx.messages.error("T06", turns.place, phrase("‘{0}’ is not played {1} each {2}", main.name, turns.preposition, turns.kind), hint)
        return (), ()
    if keeps_turns(cx, turns):
        before = note_turn(cx, kind, turns)
        return before, (core.Read(turns.place, noted(cx, kind, turns.place).mover, core.Const(turns.place, 0)),)
    return (), (in_order(cx, main.index, kind, turns),)


def keeps_turns(cx: Context, turns: t.InTurn) -> bool:
    """Must a match remember whose turn it was: are some passed over, or does a rule say that somebody plays again?"""
    return turns.where is not None or cx.noted is not None


def play_again(cx: Context, place: Place) -> list[core.Stmt]:
    """``play again``: the next turn is of whoever has this one."""
    turns = cx.symbols.rulebook.game.turns
    kind = cx.symbols.nouns.get(str(turns.kind)) if turns is not None else None
    if turns is None or kind is None:
        if turns is None:
            cx.messages.error("P05", place, "nobody takes turns in this game, so nobody can play again",
                              "Write ‘play turn by each player in turn’ in the game.")  # fmt: skip
        return []
    return [core.Store(place, noted(cx, kind, turns.place).again, core.Const(place, 0), core.Const(place, 1))]


def form_in_turn(cx: Context, main: Signature) -> str:
    """How the line ‘play’ is written for an agenda that is one row's; nothing where it is not."""
    if len(main.params) != 1 or main.params[0].domain == NONE or cx.symbols.domains[main.params[0].domain].dynamic:
        return ""
    param = main.params[0]
    return phrase("Write ‘play {0} {1} each {2} in turn’.", main.name, param.preposition, cx.symbols.domains[param.domain].name)


def round_limit(cx: Context, game: t.Game) -> int:
    """How often the agenda of the game is played; options may say it."""
    if game.times is None:
        return 500
    bound = bind_as(cx, game.times, new_scope(), number(1, 100_000))
    return max(1, evaluate(cx, bound, game.times.place))


def closing_event(symbols: Symbols, game: t.Game) -> int:
    """What happens at that limit."""
    if game.then is None:
        return NONE
    signature = symbols.signatures.get(str(game.then))
    if signature is None or signature.kind != "event":
        tell_unknown(symbols, game.then, "event", [n for n, s in symbols.signatures.items() if s.kind == "event" and not s.params])
        return NONE
    if signature.params:
        symbols.messages.error("T06", game.then.place, phrase("‘{0}’ needs: {1}", game.then, form_of(signature)),
                               "Name an event without parameters; it may call this one.")  # fmt: skip
        return NONE
    return signature.index
