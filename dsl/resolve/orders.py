"""Rows that hold given orders, and the steps that orders may speak of."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import NOWHERE, Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.resolve.fields import add_field
from arbitre.dsl.resolve.scope import Signature
from arbitre.dsl.resolve.symbols import NONE, Symbols, domain_name, text_of
from arbitre.dsl.resolve.types import FLAG, Ty, row

MOST, EACH = 400, 6  # rows for orders in all; for each actor


def actor_position(signature: Signature) -> int:
    """Which parameter of an action is who does it."""
    return next((i for i, p in enumerate(signature.params) if p.preposition == "by"), 0)


def declare_orders(symbols: Symbols) -> core.OrderTable | None:
    """Rows for orders that are given, if anybody gives any."""
    if symbols.seats == NONE or not any(isinstance(d, t.Action) for d in symbols.decls):
        return None
    domain = symbols.domains[symbols.domain_by_name["order"]]
    if domain.dynamic:
        return None
    domain.dynamic, domain.size = True, min(MOST, 8 * max(2, symbols.domains[symbols.seats].size))
    domain.rows, domain.titles = [""] * domain.size, [domain.title] * domain.size
    symbols.plurals["orders"] = domain.index
    alive = add_field(symbols, domain, "alive", FLAG, 0, NOWHERE)
    domain.alive = alive.index
    count = sum(1 for d in symbols.decls if isinstance(d, t.Action))
    action = add_field(symbols, domain, "action", Ty("row", symbols.domain_by_name["action"]), 0, NOWHERE)
    action.high = max(0, count - 1)
    giver = add_field(symbols, domain, "giver", row(symbols.seats), 0, NOWHERE)
    state = add_field(symbols, domain, "state", row(symbols.domain_by_name["order_state"]), 0, NOWHERE)
    slot = core.Local(NOWHERE, 0)
    domain.seen = [core.Seen(core.SetOf(NOWHERE, (core.Read(NOWHERE, giver.index, slot),)), None, 1)]
    return core.OrderTable(domain.index, action.index, giver.index, state.index, {})


def make_room(symbols: Symbols, orders: core.Domain, actors: list[core.Domain]) -> None:
    """More rows where few sides command many actors, each of whom may be given several orders."""
    many = max((actor.size for actor in actors if not actor.dynamic), default=0)
    more = min(MOST, EACH * many) - orders.size
    if more > 0:
        orders.size += more
        orders.rows, orders.titles = [*orders.rows, *[""] * more], [*orders.titles, *[orders.title] * more]


def declare_steps(symbols: Symbols) -> None:
    """Atoms: a step for each element, of the agenda that has elements."""
    domain = symbols.domains[symbols.domain_by_name["step"]]
    for decl in symbols.decls:
        if isinstance(decl, t.Agenda) and decl.each is not None and domain.size == 0:
            over = symbols.nouns.get(str(decl.each))
            if over is None:
                continue
            for step in decl.steps:
                for index in range(symbols.domains[over].size):
                    owner = symbols.domains[over].rows[index] or str(index + 1)
                    domain.rows.append(f"{step_name(step)}, {owner}")
                    domain.titles.append(core.Text())
            domain.size = len(domain.rows)
            symbols.atom_agenda, symbols.atom_over = decl, over
            symbols.plurals["steps"] = domain.index


def step_name(step: t.Step) -> str:
    return f"{step.name}" if step.of is None else phrase("{0} of {1}", step.name, step.of)


def title_steps(symbols: Symbols) -> None:
    """What atoms are called, once their elements have their titles: a step without a title goes by that of what it performs."""
    decl, over = symbols.atom_agenda, symbols.atom_over
    if decl is None or not isinstance(over, int):
        return
    rules = {str(d.name): d.title for d in symbols.decls if isinstance(d, (t.Action, t.Event))}
    elements, titles = symbols.domains[over], []
    for step in decl.steps:
        name, title = step_name(step), text_of(step.title if step.title is not None else rules.get(str(step.name)))
        for index in range(elements.size):
            said, owner = elements.titles[index], elements.rows[index] or str(index + 1)
            titles.append(core.together([title.or_name(name), said.or_name(owner)], lambda _, one, other: f"{one} ({other})"))
    symbols.domains[symbols.domain_by_name["step"]].titles = titles


def order_actors(symbols: Symbols, orders: core.OrderTable) -> None:
    """A column for each kind of actor; where there are several, ‘order.actor’ is whichever of them is filled."""
    signatures = [symbols.signatures[name] for name in symbols.actions if symbols.signatures[name].params]
    actors = [signature.types[actor_position(signature)] for signature in signatures]
    kinds = list(dict.fromkeys(actor.domain for actor in actors if actor.is_row))
    make_room(symbols, symbols.domains[orders.domain], [symbols.domains[kind] for kind in kinds])
    for kind in kinds:
        word = "actor" if len(kinds) == 1 else f"_actor_{domain_name(symbols, kind)}"
        orders.actors[kind] = add_field(symbols, symbols.domains[orders.domain], word, row(kind, True), NONE, NOWHERE).index
    symbols.order_table = orders
    for name in symbols.actions:
        signature = symbols.signatures[name]
        if not (isinstance(decl := symbols.rule_decls[name], t.Action) and decl.lines.during is not None):
            for param, type_ in zip(signature.params, signature.types, strict=True):
                order_field(symbols, param, type_)


def order_field(symbols: Symbols, param: core.Param, type_: Ty) -> int:
    """The column in which orders keep what a parameter was given."""
    table = symbols.order_table
    if table is not None and param.preposition == "by" and type_.domain in table.actors:
        return table.actors[type_.domain]
    domain = symbols.domains[symbols.domain_by_name["order"]]
    name = param.name
    index = symbols.fields_of[domain.index].get(name)
    if index is not None:
        known = symbols.field_types[index]
        if known.domain == type_.domain and known.kind == type_.kind:
            return index
        name = f"{name}_{domain_name(symbols, type_.domain)}"
        index = symbols.fields_of[domain.index].get(name)
        if index is not None:
            return index
    wide = row(type_.domain, True) if type_.is_row else type_
    default = NONE if type_.is_row else max(0, type_.low)
    return add_field(symbols, domain, name, wide, default, Place("", 0, 0)).index
