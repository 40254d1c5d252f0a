"""Decisions and messages bound: who is asked what, who is told what."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.decisions import MOST_NUMBERS
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context, bind_block, bind_expression
from arbitre.dsl.lower.display.audiences import seat_of
from arbitre.dsl.lower.display.texts import pieces_of
from arbitre.dsl.lower.hints import written
from arbitre.dsl.lower.rules.changes import assignable, store_in
from arbitre.dsl.lower.rules.offers import narrow
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag, bind_set
from arbitre.dsl.resolve.nouns import stepped
from arbitre.dsl.resolve.scope import Element, Scope
from arbitre.dsl.resolve.symbols import NONE, text_of
from arbitre.dsl.resolve.types import NUMBER, number, row


def new_decision(cx: Context, name: str, place: Place, clauses: list[str], title: core.Text | None = None) -> int:
    """A question that a person will be asked, by its number."""
    cx.decisions.append(core.Decision(name, title or core.Text(), place, tuple(clauses)))
    return len(cx.decisions) - 1


def question(cx: Context, pair: t.Text | None, scope: Scope) -> tuple[core.Piece, ...]:
    """A question as it is put, with what it speaks of."""
    return pieces_of(cx, pair, scope) if pair is not None else ()


def title_and_question(cx: Context, pair: t.Text | None, scope: Scope) -> tuple[core.Text, tuple[core.Piece, ...]]:
    """What a question with a title is called; one that speaks of somebody is put anew each time, and is called nothing."""
    if pair is not None and any("{" in said for said in pair.every):
        return core.Text(), pieces_of(cx, pair, scope)
    return text_of(pair), ()


def bind_chooses(cx: Context, stmt: t.Chooses, scope: Scope) -> list[core.Stmt]:
    """``x.side chooses NAME in S``."""
    symbols = cx.symbols
    place = stmt.place
    chooser = seat_of(cx, stmt.chooser, scope)
    existing = not isinstance(stmt.target, t.Name) or str(stmt.target.word) in scope.names or str(stmt.target.word) in scope.own
    expected = assignable(cx, stmt.target, scope).type if existing else None
    name = str(stmt.target.word) if isinstance(stmt.target, (t.Name, t.Dot)) else "choice"
    low = high = options = None
    if stmt.to is not None:
        low, high = bind_as(cx, stmt.source, scope, NUMBER), bind_as(cx, stmt.to, scope, NUMBER)
        a, b = bind_expression(cx, stmt.source, scope)[1], bind_expression(cx, stmt.to, scope)[1]
        type_ = number(a.low, b.high)
        ends = (low.value, high.value) if isinstance(low, core.Const) and isinstance(high, core.Const) else (0, 0)
        steps = stepped(symbols, *ends, stmt.step, place)
        if steps >= MOST_NUMBERS:
            count = format(steps + 1, ",")
            cx.messages.error("T02", stmt.to.place, phrase("{0} numbers are too many for one list: it holds {1}", count, MOST_NUMBERS),
                              "Have it chosen in two steps, or from fewer.")  # fmt: skip
    else:
        noun = symbols.nouns.get(name)
        hint = expected.domain if expected is not None and expected.is_row else noun
        options, of = bind_set(cx, stmt.source, scope, hint)
        type_ = row(of.domain, True)
        if not stmt.or_none and isinstance(options, core.SetOf) and isinstance(stmt.source, (t.Name, t.Dot)):
            only_one(cx, stmt.source, of.domain)
        if stmt.or_none and expected is not None and expected.is_row and not expected.optional:
            cx.messages.error("T01", place, phrase("‘{0}’ cannot be none", name), "Declare it ‘... or none’, or drop ‘or none’.")
    # what is called like a noun goes by the title of its kind
    decision = new_decision(cx, name, place, stmt.clauses, symbols.domains[symbols.nouns[name]].title if name in symbols.nouns else None)
    asks = question(cx, stmt.asks, scope)
    default = None
    if stmt.default is not None:
        default = bind_as(cx, stmt.default, scope, type_)
    slot = scope.frame.slot()
    appeal = None
    if stmt.preferring is not None:
        inner = scope.child()
        inner.elements = [*scope.elements, Element(slot, type_)]
        inner.names[name] = (slot, type_)
        appeal = bind_as(cx, stmt.preferring, inner, NUMBER)
    out: list[core.Stmt] = [
        core.Choose(
            place,
            slot,
            chooser,
            decision,
            options,
            low,
            high,
            stmt.or_none,
            default,
            stmt.secret,
            appeal,
            NONE if options is None else type_.domain,
            asks,
            max(1, stmt.step),
        )
    ]
    if existing:
        stored = store_in(cx, stmt.target, core.Local(place, slot), scope, place)
        if expected is not None and expected.is_row and not expected.optional:
            # Nothing to choose from: the field keeps what it holds.
            some = core.Compare(place, "!=", core.Local(place, slot), core.Const(place, NONE))
            stored = [core.If(place, some, tuple(stored))]
        return out + stored
    scope.names[name] = (slot, type_)
    return out


def only_one(cx: Context, source: t.Expr, domain: int) -> None:
    """``player chooses target from player``: one thing is the only answer there is."""
    plural = next((word for word, kind in cx.symbols.plurals.items() if kind == domain), "")
    hint = phrase("If it may be any of them, write ‘from {0}’; if it is given, ‘let’ gives it a name.", plural) if plural else ""
    wrong = phrase("‘{0}’ is one thing: it is the only answer, and nobody is asked", written(source, cx.sources))
    cx.messages.add("R10", source.place, wrong, hint)


def bind_chooses_branch(cx: Context, stmt: t.ChoosesBranch, scope: Scope) -> list[core.Stmt]:
    """``x.side chooses NAME:`` with its branches."""
    chooser = seat_of(cx, stmt.chooser, scope)
    title, asks = title_and_question(cx, stmt.title, scope)
    branches = []
    for branch in stmt.branches:
        test = bind_flag(cx, branch.when, scope) if branch.when is not None else None
        body = bind_block(cx, branch.body, scope.child())
        liked = bind_as(cx, branch.preferring, scope, NUMBER) if branch.preferring is not None else None
        branches.append(core.Branch(str(branch.name), text_of(branch.title), test, body, liked))
    decision = new_decision(cx, str(stmt.name), stmt.place, stmt.clauses, title)
    return [core.ChooseBranch(stmt.place, chooser, decision, tuple(branches), stmt.secret, asks)]


def bind_may(cx: Context, stmt: t.May, scope: Scope) -> list[core.Stmt]:
    """``x.side may NAME:`` and what happens otherwise."""
    chooser = seat_of(cx, stmt.chooser, scope)
    title, asks = title_and_question(cx, stmt.title, scope)
    liked = bind_as(cx, stmt.preferring, scope, NUMBER) if stmt.preferring is not None else None
    yes = core.Branch("yes", core.Text.saying(en="yes", fr="oui", de="ja"), None, bind_block(cx, stmt.body, scope.child()), liked)
    no = core.Branch("no", core.Text.saying(en="no", fr="non", de="nein"), None, bind_block(cx, stmt.otherwise, scope.child()))
    decision = new_decision(cx, str(stmt.name), stmt.place, stmt.clauses, title)
    return [core.ChooseBranch(stmt.place, chooser, decision, (yes, no), asks=asks)]


def bind_acts(cx: Context, stmt: t.Acts, scope: Scope) -> list[core.Stmt]:
    """``side acts in STEP``."""
    chooser = seat_of(cx, stmt.chooser, scope)
    budget = bind_as(cx, stmt.budget, scope, NUMBER) if stmt.budget is not None else core.Const(stmt.place, 1)
    guard = bind_flag(cx, stmt.guard, scope) if stmt.guard is not None else None
    cx.offers.setdefault(str(stmt.step), stmt.step.place)
    decision = new_decision(cx, str(stmt.step), stmt.place, stmt.clauses)
    if scope.procedure != NONE:
        cx.decisions[decision].within = cx.procedures[scope.procedure].title
    act = core.Act(stmt.place, chooser, str(stmt.step), None, budget, guard, decision, stmt.must, question(cx, stmt.asks, scope))
    return narrow(cx, act, stmt, scope)


def bind_gives_orders(cx: Context, stmt: t.GivesOrders, scope: Scope) -> list[core.Stmt]:
    """``side gives orders``."""
    chooser = seat_of(cx, stmt.chooser, scope)
    offer = str(stmt.step) if stmt.step is not None else "orders"
    cx.offers.setdefault(offer, stmt.place)
    decision = new_decision(cx, offer, stmt.place, stmt.clauses)
    return [core.GiveOrders(stmt.place, chooser, offer, decision, stmt.secret, question(cx, stmt.asks, scope))]
