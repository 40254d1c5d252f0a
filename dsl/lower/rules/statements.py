"""Statements that steer: conditions, loops, what happens later, how rules end."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.core.walk import statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, suggest_known
from arbitre.dsl.lower.context import Context, bind_block, bind_expression
from arbitre.dsl.lower.game_loop import play_again
from arbitre.dsl.lower.hints import written
from arbitre.dsl.lower.rules.locals import MOST_TIMES, limits_of_times, refuse_second, unbounded, without_limit
from arbitre.dsl.lower.throws.dice import split_dice
from arbitre.dsl.lower.values.expressions import bind_as, bind_flag, bind_set, is_cell, plain_number
from arbitre.dsl.resolve.scope import Element, Frame, Scope
from arbitre.dsl.resolve.symbols import NONE, describe, tell_unknown, text_of
from arbitre.dsl.resolve.types import FLAG, NUMBER, Ty, row


def bind_let(cx: Context, stmt: t.Let, scope: Scope) -> list[core.Stmt]:
    """``let x = ...``."""
    symbols = cx.symbols
    bound, type_ = bind_expression(cx, stmt.value, scope)
    if type_.kind == "several":
        if str(stmt.name) not in symbols.nouns:
            cx.messages.error("T01", stmt.value.place, "this may be of several kinds, but a name has only one",
                              "Use the noun of the kind that you mean; it is none for any other kind.")  # fmt: skip
            return []
        type_ = row(symbols.nouns[str(stmt.name)], True)
        bound = bind_as(cx, stmt.value, scope, type_, f"‘{stmt.name}’")
    if type_.kind == "none":
        domain = symbols.nouns.get(str(stmt.name))
        type_ = row(domain, True) if domain is not None else Ty("none", optional=True)
    if type_.kind == "row":
        type_ = row(type_.domain, True)
    name, limits = str(stmt.name), type_
    if type_.kind == "number":
        type_ = NUMBER
    refuse_second(cx, stmt.name, scope)
    if name in scope.names and scope.names[name][1].kind == type_.kind:
        unbounded(cx, scope.frame, scope.names[name][0])
        return [core.Let(stmt.place, scope.names[name][0], bound)]
    slot = scope.add(name, type_)
    if type_.kind == "number":
        scope.frame.bounds[slot] = limits
    return [core.Let(stmt.place, slot, bound)]


def bind_if(cx: Context, stmt: t.If, scope: Scope) -> list[core.Stmt]:
    """``if C: ... otherwise: ...``."""
    other = bind_block(cx, stmt.otherwise, scope.child())
    for test, body in reversed(stmt.arms):
        made = core.If(test.place, bind_flag(cx, test, scope), bind_block(cx, body, scope.child()), other)
        other = (made,)
    return list(other)


def ordering_of(cx: Context, order: t.Order | None, inner: Scope) -> tuple[tuple[core.Key, ...], str, tuple[core.Dice, ...]]:
    """Keys of numbers, and what settles ties; dice leave none, so nothing can come after them."""
    if order is None:
        return (), "", ()
    keys: list[core.Key] = []
    for position, key in enumerate(order.keys):
        if not _has_dice(key.value):
            keys.append(core.Key(bind_as(cx, key.value, inner, NUMBER), key.highest))
            continue
        dice, rest, _ = split_dice(cx, key.value, inner)
        if rest is not None:
            cx.messages.error(
                "T07",
                key.value.place,
                "an order ‘by’ dice throws plain dice, with nothing added",
                "Roll into a field of each one first, and order by that field.",
            )
        if order.tie or position < len(order.keys) - 1:
            after = order.keys[position + 1].place if position < len(order.keys) - 1 else order.place
            cx.messages.error("T07", after, "dice leave no ties for this to settle", "Put the dice last.")
        return tuple(keys), "highest" if key.highest else "lowest", tuple(dice)
    return tuple(keys), order.tie, ()


def bind_for_each(cx: Context, stmt: t.ForEach, scope: Scope) -> list[core.Stmt]:
    """``for each x in S: ...``."""
    if isinstance(stmt.source, t.Tuple) and all(map(plain_number, stmt.source.items)) and not is_cell(cx.symbols, stmt.source):
        first, count = written(stmt.source.items[0], cx.sources), len(stmt.source.items)
        hint = phrase("Count them: ‘let {0} = {1}’, then ‘repeat {2} times:’ with ‘{0} becomes {0} + 1’ last.", stmt.name, first, count)
        cx.messages.error("T01", stmt.source.place, "a loop goes through things of the game, not through numbers", hint)
        return []
    source, type_ = bind_set(cx, stmt.source, scope)
    if type_.kind == "bad":
        return []
    inner = scope.child()
    slot = inner.add(str(stmt.name), row(type_.domain))
    ordering = inner.child()
    ordering.elements = [*ordering.elements, Element(slot, row(type_.domain))]
    keys, ties, dice = ordering_of(cx, stmt.order, ordering)
    noun = cx.symbols.nouns.get(str(stmt.name))
    if noun is not None and noun != type_.domain:
        cx.messages.error(
            "T01",
            stmt.name.place,
            phrase("‘{0}’ is a noun for {1}, and these are something else", stmt.name, describe(cx.symbols, row(noun))),
            "Use a name that is not the noun of a kind.",
            [(place, "the noun is given here")] if (place := cx.symbols.noun_places.get(str(stmt.name))) is not None else [],
        )
    inner.about = (*inner.about, slot)
    body = bind_block(cx, stmt.body, inner)
    if stmt.together and asks(body) and throws(body):
        cx.messages.error(
            "P03", stmt.place, "dice cannot be thrown while secret choices are made together", "Throw them in a loop before or after."
        )
    way = isinstance(source, (core.Walk, core.Path)) or (isinstance(source, core.Ask) and source.query in ("ray", "line"))
    if stmt.along and not way:
        cx.messages.error("T06", stmt.source.place, "‘along’ needs a path on a board",
                          "Write ‘in’ for any set; a path is a ‘path’ of the map, a ray, a line, surest(...).")  # fmt: skip
    return [core.ForEach(stmt.place, slot, source, body, keys, ties, dice, stmt.together, stmt.along, scope.rule, type_.domain)]


def asks(body: tuple[core.Stmt, ...]) -> bool:
    """Does a block ask somebody?"""
    return any(isinstance(s, (core.Choose, core.ChooseBranch, core.Act, core.GiveOrders)) for s in statements_of(body))


def throws(body: tuple[core.Stmt, ...]) -> bool:
    """Does a block throw dice or draw?"""
    return any(isinstance(s, (core.Roll, core.RollCount, core.RollOff, core.Draw)) for s in statements_of(body))


def bind_while(cx: Context, stmt: t.While, scope: Scope) -> list[core.Stmt]:
    """``while C, up to 20 times: ...``."""
    return [core.While(stmt.place, bind_flag(cx, stmt.guard, scope), bind_block(cx, stmt.body, scope.child()), stmt.budget)]


def bind_repeat(cx: Context, stmt: t.Repeat, scope: Scope) -> list[core.Stmt]:
    """A count of its own that goes down; how often at most is known from the range of the number."""
    place = stmt.place
    times, type_ = bind_as(cx, stmt.times, scope, NUMBER), limits_of_times(cx, stmt.times, scope)
    if type_.kind == "number" and type_.high >= MOST_TIMES:
        without_limit(cx, stmt.times)
    left = scope.frame.slot()
    body = bind_block(cx, stmt.body, scope.child())
    count = core.Local(place, left)
    down = core.Let(place, left, core.Arith(place, "-", count, core.Const(place, 1)))
    more = core.Compare(place, ">", count, core.Const(place, 0))
    return [core.Let(place, left, times), core.While(place, more, (down, *body), max(0, min(type_.high, MOST_TIMES)))]


def bind_together(cx: Context, stmt: t.Together, scope: Scope) -> list[core.Stmt]:
    """``together: ...``."""
    return [core.Together(stmt.place, bind_block(cx, stmt.body, scope))]


def bind_at(cx: Context, stmt: t.At, scope: Scope) -> list[core.Stmt]:
    """``at end of turn: ...``."""
    signature = cx.symbols.signatures.get(str(stmt.agenda))
    if signature is None or signature.kind != "agenda":
        tell_unknown(cx.symbols, stmt.agenda, "agenda", [n for n, s in cx.symbols.signatures.items() if s.kind == "agenda"])
        return []
    procedure, args = later_procedure(cx, stmt, scope)
    if stmt.edge == "end":
        when = core.Period(signature.index, "now", core.Const(stmt.place, stmt.ahead + 1))
    else:
        when = core.Period(signature.index, "next", core.Const(stmt.place, max(1, stmt.ahead)))
    return [core.Schedule(stmt.place, stmt.edge, when, procedure, args)]


def bind_simple(cx: Context, stmt: t.Simple, scope: Scope) -> list[core.Stmt]:
    """Statements of one word: publish, end, prevent, reroll."""
    place = stmt.place
    match stmt.word:
        case "publish":
            return [core.Publish(place)]
        case "end":
            return [core.End(place)]
        case "prevent":
            if scope.kind != "hook before":
                cx.messages.error("P01", place, "‘prevent’ belongs in a ‘before’ hook", "An event may ‘end’, an order may ‘fail’.")
            return [core.Prevent(place)]
        case "play again":
            return play_again(cx, place)
        case "reroll":
            again = scope.own.get("_natural")
            if again is None:
                cx.messages.error("P01", place, "‘reroll’ belongs in an ‘after roll of TEST’ hook")
                return []
            slot = scope.frame.slot()
            dice = cx.test_dice[again.procedure]
            thrown = scope.thrown[""]
            faces = core.Faces([scope.frame.slot() for _ in thrown.faces.slots], thrown.faces.look)
            roll = core.Roll(place, slot, dice, cx.names_of[again.procedure], faces, occasion=scope.occasion(place))
            moved = [(again.slot, slot), *zip(thrown.faces.slots, faces.slots, strict=True)]
            return [roll, *(core.SetOwn(place, again.procedure, to, core.Local(place, at), -10_000, 10_000) for to, at in moved)]
    raise AssertionError(stmt.word)


def bind_fail(cx: Context, stmt: t.Fail, scope: Scope) -> list[core.Stmt]:
    """``fail``, with a reason or without."""
    return [core.Fail(stmt.place, text_of(stmt.reason) if stmt.reason else None)]


def bind_proceed(cx: Context, stmt: t.Proceed, scope: Scope) -> list[core.Stmt]:
    """``proceed``, in an ``instead of`` hook."""
    if scope.kind != "hook instead":
        cx.messages.error("P01", stmt.place, "‘proceed’ belongs in an ‘instead of’ hook")
    values = proceeding_with(cx, stmt, scope) if scope.kind == "hook instead" else ()
    if stmt.name is None:
        return [core.Proceed(stmt.place, NONE, values)]
    type_ = scope.result[1] if scope.result else FLAG
    return [core.Proceed(stmt.place, scope.add(str(stmt.name), type_), values)]


def proceeding_with(cx: Context, stmt: t.Proceed, scope: Scope) -> tuple[tuple[int, core.Expr], ...]:
    """What a hook hands on in place of what it was given."""
    out: list[tuple[int, core.Expr]] = []
    for name, value in stmt.values:
        found = scope.changeable.get(str(name))
        if found is None and not scope.changeable:
            cx.messages.error("P06", name.place, "what was replaced takes nothing", "Write ‘proceed’ alone.")
        elif found is None:
            cx.messages.error(
                "N01", name.place, phrase("what was replaced takes no ‘{0}’", name), suggest_known(str(name), "part", scope.changeable)
            )
        elif any(slot == found[0] for slot, _ in out):
            cx.messages.error("T06", name.place, phrase("‘{0}’ is given twice", name))
        else:
            wanted = replace(found[1], optional=True) if found[1].is_row else found[1]
            out.append((found[0], bind_as(cx, value, scope, wanted, f"‘{name}’")))
    return tuple(out)


def bind_give(cx: Context, stmt: t.Give, scope: Scope) -> list[core.Stmt]:
    """``give x``."""
    if scope.result is None:
        cx.messages.error("P02", stmt.place, "this gives no result", "Say ‘gives TYPE’ in the event, before its statements.")
        return []
    return [core.Give(stmt.place, bind_as(cx, stmt.value, scope, scope.result[1], "the result"))]


def bind_wins(cx: Context, stmt: t.Wins, scope: Scope) -> list[core.Stmt]:
    """``x wins``, ``x loses``: then all others win."""
    bound, type_ = bind_expression(cx, stmt.who, scope)
    if type_.is_row:
        bound = core.SetOf(stmt.place, (bound,))
    domain = type_.domain if type_.kind in ("row", "set") else cx.symbols.seats
    if type_.kind == "empty":
        bound = core.Const(stmt.place, 0)
    if stmt.lost:
        bound = all_but(cx, stmt.place, bound, domain)
    return [core.Finish(stmt.place, bound, domain, stmt.lost)]


def all_but(cx: Context, place: Place, losers: core.Expr, domain: int) -> core.Expr:
    """All of a kind but these."""
    return core.SetOp(place, "-", core.Rows(place, domain), losers)


def bind_create(cx: Context, stmt: t.Create, scope: Scope) -> list[core.Stmt]:
    """``create KIND NAME with ...``."""
    symbols = cx.symbols
    domain = symbols.nouns.get(str(stmt.kind))
    if domain is None or not symbols.domains[domain].dynamic:
        cx.messages.error(
            "T03", stmt.kind.place, phrase("‘{0}’ has no rows to create", stmt.kind), "Only kinds declared ‘up to N’ have rows to create."
        )
        return []
    values = []
    for name, expr in stmt.values:
        field = symbols.fields_of[domain].get(str(name))
        if field is None:
            cx.messages.error(
                "N01",
                name.place,
                phrase("{0} has no field ‘{1}’", an(stmt.kind), name),
                suggest_known(name, "field", symbols.fields_of[domain]),
            )
            continue
        values.append((field, bind_as(cx, expr, scope, symbols.field_types[field], f"‘{name}’")))
    if stmt.name is None:
        scope.created.add(str(stmt.kind))
    slot = scope.add(str(stmt.name), row(domain)) if stmt.name is not None else scope.frame.slot()
    return [core.Create(stmt.place, slot, domain, tuple(values))]


def bind_discard(cx: Context, stmt: t.Discard, scope: Scope) -> list[core.Stmt]:
    """``discard x``."""
    bound, type_ = bind_expression(cx, stmt.target, scope)
    if not type_.is_row or not cx.symbols.domains[type_.domain].dynamic:
        cx.messages.error(
            "T03",
            stmt.place,
            phrase("{0} cannot be discarded", describe(cx.symbols, type_)),
            phrase("One at a time: ‘for each one in {0}: discard one’.", written(stmt.target, cx.sources))
            if type_.is_set
            else "Only rows that were created can be discarded.",
        )
        return []
    return [core.Discard(stmt.place, type_.domain, bound)]


def bind_reschedule(cx: Context, stmt: t.Reschedule, scope: Scope) -> list[core.Stmt]:
    """``reschedule a before b``."""
    step = row(cx.symbols.domain_by_name["step"], True)
    atom, reference = bind_as(cx, stmt.atom, scope, step), bind_as(cx, stmt.reference, scope, step)
    return [core.Reschedule(stmt.place, atom, reference, core.Const(stmt.place, int(stmt.before)))]


def _has_dice(expr: t.Expr) -> bool:
    if isinstance(expr, t.Binary):
        return _has_dice(expr.left) or _has_dice(expr.right)
    return isinstance(expr, t.DiceValue)


def later_procedure(cx: Context, stmt: t.At, scope: Scope) -> tuple[int, tuple[core.Expr, ...]]:
    """The body of ``at ...:`` as a procedure of its own; the names it may use keep their values."""
    frame = Frame()
    inner = Scope(frame, own=scope.own, kind="event", rule=scope.rule)
    params, args = [], []
    for name, (slot, type_) in scope.names.items():
        position = inner.add(name, type_)
        inner.about += (position,) if slot in scope.about else ()
        params.append(core.Param(name, position, type_.domain, type_.low, type_.high, str(position), type_.is_set))
        args.append(core.Local(stmt.place, slot))
    index = len(cx.procedures)
    procedure = core.Procedure(index, "scheduled", f"later_{index}", params, 0, [], NONE, (), stmt.place,
                               clauses=tuple(stmt.clauses), depth=8)  # fmt: skip
    cx.procedures.append(procedure)
    procedure.body = bind_block(cx, stmt.body, inner)
    procedure.slots = frame.size
    return index, tuple(args)
