"""From declarations to a :class:`arbitre.dsl.core.Program`: one rulebook, one choice of options."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.budget import afresh
from arbitre.dsl.cache.frozen import unhurried
from arbitre.dsl.diagnostics.errors import RulesError
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.display.chapters import bind_chapters
from arbitre.dsl.lower.display.looks import bind_looks
from arbitre.dsl.lower.display.views import bind_views
from arbitre.dsl.lower.fingerprints import fingerprints
from arbitre.dsl.lower.game_loop import closing_event, main_agenda, main_begun, round_limit
from arbitre.dsl.lower.handlers import BODIES, EXPRESSIONS, STATEMENTS
from arbitre.dsl.lower.rules.hook_order import order_hooks
from arbitre.dsl.lower.rules.hooks import bind_hook
from arbitre.dsl.lower.rules.laws import bind_always, bind_moments
from arbitre.dsl.lower.rules.offers import narrow_actions, tell_offers
from arbitre.dsl.lower.signatures import declare_rules, finish_frames, rule_scope
from arbitre.dsl.lower.values.builtins import tell_overruled
from arbitre.dsl.lower.values.constants import KnownValues
from arbitre.dsl.lower.values.owners import own_rows
from arbitre.dsl.lower.values.prices import join_cells, price_entries
from arbitre.dsl.lower.values.values import declare_values, function_of
from arbitre.dsl.modules.rulebook import Rulebook
from arbitre.dsl.resolve.assigned import find_assigned
from arbitre.dsl.resolve.boards.maps import fill_links, lay_paths
from arbitre.dsl.resolve.duplicates import tell_duplicates
from arbitre.dsl.resolve.fields import bounds_of, declare_fields, fill_fields, leave_out_missing
from arbitre.dsl.resolve.forms import check_forms
from arbitre.dsl.resolve.kinds import declare_kinds, declare_sizes
from arbitre.dsl.resolve.members import check_tables, find_labels
from arbitre.dsl.resolve.options import declare_options
from arbitre.dsl.resolve.orders import declare_orders, declare_steps, order_actors, title_steps
from arbitre.dsl.resolve.symbols import NONE, Symbols, drop_consequences, new_scope, new_symbols, text_of


def bind_rules(cx: Context) -> None:
    """Every rule's body, then the hooks beside them."""
    symbols = cx.symbols
    for name, decl in symbols.rule_decls.items():
        signature = symbols.signatures[name]
        procedure = cx.procedures[signature.index]
        scope = rule_scope(signature)
        BODIES[signature.kind](cx, decl, signature, procedure, scope)
        procedure.slots = signature.frame.size
        procedure.result = signature.result_slot
    for decl in symbols.decls:
        if isinstance(decl, t.Hook):
            bind_hook(cx, decl)
    order_hooks(cx.procedures, cx.messages)
    bind_moments(cx)
    narrow_actions(cx)
    finish_frames(cx)


def bind_program(cx: Context) -> core.Program:
    """Everything in the order in which one thing needs another."""
    symbols = cx.symbols
    declare_kinds(symbols)
    find_assigned(symbols)
    declare_options(symbols)
    tell_duplicates(symbols)
    tell_overruled(symbols)
    declare_fields(symbols, first=True)
    fill_fields(symbols, first=True)
    declare_sizes(symbols, new_scope())
    declare_fields(symbols, first=False)
    orders = declare_orders(symbols)
    declare_steps(symbols)
    check_tables(symbols)
    fill_links(symbols)
    lay_paths(symbols)
    fill_fields(symbols, first=False)
    title_steps(symbols)
    leave_out_missing(symbols)
    declare_values(cx)
    declare_rules(cx)
    check_forms(symbols)
    if orders is not None:
        order_actors(symbols, orders)
    actions = symbols.domain_by_name["action"]
    symbols.domains[actions].size = len(symbols.domains[actions].rows)
    for entries in [*symbols.entries.values(), *symbols.conditions.values()]:
        for entry in entries:
            if not isinstance(entry.decl, t.Ranking):
                function_of(cx, entry)
    price_entries(cx)
    join_cells(cx)
    own_rows(cx)
    bind_rules(cx)
    bind_views(cx)
    bind_chapters(cx)
    find_labels(symbols)
    always, looks = bind_always(cx), bind_looks(cx)
    for field, type_ in zip(symbols.fields, symbols.field_types, strict=True):  # kinds may have grown since
        if type_.kind in ("row", "set"):
            field.low, field.high = bounds_of(symbols, type_)
    return assembled(cx, orders, always, looks)


def assembled(cx: Context, orders: core.OrderTable | None, always: list[core.Always], looks: list[core.Appearance]) -> core.Program:
    """The program, of all that was bound."""
    symbols = cx.symbols
    game = symbols.rulebook.game
    main = main_agenda(cx, game)
    if symbols.seats == NONE:
        cx.messages.error("T09", game.place, "nobody plays", "Mark the kind that answers for the sides: ‘kind player, seats: ...’.")
    setup = symbols.signatures.get("setup")
    groups = []
    if symbols.seats != NONE:
        for field in symbols.fields_of[symbols.seats].values():
            if symbols.field_types[field].is_row and symbols.field_types[field].domain > 4:
                groups.append((symbols.field_types[field].domain, field))
    digest = hashlib.sha256(symbols.rulebook.version.encode())
    digest.update(repr(sorted(symbols.option_values.items())).encode())
    public = True
    if game.events_seen is not None:
        audience = game.events_seen.audience
        public = not (isinstance(audience, t.Name) and audience.word == "nobody")
    begun = main_begun(cx, main)
    return core.Program(
        name=symbols.rulebook.name, title=text_of(game.title), version=digest.hexdigest()[:16], options=dict(symbols.option_values),
        domains=symbols.domains, fields=symbols.fields, functions=cx.functions, procedures=cx.procedures,
        actions=cx.action_rows, decisions=cx.decisions, always=always, orders=orders, seats=symbols.seats, groups=groups,
        setup=setup.index if setup else NONE, main=main.index if main else NONE, main_before=begun[0],
        main_args=begun[1], public_events=public,
        max_rounds=round_limit(cx, game), closing=closing_event(symbols, game), atoms=symbols.domain_by_name["step"],
        deadlines=any(step.due for procedure in cx.procedures for step in procedure.steps),
        keeps={
            s.index: max([len(s.params), *(o.slot + 1 for o in s.own.values())]) for s in symbols.signatures.values() if s.kind == "agenda"
        },
        clauses={str(d.name): text_of(d.sentence) for d in symbols.decls if isinstance(d, t.Clause)},
        modifiers=modifier_lines(symbols), looks=looks, sources=symbols.rulebook.sources, languages=symbols.rulebook.told_in,
        package=symbols.rulebook.package, release=symbols.rulebook.release, rules=fingerprints(symbols.rulebook.files),
    )  # fmt: skip


def modifier_lines(symbols: Symbols) -> dict[Place, core.Modifier]:
    """The lines of values, conditions and tests by their place, with what they are called."""
    out: dict[Place, core.Modifier] = {}
    for decl in symbols.decls:
        if not isinstance(decl, (t.Define, t.Condition, t.Test, t.Contest, t.Adjust)):
            continue
        owner = symbols.members.get(decl.owner, []) if decl.owner else []
        for line in decl.modifiers:
            title = line.title or (decl.title if isinstance(decl, t.Adjust) else None)
            clauses = tuple(line.clauses) or (tuple(decl.clauses) if isinstance(decl, t.Adjust) else ())
            out[line.place] = core.Modifier(line.form, text_of(title), line.place, clauses, owner[0] if owner else None)
    return out


@dataclass(slots=True)
class Bound:
    """A rulebook bound for one choice of options, with what was found on the way."""

    program: core.Program
    context: Context
    messages: Messages

    @property
    def symbols(self) -> Symbols:
        return self.context.symbols


def new_context(rulebook: Rulebook, options: dict[str, Any] | None = None) -> Context:
    cx = Context(new_symbols(rulebook, dict(options or {})), EXPRESSIONS, STATEMENTS, sources=rulebook.sources)
    cx.symbols.constants = KnownValues(cx)
    return cx


def bind(rulebook: Rulebook, options: dict[str, Any] | None = None) -> Bound:
    """Binds a rulebook.  Messages of reading and binding are both in the result; :class:`BadOption` for a bad option."""
    afresh()
    cx = new_context(rulebook, options)
    cx.messages.items = list(rulebook.messages.items)
    with unhurried():
        program = bind_program(cx)
        if not cx.messages.errors:  # whatever is missing because of another error is not told
            tell_offers(cx, program)
    drop_consequences(cx.symbols, rulebook.messages)
    tell_unread(cx)
    cx.messages.sort()
    return Bound(program, cx, cx.messages)


def tell_unread(cx: Context) -> None:
    """Where a game's own file has errors and files beside it are not read, as their folder has another name, says so: they may be why."""
    game, unread = cx.symbols.rulebook.game, cx.symbols.rulebook.unread
    if unread and any(message.place.file == game.place.file for message in cx.messages.errors):
        fault = phrase("files beside this one extend ‘{0}’ but are not read, ‘{1}’ for instance", game.name, unread[0])
        hint = phrase("Rename the folder to ‘{0}’, the name of the game: then all files in it are read.", game.name)
        cx.messages.error("S09", game.name.place, fault, hint)


def compile_rules(rulebook: Rulebook, options: dict[str, Any] | None = None) -> Bound:
    """Like :func:`bind`, but a rulebook with errors raises :class:`RulesError`."""
    bound = bind(rulebook, options)
    if bound.messages.errors:
        raise RulesError(bound.messages.errors, rulebook.sources)
    return bound
